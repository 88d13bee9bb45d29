#include "precompilation/precompiler.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/backends.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <utility>
#include <vector>

#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace fs = std::filesystem;

namespace {

constexpr auto time_limit = std::chrono::minutes(10);  // a driver's compiler that takes longer does not end any more

process::child_result run(const fs::path& program, const std::vector<std::string>& arguments, const std::atomic<bool>& stopped) {
    const process::temporary_file output("ingot-precompile");
    return process::run_child(program, arguments, output.path(), time_limit, [&] { return stopped.load(); });
}

// An exit status other than 0 is no problem here: the sample reports it itself when it is loaded in the window.
std::string problem_of(const process::child_result& ended) {
    using ending = process::child_result::ending;
    if (ended.how == ending::signalled)
        return fmt::format("a trial of it, in a process of its own, crashed: {}\n{}", strsignal(ended.status), ended.output);
    if (ended.how == ending::timed_out) return "a trial of it, in a process of its own, came to no end";
    return {};
}

std::string build_of(const fs::path& program) {
    std::error_code unknown;
    const auto written = fs::last_write_time(program, unknown).time_since_epoch().count();
    return fmt::format("{} {} {}", program.string(), written, fs::file_size(program, unknown));
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

// The files are empty, but after years there are many.
void limit_files(const fs::path& folder) {
    constexpr ptrdiff_t most = 4096;
    std::error_code ignored;
    const fs::directory_iterator files(folder, ignored);
    if (std::distance(begin(files), end(files)) > most) fs::remove_all(folder, ignored);
}

}  // namespace

precompiler::precompiler(fs::path program)
    : runs(std::move(program)), build(build_of(runs)), folder(users_cache_folder("precompiled")) {
    if (!folder.empty()) limit_files(folder);
}

precompiler::~precompiler() {
    stopped = true;
    if (ending.valid()) ending.wait();
}

std::string precompiler::key_of(const compilation_request& kernels) const {
    std::string text = build + "\n" + variable("INGOT_KERNELS") + "\n" + variable("POCL_CACHE_DIR");
    text += fmt::format("\n{}\n{}\n", kernels.sample, kernels.kernels);
    if (const auto& on = kernels.on; on.backend)
        text += fmt::format("{} {} {}", to_string(*on.backend), on.index, find_device(*on.backend, on.index).properties().driver);
    return archive::to_string(archive::digest_of({text}));
}

bool precompiler::has(const compilation_request& kernels) const {
    if (kernels.on.backend && !description_of(*kernels.on.backend).compiles_programs) return true;
    const std::string key = key_of(kernels);
    std::error_code unknown;
    return compiled_in_this_run.contains(key) || (!folder.empty() && fs::exists(folder / key, unknown));
}

void precompiler::remember(const compilation_request& kernels) {
    const std::string key = key_of(kernels);
    compiled_in_this_run.insert(key);
    if (folder.empty()) return;
    std::error_code ignored;  // without the file the next run compiles once more
    fs::create_directories(folder, ignored);
    std::ofstream(folder / key).flush();
}

void precompiler::start(const compilation_request& kernels) {
    current = kernels;
    start_time = clock::now();
    ending = std::async(std::launch::async, [this, words = kernels.arguments()] { return run(runs, words, stopped); });
}

std::optional<precompiler::result> precompiler::take() {
    if (!ending.valid() || ending.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    result ended {current, {}};
    try {
        ended.problem = problem_of(ending.get());
    } catch (const std::exception& reason) {  // the program cannot be started
        ended.problem = reason.what();
    }
    if (ended.problem.empty()) remember(current);
    return ended;
}

}  // namespace ingot::shell
