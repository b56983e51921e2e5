"""English: its gendered words and professions found, and swapped (Naik et al. 2023, section 4.2).

`word_scan` finds the words of a short list in whole columns; `pronoun_scan` gendered pronouns by
it, and in single sentences; `professions` profession nouns. `readings` tells "her" from "her";
`swapper` writes a sentence in the other gender, `swapping` does so for files.
"""
