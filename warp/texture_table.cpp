#include "texture_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ingot/warp/warp_error.hpp>
#include <span>

namespace ingot::warp {

namespace {

constexpr std::array<GLint, 7> depth_formats {GL_DEPTH_COMPONENT16,  GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32,
                                              GL_DEPTH_COMPONENT32F, GL_DEPTH24_STENCIL8,  GL_DEPTH32F_STENCIL8,
                                              GL_DEPTH_COMPONENT};
constexpr std::array<GLint, 4> colour_formats {GL_RGBA8, GL_RGBA16, GL_RGBA16F, GL_RGBA32F};
constexpr std::array<GLint, 2> number_formats {GL_R16F, GL_R32F};
constexpr std::array<GLint, 4> change_formats {GL_R16F, GL_R32F, GL_RG16F, GL_RG32F};
constexpr std::array<GLint, 1> motion_formats {GL_R32UI};

bool is_depth(GLint format) { return std::ranges::find(depth_formats, format) != depth_formats.end(); }

bool fits(texture_role role, GLint format) {
    const auto is_among = [&](std::span<const GLint> formats) { return std::ranges::find(formats, format) != formats.end(); };
    switch (role) {
        case texture_role::colour:
        case texture_role::output:
            return is_among(colour_formats);
        case texture_role::depth:
            return is_among(number_formats) || is_depth(format);
        case texture_role::motion:
            return is_among(motion_formats);
        case texture_role::depth_change_forward:
        case texture_role::depth_change_backward:
            return is_among(change_formats);
    }
    return false;
}

std::string_view formats_of(texture_role role) {
    switch (role) {
        case texture_role::colour:
        case texture_role::output:
            return "GL_RGBA8, GL_RGBA16, GL_RGBA16F or GL_RGBA32F";
        case texture_role::depth:
            return "GL_R16F, GL_R32F or a depth format";
        case texture_role::motion:
            return "GL_R32UI";
        case texture_role::depth_change_forward:
        case texture_role::depth_change_backward:
            return "GL_R16F, GL_R32F, GL_RG16F or GL_RG32F";
    }
    return {};
}

// Kernels read depths and changes of depth as one 32-bit float.
bool is_number(texture_role role) {
    return role == texture_role::depth || role == texture_role::depth_change_forward ||
           role == texture_role::depth_change_backward;
}

gl_access access_for(texture_role role) { return role == texture_role::output ? gl_access::write : gl_access::read; }

// The size and internal format of a texture.
struct texture_facts {
    GLint format = 0;
    GLint width = 0;
    GLint height = 0;
};

// Queries the size and the internal format of a texture. Throws warp_error if it does not exist or is not a GL_TEXTURE_2D;
// `name` is the name of the parameter in the message.
texture_facts query_texture(uint32_t texture, std::string_view name) {
    if (glIsTexture(texture) == GL_FALSE)
        throw warp_error(INGOT_WARP_INVALID_TEXTURE,
                         fmt::format("{}: {} is not a texture of the current OpenGL context", name, texture));
    GLint before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    // Discard pending errors: then an error after glBindTexture() means that the texture is not a GL_TEXTURE_2D.
    while (glGetError() != GL_NO_ERROR) {
    }
    glBindTexture(GL_TEXTURE_2D, texture);
    const bool is_2d = glGetError() == GL_NO_ERROR;
    texture_facts facts;
    if (is_2d) {
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &facts.format);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &facts.width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &facts.height);
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
    }
    if (!is_2d) throw warp_error(INGOT_WARP_INVALID_TEXTURE, fmt::format("{}: texture {} is not a GL_TEXTURE_2D", name, texture));
    return facts;
}

}  // namespace

texture_table::entry texture_table::create_entry(uint32_t texture, texture_role role, GLint format, uint32_t width,
                                                 uint32_t height) {
    const gl_access access = access_for(role);
    if (!is_number(role) || format == GL_R32F)
        return {format, width, height, access, false, shared_image::of(device_, {texture}, access)};
    return {format, width,
            height, access,
            true,   shared_image(device_, {.format = {channel_type::float_32, 1}, .width = width, .height = height}, access)};
}

void texture_table::forget(uint32_t texture) {
    std::erase_if(entries_, [&](const auto& each) { return each.first.first == texture; });
}

shared_image& texture_table::find(uint32_t texture, texture_role role, uint32_t width, uint32_t height, std::string_view name) {
    const texture_facts facts = query_texture(texture, name);
    if (static_cast<uint32_t>(facts.width) != width || static_cast<uint32_t>(facts.height) != height)
        throw warp_error(INGOT_WARP_INVALID_TEXTURE,
                         fmt::format("{}: texture {} has {} x {} pixels, but the camera's screen has {} x {}", name, texture,
                                     facts.width, facts.height, width, height));
    if (!fits(role, facts.format))
        throw warp_error(INGOT_WARP_INVALID_TEXTURE,
                         fmt::format("{}: texture {} has the internal format 0x{:04x}; valid formats are {}", name, texture,
                                     static_cast<unsigned int>(facts.format), formats_of(role)));
    // A texture with two channels has the changes of depth of both directions: forward, then backward.
    const bool has_two = facts.format == GL_RG16F || facts.format == GL_RG32F;
    const uint32_t channel = has_two && role == texture_role::depth_change_backward ? 1 : 0;
    const std::pair key {texture, channel};
    // Create the image again if the texture's format or size changed since the last call, or if kernels read the texture then
    // and write it now, or the reverse.
    auto found = entries_.find(key);
    if (found != entries_.end() && (found->second.format != facts.format || found->second.width != width ||
                                    found->second.height != height || found->second.access != access_for(role))) {
        entries_.erase(found);
        found = entries_.end();
    }
    if (found == entries_.end()) found = entries_.emplace(key, create_entry(texture, role, facts.format, width, height)).first;
    if (found->second.is_copy) {
        if (!copier_) copier_ = std::make_unique<channel_copier>();
        copier_->copy(texture, channel, found->second.image.gl_name(), width, height);
    }
    return found->second.image;
}

}  // namespace ingot::warp
