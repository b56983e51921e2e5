"""German: nouns of things show a gender too (Choubey et al. 2021, appendix D, Table 16)."""

import os
from pathlib import Path

import pyarrow as pa
import pytest

from cdaflow.gfst.analysers import WordSettings, make_word_analyser
from cdaflow.gfst.target_filter import KEPT, OTHER_GENDER, target_outcomes
from cdaflow.io.files import read_lines

from ...errors import raises

SHARE = "Sie hatte ihren Anteil an den Sorgen, die das Geld nicht trösten konnte."
JOB = 'Er sagte: "Ich würde ihm eine lebenslange Arbeit geben, aber das ist Fußball."'
UNIMORPH = "Anteil\tAnteil\tN;NOM;SG\nArbeit\tArbeit\tN;NOM;SG\nSorge\tSorgen\tN;NOM;PL\n"


@pytest.fixture
def unimorph(tmp_path):
    path = tmp_path / "deu.tsv"
    path.write_text(UNIMORPH, encoding="utf-8")
    return path


@pytest.fixture
def treebank(tmp_path):
    path = tmp_path / "de.conllu"
    words = [("Anteil", "Masc"), ("Arbeit", "Fem"), ("Geld", "Neut")]
    path.write_text(
        "".join(
            f"1\t{form}\t{form}\tNOUN\t_\tGender={gender}\t0\troot\t_\t_\n\n"
            for form, gender in words
        ),
        encoding="utf-8",
    )
    return path


def outcome(text, gender, **files):
    analyse = make_word_analyser(WordSettings("lexicon", "de", **files))
    column = pa.array([text])
    return target_outcomes(column, analyse(column), gender)[0]


def test_a_noun_of_the_other_gender_rejects_a_translation(unimorph, treebank):
    files = {"lexicons": [unimorph], "treebanks": [treebank]}
    assert outcome(SHARE, "fem", **files) == OTHER_GENDER
    assert outcome(JOB, "msc", **files) == OTHER_GENDER
    # A neuter never counts (footnote 20).
    assert outcome("Sie hatte Geld.", "fem", **files) == KEPT


def test_a_lexicon_without_genders_of_nouns_is_rejected(unimorph, treebank):
    with raises("lexicon.no-noun-gender", "deu.tsv", "3"):
        outcome(SHARE, "fem", lexicons=[unimorph])
    treebank.write_text("1\tund\tund\tCCONJ\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    with raises("lexicon.no-noun-gender", "3"):
        outcome(SHARE, "fem", lexicons=[unimorph], treebanks=[treebank])
    unimorph.write_text(UNIMORPH + "Anteil\tAnteil\tN;MASC;NOM;SG\n", encoding="utf-8")
    assert outcome(SHARE, "fem", lexicons=[unimorph]) == OTHER_GENDER


@pytest.mark.data
def test_masculine_references_of_geneval_seldom_pass_as_feminine():
    data = Path(os.environ["CDAFLOW_DATA"])
    analyse = make_word_analyser(
        WordSettings(
            "lexicon",
            "de",
            lexicons=[data / "unimorph/deu.sigmorphon.tsv.gz"],
            treebanks=[data / f"ud/de_gsd-ud-{part}.conllu.gz" for part in ("dev", "test")],
            word_lists=[Path(__file__).parents[3] / "config/wordlists/professions.de.tsv"],
        )
    )
    kept = {}
    for gender in ("masculine", "feminine"):
        name = f"mt-geneval/sentences/dev/geneval-sentences-{gender}-dev.en_de.de"
        column = pa.array(list(read_lines(data / name))[:300])
        kept[gender] = int((target_outcomes(column, analyse(column), "fem") == KEPT).sum())
    print(kept)
    assert kept["masculine"] <= 10
    assert kept["feminine"] >= 150
