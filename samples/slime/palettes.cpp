#include "palettes.hpp"

#include <array>
#include <string_view>

namespace ingot::samples::slime {

namespace {

struct named_palette {
    std::string_view name;
    slime_palette colours;
};

constexpr float4 rgb(float red, float green, float blue) { return {red, green, blue, 0.0f}; }

const std::array<named_palette, 7> palettes {{
    // The plasmodium of Physarum polycephalum on dark moss, and other slime moulds beside it.
    {"physarum",
     {.background = rgb(0.004f, 0.007f, 0.005f),
      .deep = {rgb(0.180f, 0.075f, 0.004f), rgb(0.150f, 0.020f, 0.008f), rgb(0.030f, 0.090f, 0.020f),
               rgb(0.110f, 0.095f, 0.075f)},
      .bright = {rgb(1.050f, 0.580f, 0.030f), rgb(1.000f, 0.180f, 0.040f), rgb(0.300f, 0.750f, 0.090f),
                 rgb(0.800f, 0.720f, 0.580f)},
      .hot = rgb(1.500f, 1.250f, 0.620f),
      .young = rgb(0.600f, 0.650f, 0.080f)}},
    // Light of the deep sea.
    {"abyss",
     {.background = rgb(0.002f, 0.004f, 0.012f),
      .deep = {rgb(0.004f, 0.050f, 0.150f), rgb(0.080f, 0.010f, 0.140f), rgb(0.004f, 0.080f, 0.060f),
               rgb(0.020f, 0.030f, 0.160f)},
      .bright = {rgb(0.050f, 0.600f, 0.820f), rgb(0.750f, 0.120f, 0.800f), rgb(0.080f, 0.850f, 0.520f),
                 rgb(0.250f, 0.380f, 1.100f)},
      .hot = rgb(0.850f, 1.450f, 1.500f),
      .young = rgb(0.100f, 0.450f, 0.900f)}},
    {"ember",
     {.background = rgb(0.007f, 0.003f, 0.006f),
      .deep = {rgb(0.160f, 0.012f, 0.030f), rgb(0.140f, 0.055f, 0.008f), rgb(0.070f, 0.010f, 0.110f),
               rgb(0.110f, 0.025f, 0.015f)},
      .bright = {rgb(1.150f, 0.200f, 0.035f), rgb(1.100f, 0.580f, 0.060f), rgb(0.620f, 0.090f, 0.600f),
                 rgb(0.950f, 0.280f, 0.180f)},
      .hot = rgb(1.700f, 1.050f, 0.420f),
      .young = rgb(0.900f, 0.350f, 0.060f)}},
    // Pairs of complementary colours for several species.
    {"quartet",
     {.background = rgb(0.005f, 0.005f, 0.010f),
      .deep = {rgb(0.012f, 0.070f, 0.130f), rgb(0.160f, 0.045f, 0.006f), rgb(0.110f, 0.008f, 0.070f),
               rgb(0.025f, 0.090f, 0.020f)},
      .bright = {rgb(0.050f, 0.520f, 0.950f), rgb(1.150f, 0.420f, 0.035f), rgb(0.950f, 0.070f, 0.450f),
                 rgb(0.220f, 0.800f, 0.160f)},
      .hot = rgb(1.350f, 1.300f, 1.250f),
      .young = rgb(0.350f, 0.350f, 0.380f)}},
    {"aurora",
     {.background = rgb(0.003f, 0.004f, 0.010f),
      .deep = {rgb(0.006f, 0.085f, 0.055f), rgb(0.050f, 0.015f, 0.160f), rgb(0.004f, 0.050f, 0.110f),
               rgb(0.110f, 0.012f, 0.070f)},
      .bright = {rgb(0.110f, 0.900f, 0.420f), rgb(0.420f, 0.160f, 1.150f), rgb(0.060f, 0.520f, 0.900f),
                 rgb(0.950f, 0.150f, 0.520f)},
      .hot = rgb(1.000f, 1.450f, 1.150f),
      .young = rgb(0.450f, 0.120f, 0.850f)}},
    {"coral",
     {.background = rgb(0.007f, 0.004f, 0.012f),
      .deep = {rgb(0.150f, 0.018f, 0.085f), rgb(0.015f, 0.070f, 0.100f), rgb(0.130f, 0.060f, 0.020f),
               rgb(0.060f, 0.025f, 0.140f)},
      .bright = {rgb(1.050f, 0.260f, 0.300f), rgb(0.080f, 0.620f, 0.700f), rgb(1.050f, 0.560f, 0.230f),
                 rgb(0.520f, 0.300f, 1.050f)},
      .hot = rgb(1.500f, 1.150f, 0.950f),
      .young = rgb(0.700f, 0.150f, 0.450f)}},
    // Ink on paper.
    {"ink",
     {.background = rgb(0.820f, 0.760f, 0.640f),
      .deep = {rgb(0.330f, 0.300f, 0.270f), rgb(0.520f, 0.180f, 0.110f), rgb(0.150f, 0.260f, 0.380f),
               rgb(0.260f, 0.330f, 0.160f)},
      .bright = {rgb(0.035f, 0.037f, 0.050f), rgb(0.300f, 0.030f, 0.018f), rgb(0.015f, 0.060f, 0.170f),
                 rgb(0.045f, 0.100f, 0.025f)},
      .hot = rgb(0.010f, 0.010f, 0.014f),
      .young = rgb(0.000f, 0.000f, 0.000f)}},
}};

}  // namespace

std::vector<std::string> palette_names() {
    std::vector<std::string> names;
    for (const named_palette& each : palettes) names.emplace_back(each.name);
    return names;
}

const slime_palette& palette_of(size_t index) { return palettes.at(index).colours; }

}  // namespace ingot::samples::slime
