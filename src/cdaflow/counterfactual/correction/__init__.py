"""A model's own translations, in which one person gets the gender that the English states.

`stated` chooses English sentences with such a person, and writes their swapped copies; a model
translates them; `corrector` rewrites that person alone where the translation shows the other
gender; `files` takes both through files.
"""
