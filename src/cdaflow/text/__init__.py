"""Parallel and monolingual corpora: read, cleaned, sampled, and kept as Parquet.

`spec` says what a corpus is, `formats` and `tmx` read it, `normalise` and `clean` decide what
of it stays, `duplicates` remembers what was there before, `corpus` puts these together,
`shards` reads and writes the Parquet files between the steps, `sample` and `export` take
from them. Everything streams: no function here holds a corpus in memory.
"""
