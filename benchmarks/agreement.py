"""Speed of the agreement model: inference over many trees, and training.

    python benchmarks/agreement.py [--sentences 20000] [--words 27] [--tags 3] [--seed 1]
        [--conllu FILE ...] [--train FILE ... --dev FILE ...] [--device cpu]

On one thread. First on random trees (sizes around --words, heads drawn as near as in treebanks):
max-product and sum-product of `cdaflow.agreement.inference` over batches that are in memory, every
word free to have any tag; beside it in the same run the same by a plain loop over trees and their
words that passes messages as small NumPy arrays. Both must find the same values. With --conllu,
also the whole way from sentences in memory: building the batches apart, and interventions on
the first noun that has a gender. With --train and --dev, training to convergence on 14,000 trees
(the sentences of the files, repeated to reach that number).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import torch

from cdaflow.agreement.batch import TreeBatch, build_batch, from_parents
from cdaflow.agreement.inference import best_assignment, log_partition
from cdaflow.agreement.intervention import InterventionRequest, intervene_all
from cdaflow.agreement.labels import Labels
from cdaflow.agreement.model import AgreementModel, base_model
from cdaflow.agreement.training import train
from cdaflow.trees import Sentence, read_conllu

#: Trees in one batch: so many that the tensor calls do not count, and still cached.
BATCH = 10000
KINDS = 15000


def best_of(work: Callable[[], object], repeat: int) -> float:
    """Return the shortest of `repeat` times in seconds of the processor: one thread works.

    So it does not count what else runs on the machine. (Waiting for a GPU is working, too.)
    """
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def random_trees(count: int, words: int, random: np.random.Generator) -> list[np.ndarray]:
    """Return the heads of trees; -1 for a root. Most heads are near, as in real sentences."""
    trees = []
    for size in random.poisson(words - 1, count) + 1:
        order = np.argsort(np.arange(size) + random.normal(0, 4, size))
        heads = np.full(size, -1)
        for place in range(1, size):
            heads[order[place]] = order[max(0, place - int(random.geometric(0.25)))]
        trees.append(heads)
    return trees


def batches_of(
    trees: Sequence[np.ndarray], edges: Sequence[np.ndarray], device: str
) -> list[TreeBatch]:
    """Return the trees in batches."""
    batches = []
    for start in range(0, len(trees), BATCH):
        part, kinds = trees[start : start + BATCH], edges[start : start + BATCH]
        starts = np.cumsum([0, *(len(tree) for tree in part)])
        shifted = [np.where(t >= 0, t + s, -1) for t, s in zip(part, starts, strict=False)]
        parent, edge = np.concatenate(shifted), np.concatenate(kinds)
        batches.append(from_parents(starts, parent, edge, device=device))
    return batches


def plain_max_product(heads: np.ndarray, edge: np.ndarray, log_psi: np.ndarray, phi: np.ndarray):
    """Return the best value of one tree and its tags, a message at a time."""
    size = len(heads)
    children: list[list[int]] = [[] for _ in range(size)]
    root = 0
    for word in range(size):
        if heads[word] < 0:
            root = word
        else:
            children[heads[word]].append(word)
    order, stack = [], [root]
    while stack:
        word = stack.pop()
        order.append(word)
        stack += children[word]
    belief = [phi[:, word].copy() for word in range(size)]
    back: list[np.ndarray | None] = [None] * size
    for word in reversed(order[1:]):
        scores = log_psi[edge[word]] + belief[word][:, None]
        back[word] = scores.argmax(0)
        belief[heads[word]] += scores.max(0)
    belief[root] += log_psi[edge[root]][:, 0]
    tags = [0] * size
    tags[root] = int(belief[root].argmax())
    for word in order[1:]:
        tags[word] = int(back[word][tags[heads[word]]])  # type: ignore[index]
    return belief[root].max(), tags


def random_part(arguments: argparse.Namespace) -> None:
    """Measure inference on random trees."""
    random = np.random.default_rng(arguments.seed)
    tags, device = arguments.tags, arguments.device
    trees = random_trees(arguments.sentences, arguments.words, random)
    # Few of the possible kinds are common, as in treebanks.
    common = random.zipf(1.5, 10 * sum(map(len, trees))) % KINDS
    edges = [random.choice(common, len(tree)) for tree in trees]
    log_psi = random.normal(size=(KINDS, tags, tags)).astype(np.float32)
    batches = batches_of(trees, edges, device)
    table = torch.tensor(log_psi, device=device)
    phis = [
        torch.tensor(random.normal(size=(tags, b.nodes)), dtype=torch.float32, device=device)
        for b in batches
    ]

    def over_all(inference: Callable[..., object]) -> Callable[[], object]:
        def work() -> list[object]:
            found = [inference(b, table, p) for b, p in zip(batches, phis, strict=True)]
            if device != "cpu":
                torch.cuda.synchronize()
            return found

        return work

    count = len(trees)
    fast = best_of(over_all(best_assignment), arguments.repeat)
    print(f"max-product: {count / fast:,.0f} sentences/s ({count} of {arguments.words} words)")
    total = best_of(over_all(log_partition), arguments.repeat)
    print(f"sum-product, log Z: {count / total:,.0f} sentences/s")
    some = min(count, 2000)
    phi = batches[0].by_word(phis[0]).cpu().numpy()
    starts = batches[0].starts
    apart = [(trees[i], edges[i], log_psi, phi[:, starts[i] : starts[i + 1]]) for i in range(some)]
    found = []

    def plain() -> None:
        found[:] = [plain_max_product(*tree)[0] for tree in apart]

    slow = best_of(plain, 3)
    print(f"plain loop, max-product: {some / slow:,.0f} sentences/s")
    print(f"ratio: {(count / fast) / (some / slow):,.0f}")
    _, best = best_assignment(batches[0], table, phis[0])
    np.testing.assert_allclose(best.cpu().numpy()[:some], found, rtol=1e-4)


def repeated(paths: Sequence[Path], count: int) -> list[Sentence]:
    """Return `count` sentences of CoNLL-U files, repeated as needed."""
    read = [sentence for path in paths for sentence in read_conllu(path)]
    return list(islice(cycle(read), count))


def whole_way(arguments: argparse.Namespace) -> None:
    """Measure from sentences to changes."""
    start = time.perf_counter()
    sentences = repeated(arguments.conllu, arguments.sentences)
    print(f"reading: {time.perf_counter() - start:.1f} s for {len(sentences)} sentences")
    labels = Labels()

    def build() -> None:
        for first in range(0, len(sentences), BATCH):
            build_batch(sentences[first : first + BATCH], labels)

    print(f"building batches: {len(sentences) / best_of(build, 3):,.0f} sentences/s")
    other = {"Masc": "Fem", "Fem": "Masc"}
    asked = []
    for sentence in sentences:
        nouns = [t for t in sentence.tokens if t.upos == "NOUN" and t.feats.get("Gender") in other]
        genders = {t.id: other[t.feats["Gender"]] for t in nouns[:1]}
        asked.append(InterventionRequest(sentence, genders))
    models: list[AgreementModel] = [base_model("es")]
    for model in models:
        time_of = best_of(lambda: intervene_all(asked, model), 3)  # noqa: B023
        print(f"interventions, {model.name}: {len(sentences) / time_of:,.0f} sentences/s in all")


def training_part(arguments: argparse.Namespace) -> None:
    """Measure training to convergence."""
    sentences = repeated(arguments.train, 14000)
    dev = [sentence for path in arguments.dev for sentence in read_conllu(path)]
    for name in ("linear", "neural"):
        start, cpu = time.perf_counter(), time.process_time()
        model = train(name, sentences, dev, language="und")
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        facts = model.facts
        print(
            f"training, {name}: {wall:.1f} s ({cpu:.1f} s of processor), {facts['epochs']} epochs, "
            f"converged: {facts['converged']}, dev {min(facts['dev_bits_per_free_word']):.4f} bits"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=20000)
    parser.add_argument("--words", type=int, default=27)
    parser.add_argument("--tags", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--conllu", type=Path, nargs="+", default=[])
    parser.add_argument("--train", type=Path, nargs="+", default=[])
    parser.add_argument("--dev", type=Path, nargs="+", default=[])
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    random_part(arguments)
    if arguments.conllu:
        whole_way(arguments)
    if arguments.train and arguments.dev:
        training_part(arguments)


if __name__ == "__main__":
    main()
