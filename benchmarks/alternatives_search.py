"""Compare the search of lattices with exhaustive search, for docs/alternatives.md.

    python benchmarks/alternatives_search.py --results results/alternatives --lang es

takes what `make alternatives` has made: test set, trees, treebank, inflection model and the
trainings of the system `tagged`. Every sentence with open people is searched for men and for women.
Printed for each training: how many searches are exact, scores of one, processor seconds, in how
many the text is that of exhaustive search (of the first `--cases`, and of those with the largest
lattices), and that of a beam that does not go back.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from cdaflow.alternatives.inflections import Inflections, inflected_pairs
from cdaflow.alternatives.lattice_making import PrefixScorer
from cdaflow.alternatives.lattice_search import best_texts, exhaustive
from cdaflow.alternatives.structures import GENDERS, read_alternatives
from cdaflow.alternatives.tagged_text import tag_source
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import read_entries
from cdaflow.inflection.transducer.model import load_transducer
from cdaflow.languages import get
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
from cdaflow.nmt.model import load_model
from cdaflow.trees import read_conllu

LISTS = Path(__file__).parents[1] / "config" / "wordlists"

#: No lattice of the demo has as many texts.
MOST = 100_000


def main() -> None:
    """Print one line for each training."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--lang", required=True)
    parser.add_argument("--cases", type=int, default=200)
    args = parser.parse_args()
    demo, code = args.results / "demo", args.lang
    lexicon = Lexicon(
        read_entries(
            word_lists=[LISTS / f"{kind}.{code}.tsv" for kind in ("professions", "persons")],
            treebanks=[demo / "treebanks" / code / "train.conllu.gz"],
            language=get(code),
        )
    )
    model = load_transducer(args.results / "inflection" / code / "tiny.npz", code)
    inflector = Inflector(code, lexicon, model)
    inflections = Inflections(code, lexicon)
    folder = demo / "alternatives" / code
    items = read_alternatives(folder / "test.jsonl.gz")
    known, cases = 0, []
    for item, tree in zip(items, read_conllu(folder / "test.conllu.gz"), strict=True):
        if not item.open:
            continue
        words = inflections.with_pairs(inflected_pairs(inflector, [tree]))
        lattice = words.lattice(item.text)
        known += lattice.accepts(item.feminine)
        for gender in GENDERS:
            genders = dict.fromkeys(item.open, gender)
            cases.append((tag_source(item.source, item.entities or (), genders), lattice))
    print(f"{len(cases)} searches; the text with women is in {known} of {len(cases) // 2} lattices")
    largest = sorted(range(len(cases)), key=lambda n: -cases[n][1].paths)[: args.cases]
    for path in sorted((args.results / "models" / code).glob("tagged*")):
        scorer = PrefixScorer(load_model(path), CTranslate2Decoder())
        start = time.process_time()
        found = best_texts(cases, scorer, limit=MOST)
        seconds = time.process_time() - start
        texts = [each.text if each else "" for each in found]
        parts = [
            f"exact {sum(bool(each and each.exact) for each in found)}",
            f"scores {sum(each.scored if each else 0 for each in found) / len(found):.1f}",
            f"{seconds:.1f} s",
        ]
        for name, chosen in (("first", range(args.cases)), ("largest", largest)):
            whole = exhaustive([cases[n] for n in chosen], scorer, limit=MOST)
            same = sum(
                each is not None and each.text == texts[n]
                for n, each in zip(chosen, whole, strict=True)
            )
            parts.append(f"{name} {args.cases}: same {same}")
        beam = best_texts(cases, scorer, limit=1)
        pairs = zip(beam, texts, strict=True)
        same = sum(each is not None and each.text == one for each, one in pairs)
        print(f"{path.name}: {', '.join(parts)}, beam alone: same {same}")


if __name__ == "__main__":
    main()
