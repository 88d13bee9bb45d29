#include "command_line/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ingot/command_words.hpp>
#include <ingot/media/picture_file.hpp>
#include <ingot/sample/whole_number.hpp>

#include "capture/output_file.hpp"

namespace ingot::shell {

namespace {

template <typename T>
std::optional<T> parse(std::string_view text) {
    T number {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

[[noreturn]] void reject(std::string_view option, std::string_view text, std::string_view expected) {
    throw usage_error(fmt::format("{}: '{}' is invalid; expected {}", option, text, expected));
}

}  // namespace

uint64_t parse_whole_number(std::string_view option, std::string_view text, uint64_t minimum, uint64_t maximum) {
    const auto number = ingot::parse_whole_number<uint64_t>(text);
    if (!number || *number < minimum || *number > maximum)
        reject(option, text, fmt::format("a whole number from {} to {}", minimum, maximum));
    return *number;
}

double parse_real_number(std::string_view option, std::string_view text, double minimum, double maximum) {
    const auto number = parse<double>(text);
    if (!number || !std::isfinite(*number) || *number < minimum || *number > maximum)
        reject(option, text, fmt::format("a number from {} to {}", minimum, maximum));
    return *number;
}

size_t parse_device_index(std::string_view option, std::string_view text) {
    const auto index = parse<uint32_t>(text);
    if (!index)
        reject(option, text,
               "the number of a device in its backend, from 0, as 'ingot devices' prints it; --backend selects the backend");
    return *index;
}

extent parse_size(std::string_view option, std::string_view text) {
    constexpr int largest = 16384;
    const auto cross = text.find('x');
    const int width = parse<int>(text.substr(0, cross)).value_or(0);
    const int height = cross == std::string_view::npos ? 0 : parse<int>(text.substr(cross + 1)).value_or(0);
    if (width < 1 || height < 1 || width > largest || height > largest)
        reject(option, text, fmt::format("WIDTHxHEIGHT in pixels, each from 1 to {}, such as 1280x720", largest));
    return {width, height};
}

ingot::backend parse_backend(std::string_view option, std::string_view text) {
    const auto backend = find_backend(text);
    if (!backend) {
        std::vector<std::string> names;
        for (const auto& each : all_backends()) names.emplace_back(each.backend.name());
        reject(option, text, fmt::format("one of {}{}", backend_names(), command_words::did_you_mean(text, names)));
    }
    return *backend;
}

backend_switch parse_backend_switch(std::string_view option, std::string_view text) {
    const auto colon = text.find(':');
    const auto frame = parse<uint64_t>(text.substr(0, colon));
    const auto backend = colon == std::string_view::npos ? std::nullopt : find_backend(text.substr(colon + 1));
    if (!frame || !backend) reject(option, text, fmt::format("FRAME:BACKEND, such as 30:opencl; backends: {}", backend_names()));
    return {*frame, *backend};
}

std::filesystem::path parse_output_path(std::string_view option, std::string_view text, std::string_view extension) {
    std::filesystem::path file(text);
    if (!extension.empty() && file.extension() != extension && !text.starts_with("/dev/"))
        reject(option, text, fmt::format("the name of a {} file", extension));
    try {
        require_writable(file);
    } catch (const unwritable_file& problem) {
        throw unwritable_file(fmt::format("{}: {}", option, problem.what()));
    }
    return file;
}

std::filesystem::path parse_picture_path(std::string_view option, std::string_view text) {
    if (!media::find_picture_format(text)) reject(option, text, "the name of a .png, .hdr or .exr file");
    return parse_output_path(option, text, "");
}

}  // namespace ingot::shell
