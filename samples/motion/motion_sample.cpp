#include "motion_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <ingot/sample/printable_text.hpp>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ingot::samples {

namespace motion {

namespace {

constexpr size_t chart_frames = 160;  // that the chart shows at most
// A frame of video is shown late rather than left out; if the device is too slow for the rate, at most this many are caught up.
constexpr double most_due = 4.0;

// Builds the kernels that measure. Throws missing_devices if the device runs no kernels in Metal's language.
motion_kernels build_kernels(const device& device, bool in_metal) {
    if (!in_metal) return motion_kernels(device, kernel_language::ingot);
    try {
        return motion_kernels(device, kernel_language::metal);
    } catch (const error& reason) {
        throw missing_devices(
            fmt::format("language: '{}' does not run the kernels in Metal's language ({}); choose ingot, or another device",
                        device.name(), reason.what()));
    }
}

// Breaks a text into lines that fit between the panels of a window.
std::string in_lines(const std::string& text) {
    constexpr size_t most_letters = 56;
    std::string lines;
    size_t begin = 0;
    while (text.size() - begin > most_letters) {
        const size_t space = text.rfind(' ', begin + most_letters);
        const size_t end = space == std::string::npos || space <= begin ? text.find(' ', begin + most_letters) : space;
        if (end == std::string::npos) break;
        lines += text.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    return lines + text.substr(begin);
}

}  // namespace

std::vector<parameter_base*> motion_sample::parameters() {
    return {&source_, &file_,     &part_,          &pace_,  &speed_,  &loop_, &start_,
            &edges_,  &language_, &cut_threshold_, &width_, &height_, &bits_, &colours_};
}

std::string motion_sample::kernel_variant(const device&) const { return bits_ > 8 ? "16 bits" : "8 bits"; }

media::video_stream motion_sample::open() const {
    const auto width = static_cast<uint32_t>(width_.get());
    const auto height = static_cast<uint32_t>(height_.get());
    const auto bits = static_cast<uint32_t>(bits_.get());
    if (source_ != "file" || file_.get().empty()) return media::bundled_clip(width, height, bits);
    media::raw_layout layout {.format = {.width = width, .height = height, .bits = bits}};
    if (colours_ == "none") layout.chroma = media::chroma_layout::none;
    if (colours_ == "422") layout.chroma = media::chroma_layout::yuv_422;
    if (colours_ == "444") layout.chroma = media::chroma_layout::yuv_444;
    return media::open_video(file_.get(), layout);
}

motion_sample::measurement motion_sample::begun_at(uint64_t first) const {
    measurement running {.video = open(), .frame = {}};
    const media::video_format& format = running.video.format();
    running.frame = {
        .width = format.width, .height = format.height, .bits = format.bits, .far_edge = edges_ == "repeat" ? 1u : 2u};
    if (const std::optional<uint64_t> frames = running.video.frames())
        first = std::min(first, std::max(*frames, uint64_t {1}) - 1);
    go_to(running, first);
    return running;
}

// Starts to measure at a frame. Its score needs the frame before it.
void motion_sample::go_to(measurement& running, uint64_t first) const {
    running.meter = std::make_unique<motion_meter>(*kernels_, *queue_, running.frame);
    running.video.seek(first > 0 ? first - 1 : 0);
    if (first > 0) {
        if (!running.video.read(running.luma))
            throw std::runtime_error(fmt::format("the video has no frame {}; choose a smaller start-frame", first));
        running.meter->submit(first - 1, running.luma, true);
    }
    running.is_ended = false;
}

void motion_sample::parameter_changed(const parameter_base& parameter) {
    if (!running_) return;
    const auto is = [&](const parameter_base& other) { return &parameter == &other; };
    if (is(language_)) {
        motion_kernels kernels = build_kernels(*device_, language_ == "msl");
        running_->scores.add(running_->meter->flush());
        const uint64_t next = running_->video.next_frame();
        running_->meter.reset();  // it refers to the old kernels
        kernels_.emplace(std::move(kernels));
        go_to(*running_, next > 0 ? next - 1 : 0);
        if (next > 0) next_frame(*running_);
        return;
    }
    const bool is_of_file = source_ == "file" && !file_.get().empty();
    const bool is_of_format = is(width_) || is(height_) || is(bits_) || is(colours_);
    if (is(source_) || is(file_) || is(start_) || is(edges_) ||
        (is_of_format && (!is_of_file || file_.get().ends_with(".yuv") || file_.get().ends_with(".raw"))))
        running_ = std::make_unique<measurement>(begun_at(static_cast<uint64_t>(start_.get())));
}

void motion_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    kernels_.emplace(build_kernels(device, language_ == "msl"));
    display_.emplace(device);
    screen_.emplace(device);
    points_.emplace(device, chart_frames);
}

void motion_sample::reset(uint64_t) { running_ = std::make_unique<measurement>(begun_at(static_cast<uint64_t>(start_.get()))); }

void motion_sample::end(measurement& running) const {
    running.scores.add(running.meter->flush());
    running.is_ended = true;
}

// Sends the next frame to the device. Returns false at the end of the video, or where it is damaged: the scores so far stay.
bool motion_sample::next_frame(measurement& running) const {
    bool is_read = false;
    try {
        is_read = running.video.read(running.luma);
    } catch (const media::video_error& problem) {
        running.problem = problem.what();
    }
    if (!is_read) {
        end(running);
        return false;
    }
    running.meter->submit(running.video.next_frame() - 1, running.luma);
    running.scores.add(running.meter->collect());
    return true;
}

void motion_sample::step(const tick& tick) {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    measurement& running = *running_;
    if (running.is_ended) return;
    if (pace_ == "video")
        running.due = std::min(running.due + tick.step * running.video.format().pictures_per_second() * speed_, most_due);
    if (pace_ == "step") running.due = 1.0;
    if (pace_ == "all") running.due = std::numeric_limits<double>::infinity();
    bool is_started_again = false;
    while (running.due >= 1.0) {
        running.due -= 1.0;
        if (!next_frame(running)) {
            if (!running.problem.empty() || !loop_ || pace_ == "all" || is_started_again) break;
            is_started_again = true;  // only once: a video without frames would never end
            go_to(running, static_cast<uint64_t>(start_.get()));
            running.due += 1.0;
        }
        if (std::chrono::duration<double>(clock::now() - begin).count() > tick.budget) break;
        if (tick.has_waiting_input && tick.has_waiting_input()) break;
    }
    if (std::isinf(running.due)) running.due = 0.0;
    // With fixed steps, pictures and states must not depend on the speed of the device.
    if (std::isinf(tick.budget)) running.meter->wait();
    running.scores.add(running.meter->collect());
}

// The score of the newest frame that is measured.
std::optional<frame_score> motion_sample::shown_score() const {
    if (!running_) return std::nullopt;
    if (running_->meter->latest()) return running_->meter->latest();
    const uint64_t next = running_->video.next_frame();
    const frame_score* const last = next > 0 ? running_->scores.find(next - 1) : nullptr;
    return last ? std::optional(*last) : std::nullopt;
}

// The frames of the chart. The motion2 of the newest measured frame is not known, so its score takes the place.
std::vector<chart_point> motion_sample::chart() const {
    std::vector<chart_point> points;
    const uint64_t last = running_->chart_end;
    for (uint64_t frame = last + 1 > chart_frames ? last + 1 - chart_frames : 0; frame <= last; ++frame) {
        const frame_score* found = running_->scores.find(frame);
        const auto& latest = running_->meter->latest();
        if (!found && latest && latest->frame == frame) {
            const auto score = static_cast<float>(latest->score);
            const bool has_before = running_->scores.find(frame - 1) != nullptr;
            const float before = has_before ? static_cast<float>(running_->scores.find(frame - 1)->motion2) : score;
            points.push_back({score, std::min(score, before), 0.0f, 1.0f});
            continue;
        }
        points.push_back(found ? chart_point {static_cast<float>(found->score), static_cast<float>(found->motion2),
                                              running_->scores.is_cut(frame, cut_threshold_) ? 1.0f : 0.0f, 1.0f}
                               : chart_point {});
    }
    return points;
}

// The chart is a band along the bottom of the part that panels leave free; the video fits into what is above.
screen_layout motion_sample::layout_for(const canvas& canvas) const {
    const auto width = static_cast<float>(canvas.width);
    const auto height = static_cast<float>(canvas.height);
    const float margin = std::round(0.025f * std::min(width, height));
    const float left = canvas.uncovered.left * width + margin;
    const float right = std::max(canvas.uncovered.right * width - margin, left + 1.0f);
    const float chart_height = std::round(0.2f * height);
    // Where the window has panels, it also has a bar at the lower edge, which would cover the chart.
    const float bottom = height - (canvas.uncovered.width() < 1.0f ? std::round(0.1f * height) : margin);
    const float space = std::max(bottom - chart_height - 2.0f * margin, 1.0f);
    const float scale =
        std::min((right - left) / static_cast<float>(running_->frame.width), space / static_cast<float>(running_->frame.height));
    const float2 size {std::max(1.0f, std::round(scale * static_cast<float>(running_->frame.width))),
                       std::max(1.0f, std::round(scale * static_cast<float>(running_->frame.height)))};
    return {.width = static_cast<uint32_t>(canvas.width),
            .height = static_cast<uint32_t>(canvas.height),
            .video_place = {std::round(0.5f * (left + right - size.x)), std::round(margin + 0.5f * (space - size.y))},
            .video_size = size,
            .chart_place = {left, bottom - chart_height},
            .chart_size = {right - left, chart_height},
            .pixels_per_frame = (right - left) / static_cast<float>(chart_frames),
            .points = 0,
            .thickness = std::max(1.0f, height / 720.0f),
            .part = static_cast<shown_part>(part_.index()),
            .columns = running_->meter->columns(),
            .rows = running_->meter->rows()};
}

void motion_sample::draw(const canvas& canvas) {
    if (!running_->meter->has_frame()) next_frame(*running_);
    if (!running_->meter->has_frame()) return;  // a video without frames
    layout_ = layout_for(canvas);
    std::vector<chart_point> points;
    if (const std::optional<frame_score> shown = shown_score()) {
        // The chart moves only where the shown frame would not be in it.
        uint64_t& end = running_->chart_end;
        end = std::clamp(end, shown->frame, shown->frame + chart_frames - 1);
        points = chart();
        layout_.shown_frame = static_cast<float>(end - shown->frame);
    }
    layout_.points = static_cast<uint32_t>(points.size());
    if (!points.empty()) points_->write(*queue_, points);
    auto pixels = screen_->acquire(*queue_, layout_.width, layout_.height);
    std::visit(
        [&]<typename Sample>(const device_buffer<Sample>& luma) {
            queue_->run(display_->paint<Sample>(), range(layout_.width, layout_.height).groups_of(16, 8), luma,
                        running_->meter->group_sums(), *points_, *pixels, running_->frame, layout_);
        },
        running_->meter->luma());
    pixels.release();
    screen_->draw(canvas);
}

state motion_sample::save() const {
    state result;
    // Wait for the frames on their way, so that the state does not depend on the speed of the device.
    running_->meter->wait();
    running_->scores.add(running_->meter->collect());
    std::vector<uint64_t> frames;
    std::vector<uint64_t> sums;
    std::vector<double> scores;
    std::vector<double> motion2;
    for (const auto& [frame, measured] : running_->scores.all()) {
        frames.push_back(frame);
        sums.push_back(measured.sum);
        scores.push_back(measured.score);
        motion2.push_back(measured.motion2);
    }
    result.put("frames", frames);
    result.put("sums", sums);
    result.put("scores", scores);
    result.put("motion2", motion2);
    result.put_value("next frame", running_->video.next_frame());
    result.put_value("due", running_->due);
    result.put_value("ended", static_cast<uint32_t>(running_->is_ended));
    result.put("problem", std::span<const char>(running_->problem));
    return result;
}

// Measures the last frame again, because its luma is shown and compared with the next one.
void motion_sample::restore(const state& state) {
    const auto next = state.get_value<uint64_t>("next frame");
    auto restored = std::make_unique<measurement>(begun_at(next > 0 ? next - 1 : 0));
    const std::vector<uint64_t> frames = state.get<uint64_t>("frames");
    const std::vector<uint64_t> sums = state.get<uint64_t>("sums");
    const std::vector<double> scores = state.get<double>("scores");
    const std::vector<double> motion2 = state.get<double>("motion2");
    if (sums.size() != frames.size() || scores.size() != frames.size() || motion2.size() != frames.size())
        throw error("the state has not as many sums and scores as frames");
    for (size_t i = 0; i < frames.size(); ++i) restored->scores.add({{frames[i], sums[i], scores[i], motion2[i]}});
    const bool was_ended = state.get_value<uint32_t>("ended") != 0;
    if (next > 0) {
        next_frame(*restored);
        restored->meter->wait();
    }
    if (was_ended) {
        restored->meter->flush();  // its score is in the state
        restored->is_ended = true;
    }
    restored->due = state.get_value<double>("due");
    const std::vector<char> problem = state.get<char>("problem");
    restored->problem.assign(problem.begin(), problem.end());
    running_ = std::move(restored);
}

// Says why the measurement stopped, and what is left of it. The file's name is enough: the path may not fit into the window.
std::vector<caption> motion_sample::problem_captions() const {
    if (!running_ || running_->problem.empty()) return {};
    std::string problem = running_->problem;
    const std::filesystem::path file(file_.get());
    if (const size_t place = problem.find(file_.get()); !file_.get().empty() && place != std::string::npos)
        problem.replace(place, file_.get().size(), file.filename().string());
    const size_t count = running_->scores.all().size();
    const std::string rest =
        count == 0 ? "No frame was measured."
                   : fmt::format("Stopped. The scores of {} frame{} are kept; --save writes them.", count, count == 1 ? "" : "s");
    constexpr size_t most_bytes = 240;
    const bool has_layout = layout_.height > 1;
    const float middle =
        has_layout ? (layout_.video_place.x + 0.5f * layout_.video_size.x) / static_cast<float>(layout_.width) : 0.5f;
    return {{.text = in_lines(printable(problem, most_bytes)) + "\n" + rest, .place = {middle, 0.2f}}};
}

std::vector<caption> motion_sample::captions() const {
    std::vector<caption> all = problem_captions();
    if (!running_ || layout_.height <= 1) return all;
    const auto width = static_cast<float>(layout_.width);
    const auto height = static_cast<float>(layout_.height);
    const glm::vec2 left(layout_.chart_place.x / width, layout_.chart_place.y / height);
    if (const std::optional<frame_score> shown = shown_score()) {
        const frame_score* const known = running_->scores.find(shown->frame);
        const std::optional<uint64_t> frames = running_->video.frames();
        all.push_back({.text = fmt::format("frame {}{}   score {:.2f}   motion2 {}", shown->frame,
                                           frames ? fmt::format(" of {}", *frames) : "", shown->score,
                                           known ? fmt::format("{:.2f}", known->motion2) : "–"),
                       .place = {left.x + 6.0f / width, left.y + 6.0f / height},
                       .anchor = {0.0f, 0.0f}});
        // Name the cuts that the chart shows.
        for (uint32_t back = 0; back < layout_.points; ++back) {
            if (back > running_->chart_end) break;
            const uint64_t frame = running_->chart_end - back;
            if (!running_->scores.is_cut(frame, cut_threshold_)) continue;
            const float x = layout_.chart_place.x + layout_.chart_size.x - layout_.pixels_per_frame * static_cast<float>(back);
            all.push_back({.text = fmt::format("cut {}", frame),
                           .place = {x / width, (layout_.chart_place.y + layout_.chart_size.y) / height},
                           .anchor = {0.5f, 1.1f},
                           .is_optional = true});
        }
    }
    return all;
}

// The chart, whose width is that of chart_frames.
std::optional<timeline_chart> motion_sample::picture_timeline() const {
    if (!running_ || layout_.points == 0) return std::nullopt;
    const glm::vec2 canvas(layout_.width, layout_.height);
    const auto end = static_cast<double>(running_->chart_end);
    return timeline_chart {.corner = glm::vec2(layout_.chart_place.x, layout_.chart_place.y) / canvas,
                           .size = glm::vec2(layout_.chart_size.x, layout_.chart_size.y) / canvas,
                           .at_left = end - static_cast<double>(chart_frames),
                           .at_right = end,
                           .is_slow = !running_->video.frames()};
}

// Goes on at another frame of the video. The scores stay, except for that of the newest frame: its motion2 is not known.
void motion_sample::seek(double frame) {
    const auto first = static_cast<uint64_t>(std::max(std::round(frame), 0.0));
    auto moved = std::make_unique<measurement>(begun_at(first));
    running_->meter->wait();
    running_->scores.add(running_->meter->collect());
    moved->scores = running_->scores;
    moved->chart_end = running_->chart_end;
    moved->due = running_->due;
    next_frame(*moved);
    moved->meter->wait();
    moved->scores.add(moved->meter->collect());
    running_ = std::move(moved);
}

// Only where all frames are measured at once does a person wait for the last one.
std::optional<double> motion_sample::progress() const {
    if (!running_ || pace_ != "all" || !running_->video.frames()) return std::nullopt;
    if (running_->is_ended) return 1.0;
    return static_cast<double>(running_->video.next_frame()) /
           static_cast<double>(std::max(*running_->video.frames(), uint64_t {1}));
}

std::string motion_sample::progress_text() const {
    if (!progress()) return {};
    return fmt::format("frame {} of {}", running_->video.next_frame(), *running_->video.frames());
}

std::vector<statistic> motion_sample::statistics() {
    std::vector<statistic> all;
    if (const std::optional<frame_score> shown = shown_score()) {
        all.push_back({"frame", static_cast<double>(shown->frame), ""});
        all.push_back({"score", shown->score, ""});
    }
    double sum = 0.0;
    double cuts = 0.0;
    for (const auto& [frame, score] : running_->scores.all()) {
        sum += score.motion2;
        cuts += running_->scores.is_cut(frame, cut_threshold_) ? 1.0 : 0.0;
    }
    const auto count = static_cast<double>(running_->scores.all().size());
    all.push_back({"measured frames", count, ""});
    all.push_back({"mean motion2", count > 0.0 ? sum / count : 0.0, ""});
    all.push_back({"cuts", cuts, ""});
    return all;
}

// The scores so far are written also if the video is damaged. Then this function throws, so that a script does not take them for
// all.
void motion_sample::save_file(const std::filesystem::path& file) {
    running_->meter->wait();
    running_->scores.add(running_->meter->collect());
    score_table scores = running_->scores;
    if (running_->meter->latest()) {
        frame_score last = *running_->meter->latest();
        last.motion2 = last.score;
        scores.add({last});
    }
    const bool is_file = source_ == "file" && !file_.get().empty();
    write_scores(file, scores, running_->frame, is_file ? file_.get() : "clip", cut_threshold_, running_->problem);
    if (!running_->problem.empty())
        throw std::runtime_error(fmt::format("{}; the scores of {} frames were written to '{}'", running_->problem,
                                             scores.all().size(), file.string()));
}

// Each sample of both frames is read once, and each group's sum is written.
std::optional<kernel_work> motion_sample::estimate_work(std::string_view launched) const {
    if (!running_ || !launched.starts_with("measure_motion")) return std::nullopt;
    const motion_frame& frame = running_->frame;
    const double samples = static_cast<double>(frame.width) * frame.height;
    const double groups = static_cast<double>(running_->meter->columns()) * running_->meter->rows();
    return kernel_work {0.0, 2.0 * samples * (frame.bits > 8 ? 2.0 : 1.0) + 8.0 * groups};
}

}  // namespace motion

std::unique_ptr<sample> create_motion() { return std::make_unique<motion::motion_sample>(); }

}  // namespace ingot::samples
