#include <ingot/kernel.hpp>
#include <typeinfo>

using namespace ingot;

struct shape {
    virtual float area() const { return 0; }
};
struct square : shape {};

static bool is_square(const shape* any) {
    return dynamic_cast<const square*>(any) != nullptr;  // error: a kernel cannot query a type at run time: dynamic_cast
    // advice: use a template, `if constexpr` or a value of an enumeration that states the type
}

kernel void ask(buffer<bool> values) {
    values[0] = is_square(nullptr);
    [[maybe_unused]] const std::type_info& info = typeid(float);  // error: a kernel cannot query a type at run time: typeid
}
