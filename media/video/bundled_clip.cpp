// A clip that is computed: balls over tiles, hills that pass by, rings that grow, and a still scene in which little moves. All of
// it is made with sums, products and square roots of doubles, which are the same on every machine.
#include <algorithm>
#include <array>
#include <cmath>

#include "readers.hpp"

namespace ingot::media {

namespace {

constexpr uint32_t clip_rate = 24;
constexpr uint64_t clip_frames = 240;
constexpr std::array<uint64_t, 4> scene_starts {64, 120, 176, 208};

// A random number from 0 to 1 for whole coordinates (a finaliser of MurmurHash3 by Austin Appleby).
double random_at(int64_t x, int64_t y) {
    auto bits = static_cast<uint32_t>(x * 73'856'093 ^ y * 19'349'663);
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
    return (bits ^ (bits >> 16)) / 4'294'967'295.0;
}

double smooth(double share) { return share * share * (3.0 - 2.0 * share); }

// Noise: random numbers at whole coordinates, interpolated between them.
double noise_at(double x, double y) {
    const double left = std::floor(x);
    const double top = std::floor(y);
    const auto column = static_cast<int64_t>(left);
    const auto row = static_cast<int64_t>(top);
    const double across = smooth(x - left);
    const double down = smooth(y - top);
    const double upper = random_at(column, row) + (random_at(column + 1, row) - random_at(column, row)) * across;
    const double lower = random_at(column, row + 1) + (random_at(column + 1, row + 1) - random_at(column, row + 1)) * across;
    return upper + (lower - upper) * down;
}

double clouds_at(double x, double y) {
    return 0.5 * noise_at(x, y) + 0.25 * noise_at(2.0 * x, 2.0 * y) + 0.15 * noise_at(4.0 * x, 4.0 * y) +
           0.1 * noise_at(8.0 * x, 8.0 * y);
}

// A wave of parabolas with the period 1, from -1 to 1.
double wave(double turns) {
    const double part = 2.0 * (turns - std::floor(turns)) - 1.0;
    return 4.0 * part * (1.0 - std::abs(part));
}

// Goes up and down between 0 and 1 as a ball that bounces.
double bounce(double turns) {
    const double part = 2.0 * (turns - std::floor(turns)) - 1.0;
    return 1.0 - part * part;
}

// Scenes get x to the right and y downwards, both in heights of the picture, and the time in seconds.

double balls(double x, double y, double wide, double time) {
    const double drift = 0.08 * time;
    const bool is_light =
        (static_cast<int64_t>(std::floor(8.0 * (x + drift))) + static_cast<int64_t>(std::floor(8.0 * y))) % 2 == 0;
    double shade = (is_light ? 0.34 : 0.24) + 0.12 * (1.0 - y);
    for (int i = 0; i < 5; ++i) {
        const double radius = 0.07 + 0.022 * i;
        const double speed = 0.11 + 0.035 * i;
        const double place = wide * (0.5 + 0.42 * wave(speed * time + 0.21 * i));
        const double height = 0.9 - radius - 0.62 * bounce((0.75 - 0.07 * i) * time + 0.37 * i);
        // The ball's shadow on the floor, wider and fainter where the ball is high.
        const double gap = 0.9 - radius - height;
        const double sx = (x - place) / (radius * (1.0 + gap));
        const double sy = (y - 0.93) / 0.03;
        if (sx * sx + sy * sy < 1.0) shade *= 1.0 - 0.5 * (1.0 - sx * sx - sy * sy) / (1.0 + 2.0 * gap);
        const double bx = (x - place) / radius;
        const double by = (y - height) / radius;
        const double inside = 1.0 - bx * bx - by * by;
        if (inside <= 0.0) continue;
        const double towards = std::sqrt(inside);
        const double light = std::max(0.0, -0.45 * bx - 0.6 * by + 0.66 * towards);
        const double glint = light * light * light * light;
        const double edge = std::min(1.0, inside * 12.0);
        shade += edge * (0.1 + 0.62 * light + 0.3 * glint * glint - shade);
    }
    return shade;
}

double hills(double x, double y, double, double time) {
    double shade = 0.86 - 0.3 * y + 0.14 * (clouds_at(1.5 * x + 0.15 * time, 3.0 * y) - 0.5);
    for (int layer = 0; layer < 4; ++layer) {
        const double nearness = 0.25 + 0.25 * layer;
        const double along = x * (2.6 - 0.4 * layer) + 0.9 * nearness * nearness * time + 17.0 * layer;
        const double top = 0.36 + 0.15 * layer - 0.2 * (clouds_at(along, 3.5 * layer) - 0.35);
        if (y <= top) continue;
        const double depth = std::min(1.0, (y - top) * 4.0);
        shade = 0.62 - 0.14 * layer + 0.1 * depth + 0.16 * (clouds_at(5.0 * along, 9.0 * (y - top)) - 0.5);
    }
    return shade;
}

double rings(double x, double y, double wide, double time) {
    const double dx = x - 0.5 * wide - 0.12 * wave(0.2 * time);
    const double dy = y - 0.5 - 0.08 * wave(0.27 * time + 0.2);
    const double distance = std::sqrt(dx * dx + dy * dy);
    const double ring = wave(5.0 * std::sqrt(distance) - 0.9 * time);
    return 0.18 + 0.3 * std::min(1.0, 2.0 * distance) + 0.26 * ring * std::min(1.0, 3.0 * distance) +
           0.12 * (clouds_at(3.0 * dx / (distance + 0.2) + 9.0, 3.0 * dy / (distance + 0.2) + 0.6 * time) - 0.5);
}

// A desk at night with one lamp that swings.
double still(double x, double y, double wide, double time) {
    const double lamp = wide * (0.62 + 0.05 * wave(0.5 * time));
    const double dx = x - lamp;
    const double dy = y - 0.34;
    const double light = 0.05 / (0.05 + dx * dx + dy * dy);
    const double wood = y > 0.68 ? 0.16 + 0.16 * clouds_at(2.0 * x, 30.0 * y) : 0.1 + 0.05 * clouds_at(3.0 * x, 3.0 * y);
    const bool is_lamp = dx * dx + dy * dy < 0.0036;
    return is_lamp ? 0.95 : wood + 0.55 * light * (y > 0.68 ? 0.9 : 0.6);
}

class clip final : public video_stream::reader {
public:
    clip(uint32_t width, uint32_t height, uint32_t bits) : format_ {width, height, bits, clip_rate, 1} {
        video::check_format(format_);
    }

