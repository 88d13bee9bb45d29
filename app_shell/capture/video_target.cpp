#include "capture/video_target.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "capture/output_file.hpp"

namespace ingot::shell {

namespace {

/// A placeholder such as "%d" or "%05d" in a pattern: its position, its length, and the number of digits to which the
/// number is padded with zeros.
struct number_place {
    size_t position = std::string::npos;
    size_t length = 0;
    int digits = 0;
};

number_place find_number(std::string_view pattern) {
    number_place found;
    found.position = pattern.find('%');
    if (found.position == std::string::npos) return found;
    size_t end = found.position + 1;
    if (end < pattern.size() && pattern[end] == '0') ++end;
    if (end < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[end])) != 0) found.digits = pattern[end++] - '0';
    if (end >= pattern.size() || pattern[end] != 'd' || pattern.find('%', end) != std::string::npos) return {};
    found.length = end + 1 - found.position;
    return found;
}

}  // namespace

bool has_ffmpeg() {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path ? path : "";
    while (!folders.empty()) {
        const auto end = std::min(folders.find(':'), folders.size());
        if (access((std::filesystem::path(folders.substr(0, end)) / "ffmpeg").c_str(), X_OK) == 0) return true;
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return false;
}

std::filesystem::path numbered_file(const std::string& pattern, uint64_t number) {
    const number_place place = find_number(pattern);
    std::string name = pattern;
    return name.replace(place.position, place.length, fmt::format("{:0{}}", number, place.digits));
}

video_target parse_video_target(std::string_view text) {
    if (text == "-") return {video_kind::standard_output, {}};
    if (text.starts_with('|') && text.size() > 1) return {video_kind::command, std::string(text.substr(1))};
    const std::filesystem::path file(text);
    const std::string extension = file.extension().string();
    const std::string target_text(text);
    if (extension == ".png" && find_number(text).length > 0) {
        require_writable(numbered_file(target_text, 0));
        return {video_kind::pictures, target_text};
    }
    const bool encoded = extension == ".mp4" || extension == ".webm" || extension == ".mkv";
    if (!encoded && extension != ".y4m")
        throw std::runtime_error(fmt::format("'{}' is invalid; expected {}", text, video_formats));
    require_writable(file);
    if (encoded && !has_ffmpeg())
        throw missing_encoder(fmt::format(
            "'{}' requires the program ffmpeg, which is not on the PATH. Install ffmpeg, or write a .y4m file, which any encoder "
            "can convert",
            text));
    return {encoded ? video_kind::encoder : video_kind::y4m_file, target_text};
}

}  // namespace ingot::shell
