"""Marian by subprocess: find it, train, fine-tune and translate with it."""
