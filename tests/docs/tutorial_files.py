"""What the tutorials take for granted: a model, text, trees and a challenge set, all tiny."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cdaflow.cli import main
from cdaflow.errors import ProgramError
from cdaflow.nmt.marian import find_marian

ROOT = Path(__file__).parents[2]

PAIR = ("The engineer said that he was tired.", "El ingeniero dijo que estaba cansado.")

#: A network that learns nothing in so few updates, and translates somehow.
RECIPE = """
train:
  type: transformer
  enc-depth: 1
  dec-depth: 1
  transformer-heads: 2
  transformer-dim-ffn: 16
  transformer-decoder-autoreg: rnn
  dec-cell: ssru
  dim-emb: 16
  tied-embeddings-all: true
  dim-vocabs: [200, 200]
  sentencepiece-options: --hard_vocab_limit=false
  learn-rate: 0.003
  mini-batch: 16
  after-batches: 4
  valid-freq: 4
  save-freq: 4
  workspace: 64
decode: {beam-size: 1, max-length: 20}
"""

_ENGLISH = """# text = The engineer said that he was tired.
1\tThe\tthe\tDET\t_\tDefinite=Def|PronType=Art\t2\tdet\t_\t_
2\tengineer\tengineer\tNOUN\t_\tNumber=Sing\t3\tnsubj\t_\t_
3\tsaid\tsay\tVERB\t_\tMood=Ind|Tense=Past|VerbForm=Fin\t0\troot\t_\t_
4\tthat\tthat\tSCONJ\t_\t_\t7\tmark\t_\t_
5\the\the\tPRON\t_\tCase=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs\t7\tnsubj\t_\t_
6\twas\tbe\tAUX\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t7\tcop\t_\t_
7\ttired\ttired\tADJ\t_\tDegree=Pos\t3\tccomp\t_\tSpaceAfter=No
8\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""

_SPANISH = """# text = El ingeniero dijo que estaba cansado.
1\tEl\tel\tDET\t_\tDefinite=Def|Gender=Masc|Number=Sing|PronType=Art\t2\tdet\t_\t_
2\tingeniero\tingeniero\tNOUN\t_\tGender=Masc|Number=Sing\t3\tnsubj\t_\t_
3\tdijo\tdecir\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t_\t_
4\tque\tque\tSCONJ\t_\t_\t6\tmark\t_\t_
5\testaba\testar\tAUX\t_\tMood=Ind|Number=Sing|Person=3|Tense=Imp|VerbForm=Fin\t6\tcop\t_\t_
6\tcansado\tcansado\tADJ\t_\tGender=Masc|Number=Sing|VerbForm=Part\t3\tccomp\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""

#: Two persons a sentence; the pronoun means the first.
_CHALLENGE = "The {} called the {} because {} was late."


def no_files(folder: Path) -> None:
    """Write nothing: the page makes all that it needs."""


def repair_files(folder: Path) -> None:
    """Write what the page on repairing a model has of its reader, and of the network."""
    try:
        find_marian()
    except ProgramError:
        pytest.skip("no Marian here: pip install pymarian==1.12.42")
    lines = [(f"It rained {n} days.", f"Llovió {n} días.") for n in range(230)]
    for name, side in (("en", 0), ("es", 1)):
        text = "\n".join(pair[side] for pair in [PAIR, *lines])
        (folder / f"corpus.{name}").write_text(f"{text}\n", encoding="utf-8")
    for name, tree in (("en", _ENGLISH), ("es", _SPANISH)):
        (folder / f"{name}.conllu").write_text(tree, encoding="utf-8")
    for part in ("train", "dev"):
        (folder / f"es-{part}.conllu").write_text(_SPANISH, encoding="utf-8")
    _write_model(folder)
    _write_challenge(folder / "data/winomt")
    # The recipe of the page, in a tenth of a second.
    recipes = folder / "config/recipes"
    recipes.mkdir(parents=True)
    recipe = yaml.safe_load((ROOT / "config/recipes/student-finetune.yaml").read_text())
    recipe["train"] |= {"after-batches": 4, "valid-freq": 4, "save-freq": 4, "workspace": 64}
    (recipes / "student-finetune.yaml").write_text(yaml.safe_dump(recipe))


def _write_model(folder: Path) -> None:
    recipe = folder / "tiny.yaml"
    recipe.write_text(RECIPE, encoding="utf-8")
    text = f"{folder}/corpus.en,{folder}/corpus.es"
    words = ["nmt", "train", "--recipe", str(recipe), "--train", text, "--dev", text]
    assert main([*words, "--output-dir", str(folder / "trained")]) == 0
    model = folder / "MODEL"
    model.mkdir()
    os.link(folder / "trained/model.npz", model / "model.npz")
    (vocabulary,) = (folder / "trained").glob("*.spm")
    os.link(vocabulary, model / "vocab.spm")


def _write_challenge(folder: Path) -> None:
    folder.mkdir(parents=True)
    rows = []
    persons = ("doctor", "nurse", "engineer", "teacher", "lawyer", "cook")
    for first in persons:
        for second in persons:
            for gender, pronoun in (("male", "he"), ("female", "she")):
                if first != second:
                    sentence = _CHALLENGE.format(first, second, pronoun)
                    rows.append(f"{gender}\t1\t{sentence}\tthe {first}\n")
    (folder / "en.txt").write_text("".join(rows))
    (folder / "en_pro.txt").write_text("".join(rows[::4]))
    (folder / "en_anti.txt").write_text("".join(rows[2::4]))


#: A noun and a participle in both genders.
_WORDS = (
    ("engineer", "ingenier", "tired", "cansad"),
    ("lawyer", "abogad", "busy", "ocupad"),
    ("nurse", "enfermer", "worried", "preocupad"),
    ("cook", "cociner", "bored", "aburrid"),
    ("architect", "arquitect", "sick", "enferm"),
    ("secretary", "secretari", "angry", "enfadad"),
)


def sheet_files(folder: Path) -> None:
    """Write pairs and their counterfactuals by two methods; `noun` leaves the participle alone."""
    columns = "source\ttarget\tcounterfactual_source\tcounterfactual_target\n"
    files = {"full": columns, "noun": columns}
    for noun, stem, adjective, participle in _WORDS:
        english = [f"The {noun} said that {he} was {adjective}." for he in ("he", "she")]
        rest = f"dijo que estaba {participle}"
        spanish = [f"El {stem}o {rest}o.", f"La {stem}a {rest}a."]
        for old, new, half in ((0, 1, f"La {stem}a {rest}o."), (1, 0, spanish[0])):
            line = f"{english[old]}\t{spanish[old]}\t{english[new]}"
            files["full"] += f"{line}\t{spanish[new]}\n"
            files["noun"] += f"{line}\t{half}\n"
    for name, text in files.items():
        (folder / f"{name}.tsv").write_text(text, encoding="utf-8")


#: Page -> what writes what it takes for granted.
FILES: dict[str, Callable[[Path], None]] = {"repair": repair_files, "sheets": sheet_files}
