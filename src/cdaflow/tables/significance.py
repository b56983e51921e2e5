"""The tests of a table: the p-values of a score file against that of the baseline."""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.progress import say
from cdaflow.scoring.compare import compare, why_not
from cdaflow.tables.marks import p_cell
from cdaflow.tables.scores import Scored, WinoMT
from cdaflow.tables.warned import not_tested


def significance(
    score: WinoMT | Scored, base: WinoMT | Scored | None, names: Mapping[str, str]
) -> dict[str, str]:
    """Return the cells "baseline" and COLUMN_p of a score file tested against the baseline's.

    `names`: columns of the table -> what `cdaflow score compare` calls the score. A column that
    was not tested has "" (all have, where there is no baseline, where one of the two is suspect
    or where the reports cannot be compared, which is said).
    """
    cells = {"baseline": "", **{f"{column}_p": "" for column in names}}
    if base is None or base is score:
        return cells
    reason = not_tested(score.warned, base.warned) or why_not(base.report, score.report)
    if not (base.report.get("outcomes") and score.report.get("outcomes")):
        reason = "a score file has no outcomes of its sentences (score it again)"
    if reason is not None:
        say(f"{score.path}: not tested against {base.path}: {reason}")
        return cells
    paths = [str(base.path), str(score.path)]
    (item,) = compare(base.report, score.report, names=paths)["comparisons"]
    cells["baseline"] = base.system
    for column, name in names.items():
        if name in item["scores"]:
            cells[f"{column}_p"] = p_cell(item["scores"][name]["p"])
    return cells
