#include "regression_case.hpp"

#include <algorithm>
#include <ingot/files/read_file.hpp>
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
        json_object object(value, place);
        const auto path = object.required_text("path");
        object.finish();
        return (folder / path).lexically_normal().string();
    }
    throw case_error(fmt::format("{}: a parameter must be a string, a number, true, false, or {{\"path\": \"…\"}}", place));
}

void read_size(json_object& object, regression_case& test_case) {
    const json* const size = object.find("size");
    if (!size) return;
    const auto side = [](const json& value) {
        return value.is_number_unsigned() && value.get<uint64_t>() >= 1 && value.get<uint64_t>() <= 4096;
    };
    if (!size->is_array() || size->size() != 2 || !side((*size)[0]) || !side((*size)[1]))
        object.reject("size", "[width, height] in pixels, each from 1 to 4096");
    test_case.width = (*size)[0].get<int>();
    test_case.height = (*size)[1].get<int>();
}

void read_exceptions(json_object& object, const json& case_gates, regression_case& test_case) {
    const json* const all = object.find("exceptions");
    if (!all) return;
    if (!all->is_array()) object.reject("exceptions", "a list");
    for (size_t i = 0; i < all->size(); ++i) {
        json_object entry((*all)[i], fmt::format("{}[{}]", object.location_of("exceptions"), i));
        const std::string backend = entry.required_text("backend");
        if (!find_backend(backend)) entry.reject("backend", backend_names(" or "));
        backend_exception exception {entry.required_text("why"), false, {}};
        const json* const skip = entry.find("skip");
        if (skip && !skip->is_boolean()) entry.reject("skip", "true or false");
        exception.skip = skip && skip->get<bool>();
        json merged = case_gates;
        if (const json* const gates = entry.find("gates")) merged.merge_patch(*gates);
        exception.backend_gates = read_gates(merged, entry.location_of("gates"));
        entry.finish();
        if (!test_case.exceptions.emplace(backend, std::move(exception)).second)
            entry.reject("backend", "named in only one exception");
    }
}

regression_case read_case(const json& value, const std::string& place, const std::string& sample,
                          const std::filesystem::path& folder) {
    json_object object(value, place);
    regression_case test_case;
    test_case.sample = sample;
    test_case.name = object.required_text("name");
    require_file_name(object, test_case.name);
    test_case.why = object.required_text("why");
    test_case.preset = object.text("preset");
    if (const json* const parameters = object.find("parameters")) {
        if (!parameters->is_object()) object.reject("parameters", "an object");
        for (const auto& [name, text] : parameters->items())
            test_case.parameters.emplace_back(name, parameter_text(text, object.location_of("parameters." + name), folder));
    }
    test_case.frames = object.whole_number("frames", 1, 100'000).value_or(test_case.frames);
    read_size(object, test_case);
    test_case.seed = object.whole_number("seed", 0, 1ULL << 32U).value_or(test_case.seed);
    test_case.switch_at = object.whole_number("switch_at", 1, 100'000);
    if (test_case.switch_at && *test_case.switch_at >= test_case.frames)
        object.reject("switch_at", "less than the number of frames");
    test_case.not_repeatable = object.text("not_repeatable");
    test_case.timeout_seconds = object.number("timeout_seconds", 1.0, 3600.0).value_or(test_case.timeout_seconds);
    const json& case_gates = object.require("gates");
    if (!case_gates.is_object() || case_gates.empty()) object.reject("gates", "an object with at least one gate");
    test_case.case_gates = read_gates(case_gates, object.location_of("gates"));
    read_exceptions(object, case_gates, test_case);
    object.finish();
    return test_case;
}

json parse_file(const std::filesystem::path& file) try {
    const auto bytes = files::read_whole_file(file);
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

std::set<std::string> regression_case::gated_statistics() const {
    std::set<std::string> names;
    for (const auto& gate : case_gates.statistics) names.insert(gate.statistic);
    for (const auto& [backend, exception] : exceptions)
        for (const auto& gate : exception.backend_gates.statistics) names.insert(gate.statistic);
    return names;
}

const noise_gate* regression_case::noise() const {
    if (case_gates.noise) return &*case_gates.noise;
    for (const auto& [backend, exception] : exceptions)
        if (exception.backend_gates.noise) return &*exception.backend_gates.noise;
    return nullptr;
}

std::vector<regression_case> read_cases(const std::filesystem::path& file, const std::string& sample) {
    const json document = parse_file(file);
    json_object object(document, file.string());
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
