// Objects with machine code for the device cpu-native. The loader gets each input for both machines, whatever its own one is.
#include <cpu_native/object_loader.hpp>
#include <ingot/runtime/error.hpp>

#include "all_targets.hpp"

namespace ingot::reader_fuzzing {

namespace {

using backends::cpu_native::loaded_object;
namespace elf = backends::cpu_native::elf;

// A place that stands for each function outside of the object. It is not called.
constexpr uint64_t function = 0;

const void* find_function(std::string_view name) { return name.starts_with("unknown") ? nullptr : &function; }

outcome read(std::span<const std::byte> input) {
    outcome result = outcome::rejected;
    for (const uint16_t machine : {elf::x86_64, elf::aarch64}) {
        const auto has_symbol = read_or_reject<error>([&] {
            const loaded_object loaded(input, "input", &find_function, machine);
            return loaded.find("scale.group") != nullptr;
        });
        if (has_symbol) result = outcome::accepted;
    }
    return result;
}

}  // namespace

const target object_target {"object", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
