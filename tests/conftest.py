"""What tests of several subjects use: English word lists, a web server, a tiny BERT; settings.

What is not on every machine, and the end of a run that says what was skipped: `needs`.

Hypothesis tries the same examples in every run: a failure by chance would be another change's.
CDAFLOW_FUZZ_SEED=1 asks for new examples each time, CDAFLOW_FUZZ=2000 for that many of each reader.
Without a number each property has ten, whatever it names for itself: `make test-slow` has them all.
"""

import http.server
import os
import threading
from pathlib import Path

import pytest
from hypothesis import settings

from . import needs

FOLDER = Path(__file__).parent
WORDLISTS = FOLDER.parent / "config" / "wordlists"

#: How many examples each reader gets; "" in a quick run.
FUZZ = os.environ.get("CDAFLOW_FUZZ", "")

#: Examples of a property in a quick run.
QUICK = 10

settings.register_profile("same", derandomize=True, database=None)
if "CDAFLOW_FUZZ_SEED" not in os.environ:
    settings.load_profile("same")


#: Folders whose files take long: what begins first ends in time (with --no-loadscope-reorder).
LONGEST = ("workflow", "nmt", "docs", "scoring", "trees", "counterfactual", "changes", "tables")


def pytest_collection_modifyitems(items):
    """Put the longest files first; in a quick run, let properties try few examples."""

    def place(item):
        folder = item.path.relative_to(FOLDER).parts[0]
        return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)

    items.sort(key=place)
    tests = {getattr(item, "obj", None) for item in items}  # parametrised ones have several items
    for test in tests if not FUZZ else ():
        full = getattr(test, "_hypothesis_internal_use_settings", None)
        if full is not None:
            few = settings(full, max_examples=min(QUICK, full.max_examples))
            test._hypothesis_internal_use_settings = few


def pytest_configure(config):
    needs.add_markers(config)


@pytest.hookimpl(tryfirst=True)  # before its fixtures
def pytest_runtest_setup(item):
    needs.skip_without(item)


def pytest_terminal_summary(terminalreporter):
    """Say what was skipped, and why."""
    reports = terminalreporter.stats.get("skipped", ())
    if reports:
        terminalreporter.section(f"{len(reports)} skipped, so not tested")
        for line in needs.skipped(reports):
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def pronouns():
    from cdaflow.wordlists.english_lists import read_gendered_pronouns

    return read_gendered_pronouns(WORDLISTS / "pronouns.en.tsv")


@pytest.fixture(scope="session")
def professions():
    from cdaflow.wordlists.english_lists import read_english_professions

    return read_english_professions(WORDLISTS / "professions.tsv")


@pytest.fixture(scope="session")
def nouns():
    from cdaflow.wordlists.english_lists import read_gendered_nouns

    return read_gendered_nouns(WORDLISTS / "gendered.en.tsv")


@pytest.fixture(scope="session")
def english_lists(pronouns, nouns, professions):
    """The words of the English that rewriting goes by."""
    from cdaflow.rewriting.english import English, read_english_persons

    lists = (read_english_persons(WORDLISTS / f"{name}.en.tsv") for name in ("persons", "demonyms"))
    return English(pronouns, nouns, professions, *lists)


@pytest.fixture(scope="session")
def make_rewriter(english_lists):
    """A function that makes a rewriter of the word lists of a language, without trained models.

    `adjectives`: pairs of masculine and feminine that its lexicon has besides; `entries`: others.
    """
    from cdaflow.agreement.model import base_model
    from cdaflow.agreement.pipeline import InterventionPipeline
    from cdaflow.agreement.sentence_inflector import SentenceInflector
    from cdaflow.inflection.inflector import Inflector
    from cdaflow.inflection.lexicon import Entry, Lexicon
    from cdaflow.inflection.sources import read_word_list
    from cdaflow.rewriting.english import read_names_of_persons
    from cdaflow.rewriting.rewriter import Rewriter

    def make(language, adjectives=(), entries=()):
        kinds = ("professions", "persons", "demonyms")
        lists = [WORDLISTS / f"{kind}.{language}.tsv" for kind in kinds]
        found = [entry for path in lists for entry in read_word_list(path)] + [*entries]
        for pair in adjectives:
            for form, gender in zip(pair, ("Masc", "Fem"), strict=True):
                feats = {"Gender": gender, "Number": "Sing"}
                found.append(Entry(pair[0], form, "ADJ", feats, "unimorph:t"))
        words = SentenceInflector(Inflector(language, Lexicon(found)))
        pipeline = InterventionPipeline(base_model(language), words=words, determiners="all")
        return Rewriter(pipeline, english_lists, read_names_of_persons(lists))

    return make


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of the working tree."""
    from .wheels import build_wheel

    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def serve(monkeypatch):
    """A function that starts a web server of a handler and returns it.

    Its plain http passes for https, but only its own; no proxy stands between. `address`: where it
    is, without a slash behind.
    """
    from cdaflow.io import fetch

    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    check, servers = fetch._check_https, []

    def passes(url):
        if not any(url.startswith(f"{one.address}/") for one in servers):
            check(url)

    monkeypatch.setattr(fetch, "_check_https", passes)

    def start(handler, kind=http.server.ThreadingHTTPServer):
        server = kind(("127.0.0.1", 0), handler)
        server.address = f"http://127.0.0.1:{server.server_port}"
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def write_bert():
    """A function that writes a tiny BERT of random weights into a folder, and returns the folder.

    `pieces`: its vocabulary, beside the special ones; the other sizes are those of BertConfig.
    """
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")

    def write(folder, pieces, *, width, layers=1, positions=16):
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *pieces]
        (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
        transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
        config = transformers.BertConfig(
            vocab_size=len(vocabulary), hidden_size=width, intermediate_size=2 * width,
            num_hidden_layers=layers, num_attention_heads=2, max_position_embeddings=positions,
        )  # fmt: skip
        torch.manual_seed(5)
        transformers.BertModel(config).save_pretrained(folder)
        return folder

    return write
