"""Universal Dependencies trees: `Token`, `Sentence`, CoNLL-U in and out."""

from cdaflow.trees.conllu import (
    format_sentence,
    parse_block,
    parse_conllu,
    read_conllu,
    write_conllu,
)
from cdaflow.trees.sentence import NO_FIELDS, EmptyNode, Fields, MultiwordToken, Sentence, Token

__all__ = [
    "NO_FIELDS",
    "EmptyNode",
    "Fields",
    "MultiwordToken",
    "Sentence",
    "Token",
    "format_sentence",
    "parse_block",
    "parse_conllu",
    "read_conllu",
    "write_conllu",
]
