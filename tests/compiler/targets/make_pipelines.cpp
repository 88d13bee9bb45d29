// make_pipelines ARCHIVE: has the first Vulkan driver compile each kernel of an archive.
//
// With RADV_FORCE_FAMILY in the environment, Mesa's driver for AMD compiles for a GPU that need not be there. Nothing is
// launched. Ends with status 1 if the driver does not compile a kernel, and with 77, so that ctest skips the test, if there is no
// driver.
#include <array>
#include <cstdio>
#include <exception>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/ingot.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "vulkan/device.hpp"
#include "vulkan/instance.hpp"
#include "vulkan/kernel.hpp"
#include "vulkan/program.hpp"

namespace {

using namespace ingot;

std::shared_ptr<backends::vulkan::device> first_device() try {
    // As in the backend, the instance is never destroyed.
    static const backends::vulkan::instance& opened = *std::make_unique<backends::vulkan::instance>().release();
    const std::vector<VkPhysicalDevice> all = opened.physical_devices();
    if (all.empty()) return nullptr;
    return std::make_shared<backends::vulkan::device>(opened, all.front());
} catch (const error& reason) {
    std::printf("%s\n", reason.what());
    return nullptr;
}

// Does the driver say how many vector registers the kernel takes? Prints its statistics. RADV reports them without a GPU.
bool reports_registers(const backends::kernel_interface& kernel) {
    bool has_registers = false;
    for (const kernel_statistics& version : kernel.statistics()) {
        std::printf("%s, %s:", version.kernel.c_str(), version.launches.c_str());
        for (const code_statistic& each : version.code) {
            std::printf(" %s %s;", each.name.c_str(), each.value.c_str());
            has_registers |= each.name == "VGPRs" && std::stoi(each.value) > 0;
        }
        std::printf("\n");
    }
    if (!has_registers) std::printf("FAILED: %s: no number of registers\n", kernel.reflection().name.c_str());
    return has_registers;
}

// Compiles all kernels. Returns whether each became a pipeline.
bool make_pipelines(const std::shared_ptr<backends::vulkan::device>& device, const char* path) {
    const std::vector<std::byte> bytes = files::read_whole_file(path);
    const archive::archive contents = archive::read(bytes, path);
    // The driver's own fma: the code that computes it is compiled for lavapipe in other tests. Divisions are computed.
    const backends::vulkan::driver_facts facts {.exact_fma = true, .exact_double_fma = true};
    const auto program = std::make_shared<backends::vulkan::program>(device, facts, program_source {path, bytes, {}}, contents);
    bool is_good = true;
    size_t made = 0;
    for (const archive::kernel_reflection& each : contents.kernels) try {
            const auto kernel = program->create_kernel(std::make_shared<archive::kernel_reflection>(each));
            constexpr std::array<uint32_t, 3> group_size {64, 1, 1};
            constexpr uint32_t dynamic_local_words = 64;
            dynamic_cast<backends::vulkan::kernel&>(*kernel).pipeline(group_size, dynamic_local_words);
            ++made;
            is_good &= reports_registers(*kernel);
        } catch (const error& reason) {
            const std::string text = reason.what();
            const bool is_expected = text.find("does not have it") != std::string::npos ||
                                     text.find("which the device does not have") != std::string::npos;
            std::printf("%s: %s\n", is_expected ? "left out" : "FAILED", text.c_str());
            is_good &= is_expected;
        }
    std::printf("%s: %zu of %zu kernels became pipelines\n", device->properties().name.c_str(), made, contents.kernels.size());
    return is_good;
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 2) throw std::runtime_error("give an archive");
    const auto device = first_device();
    if (!device) return 77;
    return make_pipelines(device, arguments[1]) ? 0 : 1;
} catch (const std::exception& problem) {
    std::fprintf(stderr, "make_pipelines: %s\n", problem.what());
    return 1;
}
