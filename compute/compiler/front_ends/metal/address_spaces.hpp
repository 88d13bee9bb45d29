// The address spaces of Metal (MSL 3.0, section 4), and what stands for them in the C++ that Clang parses (tokens.hpp).
#pragma once

#include <clang/AST/Type.h>

#include <string_view>

namespace ingot::compiler::metal {

enum class address_space {
    device,
    constant,
    threadgroup,
    thread,  ///< memory without an address space in C++
};

/// Returns the address space of an object of this type. For a pointer, ask with the type that it points to.
inline address_space address_space_of(clang::QualType type) {
    switch (type.getAddressSpace()) {
        case clang::LangAS::opencl_global:
        case clang::LangAS::sycl_global:
            return address_space::device;
        case clang::LangAS::opencl_global_host:
        case clang::LangAS::sycl_global_host:
            return address_space::constant;
        case clang::LangAS::opencl_local:
        case clang::LangAS::sycl_local:
            return address_space::threadgroup;
        default:
            return address_space::thread;
    }
}

/// Returns the name of an address space in Metal.
inline std::string_view name_of(address_space space) {
    switch (space) {
        case address_space::device:
            return "device";
        case address_space::constant:
            return "constant";
        case address_space::threadgroup:
            return "threadgroup";
        case address_space::thread:
            break;
    }
    return "thread";
}

}  // namespace ingot::compiler::metal
