// Reads PNG with libpng (the PNG specification, third edition).
//
// libpng is written in C. It reports an error by a long jump to the last call of setjmp(), which does not run destructors.
// Therefore the functions below that call setjmp() have no local object with a destructor.
#include <png.h>

#include <bit>
#include <csetjmp>
#include <cstring>
#include <new>

#include "formats.hpp"

namespace ingot::media {

namespace {

class png_reader {
public:
    explicit png_reader(std::span<const std::byte> bytes)
        : rest_(bytes), codec_(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &stop, &ignore_warning)) {
        if (codec_) info_ = png_create_info_struct(codec_);
        if (!info_) {
            png_destroy_read_struct(&codec_, nullptr, nullptr);
            throw std::bad_alloc();
        }
        png_set_read_fn(codec_, &rest_, &read_bytes);
        // check_size() limits the number of pixels. A text or a colour profile may need 8 MiB.
        constexpr png_uint_32 any_size = 0x7fffffff;
        png_set_user_limits(codec_, any_size, any_size);
        png_set_chunk_malloc_max(codec_, png_alloc_size_t {8} << 20U);
    }
    png_reader(const png_reader&) = delete;
    png_reader& operator=(const png_reader&) = delete;
    ~png_reader() { png_destroy_read_struct(&codec_, &info_, nullptr); }

    // Reads everything before the pixels. Returns false if the file is damaged.
    bool read_header() {
        if (setjmp(png_jmpbuf(codec_)) != 0) return false;
        png_read_info(codec_, info_);
        // Give each pixel red, green, blue and alpha of 8 bits, or of 16 bits in the byte order of this machine.
        png_set_expand(codec_);
        png_set_gray_to_rgb(codec_);
        png_set_add_alpha(codec_, 0xffff, PNG_FILLER_AFTER);
        if (std::endian::native == std::endian::little && has_16_bits()) png_set_swap(codec_);
        png_set_interlace_handling(codec_);
        return true;
    }
    // Reads the pixels into rows of 4 * width() values, and the end of the file. Returns false if the file is damaged.
    bool read_rows(std::span<png_bytep> rows) {
        if (setjmp(png_jmpbuf(codec_)) != 0) return false;
        png_read_update_info(codec_, info_);
        png_read_image(codec_, rows.data());
        png_read_end(codec_, nullptr);
        return true;
    }

    int width() const { return static_cast<int>(png_get_image_width(codec_, info_)); }
    int height() const { return static_cast<int>(png_get_image_height(codec_, info_)); }
    bool has_16_bits() const { return png_get_bit_depth(codec_, info_) == 16; }
    // Throws the error for a function that returned false.
    [[noreturn]] void fail() const {
        if (is_out_of_memory_) throw std::bad_alloc();
        formats::fail_damaged("PNG");
    }

private:
    static void read_bytes(png_structp codec, png_bytep target, size_t count) {
        auto& rest = *static_cast<std::span<const std::byte>*>(png_get_io_ptr(codec));
        if (count > rest.size()) png_error(codec, "truncated");
        std::memcpy(target, rest.data(), count);
        rest = rest.subspan(count);
    }
    [[noreturn]] static void stop(png_structp codec, png_const_charp message) {
        static_cast<png_reader*>(png_get_error_ptr(codec))->is_out_of_memory_ = std::strcmp(message, "Out of memory") == 0;
        png_longjmp(codec, 1);
    }
    static void ignore_warning(png_structp, png_const_charp) {}

    std::span<const std::byte> rest_;  // the bytes that are not read yet
    png_structp codec_ = nullptr;
    png_infop info_ = nullptr;
    bool is_out_of_memory_ = false;
};

// Reads the pixels as values of type `Value`. `to_light` converts a value to linear light, and `to_alpha` converts a value to
// alpha.
template <typename Value, typename Light, typename Alpha>
picture read_pixels(png_reader& reader, Light to_light, Alpha to_alpha) {
    picture decoded(reader.width(), reader.height());
    std::vector<Value> values(4 * decoded.pixels.size());
    std::vector<png_bytep> rows(static_cast<size_t>(decoded.height));
    for (size_t y = 0; y < rows.size(); ++y)
        rows[y] = reinterpret_cast<png_bytep>(&values[4 * y * static_cast<size_t>(decoded.width)]);
    if (!reader.read_rows(rows)) reader.fail();
    const Value* next = values.data();
    for (pixel& each : decoded.pixels) {
        each = {to_light(next[0]), to_light(next[1]), to_light(next[2]), to_alpha(next[3])};
        next += 4;
    }
    return decoded;
}

}  // namespace

picture formats::decode_png(std::span<const std::byte> bytes) {
    png_reader reader(bytes);
    if (!reader.read_header()) reader.fail();
    check_size(reader.width(), reader.height(), bytes.size());
    if (reader.has_16_bits())
        return read_pixels<uint16_t>(
            reader, [](uint16_t value) { return decode_srgb(static_cast<float>(value) / 65535.0f); },
            [](uint16_t value) { return static_cast<float>(value) / 65535.0f; });
    return read_pixels<uint8_t>(reader, &decode_srgb8, [](uint8_t value) { return static_cast<float>(value) / 255.0f; });
}

}  // namespace ingot::media
