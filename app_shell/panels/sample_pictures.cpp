#include "panels/sample_pictures.hpp"

#include <epoxy/gl.h>

#include <cstdint>
#include <ingot/media/picture_file.hpp>

namespace ingot::shell {

namespace {

std::optional<sample_pictures::texture> upload(const std::filesystem::path& file) try {
    const media::picture picture = media::read_picture(file);
    const auto rgb = media::to_srgb8(picture);
    sample_pictures::texture texture {0, {static_cast<float>(picture.width), static_cast<float>(picture.height)}};
    glGenTextures(1, &texture.name);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, picture.width, picture.height, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
    glGenerateMipmap(GL_TEXTURE_2D);  // a card can be smaller than its picture
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return texture;
} catch (const std::exception&) {
    return std::nullopt;
}

}  // namespace

ImTextureID sample_pictures::texture::id() const { return reinterpret_cast<ImTextureID>(static_cast<intptr_t>(name)); }

sample_pictures::~sample_pictures() {
    for (const auto& [sample, each] : pictures_)
        if (each) glDeleteTextures(1, &each->name);
}

std::optional<sample_pictures::texture> sample_pictures::picture_of(const sample_description& sample) {
    const auto found = pictures_.find(sample.name);
    if (found != pictures_.end()) return found->second;
    const auto file = sample.folder / "picture.png";
    std::error_code ignored;
    const bool is_there = !sample.folder.empty() && std::filesystem::exists(file, ignored);
    return pictures_.emplace(sample.name, is_there ? upload(file) : std::nullopt).first->second;
}

}  // namespace ingot::shell
