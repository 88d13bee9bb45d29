#include "run/outputs.hpp"

#include <fmt/format.h>

#include <functional>
#include <ingot/media/picture_file.hpp>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

/// Calls `write`. Then prints the name of the file, unless it is below /dev, or prints the error of `write`. Returns true on
/// success, or if `file` is empty; then `write` is not called.
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

void write_result(const std::filesystem::path& file, sample& running_sample) {
    const auto format = media::find_picture_format(file);
    if (!format) throw std::runtime_error(fmt::format("'{}' is not the name of a .png, .hdr or .exr file", file.string()));
    const bool for_display = *format == media::picture_format::png;
    replace_file(file,
                 media::encode_picture(for_display ? running_sample.result_for_display() : running_sample.result(), *format));
}

}  // namespace

bool write_outputs(const run_request& request, const session& ran, const run_statistics& statistics, extent size,
                   std::span<const uint8_t> picture) {
    bool are_all_written = write_output("picture", "--screenshot", request.screenshot, [&] {
        replace_file(request.screenshot, media::encode_png(size.width, size.height, picture));
    });
    are_all_written &=
        write_output("result", "--output", request.output, [&] { write_result(request.output, ran.loaded_sample()); });
    are_all_written &= write_output("statistics", "--stats", request.stats,
                                    [&] { replace_file(request.stats, json_text(report(statistics, ran))); });
    are_all_written &= write_output("trace", "--trace", request.trace, [&] {
        replace_file(request.trace, json_text(chrome_trace(statistics.recorder.traces(), ran.description().name,
                                                           describe(ran.current_device()))));
    });
    are_all_written &= write_output("result", "--save", request.save, [&] { ran.loaded_sample().save_file(request.save); });
    are_all_written &= write_output("state", "--save-state", request.save_state,
                                    [&] { replace_file(request.save_state, encode_state(ran.save())); });
    return are_all_written;
}

}  // namespace ingot::shell
