"""Which of two versions is the feminine one."""

import os
from pathlib import Path

import pytest

from cdaflow.languages.contrast import are_exchanged, evidence

ROWS = {
    "es": ("La doctora {} está cansada.", "El doctor {} está cansado."),
    "fr": ("La directrice {} est fatiguée.", "Le directeur {} est fatigué."),
    "it": ("La maestra {} è stanca.", "Il maestro {} è stanco."),
    "pt": ("A médica {} está cansada.", "O médico {} está cansado."),
    "de": ("Die Ärztin {} ist müde.", "Der Arzt {} ist müde."),
    "ru": ("Учительница {} устала.", "Учитель {} устал."),
    "he": ("הרופאה {} עייפה.", "הרופא {} עייף."),
}


@pytest.mark.parametrize("language", ROWS)
def test_feminine_endings_tell(language):
    feminine, masculine = ROWS[language]
    rows = [(feminine.format(n), masculine.format(n)) for n in range(12)]
    assert evidence(rows, language) == (12, 0)
    assert not are_exchanged(rows, language)
    assert are_exchanged([row[::-1] for row in rows], language)
    assert not are_exchanged([row[::-1] for row in rows[:9]], language)


@pytest.mark.parametrize("language", ["es", "fr", "it", "de"])
def test_versions_of_mt_geneval(language):
    folder = os.environ.get("CDAFLOW_DATA")
    if not folder:
        pytest.skip("CDAFLOW_DATA is not set: no public data")
    stem = f"{folder}/mt-geneval/sentences/dev/geneval-sentences-{{}}-dev.en_{language}.{language}"
    rows = list(
        zip(
            *(
                Path(stem.format(gender)).read_text(encoding="utf-8").splitlines()
                for gender in ("feminine", "masculine")
            ),
            strict=True,
        )
    )
    right, wrong = evidence(rows, language)
    assert right > 0.75 * len(rows)
    assert wrong < 0.02 * len(rows)
