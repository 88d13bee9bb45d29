#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <ingot/sarif.hpp>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

namespace ingot::sarif {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

// Returns the path as a URI reference (RFC 3986): characters that have a meaning there are percent-encoded.
std::string uri_of(const std::string& file) {
    const std::string path = relative_path(file);
    std::string uri = fs::path(path).is_absolute() ? "file://" : "";
    for (const char each : path) {
        const auto byte = static_cast<unsigned char>(each);
        const bool is_plain = std::isalnum(byte) != 0 || std::string_view("/-._~").find(each) != std::string_view::npos;
        uri += is_plain && byte < 128 ? std::string(1, each) : fmt::format("%{:02X}", byte);
    }
    return uri;
}

json to_json(const place& location) {
    json physical {{"artifactLocation", {{"uri", uri_of(location.file)}}}};
    if (location.line > 0) {
        physical["region"]["startLine"] = location.line;
        if (location.column > 0) physical["region"]["startColumn"] = location.column;
    }
    json all {{"physicalLocation", std::move(physical)}};
    if (!location.message.empty()) all["message"]["text"] = location.message;
    return all;
}

json to_json(const fix& change) {
    json changes = json::array();
    for (const replacement& each : change.replacements) {
        const std::string uri = uri_of(each.file);
        if (changes.empty() || changes.back()["artifactLocation"]["uri"] != uri)
            changes.push_back({{"artifactLocation", {{"uri", uri}}}, {"replacements", json::array()}});
        const json region {{"startLine", each.line},
                           {"startColumn", each.column},
                           {"endLine", each.line},
                           {"endColumn", each.column + each.length}};
        changes.back()["replacements"].push_back({{"deletedRegion", region}, {"insertedContent", {{"text", each.text}}}});
    }
    return {{"description", {{"text", change.description}}}, {"artifactChanges", std::move(changes)}};
}

}  // namespace

std::string relative_path(const std::string& file) {
    std::error_code unknown;
    const fs::path folder = fs::current_path(unknown);
    const fs::path relative = fs::path(file).lexically_normal().lexically_proximate(folder);
    return relative.empty() || *relative.begin() == ".." ? file : relative.generic_string();
}

std::string to_text(const log& contents) {
    json results = json::array();
    for (const result& each : contents.results) {
        results.push_back({{"ruleId", each.rule},
                           {"level", each.level},
                           {"message", {{"text", each.message}}},
                           {"locations", json::array({to_json(each.location)})}});
        for (const place& other : each.related) results.back()["relatedLocations"].push_back(to_json(other));
        for (const fix& change : each.fixes) results.back()["fixes"].push_back(to_json(change));
    }
    json rules = json::array();
    for (const rule& each : contents.rules) {
        rules.push_back({{"id", each.id}, {"shortDescription", {{"text", each.description}}}});
        if (!each.help.empty()) rules.back()["help"]["text"] = each.help;
    }
    const json driver {{"name", contents.program}, {"version", contents.version}, {"rules", std::move(rules)}};
    const json all {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", json::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
    return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::sarif
