"""Sources and translations for which alternatives are made, with their trees and head words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, starmap
from pathlib import Path
from typing import NamedTuple, TypeVar

from cdaflow.alternatives.localised import LocalisedFile, is_catalogue
from cdaflow.alternatives.markup import parse_texts, without_tags
from cdaflow.alternatives.structures import Entity, read_alternatives
from cdaflow.alternatives.tagging.tags import Tagger, read_tags
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import batched
from cdaflow.io.formats import count_lines, lines_of, shard_range
from cdaflow.io.recognition import Content
from cdaflow.langid import NAMES, count_languages
from cdaflow.trees import Sentence, read_conllu
from cdaflow.trees.annotate import clean, load_annotator

T = TypeVar("T")

#: Lines whose language is looked at, and how many of them must show one.
_SAMPLE = 2000
_LEAST = 5

#: Sentences that a tagger gets at once.
_CHUNK = 1024


class Pair(NamedTuple):
    """A source and its translation; `heads`: the people of the source, None if unknown."""

    source: str
    english: Sentence
    target: Sentence
    heads: Sequence[Entity] | None


class Texts(NamedTuple):
    """A source and its translation as text; `heads`: as of `Pair`."""

    source: str
    target: str
    heads: Sequence[Entity] | None = None


P = TypeVar("P", Pair, Texts)


@dataclass(frozen=True)
class Inputs:
    """The files with the sentences.

    `file`: a file of alternatives, whose sources and all-masculine texts are taken, or a catalogue
    of a localisation tool; or `english` and `target`: text, one sentence a line. `english_trees`
    and `target_trees`: their trees, in order, which are enough by themselves; `models`: a folder of
    annotators in their place. `tags`: the head words of the sources. `gold`: they are the people of
    `file`. `needs_trees`: whether text alone is not enough.
    """

    file: Path | None = None
    english: Path | None = None
    target: Path | None = None
    models: Path | None = None
    english_trees: Path | None = None
    target_trees: Path | None = None
    tags: Path | None = None
    gold: bool = False
    needs_trees: bool = True

    def __post_init__(self) -> None:
        if self.gold and (self.file is None or is_catalogue(self.file)):
            raise ConfigError(
                "option.gold-without-file", "the people are known of FILE.jsonl, which is not given"
            )
        texts = self.english is not None, self.target is not None
        trees = self.english_trees is not None, self.target_trees is not None
        if len({*texts}) > 1 or (self.file is not None and any(texts)):
            raise ConfigError(
                "option.file-or-english-and-target",
                "give FILE.jsonl, or both --english and --target",
            )
        if len({*trees}) > 1:
            raise ConfigError(
                "option.one-side-of-trees", "give both --english-trees and --target-trees"
            )
        if (all(trees) and self.models is not None) or (self.needs_trees and not self.has_trees):
            raise ConfigError(
                "option.models-or-trees",
                "give either --models or --english-trees and --target-trees",
            )
        if not (all(trees) or self.file is not None or all(texts)):
            raise ConfigError(
                "option.no-sentences", "give sentences: FILE.jsonl, or --english and --target"
            )

    @cached_property
    def catalogue(self) -> LocalisedFile | None:
        """`file` where it is a catalogue, read once."""
        if self.file is None or not is_catalogue(self.file):
            return None
        return LocalisedFile(self.file)

    @property
    def has_trees(self) -> bool:
        """Whether there are trees, or models that make them."""
        return self.target_trees is not None or self.models is not None

    def count(self) -> int:
        """Return the number of sentences, of files that can be read twice.

        Raises InputError where the sides have not as many lines.
        """
        if self.file is None and self.english is None:
            return sum(1 for _ in read_conllu(self.target_trees or ""))
        if self.catalogue is not None:
            return len(self.catalogue.sentences)
        total = count_lines(self.file or self.english or "")
        if self.target is not None:
            self._check_sides(total, count_lines(self.target))
        return total

    def lines(self, shard: tuple[int, int] | None = None) -> list[int]:
        """Return the lines of a catalogue with the sentences of `texts`; [] of other files."""
        return [] if self.catalogue is None else _part(self.catalogue.lines, shard)

    def texts(
        self, shard: tuple[int, int] | None = None, most: int | None = None
    ) -> list[Texts] | None:
        """Return sources, translations and known people, None where there are trees alone.

        `shard`: those of part K of N, which alone is parsed and kept in memory; `most`: the first
        of them.
        """
        if self.catalogue is not None:
            texts = list(starmap(Texts, self.catalogue.sentences))
            return _part(texts, shard)[:most]
        if self.file is not None:
            return [
                Texts(each.source, each.text, each.entities if self.gold else None)
                for each in islice(read_alternatives(self.file, shard), most)
            ]
        if self.english is None or self.target is None:
            return None
        source, target = (
            [line for _, line in islice(lines_of(path, shard, Content.SENTENCES), most)]
            for path in (self.english, self.target)
        )
        self._check_sides(len(source), len(target))
        return list(map(Texts, source, target))

    def _check_sides(self, source: int, target: int) -> None:
        if source != target:
            raise InputError(
                "translations.line-count",
                f"{target} lines, but the sources have {source}",
                file=self.target,
            )

    @property
    def target_file(self) -> Path | None:
        """The file with the translations."""
        return self.file or self.target or self.target_trees


def read_pairs(
    inputs: Inputs,
    language: str,
    *,
    tagger: Tagger | None = None,
    shard: tuple[int, int] | None = None,
    threads: int = 1,
) -> tuple[int, Iterator[Pair]]:
    """Return the number of sentences and the sentences; `shard`: the K-th of N parts of them.

    Raises InputError where files do not have the same sentences, and for translations that are
    hardly in `language`; ConfigError where files lack.
    """
    wanted = inputs.texts(shard)
    total = len(wanted) if wanted is not None and shard is None else inputs.count()
    first, last = shard_range(total, *(shard or (1, 1)))
    if wanted is not None:
        _check_languages(wanted, language, inputs, shard)
    sides = _annotated(wanted, language, inputs.models, threads) if inputs.models else (
        _cut(read_conllu(inputs.english_trees or ""), first, last, total, inputs.english_trees),
        _cut(read_conllu(inputs.target_trees or ""), first, last, total, inputs.target_trees),
    )  # fmt: skip
    return last - first, _told(_pairs(inputs, wanted, sides, first), inputs, total, tagger, shard)


def read_texts(
    inputs: Inputs,
    language: str,
    *,
    tagger: Tagger | None = None,
    shard: tuple[int, int] | None = None,
) -> tuple[int, Iterator[Texts]]:
    """Return the number of sentences and the sentences without trees; see `read_pairs`."""
    texts = inputs.texts(shard) or []
    total = len(texts) if shard is None else inputs.count()
    _check_languages(texts, language, inputs, shard)
    return len(texts), _told(iter(texts), inputs, total, tagger, shard)


def _told(
    pairs: Iterator[P],
    inputs: Inputs,
    total: int,
    tagger: Tagger | None,
    shard: tuple[int, int] | None,
) -> Iterator[P]:
    """Return sentences with the people that tags or a tagger find in them."""
    if inputs.tags is None:
        return pairs if tagger is None else _tagged(pairs, tagger)
    first, last = shard_range(total, *(shard or (1, 1)))
    if shard is not None and (lines := count_lines(inputs.tags)) != total:
        raise _other_number(lines > total, total, inputs.tags)
    tags = _cut(read_tags(inputs.tags, shard), 0, last - first, last - first, inputs.tags)
    return _with_tags(pairs, tags, inputs.tags, first)


def _part(items: list[T], shard: tuple[int, int] | None) -> list[T]:
    return items[slice(*shard_range(len(items), *(shard or (1, 1))))]


def _check_languages(
    texts: Sequence[Texts], language: str, inputs: Inputs, shard: tuple[int, int] | None
) -> None:
    """Check the languages at the beginning of the whole file: a shard may be of a few lines."""
    if inputs.catalogue is not None:
        inputs.catalogue.check_languages(language)
    seen = texts[:_SAMPLE] if shard is None else inputs.texts(most=_SAMPLE) or []
    check_language([each.source for each in seen], "en", inputs.english or inputs.file)
    check_language([each.target for each in seen], language, inputs.target_file)


def check_language(lines: Sequence[str], language: str, path: Path | None) -> None:
    """Raise InputError where most lines show another language."""
    found = count_languages(lines[:_SAMPLE])
    least = min(_LEAST, len(lines))
    if found.language not in (None, language) and found.decided >= least:
        raise InputError(
            "text.other-language",
            f"{NAMES.get(language, language)} is expected, but this looks like "
            f"{NAMES[found.language or language]} ({100 * found.share(found.language or ''):.0f} % "
            "of the lines that show a language)",
            file=path,
            hint="--lang is the language of the translations, the sources are English",
        )


def _annotated(
    texts: Sequence[Texts] | None, language: str, models: Path, threads: int
) -> tuple[Iterator[Sentence], Iterator[Sentence]]:
    sides = [each.source for each in texts or ()], [each.target for each in texts or ()]
    source, target = (
        parse_texts(side, load_annotator(models, code, threads=threads))
        for code, side in zip(("en", language), sides, strict=True)
    )
    return source, target


def _cut(items: Iterable[T], first: int, last: int, total: int, path: Path | None) -> Iterator[T]:
    """Yield the items of a part; InputError where there are not `total` of them."""
    stream = iter(items)
    count = first
    for item in islice(stream, first, last):
        yield item
        count += 1
    more = sum(1 for _ in stream) if last == total else 0
    if count < last or more:
        raise _other_number(bool(more), total, path)


def _other_number(more: bool, total: int, path: Path | None) -> InputError:
    number = f"{'more than' if more else 'not'} {total}"
    return InputError(
        "sentence.other-number", f"{number} sentences, as the translations have", file=path
    )


def _pairs(
    inputs: Inputs,
    texts: Sequence[Texts] | None,
    sides: tuple[Iterator[Sentence], Iterator[Sentence]],
    first: int,
) -> Iterator[Pair]:
    paths = inputs.english_trees, inputs.target_trees
    for number, (english, target) in enumerate(zip(*sides, strict=True)):
        source, people = english.text, None
        if texts is not None:
            source, translation, people = texts[number]
            both = source, translation
            for tree, text, path in zip((english, target), both, paths, strict=True):
                same = tree.text in (clean(text), without_tags(clean(text)))
                if not same and (tree.tokens or text.strip()):
                    raise InputError(
                        "tree.other-sentence",
                        f"the tree of sentence {first + number + 1} is of {_short(tree.text)!r}, "
                        f"the text is {_short(text)!r}",
                        file=path,
                    )
        yield Pair(source, english, target, people)


def _with_tags(
    pairs: Iterable[P], tags: Iterable[object], path: Path | None, first: int
) -> Iterator[P]:
    for number, (pair, tagged) in enumerate(zip(pairs, tags, strict=True), first + 1):
        source, heads = getattr(tagged, "source", ""), getattr(tagged, "heads", ())
        if source != pair.source:
            raise InputError(
                "tag.other-sentence",
                f"the tags are of {_short(source)!r}, the sentence is {_short(pair.source)!r}",
                file=path,
                line=number,
            )
        yield pair._replace(heads=heads)


def _tagged(pairs: Iterable[P], tagger: Tagger) -> Iterator[P]:
    for chunk in batched(pairs, _CHUNK):
        heads = tagger.tag([pair.source for pair in chunk])
        for pair, found in zip(chunk, heads, strict=True):
            yield pair._replace(heads=found)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
