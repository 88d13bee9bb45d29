// Kernel files, for ingotc's C++ front end (source_files.hpp).
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "all_targets.hpp"
#include "source_files.hpp"

namespace ingot::reader_fuzzing {

namespace {

constexpr auto vocabulary = std::to_array<std::string_view>({
    "kernel",
    "void",
    "auto",
    "const",
    "static",
    "constexpr",
    "consteval",
    "thread_local",
    "mutable",
    "virtual",
    "template <typename T>",
    "template <int N>",
    "typename",
    "struct",
    "union",
    "enum class",
    "using namespace ingot;",
    "namespace {",
    "buffer<float>",
    "buffer<const int>",
    "constant_buffer<float4>",
    "local_buffer<int>",
    "param<double>",
    "image_2d<float4>",
    "float4",
    "half",
    "__int128",
    "long double",
    "T",
    "T...",
    "int*",
    "int&",
    "int (*)(int)",
    "int[3]",
    "[]",
    "[](auto x) { return x; }",
    "instances<",
    "operator",
    "requires",
    "concept",
    "decltype(auto)",
    "barrier();",
    "global_id.x",
    "local_id",
    "print(\"{}\\n\", 1);",
    "assert(false);",
    "throw 1;",
    "try {",
    "catch (...) {}",
    "new int",
    "delete",
    "goto",
    "asm(\"\");",
    "co_return",
    "return",
    "switch (0)",
    "case 1:",
    "default:",
    "while (true)",
    "alignas(64)",
    "[[noreturn]]",
    "sizeof",
    "nullptr",
    "0",
    "-1",
    "0x7fffffffffffffff",
    "1e308",
    "\"text\"",
    "#define x",
    "#if 0",
    "#endif",
    "#include <ingot/kernel.hpp>",
    "#include <algorithm>",
    "#include \"input.kernels.cpp\"",
});

outcome read(std::span<const std::byte> input) {
    return compile_source(input, "input.kernels.cpp",
                          {{"--header", "input.kernels.hpp"}, {"--cpu-debug", "input.cpu_debug.cpp"}});
}

}  // namespace

const target kernel_source_target {"kernel_source", memory_use::by_content, &read};

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
