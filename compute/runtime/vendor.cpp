#include "vendor.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace ingot::backends {

namespace {

struct known_vendor {
    std::string_view word;
    device_vendor vendor;
};

// Parts of vendor names in lower case. The first part that a name contains decides. "arm" alone is not in the table,
// because other names contain it; find_vendor() accepts it only as the whole name.
constexpr std::array<known_vendor, 11> known_vendors {{
    {"nvidia", device_vendor::nvidia},
    {"advanced micro devices", device_vendor::amd},
    {"authenticamd", device_vendor::amd},
    {"genuineintel", device_vendor::intel},
    {"intel", device_vendor::intel},
    {"apple", device_vendor::apple},
    {"imagination", device_vendor::imagination},
    {"qualcomm", device_vendor::qualcomm},
    {"arm ltd", device_vendor::arm},
    {"arm limited", device_vendor::arm},
    {"amd", device_vendor::amd},
}};

}  // namespace

device_vendor find_vendor(std::string_view words) {
    std::string text(words);
    std::ranges::transform(text, text.begin(),
                           [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
    if (text == "arm") return device_vendor::arm;
    for (const known_vendor& entry : known_vendors)
        if (text.find(entry.word) != std::string::npos) return entry.vendor;
    return device_vendor::unknown;
}

}  // namespace ingot::backends
