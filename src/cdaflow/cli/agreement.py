"""Which words change with a noun whose gender is changed.

The Markov random field of Zmigrod et al. 2019 over dependency trees: train it, change the gender of
nouns with it, score it on pairs that differ only in gender.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.agreement.gold import annotate_pairs, gold, read_pairs, read_tsv_pairs
from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    load_model,
    set_threads,
)
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text, tsv_lines, write_json, write_lines
from cdaflow.languages import get
from cdaflow.option_types import (
    Count,
    Device,
    Folder,
    Input,
    Language,
    Normalised,
    Output,
    OutputPath,
    Positive,
    Seed,
    Threads,
    Value,
    Without,
    exclusive,
)
from cdaflow.progress import progress, say
from cdaflow.scoring import text_pairs
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.trees import Sentence, format_sentence, parse_conllu, read_conllu, write_conllu
from cdaflow.trees.annotate import annotate, load_annotator
from cdaflow.trees.store import Store

if TYPE_CHECKING:
    from cdaflow.agreement.application import Applied
    from cdaflow.agreement.intervention import InterventionRequest
    from cdaflow.agreement.pipeline import InterventionPipeline

Changes = Annotated[
    Literal["forms", "tags"],
    Value(
        help="which words must change: those whose form differs, or, if the trees are gold, those "
        "whose gender differs"
    ),
]
Number = Annotated[float, Value(metavar="NUMBER", least=0)]
TreeFiles = Annotated[Sequence[Path], Value(metavar="CONLLU")]


def train(
    *,
    lang: Language,
    parameterisation: Literal["linear", "neural"] = "linear",
    train: TreeFiles,
    dev: TreeFiles,
    features: str = "Gender",
    dev_pairs: TreeFiles = (),
    all_tags: bool = False,
    subtypes: bool = True,
    learning_rate: Number = 0.005,
    weight_decay: Number = 1e-4,
    n1: Positive = 9,
    n2: Positive = 3,
    max_epochs: int = 500,
    seed: Seed = 1,
    threads: Threads = 1,
    work_dir: Folder | None = None,
    output: OutputPath,
    method: Annotated[Method, Without("method_file", "log_alpha")] = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
) -> str:
    """Fit a model to treebanks.

    The treebanks are CoNLL-U (.gz, .xz, .bz2 and .zst are decompressed). If it is interrupted, the
    same command resumes from the last epoch, if it has a --work-dir.

    Args:
        parameterisation: LIN or NN of the paper
        train: trees to train on
        dev: trees for early stopping
        features: features to infer, separated by commas, such as Gender,Number
        dev_pairs: pairs of `cdaflow agreement pairs` on which log alpha is chosen; it is kept in
            the model (default: 1, as in the paper)
        all_tags: the objective of the paper's section 3.3, over all tags: the model also learns
            which words have a gender. Without it, over the genders of the words that have one
        subtypes: tell subtypes of relations apart (nsubj:pass); the paper does not
        learning_rate: learning rate of Adam (section 5)
        weight_decay: L2 weight decay of Adam (section 5)
        n1: size of the hidden layer of NN
        n2: size of the embeddings of NN
        max_epochs: maximum number of epochs
        work_dir: where to keep its state
        output (MODEL.npz): the model
    """
    from cdaflow.agreement.evaluation import choose_log_alpha
    from cdaflow.agreement.training import Settings, train_files

    set_threads(threads)
    words = lexicon.words(lang)
    model = train_files(
        parameterisation,
        train,
        dev,
        language=lang,
        settings=Settings(
            tuple(features.split(",")),
            learning_rate=learning_rate,
            weight_decay=weight_decay,
            max_epochs=max_epochs,
            seed=seed,
            n1=n1,
            n2=n2,
            presence=not all_tags,
            subtypes=subtypes,
        ),
        state=None if work_dir is None else work_dir / f"{output.stem}.state.npz",
        prepare=method.steps()["prepare"],
    )
    if dev_pairs:
        pairs = gold(read_pairs(dev_pairs))
        log_alpha, tried = choose_log_alpha(pairs, method.pipeline(model, words))
        facts = {"pairs": len(pairs), "f1": {str(a): round(f, 4) for a, f in tried.items()}}
        model = replace(
            model, log_alpha=log_alpha, facts={**model.facts, "log_alpha_chosen": facts}
        )
    model.save(output)
    epochs, bits = model.facts["epochs"], min(model.facts["dev_bits_per_free_word"])
    return (
        f"{output}: {epochs} epochs, {bits:.4f} bits a word on dev, log alpha {model.log_alpha:g}"
    )


@exclusive("gate", "geneval", "tsv", required=True)
def pairs(
    *,
    lang: Language,
    gate: Path | None = None,
    geneval: Folder | None = None,
    tsv: Path | None = None,
    split: Literal["all", "dev", "test"] | None = None,
    models: Folder,
    store: Folder | None = None,
    device: Device = "cpu",
    threads: Threads = 1,
    output: OutputPath,
) -> str:
    """Annotate sentences that differ only in gender with trees, to evaluate on.

    Both texts of each pair get a tree. The masculine text comes first, its counterfactual follows
    with -cf at the end of its sent_id.

    Args:
        gate (TSV): a file of GATE with the variants f and m
        geneval: folder of MT-GenEval, whose references of both genders are the pairs
        tsv (TSV): a table with the columns masculine and feminine
        split: the split of GATE (default: all) or MT-GenEval (default: test)
        models: folder of the annotator
        store: as in `cdaflow trees annotate`
        output (PAIRS.conllu): the trees
    """
    if gate is not None:
        text_pairs_read = text_pairs.read_gate_pairs(gate, split or "all")
    elif geneval is None:
        if split is not None:
            raise ConfigError(
                "option.split-with-tsv",
                "--split cannot be used with --tsv, only with GATE and MT-GenEval",
            )
        text_pairs_read = read_tsv_pairs(tsv or "")
    else:
        if split == "all":
            raise ConfigError(
                "option.split-of-geneval-unknown", "MT-GenEval has --split dev and test"
            )
        text_pairs_read = text_pairs.read_geneval_pairs(geneval, lang, split or "test")
    annotator = load_annotator(models, lang, device=device, threads=threads)
    trees = progress(
        annotate_pairs(text_pairs_read, annotator, None if store is None else Store(store)),
        f"annotate ({lang})",
        total=2 * len(text_pairs_read),
        unit="sentence",
    )
    write_conllu(output, trees)
    return f"{output}: {len(text_pairs_read)} pairs"


def choose(
    *,
    lang: Language,
    model: ModelName,
    tune: TreeFiles = (),
    changes: Changes = "forms",
    tree_features: Literal["annotator", "udify", "udify-native"] = "annotator",
    method: Annotated[Method, Without("method_file")] = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    output: OutputPath,
) -> str:
    """Choose log alpha and write the file of a method.

    The file has everything that an intervention depends on besides trees and lexicon: model, log
    alpha, determiners, the steps around the model. `cdaflow agreement evaluate` and `cdaflow
    counterfactual make` read it (--method-file), so that what is scored is what the data are made
    with.

    Args:
        tune: pairs of `cdaflow agreement pairs` on which log alpha is chosen (Zmigrod et al. 2019,
            section 5; default: none, it is the model's)
        tree_features: what predicted the features of the trees, for the reports
        output (METHOD.json): the file
    """
    from cdaflow.agreement.evaluation import tuned_on_files
    from cdaflow.agreement.pipeline import write_pipeline

    if method.log_alpha is not None and tune:
        raise ConfigError("log-alpha.given-or-chosen", "--log-alpha excludes --tune")
    set_threads(threads)
    words = lexicon.words(lang)
    used = method.pipeline(load_model(model, lang), words, tree_features=tree_features)
    if tune:
        used = tuned_on_files(used, tune, changes)
    write_pipeline(output, used)
    return f"{output}: {used.name}, {used.model.name}, log alpha {used.log_alpha:g}"


@exclusive("tune", "tune_half")
def evaluate(
    *,
    lang: Language,
    model: ModelName,
    pairs: TreeFiles,
    changes: Changes = "forms",
    nouns: Literal["first", "epicene", "all"] = "first",
    tune: TreeFiles = (),
    tune_half: bool = False,
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    no_forms: bool = False,
    name: str | None = None,
    testset: str | None = None,
    errors: OutputPath | None = None,
    bootstrap: Count = RESAMPLES,
    seed: Seed = SEED,
    threads: Threads = 1,
    output: OutputPath,
) -> None:
    """Score a model on pairs that differ only in gender.

    In each sentence of the pairs the gender of one noun is set, and the other words that change are
    compared with those of its counterfactual: precision, recall, F1 and accuracy of tags, and with
    a lexicon the accuracy of forms (Zmigrod et al. 2019, section 5.1).

    Args:
        pairs: output of `cdaflow agreement pairs`, or a treebank of the embedded grammar (dev,
            test)
        nouns: which nouns are set: the first one that differs; the same, or if no noun differs the
            one whose determiner or adjective does ("la periodista"); all that differ
        tune: other pairs, on which log alpha is chosen
        tune_half: choose log alpha on half of the pairs (by the checksum of their names), and score
            on the other
        no_forms: score tags only, even with a lexicon
        name: name of the system, for tables (default: base, linear, neural)
        testset: name of the pairs, for tables (default: their file names)
        errors (TSV): write words with errors here
        bootstrap: resamples of the intervals
        seed: seed of the resampling
        output (SCORES.json): the scores
    """
    from cdaflow.agreement import report as reports

    if method.log_alpha is not None and (tune or tune_half):
        raise ConfigError(
            "log-alpha.given-or-chosen",
            "--log-alpha excludes --tune and --tune-half",
        )
    if method.method_file is not None and (tune or tune_half):
        raise ConfigError(
            "log-alpha.chosen-and-in-method-file",
            "--tune and --tune-half exclude --method-file, which already sets log alpha",
        )
    set_threads(threads)
    used = method.pipeline(load_model(model, lang), lexicon.words(lang))
    report, judged = reports.evaluate(
        used,
        pairs,
        basis=changes,
        nouns=nouns,
        tune=tune,
        halves=tune_half,
        forms=used.words is not None and not no_forms,
        name=name,
        testset=testset,
        bootstrap=bootstrap,
        seed=seed,
    )
    write_json(output, report)
    if errors is not None:
        write_lines(errors, tsv_lines(reports.ERROR_COLUMNS, reports.error_rows(judged)))
    print(reports.summary(report), end="")


@exclusive("trees", "text")
@exclusive("noun", "target_genders", required=True)
def apply(
    *,
    lang: Language,
    model: ModelName,
    trees: Input = "-",
    text: Normalised | None = None,
    models: Annotated[Folder | None, Value(former="annotator")] = None,
    noun: Sequence[Normalised] = (),
    target_genders: Path | None = None,
    show: Literal["trees", "words", "text"] = "trees",
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    output: Output = "-",
) -> str | None:
    """Change the gender of nouns in trees.

    The gender of nouns is set, and the words that change with them are found. The trees get new
    FEATS, the changed words marked in MISC (Changed=Yes), for `cdaflow inflect trees`; or, with a
    lexicon, the sentences are rewritten.

    Args:
        trees (CONLLU): default: -, the standard input
        text (SENTENCE): a sentence in place of trees
        models: models that parse --text
        noun (WORD[=GENDER]): words to set, by form or id, such as ingeniero=Fem; without a gender,
            or with *, each gender: one result for every combination
        target_genders (TSV): a table with the columns sent_id, word (its id) and gender (* for
            each)
        show: trees; a table of the changed words; or, with a lexicon, the sentences (uncertain ones
            are left out and reported)
        output: default: standard output

    Try a sentence: cdaflow agreement apply --lang es --model es.npz --text "El ingeniero es muy
    experto." --models MODELS --noun ingeniero --show words
    """
    from cdaflow.agreement import application

    set_threads(threads)
    pipeline = method.pipeline(load_model(model, lang), lexicon.words(lang))
    if show == "text" and pipeline.words is None:
        raise ConfigError(
            "lexicon.missing",
            "writing sentences requires a lexicon",
            hint="give --word-list, --treebank or --lexicon",
        )
    sentences = _sentences(trees, text, models, lang, threads)
    seen = [0, 0]
    requests = _requests(sentences, noun, target_genders, lang, pipeline, seen)
    results = application.apply(requests, pipeline)
    lines = {"trees": _tree_lines, "words": _word_lines, "text": _text_lines}[show](
        results, pipeline
    )
    if output == "-":
        for line in lines:
            sys.stdout.buffer.write(line.encode())
        sys.stdout.buffer.flush()
    else:
        with atomic_text(output) as handle:
            handle.writelines(lines)
    if not seen[1]:
        raise InputError(
            "request.nothing-in-sentences",
            f"no intervention is requested for any of the {seen[0]} sentences",
            hint="nouns are named as they are written in the sentences; tables name sent_ids",
        )
    return None if output == "-" else f"{output}: {seen[1]} of {seen[0]} sentences"


def _sentences(
    trees: str, text: str | None, models: Path | None, language: str, threads: int
) -> Iterator[Sentence]:
    if text is None:
        if trees != "-":
            yield from read_conllu(trees)
        else:
            yield from parse_conllu((line for line in sys.stdin), "standard input")
        return
    if models is None:
        raise ConfigError(
            "option.text-without-annotator",
            "--text requires --models, the models that annotate it",
        )
    yield from annotate([("1", text)], load_annotator(models, language, threads=threads))


def _requests(
    sentences: Iterator[Sentence],
    words: Sequence[str],
    table: Path | None,
    language: str,
    pipeline: InterventionPipeline,
    seen: list[int],
) -> Iterator[InterventionRequest]:
    """Yield the requests; `seen`: counts sentences, and those of which something is asked."""
    from cdaflow.agreement.application import (
        Noun,
        read_target_genders,
        requests_for_nouns,
        requests_from_table,
    )

    genders = sorted(get(language).genders)
    nouns = [Noun.parse(text) for text in words]
    target_genders = {} if table is None else read_target_genders(table)
    for sentence in sentences:
        is_asked = nouns or sentence.sent_id in target_genders
        repaired = pipeline.prepare_trees([sentence])[0] if is_asked else sentence
        requests = (
            requests_for_nouns(sentence, nouns, genders, repaired)
            if nouns
            else requests_from_table(sentence, target_genders, genders, repaired)
        )
        seen[0] += 1
        seen[1] += bool(requests)
        yield from requests


def _tree_lines(results: Iterator[Applied], _: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_tree, numbered

    for number, request, result in numbered(results):
        yield format_sentence(changed_tree(request, result, number))


def _word_lines(results: Iterator[Applied], _: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_words, numbered

    yield "sent_id\tresult\tword\tform\tupos\told\tnew\n"
    for number, request, result in numbered(results):
        for token, old, new in changed_words(request, result):
            cells = (request.sentence.sent_id or "", str(number or 1), str(token.id), token.form,
                     token.upos, old, new)  # fmt: skip
            yield "\t".join(cells) + "\n"


def _text_lines(results: Iterator[Applied], pipeline: InterventionPipeline) -> Iterator[str]:
    for request, result in results:
        assert pipeline.words is not None  # noqa: S101 (checked above)
        (realised,) = pipeline.words.realise(
            [result.sentence], [result.changes], check=pipeline.checks
        )
        if realised.rejection is not None:
            _, why = realised.rejection
            say(f"{request.sentence.sent_id or request.sentence.text}: {why}")
        else:
            yield realised.sentence.text + "\n"
