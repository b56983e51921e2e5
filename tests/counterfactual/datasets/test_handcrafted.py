"""Sentences from templates and word lists, and files in the format of Saunders and Byrne."""

import os
import re
import shutil
from itertools import islice
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.counterfactual.datasets.handcrafted import (
    Nouns,
    fitting,
    generate,
    read_handcrafted,
    read_nouns,
)
from cdaflow.counterfactual.datasets.templates import Person, Template, read_templates
from cdaflow.errors import InputError
from cdaflow.languages import get

from ...errors import raises

WORDLISTS = Path(__file__).parents[3] / "config" / "wordlists"
#: Languages whose articles stand before the noun and tell its gender.
ROMANCE = ("es", "fr", "it", "pt")
LANGUAGES = (*ROMANCE, "de", "ru", "he")

#: A phrase around a noun as a template has it, language, masculine noun, feminine noun, and what
#: a grammar of the language says of both.
PHRASES = [
    ("de:ADP el/la:DET", "es", "juez", "jueza", "Del juez", "De la jueza"),
    ("a:ADP el/la:DET", "es", "árbitro", "árbitra", "Al árbitro", "A la árbitra"),
    ("un/una:DET", "es", "amo", "ama", "Un amo", "Un ama"),
    ("le/la:DET", "fr", "acteur", "actrice", "L'acteur", "L'actrice"),
    ("le/la:DET", "fr", "héros", "héroïne", "Le héros", "L'héroïne"),
    ("de:ADP le/la:DET", "fr", "moine", "hôtesse de l'air", "Du moine", "De l'hôtesse de l'air"),
    ("à:ADP le/la:DET", "fr", "maire", "maire", "Au maire", "À la maire"),
    ("le/la vieux/vieille:ADJ", "fr", "agent", "agente", "Le vieil agent", "La vieille agente"),
    ("ce/cette:DET", "fr", "ouvrier", "ouvrière", "Cet ouvrier", "Cette ouvrière"),
    ("il/la:DET", "it", "psicologo", "psicologa", "Lo psicologo", "La psicologa"),
    ("di:ADP il/la:DET", "it", "zoologo", "attrice", "Dello zoologo", "Dell'attrice"),
    ("un/una:DET", "it", "studente", "artista", "Uno studente", "Un'artista"),
    ("un/una:DET", "it", "artista", "studentessa", "Un artista", "Una studentessa"),
    ("il/la:DET", "it", "chef", "chef", "Lo chef", "La chef"),
    ("a:ADP o/a:DET", "pt", "juiz", "juíza", "Ao juiz", "À juíza"),
    ("por:ADP o/a:DET", "pt", "dentista", "dentista", "Pelo dentista", "Pela dentista"),
    ("em:ADP este/esta:DET", "pt", "cirurgião", "cirurgiã", "Neste cirurgião", "Nesta cirurgiã"),
    ("zu:ADP dem/der:DET", "de", "Maler", "Malerin", "Zum Maler", "Zur Malerin"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "language", "man", "woman", "his", "hers"), PHRASES)
def test_words_before_the_noun_are_written_as_they_must(before, language, man, woman, his, hers):
    template = Template("t", language, "He/She is a:DET {noun}.", f"{before} {{noun}}.")
    assert template.fill(Person("actor", man, "Masc")) == ("He is an actor.", his + ".")
    assert template.fill(Person("nurse", woman, "Fem")) == ("She is a nurse.", hers + ".")


