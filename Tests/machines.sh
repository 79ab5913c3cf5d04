#!/bin/sh
# One batch by several processes, as several machines with a shared folder would run it: xargs, GNU parallel (where it is
# installed), a Slurm array and a Kubernetes indexed job (both by the variables they set). Each writes what a single run writes,
# byte for byte.
#
#     Tests/machines.sh [COMMAND]
#
# Prints a line for each; the exit code is 1 where an output differs.

set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
command=${1:-$root/.build/release/allows-editing}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

mkdir photos
cp -r "$root/Fixtures/photos/." photos
rm -f photos/README.md
# Names that lists of lines, and shells, stumble over.
cp photos/harbor.jpg 'photos/two  spaces and '"'"'quotes".jpg'
cp photos/harbor.jpg "photos/$(printf 'line\nfeed').jpg"
cp photos/harbor.jpg "photos/$(printf 'caf\351').jpg"

options='-s 64 --quiet'
"$command" photos -o whole $options
pictures=$(find whole -name '*.edited.*' -print0 | tr -cd '\0' | wc -c)
failed=0

# Compares the output of this name with that of the single run; what is hidden is the command's own.
check() {
    if diff -r --exclude='.*' whole "$1" >differences; then
        echo "$1: the same $pictures pairs as a single run"
    else
        echo "$1: differs from a single run"
        head differences
        failed=1
    fi
}

# A few files for each process, as arguments.
find photos/./ -type f -print0 | xargs -0 -n 4 -P 3 "$command" -o xargs $options --
check xargs

# A part for each process, which looks for its files itself.
seq 4 | xargs -P 3 -I '{}' "$command" photos -o shards $options --shard '{}/4'
check shards

if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU; then
    find photos/./ -type f -print0 |
        parallel --will-cite --jobs 3 --pipe --recend '\0' -N 4 "$command" --files-from - -0 -o parallel $options
    check parallel
    parallel --will-cite --jobs 3 "$command" photos -o parallel-shards $options --shard '{}/4' ::: 1 2 3 4
    check parallel-shards
else
    echo 'parallel: GNU parallel is not installed, left out'
fi

# sbatch --array=1-4
for task in 1 2 3 4; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_STEP=1 \
        SLURM_ARRAY_TASK_COUNT=4 "$command" photos -o slurm $options --shard auto --records "slurm-$task.jsonl" &
done
wait
check slurm
records=$(cat slurm-*.jsonl | wc -l)
[ "$records" = "$pictures" ] || { echo "slurm: $records records of $pictures pictures" && failed=1; }

# completionMode: Indexed, completions: 4, and JOB_COMPLETIONS=4 among the variables of the container
for task in 0 1 2 3; do
    JOB_COMPLETION_INDEX=$task JOB_COMPLETIONS=4 "$command" photos -o kubernetes $options --shard auto &
done
wait
check kubernetes

exit $failed
