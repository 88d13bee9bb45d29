// Reports whether an OpenGL context is current. This must be known before the first call of libepoxy, because libepoxy
// terminates the program if there is no context.
#pragma once

namespace ingot::warp {

/// Returns true if a GLX or EGL context is current in this thread. Queries only libraries that are loaded already:
/// without them there is no context.
bool has_current_context();

}  // namespace ingot::warp
