"""Trees for tests from short lines: "form lemma UPOS head relation [FEATS]"."""

from cdaflow.trees import Sentence, Token


def tree(lines, name="s", **comments):
    tokens = []
    for number, line in enumerate(lines.strip().splitlines(), 1):
        form, lemma, upos, head, deprel, *feats = line.split()
        items = dict(item.split("=") for item in feats[0].split("|")) if feats else {}
        tokens.append(Token(number, form, lemma, upos, items, head=int(head), deprel=deprel))
    told = tuple(f"{key} = {value}" for key, value in comments.items())
    return Sentence(tuple(tokens), comments=(f"sent_id = {name}", *told))


def both(lines, name="s"):
    """Return the trees of lines in which "a/b" stands for the masculine and the feminine."""
    sides = []
    for side, gender in enumerate(("Masc", "Fem")):
        rows = []
        for line in lines.strip().splitlines():
            cells = [cell.split("/")[side] if "/" in cell else cell for cell in line.split()]
            rows.append(" ".join(cells).replace("?", gender))
        ending = "-cf" if side else ""
        sides.append(tree("\n".join(rows), name + ending, gender=gender))
    return tuple(sides)


#: "The doctor who was tired left, and the driver too": 3 changes beside the noun.
DOCTOR = """
    El/La el DET 2 det Gender=?|Number=Sing
    médico/médica médico NOUN 5 nsubj Gender=?|Number=Sing
    alto/alta alto ADJ 2 amod Gender=?|Number=Sing
    parecía parecer VERB 0 root Number=Sing
    cansado/cansada cansado ADJ 4 xcomp Gender=?|Number=Sing
    en en ADP 8 case
    la el DET 8 det Gender=Fem|Number=Sing
    mesa mesa NOUN 4 obl Gender=Fem|Number=Sing
""".replace("NOUN 5 nsubj", "NOUN 4 nsubj")
