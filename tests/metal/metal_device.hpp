// A fixture for tests of Metal kernels: every device that can run them.
#pragma once

#include "every_device.hpp"

namespace ingot::testing {

/// No C++ compiler can compile Metal, so a program has no code of Metal kernels for the CPU debug device.
class metal_device : public every_device {
protected:
    void SetUp() override {
        if (GetParam().backend == backend::cpu_debug) GTEST_SKIP() << "the CPU debug device runs C++ only";
    }
};

}  // namespace ingot::testing
