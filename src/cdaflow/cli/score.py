"""Score translations: gender of people (WinoMT, ...), BLEU, chrF.

Every command scores translations, whatever made them, and prints a table (or JSON, with --json) in
which each number has its interval.
"""

from __future__ import annotations

import gc
import json as jsons
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.cli.options import ChallengeFiles
from cdaflow.cli.signature import UsageError, Without
from cdaflow.cli.values import Count, Folder, Language, OutputPath, Value
from cdaflow.statistics import RESAMPLES, SACREBLEU_SEED, SEED

if TYPE_CHECKING:
    from cdaflow.scoring.geneval_files import Testset

Units = Literal["words", "tokens"]
Target = Annotated[Language, Value(metavar="LANG", help="target language, ISO 639-1")]
ReferenceFile = Annotated[
    Path, Value(help="references: a text file, or a .parquet corpus with a column target")
]
SentencesFile = Annotated[Path, Value(metavar="TSV", file="output")]
GateFile = Annotated[Path, Value(help="GATE file of 2, 4 or 8 variants (.tsv, .tsv.gz)")]
GateSplit = Annotated[
    Literal["all", "dev", "test"],
    Value(help="take only the rows of this half (column data_split)"),
]


@dataclass(frozen=True)
class Reporting:
    """Report.

    Attributes:
        system: name of the system, for the tables
        bootstrap: resamples for the intervals (0: none)
        seed: seed of the resampling
        json: print JSON instead of a table
        output: JSON file to write as well
    """

    system: str | None = None
    bootstrap: Count = RESAMPLES
    seed: Count = SEED
    json: bool = False
    output: OutputPath | None = None

    def scoring(self, language: str) -> dict[str, Any]:
        """Return the arguments that every scorer takes: language, system and resampling."""
        return {"language": language, "system": self.system, **self.resampling()}

    def resampling(self) -> dict[str, Any]:
        """Return the arguments of the resampling."""
        return {"bootstrap": self.bootstrap, "seed": self.seed}

    def write(self, report: Mapping[str, Any], table: Callable[[], str] | None = None) -> None:
        """Write the report where --output says, and print it as a table or as JSON.

        `table`: the text of the table, where it is not that of all scores.
        """
        from cdaflow.io.files import atomic_text
        from cdaflow.tables.terminal import report_lines

        text = jsons.dumps(report, ensure_ascii=False, indent=2, sort_keys=True)
        if self.output is not None:
            with atomic_text(self.output) as handle:
                handle.write(text + "\n")
        if self.json:
            print(text)
        else:
            print(table() if table else "\n".join(report_lines(report)))


@dataclass(frozen=True)
class TrainingText:
    """Text that the word aligners are trained on, beside the text itself.

    Attributes:
        extra: parallel text to align together with the translations: .parquet (columns source,
            target) or TSV; without it a small test set is aligned poorly
        extra_limit: at most N pairs of each file, sampled
        extra_seed: seed of this sample
        eflomal (PATH): path of eflomal-align, if it is not on PATH
    """

    extra: Sequence[Path] = ()
    extra_limit: Count = 200_000
    extra_seed: int = 1
    eflomal: str | None = None


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Do not look for cycles in the block.

    For short work that makes hundreds of thousands of small objects and no cycles among them:
    looking would take a tenth of its time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _name(text: str) -> str:
    if not re.fullmatch(r"[^|\s]+", text):
        raise ArgumentTypeError("a word without | is wanted")
    return text


@dataclass(frozen=True)
class AlignmentFiles:
    """Word alignment.

    Attributes:
        aligner: what aligns, where --alignment is not given (none: the word list alone finds the
            entity; default: eflomal)
        alignment: links in Pharaoh format, of cdaflow score align or of any aligner
        alignment_units: what these links count: words as cdaflow splits them, or white-space tokens
        alignment_name (NAME): what made these links, for the signature (eflomal-2.0.0)
    """

    aligner: Literal["eflomal", "fast-align", "none"] | None = None
    alignment: Path | None = None
    alignment_units: Units = "words"
    alignment_name: Annotated[str, Value(_name)] = "given"


