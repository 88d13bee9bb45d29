// A CUDA device of the fake driver, and a program for it.
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

/// A kernel file with PTX as ingotc would have written it. The fake driver understands as much of it as it needs.
class ptx_program {
public:
    explicit ptx_program(archive::archive contents) : bytes(archive::write(contents)) {}
    program_source source() const { return {"saxpy.kernels.cpp", bytes, {}}; }

    /// saxpy(buffer<float> y, buffer<const float> x, param<float> factor), and write_astray(), which ends the device.
    static archive::archive saxpy();

private:
    std::vector<std::byte> bytes;
};

using testing::error_of;

class cuda : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static const backends::cuda::driver& calls();
    /// A handle of its own, so that what ends it ends no other test's.
    static device make_device(int index = 0);
    /// An empty disk cache from now on.
    void empty_cache();

    /// Makes the fake driver run saxpy.
    static fake_cuda::late_work run_saxpy(const fake_cuda::launch& launch);
    static void enqueue_saxpy(queue& in, const program& of, device_buffer<float>& y, const device_buffer<float>& x, float factor);

    fake_cuda::controls* fake = nullptr;

private:
    std::optional<ingot::tests::temporary_folder> cache;
    std::optional<ingot::tests::environment_value> cache_variable;
};

}  // namespace ingot
