"""A treebank of two sentences, with what CoNLL-U has beside plain words."""

from pathlib import Path

# "Vámonos al mar.": a verb with a clitic, a contraction, a mark without a blank before it.
SPANISH = """\
# sent_id = a
# text = Vámonos al mar.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tvm\tMood=Imp\t0\troot\t0:root\tGloss=go
2\tnos\tyo\tPRON\t_\t_\t1\tobj\t_\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_
4\tel\tel\tDET\t_\tGender=Masc\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\t_\tGender=Masc\t1\tobl\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""
SHORT = "# sent_id = b\n1\tMar\tmar\tNOUN\t_\tGender=Masc\t0\troot\t_\t_\n\n"


def write_treebank(folder: Path, name: str, text: str) -> Path:
    """Write text into a file of a folder; return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
