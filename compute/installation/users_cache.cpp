#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ingot/installation/users_cache.hpp>
#include <system_error>

namespace ingot::installation {

namespace fs = std::filesystem;

namespace {

// Returns the path in an environment variable, or an empty path if the variable is not set or its path is relative: the XDG
// Base Directory Specification requires that relative paths are ignored.
fs::path absolute_folder(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && fs::path(value).is_absolute() ? fs::path(value) : fs::path();
}

constexpr mode_t writable_by_others = S_IWGRP | S_IWOTH;

// Returns why a folder that was there before Ingot is not trusted; "" if it is. It may belong to root, and in a folder with the
// sticky bit (/tmp) others cannot replace this user's files.
std::string find_fault_of_base(const fs::path& folder) {
    struct stat found {};
    if (::stat(folder.c_str(), &found) != 0) return {};
    if (found.st_uid != ::geteuid() && found.st_uid != 0) return "'" + folder.string() + "' belongs to another user";
    if ((found.st_mode & writable_by_others) != 0 && (found.st_mode & S_ISVTX) == 0)
        return "other users may write to '" + folder.string() + "' (chmod go-w makes it usable)";
    return {};
}

// The same for a folder of Ingot. If only its permissions are wrong, corrects them: earlier versions created it with the
// permissions that the process gives its files. What others have put there is not run (is_users_own_file).
std::string find_fault_of_own(const fs::path& folder) {
    struct stat found {};
    if (::stat(folder.c_str(), &found) != 0) return {};
    if (found.st_uid != ::geteuid()) return "'" + folder.string() + "' belongs to another user";
    if ((found.st_mode & writable_by_others) != 0 && ::chmod(folder.c_str(), found.st_mode & 0777 & ~writable_by_others) != 0)
        return "other users may write to '" + folder.string() + "'";
    return {};
}

}  // namespace

users_cache find_users_cache(const char* name) {
    const fs::path xdg = absolute_folder("XDG_CACHE_HOME");
    const fs::path home = absolute_folder("HOME");
    if (xdg.empty() && home.empty()) return {};
    const fs::path base = xdg.empty() ? home / ".cache" : xdg;
    const fs::path own = base / "ingot";
    std::string fault = xdg.empty() ? find_fault_of_base(home) : "";
    if (fault.empty()) fault = find_fault_of_base(base);
    if (fault.empty()) fault = find_fault_of_own(own);
    if (fault.empty()) fault = find_fault_of_own(own / name);
    if (!fault.empty()) return {{}, fault};
    return {own / name, {}};
}

fs::path users_cache_folder(const char* name) { return find_users_cache(name).folder; }

void create_users_cache(const fs::path& folder) {
    std::error_code unknown;
    if (fs::is_directory(folder, unknown)) return;
    if (folder.has_parent_path() && folder.parent_path() != folder) create_users_cache(folder.parent_path());
    if (::mkdir(folder.c_str(), S_IRWXU) == 0 || (errno == EEXIST && fs::is_directory(folder, unknown))) return;
    throw fs::filesystem_error("cannot create", folder, std::error_code(errno, std::generic_category()));
}

bool is_users_own_file(const fs::path& file) {
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
           (found.st_mode & writable_by_others) == 0;
}

}  // namespace ingot::installation
