"""Translations by several systems into several languages, each scored on the test set it is of.

What is scored is named `[SYSTEM[@SEED]/]LANG[:TESTSET]=FILE`. Test sets are `winomt` (where none is
named), `geneval-feminine` and `geneval-masculine` (one evaluation), `geneval-context`, `mustshe`,
`gate` (a table of variants) or `gate-f`, `gate-mm` (lines of one variant), and any name with
references, whose translations get BLEU and chrF.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.option_types import Value
from cdaflow.scoring.bleu import score_bleu
from cdaflow.scoring.challenge import ChallengeFiles
from cdaflow.scoring.gate import score_gate
from cdaflow.scoring.geneval import score_geneval
from cdaflow.scoring.links import AlignmentFiles
from cdaflow.scoring.mustshe import score_mustshe
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.systems import NAME
from cdaflow.scoring.winomt import score_winomt
from cdaflow.statistics import SACREBLEU_SEED

#: How translations that have no name of a system are called.
SYSTEM = "system"

_LANGUAGE = "[a-z]{2,3}"
_TRANSLATION = re.compile(
    rf"(?:(?P<system>{NAME})(?:@(?P<seed>[1-9][0-9]{{0,8}}))?/)?(?P<language>{_LANGUAGE})"
    rf"(?::(?P<testset>{NAME}))?=(?P<path>.+)",
    re.DOTALL,
)
_REFERENCE = re.compile(rf"(?P<language>{_LANGUAGE}):(?P<testset>{NAME})=(?P<path>.+)", re.DOTALL)

Aligner = Literal["eflomal", "fast-align", "none"]

#: The two files of an evaluation on MT-GenEval, in the order of its scorer.
_GENEVAL = ("geneval-feminine", "geneval-masculine")


@dataclass(frozen=True)
class TranslationFile:
    """Translations into a language of a test set by a system; training: its seed, None for one."""

    language: str
    path: Path
    testset: str = "winomt"
    system: str = SYSTEM
    training: int | None = None

    def __str__(self) -> str:
        seed = f"@{self.training}" if self.training else ""
        return f"{self.system}{seed}/{self.language}:{self.testset}={self.path}"


def _translation(text: str) -> TranslationFile:
    match = _TRANSLATION.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(
            f"{text!r}: [SYSTEM/]LANG[:TESTSET]=FILE is expected, such as es=a.txt, base/es=b.txt "
            "or base/es:geneval-feminine=f.txt; a system trained several times is base@SEED/es=..."
        )
    return TranslationFile(
        match["language"],
        Path(match["path"]),
        match["testset"] or "winomt",
        match["system"] or SYSTEM,
        int(match["seed"]) if match["seed"] else None,
    )


def _reference(text: str) -> TranslationFile:
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"{text!r}: LANG:TESTSET=FILE is expected, such as es:news=ref.es")
    return TranslationFile(match["language"], Path(match["path"]), match["testset"])


NamedTranslation = Annotated[TranslationFile, Value(_translation, "[SYSTEM/]LANG[:TESTSET]=FILE")]
NamedReference = Annotated[TranslationFile, Value(_reference, "LANG:TESTSET=FILE")]


@dataclass(frozen=True)
class TestsetFiles:
    """Test sets.

    Attributes:
        data (DIR): folder of the test sets: winomt, mt-geneval, gate and mustshe in it
        winomt (PATH): folder of WinoMT, or a file in its format (default: CDAFLOW_WINOMT, or the
            folder in --data)
        geneval (DIR): folder of MT-GenEval (default: the folder in --data)
        gate (PATH): folder of GATE, or one of its files (default: the folder in --data)
        mustshe (PATH): folder of MuST-SHE, or its file (default: the folder in --data)
        reference: references of a test set; its translations get BLEU and chrF
    """

    #: Not a class of tests, whatever its name says to pytest.
    __test__ = False

    data: Path = Path("data")
    winomt: Path | None = None
    geneval: Path | None = None
    gate: Path | None = None
    mustshe: Path | None = None
    reference: Sequence[NamedReference] = ()

    def challenge(self) -> ChallengeFiles:
        """Return what `score winomt` reads."""
        if self.winomt is not None and self.winomt.is_file():
            return ChallengeFiles(challenge=self.winomt)
        folder = self.data / "winomt"
        return ChallengeFiles(data=self.winomt or (folder if folder.is_dir() else None))

    def find_gate(self, language: str, people: int) -> Path:
        """Return the GATE file of a language for sentences with `people` people of open gender."""
        name = f"{language.upper()}_{2**people}_variants.tsv"
        return _found(self.gate or self.data / "gate", name, language.upper(), "gate")

    def find_mustshe(self, language: str) -> Path:
        """Return the MuST-SHE file of a language."""
        name = f"MONOLINGUAL.{language}_v1.2.tsv"
        return _found(self.mustshe or self.data / "mustshe", name, "", "mustshe")

    def find_reference(self, language: str, testset: str) -> Path:
        """Return the references of a test set; InputError where there are none."""
        for reference in self.reference:
            if (reference.language, reference.testset) == (language, testset):
                return reference.path
        raise ConfigError(
            "references.missing",
            f"no references of the test set {testset!r} in {language}",
            hint=f"give them: --reference {language}:{testset}=FILE; test sets that need no "
            f"--reference are winomt, {', '.join(_GENEVAL)}, geneval-context, mustshe, gate "
            "and gate-f, gate-mm, ...",
        )


def _found(path: Path, name: str, folder: str, option: str) -> Path:
    """Return a file: `path` itself, or the file `name` in a folder with the layout of a release."""
    if path.is_file():
        return path
    for parent in (path, path / folder, path / "data" / folder):
        for candidate in (parent / name, parent / f"{name}.gz"):
            if candidate.is_file():
                return candidate
    raise InputError(
        "testset.not-in-folder",
        f"no {name} in this folder",
        file=path,
        hint=f"name its folder or the file: --{option} FOLDER or FILE",
    )


@dataclass(frozen=True)
class Evaluation:
    """Files of translations that one call of a scorer is about, and the metric of that scorer."""

    metric: str
    files: tuple[TranslationFile, ...]

    @property
    def first(self) -> TranslationFile:
        """The first of its files, whose system, language and training are those of all."""
        return self.files[0]

    @property
    def testset(self) -> str:
        """The test set: that of its first file."""
        return self.first.testset

    @property
    def stem(self) -> str:
        """Where its scores lie below a folder of scores: es/base@2/bleu.news."""
        seed = f"@{self.first.training}" if self.first.training else ""
        own = f"bleu.{self.testset}" if self.metric == "bleu" else self.testset
        name = self.metric if own in _GENEVAL else own
        return f"{self.first.language}/{self.first.system}{seed}/{name}"

    def score(
        self,
        paths: Sequence[Path],
        data: TestsetFiles,
        aligner: Aligner | None = None,
    ) -> ScoreReport:
        """Return the scores of the files, which lie at `paths`; raises as the scorers do."""
        lang = self.first.language
        options = ScoreOptions(system=self.first.system, training=self.first.training)
        if self.metric == "winomt":
            links = AlignmentFiles(aligner=aligner)
            challenge = data.challenge()
            return score_winomt(
                paths[0], lang=lang, challenge=challenge, alignment=links, options=options
            )
        if self.metric == "geneval":
            folder = data.geneval or data.data / "mt-geneval"
            context = self.testset == "geneval-context"
            return score_geneval(paths, lang=lang, context=context, data=folder, options=options)
        if self.metric == "mustshe":
            corpus = data.find_mustshe(lang)
            return score_mustshe(paths[0], lang=lang, data=corpus, options=options)
        if self.metric == "gate":
            _, _, to = self.testset.partition("-")
            variant = to or next(iter(read_lines(paths[0])), "").partition("\t")[0]
            rows = data.find_gate(lang, len(variant))
            return score_gate(paths[0], lang=lang, data=rows, to=to or None, options=options)

        reports = score_bleu(
            paths,
            lang=lang,
            reference=[data.find_reference(lang, self.testset)],
            testset=[self.testset],
            options=ScoreOptions(options.system, options.training, seed=SACREBLEU_SEED),
        )
        return reports.reports[0]


def evaluations(files: Iterable[TranslationFile]) -> list[Evaluation]:
    """Return what is scored, those of a language together, in the order of the files.

    Raises ConfigError where two files are of one system, language, test set and training, where
    one training of a system says its seed and another does not, or where MT-GenEval lacks a file.
    """
    files = list(files)
    languages = list(dict.fromkeys(file.language for file in files))
    groups: dict[tuple[object, ...], dict[str, TranslationFile]] = {}
    for file in sorted(files, key=lambda file: languages.index(file.language)):
        testset = "geneval" if file.testset in _GENEVAL else file.testset
        key = file.language, file.system, file.training, testset
        group = groups.setdefault(key, {})
        if file.testset in group:
            raise ConfigError(
                "translations.duplicate",
                f"two files contain the same translations: {group[file.testset]} and {file}",
                hint="name the systems, or the seeds of their trainings: base/es=a.txt, "
                "tuned@1/es=b.txt",
            )
        group[file.testset] = file
    result = []
    for (language, system, training, kind), group in groups.items():
        if training and (other := groups.get((language, system, None, kind))):
            raise ConfigError(
                "training.no-seed",
                f"{next(iter(other.values()))} names no seed, but other trainings of the system do",
                hint=f"name its seed: {system}@SEED/{language}=...",
            )
        if kind == "geneval" and len(group) < len(_GENEVAL):
            (file,) = group.values()
            missing = next(name for name in _GENEVAL if name not in group)
            raise ConfigError(
                "translations.no-counterpart",
                f"{file} also requires the translations of {missing}",
            )
        ordered = sorted(group.values(), key=lambda file: file.testset)
        result.append(Evaluation(_metric(str(kind)), tuple(ordered)))
    return result


def _metric(testset: str) -> str:
    """Return the metric of a test set."""
    if testset in ("winomt", "mustshe"):
        return testset
    if testset in ("geneval", "geneval-context"):
        return "geneval"
    return "gate" if re.fullmatch("gate(?:-[fm]+)?", testset) else "bleu"
