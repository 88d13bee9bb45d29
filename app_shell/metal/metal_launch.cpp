#include "metal/metal_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/failures.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/media/picture_file.hpp>
#include <list>
#include <span>
#include <utility>

namespace ingot::shell {

namespace {

using archive::parameter;
using archive::parameter_kind;

bool is_sampler(const parameter& each) { return each.kind == parameter_kind::value && each.type == "metal::sampler"; }

/// Can no option give the argument: a member of an argument buffer, of [[stage_in]], or one with an unknown index?
bool needs_program(const parameter& each) { return each.id || (!each.binding && each.kind != parameter_kind::value); }

/// Returns an argument as Metal writes it, and the option that gives it: "[[buffer(1)]] s (settings, 32 bytes): --buffer 1=…".
std::string described(const parameter& each) {
    if (needs_program(each)) return fmt::format("{}: no option gives it", each.name);
    if (is_sampler(each) && each.binding)
        return fmt::format("[[sampler({0})]] {1}: --sampler {0}=WORDS", *each.binding, each.name);
    const std::string type = each.type.empty() ? "" : each.type + ", ";
    if (!each.binding)
        return fmt::format("function constant {0} ({1}{2} bytes): --function-constant {0}=…", each.name, type, each.size);
    switch (each.kind) {
        case parameter_kind::buffer:
            return fmt::format("[[buffer({0})]] {1} (elements of {2} bytes): --buffer {0}=…", *each.binding, each.name,
                               each.size);
        case parameter_kind::value:
            return fmt::format("[[buffer({0})]] {1} ({2}{3} bytes): --buffer {0}=…", *each.binding, each.name, type, each.size);
        case parameter_kind::image:
            return fmt::format("[[texture({0})]] {1}: --texture {0}=…", *each.binding, each.name);
        case parameter_kind::local:
            break;
    }
    return fmt::format("[[threadgroup({0})]] {1} (elements of {2} bytes): --threadgroup {0}=BYTES", *each.binding, each.name,
                       each.size);
}

[[noreturn]] void mismatch(const archive::kernel_reflection& kernel, const std::string& problem) {
    std::string text = fmt::format("kernel '{}': {}; its arguments are", kernel.name, problem);
    const auto own = archive::own_parameters(kernel);
    for (const parameter& each : own) text += "\n    " + described(each);
    if (own.empty()) text = fmt::format("kernel '{}': {}; it has no arguments", kernel.name, problem);
    throw launch_mismatch(text);
}

const archive::kernel_reflection& chosen_kernel(const archive::archive& code, const metal_launch& launch) {
    const std::string file = launch.file.string();
    if (code.kernels.empty()) throw launch_mismatch(fmt::format("'{}' has no kernels", file));
    if (launch.kernel.empty() && code.kernels.size() == 1) return code.kernels.front();
    if (const auto* const found = code.find_kernel(launch.kernel)) return *found;
    std::string names;
    for (const archive::kernel_reflection& each : code.kernels) names += (names.empty() ? "" : ", ") + each.name;
    if (launch.kernel.empty())
        throw launch_mismatch(fmt::format("'{}' has several kernels; choose one by --kernel NAME: {}", file, names));
    throw launch_mismatch(fmt::format("'{}' has no kernel '{}'; its kernels are: {}", file, launch.kernel, names));
}

/// Throws launch_mismatch if a map has an index that the kernel does not have.
template <typename Contents>
void require_known(const archive::kernel_reflection& kernel, const std::map<uint32_t, Contents>& given,
                   std::string_view attribute, const std::function<bool(const parameter&)>& is_of_kind) {
    for (const auto& [index, contents] : given)
        if (std::ranges::none_of(archive::own_parameters(kernel),
                                 [&](const parameter& each) { return each.binding == index && is_of_kind(each); }))
            mismatch(kernel, fmt::format("it has no argument [[{}({})]]", attribute, index));
}

std::vector<std::byte> bytes_of(const argument_contents& contents) {
    if (const auto* const file = std::get_if<std::filesystem::path>(&contents)) return files::read_whole_file(*file);
    return std::get<std::vector<std::byte>>(contents);
}

bool has_integers(const parameter& each) { return each.image.sample != "floating"; }

/// Returns the pixels of a picture in the format of the texture: four floats, or four 32-bit integers.
std::vector<std::byte> pixels_of(const media::picture& picture, const parameter& each) {
    std::vector<std::byte> bytes(picture.pixels.size() * sizeof(media::pixel));
    if (!has_integers(each)) {
        std::memcpy(bytes.data(), picture.pixels.data(), bytes.size());
        return bytes;
    }
    std::vector<uint32_t> numbers;
    for (const media::pixel& pixel : picture.pixels) {
        for (const float light : {pixel.red, pixel.green, pixel.blue}) numbers.push_back(media::encode_srgb8(light));
        numbers.push_back(static_cast<uint32_t>(std::lround(255.0f * std::clamp(pixel.alpha, 0.0f, 1.0f))));
    }
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

/// The inverse of pixels_of().
media::picture picture_of(const device_image& image, std::span<const std::byte> bytes, const parameter& each) {
    const uint4 size = image.dimensions();
    media::picture picture(static_cast<int>(size.x), static_cast<int>(size.y));
    if (!has_integers(each)) {
        std::memcpy(picture.pixels.data(), bytes.data(), bytes.size());
        return picture;
    }
    std::vector<int32_t> numbers(4 * picture.pixels.size());
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    const auto channel = [&](size_t i) { return static_cast<uint8_t>(std::clamp(numbers[i], 0, 255)); };
    for (size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = {media::decode_srgb8(channel(4 * i)), media::decode_srgb8(channel(4 * i + 1)),
                             media::decode_srgb8(channel(4 * i + 2)), static_cast<float>(channel(4 * i + 3)) / 255.0f};
    return picture;
}

device_image create_texture(const device& device, const archive::kernel_reflection& kernel, const parameter& each,
                            const texture_contents& contents) {
    if (each.image.shape != "image_2d")
        throw launch_mismatch(fmt::format(
            "kernel '{}': [[texture({})]] {} is not two-dimensional; 'ingot metal run' has only textures of the type texture2d",
            kernel.name, *each.binding, each.name));
    image_description description;
    description.format = {!has_integers(each)                     ? channel_type::float_32
                          : each.image.sample == "signed_integer" ? channel_type::signed_32
                                                                  : channel_type::unsigned_32,
                          4};
    if (const auto* const size = std::get_if<std::array<uint32_t, 2>>(&contents)) {
        description.width = size->at(0);
        description.height = size->at(1);
        device_image image = device.create_image(description);
        queue queue = device.create_queue();
        image.zero(queue);
        queue.finish();
        return image;
    }
    const media::picture picture = media::read_picture(std::get<std::filesystem::path>(contents));
    description.width = static_cast<uint32_t>(picture.width);
    description.height = static_cast<uint32_t>(picture.height);
    return device.create_image(description, pixels_of(picture, each));
}

/// The arguments of a launch. They stay until the kernel has ended.
class launch_arguments {
public:
    launch_arguments(const metal_launch& launch, const archive::kernel_reflection& kernel, const device& device, queue& queue)
        : launch_(launch), kernel_(kernel), device_(device), queue_(queue) {
        for (const parameter& each : archive::own_parameters(kernel)) add(each);
    }

    std::span<const kernel_argument> passed() const { return passed_; }
    /// Returns a sentence for each buffer that has fewer elements than the grid has threads.
    std::vector<std::string> notes() const {
        const uint64_t threads = uint64_t {launch_.grid[0]} * launch_.grid[1] * launch_.grid[2];
        std::vector<std::string> found;
        for (const parameter& each : archive::own_parameters(kernel_)) {
            if (each.kind != parameter_kind::buffer || !each.binding || each.size == 0) continue;
            const uint64_t elements = buffers_.at(*each.binding).bytes() / each.size;
            if (elements < threads)
                found.push_back(
                    fmt::format("[[buffer({})]] {} has {} elements of {} bytes, and the grid has {} threads: a thread "
                                "whose index is not less than {} must not access its own element",
                                *each.binding, each.name, elements, each.size, threads, elements));
        }
        return found;
    }
    /// Throws launch_mismatch if the kernel has no buffer or texture of an index.
    void require_outputs(const std::set<uint32_t>& buffers, const std::set<uint32_t>& textures) const {
        for (const uint32_t index : buffers)
            if (!buffers_.contains(index)) mismatch(kernel_, fmt::format("it has no buffer [[buffer({})]] to read", index));
        for (const uint32_t index : textures)
            if (!textures_.contains(index)) mismatch(kernel_, fmt::format("it has no argument [[texture({})]] to read", index));
    }
    std::vector<std::byte> read_buffer(uint32_t index) const {
        const memory& storage = buffers_.at(index);
        std::vector<std::byte> bytes(storage.bytes());
        storage.read(queue_, 0, bytes);
        return bytes;
    }
    media::picture read_texture(uint32_t index) const {
        const auto& [image, described_by] = textures_.at(index);
        return picture_of(image, image.read(queue_), *described_by);
    }

private:
    struct texture {
        device_image image;
        const parameter* described_by;
    };

    void add(const parameter& each) {
        if (needs_program(each))
            mismatch(kernel_, fmt::format("'ingot metal run' cannot pass '{}', which is a member of an argument buffer or of "
                                          "[[stage_in]], or whose index is a function constant",
                                          each.name));
        if (is_sampler(each) && each.binding) {
            const auto given = launch_.samplers.find(*each.binding);
            if (given == launch_.samplers.end()) missing(each);
            const std::span<const std::byte> bytes = std::as_bytes(std::span(&given->second, 1));
            const std::vector<std::byte> value(bytes.begin(), bytes.end());
            return add_value(each, &value);
        }
        if (!each.binding)
            return add_value(
                each, launch_.function_constants.contains(each.name) ? &launch_.function_constants.at(each.name) : nullptr);
        switch (each.kind) {
            case parameter_kind::buffer:
                return add_buffer(each);
            case parameter_kind::value: {
                const auto given = launch_.buffers.find(*each.binding);
                if (given == launch_.buffers.end()) return add_value(each, nullptr);
                const std::vector<std::byte> bytes = bytes_of(given->second);
                return add_value(each, &bytes);
            }
            case parameter_kind::image: {
                const auto given = launch_.textures.find(*each.binding);
                if (given == launch_.textures.end()) missing(each);
                texture made {create_texture(device_, kernel_, each, given->second), &each};
                passed_.push_back({nullptr, {}, &textures_.emplace(*each.binding, std::move(made)).first->second.image});
                return;
            }
            case parameter_kind::local:
                break;
        }
        const auto given = launch_.threadgroup_bytes.find(*each.binding);
        if (given == launch_.threadgroup_bytes.end()) missing(each);
        passed_.push_back({nullptr, {}, nullptr, given->second});
    }

    void add_buffer(const parameter& each) {
        const auto given = launch_.buffers.find(*each.binding);
        if (given == launch_.buffers.end()) missing(each);
        const std::vector<std::byte> bytes = bytes_of(given->second);
        memory storage(device_, bytes.size());
        storage.write(queue_, 0, bytes);
        passed_.push_back({&buffers_.emplace(*each.binding, std::move(storage)).first->second, {}, nullptr});
    }

    void add_value(const parameter& each, const std::vector<std::byte>* bytes) {
        if (!bytes) missing(each);
        if (bytes->size() != each.size)
            mismatch(kernel_, fmt::format("the value of {} has {} bytes instead of {}", each.name, bytes->size(), each.size));
        passed_.push_back({nullptr, values_.emplace_back(*bytes), nullptr});
    }

    [[noreturn]] void missing(const parameter& each) const {
        mismatch(kernel_, fmt::format("the argument {} is not given", each.name));
    }

    const metal_launch& launch_;
    const archive::kernel_reflection& kernel_;
    const device& device_;
    queue& queue_;
    std::map<uint32_t, memory> buffers_;
    std::map<uint32_t, texture> textures_;
    std::list<std::vector<std::byte>> values_;  // a list, because the arguments refer to its elements
    std::vector<kernel_argument> passed_;
};

/// Returns the range of the launch. Devices run whole groups, while Metal can leave out threads of the last one.
range range_of(const metal_launch& launch) {
    const range all(launch.grid[0], launch.grid[1], launch.grid[2]);
    if (!launch.group) return all;
    for (size_t i = 0; i < 3; ++i)
        if (launch.grid.at(i) % launch.group->at(i) != 0)
            throw launch_mismatch(fmt::format("--grid {} is not a multiple of --group {} in {}; devices run whole threadgroups",
                                              launch.grid.at(i), launch.group->at(i), "xyz"[i]));
    return all.groups_of(launch.group->at(0), launch.group->at(1), launch.group->at(2));
}

void require_known_arguments(const metal_launch& launch, const archive::kernel_reflection& kernel) {
    const auto is = [](parameter_kind kind) { return [=](const parameter& each) { return each.kind == kind; }; };
    require_known(kernel, launch.buffers, "buffer", [](const parameter& each) {
        return !is_sampler(each) && (each.kind == parameter_kind::buffer || each.kind == parameter_kind::value);
    });
    require_known(kernel, launch.samplers, "sampler", is_sampler);
    require_known(kernel, launch.textures, "texture", is(parameter_kind::image));
    require_known(kernel, launch.threadgroup_bytes, "threadgroup", is(parameter_kind::local));
    for (const auto& [name, value] : launch.function_constants)
        if (std::ranges::none_of(archive::own_parameters(kernel),
                                 [&](const parameter& each) { return !each.binding && each.name == name; }))
            mismatch(kernel, fmt::format("it uses no function constant '{}'", name));
}

}  // namespace

metal_results launch_kernel(const metal_launch& launch, const device& device, const std::set<uint32_t>& wanted_buffers,
                            const std::set<uint32_t>& wanted_textures) {
    compile_options options;
    options.definitions = launch.compiling.definitions;
    options.include_folders = launch.compiling.include_folders;
    options.standard = launch.compiling.standard;
    options.cpu_debug = false;
    const compiled_program compiled = compile(launch.file, options);
    const archive::archive code = archive::read(compiled.source().archive, launch.file.string());
    const archive::kernel_reflection& kernel = chosen_kernel(code, launch);
    require_known_arguments(launch, kernel);
    const range threads = range_of(launch);

    const program program(device, compiled);
    const kernel_function function(program, kernel.name);
    queue queue = device.create_queue();
    const launch_arguments given(launch, kernel, device, queue);
    given.require_outputs(wanted_buffers, wanted_textures);
    queue.finish();
    static_cast<void>(queue.take_timings());
    queue.run_unchecked(function, threads, given.passed());
    queue.finish();

    metal_results results;
    results.kernel = kernel.name;
    results.notes = given.notes();
    for (const launch_timing& each : queue.take_timings()) results.duration += each.duration;
    for (const uint32_t index : wanted_buffers) results.buffers.emplace(index, given.read_buffer(index));
    for (const uint32_t index : wanted_textures) results.textures.emplace(index, given.read_texture(index));
    return results;
}

}  // namespace ingot::shell
