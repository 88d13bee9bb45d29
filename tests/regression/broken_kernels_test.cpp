// Tests that the gates of `ingot regress` detect faults in kernels. Each test inserts one fault into a sample's kernels by
// replacing text, and each gate that the table below lists for the fault must fail. The first test changes nothing, and all
// gates must pass.
//
// Only OpenCL runs the changed kernels, which it finds in the folder INGOT_KERNELS. The CPU debug device, which renders the
// reference, runs the unchanged kernels.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace ingot::regression {
namespace {

struct fault {
    const char* name;
    const char* in_case;  ///< for example "nbody/plummer"
    const char* kernels;  ///< the kernel file that is replaced
    const char* file;     ///< the file that is changed: the kernel file, or a header that it includes
    const char* from;     ///< occurs exactly once in the file
    const char* to;
    std::set<std::string> caught;  ///< the kinds of gates that must fail, such as "flip"
    bool is_race = false;          ///< if true, a device may execute the work-items in an order that hides the fault

    friend std::ostream& operator<<(std::ostream& stream, const fault& fault) {
        return stream << fault.name << " in " << fault.in_case;
    }
};

constexpr const char* steps = "nbody.kernels.cpp";
constexpr const char* statistics_kernels = "nbody_statistics.kernels.cpp";
constexpr const char* pairs = "all_pairs.hpp";

const std::vector<fault>& faults() {
    static const std::vector<fault> all {
        {"none", "nbody/plummer", steps, pairs, "offset.z, offset.z, mad(", "offset.z, offset.z, mad(", {}},
        {"wrong_sign",
         "nbody/plummer",
         steps,
         pairs,
         "return offset * (body.w",
         "return offset * (-body.w",
         {"flip", "psnr", "state", "statistics"}},
        {"lost_bodies",
         "nbody/plummer",
         steps,
         pairs,
         "i < slice_size; ++i)",
         "i + 1 < slice_size; ++i)",
         {"state", "statistics"}},
        {"off_by_one",
         "nbody/plummer",
         steps,
         pairs,
         "drifted(bodies[first + local_id.x], velocities",
         "drifted(bodies[first + local_id.x + 1], velocities",
         {"state", "statistics"}},
        {"missing_barrier",
         "nbody/plummer",
         steps,
         pairs,
         "velocities[first + local_id.x]);\n        local_barrier();",
         "velocities[first + local_id.x]);",
         {"state", "statistics"},
         true},
        {"stale_positions",
         "nbody/plummer",
         steps,
         pairs,
         "new_bodies[step.first + index] = drift(own_body(index), kicked, step.drift_after)",
         "new_bodies[step.first + index] = own_bodies[index]",
         {"flip", "psnr", "state", "statistics"}},
        {"points_shifted_by_a_pixel",
         "nbody/plummer",
         statistics_kernels,
         pairs,
         "{body.xyz, std::sqrt(",
         "{body.xyz + vector<real, 3>(real(0.0177), 0, 0), std::sqrt(",
         {"flip", "psnr"}},
        {"energy_of_itself",
         "nbody/plummer",
         steps,
         pairs,
         "i == local_id.x ? real {} : depth_in",
         "false ? real {} : depth_in",
         {"statistics"}},
        // The case "furnace" tests this. In the Cornell box, whose lamp is small, neither FLIP nor the Z-test with few samples
        // detects this fault.
        {"light_counted_twice",
         "pathtracer/furnace",
         "pathtracer_wide.kernels.cpp",
         "path.hpp",
         "(power_heuristic(light.density, scattering.density) / light.density)",
         "(1.0f / light.density)",
         {"z-test"}},
        {"scattered_light_too_strong",
         "pathtracer/cornell-box",
         "pathtracer_wide.kernels.cpp",
         "path.hpp",
         "path.throughput *= next.weight;",
         "path.throughput *= next.weight * 1.06f;",
         {"flip"}},
        {"roulette_that_forgets",
         "pathtracer/furnace",
         "pathtracer_wide.kernels.cpp",
         "path.hpp",
         "path.throughput * (1.0f / chance)",
         "path.throughput",
         {"z-test"}},
        {"tap_off_by_one",
         "blur/chart",
         "blur_two_pass.kernels.cpp",
         "passes.hpp",
         "const int32_t offset = static_cast<int32_t>(i) - reach;",
         "const int32_t offset = static_cast<int32_t>(i) - reach + 1;",
         {"pixels", "flip"}},
        {"tap_lost",
         "blur/reuse",
         "blur_reuse_4.kernels.cpp",
         "passes.hpp",
         "if (i >= k && i - k < taps)",
         "if (i >= k && i - k + 1 < taps)",
         {"pixels"}},
        {"tile_without_barrier",
         "blur/tiled",
         "blur_tiled.kernels.cpp",
         "passes.hpp",
         "local_barrier();\n\n    // Step 2.\n    for (uint32_t y = local_id.y; y < reached; y += tile_side) {\n        "
         "accumulator",
         "for (uint32_t y = local_id.y; y < reached; y += tile_side) {\n        accumulator",
         {"pixels"},
         true},
        // The exposed light is already linear. The fault applies the exponent of a display once more, so the picture is too dark.
        {"gamma_of_linear_light",
         "pathtracer/cornell-box",
         "display.kernels.cpp",
         "display.kernels.cpp",
         "float4(light.x * exposure.x, light.y * exposure.y, light.z * exposure.z, 1.0f)",
         "float4(pow(light.x * exposure.x, 2.2f), pow(light.y * exposure.y, 2.2f), pow(light.z * exposure.z, 2.2f), 1.0f)",
         {"flip"}},
        {"picture_shifted_by_a_pixel",
         "pathtracer/cornell-box",
         "display.kernels.cpp",
         "display.kernels.cpp",
         "means[pixel.y * width + pixel.x]",
         "means[pixel.y * width + (pixel.x + 1) % width]",
         {"flip"}},
        {"steps_through_the_surface",
         "fractal/mandelbulb",
         "fractal_solids.kernels.cpp",
         "sphere_tracing.hpp",
         "0.95f : 0.85f",
         "0.95f : 3.0f",
         {"flip"}},
        {"difference_lost_near_the_origin",
         "fractal/elephants",
         "fractal_plane.kernels.cpp",
         "perturbation.hpp",
         "set_difference(twice(big_z * d) + d * d + c_)",
         "set_difference(twice(big_z * d) + c_)",
         {"flip"}},
        // The picture of such a small error is the same.
        {"filter_without_rounding",
         "motion/clip",
         "motion.kernels.cpp",
         "motion.kernels.cpp",
         "int64_t sum = int64_t(1) << 15;",
         "int64_t sum = 0;",
         {"state"}},
        {"last_column_repeated_twice",
         "motion/twelve-bits",
         "motion.kernels.cpp",
         "motion.kernels.cpp",
         "2 * end - index - int32_t(far_edge)",
         "2 * end - index - 1",
         {"state"}},
        {"heat_map_upside_down",
         "motion/twelve-bits",
         "motion_display.kernels.cpp",
         "motion_display.kernels.cpp",
         "group_sums[y * layout.columns + x]",
         "group_sums[(layout.rows - 1 - y) * layout.columns + x]",
         {"flip"}},
        {"correction_of_the_wrong_sign",
         "fluid/ink",
         "fluid_advection.kernels.cpp",
         "fluid_advection.kernels.cpp",
         "(ink[cell] - returned) * 0.5f",
         "(returned - ink[cell]) * 0.5f",
         {"flip", "state", "statistics"}},
        {"pressure_too_weak",
         "fluid/ink",
         "fluid_pressure.kernels.cpp",
         "fluid_pressure.kernels.cpp",
         "value.x -= open.x * (right - left);",
         "value.x -= 0.9f * open.x * (right - left);",
         {"state", "statistics"}},
        {"flow_through_one_side_of_obstacles",
         "fluid/hand",
         "fluid_forces.kernels.cpp",
         "fluid_forces.kernels.cpp",
         "is_fluid(x - 1, y) && is_fluid(x, y) ? 1.0f",
         "is_fluid(x, y) ? 1.0f",
         {"state"}},
        {"smoke_through_one_side_of_obstacles",
         "smoke/sphere",
         "smoke_forces.kernels.cpp",
         "smoke_forces.kernels.cpp",
         "beyond == side::open : distances[neighbour] >= 0.0f",
         "beyond == side::open : face == lower_face || distances[neighbour] >= 0.0f",
         {"state"}},
        {"smoke_without_shadow",
         "smoke/plume",
         "smoke_light.kernels.cpp",
         "smoke_light.kernels.cpp",
         "float4(decay(to_sun), decay(",
         "float4(float3(1.0f), decay(",
         {"flip"}},
        {"particles_that_attract",
         "particles/dam",
         "particles_motion.kernels.cpp",
         "particles_motion.kernels.cpp",
         "place + correction * relaxation_of_jacobi",
         "place - correction * relaxation_of_jacobi",
         {"flip", "statistics"}},
        {"neighbours_at_the_right_are_lost",
         "particles/start",
         "particles_motion.kernels.cpp",
         "neighbours.hpp",
         "min(cell.x + 1, basin.columns - 1)",
         "min(cell.x, basin.columns - 1)",
         {"state"}},
        {"water_absorbs_too_little",
         "particles/dam",
         "particles_picture.kernels.cpp",
         "particles_picture.kernels.cpp",
         "attenuate(look.absorption, point.thickness)",
         "attenuate(look.absorption * 0.2f, point.thickness)",
         {"flip"}},
        {"agents_turn_to_the_weaker_side",
         "slime/veins",
         "slime_agents.kernels.cpp",
         "steering.hpp",
         "return left > right ? turn : 0u - turn;",
         "return left < right ? turn : 0u - turn;",
         {"flip", "state", "statistics"}},
        {"trails_lose_what_is_rounded",
         "slime/silk",
         "slime_trails.kernels.cpp",
         "slime_trails.kernels.cpp",
         "own - 12 * part_of(own, rule.diffusion)",
         "16 * part_of(own, 256) - 12 * part_of(own, rule.diffusion)",
         {"flip", "state", "statistics"}},
        {"deposits_replace_trails",
         "slime/veins",
         "slime_agents.kernels.cpp",
         "slime_agents.kernels.cpp",
         "atomic_add(&trails[first + cell_at(reached, rule.plane)], rule.deposit);",
         "trails[first + cell_at(reached, rule.plane)] = rule.deposit;",
         {"flip", "state", "statistics"}},
    };
    return all;
}

class broken : public testing::TestWithParam<fault> {
protected:
    static std::filesystem::path samples() { return INGOT_SAMPLES_FOLDER; }

