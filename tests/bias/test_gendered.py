"""The list L, and the words of closed classes."""

from __future__ import annotations

from cdaflow.bias.gendered import gendered_words, is_closed_class, read_gender_pairs
from cdaflow.wordlists import find_wordlist
from cdaflow.wordlists.english_lists import read_gendered_nouns, read_gendered_pronouns, read_names

from ..errors import raises


def test_what_is_in_the_list(gendered):
    for word in ("she", "HERS", "Wife", "actress", "Mary", "Miss", "Mr", "womanly", "she-wolf"):
        assert word in gendered, word
    for word in ("nurse", "actor", "count", "manager", "miss", "mary", "e-mail", "someone", "-"):
        assert word not in gendered, word
    assert gendered.is_person("Wife")
    assert gendered.is_person("Mary")
    assert not gendered.is_person("womanly")
    assert not gendered.is_person("nurse")
    assert gendered.cases["her"] == {"object", "possessive"}


def test_files_of_a_user(tmp_path):
    lists = (
        read_gendered_pronouns(find_wordlist("pronouns.en.tsv")),
        read_gendered_nouns(find_wordlist("gendered.en.tsv")),
    )
    path = tmp_path / "own.txt"
    path.write_text("# ours\nbra\nHannelore # a name\n\n")
    own = gendered_words(*lists, files=[path])
    assert "Bra" in own
    assert "Hannelore" in own
    assert "hannelore" not in own
    assert "bra" not in gendered_words(*lists)
    path.write_text("two words\n")
    with raises("word-list.not-one-word", ":1"):
        gendered_words(*lists, files=[path])
    path.write_text("# nothing\n")
    with raises("word-list.empty"):
        gendered_words(*lists, files=[path])


def test_pairs(tmp_path):
    path = find_wordlist("gender_pairs.en.tsv")
    assert len(read_gender_pairs(path, 10)) == 10
    assert len(read_gender_pairs(path)) == len(set(read_gender_pairs(path))) == 50
    assert read_gender_pairs(path)[0] == ("woman", "man")
    (tmp_path / "p.tsv").write_text("feminine\tmasculine\nshe\t\n")
    with raises("gender-pair.word-missing", ":2"):
        read_gender_pairs(tmp_path / "p.tsv")


def test_names_are_no_other_words(gendered):
    names = read_names(find_wordlist("names.en.tsv"))
    assert len(names) > 140
    nouns = read_gendered_nouns(find_wordlist("gendered.en.tsv"))
    assert not {name.lower() for name in names} & set(nouns.words)


def test_closed_classes():
    for word in ("The", "of", "n't", "'s", "3.5", ",", "would", "seven"):
        assert is_closed_class(word), word
    for word in ("nurse", "works", "pink", "someones"):
        assert not is_closed_class(word), word


def test_names_may_count_in_lower_case():
    lists = (
        read_gendered_pronouns(find_wordlist("pronouns.en.tsv")),
        read_gendered_nouns(find_wordlist("gendered.en.tsv")),
        read_names(find_wordlist("names.en.tsv")),
    )
    lower = gendered_words(*lists, lower_names=True)
    for word in ("Mary", "mary", "MARY"):
        assert word in lower
        assert lower.is_person(word)
    assert "mary" not in gendered_words(*lists)
    # "Miss" is no name: "miss" is a verb.
    assert "Miss" in lower
    assert "miss" not in lower
