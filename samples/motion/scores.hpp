// The scores of a video's frames, its cuts, and files of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "motion_meter.hpp"

namespace ingot::samples::motion {

/// The scores of the frames that were measured, by the number of the frame.
class score_table {
public:
    /// Adds frames; a frame that is measured again replaces the earlier one.
    void add(const std::vector<frame_score>& measured);
    /// Returns the score of a frame, or null if it was not measured.
    const frame_score* find(uint64_t frame) const;
    /// Does a scene begin with this frame? Its score is then at least `threshold`, and more than twice those of both neighbours:
    /// of the one behind through motion2. The first frame begins no scene.
    bool is_cut(uint64_t frame, double threshold) const;

    const std::map<uint64_t, frame_score>& all() const { return frames_; }
    void clear() { frames_.clear(); }

private:
    std::map<uint64_t, frame_score> frames_;
};

/// Writes the scores as a table (.csv) or as JSON (.json). Throws std::runtime_error for other extensions, and
/// std::filesystem::filesystem_error if the file cannot be written. `problem` is why the video could not be read further, or
/// empty.
void write_scores(const std::filesystem::path& file, const score_table& scores, const motion_frame& frame,
                  const std::string& video, double cut_threshold, const std::string& problem);

}  // namespace ingot::samples::motion
