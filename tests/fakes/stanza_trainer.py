"""Stands in for `python -m stanza.models.X --mode=train ...`: quick, and it notes its calls.

Called as `python stanza_trainer.py -m MODULE OPTIONS`. The environment variable FAKE_STANZA names
a folder: calls.jsonl there gets the command line; if it holds a file fail-MODULE the fake fails
with that text, if hang-MODULE it waits for ever once it has begun.
"""

import json
import os
import sys
import time
from pathlib import Path

home = Path(os.environ["FAKE_STANZA"])
module = sys.argv[2]
options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[3:])
with open(home / "calls.jsonl", "a", encoding="utf-8") as calls:
    call = {"module": module, "options": options, "threads": os.environ["OMP_NUM_THREADS"]}
    calls.write(json.dumps(call) + "\n")
for name in ("train_file", "eval_file", "txt_file", "label_file", "mwt_json_file"):
    if name in options and not Path(options[name]).is_file():
        sys.exit(f"no file {options[name]}")
print("2026-01-01 00:00:00 INFO: Finished STEP 20/40, loss = 1.5 (0.1 sec/batch), lr: 0.003")
print("2026-01-01 00:00:00 INFO: step 20: train_loss = 1.500000, dev_score = 0.9125", flush=True)
if (home / f"hang-{module}").exists():
    (home / "hanging").touch()
    time.sleep(600)
if (home / f"fail-{module}").exists():
    sys.exit((home / f"fail-{module}").read_text(encoding="utf-8"))
print("2026-01-01 00:00:00 INFO: step 40: train_loss = 1.000000, dev_score = 0.9025")
folder = Path(options["save_dir"])
folder.mkdir(parents=True, exist_ok=True)
(folder / options["save_name"]).write_text(f"{module} {options['seed']}", encoding="utf-8")
