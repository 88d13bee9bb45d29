#include "presets/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/command_words.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <iterator>
#include <nlohmann/json.hpp>

namespace ingot::shell {

namespace {

using json_value = nlohmann::json;

/// Reads one file. Every error is a preset_file_error that names the file. An error in the contents also names, if it is
/// known, the line and column, or the member such as presets[0].name.
class reader {
public:
    reader(const std::filesystem::path& file, std::span<parameter_base* const> parameters, std::string_view for_sample)
        : file_(file), parameters_(parameters), sample_(for_sample) {}

    std::vector<preset> read() const {
        const json_value root = parse();
        if (!root.is_object() || !root.contains("presets") || !root["presets"].is_array())
            throw preset_file_error(fmt::format("{}: not a preset file; {}", file_.string(), expected_contents()));
        check_members(root, "the file", {"presets", "sample"});
        if (const std::string named_sample = text(root, "sample", "the file");
            !named_sample.empty() && !sample_.empty() && named_sample != sample_)
            reject("sample", fmt::format("the presets are for '{}', not for '{}'", named_sample, sample_));
        std::vector<preset> found;
        for (const json_value& entry : root["presets"]) {
            found.push_back(read_preset(entry, fmt::format("presets[{}]", found.size())));
            const auto same = [&](const preset& earlier) { return earlier.name == found.back().name; };
            if (std::any_of(found.begin(), found.end() - 1, same))
                reject(fmt::format("presets[{}].name", found.size() - 1),
                       fmt::format("'{}' is used twice; names of presets must be unique", found.back().name));
            if (std::ranges::count(found, true, &preset::starts_on_cpu) > 1)
                reject(fmt::format("presets[{}].start_on_cpu", found.size() - 1), "an earlier preset has it already");
        }
        return found;
    }

private:
    [[noreturn]] void reject(std::string_view place, std::string_view problem) const {
        throw preset_file_error(fmt::format("{}: {}: {}", file_.string(), place, problem));
    }

    // Returns "expected {"presets": …}", with an integer parameter of the sample as the example.
    std::string expected_contents() const {
        const auto example = std::ranges::find(parameters_, parameter_kind::integer, &parameter_base::kind);
        return fmt::format(
            "expected {{\"presets\": [{{\"name\": \"…\", \"parameters\": {{{}}}}}]}}; 'Save as…' in the window writes one",
            example == parameters_.end() ? ""
                                         : fmt::format("\"{}\": {}", (*example)->name(), to_text((*example)->default_value())));
    }

    std::string read_bytes() const try {
        return files::read_text(file_);
    } catch (const std::filesystem::filesystem_error& problem) {
        throw preset_file_error(fmt::format("{}: cannot be read: {}", file_.string(), problem.code().message()));
    }

    json_value parse() const {
        const std::string text = read_bytes();
        if (!is_text(text)) throw preset_file_error(fmt::format("{}: not a text file; {}", file_.string(), expected_contents()));
        try {
            return json_value::parse(text);
        } catch (const json_value::parse_error& problem) {
            const auto end =
                text.begin() + static_cast<std::ptrdiff_t>(std::min(problem.byte ? problem.byte - 1 : 0, text.size()));
            const auto line = 1 + std::count(text.begin(), end, '\n');
            const auto line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
            throw preset_file_error(fmt::format("{}:{}:{}: {}", file_.string(), line, 1 + (end - line_start),
                                                end == text.end()
                                                    ? "the JSON text ends too early"
                                                    : "invalid JSON: " + printable(reason_of(problem.what(), ": "), 400)));
        } catch (const json_value::exception& problem) {
            // A number is too large for a double. The library does not say where.
            throw preset_file_error(
                fmt::format("{}: invalid JSON: {}", file_.string(), printable(reason_of(problem.what(), "] "), 400)));
        }
    }

    // Returns the part of the JSON library's message after `end_of_prefix`. The prefix holds the library's name for the error,
    // and of a syntax error also the position, which the caller names:
    //   [json.exception.parse_error.101] parse error at line 2, column 9: syntax error while parsing value - invalid …
    //   [json.exception.out_of_range.406] number overflow parsing '1e999'
    static std::string_view reason_of(std::string_view message, std::string_view end_of_prefix) {
        const size_t position = message.find(end_of_prefix);
        return position == std::string_view::npos ? message : message.substr(position + end_of_prefix.size());
    }

