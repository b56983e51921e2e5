"""A Slurm cluster of one node in a folder of its own, from Debian's packages, for tests.

    python tests/slurm/cluster.py snakemake --profile slurm results/tables/winomt.csv

runs a command on such a cluster and ends it with the command. Nothing of /etc is read or written:
configuration, keys, sockets, logs and state lie in the folder; the ports are free ones. There is
no accounting database, as on many small clusters. The node has four CPUs, 64 GB and two GPUs,
whatever the machine has: Slurm counts them and binds nothing.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PACKAGES = {
    "munged": "munge",
    "slurmctld": "slurmctld",
    "slurmd": "slurmd",
    "sbatch": "slurm-client",
}
FREEZER = Path("/sys/fs/cgroup/freezer")
#: Seconds in which a daemon must come up.
PATIENCE = 60

CONFIGURATION = """\
ClusterName=cdaflow
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
# A requeued job may start again after cred_expire seconds (else two minutes).
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/{tracking}
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
ReturnToService=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
GresTypes=gpu
NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=64000 Gres=gpu:2
PartitionName=standard Nodes={node} Default=YES MaxTime=INFINITE PriorityTier=1
PartitionName=urgent Nodes={node} MaxTime=INFINITE PriorityTier=9 PreemptMode=OFF
"""


class NoClusterError(Exception):
    """There can be no cluster here; the message says why."""


def install() -> None:
    """Install what is missing of Slurm; raise NoClusterError where that cannot be."""
    if os.geteuid() != 0:
        raise NoClusterError("the daemons of Slurm and apt-get need root")
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    missing = [name for program, name in PACKAGES.items() if not shutil.which(program, path=path)]
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise NoClusterError(f"no apt-get to install {', '.join(missing)} with")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *missing]):
        done = subprocess.run(
            ["apt-get", *words], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().split("\n")[-1]
            raise NoClusterError(f"apt-get {words[0]} failed: {last}")


class Cluster:
    """Daemons of a cluster of one node; a context manager that starts and ends them.

    `environment` is what a shell must have to use the cluster.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = f"{folder}/bin:{os.environ['PATH']}:/usr/sbin:/sbin"
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf"), "PATH": path}
        # Its name stands in the names of cgroups, which clusters of one machine share.
        self.node_port = _free_port()
        self.node = f"node{self.node_port}"
        self.daemons: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Cluster:
        try:
            self._configure()
            self._start_munge()
            self.start_controller()
            self._start("slurmd", ["slurmd", "-D", "-N", self.node])
            self._wait("the node", lambda: "idle" in self.ask("sinfo", "--noheader", "-o", "%T"))
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all jobs and daemons."""
        if "slurmd" in self.daemons:
            self.ask("scancel", "--user", "root", check=False)
            self._wait("the end of the jobs", lambda: not self.jobs(), must=False)
        for name in ("slurmd", "slurmctld", "munged"):
            self._end(name)

    def start_controller(self) -> None:
        """Start slurmctld, with the state that the last one left."""
        self._start("slurmctld", ["slurmctld", "-D"])
        self._wait("slurmctld", lambda: "UP" in self.ask("scontrol", "ping", check=False))

    def kill_controller(self) -> None:
        """Kill slurmctld as a crash of its machine would."""
        self.daemons["slurmctld"].kill()
        self.daemons.pop("slurmctld").wait()

    def ask(self, *words: str, check: bool = True) -> str:
        """Return what a command of Slurm prints."""
        return subprocess.run(
            words, env=self.environment, stdout=subprocess.PIPE, text=True, check=check,
            stderr=None if check else subprocess.DEVNULL, timeout=60,
        ).stdout  # fmt: skip

    def jobs(self) -> list[tuple[str, str, str]]:
        """Return id, state and comment (of Snakemake: rule and wildcards) of the jobs queued."""
        lines = self.ask("squeue", "--noheader", "-o", "%A|%T|%k", check=False).splitlines()
        return [(a, b, c) for a, b, c in (line.split("|", 2) for line in lines)]

    def _configure(self) -> None:
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "slurm.conf").write_text(
            CONFIGURATION.format(
                folder=self.folder,
                host=socket.gethostname().split(".")[0],
                # As a real cluster kills what a job leaves behind; in a sandbox without the
                # freezer of cgroups v1, by looking at parents.
                tracking="cgroup" if os.access(FREEZER, os.W_OK) else "linuxproc",
                controller_port=_free_port(),
                node_port=self.node_port,
                node=self.node,
            )
        )
        (self.folder / "cgroup.conf").write_text(
            f"CgroupPlugin=cgroup/v1\nCgroupMountpoint={FREEZER.parent}\nCgroupAutomount=no\n"
        )
        # Any two files will do as devices.
        devices = [self.folder / f"gpu{number}" for number in (0, 1)]
        for device in devices:
            device.touch()
        lines = "".join(f"Name=gpu File={device}\n" for device in devices)
        (self.folder / "gres.conf").write_text(lines)
        # Inside a job, Snakemake's plugin calls srun without SLURM_CONF.
        srun = self.folder / "bin/srun"
        real = shutil.which("srun")
        srun.parent.mkdir(exist_ok=True)
        srun.write_text(f'#!/bin/sh\nSLURM_CONF={self.folder}/slurm.conf exec {real} "$@"\n')
        srun.chmod(0o755)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)

    def _start_munge(self) -> None:
        # munged wants its folders to be writable by nobody else; /tmp is a fault that --force
        # lets pass.
        options = [
            *("--foreground", "--force", f"--socket={self.folder}/munge.socket"),
            *(f"--key-file={self.folder}/munge.key", f"--pid-file={self.folder}/munged.pid"),
            *(f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed"),
        ]
        self._start("munged", ["munged", *options])
        self._wait("munged", (self.folder / "munge.socket").exists)

    def _start(self, name: str, command: list[str]) -> None:
        with open(self.folder / f"{name}.out", "ab") as out:
            self.daemons[name] = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    def _end(self, name: str) -> None:
        daemon = self.daemons.pop(name, None)
        if daemon is None:
            return
        daemon.terminate()
        try:
            daemon.wait(20)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def _wait(self, what: str, ready: Callable[[], bool], *, must: bool = True) -> None:
        end = time.monotonic() + PATIENCE
        while not ready():
            dead = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                if not must:
                    return
                said = [self._last_words(name) for name in (dead or self.daemons)]
                raise NoClusterError("\n".join([f"{what} did not come up:", *said]))
            time.sleep(0.2)

    def _last_words(self, name: str) -> str:
        text = (self.folder / f"{name}.out").read_text(errors="replace")
        return "\n".join(text.splitlines()[-5:])


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def main(command: list[str]) -> int:
    """Run a command on a fresh cluster; return its exit status."""
    try:
        install()
        with (
            tempfile.TemporaryDirectory(prefix="cdaflow-slurm-") as folder,
            Cluster(Path(folder)) as cluster,
        ):
            return subprocess.run(command, env=cluster.environment, check=False).returncode
    except NoClusterError as error:
        print(f"no Slurm cluster here: {error}", file=sys.stderr)
        return 77


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["sinfo"]))
