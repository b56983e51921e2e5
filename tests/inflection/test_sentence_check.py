"""What the check of finished sentences finds, and what it leaves alone."""

import pytest
from rows import FP, MP, F, M, pair, tree

from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import realise_all
from cdaflow.inflection.sentence_check import SentenceCheck

#: Genders by form, of nouns of one gender.
FIXED = {
    "es": {
        "túnel": "Masc",
        "fútbol": "Masc",
        "derrumbe": "Masc",
        "sacrificio": "Masc",
        "homicidio": "Masc",
        "aviso": "Masc",
        "oriente": "Masc",
        "béisbol": "Masc",
        "víctima": "Fem",
        "mesa": "Fem",
    },
    "fr": {"figure": "Fem", "volonté": "Fem"},
    "it": {"azione": "Fem", "musica": "Fem", "sorella": "Fem", "sabato": "Masc"},
}

WORDS = {
    "es": [
        *pair("viejo", "vieja", "ADJ"), *pair("nuevo", "nueva", "ADJ"),
        *pair("único", "única", "ADJ"), *pair("famoso", "famosa", "ADJ"),
        *pair("jugador", "jugadora"), *pair("muerto", "muerta", "ADJ"),
        *pair("campeón", "campeona"), *pair("cansado", "cansada", "ADJ"),
        *pair("limpio", "limpia", "ADJ"), *pair("niño", "niña"), *pair("cantante", "cantante"),
        *pair("famosos", "famosas", "ADJ", "Plur"), *pair("conductor", "conductora"),
        *pair("bueno", "buena", "ADJ"), *pair("médico", "médica"),
        *pair("golpeados", "golpeadas", "ADJ", "Plur"),
        *pair("pataleados", "pataleadas", "ADJ", "Plur"),
        *pair("prisioneros", "prisioneras", "NOUN", "Plur"),
        *pair("sospechosos", "sospechosas", "NOUN", "Plur"),
        *pair("previsto", "prevista", "ADJ"), *pair("retirado", "retirada", "ADJ"),
        *pair("entrenador", "entrenadora"), *pair("solo", "sola", "ADJ"),
    ],
    "fr": [
        *pair("producteur", "productrice"), *pair("chinois", "chinoise", "ADJ"),
        *pair("meilleur", "meilleure", "ADJ"), *pair("ami", "amie"),
        *pair("étudiant", "étudiante"), *pair("paresseux", "paresseuse", "ADJ"),
        *pair("paresseux", "paresseuses", "ADJ", "Plur"), *pair("court", "courte", "ADJ"),
        *pair("fort", "forte", "ADJ"), *pair("prêt", "prête", "ADJ"),
        *pair("confiant", "confiante", "ADJ"), *pair("animé", "animée", "ADJ"),
        *pair("aisé", "aisée", "ADJ"), *pair("interprète", "interprète"),
        *pair("content", "contente", "ADJ"), *pair("enfant", "enfant"),
        *pair("droit", "droite"), *pair("étranger", "étrangère", "ADJ"),
        *pair("blessé", "blessée"), *pair("étudiants", "étudiantes", "NOUN", "Plur"),
    ],
    "it": [
        *pair("indovinati", "indovinate", "ADJ", "Plur"), *pair("stati", "state", "ADJ", "Plur"),
        *pair("direttore", "direttrice"), *pair("severo", "severa", "ADJ"),
        *pair("buono", "buona", "ADJ"), *pair("mago", "maga"), *pair("alunno", "alunna"),
        *pair("fermo", "ferma", "ADJ"), *pair("schiacciato", "schiacciata", "ADJ"),
        *pair("gemello", "gemella", "ADJ"), *pair("cuoco", "cuoca"),
        *pair("musicista", "musicista"), *pair("corso", "corsa"),
    ],
}  # fmt: skip

#: Nouns of word lists, which are names as well.
LISTED = {
    "es": ("napolitano", "napolitana"),
    "fr": ("marchand", "marchande"),
    "it": ("romano", "romana"),
}

#: Finite verbs of a treebank.
VERBS = {"es": ["limpia", "deberías", "podrías"], "fr": ["court"], "it": ["ferma", "sapevi"]}


class Guess:
    """A model that puts an a or esse behind all."""

    threshold = -1.0

    def inflect(self, items):
        return [(item.form.rstrip("o") + "a", -0.1) for item in items]


def inflector(language, model=None):
    listed = [entry._replace(source="wordlist:x") for entry in pair(*LISTED[language])]
    entries = [*WORDS[language], *listed]
    for form, gender in FIXED[language].items():
        feats = {"Gender": gender, "Number": "Sing"}
        entries.append(Entry(form, form, "NOUN", feats, "unimorph:x"))
    feats = {"VerbForm": "Fin", "Person": "3"}
    entries += [Entry(form, form, "VERB", feats, "treebank:x") for form in VERBS[language]]
    return Inflector(language, Lexicon(entries), model)


