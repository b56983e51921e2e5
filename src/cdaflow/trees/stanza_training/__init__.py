"""Stanza models: trained from treebanks, or fetched as Stanza's authors publish them."""
