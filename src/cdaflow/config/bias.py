"""Bias of sentence encoders: what is trained on which text, and what it is measured by."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from cdaflow.bias.senteval import TASKS, files_of
from cdaflow.bias.training_options import Settings
from cdaflow.bias.variants import DEBIASED, ORIGINAL, PATTERN, Variant
from cdaflow.config.fields import File, Name, Resources, Section, fault, filled, forbid
from cdaflow.config.systems import Trainings

_DEMO = "{results}/demo/en-es"

#: The name of the word vectors that encoders are trained with, where they are an encoder.
VECTORS = "vectors"

Percentile = Annotated[int, Field(ge=0, le=99)]
Percent = Annotated[int, Field(ge=1, le=100)]


class Direction(Section):
    """How the gender direction of an encoder is found (Dolci et al. 2023, sections 3.2 and 6)."""

    pair_set: Literal[10, 50] = Field(
        10, description="Pairs of words: the 10 of the paper, or all 50."
    )
    pairs: File | None = Field(
        None,
        description="Your own pairs of words, with the columns of "
        "config/wordlists/gender_pairs.en.tsv, which is the default.",
    )
    sentences: File | None = Field(
        None,
        description="English text whose sentences are compared with themselves in the other "
        "gender, instead of pairs of words: for contextual encoders, and for encoders "
        "that learn their own word vectors from little text.",
    )
    size: int = Field(300, ge=20, description="Number of these sentences used.")

    def _check(self) -> None:
        forbid(
            self.sentences and self.pairs,
            "direction.pairs-and-sentences",
            "the gender direction is computed from pairs of words or from sentences, not from both",
            key="pairs",
        )


class TrainedEncoder(Section, Settings):
    """An encoder of our own, a bidirectional LSTM with max pooling, and what it learns from."""

    objective: Literal["translation", "nli"] = Field(
        "translation",
        description="Training task: predict the words of the translation (no inference data "
        "needed), or whether a premise entails a hypothesis, as in the paper.",
    )
    train: File = Field(
        f"{_DEMO}/train.gold.tsv.gz",
        validate_default=True,
        description="Training examples, which are scored and adjusted: pairs, for `augment` and "
        "`combined` with swapped_source and swapped_target (all persons of the other gender), or "
        "else counterfactual_source and counterfactual_target; or inference data (premise, "
        "hypothesis, label; SNLI's and MultiNLI's own files).",
    )
    dev: File = Field(
        f"{_DEMO}/dev.gold.tsv.gz",
        validate_default=True,
        description="Held-out examples, on which the epoch is chosen; they are never adjusted.",
    )
    vectors: File | None = Field(
        None,
        description="Fixed word vectors, such as GloVe's; without them the encoder learns its own.",
    )
    classifier: int = Field(
        512, ge=1, description="Hidden units of the classifier of inferences (objective: nli)."
    )
    training: Resources = filled(description="Resources for one training.")


class Transfer(Section):
    """What encoders are worth for other tasks, which they should not lose with their bias."""

    pairs: File | None = Field(
        None,
        description="Pairs of English and another language, from which it is learned how to find "
        "the translation of a sentence by its vector; some thousand.",
    )
    test_pairs: File | None = Field(
        None, description="Test pairs: each translation is searched for among all of them."
    )
    senteval: File | None = Field(
        None,
        description="The folder downstream that SentEval's get_transfer_data.bash makes, where you "
        "have it.",
    )
    tasks: list[Literal[TASKS]] = Field(  # type: ignore[valid-type]
        list(TASKS), min_length=1, description="Which of its tasks."
    )

    def _check(self) -> None:
        forbid(
            (self.pairs is None) != (self.test_pairs is None),
            "transfer.one-of-two-pairs",
            "`pairs` and `test_pairs` require each other",
            key="pairs",
        )
        forbid(
            self.pairs is None and self.senteval is None,
            "transfer.no-task",
            "no task is configured",
            hint="give pairs and test_pairs, or senteval",
        )

    def options(self) -> list[str]:
        """Return the keys that have a meaning here: tasks are those of SentEval."""
        return ["pairs", "test_pairs", *(["senteval", "tasks"] if self.senteval else [])]

    def files(self) -> list[str]:
        """Return the data of the tasks; InputError where SentEval's folder lacks one."""
        pairs = [path for path in (self.pairs, self.test_pairs) if path]
        return [*pairs, *(files_of(self.tasks, self.senteval) if self.senteval else [])]


class OtherEncoder(Section):
    """An existing encoder to measure."""

    encoder: File = Field(
        description="A folder of Hugging Face, a file of word vectors, or one of cdaflow's own "
        "encoders (.npz)."
    )
    words: File | None = Field(None, description="The words of word vectors in an .npy file.")
    most_frequent: int | None = Field(
        None, ge=1, description="Number of word vectors to read from the beginning; default: all."
    )
    pooling: Literal["max"] | None = Field(
        None,
        description="max where the encoder has another pooling of its own: the importance of words "
        "needs it.",
    )
    direction: Direction = filled(description="Its gender direction.")


