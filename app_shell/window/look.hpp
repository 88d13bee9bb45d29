// The look of the panels: dark or light.
#pragma once

namespace ingot::shell::theme {

enum class look { dark, light };

}  // namespace ingot::shell::theme
