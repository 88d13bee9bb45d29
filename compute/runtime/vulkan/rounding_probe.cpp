#include "rounding_probe.hpp"

#include <array>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/runtime/error.hpp>
#include <limits>
#include <random>

#include "../disk_cache.hpp"
#include "device.hpp"
#include "pipeline_cache.hpp"
#include "program.hpp"
#include "queue.hpp"
#include "rounding_words.hpp"

namespace ingot::backends::vulkan {

namespace {

constexpr size_t result_count = 512;
constexpr const char* kernel_name = "rounding";

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
                            {parameter("operands", archive::access::read), parameter("results", archive::access::read_write)},
                            false,
                            0,
                            "rounding_probe.cpp",
                            1});
    made.targets.push_back({.target = "vulkan", .architecture = "", .bytes = archive::write_vulkan_code({&code, 1})});
    return made;
}

std::span<const uint32_t> words_for(float) { return float_rounding_words; }
std::span<const uint32_t> words_for(double) { return double_rounding_words; }

// Does an error of a thousandth of the distance between two numbers decide how the quotient or the root of a is rounded?
template <typename Real>
bool tells_small_errors(probed_operation operation, Real a, Real b) {
    const Real result = exact_result(operation, a, b, Real(0));
    // What is left of the quotient, or of the square. Both are exact.
    const Real factor = operation == probed_operation::quotient ? b : result;
    const Real slope = operation == probed_operation::quotient ? b : Real(2) * result;
    const Real rest = std::fma(-result, factor, a);
    const Real distance = std::nextafter(result, std::numeric_limits<Real>::infinity()) - result;
    return std::abs(rest) > Real(0.499) * distance * slope;
}

// Powers of two by which the operands of a quotient are multiplied.
struct scale {
    int of_dividend;
    int of_divisor;
};

// Quotients of double are exact for all operands: some are large, small or denormal. Those of float are used for half.
template <typename Real>
scale scale_of(size_t index) {
    constexpr std::array<scale, 5> scales {{{0, 0}, {1000, 1022}, {-1000, -900}, {-1000, 60}, {-1060, -1060}}};
    return sizeof(Real) == sizeof(double) ? scales[index % scales.size()] : scale {0, 0};
}

}  // namespace

template <typename Real>
std::vector<Real> telling_operands(probed_operation operation) {
    std::mt19937 random(1);  // the numbers of this engine are the same everywhere
    const auto next = [&] {
        const auto bits = (uint64_t {random()} << 32u) | random();
        constexpr int digits = std::numeric_limits<Real>::digits;
        // A number from 1 to 2, with random digits.
        return Real(1) + std::ldexp(static_cast<Real>(bits >> (64u - (digits - 1))), 1 - digits);
    };
    std::vector<Real> operands;
    while (operands.size() < 3 * result_count) {
        const Real a = next();
        const Real b = next();
        if (operation == probed_operation::quotient) {
            if (!tells_small_errors(operation, a, b)) continue;
            const scale scaled = scale_of<Real>(operands.size() / 3);
            operands.insert(operands.end(), {std::ldexp(a, scaled.of_dividend), std::ldexp(b, scaled.of_divisor), Real(0)});
            continue;
        }
        if (operation == probed_operation::root) {
            const Real square = operands.size() % 2 == 0 ? a : Real(2) * a;
            if (tells_small_errors(operation, square, b)) operands.insert(operands.end(), {square, b, Real(0)});
            continue;
        }
        // Every second sum nearly cancels the product: then nearly all digits tell.
        const Real c = operands.size() % 2 == 0 ? -next() : -a * b;
        const Real product = a * b;
        if (std::fma(a, b, c) != product + c) operands.insert(operands.end(), {a, b, c});
    }
    return operands;
}
template std::vector<float> telling_operands(probed_operation);
template std::vector<double> telling_operands(probed_operation);

