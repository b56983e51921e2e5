"""Output that is damaged, unfinished or out of order is named; the same text undamaged is not."""

import random
from collections import Counter
from itertools import product
from unicodedata import normalize

import pytest

from cdaflow.scoring.sanity import check, foreign_lines
from cdaflow.statistics.warnings import count_warnings

ENGLISH = {
    "person": ("doctor", "teacher", "nurse", "driver", "cook", "writer"),
    "place": ("kitchen", "garden", "harbour", "library", "museum"),
    "thing": ("a letter from the mayor", "an old map of the town", "two grey horses", "a red coat"),
}
SPANISH = {
    "person": ("doctora", "maestra", "enfermera", "conductora", "cocinera", "escritora"),
    "place": ("cocina", "huerta", "dársena", "biblioteca", "pinacoteca"),
    "thing": ("una carta del alcalde", "un mapa viejo de la villa", "dos caballos grises",
              "un abrigo rojo"),
}  # fmt: skip
KEYS = list(product(*(range(len(words)) for words in ENGLISH.values())))
SOURCES = [
    f"The {ENGLISH['person'][p]} of the {ENGLISH['place'][q]} saw {ENGLISH['thing'][r]}, and left."
    for p, q, r in KEYS
]
REFERENCES = [
    f"La {SPANISH['person'][p]} de la {SPANISH['place'][q]} vio {SPANISH['thing'][r]} y se fue."
    for p, q, r in KEYS
]
#: A system of its own words, with some of the reference's.
GOOD = [text.replace("vio", "ha visto").replace("se fue", "se marchó") for text in REFERENCES]


def kinds(texts, **options):
    """Return how many lines of each kind look wrong in translations with their references."""
    found = check(texts, "es", **{"references": REFERENCES, **options})
    return count_warnings(found, len(texts))["kinds"]


def some(change, every=3):
    """Return the good translations, with every n-th one changed."""
    return [change(n, text) if n % every == 0 else text for n, text in enumerate(GOOD)]


def test_good_translations_are_not_warned_of():
    assert kinds(GOOD) == kinds(GOOD, sources=SOURCES) == {}
    assert kinds([text + " Sí." for text in GOOD], sources=SOURCES) == {}


REFUSALS = {
    "en": "I'm sorry, but I can't help with that request.",
    "ai": "As an AI language model, I do not translate such sentences.",
    "es": "Lo siento, pero no puedo traducir esa frase.",
    "de": "Es tut mir leid, aber ich kann das nicht übersetzen.",
}


