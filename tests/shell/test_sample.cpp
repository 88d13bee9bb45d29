#include "test_sample.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <ingot/sample/strokes.hpp>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "lighten.kernels.hpp"
#undef kernel

namespace ingot::tests {

namespace {

size_t loads = 0;

/// Adds `stride` to each counter in every step. `fail` selects a failure, mostly the function that throws. If an object is
/// loaded while another one is loaded, it is the second one of a comparison: with `drift` it adds 1 more to the last counter in
/// each step, and both objects draw this counter. With `launch` each step also runs a kernel, whose result is drawn.
class counters_sample final : public sample {
public:
    counters_sample() = default;
    counters_sample(const counters_sample&) = delete;
    counters_sample& operator=(const counters_sample&) = delete;
    ~counters_sample() override { alive_ -= is_loaded_ ? 1 : 0; }

    std::vector<parameter_base*> parameters() override {
        return {&count_,
                &stride_,
                &brightness_,
                &wave_,
                &drift_,
                &fail_,
                &source_,
                &table_,
                &goal_,
                &step_milliseconds_,
                &load_milliseconds_,
                &read_milliseconds_,
                &launch_};
    }

    void parameter_changed(const parameter_base& parameter) override {
        if (&parameter == &source_ && !source_.get().empty() && !std::ifstream(source_.get()))
            throw std::runtime_error("file '" + source_.get() + "' cannot be read");
        if (fail_ == "changed" && &parameter != &fail_) throw std::runtime_error("changed was told to fail");
    }

    std::string kernel_variant(const device&) const override { return stride_.get() >= 50 ? "for long strides" : ""; }

    void load(const device& device, queue& queue) override {
        ++loads;
        std::this_thread::sleep_for(std::chrono::milliseconds(load_milliseconds_.get()));
        fail_where("load");
        if (fail_ == "together") throw parameter_error("fail: 'together' goes with no other parameter");
        is_second_ = alive_ > 0;
        if (is_second_) fail_where("load-of-second");
        is_loaded_ = true;
        ++alive_;
        if (launch_) {
            kernels_.emplace(device);
            colours_.emplace(device.create_buffer<float>(256, 0.0f));
            queue_ = &queue;
        }
        if (fail_ == "load-on-opencl" && device.backend() == backend::opencl) throw std::runtime_error("no OpenCL, please");
        if (fail_ == "crash-on-opencl" && device.backend() == backend::opencl) std::abort();
        if (fail_ == "load-on-cpu-debug" && device.backend() == backend::cpu_debug) throw std::runtime_error("no CPU, please");
    }

    void reset(uint64_t seed) override {
        fail_where("reset");
        if (fail_ == "devices") throw missing_devices("fail: 9 devices requested");
        counters_.assign(static_cast<size_t>(count_.get()), 0);
        std::iota(counters_.begin(), counters_.end(), static_cast<int64_t>(seed));
        steps_ = 0;
    }

    void step(const tick& tick) override {
        fail_where("step");
        std::this_thread::sleep_for(std::chrono::milliseconds(step_milliseconds_.get()));
        if (tick.frame != steps_) throw std::logic_error("the clock's frame is not the number of steps");
        if (is_second_ && steps_ >= 3) fail_where("step-of-second");
        for (int64_t& each : counters_) each += stride_.get();
        if (drift_ && is_second_) ++counters_.back();
        if (kernels_) queue_->run(kernels_->lighten, range(256), *colours_, 1.0f);
        ++steps_;
    }

