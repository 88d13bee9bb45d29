// Reads JPEG with libjpeg (ITU-T T.81), whose implementation is libjpeg-turbo in every distribution of today.
//
// libjpeg is written in C. It reports an error by a function that must not return; here this function jumps to the last call of
// setjmp(), which does not run destructors. Therefore the functions below that call setjmp() have no local object with a
// destructor.
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <new>

// The headers of libjpeg need <cstddef> and <cstdio>, and the numbers in <jerror.h> depend on <jpeglib.h>.
// clang-format off
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include "formats.hpp"

namespace ingot::media {

namespace {

class jpeg_reader {
public:
    explicit jpeg_reader(std::span<const std::byte> bytes) : bytes_(bytes) {
        codec_.err = jpeg_std_error(&errors_);
        codec_.client_data = this;
        errors_.error_exit = &stop;
        errors_.emit_message = &handle_message;
        progress_.progress_monitor = &check_progress;
    }
    jpeg_reader(const jpeg_reader&) = delete;
    jpeg_reader& operator=(const jpeg_reader&) = delete;
    ~jpeg_reader() { jpeg_destroy_decompress(&codec_); }

    // Reads everything before the pixels. Returns false if the file is damaged.
    bool read_header() {
        if (setjmp(after_error_) != 0) return false;
        jpeg_create_decompress(&codec_);
        codec_.progress = &progress_;
        jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size());
        jpeg_read_header(&codec_, TRUE);
        codec_.out_color_space = has_black() ? JCS_CMYK : JCS_RGB;
        return true;
    }
    // Reads the pixels into `values`, channels() for each pixel, and the end of the file. Returns false if the file is damaged.
    bool read_pixels(std::span<unsigned char> values) {
        if (setjmp(after_error_) != 0) return false;
        jpeg_start_decompress(&codec_);
        const size_t row_size = size_t {codec_.output_width} * channels();
        while (codec_.output_scanline < codec_.output_height) {
            unsigned char* row = &values[codec_.output_scanline * row_size];
            jpeg_read_scanlines(&codec_, &row, 1);
        }
        jpeg_finish_decompress(&codec_);
        return true;
    }

    int width() const { return static_cast<int>(codec_.image_width); }
    int height() const { return static_cast<int>(codec_.image_height); }
    size_t channels() const { return has_black() ? 4 : 3; }
    // Does the file have the colours cyan, magenta, yellow and black?
    bool has_black() const { return codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK; }
    // Programs of Adobe, which mark the file, store the inverse of each ink.
    bool has_inverted_inks() const { return codec_.saw_Adobe_marker != 0; }
    // Throws the error for a function that returned false.
    [[noreturn]] void fail() const {
        switch (errors_.msg_code) {
            case JERR_OUT_OF_MEMORY:
                throw std::bad_alloc();
            case JERR_ARITH_NOTIMPL:
            case JERR_BAD_PRECISION:
            case JERR_CONVERSION_NOTIMPL:
            case JERR_SOF_UNSUPPORTED:
                throw picture_error("this kind of JPEG is not supported; export it as baseline or progressive with 8 bits");
            default:
                formats::fail_damaged("JPEG");
        }
    }

private:
    static jpeg_reader& reader_of(j_common_ptr codec) { return *static_cast<jpeg_reader*>(codec->client_data); }
    [[noreturn]] static void stop(j_common_ptr codec) { std::longjmp(reader_of(codec).after_error_, 1); }
    // libjpeg calls this for warnings, with the level -1, and for traces. Stops at a warning which means that pixels are missing
    // or wrong; libjpeg would fill them with grey.
    static void handle_message(j_common_ptr codec, int level) {
        if (level >= 0) return;
        switch (codec->err->msg_code) {
            case JWRN_ARITH_BAD_CODE:
            case JWRN_BOGUS_PROGRESSION:
            case JWRN_HIT_MARKER:
            case JWRN_HUFF_BAD_CODE:
            case JWRN_JPEG_EOF:
            case JWRN_MUST_RESYNC:
                stop(codec);
            default:
                break;
        }
    }
    // A progressive picture can have any number of scans, each of which changes all pixels. A small file could take hours.
    static void check_progress(j_common_ptr codec) {
        constexpr int most_scans = 500;
        if (reader_of(codec).codec_.input_scan_number > most_scans) stop(codec);
    }

    std::span<const std::byte> bytes_;
    jpeg_decompress_struct codec_ {};
    jpeg_error_mgr errors_ {};
    jpeg_progress_mgr progress_ {};
    std::jmp_buf after_error_ {};
};

// Returns the light that a pixel reflects, from the amounts of its inks (0 to 255).
pixel pixel_of_inks(const unsigned char* inks, bool inverted) {
    const auto paper = [&](size_t index) { return inverted ? unsigned {inks[index]} : 255U - inks[index]; };
    const auto light = [&](size_t index) { return decode_srgb8(static_cast<uint8_t>((paper(index) * paper(3) + 127U) / 255U)); };
    return {light(0), light(1), light(2), 1.0f};
}

}  // namespace

picture formats::decode_jpeg(std::span<const std::byte> bytes) {
    jpeg_reader reader(bytes);
    if (!reader.read_header()) reader.fail();
    check_size(reader.width(), reader.height(), bytes.size());
    picture decoded(reader.width(), reader.height());
    std::vector<unsigned char> values(decoded.pixels.size() * reader.channels());
    if (!reader.read_pixels(values)) reader.fail();
    const unsigned char* next = values.data();
    for (pixel& each : decoded.pixels) {
        each = reader.has_black() ? pixel_of_inks(next, reader.has_inverted_inks())
                                  : pixel {decode_srgb8(next[0]), decode_srgb8(next[1]), decode_srgb8(next[2]), 1.0f};
        next += reader.channels();
    }
    return apply_orientation(std::move(decoded), exif_orientation(bytes));
}

}  // namespace ingot::media
