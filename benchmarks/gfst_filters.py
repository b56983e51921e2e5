"""Measure both filters of GFST on real pairs, for docs/gfst.md.

    python benchmarks/gfst_filters.py --data FOLDER [--models FOLDER] [--output FILE.json]

FOLDER is that of the shared data, of which there are four parts:

- published: the pairs of Choubey et al., which passed their own filters: how many pass ours, under
  their gender and under the other, in all lines and in the even ones, whose errors nobody read;
- references: of MT-GenEval, a right and a wrong one of each sentence: is the filter one?
- winomt: WinoMT in English, and Amazon's translations of it. What is kept of each gender (Table 3
  of the paper), and of how many of these the scorer says that the person has the right gender;
- corpora: the genders of parallel texts (Table 1), and what is kept of translations by people.

Each target is analysed once by each analyser of its language. With `--models`, a folder of Stanza
models, so are the first 2,000 pairs of a set in French and Italian by the annotator. Writes counts
and where they come from as JSON, which docs/scripts/figures.py makes tables of.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import measured
import numpy as np
import pyarrow as pa

from cdaflow.gfst.analysers import Analyser, WordSettings, make_word_analyser
from cdaflow.gfst.analysers.trees import TreeAnalyser
from cdaflow.gfst.labelling import make_filter
from cdaflow.gfst.source_filter import LABELS
from cdaflow.gfst.target_filter import KEPT, OUTCOMES, Gender, other, target_outcomes
from cdaflow.io.files import atomic_text, read_table

LISTS = measured.ROOT / "config" / "wordlists"
OUTPUT = measured.ROOT / "results/published/gfst_filters.json"

#: Language -> names of its tables of UniMorph.
LEXICONS = {"de": "deu", "es": "spa", "fr": "fra", "he": "heb", "it": "ita", "ru": "rus"}

#: Language -> its analysers: of a lexicon, what it is made of stands behind the hyphen.
ANALYSERS = {
    "de": ("lexicon-full", "lexicon-treebanks", "rules"),
    "es": ("lexicon-full",),
    "fr": ("lexicon-full", "lexicon-treebanks", "lexicon-lists", "rules"),
    "he": ("rules", "letters"),
    "it": ("lexicon-full", "lexicon-treebanks", "lexicon-lists"),
    "ru": ("lexicon-full", "rules"),
}

#: Languages whose annotator is measured, and on how many pairs of a set.
ANNOTATED = ("fr", "it")
ANNOTATED_PAIRS = 2000

#: Sets of the authors' pairs: language, gender, stem of the files.
PUBLISHED: tuple[tuple[str, Gender, str], ...] = (
    ("it", "fem", "gfst-news2017-female.en-it"),
    ("it", "msc", "gfst-news2017-male.en-it"),
    ("he", "fem", "gfst-news2017-female.en-he"),
    ("he", "msc", "gfst-news2017-male.en-he"),
    ("fr", "fem", "gfst-news2015-female.en-fr"),
    ("fr", "fem", "gfst-news2016-female.en-fr"),
    ("fr", "fem", "gfst-news2017-female.en-fr"),
    ("de", "msc", "gfst-news2016-male-bt.en-de"),
)

#: Words of the feminine French pairs that are counted: the authors' filter lets none pass that it
#: takes for masculine.
FRENCH_PRONOUNS = (("ce", "c'"), ("cela", "ça", "ceci", "on"), ("il",))

#: Parallel texts whose genders are counted; of the first, translations by people are filtered, too.
CORPORA = (
    *(f"tatoeba.en-{language}" for language in ("es", "fr", "it", "de")),
    "europarl20k.en-es",
    "europarl20k.en-fr",
    "newstest2012.en-es",
    "multi30k.en-de",
)

_GENDERS: tuple[Gender, ...] = ("fem", "msc")
_ROWS = {"male": "msc", "female": "fem"}


@dataclass(frozen=True)
class Pairs:
    """Pairs of one gender: its English passed the source filter."""

    part: str
    name: str
    language: str
    gender: Gender
    targets: Sequence[str]


def lines(path: Path) -> list[str]:
    """Return the lines of a text file, packed or not."""
    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    return content.decode("utf-8").split("\n")[:-1]


class Filters:
    """The source filter, and the analysers by language, each made once."""

    def __init__(self, data: Path, models: Path | None, folder: Path) -> None:
        self._data, self._models, self._folder = data, models, folder
        self._source = make_filter(str(LISTS / "pronouns.en.tsv"), str(LISTS / "gendered.en.tsv"))
        self._made: dict[tuple[str, str], Analyser] = {}

    def labels(self, sources: Sequence[str]) -> list[str]:
        """Return the label of each English sentence."""
        codes = self._source.labels(pa.array(sources, pa.string()))
        return [LABELS[code] for code in codes.tolist()]

    def measured(self, pairs: Pairs) -> Iterator[dict[str, Any]]:
        """Yield what each analyser makes of pairs, with the outcome of each as `outcomes`."""
        for name in ANALYSERS[pairs.language]:
            yield self._row(pairs, name, self._analyser(pairs.language, name))
        if self._models and pairs.part == "published" and pairs.language in ANNOTATED:
            few = Pairs(**{**vars(pairs), "targets": pairs.targets[:ANNOTATED_PAIRS]})
            yield self._row(few, "annotator", self._annotator(few))

    def _row(self, pairs: Pairs, name: str, analyser: Analyser) -> dict[str, Any]:
        targets = pa.array(pairs.targets, pa.string())
        evidence = analyser(targets)
        own = target_outcomes(targets, evidence, pairs.gender)
        wrong = target_outcomes(targets, evidence, other(pairs.gender))
        counts = np.bincount(own, minlength=len(OUTCOMES)).tolist()
        return {
            **{key: getattr(pairs, key) for key in ("part", "name", "language", "gender")},
            "analyser": name,
            "pairs": len(own),
            "kept": counts[KEPT],
            "kept_as_other": int((wrong == KEPT).sum()),
            "even_pairs": len(own[1::2]),
            "even_kept": int((own[1::2] == KEPT).sum()),
            "rejected": {OUTCOMES[code]: n for code, n in enumerate(counts) if code and n},
            "outcomes": own,
        }

    def _analyser(self, language: str, name: str) -> Analyser:
        if (language, name) not in self._made:
            kind, _, made_of = name.partition("-")
            lists = [LISTS / f"{part}.{language}.tsv" for part in ("persons", "professions")]
            stem = LEXICONS[language]
            settings = WordSettings(
                kind,
                language,
                treebanks=sorted((self._data / "ud").glob(f"{language}_*"))
                if made_of in ("full", "treebanks")
                else (),
                lexicons=[
                    path
                    for ending in ("freeling", "sigmorphon")
                    if (path := self._data / f"unimorph/{stem}.{ending}.tsv.gz").is_file()
                    and made_of == "full"
                ],
                word_lists=[path for path in lists if path.is_file()],
            )
            self._made[language, name] = make_word_analyser(settings)
        return self._made[language, name]

    def _annotator(self, pairs: Pairs) -> Analyser:
        text = self._folder / f"{pairs.name}.txt"
        text.write_text("".join(f"{line}\n" for line in pairs.targets), encoding="utf-8")
        trees = text.with_suffix(".conllu.gz")
        command = ["trees", "annotate", text, "--lang", pairs.language, "--models", self._models]
        cdaflow(*command, "--output", trees)
        return TreeAnalyser(trees, pairs.language)


def cdaflow(*words: object) -> None:
    """Run a command of cdaflow."""
    command = [sys.executable, "-m", "cdaflow", *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def without_outcomes(rows: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as they are written."""
    return [{key: cell for key, cell in row.items() if key != "outcomes"} for row in rows]


