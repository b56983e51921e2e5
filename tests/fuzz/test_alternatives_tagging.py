"""Tags and taggers: any bytes and any text give a result or one clear error."""

import json
import shutil
from itertools import pairwise

import pytest
from bounds import PROFILE, any_bytes, bounded, result_or_error
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.alternatives.structures import Alternatives, validate
from cdaflow.alternatives.tagging import lstm
from cdaflow.alternatives.tagging.calibration import Calibration
from cdaflow.alternatives.tagging.tagger import TrainedTagger, open_tagger
from cdaflow.alternatives.tagging.tags import read_sources, read_tags
from cdaflow.errors import CdaflowError

HEADS = [
    {"start": 4, "end": 13, "label": "ambiguous", "probability": 0.9},
    {"start": 33, "end": 37, "label": "masculine", "probability": 1.0},
]
SEED = "".join(
    json.dumps(line) + "\n"
    for line in (
        {"source": "The secretary was angry with the boss.", "heads": HEADS},
        {"source": "", "heads": []},
        {"source": "It rains.", "text": "Llueve.", "structures": [], "entities": []},
    )
).encode()

TOKENS = (
    b'"heads"', b'"source"', b'"start"', b'"label"', b'"ambiguous"', b"null", b"-7", b"[]",
    b"\\u0000", b"\\ud800", b"9" * 400, b'"none"',
)  # fmt: skip


@pytest.mark.parametrize("read", [read_tags, read_sources], ids=["tags", "sources"])
@pytest.mark.parametrize("file", ["tags.jsonl", "text.txt"])
def test_files_of_tags(file, read):
    sound = read is read_sources or file == "tags.jsonl"
    seed = SEED if file == "tags.jsonl" else b"The secretary was angry with the boss.\nIt rains.\n"
    any_bytes(file, seed, lambda path: list(read(path)), TOKENS, sound=sound)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder of a very small tagger that has learnt nothing."""
    folder = tmp_path_factory.mktemp("fuzz") / "tagger"
    with pytest.MonkeyPatch.context() as patch:
        for name, size in (("_BUCKETS", 8), ("_HIDDEN", 4), ("_WORD", 4), ("_NGRAM", 4)):
            patch.setattr(lstm, name, size)
        network = lstm.LstmNetwork(["the", "doctor"])
        TrainedTagger(network, Calibration(1.0, 0.3), {}).save(folder)
        yield folder


def test_the_description_of_a_tagger(folder):
    """Beside the network that was trained."""
    seed = (folder / "tagger.json").read_bytes()

    def load(path):
        shutil.copy(folder / "lstm.npz", path.parent)
        open_tagger(path.parent).tag(["The doctor."])

    any_bytes("tagger.json", seed, load, (b"lstm", b"encoder", b"../x", b"1e400", b"-1"))


def test_the_network_of_a_tagger(folder):
    """Whatever the digest says, which is looked at before."""
    seed = (folder / "lstm.npz").read_bytes()

    def load(path):
        network = lstm.load_lstm(path.parent)
        TrainedTagger(network, Calibration(1.0, 0.3), {}).tag(["The doctor."])

    any_bytes("lstm.npz", seed, load, (b"vocabulary", b'"the"'))


def test_a_tagger_that_was_changed(folder, tmp_path):
    """The network of another training, or none, is reported with its file."""
    copy = tmp_path / "tagger"
    shutil.copytree(folder, copy)
    (copy / "lstm.npz").write_bytes((folder / "lstm.npz").read_bytes()[:-1] + b"x")
    with pytest.raises(CdaflowError, match=r"lstm\.npz"):
        open_tagger(copy)
    (copy / "lstm.npz").unlink()
    with pytest.raises(CdaflowError, match=r"lstm\.npz"):
        open_tagger(copy)
    result_or_error(open_tagger, folder)


def test_any_text(folder):
    """Heads lie inside the text, in order and apart; the order of sentences does not matter."""
    tagger = open_tagger(folder)
    signs = st.sampled_from("aA é\u0301\u202e\u200b\0\t'’-.,🙂ßİ1\u00a0\ud7ff")
    texts = st.lists(st.text(signs, max_size=40), max_size=4)

    @PROFILE
    @given(texts)
    def run(sentences):
        with bounded():
            found = tagger.tag(sentences)
            again = tagger.tag(sentences[::-1])[::-1]
        assert [[(h.start, h.end, h.label) for h in one] for one in found] == [
            [(h.start, h.end, h.label) for h in one] for one in again
        ]
        for text, heads in zip(sentences, found, strict=True):
            validate(Alternatives(text, "", (), tuple(heads)))
            assert all(a.end <= b.start for a, b in pairwise(heads))

    run()


@pytest.mark.parametrize(
    "text", ["the doctor " * 1500, "a" * 100_000, "", "\0" * 1000, "é" * 5000, "-'" * 5000]
)
def test_texts_of_any_length(folder, text):
    with bounded():
        (heads,) = open_tagger(folder).tag([text])
    validate(Alternatives(text, "", (), tuple(heads)))
