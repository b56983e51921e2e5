"""Sentences with their changes written out: neighbours, contractions, capitals, apostrophes."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from rows import FP, MP, F, M, pair, tree

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import realise, realise_all
from cdaflow.inflection.sentence_check import SentenceCheck
from cdaflow.inflection.sources import read_word_list, treebank_entries
from cdaflow.trees import parse_block, parse_conllu, read_conllu, write_conllu
from cdaflow.trees.conllu import format_sentence

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
FLIP = {"Masc": "Fem", "Fem": "Masc"}


WORDS = {
    "es": [
        *pair("abogado", "abogada"), *pair("amo", "ama"), *pair("actor", "actriz"),
        *pair("alto", "alta", "ADJ"), *pair("hijo", "hija"), *pair("padre", "madre"),
        *pair("alumno", "alumna"), *pair("otro", "otra", "ADJ"),
    ],
    "fr": [
        *pair("avocat", "avocate"), *pair("steward", "hôtesse"), *pair("homme", "femme"),
        *pair("ami", "amie"), *pair("ancien", "ancienne", "ADJ"), *pair("acteur", "actrice"),
        *pair("président", "présidente"), *pair("grand", "grande", "ADJ"),
        *pair("voisin", "voisine"), *pair("content", "contente", "ADJ"),
    ],
    "it": [
        *pair("amico", "amica"), *pair("studente", "studentessa"), *pair("uomo", "donna"),
        *pair("zio", "zia"), *pair("attore", "attrice"),
        *pair("signore", "signora"), *pair("signor", "signora"),
        *pair("amici", "amiche", number="Plur"), *pair("studenti", "studentesse", number="Plur"),
        *pair("vecchio", "vecchia", "ADJ"),
    ],
    "pt": [*pair("enfermeiro", "enfermeira"), *pair("professor", "professora")],
    "he": [*pair("רופא", "רופאה")],
}  # fmt: skip


def flipped(language, sentence, *positions):
    """Return the sentence with words in the other gender (all that have one by default)."""
    positions = positions or tuple(t.id for t in sentence.tokens if "Gender" in t.feats)
    changes = {p: {"Gender": FLIP[sentence.tokens[p - 1].feats["Gender"]]} for p in positions}
    result = realise(sentence, changes, Inflector(language, Lexicon(WORDS[language])))
    assert not result.doubts
    return result.sentence


#: Language, sentence, what becomes of it when all of it is in the other gender, both ways.
PAIRS = [
    ("es", f"La el DET {F} 2 det\nabogada abogado NOUN {F} 0 root",
           f"El el DET {M} 2 det\nabogado abogado NOUN {M} 0 root"),
    ("es", f"el el DET {F} 2 det\nama amo NOUN {F} 0 root",
           f"el el DET {M} 2 det\namo amo NOUN {M} 0 root"),
    ("es", f"una uno DET {F} 3 det\nbuena bueno ADJ {F} 3 amod\nactriz actor NOUN {F} 0 root",
           f"un uno DET {M} 3 det\nbuen bueno ADJ {M} 3 amod\nactor actor NOUN {M} 0 root"),
    ("es", f"Habla hablar VERB _ 0 root\nde de ADP _ 4 case\nla el DET {F} 4 det\n"
           f"alumna alumno NOUN {F} 1 obl",
           f"Habla hablar VERB _ 0 root\n2-3 del\nde de ADP _ 4 case\nel el DET {M} 4 det\n"
           f"alumno alumno NOUN {M} 1 obl"),
    ("es", f"1-2 Al\nA a ADP _ 3 case\nel el DET {M} 3 det\nactor actor NOUN {M} 0 root",
           f"A a ADP _ 3 case\nla el DET {F} 3 det\nactriz actor NOUN {F} 0 root"),
    ("es", f"1-2 verla\nver ver VERB VerbForm=Inf 0 root\nla él PRON {F} 1 obj",
           f"1-2 verlo\nver ver VERB VerbForm=Inf 0 root\nlo él PRON {M} 1 obj"),
    ("es", f"madre padre NOUN {F} 0 root\ne y CCONJ _ 3 cc\nhija hijo NOUN {F} 1 conj",
           f"padre padre NOUN {M} 0 root\ne y CCONJ _ 3 cc\nhijo hijo NOUN {M} 1 conj"),
    ("fr", f"L' le DET Number=Sing 2 det SpaceAfter=No\navocate avocat NOUN {F} 0 root",
           f"L' le DET Number=Sing 2 det SpaceAfter=No\navocat avocat NOUN {M} 0 root"),
    ("fr", f"L’ le DET Number=Sing 2 det SpaceAfter=No\nhôtesse steward NOUN {F} 0 root",
           f"Le le DET Number=Sing 2 det\nsteward steward NOUN {M} 0 root"),
    ("fr", f"ma son DET {F} 2 det\nvoisine voisin NOUN {F} 0 root",
           f"mon son DET {M} 2 det\nvoisin voisin NOUN {M} 0 root"),
    ("fr", f"mon son DET {F} 2 det\namie ami NOUN {F} 0 root",
           f"mon son DET {M} 2 det\nami ami NOUN {M} 0 root"),
    ("fr", f"cette ce DET {F} 3 det\nbelle beau ADJ {F} 3 amod\nfemme homme NOUN {F} 0 root",
           f"ce ce DET {M} 3 det\nbel beau ADJ {M} 3 amod\nhomme homme NOUN {M} 0 root"),
    ("fr", f"Parle parler VERB _ 0 root\nde de ADP _ 4 case\nla le DET {F} 4 det\n"
           f"voisine voisin NOUN {F} 1 obl SpaceAfter=No\n. . PUNCT _ 1 punct",
           f"Parle parler VERB _ 0 root\n2-3 du\nde de ADP _ 4 case\nle le DET {M} 4 det\n"
           f"voisin voisin NOUN {M} 1 obl SpaceAfter=No\n. . PUNCT _ 1 punct"),
    ("fr", f"1-2 AU\nÀ à ADP _ 3 case\nLE le DET {M} 3 det\nVOISIN voisin NOUN {M} 0 root",
           f"À à ADP _ 3 case\nLA le DET {F} 3 det\nVOISINE voisin NOUN {F} 0 root"),
    ("fr", f"Est être AUX _ 3 cop SpaceAfter=No\n-elle il PRON {F} 3 nsubj\n"
           f"contente content ADJ {F} 0 root",
           f"Est être AUX _ 3 cop SpaceAfter=No\n-il il PRON {M} 3 nsubj\n"
           f"content content ADJ {M} 0 root"),
    ("it", f"un' uno DET {F} 2 det SpaceAfter=No\namica amico NOUN {F} 0 root",
           f"un uno DET {M} 2 det\namico amico NOUN {M} 0 root"),
    ("it", f"La il DET {F} 2 det\nstudentessa studente NOUN {F} 0 root",
           f"Lo il DET {M} 2 det\nstudente studente NOUN {M} 0 root"),
    ("it", f"quella quello DET {F} 3 det\nbella bello ADJ {F} 3 amod\ndonna uomo NOUN {F} 0 root",
           f"quel quello DET {M} 3 det\nbell' bello ADJ {M} 3 amod SpaceAfter=No\n"
           f"uomo uomo NOUN {M} 0 root"),
    ("it", f"1-2 delle\ndi di ADP _ 3 case\nle il DET {FP} 3 det\namiche amico NOUN {FP} 0 root",
           f"1-2 degli\ndi di ADP _ 3 case\ngli il DET {MP} 3 det\namici amico NOUN {MP} 0 root"),
    ("it", f"1-2 dell' SpaceAfter=No\ndi di ADP _ 3 case\nl' il DET Number=Sing 3 det\n"
           f"attrice attore NOUN {F} 0 root",
           f"1-2 dell' SpaceAfter=No\ndi di ADP _ 3 case\nl' il DET Number=Sing 3 det\n"
           f"attore attore NOUN {M} 0 root"),
    ("it", f"1-2 alla\na a ADP _ 3 case\nla il DET {F} 3 det\nzia zio NOUN {F} 0 root",
           f"1-2 allo\na a ADP _ 3 case\nlo il DET {M} 3 det\nzio zio NOUN {M} 0 root"),
    ("it", f"la il DET {F} 2 det\nsignora signore NOUN {F} 0 root\nRossi Rossi PROPN _ 2 flat",
           f"il il DET {M} 2 det\nsignor signore NOUN {M} 0 root\nRossi Rossi PROPN _ 2 flat"),
    ("pt", f"1-2 da\nde de ADP _ 3 case\na o DET {F} 3 det\nenfermeira enfermeiro NOUN {F} 0 root",
           f"1-2 do\nde de ADP _ 3 case\no o DET {M} 3 det\nenfermeiro enfermeiro NOUN {M} 0 root"),
    ("he", f"1-2 הרופאה\nה ה DET _ 2 det\nרופאה רופאה NOUN {F} 0 root",
           f"1-2 הרופא\nה ה DET _ 2 det\nרופא רופא NOUN {M} 0 root"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "one", "other"), PAIRS)
def test_neighbours_follow_both_ways(language, one, other):
    first, second = tree(one), tree(other)
    plain = str.maketrans("’", "'")
    for given, wanted in ((first, second), (second, first)):
        result = flipped(language, given)
        assert result.text.translate(plain) == wanted.text.translate(plain)
        assert [t.form.translate(plain) for t in result.tokens] == [
            t.form.translate(plain) for t in wanted.tokens
        ]
        assert [t.feats for t in result.tokens] == [t.feats for t in wanted.tokens]
        assert [(m.start, m.end) for m in result.multiwords] == [
            (m.start, m.end) for m in wanted.multiwords
        ]
        # What is written is a tree that can be read again, and reads the same.
        assert next(parse_conllu(format_sentence(result).splitlines())).text == result.text


def test_apostrophes_are_those_of_the_sentence():
    masculine = tree(
        f"Le le DET {M} 2 det\nsteward steward NOUN {M} 3 nsubj\nva aller VERB _ 0 root\n"
        "d’ de ADP _ 5 case SpaceAfter=No\nici ici ADV _ 3 x"
    )
    assert flipped("fr", masculine).text == "L’hôtesse va d’ici"
    assert flipped("fr", tree(PAIRS[8][2])).text == "L'hôtesse"


def test_the_rest_is_not_put_right():
    # "a el actor", "de la avvocata": what the rules would write otherwise is the writer's.
    odd = tree(f"a a ADP _ 3 case\nel el DET {M} 3 det\nactor actor NOUN {M} 5 nsubj\n"
               f"y y CCONJ _ 5 cc\nhijo hijo NOUN {M} 0 root")  # fmt: skip
    assert odd.text == "a el actor y hijo"
    assert flipped("es", odd, 3).text == "a el actriz y hijo"


def test_conjunctions_follow_what_was_changed():
    change = tree(f"padre padre NOUN {M} 0 root\ny y CCONJ _ 3 cc\notro otro ADJ {M} 1 conj\n"
                  f"u o CCONJ _ 5 cc\nhombre hombre NOUN {M} 1 conj")  # fmt: skip
    entries = [*WORDS["es"], *pair("hombre", "mujer")]
    result = realise(change, {5: {"Gender": "Fem"}}, Inflector("es", Lexicon(entries)))
    assert result.sentence.text == "padre y otro o mujer"


def test_spacing_and_comments_are_kept():
    block = (
        "# sent_id = a\n# text = La  abogada ( rica ) .\n"
        f"1\tLa\tel\tDET\t_\t{F}\t2\tdet\t_\tSpacesAfter=\\s\\s\n"
        f"2\tabogada\tabogado\tNOUN\t_\t{F}\t0\troot\t_\tGloss=x\n"
        "3\t(\t(\tPUNCT\t_\t_\t2\tpunct\t_\t_\n"
        "4\trica\trico\tPROPN\t_\t_\t2\tappos\t_\t_\n"
        "5\t)\t)\tPUNCT\t_\t_\t2\tpunct\t_\t_\n6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_"
    )
    result = flipped("es", parse_block(block))
    assert result.text == "El  abogado ( rica ) ."
    assert result.comments == ("sent_id = a", "text = El  abogado ( rica ) .")
    assert result.tokens[1].misc == {"Gloss": "x"}


def test_the_number_that_a_form_does_not_show_is_told_by_its_neighbours():
    happy = [
        Entry("heureux", form, "ADJ", feats, "unimorph:x")
        for form, feats in (
            ("heureux", {"Gender": "Masc", "Number": "Sing"}),
            ("heureux", {"Gender": "Masc", "Number": "Plur"}),
            ("heureuse", {"Gender": "Fem", "Number": "Sing"}),
            ("heureuses", {"Gender": "Fem", "Number": "Plur"}),
        )
    ]
    text = "Les le DET Number=Plur 2 det\namis ami NOUN {} 4 nsubj\nsont être AUX _ 4 cop\n" + (
        "{} heureux ADJ {} 0 root"
    )
    inflector = Inflector("fr", Lexicon([*happy, *pair("amis", "amies", number="Plur")]))
    given = tree(text.format(MP, "heureux", "Gender=Masc"))
    result = realise(given, {2: {"Gender": "Fem"}, 4: {"Gender": "Fem"}}, inflector)
    assert result.sentence.text == "Les amies sont heureuses"


def test_determiners_without_a_gender_among_their_features_go_with_their_noun():
    # French treebanks leave it out at the beginning of a sentence.
    given = tree(f"Sa son DET Number=Sing|Poss=Yes 2 det\nvoisine voisin NOUN {F} 0 root")
    assert flipped("fr", given, 2).text == "Son voisin"


def test_doubtful_words_stay_and_are_told():
    given = tree(f"La el DET {F} 2 det\nfulana fulano NOUN {F} 0 root")
    changes = {1: {"Gender": "Masc"}, 2: {"Gender": "Masc"}}
    result = realise(given, changes, Inflector("es", Lexicon()))
    assert result.sentence.text == "El fulana"
    assert (set(result.words), set(result.doubts)) == ({1}, {2})
    assert "fulana" in result.doubts[2]
    assert result.sentence.tokens[1] is given.tokens[1]


def test_parts_that_do_not_make_up_their_multiword_token_are_doubtful():
    given = tree(f"1-2 vedello\nver ver VERB VerbForm=Inf 0 root\nla él PRON {F} 1 obj")
    result = realise(given, {2: {"Gender": "Masc"}}, Inflector("es", Lexicon()))
    assert (result.sentence.text, set(result.doubts)) == ("vedello", {2})


def test_a_position_that_is_no_word():
    with pytest.raises(InputError):
        realise(tree(PAIRS[0][1]), {3: {"Gender": "Masc"}}, Inflector("es", Lexicon()))


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    lists = ["--stereotypes", str(WORDLISTS / "stereotypes.tsv"), "--wordlists", str(WORDLISTS)]
    sizes = ["--train", "20", "--dev", "2", "--test", "2", "--treebank", "900", "--challenge", "4"]
    arguments = ["--languages", "es", "fr", "it", *lists, *sizes, "--seed", "7"]
    assert main(["demo", "write", *arguments, "--output-dir", str(folder)]) == 0
    return folder / "treebanks"


def counterfactuals(folder, language):
    """Yield each sentence of the embedded grammar with its gold changes and counterfactual."""
    sentences = list(read_conllu(folder / language / "test.conllu.gz"))
    for one, other in pairwise(sentences):
        if other.sent_id != f"{one.sent_id}-cf":
            continue
        for given, wanted in ((one, other), (other, one)):
            changes = {
                old.id: {"Gender": new.feats.get("Gender", "")}
                for old, new in zip(given.tokens, wanted.tokens, strict=True)
                if old.feats.get("Gender") != new.feats.get("Gender")
            }
            yield given, changes, wanted


@pytest.mark.parametrize("language", ["es", "fr", "it"])
def test_counterfactuals_of_the_embedded_grammar(demo, language):
    """Every sentence without a doubtful word is the grammar's own, and few have one."""
    lists = [WORDLISTS / f"{name}.{language}.tsv" for name in ("persons", "professions")]
    train = treebank_entries(read_conllu(demo / language / "train.conllu.gz"), "train")
    lexicon = Lexicon([*(entry for path in lists for entry in read_word_list(path)), *train])
    cases = list(counterfactuals(demo, language))
    words = Inflector(language, lexicon)
    results = realise_all([case[:2] for case in cases], words, check=SentenceCheck(words))
    assert not [result.faults for result in results if result.faults]
    sure = [(r, wanted) for r, (_, _, wanted) in zip(results, cases, strict=True) if not r.doubts]
    assert len(cases) > 200
    assert len(sure) > 0.9 * len(cases)
    assert [r.sentence.text for r, _ in sure] == [wanted.text for _, wanted in sure]


