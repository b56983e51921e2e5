"""What alternatives are made of: text, trees and tags of any bytes give a result or one error."""

import json

import pytest
from bounds import any_bytes
from test_alternatives_making import check, sentences

from cdaflow.alternatives.making import made_of_pairs
from cdaflow.alternatives.sentences import Inputs, read_pairs
from cdaflow.trees import Sentence, write_conllu

#: As annotators write a line without words.
EMPTY = Sentence((), comments=("sent_id = 2",))

TREES = [sentences(2), (EMPTY, EMPTY), sentences(1)]
TEXTS = [(english.text, target.text) for target, english in TREES]

ALTERNATIVES = "".join(
    json.dumps({"source": source, "text": text, "structures": [], "entities": []}) + "\n"
    for source, text in TEXTS
).encode()
TAGS = "".join(
    json.dumps(
        {
            "source": source,
            "heads": [{"start": 4, "end": 10, "label": "ambiguous", "probability": 0.9}]
            if source
            else [],
        }
    )
    + "\n"
    for source, _ in TEXTS
).encode()
SIDES = {
    "source.txt": "".join(f"{source}\n" for source, _ in TEXTS).encode(),
    "target.txt": "".join(f"{text}\n" for _, text in TEXTS).encode(),
    "file.jsonl": ALTERNATIVES,
    "tags.jsonl": TAGS,
}

TOKENS = (b"el", b"la", b"\xe2\x80\xae", b"doctor", b"_", b"nsubj", b"Gender=Fem", b"1-2", b"1.1")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Return the sound files by name, the trees among them."""
    folder = tmp_path_factory.mktemp("inputs")
    for name, side in (("source.conllu", 1), ("target.conllu", 0)):
        write_conllu(folder / name, [pair[side] for pair in TREES])
    trees = {path.name: path.read_bytes() for path in folder.iterdir()}
    return SIDES | trees


#: What is given beside trees and tags, and which files are read.
GIVEN = {
    "file": ("file.jsonl", "tags.jsonl", "source.conllu", "target.conllu"),
    "texts": ("source.txt", "target.txt"),
    "trees": ("tags.jsonl", "source.conllu", "target.conllu"),
}


@pytest.mark.parametrize(
    ("given", "name"), [(given, name) for given, names in GIVEN.items() for name in names]
)
def test_any_bytes(name, given, sound, make_rewriter):
    rewriter = make_rewriter("es")

    def make(path):
        folder = path.parent
        for other, content in sound.items():
            if other != name:
                (folder / other).write_bytes(content)
        texts = (folder / "source.txt", folder / "target.txt") if given == "texts" else ()
        inputs = Inputs(
            folder / "file.jsonl" if given == "file" else None,
            *(texts or (None, None)),
            None,
            folder / "source.conllu",
            folder / "target.conllu",
            folder / "tags.jsonl",
        )
        _, pairs = read_pairs(inputs, "es")
        for number, made in enumerate(made_of_pairs(rewriter, pairs, by="both")):
            check(made)
            assert number < 1000

    any_bytes(name, sound[name], make, TOKENS)
