#include "gl_texture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "gl_errors.hpp"
#include "gl_memory.hpp"

namespace ingot {

namespace {

// OpenGL's formats for a channel type: the internal formats for 1, 2 and 4 channels, and OpenGL's name of the type that the
// channels have in host memory (OpenGL 4.5, tables 8.12 and 8.2).
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

// The parameters of a pixel format for glTexImage2D.
struct native_format {
    GLint internal;
    GLenum format;
    GLenum type;
};

std::optional<native_format> native(pixel_format format) {
    const auto* const row = std::ranges::find(texture_formats, format.channel, &texture_format::channel);
    const auto column = std::ranges::find(channel_counts, format.channels);
    if (row == std::end(texture_formats) || column == channel_counts.end()) return {};
    const auto index = static_cast<size_t>(column - channel_counts.begin());
    constexpr std::array<GLenum, 3> numbers {GL_RED, GL_RG, GL_RGBA};
    constexpr std::array<GLenum, 3> integers {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER};
    const bool is_integer = detail::sample_of(format.channel) != sample_kind::floating;
    return native_format {row->internal[index], is_integer ? integers[index] : numbers[index], row->type};
}

// Returns the pixel format that has this internal format in OpenGL, or nothing if such textures cannot be shared.
std::optional<pixel_format> format_of(GLint internal) {
    for (const texture_format& format : texture_formats)
        for (size_t i = 0; i < channel_counts.size(); ++i)
            if (format.internal[i] == internal) return pixel_format {format.channel, channel_counts[i]};
    return {};
}

// Binds a texture, sets the packing parameters so that pixels in host memory have no gaps, and unbinds pixel buffers. The
// destructor restores the state that the context had before the constructor.
class bound {
public:
    explicit bound(GLuint object) {
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &previous_);
        for (size_t i = 0; i < packing.size(); ++i) {
            glGetIntegerv(packing[i], &packed_[i]);
            glPixelStorei(packing[i], packing[i] == GL_PACK_ALIGNMENT || packing[i] == GL_UNPACK_ALIGNMENT ? 1 : 0);
        }
        for (size_t i = 0; i < buffers.size(); ++i) {
            glGetIntegerv(buffer_bindings[i], &bound_buffers_[i]);
            glBindBuffer(buffers[i], 0);
        }
        glBindTexture(GL_TEXTURE_2D, object);
    }
    bound(const bound&) = delete;
    bound& operator=(const bound&) = delete;
    ~bound() {
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(previous_));
        for (size_t i = 0; i < packing.size(); ++i) glPixelStorei(packing[i], packed_[i]);
        for (size_t i = 0; i < buffers.size(); ++i) glBindBuffer(buffers[i], static_cast<GLuint>(bound_buffers_[i]));
    }

private:
    static constexpr std::array<GLenum, 8> packing {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                                    GL_PACK_SKIP_PIXELS, GL_UNPACK_ALIGNMENT,  GL_UNPACK_ROW_LENGTH,
                                                    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS};
    static constexpr std::array<GLenum, 2> buffers {GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER};
    static constexpr std::array<GLenum, 2> buffer_bindings {GL_PIXEL_PACK_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER_BINDING};
    GLint previous_ = 0;
    std::array<GLint, packing.size()> packed_ {};
    std::array<GLint, buffers.size()> bound_buffers_ {};
};

[[noreturn]] void fail(const char* operation, const image_description& description, const std::string& reason) {
    throw error(fmt::format("{} {} in OpenGL on {}: {}", operation, to_string(description), gl_renderer(), reason));
}

void check_error(const char* operation, const image_description& description) {
    if (const GLenum code = glGetError(); code != GL_NO_ERROR)
        fail(operation, description, fmt::format("OpenGL reports error 0x{:04x}", static_cast<unsigned int>(code)));
}

// Returns the description. Throws error if OpenGL does not support textures of this size, or if images with this shape, number
// of mip levels or format cannot be shared.
image_description checked(const image_description& description) {
    if (description.shape != image_shape::image_2d || description.mip_levels != 1)
        fail("creating", description, "only two-dimensional images with one mip level can be shared");
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(description.width, description.height) > static_cast<uint32_t>(largest))
        fail("creating", description, fmt::format("textures have at most {0} x {0} pixels", largest));
    if (!native(description.format)) fail("creating", description, "shared images have 1, 2 or 4 channels of 8, 16 or 32 bits");
    return description;
}

GLint level_parameter(GLenum parameter) {
    GLint value = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, parameter, &value);
    return value;
}

}  // namespace

gl_texture::gl_texture(const image_description& description) : description_(checked(description)) { create(); }

