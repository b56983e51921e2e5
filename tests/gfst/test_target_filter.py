"""The rule of the target filter, against its words in the paper, and the analysers by examples."""

from itertools import product

import pyarrow as pa
import pytest

from cdaflow.gfst.analysers import WordSettings, make_pronoun_analyser, make_word_analyser
from cdaflow.gfst.analysers.trees import TreeAnalyser
from cdaflow.gfst.target_filter import OUTCOMES, Evidence, target_outcomes

from ..errors import raises


def names(codes):
    return [OUTCOMES[code] for code in codes.tolist()]


@pytest.mark.parametrize("gender", ["fem", "msc"])
def test_the_rule(gender):
    for masculine, feminine in product([None, "m"], [None, "f"]):
        evidence = Evidence(pa.array([masculine], pa.string()), pa.array([feminine], pa.string()))
        own, wrong = (feminine, masculine) if gender == "fem" else (masculine, feminine)
        kept = own is not None and wrong is None
        (found,) = names(target_outcomes(pa.array(["x"]), evidence, gender))
        assert (found == "kept") == kept
        if not kept:
            assert found == ("word-of-the-other-gender" if wrong else "no-word-of-the-gender")
        assert names(target_outcomes(pa.array([" "]), evidence, gender)) == ["empty"]
        assert names(target_outcomes(pa.array([None], pa.string()), evidence, gender)) == ["empty"]


def test_a_pronoun_is_wanted():
    texts = pa.array(["La donna dorme.", "Lei dorme.", "Lui dorme."])
    evidence = analyser("it")(texts)
    pronouns = make_pronoun_analyser("it")(texts)
    found = names(target_outcomes(texts, evidence, "fem", pronouns))
    assert found == ["no-pronoun-of-the-gender", "kept", "word-of-the-other-gender"]


def analyser(language, kind="lexicon", **files):
    return make_word_analyser(WordSettings(kind, language, **files))


def genders(analyser, text):
    evidence = analyser(pa.array([text]))
    return evidence.masculine[0].as_py(), evidence.feminine[0].as_py()


UNIMORPH = "\n".join(
    "\t".join(row)
    for row in [
        ("porta", "porta", "N;FEM;SG"),
        ("casa", "casa", "N;FEM;SG"),
        ("sole", "sole", "N;MASC;SG"),
        ("solo", "sole", "ADJ;FEM;PL"),
        ("essere", "essere", "N;MASC;SG"),
        ("co", "co", "N;MASC;SG"),
        ("muro", "muro", "N;MASC;SG"),
    ]
)
TREE = "1\tporta\tportare\tVERB\t_\tVerbForm=Fin\t0\troot\t_\t_\n\n"


@pytest.fixture
def lexicon(tmp_path):
    (tmp_path / "unimorph.tsv").write_text(UNIMORPH + "\n")
    (tmp_path / "trees.conllu").write_text(TREE)
    return {"lexicons": [tmp_path / "unimorph.tsv"], "treebanks": [tmp_path / "trees.conllu"]}


@pytest.mark.parametrize(
    ("text", "masculine", "feminine"),
    [
        ("casa", None, "casa"),
        ("muro", "muro", None),
        ("porta", None, None),  # a verb in the treebank
        ("sole", None, None),  # of both genders
        ("essere co", None, None),  # an infinitive; a fragment
        ("alla Casa 'casa'", None, "alla"),
        ("il Muro", "il", None),
        ("Casa. Muro", "Muro", "Casa"),
        ("molto troppo", None, None),
        ("un'amica", None, "un'"),
        ("l'amica", None, None),
        ("elettrizzata", None, "elettrizzata"),
        ("", None, None),
    ],
)
def test_look_up(lexicon, text, masculine, feminine):
    assert genders(analyser("it", **lexicon), text) == (masculine, feminine)


def test_a_noun_whose_gender_a_lexicon_does_not_tell(tmp_path):
    """UniMorph has German nouns without gender: the word list, or another reading, tells it."""
    rows = ["Arbeiter\tArbeiter\tN;ACC;SG", "Ding\tDinge\tN;NOM;PL", "Rad\tRad\tN;NEUT;SG"]
    (tmp_path / "deu.tsv").write_text("\n".join(rows) + "\n")
    names = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote"
    (tmp_path / "list.tsv").write_text(f"{names}\nlaborer\tArbeiter\tArbeiterin\t\t\t\n")
    files = {"lexicons": [tmp_path / "deu.tsv"], "word_lists": [tmp_path / "list.tsv"]}
    assert genders(analyser("de", **files), "Der Arbeiter") == ("Arbeiter", None)
    assert genders(analyser("de", **files), "Dinge") == (None, None)


@pytest.mark.parametrize(
    ("language", "feminine", "masculine"),
    [
        ("es", "Ella está cansada.", "Él está cansado."),
        ("fr", "Elle est la directrice.", "Il est le directeur."),
        ("it", "Lei è una brava avvocata.", "Lui è un bravo avvocato."),
        ("pt", "Ela é uma boa atriz.", "Ele é um bom ator."),
        ("de", "Sie ist eine Freundin.", "Er sah den Freund."),
        ("ru", "Она сказала.", "Он сказал."),
        ("he", "היא אמרה את זה לאחותה.", "הוא אמר את זה לאחיו."),
    ],
)
def test_rules_of_every_language(language, feminine, masculine):
    rules = analyser(language, "rules")
    texts = pa.array([feminine, masculine])
    evidence = rules(texts)
    assert names(target_outcomes(texts, evidence, "fem")) == ["kept", "word-of-the-other-gender"]
    assert names(target_outcomes(texts, evidence, "msc")) == ["word-of-the-other-gender", "kept"]