def test_marked_trees_on_the_command_line(demo, tmp_path, capfd):
    marked, texts = [], []
    for given, changes, wanted in counterfactuals(demo, "it"):
        tokens = tuple(
            old.changed(feats=new.feats, misc={**old.misc, "Changed": "Yes"})
            if old.id in changes
            else old
            for old, new in zip(given.tokens, wanted.tokens, strict=True)
        )
        marked.append(type(given)(tokens, given.multiwords, given.comments))
        texts.append(wanted.text)
    write_conllu(tmp_path / "in.conllu", marked)
    options = [
        "inflect", "trees", "--lang", "it", "--input", str(tmp_path / "in.conllu"),
        "--word-list", *(str(WORDLISTS / f"{n}.it.tsv") for n in ("persons", "professions")),
        "--treebank", str(demo / "it" / "train.conllu.gz"),
    ]  # fmt: skip
    assert main([*options, "--text", "--output", str(tmp_path / "out.txt")]) == 0
    lines = (tmp_path / "out.txt").read_text().splitlines()
    assert len(lines) == len(texts)
    assert {line for line, text in zip(lines, texts, strict=True) if line != text} <= {""}
    assert lines.count("") < 0.1 * len(lines)
    assert main([*options, "--output", str(tmp_path / "out.conllu")]) == 0
    trees = list(read_conllu(tmp_path / "out.conllu"))
    assert [tree.text for tree in trees] == [line for line in lines if line]
    assert all("Changed" not in token.misc for tree in trees for token in tree.tokens)
    assert any(token.misc.get("FormSource") == "wordlist" for token in trees[0].tokens)
    assert f"{lines.count('')} of them doubtful" in capfd.readouterr().err
    assert main([*options, "--doubtful", "empty"]) == 1


