// A clip that is computed: balls over tiles, hills that pass by, rings that grow, and a still scene in which little moves. All of
// it is made with sums, products and square roots of doubles, which are the same on every machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <thread>
#include <vector>

#include "readers.hpp"

namespace ingot::media {

namespace {

constexpr uint32_t clip_rate = 24;
constexpr uint64_t clip_frames = 240;
constexpr std::array<uint64_t, 4> scene_starts {64, 120, 176, 208};

// The largest whole number that is not larger. std::floor() is a call to a function on processors without SSE 4.1, for which this
// file is compiled.
int64_t whole_below(double x) {
    const auto towards_zero = static_cast<int64_t>(x);
    return towards_zero - (static_cast<double>(towards_zero) > x ? 1 : 0);
}

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
    const int64_t column = whole_below(x);
    const int64_t row = whole_below(y);
    const double across = smooth(x - static_cast<double>(column));
    const double down = smooth(y - static_cast<double>(row));
    const double upper_left = random_at(column, row);
    const double lower_left = random_at(column, row + 1);
    const double upper = upper_left + (random_at(column + 1, row) - upper_left) * across;
    const double lower = lower_left + (random_at(column + 1, row + 1) - lower_left) * across;
    return upper + (lower - upper) * down;
}

double clouds_at(double x, double y) {
    return 0.5 * noise_at(x, y) + 0.25 * noise_at(2.0 * x, 2.0 * y) + 0.15 * noise_at(4.0 * x, 4.0 * y) +
           0.1 * noise_at(8.0 * x, 8.0 * y);
}

// A wave of parabolas with the period 1, from -1 to 1.
double wave(double turns) {
    const double part = 2.0 * (turns - static_cast<double>(whole_below(turns))) - 1.0;
    return 4.0 * part * (1.0 - std::abs(part));
}

// Goes up and down between 0 and 1 as a ball that bounces.
double bounce(double turns) {
    const double part = 2.0 * (turns - static_cast<double>(whole_below(turns))) - 1.0;
    return 1.0 - part * part;
}

// In heights of the picture.
double width_of(const video_format& format) { return static_cast<double>(format.width) / format.height; }

// A scene at one moment, in seconds. `at` gets the column of a pixel, and its place x to the right and y downwards, both in
// heights of the picture.

class balls {
public:
    balls(const video_format& format, double time) : drift_(0.08 * time) {
        for (size_t i = 0; i < all_.size(); ++i) {
            const auto number = static_cast<double>(i);
            ball& each = all_[i];
            each.radius = 0.07 + 0.022 * number;
            const double speed = 0.11 + 0.035 * number;
            each.place = width_of(format) * (0.5 + 0.42 * wave(speed * time + 0.21 * number));
            each.height = 0.9 - each.radius - 0.62 * bounce((0.75 - 0.07 * number) * time + 0.37 * number);
            each.gap = 0.9 - each.radius - each.height;
        }
    }

