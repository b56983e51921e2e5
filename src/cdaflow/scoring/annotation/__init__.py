"""Sheets on which people judge translations and rewritten text, and what they come to.

A sheet is blind: what its annotator sees is a CSV file for any spreadsheet, with instructions
beside it; the rest is its key. `cdaflow sheet make` draws the lines, `cdaflow sheet read` reads the
sheets back, checks them against the key and counts.
"""