    /// Copies the kernel file and all headers of the sample into the subfolder `backend` of the test's folder, and inserts the
    /// fault there. The environment variable INGOT_KERNELS will name the test's folder.
    void break_kernels(const std::string& backend) {
        const fault& inserted = GetParam();
        const auto folder = folder_ / backend;
        std::filesystem::create_directories(folder);
        size_t found = 0;
        const std::string sample(inserted.in_case, std::strchr(inserted.in_case, '/'));
        ASSERT_TRUE(std::filesystem::exists(samples() / sample / inserted.kernels));
        for (const auto& each : std::filesystem::directory_iterator(samples() / sample)) {
            const auto name = each.path().filename().string();
            if (!name.ends_with(".hpp") && name != inserted.kernels) continue;
            std::ifstream stream(each.path());
            std::string text {std::istreambuf_iterator<char>(stream), {}};
            const std::string original = inserted.from;
            if (name == inserted.file)
                for (size_t position = 0; (position = text.find(original, position)) != std::string::npos;
                     position += std::string(inserted.to).size(), ++found)
                    text.replace(position, original.size(), inserted.to);
            std::ofstream(folder / name) << text;
        }
        // Smoke includes headers of the fluid by their relative path.
        std::filesystem::create_directories(folder_ / "fluid");
        for (const auto& each : std::filesystem::directory_iterator(samples() / "fluid"))
            if (each.path().extension() == ".hpp")
                std::filesystem::copy_file(each.path(), folder_ / "fluid" / each.path().filename(),
                                           std::filesystem::copy_options::overwrite_existing);
        ASSERT_EQ(found, 1U) << "the text to be changed must stand once in " << inserted.file << ": " << inserted.from;
    }

