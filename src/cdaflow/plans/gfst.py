"""What self-training starts from, and what its target filter goes by (the key `gfst`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cdaflow.config import DEMO_LANGUAGES
from cdaflow.errors import ConfigError
from cdaflow.plans.agreement import Agreement
from cdaflow.plans.annotators import Annotators
from cdaflow.plans.names import check_name
from cdaflow.plans.places import Files, Places

#: The keys that say where monolingual text is.
TEXT = ("text", "tsv", "tmx")

#: Where the embedded corpus has its monolingual text.
_DEMO_MONO = "{results}/demo/mono/"


@dataclass(frozen=True)
class Gfst:
    """What is translated by what, and how the translations are filtered.

    system: translates. decoder: marian or ctranslate2. shards: parts of a translation.
    max_source: sentences of each gender that are translated at most; max_target: sentences of the
    target language that are filtered at most, for back-translation; 0 for all. analysers: what
    tells the gender of words, by language. texts: monolingual corpora by language, each with the
    keys of `cdaflow text mono`. lexicons, treebanks: further words for the lexicon, by language.
    """

    system: str
    decoder: str
    shards: int
    max_source: int
    max_target: int
    analysers: Mapping[str, str]
    texts: Mapping[str, Sequence[Mapping[str, Any]]]
    lexicons: Files = field(default_factory=dict)
    treebanks: Files = field(default_factory=dict)

    def text_files(self, language: str) -> list[str]:
        """Return the files of the monolingual text of a language."""
        return [entry[key] for entry in self.texts[language] for key in TEXT if key in entry]


def plan_gfst(
    config: Mapping[str, Any],
    annotators: Annotators | None,
    agreement: Agreement | None,
    *,
    data: str,
    results: str,
) -> Gfst | None:
    """Return what the key `gfst` of a configuration asks for, None where it has none.

    Raises ConfigError where keys do not go together or a file is absent.
    """
    if "gfst" not in config:
        if "monolingual" in config:
            raise ConfigError(
                "monolingual: nothing is made of this text",
                hint="add the key gfst ({} will do)",
            )
        return None
    if "source" not in config.get("monolingual", {}):
        raise ConfigError(
            "gfst: there is no monolingual English text to translate",
            hint="name some: monolingual: {source: [{name: news, text: news.en.gz}]}",
        )
    named: Mapping[str, Any] = config["gfst"]
    system = named.get("system", next(iter(config["systems"])))
    check_name("gfst.system", system, config["systems"], "system")
    places = Places(tuple(config["languages"]), data, results)
    treebanks: Files = {}
    if agreement is not None:
        treebanks = agreement.treebanks["train"]
    elif annotators is not None:
        treebanks = annotators.treebanks.get("train", {})
    planned = Gfst(
        system=system,
        decoder=named["decoder"],
        shards=named["shards"],
        max_source=named["max_source"],
        max_target=named["max_target"],
        analysers=_analysers(named, config["languages"], annotators),
        texts=_texts(config, places),
        lexicons=places.files("lexicons", config["lexicons"], needed=False),
        treebanks=treebanks,
    )
    places.raise_absent()
    return planned


def _analysers(
    named: Mapping[str, Any], languages: Sequence[str], annotators: Annotators | None
) -> dict[str, str]:
    """Return the analyser of each language."""
    usual = "annotator" if annotators is not None and annotators.models != "gold" else "lexicon"
    value = named.get("analyser", usual)
    analysers = {}
    for lang in languages:
        place = f"gfst.analyser.{lang}" if isinstance(value, Mapping) else "gfst.analyser"
        analyser = value.get(lang, usual) if isinstance(value, Mapping) else value
        if analyser == "annotator" and annotators is None:
            raise ConfigError(
                f"{place}: the trees of an annotator are wanted, and nothing makes them",
                hint="say what does, under the key annotators, or take analyser: lexicon",
            )
        if analyser == "annotator" and annotators is not None and annotators.models == "gold":
            raise ConfigError(
                f"{place}: gold trees do not have translations",
                hint="take models that annotate them (annotators.backend: stanza), or "
                "analyser: lexicon",
            )
        analysers[lang] = analyser
    return analysers


def _texts(config: Mapping[str, Any], places: Places) -> dict[str, list[Mapping[str, Any]]]:
    """Return the corpora of English and of each language, their paths expanded."""
    sides = [("source", "en"), *(("target", lang) for lang in places.languages)]
    return {
        lang: [
            _corpus(f"monolingual.{side}[{number}]", entry, lang, config, places)
            for number, entry in enumerate(config["monolingual"][side])
        ]
        for side, lang in sides
        if side in config["monolingual"]
    }


def _corpus(
    place: str, entry: Mapping[str, Any], lang: str, config: Mapping[str, Any], places: Places
) -> Mapping[str, Any]:
    (key,) = (key for key in TEXT if key in entry)
    place, path = f"{place}.{key}", entry[key]
    if lang != "en" and len(places.languages) > 1 and "{lang}" not in path:
        raise ConfigError(
            f"{place}: one file for several languages ({', '.join(places.languages)}): {path}",
            hint="write {lang} in its place in the path",
        )
    if path.startswith(_DEMO_MONO):
        if lang not in ("en", *DEMO_LANGUAGES):
            raise ConfigError(
                f"{place}: the embedded corpus is not written in {lang!r}, only in "
                f"{', '.join(DEMO_LANGUAGES)}",
                hint="name text of your own",
            )
        if not config["demo"]["mono"]:
            raise ConfigError(
                f"{place}: the embedded corpus is written without monolingual text",
                hint="say how many sentences (demo: {mono: 20000})",
            )
    return {**entry, key: places.found(place, places.expand(path, lang))}
