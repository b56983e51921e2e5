"""The tables of annotators, of agreement, of inflection and of counterfactuals, against gold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from os import PathLike
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_json
from cdaflow.statistics.estimates import Estimate, rate
from cdaflow.tables import EVALUATIONS
from cdaflow.tables.inputs import Paths, expected, labelled
from cdaflow.tables.table import Layout, Table, count, estimate, label
from cdaflow.tables.text import (
    GENDERS,
    GUARDS,
    causes_cell,
    estimate_cells,
    number,
    order,
    words_cell,
)

#: A row of a CSV; what is absent is empty.
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Evaluation(Layout):
    """A kind of table of the files of one command; read: returns their rows."""

    read: Callable[[Paths], Sequence[Row]]

    def of(self, paths: Paths) -> Table:
        """Return the table of files; InputError where one is not what the command writes."""
        return self.table(self.read(paths))


def evaluation(name: str) -> Evaluation:
    """Return the kind of table of a name in EVALUATIONS."""
    module, _, attribute = EVALUATIONS[name].where.partition(":")
    evaluation: Evaluation = getattr(import_module(module), attribute)
    return evaluation


def read_evaluations(
    paths: Paths,
    metric: str,
    what: str,
    command: str,
    rows: Callable[[Mapping[str, Any]], Iterable[Row]],
) -> list[Row]:
    """Return the rows of files of a metric; InputError where one is not what `command` wrote."""
    hint = f"give files that `cdaflow {command}` wrote"
    all_rows: list[Row] = []
    for path in paths:
        report = read_json(path)
        with expected(f"no score file of {what}", path, hint):
            if report["metric"] != metric:
                raise InputError(
                    "score-file.other-metric",
                    f"these are scores of `{report['metric']}`",
                    file=path,
                    hint=hint,
                )
            all_rows += rows(report)
    return all_rows


#: Metric of the CoNLL 2018 evaluation -> its column, and what it counts.
_CONLL = {
    "Tokens": (
        "tokens",
        "F1 of the tokens as written, 0 to 100; higher is better, here and in the others",
    ),
    "Words": ("words", "F1 of the syntactic words, multiword tokens split"),
    "UPOS": ("upos", "F1 of words with the right part of speech"),
    "UFeats": ("ufeats", "F1 of words with all universal features right"),
    "Lemmas": ("lemmas", "F1 of words with the right lemma"),
    "UAS": ("uas", "F1 of words with the right head"),
    "LAS": ("las", "F1 of words with the right head and relation"),
    "MLAS": (
        "mlas",
        "F1 of content words with head, relation, part of speech, features and function words "
        "right",
    ),
}


#: Setting of an evaluation -> what the annotator was given.
_GIVEN = {"gold": "words", "raw": "text"}


def _annotator(report: Mapping[str, Any]) -> list[Row]:
    records = []
    for setting in (name for name in _GIVEN if name in report["words"]):
        counts = {
            metric: {
                **{name: int(part[name]) for name in ("correct", "gold", "system")},
                "f1": float(part["f1"]),
            }
            for metric, part in ((m, report["words"][setting][m]) for m in _CONLL)
        }
        cells = {
            "language": report["language"],
            "annotator": report["annotator"],
            "gold": report["gold"]["file"],
            "given": _GIVEN[setting],
            "sentences": int(report["gold"]["sentences"]),
            "mlas_gold": counts["MLAS"]["gold"],
            "mlas_system": counts["MLAS"]["system"],
            "signature": report["signature"],
        }
        for metric, (column, _) in _CONLL.items():
            cells[column] = number(counts[metric]["f1"])
            cells[f"{column}_correct"] = counts[metric]["correct"]
        for metric, column in (("Tokens", "tokens"), ("Words", "words")):
            cells |= {f"{side}_{column}": counts[metric][side] for side in ("gold", "system")}
        records.append(cells)
    return records


ANNOTATORS = Evaluation(
    "Annotators: agreement with gold trees (CoNLL 2018 evaluation)",
    (
        label("language", "Language"),
        label("annotator", "Annotator"),
        label("gold", "Gold trees"),
        label("given", "Given", "what was annotated: the gold words, or each sentence's text"),
        count("sentences"),
        *(count(column, metric, legend) for metric, (column, legend) in _CONLL.items()),
        count("gold_tokens"),
        count("system_tokens"),
        count("gold_words", "N", "syntactic words in the gold trees"),
        count("system_words"),
        *(count(f"{column}_correct") for column, _ in _CONLL.values()),
        count("mlas_gold"),
        count("mlas_system"),
        label("signature"),
    ),
    visible=(
        "language",
        "annotator",
        "gold",
        "given",
        *(c for c, _ in _CONLL.values()),
        "gold_words",
    ),
    signatures={"CoNLL 2018": "signature"},
    labels=("language", "annotator", "given"),
    read=partial(
        read_evaluations,
        metric="annotator",
        what="an annotator",
        command="trees evaluate",
        rows=_annotator,
    ),
)


#: Scores of agreement -> header and legend, "" for those in the CSV alone.
_AGREEMENT = {
    "precision": ("Precision", "share of the changed words that must change; higher is better, "
                  "here and in the others"),
    "recall": ("Recall", "share of the words that must change that are changed"),
    "f1": ("F1", "harmonic mean of precision and recall"),
    "accuracy": ("Accuracy", "share of the words with a gender whose tag is right"),
    "form_accuracy": ("Forms", "share of the same words whose form is right"),
    "changed_form_accuracy": ("", ""),
    "precision_strict": ("", ""),
    "f1_strict": ("", ""),
}  # fmt: skip


_AGREEMENT_COUNTS = ("words", "must_change", "right", "over", "hidden", "missed", "right_forms")


def read_agreement(paths: Paths) -> list[Row]:
    """Return the rows of files of `cdaflow agreement evaluate`.

    By language and test set, each direction with all models. Raises InputError where a file is
    none.
    """
    rows = read_evaluations(paths, "agreement", "agreement", "agreement evaluate", _agreement)
    for column in ("to", "testset", "language"):
        values = order(record[column] for record in rows)
        rows.sort(key=lambda record: values.index(record[column]))
    return rows


AGREEMENT = Evaluation(
    "Agreement: words that change with a noun (per cent; the noun itself left out)",
    (
        label("language", "Language"),
        label("testset", "Pairs"),
        label("to", "To", "the gender that is set; both: the two directions together"),
        label(
            "system", "Model", "base: rules of the language; linear, neural: Zmigrod et al. 2019"
        ),
        label("method", "Method", "paper: the model alone; full: with the rules around it"),
        label("log_alpha"),
        count("pairs", "N", "pairs of sentences"),
        *(estimate(name, *texts) for name, texts in _AGREEMENT.items()),
        count("words"),
        count("must_change", "Must change", "words that must change, the noun left out"),
        *map(count, ("right", "over", "hidden", "missed", "right_forms", "pairs_read")),
        count("trained", "Trained on", "sentences of the treebanks that the model is learned from"),
        label("signature"),
    ),
    visible=(
        "language",
        "testset",
        "to",
        "system",
        "method",
        *_AGREEMENT,
        "must_change",
        "pairs",
        "trained",
    ),
    signatures={"Agreement": "signature"},
    labels=("language", "testset", "to", "system", "method"),
    read=read_agreement,
)


def _agreement(report: Mapping[str, Any]) -> list[Row]:
    records = []
    for to, part in report["directions"].items():
        cells = {
            "language": report["language"],
            "testset": report["testset"],
            "to": to,
            "system": report["system"],
            "method": report["method"]["name"],
            "log_alpha": f"{float(report['log_alpha']['value']):g}",
            "pairs": part["pairs"],
            "pairs_read": report["pairs"]["read"],
            # None of the base, and of models that were imported.
            "trained": report["model"]["training"].get("sentences", ""),
            "signature": report["signature"],
            **{name: part["counts"].get(name, "") for name in _AGREEMENT_COUNTS},
        }
        for name in _AGREEMENT:
            cells |= score_cells(name, part["scores"].get(name))
        records.append(cells)
    return records


#: Ways of inflecting, and parts of the words -> header, legend.
_ACCURACIES = {
    "lemma": ("Lemma", "accuracy of copying the lemma; higher is better, here and in "
              "the others"),
    "dictionary": ("Dictionary", "accuracy of the dictionary alone; a word without an entry counts "
                   "as wrong"),
    "model": ("Model", "accuracy of the trained model alone"),
    "both": ("Both", "accuracy of the dictionary, and of the model where it has no entry"),
    "model_unknown": ("Model, unknown", "accuracy of the model on the words without an entry"),
    "accepted": ("Accepted", "accuracy of both on the words that are not rejected as doubtful"),
}  # fmt: skip


def _inflection(report: Mapping[str, Any]) -> list[Row]:
    rows = {(row["words"], row["group"], row["dictionary"]): row for row in report["rows"]}
    return [
        _inflection_row(report, rows[words, group, "any"], rows.get((words, group, "unknown")))
        for words in ("held out", "all")
        for group in ("gendered", "nominal", "participle")
        if (words, group, "any") in rows
    ]


INFLECTION = Evaluation(
    "Reinflection: lemma and features to form (accuracy in per cent of distinct words)",
    (
        label("language", "Language"),
        label("gold", "Gold trees"),
        label("words", "Lemmas", "held out: those that the model has not learned from (and no "
              "training treebank has); all: these and others"),
        label("group", "Words", "nominal: nouns and adjectives; gendered: those of them that have "
              "a gender; participle: of verbs"),
        count("types", "N", "distinct words: lemma, part of speech, features and form"),
        count("tokens"),
        *(estimate(name, *texts) for name, texts in _ACCURACIES.items()),
        *(count(f"{way}_right") for way in ("lemma", "dictionary", "model", "both")),
        label("model_held_out", "Model without them", "yes: the model was trained without any "
              "lemma of the gold trees; no: with those that are not held out"),
        count("unknown_types"),
        count("model_unknown_right"),
        count("accepted_types"),
        count("accepted_right"),
        label("signature"),
    ),
    visible=("language", "gold", "words", "model_held_out", "group", *_ACCURACIES, "types"),
    signatures={"Reinflection": "signature"},
    labels=("language", "words", "group"),
    read=partial(read_evaluations, metric="reinflection", what="reinflection",
                 command="inflect evaluate", rows=_inflection),
)  # fmt: skip


def _inflection_row(
    report: Mapping[str, Any], row: Mapping[str, Any], unknown: Mapping[str, Any] | None
) -> Row:
    counts = {
        way: (int(right["types"]), int(row["types"]))
        for way, right in row["right"].items()
        if way in _ACCURACIES
    }
    if unknown is not None and "model" in unknown["right"]:
        right = int(unknown["right"]["model"]["types"])
        counts["model_unknown"] = (right, int(unknown["types"]))
    if "accepted" in row:
        accepted = row["accepted"]["both"]
        counts["accepted"] = (int(accepted["right"]), int(accepted["types"]))
    cells = {
        "language": report["language"],
        "gold": report["gold"]["file"],
        "words": row["words"],
        "group": row["group"],
        "types": row["types"],
        "tokens": row["tokens"],
        "model_held_out": "yes" if report["model_held_out"] else "no",
        "unknown_types": unknown["types"] if unknown is not None else 0,
        "signature": report["signature"],
    }
    for name, (done, total) in counts.items():
        cells |= estimate_cells(name, rate(done, total))
        cells[f"{name}_right"] = done
    if "accepted" in counts:
        cells["accepted_types"] = counts["accepted"][1]
    return cells


_COUNTERFACTUAL_COUNTS = (
    "candidates",
    "made",
    "repaired",
    "right",
    "right_without_change",
    "wrong",
    "wrong_source",
    "dropped",
)

COUNTERFACTUALS = Layout(
    "Counterfactuals: how many are the right ones (per cent)",
    (
        label("language", "Language"),
        label("method", "Method", "paper: the model of agreement alone; full: with the rules "
              "around it"),
        label("guard", "Guard", "what was done where the pronouns of the two sides diverge"),
        label("gender", "From", "the gender of the originals"),
        estimate("right_of_made", "Right", "share of the counterfactuals made that are identical "
                 "to the gold; higher is better"),
        estimate("right_of_candidates", "Of all", "the same as a share of all candidates, those "
                 "with nothing to change included"),
        estimate("right_source_of_made", "English", "share of those made whose English is "
                 "identical to the gold"),
        count("candidates", "Candidates", "pairs that were tried"),
        count("made", "Made", "counterfactuals that were written"),
        *map(count, _COUNTERFACTUAL_COUNTS[2:]),
        label("wrong_by_cause", "Wrong", "counterfactuals by what differs from the gold"),
        label("dropped_by_cause", "Left out", "candidates left out, by cause"),
        count("without_gold"),
    ),
    cells={
        "right_source_of_made": lambda record: record["right_source_of_made"],
        "guard": words_cell("guard", GUARDS),
        "gender": words_cell("gender", GENDERS),
        **{name: causes_cell(name) for name in ("wrong_by_cause", "dropped_by_cause")},
    },
    labels=("language", "method", "guard", "gender"),
)  # fmt: skip


def read_counterfactuals(files: Paths, labels: Sequence[str]) -> list[Row]:
    """Return the rows of files of `cdaflow counterfactual evaluate`.

    `labels`: LANGUAGE/METHOD.GUARD of each file. Raises ConfigError where labels and files are not
    as many, a label is none, is given twice or is of another language than its file; InputError
    where a file is none.
    """
    all_rows = []
    for file, language, way in labelled(files, labels, "METHOD.GUARD", "es/full.repair"):
        rows = partial(_counterfactual_rows, language=language, way=way, file=file)
        command = "counterfactual evaluate"
        all_rows += read_evaluations([file], "counterfactuals", "counterfactuals", command, rows)
    return all_rows


def _counterfactual_rows(
    report: Mapping[str, Any], *, language: str, way: str, file: str | PathLike[str]
) -> list[Row]:
    method, _, guard = way.partition(".")
    if not (method and guard):
        raise ConfigError(
            "label.no-method-and-guard",
            f'expected a label LANGUAGE/METHOD.GUARD, found "{language}/{way}"',
            hint="for example, es/full.repair",
        )
    if report["language"] != language:
        raise ConfigError(
            "label.other-language",
            f'the label is "{language}/{way}", but the language of the file is '
            f"{report['language']!r}",
            file=file,
        )
    shared = {
        "language": language,
        "method": method,
        "guard": guard,
        "without_gold": int(report["without_gold"]),
    }
    parts = {"all": report["all"], **report["by_gender"]}
    return [_counterfactual({**shared, "gender": name}, part) for name, part in parts.items()]


def _counterfactual(shared: Mapping[str, object], part: Mapping[str, Any]) -> Row:
    cells = dict(shared)
    for name in ("right_of_made", "right_of_candidates", "right_source_of_made"):
        cells |= score_cells(name, part["scores"][name])
    for name in _COUNTERFACTUAL_COUNTS:
        cells[name] = int(part[name])
    for name in ("wrong_by_cause", "dropped_by_cause"):
        counts = sorted(part[name].items(), key=lambda item: (-item[1], item[0]))
        cells[name] = ", ".join(f"{cause} {count}" for cause, count in counts)
    return cells


def score_cells(
    name: str, score: Mapping[str, Any] | None, key: str = "value", decimals: int = 1
) -> dict[str, str]:
    """Return the cells of a score of a report, whose figure is `key`; empty where it has none."""
    estimate = Estimate(score[key], score["low"], score["high"]) if score else None
    return estimate_cells(name, estimate, decimals)
