#include "program_text.hpp"

#include <algorithm>
#include <filesystem>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/error.hpp>
#include <sstream>

namespace ingot::backends::metal {

namespace {

// Returns the names of the kernels in a text. ingotc begins the line of each kernel, and no other line, with these two words.
std::vector<std::string> kernel_names(const std::string& text) {
    constexpr std::string_view before = "kernel void ";
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(before)) names.push_back(line.substr(before.size(), line.find('(') - before.size()));
    return names;
}

}  // namespace

program_text::program_text(const archive::archive& contents, const std::string& device) {
    if (const archive::code* const code = contents.find("msl")) {
        take(*code, contents);
        name_kernels(contents);
        return;
    }
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(contents.source, unknown))
        throw error("'" + contents.source + "' has no code for '" + device +
                    "' and is not here to be compiled: compile it with --targets spirv,ptx,msl");
    compile_options options;
    options.targets = {"msl"};
    options.cpu_debug = false;
    options.warnings = {"no-everything"};
    for (const std::string& option : contents.options) {
        if (option.starts_with("-D")) options.definitions.push_back(option.substr(2));
        if (option == "--fast-math") options.fast_math = true;
    }
    const compiled_program compiled = compile(contents.source, options);
    const archive::archive made = archive::read(compiled.source().archive, compiled.source().name);
    const archive::code* const code = made.find("msl");
    if (!code) throw error("'" + contents.source + "': ingotc wrote no text in Metal's language");
    take(*code, made);
    name_kernels(contents);
}

void program_text::take(const archive::code& code, const archive::archive& contents) {
    text_.assign(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
    missing_ = code.missing_kernels;
    is_fast_ = std::ranges::find(contents.options, "--fast-math") != contents.options.end();
}

// The text has the kernels in the order of the file.
void program_text::name_kernels(const archive::archive& contents) {
    for (const archive::kernel_reflection& kernel : contents.kernels)
        if (std::ranges::find(missing_, kernel.symbol, &archive::missing_kernel::symbol) == missing_.end())
            symbols_.push_back(kernel.symbol);
    names_ = kernel_names(text_);
    if (symbols_.size() != names_.size())
        throw error("'" + contents.source + "': the text in Metal's language has " + std::to_string(names_.size()) +
                    " kernels, but the archive describes " + std::to_string(symbols_.size()) +
                    ": the parts of the archive do not match; compile the kernel file again");
}

kernel_in_text program_text::find(const archive::kernel_reflection& kernel) const {
    const auto missing = std::ranges::find(missing_, kernel.symbol, &archive::missing_kernel::symbol);
    if (missing != missing_.end()) return {{}, {}, "the code in Metal's language does not have it: " + missing->reason};
    const auto place = std::ranges::find(symbols_, kernel.symbol);
    if (place == symbols_.end()) throw error("kernel '" + kernel.name + "' is not in the text in Metal's language");
    std::vector<argument_place> places = argument_places(kernel);
    std::string reason = binding_error(places);
    return {names_[static_cast<size_t>(place - symbols_.begin())], std::move(places), std::move(reason)};
}

void throw_missing(const std::string& kernel, const std::string& device, const std::string& reason) {
    throw error("kernel '" + kernel + "' on '" + device + "': " + reason);
}

}  // namespace ingot::backends::metal
