"""Closed classes in the other gender, from the tables in cdaflow/languages/<code>.

`closed.tsv` comes first: one row for each paradigm, with the columns masculine, feminine,
masculine_plural, feminine_plural, upos, when, note. A cell may have several forms with slashes
between: the first is the one to write (`Language.apply_contractions` cuts and elides it), all are
known. `when` names features (Emph=Yes), relations (deprel=iobj, subtypes are the same) or what
stands around the word (Possessed=Yes, Governed=Yes; see `CONTEXT`), of which the word must have
one; none is needed if it is empty. A language with a neuter has a column `neuter` as well. The
determiners of determiners.tsv follow, those with cases as a paradigm for each case; what has no
gender there stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.languages.word_sets import pattern
from cdaflow.languages.writing import plain
from cdaflow.trees import Token

#: The parts of speech that have tables and are never left to a model.
CLOSED_CLASSES = frozenset({"DET", "NUM", "PRON"})

#: What `when` may ask of a word's neighbours, and `realise` tells among its features: whether a
#: possessor goes with a noun (sa femme), whether a preposition stands before a pronoun (à elle).
CONTEXT = frozenset({"Governed", "Possessed"})

_CELLS = {
    "masculine": ("Masc", "Sing"),
    "feminine": ("Fem", "Sing"),
    "masculine_plural": ("Masc", "Plur"),
    "feminine_plural": ("Fem", "Plur"),
}
_NEUTER = {"neuter": ("Neut", "Sing")}

#: What French writes before a subject behind its verb: -il, -t-elle.
_INVERSION = re.compile(r"(?:-t-|-t'|t-|t'|-)(?=\w)")
_SUBJECTS = frozenset({"elle", "elles", "il", "ils"})


@dataclass(frozen=True, slots=True)
class Paradigm:
    """The forms of a word by gender and number, the one to write first."""

    cells: Mapping[tuple[str, str], tuple[str, ...]]
    upos: str
    when: tuple[tuple[str, str], ...] = ()

    def fits(self, token: Token) -> bool:
        """Return whether the word is in the state that the row asks for."""
        return not self.when or any(
            (token.deprel.partition(":")[0] if name == "deprel" else token.feats.get(name)) == value
            for name, value in self.when
        )


#: Each form in lower case with the paradigms that it is in and its gender and number there.
Table = Mapping[str, tuple[tuple[Paradigm, str, str], ...]]


@cache
def closed_table(code: str) -> Table:
    """Return the closed classes of a language; empty for one without tables.

    Raises ConfigError for a language that cdaflow does not know.
    """
    cdaflow.languages.get(code)
    folder = Path(cdaflow.languages.__file__).parent / code
    entries: dict[str, list[tuple[Paradigm, str, str]]] = {}
    for paradigm in (*_own_rows(folder / "closed.tsv"), *_determiners(folder / "determiners.tsv")):
        for (gender, number), forms in paradigm.cells.items():
            for form in forms:
                entries.setdefault(form, []).append((paradigm, gender, number))
    return {form: tuple(rows) for form, rows in entries.items()}


def conditions(table: Table) -> frozenset[str]:
    """Return the names that any row has under `when`."""
    return frozenset(
        name for rows in table.values() for paradigm, _, _ in rows for name, _ in paradigm.when
    )


def closed_form(
    token: Token, feats: Mapping[str, str], table: Table, *, strict: bool = True
) -> str | None:
    """Return the form with the gender and number of `feats`, in lower case; None if unknown.

    It is the canonical form that `Language.apply_contractions` takes. A word whose form is the same
    in all genders comes back unchanged. `strict`: only for words that are tagged as of a closed
    class, or as the table has them.
    """
    form = plain(token.form)
    prefix = ""
    if form not in table and (match := _INVERSION.match(form)):
        prefix, form = match.group(), form[match.end() :]
    old_gender, old_number = token.feats.get("Gender", ""), token.feats.get("Number", "")
    best, best_rank = None, 9
    for paradigm, gender, number in table.get(form, ()):
        # Behind its verb elle is the subject, whatever it is taken for.
        if not paradigm.fits(token) or (prefix and paradigm.when and form in _SUBJECTS):
            continue
        rank = 0 if paradigm.upos == token.upos else 1
        if strict and rank == 1 and token.upos not in CLOSED_CLASSES:
            continue
        if gender and old_gender and gender != old_gender:
            rank += 2  # the features are wrong
        target_feats = feats
        if number and old_number and number != old_number:
            rank += 4  # and here; the form knows its number
            target_feats = {**feats, "Number": number}
        if rank >= best_rank:
            continue
        target = _target(paradigm, form, gender, target_feats, number)
        if target is not None:
            best, best_rank = target, rank
    return None if best is None else prefix + best


def hidden_subject(token: Token, language: str) -> Mapping[str, str]:
    """Return the gender and number of a subject that is no word of its own: French "peut-elle".

    Tokenisers leave some on their verb; nothing is returned for all other words.
    """
    regex = pattern(language, "unparted_subject")
    match = regex.search(token.form) if regex else None
    if match is None or token.upos not in ("ADJ", "AUX", "VERB"):
        return {}
    gender = "Fem" if match["Fem"] else "Masc"
    return {"Gender": gender, "Number": "Plur" if match["Plur"] else "Sing"}


def _target(
    paradigm: Paradigm, form: str, gender: str, feats: Mapping[str, str], number: str
) -> str | None:
    if not gender:
        return form
    target_gender = feats.get("Gender") or gender
    cell = paradigm.cells.get((target_gender, feats.get("Number") or number), ())
    cell = cell or paradigm.cells.get((target_gender, number), ())
    if not cell:
        return None
    # Elided forms stay for `apply_contractions` to decide, where the other gender has them too: l',
    # quest'.
    if form in cell and (form.endswith("'") or cell == paradigm.cells[gender, number]):
        return form
    return cell[0]


def _own_rows(path: Path) -> Iterator[Paradigm]:
    if not path.is_file():
        return
    for number, row in read_table(path, (*_CELLS, "upos", "when")):
        cells = {
            slot: tuple(row[name].split("/"))
            for name, slot in (_CELLS | _NEUTER).items()
            if row.get(name)
        }
        conditions = [condition.partition("=") for condition in row["when"].split(",") if condition]
        if not cells or not row["upos"] or not all(value for _, _, value in conditions):
            raise InputError(
                "paradigm.malformed",
                "expected forms, upos and Name=Value",
                file=path,
                line=number,
            )
        yield Paradigm(cells, row["upos"], tuple((name, value) for name, _, value in conditions))


def _determiners(path: Path) -> Iterator[Paradigm]:
    """Yield the paradigms of a table of determiners; of variants (algún, alguno) the longest
    form is the canonical one, of equally long ones the last."""
    if not path.is_file():
        return
    groups: dict[tuple[str, str, str], dict[tuple[str, str], list[str]]] = {}
    for _, row in read_table(path, ("form", "lemma", "upos", "gender", "number")):
        if row["upos"] not in (*CLOSED_CLASSES, "ADJ") or re.search("[ +]", row["lemma"]):
            continue
        slot, case = (row["gender"], row["number"]), row.get("case", "")
        form = row["form"].lower()
        if slot[0]:
            paradigm = groups.setdefault((row["lemma"], row["upos"], case), {})
            paradigm.setdefault(slot, []).append(form)
        else:
            yield Paradigm({slot: (form,)}, row["upos"], _in_case(case))
    for (_, upos, case), slots in groups.items():
        longest = {slot: tuple(sorted(forms, key=len)[::-1]) for slot, forms in slots.items()}
        yield Paradigm(longest, upos, _in_case(case))


def _in_case(case: str) -> tuple[tuple[str, str], ...]:
    return (("Case", case),) if case else ()
