"""WinoMT from files: reads and checks every input, aligns, then scores and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cdaflow import languages
from cdaflow.alignment.pharaoh import Link, Pair, check_links, read_pharaoh, to_words
from cdaflow.alignment.words import join_moses_hyphens, splitter, word_indices
from cdaflow.errors import ConfigError
from cdaflow.io.files import digest
from cdaflow.io.formats import readable_often
from cdaflow.scoring.challenge import halves, read_challenge
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.report import ScoreReport
from cdaflow.scoring.secondary import read_secondary, secondary_rows
from cdaflow.scoring.translations import read_translations
from cdaflow.scoring.tree_gender import read_trees
from cdaflow.scoring.winomt import report
from cdaflow.scoring.winomt_checks import halves_warnings, winomt_warnings
from cdaflow.scoring.winomt_data import check_halves, check_language
from cdaflow.scoring.winomt_items import WinoMTItem, score_items
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.warnings import Warnings
from cdaflow.wordlists.lexicon import read_lexicon, read_professions


@dataclass(frozen=True)
class WinoMTFiles:
    """The inputs of a WinoMT score; None for one that is not given.

    `translation`: a path, also of a pipe; "-" is the standard input. `secondary`: the other person
    of each row, by default found in its sentence. `trees`: a parse of each translation. `extra`:
    parallel text that is aligned together with the translations.
    """

    challenge: Path
    translation: Path
    professions: Path
    pro: Path | None = None
    anti: Path | None = None
    alignment: Path | None = None
    lexicon: tuple[Path, ...] = ()
    secondary: Path | None = None
    trees: Path | None = None
    extra: tuple[Path, ...] = ()

    def digests(self) -> dict[str, str | list[str] | None]:
        """Return the SHA-256 of each file by its role."""
        result: dict[str, str | list[str] | None] = {
            "data": digest(self.challenge),
            "halves": [digest(path) for path in (self.pro, self.anti) if path is not None],
            "lexicon": [digest(path) for path in self.lexicon],
            "professions": digest(self.professions),
            "translation": digest(self.translation),
        }
        for role in ("alignment", "secondary", "trees"):
            path = getattr(self, role)
            result[role] = None if path is None else digest(path)
        return result


@dataclass(frozen=True)
class Alignment:
    """How links are made or read.

    `aligner`: one of `alignment.ALIGNERS` or "none", used where no file of links is given (None:
    eflomal). `name`: what made the links of that file, for the signature. `units`: what they count,
    "words" (of `splitter`) or "tokens" (white-space tokens of the sentence and of the translation).
    `extra_limit`: how many pairs of each extra file are sampled, with `extra_seed`. `program`: the
    path of eflomal-align.
    """

    aligner: str | None = None
    name: str = "given"
    units: str = "words"
    extra_limit: int = 200_000
    extra_seed: int = 1
    program: str | None = None


def score_winomt(
    files: WinoMTFiles,
    *,
    language: str,
    alignment: Alignment = Alignment(),
    compat: bool = False,
    compat_rules: str | None = None,
    system: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[ScoreReport, list[WinoMTItem]]:
    """Return the report (see `winomt.report`) and what was found in each row.

    `compat`: by the rules of the original tool, which aligns by itself and looks at neither the
    other person nor the pronoun; `compat_rules`: by which of them (see `cdaflow.scoring.compat`).

    Raises InputError for any file that is not what it should be, ConfigError for a language
    that cdaflow does not know, and for inputs that are not used together (`compat` with links,
    trees or word lists of yours, extra text beside links).
    """
    check_language(language)
    check_halves(files.pro, files.anti)
    _check_used(files, alignment, compat=compat)
    with readable_often(files.translation) as path:
        read = replace(files, translation=path)
        target_language = languages.get(language)
        known = Knowledge(
            target_language,
            read_professions(files.professions, target_language),
            read_lexicon(files.lexicon),
        )
        targets: Sequence[Sequence[str]]
        few_links: Warnings = []
        if compat:
            items, mode = _compat_items(read, language, compat_rules)
            made_by = "fast-align"
            # Those rules look at white-space tokens.
            targets = [target_language.words(item.translation) for item in items]
        else:
            items, made_by, few_links = _score_items(read, known, alignment)
            mode = "default"
            targets = [item.target for item in items]
        result = report(
            items,
            language=language,
            system=system,
            inputs=read.digests(),
            mode=mode,
            aligner=made_by,
            bootstrap=bootstrap,
            seed=seed,
            warnings=[
                *halves_warnings(items),
                *winomt_warnings(items, targets, known, path),
                *few_links,
            ],
        )
    return result, items


def _check_used(files: WinoMTFiles, alignment: Alignment, *, compat: bool) -> None:
    """Raise ConfigError for an input that would not be used, or options that exclude each other."""
    unused = []
    if compat:
        roles = ("alignment", "extra", "lexicon", "secondary", "trees")
        unused = [f"--{role}" for role in roles if getattr(files, role)]
        if alignment.aligner not in (None, "fast-align"):
            unused.append(f"--aligner {alignment.aligner}")
        why = "--compat aligns by itself (fast-align, over white-space tokens) and uses no other"
    elif files.alignment is not None:
        unused = ["--extra"] if files.extra else []
        why = "--alignment has the links: nothing is aligned"
    if unused:
        raise ConfigError(f"{', '.join(unused)} would be ignored", hint=f"{why}; leave it out")


def _score_items(
    files: WinoMTFiles, known: Knowledge, alignment: Alignment
) -> tuple[list[WinoMTItem], str, Warnings]:
    """Return the scored rows, what made the links, and the lines that have too few of them."""
    rows = read_challenge(files.challenge)
    translations = read_translations(files.translation, [row.sentence for row in rows])
    if files.alignment is None or alignment.units == "words":
        # Links of tokens count the parts of "кто @-@ то" one by one.
        translations = [join_moses_hyphens(text) for text in translations]
    if files.secondary is None:
        others = secondary_rows(rows, known.professions.forms)
    else:
        others = read_secondary(files.secondary, rows)
    trees = None
    if files.trees is not None:
        trees = read_trees(files.trees, translations, known.language)
    english = splitter("en")
    pairs = [
        (english(row.sentence), known.language.words(text))
        for row, text in zip(rows, translations, strict=True)
    ]
    texts = [(row.sentence, text) for row, text in zip(rows, translations, strict=True)]
    links, made_by = _links(files, alignment, pairs, texts, known.language.code)
    few_links: Warnings = []
    if files.alignment is not None and links is not None:
        lengths = [(len(source), len(target)) for source, target in pairs]
        few_links = check_links(files.alignment, links, lengths)
    items = score_items(
        rows,
        halves(rows, files.pro, files.anti),
        translations,
        links,
        known,
        targets=[target for _, target in pairs],
        others=others,
        trees=trees,
    )
    return items, made_by, few_links


def _compat_items(
    files: WinoMTFiles, language: str, rules: str | None
) -> tuple[list[WinoMTItem], str]:
    """Return the scored rows, and the name of the rules."""
    from cdaflow.scoring.compat import DEFAULT_RULES, Rules, compat_items

    rows = read_challenge(files.challenge)
    translations = read_translations(files.translation, [row.sentence for row in rows])
    found = halves(rows, files.pro, files.anti)
    rules = rules or DEFAULT_RULES.get(language, Rules.STANOVSKY).value
    items = compat_items(rows, found, translations, language, files.professions, rules=rules)
    return items, f"compat-{rules}"


def _links(
    files: WinoMTFiles,
    alignment: Alignment,
    pairs: Sequence[Pair],
    texts: Sequence[tuple[str, str]],
    language: str,
) -> tuple[Sequence[frozenset[Link]] | None, str]:
    """Return the links over words of each pair and what made them; None without an aligner.

    `pairs` are the words of `texts`.
    """
    if files.alignment is not None:
        if alignment.units == "tokens":
            return _links_of_tokens(files.alignment, texts, language), alignment.name
        links = read_pharaoh(
            files.alignment, [(len(source), len(target)) for source, target in pairs]
        )
        return links, alignment.name
    aligner = alignment.aligner or "eflomal"
    if aligner == "none":
        return None, "none"
    # Imported here, since reading Parquet takes a second to import.
    from cdaflow.alignment.aligners import align, read_pairs

    extra = (
        pair
        for path in files.extra
        for pair in read_pairs(
            path,
            splitter("en"),
            splitter(language),
            alignment.extra_limit,
            alignment.extra_seed,
        )
    )
    made = align(pairs, extra, aligner=aligner, program=alignment.program)
    # The links depend on the text that the aligner was trained with.
    trained = "".join(f"+{digest(path)[:12]}" for path in files.extra)
    return [frozenset(line) for line in made], aligner_name(aligner) + trained


def _links_of_tokens(
    path: Path, pairs: Sequence[tuple[str, str]], language: str
) -> list[frozenset[Link]]:
    """Return links that count white-space tokens, as links over words."""
    english, foreign = splitter("en"), splitter(language)
    links = read_pharaoh(path, [(len(s.split()), len(t.split())) for s, t in pairs])
    return [
        to_words(line, word_indices(s, english), word_indices(t, foreign))
        for line, (s, t) in zip(links, pairs, strict=True)
    ]


def aligner_name(aligner: str) -> str:
    """Return the name of an aligner with its version, where it is a program of its own."""
    if aligner != "eflomal":
        return aligner
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"eflomal-{version('eflomal')}"
    except PackageNotFoundError:
        return "eflomal"
