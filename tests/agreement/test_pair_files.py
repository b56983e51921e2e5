from trees import tree

from cdaflow.agreement.gold import (
    annotate_pairs,
    paired,
    read_pairs,
    read_tsv_pairs,
)
from cdaflow.scoring.text_pairs import read_gate_pairs, read_geneval_pairs
from cdaflow.trees import Sentence, Token, write_conllu

from ..errors import raises


class Splitter:
    """An annotator for which every word is a noun."""

    language = "es"
    digest = "0" * 64

    def annotate(self, texts):
        return [
            Sentence(
                tuple(
                    Token(n, word, word, "NOUN", head=n - 1, deprel="dep" if n > 1 else "root")
                    for n, word in enumerate(text.split(), 1)
                )
            )
            for text in texts
        ]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_table_of_pairs(tmp_path):
    path = write(tmp_path / "d.tsv", "english\tmasculine\tfeminine\nHi\tun chico\tuna chica\n")
    (pair,) = read_tsv_pairs(path)
    assert pair.name == "d-2"
    assert pair.texts == {"Masc": "un chico", "Fem": "una chica"}
    first, second = annotate_pairs([pair], Splitter())
    assert first.comments == ("sent_id = d-2", "text = un chico", "gender = Masc")
    assert second.comments == ("sent_id = d-2-cf", "text = una chica", "gender = Fem")
    (found,) = paired([first, second])
    assert found.genders == ("Masc", "Fem")


def test_a_table_with_an_empty_cell(tmp_path):
    path = write(tmp_path / "d.tsv", "masculine\tfeminine\nun chico\t\n")
    with raises("cell.empty", "feminine") as error:
        read_tsv_pairs(path)
    assert error.value.line == 2


def test_gate(tmp_path):
    header = "labels\tsource\tf\tm\tdata_split\n"
    path = write(tmp_path / "g.tsv", header + "SUBJ\tA child\tUna niña\tUn niño\tdev\n")
    (pair,) = read_gate_pairs(path, "dev")
    assert (pair.name, pair.texts) == ("gate-2", {"Masc": "Un niño", "Fem": "Una niña"})
    four = write(tmp_path / "4.tsv", "labels\tsource\tff\tfm\tmf\tmm\nS\ta\tb\tc\td\te\n")
    with raises("variant.not-a-pair"):
        read_gate_pairs(four)


def test_geneval(tmp_path):
    for role, text in (("feminine", "Una niña\n"), ("masculine", "Un niño\n")):
        stem = f"sentences/dev/geneval-sentences-{role}-dev.en_es"
        write(tmp_path / f"{stem}.es", text)
        write(tmp_path / f"{stem}.en", "A child\n")
    (pair,) = read_geneval_pairs(tmp_path, "es", "dev")
    assert (pair.name, pair.texts["Fem"]) == ("geneval-dev-1", "Una niña")
    write(tmp_path / "sentences/dev/geneval-sentences-feminine-dev.en_es.es", "Una\nDos\n")
    with raises("text.line-count", "2", "1"):
        read_geneval_pairs(tmp_path, "es", "dev")


def test_the_file_of_a_faulty_pair_is_named(tmp_path):
    path = tmp_path / "p.conllu"
    write_conllu(path, [tree("Hola hola INTJ 0 root", "x-cf")])
    with raises("pair.counterfactual-does-not-follow") as error:
        read_pairs([path])
    assert error.value.file == str(path)
