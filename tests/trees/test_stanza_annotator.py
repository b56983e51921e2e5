"""Tests for cdaflow.trees.stanza_annotator: against Stanza's own pipeline, one text at a time.

The models are those in the folder that CDAFLOW_MODELS names (`es/tokenize/default.pt`, ...).
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cdaflow.trees import Sentence
from cdaflow.trees.annotate import annotate, load_annotator
from cdaflow.trees.conllu import format_sentence, parse_block, write_conllu
from cdaflow.trees.evaluation import evaluate_models
from cdaflow.trees.models import write_description
from cdaflow.trees.sentence import pack
from cdaflow.trees.stanza.pipeline import open_pipeline
from cdaflow.trees.stanza_annotator import StanzaAnnotator, open_annotator

from ..errors import raises

MODELS = os.environ.get("CDAFLOW_MODELS")
needs_models = pytest.mark.skipif(
    MODELS is None, reason="CDAFLOW_MODELS does not name a folder of Stanza models"
)

TEXTS = {
    "es": [
        "La doctora habló con el enfermero del hospital.",
        "Dámelo ahora mismo, por favor.",
        "¿Quién es? Soy yo. ¡Abre la puerta!",
        "Mi hermano y mi hermana fueron al parque, pero no vieron nada.",
        "Escríbeme a ana.perez@ejemplo.es o mira https://ejemplo.es/a?b=c hoy",
        "El 12,5 % de 1.500 personas, unas tres en cada una...",
        "Los ingenieros que diseñaron el puente dijeron que era seguro.",
        "no",
    ],
    "en": [
        "The doctor couldn't find her notes.",
        "I don't know. Do you? She does!",
        "They're gonna be late, aren't they?",
        "The nurse who called said that he'd left.",
    ],
    "fr": [
        "L'infirmière n'a pas vu le médecin du service.",
        "Il y a 10 000 habitants aujourd'hui.",
    ],
    "it": ["Dimmelo: l'amica della dottoressa è arrivata?", "Nell'ospedale c'erano due medici."],
}

ODD = [
    "...",
    "?!?!?! !!!??",
    "😀 👩‍🔬 🏳️‍🌈!",
    "\u200fשלום\u200e мир\u202e 字 字典",
    "a\tb  c \u00a0 d\u2028e ",
    "   al principio",
    "x" * 400 + " y",
    "| \\ _ # = 1\t2",
    "del",
    "A",
    "¿",
    "palabra " * 150,
]


@pytest.fixture(scope="module")
def annotators() -> dict[str, StanzaAnnotator]:
    """Return the annotator of each language."""
    return {language: open_annotator(str(MODELS), language) for language in TEXTS}


def rows_of_stanza(document: Any) -> list[list[Any]]:
    (sentence,) = document.sentences
    rows = [
        [
            *(word.text, word.lemma or "_", word.upos, word.xpos or "_"),
            # Stanza sorts capitals first, UD does not.
            *(set((word.feats or "_").split("|")), word.head, word.deprel),
        ]
        for word in sentence.words
    ]
    spans = [[list(token.id), token.text] for token in sentence.tokens if len(token.id) > 1]
    return [*rows, *spans]


def rows_of(sentence: Sentence) -> list[list[Any]]:
    rows = [
        [
            *(token.form, token.lemma, token.upos, token.xpos),
            *(set(pack(token.feats).split("|")), token.head, token.deprel),
        ]
        for token in sentence.tokens
    ]
    return [*rows, *([[m.start, m.end], m.form] for m in sentence.multiwords)]


@needs_models
@pytest.mark.parametrize("language", sorted(TEXTS))
def test_trees_are_those_of_the_plain_pipeline(
    language: str, annotators: dict[str, StanzaAnnotator]
) -> None:
    plain = open_pipeline(str(MODELS), language, "cpu", 1)
    trees = annotators[language].annotate(TEXTS[language])
    for text, tree in zip(TEXTS[language], trees, strict=True):
        assert rows_of(tree) == rows_of_stanza(plain(text))
        assert tree.text == text
    if language != "en":
        assert any(tree.multiwords for tree in trees)


@needs_models
@pytest.mark.parametrize("language", sorted(TEXTS))
def test_given_words_stay_and_are_tagged_as_by_the_plain_pipeline(
    language: str, annotators: dict[str, StanzaAnnotator]
) -> None:
    import stanza

    plain = stanza.Pipeline(
        language, dir=str(MODELS), processors="tokenize,pos,lemma,depparse", package=None,
        download_method=None, allow_unknown_language=True, tokenize_pretokenized=True,
        device="cpu", verbose=False,
    )  # fmt: skip
    given = annotators[language].annotate(TEXTS[language])
    # Nothing but the words is looked at.
    bare = [
        replace(
            tree,
            comments=("sent_id = 1",),
            tokens=tuple(t.changed(upos="X", lemma="_", feats={}, head=0) for t in tree.tokens),
        )
        for tree in given
    ]
    trees = annotators[language].annotate_words([Sentence(()), *bare])
    assert trees.pop(0) == Sentence(())
    documents = [plain([[token.form for token in tree.tokens]]) for tree in given]
    for tree, before, document in zip(trees, given, documents, strict=True):
        assert rows_of(replace(tree, multiwords=())) == rows_of_stanza(document)
        assert (tree.text, tree.multiwords) == (before.text, before.multiwords)
        assert tree.comments == ("sent_id = 1",)


@needs_models
def test_a_folder_in_stanzas_own_layout_is_scored(tmp_path: Path) -> None:
    """Models under the names of their packages, and a list that says which belong together."""
    packages = {}
    known: dict[str, Any] = {"lang_name": "Spanish"}
    for name in ("tokenize", "mwt", "pos", "lemma", "depparse"):
        (tmp_path / "es" / name).mkdir(parents=True)
        shutil.copy(f"{MODELS}/es/{name}/default.pt", tmp_path / "es" / name / f"{name}_gsd.pt")
        known[name] = {f"{name}_gsd": {"md5": ""}}
        packages[name] = f"{name}_gsd"
    known["packages"] = {"default": packages}
    (tmp_path / "resources.json").write_text(json.dumps({"es": known}))
    gold = tmp_path / "es_gold.conllu"
    texts = ((str(number), text) for number, text in enumerate(TEXTS["es"], 1))
    write_conllu(gold, annotate(texts, open_annotator(str(MODELS), "es")))
    report = evaluate_models(tmp_path, "es", gold)
    assert report["annotator"] == tmp_path.name
    for words in ("gold", "raw"):
        assert {score["f1"] for score in report["words"][words].values()} == {100}, words


@needs_models
def test_odd_texts_give_one_tree_each_that_can_be_written(
    annotators: dict[str, StanzaAnnotator],
) -> None:
    annotator = annotators["es"]
    plain = open_pipeline(str(MODELS), "es", "cpu", 1)
    for text, tree in zip(ODD, annotator.annotate(ODD), strict=True):
        assert tree.text == text
        assert parse_block(format_sentence(tree)) == tree
        assert "<UNK>" not in format_sentence(tree)
        words = [word.text for word in plain(text).sentences[0].words]
        assert len(tree.tokens) == len(words)
        if "<UNK>" not in words:
            heads = [[row[5], row[6]] for row in rows_of_stanza(plain(text)) if len(row) > 2]
            assert [[token.head, token.deprel] for token in tree.tokens] == heads


@needs_models
def test_a_word_too_long_for_the_models_keeps_its_form(
    annotators: dict[str, StanzaAnnotator],
) -> None:
    (tree,) = annotators["es"].annotate(["La " + "x" * 400 + " es larga."])
    long = tree.tokens[1]
    assert long.form == long.lemma == "x" * 400


@needs_models
def test_a_typographic_apostrophe_parts_words_in_english(
    annotators: dict[str, StanzaAnnotator],
) -> None:
    text = "The teacher’s book."
    (tree,) = annotators["en"].annotate([text])
    assert tree.text == text
    assert [token.form for token in tree.tokens][1:3] == ["teacher", "'s"]


@needs_models
def test_a_text_has_the_same_tree_whatever_stands_beside_it(
    annotators: dict[str, StanzaAnnotator],
) -> None:
    annotator = annotators["es"]
    texts = [*TEXTS["es"], *ODD]
    together = annotator.annotate(texts)
    assert annotator.annotate(texts[::-1])[::-1] == together
    assert [annotator.annotate([text])[0] for text in texts] == together
    assert annotator.annotate([]) == []
    assert annotator.annotate([" ", "no", "\t"])[1] == together[7]


@needs_models
def test_stanzas_own_ways_give_the_same_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = open_annotator(str(MODELS), "es").annotate(TEXTS["es"])
    # A parser that is not the usual one goes through Stanza's own processor, and characters of
    # which the features depend on their neighbours through Stanza's own data set.
    monkeypatch.setattr("cdaflow.trees.stanza.graph.GraphParser", int)
    monkeypatch.setattr("cdaflow.trees.stanza.words._POSITIONAL", ())
    assert open_annotator(str(MODELS), "es").annotate(TEXTS["es"]) == usual


@needs_models
def test_constraints_on_heads_are_resolved_as_stanza_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import stanza

    made = stanza.Pipeline

    def constrained(*arguments: Any, **options: Any) -> Any:
        return made(*arguments, **options, depparse_resolve_head_constraints=True)

    # With two subjects or two objects to a verb, again and again.
    texts = [
        "María Juan Pedro come pan queso vino agua.",
        "Ella él nosotros vemos la casa el perro los niños la luna.",
        "Yo tú él comemos manzanas peras uvas.",
        "El perro el gato la niña corre salta come.",
    ]
    usual = open_annotator(str(MODELS), "es").annotate(texts)
    monkeypatch.setattr(stanza, "Pipeline", constrained)
    plain = open_pipeline(str(MODELS), "es", "cpu", 1)
    assert plain.processors["depparse"].config["resolve_head_constraints"] is True
    trees = open_annotator(str(MODELS), "es").annotate(texts)
    assert trees != usual
    assert [rows_of(tree) for tree in trees] == [rows_of_stanza(plain(text)) for text in texts]


@needs_models
@pytest.mark.slow
def test_a_line_of_two_thousand_words_takes_bounded_memory(
    annotators: dict[str, StanzaAnnotator],
) -> None:
    import resource

    text = " ".join(f"La niña {number} come pan con su hermano ." for number in range(230))
    assert len(text.split()) > 2000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (tree,) = annotate([("1", text)], annotators["es"])
    assert tree.text == text
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000  # kB


# Folders


@needs_models
def test_the_digest_is_of_the_files_and_costs_no_loading(tmp_path: Path) -> None:
    shutil.copytree(Path(str(MODELS)) / "es", tmp_path / "es")
    annotator = open_annotator(tmp_path, "es")
    assert annotator.digest == open_annotator(str(MODELS), "es").digest
    assert annotator.language == "es"
    path = tmp_path / "es" / "pos" / "default.pt"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert open_annotator(tmp_path, "es").digest != annotator.digest


@needs_models
def test_a_folder_is_of_its_back_end_and_language(tmp_path: Path) -> None:
    shutil.copytree(Path(str(MODELS)) / "es", tmp_path / "es")
    assert isinstance(load_annotator(tmp_path, "es"), StanzaAnnotator)
    about = {"format": 1, "backend": "stanza", "language": "es"}
    (tmp_path / "annotator.json").write_text(json.dumps(about))
    assert isinstance(load_annotator(tmp_path, "es"), StanzaAnnotator)
    with raises("annotator.other-language", "'es'", "'fr'"):
        load_annotator(tmp_path, "fr")
    (tmp_path / "annotator.json").write_text(json.dumps({**about, "backend": "other"}))
    with raises("annotator.unknown-backend", "'other'"):
        load_annotator(tmp_path, "es")


def test_the_folder_of_all_trained_annotators(tmp_path: Path) -> None:
    """The workflow trains into LANGUAGE/RECIPE; a translation takes models of two languages."""
    for language in ("en", "es"):
        home = tmp_path / language / "small"
        for name in ("tokenize", "pos", "lemma", "depparse"):
            (home / language / name).mkdir(parents=True)
            (home / language / name / "default.pt").write_bytes(b"")
        write_description(home, {"backend": "stanza", "language": language, "versions": {}})
    for language in ("en", "es"):
        assert load_annotator(tmp_path, language).language == language
        assert load_annotator(tmp_path / language / "small", language).language == language
    (tmp_path / "es/tiny").mkdir()
    write_description(tmp_path / "es/tiny", {"backend": "stanza", "language": "es", "versions": {}})
    with raises("annotator.several-recipes", "small, tiny"):
        load_annotator(tmp_path, "es")


def test_what_is_no_folder_of_models_is_told(tmp_path: Path) -> None:
    with raises("model-folder.missing"):
        load_annotator(tmp_path / "absent", "es")
    with raises("stanza.models-missing"):
        load_annotator(tmp_path, "es")
    (tmp_path / "annotator.json").write_text("{")
    with raises("json.malformed"):
        load_annotator(tmp_path, "es")
    (tmp_path / "annotator.json").write_text('{"format": 2}')
    with raises("annotator.other-format", "1"):
        load_annotator(tmp_path, "es")


class _Attack:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (os.environ["ATTACKED"],)


def test_a_model_file_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTACKED", str(tmp_path / "attacked"))
    for name in ("tokenize", "pos", "lemma", "depparse"):
        (tmp_path / "es" / name).mkdir(parents=True)
        (tmp_path / "es" / name / "default.pt").write_bytes(pickle.dumps(_Attack(), protocol=2))
    (tmp_path / "resources.json").write_text("{}")
    with raises("stanza.models-not-loadable", "es") as caught:
        open_annotator(tmp_path, "es").annotate(["Hola."])
    assert "\n" not in caught.value.problem
    assert not (tmp_path / "attacked").exists()


@pytest.mark.parametrize("text", ["version https://git-lfs.github.com/spec/v1\n", "<html>\n"])
def test_a_model_that_did_not_come_is_named(tmp_path: Path, text: str) -> None:
    for name in ("tokenize", "pos", "lemma", "depparse"):
        (tmp_path / "es" / name).mkdir(parents=True)
        (tmp_path / "es" / name / "default.pt").write_text(text)
    with raises("file.other-kind") as caught:
        open_annotator(tmp_path, "es").annotate(["Hola."])
    assert str(caught.value.file).endswith("default.pt")


def test_a_gpu_that_is_not_there_is_told(tmp_path: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with raises("device.no-gpu"):
        open_pipeline(tmp_path, "es", "cuda", 1)
