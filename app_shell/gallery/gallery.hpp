// The pages of `ingot gallery`: a static site that shows what the samples look like on one device, and how their kernels are
// written. The site is one folder that needs no server and no network:
//   index.html                  a card for each sample
//   nbody.html                  each preset with its picture, its frame rate and its command line; then the kernels' source
//   pictures/nbody-plummer.jpg
//   videos/nbody-plummer.mp4    if videos were requested
//   style.css, script.js
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell::gallery {

/// One preset of a sample as it was rendered.
struct rendered_preset {
    std::string name;  ///< "plummer"; empty if the sample has no presets
    std::string title;
    std::string summary;                    ///< may be empty
    std::string command;                    ///< the command line that shows this preset in a window
    std::string picture;                    ///< file in the folder of the site: "pictures/nbody-plummer.jpg"
    std::optional<std::string> video = {};  ///< file in the folder of the site
    uint64_t frames = 0;                    ///< number of frames until the picture
    double frame_milliseconds = 0.0;        ///< median of the frames
};

/// A kernel file of a sample.
struct kernel_source {
    std::string file;  ///< "nbody.kernels.cpp"
    std::string text;
};

/// A sample with all its presets.
struct rendered_sample {
    std::string name;  ///< "nbody"
    std::string title;
    std::string summary;
    std::vector<rendered_preset> presets;  ///< at least one
    std::vector<kernel_source> kernels;
};

/// What the site shows.
struct contents {
    std::string device;   ///< "OpenCL: AMD EPYC (PoCL 3.1)"
    std::string version;  ///< of Ingot
    std::string date;     ///< "2026-11-27"
    extent size {};       ///< of the pictures, in pixels
    std::vector<rendered_sample> samples;
};

/// A file of the site: its name in the folder, and its text.
struct page {
    std::string file;
    std::string text;
};

/// Returns all text files of the site. Every text of `shown` is escaped, so that it cannot become part of the markup.
std::vector<page> pages(const contents& shown);

}  // namespace ingot::shell::gallery
