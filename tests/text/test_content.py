"""A corpus that is not what its entry says is found before anything is trained on it."""

import json
import os
import re
from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.text.check import check_corpora
from cdaflow.text.corpus import build_corpus
from cdaflow.text.spec import parse_spec

from ..errors import raises

EN = [
    "The house that we saw yesterday is number {}.",
    "I don't know where they have put it, not in {} days.",
    "She was with her brother when it was {}.",
]
OTHERS = {
    "es": [
        "La casa que vimos ayer es la número {}.",
        "No sé dónde lo han puesto, no en {} días.",
        "Ella estaba con su hermano cuando eran las {}.",
    ],
    "fr": [
        "La maison que nous avons vue hier est le numéro {}.",
        "Je ne sais pas où ils l'ont mis, pas en {} jours.",
        "Elle était avec son frère quand il était {} heures.",
    ],
    "fi": [
        "Talo jonka näimme eilen sijaitsee torilla numero {}.",
        "Minä asuin siellä kauan ennen sotaa, {} vuotta.",
        "Hän oli veljensä luona kun kello oli {}.",
    ],
}
PAIRS = {
    code: [(EN[n % 3].format(n), lines[n % 3].format(n)) for n in range(150)]
    for code, lines in OTHERS.items()
}


def tsv(folder, rows, entry=""):
    path = folder / "mine.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return parse_spec(f"name=mine,tsv={path}{entry}")


def warnings(folder, spec, target="es"):
    (note,) = check_corpora([spec], ["en", target], folder / "note.json")
    return note["warnings"]


def refused(folder, spec, expected, target="es"):
    """Check that the check and the build both refuse a corpus, with the words expected."""
    with pytest.raises(InputError, match=expected) as caught:
        check_corpora([spec], ["en", target], folder / "note.json")
    with pytest.raises(InputError, match=expected):
        build_corpus([spec], ["en", target], folder / "out.parquet")
    assert not (folder / "note.json").exists()
    assert not (folder / "out.parquet").exists()
    return str(caught.value)


def test_sound_text_passes(tmp_path):
    assert warnings(tmp_path, tsv(tmp_path, PAIRS["es"])) == []


TATOEBA = [(str(1276 + n), en, str(2481 + n), es) for n, (en, es) in enumerate(PAIRS["es"])]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("a", "a@@ "),
        lambda text: "▁" + text.replace(" ", " ▁"),
        lambda text: re.sub(r"(?<=\w)(?=[aeiou]\w)", " ##", text),
        lambda text: f"<2es> {text}",
    ],
    ids=["subword-nmt", "SentencePiece", "WordPiece", "tag"],
)
def test_text_in_subwords(tmp_path, change):
    rows = [(source, change(target)) for source, target in PAIRS["es"]]
    refused(tmp_path, tsv(tmp_path, rows), r"text\.in-subwords")
    some = [*PAIRS["es"][:100], *rows[:20]]
    assert warnings(tmp_path, tsv(tmp_path, some)) == []


@pytest.mark.parametrize("language", ["es", "fr"])
@pytest.mark.parametrize("side", [0, 1])
def test_text_in_tokens(tmp_path, language, side):
    rows = [[source, target] for source, target in PAIRS[language]]
    for row in rows:
        row[side] = re.sub(r"(?<=\w)(?=[.,?!](?:\s|$))", " ", row[side])
    refused(tmp_path, tsv(tmp_path, rows), r"text\.in-tokens", language)
    few = [*PAIRS[language][:100], *rows[:20]]
    assert warnings(tmp_path, tsv(tmp_path, few), language) == []
    assert warnings(tmp_path, tsv(tmp_path, rows, ",detokenize=true"), language) == []


def test_which_of_four_columns_must_be_said(tmp_path):
    message = refused(tmp_path, tsv(tmp_path, TATOEBA), r" 4 .*column\.not-chosen")
    assert "mine.tsv:1" in message
    assert "columns=2:4" in message


def test_numbers_are_no_text(tmp_path):
    message = refused(
        tmp_path, tsv(tmp_path, TATOEBA, ",columns=1:2"), r"the source .*text\.no-letters"
    )
    assert "150 of 150 lines have no letter, such as '1276'" in message
    assert "1 no text, 2 English, 3 no text, 4 Spanish" in message
    assert warnings(tmp_path, tsv(tmp_path, TATOEBA, ",columns=2:4")) == []


def test_another_language(tmp_path):
    message = refused(tmp_path, tsv(tmp_path, PAIRS["fr"]), "the target is not Spanish")
    assert "French (100 %)" in message
    assert "language_check: false" in message


def test_a_language_that_is_not_known_either(tmp_path):
    refused(tmp_path, tsv(tmp_path, PAIRS["fi"]), "the target is (not|hardly) Spanish")
    rows = [(en, f"Blah bla blub bli blubber {n}") for n, (en, _) in enumerate(PAIRS["es"])]
    refused(tmp_path, tsv(tmp_path, rows), "the target is hardly Spanish: 0 of 150 lines")


