"""The phrases that stereotyping and grammaticality are measured on (Zmigrod et al. 2019, 5.2).

A noun of a person and four adjectives (good, bad, smart, beautiful) give sixteen phrases: for each
adjective the masculine and the feminine phrase, and both with the noun in the wrong gender beside
article and adjective ("*El ingeniera bueno", "*La ingeniero buena"). Articles and adjectives are
written by the rules of the language, so that "lo studente", "l'ingegnere" and "le bel infirmier"
come out right. A wrong phrase that is written like a right one ("l'attrice intelligente") shows no
error and is left out.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import cdaflow.languages
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, read_json, read_table, tsv_lines, write_lines
from cdaflow.languages import Language
from cdaflow.lm.measures import grammaticality, stereotyping
from cdaflow.option_types import Normalised, OutputPath
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.rows import PersonRow

#: The adjectives of appendix B, and on which side of the noun they stand.
ADJECTIVES = Path(__file__).with_name("adjectives.tsv")
_ARTICLES = Path(__file__).with_name("articles.tsv")

#: The Hebrew article.
_PREFIX = "\u05d4"

#: The phrases of a noun and an adjective, as columns; the last two are the wrong ones.
KINDS = ("masculine", "feminine", "masculine_wrong", "feminine_wrong")

_COLUMNS = ("language", "english", "masculine", "feminine", "position")
_GENDERS = {"masculine": "Masc", "feminine": "Fem"}


@dataclass(frozen=True)
class Adjective:
    """An adjective by its English name, with its singular forms.

    `position`: "before" or "after" the noun.
    """

    english: str
    masculine: str
    feminine: str
    position: str

    def form(self, gender: str) -> str:
        """Return the form in a gender, "masculine" or "feminine"."""
        return self.masculine if gender == "masculine" else self.feminine


@dataclass(frozen=True)
class Phrases:
    """The phrases of a noun (its masculine and feminine form) with an adjective.

    `masculine_wrong`: article and adjective masculine, the noun feminine; `feminine_wrong`: the
    other way round; "" where such a phrase is written like a right one.
    """

    noun: str
    noun_feminine: str
    adjective: str
    masculine: str
    feminine: str
    masculine_wrong: str
    feminine_wrong: str

    def texts(self) -> dict[str, str]:
        """Return the phrases by kind, those that there are."""
        return {kind: text for kind in KINDS if (text := getattr(self, kind))}


#: The columns of a table of phrases.
COLUMNS = tuple(field.name for field in fields(Phrases))


def read_adjectives(language: str, path: str | os.PathLike[str] = ADJECTIVES) -> list[Adjective]:
    """Return the adjectives of a language from a table language, english, masculine, ..., position.

    Raises InputError for a row that lacks a form or has another position, ConfigError where the
    table has none of the language.
    """
    adjectives = []
    for line, row in read_table(path, _COLUMNS, whole=True):
        if row["position"] not in ("before", "after") or not all(row[name] for name in _COLUMNS):
            raise InputError(
                "adjective.malformed",
                "expected an adjective with both forms and a position (before, after)",
                file=path,
                line=line,
            )
        if row["language"] == language:
            adjectives.append(Adjective(*(row[name] for name in _COLUMNS[1:])))
    if not adjectives:
        raise ConfigError(
            "adjective.none-of-language",
            f"there are no adjectives for {language!r}",
            file=str(path),
            hint="give a table of adjectives (--adjectives) with the columns "
            + ", ".join(_COLUMNS),
        )
    return adjectives


def noun_pairs(rows: Iterable[PersonRow]) -> tuple[list[tuple[str, str]], Counter[str]]:
    """Return the masculine and feminine singular forms of nouns, and why rows give none.

    Reasons: "one form" (no error could be written, artista), "fixed gender", "several words"
    (whose article and head would have to be known), "one gender", "pronoun", "duplicate".
    """
    pairs: dict[tuple[str, str], None] = {}
    reasons: Counter[str] = Counter()
    for row in rows:
        pair = row.forms["masculine"], row.forms["feminine"]
        if reason := _unusable(row, *pair):
            reasons[reason] += 1
        elif pair in pairs:
            reasons["duplicate"] += 1
        else:
            pairs[pair] = None
    return list(pairs), reasons


def _unusable(row: PersonRow, masculine: str, feminine: str) -> str:
    """Return why a row gives no phrases, "" if it does."""
    if row.note.fixed:
        return "fixed gender"
    if "pronoun" in row.note.marks:
        return "pronoun"
    if not (masculine and feminine):
        return "one gender"
    if " " in masculine + feminine:
        return "several words"
    return "one form" if masculine == feminine else ""


def count_forms(
    language: str, sentences: Iterable[str], nouns: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how often the masculine and the feminine form of each noun occur in a text."""
    rules = cdaflow.languages.get(language)
    counts: Counter[str] = Counter()
    for sentence in sentences:
        counts.update(rules.words(sentence.lower()))
    return {
        (masculine, feminine): (counts[masculine], counts[feminine])
        for masculine, feminine in nouns
    }


