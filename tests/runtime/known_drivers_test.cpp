#include "opencl/known_drivers.hpp"

#include <gtest/gtest.h>

namespace {

using namespace ingot::backends::opencl;

TEST(opencl_known_drivers, only_pocl_6_with_llvm_18_needs_options_for_its_compiler) {
    EXPECT_EQ(
        compiler_options("OpenCL 3.0 PoCL 6.0  Linux, Release, RELOC, SPIR-V, LLVM 18.1.8, SLEEF, DISTRO, POCL_DEBUG").size(),
        1u);
    EXPECT_TRUE(
        compiler_options("OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 14.0.6, SLEEF, DISTRO").empty());
    EXPECT_TRUE(compiler_options("OpenCL 3.0 PoCL 6.0  Linux, Release, RELOC, SPIR-V, LLVM 17.0.6, SLEEF").empty());
    EXPECT_TRUE(compiler_options("OpenCL 3.0 PoCL 7.1  Linux, Release, RELOC, SPIR-V, LLVM 18.1.8, SLEEF").empty());
    EXPECT_TRUE(compiler_options("OpenCL 3.0 CUDA 13.0.84").empty());
    EXPECT_TRUE(compiler_options("").empty());
}

}  // namespace
