// What the generated host code must know of a kernel beyond its reflection.
#pragma once

#include <ingot/archive/archive.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// A parameter of a kernel template, and the argument for it.
struct template_argument {
    std::string parameter;  ///< "plan"
    std::string type;       ///< of a value, as the host names it; "" where the argument is a type
    std::string text;       ///< "ingot::samples::tiling{512u, 4u}"
};

/// Which instance of which kernel template a kernel is.
struct template_instance {
    std::string of;  ///< the template's name: "advance"
    std::vector<template_argument> arguments;
};

struct kernel_description {
    archive::kernel_reflection reflection;
    std::string qualified_name;  ///< "::effects::blur", "::effects::blur<17u>"
    std::vector<std::string>
        host_types;  ///< for each parameter its element's or value's type as the host names it, without const
    std::optional<template_instance> instance;
};

}  // namespace ingot::compiler