def test_the_source_on_both_sides(tmp_path):
    refused(tmp_path, tsv(tmp_path, [(en, en) for en, _ in PAIRS["es"]]), "not Spanish.*English")


def test_exchanged_sides(tmp_path):
    rows = [(es, en) for en, es in PAIRS["es"]]
    refused(tmp_path, tsv(tmp_path, rows), "swapped: the source is Spanish, the target English")


@pytest.mark.parametrize("row", [("source", "target"), ("English", "Spanish"), ("en", "es")])
def test_header_row(tmp_path, row):
    rows = [row, *PAIRS["es"]]
    message = refused(tmp_path, tsv(tmp_path, rows), "the first row is a header")
    assert "header: true" in message
    assert warnings(tmp_path, tsv(tmp_path, rows, ",header=true")) == []


def test_a_part_in_another_language_is_a_warning(tmp_path):
    (warning,) = warnings(tmp_path, tsv(tmp_path, [*PAIRS["es"], *PAIRS["fr"][:40]]))
    assert warning == ("mine: the target is not all Spanish: 21 % of the lines look like French")


def test_a_language_that_is_near_to_known_ones(tmp_path):
    """A third of the lines each like Spanish, Italian and French: it is none of them."""
    italian = "La casa che abbiamo visto ieri era la numero {}."
    mixed = [OTHERS["es"][0], italian, OTHERS["fr"][0]]
    rows = [(EN[n % 3].format(n), mixed[n % 3].format(n)) for n in range(120)]
    for target in ("es", "it", "fr"):
        refused(tmp_path, tsv(tmp_path, rows), r"text\.other-language", target)
    mixed[2] = mixed[0]
    two = [(EN[n % 3].format(n), mixed[n % 3].format(n)) for n in range(120)]
    (warning,) = warnings(tmp_path, tsv(tmp_path, two))
    assert "33 % of the lines look like Italian" in warning


def test_the_sample_reaches_the_end(tmp_path):
    rows = [(f"{en} {n}", f"{es} {n}") for n in range(40) for en, es in PAIRS["es"]]
    rows += [(f"{en} {n}", f"{fr} {n}") for n in range(10) for en, fr in PAIRS["fr"]]
    (warning,) = warnings(tmp_path, tsv(tmp_path, rows))
    assert "20 % of the lines look like French" in warning


def test_the_judgement_can_be_switched_off(tmp_path):
    spec = tsv(tmp_path, PAIRS["fr"], ",language_check=false")
    assert warnings(tmp_path, spec) == []
    build_corpus([spec], ["en", "es"], tmp_path / "out.parquet")


def test_few_lines(tmp_path):
    """Two that are plainly in another language are refused; one proves nothing."""
    refused(tmp_path, tsv(tmp_path, PAIRS["fr"][:2]), r"not Spanish.*French \(100 %\)")
    assert warnings(tmp_path, tsv(tmp_path, PAIRS["fr"][:1])) == []
    assert warnings(tmp_path, tsv(tmp_path, [*PAIRS["fr"][:5], PAIRS["es"][0]])) == []


def test_monolingual_text(tmp_path):
    path = tmp_path / "mono.txt"
    path.write_text("".join(fr + "\n" for _, fr in PAIRS["fr"]))
    with raises("text.other-language", "Spanish", "French"):
        build_corpus([parse_spec(f"name=m,text={path}", 1)], ["es"], tmp_path / "out.parquet")


def test_a_target_language_without_stop_words_is_said(tmp_path):
    (warning,) = warnings(tmp_path, tsv(tmp_path, PAIRS["fi"]), "fi")
    assert warning == (
        "mine: there are no stop words for 'fi': the language of the target is not checked"
    )


REAL = [
    (f"parallel/{name}.en-{code}", code, detokenize)
    for name, codes, detokenize in [
        ("tatoeba", "es fr it de", False),
        ("europarl20k", "es fr", True),
        ("newstest2012", "es fr", True),
        ("gfst-news2017-female", "he", False),
        ("multi30k", "de", False),
    ]
    for code in codes.split()
]


@pytest.mark.parametrize(("stem", "code", "detokenize"), REAL)
def test_public_corpora_pass_without_a_warning(tmp_path, stem, code, detokenize):
    """Their first 3,000 lines: sentences of a few words, of parliament, of news, of captions."""
    import gzip
    from itertools import islice

    folder = os.environ.get("CDAFLOW_DATA")
    if not folder:
        pytest.skip("CDAFLOW_DATA is not set: no public data")
    for side in ("en", code):
        with gzip.open(Path(folder, f"{stem}.{side}.gz"), "rt", encoding="utf-8") as handle:
            (tmp_path / side).write_text("".join(islice(handle, 3000)), encoding="utf-8")
    entry = {"name": "x", "source": f"{tmp_path}/en", "target": f"{tmp_path}/{code}"}
    found = warnings(tmp_path, parse_spec(json.dumps(entry | {"detokenize": detokenize})), code)
    # Zero-width spaces and HTML entities are in some of them, and undone.
    assert [warning for warning in found if ": undid " not in warning] == []
