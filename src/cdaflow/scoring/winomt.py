"""WinoMT (Stanovsky et al. 2019): is the person translated in the right gender?

Its figures are in `cdaflow.scoring.winomt_figures`, what is looked for in a row in
`cdaflow.scoring.winomt_items`.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cdaflow.alignment.words import join_moses_hyphens, splitter
from cdaflow.errors import ConfigError
from cdaflow.io.files import digest, text_digest
from cdaflow.option_types import Target
from cdaflow.scoring.challenge import ChallengeFiles, Row, read_halves
from cdaflow.scoring.links import AlignmentFiles, SignatureName, TrainingText, links_of
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.noun_phrase import Knowledge, read_knowledge
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.translations import read_translations
from cdaflow.scoring.tree_gender import read_trees
from cdaflow.scoring.winomt_checks import gold_warnings, halves_warnings, winomt_warnings
from cdaflow.scoring.winomt_counts import counts, other_scores, outcomes, profession_numbers
from cdaflow.scoring.winomt_figures import METRIC, estimates
from cdaflow.scoring.winomt_items import (
    WinoMTItem,
    clusters,
    read_secondary,
    score_items,
    secondary_rows,
    sentence_lines,
)
from cdaflow.statistics import UNNAMED, short
from cdaflow.statistics.warnings import Warnings


@dataclass(frozen=True)
class Rules:
    """Rules.

    Attributes:
        professions: word list (default: config/wordlists/professions.<language>.tsv)
        lexicon: UniMorph tables: gender of any noun
        trees: CoNLL-U, a tree for each translation: decides where the rules leave a gender open
        trees_name (NAME): what made these trees, for the signature (stanza-1.15.0); reports without
            a name are not compared
        compat: the rules of the original tool, to compare with published scores; it aligns by
            itself and reads no other links, lexicons or trees
        compat_rules: the rules to use (default: the rules of the published scores of the language)
        compat_vintage: which state of the original tool: 2020 (default), or 2019, as its logs of
            that year show it: who has no word with a gender counts as neutral (es, fr, it), a
            Hebrew person without a link as female
    """

    professions: Path | None = None
    lexicon: Sequence[Path] = ()
    trees: Path | None = None
    trees_name: SignatureName = UNNAMED
    compat: bool = False
    compat_rules: Literal["stanovsky2019", "stafanovics2020"] | None = None
    compat_vintage: Literal["2019", "2020"] | None = None

    @property
    def is_compat(self) -> bool:
        """Whether the rules are those of the original tool."""
        return self.compat or bool(self.compat_rules or self.compat_vintage)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Do not look for cycles in the block.

    For short work that makes hundreds of thousands of small objects and no cycles among them:
    looking would take a tenth of its time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_without_garbage_collection()
def score_winomt(
    translation: Path,
    /,
    *,
    lang: Target,
    challenge: ChallengeFiles = ChallengeFiles(),
    secondary: Path | None = None,
    alignment: AlignmentFiles = AlignmentFiles(),
    extra: TrainingText = TrainingText(),
    rules: Rules = Rules(),
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Score the gender of people on a challenge set in the WinoMT format.

    WinoMT, or a challenge set in its format: the gender of the person, of the other person of the
    sentence, and of the pronoun.

    Args:
        translation: lines in the order of the challenge set: plain, `source ||| translation`, or
            cells with tabs between (source or number, translation); - is the standard input
        secondary: the other person of each row, in the same format (default: found in the sentence)
    """
    if lang == "en":
        raise ConfigError(
            "winomt.english",
            "WinoMT cannot score translations into English, whose nouns have no gender",
        )
    _check_used(alignment, extra, rules, secondary)
    files = challenge.find()
    rows, half_of = read_halves(files)
    knowledge, professions = read_knowledge(lang, rules.professions, rules.lexicon)
    warnings: Warnings = []
    sources = [row.sentence for row in rows]
    translations = read_translations(translation, sources, warnings=warnings)
    few_links: Warnings = []
    if rules.is_compat:
        from cdaflow.scoring.compat import LANGUAGES_OF_2019, Vintage, compat_items, rules_of

        vintage = Vintage(rules.compat_vintage or Vintage.V2020)
        chosen = rules_of(lang, rules.compat_rules, vintage)
        items = compat_items(
            rows, half_of, translations, lang, professions, rules=chosen, vintage=vintage
        )
        mode, made_by = f"compat-{chosen}", "fast-align"
        if vintage is Vintage.V2019 and lang in LANGUAGES_OF_2019:
            mode += f"-{vintage}"
        # Those rules look at white-space tokens.
        targets = [knowledge.language.words(item.translation) for item in items]
    else:
        mode = "default"
        items, made_by, few_links = _items(
            rows, half_of, translations, knowledge, alignment, extra, secondary, rules.trees
        )
        targets = [list(item.target) for item in items]
    inputs: dict[str, str | list[str] | None] = {
        "data": digest(files.sentences),
        "halves": [digest(path) for path in (files.pro, files.anti) if path is not None],
        "lexicon": [digest(path) for path in rules.lexicon],
        "professions": digest(professions),
        "translation": text_digest(translation),
        "alignment": digest(alignment.alignment) if alignment.alignment else None,
        "secondary": digest(secondary) if secondary else None,
        "trees": digest(rules.trees) if rules.trees else None,
    }
    letters, twins = outcomes(items), clusters([item.row for item in items])
    observed = Outcomes(str(translation), {"outcomes": letters})
    return ScoreReport(
        metric=METRIC.name,
        language=lang,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        scores={
            **estimates(observed, options, twins),
            **other_scores(items, twins),
        },
        inputs=inputs,
        lines=len(items),
        warnings=[
            *warnings,
            *gold_warnings(items, files.sentences),
            *halves_warnings(items),
            *winomt_warnings(items, targets, knowledge, translation),
            *few_links,
        ],
        signature=options.signature(
            METRIC,
            **_shared(inputs),
            mode=mode,
            aligner=made_by,
            trees=rules.trees_name if rules.trees else "none",
        ),
        counts=counts(items),
        outcomes=letters,
        clusters=twins,
        details={"professions": profession_numbers(items)},
        sentences=sentence_lines(items),
    )


