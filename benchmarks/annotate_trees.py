"""Time of `cdaflow trees annotate` with Stanza, beside Stanza's own pipeline, in one run.

    python benchmarks/annotate_trees.py --models FOLDER --lang es --text FILE [--sentences 2000]

FILE has a sentence a line (.gz too); some are taken evenly from it. On one thread, with loaded
models: Stanza's plain `nlp(text)`, one sentence at a time, and its `bulk_process` of all sentences,
which write nothing; cdaflow from the file to a file of trees, with an empty store; the same again
from the store. The trees must be those of `nlp(text)` word for word. Printed: seconds, sentences a
second and the ratios to both; then the time of the command from the store, with the start of
Python. Ends with status 1 where the trees differ.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

from cdaflow.io.files import read_lines, write_lines
from cdaflow.trees import read_conllu
from cdaflow.trees.annotate import Annotator, annotate_blocks, load_annotator
from cdaflow.trees.files import read_inputs
from cdaflow.trees.sentence import pack
from cdaflow.trees.stanza.pipeline import open_pipeline
from cdaflow.trees.store import Store


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return seconds and result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def run(text: Path, output: Path, annotator: Annotator, store: Path) -> None:
    """Annotate a file with a store, as the command does."""
    with output.open("w", encoding="utf-8") as handle:
        handle.writelines(annotate_blocks(read_inputs(text), annotator, store=Store(store)))


def features(feats: str | None) -> set[str]:
    """Return features without an order: Stanza sorts capitals first, UD does not."""
    return set((feats or "_").split("|"))


def different(documents: list[Any], output: Path) -> int:
    """Return how many trees of the file are not those of Stanza."""
    count = 0
    for document, tree in zip(documents, read_conllu(output), strict=True):
        words = [word for sentence in document.sentences for word in sentence.words]
        theirs = [
            (w.text, w.lemma or "_", w.upos, w.xpos or "_", features(w.feats), w.head, w.deprel)
            for w in words
        ]
        ours = [
            (t.form, t.lemma, t.upos, t.xpos, features(pack(t.feats)), t.head, t.deprel)
            for t in tree.tokens
        ]
        count += len(document.sentences) != 1 or theirs != ours
    return count


def main() -> int:
    """Measure, print and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--lang", required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=2000)
    arguments = parser.parse_args()
    lines = [line for line in read_lines(arguments.text) if line.strip()]
    count = min(arguments.sentences, len(lines))
    texts = [lines[place * len(lines) // count] for place in range(count)]
    print(f"{count} lines, {len(set(texts))} of them different,", end=" ")
    print(f"{sum(len(text.split()) for text in texts) / count:.1f} words each")

    plain = open_pipeline(arguments.models, arguments.lang, "cpu", 1)
    annotator = load_annotator(arguments.models, arguments.lang)
    for text in texts[:5]:  # what is set up at the first call is not measured
        plain(text)
        annotator.annotate([text])
    annotator = load_annotator(arguments.models, arguments.lang)
    annotator.annotate(texts[:1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_lines(folder / "text", texts)
        files = folder / "text", folder / "first.conllu", folder / "second.conllu"
        usual, documents = timed(lambda: [plain(text) for text in texts])
        bulk, _ = timed(lambda: plain.bulk_process(texts))
        first, _ = timed(lambda: run(files[0], files[1], annotator, folder / "store"))
        second, _ = timed(lambda: run(files[0], files[2], annotator, folder / "store"))
        command = [sys.executable, "-m", "cdaflow", "trees", "annotate", "--lang", arguments.lang]
        command += ["--models", str(arguments.models), "--store", str(folder / "store")]
        command += ["--output", str(folder / "third.conllu"), str(folder / "text")]
        whole, _ = timed(lambda: subprocess.run(command, check=True, capture_output=True))
        for what, seconds in (
            ("Stanza, one sentence at a time", usual),
            ("Stanza, bulk_process", bulk),
            ("cdaflow, empty store", first),
            ("cdaflow, from the store", second),
            ("the command, from the store", whole),
        ):
            print(f"{what:32}{seconds:8.2f} s {count / seconds:8.0f} /s", end=" ")
            print(f"{usual / seconds:8.1f} x one by one {bulk / seconds:8.1f} x bulk")
        wrong = different(documents, files[1])
        same = files[1].read_bytes() == files[2].read_bytes()
        same = same and (folder / "third.conllu").read_bytes() == files[1].read_bytes()
    print(f"trees that differ from Stanza's: {wrong}; runs alike: {'yes' if same else 'no'}")
    return 0 if wrong == 0 and same else 1


if __name__ == "__main__":
    sys.exit(main())
