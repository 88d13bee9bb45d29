// Tests of the parts of the backend cpu-native that no other device has: the loader of objects, and the pool of threads.
#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/runtime/error.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cpu_native/architecture.hpp"
#include "cpu_native/host_functions.hpp"
#include "cpu_native/object_loader.hpp"
#include "cpu_native/vector_mathematics.hpp"
#include "cpu_native/worker_pool.hpp"
#include "every_device.hpp"
#include "launch.kernels.hpp"

namespace {

using namespace ingot;
using backends::cpu_native::choose_architecture;
using backends::cpu_native::find_host_function;
using backends::cpu_native::loaded_object;
using backends::cpu_native::worker_pool;
using ingot::testing::contains;
using ingot::testing::error_message;

// The kernels are compiled for two architectures (CMakeLists.txt).
constexpr const char* own_architecture = backends::cpu_native::elf::own_machine == EM_AARCH64 ? "aarch64" : "x86-64-v3";

std::vector<std::byte> launch_object(std::string_view architecture = own_architecture) {
    const archive::archive contents = archive::read(launch_source.archive, "launch");
    for (const archive::code& code : contents.targets)
        if (code.target == "cpu" && code.architecture == architecture) return code.bytes;
    throw std::logic_error("the archive has no code for the CPU");
}

std::string loading_error(std::span<const std::byte> object, loaded_object::symbol_lookup lookup = &find_host_function,
                          uint16_t machine = backends::cpu_native::elf::own_machine) {
    return error_message([&] { const loaded_object loaded(object, "launch", lookup, machine); });
}

#if defined(__x86_64__)
TEST(cpu_native, chooses_the_best_architecture_for_which_archives_have_code) {
    const auto chosen = [](std::string_view best, std::string_view wanted) { return choose_architecture(best, wanted).name; };
    EXPECT_EQ(chosen("x86-64-v4", ""), "x86-64-v4");
    EXPECT_EQ(chosen("x86-64-v3", ""), "x86-64-v3");
    EXPECT_EQ(chosen("x86-64-v4", "x86-64-v2"), "x86-64-v2");
    EXPECT_EQ(chosen("x86-64-v2", "x86-64-v2"), "x86-64-v2");
}

TEST(cpu_native, says_why_a_processor_runs_no_code) {
    const auto reason = [](std::string_view best, std::string_view wanted) {
        return error_message([&] { choose_architecture(best, wanted); });
    };
    EXPECT_TRUE(contains(reason("", ""),
                         "kernels for the CPU need an x86-64 processor with SSE 4.2, or an AArch64 processor with Linux; this "
                         "machine is x86_64 with "))
        << reason("", "");
    EXPECT_EQ(reason("x86-64-v2", ""),
              "kernels are compiled for processors of the level x86-64-v3 (AVX2), and this one has x86-64-v2; with "
              "INGOT_CPU_LEVEL=x86-64-v2 the device runs kernels that are compiled with --arch x86-64-v2");
    EXPECT_EQ(reason("x86-64-v3", "x86-64-v4"),
              "INGOT_CPU_LEVEL='x86-64-v4' is no level of this processor; it has x86-64-v3, x86-64-v2");
    EXPECT_EQ(reason("x86-64-v2", "avx2"), "INGOT_CPU_LEVEL='avx2' is no level of this processor; it has x86-64-v2");
    EXPECT_EQ(reason("x86-64-v2", "aarch64"), "INGOT_CPU_LEVEL='aarch64' is no level of this processor; it has x86-64-v2");
}
#endif

TEST(cpu_native, finds_the_symbols_of_an_object) {
    const loaded_object loaded(launch_object(), "launch", &find_host_function);
    EXPECT_NE(loaded.find("saxpy.group"), nullptr);
    EXPECT_NE(loaded.find("saxpy.needs"), nullptr);
    EXPECT_EQ(loaded.find("saxpy"), nullptr);
}

TEST(cpu_native, runs_a_group_of_an_object) {
    const loaded_object loaded(launch_object(), "launch", &find_host_function);
    const auto run = reinterpret_cast<archive::cpu::group_function>(const_cast<std::byte*>(loaded.find("saxpy.group")));
    const std::vector<float> x {1, 2, 3, 4};
    std::vector<float> y {10, 20, 30, 40};
    const float factor = 2;
    const std::array<uint64_t, 3> arguments {reinterpret_cast<uint64_t>(x.data()), reinterpret_cast<uint64_t>(y.data()),
                                             reinterpret_cast<uint64_t>(&factor)};
    const archive::cpu::launch launch {arguments.data(), {2, 1, 1}, {2, 1, 1}};
    alignas(archive::cpu::memory_alignment) std::array<std::byte, 64> memory {};
    run(&launch, 1, 0, 0, memory.data(), memory.data());
    EXPECT_EQ(y, (std::vector<float> {10, 20, 36, 48}));
}

// The tests below read objects for both machines. Only one of the two can run.
struct machine {
    uint16_t number;
    const char* architecture;
};
constexpr std::array machines {machine {EM_X86_64, "x86-64-v3"}, machine {EM_AARCH64, "aarch64"}};

TEST(cpu_native, loads_objects_of_both_machines) {
    for (const machine& each : machines) {
        const loaded_object loaded(launch_object(each.architecture), "launch", &find_host_function, each.number);
        EXPECT_NE(loaded.find("saxpy.group"), nullptr) << each.architecture;
        for (const machine& other : machines) {
            const std::string message = loading_error(launch_object(each.architecture), &find_host_function, other.number);
            EXPECT_EQ(contains(message, "no relocatable object for"), &each != &other) << message;
        }
    }
}

// An object that ends too early is an error, wherever it ends.
TEST(cpu_native, rejects_truncated_objects) {
    for (const machine& each : machines) {
        const std::vector<std::byte> object = launch_object(each.architecture);
        for (size_t size = 0; size < object.size(); size += size < 256 ? 1 : 97) {
            const std::string message = loading_error(std::span(object).first(size), &find_host_function, each.number);
            EXPECT_TRUE(contains(message, "launch: ") && contains(message, "compile the kernel file again")) << size << message;
        }
    }
}

// A damaged header or relocation is an error, or changes nothing that loading depends on.
TEST(cpu_native, survives_damaged_objects) {
    for (const machine& each : machines) {
        const std::vector<std::byte> object = launch_object(each.architecture);
        Elf64_Ehdr header;
        std::memcpy(&header, object.data(), sizeof(header));
        std::vector<size_t> places;
        for (size_t i = 0; i < sizeof(header); ++i) places.push_back(i);
        for (size_t i = 0; i < header.e_shnum * sizeof(Elf64_Shdr); ++i) places.push_back(header.e_shoff + i);
        const size_t headers = places.size();
        std::vector<Elf64_Shdr> sections(header.e_shnum);
        std::memcpy(sections.data(), object.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
        for (const Elf64_Shdr& section : sections)
            if (section.sh_type == SHT_RELA)
                for (size_t i = 0; i < std::min<size_t>(section.sh_size, 20 * sizeof(Elf64_Rela)); ++i)
                    places.push_back(section.sh_offset + i);
        EXPECT_GT(places.size(), headers) << each.architecture;
        size_t rejected = 0;
        for (const size_t place : places)
            for (const std::byte changed_bits : {std::byte {0x01}, std::byte {0x80}, std::byte {0xff}}) {
                std::vector<std::byte> damaged = object;
                damaged.at(place) ^= changed_bits;
                rejected += loading_error(damaged, &find_host_function, each.number).empty() ? 0 : 1;
            }
        EXPECT_GT(rejected, places.size() / 4) << each.architecture;
    }
}

using four_floats = float __attribute__((vector_size(16)));

// The mathematics of vectors, of libmvec where it is installed, and function by function for each lane. Vectors of 8 and 16
// floats are called by kernels only: compilers do not pass them in registers in a file for all processors (tests/mathematics).
TEST(cpu_native, has_mathematics_of_vectors) {
    using backends::cpu_native::find_mathematics_by_lane;
    using backends::cpu_native::find_vector_mathematics;
    for (const auto find : {&find_vector_mathematics, &find_mathematics_by_lane}) {
        const void* const power = find("powf_lanes4");
        ASSERT_NE(power, nullptr);
        const auto of_four = reinterpret_cast<four_floats (*)(four_floats, four_floats)>(const_cast<void*>(power));
        const four_floats powers = of_four(four_floats {2, 3, 0.5f, 10}, four_floats {3, 2, 2, -1});
        for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(powers[i], (std::array {8.0f, 9.0f, 0.25f, 0.1f}[i]), 1e-6f);
    }
    for (const char* const unknown : {"sinf", "sinf_lanes", "sinf_lanes2", "sin_lanes8", "logf_lanes8", "_lanes8"}) {
        EXPECT_EQ(find_vector_mathematics(unknown), nullptr) << unknown;
        EXPECT_EQ(find_mathematics_by_lane(unknown), nullptr) << unknown;
    }
}

TEST(cpu_native, names_the_function_that_is_missing) {
    const loaded_object::symbol_lookup nothing = [](std::string_view) -> const void* { return nullptr; };
    const std::string message = loading_error(launch_object(), nothing);
    EXPECT_TRUE(contains(message, "which this version of Ingot does not have")) << message;
}

// The work of the tests below: each group counts itself, and writes to all of its memory.
std::atomic<uint64_t> sum;
void count_group(const archive::cpu::launch*, uint32_t x, uint32_t y, uint32_t z, std::byte* local, std::byte* contexts) {
    sum += x + 100 * y + 10'000 * z;
    std::memset(local, 1, 1000);
    std::memset(contexts, 2, 5000);
}

uint64_t sum_of_all(const std::array<uint32_t, 3>& count) {
    uint64_t expected = 0;
    for (uint64_t z = 0; z < count[2]; ++z)
        for (uint64_t y = 0; y < count[1]; ++y)
            for (uint64_t x = 0; x < count[0]; ++x) expected += x + 100 * y + 10'000 * z;
    return expected;
}

TEST(cpu_native, runs_each_group_once) {
    worker_pool pool;
    for (const std::array<uint32_t, 3> count : {std::array<uint32_t, 3> {1, 1, 1}, {7, 1, 1}, {5, 4, 3}, {64, 16, 1}})
        for (const double group_time : {0.0, 10.0, 1e9}) {
            sum = 0;
            EXPECT_GT(pool.run({&count_group, {nullptr, {1, 1, 1}, count}, 1000, 5000, group_time}), 0);
            EXPECT_EQ(sum, sum_of_all(count));
        }
}

TEST(cpu_native, runs_launches_of_several_threads) {
    worker_pool pool;
    sum = 0;
    constexpr std::array<uint32_t, 3> count {30, 2, 1};
    const auto launch = [&] {
        for (int i = 0; i < 100; ++i) pool.run({&count_group, {nullptr, {1, 1, 1}, count}, 1000, 5000, 1e6});
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(launch);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum, 400 * sum_of_all(count));
}

TEST(cpu_native, reports_that_memory_is_missing) {
    worker_pool pool;
    const std::string message =
        error_message([&] { pool.run({&count_group, {nullptr, {1, 1, 1}, {9, 1, 1}}, uint64_t {1} << 62, 5000, 1e9}); });
    EXPECT_TRUE(contains(message, "no memory of")) << message;
}

}  // namespace
