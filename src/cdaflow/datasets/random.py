"""A random sample of the training text: neutral data (Naik et al. 2023, section 4.3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from cdaflow.counterfactual.selection.limits import Form
from cdaflow.datasets import Sized
from cdaflow.option_types import PairFiles, PairOutputs, ReportFile, Seed


@dataclass(frozen=True)
class Options(Form, Sized):
    """A sample of the training text (section 4.3), of a `size` or of that of another data set.

    Attributes:
        pronouns: pairs whose English has gendered pronouns are sampled, too; without them a model's
            own translations do not teach the genders that it got wrong
    """

    pronouns: bool = True


def random(
    input: PairFiles,
    /,
    *,
    output: PairOutputs,
    report: ReportFile | None = None,
    seed: Seed = 1,
    options: Options,
) -> None:
    """Sample well-formed pairs at random, as neutral data.

    Pairs that are not too long, of similar length and well-formed: the neutral data that keeps
    fine-tuning from forgetting (Naik et al. 2023, section 4.3; the limits are theirs). The same
    seed samples the same pairs, and a smaller sample is a subset of a larger one.

    Args:
        output: the sample, in any of these formats
        report: write here how many pairs each filter dropped
    """
    from cdaflow.counterfactual.selection.sampling import select_random
    from cdaflow.io.files import write_json
    from cdaflow.progress import say

    form = Form(options.max_tokens, options.length_ratio, options.capital, options.punctuation)
    counts = select_random(input, output, options.number(), seed, form, pronouns=options.pronouns)
    if report:
        limits = {**asdict(form), "pronouns": options.pronouns}
        write_json(report, {**asdict(counts), "limits": limits, "seed": seed})
    say(f"pairs{counts.pairs:>21,}")
    for name, dropped in counts.dropped.items():
        say(f"  {name:<12}{-dropped:>12,}")
    say(f"sampled{counts.taken:>19,}  (of {counts.passed:,})")
