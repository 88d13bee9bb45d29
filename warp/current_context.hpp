// Is there an OpenGL context at all? libepoxy ends the program where it is asked anything without one.
#pragma once

namespace ingot::warp {

/// True where a context of GLX or EGL is current in this thread. Loads no library that is not loaded already.
bool has_current_context();

}  // namespace ingot::warp
