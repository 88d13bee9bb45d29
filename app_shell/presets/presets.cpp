#include "presets/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <ingot/sample/printable_text.hpp>
#include <iterator>
#include <nlohmann/json.hpp>

namespace ingot::shell {

namespace {

using json = nlohmann::json;

/// Reads one file; all errors go through refuse(), which names the file and the place.
class reader {
public:
    reader(const std::filesystem::path& from, std::span<parameter_base* const> known, std::string_view for_sample)
        : file(from), parameters(known), sample(for_sample) {}

    std::vector<preset> read() const {
        const json root = parse();
        if (!root.is_object() || !root.contains("presets") || !root["presets"].is_array())
            refuse("the file", "holds no object with an array \"presets\"");
        only_members(root, "the file", {"presets", "sample"});
        if (const std::string meant = text(root, "sample", "the file"); !meant.empty() && !sample.empty() && meant != sample)
            refuse("sample", fmt::format("the presets are for '{}', not for '{}'", meant, sample));
        std::vector<preset> found;
        for (const json& entry : root["presets"]) {
            found.push_back(read_preset(entry, fmt::format("presets[{}]", found.size())));
            const auto same = [&](const preset& earlier) { return earlier.name == found.back().name; };
            if (std::any_of(found.begin(), found.end() - 1, same))
                refuse(fmt::format("presets[{}].name", found.size() - 1), fmt::format("'{}' is there twice", found.back().name));
        }
        return found;
    }

private:
    [[noreturn]] void refuse(std::string_view place, std::string_view problem) const {
        throw preset_error(fmt::format("{}: {}: {}", file.string(), place, problem));
    }

    json parse() const {
        std::error_code ignored;
        if (std::filesystem::is_directory(file, ignored))
            throw preset_error(fmt::format("{}: this is a folder; a file of presets is expected", file.string()));
        std::ifstream in(file, std::ios::binary);
        if (!in) throw preset_error(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
        const std::string text {std::istreambuf_iterator<char>(in), {}};
        if (!is_text(text))
            throw preset_error(fmt::format("{}: this is no text; presets are JSON, {{\"presets\": […]}}", file.string()));
        try {
            return json::parse(text);
        } catch (const json::parse_error& problem) {
            const auto end =
                text.begin() + static_cast<std::ptrdiff_t>(std::min(problem.byte ? problem.byte - 1 : 0, text.size()));
            const auto line = 1 + std::count(text.begin(), end, '\n');
            const auto line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
            const std::string_view words = problem.what();  // after "[json.exception.parse_error.101]"
            throw preset_error(fmt::format("{}:{}:{}: this is no valid JSON:{}", file.string(), line, 1 + (end - line_start),
                                           printable(words.substr(words.find(']') + 1), 400)));
        }
    }

    void only_members(const json& object, std::string_view place, std::initializer_list<std::string_view> known) const {
        for (const auto& [name, value] : object.items())
            if (std::ranges::find(known, name) == known.end())
                refuse(place, fmt::format("'{}' is not known here; known are {}", name, fmt::join(known, ", ")));
    }

    std::string text(const json& of, const char* member, std::string_view place) const {
        if (!of.contains(member)) return {};
        if (!of[member].is_string()) refuse(fmt::format("{}.{}", place, member), "is not a text");
        return of[member].get<std::string>();
    }

    preset read_preset(const json& entry, const std::string& place) const {
        if (!entry.is_object()) refuse(place, "is not an object");
        only_members(entry, place, {"name", "title", "summary", "parameters"});
        preset made {text(entry, "name", place), text(entry, "title", place), text(entry, "summary", place), {}};
        if (made.name.empty()) refuse(place, "has no name");
        if (made.title.empty()) made.title = made.name;
        if (!entry.contains("parameters")) return made;
        if (!entry["parameters"].is_object()) refuse(place + ".parameters", "is not an object");
        for (const auto& [name, value] : entry["parameters"].items())
            made.parameters.emplace_back(name, read_value(name, value, fmt::format("{}.parameters.{}", place, name)));
        return made;
    }

    parameter_value read_value(const std::string& name, const json& value, const std::string& place) const {
        const auto found = std::ranges::find(parameters, name, [](const parameter_base* each) { return each->name(); });
        if (found == parameters.end()) refuse(place, "the sample has no parameter of that name");
        parameter_base& checked = **found;
        const parameter_value before = checked.value();
        try {
            checked.set(converted(value, checked.kind(), place));
        } catch (const parameter_error& problem) {
            refuse(place, problem.what());
        }
        const parameter_value accepted = checked.value();
        checked.set(before);
        return accepted;
    }

    parameter_value converted(const json& value, parameter_kind kind, const std::string& place) const {
        if (value.is_boolean()) return value.get<bool>();
        if (value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) return value.get<double>();
        if (value.is_number_integer()) return value.get<int64_t>();
        if (value.is_number()) return value.get<double>();
        if (!value.is_string()) refuse(place, "is neither a number, a text nor true or false");
        auto text = value.get<std::string>();
        if (kind != parameter_kind::file || text.empty()) return text;
        return (file.parent_path() / text).lexically_normal().string();
    }

    const std::filesystem::path& file;
    std::span<parameter_base* const> parameters;
    std::string_view sample;
};

}  // namespace

std::vector<preset> read_presets(const std::filesystem::path& file, std::span<parameter_base* const> parameters,
                                 std::string_view sample) {
    if (file.empty()) return {};
    return reader(file, parameters, sample).read();
}

const preset& find_preset(std::span<const preset> among, std::string_view name, std::string_view sample) {
    const auto found = std::ranges::find(among, name, &preset::name);
    if (found != among.end()) return *found;
    if (among.empty()) throw preset_error(fmt::format("--preset: sample '{}' has no presets", sample));
    std::vector<std::string_view> names;
    for (const preset& each : among) names.push_back(each.name);
    throw preset_error(fmt::format("--preset: sample '{}' has no preset '{}'; it has {}", sample, name, fmt::join(names, ", ")));
}

}  // namespace ingot::shell
