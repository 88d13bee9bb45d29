// Metal files, for ingotc's Metal front end (source_files.hpp).
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "all_targets.hpp"
#include "source_files.hpp"

namespace ingot::reader_fuzzing {

namespace {

constexpr auto vocabulary = std::to_array<std::string_view>({
    "kernel void",
    "[[kernel]]",
    "device",
    "constant",
    "threadgroup",
    "thread",
    "const",
    "static",
    "constexpr",
    "template <typename T>",
    "template <int N>",
    "template [[host_name(\"x\")]]",
    "struct",
    "union",
    "enum class",
    "using namespace metal;",
    "namespace {",
    "float4",
    "packed_float3",
    "half",
    "bfloat",
    "uchar",
    "ulong",
    "float4x4",
    "vec<T, 3>",
    "matrix<half, 2, 2>",
    "array<int, 3>",
    "texture2d<float>",
    "texture2d<half, access::write>",
    "depth2d<float>",
    "texture_buffer<uint>",
    "sampler",
    "constexpr sampler s(filter::linear);",
    "simdgroup_float8x8",
    "atomic_uint",
    "[[buffer(0)]]",
    "[[texture(1)]]",
    "[[threadgroup(0)]]",
    "[[function_constant(0)]]",
    "function_constant(x)",
    "[[thread_position_in_grid]]",
    "[[stage_in]]",
    "[[id(3)]]",
    "[[",
    "]]",
    "vertex",
    "fragment",
    "main",
    "?",
    ":",
    ".xyzw",
    ".xx = ",
    "as_type<uint>(",
    "0.5h",
    "1.5bf",
    "0x1p-24h",
    "\"text\"",
    "threadgroup_barrier(mem_flags::mem_threadgroup);",
    "simd_sum(",
    "atomic_fetch_add_explicit(",
    "&",
    "*",
    "<",
    ">",
    "T",
    "int (*)(int)",
    "[](auto x) { return x; }",
    "requires",
    "decltype(auto)",
    "new int",
    "goto",
    "throw 1;",
    "asm(\"\");",
    "while (true)",
    "alignas(64)",
    "sizeof",
    "nullptr",
    "0",
    "-1",
    "0xffffffffffffffff",
    "1e308",
    "#define x",
    "#if 0",
    "#endif",
    "#include <metal_stdlib>",
    "#include <vector>",
    "#include \"input.metal\"",
    "#pragma METAL fp math_mode(safe)",
});

outcome read(std::span<const std::byte> input) { return compile_source(input, "input.metal", {{"--header", "input.hpp"}}); }

}  // namespace

const target metal_source_target {"metal_source", memory_use::by_content, &read};

}  // namespace ingot::reader_fuzzing

// libFuzzer calls this function by its name. It changes the input in place and returns the new size, which is at most
// `largest`.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t largest, unsigned seed);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t largest, unsigned seed) {
    using namespace ingot::reader_fuzzing;
    const std::string changed = changed_source({reinterpret_cast<const char*>(data), size}, seed, vocabulary).substr(0, largest);
    std::ranges::copy(changed, data);
    return changed.size();
}
