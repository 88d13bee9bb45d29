// Tests of reading presets.json, and of the positions in the file that errors name.
#include "presets/presets.hpp"

#include <gtest/gtest.h>

#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

using tests::temporary_folder;

class presets : public testing::Test {
protected:
    std::vector<preset> read(const std::string& text) {
        return read_presets(folder_.write("presets.json", text), object_->parameters());
    }

    std::string error_of(const std::string& text) {
        try {
            read(text);
            return "the file was accepted";
        } catch (const preset_error& problem) {
            return problem.what();
        }
    }

    temporary_folder folder_;
    std::unique_ptr<sample> object_ = tests::test_samples().front().create();
};

TEST_F(presets, of_the_test_sample_are_read) {
    const auto found = read_presets(tests::counters_presets(), object_->parameters());
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].title, "Quick counters");
    EXPECT_EQ(found[1].title, "bright");  // the name if there is no title
    const parameter_settings quick {{"count", int64_t {4}}, {"goal", int64_t {0}}, {"stride", int64_t {10}}, {"wave", true}};
    EXPECT_EQ(found[0].parameters, quick);
}

TEST_F(presets, a_path_is_relative_to_the_presets_folder_and_a_whole_number_becomes_real) {
    const auto found = read_presets(tests::counters_presets(), object_->parameters());
    EXPECT_EQ(found[1].parameters[0].second, parameter_value(2.0));
    EXPECT_EQ(found[1].parameters[1].second, parameter_value(tests::counters_presets().string()));
}

TEST_F(presets, accept_a_parameters_former_name) {
    const auto found = read(R"({"presets": [{"name": "old", "parameters": {"failure": "draw"}}]})");
    EXPECT_EQ(found.at(0).parameters, (parameter_settings {{"fail", std::string("draw")}}));
}

TEST_F(presets, one_of_them_can_be_the_start_on_a_processor) {
    const auto found = read(R"({"presets": [{"name": "many"}, {"name": "few", "start_on_cpu": true}]})");
    ASSERT_TRUE(find_start_on_cpu(found));
    EXPECT_EQ(find_start_on_cpu(found)->name, "few");
    EXPECT_FALSE(find_start_on_cpu(std::span(found).first(1)));
    const std::string file = (folder_ / "presets.json").string();
    EXPECT_EQ(error_of(R"({"presets": [{"name": "many", "start_on_cpu": true}, {"name": "few", "start_on_cpu": true}]})"),
              file + ": presets[1].start_on_cpu: an earlier preset has it already");
    EXPECT_EQ(error_of(R"({"presets": [{"name": "few", "start_on_cpu": "yes"}]})"),
              file + ": presets[0].start_on_cpu: is not true or false");
}

TEST_F(presets, reading_leaves_the_sample_as_it_is) {
    read_presets(tests::counters_presets(), object_->parameters());
    for (const parameter_base* each : object_->parameters()) EXPECT_TRUE(each->is_default()) << each->name();
}

TEST_F(presets, no_file_gives_none_and_a_missing_one_is_an_error) {
    EXPECT_TRUE(read_presets({}, object_->parameters()).empty());
    EXPECT_THROW(read_presets(folder_ / "missing.json", object_->parameters()), preset_error);
}

TEST_F(presets, other_files_are_reported_without_their_bytes) {
    const auto picture = error_of(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    EXPECT_NE(picture.find("presets.json: not a text file; expected"), std::string::npos) << picture;
    const auto latin = error_of("{\"presets\": \"m\xe4\"}");
    EXPECT_NE(latin.find("presets.json:1:"), std::string::npos) << latin;
    EXPECT_EQ(latin.find('\xe4'), std::string::npos) << latin;
    EXPECT_EQ(error_of(""), (folder_ / "presets.json").string() + ":1:1: the JSON text ends too early");
    EXPECT_EQ(error_of("{\n"), (folder_ / "presets.json").string() + ":2:1: the JSON text ends too early");
    try {
        read_presets(folder_.path(), object_->parameters());
        FAIL() << "no error";
    } catch (const preset_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("is a folder"), std::string::npos) << problem.what();
    }
}

TEST_F(presets, broken_json_is_reported_with_line_and_column) {
    const auto text = error_of("{\n  \"presets\": [\n    {\"name\": }\n  ]\n}\n");
    EXPECT_NE(text.find("presets.json:3:"), std::string::npos) << text;
    EXPECT_NE(text.find("invalid JSON: syntax error"), std::string::npos) << text;
    EXPECT_EQ(text.find("at line"), std::string::npos) << "the position is given twice: " << text;
}

TEST_F(presets, every_error_names_its_place) {
    const std::pair<const char*, const char*> cases[] = {
        {R"([])",
         R"(presets.json: not a preset file; expected {"presets": [{"name": "…", "parameters": {"count": 16}}]}; 'Save as…' in )"
         "the window writes one"},
        {R"({"presets": {}})", "presets"},
        {R"({"presets": [], "more": 1})", "'more'"},
        {R"({"presets": [1]})", "presets[0]"},
        {R"({"presets": [{"title": "x"}]})", "presets[0]: has no name"},
        {R"({"presets": [{"name": "a"}, {"name": "b", "colour": 1}]})", "presets[1]: unknown member 'colour'"},
        {R"({"presets": [{"name": "a"}, {"name": "a"}]})", "presets[1].name: 'a' is used twice"},
        {R"({"presets": [{"name": 1}]})", "presets[0].name"},
        {R"({"presets": [{"name": "a", "parameters": []}]})", "presets[0].parameters"},
        {R"({"presets": [{"name": "a", "parameters": {"cuont": 1}}]})", "presets[0].parameters.cuont"},
        {R"({"presets": [{"name": "a", "parameters": {"count": 0}}]})", "presets[0].parameters.count: '0' is out of range"},
        {R"({"presets": [{"name": "a", "parameters": {"count": 1.5}}]})", "presets[0].parameters.count"},
        {R"({"presets": [{"name": "a", "parameters": {"count": "4"}}]})", "presets[0].parameters.count"},
        {R"({"presets": [{"name": "a", "parameters": {"wave": 1}}]})", "presets[0].parameters.wave"},
        {R"({"presets": [{"name": "a", "parameters": {"fail": "no"}}]})", "presets[0].parameters.fail"},
        {R"({"presets": [{"name": "a", "parameters": {"count": null}}]})", "presets[0].parameters.count"},
        {R"({"presets": [{"name": "a", "parameters": {"count": 18446744073709551615}}]})", "presets[0].parameters.count"},
        {R"({"presets": [{"name": "a", "parameters": {"count": 1e999}}]})", "presets.json: invalid JSON: number overflow"},
    };
    for (const auto& [text, place] : cases) {
        const auto message = error_of(text);
        EXPECT_NE(message.find(place), std::string::npos) << text << "\n" << message;
        EXPECT_NE(message.find("presets.json"), std::string::npos) << message;
    }
}

TEST_F(presets, an_unknown_name_lists_those_there_are) {
    const auto found = read_presets(tests::counters_presets(), object_->parameters());
    EXPECT_EQ(&find_preset(found, "quick", "counters"), &found[0]);
    try {
        find_preset(found, "slow", "counters");
        FAIL();
    } catch (const preset_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("quick, bright"), std::string::npos);
    }
}

}  // namespace
}  // namespace ingot::shell
