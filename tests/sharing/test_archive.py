"""Archives that were damaged or made with intent: each is refused, and nothing is written."""

import hashlib
import json
import stat
import struct
import zipfile

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.sharing import archive
from cdaflow.sharing.archive import read_archive, write_archive
from cdaflow.sharing.pack import pack

from ..errors import raises

GOOD = {"tables/a.csv": b"x,y\n1,2\n", "report.html": b"<html>"}


def listed(contents, **changes):
    files = [
        {"path": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
    ]
    return {"kind": "cdaflow results", "format": 1, "files": files} | changes


def zipped(path, members, about=None):
    """Write members, (name or ZipInfo, content), after a manifest (by default one of GOOD)."""
    text = json.dumps(listed(GOOD) if about is None else about)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as handle:
        for name, content in [("MANIFEST.json", text), *members]:
            handle.writestr(name, content)
    return path


def refused(path, problem):
    """Assert that an archive is refused for a reason, by the command too."""
    with pytest.raises(InputError, match=problem):
        read_archive(path)
    assert main(["verify", str(path)]) == 2


def test_good_archive_is_read(tmp_path):
    assert read_archive(zipped(tmp_path / "a.zip", GOOD.items())) == GOOD


@pytest.mark.parametrize(
    "name",
    ["../evil.csv", "/etc/passwd", "tables/../../evil", "C:\\evil", "tables\\..\\evil", "a//b",
     "tables/\x1b[2J.csv", "tables/\u202egnp.csv", "./a", "tables/"],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(tmp_path, name):
    refused(zipped(tmp_path / "a.zip", [*GOOD.items(), (name, b"")]), "the name of the file")
    refused(
        zipped(tmp_path / "b.zip", GOOD.items(), listed({**GOOD, name: b""})),
        "missing: ",
    )


def test_name_with_a_zero_byte_is_refused(tmp_path):
    path = zipped(tmp_path / "a.zip", [*GOOD.items(), ("tables/bXcsv", b"")])
    path.write_bytes(path.read_bytes().replace(b"bXcsv", b"b\0csv"))
    refused(path, "cannot be seen")


def test_name_that_is_there_twice_is_refused(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"):
        path = zipped(tmp_path / "a.zip", [*GOOD.items(), ("report.html", b"other")])
    refused(path, "twice")


def test_link_is_refused(tmp_path):
    link = zipfile.ZipInfo("tables/b.csv")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    refused(zipped(tmp_path / "a.zip", [*GOOD.items(), (link, "/etc/passwd")]), "no plain file")


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"tables/a.csv": GOOD["tables/a.csv"]}, "missing: report.html"),
        (GOOD | {"more.csv": b""}, "not in the manifest: more.csv"),
        (GOOD | {"tables/a.csv": b"x,y\n1,3\n"}, "changed: tables/a.csv"),
    ],
)
def test_what_is_not_as_the_manifest_says_is_refused(tmp_path, members, problem):
    refused(zipped(tmp_path / "a.zip", members.items()), problem)


@pytest.mark.parametrize(
    "about",
    [
        [], {}, {"kind": "other"}, listed({}, format=2), listed({}, files=3), listed({}, files=[3]),
        listed({}, files=[{"path": "a", "size": -1, "sha256": "0" * 64}]),
        listed({}, files=[{"path": "a", "size": True, "sha256": "0" * 64}]),
        listed({}, files=[{"path": "a", "size": 0, "sha256": "Z" * 64}]),
        listed({}, files=[{"path": "MANIFEST.json", "size": 0, "sha256": "0" * 64}]),
        listed({}, files=[{"path": "a", "size": 0, "sha256": "0" * 64}] * 2),
    ],
)  # fmt: skip
def test_manifest_of_another_form_is_refused(tmp_path, about):
    refused(zipped(tmp_path / "a.zip", GOOD.items(), about), "MANIFEST.json|its manifest")


