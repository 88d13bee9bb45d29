// What the program ffmpeg decodes. It runs without a shell and writes Y4M to a pipe.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ingot/processes/child_process.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "readers.hpp"

namespace ingot::media {

namespace {

// A file descriptor that is closed by the destructor.
class descriptor {
public:
    explicit descriptor(int number = -1) : number_(number) {}
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept {
        descriptor taken(std::move(other));
        std::swap(number_, taken.number_);
        return *this;
    }
    ~descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }

private:
    int number_;
};

// The layouts whose luma Y4M can hold as it is. ffmpeg converts all others to the nearest of them.
constexpr const char* kept_layouts =
    "format=yuv420p|yuvj420p|yuv422p|yuvj422p|yuv444p|yuvj444p|gray|yuv420p9le|yuv422p9le|yuv444p9le|yuv420p10le|yuv422p10le|"
    "yuv444p10le|gray10le|yuv420p12le|yuv422p12le|yuv444p12le|gray12le|yuv420p14le|yuv422p14le|yuv444p14le|yuv420p16le|"
    "yuv422p16le|yuv444p16le|gray16le";

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
        skipped_.resize(header_.chroma_bytes);
        if (!read_all(luma) || !read_all(skipped_)) fail_at_frame();
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
        errors_ = descriptor(::memfd_create("errors of ffmpeg", MFD_CLOEXEC));
        std::array<int, 2> ends {-1, -1};
        if (errors_.get() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0)
            video::fail(file_, fmt::format("ffmpeg cannot be started: {}", std::strerror(errno)));
        output_ = descriptor(ends[0]);
        const descriptor written(ends[1]);
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
                                                kept_layouts,
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
        output_ = descriptor();
        video::fail(file_, fmt::format("ffmpeg stopped at frame {}: {}", next_, problem()));
    }

    std::filesystem::path file_;
    descriptor errors_;
    descriptor output_;
    std::optional<processes::child_process> process_;
    video::y4m_header header_;
    std::vector<std::byte> skipped_;
    uint64_t next_ = 0;
};

}  // namespace

video_stream open_with_ffmpeg(const std::filesystem::path& file) { return video_stream(std::make_unique<ffmpeg_stream>(file)); }

}  // namespace ingot::media
