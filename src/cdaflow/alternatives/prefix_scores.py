"""Log probabilities of beginnings of translations, by CTranslate2."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from cdaflow.alternatives.lattice_search import Prefix
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder, faults_of_ctranslate2
from cdaflow.nmt.model import Model, check_model, segmenters

#: Subwords of a batch, with which one thread was fastest.
BATCH = 2048

#: Sources whose subwords are kept: those of a sentence are asked for again and again.
_KEPT = 4096


class PrefixScorer:
    """The scorer of a lattice (`cdaflow.alternatives.lattice_search.Scorer`) that a model is.

    Beginnings end between words, so that their subwords are those of the whole translation.

    Raises ConfigError for a model that CTranslate2 cannot do, InputError for a faulty one.
    """

    scores_prefixes = True

    def __init__(self, model: Model, decoder: CTranslate2Decoder) -> None:
        check_model(model)
        with tempfile.TemporaryDirectory(prefix=".cdaflow-scores-") as folder:
            self._translator: Any = decoder.translator(model, Path(folder) / "converted")
        source, self._target = segmenters(model)
        self._prefix = list(model.framing.target)
        self._source = lru_cache(_KEPT)(source.encode)

    def score(self, prefixes: Sequence[Prefix]) -> list[float]:
        """Return the natural log probability of each, of a whole one with its end."""
        scores = [0.0] * len(prefixes)
        targets = [self._target.encode(prefix.text) for prefix in prefixes]
        # An empty beginning is certain.
        asked = [n for n, prefix in enumerate(prefixes) if targets[n] or prefix.whole]
        with faults_of_ctranslate2():
            results = self._translator.score_batch(
                [self._source(prefixes[n].source) for n in asked],
                [self._prefix + targets[n] for n in asked],
                max_batch_size=BATCH,
                batch_type="tokens",
                max_input_length=0,
            )
        for n, result in zip(asked, results, strict=True):
            log_probs = result.log_probs[len(self._prefix) :]
            # The last one is that of the end of the sentence.
            scores[n] = float(sum(log_probs[: None if prefixes[n].whole else -1]))
        return scores
