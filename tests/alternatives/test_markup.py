"""Tags and placeholders of strings: no words to a parser, and written as they are."""

import pytest

from cdaflow.alternatives.factoring import factor
from cdaflow.alternatives.markup import Offsets, markup, parse_texts, with_markup, without_tags
from cdaflow.alternatives.structures import write
from cdaflow.trees import Sentence, Token
from cdaflow.trees.spans import Word, build_sentence


class Blanks:
    """Takes what stands between blanks for words, but for commas and marks behind them."""

    language, digest = "es", "blanks"

    def __init__(self):
        self.seen = []

    def annotate(self, texts):
        self.seen += texts
        return [self._tree(text) for text in texts]

    def _tree(self, text):
        words, offset = [], 0
        for number, form in enumerate(text.replace(",", " ,").replace(".", " .").split(), 1):
            offset = text.index(form, offset)
            upos = "NUM" if form.isdigit() else "PROPN" if form == "Alex" else "NOUN"
            token = Token(number, form, form, upos, head=number - 1, deprel="dep")
            words.append(Word(offset, offset + len(form), (token,)))
            offset += len(form)
        return build_sentence(text, words)


@pytest.mark.parametrize(
    ("text", "parsed", "forms"),
    [
        ("{name} es el jefe", "Alex es el jefe", ["{name}", "es", "el", "jefe"]),
        ("%s es el jefe.", "Alex es el jefe.", ["%s", "es", "el", "jefe", "."]),
        ("Hola, {{x}}, pase", "Hola, Alex, pase", ["Hola", ",", "{{x}}", ",", "pase"]),
        ("%(n)d autores", "5 autores", ["%(n)d", "autores"]),
        ("{count} autores", "5 autores", ["{count}", "autores"]),
        ("Vea http://a.b/c?d=1, hoy", "Vea Alex, hoy", ["Vea", "http://a.b/c?d=1", ",", "hoy"]),
        ("por <b>el autor</b>.", "por el autor.", ["por", "el", "autor", "."]),
        ("el autor<br/>la obra", "el autor la obra", ["el", "autor", "la", "obra"]),
        ("¡Bienvenido!", "¡ Bienvenido !", ["¡", "Bienvenido", "!"]),
        ("100 % seguro", "100 % seguro", ["100", "%", "seguro"]),
    ],
)  # fmt: skip
def test_a_parser_sees_words_alone(text, parsed, forms):
    annotator = Blanks()
    (tree,) = parse_texts([text], annotator)
    assert annotator.seen == [parsed]
    assert [token.form for token in tree.tokens] == forms
    assert tree.text == without_tags(text)
    assert with_markup(tree).text == text


def test_a_placeholder_is_no_name():
    (tree,) = parse_texts(["{name} y %d autores"], Blanks())
    assert [token.upos for token in tree.tokens] == ["SYM", "NOUN", "NUM", "NOUN"]


def _in_gender(tree, forms):
    tokens = tuple(t.changed(form=forms.get(t.form, t.form)) for t in tree.tokens)
    return Sentence(tokens, tree.multiwords)


@pytest.mark.parametrize(
    ("text", "structures"),
    [
        ("por <b>el autor</b>.", [(7, "el autor", "la autora")]),
        ('<a href="x">el autor</a>', [(12, "el autor", "la autora")]),
        ("el <i>autor</i> duerme", [(0, "el", "la"), (6, "autor", "autora")]),
        ("<p>{name}, el autor</p>", [(11, "el autor", "la autora")]),
    ],
)
def test_structures_stand_between_the_tags(text, structures):
    (tree,) = parse_texts([text], Blanks())
    feminine = _in_gender(tree, {"el": "la", "autor": "autora"})
    assert markup(feminine) == markup(tree)
    trees = {frozenset(): with_markup(tree), frozenset({0}): with_markup(feminine)}
    found = factor(trees)
    assert [(each.start, each.masculine, each.feminine) for each in found] == structures
    assert write(text, found) == trees[frozenset({0})].text


def test_people_are_found_in_the_text_with_its_tags():
    text = "Hi <b>dear</b> <i>author</i>"
    (tree,) = parse_texts([text], Blanks())
    offsets = Offsets(tree)
    start = tree.text.index("author")
    assert text[offsets.marked(start) :].startswith("author")
    assert offsets.plain(text.index("author")) == start
    assert offsets.marked(0) == offsets.plain(0) == 0
