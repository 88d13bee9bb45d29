#include "places.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ingot/files/read_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <sstream>
#include <stdexcept>

namespace ingot::samples::fractal {

namespace {

// The points were found with Newton's method in 150 digits: centres of small copies of the set, whose orbit returns to 0 (the
// period is the first iteration in which a small disk around the point can contain 0), and Misiurewicz points, whose orbit
// reaches a cycle.
const std::array<plane_place, 4>& places() {
    static const std::array<plane_place, 4> all {{
        // The centre of a copy of the set with period 3222 and size 1e-119, in the seahorse valley.
        {"seahorses",
         "-0.7455638740958421775896651629297492699670280559577571137110815697396"
         "31365583021908397463275850180978542726568842680509427930906566190593",
         "0.13290381922182843685891814362791446377016682721907130260380392092784"
         "8326906007210067403227522759124097759066009395587334738698590210261",
         300.0},
        // The centre of a copy with period 1469 and size 1e-113, in the elephant valley.
        {"elephants",
         "0.29249270855445825607251311953192596232175192659982515216919736555803"
         "9774998944182106009331347251732020353101253032110852333551641677546",
         "0.01333264674012197092316691490927881610948716809489764688626387283832"
         "43370630625619103374852672805646984777579155375972571545596292968329",
         150.0},
        // A Misiurewicz point: its orbit ends in a cycle of two points. The set is a spiral around it at every depth.
        {"spiral",
         "-0.7451580638016195552749713304523634288576707918122389318288185301828"
         "13826193743252008126139293741048749955468103252542853741406532273676",
         "0.11257491620541652117713687473724480167979679333186453685717758379936"
         "4691738148383664122185137633701288504782922861955900009816486052875",
         150.0},
        // A Misiurewicz point whose orbit ends in a cycle of three points. Every zoom by 18.7 turns the same star.
        {"star",
         "-0.0859885994240442027865641070657820699568643047840446023095135384532"
         "90067752894131200955309605611052873924252604348303355826374773788435",
         "0.92037565579212821711281239960608299144772300076409061783858764320084"
         "3391207402371310587736090477423648058946466972703256882298698539783",
         30.0},
    }};
    return all;
}

}  // namespace

std::span<const plane_place> built_in_places() { return places(); }

plane_place read_place(const std::filesystem::path& file) {
    const auto reject = [&](const std::string& problem) {
        throw std::runtime_error(fmt::format("{}: {}", printable(file.string(), 4096), problem));
    };
    std::string text;
    try {
        text = files::read_text(file);
    } catch (const std::filesystem::filesystem_error& caught) {
        reject(fmt::format("cannot be read: {}", caught.code().message()));
    }
    if (text.size() > 65'536) reject("is larger than 64 KiB, which is more than the digits of a point");

    // Collect the lines with contents.
    std::vector<std::string> lines;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);) {
        const size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos || line[first] == '#') continue;
        lines.push_back(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
    }
    if (lines.size() < 2 || lines.size() > 3)
        reject(fmt::format(
            "has {} lines with contents; write the real part and the imaginary part, each in a line of its own, and in "
            "a third line, if you like, the iterations per power of ten",
            lines.size()));
    plane_place place {"file", lines[0], lines[1]};
    if (lines.size() == 3) {
        const auto [end, problem] =
            std::from_chars(lines[2].data(), lines[2].data() + lines[2].size(), place.iterations_per_decade);
        if (problem != std::errc() || end != lines[2].data() + lines[2].size() || !(place.iterations_per_decade >= 0.0) ||
            place.iterations_per_decade > most_iterations_per_decade)
            reject(fmt::format("line '{}': write the iterations per power of ten as a number from 0 to {}", printable(lines[2]),
                               most_iterations_per_decade));
    }
    return place;
}

}  // namespace ingot::samples::fractal
