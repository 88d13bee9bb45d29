#include "run/outputs.hpp"

#include <fmt/format.h>

#include <functional>
#include <ingot/media/picture_file.hpp>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

bool written(const char* what, const char* option, const std::filesystem::path& file, const std::function<void()>& write) {
    if (file.empty()) return true;
    try {
        write();
    } catch (const std::exception& problem) {
        fmt::print(stderr, "ingot: {}: {}\n", option, problem.what());
        return false;
    }
    if (!file.string().starts_with("/dev/")) fmt::print("  {:<11} {}\n", what, file.string());
    return true;
}

void write_result(const std::filesystem::path& file, sample& of) {
    const auto format = media::format_of(file);
    if (!format) throw std::runtime_error(fmt::format("'{}': a picture's file ends with .png, .hdr or .exr", file.string()));
    const bool for_display = *format == media::picture_format::png;
    replace_file(file, media::encode_picture(for_display ? of.result_for_display() : of.result(), *format));
}

}  // namespace

bool write_outputs(const run_request& asked, const session& ran, const run_statistics& figures, extent size,
                   std::span<const uint8_t> picture) {
    bool all = written("picture", "--screenshot", asked.screenshot,
                       [&] { replace_file(asked.screenshot, media::encode_png(size.width, size.height, picture)); });
    all &= written("result", "--output", asked.output, [&] { write_result(asked.output, ran.object()); });
    all &= written("statistics", "--stats", asked.stats, [&] { replace_file(asked.stats, to_text(report(figures, ran))); });
    all &= written("trace", "--trace", asked.trace, [&] {
        replace_file(asked.trace,
                     to_text(chrome_trace(figures.recorder.traces(), ran.description().name, describe(ran.running_on()))));
    });
    all &= written("result", "--save", asked.save, [&] { ran.object().save_file(asked.save); });
    all &= written("state", "--save-state", asked.save_state, [&] { replace_file(asked.save_state, encode_state(ran.save())); });
    return all;
}

}  // namespace ingot::shell