@dataclass(frozen=True)
class Rules:
    """Rules.

    Attributes:
        professions: word list (default: config/wordlists/professions.<language>.tsv)
        lexicon: UniMorph tables: gender of any noun
        trees: CoNLL-U, a tree for each translation: decides where the rules leave a gender open
        compat: the rules of the original tool, to compare with published scores; it aligns by
            itself and reads no other links, lexicons or trees
        compat_rules: whose rules (default: those of the published scores of the language)
    """

    professions: Path | None = None
    lexicon: Sequence[Path] = ()
    trees: Path | None = None
    compat: bool = False
    compat_rules: Literal["stanovsky2019", "stafanovics2020"] | None = None


@_without_garbage_collection()
def winomt(
    translation: Path,
    /,
    *,
    lang: Target,
    challenge: ChallengeFiles = ChallengeFiles(),
    secondary: Path | None = None,
    alignment: AlignmentFiles = AlignmentFiles(),
    extra: TrainingText = TrainingText(),
    rules: Rules = Rules(),
    report: Reporting = Reporting(),
    sentences: SentencesFile | None = None,
) -> None:
    """Score the gender of people on a challenge set in the WinoMT format.

    WinoMT, or a challenge set in its format: the gender of the person, of the other person of the
    sentence, and of the pronoun.

    Args:
        translation: lines in the order of the challenge set: plain, `source ||| translation`, or
            cells with tabs between (source or number, translation); - is the standard input
        secondary: the other person of each row, in the same format (default: found in the sentence)
        sentences: TSV file to write, a line a row
    """
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.winomt_data import find_professions
    from cdaflow.scoring.winomt_files import Alignment, WinoMTFiles, score_winomt
    from cdaflow.scoring.winomt_items import sentence_lines

    found = challenge.find()
    result, items = score_winomt(
        WinoMTFiles(
            challenge=found.sentences,
            pro=found.pro,
            anti=found.anti,
            translation=translation,
            alignment=alignment.alignment,
            professions=rules.professions or find_professions(lang),
            lexicon=tuple(rules.lexicon),
            secondary=secondary,
            trees=rules.trees,
            extra=tuple(extra.extra),
        ),
        alignment=Alignment(
            aligner=alignment.aligner,
            name=alignment.alignment_name,
            units=alignment.alignment_units,
            extra_limit=extra.extra_limit,
            extra_seed=extra.extra_seed,
            program=extra.eflomal,
        ),
        compat=rules.compat or rules.compat_rules is not None,
        compat_rules=rules.compat_rules,
        **report.scoring(lang),
    )
    if sentences is not None:
        write_lines(sentences, sentence_lines(items))
    report.write(result.as_json())


def winomt_source(
    *, challenge: Path | None = None, data: Folder | None = None, output: OutputPath
) -> None:
    """Write the sentences of a challenge set, to be translated.

    The English sentences are written one a line, in the order of the set.

    Args:
        challenge: file in the WinoMT format
        data: or the folder of its en.txt, as for winomt
        output: text file to write
    """
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.challenge import read_challenge

    found = ChallengeFiles(data=data, challenge=challenge).find()
    write_lines(output, (row.sentence for row in read_challenge(found.sentences)))


def fetch_winomt(*, output: Folder = Path("data/winomt")) -> None:
    """Get WinoMT from the repository of its authors.

    Fetch en.txt, en_pro.txt and en_anti.txt of WinoMT (Stanovsky et al. 2019; MIT licence) over
    HTTPS from github.com/gabrielStanovsky/mt_gender at one commit, each checked by its SHA-256.

    Args:
        output: the folder
    """
    from cdaflow.scoring import winomt_data

    winomt_data.fetch_winomt(output)


def mustshe(
    translation: Path, /, *, lang: Target, data: Path, report: Reporting = Reporting()
) -> None:
    """Score the gender of annotated words on MuST-SHE.

    As Bentivogli et al. 2020: coverage and gender accuracy of the annotated terms, against the
    right and the wrong reference, by gender and category. The corpus is handed out by its owners.

    Args:
        translation: translations, one a line, in the order of the table (-: the standard input)
        data: the corpus: MONOLINGUAL.<language>_v1.2.tsv
    """
    from cdaflow.io.files import readable_often
    from cdaflow.scoring.mustshe_files import score_mustshe

    with readable_often(translation) as path:
        result = score_mustshe(data, path, **report.scoring(lang)).as_json()
    report.write(result)


