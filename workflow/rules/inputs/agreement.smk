# What agreement and inflection are learned from, and the pairs that they are scored on.

AGREEMENT = CONFIG.agreement

#: The ways in which GATE is rewritten, as the table calls them -> source and requested variant.
WAYS_OF_GATE = {"m2f": ("m", "f"), "f2m": ("f", "m")}
#: The variants of GATE -> the gender of their person.
GENDERS_OF_GATE = {"f": "Fem", "m": "Masc"}


def learned_from(role):
    """Return the function that names the treebanks that agreement is learned from or scored on."""
    return lambda wildcards: AGREEMENT.treebanks.of(role, wildcards.lang)


def lexicon_files(wildcards):
    """Return what is known of the forms of a language: word lists, treebanks, lexicons."""
    return {
        "lists": person_lists(wildcards.lang),
        "treebanks": AGREEMENT.treebanks.of("train", wildcards.lang),
        "lexicons": CONFIG.lexicons.get(wildcards.lang, ()),
    }


def lexicon_options(wildcards, input):
    """Return the files of `lexicon_files` as arguments."""
    return flags(
        word_list=input.lists, treebank=input.treebanks, lexicon=input.lexicons
    )


def scored_inflection(wildcards):
    """Return the model of inflection that is scored.

    A lexicon has the words of the test treebank as a rule, so that where there is one, a model is
    trained without them. Else that of production is scored: what it has learned, the scorer knows.
    """
    ending = ".held-out" if CONFIG.lexicons.get(wildcards.lang) else ""
    return f"{RESULTS}/inflection/{wildcards.lang}/{AGREEMENT.recipe}{ending}.npz"


def pairs_named(name):
    """Return the pairs of a name; those on which log alpha is chosen are named tune."""
    return AGREEMENT.tune if name == "tune" else AGREEMENT.pairs[name]


def pair_file(wildcards):
    """Return the file of pairs that are to be annotated; of MT-GenEval, those of its folder."""
    pairs = pairs_named(wildcards.pairs)
    path = pairs.files[wildcards.lang]
    if pairs.kind != "geneval":
        return path
    return sorted(str(file) for file in Path(path).rglob(f"*.{wildcards.lang}"))


def pair_options(wildcards):
    """Return the pairs that are to be annotated as arguments of `cdaflow agreement pairs`."""
    pairs = pairs_named(wildcards.pairs)
    return flags(**{pairs.kind: pairs.files[wildcards.lang]}, split=pairs.split)


def trees_of_pairs(name, lang):
    """Return the trees of pairs: their own, or those that they are given.

    These have the features of the trees of the corpus, UDify's where it tells them.
    """
    pairs = pairs_named(name)
    if pairs.kind == "trees":
        return pairs.files[lang]
    return f"{RESULTS}/agreement/pairs/{lang}.{name}{FEATURES}.conllu.gz"


def tuning_trees(wildcards):
    """Return the trees of the pairs on which log alpha is chosen; none without such pairs."""
    if AGREEMENT.tune is None or wildcards.lang not in AGREEMENT.tune.files:
        return []
    return [trees_of_pairs("tune", wildcards.lang)]


def trained_agreement(lang, model, method):
    """Return the file of a model of agreement; none for the rules of the language (base).

    That of the paper's method is trained on the treebanks as they are.
    """
    if model == "base":
        return []
    ending = ".paper" if method == "paper" else ""
    return f"{RESULTS}/agreement/{lang}/{model}{ending}.npz"


def agreement_model(wildcards):
    """Return the file of the wildcards' model of agreement."""
    return trained_agreement(wildcards.lang, wildcards.model, wildcards.method)


def rewriting_models(lang, model):
    """Return the models by which translations are rewritten, and the method."""
    return {
        "model": trained_agreement(lang, model, "full"),
        "method": f"{RESULTS}/agreement/{lang}/{model}.full.json",
        "inflection": f"{RESULTS}/inflection/{lang}/{AGREEMENT.recipe}.npz",
    }


def english_lists(lang):
    """Return the lists by which it is known whose gender the English leaves open.

    With the demonyms of English and of a language, of those that are there.
    """
    demonyms = [wordlist(f"demonyms.{code}.tsv") for code in ("en", lang)]
    return {
        "pronouns": wordlist("pronouns.en.tsv"),
        "gendered": wordlist("gendered.en.tsv"),
        "professions": wordlist("professions.tsv"),
        "persons": wordlist("persons.en.tsv"),
        "demonyms": [path for path in demonyms if Path(path).exists()],
    }


def gate_texts():
    """Return the English and the variants of GATE that are rewritten as texts that get trees."""
    return {
        f"gate-{name}-{variant}": Text(
            lambda lang, stem=f"{name}.{variant}": f"{RESULTS}/gate/{lang}.{stem}.txt",
            lambda lang, pairs=AGREEMENT.pairs[name]: SIZES.testset(pairs.files[lang]),
            source="",
            target="",
        )
        for _, name in AGREEMENT.rewritten()
        for variant in ("source", "f", "m")
    }


def gate_trees(wildcards):
    """Return the trees of GATE's English, and of the variant that is rewritten."""
    source, _ = WAYS_OF_GATE[wildcards.way]
    trees, lang = f"{RESULTS}/trees/{wildcards.lang}/gate", wildcards.lang
    return {
        "english": f"{trees}-{wildcards.pairs}-source.en.conllu.gz",
        "target": f"{trees}-{wildcards.pairs}-{source}.{lang}.conllu.gz",
    }


def gate_files(wildcards):
    """Return what a variant of GATE is rewritten with."""
    model, lang = AGREEMENT.pairs[wildcards.pairs].rewrite, wildcards.lang
    return (
        lexicon_files(wildcards)
        | gate_trees(wildcards)
        | rewriting_models(lang, model)
        | english_lists(lang)
    )


def gate_options(wildcards):
    """Return the source and the requested variant as arguments of `cdaflow score gate`."""
    source, requested = WAYS_OF_GATE[wildcards.way]
    return flags(**{"from": source, "to": requested, "system": wildcards.way})


def rewriting_options(input):
    """Return the trees and `rewriting_models` as arguments."""
    return flags(
        english_trees=input.english,
        target_trees=input.target,
        model=input.model or "base",
        method_file=input.method,
        inflection_model=input.inflection,
    )


def agreement_stage():
    """Return the tables of agreement and inflection, of those that are tested."""
    agreement = [
        f"{RESULTS}/agreement/scores/{lang}.{model}.{method}.{name}.json"
        for lang, model, method, name in AGREEMENT.scored()
    ]
    tested = AGREEMENT.treebanks.test or {}
    inflection = [f"{RESULTS}/inflection/scores/{lang}.json" for lang in tested]
    gate = [
        f"{RESULTS}/gate/{lang}.{name}.{way}.json"
        for lang, name in AGREEMENT.rewritten()
        for way in WAYS_OF_GATE
    ]
    scores = {"agreement": agreement, "inflection": inflection, "gate": gate}
    tables = [Table(name, name, files) for name, files in scores.items() if files]
    return Stage(tables, scores=scores)
