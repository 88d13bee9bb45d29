// The pictures of samples in the browser: picture.png beside a sample's sources.
#pragma once

#include <imgui.h>

#include <ingot/sample/sample.hpp>
#include <map>
#include <optional>
#include <string>

namespace ingot::shell {

class sample_pictures {
public:
    sample_pictures() = default;
    sample_pictures(const sample_pictures&) = delete;
    sample_pictures& operator=(const sample_pictures&) = delete;
    ~sample_pictures();

    struct texture {
        unsigned name = 0;
        ImVec2 size {0.0f, 0.0f};
        ImTextureID id() const;
    };
    /// Read when it is first asked for. Nothing where there is none, or it cannot be read: a browser without one goes on.
    std::optional<texture> of(const sample_description& which);

private:
    std::map<std::string, std::optional<texture>> read;
};

}  // namespace ingot::shell
