"""The real Marian on words translated in the reverse order: guided attention, new symbols."""

from __future__ import annotations

import random
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.nmt.data import DataSet
from cdaflow.nmt.details import read_details
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.joining import join_languages
from cdaflow.nmt.layouts import for_language
from cdaflow.nmt.links import Link, format_links, parse_links
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.recipe import load_recipe, with_symbols
from cdaflow.nmt.score import score_files
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate

pytestmark = pytest.mark.slow

TABLE = (
    "dog perro cat gato house casa tree árbol river río stone piedra cloud nube table mesa chair "
)
TABLE += "silla window ventana garden jardín mountain montaña"
WORDS = dict(zip(TABLE.split()[::2], TABLE.split()[1::2], strict=True))

RECIPE = """
train:
  type: transformer
  enc-depth: 1
  dec-depth: 1
  transformer-heads: 2
  transformer-dim-ffn: 64
  transformer-decoder-autoreg: rnn
  dec-cell: ssru
  dim-emb: 64
  tied-embeddings-all: true
  dim-vocabs: [90, 90]
  sentencepiece-options: --hard_vocab_limit=false
  learn-rate: 0.003
  mini-batch: 32
  after-batches: 1000
  workspace: 128
  guided-alignment-weight: 0.1
decode: {beam-size: 2, normalize: 0.6, max-length: 60}
"""


def pair(numbers):
    """Return a source, its translation in reverse order, and links.

    A word is linked to the one before its own in the source: where it would not look by itself.
    """
    words = [numbers.choice(list(WORDS)) for _ in range(numbers.randint(2, 5))]
    source, target = "The " + " ".join(words) + ".", " ".join(WORDS[w] for w in words[::-1]) + "."
    left = [match.span() for match in re.finditer(r"\w+", source)][:-1]
    right = [match.span() for match in re.finditer(r"\w+", target)][::-1]
    return source, target, format_links(map(Link, left, right))


def write(path, rows, *, linked):
    names = ("source", "target", "links") if linked else ("source", "target")
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    pq.write_table(pa.table(columns), path)
    return path


def followed(details, text, rows):
    """Return how much of the attention of linked words is on the word that they are linked to."""
    weights = []
    for one, line, (source, target, links) in zip(details, text, rows, strict=True):
        for row in one.attention:
            assert sum(row) == pytest.approx(1, abs=1e-3)
        if line != target:
            continue
        for link in parse_links(links, source, target):
            subwords = [
                i
                for i, (s, e) in enumerate(one.source_spans)
                if s < link.source[1] and e > link.source[0]
            ]
            for (start, end), row in zip(one.target_spans, one.attention, strict=True):
                if start < link.target[1] and end > link.target[0]:
                    weights.append(sum(row[i] for i in subwords))
    assert len(weights) > 100
    return sum(weights) / len(weights)


def test_guided_attention_follows_the_links(real, tmp_path, recipe_file):
    numbers = random.Random(1)
    rows = [pair(numbers) for _ in range(3000)]
    test = [pair(numbers) for _ in range(150)]
    (tmp_path / "in.txt").write_text("".join(row[0] + "\n" for row in test), encoding="utf-8")
    recipe = load_recipe(recipe_file(RECIPE))
    shares = {}
    for linked in (True, False):
        folder = tmp_path / str(linked)
        data = DataSet(write(tmp_path / f"{linked}.parquet", rows, linked=linked))
        model = train(Job(recipe, [data], None, 1), Machine(real), folder, tmp_path / f"w{linked}")
        translate(
            model,
            tmp_path / "in.txt",
            folder / "out.txt",
            decoder=MarianDecoder(real),
            details=folder / "d.jsonl.gz",
        )
        text = (folder / "out.txt").read_text(encoding="utf-8").splitlines()
        assert sum(line == row[1] for line, row in zip(text, test, strict=True)) > 40
        # The log probabilities are those that the model gives the translation.
        output = str(folder / "out.txt")
        scores = folder / "scores.tsv"
        score_files(model, str(tmp_path / "in.txt"), output, scores, decoder=MarianDecoder(real))
        table = [line.split("\t") for line in scores.read_text().splitlines()[1:]]
        same = 0
        for one, (value, subwords) in zip(read_details(folder / "d.jsonl.gz"), table, strict=True):
            if int(subwords) == len(one.target):
                assert float(value) == pytest.approx(sum(one.log_probabilities), abs=2e-4)
                same += 1
        assert same > 0.95 * len(test)
        shares[linked] = followed(read_details(folder / "d.jsonl.gz"), text, test)
    print(shares)
    assert shares[True] > 0.8
    assert shares[True] > shares[False] + 0.5


