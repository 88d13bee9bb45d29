// The sample, run as the shell runs it: switched between devices, with good and bad files, saved and restored.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>

#include "bodies_file.hpp"
#include "camera/orbit_camera.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "reference.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_nbody();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::advance;
using tests::has_opencl;
using tests::parameter_of;
using tests::statistics_of;

constexpr uint64_t seed = 1;

// A cluster with so much softening that rounding differences stay small over sixty steps.
const parameter_settings calm {
    {"setup", std::string("plummer")}, {"bodies", int64_t {1000}}, {"softening", 0.2}, {"time-step", 0.01}};

class nbody : public testing::Test {
protected:
    session open(const parameter_settings& values, backend tested_backend = backend::cpu_debug) const {
        const sample_description description {"nbody", "N-body gravity", "", INGOT_PRESETS, &create_nbody};
        return {description, find_device(tested_backend), values, seed, shell::clock::pace::fixed};
    }

    std::filesystem::path write_bodies(const std::string& text) const { return folder_.write("bodies.csv", text); }

    tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "nbody", {64, 64}};
};

bodies bodies_of(const session& session) {
    const state saved = session.save();
    bodies read;
    read.positions = saved.get<double3>("positions");
    read.velocities = saved.get<double3>("velocities");
    read.masses = saved.get<double>("masses");
    read.origins = saved.get<uint32_t>("origins");
    return read;
}

// In real time a frame can have time for a part of the steps only. The frames count whole ones.
TEST_F(nbody, repeats_a_past_in_real_time) {
    const parameter_settings values {{"setup", std::string("plummer")}, {"bodies", int64_t {512}}, {"speed", int64_t {3}}};
    session lived = open(values);
    session again = open(values);
    tests::expect_that_its_past_is_repeated(lived, again, {64, 64});
    EXPECT_EQ(lived.save().get_value<uint64_t>("steps"), 3 * lived.time().frames());
}

TEST_F(nbody, agrees_on_opencl_and_cpu_body_by_body_after_one_step) {
    if (!has_opencl()) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    for (const char* setup : {"galaxies", "plummer", "collapse", "ring"}) {
        const parameter_settings values {{"setup", std::string(setup)}, {"bodies", int64_t {2000}}};
        session cpu = open(values);
        session opencl = open(values, backend::opencl);
        advance(cpu, 1);
        advance(opencl, 1);
        EXPECT_LT(largest_difference(bodies_of(opencl), bodies_of(cpu)), 1e-5) << setup;
    }
}

TEST_F(nbody, switched_after_thirty_frames_ends_as_on_either_device_alone) {
    if (!has_opencl()) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    session cpu = open(calm);
    session opencl = open(calm, backend::opencl);
    session switched = open(calm);
    advance(cpu, 60);
    advance(opencl, 60);
    advance(switched, 30);
    switched.switch_device(find_device(backend::opencl));
    advance(switched, 30);
    EXPECT_LT(largest_difference(bodies_of(switched), bodies_of(cpu)), 1e-5);
    EXPECT_LT(largest_difference(bodies_of(switched), bodies_of(opencl)), 1e-5);
    EXPECT_EQ(statistics_of(switched)["steps"], 60.0);
}

// switch_device() saves the state and restores it on the given device, here the same one.
TEST_F(nbody, saved_and_restored_goes_on_bit_for_bit) {
    for (const char* precision : {"single", "double"}) {
        parameter_settings values = calm;
        values.emplace_back("precision", std::string(precision));
        session reference = open(values);
        session switched = open(values);
        advance(reference, 10);
        advance(switched, 5);
        switched.switch_device(find_device(backend::cpu_debug));
        advance(switched, 5);
        const double drift = statistics_of(reference)["energy drift"];
        EXPECT_EQ(statistics_of(switched)["energy drift"], drift);
        EXPECT_EQ(switched.save(), reference.save());
    }
}

