// Where a few bodies were: fading lines behind them, so that orbits can be seen.
#pragma once

#include <cstddef>
#include <deque>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

class trails {
public:
    /// More bodies than this have none.
    static constexpr size_t most_bodies = 64;

    trails();

    /// Forgets all, and takes the colour of each body.
    void begin(const std::vector<glm::vec4>& lights);
    /// Adds where the bodies are now.
    void add(const bodies& now);
    void draw(const canvas& into, float brightness) const;

    bool wanted() const { return !colours.empty(); }

private:
    opengl::program shaders;
    opengl::buffer vertices;
    opengl::vertex_array lines;
    std::vector<glm::vec3> colours;
    std::deque<std::vector<glm::vec3>> places;  ///< of all bodies, the oldest first
};

}  // namespace ingot::samples
