#include "build.hpp"

#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/error.hpp>
#include <utility>

#include "../disk_cache.hpp"
#include "linker.hpp"

namespace ingot::backends::cuda {

namespace {

std::string_view ptx_for(const build_target& on, std::string_view name, const archive::archive& contents) {
    if (const archive::code* const found = find_ptx(contents, on.capability))
        return {reinterpret_cast<const char*>(found->bytes.data()), found->bytes.size()};
    std::string known;
    for (const archive::code& one : contents.targets)
        known += (known.empty() ? "" : ", ") + one.target + (one.architecture.empty() ? "" : " for " + one.architecture);
    throw error("building " + std::string(name) + " on '" + on.context->device_name() + "': it takes 'ptx' for " +
                to_string(on.capability) + " or lower, and the archive holds code for: " + (known.empty() ? "nothing" : known) +
                "; compile the kernel file with --targets ptx, and with an architecture that the device has");
}

// Whatever changes the binary, or makes a driver refuse it.
std::string cache_key(const build_target& on, std::string_view archive_hash) {
    return archive::to_string(archive::digest_of(
        {"cuda", INGOT_VERSION, archive_hash, to_string(on.capability), on.context->device_name(), on.driver_version}));
}

}  // namespace

module_on_device::module_on_device(std::shared_ptr<primary_context> of, std::span<const std::byte> binary,
                                   const std::string& doing)
    : context(std::move(of)) {
    const current_context here(*context);
    const auto& load = context->calls().load_module;
    if (const result answer = here.attempt(load, &handle, binary.data(), 0, nullptr, nullptr); answer != result::success)
        here.refuse(doing, load.name(), answer);
}

module_on_device::module_on_device(module_on_device&& other) noexcept
    : context(other.context), handle(std::exchange(other.handle, nullptr)) {}

module_on_device::~module_on_device() {
    if (handle) context->release(context->calls().unload_module, handle);
}

built_program build(const build_target& on, std::string_view name, std::string_view archive_hash,
                    const archive::archive& contents) {
    const std::string doing = "building " + std::string(name);
    const std::string_view ptx = ptx_for(on, name, contents);
    const disk_cache cache;
    const std::string key = cache_key(on, archive_hash);

    if (const std::optional<std::vector<std::byte>> binary = cache.find(key)) try {
            return {module_on_device(on.context, *binary, doing), true};
        } catch (const error&) {
            // The driver does not take it any more: it is built anew, and replaced. Where the device is at fault, that fails too.
        }
    const std::vector<std::byte> binary = link(*on.context, ptx, std::string(name), doing);
    module_on_device loaded(on.context, binary, doing);
    cache.store(key, binary);
    return {std::move(loaded), false};
}

}  // namespace ingot::backends::cuda
