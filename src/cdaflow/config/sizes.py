"""How large each text of a configuration is, from which the number of its shards follows.

The size of a text must be known when the workflow is planned, before the text is made, and be the
same afterwards: with another number of shards, finished work would be stale. So it follows from the
configuration and the user's files alone: `sentences` of a corpus where it is given, else an
estimate from its file; what is selected from a text counts as a share of it, at most. The shards of
a text are of equal size whatever the estimate says.

Counting a text once it is there (a checkpoint of Snakemake) would be exact, but a dry run would end
at the first text, and trainings behind it would be neither planned nor started.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from cdaflow.config.corpus import Text, in_language
from cdaflow.config.corrected import ENGLISH_TEXTS, MONOLINGUAL, SITUATIONS
from cdaflow.config.loading import Config
from cdaflow.io.size import estimate_lines

#: Which share of a text a selection is taken to leave, at most: of training text the gendered pairs
#: (0.7 % of Tatoeba and Europarl, docs/measurements.md), of monolingual English the sentences that
#: show one gender (docs/gfst.md), of the text of language models those that name persons (9 to 12 %
#: of Tatoeba by the lists of professions and persons), of English those with a person and pronouns
#: of one gender (5 % of Tatoeba, Europarl and news).
SHARES = {"gendered": 0.02, "one gender": 0.1, "animate": 0.2, "stated": 0.1}

#: How many sentences a file is taken to have that the workflow fetches: of a test set, of others.
FETCHED_TEST = 5_000
FETCHED = 1_000_000


class TextSizes:
    """About how many sentences each text of a configuration has, as known before it is made."""

    def __init__(self, config: Config) -> None:
        self._config = config

    def part(self, name: str, language: str) -> int:
        """Return the pairs of train, dev or test-NAME before cleaning."""
        corpora = self._config.corpora
        if name == "dev" and corpora.held_out:
            return corpora.held_out
        tests = corpora.held_out_tests()
        if name.removeprefix("test-") in tests:
            return tests[name.removeprefix("test-")]
        fetched = FETCHED if name in ("train", "full") else FETCHED_TEST
        return self._sum(corpora.part(name, language), language, fetched)

    def gendered(self, language: str) -> int:
        """Return the gendered pairs of the training text."""
        return ceil(SHARES["gendered"] * self.part("train", language))

    def candidates(self, language: str) -> int:
        """Return the pairs of which counterfactuals are tried: some of each profession."""
        section = self._config.counterfactual
        gendered = self.gendered(language)
        if section is None or not section.candidates:
            return gendered
        professions = estimate_lines(f"{self._config.wordlists}/professions.tsv")
        return min(section.candidates * professions, gendered)

    def mono(self, language: str) -> int:
        """Return the sentences of the monolingual text of a language."""
        monolingual = self._config.monolingual
        return self._sum(monolingual.texts(language), language) if monolingual else 0

    def one_gender(self) -> int:
        """Return the English sentences of one gender that are translated for self-training."""
        return self._capped(ceil(SHARES["one gender"] * self.mono("en")), "max_source")

    def filtered_target(self, language: str) -> int:
        """Return the sentences of a language that are filtered before they are translated back."""
        return self._capped(self.mono(language), "max_target")

    def one_gender_back(self, language: str) -> int:
        """Return the sentences of one gender that are translated back."""
        return ceil(SHARES["one gender"] * self.filtered_target(language))

    def dataset(self, name: str, language: str) -> int:
        """Return the sentences of a random sample of the English, the data set of self-training."""
        section = self._config.datasets[name].settings
        size = getattr(section, "size", None)
        sentences = size[language] if isinstance(size, dict) else size
        # As many as another data set has: those are of the sentences of one gender.
        return sentences or min(self.mono("en"), 2 * self.one_gender())

    def stated(self, name: str, language: str) -> int:
        """Return the English sentences that a corrected data set looks at."""
        section = self._config.datasets[name].corrected
        if section is not None and section.text == SITUATIONS:
            return section.sentences
        if section is None or section.text not in ENGLISH_TEXTS:
            return FETCHED_TEST
        text = self.mono("en") if section.text == MONOLINGUAL else self.part("train", language)
        stated = ceil(SHARES["stated"] * text)
        return _at_most(section.size, stated)

    def augmented(self, language: str) -> int:
        """Return the pairs of the training text that get gender alternatives."""
        alternatives = self._config.alternatives
        augment = alternatives.augment if alternatives else None
        pairs = augment.pairs if augment else None
        size = self.part("train", language)
        return _at_most(pairs, size)

    def animate(self, language: str) -> int:
        """Return the sentences of the text of language models that name persons."""
        lm = self._config.lm
        if lm is None:
            return 0
        text = self._sum(in_language(lm.text, language), language)
        return ceil(SHARES["animate"] * _at_most(lm.sentences, text))

    def english(self, corpus: str, language: str) -> int:
        """Return the sentences of a corpus that a program translates."""
        return self._size(self._config.corpora.translated()[corpus], language)

    def testset(self, path: str) -> int:
        """Return the lines of the file of a test set."""
        return self._lines([path], FETCHED_TEST)

    def _sum(self, corpora: Iterable[Text], language: str, fetched: int = FETCHED) -> int:
        return sum(
            ceil(corpus.weight * self._size(corpus, language, fetched)) for corpus in corpora
        )

    def _size(self, corpus: Text, language: str, fetched: int = FETCHED) -> int:
        if size := corpus.given_size(language):
            return size
        files = corpus.given_files(language)
        lines = self._lines(files, fetched) if files else fetched
        return _at_most(getattr(getattr(corpus, "by", None), "max", 0), lines)

    def _lines(self, paths: Iterable[str], fetched: int) -> int:
        """Return the lines of files; of those that the workflow makes, whether there or not."""
        demo = f"{self._config.results}/demo/"
        total = 0
        for path in paths:
            if path.startswith(demo):
                total += self._demo(path.removeprefix(demo))
            elif path.startswith(f"{self._config.results}/"):
                total += fetched
            else:
                total += estimate_lines(path)
        return total

    def _demo(self, path: str) -> int:
        """Return the sentences of a file of the embedded corpus, by its path there."""
        sizes = self._config.demo
        if path.startswith("mono/"):
            return sizes.mono
        part = path.rpartition("/")[2].partition(".")[0]
        return {"train": sizes.train, "dev": sizes.dev}.get(part, sizes.test)

    def _capped(self, sentences: int, key: str) -> int:
        return _at_most(getattr(self._config.gfst, key, 0), sentences)


def _at_most(most: int | None, size: int) -> int:
    """Return the size, or the maximum where there is one (not None, not 0) and it is lower."""
    return min(most, size) if most else size
