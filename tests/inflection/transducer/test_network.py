"""The transducer's probabilities against enumeration, differences, and the forms that they give."""

import itertools
import math
import unicodedata

import numpy as np
import pytest
import torch

from cdaflow.inflection.transducer.batch import EDGE, UNKNOWN, Alphabet, by_length, make_batch
from cdaflow.inflection.transducer.decoding import best_forms
from cdaflow.inflection.transducer.examples import Example
from cdaflow.inflection.transducer.model import Transducer, load_transducer
from cdaflow.inflection.transducer.network import Network, Sizes, log_marginal

from ...errors import raises

SMALL = Sizes(embedding=5, hidden=4, mixed=3, reach=2)
EXAMPLES = [
    Example("ab", ("NOUN", "Gender=Fem"), "aa"),
    Example("abba", ("ADJ",), "bcb"),
    Example("xb", ("NOUN",), "xx"),
    Example("c", (), "c"),
]


def network_and_alphabet(seed=3):
    alphabet = Alphabet(("a", "b", "c"), ("ADJ", "Gender=Fem", "NOUN"))
    torch.manual_seed(seed)
    network = Network(alphabet.size, len(alphabet.symbols), SMALL).double()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.7)
    return network.eval(), alphabet


def as_double(batch):
    from dataclasses import replace

    return replace(batch, symbols=batch.symbols.double())


def transducer(seed=3):
    network, alphabet = network_and_alphabet(seed)
    arrays = {n: p.detach().float().numpy() for n, p in network.named_parameters()}
    return Transducer("es", alphabet, SMALL, arrays, threshold=-0.25, facts={"seed": seed})


def test_marginal_is_the_sum_over_all_alignments():
    """Each alignment's probability is a product over steps; all J^I of them are added up."""
    network, alphabet = network_and_alphabet()
    batch = as_double(make_batch(EXAMPLES, alphabet))
    log_attention, log_emission = network.steps(batch)
    got = network.log_likelihood(batch)
    for row, example in enumerate(EXAMPLES):
        steps, places = len(example.target) + 1, len(example.source) + 2
        total = 0.0
        for alignment in itertools.product(range(places), repeat=steps):
            p = 1.0
            for i, j in enumerate(alignment):
                p *= math.exp(log_attention[row, i, j].item() + log_emission[row, i, j].item())
            total += p
        assert got[row].item() == pytest.approx(math.log(total), abs=1e-9)


def test_attention_is_a_distribution_over_the_places_of_the_word_alone():
    network, alphabet = network_and_alphabet()
    batch = as_double(make_batch(EXAMPLES, alphabet))
    attention = network.steps(batch)[0].exp()
    assert torch.allclose(attention.sum(-1), torch.ones(()).double())
    assert (attention[3, :, 3:] == 0).all()  # "c" with its edges is 3 places long


def test_probabilities_of_all_next_characters_add_up_to_one():
    """Writing any character and copying any place are all that can happen at a step."""
    network, alphabet = network_and_alphabet()
    batch = as_double(make_batch(EXAMPLES, alphabet))
    encoded, state = network.encode(batch)
    states, _ = network.decode(encoded, state, torch.full((len(EXAMPLES), 1), EDGE))
    written, copied = network.next_characters(encoded, states, 0)
    total = written.exp().sum(-1) + copied.exp().sum(-1)
    assert torch.allclose(total, torch.ones(()).double())


def test_a_row_does_not_depend_on_the_rows_beside_it():
    network, alphabet = network_and_alphabet()
    together = network.log_likelihood(as_double(make_batch(EXAMPLES, alphabet)))
    for row, example in enumerate(EXAMPLES):
        alone = network.log_likelihood(as_double(make_batch([example], alphabet)))
        assert alone.item() == pytest.approx(together[row].item(), abs=1e-10)


def test_gradients_equal_finite_differences():
    network, alphabet = network_and_alphabet()
    batch = as_double(make_batch(EXAMPLES, alphabet))
    network.log_likelihood(batch).sum().backward()
    random = np.random.default_rng(0)
    for name, parameter in network.named_parameters():
        flat, gradient = parameter.data.view(-1), parameter.grad.view(-1)
        for index in random.choice(len(flat), size=min(4, len(flat)), replace=False):
            kept, values = flat[index].item(), []
            for step in (1e-5, -1e-5):
                flat[index] = kept + step
                with torch.no_grad():
                    values.append(network.log_likelihood(batch).sum().item())
            flat[index] = kept
            difference = (values[0] - values[1]) / 2e-5
            assert gradient[index].item() == pytest.approx(difference, rel=1e-4, abs=1e-6), name