def test_manifest_nested_without_end_is_refused(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as handle:
        handle.writestr("MANIFEST.json", "[" * 100_000)
    refused(path, "nested too deep")


def test_archive_without_a_manifest_is_refused(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as handle:
        handle.writestr("report.html", "")
    refused(path, "has no MANIFEST")


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip archive at all" * 9, b"\0" * 5000])
def test_what_is_no_archive_is_refused(tmp_path, content):
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    refused(path, "[archive.not-zip]")


def test_absent_archive_is_reported(tmp_path):
    refused(tmp_path / "a.zip", "no such file")


def test_archive_cut_anywhere_is_refused(results, tmp_path):
    whole = tmp_path / "a.zip"
    pack(results.folder, whole)
    content = whole.read_bytes()
    cut = tmp_path / "cut.zip"
    for length in range(0, len(content), 97):
        cut.write_bytes(content[:length])
        with pytest.raises(InputError):
            read_archive(cut)


def test_archive_with_a_changed_byte_is_refused_or_the_same(results, tmp_path):
    whole = tmp_path / "a.zip"
    pack(results.folder, whole)
    content, wanted = whole.read_bytes(), read_archive(whole)
    path = tmp_path / "changed.zip"
    kept = 0
    for offset in range(0, len(content), 13):
        path.write_bytes(content[:offset] + bytes([content[offset] ^ 0x55]) + content[offset + 1 :])
        try:
            found = read_archive(path)
        except InputError:
            continue
        kept += 1  # a time or a right of a file, which nobody reads
        assert found == wanted
    assert kept < len(content) / 13 / 2


def test_bombs_are_refused_before_they_are_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_FILE_BYTES", 1000)
    monkeypatch.setattr(archive, "MAX_BYTES", 5000)
    zeros = bytes(1001)
    refused(zipped(tmp_path / "a.zip", [("tables/a.csv", zeros)]), "more than 1000 bytes")
    many = [(f"tables/{number}.csv", zeros[:1000]) for number in range(6)]
    refused(zipped(tmp_path / "b.zip", many), "or 5000 bytes")


def test_bomb_that_lies_about_its_size_is_read_no_further(tmp_path):
    path = zipped(tmp_path / "a.zip", [("tables/a.csv", bytes(10_000_000))], listed(GOOD))
    size = struct.pack("<L", 10_000_000)
    content = path.read_bytes()
    assert content.count(size) == 2
    path.write_bytes(content.replace(size, struct.pack("<L", 8)))
    refused(path, "damaged")


def test_directory_of_too_many_files_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    path = zipped(tmp_path / "a.zip", [(f"{number}.csv", b"") for number in range(5)])
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with raises("archive.too-many-files", "3"):
        read_archive(path)


def test_zip64_and_comments_are_refused(tmp_path):
    path = zipped(tmp_path / "a.zip", GOOD.items())
    content = path.read_bytes()
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 0, 1)
    path.write_bytes(content[:-22] + locator + content[-22:])
    refused(path, "zip64")
    with zipfile.ZipFile(path, "w") as handle:
        handle.comment = b"hello"
    refused(path, "[archive.not-zip]")


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_compression_is_refused(tmp_path, kind):
    member = zipfile.ZipInfo("tables/a.csv")
    member.compress_type = kind
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as handle:
        handle.writestr(member, GOOD["tables/a.csv"])
    refused(path, "unusual")


def test_encrypted_file_is_refused(tmp_path):
    path = zipped(tmp_path / "a.zip", GOOD.items())
    content = bytearray(path.read_bytes())
    content[content.rindex(b"PK\1\2") + 8] |= 1
    path.write_bytes(content)
    refused(path, "encrypted")


def test_manifest_lists_files_sorted_whatever_the_order(tmp_path):
    for path, names in ((tmp_path / "1.zip", "ba"), (tmp_path / "2.zip", "ab")):
        write_archive(path, dict.fromkeys(names, b""))
        assert read_archive(path) == {"a": b"", "b": b""}
    one, other = (zipfile.ZipFile(tmp_path / f"{n}.zip").read("MANIFEST.json") for n in (1, 2))
    assert one == other
    assert one.startswith(b"{\n")


def rezipped(old, new, edits):
    """Write an archive again, files edited, with a manifest that fits."""
    with zipfile.ZipFile(old) as handle:
        contents = {name: handle.read(name) for name in handle.namelist()[1:]}
    for name, (before, after) in edits.items():
        assert before in contents[name]
        contents[name] = contents[name].replace(before, after)
    return zipped(new, contents.items(), listed(contents))


@pytest.mark.parametrize("name", ["tables/winomt.csv", "tables/winomt.md"])
def test_table_edited_together_with_the_manifest_is_refused(results, tmp_path, name, capsys):
    pack(results.folder, tmp_path / "a.zip")
    before = b"84.4" if name.endswith("csv") else b"WinoMT"
    forged = rezipped(tmp_path / "a.zip", tmp_path / "b.zip", {name: (before, b"99.9")})
    assert main(["verify", str(rezipped(tmp_path / "a.zip", tmp_path / "c.zip", {}))]) == 0
    assert main(["verify", str(forged)]) == 2
    assert f"another table than {name[7:]} in the same folder" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "a.zip"), "--against", str(forged)]) == 2


def test_table_without_provenance_is_reported(tmp_path, capsys):
    assert main(["verify", str(zipped(tmp_path / "a.zip", GOOD.items()))]) == 0
    assert "not checked, since they have no provenance: tables/a.csv" in capsys.readouterr().out


def test_folder_is_no_archive(results):
    assert main(["verify", str(results.folder)]) == 2
