"""Text in NFC and the same text decomposed give the same results, in each command that reads it."""

import gzip
import json
import os
import re
import unicodedata
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.inflection.sources import read_unimorph
from cdaflow.io.files import nfc, nfc_bytes, read_lines
from cdaflow.io.parquet import read_batches, read_texts
from cdaflow.languages import get
from cdaflow.trees import format_sentence, parse_conllu, read_conllu
from cdaflow.wordlists.lexicon import read_lexicon

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cdaflow"
WORDLISTS = ROOT / "config" / "wordlists"

#: French sentences with their English; the words that show the gender have accents.
PAIRS = [
    ("The client lost his key.", "Le client désolé a perdu sa clé."),
    ("The nurse said that she was tired.", "L'infirmière a dit qu'elle était fatiguée."),
    ("The nurse said that he was tired.", "L'infirmier a dit qu'il était fatigué."),
    ("The student is proud of her work.", "L'étudiante est fière de son travail répété."),
]
CHALLENGE = [
    f"male\t1\t{PAIRS[0][0]}\tclient",
    f"female\t1\t{PAIRS[1][0]}\tnurse",
    f"male\t1\t{PAIRS[2][0]}\tnurse",
    f"female\t1\t{PAIRS[3][0]}\tstudent",
]
#: What GATE, MT-GenEval and MuST-SHE call the two versions.
FEMININE = ["La cliente désolée est arrivée.", "L'infirmière était fatiguée."]
MASCULINE = ["Le client désolé est arrivé.", "L'infirmier était fatigué."]
GIVEN = ["La cliente désolée est là.", "L'infirmier était fatigué."]
ENGLISH = ["The client has arrived, sorry.", "The nurse was tired."]

UNIMORPH = [
    "fatigué\tfatigué\tADJ;MASC;SG",
    "fatigué\tfatiguée\tADJ;FEM;SG",
    "clé\tclé\tN;FEM;SG",
    "étudiant\tétudiant\tN;MASC;SG",
    "étudiant\tétudiante\tN;FEM;SG",
]


def _text(*lines):
    return "".join(f"{line}\n" for line in lines)


def _files():
    """Return the texts of all files, by name."""
    sides = {name: [pair[side] for pair in PAIRS] for side, name in enumerate(("en", "fr"))}
    terms = ["désolée désolé;arrivée arrivé", "infirmière infirmier;fatiguée fatigué"]
    rows = zip(ENGLISH, FEMININE, MASCULINE, terms, strict=True)
    mustshe = [f"{n}\t{r[0]}\t{r[1]}\t{r[2]}\t1F\tfr\t{r[3]}" for n, r in enumerate(rows)]
    return {
        "en.txt": _text(*sides["en"]),
        "fr.txt": _text(*sides["fr"]),
        "pairs.tsv": _text("source\ttarget", *("\t".join(pair) for pair in PAIRS)),
        "both.txt": _text(*(" | ".join(pair) for pair in PAIRS)),
        "challenge.txt": _text(*CHALLENGE),
        "links.txt": _text(*["0-0 1-1"] * len(PAIRS)),
        "feminine.txt": _text(*FEMININE),
        "masculine.txt": _text(*MASCULINE),
        "given.txt": _text(*GIVEN),
        "english.txt": _text(*ENGLISH),
        "gate.tsv": _text(
            "labels\tsource\tf\tm",
            *("\t".join(("SUBJ", *row)) for row in zip(ENGLISH, FEMININE, MASCULINE, strict=True)),
        ),
        "mustshe.tsv": _text("ID\tSRC\tREF\tWRONG-REF\tCATEGORY\tLANG\tGENDERTERMS", *mustshe),
        "unimorph.tsv": _text(*UNIMORPH),
        "words.tsv": _text(
            "form\tlemma\tupos\twanted\tfeats",
            "fatigué\tfatigué\tADJ\tGender=Fem\tGender=Masc|Number=Sing",
            "étudiante\tétudiant\tNOUN\tGender=Masc\tGender=Fem|Number=Sing",
            "conseillère\tconseiller\tNOUN\tGender=Masc\tGender=Fem|Number=Sing",
        ),
        "fr.conllu": _text(
            *("# sent_id = 1", "# text = L'étudiante est fatiguée."),
            "1\tL'\tle\tDET\t_\tDefinite=Def|Number=Sing|PronType=Art\t2\tdet\t_\tSpaceAfter=No",
            "2\tétudiante\tétudiant\tNOUN\t_\tGender=Fem|Number=Sing\t4\tnsubj\t_\t_",
            "3\test\têtre\tAUX\t_\tNumber=Sing|VerbForm=Fin\t4\tcop\t_\t_",
            "4\tfatiguée\tfatigué\tADJ\t_\tGender=Fem|Number=Sing\t0\troot\t_\tSpaceAfter=No",
            "5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_",
            "",
        ),
        "trees.conllu": "".join(_tree(n, line) for n, line in enumerate(sides["fr"], 1)),
        "names.tsv": "André\tAndrée\nRené\tRenée\n",
        "names.txt": "André saw René, and he left.\n",
        # The lists of professions are cut: only those that the sentences have are needed.
        **{path.name: path.read_text(encoding="utf-8") for path in WORDLISTS.glob("*.en.tsv")},
        "persons.fr.tsv": (WORDLISTS / "persons.fr.tsv").read_text(encoding="utf-8"),
        "professions.tsv": _rows_of("professions.tsv"),
        "professions.fr.tsv": _rows_of("professions.fr.tsv"),
    }


