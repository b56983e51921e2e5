"""The pages of docs/results: which blocks of published results stand on which page, in which order.

Each page is written whole by figures.py. What a run means for a reader is in docs/results.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from published_run import ROOT

FOLDER = ROOT / "docs/results"


@dataclass(frozen=True)
class Section:
    """A heading, what to know before reading, and the blocks below it."""

    heading: str
    text: str
    blocks: Sequence[str]


@dataclass(frozen=True)
class Page:
    """A page of results; `method`: link to the page that says how to run and read it."""

    title: str
    text: str
    method: str
    sections: Sequence[Section]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page, with its blocks empty."""
        yield from (f"# {self.title}", "", f"{self.text} How to run and read it: {self.method}.")
        for section in self.sections:
            yield from ("", f"## {section.heading}", *(["", section.text] if section.text else ()))
            for block in section.blocks:
                yield from ("", f"<!-- figures: {block} -->", "<!-- end of figures -->")


#: Name of a page -> the page.
PAGES = {
    "baselines": Page(
        "Baselines of the embedded corpus",
        "For those who want to know how much the scores of the demo's base models move from "
        "training to training.",
        "[demo.md](../demo.md)",
        [
            Section("Means", "", ["baselines"]),
            Section("Each training", "", ["baseline-trainings"]),
        ],
    ),
    "demo": Page(
        "Counterfactual fine-tuning on the embedded corpus",
        "For those who compare data sets of Naik et al. (2023) on text whose bias is known.",
        "[counterfactual.md](../counterfactual.md)",
        [
            Section(
                "Systems",
                "`gb` and `gb-guard` are the balanced sets of the counterfactuals below; *gain* is "
                "the difference from the baseline of the same seed.",
                ["matrix"],
            ),
            Section(
                "Stereotypes and pronouns",
                "*she → he*: share of the English *she* whose translation shows a gender and is "
                "masculine. Spanish and Italian rarely write the pronoun.",
                ["matrix-halves"],
            ),
            Section(
                "The guard, training by training",
                "How many of the *she* whose translation shows a gender became masculine.",
                ["guard"],
            ),
            Section(
                "Counterfactuals",
                "Compared to the letter with those of the grammar. Method `paper` without a guard "
                "is `gb`, `full` with `repair` is `gb-guard`.",
                ["counterfactuals"],
            ),
            Section(
                "Processor minutes",
                "*One training* leaves the further trainings out. Comparisons, tables and figures "
                "are made of all trainings, so they have no time of one.",
                ["minutes"],
            ),
        ],
    ),
    "demo-search": Page(
        "How the embedded corpus was chosen",
        "For those who change the grammar or the recipes of the demo. All trainings have seeds "
        "from 101 on, which no other table uses.",
        "[demo.md](../demo.md)",
        [
            Section(
                "Which person is right",
                "Rows against the stereotype that are right, in per cent, by the person whom the "
                "pronoun means: mean and range over trainings of 1,000 updates. *averaged*: "
                "checkpoints.",
                ["persons"],
            ),
            Section("Updates and averaging", "", ["search"]),
            Section(
                "Mixtures for fine-tuning",
                "One training each, with the grammar's own counterfactuals. These rows were "
                "entered by hand from single trials.",
                ["mixtures"],
            ),
        ],
    ),
    "gfst": Page(
        "Gender-filtered self-training on the embedded corpus",
        "For those who compare the systems of Choubey et al. (2021). All learn from translations "
        "of the baseline's first training; no interval covers another translator.",
        "[gfst.md](../gfst.md)",
        [
            Section("Systems", "`all`: mean over the languages.", ["gfst"]),
            Section(
                "Without gender in the encoder's embeddings (+HD)",
                "Italian alone, and a third of the monolingual text; the baseline's embeddings, "
                "debiased and fixed, so compare `gfst-hd` with `baseline-hd`. In the paper (Table "
                "4) debiasing raises the accuracy of neither significantly on average.",
                ["gfst-hd"],
            ),
            Section("What the filters leave", "Sentences.", ["gfst-sizes"]),
            Section("Genders in the training text", "", ["gfst-shares"]),
            Section("Rejected pairs", "Sampled by the seed.", ["gfst-rejected"]),
        ],
    ),
    "gfst-filters": Page(
        "The filters of self-training on real text",
        "For those who choose an analyser for the target filter. "
        "`benchmarks/gfst_filters.py` measured these tables.",
        "[gfst.md](../gfst.md)",
        [
            Section(
                "Source filter, on pairs that its authors published",
                "Nearly all of their sentences have one gender for ours, too.",
                ["filters-source"],
            ),
            Section("Source filter, on other text", "", ["filters-shares"]),
            Section(
                "Target filter, on pairs that its authors published",
                "Share kept under their own gender and under the other. The rules were made on "
                "odd lines; `letters` and the list of French pronouns on all.",
                ["filters-published"],
            ),
            Section(
                "Target filter, on references of MT-GenEval",
                "A right reference should be kept under its own gender and never under the other.",
                ["filters-references"],
            ),
            Section(
                "Target filter, on translations of WinoMT",
                "By Amazon, 2019. How often the person has the gender of the source, by the "
                "scorer, before and after the filter.",
                ["filters-winomt"],
            ),
            Section("Both filters, on Tatoeba", "", ["filters-corpora"]),
        ],
    ),
    "real": Page(
        "Real text, English to Spanish",
        "For those who choose what to fine-tune on. One base, trained on two cores (its BLEU on "
        "news is 14), and systems fine-tuned from it three times each; test sets are WinoMT, "
        "newstest2012 and 2,000 pairs of Tatoeba, BLEU is that of lower-cased text.",
        "[real.md](../real.md), [tables.md](../tables.md)",
        [
            Section("The base, and systems from outside", "", ["real-base"]),
            Section(
                "Systems of Naik et al. (2023)",
                "`gb-guard` has the guard of pronouns and all rules; `gb-forward` and `gb-back` "
                "have translations in place of counterfactuals.",
                ["real-naik", "real-naik-details", "real-naik-paper"],
            ),
            Section(
                "Systems of Choubey et al. (2021)",
                "Fine-tuned, with 1,000 added pairs of each gender. The paper has no Spanish: its "
                "figures are means over its languages.",
                ["real-gfst", "real-gfst-details", "real-gfst-paper", "real-gfst-sizes"],
            ),
            Section(
                "Other mixtures and trainings",
                "Names with *between* are means of parameters.",
                ["real-tries-systems", "real-tries", "real-tries-details"],
            ),
            Section(
                "By pronoun",
                "Grammar mostly says whose an object or a possessive is (*... and paid her*), "
                "knowledge of the world alone whose a subject is (*... because she was helpful*).",
                ["real-tries-cases"],
            ),
            Section("MT-GenEval", "", ["real-geneval"]),
            Section(
                "Another base",
                "It had 12,000 updates instead of 20,000 and a smaller vocabulary, and its systems "
                "were fine-tuned more gently.",
                ["real-bases"],
            ),
            Section(
                "Translations, read",
                "By one reader, who knew which was which (`docs/scripts/readings.py`).",
                ["real-readings"],
            ),
            Section("Hours", "", ["real-hours"]),
        ],
    ),
    "repair": Page(
        "Firefox's model repaired, English to Portuguese",
        "For those who decide whether to repair a model that people use.",
        "[repair.md](../repair.md)",
        [
            Section(
                "Before and after",
                "On the test halves of WinoMT (1,952 rows), MT-GenEval (600 pairs) and NTREX (556 "
                "sentences) that `benchmarks/split_development.py` writes; the recipe was chosen "
                "on the other halves. Both models as floats.",
                ["repair"],
            ),
            Section(
                "In Firefox's engine",
                "8 bits a weight and a shortlist, as users have them.",
                ["repair-engine"],
            ),
            Section(
                "The control",
                "The same training on `ordinary` and `gfst` alone "
                "(`config/studies/repair-control.yaml`): what `repaired` changes beyond this is "
                "due to the pairs whose gender was corrected.",
                ["repair-control"],
            ),
            Section(
                "Beside other data",
                "The published methods on the same model, with the same recipe and ordinary text "
                "(`config/studies/repair-methods.yaml`). `control`: filtered translations of its "
                "own (Choubey et al. 2021), a run of its own. `handcrafted`, `handcrafted-second`: "
                "sentences from templates, without and with a second person, whose translations "
                "are written by rule. `gb`, `gb-guard`: counterfactual pairs of its own "
                "translations (Naik et al. 2023), without and with the guard.",
                ["repair-methods"],
            ),
            Section(
                "Translations, read",
                "By one reader, who knew which was which (`docs/scripts/readings.py`).",
                ["repair-readings"],
            ),
        ],
    ),
    "real-pivot": Page(
        "A stronger Spanish base, repaired",
        "For those who want to know what a repair does to a base with a real stereotype.",
        "[real.md](../real.md)",
        [
            Section(
                "One training of each",
                "`baseline` starts from the parameters of Firefox's English-Portuguese model "
                "and learns Spanish from that model with Apertium behind it (`pivot`). It is "
                "fine-tuned on its own corrected translations (`corrected`, as in "
                "[repair.md](../repair.md)) and on handcrafted sentences with random ones "
                "(`handcrafted-random`, Naik et al. 2023).",
                ["real-pivot"],
            ),
        ],
    ),
    "alternatives": Page(
        "Gender alternatives on the embedded corpus",
        "For those who compare ways to rewrite, and models that write structures (Garg et al. "
        "2024).",
        "[alternatives.md](../alternatives.md), "
        "[scoring.md](../scoring.md#gender-alternatives-garg-et-al-2024)",
        [
            Section(
                "Rewriting",
                "Systems are named by who is taken to be open: `none` is the control, `gold` has "
                "the people of the test set. *men*, *women*: the text in which everybody open is a "
                "man, or a woman, is right; *all, 1*: every text of a sentence with one open "
                "person; *broken*: texts that mix the genders of one person.",
                ["alternatives-demo", "alternatives-demo-whole"],
            ),
            Section("Tagger", "", ["alternatives-tagger"]),
            Section(
                "Probabilities of people",
                "Whether a person's words are right, before and after the choice of a temperature.",
                ["alternatives-probabilities"],
            ),
            Section(
                "Models that write structures",
                "`unguided` has no links between structures and people; `augmented` learns from "
                "structures of the pipeline. *Stripped*: plain text, one gender each.",
                ["alternatives-students", "alternatives-students-whole", "alternatives-stripped"],
            ),
            Section("What the pipeline left out", "", ["alternatives-losses"]),
            Section("One model of several languages", "", ["alternatives-zero-shot"]),
        ],
    ),
    "real-alternatives": Page(
        "Gender alternatives on real text",
        "For those who want to know how rewriting carries over to the released test sets.",
        "[alternatives.md](../alternatives.md)",
        [
            Section(
                "Released and published sets, by annotators of the library",
                "*all, 1*, *all, 2*: sentences with one or two open people of which every text is "
                "right.",
                ["alternatives-offered", "alternatives-people"],
            ),
            Section("Rewriting, by small annotators", "", ["real-alternatives"]),
            Section(
                "A student",
                "The base, and the base fine-tuned on pairs with the pipeline's structures.",
                ["real-students"],
            ),
        ],
    ),
    "papers": Page(
        "Parts of papers on real text",
        "For those who repeat a paper and want to know how far a part of it comes out as there.",
        "[papers.md](../papers.md)",
        [
            Section(
                "Agreement (Zmigrod et al. 2019, Table 3)",
                "Pairs of the development half of GATE, in both directions, with small Stanza "
                "models, log α 1, word lists, treebanks and FreeLing's lexicons "
                "(`benchmarks/agreement_scores.py`). LIN and NN are trained over all tags on "
                "small development treebanks; *the authors'* are their published models, read "
                "by `cdaflow agreement import`.",
                ["agreement-models"],
            ),
            Section(
                "Association tests (Dolci et al. 2023, section 5.1.1)",
                "SEAT of two encoders as they are published "
                "([which](../measurements.md#bias-of-real-sentence-encoders)): above 0 is the "
                "stereotype. C1 and C2 (flowers, instruments) are not about gender.",
                ["association-tests"],
            ),
        ],
    ),
    "fairness": Page(
        "Encoders and language models",
        "For those who want to know whether text with less bias makes models with less bias.",
        "[fairness.md](../fairness.md), [lm.md](../lm.md)",
        [
            Section("Sentence encoders, embedded corpus", "", ["fairness-encoders"]),
            Section(
                "Sentence encoders, SNLI",
                "Small encoders (`config/studies/snli.yaml`) with GloVe of 50 dimensions, of "
                "7,873 pairs of SNLI's development part; 1,969 others chose the epoch. "
                "`augment-90` has 406 of the most biased tenth in the other gender as well, its "
                "control as many random ones: no difference is seen.",
                ["snli-encoders"],
            ),
            Section("Language models, embedded corpus", "", ["fairness-lm"]),
            Section("Language models, real text", "", ["real-lm"]),
            Section("Translation after filtering its text by bias", "", ["bias-filter"]),
        ],
    ),
}


def texts() -> dict[str, str]:
    """Return the pages by the name of their file in docs/results, with their blocks empty."""
    return {f"{name}.md": "\n".join([*page.lines(), ""]) for name, page in PAGES.items()}
