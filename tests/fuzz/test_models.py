"""Files of models: any bytes give a model or one clear error, and nothing in them is run."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from bounds import any_bytes

from cdaflow.agreement.labels import Labels, TagSet
from cdaflow.agreement.model import AgreementModel, base_model
from cdaflow.agreement.model import load_model as load_agreement
from cdaflow.errors import CdaflowError
from cdaflow.inflection.transducer.batch import Alphabet
from cdaflow.inflection.transducer.model import Transducer, load_transducer
from cdaflow.inflection.transducer.network import Network, Sizes
from cdaflow.io.model_file import pack
from cdaflow.networks import load_state, parameters
from cdaflow.nmt.archive import architecture
from cdaflow.nmt.checkpoint import WorkFolder
from cdaflow.nmt.details import BLANK, Details, read_details
from cdaflow.nmt.model import Model, check_model, import_model, load_model, user_model
from cdaflow.nmt.spm import user_defined, vocabulary_size, with_symbols, without_paths
from cdaflow.nmt.symbols import extend_model

SETTINGS = b"version: v1.12\ndim-emb: 8\ndim-vocabs:\n  - 3\n  - 3\ntype: transformer\n\0"
DECODER = b"relative-paths: true\nmodels: [m.npz]\nvocabs: [v.spm, v.spm]\nbeam-size: 6\n"
CARD = b"decode:\n  beam-size: 4\nvocabularies:\n- v.spm\n- v.spm\n"
PROGRESS = b"seed-corpus: 1 2 3\nepochs: 3\n"

DETAILS = Details(["a", "</s>"], ["b"], [(0, 1), (1, 1)], [(0, 1)], [-0.5], [[0.25, 0.75]])
DETAILS = (DETAILS.to_json() + "\n" + BLANK + "\n").encode()


def field(number, content):
    return bytes([number << 3 | 2, len(content)]) + content


#: Three pieces and the specification of a trainer, with a path.
VOCABULARY = b"".join(field(1, field(1, piece)) for piece in (b"<unk>", b"a", b"b")) + field(
    2, field(1, b"/tmp/corpus.txt") + field(2, b"/tmp/vocab") + b"\x20\x07"
)


def npz(compression=zipfile.ZIP_STORED, **arrays):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", compression) as archive:
        for name, array in arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, array, allow_pickle=True)
            archive.writestr(name + ".npy", data.getvalue())
    return raw.getvalue()


def marian():
    settings = np.frombuffer(SETTINGS, dtype=np.int8)
    return npz(**{"special:model.yml": settings, "Wemb": np.ones((3, 4), dtype=np.float32)})


def agreement():
    model = base_model("es", TagSet(("Gender",), (("",), ("Fem",), ("Masc",))))
    return AgreementModel(
        "linear", "es", model.tags, Labels(("ADJ", "NOUN"), ("amod",)),
        np.array([1], dtype=np.int64), np.array([5], dtype=np.int64),
        {"w": np.zeros((1, 3, 3), dtype=np.float32)},
    ).to_bytes()  # fmt: skip


def transducer():
    sizes = Sizes(embedding=3, hidden=2, mixed=2, reach=1)
    alphabet = Alphabet(("a", "b"), ("Gender=Fem",))
    network = Network(alphabet.size, 1, sizes)
    return Transducer("es", alphabet, sizes, parameters(network)).to_bytes()


def inflected(path):
    load_transducer(path).inflect([("ab", "ADJ", {"Gender": "Fem"})])


def with_model(path):
    """Look at a Marian model beside a vocabulary of its size."""
    vocabulary = path.with_name("v.spm")
    vocabulary.write_bytes(VOCABULARY)
    check_model(Model(path, (vocabulary, vocabulary)))
    architecture(path)
    import_model(Model(path, (vocabulary, vocabulary)), path.parent / "imported")


def with_vocabulary(path):
    model = path.with_name("m.npz")
    model.write_bytes(marian())
    check_model(Model(model, (path, path)))
    vocabulary_size(path)
    without_paths(path.read_bytes())
    more = path.with_name("more.spm")
    more.write_bytes(with_symbols(path, ["a", "<M>"]))
    assert {"a", "<M>"} <= user_defined(more)


def with_tokens(path):
    """Look at a model with this vocabulary in YAML, segmented by SentencePiece."""
    model, spm = path.with_name("m.npz"), path.with_name("v.spm")
    model.write_bytes(marian())
    spm.write_bytes(VOCABULARY)
    check_model(Model(model, (path, path), spm=(spm, spm)))


def extended(path):
    vocabulary = path.with_name("v.spm")
    vocabulary.write_bytes(VOCABULARY)
    extend_model(Model(path, (vocabulary, vocabulary)), ["<M>"], path.with_name("new"))


def decoder(path):
    model = path.with_name("m.npz")
    model.touch()
    user_model(model, [], path)


def checkpoint(name):
    def read(path):
        folder = WorkFolder(path.parent / "work")
        folder.begin({"seed": 1})
        folder.model.write_bytes(marian())
        folder.model.with_name("model.npz.progress.yml").write_bytes(PROGRESS)
        target = folder.state if name == "state.json" else folder.checkpoint / name
        target.write_bytes(path.read_bytes())
        folder.begin({"seed": 1})

    return read


READERS = {
    "agreement": ("m.npz", agreement, load_agreement),
    "transducer": ("m.npz", transducer, inflected),
    "marian": ("m.npz", marian, with_model),
    "marian-extended": (
        "m.npz",
        lambda: npz(**{
            "special:model.yml": np.frombuffer(SETTINGS, dtype=np.int8),
            "Wemb": np.ones((3, 4), dtype=np.float32),
            "decoder_ff_logit_out_b": np.ones((1, 3), dtype=np.float32),
        }),
        extended,
    ),
    "details": ("d.jsonl", lambda: DETAILS, lambda p: list(read_details(p))),
    "marian-checkpoint": ("model.npz", marian, checkpoint("model.npz")),
    "marian-progress": ("model.npz.progress.yml", lambda: PROGRESS,
                        checkpoint("model.npz.progress.yml")),
    "marian-state": ("state.json", lambda: b'{"fingerprint": {"seed": 1}, "result": null}',
                     checkpoint("state.json")),
    "vocabulary": ("v.spm", lambda: VOCABULARY, with_vocabulary),
    "tokens": ("v.yml", lambda: b'"<unk>": 0\na: 1\nb: 2\n', with_tokens),
    "decoder": ("m.npz.decoder.yml", lambda: DECODER, decoder),
    "card": ("model.yml", lambda: CARD, lambda p: load_model(p.parent)),
    "training-state": ("s.npz", lambda: npz(identity=np.array("me"), a=np.ones(3)),
                       lambda p: load_state(p, "me")),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    file, make, read = READERS[name]
    seed = make()
    tokens = (b"!!python/object/apply:os.system [id]", b"\x80\x04.", b"PK\x05\x06")
    any_bytes(file, seed, read, tokens, sound=name != "agreement")


class Bomb:
    def __reduce__(self):
        return (Path.touch, (Path("EXPLODED"),))


def pickled(path, member=None):
    content = np.empty(1, dtype=object)
    content[0] = Bomb()
    members = {"special:model.yml": content}
    path.write_bytes(npz(**members))
    if member is not None:
        header = json.dumps({"format": 1})
        path.write_bytes(pack(member, json.loads(header), {}))
        with zipfile.ZipFile(path, "a") as archive:
            raw = io.BytesIO()
            np.lib.format.write_array(raw, content, allow_pickle=True)
            archive.writestr("kinds.npy", raw.getvalue())


@pytest.mark.parametrize("member", [None, "agreement.json", "transducer.json"])
def test_nothing_is_unpickled(member, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "m.npz"
    pickled(path, member)
    read = {None: architecture, "agreement.json": load_agreement,
            "transducer.json": load_transducer}[member]  # fmt: skip
    with pytest.raises(CdaflowError, match=r"m\.npz"):
        read(path)
    assert not Path("EXPLODED").exists()


def bomb(name):
    """A small zip archive with a member that claims to unpack to 4 GB."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, bytes(1 << 20))
        archive.getinfo(name).file_size = 4_000_000_000
    return raw.getvalue()


