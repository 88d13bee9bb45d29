// A test fixture that creates devices of the Metal backend with the fake Metal, and a program for these devices.
#pragma once

#include <gtest/gtest.h>

#include <ingot/archive/archive.hpp>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

#include "every_device.hpp"
#include "fake_metal/fake_metal.hpp"
#include "metal/hardware/device.hpp"

namespace ingot {

/// An archive with a text like the text that ingotc writes. The fake finds only the names of the kernels in it.
class metal_program_source {
public:
    explicit metal_program_source(archive::archive contents) : bytes_(archive::write(contents)) {}
    program_source source() const { return {"shapes.kernels.cpp", bytes_, {}}; }

    /// Returns an archive with the kernels saxpy, everything, vertex (whose name is another one in the text), small_groups, and
    /// in_double, which the text does not have.
    static archive::archive shapes();

private:
    std::vector<std::byte> bytes_;
};

class apple_metal : public ::testing::Test {
protected:
    void SetUp() override;
    /// No rule of Metal was broken, and nothing is left.
    void TearDown() override;

    static const backends::metal::hardware::metal_library& library();
    /// Returns a device that no other test uses: 0 has unified memory, and 1 has memory of its own.
    static device make_device(size_t index = 0);
    static program make_program(const device& owner);
    void run_saxpy(queue& queue, const program& program, device_buffer<float>& y, const device_buffer<float>& x, float factor);

    fake_metal::controls* fake_ = nullptr;
    size_t objects_before_ = 0;
};

}  // namespace ingot