TEST_F(nbody, starts_anew_with_the_same_bodies) {
    session again = open(calm);
    const state before = again.save();
    advance(again, 3);
    EXPECT_FALSE(again.save() == before);
    again.reset();
    EXPECT_EQ(again.save(), before);
}

TEST_F(nbody, goes_on_after_a_malformed_file) {
    const auto file = write_bodies("name,mass,x,y,z,vx,vy,vz\nfirst,1,0,0,0,0,0,0\nsecond,heavy,0,0,0,0,0,0\n");
    session going = open(calm);
    advance(going, 2);
    const state before = going.save();
    try {
        going.set_parameter(parameter_of(going, "file"), file.string());
        FAIL() << "no error";
    } catch (const bodies_file_error& caught) {
        EXPECT_EQ(std::string(caught.what()), file.string() + ":3: 'mass' is 'heavy', which is not a number");
    }
    EXPECT_EQ(going.save(), before);
    EXPECT_EQ(parameter_of(going, "setup").text(), "plummer");
    advance(going, 1);
    EXPECT_EQ(statistics_of(going)["steps"], 3.0);
}

TEST_F(nbody, reads_the_file_only_with_the_setup_file) {
    const auto file = write_bodies("name,mass,x,y,z,vx,vy,vz\nfirst,1,0,0,0,0,0,0\nsecond,1,1,0,0,0,0,0\n");
    session file_session = open({{"setup", std::string("file")}, {"file", file.string()}});
    EXPECT_EQ(statistics_of(file_session)["bodies"], 2.0);
    session other_session = open({{"setup", std::string("galaxies")}, {"file", file.string()}});
    EXPECT_GT(statistics_of(other_session)["bodies"], 2.0);
    other_session.reset();
    EXPECT_GT(statistics_of(other_session)["bodies"], 2.0);
    // The setup 'file' without a file is an error.
    EXPECT_THROW(open({{"setup", std::string("file")}}), parameter_error);
}

TEST_F(nbody, names_the_devices_that_are_missing) {
    try {
        open({{"devices", int64_t {16}}});
        GTEST_SKIP() << "this machine has 16 devices";
    } catch (const missing_devices& problem) {
        const std::string message = problem.what();
        EXPECT_TRUE(message.starts_with("devices: 16 requested, but cpu-debug has only 1 device")) << message;
    }
}

TEST_F(nbody, chooses_between_setups_while_it_runs) {
    const auto file = write_bodies("name,mass,x,y,z,vx,vy,vz\nfirst,1,0,0,0,0,0,0\n");
    session running = open(calm);
    running.set_parameter(parameter_of(running, "setup"), std::string("file"));  // no file yet: the current bodies stay
    EXPECT_EQ(statistics_of(running)["bodies"], 1000.0);
    running.set_parameter(parameter_of(running, "file"), file.string());
    EXPECT_EQ(statistics_of(running)["bodies"], 1.0);
    const auto why_unused = [&](std::string_view name) {
        return running.loaded_sample().why_unused(parameter_of(running, name));
    };
    EXPECT_FALSE(why_unused("bodies").empty()) << "the file has its own number";
    EXPECT_EQ(why_unused("softening"), "");
    running.set_parameter(parameter_of(running, "setup"), std::string("ring"));
    EXPECT_EQ(why_unused("bodies"), "");
    EXPECT_EQ(statistics_of(running)["bodies"], 1000.0);
    running.set_parameter(parameter_of(running, "bodies"), int64_t {77});
    EXPECT_EQ(statistics_of(running)["bodies"], 77.0);
}

TEST_F(nbody, changes_precision_and_tiling_while_it_runs) {
    session running = open(calm);
    advance(running, 2);
    const bodies before = bodies_of(running);
    running.set_parameter(parameter_of(running, "precision"), std::string("double"));
    running.set_parameter(parameter_of(running, "tiling"), std::string("512x4/16"));
    EXPECT_EQ(largest_difference(bodies_of(running), before), 0.0);
    advance(running, 2);
    EXPECT_EQ(statistics_of(running)["steps"], 4.0);
}

