#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/replace_file.hpp>
#include <ingot/runtime/compile.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "compilation.hpp"
#include "compiled_code.hpp"
#include "diagnostics.hpp"

namespace ingot {

namespace fs = std::filesystem;

namespace {

// A folder that goes with all that is in it.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (fs::temp_directory_path() / "ingot_XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw fs::filesystem_error("no temporary folder", name, std::error_code(errno, std::generic_category()));
        made = name;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        fs::remove_all(made, ignored);
    }
    const fs::path& path() const { return made; }

private:
    fs::path made;
};

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
        text.replace(at, old.size(), by);
    return text;
}

// Who saves a file while it is compiled gets the result, but it is not kept under the new contents.
bool changed_since(const std::vector<fs::path>& files, fs::file_time_type begin) {
    for (const fs::path& one : files) {
        std::error_code gone;
        if (fs::last_write_time(one, gone) >= begin || gone) return true;
    }
    return false;
}

/// `in` is kept as long as the library that was made in it is loaded.
std::shared_ptr<compiled_code> load(run_time::compile_cache::entry made, std::string name,
                                    std::shared_ptr<const temporary_folder> in = {}) {
    auto code = std::make_shared<compiled_code>();
    code->name = std::move(name);
    const archive::archive contents = archive::read(made.archive, code->name);
    for (const archive::kernel_reflection& one : contents.kernels) code->kernels.push_back(one.name);
    code->archive = std::move(made.archive);
    if (!made.library.empty()) code->library = std::make_shared<run_time::kernel_library>(made.library, std::move(in));
    code->diagnostics = run_time::diagnostics_in(made.text);
    code->text = std::move(made.text);
    code->files = std::move(made.files);
    code->source = {code->name, code->archive, {}, code->library};
    if (code->library) code->source.cpu_debug = code->library->entries();
    return code;
}

struct compiling {
    run_time::compile_request request;
    run_time::compile_cache cache;
    std::string name;
    run_time::words_filter shown;
    std::string why_no_library;

    compiled_program run() const {
        const std::string key = request.key();
        std::shared_ptr<compiled_code> code = from_cache(key);
        if (!code) code = anew(key);
        code->why_no_library = why_no_library;
        return compiled_program(std::move(code));
    }

private:
    std::shared_ptr<compiled_code> from_cache(const std::string& key) const {
        std::optional<run_time::compile_cache::entry> found = cache.find(key, request.host.has_value());
        if (!found) return nullptr;
        if (!request.host) found->library.clear();
        try {
            std::shared_ptr<compiled_code> code = load(std::move(*found), name);
            code->from_cache = true;
            return code;
        } catch (const error&) {
            return nullptr;  // the library is damaged: it is made anew, and replaced
        }
    }

    std::shared_ptr<compiled_code> anew(const std::string& key) const {
        auto work = std::make_shared<const temporary_folder>();
        const auto begin = fs::file_time_type::clock::now();
        run_time::compile_cache::entry made = run_time::run_compilers(request, work->path(), shown);
        if (!changed_since(made.files, begin)) cache.store(key, made);
        if (made.library.parent_path() != work->path()) work.reset();  // it is in the cache
        return load(std::move(made), name, std::move(work));
    }
};

compiled_program compile_as(const fs::path& file, const std::string& name, const compile_options& options,
                            run_time::compile_cache cache, run_time::words_filter shown) {
    compiling one {{file, options, run_time::find_ingotc(), run_time::own_standard_library(), std::nullopt},
                   std::move(cache),
                   name,
                   std::move(shown),
                   {}};
    if (!options.cpu_debug)
        one.why_no_library = "it was compiled without code for it (compile_options::cpu_debug)";
    else
        try {
            one.request.host = run_time::find_host_compiler();
            one.request.standard_library = one.request.host->standard_library;
        } catch (const error& reason) {
            one.why_no_library = reason.what();
        }
    try {
        return one.run();
    } catch (const archive::archive_error& reason) {
        throw error("compiling " + name + ": " + reason.what());
    } catch (const fs::filesystem_error& reason) {
        throw error("compiling " + name + ": " + reason.what());
    }
}

}  // namespace

compiled_program compile(const fs::path& file, const compile_options& options) {
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) throw error("compiling " + file.string() + ": there is no such file");
    const fs::path full = fs::absolute(file).lexically_normal();
    // The user's own word for the file stands in what he is told.
    return compile_as(full, file.filename().string(), options, {}, [from = full.string(), to = file.string()](std::string text) {
        return replaced(std::move(text), from, to);
    });
}

compiled_program compile_text(std::string_view text, std::string_view name, const compile_options& options) {
    const std::string shown(name);
    if (shown.empty() || shown.find('/') != std::string::npos)
        throw error("compiling kernels from a string: '" + shown + "' is no name of a file");
    const run_time::compile_cache cache;
    std::optional<temporary_folder> without_cache;
    try {
        fs::path file;
        if (cache.is_there()) try {
                file = cache.keep_text(text, shown);
            } catch (const fs::filesystem_error&) {
                // A cache that cannot be written is none.
            }
        if (file.empty()) {
            file = without_cache.emplace().path() / shown;
            archive::replace_file(file, std::as_bytes(std::span(text)));
        }
        return compile_as(file, shown, options, cache,
                          [from = file.string(), shown](std::string words) { return replaced(std::move(words), from, shown); });
    } catch (const fs::filesystem_error& reason) {
        throw error("compiling " + shown + ": " + reason.what());
    }
}

compiled_program read_program(const fs::path& file) {
    try {
        run_time::compile_cache::entry read;
        read.archive = archive::read_whole_file(file);
        read.files = {fs::absolute(file)};
        std::shared_ptr<compiled_code> code = load(std::move(read), file.filename().string());
        code->why_no_library = "an archive holds no code for it: compile the kernel file, or make it part of the program";
        return compiled_program(std::move(code));
    } catch (const archive::archive_error& reason) {
        throw error(std::string("reading a program: ") + reason.what());
    } catch (const fs::filesystem_error& reason) {
        throw error(std::string("reading a program: ") + reason.what());
    }
}

const program_source& compiled_program::source() const { return shared->source; }
std::vector<std::string> compiled_program::kernel_names() const { return shared->kernels; }
const std::string& compiled_program::text() const { return shared->text; }
const std::vector<compile_diagnostic>& compiled_program::diagnostics() const { return shared->diagnostics; }
const std::vector<fs::path>& compiled_program::files() const { return shared->files; }
bool compiled_program::from_cache() const { return shared->from_cache; }
const std::string& compiled_program::why_no_cpu_debug() const { return shared->why_no_library; }

}  // namespace ingot
