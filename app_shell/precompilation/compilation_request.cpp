#include "precompilation/compilation_request.hpp"

#include <fmt/format.h>

#include <memory>

#include "session/tuning.hpp"

namespace ingot::shell {

namespace {

std::vector<std::string> options_for(const parameter_settings& values) {
    std::vector<std::string> options;
    for (const auto& [name, value] : values)
        if (const std::string text = ingot::to_text(value); !text.empty()) options.push_back(fmt::format("--{}={}", name, text));
    return options;
}

/// Leaves out the files that the sample does not read with these values: `ingot run` rejects them.
parameter_settings without_unread_files(const sample_description& description, const parameter_settings& values) {
    const std::unique_ptr<sample> object = description.create();
    const auto all = object->parameters();
    parameter_settings accepted_values;
    for (const auto& each : values) {
        const parameter_base* const parameter = find_parameter(all, each.first);
        const parameter_value* const source = parameter ? find_setting(values, parameter->source_choice()) : nullptr;
        if (!source || *source == parameter_value(std::string(from_file))) accepted_values.push_back(each);
    }
    return accepted_values;
}

/// Returns a text that identifies the kernels: the values of all choices, and sample::kernel_variant(). An object of the
/// sample that is never loaded provides them. If this object rejects the settings, the text contains the settings instead.
std::string kernels_of(const sample_description& description, const device& device, const parameter_settings& settings) {
    try {
        const std::unique_ptr<sample> object = description.create();
        const auto all = object->parameters();
        set_parameters(all, settings);
        use_tuning(object->tunables(), description.name, device);
        std::string text;
        for (const parameter_base* each : all)
            if (each->kind() == parameter_kind::choice && each != object->mouse_tool())
                text += fmt::format("{}={}\n", each->name(), ingot::to_text(each->value()));
        return text + object->kernel_variant(device);
    } catch (const std::exception&) {
        return fmt::format("{}", fmt::join(options_for(settings), "\n"));
    }
}

}  // namespace

compilation_request::compilation_request(const sample_description& sample, const device& device,
                                         const parameter_settings& settings)
    : sample(sample.name),
      library(sample.library),
      requested_device(request_for(device)),
      parameters(without_unread_files(sample, settings)),
      kernel_key(kernels_of(sample, device, settings)) {}

std::vector<std::string> compilation_request::arguments() const {
    // The size of the picture and the seed do not affect the kernels. The second frame may launch kernels that the
    // first does not launch, such as kernels that continue from a previous frame.
    std::vector<std::string> all {"run", sample, "--headless", "--frames", "2", "--size", "256x144"};
    if (requested_device.backend)
        all.insert(all.end(), {"--backend", std::string(to_string(*requested_device.backend)), "--device",
                               std::to_string(requested_device.index)});
    if (!library.empty()) all.insert(all.end(), {"--sample", library.string()});
    const std::vector<std::string> options = options_for(parameters);
    all.insert(all.end(), options.begin(), options.end());
    return all;
}

}  // namespace ingot::shell
