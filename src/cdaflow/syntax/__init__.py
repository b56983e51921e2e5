"""What is asked of a dependency tree: subjects, predicates, who is one person; and its repairs.

The rules name parts of speech, relations and features of Universal Dependencies; words of a
language are looked up in its tables (`cdaflow.languages.word_sets`).

`tree`: heads, dependents, antecedents, where words stand in the text. `clauses`: the subject of a
predicate, in target languages and in English. `coreference`: the words said of one person.
`predicates`: the words that show somebody's gender, and whose it is. `names`: nouns of persons who
are named, or that name a thing. `repairs`, `noun_phrases` and `tokenisation` repair what annotators
get wrong.
"""
