#include "test_sample.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "lighten.kernels.hpp"
#undef kernel

namespace ingot::tests {

namespace {

size_t loads = 0;

/// Adds `stride` to each counter in every step. `fail` names the function that throws. One that is loaded while another lives is
/// the second of a comparison: `drift` lets it compute something else. `launch` runs a kernel, and draws what it computed.
class counters_sample final : public sample {
public:
    counters_sample() = default;
    counters_sample(const counters_sample&) = delete;
    counters_sample& operator=(const counters_sample&) = delete;
    ~counters_sample() override { alive -= is_loaded ? 1 : 0; }

    std::vector<parameter_base*> parameters() override {
        return {&count,
                &stride,
                &brightness,
                &wave,
                &drift,
                &fail,
                &source,
                &table,
                &goal,
                &step_milliseconds,
                &load_milliseconds,
                &read_milliseconds,
                &launch};
    }

    void changed(const parameter_base& which) override {
        if (&which == &source && !source.get().empty() && !std::ifstream(source.get()))
            throw std::runtime_error("file '" + source.get() + "' cannot be read");
        if (fail == "changed" && &which != &fail) throw std::runtime_error("changed was told to fail");
    }

    std::string kernels_for(const device&) const override { return stride.get() >= 50 ? "for long strides" : ""; }

    void load(const device& on, queue& in) override {
        ++loads;
        std::this_thread::sleep_for(std::chrono::milliseconds(load_milliseconds.get()));
        fail_where("load");
        if (fail == "together") throw parameter_error("fail: 'together' goes with no other parameter");
        is_second = alive > 0;
        if (is_second) fail_where("load-of-second");
        is_loaded = true;
        ++alive;
        if (launch) {
            kernels.emplace(on);
            colours.emplace(on.create_buffer<float>(256, 0.0f));
            to = &in;
        }
        if (fail == "load-on-opencl" && on.backend() == backend::opencl) throw std::runtime_error("no OpenCL, please");
        if (fail == "crash-on-opencl" && on.backend() == backend::opencl) std::abort();
        if (fail == "load-on-cpu-debug" && on.backend() == backend::cpu_debug) throw std::runtime_error("no CPU, please");
    }

    void reset(uint64_t seed) override {
        fail_where("reset");
        counters.assign(static_cast<size_t>(count.get()), 0);
        std::iota(counters.begin(), counters.end(), static_cast<int64_t>(seed));
        steps = 0;
    }

    void step(const tick& now) override {
        fail_where("step");
        std::this_thread::sleep_for(std::chrono::milliseconds(step_milliseconds.get()));
        if (now.frame != steps) throw std::logic_error("the clock's frame is not the number of steps");
        if (is_second && steps >= 3) fail_where("step-of-second");
        for (int64_t& each : counters) each += stride.get();
        if (drift && is_second) ++counters.back();
        if (kernels) to->run(kernels->lighten, range(256), *colours, 1.0f);
        ++steps;
    }

