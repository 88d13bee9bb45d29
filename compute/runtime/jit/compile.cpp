#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <ingot/archive/archive.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/runtime/compile.hpp>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "compilation.hpp"
#include "diagnostics.hpp"
#include "kernel_library.hpp"

namespace ingot {

namespace fs = std::filesystem;

// The kernels that all handles of a compiled_program refer to.
struct compiled_code {
    std::string name;  // the kernel file's name
    std::vector<std::byte> archive;
    std::shared_ptr<const jit::kernel_library> library;  // null if there is no code for the CPU debug device
    std::string no_library_reason;
    std::vector<std::string> kernels;  // the names of all kernels
    std::string text;                  // the compilers' output
    std::vector<compile_diagnostic> diagnostics;
    std::vector<fs::path> files;  // all files that the compiler read, without system headers
    bool is_from_cache = false;
    program_source source;  // refers to the members above
};

namespace {

// Returns what is wrong with which file.
std::string text_of(const fs::filesystem_error& problem) {
    return "'" + problem.path1().string() + "': " + problem.code().message();
}

// A temporary folder. The destructor removes it with all its contents.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (fs::temp_directory_path() / "ingot_XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw fs::filesystem_error("cannot create a temporary folder", name, std::error_code(errno, std::generic_category()));
        path_ = name;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// Returns the text with every `old` replaced.
std::string replaced(std::string text, const std::string& old, const std::string& replacement) {
    for (size_t position = text.find(old); position != std::string::npos;
         position = text.find(old, position + replacement.size()))
        text.replace(position, old.size(), replacement);
    return text;
}

// macOS has another name for the member that POSIX calls st_ctim.
const timespec& time_of_change(const struct stat& status) {
#if defined(__APPLE__)
    return status.st_ctimespec;
#else
    return status.st_ctim;
#endif
}

// Was a file changed at `begin` or later, or removed? If the user saves a file during its compilation, the result is returned
// but must not be cached, because the cache would store it under the hash of the new contents. The time of the last change of
// status is compared: unlike the modification time, a program cannot set it to a time in the future.
bool changed_since(const std::vector<fs::path>& files, const timespec& begin) {
    return std::ranges::any_of(files, [&](const fs::path& file) {
        struct stat found {};
        if (::stat(file.c_str(), &found) != 0) return true;
        const timespec& changed = time_of_change(found);
        return std::pair(changed.tv_sec, changed.tv_nsec) >= std::pair(begin.tv_sec, begin.tv_nsec);
    });
}

// Creates the object that a compiled_program refers to, and loads the shared library if there is one. `folder` is the
// temporary folder that contains the library; null if the library is not in a temporary folder. The folder is kept as long as
// the library is loaded.
std::shared_ptr<compiled_code> load(jit::compile_cache::entry entry, std::string name,
                                    std::shared_ptr<const temporary_folder> folder = {}) {
    auto code = std::make_shared<compiled_code>();
    code->name = std::move(name);
    const archive::archive contents = archive::read(entry.archive, code->name);
    for (const archive::kernel_reflection& kernel : contents.kernels) code->kernels.push_back(kernel.name);
    code->archive = std::move(entry.archive);
    if (!entry.library.empty()) code->library = std::make_shared<jit::kernel_library>(entry.library, std::move(folder));
    code->diagnostics = jit::parse_diagnostics(entry.text);
    code->text = std::move(entry.text);
    code->files = std::move(entry.files);
    code->source = {code->name, code->archive, {}, code->library, false};
    if (code->library) code->source.cpu_debug = code->library->entries();
    return code;
}

// One call of compile() or compile_text(): looks for the result in the cache, else runs the compilers.
struct compilation {
    jit::compile_request request;
    jit::compile_cache cache;
    std::string name;
    jit::output_filter filter;
    std::string no_library_reason;

    compiled_program run() const {
        const std::string key = request.key();
        std::shared_ptr<compiled_code> code = from_cache(key);
        if (!code) code = compile_anew(key);
        code->no_library_reason = no_library_reason;
        return compiled_program(std::move(code));
    }

private:
    std::shared_ptr<compiled_code> from_cache(const std::string& key) const {
        std::optional<jit::compile_cache::entry> found = cache.find(key, request.host_compiler.has_value());
        if (!found) return nullptr;
        if (!request.host_compiler) found->library.clear();
        try {
            std::shared_ptr<compiled_code> code = load(std::move(*found), name);
            code->is_from_cache = true;
            return code;
        } catch (const error&) {
            return nullptr;  // the cached library cannot be loaded; it is compiled again and replaced
        }
    }

