"""The native loader against computations done another way."""

import json
import math

import pytest
import torch

from cdaflow.errors import InputError
from cdaflow.trees.udify.archive import open_archive
from cdaflow.trees.udify.native import NativeUdify, WordPieces, windows

from ...errors import raises

PIECES = {
    name: number
    for number, name in enumerate(
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##a", "##aff", "##able", "una", "a", "b", "-",
         "##-", "##b", "É", "10", "000"]
    )
}  # fmt: skip
NAMES = list(PIECES)


def cut(word, **options):
    return [NAMES[piece] for piece in WordPieces(PIECES, **options).word(word)]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("unaffable", ["[UNK]"]),  # una, the longest, leads nowhere; un ##aff ##able is not tried
        ("unbaffable", ["un", "##b", "##aff", "##able"]),
        ("unable", ["[UNK]"]),  # una, ##b, then no ##le
        ("unab", ["una", "##b"]),
        ("una", ["una"]),
        ("a-b", ["a", "##-", "##b"]),  # no cut at punctuation, as a basic tokeniser would
        ("-", ["-"]),
        ("É", ["É"]),  # neither lower-cased nor stripped of its accent
        ("é", ["[UNK]"]),
        ("A", ["[UNK]"]),
        ("ax", ["[UNK]"]),  # one unknown letter, and the whole word is unknown
        ("a" * 100, ["a"] + ["##a"] * 99),
        ("a" * 101, ["[UNK]"]),
        ("10 000", ["10", "000"]),
        ("\u00a0", []),
        ("[SEP]", ["[SEP]"]),
    ],
)
def test_word_pieces_by_hand(word, pieces):
    assert cut(word) == pieces


def test_lower_case_where_the_archive_says_so():
    assert cut("UNA", lowercase=True) == ["una"]
    assert cut("[SEP]", lowercase=True) == ["[SEP]"]


def original_windows(count):
    """Return (window, position) of each piece, by the lists of indices of the original."""
    flat = list(range(count))
    found = [flat[start : start + 510] for start in range(0, count, 255)]
    if found[-1] == found[-2][-len(found[-1]) :]:
        found.pop()
    sequence = [
        (number, at)
        for number, window in enumerate(found)
        for at in range(len(window) + 2)
    ]  # fmt: skip
    full = len(sequence)
    kept = list(range(128))
    kept += [at for at in range(full) if 127 < at % 512 < 383]
    kept += range(full - full % 512 + 383, full)
    return [sequence[at] for at in kept][1:-1]  # without the first [CLS] and the last [SEP]


@pytest.mark.parametrize("count", [511, 512, 600, 637, 638, 764, 766, 767, 1019, 1021, 1290, 3000])
def test_windows_are_those_of_the_original(count):
    made = windows([(piece,) for piece in range(count)])
    places = {}
    for number, window in enumerate(made):
        assert len(window.ids) <= 510
        for word, at in window.positions:
            assert window.ids[at - 1] == word
            places[word] = (number, at)
    assert [places[word] for word in range(count)] == original_windows(count)


