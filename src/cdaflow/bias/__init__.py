"""Bias of sentence encoders (Dolci et al. 2023): how it is measured, and lowered by data."""