def _check_used(
    alignment: AlignmentFiles, extra: TrainingText, rules: Rules, secondary: Path | None
) -> None:
    """Raise ConfigError for an input that would not be used, or options that exclude each other."""
    unused = []
    if rules.is_compat:
        inputs = {
            "alignment": alignment.alignment,
            "extra": extra.extra,
            "lexicon": rules.lexicon,
            "secondary": secondary,
            "trees": rules.trees,
        }
        unused = [f"--{name}" for name, value in inputs.items() if value]
        if alignment.aligner not in (None, "fast-align"):
            unused.append(f"--aligner {alignment.aligner}")
        why = "--compat aligns by itself (fast-align, over white-space tokens) and uses no other"
    elif alignment.alignment is not None:
        unused = ["--extra"] if extra.extra else []
        why = "--alignment has the links: nothing is aligned"
    if unused:
        raise ConfigError(
            "option.ignored", f"{', '.join(unused)} would be ignored", hint=f"{why}; leave it out"
        )


def _items(
    rows: Sequence[Row],
    half_of: Sequence[str],
    translations: Sequence[str],
    knowledge: Knowledge,
    alignment: AlignmentFiles,
    extra: TrainingText,
    secondary: Path | None,
    trees: Path | None,
) -> tuple[list[WinoMTItem], str, Warnings]:
    """Return the scored rows, what made the links, and the lines that have too few of them."""
    if alignment.alignment is None or alignment.alignment_units == "words":
        # Links of tokens count the parts of "кто @-@ то" one by one.
        translations = [join_moses_hyphens(text) for text in translations]
    others = (
        read_secondary(secondary, rows)
        if secondary
        else secondary_rows(rows, knowledge.professions.forms)
    )
    english = splitter("en")
    texts = [(row.sentence, text) for row, text in zip(rows, translations, strict=True)]
    pairs = [(english(source), knowledge.language.words(text)) for source, text in texts]
    parses = read_trees(trees, translations, knowledge.language) if trees else None
    links, made_by, few_links = links_of(pairs, texts, knowledge.language.code, alignment, extra)
    items = score_items(
        rows,
        half_of,
        translations,
        links,
        knowledge,
        targets=[target for _, target in pairs],
        others=others,
        trees=parses,
    )
    return items, made_by, few_links


#: The inputs that are the system's own: not part of what scores must share to be compared.
_OF_SYSTEM = ("alignment", "translation", "trees")


def _shared(inputs: Mapping[str, str | list[str] | None]) -> dict[str, str]:
    """Return the inputs that two systems must share, as the signature has them."""
    return {
        role: short(value) if isinstance(value, str) else short(*(value or ()))
        for role, value in sorted(inputs.items())
        if role not in _OF_SYSTEM
    }
