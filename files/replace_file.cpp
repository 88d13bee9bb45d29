#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/files/replace_file.hpp>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

namespace ingot::files {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_prefix = ".ingot-";

[[noreturn]] void fail(const fs::path& file, int reason) {
    throw fs::filesystem_error("cannot write", file, std::error_code(reason, std::generic_category()));
}

// The temporary files of this process that exist, and the folders from which it has removed old temporary files.
struct temporary_files {
    std::mutex guard;
    std::set<fs::path> present;
    std::set<fs::path> cleaned_folders;
};
// It is never destroyed, because other objects with static storage duration may use it in their destructors.
temporary_files& all() {
    static auto& files = *new temporary_files;
    return files;
}

// Returns a name that cannot be predicted, so that nobody can create a file or a link of that name before.
std::string random_name(const std::string& suffix) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device random;
    std::uniform_int_distribution<size_t> digit(0, digits.size() - 1);
    std::string name(temporary_prefix);
    for (int i = 0; i < 16; ++i) name += digits[digit(random)];
    return name + suffix;
}

// Removes a temporary file that a process left when it was killed. Such a file is not locked. A file that was changed only a
// short time ago is kept, because a process creates its file before it locks it.
void remove_if_left(const fs::directory_entry& entry) {
    using namespace std::chrono_literals;
    std::error_code ignored;
    if (!entry.path().filename().string().starts_with(temporary_prefix)) return;
    if (entry.symlink_status(ignored).type() != fs::file_type::regular) return;
    const fs::file_time_type changed = entry.last_write_time(ignored);
    if (ignored || fs::file_time_type::clock::now() - changed < 1h) return;
    const file_descriptor opened(::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) fs::remove(entry.path(), ignored);
}

// Removes the temporary files that killed processes left in a folder. Does so only once for each folder and process.
void clean(const fs::path& folder) {
    {
        const std::lock_guard lock(all().guard);
        if (!all().cleaned_folders.insert(folder).second) return;
    }
    std::error_code unreadable;
    for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end; entry.increment(unreadable))
        remove_if_left(*entry);
}

void write_all(int descriptor, const fs::path& named_file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(named_file, errno);
        bytes = bytes.subspan(static_cast<size_t>(count));
    }
}

// Returns the path with all symbolic links resolved, so that a link's target is replaced and not the link. The target need not
// exist: std::filesystem::weakly_canonical() resolves only links to existing files.
fs::path behind_links(const fs::path& file) {
    constexpr int most_links = 40;  // as Linux follows them
    fs::path path = file;
    for (int i = 0; i < most_links; ++i) {
        std::error_code unresolved;
        fs::path resolved_path = fs::weakly_canonical(fs::absolute(path, unresolved), unresolved);
        if (unresolved) return file;
        const fs::path target = fs::read_symlink(resolved_path, unresolved);
        if (unresolved) return resolved_path;  // not a link
        path = resolved_path.parent_path() / target;
    }
    return file;
}

}  // namespace

temporary_file::temporary_file(const fs::path& file, permissions allowed, const std::string& suffix) : file_(behind_links(file)) {
    const fs::path folder = file_.parent_path();
    clean(folder);
    struct stat old {};
    const bool keeps_permissions = allowed == permissions::usual && ::stat(file_.c_str(), &old) == 0 && S_ISREG(old.st_mode);
    // Until it has the permissions of the old file, nobody else may open the new one.
    const mode_t mode = allowed == permissions::only_this_user || keeps_permissions ? 0600 : 0666;
    const fs::path name = folder / random_name(suffix);
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    descriptor_ = ::open(name.c_str(), flags, mode);
    if (descriptor_ < 0) fail(file_, errno);
    ::flock(descriptor_, LOCK_EX | LOCK_NB);
    if (keeps_permissions) ::fchmod(descriptor_, old.st_mode & 0777);
    temporary_ = name;
    const std::lock_guard lock(all().guard);
    all().present.insert(temporary_);
}

temporary_file::temporary_file(temporary_file&& other) noexcept
    : file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

temporary_file::~temporary_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (temporary_.empty()) return;
    ::unlink(temporary_.c_str());
    const std::lock_guard lock(all().guard);
    all().present.erase(temporary_);
}

void temporary_file::write(std::span<const std::byte> bytes) { write_all(descriptor_, file_, bytes); }

void temporary_file::commit() {
    // Some file systems report only now that the disk is full.
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(file_, errno);
    const std::lock_guard lock(all().guard);
    if (::rename(temporary_.c_str(), file_.c_str()) != 0) fail(file_, errno);
    all().present.erase(std::exchange(temporary_, {}));
}

void remove_temporary_files() noexcept {
    const std::lock_guard lock(all().guard);
    for (const fs::path& each : all().present) ::unlink(each.c_str());
}

void replace_file(const fs::path& file, std::span<const std::byte> bytes, permissions allowed) {
    std::error_code ignored;
    const fs::file_status present = fs::status(file, ignored);
    const bool is_device_or_pipe = fs::exists(present) && !fs::is_regular_file(present) && !fs::is_directory(present);
    if (!is_device_or_pipe) return file_replacement(file, bytes, allowed).commit();
    const file_descriptor opened(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (opened.get() < 0) fail(file, errno);
    write_all(opened.get(), file, bytes);
}

bool is_same_file(const fs::path& path, const fs::path& other) { return behind_links(path) == behind_links(other); }

std::string reason_not_written(const fs::path& file, const std::error_code& problem) {
    const fs::path folder = file.parent_path();
    std::error_code unknown;
    if (folder.empty() || fs::is_directory(folder, unknown)) return problem.message();
    return "there is no folder '" + folder.string() + "'";
}

}  // namespace ingot::files
