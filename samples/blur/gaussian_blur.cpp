#include "gaussian_blur.hpp"

#include <fmt/format.h>

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "blur_images.kernels.hpp"
#include "blur_reuse_2.kernels.hpp"
#include "blur_reuse_4.kernels.hpp"
#include "blur_tiled.kernels.hpp"
#include "blur_two_pass.kernels.hpp"
#include "coefficients.hpp"

// <ingot/kernel.hpp> defines the macro `kernel`. Host code does not need the macro and may use the word as a name.
#undef kernel

namespace ingot::samples::blur {

namespace {

constexpr uint32_t pixels_of(blur_method method) {
    return method == blur_method::reuse_2 ? 2 : method == blur_method::reuse_4 ? 4 : 1;
}

uint32_t divided(int32_t count, uint32_t divisor) { return (static_cast<uint32_t>(count) + divisor - 1) / divisor; }

}  // namespace

/// The programs of the methods that were used so far.
template <typename texel>
struct gaussian_blur<texel>::kernels {
    template <typename Program>
    const Program& program_for(const device& target) {
        auto& program = std::get<std::optional<Program>>(programs);
        if (!program) program.emplace(target);
        return *program;
    }
    /// Calls `use` with the program of the method.
    template <typename Use>
    void with_program_of(blur_method method, const device& target, Use use) {
        switch (method) {
            case blur_method::two_pass:
                return use(program_for<blur_two_pass_program>(target));
            case blur_method::reuse_2:
                return use(program_for<blur_reuse_2_program>(target));
            case blur_method::reuse_4:
                return use(program_for<blur_reuse_4_program>(target));
            case blur_method::tiled:
                return use(program_for<blur_tiled_program>(target));
            case blur_method::images:
                return use(program_for<blur_images_program>(target));
        }
        throw error("unknown blur method");
    }

