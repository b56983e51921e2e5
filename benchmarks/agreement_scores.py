"""Score the agreement models of Zmigrod et al. (2019) on pairs of GATE, for docs/papers.md.

    python benchmarks/agreement_scores.py --data FOLDER --models FOLDER --lang es \
        --psi spanish.pt --work FOLDER

FOLDER of --data has ud/, unimorph/ and gate/; the annotators are Stanza models. BASE, and LIN and
NN trained over all tags (section 3.3) on development treebanks; with `--psi` the authors' own
table of rycolab/biasCDA. All by the method of the paper with log alpha 1, in both directions, on
the development half of GATE with two variants; `--determiners all` sets the noun's determiners
too (Naik et al. 2023, section 4.2). Forms are those of word lists, treebanks and lexicon.

Adds the scores to a file of JSON, by language, of which docs/scripts/figures.py makes a table.
What was made is in `--work`; trees and models are made once.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import measured
from alternatives_rewriting import LISTS, WORDS, cdaflow

OUTPUT = measured.ROOT / "results/published/agreement.json"

#: Language -> the treebank that ends the training.
DEV = {"es": "es_gsd-ud-test", "fr": "fr_gsd-ud-test", "it": "it_isdt-ud-test"}

#: What is kept of a report, of both directions together.
SCORES = ("precision", "recall", "f1", "accuracy", "form_accuracy")


def models(arguments: argparse.Namespace, folder: Path) -> dict[str, str]:
    """Return the models by their names in the table."""
    language, data = arguments.lang, arguments.data
    banks = [data / f"ud/{bank}.conllu.gz" for bank in WORDS[language][0]]
    names = {"BASE": "base"}
    for name, kind in (("LIN", "linear"), ("NN", "neural")):
        path = folder / f"{kind}.npz"
        if not path.is_file():
            dev = data / f"ud/{DEV[language]}.conllu.gz"
            cdaflow(
                *("agreement", "train", "--lang", language, "--parameterisation", kind),
                *("--train", *banks, "--dev", dev, "--all-tags", "--method", "paper"),
                *("--output", path),
            )
        names[name] = str(path)
    if arguments.psi:
        path = folder / "psi.npz"
        cdaflow("agreement", "import", arguments.psi, "--lang", language, "--output", path)
        names["LIN, the authors'"] = str(path)
    return names


def pairs(arguments: argparse.Namespace, folder: Path) -> Path:
    """Return the trees of the pairs."""
    path = folder / "pairs.conllu.gz"
    if not path.is_file():
        gate = arguments.data / f"gate/gate.en-{arguments.lang}.2variants.dev.tsv.gz"
        cdaflow(
            *("agreement", "pairs", "--lang", arguments.lang, "--gate", gate),
            *("--models", arguments.models, "--output", path),
        )
    return path


def score(arguments: argparse.Namespace, folder: Path, model: str) -> dict[str, Any]:
    """Return the scores of a model in both directions together, and the number of pairs."""
    language, data = arguments.lang, arguments.data
    banks, lexicon = WORDS[language]
    report = folder / "scores.json"
    cdaflow(
        *("agreement", "evaluate", "--lang", language, "--model", model, "--method", "paper"),
        *("--pairs", pairs(arguments, folder), "--determiners", arguments.determiners),
        *(
            "--word-list",
            *(LISTS / f"{name}.{language}.tsv" for name in ("professions", "persons")),
        ),
        *("--treebank", *(data / f"ud/{bank}.conllu.gz" for bank in banks)),
        *("--lexicon", data / f"unimorph/{lexicon}.freeling.tsv.gz", "--output", report),
    )
    content = json.loads(report.read_text(encoding="utf-8"))
    scores = content["directions"]["both"]["scores"]
    return {
        "pairs": content["directions"]["both"]["pairs"],
        "scores": {n: scores[n] for n in SCORES},
    }


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the shared data")
    parser.add_argument("--models", type=Path, required=True, help="folder of Stanza models")
    parser.add_argument("--lang", choices=tuple(DEV), required=True)
    parser.add_argument("--psi", type=Path, help="spanish.pt or french.pt of rycolab/biasCDA")
    parser.add_argument("--determiners", choices=("none", "all"), default="none")
    parser.add_argument("--work", type=Path, required=True, help="folder for what is made")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    folder = arguments.work / arguments.lang
    folder.mkdir(parents=True, exist_ok=True)
    content: dict[str, Any] = {}
    if arguments.output.is_file():
        content = json.loads(arguments.output.read_text(encoding="utf-8"))
    scores = {
        name: score(arguments, folder, model) for name, model in models(arguments, folder).items()
    }
    content.setdefault(arguments.lang, {})[arguments.determiners] = scores
    content.setdefault("provenance", {})[arguments.lang] = measured.provenance()
    measured.write(arguments.output, content)


if __name__ == "__main__":
    main()
