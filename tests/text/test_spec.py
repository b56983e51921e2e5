import json

import pytest

from cdaflow.errors import ConfigError
from cdaflow.text.spec import CorpusSpec, check_language, check_names, parse_spec

from ..errors import raises


def test_plain_form():
    assert parse_spec("name=a,source=x.en.gz,target=x.es.gz,weight=0.5") == CorpusSpec(
        "a", "aligned", ("x.en.gz", "x.es.gz"), weight=0.5
    )
    assert parse_spec("name=a,tsv=x.tsv") == CorpusSpec("a", "tsv", ("x.tsv",), (1, 2))
    assert parse_spec("name=a,tsv=x.tsv,columns=3:1,header=true") == CorpusSpec(
        "a", "tsv", ("x.tsv",), (3, 1), True
    )
    # A column by name can only come from a header.
    assert parse_spec("name=a,tsv=x.tsv,columns=en:es").header
    assert parse_spec("name=a,text=x.en", 1) == CorpusSpec("a", "text", ("x.en",))
    assert parse_spec("name=a,tsv=x.tsv,columns=2", 1).columns == (2,)


def test_json_form_takes_commas():
    values = {"name": "a", "tmx": "a, b=c.tmx", "weight": 2}
    assert parse_spec(json.dumps(values)) == CorpusSpec("a", "tmx", ("a, b=c.tmx",), weight=2)
    columns = {"name": "a", "tsv": "x", "columns": ["en", 2]}
    assert parse_spec(json.dumps(columns)).columns == ("en", 2)
    assert parse_spec('{"name": "a", "tsv": "x", "columns": 3}', 1).columns == (3,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name=a,sorce=x,target=y", ["'sorce'", "did you mean 'source'"]),
        ("name=a,source=x", ["found source"]),
        ("name=a", ["found none"]),
        ("name=a,source=x,target=x", ["same file"]),
        ("name=a,source=x,target=y,tmx=z", ["found source and target and tmx"]),
        ("name=a,tmx=x,y.tmx", ["'y.tmx'", "JSON"]),
        ("name=a,name=b,tmx=x", ["duplicated"]),
        ("source=x,target=y", ["name is missing"]),
        ("name=a b,tmx=x", ["'a b'", "[corpus.malformed-name]"]),
        ("name=a,tmx=", ["[corpus.file-not-a-path]"]),
        ("name=a,tmx=x,weight=lots", ["unknown weight 'lots'"]),
        ("name=a,tmx=x,weight=0", ["unknown weight '0'"]),
        ("name=a,tmx=x,weight=nan", ["unknown weight 'nan'"]),
        ("name=a,tmx=x,weight=-1", ["unknown weight '-1'"]),
        ("name=a,tmx=x,weight=1e9", ["unknown weight"]),
        ('{"name": "a", "tmx": "x", "weight": true}', ["unknown weight True"]),
        ('{"name": "a", "tmx": 3}', ["[corpus.file-not-a-path]"]),
        ('{"name": "a"', ["[corpus.malformed-json]"]),
        ("name=a,tsv=x,columns=1", ["two such as"]),
        ("name=a,tsv=x,columns=0:1", ["counted from 1"]),
        ("name=a,tsv=x,columns=2:2", ["same column"]),
        ("name=a,tsv=x,columns=en:es,header=false", ["need a header"]),
        ("name=a,tsv=x,header=maybe", ["true or false"]),
        ("name=a,tmx=x,columns=1:2", ["[corpus.tsv-keys-without-tsv]"]),
    ],
)
def test_faults_are_named(text, words):
    with pytest.raises(ConfigError) as caught:
        parse_spec(text)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_monolingual_build_takes_no_pair():
    with raises("corpus.unknown-key", "'source'"):
        parse_spec("name=a,source=x,target=y", 1)


def test_names_differ_and_languages_are_codes():
    spec = CorpusSpec("a", "tmx", ("x",))
    with raises("corpus.duplicate-name"):
        check_names([spec, spec])
    with pytest.raises(ConfigError):
        check_names([])
    assert check_language("pt-BR") == "pt-BR"
    for code in ("", "english", "e", "en_US", "../x"):
        with pytest.raises(ConfigError):
            check_language(code)
