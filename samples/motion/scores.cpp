#include "scores.hpp"

#include <fmt/format.h>

#include <ingot/files/replace_file.hpp>
#include <iterator>
#include <span>
#include <stdexcept>

namespace ingot::samples::motion {

namespace {

// Quotes a text as JSON does (RFC 8259, section 7).
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            result += fmt::format("\\{}", letter);
        else if (static_cast<unsigned char>(letter) < 0x20)
            result += fmt::format("\\u{:04x}", static_cast<int>(letter));
        else
            result += letter;
    }
    return result + "\"";
}

}  // namespace

void score_table::add(const std::vector<frame_score>& measured) {
    for (const frame_score& each : measured) frames_[each.frame] = each;
}

const frame_score* score_table::find(uint64_t frame) const {
    const auto found = frames_.find(frame);
    return found == frames_.end() ? nullptr : &found->second;
}

bool score_table::is_cut(uint64_t frame, double threshold) const {
    const frame_score* const own = find(frame);
    const frame_score* const before = frame > 0 ? find(frame - 1) : nullptr;
    return own && before && own->score >= threshold && own->motion2 < 0.5 * own->score && before->score < 0.5 * own->score;
}

void write_scores(const std::filesystem::path& file, const score_table& scores, const motion_frame& frame,
                  const std::string& video, double cut_threshold, const std::string& problem) {
    std::string text;
    const auto out = std::back_inserter(text);
    if (file.extension() == ".csv") {
        text = "frame,sum,score,motion2,cut\n";
        for (const auto& [number, each] : scores.all())
            fmt::format_to(out, "{},{},{},{},{}\n", number, each.sum, each.score, each.motion2,
                           scores.is_cut(number, cut_threshold) ? 1 : 0);
    } else if (file.extension() == ".json") {
        fmt::format_to(out, "{{\n  \"video\": {}, \"width\": {}, \"height\": {}, \"bits\": {}, \"far_edge\": {},\n",
                       quoted(video), frame.width, frame.height, frame.bits, frame.far_edge);
        if (!problem.empty()) fmt::format_to(out, "  \"problem\": {},\n", quoted(problem));
        text += "  \"frames\": [";
        bool is_first = true;
        for (const auto& [number, each] : scores.all()) {
            fmt::format_to(out, "{}\n    {{\"frame\": {}, \"sum\": {}, \"score\": {}, \"motion2\": {}, \"cut\": {}}}",
                           is_first ? "" : ",", number, each.sum, each.score, each.motion2, scores.is_cut(number, cut_threshold));
            is_first = false;
        }
        text += "\n  ]\n}\n";
    } else {
        throw std::runtime_error(fmt::format("'{}' is not the name of a .csv or .json file", file.string()));
    }
    files::replace_file(file, std::as_bytes(std::span(text)));
}

}  // namespace ingot::samples::motion
