// Objects of OpenGL that delete themselves. Each wants the context that it was made in to be current, always.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace ingot::opengl {

/// The name of an object, owned. `kind` creates one and removes it.
template <typename kind>
class object {
public:
    object() : name(kind::create()) {}
    object(object&& other) noexcept : name(std::exchange(other.name, 0)) {}
    object& operator=(object&& other) noexcept {
        std::swap(name, other.name);
        return *this;
    }
    ~object() {
        if (name != 0) kind::remove(name);
    }

    GLuint get() const { return name; }

private:
    GLuint name;
};

/// Kinds that OpenGL generates by the dozen: glGenBuffers, glDeleteBuffers.
template <auto& generate, auto& delete_all>
struct generated {
    static GLuint create() {
        GLuint name = 0;
        generate(1, &name);
        return name;
    }
    static void remove(GLuint name) { delete_all(1, &name); }
};

struct linked_shaders {
    static GLuint create() { return glCreateProgram(); }
    static void remove(GLuint name) { glDeleteProgram(name); }
};

using buffer = object<generated<glGenBuffers, glDeleteBuffers>>;
using texture = object<generated<glGenTextures, glDeleteTextures>>;
using sampler = object<generated<glGenSamplers, glDeleteSamplers>>;
using vertex_array = object<generated<glGenVertexArrays, glDeleteVertexArrays>>;
using framebuffer = object<generated<glGenFramebuffers, glDeleteFramebuffers>>;
using renderbuffer = object<generated<glGenRenderbuffers, glDeleteRenderbuffers>>;
using query = object<generated<glGenQueries, glDeleteQueries>>;
using program = object<linked_shaders>;

}  // namespace ingot::opengl
