"""Gender alternatives: how translations are rewritten and made, and what is scored."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cdaflow.config.alternatives_models import DEMO_PAIRS, AlignmentModel, LanguageModel, Tagger
from cdaflow.config.by_language import ByLanguage
from cdaflow.config.fields import (
    File,
    FileByLanguage,
    FileOfSome,
    Files,
    Name,
    OfLanguages,
    Resources,
    Section,
    Shards,
    Share,
    fault,
    filled,
    forbid,
    shards_key,
)
from cdaflow.errors import ConfigError
from cdaflow.languages import check_written

_DEMO_TESTS = {"demo": "{results}/demo/alternatives/{lang}/test.jsonl.gz"}

#: What stands for the training corpus where a test set is named, and for the held-out sentences by
#: which probabilities are calibrated.
AUGMENTED = "augmented"
CALIBRATION = "calibration"

#: How systems know who is open: those whose heads come from the tagger, and all.
TAGGED = ("tags", "both")
OPEN_BY = ("none", "rules", "sure", *TAGGED, "gold")

#: What stands before the name of a set where systems translate it that are not trained here.
TRANSLATED_SET = "alternatives-"

#: The way to rewrite by which people get a probability.
SCORED_BY = "mrf+lattice"


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
        description="Download them from their authors' repository (`cdaflow alternatives fetch`). "
        "Nothing is downloaded without this.",
    )

    def _check(self) -> None:
        forbid(
            (self.data is None) == (self.fetch is None),
            "released.not-one-origin",
            "the released sets come either from a folder (data) or from the Internet (fetch: true)",
        )


#: A list without duplicates.
_DISTINCT = Field(json_schema_extra={"uniqueItems": True})


class Augment(Section):
    """The training corpus with gender alternatives (Garg et al. 2024, Algorithm 1).

    It is written to {results}/alternatives/{lang}/augmented.jsonl.gz, which the key `file` of data
    sets may name; augmented.left-out.tsv beside it has the pairs that are left out, and why.
    """

    open_by: Literal["rules", "sure", "tags", "both"] = Field(
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
        description="Maximum number of pairs of the corpus, sampled; default: all.",
    )
    translations: list[Name] = Field(
        [],
        json_schema_extra={"uniqueItems": True},
        description="Students whose translations of the test sets get alternatives from the "
        "pipeline (appendix H), scored in results/tables/students.csv as NAME+pipeline; only "
        "students that write no structures themselves.",
    )
    shards: Shards = shards_key(20_000, "the corpus is tagged, rewritten and aligned")


class PeopleCalibration(Section):
    """How the probabilities of the words of people are calibrated (beyond Garg et al. 2024).

    A temperature is chosen on held-out alternatives; test sets are scored in
    results/tables/people.csv, and the probability of each person stands in
    {results}/alternatives/{lang}/TESTSET.OPEN_BY.mrf+lattice.SYSTEM.probabilities.tsv.
    """

    file: FileByLanguage = Field(
        DEMO_PAIRS["dev"],
        validate_default=True,
        description="Held-out alternatives with their people (.jsonl), other than the test sets "
        "and than what the system is trained on.",
    )
    min_p: Share = Field(
        0,
        description="A further system of the table offers nothing for people of whose words the "
        "model is less sure; 0 for none.",
    )


class TaggedRewriting(Section):
    """Rewriting by a system that reads genders as tags (Garg et al. 2024, section 5.2).

    It is scored like the other ways of rewriting, once for each of its trainings.
    """

    system: str = Field(
        description="The name of this system, which must be trained on a data set of the kind "
        "tagged, by a recipe whose symbols are the tags, of a network that "
        "CTranslate2 knows (tiny-tagged)."
    )
    by: Annotated[
        dict[str, Annotated[list[Literal["lattice", "mrf+lattice"]], _DISTINCT]], ByLanguage()
    ] = filled(
        ["lattice", "mrf+lattice"],
        description="Among which texts the best is taken: all inflections of a translation "
        "(lattice), or those of the agreement model (mrf+lattice), for all languages or by "
        "language.",
    )
    open_by: Annotated[
        dict[str, Annotated[list[Literal["tags", "both", "gold"]], _DISTINCT]], ByLanguage()
    ] = filled(
        ["both"],
        description="How it is known who is open, as in `alternatives.open_by`.",
    )
    trees: bool = Field(
        True,
        description="Whether the lattice also has what the inflection model makes of the words, "
        "which needs trees of both sides. False: what lists, treebanks, lexicons and `inflections` "
        "know, as in the paper; with tags or gold. Languages that the agreement model cannot "
        "rewrite have no trees here.",
    )
    beam: int = Field(5, ge=1, description="Hypotheses of the search.")
    most_scores: int = Field(
        1000,
        ge=1,
        description="Maximum number of beginnings of a translation that are scored; up to this "
        "number the search is exact.",
    )
    inflections: FileOfSome | None = Field(
        None,
        description="Alternatives (.jsonl) whose structures extend the list of inflections; a "
        "language may have none.",
    )
    calibrate: PeopleCalibration | None = Field(None)

    def _check(self) -> None:
        forbid(
            self.calibrate and not any(SCORED_BY in by for by in self.by.values()),
            "person.calibrate-not-scored",
            f"only {SCORED_BY} scores people",
            key="calibrate",
        )
        forbid(
            not self.trees and any("both" in source for source in self.open_by.values()),
            "rewriting.open-by-both-without-trees",
            "open_by: both requires trees",
            hint="set trees: true, or open_by: [tags]",
            key="open_by",
        )


class Student(Section):
    """A system whose translations have structures of their own (Garg et al. 2024, section 4)."""

    tag: bool = Field(
        False,
        description="Whether <gender> before the English requests structures (its data "
        "set has `tag: true`).",
    )
    check: bool = Field(
        False,
        description="Whether structures become plain text if their forms differ in words that the "
        "list of inflections lacks: word lists, treebanks, lexicons, `inflections` (appendix J).",
    )
    inflections: FileOfSome | None = Field(
        None, description="Alternatives whose structures extend that list."
    )

    def _check(self) -> None:
        forbid(
            self.inflections and not self.check,
            "student.inflections-without-check",
            "`inflections` requires check: true",
            key="inflections",
        )


class Alternatives(OfLanguages):
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
    open_by: Annotated[
        dict[
            str,
            Annotated[
                list[Literal["none", "rules", "sure", "tags", "both", "gold"]],
                _DISTINCT,
            ],
        ],
        ByLanguage(),
    ] = filled(
        ["none", "rules", *TAGGED, "gold"],
        description="The systems that are compared, by how they know who is open: none (nothing is "
        "offered, the control), rules over the trees, sure (rules, without people whose words are "
        "often wrong), tags of the tagger, both together, gold (the people of the test set); for "
        "all languages or by language. [] for languages that the agreement model cannot rewrite "
        "(de, he, ru).",
    )
    model: Literal["base", "linear", "neural"] = Field(
        "linear",
        description="Model of the words that agree with the noun, as in `agreement.models`.",
    )
    shards: Shards = shards_key(20_000, "a test set is tagged, rewritten and aligned")
    rewriting: Resources = filled(
        description="Resources for rewriting one shard; GPUs are for the system of `tagged`."
    )
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
        "any others ({}) beside them. What they translate for other scores is without structures. "
        "Files of translations of a system from outside have {testset} alternatives-NAME.",
    )

    def _check(self) -> None:
        forbid(
            self.align == "model" and self.aligner is None,
            "alternatives.aligner-missing",
            "align: model requires `aligner`",
            hint="aligner: {}",
            key="align",
        )
        forbid(
            self.rewriting.gpus and self.tagged is None,
            "rewriting.gpus-unsupported",
            "the agreement model runs on CPUs only",
            hint="`gpus` is for the system of `tagged`",
            key="rewriting.gpus",
        )

    @model_validator(mode="after")
    def _augmented(self) -> Self:
        if self.augment is None or self.augment.by == "mrf":
            return self
        if self.tagged is None:
            raise fault(
                "alternatives.lattice-without-tagged",
                "`lattice` requires `tagged`, the system that searches the lattice",
                key="augment.by",
            )
        forbid(
            self.augment.open_by in ("rules", "sure"),
            "lattice.open-by-rules",
            "`lattice` requires open_by: tags or both",
            key="augment.open_by",
        )
        forbid(
            self.augment.by == "lattice"
            and self.augment.open_by == "both"
            and not self.tagged.trees,
            "tagged.trees-missing",
            "open_by: both requires trees for `tagged`",
            key="augment.open_by",
        )
        return self

    @model_validator(mode="after")
    def _of_test_sets(self) -> Self:
        for name in self.augment.translations if self.augment else ():
            forbid(
                name not in self.students,
                "student.unknown",
                f"{name!r} is not one of the students and translates no test set",
                hint=f"add it: students: {{{name}: {{}}}}",
                key="augment.translations",
            )
        for name, what in {AUGMENTED: "the corpus", CALIBRATION: "held-out sentences"}.items():
            forbid(
                name in self.test,
                "alternatives.test-name-reserved",
                f"{name} is already the name of {what}",
                hint="choose another name",
                key="test",
            )
        calibrate = self.tagged and self.tagged.calibrate
        for name, files in self.test.items() if calibrate else ():
            forbid(
                calibrate and set(files.values()) & set(calibrate.file.values()),
                "calibration.sentences-of-testset",
                f"these sentences belong to the test set {name}",
                hint="calibrate on sentences that no score is computed from",
                key="tagged.calibrate.file",
            )
        return self

    @model_validator(mode="after")
    def _written(self) -> Self:
        """Check that nothing has the agreement model rewrite a language that it cannot."""
        for language in self.languages or ():
            try:
                check_written(language)
            except ConfigError as error:
                if fault_location := self._rewriting(language):
                    key, hint = fault_location
                    raise fault(error.code, error.problem, hint=hint, key=key) from None
        return self

    def _rewriting(self, language: str) -> tuple[str, str] | None:
        """Return which key has the agreement model rewrite a language, and what to give instead.

        None where none does: a lattice without trees, a language model and students remain.
        """
        if self.open_by[language]:
            return "open_by", f"give it by language: {{{language}: []}}"
        if self.tagged and set(self.tagged.by[language]) - {"lattice"}:
            return "tagged.by", f"give it by language: {{{language}: [lattice]}}"
        if self.tagged and "both" in self.tagged.open_by[language]:
            return "tagged.open_by", f"without trees take {{{language}: [tags, gold]}}"
        if self.augment and (self.augment.by, self.augment.open_by) != ("lattice", "tags"):
            return "augment", "augment: {by: lattice, open_by: tags} needs no agreement model"
        return None

    def scored(self) -> list[tuple[str, str, str]]:
        """Return what is scored: (language, test set, how it knows who is open), in order."""
        return [
            (language, name, open_by)
            for language in self.languages or ()
            for name, files in self.test.items()
            if language in files
            for open_by in self.open_by[language]
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
            for open_by in self.tagged.open_by[language]
            for by in self.tagged.by[language]
        ]
