"""Trees for tests from short lines: "form lemma UPOS head relation [FEATS]"."""

from cdaflow.trees import MultiwordToken, Sentence, Token


def tree(lines, name="s", **comments):
    """Return the tree of lines; "=form count" makes one written word of as many words behind it."""
    tokens, multiwords = [], []
    for line in lines.strip().splitlines():
        form, lemma, *rest = line.split()
        if form[0] == "=":
            start = len(tokens) + 1
            multiwords.append(MultiwordToken(start, start + int(lemma) - 1, form[1:]))
            continue
        upos, head, deprel, *feats = rest
        items = dict(item.split("=") for item in feats[0].split("|")) if feats else {}
        token = Token(len(tokens) + 1, form, lemma, upos, items, head=int(head), deprel=deprel)
        tokens.append(token)
    told = tuple(f"{key} = {value}" for key, value in comments.items())
    return Sentence(tuple(tokens), tuple(multiwords), comments=(f"sent_id = {name}", *told))


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
