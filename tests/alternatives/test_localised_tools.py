"""Catalogues that tools of localisation have made, with proposals, and back in these tools."""

import gettext
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cdaflow.cli.commands import run

PROGRAM = """
from gettext import gettext as _, ngettext, pgettext

# Translators: shown to the owner
print(_("The author is tired."))
print(_("Welcome, <b>dear author</b>!\\n"))
print(_("%s is the boss of the company.") % name)
print(_("The secretary was angry with the boss."))
print(ngettext("%d author is tired.", "%d authors are tired.", count) % count)
print(pgettext("weather", "It rains."))
print(_("Not translated yet."))
"""

#: The last version of a translator, in women's words too.
LAST = r"""
msgid ""
msgstr ""
"Project-Id-Version: program 1\n"
"Language: es\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "The author is tired."
msgstr "La autora está cansada."

msgid "Welcome, <b>dear author</b>!\n"
msgstr "¡Bienvenido, <b>querido autor</b>!\n"

msgid "%s is the boss of the company."
msgstr "%s es el jefe de la empresa."

msgid "The secretary was angry with the boss."
msgstr "El secretario estaba enojado con el jefe."

msgid "%d author is tired."
msgid_plural "%d authors are tired."
msgstr[0] "%d autor está cansado."
msgstr[1] "%d autores están cansados."

msgctxt "weather"
msgid "It rains."
msgstr "Llueve."
"""

#: A file of XLIFF 2 as translate-toolkit writes it, and what it reads in one.
MAKE = """
import sys
from translate.storage.xliff2 import Xliff2File
store = Xliff2File(sourcelanguage="en", targetlanguage="es")
for pair in [("The author is tired.", "El autor está cansado."), ("It rains.", "Llueve.")]:
    unit = store.addsourceunit(pair[0])
    unit.target = pair[1]
store.savefile(sys.argv[1])
"""
READ = """
import json, sys
from translate.storage import xliff, xliff2
with open(sys.argv[1], "rb") as handle:
    data = handle.read()
kind = xliff2.Xliff2File if b'version="2.0"' in data else xliff.Xliff1File
units = [unit for unit in kind.parsestring(data).units if unit.target]
alternatives = [
    [str(each.target) for each in unit.getalttrans()] if hasattr(unit, "getalttrans") else []
    for unit in units
]
print(json.dumps([[str(u.source), str(u.target), a] for u, a in zip(units, alternatives)]))
"""


def call(*command, cwd):
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def toolkit(code, *arguments, cwd):
    """Run a program in the environment of translate-toolkit."""
    python = Path(shutil.which("po2xliff")).resolve().with_name("python")
    return call(python, "-c", code, *arguments, cwd=cwd)


def proposed(source, output, *options):
    models = "--models", os.environ["CDAFLOW_MODELS"], "--model", "base"
    command = "alternatives", "rewrite", source, "--lang", "es", *models, *options
    run([*map(str, command), "--output", str(output)])
    return output.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """A catalogue of Spanish: extracted, and the last version brought up to it, by gettext."""
    folder = tmp_path_factory.mktemp("gettext")
    (folder / "program.py").write_text(PROGRAM)
    (folder / "last.po").write_text(LAST, encoding="utf-8")
    words = "--keyword=ngettext:1,2", "--keyword=pgettext:1c,2", "--add-comments=Translators"
    call("xgettext", *words, "--from-code=UTF-8", "-o", "a.pot", "program.py", cwd=folder)
    call("msgmerge", "-q", "-N", "-o", "es.po", "last.po", "a.pot", cwd=folder)
    return folder / "es.po"


def compiled(path):
    """Return what a program gets of a catalogue, as msgfmt compiles it."""
    call("msgfmt", "--check", path.name, "-o", path.with_suffix(".mo").name, cwd=path.parent)
    with path.with_suffix(".mo").open("rb") as handle:
        return gettext.GNUTranslations(handle)._catalog


@pytest.mark.gettext
@pytest.mark.models
def test_a_catalogue_of_gettext_and_back(catalogue, tmp_path):
    new = proposed(catalogue, tmp_path / "es.po", "--reasons", tmp_path / "why.tsv")
    lines = new.splitlines()
    ours = [line.removeprefix("# cdaflow, ") for line in lines if line.startswith("# cdaflow, ")]
    assert [line for line in lines if not line.startswith("# cdaflow, ")] == (
        catalogue.read_text(encoding="utf-8").splitlines()
    )
    assert {
        'masculine: "El autor está cansado."',
        'feminine: "La autora está cansada."',
        'both: "El/La autor/autora está cansado/cansada."',
        r'feminine: "¡Bienvenida, <b>querida autora</b>!\n"',
        'feminine: "%s es la jefa de la empresa."',
        'women: boss: "El secretario estaba enojado con la jefa."',
        'women: secretary: "La secretaria estaba enojada con el jefe."',
        'feminine [1]: "%d autoras están cansadas."',
    } <= set(ours)
    weather = catalogue.read_text(encoding="utf-8").splitlines().index('msgctxt "weather"') + 1
    (reason,) = (tmp_path / "why.tsv").read_text().splitlines()[1:]
    assert reason.split("\t") == [str(weather), "nobody-open", ""]
    # What programs get is what it was, and the next msgmerge keeps the proposals.
    assert compiled(tmp_path / "es.po") == compiled(catalogue)
    template = catalogue.with_name("a.pot")
    call("msgmerge", "-q", "--no-wrap", "-o", "merged.po", "es.po", template, cwd=tmp_path)
    merged = (tmp_path / "merged.po").read_text(encoding="utf-8")
    assert [line for line in merged.splitlines() if "# cdaflow" in line] == [
        f"# cdaflow, {line}" for line in ours
    ]
    assert proposed(tmp_path / "es.po", tmp_path / "again.po") == new


