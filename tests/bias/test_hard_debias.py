import numpy as np
import pytest

from cdaflow.bias.directions import direction_of_pairs
from cdaflow.bias.hard_debias import debias_vectors
from cdaflow.embeddings.direction import gender_cosines
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import read_vectors, write_vectors

from ..errors import raises

PAIRS = [("she", "he"), ("woman", "man"), ("her", "his")]


def cosines(vectors, direction):
    found = gender_cosines(vectors.matrix.astype(np.float64), direction.vector[None])
    return dict(zip(vectors.words, found.tolist(), strict=True))


def test_all_but_gendered_words_lose_their_gender(toy, direction, gendered):
    found, counts = debias_vectors(toy.vectors, direction, gendered)
    before, after = cosines(toy.vectors, direction), cosines(found, direction)
    assert before["nurse"] > 0.3
    for word in ("nurse", "engineer", "pink", "the"):
        assert abs(after[word]) < 1e-6
    for word in ("she", "man", "Mary"):
        assert after[word] == before[word]
    assert counts == {"neutralised": 10, "gendered": 8, "equalised": 0}
    lengths = [np.linalg.norm(one.matrix, axis=1) for one in (toy.vectors, found)]
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-5)


def test_in_part(toy, direction, gendered):
    shown = []
    for strength in (0.25, 0.5, 1.0):
        found, _ = debias_vectors(toy.vectors, direction, gendered, strength=strength)
        shown.append(cosines(found, direction)["nurse"])
    assert cosines(toy.vectors, direction)["nurse"] > shown[0] > shown[1] > shown[2] > -1e-6
    # By hand: (1, x) with half of its first part is (1/2, x), as far as the cosine goes.
    nurse = toy.vectors.matrix[toy.vectors.row("nurse")].astype(np.float64)
    inside = float(nurse @ direction.vector)
    outside = np.linalg.norm(nurse - inside * direction.vector)
    assert shown[1] == pytest.approx(inside / 2 / np.hypot(inside / 2, outside), abs=1e-6)


def test_pairs_are_equally_far_from_neutral_words(toy, direction, gendered):
    found, counts = debias_vectors(toy.vectors, direction, gendered, [*PAIRS, ("aunt", "uncle")])
    assert counts["equalised"] == 3
    nurse = found.matrix[found.row("nurse")]
    for one, other in PAIRS:
        first, second = (found.matrix[found.row(word)] for word in (one, other))
        assert float(first @ nurse) == pytest.approx(float(second @ nurse), abs=1e-5)


def test_what_does_not_go(toy, direction, gendered):
    with raises("strength.out-of-range", "2"):
        debias_vectors(toy.vectors, direction, gendered, strength=2)
    with raises("strength.below-1-with-equalising"):
        debias_vectors(toy.vectors, direction, gendered, PAIRS, strength=0.5)
    other = type(toy.vectors)(["a"], np.ones((1, 3), np.float32))
    with raises("direction.other-dimensions", "8", "3"):
        debias_vectors(other, direction, gendered)


def test_vectors_are_written_as_they_are(toy, tmp_path):
    for name in ("a.txt", "a.txt.gz"):
        write_vectors(tmp_path / name, toy.vectors)
        read = read_vectors(tmp_path / name)
        assert list(read.words) == list(toy.vectors.words)
        assert np.array_equal(read.matrix, toy.vectors.matrix)
    again = StaticEncoder.open(tmp_path / "a.txt")
    assert direction_of_pairs(again, PAIRS).vector.shape == (8,)
