// Reads the objects of a hand-written JSON file. Unknown keys are errors, and every error names its location in the
// file.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "regression_case.hpp"

namespace ingot::regression {

using json = nlohmann::ordered_json;

/// One object of the file. Read all keys that it may have, then call finish().
class json_object {
public:
    /// `place` is the location for error messages: "samples/nbody/regression.json: cases[0]".
    json_object(const json& object, std::string place) : value_(object), location_(std::move(place)) {
        if (!value_.is_object()) throw case_error(fmt::format("{}: it must be an object", location_));
    }

    const std::string& location() const { return location_; }
    std::string location_of(const std::string& key) const { return fmt::format("{}.{}", location_, key); }

    /// Returns the value of a key, or null if the key is missing or its value is null.
    const json* find(const std::string& key) {
        read_keys_.insert(key);
        const auto found = value_.find(key);
        return found == value_.end() || found->is_null() ? nullptr : &*found;
    }
    const json& require(const std::string& key) {
        const json* const found = find(key);
        if (!found) throw case_error(fmt::format("{}: '{}' is missing", location_, key));
        return *found;
    }

    std::optional<std::string> text(const std::string& key) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_string() || found->get<std::string>().empty()) reject(key, "some text");
        return found->get<std::string>();
    }
    std::string required_text(const std::string& key) {
        require(key);
        return *text(key);
    }
    std::optional<double> number(const std::string& key, double minimum, double maximum) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_number() || !(found->get<double>() >= minimum && found->get<double>() <= maximum))
            reject(key, fmt::format("a number from {} to {}", minimum, maximum));
        return found->get<double>();
    }
    std::optional<uint64_t> whole_number(const std::string& key, uint64_t minimum, uint64_t maximum) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_number_unsigned() || found->get<uint64_t>() < minimum || found->get<uint64_t>() > maximum)
            reject(key, fmt::format("a whole number from {} to {}", minimum, maximum));
        return found->get<uint64_t>();
    }

    /// Throws if the object has a key that none of the functions above has read.
    void finish() const {
        for (const auto& [key, ignored] : value_.items())
            if (!read_keys_.contains(key)) {
                std::string known_keys;
                for (const auto& each : read_keys_) known_keys += (known_keys.empty() ? "" : ", ") + each;
                throw case_error(fmt::format("{}: unknown key '{}'; expected one of: {}", location_, key, known_keys));
            }
    }

    /// Throws an error about the value of a key.
    [[noreturn]] void reject(const std::string& key, const std::string& requirement) const {
        throw case_error(fmt::format("{}: it must be {}", location_of(key), requirement));
    }

private:
    const json& value_;
    std::string location_;
    std::set<std::string> read_keys_;
};

}  // namespace ingot::regression
