#include "gl_texture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "gl_memory.hpp"

namespace ingot {

namespace {

// OpenGL 4.5, tables 8.12 and 8.2: internal formats for 1, 2 and 4 channels, and what the host's numbers are.
struct texture_format {
    channel_type channel;
    std::array<GLint, 3> internal;
    GLenum type;
};
constexpr texture_format texture_formats[] {
    {channel_type::unorm_8, {GL_R8, GL_RG8, GL_RGBA8}, GL_UNSIGNED_BYTE},
    {channel_type::snorm_8, {GL_R8_SNORM, GL_RG8_SNORM, GL_RGBA8_SNORM}, GL_BYTE},
    {channel_type::unorm_16, {GL_R16, GL_RG16, GL_RGBA16}, GL_UNSIGNED_SHORT},
    {channel_type::snorm_16, {GL_R16_SNORM, GL_RG16_SNORM, GL_RGBA16_SNORM}, GL_SHORT},
    {channel_type::float_16, {GL_R16F, GL_RG16F, GL_RGBA16F}, GL_HALF_FLOAT},
    {channel_type::float_32, {GL_R32F, GL_RG32F, GL_RGBA32F}, GL_FLOAT},
    {channel_type::unsigned_8, {GL_R8UI, GL_RG8UI, GL_RGBA8UI}, GL_UNSIGNED_BYTE},
    {channel_type::unsigned_16, {GL_R16UI, GL_RG16UI, GL_RGBA16UI}, GL_UNSIGNED_SHORT},
    {channel_type::unsigned_32, {GL_R32UI, GL_RG32UI, GL_RGBA32UI}, GL_UNSIGNED_INT},
    {channel_type::signed_8, {GL_R8I, GL_RG8I, GL_RGBA8I}, GL_BYTE},
    {channel_type::signed_16, {GL_R16I, GL_RG16I, GL_RGBA16I}, GL_SHORT},
    {channel_type::signed_32, {GL_R32I, GL_RG32I, GL_RGBA32I}, GL_INT},
};
constexpr std::array<uint32_t, 3> channel_counts {1, 2, 4};

struct native_format {
    GLint internal;
    GLenum format;
    GLenum type;
};

std::optional<native_format> native(pixel_format of) {
    const auto* const row = std::ranges::find(texture_formats, of.channel, &texture_format::channel);
    const auto column = std::ranges::find(channel_counts, of.channels);
    if (row == std::end(texture_formats) || column == channel_counts.end()) return {};
    const auto index = static_cast<size_t>(column - channel_counts.begin());
    constexpr std::array<GLenum, 3> numbers {GL_RED, GL_RG, GL_RGBA};
    constexpr std::array<GLenum, 3> integers {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER};
    const bool is_integer = detail::sample_of(of.channel) != sample_kind::floating;
    return native_format {row->internal[index], is_integer ? integers[index] : numbers[index], row->type};
}

std::optional<pixel_format> format_of(GLint internal) {
    for (const texture_format& one : texture_formats)
        for (size_t i = 0; i < channel_counts.size(); ++i)
            if (one.internal[i] == internal) return pixel_format {one.channel, channel_counts[i]};
    return {};
}

// Leaves the unit's texture, and how pixels are packed, as they were.
class bound {
public:
    explicit bound(GLuint object) {
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
        for (size_t i = 0; i < packing.size(); ++i) {
            glGetIntegerv(packing[i], &packed[i]);
            glPixelStorei(packing[i], packing[i] == GL_PACK_ALIGNMENT || packing[i] == GL_UNPACK_ALIGNMENT ? 1 : 0);
        }
        for (size_t i = 0; i < buffers.size(); ++i) {
            glGetIntegerv(buffer_bindings[i], &bound_buffers[i]);
            glBindBuffer(buffers[i], 0);
        }
        glBindTexture(GL_TEXTURE_2D, object);
    }
    bound(const bound&) = delete;
    bound& operator=(const bound&) = delete;
    ~bound() {
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
        for (size_t i = 0; i < packing.size(); ++i) glPixelStorei(packing[i], packed[i]);
        for (size_t i = 0; i < buffers.size(); ++i) glBindBuffer(buffers[i], static_cast<GLuint>(bound_buffers[i]));
    }

private:
    static constexpr std::array<GLenum, 8> packing {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                                    GL_PACK_SKIP_PIXELS, GL_UNPACK_ALIGNMENT,  GL_UNPACK_ROW_LENGTH,
                                                    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS};
    static constexpr std::array<GLenum, 2> buffers {GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER};
    static constexpr std::array<GLenum, 2> buffer_bindings {GL_PIXEL_PACK_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER_BINDING};
    GLint before = 0;
    std::array<GLint, packing.size()> packed {};
    std::array<GLint, buffers.size()> bound_buffers {};
};

void forget_errors() {
    while (glGetError() != GL_NO_ERROR) {
    }
}

[[noreturn]] void refuse(const char* doing, const image_description& what, const std::string& why) {
    throw error(fmt::format("{} {} in OpenGL on {}: {}", doing, to_string(what), gl_renderer(), why));
}

void check_answer(const char* doing, const image_description& what) {
    if (const GLenum answer = glGetError(); answer != GL_NO_ERROR)
        refuse(doing, what, fmt::format("it answers 0x{:04x}", static_cast<unsigned int>(answer)));
}

image_description checked(const image_description& what) {
    if (what.shape != image_shape::image_2d || what.mip_levels != 1)
        refuse("making", what, "two-dimensional images of one level are shared, no others");
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(what.width, what.height) > static_cast<uint32_t>(largest))
        refuse("making", what, fmt::format("its textures have {0} x {0} pixels at most", largest));
    if (!native(what.format)) refuse("making", what, "its formats have 1, 2 or 4 channels of 8, 16 or 32 bits");
    return what;
}

GLint level_parameter(GLenum of) {
    GLint value = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, of, &value);
    return value;
}

}  // namespace

