"""Training text without its most biased pairs, or without as many random ones: the control."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.errors import ConfigError
from cdaflow.option_types import Folder, PairOutputs, Seed, Value
from cdaflow.wordlists import wordlist


@dataclass(frozen=True)
class Options:
    """Pairs except the most biased ones by the bias score (Dolci et al. 2023, section 4.1).

    A data set with a criterion requires its control, `criterion: random` with the same file and the
    same `drop`, since trainings differ by chance as much as by the pairs left out.

    Attributes:
        scores: pairs with their bias scores (.parquet or .tsv), as cdaflow bias score writes them
        criterion: absolute (the whole bias Abs), consistent (the bias to the side of the gender
            that the sentence states), or random
        drop (PERCENT): how many of the pairs are left out
    """

    scores: Path | None = None
    criterion: Literal["absolute", "consistent", "random"] = "absolute"
    drop: Annotated[float, Value(metavar="PERCENT", least=0, most=100)] = 10

    def __post_init__(self) -> None:
        if not self.scores:
            raise ConfigError(
                "bias.no-score-file",
                "`scores`, the file of bias scores, is required",
                hint="give a file of `cdaflow bias score`",
            )
        if not 0 < self.drop < 100:
            raise ConfigError(
                "bias.drop-out-of-range",
                f"drop is {self.drop:g}, expected more than 0 and less than 100 (percent)",
            )


def bias(
    *, options: Options, wordlists: Folder | None = None, seed: Seed = 1, output: PairOutputs
) -> str:
    """Write pairs without the most biased of them, or without as many random ones.

    By the bias score of the English (Dolci et al. 2023). Only a comparison with its random control,
    over several trainings, shows what it does to a translation system.

    Args:
        wordlists: the folder with pronouns.en.tsv and gendered.en.tsv, by which a sentence states a
            gender (default: config/wordlists)
        seed: seed of the random control
        output: .parquet or .tsv (id, source, target and the scores), or two text files
    """
    from cdaflow.bias.selection import drop_biased
    from cdaflow.wordlists.english_lists import read_gendered_nouns, read_gendered_pronouns

    def listed(name: str) -> Path:
        return wordlist(wordlists / name if wordlists else None, name)

    lists = (
        read_gendered_pronouns(listed("pronouns.en.tsv")),
        read_gendered_nouns(listed("gendered.en.tsv")),
    )
    result = drop_biased(
        [str(options.scores)], output, options.criterion, options.drop / 100, seed, lists
    )
    return (
        f"{output[0]}: {result.pairs - result.dropped:,} of {result.pairs:,} pairs "
        f"({options.criterion}), mean Abs {result.mean_before:.4f} before, {result.mean_after:.4f}"
    )
