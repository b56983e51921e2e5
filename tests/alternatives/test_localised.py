"""Catalogues as sentences, and proposals of what was found for these."""

import pytest

from cdaflow.alternatives.localised import LocalisedFile
from cdaflow.alternatives.presentation import both_forms, confidence_text, labelled_texts
from cdaflow.alternatives.sentences import Inputs
from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write_alternatives
from cdaflow.cli.commands import run
from cdaflow.option_types import UsageError

from ..errors import raises

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: es\\n"\n\n'


def po(folder, *pairs, header=HEADER):
    entries = (f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in pairs)
    path = folder / "a.po"
    path.write_text(header + "\n".join(entries), encoding="utf-8")
    return path


def xliff(folder, source, target):
    path = folder / "a.xlf"
    path.write_text(
        '<xliff version="1.2"><file source-language="en" target-language="es"><body><trans-unit>'
        f"<source>{source}</source><target>{target}</target></trans-unit></body></file></xliff>"
    )
    return path


def found(source, masculine, *structures, labels=1.0):
    """Return alternatives of (masculine, feminine) and of one person, the last word."""
    made, start = [], 0
    for form, feminine in structures:
        start = masculine.index(form, start)
        made.append(Structure(start, form, feminine, (0,)))
    head = Entity(source.rindex(" ") + 1 if " " in source else 0, len(source), "ambiguous", labels)
    return Alternatives(source, masculine, tuple(made), (head,) if source else ())


SECRETARY = Alternatives(
    "The secretary met the boss",
    "El secretario conoció al jefe",
    (
        Structure(0, "El secretario", "La secretaria", (0,)),
        Structure(22, "al jefe", "a la jefa", (1,)),
    ),
    (Entity(4, 13, "ambiguous", 0.97), Entity(22, 26, "ambiguous", 0.914)),
)


def test_texts_by_the_names_that_people_read():
    assert dict(labelled_texts(SECRETARY)) == {
        "masculine": "El secretario conoció al jefe",
        "women: boss": "El secretario conoció a la jefa",
        "women: secretary": "La secretaria conoció al jefe",
        "feminine": "La secretaria conoció a la jefa",
        "both": "El/La secretario/secretaria conoció al jefe/a la jefa",
    }
    assert confidence_text(SECRETARY) == "secretary 97 %, boss 91 %"
    unknown = Alternatives("x", "el jefe", (Structure(3, "jefe", "jefa"),))
    assert dict(labelled_texts(unknown)) == {
        "masculine": "el jefe", "feminine": "el jefa", "both": "el jefe/jefa",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("masculine", "structures", "both"),
    [
        ("el jefe", [("el jefe", "la jefa")], "el/la jefe/jefa"),
        ("un buen artista", [("un buen", "una buena")], "un/una buen/buena artista"),
        ("el otro artista", [("el otro artista", "la otra artista")], "el/la otro/otra artista"),
        ("del amigo", [("del amigo", "de la amiga")], "del amigo/de la amiga"),
        ("l'auteur", [("l'auteur", "l'autrice")], "l'auteur/l'autrice"),
        ("nobody", [], "nobody"),
    ],
)
def test_both_forms_of_each_word(masculine, structures, both):
    assert both_forms(found("the boss", masculine, *structures)) == both


def test_a_unit_of_several_lines(tmp_path):
    path = po(
        tmp_path,
        (r"\tThe boss\n\nThe author\n", r"\tEl jefe\n\nEl autor\n"),
        (r"Two\nlines", "Una"),
        (r"  The boss  ", "El jefe"),
    )
    file = LocalisedFile(path)
    boss, author = ("The boss", "El jefe"), ("The author", "El autor")
    assert file.sentences == [boss, author, boss]
    assert file.lines == [4, 4, 10]
    items = [
        found("The boss", "El jefe", ("El jefe", "La jefa"), labels=0.9),
        found("The author", "El autor", ("El autor", "La autora")),
        found("The boss", "El jefe"),
    ]
    reasons = file.write(tmp_path / "b.po", items)
    assert reasons == [("7", "sentences", "other line ends than in the source")]
    lines = (tmp_path / "b.po").read_text().splitlines()
    assert [line for line in lines if "#" in line] == [
        r'# cdaflow, masculine: "\tEl jefe\n\nEl autor\n"',
        r'# cdaflow, women: author: "\tEl jefe\n\nLa autora\n"',
        r'# cdaflow, women: boss: "\tLa jefa\n\nEl autor\n"',
        r'# cdaflow, feminine: "\tLa jefa\n\nLa autora\n"',
        r'# cdaflow, both: "\tEl/La jefe/jefa\n\nEl/La autor/autora\n"',
    ]


