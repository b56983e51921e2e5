"""The models of gender alternatives: the tagger, what aligns structures, a language model."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cdaflow.config.fields import (
    File,
    FileByLanguage,
    FileOfSome,
    Files,
    Name,
    Resources,
    Section,
    fault,
    filled,
    forbid,
)
from cdaflow.config.outside import SharedCommand

#: The embedded corpus: tags of its English, and its alternatives by language.
_DEMO_TAGS = {
    part: f"{{results}}/demo/alternatives/en/{part}.jsonl.gz" for part in ("train", "dev", "test")
}
DEMO_PAIRS = {
    part: f"{{results}}/demo/alternatives/{{lang}}/{part}.jsonl.gz" for part in ("train", "dev")
}


class Learning(Section):
    """How a tagger or a model that aligns is trained, and what its training may use."""

    epochs: int | None = Field(
        None, ge=1, description="Epochs, of which the best on the dev data is kept; 5 by default."
    )
    learning_rate: float | None = Field(
        None,
        gt=0,
        description="The highest learning rate; by default 2e-4 for an encoder, 2e-3 for an LSTM.",
    )
    batch: int | None = Field(None, ge=1, description="Sentences of a batch; 32 by default.")
    training: Resources = filled(description="Resources for the training.")


class Tagger(Learning):
    """The tagger of head words (Garg et al. 2024, section 5.1), one for all target languages.

    It finds the persons whose gender the English leaves open.
    """

    backend: Literal["lstm", "encoder"] = Field(
        "lstm",
        description="A bidirectional LSTM trained from scratch, or a pretrained encoder (Hugging "
        "Face), which is fine-tuned.",
    )
    encoder: File | None = Field(
        None, description="The folder of the encoder, with `backend: encoder`."
    )
    fetch: Literal[True] | None = Field(
        None,
        description="Download a small English encoder instead of naming a folder (`cdaflow "
        "alternatives fetch-encoder`). Nothing is downloaded without this.",
    )
    train: list[File] = Field(
        [_DEMO_TAGS["train"]],
        min_length=1,
        description="Files of tags to train on, used together (`cdaflow alternatives import`).",
    )
    dev: File = Field(
        _DEMO_TAGS["dev"],
        description="Held-out tags, on which the epoch, the temperature of the probabilities and "
        "the threshold are chosen.",
    )
    test: dict[Name, File] = Field(
        {"demo": _DEMO_TAGS["test"]},
        description="Files of tags on which the tagger is scored, by name, in "
        "results/tables/tagger.csv and results/figures/calibration.svg.",
    )
    tagging: Resources = filled(
        description="Resources for tagging one shard, or scoring the tagger."
    )

    def _check(self) -> None:
        encoder_keys = [key for key in ("encoder", "fetch") if getattr(self, key) is not None]
        if self.backend == "lstm" and encoder_keys:
            raise fault(
                "tagger.encoder-with-other-backend",
                "requires backend: encoder",
                key=encoder_keys[0],
            )
        forbid(
            self.backend == "encoder" and len(encoder_keys) != 1,
            "tagger.not-one-encoder",
            "backend: encoder requires exactly one of encoder and fetch",
            hint="set encoder: FOLDER, or fetch: true",
            key="encoder",
        )


class AlignmentModel(Learning):
    """The model that aligns structures to people (Garg et al. 2024, section 5.4).

    One serves all target languages.
    """

    encoder: File | None = Field(
        None,
        description="The folder of an encoder that is fine-tuned, best one of several languages; "
        "an LSTM is trained from scratch where none is given.",
    )
    train: FileOfSome = Field(
        DEMO_PAIRS["train"],
        validate_default=True,
        min_length=1,
        description="Alternatives with their people (.jsonl) to learn from; a language may have "
        "none.",
    )
    dev: Annotated[dict[str, str], Files(shared=True)] = Field(
        DEMO_PAIRS["dev"],
        validate_default=True,
        description="Held-out alternatives, on which the epoch is chosen: of each language, or one "
        "file, which may be of another language.",
    )
    aligning: Resources = filled(description="Resources for aligning one shard.")


class LanguageModel(Section):
    """Alternatives by a large language model (Garg et al. 2024, section 5.3).

    It is scored as the system llm. Its answers are kept in
    {results}/alternatives/{lang}/answers.
    """

    command: SharedCommand = Field(
        description="The program that answers prompts, a list of its words, run without a shell: "
        'it reads lines {"id": ..., "prompt": ...} and writes {"id": ..., "answer": ...} for each.',
    )
    view: Literal["editor", "generator"] = Field(
        "editor",
        description="Whether the model edits the given translation, or translates by itself.",
    )
    translate: bool = Field(
        False, description="Whether the editor first translates by itself, and edits that."
    )
    examples: FileByLanguage | None = Field(
        None,
        description="Right alternatives with their people (.jsonl), from which the examples of a "
        "prompt are sampled; without it prompts have none.",
    )
    shots: int | None = Field(None, ge=0, description="Examples in a prompt; default: 6.")
    open_by: Literal["tags", "gold"] = Field(
        "tags", description="How it is known who is open: tags of the tagger, or gold."
    )
    inflections: FileByLanguage | None = Field(
        None,
        description="Alternatives (.jsonl) whose structures extend the list of inflections.",
    )
    timeout: int | None = Field(
        None, ge=1, description="Minutes after which `command` is stopped; default: never."
    )

    def _check(self) -> None:
        forbid(
            self.shots and self.examples is None,
            "examples.missing",
            "`examples` (a file) is required",
            key="shots",
        )
        forbid(
            self.translate and self.view == "generator",
            "translate.with-other-view",
            "requires view: editor",
            key="translate",
        )
