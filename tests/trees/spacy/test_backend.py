"""spaCy trained from a treebank of some sentences, and what its annotator gives."""

from __future__ import annotations

import fcntl
import gzip
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import digest
from cdaflow.io.nfc import nfc
from cdaflow.trees import MultiwordToken, Sentence, read_conllu
from cdaflow.trees.conllu import format_sentence

pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'cdaflow[spacy]'")

from cdaflow.trees.job import Job, Machine
from cdaflow.trees.recipe import Recipe
from cdaflow.trees.spacy.backend import SpacyAnnotator, open_annotator
from cdaflow.trees.spacy.documents import example, spaces_after, tokens_of
from cdaflow.trees.spacy.pipeline import build_pipeline
from cdaflow.trees.spacy.settings import SETTINGS, check_settings
from cdaflow.trees.spacy.tokeniser import blank_pipeline, f1, fit_tokenizer, gold_spans, spans
from cdaflow.trees.spacy.training import train

PEOPLE = {"médico": "Masc", "médica": "Fem", "abogado": "Masc", "abogada": "Fem"}
RECIPE: dict[str, Any] = {
    "backend": "spacy",
    "data": {"dev_sentences": 4},
    "network": {"width": 32, "depth": 2, "rows": [500, 200, 200, 200], "min_action_freq": 1},
    "training": {
        "steps": 40, "batch_words": 60, "learn_rate": 0.01, "warmup_steps": 5, "eval_steps": 40,
    },
}  # fmt: skip


def sentence(person: str, gender: str, verb: str, lemma: str, mark: str) -> str:
    """Return "La médica del pueblo habla." as a tree."""
    article = "La" if gender == "Fem" else "El"
    root = person[:-1] + "o"
    rows = [
        f"1\t{article}\tel\tDET\t_\tGender={gender}|Number=Sing\t2\tdet\t_\t_",
        f"2\t{person}\t{root}\tNOUN\t_\tGender={gender}|Number=Sing\t6\tnsubj\t_\t_",
        "3-4\tdel\t_\t_\t_\t_\t_\t_\t_\t_",
        "3\tde\tde\tADP\t_\t_\t5\tcase\t_\t_",
        "4\tel\tel\tDET\t_\tGender=Masc|Number=Sing\t5\tdet\t_\t_",
        "5\tpueblo\tpueblo\tNOUN\t_\tGender=Masc|Number=Sing\t2\tnmod\t_\t_",
        f"6\t{verb}\t{lemma}\tVERB\t_\tMood=Ind|Number=Sing\t0\troot\t_\tSpaceAfter=No",
        f"7\t{mark}\t{mark}\tPUNCT\t_\t_\t6\tpunct\t_\t_",
    ]
    return "\n".join(rows) + "\n\n"


@pytest.fixture(scope="module")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("treebank") / "train.conllu"
    text = "".join(
        sentence(person, gender, verb, lemma, mark)
        for person, gender in PEOPLE.items()
        for verb, lemma in (("habla", "hablar"), ("come", "comer"), ("duerme", "dormir"))
        for mark in ".!"
    )
    path.write_text(text, encoding="utf-8")
    return path


def trained(treebank: Path, folder: Path, recipe: dict[str, Any] = RECIPE, **job: Any) -> None:
    """Train into `folder`."""
    plan = Recipe("test", Path("test.yaml"), "spacy", recipe)
    machine = Machine(device=job.pop("device", "cpu"))
    train(Job("es", plan, [treebank], seed=3, **job), machine, folder, f"{folder}.work")


