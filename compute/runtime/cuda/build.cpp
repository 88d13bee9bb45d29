#include "build.hpp"

#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/error.hpp>
#include <utility>

#include "../disk_cache.hpp"
#include "linker.hpp"

namespace ingot::backends::cuda {

namespace {

// Returns the PTX that the device can run. Throws error, which lists the code that the archive contains, if there is none.
std::string_view ptx_for(const build_target& target, std::string_view name, const archive::archive& contents) {
    if (const archive::code* const found = find_ptx(contents, target.capability))
        return {reinterpret_cast<const char*>(found->bytes.data()), found->bytes.size()};
    std::string available;
    for (const archive::code& code : contents.targets)
        available +=
            (available.empty() ? "" : ", ") + code.target + (code.architecture.empty() ? "" : " for " + code.architecture);
    throw error("building " + std::string(name) + " on '" + target.context->device_name() + "': it takes 'ptx' for " +
                to_string(target.capability) +
                " or lower, and the archive holds code for: " + (available.empty() ? "nothing" : available) +
                "; compile the kernel file with --targets ptx, for an architecture that the device has");
}

// The key contains everything that changes the binary or makes a driver reject it.
std::string cache_key(const build_target& target, std::string_view archive_hash) {
    return archive::to_string(archive::content_digest_of({"cuda", INGOT_VERSION, archive_hash, to_string(target.capability),
                                                          target.context->device_name(), target.driver_version}));
}

}  // namespace

loaded_module::loaded_module(std::shared_ptr<primary_context> context, std::span<const std::byte> binary,
                             const std::string& doing)
    : context_(std::move(context)) {
    const current_context current_context(*context_);
    const auto& load = context_->driver_functions().load_module;
    if (const result answer = current_context.try_call(load, &handle_, binary.data(), 0, nullptr, nullptr);
        answer != result::success)
        current_context.fail(doing, load.name(), answer);
}

loaded_module::loaded_module(loaded_module&& other) noexcept
    : context_(other.context_), handle_(std::exchange(other.handle_, nullptr)) {}

loaded_module::~loaded_module() {
    if (handle_) context_->release(context_->driver_functions().unload_module, handle_);
}

built_program build(const build_target& target, std::string_view name, std::string_view archive_hash,
                    const archive::archive& contents) {
    const std::string doing = "building " + std::string(name);
    const std::string_view ptx = ptx_for(target, name, contents);
    const disk_cache cache;
    const std::string key = cache_key(target, archive_hash);

    if (const std::optional<std::vector<std::byte>> binary = cache.find(key)) try {
            return {loaded_module(target.context, *binary, doing), true};
        } catch (const error&) {
            // The driver no longer accepts the cached binary. The program is built again below, and the new binary replaces
            // the cached one. If the device itself has failed, building fails too and reports that.
        }
    const std::vector<std::byte> binary = link(*target.context, ptx, std::string(name), doing);
    loaded_module module(target.context, binary, doing);
    cache.store(key, binary);
    return {std::move(module), false};
}

}  // namespace ingot::backends::cuda
