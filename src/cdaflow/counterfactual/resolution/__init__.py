"""Whose an English pronoun is.

`resolver`: the query, the decision, and who may decide, resolvers of other packages included.
`rules`: the resolver that is always there, by rules over the tree.
"""
