// The shell's program with one sample that contains selectable faults, for the tests of `ingot regress`.
#include <epoxy/gl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "run/program.hpp"

namespace ingot::tests {
namespace {

/// Draws a grid of squares, and changes the numbers of an array in each step. The parameter `fault` selects what goes wrong,
/// and the parameter `on` selects the backend on which it goes wrong; the default is all backends.
class squares_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {&fault_, &on_, &file_}; }

    void load(const device& device, queue&) override {
        backend_name_ = to_string(device.backend());
        if (is("load")) throw std::runtime_error("load fails as requested");
        if (is("later")) fail_in_later_runs();
    }
    void reset(uint64_t seed) override {
        seed_ = seed;
        values_.assign(64, 0.0);
        for (size_t i = 0; i < values_.size(); ++i) values_[i] = 1.0 + 0.01 * static_cast<double>(i + seed_ % 7);
    }
    void step(const tick&) override {
        if (is("crash")) std::raise(SIGSEGV);
        if (is("hang")) std::this_thread::sleep_for(std::chrono::hours(1));
        for (double& each : values_) each *= 1.01;
        if (is("state")) values_[5] *= 1.001;
        if (is("no-number")) values_[5] = std::numeric_limits<double>::quiet_NaN();
        if (is("lost")) values_.resize(63);
    }
    void draw(const canvas& canvas) override {
        glEnable(GL_SCISSOR_TEST);
        const int shift = is("shift") ? 1 : 0;
        for (int y = 0; y < canvas.height; y += 8)
            for (int x = 0; x < canvas.width; x += 8) {
                const auto light = static_cast<float>(0.1 + 0.5 * ((x / 8 + y / 8) % 2));
                glScissor(x + shift, y, 8, 8);
                const float power = is("gamma") ? 2.2f : 1.0f;
                glClearColor(std::pow(light, power), std::pow(0.8f * light, power), is("random") ? noise() : 0.1f, 1.0f);
                glClear(GL_COLOR_BUFFER_BIT);
            }
        glDisable(GL_SCISSOR_TEST);
        glScissor(0, 0, canvas.width, canvas.height);
        make_sums(static_cast<size_t>(canvas.width) * static_cast<size_t>(canvas.height));
    }

    state save() const override {
        state saved;
        saved.put("values", values_);
        saved.put("sums", sums_);
        saved.put("squares", sums_of_squares_);
        saved.put_value("samples", samples_);
        return saved;
    }
    void restore(const state& state) override {
        values_ = state.get<double>("values");
        if (is("stale"))
            for (double& each : values_) each = 1.0;
    }
    std::vector<statistic> statistics() override {
        double sum = 0.0;
        for (const double each : values_) sum += each;
        return {{"sum", is("reading") ? sum * 1.1 : sum, ""}};
    }

private:
    bool is(std::string_view fault) const { return fault_ == fault && (on_ == "all" || on_ == backend_name_); }

    // In the first process that runs the sample, writes a file. In each later process the file exists, and loading fails.
    static void fail_in_later_runs() {
        const std::filesystem::path mark = std::filesystem::path(std::getenv("INGOT_TEST_FOLDER")) / "ran";
        if (std::filesystem::exists(mark)) throw std::runtime_error("a later run fails as requested");
        std::ofstream(mark) << "ran";
    }

    // Returns a number from 0 to 1 that differs in each run, for the fault "random".
    static float noise() {
        static std::random_device source;
        return static_cast<float>(source() % 1000U) / 1000.0f;
    }

    // Stores for each channel of each pixel the sum of 16 random numbers and the sum of their squares, as a progressive
    // renderer does with its samples. The seed determines the numbers.
    void make_sums(size_t pixels) {
        std::mt19937_64 engine(seed_);
        const double bias = is("bias") ? 1.1 : 1.0;
        sums_.assign(3 * pixels, 0.0f);
        sums_of_squares_.assign(3 * pixels, 0.0f);
        for (size_t i = 0; i < sums_.size(); ++i)
            for (uint32_t k = 0; k < samples_; ++k) {
                const double value = -bias * std::log(1.0 - static_cast<double>(engine() >> 11U) * 0x1p-53);
                sums_[i] += static_cast<float>(value);
                sums_of_squares_[i] += static_cast<float>(value * value);
            }
    }

    choice fault_ {"fault",
                   {"never", "load", "later", "crash", "hang", "state", "no-number", "lost", "shift", "gamma", "random", "stale",
                    "reading", "bias"},
                   "what goes wrong"};
    choice on_ {"on", {"all", "cpu-debug", "opencl"}, "the backend on which it goes wrong"};
    file_parameter file_ {"file", "a file"};
    std::string backend_name_;
    uint64_t seed_ = 0;
    uint32_t samples_ = 16;
    std::vector<double> values_;
    std::vector<float> sums_;
    std::vector<float> sums_of_squares_;
};

}  // namespace
}  // namespace ingot::tests

int main(int count, char** arguments) {
    const char* const folder = std::getenv("INGOT_TEST_FOLDER");
    const ingot::sample_description described {
        .name = "squares",
        .title = "Squares",
        .summary = "Contains selectable faults",
        .presets = {},
        .create = []() -> std::unique_ptr<ingot::sample> { return std::make_unique<ingot::tests::squares_sample>(); },
        .folder = folder ? folder : ""};
    return ingot::shell::run_program(std::vector<std::string>(arguments + 1, arguments + count), std::vector {described});
}
