"""The long steps of the workflow on a small embedded corpus, each run in a process of its own."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "config" / "wordlists"
MARIAN = ROOT / "tests" / "fakes" / "marian"

SIZES = "--train 300 --dev 30 --test 40 --treebank 40 --challenge 60"

RECIPE = """train: {type: s2s, dim-emb: 8, after-batches: 60, save-freq: 5, valid-freq: 20}
decode: {beam-size: 2}
"""


@dataclass(frozen=True)
class Step:
    """A command, its outputs, and the folder of its state, which no other step reads."""

    name: str
    words: str
    outputs: tuple[str, ...]
    state: str = ""

    @property
    def argv(self) -> list[str]:
        return shlex.split(self.words.format(lists=LISTS, marian=MARIAN, sizes=SIZES))


DEMO = "--languages es --stereotypes {lists}/stereotypes.tsv --wordlists {lists} {sizes} --seed 1"
ANNOTATE = "--shard 1/1 --gold trees/{side}/train.conllu.gz --threads 1 --store store"
STEPS = (
    Step("demo", f"demo write {DEMO} --output-dir demo", ("demo",)),
    Step("trees", f"demo trees {DEMO} --output-dir trees", ("trees",)),
    Step("corpus", "text build --source-lang en --target-lang es --corpus "
         "name=demo,tsv=demo/en-es/train.tsv --output full.parquet --drops drops.tsv",
         ("full.parquet", "drops.tsv")),
    Step("sample", "text sample full.parquet --size 30 --by-source --output dev.parquet "
         "--rest train.parquet", ("dev.parquet", "train.parquet")),
    Step("export", "text export train.parquet --source train.en --target train.es",
         ("train.en", "train.es")),
    Step("agreement", "agreement train --lang es --train demo/treebanks/es/train.conllu.gz --dev "
         "demo/treebanks/es/dev.conllu.gz --max-epochs 25 --work-dir agreement "
         "--output agreement.npz", ("agreement.npz",), "agreement"),
    Step("inflection", "inflect train --lang es --treebank demo/treebanks/es/train.conllu.gz --dev "
         "demo/treebanks/es/dev.conllu.gz --recipe tiny --epochs 3 --examples 100 "
         "--output inflection.npz", ("inflection.npz",), "inflection.npz.work"),
    Step("select", "select gendered train.parquet --professions {lists}/professions.tsv --pronouns "
         "{lists}/pronouns.en.tsv --output gendered.parquet --report gendered.json",
         ("gendered.parquet", "gendered.json")),
    Step("annotate-en", "trees annotate gendered.parquet --lang en --column source "
         + ANNOTATE.replace("{side}", "en") + " --output gendered.en.conllu.gz",
         ("gendered.en.conllu.gz",), "store"),
    Step("annotate-es", "trees annotate gendered.parquet --lang es --column target "
         + ANNOTATE.replace("{side}", "es") + " --output gendered.es.conllu.gz",
         ("gendered.es.conllu.gz",), "store"),
    Step("make", "counterfactual make gendered.parquet --lang es --english-trees "
         "gendered.en.conllu.gz --target-trees gendered.es.conllu.gz --model agreement.npz "
         "--word-list {lists}/professions.es.tsv --inflection-model inflection.npz --professions "
         "{lists}/professions.es.tsv --pronouns {lists}/pronouns.en.tsv --gendered "
         "{lists}/gendered.en.tsv --persons {lists}/persons.en.tsv --guard repair "
         "--output pairs.parquet --decisions decisions.tsv --report report.json",
         ("pairs.parquet", "decisions.tsv", "report.json")),
    Step("train", "nmt train --recipe recipe.yaml --train train.parquet:1 --dev dev.parquet "
         "--source-lang en --target-lang es --output-dir model --work-dir work --marian {marian} "
         "--seed 1", ("model/model.npz", "model/model.yml"), "work"),
    Step("translate", "nmt translate --model-dir model --input demo/winomt/en.txt --output "
         "winomt.txt --marian {marian}", ("winomt.txt",)),
    Step("align", "score align --source train.en --target train.es --target-lang es --aligner "
         "fast-align --output train.pharaoh", ("train.pharaoh",)),
    Step("bleu", "score bleu train.es --reference train.parquet --lang es --output bleu.json "
         "--system one --testset demo", ("bleu.json",)),
    Step("table", "tables bleu bleu.json --output bleu.csv --markdown bleu.md",
         ("bleu.csv", "bleu.md")),
)  # fmt: skip


def prepare(folder: Path) -> None:
    """Make the folder in which the steps run."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recipe.yaml").write_text(RECIPE)


def start(
    argv: list[str], folder: Path, said: Path, before: Callable[[], None] = lambda: None
) -> int:
    """Start a command of cdaflow in a copy of this process; return its id.

    A copy, since importing PyTorch takes longer than the step itself. `before` is called in it.
    """
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.setsid()
        os.chdir(folder)
        # What is started in the background, or under nohup, ignores these.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
        os.dup2(1, 2)
        sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8")
        sys.stderr = os.fdopen(os.dup(2), "w", encoding="utf-8")
        before()
        from cdaflow.cli import main

        status = main(argv)
    except SystemExit as error:
        status = int(error.code or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            try:
                stream.flush()
            except (OSError, ValueError):
                status = status or 71
        os._exit(status)


def wait(child: int) -> int:
    """Return the exit status of a process, minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run(argv: list[str], folder: Path, said: Path) -> tuple[int, float]:
    """Run a command to its end; return its exit status and how long it took, in seconds."""
    begun = time.monotonic()
    status = wait(start(argv, folder, said))
    return status, time.monotonic() - begun


def kill_after(argv: list[str], folder: Path, said: Path, seconds: float, number: int) -> int:
    """Run a command and send its process group a signal after some time; return its status."""
    child = start(argv, folder, said)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    for target in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            target(child, number)
    return wait(child)


KILL = signal.SIGKILL
