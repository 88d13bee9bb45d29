#include "new_sample/new_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <ingot/files/read_file.hpp>
#include <ingot/installation/installation.hpp>
#include <stdexcept>
#include <system_error>

namespace ingot::shell {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view template_name = "julia";
constexpr size_t longest_name = 40;

bool is_small_letter(char each) { return each >= 'a' && each <= 'z'; }

std::string renamed(std::string text, std::string_view name) {
    for (size_t at = text.find(template_name); at != std::string::npos; at = text.find(template_name, at + name.size()))
        text.replace(at, template_name.size(), name);
    return text;
}

/// Gives the new sample its own title, which the example has in quotes in CMakeLists.txt and as the heading of
/// README.md.
std::string retitled(std::string text, std::string_view name) {
    std::string title(name);
    std::ranges::replace(title, '_', ' ');
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    for (const std::string_view before : {"TITLE   \"Julia set\"", "# Julia set\n"})
        if (const size_t at = text.find(before); at != std::string::npos)
            text.replace(text.find("Julia set", at), std::string_view("Julia set").size(), title);
    return text;
}

bool is_picture(const fs::path& file) { return file.extension() == ".png"; }

void write(const fs::path& file, const std::string& contents) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    stream.close();
    if (!stream) throw std::runtime_error(fmt::format("'{}' cannot be written", file.string()));
}

}  // namespace

std::string problem_of_sample_name(std::string_view name, std::span<const std::string> taken) {
    const std::string wanted =
        "a name has small letters, digits and underscores, and begins with a letter, such as 'my_sample'";
    if (name.empty()) return "the name is empty; " + wanted;
    if (name.size() > longest_name) return fmt::format("the name '{}' has more than {} characters", name, longest_name);
    const bool has_accepted_letters = std::ranges::all_of(
        name, [](char each) { return is_small_letter(each) || each == '_' || (each >= '0' && each <= '9'); });
    if (!has_accepted_letters || !is_small_letter(name.front()))
        return fmt::format("'{}' cannot be the name of a sample: {}", name, wanted);
    // Identifiers with two underscores are reserved in C++.
    if (name.find("__") != std::string_view::npos || name.back() == '_')
        return fmt::format("'{}' cannot be the name of a sample: an underscore stands alone between letters or digits",
                           name);
    if (std::ranges::find(taken, name) != taken.end())
        return fmt::format("there is already a sample '{}'; choose another name ('ingot samples' lists the names)",
                           name);
    return {};
}

std::vector<fs::path> write_new_sample(const fs::path& source, const fs::path& target, std::string_view name) {
    std::error_code unknown;
    if (!fs::is_directory(source, unknown))
        throw std::runtime_error(
            fmt::format("the files of a new sample are missing in '{}'; install Ingot again", source.string()));
    if (fs::exists(fs::symlink_status(target, unknown)) &&
        !(fs::is_directory(target, unknown) && fs::is_empty(target, unknown)))
        throw std::runtime_error(
            fmt::format("'{}' exists already, and nothing in it is overwritten; choose another name, or another folder "
                        "with --folder",
                        target.string()));
    std::vector<fs::path> written;
    for (const auto& each : fs::recursive_directory_iterator(source)) {
        if (!each.is_regular_file()) continue;
        const fs::path file = target / renamed(fs::relative(each.path(), source).string(), name);
        fs::create_directories(file.parent_path());
        const std::string contents = files::read_text(each.path());
        write(file, is_picture(file) ? contents : renamed(retitled(contents, name), name));
        written.push_back(file);
    }
    std::ranges::sort(written);
    return written;
}

fs::path sample_template_folder() { return installation::current_tree().resources / "app_shell/new_sample/template"; }

}  // namespace ingot::shell
