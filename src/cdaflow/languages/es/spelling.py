"""Where the stress of a Spanish word lies, and how its spelling shows it.

The rules are those of the Ortografía de la lengua española (RAE and ASALE, 2010), chapter II:
what is a diphthong for the spelling, and which words bear an accent mark.
"""

from __future__ import annotations

_PLAIN = str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU")
_ACUTE = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_STRONG = frozenset("aeoáéóíú")  # an accented í or ú never joins a diphthong
_WEAK = frozenset("iuü")
_ACCENTED = frozenset("áéíóú")


def nuclei(word: str) -> list[list[int]]:
    """Return the syllables of `word`, each as the positions of its vowels.

    "construir" -> [[1], [5, 7]] is what the spelling counts: two weak vowels are one syllable,
    and an h between vowels does not part them. The u of que, qui, gue, gui is no vowel.
    """
    lower = word.lower()
    syllables: list[list[int]] = []
    for i, letter in enumerate(lower):
        if not _is_vowel(lower, i, letter):
            continue
        joins = syllables and _joined(lower, syllables[-1][-1], i)
        if not joins:
            syllables.append([i])
        elif letter in _STRONG and any(lower[k] in _STRONG for k in syllables[-1]):
            # strong, weak, strong: the weak vowel goes with the second (a-ie)
            syllables.append([syllables[-1].pop(), i])
        else:
            syllables[-1].append(i)
    return syllables


def _is_vowel(word: str, i: int, letter: str) -> bool:
    if letter == "y":  # a vowel at the end only: estoy, ley
        return i == len(word) - 1
    if letter == "u" and i > 0 and word[i - 1] in "gq" and word[i + 1 : i + 2] in tuple("eiéí"):
        return False
    return letter in _STRONG or letter in _WEAK


def _joined(word: str, i: int, j: int) -> bool:
    """Return whether the vowels at `i` and `j` stand in one syllable."""
    adjacent = j == i + 1 or (j == i + 2 and word[i + 1] == "h")
    weak = word[i] in _WEAK or word[j] in _WEAK or word[j] == "y"
    return adjacent and weak and word[i] != word[j]


def stressed_syllable(word: str) -> int:
    """Return which syllable of `word` is stressed, counted from 0; -1 for a word without vowels."""
    syllables = nuclei(word)
    lower = word.lower()
    for number, vowels in enumerate(syllables):
        if any(lower[i] in _ACCENTED for i in vowels):
            return number
    ends_open = lower[-1:] in tuple("aeiouns")
    return len(syllables) - (2 if ends_open and len(syllables) > 1 else 1)


def with_clitics(verb: str, clitics: list[str]) -> str:
    """Return `verb` and its enclitic pronouns as one word, with the accent that it then bears.

    "haciendo", ["lo"] -> "haciéndolo"; "vamos", ["nos"] -> "vámonos"; "sentad", ["os"] ->
    "sentaos". A verb in capitals gives a word in capitals.
    """
    stem, lower = verb, verb.lower()
    tail = "".join(clitics)
    if len(verb) > 1 and verb.isupper():
        tail = tail.upper()
    stressed = stressed_syllable(verb)
    if clitics[0].lower() in ("nos", "se") and lower.endswith("mos"):
        stem = verb[:-1]
    elif clitics[0].lower() == "os" and lower.endswith("d") and lower != "id":
        stem = verb[:-1]
        if lower.endswith("id"):  # vestid + os: vestíos
            return stem[:-1] + ("Í" if tail.isupper() else "í") + tail
    if _has_hiatus_accent(lower):
        return stem + tail
    plain = (stem + tail).translate(_PLAIN)
    if stressed < 0 or stressed_syllable(plain) == stressed:
        return plain
    vowels = nuclei(plain)[stressed]
    strong = [i for i in vowels if plain[i].lower() in _STRONG]
    at = strong[0] if strong else vowels[-1]
    return plain[:at] + plain[at].translate(_ACUTE) + plain[at + 1 :]


def _has_hiatus_accent(word: str) -> bool:
    """Return whether the word has an í or ú beside a strong vowel (oír, reír): it always stays."""
    return any(
        letter in "íú" and (word[i - 1 : i] in tuple("aeo") or word[i + 1 : i + 2] in tuple("aeo"))
        for i, letter in enumerate(word)
    )
