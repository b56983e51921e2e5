"""The word lists of English: their shape, and what is wrong with wrong ones."""

import re
from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.wordlists.english_lists import (
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
    read_names,
)

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


def rows_of(name):
    header, *rows = (WORDLISTS / name).read_text(encoding="utf-8").splitlines()
    return [dict(zip(header.split("\t"), row.split("\t"), strict=True)) for row in rows]


def plural(noun):
    """The plural by the rules of spelling."""
    if noun.endswith("man"):
        return noun[:-3] + "men"
    if noun.endswith("person"):
        return noun[:-6] + "people"
    if re.search("(s|x|z|ch|sh)$", noun):
        return noun + "es"
    if re.search("[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s"


def test_the_professions_of_naik_et_al_are_those_of_saunders_and_byrne():
    professions = {row["profession"] for row in rows_of("professions-naik2023.tsv")}
    assert len(professions) == 194
    # No forms of these in the lists of the languages; docs/papers.md says so.
    assert professions - {row["profession"] for row in rows_of("professions.tsv")} == {
        "crafter", "fisher", "grader", "groundskeeper", "marketer", "mortician", "policeofficer",
        "postman", "screener", "teller", "waitstaff",
    }  # fmt: skip


def test_professions_are_sorted_have_plurals_and_come_once():
    rows = rows_of("professions.tsv")
    names = [row["profession"] for row in rows]
    assert len(names) >= 300
    assert names == sorted(names, key=str.lower)
    forms = [form for row in rows for form in (row["profession"], row["plural"])]
    assert len(forms) == len(set(forms))
    irregular = {"child", "grandchild", "hero", "midwife", "thief"}
    for row in rows:
        if row["profession"] not in irregular:
            assert row["plural"] == plural(row["profession"]), row
        assert bool(row["feminine"]) == bool(row["feminine_plural"]), row


@pytest.mark.parametrize("language", ["es", "fr", "it"])
def test_every_profession_has_all_forms_in_the_languages(language):
    names = {row["profession"] for row in rows_of("professions.tsv")}
    rows = [row for row in rows_of(f"professions.{language}.tsv") if row["note"] != "pronoun"]
    rows = [row for row in rows if row["profession"] != "someone"]
    assert {row["profession"] for row in rows} == names
    seen = [tuple(row.values())[:5] for row in rows]
    assert len(seen) == len(set(seen))
    for row in rows:
        assert all(form == form.strip() != "" for form in list(row.values())[:5]), row


def test_gendered_nouns_come_once_and_have_regular_plurals():
    rows = rows_of("gendered.en.tsv")
    pairs = [(row["masculine"], row["feminine"]) for row in rows]
    assert len(pairs) == len(set(pairs)) >= 100
    irregular = {"hero", "alumnus", "alumna", "manservant", "patriarch", "wife", "ex-wife"}
    for row in rows:
        for gender in ("masculine", "feminine"):
            noun, many = row[gender], row[f"{gender}_plural"]
            if many and noun not in irregular and not re.search("-in-|patriarch|matriarch", noun):
                assert many == plural(noun), row
        assert row["masculine"] != row["feminine"]


def test_swapping_a_feminine_noun_and_back_stays_in_the_row_it_came_from(nouns):
    for form, noun in nouns.words.items():
        other = nouns.words[noun.opposite.lower()]
        assert other.gender != noun.gender, form
        assert other.number == noun.number, form


def test_a_pronoun_swapped_twice_is_itself(pronouns):
    for readings in pronouns.values():
        for reading in readings:
            back = [r for r in pronouns[reading.opposite] if r.case == reading.case]
            assert [r.opposite for r in back] == [reading.form]
    assert set(pronouns) == {
        "he", "him", "his", "himself", "she", "her", "hers", "herself",
    }  # fmt: skip


def test_a_profession_is_added_by_one_line(tmp_path, professions):
    path = tmp_path / "professions.tsv"
    text = (WORDLISTS / "professions.tsv").read_text(encoding="utf-8")
    path.write_text(text + "falconer\tfalconers\t\t\n", encoding="utf-8")
    added = set(read_english_professions(path).items()) - set(professions.items())
    assert added == {(("falconer",), ("falconer", "Sing")), (("falconers",), ("falconer", "Plur"))}


PRONOUNS = "form\tlemma\tgender\tperson\tcase\topposite\txpos\tfeats\n"
HE = "he\the\tMasc\t3\tsubject\tshe\tPRP\tCase=Nom\n"
SHE = "she\tshe\tFem\t3\tsubject\the\tPRP\tCase=Nom\n"
NOUNS = "masculine\tfeminine\tmasculine_plural\tfeminine_plural\tkind\tnote\n"
MAN = "man\twoman\tmen\twomen\tperson\t\n"


@pytest.mark.parametrize(
    ("read", "text", "line", "problem"),
    [
        (read_gendered_pronouns, PRONOUNS, None, "no row"),
        (read_gendered_pronouns, PRONOUNS + HE, 2, "the opposite 'she' of 'he'"),
        (read_gendered_pronouns, PRONOUNS + HE + SHE + HE, 4, "duplicated as subject"),
        (read_gendered_pronouns, PRONOUNS + HE.replace("Masc", "m") + SHE, 2, "gender 'm'"),
        (read_gendered_pronouns, PRONOUNS + HE.replace("subject", "nom") + SHE, 2, "case 'nom'"),
        (read_gendered_pronouns, PRONOUNS + HE.replace("he", "s/he") + SHE, 2, "letters"),
        (read_gendered_pronouns, "form\n", 1, "lacks the column 'lemma'"),
        (
            read_english_professions,
            "profession\tplural\tfeminine\tfeminine_plural\n",
            None,
            "no row",
        ),
        (read_english_professions, "profession\tplural\n", 1, "lacks the column 'feminine'"),
        (
            read_english_professions,
            "profession\tplural\tfeminine\tfeminine_plural\ncook\t\t\t\n",
            2,
            "'plural' is empty",
        ),
        (
            read_english_professions,
            "profession\tplural\tfeminine\tfeminine_plural\ncook\tcooks\t\t\nCook\tcookies\t\t\n",
            3,
            "'cook' is duplicated",
        ),
        (
            read_english_professions,
            "profession\tplural\tfeminine\tfeminine_plural\ncook (m)\tcooks\t\t\n",
            2,
            "words of letters",
        ),
        (read_gendered_nouns, NOUNS + MAN + MAN, 3, "duplicated"),
        (read_gendered_nouns, NOUNS + MAN.replace("person", "people"), 2, "kind 'people'"),
        (read_gendered_nouns, NOUNS + "man\t\t\t\tperson\t\n", 2, "'feminine' is empty"),
        (read_gendered_nouns, NOUNS + "man\twoman\tperson\n", 2, "3 cells"),
        (
            read_english_professions,
            "profession\tplural\tfeminine\tfeminine_plural\ncook\tcooks\n",
            2,
            "the row has 2 cells, the header 4",
        ),
        (read_names, "John\n", 1, "one word each"),
        (read_names, "Jean Paul\tMarie\n", 1, "one word each"),
        (read_names, "# none\n", None, "no row"),
    ],
)
def test_a_wrong_list_is_told(tmp_path, read, text, line, problem):
    path = tmp_path / "list.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(path)
    assert problem in error.value.problem
    assert (error.value.file, error.value.line) == (str(path), line)


def test_names_go_both_ways_and_the_first_row_counts(tmp_path):
    path = tmp_path / "names.tsv"
    path.write_text("# ours\nJohn\tMary\n\nJack\tMary\n", encoding="utf-8")
    assert read_names(path) == {"John": "Mary", "Mary": "John", "Jack": "Mary"}