    void draw(const canvas& canvas) override {
        fail_where("draw");
        if (fail_ == "opengl") glBindBuffer(GL_FRAMEBUFFER, 12345);  // causes an OpenGL error on purpose
        // The lower left quarter is red, the right half is green and the rest is black, so that tests find mirrored pictures.
        height_ = canvas.height;
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, canvas.width / 2, canvas.height / 2);
        glClearColor(brightness_.get(), 0.0f, wave_ ? 1.0f : 0.0f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        glScissor(canvas.width / 2, 0, canvas.width - canvas.width / 2, canvas.height);
        glClearColor(0.0f, brightness_.get(), 0.0f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        if (drift_) draw_square(8, 0.01f * static_cast<float>(counters_.back()));
        if (kernels_) draw_square(16, 0.01f * colours_->read(*queue_).front());
        glDisable(GL_SCISSOR_TEST);
    }

    state save() const override {
        fail_where("save");
        state saved;
        saved.put("counters", counters_);
        saved.put_value("steps", steps_);
        return saved;
    }

    void restore(const state& state) override {
        fail_where("restore");
        counters_ = state.get<int64_t>("counters");
        steps_ = state.get_value<uint64_t>("steps");
    }

    orbit initial_camera() const override { return {.distance = 7.0f, .yaw = 0.5f}; }

    stroke_record* strokes() override { return &record_; }

    std::vector<statistic> statistics() override {
        std::this_thread::sleep_for(std::chrono::milliseconds(read_milliseconds_.get()));
        const double sum = std::accumulate(counters_.begin(), counters_.end(), 0.0);
        return {{"sum", sum, ""}, {"throughput", 12345.678, "GFLOPS"}, {"energy drift", 3.2e-7, ""}};
    }

    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override {
        std::ofstream out(file);
        for (const int64_t each : counters_) out << each << '\n';
        if (!out) throw std::runtime_error("'" + file.string() + "' cannot be written");
    }

    std::optional<double> progress() const override {
        return goal_.get() == 0 ? std::nullopt : std::optional(static_cast<double>(steps_) / goal_.get());
    }

    /// Returns a picture with one column for each counter. The red channel of the first row has the values of the counters.
    /// The second row is white.
    media::picture result() override {
        fail_where("result");
        media::picture picture(static_cast<int>(counters_.size()), 2);
        for (int x = 0; x < picture.width; ++x) {
            picture.at(x, 0).red = static_cast<float>(counters_[static_cast<size_t>(x)]);
            picture.at(x, 1) = {1.0f, 1.0f, 1.0f, 1.0f};
        }
        return picture;
    }
    /// Returns the same picture with the red channel divided by 100.
    media::picture result_for_display() override {
        media::picture picture = result();
        for (media::pixel& each : picture.pixels) each.red *= 0.01f;
        return picture;
    }

private:
    /// Draws a square of 4 x 4 pixels, 40 pixels from the top and `left` pixels from the left.
    void draw_square(int left, float light) const {
        glScissor(left, height_ - 40 - 4, 4, 4);
        glClearColor(light, light, light, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void fail_where(std::string_view function) const {
        if (fail_ == function) throw std::runtime_error(std::string(function) + " was told to fail");
    }

    stroke_record record_ {stroke_format {.tools = {"ink"}, .unit = "metres"}};
    parameter<uint32_t> count_ {"count", 16u, {1, 1'048'576}, "number of counters", parameter_scale::logarithmic};
    parameter<int> stride_ {"stride", 1, {-100, 100}, "number that each step adds to a counter"};
    parameter<float> brightness_ {"brightness", 0.5f, {0.0f, 4.0f}, "light of the picture"};
    parameter<bool> wave_ {"wave", false, "adds blue to the left half"};
    parameter<bool> drift_ {"drift", false,
                            "draws the last counter; the second of two objects increases it too far in each step"};
    choice fail_ {"fail",
                  {"never", "load", "load-on-opencl", "load-on-cpu-debug", "crash-on-opencl", "reset", "step", "draw", "changed",
                   "save", "restore", "opengl", "result", "load-of-second", "step-of-second", "together", "devices"},
                  "which function fails",
                  "failure"};
    file_parameter source_ {"source", "a file that must exist"};
    file_parameter table_ {"table", "a table of numbers, which is not read", {".csv", ".tsv"}};
    parameter<int> goal_ {"goal", 8, {0, 1000}, "steps until the picture is finished; 0: it is never finished"};
    parameter<bool> launch_ {"launch", false, "launches a kernel in each step and draws its result"};
    parameter<int> step_milliseconds_ {"step-milliseconds", 0, {0, 10'000}, "duration of a step"};
    parameter<int> load_milliseconds_ {"load-milliseconds", 0, {0, 10'000}, "duration of loading"};
    parameter<int> read_milliseconds_ {"read-milliseconds", 0, {0, 10'000}, "duration of reading the statistics"};

    std::optional<lighten_program> kernels_;
    std::optional<device_buffer<float>> colours_;
    queue* queue_ = nullptr;
    static inline std::atomic<int> alive_ = 0;  ///< objects that are loaded
    bool is_loaded_ = false;
    bool is_second_ = false;
    int height_ = 0;
    std::vector<int64_t> counters_;
    uint64_t steps_ = 0;
};

/// A sample that overrides only the functions that every sample must override, and draws one colour.
class plain_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {}; }
    void load(const device&, queue&) override {}
    void reset(uint64_t) override {}
    void step(const tick&) override {}
    /// Draws one colour that depends on the camera. If the camera's target is the origin, blue grows with the distance of the
    /// camera, and green with the x component of the direction from the target to the camera.
    void draw(const canvas& canvas) override {
        glClearColor(0.0f, 0.5f + 0.5f * canvas.view[0][2], std::min(1.0f, 0.1f * std::abs(canvas.view[3].z)), 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    state save() const override { return {}; }
    void restore(const state&) override {}
};

}  // namespace

size_t take_load_count() { return std::exchange(loads, 0); }

std::filesystem::path counters_presets() { return INGOT_TEST_PRESETS; }

std::vector<sample_description> test_samples() {
    const char* const kernels = std::getenv("INGOT_TEST_KERNELS");  // folder of the kernel file, for tests that edit it
    return {{"counters", "Counters", "A row of counters that the clock advances", counters_presets(),
             []() -> std::unique_ptr<sample> { return std::make_unique<counters_sample>(); }, kernels ? kernels : ""},
            {"plain", "Plain", "Every default of the interface", {}, []() -> std::unique_ptr<sample> {
                 return std::make_unique<plain_sample>();
             }}};
}

}  // namespace ingot::tests