def test_padding_places_take_no_part_in_the_marginal():
    attention = torch.log(torch.tensor([[[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]]))
    emission = torch.log(torch.tensor([[[0.2, 0.4, 0.9], [0.5, 0.5, 0.5]]]))
    within = torch.tensor([[True, True]])
    assert log_marginal(attention, emission, within).exp().item() == pytest.approx(0.3 * 0.5)
    within = torch.tensor([[True, False]])
    assert log_marginal(attention, emission, within).exp().item() == pytest.approx(0.3)


def test_wide_beam_finds_the_best_of_all_short_forms():
    """Every form of up to 4 characters is scored; the beam must find the best of them."""
    network, alphabet = network_and_alphabet(5)
    with torch.no_grad():
        network.output.bias[EDGE] += 3.0  # short forms, so that they can all be listed
    example = Example("ab", ("NOUN",))
    letters = "abc"
    forms = ["".join(f) for n in range(1, 5) for f in itertools.product(letters, repeat=n)]
    batch = as_double(make_batch([example._replace(target=f) for f in forms], alphabet))
    with torch.no_grad():
        scores = network.log_likelihood(batch).tolist()
    expected = sorted(zip(scores, forms, strict=True), reverse=True)[:3]
    asked = as_double(make_batch([example], alphabet, targets=False))
    found = best_forms(network, asked, alphabet, beam=60)[0]
    assert [form for form, _ in found[:3]] == [form for _, form in expected]
    assert [s for _, s in found[:3]] == pytest.approx([s for s, _ in expected], abs=1e-4)


@pytest.mark.parametrize("beam", [1, 4])
def test_score_of_a_form_is_its_marginal(beam):
    model = transducer()
    for example, found in zip(EXAMPLES, model.transduce(EXAMPLES, beam), strict=True):
        assert found
        assert [f.log_p for f in found] == sorted((f.log_p for f in found), reverse=True)
        for form, log_p in found:
            if len(form) < 2 * 4 + 10:  # those that were cut have no end
                again = model.log_probability([example._replace(target=form)])[0]
                assert log_p == pytest.approx(again, abs=1e-3)


def test_a_form_with_a_lemma_is_asked_of_both_in_equal_parts():
    """p of every form is the mean of the two, beams wide enough for all of weight given."""
    model = transducer()
    told = ("ADJ", "Gender=Fem", "<form")
    both = Example("ab", told, "", "abb")
    asked = [Example("ab", told), Example("abb", ("ADJ", "Gender=Fem", "<lemma"))]
    one, other = ({f.form: math.exp(f.log_p) for f in x} for x in model.transduce(asked, 40))
    want = {form: (one.get(form, 0) + other.get(form, 0)) / 2 for form in one | other}
    got = model.answers([both, asked[0]], 40)
    assert [f.form for f in got[0]] == sorted(want, key=lambda form: -want[form])[:40]
    assert all(math.exp(f.log_p) == pytest.approx(want[f.form], abs=1e-9) for f in got[0])
    assert {f.form: math.exp(f.log_p) for f in got[1]} == pytest.approx(one)
    item = ("Abb", "ADJ", {"Gender": "Fem"}, "Ab", {})
    assert model.inflect([item], 40)[0].log_p == pytest.approx(got[0][0].log_p)


def test_no_form_is_empty_even_where_that_is_the_most_probable():
    network, alphabet = network_and_alphabet()
    with torch.no_grad():
        network.output.bias[EDGE] += 50.0
        network.gate.bias -= 50.0
    asked = as_double(make_batch(EXAMPLES, alphabet, targets=False))
    for beam in (1, 3):
        assert all(form for found in best_forms(network, asked, alphabet, beam)
                   for form, _ in found)  # fmt: skip


def test_a_form_without_end_is_cut():
    network, alphabet = network_and_alphabet()
    with torch.no_grad():
        network.output.bias[EDGE] -= 100.0
        network.gate.bias -= 100.0
    asked = as_double(make_batch(EXAMPLES, alphabet, targets=False))
    for found in best_forms(network, asked, alphabet, 2):
        assert len(found) == 1
        assert 0 < len(found[0][0]) <= 2 * 6 + 10


def test_unknown_characters_are_copied():
    """With the gate open and attention level with the step, the word comes out as it is."""
    network, alphabet = network_and_alphabet()
    with torch.no_grad():
        network.gate.weight.zero_()
        network.gate.bias.fill_(30.0)
        network.keys.weight.zero_()
        network.distance.fill_(-30.0)
        network.distance[SMALL.reach] = 30.0
    words = ["zażółć", "ab", "ñ"]
    asked = as_double(make_batch([Example(w, ()) for w in words], alphabet, targets=False))
    found = best_forms(network, asked, alphabet, 2)
    assert [forms[0][0] for forms in found] == words
    assert all(forms[0][1] == pytest.approx(0.0, abs=1e-6) for forms in found)


def test_alphabet_leaves_out_rare_characters():
    examples = [Example("ab", ("NOUN",), "ac"), Example("ad", ("ADJ",), "a")]
    alphabet = Alphabet.collect(examples, rare=1)
    assert alphabet.characters == ("a",)
    assert alphabet.encode("aå") == [EDGE, 3, UNKNOWN, EDGE]
    assert alphabet.encode_symbols(["NOUN", "Gender=Fem"]) == [1]


def test_forgotten_letters_are_unknown_in_word_and_form_and_can_be_copied():
    _, alphabet = network_and_alphabet()
    examples = [Example("abc", (), "abca")] * 200
    random = np.random.default_rng(0)
    batch = make_batch(examples, alphabet, forget=0.5, random=random)
    unknown = (batch.source == UNKNOWN).sum(1)
    assert 60 < int((unknown == 1).sum()) < 140
    assert int(unknown.max()) == 1
    for row in range(200):
        letters = batch.literal[row][batch.source[row] == UNKNOWN].tolist()
        again = batch.target_literal[row][batch.target[row] == UNKNOWN].tolist()
        assert set(letters) == set(again)
    plain = make_batch(examples, alphabet)
    assert (batch.literal == plain.literal).all()


@pytest.mark.parametrize("seed", [None, (1, 2)])
def test_batches_hold_every_example_once_and_like_lengths(seed):
    random = np.random.default_rng(4)
    examples = [Example("a" * int(n), ()) for n in random.integers(1, 9, size=100)]
    batches = by_length(examples, 16, seed)
    assert sorted(np.concatenate(batches).tolist()) == list(range(100))
    assert max(map(len, batches)) <= 16
    widths = [np.ptp([len(examples[i].source) for i in batch]) for batch in batches]
    assert sum(widths) <= 8  # as many steps as there are lengths
    again = by_length(examples, 16, seed)
    assert all((a == b).all() for a, b in zip(batches, again, strict=True))


def test_model_survives_its_file(tmp_path):
    model = transducer()
    model.save(tmp_path / "m.npz")
    again = load_transducer(tmp_path / "m.npz", "es")
    assert again.to_bytes() == model.to_bytes()
    assert (again.threshold, again.facts, again.sizes) == (-0.25, {"seed": 3}, SMALL)
    assert again.transduce(EXAMPLES, 3) == model.transduce(EXAMPLES, 3)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 broken"])
def test_damaged_files_are_told(tmp_path, content):
    path = tmp_path / "m.npz"
    path.write_bytes(content)
    with raises("model.damaged", "transducer"):
        load_transducer(path)


def test_misshapen_parameters_and_other_languages_are_told(tmp_path):
    model = transducer()
    bad = dict(model.parameters)
    bad["distance"] = np.zeros(3, dtype=np.float32)
    Transducer("es", model.alphabet, SMALL, bad).save(tmp_path / "bad.npz")
    with raises("parameter.unexpected-shape", "distance"):
        load_transducer(tmp_path / "bad.npz")
    del bad["distance"]
    Transducer("es", model.alphabet, SMALL, bad).save(tmp_path / "bad.npz")
    with raises("parameter.missing-or-unknown", "distance"):
        load_transducer(tmp_path / "bad.npz")
    model.save(tmp_path / "m.npz")
    with raises("model.other-language", "`es`", "`fr`"):
        load_transducer(tmp_path / "m.npz", "fr")


def test_forms_have_the_capitals_of_their_word_and_are_nfc():
    model = transducer()
    items = [
        ("Ab", "NOUN", {}),
        ("ABBA", "ADJ", {}),
        ("e\N{COMBINING ACUTE ACCENT}b", "ADJ", {"Gender": "Fem"}),
    ]
    forms = [found.form for found in model.inflect(items)]
    assert forms[0][0].isupper()
    assert forms[1].isupper()
    assert all(unicodedata.is_normalized("NFC", form) for form in forms)
    with pytest.raises(ValueError, match="empty word"):
        model.inflect([("", "NOUN", {})])
