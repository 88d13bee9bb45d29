// What the program ffmpeg decodes. It runs without a shell and writes Y4M to a pipe.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/processes/child_process.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "readers.hpp"

namespace ingot::media {

namespace {

// Converts all other layouts to the nearest of these, which have a grey layout of the same number of bits in Y4M, and passes on
// the luma alone. (With its chroma, ffmpeg 5.1 writes rows that are a byte too short if the width is odd and samples have two
// bytes.)
constexpr const char* luma_filter =
    "format=yuv420p|yuvj420p|yuv422p|yuvj422p|yuv444p|yuvj444p|gray|yuv420p9le|yuv422p9le|yuv444p9le|yuv420p10le|yuv422p10le|"
    "yuv444p10le|gray10le|yuv420p12le|yuv422p12le|yuv444p12le|gray12le|yuv420p16le|yuv422p16le|yuv444p16le|gray16le,"
    "extractplanes=y";

class ffmpeg_stream final : public video_stream::reader {
public:
    explicit ffmpeg_stream(std::filesystem::path file) : file_(std::move(file)) {
        const video::regular_file present(file_);  // names the problem of a missing file as the other readers do
        start();
    }

    const video_format& format() const override { return header_.format; }
    std::optional<uint64_t> frames() const override { return std::nullopt; }

    bool read(std::vector<std::byte>& luma) override {
        const std::optional<std::string> line = read_line();
        if (!line) {
            if (const processes::process_end end = process_->wait(); end.by_signal || end.number != 0) fail_at_frame();
            return false;
        }
        if (!line->starts_with("FRAME")) fail_at_frame();
        luma.resize(header_.format.luma_bytes());
        if (!read_all(luma)) fail_at_frame();
        ++next_;
        return true;
    }

    void seek(uint64_t frame) override {
        if (frame < next_) start();
        std::vector<std::byte> luma;
        while (next_ < frame && read(luma)) {
        }
    }

private:
    // Starts ffmpeg at the first frame. The pipe's end for writing must be closed here before the first read, which would
    // otherwise wait for ever if ffmpeg writes nothing.
    void start() {
        process_.reset();
        next_ = 0;
        launch();
        const std::optional<std::string> line = read_line();
        if (!line) video::fail(file_, "ffmpeg finds no video in it: " + problem());
        try {
            header_ = video::parse_y4m_header(*line);
        } catch (const std::invalid_argument& reason) {
            video::fail(file_, std::string("of what ffmpeg decodes, ") + reason.what());
        }
    }

    void launch() {
        files::file_descriptor written;
        try {
            errors_ = files::create_unnamed_file();
            auto [readable, writable] = files::create_pipe();
            output_ = std::move(readable);
            written = std::move(writable);
        } catch (const std::system_error& reason) {
            video::fail(file_, fmt::format("ffmpeg cannot be started: {}", reason.what()));
        }
        // With `file:` and an absolute path, no name of a file is taken for something else.
        const std::vector<std::string> command {"ffmpeg",
                                                "-hide_banner",
                                                "-nostdin",
                                                "-loglevel",
                                                "error",
                                                "-i",
                                                "file:" + std::filesystem::absolute(file_).string(),
                                                "-map",
                                                "0:v:0",
                                                "-vf",
                                                luma_filter,
                                                "-strict",
                                                "-1",
                                                "-f",
                                                "yuv4mpegpipe",
                                                "-"};
        try {
            process_.emplace(command, processes::output_descriptors {written.get(), errors_.get()});
        } catch (const std::system_error& reason) {
            video::fail(
                file_,
                fmt::format("files other than .y4m and .yuv are decoded by the program ffmpeg, which cannot be started: {}",
                            reason.code().message()));
        }
    }

    // Returns false at the end of the pipe.
    bool read_all(std::span<std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t count = ::read(output_.get(), bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            bytes = bytes.subspan(static_cast<size_t>(count));
        }
        return true;
    }

    // Reads a line without its newline. Returns nothing at the end of the pipe.
    std::optional<std::string> read_line() {
        std::string line;
        for (std::byte letter {}; line.size() < video::longest_y4m_line; line += static_cast<char>(letter)) {
            if (!read_all({&letter, 1})) return std::nullopt;
            if (letter == std::byte {'\n'}) return line;
        }
        return line;
    }

    // Returns the first line that ffmpeg wrote to its standard error stream.
    std::string problem() {
        process_->wait();
        std::array<char, 512> text {};
        const ssize_t count = ::pread(errors_.get(), text.data(), text.size(), 0);
        std::string line(text.data(), count > 0 ? static_cast<size_t>(count) : 0);
        line.resize(std::min(line.find('\n'), line.size()));
        return line.empty() ? "it gives no reason" : line;
    }

    // The pipe is closed first: ffmpeg then ends, also if it had more to write.
    [[noreturn]] void fail_at_frame() {
        output_.close();
        video::fail(file_, fmt::format("ffmpeg stopped at frame {}: {}", next_, problem()));
    }

    std::filesystem::path file_;
    files::file_descriptor errors_;
    files::file_descriptor output_;
    std::optional<processes::child_process> process_;
    video::y4m_header header_;
    uint64_t next_ = 0;
};

}  // namespace

video_stream open_with_ffmpeg(const std::filesystem::path& file) { return video_stream(std::make_unique<ffmpeg_stream>(file)); }

}  // namespace ingot::media
