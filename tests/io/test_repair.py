"""Text that other programs damaged is read as it was written, and only such text is changed."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.io.columns import read_text_columns, repaired_column, strings
from cdaflow.io.formats import lines_of
from cdaflow.io.pairs import read_pairs
from cdaflow.io.recognition import Content
from cdaflow.io.repair import Repairs, read_sentences, repaired
from cdaflow.text.check import check_corpora
from cdaflow.text.clean import detokenizer
from cdaflow.text.corpus import build_corpus
from cdaflow.text.spec import parse_spec, read_corpus

from ..errors import raises


@pytest.mark.parametrize(
    ("damaged", "written"),
    [
        ("l&#39;avocat &quot;parle&quot;", 'l\'avocat "parle"'),
        ("l&amp;#39;avocat", "l'avocat"),
        ("f&uuml;r R&amp;D", "für R&D"),
        ("Que &#x27;a&#x27;", "Que 'a'"),
        ("d&apos; une &#91; a &#93;", "d' une [ a ]"),
        ("El doctor terminÃ³.", "El doctor terminó."),
        # The soft hyphen is a part of what is damaged, and nothing else of it is left.
        ("Un dÃ\xada", "Un día"),
        ("Ã\x83Â³", "ó"),
        ("ESPAÃ‘A", "ESPAÑA"),
        ("termin%C3%B3 el 5%", "terminó el 5%"),
        (r"la ma\x{f1}ana, <U+00BF>no\x{0000d8}", "la mañana, ¿noØ"),
        (r"<U+1F600>a\U0001f600b\U000000f3", "\U0001f600a\U0001f600bó"),
        ("â€œHolaâ€\x9d â€¦", "“Hola” …"),
        ("Â¿A 25Â°C?", "¿A 25°C?"),
        ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"),
        ("×©×œ×•×\x9d", "שלום"),
        ("una pro\u00adfe\u00adsora", "una profesora"),
        ("la\u200b doctora", "la doctora"),
        ("\u200fהרופאה\u200f הלכה", "הרופאה הלכה"),
        ('termin\\u00f3 \\"ya\\"', 'terminó "ya"'),
        ("Sí.\\nNo.", "Sí. No."),
        ("\\ud83d\\ude00", "😀"),
        ("termin\\u00c3\\u00b3", "terminó"),
        # Read as the encoding of an old Mac, of DOS, as Russian and Hebrew Windows have it.
        ("termin√≥ el a√±o, ‚Äúya‚Äù", "terminó el año, “ya”"),
        ("termin├│ el a├▒o", "terminó el año"),
        ("РџСЂРёРІРµС‚, СЏ", "Привет, я"),
        ("׳”׳¨׳•׳₪׳\x90׳”", "הרופאה"),
        # Windows-1252 read as Latin-1, not as UTF-8.
        ("d\x92accord, \x93oui\x94\x85", "d\u2019accord, “oui”…"),
        ("5 \x80 \x96 caf\xe9", "5 € \u2013 café"),
        # As Python shows bytes, and as mails have them.
        (r"termin\xc3\xb3 el a\xc3\xb1o", "terminó el año"),
        ("termin=C3=B3 el a=C3=B1o", "terminó el año"),
    ],
)
def test_what_is_undone(damaged, written):
    assert repaired(damaged)[0] == written
    assert repaired(written) == (written, [])


@pytest.mark.parametrize(
    "text",
    [
        "R&D, AT&T; &foo; R & D;",
        "Er schrieb „ich vergaß“.",
        "LIBERTÉ\xa0! Qui est resté\xa0?",
        "A IRMÃ» DISSE NÃO.",
        "«SÃO PAULO»",
        "C:\\new \\nabla x",
        "https://es.wikipedia.org/wiki/Espa%C3%B1a",
        r"\x{d83d} <U+D83D> \x{0} 100%AF C:\Users <U+X>",
        "नमस्\u200dते",
        "une 👩\u200d🔬",
        "Её “мяч”",
        "cut \\ud83d in half",
        "&#0; &#13",
        "√2 = 1.41, 2√π, x = √y",
        "├── src",
        "СІРІ вовки, РЁ і С«",
        "ג׳ירפה, צ׳יפס, ז׳קט",
        r"C:\xampp\xe a=DE b",
        "Er sagte ‚Äpfel‘.",
    ],
)
def test_what_a_text_has_by_itself_stays(text):
    assert repaired(text) == (text, [])


def test_lines_are_counted_by_kind():
    repairs = Repairs()
    lines = ["a&#39;b", "plain", "c&#39;d\u200b", *["e&#39;f"] * 5]
    assert list(repairs.of(lines))[:3] == ["a'b", "plain", "c'd"]
    assert list(repairs.problems()) == [
        ([1, 3, 4, 5, 6, 7, 8], "undid HTML entities on 7 lines: 1, 3, 4, 5, 6, ..."),
        ([3], "undid invisible characters on 1 line: 3"),
    ]


def test_long_lines_of_nothing_but_escapes_take_no_time():
    for line in ("&" * 100_000, "&amp;" * 50_000, "\\u00c3" * 20_000, "Ã" * 100_000):
        repaired(line)


def corpus(tmp_path, rows):
    path = tmp_path / "c.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return parse_spec(json.dumps({"name": "mine", "tsv": str(path)}))


PAIRS = [
    ("The doctor finished.", "El doctor terminÃ³."),
    ("It is the lawyer&#39;s.", "Es de la abogada."),
    ("A day in the shop.", "Un dÃ\xada en la tienda."),
]


def test_corpora_are_repaired_and_their_check_counts_it(tmp_path):
    spec = corpus(tmp_path, PAIRS)
    assert [row for _, row in read_corpus(spec, ["en", "es"])] == [
        ("The doctor finished.", "El doctor terminó."),
        ("It is the lawyer's.", "Es de la abogada."),
        ("A day in the shop.", "Un día en la tienda."),
    ]
    (note,) = check_corpora([spec], ["en", "es"], tmp_path / "notes.json")
    assert note["warnings"] == [
        "mine: undid UTF-8 read as another encoding on 2 lines: 1, 3",
        "mine: undid HTML entities on 1 line: 2",
    ]


def test_a_build_says_what_was_undone(tmp_path, capsys):
    build_corpus([corpus(tmp_path, PAIRS)], ["en", "es"], tmp_path / "c.parquet")
    assert "undid UTF-8 read as another encoding on 2 lines" in capsys.readouterr().err


def test_detokenisation_undoes_what_moses_and_others_write(tmp_path):
    pytest.importorskip("sacremoses")
    french = detokenizer("fr")
    assert french("le porte ##AT##-##AT## parole .") == "Le porte-parole."
    assert french("le porte @-@ parole .") == "Le porte-parole."
    path = tmp_path / "t.fr"
    path.write_text("c&apos; est l&apos; avocat .\n")
    spec = parse_spec(f"name=mine,text={path},detokenize=true", 1)
    ((_, (line,)),) = read_corpus(spec, ["fr"])
    assert french(line) == "C'est l'avocat."


DAMAGED = {
    "HTML entities": ("The doctor&#39;s son.", "The doctor's son."),
    "UTF-8 read as another encoding": ("La mÃ©dica terminÃ³.", "La médica terminó."),
    "invisible characters": ("En\u00adfer\u200bmera", "Enfermera"),
    "escapes of JSON": ("Dijo \\u00a1hola\\/adi\\u00f3s!", "Dijo ¡hola/adiós!"),
}
ADDRESS = "x?a=1&amp;b=2"


def write_pairs_of(kind, folder, texts):
    """Write texts as both sides of pairs, of a kind of file; return the files."""
    if kind == "aligned":
        paths = [folder / "x.en", folder / "x.es"]
        for path in paths:
            path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    elif kind == "parquet":
        paths = [folder / "x.parquet"]
        columns = {"source": texts, "target": texts, "url": [ADDRESS] * len(texts)}
        pq.write_table(pa.table(columns), paths[0])
    else:
        paths = [folder / "x.tsv"]
        rows = [f"{text}\t{text}\t{ADDRESS}\n" for text in texts]
        paths[0].write_text("source\ttarget\turl\n" * (kind == "tsv") + "".join(rows), "utf-8")
        if kind == "plain tsv":
            paths[0].write_text("".join(f"{text}\t{text}\n" for text in texts), "utf-8")
    return [str(path) for path in paths]


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("kind", ["aligned", "parquet", "tsv", "plain tsv"])
def test_pairs_are_repaired_and_it_is_said(tmp_path, capsys, kind, damage):
    damaged, written = DAMAGED[damage]
    clean = ["Plain text & more.", "Él dijo «hola»."]
    paths = write_pairs_of(kind, tmp_path, [*clean, damaged, *clean, damaged])
    for _ in range(2):  # commands read their pairs several times
        (batch,) = read_pairs(paths)
        for side in ("source", "target"):
            assert batch.column(side).to_pylist() == [*clean, written, *clean, written]
    if "url" in batch.schema.names:
        assert set(batch.column("url").to_pylist()) == {ADDRESS}
    said = capsys.readouterr().err.splitlines()
    lines = "4, 7" if kind == "tsv" else "3, 6"
    assert said == [f"{path}: undid {damage} on 2 lines: {lines}" for path in paths]


@pytest.mark.parametrize("cells", [[["a", "b"]], [{"en": "a"}]])
def test_cells_that_are_no_text(tmp_path, cells):
    path = tmp_path / "x.parquet"
    pq.write_table(pa.table({"source": cells, "target": ["c"]}), path)
    with raises("column.not-text") as caught:
        list(read_pairs([str(path)]))
    assert caught.value.file == str(path)


def test_columns_and_lines_are_treated_the_same(tmp_path, capsys):
    path = tmp_path / "x.txt"
    texts = [text for pair in DAMAGED.values() for text in pair]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    expected = [written for _, written in DAMAGED.values() for _ in range(2)]
    assert list(read_sentences(path)) == expected
    assert [line for _, line in lines_of(path, content=Content.SENTENCES)] == expected
    assert [
        line for column, _ in read_text_columns(path) for line in column.to_pylist()
    ] == expected
    assert len(capsys.readouterr().err.splitlines()) == len(DAMAGED)


def test_every_character_that_repair_knows_is_suspect():
    texts = [chr(code) for code in range(0x80, 0x3000) if repaired(f"a{chr(code)}b")[1]]
    texts += ["\u00e2\u20ac\u2122", "\u00c3\u00b3", "\u00f0\u0178\u02dc\u20ac", "\ufeff", "&amp;"]
    column = strings([f"a{text}b" for text in texts])
    repairs = Repairs()
    assert repaired_column(column, 1, repairs) is not column
    assert sorted({n for lines in repairs.lines.values() for n in lines}) == [
        *range(1, len(texts) + 1)
    ]


def test_a_shard_counts_its_own_lines(tmp_path, capsys):
    path = tmp_path / "x.txt"
    path.write_text("a &amp; b\nc\n" * 4, encoding="utf-8")
    assert [n for n, _ in lines_of(path, (2, 2), Content.SENTENCES)] == [5, 6, 7, 8]
    assert capsys.readouterr().err.splitlines() == [f"{path}: undid HTML entities on 2 lines: 5, 7"]
    assert next(line for _, line in lines_of(path)) == "a &amp; b"  # no text of sentences
