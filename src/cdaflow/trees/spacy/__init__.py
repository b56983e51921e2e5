"""spaCy: pipelines trained on treebanks, with a table that splits multiword tokens."""
