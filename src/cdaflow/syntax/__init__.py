"""What is asked of a dependency tree: subjects, predicates, who is one person; and its repairs.

The rules name parts of speech, relations and features of Universal Dependencies; words of a
language are looked up in its tables (`cdaflow.languages.word_sets`).

`tree`: heads, dependents, antecedents. `clauses`: whom a predicate is said of, in target languages;
`english_clauses`: the same in English. `coreference`: the words said of one person. `predicates`:
the words that show somebody's gender, and whose it is. `names`: persons who are named. `inanimate`:
nouns of persons that name a thing where they stand. `repairs`, `noun_phrases` and `tokenisation`
put right what annotators get wrong. `offsets`: where words stand in the text.
"""
