"""Repair the gender of machine translation with data, and prove it with tables."""

__version__ = "0.1.0"