gl_texture::gl_texture(const image_description& description, backends::exported_memory memory)
    : description_(checked(description)), imported_(std::move(memory)) {
    create();
}

void gl_texture::create() {
    glGenTextures(1, &object_);
    const bound bound_texture(object_);
    clear_gl_errors();
    const native_format format = *native(description_.format);
    const auto width = static_cast<GLsizei>(description_.width);
    const auto height = static_cast<GLsizei>(description_.height);
    if (imported_)
        glTexStorageMem2DEXT(GL_TEXTURE_2D, 1, static_cast<GLenum>(format.internal), width, height, imported_->name(), 0);
    else if (epoxy_gl_version() >= 42 || epoxy_has_gl_extension("GL_ARB_texture_storage"))
        glTexStorage2D(GL_TEXTURE_2D, 1, static_cast<GLenum>(format.internal), width, height);
    else
        glTexImage2D(GL_TEXTURE_2D, 0, format.internal, width, height, 0, format.format, format.type, nullptr);
    const GLint filter = detail::sample_of(description_.format.channel) == sample_kind::floating ? GL_LINEAR : GL_NEAREST;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    try {
        check_error("creating", description_);
    } catch (...) {
        glDeleteTextures(1, &object_);
        throw;
    }
}

gl_texture::gl_texture(gl_texture_name name) : object_(name.value), is_owner_(false) {
    if (glIsTexture(object_) == GL_FALSE) throw error(fmt::format("{} is not a texture of the current OpenGL context", object_));
    clear_gl_errors();
    const bound bound_texture(object_);
    if (glGetError() != GL_NO_ERROR) throw error(fmt::format("texture {} of OpenGL is not a GL_TEXTURE_2D", object_));
    const GLint internal = level_parameter(GL_TEXTURE_INTERNAL_FORMAT);
    const std::optional<pixel_format> format = format_of(internal);
    const GLint width = level_parameter(GL_TEXTURE_WIDTH);
    if (width == 0) throw error(fmt::format("texture {} of OpenGL has no pixels", object_));
    if (!format)
        throw error(fmt::format("texture {} of OpenGL has the internal format 0x{:04x}, which cannot be shared", object_,
                                static_cast<unsigned int>(internal)));
    description_ = {.format = *format,
                    .width = static_cast<uint32_t>(width),
                    .height = static_cast<uint32_t>(level_parameter(GL_TEXTURE_HEIGHT))};
}

gl_texture::~gl_texture() {
    if (is_owner_) glDeleteTextures(1, &object_);
}

void gl_texture::read(std::span<std::byte> destination) const {
    const bound bound_texture(object_);
    clear_gl_errors();
    const native_format format = *native(description_.format);
    glGetTexImage(GL_TEXTURE_2D, 0, format.format, format.type, destination.data());
    check_error("reading", description_);
}

void gl_texture::write(std::span<const std::byte> source) {
    const bound bound_texture(object_);
    clear_gl_errors();
    const native_format format = *native(description_.format);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(description_.width), static_cast<GLsizei>(description_.height),
                    format.format, format.type, source.data());
    check_error("writing", description_);
}

bool gl_texture::is_complete() const {
    const bound bound_texture(object_);
    const auto parameter = [](GLenum name) {
        GLint value = 0;
        glGetTexParameteriv(GL_TEXTURE_2D, name, &value);
        return value;
    };
    const GLint smaller = parameter(GL_TEXTURE_MIN_FILTER);
    const bool is_real = detail::sample_of(description_.format.channel) == sample_kind::floating;
    const bool reads_nearest = smaller == GL_NEAREST || smaller == GL_NEAREST_MIPMAP_NEAREST;
    if (!is_real && (!reads_nearest || parameter(GL_TEXTURE_MAG_FILTER) != GL_NEAREST)) return false;
    if (smaller == GL_NEAREST || smaller == GL_LINEAR || parameter(GL_TEXTURE_MAX_LEVEL) == 0) return true;
    const bool has_immutable_levels = epoxy_gl_version() >= 42 || epoxy_has_gl_extension("GL_ARB_texture_storage");
    return has_immutable_levels && parameter(GL_TEXTURE_IMMUTABLE_FORMAT) != 0;
}

void gl_texture::copy_from(const gl_texture& source) {
    glCopyImageSubData(source.object_, GL_TEXTURE_2D, 0, 0, 0, 0, object_, GL_TEXTURE_2D, 0, 0, 0, 0,
                       static_cast<GLsizei>(description_.width), static_cast<GLsizei>(description_.height), 1);
}

}  // namespace ingot