def written(language, text, positions, model=None, gender=None):
    """Return what is made of a tree of which some words get the other gender."""
    sentence = tree(text)
    flip = {"Masc": "Fem", "Fem": "Masc"}
    changes = {
        p: {"Gender": gender or flip[sentence.tokens[p - 1].feats["Gender"]]} for p in positions
    }
    words = inflector(language, model)
    (result,) = realise_all([(sentence, changes)], words, check=SentenceCheck(words))
    assert not result.doubts
    return result


THIRD = "PronType=Prs|Person=3"
PART = "VerbForm=Part"

#: Language, tree, ids of the words that are set, the text, words of the reason.
WRONG = [
    # The noun stays.
    ("es", f"la el DET {M} 3 det\nviejo viejo ADJ {M} 3 amod\ntúnel túnel NOUN {M} 0 root", (2,),
     "la vieja túnel", "vieja túnel"),
    ("es", f"nuevo nuevo ADJ {M} 2 amod\nOriente Oriente PROPN _ 0 root\n"
           f"Medio medio ADJ {M} 2 amod", (1,), "nueva Oriente Medio", "nueva Oriente"),
    ("it", f"la il DET {F} 3 det\nbuona buono ADJ {F} 3 amod\nazione azione NOUN {F} 0 root",
     (1, 2), "il buon azione", "azione"),
    ("fr", f"sa son DET {F} 2 det\nfigure figure NOUN {F} 0 root", (1,), "son figure", "figure"),
    # The noun changes, its adjective stays.
    ("fr", f"un un DET {M} 2 det\nproducteur producteur NOUN {M} 0 root\n"
           f"chinois chinois ADJ {M} 2 amod", (1, 2), "une productrice chinois", "chinois"),
    ("it", f"il il DET {M} 2 det\ndirettore direttore NOUN {M} 0 root\n"
           f"severo severo ADJ {M} 2 amod", (1, 2), "la direttrice severo", "severo"),
    ("es", f"el el DET {M} 2 det\ncampeón campeón NOUN {M} 0 root\n"
           f"cansado cansado ADJ {M} 1 dep", (1, 2), "la campeona cansado", "cansado"),
    ("es", f"Es ser AUX _ 3 cop\nmal mal ADV _ 3 advmod\nconductor conductor NOUN {M} 0 root",
     (3,), "Es mal conductora", "mal conductora"),
    ("it", f"la il DET {F} 2 det\nsorella sorella NOUN {F} 0 root\n"
           f"gemella gemella NOUN {F} 2 appos",
     (3,), "la sorella gemello", "sorella gemello"),
    # The determiner stays.
    ("es", f"Soy ser AUX _ 3 cop\nel el DET {M} 3 det\núnico único ADJ {M} 0 root\n"
           "que que PRON _ 5 nsubj\nduerme dormir VERB _ 3 acl", (3,), "Soy el única que duerme",
     "el única"),
    ("fr", f"ta son DET {F} 3 det\nmeilleure meilleur ADJ {F} 3 amod\namie ami NOUN {F} 0 root",
     (2, 3), "ta meilleur ami", "ta ami"),
    ("it", f"della del DET {F} 3 det\nbuona buono ADJ {F} 3 amod\nmusica musica NOUN {F} 0 root",
     (2,), "della buon musica", "musica"),
    # The number.
    ("fr", f"un un DET {M} 2 det\nétudiant étudiant NOUN {M} 0 root\n"
           f"paresseux paresseux ADJ {MP} 2 appos", (1, 2, 3), "une étudiante paresseuses",
     "étudiante paresseuses"),
    # What is said of somebody.
    ("es", f"La el DET {F} 2 det\nvíctima víctima NOUN {F} 4 nsubj\nfue ser AUX _ 4 aux\n"
           f"hallada hallar VERB {F}|{PART} 0 root\nmuerta muerto ADJ {F} 4 xcomp", (5,),
     "La víctima fue hallada muerto", "hallada muerto"),
    ("fr", f"elle lui PRON {F}|{THIRD} 4 nsubj\nest être AUX _ 4 cop\nassez assez ADV _ 4 advmod\n"
           f"forte fort ADJ {F} 0 root", (4,), "elle est assez fort", "elle fort"),
    ("fr", f"elle lui PRON {F}|{THIRD} 3 nsubj\nétait être AUX _ 3 aux\n"
           "prête prêter VERB Number=Sing 0 root", (1,), "il était prête", "il prête"),
    ("it", f"un uno DET {M} 2 det\nmago mago NOUN {M} 4 nsubj\nè essere AUX _ 4 aux\n"
           f"schiacciato schiacciare VERB {M}|{PART} 0 root", (1, 2), "una maga è schiacciato",
     "maga schiacciato"),
    # A noun that is said of a pronoun which stays.
    ("fr", f"il lui PRON {M}|{THIRD} 4 nsubj\nétait être AUX _ 4 cop\nun un DET {M} 4 det\n"
           f"enfant enfant NOUN {M} 0 root", (3, 4), "il était une enfant", "il une"),
    ("es", f"él él PRON {M}|{THIRD} 4 nsubj\nes ser AUX _ 4 cop\nun uno DET {M} 4 det\n"
           f"médico médico NOUN {M} 0 root", (3, 4), "él es una médica", "él"),
    # The verb, read as a participle.
    ("es", f"No no ADV _ 2 advmod\ncansado cansar VERB {M}|{PART} 0 root\nnada nada PRON _ 2 obj",
     (2,), "No cansada nada", "verb of the sentence"),
    ("it", f"fermo fermare VERB {M}|{PART} 0 root\nqui qui ADV _ 1 advmod", (1,), "ferma qui",
     "verb of the sentence"),
    # What is joined by and.
    ("fr", f"un un DET {M} 2 det\nenfant enfant NOUN {M} 0 root\n"
           f"confiant confiant ADJ {M} 2 amod\net et CCONJ _ 5 cc\n"
           f"animé animer VERB {M}|{PART} 2 conj", (1, 2, 3), "une enfant confiante et animé",
     "confiante animé"),
    ("es", f"fueron ser AUX _ 2 aux\ngolpeados golpear VERB {MP}|{PART} 0 root\ny y CCONJ _ 4 cc\n"
           f"pataleados patalear VERB {MP}|{PART} 2 conj", (4,), "fueron golpeados y pataleadas",
     "golpeados pataleadas"),
    ("fr", f"le le DET {M} 3 det\nplus plus ADV _ 3 advmod\naisé aisé ADJ {M} 0 root\n"
           f"et et CCONJ _ 7 cc\nle le DET {M} 7 det\nplus plus ADV _ 7 advmod\n"
           "formidable formidable ADJ _ 3 conj", (1, 3), "la plus aisée et le plus formidable",
     "aisée le"),
    ("fr", f"le le DET {M} 3 det\nplus plus ADV _ 3 advmod\n"
           f"controversé controverser VERB {M}|{PART} 0 root", (3,), "le plus controversée",
     "le controversée"),
    # Words that cannot change.
    ("es", f"Presidente Presidente PROPN _ 0 root\nNapolitano Napolitano PROPN {M} 1 flat", (2,),
     "Presidente Napolitana", "Napolitano is part of a name"),
    ("fr", f"Madame Madame PROPN _ 0 root\nMarchand Marchand PROPN {M} 1 flat:name", (2,),
     "Madame Marchande", "Marchand is part of a name"),
    ("it", f"Signor Signore PROPN _ 0 root\nRomano Romano PROPN {M} 1 flat", (2,), "Signor Romana",
     "Romano is part of a name"),
    ("fr", f"étudiant étudiant NOUN {M} 0 root\ncourt court ADJ {M} 1 amod\n"
           "vite vite ADV _ 2 advmod", (1, 2), "étudiante courte vite", "verb of the sentence"),
    ("es", f"La el DET {F} 2 det\nniña niño NOUN {F} 0 root\nlimpia limpio ADJ {F} 2 amod\n"
           "bien bien ADV _ 3 advmod", (1, 2, 3), "El niño limpio bien", "verb of the sentence"),
    ("it", f"L' il DET Number=Sing 2 det SpaceAfter=No\nalunna alunno NOUN {F} 0 root\n"
           f"ferma fermo ADJ {F} 2 amod\nqui qui ADV _ 3 advmod", (2, 3), "L'alunno fermo qui",
     "verb of the sentence"),
    # As a small annotator has it: the noun is the verb, the verb a noun.
    ("fr", f"étudiant étudrer VERB {M}|VerbForm=Part 0 root\ncourt court NOUN {M} 1 obj\n"
           "vite vite ADV _ 1 advmod\nquand quand SCONJ _ 5 mark\n"
           "pleut pleuvoir VERB VerbForm=Fin 1 advcl", (2,), "étudiant courte vite quand pleut",
     "verb of the sentence"),
    ("es", f"niña niño NOUN {F} 0 root\nlimpia limpio ADJ {F} 1 amod\nbien bien ADV _ 2 advmod\n"
           "porque porque SCONJ _ 5 mark\nquiere querer VERB VerbForm=Fin 1 advcl", (1, 2),
     "niño limpio bien porque quiere", "verb of the sentence"),
    ("es", f"No no ADV _ 2 advmod\ndeberías debería NOUN {FP}|{PART} 0 root", (2,), "No deberíos",
     "deberías is a verb"),
    # What stands for a changed word, or is said of it, and stays.
    ("es", f"Algunos alguno PRON {MP} 2 nsubj\nserán ser VERB VerbForm=Fin 0 root\n"
           f"prisioneros prisionero NOUN {MP} 2 obj", (3,), "Algunos serán prisioneras", "Algunos"),
    ("es", f"sospechosos sospechoso NOUN {MP} 0 root\n, , PUNCT _ 5 punct\nde de ADP _ 5 case\n"
           f"los el DET {MP} 5 det\nque que PRON PronType=Rel 6 obl\n"
           "hablan hablar VERB VerbForm=Fin 1 acl", (1,), "sospechosas , de los que hablan",
     "sospechosas los"),
    ("es", f"un uno DET {M} 2 det\nniño niño NOUN {M} 3 nsubj\n"
           f"come comer VERB VerbForm=Fin 0 root\nsolo solo ADV {M} 3 advmod", (1, 2),
     "una niña come solo", "niña solo"),
    ("es", f"un uno DET {M} 2 det\nentrenador entrenador NOUN {M} 0 root\nde de ADP _ 4 case\n"
           f"fútbol fútbol NOUN {M} 2 nmod\nretirado retirado ADJ {M}|{PART} 4 amod", (1, 2),
     "una entrenadora de fútbol retirado", "entrenadora retirado"),
    ("es", f"está estar AUX VerbForm=Fin 2 aux\nprevisto prever VERB {M}|{PART} 0 root\n"
           f"el el DET {M} 4 det\nderrumbe derrumbe NOUN {M} 2 obj", (2,),
     "está prevista el derrumbe", "prevista derrumbe"),
    # Nouns of one gender, read as adjectives or participles.
    ("es", f"y y CCONJ _ 2 cc\nhomicidio homicidio ADJ {M}|{PART} 0 root", (2,), "y homicidia",
     "homicidio is a noun"),
    ("es", f"dan dar VERB VerbForm=Fin 0 root\naviso avisar VERB {M}|{PART} 1 xcomp", (2,),
     "dan avisa", "aviso is a noun"),
    ("es", f"pide pedir VERB VerbForm=Fin 0 root\nsacrificio sacrificio ADJ {M}|{PART} 1 obj",
     (2,), "pide sacrificia", "sacrificio is a noun"),
    # More verbs, names and set phrases.
    ("it", f"Indovinate indovinare VERB {FP}|{PART} 3 advcl\nche che PRON _ 3 obj\n"
           "ho avere VERB VerbForm=Fin 0 root", (1,), "Indovinati che ho", "verb of the sentence"),
    ("it", f"lo lo PRON _ 3 obj\nstate stare AUX {FP}|{PART} 3 aux\n"
           "chiedendo chiedere VERB VerbForm=Ger 0 root", (2,), "lo stati chiedendo",
     "verb of the sentence"),
    ("fr", f"Je moi PRON Person=1 3 nsubj\nte toi PRON Person=2 3 iobj\n"
           f"court courir VERB {M}|{PART} 4 ccomp\nviens venir VERB VerbForm=Fin 0 root", (3,),
     "Je te courte viens", "verb of the sentence"),
    ("es", f"me yo PRON Person=1 2 obj\nlimpia limpiar VERB {F}|{PART} 3 ccomp\n"
           "ve ver VERB VerbForm=Fin 0 root", (2,), "me limpio ve", "verb of the sentence"),
    ("fr", f"Forte fort NOUN {F} 0 root\n-tu tu VERB _ 1 acl", (1,), "Fort -tu", "Forte is a verb"),
    ("it", f"Demi Demi PROPN _ 0 root\nRomano romanare VERB {M}|{PART} 1 acl", (2,),
     "Demi Romana", "Romano is part of a name"),
    ("es", f"elegida elegir VERB {F}|{PART} 0 root\nde de ADP _ 3 case\n"
           f"nuevo nuevo ADJ {M} 1 obl", (3,), "elegida de nueva", "de nuevo is a set phrase"),
    ("fr", f"est être AUX VerbForm=Fin 3 cop\nen en ADP _ 3 case\ndroit droit NOUN {M} 0 root",
     (3,), "est en droite", "en droit is a set phrase"),
    # A feminine for which nobody is left.
    ("fr", f"étudiante étudiant NOUN {F} 2 nsubj\ndort dormir VERB VerbForm=Fin 0 root\n"
           f"ici ici ADV _ 2 advmod\n, , PUNCT _ 5 punct\ncontente content ADJ {F} 3 advcl", (1,),
     "étudiant dort ici , contente", "étudiant contente"),
    ("es", f"No no ADV _ 2 advmod\npodrías podría NOUN {FP}|{PART} 0 root", (2,), "No podríos",
     "podrías is a verb"),
    # The adjective behind "of" may be that of either noun.
    ("es", f"un uno DET {M} 2 det\njugador jugador NOUN {M} 0 root\nde de ADP _ 4 case\n"
           f"béisbol béisbol NOUN {M} 2 nmod\nfamoso famoso ADJ {M} 4 amod", (1, 2),
     "una jugadora de béisbol famoso", "jugadora famoso"),
    # The noun has another gender, and the same form.
    ("it", f"un uno DET {M} 2 det\nmusicista musicista NOUN {M} 0 root\n"
           f"severo severo NOUN {M} 2 nsubj", (1, 2), "una musicista severo", "musicista severo"),
    # The infinitive speaks of the object.
    ("it", f"alunna alunno NOUN {F} 2 nsubj\nama amare VERB VerbForm=Fin 0 root\n"
           f"la il DET {F} 4 det\nmusica musica NOUN {F} 2 obj\nper per ADP _ 7 mark\n"
           f"essere essere AUX VerbForm=Inf 7 cop\nbuona buono ADJ {F} 2 advcl", (1, 7),
     "alunno ama la musica per essere buono", "musica buono"),
    # What stands for a preposition agrees with the noun behind it.
    ("it", f"alunno alunno NOUN {M} 0 root\nschiacciato schiacciare VERB {M}|{PART} 1 acl\n"
           f"il il DET {M} 4 det\ngemello gemello NOUN {M} 2 obj", (1, 2),
     "alunna schiacciata il gemello", "schiacciata gemello"),
    # A noun of one gender with the ending of a participle.
    ("it", f"dice dire VERB VerbForm=Fin 0 root\nsabato sabare VERB {M}|{PART} 1 ccomp", (2,),
     "dice sabata", "sabato is a noun"),
    ("it", f"in in ADP _ 2 case\ncorso corso NOUN {M} 0 root", (2,), "in corsa", "set phrase"),
    ("it", f"amico amico NOUN {M} 0 root\ndi di ADP _ 3 case\nfidarmi fidarmo ADJ {MP} 1 amod",
     (3,), "amico di fidarme", "fidarmi is a verb"),
    # A word that no list has: the tagger's gender, or the ending of a participle.
    ("fr", f"une un DET {F} 2 det\nétudiante étudiant NOUN {F} 0 root\n"
           f"convaincue convaincue ADJ {F} 2 amod", (1, 2), "un étudiant convaincue", "convaincue"),
    ("es", f"el el DET {M} 2 det\nmédico médico NOUN {M} 0 root\n"
           f"jubilado jubilado ADJ {M} 2 amod", (1, 2), "la médica jubilado", "médica jubilado"),
    ("it", f"il il DET {M} 2 det\ncuoco cuoco NOUN {M} 0 root\n"
           f"fidato fidato ADJ {M} 2 amod", (1, 2), "la cuoca fidato", "cuoca fidato"),
    # The second of two adjectives is taken for a finite verb.
    ("fr", f"elle il PRON {F}|{THIRD} 2 nsubj\nsemblait sembler VERB VerbForm=Fin 0 root\n"
           f"prête prêt ADJ {F} 2 xcomp\net et CCONJ _ 5 cc\n"
           "trahie trahier VERB Number=Sing|VerbForm=Fin 2 conj", (1, 3),
     "il semblait prêt et trahie", "prêt trahie"),
    ("fr", f"une un DET {F} 2 det\nétudiante étudiant NOUN {F} 0 root\n"
           f"contente content ADJ Number=Sing 2 amod\net et CCONJ _ 5 cc\n"
           f"soumise soumettre VERB {F}|VerbForm=Fin 3 conj", (1, 2),
     "un étudiant contente et soumise", "contente"),
    # An adjective behind its noun that is taken for a verb, or stands behind another one.
    ("fr", f"un un DET {M} 2 det\nétudiant étudiant NOUN {M} 0 root\n"
           "étranger étranger VERB VerbForm=Inf 2 acl", (1, 2),
     "une étudiante étranger", "étranger"),
    ("it", f"il il DET {M} 2 det\ndirettore direttore NOUN {M} 4 nsubj\n"
           "regionale regionale ADJ Number=Sing 2 amod\nsevero severare VERB VerbForm=Fin 0 root",
     (1, 2), "la direttrice regionale severo", "direttrice severo"),
    ("es", f"el el DET {M} 2 det\nentrenador entrenador NOUN {M} 4 nsubj\n"
           "regional regional ADJ Number=Sing 2 amod\nfamoso famosar VERB VerbForm=Fin 0 root",
     (1, 2), "la entrenadora regional famoso", "entrenadora famoso"),
    # What the order of words says of a noun, whatever hangs where.
    ("it", "accade accadere VERB VerbForm=Fin 0 root\n, , PUNCT _ 1 punct\n"
           f"un uno DET {M} 4 det\nmago mago NOUN {M} 1 nsubj\nnon non ADV _ 8 advmod\n"
           "dovrebbe dovere AUX VerbForm=Fin 8 aux\nessere essere AUX VerbForm=Inf 8 aux:pass\n"
           f"schiacciato schiacciare VERB {M}|{PART} 1 conj", (3, 4),
     "accade , una maga non dovrebbe essere schiacciato", "maga schiacciato"),
    ("es", "ocurre ocurrir VERB VerbForm=Fin 0 root\n, , PUNCT _ 1 punct\n"
           f"un uno DET {M} 4 det\nmédico médico NOUN {M} 1 nsubj\nno no ADV _ 7 advmod\n"
           f"está estar AUX VerbForm=Fin 7 cop\ncansado cansado ADJ {M} 1 conj", (3, 4),
     "ocurre , una médica no está cansado", "médica cansado"),
    # What an indefinite pronoun is, or what is said of it.
    ("it", f"uno uno PRON {M} 3 nsubj\nera essere AUX VerbForm=Fin 3 cop\n"
           f"cuoco cuoco NOUN {M} 0 root", (3,), "uno era cuoca", "uno cuoca"),
    ("es", f"ninguno ninguno PRON {M} 3 nsubj\nestá estar AUX VerbForm=Fin 3 cop\n"
           f"cansado cansado ADJ {M} 0 root", (1,), "ninguna está cansado", "ninguna cansado"),
    # What somebody turns out to be.
    ("it", "si si PRON _ 3 expl\nè essere AUX VerbForm=Fin 3 aux:pass\n"
           f"rivelato rivelare VERB {M}|{PART} 0 root\nessere essere AUX VerbForm=Inf 6 cop\n"
           f"un uno DET {M} 6 det\ncuoco cuoco NOUN {M} 3 parataxis", (5, 6),
     "si è rivelato essere una cuoca", "rivelato cuoca"),
    ("es", f"fue ser AUX VerbForm=Fin 2 aux:pass\nacusado acusar VERB {M}|{PART} 0 root\n"
           "de de ADP _ 6 mark\nser ser AUX VerbForm=Inf 6 cop\n"
           f"un uno DET {M} 6 det\nmédico médico NOUN {M} 2 advcl", (5, 6),
     "fue acusado de ser una médica", "acusado médica"),
    # The pronoun of a later clause; "all" behind the verb.
    ("fr", f"un un DET {M} 2 det\nétudiant étudiant NOUN {M} 3 nsubj\n"
           "sourit sourire VERB VerbForm=Fin 0 root\nquand quand SCONJ _ 6 mark\n"
           f"il il PRON {M}|{THIRD} 6 nsubj\narrive arriver VERB VerbForm=Fin 3 advcl", (1, 2),
     "une étudiante sourit quand il arrive", "étudiante il"),
    ("es", f"el el DET {M} 2 det\nmédico médico NOUN {M} 3 nsubj\n"
           "ríe reír VERB VerbForm=Fin 0 root\ncuando cuando SCONJ _ 6 mark\n"
           f"él él PRON {M}|{THIRD} 6 nsubj\nllega llegar VERB VerbForm=Fin 3 advcl", (1, 2),
     "la médica ríe cuando él llega", "médica él"),
    ("fr", f"les le DET Number=Plur 2 det\nétudiants étudiant NOUN {MP} 5 nsubj\n"
           f"ont avoir AUX VerbForm=Fin 5 aux\ntous tout ADJ {MP} 5 advmod\n"
           f"dormi dormir VERB {M}|{PART} 0 root", (2,), "les étudiantes ont tous dormi",
     "étudiantes tous"),
    # A pronoun without its accent.
    ("es", f"El el DET {M}|Definite=Def 4 det\nserá ser AUX Person=3|VerbForm=Fin 4 cop\n"
           f"un uno DET {M} 4 det\nmédico médico NOUN {M} 0 root", (1, 3, 4),
     "La será una médica", "no article"),
    ("es", f"el el DET {M}|Definite=Def 4 det\nserá ser AUX Person=3|VerbForm=Fin 4 cop\n"
           f"un uno DET {M} 4 det\nmédico médico NOUN {M} 0 root", (3, 4),
     "el será una médica", "el una"),
    # A participle and an adjective that are taken for nouns.
    ("fr", f"figure figure NOUN {F} 3 nsubj\nétait être AUX VerbForm=Fin 3 aux\n"
           f"blessée blessée NOUN {F} 0 root", (3,), "figure était blessé", "figure blessé"),
    ("es", f"un uno DET {M} 2 det\npésimo pésimo NOUN {M} 0 root\n"
           f"médico médico NOUN {M} 2 obl", (3,), "un pésimo médica", "pésimo médica"),
    # Of the subject it is the part that agrees.
    ("fr", f"la le DET {F} 2 det\nplupart plupart NOUN {F} 5 nsubj\nde de ADP _ 4 case\n"
           f"étudiants étudiant NOUN {MP} 2 nmod\ndisent dire VERB VerbForm=Fin 0 root\n"
           f"ce ce PRON _ 8 obj\nils il PRON {MP}|{THIRD} 8 nsubj\n"
           "veulent vouloir VERB VerbForm=Fin 5 ccomp", (4,),
     "la plupart de étudiantes disent ce ils veulent", "étudiantes ils"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "positions", "new", "reason"), WRONG)
