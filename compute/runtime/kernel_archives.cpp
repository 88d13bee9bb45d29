#include "kernel_archives.hpp"

#include <ingot/runtime/error.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <map>
#include <mutex>

#include "backend.hpp"

namespace ingot {

namespace backends {

namespace {

struct table {
    std::mutex guard;
    std::map<std::string, std::span<const std::byte>> archives;
};

table& built_in() {
    static table all;
    return all;
}

}  // namespace

void note_built_in_archive(const std::string& name, std::span<const std::byte> archive) {
    const std::lock_guard lock(built_in().guard);
    built_in().archives.insert_or_assign(name, archive);
}

}  // namespace backends

std::vector<std::byte> kernel_archive_in_use(const device& on, const std::string& name) {
    if (const auto edited = on.implementation().files().replacement(name)) {
        const auto bytes = edited->source().archive;
        return {bytes.begin(), bytes.end()};
    }
    backends::table& all = backends::built_in();
    const std::lock_guard lock(all.guard);
    const auto found = all.archives.find(name);
    if (found == all.archives.end()) throw error("no program was made of " + name);
    return {found->second.begin(), found->second.end()};
}

}  // namespace ingot
