# What makes a result stale beside its rule: to be included when all rules are known. An edit of the
# source that a rule's command works with is read off the command itself, and so are the packages
# whose versions can change its result.

from cdaflow.cli.commands import digest, packages
from cdaflow.sharing.dependencies import Dependencies

Dependencies(workflow.rules, DIGESTS.describe, digest, packages).add_to_rules()