class Bias(Section):
    """Bias of sentence encoders by their training text (Dolci et al. 2023), in tables/bias.csv.

    Encoders are trained on a text, and on the same text with less bias, each beside its control.
    `snakemake fairness_encoders` makes only this. Without this key it is not made.
    """

    encoder: TrainedEncoder = filled()
    direction: Direction = filled(
        {"sentences": f"{_DEMO}/dev.tsv"},
        description="The gender direction of the encoders that are trained.",
    )
    trainings: Trainings = Field(
        5,
        description="How many times an encoder is trained on each text, with seeds from `seed` on, "
        "or the list of the seeds. Scores of the text are those of the first training on the "
        "original text.",
    )
    adjust: dict[Literal["subtract", "augment", "combined"], list[Percentile]] = Field(
        {"subtract": [90], "augment": [0]},
        description="The adjusted texts: the examples above each of these percentiles of Abs are "
        "left out (subtract), added once more in the other gender (augment), or both: those "
        "without a swap are left out (combined). 0 for all examples.",
    )
    controls: list[Literal["random", "copies"]] = Field(
        ["random", "copies"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="The controls of the same size of each adjusted text, of those that it can "
        "have: random examples in place of the most biased, copies in place of swaps. Where all "
        "examples are swapped only copies are a control, where none is added only random ones.",
    )
    criterion: Literal["absolute", "consistent"] = Field(
        "absolute",
        description="Which examples are the most biased: by Abs, or by the bias to the side of the "
        "gender that the sentence states.",
    )
    lower_names: bool = Field(
        False,
        description="Given names are gendered words in lower case, too, as in section 3.3 of the "
        "paper.",
    )
    hard_debias: list[Percent] = Field(
        [],
        json_schema_extra={"uniqueItems": True},
        description="Also encoders on the original text with hard-debiased word vectors: the "
        "share of the gender component that is removed, in per cent; requires "
        "`encoder.vectors`.",
    )
    neutralise: Literal["none", "someone"] = Field(
        "none", description="Score the text as it is, or with its persons as 'someone'."
    )
    skip_closed: bool = Field(
        False, description="Whether function words, numbers and punctuation have no bias either."
    )
    min_count: int = Field(
        1, ge=1, description="Words that occur less often in the text have no bias."
    )
    names: File | None = Field(
        None,
        description="Given names, masculine and feminine in pairs, which are gendered and "
        "swapped; default: config/wordlists/names.en.tsv.",
    )
    more_gendered: list[File] = Field(
        [], description="More gendered words, one a line; their bias is 0."
    )
    shares: File = Field(
        "config/wordlists/stereotypes.tsv",
        validate_default=True,
        description="The share of women in each profession, real or planted, with which scores are "
        "compared: columns profession and feminine_share, or occupation and one whose name ends in "
        "pct_female.",
    )
    professions: int = Field(
        15,
        ge=0,
        description="How many professions of each side are in the association test of professions; "
        "0 for no such test.",
    )
    tests: list[File] = Field(
        [],
        description="Association tests of sent-bias (sent-weat6.jsonl, ...), for SEAT; "
        "{results}/fetched/seat/NAME.jsonl is downloaded from their authors' repository.",
    )
    transfer: Transfer | None = Field(
        None, description="Other tasks that encoders are measured by; none by default."
    )
    others: dict[Name, OtherEncoder] = Field(
        {}, description="Existing encoders to measure, by their names in tables."
    )
    explain: list[Annotated[str, Field(min_length=1)]] = Field(
        ["The nurse is tired."],
        min_length=1,
        description="English example sentences for figures/bias-importance.svg.",
    )
    measuring: Resources = filled(
        description="Resources for one step other than a training: scores, directions, tests."
    )

    def _check(self) -> None:
        for by, percentiles in self.adjust.items():
            for number in percentiles:
                if not self._controls(Variant(by, number)):
                    possible = " or ".join(
                        variant.control for variant in Variant(by, number).controls()
                    )
                    raise fault(
                        "bias.no-control",
                        f"{by}-{number} has no control (possible controls: {possible or 'none'})",
                        hint="name it under controls; or take another percentile"
                        if possible
                        else "subtracting all examples leaves none",
                        key="adjust",
                    )
        forbid(
            self.hard_debias and not self.encoder.vectors,
            "debiasing.no-vectors",
            "debiasing requires word vectors (encoder.vectors)",
            key="hard_debias",
        )
        forbid(
            self.hard_debias and self.direction.sentences,
            "debiasing.by-sentences",
            "word vectors are debiased with pairs of words, not with sentences",
            key="direction.sentences",
        )
        forbid(
            not self.tests and not self.professions,
            "bias.no-association-test",
            "no association test is configured",
            hint="add tests",
            key="professions",
        )
        for name in self.others:
            forbid(
                name == VECTORS or re.fullmatch(PATTERN, name),
                "bias.name-reserved",
                "this name is reserved for a training text or for vectors",
                key="others",
            )

    def _controls(self, variant: Variant) -> list[Variant]:
        return [control for control in variant.controls() if control.control in self.controls]

    def variants(self) -> list[Variant]:
        """Return the training texts in the order of the table, each before its controls."""
        adjusted = [
            text
            for by, percentiles in self.adjust.items()
            for number in percentiles
            for text in (Variant(by, number), *self._controls(Variant(by, number)))
        ]
        debiased = [Variant(DEBIASED, percent) for percent in self.hard_debias]
        return [Variant(ORIGINAL), *adjusted, *debiased]
