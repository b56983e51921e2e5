"""What is packed, and that it is the same each time."""

import base64
import json
import os
import zipfile

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.sharing.archive import read_archive
from cdaflow.sharing.pack import pack
from cdaflow.tables.markup import CONFIG_SUMMARY, config_html

from ..errors import raises

PACKED = [
    "config.json", "figures/pro-anti.svg", "report.html", "tables/corpus.csv",
    "tables/corpus.provenance.json", "tables/winomt.csv", "tables/winomt.md",
    "tables/winomt.provenance.json",
]  # fmt: skip


def test_same_results_give_the_same_bytes(results, tmp_path):
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    pack(results.folder, first)
    for name in PACKED:
        os.utime(results.path(name), (10**9, 10**9))
        results.path(name).chmod(0o600)
    pack(results.folder / "tables", second)
    assert first.read_bytes() == second.read_bytes()


def test_what_is_packed(results, tmp_path, capsys):
    for name in ("tables/.1.partial.winomt.csv", "tables/notes.txt", "tables/x.csv~"):
        results.path(name).write_text("x")
    archive = tmp_path / "out.zip"
    assert main(["share", str(results.folder / "tables"), str(archive)]) == 0
    with zipfile.ZipFile(archive) as handle:
        assert handle.namelist() == ["MANIFEST.json", *PACKED]
        assert {member.date_time for member in handle.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    said = capsys.readouterr().err
    assert all(name in said for name in PACKED)
    assert "without provenance" not in said
    assert read_archive(archive)["report.html"] == results.path("report.html").read_bytes()
    assert main(["verify", str(archive)]) == 0


@pytest.mark.parametrize("start", ["results", "tables"])
def test_from_inside_the_folder(results, tmp_path, monkeypatch, start):
    monkeypatch.chdir(results.folder if start == "results" else results.path("tables"))
    assert list(pack(".", tmp_path / "out.zip").sizes) == PACKED


def test_table_without_provenance_is_reported(results, tmp_path):
    results.path("tables/winomt.provenance.json").unlink()
    assert pack(results.folder, tmp_path / "out.zip").without_provenance == ("tables/winomt.csv",)


def test_edited_table_is_refused(results, tmp_path):
    path = results.path("tables/winomt.csv")
    path.write_text(path.read_text().replace("84.4", "94.4"))
    output = tmp_path / "out.zip"
    output.write_text("before")
    with raises("provenance.other-table", "winomt.csv"):
        pack(results.folder, output)
    assert output.read_text() == "before"
    assert list(tmp_path.glob(".*")) == []


def test_link_out_of_the_results_is_refused(results, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    results.path("tables/winomt.csv").unlink()
    results.path("tables/winomt.csv").symlink_to(secret)
    with raises("link.outside-folder"):
        pack(results.folder, tmp_path / "out.zip")


def test_linked_folder_out_of_the_results_is_refused(results, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a.svg").write_text("<svg/>")
    figures = results.path("figures")
    (figures / "pro-anti.svg").unlink()
    figures.rmdir()
    figures.symlink_to(tmp_path / "elsewhere")
    with raises("link.outside-folder"):
        pack(results.folder, tmp_path / "out.zip")


def test_link_inside_is_packed_as_a_file(results, tmp_path):
    results.path("figures/copy.svg").symlink_to("pro-anti.svg")
    pack(results.folder, tmp_path / "out.zip")
    assert read_archive(tmp_path / "out.zip")["figures/copy.svg"] == b"<svg/>\n"


def test_linked_results_folder_is_as_good(results, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(results.folder)
    assert list(pack(link, tmp_path / "out.zip").sizes) == PACKED


def test_dangling_link_is_refused(results, tmp_path):
    results.path("figures/gone.svg").symlink_to("nowhere.svg")
    with raises("link.broken"):
        pack(results.folder, tmp_path / "out.zip")


def test_name_that_no_archive_can_have_is_refused(results, tmp_path):
    results.path("figures/a\\b.svg").write_text("<svg/>")
    with raises("file-name.unsafe"):
        pack(results.folder, tmp_path / "out.zip")


@pytest.mark.parametrize("given", ["", "tables", "absent"])
def test_folder_without_tables_is_refused(tmp_path, given):
    (tmp_path / "tables").mkdir()
    with pytest.raises(InputError, match=r"no table|folder of results"):
        pack(tmp_path / given, tmp_path / "out.zip")


CONFIG = {"languages": ["es"], "systems": {"baseline": {}, "gb": {}}}


def test_what_the_configuration_does_not_have_is_left_out(results, tmp_path, capsys):
    results.path("config.json").write_text(json.dumps(CONFIG))
    stale = {
        "figures/gaps.fr.svg": "the language fr",
        "figures/professions.es.old.v2.svg": "the system old.v2",
        "figures/professions.es.gb.7.svg": "the system gb.7",
        "tables/bleu.csv": "the system old",
        "tables/bleu.md": "the system old",
        "tables/geneval.csv": "geneval",
        "tables/winomt.trainings.csv": "a second training",
        "tables/naik2023.winomt.csv": "the paper naik2023",
    }
    kept = ("figures/gaps.es.svg", "figures/professions.es.gb.svg", "figures/gains.svg")
    for name in (*stale, *kept):
        results.path(name).write_text("language,system,bleu\nes,old,20.0\n")
    archive = tmp_path / "out.zip"
    assert main(["share", str(results.folder), str(archive)]) == 0
    assert set(read_archive(archive)) == {*PACKED, *kept}
    said = capsys.readouterr().err
    for name, reason in stale.items():
        assert f"left out: {name} ({reason} is not in the configuration)" in said


@pytest.mark.parametrize("name", ["tables/winomt.csv", "config.json", "report.html"])
def test_an_archive_overwrites_no_result(results, name, capsys):
    before = results.path(name).read_bytes()
    assert main(["share", str(results.folder), str(results.path(name))]) == 1
    assert "[output.overwrites-other-format]" in capsys.readouterr().err
    assert results.path(name).read_bytes() == before


def test_means_over_languages_are_packed(results, tmp_path):
    results.path("config.json").write_text(json.dumps(CONFIG | {"published": "choubey2021"}))
    results.path("tables/bleu.csv").write_text("language,system\nes,gb\nall,gb\n")
    archive = tmp_path / "out.zip"
    assert main(["share", str(results.folder), str(archive)]) == 0
    assert "tables/bleu.csv" in read_archive(archive)


@pytest.mark.parametrize(
    ("changes", "packed"),
    [
        ({"trainings": 2}, True),
        ({"trainings": [1, 2]}, True),
        ({"seed": 3, "trainings": [2, 3]}, True),
        ({"systems": {"gb": {"trainings": 2}}}, True),
        ({"trainings": [1]}, False),
        # Your own model is one run, however many trainings the others have.
        ({"trainings": 2, "systems": {"gb": {"model": "gb.npz"}}}, False),
    ],
)
def test_results_of_several_trainings(results, tmp_path, changes, packed):
    results.path("config.json").write_text(json.dumps(CONFIG | changes))
    files = {"tables/winomt.trainings.csv", "figures/professions.es.gb.2.svg"}
    for name in files:
        results.path(name).write_text("language,system,seed\nes,gb,2\n")
    archive = tmp_path / "out.zip"
    assert main(["share", str(results.folder), str(archive)]) == 0
    assert files & set(read_archive(archive)) == (files if packed else set())


def test_results_of_another_configuration_are_refused(results, tmp_path):
    results.path("config.json").write_text(json.dumps({**CONFIG, "languages": ["fr"]}))
    results.path("tables/corpus.csv").unlink()
    with raises("table.other-config", "language es"):
        pack(results.folder, tmp_path / "out.zip")


PAGE = """<img alt="gaps" src="data:image/svg+xml;base64,{picture}">
{summary}
{config}</pre></details>
"""


def report_of(results, picture="<svg/>\n"):
    config = json.loads(results.path("config.json").read_text())
    encoded = base64.b64encode(picture.encode()).decode()
    page = PAGE.format(picture=encoded, summary=CONFIG_SUMMARY, config=config_html(config))
    results.path("report.html").write_text(page)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("figures/pro-anti.svg", "<svg></svg>\n", "it shows a figure that is not in the folder"),
        ("config.json", json.dumps({"seed": 2, "align_with": 5000}), "it shows another config"),
        ("figures/gaps.svg", "<svg id='new'/>\n", ""),
    ],
)
def test_a_stale_report_is_left_out(results, tmp_path, name, text, reason, capsys):
    report_of(results)
    results.path(name).write_text(text)
    assert main(["share", str(results.folder), str(tmp_path / "out.zip")]) == 0
    said = capsys.readouterr().err
    assert ("report.html" in read_archive(tmp_path / "out.zip")) == (not reason)
    assert (f"left out: report.html ({reason}" in said) == bool(reason)


@pytest.mark.parametrize(
    ("config", "keys"),
    [
        ({"seed": 2, "align_with": 5000}, "(seed)"),
        ({"seed": 1}, "(align_with)"),
        ({"seed": 1, "align_with": 5000, "trainings": 3}, "(trainings)"),
        ({"seed": 1, "align_with": 5000}, ""),
    ],
)
def test_tables_of_another_configuration_are_reported(results, tmp_path, config, keys, capsys):
    results.path("config.json").write_text(json.dumps(config))
    assert main(["share", str(results.folder), str(tmp_path / "out.zip")]) == 0
    said = capsys.readouterr().err
    shown = f"made with another configuration than config.json: tables/winomt.csv {keys}"
    assert (shown in said) == bool(keys)
