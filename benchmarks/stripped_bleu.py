"""BLEU of students' stripped translations against the right text that is nearest to each.

    python benchmarks/stripped_bleu.py --results results/alternatives --lang es fr it

takes what `make replicate-alternatives` has made, and writes results/published/stripped_bleu.json
for docs/alternatives.md. A translation without structures has to choose a gender for whoever is
open, and the embedded corpus's own text chose by its stereotypes: against it alone, a translator
that knows no stereotype is wrong in half of the sentences. So each translation is scored against

- the corpus's own text (as in results/tables/bleu.csv);
- of the corpus's own text and the texts for all combinations of genders (Garg et al. 2024, section
  2: all of them are right), that with which its own sentence BLEU is highest;
- of the sentences of which there is one right text alone, that text.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import measured

from cdaflow.alternatives.structures import Alternatives, read_alternatives
from cdaflow.io.files import read_json, read_lines, write_json
from cdaflow.io.parquet import read_texts
from cdaflow.statistics.sacre import metrics_for

OUTPUT = measured.ROOT / "results/published/stripped_bleu.json"
TESTSET = "demo"


def right_texts(item: Alternatives, own: str) -> list[str]:
    """Return the right translations of a sentence, each once; `own`: that of the corpus."""
    return list(dict.fromkeys([own, *(text for _, text in item.texts())]))


def scores(texts: list[str], right: list[list[str]], language: str) -> dict[str, float]:
    """Return BLEU (0 to 100) of translations: own, nearest, of one text alone.

    `right`: the right texts of each, the corpus's own first.
    """
    bleu = metrics_for(language)["bleu"]
    by_sentence = type(bleu)(trg_lang=language, effective_order=True)

    def nearest(text: str, among: list[str]) -> str:
        return max(among, key=lambda one: by_sentence.sentence_score(text, [one]).score)

    alone = [n for n, among in enumerate(right) if len(among) == 1]
    references = {
        "own": [among[0] for among in right],
        "nearest": [nearest(text, among) for text, among in zip(texts, right, strict=True)],
    }
    found = {name: bleu.corpus_score(texts, [lines]).score for name, lines in references.items()}
    found["alone"] = bleu.corpus_score(
        [texts[n] for n in alone], [[right[n][0] for n in alone]]
    ).score
    return found | {"sentences": len(texts), "sentences_alone": len(alone)}


def trainings(results: Path, language: str) -> Iterator[tuple[str, int, Path]]:
    """Yield each training of the students: system, number, translations of the test set."""
    students = read_json(results / "config.json")["alternatives"]["students"]
    for system in students:
        for path in sorted(results.glob(f"translations/{language}/{system}*/{TESTSET}.txt")):
            name, _, number = path.parent.name.partition(".")
            if name == system:
                yield system, int(number or 1), path


def measure(results: Path, language: str) -> Iterator[dict[str, object]]:
    """Yield the scores of each training, printed as they come."""
    items = {
        item.source: item
        for item in read_alternatives(results / f"demo/alternatives/{language}/test.jsonl.gz")
    }
    corpus = results / f"corpora/{language}/test-{TESTSET}.parquet"
    pairs = read_texts(corpus)
    right = [right_texts(items[source], target) for source, target in pairs]
    for system, training, path in trainings(results, language):
        found = scores(list(read_lines(path)), right, language)
        print(language, system, training, {name: round(found[name], 1) for name in found})
        yield {"language": language, "system": system, "training": training, **found}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--lang", nargs="+", required=True)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    rows = [row for language in arguments.lang for row in measure(arguments.results, language)]
    write_json(arguments.output, {"provenance": measured.provenance(), "rows": rows})


if __name__ == "__main__":
    main()
