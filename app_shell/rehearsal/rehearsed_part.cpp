#include "rehearsal/rehearsed_part.hpp"

#include <fmt/format.h>

namespace ingot::shell {

namespace {

std::vector<std::string> words_of(const parameter_settings& values) {
    std::vector<std::string> words;
    for (const auto& [name, value] : values)
        if (std::string text = to_text(value); !text.empty()) words.push_back(fmt::format("--{}={}", name, text));
    return words;
}

/// Asks an object of the sample that is never loaded.
std::string kernels_for(const sample_description& what, const device& where, const parameter_settings& with) {
    try {
        const std::unique_ptr<sample> asked = what.create();
        const auto all = asked->parameters();
        set_parameters(all, with);
        std::string text;
        for (const parameter_base* each : all)
            if (each->kind() == parameter_kind::choice) text += fmt::format("{}={}\n", each->name(), to_text(each->value()));
        return text + asked->kernels_for(where);
    } catch (const std::exception&) {
        return fmt::format("{}", fmt::join(words_of(with), "\n"));
    }
}

}  // namespace

rehearsed_part::rehearsed_part(const sample_description& what, const device& where, const parameter_settings& with)
    : sample(what.name), on(request_for(where)), parameters(with), leads_to(shell::kernels_for(what, where, with)) {}

std::vector<std::string> rehearsed_part::arguments() const {
    // What compiles depends neither on the picture's size nor on the seed. Two frames: there may be kernels that go from one to
    // the next.
    std::vector<std::string> words {"run", sample, "--headless", "--frames", "2", "--size", "256x144"};
    if (on.backend)
        words.insert(words.end(), {"--backend", std::string(to_string(*on.backend)), "--device", std::to_string(on.index)});
    const std::vector<std::string> values = words_of(parameters);
    words.insert(words.end(), values.begin(), values.end());
    return words;
}

}  // namespace ingot::shell
