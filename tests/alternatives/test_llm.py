"""Gender alternatives by a language model: prompts, answers, the list, the cache, the command."""

import json
import sys
from pathlib import Path

import pytest

from cdaflow.alternatives.inflections import Inflections
from cdaflow.alternatives.llm.answers import MALFORMED, REPEATED, UNKNOWN, ask
from cdaflow.alternatives.llm.prompts import (
    Question,
    draw_examples,
    prompt,
    question_of,
    read_answer,
    read_translation,
)
from cdaflow.alternatives.llm.rewriting import checked, faults_of, rewrite
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    group,
    marked,
    read_alternatives,
    write_alternatives,
)
from cdaflow.alternatives.tagging.tags import TaggedSentence, write_tags
from cdaflow.cli.commands import run

from ..errors import raises

FAKE = Path(__file__).parents[1] / "fakes" / "language_model.py"
WORDS = Inflections(
    "es", pairs=[("doctor", "doctora"), ("enojado", "enojada"), ("jefe", "jefa"), ("un", "una")]
)


def sentence(source, masculine, feminine, *heads):
    """Return alternatives; all structures go with the first head unless they are two."""
    people = tuple(Entity(source.index(h), source.index(h) + len(h)) for h in heads)
    found = group(masculine, feminine)
    owners = [min(n, len(people) - 1) for n in range(len(found))]
    structures = (
        Structure(s.start, s.masculine, s.feminine, (owner,))
        for s, owner in zip(found, owners, strict=True)
    )
    return Alternatives(source, masculine, tuple(structures), people)


DOCTOR = sentence(
    "The doctor met the boss.", "El doctor vio al jefe.", "La doctora vio a la jefa.",
    "doctor", "boss",
)  # fmt: skip
ANGRY = sentence(
    "The doctor was angry.", "El doctor estaba enojado.", "La doctora estaba enojada.", "doctor"
)
RAIN = Alternatives("It rains.", "Llueve.", (), ())


def test_the_prompt_of_an_editor_word_by_word():
    (example,) = draw_examples([RAIN, DOCTOR], 1, seed=2)
    text = prompt(question_of(ANGRY), [example], view="editor", language="Spanish")
    task, shown, asked = text.split("\n\n")
    assert task.startswith("You edit Spanish translations")
    assert shown == (
        "English: The doctor met the boss.\n"
        "Gender not known: doctor, boss\n"
        f"Translation: {example.question.base}\n"
        "All masculine: El doctor vio al jefe.\n"
        "All feminine: La doctora vio a la jefa."
    )
    assert asked == (
        "English: The doctor was angry.\n"
        "Gender not known: doctor\n"
        "Translation: El doctor estaba enojado.\n"
        "All masculine:"
    )


def test_a_generator_sees_no_translation_and_no_examples_mean_the_format_is_said():
    text = prompt(question_of(ANGRY), [], view="generator", language="Spanish")
    assert "Translation:" not in text
    assert ANGRY.text not in text
    assert 'Answer in two lines, "All masculine: ..." and "All feminine: ...".' in text


def test_examples_are_sampled_by_seed_from_what_fits():
    unknown = Alternatives("Hi.", "El jefe.", group("El jefe.", "La jefa."), None)
    rows = [sentence(f"The boss {n}.", f"El jefe {n}.", f"La jefa {n}.", "boss") for n in range(40)]
    items = [RAIN, unknown, *rows, *rows]
    first = draw_examples(items, 6, seed=1)
    assert draw_examples(items, 6, seed=1) == first != draw_examples(items, 6, seed=2)
    assert len({one.question.source for one in first}) == 6
    assert draw_examples(items, 0, seed=1) == []
    drawn = [one for seed in range(5) for one in draw_examples(items, 6, seed=seed)]
    assert {one.question.base.split()[0] for one in drawn} == {"El", "La"}
    asked = {row.source for row in rows[3:]}
    with raises("example.too-few", "3"):
        draw_examples(items, 4, seed=1, asked=asked)
    # Beyond the six of the paper, too (its Figure 3).
    assert len(draw_examples(items, 12, seed=1)) == 12


@pytest.mark.parametrize(
    "answer",
    [
        " Un jefe.\nAll feminine: Una jefa.",
        "All masculine: Un jefe.\nAll feminine: Una jefa.\n\nEnglish: The next\nAll masculine: x",
        "**All masculine:** Un jefe.\n\n**All feminine:** Una jefa.\n\nNote: both are right.",
        "- Masculine: «Un jefe.»\n- Feminine (boss): «Una jefa.»",
        "All masculine:\nUn jefe.\nAll feminine:\nUna  jefa.",
        "English: A boss.\nTranslation: Un jefe.\nAll masculine: Un jefe.\nAll feminine: Una jefa.",
        "Un jefe.\nAll feminine: Una jefa.\nAll masculine: Un jefe.\nAll feminine: x",
        "All feminine: Una jefa.\nAll masculine: Un jefe.",
    ],
)
def test_answers_are_read(answer):
    if answer.startswith("All feminine"):
        assert read_answer(answer) is None  # what is first is told by the prompt
    else:
        assert read_answer(answer) == ("Un jefe.", "Una jefa.")