    double at(uint32_t, double x, double y) const {
        const bool is_light = (whole_below(8.0 * (x + drift_)) + whole_below(8.0 * y)) % 2 == 0;
        double shade = (is_light ? 0.34 : 0.24) + 0.12 * (1.0 - y);
        for (const ball& each : all_) {
            // The ball's shadow on the floor, wider and fainter where the ball is high.
            const double sx = (x - each.place) / (each.radius * (1.0 + each.gap));
            const double sy = (y - 0.93) / 0.03;
            if (sx * sx + sy * sy < 1.0) shade *= 1.0 - 0.5 * (1.0 - sx * sx - sy * sy) / (1.0 + 2.0 * each.gap);
            const double bx = (x - each.place) / each.radius;
            const double by = (y - each.height) / each.radius;
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

private:
    struct ball {
        double radius = 1.0;
        double place = 0.0;
        double height = 0.0;
        double gap = 0.0;  ///< between the ball and the floor
    };
    double drift_;
    std::array<ball, 5> all_ {};
};

class hills {
public:
    hills(const video_format& format, double time) : time_(time) {
        for (layer& each : layers_) {
            const auto number = static_cast<double>(&each - layers_.data());
            const double nearness = 0.25 + 0.25 * number;
            for (uint32_t column = 0; column < format.width; ++column) {
                const double along =
                    (column + 0.5) / format.height * (2.6 - 0.4 * number) + 0.9 * nearness * nearness * time + 17.0 * number;
                each.along.push_back(along);
                each.top.push_back(0.36 + 0.15 * number - 0.2 * (clouds_at(along, 3.5 * number) - 0.35));
            }
        }
    }

    double at(uint32_t column, double x, double y) const {
        // The nearest hill that reaches as high hides the others.
        for (size_t i = layers_.size(); i-- > 0;) {
            const double top = layers_[i].top[column];
            if (y <= top) continue;
            const double depth = std::min(1.0, (y - top) * 4.0);
            return 0.62 - 0.14 * static_cast<double>(i) + 0.1 * depth +
                   0.16 * (clouds_at(5.0 * layers_[i].along[column], 9.0 * (y - top)) - 0.5);
        }
        return 0.86 - 0.3 * y + 0.14 * (clouds_at(1.5 * x + 0.15 * time_, 3.0 * y) - 0.5);
    }

private:
    /// A row of hills, for each column of the picture.
    struct layer {
        std::vector<double> along;
        std::vector<double> top;
    };
    double time_;
    std::array<layer, 4> layers_;
};

class rings {
public:
    rings(const video_format& format, double time) : wide_(width_of(format)), time_(time) {}

    double at(uint32_t, double x, double y) const {
        const double dx = x - 0.5 * wide_ - 0.12 * wave(0.2 * time_);
        const double dy = y - 0.5 - 0.08 * wave(0.27 * time_ + 0.2);
        const double distance = std::sqrt(dx * dx + dy * dy);
        const double ring = wave(5.0 * std::sqrt(distance) - 0.9 * time_);
        return 0.18 + 0.3 * std::min(1.0, 2.0 * distance) + 0.26 * ring * std::min(1.0, 3.0 * distance) +
               0.12 * (clouds_at(3.0 * dx / (distance + 0.2) + 9.0, 3.0 * dy / (distance + 0.2) + 0.6 * time_) - 0.5);
    }

private:
    double wide_;
    double time_;
};

// A desk at night with one lamp that swings.
class still {
public:
    still(const video_format& format, double time) : wide_(width_of(format)), time_(time) {}

    double at(uint32_t, double x, double y) const {
        const double lamp = wide_ * (0.62 + 0.05 * wave(0.5 * time_));
        const double dx = x - lamp;
        const double dy = y - 0.34;
        const double light = 0.05 / (0.05 + dx * dx + dy * dy);
        const double wood = y > 0.68 ? 0.16 + 0.16 * clouds_at(2.0 * x, 30.0 * y) : 0.1 + 0.05 * clouds_at(3.0 * x, 3.0 * y);
        const bool is_lamp = dx * dx + dy * dy < 0.0036;
        return is_lamp ? 0.95 : wood + 0.55 * light * (y > 0.68 ? 0.9 : 0.6);
    }

private:
    double wide_;
    double time_;
};

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
        switch (std::ranges::upper_bound(scene_starts, next_) - scene_starts.begin()) {
            case 1:
                draw(hills(format_, time), luma);
                break;
            case 2:
                draw(rings(format_, time), luma);
                break;
            case 3:
                draw(still(format_, time), luma);
                break;
            default:
                draw(balls(format_, time), luma);
        }
        ++next_;
        return true;
    }

    void seek(uint64_t frame) override { next_ = frame; }

private:
    // Each thread draws some of the rows.
    template <typename scene>
    void draw(const scene& shown, std::vector<std::byte>& luma) const {
        constexpr uint32_t fewest_rows = 64;
        const uint32_t parts = std::clamp(format_.height / fewest_rows, 1u, std::max(1u, std::thread::hardware_concurrency()));
        std::vector<std::future<void>> others;
        for (uint32_t part = 0; part < parts; ++part) {
            const auto first = static_cast<uint32_t>(uint64_t {format_.height} * part / parts);
            const auto end = static_cast<uint32_t>(uint64_t {format_.height} * (part + 1) / parts);
            if (part + 1 == parts)
                draw_rows(shown, first, end, luma);
            else
                others.push_back(std::async([this, &shown, &luma, first, end] { draw_rows(shown, first, end, luma); }));
        }
        for (std::future<void>& each : others) each.get();
    }

    template <typename scene>
    void draw_rows(const scene& shown, uint32_t first, uint32_t end, std::vector<std::byte>& luma) const {
        // The range of video: black is 16 and white 235 with 8 bits.
        const double unit = static_cast<double>(uint32_t {1} << (format_.bits - 8));
        size_t at = luma.size() / format_.height * first;
        for (uint32_t row = first; row < end; ++row)
            for (uint32_t column = 0; column < format_.width; ++column) {
                const double shade =
                    std::clamp(shown.at(column, (column + 0.5) / format_.height, (row + 0.5) / format_.height), 0.0, 1.0);
                const auto value = static_cast<uint32_t>((16.0 + 219.0 * shade) * unit + 0.5);
                luma[at++] = static_cast<std::byte>(value & 0xff);
                if (format_.bits > 8) luma[at++] = static_cast<std::byte>(value >> 8);
            }
    }

    video_format format_;
    uint64_t next_ = 0;
};

}  // namespace

std::span<const uint64_t> clip_cuts() { return scene_starts; }

video_stream bundled_clip(uint32_t width, uint32_t height, uint32_t bits) {
    return video_stream(std::make_unique<clip>(width, height, bits));
}

}  // namespace ingot::media
