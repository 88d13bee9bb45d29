#include "run/outputs.hpp"

#include <fmt/format.h>

#include <functional>
#include <ingot/media/picture_file.hpp>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

/// Calls `write` and prints the name of the file, or prints the error. Returns true on success, or if `file` is empty.
bool write_output(const char* description, const char* option, const std::filesystem::path& file,
                  const std::function<void()>& write) {
    if (file.empty()) return true;
    try {
        write();
    } catch (const std::exception& problem) {
        fmt::print(stderr, "ingot: {}: {}\n", option, problem.what());
        return false;
    }
    if (!file.string().starts_with("/dev/")) fmt::print("  {:<11} {}\n", description, file.string());
    return true;
}

void write_result(const std::filesystem::path& file, sample& of) {
    const auto format = media::find_picture_format(file);
    if (!format) throw std::runtime_error(fmt::format("'{}' is not the name of a .png, .hdr or .exr file", file.string()));
    const bool for_display = *format == media::picture_format::png;
    replace_file(file, media::encode_picture(for_display ? of.result_for_display() : of.result(), *format));
}

}  // namespace

bool write_outputs(const run_request& asked, const session& ran, const run_statistics& statistics, extent size,
                   std::span<const uint8_t> picture) {
    bool all = write_output("picture", "--screenshot", asked.screenshot,
                            [&] { replace_file(asked.screenshot, media::encode_png(size.width, size.height, picture)); });
    all &= write_output("result", "--output", asked.output, [&] { write_result(asked.output, ran.loaded_sample()); });
    all &= write_output("statistics", "--stats", asked.stats,
                        [&] { replace_file(asked.stats, json_text(report(statistics, ran))); });
    all &= write_output("trace", "--trace", asked.trace, [&] {
        replace_file(asked.trace, json_text(chrome_trace(statistics.recorder.traces(), ran.description().name,
                                                         describe(ran.current_device()))));
    });
    all &= write_output("result", "--save", asked.save, [&] { ran.loaded_sample().save_file(asked.save); });
    all &= write_output("state", "--save-state", asked.save_state,
                        [&] { replace_file(asked.save_state, encode_state(ran.save())); });
    return all;
}

}  // namespace ingot::shell
