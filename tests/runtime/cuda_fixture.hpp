// A test fixture that creates devices of the CUDA backend with the fake driver, and a program for these devices.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <ingot/archive/archive.hpp>
#include <ingot/ingot.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuda/device.hpp"
#include "cuda/driver.hpp"
#include "environment_value.hpp"
#include "every_device.hpp"
#include "fake_cuda.hpp"
#include "temporary_folder.hpp"

namespace ingot {

/// An archive with PTX like the PTX that ingotc writes. The fake driver parses only the signatures of kernels.
class ptx_program {
public:
    explicit ptx_program(archive::archive contents) : bytes_(archive::write(contents)) {}
    program_source source() const { return {"saxpy.kernels.cpp", bytes_, {}}; }

    /// Returns an archive with two kernels: saxpy(buffer<float> y, buffer<const float> x, param<float> factor), and
    /// write_to_invalid_address(), which makes a real device unusable.
    static archive::archive saxpy();

private:
    std::vector<std::byte> bytes_;
};

using testing::error_message;

class cuda : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static const backends::cuda::driver& calls();
    /// Returns a new device object, which no other test uses. So a test that makes its device unusable does not affect others.
    static device make_device(int index = 0);
    /// Replaces the folder of the disk cache by a new, empty one.
    void empty_cache();

    /// Returns the work of a launch of saxpy. The fake driver calls this function for every launch.
    static fake_cuda::late_work run_saxpy(const fake_cuda::launch& launch);
    static void enqueue_saxpy(queue& queue, const program& program, device_buffer<float>& y, const device_buffer<float>& x,
                              float factor);

    fake_cuda::controls* fake_ = nullptr;

private:
    std::optional<ingot::tests::temporary_folder> cache_;
    std::optional<ingot::tests::environment_value> cache_variable_;
};

}  // namespace ingot
