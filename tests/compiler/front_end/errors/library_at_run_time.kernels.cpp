// Parts of the standard library that allocate, throw or use run-time type information, and a class with virtual
// functions.
#include <ingot/kernel.hpp>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

using namespace ingot;

kernel void use_text(buffer<uint32_t> values) {
    const std::string text(values[0], 'x');  // error: a kernel cannot allocate memory at run time
    // advice: 'std::basic_string<char>::basic_string' in a system header does this
    values[1] = static_cast<uint32_t>(text.size());
}
kernel void use_list(buffer<float> values) {
    std::vector<float> list;  // error: a kernel cannot use 'std::vector', which takes memory from the heap
    list.push_back(values[0]);  // error: a kernel cannot allocate memory at run time
    values[1] = list.front();
}
kernel void use_empty_text(buffer<uint32_t> values) {
    std::string text;  // error: a kernel cannot use 'std::string', which takes memory from the heap
    values[1] = static_cast<uint32_t>(text.size());
}
kernel void use_map(buffer<uint32_t> values) {
    std::map<uint32_t, uint32_t> table;  // error: a kernel cannot use 'std::map', which takes memory from the heap
    // advice: device code has no heap: use std::array<T, N> for a fixed number of elements, local_buffer<T, N> for memory shared by the work-group, or a buffer<T> as a parameter of the kernel
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
