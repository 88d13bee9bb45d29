#include "precompilation/compilation_request.hpp"

#include <fmt/format.h>

#include <memory>

namespace ingot::shell {

namespace {

std::vector<std::string> options_for(const parameter_settings& values) {
    std::vector<std::string> options;
    for (const auto& [name, value] : values)
        if (const std::string text = to_text(value); !text.empty()) options.push_back(fmt::format("--{}={}", name, text));
    return options;
}

/// Asks an object of the sample that is never loaded.
std::string kernels_of(const sample_description& of, const device& where, const parameter_settings& with) {
    try {
        const std::unique_ptr<sample> asked = of.create();
        const auto all = asked->parameters();
        set_parameters(all, with);
        std::string text;
        for (const parameter_base* each : all)
            if (each->kind() == parameter_kind::choice) text += fmt::format("{}={}\n", each->name(), to_text(each->value()));
        return text + asked->kernels_for(where);
    } catch (const std::exception&) {
        return fmt::format("{}", fmt::join(options_for(with), "\n"));
    }
}

}  // namespace

compilation_request::compilation_request(const sample_description& of, const device& where, const parameter_settings& with)
    : sample(of.name), on(request_for(where)), parameters(with), kernels(kernels_of(of, where, with)) {}

std::vector<std::string> compilation_request::arguments() const {
    // Neither the picture's size nor the seed decides what is compiled. The second frame launches kernels that the first does not
    // need, such as those that continue from a previous frame.
    std::vector<std::string> words {"run", sample, "--headless", "--frames", "2", "--size", "256x144"};
    if (on.backend)
        words.insert(words.end(), {"--backend", std::string(to_string(*on.backend)), "--device", std::to_string(on.index)});
    const std::vector<std::string> options = options_for(parameters);
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

}  // namespace ingot::shell
