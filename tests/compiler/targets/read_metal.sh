#!/bin/sh
# Writes a kernel file as text in Metal's language, and compiles the text by the front end for Metal. Skipped if Metal can express
# none of the file's kernels.
#
#   read_metal.sh INGOTC KERNEL_FILE OUTPUT_NAME OPTION…
set -eu
ingotc=$1
source=$2
output=$3
shift 3

if ! "$ingotc" "$source" -o "$output.ingot" --targets msl --emit-asm "$@" 2>"$output.errors"; then
    cat "$output.errors" >&2
    # Such an error is what the target lacks. Anything else is a defect.
    lacks='error: \(Metal \|MSL has no\|ingotc cannot write vectors\)'
    if grep -q "$lacks" "$output.errors" && ! grep 'error: ' "$output.errors" | grep -qv "$lacks"; then
        echo "skipped: Metal cannot express a kernel of this file"
        exit 77
    fi
    exit 1
fi
"$ingotc" "$output.metal" -o "$output.read.ingot" --targets spirv
kernels=$("$ingotc" inspect "$output.read.ingot" | grep -c '^    local memory')
written=$(grep -c '^kernel void' "$output.metal")
echo "$written kernels written, $kernels read"
test "$kernels" -eq "$written"
