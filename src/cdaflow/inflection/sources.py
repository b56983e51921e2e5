"""Entries of a lexicon out of treebanks, word lists of persons and UniMorph tables.

UniMorph: lemma, form and features become parts of speech and features of UD. The schema:
Sylak-Glassman 2016, "The Composition and Use of the Universal Morphological Feature Schema"; what
it maps to in UD: McCarthy et al. 2018. Flat (N;FEM;SG) and nested (V;PTCP(PST)) spellings are read,
and values with alternatives (MASC/FEM, SG/PL), which give one entry each.

Nouns of persons that a dictionary has with the wrong gender are put right by their adjectives:
FreeLing's French has "buveur", "conducteur" and some 140 others as feminine nouns alone, and as
adjectives with both forms. With the gender that texts give them they would not change.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, product
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.inflection.lexicon import Entry
from cdaflow.io.files import batched, digest
from cdaflow.langid import other_language
from cdaflow.languages import Language
from cdaflow.trees import Sentence, Token, read_conllu
from cdaflow.trees.sentence import Fields, pack
from cdaflow.wordlists.english_lists import OPPOSITE
from cdaflow.wordlists.lexicon import split_features, unimorph_rows
from cdaflow.wordlists.plausibility import LATIN, other_language_of
from cdaflow.wordlists.rows import FORMS, read_person_rows


def with_right_genders(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries, those of a lemma behind one another, with such nouns in both genders.

    A noun is wrong if the adjective of its lemma has the form in the other gender and number alone,
    and another form in that of the noun, which then is the noun's as well.
    """
    for _, rows in groupby(entries, key=lambda entry: entry.lemma):
        paradigm = list(rows)
        parts = {entry.upos for entry in paradigm}
        yield from _mended(paradigm) if {"ADJ", "NOUN"} <= parts else paradigm


def _mended(paradigm: Sequence[Entry]) -> Iterator[Entry]:
    cells = {(e.upos, e.form, e.feats.get("Gender"), e.feats.get("Number")) for e in paradigm}
    for entry in paradigm:
        gender, number = entry.feats.get("Gender", ""), entry.feats.get("Number")
        other = OPPOSITE.get(gender, "")
        right = [e.form for e in paradigm if e.upos == "ADJ" and e.feats == entry.feats]
        wrong = (
            entry.upos == "NOUN"
            and ("ADJ", entry.form, other, number) in cells
            and ("NOUN", entry.form, other, number) not in cells
            and right
            and entry.form not in right
        )
        if not wrong:
            yield entry
            continue
        yield entry._replace(feats={**entry.feats, "Gender": other})
        if ("NOUN", right[0], gender, number) not in cells:
            yield entry._replace(form=right[0])


#: The parts of speech whose forms are learnt.
OPEN_CLASSES = frozenset({"ADJ", "AUX", "NOUN", "VERB"})

#: Features that say nothing of the form.
_ANNOTATION = frozenset({
    "Abbr", "AdvType", "ExtPos", "Foreign", "NumForm", "NumType", "Polarity", "PronType", "Reflex",
    "Typo", "Voice",
})  # fmt: skip


def treebank_entries(sentences: Iterable[Sentence], name: str) -> Iterator[Entry]:
    """Yield the forms of words of the open classes, the frequent ones first.

    Forms are in lower case unless the lemma has capitals. Left out are words that are marked as
    typing errors, abbreviations or foreign, those without features, and those whose capitals the
    lemma has not, but for a first one: accents are mostly left out of capitals ("SURE" of sûr,
    "Elus" of élu). The source is "treebank:<name>".
    """
    counts: Counter[tuple[str, str, str, Fields]] = Counter()
    feats_of: dict[str, Fields] = {}
    for sentence in sentences:
        for token in sentence.tokens:
            if token.upos in OPEN_CLASSES and token.feats and _is_clean(token):
                raw = pack(token.feats)
                if raw not in feats_of:
                    feats_of[raw] = Fields(
                        pack({k: v for k, v in token.feats.items() if k not in _ANNOTATION})
                    )
                form = token.form if _has_capital(token.lemma) else token.form.lower()
                counts[token.lemma, form, token.upos, feats_of[raw]] += 1
    source = f"treebank:{name}"
    for (lemma, form, pos, feats), _ in counts.most_common():
        if feats:
            yield Entry(lemma, form, pos, feats, source)


