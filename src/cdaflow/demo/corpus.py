"""The embedded corpus as files: parallel text with its right answers, treebanks, challenge set."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import TextIOBase
from pathlib import Path

from cdaflow.demo.challenge import challenge_set, write_challenge
from cdaflow.demo.grammars import Grammar
from cdaflow.demo.sampler import scenes
from cdaflow.demo.scene import Scene
from cdaflow.errors import ConfigError
from cdaflow.io.files import atomic_text
from cdaflow.progress import progress
from cdaflow.trees import Sentence
from cdaflow.trees.conllu import format_sentence
from cdaflow.wordlists.english_lists import Stereotypes

GOLD_COLUMNS = (
    "line", "construction", "profession", "gender", "number", "source", "target",
    "counterfactual_source", "counterfactual_target",
)  # fmt: skip

#: Scenes in a row that are all used already, before the tables are held to be exhausted.
_PATIENCE = 5_000


@dataclass(frozen=True)
class Sizes:
    """How many: pairs of each split per language, trees to train on, challenge sentences."""

    train: int = 22_000
    dev: int = 500
    test: int = 1_000
    treebank: int = 2_000
    challenge: int = 1_200


def new_scenes(
    english: Grammar,
    stereotypes: Stereotypes,
    stream: str,
    count: int,
    seed: int,
    used: set[str],
    *,
    weights: Mapping[str, int] | None = None,
    balanced: bool = False,
) -> Iterator[tuple[Scene, Sentence]]:
    """Yield `count` scenes with their English trees, none of a sentence in `used`, to which each
    is added.

    Raises ConfigError where the tables cannot make that many.
    """
    found = misses = 0
    drawn = scenes(stereotypes, seed, stream, weights=weights, balanced=balanced)
    while found < count:
        scene = next(drawn)
        tree = english.tree(scene)
        text = tree.text
        if text in used:
            misses += 1
            if misses > _PATIENCE:
                raise ConfigError(
                    f"the demo has no more than {found} new sentences for {stream!r}, "
                    f"{count} are wanted",
                    hint="ask for fewer, or add professions to the table of stereotypes",
                )
            continue
        misses = 0
        used.add(text)
        found += 1
        yield scene, tree


def split_scenes(
    english: Grammar,
    stereotypes: Stereotypes,
    sizes: Sizes,
    seed: int,
    weights: Mapping[str, int] | None = None,
    used: set[str] | None = None,
) -> Iterator[tuple[str, int, Iterator[tuple[Scene, Sentence]]]]:
    """Yield each split of the parallel text: name, number of scenes, scenes with English trees.

    No sentence is in two splits or in the challenge set. The scenes of a split are to be drawn
    before the next split is asked for, since it has none of theirs. To `used` go all sentences
    that a further text shall not have.
    """
    used = set() if used is None else used
    used |= {row.source for row in challenge_set(english, stereotypes, sizes.challenge, seed)}
    for split, count in (("test", sizes.test), ("dev", sizes.dev), ("train", sizes.train)):
        drawn = new_scenes(english, stereotypes, split, count, seed, used, weights=weights)
        # The counterfactuals of dev and test are kept out of the training text as well.
        if split != "train":
            drawn = _with_counterfactuals(drawn, english, used)
        yield split, count, drawn


def _with_counterfactuals(
    drawn: Iterator[tuple[Scene, Sentence]], english: Grammar, used: set[str]
) -> Iterator[tuple[Scene, Sentence]]:
    """Yield `drawn` as it is, adding the counterfactual of each scene to `used`."""
    for scene, tree in drawn:
        if scene.focus is not None:
            used.add(english.text(scene.counterfactual()))
        yield scene, tree


def _write_split(
    folder: Path,
    split: str,
    drawn: Iterator[tuple[Scene, Sentence]],
    english: Grammar,
    targets: Sequence[Grammar],
    count: int,
) -> None:
    """Write one split of every pair of languages."""
    with ExitStack() as stack:
        handles = []
        for grammar in targets:
            base = folder / f"en-{grammar.language}"
            text = stack.enter_context(atomic_text(base / f"{split}.tsv"))
            gold = stack.enter_context(atomic_text(base / f"{split}.gold.tsv.gz"))
            gold.write("\t".join(GOLD_COLUMNS) + "\n")
            handles.append((grammar, text, gold))
        for line, (scene, tree) in enumerate(
            progress(drawn, f"{split} pairs", total=count, unit="sentence"), 1
        ):
            source, other, other_source = tree.text, None, ""
            about = ["", "", ""]
            if scene.focus is not None:
                focus = scene.people[scene.focus]
                other = scene.counterfactual()
                other_source = english.text(other)
                about = [focus.profession, focus.gender.value, focus.number.value]
            for grammar, text, gold in handles:
                target = grammar.text(scene)
                other_target = "" if other is None else grammar.text(other)
                text.write(f"{source}\t{target}\n")
                row = [str(line), scene.construction, *about, source, target, other_source]
                gold.write("\t".join([*row, other_target]) + "\n")


def _named(tree: Sentence, name: str) -> Sentence:
    return replace(tree, comments=(f"sent_id = {name}", *tree.comments))


def _shows_genders(grammar: Grammar, scene: Scene) -> bool:
    """Whether some word of the sentence tells the gender of each person.

    "Nos juges chantent" has no right tree where nouns have Gender: it is said of either.
    """
    if grammar.language == "en":
        return True
    text = grammar.text(scene)
    return all(
        grammar.text(replace(scene, focus=place).counterfactual()) != text
        for place in range(len(scene.people))
    )


def _write_treebank(
    folder: Path,
    split: str,
    drawn: Iterator[tuple[Scene, Sentence]],
    grammars: Sequence[Grammar],
    count: int,
) -> None:
    """Write the trees of one split in these languages; in dev and test with counterfactuals."""
    with ExitStack() as stack:
        handles = _tree_files(stack, folder, split, grammars)
        for number, (scene, _) in enumerate(
            progress(drawn, f"{split} trees", total=count, unit="sentence"), 1
        ):
            name = f"{split}-{number:06d}"
            for grammar, handle in handles:
                if not _shows_genders(grammar, scene):
                    continue
                handle.write(format_sentence(_named(grammar.tree(scene), name)))
                if split != "train" and scene.focus is not None:
                    other = grammar.tree(scene.counterfactual())
                    handle.write(format_sentence(_named(other, f"{name}-cf")))


def _tree_files(
    stack: ExitStack, folder: Path, split: str, grammars: Sequence[Grammar]
) -> list[tuple[Grammar, TextIOBase]]:
    """Open <language>/<split>.conllu.gz of each grammar for writing."""
    return [
        (
            grammar,
            stack.enter_context(atomic_text(folder / grammar.language / f"{split}.conllu.gz")),
        )
        for grammar in grammars
    ]


def write_parallel(
    folder: Path,
    grammars: Mapping[str, Grammar],
    languages: Sequence[str],
    stereotypes: Stereotypes,
    sizes: Sizes,
    seed: int,
    weights: Mapping[str, int] | None = None,
) -> None:
    """Write the parallel text of English and each of `languages`, English itself left out.

    - en-<language>/{train,dev,test}.tsv: English, tab, translation, all different; no English
      sentence is in two splits or in the challenge set.
    - en-<language>/{train,dev,test}.gold.tsv.gz: the same lines with GOLD_COLUMNS; the columns of
      the person and the counterfactuals are empty where there is nobody.

    The same arguments write the same bytes, whatever languages are written beside.
    """
    targets = [grammars[code] for code in languages if code != "en"]
    if not targets:
        return
    english = grammars["en"]
    for split, count, drawn in split_scenes(english, stereotypes, sizes, seed, weights):
        _write_split(folder, split, drawn, english, targets, count)


def write_treebanks(
    folder: Path,
    grammars: Mapping[str, Grammar],
    languages: Sequence[str],
    stereotypes: Stereotypes,
    sizes: Sizes,
    seed: int,
    weights: Mapping[str, int] | None = None,
) -> None:
    """Write treebanks/<language>/{train,dev,test}.conllu.gz of each of `languages`.

    The sentences are none of the parallel text's stream, the genders are balanced;
    `sizes.treebank` trees to train on, a tenth of that to dev and a fifth to test, where each
    sentence with a person is followed by its counterfactual (sent_id with "-cf"). A sent_id is the
    same sentence in every language; those that hide the gender of a person in a language are left
    out there. The same arguments write the same bytes, whatever languages are written beside.
    """
    written = [grammars[code] for code in languages]
    trees: set[str] = set()
    for split, count in (
        ("test", sizes.treebank // 5),
        ("dev", sizes.treebank // 10),
        ("train", sizes.treebank),
    ):
        drawn = new_scenes(
            grammars["en"], stereotypes, f"treebank-{split}", count, seed, trees,
            weights=weights, balanced=True,
        )  # fmt: skip
        _write_treebank(folder / "treebanks", split, drawn, written, count)


def write_demo(
    folder: Path,
    grammars: Mapping[str, Grammar],
    languages: Sequence[str],
    stereotypes: Stereotypes,
    sizes: Sizes,
    seed: int,
    weights: Mapping[str, int] | None = None,
    parts: Collection[str] = ("parallel", "treebanks", "challenge"),
) -> None:
    """Write these parts of the embedded corpus in `languages` under `folder`.

    See `write_parallel`, `write_treebanks` and `cdaflow.demo.challenge.write_challenge` (winomt/).
    """
    if "challenge" in parts:
        rows = challenge_set(grammars["en"], stereotypes, sizes.challenge, seed)
        write_challenge(folder / "winomt", rows, grammars, languages)
    if "parallel" in parts:
        write_parallel(folder, grammars, languages, stereotypes, sizes, seed, weights)
    if "treebanks" in parts:
        write_treebanks(folder, grammars, languages, stereotypes, sizes, seed, weights)


def write_trees(
    folder: Path,
    grammars: Mapping[str, Grammar],
    languages: Sequence[str],
    stereotypes: Stereotypes,
    sizes: Sizes,
    seed: int,
    weights: Mapping[str, int] | None = None,
) -> None:
    """Write the trees of the parallel text in `languages`, as the grammar itself has them.

    <language>/{train,dev,test}.conllu.gz under `folder`, English among the languages: one tree for
    each line of en-<language>/{train,dev,test}.tsv that `write_parallel` writes for the same
    arguments, in order. The sent_id has the split and the line ("dev-000017"); `sizes.treebank`
    is of no account.
    """
    written = [grammars[code] for code in languages]
    for split, count, drawn in split_scenes(grammars["en"], stereotypes, sizes, seed, weights):
        with ExitStack() as stack:
            handles = _tree_files(stack, folder, split, written)
            scenes_shown = progress(drawn, f"{split} trees", total=count, unit="sentence")
            for line, (scene, english) in enumerate(scenes_shown, 1):
                name = f"{split}-{line:06d}"
                for grammar, handle in handles:
                    tree = english if grammar.language == "en" else grammar.tree(scene)
                    handle.write(format_sentence(_named(tree, name)))
