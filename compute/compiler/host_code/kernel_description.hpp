// The description of a kernel from which host code is generated.
#pragma once

#include <ingot/archive/archive.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// A parameter of a kernel template and its argument in one instance.
struct template_argument {
    std::string parameter;   ///< "plan"
    std::string type;        ///< if the argument is a value: its type, as host code names it; empty if the argument is a type
    std::string expression;  ///< "ingot::samples::tiling{512u, 4u}"
};

/// Identifies a kernel as an instance of a kernel template.
struct template_instance {
    std::string template_name;  ///< the template's name: "advance"
    std::vector<template_argument> arguments;
};

/// A kernel's reflection and the names by which host code refers to the kernel and its types.
struct kernel_description {
    archive::kernel_reflection reflection;
    std::string qualified_name;  ///< "::effects::blur", "::effects::blur<17u>"
    /// For each parameter the type of its elements or of its value, without const, or the type of the image, as host
    /// code names it.
    std::vector<std::string> host_types;
    /// If a parameter of the kernel is a group (a struct or an array of buffers, images and values): the C++ expressions that
    /// the entry passes to the kernel as arguments, separated by commas. One of them is
    /// `::std::remove_cvref_t<…>{argument<…>::from(arguments[0]), …}`. Otherwise empty.
    std::string call;
    /// Can a work-item fail (archive/failures.hpp)? Then ingotc adds a last parameter to the kernel: the buffer through which
    /// the work-item reports its failure to the runtime.
    bool can_fail = false;
    std::optional<template_instance> instance;  ///< set if the kernel is an instance of a kernel template
};

}  // namespace ingot::compiler
