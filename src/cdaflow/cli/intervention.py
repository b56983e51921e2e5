"""Options of an intervention: model, lexicon and method."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.cli.options import LexiconFiles
from cdaflow.errors import ConfigError
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.option_types import Value

if TYPE_CHECKING:
    from cdaflow.agreement.model import AgreementModel
    from cdaflow.agreement.pipeline import InterventionPipeline
    from cdaflow.agreement.sentence_inflector import SentenceInflector

ModelName = Annotated[str, Value(metavar="MODEL.npz", help="a model, or base: the hard-coded one")]


@dataclass(frozen=True)
class AgreementLexicon(LexiconFiles):
    """Lexicon: which nouns have both genders, and the forms.

    Without it inanimate nouns may change, coreference is unknown, and no form is made.

    Attributes:
        word_list (TSV): lists such as config/wordlists/professions.es.tsv
        treebank (CONLLU): trees whose words extend the lexicon
        lexicon: lemma, form and UniMorph features, separated by tabs
        inflection_model (NPZ): model of `cdaflow inflect train`, for forms that no lexicon has
    """

    inflection_model: Path | None = None

    def words(self, language: str) -> SentenceInflector | None:
        """Return what the options name, None for nothing."""
        from cdaflow.agreement.sentence_inflector import SentenceInflector
        from cdaflow.inflection.inflector import Inflector

        if not self:
            if self.inflection_model is not None:
                raise ConfigError(
                    "option.inflection-model-without-lexicon",
                    "--inflection-model requires a lexicon",
                )
            return None
        entries = self.entries(language)
        model = None
        if self.inflection_model is not None:
            from cdaflow.inflection.transducer.model import load_transducer

            model = load_transducer(self.inflection_model, language)
        return SentenceInflector(Inflector(language, Lexicon(entries), model))


@dataclass(frozen=True)
class Method:
    """Method of the intervention.

    Attributes:
        method_file (METHOD.json): method file of `cdaflow agreement choose`, which replaces the
            options below
        method: paper: the model alone, as in Zmigrod et al. 2019 and Naik et al. 2023; full: with
            the four steps around it that are named below (default: full)
        log_alpha: how strongly observed features are kept (default: the model's)
        determiners: determiners of the noun that are set with it regardless of the model: none,
            those with a gender, or all, as in Naik et al. 2023 (default: none; of `cdaflow
            counterfactual make` all)
        coreference: also set predicates and pronouns of the same person
        things: leave nouns unchanged that the lexicon does not have in another gender
        prepare: repair genders of the trees by the lexicon, or take them from participles that
            agree with nothing
        contrast: leave out words that the model would change even without an intervention
    """

    method_file: Path | None = None
    method: Literal["paper", "full"] | None = None
    log_alpha: float | None = None
    determiners: Literal["none", "gendered", "all"] | None = None
    coreference: bool = True
    things: bool = True
    prepare: bool = True
    contrast: bool = True

    def steps(self) -> dict[str, Any]:
        """Return whether each step around the model is taken.

        Raises ConfigError where --method paper, which has none, is to lack one.
        """
        from cdaflow.agreement.pipeline import METHODS, STEPS

        left_out = [step for step in STEPS if not getattr(self, step)]
        if self.method == "paper" and left_out:
            raise ConfigError(
                "method.no-such-step",
                f"--method paper has no step {left_out[0]} to leave out",
                hint=f"omit --no-{left_out[0]}, or use --method full",
            )
        taken = METHODS[self.method or "full"]
        return {step: step in taken and step not in left_out for step in STEPS}

    def pipeline(
        self,
        model: AgreementModel,
        words: SentenceInflector | None,
        *,
        determiners: Literal["none", "all"] = "none",
        tree_features: str = "annotator",
    ) -> InterventionPipeline:
        """Return how interventions are made; `determiners`: where no option says it.

        Raises ConfigError where the file of a method and an option both say it.
        """
        from cdaflow.agreement.intervention import Options
        from cdaflow.agreement.pipeline import InterventionPipeline, read_pipeline

        if self.method_file is not None:
            self._check_alone(self.method_file)
            return read_pipeline(self.method_file, model, words)
        return InterventionPipeline(
            model,
            Options(log_alpha=self.log_alpha),
            words,
            self.determiners or determiners,
            tree_features=tree_features,
            **self.steps(),
        )

    def _check_alone(self, path: Path) -> None:
        other_options = {name: value for name, value in vars(self).items() if name != "method_file"}
        for name, value in other_options.items():
            if value not in (None, True):
                option = f"--{'no-' * (value is False)}{name}".replace("_", "-")
                raise ConfigError(
                    "option.set-by-method-file",
                    f"{option}: the method file already sets this",
                    file=str(path),
                    hint=f"omit {option} or --method-file",
                )


def load_model(name: str, language: str) -> AgreementModel:
    """Return the model of a file, or BASE for "base".

    Raises ConfigError where it is of another language.
    """
    from cdaflow.agreement import model as models

    if name == "base":
        return models.base_model(language)
    model = models.load_model(name)
    if model.language != language:
        raise ConfigError(
            "model.other-language",
            f"the model is for {model.language!r}, not for {language!r}",
            file=name,
            hint="give the model of this language, or the --lang of the model",
        )
    return model


def set_threads(threads: int) -> None:
    """Let PyTorch use as many threads."""
    import torch

    torch.set_num_threads(threads)
