// What the generated host code must know of a kernel beyond its reflection.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <vector>

namespace ingot::compiler {

struct kernel_description {
    archive::kernel_reflection reflection;
    std::string qualified_name;  ///< "::effects::blur"
    std::vector<std::string>
        host_types;  ///< for each parameter its element's or value's type as the host names it, without const
};

}  // namespace ingot::compiler
