#!/usr/bin/env python3
"""A translator for tests: reads lines, writes as many, word by word from a table.

Arguments: the table (TSV, English and translation), then any of
  --marked     unknown words have a star before them
  --drop N     leave out the last N lines
  --fail TEXT  say this to stderr and exit with status 1
  --sleep S    wait before anything else
  --copy       write the English
"""

import argparse
import re
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("table")
parser.add_argument("--marked", action="store_true")
parser.add_argument("--copy", action="store_true")
parser.add_argument("--drop", type=int, default=0)
parser.add_argument("--sleep", type=float, default=0)
parser.add_argument("--fail", default="")
given = parser.parse_args()

time.sleep(given.sleep)
if given.fail:
    sys.exit(given.fail)
with open(given.table, encoding="utf-8") as rows:
    known = dict(row.rstrip("\n").split("\t") for row in rows)
sys.stdin.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def translated(word):
    return known.get(word.lower(), f"*{word}" if given.marked else word)


lines = [line.rstrip("\n") for line in sys.stdin]
for line in lines[: len(lines) - given.drop]:
    if not line.strip():
        sys.exit("an empty line came in")
    print(line if given.copy else re.sub(r"\w+", lambda found: translated(found[0]), line))
