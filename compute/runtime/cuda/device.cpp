#include "device.hpp"

#include <array>

#include "buffer.hpp"
#include "driver_version.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

uint32_t ask(const driver& calls, device_number of, device_attribute what) {
    int value = 0;
    calls.call(calls.get_device_attribute, &value, what, of);
    return static_cast<uint32_t>(value);
}

compute_capability capability_of(const driver& calls, device_number of) {
    return {ask(calls, of, device_attribute::compute_capability_major),
            ask(calls, of, device_attribute::compute_capability_minor)};
}

std::string name_of(const driver& calls, device_number of) {
    std::array<char, 256> name {};
    calls.call(calls.get_device_name, name.data(), static_cast<int>(name.size()) - 1, of);
    return name.data();
}

device_properties describe(const driver& calls, device_number of, compute_capability capability) {
    size_t memory = 0;
    calls.call(calls.get_device_memory, &memory, of);
    device_properties properties;
    properties.backend = backend::cuda;
    properties.name = name_of(calls, of);
    properties.vendor = "NVIDIA";
    properties.driver = driver_version(calls) + ", compute capability " + std::to_string(capability.major) + "." +
                        std::to_string(capability.minor);
    properties.units = ask(calls, of, device_attribute::multiprocessor_count);
    properties.global_memory = memory;
    properties.local_memory = ask(calls, of, device_attribute::max_shared_memory_per_block);
    properties.max_group_size = ask(calls, of, device_attribute::max_threads_per_block);
    properties.has_double = true;
    return properties;
}

}  // namespace

device::device(const driver& calls, device_number number) : capability(capability_of(calls, number)) {
    described = describe(calls, number, capability);
    retained = std::make_shared<primary_context>(calls, number, described.name);
    pool = std::make_shared<pinned_pool>(retained);
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes) { return std::make_shared<buffer>(retained, bytes); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

}  // namespace ingot::backends::cuda
