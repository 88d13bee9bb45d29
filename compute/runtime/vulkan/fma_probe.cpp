#include "fma_probe.hpp"

#include <array>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/runtime/error.hpp>
#include <limits>
#include <random>

#include "../disk_cache.hpp"
#include "device.hpp"
#include "fma_words.hpp"
#include "pipeline_cache.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::vulkan {

namespace {

constexpr size_t sum_count = 512;
constexpr const char* kernel_name = "fma";

// The archive of the small kernel.
archive::archive archive_of(std::span<const uint32_t> words) {
    archive::vulkan_kernel code;
    code.symbol = kernel_name;
    code.argument_bytes = 16;
    code.words.assign(words.begin(), words.end());
    code.arguments = {{archive::vulkan_argument_kind::buffer, 0, 0, 8}, {archive::vulkan_argument_kind::buffer, 1, 8, 8}};
    const auto parameter = [](const char* name, archive::access accessed) {
        return archive::parameter {name, archive::parameter_kind::buffer, accessed, "float", 4, 4};
    };
    archive::archive made;
    made.kernels.push_back({kernel_name,
                            kernel_name,
                            {parameter("sums", archive::access::read), parameter("results", archive::access::read_write)},
                            false,
                            0,
                            "fma_probe.cpp",
                            1});
    made.targets.push_back({.target = "vulkan", .architecture = "", .bytes = archive::write_vulkan_code({&code, 1})});
    return made;
}

std::span<const uint32_t> words_for(float) { return float_fma_words; }
std::span<const uint32_t> words_for(double) { return double_fma_words; }

}  // namespace

template <typename Real>
std::vector<Real> telling_sums() {
    std::mt19937 random(1);  // the numbers of this engine are the same everywhere
    const auto next = [&] {
        const auto bits = (uint64_t {random()} << 32u) | random();
        constexpr int digits = std::numeric_limits<Real>::digits;
        // A number from 1 to 2, with random digits.
        return Real(1) + std::ldexp(static_cast<Real>(bits >> (64u - (digits - 1))), 1 - digits);
    };
    std::vector<Real> sums;
    while (sums.size() < 3 * sum_count) {
        const Real a = next();
        const Real b = next();
        // Every second sum nearly cancels the product: then nearly all digits tell.
        const Real c = sums.size() % 2 == 0 ? -next() : -a * b;
        const Real product = a * b;
        if (std::fma(a, b, c) != product + c) sums.insert(sums.end(), {a, b, c});
    }
    return sums;
}
template std::vector<float> telling_sums();
template std::vector<double> telling_sums();

template <typename Real>
std::vector<Real> fma_on(const std::shared_ptr<device>& tested, const driver_facts& facts, std::span<const Real> sums) {
    const archive::archive contents = archive_of(words_for(Real()));
    const std::vector<std::byte> bytes = archive::write(contents);
    const auto made = std::make_shared<program>(tested, facts, program_source {"fma_probe.cpp", bytes, {}}, contents);
    const auto kernel = made->create_kernel(std::make_shared<archive::kernel_reflection>(contents.kernels.front()));
    const auto commands = tested->create_queue();
    const auto on_device = tested->create_buffer(sums.size_bytes(), {});
    std::vector<Real> results(sums.size() / 3);
    const std::span<std::byte> result_bytes = std::as_writable_bytes(std::span(results));
    const auto results_on_device = tested->create_buffer(result_bytes.size(), {});
    commands->write(on_device, 0, std::as_bytes(sums));
    std::array<launch_argument, 2> arguments;
    arguments[0].buffer = on_device;
    arguments[1].buffer = results_on_device;
    commands->launch(kernel, {{static_cast<uint32_t>(results.size()), 1, 1}, {1, 1, 1}, 1}, arguments);
    commands->read(results_on_device, 0, result_bytes);
    return results;
}
template std::vector<float> fma_on(const std::shared_ptr<device>&, const driver_facts&, std::span<const float>);
template std::vector<double> fma_on(const std::shared_ptr<device>&, const driver_facts&, std::span<const double>);

driver_facts probe_fma(const std::shared_ptr<device>& tested, driver_facts facts) {
    const driver_facts before = facts;
    try {
        const std::vector<float> sums = telling_sums<float>();
        facts.exact_fma = round_once<float>(sums, fma_on<float>(tested, before, sums));
        if (!tested->properties().has_double) return facts;
        const std::vector<double> double_sums = telling_sums<double>();
        facts.exact_double_fma = round_once<double>(double_sums, fma_on<double>(tested, before, double_sums));
    } catch (const error&) {
        return before;  // the error shows again where a kernel of the program meets it
    }
    return facts;
}

driver_facts find_fma(const std::shared_ptr<device>& tested, driver_facts facts) {
    const std::string key = driver_key(*tested->logical(), "fma");
    if (const auto stored = disk_cache().find(key); stored && stored->size() == 2) {
        facts.exact_fma = stored->front() != std::byte {0};
        facts.exact_double_fma = stored->back() != std::byte {0};
        return facts;
    }
    facts = probe_fma(tested, facts);
    if (!tested->logical()->lost_reason())
        disk_cache().store(key, std::array {std::byte {facts.exact_fma}, std::byte {facts.exact_double_fma}});
    return facts;
}

}  // namespace ingot::backends::vulkan
