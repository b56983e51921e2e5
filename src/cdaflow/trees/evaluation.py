"""Scores of annotators against gold trees, by the evaluation of the CoNLL 2018 shared task.

Zeman et al. 2018, "CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal
Dependencies", section 5. The program is the shared task's own, as the package `udtools` has it.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.progress import say
from cdaflow.trees.annotate import annotate, load_annotator
from cdaflow.trees.conllu import format_sentence, read_conllu
from cdaflow.trees.models import checksums, read_description, write_description
from cdaflow.trees.sentence import Sentence

#: What is scored, by the names of the shared task.
METRICS = ("Tokens", "Words", "UPOS", "UFeats", "Lemmas", "UAS", "LAS", "MLAS")

#: Whether the words are given, or found in the text as well.
WordSource = Literal["gold", "raw"]


@dataclass(frozen=True)
class Score:
    """How many units are right, and how many there are in the gold and in the system's trees."""

    correct: int
    gold: int
    system: int

    @property
    def f1(self) -> float:
        """The F1 in percent; 0 where there is nothing."""
        total = self.gold + self.system
        return 200 * self.correct / total if total else 0.0

    def counts(self) -> dict[str, float]:
        """Return the score as in JSON."""
        return {**asdict(self), "f1": round(self.f1, 4)}


def evaluate_trees(
    gold_trees: Iterable[Sentence],
    system_trees: Iterable[Sentence],
    *,
    gold: str | os.PathLike[str] = "gold",
    system: str | os.PathLike[str] = "system",
) -> dict[str, Score]:
    """Return the scores of trees against gold ones, by METRICS; `gold`, `system`: their files.

    Raises InputError where there are no trees, or their texts differ.
    """
    module: Any = importlib.import_module("udtools.udeval")
    loaded = []
    for name, trees in ((gold, gold_trees), (system, system_trees)):
        text = "".join(format_sentence(_basic(tree)) for tree in trees)
        if not text:
            raise InputError("treebank.empty", "the file has no trees", file=name)
        try:
            loaded.append(module.load_conllu(io.StringIO(text), str(name), {}))
        except module.UDError as error:
            raise InputError(
                "treebank.cannot-be-scored", f"the trees cannot be scored: {error}", file=name
            ) from None
    try:
        scores = module.evaluate(*loaded)
    except module.UDError as error:
        raise InputError(
            "treebank.other-text",
            f"these trees do not belong to the text of {gold}: {' '.join(str(error).split())}",
            file=system,
            hint="give trees of the same sentences in the same order",
        ) from None
    return {
        name: Score(scores[name].correct, scores[name].gold_total, scores[name].system_total)
        for name in METRICS
    }


def _basic(tree: Sentence) -> Sentence:
    """Return the basic tree alone: enhanced ones are not scored, and would have to be valid."""
    tokens = tuple(token.changed(deps="_", misc={}) for token in tree.tokens)
    return Sentence(tokens, tree.multiwords)


def evaluate_models(
    models: str | os.PathLike[str],
    language: str,
    gold: str | os.PathLike[str],
    words: Sequence[WordSource] = ("gold", "raw"),
    *,
    name: str | None = None,
    device: str = "cpu",
    threads: int = 1,
) -> dict[str, Any]:
    """Return the report on the annotator in the folder `models`: scores on a gold treebank.

    `words`: with the gold words given ("gold"), from the text of each sentence ("raw"). The
    report: language, name, the gold file with its size and checksum, and for each setting the
    counts and F1 (percent) of each metric.

    Raises InputError or ConfigError for a folder without annotator or a faulty gold file.
    """
    description = read_description(models, language)
    annotator = load_annotator(models, language, device=device, threads=threads)
    trees = list(read_conllu(gold))
    annotated: dict[str, list[Sentence]] = {}
    for setting in words:
        if setting == "raw":
            texts = ((str(number), tree.text) for number, tree in enumerate(trees, 1))
            annotated[setting] = list(annotate(texts, annotator))
        else:
            annotated[setting] = annotator.annotate_words(trees)
    scores = {
        setting: evaluate_trees(trees, predicted, gold=gold)
        for setting, predicted in annotated.items()
    }
    return _report(language, name or _name(description, Path(models)), gold, trees, scores)


def evaluate_system(
    system: str | os.PathLike[str],
    language: str,
    gold: str | os.PathLike[str],
    *,
    name: str | None = None,
) -> dict[str, Any]:
    """Return the report on a CoNLL-U file of the sentences of `gold`, whatever made it.

    It counts as made from the words where all the words are the gold ones, else from the text.
    Raises InputError as `evaluate_trees` does.
    """
    trees, predicted = list(read_conllu(gold)), list(read_conllu(system))
    same = [[t.form for t in tree.tokens] for tree in trees] == [
        [t.form for t in tree.tokens] for tree in predicted
    ]
    scores = {"gold" if same else "raw": evaluate_trees(trees, predicted, gold=gold, system=system)}
    return _report(language, name or Path(system).name, gold, trees, scores)


def _report(
    language: str,
    name: str,
    gold: str | os.PathLike[str],
    trees: Sequence[Sentence],
    scores: Mapping[str, Mapping[str, Score]],
) -> dict[str, Any]:
    return {
        "metric": "annotator",
        "language": language,
        "annotator": name,
        "gold": {
            "file": _file_name(Path(gold)),
            "sha256": digest(gold),
            "sentences": len(trees),
            "words": sum(len(tree.tokens) for tree in trees),
        },
        "signature": f"conll18|udtools:{importlib.metadata.version('udtools')}",
        "words": {
            setting: {name: score.counts() for name, score in by_metric.items()}
            for setting, by_metric in scores.items()
        },
    }


def _file_name(path: Path) -> str:
    """Return the name of a treebank file, with its folder's where it says no more than "test"."""
    return path.name if "_" in path.name else f"{path.parent.name}/{path.name}"


def note_test_scores(
    folder: str | os.PathLike[str],
    language: str,
    gold: Path,
    *,
    device: str = "cpu",
    threads: int = 1,
) -> dict[str, Any]:
    """Score trained models on gold trees with given words; note F1 (%) in their annotator.json.

    Returns its content. Raises as `evaluate_models` does.
    """
    report = evaluate_models(folder, language, gold, ["gold"], device=device, threads=threads)
    scores = {metric: round(s["f1"], 2) for metric, s in report["words"]["gold"].items()}
    description = read_description(folder, language)
    description["scores"]["test"] = scores
    description["treebanks"]["test"] = checksums([gold])
    say("test: " + ", ".join(f"{metric} {f1:.1f}" for metric, f1 in scores.items()))
    return write_description(folder, description)


def _name(description: Mapping[str, Any], folder: Path) -> str:
    if "backend" not in description:
        return folder.name
    recipe = description.get("recipe", "")
    return (
        description["backend"]
        if recipe == description["backend"]
        else f"{description['backend']} {recipe}".strip()
    )
