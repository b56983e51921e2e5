"""Configurations of the tests of plans: changed by path, checked as those of users are."""

import copy
from pathlib import Path

from snakemake.utils import validate

from cdaflow.config import check_config

SCHEMA = Path(__file__).parents[2] / "workflow/schemas/config.schema.yaml"

PLACES = {"data": "", "results": "results"}

_DEMO = "{results}/demo/en-{lang}/%s.tsv"
CORPORA = {
    "train": [{"name": "demo", "tsv": _DEMO % "train"}],
    "dev": [{"name": "demo", "tsv": _DEMO % "dev"}],
    "test": {"demo": [{"name": "demo", "tsv": _DEMO % "test"}]},
}


def changed(config, changes=(), without=()):
    """Return a checked copy of a configuration with some keys, given by path, changed."""
    config = copy.deepcopy(config)
    for path, value in dict(changes).items():
        *above, last = path.split(".")
        place = config
        for key in above:
            place = place[key]
        place[last] = value
    for key in without:
        del config[key]
    check_config(config, SCHEMA)
    validate(config, str(SCHEMA))
    return config
