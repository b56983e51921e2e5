"""Gender alternatives by a language model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.alternatives.llm.answers import ask
from cdaflow.alternatives.llm.prompts import draw_examples
from cdaflow.alternatives.llm.rewriting import faults_of, rewrite
from cdaflow.alternatives.structures import Alternatives, read_alternatives, write_alternatives
from cdaflow.alternatives.tagging.tags import read_tags
from cdaflow.cli.options import InflectionList, command_words
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.langid import NAMES
from cdaflow.option_types import Folder, OutputPath, Seed, Target, Value


@dataclass(frozen=True)
class Model:
    """Language model.

    Attributes:
        command (COMMAND): the program that answers prompts, run without a shell: it reads lines
            {"id": ..., "prompt": ...} and writes a line {"id": ..., "answer": ...} for each
        cache: a folder for its answers: what is there is not asked again, also after a kill
        timeout (MINUTES): end the program after so many minutes (default: 0, never)
        log: its standard error (default: messages.log in the cache)
    """

    command: str
    cache: Folder
    timeout: Annotated[float, Value(least=0)] = 0
    log: Annotated[Path, Value(metavar="FILE", file="output")] | None = None

    def words(self) -> list[str]:
        """Return the words of the command; ConfigError where it has none."""
        return command_words("--command", self.command, "python ask.py")


@dataclass(frozen=True)
class Prompts:
    """Prompts.

    Attributes:
        view: editor: the model edits the given translation; generator: it translates by itself
        translate: for the editor: the model first translates, and edits that (in the paper's
            comparison of the two views), in place of the given translations
        examples (FILE.jsonl): right alternatives with their people, from which examples are sampled
        shots: examples in a prompt (default: 6, where a file of them is given)
        seed: of the sample
    """

    view: Literal["editor", "generator"] = "editor"
    translate: bool = False
    examples: Path | None = None
    shots: Annotated[int, Value(metavar="N", least=0)] | None = None
    seed: Seed = 1

    def count(self) -> int:
        """Return how many examples a prompt has; ConfigError where they come from nowhere."""
        if self.translate and self.view == "generator":
            raise ConfigError(
                "option.translate-without-editor-view",
                "--translate goes with --view editor",
                hint="leave it out",
            )
        if self.examples is None and self.shots:
            raise ConfigError(
                "option.shots-without-examples", f"--shots {self.shots} needs --examples FILE.jsonl"
            )
        # The paper found hardly any gain beyond six (Figure 3).
        return (6 if self.shots is None else self.shots) if self.examples else 0


def rewrite_llm(
    file: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    /,
    *,
    lang: Target,
    tags: Annotated[Path | None, Value(metavar="TAGS.jsonl", file="input")] = None,
    model: Model,
    prompts: Prompts = Prompts(),
    inflections: InflectionList = InflectionList(),
    output: OutputPath,
    reasons: OutputPath | None = None,
) -> str:
    """Offer gender alternatives that a large language model writes.

    The model is asked for an all-masculine and an all-feminine text of each sentence in which
    somebody is open (Garg et al. 2024, section 5.3). Differences that are not in the list of
    inflections are dropped. A structure goes with the one person who is open; where several are,
    give the output to `cdaflow alternatives align`.

    Args:
        file: alternatives, of which the sources and the all-masculine texts are taken
        tags: the head words of the sources (default: the people of FILE)
        output (JSONL): the alternatives, one sentence a line (.gz: compressed)
        reasons (TSV): what is wrong with answers, or why nothing is offered: line, cause, detail
    """
    command, count = model.words(), prompts.count()
    items = _with_people(list(read_alternatives(file)), file, tags)
    known = inflections.read(lang)
    examples = draw_examples(
        read_alternatives(prompts.examples) if prompts.examples else (),
        count,
        seed=prompts.seed,
        asked={each.source for each in items},
    )
    faults: dict[str, int] = {}

    def answer(asked: Iterable[str]) -> dict[str, str]:
        answers, found = ask(
            command, asked, cache=model.cache, timeout=model.timeout, log=model.log
        )
        for kind, number in found.items():
            faults[kind] = faults.get(kind, 0) + number
        return answers

    made = rewrite(
        items,
        answer,
        known,
        view=prompts.view,
        language=NAMES.get(lang, lang),
        examples=examples,
        translate=prompts.translate,
    )
    write_alternatives(output, (each.alternatives for each in made))
    if reasons is not None:
        rows = ((str(n), m.cause, m.detail) for n, m in enumerate(made, 1) if m.cause)
        write_lines(reasons, tsv_lines(("line", "cause", "detail"), rows))
    offered = sum(bool(each.alternatives.structures) for each in made)
    counts = [f"{kind} {number}" for kind, number in (faults_of(made) | faults).items()]
    return (
        f"{output}: alternatives for {offered} of {len(made)} sentences "
        f"({', '.join(sorted(counts)) or 'all'})"
    )


def _with_people(
    items: Sequence[Alternatives], file: Path, tags: Path | None
) -> list[Alternatives]:
    """Return the sentences with the people of the tags, or their own; without structures."""
    if tags is None:
        missing = [number for number, each in enumerate(items, 1) if each.entities is None]
        if missing:
            raise InputError(
                "person.unknown-without-tags",
                "its people are not known",
                file=file,
                line=missing[0],
                hint="give --tags",
            )
        return [replace(each, structures=()) for each in items]
    tagged = list(read_tags(tags))
    if [each.source for each in tagged] != [each.source for each in items]:
        raise InputError(
            "tag.other-sentence",
            f"not the sentences of {file}",
            file=tags,
            hint="tag that file: cdaflow alternatives tag",
        )
    return [
        replace(each, structures=(), entities=tuple(one.heads))
        for each, one in zip(items, tagged, strict=True)
    ]
