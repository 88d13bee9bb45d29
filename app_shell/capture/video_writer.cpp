#include "capture/video_writer.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <ingot/media/picture_file.hpp>
#include <system_error>
#include <utility>

#include "capture/output_file.hpp"
#include "process/quote_for_shell.hpp"

namespace ingot::shell {

namespace {

/// Returns the ffmpeg command that encodes a file: VP9 for .webm, else H.264. Its options name the colour space that
/// y4m_frame() writes, because the Y4M header names only the range. The file is given with `file:` and an absolute path, because
/// ffmpeg would take a name such as `pipe:1.mp4` or `-n.mp4` for something else.
std::string encoder_command(const std::filesystem::path& file) {
    const std::string codec =
        file.extension() == ".webm" ? "-c:v libvpx-vp9 -crf 24 -b:v 0" : "-c:v libx264 -crf 16 -preset medium";
    return fmt::format(
        "ffmpeg -hide_banner -loglevel error -y -f yuv4mpegpipe -color_range tv -colorspace bt709 -color_primaries bt709 "
        "-color_trc iec61966-2-1 -i - -vf 'scale=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p {} {}",
        codec, process::quote_for_shell("file:" + std::filesystem::absolute(file).string()));
}

/// Returns a stream to the current standard output. Afterwards all other text that the program prints on standard output
/// goes to standard error, because text between the bytes of the video would damage the video.
std::FILE* take_standard_output() {
    std::fflush(stdout);
    std::FILE* const stream = fdopen(dup(STDOUT_FILENO), "wb");
    if (stream) dup2(STDERR_FILENO, STDOUT_FILENO);
    return stream;
}

/// The video is written to a device or a pipe directly, because it cannot be replaced by a file.
bool is_device_or_pipe(const std::filesystem::path& file) {
    std::error_code unknown;
    const std::filesystem::file_status present = std::filesystem::status(file, unknown);
    return std::filesystem::exists(present) && !std::filesystem::is_regular_file(present);
}

bool is_program(video_kind kind) { return kind == video_kind::command || kind == video_kind::encoder; }

}  // namespace

video_writer::video_writer(video_target target, extent size, frame_rate rate)
    : target_(std::move(target)), size_(size), rate_(rate) {
    if (target_.kind == video_kind::pictures) return;
    std::signal(SIGPIPE, SIG_IGN);  // if the program that reads the video ends early, write() fails with EPIPE instead
    errno = 0;
    const bool is_file = target_.kind == video_kind::y4m_file || target_.kind == video_kind::encoder;
    if (is_file && !is_device_or_pipe(target_.text)) try {
            file_.emplace(target_.text, files::permissions::usual, std::filesystem::path(target_.text).extension().string());
        } catch (const std::filesystem::filesystem_error& problem) {
            fail(files::reason_not_written(target_.text, problem.code()));
        }
    if (target_.kind == video_kind::y4m_file && !file_) stream_ = std::fopen(target_.text.c_str(), "wb");
    if (target_.kind == video_kind::standard_output) stream_ = take_standard_output();
    if (target_.kind == video_kind::command) stream_ = popen(target_.text.c_str(), "w");
    if (target_.kind == video_kind::encoder)
        stream_ = popen(encoder_command(file_ ? file_->path() : std::filesystem::path(target_.text)).c_str(), "w");
    if (!stream_ && (!file_ || target_.kind == video_kind::encoder)) fail(std::strerror(errno));
    const std::string header = y4m_header(size_, rate_);
    write({reinterpret_cast<const uint8_t*>(header.data()), header.size()});
}

video_writer::~video_writer() { close(); }

std::string video_writer::name() const {
    if (target_.kind == video_kind::standard_output) return "standard output";
    return target_.kind == video_kind::command ? "'" + target_.text + "'" : target_.text;
}

void video_writer::fail(const std::string& reason) const {
    throw std::runtime_error(fmt::format("the video cannot be written to {}: {}", name(), reason));
}

void video_writer::write(std::span<const uint8_t> bytes) {
    if (file_ && target_.kind == video_kind::y4m_file) try {
            return file_->write(std::as_bytes(bytes));
        } catch (const std::filesystem::filesystem_error& problem) {
            is_incomplete_ = true;
            fail(problem.code().message());
        }
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) == bytes.size()) return;
    is_incomplete_ = true;
    fail(errno == EPIPE ? "the program ended before all frames were written" : std::strerror(errno));
}

void video_writer::add(std::span<const uint8_t> rgb) {
    if (target_.kind == video_kind::pictures)
        replace_file(numbered_file(target_.text, pictures_), media::encode_png(size_.width, size_.height, rgb));
    else
        write(y4m_frame(size_, rgb));
    ++pictures_;
}

void video_writer::commit() {
    if (file_) try {
            file_->commit();
        } catch (const std::filesystem::filesystem_error& problem) {
            fail(problem.code().message());
        }
}

std::string video_writer::kept_part() const {
    if (file_ || pictures_ == 0) return {};
    return target_.kind == video_kind::pictures ? fmt::format("{} picture{} of the video", pictures_, pictures_ == 1 ? "" : "s")
                                                : "the first part of the video";
}

int video_writer::close() {
    std::FILE* const open = std::exchange(stream_, nullptr);
    if (!open) return 0;
    return is_program(target_.kind) ? pclose(open) : std::fclose(open);
}

void video_writer::finish() {
    if (is_incomplete_) fail("a picture is missing, because an earlier one could not be written");
    if (stream_ && std::fflush(stream_) != 0)
        fail(errno == EPIPE ? "the program ended before all frames were written" : std::strerror(errno));
    const int status = close();
    if (status == 0) return commit();
    if (is_program(target_.kind) && WIFEXITED(status)) fail(fmt::format("the program ended with status {}", WEXITSTATUS(status)));
    fail(is_program(target_.kind) ? "the program was ended by a signal" : std::strerror(errno));
}

}  // namespace ingot::shell
