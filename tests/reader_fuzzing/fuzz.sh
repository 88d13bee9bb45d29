#!/usr/bin/env bash
# Fuzzes one reader of files for some seconds. `./dev fuzz` and the tests reader_fuzzing.* run this script.
#
#     fuzz.sh BUILD_FOLDER READER SECONDS
#
# BUILD_FOLDER/reader_fuzzing/corpus/READER keeps the inputs that reached new code; the next run begins with them.
# BUILD_FOLDER/reader_fuzzing/failures keeps each input that shows a defect. The exit status is 1 if there was one.
set -euo pipefail
build=$1 reader=$2 seconds=$3

program=$build/bin/fuzz_$reader
folder=$build/reader_fuzzing
mkdir -p "$folder/corpus/$reader" "$folder/failures"

# The readers of files read each input from a temporary folder, in memory if possible. A failure leaves it behind.
temporary=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$temporary"' EXIT
export TMPDIR=$temporary

# Leaks of libraries that are known.
export LSAN_OPTIONS="suppressions='$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/leaks.txt':print_suppressions=0"

# An input has at most 32 KiB, as more would only take longer, and its reader at most 30 seconds and 2 GiB.
prefix=$folder/failures/$reader-$(date +%Y%m%d-%H%M%S)-
status=0
"$program" -max_total_time="$seconds" -max_len=32768 -timeout=30 -rss_limit_mb=2048 -report_slow_units=30 \
    -artifact_prefix="$prefix" -seed_inputs=@"$folder/$reader.seeds" -print_final_stats=1 "$folder/corpus/$reader" 2>&1 || status=$?
case $status in
    0) exit 0 ;;
    72) exit 130 ;;  # libFuzzer's status after Ctrl+C
esac
echo
echo "The reader '$reader' has a defect. To read the input again that shows it:"
for input in "$prefix"*; do
    if [ -f "$input" ]; then echo "    $program $input"; else echo "    libFuzzer kept no input; its messages above say why"; fi
done
exit 1
