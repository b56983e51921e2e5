"""What the morphology of Spanish, French and Italian tells, and what it must leave open."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.errors import InputError
from cdaflow.languages.romance import RomanceMorphology
from cdaflow.scoring.entity import decide
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.wordlists.lexicon import Lexicon, read_professions

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
CODES = ("es", "fr", "it")

M, F, EITHER = {("Masc", "Sing")}, {("Fem", "Sing")}, {("", "Sing")}


@pytest.fixture(scope="module")
def knowledge() -> dict[str, Knowledge]:
    return {
        code: Knowledge(
            languages.get(code),
            read_professions(WORDLISTS / f"professions.{code}.tsv", languages.get(code)),
            Lexicon(),
        )
        for code in CODES
    }


def _agreement(code: str, marked: str) -> str | None:
    """Return the gender that agrees with the [phrase] of a sentence, or None."""
    language = languages.get(code)
    before, rest = marked.split("[")
    inside, after = rest.split("]")
    parts = [[word.lower() for word in language.words(part)] for part in (before, inside, after)]
    start, end = len(parts[0]), len(parts[0]) + len(parts[1])
    found = language.morphology.agreement([*itertools.chain(*parts)], start, end)
    if found is None:
        return None
    assert end <= found.index
    (gender,) = {slot[0] for slot in found.slots}
    return gender


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "word", "slots"),
    [
        ("es", "domador", M), ("es", "domadora", F), ("es", "barquero", M), ("es", "barquera", F),
        ("es", "emperatriz", F), ("es", "flautista", EITHER), ("es", "geólogo", M),
        ("es", "geóloga", F), ("es", "lista", set()), ("es", "dinero", set()),
        ("es", "cicatriz", set()), ("es", "mesa", set()), ("es", "estudiante", set()),
        ("fr", "dompteur", M), ("fr", "fondatrice", F), ("fr", "plongeuse", F),
        ("fr", "flûtiste", EITHER), ("fr", "esthéticien", M), ("fr", "esthéticienne", F),
        ("fr", "crémier", M), ("fr", "crémière", F), ("fr", "valeur", set()),
        ("fr", "moteur", set()), ("fr", "liste", set()), ("fr", "cahier", set()),
        ("fr", "rivière", set()), ("fr", "stagiaire", set()),
        ("it", "domatore", M), ("it", "domatrice", F), ("it", "barcaiolo", set()),
        ("it", "usuraio", M), ("it", "usuraia", F), ("it", "flautista", EITHER),
        ("it", "corriere", M), ("it", "motore", set()), ("it", "matrice", set()),
        ("it", "gennaio", set()), ("it", "vista", set()), ("it", "cantante", set()),
    ],
)  # fmt: skip
def test_noun_by_its_ending(code: str, word: str, slots: set[tuple[str, str]]) -> None:
    found = languages.get(code).morphology.noun(word)
    assert {slot for slot in found if slot[1] != "Plur"} == slots


@pytest.mark.parametrize(
    ("code", "word", "slots"),
    [
        ("es", "buen", M), ("es", "buena", F), ("es", "gran", EITHER), ("es", "joven", EITHER),
        ("es", "amabilísimo", M), ("es", "generosa", F), ("es", "ex", EITHER),
        ("es", "sido", None), ("es", "cosa", None), ("es", "trabaja", None),
        ("fr", "vieil", M), ("fr", "vieille", F), ("fr", "jeune", EITHER),
        ("fr", "ambitieuse", F), ("fr", "ambitieux", M), ("fr", "été", None),
        ("fr", "deux", None), ("fr", "active", None), ("fr", "table", None),
        ("it", "buon", M), ("it", "brava", F), ("it", "giovane", EITHER),
        ("it", "bravissimo", M), ("it", "famosa", F), ("it", "stata", None),
        ("it", "cosa", None), ("it", "arriva", None),
    ],
)  # fmt: skip
def test_adjective_before_a_noun(code: str, word: str, slots: set[tuple[str, str]] | None) -> None:
    found = languages.get(code).morphology.adjective(word)
    singular = None if found is None else {slot for slot in found if slot[1] != "Plur"}
    assert singular == slots


def test_predeterminers_stand_before_articles_and_quantifiers_do_not() -> None:
    for code, yes, no in (
        ("es", ("toda", "la"), ("mucho", "la")),
        ("fr", ("toutes", "les"), ("autre", "les")),
        ("it", ("tutta", "l'"), ("molto", "l'")),
    ):
        morphology = languages.get(code).morphology
        assert morphology.precedes(*yes)
        assert not morphology.precedes(*no)
    assert languages.get("es").morphology.precedes("otras", "dos")


@pytest.mark.parametrize("code", CODES)
def test_a_listed_form_is_among_its_spellings_and_found_again(
    code: str, knowledge: dict[str, Knowledge]
) -> None:
    professions = knowledge[code].professions
    for name, forms in professions.forms.items():
        for form, slots in forms.items():
            for slot in slots:
                spellings = list(languages.get(code).morphology.spellings(form, slot))
                assert (form, slot) in spellings
                for written, _ in spellings:
                    assert professions.find(name, written), (name, written)


# -- agreement -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "masculine", "feminine"),
    [
        # behind the noun
        ("es", "Vi a [su ayudante] cansado.", "Vi a [su ayudante] cansada."),
        ("es", "[Cada cantante] muy cansado viaja.", "[Cada cantante] muy cansada viaja."),
        ("es", "Habló con [su pianista] alemán.", "Habló con [su pianista] alemana."),
        ("fr", "Il a vu [l'élève] blessé.", "Il a vu [l'élève] blessée."),
        ("fr", "On cherche [l'artiste] assez connu.", "On cherche [l'artiste] assez connue."),
        ("fr", "Il salue [l'athlète] canadien.", "Il salue [l'athlète] canadienne."),
        ("it", "Parlò con [l'artista] famoso.", "Parlò con [l'artista] famosa."),
        ("it", "Chiama [l'assistente] libero!", "Chiama [l'assistente] libera!"),
        ("it", "Cerca [l'interprete] molto bravo.", "Cerca [l'interprete] molto brava."),
        # copula
        ("es", "[Su colega] está enfermo.", "[Su colega] está enferma."),
        ("es", "[Su pianista] no era muy alto.", "[Su pianista] no era muy alta."),
        ("es", "[Su cónyuge] parecía contento.", "[Su cónyuge] parecía contenta."),
        ("fr", "[L'élève] n'est pas content.", "[L'élève] n'est pas contente."),
        ("fr", "[Leur guide] semblait toujours inquiet.",
         "[Leur guide] semblait toujours inquiète."),
        ("it", "[L'ospite] non era stanco.", "[L'ospite] non era stanca."),
        ("it", "[L'insegnante] sembra piuttosto severo.",
         "[L'insegnante] sembra piuttosto severa."),
        ("it", "[L'agente] e' arrabbiato.", "[L'agente] e' arrabbiata."),
        # modal verbs, periphrases
        ("es", "[Su guía] debe de estar cansado." , "[Su guía] debe de estar cansada."),
        ("es", "[Su guía] podría ser despedido.", "[Su guía] podría ser despedida."),
        ("fr", "[L'artiste] peut être ému.", "[L'artiste] peut être émue."),
        ("fr", "[L'artiste] doit avoir été surpris.", "[L'artiste] doit avoir été surprise."),
        ("it", "[L'erede] potrebbe essere nervoso.", "[L'erede] potrebbe essere nervosa."),
        # passive
        ("es", "[Su agente] fue despedido.", "[Su agente] fue despedida."),
        ("es", "[Su agente] ha sido muy criticado.", "[Su agente] ha sido muy criticada."),
        ("es", "[Su agente] está siendo tratado.", "[Su agente] está siendo tratada."),
        ("fr", "[L'artiste] a été souvent admiré.", "[L'artiste] a été souvent admirée."),
        ("it", "[L'atleta] è stato premiato.", "[L'atleta] è stata premiata."),
        ("it", "[L'atleta] viene pagato.", "[L'atleta] viene pagata."),
        # perfect with "be"
        ("fr", "[L'analyste] est parti.", "[L'analyste] est partie."),
        ("fr", "[L'analyste] était déjà venu.", "[L'analyste] était déjà venue."),
        ("it", "[L'analista] è arrivato.", "[L'analista] è arrivata."),
        ("it", "[L'analista] si è pentito.", "[L'analista] si è pentita."),
        # reflexive copulas
        ("es", "[Su ayudante] se puso nervioso.", "[Su ayudante] se puso nerviosa."),
        ("it", "[L'autista] si sentiva offeso.", "[L'autista] si sentiva offesa."),
        # relative clauses
        ("es", "[Su guía], que estaba cansado, paró.", "[Su guía], que estaba cansada, paró."),
        ("fr", "avec [l'élève] qui est venu hier", "avec [l'élève] qui est venue hier"),
        ("it", "Aiuta [l'ospite] che era caduto.", "Aiuta [l'ospite] che era caduta."),
        # a complement between
        ("es", "[Su agente] de viajes fue despedido.", "[Su agente] de viajes fue despedida."),
        ("fr", "[L'analyste] de la banque est arrivé.", "[L'analyste] de la banque est arrivée."),
        ("it", "[L'assistente] del dentista è andato via.",
         "[L'assistente] del dentista è andata via."),
    ],
)  # fmt: skip
def test_what_agrees(code: str, masculine: str, feminine: str) -> None:
    assert _agreement(code, masculine) == "Masc"
    assert _agreement(code, feminine) == "Fem"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        # nothing shows it
        ("es", "[Su pianista] está triste."), ("fr", "[L'élève] est malade."),
        ("it", "[L'ospite] era felice."), ("es", "[Su guía] era muy optimista."),
        # participles with "have"
        ("es", "[Su agente] ha comprado flores."), ("fr", "[L'artiste] a acheté des fleurs."),
        ("it", "[L'agente] ha comprato dei fiori."),
        # object clitics, dropped subjects, other clauses
        ("fr", "Il a vu [l'artiste] et l'a invitée."),
        ("it", "Ha visto [l'artista] e l'ha invitata."),
        ("it", "Cercò [l'artista] perché era stanca."),
        ("es", "Buscó a [su ayudante] porque estaba cansada."),
        ("it", "Vide [l'artista] anche se era stanca."),
        ("it", "Vide [l'artista], poi è uscita."),
        ("fr", "Elle aime [l'artiste] et est venue."),
        # "that" after a verb of saying
        ("it", "Disse all'[insegnante] che era stanca."),
        ("es", "Le dijo a [su ayudante] que estaba cansada."),
        ("es", "Avisó a [su ayudante] que estaba despedida."),
        # the adjective or the predicate of another noun
        ("it", "Lesse il rapporto [dell'analista] sbagliato."),
        ("fr", "Le rapport de [l'analyste] est fini."),
        ("it", "La casa [dell'artista] è bruciata."),
        ("es", "La oficina de [su ayudante] está cerrada."),
        ("it", "Insegna [all'assistente] nuove idee."),
        ("it", "[L'artista] e l'ospite erano stanchi."),
        ("fr", "L'élève et [l'artiste] sont venus."),
        # predicates that are no adjectives
        ("es", "[Su guía] está ahora en casa."), ("es", "[Su guía] es la mejor."),
        ("fr", "[L'élève] est en colère."), ("fr", "[L'élève] est une star."),
        ("it", "[L'ospite] è ancora qui."), ("it", "[L'ospite] era una spia."),
        # a masculine participle behind a French reflexive may agree with nothing
        ("fr", "[L'élève] s'est demandé pourquoi."),
    ],
)  # fmt: skip
def test_what_does_not_agree(code: str, sentence: str) -> None:
    assert _agreement(code, sentence) is None


# -- the whole decision --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "noun", "sentence", "gender"),
    [
        ("es", "pilot", "Su piloto aterrizó.", "unknown"),
        ("es", "pilot", "La piloto aterrizó.", "female"),
        ("es", "doctor", "La joven médico operó.", "female"),
        ("es", "nurse", "El enfermera llegó.", "unknown"),
        ("es", "judge", "El juez fue elegida.", "female"),
        ("es", "victim", "Aquella víctima huyó.", "female"),
        ("es", "someone", "Vino alguien.", "unknown"),
        ("es", "someone", "Alguien fue invitado.", "male"),
        ("es", "housekeeper", "El ama de llaves limpió.", "female"),
        ("es", "student", "Le gustaba mucho su estudiante.", "unknown"),
        ("fr", "analyst", "L'analyste parle.", "unknown"),
        ("fr", "analyst", "Un jeune analyste parle.", "male"),
        ("fr", "analyst", "La nouvelle analyste parle.", "female"),
        ("fr", "analyst", "L'ancienne analyste parle.", "female"),
        ("fr", "minister", "Le ministre est arrivée.", "female"),
        ("fr", "carpenter", "La charpentier chante.", "female"),
        ("fr", "engineer", "L'ingénieur chante.", "male"),
        ("fr", "engineer", "L'ingénieure chante.", "female"),
        ("fr", "someone", "Je vois quelqu'un.", "male"),
        ("fr", "someone", "Je vois quelqu' un .", "male"),
        ("fr", "someone", "Je vois quelqu'une.", "female"),
        ("it", "teacher", "L'insegnante parla.", "unknown"),
        ("it", "teacher", "Una brava insegnante parla.", "female"),
        ("it", "teacher", "Un bravo insegnante parla.", "male"),
        ("it", "teacher", "Impara molto dall'insegnante.", "unknown"),
        ("it", "teacher", "Un'insegnante parla.", "female"),
        ("it", "minister", "Il ministro è stata rieletta.", "female"),
        ("it", "cook", "Diede al cuoco rinnovata fiducia.", "male"),
        ("it", "someone", "Cerca qualcuno.", "male"),
        ("it", "someone", "Cerca qualcuna.", "female"),
    ],
)
def test_decisions(
    code: str, noun: str, sentence: str, gender: str, knowledge: dict[str, Knowledge]
) -> None:
    known = knowledge[code]
    words = [word.lower() for word in known.language.words(sentence)]
    (match,) = known.professions.find(noun, words)
    assert decide(match, words, known).gender == gender


# -- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_exceptions_are_needed(code: str) -> None:
    """An excluded word ends like those that its row describes: else the row is mistyped."""
    morphology = languages.get(code).morphology
    assert isinstance(morphology, RomanceMorphology)
    for rows in morphology.tables.endings.values():
        for ending, excluded, _ in rows:
            assert [word for word in sorted(excluded) if not ending.search(word)] == []


@pytest.mark.parametrize(
    ("name", "line", "problem"),
    [
        ("endings.tsv", "nonsense\to\tMasc\tSing\t", "unknown class"),
        ("function_words.tsv", "nonsense\t\tser", "unknown kind"),
    ],
)
def test_a_mistyped_table_is_named(tmp_path: Path, name: str, line: str, problem: str) -> None:
    headers = {
        "endings.tsv": "class\tending\tgender\tnumber\texcept",
        "adjectives.tsv": "masculine\tfeminine\tmasculine_plural\tfeminine_plural\tplace",
        "function_words.tsv": "kind\tnumber\tforms",
    }
    for table, header in headers.items():
        (tmp_path / table).write_text(f"{header}\n" + (f"{line}\n" if table == name else ""))
    morphology = RomanceMorphology(tmp_path, {})
    with pytest.raises(InputError, match=problem):
        _ = (morphology.noun("domador"), morphology.precedes("la", "la"))
