"""Every option of every scorer: what can change a figure is signed, or cannot be compared.

A new option fails `test_each_option_is_judged` until it stands in one of the tables here. And every
figure of every scorer: one that its sentences do not give is refused.
"""

import copy
import json
from dataclasses import replace

import pytest

from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write_alternatives
from cdaflow.cli import main
from cdaflow.cli.commands import load
from cdaflow.cli.signature import _leaves
from cdaflow.scoring.compare import why_not
from cdaflow.scoring.metric import Outcomes, scorers
from cdaflow.scoring.observed import check_figures
from cdaflow.statistics import comparable

from ..errors import raises

#: Options that change no figure: what the report is called, where it goes, how it is resampled
#: (which the signature has, in parts that comparisons pass over).
REPORT = {"system", "training", "base-training", "bootstrap", "seed", "json", "all", "output",
          "sentences"}  # fmt: skip

#: Options that change none either: names, and how a score of its own is made that is never tested.
WITHOUT_EFFECT = {
    "alternatives": {"testset"},
    "bleu": {"testset", "chrf-plus", "comet", "source", "comet-gpus", "comet-program"},
    "geneval": {"split"},  # the file of the references, which is signed
}

WINOMT = (
    "t.txt --lang es --challenge en.txt --pro pro.txt --anti anti.txt --professions es.tsv "
    "--aligner none"
)
BARE = "t.txt --lang es --challenge en.txt --aligner none"
LINKS = f"{WINOMT} --alignment links --alignment-name x"
EXTRA = f"{WINOMT.replace('none', 'fast-align')} --extra extra.tsv"
TREES = f"{WINOMT} --trees trees.conllu --trees-name x"
COMPAT = "t.txt --lang es --challenge en.txt --pro pro.txt --anti anti.txt --compat"
GENEVAL = "f.txt m.txt --lang es --reference-feminine f.txt --reference-masculine m.txt"
CONTEXT = "m.txt --lang es --context --reference-original m.txt --reference-flipped f.txt"
GATE = "m.txt --lang es --data gate.tsv --to f"
OFFERS = "a.jsonl --lang es --reference a.jsonl"

#: Scorer -> option -> two calls of it that may give other figures: the option's own difference.
CALLS = {
    "winomt": {
        "challenge": (BARE, BARE.replace("en.txt", "other.txt")),
        "pro": (WINOMT, WINOMT.replace("pro.txt", "first.txt")),
        "anti": (WINOMT, WINOMT.replace("anti.txt", "third.txt")),
        "data": ("t.txt --lang es --aligner none --data .", "t.txt --lang es --aligner none "
                 "--data old"),
        "secondary": (WINOMT, f"{WINOMT} --secondary secondary.txt"),
        "aligner": (WINOMT, WINOMT.replace("none", "fast-align")),
        "alignment": (WINOMT, LINKS),
        "alignment-name": (LINKS, LINKS.replace("name x", "name y")),
        "alignment-units": (LINKS, f"{LINKS} --alignment-units tokens"),
        "extra": (WINOMT.replace("none", "fast-align"), EXTRA),
        "extra-limit": (EXTRA, f"{EXTRA} --extra-limit 1"),
        "extra-seed": (f"{EXTRA} --extra-limit 1", f"{EXTRA} --extra-limit 1 --extra-seed 2"),
        "eflomal": (f"{WINOMT.replace('none', 'eflomal')} --eflomal ./aligner",
                    f"{WINOMT.replace('none', 'eflomal')} --eflomal ./aligner2"),
        "professions": (WINOMT, WINOMT.replace("es.tsv", "es2.tsv")),
        "lexicon": (WINOMT, f"{WINOMT} --lexicon spa.tsv"),
        "trees": (WINOMT, TREES),
        "trees-name": (TREES, TREES.replace("name x", "name y")),
        "compat": (WINOMT, COMPAT),
        "compat-rules": (COMPAT, f"{COMPAT} --compat-rules stafanovics2020"),
        "compat-vintage": (COMPAT, f"{COMPAT} --compat-vintage 2019"),
    },
    "geneval": {
        "context": (GENEVAL, CONTEXT),
        "data": (GENEVAL, "f.txt m.txt --lang es --data mt-geneval"),
        "reference-feminine": (GENEVAL, GENEVAL.replace("feminine f.txt", "feminine f2.txt")),
        "reference-masculine": (GENEVAL, GENEVAL.replace("masculine m.txt", "masculine m2.txt")),
        "reference-original": (CONTEXT, CONTEXT.replace("original m.txt", "original m2.txt")),
        "reference-flipped": (CONTEXT, CONTEXT.replace("flipped f.txt", "flipped f2.txt")),
        "source": (CONTEXT, f"{CONTEXT} --source english.txt"),
    },
    "mustshe": {
        "data": ("m.txt --lang es --data mustshe.tsv", "m.txt --lang es --data mustshe2.tsv"),
    },
    "gate": {
        "data": (GATE, GATE.replace("gate.tsv", "gate2.tsv")),
        "split": (GATE, GATE.replace("m.txt", "m1.txt") + " --split dev"),
        "to": (GATE, GATE.replace("--to f", "--to m")),
        "from": (GATE, f"{GATE} --from m"),
    },
    "alternatives": {
        "reference": (OFFERS, OFFERS.replace("reference a.jsonl", "reference b.jsonl")),
        "source": ("m.txt --lang es --reference m.txt",
                   "m.txt --lang es --reference m.txt --source english.txt"),
        "rows": (OFFERS, f"{OFFERS} --rows odd"),
        "structures": (OFFERS, f"{OFFERS} --structures given"),
    },
    "bleu": {
        "reference": ("m.txt --lang es --reference f.txt", "m.txt --lang es --reference f2.txt"),
        "lowercase": ("m.txt --lang es --reference f.txt",
                      "m.txt --lang es --reference f.txt --lowercase"),
    },
}  # fmt: skip

