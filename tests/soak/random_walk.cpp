#include "random_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

namespace ingot::soak {

namespace {

constexpr double heaviest_count = 2048;

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

bool is_heavy(const parameter_base& parameter) {
    return parameter.kind() == parameter_kind::integer && parameter.range()->minimum <= heaviest_count &&
           parameter.range()->maximum > heaviest_count;
}

}  // namespace

random_walk::random_walk(shell::stage& stage, std::vector<sample_description> samples, std::vector<std::filesystem::path> files,
                         const std::filesystem::path& scratch, uint64_t seed)
    : stage_(stage), samples_(std::move(samples)), droppable_(std::move(files)), engine_(seed) {
    for (sample_description& each : samples_) {
        const auto folder = scratch / each.name;
        std::filesystem::create_directories(folder);
        for (const auto& file : std::filesystem::directory_iterator(each.kernel_folder())) {
            const auto name = file.path().filename();
            if (!name.string().ends_with(".kernels.cpp") && name.extension() != ".hpp") continue;
            std::filesystem::copy_file(file.path(), folder / name);
            if (name.string().ends_with(".kernels.cpp")) as_they_were_.emplace(folder / name, text_of(file.path()));
        }
        // Make kernel_folder() return the copy, so that the stage watches the files that edit_kernels() writes.
        each.library_kernels = folder;
    }
}

const std::vector<random_walk::action>& random_walk::actions() {
    static const std::vector<action> all {
        {"rest", 600, &random_walk::rest},
        {"turn the camera", 120, &random_walk::turn_camera},
        {"set a parameter", 80, &random_walk::set_parameter},
        {"resize", 40, &random_walk::resize},
        {"switch the device", 25, &random_walk::switch_device},
        {"apply a preset", 25, &random_walk::apply_preset},
        {"pause and step, or continue", 20, &random_walk::toggle_pause},
        {"drop a file", 15, &random_walk::drop_file},
        {"start anew", 15, &random_walk::start_anew},
        {"open a sample", 20, &random_walk::open_sample},
        {"reset the parameters", 5, &random_walk::reset_parameters},
        {"edit kernels", 4, &random_walk::edit_kernels},
        {"close", 2, &random_walk::close},
    };
    return all;
}

void random_walk::act() {
    if (!stage_.running()) {
        if (!stage_.pending_compilation()) open_sample();
        return;
    }
    const auto add_weight = [](uint64_t sum, const action& each) { return sum + each.weight; };
    uint64_t left = below(std::accumulate(actions().begin(), actions().end(), uint64_t {0}, add_weight));
    for (const action& each : actions()) {
        if (left < each.weight) {
            ++counted_[each.name];
            return (this->*each.what)();
        }
        left -= each.weight;
    }
}

/// Returns the value 1024 for each integer parameter whose range contains 2048 and ends above it, even if the parameter's value
/// is smaller. If the first file parameter accepts PNG files, also returns the first of the files for it, a small picture.
/// Without these settings a frame would take too long, because this test also runs on the CPU debug device with sanitizers.
shell::parameter_settings random_walk::light_settings(std::span<parameter_base* const> parameters) const {
    shell::parameter_settings settings;
    const auto file =
        std::ranges::find(parameters, parameter_kind::file, [](const parameter_base* each) { return each->kind(); });
    if (file != parameters.end() && std::ranges::find((*file)->extensions(), ".png") != (*file)->extensions().end())
        settings.emplace_back((*file)->name(), droppable_.front().string());
    for (const parameter_base* each : parameters)
        if (is_heavy(*each)) settings.emplace_back(each->name(), static_cast<int64_t>(heaviest_count / 2));
    return settings;
}

void random_walk::open_sample() {
    const sample_description& description = samples_[below(samples_.size())];
    const auto object = description.create();
    stage_.open_later({.sample = description,
                       .device = {},
                       .parameters = light_settings(object->parameters()),
                       .preset = std::nullopt,
                       .seed = below(1000)});
}

void random_walk::switch_device() {
    std::vector<device> devices;
    for (const auto& each : stage_.known_devices())
        if (each.device && !each.device->properties().is_software) devices.push_back(*each.device);  // those would be slow
    stage_.switch_device(devices[below(devices.size())]);
}

void random_walk::resize() {
    stage_.drawn_picture().resize({1 + static_cast<int>(below(320)), 1 + static_cast<int>(below(200))});
}

void random_walk::apply_preset() {
    if (stage_.presets().empty()) return;
    shell::preset preset = stage_.presets()[below(stage_.presets().size())];
    const auto light = light_settings(stage_.running()->parameters());
    preset.parameters.insert(preset.parameters.end(), light.begin(), light.end());
    stage_.apply(preset);
}

parameter_value random_walk::any_value(const parameter_base& parameter) {
    switch (parameter.kind()) {
        case parameter_kind::toggle:
            return below(2) == 1;
        case parameter_kind::integer: {
            const double maximum = std::min(parameter.range()->maximum, std::max(heaviest_count, parameter.range()->minimum));
            const double part = share() * share() * share();  // mostly small, because many parameters multiply the work
            return static_cast<int64_t>(std::floor(parameter.range()->minimum + part * (maximum - parameter.range()->minimum)));
        }
        case parameter_kind::real:
            return parameter.range()->minimum + share() * (parameter.range()->maximum - parameter.range()->minimum);
        case parameter_kind::choice:
            return parameter.choices()[below(parameter.choices().size())];
        case parameter_kind::file:
            return droppable_[below(droppable_.size())].string();
    }
    return {};
}

void random_walk::set_parameter() {
    const auto all = stage_.running()->parameters();
    if (all.empty()) return;
    const parameter_base& parameter = *all[below(all.size())];
    stage_.set_parameter(parameter.name(), any_value(parameter));
}

void random_walk::reset_parameters() {
    stage_.apply({"light", "as at the start", "", light_settings(stage_.running()->parameters())});
}

void random_walk::drop_file() {
    const auto& file = droppable_[below(droppable_.size())];
    const auto all = stage_.running()->parameters();
    if (const parameter_base* const takes_it = shell::find_file_parameter(all, file))
        stage_.set_parameter(takes_it->name(), file.string());
}

// About half of the edits contain an error. Each edit starts from the original text, so that errors do not accumulate.
void random_walk::edit_kernels() {
    std::vector<std::filesystem::path> files;
    for (const auto& [file, text] : as_they_were_)
        if (file.parent_path() == stage_.running()->description().kernel_folder()) files.push_back(file);
    if (files.empty()) return;
    const auto& file = files[below(files.size())];
    const bool mistake = below(2) == 1;
    std::ofstream(file) << as_they_were_.at(file) << fmt::format("\n// edit {}\n", below(1'000'000))
                        << (mistake ? "int = 1;\n" : "");
}

void random_walk::turn_camera() {
    stage_.camera().turn({static_cast<float>(share() - 0.5), static_cast<float>(share() - 0.5)});
    stage_.camera().zoom(static_cast<float>(share() - 0.5));
    if (below(10) == 0) stage_.camera().home();
}

void random_walk::toggle_pause() {
    shell::clock& time = stage_.running()->time();
    time.set_paused(!time.is_paused());
    if (time.is_paused()) time.single_step();
}

void random_walk::start_anew() { stage_.reset(); }

void random_walk::close() { stage_.close(); }

}  // namespace ingot::soak
