"""What tests say that they need: markers, and the end of a run that says what was skipped."""

from types import SimpleNamespace

import pytest

from . import needs


@pytest.mark.parametrize("name", sorted(needs.THINGS))
def test_a_marker_for_each_thing(name, request, monkeypatch):
    assert any(line.startswith(f"{name}: ") for line in request.config.getini("markers"))
    marked = SimpleNamespace(iter_markers=lambda: [SimpleNamespace(name=name)])
    monkeypatch.setitem(needs.THINGS, name, (lambda: False, "a thing"))
    with pytest.raises(pytest.skip.Exception, match="needs a thing"):
        needs.skip_without(marked)
    monkeypatch.setitem(needs.THINGS, name, (lambda: True, "a thing"))
    needs.skip_without(marked)


def test_other_markers_need_nothing():
    needs.skip_without(SimpleNamespace(iter_markers=lambda: [SimpleNamespace(name="slow")]))


def test_a_program_in_no_folder_of_the_path_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not needs.THINGS["apertium"][0]()
    (tmp_path / "apertium").write_text("#!/bin/sh\n")
    (tmp_path / "apertium").chmod(0o755)
    assert needs.THINGS["apertium"][0]()


def test_a_folder_that_is_not_there_is_no_data(tmp_path, monkeypatch):
    monkeypatch.delenv("CDAFLOW_DATA", raising=False)
    assert not needs.THINGS["data"][0]()
    monkeypatch.setenv("CDAFLOW_DATA", str(tmp_path / "absent"))
    assert not needs.THINGS["data"][0]()
    monkeypatch.setenv("CDAFLOW_DATA", str(tmp_path))
    assert needs.THINGS["data"][0]()


def test_reasons_are_listed_with_their_tests_the_most_frequent_first():
    def report(reason, test):
        return SimpleNamespace(longrepr=("conftest.py", 9, f"Skipped: {reason}"), nodeid=test)

    reports = [report("no data", "tests/a.py::test_1"), report("no GPU", "tests/b.py::test_1"),
               report("no GPU", "tests/c.py::test_2"), report("no GPU", "tests/c.py")]  # fmt: skip
    assert needs.skipped(reports) == [
        "   3 no GPU", "       tests/b.py", "       tests/c.py",
        "   1 no data", "       tests/a.py",
    ]  # fmt: skip
    assert needs.skipped([]) == []
