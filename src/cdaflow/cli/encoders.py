"""Options that say which encoder of sentences is looked at, and what is gendered for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.bias.gendered import GenderedWords, gendered_words
from cdaflow.cli.options import EnglishLists
from cdaflow.option_types import Count, Device, Normalised, Positive, Threads, Value, Without
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import read_names

if TYPE_CHECKING:
    from cdaflow.bias.score import BiasScorer
    from cdaflow.embeddings.encoders.base import Encoder

#: What a table calls the encoder and the training that a file of scores is of.
SystemLabel = Annotated[Normalised, Value(metavar="NAME", help="name of the system, for tables")]
TrainingLabel = Annotated[Count, Value(metavar="SEED", help="seed of its training, for tables")]


@dataclass(frozen=True)
class EncoderOptions:
    """The encoder of sentences.

    Attributes:
        encoder (ENCODER): a file of cdaflow bias train-encoder (.npz), a file of word vectors
            (GloVe or word2vec text, word2vec .bin, .npy with --words), or a folder of Hugging Face
        words: the words of an .npy file
        vectors: the word vectors that an encoder of cdaflow bias train-encoder was trained with: it
            knows all of their words then, and not those of its training text alone
        most_frequent: read that many word vectors, the first ones
        pooling: how the vector of a sentence is made, in place of the encoder's own way; the score
            needs max
    """

    encoder: Annotated[Path, Value(file="input")]
    words: Annotated[Path | None, Value(metavar="FILE", file="input")] = None
    vectors: Annotated[Path | None, Value(metavar="FILE", file="input")] = None
    most_frequent: Positive | None = None
    pooling: Literal["max", "mean", "cls"] | None = None
    threads: Threads = 1
    device: Device = "cpu"

    def open(self) -> Encoder:
        """Return the encoder."""
        from cdaflow.embeddings.encoders import open_encoder

        return open_encoder(
            self.encoder,
            pooling=self.pooling,
            words=self.words,
            limit=self.most_frequent,
            vectors=self.vectors,
            threads=self.threads,
            device=self.device,
        )


@dataclass(frozen=True)
class GenderedLists(EnglishLists):
    """The list L of gendered words, whose bias is 0.

    Attributes:
        names: given names, which are gendered (default: config/wordlists/names.en.tsv)
        more_gendered: further gendered words, one a line
        lower_names: names count in lower case, too, as in Dolci et al. 2023, section 3.3 ("mary",
            but also "will" and "grace")
    """

    names: Annotated[Path | None, Value(metavar="FILE", file="input")] = None
    more_gendered: Annotated[Sequence[Path], Value(metavar="FILE", file="input")] = ()
    lower_names: bool = False

    def read(self) -> GenderedWords:
        """Return the list L."""
        return gendered_words(
            self.read_pronouns(),
            self.read_nouns(),
            read_names(wordlist(self.names, "names.en.tsv")),
            self.more_gendered,
            lower_names=self.lower_names,
        )


#: Which words are gendered; no professions nor persons are among them.
Gendered = Annotated[GenderedLists, Without("professions", "persons")]


def open_scorer(
    options: EncoderOptions, direction: Path, gendered: GenderedWords, *, skip_closed: bool
) -> BiasScorer:
    """Return the scorer of an encoder with its gender direction."""
    from cdaflow.bias.score import BiasScorer
    from cdaflow.embeddings.direction import GenderDirection

    return BiasScorer(
        options.open(), GenderDirection.load(direction), gendered, skip_closed=skip_closed
    )


def encoder_facts(encoder: Encoder) -> dict[str, Any]:
    """Return what a report says of an encoder; of one of our own also what it was trained on."""
    facts = getattr(encoder, "facts", {})
    fields = ("objective", "seed", "examples", "epochs", "best_epoch", "dev_loss", "dev_right")
    return {
        "encoder": {
            "name": encoder.name,
            "fingerprint": encoder.fingerprint,
            "pooling": encoder.pooling,
            **{name: facts[name] for name in fields if name in facts},
        }
    }
