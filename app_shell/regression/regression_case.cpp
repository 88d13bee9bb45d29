#include "regression_case.hpp"

#include <algorithm>
#include <ingot/archive/replace_file.hpp>
#include <ingot/runtime/backends.hpp>
#include <ingot/sample/printable_text.hpp>

#include "gates_file.hpp"
#include "json_object.hpp"

namespace ingot::regression {

namespace {

// Checks a case's name, which is also used as a file name.
void require_file_name(const json_object& object, const std::string& name) {
    const bool fits = std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (!fits) object.reject("name", "made of letters, digits, - and _ only");
}

// Converts a parameter's value to its text on the command line. {"path": …} is a file relative to the folder of the
// cases.
std::string parameter_text(const json& value, const std::string& place, const std::filesystem::path& folder) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    if (value.is_number()) return value.dump();
    if (value.is_object()) {
        json_object of(value, place);
        const auto path = of.required_text("path");
        of.finish();
        return (folder / path).lexically_normal().string();
    }
    throw case_error(fmt::format("{}: a parameter must be a string, a number, true, false, or {{\"path\": \"…\"}}", place));
}

void read_size(json_object& in, regression_case& into) {
    const json* const size = in.find("size");
    if (!size) return;
    const auto side = [](const json& of) {
        return of.is_number_unsigned() && of.get<uint64_t>() >= 1 && of.get<uint64_t>() <= 4096;
    };
    if (!size->is_array() || size->size() != 2 || !side((*size)[0]) || !side((*size)[1]))
        in.reject("size", "[width, height] in pixels, each from 1 to 4096");
    into.width = (*size)[0].get<int>();
    into.height = (*size)[1].get<int>();
}

void read_exceptions(json_object& object, const json& case_gates, regression_case& into) {
    const json* const all = object.find("exceptions");
    if (!all) return;
    if (!all->is_array()) object.reject("exceptions", "a list");
    for (size_t i = 0; i < all->size(); ++i) {
        json_object of((*all)[i], fmt::format("{}[{}]", object.location_of("exceptions"), i));
        const std::string backend = of.required_text("backend");
        if (!find_backend(backend)) of.reject("backend", backend_names(" or "));
        backend_exception exception {of.required_text("why"), false, {}};
        const json* const skip = of.find("skip");
        if (skip && !skip->is_boolean()) of.reject("skip", "true or false");
        exception.skip = skip && skip->get<bool>();
        json merged = case_gates;
        if (const json* const gates = of.find("gates")) merged.merge_patch(*gates);
        exception.backend_gates = read_gates(merged, of.location_of("gates"));
        of.finish();
        if (!into.exceptions.emplace(backend, std::move(exception)).second) of.reject("backend", "named in only one exception");
    }
}

regression_case read_case(const json& value, const std::string& place, const std::string& sample,
                          const std::filesystem::path& folder) {
    json_object object(value, place);
    regression_case made;
    made.sample = sample;
    made.name = object.required_text("name");
    require_file_name(object, made.name);
    made.why = object.required_text("why");
    made.preset = object.text("preset");
    if (const json* const parameters = object.find("parameters")) {
        if (!parameters->is_object()) object.reject("parameters", "an object");
        for (const auto& [name, to] : parameters->items())
            made.parameters.emplace_back(name, parameter_text(to, object.location_of("parameters." + name), folder));
    }
    made.frames = object.whole_number("frames", 1, 100'000).value_or(made.frames);
    read_size(object, made);
    made.seed = object.whole_number("seed", 0, 1ULL << 32U).value_or(made.seed);
    made.switch_at = object.whole_number("switch_at", 1, 100'000);
    if (made.switch_at && *made.switch_at >= made.frames) object.reject("switch_at", "less than the number of frames");
    made.not_repeatable = object.text("not_repeatable");
    made.timeout_seconds = object.number("timeout_seconds", 1.0, 3600.0).value_or(made.timeout_seconds);
    const json& case_gates = object.require("gates");
    if (!case_gates.is_object() || case_gates.empty()) object.reject("gates", "an object with at least one gate");
    made.case_gates = read_gates(case_gates, object.location_of("gates"));
    read_exceptions(object, case_gates, made);
    object.finish();
    return made;
}

json parsed(const std::filesystem::path& file) try {
    const auto bytes = archive::read_whole_file(file);
    return json::parse(reinterpret_cast<const char*>(bytes.data()), reinterpret_cast<const char*>(bytes.data() + bytes.size()));
} catch (const json::exception& problem) {
    throw case_error(fmt::format("{}: this is not valid JSON: {}", file.string(), printable(problem.what(), 400)));
} catch (const std::filesystem::filesystem_error& problem) {
    throw case_error(fmt::format("{}: the file cannot be read: {}", file.string(), problem.code().message()));
}

}  // namespace

const gates& regression_case::gates_on(const std::string& backend) const {
    const auto found = exceptions.find(backend);
    return found == exceptions.end() ? case_gates : found->second.backend_gates;
}

std::set<std::string> regression_case::gated_arrays() const {
    std::set<std::string> names;
    for (const auto& gate : case_gates.states) names.insert(gate.array);
    for (const auto& [backend, exception] : exceptions)
        for (const auto& gate : exception.backend_gates.states) names.insert(gate.array);
    return names;
}

std::vector<regression_case> read_cases(const std::filesystem::path& file, const std::string& sample) {
    const json whole = parsed(file);
    json_object object(whole, file.string());
    const json& list = object.require("cases");
    if (!list.is_array() || list.empty()) object.reject("cases", "a list with at least one case");
    object.finish();
    std::vector<regression_case> cases;
    for (size_t i = 0; i < list.size(); ++i) {
        regression_case next = read_case(list[i], fmt::format("{}: cases[{}]", file.string(), i), sample, file.parent_path());
        if (std::ranges::find(cases, next.name, &regression_case::name) != cases.end())
            throw case_error(fmt::format("{}: cases[{}]: another case already has the name '{}'", file.string(), i, next.name));
        cases.push_back(std::move(next));
    }
    return cases;
}

}  // namespace ingot::regression
