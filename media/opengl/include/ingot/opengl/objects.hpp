// Owners of OpenGL objects, which delete the objects when they are destroyed. Create, use and destroy an object only
// while its OpenGL context is current.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace ingot::opengl {

/// Owns one OpenGL object, by its name (an integer). The class `kind` has the functions that create and delete the
/// object.
template <typename kind>
class object {
public:
    object() : name_(kind::create()) {}
    object(object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    object& operator=(object&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~object() {
        if (name_ != 0) kind::remove(name_);
    }

    GLuint get() const { return name_; }

private:
    GLuint name_;
};

/// A class `kind` for object<kind>. It creates and deletes objects with functions that take arrays of names, such as
/// glGenBuffers and glDeleteBuffers.
template <auto& generate, auto& delete_all>
struct array_functions {
    static GLuint create() {
        GLuint name = 0;
        generate(1, &name);
        return name;
    }
    static void remove(GLuint name) { delete_all(1, &name); }
};

/// The class `kind` of object<kind> for shader programs.
struct program_functions {
    static GLuint create() { return glCreateProgram(); }
    static void remove(GLuint name) { glDeleteProgram(name); }
};

using buffer = object<array_functions<glGenBuffers, glDeleteBuffers>>;
using texture = object<array_functions<glGenTextures, glDeleteTextures>>;
using sampler = object<array_functions<glGenSamplers, glDeleteSamplers>>;
using vertex_array = object<array_functions<glGenVertexArrays, glDeleteVertexArrays>>;
using framebuffer = object<array_functions<glGenFramebuffers, glDeleteFramebuffers>>;
using renderbuffer = object<array_functions<glGenRenderbuffers, glDeleteRenderbuffers>>;
using query = object<array_functions<glGenQueries, glDeleteQueries>>;
using program = object<program_functions>;

}  // namespace ingot::opengl
