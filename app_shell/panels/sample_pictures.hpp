// The pictures of samples on the start page: the file picture.png in a sample's source folder.
#pragma once

#include <imgui.h>

#include <ingot/sample/sample.hpp>
#include <map>
#include <optional>
#include <string>

namespace ingot::shell {

/// Loads the samples' pictures as OpenGL textures when they are first drawn, and keeps them.
class sample_pictures {
public:
    sample_pictures() = default;
    sample_pictures(const sample_pictures&) = delete;
    sample_pictures& operator=(const sample_pictures&) = delete;
    ~sample_pictures();

    struct texture {
        unsigned name = 0;         ///< name of the OpenGL texture
        ImVec2 size {0.0f, 0.0f};  ///< in pixels
        ImTextureID id() const;
    };
    /// Returns the sample's picture, which the first call reads. Returns nothing if the file is missing or cannot be
    /// read.
    std::optional<texture> picture_of(const sample_description& sample);

private:
    std::map<std::string, std::optional<texture>> pictures_;
};

}  // namespace ingot::shell
