"""The files that the configurations of papers read: names and formats of their publishers.

The lines are ours: each file has a few, so that what reads it can be tried.
"""

import gzip
from pathlib import Path

_UNIMORPH = ("spa", "fra", "por", "ita", "deu", "rus", "heb")
_TREEBANKS = {
    "Spanish-GSD": "es_gsd", "Spanish-AnCora": "es_ancora", "French-GSD": "fr_gsd",
    "Portuguese-Bosque": "pt_bosque", "Italian-ISDT": "it_isdt", "German-GSD": "de_gsd",
    "Hebrew-HTB": "he_htb", "Russian-SynTagRus": "ru_syntagrus",
}  # fmt: skip
_SCRIPTS = ("eng_Latn", "spa_Latn", "fra_Latn", "por_Latn", "deu_Latn", "rus_Cyrl", "ita_Latn")

#: The half of a set of pairs, by gender of its person.
_GATE = (
    "labels\tsource\tf\tm\tkw_s\tkw_f\tkw_m\tdata_split\n"
    "SUBJ;PROF\tThe baker sings.\tLa f canta.\tEl m canta.\tbaker\tLa [f]\tEl [m]\tdev\n"
    "SUBJ;PROF\tThe cook sleeps.\tLa f duerme.\tEl m duerme.\tcook\tLa [f]\tEl [m]\ttest\n"
)

_TREE = (
    "# sent_id = 1\n# text = Ella canta.\n"
    "1\tElla\tél\tPRON\t_\tGender=Fem|Number=Sing\t2\tnsubj\t_\t_\n"
    "2\tcanta\tcantar\tVERB\t_\tNumber=Sing\t0\troot\t_\tSpaceAfter=No\n"
    "3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n"
)

_SNLI = (
    '{"annotator_labels": ["neutral"], "captionID": "1.jpg#0", "gold_label": "neutral", '
    '"pairID": "1.jpg#0r1n", "sentence1": "A baker sings.", "sentence2": "She is glad."}\n'
    '{"annotator_labels": [], "captionID": "1.jpg#0", "gold_label": "-", "pairID": "1.jpg#0r1c", '
    '"sentence1": "A baker sings.", "sentence2": "He sleeps."}\n'
)

_ASSOCIATION = (
    '{"targ1": {"category": "Male", "examples": ["This is Tom.", "Here is Jim."]},'
    ' "targ2": {"category": "Female", "examples": ["This is Ann.", "Here is Sue."]},'
    ' "attr1": {"category": "Career", "examples": ["This is work."]},'
    ' "attr2": {"category": "Family", "examples": ["This is home."]}}\n'
)

_MUSTSHE = (
    "ID\tLANG\tTALK\tSRC\tREF\tWRONG-REF\tSPEAKER\tGENDER\tCATEGORY\tCOMMENT\tFREE-REF\tGENDERTERMS\n"
    "{lang}-1\t{lang}\t7\tI am glad.\tJe suis contente.\tJe suis content.\tAnn\tShe\t1F\t\t\t"
    "contente content\n"
)

_PARTS = ("train", "dev", "test")
_SICK = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"

