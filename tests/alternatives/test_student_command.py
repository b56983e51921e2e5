"""The command that translates with a model that writes structures."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.alternatives.structures import read_alternatives
from cdaflow.cli import main
from cdaflow.io.files import read_lines
from cdaflow.nmt.details import BLANK

ANSWERS = {
    "The boss.": ("<BEG> El jefe<MID> La jefa<END>.", "boss", (0.0, -1.0)),
    "The car.": ("<BEG> El auto<MID> La casa<END>.", "car", (0.0, -1.0)),
    "It rains.": ("Llueve.<END>", "", (0.0, 0.0)),
}


@pytest.fixture
def translate(tmp_path, monkeypatch):
    """A function that runs the command, with a model that knows ANSWERS; it returns the lines."""
    seen = []

    def decode(model, source, output, *, decoder, beam, log, details):
        texts, rows = [], []
        for line in read_lines(source):
            seen.append(line)
            key = line.split("<gender> ")[-1]
            text, head, scores = ANSWERS.get(key, ("", "", ()))
            texts.append(text)
            rows.append(detail(line, text, head, scores) if text else BLANK)
        Path(output).write_text("".join(f"{text}\n" for text in texts))
        Path(details).write_text("".join(f"{row}\n" for row in rows))

    monkeypatch.setattr("cdaflow.nmt.translate.translate", decode)
    monkeypatch.setattr("cdaflow.nmt.model.load_model", lambda folder: None)
    monkeypatch.setattr("cdaflow.nmt.layouts.for_language", lambda model, language: model)
    monkeypatch.setattr("cdaflow.cli.decoders.open_decoder", lambda *_: None)

    def run(file, *options):
        words = ("--model-dir", str(tmp_path), "--lang", "es", *options)
        assert main(["alternatives", "translate", str(file), *words]) == 0
        return seen

    return run


def detail(line, text, head, scores):
    """Two subwords of the source, four of the target: before MID, MID, behind, the end."""
    at = line.index(head)
    middle = text.index("<MID>") if "<MID>" in text else len(text)
    spans = [(0, middle), (middle, middle + 5), (middle + 5, len(text)), (len(text), len(text))]
    return json.dumps(
        {
            "source": ["x", head],
            "target": ["a", "<MID>", "b", "</s>"],
            "source_spans": [(0, at), (at, at + len(head))],
            "target_spans": spans,
            "log_probabilities": [scores[0], 0.0, scores[1], 0.0],
            "attention": [[0.5, 0.5], [0.0, 1.0], [0.5, 0.5], [0.5, 0.5]],
        }
    )


def test_structures_people_and_what_is_repaired(tmp_path, translate, capsys):
    file, output, faults = (tmp_path / name for name in ("in.txt", "out.jsonl", "faults.tsv"))
    file.write_text("The boss.\n\nThe car.\nIt rains.\n")
    translate(file, "--check", "-o", str(output), "--faults", str(faults))
    items = list(read_alternatives(output))
    assert [item.source for item in items] == ["The boss.", "", "The car.", "It rains."]
    assert [item.masculine for item in items] == ["El jefe.", "", "El auto.", "Llueve."]
    assert items[0].feminine == "La jefa."
    assert (items[0].entities[0].start, items[0].entities[0].end) == (4, 8)
    assert faults.read_text().splitlines() == [
        "line\tkind\ttext", "3\tunlisted\tEl auto / La casa", "4\tstray-symbol\t<END>",
    ]  # fmt: skip
    said = capsys.readouterr().err
    assert "1 structures in 1 of 4 sentences; repaired or text: stray-symbol 1, unlisted 1" in said


def test_tags_are_put_before_the_lines_alone(tmp_path, translate):
    file, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    file.write_text('{"source": "The boss."}\n')
    assert translate(file, "--tag", "-o", str(output)) == ["<gender> The boss."]
    (item,) = read_alternatives(output)
    assert item.source == "The boss."


def test_stripped_text(tmp_path, translate):
    file, output = tmp_path / "in.parquet", tmp_path / "out.txt"
    pq.write_table(pa.table({"source": ["The boss.", "The car."]}), file)
    translate(file, "--stripped", str(output))
    assert output.read_text() == "El jefe.\nEl auto.\n"


def test_a_file_without_sources(tmp_path, capsys):
    file = tmp_path / "in.jsonl"
    file.write_text('{"text": "x"}\n')
    words = ["alternatives", "translate", str(file), "--model-dir", "x", "--lang", "es"]
    assert main([*words, "-o", str(tmp_path / "y.jsonl")]) == 1
    assert "in.jsonl:1: there is no" in (error := capsys.readouterr().err)
    assert "[json.source-not-text]" in error