TEST_F(nbody, rejects_too_many_bodies_and_no_bodies) {
    EXPECT_THROW(open({{"bodies", int64_t {2'000'000}}}), parameter_error);
    EXPECT_THROW(open({{"bodies", int64_t {0}}}), parameter_error);
}

TEST_F(nbody, saves_a_file_that_it_starts_from_bit_for_bit) {
    for (const char* precision : {"single", "double"}) {
        session first = open({{"setup", std::string("file")},
                              {"file", std::string(INGOT_ASSETS "/solar_system_j2000.csv")},
                              {"precision", std::string(precision)},
                              {"softening", 0.0}});
        advance(first, 5);
        first.loaded_sample().save_file(folder_ / "saved.csv");
        session second = open(
            {{"setup", std::string("file")}, {"file", (folder_ / "saved.csv").string()}, {"precision", std::string(precision)}});
        EXPECT_EQ(largest_difference(bodies_of(second), bodies_of(first)), 0.0);
        EXPECT_EQ(bodies_of(second).masses, bodies_of(first).masses);
    }
}

TEST_F(nbody, reports_performance_from_the_queues_timings) {
    session running = open(calm);
    advance(running, 1);
    EXPECT_FALSE(statistics_of(running).contains("performance"));
    const launch_timing timings[] = {{"advance<tiling{256, 1, 1, 128}, float>", std::chrono::milliseconds(1)},
                                     {"measure_totals<float>", std::chrono::seconds(1)}};
    running.loaded_sample().kernels_timed(timings);
    EXPECT_NEAR(statistics_of(running)["performance"], 19.0, 1e-9);  // GFLOPS: 1000² · 19 operations per millisecond
    EXPECT_NEAR(statistics_of(running)["interactions"], 1.0, 1e-9);  // 10⁹ per second: 1000² per millisecond
}

TEST_F(nbody, names_the_bodies_of_a_file_over_the_picture) {
    const auto captions_of = [this](const parameter_settings& more) {
        parameter_settings values {{"setup", std::string("file")}, {"file", std::string(INGOT_ASSETS "/solar_system_j2000.csv")}};
        values.insert(values.end(), more.begin(), more.end());
        session session = open(values);
        const shell::orbit_camera camera(session.loaded_sample().initial_camera());
        shell::picture picture({320, 180});
        session.draw(picture.begin(camera.view(), camera.projection(320, 180)));
        return session.loaded_sample().captions();
    };
    const auto all = captions_of({{"framing", std::string("all")}});
    ASSERT_EQ(all.size(), 11u);
    EXPECT_EQ(all[0].text, "Sun") << "the heaviest body first";
    EXPECT_EQ(all[1].text, "Jupiter");
    EXPECT_NEAR(all[0].place.x, 0.5f, 0.02f);
    EXPECT_NEAR(all[0].place.y, 0.5f, 0.02f);
    for (const caption& each : all) {
        EXPECT_TRUE(each.is_optional);
        EXPECT_GE(each.place.x, 0.0f);
        EXPECT_LE(each.place.x, 1.0f);
    }
    EXPECT_LT(captions_of({}).size(), 11u) << "the outer planets are outside of the first view";
    EXPECT_TRUE(captions_of({{"names", false}}).empty());
    EXPECT_TRUE(open(calm).loaded_sample().captions().empty());
}

TEST_F(nbody, has_presets_that_start) {
    session running = open(calm);
    const auto all = running.parameters();
    const auto presets = shell::read_presets(INGOT_PRESETS, all);
    EXPECT_GE(presets.size(), 5u);
    for (const shell::preset& each : presets) {
        parameter_settings values = each.parameters;
        values.emplace_back("bodies", int64_t {500});
        session second_session = open(values);
        advance(second_session, 2);
        EXPECT_TRUE(std::isfinite(statistics_of(second_session)["total energy"])) << each.name;
        running.apply(values);
    }
}

}  // namespace
}  // namespace ingot::samples
