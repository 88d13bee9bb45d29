#include "built_in_kernel_files.hpp"

#include <dlfcn.h>

#include <ingot/installation/installation.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <map>
#include <mutex>
#include <optional>

#include "backend.hpp"
#if defined(__linux__)
#include <link.h>
#endif

namespace ingot {

namespace backends {

namespace {

// All kernel files that are built into this process and of which a program was made, by name.
struct table {
    std::mutex guard;
    std::map<std::string, program_source> files;
};

table& built_in() {
    static table all;
    return all;
}

program_source source_in_program(const std::string& name) {
    table& all = built_in();
    const std::lock_guard lock(all.guard);
    const auto found = all.files.find(name);
    if (found == all.files.end()) throw error("no program was made of the kernel file " + name);
    return found->second;
}

// Returns the place of a kernel's machine code; nothing if the entry has no code, or if the dynamic loader does not know the
// file that contains the code. On systems other than Linux it is not known.
std::optional<kernel_machine_code> place_of([[maybe_unused]] const cpu_debug_entry& entry) {
#if defined(__linux__)
    Dl_info information {};
    link_map* object = nullptr;
    void* const address = reinterpret_cast<void*>(entry.run);
    if (!entry.run || ::dladdr1(address, &information, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0 || !object)
        return std::nullopt;
    std::filesystem::path file = object->l_name;  // empty for the program's own executable
    if (file.empty()) file = installation::program_file();
    return kernel_machine_code {std::string(entry.name), file, reinterpret_cast<uintptr_t>(address) - object->l_addr};
#else
    return std::nullopt;  // dladdr1() is an extension of glibc
#endif
}

}  // namespace

void add_built_in_file(const program_source& source) {
    const std::lock_guard lock(built_in().guard);
    built_in().files.insert_or_assign(std::string(source.name), source);
}

}  // namespace backends

std::vector<std::byte> kernel_archive_in_use(const device& device, const std::string& name) {
    const auto edited = device.implementation().files().replacement(name);
    const auto bytes = (edited ? edited->source() : backends::source_in_program(name)).archive;
    return {bytes.begin(), bytes.end()};
}

std::vector<kernel_machine_code> machine_code_in_use(const device& device, const std::string& name) {
    const auto edited = device.implementation().files().replacement(name);
    const program_source source = edited ? edited->source() : backends::source_in_program(name);
    std::vector<kernel_machine_code> found;
    if (!description_of(device.backend()).runs_in_process()) return found;
    for (const cpu_debug_entry& each : source.cpu_debug)
        if (auto place = backends::place_of(each)) found.push_back(*std::move(place));
    return found;
}

}  // namespace ingot
