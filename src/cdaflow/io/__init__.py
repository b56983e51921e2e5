"""Files: whole or not at all, compressed or plain, read with every check, in batches."""
