// A sample with one parameter of each kind, for the readers of presets and settings.
#pragma once

#include <ingot/sample/sample.hpp>
#include <memory>
#include <vector>

namespace ingot::reader_fuzzing {

/// It does nothing: the readers use only its parameters.
class example_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {&count_, &softening_, &trails_, &setup_, &table_}; }
    void load(const device&, queue&) override {}
    void reset(uint64_t) override {}
    void step(const tick&) override {}
    void draw(const canvas&) override {}
    state save() const override { return {}; }
    void restore(const state&) override {}

private:
    parameter<int> count_ {"count", 64, {1, 1000}, "a whole number"};
    parameter<float> softening_ {"softening", 0.01f, {0.0f, 1.0f}, "a real number"};
    parameter<bool> trails_ {"trails", false, "on or off"};
    choice setup_ {"setup", {"cluster", "galaxies", "file"}, "a name", "arrangement"};
    file_parameter table_ {"table", "a file", {".csv"}, "setup"};
};

inline std::unique_ptr<sample> create_example_sample() { return std::make_unique<example_sample>(); }

inline sample_description describe_example_sample() {
    return {"example", "Example", "A sample with one parameter of each kind", {}, &create_example_sample};
}

}  // namespace ingot::reader_fuzzing
