// A vertex and a fragment shader, linked.
#pragma once

#include <epoxy/gl.h>

#include <string_view>
#include <utility>

namespace ingot::shell {

class shader_program {
public:
    /// Throws std::runtime_error with the driver's log.
    shader_program(std::string_view vertex, std::string_view fragment);
    shader_program(shader_program&& other) noexcept : linked(std::exchange(other.linked, 0)) {}
    shader_program& operator=(shader_program&&) = delete;
    ~shader_program() { glDeleteProgram(linked); }

    void use() const { glUseProgram(linked); }
    GLint uniform(const char* name) const { return glGetUniformLocation(linked, name); }

private:
    GLuint linked = 0;
};

}  // namespace ingot::shell
