// Files of places: which are accepted, which are rejected and with which message.
#include "places.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "reference_orbit.hpp"
#include "temporary_folder.hpp"

namespace ingot::samples::fractal {
namespace {

std::string failure(const std::filesystem::path& file) {
    try {
        static_cast<void>(read_place(file));
    } catch (const std::runtime_error& caught) {
        return caught.what();
    }
    return "no error";
}

TEST(places, are_read_from_files) {
    const tests::temporary_folder folder;
    const plane_place two = read_place(folder.write("two.txt", "# a comment\r\n  -0.75 \r\n\r\n0.1\r\n"));
    EXPECT_EQ(two.real, "-0.75");
    EXPECT_EQ(two.imaginary, "0.1");
    const plane_place three = read_place(folder.write("three.txt", "-1.25\n.0625\n80.5"));
    EXPECT_EQ(three.imaginary, ".0625");
    EXPECT_EQ(three.iterations_per_decade, 80.5);
}

TEST(places, name_the_file_that_is_wrong) {
    const tests::temporary_folder folder;
    for (const auto& [text, problem] : {std::pair {"", "has 0 lines"},
                                        {"0.5", "has 1 lines"},
                                        {"1\n2\n3\n4", "has 4 lines"},
                                        {"0\n0\nmany", "iterations per power of ten"},
                                        {"0\n0\n-1", "iterations per power of ten"},
                                        {"0\n0\nnan", "iterations per power of ten"}}) {
        const auto file = folder.write("wrong.txt", text);
        EXPECT_NE(failure(file).find(file.string() + ": "), std::string::npos) << failure(file);
        EXPECT_NE(failure(file).find(problem), std::string::npos) << failure(file);
    }
    EXPECT_NE(failure(folder.write("long.txt", std::string(70'000, '1'))).find("64 KiB"), std::string::npos);
    EXPECT_NE(failure(folder / "missing.txt").find("missing.txt: cannot be read"), std::string::npos);
    EXPECT_NE(failure(folder.path()).find("cannot be read: it is a folder"), std::string::npos) << failure(folder.path());
}

TEST(places, have_digits_for_the_deepest_zoom) {
    std::set<std::string> names;
    for (const plane_place& each : built_in_places()) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
        EXPECT_GT(each.real.size(), 125u) << each.name;
        EXPECT_GT(each.imaginary.size(), 125u) << each.name;
        // Orbits of these points do not escape as long as pixels at 1e-100 need the reference.
        EXPECT_GT(make_reference_orbit(each.real, each.imaginary, 2000).size(), 100u) << each.name;
    }
}

}  // namespace
}  // namespace ingot::samples::fractal