    /// Rejects members whose names are not in `known_members`.
    void check_members(const json_value& object, std::string_view place,
                       std::initializer_list<std::string_view> known_members) const {
        for (const auto& [name, value] : object.items())
            if (std::ranges::find(known_members, name) == known_members.end())
                reject(place, fmt::format("unknown member '{}'; known members: {}", name, fmt::join(known_members, ", ")));
    }

    std::string text(const json_value& object, const char* member, std::string_view place) const {
        if (!object.contains(member)) return {};
        if (!object[member].is_string()) reject(fmt::format("{}.{}", place, member), "is not a string");
        return object[member].get<std::string>();
    }

    bool boolean(const json_value& object, const char* member, std::string_view place) const {
        if (!object.contains(member)) return false;
        if (!object[member].is_boolean()) reject(fmt::format("{}.{}", place, member), "is not true or false");
        return object[member].get<bool>();
    }

    preset read_preset(const json_value& entry, const std::string& place) const {
        if (!entry.is_object()) reject(place, "is not an object");
        check_members(entry, place, {"name", "title", "summary", "parameters", "start_on_cpu"});
        preset preset_read {.name = text(entry, "name", place),
                            .title = text(entry, "title", place),
                            .summary = text(entry, "summary", place),
                            .parameters = {},
                            .starts_on_cpu = boolean(entry, "start_on_cpu", place)};
        if (preset_read.name.empty()) reject(place, "has no name");
        if (preset_read.title.empty()) preset_read.title = preset_read.name;
        if (!entry.contains("parameters")) return preset_read;
        if (!entry["parameters"].is_object()) reject(place + ".parameters", "is not an object");
        for (const auto& [name, value] : entry["parameters"].items()) {
            const std::string value_place = fmt::format("{}.parameters.{}", place, name);
            parameter_base& parameter = find_parameter(name, value_place);
            preset_read.parameters.emplace_back(parameter.name(), read_value(parameter, value, value_place));
        }
        choose_given_files(parameters_, preset_read.parameters);
        return preset_read;
    }

    parameter_base& find_parameter(std::string_view name, const std::string& place) const {
        const auto found = std::ranges::find_if(parameters_, [&](const parameter_base* each) { return each->has_name(name); });
        if (found == parameters_.end()) reject(place, "the sample has no parameter of this name");
        return **found;
    }

    // Returns the value in the type of the parameter, after the parameter has accepted it. The parameter keeps its own
    // value.
    parameter_value read_value(parameter_base& checked, const json_value& value, const std::string& place) const {
        const parameter_value before = checked.value();
        try {
            checked.set(converted(value, checked.kind(), place));
        } catch (const parameter_error& problem) {
            // The message begins with the name of the parameter, which is also the end of the place.
            std::string_view message = problem.what();
            const std::string prefix = checked.name() + ": ";
            if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
            reject(place, message);
        }
        const parameter_value accepted = checked.value();
        checked.set(before);
        return accepted;
    }

    parameter_value converted(const json_value& value, parameter_kind kind, const std::string& place) const {
        if (value.is_boolean()) return value.get<bool>();
        if (value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) return value.get<double>();
        if (value.is_number_integer()) return value.get<int64_t>();
        if (value.is_number()) return value.get<double>();
        if (!value.is_string()) reject(place, "is not a number, a string or a boolean");
        auto text = value.get<std::string>();
        if (kind != parameter_kind::file || text.empty()) return text;
        return (file_.parent_path() / text).lexically_normal().string();
    }

    const std::filesystem::path& file_;
    std::span<parameter_base* const> parameters_;
    std::string_view sample_;
};

}  // namespace

std::vector<preset> read_presets(const std::filesystem::path& file, std::span<parameter_base* const> parameters,
                                 std::string_view sample) {
    if (file.empty()) return {};
    return reader(file, parameters, sample).read();
}

std::optional<preset> find_start_on_cpu(std::span<const preset> presets) {
    const auto found = std::ranges::find_if(presets, &preset::starts_on_cpu);
    return found == presets.end() ? std::nullopt : std::optional(*found);
}

const preset& find_preset(std::span<const preset> presets, std::string_view name, std::string_view sample) {
    const auto found = std::ranges::find(presets, name, &preset::name);
    if (found != presets.end()) return *found;
    if (presets.empty()) throw preset_error(fmt::format("--preset: sample '{}' has no presets", sample));
    std::vector<std::string> names;
    for (const preset& each : presets) names.push_back(each.name);
    throw preset_error(fmt::format("--preset: sample '{}' has no preset '{}'{}; it has {}", sample, name,
                                   command_words::did_you_mean(name, names), fmt::join(names, ", ")));
}

}  // namespace ingot::shell
