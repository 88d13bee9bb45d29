#include "opencl/device_name.hpp"

#include <gtest/gtest.h>

namespace {

using ingot::backends::opencl::device_name;

TEST(opencl_device_name, leaves_out_what_pocl_puts_before_it) {
    EXPECT_EQ(device_name("pthread-skylake-avx512-AMD EPYC", "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512",
                          "Portable Computing Language", "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts", true),
              "AMD EPYC (PoCL 3.1)");
    EXPECT_EQ(device_name("pthread-znver3-AMD Ryzen 7-Pro", "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-znver3",
                          "Portable Computing Language", "OpenCL 3.0 PoCL 5.0, Linux", true),
              "AMD Ryzen 7-Pro (PoCL 5.0)");
    EXPECT_EQ(device_name("pthread-", "", "", "PoCL ", true), " (PoCL )");
    EXPECT_EQ(device_name("cpu-haswell", "HSTR: cpu-x86_64-haswell", "Portable Computing Language", "PoCL 6.0", true),
              "haswell (PoCL 6.0)");
    EXPECT_EQ(device_name("cpu-haswell-AMD EPYC", "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-haswell",
                          "Portable Computing Language", "OpenCL 3.0 PoCL 6.0+debian  Linux, None+Asserts", true),
              "AMD EPYC (PoCL 6.0)");
}

TEST(opencl_device_name, names_the_driver_where_several_could_offer_the_device) {
    EXPECT_EQ(device_name("  Intel(R) Xeon(R)  ", "OpenCL 3.0", "Intel(R) OpenCL", "OpenCL 3.0 LINUX", true),
              "Intel(R) Xeon(R) (Intel(R) OpenCL)");
    EXPECT_EQ(device_name("NVIDIA H200", "OpenCL 3.0 CUDA", "NVIDIA CUDA", "OpenCL 3.0 CUDA 12", false), "NVIDIA H200");
    EXPECT_EQ(device_name("", "", "", "", false), "");
}

}  // namespace
