#!/usr/bin/env python3
"""A language model for tests: answers prompts from a JSON table, by the last English sentence.

Each prompt that is asked is appended to the file TABLE.asked, as a JSON line.
Arguments: the table ({source: answer}; null: no answer), then any of
  --die N      after N answers write half a line, and kill yourself
  --junk       also write lines that are no answers
  --fail TEXT  say this to stderr and exit with status 1
"""

import argparse
import json
import os
import signal
import sys

parser = argparse.ArgumentParser()
parser.add_argument("table")
parser.add_argument("--die", type=int)
parser.add_argument("--junk", action="store_true")
parser.add_argument("--fail", default="")
given = parser.parse_args()

if given.fail:
    sys.exit(given.fail)
with open(given.table, encoding="utf-8") as handle:
    table = json.load(handle)
if given.junk:
    print("Loading model...", '{"id": 1, "answer": "x"}', '{"id": "x", "answer": ""}', sep="\n")
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    with open(f"{given.table}.asked", "a", encoding="utf-8") as log:
        log.write(json.dumps(asked["prompt"]) + "\n")
    lines = asked["prompt"].splitlines()
    source = [one[9:] for one in lines if one.startswith("English: ")][-1]
    if lines[-1] == "Translation:":
        source = f"translate {source}"
    answer = json.dumps({"id": asked["id"], "answer": table[source]})
    if number == given.die:
        print(answer[:20], end="", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    print(answer, flush=True)
    if given.junk:
        print(answer, flush=True)
