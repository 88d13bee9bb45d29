#include "capture/video_writer.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ingot/media/picture_file.hpp>
#include <utility>

#include "capture/output_file.hpp"
#include "process/shell_quoted.hpp"

namespace ingot::shell {

namespace {

/// The codecs that each container's players know, with the colours named: they are those of y4m_frame().
std::string encoder_command(const std::filesystem::path& file) {
    const std::string codec =
        file.extension() == ".webm" ? "-c:v libvpx-vp9 -crf 24 -b:v 0" : "-c:v libx264 -crf 16 -preset medium";
    return fmt::format(
        "ffmpeg -hide_banner -loglevel error -y -f yuv4mpegpipe -color_range tv -colorspace bt709 -color_primaries bt709 "
        "-color_trc iec61966-2-1 -i - -vf 'scale=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p {} {}",
        codec, process::shell_quoted(file.string()));
}

/// What else the program prints goes to standard error from here on: a picture must not have words in it.
std::FILE* take_standard_output() {
    std::fflush(stdout);
    std::FILE* const taken = fdopen(dup(STDOUT_FILENO), "wb");
    if (taken) dup2(STDERR_FILENO, STDOUT_FILENO);
    return taken;
}

bool is_program(video_kind of) { return of == video_kind::command || of == video_kind::encoder; }

}  // namespace

video_writer::video_writer(video_target to, extent size, frame_rate rate) : target(std::move(to)), pixels(size), pace(rate) {
    if (target.kind == video_kind::pictures) return;
    std::signal(SIGPIPE, SIG_IGN);  // a program that ends early is an error of write(), not the end of this one
    errno = 0;
    if (target.kind == video_kind::y4m_file) stream = std::fopen(target.text.c_str(), "wb");
    if (target.kind == video_kind::standard_output) stream = take_standard_output();
    if (target.kind == video_kind::command) stream = popen(target.text.c_str(), "w");
    if (target.kind == video_kind::encoder) stream = popen(encoder_command(target.text).c_str(), "w");
    if (!stream) refuse(std::strerror(errno));
    const std::string header = y4m_header(pixels, pace);
    write({reinterpret_cast<const uint8_t*>(header.data()), header.size()});
}

video_writer::~video_writer() { close(); }

std::string video_writer::name() const {
    if (target.kind == video_kind::standard_output) return "standard output";
    return target.kind == video_kind::command ? "'" + target.text + "'" : target.text;
}

void video_writer::refuse(const std::string& why) const {
    throw std::runtime_error(fmt::format("the video cannot be written to {}: {}", name(), why));
}

void video_writer::write(std::span<const uint8_t> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream) != bytes.size())
        refuse(errno == EPIPE ? "the program has ended before the video" : std::strerror(errno));
}

void video_writer::add(std::span<const uint8_t> rgb) {
    if (target.kind == video_kind::pictures)
        replace_file(numbered(target.text, written), media::encode_png(pixels.width, pixels.height, rgb));
    else
        write(y4m_frame(pixels, rgb));
    ++written;
}

int video_writer::close() {
    std::FILE* const open = std::exchange(stream, nullptr);
    if (!open) return 0;
    return is_program(target.kind) ? pclose(open) : std::fclose(open);
}

void video_writer::finish() {
    if (stream && std::fflush(stream) != 0)
        refuse(errno == EPIPE ? "the program has ended before the video" : std::strerror(errno));
    const int status = close();
    if (status == 0) return;
    if (is_program(target.kind) && WIFEXITED(status))
        refuse(fmt::format("the program ended with status {}", WEXITSTATUS(status)));
    refuse(is_program(target.kind) ? "the program was ended by a signal" : std::strerror(errno));
}

}  // namespace ingot::shell
