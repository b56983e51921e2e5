"""A parse of the translation, where the rules leave the gender open; trees written by hand."""

import gzip

import pytest

from cdaflow import languages
from cdaflow.cli import main
from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.tree_gender import gender_by_tree, read_trees

from ..errors import raises


def conllu(*trees):
    """Return CoNLL-U of trees written as lines of `id form upos features head relation lemma`."""
    blocks = []
    for tree in trees:
        lines = []
        for line in filter(None, map(str.strip, tree.splitlines())):
            cells = line.split()
            if len(cells) == 2:
                lines.append("\t".join([*cells, *"_" * 8]))
                continue
            name, form, upos, feats, head, relation, *lemma = cells
            lemma = lemma[0] if lemma else form.lower()
            lines.append("\t".join([name, form, lemma, upos, "_", feats, head, relation, "_", "_"]))
        blocks.append("\n".join(lines) + "\n\n" if lines else "# text =\n\n")
    return "".join(blocks)


#: "L'analyste" shows nothing; what is on the right does, or does not.
ANALYST = """
1 L' DET Definite=Def|Number=Sing 2 det le
2 analyste NOUN {noun} {head} {relation}
"""
CASES = {
    # The gender that the parser gives to the noun itself.
    "noun": (ANALYST.format(noun="Gender=Fem", head=3, relation="nsubj")
             + "3 travaille VERB _ 0 root", Gender.FEMALE),
    "nothing": (ANALYST.format(noun="_", head=3, relation="nsubj") + "3 travaille VERB _ 0 root",
                None),
    "adjective": (ANALYST.format(noun="_", head=4, relation="nsubj")
                  + "3 connue ADJ Gender=Fem 2 amod\n4 travaille VERB _ 0 root", Gender.FEMALE),
    # What agrees is believed rather than the guess at the noun.
    "adjective-over-noun": (
        ANALYST.format(noun="Gender=Masc", head=4, relation="nsubj")
        + "3 connue ADJ Gender=Fem 2 amod\n4 travaille VERB _ 0 root", Gender.FEMALE),
    "participle": (ANALYST.format(noun="_", head=4, relation="nsubj")
                   + "3 est AUX _ 4 aux être\n4 arrivé VERB Gender=Masc|VerbForm=Part 0 root",
                   Gender.MALE),
    "passive": (ANALYST.format(noun="_", head=4, relation="nsubj:pass")
                + "3 est AUX _ 4 aux:pass être\n4 vue VERB Gender=Fem|VerbForm=Part 0 root",
                Gender.FEMALE),
    # After avoir the participle agrees with no subject, whatever the parser writes.
    "avoir": (ANALYST.format(noun="_", head=4, relation="nsubj")
              + "3 a AUX _ 4 aux avoir\n4 vu VERB Gender=Masc|VerbForm=Part 0 root", None),
    "predicate-adjective": (ANALYST.format(noun="_", head=4, relation="nsubj")
                            + "3 est AUX _ 4 cop être\n4 contente ADJ Gender=Fem 0 root",
                            Gender.FEMALE),
    # A noun as predicate has a gender of its own.
    "predicate-noun": (ANALYST.format(noun="_", head=4, relation="nsubj")
                       + "3 est AUX _ 4 cop être\n4 victime NOUN Gender=Fem 0 root", None),
    "participle-below": (ANALYST.format(noun="_", head=4, relation="nsubj")
                         + "3 blessée VERB Gender=Fem|VerbForm=Part 2 acl\n4 dort VERB _ 0 root",
                         Gender.FEMALE),
    "relative-clause": (ANALYST.format(noun="_", head=5, relation="nsubj")
                        + "3 qu' PRON _ 4 obj que\n4 vue VERB Gender=Fem|VerbForm=Part 2 acl:relcl"
                        "\n5 dort VERB _ 0 root", None),
    "object": (ANALYST.format(noun="_", head=3, relation="obj")
               + "3 vue VERB Gender=Fem|VerbForm=Part 0 root", None),
    "disagreement": (ANALYST.format(noun="_", head=4, relation="nsubj")
                     + "3 connue ADJ Gender=Fem 2 amod\n4 content ADJ Gender=Masc 0 root", None),
    "both-genders": (ANALYST.format(noun="Gender=Fem,Masc", head=3, relation="nsubj")
                     + "3 travaille VERB _ 0 root", None),
}  # fmt: skip

OPEN = EntityGender(Gender.UNKNOWN, reason=Reason.AMBIGUOUS_NOUN, start=0, end=2)


