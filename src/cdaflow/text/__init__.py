"""Parallel and monolingual corpora: checked, cleaned, sampled.

`spec` says what a corpus is and reads it, `check` whether it is sound, `clean` decides what of it
stays and how it is written, `duplicates` remembers what was there before and `held_out` what is
tested on, `corpus` puts these together, `sample` takes from the result; `ids` are for life.
Everything streams: no function here holds a corpus in memory.
"""
