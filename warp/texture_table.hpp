// The OpenGL textures that a program passes to the library, as images of the compute device.
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

/// The use of a texture, which determines its valid formats.
enum class texture_role { colour, depth, motion, depth_change_forward, depth_change_backward, output };

/// Maps names of OpenGL textures to shared images, which it creates when a texture is used for the first time. Each warper
/// owns one table.
class texture_table {
public:
    explicit texture_table(const device& device) : device_(device) {}

    /// Returns the texture as an image that can be acquired. Depths and changes of depth in other formats than GL_R32F are
    /// copied into a texture of 32-bit floats at each call. Throws warp_error if the texture does not exist, is not a
    /// GL_TEXTURE_2D, has another size, or has a format that its role does not allow; `name` is the name of the parameter in
    /// the message.
    shared_image& find(uint32_t texture, texture_role role, uint32_t width, uint32_t height, std::string_view name);
    /// Releases the images of a texture.
    void forget(uint32_t texture);

private:
    struct entry {
        GLint format = 0;
        uint32_t width = 0;
        uint32_t height = 0;
        gl_access access = gl_access::read;
        bool is_copy = false;  ///< the image is a copy of one channel, with one 32-bit float for each pixel
        shared_image image;
    };
    entry create_entry(uint32_t texture, texture_role role, GLint format, uint32_t width, uint32_t height);

    device device_;
    std::map<std::pair<uint32_t, uint32_t>, entry> entries_;  ///< the key is the texture's name and the channel, 0 or 1
    std::unique_ptr<channel_copier> copier_;
};

}  // namespace ingot::warp
