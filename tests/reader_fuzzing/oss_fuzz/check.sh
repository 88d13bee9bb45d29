#!/usr/bin/env bash
# Tests build.sh in the surroundings that OSS-Fuzz gives it: builds the programs in WORK_FOLDER and reads each seed once, without the
# libraries of the build.
#
#     check.sh CC CXX WORK_FOLDER
set -euo pipefail
export CC=$1 CXX=$2 WORK=$3/work OUT=$3/out LIB_FUZZING_ENGINE=-fsanitize=fuzzer
sanitizers='-O1 -fno-omit-frame-pointer -gline-tables-only -fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link'
export CFLAGS=$sanitizers CXXFLAGS=$sanitizers
rm -rf "$OUT"
mkdir -p "$WORK" "$OUT"
"$(dirname "${BASH_SOURCE[0]}")/build.sh" >"$3/build.log" 2>&1 || { tail -30 "$3/build.log"; exit 1; }

count=0
for program in "$OUT"/fuzz_*; do
    if [[ $program == *.* ]]; then continue; fi
    corpus=$(mktemp -d)
    unzip -q "${program}_seed_corpus.zip" -d "$corpus"
    "$program" -runs=0 "$corpus" >"$3/run.log" 2>&1 || { cat "$3/run.log"; exit 1; }
    printf '%s: %d seeds\n' "$(basename "$program")" "$(ls "$corpus" | wc -l)"
    rm -r "$corpus"
    count=$((count + 1))
done
[ "$count" -ge 12 ] || { echo "only $count programs were built"; exit 1; }