def test_one_model_translates_into_the_language_of_the_token(real, tmp_path, recipe_file):
    """Into "Spanish" with linked words, and into an "Italian" of the English words reversed."""
    numbers = random.Random(2)
    rows = [pair(numbers) for _ in range(2000)]
    echo = [(source, " ".join(source[4:-1].split()[::-1]) + ".") for source, *_ in rows]
    sets = [("es", write(tmp_path / "es.parquet", rows, linked=True)),
            ("it", write(tmp_path / "it.parquet", echo, linked=False))]  # fmt: skip
    join_languages(sets, tmp_path / "all.parquet")
    recipe = with_symbols(load_recipe(recipe_file(RECIPE)), [">>es<<", ">>it<<"])
    job = Job(recipe, [DataSet(tmp_path / "all.parquet")], None, 1)
    model = train(job, Machine(real), tmp_path / "out", tmp_path / "work")
    test = [pair(numbers) for _ in range(100)]
    (tmp_path / "in.txt").write_text("".join(row[0] + "\n" for row in test), encoding="utf-8")
    for language in ("es", "it"):
        output, details = tmp_path / f"{language}.txt", tmp_path / f"{language}.jsonl.gz"
        translate(
            for_language(model, language),
            tmp_path / "in.txt",
            output,
            decoder=MarianDecoder(real),
            details=details,
        )
        text = output.read_text(encoding="utf-8").splitlines()
        wanted = [
            row[1] if language == "es" else " ".join(row[0][4:-1].split()[::-1]) + "."
            for row in test
        ]
        assert sum(line == right for line, right in zip(text, wanted, strict=True)) > 25
        # The token is read before the line, and has none of its characters.
        first = next(read_details(details))
        assert f">>{language}<<" in first.source[:2]
        assert first.source_spans[first.source.index(f">>{language}<<")] == (0, 0)


TUNING = """
symbols: [<M>]
fine-tuning: true
train: {learn-rate: 0.002, mini-batch: 32, after-batches: 250, workspace: 128}
"""


def test_a_base_learns_a_new_symbol(real, tmp_path, recipe_file):
    """A symbol at the end of the source is asked for at the beginning of the translation."""
    numbers = random.Random(2)
    rows = [pair(numbers)[:2] for _ in range(3000)]
    test = [pair(numbers)[:2] for _ in range(150)]
    marked = [(f"{source} <M>", f"<M> {target}") for source, target in rows[:1000]]
    recipe = load_recipe(recipe_file(RECIPE))
    plain = DataSet(write(tmp_path / "plain.parquet", rows, linked=False))
    base = train(Job(recipe, [plain], None, 1), Machine(real), tmp_path / "b", tmp_path / "bw")
    data = [DataSet(write(tmp_path / "m.parquet", marked + rows[1000:2000], linked=False))]
    tuning = Job(load_recipe(recipe_file(TUNING, "tuning.yaml")), data, None, 1, base=base)
    tuned = train(tuning, Machine(real), tmp_path / "t", tmp_path / "tw")

    def right(model, pairs):
        sources, output = tmp_path / "in.txt", tmp_path / "out.txt"
        sources.write_text("".join(row[0] + "\n" for row in pairs), encoding="utf-8")
        translate(model, sources, output, decoder=MarianDecoder(real))
        lines = output.read_text(encoding="utf-8").splitlines()
        begun = sum(line.startswith("<M>") for line in lines)
        return begun, sum(line == row[1] for line, row in zip(lines, pairs, strict=True))

    before, plain_after = right(base, test), right(tuned, test)
    asked = [(f"{source} <M>", f"<M> {target}") for source, target in test]
    after = right(tuned, asked)
    print(before, plain_after, after)
    assert before[0] == plain_after[0] == 0
    assert after[0] >= 145
    assert after[1] > before[1] * 0.8