def _rows_of(name):
    """Return the header and some rows of a list."""
    header, *rows = (WORDLISTS / name).read_text(encoding="utf-8").splitlines()
    wanted = ("client\t", "nurse\t", "student\t", "counselor\t", "engineer\t")
    return _text(header, *(row for row in rows if row.startswith(wanted)))


def _tree(number, text):
    """Return a tree of no meaning over the words of a text; "-ée" and "-ère" are feminine."""
    lines = [f"# sent_id = {number}", f"# text = {text}"]
    words = re.findall(r"\w+['’]?|[^\w\s]", text)
    for place, word in enumerate(words, 1):
        feats = "Gender=Fem" if re.search("(ée|ère|ante)$", word) else "_"
        space = "_" if f"{word} " in text else "SpaceAfter=No"
        relation = "dep" if place > 1 else "root"
        lines.append(
            f"{place}\t{word}\t{word}\tNOUN\t_\t{feats}\t{place - 1}\t{relation}\t_\t{space}"
        )
    return _text(*lines, "")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return folders with the same files: in NFC, decomposed, and the translations alone so."""
    made = {}
    for kind in ("composed", "decomposed", "mixed"):
        folder = made[kind] = tmp_path_factory.mktemp(kind)
        form = "NFD" if kind == "decomposed" else "NFC"
        for name, text in _files().items():
            mixed = kind == "mixed" and name in ("fr.txt", "given.txt", "words.tsv", "pairs.tsv")
            text = unicodedata.normalize("NFD" if mixed else form, text)
            (folder / name).write_text(text, encoding="utf-8")
        pairs = [unicodedata.normalize(form, target) for _, target in PAIRS]
        table = {"id": range(1, 5), "source": [source for source, _ in PAIRS], "target": pairs}
        pq.write_table(pa.table({k: list(v) for k, v in table.items()}), folder / "pairs.parquet")
        mono = {"id": list(range(1, 5)), "text": pairs}
        pq.write_table(pa.table(mono), folder / "mono.parquet")
    return made


LISTS = ["--professions", "professions.fr.tsv"]
WINOMT = [
    *["score", "winomt", "--lang", "fr", "--challenge", "challenge.txt", "--bootstrap", "0"],
    *["--output", "out.json", "--sentences", "out.tsv", *LISTS],
]
COUNTS = ["--lang", "fr", "--bootstrap", "100", "--output", "out.json"]
TARGET = ["gfst", "target", "pairs.tsv", "--lang", "fr", "--gender", "fem", "--output", "out.tsv"]
LEXICON = ["--lexicon", "unimorph.tsv", "--word-list", "professions.fr.tsv"]

#: Every command that takes text, a word list, a dictionary or trees and needs no trained model.
COMMANDS = {
    "winomt": [*WINOMT, "--aligner", "none", "fr.txt"],
    "winomt-links": [*WINOMT, "--alignment", "links.txt", "fr.txt", "--lexicon", "unimorph.tsv"],
    "winomt-fast-align": [*WINOMT, "--aligner", "fast-align", "fr.txt", "--extra", "pairs.parquet"],
    "winomt-trees": [*WINOMT, "--aligner", "none", "--trees", "trees.conllu", "fr.txt"],
    "winomt-compat": [*WINOMT, "--compat", "fr.txt"],
    "mustshe": ["score", "mustshe", *COUNTS, "--data", "mustshe.tsv", "given.txt"],
    "geneval": [
        *["score", "geneval", *COUNTS,],
        *["--reference-feminine", "feminine.txt", "--reference-masculine", "masculine.txt"],
        *["given.txt", "masculine.txt"],
    ],
    "geneval-context": [
        *["score", "geneval", "--context", *COUNTS, "--source", "english.txt"],
        *["--reference-original", "feminine.txt", "--reference-flipped", "masculine.txt"],
        "given.txt",
    ],
    "gate": ["score", "gate", *COUNTS, "--data", "gate.tsv", "--to", "f", "given.txt"],
    "gate-source": [
        *["score", "gate-source", "--data", "gate.tsv"],
        *["--variant", "f", "--output", "out.txt"],
    ],
    "alternatives": [
        *["score", "alternatives", *COUNTS, "--reference", "masculine.txt"],
        *["--source", "english.txt", "--sentences", "out.tsv", "given.txt"],
    ],
    "bleu": ["score", "bleu", *COUNTS, "--reference", "feminine.txt", "given.txt"],
    "bleu-parquet": ["score", "bleu", *COUNTS, "--reference", "pairs.parquet", "fr.txt"],
    "align": [
        *["score", "align", "--source", "en.txt", "--target", "fr.txt", "--target-lang", "fr"],
        *["--aligner", "fast-align", "--output", "out.txt"],
    ],
    "text-build": [
        *["text", "build", "--source-lang", "en", "--target-lang", "fr", "--output", "out.parquet"],
        *["--corpus", "name=a,tsv=pairs.tsv,columns=source:target,header=true"],
    ],
    "text-mono": [
        *["text", "mono", "--lang", "fr", "--corpus", "name=a,text=fr.txt"],
        *["--output", "out.parquet"],
    ],
    "text-export": ["text", "export", "mono.parquet", "--text", "out.txt"],
    "trees-gold": [
        *["trees", "annotate", "--lang", "fr", "--gold", "trees.conllu"],
        *["--output", "out.conllu", "fr.txt"],
    ],
    "select-gendered": ["select", "gendered", "pairs.tsv", "--output", "out.tsv"],
    "swap-names": [
        *["counterfactual", "swap", "names.txt", "--output", "out.txt", "--names", "names.tsv"],
        *["--nouns", "marked"],
    ],
    "handcrafted": [
        *["counterfactual", "handcrafted", "--lang", "fr", "--wordlists", "."],
        *["--output", "out.tsv"],
    ],
    "handcrafted-file": [
        *["counterfactual", "handcrafted", "--lang", "fr", "--file", "both.txt"],
        *["--output", "out.tsv"],
    ],
    "gfst-source": ["gfst", "source", "en.txt", "--output", "out.tsv"],
    "gfst-rules": [*TARGET, "--analyser", "rules"],
    "gfst-lexicon": [*TARGET, "--analyser", "lexicon", *LEXICON, "--report", "out.json"],
    "gfst-parquet": [
        *[*TARGET[:2], "pairs.parquet", *TARGET[3:-1], "out.parquet"],
        *["--analyser", "lexicon", *LEXICON],
    ],
    "gfst-files": [
        *[*TARGET[:2], "--source-file", "en.txt", "--target-file", "fr.txt", *TARGET[3:]],
        *["--analyser", "lexicon", "--treebank", "fr.conllu"],
    ],
    "gfst-trees": [*TARGET, "--analyser", "annotator", "--trees", "trees.conllu"],
    "inflect-words": [
        *["inflect", "words", "--lang", "fr", "--treebank", "fr.conllu", *LEXICON],
        *["--input", "words.tsv", "--output", "out.tsv"],
    ],
    "agreement-apply": [
        *["agreement", "apply", "--lang", "fr", "--model", "base", "--trees", "fr.conllu"],
        *["--noun", "étudiante=Masc", "--show", "text", *LEXICON, "--output", "out.txt"],
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_do_not_see_the_normal_form(name, folders, monkeypatch):
    results = []
    for kind, folder in folders.items():
        monkeypatch.chdir(folder)
        form = "NFD" if kind == "decomposed" else "NFC"
        arguments = [unicodedata.normalize(form, argument) for argument in COMMANDS[name]]
        assert main(arguments) == 0
        results.append({path.name: _content(path) for path in sorted(folder.glob("out.*"))})
        for path in folder.glob("out.*"):
            path.unlink()
    assert results[0] == results[1] == results[2]
    assert results[0]


def _content(path):
    """Return what stands in a result, without the digests of the files that went in."""
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    text = path.read_text(encoding="utf-8")
    return re.sub(r"\b[0-9a-f]{12,64}\b", "", text)


def test_dictionaries(folders):
    composed, decomposed = (folder / "unimorph.tsv" for folder in list(folders.values())[:2])
    assert list(read_unimorph(composed)) == list(read_unimorph(decomposed))
    assert read_lexicon([composed]) == read_lexicon([decomposed])
    assert "étudiante" in read_lexicon([decomposed]).nouns


def test_trees_come_back_in_nfc(folders):
    composed, decomposed = (folder / "trees.conllu" for folder in list(folders.values())[:2])
    text = composed.read_text(encoding="utf-8")
    assert "".join(map(format_sentence, read_conllu(decomposed))) == text
    lines = decomposed.read_text(encoding="utf-8").splitlines(keepends=True)
    assert "".join(map(format_sentence, parse_conllu(lines))) == text


def test_parquet_columns_of_every_kind(tmp_path):
    texts = ["été", None, "", "e\u0301te\u0301", "plain"]
    right = ["été", None, "", "été", "plain"]
    table = pa.table({
        "id": [1, 2, 3, 4, 5], "a": texts, "b": pa.array(texts, pa.large_string()),
        "c": pa.array(texts).dictionary_encode(),
    })  # fmt: skip
    pq.write_table(table, tmp_path / "x.parquet")
    for rows in (2, 16):
        batches = list(read_batches(tmp_path / "x.parquet", rows=rows))
        found = [row for batch in batches for row in batch.to_pylist()]
        assert [[row[name] for row in found] for name in "abc"] == [right] * 3
    pq.write_table(pa.table({"text": ["e\u0301"]}), tmp_path / "y.parquet")
    assert list(read_texts(tmp_path / "y.parquet", ("text",))) == [("é",)]


@pytest.mark.parametrize("packed", [False, True])
def test_lines_keep_their_number_and_cells(tmp_path, packed):
    text = "\ufeffe\u0301\ta\u0300\r\n\n\u0301alone\tx\n"
    path = tmp_path / ("x.gz" if packed else "x")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert list(read_lines(path)) == ["é\tà", "", "\u0301alone\tx"]


def test_hebrew_points_stay_and_take_one_order():
    # A presentation form is decomposed by NFC, and points are put in the order of the standard.
    assert nfc("\ufb2a") == "\u05e9\u05c1"
    assert nfc("\u05e9\u05c1\u05b8") == nfc("\u05e9\u05b8\u05c1")
    assert get("he").words(nfc("\ufb2aלום")) == get("he").words("\u05e9\u05c1לום")


def test_what_is_in_nfc_or_no_text_is_handed_back_as_it_is():
    for text in ("plain", "été", "שלום", ""):
        assert nfc(text) is text
        data = text.encode()
        assert nfc_bytes(data) is data
    damaged = b"e\xcc\x81 \xff"
    assert nfc_bytes(damaged) is damaged


#: Modules that turn bytes into text themselves. None of them reads what people have written in a
#: language: settings, models, logs, archives, pages and what a program of ours answers.
DECODERS = {
    "errors.py",
    "programs.py",
    "progress.py",
    "signals.py",
    "alternatives/llm/answers.py",
    "agreement/potentials.py",
    "io/beginnings.py",
    "io/files.py",
    "io/columns.py",
    "io/po.py",  # its text stays as it is; alternatives/localised.py brings what it reads into NFC
    "io/xliff.py",
    "io/yaml_files.py",
    "nmt/archive.py",
    "nmt/bergamot_file.py",
    "nmt/checkpoint.py",
    "nmt/ctranslate2_decoder.py",
    "nmt/spm.py",
    "nmt/train.py",
    "nmt/translate.py",
    "nmt/vocabulary.py",
    "scoring/annotation/cells.py",
    "scoring/annotation/sheets.py",
    "scoring/comet.py",
    "sharing/dependencies.py",
    "sharing/pack.py",
    "sharing/provenance.py",
    "sharing/verify.py",
    "tables/drawing.py",
    "tables/pictures.py",
    "io/recognition.py",
    "io/repair.py",
    "tables/published.py",
    "tables/report/page.py",
    "trees/conllu.py",
    "trees/stanza/pipeline.py",
    "trees/stanza_training/training.py",
    "trees/store.py",
    "trees/udify/allennlp.py",
    "trees/udify/archive.py",
}


def test_no_other_module_reads_text_by_itself():
    reads = re.compile(r"\.read_text\(|\.decode\((?:[\"'a]|\))|\bopen\((?!.*\"w\").*encoding")
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if reads.search(path.read_text(encoding="utf-8"))
    }
    assert found <= DECODERS, (
        "read it by cdaflow.io.files, or bring it into NFC by cdaflow.io.files"
    )


@pytest.mark.parametrize(("language", "decomposed"), [("fr", "translations"), ("es", "list")])
def test_published_translations_score_the_same(tmp_path, language, decomposed):
    """Those of Amazon (Stanovsky et al. 2019): French fell by 4 points, Spanish by 5."""
    data = os.environ.get("CDAFLOW_DATA")
    if data is None:
        pytest.skip("CDAFLOW_DATA is unset: WinoMT is not in the repository")
    winomt = Path(data) / "winomt"
    texts = {
        "challenge": winomt / "en.txt",
        "translations": winomt / "translations" / "aws" / f"en-{language}.txt",
        "list": WORDLISTS / f"professions.{language}.tsv",
    }
    scores = []
    for form in ("NFC", "NFD"):
        for name, path in texts.items():
            text = path.read_text(encoding="utf-8")
            if name != "list":
                text = _text(*text.splitlines()[:600])
            if name == decomposed:
                text = unicodedata.normalize(form, text)
            (tmp_path / name).write_text(text, encoding="utf-8")
        arguments = ["--lang", language, "--aligner", "none", "--bootstrap", "0"]
        arguments += ["--challenge", str(tmp_path / "challenge")]
        arguments += ["--professions", str(tmp_path / "list"), str(tmp_path / "translations")]
        assert main(["score", "winomt", *arguments, "--output", str(tmp_path / "out.json")]) == 0
        scores.append(json.loads((tmp_path / "out.json").read_text())["scores"])
    assert scores[0] == scores[1]