#: A noun in a form as a template has it, language, and both nouns as they must be.
FORMS = [
    ("den/die:DET {noun}:Acc", "de", "Student", "Studentin", "Den Studenten", "Die Studentin"),
    (
        "der/die:DET {noun}:Nom",
        "de",
        "Vorgesetzter",
        "Vorgesetzte",
        "Der Vorgesetzte",
        "Die Vorgesetzte",
    ),
    (
        "ein/eine:DET {noun}:Nom",
        "de",
        "Angestellter",
        "Angestellte",
        "Ein Angestellter",
        "Eine Angestellte",
    ),
    (
        "unser/unsere:DET guter/gute:ADJ {noun}:Nom",
        "de",
        "Kunde",
        "Kundin",
        "Unser guter Kunde",
        "Unsere gute Kundin",
    ),
    (
        "mit dem/der:DET {noun}:Dat",
        "de",
        "Jugendlicher",
        "Jugendliche",
        "Mit dem Jugendlichen",
        "Mit der Jugendlichen",
    ),
    ("des/der:DET {noun}:Gen", "de", "Herr", "Dame", "Des Herrn", "Der Dame"),
    ("для {noun}:Gen", "ru", "врач", "врач", "Для врача", "Для врача"),
    ("перед {noun}:Ins", "ru", "певец", "певица", "Перед певцом", "Перед певицей"),
    (
        "к {noun}:Dat",
        "ru",
        "социальный работник",
        "социальная работница",
        "К социальному работнику",
        "К социальной работнице",
    ),
    ("{noun}:Acc", "ru", "судья", "судья", "Судью", "Судью"),
    ("{noun}:ה", "he", "רופא", "רופאה", "הרופא", "הרופאה"),
    ("{noun}:ל", "he", "עורך דין", "עורכת דין", "לעורך הדין", "לעורכת הדין"),
    ("{noun}:שה", "he", "עורך דין", "עורכת דין", "שעורך הדין", "שעורכת הדין"),
    ("{noun}:מה", "he", "עובד סוציאלי", "עובדת סוציאלית", "מהעובד הסוציאלי", "מהעובדת הסוציאלית"),
    ("{noun}:ש", "he", "נהג מונית", "נהגת מונית", "שנהג מונית", "שנהגת מונית"),
]


@pytest.mark.parametrize(("phrase", "language", "man", "woman", "his", "hers"), FORMS)
def test_a_noun_stands_in_the_form_that_is_named(phrase, language, man, woman, his, hers):
    template = Template("t", language, "He/She is a:DET {noun}.", f"{phrase}.")
    assert template.fill(Person("actor", man, "Masc"))[1] == his + "."
    assert template.fill(Person("actor", woman, "Fem"))[1] == hers + "."


def test_words_of_the_second_person_have_that_gender():
    template = Template(
        "t", "ru", "The {other} saw the {noun}, and he/she sat down.",
        "{other} увидел/увидела:other {noun}:Acc, и он/она сел/села.",
    )  # fmt: skip
    doctor = Person("doctor", "врач", "Fem")
    for singer, saw in (("певец", "увидел"), ("певица", "увидела")):
        other = Person("singer", singer, "Masc" if saw == "увидел" else "Fem")
        expected = f"{singer.capitalize()} {saw} врача, и она села."
        assert template.fill(doctor, other)[1] == expected


