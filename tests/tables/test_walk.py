"""The ways of a metric's table and of the report through the house, from their commands on."""

from cdaflow.cli import main

from ..walks import Walk


def test_a_table_enters_few_modules(winomt, tmp_path):
    scores = [
        str(winomt(f"{system}.{seed}.json", system=system, training=seed))
        for system in ("baseline", "gb")
        for seed in (1, 2)
    ]
    files = ["--output", str(tmp_path / "t.csv"), "--markdown", str(tmp_path / "t.md")]
    done = []
    task = lambda: done.append(main(["tables", "winomt", *scores, *files]))  # noqa: E731
    walk = Walk(task, ["cli.tables", "tables.metrics"])
    assert done == [0]
    assert {"tables.scores", "tables.trainings", "tables.significance"} <= set(walk.steps)
    assert len(walk.steps) <= 12, walk.steps
    assert len({name for name in walk.opened if name.startswith("tables.")}) <= 12, walk.opened


def test_the_report_enters_few_modules(arguments, tmp_path):
    done = []
    task = lambda: done.append(main([*arguments, str(tmp_path / "r.html")]))  # noqa: E731
    walk = Walk(task, ["cli.report", "tables.contents", "tables.report.page"])
    assert done == [0]
    assert {"tables.scores", "tables.metrics", "tables.report.summary"} <= set(walk.steps)
    assert len(walk.steps) <= 25, walk.steps
    assert len({name for name in walk.opened if name.startswith("tables.")}) <= 22, walk.opened