    const video_format& format() const override { return format_; }
    std::optional<uint64_t> frames() const override { return clip_frames; }

    bool read(std::vector<std::byte>& luma) override {
        if (next_ >= clip_frames) return false;
        luma.resize(format_.luma_bytes());
        const double time = static_cast<double>(next_) / clip_rate;
        const double wide = static_cast<double>(format_.width) / format_.height;
        using scene_function = double (*)(double, double, double, double);
        constexpr std::array<scene_function, 5> scenes {&balls, &hills, &rings, &still, &balls};
        const auto scene = static_cast<size_t>(std::ranges::upper_bound(scene_starts, next_) - scene_starts.begin());
        // The range of video: black is 16 and white 235 with 8 bits.
        const double unit = static_cast<double>(uint32_t {1} << (format_.bits - 8));
        size_t at = 0;
        for (uint32_t row = 0; row < format_.height; ++row)
            for (uint32_t column = 0; column < format_.width; ++column) {
                const double shade = std::clamp(
                    scenes[scene]((column + 0.5) / format_.height, (row + 0.5) / format_.height, wide, time), 0.0, 1.0);
                const auto value = static_cast<uint32_t>((16.0 + 219.0 * shade) * unit + 0.5);
                luma[at++] = static_cast<std::byte>(value & 0xff);
                if (format_.bits > 8) luma[at++] = static_cast<std::byte>(value >> 8);
            }
        ++next_;
        return true;
    }

    void seek(uint64_t frame) override { next_ = frame; }

private:
    video_format format_;
    uint64_t next_ = 0;
};

}  // namespace

std::span<const uint64_t> clip_cuts() { return scene_starts; }

video_stream bundled_clip(uint32_t width, uint32_t height, uint32_t bits) {
    return video_stream(std::make_unique<clip>(width, height, bits));
}

}  // namespace ingot::media
