import csv
from pathlib import Path

import pytest

from cdaflow.languages import Language
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.wordlists.lexicon import Lexicon, read_professions

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def read_labels():
    """Return a function from the name of a file of labels in tests/data to its rows."""

    def read(name):
        path = ROOT / "tests" / "data" / f"{name}.tsv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True)
            return list(rows)

    return read


M, F, MP, FP = ("Masc", "Sing"), ("Fem", "Sing"), ("Masc", "Plur"), ("Fem", "Plur")
EITHER = ("", "Sing")

DETERMINERS = {
    "es": {
        **{key: {M} for key in ("el", "un", "del", "al", "otro")},
        **{key: {F} for key in ("la", "una", "otra")},
        **{key: {MP} for key in ("los",)},
        **{key: {FP} for key in ("las",)},
        "su": {EITHER},
    },
    "it": {
        **{key: {M} for key in ("il", "lo", "un", "del", "al")},
        **{key: {F} for key in ("la", "una", "un'", "della")},
        **{key: {EITHER} for key in ("l'", "dell'", "all'")},
        **{key: {MP} for key in ("i", "gli")},
        **{key: {FP} for key in ("le", "mie", "tutte")},
        "mio": {M},
        "mia": {F},
    },
}

HEADER = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
PROFESSIONS = {
    "es": """\
doctor\tmédico\tmédica\tmédicos\tmédicas\t
nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t
analyst\tanalista\tanalista\tanalistas\tanalistas\t
construction worker\tobrero de la construcción\tobrera de la construcción\t\t\tmultiword
worker\tobrero\tobrera\tobreros\tobreras\t
worker\templeado\templeada\templeados\templeadas\tvariant
clerk\templeado\templeada\templeados\templeadas\t
clerk\toficinista\toficinista\toficinistas\toficinistas\tvariant
housekeeper\tamo de llaves\tama de llaves\t\t\tmultiword
victim\tvíctima\tvíctima\tvíctimas\tvíctimas\tfixed:Fem
""",
    "it": """\
nurse\tinfermiere\tinfermiera\tinfermieri\tinfermiere\t
analyst\tanalista\tanalista\tanalisti\tanaliste\t
lawyer\tavvocato\tavvocata\tavvocati\tavvocate\t
""",
}


@pytest.fixture
def knowledge(tmp_path):
    """Return a function from a language code (and a lexicon) to a small `Knowledge`."""

    def make(code, lexicon=None):
        elided = frozenset({"l'", "un'", "dell'", "all'"}) if code == "it" else frozenset()
        determiners = {form: frozenset(slots) for form, slots in DETERMINERS[code].items()}
        euphonic = frozenset({"ama", "agua"}) if code == "es" else frozenset()
        language = Language(
            code,
            code,
            determiners,
            apply_contractions=None,
            elided=elided,
            masculine_for_sound=euphonic,
        )
        path = tmp_path / f"professions.{code}.tsv"
        path.write_text(HEADER + PROFESSIONS[code])
        return Knowledge(language, read_professions(path, language), lexicon or Lexicon())

    return make
