"""The original UDify, as a program of its own: CoNLL-U in, FEATS and UPOS out.

It is run by `cdaflow.trees.udify.allennlp` with the Python of another environment (Python 3.8,
allennlp 1.0.0, unofficial-udify 0.3.0), so it is written for that Python and imports nothing of
cdaflow. By hand, with a folder as `prepare` there makes it:

    python3.8 allennlp_program.py FOLDER < in.conllu > out.conllu

Sentences are read up to a line `# cdaflow: answer` (or the end), and answered together, closed
by the same line; the model stays loaded. The first line that is written is `# cdaflow: ready`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

ANSWER = "# cdaflow: answer"
READY = "# cdaflow: ready"

#: Sentences of more pieces are predicted alone: beside others of another length the original
#: takes the vectors of wrong pieces.
ALONE = 380

#: The original fails on a last window that is full: WINDOW pieces and a multiple of STRIDE.
WINDOW, STRIDE = 510, 255


#: AllenNLP finds classes by name among those of the modules that were imported.
MODULES = (
    "udify.dataset_readers.universal_dependencies",
    "udify.models.dependency_decoder",
    "udify.models.tag_decoder",
    "udify.models.udify_model",
    "udify.modules.bert_pretrained",
    "udify.modules.text_field_embedder",
    "udify.predictors.predictor",
)


def main() -> None:
    """Answer until the input ends."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", help="unpacked archive, its config.json edited for the port")
    parser.add_argument("--batch-size", type=int, default=32, help="sentences in a batch")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--device", type=int, default=-1, help="number of the GPU, -1: the CPU")
    options = parser.parse_args()
    # What libraries print goes to the standard error, so that results are all that is on stdout.
    results = os.dup(1)
    os.dup2(2, 1)
    form: Any = {"encoding": "utf-8", "errors": "surrogatepass", "newline": "\n"}
    with open(0, **form) as source, open(results, "w", **form) as output:
        predictor = load(options.folder, options.threads, options.device)
        print(READY, file=output, flush=True)
        for sentences in questions(source):
            answer(predictor, sentences, options.batch_size, output)
            print(ANSWER, file=output, flush=True)


def questions(source: TextIO) -> Iterator[list[list[str]]]:
    """Yield the words of the sentences of one batch."""
    sentences: list[list[str]] = []
    words: list[str] = []
    for raw in source:
        line = raw.rstrip("\n")
        if line == ANSWER:
            yield sentences
            sentences = []
        elif not line:
            if words:
                sentences.append(words)
            words = []
        elif not line.startswith("#"):
            name, form = line.split("\t")[:2]
            if name.isdigit():  # neither a multiword token nor an empty node
                words.append(form)
    if words:
        sentences.append(words)
    if sentences:
        yield sentences


def load(folder: str, threads: int, device: int) -> Any:
    """Return the predictor of the port of UDify over the archive in `folder`."""
    torch: Any = importlib.import_module("torch")
    torch.set_num_threads(max(1, threads))
    archival: Any = importlib.import_module("allennlp.models.archival")
    predictors: Any = importlib.import_module("allennlp.predictors.predictor")
    for name in MODULES:
        importlib.import_module(name)
    archive = archival.load_archive(folder, cuda_device=device)
    predictor = predictors.Predictor.from_archive(archive, "udify_predictor")
    # The decoders of the tasks do not depend on one another: lemmas and trees are left out.
    model = predictor._model
    model.tasks = [task for task in model.tasks if task in ("feats", "upos")]
    return predictor


def answer(predictor: Any, sentences: list[list[str]], batch_size: int, output: TextIO) -> None:
    """Predict `sentences` (lists of forms) and write them in their order."""
    reader = predictor._dataset_reader
    indexer = reader._token_indexers["bert"]
    lengths = [sum(len(indexer.wordpiece_tokenizer(word)) for word in words) for words in sentences]
    results: list[Any] = [None] * len(sentences)
    for batch in batches(lengths, batch_size):
        instances = []
        for number in batch:
            words = list(sentences[number])
            if lengths[number] > WINDOW and (lengths[number] - WINDOW) % STRIDE == 0:
                sys.stderr.write(f"sentence of {lengths[number]} pieces: one word appended\n")
                words.append(".")
            instances.append(reader.text_to_instance(words))
        for number, result in zip(batch, predictor._model.forward_on_instances(instances)):  # noqa: B905
            results[number] = result
    for words, result in zip(sentences, results):  # noqa: B905
        upos = result.get("upos") or ["_"] * len(words)
        for number, form in enumerate(words):
            tags = f"_\t{plain(upos[number])}\t_\t{plain(result['feats'][number])}"
            output.write(f"{number + 1}\t{form}\t{tags}" + "\t_" * 4 + "\n")
        output.write("\n")


def batches(lengths: list[int], size: int) -> Iterator[list[int]]:
    """Yield the numbers of the sentences of each batch, given how many pieces each has."""
    order = sorted(range(len(lengths)), key=lambda number: lengths[number])
    batch: list[int] = []
    for number in order:
        if batch and (len(batch) >= size or lengths[number] > ALONE):
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def plain(label: str) -> str:
    """Return a label, "_" for the one of what was unknown in training."""
    return "_" if label in ("@@UNKNOWN@@", "@@PADDING@@", "") else label


if __name__ == "__main__":
    main()
