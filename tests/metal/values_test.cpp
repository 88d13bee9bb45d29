// Runs values.metal: each CHECK writes to the element of a buffer with the number of its line.
#include "values.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <ingot/ingot.hpp>
#include <map>
#include <string>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

class metal_values : public ingot::testing::metal_device {
protected:
    // Runs a kernel, and expects that every CHECK in it wrote 1.
    template <typename Kernel, typename... More>
    void run(const std::string& name, const Kernel& kernel, More&&... more) {
        auto out = device_.create_buffer<uint32_t>(1'000, 0u);
        queue_.run(kernel, range(1).groups_of(1), out, 0u, 0.0f, std::forward<More>(more)...);
        const std::vector<uint32_t> found = out.read(queue_);
        const std::map<size_t, std::string> checks = checks_of(name);
        ASSERT_FALSE(checks.empty()) << name;
        for (const auto& [line, text] : checks)
            EXPECT_EQ(found.at(line), 1u) << "values.metal:" << line << ": " << text
                                          << (found[line] == 0 ? "\nwas not reached" : "\ndoes not hold");
    }

private:
    // Returns the lines with CHECK in the kernel `name`.
    static std::map<size_t, std::string> checks_of(const std::string& name) {
        std::ifstream file(VALUES_SOURCE);
        std::map<size_t, std::string> found;
        bool is_inside = false;
        size_t number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            if (line.starts_with("kernel void ")) is_inside = line.starts_with("kernel void " + name + "(");
            if (is_inside && line.find("CHECK(") != std::string::npos) found[number] = line;
        }
        return found;
    }
};

TEST_P(metal_values, vectors) { run("vectors", values_program(device_).vectors); }
TEST_P(metal_values, matrices) { run("matrices", values_program(device_).matrices); }
TEST_P(metal_values, halves) { run("halves", values_program(device_).halves); }
TEST_P(metal_values, bfloats) { run("bfloats", values_program(device_).bfloats); }
TEST_P(metal_values, common_functions) { run("common_functions", values_program(device_).common_functions); }
TEST_P(metal_values, integer_functions) { run("integer_functions", values_program(device_).integer_functions); }
TEST_P(metal_values, relational_functions) { run("relational_functions", values_program(device_).relational_functions); }
TEST_P(metal_values, math_functions) { run("math_functions", values_program(device_).math_functions); }
TEST_P(metal_values, geometric_functions) { run("geometric_functions", values_program(device_).geometric_functions); }
TEST_P(metal_values, atomics) { run("atomics", values_program(device_).atomics); }
TEST_P(metal_values, packing) { run("packing", values_program(device_).packing); }
TEST_P(metal_values, pointers_of_numbers) { run("pointers_of_numbers", values_program(device_).pointers_of_numbers); }
TEST_P(metal_values, language) {
    auto pairs = device_.create_buffer<values_types::pair_of_numbers>(4);
    run("language", values_program(device_).language, pairs);
}

INGOT_TEST_ON_EVERY_DEVICE(metal_values);

}  // namespace
