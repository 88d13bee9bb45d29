// Strokes of the mouse that a sample acts on, and files with them, from which a run repeats them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/language/vector.hpp>
#include <ingot/sample/state.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// A piece of the mouse's path with its button held, in the sample's own coordinates.
struct drawn_stroke {
    uint64_t step = 0;     ///< the step in which it acts, counted from 0
    uint32_t tool = 0;     ///< index in stroke_format::tools
    uint32_t pigment = 0;  ///< less than stroke_format::pigments, or 0
    float3 from {};
    float radius = 0.0f;
    float3 to {};
    uint32_t unused = 0;
    float3 eye {};  ///< of the camera, if stroke_format::has_eye
    uint32_t unused_too = 0;
    friend bool operator==(const drawn_stroke& a, const drawn_stroke& b) {
        return a.step == b.step && a.tool == b.tool && a.pigment == b.pigment && all(a.from == b.from) && all(a.to == b.to) &&
               a.radius == b.radius && all(a.eye == b.eye);
    }
};

/// How a sample's files of strokes look. Each line is
///
///     STEP TOOL X Y X Y RADIUS
///
/// with a Z after each Y in space, with the place of the EYE (X Y Z) if strokes act along rays from it, and with a PIGMENT at the
/// end if there are several. Empty lines and lines that begin with # are skipped, and the steps must not decrease.
struct stroke_format {
    std::vector<std::string_view> tools;
    std::string_view unit;  ///< for people: "metres from the lower left corner"
    bool is_in_space = false;
    uint32_t pigments = 1;
    bool has_eye = false;
};

/// Reads a file of strokes. Throws std::runtime_error, whose message names the file, the line and what is wrong.
std::vector<drawn_stroke> read_strokes(const std::filesystem::path& file, const stroke_format& format);

/// Returns the text of a file that read_strokes() reads as the same strokes.
std::string strokes_text(std::span<const drawn_stroke> strokes, const stroke_format& format);

/// Returns the strokes as a short text for a command line, which read_drawing() reads as the same strokes. All lengths are
/// rounded to 0.0001, as those in a stroke_record are, and written as multiples of that. Strokes that continue each other are a
/// path:
///
///     TOOL_RADIUS_STEP,X,Y_STEPS,DX,DY_STEPS,DX,DY…      ink_300_12,5000,5000_0,100,0_1,120,-8
///
/// A path begins in a step at a place, and each piece of it is so many steps after the last one and so far away. `xN` at the end
/// of a piece repeats it. `~` separates paths. After the radius there is the pigment, from 1, if there are several, and the place
/// of the eye, X,Y,Z.
std::string drawing_text(std::span<const drawn_stroke> strokes, const stroke_format& format);

/// Reads such a text. Throws std::runtime_error, whose message quotes the part that is wrong.
std::vector<drawn_stroke> read_drawing(std::string_view text, const stroke_format& format);

/// The strokes of a run: those of a file, and those of the mouse since the start.
class stroke_record {
public:
    explicit stroke_record(stroke_format format) : format_(std::move(format)) {}

    /// Repeats the strokes of a file from now on; an empty path is no file. Throws as read_strokes() does.
    void repeat(const std::filesystem::path& file);
    /// Forgets the mouse's strokes. The next step is the first one.
    void restart();
    /// Adds a stroke of the mouse, which acts in the next step. Its lengths are rounded to 0.0001, so that texts with them are
    /// short.
    void draw(const drawn_stroke& stroke);
    /// Adds strokes of the mouse that act in their own steps, as if it drew them then.
    void draw_later(std::span<const drawn_stroke> strokes) { pending_.insert(pending_.end(), strokes.begin(), strokes.end()); }
    /// The mouse's strokes that have acted, and how strokes of this sample look.
    const std::vector<drawn_stroke>& drawn() const { return drawn_; }
    const stroke_format& format() const { return format_; }
    /// Returns the strokes that act in this step: those of the file, then those of the mouse.
    std::vector<drawn_stroke> take(uint64_t step);

    /// Writes the mouse's strokes to a file. Throws as files::replace_file() does.
    void write(const std::filesystem::path& file) const;
    /// Saves the mouse's strokes, and restores them; the file's stay.
    void save(state& saved) const;
    void restore(const state& saved);

private:
    stroke_format format_;
    std::vector<drawn_stroke> script_;   ///< of the file
    std::vector<drawn_stroke> drawn_;    ///< those of the mouse that have acted
    std::vector<drawn_stroke> pending_;  ///< those that have not acted yet, and act from their step on
};

}  // namespace ingot
