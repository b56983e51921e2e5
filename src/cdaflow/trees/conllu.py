"""CoNLL-U, read and written as a stream (https://universaldependencies.org/format.html)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from cdaflow.errors import InputError
from cdaflow.files import atomic_text, read_lines
from cdaflow.trees.sentence import MultiwordToken, Sentence, Token

_COLUMNS = 10


def _unpack(field: str) -> dict[str, str]:
    if field == "_":
        return {}
    return {key: value for key, _, value in (item.partition("=") for item in field.split("|"))}


def _pack(items: Mapping[str, str], *, ordered: bool) -> str:
    if not items:
        return "_"
    # FEATS are sorted by name without regard to case, as the guidelines ask; MISC as it came.
    names = sorted(items, key=str.lower) if ordered else list(items)
    return "|".join(f"{name}={items[name]}" if items[name] else name for name in names)


class _Block:
    """The lines of one sentence on their way to a Sentence."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self.comments: list[str] = []
        self.tokens: list[Token] = []
        self.multiwords: list[MultiwordToken] = []
        self.empty: list[tuple[int, str]] = []

    def fault(self, problem: str, line: int) -> InputError:
        return InputError(
            problem, file=self.path, line=line, hint="the file is not CoNLL-U (10 tabbed columns)"
        )

    def add(self, text: str, line: int) -> None:
        if text.startswith("#"):
            self.comments.append(text[1:].strip())
            return
        columns = text.split("\t")
        if len(columns) != _COLUMNS:
            raise self.fault(f"{_COLUMNS} columns are wanted, {len(columns)} found", line)
        name, form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
        try:
            if "-" in name:
                start, end = (int(part) for part in name.split("-"))
                self.multiwords.append(MultiwordToken(start, end, form, _unpack(misc)))
            elif "." in name:
                self.empty.append((int(name.split(".")[0]), text))
            else:
                self.tokens.append(
                    Token(
                        id=int(name), form=form, lemma=lemma, upos=upos, xpos=xpos,
                        feats=_unpack(feats), head=int(head), deprel=deprel, deps=deps,
                        misc=_unpack(misc),
                    )
                )  # fmt: skip
        except ValueError:
            raise self.fault(
                f"ids and heads are whole numbers, found {name!r}, {head!r}", line
            ) from None
        if self.tokens and self.tokens[-1].id != len(self.tokens):
            raise self.fault(f"word {len(self.tokens)} has the id {self.tokens[-1].id}", line)

    def close(self, line: int) -> Sentence:
        for token in self.tokens:
            if not 0 <= token.head <= len(self.tokens) or token.head == token.id:
                raise self.fault(f"word {token.id} has the impossible head {token.head}", line)
        return Sentence(
            tuple(self.tokens), tuple(self.multiwords), tuple(self.comments), tuple(self.empty)
        )


def read_conllu(path: str | os.PathLike[str]) -> Iterator[Sentence]:
    """Yield the trees of a CoNLL-U file (plain, gz, xz, bz2, zst), one at a time.

    Raises InputError with file and line at a line that is not CoNLL-U.
    """
    block = _Block(path)
    line = 0
    for line, text in enumerate(read_lines(path), 1):
        if text.strip():
            block.add(text, line)
        elif block.tokens or block.comments:
            yield block.close(line)
            block = _Block(path)
    if block.tokens:
        yield block.close(line)


def format_sentence(sentence: Sentence) -> str:
    """Return a tree as CoNLL-U lines, with the empty line that ends it."""
    lines = [f"# {comment}" for comment in sentence.comments]
    spans = {multiword.start: multiword for multiword in sentence.multiwords}
    empty: dict[int, list[str]] = {}
    for after, raw in sentence.empty_nodes:
        empty.setdefault(after, []).append(raw)
    lines += empty.get(0, [])
    for token in sentence.tokens:
        if span := spans.get(token.id):
            misc = _pack(span.misc, ordered=False)
            lines.append(f"{span.start}-{span.end}\t{span.form}" + "\t_" * 7 + f"\t{misc}")
        lines.append(
            "\t".join(
                (
                    str(token.id),
                    token.form,
                    token.lemma,
                    token.upos,
                    token.xpos,
                    _pack(token.feats, ordered=True),
                    str(token.head),
                    token.deprel,
                    token.deps,
                    _pack(token.misc, ordered=False),
                )
            )
        )
        lines += empty.get(token.id, [])
    return "\n".join(lines) + "\n\n"


def write_conllu(path: str | os.PathLike[str], sentences: Iterable[Sentence]) -> int:
    """Write trees to `path` (.gz packs it), whole or not at all; return how many."""
    count = 0
    with atomic_text(path) as handle:
        for sentence in sentences:
            handle.write(format_sentence(sentence))
            count += 1
    return count