@pytest.mark.gettext
@pytest.mark.models
@pytest.mark.toolkit
def test_xliff_1_of_translate_toolkit_and_back(catalogue, tmp_path):
    shutil.copy(catalogue, tmp_path / "es.po")
    call("po2xliff", "es.po", "es.xlf", cwd=tmp_path)
    new = proposed(tmp_path / "es.xlf", tmp_path / "new.xlf")
    assert new.count("<alt-trans ") == 3 * 5 + 5
    call("xliff2po", "es.xlf", "before.po", cwd=tmp_path)
    call("xliff2po", "new.xlf", "after.po", cwd=tmp_path)
    before, after = (compiled(tmp_path / name) for name in ("before.po", "after.po"))
    assert before == after
    units = {
        source: found for source, _, found in json.loads(toolkit(READ, "new.xlf", cwd=tmp_path))
    }
    assert units["Welcome, <b>dear author</b>!\n"] == [
        "¡Bienvenido, <b>querido autor</b>!\n",
        "¡Bienvenida, <b>querida autora</b>!\n",
        "¡Bienvenido/Bienvenida, <b>querido/querida autor/autora</b>!\n",
    ]
    assert units["It rains."] == []


@pytest.mark.models
@pytest.mark.toolkit
def test_xliff_2_of_translate_toolkit_and_back(tmp_path):
    toolkit(MAKE, "es.xlf", cwd=tmp_path)
    new = proposed(tmp_path / "es.xlf", tmp_path / "new.xlf")
    assert '<mtc:match ref="#' in new
    assert ">La autora está cansada.</target></mtc:match>" in new
    before, after = (toolkit(READ, name, cwd=tmp_path) for name in ("es.xlf", "new.xlf"))
    assert json.loads(before) == json.loads(after)


SCRIPT = """console.log($localize`:@@tired:The author is tired.`);
console.log($localize`:@@bold:Welcome, ${"<b>"}:BOLD:dear author${"</b>"}:END:!`);
console.log($localize`:@@boss:${name}:NAME: is the boss.`);
"""
#: What a translator writes in place of the English.
SPANISH = (
    ("The author is tired", "El autor está cansado"),
    ("Welcome", "Bienvenido"),
    ("dear author", "querido autor"),
    ("is the boss", "es el jefe"),
)


@pytest.mark.angular
@pytest.mark.models
@pytest.mark.parametrize("version", ["xlf", "xlf2"])
def test_xliff_of_angular_and_back(tmp_path, version):
    (tmp_path / "main.js").write_text(SCRIPT)
    files = "-s", "main.js", "-l", "en", "-o", "en.xlf"
    call("localize-extract", "-f", version, *files, cwd=tmp_path)
    text = (tmp_path / "en.xlf").read_text(encoding="utf-8")
    for line in {line for line in text.splitlines() if "<source>" in line}:
        target = line.replace("source>", "target>")
        for english, spanish in SPANISH:
            target = target.replace(english, spanish)
        text = text.replace(line, f"{line}\n{target}")
    language = (
        ' target-language="es" datatype' if version == "xlf" else ' srcLang="en" trgLang="es"'
    )
    text = text.replace(" datatype" if version == "xlf" else ' srcLang="en"', language, 1)
    (tmp_path / "es.xlf").write_text(text, encoding="utf-8")
    new = proposed(tmp_path / "es.xlf", tmp_path / "new.xlf")
    feminine = [line for line in new.splitlines() if "cdaflow: feminine" in line]
    assert len(feminine) == 3
    assert ">La autora está cansada.</target>" in feminine[0]
    assert ">querida autora<" in feminine[1]
    assert feminine[2].count('equiv="NAME"' if version == "xlf2" else 'id="NAME"') >= 1
    programs = []
    for name in ("es", "new"):
        folder = "-r", ".", "-s", "main.js", "-o", f"{name}/{{{{LOCALE}}}}"
        call("localize-translate", *folder, "-l", "en", "-t", f"{name}.xlf", cwd=tmp_path)
        programs.append((tmp_path / name / "es" / "main.js").read_text(encoding="utf-8"))
    assert "es el jefe." in programs[0]
    assert programs[0] == programs[1]
