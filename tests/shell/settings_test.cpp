// Tests of saved settings, and of presets that a person saves, loads and shares.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "presets/saved_presets.hpp"
#include "settings/sample_settings_store.hpp"
#include "settings/settings_file.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

using json = nlohmann::json;

class settings : public testing::Test {
protected:
    settings() { setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1); }
    ~settings() override { unsetenv("XDG_CONFIG_HOME"); }

    std::string error_of(const std::function<void()>& action) {
        try {
            action();
            return "there was no error";
        } catch (const std::runtime_error& problem) {
            return problem.what();
        }
    }
    sample_settings recalled() {
        return load_sample_settings(counters_, [this](const std::string& text) { messages_ = text; });
    }
    parameter_base& find(std::string_view name) { return *find_parameter(object_->parameters(), name); }
    std::filesystem::path write(const std::string& name, const std::string& text) {
        std::filesystem::create_directories((folder_ / name).parent_path());
        return folder_.write(name, text);
    }

    tests::temporary_folder folder_;
    sample_description counters_ = tests::test_samples().front();
    std::unique_ptr<sample> object_ = counters_.create();
    std::string messages_;
};

TEST_F(settings, are_in_the_folder_that_the_desktop_names) {
    EXPECT_EQ(settings_folder(), folder_ / "ingot");
    setenv("XDG_CONFIG_HOME", "not/absolute", 1);
    EXPECT_EQ(settings_folder(), std::filesystem::path(std::getenv("HOME")) / ".config" / "ingot");
}

TEST_F(settings, come_back_as_they_were_written) {
    write_settings("a/b.json", {{"x", 1}});
    EXPECT_EQ(read_settings("a/b.json", [](const std::string&) { FAIL(); }), (json {{"x", 1}}));
    EXPECT_TRUE(read_settings("missing.json", [](const std::string&) { FAIL(); }).empty());
}

TEST_F(settings, that_are_damaged_are_reported_and_left_aside) {
    for (const char* text : {"{\"x\":", "[1]", "", "\xff\xfe"}) {
        write("ingot/samples/counters.json", text);
        messages_.clear();
        EXPECT_EQ(recalled(), sample_settings {}) << text;
        EXPECT_NE(messages_.find("counters.json"), std::string::npos) << text;
    }
}

TEST_F(settings, parameters_and_bookmarks_come_back) {
    find("stride").set(int64_t {-7});
    find("brightness").set(0.1);
    find("wave").set(true);
    find("fail").set(std::string("draw"));
    const sample_settings expected {changed_settings(object_->parameters()),
                                    {{1, {}}, {9, {{1.5f, -2.0f, 0.1f}, 3.0f, 0.4f, -0.5f, 1.1f}}}};
    EXPECT_EQ(expected.parameters.size(), 4u);
    save_sample_settings(counters_, expected);
    auto found = recalled();
    EXPECT_EQ(found.bookmarks, expected.bookmarks);
    const auto other = counters_.create();
    set_parameters(other->parameters(), found.parameters);
    for (const parameter_base* each : object_->parameters())
        EXPECT_EQ(find_parameter(other->parameters(), each->name())->value(), each->value()) << each->name();
}

TEST_F(settings, values_that_the_sample_does_not_take_are_left_out) {
    write(
        "ingot/samples/counters.json",
        R"({"parameters": {"stride": 1000, "gone": 3, "wave": true, "fail": [1]}, "bookmarks": {"1": 3, "2": {"target": [1]}, "x": {}}})");
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"wave", true}}));
    EXPECT_TRUE(recalled().bookmarks.empty());
    EXPECT_EQ(messages_, "");
    write("ingot/samples/counters.json",
          R"({"bookmarks": {"1": {"target": [0, 0, 0], "distance": 1e300, "yaw": 0, "pitch": 0, "field_of_view": 0.8}}})");
    EXPECT_TRUE(recalled().bookmarks.empty()) << "the distance is infinite as a float";
    write("ingot/samples/counters.json", R"({"parameters": 3, "bookmarks": [1]})");
    EXPECT_EQ(recalled(), sample_settings {});
}

TEST_F(settings, values_under_a_former_name_come_back) {
    write("ingot/samples/counters.json", R"({"parameters": {"failure": "draw"}})");
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"fail", std::string("draw")}}));
}

TEST_F(settings, a_relative_path_is_kept_as_an_absolute_one) {
    find("source").set(std::string("a.txt"));
    EXPECT_EQ(changed_settings(object_->parameters()).at(0).second,
              parameter_value((std::filesystem::current_path() / "a.txt").string()));
}

