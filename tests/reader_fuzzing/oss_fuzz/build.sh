#!/bin/bash -eu
# Builds the programs that fuzz readers of files, as OSS-Fuzz runs it: CC, CXX, CFLAGS and CXXFLAGS select the compiler and the
# sanitizers, LIB_FUZZING_ENGINE is the engine to link, SRC contains the project, WORK is for the build, and OUT gets the programs,
# their shared libraries and their seeds.
#
# LLVM 22 is not needed: everything is built but ingotc, so the readers of kernel files are left out. The Dockerfile of OSS-Fuzz's
# image installs the other packages in the sections [build] of packages.txt.
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
build=$WORK/ingot
cmake -S "$project" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DINGOT_COMPILER=OFF -DINGOT_FUZZING=ON \
    -DINGOT_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_BUILD_RPATH='$ORIGIN/lib' -DCMAKE_BUILD_RPATH_USE_ORIGIN=ON
cmake --build "$build" --target reader_fuzzing

# The machines that run the programs have only the C library: bring all other libraries along.
mkdir -p "$OUT/lib"
for seeds in "$build"/reader_fuzzing/*.seeds; do
    name=$(basename "$seeds" .seeds)
    cp "$build/bin/fuzz_$name" "$OUT/"
    ldd "$build/bin/fuzz_$name" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
        grep -vE '/lib(c|m|dl|rt|pthread|resolv)\.so' | xargs -r cp -Lut "$OUT/lib"
    # Seeds in different folders may have the same name, so that they are numbered.
    corpus=$build/reader_fuzzing/seed_corpus/$name
    rm -rf "$corpus"
    mkdir -p "$corpus"
    number=0
    while IFS= read -r seed; do
        number=$((number + 1))
        cp "$seed" "$corpus/$number"
    done < <(tr ',' '\n' <"$seeds"; echo)
    rm -f "$OUT/fuzz_${name}_seed_corpus.zip"
    zip -q -j -r "$OUT/fuzz_${name}_seed_corpus.zip" "$corpus"
    # An input has at most 32 KiB, as more would only take longer. Pictures and scenes may need much memory.
    printf '[libfuzzer]\nmax_len = 32768\ntimeout = 30\nrss_limit_mb = 2048\n' >"$OUT/fuzz_$name.options"
done
