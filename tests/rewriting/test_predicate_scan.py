"""Of whom English nouns are said by the words, who speaks, and nouns of persons for things.

The trees are those of small Stanza models, their errors included.
"""

from pathlib import Path

import pytest

from cdaflow.rewriting.readings import with_readings
from cdaflow.trees import read_conllu

TREES = Path(__file__).with_name("predicate_scan.conllu")

#: The noun, and what shows its gender ("" for nothing).
STATED = {
    "He is not as lazy a student as you think.": ("student", "pronoun"),
    "He's often mistaken for a teacher.": ("teacher", "pronoun"),
    "Our daughter calls herself a straight-A student.": ("student", "pronoun"),
    "He realized his dream of becoming an artist.": ("artist", "pronoun"),
    "She always wanted to be a lawyer.": ("lawyer", "pronoun"),
    "He is what we call a pioneer.": ("pioneer", "pronoun"),
    "There's a rebel in her.": ("rebel", "pronoun"),
    'My neighbor said: "He was a maniac."': ("maniac", "pronoun"),
    "We also have an amazing nanny, who is a mother herself.": ("nanny", "noun"),
    "Tom is my twin brother.": ("twin", "noun"),
    "She has become one the most prominent experts on Russia.": ("experts", "pronoun"),
    "It was made by her friend, journalist and writer Susan McKay.": ("friend", "name"),
    "My neighbor, a doctor and a nurse came.": ("neighbor", ""),
    "She told me to become a lawyer.": ("lawyer", ""),
    "He knows how hard it is for a player to become a coach.": ("coach", ""),
    # Who speaks.
    '"I am a doctor," she said.': ("doctor", "pronoun"),
    '"I am a doctor," I said to him.': ("doctor", ""),
    # Things that are named as if they were persons, or said to be somebody.
    "Lack of inspiration is the worst enemy of creativity.": ("enemy", "thing"),
    "The army advanced on the enemy.": ("enemy", "thing"),
    "The prices of these CD players are too high.": ("players", "thing"),
    "What's your favorite class this year?": ("favorite", "thing"),
    "The students see their enemy.": ("enemy", ""),
    "The problem is the substitute.": ("substitute", ""),
    "You are my favorite.": ("favorite", ""),
}


@pytest.mark.parametrize("text", STATED)
def test_what_shows_a_gender(english_lists, text):
    trees = {tree.text: tree for tree in read_conllu(TREES)}
    tree = with_readings(trees[text], text, english_lists.pronouns)
    persons = english_lists.persons(tree)
    found = {tree.tokens[person.id - 1].form: person.known_by for person in persons}
    noun, expected = STATED[text]
    assert found[noun] == expected
