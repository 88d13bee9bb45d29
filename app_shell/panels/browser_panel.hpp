// The start page: a card for each sample, a search field, and the devices of this machine.
#pragma once

#include <SDL.h>

#include <ingot/sample/sample.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/device_page.hpp"
#include "panels/sample_pictures.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {

/// Do the sample's name, title and summary together contain every word of `text`? Upper and lower case are equal.
bool matches_search(const sample_description& sample, std::string_view text);

/// Returns the number of columns for `count` cards if at most `most` fit beside each other. The rows are as equal as possible:
/// 4 cards are 2 x 2 where three would fit. A card is alone in the last row only if any other number of columns needs more rows.
size_t columns_of_cards(size_t count, size_t most);

/// Draws the start page.
class browser_panel {
public:
    /// Draws the page. Returns the index of the sample that the user opened in this frame, if any. Then the search is cleared,
    /// and the sample stays selected, so that the page shows all samples when the user comes back.
    std::optional<size_t> draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                               const user_interface& interface);

    /// Draws the picture of a sample's card behind all panels, blurred, over the whole window. Draws nothing if the sample has
    /// none.
    void draw_behind(const sample_description& sample);

    /// Handles a pressed key in the next draw(): arrows move the selection, Enter opens the selected sample, Esc clears the
    /// search while its field is edited. Dear ImGui's own key state is not used because it misses a key that is pressed and
    /// released within one slow frame.
    void press(SDL_Keycode key) { pressed_keys_.push_back(key); }
    /// The words that are searched for; empty if all samples are shown.
    const std::string& search_text() const { return search_text_; }
    /// Moves the keyboard focus to the search field.
    void focus_search_field() { focus_search_ = true; }
    /// Handles Esc: closes the page about a device, or clears the search.
    void go_back() {
        if (device_page_.is_open())
            device_page_.close();
        else
            search_text_.clear();
    }

private:
    void draw_search(const user_interface& interface);
    bool handle_keys(size_t count, size_t columns);
    std::optional<size_t> draw_cards(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                     const user_interface& interface);

    sample_pictures pictures_;
    device_page device_page_;
    std::string search_text_;
    bool focus_search_ = false;
    std::vector<SDL_Keycode> pressed_keys_;
    size_t selected_ = 0;  ///< index among the cards that match the search; moved by the arrow keys
};

}  // namespace ingot::shell
