// What a program's handles share.
#pragma once

#include <ingot/archive/archive.hpp>
#include <ingot/runtime/device.hpp>
#include <memory>
#include <string>

#include "backend.hpp"

namespace ingot {

struct loaded_program {
    std::string name;  ///< of the kernel file
    device on;
    std::shared_ptr<const archive::archive> contents;  ///< without code
    std::shared_ptr<backends::program_interface> built;
};

}  // namespace ingot
