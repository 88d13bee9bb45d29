#include "command_line/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ingot/media/picture_file.hpp>

#include "capture/output_file.hpp"

namespace ingot::shell {

namespace {

template <typename T>
std::optional<T> parsed(std::string_view text) {
    T number {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view takes) {
    throw usage_error(fmt::format("{}: '{}' is not what it takes: {}", option, text, takes));
}

}  // namespace

uint64_t whole_number(std::string_view option, std::string_view text, uint64_t least, uint64_t most) {
    const auto number = parsed<uint64_t>(text);
    if (!number || *number < least || *number > most)
        refuse(option, text, fmt::format("a whole number from {} to {}", least, most));
    return *number;
}

double real_number(std::string_view option, std::string_view text, double least, double most) {
    const auto number = parsed<double>(text);
    if (!number || !std::isfinite(*number) || *number < least || *number > most)
        refuse(option, text, fmt::format("a number from {} to {}", least, most));
    return *number;
}

extent picture_size(std::string_view option, std::string_view text) {
    constexpr int largest = 16384;
    const auto cross = text.find('x');
    const int width = parsed<int>(text.substr(0, cross)).value_or(0);
    const int height = cross == std::string_view::npos ? 0 : parsed<int>(text.substr(cross + 1)).value_or(0);
    if (width < 1 || height < 1 || width > largest || height > largest)
        refuse(option, text, fmt::format("WIDTHxHEIGHT in pixels, each from 1 to {}: 1280x720", largest));
    return {width, height};
}

ingot::backend backend_name(std::string_view option, std::string_view text) {
    const auto named = backend_from(text);
    if (!named) refuse(option, text, fmt::format("one of {}", backend_names()));
    return *named;
}

backend_switch switch_at(std::string_view option, std::string_view text) {
    const auto colon = text.find(':');
    const auto frame = parsed<uint64_t>(text.substr(0, colon));
    const auto to = colon == std::string_view::npos ? std::nullopt : backend_from(text.substr(colon + 1));
    if (!frame || !to) refuse(option, text, fmt::format("FRAME:BACKEND, as 30:opencl; backends are {}", backend_names()));
    return {*frame, *to};
}

std::filesystem::path output_path(std::string_view option, std::string_view text, std::string_view extension) {
    std::filesystem::path file(text);
    if (!extension.empty() && file.extension() != extension && !text.starts_with("/dev/"))
        refuse(option, text, fmt::format("the name of a {} file", extension));
    try {
        require_writable(file);
    } catch (const std::exception& problem) {
        throw usage_error(fmt::format("{}: {}", option, problem.what()));
    }
    return file;
}

std::filesystem::path picture_path(std::string_view option, std::string_view text) {
    if (!media::format_of(text)) refuse(option, text, "the name of a .png, .hdr or .exr file");
    return output_path(option, text, "");
}

}  // namespace ingot::shell
