"""UDify (Kondratyuk and Straka 2019): features of words, from archives that it was saved to."""
