import random
from dataclasses import replace

import pytest

from cdaflow.errors import InputError
from cdaflow.io.parquet import describe, read_rows
from cdaflow.text.clean import Limits
from cdaflow.text.corpus import build_corpus
from cdaflow.text.ids import Origin, make_id, origin_of
from cdaflow.text.spec import parse_spec

COLUMNS = ("id", "source", "target", "corpus")


def corpus(folder, name, pairs, weight=1):
    """Write pairs as two aligned files; return their spec."""
    for side, suffix in ((0, "en"), (1, "es")):
        text = "".join(pair[side] + "\n" for pair in pairs)
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    files = f"source={folder / name}.en,target={folder / name}.es"
    return parse_spec(f"name={name},{files},weight={weight}")


def build(folder, specs, **options):
    tallies = build_corpus(specs, ["en", "es"], folder / "out.parquet", folder / "d.tsv", **options)
    return tallies, list(read_rows(folder / "out.parquet", COLUMNS))


def test_drops_are_counted_and_ids_are_raw_lines(tmp_path):
    first = corpus(
        tmp_path,
        "first",
        [
            ("One", "Uno"),
            ("", "x"),
            ("One", "Uno "),
            ("bad\x01", "x"),
            ("a b c d", "a"),
            ("Z", "Z"),
        ],
    )
    second = corpus(tmp_path, "second", [("One", "Uno"), ("One", "Un"), ("e\u0301", "y")])
    _, rows = build(tmp_path, [first, second], limits=Limits(max_words=3))
    assert rows == [
        (1, "One", "Uno", "first"),
        (6, "Z", "Z", "first"),
        (2**40 + 2, "One", "Un", "second"),
        (2**40 + 3, "é", "y", "second"),
    ]
    assert (tmp_path / "d.tsv").read_text() == (
        "corpus\tlines\tcontrol\tempty\ttoo_many_words\ttoo_many_characters\tlength_ratio"
        "\tidentical\theld_out_source\theld_out_target\tweight\tduplicate\tkept\twritten\n"
        "first\t6\t1\t1\t1\t0\t0\t0\t0\t0\t0\t1\t2\t2\n"
        "second\t3\t0\t0\t0\t0\t0\t0\t0\t0\t0\t1\t2\t2\n"
    )
    info = describe(tmp_path / "out.parquet")
    assert (info.rows, info.languages) == (4, ("en", "es"))
    assert [c["name"] for c in info.corpora] == ["first", "second"]


def test_pair_keeps_its_id_when_a_limit_changes(tmp_path):
    spec = corpus(tmp_path, "c", [("w " * n + f"x{n}", f"y{n}") for n in range(20)])
    _, loose = build(tmp_path, [spec])
    _, strict = build(tmp_path, [spec], limits=Limits(max_words=7))
    assert len(loose) == 20
    assert strict == loose[:7]
    _, twice = build(tmp_path, [parse_spec(_with_weight(spec, 2))])
    assert twice[::2] == loose
    assert [origin_of(row[0]) for row in twice[1::2]] == [Origin(0, n, 1) for n in range(1, 21)]
    assert [row[1:] for row in twice[1::2]] == [row[1:] for row in loose]


def _with_weight(spec, weight):
    return f"name=c,source={spec.paths[0]},target={spec.paths[1]},weight={weight}"


def test_fractional_weight_is_seeded_and_stable_under_appending(tmp_path):
    pairs = [(f"s{n}", f"t{n}") for n in range(4000)]
    tallies, half = build(tmp_path, [corpus(tmp_path, "c", pairs, 0.5)])
    # 4000 fair draws: six standard deviations are 190.
    assert abs(len(half) - 2000) < 190
    assert tallies[0].dropped["weight"] == 4000 - len(half)
    _, longer = build(tmp_path, [corpus(tmp_path, "c", pairs + [("new", "nuevo")] * 3, 0.5)])
    assert longer[: len(half)] == half
    _, other = build(tmp_path, [corpus(tmp_path, "c", pairs, 0.5)], seed=2)
    both = len({r[0] for r in half} & {r[0] for r in other})
    assert abs(both - 1000) < 170
    _, more = build(tmp_path, [corpus(tmp_path, "c", pairs, 2.5)])
    third_copies = {origin_of(r[0]).line for r in more if origin_of(r[0]).copy == 2}
    assert third_copies == {r[0] for r in half}
    assert len(more) == 8000 + len(half)


