#include "compile_cache.hpp"

#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "../oldest_files.hpp"

namespace ingot::jit {

namespace fs = std::filesystem;

namespace {

// The number of files that the cache keeps. A result has up to four files, so there is room for at least 256 results. If there
// are more files, the least recently used ones are removed.
constexpr size_t kept_files = 1024;

// The number of texts that the cache keeps, each in a folder of its own. A debugger may still show the text of a kernel that a
// running program uses, so the number is large.
constexpr size_t kept_texts = 1024;

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text_of(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Returns a hash of the request and of the contents of all files.
std::string content_key(const std::string& request, const std::vector<fs::path>& files) {
    std::string all = request;
    for (const fs::path& file : files)
        all += "\n" + file.string() + "\n" + archive::to_string(archive::content_digest_of(files::read_whole_file(file)));
    return archive::to_string(archive::content_digest_of({"compiled", all}));
}

// Marks a file as recently used.
void touch(const fs::path& file) {
    std::error_code ignored;
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
}

}  // namespace

compile_cache::compile_cache() : folder_(users_cache_folder("compiled")) {}

std::optional<compile_cache::entry> compile_cache::find(const std::string& request, bool with_library) const {
    if (folder_.empty()) return std::nullopt;
    try {
        entry found;
        std::istringstream names(text_of(files::read_whole_file(folder_ / (request + ".files"))));
        for (std::string name; std::getline(names, name);) found.files.emplace_back(name);
        const std::string key = content_key(request, found.files);
        found.archive = files::read_whole_file(folder_ / (key + ".ingot"));
        archive::read(found.archive, key);  // throws for a damaged archive
        found.text = text_of(files::read_whole_file(folder_ / (key + ".text")));
        found.library = folder_ / (key + ".so");
        if (!fs::exists(found.library)) {
            if (with_library) return std::nullopt;
            found.library.clear();
        }
        for (const char* const suffix : {".ingot", ".text", ".so"}) touch(folder_ / (key + suffix));
        touch(folder_ / (request + ".files"));
        return found;
    } catch (const fs::filesystem_error&) {
        return std::nullopt;
    } catch (const archive::archive_error&) {
        return std::nullopt;
    }
}

void compile_cache::store(const std::string& request, entry& entry) const {
    if (folder_.empty()) return;
    try {
        fs::create_directories(folder_);
        const std::string key = content_key(request, entry.files);
        std::string names;
        for (const fs::path& file : entry.files) names += file.string() + "\n";
        if (!entry.library.empty()) {
            const fs::path library = folder_ / (key + ".so");
            files::replace_file(library, files::read_whole_file(entry.library));
            entry.library = library;
        }
        files::replace_file(folder_ / (key + ".text"), bytes_of(entry.text));
        files::replace_file(folder_ / (key + ".ingot"), entry.archive);
        files::replace_file(folder_ / (request + ".files"), bytes_of(names));
        remove_oldest_files(folder_, kept_files);
    } catch (const fs::filesystem_error&) {
        // A file cannot be read or written, or the disk is full. The kernels are compiled again the next time.
    }
}

fs::path compile_cache::keep_text(std::string_view text, const std::string& name) const {
    const fs::path place = folder_ / "text" / archive::to_string(archive::content_digest_of({text})) / name;
    fs::create_directories(place.parent_path());
    files::replace_file(place, bytes_of(text));
    try {
        remove_oldest_folders(folder_ / "text", kept_texts);
    } catch (const fs::filesystem_error&) {
        // The folder cannot be read, so no text is removed.
    }
    return place;
}

}  // namespace ingot::jit