    void draw(const canvas& into) override {
        fail_where("draw");
        if (fail == "opengl") glBindBuffer(GL_FRAMEBUFFER, 12345);  // wrong on purpose
        // Left half red, right half green: which half is which must survive the way to a file.
        height = into.height;
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, into.width / 2, into.height / 2);
        glClearColor(brightness.get(), 0.0f, wave ? 1.0f : 0.0f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        glScissor(into.width / 2, 0, into.width - into.width / 2, into.height);
        glClearColor(0.0f, brightness.get(), 0.0f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        if (drift) draw_square(8, 0.01f * static_cast<float>(counters.back()));
        if (kernels) draw_square(16, 0.01f * colours->read(*to).front());
        glDisable(GL_SCISSOR_TEST);
    }

    state save() const override {
        fail_where("save");
        state saved;
        saved.put("counters", counters);
        saved.put_value("steps", steps);
        return saved;
    }

    void restore(const state& from) override {
        fail_where("restore");
        counters = from.get<int64_t>("counters");
        steps = from.get_value<uint64_t>("steps");
    }

    orbit initial_camera() const override { return {.distance = 7.0f, .yaw = 0.5f}; }

    std::vector<reading> readings() override {
        std::this_thread::sleep_for(std::chrono::milliseconds(read_milliseconds.get()));
        const double sum = std::accumulate(counters.begin(), counters.end(), 0.0);
        return {{"sum", sum, ""}, {"throughput", 12345.678, "GFLOPS"}, {"energy drift", 3.2e-7, ""}};
    }

    void save_file(const std::filesystem::path& file) override {
        std::ofstream out(file);
        for (const int64_t each : counters) out << each << '\n';
        if (!out) throw std::runtime_error("'" + file.string() + "' cannot be written");
    }

    std::optional<double> progress() const override { return static_cast<double>(steps) / goal.get(); }

    /// As wide as there are counters, two rows: what they hold, and white.
    media::picture result() override {
        fail_where("result");
        media::picture made(static_cast<int>(counters.size()), 2);
        for (int x = 0; x < made.width; ++x) {
            made.at(x, 0).red = static_cast<float>(counters[static_cast<size_t>(x)]);
            made.at(x, 1) = {1.0f, 1.0f, 1.0f, 1.0f};
        }
        return made;
    }
    /// A hundredth of the light.
    media::picture result_for_display() override {
        media::picture made = result();
        for (media::pixel& each : made.pixels) each.red *= 0.01f;
        return made;
    }

private:
    /// Of 4 pixels a side, 40 from the top.
    void draw_square(int left, float light) const {
        glScissor(left, height - 40 - 4, 4, 4);
        glClearColor(light, light, light, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void fail_where(std::string_view function) const {
        if (fail == function) throw std::runtime_error(std::string(function) + " was told to fail");
    }

    parameter<uint32_t> count {"count", 16u, {1, 1'048'576}, "number of counters", parameter_scale::logarithmic};
    parameter<int> stride {"stride", 1, {-100, 100}, "what each step adds to a counter"};
    parameter<float> brightness {"brightness", 0.5f, {0.0f, 4.0f}, "light of the picture"};
    parameter<bool> wave {"wave", false, "adds blue to the left half"};
    parameter<bool> drift {"drift", false, "draws the last counter, which the second of two counts too far in each step"};
    choice fail {"fail",
                 {"never", "load", "load-on-opencl", "load-on-cpu-debug", "crash-on-opencl", "reset", "step", "draw", "changed",
                  "save", "restore", "opengl", "result", "load-of-second", "step-of-second", "together"},
                 "which function fails"};
    file_parameter source {"source", "a file that must be there"};
    file_parameter table {"table", "a table of numbers, which is not read", {".csv", ".tsv"}};
    parameter<int> goal {"goal", 8, {1, 1000}, "steps until the picture is finished"};
    parameter<bool> launch {"launch", false, "launches a kernel in each step, and draws what it computed"};
    parameter<int> step_milliseconds {"step-milliseconds", 0, {0, 10'000}, "what a step takes"};
    parameter<int> load_milliseconds {"load-milliseconds", 0, {0, 10'000}, "what loading takes"};
    parameter<int> read_milliseconds {"read-milliseconds", 0, {0, 10'000}, "what reading the figures takes"};

    std::optional<lighten_program> kernels;
    std::optional<device_buffer<float>> colours;
    queue* to = nullptr;
    static inline std::atomic<int> alive = 0;  ///< objects that are loaded
    bool is_loaded = false;
    bool is_second = false;
    int height = 0;
    std::vector<int64_t> counters;
    uint64_t steps = 0;
};

/// A sample that keeps every default of the interface.
class plain_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {}; }
    void load(const device&, queue&) override {}
    void reset(uint64_t) override {}
    void step(const tick&) override {}
    /// Bluer, the farther away the eye is; greener, the more it looks from the side.
    void draw(const canvas& into) override {
        glClearColor(0.0f, 0.5f + 0.5f * into.view[0][2], std::min(1.0f, 0.1f * std::abs(into.view[3].z)), 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    state save() const override { return {}; }
    void restore(const state&) override {}
};

}  // namespace

size_t take_loads() { return std::exchange(loads, 0); }

std::filesystem::path counters_presets() { return INGOT_TEST_PRESETS; }

std::vector<sample_description> test_samples() {
    const char* const kernels = std::getenv("INGOT_TEST_KERNELS");  // the folder of its kernel file, for who edits it
    return {{"counters", "Counters", "A row of counters that the clock advances", counters_presets(),
             []() -> std::unique_ptr<sample> { return std::make_unique<counters_sample>(); }, kernels ? kernels : ""},
            {"plain", "Plain", "Every default of the interface", {}, []() -> std::unique_ptr<sample> {
                 return std::make_unique<plain_sample>();
             }}};
}

}  // namespace ingot::tests
