"""Sentences with gender alternatives to read, for docs/errors.md and tests/data.

    python benchmarks/alternatives_shown.py --data FOLDER --models FOLDER --lang fr --model fr.npz \
        --inflection-model fr.npz --tagger TAGGER --work FOLDER --seed 18 > sheet.tsv

The all-masculine translations of GATE (`gate2`, `gate4`: two and four variants; development half,
odd rows) and, but for Spanish, those of MT-GenEval's contexts (dev, odd rows; English without the
sentence before it) get alternatives, open by rules and tagger together. Of the sentences that are
shown with some, 100 are drawn: set, row, source, translation with its structures, and the
English words of the people these go with. Verdict and kind are for the reader.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from alternatives_rewriting import Measurement, with_options

from cdaflow.alternatives.structures import marked, read_alternatives

#: Language -> how many sentences of each set are drawn.
DRAWN = {
    "es": {"gate2": 70, "gate4": 30},
    "fr": {"gate2": 55, "gate4": 25, "geneval": 20},
    "it": {"gate2": 55, "gate4": 25, "geneval": 20},
}


def odd_rows(data: Path, name: str, language: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, source and all-masculine translation of the odd rows of a set."""
    if name == "geneval":
        stem = str(data / "mt-geneval/context/geneval-context-wikiprofessions")
        sources = Path(f"{stem}-2to1-dev.en_{language}.en").read_text(encoding="utf-8")
        targets = Path(f"{stem}-original-dev.en_{language}.{language}").read_text(encoding="utf-8")
        rows = zip(sources.splitlines(), targets.splitlines(), strict=True)
        texts = [(source.split("<sep>")[-1].strip(), target.strip()) for source, target in rows]
    else:
        path = data / f"gate/gate.en-{language}.{name[-1]}variants.dev.tsv.gz"
        column = {"gate2": "m", "gate4": "mm"}[name]
        with gzip.open(path, "rt", encoding="utf-8", newline="") as handle:
            rows = csv.DictReader(handle, delimiter="\t")
            texts = [(row["source"], row[column]) for row in rows]
    for number, (source, target) in enumerate(texts, 1):
        if number % 2:
            yield number, source, target


def main() -> None:
    """Rewrite the sets, and print the sentences that are drawn."""
    parser = with_options(argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]))
    parser.add_argument("--seed", type=int, default=18)
    arguments = parser.parse_args()
    random_choice = random.Random(arguments.seed)
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    writer.writerow(("lang", "seed", "set", "row", "verdict", "kind", "source", "shown", "people"))
    work: Path = arguments.work
    for name, number in DRAWN[arguments.lang].items():
        arguments.work = work / name
        measurement = Measurement(arguments)
        rows = list(odd_rows(arguments.data, name, arguments.lang))
        reference = arguments.work / arguments.lang / "reference.jsonl"
        texts = [{"source": s, "text": t, "structures": [], "entities": None} for _, s, t in rows]
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in texts)
        reference.write_text("".join(lines), encoding="utf-8")
        made = read_alternatives(measurement.rewrite("both", reference))
        shown = [(row[0], one) for row, one in zip(rows, made, strict=True) if one.structures]
        print(f"{name}: {len(shown)} of {len(rows)} shown", file=sys.stderr)
        for row, one in sorted(random_choice.sample(shown, number), key=lambda item: item[0]):
            heads = [one.source[each.start : each.end] for each in one.entities or ()]
            people = (",".join(heads[n] for n in each.entities) for each in one.structures)
            cells = (arguments.lang, arguments.seed, name, row, "", "", one.source, marked(one))
            writer.writerow((*cells, "; ".join(people)))


if __name__ == "__main__":
    main()
