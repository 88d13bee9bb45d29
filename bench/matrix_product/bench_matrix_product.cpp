// Measures the product of two square matrices of half numbers, with sums in float, on every device by the device's own clock.
// Each plan of the kernel is checked against a reference and then timed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "matrix_product.kernels.hpp"
#include "measurement.hpp"
#include "plans.hpp"

namespace {

using namespace ingot;
using bench::local_product_plan;
using bench::product_plan;
using bench::stage_unit;

struct options {
    std::optional<std::string> backend;
    uint32_t size = 4096;
    uint32_t cpu_size = 256;
    uint32_t repetitions = 30;
};

// The rate of dense half products with float sums, by the manufacturer's data sheet, in TFLOPS.
struct data_sheet {
    std::string_view name;  // a part of the device's name
    double teraflops;
};
constexpr data_sheet data_sheets[] {{"H200", 989.4}, {"H100", 989.4}, {"A100", 311.9}};

std::optional<double> data_sheet_rate(std::string_view device) {
    for (const data_sheet& each : data_sheets)
        if (device.find(each.name) != std::string_view::npos) return each.teraflops;
    return std::nullopt;
}

std::vector<half> random_matrix(uint32_t size, uint32_t seed) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> distribution(-1.0f, 1.0f);
    std::vector<half> elements(size_t {size} * size);
    std::ranges::generate(elements, [&] { return half(distribution(engine)); });
    return elements;
}

std::string text_of(const product_plan& plan) {
    return fmt::format("{}x{}x{}, {}x{} for 32 work-items, {} stages, bands of {}", plan.rows, plan.columns, plan.depth,
                       plan.item_rows, plan.item_columns, plan.stages, plan.band);
}

std::string text_of(const local_product_plan& plan) {
    return fmt::format("{}x{}x{} in local memory, {} stages, bands of {}", plan.rows, plan.columns, plan.depth, plan.stages,
                       plan.band);
}

// One product on one device.
class measured_product {
public:
    measured_product(const device& device, uint32_t size)
        : device_(device),
          queue_(device_.create_queue()),
          program_(device_),
          size_(size),
          left_(random_matrix(size, 1)),
          right_(random_matrix(size, 2)),
          left_buffer_(device_.create_buffer<half>(std::span<const half>(left_))),
          right_buffer_(device_.create_buffer<half>(std::span<const half>(right_))),
          product_(device_.create_buffer<half>(left_.size())) {}

    template <typename Plan>
    bool can_run(const Plan& plan) const {
        return size_ % plan.rows == 0 && size_ % plan.columns == 0 && size_ % plan.depth == 0 &&
               plan.local_bytes() <= device_.properties().local_memory &&
               plan.group_size() <= device_.properties().max_group_size;
    }

    template <product_plan plan>
    void run() {
        const uint32_t tiles = size_ / plan.rows * (size_ / plan.columns);
        queue_.run(program_.multiply(plan), range(tiles * plan.group_size()).groups_of(plan.group_size()), left_buffer_,
                   right_buffer_, product_, size_, local<half>(plan.local_elements()));
    }

    // As many groups as can run at the same time, each of which computes several tiles.
    template <local_product_plan plan>
    void run() {
        const uint32_t tiles = size_ / plan.rows * (size_ / plan.columns);
        const auto at_a_time = static_cast<uint32_t>(device_.properties().local_memory / plan.local_bytes());
        const uint32_t groups = std::min(tiles, std::max(1u, device_.properties().compute_units * at_a_time));
        queue_.run(program_.multiply_in_local_memory(plan), range(groups * plan.group_size()).groups_of(plan.group_size()),
                   left_buffer_, right_buffer_, product_, size_, local<stage_unit>(plan.local_bytes() / sizeof(stage_unit)));
    }