def mustshe_source(*, lang: Target, data: Path, output: OutputPath) -> None:
    """Write the sentences of MuST-SHE, to be translated.

    The English sentences are written one a line, in the order of the table.

    Args:
        data: the corpus: MONOLINGUAL.<language>_v1.2.tsv
        output: text file to write
    """
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.mustshe_files import read_sources

    write_lines(output, read_sources(data, lang))


def geneval(
    translation: Sequence[Path],
    /,
    *,
    lang: Target,
    context: bool = False,
    data: Folder | None = None,
    split: Literal["test", "dev"] = "test",
    reference_feminine: Path | None = None,
    reference_masculine: Path | None = None,
    reference_original: Path | None = None,
    reference_flipped: Path | None = None,
    source: Path | None = None,
    report: Reporting = Reporting(),
    sentences: SentencesFile | None = None,
) -> None:
    """Score MT-GenEval: gender of unambiguous sources, BLEU of each gender.

    The counterfactual set has two files of translations (of the feminine sources, then of the
    masculine ones), the contextual set (--context) one, of its 2to1 sources.

    Args:
        translation: FEMININE MASCULINE, or one file with --context; a line for each source line (-:
            the standard input)
        context: score the contextual set
        data: folder of MT-GenEval, with sentences/ and context/
        split: the half of the set
        reference_feminine: references, instead of --data
        reference_masculine: references of the other gender
        reference_original: the same for --context
        reference_flipped: references of the other gender, for --context
        source: 2to1 sources, where --data is not given
        sentences: TSV file to write, a line a translation
    """
    from cdaflow.io.files import readable_often, write_lines
    from cdaflow.scoring.geneval import sentence_lines
    from cdaflow.scoring.geneval_files import find_testset, score_context, score_sentences
    from cdaflow.scoring.geneval_metrics import GENDERS

    if len(translation) != (1 if context else 2):
        raise UsageError(
            "--context takes one file of translations"
            if context
            else "two files of translations are wanted, of the feminine and of the masculine "
            "sources (or one with --context)"
        )
    if list(translation) == [Path("-")] * 2:
        raise UsageError("only one of the two files can be the standard input")
    references = {
        "feminine": reference_feminine,
        "masculine": reference_masculine,
        "original": reference_original,
        "flipped": reference_flipped,
    }
    given = {role: path for role, path in references.items() if path is not None}
    if data is not None:
        if given or source:
            raise UsageError("--data has the references and sources: give it, or them, not both")
        testset = find_testset(data, lang, split=split, context=context)
    else:
        testset = _given_testset(given, source, context)
    options = report.scoring(lang)
    with ExitStack() as stack:
        paths = [stack.enter_context(readable_often(path)) for path in translation]
        if context:
            result, items = score_context(paths[0], testset, **options)
        else:
            by_gender = dict(zip(GENDERS, paths, strict=True))
            result, items = score_sentences(by_gender, testset, **options)
    if sentences is not None:
        write_lines(sentences, sentence_lines(items))
    report.write(result.as_json())


def _given_testset(references: Mapping[str, Path], source: Path | None, context: bool) -> Testset:
    """Return the test set whose files are given one by one."""
    from cdaflow.scoring.geneval_files import Testset

    roles = ("original", "flipped") if context else ("feminine", "masculine")
    if set(references) != set(roles):
        both = " and ".join(f"--reference-{role}" for role in roles)
        raise UsageError(f"give --data, or {both}")
    if source is not None and not context:
        raise UsageError("--source belongs to --context")
    sources = {} if source is None else {"source": source}
    return Testset("given", {role: references[role] for role in roles}, sources)


def gate(
    rewrites: Path,
    /,
    *,
    lang: Target,
    data: GateFile,
    split: GateSplit = "all",
    to: str | None = None,
    from_: str | None = None,
    report: Reporting = Reporting(),
    sentences: SentencesFile | None = None,
) -> None:
    """Score GATE: precision, recall and F0.5 of gender rewriting.

    The rewrites of a GATE file are of one variant, as plain lines (--to), or of several, as a TSV
    file whose header names them (f, m; ff, fm, ...). Only the exact reference is right; an empty
    line or cell offers no rewrite.

    Args:
        rewrites: a line for each row of the data (-: standard input)
        to (VARIANT): the variant that a plain file has: f, mm
        from_ (VARIANT): the variant that the system was given: outputs equal to it count as none
            offered (without this every output is an offer, as in the published tool)
        sentences: TSV file to write, a line a rewrite
    """
    from cdaflow.io.files import readable_often, write_lines
    from cdaflow.scoring.gate import sentence_lines
    from cdaflow.scoring.gate_files import score_gate

    with readable_often(rewrites) as path:
        result, rows, items = score_gate(
            path, data, to=to, given=from_, split=split, **report.scoring(lang)
        )
    if sentences is not None:
        write_lines(sentences, sentence_lines(rows, items))
    report.write(result.as_json())


