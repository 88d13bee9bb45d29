// Reads and writes OpenEXR with the OpenEXR library, from and to memory.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "formats.hpp"

namespace ingot::media {

namespace {

class reading_stream final : public Imf::IStream {
public:
    explicit reading_stream(std::span<const std::byte> source) : Imf::IStream("picture"), bytes_(source) {}
    bool read(char destination[], int count) override {
        if (count < 0 || static_cast<uint64_t>(count) > bytes_.size() - position_) throw picture_error("the file is truncated");
        std::memcpy(destination, bytes_.data() + position_, static_cast<size_t>(count));
        position_ += static_cast<uint64_t>(count);
        return position_ < bytes_.size();
    }
    uint64_t tellg() override { return position_; }
    void seekg(uint64_t position) override {
        if (position > bytes_.size()) throw picture_error("the file is truncated");
        position_ = position;
    }

private:
    std::span<const std::byte> bytes_;
    uint64_t position_ = 0;
};

class writing_stream final : public Imf::OStream {
public:
    writing_stream() : Imf::OStream("picture") {}
    void write(const char source[], int count) override {
        const auto size = static_cast<size_t>(count);
        if (contents_.size() < position_ + size) contents_.resize(position_ + size);
        std::memcpy(contents_.data() + position_, source, size);
        position_ += size;
    }
    uint64_t tellp() override { return position_; }
    void seekp(uint64_t position) override { position_ = position; }
    std::vector<std::byte> take() { return std::move(contents_); }

private:
    std::vector<std::byte> contents_;
    uint64_t position_ = 0;
};

// Describes one channel of a picture to the OpenEXR library. `window` is the picture's rectangle in the file's
// coordinates. `fill` is the value of all pixels if the file does not have the channel.
Imf::Slice slice_of(float pixel::* channel, picture& target, const Imath::Box2i& window, double fill = 0.0) {
    const auto row = sizeof(pixel) * static_cast<size_t>(target.width);
    // The library expects the address that the pixel (0, 0) of the file's coordinates would have. The file decides how far
    // that is from the first pixel, so the address is computed with unsigned numbers, which wrap around.
    const auto first = reinterpret_cast<uintptr_t>(&(target.pixels.front().*channel));
    const uintptr_t base =
        first - static_cast<uintptr_t>(window.min.x) * sizeof(pixel) - static_cast<uintptr_t>(window.min.y) * row;
    return {Imf::FLOAT, reinterpret_cast<char*>(base), sizeof(pixel), row, 1, 1, fill};
}

// Converts colours that are multiplied by alpha, as OpenEXR stores them, to ones that are not.
void divide_by_alpha(picture& multiplied) {
    for (pixel& each : multiplied.pixels) {
        if (!(each.alpha > 0.0f) || each.alpha == 1.0f) continue;
        each.red /= each.alpha;
        each.green /= each.alpha;
        each.blue /= each.alpha;
    }
}

}  // namespace

picture formats::decode_exr(std::span<const std::byte> bytes) {
    reading_stream stream(bytes);
    Imf::InputFile file(stream, 0);
    const Imath::Box2i window = file.header().dataWindow();
    check_size(int64_t {window.max.x} - window.min.x + 1, int64_t {window.max.y} - window.min.y + 1, bytes.size());
    const Imf::ChannelList& channels = file.header().channels();
    const bool grey = channels.findChannel("R") == nullptr && channels.findChannel("Y") != nullptr;
    if (!grey && !channels.findChannel("R") && !channels.findChannel("G") && !channels.findChannel("B"))
        throw picture_error("the file has neither colours (R, G, B) nor luminance (Y)");
    for (auto each = channels.begin(); each != channels.end(); ++each)
        if (each.channel().xSampling != 1 || each.channel().ySampling != 1)
            throw picture_error(fmt::format("the file's channel {} is subsampled, which is not supported", each.name()));

    picture decoded(window.max.x - window.min.x + 1, window.max.y - window.min.y + 1);
    Imf::FrameBuffer target;
    target.insert(grey ? "Y" : "R", slice_of(&pixel::red, decoded, window));
    if (!grey) target.insert("G", slice_of(&pixel::green, decoded, window));
    if (!grey) target.insert("B", slice_of(&pixel::blue, decoded, window));
    target.insert("A", slice_of(&pixel::alpha, decoded, window, 1.0));
    file.setFrameBuffer(target);
    file.readPixels(window.min.y, window.max.y);
    if (grey)
        for (pixel& each : decoded.pixels) each.green = each.blue = each.red;
    divide_by_alpha(decoded);
    return decoded;
}

std::vector<std::byte> formats::encode_exr(const picture& source) {
    picture multiplied = source;
    const bool with_alpha = has_alpha(source);
    Imf::Header header(source.width, source.height);
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
        file.writePixels(source.height);
    }
    return out.take();
}

}  // namespace ingot::media