def _has_capital(word: str) -> bool:
    return word != word.lower()


def _is_clean(token: Token) -> bool:
    feats = token.feats
    marked = "Typo" in feats or "Foreign" in feats or "Abbr" in feats
    letters = token.lemma != "_" and token.form[:1].isalpha()
    capitals = (token.lemma, token.form) if not _has_capital(token.lemma) else (token.lemma,)
    return (
        letters
        and not marked
        and not any(_has_capital(word[1:]) for word in capitals)
        and (not _lacks_accent(token.form[:1], token.lemma[:1]))
    )


def _lacks_accent(letter: str, wanted: str) -> bool:
    """Whether a capital is that of a letter with an accent, without it: "E" of "é"."""
    bare = unicodedata.normalize("NFD", wanted)[:1]
    return _has_capital(letter) and letter.lower() == bare != wanted


def read_word_list(
    path: str | os.PathLike[str], language: Language | None = None
) -> Iterator[Entry]:
    """Yield the nouns of a word list such as config/wordlists/professions.es.tsv.

    Columns masculine, feminine, masculine_plural, feminine_plural and note, by the names in the
    header; others are passed over. A cell may be empty. A note "fixed:Fem" says that the noun
    has that gender for everybody. The lemma is the masculine singular, or the first form there
    is; the source "wordlist:<file name>". Of an expression of several words the first is taken
    if it alone changes ("agent de police"); others are left out, since words change one by one.
    Demonyms are adjectives, too.

    With a `language` that declines its nouns (German, Russian) each form stands in all cases.

    Raises InputError as `read_person_rows` does.
    """
    source = f"wordlist:{Path(path).name}"
    for row in read_person_rows(path):
        cells = _single_words(row.forms)
        multiword = any(" " in form for form in row.forms.values())
        lemma = next((form for form in cells.values() if form), "")
        for column, form in cells.items():
            if form:
                gender, number = FORMS[column]
                feats = {"Gender": row.note.fixed or gender, "Number": number}
                if multiword and language is not None and language.prefixes:
                    feats["Definite"] = "Cons"  # רופאת שיניים, but רופאה
                for written, case in _cases(form, feats, language):
                    for upos in ("NOUN", "ADJ") if row.kind == "demonym" else ("NOUN",):
                        yield Entry(lemma, written, upos, {**feats, **case}, source)


