#include "command_line/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ingot/command_words.hpp>

#include "command_line/parameter_options.hpp"

namespace ingot::shell {

namespace {

constexpr std::string_view scheme = "ingot://";

/// The options of `ingot run`, besides the sample's parameters, that a link may have; those without a value in the second list.
constexpr std::array<std::string_view, 11> options_with_value {"preset",        "backend",      "device",      "size",
                                                               "camera",        "seed",         "clock-speed", "paused-at",
                                                               "view-exposure", "step-lengths", "drawn"};
constexpr std::array<std::string_view, 2> options_without_value {"fresh", "fixed-step"};

/// May the character stand in a part of a link as it is? Those of RFC 3986, section 2.3, and the comma.
bool is_plain(char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || std::string_view("-._~,").find(each) != std::string_view::npos;
}

std::string encoded(std::string_view text) {
    std::string result;
    for (const char each : text)
        result += is_plain(each) ? std::string(1, each) : fmt::format("%{:02X}", static_cast<uint8_t>(each));
    return result;
}

int digit_of(char each) {
    if (each >= '0' && each <= '9') return each - '0';
    const int lower = std::tolower(static_cast<unsigned char>(each));
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Replaces each %XX by its byte. Throws a usage_error for an incomplete one, and for control characters.
std::string decoded(std::string_view text) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        char next = text[i];
        if (next == '%') {
            const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                throw usage_error(fmt::format("the link has '%' without two hexadecimal digits: '{}'", text));
            next = static_cast<char>(16 * high + low);
            i += 2;
        }
        if (static_cast<unsigned char>(next) < 0x20 || next == 0x7f)
            throw usage_error("the link has a control character, which no option accepts");
        result += next;
    }
    return result;
}

/// Returns the names that a link can set.
std::vector<std::string> names_in_links(std::span<parameter_base* const> parameters) {
    std::vector<std::string> names(options_with_value.begin(), options_with_value.end());
    for (const parameter_base* each : parameters) names.push_back(each->name());
    return names;
}

/// Throws a usage_error if a link may not have this option of the sample with this value.
void check_option(const std::string& name, const std::string& value, std::span<parameter_base* const> parameters) {
    if (name == "preset" && value.find_first_of("/.:") != std::string::npos)
        throw usage_error(fmt::format("a link cannot name the file '{}'; it can name a preset of the sample", value));
    if (std::ranges::find(options_with_value, name) != options_with_value.end()) return;
    const parameter_base* const parameter = find_parameter(parameters, name);
    if (!parameter)
        throw usage_error(fmt::format("a link cannot have '{}', which is neither a parameter nor part of a view{}", name,
                                      command_words::did_you_mean(name, names_in_links(parameters))));
    if (parameter->kind() == parameter_kind::file)
        throw usage_error(fmt::format("a link cannot name files; open the file with --{} FILE", name));
}

}  // namespace

bool is_link(std::string_view text) { return text.starts_with(scheme); }

std::string format_link(const window_scene& scene) {
    std::string link = std::string(scheme) + encoded(scene.sample);
    char separator = '?';
    for (const scene_option& each : options_of(scene)) {
        // The reader's window has its own size. A link never opens saved parameters.
        if (each.is_file || each.name == "size" || each.name == "fresh") continue;
        link += separator + encoded(each.name);
        if (each.value) link += "=" + encoded(*each.value);
        separator = '&';
    }
    return link;
}

std::vector<std::string> arguments_of_link(std::string_view link, std::span<const sample_description> samples) {
    if (link.starts_with("ingot "))
        throw usage_error(fmt::format("'{}' is a command line for a terminal; Ctrl Shift C copies a link", link));
    if (!is_link(link)) throw usage_error(fmt::format("'{}' is not a link; expected ingot://SAMPLE?OPTION=VALUE&…", link));
    link.remove_prefix(scheme.size());
    const size_t question = std::min(link.find('?'), link.size());
    std::string_view name = link.substr(0, question);
    if (name.ends_with('/')) name.remove_suffix(1);  // browsers add it
    const sample_description& sample = find_sample(decoded(name), samples);
    const auto object = sample.create();  // only provides the parameters and is never loaded
    const auto parameters = object->parameters();
    std::vector<std::string> arguments {"run", sample.name};
    for (std::string_view rest = link.substr(std::min(question + 1, link.size())); !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (part.empty()) continue;
        const size_t equals = part.find('=');
        const std::string option = decoded(part.substr(0, equals));
        if (equals == std::string_view::npos) {
            if (std::ranges::find(options_without_value, option) == options_without_value.end())
                throw usage_error(fmt::format("'{}' in the link has no value; expected {}=VALUE", option, option));
            arguments.push_back("--" + option);
            continue;
        }
        const std::string value = decoded(part.substr(equals + 1));
        check_option(option, value, parameters);
        arguments.push_back("--" + option + "=" + value);
    }
    return arguments;
}

}  // namespace ingot::shell
