"""Tables, figures and the report: what the scores say, with where they came from.

EVALUATIONS says which tables are made of the files of one command alone. That command (where it is
a function of its room), `cdaflow tables NAME`, how such a CSV is shown, and its part of the report
follow from a line there.
"""

from typing import NamedTuple


class EvaluationTable(NamedTuple):
    """A table of the files of one command.

    where: module and name of its `Evaluation` (`cdaflow.tables.evaluations`), which is loaded where
    the table is made. title: what the table is of. command: what writes the files; function: its
    module and name, where they are not in `cdaflow.cli`. files: which files a table takes, beside
    those of the command; metavar: how a help calls these. report: the option of
    `cdaflow tables report` that takes the files, and description: what the report says of them;
    "" where it takes the table.
    """

    where: str
    title: str
    command: str
    function: str = ""
    files: str = ""
    metavar: str = "SCORES.json"
    report: str = ""
    description: str = ""

    @property
    def help(self) -> str:
        """The help of the files."""
        return f"files of cdaflow {self.command}{self.files}"


#: Name -> table, in the order of the help and of the report.
EVALUATIONS = {
    "annotators": EvaluationTable(
        "cdaflow.tables.evaluations:ANNOTATORS",
        "annotators: agreement with gold trees",
        "trees evaluate",
        report="annotator_scores",
        description="The models that make <strong>trees</strong> (parts of speech, features, "
        "lemmas, heads) are compared with treebanks.",
    ),
    "agreement": EvaluationTable(
        "cdaflow.tables.evaluations:AGREEMENT",
        "agreement: which words change with a noun",
        "agreement evaluate",
        report="agreement_scores",
        description="<strong>Agreement</strong>: sentences that differ only in the gender of a "
        "person tell which words change with a noun; those that a model of agreement finds are "
        "compared with them.",
    ),
    "inflection": EvaluationTable(
        "cdaflow.tables.evaluations:INFLECTION",
        "reinflection accuracy",
        "inflect evaluate",
        report="inflection_scores",
        description="<strong>Inflection</strong>: words of treebanks are inflected from their "
        "lemmas and features.",
    ),
    "lm": EvaluationTable(
        "cdaflow.tables.language_models:LANGUAGE_MODELS",
        "language models: stereotyping and grammaticality",
        "lm compare",
        files=", one a language",
        metavar="COMPARED.json",
    ),
    "animate": EvaluationTable(
        "cdaflow.tables.language_models:ANIMATE",
        "nouns of persons in the text of language models",
        "lm animate",
        files=" --report, one a language",
        metavar="REPORT.json",
    ),
    "tagger": EvaluationTable(
        "cdaflow.tables.tagger:TAGGERS",
        "taggers of head words: precision, recall and calibration",
        "alternatives evaluate-tagger",
        "cdaflow.alternatives.tagging.report:evaluate_tagger",
    ),
    "people": EvaluationTable(
        "cdaflow.tables.tagger:PEOPLE",
        "probabilities of people: the share that is right, and calibration",
        "alternatives evaluate-people",
        "cdaflow.alternatives.person_calibration:evaluate_people",
    ),
    "bias-tests": EvaluationTable(
        "cdaflow.tables.bias_parts:TESTS",
        "sentence encoders by test: SEAT and other tasks",
        "bias seat",
        files=" and bias transfer, of all trainings",
    ),
    "bias-texts": EvaluationTable(
        "cdaflow.tables.bias_parts:TEXTS",
        "training text with less bias: counts and largest scores",
        "bias adjust",
        files=" --report",
        metavar="REPORT.json",
    ),
    "most-biased": EvaluationTable(
        "cdaflow.tables.bias_parts:MOST_BIASED",
        "the most biased sentences of a text",
        "bias score",
        files=" --report",
        metavar="REPORT.json",
    ),
}