@pytest.mark.parametrize(
    ("inner", "seen"),
    [
        ('<g id="1">el jefe</g>', "<t1>el jefe<t2>"),
        ('el<x id="1"/>jefe', "el<t1>jefe"),
        ('<x id="1"/> el jefe', "{t1} el jefe"),
        ('<x id="1" equiv-text="{{ n }}"/> jefes', "{t1_n} jefes"),
        ('<ph id="1">%lu</ph> jefes', "{t1_n} jefes"),
        ('<ph id="1">%1</ph>jefe', "{t1}jefe"),
        ('el <x id="1" ctype="image"/> jefe', "el <t1> jefe"),
        ('<bpt id="1">&lt;b&gt;</bpt>jefe<ept id="1">&lt;/b&gt;</ept>', "<t1>jefe<t2>"),
        ('&lt;t1&gt;el <mrk mtype="seg" mid="0">jefe</mrk>', "<t1>el <t2>jefe<t3>"),
    ],
)
def test_inline_elements_are_tags_or_placeholders(tmp_path, inner, seen):
    file = LocalisedFile(xliff(tmp_path, "the boss", inner))
    assert file.sentences == [("the boss", seen)]
    assert file.write(tmp_path / "b.xlf", [found("the boss", seen, ("jefe", "jefa"))]) == []
    written = (tmp_path / "b.xlf").read_text()
    changed = inner.replace("jefe", "jefa")
    assert f'"cdaflow: feminine"><target>{changed}</target>' in written


@pytest.mark.parametrize(
    ("target", "forms"),
    [
        ("<b>el jefe</b>", ("el jefe</b>", "la jefa")),
        ("%s el jefe", ("%s el jefe", "la jefa")),
        ("el jefe {n}", ("{n}", "{m}")),
    ],
)
def test_what_would_lose_a_placeholder_is_not_proposed(tmp_path, target, forms):
    path = po(tmp_path, ("the boss", target))
    items = [found("the boss", target, forms)]
    assert LocalisedFile(path).write(tmp_path / "b.po", items) == [
        ("4", "placeholders", "they would not be kept")
    ]
    assert (tmp_path / "b.po").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("sources", [["The author"], ["The boss", "The boss"], []])
def test_alternatives_of_another_catalogue(tmp_path, sources):
    file = LocalisedFile(po(tmp_path, ("The boss", "El jefe")))
    with raises("catalogue.other-sentences"):
        file.write(tmp_path / "b.po", [found(source, "El jefe") for source in sources])
    assert not (tmp_path / "b.po").exists()


def test_languages_that_the_file_names(tmp_path):
    file = LocalisedFile(po(tmp_path, header=HEADER.replace("Language: es", "Language: es_AR")))
    file.check_languages("es")
    with raises("catalogue.other-language", "es_AR", "French"):
        file.check_languages("fr")
    path = xliff(tmp_path, "a", "b")
    path.write_text(path.read_text().replace('"en"', '"de-DE"'))
    with raises("catalogue.other-language", "de-DE", "English"):
        LocalisedFile(path).check_languages("es")


def test_decomposed_letters(tmp_path):
    file = LocalisedFile(po(tmp_path, ("the boss", "e\u0301l")))
    assert file.sentences == [("the boss", "él")]
    assert (
        LocalisedFile(tmp_path / "a.po").write(tmp_path / "b.po", [found("the boss", "él")]) == []
    )
    assert (tmp_path / "b.po").read_bytes() == (tmp_path / "a.po").read_bytes()


