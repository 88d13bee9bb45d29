// What a shared library contains that adds a sample to `ingot`. The CMake function ingot_add_sample() of the installed package
// generates the object `ingot_sample_library`; samples do not include this header.
#pragma once

#include <cstdint>
#include <ingot/sample/interface_hash.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>

namespace ingot {

/// The description of the sample in a shared library. The first two members keep their places in all versions of Ingot, so that
/// libraries for another version are recognised.
struct sample_library {
    /// The version of Ingot that the library was built with: "0.2.0".
    const char* version = nullptr;
    /// The hash of the headers that the library was built with. Classes in headers of another hash may have other layouts.
    const char* interface_hash = nullptr;
    const char* name = nullptr;     ///< as in sample_description
    const char* title = nullptr;    ///< likewise
    const char* summary = nullptr;  ///< likewise
    const char* folder = nullptr;   ///< of the sources, when the library was built
    std::unique_ptr<sample> (*create)() = nullptr;
};

}  // namespace ingot
