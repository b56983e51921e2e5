import itertools
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.text.duplicates import SeenHashes, hash_sides

FEW = st.integers(0, 30).map(lambda n: (n * 0x9E3779B97F4A7C15) % 2**64)


@given(st.lists(st.lists(FEW, max_size=20), max_size=20))
def test_agrees_with_a_set(batches):
    seen, truth = SeenHashes(), set()
    for batch in batches:
        expected = []
        for number in batch:
            expected.append(number not in truth)
            truth.add(number)
        assert seen.add(np.array(batch, dtype=np.uint64)).tolist() == expected
    assert len(seen) == len(truth)


def test_many_batches_stay_few_sorted_runs():
    random = np.random.default_rng(1)
    seen, truth = SeenHashes(), set()
    for _ in range(60):
        batch = random.integers(0, 2**64, 3000, dtype=np.uint64, endpoint=False)
        batch[:500] = random.integers(0, 900, 500, dtype=np.uint64)
        expected = np.array([n not in truth for n in batch[500:].tolist()])
        assert (seen.add(batch)[500:] == expected).all()
        truth.update(batch.tolist())
    assert len(seen) == len(truth)
    for runs in seen._parts:
        lengths = [len(run) for run in runs]
        assert all(a >= 2 * b for a, b in itertools.pairwise(lengths))
        assert all((run[1:] > run[:-1]).all() for run in runs)


def test_hash_tells_sides_apart_and_is_the_same_in_every_process():
    rows = [("a b", "c"), ("a", "b c"), ("a b", "c")]
    hashes = hash_sides(rows).tolist()
    assert hashes[0] == hashes[2] != hashes[1]
    code = (
        "from cdaflow.text.duplicates import hash_sides;"
        "print(hash_sides([('a b', 'c'), ('a', 'b c'), ('a b', 'c')]).tolist())"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "7"}, capture_output=True, check=True
    )
    assert other.stdout.decode().strip() == str(hashes)
