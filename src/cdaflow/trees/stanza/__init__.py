"""Stanza (Qi et al. 2020) run on many sentences at once; README.md here says how."""