TEST_F(settings, stored_parameters_that_fail_to_open_are_replaced_by_defaults) {
    save_sample_settings(counters_, {{{"wave", true}}, {}});
    const auto report = [](const std::string&) {};
    sample_settings_store store(true, false);
    EXPECT_EQ(store.parameters_to_open(counters_, report).size(), 1u);
    // The settings are saved when the user leaves the sample. They were not saved since the store returned the parameters, so
    // the store must conclude that opening the sample with these parameters failed.
    EXPECT_TRUE(store.parameters_to_open(counters_, report).empty());
}

TEST_F(settings, a_fresh_window_and_one_that_saves_nothing_use_no_settings) {
    const sample_settings before {{{"wave", true}}, {{1, {}}}};
    save_sample_settings(counters_, before);
    const auto report = [](const std::string&) {};
    for (auto [keeps, fresh] : {std::pair {true, true}, std::pair {false, false}}) {
        sample_settings_store store(keeps, fresh);
        EXPECT_TRUE(store.bookmarks(counters_, report).empty());
        EXPECT_TRUE(store.parameters_to_open(counters_, report).empty());
        store.save(counters_, object_->parameters(), report);
        EXPECT_EQ(recalled(), before) << "nothing was changed in the window";
    }
}

TEST_F(settings, of_a_fresh_window_are_kept_where_they_were_changed) {
    save_sample_settings(counters_, {{{"wave", true}}, {{1, {}}}});
    const auto report = [](const std::string&) {};
    sample_settings_store store(true, true);
    find("stride").set(int64_t {5});
    store.bookmarks(counters_, report)[2] = {};
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled(), (sample_settings {{{"stride", int64_t {5}}, {"wave", true}}, {{1, {}}, {2, {}}}}));
}

TEST_F(settings, of_the_command_line_are_kept_only_where_they_were_changed_in_the_window) {
    const parameter_settings before {{"stride", int64_t {2}}, {"brightness", 0.25}};
    save_sample_settings(counters_, {before, {}});
    const auto report = [](const std::string&) {};
    sample_settings_store store(true, false);
    store.override_for_this_run(counters_, {{"stride", int64_t {9}}, {"wave", true}}, report);
    find("stride").set(int64_t {9});
    find("wave").set(true);
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled().parameters, before);
    // The same window opens the sample again with the values that it had.
    EXPECT_EQ(store.parameters_to_open(counters_, report), changed_settings(object_->parameters()));

    find("stride").set(int64_t {4});
    find("wave").set(false);
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"stride", int64_t {4}}, {"brightness", 0.25}}));
    // The user chooses the value of the command line.
    find("stride").set(int64_t {9});
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"stride", int64_t {9}}, {"brightness", 0.25}}));
    // A value that returns to its default is no longer kept.
    find("stride").reset();
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"brightness", 0.25}}));
}

TEST_F(settings, are_kept_on_top_of_the_parameters_of_the_start) {
    const auto report = [](const std::string&) {};
    const parameter_settings start {{"stride", int64_t {9}}, {"wave", true}};
    // Opens the sample as a window does, lets `change` change its parameters, and closes it.
    const auto run = [&](const parameter_settings& start_of_run, const std::function<void()>& change) {
        sample_settings_store store(true, false);
        store.set_start(counters_, start_of_run, report);
        for (parameter_base* each : object_->parameters()) each->reset();
        set_parameters(object_->parameters(), store.parameters_to_open(counters_, report));
        const parameter_settings opened = changed_settings(object_->parameters());
        change();
        store.save(counters_, object_->parameters(), report);
        return opened;
    };
    EXPECT_EQ(run(start, [&] { find("brightness").set(0.25); }), start);
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"brightness", 0.25}})) << "only what was changed is kept";
    EXPECT_EQ(run(start, [] {}), (parameter_settings {{"stride", int64_t {9}}, {"brightness", 0.25}, {"wave", true}}));
    EXPECT_EQ(run({}, [] {}), (parameter_settings {{"brightness", 0.25}})) << "another device has another start";

    // Another preset, which leaves the parameters of the start at their defaults, comes back on both devices.
    run(start, [&] {
        for (parameter_base* each : object_->parameters()) each->reset();
        find("goal").set(int64_t {0});
    });
    EXPECT_EQ(run(start, [] {}), (parameter_settings {{"goal", int64_t {0}}}));
    EXPECT_EQ(run({}, [] {}), (parameter_settings {{"goal", int64_t {0}}}));
    EXPECT_EQ(run(start, [] {}), (parameter_settings {{"goal", int64_t {0}}})) << "a run with another start has not changed it";

    // The parameters of the start are chosen again.
    run(start, [&] {
        find("goal").reset();
        set_parameters(object_->parameters(), start);
    });
    EXPECT_EQ(recalled(), sample_settings {});
}

