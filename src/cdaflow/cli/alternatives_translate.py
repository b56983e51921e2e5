"""Translation by models that write gender structures themselves."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cdaflow.alternatives.serialised import GENDER_TAG
from cdaflow.alternatives.structures import Alternatives, write_alternatives
from cdaflow.alternatives.student import read_translation
from cdaflow.alternatives.tagging.tags import read_sources
from cdaflow.cli.decoders import CTranslate2, Machine, open_decoder
from cdaflow.cli.options import InflectionList
from cdaflow.io.files import read_lines, tsv_lines, write_lines
from cdaflow.io.repair import read_sentences
from cdaflow.option_types import Folder, Language, OutputPath, Positive, Value, exclusive


@exclusive("output", "stripped", required=True)
def translate(
    file: Annotated[Path, Value(metavar="FILE", file="input")],
    /,
    *,
    model_dir: Folder,
    lang: Language,
    tag: bool = False,
    check: bool = False,
    inflections: InflectionList = InflectionList(),
    beam: Positive | None = None,
    machine: Machine = Machine(),
    log: Path | None = None,
    output: OutputPath | None = None,
    stripped: Annotated[Path | None, Value(metavar="TXT", file="output")] = None,
    faults: Annotated[Path | None, Value(metavar="TSV", file="output")] = None,
) -> str:
    """Translate with gender alternatives, by a model that writes structures itself.

    The model is one of Marian's, trained on a data set of the kind alternatives (cdaflow dataset
    alternatives); one of several target languages is given the token of the language. A structure
    goes with the word that has most attention where the model writes <MID>. What a model writes
    amiss is repaired and counted; a model without structures gives plain translations.

    Args:
        file: English: text, .parquet (its column source), or .jsonl (the sources)
        model_dir: folder of a trained model
        tag: put <gender> before the English, as in the training of a model that needs it
        check: turn structures into text whose forms differ in more than words of the list
        beam: beam size (default: the model's)
        log: append Marian's messages to this file
        output (JSONL): the translations with their alternatives and people
        stripped: in place of it: text alone, of each person the gender whose forms are likelier
        faults: what was repaired or turned into text: line, kind, text
    """
    from cdaflow.nmt.details import read_details
    from cdaflow.nmt.layouts import for_language
    from cdaflow.nmt.model import load_model
    from cdaflow.nmt.translate import translate as decode

    prefix = f"{GENDER_TAG} " * tag
    related = inflections.read(lang).related if check else None
    final = output or stripped or Path()
    counts: Counter[str] = Counter()
    rows: list[tuple[str, ...]] = []
    final.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=final.parent, prefix=".cdaflow-translate-") as name:
        work = Path(name)
        lines = (f"{prefix}{line}" if line.strip() else "" for line in _sources(file))
        write_lines(work / "lines", lines)
        decode(
            for_language(load_model(model_dir), lang),
            work / "lines",
            work / "text",
            decoder=open_decoder("marian", machine, CTranslate2()),
            beam=beam,
            log=log,
            details=work / "details.jsonl",
        )

        def translated() -> Iterator[tuple[Alternatives, str]]:
            files = (
                read_lines(work / "lines"),
                read_lines(work / "text"),
                read_details(work / "details.jsonl"),
            )
            for number, (line, text, details) in enumerate(zip(*files, strict=True), 1):
                found = read_translation(line, text, details, related)
                counts["lines"] += 1
                counts["structures"] += len(found.alternatives.structures)
                counts["offered"] += bool(found.alternatives.structures)
                rows.extend((str(number), fault.kind, fault.text) for fault in found.faults)
                yield found.alternatives, found.stripped

        if output is not None:
            write_alternatives(output, (item for item, _ in translated()))
        else:
            write_lines(final, (text for _, text in translated()))
    if faults is not None:
        write_lines(faults, tsv_lines(("line", "kind", "text"), rows))
    kinds = sorted(Counter(kind for _, kind, _ in rows).items())
    return (
        f"{final}: {counts['structures']} structures in {counts['offered']} of {counts['lines']} "
        f"sentences; repaired or text: {', '.join(f'{k} {n}' for k, n in kinds) or 'nothing'}"
    )


def _sources(path: Path) -> Iterator[str]:
    """Yield the English lines of a file."""
    from cdaflow.io.parquet import read_texts

    if path.suffix == ".parquet":
        yield from (text for (text,) in read_texts(path, ("source",)))
    elif ".jsonl" in path.suffixes:
        yield from read_sources(path)
    else:
        yield from read_sentences(path)
