#include "kernel_sources.hpp"

#include <filesystem>
#include <ingot/runtime/kernel_replacement.hpp>
#include <sstream>
#include <string>

namespace ingot::bench {

void compile_kernels_for(const device& device, std::string_view sample) {
    // Each entry is a kernel file and its options, with a bar between them.
    std::istringstream entries(INGOT_BENCH_KERNELS);
    for (std::string entry; std::getline(entries, entry, ',');) {
        const size_t bar = entry.find('|');
        const std::filesystem::path file = entry.substr(0, bar);
        if (!sample.empty() && file.parent_path().filename() != sample) continue;
        const std::string name = file.filename().string();
        const bool fast_math = entry.substr(bar + 1) == "--fast-math";
        replace_kernels(device, name, compile(file, replacement_options(device, {name, fast_math})));
    }
}

}  // namespace ingot::bench
