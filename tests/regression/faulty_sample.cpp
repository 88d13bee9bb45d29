// The shell's program with one sample, which goes wrong as it is told: for the tests of `ingot regress`.
#include <epoxy/gl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "run/program.hpp"

namespace ingot::tests {
namespace {

/// A grid of squares, and an array that each step advances. `fault` happens on the backend `on`, or on all.
class squares_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {&fault, &on, &file}; }

    void load(const device& which, queue&) override {
        backend_name = to_string(which.backend());
        if (is("load")) throw std::runtime_error("load was told to fail");
    }
    void reset(uint64_t with) override {
        seed = with;
        values.assign(64, 0.0);
        for (size_t i = 0; i < values.size(); ++i) values[i] = 1.0 + 0.01 * static_cast<double>(i + seed % 7);
    }
    void step(const tick&) override {
        if (is("crash")) std::raise(SIGSEGV);
        if (is("hang")) std::this_thread::sleep_for(std::chrono::hours(1));
        for (double& each : values) each *= 1.01;
        if (is("state")) values[5] *= 1.001;
        if (is("no-number")) values[5] = std::numeric_limits<double>::quiet_NaN();
        if (is("lost")) values.resize(63);
    }
    void draw(const canvas& into) override {
        glEnable(GL_SCISSOR_TEST);
        const int shift = is("shift") ? 1 : 0;
        for (int y = 0; y < into.height; y += 8)
            for (int x = 0; x < into.width; x += 8) {
                const auto light = static_cast<float>(0.1 + 0.5 * ((x / 8 + y / 8) % 2));
                glScissor(x + shift, y, 8, 8);
                const float power = is("gamma") ? 2.2f : 1.0f;
                glClearColor(std::pow(light, power), std::pow(0.8f * light, power), is("random") ? noise() : 0.1f, 1.0f);
                glClear(GL_COLOR_BUFFER_BIT);
            }
        glDisable(GL_SCISSOR_TEST);
        glScissor(0, 0, into.width, into.height);
        make_sums(static_cast<size_t>(into.width) * static_cast<size_t>(into.height));
    }

    state save() const override {
        state saved;
        saved.put("values", values);
        saved.put("sums", sums);
        saved.put("squares", squares);
        saved.put_value("samples", samples);
        return saved;
    }
    void restore(const state& from) override {
        values = from.get<double>("values");
        if (is("stale"))
            for (double& each : values) each = 1.0;
    }
    std::vector<reading> readings() override {
        double sum = 0.0;
        for (const double each : values) sum += each;
        return {{"sum", is("reading") ? sum * 1.1 : sum, ""}};
    }

private:
    bool is(std::string_view what) const { return fault == what && (on == "all" || on == backend_name); }

    static float noise() {
        static std::random_device source;
        return static_cast<float>(source() % 1000U) / 1000.0f;
    }

    // As a progressive renderer keeps them: sums and sums of squares of samples, whose noise depends on the seed.
    void make_sums(size_t pixels) {
        std::mt19937_64 engine(seed);
        const double bias = is("bias") ? 1.1 : 1.0;
        sums.assign(3 * pixels, 0.0f);
        squares.assign(3 * pixels, 0.0f);
        for (size_t i = 0; i < sums.size(); ++i)
            for (uint32_t k = 0; k < samples; ++k) {
                const double value = -bias * std::log(1.0 - static_cast<double>(engine() >> 11U) * 0x1p-53);
                sums[i] += static_cast<float>(value);
                squares[i] += static_cast<float>(value * value);
            }
    }

    choice fault {
        "fault",
        {"never", "load", "crash", "hang", "state", "no-number", "lost", "shift", "gamma", "random", "stale", "reading", "bias"},
        "what goes wrong"};
    choice on {"on", {"all", "cpu-debug", "opencl"}, "the backend that it goes wrong on"};
    file_parameter file {"file", "a file"};
    std::string backend_name;
    uint64_t seed = 0;
    uint32_t samples = 16;
    std::vector<double> values;
    std::vector<float> sums;
    std::vector<float> squares;
};

}  // namespace
}  // namespace ingot::tests

int main(int count, char** arguments) {
    const char* const folder = std::getenv("INGOT_TEST_FOLDER");
    const ingot::sample_description described {
        .name = "squares",
        .title = "Squares",
        .summary = "Goes wrong as it is told",
        .presets = {},
        .create = []() -> std::unique_ptr<ingot::sample> { return std::make_unique<ingot::tests::squares_sample>(); },
        .folder = folder ? folder : ""};
    return ingot::shell::run_program(std::vector<std::string>(arguments + 1, arguments + count), std::vector {described});
}