#: SentEval's folder `downstream`, as its script creates it; MR, CR, SUBJ, MPQA and TREC in Latin-1.
SENTEVAL = {
    "MR/rt-polarity.pos": "caf\xe9 cat\n", "MR/rt-polarity.neg": "oak\nelm\n",
    "CR/custrev.pos": "cat\n", "CR/custrev.neg": "oak\n",
    "SUBJ/subj.objective": "cat\n", "SUBJ/subj.subjective": "oak\n",
    "MPQA/mpqa.pos": "cat\n", "MPQA/mpqa.neg": "oak\n",
    **{f"SST/binary/sentiment-{part}": f"a {part}\t1\n" for part in _PARTS},
    **{f"SST/fine/sentiment-{part}": f"3 a {part}\n0 oak\n" for part in _PARTS},
    "TREC/train_5500.label": "NUM:date When was it ?\n",
    "TREC/TREC_10.label": "HUM:ind Who ?\n",
    **{f"MRPC/msr_paraphrase_{part}.txt": f"Quality\t#1\t#2\t#1 S\t#2 S\n1\t7\t8\ta\t{part}\n"
       for part in ("train", "test")},
    **{f"SICK/SICK_{part}.txt": f"{_SICK}1\tA cat .\tAn owl .\t3.5\tNEUTRAL\n"
       for part in ("train", "trial", "test_annotated")},
    **{f"STS/STSBenchmark/sts-{part}.csv": f"main\tMSR\t2012\t1\t4.2\tcat\t{part}\n"
       for part in _PARTS},
    "STS/STS14-en-test/STS.input.images.txt": "cat\tdog\noak\tfir\nelm\tash\n",
    "STS/STS14-en-test/STS.gs.images.txt": "1.0\n\n5.0\n",
}  # fmt: skip

_TEXT = "A first line.\nA second one.\n"

#: What anybody can download or clone into one folder, and a few lines in the format of each.
PUBLIC = {
    **{f"GATE/data/{lang}/{lang}_2_variants.tsv": _GATE for lang in ("ES", "FR", "IT")},
    **{f"unimorph/{code}/{code}": "gato\tgatas\tN;FEM;PL\ngato\tgatos\tN;MASC;PL\n"
       for code in _UNIMORPH},
    # The largest treebank comes in parts.
    **{f"UD_{folder}/{name}-ud-{part}.conllu": _TREE for folder, name in _TREEBANKS.items()
       for part in (("train-a" if name == "ru_syntagrus" else "train"), "dev", "test")},
    **{f"flores200_dataset/devtest/{code}.devtest": _TEXT for code in _SCRIPTS},
    **{f"news-crawl/{lang}/news.{year}.{lang}.shuffled.deduped.gz": _TEXT for lang in ("en", "de")
       for year in (2015, 2016, 2017)},
    "gender-debias/data/handcrafted/handcrafted.enes":
        "the cook finished his work .|el cocinero terminó su trabajo .\n"
        "the cook finished her work .|la cocinera terminó su trabajo .\n",
    "winogender-schemas/data/occupations-stats.tsv":
        "occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\n"
        + "".join(f"occupation {n}\t{n}.5\t{2 * n}.0\t2015\n" for n in range(12)),
    "snli_1.0/snli_1.0_train.jsonl": _SNLI, "snli_1.0/snli_1.0_dev.jsonl": _SNLI,
    "glove/glove.840B.300d.txt":
        ", -0.1 0.2 0.3\n. . . 0.5 0.6 0.7\nat name@domain.com 0.1 0.2 0.4\nthe 1.0 0.5 -2e-3\n",
    **{f"sent-bias/tests/sent-weat{test}.jsonl": _ASSOCIATION
       for test in ("1", "2", "6", "6b", "7", "7b", "8", "8b")},
    **{f"mustshe/MONOLINGUAL.{lang}_v1.2.tsv": _MUSTSHE.format(lang=lang) for lang in ("fr", "it")},
    **{f"SentEval/data/downstream/{name}": text for name, text in SENTEVAL.items()},
}  # fmt: skip

#: Networks, which are too large for a line: these files are empty.
NETWORKS = (
    *(f"xlm-roberta-large/{name}" for name in ("config.json", "model.safetensors")),
    "udify/udify-model.tar.gz", "udify/vocab.txt", "sbert/config.json",
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
    """Write all these files: those of `PUBLIC` with their lines, the others empty."""
    for name, text in {**PUBLIC, **dict.fromkeys((*NETWORKS, *OWN), "")}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("latin-1" if "/downstream/" in name else "utf-8")
        path.write_bytes(gzip.compress(data) if text and name.endswith(".gz") else data)
