"""What cdaflow tells of persons in Portuguese: words, agreement, and whole sentences.

The sentences are in the manner of challenge sets for gender bias; all were written for this test.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.alignment.words import splitter
from cdaflow.languages import genders
from cdaflow.languages.pt import PortugueseMorphology
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.noun_phrase import Knowledge, determiner
from cdaflow.trees import Sentence
from cdaflow.trees.conllu import read_conllu
from cdaflow.wordlists.lexicon import Lexicon, read_professions

WORDLIST = Path(__file__).parents[2] / "config" / "wordlists" / "professions.pt.tsv"
PT = languages.get("pt")
MORPHOLOGY = PT.morphology

M, F, EITHER = {("Masc", "Sing")}, {("Fem", "Sing")}, {("", "Sing")}


@pytest.fixture(scope="module")
def known() -> Knowledge:
    return Knowledge(PT, read_professions(WORDLIST, PT), Lexicon())


def _lower(text: str) -> list[str]:
    return [word.lower() for word in PT.words(text)]


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "slots"),
    [
        ("domador", M), ("domadora", F), ("ferreiro", M), ("ferreira", F), ("imperatriz", F),
        ("flautista", EITHER), ("geólogo", M), ("geóloga", F), ("coreógrafo", M),
        ("artesã", F), ("hortelã", set()), ("patroa", F), ("pessoa", set()), ("lagoa", set()),
        ("camponesa", F), ("camponês", M), ("mesa", set()), ("mês", set()), ("turquesa", set()),
        ("poetisa", F), ("condessa", F), ("promessa", set()), ("empresário", set()),
        ("missionária", F), ("dicionário", set()), ("salário", set()), ("canadense", EITHER),
        ("lista", set()), ("dinheiro", set()), ("cadeira", set()), ("cicatriz", set()),
        ("motor", set()), ("impressora", set()), ("agora", set()), ("estudante", set()),
        ("psiquiatra", EITHER), ("cosmonauta", EITHER), ("segunda-feira", set()),
    ],
)  # fmt: skip
def test_noun_by_its_ending(word: str, slots: set[tuple[str, str]]) -> None:
    assert {slot for slot in MORPHOLOGY.noun(word) if slot[1] != "Plur"} == slots


@pytest.mark.parametrize(
    ("word", "slots"),
    [
        ("bom", M), ("boa", F), ("grande", EITHER), ("jovem", EITHER), ("velha", F),
        ("simpático", M), ("amabilíssima", F), ("generosa", F), ("antigo", M), ("má", F),
        ("sido", None), ("coisa", None), ("trabalha", None), ("música", None), ("mesa", None),
    ],
)  # fmt: skip
def test_adjective_before_a_noun(word: str, slots: set[tuple[str, str]] | None) -> None:
    found = MORPHOLOGY.adjective(word)
    assert (None if found is None else {slot for slot in found if slot[1] != "Plur"}) == slots


@pytest.mark.parametrize(
    ("word", "following", "yes"),
    [
        ("o", "meu", True), ("a", "sua", True), ("pela", "nossa", True), ("a", "outra", True),
        ("toda", "a", True), ("ambas", "as", True), ("as", "duas", True), ("a", "própria", True),
        ("a", "cada", False), ("a", "um", False), ("a", "este", False), ("a", "qualquer", False),
        ("a", "todas", False), ("mesmo", "a", False), ("segundo", "a", False),
        ("muito", "a", False),
    ],
)  # fmt: skip
def test_order_of_determiners(word: str, following: str, yes: bool) -> None:
    assert MORPHOLOGY.precedes(word, following) is yes


def test_determiners() -> None:
    for masculine, feminine in (
        ("o", "a"), ("do", "da"), ("ao", "à"), ("no", "na"), ("pelo", "pela"), ("num", "numa"),
        ("dum", "duma"), ("deste", "desta"), ("naquele", "naquela"), ("àquele", "àquela"),
        ("noutro", "noutra"), ("nosso", "nossa"), ("nenhum", "nenhuma"), ("pro", "pra"),
    ):  # fmt: skip
        assert PT.determiners[masculine] == M, masculine
        assert PT.determiners[feminine] == F, feminine
    assert PT.determiners["cada"] == {("", "Sing")}
    assert PT.determiners["duas"] == {("Fem", "Plur")}


def test_a_listed_form_is_found_again(known: Knowledge) -> None:
    for name, forms in known.professions.forms.items():
        for form, slots in forms.items():
            for slot in slots:
                assert (form, slot) in list(MORPHOLOGY.spellings(form, slot))
            assert known.professions.find(name, form), (name, form)


# -- agreement -----------------------------------------------------------------------------------


def _agreement(marked: str) -> str | None:
    """Return the gender that agrees with the [phrase] of a sentence, or None."""
    before, rest = marked.split("[")
    inside, after = rest.split("]")
    parts = [_lower(part) for part in (before, inside, after)]
    start, end = len(parts[0]), len(parts[0]) + len(parts[1])
    found = MORPHOLOGY.agreement([*itertools.chain(*parts)], start, end)
    if found is None:
        return None
    assert end <= found.index
    (gender,) = {slot[0] for slot in found.slots}
    return gender


@pytest.mark.parametrize(
    ("masculine", "feminine"),
    [
        # behind the noun
        ("Viram [cada gerente] cansado.", "Viram [cada gerente] cansada."),
        ("Falou com [cada pianista] muito famoso.", "Falou com [cada pianista] muito famosa."),
        ("Buscam [qualquer artista] alemão.", "Buscam [qualquer artista] alemã."),
        ("Elogiou [cada atleta] português.", "Elogiou [cada atleta] portuguesa."),
        # copula
        ("[Cada colega] estava nervoso.", "[Cada colega] estava nervosa."),
        ("[Cada colega] não era muito alto.", "[Cada colega] não era muito alta."),
        ("[Cada colega] ficou bastante surpreso.", "[Cada colega] ficou bastante surpresa."),
        ("[Cada colega] parecia extremamente ocupado.",
         "[Cada colega] parecia extremamente ocupada."),
        ("[Cada colega] estava um pouco confuso.", "[Cada colega] estava um pouco confusa."),
        ("[Cada colega] estava certo.", "[Cada colega] estava certa."),
        ("[Cada colega] chegou atrasado.", "[Cada colega] chegou atrasada."),
        ("[Cada colega] continuava preocupado.", "[Cada colega] continuava preocupada."),
        # modal verbs, periphrases, the European and the Brazilian progressive
        ("[Cada agente] deve ser honesto.", "[Cada agente] deve ser honesta."),
        ("[Cada agente] pode estar enganado.", "[Cada agente] pode estar enganada."),
        ("[Cada agente] há de ser punido.", "[Cada agente] há de ser punida."),
        ("[Cada agente] vai ser promovido.", "[Cada agente] vai ser promovida."),
        ("[Cada agente] está sendo julgado.", "[Cada agente] está sendo julgada."),
        ("[Cada agente] está a ser julgado.", "[Cada agente] está a ser julgada."),
        ("[Cada agente] acabou por ser multado.", "[Cada agente] acabou por ser multada."),
        # passive and perfect of the copula
        ("[Cada agente] foi demitido.", "[Cada agente] foi demitida."),
        ("[Cada agente] tinha sido eleito.", "[Cada agente] tinha sido eleita."),
        ("[Cada agente] tem estado cansado.", "[Cada agente] tem estado cansada."),
        ("[Cada agente] já havia sido pago.", "[Cada agente] já havia sido paga."),
        # reflexive copulas, before and behind
        ("[Cada agente] se sentiu culpado.", "[Cada agente] se sentiu culpada."),
        ("[Cada agente] sentiu-se culpado.", "[Cada agente] sentiu-se culpada."),
        ("[Cada agente] tornou-se famoso.", "[Cada agente] tornou-se famosa."),
        # relative clauses
        ("Chamou [cada gerente] que foi contratado.", "Chamou [cada gerente] que foi contratada."),
        ("[Cada gerente], que estava exausto, saiu.", "[Cada gerente], que estava exausta, saiu."),
        # a complement between
        ("[Cada agente] da empresa foi ouvido.", "[Cada agente] da empresa foi ouvida."),
        ("[Cada agente] de viagens ficou calado.", "[Cada agente] de viagens ficou calada."),
    ],
)  # fmt: skip
def test_what_agrees(masculine: str, feminine: str) -> None:
    assert _agreement(masculine) == "Masc"
    assert _agreement(feminine) == "Fem"


@pytest.mark.parametrize(
    "sentence",
    [
        # nothing shows it
        "[Cada pianista] está feliz.", "[Cada atleta] era muito otimista.",
        "[Cada doente] estava em casa.", "[Cada agente] parece competente.",
        # a perfect with "ter" and "haver"
        "[Cada gerente] tem comprado flores.", "[Cada gerente] tinha visto a fatura.",
        "[Cada gerente] havia contratado a cozinheira.",
        # gerunds, infinitives, adverbs, prepositions
        "[Cada gerente] está trabalhando.", "[Cada gerente] foi embora.",
        "[Cada gerente] estava fora.", "[Cada gerente] chegou cedo.",
        "[Cada gerente] estava a dormir.", "[Cada gerente] estava contra a proposta.",
        # predicates that are nouns of one gender
        "[Cada gerente] foi vítima.", "[Cada gerente] era uma boa pessoa.",
        "[Cada gerente] foi um sucesso.", "[Cada gerente] é exceção.",
        # objects, other clauses
        "Ele viu [cada gerente] e a contratou.", "Ela gosta de [cada colega] e está cansada.",
        "Ajudou [cada colega] porque estava cansada.", "Viu [cada colega], depois ficou calada.",
        # "that" behind a verb of saying
        "Disse a [cada gerente] que estava cansada.", "Avisou [cada gerente] que foi demitida.",
        # the predicate of another noun
        "A casa de [cada artista] foi queimada.", "O relatório de [cada analista] errado.",
        "O pedido para [cada agente] foi recusado.", "A atriz e [cada colega] foram convidadas.",
        # "a gente" is a subject of its own
        "Disse [cada colega] que a gente está cansada.",
    ],
)  # fmt: skip
def test_what_does_not_agree(sentence: str) -> None:
    assert _agreement(sentence) is None


# -- "a": article and preposition ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "noun", "article"),
    [
        ("A gerente saiu.", "gerente", True),
        ("Ele viu a gerente.", "gerente", True),
        ("A excelente gerente saiu.", "gerente", True),
        ("Saiu porque a gerente ligou.", "gerente", True),
        ("Promoveu a gerente.", "gerente", True),
        ("Foi promovido a gerente.", "gerente", False),
        ("Foi promovida a gerente.", "gerente", False),
        ("É candidata a presidente.", "presidente", False),
        ("O candidato do partido a presidente falou.", "presidente", False),
        ("Passou de assistente a gerente.", "gerente", False),
        ("Deu conselhos a gerentes.", "gerentes", False),
        ("Passou a médico.", "médico", False),
        ("Entregou o caso a médico competente.", "médico", False),
        ("A médico saiu.", "médico", True),
        ("Ficou, mas a médico saiu.", "médico", True),
        ("Falou com a médico.", "médico", True),
        ("Falou com a piloto.", "piloto", True),
        ("Contratou a piloto.", "piloto", True),
        ("Foi a pé.", "pé", False),
        ("Chegou a cavalo.", "cavalo", False),
        ("Resistiu a pressões.", "pressões", False),
        ("Entregou à gerente.", "gerente", True),
    ],
)
def test_article_or_preposition(sentence: str, noun: str, article: bool, known: Knowledge) -> None:
    words = _lower(sentence)
    found = determiner(words, words.index(noun), known)
    assert (known.genders(found.slots) == {"Fem"} and found.has_readings) is article


# -- whole sentences -----------------------------------------------------------------------------

SENTENCES = [
    # English, noun, Portuguese, gender
    ("The doctor thanked the porter because she was tired.", "doctor",
     "A médica agradeceu ao carregador porque estava cansada.", "female"),
    ("The doctor thanked the porter because he was tired.", "doctor",
     "O médico agradeceu ao carregador porque estava cansado.", "male"),
    ("The carpenter paid the nurse before he left.", "nurse",
     "O carpinteiro pagou à enfermeira antes de sair.", "female"),
    ("The carpenter paid the nurse before he left.", "carpenter",
     "O carpinteiro pagou à enfermeira antes de sair.", "male"),
    ("The manager called the driver because she was late.", "manager",
     "A gerente ligou para o motorista porque estava atrasada.", "female"),
    ("The manager called the driver because she was late.", "driver",
     "A gerente ligou para o motorista porque estava atrasada.", "male"),
    ("The manager called the driver because she was late.", "driver",
     "O gerente ligou para a motorista porque estava atrasada.", "female"),
    ("The clerk spoke with the lawyer about her contract.", "lawyer",
     "O escriturário falou com a advogada sobre o contrato dela.", "female"),
    ("The clerk spoke with the lawyer about her contract.", "clerk",
     "O funcionário falou com a advogada sobre o contrato dela.", "male"),
    # contractions
    ("The guard trusts the analyst.", "analyst", "O guarda confia na analista.", "female"),
    ("The guard trusts the analyst.", "analyst", "O guarda confia no analista.", "male"),
    ("The tailor was seen by the guard.", "guard", "O alfaiate foi visto pela guarda.", "female"),
    ("The tailor was seen by the guard.", "guard", "O alfaiate foi visto pelo guarda.", "male"),
    ("She works at a dentist's.", "dentist", "Ela trabalha numa dentista.", "female"),
    ("She works at a dentist's.", "dentist", "Ela trabalha num dentista.", "male"),
    ("They need a pianist.", "pianist", "Precisam duma pianista.", "female"),
    ("They need a pianist.", "pianist", "Precisam dum pianista.", "male"),
    ("He wrote to that student.", "student", "Escreveu àquela estudante.", "female"),
    ("He wrote to that student.", "student", "Escreveu àquele estudante.", "male"),
    ("The idea of the chief was good.", "chief", "A ideia da chefe era boa.", "female"),
    ("The idea of the chief was good.", "chief", "A ideia do chefe era boa.", "male"),
    ("He gave the keys to the journalist.", "journalist", "Deu as chaves à jornalista.", "female"),
    ("He gave the keys to the journalist.", "journalist", "Deu as chaves ao jornalista.", "male"),
    ("He sold it to another client.", "client", "Vendeu-o noutra cliente.", "female"),
    ("He brought it for the customer.", "customer", "Trouxe isso pro cliente.", "male"),
    # possessives, with and without an article
    ("My doctor called.", "doctor", "O meu médico ligou.", "male"),
    ("My doctor called.", "doctor", "A minha médica ligou.", "female"),
    ("His boss called.", "boss", "A sua chefe ligou.", "female"),
    ("His boss called.", "boss", "O seu chefe ligou.", "male"),
    ("His boss called.", "boss", "Sua chefe ligou.", "female"),
    ("His boss called.", "boss", "Seu chefe ligou.", "male"),
    ("He talked to his assistant.", "assistant", "Falou com o assistente dela.", "male"),
    ("Our guide got lost.", "guide", "Nossa guia se perdeu.", "female"),
    ("Our guide got lost.", "guide", "Nosso guia se perdeu.", "male"),
    # adjectives between
    ("The young economist spoke.", "economist", "A jovem economista falou.", "female"),
    ("The young economist spoke.", "economist", "O jovem economista falou.", "male"),
    ("Every good dentist knows it.", "dentist", "Cada bom dentista sabe disso.", "male"),
    ("Every good dentist knows it.", "dentist", "Cada boa dentista sabe disso.", "female"),
    ("The other therapist stayed.", "therapist", "A outra terapeuta ficou.", "female"),
    ("The first astronaut smiled.", "astronaut", "O primeiro astronauta sorriu.", "male"),
    ("The same receptionist answered.", "receptionist",
     "A mesma recepcionista respondeu.", "female"),
    ("All the artists sang.", "artist", "Todas as artistas cantaram.", "female"),
    ("All the artists sang.", "artist", "Todos os artistas cantaram.", "male"),
    # nouns that show it themselves
    ("An actor arrived.", "actor", "Chegou uma atriz.", "female"),
    ("An actor arrived.", "actor", "Chegou um ator.", "male"),
    ("The baker sang.", "baker", "A padeira cantava.", "female"),
    ("The champion fell.", "champion", "A campeã caiu.", "female"),
    ("The captain fell.", "captain", "O capitão caiu.", "male"),
    ("The boss fell.", "boss", "A patroa caiu.", "female"),
    ("The supervisor fell.", "supervisor", "A supervisora caiu.", "female"),
    ("The surgeon fell.", "surgeon", "A cirurgiã caiu.", "female"),
    ("The surgeon fell.", "surgeon", "O cirurgião caiu.", "male"),
    ("The judge fell.", "judge", "A juíza caiu.", "female"),
    ("Send for plumbers.", "plumber", "Chame encanadores.", "male"),
    ("The customer is an engineer.", "engineer", "A cliente é engenheira.", "female"),
    # both spellings and both varieties
    ("The director left.", "director", "A directora saiu.", "female"),
    ("The director left.", "director", "A diretora saiu.", "female"),
    ("The waiter left.", "waiter", "A garçonete saiu.", "female"),
    ("The waiter left.", "waiter", "A empregada de mesa saiu.", "female"),
    ("The bus driver left.", "bus driver", "O motorista de autocarro saiu.", "male"),
    ("The bus driver left.", "bus driver", "A motorista de ônibus saiu.", "female"),
    ("The plumber left.", "plumber", "O canalizador saiu.", "male"),
    ("The mayor left.", "mayor", "A presidente da câmara saiu.", "female"),
    ("The housekeeper left.", "housekeeper", "A empregada doméstica saiu.", "female"),
    ("The CEO left.", "CEO", "A CEO saiu.", "female"),
    ("The CEO left.", "CEO", "O diretor executivo saiu.", "male"),
    # fixed gender
    ("The victim is a man.", "victim", "A vítima é um homem.", "female"),
    ("Each witness is a man.", "witness", "Cada testemunha é um homem.", "female"),
    ("The child is a boy.", "child", "A criança é um menino.", "female"),
    ("The spouse is a woman.", "spouse", "O cônjuge é uma mulher.", "male"),
    # someone
    ("Someone came.", "someone", "Veio alguém.", "unknown"),
    ("Someone was invited.", "someone", "Alguém foi convidado.", "male"),
    ("Someone was invited.", "someone", "Alguém foi convidada.", "female"),
    ("A person came.", "someone", "Veio uma pessoa.", "female"),
    # agreement from outside
    ("Each manager was fired.", "manager", "Cada gerente foi demitida.", "female"),
    ("Each manager was fired.", "manager", "Cada gerente foi demitido.", "male"),
    ("Any tourist would be tired.", "tourist", "Qualquer turista ficaria cansada.", "female"),
    ("Any tourist would be tired.", "tourist", "Qualquer turista ficaria cansado.", "male"),
    ("The judge was elected.", "judge", "O juiz foi eleita.", "female"),
    ("The judge was elected.", "judge", "O juiz foi eleito.", "male"),
    # mixed gender
    ("The mechanic came.", "mechanic", "A mecânico veio.", "female"),
    ("He spoke with the mechanic.", "mechanic", "Ele falou com uma mecânico.", "female"),
    ("The nurse came.", "nurse", "O enfermeira veio.", "unknown"),
    ("The pilot came.", "pilot", "A piloto veio.", "female"),
    ("The soldier came.", "soldier", "Uma soldado veio.", "female"),
    ("The soldier came.", "soldier", "Um soldado veio.", "male"),
    # nothing shows it, or both
    ("Each pianist played.", "pianist", "Cada pianista tocou.", "unknown"),
    ("Any client may ask.", "client", "Qualquer cliente pode perguntar.", "unknown"),
    ("The colleague came.", "colleague", "O/A colega veio.", "unknown"),
    ("The colleague came.", "colleague", "O(a) colega veio.", "unknown"),
    ("He gave one to each client.", "client", "Deu um a cada cliente.", "unknown"),
    ("She was promoted to manager.", "manager", "Ela foi promovida a gerente.", "unknown"),
    ("She talked to managers.", "manager", "Ela respondeu a gerentes.", "unknown"),
    ("He became a doctor.", "doctor", "Passou de enfermeiro a médico.", "male"),
    ("The pianist and the tourist came.", "pianist", "A gente viu pianistas.", "unknown"),
    ("The nurse came.", "nurse", "Ninguém veio.", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("english", "noun", "portuguese", "gender"), SENTENCES)
def test_sentences(english: str, noun: str, portuguese: str, gender: str, known: Knowledge) -> None:
    source = [word.lower() for word in splitter("en")(english)]
    name = noun.lower().split()
    starts = [i for i in range(len(source)) if _same(source[i : i + len(name)], name)]
    start = starts[0] if starts else 0
    entity = Source(source, range(start, start + len(name)), noun.lower())
    assert entity_gender(entity, PT.words(portuguese), None, known).gender == gender


def _same(words: list[str], name: list[str]) -> bool:
    return [word.removesuffix("s") for word in words] == [word.removesuffix("s") for word in name]


def test_there_are_many_sentences_of_both_genders() -> None:
    assert len(SENTENCES) >= 80
    for gender in ("male", "female"):
        assert sum(row[3] == gender for row in SENTENCES) >= 25


# -- real text -----------------------------------------------------------------------------------


def _written(sentence: Sentence) -> tuple[list[str], dict[int, int]]:
    """Return the lower-case words as written, and the place of each token that is one of them."""
    inside = {i: m for m in sentence.multiwords for i in range(m.start, m.end + 1)}
    words: list[str] = []
    places: dict[int, int] = {}
    for token in sentence.tokens:
        multiword = inside.get(token.id)
        if multiword is None:
            places[token.id] = len(words)
            words.append(token.form.lower())
        elif token.id == multiword.start:
            words.append(multiword.form.lower())
    return words, places


def test_genders_of_a_treebank(known: Knowledge) -> None:
    """Precision of what is read off nouns and adjectives in the development set of Bosque."""
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    path = Path(os.environ["CDAFLOW_DATA"]) / "ud" / "pt_bosque-ud-dev.conllu.gz"
    shown_right: dict[str, list[bool]] = {
        "noun": [],
        "determiner": [],
        "adjective": [],
        "agreement": [],
    }
    for sentence in read_conllu(path):
        words, places = _written(sentence)
        for token in sentence.tokens:
            gold, place = token.feats.get("Gender"), places.get(token.id)
            if gold is None or place is None:
                continue
            found = {}
            if token.upos == "NOUN":
                left = determiner(words, place, known)
                outside = MORPHOLOGY.agreement(words, left.start, place + 1)
                found["noun"] = MORPHOLOGY.noun(words[place])
                found["determiner"] = left.slots
                found["agreement"] = frozenset() if outside is None else outside.slots
            elif token.upos == "ADJ":
                found["adjective"] = MORPHOLOGY.adjective(words[place]) or frozenset()
            for kind, slots in found.items():
                shown = genders(slots)
                if len(shown) == 1:
                    shown_right[kind].append(shown == {gold})
    precision = {kind: sum(right) / len(right) for kind, right in shown_right.items()}
    assert len(shown_right["determiner"]) > 3000
    assert min(len(right) for right in shown_right.values()) > 100
    assert precision["noun"] > 0.99
    assert precision["determiner"] > 0.99
    assert precision["adjective"] > 0.99
    assert precision["agreement"] > 0.95


# -- tables --------------------------------------------------------------------------------------


def test_exceptions_are_needed() -> None:
    morphology = PT.morphology
    assert isinstance(morphology, PortugueseMorphology)
    for rows in morphology.tables.endings.values():
        for ending, excluded, _ in rows:
            assert [word for word in sorted(excluded) if not ending.search(word)] == []


@pytest.mark.parametrize("name", ["endings", "adjectives", "function_words", "determiners"])
def test_shape_of_the_tables(name: str) -> None:
    path = Path(languages.__file__).parent / "pt" / f"{name}.tsv"
    header, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(len(row) == len(header) for row in rows)
    assert len({tuple(row) for row in rows}) == len(rows)
    for row in rows:
        assert all(cell == cell.strip() for cell in row), row
        # a word stands but once in the cell of a list
        assert all(len(cell.split()) == len(set(cell.split())) for cell in row), row


def test_adjectives_agree_in_their_forms() -> None:
    path = Path(languages.__file__).parent / "pt" / "adjectives.tsv"
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        masculine, feminine, masculine_plural, feminine_plural, place = line.split("\t")
        assert place in ("", "before", "after")
        if masculine.endswith("o") and not masculine.endswith("ão"):
            stem = masculine[:-1]
            assert (feminine, masculine_plural, feminine_plural) == (
                stem + "a", stem + "os", stem + "as",
            )  # fmt: skip
