# What makes a result stale beside its rule: to be included when all rules are known. An edit of the
# source that a rule's command works with is read off the command itself.

from cdaflow.cli.commands import digest
from cdaflow.sharing.dependencies import Dependencies

Dependencies(workflow.rules, DIGESTS.describe, digest).add_to_rules()
