#include "settings/window_settings_store.hpp"

#include <filesystem>

namespace ingot::shell {

window_settings_store::window_settings_store(bool is_persistent, const reporter& report) : is_persistent_(is_persistent) {
    if (!is_persistent) return;
    saved_ = load_window_settings([&](const std::string& problem) {
        is_file_damaged_ = true;
        report(problem);
    });
}

void window_settings_store::save(const window_settings& at_start, const window_settings& at_end, const reporter& report) {
    if (!is_persistent_) return;
    const auto save_if_changed = [&](auto window_settings::* setting) {
        if (at_start.*setting != at_end.*setting) saved_.*setting = at_end.*setting;
    };
    save_if_changed(&window_settings::placement_of_window);
    save_if_changed(&window_settings::look);
    save_if_changed(&window_settings::ui_scale);
    save_if_changed(&window_settings::panels);
    save_if_changed(&window_settings::figures);
    save_if_changed(&window_settings::kernels);
    save_if_changed(&window_settings::hints);
    save_if_changed(&window_settings::kernels_share);

    std::error_code ignored;
    if (is_file_damaged_ && std::filesystem::exists(window_settings_file(), ignored)) return;
    is_file_damaged_ = false;
    try {
        save_window_settings(saved_);
    } catch (const std::exception& problem) {
        report(problem.what());
    }
}

}  // namespace ingot::shell
