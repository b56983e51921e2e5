"""Measure gender alternatives made of all-masculine references, for docs/alternatives.md.

    python benchmarks/alternatives_rewriting.py --data FOLDER --models FOLDER --lang fr \
        --model fr.linear.npz --inflection-model fr.npz --tagger TAGGER --work FOLDER

FOLDER is that of the shared data: gtag-gtrans/ has the released test sets, ud/ and unimorph/ the
words. The annotators are Stanza models. Who is open is said in one way after another (`--by`):

- none: nobody, so that no alternatives are offered;
- rules: by the rules for the English;
- tags: by the tagger;
- both: by both together;
- gold: by the annotation, which shows what the rewriter does with the right people.

Prints the rows of the table, and adds all scores with their intervals to a file of JSON, by
language and way, which docs/scripts/figures.py makes tables of. What was made is in `--work`: trees
and tags are made once, alternatives and scores each time. Spanish is the test set: score it once,
with everything frozen.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import measured

from cdaflow.io.files import digest

LISTS = measured.ROOT / "config" / "wordlists"
OUTPUT = measured.ROOT / "results/published/alternatives_rewriting.json"

#: Language -> treebanks that the words are from, lexicon, parts of the test set.
WORDS = {
    "es": (("es_gsd-ud-dev", "es_ancora-ud-dev"), "spa"),
    "fr": (("fr_sequoia-ud-train", "fr_gsd-ud-dev"), "fra"),
    "it": (("it_partut-ud-train", "it_isdt-ud-dev", "it_vit-ud-dev"), "ita"),
}

#: Language -> parts of its released test set.
PARTS = {"es": ("geneval",), "fr": ("gate", "geneval")}

WAYS = ("none", "rules", "tags", "both", "gold")
ROWS = ("all", "odd", "even")

#: Scores that are printed, each with its heading.
SHOWN = {
    "alternatives_precision": "P",
    "alternatives_recall": "R",
    "structures_precision": "sP",
    "structures_recall": "sR",
    "delta_bleu": "δ",
    "alignment": "align",
    "alignment_position": "position",
    "alignment_two": "2+",
    "alignment_two_position": "2+ position",
    "false_sentences": "false",
    "false_people": "false people",
}


def cdaflow(*words: object) -> None:
    """Run a command of cdaflow; what it prints goes to the standard error."""
    command = [sys.executable, "-m", "cdaflow", *map(str, words)]
    subprocess.run(command, check=True, stdout=sys.stderr)


class Measurement:
    """The files of one language in a folder of work, each made by a command."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._given = arguments
        self.language: str = arguments.lang
        self._folder: Path = arguments.work / self.language
        self._folder.mkdir(parents=True, exist_ok=True)

    def reference(self) -> Path:
        """Return the released annotation as a file of alternatives."""
        raw = self._given.data / "gtag-gtrans/test/raw"
        files = [raw / f"{part}.en-{self.language}.tsv.gz" for part in PARTS[self.language]]
        made = self._folder / "reference.jsonl"
        cdaflow("alternatives", "import", *files, "--format", "raw", "--output", made)
        return made

    def trees(self, reference: Path, side: str) -> Path:
        """Return the trees of one side, `source` or `text`."""
        made = self._folder / f"{side}.conllu.gz"
        if not made.is_file():
            lines = made.with_name(f"{side}.txt")
            with reference.open(encoding="utf-8") as handle:
                texts = [json.loads(line)[side] for line in handle]
            lines.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
            lang = "en" if side == "source" else self.language
            models = self._given.models
            cdaflow(
                "trees", "annotate", lines, "--lang", lang, "--models", models, "--output", made
            )
        return made

    def tags(self, reference: Path) -> Path:
        """Return the tags of the sources by the tagger."""
        made = self._folder / "tagged.jsonl"
        if not made.is_file():
            tagger = self._given.tagger
            cdaflow("alternatives", "tag", reference, "--tagger", tagger, "--output", made)
        return made

    def rewrite(self, way: str, reference: Path) -> Path:
        """Return the alternatives that the rewriter makes where a way says who is open."""
        made = self._folder / f"{way}.jsonl"
        banks, lexicon = WORDS[self.language]
        data: Path = self._given.data
        lists = [LISTS / f"{name}.{self.language}.tsv" for name in ("professions", "persons")]
        tags = ["--tags", self.tags(reference)] if way in ("tags", "both") else []
        cdaflow(
            *("alternatives", "rewrite", reference, "--lang", self.language, "--open-by", way),
            *("--english-trees", self.trees(reference, "source")),
            *("--target-trees", self.trees(reference, "text"), *tags),
            *("--model", self._given.model, "--determiners", "all", "--word-list", *lists),
            *("--treebank", *(data / f"ud/{bank}.conllu.gz" for bank in banks)),
            *("--lexicon", data / f"unimorph/{lexicon}.freeling.tsv.gz"),
            *("--inflection-model", self._given.inflection_model, "--output", made),
        )
        return made

    def scores(self, way: str, made: Path, reference: Path, rows: str) -> dict[str, Any]:
        """Return scores with intervals, and counts, of all, the odd or the even rows."""
        report, sentences = (made.with_suffix(f".{rows}.{end}") for end in ("json", "tsv"))
        cdaflow(
            *("score", "alternatives", made, "--reference", reference, "--lang", self.language),
            *("--rows", rows, "--system", way, "--output", report, "--sentences", sentences),
        )
        found = json.loads(report.read_text(encoding="utf-8"))
        return {name: found[name] for name in ("scores", "counts", "signature")}