#: Files of one name and role with other content, or one more of them.
CONTENTS = [
    ("winomt", (f"{WINOMT} --secondary secondary.txt", f"{WINOMT} --secondary secondary2.txt")),
    ("winomt", (f"{WINOMT} --lexicon spa.tsv", f"{WINOMT} --lexicon spa.tsv spa2.tsv")),
    ("winomt", (EXTRA, EXTRA.replace("extra.tsv", "extra2.tsv"))),
    ("winomt", (COMPAT, f"{COMPAT} --professions es2.tsv")),
]
CASES = [(name, calls) for name, options in CALLS.items() for calls in options.values()]

ROWS = (
    "female\t1\tThe nurse saw the baker because she was late.\tnurse\n",
    "male\t4\tThe nurse saw the baker because he was late.\tbaker\n",
    "male\t1\tThe nurse left because he was late.\tnurse\n",
    "female\t1\tThe baker left because she was late.\tbaker\n",
)
SECONDARY = (
    ROWS[0].replace("female\t1", "male\t4").replace("\tnurse\n", "\tbaker\n"),
    ROWS[1].replace("male\t4", "female\t1").replace("\tbaker\n", "\tnurse\n"),
    ROWS[2].replace("male\t1", "male\t2").replace("\tnurse\n", "\tleft\n"),
    ROWS[3].replace("female\t1", "male\t2").replace("\tbaker\n", "\tleft\n"),
)
PROFESSIONS = (
    "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
    "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t\n"
    "baker\tpanadero\tpanadera\tpanaderos\tpanaderas\t\n"
)
TRANSLATIONS = (
    "La enfermera vio al panadero.",
    "La enfermera vio al panadero.",
    "El enfermero salió.",
    "La panadera salió.",
)
ALIGNER = """#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in --forward-links) f=$2;; --reverse-links) r=$2;; --source) s=$2;; esac; shift
done
sed 's/.*/0-0/' "$s" > "$f"; cp "$f" "$r"
"""


