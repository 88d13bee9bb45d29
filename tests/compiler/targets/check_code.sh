#!/bin/sh
# Compiles a kernel file and checks the code with the targets' own tools.
#   check_code.sh spirv|ptx|vulkan INGOTC KERNEL_FILE FOLDER [INGOTC_OPTION…]
# Exit status 77: the tool is not on this machine.
set -eu
target=$1 ingotc=$2 file=$3 folder=$4
shift 4
if [ "$target" = ptx ]; then
    ptxas=$(command -v ptxas || ls /usr/local/cuda/bin/ptxas 2>/dev/null) || { echo "ptxas of the CUDA toolkit is not on this machine"; exit 77; }
fi
mkdir -p "$folder"
rm -f "$folder"/out*
"$ingotc" "$file" -o "$folder/out.ingot" --targets "$target" --emit-asm "$@"
case $target in
spirv)
    # One file, or one for each profile of devices.
    for text in "$folder"/out*.spvasm; do
        # OpenCL's rules, but SPIRV-Tools knows them without the extensions that bring these capabilities.
        version=spv1.2 rules=opencl2.2
        if grep -q 'OpCapability Int64Atomics' "$text"; then rules=spv1.2; fi
        if grep -q '^; Version: 1.3' "$text"; then version=spv1.3 rules=spv1.3; fi
        spirv-as --target-env $version --preserve-numeric-ids "$text" -o "$folder/out.spv"
        spirv-val --target-env $rules "$folder/out.spv"
        if grep -w Generic "$text"; then echo "a generic pointer is left"; exit 1; fi
        grep -q OpEntryPoint "$text"
    done ;;
vulkan)
    # ingotc validates each module by SPIRV-Tools' rules for Vulkan 1.2, and fails if one is not valid.
    cat "$folder"/out*.vulkan.spvasm | grep -q 'OpEntryPoint GLCompute' ;;
ptx)
    # What every device reads; ptxas itself assembles for a later one.
    "$ptxas" --gpu-name sm_90 "$folder/out.ptx" -o "$folder/out.cubin"
    # A pointer to a variable is generic if another variable holds it or if it is made from a number: the kernels of these files follow
    # such pointers.
    case $file in */conformance/pointers.kernels.cpp | */metal/values.metal) generic= ;; *) generic=no ;; esac
    if [ -n "$generic" ] && grep -E '\b(ld|st|atom)\.(b|u|s|f|v)[0-9]' "$folder/out.ptx"; then echo "an access to generic memory is left"; exit 1; fi
    grep -q '.visible .entry' "$folder/out.ptx" ;;
esac
