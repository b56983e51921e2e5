"""Kill -9 each long step at several moments, run it again, and compare its bytes.

    python tests/faults/run.py [--folder DIR] [--moments 4] [--only STEP ...]

Each step runs once undisturbed. Then it is killed (with the programs that it has started) at
several moments of that time, and run to its end: no output may be there that is not whole, and
the outputs must be those of the undisturbed run. With PyTorch imported once, some minutes in all.
Ends with status 1 where anything differs. What it found is in docs/reliability.md.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from steps import KILL, STEPS, Step, kill_after, prepare, run


def digests(folder: Path, step: Step) -> dict[str, str]:
    """Return the digest of each file that a step has written under a final name."""
    found = {}
    for output in step.outputs:
        path = folder / output
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and ".partial." not in file.name:
                name = str(file.relative_to(folder))
                found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def remove(folder: Path, step: Step, *, state: bool) -> None:
    """Remove the outputs of a step, and its state."""
    for name in (*step.outputs, *([step.state] if state and step.state else [])):
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def check(folder: Path, step: Step, moments: int, said: Path) -> list[str]:
    """Return what is wrong with a step that is killed."""
    remove(folder, step, state=True)
    status, seconds = run(step.argv, folder, said)
    if status:
        return [f"{step.name}: ended with {status} undisturbed, see {said}"]
    wanted = digests(folder, step)
    wrong = []
    for moment in range(1, moments + 1):
        remove(folder, step, state=True)
        killed = kill_after(step.argv, folder, said, seconds * moment / (moments + 1), KILL)
        for name, digest in digests(folder, step).items():
            if digest != wanted[name]:
                wrong.append(f"{step.name}: {name} is there, half-written, after a kill")
        # The state stays: a step goes on from it, or knows it for what it is.
        status, _ = run(step.argv, folder, said)
        found = digests(folder, step)
        if status or found != wanted:
            differing = [name for name in wanted if found.get(name) != wanted[name]]
            wrong.append(f"{step.name}: status {status} after a kill; other: {differing}")
        print(f"{step.name}: killed at {seconds * moment / (moments + 1):.2f} s of {seconds:.2f} "
              f"({killed}), again: {'same' if found == wanted else 'OTHER'}", flush=True)  # fmt: skip  # noqa: E501
    return wrong


def main() -> int:
    """Run the steps; return 1 where one of them lost anything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--moments", type=int, default=4)
    parser.add_argument("--only", nargs="+", default=[step.name for step in STEPS])
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="cdaflow-faults-"))
    prepare(folder)
    import torch  # imported before the steps are forked off

    import cdaflow.agreement.training
    import cdaflow.inflection.transducer.training
    import cdaflow.io.parquet  # noqa: F401

    torch.set_num_threads(1)
    wrong = []
    for step in STEPS:
        if step.name in arguments.only:
            wrong += check(folder, step, arguments.moments, folder / "said.log")
        elif not all((folder / output).exists() for output in step.outputs):
            run(step.argv, folder, folder / "said.log")
    left = [str(path) for path in folder.rglob(".*.partial.*")]
    print(f"{len(left)} temporary files of killed processes are left (hidden names)")
    print("\n".join(wrong) or "nothing was lost")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
