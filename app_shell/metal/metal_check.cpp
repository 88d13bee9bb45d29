#include "metal/metal_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ingot/sarif.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace ingot::shell {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr std::string_view metal_extension = ".metal";

checked_metal_file check(const fs::path& file, const metal_check_options& options) {
    checked_metal_file result;
    result.file = file;
    result.files = {file};
    compile_options passed;
    passed.definitions = options.definitions;
    passed.include_folders = options.include_folders;
    passed.standard = options.standard;
    passed.targets.emplace();
    passed.cpu_debug = false;
    try {
        const compiled_program compiled = compile(file, passed);
        result.is_valid = true;
        result.kernels = compiled.kernel_names();
        result.messages = compiled.diagnostics();
        result.text = compiled.text();
        result.files = compiled.files();
    } catch (const compile_error& problem) {
        result.messages = problem.diagnostics();
        result.text = problem.text();
        // An error may be in an included file.
        for (const compile_diagnostic& each : problem.diagnostics())
            if (!each.file.empty() && std::ranges::find(result.files, fs::path(each.file)) == result.files.end())
                result.files.emplace_back(each.file);
    } catch (const std::exception& problem) {
        result.text = fmt::format("{}: error: {}\n", file.string(), problem.what());
    }
    const auto is_error = [](const compile_diagnostic& each) { return each.level == diagnostic_level::error; };
    if (!result.is_valid && std::ranges::none_of(result.messages, is_error)) {
        std::string reason = result.text;
        while (reason.ends_with('\n')) reason.pop_back();
        result.messages.push_back({file.string(), 0, 0, diagnostic_level::error, reason});
    }
    return result;
}

std::string_view name_of(diagnostic_level level) {
    switch (level) {
        case diagnostic_level::note:
            return "note";
        case diagnostic_level::warning:
            return "warning";
        case diagnostic_level::error:
            break;
    }
    return "error";
}

sarif::place place_of(const compile_diagnostic& message, const fs::path& checked, std::string text) {
    return {message.file.empty() ? checked.string() : message.file, message.line, message.column, std::move(text)};
}

}  // namespace

std::vector<fs::path> metal_files(std::span<const fs::path> paths) {
    std::vector<fs::path> found;
    for (const fs::path& path : paths) {
        std::error_code problem;
        if (!fs::is_directory(path, problem)) {
            if (!fs::exists(path, problem)) throw std::runtime_error(fmt::format("'{}': there is no such file", path.string()));
            if (path.extension() != metal_extension)
                throw std::runtime_error(
                    fmt::format("'{}' is no Metal file; the name of a Metal file ends in .metal", path.string()));
            found.push_back(path);
            continue;
        }
        std::vector<fs::path> inside;
        for (fs::recursive_directory_iterator each(path, fs::directory_options::skip_permission_denied, problem), end;
             !problem && each != end; each.increment(problem))
            if (each->path().extension() == metal_extension && each->is_regular_file()) inside.push_back(each->path());
        if (problem) throw std::runtime_error(fmt::format("'{}': {}", path.string(), problem.message()));
        if (inside.empty()) throw std::runtime_error(fmt::format("'{}': the folder has no files *.metal", path.string()));
        std::ranges::sort(inside);
        found.insert(found.end(), inside.begin(), inside.end());
    }
    return found;
}

std::vector<checked_metal_file> check_metal_files(std::span<const fs::path> files, const metal_check_options& options) {
    std::vector<checked_metal_file> results(files.size());
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t i = next++; i < files.size(); i = next++) results[i] = check(files[i], options);
    };
    const size_t threads = std::min<size_t>(files.size(), std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    others.clear();  // waits for the threads
    return results;
}

std::string summary(std::span<const checked_metal_file> checked) {
    size_t valid = 0;
    size_t errors = 0;
    for (const checked_metal_file& file : checked) {
        valid += file.is_valid ? 1 : 0;
        for (const compile_diagnostic& each : file.messages) errors += each.level == diagnostic_level::error ? 1 : 0;
    }
    const size_t wrong = checked.size() - valid;
    const std::string all = fmt::format("{} Metal {} checked: ", checked.size(), checked.size() == 1 ? "file" : "files");
    if (wrong == 0) return all + (checked.size() == 1 ? "it is valid" : "all are valid");
    return all + fmt::format("{} {} valid, {} {} {} {}", valid, valid == 1 ? "is" : "are", wrong, wrong == 1 ? "has" : "have",
                             errors, errors == 1 ? "error" : "errors");
}

std::string to_json(std::span<const checked_metal_file> checked) {
    json files = json::array();
    for (const checked_metal_file& file : checked) {
        json messages = json::array();
        for (const compile_diagnostic& each : file.messages)
            messages.push_back({{"file", each.file},
                                {"line", each.line},
                                {"column", each.column},
                                {"level", name_of(each.level)},
                                {"message", each.message}});
        files.push_back({{"file", file.file.string()},
                         {"valid", file.is_valid},
                         {"kernels", file.kernels},
                         {"messages", std::move(messages)}});
    }
    return json {{"files", std::move(files)}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string to_sarif(std::span<const checked_metal_file> checked) {
    sarif::log log {"ingot metal check",
                    INGOT_VERSION,
                    {{"metal-error", "The file is not valid in Metal Shading Language 3.0."},
                     {"metal-warning", "The file is valid, but probably not as intended."}},
                    {}};
    for (const checked_metal_file& file : checked)
        for (const compile_diagnostic& each : file.messages) {
            if (each.level != diagnostic_level::note)
                log.results.push_back({fmt::format("metal-{}", name_of(each.level)), std::string(name_of(each.level)),
                                       each.message, place_of(each, file.file, "")});
            else if (!log.results.empty())
                log.results.back().related.push_back(place_of(each, file.file, each.message));
        }
    return sarif::to_text(log);
}

}  // namespace ingot::shell