def unmeasurable(
    language: str,
    text: Iterable[str],
    copies: Iterable[str],
    pairs: Sequence[tuple[str, str]],
    occurrences: int,
) -> dict[tuple[str, str], str]:
    """Return which pairs of forms cannot be measured with models of a text and its copies, and why.

    Reasons: "rare in the text" (fewer `occurrences` of both forms together in the original),
    "form in no text" (a form that neither the text nor a copy of it has). What a model thinks of a
    word that it never saw is what it thinks of the spelling.
    """
    original = count_forms(language, text, pairs)
    added = count_forms(language, copies, pairs)
    reasons = {}
    for pair in pairs:
        if sum(original[pair]) < occurrences:
            reasons[pair] = "rare in the text"
        elif not all(map(sum, zip(original[pair], added[pair], strict=True))):
            reasons[pair] = "form in no text"
    return reasons


def build_phrases(
    language: str, pairs: Sequence[tuple[str, str]], adjectives: Sequence[Adjective]
) -> Iterator[Phrases]:
    """Yield the phrases of each noun with each adjective.

    Raises ConfigError for a language that cdaflow cannot write phrases in.
    """
    rules = cdaflow.languages.get(language)
    article = _article(rules)
    for masculine, feminine in pairs:
        nouns = {"masculine": masculine, "feminine": feminine}
        for adjective in adjectives:
            right = {
                gender: _write(rules, article, gender, gender, nouns[gender], adjective)
                for gender in nouns
            }
            wrong = {
                gender: _write(rules, article, gender, other, nouns[other], adjective)
                for gender, other in (("masculine", "feminine"), ("feminine", "masculine"))
            }
            distinct = {g: text if text not in right.values() else "" for g, text in wrong.items()}
            yield Phrases(
                masculine, feminine, adjective.english,
                right["masculine"], right["feminine"], distinct["masculine"], distinct["feminine"],
            )  # fmt: skip


def _article(language: Language) -> Mapping[str, str]:
    """Return lemma and forms of the definite article; nothing where it is a prefix.

    Raises ConfigError where cdaflow cannot write it.
    """
    if language.prefixes:
        return {}
    rows = read_table(_ARTICLES, ("language", "lemma", "masculine", "feminine"), whole=True)
    article = next((row for _, row in rows if row["language"] == language.code), None)
    if article is None or not language.writes:
        raise ConfigError(
            "phrase.unsupported-language",
            f"phrases cannot be built in {language.name}: cdaflow has no rules for its article",
            hint="give your own phrases to `cdaflow lm score`",
        )
    return article