def french_pronouns(data: Path) -> list[dict[str, Any]]:
    """Return how many of the feminine French pairs that the authors published have some words."""
    stems = [stem for language, gender, stem in PUBLISHED if (language, gender) == ("fr", "fem")]
    texts = [text for stem in stems for text in lines(data / f"parallel/{stem}.fr.gz")]
    words = [set(re.findall(r"\w+'?", text.lower().replace("’", "'"))) for text in texts]
    return [
        {
            "words": list(some),
            "pairs": len(words),
            "found": sum(not found.isdisjoint(some) for found in words),
        }
        for some in FRENCH_PRONOUNS
    ]


def published(filters: Filters, data: Path) -> dict[str, list[dict[str, Any]]]:
    """Return what both filters make of the pairs that the authors published."""
    source, target = [], []
    for language, gender, stem in PUBLISHED:
        english = lines(data / f"parallel/{stem}.en.gz")
        labels = filters.labels(english)
        found = {label: labels.count(label) for label in LABELS}
        source.append({"name": stem, "language": language, "gender": gender, "labels": found})
        targets = lines(data / f"parallel/{stem}.{language}.gz")
        pairs = Pairs("published", stem, language, gender, targets)
        target += without_outcomes(filters.measured(pairs))
    return {"source": source, "target": target, "french_pronouns": french_pronouns(data)}


