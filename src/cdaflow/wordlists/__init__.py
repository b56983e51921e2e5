"""The word lists of persons and professions: read strictly, and checked for likely slips.

`rows` reads the lists of a language (config/wordlists/professions.es.tsv, persons.es.tsv),
`genders` finds exchanged genders, `origin` words of another language, `lists` and `english` check
a list, `check` a folder. What each column means is said in docs/wordlists.md.
"""
