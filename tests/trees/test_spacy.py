"""The annotator of a tiny spaCy pipeline, which is trained on some sentences by spaCy itself."""

from __future__ import annotations

import importlib.metadata
import json
import pickle
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cdaflow.io.files import nfc
from cdaflow.trees import Sentence, read_conllu
from cdaflow.trees.annotate import load_annotator
from cdaflow.trees.conllu import format_sentence, parse_conllu
from cdaflow.trees.spacy import SpacyAnnotator, open_annotator

from ..errors import raises

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'cdaflow[spacy]'")

PEOPLE = {"médico": "Masc", "médica": "Fem", "abogado": "Masc", "abogada": "Fem"}


def sentence(person: str, gender: str, verb: str, lemma: str, mark: str) -> str:
    """Return "La médica de pueblo habla." as a tree."""
    article = "La" if gender == "Fem" else "El"
    rows = [
        f"1\t{article}\tel\tDET\tDET\tGender={gender}|Number=Sing\t2\tdet\t_\t_",
        f"2\t{person}\t{person[:-1]}o\tNOUN\tNOUN\tGender={gender}|Number=Sing\t5\tnsubj\t_\t_",
        "3\tde\tde\tADP\tADP\t_\t4\tcase\t_\t_",
        "4\tpueblo\tpueblo\tNOUN\tNOUN\tGender=Masc|Number=Sing\t2\tnmod\t_\t_",
        f"5\t{verb}\t{lemma}\tVERB\tVERB\tMood=Ind|Number=Sing\t0\troot\t_\tSpaceAfter=No",
        f"6\t{mark}\t{mark}\tPUNCT\tPUNCT\t_\t5\tpunct\t_\t_",
    ]
    return "\n".join(rows) + "\n\n"


TREES = list(
    parse_conllu(
        "".join(
            sentence(person, gender, verb, lemma, mark)
            for person, gender in PEOPLE.items()
            for verb, lemma in (("habla", "hablar"), ("come", "comer"), ("duerme", "dormir"))
            for mark in ".!"
        ).splitlines()
    )
)


def trained(folder: Path, subject: str = "nsubj") -> None:
    """Train a pipeline on TREES and write it; `subject`: what it calls a subject."""
    from spacy.tokens import Doc
    from spacy.training import Example
    from thinc.api import fix_random_seed

    fix_random_seed(1)
    nlp = spacy.blank("es")
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("trainable_lemmatizer")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    examples = []
    for tree in TREES:
        words = [token.form for token in tree.tokens]
        spaces = [token.space_after for token in tree.tokens]
        reference = Doc(
            nlp.vocab, words=words, spaces=spaces,
            pos=[token.upos for token in tree.tokens],
            morphs=["" if not token.feats else str(token.feats.raw) for token in tree.tokens],  # type: ignore[attr-defined]
            lemmas=[token.lemma for token in tree.tokens],
            heads=[(token.head or token.id) - 1 for token in tree.tokens],
            deps=[{"root": "ROOT", "nsubj": subject}.get(t.deprel, t.deprel) for t in tree.tokens],
        )  # fmt: skip
        examples.append(Example(Doc(nlp.vocab, words=words, spaces=spaces), reference))
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(12):
        nlp.update(examples, sgd=optimizer)
    nlp.to_disk(folder)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pipeline") / "es"
    trained(folder)
    return folder


@pytest.fixture(scope="module")
def annotator(pipeline: Path) -> SpacyAnnotator:
    return open_annotator(pipeline, "es")


def lines(trees: Sequence[Sentence]) -> list[str]:
    return [format_sentence(tree) for tree in trees]


def test_the_trees_of_a_tiny_grammar(annotator: SpacyAnnotator) -> None:
    bare = [Sentence(tuple(t.changed(xpos="_") for t in tree.tokens)) for tree in TREES]
    assert lines(annotator.annotate([tree.text for tree in TREES])) == lines(bare)


def test_given_words_stay(annotator: SpacyAnnotator) -> None:
    (split,) = parse_conllu(
        [
            "1-2\tDel" + "\t_" * 8,
            "1\tDe\t_\t_\t_\t_\t2\tdep\t_\t_",
            "2\tel\t_\t_\t_\t_\t0\troot\t_\t_",
        ]
    )
    found = annotator.annotate_words([*TREES, Sentence(()), split])
    assert found[-2] == Sentence(())
    assert [[t.form for t in tree.tokens] for tree in found[:-2]] == [
        [t.form for t in tree.tokens] for tree in TREES
    ]
    assert (found[-1].text, found[-1].multiwords) == ("Del", split.multiwords)
    assert [token.feats for token in found[0].tokens] == [t.feats for t in TREES[0].tokens]


ODD = [
    "🙂👩🏽‍⚕️ La médica 😀 habla.",
    "La\tmédica\thabla .",
    "  La   médica habla.  ",
    "...!!?",
    "¿",
    "שלום \u200fעולם\u200e \u202babc\u202c.",
    "La médica\u00a0habla\u3000.",
    "e\u0301tude \u0301 \u200b",
    "DEL pueblo AL pueblo|a\\b",
    "a_b # 1-2\t3.1",
    "http://example.org/?a=b|c correo@ejemplo.es",
    "x" * 5000,
    "palabra " * 2000 + ".",
    " ",
    "",
]