@pytest.fixture(scope="module")
def model(treebank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model") / "es"
    trained(treebank, folder)
    return folder


@pytest.fixture(scope="module")
def annotator(model: Path) -> SpacyAnnotator:
    return open_annotator(model, "es")


def lines(trees: Sequence[Sentence]) -> list[str]:
    return [format_sentence(tree) for tree in trees]


def test_the_trees_of_a_tiny_grammar_are_learnt(treebank: Path, annotator: SpacyAnnotator) -> None:
    gold = list(read_conllu(treebank))
    assert lines(annotator.annotate([tree.text for tree in gold])) == lines(gold)


def test_given_words_stay(treebank: Path, annotator: SpacyAnnotator) -> None:
    gold = list(read_conllu(treebank))
    assert lines(annotator.annotate_words(gold)) == lines(gold)
    assert annotator.annotate_words([Sentence(())]) == [Sentence(())]


def test_a_multiword_token_covers_its_words(annotator: SpacyAnnotator) -> None:
    (tree,) = annotator.annotate(["Del pueblo."])
    assert tree.multiwords == (MultiwordToken(1, 2, "Del", tree.multiwords[0].misc),)
    assert [token.form for token in tree.tokens] == ["De", "el", "pueblo", "."]


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


def test_the_text_comes_back_to_the_letter(annotator: SpacyAnnotator) -> None:
    trees = annotator.annotate(ODD)
    # A text of blanks alone has no words to hang its blanks on.
    assert [tree.text for tree in trees] == [text if text.strip() else "" for text in ODD]
    for tree in trees:
        if tree.tokens:
            assert [token.head for token in tree.tokens].count(0) == 1
            assert all(token.head != token.id for token in tree.tokens)
            assert not any("|" in t.deprel or t.deprel == "ROOT" for t in tree.tokens)


def test_odd_texts_pass_through_conllu(annotator: SpacyAnnotator, tmp_path: Path) -> None:
    trees = [tree for tree in annotator.annotate(ODD) if tree.tokens]
    path = tmp_path / "trees.conllu"
    path.write_text("".join(lines(trees)), encoding="utf-8")
    # Trees are read as NFC, whatever the annotator was given.
    assert [tree.text for tree in read_conllu(path)] == [nfc(t) for t in ODD if t.strip()]


def test_company_and_order_change_nothing(model: Path, annotator: SpacyAnnotator) -> None:
    texts = ["La médica habla.", "El abogado del pueblo come!", *ODD[:10]]
    together = lines(annotator.annotate(texts))
    assert [line for text in texts for line in lines(annotator.annotate([text]))] == together
    assert lines(annotator.annotate(texts[::-1]))[::-1] == together
    again = open_annotator(model, "es")
    assert lines(again.annotate(texts)) == together
    assert again.digest == annotator.digest
    assert annotator.annotate([]) == []


@pytest.mark.slow
def test_the_same_seed_gives_the_same_trees(
    treebank: Path, annotator: SpacyAnnotator, tmp_path: Path
) -> None:
    trained(treebank, tmp_path / "es")
    again = open_annotator(tmp_path / "es", "es")
    texts = ["La abogada del médico duerme!", "¿Quién habla del pueblo?"]
    assert lines(again.annotate(texts)) == lines(annotator.annotate(texts))


def test_the_digest_heeds_table_and_models(
    model: Path, annotator: SpacyAnnotator, tmp_path: Path
) -> None:
    for name in ("multiwords.tsv", "spacy/vocab/lookups.bin"):
        folder = tmp_path / name.replace("/", "-")
        shutil.copytree(model, folder)
        assert open_annotator(folder, "es").digest == annotator.digest
        if name == "multiwords.tsv":
            with open(folder / name, "a", encoding="utf-8") as handle:
                handle.write("word\tal\ta el\t1\t0\n")
        else:
            (folder / "spacy" / "extra").write_text("x")
        assert open_annotator(folder, "es").digest != annotator.digest


def test_annotator_json_names_what_it_was_made_of(model: Path, treebank: Path) -> None:
    content = json.loads((model / "annotator.json").read_text(encoding="utf-8"))
    assert content["backend"] == "spacy"
    assert content["language"] == "es"
    assert set(content["treebanks"]["train"]) == {treebank.name}
    assert content["scores"]["dev"]["las"] > 90
    assert content["treebanks"]["train"][treebank.name] == digest(treebank)
    assert sorted(path.name for path in model.iterdir()) == [
        "annotator.json", "multiwords.tsv", "spacy",
    ]  # fmt: skip


def test_what_spacy_cannot_do_is_refused(treebank: Path, tmp_path: Path) -> None:
    folder = tmp_path / "es"
    with pytest.raises(ConfigError, match="no word vectors"):
        trained(treebank, folder, vectors=treebank)
    with pytest.raises(ConfigError, match="on the CPU"):
        trained(treebank, folder, device="cuda")
    assert not list(tmp_path.iterdir())


def test_two_trainings_in_one_folder(treebank: Path, tmp_path: Path) -> None:
    (tmp_path / "es.work").mkdir()
    with open(tmp_path / "es.work" / "lock", "wb") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(ProgramError, match="another training is at work"):
            trained(treebank, tmp_path / "es")


def test_no_code_comes_with_a_folder(model: Path, tmp_path: Path) -> None:
    """The config that spaCy writes is never read: what it names is neither found nor run."""
    folder = tmp_path / "es"
    shutil.copytree(model, folder)
    (folder / "spacy" / "config.cfg").write_text(
        '[nlp]\nlang = "es"\npipeline = ["evil"]\n[components.evil]\nfactory = "evil.v1"\n'
        '[initialize]\nbefore_init = {"@callbacks": "evil.v1"}\n'
    )
    assert open_annotator(folder, "es").annotate(["Del pueblo."])[0].multiwords
    content = json.loads((folder / "annotator.json").read_text(encoding="utf-8"))
    content["settings"]["network"]["@architectures"] = "evil.v1"
    (folder / "annotator.json").write_text(json.dumps(content))
    with pytest.raises(ConfigError, match="@architectures"):
        open_annotator(folder, "es")


def test_nothing_is_unpickled(model: Path, tmp_path: Path) -> None:
    import pickle

    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "touched",))

    for name in ("spacy/tok2vec/model", "spacy/tokenizer", "spacy/parser/moves",
                 "spacy/trainable_lemmatizer/model"):  # fmt: skip
        folder = tmp_path / "es"
        shutil.copytree(model, folder)
        (folder / name).write_bytes(pickle.dumps(Evil()))
        with pytest.raises(InputError, match="cannot load"):
            open_annotator(folder, "es")
        shutil.rmtree(folder)
    assert not (tmp_path / "touched").exists()


