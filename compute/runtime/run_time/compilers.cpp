#include "compilers.hpp"

#include <unistd.h>

#include <cstdlib>
#include <ingot/installation/installation.hpp>
#include <ingot/runtime/error.hpp>
#include <sstream>
#include <string_view>
#include <system_error>

#include "run_process.hpp"

namespace ingot::run_time {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& file) { return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0; }

// The last word of a command counts. Otherwise GCC's library lies beside its libgcc, for g++ as for Clang; nothing where it does
// not, and Clang takes the newest.
std::vector<std::string> standard_library_of(const std::vector<std::string>& command) {
    for (auto word = command.rbegin(); word != command.rend(); ++word)
        if (word->ends_with("-stdlib=libc++")) return {"--stdlib=libc++"};
    std::vector<std::string> asking = command;
    asking.emplace_back("-print-libgcc-file-name");
    const process_result answer = run_process(asking);
    const fs::path folder = fs::path(answer.output).lexically_normal().parent_path();
    if (answer.status != 0 || !fs::exists(folder / "crtbegin.o")) return {};
    return {"--stdlib=libstdc++", "--gcc-install-dir=" + folder.string()};
}

}  // namespace

std::vector<std::string> own_standard_library() {
    std::vector<std::string> options;
    std::istringstream words(INGOT_STANDARD_LIBRARY);
    for (std::string word; std::getline(words, word, '|');) {
        constexpr std::string_view place = "--gcc-install-dir=";
        if (!word.starts_with(place) || fs::exists(word.substr(place.size()))) options.push_back(word);
    }
    return options;
}

fs::path find_ingotc() {
    if (const char* const named = std::getenv("INGOT_COMPILER"); named && *named) {
        if (is_program(named)) return fs::absolute(named);
        throw error(std::string("no kernel compiler: INGOT_COMPILER names '") + named + "', which is no program");
    }
    std::string places;
    for (const fs::path& place : installation::places_of_compiler()) {
        if (is_program(place)) return place;
        places += (places.empty() ? "" : ", ") + place.string();
    }
    throw error("no kernel compiler: none of " + places + " is there; name ingotc in the variable INGOT_COMPILER");
}

host_compiler find_host_compiler() {
    const char* const named = std::getenv("CXX");
    const bool by_name = named && *named;
    host_compiler found;
    if (by_name) {
        std::istringstream words(named);
        for (std::string word; words >> word;) found.command.push_back(word);
    } else {
        found.command = {INGOT_HOST_COMPILER};
    }
    const std::string whose = by_name ? "the variable CXX names" : "this library was built by";
    const std::string advice = "; name a C++20 compiler in the variable CXX";
    const auto refuse = [&](const std::string& why) {
        throw error("no C++ compiler for the CPU debug device: " + whose + " '" + found.command.front() + "', " + why + advice);
    };
    if (found.command.empty())
        throw error("no C++ compiler for the CPU debug device: the variable CXX holds blanks only" + advice);
    std::vector<std::string> asking = found.command;
    asking.emplace_back("--version");
    try {
        const process_result answer = run_process(asking);
        if (answer.status != 0) refuse("which ended with status " + std::to_string(answer.status));
        found.version = answer.output;
        if (by_name) {
            found.standard_library = standard_library_of(found.command);
        } else {
            found.standard_library = own_standard_library();
            if (found.is_clang())  // g++ has its own, and no such options
                found.command.insert(found.command.end(), found.standard_library.begin(), found.standard_library.end());
        }
    } catch (const error& reason) {
        refuse("which cannot be run (" + std::string(reason.what()) + ")");
    }
    return found;
}

}  // namespace ingot::run_time
