#include "headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ingot::compiler::metal {

namespace {

// Headers and folders of Apple's that belong to later versions, to graphics, or to other libraries.
struct foreign_header {
    llvm::StringRef beginning;
    llvm::StringRef what;
};
constexpr std::array foreign_headers {
    foreign_header {"MetalPerformancePrimitives", "the library Metal Performance Primitives (Metal 4)"},
    foreign_header {"metal_tensor", "tensors (Metal 4)"},
    foreign_header {"metal_cooperative_tensor", "tensors (Metal 4)"},
    foreign_header {"metal_raytracing", "ray tracing (MSL 3.0, section 6.18), which ingotc does not support"},
    foreign_header {"metal_logging", "logging (Metal 3.2)"},
    foreign_header {"metal_mesh", "mesh shading (graphics)"},
    foreign_header {"metal_tessellation", "tessellation (graphics)"},
    foreign_header {"metal_interpolate", "interpolation (graphics)"},
    foreign_header {"metal_imageblocks", "imageblocks (graphics)"},
    foreign_header {"metal_command_buffer", "indirect command buffers, which ingotc does not support"},
    foreign_header {"metal_visible_function_table", "tables of visible functions, which ingotc does not support"},
    foreign_header {"CoreImage", "the library Core Image"},
    foreign_header {"SceneKit", "the library SceneKit"},
    foreign_header {"RealityKit", "the library RealityKit"},
    foreign_header {"SwiftUI", "the library SwiftUI"},
    foreign_header {"Foundation", "Objective-C"},
};

const foreign_header* find_foreign(llvm::StringRef name) {
    const auto found =
        std::ranges::find_if(foreign_headers, [&](const foreign_header& each) { return name.starts_with(each.beginning); });
    return found == foreign_headers.end() ? nullptr : &*found;
}

}  // namespace

void header_listener::InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool,
                                         clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                                         llvm::StringRef, const clang::Module*, bool, clang::SrcMgr::CharacteristicKind kind) {
    if (sources_.isInSystemHeader(hash)) return;
    if (!file) {
        if (const foreign_header* const foreign = find_foreign(name))
            errors_.error(hash, fmt::format("'{}' belongs to {}", name.str(), foreign->what.str()),
                          "ingotc has the compute part of Metal 3.0: see docs/metal.md");
        return;
    }
    if (kind == clang::SrcMgr::C_User || file->getName().contains("/ingot/metal/")) return;
    errors_.error(hash, fmt::format("'{}' is a header of C++, which Metal does not have (MSL 3.0, section 1.4.4)", name.str()),
                  "include <metal_stdlib>, which has the types and functions of Metal's library");
}

bool header_listener::FileNotFound(llvm::StringRef name) { return find_foreign(name) != nullptr; }

}  // namespace ingot::compiler::metal
