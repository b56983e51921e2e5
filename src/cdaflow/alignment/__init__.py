"""Word alignment: the words that links count, the Pharaoh format, and aligners."""