gl_texture::gl_texture(const image_description& what) : described(checked(what)) {
    glGenTextures(1, &object);
    const bound here(object);
    forget_errors();
    const native_format as = *native(what.format);
    const auto width = static_cast<GLsizei>(what.width);
    const auto height = static_cast<GLsizei>(what.height);
    if (epoxy_gl_version() >= 42 || epoxy_has_gl_extension("GL_ARB_texture_storage"))
        glTexStorage2D(GL_TEXTURE_2D, 1, static_cast<GLenum>(as.internal), width, height);
    else
        glTexImage2D(GL_TEXTURE_2D, 0, as.internal, width, height, 0, as.format, as.type, nullptr);
    const GLint filter = detail::sample_of(what.format.channel) == sample_kind::floating ? GL_LINEAR : GL_NEAREST;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    try {
        check_answer("making", described);
    } catch (...) {
        glDeleteTextures(1, &object);
        throw;
    }
}

gl_texture::gl_texture(gl_texture_name of) : object(of.value), owned(false) {
    if (glIsTexture(object) == GL_FALSE) throw error(fmt::format("{} is no texture of the current OpenGL context", object));
    forget_errors();
    const bound here(object);
    if (glGetError() != GL_NO_ERROR) throw error(fmt::format("texture {} of OpenGL is no GL_TEXTURE_2D", object));
    const GLint internal = level_parameter(GL_TEXTURE_INTERNAL_FORMAT);
    const std::optional<pixel_format> format = format_of(internal);
    const GLint width = level_parameter(GL_TEXTURE_WIDTH);
    if (width == 0) throw error(fmt::format("texture {} of OpenGL has no pixels", object));
    if (!format)
        throw error(fmt::format("texture {} of OpenGL has the internal format 0x{:04x}, which kernels have not", object,
                                static_cast<unsigned int>(internal)));
    described = {.format = *format,
                 .width = static_cast<uint32_t>(width),
                 .height = static_cast<uint32_t>(level_parameter(GL_TEXTURE_HEIGHT))};
}

gl_texture::~gl_texture() {
    if (owned) glDeleteTextures(1, &object);
}

void gl_texture::read(std::span<std::byte> to) const {
    const bound here(object);
    forget_errors();
    const native_format as = *native(described.format);
    glGetTexImage(GL_TEXTURE_2D, 0, as.format, as.type, to.data());
    check_answer("reading", described);
}

void gl_texture::write(std::span<const std::byte> from) {
    const bound here(object);
    forget_errors();
    const native_format as = *native(described.format);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(described.width), static_cast<GLsizei>(described.height),
                    as.format, as.type, from.data());
    check_answer("writing", described);
}

}  // namespace ingot
