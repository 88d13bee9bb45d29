#include "kernels/kernel_text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/written_type.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <iterator>
#include <spirv-tools/libspirv.hpp>

namespace ingot::shell {

namespace {

std::string source_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return fmt::format("'{}' is not on this machine: the program was built elsewhere, or moved.", file.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string overview(const archive::archive& of) {
    std::string text = fmt::format("compiler   {}\noptions    {}\n", of.compiler, fmt::join(of.options, " "));
    for (const auto& each : of.targets)
        text += fmt::format("code       {:<6} {:<12} {:>8} bytes{}\n", each.target, each.architecture, each.bytes.size(),
                            each.needs.empty() ? "" : fmt::format("   needs {}", fmt::join(each.needs, ", ")));
    for (const auto& kernel : of.kernels) {
        text += fmt::format("\n{}   line {}", kernel.name, kernel.line);
        if (kernel.symbol != kernel.name) text += fmt::format("   {} in code", kernel.symbol);
        if (kernel.local_memory > 0) text += fmt::format("   {} bytes of local memory", kernel.local_memory);
        text += kernel.uses_barrier ? "   barriers\n" : "\n";
        for (const auto& each : kernel.parameters)
            text += fmt::format("    {:<34} {:<20} {:>5} bytes\n", archive::written_type(each), each.name, each.size);
    }
    return text;
}

kernel_page page_of(const archive::code& of) {
    const std::string title = (of.target == "ptx" ? "PTX" : "SPIR-V") + (of.architecture.empty() ? "" : " " + of.architecture);
    if (of.target == "ptx") return {title, std::string(reinterpret_cast<const char*>(of.bytes.data()), of.bytes.size())};
    return {title, spirv_text(of.bytes)};
}

}  // namespace

std::string spirv_text(std::span<const std::byte> module) {
    std::vector<uint32_t> words(module.size() / sizeof(uint32_t));
    std::memcpy(words.data(), module.data(), words.size() * sizeof(uint32_t));
    std::string text;
    spvtools::SpirvTools tools(SPV_ENV_OPENCL_2_0);
    std::string problem = "its bytes are no SPIR-V";
    tools.SetMessageConsumer(
        [&problem](spv_message_level_t, const char*, const spv_position_t&, const char* message) { problem = message; });
    constexpr uint32_t how = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    return tools.Disassemble(words, &text, how) ? text : "This cannot be shown as text: " + problem;
}

std::vector<kernel_page> kernel_pages(const device& on, const std::string& file, const std::filesystem::path& folder) {
    std::vector<kernel_page> pages {{"Source", source_text(folder / file)}};
    try {
        const archive::archive contents = archive::read(kernel_archive_in_use(on, file), file);
        pages.push_back({"Overview", overview(contents)});
        for (const auto& each : contents.targets)
            if (each.target == "ptx" || each.target == "spirv") pages.push_back(page_of(each));
    } catch (const std::exception& problem) {
        pages.push_back({"Overview", fmt::format("The compiled kernels cannot be read: {}", problem.what())});
    }
    return pages;
}

}  // namespace ingot::shell
