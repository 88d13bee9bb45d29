#include "compilation.hpp"

#include <algorithm>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/installation/installation.hpp>
#include <ingot/runtime/error.hpp>
#include <system_error>
#include <utility>

#include "../cpu_debug/sanitizer.hpp"
#include "diagnostics.hpp"
#include "run_process.hpp"

namespace ingot::jit {

namespace fs = std::filesystem;

namespace {

// A shared library that is loaded into a program with a sanitizer must be compiled with the same sanitizer.
std::string sanitizer_option() {
    namespace sanitizer = backends::cpu_debug::sanitizer;
    return sanitizer::has_address_sanitizer()  ? "-fsanitize=address"
           : sanitizer::has_thread_sanitizer() ? "-fsanitize=thread"
                                               : "";
}

// The command that runs ingotc. All outputs go to the folder `out`.
std::vector<std::string> ingotc_command(const compile_request& request, const fs::path& out) {
    const compile_options& options = request.options;
    std::vector<std::string> command {request.ingotc.string(),       request.file.string(), "-o",
                                      (out / "made.ingot").string(), "--depfile",           (out / "made.d").string()};
    if (request.host_compiler) command.insert(command.end(), {"--cpu-debug", (out / "made.cpp").string()});
    if (options.targets) {
        std::string targets;
        for (const std::string& target : *options.targets) targets += (targets.empty() ? "" : ",") + target;
        command.insert(command.end(), {"--targets", targets.empty() ? "none" : targets});
    }
    command.insert(command.end(), request.standard_library.begin(), request.standard_library.end());
    command.push_back("-I" + request.file.parent_path().string());
    for (const std::string& definition : options.definitions) command.push_back("-D" + definition);
    for (const fs::path& folder : options.include_folders) command.push_back("-I" + fs::absolute(folder).string());
    for (const std::string& warning : options.warnings) command.push_back("-W" + warning);
    command.push_back("-O" + std::to_string(options.optimisation));
    if (options.fast_math) command.emplace_back("--fast-math");
    command.emplace_back("-g");  // as for the CPU debug device
    const auto is_architecture = [](const std::string& option) { return option.starts_with("--arch"); };
    if (!options.architecture.empty() && std::ranges::none_of(request.further_options, is_architecture))
        command.push_back("--arch=" + options.architecture);
    if (!options.standard.empty()) command.push_back("--std=" + options.standard);
    command.insert(command.end(), request.further_options.begin(), request.further_options.end());
    return command;
}

// The command that compiles the source that ingotc generated to a shared library. The options `warnings` and `fast_math` are
// left out. ingotc prints Clang's warnings already, and g++ does not know all of their names. The results of the CPU debug
// device are the reference for other devices, so they are computed without fast math. (With -ffast-math, g++ would also make
// the library change the host's handling of denormal numbers.)
std::vector<std::string> host_command(const compile_request& request, const fs::path& out) {
    const compile_options& options = request.options;
    std::vector<std::string> command = request.host_compiler->command;
    command.insert(command.end(),
                   {"-std=c++20", "-shared", "-fPIC", "-g", "-fno-omit-frame-pointer", "-DINGOT_CPU_DEBUG_LIBRARY=1"});
    // With GCC's unique symbols the library would stay loaded until the process ends, and a newer library would use the
    // variables of this one.
    if (!request.host_compiler->is_clang()) command.emplace_back("-fno-gnu-unique");
    if (const std::string option = sanitizer_option(); !option.empty()) command.push_back(option);
    command.push_back("-O" + std::to_string(options.optimisation));
    command.push_back("-I" + request.file.parent_path().string());
    for (const std::string& definition : options.definitions) command.push_back("-D" + definition);
    for (const fs::path& folder : options.include_folders) command.push_back("-I" + fs::absolute(folder).string());
    for (const fs::path& folder : installation::tree_of(request.ingotc).headers)
        command.insert(command.end(), {"-isystem", folder.string()});
    command.insert(command.end(), {(out / "made.cpp").string(), "-o", (out / "made.so").string()});
#if defined(__APPLE__)
    // The program that loads the library defines the functions that it lacks.
    command.insert(command.end(), {"-undefined", "dynamic_lookup"});
#else
    command.emplace_back("-Wl,-Bsymbolic");
#endif
    return command;
}

// Runs a compiler and returns its output. Throws compile_error if the compiler fails.
std::string run_compiler(const std::vector<std::string>& command, const std::string& name, const output_filter& filter) {
    const process_result result = run_process(command);
    std::string output = filter(result.output);
    if (result.status == 0) return output;
    std::string message = "compiling " + name + ": ";
    if (output.empty())
        message += command.front() + " ended with status " + std::to_string(result.status) + " and printed nothing";
    std::vector<compile_diagnostic> found = parse_diagnostics(output);
    throw compile_error(message + output, output, std::move(found));
}

// Returns the files after the colon of a make rule that ingotc wrote. The rule has one file per line; blanks and
// special characters in names are escaped with a backslash, and a dollar sign is doubled.
std::vector<fs::path> files_in_rule(const std::string& rule) {
    std::vector<fs::path> files;
    std::string name;
    const size_t begin = rule.find(": ");
    for (size_t i = begin == std::string::npos ? rule.size() : begin + 2; i < rule.size(); ++i) {
        const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
        if (rule[i] == '\\' && next == '\n') {
            ++i;
        } else if ((rule[i] == '\\' || rule[i] == '$') && next != '\0') {
            name += next;
            ++i;
        } else if (rule[i] != ' ' && rule[i] != '\n') {
            name += rule[i];
            continue;
        } else if (!name.empty()) {
            files.emplace_back(std::exchange(name, {}));
        }
    }
    if (!name.empty()) files.emplace_back(name);
    return files;
}

std::string read_text(const fs::path& file) {
    const std::vector<std::byte> bytes = files::read_whole_file(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string compile_request::key() const {
    std::string all = INGOT_VERSION "\n" + installation::identity_of(ingotc);
    for (const std::string& word : ingotc_command(*this, "")) all += "\n" + word;
    if (host_compiler) {
        all += "\n" + host_compiler->version;
        for (const std::string& word : host_command(*this, "")) all += "\n" + word;
    }
    return archive::to_string(archive::content_digest_of({"request", all}));
}

compile_cache::entry run_compilers(const compile_request& request, const fs::path& out, const output_filter& filter) {
    const std::string name = filter(request.file.string());
    compile_cache::entry entry;
    entry.text = run_compiler(ingotc_command(request, out), name, filter);
    entry.archive = files::read_whole_file(out / "made.ingot");
    entry.files = files_in_rule(read_text(out / "made.d"));
    if (request.host_compiler) {
        entry.text += run_compiler(host_command(request, out), name + " for the CPU debug device", filter);
        entry.library = out / "made.so";
    }
    return entry;
}

}  // namespace ingot::jit
