"""The contract of a language module.

A language is a folder `cdaflow/languages/<code>/` with an `__init__.py` that defines `LANGUAGE`
and tables (TSV) of its closed classes: determiners, prepositions with articles, pronouns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table
from cdaflow.languages.morphology import Morphology, Slot, Slots, frozen
from cdaflow.languages.writing import SurfaceForm
from cdaflow.trees import Token

#: Returns None for a word in lower case that is none; else the gender of the noun if it has to be
#: known, since an article of the other makes a person of it (Spanish "el mudanzas"), or "".
PlaceNouns = Callable[[str], str | None]


def _cannot_write(words: Sequence[Token]) -> SurfaceForm:
    raise ConfigError(
        "language.no-writing-rules",
        "cdaflow can score this language, but has no rules for writing it",
    )


def _no_form(token: Token, gender: str) -> str | None:
    return None


def _not_suffixed(form: str, old: Sequence[Token], new: Sequence[Token]) -> str | None:
    return None


def _no_place_noun(word: str) -> str | None:
    """Return None: a language without a table."""
    return None


def _any_split(form: str, words: Sequence[str]) -> bool:
    return True


@dataclass(frozen=True)
class Language:
    """What cdaflow knows of a language.

    `code`: ISO 639-1. `name`: in English.

    `determiners`: each written form of an article, demonstrative, possessive, quantifier or
    contraction of preposition and article, in lower case with a straight apostrophe ("della",
    "l'", "du", "del"), with its readings.

    `morphology`: the gender that forms of words show (see `Morphology`).

    `genders`: those that the language has. `articles`: whether a noun seldom stands without a
    determiner. `semantic_agreement`: whether verbs or adjectives often agree with the sex of
    the person against the gender of the noun (Russian "врач сказала").

    `noun_first`: whether the first word of an expression is its noun ("agent de police").
    `prefixes`: whether the article, prepositions and conjunctions are written onto a noun, and a
    noun before another one has no article of its own (Hebrew). `capital_names`: whether a capital
    within a sentence makes a word a name. `polite_like_her`: whether the pronouns for a polite
    "you" are those for her, with a capital ("Lei", "Ihr").

    `apply_contractions`: takes the words of a sentence in canonical underlying forms (full
    articles, uncontracted: "de" "el", "le" "avocate", "di" "lo", "bello" "uomo", "ma" "amie"), in
    order and with ids and heads set, and returns them as they are written: elided, in euphonic
    form, contracted (contractions as multiword tokens over words that keep their own forms, as UD
    treebanks of the language have it), with SpaceAfter=No after an apostrophe. It only looks at
    forms, lemmas, parts of speech and features, never at a word list of a corpus. Running it on
    its own output's tokens changes nothing. A language that cdaflow can only score has none: then
    it raises ConfigError.

    `elided`: the forms ending in an apostrophe that are split off the word that follows them
    ("l'", "dell'", "qu'"); `words` uses them.

    `may_split`: whether a written word can be made of the syntactic words that an annotator splits
    it into ("della" of "di" and "la"); one that cannot is a sign of a wrong tree.

    `verbs_have_gender`: whether finite verbs agree in gender (Russian in the past, Hebrew).

    `masculine_of_women`: whether a masculine noun that has no usual feminine one is said of women,
    with verbs and pronouns that agree with them (Russian "врач сказала, что она").

    `in_gender`: the form, in lower case, of an agreeing word (adjective, participle, verb) in a
    gender, where a rule or an analyser of the language makes it; else None.

    `suffixed`: a word with a pronoun as its last part (Hebrew "שלו") after the parts `old` became
    `new`, where its letters are not those of its parts; else None.

    `masculine_for_sound`: the feminine nouns, in lower case, that take a masculine article for
    the sound's sake alone (Spanish "el agua"), so that the article tells nothing of them.

    `place_noun`: tells nouns for places and activities that may have the stem of one for persons
    ("peluquería"; see `read_place_nouns`).
    """

    code: str
    name: str
    determiners: Mapping[str, Slots]
    apply_contractions: Callable[[Sequence[Token]], SurfaceForm] = _cannot_write
    elided: frozenset[str] = frozenset()
    may_split: Callable[[str, Sequence[str]], bool] = _any_split
    masculine_for_sound: frozenset[str] = frozenset()
    place_noun: PlaceNouns = _no_place_noun
    morphology: Morphology = field(default_factory=Morphology)
    genders: tuple[str, ...] = ("Masc", "Fem")
    articles: bool = True
    noun_first: bool = False
    prefixes: bool = False
    capital_names: bool = True
    polite_like_her: bool = False
    semantic_agreement: bool = False
    verbs_have_gender: bool = False
    masculine_of_women: bool = False
    in_gender: Callable[[Token, str], str | None] = _no_form
    suffixed: Callable[[str, Sequence[Token], Sequence[Token]], str | None] = _not_suffixed

    @property
    def writes(self) -> bool:
        """Whether the language has rules to write it (`apply_contractions`)."""
        return self.apply_contractions is not _cannot_write

    def words(self, text: str) -> list[str]:
        """Return the written words and punctuation marks of `text`, elided ones split off.

        "L'avvocata dell'ospedale." -> ["L'", "avvocata", "dell'", "ospedale", "."]. Typographic
        apostrophes count as straight ones and are returned straight; nothing else is changed.
        """
        return [
            word
            for match in _WORD.finditer(text.replace("’", "'"))
            for word in self._split(match.group())
        ]

    def _split(self, word: str) -> list[str]:
        head, apostrophe, tail = word.partition("'")
        if tail and (head + apostrophe).lower() in self.elided:
            return [head + apostrophe, *self._split(tail)]
        return [word]


#: Letters and digits with inner hyphens, apostrophes, points and commas; or any one mark.
_WORD = re.compile(r"[^\W_]+(?:['\-.,][^\W_]+)*'?|[^\w\s]|_")


#: What a table of closed-class forms may say of gender, number and case.
_VALUES = {
    "gender": ("Masc", "Fem", "Neut", ""),
    "number": ("Sing", "Plur", ""),
    "case": ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc", ""),
}


def read_determiners(path: Path) -> dict[str, Slots]:
    """Read a table of closed-class forms: columns form, lemma, upos, gender, number, (case, more).

    One row a reading, a header line; gender, number and case as in UD, or empty. Returns each
    form in lower case with all its readings.
    """
    readings: dict[str, set[Slot]] = {}
    for number, row in read_table(path, ("form", "gender", "number")):
        columns = [name for name in _VALUES if name in row]
        slot = tuple(row[name] for name in columns)
        for name, value in zip(columns, slot, strict=True):
            if value not in _VALUES[name]:
                raise InputError(
                    "determiner.not-a-ud-value",
                    f"{name} {value!r} is not a UD value",
                    file=path,
                    line=number,
                )
        readings.setdefault(row["form"].lower(), set()).add(slot)
    return frozen(readings)


def read_place_nouns(folder: Path) -> PlaceNouns:
    """Return the nouns of the table places.tsv of a language.

    They name no person but where or what he or she works: bakery, reception, removal. They have the
    stem of the person's noun ("peluquería", "парикмахерская"), so an aligner links them to it where
    the person itself is not translated.

    Columns kind, form and gender: a "word" as it is written (all its cases), or the "ending" of
    words that have two letters or more before it. Raises InputError for another kind.
    """
    words: dict[str, str] = {}
    endings: dict[str, str] = {}
    path = folder / "places.tsv"
    for number, row in read_table(path, ("kind", "form", "gender")):
        if row["kind"] not in ("word", "ending"):
            raise InputError(
                "place-noun.unknown-kind",
                f"kind {row['kind']!r} is neither word nor ending",
                file=path,
                line=number,
            )
        (words if row["kind"] == "word" else endings)[row["form"]] = row["gender"]

    def place_noun(word: str) -> str | None:
        if word in words:
            return words[word]
        ends = (e for e in endings if len(word) > len(e) + 1 and word.endswith(e))
        return next((endings[ending] for ending in ends), None)

    return place_noun
