"""Catalogues of gettext and XLIFF: units, and proposals between the bytes of a file."""

import pytest

from cdaflow.io.catalogue import Inline, Proposal
from cdaflow.io.po import PoFile
from cdaflow.io.xliff import XliffFile

from ..errors import raises

PO = r"""# Translators of a program.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: es_AR\n"

#. said to the owner
#: a.c:3
msgid "The author."
msgstr "El autor."

# Mind the name.
#
#, c-format
msgctxt "menu"
msgid ""
"A \"quoted\"\t"
"author\n"
msgstr ""
"Un autor "
"\"citado\"\101\x42\n"
#, c-format, fuzzy
#| msgid "%d author"
msgid "%d authors"
msgstr "%d autor"

msgid "%d boss"
msgid_plural "%d bosses"
msgstr[0] "%d jefe"
msgstr[1] "%d jefes"

msgid "untranslated"
msgstr ""

#~ msgid "old"
#~ msgstr "viejo"
"""

ONE = """<?xml version="1.0" encoding="UTF-8" ?>
<x:xliff version='1.2'   xmlns:x="urn:oasis:names:tc:xliff:document:1.2">
  <x:file source-language="en-US" target-language="es" datatype="html" original="a">
    <x:body>
      <x:trans-unit id="1">
        <x:source>The <x:g id="1">author</x:g> &amp; I<x:x id="2" ctype="lb"/></x:source>
        <x:target state='final'>El <x:g   id="1">autor</x:g> &amp;
          yo<x:x id="2" ctype="lb"/></x:target>
        <x:alt-trans origin="TM"><x:target>Yo</x:target></x:alt-trans>
      </x:trans-unit>
      <x:trans-unit xml:space="preserve"><x:source>a</x:source><x:target>c  d</x:target>
      </x:trans-unit>
      <x:group translate="no">
        <x:trans-unit id="3"><x:source>x</x:source><x:target>y</x:target></x:trans-unit>
      </x:group>
      <x:trans-unit id="4"><x:source>x</x:source><x:target/></x:trans-unit>
      <x:trans-unit id="5"><x:source>x</x:source></x:trans-unit>
    </x:body>
  </x:file>
</x:xliff>
"""

TWO = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"
 version="2.0" srcLang="en" trgLang="es">
 <file id="f">
  <unit id="1">
   <originalData><data id="d">%d</data></originalData>
   <segment id="s1">
    <source><ph id="1" dataRef="d"/> <pc id="2">authors</pc></source>
    <target><ph id="1" dataRef="d"/> <pc id="2">autores</pc></target>
   </segment>
  </unit>
  <unit id="2">
   <matches xmlns="urn:oasis:names:tc:xliff:matches:2.0">
    <match ref="#s"><source xmlns="urn:oasis:names:tc:xliff:document:2.0">The boss</source><target
     xmlns="urn:oasis:names:tc:xliff:document:2.0">El jefe</target></match>
   </matches>
   <segment id="s"><source>The boss</source><target>El jefe</target></segment>
  </unit>
 </file>
