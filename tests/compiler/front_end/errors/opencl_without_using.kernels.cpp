// OpenCL's functions of the position exist, but only with the language's names.
#include <ingot/kernel.hpp>

kernel void position(ingot::buffer<uint32_t> values) {
    values[get_global_id(0)] = 1;  // error: use of undeclared identifier 'get_global_id'; did you mean 'ingot::get_global_id'?
    // advice: instead of OpenCL's get_global_id, write global_id.x, or get_global_id(0) after `using namespace ingot;`
}
