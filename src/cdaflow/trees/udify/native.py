"""UDify's archives on today's PyTorch: features and UPOS of words, batched, on CPU or GPU.

The model (Kondratyuk and Straka 2019, "75 Languages, 1 Model", sections 2 and 3): multilingual
BERT, for each task a weighted mean of its layers, and a classifier to which the whole string of
features is one class (adaptive softmax, Grave et al. 2017).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from cdaflow.errors import ConfigError, InputError
from cdaflow.trees.udify.archive import Archive, Watch

#: Longer words become one [UNK], in characters.
MAX_CHARACTERS = 100

#: Pieces of a window beside [CLS] and [SEP]; the next window starts STRIDE pieces later.
WINDOW = 510
STRIDE = 255

#: Pieces before this one are taken from the first window (half a stride).
_HEAD = STRIDE // 2

#: Words that are not lower-cased where the others are.
_SPECIAL = ("[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]")


class WordPieces:
    """Cuts words into the pieces of a BERT model, the longest first, from the left.

    No other tokeniser goes before: case, accents and punctuation stay as they are, but a word
    with blanks inside is cut at these.
    """

    def __init__(self, subwords: Mapping[str, int], *, lowercase: bool = False) -> None:
        try:
            from tokenizers.models import WordPiece
        except ImportError:
            raise ConfigError(
                "udify.packages-not-installed",
                "the native UDify needs the Python packages transformers and tokenizers",
                hint="pip install 'cdaflow[udify]'",
            ) from None
        self._model = WordPiece(
            dict(subwords),
            unk_token="[UNK]",  # noqa: S106
            max_input_chars_per_word=MAX_CHARACTERS,
        )
        self._lowercase = lowercase
        self._known: dict[str, tuple[int, ...]] = {}

    def word(self, word: str) -> tuple[int, ...]:
        """Return the ids of the pieces of a word; none if it is blank."""
        piece_ids = self._known.get(word)
        if piece_ids is None:
            if len(self._known) >= 500_000:
                self._known.clear()
            text = word.lower() if self._lowercase and word not in _SPECIAL else word
            piece_ids = tuple(p.id for part in text.split() for p in self._model.tokenize(part))
            self._known[word] = piece_ids
        return piece_ids


@dataclass(frozen=True)
class Window:
    """Word pieces that BERT reads together, and the words whose vectors come from them.

    `ids` are those between [CLS] and [SEP]; each of `positions` is a word's number in its sentence
    and its position in the window, where [CLS] is 0.
    """

    ids: tuple[int, ...]
    positions: tuple[tuple[int, int], ...]


def windows(words: Sequence[tuple[int, ...]], *, first: bool = True) -> list[Window]:
    """Return the windows of a sentence, given the pieces of each word.

    A word is represented by its first piece (by its last where `first` is false). A sentence of
    at most WINDOW pieces is one window. Of a longer one a word is taken from the window in which
    it lies between a quarter and three quarters, at both ends from the outermost window.
    """
    ids = [subword for word in words for subword in word]
    anchors = []
    count = 0
    for word in words:
        # A blank word has no piece: it gets what stands there, [SEP] at the end.
        anchors.append(count if first else count + len(word) - 1)
        count += len(word)
    if len(ids) <= WINDOW:
        return [Window(tuple(ids), tuple((word, at + 1) for word, at in enumerate(anchors)))]
    total = -(-(len(ids) - STRIDE) // STRIDE)
    positions: list[list[tuple[int, int]]] = [[] for _ in range(total)]
    for number, at in enumerate(anchors):
        window = min(max((at - _HEAD) // STRIDE, 0), total - 1)
        positions[window].append((number, at - window * STRIDE + 1))
    return [
        Window(tuple(ids[start : start + WINDOW]), tuple(word_positions))
        for start, word_positions in zip(range(0, total * STRIDE, STRIDE), positions, strict=True)
    ]


_BERT = "text_field_embedder.token_embedder_bert.bert_model."

#: Most pieces in a batch, padding included.
BATCH_PIECES = 4096


class NativeUdify:
    """A `FeatureModel` over an archive of UDify.

    `device`: "cpu", "cuda", "cuda:1", ... `threads`: of PyTorch, on the CPU. `batch_words`: most
    word pieces in a batch, padding included; memory grows with it (about 0.6 MB a piece on
    multilingual BERT). `watch`: see `Watch`.

    Raises InputError where the archive is not one that can be read here, ConfigError where there
    is no such device or no `transformers`.
    """

    def __init__(
        self,
        archive: Archive,
        *,
        device: str = "cpu",
        threads: int = 1,
        batch_words: int = BATCH_PIECES,
        watch: Watch = iter,
    ) -> None:
        _check_config(archive)
        self._watch = watch
        torch.set_num_threads(max(1, threads))
        self._device = _device(device)
        self._batch = max(batch_words, WINDOW + 2)
        subwords = archive.subwords()
        self._start, self._end = subwords["[CLS]"], subwords["[SEP]"]
        indexer = _indexer(archive)
        self._subwords = WordPieces(subwords, lowercase=bool(indexer.get("do_lowercase", True)))
        self._first = bool(indexer.get("use_starting_offsets", False))
        state = archive.state()
        self._bert = _bert(archive, state).to(self._device).eval()
        self._tasks = {
            task: _Classifier(archive, state, task).to(self._device)
            for task in ("feats", "upos")
            if archive.setting("model", "decoders", task) is not None
        }
        if "feats" not in self._tasks:
            raise InputError(
                "udify.no-features",
                "this model does not predict features",
                file=archive.folder / "config.json",
            )

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return FEATS for each word of each sentence, "_" for none."""
        return self.predict_tasks(("feats",), sentences)[0]

    def predict_tasks(
        self, tasks: Sequence[str], sentences: Sequence[Sequence[str]]
    ) -> list[list[list[str]]]:
        """Return the labels of tasks ("feats", "upos") for each word of each sentence."""
        for task in tasks:
            if task not in self._tasks:
                raise ConfigError(
                    "udify.task-not-predicted", f"the UDify archive does not predict {task!r}"
                )
        predictions = [[["_"] * len(sentence) for sentence in sentences] for _ in tasks]
        batches = list(self._batches(sentences))
        with torch.inference_mode():
            for batch in self._watch(batches):
                owners = [
                    (number, position[0])
                    for number, window in batch
                    for position in window.positions
                ]
                layers = self._layers(batch)
                for labels, task in zip(predictions, tasks, strict=True):
                    for (number, word), label in zip(
                        owners, self._tasks[task].labels(layers), strict=True
                    ):
                        labels[number][word] = label
        return predictions

    def _batches(self, sentences: Sequence[Sequence[str]]) -> Iterator[list[tuple[int, Window]]]:
        """Yield windows with the numbers of their sentences, those of like length together.

        The longest go first, so that what does not fit the memory fails at once.
        """
        rows = [
            (number, window)
            for number, sentence in enumerate(sentences)
            if sentence
            for window in windows(
                [self._subwords.word(word) for word in sentence], first=self._first
            )
        ]
        rows.sort(key=lambda row: -len(row[1].ids))
        start = 0
        while start < len(rows):
            width = len(rows[start][1].ids) + 2
            size = max(1, self._batch // width)
            yield rows[start : start + size]
            start += size

    def _layers(self, batch: Sequence[tuple[int, Window]]) -> Any:
        """Return the vectors of the words of a batch: (layers, words, width)."""
        width = max(len(window.ids) for _, window in batch) + 2
        ids = torch.zeros((len(batch), width), dtype=torch.long)
        for row, (_, window) in enumerate(batch):
            whole = (self._start, *window.ids, self._end)
            ids[row, : len(whole)] = torch.tensor(whole)
        ids = ids.to(self._device)
        states = self._bert(
            input_ids=ids,
            attention_mask=(ids != 0).long(),  # as in the original: not even to a word "[PAD]"
            output_hidden_states=True,
        ).hidden_states[1:]
        rows, columns = zip(
            *((row, at) for row, (_, window) in enumerate(batch) for _, at in window.positions),
            strict=True,
        )
        row_index = torch.tensor(rows, device=self._device)
        column_index = torch.tensor(columns, device=self._device)
        return torch.stack([state[row_index, column_index] for state in states])


class _Classifier:
    """The labels of one task from the layers of BERT."""

    def __init__(self, archive: Archive, state: Mapping[str, Any], task: str) -> None:
        self._names = archive.labels(task)
        self._file = archive.weights
        self._state = state
        prefix = f"scalar_mix.{task}."
        layers = archive.setting("model", "mix_embedding")
        weights = [self._get(f"{prefix}scalar_parameters.{k}") for k in range(layers)]
        self._mix = torch.softmax(torch.cat(weights), dim=0)
        self._gamma = self._get(prefix + "gamma")
        self._output = self._build(f"decoders.{task}.task_output.")
        self._state = {}  # no longer needed, and large

    def to(self, device: Any) -> _Classifier:
        """Move the weights to a device; return itself."""
        self._mix, self._gamma = self._mix.to(device), self._gamma.to(device)
        self._output = self._output.to(device).eval()
        return self

    def labels(self, layers: Any) -> list[str]:
        """Return the label of each word, given (layers, words, width)."""
        mixed = self._gamma * torch.einsum("k,kwd->wd", self._mix, layers)  # (words, width)
        if isinstance(self._output, torch.nn.AdaptiveLogSoftmaxWithLoss):
            classes = self._output.predict(mixed)
        else:
            classes = self._output(mixed).argmax(dim=-1)
        return [self._names[number] for number in classes.tolist()]

    def _get(self, name: str) -> Any:
        if name not in self._state:
            raise InputError(
                "udify.weight-missing",
                f"the weights lack {name}",
                file=self._file,
                hint="the archive is incomplete, or is not one of UDify; try --engine udify",
            )
        return self._state[name].float()

    def _build(self, prefix: str) -> Any:
        size = len(self._names)
        if prefix + "head.weight" in self._state:
            # The cutoffs are not stored; Python's own rounding (half to even) counts here.
            unit = round(size / 15)
            width = self._get(prefix + "head.weight").shape[1]
            try:
                output: torch.nn.Module = torch.nn.AdaptiveLogSoftmaxWithLoss(
                    width, size, cutoffs=[unit, 3 * unit], div_value=4.0
                )
            except ValueError as error:
                raise InputError(
                    "udify.too-few-classes",
                    f"{size} classes are too few for an adaptive softmax ({error})",
                    file=self._file,
                ) from None
            weights = {name: self._get(prefix + name) for name in output.state_dict()}
        else:
            weight = self._get(prefix + "_module.weight")
            output = torch.nn.Linear(weight.shape[1], size)
            weights = {"weight": weight, "bias": self._get(prefix + "_module.bias")}
        _load_weights(output, weights, prefix, self._file)
        return output


def _load_weights(module: Any, weights: Mapping[str, Any], prefix: str, file: Path) -> None:
    """Load `weights` into a module; InputError where a shape does not fit."""
    for name, tensor in module.state_dict().items():
        if tuple(tensor.shape) != tuple(weights[name].shape):
            raise InputError(
                "udify.weight-shape",
                f"{prefix}{name} has the shape {tuple(weights[name].shape)}, but vocabulary and "
                f"configuration require {tuple(tensor.shape)}",
                file=file,
                hint="use vocabulary and weights of the same archive",
            )
    module.load_state_dict(weights)


def _bert(archive: Archive, state: Mapping[str, Any]) -> Any:
    """Return the BERT model of an archive."""
    from transformers import BertConfig, BertModel

    config = BertConfig(**archive.bert_config(state))
    layers = archive.setting("model", "mix_embedding")
    if layers != config.num_hidden_layers:
        raise InputError(
            "udify.bert-layer-count",
            f"mix_embedding is {layers}, but BERT has {config.num_hidden_layers} layers",
            file=archive.folder / "config.json",
            hint="try --engine udify",
        )
    if config.max_position_embeddings < WINDOW + 2:
        raise InputError(
            "udify.bert-position-count",
            f"BERT has {config.max_position_embeddings} positions, expected {WINDOW + 2}",
            file=archive.weights,
        )
    model: Any = BertModel(config, add_pooling_layer=False)
    weights = {}
    for name in model.state_dict():
        if _BERT + name in state:
            weights[name] = state[_BERT + name].float()
        elif "position_ids" in name or "token_type_ids" in name:
            weights[name] = model.state_dict()[name]  # constants that older versions do not store
        else:
            raise InputError(
                "udify.bert-weight-missing", f"the weights lack {_BERT}{name}", file=archive.weights
            )
    _load_weights(model, weights, _BERT, archive.weights)
    return model


def _indexer(archive: Archive) -> Mapping[str, Any]:
    indexer = archive.setting("dataset_reader", "token_indexers", "bert", default={})
    return indexer if isinstance(indexer, Mapping) else {}


def _check_config(archive: Archive) -> None:
    """Raise InputError for a model that is built otherwise than the published one."""
    embedder = archive.setting("model", "text_field_embedder", default={})
    indexer = _indexer(archive)
    checks = [
        ("model.encoder is not pass_through",
         archive.setting("model", "encoder", "type") == "pass_through"),
        ("model.mix_embedding is not a whole number",
         isinstance(archive.setting("model", "mix_embedding"), int)),
        ("model.post_encoder_embedder is set",
         archive.setting("model", "post_encoder_embedder") is None),
        ("there are token embedders beside bert",
         set(archive.setting("model", "text_field_embedder", "token_embedders", default={}))
         == {"bert"}),
        ("text_field_embedder.output_dim is set", embedder.get("output_dim") is None),
        ("combine_layers is not all",
         archive.setting("model", "text_field_embedder", "token_embedders", "bert",
                         "combine_layers") == "all"),
        ("there is no token indexer bert", bool(indexer)),
        ("max_subwords is not 512", indexer.get("max_subwords", 512) == 512),
        ("long sentences are truncated", not indexer.get("truncate_long_sequences", False)),
    ]  # fmt: skip
    for task in ("feats", "upos"):
        decoder = archive.setting("model", "decoders", task)
        kind = archive.setting("model", "decoders", task, "encoder", "type")
        checks.append(
            (f"the decoder of {task} has an encoder", decoder is None or kind == "pass_through")
        )
    for problem, fine in checks:
        if not fine:
            raise InputError(
                "udify.built-otherwise",
                f"the model is not built like the published UDify: {problem}",
                file=archive.folder / "config.json",
                hint="the native loader cannot read it; use the original UDify: --engine udify",
            )


def _device(name: str) -> Any:
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        first = str(error).split("\n")[0]
        raise ConfigError(
            "device.unavailable",
            f"PyTorch has no device {name!r} ({first})",
            hint="give cpu, or cuda if PyTorch finds a GPU",
        ) from None
    return device