@pytest.mark.parametrize("answer", ["", "Un jefe.", "\n \n", "All feminine: Una jefa.", "**", "-"])
def test_answers_without_two_texts(answer):
    assert read_answer(answer) is None


def test_a_translation_is_read():
    assert read_translation("\nTranslation: El jefe.\nNote: x") == "El jefe."
    assert read_translation(" \n") == ""


@pytest.mark.parametrize(
    ("texts", "offered", "dropped"),
    [
        # what the model was asked for
        (("El doctor estaba enojado.", "La doctora estaba enojada."), None, 0),
        # another word, and one that was added: put back
        (("El doctor estaba furioso.", "La doctora estaba enojada."), None, 1),
        (("El doctor estaba muy enojado.", "La doctora estaba enojada."), None, 1),
        (
            ("El doctor estaba enojado.", "La médica estaba enojada."),
            "El doctor estaba [[o/a]].",
            1,
        ),
        # nothing was edited, or all of it is another sentence
        (
            ("El doctor estaba enojado.", "El doctor estaba enojado."),
            "El doctor estaba enojado.",
            0,
        ),
        (("Hola.", "Hola a todas."), "El doctor estaba enojado.", 2),
    ],
)
def test_differences_outside_of_the_list_are_dropped(texts, offered, dropped):
    found = checked(ANGRY, texts, WORDS, base=ANGRY.text)
    expected = (offered or marked(ANGRY)).replace("[[o/a]]", "[[enojado/enojada]]")
    assert (marked(found.alternatives), found.dropped) == (expected, dropped)
    assert all(each.entities == (0,) for each in found.alternatives.structures)


def test_a_base_with_women_is_made_masculine_and_two_people_leave_structures_unaligned():
    base = "La doctora vio a la jefa."
    texts = (DOCTOR.masculine, DOCTOR.feminine)
    found = checked(DOCTOR, texts, WORDS, base=base)
    assert (found.cause, found.alternatives.text) == ("", DOCTOR.text)
    assert found.alternatives.feminine == DOCTOR.feminine
    assert [each.entities for each in found.alternatives.structures] == [(), ()]


def test_a_generators_texts_stand_for_themselves():
    texts = ("El doctor andaba enojado.", "La doctora estaba enojada.")
    found = checked(ANGRY, texts, WORDS, base=None)
    # The words side by side make one difference, which is not of the list.
    assert (found.alternatives.text, found.cause) == (texts[0], "outside-list")
    assert found.dropped == 1


def test_every_kind_of_faulty_answer_is_counted():
    items = [Alternatives(f"The doctor {n}.", "El doctor.", (), (Entity(4, 10),)) for n in range(6)]
    answers = [
        "El doctor.\nAll feminine: La doctora.", " ", "I cannot do that.", None,
        "El doctor.\nAll feminine: El doctor.", "El doctor.\nAll feminine: La médica.",
    ]  # fmt: skip

    def by_number(prompts):
        found = {text: answers[int(text.split("English: The doctor ")[1][0])] for text in prompts}
        return {text: answer for text, answer in found.items() if answer is not None}

    blank = Alternatives("A doctor.", " ", (), (Entity(2, 8),))
    made = rewrite([*items, RAIN, blank], by_number, WORDS, view="editor", language="Spanish")
    causes = ["", "empty", "unreadable", "no-answer", "unchanged", "outside-list"]
    assert [each.cause for each in made] == [*causes, "nobody-open", "nobody-open"]
    assert made[2].detail == "I cannot do that."
    assert made[5].detail == "El doctor / La médica"
    counts = faults_of(made)
    assert counts == {**dict.fromkeys(causes[1:], 1), "nobody-open": 2, "dropped differences": 1}


def test_the_model_may_translate_first():
    asked = []

    def answer(prompts):
        texts = list(prompts)
        asked.append(texts)
        return {
            text: "El doctor andaba."
            if text.endswith("Translation:")
            else "El doctor andaba.\nAll feminine: La doctora andaba."
            for text in texts
        }

    (made, rain) = rewrite(
        [ANGRY, RAIN], answer, WORDS, view="editor", language="Spanish", translate=True
    )
    assert [len(texts) for texts in asked] == [1, 1]
    assert "Translation: El doctor andaba.\n" in asked[1][0]
    assert marked(made.alternatives) == "[[El doctor/La doctora]] andaba."
    assert rain.alternatives.text == RAIN.text


@pytest.fixture
def model(tmp_path):
    """Return the words of a fake model with a table of answers."""

    def made(table, *options):
        (tmp_path / "table.json").write_text(json.dumps(table))
        return [sys.executable, str(FAKE), str(tmp_path / "table.json"), *options]

    return made


