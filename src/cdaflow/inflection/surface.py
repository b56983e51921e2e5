"""What is written of changed words: euphony, contractions and multiword tokens around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cdaflow.languages import Language, SurfaceForm
from cdaflow.languages.writing import cased_like, contract
from cdaflow.trees import MultiwordToken, Sentence, Token


class UnwrittenError(Exception):
    """Words inside a multiword token whose written form is not known: `ids`."""

    def __init__(self, ids: Sequence[int]) -> None:
        super().__init__(*ids)
        self.ids = tuple(ids)


def write_changes(sentence: Sentence, tokens: Sequence[Token], language: Language) -> Sentence:
    """Return the sentence with the words `tokens` in place of its own, as they are written.

    `tokens` are the words of the sentence, some with other forms (canonical ones, as
    `Language.apply_contractions` takes them). What does not depend on those stays to the letter.

    Raises UnwrittenError for words whose multiword token cannot be put together.
    """
    before = _surface_form(language, sentence.tokens)
    after = _surface_form(language, tokens)
    apostrophe = "’" if any("’" in part.form for part in sentence.surface()) else "'"
    final = []
    for old, plain, wanted, new in zip(
        sentence.tokens, before.tokens, tokens, after.tokens, strict=True
    ):
        if wanted is old and new.form == plain.form:
            final.append(old)  # nothing around it matters to it
        elif wanted is old:
            final.append(_spaced(old, old.form, new.form.replace("'", apostrophe)))
        elif wanted.form == old.form and new.form == plain.form:
            final.append(wanted)
        else:
            final.append(_spaced(wanted, old.form, new.form.replace("'", apostrophe)))
    multiwords = _multiwords(sentence, final, before, after, apostrophe, language)
    for token in (token for span in multiwords for token in final[span.start - 1 : span.end]):
        if "SpaceAfter" in token.misc:
            final[token.id - 1] = token.changed(misc=_without(token.misc, "SpaceAfter"))
    for multiword in sentence.multiwords:
        if not any(each.start == multiword.start for each in multiwords):
            _open(final, multiword)
    return _with_text(
        Sentence(tuple(final), tuple(multiwords), sentence.comments, sentence.empty_nodes)
    )


def _surface_form(language: Language, tokens: Sequence[Token]) -> SurfaceForm:
    if not language.writes:
        return contract(tokens, language.code)
    surface = language.apply_contractions(tokens)
    if len(surface.tokens) != len(tokens):
        # A word was dropped (d'autres, from "de" "des" "autres"): here words stay words.
        definite = [
            token.changed(feats={n: v for n, v in token.feats.items() if n != "Definite"})
            for token in tokens
        ]
        surface = language.apply_contractions(definite)
    return surface


def _spaced(token: Token, old: str, form: str) -> Token:
    """Return the word, `old` in the text, with a new form, and a space unless it is elided."""
    return token.changed(form=form, misc=_respaced(token.misc, old, form))


def _respaced(misc: Mapping[str, str], old: str, new: str) -> Mapping[str, str]:
    """Return the MISC field once the form `old` has become `new`, elided or no longer elided."""
    was, now = (form.endswith(("'", "’")) for form in (old, new))
    if now and not was and misc.get("SpaceAfter") != "No":
        return {**_without(misc, "SpacesAfter"), "SpaceAfter": "No"}
    if was and not now:
        return _without(misc, "SpaceAfter")
    return misc


def _without(misc: Mapping[str, str], name: str) -> Mapping[str, str]:
    return {key: value for key, value in misc.items() if key != name}


def _multiwords(
    sentence: Sentence,
    final: Sequence[Token],
    before: SurfaceForm,
    after: SurfaceForm,
    apostrophe: str,
    language: Language,
) -> list[MultiwordToken]:
    """Return the multiword tokens over the words `final`.

    Those without a changed word stay. A contraction is what the language makes of it now, or
    nothing ("au" -> "à la"); in any other, such as a verb with its pronouns, the part is replaced.
    """
    expected = {(each.start, each.end) for each in before.multiwords}
    changed = {
        new.id for old, new in zip(sentence.tokens, final, strict=True) if old.form != new.form
    }
    surface = {(each.start, each.end): each.form for each in after.multiwords}
    found: list[MultiwordToken] = []
    failed: list[int] = []
    for multiword in sentence.multiwords:
        span = range(multiword.start, multiword.end + 1)
        touched = [position for position in span if position in changed]
        form: str | None = multiword.form
        # Before an infinitive Portuguese treebanks have the preposition as a conjunction.
        contraction = sentence.tokens[multiword.start - 1].upos in ("ADP", "SCONJ")
        if touched and contraction and (multiword.start, multiword.end) in expected:
            form = surface.get((multiword.start, multiword.end))
        elif touched:
            parts = slice(multiword.start - 1, multiword.end)
            suffixed = language.suffixed(multiword.form, sentence.tokens[parts], final[parts])
            form = suffixed or _replaced(multiword, sentence.tokens, final)
            # What the rules know not as a contraction ("col") can be written apart as well.
            failed += touched if form is None and not (contraction and language.writes) else []
        if form is not None:
            form = cased_like(form, multiword.form) if form != multiword.form else form
            form = form.replace("'", apostrophe) if touched else form
            misc = _respaced(multiword.misc, multiword.form, form)
            found.append(multiword._replace(form=form, misc=misc))
    if failed:
        raise UnwrittenError(failed)
    covered = {
        position for each in sentence.multiwords for position in range(each.start, each.end + 1)
    }
    for new in after.multiwords:
        span = range(new.start, new.end + 1)
        # What the sentence wrote apart against the rule goes on to be so.
        if changed.isdisjoint(span) or (new.start, new.end) in expected:
            continue
        if covered.isdisjoint(span):
            found.append(new._replace(form=new.form.replace("'", apostrophe)))
    return sorted(found)


def _replaced(multiword: MultiwordToken, old: Sequence[Token], new: Sequence[Token]) -> str | None:
    """Return a multiword token with its changed parts replaced: verla, verlo. None if it is not
    made of its parts."""
    span = range(multiword.start - 1, multiword.end)
    first = min(i for i in span if old[i].form != new[i].form)
    form, end = multiword.form, len(multiword.form)
    for i in reversed(range(first, multiword.end)):
        part, other = old[i].form, new[i].form
        start = end - len(part)
        if start < 0 or form[start:end].lower() != part.lower():
            return None
        if part != other:
            form = form[:start] + cased_like(other, form[start:end]) + form[end:]
        end = start
    return form


def _open(final: list[Token], multiword: MultiwordToken) -> None:
    """Write the words of a multiword token that is none any more, with its capitals and space."""
    words = final[multiword.start - 1 : multiword.end]
    shout = sum(map(str.isalpha, multiword.form)) > 1 and multiword.form.isupper()
    for token in words:
        if shout:
            token = token.changed(form=token.form.upper())
        elif token is words[0]:
            token = token.changed(form=cased_like(token.form, multiword.form))
        if token.id == multiword.end and not multiword.space_after:
            token = token.changed(misc={**token.misc, "SpaceAfter": "No"})
        final[token.id - 1] = token


def _with_text(sentence: Sentence) -> Sentence:
    """Return the sentence with its comment `text` brought up to date."""
    comments = tuple(
        f"text = {sentence.text}" if line.partition("=")[0].strip() == "text" else line
        for line in sentence.comments
    )
    return Sentence(sentence.tokens, sentence.multiwords, comments, sentence.empty_nodes)