@pytest.mark.parametrize("count", [1, 381, 510, 765, 1020])
def test_each_word_is_taken_once(count):
    # 765, 1020, ... are where the original fails.
    made = windows([(piece, 9999) for piece in range(count // 2)] + [(count,)] * (count % 2))
    taken = [(window.ids[at - 1], word) for window in made for word, at in window.positions]
    assert sorted(word for _, word in taken) == list(range(count // 2 + count % 2))
    assert all(piece == word for piece, word in taken if word < count // 2)


def test_last_pieces_and_blank_words():
    words = [(5, 6), (), (7,), ()]
    (first,) = windows(words)
    assert first.ids == (5, 6, 7)
    assert first.positions == ((0, 1), (1, 3), (2, 3), (3, 4))  # 4: [SEP]
    (last,) = windows(words, first=False)
    assert last.positions == ((0, 2), (1, 2), (2, 3), (3, 3))


def layer_norm(x, state, name):
    x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-12)
    return x * state[f"{name}.weight"] + state[f"{name}.bias"]


def linear(x, state, name):
    return x @ state[f"{name}.weight"].T + state[f"{name}.bias"]


def bert_by_hand(tiny, state, ids):
    """Return the output of each layer of BERT for one sequence, from its definition."""
    bert = {key.split(".bert_model.")[1]: value.double() for key, value in state.items()
            if ".bert_model." in key}  # fmt: skip
    x = bert["embeddings.word_embeddings.weight"][ids]
    x = x + bert["embeddings.position_embeddings.weight"][: len(ids)]
    x = layer_norm(x + bert["embeddings.token_type_embeddings.weight"][0], bert,
                   "embeddings.LayerNorm")  # fmt: skip
    size = tiny.HIDDEN // tiny.HEADS
    for layer in range(tiny.LAYERS):
        name = f"encoder.layer.{layer}."
        query, key, value = (
            linear(x, bert, f"{name}attention.self.{part}") for part in ("query", "key", "value")
        )
        heads = []
        for head in range(tiny.HEADS):
            part = slice(head * size, (head + 1) * size)
            scores = query[:, part] @ key[:, part].T / math.sqrt(size)
            heads.append(torch.softmax(scores, dim=-1) @ value[:, part])
        attended = linear(torch.cat(heads, dim=-1), bert, f"{name}attention.output.dense")
        x = layer_norm(x + attended, bert, f"{name}attention.output.LayerNorm")
        inner = linear(x, bert, f"{name}intermediate.dense")
        inner = inner * 0.5 * (1 + torch.erf(inner / math.sqrt(2)))
        x = layer_norm(
            x + linear(inner, bert, f"{name}output.dense"), bert, f"{name}output.LayerNorm"
        )
        yield x


def classes_by_hand(tiny, state, vector):
    """Return the probability of each class of FEATS, by Grave et al. (2017), section 3."""
    name = "decoders.feats.task_output."
    part = {
        key[len(name) :]: value.double() for key, value in state.items() if key.startswith(name)
    }
    unit = round(len(tiny.FEATS) / 15)
    head = torch.softmax(part["head.weight"] @ vector, dim=0)
    probabilities = list(head[:unit])
    for number in range(2):
        tail = part[f"tail.{number}.1.weight"] @ (part[f"tail.{number}.0.weight"] @ vector)
        probabilities += list(head[unit + number] * torch.softmax(tail, dim=0))
    return torch.stack(probabilities)


def test_features_by_hand(tiny, archive, sentences):
    state = archive.state()
    model = NativeUdify(archive)
    pieces = WordPieces(archive.subwords())
    some = [sentence for sentence in sentences if 0 < len(sentence) < 31][:12]
    found = model.predict(some)
    weights = torch.cat([state[f"scalar_mix.feats.scalar_parameters.{k}"] for k in range(3)])
    mix = torch.softmax(weights.double(), dim=0)
    clusters = set()
    for sentence, labels in zip(some, found, strict=True):
        cut = [pieces.word(word) for word in sentence]
        layers = list(bert_by_hand(tiny, state, [2, *(piece for word in cut for piece in word), 3]))
        at = 1
        for word, label in zip(cut, labels, strict=True):
            mixed = sum(mix[k] * layers[k][at] for k in range(3)) * state["scalar_mix.feats.gamma"]
            probabilities = classes_by_hand(tiny, state, mixed.double())
            assert probabilities.sum().item() == pytest.approx(1)
            best = int(probabilities.argmax())
            assert label == (tiny.FEATS[best] if best > 1 else "_")
            unit = round(len(tiny.FEATS) / 15)
            clusters.add("head" if best < unit else "first" if best < 3 * unit else "second")
            at += len(word)
    assert clusters == {"head", "first", "second"}


def test_batches_do_not_matter(archive, sentences):
    small, large = NativeUdify(archive, batch_words=512), NativeUdify(archive, batch_words=100_000)
    found = small.predict_tasks(("feats", "upos"), sentences)
    assert found == large.predict_tasks(("feats", "upos"), sentences)
    one_by_one = [small.predict([sentence])[0] for sentence in sentences]
    assert found[0] == one_by_one
    assert [len(row) for row in found[0]] == [len(sentence) for sentence in sentences]
    assert len({label for row in found[0] for label in row}) > 10
    assert small.predict([]) == []


def test_both_formats_of_weights(tmp_path, tiny, archive, sentences):
    model = NativeUdify(archive)
    newer = NativeUdify(open_archive(tiny.build(tmp_path / "new", new_format=True)))
    assert newer.predict(sentences[:20]) == model.predict(sentences[:20])


def edited(tiny, **changes):
    settings = json.loads(json.dumps(tiny.config()))
    for path, value in changes.items():
        *keys, last = path.split("__")
        place = settings
        for key in keys:
            place = place[key]
        place[last] = value
    return settings


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"model__mix_embedding": None}, "is not a whole number"),
        ({"model__mix_embedding": 2}, "BERT has 3 layers"),
        ({"model__encoder__type": "lstm"}, "is not pass_through"),
        ({"model__decoders__feats__encoder": {"type": "lstm"}}, "decoder of feats"),
        ({"dataset_reader__token_indexers__bert__max_subwords": 256}, "max_subwords"),
        ({"dataset_reader__token_indexers__bert__truncate_long_sequences": True}, "truncated"),
    ],
)  # fmt: skip
def test_other_models_are_refused(tmp_path, tiny, change, problem):
    folder = tiny.build(tmp_path / "model", settings=edited(tiny, **change))
    with pytest.raises(InputError, match=problem) as error:
        NativeUdify(open_archive(folder))
    assert "--engine udify" in error.value.hint


def test_weights_and_vocabulary_must_fit(tmp_path, tiny):
    folder = tiny.build(tmp_path / "model")
    with open(folder / "vocabulary" / "feats.txt", "a", encoding="utf-8") as handle:
        handle.write("Foo=Bar\n" * 30)
    with raises("udify.weight-shape", "feats.task_output"):
        NativeUdify(open_archive(folder))
    state = tiny.weights()
    del state["scalar_mix.feats.gamma"]
    other = tiny.build(tmp_path / "other", state=state)
    with raises("udify.weight-missing", "scalar_mix.feats.gamma"):
        NativeUdify(open_archive(other))


def test_device_and_task(archive):
    with raises("device.unavailable", "'warp'"):
        NativeUdify(archive, device="warp")
    with raises("udify.task-not-predicted", "'lemmas'"):
        NativeUdify(archive).predict_tasks(["lemmas"], [["a"]])