PLACEHOLDERS = ("[TRANSLATION]", "<your translation here>", "{{ target_text }}", "[Traducción].")


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda n, text: "...", "unfinished"),
        (lambda n, text: "None", "unfinished"),
        (lambda n, text: "<unk>", "unfinished"),
        (lambda n, text: "—", "unfinished"),
        *((lambda n, text, said=said: said, "refusal") for said in REFUSALS.values()),
        (lambda n, text: "La casa es muy bonita.", "repeated"),
        (lambda n, text: text.replace("cocin", "co@@ cin").replace("La ", "L@@ a "), "subwords"),
        (lambda n, text: "▁" + text.replace(" ", "▁"), "subwords"),
        (lambda n, text: f"{text}</s>", "subwords"),
        (lambda n, text: f"{SOURCES[n]} -> {text}", "with-source"),
        (lambda n, text: f"{SOURCES[n]},{text}", "with-source"),
        (lambda n, text: f"{SOURCES[n]} {text}", "with-source"),
        (lambda n, text: SOURCES[n], "other-language"),
        (lambda n, text: f"es_XX {text}", "subwords"),
        (lambda n, text: f"<think>A man.</think>{text}", "subwords"),
        (lambda n, text: text.replace("vi", "v\ufffd").replace("La", "L\ufffd"), "lost-characters"),
        (lambda n, text: text.replace("marchó", "march?n"), "lost-characters"),
        (lambda n, text: f"Aquí está la traducción: {text}", "added-words"),
        (lambda n, text: f"{text} (Nota: es una mujer)", "added-words"),
        (lambda n, text: f"{text} {text}", "repeated"),
        (lambda n, text: text + " y luego" * 5, "repeated"),
        (lambda n, text: f"{text} / {text.replace('La', 'El')}", "repeated"),
        (lambda n, text: f"``` {text} ```", "added-words"),
        (lambda n, text: f"```es {text}", "added-words"),
        (lambda n, text: f"~~~ {text} ~~~", "added-words"),
        *((lambda n, text, mark=mark: text.replace(" ", mark), "form") for mark in ("_", "+", "")),
        (lambda n, text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
         "form"),
        (lambda n, text: text.replace(" ", "\u3000"), "form"),
        (lambda n, text: text.replace("a", "\U0001d41a"), "form"),
        (lambda n, text: f"<p>{text}</p>", "form"),
        (lambda n, text: text.replace("de la", "de <g id='1'>la</g>"), "form"),
        (lambda n, text: text.replace(" ha visto ", "<br/>"), "form"),
        (lambda n, text: text.replace("a", "\u0430"), "form"),
        (lambda n, text: text.replace("o ", "\u043e "), "form"),
        (lambda n, text: text.replace("ó", r"\'o"), "form"),
        (lambda n, text: " ".join(f"{word} {word}" for word in text.split()), "repeated"),
        *((lambda n, text, said=said: said, "unfinished") for said in PLACEHOLDERS),
        (lambda n, text: text.replace("La ", "[PERSON] "), "unfinished"),
        (lambda n, text: f"{text} <TRANSLATION>", "unfinished"),
        (lambda n, text: text[: len(text) // 2], "unfinished"),
        (lambda n, text: " ".join(text.split()[:5 + n % 2]), "unfinished"),
        (lambda n, text: text[: len(text) // 2] + "…,", "unfinished"),
    ],
)  # fmt: skip
def test_damaged_lines(change, kind):
    texts = some(change)
    found = kinds(texts, sources=SOURCES)
    assert found[kind if kind != "other-language" else "untranslated"] == 40
    warned = count_warnings(check(texts, "es", references=REFERENCES, sources=SOURCES), len(texts))
    assert warned["lines"] == 40


@pytest.mark.parametrize(
    ("old", "new", "kind"), [("La", "<F>La</F>", "form"), ("La ", "L@@ a ", "subwords")]
)
def test_references_with_marks(old, new, kind):
    marked = [text.replace(old, new) for text in REFERENCES]
    assert kinds(GOOD, references=marked) == {kind: len(GOOD)}
    assert check(GOOD, "es", sources=marked[:0], references=REFERENCES) == []


@pytest.mark.parametrize(
    ("change", "kind"),
    [(str.lower, "lower-case"), (str.upper, "case"), ('{},"{}"'.format, "cells")],
)
def test_a_tenth_of_the_lines(change, kind):
    lines = [(n, text) if kind == "cells" else (text,) for n, text in enumerate(GOOD)]
    texts = [change(*lines[n]) if n % 10 == 0 else text for n, text in enumerate(GOOD)]
    assert kinds(texts) == {kind: 12}


def test_a_refusal_that_was_said_is_no_refusal():
    texts, references = list(GOOD), list(REFERENCES)
    texts[7], references[7] = "Lo siento, no puedo ayudar.", "Lo siento, no puedo ayudarle."
    assert check(texts, "es", references=references) == []


@pytest.mark.parametrize("most", [6, 8])
def test_cut_at_a_number_of_words(most):
    texts = [" ".join(text.split()[:most]) for text in GOOD]
    assert kinds(texts) == {"unfinished": 120}


def test_cut_at_a_number_of_characters():
    texts = [text[:50].strip() for text in GOOD]
    assert kinds(texts)["unfinished"] > 50
    # No more than a system that writes no full stops.
    assert kinds([text.rstrip(".") for text in GOOD]) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda n, text: f'"{text}"',
        lambda n, text: f"{n + 1}. {text}",
        lambda n, text: f'{n},"{text}"',
        lambda n, text: f"['{text}']",
    ],
)
def test_cells_of_a_table(change):
    assert kinds([change(n, text) for n, text in enumerate(GOOD)])["cells"] == 120


def test_lower_case_beside_a_cased_reference():
    lower = [text.lower() for text in GOOD]
    assert kinds(lower) == {"lower-case": 120}
    assert kinds(lower, lowercase=True) == {}
    found = check(GOOD, "es", references=[text.lower() for text in REFERENCES])
    assert [(item["kind"], item["lines"]) for item in found] == [("lower-case", 120)]
    assert "the reference is in lower case" in found[0]["problem"]
    hebrew = ["הרופאה הלכה הביתה"] * 3 + [f"הגננת {n} הלכה" for n in range(20)]
    assert check(hebrew, "he", references=hebrew[::-1][::-1])[0]["kind"] == "is-reference"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (str.upper, "case"),
        (str.title, "case"),
        (lambda text: normalize("NFD", text).encode("ascii", "ignore").decode(), "lost-characters"),
        (lambda text: text.encode("ascii", "replace").decode(), "lost-characters"),
        ("**{}**".format, "added-words"),
        ("Spanish: {}".format, "added-words"),
        (lambda text: text[: len(text) * 3 // 5], "unfinished"),
        (lambda text: f"news.{len(text)}-a {text}", "added-words"),
    ],
    ids=[
        "capitals",
        "title",
        "no accents",
        "question marks",
        "Markdown",
        "label",
        "cut",
        "numbered",
    ],
)
def test_what_was_done_to_all_lines(change, kind):
    assert kinds([change(text) for text in REFERENCES[1:] + REFERENCES[:1]])[kind] > 10
    beside = check([change(text) for text in REFERENCES], "es", references=REFERENCES[:0])
    assert kind not in count_warnings(beside, len(REFERENCES))["kinds"]
    same = [change(text) for text in REFERENCES]
    found = check(same, "es", references=same)
    assert kind not in count_warnings(found, len(same))["kinds"]


