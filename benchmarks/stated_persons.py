"""How many persons whose gender the English states are rewritten in the other, on real pairs.

    python benchmarks/stated_persons.py --data FOLDER --models FOLDER --lang es --work FOLDER

FOLDER is that of the shared data. Of Tatoeba's pairs with one profession and gendered pronouns of
one gender those count whose pronouns the guard's rules all give to the profession, and whose
translation shows that gender at its noun: `rewrite` to the other gender must leave this noun and
its determiner alone. `--number` of them are sampled with seed 2026 (0: all).

Prints the counts; `--work` has the trees, made once, and LANG.tsv: what was rewritten, as
[old|new], `turned` where the noun or its determiner is among the changes, for reading.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import measured
from flip_persons import changes

from cdaflow.cli.counterfactual import Guard, open_generator
from cdaflow.cli.intervention import AgreementLexicon, Method
from cdaflow.cli.options import EnglishLists
from cdaflow.cli.rewriting import Swap, open_rewriter
from cdaflow.counterfactual.candidates import Candidate, read_candidates
from cdaflow.counterfactual.guard import pronoun_queries
from cdaflow.counterfactual.target_noun import TargetNoun, locate_nouns, noun_finder
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import read_conllu
from cdaflow.wordlists.english_lists import OPPOSITE

LISTS = measured.ROOT / "config" / "wordlists"

#: Language -> treebanks that the words are from, lexicon.
WORDS = {
    "es": (("es_gsd-ud-dev", "es_ancora-ud-dev"), "spa"),
    "fr": (("fr_sequoia-ud-train", "fr_gsd-ud-dev"), "fra"),
    "it": (("it_partut-ud-train", "it_isdt-ud-dev", "it_vit-ud-dev"), "ita"),
}

SEED = 2026

#: A pair, its noun, and the characters of the noun and its determiners in the text of the tree.
Stated = tuple[Candidate, TargetNoun, list[tuple[int, int]]]


def cdaflow_command(*words: object) -> None:
    """Run a command of cdaflow."""
    command = [sys.executable, "-m", "cdaflow", *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def prepared(arguments: argparse.Namespace) -> tuple[Path, Path, Path]:
    """Return the selected pairs and the trees of both sides."""
    folder, language = arguments.work, arguments.lang
    folder.mkdir(parents=True, exist_ok=True)
    pairs = folder / f"{language}.parquet"
    sides = [arguments.data / f"parallel/tatoeba.en-{language}.{s}.gz" for s in ("en", language)]
    if not pairs.is_file():
        form = ("--max-pronouns", 3, "--no-capital", "--no-punctuation")
        cdaflow_command("select", "gendered", *sides, "--output", pairs, *form)
    trees = []
    for column, code in (("source", "en"), ("target", language)):
        trees.append(folder / f"{language}.{column}.conllu.gz")
        if not trees[-1].is_file():
            how = ("--column", column, "--lang", code, "--models", arguments.models)
            cdaflow_command("trees", "annotate", pairs, *how, "--output", trees[-1])
    return pairs, trees[0], trees[1]


def stated(arguments: argparse.Namespace, lexicon: AgreementLexicon) -> Iterator[Stated]:
    """Yield the pairs of which the guard's rules know that the profession is the pronouns'."""
    pairs, english, target = prepared(arguments)
    generator = open_generator(
        arguments.lang, "base", Guard("repair"), Swap(), Method(determiners="all"), lexicon
    )
    resolver, pronouns = generator.guard.resolver, generator.guard.pronouns
    assert resolver is not None  # noqa: S101
    assert pronouns is not None  # noqa: S101
    finder = noun_finder(generator.professions, generator.words)
    batches = read_candidates([str(pairs)], read_conllu(english), read_conllu(target))
    for _, candidates in batches:
        nouns = locate_nouns(candidates, finder, generator.pipeline, generator.words)
        for candidate, noun in zip(candidates, nouns, strict=True):
            queries = pronoun_queries(candidate, pronouns)
            if not isinstance(noun, TargetNoun) or not noun.is_shown:
                continue
            if noun.gender != candidate.gender or not queries:
                continue
            if all(decision.same for decision in resolver.resolve(queries)):
                ids = {noun.id, *(c.id for c in noun.tree.children(noun.id) if c.upos == "DET")}
                spans = word_spans(noun.tree, noun.tree.text)
                shown = [(word.start, word.end) for word in spans if word.token.id in ids]
                yield candidate, noun, shown


def is_turned(old: str, new: str, shown: list[tuple[int, int]]) -> bool:
    """Whether a rewrite changes one of the words at some characters of the old text."""
    words = list(re.finditer(r"\w+|\W", old))
    pieces = [word.group() for word in words], re.findall(r"\w+|\W", new)
    operations = SequenceMatcher(None, *pieces, autojunk=False).get_opcodes()
    return any(
        words[n].start() < end and start < words[n].end()
        for kind, low, high, _, _ in operations
        if kind != "equal"
        for n in range(low, high)
        for start, end in shown
    )


def main() -> None:
    """Measure, and write what was rewritten."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the shared data")
    parser.add_argument("--models", type=Path, required=True, help="folder of Stanza models")
    parser.add_argument("--lang", choices=WORDS, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for what is made")
    parser.add_argument("--number", type=int, default=0)
    arguments = parser.parse_args()
    language, (banks, stem) = arguments.lang, WORDS[arguments.lang]
    lexicon = AgreementLexicon(
        word_list=[LISTS / f"{name}.{language}.tsv" for name in ("professions", "persons")],
        treebank=[arguments.data / f"ud/{bank}.conllu.gz" for bank in banks],
        lexicon=[arguments.data / f"unimorph/{stem}.freeling.tsv.gz"],
    )
    found = list(stated(arguments, lexicon))
    if arguments.number:
        found = random.Random(SEED).sample(found, min(arguments.number, len(found)))
    rewriter = open_rewriter(language, "base", EnglishLists(), Method(determiners="all"), lexicon)
    rows = []
    for gender in OPPOSITE:
        of_gender = [row for row in found if row[0].gender == gender]
        offered = rewriter.rewrite(
            [row[0].tree for row in of_gender],
            [row[0].english for row in of_gender],
            OPPOSITE[gender],
        )
        for (candidate, noun, shown), offer in zip(of_gender, offered, strict=True):
            old = noun.tree.text
            turned = bool(offer.text) and is_turned(old, offer.text, shown)
            text = changes(old, offer.text) if offer.text else ""
            verdict = "turned" if turned else "other" if offer.text else offer.cause
            rows.append((str(candidate.id), gender, verdict, candidate.source, old, text))
    columns = ("id", "gender", "verdict", "source", "target", "rewritten")
    write_lines(arguments.work / f"{language}.tsv", tsv_lines(columns, rows))
    count = sum(row[2] == "turned" for row in rows)
    others = sum(row[2] == "other" for row in rows)
    print(
        f"{language}: {len(rows)} pairs, {count} in the other gender, {others} rewritten elsewhere"
    )


if __name__ == "__main__":
    main()
