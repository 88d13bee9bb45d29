#!/bin/sh
# Builds the runtime and the conformance suite for AArch64, with kernels that this machine's ingotc compiles, and runs the suite
# under qemu.
#   conformance.sh PROJECT INGOTC FOLDER C_COMPILER CXX_COMPILER LIBRARY_OPTIONS
# LIBRARY_OPTIONS are the options of ingotc for the standard library, separated by semicolons. Exit status 77: a package is missing.
set -eu
project=$1 ingotc=$2 folder=$3 c=$4 cxx=$5 library=$6
lacks() { echo "$1 is not installed (Debian: $2)"; exit 77; }
command -v qemu-aarch64 >/dev/null || lacks "the emulator qemu-aarch64" qemu-user
command -v aarch64-linux-gnu-g++ >/dev/null || lacks "the cross compiler for AArch64" g++-aarch64-linux-gnu
[ -f /usr/src/googletest/googletest/src/gtest-all.cc ] || lacks "the source of GoogleTest" googletest
# Clang compiles for every processor, g++ for one.
target=--target=aarch64-linux-gnu
if ! "$cxx" --version | grep -q clang; then c=aarch64-linux-gnu-gcc cxx=aarch64-linux-gnu-g++ target=; fi

# An emulator that changes the order of sequentially consistent accesses cannot run the test of that order.
mkdir -p "$folder"
"$cxx" $target -std=c++20 -O2 -pthread -static "$project/tests/aarch64/store_buffering.cpp" -o "$folder/store_buffering"
left_out=
qemu-aarch64 "$folder/store_buffering" || left_out='*memory_order.store_buffering*'

# Only these headers of /usr/include: the others are of this machine's C library.
rm -rf "$folder/headers"
mkdir -p "$folder/headers"
for header in CL vulkan vk_video boost fmt glm nlohmann xxhash.h; do
    ln -s "/usr/include/$header" "$folder/headers/$header"
done
headers=$folder/headers
cmake -S "$project" -B "$folder/build" -G Ninja --toolchain "$project/tests/aarch64/toolchain.cmake" \
    -DCMAKE_C_COMPILER="$c" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release \
    -DINGOT_TESTS=ON -DINGOT_INGOTC="$ingotc" -DINGOTC_STANDARD_LIBRARY="$library" "-DINGOT_KERNEL_OPTIONS=--targets;cpu;--arch;aarch64" \
    -DINGOT_CROSS_HEADERS="$headers" -DINGOT_OPENCL_HEADERS="$headers" -DINGOT_VULKAN_HEADERS="$headers" \
    -DINGOT_XXHASH_HEADERS="$headers" "-DINGOT_CONFORMANCE_LEFT_OUT=$left_out"
cmake --build "$folder/build"
echo "Tests that are left out: ${left_out:-none}"
INGOT_COMPILER=$ingotc exec ctest --test-dir "$folder/build" --output-on-failure -j "$(nproc)"
