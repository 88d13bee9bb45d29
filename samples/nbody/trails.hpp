// Draws fading lines behind a few bodies, so that their orbits are visible.
#pragma once

#include <cstddef>
#include <deque>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <utility>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

/// The latest positions of all bodies, drawn as one line for each body.
class trails {
public:
    /// The largest number of bodies for which trails are drawn.
    static constexpr size_t most_bodies = 64;

    trails();

    /// Removes all trails and sets the colour of each body. For more than most_bodies bodies no trails are drawn, and
    /// is_active() returns false.
    void begin(const std::vector<glm::vec4>& lights);
    /// Adds the current positions.
    void add(const bodies& bodies);
    /// Sets closed lines that are drawn faintly besides the trails.
    void set_ellipses(std::vector<std::vector<glm::vec3>> ellipses) { ellipses_ = std::move(ellipses); }
    void draw(const canvas& canvas, float brightness) const;
    /// The positions that were added last; empty if there are none.
    std::vector<glm::vec3> latest() const { return places_.empty() ? std::vector<glm::vec3>() : places_.back(); }

    /// Are trails drawn for these bodies?
    bool is_active() const { return !colours_.empty(); }

private:
    opengl::program shaders_;
    opengl::buffer vertices_;
    opengl::vertex_array lines_;
    std::vector<glm::vec3> colours_;
    std::vector<std::vector<glm::vec3>> ellipses_;
    std::deque<std::vector<glm::vec3>> places_;  ///< positions of all bodies, the oldest first
};

}  // namespace ingot::samples