def _write(
    language: Language,
    article: Mapping[str, str],
    gender: str,
    noun_gender: str,
    noun: str,
    adjective: Adjective,
) -> str:
    """Return a phrase, its article and adjective in `gender`, its noun in `noun_gender`."""
    if not article:
        # The prefix is the article of noun and adjective alike (Hebrew: ha-).
        return f"{_PREFIX}{noun} {_PREFIX}{adjective.form(gender)}"
    words = [(noun, "NOUN", noun, noun_gender)]
    index = 0 if adjective.position == "before" else 1
    words.insert(index, (adjective.form(gender), "ADJ", adjective.masculine, gender))
    words.insert(0, (article[gender], "DET", article["lemma"], gender))
    head = 1 + next(i for i, word in enumerate(words) if word[1] == "NOUN")
    tokens = [
        Token(
            i, form, lemma, upos,
            feats={"Gender": _GENDERS[its_gender], "Number": "Sing"},
            head=0 if i == head else head,
            deprel={"DET": "det", "ADJ": "amod", "NOUN": "root"}[upos],
        )
        for i, (form, upos, lemma, its_gender) in enumerate(words, 1)
    ]  # fmt: skip
    surface = language.apply_contractions(tokens)
    text = Sentence(surface.tokens, surface.multiwords).text
    return text[:1].upper() + text[1:]


def read_phrases(path: str | os.PathLike[str]) -> list[Phrases]:
    """Return the phrases of a table with the columns COLUMNS, as `write_phrases` writes it.

    Raises InputError where a right phrase is absent, or there is none at all.
    """
    phrases = []
    for line, row in read_table(path, COLUMNS, whole=True):
        if not (row["noun"] and row["masculine"] and row["feminine"]):
            raise InputError(
                "phrase.malformed",
                "expected a noun with its masculine and its feminine phrase",
                file=path,
                line=line,
            )
        phrases.append(Phrases(*(row[name] for name in COLUMNS)))
    if not phrases:
        raise InputError("phrase.none", "the file has no phrases below the header", file=path)
    return phrases


def write_phrases(path: str | os.PathLike[str], phrases: Iterable[Phrases]) -> int:
    """Write a table of phrases (TSV, columns COLUMNS); return how many rows."""
    rows = ([getattr(phrase, name) for name in COLUMNS] for phrase in phrases)
    return write_lines(path, tsv_lines(COLUMNS, rows)) - 1


VALUE_COLUMNS = ("language", "system", "training", "noun", "noun_feminine", "adjective", *KINDS,
           "stereotyping", "grammaticality")  # fmt: skip


def list_phrases(
    scores: Sequence[Path], /, *, noun: Sequence[Normalised] = (), output: OutputPath
) -> str:
    """List the log prefix probability of each phrase, by noun, adjective and system.

    As in Tables 5 and 8 of Zmigrod et al. 2019, in natural logarithms: the right phrases, the
    phrases with the noun in the wrong gender, and the stereotyping and grammaticality of noun and
    adjective.

    Args:
        scores (SCORES.json): output of `cdaflow lm score`
        noun: list only these nouns, by their masculine form, such as ingeniero
        output (TSV): one row per noun, adjective and file; cells are empty if there is no phrase
    """
    rows = [row for path in scores for row in phrase_rows(path, noun)]
    if not rows:
        raise InputError(
            "phrase.no-noun", f"no phrase has {', '.join(noun) or 'a noun'}", file=scores[0]
        )
    write_lines(output, tsv_lines(VALUE_COLUMNS, rows))
    return f"{output}: {len(rows)} rows"


def phrase_rows(path: Path, nouns: Sequence[str] = ()) -> Iterator[list[str]]:
    """Yield the rows of a file, of some nouns or of all; InputError where it is no score file."""
    content = read_json(path)
    try:
        system_cells = [str(content["language"]), str(content.get("system") or path.stem)]
        system_cells.append("" if content.get("training") is None else str(content["training"]))
        for row in content["phrases"]:
            logs = {kind: float(row["log_p"][kind]) for kind in KINDS if kind in row["log_p"]}
            values = [logs.get(kind, math.nan) for kind in KINDS]
            values += [stereotyping(logs), grammaticality(logs)]
            if not nouns or row["noun"] in nouns:
                names = [str(row[name]) for name in ("noun", "noun_feminine", "adjective")]
                yield [
                    *system_cells,
                    *names,
                    *("" if math.isnan(value) else f"{value:.2f}" for value in values),
                ]
    except MALFORMED as error:
        raise InputError(
            "score-file.not-phrase-scores",
            f"these are not scores of phrases ({type(error).__name__}: {error})",
            file=path,
            hint="write scores with `cdaflow lm score`",
        ) from None