def test_a_folder_that_is_not_whole_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not describe models of spaCy"):
        open_annotator(tmp_path, "es")
    folder = tmp_path / "es"
    shutil.copytree(model, folder)
    with pytest.raises(ConfigError, match="of the language 'es', 'fr' is wanted"):
        open_annotator(folder, "fr")
    with pytest.raises(ConfigError, match="CPU"):
        open_annotator(folder, "es", device="cuda")
    (folder / "multiwords.tsv").unlink()
    with pytest.raises(InputError, match="multiwords"):
        open_annotator(folder, "es")
    shutil.copy(model / "multiwords.tsv", folder)
    shutil.rmtree(folder / "spacy")
    with pytest.raises(InputError, match="absent or empty"):
        open_annotator(folder, "es")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"backend": "stanza"}, "backend"),
        ({"nettwork": {}}, "did you mean `network`"),
        ({"data": {"dev_sentences": 0}}, "whole number from 1"),
        ({"network": {"widht": 3}}, "did you mean `width`"),
        ({"network": {"width": 0}}, "whole number from 1"),
        ({"network": {"width": 10**9}}, "whole number from 1 to 2048"),
        ({"network": {"rows": [1, 2]}}, "list of 4"),
        ({"network": {"rows": [1, 2, 3, True]}}, "list of 4"),
        ({"training": {"dropout": 1.5}}, "from 0 to 1"),
        ({"training": {"steps": "many"}}, "whole number"),
        ({"data": {"harmonise": "yes"}}, "true or false"),
        ({"training": [1]}, "mapping"),
    ],
)
def test_a_wrong_recipe_is_told(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        check_settings({"backend": "spacy", **change}, "spacy.yaml")


def test_the_shipped_recipe_is_the_defaults() -> None:
    path = Path(__file__).parents[3] / "config" / "recipes" / "trees" / "spacy.yaml"
    recipe = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert check_settings(recipe, path) == SETTINGS


CROSSING = """\
1\tA\ta\tX\t_\tA=B,C|Number[psor]=Sing\t3\tacl:relcl\t_\t_
2\tb\tb\tX\t_\t_\t4\tobl:arg\t_\t_
3\tc\tc\tX\t_\t_\t0\troot\t_\t_
4\td\td\tX\t_\tfoo=Bar|Zed=1\t3\tconj\t_\t_
5\te\te\tX\t_\t_\t2\tnmod\t_\tSpaceAfter=No

"""


def test_trees_survive_the_way_to_spacy_and_back(tmp_path: Path) -> None:
    """Crossing arcs, layered features and values with commas come back as they went."""
    path = tmp_path / "crossing.conllu"
    path.write_text(CROSSING)
    (tree,) = read_conllu(path)
    nlp = build_pipeline("es", SETTINGS["network"])
    tokens = tokens_of(example(nlp, tree).reference)
    assert [token._replace(misc={}) for token in tokens] == [
        token._replace(misc={}) for token in tree.tokens
    ]


@pytest.mark.slow
def test_crossing_arcs_are_learnt_with_plain_relations(tmp_path: Path) -> None:
    path = tmp_path / "crossing.conllu"
    path.write_text(CROSSING * 30)
    recipe = {**RECIPE, "training": {**RECIPE["training"], "steps": 90}}
    trained(path, tmp_path / "xx", recipe)
    (tree,) = open_annotator(tmp_path / "xx", "es").annotate(["A b c de"])
    gold = next(read_conllu(path))
    known = {token.deprel for token in gold.tokens}
    assert {token.deprel for token in tree.tokens} <= known | {"parataxis"}


def test_no_space_follows_a_word_inside_a_surface_word(treebank: Path) -> None:
    tree = next(read_conllu(treebank))
    assert spaces_after(tree) == [True, True, False, True, True, False, True]


def test_the_tokeniser_is_fitted_to_the_treebank(tmp_path: Path) -> None:
    """English as treebanks have it today: "it's" is one surface word; so is "a/b" here."""
    rows = ["1-2\tit's\t_\t_\t_\t_\t_\t_\t_\t_", "1\tit\tit\tPRON\t_\t_\t0\troot\t_\t_",
            "2\t's\tbe\tAUX\t_\t_\t1\tcop\t_\t_", "3\ta/b\ta/b\tX\t_\t_\t1\tdep\t_\tSpaceAfter=No",
            "4\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_"]  # fmt: skip
    path = tmp_path / "en.conllu.gz"
    path.write_bytes(gzip.compress(("\n".join(rows) + "\n\n").encode() * 3))
    trees = list(read_conllu(path))
    examples = [(tree.text, frozenset(gold_spans(tree))) for tree in trees]
    nlp = blank_pipeline("en")
    assert f1(nlp.tokenizer, examples) < 80
    report = fit_tokenizer(nlp, trees)
    assert report["after"] == 100.0
    text = "it's (a/b)."
    assert [text[s:e] for s, e in spans(nlp.tokenizer, text)] == ["it's", "(", "a/b", ")", "."]
    nlp.to_disk(tmp_path / "nlp")
    again = blank_pipeline("en").from_disk(tmp_path / "nlp")
    assert f1(again.tokenizer, examples) == 100.0


def test_languages_without_rules_of_their_own() -> None:
    assert blank_pipeline("qaa").lang == "xx"
    with pytest.raises(ConfigError, match="small letters"):
        blank_pipeline("../es")
