// Functions that no kernel calls are not restricted.
#include <ingot/kernel.hpp>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ingot;

int counter = 0;
#ifndef INGOT_DEVICE
asm(".globl counter");
#endif
struct shape {
    virtual ~shape() = default;
    virtual float area() const = 0;
};
struct square : shape {
    float area() const override { return 4; }
};

std::unique_ptr<shape> make(const std::string& name) {
    try {
        ++counter;
        if (name != "square") throw std::runtime_error("no " + name);
        return std::make_unique<square>();
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        throw;
    }
}

bool is_square(const shape& any) { return dynamic_cast<const square*>(&any) != nullptr; }

kernel void twice(buffer<float> values) { values[global_id.x] *= 2; }