def tree(text):
    words = text.replace(".", " .").split()
    rows = (
        f"{n}\t{word}\t{word}\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_"
        for n, word in enumerate(words, 1)
    )
    return "\n".join([f"# text = {text}", *rows]) + "\n\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    feminine, masculine = ["La doctora vino.", "Salió ella."], ["El doctor vino.", "Salió él."]
    gate = "labels\tsource\tf\tm\tkw_s\tdata_split\n" + "".join(
        f"SUBJ\t{one}\t{two}\t{three}\tx\t{split}\n"
        for one, two, three, split in zip(
            ("The doctor came.", "They left."), feminine, masculine, ("dev", "test"), strict=True
        )
    )
    mustshe = "CATEGORY\tID\tLANG\tSRC\tREF\tWRONG-REF\tGENDERTERMS\n" + "".join(
        f"2M\t{n}\tes\tIt.\t{one}\t{two}\t{terms}\n"
        for n, (one, two, terms) in enumerate(
            zip(masculine, feminine, ("doctor doctora", "él ella"), strict=True)
        )
    )
    texts = {
        "t.txt": "".join(f"{line}\n" for line in TRANSLATIONS),
        "en.txt": "".join(ROWS),
        "other.txt": "".join(ROWS).replace("late", "early"),
        "pro.txt": "".join(ROWS[:2]),
        "first.txt": ROWS[0],
        "anti.txt": "".join(ROWS[2:]),
        "third.txt": ROWS[2],
        "en_pro.txt": "".join(ROWS[:2]),
        "en_anti.txt": "".join(ROWS[2:]),
        "old/en.txt": "".join(ROWS),
        "old/en_pro.txt": ROWS[0],
        "old/en_anti.txt": ROWS[2],
        "secondary.txt": "".join(SECONDARY),
        "secondary2.txt": "".join(SECONDARY).replace("male\t2", "female\t2", 1),
        "es.tsv": PROFESSIONS,
        "es2.tsv": PROFESSIONS + "nurse\tsanitario\tsanitaria\tsanitarios\tsanitarias\tvariant\n",
        "spa.tsv": "nurse\tnurses\tN;MASC;SG\n",
        "spa2.tsv": "nurse\tnurses\tN;FEM;SG\n",
        "links": "1-1\n4-3\n1-1\n1-1\n",
        "extra.tsv": "The house .\tLa casa .\nA cat .\tUn gato .\n",
        "extra2.tsv": "The house .\tLa casa .\nA dog .\tUn perro .\n",
        "trees.conllu": "".join(map(tree, TRANSLATIONS)),
        "aligner": ALIGNER,
        "aligner2": ALIGNER.replace("0-0", "1-1"),
        "f.txt": "".join(f"{line}\n" for line in feminine),
        "f2.txt": "".join(f"{line}\n" for line in [feminine[0], "Vino ella."]),
        "m.txt": "".join(f"{line}\n" for line in masculine),
        "m1.txt": f"{masculine[0]}\n",
        "m2.txt": "".join(f"{line}\n" for line in [masculine[0], "Vino él."]),
        "english.txt": "The doctor came. He smiled.\nHe left.\n",
        "gate.tsv": gate,
        "gate2.tsv": gate.replace("They left", "I left"),
        "mustshe.tsv": mustshe,
        "mustshe2.tsv": mustshe.replace("Salió", "Vino"),
    }
    folder = "mt-geneval/sentences/test/geneval-sentences"
    for gender, lines in (("feminine", feminine[::-1]), ("masculine", masculine[::-1])):
        texts[f"{folder}-{gender}-test.en_es.es"] = "".join(f"{line}\n" for line in lines)
        texts[f"{folder}-{gender}-test.en_es.en"] = "The doctor.\nOne.\n"
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    offer = Alternatives(
        "The doctor came.",
        "Vino el médico.",
        (Structure(5, "el médico", "la médica", (0,)),),
        (Entity(4, 10),),
    )
    plain = Alternatives("It rains.", "Llueve.", (), ())
    write_alternatives(tmp_path / "a.jsonl", [offer, plain])
    write_alternatives(tmp_path / "b.jsonl", [offer, replace(plain, text="Está lloviendo.")])
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", scorers())
def test_each_option_is_judged(name):
    options = {
        one.flag.removeprefix("--")
        for one in _leaves(load(f"score {name}").parameters)
        if not one.is_positional
    }
    judged = REPORT | {"lang"} | WITHOUT_EFFECT.get(name, set()) | set(CALLS[name])
    assert options - judged == set()