def test_a_noun_without_the_form_is_told():
    template = Template("t", "ru", "He/She saw a:DET {noun}.", "Он/Она видит {noun}:Acc.")
    with raises("noun.form-missing", "'xyz'", "'Acc'", "'ru'"):
        template.fill(Person("actor", "xyz", "Masc"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_constructions(language):
    """Both orders of the persons, pronouns that are subjects and such that are not."""
    templates = read_templates(language)
    spanish = read_templates("es")
    assert len(templates) == len(spanish) > 70
    shared = {one.name for one in templates} & {one.name for one in spanish}
    assert len(shared) > 65
    for second in ("none", "mixed"):
        assert len(fitting(templates, second)) == len(fitting(spanish, second))
    two = [one.english for one in fitting(templates, "mixed")]
    first = [text for text in two if text.index("{noun}") < text.index("{other}")]
    assert len(first) > 20
    assert len(two) - len(first) > 20


def nouns_of(language):
    lists = WORDLISTS / "professions.tsv", WORDLISTS / f"professions.{language}.tsv"
    return read_nouns(*lists, masculine_of_women=get(language).masculine_of_women)


def test_portuguese_knows_as_many_professions_as_spanish():
    assert len(nouns_of("pt")) >= len(nouns_of("es")) - 1


def test_russian_women_without_a_feminine_noun():
    assert nouns_of("ru")["doctor"].target == ("врач", "врач")
    assert nouns_of("ru")["singer"].target == ("певец", "певица")
    assert nouns_of("he")["parent"].target[0] != nouns_of("he")["parent"].target[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profession_has_a_man_and_a_woman(language):
    nouns = nouns_of(language)
    assert len(nouns) > (300 if language in ROMANCE else 200)
    assert "someone" not in nouns
    assert "victim" not in nouns or language not in ROMANCE  # "la víctima" of everybody
    templates = read_templates(language)
    pairs = list(generate(nouns, templates, 1, all_templates=False))
    assert [pair.gender for pair in pairs] == ["Masc", "Fem"] * len(nouns)
    assert [pair.profession for pair in pairs[::2]] == list(nouns)
    for man, woman in zip(pairs[::2], pairs[1::2], strict=True):
        assert man.profession == woman.profession
        assert man.target != woman.target
        if language in ROMANCE:
            assert nouns[man.profession].target[0] in man.target
            assert nouns[woman.profession].target[1] in woman.target
    # Several templates are in use, and no remains of them.
    assert len({pair.source.replace(pair.profession, "") for pair in pairs}) > 20
    for pair in pairs:
        assert not re.search(r"[/{}:_]| [.,']|  ", pair.source + pair.target)
        assert pair.source[0].isupper()
        assert pair.target[0].isupper() or language == "he"
        assert pair.target[-1] == "."


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ROMANCE)
def test_the_articles_agree_with_the_gender(language, step):
    """Where an article of one gender stands before the noun, it is that of the person.

    `step`: every how manyth template each profession gets, one another than its neighbours.
    """
    known = get(language)
    nouns = nouns_of(language)
    templates = read_templates(language)
    pairs = (
        pair
        for number, (name, noun) in enumerate(nouns.items())
        for pair in generate({name: noun}, templates[number % step :: step], 1, all_templates=True)
    )
    seen = 0
    for pair in pairs:
        noun = nouns[pair.profession].target[pair.gender == "Fem"]
        words = [word.lower() for word in known.words(pair.target)]
        first = known.words(noun)[0].lower()
        place = words.index(first)
        slots = known.determiners.get(words[place - 1], frozenset()) if place else frozenset()
        genders = {slot[0] for slot in slots}
        if len(genders) == 1 and "" not in genders and first not in known.masculine_for_sound:
            seen += 1
            assert genders == {pair.gender}, pair
    assert seen > 2000 / step


def test_a_pair_that_hides_the_gender_is_not_taken():
    nouns = {"architect": Nouns(("architect",) * 2, ("architecte",) * 2)}
    hidden = Template("a", "fr", "The {noun} lost his/her keys.", "Le/La:DET {noun} a ses clés.")
    shown = Template(
        "b", "fr", "The {noun} said he/she ran.", "Le/La:DET {noun} dit qu'il/qu'elle."
    )
    pairs = list(generate(nouns, [hidden, shown], 1, all_templates=True))
    assert [pair.target for pair in pairs] == [
        "L'architecte dit qu'il.",
        "L'architecte dit qu'elle.",
    ]
    assert list(generate(nouns, [hidden], 1, all_templates=False)) == []


@pytest.mark.parametrize("second", ["masculine", "mixed"])
@pytest.mark.parametrize("language", ROMANCE)
def test_a_second_person_stays_beside_his_and_her(language, second):
    nouns = nouns_of(language)
    templates = [one for one in read_templates(language) if one.has_other]
    assert len(templates) > 10
    # All are filled by the same rules: the first 80 professions are looked at.
    pairs = list(islice(generate(nouns, templates, 1, all_templates=False, second=second), 160))
    assert len(nouns) > 300
    assert len(pairs) == 160
    shown = {}
    for man, woman in zip(pairs[::2], pairs[1::2], strict=True):
        known = nouns[man.profession]
        # What is left of both is the same: the rest of the sentence, the second person in it.
        rest = [
            {word.lower().strip(".,") for word in pair.source.split()}
            - {"he", "she", "his", "her", "him", "himself", "herself"}
            - {*known.english[number].lower().split()}
            for number, pair in enumerate((man, woman))
        ]
        assert rest[0] == rest[1]
        others = [
            (name, number)
            for name, noun in nouns.items()
            if name != man.profession
            for number in (0, 1)
            if len(set(noun.target)) == 2 and noun.english[0] in man.source
            if all(
                re.search(rf"\b{re.escape(noun.target[number])}\b", p.target) for p in (man, woman)
            )
        ]
        for name, number in others:
            shown.setdefault(name, set()).add(number)
    # Each profession has one gender as the second person: men, or men and women.
    assert all(len(genders) == 1 for genders in shown.values())
    genders = set().union(*shown.values())
    assert genders == ({0} if second == "masculine" else {0, 1})


def test_a_second_person_has_a_gender_that_english_does_not_tell():
    nouns = {
        "actor": Nouns(("actor", "actress"), ("actor", "actriz")),
        "cook": Nouns(("cook", "cook"), ("cocinero", "cocinera")),
    }
    template = Template(
        "t", "es", "The {other} met the {noun} and his/her son.",
        "El/La:DET {other} vio a:ADP el/la:DET {noun} y a su hijo.",
    )  # fmt: skip
    pairs = list(generate(nouns, [template], 1, all_templates=True, second="masculine"))
    assert [pair[:2] for pair in pairs[:2]] == [
        ("The cook met the actor and his son.", "El cocinero vio al actor y a su hijo."),
        ("The cook met the actress and her son.", "El cocinero vio a la actriz y a su hijo."),
    ]
    assert list(generate(nouns, [template], 1, all_templates=True)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_without_a_subject_pronoun(language):
    templates = read_templates(language)
    found = fitting(templates, "masculine", subjects=False)
    assert {"two-keys", "two-invited", "two-photo"} <= {one.name for one in found}
    assert not {"two-stayed", "two-wallet"} & {one.name for one in found}
    assert fitting(templates, "masculine") != found
    nouns = {name: nouns_of(language)[name] for name in ("cook", "teacher")}
    made = generate(nouns, templates, 1, all_templates=True, second="masculine", subjects=False)
    words = {word for pair in made for word in pair.source.lower().split()}
    assert words & {"him", "her"}
    assert not words & {"he", "she"}


def test_no_template_for_what_is_asked(tmp_path, capsys):
    table = tmp_path / "t.tsv"
    row = "g\tThe {noun} lost his/her keys.\tEl/La:DET {noun} perdió su llave.\n"
    table.write_text(f"name\tenglish\ttarget\n{row}", encoding="utf-8")
    words = ["dataset", "handcrafted", "--lang", "es", "--templates", str(table)]
    words += ["--second", "mixed", "--output", str(tmp_path / "x.tsv")]
    assert main(words) == 1
    assert "no template has a second person, {other}" in capsys.readouterr().err


def test_a_new_profession_leaves_the_templates_of_the_others():
    nouns = {name: Nouns((name,) * 2, (name + "o", name + "a")) for name in "abcdefgh"}
    templates = read_templates("es")
    few = dict(list(nouns.items())[::2])
    all_pairs = set(generate(nouns, templates, 1, all_templates=False))
    assert set(generate(few, templates, 1, all_templates=False)) < all_pairs
    assert all_pairs != set(generate(nouns, templates, 2, all_templates=False))


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("a\tThe person ran with his/her dog.\tEl {noun}.", "expected one {noun}"),
        ("a\tThe {noun} saw the {noun} and her/his.\tEl {noun}.", "expected one {noun}"),
        ("a\tThe {noun} lost his/her keys.\tEl/La:ART {noun}.", "part of speech 'ART'"),
        ("a\tThe {noun} lost his/her/its keys.\tEl {noun}.", "nor two with /"),
        ("a\tThe {noun} lost his/ keys.\tEl {noun}.", "nor two with /"),
        ("a\tThe {noun} lost his/her keys.\tEl {noun}:Acc.", "form 'Acc'; there are none"),
        ("a\tThe {noun} lost his/her keys.\tEl {noun} va a/b:other.", "and there is none"),
        ("a\tThe {noun} ran.\tEl/La:DET {noun} corrió.", "nothing tells the gender"),
        ("a\tThe {noun} and his/her {other}.\tEl {noun}.", "expected one {other} on both sides"),
    ],
)
def test_faulty_templates_are_told_with_their_line(tmp_path, row, fault):
    path = tmp_path / "t.tsv"
    good = "g\tThe {noun} lost his/her keys.\tEl/La:DET {noun}.\n"
    path.write_text(f"name\tenglish\ttarget\n{good}{row}\n", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(fault)) as raised:
        read_templates("es", path)
    assert raised.value.line == 3
    path.write_text(f"name\tenglish\ttarget\n{good}{good}", encoding="utf-8")
    with pytest.raises(InputError, match="'g' is duplicated"):
        read_templates("es", path)


def test_a_language_without_templates():
    with raises("template.language-unsupported", "'en'"):
        read_templates("en")


def test_command_from_word_lists(tmp_path, capsys):
    output = tmp_path / "o.parquet"
    lists = tmp_path / "lists"
    shutil.copytree(WORDLISTS, lists)
    lines = (lists / "professions.it.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    (lists / "professions.it.tsv").write_text("".join(lines[:40]), encoding="utf-8")
    command = ["counterfactual", "handcrafted", "--wordlists", str(lists), "--lang", "it"]
    assert main([*command, "--output", str(output)]) == 0
    table = pq.read_table(output)
    assert table.schema.names == ["id", "source", "target", "profession", "gender"]
    assert table["id"].to_pylist() == list(range(1, table.num_rows + 1))
    assert table.num_rows > 40
    assert f"{table.num_rows} pairs" in capsys.readouterr().err
    first = output.read_bytes()
    assert main([*command, "--output", str(output)]) == 0
    assert output.read_bytes() == first


TOKENISED = (
    "the cook finished her work .|La cocinera terminó su trabajo .\n"
    "the doctor 's aide finished his work .|El ayudante terminó su trabajo .\n"
    "\n"
    "The CEO told her: no!|La directora le dijo : ¡ no !\n"
    "Nobody came.|No vino nadie.\n"
)


def test_the_format_of_saunders_and_byrne(tmp_path, professions, pronouns):
    path = tmp_path / "sb.enes"
    path.write_text(TOKENISED, encoding="utf-8")
    pairs = list(read_handcrafted(path, "es", professions, pronouns))
    assert pairs[0] == (
        "The cook finished her work.", "La cocinera terminó su trabajo.", "cook", "Fem",
    )  # fmt: skip
    assert (pairs[1].profession, pairs[1].gender) == ("", "Masc")  # a doctor and an aide
    assert pairs[2][:2] == ("The CEO told her: no!", "La directora le dijo : ¡ no !")
    assert pairs[3][2:] == ("", "")
    as_is = list(read_handcrafted(path, "es", professions, pronouns, as_is=True))
    assert as_is[0].source == "the cook finished her work ."


@pytest.mark.parametrize("line", ["the cook finished her work .", "a|b|c", "|El trabajo .", "x|"])
def test_a_line_that_is_no_pair_is_told(tmp_path, capsys, line):
    path = tmp_path / "sb.enes"
    path.write_text(f"the cook ate his hat .|El cocinero comió .\n{line}\n", encoding="utf-8")
    command = ["counterfactual", "handcrafted", "--wordlists", str(WORDLISTS), "--lang", "es"]
    assert main([*command, "--file", str(path), "--output", str(tmp_path / "o.tsv")]) == 1
    told = capsys.readouterr().err
    assert f"{path}:2" in told or ("line 2" in told)
    assert "[pair.not-two-sides]" in told
    assert not (tmp_path / "o.tsv").exists()


NOUNS = ["cocinero", "abogado", "médico", "maestro", "enfermero", "ingeniero", "vecino"] * 2
HIS = [(f"The worker {n} is at home with his dog.", f"El {n} está en casa con su perro, cansado.")
       for n in NOUNS]  # fmt: skip
HER = [(en.replace("his", "her"), es.replace("El", "La").replace("o está", "a está")[:-2] + "a.")
       for en, es in HIS]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([p for both in zip(HIS, HER, strict=True) for p in both], None),
        ([(es, en) for en, es in HIS], "the English side looks like Spanish: 14 of 14 lines"),
        ([(en, en) for en, _ in HIS], "the translated side looks like English"),
        (
            [
                (en, es)
                for (his, el), (her, la) in zip(HIS, HER, strict=True)
                for en, es in ((his, la), (her, el))
            ],
            "translations of masculine and feminine sentences are swapped",
        ),
    ],
)
def test_exchanged_sides_and_genders(tmp_path, professions, pronouns, rows, fault):
    path = tmp_path / "sb.enes"
    path.write_text("".join(f"{en}|{es}\n" for en, es in rows), encoding="utf-8")
    if fault is None:
        assert len(list(read_handcrafted(path, "es", professions, pronouns))) == len(rows)
        return
    with pytest.raises(InputError, match=fault):
        list(read_handcrafted(path, "es", professions, pronouns))


@pytest.mark.data
def test_the_published_set(professions, pronouns):
    path = Path(os.environ["CDAFLOW_DATA"], "handcrafted/handcrafted.enes")
    if not path.exists():
        pytest.skip(f"{path} is not there")
    pairs = list(read_handcrafted(path, "es", professions, pronouns))
    # 194 professions, each with his and her.
    assert len(pairs) == 388
    assert [sum(p.gender == g for p in pairs) for g in ("Masc", "Fem")] == [194, 194]
    assert sum(bool(pair.profession) for pair in pairs) >= 360
    assert all(pair.source.endswith(" work.") for pair in pairs)