def test_what_cannot_be_right_is_named(language, text, positions, new, reason):
    result = written(language, text, positions)
    assert result.sentence.text == new
    assert result.rejection is not None
    cause, detail = result.rejection
    assert cause == "disagreement"
    assert reason in detail


#: The same, of what may be right.
RIGHT = [
    ("es", f"el el DET {M} 3 det\nviejo viejo ADJ {M} 3 amod\njugador jugador NOUN {M} 0 root",
     (1, 2, 3), "la vieja jugadora"),
    # The adjective is not that of the noun beside it.
    ("es", f"un uno DET {M} 2 det\njugador jugador NOUN {M} 0 root\nde de ADP _ 4 case\n"
           f"béisbol béisbol NOUN {M} 2 nmod\nfamoso famoso ADJ {M} 2 amod", (1, 2, 5),
     "una jugadora de béisbol famosa"),
    # Nor was it before.
    ("es", f"una uno DET {F} 2 det\nmesa mesa NOUN {F} 0 root\ncansado cansado ADJ {M} 2 amod",
     (3,), "una mesa cansada"),
    ("es", f"una uno DET {F} 2 det\ncantante cantante NOUN {F} 0 root\n"
           f"famosa famoso ADJ {F} 2 amod", (1, 2, 3), "un cantante famoso"),
    # What somebody is said to be has its own gender.
    ("es", f"Él él PRON {M}|{THIRD} 4 nsubj\nes ser AUX _ 4 cop\nuna uno DET {F} 4 det\n"
           f"víctima víctima NOUN {F} 0 root\nbuena bueno ADJ {F} 4 amod", (1,),
     "Ella es una víctima buena"),
    ("fr", f"mon son DET {F} 2 det\namie ami NOUN {F} 0 root\ncontente content ADJ {F} 2 amod",
     (1, 2, 3), "mon ami content"),
    ("fr", f"l' le DET Number=Sing 2 det SpaceAfter=No\ninterprète interprète NOUN {M} 0 root\n"
           f"aisé aisé ADJ {M} 2 amod", (2, 3), "l'interprète aisée"),
    # Another noun stands behind, whatever the tree has of it.
    ("es", f"jugador jugador NOUN {M} 0 root\nfamoso famoso ADJ {M} 1 amod\nel el DET {M} 4 det\n"
           f"viejo viejo ADJ {M} 2 nsubj", (1, 2), "jugadora famosa el viejo"),
    ("es", f"túnel túnel NOUN {M} 0 root\n, , PUNCT _ 3 punct\nun uno DET {M} 4 det\n"
           f"niño niño ADJ {M} 1 amod", (3, 4), "túnel , una niña"),
    # The article is that of the second of two nouns.
    ("es", f"el el DET {M} 3 det\ntúnel túnel NOUN {M} 3 compound\nniño niño NOUN {M} 0 root",
     (1, 3), "la túnel niña"),
    # "Some of the reasons" are no persons; where a feminine is left it may be meant.
    ("es", f"médico médico NOUN {M} 3 nsubj\nno no ADV _ 3 advmod\nes ser VERB _ 0 root\n"
           f"uno uno PRON {M} 3 nsubj\nde de ADP _ 7 case\nlos el DET {MP} 7 det\n"
           f"túneles túnel NOUN {MP} 4 nmod", (1,), "médica no es uno de los túneles"),
    ("fr", f"étudiante étudiant NOUN {F} 2 nsubj\na avoir VERB VerbForm=Fin 0 root\n"
           f"la le DET {F} 4 det\nvolonté volonté NOUN {F} 2 obj\nprête prêt ADJ {F} 4 amod", (1,),
     "étudiant a la volonté prête"),
    # A finite verb that is an adjective as well.
    ("fr", f"étudiant étudiant NOUN {M} 2 nsubj\n"
           "droit droire VERB Number=Sing|VerbForm=Fin 0 root", (1,), "étudiante droit"),
    # What has a verb of its own, and an infinitive behind an elided article.
    ("fr", f"prouvé prouver VERB {M}|{PART} 0 root\nil il PRON {M}|{THIRD} 4 nsubj\n"
           f"est être AUX VerbForm=Fin 4 cop\nproducteur producteur NOUN {M} 1 ccomp", (2, 4),
     "prouvé elle est productrice"),
    # "Quelqu'un", of two words, is no pronoun without its accent.
    ("es", f"un uno DET {M} 4 det\nestá estar AUX Person=3|VerbForm=Fin 4 cop\n"
           f"no no ADV _ 4 advmod\ncansado cansado ADJ {M} 0 root", (1, 4), "una está no cansada"),
    # No participle ends in -que; what a noun of one gender is taken for has its gender.
    ("fr", f"productrice producteur NOUN {F} 3 nsubj\nest être AUX _ 3 cop\n"
           f"magnifique magnifique ADJ {F} 0 root", (1,), "producteur est magnifique"),
    ("fr", f"peste peste NOUN {F} 3 nsubj\nest être AUX _ 3 aux\n"
           f"considérée considérer VERB {F}|{PART} 0 root\ncomme comme ADP _ 6 case\n"
           f"une un DET {F} 6 det\nproductrice producteur NOUN {F} 3 obl", (5, 6),
     "peste est considérée comme un producteur"),
    # A verb is there.
    ("fr", f"étudiant étudiant NOUN {M} 3 nsubj\ncourt court ADJ {M} 1 amod\n"
           "dort dormir VERB VerbForm=Fin 0 root", (1, 2), "étudiante courte dort"),
    # The number of an adjective that does not show it is that of its noun.
    ("fr", f"un un DET {M} 2 det\nétudiant étudiant NOUN {M} 0 root\n"
           f"paresseux paresseux ADJ {MP} 2 amod", (1, 2, 3), "une étudiante paresseuse"),
    # An adverb behind, and a verb in the clause.
    ("fr", f"étudiant étudiant NOUN {M} 4 nsubj\nfort fort ADJ {M} 1 amod\n"
           "hier hier ADV _ 2 advmod\ndort dormir VERB VerbForm=Fin 0 root", (1, 2),
     "étudiante forte hier dort"),
    ("es", f"El el DET {M} 2 det\nniño niño NOUN {M} 4 nsubj\nestá estar AUX VerbForm=Fin 4 cop\n"
           f"limpio limpio ADJ {M} 0 root", (1, 2, 4), "La niña está limpia"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "positions", "new"), RIGHT)