def printed(way: str, rows: str, scores: dict[str, Any]) -> str:
    """Return a line of the table."""
    cells = []
    for name in SHOWN:
        score = scores.get(name) or {"value": None}
        value = score["value"]
        cells.append("-" if value is None else f"{value:.1f}")
        if value is not None and score["low"] is not None:
            cells[-1] += f" [{score['low']:.1f}, {score['high']:.1f}]"
    return f"| {way} | {rows} | {' | '.join(cells)} |"


def with_options(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return a parser with the options of a measurement."""
    parser.add_argument("--data", type=Path, required=True, help="folder of the shared data")
    parser.add_argument("--models", type=Path, required=True, help="folder of Stanza models")
    parser.add_argument("--lang", required=True)
    parser.add_argument("--model", required=True, help="agreement, of `cdaflow agreement train`")
    parser.add_argument("--inflection-model", type=Path, required=True)
    parser.add_argument("--tagger", type=Path, help="of `cdaflow alternatives train-tagger`")
    parser.add_argument("--work", type=Path, required=True, help="folder for what is made")
    return parser


def main() -> None:
    """Measure, print and write."""
    parser = with_options(argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]))
    parser.add_argument("--by", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    if arguments.lang not in PARTS:
        parser.error(f"--lang: {' or '.join(PARTS)}")
    if arguments.tagger is None and {"tags", "both"} & set(arguments.by):
        parser.error("--by tags and --by both need --tagger")
    measurement = Measurement(arguments)
    reference = measurement.reference()
    found: dict[str, Any] = {}
    if arguments.output.is_file():
        found = json.loads(arguments.output.read_text(encoding="utf-8"))
    inputs = {"reference": digest(reference), "inflection": digest(arguments.inflection_model)}
    language = found.setdefault(measurement.language, {})
    print(f"| open by | rows | {' | '.join(SHOWN.values())} |")
    print("| :-- " * 2 + "| --: " * len(SHOWN) + "|")
    for way in arguments.by:
        made = measurement.rewrite(way, reference)
        language[way] = {rows: measurement.scores(way, made, reference, rows) for rows in ROWS}
        for rows in ROWS:
            print(printed(way, rows, language[way][rows]["scores"]), flush=True)
    of_this = {**measured.provenance(), "inputs": inputs}
    found.setdefault("provenance", {})[measurement.language] = of_this
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    measured.write(arguments.output, found)


if __name__ == "__main__":
    main()