@pytest.mark.parametrize(
    ("text", "masculine", "feminine"),
    [
        ("שלו", "שלו", None),
        ("ילדיה", None, "ילדיה"),
        ("ילדיו", "ילדיו", None),
        ("היו בית לראות אנשים", None, None),
        ("היה לה", None, "לה"),
        ("לבנה גישה", None, None),
        ("כשהוא הסביר", "כשהוא", None),
        ("abc ש", None, None),
    ],
)
def test_hebrew(text, masculine, feminine):
    assert genders(analyser("he", "rules"), text) == (masculine, feminine)


@pytest.mark.parametrize("kind", ["lexicon", "rules"])
@pytest.mark.parametrize(
    ("text", "masculine"),
    [
        ("Ce qui compte, c'est ce que dit la femme.", None),
        ("Ce n’est pas elle, ce sera la reine.", None),
        ("Est-ce la reine ? Ce dont elle parle, cela et ça. Sur ce", None),
        ("Est-ce vrai, était-ce possible ? Fut-ce la reine ?", None),
        ("Ce juge parle.", "Ce"),
        ("-Ce juge parle.", "Ce"),
        ("Peut-être ce juge.", "ce"),
        ("Elle voit ce grand arbre.", "ce"),
        ("Elle voit ce.", None),
        ("Quelqu'un l'appelle, quelqu’un de bien.", None),
        ("Elle en voit un.", "un"),
    ],
)
def test_french_pronouns_without_gender(kind, text, masculine):
    found = analyser("fr", kind)(pa.array([None, text, "qui"], pa.string()))
    assert found.masculine.to_pylist() == [None, masculine, None]


def test_words_without_gender_are_looked_for_within_a_sentence():
    rules = analyser("fr", "rules")
    assert rules(pa.array(["ce", "qui", "quelqu'", "un"])).masculine.to_pylist() == [
        None, None, None, "un",
    ]  # fmt: skip
    assert rules(pa.array(["", None], pa.string())).masculine.to_pylist() == [None, None]


FRENCH_TREES = """# text = C’est ce juge
1\tC’\tce\tPRON\t_\tGender=Masc|Number=Sing\t4\tnsubj\t_\tSpaceAfter=No
2\test\têtre\tAUX\t_\t_\t4\tcop\t_\t_
3\tce\tce\tDET\t_\tGender=Masc|Number=Sing\t4\tdet\t_\t_
4\tjuge\tjuge\tNOUN\t_\tNumber=Sing\t0\troot\t_\t_

# text = On sait ce que
1\tOn\ton\tPRON\t_\tGender=Masc|Number=Sing\t2\tnsubj\t_\t_
2\tsait\tsavoir\tVERB\t_\t_\t0\troot\t_\t_
3\tce\tce\tPRON\t_\tGender=Masc|Number=Sing\t2\tobj\t_\t_
4\tque\tque\tPRON\t_\t_\t3\tacl\t_\t_

"""


def test_french_trees(tmp_path):
    path = tmp_path / "trees.conllu"
    path.write_text(FRENCH_TREES, encoding="utf-8")
    texts = pa.array(["C’est ce juge", "On sait ce que"])
    assert TreeAnalyser(path, "fr")(texts).masculine.to_pylist() == ["ce", None]
    # Italian has no such words: there the same features count.
    assert TreeAnalyser(path, "it")(texts).masculine.to_pylist() == ["C’", "On"]


def test_last_letters():
    letters = analyser("he", "letters")
    assert genders(letters, "את של לה.") == ("של", None)
    assert genders(letters, "אותה שלו.") == (None, "אותה")
    with raises("analyser.unsupported-language", "'it'"):
        analyser("it", "letters")


TREES = """# text = Ha detto
1\tHa\tavere\tAUX\t_\t_\t2\taux\t_\t_
2\tdetto\tdire\tVERB\t_\tGender=Masc|Number=Sing|VerbForm=Part\t0\troot\t_\t_

# text = sua madre
1\tsua\tsuo\tDET\t_\tGender=Fem|Poss=Yes\t2\tdet\t_\t_
2\tmadre\tmadre\tNOUN\t_\tGender=Fem,Masc\t0\troot\t_\tSpaceAfter=No

"""


def test_trees(tmp_path):
    path = tmp_path / "trees.conllu"
    path.write_text(TREES)
    texts = pa.array(["Ha detto", "sua madre"])
    every = TreeAnalyser(path, "it")
    evidence = every(texts)
    every.finish()
    assert evidence.masculine.to_pylist() == ["detto", None]
    assert evidence.feminine.to_pylist() == [None, "sua"]
    evidence = TreeAnalyser(path, "it", ["participles", "possessives"])(texts)
    assert evidence.masculine.to_pylist() == evidence.feminine.to_pylist() == [None, None]
    other = TreeAnalyser(path, "it")
    texts = pa.array(["Ha detto", "sua zia"])
    assert names(target_outcomes(texts, other(texts), "fem")) == [
        "word-of-the-other-gender",
        "no-tree",
    ]
    with raises("tree.other-sentence", "1", "2"):
        other.finish()
    with raises("tree.fewer-than-targets", "2"):
        other(texts)
    few = TreeAnalyser(path, "it")
    few(texts[:1])
    with raises("tree.more-than-targets", "1"):
        few.finish()
