#include "compile_cache.hpp"

#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/installation/users_cache.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "../oldest_files.hpp"

namespace ingot::jit {

namespace fs = std::filesystem;

namespace {

// The number of files that the cache keeps. A result has up to five files, so there is room for at least 256 results. If there
// are more files, the least recently used ones are removed.
constexpr size_t kept_files = 1280;

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

std::string digest_of(std::span<const std::byte> bytes) { return archive::to_string(archive::content_digest_of(bytes)); }

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
        const auto is_own = [&](const fs::path& file) { return installation::is_users_own_file(file); };
        if (!is_own(folder_ / (key + ".ingot"))) return std::nullopt;
        found.archive = files::read_whole_file(folder_ / (key + ".ingot"));
        archive::read(found.archive, key);  // throws for a damaged archive
        found.text = text_of(files::read_whole_file(folder_ / (key + ".text")));
        if (with_library) {
            // A library is loaded into this process, and a damaged one could crash it. Its name is the digest of its bytes.
            const std::string digest = files::read_text(folder_ / (key + ".digest"));
            found.library = folder_ / (digest + ".so");
            if (!is_own(found.library) || digest_of(files::read_whole_file(found.library)) != digest) return std::nullopt;
            touch(found.library);
        }
        for (const char* const suffix : {".ingot", ".text", ".digest"}) touch(folder_ / (key + suffix));
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
        create_users_cache(folder_);
        const std::string key = content_key(request, entry.files);
        std::string names;
        for (const fs::path& file : entry.files) names += file.string() + "\n";
        if (!entry.library.empty()) {
            const std::vector<std::byte> library = files::read_whole_file(entry.library);
            const std::string digest = digest_of(library);
            files::replace_file(folder_ / (digest + ".so"), library, files::permissions::only_this_user);
            files::replace_file(folder_ / (key + ".digest"), bytes_of(digest), files::permissions::only_this_user);
            entry.library = folder_ / (digest + ".so");
        }
        files::replace_file(folder_ / (key + ".text"), bytes_of(entry.text), files::permissions::only_this_user);
        files::replace_file(folder_ / (key + ".ingot"), entry.archive, files::permissions::only_this_user);
        files::replace_file(folder_ / (request + ".files"), bytes_of(names), files::permissions::only_this_user);
        remove_oldest_files(folder_, kept_files);
    } catch (const fs::filesystem_error& problem) {
        // A file cannot be read or written, or the disk is full. The kernels are compiled again the next time.
        report_unwritable_cache(folder_, problem.code().message());
    }
}

fs::path compile_cache::keep_text(std::string_view text, const std::string& name) const {
    if (folder_.empty()) throw fs::filesystem_error("there is no cache", std::make_error_code(std::errc::not_supported));
    const fs::path place = folder_ / "text" / archive::to_string(archive::content_digest_of({text})) / name;
    create_users_cache(place.parent_path());
    files::replace_file(place, bytes_of(text), files::permissions::only_this_user);
    try {
        remove_oldest_folders(folder_ / "text", kept_texts);
    } catch (const fs::filesystem_error&) {
        // The folder cannot be read, so no text is removed.
    }
    return place;
}

}  // namespace ingot::jit