def test_the_text_comes_back_to_the_letter(annotator: SpacyAnnotator, tmp_path: Path) -> None:
    trees = annotator.annotate(ODD)
    # A text of blanks alone has no words to hang its blanks on.
    assert [tree.text for tree in trees] == [text if text.strip() else "" for text in ODD]
    for tree in trees:
        if tree.tokens:
            assert [token.head for token in tree.tokens].count(0) == 1
            assert all(token.head != token.id for token in tree.tokens)
            assert not any("|" in t.deprel or t.deprel == "ROOT" for t in tree.tokens)
    path = tmp_path / "trees.conllu"
    path.write_text("".join(lines([tree for tree in trees if tree.tokens])), encoding="utf-8")
    # Trees are read as NFC, whatever the annotator was given.
    assert [tree.text for tree in read_conllu(path)] == [nfc(t) for t in ODD if t.strip()]


def test_company_and_order_change_nothing(pipeline: Path, annotator: SpacyAnnotator) -> None:
    texts = ["La médica habla.", "El abogado de pueblo come!", *ODD[:10]]
    together = lines(annotator.annotate(texts))
    assert [line for text in texts for line in lines(annotator.annotate([text]))] == together
    assert lines(annotator.annotate(texts[::-1]))[::-1] == together
    again = open_annotator(pipeline, "es")
    assert lines(again.annotate(texts)) == together
    assert again.digest == annotator.digest
    assert annotator.annotate([]) == []


def test_the_digest_is_of_the_files(
    pipeline: Path, annotator: SpacyAnnotator, tmp_path: Path
) -> None:
    folder = tmp_path / "es"
    shutil.copytree(pipeline, folder)
    assert open_annotator(folder, "es").digest == annotator.digest
    (folder / "vocab" / "extra").write_text("x")
    assert open_annotator(folder, "es").digest != annotator.digest


@pytest.mark.parametrize("change", ["code", "spacy"])
def test_trees_of_other_code_or_packages_are_others(
    pipeline: Path, annotator: SpacyAnnotator, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    from cdaflow.trees import spacy as backend

    if change == "code":
        monkeypatch.setattr(backend, "source_digest", lambda name: f"edited {name}")
    else:
        known = importlib.metadata.version
        monkeypatch.setattr(
            importlib.metadata, "version", lambda name: "99" if name == change else known(name)
        )
    assert open_annotator(pipeline, "es").digest != annotator.digest


def test_a_folder_is_known_by_what_is_in_it(pipeline: Path, tmp_path: Path) -> None:
    """The folder that spaCy wrote, or that of an installed package."""
    assert isinstance(load_annotator(pipeline, "es"), SpacyAnnotator)
    package = tmp_path / "es_tiny"
    shutil.copytree(pipeline, package / "es_tiny-1.0")
    (package / "__init__.py").write_text("")
    assert load_annotator(package, "es").digest == open_annotator(pipeline, "es").digest
    with raises("annotator.other-language", "'es'", "'fr'"):
        load_annotator(package, "fr")


def test_what_cannot_be_used_is_refused(pipeline: Path, tmp_path: Path) -> None:
    with raises("spacy.no-pipeline"):
        open_annotator(tmp_path, "es")
    with raises("spacy.device-unsupported"):
        open_annotator(pipeline, "es", device="cuda")
    folder = tmp_path / "es"
    shutil.copytree(pipeline, folder)
    shutil.rmtree(folder / "parser")
    with raises("spacy.pipeline-not-loadable"):
        open_annotator(folder, "es")
    shutil.rmtree(folder)
    trained(folder, subject="nsubjpass")
    with raises("spacy.parser-without-ud", "nsubjpass"):
        open_annotator(folder, "es")
    spacy.blank("es").to_disk(folder)
    with raises("spacy.parser-without-ud"):
        open_annotator(folder, "es")


def test_models_that_an_older_cdaflow_trained_are_refused(pipeline: Path, tmp_path: Path) -> None:
    shutil.copytree(pipeline, tmp_path / "es" / "spacy")
    about = {"format": 1, "backend": "spacy", "language": "es"}
    (tmp_path / "es" / "annotator.json").write_text(json.dumps(about))
    with raises("annotator.unknown-backend", "'spacy'", "stanza"):
        load_annotator(tmp_path / "es", "es")


def test_nothing_is_unpickled(pipeline: Path, tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "touched",))

    for name in ("morphologizer/model", "tokenizer", "parser/moves", "trainable_lemmatizer/model"):
        folder = tmp_path / "es"
        shutil.copytree(pipeline, folder)
        (folder / name).write_bytes(pickle.dumps(Evil()))
        with raises("spacy.pipeline-not-loadable"):
            open_annotator(folder, "es")
        shutil.rmtree(folder)
    assert not (tmp_path / "touched").exists()
