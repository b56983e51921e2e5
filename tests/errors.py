"""`raises`: a block ends in the error of a code, whatever its words are."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cdaflow.errors import CdaflowError

#: Key, data and code of an error.
_FAULT = re.compile(r"(?:(\S.*?: ))?(.*?) ?(\[[a-z0-9.-]+\])")


@contextmanager
def raises(
    code: str, *says: str, line: int | None = None
) -> Iterator[pytest.ExceptionInfo[CdaflowError]]:
    """Fail unless the block raises the error of a code.

    `says`: data that the message has to name; `line`: the line of the file that it has to name.
    """
    with pytest.raises(CdaflowError) as caught:
        yield caught
    error = caught.value
    assert code == error.code or f"[{code}]" in str(error), f"another error: {error}"
    for text in says:
        assert text in str(error), f"{text!r} is not said: {error}"
    assert line in (None, error.line), f"another line: {error}"


@contextmanager
def raises_fault(expected: str) -> Iterator[pytest.ExceptionInfo[CdaflowError]]:
    """Fail unless the block raises the error of a key and a code; see `fault_parts`."""
    *words, code = fault_parts(expected)
    with raises(code.strip("[]"), *words) as caught:
        yield caught


def fault_parts(expected: str) -> list[str]:
    """Return what the message of a fault must contain: the key, data, and at last the code.

    `expected`: "systems.a.base: 'basline' [system.unknown]", of which the code alone is needed.
    """
    match = _FAULT.fullmatch(expected)
    assert match is not None, f"no key and code: {expected}"
    return [part for part in match.groups() if part]