TEST_F(settings, that_fail_to_open_leave_the_parameters_of_the_start) {
    const auto report = [](const std::string&) {};
    const parameter_settings start {{"stride", int64_t {9}}};
    save_sample_settings(counters_, {{{"fail", std::string("load")}}, {}});
    sample_settings_store store(true, false);
    store.set_start(counters_, start, report);
    EXPECT_EQ(store.parameters_to_open(counters_, report).size(), 2u);
    EXPECT_EQ(store.parameters_to_open(counters_, report), start);
    set_parameters(object_->parameters(), start);
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled(), sample_settings {}) << "the parameters that failed are no longer kept";
}

TEST_F(settings, do_not_replace_a_damaged_file) {
    const auto report = [this](const std::string& text) { messages_ += text; };
    const auto file = write("ingot/samples/counters.json", "{\"parameters\": {");
    sample_settings_store store(true, false);
    EXPECT_TRUE(store.parameters_to_open(counters_, report).empty());
    EXPECT_NE(messages_.find("counters.json' are ignored, and the file is not overwritten: invalid JSON"), std::string::npos)
        << messages_;
    find("stride").set(int64_t {4});
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(folder_.read("ingot/samples/counters.json"), "{\"parameters\": {");
    // What the user has corrected meanwhile is not replaced either.
    write("ingot/samples/counters.json", "{}");
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(folder_.read("ingot/samples/counters.json"), "{}");
    std::filesystem::remove(file);
    store.save(counters_, object_->parameters(), report);
    EXPECT_EQ(recalled().parameters, (parameter_settings {{"stride", int64_t {4}}}));
}

TEST_F(settings, a_preset_is_saved_found_by_its_name_replaced_and_deleted) {
    find("stride").set(int64_t {5});
    find("source").set(std::string("a.txt"));
    const preset saved = save_preset(counters_, object_->parameters(), "My own, no. 2");
    EXPECT_EQ(saved.name, "my-own-no-2");
    find("stride").reset();
    auto all = all_presets(counters_, object_->parameters());
    ASSERT_EQ(all.size(), 3u);
    EXPECT_FALSE(all[0].is_saved);
    EXPECT_TRUE(all[2].is_saved);
    EXPECT_EQ(all[2].title, "My own, no. 2");
    const auto found = find_preset_or_file(counters_, object_->parameters(), "my-own-no-2");
    EXPECT_EQ(found.parameters.size(), object_->parameters().size());
    EXPECT_NE(std::ranges::find(found.parameters, std::pair {std::string("stride"), parameter_value(int64_t {5})}),
              found.parameters.end());

    find("stride").set(int64_t {6});
    save_preset(counters_, object_->parameters(), "my own no 2");
    all = saved_presets(counters_, object_->parameters());
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].title, "my own no 2");
    delete_preset(counters_, object_->parameters(), "my-own-no-2");
    EXPECT_TRUE(saved_presets(counters_, object_->parameters()).empty());
}

TEST_F(settings, a_shipped_preset_stays_as_it_is) {
    EXPECT_NE(error_of([&] { save_preset(counters_, object_->parameters(), "Quick"); }).find("choose another name"),
              std::string::npos);
    EXPECT_NE(error_of([&] { save_preset(counters_, object_->parameters(), " ?! "); }).find("must contain a letter"),
              std::string::npos);
    EXPECT_TRUE(saved_presets(counters_, object_->parameters()).empty());
}

TEST_F(settings, a_saved_file_can_be_given_to_others) {
    find("stride").set(int64_t {5});
    save_preset(counters_, object_->parameters(), "First");
    save_preset(counters_, object_->parameters(), "Second");
    const auto shared = folder_ / "shared.json";
    std::filesystem::copy_file(saved_presets_file("counters"), shared);
    delete_preset(counters_, object_->parameters(), "first");
    EXPECT_EQ(sample_of_presets_file(shared), "counters");
    EXPECT_EQ(find_preset_or_file(counters_, object_->parameters(), shared.string()).title, "First");
    EXPECT_EQ(find_preset_or_file(counters_, object_->parameters(), shared.string() + ":second").title, "Second");
    EXPECT_NE(error_of([&] {
                  find_preset_or_file(counters_, object_->parameters(), shared.string() + ":third");
              }).find("contains no preset 'third'"),
              std::string::npos);
    const auto plain = tests::test_samples()[1];
    EXPECT_NE(error_of([&] { find_preset_or_file(plain, {}, shared.string()); }).find("for 'counters', not for 'plain'"),
              std::string::npos);
    EXPECT_EQ(sample_of_presets_file(folder_.write("no.json", "{]")), std::nullopt);
}

TEST_F(settings, a_folder_that_cannot_be_made_is_reported) {
    write("ingot", "a file where the folder should be");
    EXPECT_NE(error_of([&] { save_preset(counters_, object_->parameters(), "First"); }).find("cannot create the folder"),
              std::string::npos);
}

}  // namespace
}  // namespace ingot::shell
