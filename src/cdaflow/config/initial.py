"""A first configuration: the best known recipe, for a model, languages and text of the user.

The recipe itself is best.yaml, beside this module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cdaflow.config.corrected import CORPUS, MONOLINGUAL
from cdaflow.datasets import kinds
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.size import estimate_lines
from cdaflow.io.yaml_files import read_yaml
from cdaflow.option_types import Folder, Normalised, Target
from cdaflow.scoring.geneval_rows import find_testset

#: Number of pairs held out of a corpus for a test set, and of all corpora for development: at most
#: these, and at most a tenth of the corpus.
_TEST, _DEV = 2000, 1000

#: The share of sentences that are well-formed without a gendered pronoun, at least (of news and
#: debates it is .8); more are not sampled.
_ORDINARY = 0.6

#: Files that hold both sides of a corpus, by what their names end in (before .gz and the like).
_WHOLE_FILES = ("tsv", "tmx")

_ROLES = ("train", "dev", "test")


@dataclass(frozen=True)
class Options:
    """Model, languages and text that the configuration is for; {lang} in a path is each language.

    Attributes:
        lang: target languages
        corpus: parallel text: two aligned files, English first, or one table (.tsv) or TMX file;
            any number of such corpora, one after another; not needed with --model and --english
        model (MODEL): your model, a folder or a file of Marian's (default: a base is trained from
            scratch on the corpora)
        test: parallel text to measure BLEU on, as --corpus (default: pairs held out of the first
            corpus)
        english: English text of a sentence a line, one or more files, which your model translates:
            training text that keeps it from forgetting
        english_tokens: the text of --english is tokenised, as old files of WMT and Europarl are
        persons: English text about persons, such as news, one or more files: from it come the
            sentences about one person, and those for self-training (default: --english)
        challenge: the files of WinoMT: en.txt, en_pro.txt, en_anti.txt, or the first alone, with
            the others beside it (default: fetched)
        geneval: the folder of MT-GenEval
        treebanks (LANG=FILE): CoNLL-U files, one with -dev- in its name to validate on. Agreement
            is learned from those of the target languages; with those of English the models of trees
            are trained, too (default: published models of Stanza)
        wordlists: the folder of the word lists
    """

    lang: Sequence[Target]
    corpus: Sequence[Normalised] = ()
    model: Normalised | None = None
    test: Sequence[Normalised] = ()
    english: Sequence[Normalised] = ()
    english_tokens: bool = False
    persons: Sequence[Normalised] = ()
    challenge: Sequence[Normalised] = ()
    geneval: Normalised | None = None
    treebanks: Sequence[Normalised] = ()
    wordlists: Folder | None = None


@dataclass(frozen=True)
class Initial:
    """A configuration, and what of the recipe is not in it: (name, reason)."""

    config: Mapping[str, Any]
    left_out: Sequence[tuple[str, str]]


def initial_config(options: Options) -> Initial:
    """Return the configuration of the best known recipe for these files.

    Raises ConfigError where options do not go together; files that are absent are reported by
    `load_config`.
    """
    best = _read_best()
    placeholders = {
        "model": options.model or "",
        "recipe": best["recipes"]["firefox" if _is_firefox(options) else "other"],
    }
    sections = _filled(best["sections"], placeholders)
    left_out: list[tuple[str, str]] = []
    datasets = sections.pop("datasets")
    systems = {"base": _filled(best["own" if options.model else "trained"], placeholders)}
    repaired = sections.pop("systems")
    monolingual = _monolingual(options)
    if not monolingual:
        sections.pop("gfst", None)
    for name, dataset in list(datasets.items()):
        reason = _obstacle(dataset, options.lang)
        if not monolingual and "gfst" in dataset:
            reason = "it is made of English text: give --persons"
        if not monolingual and dataset.get("corrected", {}).get("text") == MONOLINGUAL:
            dataset["corrected"]["text"] = CORPUS
        if reason:
            del datasets[name]
            left_out.append((name, reason))
    for name, system in repaired.items():
        data = {key: weight for key, weight in system["data"].items() if key in datasets}
        if data:
            systems[name] = {**system, "data": data}
    if len(systems) == 1:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in left_out)
        raise ConfigError(
            "dataset.none-possible", f"none of the recipe's data sets can be made: {reasons}"
        )
    if "agreement" in sections:
        sections |= _trees(options, sections.pop("agreement"))
    corpora, pairs = _corpora(options, best["english"])
    if pairs and "ordinary" in datasets:
        random = datasets["ordinary"]["random"]
        random["size"] = min(random["size"], max(1, int(pairs * _ORDINARY)))
    head: dict[str, Any] = {"languages": list(options.lang)}
    if options.wordlists:
        head["wordlists"] = str(options.wordlists)
    first = ("annotators", "agreement", "counterfactual")
    config = {
        **head,
        "corpora": corpora,
        "challenge": _challenge(options.challenge),
        **monolingual,
        **({"geneval": _geneval(options.geneval, options.lang)} if options.geneval else {}),
        **{key: sections.pop(key) for key in first if key in sections},
        "datasets": datasets,
        **sections,
        "systems": systems,
    }
    if options.english and not options.model:
        left_out.append(("--english", "a base that is trained here translates nothing before"))
    return Initial(config, left_out)


def _is_firefox(options: Options) -> bool:
    """Return whether the model is a folder of Firefox, or one that the workflow fetches."""
    from cdaflow.config.systems import fetched_firefox
    from cdaflow.nmt.bergamot import is_quantised

    if options.model is None:
        return False
    model = options.model.replace("{lang}", options.lang[0])
    return bool(fetched_firefox(model)) or any(map(is_quantised, Path(model).glob("*")))


def _read_best() -> Any:
    return read_yaml(Path(__file__).with_name("best.yaml"))


def _filled(value: Any, placeholders: Mapping[str, str]) -> Any:
    """Return a value with what its texts name in braces."""
    if isinstance(value, Mapping):
        return {key: _filled(below, placeholders) for key, below in value.items()}
    if isinstance(value, list):
        return [_filled(below, placeholders) for below in value]
    if isinstance(value, str):
        for name, text in placeholders.items():
            value = value.replace(f"{{{name}}}", text)
    return value


def _obstacle(dataset: Mapping[str, Any], languages: Sequence[str]) -> str:
    """Return why a data set cannot be made in the languages, "" where it can."""
    ((kind, settings),) = dataset.items()
    section = kinds().get(kind)
    check = getattr(section(**settings), "check_language", None) if section else None
    if check is None:
        return ""
    for language in languages:
        try:
            check(language)
        except ConfigError as error:
            return error.problem
    return ""


def _corpora(options: Options, english: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the parallel text, and about how many pairs it trains on (0: the files are absent).

    `english`: the corpus that English text becomes.
    """
    train = _corpus_list(options.corpus, "--corpus")
    sizes = [_size(corpus, options.lang[0]) for corpus in train]
    if options.test:
        test: dict[str, Any] = {
            _identifier(corpus["name"]): [corpus] for corpus in _corpus_list(options.test, "--test")
        }
    elif train:
        first = train[0]["name"]
        held_out = max(1, min(_TEST, sizes[0] // 10))
        test = {f"{_identifier(first)}-test": {"held_out": held_out, "of": first}}
    else:
        raise ConfigError(
            "testset.missing",
            "no parallel text to measure BLEU on",
            hint="give --test a.en a.pt, or --corpus",
        )
    if options.english and options.model:
        lines = sum(_size({"text": path}, options.lang[0]) for path in options.english)
        sizes.append(min(lines, english["by"]["max"]))
        tokens = {"detokenize": True} if options.english_tokens else {}
        train.append({**english, "text": list(options.english), **tokens})
    if not train:
        raise ConfigError(
            "training-text.missing",
            "no training text",
            hint="give --corpus FILES, or --english FILE for a model (--model) to translate",
        )
    dev = {"held_out": max(1, min(_DEV, sum(sizes) // 10))}
    return {"train": train, "dev": dev, "test": test}, sum(sizes)


def _monolingual(options: Options) -> dict[str, Any]:
    """Return the section of English text about persons, none where there is no such text."""
    files = options.persons or options.english
    tokens = {"detokenize": True} if options.english_tokens and not options.persons else {}
    source = [
        {"name": f"persons-{number}", "text": path, **tokens}
        for number, path in enumerate(files, start=1)
    ]
    return {"monolingual": {"source": source}} if source else {}


def _corpus_list(paths: Sequence[str], option: str) -> list[dict[str, Any]]:
    """Return the corpora of a list of files, each with a name of its own."""
    corpora: list[dict[str, Any]] = []
    rest = list(paths)
    while rest:
        path = rest.pop(0)
        kind = _kind(path)
        if kind:
            corpus = {kind: path}
        elif rest and not _kind(rest[0]):
            corpus = {"source": path, "target": rest.pop(0)}
        else:
            raise ConfigError(
                "corpus.other-side-missing",
                f"{option} {path}: the file of the other language is missing",
                hint=f"give two aligned files, English first, or one of {', '.join(_WHOLE_FILES)}",
            )
        names = {other["name"] for other in corpora}
        name = re.sub(r"[^A-Za-z0-9_-]", "", Path(path).name.partition(".")[0]).strip("_-")
        number = len(corpora) + 1
        corpora.append(
            {"name": name if name and name not in names else f"corpus{number}", **corpus}
        )
    return corpora


def _kind(path: str) -> str:
    suffixes = [suffix.lstrip(".").lower() for suffix in Path(path).suffixes[-2:]]
    return next((kind for kind in _WHOLE_FILES if kind in suffixes), "")


def _identifier(name: str) -> str:
    """Return the name of a corpus as one of a test set, which has no full stops."""
    return name.replace(".", "-")


def _size(corpus: Mapping[str, str], language: str) -> int:
    """Return the approximate number of pairs of a corpus; 0 where its file is absent."""
    path = next(value for key, value in corpus.items() if key != "name")
    path = path.replace("{lang}", language)
    return estimate_lines(path) if Path(path).is_file() else 0


def _challenge(paths: Sequence[str]) -> dict[str, Any]:
    """Return the section of WinoMT: its three files, or that it is fetched."""
    if not paths:
        return {"fetch": True}
    if len(paths) not in (1, 3):
        raise ConfigError(
            "challenge.file-count",
            f"--challenge got {len(paths)} files, expected 1 or 3",
            hint="give en.txt alone, with en_pro.txt and en_anti.txt in the same folder, or all "
            "three files",
        )
    if len(paths) == 1:
        path = Path(paths[0])
        paths = [str(path.with_stem(path.stem + half)) for half in ("", "_pro", "_anti")]
    return dict(zip(("sentences", "pro", "anti"), paths, strict=True))


def _geneval(folder: str, languages: Sequence[str]) -> dict[str, str]:
    """Return the section of MT-GenEval: its test part, or that to tune on where it is all there."""
    splits: tuple[Literal["test", "dev"], ...] = ("test", "dev")
    for split in splits:
        try:
            for language in languages:
                find_testset(folder.replace("{lang}", language), language, split=split)
        except InputError:
            continue
        return {"data": folder, **({"split": split} if split == "dev" else {})}
    return {"data": folder}


def _trees(options: Options, agreement: Mapping[str, Any]) -> dict[str, Any]:
    """Return what makes trees, and what learns agreement from them."""
    treebanks = _treebanks(options)
    learned = {
        role: {lang: by_role[role] for lang, by_role in treebanks.items() if lang != "en"}
        for role in ("train", "dev")
    }
    for language in options.lang:
        if language not in treebanks:
            raise ConfigError(
                "treebank.none-for-language",
                f"agreement in {language!r} is learned from a treebank, but none is given",
                hint=f"give --treebanks {language}=TRAIN.conllu {language}=DEV.conllu; treebanks "
                "are at https://universaldependencies.org",
            )
    annotators: dict[str, Any] = {"models": "fetch"}
    if "en" in treebanks:
        by_language = {language: treebanks[language] for language in ("en", *options.lang)}
        train, dev = (
            {language: files[role] for language, files in by_language.items() if role in files}
            for role in ("train", "dev")
        )
        annotators = {"treebanks": {"train": train, "dev": dev}}
    section = {**agreement, "treebanks": learned}
    if options.geneval:
        section["pairs"] = {"geneval": {"geneval": options.geneval, "split": "dev"}}
    return {"annotators": annotators, "agreement": section}


def _treebanks(options: Options) -> dict[str, dict[str, Any]]:
    """Return the treebanks by language and role: lists of files to train on, one to validate on."""
    treebanks: dict[str, dict[str, Any]] = {}
    for text in options.treebanks:
        language, equals, path = text.partition("=")
        if not equals and len(options.lang) == 1:
            language, path = options.lang[0], text
        if language not in ("en", *options.lang) or not path:
            raise ConfigError(
                "treebank.language-unknown",
                f"--treebanks {text}: cannot tell the language of the file",
                hint=f"write LANG=FILE, LANG one of en, {', '.join(options.lang)}",
            )
        words = re.split(r"[^a-z]+", Path(path).name.lower())
        role = next((role for role in _ROLES if role in words), "train")
        by_role = treebanks.setdefault(language, {"train": []})
        if role == "train":
            by_role["train"].append(path)
        else:
            by_role[role] = path
    for language, by_role in treebanks.items():
        for role in ("train", "dev") if language != "en" else ("train",):
            if not by_role.get(role):
                raise ConfigError(
                    "treebank.role-missing",
                    f"--treebanks has no {role} file for {language!r}",
                    hint="file names show the role: en_ewt-ud-train.conllu, en_ewt-ud-dev.conllu",
                )
    return treebanks
