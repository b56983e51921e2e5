"""The embedded corpus as files: parallel text with its right answers, trees, monolingual text."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from cdaflow.demo import Sizes
from cdaflow.demo.challenge import Row, challenge_set, write_challenge
from cdaflow.demo.english import English
from cdaflow.demo.french import French
from cdaflow.demo.grammar import Grammar, text_of
from cdaflow.demo.italian import Italian
from cdaflow.demo.lexicon import load_lexicon
from cdaflow.demo.scene import Scene
from cdaflow.demo.scenes import read_shares, scenes
from cdaflow.demo.spanish import Spanish
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text
from cdaflow.progress import progress
from cdaflow.trees import Sentence
from cdaflow.trees.conllu import format_sentence
from cdaflow.wordlists.english_lists import Stereotypes, load_stereotypes

#: The languages that the demo speaks.
GRAMMARS: Mapping[str, type[Grammar]] = {
    "en": English, "es": Spanish, "fr": French, "it": Italian,
}  # fmt: skip


def professions_file(wordlists: Path, language: str) -> Path:
    """Return the list of professions of a language in the folder of word lists."""
    return wordlists / ("professions.tsv" if language == "en" else f"professions.{language}.tsv")


def load_grammar(language: str, wordlists: Path) -> Grammar:
    """Return the grammar of a language; ConfigError where the demo has none."""
    if language not in GRAMMARS:
        raise ConfigError(
            "demo.language-unsupported",
            f"the demo does not support {language!r}",
            hint=f"supported: {', '.join(GRAMMARS)}",
        )
    return GRAMMARS[language](load_lexicon(language, professions_file(wordlists, language)))


def load_all(
    languages: Iterable[str], wordlists: Path, stereotypes: Path
) -> tuple[Mapping[str, Grammar], Stereotypes]:
    """Return the grammars of English and of `languages`, and the feminine share by profession.

    Raises InputError where a language has no form of a profession of the table, or one of several
    words (the demo's translations use one-word forms only).
    """
    grammars = {code: load_grammar(code, wordlists) for code in ("en", *languages)}
    shares = load_stereotypes(stereotypes, grammars["en"].lexicon.professions)
    for code in languages:
        forms = grammars[code].lexicon.professions
        for profession in shares:
            if any(" " in form for form in forms.get(profession, (" ",))):
                raise InputError(
                    "professions.no-one-word-forms",
                    f"no one-word forms of {profession!r}",
                    file=professions_file(wordlists, code),
                    hint=f"add a row for it, or remove {profession!r} from {stereotypes}",
                )
    return grammars, shares


GOLD_COLUMNS = (
    "line", "construction", "profession", "gender", "number", "source", "target",
    "counterfactual_source", "counterfactual_target", "swapped_source", "swapped_target",
)  # fmt: skip

#: The parts of the embedded corpus that `Corpus.write` writes.
PARTS = ("parallel", "treebanks", "challenge")
#: Scenes in a row that are all used already, before the tables are held to be exhausted.
_PATIENCE = 5_000

#: A scene with its English tree.
_Sampled = tuple[Scene, Sentence]
#: What each grammar writes to its files for a scene.
Written = Callable[[Grammar], Sequence[str]]
#: From the number of a line, its scene and the English tree.
_Render = Callable[[int, Scene, Sentence], Written]


@dataclass(frozen=True)
class Corpus:
    """What decides on the sentences of the embedded corpus.

    `grammars`: English and others, by code. `languages`: those whose files are written. `shares`:
    how often each construction is sampled, if not by its own share. Equal values write the same
    bytes, and what is written for a language does not hang on the other ones.
    """

    grammars: Mapping[str, Grammar]
    languages: Sequence[str]
    stereotypes: Stereotypes
    sizes: Sizes = field(default_factory=Sizes)
    seed: int = 1
    shares: Mapping[str, int] | None = None

    @property
    def _written(self) -> list[Grammar]:
        return [self.grammars[code] for code in self.languages]

    @cached_property
    def _challenge(self) -> Sequence[Row]:
        count = self.sizes.challenge
        return challenge_set(self.grammars["en"], self.stereotypes, count, self.seed)

    def _new_scenes(
        self,
        stream: str,
        count: int,
        used: set[str],
        *,
        stereotypes: Stereotypes | None = None,
        balanced: bool = False,
        first_meant: float = 0.0,
    ) -> Iterator[_Sampled]:
        """Yield `count` scenes with their English trees, none of a sentence in `used`, to which
        each is added.

        Raises ConfigError where the tables cannot make that many.
        """
        count_made = misses = 0
        sampled = scenes(
            stereotypes or self.stereotypes, self.seed, stream,
            shares=self.shares, balanced=balanced, first_meant=first_meant,
        )  # fmt: skip
        while count_made < count:
            scene = next(sampled)
            tree = self.grammars["en"].tree(scene)
            text = text_of(tree)
            if text in used:
                misses += 1
                if misses > _PATIENCE:
                    raise ConfigError(
                        "demo.too-few-sentences",
                        f"{count} new sentences are requested for {stream!r}, but the demo makes "
                        f"only {count_made}",
                        hint="request fewer, or add professions to the table of stereotypes",
                    )
                continue
            misses = 0
            used.add(text)
            count_made += 1
            yield scene, tree

    def _splits(self, used: set[str]) -> Iterator[tuple[str, int, Iterator[_Sampled]]]:
        """Yield each split of the parallel text: name, number of scenes, scenes with trees.

        No sentence is in two splits or in the challenge set. The scenes of a split are to be
        sampled before the next split is asked for, since it has none of theirs. To `used` go all
        sentences that a further text shall not have.
        """
        used |= {row.source for row in self._challenge}
        for split in ("test", "dev", "train"):
            count = getattr(self.sizes, split)
            sampled = self._new_scenes(split, count, used)
            # The counterfactuals of dev and test are kept out of the training text as well.
            if split != "train":
                sampled = self._with_counterfactuals(sampled, used)
            yield split, count, sampled

    def _with_counterfactuals(
        self, sampled: Iterator[_Sampled], used: set[str]
    ) -> Iterator[_Sampled]:
        """Yield `sampled` as it is, adding the counterfactual of each scene to `used`."""
        for scene, tree in sampled:
            if scene.focus is not None:
                used.add(self.grammars["en"].text(scene.counterfactual()))
            yield scene, tree

    # -- files -----------------------------------------------------------------------------

    def write(self, folder: Path, parts: Collection[str] = PARTS) -> None:
        """Write these parts of the embedded corpus under `folder`.

        See `write_parallel`, `write_treebanks` and `cdaflow.demo.challenge.write_challenge`
        (winomt/).
        """
        if "challenge" in parts:
            write_challenge(folder / "winomt", self._challenge, self._written)
        if "parallel" in parts:
            self.write_parallel(folder)
        if "treebanks" in parts:
            self.write_treebanks(folder)

    def write_parallel(self, folder: Path) -> None:
        """Write the parallel text of English and each other language.

        - en-<language>/{train,dev,test}.tsv: English, tab, translation, all different; no English
          sentence is in two splits or in the challenge set.
        - en-<language>/{train,dev,test}.gold.tsv.gz: the same lines with GOLD_COLUMNS; the columns
          of the person and the counterfactuals are empty where there is nobody. A counterfactual
          has the person of the line in the other gender, a swap all persons.
        """
        targets = [grammar for grammar in self._written if grammar.code != "en"]
        if not targets:
            return
        header = "\t".join(GOLD_COLUMNS) + "\n"

        def files(split: str) -> list[tuple[Grammar, Mapping[Path, str]]]:
            outputs: list[tuple[Grammar, Mapping[Path, str]]] = []
            for grammar in targets:
                base = folder / f"en-{grammar.code}"
                gold = base / f"{split}.gold.tsv.gz"
                outputs.append((grammar, {base / f"{split}.tsv": "", gold: header}))
            return outputs

        self.write_splits("pairs", files, self._pair)

    def _pair(self, split: str, line: int, scene: Scene, tree: Sentence) -> Written:
        source = text_of(tree)
        others: list[tuple[Scene, str]] = []
        focus_cells = ["", "", ""]
        if scene.focus is not None:
            focus = scene.people[scene.focus]
            changed = (scene.counterfactual(), scene.swapped())
            others = [(other, self.grammars["en"].text(other)) for other in changed]
            focus_cells = [focus.profession, focus.gender.value, focus.number.value]

        def render(grammar: Grammar) -> Sequence[str]:
            target = grammar.text(scene)
            texts = [text for other, en in others for text in (en, grammar.text(other))] or [""] * 4
            gold = [str(line), scene.construction, *focus_cells, source, target, *texts]
            return f"{source}\t{target}\n", "\t".join(gold) + "\n"

        return render

    def write_treebanks(self, folder: Path) -> None:
        """Write treebanks/<language>/{train,dev,test}.conllu.gz.

        The sentences are none of the parallel text's stream, the genders are balanced;
        `sizes.treebank` trees to train on, a tenth of that to dev and a fifth to test, where each
        sentence with a person is followed by its counterfactual (sent_id with "-cf"). A sent_id is
        the same sentence in every language; those that hide the gender of a person in a language
        are left out there.
        """
        used: set[str] = set()
        for split, part in (("test", 5), ("dev", 10), ("train", 1)):
            count = self.sizes.treebank // part
            sampled = self._new_scenes(f"treebank-{split}", count, used, balanced=True)

            def render(line: int, scene: Scene, _: Sentence, split: str = split) -> Written:
                name = f"{split}-{line:06d}"
                trees = {name: scene}
                if split != "train" and scene.focus is not None:
                    trees[f"{name}-cf"] = scene.counterfactual()
                return lambda grammar: (
                    "".join(_named(grammar.tree(scene), name) for name, scene in trees.items())
                    if _shows_genders(grammar, scene)
                    else "",
                )

            files = self._tree_files(folder / "treebanks", split)
            _write_lines(sampled, count, f"{split} trees", files, render)

    def write_trees(self, folder: Path) -> None:
        """Write the trees of the parallel text, as the grammar itself has them.

        <language>/{train,dev,test}.conllu.gz under `folder`, English among the languages: one tree
        for each line of en-<language>/{train,dev,test}.tsv of `write_parallel`, in order. The
        sent_id has the split and the line ("dev-000017"); `sizes.treebank` is of no account.
        """

        def render(split: str, line: int, scene: Scene, english: Sentence) -> Written:
            return lambda grammar: (
                named_tree(english if grammar.code == "en" else grammar.tree(scene), split, line),
            )

        self.write_splits("trees", lambda split: self._tree_files(folder, split), render)

    def write_splits(
        self,
        what: str,
        files: Callable[[str], Sequence[tuple[Grammar, Mapping[Path, str]]]],
        render: Callable[[str, int, Scene, Sentence], Written],
    ) -> None:
        """Write files of each split of the parallel text, in the order of its lines.

        `files` returns those of a split for each grammar, with what stands at their beginning;
        `render`, for a split, the number of a line, its scene and the English tree, what a grammar
        writes to them.
        """
        for split, count, sampled in self._splits(set()):
            write_line = partial(render, split)
            _write_lines(sampled, count, f"{split} {what}", files(split), write_line)

    def _tree_files(self, folder: Path, split: str) -> list[tuple[Grammar, Mapping[Path, str]]]:
        return [
            (grammar, {folder / grammar.code / f"{split}.conllu.gz": ""})
            for grammar in self._written
        ]

    def write_monolingual(
        self, folder: Path, count: int, skew: float = 1.0, first_meant: float = 0.0
    ) -> None:
        """Write `count` sentences of each language to <language>.txt under `folder`.

        No English sentence is among those of the parallel text or the challenge set. The other
        languages say something else than the English, too, so that no text is the translation of
        another one of them; what is said is the same in all of them. `skew`: see `softened`;
        `first_meant`: see `scenes`.

        Raises ConfigError where the tables cannot make that many, or `skew` or `first_meant` is
        none.
        """
        if not 0 <= first_meant <= 1:
            raise ConfigError(
                "demo.share-out-of-range",
                f"the share is {first_meant}, expected a number from 0 to 1",
                hint="give a number from 0 to 1",
            )
        softer = softened(self.stereotypes, skew)
        used: set[str] = set()
        for split, total, sampled in self._splits(used):
            deque(progress(sampled, f"{split} pairs", total=total, unit="sentence"), maxlen=0)
        others = [grammar for grammar in self._written if grammar.code != "en"]
        english = [grammar for grammar in self._written if grammar.code == "en"]
        # The scenes of the English text are passed over even where it is not written.
        for stream, written in (("mono", english), ("mono-target", others)):
            if stream == "mono" or written:
                sampled = self._new_scenes(
                    stream, count, used, stereotypes=softer, first_meant=first_meant
                )
                files = [(grammar, {folder / f"{grammar.code}.txt": ""}) for grammar in written]
                _write_lines(sampled, count, stream, files, _sentence)


def load_corpus(
    languages: Sequence[str],
    wordlists: Path,
    stereotypes: Path,
    sizes: Sizes,
    seed: int,
    shares: Path | None = None,
) -> Corpus:
    """Return the corpus of these languages, English among them if it is written.

    `shares`: a table construction, weight. Raises ConfigError or InputError, see `load_all` and
    `read_shares`.
    """
    targets = [code for code in languages if code != "en"]
    grammars, feminine = load_all(targets, wordlists, stereotypes)
    chosen = None if shares is None else read_shares(shares)
    return Corpus(grammars, languages, feminine, sizes, seed, chosen)


def softened(stereotypes: Stereotypes, skew: float) -> dict[str, float]:
    """Return shares of women that lie nearer to one half: `skew` 1 leaves them, 0 is one half.

    Raises ConfigError for a skew that is no number from 0 to 1.
    """
    if not 0 <= skew <= 1:
        raise ConfigError(
            "demo.skew-out-of-range",
            f"the skew is {skew}, expected a number from 0 (half women) to 1",
            hint="give a number from 0 (half women) to 1",
        )
    return {name: share + (1 - skew) * (0.5 - share) for name, share in stereotypes.items()}


def _sentence(_: int, scene: Scene, english: Sentence) -> Written:
    return lambda grammar: (
        (text_of(english) if grammar.code == "en" else grammar.text(scene)) + "\n",
    )


def named_tree(tree: Sentence, split: str, line: int) -> str:
    """Return the tree of a line of a split in CoNLL-U."""
    return _named(tree, f"{split}-{line:06d}")


def _named(tree: Sentence, name: str) -> str:
    """Return a tree in CoNLL-U with its sent_id."""
    return format_sentence(replace(tree, comments=(f"sent_id = {name}", *tree.comments)))


def _shows_genders(grammar: Grammar, scene: Scene) -> bool:
    """Whether some word of the sentence tells the gender of each person.

    "Nos juges chantent" has no right tree where nouns have Gender: it is said of either.
    """
    if grammar.code == "en":
        return True
    text = grammar.text(scene)
    return all(
        grammar.text(replace(scene, focus=i).counterfactual()) != text
        for i in range(len(scene.people))
    )


def _write_lines(
    sampled: Iterable[_Sampled],
    count: int,
    label: str,
    files: Sequence[tuple[Grammar, Mapping[Path, str]]],
    render: _Render,
) -> None:
    """Write what `render` returns for each scene to the files of each grammar.

    `files`: the paths of each grammar with what stands at their beginning.
    """
    with ExitStack() as stack:
        handles = []
        for grammar, paths in files:
            opened = [stack.enter_context(atomic_text(path)) for path in paths]
            for handle, header in zip(opened, paths.values(), strict=True):
                handle.write(header)
            handles.append((grammar, opened))
        with_progress = progress(sampled, label, total=count, unit="sentence")
        for line, (scene, tree) in enumerate(with_progress, 1):
            write = render(line, scene, tree)
            for grammar, opened in handles:
                for handle, text in zip(opened, write(grammar), strict=True):
                    handle.write(text)