def references(filters: Filters, data: Path) -> list[dict[str, Any]]:
    """Return what the target filter makes of right and wrong references of MT-GenEval.

    `kept` of the feminine ones: right ones; `kept_as_other`: kept for the masculine, so wrong.
    """
    rows = []
    for language in ("de", "es", "fr", "it"):
        for gender, name in (("fem", "feminine"), ("msc", "masculine")):
            targets = []
            for part in ("dev", "test"):
                folder = data / f"mt-geneval/sentences/{part}"
                path = folder / f"geneval-sentences-{name}-{part}.en_{language}.{language}"
                targets += lines(path) if path.is_file() else []
            pairs = Pairs("references", "MT-GenEval", language, gender, targets)  # type: ignore[arg-type]
            rows += without_outcomes(filters.measured(pairs))
    return rows


def winomt(filters: Filters, data: Path, folder: Path) -> list[dict[str, Any]]:
    """Return what the target filter makes of translations of WinoMT, and how right they are."""
    rows = []
    for language in sorted(ANALYSERS):
        sentences, scores = folder / f"{language}.tsv", folder / f"{language}.json"
        translated = data / f"winomt/translations/aws/en-{language}.txt"
        cdaflow(
            *("score", "winomt", translated, "--lang", language, "--data", data / "winomt"),
            *("--aligner", "fast-align", "--sentences", sentences, "--output", scores),
        )
        judged = [row for _, row in read_table(sentences, ("gold", "predicted", "translation"))]
        labels = filters.labels([row["source"] for row in judged])
        for gender in _GENDERS:
            chosen = [
                row
                for row, label in zip(judged, labels, strict=True)
                if label == gender == _ROWS.get(row["gold"])
            ]
            right = np.array([row["gold"] == row["predicted"] for row in chosen])
            targets = [row["translation"] for row in chosen]
            pairs = Pairs("winomt", "WinoMT", language, gender, targets)
            for row in filters.measured(pairs):
                kept = row.pop("outcomes") == KEPT
                rows.append(row | {"right": int(right.sum()), "kept_right": int(right[kept].sum())})
    return rows


def corpora(filters: Filters, data: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the genders of parallel texts, and what is kept of those of Tatoeba."""
    shares, target = [], []
    for stem in CORPORA:
        labels = filters.labels(lines(data / f"parallel/{stem}.en.gz"))
        found = {label: labels.count(label) for label in LABELS}
        shares.append({"name": stem, "sentences": len(labels), "labels": found})
        language = stem[-2:]
        if not stem.startswith("tatoeba"):
            continue
        targets = lines(data / f"parallel/{stem}.{language}.gz")
        for gender in _GENDERS:
            chosen = [t for t, label in zip(targets, labels, strict=True) if label == gender]
            pairs = Pairs("corpora", stem, language, gender, chosen)
            target += without_outcomes(filters.measured(pairs))
    return {"shares": shares, "target": target}


def main() -> None:
    """Measure, and write the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the shared data")
    parser.add_argument("--models", type=Path, help="folder of Stanza models, for the annotator")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    data = arguments.data
    with tempfile.TemporaryDirectory() as name:
        filters = Filters(data, arguments.models, Path(name))
        found = {
            "provenance": measured.provenance(),
            "published": published(filters, data),
            "references": references(filters, data),
            "winomt": winomt(filters, data, Path(name)),
            "corpora": corpora(filters, data),
        }
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    with atomic_text(arguments.output) as handle:
        handle.write(as_text(found) + "\n")


def as_text(found: Any, margin: str = "") -> str:
    """Return JSON with a line for each row of counts."""
    if isinstance(found, dict) and any(isinstance(part, list | dict) for part in found.values()):
        nested = [f"{margin} {json.dumps(k)}: {as_text(v, margin + ' ')}" for k, v in found.items()]
        if not any(isinstance(part, int) for part in found.values()):
            return "{\n" + ",\n".join(nested) + f"\n{margin}}}"
    if isinstance(found, list):
        rows = (f"{margin} {json.dumps(row)}" for row in found)
        return "[\n" + ",\n".join(rows) + f"\n{margin}]"
    return json.dumps(found)


if __name__ == "__main__":
    main()
