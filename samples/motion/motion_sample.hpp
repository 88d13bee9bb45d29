// The motion of a video from frame to frame, as a sample of the shell: reads the video, measures, and shows both.
#pragma once

#include <cstdint>
#include <ingot/media/video_stream.hpp>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "motion_display.kernels.hpp"
#include "motion_meter.hpp"
#include "scores.hpp"
#include "screen_layout.hpp"

namespace ingot::samples::motion {

/// One running sample. The shell creates it through create_motion().
class motion_sample final : public sample, public kernel_work_estimator {
public:
    std::vector<parameter_base*> parameters() override;
    void parameter_changed(const parameter_base& parameter) override;
    std::string kernel_variant(const device& device) const override;

    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    bool draws_one_view() const override { return true; }
    tone_curve tone() const override { return tone_curve::none; }
    std::vector<caption> captions() const override;
    std::optional<timeline_chart> picture_timeline() const override;
    void seek(double frame) override;
    std::optional<double> progress() const override;
    std::string progress_text() const override;
    std::vector<statistic> statistics() override;
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override;
    std::optional<kernel_work> estimate_work(std::string_view launched) const override;

private:
    /// A video that is being measured.
    struct measurement {
        media::video_stream video;
        motion_frame frame;
        std::unique_ptr<motion_meter> meter {};
        score_table scores {};
        uint64_t chart_end = 0;  ///< the last frame that the chart shows
        double due = 1.0;        ///< frames that should have been shown by now
        bool is_ended = false;
        std::string problem {};  ///< why the video could not be read further
        std::vector<std::byte> luma {};
    };

    media::video_stream open() const;
    measurement begun_at(uint64_t first) const;
    void go_to(measurement& running, uint64_t first) const;
    bool next_frame(measurement& running) const;
    void end(measurement& running) const;
    std::optional<frame_score> shown_score() const;
    std::vector<chart_point> chart() const;
    std::vector<caption> problem_captions() const;
    screen_layout layout_for(const canvas& canvas) const;

    choice source_ {"source", {"clip", "file"}, "the video: a clip that the program computes, or 'file'"};
    file_parameter file_ {"file",
                          "a video of your own: Y4M, raw frames (.yuv), or whatever ffmpeg decodes",
                          {".y4m", ".yuv", ".raw", ".mp4", ".mkv", ".webm", ".mov", ".avi", ".m4v", ".mpg", ".ts", ".gif"},
                          "source"};
    choice part_ {
        "view", {"overlay", "video", "field"}, "the video with its motion as a heat map, the video alone, or the motion alone"};
    choice pace_ {"pace",
                  {"video", "step", "all"},
                  "the video's own rate, one frame in each step, or all frames as fast as the device measures them"};
    parameter<float> speed_ {"speed", 1.0f, {0.0f, 16.0f}, "times the video's own rate, for the pace 'video'"};
    parameter<bool> loop_ {"loop", true, "starts again at the end, except for the pace 'all'"};
    parameter<int64_t> start_ {
        "start-frame", 0, {0, 100'000'000}, "the first frame that is measured; in a shorter video the last one"};
    choice edges_ {"edges",
                   {"repeat", "reflect"},
                   "beyond the right and the lower edge: 2 · size - index - 1, which repeats the last sample, or - 2"};
    choice language_ {"language",
                      {"ingot", "msl"},
                      "the language of the kernels that measure: Ingot's or Metal's (MSL), which CPU debug cannot run"};
    parameter<float> cut_threshold_ {"cut-threshold", 8.0f, {0.0f, 256.0f}, "the lowest score at which a scene can begin"};
    parameter<int64_t> width_ {"video-width", 640, {1, 16'384}, "width of the clip and of raw files, in pixels"};
    parameter<int64_t> height_ {"video-height", 360, {1, 16'384}, "height of the clip and of raw files, in pixels"};
    parameter<int64_t> bits_ {"bits", 8, {8, 16}, "bits of a sample of the clip and of raw files"};
    choice colours_ {"raw-colours", {"420", "422", "444", "none"}, "colours in raw files, which are skipped"};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<motion_kernels> kernels_;
    std::optional<motion_display_program> display_;
    std::optional<picture_view> screen_;
    std::optional<device_buffer<chart_point>> points_;
    std::unique_ptr<measurement> running_;
    screen_layout layout_;
};

}  // namespace ingot::samples::motion
