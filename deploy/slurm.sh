#!/bin/bash
# Workers of a fleet as a Slurm array: sbatch --array=0-99 deploy/slurm.sh s3://bucket/runs/9x9
#
# The run may also be a folder that all nodes share. Keys of an object store come from the environment of sbatch.
#SBATCH --job-name=shidogo
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --time=12:00:00
#SBATCH --requeue
# Slurm tells the job this long before it ends; shidogo uploads what is finished within ten seconds.
#SBATCH --signal=TERM@60
set -euo pipefail
exec srun shidogo selfplay --run "${1:?usage: sbatch --array=0-99 deploy/slurm.sh RUN}" \
    --threads "$SLURM_CPUS_PER_TASK" --buffer "${TMPDIR:-/tmp}/shidogo-$SLURM_JOB_ID"