def gate_source(
    *, data: GateFile, split: GateSplit = "all", variant: str, output: OutputPath
) -> None:
    """Write one variant of a GATE file, or its English, to be rewritten.

    The sentences are written one a line, in the order of the file.

    Args:
        variant: f, mm, ... or source, the English sentence
        output: text file to write
    """
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.gate_files import column, read_gate

    write_lines(output, column(read_gate(data, split), variant))


@dataclass(frozen=True)
class CometOptions:
    """Scores by COMET, to be installed apart.

    Attributes:
        comet (MODEL): score by COMET as well: name of a model, such as Unbabel/wmt22-comet-da, or a
            checkpoint file
        source: what was translated: a text file, or a .parquet corpus with a column source; once
            for each translation
        comet_gpus: GPUs (0: the CPU)
        comet_program (COMET-SCORE): path of comet-score, if COMET has an environment of its own
    """

    comet: str | None = None
    source: Annotated[Sequence[Path], Value(repeat=True)] = ()
    comet_gpus: Count = 0
    comet_program: str | None = None


def bleu(
    translation: Sequence[Path],
    /,
    *,
    lang: Target,
    reference: Annotated[Sequence[Path], Value(repeat=True)],
    testset: Annotated[Sequence[str], Value(metavar="NAME", repeat=True)] = (),
    chrf_plus: bool = False,
    comet: CometOptions = CometOptions(),
    report: Reporting = Reporting(seed=SACREBLEU_SEED),
) -> None:
    """Score BLEU and chrF with signatures and intervals.

    The scores are those of sacrebleu. Several test sets are scored in one call by as many
    translations as --reference options, in the same order.

    Args:
        translation: translations, one a line (-: the standard input)
        reference: references: a text file, or a .parquet corpus with a column target; once for each
            translation
        testset: name of the test set (default: the reference's)
        chrf_plus: chrF++ besides chrF
    """
    from cdaflow.errors import ConfigError
    from cdaflow.io.files import readable_often
    from cdaflow.scoring.bleu import Comet, score_bleu
    from cdaflow.tables.terminal import report_lines

    files = zip(
        translation,
        _each(reference, "--reference", len(translation)),
        _each(testset, "--testset", len(translation)),
        _each(comet.source, "--source", len(translation)),
        strict=True,
    )
    if comet.comet and not comet.source:
        raise ConfigError(
            "COMET needs the sentences that were translated", hint="give them with --source"
        )
    with ExitStack() as stack:
        results = [
            score_bleu(
                stack.enter_context(readable_often(path)),
                stack.enter_context(readable_often(known)),
                testset=name,
                chrf_word_order=(0, 2) if chrf_plus else (0,),
                comet=Comet(comet.comet, source, comet.comet_gpus, comet.comet_program)
                if comet.comet
                else None,
                **report.scoring(lang),
            ).as_json()
            for path, known, name, source in files
        ]
    if len(results) == 1:
        report.write(results[0])
        return

    def lines() -> Iterator[str]:
        for result in results:
            head, *rest = report_lines(result)
            yield from (f"{head}  {result['testset']}", *rest)

    report.write({"metric": "bleu", "testsets": results}, lambda: "\n".join(lines()))


def _each(given: Sequence[Any], option: str, number: int) -> Sequence[Any]:
    """Return an option's value for each translation, None where it is not given at all."""
    from cdaflow.errors import ConfigError

    if given and len(given) != number:
        raise ConfigError(
            f"{len(given)} of {option} for {number} translations",
            hint=f"repeat {option} once for each translation, in the same order",
        )
    return given or [None] * number


