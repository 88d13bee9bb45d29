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

bool is_heavy(const parameter_base& which) {
    return which.kind() == parameter_kind::integer && which.range()->minimum <= heaviest_count &&
           which.range()->maximum > heaviest_count;
}

}  // namespace

random_walk::random_walk(shell::stage& of, std::vector<sample_description> samples, std::vector<std::filesystem::path> files,
                         const std::filesystem::path& scratch, uint64_t seed)
    : acts(of), known(std::move(samples)), droppable(std::move(files)), engine(seed) {
    for (sample_description& each : known) {
        const auto folder = scratch / each.name;
        std::filesystem::create_directories(folder);
        for (const auto& file : std::filesystem::directory_iterator(each.kernel_folder())) {
            const auto name = file.path().filename();
            if (!name.string().ends_with(".kernels.cpp") && name.extension() != ".hpp") continue;
            std::filesystem::copy_file(file.path(), folder / name);
            if (name.string().ends_with(".kernels.cpp")) as_they_were.emplace(folder / name, text_of(file.path()));
        }
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
        {"pause or step", 20, &random_walk::pause_or_step},
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
    if (!acts.running()) {
        if (!acts.making_ready()) open_sample();
        return;
    }
    const auto weights = [](uint64_t sum, const action& each) { return sum + each.weight; };
    uint64_t left = below(std::accumulate(actions().begin(), actions().end(), uint64_t {0}, weights));
    for (const action& each : actions()) {
        if (left < each.weight) {
            ++counted[each.name];
            return (this->*each.what)();
        }
        left -= each.weight;
    }
}

/// Few of what there are thousands of, and a small picture where a sample takes pictures: sanitizers and the CPU debug device
/// make a frame a thousand times slower.
shell::parameter_settings random_walk::what_makes_it_light(std::span<parameter_base* const> among) const {
    shell::parameter_settings settings;
    const auto file = std::ranges::find(among, parameter_kind::file, [](const parameter_base* each) { return each->kind(); });
    if (file != among.end() && std::ranges::find((*file)->extensions(), ".png") != (*file)->extensions().end())
        settings.emplace_back((*file)->name(), droppable.front().string());
    for (const parameter_base* each : among)
        if (is_heavy(*each)) settings.emplace_back(each->name(), static_cast<int64_t>(heaviest_count / 2));
    return settings;
}

void random_walk::open_sample() {
    const sample_description& which = known[below(known.size())];
    const auto object = which.create();
    acts.open_later({which, {}, what_makes_it_light(object->parameters()), std::nullopt, below(1000)});
}

void random_walk::switch_device() {
    std::vector<device> here;
    for (const auto& each : acts.known_devices())
        if (each.device) here.push_back(*each.device);
    acts.switch_device(here[below(here.size())]);
}

void random_walk::resize() { acts.shown().resize({1 + static_cast<int>(below(320)), 1 + static_cast<int>(below(200))}); }

void random_walk::apply_preset() {
    if (acts.presets().empty()) return;
    shell::preset chosen = acts.presets()[below(acts.presets().size())];
    const auto light = what_makes_it_light(acts.running()->parameters());
    chosen.parameters.insert(chosen.parameters.end(), light.begin(), light.end());
    acts.apply(chosen);
}

parameter_value random_walk::any_value(const parameter_base& of) {
    switch (of.kind()) {
        case parameter_kind::toggle:
            return below(2) == 1;
        case parameter_kind::integer: {
            const double most = std::min(of.range()->maximum, std::max(heaviest_count, of.range()->minimum));
            const double part = share() * share() * share();  // mostly small: many of them multiply the work
            return static_cast<int64_t>(std::floor(of.range()->minimum + part * (most - of.range()->minimum)));
        }
        case parameter_kind::real:
            return of.range()->minimum + share() * (of.range()->maximum - of.range()->minimum);
        case parameter_kind::choice:
            return of.choices()[below(of.choices().size())];
        case parameter_kind::file:
            return droppable[below(droppable.size())].string();
    }
    return {};
}

void random_walk::set_parameter() {
    const auto all = acts.running()->parameters();
    if (all.empty()) return;
    const parameter_base& which = *all[below(all.size())];
    acts.set_parameter(which.name(), any_value(which));
}

void random_walk::reset_parameters() {
    acts.apply({"light", "as at the start", "", what_makes_it_light(acts.running()->parameters())});
}

void random_walk::drop_file() {
    const auto& file = droppable[below(droppable.size())];
    const auto all = acts.running()->parameters();
    if (const parameter_base* const takes_it = shell::find_file_parameter(all, file))
        acts.set_parameter(takes_it->name(), file.string());
}

// Half of the edits are mistakes; a file with one is put right by the next edit of it.
void random_walk::edit_kernels() {
    std::vector<std::filesystem::path> files;
    for (const auto& [file, text] : as_they_were)
        if (file.parent_path() == acts.running()->description().kernel_folder()) files.push_back(file);
    if (files.empty()) return;
    const auto& file = files[below(files.size())];
    const bool mistake = below(2) == 1;
    std::ofstream(file) << as_they_were.at(file) << fmt::format("\n// edit {}\n", below(1'000'000))
                        << (mistake ? "int = 1;\n" : "");
}

void random_walk::turn_camera() {
    acts.camera().turn({static_cast<float>(share() - 0.5), static_cast<float>(share() - 0.5)});
    acts.camera().zoom(static_cast<float>(share() - 0.5));
    if (below(10) == 0) acts.camera().home();
}

void random_walk::pause_or_step() {
    shell::clock& time = acts.running()->time();
    time.set_paused(!time.paused());
    if (time.paused()) time.single_step();
}

void random_walk::start_anew() { acts.reset(); }

void random_walk::close() { acts.close(); }

}  // namespace ingot::soak
