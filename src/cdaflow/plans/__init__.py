"""What a configuration asks for, key by key, checked before anything runs.

The schema tells which keys there are; here is what it cannot tell: keys that do not go together,
files that are absent, languages for which there is nothing.
"""
