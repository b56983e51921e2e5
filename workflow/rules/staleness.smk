# What makes a result stale beside its rule: to be included when all rules are known.

Dependencies(workflow.rules, DIGESTS.describe).add_to_rules()
