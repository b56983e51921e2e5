"""Gender alternatives: what tags the English, what is rewritten, and what is scored."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, ValidationInfo, model_validator

from cdaflow.config.fields import (
    File,
    FileByLanguage,
    Files,
    Name,
    Resources,
    Section,
    fault,
    filled,
)
from cdaflow.config.outside import SharedCommand
from cdaflow.config.shards import Shards, shards_key
from cdaflow.config.testsets import GenderTestset
from cdaflow.errors import ConfigError
from cdaflow.languages import check_written

_DEMO_TAGS = {
    part: f"{{results}}/demo/alternatives/en/{part}.jsonl.gz" for part in ("train", "dev", "test")
}
_DEMO_PAIRS = {
    part: f"{{results}}/demo/alternatives/{{lang}}/{part}.jsonl.gz" for part in ("train", "dev")
}
_DEMO_TESTS = {"demo": "{results}/demo/alternatives/{lang}/test.jsonl.gz"}

#: A file of each language that has one.
FileOfSome = Annotated[dict[str, str], Files(optional=True)]

#: What stands for the training corpus where a test set is named.
AUGMENTED = "augmented"

#: How systems know who is open: those whose heads come from the tagger, and all.
TAGGED = ("tags", "both")
OPEN_BY = ("none", "rules", *TAGGED, "gold")


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
    training: Resources = filled(description="What the training may use.")


class Tagger(Learning):
    """The tagger of head words (Garg et al. 2024, section 5.1), one for all target languages.

    It says whose gender the English leaves open.
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
        description="Gets a small English encoder in place of a folder (`cdaflow alternatives "
        "fetch-encoder`). Nothing is fetched without this.",
    )
    train: list[File] = Field(
        [_DEMO_TAGS["train"]],
        min_length=1,
        description="Files of tags to train on, taken together (`cdaflow alternatives import`).",
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
    tagging: Resources = filled(description="What the tagging of one test set may use.")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        given = [key for key in ("encoder", "fetch") if getattr(self, key) is not None]
        if self.backend == "lstm" and given:
            raise fault("it goes with backend: encoder only", key=given[0])
        if self.backend == "encoder" and len(given) != 1:
            raise fault(
                "an encoder is either a folder, or fetched",
                hint="name it, encoder: FOLDER, or let it be fetched, fetch: true",
                key="encoder",
            )
        return self


class Released(Section):
    """The sets that Garg et al. (2024) released, of your own folder or fetched.

    They are imported to {results}/alternatives/released/KIND.{lang}.jsonl.gz, which other keys may
    name: raw (the test sets), heads (tags of their English), gtrans, and gtag (tags).
    """

    data: File | None = Field(
        None, description="A folder with gate.en-{lang}.tsv and so on, packed or not, at any depth."
    )
    fetch: Literal[True] | None = Field(
        None,
        description="Gets them from the repository of their authors (`cdaflow alternatives "
        "fetch`). Nothing is fetched without this.",
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.data is None) == (self.fetch is None):
            raise fault("the released sets are either in a folder (data), or fetched (fetch: true)")
        return self


class Augment(Section):
    """The training corpus with gender alternatives (Garg et al. 2024, Algorithm 1).

    It is written to {results}/alternatives/{lang}/augmented.jsonl.gz, which the key `file` of data
    sets may name; augmented.left-out.tsv beside it has the pairs that are left out, and why.
    """

    open_by: Literal["rules", "tags", "both"] = Field(
        "both", description="How it is known who is open, as in `alternatives.open_by`."
    )
    by: Literal["mrf", "lattice", "mrf+lattice"] = Field(
        "mrf",
        description="What rewrites the corpus: the agreement model (mrf), or the first training of "
        "the system of `tagged`, as in `tagged.by`.",
    )
    pairs: int | None = Field(
        None,
        ge=1,
        description="Pairs of the corpus at most, sampled; all of them where not given.",
    )
    shards: Shards = shards_key(20_000, "the corpus is rewritten")


class TaggedRewriting(Section):
    """Rewriting by a system that reads genders as tags (Garg et al. 2024, section 5.2).

    It is scored beside the others, once for each of its trainings.
    """

    system: str = Field(
        description="That system, by its name: trained on a data set of the kind tagged, by a "
        "recipe whose symbols are the tags, of a network that CTranslate2 knows (tiny-tagged)."
    )
    by: list[Literal["lattice", "mrf+lattice"]] = filled(
        ["lattice", "mrf+lattice"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="Among which texts the best is taken: all inflections of a translation "
        "(lattice), or those of the agreement model (mrf+lattice).",
    )
    open_by: list[Literal["tags", "both", "gold"]] = filled(
        ["both"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="How it is known who is open, as in `alternatives.open_by`.",
    )
    beam: int = Field(5, ge=1, description="Hypotheses of the search.")
    most_scores: int = Field(
        1000,
        ge=1,
        description="Beginnings of a translation that are scored at most; until then the search is "
        "exact.",
    )
    inflections: FileOfSome | None = Field(
        None,
        description="Alternatives (.jsonl) whose structures extend the list of inflections; a "
        "language may have none.",
    )


class Student(Section):
    """A system whose translations have structures of their own (Garg et al. 2024, section 4)."""

    tag: bool = Field(
        False,
        description="Whether it is asked for structures by <gender> before the English (its data "
        "set has `tag: true`).",
    )
    check: bool = Field(
        False,
        description="Whether structures are turned into text whose forms differ in more than words "
        "of the list of inflections: word lists, treebanks, lexicons, `inflections` (appendix J).",
    )
    inflections: FileOfSome | None = Field(
        None, description="Alternatives whose structures extend that list."
    )

    @model_validator(mode="after")
    def _used(self) -> Self:
        if self.inflections and not self.check:
            raise fault("it goes with check: true", key="inflections")
        return self


class AlignmentModel(Learning):
    """The model that aligns structures to people (Garg et al. 2024, section 5.4).

    One serves all target languages.
    """

    encoder: File | None = Field(
        None,
        description="The folder of an encoder that is fine-tuned, best one of several languages; "
        "an LSTM is trained from scratch where none is given.",
    )
    train: FileByLanguage = Field(
        _DEMO_PAIRS["train"],
        validate_default=True,
        description="Alternatives with their people (.jsonl) to learn from.",
    )
    dev: Annotated[dict[str, str], Files(shared=True)] = Field(
        _DEMO_PAIRS["dev"],
        validate_default=True,
        description="Held-out alternatives, on which the epoch is chosen: of each language, or one "
        "file, which may be of another language.",
    )


class LanguageModel(Section):
    """Alternatives by a large language model (Garg et al. 2024, section 5.3).

    It is scored beside the others, as the system llm. Its answers are kept in
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
    shots: int | None = Field(
        None, ge=0, le=6, description="Examples in a prompt; 6 where not given."
    )
    open_by: Literal["tags", "gold"] = Field(
        "tags", description="How it is known who is open: tags of the tagger, or gold."
    )
    inflections: FileByLanguage | None = Field(
        None,
        description="Alternatives (.jsonl) whose structures extend the list of inflections.",
    )
    timeout: int | None = Field(
        None, ge=1, description="After how many minutes `command` is ended; never if not given."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.shots and self.examples is None:
            raise fault("examples come from a file (examples)", key="shots")
        if self.translate and self.view == "generator":
            raise fault("it goes with view: editor", key="translate")
        return self


class Alternatives(GenderTestset):
    """Gender alternatives of translations (Garg et al. 2024), in results/tables/alternatives.csv.

    Test sets are translations with their right alternatives. Each system is given the text in
    which everybody whose gender is open is a man, and rewrites it for each open person. It needs
    `annotators` and `agreement`. Without this key none are made.
    """

    released: Released | None = Field(None)
    tagger: Tagger = filled()
    test: dict[Name, Annotated[dict[str, str], Files(optional=True)]] = filled(
        _DEMO_TESTS,
        min_length=1,
        description="Test sets by name: files of alternatives (.jsonl, `cdaflow alternatives "
        "import`) of each language; a set may lack languages.",
    )
    open_by: list[Literal["none", "rules", "tags", "both", "gold"]] = filled(
        list(OPEN_BY),
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="The systems that are compared, by how they know who is open: none (nothing is "
        "offered, the control), rules over the trees, tags of the tagger, both together, gold (the "
        "people of the test set).",
    )
    model: Literal["base", "linear", "neural"] = Field(
        "linear",
        description="Model of the words that agree with the noun, as in `agreement.models`.",
    )
    shards: Shards = shards_key(20_000, "a test set is rewritten")
    rewriting: Resources = filled(description="What the rewriting of one shard may use.")
    augment: Augment | None = Field(None)
    tagged: TaggedRewriting | None = Field(None)
    align: Literal["plan", "model", "position"] = Field(
        "plan",
        description="How structures are aligned to people: by the plan of the rewriting, a model "
        "(`aligner`), or their position alone, the control. Those of a language model have no "
        "plan, and go by position in its place.",
    )
    aligner: AlignmentModel | None = Field(None)
    llm: LanguageModel | None = Field(None)

    students: dict[Name, Student] = Field(
        {},
        description="Systems of `systems` that translate the test sets themselves and are scored, "
        "in results/tables/students.csv: those trained on data sets of the kind alternatives, and "
        "any others ({}) beside them. What they translate for other scores is without structures.",
    )

    @model_validator(mode="after")
    def _aligned(self) -> Self:
        if self.align == "model" and self.aligner is None:
            raise fault("the model is described by aligner", hint="aligner: {}", key="align")
        return self

    @model_validator(mode="after")
    def _augmented(self) -> Self:
        if self.augment is None or self.augment.by == "mrf":
            return self
        if self.tagged is None:
            raise fault("a lattice is searched by the system of tagged", key="augment.by")
        if self.augment.open_by == "rules":
            raise fault("a lattice goes with tags or both", key="augment.open_by")
        return self

    @model_validator(mode="after")
    def _named(self) -> Self:
        if AUGMENTED in self.test:
            raise fault(f"{AUGMENTED} is the name of the corpus", hint="take another", key="test")
        return self

    @model_validator(mode="after")
    def _written(self, info: ValidationInfo) -> Self:
        for language in self.languages or ():
            try:
                check_written(language)
            except ConfigError as error:
                raise fault(error.problem, hint=error.hint or "", key="languages") from None
        return self

    def scored(self) -> list[tuple[str, str, str]]:
        """Return what is scored: (language, test set, how it knows who is open), in order."""
        return [
            (language, name, open_by)
            for language in self.languages or ()
            for name, files in self.test.items()
            if language in files
            for open_by in self.open_by
        ]

    def scored_by_llm(self) -> list[tuple[str, str]]:
        """Return the languages and test sets for which a language model is asked."""
        return [
            (language, name)
            for language in self.languages or ()
            for name, files in self.test.items()
            if self.llm and language in files
        ]

    def scored_by_tags(self) -> list[tuple[str, str, str, str]]:
        """Return (language, test set, how it knows who is open, by what it is rewritten)."""
        if self.tagged is None:
            return []
        return [
            (language, name, open_by, by)
            for language in self.languages or ()
            for name, files in self.test.items()
            if language in files
            for open_by in self.tagged.open_by
            for by in self.tagged.by
        ]
