"""Sentence encoders: `base` has the contract, `opening` opens what a file or folder holds."""