@pytest.mark.parametrize(("name", "calls"), [*CASES, *CONTENTS])
def test_what_can_change_a_figure_cannot_be_compared(files, capsys, name, calls):
    reports = []
    for call in calls:
        # Warnings about such short texts do not matter here.
        assert main(["score", name, *call.split(), "--bootstrap", "0", "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    if name == "bleu":
        ours, theirs = (comparable(one["scores"]["bleu"]["signature"]) for one in reports)
        assert ours != theirs
    else:
        assert why_not(*reports) is not None
        assert why_not(reports[0], reports[0]) is None


@pytest.mark.parametrize(
    ("call", "option"),
    [
        (LINKS.replace(" --alignment-name x", ""), "--alignment-name"),
        (f"{WINOMT} --alignment links --alignment-units tokens", "--alignment-name"),
        (TREES.replace(" --trees-name x", ""), "--trees-name"),
    ],
)
def test_files_of_unknown_origin_are_compared_with_none(files, capsys, call, option):
    assert main(["score", "winomt", *call.split(), "--bootstrap", "0", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    reason = why_not(report, report)
    assert reason is not None
    assert option in reason


def test_languages_are_not_compared():
    one = {"metric": "winomt", "language": "es", "signature": "winomt"}
    assert why_not(one, one | {"language": "it"}) is not None


#: Figures that no outcomes of sentences give, or that no test compares, by the beginning of their
#: names.
WITHOUT_SENTENCES = {
    "alternatives": ("alignment_position", "alignment_two_position", "generic_he"),
    "winomt": ("secondary_known", "secondary_agreement", "secondary_followed", "pronoun_"),
    "geneval": ("bleu_", "chrf_", "accuracy_covered", "gap_covered", "gap_official",
                "gap_coverage", "coverage_"),
    "mustshe": ("bleu", "delta_bleu"),
    "bleu": ("bleu", "chrf"),
}  # fmt: skip


def test_edited_counts_of_professions_and_counts_of_another_shape_are_named(files, capsys):
    """Figures show the counts of professions: their sums may stay as they were."""
    call = next(iter(CALLS["winomt"].values()))[0]
    assert main(["score", "winomt", *call.split(), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    counts = report["counts"]
    check_figures(Outcomes("a.json", report))
    people = counts["by_profession"]
    moved = copy.deepcopy(people)
    for person, change in zip(moved.values(), (1, -1), strict=False):
        person["female"] = {name: number + change for name, number in person["female"].items()}
    with raises("report.count-differs", "by_profession"):
        check_figures(Outcomes("a.json", report | {"counts": counts | {"by_profession": moved}}))
    for name, edited in (
        ("counts", counts | {"confusion": {"male": 5}}),
        ("counts", counts | {"by_profession": {**people, "pilot": []}}),
        ("professions", "0 1"),
        ("professions", 5),
    ):
        with raises("report.counts-malformed", "a.json"):
            check_figures(Outcomes("a.json", report | {name: edited}))
    del report["professions"]
    check_figures(Outcomes("a.json", report))
    assert "counts of professions cannot be checked" in capsys.readouterr().err


@pytest.mark.parametrize("name", scorers())
def test_a_figure_that_was_edited_is_refused(files, capsys, name):
    call = next(iter(CALLS[name].values()))[0]
    assert main(["score", name, *call.split(), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    check_figures(Outcomes("a.json", report))
    edits = {"value": lambda n: n - 0.1 if n > 50 else n + 0.1, "high": lambda n: n - 0.1}
    of_sentences = [
        key
        for key, score in report["scores"].items()
        if score["value"] is not None and not key.startswith(WITHOUT_SENTENCES.get(name, ("-",)))
    ]
    assert of_sentences or name == "bleu"
    for key, score in report["scores"].items():
        for end, edit in edits.items() if key in of_sentences else ():
            if end == "high" and key.startswith(BOOTSTRAPPED):
                continue
            edited = {
                **report,
                "scores": {**report["scores"], key: {**score, end: edit(score[end])}},
            }
            with raises("report.edited", "a.json", str(key), "its outcomes"):
                check_figures(Outcomes("a.json", edited))
        for wrong in (-500.0, 101.0) if score["value"] is not None else ():
            edited = {**report, "scores": {**report["scores"], key: {**score, "value": wrong}}}
            if not key.startswith(UNBOUNDED) or key in of_sentences:
                with raises("report.edited", str(key), "value", str(wrong)):
                    check_figures(Outcomes("a.json", edited))


#: Figures whose intervals are drawn, and differences, which have no range.
BOOTSTRAPPED = ("delta_", "gap", "f1_", "f05", "bleu_")
UNBOUNDED = ("delta_", "gap", "bleu_gap", "chrf_gap")
