"""Trees written as rows, and entries of lexicons, for tests."""

from cdaflow.inflection.lexicon import Entry
from cdaflow.trees import parse_block

F, M = "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"
FP, MP = "Gender=Fem|Number=Plur", "Gender=Masc|Number=Plur"


def pair(masculine, feminine, upos="NOUN", number="Sing"):
    return [
        Entry(masculine, form, upos, {"Gender": gender, "Number": number}, "unimorph:x")
        for form, gender in ((masculine, "Masc"), (feminine, "Fem"))
    ]


def tree(text):
    """Return the sentence of lines "form lemma UPOS FEATS head relation [MISC]".

    A multiword token is a line "1-2 form [MISC]" before its words; `|` in MISC as in CoNLL-U.
    """
    rows = []
    number = 0
    for line in text.strip().splitlines():
        cells = line.split()
        if "-" in cells[0] and cells[0][0].isdigit():
            misc = cells[2] if len(cells) > 2 else "_"
            rows.append([cells[0], cells[1], *"_______", misc])
            continue
        number += 1
        form, lemma, upos, feats, head, deprel, *rest = cells
        rows.append([str(number), form, lemma, upos, "_", feats, head, deprel, "_", *(rest or "_")])
    return parse_block("\n".join("\t".join(row) for row in rows))