namespace {

// Computes all operations of the same operands.
template <typename Real>
std::vector<Real> all_results_on(const std::shared_ptr<device>& tested, const driver_facts& facts,
                                 std::span<const Real> operands) {
    const archive::archive contents = archive_of(words_for(Real()));
    const std::vector<std::byte> bytes = archive::write(contents);
    const auto made = std::make_shared<program>(tested, facts, program_source {"rounding_probe.cpp", bytes, {}}, contents);
    const auto kernel = made->create_kernel(std::make_shared<archive::kernel_reflection>(contents.kernels.front()));
    const auto commands = tested->create_queue();
    const auto on_device = tested->create_buffer(operands.size_bytes(), {});
    std::vector<Real> results(operands.size() / 3 * probed_operations);
    const std::span<std::byte> result_bytes = std::as_writable_bytes(std::span(results));
    const auto results_on_device = tested->create_buffer(result_bytes.size(), {});
    commands->write(on_device, 0, std::as_bytes(operands));
    std::array<launch_argument, 2> arguments;
    arguments[0].buffer = on_device;
    arguments[1].buffer = results_on_device;
    commands->launch(kernel, {{static_cast<uint32_t>(operands.size() / 3), 1, 1}, {1, 1, 1}, 1}, arguments);
    commands->read(results_on_device, 0, result_bytes);
    return results;
}

template <typename Real>
std::vector<Real> results_of(probed_operation operation, std::span<const Real> all) {
    std::vector<Real> results;
    for (size_t i = static_cast<size_t>(operation); i < all.size(); i += probed_operations) results.push_back(all[i]);
    return results;
}

// Which operations does the device round correctly?
template <typename Real>
std::array<bool, probed_operations> exact_operations(const std::shared_ptr<device>& tested, const driver_facts& facts) {
    std::vector<Real> operands;
    for (size_t i = 0; i < probed_operations; ++i) {
        const std::vector<Real> some = telling_operands<Real>(probed_operation {static_cast<int>(i)});
        operands.insert(operands.end(), some.begin(), some.end());
    }
    const std::vector<Real> results = all_results_on<Real>(tested, facts, operands);
    const size_t part = operands.size() / probed_operations;
    std::array<bool, probed_operations> exact {};
    for (size_t i = 0; i < probed_operations; ++i) {
        const auto operation = probed_operation {static_cast<int>(i)};
        exact[i] = are_exact<Real>(operation, std::span(operands).subspan(i * part, part),
                                   results_of<Real>(operation, std::span(results).subspan(i * part, part)));
    }
    return exact;
}

}  // namespace

template <typename Real>
std::vector<Real> results_on(const std::shared_ptr<device>& tested, const driver_facts& facts, probed_operation operation,
                             std::span<const Real> operands) {
    return results_of<Real>(operation, all_results_on(tested, facts, operands));
}
template std::vector<float> results_on(const std::shared_ptr<device>&, const driver_facts&, probed_operation,
                                       std::span<const float>);
template std::vector<double> results_on(const std::shared_ptr<device>&, const driver_facts&, probed_operation,
                                        std::span<const double>);

driver_facts probe_rounding(const std::shared_ptr<device>& tested, driver_facts facts) {
    const driver_facts before = facts;
    try {
        const auto [fma, quotient, root] = exact_operations<float>(tested, before);
        facts.exact_fma |= fma;
        facts.exact_division |= quotient && root;
        if (!tested->properties().has_double) return facts;
        const auto [double_fma, double_quotient, double_root] = exact_operations<double>(tested, before);
        facts.exact_double_fma |= double_fma;
        facts.exact_double_division |= double_quotient && double_root;
    } catch (const error&) {
        return before;  // the error shows again where a kernel of the program meets it
    }
    return facts;
}

driver_facts find_rounding(const std::shared_ptr<device>& tested, driver_facts facts) {
    const std::string key = driver_key(*tested->logical(), "rounding");
    const std::array answers {&driver_facts::exact_fma, &driver_facts::exact_double_fma, &driver_facts::exact_division,
                              &driver_facts::exact_double_division};
    if (const auto stored = disk_cache().find(key); stored && stored->size() == answers.size()) {
        for (size_t i = 0; i < answers.size(); ++i) facts.*answers[i] |= (*stored)[i] != std::byte {0};
        return facts;
    }
    facts = probe_rounding(tested, facts);
    if (tested->logical()->lost_reason()) return facts;
    std::array<std::byte, answers.size()> found {};
    for (size_t i = 0; i < answers.size(); ++i) found[i] = std::byte {facts.*answers[i]};
    disk_cache().store(key, found);
    return facts;
}

}  // namespace ingot::backends::vulkan