def test_one_line_that_outweighs_the_file():
    texts = list(GOOD)
    texts[4] = "muy bien " * 20_000
    found = check(texts, "es", references=REFERENCES)
    assert count_warnings(found, 120)["lines"] == 120
    assert "line 5 is longer than all" in next(
        item["problem"] for item in found if item["kind"] == "too-long"
    )
    texts[4] = "muy bien " * 100
    found = check(texts, "es", references=REFERENCES)
    assert [item["line"] for item in found if item["kind"] == "too-long"] == [5]


# -- order


def order(texts, references=REFERENCES, sources=()):
    found = check(texts, "es", references=references, sources=sources)
    return Counter(item["kind"] for item in found), count_warnings(found, len(texts))["lines"]


FIRST = ("Ana", "Eva", "Luz", "Sol", "Mar", "Paz", "Fe", "Ada")
LAST = ("", " Ruiz", " Gil", " Vega", " Soto", " Cano", " Mora", " Leal")
SHORT_NAMES = [first + last for first in FIRST for last in LAST]
ACTS = ("canta", "duerme", "corre", "lee poco", "nada bien", "no viene", "ríe", "baila", "cose")
SHORT = [f"{name} {ACTS[n % 9]}." for n, name in enumerate(SHORT_NAMES)]
SHORT_REFERENCES = [text.replace("no viene", "se queda").replace(".", " hoy.") for text in SHORT]


def shuffled(texts, seed=1):
    result = list(texts)
    random.Random(seed).shuffle(result)
    return result


def partly(texts, share, seed=1):
    """Return the texts with a share of their lines shuffled among one another."""
    places = sorted(random.Random(seed).sample(range(len(texts)), int(share * len(texts))))
    result = list(texts)
    for place, text in zip(places, shuffled([texts[n] for n in places], seed), strict=True):
        result[place] = text
    return result


#: 400 sentences with words that few of them share.
WORDS = [a + b for a, b in product(("bar", "cos", "dul", "fer", "gor", "lim", "mas", "nic", "pel",
         "ros"), ("ales", "ento", "icas", "mina", "oso", "umbre", "ite", "ura"))]  # fmt: skip
LONG = [
    f"El {WORDS[n % 80]} de {WORDS[(n * 7 + 3) % 80]} {WORDS[(n * 11 + 5) % 80]} está en la "
    f"{WORDS[(n * 13 + 1) % 80]}."
    for n in range(400)
]
LONG_GOOD = [text.replace("está en", "se ve por") for text in LONG]


@pytest.mark.parametrize(
    ("texts", "references"),
    [
        (partly(LONG_GOOD, 0.38), LONG),
        ([line for n in range(0, 400, 4) for line in shuffled(LONG_GOOD[n : n + 4], n)], LONG),
        (LONG_GOOD[:100] + LONG_GOOD[200:300] + LONG_GOOD[100:200] + LONG_GOOD[300:], LONG),
        (shuffled(SHORT), SHORT_REFERENCES),
        (partly(LONG_GOOD, 0.15), LONG),
        ([*LONG_GOOD[1:], LONG_GOOD[0]], LONG),
        (LONG_GOOD[::-1], LONG),
        (LONG_GOOD[::2] + LONG_GOOD[1::2], LONG),
        ([*LONG_GOOD[:100], *LONG_GOOD[101:131], "Otra línea.", *LONG_GOOD[131:]], LONG),
    ],
    ids=[
        "38 %",
        "within 4",
        "blocks",
        "short",
        "15 %",
        "slipped",
        "reversed",
        "even and odd",
        "30 slipped",
    ],
)
def test_lines_out_of_order(texts, references):
    found, lines = order(texts, references)
    assert found["order"] >= 1
    # More than the 5 % from which a score is not believed.
    assert lines > 0.05 * len(texts)


def test_lines_in_order():
    assert order(LONG_GOOD, LONG) == ({}, 0)
    assert order(SHORT, SHORT_REFERENCES) == ({}, 0)
    assert order(GOOD, sources=SOURCES) == ({}, 0)


