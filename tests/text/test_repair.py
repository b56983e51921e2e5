"""Text that other programs damaged is read as it was written, and only such text is changed."""

import json

import pytest

from cdaflow.text.check import check_corpora
from cdaflow.text.clean import detokenizer
from cdaflow.text.corpus import build_corpus
from cdaflow.text.repair import Repairs, repaired
from cdaflow.text.spec import parse_spec, read_corpus


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
        "नमस्\u200dते",
        "une 👩\u200d🔬",
        "Её “мяч”",
        "cut \\ud83d in half",
        "&#0; &#13",
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
