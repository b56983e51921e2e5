"""Gender alternatives of files of translations."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cdaflow.alternatives.localised import is_catalogue
from cdaflow.alternatives.person_scores import (
    PersonScore,
    at_least,
    probability,
    read_temperature,
    write_scores,
)
from cdaflow.alternatives.sentences import Inputs, read_pairs
from cdaflow.alternatives.structures import write_alternatives
from cdaflow.alternatives.tagging.tags import Tagger
from cdaflow.cli.alternatives_lattice import By, TaggedModel, made_by_lattice
from cdaflow.cli.intervention import AgreementLexicon, Method, ModelName, set_threads
from cdaflow.cli.options import EnglishLists
from cdaflow.cli.rewriting import rewriter_of
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.languages import check_written
from cdaflow.option_types import (
    Folder,
    Language,
    OutputPath,
    Shard,
    Share,
    Threads,
    UsageError,
    Value,
)
from cdaflow.progress import progress

#: What `rewriting.heads.people` knows; and the people of the file itself, and nobody.
OpenBy = Literal["both", "tags", "rules", "sure"]
FileOpenBy = Literal["both", "tags", "rules", "sure", "gold", "none"]


@dataclass(frozen=True)
class Texts:
    """Sentences as text or trees.

    Attributes:
        english (TXT): in place of FILE: the sources, one a line
        target (TXT): their translations, one a line
        models: models that parse both sides
        english_trees (CONLLU): in place of models: trees of the sources, in order
        target_trees (CONLLU): trees of the translations, in order
    """

    english: Path | None = None
    target: Path | None = None
    models: Folder | None = None
    english_trees: Path | None = None
    target_trees: Path | None = None


@dataclass(frozen=True)
class People:
    """Whose gender is open.

    Attributes:
        tags (TAGS.jsonl): the head words of the sources: cdaflow alternatives tag, or gold ones
        tagger: in place of tags: the folder of a tagger that finds them
        open_by: rules (word lists and syntax); sure: as rules, without people of whose words many
            are wrong; tags, or both: as tags, but where nothing in the sentence shows a gender all
            are open whom rules find (default: both with tags, else sure); gold: the people of FILE
            itself, rules where they are not known; none: nobody, as a control
    """

    tags: Path | None = None
    tagger: Folder | None = None
    open_by: FileOpenBy | None = None

    def by(self) -> OpenBy:
        """Return by what it is decided; UsageError where that is not given."""
        given = self.tags is not None or self.tagger is not None
        if self.tags is not None and self.tagger is not None:
            raise UsageError("option.tags-and-tagger", "give --tags or --tagger, not both")
        if self.open_by in ("both", "tags") and not given:
            raise UsageError(
                "option.open-by-without-tags", f"--open-by {self.open_by} needs --tags or --tagger"
            )
        if self.open_by == "gold" or self.open_by == "none":
            return "tags"
        return self.open_by or ("both" if given else "sure")

    def open_tagger(self, threads: int) -> Tagger | None:
        """Return the tagger, if one is given and used."""
        if self.tagger is None or self.open_by in ("rules", "sure", "gold", "none"):
            return None
        from cdaflow.alternatives.tagging.tagger import open_tagger

        return open_tagger(self.tagger, threads=threads)


def rewrite(
    file: Annotated[Path | None, Value(metavar="FILE", file="input")] = None,
    /,
    *,
    lang: Language,
    texts: Texts = Texts(),
    people: People = People(),
    by: By = "mrf",
    model: ModelName | None = None,
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    tagged: TaggedModel = TaggedModel(),
    shard: Shard | None = None,
    threads: Threads = 1,
    output: OutputPath,
    reasons: OutputPath | None = None,
    people_scores: OutputPath | None = None,
    calibration: Path | None = None,
    min_p: Share = 0.0,
) -> str:
    """Offer gender alternatives for translations, where the English leaves a gender open.

    Each translation is rewritten for every combination of the genders of the people who are open;
    the structures of a line give all of them. A translation in which somebody open is a woman is
    made masculine first. A line without structures has nothing to offer, or a form is uncertain.

    Args:
        file: alternatives (.jsonl), of which the sources and the all-masculine texts are taken, or
            a catalogue of translations: .po of gettext, .xlf or .xliff
        by: mrf: the agreement model changes what agrees with a person; lattice: the translations
            are searched among all inflections by a tagged model (Garg et al. 2024, section 5.2),
            which needs no trees but with --open-by both; mrf+lattice: the texts are those of the
            agreement model, the tagged model says which person each word goes with
        shard: rewrite the K-th of N parts of about equal size, for `cdaflow alternatives gather`
        output (JSONL): the alternatives, one sentence a line (.gz: compressed); of a catalogue also
            the same with proposals for each translation
        reasons (TSV): what lines do not offer, and why: line, cause, detail
        people_scores (TSV): with --by mrf+lattice: how sure the tagged model is of the words of
            each person
        calibration (JSON): of `cdaflow alternatives calibrate`, for the probabilities
        min_p: with --by mrf+lattice: offer nothing for people of whose words it is less sure
    """
    if is_catalogue(output) and (shard or file is None or file.suffix != output.suffix):
        raise UsageError(
            "option.catalogue-of-other-file",
            f"--output {output} needs the whole catalogue as FILE{output.suffix}",
        )
    if by != "mrf+lattice" and (people_scores or calibration or min_p):
        raise UsageError(
            "option.people-scores-not-with-by", "people are scored with --by mrf+lattice"
        )
    lattice = by == "lattice"
    if not lattice:
        check_written(lang)
    open_by = people.by()
    inputs = Inputs(
        file,
        texts.english,
        texts.target,
        texts.models,
        texts.english_trees,
        texts.target_trees,
        people.tags if people.open_by in (None, "both", "tags") else None,
        gold=people.open_by == "gold",
        needs_trees=not lattice,
    )
    if lattice and open_by == "both" and not inputs.has_trees and people.open_by is None:
        open_by = "tags"
    _check(by, open_by, inputs, people)
    set_threads(threads)
    tagger = people.open_tagger(threads)
    nobody = people.open_by == "none"
    if lattice:
        total, sentences = made_by_lattice(
            inputs,
            lang,
            tagged,
            lexicon.with_default_lists(lang),
            lists=lists,
            by=open_by,
            tagger=tagger,
            nobody=nobody,
            shard=shard,
            threads=threads,
        )
    else:
        from cdaflow.alternatives.assigning import Assigner
        from cdaflow.alternatives.making import made_of_pairs

        if model is None:
            raise UsageError(
                "option.by-without-model", f"--by {by} needs the agreement model: give --model"
            )
        assign = None
        if by == "mrf+lattice":
            assign = Assigner(tagged.search(lang, threads).scorer).assign
        rewriter = rewriter_of(lang, model, lists, method, lexicon)
        total, pairs = read_pairs(inputs, lang, tagger=tagger, shard=shard, threads=threads)
        if nobody:
            pairs = (pair._replace(heads=()) for pair in pairs)
        sentences = made_of_pairs(rewriter, pairs, by=open_by, assign=assign)
    counts: Counter[str] = Counter()
    rows = []
    scores = []
    lines = inputs.lines(shard)
    temperature = 1.0 if calibration is None else read_temperature(calibration)

    def alternatives() -> Any:
        made = progress(sentences, "rewrite", total=total, unit="sentence")
        for number, each in enumerate(made, 1):
            entities = each.alternatives.entities or ()
            for person, log_odds in sorted(each.log_odds.items()):
                word = each.alternatives.source[entities[person].start : entities[person].end]
                scores.append((PersonScore(number, person, log_odds), word))
            if min_p:
                sure = {p: probability(value, temperature) for p, value in each.log_odds.items()}
                each = replace(each, alternatives=at_least(each.alternatives, sure, min_p))
            counts[each.cause] += 1
            counts["offered"] += bool(each.alternatives.structures)
            counts["aligned"] += len(each.alternatives.choices)
            counts["by position"] += each.by_position
            if each.cause:
                line = lines[number - 1] if lines else number
                rows.append((str(line), each.cause, each.detail))
            yield each.alternatives

    if inputs.catalogue is not None and is_catalogue(output):
        rows += inputs.catalogue.write(output, alternatives())
        written = len(lines)
    else:
        written = write_alternatives(output, alternatives())
    if reasons is not None:
        write_lines(reasons, tsv_lines(("line", "cause", "detail"), rows))
    if people_scores is not None:
        write_scores(people_scores, scores, temperature)
    return _summary(output, written, counts)


def _check(by: By, open_by: OpenBy, inputs: Inputs, people: People) -> None:
    """Raise UsageError where a way to rewrite cannot know who is open."""
    if by != "lattice":
        return
    if open_by in ("rules", "sure"):
        raise UsageError(
            "option.lattice-without-head-words",
            "--by lattice needs head words: give --tags or --tagger, or --open-by gold",
        )
    if people.open_by == "both" and not inputs.has_trees:
        raise UsageError(
            "option.open-by-trees",
            "--open-by both needs trees (or --models); --open-by tags does not",
        )


def _summary(output: Path, written: int, counts: Any) -> str:
    offered, aligned, position = (counts.pop(k, 0) for k in ("offered", "aligned", "by position"))
    counts.pop("", None)
    causes = ", ".join(f"{cause} {count}" for cause, count in sorted(counts.items()))
    return (
        f"{output}: alternatives for {offered} of {written} sentences ({causes or 'all'}); "
        f"{aligned} people, {position} of them by their position alone"
    )
