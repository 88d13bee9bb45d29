// Builds the invocation of Clang: an ordinary C++20 compiler for the build machine, with macros that describe the device.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "../../front_end.hpp"
#include "../../target.hpp"
#include "../clang/invocation.hpp"

namespace ingot::compiler {

/// The target and the device profile that Clang's invocation describes by macros, for the language's headers and for the
/// kernel file.
struct device_macros {
    const target_traits* target = nullptr;                                ///< only its member `macros` is used
    archive::profile_vendor platform = archive::profile_vendor::unknown;  ///< device_info::platform_vendor()
    archive::device_profile profile {};

    friend bool operator==(const device_macros& one, const device_macros& other) {
        return one.target->macros == other.target->macros && one.platform == other.platform &&
               one.profile.name == other.profile.name;
    }
};

/// Returns the invocation. Returns null if an option is invalid; if `printed` is on, Clang's driver has then printed the
/// error.
std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const device_macros& macros,
                                                             messages printed = messages::on);

}  // namespace ingot::compiler
