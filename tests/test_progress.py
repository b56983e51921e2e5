"""Following a log: whole lines alone, whatever the pieces in which they come; lines of progress."""

from cdaflow import progress
from cdaflow.progress import LogLines, Meter


def test_lines_come_once_and_whole(tmp_path):
    log = tmp_path / "train.log"
    log.write_bytes(b"of another run\n")
    lines = LogLines(log, start=log.stat().st_size)
    assert lines.new() == []
    said = "é\nzwei\n\n\xff\n".encode("latin-1")
    found = []
    for place in range(len(said)):
        with log.open("ab") as handle:
            handle.write(said[place : place + 1])
        found += lines.new()
    assert found == ["\ufffd", "zwei", "", "\ufffd"]
    with log.open("ab") as handle:
        handle.write(b"Gen" + "é".encode()[:1])
    assert lines.new() == []
    with log.open("ab") as handle:
        handle.write("é".encode()[1:] + b"\n")
    assert lines.new() == ["Gené"]


def test_a_log_says_nothing_twice(monkeypatch, capsys):
    monkeypatch.setattr(progress, "LOG_INTERVAL", 0.0)
    meter = Meter("training", unit="update")
    for count in (0, 20, 20, 20, 40, 40):
        meter.show(count, f"update {count}")
    assert capsys.readouterr().err.splitlines() == ["update 20", "update 40"]
    # The count may begin again, of the next stage of the same program.
    meter.show(5, "update 5")
    assert capsys.readouterr().err.splitlines() == ["update 5"]
