"""Commands that a light installation runs, and such as lack an extra there."""

import shutil
from pathlib import Path

PROBES = Path(__file__).parents[1] / "rewriting/probes.conllu"

SOURCE = ("The nurse said that he was late.", "The doctor lost her keys.")
TARGET = ("El enfermero dijo que llegaba tarde.", "La doctora perdió sus llaves.")

#: Commands that need no extra, in a folder of `write_texts`.
WORKS = (
    "score bleu text.es --reference text.es --lang es",
    "score winomt challenge.es --lang es --challenge challenge.txt --aligner none",
    "score winomt a=challenge.es b=challenge.es --lang es --challenge challenge.txt --aligner none "
    "--output scores.json",
    "wordlists check",
    "text build --source-lang en --target-lang es --output pairs.parquet "
    "--corpus name=mine,source=text.en,target=text.es",
    "select gendered text.en text.es --output gendered.tsv",
    "counterfactual handcrafted --lang es --output made.tsv",
    "counterfactual swap text.en --output swapped.tsv",
    "gfst source --gender fem text.en --output fem.txt",
    "nmt recipe small",
)

#: Commands -> the extra that they lack, by the libraries that are imported first.
LACKS = {
    "tables winomt none.json --output t.csv": "tables",
    "tables figure gaps scores.json --output gaps.svg": "tables",
    "evaluate es=challenge.es --winomt challenge.txt --aligner none --output out": "tables",
    "trees train --lang en --recipe small --train trees.conllu --output-dir m": "trees",
    "alternatives show --lang es The_boss_arrived. --translation El_jefe. --models .": "trees",
    "agreement import psi.pt --lang es --output m.npz": "trees",
    "plan mine.yaml": "workflow",
}


def write_texts(folder: Path) -> None:
    """Write the texts of the commands into a folder."""
    (folder / "text.en").write_text("".join(f"{line}\n" for line in SOURCE * 20))
    (folder / "text.es").write_text("".join(f"{line}\n" for line in TARGET * 20))
    rows = ("male\t1\tThe nurse said that he was late.\tnurse",
            "female\t1\tThe doctor lost her keys.\tdoctor")  # fmt: skip
    (folder / "challenge.txt").write_text("".join(f"{row}\n" for row in rows))
    shutil.copy(PROBES, folder / "trees.conllu")
    (folder / "challenge.es").write_text("".join(f"{line}\n" for line in TARGET))
