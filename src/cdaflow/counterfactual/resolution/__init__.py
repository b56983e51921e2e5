"""Whose an English pronoun is.

`resolver`: the question, the answer, and who may answer it, resolvers of other packages included.
`rules`: the resolver that is always there; it goes by what `asked` and `clauses` tell of the tree.
"""
