"""Configurations of the tests: changed by path, loaded as those of users are."""

import copy

from cdaflow.config import load_config

_DEMO = "{results}/demo/en-{lang}/%s.tsv"
CORPORA = {
    "train": [{"name": "demo", "tsv": _DEMO % "train"}],
    "dev": [{"name": "demo", "tsv": _DEMO % "dev"}],
    "test": {"demo": [{"name": "demo", "tsv": _DEMO % "test"}]},
}


def loaded(config, changes=(), without=()):
    """Return a configuration with some keys, given by path, changed."""
    config = copy.deepcopy(config)
    for path, value in dict(changes).items():
        *above, last = path.split(".")
        section = config
        for key in above:
            section = section[key]
        section[last] = value
    for key in without:
        del config[key]
    return load_config(config)