def asked_of(folder):
    path = folder / "table.json.asked"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


PROMPTS = [f"English: {n}\nx" for n in "abc"]


def test_answers_are_kept_and_not_asked_again(tmp_path, model):
    command = model({"a": "A", "b": None, "c": "C"})
    cache = tmp_path / "cache"
    found, faults = ask(command, [*PROMPTS, PROMPTS[0]], cache=cache)
    assert found == {PROMPTS[0]: "A", PROMPTS[2]: "C"}
    assert not faults
    assert len(asked_of(tmp_path)) == 3
    with raises("program.no-answers", "1"):
        ask(command, PROMPTS, cache=cache)  # null is asked again
    assert len(asked_of(tmp_path)) == 4
    assert ask(command, PROMPTS[::2], cache=cache)[0] == found
    assert len(asked_of(tmp_path)) == 4
    # Another command, and other content of its files, has other answers.
    (tmp_path / "table.json").write_text(json.dumps({"a": "B"}))
    assert ask(command, PROMPTS[:1], cache=cache)[0] == {PROMPTS[0]: "B"}
    assert ask([*command, "--junk"], PROMPTS[:1], cache=cache)[0] == {PROMPTS[0]: "B"}
    assert len(asked_of(tmp_path)) == 6


def test_a_killed_command_resumes_from_what_it_wrote(tmp_path, model):
    command = model({"a": "A", "b": "B", "c": "C"}, "--die", "2")
    cache = tmp_path / "cache"
    with raises("program.failed", "kept") as error:
        ask(command, PROMPTS, cache=cache)
    assert "killed by the system" in str(error.value)
    # The command is the same, and is killed after two more answers at the earliest.
    assert ask(command, PROMPTS, cache=cache)[0] == dict(zip(PROMPTS, "ABC", strict=True))
    assert len(asked_of(tmp_path)) == 4


def test_lines_that_are_no_answers_are_counted(tmp_path, model):
    found, faults = ask(model({"a": "A"}, "--junk"), PROMPTS[:1], cache=tmp_path / "cache")
    assert found == {PROMPTS[0]: "A"}
    assert faults == {MALFORMED: 2, UNKNOWN: 1, REPEATED: 1}


def test_a_command_that_fails_is_one_error(tmp_path, model):
    command = model({}, "--fail", "Error: no money, 429 Too Many Requests")
    with raises("program.failed", "no money"):
        ask(command, PROMPTS, cache=tmp_path / "cache")
    assert not list((tmp_path / "cache").glob("*.jsonl"))
    with raises("program.not-runnable"):
        ask(["no-such-model"], PROMPTS, cache=tmp_path / "cache")


def test_the_command_rewrites_a_file(tmp_path, model, capsys):
    answers = {
        ANGRY.source: "El doctor estaba enojado.\nAll feminine: La doctora estaba furiosa.",
        DOCTOR.source: f"{DOCTOR.masculine}\nAll feminine: {DOCTOR.feminine}",
    }
    write_alternatives(tmp_path / "in.jsonl", [ANGRY, RAIN, DOCTOR])
    write_alternatives(tmp_path / "list.jsonl", [ANGRY, DOCTOR])
    written = tmp_path / "out.jsonl"
    command = " ".join(model(answers))
    words = [
        *("alternatives", "rewrite-llm", str(tmp_path / "in.jsonl"), "--lang", "es"),
        *("--command", command, "--cache", str(tmp_path / "cache"), "--output", str(written)),
        *("--inflections", str(tmp_path / "list.jsonl"), "--reasons", str(tmp_path / "why.tsv")),
    ]
    run(words)
    found = [marked(each) for each in read_alternatives(written)]
    assert found == ["[[El doctor/La doctora]] estaba enojado.", RAIN.text, marked(DOCTOR)]
    assert "alternatives for 2 of 3 sentences (dropped differences 1, nobody-open 1, " in (
        capsys.readouterr().err
    )
    assert (tmp_path / "why.tsv").read_text() == (
        "line\tcause\tdetail\n1\toutside-list\tenojado / furiosa\n2\tnobody-open\t\n"
    )
    tags = [TaggedSentence(each.source, ()) for each in (ANGRY, RAIN, DOCTOR)]
    write_tags(tmp_path / "tags.jsonl", tags)
    run([*words, "--tags", str(tmp_path / "tags.jsonl")])
    assert next(marked(each) for each in read_alternatives(written)) == ANGRY.text
    write_tags(tmp_path / "tags.jsonl", tags[:2])
    with raises("tag.other-sentence"):
        run([*words, "--tags", str(tmp_path / "tags.jsonl")])
    with raises("option.shots-without-examples", "3"):
        run([*words, "--shots", "3"])
    with raises("option.translate-without-editor-view"):
        run([*words, "--view", "generator", "--translate"])


def test_words_of_a_question():
    assert question_of(DOCTOR) == Question(DOCTOR.source, ("doctor", "boss"), DOCTOR.text)