NUMBERED = [f"Pagó {n * 37 % 1000 + 1000} euros." for n in range(400)]


@pytest.mark.parametrize(
    "texts",
    [
        partly(NUMBERED, 0.38),
        [*NUMBERED[:100], *NUMBERED[101:131], "Otra línea.", *NUMBERED[131:]],
        NUMBERED[:60][::-1] + NUMBERED[60:],
    ],
    ids=["38 %", "30 slipped", "60 reversed"],
)
def test_one_number_a_line_tells_the_order(texts):
    sources = [text.replace("Pagó", "He paid") for text in NUMBERED]
    assert order(NUMBERED, (), sources) == ({}, 0)
    # Half of the numbers are lost, as a poor system loses them.
    poor = [text if n % 2 else f"Pagó a {n}." for n, text in enumerate(NUMBERED)]
    assert order(poor, (), sources)[0]["order"] == 0
    found, lines = order(texts, (), sources)
    assert found["order"] > 0
    assert lines > 0.05 * len(texts)


#: Every third line has a number, and every sixth two.
SPARSE = [
    f"De {WORDS[n % 80]} nada."
    if n % 3
    else f"Pagó {n * 37 % 1000 + 1000} euros{f' y {n + 5000}' * (n % 2)}."
    for n in range(400)
]


@pytest.mark.parametrize(
    ("texts", "line", "lines"),
    [
        ([*SPARSE[:101], *SPARSE[102:135], "Otra línea.", *SPARSE[135:]], 103, 30),
        ([*SPARSE[:101], "Otra línea.", *SPARSE[101:135], *SPARSE[136:]], 103, 30),
        ([*SPARSE[:370], *SPARSE[372:], "Fin.", "Fin."], 373, 25),
    ],
    ids=["missing", "too many", "two at the end"],
)
def test_a_slip_of_30_lines_without_references(texts, line, lines):
    sources = [text.replace("Pagó", "He paid").replace("De", "Nothing of") for text in SPARSE]
    assert order(SPARSE, (), sources) == ({}, 0)
    (found,) = check(texts, "es", sources=sources)
    assert "from about here on a translation fits the source" in found["problem"]
    assert abs(found["line"] - line) < 4
    assert abs(found["lines"] - lines) < 6


def test_neighbours_with_the_same_names_are_no_slip():
    """Three lines on end about one person, whose name a translation often loses."""
    sources = [f"He saw Mrs Name{chr(97 + n // 3 % 26)}a again." for n in range(300)]
    names = [f"Vio a Name{chr(97 + n // 3 % 26)}a otra vez." for n in range(300)]
    texts = [name if n * n % 5 else "La vio." for n, name in enumerate(names)]
    assert not any(item["kind"] == "order" for item in check(texts, "es", sources=sources))


def test_lengths_tell_where_there_is_nothing_else():
    texts = [("sí " * (1 + n * n % 37)).strip() for n in range(200)]
    sources = [("yes " * (1 + n * n % 37)).strip() for n in range(200)]
    assert not any(w["kind"] == "order" for w in check(texts, "es", sources=sources))
    found = [w for w in check(shuffled(texts), "es", sources=sources) if w["kind"] == "order"]
    assert "the lengths of the lines do not match" in found[0]["problem"]


# -- near languages

OTHERS = {
    "fr": "La doctoresse de la cuisine a vu une lettre du maire et elle est partie {n}.",
    "it": "La dottoressa della cucina ha visto una lettera del sindaco e se ne è andata {n}.",
    "pt": "A médica da cozinha viu uma carta do prefeito e não foi embora com ele {n}.",
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_few_lines_of_a_near_language(language):
    texts = [OTHERS[language].format(n=n) if n % 16 == 5 else text for n, text in enumerate(GOOD)]
    found = foreign_lines(texts, "es")
    assert found == {language: list(range(5, 120, 16))}
    assert kinds(texts)["other-language"] == 8


@pytest.mark.parametrize(
    ("language", "other"), [("it", "es"), ("fr", "it"), ("pt", "es"), ("fr", "pt")]
)
def test_near_languages_of_other_targets(language, other):
    near = OTHERS | {"es": "La doctora de la cocina vio una carta del alcalde y se fue {n}."}
    texts = [near[other if n % 16 == 5 else language].format(n=n) for n in range(120)]
    assert foreign_lines(texts, language) == {other: list(range(5, 120, 16))}


@pytest.mark.parametrize("text", ["Elle est partie {n}.", "Lei se n'è andata {n}."])
def test_short_lines_of_a_near_language(text):
    texts = [text.format(n=n) if n % 16 == 5 else good for n, good in enumerate(GOOD)]
    assert kinds(texts)["other-language"] == 8
