// The first thing a person sees: a card for each sample, and the devices of this machine.
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

/// Does a sample have all words of the text in its name, title or summary? In any case of letters.
bool fits_search(const sample_description& of, std::string_view text);

class browser_panel {
public:
    /// The index of the sample that was chosen in this frame.
    std::optional<size_t> draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                               const user_interface& in);

    /// A key of the keyboard: arrows move the selection, Enter opens. Not Dear ImGui's keys: it misses one that is pressed and
    /// let go within a slow frame.
    void press(SDL_Keycode key) { pressed.push_back(key); }
    /// Puts the keyboard into the search field; empties it.
    void search() { search_wanted = true; }
    void clear_search() { sought.clear(); }

private:
    void draw_search(const user_interface& in);
    bool take_keys(size_t count, size_t columns);
    std::optional<size_t> draw_cards(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                     const user_interface& in);

    sample_pictures pictures;
    std::string sought;
    bool search_wanted = false;
    std::vector<SDL_Keycode> pressed;
    size_t selected = 0;  ///< by the arrow keys, of those that are shown
};

}  // namespace ingot::shell
