"""Signals that are passed on to the processes that a process has started."""

import signal
import subprocess
import sys
import time

import pytest

from cdaflow.signals import descendants

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

#: A child of a child, in a session of its own; all say what they get.
CHILD = """
import os, signal, subprocess, sys, time
def told(number, frame):
    os.write(1, f"{sys.argv[1]} told\\n".encode())  # in one piece, whoever else writes
    sys.exit(3)
signal.signal(signal.SIGTERM, told)
below = None
if sys.argv[1] == "child":
    below = subprocess.Popen([sys.executable, "-c", sys.argv[2], "grandchild", sys.argv[2]],
                             start_new_session=True)
else:
    print("up", flush=True)
try:
    below.wait() if below else time.sleep(60)
finally:
    if below:
        below.wait()
"""
PARENT = """
import signal, subprocess, sys, time
from cdaflow.signals import pass_on_sigterm
pass_on_sigterm()
signal.signal(signal.SIGTERM, lambda number, frame: None)  # as Snakemake does, later
child = subprocess.Popen([sys.executable, "-c", sys.argv[1], "child", sys.argv[1]])
print("status", child.wait(), flush=True)
"""


def test_all_descendants_are_told():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, text=True
    )
    try:
        assert parent.stdout.readline() == "up\n"
        assert len(descendants(parent.pid)) == 2
        parent.send_signal(signal.SIGTERM)
        said = parent.communicate(timeout=30)[0].splitlines()
    finally:
        for process in [*descendants(parent.pid), parent.pid] if parent.poll() is None else ():
            subprocess.run(["kill", "-9", str(process)], check=False)
    assert sorted(said) == ["child told", "grandchild told", "status 3"]
    assert parent.returncode == 0


def test_descendants_of_a_process_without_any():
    process = subprocess.Popen(["sleep", "30"])
    try:
        time.sleep(0.1)
        assert descendants(process.pid) == []
    finally:
        process.kill()
        process.wait()
