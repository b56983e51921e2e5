"""Trees, counterfactuals, rewriting and alternatives, of and for trees of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from cdaflow.cli.generator import Guard, open_generator
from cdaflow.cli.intervention import AgreementLexicon, Method
from cdaflow.cli.options import EnglishLists
from cdaflow.cli.rewriting import Swap, rewriter_of
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.languages import check_written
from cdaflow.trees.annotate import Annotator, load_annotator
from cdaflow.trees.annotate import annotate as trees_of
from cdaflow.trees.gold import open_gold
from cdaflow.trees.store import DEFAULT_LIMIT, Store

if TYPE_CHECKING:
    from cdaflow.alternatives.making import Made
    from cdaflow.api.calls import StrPath
    from cdaflow.counterfactual.decisions import Decision
    from cdaflow.rewriting.rewriter import Rewrite, Rewriter
    from cdaflow.trees import Sentence


def annotate(
    texts: Iterable[str],
    lang: str,
    *,
    models: StrPath | None = None,
    gold: Sequence[StrPath] = (),
    store: StrPath | None = None,
    threads: int = 1,
) -> list[Sentence]:
    """Return the Universal Dependencies tree of each text, taken as one sentence.

    Give `models` or `gold`. An empty text gives a tree without words.

    Args:
        texts: sentences
        lang: their language
        models: folder of models of `cdaflow trees train`, of Stanza, or of a spaCy pipeline
        gold: files of trees (CoNLL-U), in which each text is looked up
        store: folder that caches trees: a text that is in it is not parsed again
        threads: CPU threads
    """
    if (models is None) == (not gold):
        raise ConfigError("option.models-or-gold", "give models or gold, one of them")
    annotator: Annotator = (
        open_gold(gold, lang) if models is None else load_annotator(models, lang, threads=threads)
    )
    numbered = ((str(number), text) for number, text in enumerate(texts, 1))
    cache = Store(Path(store), limit_mb=DEFAULT_LIMIT) if store is not None else None
    return list(trees_of(numbered, annotator, store=cache))


def counterfactual(
    english: Sequence[Sentence],
    target: Sequence[Sentence],
    lang: str,
    *,
    model: str = "base",
    guard: Literal["none", "drop", "repair"] = "repair",
    word_list: Sequence[StrPath] = (),
) -> list[Decision]:
    """Return both sides of pairs in the other gender (Naik et al. 2023, section 4.2).

    Pairs with one profession and one gendered pronoun in the English are selected first (section
    4.1); there is a decision for each of these, in order. Its `id` is the index of the pair;
    `counterfactual_source` and `counterfactual_target` are the texts, or `cause` and `detail` say
    why there are none. Raises InputError where no pair is selected.

    Args:
        english: trees of the sources
        target: trees of the translations
        lang: language of the translations
        model: file of an agreement model (.npz), or base, the hard-coded one
        guard: what is done about pronouns, as in `cdaflow counterfactual make`
        word_list: word lists of persons; default: the professions of cdaflow
    """
    from cdaflow.counterfactual.candidates import read_candidates
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.gendered import GenderedSelector
    from cdaflow.io.pairs import read_pairs

    _check_sides(english, target)
    lists = EnglishLists()
    lexicon = AgreementLexicon(word_list=[Path(path) for path in word_list])
    generator = open_generator(lang, model, Guard(guard), Swap(), Method(), lexicon)
    selector = GenderedSelector(lists.read_pronouns(), lists.read_professions())
    rows = [
        (str(number), source.text, translation.text)
        for number, (source, translation) in enumerate(zip(english, target, strict=True))
    ]
    with TemporaryDirectory(prefix="cdaflow-") as folder:
        pairs, chosen = f"{folder}/pairs.tsv", f"{folder}/chosen.parquet"
        write_lines(pairs, tsv_lines(("id", "source", "target"), rows))
        select_file(selector, [pairs], [chosen], None)
        ids = [id for batch in read_pairs([chosen], ("id",)) for id in batch["id"].to_pylist()]
        batches = read_candidates(
            [chosen], [english[number] for number in ids], [target[number] for number in ids]
        )
        return [pair for _, batch in batches for pair in generator.generate(batch)]


def rewrite(
    english: Sequence[Sentence],
    target: Sequence[Sentence],
    lang: str,
    to: Literal["Fem", "Masc"],
    *,
    model: str = "base",
    word_list: Sequence[StrPath] = (),
) -> list[Rewrite]:
    """Return translations in another gender, of all people whose gender the English leaves open.

    One for each pair: `text`, or "" where nothing is offered, and then `cause` and `detail`.

    Args:
        english: trees of the sources
        target: trees of the translations
        lang: language of the translations
        to: the requested gender
        model: file of an agreement model (.npz), or base, the hard-coded one
        word_list: word lists of persons; default: professions and persons of cdaflow
    """
    _check_sides(english, target)
    return _rewriter(lang, model, word_list).rewrite(target, english, to)


def alternatives(
    english: Sequence[Sentence],
    target: Sequence[Sentence],
    lang: str,
    *,
    model: str = "base",
    word_list: Sequence[StrPath] = (),
) -> list[Made]:
    """Return gender alternatives of translations (Garg et al. 2024), one for each pair.

    Rules decide whose gender the English leaves open; nothing is offered for people of whose words
    many are wrong. `alternatives` has the all-masculine text and its structures
    (`cdaflow.alternatives.structures.marked` shows them as `[[El jefe/La jefa]]`); without
    structures `cause` says why.

    Args:
        english: trees of the sources
        target: trees of the translations
        lang: language of the translations
        model: file of an agreement model (.npz), or base, the hard-coded one
        word_list: word lists of persons; default: professions and persons of cdaflow
    """
    from cdaflow.alternatives.making import make_alternatives

    _check_sides(english, target)
    return make_alternatives(_rewriter(lang, model, word_list), target, english, by="sure")


def _rewriter(lang: str, model: str, word_list: Sequence[StrPath]) -> Rewriter:
    """Return the rewriter of `cdaflow alternatives rewrite`."""
    check_written(lang)
    lexicon = AgreementLexicon(word_list=[Path(path) for path in word_list])
    return rewriter_of(lang, model, EnglishLists(), Method(), lexicon)


def _check_sides(english: Sequence[Sentence], target: Sequence[Sentence]) -> None:
    """Raise InputError where the sides have not as many sentences."""

    if len(english) != len(target):
        raise InputError(
            "translations.sentence-count",
            f"{len(english)} sources, {len(target)} translations: give as many",
        )
