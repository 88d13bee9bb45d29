// Prints the devices that the Metal backend lists, or, with the argument --methods, the types of the methods that it calls.
#include <cstdio>
#include <ingot/runtime/device.hpp>
#include <string_view>

#include "metal/hardware/metal_library.hpp"

namespace {

// One line for each method: its name, then the encodings of the result and of the arguments.
void print_methods() {
    const ingot::backends::metal::hardware::metal_library library;
    for (const auto& method : library.runtime().declared()) {
        std::fputs(method.name.c_str(), stdout);
        for (const std::string& type : method.types) std::printf(" %s", type.c_str());
        std::puts("");
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1 && std::string_view(arguments[1]) == "--methods") {
        print_methods();
        return 0;
    }
    for (const ingot::device_listing& listing : ingot::devices(ingot::backend::metal)) {
        const std::string line =
            listing.device ? listing.device->name() + ", " + listing.device->properties().driver : listing.unavailable_reason;
        std::puts(line.c_str());
    }
}
