#include "kernels/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/failures.hpp>
#include <ingot/archive/source_type.hpp>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <iterator>
#include <optional>
#include <spirv-tools/libspirv.hpp>
#include <utility>

namespace ingot::shell {

namespace {

std::string source_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return fmt::format(
            "'{}' cannot be read. The program may have been built on another machine, or its sources may have been moved.",
            file.string());
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string overview(const archive::archive& archive) {
    std::string text = fmt::format("compiler   {}\noptions    {}\n", archive.compiler, fmt::join(archive.options, " "));
    for (const auto& each : archive.targets) {
        text += fmt::format(
            "code       {:<6} {:<12} {:>8} bytes{}\n", each.target, each.architecture, each.bytes.size(),
            each.required_features.empty() ? "" : fmt::format("   requires {}", fmt::join(each.required_features, ", ")));
        for (const archive::missing_kernel& missing : each.missing_kernels)
            text += fmt::format("           without {}: {}\n", missing.symbol, missing.reason);
    }
    for (const auto& kernel : archive.kernels) {
        text += fmt::format("\n{}   line {}", kernel.name, kernel.line);
        if (kernel.symbol != kernel.name) text += fmt::format("   symbol {}", kernel.symbol);
        if (kernel.local_memory > 0) text += fmt::format("   {} bytes of local memory", kernel.local_memory);
        text += kernel.uses_barrier ? "   barriers\n" : "\n";
        for (const auto& each : archive::own_parameters(kernel))
            text += fmt::format("    {:<34} {:<20} {:>5} bytes\n", archive::source_type(each), each.name, each.size);
    }
    return text;
}

bool is_spirv(std::span<const std::byte> code) {
    constexpr uint32_t magic_number = 0x07230203;  // SPIR-V specification, section 2.3
    uint32_t first = 0;
    if (code.size() < sizeof first) return false;
    std::memcpy(&first, code.data(), sizeof first);
    return first == magic_number;
}

bool is_text(std::span<const std::byte> code) {
    return std::ranges::none_of(code, [](std::byte byte) { return byte == std::byte {0}; });
}

// Is it machine code in an object file (ELF specification, "ELF Identification")?
bool is_object(std::span<const std::byte> code) {
    constexpr std::string_view magic_number =
        "\x7f"
        "ELF";
    return code.size() >= magic_number.size() && std::memcmp(code.data(), magic_number.data(), magic_number.size()) == 0;
}

// Returns the SPIR-V modules of all kernels as text, one after the other; nothing for other code.
std::optional<std::string> text_of_modules(std::span<const std::byte> code) {
    std::string text;
    try {
        for (const archive::vulkan_kernel& each : archive::read_vulkan_code(code))
            text += fmt::format("; kernel {}\n{}\n", each.symbol, spirv_text(std::as_bytes(std::span(each.words))));
    } catch (const archive::archive_error&) {
        return std::nullopt;
    }
    return text;
}

// Returns text (such as PTX) unchanged and SPIR-V disassembled; nothing for other binary code.
std::optional<std::string> text_of(std::span<const std::byte> code) {
    if (is_spirv(code)) return spirv_text(code);
    if (is_text(code)) return std::string(reinterpret_cast<const char*>(code.data()), code.size());
    return text_of_modules(code);
}

}  // namespace

std::string spirv_text(std::span<const std::byte> module) {
    std::vector<uint32_t> words(module.size() / sizeof(uint32_t));
    std::memcpy(words.data(), module.data(), words.size() * sizeof(uint32_t));
    std::string text;
    spvtools::SpirvTools tools(SPV_ENV_OPENCL_2_0);
    std::string problem = "it is not SPIR-V";
    tools.SetMessageConsumer(
        [&problem](spv_message_level_t, const char*, const spv_position_t&, const char* message) { problem = message; });
    constexpr uint32_t options = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    return tools.Disassemble(words, &text, options) ? text : "The code cannot be shown as text: " + problem;
}

std::filesystem::path kernel_file_in_force(const device& device, const std::string& file, const std::filesystem::path& folder) {
    for (const kernel_file_in_use& each : kernel_files_in_use(device))
        if (each.name == file && !each.replaced_by.empty()) return each.replaced_by;
    return folder / file;
}

std::vector<kernel_page> kernel_pages(const device& device, const std::string& file, const std::filesystem::path& folder) {
    const std::filesystem::path in_force = kernel_file_in_force(device, file, folder);
    std::vector<kernel_page> pages {{"Source", source_text(in_force)}};
    try {
        const archive::archive contents = archive::read(kernel_archive_in_use(device, file), file);
        const std::string origin =
            in_force == folder / file ? "" : fmt::format("Compiled from {}, which INGOT_KERNELS names.\n\n", in_force.string());
        pages.push_back({"Overview", origin + overview(contents)});
        for (const auto& each : contents.targets) {
            const std::string title = each.target + (each.architecture.empty() ? "" : " " + each.architecture);
            if (is_object(each.bytes))
                pages.push_back({title, "", each.bytes});
            else if (std::optional<std::string> text = text_of(each.bytes))
                pages.push_back({title, std::move(*text)});
        }
    } catch (const std::exception& problem) {
        pages.push_back({"Overview", fmt::format("The compiled kernels cannot be read: {}", problem.what())});
    }
    return pages;
}

std::vector<std::string> included_headers(const std::filesystem::path& folder, const std::string& file) {
    std::vector<std::string> headers;
    std::vector<std::filesystem::path> unread {file};
    while (!unread.empty()) {
        const std::filesystem::path includer = unread.front();
        unread.erase(unread.begin());
        std::ifstream text(folder / includer);
        for (std::string line; std::getline(text, line);) {
            constexpr std::string_view directive = "#include \"";
            if (!line.starts_with(directive)) continue;
            const std::string name = line.substr(directive.size(), line.find('"', directive.size()) - directive.size());
            const std::filesystem::path header = (includer.parent_path() / name).lexically_normal();
            const bool is_known = std::ranges::find(headers, header.generic_string()) != headers.end();
            if (is_known || !std::filesystem::is_regular_file(folder / header)) continue;
            headers.push_back(header.generic_string());
            unread.push_back(header);
        }
    }
    return headers;
}

std::optional<kernel_definition> find_definition(const device& device, std::span<const std::string> kernel_files,
                                                 std::string_view kernel) {
    for (const std::string& file : kernel_files) try {
            for (const auto& each : archive::read(kernel_archive_in_use(device, file), file).kernels)
                if (each.name == kernel || each.symbol == kernel)
                    return kernel_definition {file, each.symbol, std::filesystem::path(each.file).filename().string(), each.line};
        } catch (const std::exception&) {  // kernel_pages() says so when the file is shown
        }
    return std::nullopt;
}

std::optional<size_t> line_of_code(std::string_view page, std::string_view symbol) {
    if (symbol.empty()) return std::nullopt;
    const auto is_part_of_word = [&](size_t at) {
        return at < page.size() && (std::isalnum(static_cast<unsigned char>(page[at])) != 0 || page[at] == '_');
    };
    std::optional<size_t> first;  // line of the first use, which begins the code in disassembled machine code
    for (size_t at = page.find(symbol); at != std::string_view::npos; at = page.find(symbol, at + 1)) {
        const size_t end = at + symbol.size();
        if (is_part_of_word(end) || (at > 0 && is_part_of_word(at - 1))) continue;
        const auto line = static_cast<size_t>(std::ranges::count(page.substr(0, at), '\n'));
        // In SPIR-V and PTX, names and other declarations come before the code.
        if (page.substr(end).starts_with(" = OpFunction ") || page.substr(0, at).ends_with(".entry ")) return line;
        if (!first) first = line;
    }
    return first;
}

}  // namespace ingot::shell
