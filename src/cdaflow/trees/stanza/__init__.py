"""Stanza (Qi et al. 2020): its models trained, fetched, and run on many texts at once."""