    std::tuple<std::optional<blur_two_pass_program>, std::optional<blur_reuse_2_program>, std::optional<blur_reuse_4_program>,
               std::optional<blur_tiled_program>, std::optional<blur_images_program>>
        programs;
};

template <typename texel>
gaussian_blur<texel>::gaussian_blur(const device& device) : device_(device), kernels_(std::make_unique<kernels>()) {}

template <typename texel>
gaussian_blur<texel>::~gaussian_blur() = default;

template <typename texel>
device_buffer<texel>& gaussian_blur<texel>::scratch(size_t index, size_t count) {
    while (scratch_buffers_.size() <= index) scratch_buffers_.push_back(device_.create_buffer<texel>(count));
    if (scratch_buffers_[index].size() != count) scratch_buffers_[index] = device_.create_buffer<texel>(count);
    return scratch_buffers_[index];
}

template <typename texel>
void gaussian_blur<texel>::ensure_images(const picture_size& area) {
    image_description description {.format = {channel_type::float_32, 4}};
    description.width = static_cast<uint32_t>(area.width);
    description.height = static_cast<uint32_t>(area.height);
    if (!images_.empty() && images_.front().description() == description) return;
    images_.clear();
    for (int i = 0; i < 2; ++i) images_.push_back(device_.create_image(description));
}

template <typename texel>
void gaussian_blur<texel>::prepare(const blur_settings& settings, const picture_size& area) {
    if (area.width < 1 || area.height < 1)
        throw error(fmt::format("cannot blur a picture of {} x {} pixels", area.width, area.height));
    if (settings.taps % 2 == 0 || settings.taps < min_taps || settings.taps > max_taps)
        throw error(fmt::format("the number of taps must be odd and from {} to {}; it is {}", min_taps, max_taps, settings.taps));
    if (settings.method == blur_method::images && !std::is_same_v<texel, float4>)
        throw error(
            "the method 'images' supports only floating-point numbers: set 'arithmetic' to 'float', or choose another 'method'");
    const size_t count = static_cast<size_t>(area.width) * static_cast<size_t>(area.height);
    if (settings.method == blur_method::images)
        ensure_images(area);
    else if (settings.method != blur_method::tiled)
        scratch(0, count);
    if (settings.repeats > 1) scratch(1, count);
    kernels_->with_program_of(settings.method, device_, [](const auto&) {});
}

template <typename texel>
void gaussian_blur<texel>::run(queue& queue, const blur_settings& settings, const device_buffer<texel>& input,
                               device_buffer<texel>& destination, const picture_size& area) {
    prepare(settings, area);
    const size_t count = static_cast<size_t>(area.width) * static_cast<size_t>(area.height);
    if (input.size() != count || destination.size() != count)
        throw error(fmt::format(
            "a blur of {} x {} pixels requires buffers of {} pixels, but the source has {} and the destination has {}",
            area.width, area.height, count, input.size(), destination.size()));
    // Alternate between `destination` and an internal buffer, so that the last repetition ends in `destination`.
    const device_buffer<texel>* source = &input;
    for (uint32_t i = settings.repeats; i-- > 0;) {
        device_buffer<texel>& target = i % 2 == 0 ? destination : scratch_buffers_[1];
        run_once(queue, settings, *source, target, area);
        source = &target;
    }
}

template <typename texel>
void gaussian_blur<texel>::run_once(queue& queue, const blur_settings& settings, const device_buffer<texel>& source,
                                    device_buffer<texel>& destination, const picture_size& area) {
    if (settings.method == blur_method::images) return run_through_images(queue, settings, source, destination, area);
    const auto width = static_cast<uint32_t>(area.width);
    const auto height = static_cast<uint32_t>(area.height);
    kernels_->with_program_of(settings.method, device_, [&]<typename Program>(const Program& program) {
        if constexpr (std::is_same_v<Program, blur_tiled_program>) {
            queue.run(program.template tile<texel>(settings.taps), range(width, height).groups_of(tile_side, tile_side), source,
                      destination, area);
        } else if constexpr (!std::is_same_v<Program, blur_images_program>) {
            const uint32_t pixels = pixels_of(settings.method);
            device_buffer<texel>& rows = scratch(0, source.size());  // NOLINT(misc-const-correctness): kernels write it
            queue.run(program.template rows<texel>(settings.taps, pixels),
                      range(divided(area.width, pixels), height).groups_of(settings.groups.width, settings.groups.height), source,
                      rows, area);
            queue.run(program.template columns<texel>(settings.taps, pixels),
                      range(width, divided(area.height, pixels)).groups_of(settings.groups.width, settings.groups.height), rows,
                      destination, area);
        }
    });
}

template <typename texel>
void gaussian_blur<texel>::run_through_images(queue& queue, const blur_settings& settings, const device_buffer<texel>& source,
                                              device_buffer<texel>& destination, const picture_size& area) {
    if constexpr (std::is_same_v<texel, float4>) {
        const image_description& description = images_[0].description();
        images_[0].copy_from(queue, source.storage(), 0, whole_level(description));
        const range items = range(description.width, description.height).groups_of(settings.groups.width, settings.groups.height);
        const auto& program = kernels_->template program_for<blur_images_program>(device_);
        queue.run(program.rows(settings.taps), items, images_[0], images_[1]);
        queue.run(program.columns(settings.taps), items, images_[1], destination, area);
    }
}

namespace {

/// Returns the weights that `table` computes for `taps`. `table` needs the number as a constant, so it is called with every
/// supported number, and the result that has `taps` weights is returned. If `taps` is not supported, the result is empty.
template <typename Number, typename Table>
std::vector<Number> table_of(uint32_t taps, Table table) {
    std::vector<Number> found;
    [&]<size_t... i>(std::index_sequence<i...>) {
        const auto take = [&](const auto& all) {
            if (all.size() == taps) found.assign(all.begin(), all.end());
        };
        (take(table.template operator()<supported_taps[i]>()), ...);
    }(std::make_index_sequence<supported_taps.size()>());
    return found;
}

}  // namespace

std::vector<float> weights_of(uint32_t taps) {
    return table_of<float>(taps, []<uint32_t count>() { return weights<count>(); });
}

std::vector<uint32_t> integer_weights_of(uint32_t taps) {
    return table_of<uint32_t>(taps, []<uint32_t count>() { return integer_weights<count>(); });
}

double bytes_moved(const blur_settings& settings, const picture_size& area, size_t texel_bytes) {
    const double pass_bytes = 2.0 * static_cast<double>(texel_bytes) * area.width * area.height;
    return pass_bytes * (settings.method == blur_method::tiled ? 1.0 : 2.0) * settings.repeats;
}

template class gaussian_blur<float4>;
template class gaussian_blur<ushort4>;

}  // namespace ingot::samples::blur
