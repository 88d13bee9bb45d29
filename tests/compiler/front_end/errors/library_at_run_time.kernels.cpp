// Parts of the standard library that allocate, throw or use run-time type information, and a class with virtual
// functions.
#include <ingot/kernel.hpp>
#include <functional>
#include <map>
#include <mutex>
#include <string>

using namespace ingot;

kernel void use_text(buffer<uint32_t> values) {
    const std::string text(values[0], 'x');  // error: a kernel cannot allocate memory at run time
    // advice: 'std::basic_string<char>::basic_string' in a system header does this
    values[1] = static_cast<uint32_t>(text.size());
}
kernel void use_map(buffer<uint32_t> values) {
    std::map<uint32_t, uint32_t> table;  // error: a kernel cannot free memory
    values[1] = table[values[0]];  // error: a kernel cannot allocate memory at run time
}
kernel void use_function(buffer<uint32_t> values) {
    const std::function<uint32_t(uint32_t)> twice = [](uint32_t value) { return 2 * value; };  // error: a kernel cannot query a type at run time: typeid
    values[0] = twice(values[0]);  // error: a kernel cannot throw exceptions
}
kernel void use_mutex(buffer<uint32_t> values) {
    std::mutex mutex;
    mutex.lock();  // error: a kernel cannot throw exceptions
    // advice: 'std::mutex::lock' in a system header does this
    ++values[0];
}
struct shape {
    virtual float area() const = 0;
};
struct square final : shape {
    float area() const override { return 4; }
};
kernel void use_abstract(buffer<float> values) {
    const square one;  // error: a kernel cannot make an object with virtual functions: 'square'
    values[0] = one.area();
}