def trees_of(tmp_path, text, translations, code="fr"):
    (tmp_path / "t.conllu").write_text(text)
    return read_trees(tmp_path / "t.conllu", translations, languages.get(code))


@pytest.mark.parametrize("case", CASES)
def test_what_agrees_decides(tmp_path, case):
    text, gender = CASES[case]
    forms = [line.split()[1] for line in text.strip().splitlines()]
    (tree,) = trees_of(tmp_path, conllu(text), [" ".join(forms)])
    result = gender_by_tree(OPEN, tree)
    if gender is None:
        assert result == OPEN
    else:
        assert (result.gender, result.evidence) == (gender, Evidence.TREE)
        assert (result.start, result.end, result.reason) == (0, 2, Reason.NONE)


def test_what_the_rules_have_decided_stays(tmp_path):
    (tree,) = trees_of(tmp_path, conllu(CASES["noun"][0]), ["L'analyste travaille"])
    decided = EntityGender(Gender.MALE, Evidence.DETERMINER, start=0, end=2)
    conflict = EntityGender(Gender.UNKNOWN, reason=Reason.CONFLICT, start=0, end=2)
    missing = EntityGender(Gender.UNKNOWN, reason=Reason.NOT_FOUND)
    for result in (decided, conflict, missing):
        assert gender_by_tree(result, tree) == result


def test_words_of_a_tree_need_not_be_ours(tmp_path):
    """Multiword tokens, split apostrophes and detached punctuation: characters are counted."""
    text = conllu("""
        1-2 Dall'
        1 Da ADP _ 3 case
        2 l' DET _ 3 det il
        3 analista NOUN _ 5 nsubj
        4 è AUX _ 5 cop essere
        5 stanca ADJ Gender=Fem 0 root
        6 . PUNCT _ 5 punct
    """)
    (tree,) = trees_of(tmp_path, text, ["Dall’analista è stanca."], "it")
    assert languages.get("it").words("Dall’analista è stanca.")[:2] == ["Dall'", "analista"]
    assert [list(ids) for ids in tree.tokens] == [[1, 2], [3], [4], [5], [6]]
    assert gender_by_tree(OPEN, tree).gender is Gender.FEMALE


def test_trees_of_other_sentences_are_refused(tmp_path):
    one = CASES["noun"][0]
    same, other = "L'analyste travaille", "L'analyste dort"
    assert [
        tree is None for tree in trees_of(tmp_path, conllu(one, "", one), [same, "", same])
    ] == [
        False,
        False,
        False,
    ]
    with raises("tree.other-sentence", "2", "0"):
        trees_of(tmp_path, conllu(one, one), [same, other])
    # One in a hundred is let pass, and not used.
    found = trees_of(tmp_path, conllu(*[one] * 100), [same] * 99 + [other])
    assert [tree is None for tree in found] == [False] * 99 + [True]
    with raises("tree.count", "1 trees", "2"):
        trees_of(tmp_path, conllu(one), [same, same])
    with raises("tree.count", "more trees", "1"):
        trees_of(tmp_path, conllu(one, one), [same])


def test_command_with_packed_trees(tmp_path, capsys):
    (tmp_path / "en.txt").write_text(
        "female\t1\tThe analyst works because she wants.\tanalyst\n"
        "male\t1\tThe baker works because he wants.\tbaker\n"
    )
    (tmp_path / "t.txt").write_text("L'analyste travaille\nLe boulanger travaille\n")
    trees = conllu(
        CASES["noun"][0],
        "1 Le DET Gender=Fem 2 det\n2 boulanger NOUN Gender=Fem 3 nsubj\n3 travaille VERB _ 0 root",
    )
    (tmp_path / "t.conllu.gz").write_bytes(gzip.compress(trees.encode()))
    command = (
        f"score winomt {tmp_path}/t.txt --lang fr --aligner none --challenge {tmp_path}/en.txt"
    )
    output = tmp_path / "s.tsv"
    predicted = []
    for more in ([], ["--trees", f"{tmp_path}/t.conllu.gz"]):
        assert main([*command.split(), "--sentences", str(output), *more]) == 0
        rows = [line.split("\t") for line in output.read_text().splitlines()]
        predicted.append([dict(zip(rows[0], row, strict=True)) for row in rows[1:]])
    assert [row["predicted"] for row in predicted[0]] == ["unknown", "male"]
    assert [row["predicted"] for row in predicted[1]] == ["female", "male"]
    assert [row["evidence"] for row in predicted[1]] == ["tree", "noun+determiner"]
    first = predicted[1][0]
    assert (first["index"], first["start"], first["end"], first["span"]) == (
        "1",
        "0",
        "2",
        "L' analyste",
    )