def test_a_table_of_words_on_the_command_line(tmp_path, capfd):
    (tmp_path / "in.tsv").write_text(
        "form\tupos\twanted\tfeats\nenfermera\tNOUN\tGender=Masc\tGender=Fem|Number=Sing\n"
        "zzz\tNOUN\tGender=Fem\t\n"
    )
    lists = [str(WORDLISTS / "professions.es.tsv")]
    options = ["inflect", "words", "--lang", "es", "--word-list", *lists, "--input"]
    assert main([*options, str(tmp_path / "in.tsv")]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "form\tlemma\tupos\tfeats\twanted\tresult\tsource\tlog_p",
        "enfermera\t\tNOUN\tGender=Fem|Number=Sing\tGender=Masc\tenfermero\twordlist\t0.0000",
        "zzz\t\tNOUN\t\tGender=Fem\t\tdoubtful\t",
    ]
    (tmp_path / "bad.tsv").write_text("form\tupos\twanted\nx\tNOUN\tGender\n")
    assert main([*options, str(tmp_path / "bad.tsv")]) == 1
    assert "bad.tsv:2" in capfd.readouterr().err


DATA = Path(os.environ.get("CDAFLOW_DATA", "none")) / "ud"


@pytest.mark.skipif(not DATA.is_dir(), reason="CDAFLOW_DATA (the shared data folder) is not set")
@pytest.mark.parametrize("language", ["es", "fr", "it"])
def test_real_treebanks_without_changes_and_there_and_back(language):
    """No change is no change; changed in gender and back, nearly every sentence is as before."""
    path = sorted(DATA.glob(f"{language}_*-ud-test.conllu.gz"))[0]
    sentences = [each for each in read_conllu(path) if each.tokens][:400]
    inflector = Inflector(language, Lexicon(treebank_entries(sentences, path.name)))
    untouched = realise_all([(s, {}) for s in sentences], inflector)
    for realised, given in zip(untouched, sentences, strict=True):
        assert realised.sentence is given
    classes = ("DET", "ADJ", "PRON", "VERB")
    asked = [
        (
            s,
            {
                t.id: {"Gender": FLIP[t.feats["Gender"]]}
                for t in s.tokens
                if t.feats.get("Gender") in FLIP and t.upos in classes
            },
        )
        for s in sentences
    ]
    there = realise_all(asked, inflector)
    assert sum(len(r.words) for r in there) > 1000
    back = realise_all(
        [
            (r.sentence, {p: {"Gender": FLIP[c[p]["Gender"]]} for p in r.words if p in c})
            for r, (_, c) in zip(there, asked, strict=True)
        ],
        inflector,
    )
    # A determiner that FEATS give no gender is not asked for on the way back.
    same = [
        b.sentence.text == s.text
        for b, r, (s, c) in zip(back, there, asked, strict=True)
        if set(r.words) <= set(c)
    ]
    assert sum(same) > 0.94 * len(same)
