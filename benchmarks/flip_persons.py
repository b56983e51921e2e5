"""Persons of a treebank in the other gender, to be read: what is made of a new language.

    python benchmarks/flip_persons.py --lang pt --model pt.linear.npz --word-list FILE ...
        [--lexicon FILE ...] [--treebank FILE ...] [--seed 1] [--number 50] TREES ...

Of the nouns of the word lists in the trees, without a name beside them, `--number` are sampled at
random, of those whose sentence changes. Each row: seed, row (sent_id and word), the sentence with
its changes as [old|new]. What was doubtful and so is not rewritten is counted by its reason.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from cdaflow.agreement.intervention import InterventionRequest
from cdaflow.agreement.model import load_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import read_entries
from cdaflow.trees import Sentence, read_conllu
from cdaflow.wordlists.rows import read_person_rows

OTHER = {"Masc": "Fem", "Fem": "Masc"}
_PIECE = re.compile(r"\w+|\W")


def persons(sentence: Sentence, forms: set[str]) -> Iterator[int]:
    """Yield the ids of listed nouns with a gender and no name beside them."""
    for token in sentence.tokens:
        if token.upos != "NOUN" or token.form.lower() not in forms or "Gender" not in token.feats:
            continue
        beside = sentence.tokens[max(token.id - 2, 0) : token.id + 1]
        said = [
            child
            for child in sentence.children(token.id)
            if child.deprel.split(":")[0] in ("appos", "flat", "nsubj")
        ]
        if all(word.upos != "PROPN" for word in (*beside, *said)):
            yield token.id


def changes(old: str, new: str) -> str:
    """Return the new text with its changes as [old|new]."""
    one, other = _PIECE.findall(old), _PIECE.findall(new)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return "".join(
        "".join(one[a:b]) if kind == "equal" else f"[{''.join(one[a:b])}|{''.join(other[c:d])}]"
        for kind, a, b, c, d in matcher.get_opcodes()
    )


def main() -> None:
    """Print the sample, and how many sentences change, are doubtful, and why."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--lang", required=True)
    parser.add_argument("--model", required=True, type=Path)
    for name in ("word-list", "lexicon", "treebank"):
        parser.add_argument(f"--{name}", nargs="+", type=Path, default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=50)
    arguments = parser.parse_args()
    forms = {
        form
        for path in arguments.word_list
        for row in read_person_rows(path)
        if not row.note.fixed
        for form in row.forms.values()
        if form and " " not in form
    }
    found = [
        (sentence, noun)
        for path in arguments.trees
        for sentence in read_conllu(path)
        for noun in persons(sentence, forms)
    ]
    random.Random(arguments.seed).shuffle(found)
    entries = read_entries(arguments.treebank, arguments.lexicon, arguments.word_list)
    words = SentenceInflector(Inflector(arguments.lang, Lexicon(entries)))
    model = load_model(arguments.model)
    pipeline = InterventionPipeline(model, words=words, determiners="all")
    requests = [
        InterventionRequest(sentence, {noun: OTHER[sentence.tokens[noun - 1].feats["Gender"]]})
        for sentence, noun in found
    ]
    results = pipeline.intervene(requests)
    realised = words.realise([r.sentence for r in results], [r.changes for r in results])
    reasons: Counter[str] = Counter()
    changed = []
    for (sentence, noun), result in zip(found, realised, strict=True):
        if result.doubts:
            reasons[" ".join(next(iter(result.doubts.values())).split()[-4:])] += 1
        elif result.sentence.text != sentence.text:
            text = changes(sentence.text, result.sentence.text)
            changed.append(f"{arguments.seed}\t{sentence.sent_id}:{noun}\t{text}")
    print("seed\trow\ttext", *changed[: arguments.number], sep="\n")
    kinds = ", ".join(f"{number} {reason}" for reason, number in reasons.most_common())
    print(f"# {len(found)} nouns, {len(changed)} sentences changed, doubtful: {kinds}")


if __name__ == "__main__":
    main()
