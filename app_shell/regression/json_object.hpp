// Objects of a JSON file that a person wrote: every key must be known, and every error says where it is.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "regression_case.hpp"

namespace ingot::regression {

using json = nlohmann::ordered_json;

class json_object {
public:
    /// `place` is for errors: "samples/nbody/regression.json: cases[0]".
    json_object(const json& of, std::string place) : value(of), where(std::move(place)) {
        if (!value.is_object()) throw case_error(fmt::format("{}: an object is needed here", where));
    }

    const std::string& place() const { return where; }
    std::string place_of(const std::string& key) const { return fmt::format("{}.{}", where, key); }

    /// The value of a key, or null where it is not there.
    const json* find(const std::string& key) {
        taken.insert(key);
        const auto found = value.find(key);
        return found == value.end() || found->is_null() ? nullptr : &*found;
    }
    const json& need(const std::string& key) {
        const json* const found = find(key);
        if (!found) throw case_error(fmt::format("{}: '{}' is missing", where, key));
        return *found;
    }

    std::optional<std::string> text(const std::string& key) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_string() || found->get<std::string>().empty()) refuse(key, "some text");
        return found->get<std::string>();
    }
    std::string needed_text(const std::string& key) {
        need(key);
        return *text(key);
    }
    std::optional<double> number(const std::string& key, double least, double most) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_number() || !(found->get<double>() >= least && found->get<double>() <= most))
            refuse(key, fmt::format("a number from {} to {}", least, most));
        return found->get<double>();
    }
    std::optional<uint64_t> whole(const std::string& key, uint64_t least, uint64_t most) {
        const json* const found = find(key);
        if (!found) return std::nullopt;
        if (!found->is_number_unsigned() || found->get<uint64_t>() < least || found->get<uint64_t>() > most)
            refuse(key, fmt::format("a whole number from {} to {}", least, most));
        return found->get<uint64_t>();
    }

    /// After all keys were asked for: throws where there is one that nobody asked for.
    void finish() const {
        for (const auto& [key, ignored] : value.items())
            if (!taken.contains(key)) {
                std::string known;
                for (const auto& each : taken) known += (known.empty() ? "" : ", ") + each;
                throw case_error(fmt::format("{}: '{}' is not known here; known are: {}", where, key, known));
            }
    }

    [[noreturn]] void refuse(const std::string& key, const std::string& wanted) const {
        throw case_error(fmt::format("{}: it must be {}", place_of(key), wanted));
    }

private:
    const json& value;
    std::string where;
    std::set<std::string> taken;
};

}  // namespace ingot::regression
