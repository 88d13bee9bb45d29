// OpenEXR by its own library, from memory and into memory.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <fmt/format.h>

#include <cstring>

#include "formats.hpp"

namespace ingot::media {

namespace {

class reading_stream final : public Imf::IStream {
public:
    explicit reading_stream(std::span<const std::byte> from) : Imf::IStream("picture"), bytes(from) {}
    bool read(char to[], int count) override {
        if (count < 0 || static_cast<uint64_t>(count) > bytes.size() - at) throw picture_error("the file is truncated");
        std::memcpy(to, bytes.data() + at, static_cast<size_t>(count));
        at += static_cast<uint64_t>(count);
        return at < bytes.size();
    }
    uint64_t tellg() override { return at; }
    void seekg(uint64_t to) override {
        if (to > bytes.size()) throw picture_error("the file is truncated");
        at = to;
    }

private:
    std::span<const std::byte> bytes;
    uint64_t at = 0;
};

class writing_stream final : public Imf::OStream {
public:
    writing_stream() : Imf::OStream("picture") {}
    void write(const char from[], int count) override {
        const auto size = static_cast<size_t>(count);
        if (written.size() < at + size) written.resize(at + size);
        std::memcpy(written.data() + at, from, size);
        at += size;
    }
    uint64_t tellp() override { return at; }
    void seekp(uint64_t to) override { at = to; }
    std::vector<std::byte> take() { return std::move(written); }

private:
    std::vector<std::byte> written;
    uint64_t at = 0;
};

/// One channel of pixels that begin at `origin` of the file's coordinates.
Imf::Slice slice_of(float pixel::* channel, picture& in, const Imath::Box2i& window, double fill = 0.0) {
    const auto row = static_cast<std::ptrdiff_t>(sizeof(pixel)) * in.width;
    char* const first = reinterpret_cast<char*>(&(in.pixels.front().*channel));
    // As the library's own example has it: the address that pixel (0, 0) would have.
    char* const base = first - window.min.x * static_cast<std::ptrdiff_t>(sizeof(pixel)) - window.min.y * row;
    return {Imf::FLOAT, base, sizeof(pixel), static_cast<size_t>(row), 1, 1, fill};
}

void divide_by_alpha(picture& in) {
    for (pixel& each : in.pixels) {
        if (!(each.alpha > 0.0f) || each.alpha == 1.0f) continue;
        each.red /= each.alpha;
        each.green /= each.alpha;
        each.blue /= each.alpha;
    }
}

}  // namespace

picture formats::decode_exr(std::span<const std::byte> bytes) {
    reading_stream in(bytes);
    Imf::InputFile file(in, 0);
    const Imath::Box2i window = file.header().dataWindow();
    require_readable_size(int64_t {window.max.x} - window.min.x + 1, int64_t {window.max.y} - window.min.y + 1);
    const Imf::ChannelList& channels = file.header().channels();
    const bool grey = channels.findChannel("R") == nullptr && channels.findChannel("Y") != nullptr;
    if (!grey && !channels.findChannel("R") && !channels.findChannel("G") && !channels.findChannel("B"))
        throw picture_error("the file has neither colours (R, G, B) nor luminance (Y)");
    for (auto each = channels.begin(); each != channels.end(); ++each)
        if (each.channel().xSampling != 1 || each.channel().ySampling != 1)
            throw picture_error(
                fmt::format("the file's channel {} has fewer samples than pixels, which is not read", each.name()));

    picture made(window.max.x - window.min.x + 1, window.max.y - window.min.y + 1);
    Imf::FrameBuffer into;
    into.insert(grey ? "Y" : "R", slice_of(&pixel::red, made, window));
    if (!grey) into.insert("G", slice_of(&pixel::green, made, window));
    if (!grey) into.insert("B", slice_of(&pixel::blue, made, window));
    into.insert("A", slice_of(&pixel::alpha, made, window, 1.0));
    file.setFrameBuffer(into);
    file.readPixels(window.min.y, window.max.y);
    if (grey)
        for (pixel& each : made.pixels) each.green = each.blue = each.red;
    divide_by_alpha(made);
    return made;
}

std::vector<std::byte> formats::encode_exr(const picture& from) {
    picture multiplied = from;
    const bool with_alpha = has_alpha(from);
    Imf::Header header(from.width, from.height);
    Imf::FrameBuffer pixels;
    const auto add = [&](const char* name, float pixel::* channel) {
        header.channels().insert(name, Imf::Channel(Imf::FLOAT));
        pixels.insert(name, slice_of(channel, multiplied, header.dataWindow()));
    };
    add("R", &pixel::red);
    add("G", &pixel::green);
    add("B", &pixel::blue);
    if (with_alpha) {
        add("A", &pixel::alpha);
        for (pixel& each : multiplied.pixels)
            each = {each.red * each.alpha, each.green * each.alpha, each.blue * each.alpha, each.alpha};
    }
    header.compression() = Imf::ZIP_COMPRESSION;
    writing_stream out;
    {
        Imf::OutputFile file(out, header, 0);
        file.setFrameBuffer(pixels);
        file.writePixels(from.height);
    }
    return out.take();
}

}  // namespace ingot::media
