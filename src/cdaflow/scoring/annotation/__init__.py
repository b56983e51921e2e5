"""Sheets on which people judge translations, and what they come to (Choubey et al. 2021).

`filter_sheet` draws lines that the target filter kept or rejected (appendix D), `gender_sheet`
translations of WinoMT by several systems (section 3.1). Both are blind: `sheets` writes what the
annotator sees as a CSV file, the instructions beside it, and the rest as a key. `filled` reads
sheets back and checks them against their key; `judged` counts.
"""
