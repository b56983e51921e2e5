import gzip

import pytest

from cdaflow.errors import InputError
from cdaflow.io.tmx import read_tmx

from ..errors import raises


def tmx(*units, head='<?xml version="1.0" encoding="UTF-8"?>\n'):
    return f'{head}<tmx version="1.4">\n<header/>\n<body>\n' + "\n".join(units) + "\n</body></tmx>"


def unit(**segments):
    variants = (
        f'<tuv xml:lang="{code.replace("_", "-")}"><seg>{text}</seg></tuv>'
        for code, text in segments.items()
    )
    return f"<tu>{''.join(variants)}</tu>"


def read(tmp_path, text, languages=("en", "es"), encoding="utf-8"):
    file = tmp_path / "a.tmx"
    file.write_bytes(text.encode(encoding))
    return list(read_tmx(str(file), languages))


def test_units_in_either_order(tmp_path):
    text = tmx(unit(en="One &amp; two", es="Uno y dos"), unit(es="Señal", fr="Signe", en="Sign"))
    assert read(tmp_path, text) == [(1, ("One & two", "Uno y dos")), (2, ("Sign", "Señal"))]
    assert read(tmp_path, text, ("es",)) == [(1, ("Uno y dos",)), (2, ("Señal",))]


def test_language_codes_match_by_primary_subtag(tmp_path):
    assert read(tmp_path, tmx(unit(EN_us="One", es_419="Uno"))) == [(1, ("One", "Uno"))]
    two = tmx(unit(en="Train", pt_PT="Comboio", pt_BR="Trem"))
    assert read(tmp_path, two, ("en", "pt-br")) == [(1, ("Train", "Trem"))]
    assert read(tmp_path, two, ("en", "pt")) == [(1, ("Train", "Comboio"))]
    old = '<tmx><body><tu><tuv lang="EN"><seg>A</seg></tuv><tuv lang="ES"><seg>B</seg></tuv></tu>'
    assert read(tmp_path, old + "</body></tmx>") == [(1, ("A", "B"))]


def test_missing_variant_is_an_empty_side(tmp_path):
    text = tmx(unit(en="One"), unit(en="Two", es="Dos"))
    assert read(tmp_path, text) == [(1, ("One", "")), (2, ("Two", "Dos"))]


def test_absent_language_is_an_error_that_lists_the_others(tmp_path):
    with raises("tmx.no-segment-in-language", "'es'") as caught:
        read(tmp_path, tmx(unit(en="One", fr="Un")))
    assert "en, fr" in str(caught.value)


def test_inline_markup_goes_and_highlighted_text_stays(tmp_path):
    seg = '<bpt i="1">&lt;b&gt;</bpt>Big<ept i="1">x</ept> <hi>red</hi> <ph>{1}<sub>s</sub></ph>dog'
    assert read(tmp_path, tmx(unit(en=seg, es="Perro")))[0][1][0] == "Big red dog"


def test_encodings_that_the_file_declares(tmp_path):
    units = unit(en="Sign", es="Señal")
    head = '<?xml version="1.0" encoding="{}"?>\n'
    for encoding in ("iso-8859-1", "utf-16"):
        text = tmx(units, head=head.format(encoding))
        assert read(tmp_path, text, encoding=encoding) == [(1, ("Sign", "Señal"))]


def test_malformed_and_truncated_files_name_the_line(tmp_path):
    text = tmx(unit(en="One", es="Uno"), "<tu><tuv>", "</tu>")
    with pytest.raises(InputError) as caught:
        read(tmp_path, text.replace("<tuv></tu>", ""))
    assert caught.value.line == 6
    with raises("xml.not-well-formed") as caught:
        read(tmp_path, tmx(unit(en="One", es="Uno"))[:-10])
    assert caught.value.line == 6
    with raises("xml.not-well-formed") as caught:
        read(tmp_path, tmx(unit(en="One", es="Señal")), encoding="latin-1")
    assert caught.value.line == 5
    file = tmp_path / "a.tmx.gz"
    file.write_bytes(gzip.compress(tmx(unit(en="One", es="Uno")).encode())[:-12])
    with raises("file.damaged"):
        list(read_tmx(str(file), ("en", "es")))


def test_other_xml_is_refused(tmp_path):
    with raises("tmx.other-root", "<xliff>"):
        read(tmp_path, "<xliff><file/></xliff>")
    with pytest.raises(InputError, match="this is an HTML page"):
        read(tmp_path, "<html><body/></html>")


def test_entities_are_refused(tmp_path):
    bomb = '<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n'
    with raises("xml.entity-declared", "'a'") as caught:
        read(tmp_path, tmx(unit(en="&b;", es="x"), head=bomb))
    assert caught.value.line == 1
    secret = tmp_path / "secret"
    secret.write_text("secret")
    outside = f'<!DOCTYPE tmx [<!ENTITY a SYSTEM "{secret}">]>\n'
    with raises("xml.entity-declared", "'a'"):
        read(tmp_path, tmx(unit(en="&a;", es="x"), head=outside))
    # The usual reference to the DTD is neither fetched nor a fault, but what only it could
    # declare would be lost from the text without a word.
    head = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n'
    assert read(tmp_path, tmx(unit(en="A", es="B"), head=head)) == [(1, ("A", "B"))]
    with raises("xml.entity-undeclared", "&hellip"):
        read(tmp_path, tmx(unit(en="A&hellip;", es="B"), head=head))


def test_units_come_before_the_file_is_read_to_its_end(tmp_path):
    file = tmp_path / "a.tmx"
    file.write_text(tmx(*(unit(en=f"Sentence {n}", es=f"Frase {n}") for n in range(20000)))[:-20])
    reader = read_tmx(str(file), ("en", "es"))
    assert next(reader) == (1, ("Sentence 0", "Frase 0"))
    with pytest.raises(InputError):
        list(reader)


@pytest.mark.parametrize(
    ("segment", "text"),
    [
        ("Go home.<ph>x</ph>The end", "Go home. The end"),
        ("Press<bx/>the button", "Press the button"),
        ("un<bpt i='1'>b</bpt>gran<ept i='1'>/b</ept>libro", "un gran libro"),
        ("l'<bpt i='1'>b</bpt>homme<ept i='1'>/b</ept>, oui", "l'homme, oui"),
        ("inter<hi>national</hi>e", "internationale"),
        ("100<ph/>% of it, <ph/>all", "100% of it, all"),
    ],
)
def test_inline_marks_leave_words_apart(tmp_path, segment, text):
    path = tmp_path / "m.tmx"
    path.write_text(
        f"<tmx><body><tu><tuv xml:lang='en'><seg>{segment}</seg></tuv></tu></body></tmx>"
    )
    assert list(read_tmx(str(path), ["en"])) == [(1, (text,))]