def test_what_may_be_right_stays(language, text, positions, new):
    result = written(language, text, positions)
    assert (result.sentence.text, result.rejection) == (new, None)


@pytest.mark.parametrize(
    ("language", "noun"), [("it", "didietro"), ("es", "récord"), ("fr", "monsieuro")]
)
def test_a_noun_of_a_model_is_known_before(language, noun):
    result = written(language, f"{noun} {noun} NOUN {M} 0 root", (1,), Guess())
    assert result.rejection == ("disagreement", f"nothing is known of {noun}")
    # What a lexicon has in one gender is another matter: "cuoca" is a form of some source.
    known = written("it", f"cuoco cuoco NOUN {M} 0 root", (1,), Guess())
    assert (known.sentence.text, known.rejection) == ("cuoca", None)


def test_another_number_is_no_form_of_the_other_gender():
    entries = [
        Entry("jet", "jets", "NOUN", {"Gender": "Masc", "Number": "Plur"}, "unimorph:x"),
        Entry("jet", "jet", "NOUN", {"Gender": "Fem"}, "treebank:x"),
        Entry("jet", "jet", "NOUN", {"Number": "Sing"}, "unimorph:x"),
        Entry("jet", "jets", "NOUN", {}, "treebank:x"),
    ]
    sentence = tree(f"50 50 NUM _ 2 nummod\njets jet NOUN {MP} 0 root")
    words = Inflector("es", Lexicon(entries))
    (result,) = realise_all([(sentence, {2: {"Gender": "Fem"}})], words, check=SentenceCheck(words))
    assert result.sentence.text == "50 jet"
    assert result.rejection == ("disagreement", "jet has another number than jets")


def test_without_the_check_nothing_is_looked_for():
    language, text, positions, _, _ = WRONG[0]
    changes = {p: {"Gender": "Fem"} for p in positions}
    (result,) = realise_all([(tree(text), changes)], inflector(language))
    assert result.rejection is None