def compare(
    base: Path,
    others: Sequence[Path],
    /,
    *,
    report: Annotated[Reporting, Without("system")] = Reporting(),
) -> None:
    """Compare systems: differences, with intervals and p-values.

    Systems are compared by the reports of any cdaflow score but BLEU, on the same sentences: exact
    McNemar test of accuracies, paired bootstrap of all else.

    Args:
        base (BASE.json): report of the baseline
        others (OTHER.json): reports of other systems
    """
    from cdaflow.errors import InputError
    from cdaflow.io.structured import read_json
    from cdaflow.scoring import compare as comparing
    from cdaflow.tables.terminal import comparison_text

    paths = [base, *others]
    reports = [read_json(path) for path in paths]
    for path, one in zip(paths, reports, strict=True):
        if not isinstance(one, dict) or not isinstance(one.get("metric"), str):
            raise InputError("no report of `cdaflow score`", file=path)
        if not isinstance(one.get("system"), (str, type(None))):
            raise InputError('"system" is to be a name or null', file=path)
        if one["metric"] == "bleu":
            raise InputError(
                "BLEU is compared from the translations, not from reports",
                file=path,
                hint="cdaflow score compare-bleu --lang L --reference REF BASE.txt OTHER.txt",
            )
    names = [str(path) for path in paths]
    result = comparing.compare(*reports, names=names, **report.resampling())
    report.write(result, lambda: comparison_text(result))


def compare_bleu(
    base: Path,
    others: Sequence[Path],
    /,
    *,
    lang: Target,
    reference: ReferenceFile,
    systems: Sequence[str] | None = None,
    testset: str | None = None,
    report: Annotated[Reporting, Without("system")] = Reporting(seed=SACREBLEU_SEED),
) -> None:
    """Compare BLEU and chrF: differences, with intervals and p-values.

    Translations of one test set are compared by sacrebleu's paired bootstrap. BLEU is no sum over
    sentences that a report could keep, so it is compared from the translations themselves.

    Args:
        base (BASE.txt): translations of the baseline
        others (OTHER.txt): those of other systems
        systems (NAME): names, the baseline first (default: the files)
        testset (NAME): name of the test set (default: the reference's)
    """
    from cdaflow.io.files import readable_often
    from cdaflow.scoring import compare_bleu as comparing
    from cdaflow.tables.terminal import comparison_text

    with ExitStack() as stack:
        paths = (stack.enter_context(readable_often(path)) for path in (reference, base, *others))
        known, *translations = paths
        result = comparing.compare_bleu(
            translations,
            known,
            language=lang,
            systems=systems,
            testset=testset,
            **report.resampling(),
        )
    report.write(result, lambda: comparison_text(result))


def align(
    *,
    source: Path,
    target: Path,
    source_lang: Language = "en",
    target_lang: Language,
    aligner: Literal["eflomal", "fast-align"] = "eflomal",
    symmetrisation: Literal[
        "grow-diag-final-and", "intersection", "forward"
    ] = "grow-diag-final-and",
    units: Units = "words",
    extra: TrainingText = TrainingText(),
    threads: Count = 1,
    output: OutputPath,
) -> None:
    """Align words by eflomal or the model of fast_align.

    The word links of two line-aligned texts are written in Pharaoh format (0-0 1-2). They count the
    words into which cdaflow splits a sentence (punctuation marks and elided articles are words), or
    white-space tokens. eflomal has no seed: keep the file that it wrote.

    Args:
        source: sentences, one a line
        target: translations, one a line
        aligner: eflomal: better links; fast-align: a second's work, always the same links
        symmetrisation: how the links of both directions are joined; forward: one source word at
            most for each target word
        units: what is aligned and counted: words as cdaflow splits them, or white-space tokens
        threads: CPU threads of eflomal (0: all cores)
        output: Pharaoh file to write
    """
    from cdaflow.alignment import aligners
    from cdaflow.alignment.words import splitter

    split_source, split_target = splitter(source_lang), splitter(target_lang)
    if units == "tokens":
        split_source = split_target = str.split
    more = (
        pair
        for path in extra.extra
        for pair in aligners.read_pairs(
            path, split_source, split_target, extra.extra_limit, extra.extra_seed
        )
    )
    links = aligners.align(
        aligners.read_line_pairs(source, target, split_source, split_target),
        more,
        aligner=aligner,
        symmetrisation=symmetrisation,
        program=extra.eflomal,
        threads=threads,
    )
    aligners.write_alignment(output, links)