</xliff>
"""


def opened(folder, name, text, kind):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return kind(str(path))


def proposed(file, confidence=None):
    """Return a file with its own texts as proposals, and what is read of that."""
    return file.with_proposals(
        [Proposal("feminine", unit.target, confidence), Proposal("both", unit.target)]
        for unit in file.units
    )


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.po", PO, PoFile),
        ("a.po", PO.replace("\n", "\r\n"), PoFile),
        ("a.po", PO.replace("UTF-8", "ISO-8859-1").encode("latin-1"), PoFile),
        ("a.xlf", ONE, XliffFile),
        ("a.xlf", ONE.replace("\n", "\r\n"), XliffFile),
        ("a.xlf", "\ufeff" + ONE, XliffFile),
        ("a.xlf", TWO, XliffFile),
        ("a.xlf", TWO.replace("\n", "").replace(">  <", "><"), XliffFile),
    ],
)
def test_every_byte_but_the_proposals_stays(tmp_path, name, text, kind):
    file = opened(tmp_path, name, text, kind)
    data = (tmp_path / name).read_bytes()
    assert file.with_proposals([[]] * len(file.units)) == data
    more = proposed(file, 0.9)
    assert len(more) > len(data)
    again = opened(tmp_path, f"more-{name}", more, kind)
    assert again.units[0].target == file.units[0].target
    assert [unit.target for unit in again.units] == [unit.target for unit in file.units]
    # A second run takes the place of the first, and without proposals nothing is left of that.
    assert proposed(again, 0.9) == more
    assert again.with_proposals([[]] * len(file.units)) == data


def test_entries_of_gettext(tmp_path):
    file = opened(tmp_path, "a.po", PO, PoFile)
    assert (file.sources, file.targets) == (set(), {"es_AR"})
    assert [(unit.line, unit.source, unit.target) for unit in file.units] == [
        (9, ("The author.",), ("El autor.",)),
        (15, ('A "quoted"\tauthor\n',), ('Un autor "citado"AB\n',)),
        (27, ("%d boss",), ("%d jefe",)),
        (27, ("%d bosses",), ("%d jefes",)),
    ]


def test_proposals_are_comments_of_the_translator(tmp_path):
    lines = proposed(opened(tmp_path, "a.po", PO, PoFile)).decode().splitlines()
    first = lines.index('# cdaflow, feminine: "El autor."')
    assert lines[first + 1 : first + 4] == [
        '# cdaflow, both: "El autor."', "#. said to the owner", "#: a.c:3",
    ]  # fmt: skip
    second = lines.index(r'# cdaflow, feminine: "Un autor \"citado\"AB\n"')
    assert lines[second - 2 : second] == ["# Mind the name.", "#"]
    assert lines[second + 2] == "#, c-format"
    plural = lines.index('# cdaflow, feminine [0]: "%d jefe"')
    assert lines[plural + 2] == '# cdaflow, feminine [1]: "%d jefes"'
    assert lines[plural + 4] == 'msgid "%d boss"'


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('msgid "a"\nmsgstr b\n', "po.not-an-entry", 2),
        ('msgid "a"\nmsgid "b"\n', "po.repeated-keyword", 2),
        ('\nmsgid "a"\n\n#~ x\n', "po.incomplete-entry", 2),
        ('"a"\n', "po.not-an-entry", 1),
        ('msgid "a"\nmsgstr "á"\n'.encode("latin-1"), "po.not-in-charset", 2),
        ('msgid ""\nmsgstr "Content-Type: text/plain; charset=klingon"\n', "po.not-in-charset", 1),
    ],
)
def test_no_catalogue_of_gettext(tmp_path, text, code, line):
    with raises(code, line=line) as caught:
        opened(tmp_path, "a.po", text, PoFile)
    assert "msgfmt -c" in caught.value.hint


def test_a_charset_without_the_letters_of_a_proposal(tmp_path):
    text = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=ASCII\\n"\n\nmsgid "a"\nmsgstr "b"\n'
    )
    file = opened(tmp_path, "a.po", text, PoFile)
    with raises("po.charset-too-small", "ASCII"):
        file.with_proposals([[Proposal("feminine", ("á",))]])


def test_units_of_xliff_1(tmp_path):
    file = opened(tmp_path, "a.xlf", ONE, XliffFile)
    assert (file.sources, file.targets) == ({"en-US"}, {"es"})
    first, second = file.units
    assert first.line == 5
    assert first.target == (
        "El ", Inline('<x:g   id="1">', "<>"), "autor", Inline("</x:g>", "<>"), " & yo",
        Inline('<x:x id="2" ctype="lb"/>', "<>"),
    )  # fmt: skip
    assert second.target == ("c  d",)
    new = proposed(file, 0.87).decode().splitlines()
    alternative = next(line for line in new if "feminine" in line)
    assert alternative == (
        '        <x:alt-trans origin="cdaflow: feminine" match-quality="87%"><x:target>'
        'El <x:g   id="1">autor</x:g> &amp; yo<x:x id="2" ctype="lb"/></x:target></x:alt-trans>'
    )
    assert new.index(alternative) == 8
    assert any('match-quality="87%" xml:space="preserve"><x:target>c  d<' in line for line in new)


def test_units_of_xliff_2(tmp_path):
    file = opened(tmp_path, "a.xlf", TWO, XliffFile)
    assert file.units[0].target[:2] == (Inline('<ph id="1" dataRef="d"/>', "%d"), " ")
    new = proposed(file).decode()
    own, other = (line for line in new.splitlines() if "feminine" in line)
    assert own.strip() == (
        '<mtc:match ref="#s1" type="other" origin="cdaflow: feminine">'
        '<originalData><data id="d">%d</data></originalData>'
        '<source><ph id="1" dataRef="d"/> <pc id="2">authors</pc></source>'
        '<target><ph id="1" dataRef="d"/> <pc id="2">autores</pc></target></mtc:match>'
    )
    # Among matches of other tools, whose elements have another default namespace.
    assert other.strip().startswith(
        '<mtc:match xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" '
        'xmlns="urn:oasis:names:tc:xliff:document:2.0" ref="#s"'
    )
    assert new.count("matches>") == 2


def test_a_segment_without_an_id_gets_one(tmp_path):
    text = TWO.replace('<segment id="s1">', "<segment>")
    new = proposed(opened(tmp_path, "a.xlf", text, XliffFile)).decode()
    assert '<segment id="cdaflow1">' in new
    assert 'ref="#cdaflow1"' in new
    # Another one later gets another.
    new = new.replace('<segment id="s">', "<segment>")
    new = proposed(opened(tmp_path, "a.xlf", new, XliffFile)).decode()
    assert '<segment id="cdaflow2">' in new
    assert new.count('ref="#cdaflow1"') == new.count('ref="#cdaflow2"') == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<tmx/>", "xliff.other-root"),
        ('<xliff version="3.0"/>', "xliff.other-root"),
        ('<xliff version="1.2">', "xml.not-well-formed"),
        (ONE.replace("UTF-8", "ISO-8859-1"), "xliff.not-utf8"),
        (ONE.encode("utf-16"), "xliff.not-utf8"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><xliff version="1.2"/>', "xml.entity-declared"),
    ],
)
def test_no_xliff(tmp_path, text, code):
    with raises(code):
        opened(tmp_path, "a.xlf", text, XliffFile)