def _cases(
    form: str, feats: Mapping[str, str], language: Language | None
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a form in the cases of the language, or alone where it has none."""
    found = set()
    slot = feats["Gender"], feats["Number"], ""
    spellings = language.morphology.spellings((form,), slot) if language is not None else ()
    for words, reading in spellings:
        # Not "женщина-врач", which is of the other gender.
        if len(reading) < 3 or not reading[2] or len(words) > 1 or reading[0] not in (slot[0], ""):
            continue
        if reading[1] == slot[1] and (words[0], reading[2]) not in found:
            found.add((words[0], reading[2]))
            yield words[0], {"Case": reading[2]}
    if not found:
        yield form, {}


def _single_words(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the forms if they are single words, their first words if the rest is the same.

    Otherwise nothing.
    """
    parts = {column: form.split(" ") for column, form in cells.items() if form}
    rests = {tuple(words[1:]) for words in parts.values()}
    return {column: words[0] for column, words in parts.items()} if len(rests) == 1 else {}


_UPOS = {
    "N": "NOUN", "PROPN": "PROPN", "ADJ": "ADJ", "PRO": "PRON", "ART": "DET", "DET": "DET",
    "V": "VERB", "V.PTCP": "VERB", "V.MSDR": "VERB", "V.CVB": "VERB", "ADV": "ADV", "AUX": "AUX",
    "ADP": "ADP", "COMP": "SCONJ", "CONJ": "CCONJ", "NUM": "NUM", "PART": "PART", "INTJ": "INTJ",
    "CLF": "NOUN",
}  # fmt: skip

#: What the part of speech says of the form of a verb.
_VERB_FORMS = {"PTCP": "Part", "MSDR": "Vnoun", "CVB": "Conv"}

_FEATURES = {
    "MASC": ("Gender", "Masc"), "FEM": ("Gender", "Fem"), "NEUT": ("Gender", "Neut"),
    "SG": ("Number", "Sing"), "PL": ("Number", "Plur"), "DU": ("Number", "Dual"),
    "NOM": ("Case", "Nom"), "GEN": ("Case", "Gen"), "DAT": ("Case", "Dat"),
    "ACC": ("Case", "Acc"), "INS": ("Case", "Ins"), "ESS": ("Case", "Loc"),
    "VOC": ("Case", "Voc"), "PRP": ("Case", "Loc"),
    "1": ("Person", "1"), "2": ("Person", "2"), "3": ("Person", "3"),
    "PRS": ("Tense", "Pres"), "PST": ("Tense", "Past"), "FUT": ("Tense", "Fut"),
    "IND": ("Mood", "Ind"), "SBJV": ("Mood", "Sub"), "IMP": ("Mood", "Imp"),
    "COND": ("Mood", "Cnd"), "NFIN": ("VerbForm", "Inf"), "PTCP": ("VerbForm", "Part"),
    "MSDR": ("VerbForm", "Vnoun"), "CVB": ("VerbForm", "Conv"),
    "DEF": ("Definite", "Def"), "NDEF": ("Definite", "Ind"), "INDF": ("Definite", "Ind"),
    "PSSD": ("Definite", "Cons"), "CMPR": ("Degree", "Cmp"), "SPRL": ("Degree", "Sup"),
    "DIM": ("Degree", "Dim"), "AUG": ("Degree", "Aug"), "PASS": ("Voice", "Pass"),
    "ANIM": ("Animacy", "Anim"), "INAN": ("Animacy", "Inan"),
}  # fmt: skip

#: Each doubles the entries of a line; no language of UniMorph has more than three.
_MAX_ALTERNATIVES = 10

_POSSESSOR = re.compile(r"PSS([123])([SPD])?")
_NUMBERS = {"S": "Sing", "P": "Plur", "D": "Dual"}


def read_unimorph(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """Yield the entries of a UniMorph table (plain, gz, xz, bz2, zst), in its order.

    Features that UD does not know are passed over. The source of an entry is
    "unimorph:<file name>". Raises InputError for a line that is not lemma, form and features
    (further columns, such as a segmentation, may follow) and for an unknown part of speech.
    """
    source = f"unimorph:{Path(path).name}"
    for line, lemma, form, bundle in unimorph_rows(path):
        if bundle.count("/") > _MAX_ALTERNATIVES:
            raise InputError(
                "bundle.too-many-alternatives",
                f"{bundle.count('/')} alternatives in one bundle of features, at most "
                f"{_MAX_ALTERNATIVES} are taken",
                file=path,
                line=line,
            )
        try:
            readings = universal(bundle)
        except KeyError:
            raise InputError(
                "bundle.unknown-part-of-speech",
                f"{bundle!r} does not begin with a part of speech of UniMorph",
                file=path,
                line=line,
                hint=f"known are {', '.join(_UPOS)}",
            ) from None
        for upos, feats in readings:
            yield Entry(lemma, form, upos, feats, source)


@lru_cache(maxsize=1 << 14)
def universal(bundle: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """Return the UD part of speech and features of a UniMorph bundle, one of each alternative.

    Raises KeyError for an unknown part of speech, or none.
    """
    (pos, *rest), owner = split_features(bundle)
    upos = _UPOS[pos]
    fixed: dict[str, str] = {}
    if "." in pos:
        fixed["VerbForm"] = _VERB_FORMS[pos.split(".")[1]]
    choices: list[list[tuple[str, str]]] = []
    for part in rest:
        values = [_FEATURES[value] for value in part.split("/") if value in _FEATURES]
        if values:
            choices.append(values)
    for part in owner:
        if possessor := _POSSESSOR.fullmatch(part):
            choices.append([("Person[psor]", possessor[1])])
            if possessor[2]:
                choices.append([("Number[psor]", _NUMBERS[possessor[2]])])
        else:
            choices.append([("Gender[psor]", _FEATURES[value][1]) for value in part.split("/")])
    bundles: list[Mapping[str, str]] = []
    for chosen in product(*choices):
        feats = dict(sorted((fixed | dict(chosen)).items()))
        if feats not in bundles:
            bundles.append(feats)
    return tuple((upos, feats) for feats in bundles)


Files = Sequence[str | os.PathLike[str]]


#: Words of a lexicon, or trees of a treebank, from which its language is recognised; the parts of
#: speech of these words.
_SAMPLE = 4000
#: Fewer trees at the end of a file prove nothing: they may be quotations.
_REST = 20
_NOMINAL = ("ADJ", "NOUN")

_LANGUAGE_HINT = "give a file of the language of --lang, or the --lang that it is of"


def in_language(
    entries: Iterable[Entry], path: str | os.PathLike[str], language: str
) -> Iterator[Entry]:
    """Yield the entries of a file; InputError at the end where it is plainly of another language.

    By its nouns and adjectives, see `other_language_of`.
    """
    words: dict[str, None] = {}
    for entry in entries:
        if len(words) < _SAMPLE and entry.upos in _NOMINAL:
            words[entry.form.lower()] = None
        yield entry
    check_words(words, path, language)


def check_words(words: Collection[str], path: str | os.PathLike[str], language: str) -> None:
    """Raise InputError where the nouns and adjectives of a file are plainly of another language."""
    if other := other_language_of(words, language):
        looks = f"most like {other!r} of {', '.join(LATIN)}" if len(other) == 2 else f"in {other}"
        raise InputError(
            "lexicon.other-language",
            f"its nouns and adjectives are not those of {language!r}, but {looks}",
            file=path,
            hint=_LANGUAGE_HINT,
        )


def read_treebank(path: str | os.PathLike[str], language: str) -> Iterator[Sentence]:
    """Yield the trees of a treebank of a language (ISO 639-1; "" for unknown).

    InputError where sentences are plainly in another one (`cdaflow.langid.other_language`), or
    their words in another script, and as `read_conllu` raises it.
    """
    for number, sentences in enumerate(batched(read_conllu(path), _SAMPLE)):
        texts = [sentence.text for sentence in sentences]
        if (not number or len(texts) >= _REST) and (other := other_language(texts, language)):
            raise InputError(
                "treebank.other-language",
                f"its sentences are not in {language!r}, but look like {other}",
                file=path,
                hint=_LANGUAGE_HINT,
            )
        words = {t.form.lower(): None for s in sentences for t in s.tokens if t.upos in _NOMINAL}
        check_words(words, path, language)
        yield from sentences


def read_entries(
    treebanks: Files = (),
    lexicons: Files = (),
    word_lists: Files = (),
    language: Language | None = None,
    *,
    code: str = "",
) -> list[Entry]:
    """Return the entries of treebanks, word lists and UniMorph files, in this order.

    Those of UniMorph are repaired, see `with_right_genders`.

    `language`: as `read_word_list` has it; `code`: the language that all are of, "" for unknown.

    Raises InputError as the readers of each do, and for files of another language.
    """
    entries: list[Entry] = []
    for path in treebanks:
        entries += treebank_entries(read_treebank(path, code), Path(path).name)
    for path in word_lists:
        entries += in_language(read_word_list(path, language), path, code)
    for path in lexicons:
        entries += in_language(with_right_genders(read_unimorph(path)), path, code)
    return entries


def checksums(paths: Files) -> list[dict[str, str]]:
    """Return the names of files with their SHA-256, as models and reports have them."""
    return [{"file": Path(path).name, "sha256": digest(path)} for path in paths]
