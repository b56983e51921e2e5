"""Translations of another system, checked where they enter."""

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.translations import import_translations

ENGLISH = [f"The doctor of the house has {n} books." for n in range(20)]
SPANISH = [f"La doctora de la casa tiene {n} libros." for n in range(20)]


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_plain_lines_and_lines_with_their_source(tmp_path):
    path = write(tmp_path / "a.txt", SPANISH)
    assert import_translations(path, ENGLISH, "es") == SPANISH
    both = [" ||| ".join(pair) for pair in zip(ENGLISH, SPANISH, strict=True)]
    assert import_translations(write(path, both), ENGLISH, "es") == SPANISH


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (SPANISH[:-1], "19 lines, but the test set has 20 rows"),
        ([*SPANISH, "Una más."], "21 lines, but the test set has 20 rows"),
        ([], "0 lines, but the test set has 20 rows"),
        ([""] * 20, r"\[translations.empty\]"),
        (ENGLISH, r"look like English \(100 %\), not like Spanish"),
    ],
)
def test_faults(tmp_path, lines, message):
    path = write(tmp_path / "a.txt", lines)
    with pytest.raises(InputError, match=message):
        import_translations(path, ENGLISH, "es")


def test_language_is_checked_where_it_is_given(tmp_path, capsys):
    source = write(tmp_path / "en.txt", ENGLISH)
    output = tmp_path / "out.txt"
    arguments = ["score", "import-translations", str(source), "--source", str(source)]
    assert main([*arguments, "--output", str(output)]) == 0
    assert output.read_text() == source.read_text()
    output.unlink()
    assert main([*arguments, "--output", str(output), "--lang", "es"]) == 1
    assert "[translations.other-language]" in capsys.readouterr().err
    assert not output.exists()
