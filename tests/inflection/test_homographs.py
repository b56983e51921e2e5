"""Words that look like nouns of persons and are none where they stand."""

import pytest

from cdaflow.inflection.context import is_other_word
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import realise
from cdaflow.trees import parse_block

MS, MP = "Gender=Masc|Number=Sing", "Gender=Masc|Number=Plur"
FS, FP = "Gender=Fem|Number=Sing", "Gender=Fem|Number=Plur"


def entries(upos, source, *rows):
    for lemma, form, feats in rows:
        values = dict(pair.split("=") for pair in feats.split("|"))
        yield Entry(lemma, form, upos, values, source)


LEXICON = Lexicon(
    [
        *entries(
            "NOUN", "wordlist:persons.it.tsv",
            ("conte", "conte", MS), ("conte", "contessa", FS), ("conte", "conti", MP),
            ("conte", "contesse", FP), ("amico", "amico", MS), ("amico", "amica", FS),
            ("critico", "critico", MS), ("critico", "critici", MP), ("critico", "critiche", FP),
            ("giudice", "giudice", MS), ("giudice", "giudici", MP), ("giudice", "giudici", FP),
            ("signore", "signore", MS), ("signor", "signor", MS), ("signor", "signora", FS),
            ("morto", "morto", MS), ("morto", "morta", FS), ("morto", "morte", FP),
            ("morto", "morti", MP),
        ),
        *entries("NOUN", "treebank:t", ("conto", "conto", MS), ("morte", "morte", FS),
                 ("amica", "amica", FS)),
        *entries(
            "NOUN", "unimorph:t",
            ("conto", "conto", MS), ("conto", "conti", MP), ("conte", "conti", MP),
            ("amica", "amica", FS), ("giudico", "giudici", MP), ("morte", "morte", FS),
            ("approccio", "approcci", MP), ("approccio", "approccio", MS),
        ),
        *entries("ADJ", "unimorph:t", ("critico", "critici", MP), ("critico", "critiche", FP)),
    ]
)  # fmt: skip


def tree(*words):
    lines = []
    for number, word in enumerate(words, 1):
        form, lemma, upos, feats = word.split()
        head = (0, "root") if number == 1 else (1, "nmod")
        lines.append(
            "\t".join([str(number), form, lemma, upos, "_", feats, *map(str, head), "_", "_"])
        )
    return parse_block("\n".join(lines), 1, "test")


@pytest.mark.parametrize(
    ("word", "other"),
    [
        (f"conti conto NOUN {MP}", True),
        (f"conti conte NOUN {MP}", False),
        (f"amica amica NOUN {FS}", False),  # of the lists, whatever other resources have
        (f"signor signore NOUN {MS}", False),
        (f"giudici giudico NOUN {MP}", False),  # a lemma that nobody uses
        (f"morte morte NOUN {FS}", True),
        (f"morte morte NOUN {FP}", False),  # dead women
    ],
)
def test_the_lemma_tells_homographs_apart(word, other):
    sentence = tree(word)
    assert is_other_word(sentence, sentence.tokens[0], LEXICON) is other


@pytest.mark.parametrize(
    ("words", "place", "other"),
    [
        ((f"approcci approccio NOUN {MP}", f"critici critico NOUN {MP}"), 2, True),
        ((f"critici critico NOUN {MP}", f"approcci approccio NOUN {MP}"), 1, True),
        ((f"critici critico NOUN {MP}", f"conti conte NOUN {MP}"), 1, False),  # two persons
        ((f"approccio approccio NOUN {MS}", f"critici critico NOUN {MP}"), 2, False),
        ((f"critici critico NOUN {MP}",), 1, False),
    ],
)
def test_an_adjective_of_a_thing_is_no_person(words, place, other):
    sentence = tree(*words)
    assert is_other_word(sentence, sentence.tokens[place - 1], LEXICON) is other


def test_such_a_word_is_doubtful_and_stays():
    inflector = Inflector("it", LEXICON)
    made = realise(tree(f"morte morte NOUN {FS}"), {1: {"Gender": "Masc"}}, inflector)
    assert set(made.doubts) == {1}
    assert made.sentence.tokens[0].form == "morte"
    other = realise(tree(f"morte morte NOUN {FP}"), {1: {"Gender": "Masc"}}, inflector)
    assert other.sentence.tokens[0].form == "morti"
    assert not other.doubts


SPLIT = """
1-2\tLei\t_\t_\t_\t_\t_\t_\t_\t_
1\tiL\til\tDET\t_\tGender=Masc|Number=Sing\t2\tdet\t_\t_
2\ti\til\tNOUN\t_\tGender=Masc\t4\tnsubj\t_\t_
3\tè\tessere\tAUX\t_\t_\t4\tcop\t_\t_
4\tamica\tamico\tNOUN\t_\tGender=Fem|Number=Sing\t0\troot\t_\t_
"""


def test_a_pronoun_that_was_split_makes_the_sentence_doubtful():
    sentence = parse_block(SPLIT.strip(), 1, "test")
    made = realise(sentence, {4: {"Gender": "Masc"}}, Inflector("it", LEXICON))
    assert set(made.doubts) == {1}
    assert "Lei" in made.doubts[1]


def test_a_split_word_without_gender_matters_only_if_it_changes():
    text = SPLIT.replace("Lei", "Hai").replace("iL", "Ha")
    sentence = parse_block(text.strip(), 1, "test")
    inflector = Inflector("it", LEXICON)
    assert not realise(sentence, {4: {"Gender": "Masc"}}, inflector).doubts
    both = {4: {"Gender": "Masc"}, 1: {"Gender": "Fem"}}
    assert 1 in realise(sentence, both, inflector).doubts
