#include "precompilation/precompiler.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/installation/installation.hpp>
#include <ingot/runtime/backends.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <utility>
#include <vector>

#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace fs = std::filesystem;

namespace {

constexpr auto time_limit = std::chrono::minutes(10);  // a driver's compiler that takes longer is assumed to hang

process::child_result run(const fs::path& program, const std::vector<std::string>& arguments,
                          const std::atomic<bool>& is_stopped) {
    const process::temporary_file output("ingot-precompile");
    return process::run_child(program, arguments, output.path(), time_limit, [&] { return is_stopped.load(); });
}

// A non-zero exit status is not a problem here: the sample reports the error again when it is loaded in the window.
std::string problem_of(const process::child_result& child) {
    using ending = process::child_result::ending;
    if (child.end == ending::signalled)
        return fmt::format("a trial run in a child process crashed: {}\n{}", strsignal(child.status), child.output);
    if (child.end == ending::timed_out) return "a trial run in a child process did not end within 10 minutes";
    return {};
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

// Removes all files if there are too many. The files are empty, but they accumulate over the years.
void limit_files(const fs::path& folder) {
    constexpr ptrdiff_t max_files = 4096;
    std::error_code ignored;
    const fs::directory_iterator files(folder, ignored);
    if (std::distance(begin(files), end(files)) > max_files) fs::remove_all(folder, ignored);
}

}  // namespace

precompiler::precompiler(fs::path program)
    : program_(std::move(program)), build_(installation::identity_of(program_)), folder_(users_cache_folder("precompiled")) {
    if (!folder_.empty()) limit_files(folder_);
}

precompiler::~precompiler() {
    is_stopped_ = true;
    if (child_.valid()) child_.wait();
}

std::string precompiler::key_of(const compilation_request& kernels) const {
    std::string text = build_ + "\n" + variable("INGOT_KERNELS") + "\n" + variable("POCL_CACHE_DIR");
    text += fmt::format("\n{}\n{}\n", kernels.sample, kernels.kernel_key);
    if (!kernels.library.empty()) text += installation::identity_of(kernels.library) + "\n";
    if (const auto& requested = kernels.requested_device; requested.backend)
        text += fmt::format("{} {} {}", to_string(*requested.backend), requested.index,
                            find_device(*requested.backend, requested.index).properties().driver);
    return archive::to_string(archive::content_digest_of({text}));
}

bool precompiler::is_compiled(const compilation_request& kernels) const {
    if (kernels.requested_device.backend && !description_of(*kernels.requested_device.backend).compiles_programs) return true;
    const std::string key = key_of(kernels);
    std::error_code unknown;
    return compiled_in_this_run_.contains(key) || (!folder_.empty() && fs::exists(folder_ / key, unknown));
}

void precompiler::remember(const compilation_request& kernels) {
    const std::string key = key_of(kernels);
    compiled_in_this_run_.insert(key);
    if (folder_.empty()) return;
    try {
        create_users_cache(folder_);
        files::replace_file(folder_ / key, {});
    } catch (const fs::filesystem_error& problem) {  // without the file the next run compiles again
        report_unwritable_cache(folder_, problem.code().message());
    }
}

void precompiler::start(const compilation_request& kernels) {
    current_ = kernels;
    start_time_ = clock::now();
    child_ =
        std::async(std::launch::async, [this, arguments = kernels.arguments()] { return run(program_, arguments, is_stopped_); });
}

std::optional<precompiler::result> precompiler::take_result() {
    if (!child_.valid() || child_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    result result {current_, {}};
    try {
        result.problem = problem_of(child_.get());
    } catch (const std::exception& reason) {  // the program cannot be started
        result.problem = reason.what();
    }
    if (result.problem.empty()) remember(current_);
    return result;
}

}  // namespace ingot::shell
