#!/bin/sh
# Compiles a kernel file for Vulkan, and has the driver that the environment selects compile each of its kernels.
#   make_pipelines.sh INGOTC MAKE_PIPELINES KERNEL_FILE FOLDER [INGOTC_OPTION…]
# Exit status 77: there is no such driver on this machine.
set -eu
ingotc=$1 make_pipelines=$2 file=$3 folder=$4
shift 4
rm -rf "$folder"
mkdir -p "$folder/cache"
"$ingotc" "$file" -o "$folder/out.ingot" --targets vulkan "$@"
XDG_CACHE_HOME="$folder/cache" "$make_pipelines" "$folder/out.ingot"
