// The start page: a card for each sample, a search field, and the devices of this machine.
#pragma once

#include <SDL.h>

#include <ingot/sample/sample.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/sample_pictures.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {

/// Do the sample's name, title and summary together contain every word of `text`? Upper and lower case are equal.
bool matches_search(const sample_description& sample, std::string_view text);

/// Draws the start page.
class browser_panel {
public:
    /// Draws the page. Returns the index of the sample that the user opened in this frame, if any.
    std::optional<size_t> draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                               const user_interface& interface);

    /// Handles a pressed key in the next draw(): arrows move the selection, Enter opens the selected sample. Dear
    /// ImGui's own key state is not used because it misses a key that is pressed and released within one slow frame.
    void press(SDL_Keycode key) { pressed_keys_.push_back(key); }
    /// Moves the keyboard focus to the search field.
    void focus_search_field() { focus_search_ = true; }
    void clear_search() { search_text_.clear(); }

private:
    void draw_search(const user_interface& interface);
    bool handle_keys(size_t count, size_t columns);
    std::optional<size_t> draw_cards(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                     const user_interface& interface);

    sample_pictures pictures_;
    std::string search_text_;
    bool focus_search_ = false;
    std::vector<SDL_Keycode> pressed_keys_;
    size_t selected_ = 0;  ///< index among the cards that match the search; moved by the arrow keys
};

}  // namespace ingot::shell
