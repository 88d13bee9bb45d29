#include "blurring.hpp"

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

// The language's one macro comes along with the kernels' headers; a host's file may use the word.
#undef kernel

namespace ingot::samples::blur {

namespace {

// Work-groups of the passes: wide, so that a group's reads of a row follow one another.
constexpr uint32_t group_width = 32;
constexpr uint32_t group_height = 4;

constexpr uint32_t pixels_of(blur_way way) { return way == blur_way::reuse_2 ? 2 : way == blur_way::reuse_4 ? 4 : 1; }

uint32_t divided(int32_t count, uint32_t by) { return (static_cast<uint32_t>(count) + by - 1) / by; }

}  // namespace

/// The programs of the ways that were asked for.
template <typename texel>
struct blurring<texel>::kernels {
    template <typename Program>
    const Program& of(const device& target) {
        auto& program = std::get<std::optional<Program>>(programs);
        if (!program) program.emplace(target);
        return *program;
    }
    /// Calls `use` with the program of the way.
    template <typename Use>
    void of_way(blur_way way, const device& target, Use use) {
        switch (way) {
            case blur_way::two_pass:
                return use(of<blur_two_pass_program>(target));
            case blur_way::reuse_2:
                return use(of<blur_reuse_2_program>(target));
            case blur_way::reuse_4:
                return use(of<blur_reuse_4_program>(target));
            case blur_way::tiled:
                return use(of<blur_tiled_program>(target));
            case blur_way::images:
                return use(of<blur_images_program>(target));
        }
        throw error("no such way to blur");
    }

    std::tuple<std::optional<blur_two_pass_program>, std::optional<blur_reuse_2_program>, std::optional<blur_reuse_4_program>,
               std::optional<blur_tiled_program>, std::optional<blur_images_program>>
        programs;
};

template <typename texel>
blurring<texel>::blurring(const device& where) : on(where), built(std::make_unique<kernels>()) {}

template <typename texel>
blurring<texel>::~blurring() = default;

template <typename texel>
device_buffer<texel>& blurring<texel>::scratch(size_t which, size_t count) {
    while (between.size() <= which) between.push_back(on.create_buffer<texel>(count));
    if (between[which].size() != count) between[which] = on.create_buffer<texel>(count);
    return between[which];
}

template <typename texel>
void blurring<texel>::need_images(const blur_area& area) {
    image_description what {.format = {channel_type::float_32, 4}};
    what.width = static_cast<uint32_t>(area.width);
    what.height = static_cast<uint32_t>(area.height);
    if (!images.empty() && images.front().description() == what) return;
    images.clear();
    for (int i = 0; i < 2; ++i) images.push_back(on.create_image(what));
}

template <typename texel>
void blurring<texel>::prepare(const blur_settings& with, const blur_area& area) {
    if (area.width < 1 || area.height < 1)
        throw error(fmt::format("there is no blur of {} x {} pixels", area.width, area.height));
    if (with.taps % 2 == 0 || with.taps < fewest_taps || with.taps > most_taps)
        throw error(fmt::format("a blur has an odd number of taps from {} to {}, not {}", fewest_taps, most_taps, with.taps));
    if (with.way == blur_way::images && !std::is_same_v<texel, float4>)
        throw error("images are blurred in floating-point numbers: set the arithmetic to 'float', or choose another way");
    const size_t count = static_cast<size_t>(area.width) * static_cast<size_t>(area.height);
    if (with.way == blur_way::images)
        need_images(area);
    else if (with.way != blur_way::tiled)
        scratch(0, count);
    if (with.repeats > 1) scratch(1, count);
    built->of_way(with.way, on, [](const auto&) {});
}

template <typename texel>
void blurring<texel>::run(queue& in, const blur_settings& with, const device_buffer<texel>& from, device_buffer<texel>& to,
                          const blur_area& area) {
    prepare(with, area);
    const size_t count = static_cast<size_t>(area.width) * static_cast<size_t>(area.height);
    if (from.size() != count || to.size() != count)
        throw error(fmt::format("a blur of {} x {} pixels cannot be of buffers of {} and {} pixels", area.width, area.height,
                                from.size(), to.size()));
    // There and back between `to` and a buffer of our own, so that the last one ends in `to`.
    const device_buffer<texel>* source = &from;
    for (uint32_t i = with.repeats; i-- > 0;) {
        device_buffer<texel>& target = i % 2 == 0 ? to : between[1];
        run_once(in, with, *source, target, area);
        source = &target;
    }
}

template <typename texel>
void blurring<texel>::run_once(queue& in, const blur_settings& with, const device_buffer<texel>& from, device_buffer<texel>& to,
                               const blur_area& area) {
    if (with.way == blur_way::images) return run_through_images(in, with, from, to, area);
    const auto width = static_cast<uint32_t>(area.width);
    const auto height = static_cast<uint32_t>(area.height);
    built->of_way(with.way, on, [&]<typename Program>(const Program& program) {
        if constexpr (std::is_same_v<Program, blur_tiled_program>) {
            in.run(program.template tile<texel>(with.taps), range(width, height).groups_of(tile_side, tile_side), from, to, area);
        } else if constexpr (!std::is_same_v<Program, blur_images_program>) {
            const uint32_t pixels = pixels_of(with.way);
            device_buffer<texel>& rows = scratch(0, from.size());  // NOLINT(misc-const-correctness): kernels write it
            in.run(program.template rows<texel>(with.taps, pixels),
                   range(divided(area.width, pixels), height).groups_of(group_width, group_height), from, rows, area);
            in.run(program.template columns<texel>(with.taps, pixels),
                   range(width, divided(area.height, pixels)).groups_of(group_width, group_height), rows, to, area);
        }
    });
}

template <typename texel>
void blurring<texel>::run_through_images(queue& in, const blur_settings& with, const device_buffer<texel>& from,
                                         device_buffer<texel>& to, const blur_area& area) {
    if constexpr (std::is_same_v<texel, float4>) {
        const image_description& what = images[0].description();
        images[0].copy_from(in, from.storage(), 0, whole_level(what));
        const range items = range(what.width, what.height).groups_of(group_width, group_height);
        const auto& program = built->template of<blur_images_program>(on);
        in.run(program.rows(with.taps), items, images[0], images[1]);
        in.run(program.columns(with.taps), items, images[1], to, area);
    }
}

namespace {

/// Calls with each number of taps as a constant; what the call for `taps` gives.
template <typename Number, typename Table>
std::vector<Number> table_of(uint32_t taps, Table table) {
    std::vector<Number> found;
    [&]<size_t... i>(std::index_sequence<i...>) {
        const auto take = [&](const auto& all) {
            if (all.size() == taps) found.assign(all.begin(), all.end());
        };
        (take(table.template operator()<numbers_of_taps[i]>()), ...);
    }(std::make_index_sequence<numbers_of_taps.size()>());
    return found;
}

}  // namespace

std::vector<float> weights_of(uint32_t taps) {
    return table_of<float>(taps, []<uint32_t count>() { return weights<count>(); });
}

std::vector<uint32_t> whole_weights_of(uint32_t taps) {
    return table_of<uint32_t>(taps, []<uint32_t count>() { return whole_weights<count>(); });
}

double bytes_moved(const blur_settings& with, const blur_area& area, size_t texel_bytes) {
    const double once = 2.0 * static_cast<double>(texel_bytes) * area.width * area.height;
    return once * (with.way == blur_way::tiled ? 1.0 : 2.0) * with.repeats;
}

template class blurring<float4>;
template class blurring<ushort4>;

}  // namespace ingot::samples::blur
