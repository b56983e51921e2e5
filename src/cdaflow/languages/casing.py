"""The capitals of one form given to another."""

from __future__ import annotations


def cased_like(form: str, model: str) -> str:
    """Return `form` in capitals, with a first capital, or in lower case, as `model` has it.

    Parts with hyphens are cased one by one where both have as many: Vice-Présidente.
    """
    if not any(map(str.isupper, model)):
        return form.lower()
    ours, theirs = form.split("-"), model.split("-")
    if len(ours) == len(theirs) > 1:
        return "-".join(map(with_capitals, ours, theirs))
    return with_capitals(form, model)


def with_capitals(form: str, model: str) -> str:
    """Return `form` in capitals or with a first capital where `model` has them, else as it is.

    Of a model of one letter nobody knows whether all of it is in capitals: it has the first.
    """
    if sum(map(str.isalpha, model)) > 1 and model.isupper():
        return form.upper()
    return form[:1].upper() + form[1:] if model[:1].isupper() else form
