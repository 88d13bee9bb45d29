#include <memory>
#include <random>

#include "measurement.hpp"
#include "motion_meter.hpp"
#include "work.hpp"

namespace ingot::bench {

namespace {

using namespace ingot::samples::motion;

struct measured_video {
    measured_video(const device& device, const motion_frame& frame)
        : work_queue(device.create_queue()), kernels(device, kernel_language::ingot), meter(kernels, work_queue, frame) {
        std::mt19937 next(1);
        for (std::vector<std::byte>& each : luma) {
            each.resize(size_t {frame.width} * frame.height * (frame.bits > 8 ? 2 : 1));
            for (size_t i = 0; i < each.size(); ++i)
                each[i] = static_cast<std::byte>(frame.bits > 8 && i % 2 == 1 ? next() % (1u << (frame.bits - 8)) : next() % 256);
        }
    }
    queue work_queue;
    motion_kernels kernels;
    motion_meter meter;
    std::array<std::vector<std::byte>, 2> luma;
    uint64_t submitted = 0;
};

}  // namespace

std::vector<work> motion_work(const device& device) {
    std::vector<work> all;
    for (const uint32_t bits : {8u, 10u}) {
        const auto video = std::make_shared<measured_video>(device, motion_frame {1920, 1080, bits, 1});
        const auto run = [video] {
            take_device_seconds(video->work_queue);
            video->meter.submit(video->submitted, video->luma[video->submitted % 2]);
            ++video->submitted;
            video->meter.wait();
            return take_device_seconds(video->work_queue).kernels;
        };
        const auto result = [video] {
            const std::optional<frame_score>& latest = video->meter.latest();
            return std::vector<double> {latest ? static_cast<double>(latest->sum) : -1.0};
        };
        all.push_back({"motion 1080p, " + std::to_string(bits) + " bits", run, result, 0.0});
    }
    return all;
}

}  // namespace ingot::bench
