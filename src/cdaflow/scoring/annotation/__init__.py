"""Sheets on which people judge translations, and what they come to (Choubey et al. 2021).

`sheets` draws the lines of a sheet, of a target filter (appendix D) or of translations of WinoMT by
several systems (section 3.1). It is blind: what the annotator sees is written as a CSV file, the
instructions beside it, and the rest as a key. `filled` reads sheets back and checks them against
their key; `results` counts.
"""
