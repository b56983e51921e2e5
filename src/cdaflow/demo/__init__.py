"""The embedded corpus: a small multilingual grammar that knows the right counterfactuals.

A `Scene` says what a sentence means, in no language: which construction, which people of which
gender, which verbs and things. A grammar per language realises it as a UD tree. A pair of
sentences is one scene realised twice; its counterfactual is the same scene with the gender of
one person changed. So every tree, translation and counterfactual is right by construction.
"""
