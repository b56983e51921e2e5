"""Prompts answered by a command of the user's, and a cache of its answers.

The command is run once, without a shell. It reads a JSON object a line, `{"id": str, "prompt":
str}`, to the end of its standard input, and writes one for each, `{"id": str, "answer": str}`, in
any order. What it writes goes straight to a file of the cache, so that nothing it has written is
lost however a run ends; a prompt whose answer is there is not asked again.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from cdaflow.errors import InputError, ProgramError
from cdaflow.io.files import digest, nfc, parse_json
from cdaflow.programs import Faults, run
from cdaflow.progress import say

#: What a command's last words say of its fault.
FAULTS = Faults(
    (
        (r"rate.?limit|too many requests|\b429\b", "wait, and run it again"),
        (r"api.?key|unauthori[sz]ed|\b401\b", "does the command find its key?"),
        (r"no such file or directory", "is the path right, from the folder of this run?"),
        (r"out of memory|cannot allocate", "take a smaller model"),
    )
)

#: Bytes of an answer at most: more is no answer to such a prompt.
_LONGEST = 100_000

#: What lines of a command can be beside answers.
MALFORMED, UNKNOWN, REPEATED = "malformed lines", "unknown ids", "repeated ids"


def ask(
    command: Sequence[str],
    prompts: Iterable[str],
    *,
    cache: Path,
    timeout: float = 0,
    log: Path | None = None,
) -> tuple[dict[str, str], Counter[str]]:
    """Return the answers by prompt, and how often each kind of faulty line was written.

    A prompt that the command did not answer, or with null, has no item; it is asked again the next
    time. cache: a folder; several runs may share it at once. Answers count for the same words of
    the command, and the same content of those words that are files (a script, a model). timeout:
    minutes after which the command is ended. log: its standard error; beside the cache if None.

    Raises ProgramError where the command cannot be run, fails, takes too long or answers nothing.
    """
    keys = _keys(command, prompts)
    wanted = {key: text for text, key in keys.items()}
    cache.mkdir(parents=True, exist_ok=True)
    known = _kept(cache, wanted)
    missing = {key: text for key, text in wanted.items() if key not in known}
    faults: Counter[str] = Counter()
    if missing:
        say(f"{command[0]} gets {len(missing)} prompts, {len(known)} answers are in {cache}")
        answers = cache / f"{time.time_ns():020d}.{os.getpid()}.jsonl"
        try:
            _run(command, missing, answers, timeout, log or cache / "messages.log")
        finally:
            if answers.exists() and not answers.stat().st_size:
                answers.unlink()
        found, faults = _read(answers, wanted)
        if not found:
            raise ProgramError(
                "program.no-answers",
                f"{command[0]} answered none of {len(missing)} prompts "
                f"({', '.join(f'{count} {kind}' for kind, count in faults.items()) or 'no lines'})",
                hint='it must write a line {"id": ..., "answer": ...} for each line that it reads',
            )
        known |= found
    return {text: known[key] for key, text in wanted.items() if key in known}, faults


def _keys(command: Sequence[str], prompts: Iterable[str]) -> dict[str, str]:
    """Return the key of each prompt: a SHA-256 of it and the command."""
    words = [[word, digest(word) if Path(word).is_file() else ""] for word in command]
    start = hashlib.sha256(json.dumps(words).encode())
    keys = {}
    for text in prompts:
        whole = start.copy()
        whole.update(text.encode())
        keys[text] = whole.hexdigest()
    return keys


def _kept(cache: Path, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the answers of earlier runs by key; the first of several counts."""
    found: dict[str, str] = {}
    for path in sorted(cache.glob("*.jsonl")):
        found = _read(path, wanted)[0] | found
    return found


def _read(path: Path, wanted: Mapping[str, str]) -> tuple[dict[str, str], Counter[str]]:
    """Return the answers of a file by key, and its faults; a line without its end counts as one."""
    found: dict[str, str] = {}
    faults: Counter[str] = Counter()
    for line in _lines(path):
        try:
            value = parse_json(line)
            key, answer = value["id"], value["answer"]
        except (InputError, KeyError, TypeError):
            faults[MALFORMED] += 1
            continue
        if answer is None:
            continue
        if not isinstance(key, str) or not isinstance(answer, str):
            faults[MALFORMED] += 1
        elif key not in wanted:
            faults[UNKNOWN] += 1
        elif key in found:
            faults[REPEATED] += 1
        else:
            # Half a character would not be written again.
            found[key] = nfc(answer.encode("utf-8", "replace").decode())
    return found, faults


def _lines(path: Path) -> Iterator[str]:
    if not path.exists():
        return
    with open(path, "rb") as handle:
        while line := handle.readline(_LONGEST):
            if line.strip():
                yield line.decode("utf-8", "replace")


def _run(
    command: Sequence[str], prompts: Mapping[str, str], answers: Path, timeout: float, log: Path
) -> None:
    start = log.stat().st_size if log.exists() else 0
    end = time.monotonic() + 60 * timeout if timeout else float("inf")

    def poll() -> None:
        if time.monotonic() > end:
            raise ProgramError(
                "program.timeout",
                f"{command[0]} was ended after {timeout:g} minutes",
                hint="what it has answered is kept: run it again, or give it more time",
            )

    with TemporaryDirectory(prefix="cdaflow-prompts-") as folder:
        asked = Path(folder) / "prompts.jsonl"
        with open(asked, "w", encoding="utf-8") as handle:
            for key, text in prompts.items():
                handle.write(json.dumps({"id": key, "prompt": text}) + "\n")
        outcome = run(
            command,
            log=log,
            stdin=asked,
            stdout=answers,
            poll=poll,
            group=True,
            hint="is it installed, and on PATH? It is run without a shell: give the words of the "
            "command, and put pipes into a script",
        )
    outcome.check(
        f"{command[0]} failed; what it has answered is kept in {answers.parent}",
        FAULTS,
        log,
        start=start,
    )
