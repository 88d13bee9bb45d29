// The textures that a context was given, as images of its device.
#pragma once

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "channel_copier.hpp"

namespace ingot::warp {

/// What a texture is for; says which formats it may have.
enum class texture_role { colour, depth, motion, depth_change_forward, depth_change_backward, output };

class texture_table {
public:
    explicit texture_table(const device& of) : on(of) {}

    /// The texture as an image that can be acquired; what devices have not is copied at each call. `name` is the parameter's,
    /// for the error: throws warp_error where the texture is not there, or is not of the size or a format of its role.
    shared_image& find(uint32_t texture, texture_role as, uint32_t width, uint32_t height, std::string_view name);
    void forget(uint32_t texture);

private:
    struct entry {
        GLint format = 0;
        uint32_t width = 0;
        uint32_t height = 0;
        gl_access access = gl_access::read;
        bool is_copy = false;  ///< of one channel, as a texture of one 32-bit float
        shared_image image;
    };
    entry make(uint32_t texture, texture_role as, GLint format, uint32_t width, uint32_t height);

    device on;
    std::map<std::pair<uint32_t, uint32_t>, entry> known;  ///< by name and channel
    std::unique_ptr<channel_copier> copier;
};

}  // namespace ingot::warp
