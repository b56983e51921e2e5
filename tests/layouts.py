"""The files that the configurations of papers read, as their publishers name them."""

from pathlib import Path

_UNIMORPH = ("spa", "fra", "por", "ita", "deu", "rus", "heb")
_TREEBANKS = {
    "Spanish-GSD": "es_gsd", "Spanish-AnCora": "es_ancora", "French-GSD": "fr_gsd",
    "Portuguese-Bosque": "pt_bosque", "Italian-ISDT": "it_isdt", "German-GSD": "de_gsd",
    "Hebrew-HTB": "he_htb", "Russian-SynTagRus": "ru_syntagrus",
}  # fmt: skip
_SCRIPTS = ("eng_Latn", "spa_Latn", "fra_Latn", "por_Latn", "deu_Latn", "rus_Cyrl", "ita_Latn")
_TASKS = (
    "MR", "CR", "SUBJ", "MPQA", "SST/binary", "SST/fine", "TREC", "MRPC", "SICK",
    "STS/STSBenchmark", "STS/STS14-en-test",
)  # fmt: skip

#: What anybody can download or clone into one folder.
PUBLIC = (
    *(f"GATE/data/{lang}/{lang}_2_variants.tsv" for lang in ("ES", "FR", "IT")),
    *(f"unimorph/{code}/{code}" for code in _UNIMORPH),
    # The largest treebank comes in parts.
    *(f"UD_{folder}/{name}-ud-{part}.conllu" for folder, name in _TREEBANKS.items()
      for part in (("train-a" if name == "ru_syntagrus" else "train"), "dev", "test")),
    *(f"flores200_dataset/devtest/{code}.devtest" for code in _SCRIPTS),
    *(f"news-crawl/{lang}/news.{year}.{lang}.shuffled.deduped.gz" for lang in ("en", "de")
      for year in (2015, 2016, 2017)),
    "gender-debias/data/handcrafted/handcrafted.enes",
    *(f"xlm-roberta-large/{name}" for name in ("config.json", "model.safetensors")),
    "udify/udify-model.tar.gz", "udify/vocab.txt", "sbert/config.json",
    "snli_1.0/snli_1.0_train.jsonl", "snli_1.0/snli_1.0_dev.jsonl", "glove/glove.840B.300d.txt",
    *(f"sent-bias/tests/sent-weat{test}.jsonl" for test in ("1", "2", "6", "6b", "7", "7b",
      "8", "8b")),
    *(f"SentEval/data/downstream/{task}/file.txt" for task in _TASKS),
    "winogender-schemas/data/occupations-stats.tsv",
    *(f"mustshe/MONOLINGUAL.{lang}_v1.2.tsv" for lang in ("fr", "it")),
)  # fmt: skip

_LANGUAGES = ("de", "es", "fr", "he", "it", "pt", "ru")

#: What papers do not name, or do not publish: the user's own text, under names of cdaflow.
OWN = (
    *(f"{folder}.en-{lang}.{side}" for lang in _LANGUAGES for side in ("en", lang)
      for folder in ("dev/dev", "test/test", "iwslt/dev", "wmt/wmt19")),
    *(f"parallel/bitext.en-{lang}.{side}.gz" for lang in _LANGUAGES for side in ("en", lang)),
    *(f"gender-debias/data/handcrafted/handcrafted.en{lang}" for lang in ("fr", "it")),
    *(f"{name}" for lang in ("es", "fr", "he", "it")
      for name in (f"wikipedia/wiki.{lang}.txt.gz", f"animacy/persons.{lang}.tsv")),
    "gendered/names.tsv", "gendered/words.txt", "sentences/sentences.txt",
)  # fmt: skip


def lay_out(folder: Path) -> None:
    """Write all these files, empty."""
    for name in (*PUBLIC, *OWN):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
