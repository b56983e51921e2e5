#!/bin/sh
# Makes the folder of the workflow ready after snakemake itself was killed (kill -9, a crash of the
# machine that it ran on): ends the jobs that it left to Slurm, waits until they are gone, since
# trainings save a checkpoint first, and unlocks the folder. Then give the command again.
#
# Not while snakemake is still running in this folder.
set -eu
cd "$(dirname "$0")/.."

left() {
    squeue --noheader --user "$(id -un)" --format '%A|%j|%Z' |
        awk -F'|' -v here="$(pwd -P)" '$2 ~ /^cdaflow_/ && $3 == here { print $1 }'
}

jobs=$(left)
if [ -n "$jobs" ]; then
    echo "ending the jobs" $jobs
    scancel $jobs
    while [ -n "$(left)" ]; do sleep 2; done
fi
snakemake --unlock --quiet all
