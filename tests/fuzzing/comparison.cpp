#include "comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "random_source.hpp"

namespace ingot::fuzzing {

namespace {

// The contents of the input buffers `words` and `numbers` are the same for all programs.
std::vector<uint32_t> input_words() {
    random_source random(1);
    std::vector<uint32_t> words(word_count);
    for (uint32_t& word : words) word = random.chance(50) ? random.below(40) : static_cast<uint32_t>(random.bits());
    return words;
}

std::vector<float> input_numbers() {
    random_source random(2);
    std::vector<float> numbers(number_count);
    for (float& number : numbers) number = (static_cast<float>(random.below(2001)) - 1000.0f) / 64.0f;
    numbers[5] = 0.0f;
    numbers[17] = 3e30f;
    numbers[40] = -1e-20f;
    return numbers;
}

template <typename T>
kernel_argument buffer_argument(const device_buffer<T>& buffer) {
    return {&buffer.storage(), {}, nullptr};
}
template <typename T>
kernel_argument value_argument(const T& value) {
    return {nullptr, std::as_bytes(std::span(&value, 1)), nullptr};
}

}  // namespace

program_batch make_batch(std::span<const uint64_t> seeds, const language_features& features) {
    program_batch batch {{seeds.begin(), seeds.end()}, file_beginning()};
    for (const uint64_t seed : seeds) batch.text += to_text(random_program(seed, features));
    return batch;
}

language_features features_of(const device_properties& properties) {
    return {properties.has_sub_groups && properties.has_sub_group_shuffles, properties.has_double};
}

language_features common_features(std::span<const device> devices) {
    const auto all_have = [&](auto feature) {
        return std::ranges::all_of(devices, [&](const device& device) { return features_of(device.properties()).*feature; });
    };
    return {all_have(&language_features::has_sub_group_reductions), all_have(&language_features::has_double)};
}

compiled_program compile_batch(const program_batch& batch, std::span<const device> devices) {
    compile_options options;
    options.include_folders = {INGOT_FUZZING_HEADERS};
    options.warnings = {"no-everything"};
    // Only the code that the devices run: more takes time, and some targets are not among the default ones.
    options.cpu_debug = false;
    options.targets.emplace();
    for (const device& device : devices) {
        const backend_description& runs = description_of(device.backend());
        if (runs.runs_in_process())
            options.cpu_debug = true;
        else
            options.targets->emplace_back(runs.targets.front());
    }
    return compile_text(batch.text, "random_programs.kernels.cpp", options);
}

std::vector<output> run_batch(const compiled_program& compiled, std::span<const uint64_t> seeds, const device& device) {
    const program program(device, compiled);
    queue queue = device.create_queue();
    const std::vector<uint32_t> input = input_words();
    const std::vector<float> input_floats = input_numbers();
    const auto words = device.create_buffer<uint32_t>(std::span<const uint32_t>(input));
    const auto numbers = device.create_buffer<float>(std::span<const float>(input_floats));
    std::vector<output> outputs;
    for (const uint64_t seed : seeds) {
        const auto results = device.create_buffer<uint64_t>(result_count, 0u);
        const auto counters = device.create_buffer<uint32_t>(counter_count, 0x5a5a5a5au);
        const uint32_t first = 7;
        const int32_t second = -3;
        const std::vector<kernel_argument> arguments {buffer_argument(words),   buffer_argument(numbers),
                                                      buffer_argument(results), buffer_argument(counters),
                                                      value_argument(first),    value_argument(second)};
        queue.run_unchecked(kernel_function(program, program_name(seed)), range(item_count).groups_of(group_size), arguments);
        output all = results.read(queue);
        std::ranges::copy(counters.read(queue), std::back_inserter(all));
        outputs.push_back(std::move(all));
    }
    return outputs;
}

std::string difference_of(const output& expected, const output& found) {
    for (size_t i = 0; i < expected.size(); ++i) {
        if (expected[i] == found[i]) continue;
        const std::string value = i < result_count
                                      ? fmt::format("result {} of work-item {}", i % results_per_item, i / results_per_item)
                                      : fmt::format("counter {}", i - result_count);
        return fmt::format("{}: {:#x} instead of {:#x}", value, found[i], expected[i]);
    }
    return {};
}

}  // namespace ingot::fuzzing