    std::shared_ptr<compiled_code> compile_anew(const std::string& key) const {
        auto work = std::make_shared<const temporary_folder>();
        timespec begin {};
        ::clock_gettime(CLOCK_REALTIME, &begin);
        jit::compile_cache::entry entry = jit::run_compilers(request, work->path(), filter);
        if (!changed_since(entry.files, begin)) cache.store(key, entry);
        // If the library is not in the work folder, it has been copied to the cache, or there is none.
        if (entry.library.parent_path() != work->path()) work.reset();
        return load(std::move(entry), name, std::move(work));
    }
};

compiled_program compile_as(const fs::path& file, const std::string& name, const compile_options& options,
                            jit::compile_cache cache, jit::output_filter filter) {
    compilation compilation {
        {file, options, jit::find_ingotc(), jit::built_standard_library(), jit::further_options(), std::nullopt},
        std::move(cache),
        name,
        std::move(filter),
        {}};
    // Without a C++ compiler, compile for all other devices and keep the reason.
    if (!options.cpu_debug)
        compilation.no_library_reason = "it was compiled with compile_options::cpu_debug = false";
    else
        try {
            compilation.request.host_compiler = jit::find_host_compiler();
            compilation.request.standard_library = compilation.request.host_compiler->standard_library;
        } catch (const error& reason) {
            compilation.no_library_reason = reason.what();
        }
    try {
        return compilation.run();
    } catch (const archive::archive_error& reason) {
        throw error("compiling " + name + ": " + reason.what());
    } catch (const fs::filesystem_error& reason) {
        throw error("compiling " + name + ": " + text_of(reason));
    }
}

}  // namespace

compiled_program compile(const fs::path& file, const compile_options& options) {
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) throw error("compiling " + file.string() + ": there is no such file");
    const fs::path full = fs::absolute(file).lexically_normal();
    // Messages show the file's path as the caller wrote it, not the absolute path.
    return compile_as(full, file.filename().string(), options, {}, [from = full.string(), to = file.string()](std::string text) {
        return replaced(std::move(text), from, to);
    });
}

compiled_program compile_text(std::string_view text, std::string_view name, const compile_options& options) {
    const std::string file_name(name);
    if (file_name.empty() || file_name.find('/') != std::string::npos)
        throw error("compiling kernels from a string: '" + file_name + "' is not a file name");
    const jit::compile_cache cache;
    std::optional<temporary_folder> without_cache;
    try {
        fs::path file;
        if (cache.is_enabled()) try {
                file = cache.keep_text(text, file_name);
            } catch (const fs::filesystem_error&) {
                // The cache cannot be written. Use a temporary folder instead.
            }
        if (file.empty()) {
            file = without_cache.emplace().path() / file_name;
            files::replace_file(file, std::as_bytes(std::span(text)));
        }
        return compile_as(file, file_name, options, cache, [path = file.string(), file_name](std::string words) {
            return replaced(std::move(words), path, file_name);
        });
    } catch (const fs::filesystem_error& reason) {
        throw error("compiling " + file_name + ": " + text_of(reason));
    }
}

compiled_program read_program(const fs::path& file) {
    try {
        jit::compile_cache::entry entry;
        entry.archive = files::read_whole_file(file);
        entry.files = {fs::absolute(file)};
        std::shared_ptr<compiled_code> code = load(std::move(entry), file.filename().string());
        code->no_library_reason =
            "an archive holds no code for the CPU debug device: compile the kernel file, or build it into the program";
        return compiled_program(std::move(code));
    } catch (const archive::archive_error& reason) {
        throw error(std::string("reading a program: ") + reason.what());
    } catch (const fs::filesystem_error& reason) {
        throw error("reading a program: " + text_of(reason));
    }
}

const program_source& compiled_program::source() const { return shared_->source; }
std::vector<std::string> compiled_program::kernel_names() const { return shared_->kernels; }
const std::string& compiled_program::text() const { return shared_->text; }
const std::vector<compile_diagnostic>& compiled_program::diagnostics() const { return shared_->diagnostics; }
const std::vector<fs::path>& compiled_program::files() const { return shared_->files; }
bool compiled_program::is_from_cache() const { return shared_->is_from_cache; }
const std::string& compiled_program::cpu_debug_unavailable_reason() const { return shared_->no_library_reason; }

}  // namespace ingot
