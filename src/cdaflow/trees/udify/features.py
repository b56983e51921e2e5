"""UDify as a `FeatureModel`, by either of the two programs that read its archives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from cdaflow.errors import ConfigError
from cdaflow.trees.udify.archive import open_archive
from cdaflow.trees.udify.overlay import FeatureModel

#: The engines: this Python, and the original on AllenNLP.
ENGINES = ("native", "udify")


@contextmanager
def open_features(
    archive: str | os.PathLike[str],
    *,
    engine: str = "native",
    bert: str | os.PathLike[str] | None = None,
    device: str = "cpu",
    threads: int = 1,
    batch_words: int = 4096,
    batch_size: int = 32,
    python: str | os.PathLike[str] | None = None,
) -> Iterator[FeatureModel]:
    """Yield the model of an archive (a folder or a .tar.gz).

    `engine`: "native" or "udify", with `batch_words` of the former, `batch_size` and `python`
    of the latter; see `NativeUdify` and `LiteralUdify`. `bert`: see `open_archive`.

    Raises ConfigError for another engine, else what these raise.
    """
    opened = open_archive(archive, bert=bert)
    if engine == "native":
        from cdaflow.trees.udify.native import NativeUdify

        yield NativeUdify(opened, device=device, threads=threads, batch_words=batch_words)
    elif engine == "udify":
        from cdaflow.trees.udify.literal import LiteralUdify

        with LiteralUdify(
            opened, python=python, device=device, threads=threads, batch_size=batch_size
        ) as model:
            yield model
    else:
        raise ConfigError(f"no engine {engine!r}", hint=f"one of {', '.join(ENGINES)}")