@pytest.mark.parametrize("read", [load_agreement, load_transducer, architecture])
def test_a_small_archive_of_much(read, check, tmp_path):
    """What unpacks to more than the memory that a test may take is refused unread."""
    path = tmp_path / "m.npz"
    for name in ("agreement.json", "transducer.json", "special:model.yml.npy"):
        path.write_bytes(bomb(name))
        check(read, path)


def header_of(shape):
    raw = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        raw, {"descr": "<f4", "fortran_order": False, "shape": shape}
    )
    return raw.getvalue()


def test_arrays_that_claim_to_be_huge(check, tmp_path):
    path = tmp_path / "m.npz"
    for shape in ((1 << 40,), (1 << 31, 1 << 31), (1 << 62, 4), (-1,), (0, 1 << 60)):
        for member, read in (
            ("agreement.json", load_agreement),
            ("transducer.json", load_transducer),
        ):
            path.write_bytes(pack(member, {"format": 1}, {}))
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr("w.npy", header_of(shape))
            check(read, path)


def test_sizes_that_claim_to_be_huge(check, tmp_path):
    path = tmp_path / "m.npz"
    for sizes in ({"hidden": 1 << 20}, {"embedding": 1 << 40}, {"reach": 1 << 40}, {"mixed": -1}):
        raw = Transducer(
            "es", Alphabet(("a",), ()), Sizes(**({"embedding": 3, "hidden": 2, "mixed": 2,
                                                 "reach": 1} | sizes)), {}
        ).to_bytes()  # fmt: skip
        path.write_bytes(raw)
        check(load_transducer, path)
