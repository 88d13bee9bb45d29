#include "compilers.hpp"

#include <unistd.h>

#include <cstdlib>
#include <ingot/installation/installation.hpp>
#include <ingot/runtime/error.hpp>
#include <sstream>
#include <string_view>
#include <system_error>

#include "run_process.hpp"

namespace ingot::jit {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& file) { return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0; }

// Returns the options that make ingotc use the same standard library as a C++ compiler. If the compiler's command contains
// -stdlib=libc++, the options select libc++. Else they select the library of the GCC in the folder of libgcc, whose path the
// compiler prints. If there is no GCC in that folder, returns no option, and ingotc uses the library of the newest GCC.
std::vector<std::string> standard_library_of(const std::vector<std::string>& command) {
    for (auto word = command.rbegin(); word != command.rend(); ++word)
        if (word->ends_with("-stdlib=libc++")) return {"--stdlib=libc++"};
    std::vector<std::string> query = command;
    query.emplace_back("-print-libgcc-file-name");
    const process_result answer = run_process(query);
    const fs::path folder = fs::path(answer.output).lexically_normal().parent_path();
    if (answer.status != 0 || !fs::exists(folder / "crtbegin.o")) return {};
    return {"--stdlib=libstdc++", "--gcc-install-dir=" + folder.string()};
}

}  // namespace

std::vector<std::string> built_standard_library() {
    std::vector<std::string> options;
    std::istringstream words(INGOT_STANDARD_LIBRARY);
    for (std::string word; std::getline(words, word, '|');) {
        constexpr std::string_view place = "--gcc-install-dir=";
        if (!word.starts_with(place) || fs::exists(word.substr(place.size()))) options.push_back(word);
    }
    return options;
}

std::vector<std::string> further_options() {
    const char* const text = std::getenv("INGOTC_OPTIONS");
    std::istringstream words(text ? text : "");
    std::vector<std::string> options;
    for (std::string word; words >> word;) options.push_back(word);
    return options;
}

fs::path find_ingotc() {
    if (const char* const name = std::getenv("INGOT_COMPILER"); name && *name) {
        if (is_program(name)) return fs::absolute(name);
        throw error(std::string("no kernel compiler: the environment variable INGOT_COMPILER names '") + name +
                    "', which is not an executable file");
    }
    std::string places;
    for (const fs::path& place : installation::compiler_candidates()) {
        if (is_program(place)) return place;
        places += (places.empty() ? "" : ", ") + place.string();
    }
    throw error("no kernel compiler: none of these files exists: " + places +
                "; set the environment variable INGOT_COMPILER to the path of ingotc");
}

host_compiler find_host_compiler() {
    const char* const name = std::getenv("CXX");
    const bool by_name = name && *name;
    host_compiler found;
    if (by_name) {
        std::istringstream words(name);
        for (std::string word; words >> word;) found.command.push_back(word);
    } else {
        found.command = {INGOT_HOST_COMPILER};
    }
    const std::string origin = by_name ? "the environment variable CXX names" : "this library was built by";
    const std::string advice = "; set the environment variable CXX to a C++20 compiler";
    const auto fail = [&](const std::string& reason) {
        throw error("no C++ compiler for the CPU debug device: " + origin + " '" + found.command.front() + "', " + reason +
                    advice);
    };
    if (found.command.empty())
        throw error("no C++ compiler for the CPU debug device: the environment variable CXX holds only blanks" + advice);
    std::vector<std::string> query = found.command;
    query.emplace_back("--version");
    try {
        const process_result answer = run_process(query);
        if (answer.status != 0) fail("which ended with status " + std::to_string(answer.status));
        found.version = answer.output;
        if (by_name) {
            found.standard_library = standard_library_of(found.command);
        } else {
            found.standard_library = built_standard_library();
            if (found.is_clang())  // g++ always uses its own library and has no such options
                found.command.insert(found.command.end(), found.standard_library.begin(), found.standard_library.end());
        }
    } catch (const error& reason) {
        fail("which cannot be run (" + std::string(reason.what()) + ")");
    }
    return found;
}

}  // namespace ingot::jit
