"""What scorers read: any bytes give a result or one clear error."""

import pytest
from bounds import any_bytes

from cdaflow.alignment.aligners import read_line_pairs
from cdaflow.alignment.pharaoh import AlignmentReader, read_pharaoh
from cdaflow.alignment.words import splitter
from cdaflow.languages import get
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.challenge import ChallengeFiles, halves, read_challenge
from cdaflow.scoring.gate import score_gate
from cdaflow.scoring.geneval import score_context, score_sentences
from cdaflow.scoring.geneval_rows import Testset
from cdaflow.scoring.links import AlignmentFiles
from cdaflow.scoring.mustshe import score_mustshe
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.translations import read_translations
from cdaflow.scoring.winomt import Rules, score_winomt
from cdaflow.scoring.winomt_items import read_secondary
from cdaflow.wordlists.lexicon import read_lexicon, read_professions

CHALLENGE = b"""\
male\t1\tThe developer argued with the designer because he did not like the design.\tThe developer
female\t5\tThe developer argued with the designer because her idea was bad.\tthe designer
neutral\t1\tThe victim called someone.\tvictim
"""
SOURCES = [line.split("\t")[2] for line in CHALLENGE.decode().splitlines()]
TARGETS = ["El desarrollador discutió.", "La diseñadora &apos; @-@ habló.", "La víctima llamó."]
TRANSLATED = "".join(f"{target}\n" for target in TARGETS).encode()
JOINED = "".join(f"{s} ||| {t}\n" for s, t in zip(SOURCES, TARGETS, strict=True)).encode()
NUMBERED = "".join(
    f"{n}\t{s}\t{t}\n" for n, (s, t) in enumerate(zip(SOURCES, TARGETS, strict=True), 1)
).encode()
PHARAOH = b"0-0 1-1 2-2\n0-0 5-1\n1-1\n"
GATE = """labels\tdata_split\tsource\tf\tm
PERSON; x\tdev\tThe doctor sat.\tLa médica se sentó.\tEl médico se sentó.
PERSON\ttest\tMy friend.\tMi amiga.\tMi amigo.
""".encode()
REWRITES = "f\tm\nLa médica se sentó.\tEl médico se sentó.\n\tMi amigo.\n".encode()
MUSTSHE = """ID\tLANG\tSRC\tREF\tWRONG-REF\tCATEGORY\tGENDERTERMS
1\ten-es\tI am tired.\tEstoy cansada.\tEstoy cansado.\t1F\tcansada cansado
2\ten-es\t"He ""is"" old."\tÉl es "viejo".\tElla es vieja.\t2M\tÉl Ella;viejo vieja
""".encode()
PROFESSIONS = """profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote
developer\tdesarrollador\tdesarrolladora\tdesarrolladores\tdesarrolladoras\t
designer\tdiseñador\tdiseñadora\tdiseñadores\tdiseñadoras\tvariant
victim\tvíctima\tvíctima\t\t\tfixed:Fem
""".encode()
UNIMORPH = "médico\tmédica\tN;FEM;SG\nalto\talta\tADJ;FEM;SG\n".encode()
FILES = {
    "challenge": CHALLENGE, "translation": TRANSLATED, "professions": PROFESSIONS,
    "lexicon": UNIMORPH, "alignment": PHARAOH,
}  # fmt: skip

#: Few resamples: what the intervals are does not matter here.
TEN = ScoreOptions(bootstrap=100)


def beside(path, **files):
    """Write other files beside the one that is read; return their paths by name."""
    paths = {name: path.parent / f"other.{name}" for name in files}
    for name, content in files.items():
        paths[name].write_bytes(content)
    return paths


def winomt(role):
    def read(path):
        paths = beside(path, **FILES) | {role: path}
        score_winomt(
            paths["translation"],
            lang="es",
            challenge=ChallengeFiles(None, *(paths.get(n) for n in ("challenge", "pro", "anti"))),
            secondary=paths.get("secondary"),
            alignment=AlignmentFiles(alignment=paths.get("alignment"), alignment_units="tokens"),
            rules=Rules(paths["professions"], (paths["lexicon"],), paths.get("trees")),
            options=TEN,
        )

    return read


def links(path):
    known = AlignmentReader(path, "es")
    for source, target in zip(SOURCES, TARGETS, strict=True):
        known.next(source, target, 4, 13)


def geneval(path):
    other = beside(path, one="La médica.\nUna reina.\n".encode(), en=b"The doctor.\nA queen.\n")
    names = {"feminine": path, "masculine": other["one"]}
    testset = Testset("t", names, {"feminine": other["en"], "masculine": other["en"]})
    score_sentences(names, testset, "es", TEN)
    context = Testset("t", {"original": path, "flipped": other["one"]}, {"source": other["en"]})
    score_context(path, context, "es", TEN)


def gate(role):
    def read(path):
        paths = beside(path, data=GATE, rewrites=REWRITES) | {role: path}
        score_gate(paths["rewrites"], data=paths["data"], lang="es", options=TEN)

    return read


def mustshe(role):
    def read(path):
        lines = "Estoy cansada.\nÉl es viejo.\n".encode()
        paths = beside(path, data=MUSTSHE, translation=lines) | {role: path}
        score_mustshe(paths["translation"], data=paths["data"], lang="es", options=TEN)

    return read


def bleu(path):
    other = beside(path, reference=TRANSLATED)["reference"]
    score_testset(path, other, "es", TEN)


def line_pairs(path):
    source = beside(path, source="\n".join(SOURCES).encode())["source"]
    read_line_pairs(source, path, splitter("en"), splitter("es"))


def half(path):
    rows = read_challenge(beside(path, all=CHALLENGE)["all"])
    halves(rows, path, None)
    read_secondary(path, rows)


READERS = {
    "challenge": ("c.txt", CHALLENGE, read_challenge),
    "half": ("c.txt", CHALLENGE, half),
    "translations": ("t.txt", TRANSLATED, lambda p: read_translations(p, SOURCES)),
    "translations-joined": ("t.txt", JOINED, lambda p: read_translations(p, SOURCES)),
    "translations-numbered": ("t.txt", NUMBERED, lambda p: read_translations(p, SOURCES)),
    "pharaoh": ("a.txt", PHARAOH, lambda p: read_pharaoh(p, [(9, 9)] * 3)),
    "links": ("a.txt", PHARAOH, links),
    "professions": ("p.tsv", PROFESSIONS, lambda p: read_professions(p, get("es"))),
    "professions-he": ("p.tsv", PROFESSIONS, lambda p: read_professions(p, get("he"))),
    "lexicon": ("l.tsv", UNIMORPH, lambda p: read_lexicon([p])),
    "gate": ("g.tsv", GATE, gate("data")),
    "gate-rewrites": ("g.tsv", REWRITES, gate("rewrites")),
    "mustshe": ("m.tsv", MUSTSHE, mustshe("data")),
    "mustshe-translation": ("m.txt", "Estoy.\nÉl es viejo.\n".encode(), mustshe("translation")),
    "geneval": ("f.es", "La médica.\nUna reina.\n".encode(), geneval),
    "bleu": ("h.txt", TRANSLATED, bleu),
    "line-pairs": ("t.txt", TRANSLATED, line_pairs),
    **{f"winomt-{role}": ("w.txt", content, winomt(role)) for role, content in FILES.items()
       if role != "lexicon"},
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    file, seed, read = READERS[name]
    tokens = (b"|||", b"0-", b"-0", b"&apos;", b"@-@", b"fixed:Masc", b"1F")
    any_bytes(file, seed, read, tokens, sound=name != "half")
