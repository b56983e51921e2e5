# The embedded corpus: sentences, trees and a challenge set of cdaflow's own grammar. Each language
# is written for itself, from the word lists of English and its own: what changes in the list of
# one language touches no other. Only what is asked for is written.

TARGETS = "|".join(DEMO_LANGUAGES)
DEMO_TEXT = ("train", "dev", "test", "challenge")
DEMO_SEED = flags(wordlists=CONFIG.wordlists, seed=CONFIG.seed)


# The parallel text, and the right translations of the challenge set.
rule write_demo:
    input:
        lists=demo_lists,
        stereotypes=CONFIG.demo.stereotypes,
        shares=CONFIG.demo.shares or [],
    output:
        multiext(
            "<results>/demo/en-{lang}/",
            *(
                f"{part}.{ending}"
                for part in ("train", "dev", "test")
                for ending in ("tsv", "gold.tsv.gz")
            ),
        ),
        gold="<results>/demo/winomt/gold.{lang}.tsv",
    log:
        "<logs>/demo/write_demo.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo.{lang}.tsv"
    wildcard_constraints:
        lang=TARGETS,
    params:
        parts="--only {lang} --parts parallel challenge",
        output_dir=subpath(output.gold, ancestor=2),
        sizes=flags(CONFIG.demo, *DEMO_TEXT, "shares"),
        seed=DEMO_SEED,
    shell:
        "cdaflow demo write {params.parts} --stereotypes {input.stereotypes:q} {params.sizes} "
        "{params.seed} --output-dir {params.output_dir:q} > {log:q} 2>&1"


# English in the format of WinoMT: every language translates the same sentences.
use rule write_demo as write_demo_challenge with:
    input:
        lists=wordlist("professions.tsv"),
        stereotypes=CONFIG.demo.stereotypes,
    output:
        multiext("<results>/demo/winomt/en", "_pro.txt", "_anti.txt"),
        challenge="<results>/demo/winomt/en.txt",
    log:
        "<logs>/demo/write_demo_challenge.log",
    benchmark:
        "<benchmarks>/demo/write_demo_challenge.tsv"
    params:
        parts="--only en --parts challenge",
        output_dir=subpath(output.challenge, ancestor=2),
        sizes=flags(CONFIG.demo, "challenge"),


use rule write_demo as write_demo_treebank with:
    output:
        multiext("<results>/demo/treebanks/{lang}/", "dev.conllu.gz", "test.conllu.gz"),
        train="<results>/demo/treebanks/{lang}/train.conllu.gz",
    log:
        "<logs>/demo/write_demo_treebank.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_treebank.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    params:
        parts="--only {lang} --parts treebanks",
        output_dir=subpath(output.train, ancestor=3),
        sizes=flags(CONFIG.demo, "treebank", "shares"),


# The trees of the parallel text, as the grammar has them (annotators: {backend: gold}).
rule write_demo_trees:
    input:
        lists=demo_lists,
        stereotypes=CONFIG.demo.stereotypes,
        shares=CONFIG.demo.shares or [],
    output:
        multiext("<results>/demo/trees/{lang}/", "dev.conllu.gz", "test.conllu.gz"),
        train="<results>/demo/trees/{lang}/train.conllu.gz",
    log:
        "<logs>/demo/write_demo_trees.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_trees.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    params:
        what="trees",
        output_dir=subpath(output.train, ancestor=2),
        sizes=flags(CONFIG.demo, *DEMO_TEXT, "shares"),
        seed=DEMO_SEED,
    shell:
        "cdaflow demo {params.what} --only {wildcards.lang:q} --stereotypes {input.stereotypes:q} "
        "{params.sizes} {params.seed} --output-dir {params.output_dir:q} > {log:q} 2>&1"


# The parallel text with its gender alternatives, and the trees of what it then says (alternatives).
use rule write_demo_trees as write_demo_alternatives with:
    output:
        multiext(
            "<results>/demo/alternatives/{lang}/",
            *(
                f"{part}.{ending}"
                for part in ("train", "dev", "test")
                for ending in ("jsonl.gz", "conllu.gz")
            ),
        ),
    log:
        "<logs>/demo/write_demo_alternatives.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_alternatives.{lang}.tsv"
    wildcard_constraints:
        lang=TARGETS,
    params:
        what="alternatives",
        output_dir=subpath(output[0], ancestor=2),


# The head words of the English.
use rule write_demo_alternatives as write_demo_tags with:
    output:
        multiext(
            "<results>/demo/alternatives/{lang}/",
            "train.jsonl.gz",
            "dev.jsonl.gz",
            "test.jsonl.gz",
        ),
    log:
        "<logs>/demo/write_demo_tags.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_tags.{lang}.tsv"
    wildcard_constraints:
        lang="en",


# Monolingual text (gfst).
rule write_demo_mono:
    input:
        lists=demo_lists,
        stereotypes=CONFIG.demo.stereotypes,
        shares=CONFIG.demo.shares or [],
    output:
        "<results>/demo/mono/{lang}.txt",
    log:
        "<logs>/demo/write_demo_mono.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_mono.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    params:
        output_dir=subpath(output[0], parent=True),
        sizes=flags(
            CONFIG.demo, *DEMO_TEXT, "shares", "mono", "mono_skew", "mono_first"
        ),
        seed=DEMO_SEED,
    shell:
        "cdaflow demo mono --only {wildcards.lang:q} --stereotypes {input.stereotypes:q} "
        "{params.sizes} {params.seed} --output-dir {params.output_dir:q} > {log:q} 2>&1"