@pytest.fixture
def jsonl(tmp_path):
    write_alternatives(tmp_path / "a.jsonl", [SECRETARY, found("<b> x", "y & z")])
    return tmp_path / "a.jsonl"


def show(*arguments):
    return run(["alternatives", "show", *map(str, arguments)])


def test_a_file_is_shown(jsonl, capsys):
    show(jsonl)
    assert capsys.readouterr().out.splitlines() == [
        "[[El secretario/La secretaria]] conoció [[al jefe/a la jefa]]\tsecretary 97 %, boss 91 %",
        "y & z",
    ]
    show(jsonl, "--output-form", "both")
    assert "El/La secretario/secretaria conoció" in capsys.readouterr().out
    show(jsonl, "--all")
    assert "El secretario conoció a la jefa\twomen: boss" in capsys.readouterr().out


def test_a_file_as_table_text_and_page(jsonl, tmp_path):
    show(jsonl, "--output", tmp_path / "a.tsv")
    header, row, _ = (tmp_path / "a.tsv").read_text().splitlines()
    assert header.split("\t") == [
        "line", "source", "marked", "masculine", "feminine", "confidence",
    ]  # fmt: skip
    assert row.split("\t")[3:] == [
        SECRETARY.masculine, SECRETARY.feminine, "secretary 97 %, boss 91 %",
    ]  # fmt: skip
    show(jsonl, "--output", tmp_path / "a.txt", "--output-form", "both")
    assert (tmp_path / "a.txt").read_text().splitlines()[1] == "y & z"
    show(jsonl, "--output", tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text()
    assert "<mark><b>El secretario</b> / <b>La secretaria</b></mark> conoció" in page
    assert "<td>&lt;b&gt; x</td><td>y &amp; z</td>" in page
    assert "boss 91 %" in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_file_into_its_catalogue(jsonl, tmp_path):
    path = po(tmp_path, (SECRETARY.source, SECRETARY.text), ("<b> x", "y & z"))
    show(jsonl, "--catalogue", path, "--output", tmp_path / "b.po")
    assert "# cdaflow, women: boss: " in (tmp_path / "b.po").read_text()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["a.jsonl", "--translation", "x"], "option.translation-of-file"),
        (["a.jsonl", "--output", "b.po"], "option.catalogue-and-output"),
        (["a.jsonl", "--output", "b.txt", "--catalogue", "a.po"], "option.catalogue-and-output"),
        (["a.jsonl", "--output", "b.xlf", "--catalogue", "a.po"], "option.catalogue-and-output"),
        (["a.jsonl", "--all", "--output-form", "both"], "option.output-form-of-text"),
        (["a.po"], "option.file-in-place-of-sentence"),
        (["The boss."], "option.sentence-without-models"),
    ],
)
def test_options_that_do_not_go_together(jsonl, tmp_path, monkeypatch, capsys, options, code):
    po(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises((SystemExit, UsageError)):
        show(*options)
    assert f"[{code}]" in capsys.readouterr().err


def test_lines_of_a_shard(tmp_path):
    inputs = Inputs(
        po(tmp_path, ("One.", "Uno."), ("Two.", "Dos."), ("Six.", "Seis.")), needs_trees=False
    )
    assert [each.source for each in inputs.texts((2, 2))] == ["Two.", "Six."]
    assert inputs.lines((2, 2)) == [7, 10]
    assert inputs.lines((1, 2)) + inputs.lines((2, 2)) == inputs.lines() == [4, 7, 10]
    assert Inputs(tmp_path / "a.jsonl", needs_trees=False).lines() == []


@pytest.mark.parametrize("options", [["a.jsonl"], ["a.po", "--shard", "1/2"]])
def test_a_catalogue_is_written_of_itself(jsonl, tmp_path, monkeypatch, capsys, options):
    po(tmp_path)
    monkeypatch.chdir(tmp_path)
    command = "alternatives", "rewrite", "--lang", "es", "--model", "base", "--models", "models"
    with pytest.raises((SystemExit, UsageError)):
        run([*command, *options, "--output", "b.po"])
    assert "[option.catalogue-of-other-file]" in capsys.readouterr().err
