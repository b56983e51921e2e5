"""Universal Dependencies trees: `Token`, `Sentence`, CoNLL-U in and out."""

from cdaflow.trees.conllu import read_conllu, write_conllu
from cdaflow.trees.sentence import MultiwordToken, Sentence, Token

__all__ = ["MultiwordToken", "Sentence", "Token", "read_conllu", "write_conllu"]
