"""Vectors of words and sentences: files of word vectors, sentence encoders, the gender direction.

`vectors` reads files of word vectors, `encoders` has one contract for static vectors, encoders of
Hugging Face and the BiLSTM of cdaflow, `direction` finds the gender subspace of word pairs or of
swapped sentences, `debiasing` takes it out, and `words` splits text.
"""
