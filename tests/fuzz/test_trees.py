"""Trees and what is made of them: any bytes give sentences or one clear error."""

import gzip
import tempfile
from pathlib import Path

import pytest
from bounds import PROFILE, any_bytes
from damage import damaged
from hypothesis import given

from cdaflow.agreement.application import read_target_genders
from cdaflow.agreement.gold import read_pairs, read_tsv_pairs
from cdaflow.inflection.sources import read_entries, read_unimorph, read_word_list
from cdaflow.languages import get
from cdaflow.scoring.tree_gender import read_trees
from cdaflow.trees import read_conllu, write_conllu
from cdaflow.trees.files import gather_trees
from cdaflow.trees.models import read_description
from cdaflow.trees.store import Store, record_key

CONLLU = """# sent_id = 1
# text = Dámelo, la médica.
1-3	Dámelo	_	_	_	_	_	_	_	SpaceAfter=No
1	Da	dar	VERB	_	Mood=Imp|Number=Sing	0	root	_	_
2	me	yo	PRON	_	Case=Dat	1	iobj	_	_
3	lo	él	PRON	_	Gender=Masc	1	obj	_	_
4	,	,	PUNCT	_	_	6	punct	_	_
5	la	el	DET	_	Definite=Def|Gender=Fem	6	det	_	_
6	médica	médico	NOUN	_	Gender=Fem|Number=Sing	1	vocative	_	SpaceAfter=No
6.1	es	ser	VERB	_	_	_	_	1:dep	_
7	.	.	PUNCT	_	_	1	punct	_	_

# sent_id = 1-cf
# text = Él va.
1	Él	él	PRON	_	Gender=Masc	2	nsubj	_	_
2	va	ir	VERB	_	_	0	root	_	SpaceAfter=No
3	.	.	PUNCT	_	_	2	punct	_	_

""".encode()
UNIMORPH = (
    "médico\tmédica\tN;FEM;SG\ndar\tdado\tV;V.PTCP;PST\nyo\tme\tPRO;PSS1S;MASC/FEM\n".encode()
)
WORDS = b"profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n" + (
    "doctor\tmédico\tmédica\tmédicos\tmédicas\t\nvictim\tvíctima\tvíctima\t\t\tfixed:Fem\n".encode()
)
TARGET_GENDERS = b"sent_id\tword\tgender\n1\t6\tMasc\n1\t3\t*\n"
PAIRS = "masculine\tfeminine\nEl médico.\tLa médica.\n".encode()
ANNOTATOR = b'{"format": 1, "language": "es", "backend": "stanza", "versions": {"stanza": "1.15"}}'


def trees(path):
    sentences = list(read_conllu(path))
    again = path.with_name("again.conllu")
    write_conllu(again, sentences)
    assert list(read_conllu(again)) == sentences


def of_translations(path):
    read_trees(path, ["Dámelo, la médica.", "Él va."], get("es"))


READERS = {
    "conllu": ("c.conllu", lambda: CONLLU, trees),
    "conllu.gz": ("c.conllu.gz", lambda: gzip.compress(CONLLU, mtime=0), trees),
    "gather": ("c.conllu", lambda: CONLLU, lambda p: gather_trees([p], p.with_name("all.conllu"))),
    "treebank": ("c.conllu", lambda: CONLLU, lambda p: read_entries([p])),
    "gold-pairs": ("c.conllu", lambda: CONLLU, lambda p: read_pairs([p])),
    "translations": ("c.conllu", lambda: CONLLU, of_translations),
    "unimorph": ("u.tsv", lambda: UNIMORPH, lambda p: list(read_unimorph(p))),
    "word-list": ("w.tsv", lambda: WORDS, lambda p: list(read_word_list(p))),
    "target genders": ("w.tsv", lambda: TARGET_GENDERS, read_target_genders),
    "pairs": ("p.tsv", lambda: PAIRS, read_tsv_pairs),
    "annotator": ("annotator.json", lambda: ANNOTATOR, lambda p: read_description(p.parent, "es")),
}


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    file, make, read = READERS[name]
    seed = make()
    tokens = (b"1-2", b"0.1", b"Gender=Fem|Gender=Masc", b"MASC/FEM;" * 12)
    any_bytes(file, seed, read, tokens, sound=name != "gold-pairs")


def test_a_damaged_store_gives_what_is_right_or_nothing():
    keys = [record_key("es", "digest", f"text {number}") for number in range(12)]
    trees = {key: f"# tree {number}\n" * 20 for number, key in enumerate(keys)}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        store.put_many(trees)
        seed = store.file.read_bytes()

    @PROFILE
    @given(damaged(seed, (b"SQLite format 3", b"CREATE TABLE")))
    def run(data):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, store.file.name).write_bytes(data)
            again = Store(folder)
            assert again.get_many(keys).items() <= trees.items()
            again.put_many({keys[0]: "new\n"})
            found = again.get_many(keys[:1])
            assert found in ({keys[0]: "new\n"}, {keys[0]: trees[keys[0]]}, {})

    run()