    // Throws std::runtime_error if an element of the product is wrong. Compares elements of all parts of the matrix with sums
    // in double. The tolerance has two parts: 0.001 of the sum for rounding the result to half, and 0.02 for the rounding of
    // sums in float, whose terms are up to 1.
    template <auto plan>
    void check() {
        product_.fill(queue_, half::from_bits(0x7e00));  // NaN, which marks elements that are not written
        run<plan>();
        const std::vector<half> product = product_.read(queue_);
        for (size_t i = 0; i < product.size(); ++i)
            if (std::isnan(static_cast<float>(product[i])))
                throw std::runtime_error(fmt::format("{}: element {} was not written", text_of(plan), i));
        std::minstd_rand engine(3);
        for (int i = 0; i < 4096; ++i) {
            const uint32_t row = static_cast<uint32_t>(engine()) % size_;
            const uint32_t column = static_cast<uint32_t>(engine()) % size_;
            double sum = 0.0;
            for (uint32_t k = 0; k < size_; ++k)
                sum += static_cast<double>(left_[size_t {row} * size_ + k]) *
                       static_cast<double>(right_[size_t {k} * size_ + column]);
            const double found = static_cast<double>(product[size_t {row} * size_ + column]);
            if (!(std::abs(found - sum) <= 0.02 + 0.001 * std::abs(sum)))
                throw std::runtime_error(
                    fmt::format("{}: row {}, column {} is {}, expected {}", text_of(plan), row, column, found, sum));
        }
    }

    // Returns the median time of a product in seconds, by the device's clock.
    template <auto plan>
    double measure(uint32_t repetitions) {
        for (uint32_t i = 0; i < 3; ++i) run<plan>();
        bench::take_device_seconds(queue_);  // discards the times of these first runs
        for (uint32_t i = 0; i < repetitions; ++i) run<plan>();
        std::vector<double> seconds;
        for (const launch_timing& each : queue_.take_timings())
            seconds.push_back(std::chrono::duration<double>(each.duration).count());
        return bench::median(seconds);
    }

private:
    device device_;
    queue queue_;
    matrix_product_program program_;
    uint32_t size_;
    std::vector<half> left_;
    std::vector<half> right_;
    device_buffer<half> left_buffer_;
    device_buffer<half> right_buffer_;
    device_buffer<half> product_;
};

// Calls function.operator()<plan>() for each plan.
template <const auto& plans>
void for_each_plan(const auto& function) {
    [&]<size_t... i>(std::index_sequence<i...>) {
        (function.template operator()<plans[i]>(), ...);
    }(std::make_index_sequence<std::size(plans)>());
}

void measure(const device& device, const options& options) {
    const uint32_t size = device.properties().is_cpu ? options.cpu_size : options.size;
    const uint32_t repetitions = device.properties().is_cpu ? 3 : options.repetitions;
    measured_product product(device, size);
    const std::optional<double> peak = data_sheet_rate(device.name());
    fmt::print("{} {}: {} x {}, half, sums in float\n", to_string(device.backend()), device.name(), size, size);
    const auto print = [&]<auto plan>() {
        if (!product.can_run(plan)) {
            fmt::print("  {:<62} does not fit the device or the matrix\n", text_of(plan));
            return;
        }
        product.check<plan>();
        const double seconds = product.measure<plan>(repetitions);
        const double teraflops = 2.0 * std::pow(size, 3) / seconds * 1e-12;
        fmt::print("  {:<62} {:>9.3f} ms  {:>8.4g} TFLOPS", text_of(plan), 1e3 * seconds, teraflops);
        if (peak) fmt::print("  {:>5.1f} % of the data sheet's {}", 100.0 * teraflops / *peak, *peak);
        fmt::print("\n");
        std::fflush(stdout);
    };
    for_each_plan<bench::plans>(print);
    for_each_plan<bench::local_plans>(print);
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"Products of matrices of half numbers on every device, by matrix_tile and work_group_copy"};
    app.add_option("--backend", options.backend, "measure only this backend: cuda, opencl or cpu-debug");
    app.add_option("--size", options.size, "rows and columns of the matrices, a multiple of 256; on GPUs")
        ->check(CLI::Range(256u, 32'768u))
        ->capture_default_str();
    app.add_option("--cpu-size", options.cpu_size, "the same on processors")
        ->check(CLI::Range(256u, 32'768u))
        ->capture_default_str();
    app.add_option("--repetitions", options.repetitions, "of each plan, on GPUs")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        for (const device_listing& listing : devices()) {
            if (options.backend && to_string(listing.backend) != *options.backend) continue;
            if (listing.device)
                measure(*listing.device, options);
            else
                fmt::print("{} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_matrix_product: {}\n", problem.what());
        return 1;
    }
}
