// Tests of kernels as text: source, PTX and SPIR-V from the archive of the running program.
#include "kernels/kernel_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "every_device.hpp"
#include "kernels/assembly_text.hpp"
#include "metal_pages.kernels.hpp"
#include "tint.kernels.hpp"

namespace ingot::shell {
namespace {

const kernel_page* page(const std::vector<kernel_page>& pages, std::string_view title) {
    const auto found = std::ranges::find_if(pages, [&](const kernel_page& each) { return each.title.starts_with(title); });
    return found == pages.end() ? nullptr : &*found;
}

TEST(kernel_text, shows_source_overview_ptx_and_spirv) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    const auto pages = kernel_pages(device, "tint.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "Source"));
    EXPECT_NE(page(pages, "Source")->text.find("kernel void"), std::string::npos);
    ASSERT_TRUE(page(pages, "ptx"));
    EXPECT_NE(page(pages, "ptx")->text.find(".visible .entry tint"), std::string::npos) << page(pages, "ptx")->text;
    ASSERT_TRUE(page(pages, "spirv"));
    EXPECT_NE(page(pages, "spirv")->text.find("OpEntryPoint Kernel"), std::string::npos) << page(pages, "spirv")->text;
    ASSERT_TRUE(page(pages, "Overview"));
    EXPECT_NE(page(pages, "Overview")->text.find("tint   line"), std::string::npos) << page(pages, "Overview")->text;
}

// The panel disassembles machine code when its page is shown.
TEST(kernel_text, has_a_page_for_machine_code) {
    const device_listing native = devices(backend::cpu_native).front();
    if (!native.device) GTEST_SKIP() << native.unavailable_reason;
    const tint_program program(*native.device);
    const auto pages = kernel_pages(*native.device, "tint.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "cpu x86-64-v3"));
    EXPECT_EQ(page(pages, "cpu")->text, "");
    const std::string text = disassemble_object(page(pages, "cpu")->object, [] { return false; });
    EXPECT_NE(text.find("<tint.group>:"), std::string::npos) << text;
    EXPECT_NE(text.find("ret"), std::string::npos) << text;
    EXPECT_EQ(text.find("ingot-object"), std::string::npos) << "it does not name the temporary file:\n" << text;
    const std::vector<std::byte> nonsense(64);
    EXPECT_NE(disassemble_object(nonsense, [] { return false; }).find("cannot be shown"), std::string::npos);
}

TEST(kernel_text, shows_metal_and_why_a_kernel_is_not_there) {
    const device device = find_device(backend::cpu_debug, 0);
    const metal_pages_program program(device);
    const auto pages = kernel_pages(device, "metal_pages.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "msl"));
    const std::string& text = page(pages, "msl")->text;
    EXPECT_NE(text.find("kernel void brighten("), std::string::npos) << text;
    EXPECT_NE(
        text.find("// add_double, metal_pages.kernels.cpp:9, is not here:\n// metal_pages.kernels.cpp:9: Metal has no double"),
        std::string::npos)
        << text;
    const std::string& overview = page(pages, "Overview")->text;
    EXPECT_NE(overview.find("without add_double: "), std::string::npos) << overview;
    EXPECT_NE(overview.find("metal_pages.kernels.cpp:9: Metal has no double"), std::string::npos) << overview;
}

TEST(kernel_text, says_what_is_missing) {
    const device device = find_device(backend::cpu_debug, 0);
    const auto pages = kernel_pages(device, "never.kernels.cpp", "/nowhere");
    EXPECT_NE(page(pages, "Source")->text.find("'/nowhere/never.kernels.cpp' cannot be read"), std::string::npos);
    EXPECT_NE(page(pages, "Overview")->text.find("never.kernels.cpp"), std::string::npos);
    EXPECT_FALSE(page(pages, "ptx"));
    const std::vector<std::byte> nonsense(64);
    EXPECT_NE(spirv_text(nonsense).find("cannot be shown as text"), std::string::npos);
    EXPECT_NE(spirv_text({}).find("cannot be shown as text"), std::string::npos);
}

}  // namespace
}  // namespace ingot::shell