def test_pair_left_out_by_weight_may_come_from_another_corpus(tmp_path):
    pairs = [(f"s{n}", f"t{n}") for n in range(500)]
    specs = [corpus(tmp_path, "a", pairs, 0.5), corpus(tmp_path, "b", pairs)]
    tallies, rows = build(tmp_path, specs)
    assert sorted(row[1] for row in rows) == sorted(source for source, _ in pairs)
    assert tallies[1].kept == tallies[0].dropped["weight"]


def test_many_random_pairs_against_a_plain_loop(tmp_path):
    rng = random.Random(3)
    words = ["a", "b", "", "c\u00a0", "é", "e\u0301", "x" * 30, "bad\x02", "d e f g"]
    pairs = [
        (" ".join(rng.choices(words, k=2)), " ".join(rng.choices(words, k=2))) for _ in range(70000)
    ]
    spec = replace(corpus(tmp_path, "c", pairs), language_check=False)  # words of no language
    tallies, rows = build(tmp_path, [spec], limits=Limits(5, 40))
    seen, expected = set(), []
    for number, pair in enumerate(pairs, 1):
        if any("\x02" in side for side in pair):
            continue
        pair = tuple(" ".join(side.replace("e\u0301", "é").split()) for side in pair)
        long = any(len(side.split(" ")) > 5 or len(side) > 40 for side in pair)
        if "" in pair or long or pair in seen:
            continue
        seen.add(pair)
        expected.append((number, *pair, "c"))
    assert rows == expected
    (tally,) = tallies
    assert tally.lines == 70000 == tally.kept + sum(tally.dropped.values())
    _, again = build(
        tmp_path,
        [spec],
        limits=Limits(5, 40, keep_duplicates=True),
    )
    assert {row[1:3] for row in again} == seen
    assert len(again) == tally.kept + tally.dropped["duplicate"]


def test_monolingual_build(tmp_path):
    file = tmp_path / "x.en"
    file.write_text("One\n\nTwo\nOne \n")
    spec = parse_spec(f"name=news,text={file}", 1)
    build_corpus([spec], ["en"], tmp_path / "m.parquet")
    rows = list(read_rows(tmp_path / "m.parquet", ("id", "text", "corpus")))
    assert rows == [(1, "One", "news"), (3, "Two", "news")]


def test_same_input_gives_the_same_bytes(tmp_path):
    spec = corpus(tmp_path, "c", [(f"s{n}", f"t{n}") for n in range(1000)], 1.5)
    build(tmp_path, [spec])
    first = (tmp_path / "out.parquet").read_bytes()
    build(tmp_path, [spec])
    assert (tmp_path / "out.parquet").read_bytes() == first


@pytest.mark.parametrize("fault", ["misaligned", "empty", "nothing left", "latin-1", "absent"])
def test_fault_leaves_earlier_outputs_alone(tmp_path, fault):
    good = corpus(tmp_path, "good", [("One", "Uno")])
    build(tmp_path, [good])
    before = {f: f.read_bytes() for f in (tmp_path / "out.parquet", tmp_path / "d.tsv")}
    bad = corpus(tmp_path, "bad", [("Two", "Dos"), ("Three", "Tres")])
    target = tmp_path / "bad.es"
    if fault == "misaligned":
        target.write_text("Dos\n")
    elif fault == "empty":
        target.write_text("")
        (tmp_path / "bad.en").write_text("")
    elif fault == "nothing left":
        target.write_text("\n\n")
    elif fault == "latin-1":
        target.write_bytes(b"Dos\nTr\xe9s\n")
    else:
        target.unlink()
    listing = sorted(tmp_path.iterdir())
    with pytest.raises(InputError) as caught:
        build(tmp_path, [good, bad])
    assert "bad" in str(caught.value)
    assert {f: f.read_bytes() for f in before} == before
    assert sorted(tmp_path.iterdir()) == listing


def test_ids_hold_their_parts():
    for corpus_index, line, copy in ((0, 1, 0), (32767, 2**40 - 1, 100), (5, 12, 3)):
        number = make_id(corpus_index, line, copy)
        assert 0 < number < 2**63
        assert origin_of(number) == (corpus_index, line, copy)
