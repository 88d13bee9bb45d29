#include "gallery/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gallery_page.hpp"
#include "kernels/syntax.hpp"

namespace ingot::shell::gallery {

namespace {

/// Returns a text with HTML's special characters escaped, for the content of an element or a quoted attribute.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char each : text) switch (each) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += each;
        }
    return result;
}

/// Replaces each mark, such as "{{title}}", by a text.
std::string filled(std::string page, std::initializer_list<std::pair<std::string_view, std::string_view>> marks) {
    for (const auto& [mark, text] : marks)
        for (size_t at = 0; (at = page.find(mark, at)) != std::string::npos; at += text.size())
            page.replace(at, mark.size(), text);
    return page;
}

std::string_view class_of(token_kind kind) {
    switch (kind) {
        case token_kind::keyword:
            return "keyword";
        case token_kind::number:
            return "number";
        case token_kind::string:
            return "string";
        case token_kind::comment:
            return "comment";
        case token_kind::directive:
            return "directive";
        case token_kind::plain:
            break;
    }
    return "";
}

/// Returns source text as HTML, with a span around each word that has a colour.
std::string coloured(std::string_view text) {
    std::string html;
    bool is_in_comment = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        for (const token& each : tokens_of_line(line, is_in_comment)) {
            const std::string word = escaped(line.substr(each.begin, each.end - each.begin));
            const std::string_view name = class_of(each.kind);
            html += name.empty() ? word : fmt::format("<span class=\"{}\">{}</span>", name, word);
        }
        html += '\n';
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return html;
}

/// Returns "4.20 ms a frame, 238 frames a second, on CUDA: NVIDIA H200".
std::string speed_text(const rendered_preset& preset, const std::string& device) {
    const double milliseconds = preset.frame_milliseconds;
    if (milliseconds <= 0.0) return "";
    const double rate = 1000.0 / milliseconds;
    return fmt::format("{:.{}f} ms a frame, {:.{}f} frames a second, on {}", milliseconds, milliseconds < 10 ? 2 : 0, rate,
                       rate < 10 ? 1 : 0, device);
}

std::string picture_element(const rendered_preset& preset, extent size, bool is_first) {
    const std::string still = escaped(preset.picture);
    const std::string dimensions = fmt::format("width=\"{}\" height=\"{}\"", size.width, size.height);
    if (preset.video)
        return fmt::format("<video {} poster=\"{}\" src=\"{}\" controls loop muted playsinline preload=\"none\"></video>",
                           dimensions, still, escaped(*preset.video));
    return fmt::format("<a href=\"{0}\"><img {1} src=\"{0}\" alt=\"{2}\"{3}></a>", still, dimensions, escaped(preset.title),
                       is_first ? "" : " loading=\"lazy\"");
}

/// Returns a command line as HTML, in which a line ends only between words, and not at the hyphens of an option.
std::string words_of(std::string_view command) {
    std::string html;
    while (!command.empty()) {
        const std::string_view word = command.substr(0, command.find(' '));
        html += fmt::format("{}<span>{}</span>", html.empty() ? "" : " ", escaped(word));
        command.remove_prefix(std::min(command.size(), word.size() + 1));
    }
    return html;
}

std::string preset_section(const contents& shown, const rendered_preset& preset, bool is_first) {
    const std::string id = escaped(preset.name.empty() ? "picture" : preset.name);
    return fmt::format(
        "<section class=\"preset\" id=\"{}\">\n{}\n<div class=\"about\">\n<h2><a href=\"#{}\">{}</a></h2>\n<p>{}</p>\n"
        "<p class=\"speed\">{}</p>\n"
        "<div class=\"command\"><code>{}</code><button type=\"button\" class=\"copy\">Copy</button></div>\n</div>\n</section>\n",
        id, picture_element(preset, shown.size, is_first), id, escaped(preset.title), escaped(preset.summary),
        escaped(speed_text(preset, shown.device)), words_of(preset.command));
}

std::string sample_page(const contents& shown, const rendered_sample& sample) {
    std::string presets;
    for (const rendered_preset& each : sample.presets) presets += preset_section(shown, each, &each == &sample.presets.front());
    std::string kernels;
    for (const kernel_source& each : sample.kernels)
        kernels += fmt::format(
            "<details>\n<summary><code>{}</code> <span class=\"lines\">{} lines</span></summary>\n"
            "<pre tabindex=\"0\"><code>{}</code></pre>\n</details>\n",
            escaped(each.file), std::ranges::count(each.text, '\n'), coloured(each.text));
    if (!kernels.empty())
        kernels =
            "<section class=\"kernels\">\n<h2>Kernels</h2>\n<p>The code below runs on every device. It is compiled by "
            "<code>ingotc</code>.</p>\n" +
            kernels + "</section>\n";
    return fmt::format("<p class=\"back\"><a href=\"index.html\">All samples</a></p>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n",
                       escaped(sample.title), escaped(sample.summary)) +
           presets + kernels;
}

std::string source_text(const contents& shown) {
    return fmt::format("Rendered on {} with Ingot {}, {}", shown.device, shown.version, shown.date);
}

std::string index_page(const contents& shown) {
    std::string cards;
    for (const rendered_sample& each : shown.samples)
        cards += fmt::format(
            "<a class=\"card\" href=\"{}.html\">\n<img width=\"{}\" height=\"{}\" src=\"{}\" alt=\"\">\n<span class=\"name\">{}"
            "</span>\n<span class=\"text\">{}</span>\n<span class=\"count\">{}</span>\n</a>\n",
            escaped(each.name), shown.size.width, shown.size.height, escaped(each.presets.front().picture), escaped(each.title),
            escaped(each.summary),
            each.presets.size() == 1 ? std::string("1 picture") : fmt::format("{} pictures", each.presets.size()));
    return "<h1>Compute demos, cast for every GPU</h1>\n<p class=\"summary\">" + escaped(source_text(shown)) +
           "</p>\n<div class=\"cards\">\n" + cards + "</div>\n";
}

std::string whole_page(const contents& shown, std::string_view title, const std::string& body) {
    return filled(gallery_page, {{"{{title}}", escaped(title)}, {"{{source}}", escaped(source_text(shown))}, {"{{body}}", body}});
}

}  // namespace

std::vector<page> pages(const contents& shown) {
    std::vector<page> all {{"style.css", gallery_style},
                           {"script.js", gallery_script},
                           {"index.html", whole_page(shown, "Ingot gallery", index_page(shown))}};
    for (const rendered_sample& each : shown.samples)
        all.push_back({each.name + ".html", whole_page(shown, each.title + " – Ingot gallery", sample_page(shown, each))});
    return all;
}

}  // namespace ingot::shell::gallery