    /// Runs the case with the kernels in the folder `kernels`, or with the sample's own kernels if `kernels` is empty. Returns
    /// the contents of results.json.
    nlohmann::json regress(const std::string& backend, const std::string& kernels) {
        const std::string command = "cd '" + folder_.path().string() + "' && env -u DISPLAY INGOT_KERNELS='" + kernels + "' '" +
                                    INGOT_PROGRAM "' regress " + GetParam().in_case + " --backend " + backend +
                                    " --report there >out 2>&1";
        status_ = std::system(command.c_str());
        std::ifstream stream(folder_ / "there/results.json");
        return nlohmann::json::parse(stream, nullptr, false);
    }

    tests::temporary_folder folder_;
    int status_ = 0;
};

// Returns the kinds of gates that failed, and "crash" if the case crashed.
std::set<std::string> failed_gates(const nlohmann::json& results) {
    std::set<std::string> failed;
    for (const auto& each : results["cases"])
        for (const auto& outcome : each["outcomes"]) {
            if (outcome["crashed"]) failed.insert("crash");
            for (const auto& figure : outcome["figures"])
                if (!figure["passed"]) failed.insert(figure["gate"].get<std::string>());
        }
    return failed;
}

// Returns all measured results, in the order of the cases.
std::vector<nlohmann::json> figures(const nlohmann::json& results) {
    std::vector<nlohmann::json> all;
    for (const auto& each : results["cases"])
        for (const auto& outcome : each["outcomes"]) all.push_back(outcome["figures"]);
    return all;
}

// Returns whether every outcome was skipped. A report without an outcome is not: the case did not run at all.
bool is_skipped(const nlohmann::json& results) {
    if (results["cases"].empty()) return false;
    for (const auto& each : results["cases"])
        for (const auto& outcome : each["outcomes"])
            if (outcome["verdict"] != "skipped") return false;
    return true;
}

TEST_P(broken, replaces_text_that_the_kernels_contain) { break_kernels("opencl"); }

TEST_P(broken, is_caught_by_every_class_of_gate_that_covers_it) {
    const std::string backend = "opencl";
    ASSERT_NO_FATAL_FAILURE(break_kernels(backend));
    const auto results = regress(backend, folder_.path().string());
    ASSERT_FALSE(results.is_discarded()) << folder_.read("out");
    if (is_skipped(results)) GTEST_SKIP() << "no OpenCL device here: " << folder_.read("out");
    const auto failed = failed_gates(results);
    if (GetParam().is_race && failed.empty()) {
        EXPECT_EQ(figures(results), figures(regress(backend, ""))) << "the race changed the result, and no gate detected this";
        GTEST_SKIP() << "this device runs the work-items in an order that hides the race";
    }
    std::string list;
    for (const auto& each : failed) list += (list.empty() ? "" : ", ") + each;
    std::printf("| %s | %s | %s |\n", GetParam().name, GetParam().in_case, list.c_str());
    for (const auto& each : GetParam().caught)
        EXPECT_TRUE(failed.contains(each)) << "not caught by " << each << "\n" << folder_.read("out");
    EXPECT_FALSE(failed.contains("crash")) << folder_.read("out");
    EXPECT_EQ(failed.empty(), GetParam().caught.empty()) << folder_.read("out");
    EXPECT_EQ(WEXITSTATUS(status_), GetParam().caught.empty() ? 0 : 1) << folder_.read("out");
    // The report says which kernels did not come from the program, and its command uses them too.
    const auto& outcome = results["cases"][0]["outcomes"][0];
    EXPECT_EQ(outcome["replaced_kernels"], nlohmann::json({(folder_ / backend / GetParam().kernels).string()}));
    const std::string in_force = "INGOT_KERNELS=" + folder_.path().string() + " ingot run ";
    EXPECT_TRUE(outcome["reproduce"].get<std::string>().starts_with(in_force)) << outcome["reproduce"];
    EXPECT_NE(folder_.read("out").find("kernels of INGOT_KERNELS"), std::string::npos) << folder_.read("out");
}

std::string test_name(const testing::TestParamInfo<fault>& test) {
    std::string name = std::string(test.param.in_case) + "_" + test.param.name;
    std::ranges::replace_if(name, [](char c) { return c == '/' || c == '-'; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(kernel, broken, testing::ValuesIn(faults()), test_name);

}  // namespace
}  // namespace ingot::regression
