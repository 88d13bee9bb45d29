// Files of bodies: which files are accepted, which are rejected and with which message, and that reading a written file
// gives the same numbers bit for bit.
#include "bodies_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "temporary_folder.hpp"

namespace ingot::samples {
namespace {

constexpr size_t plenty = 1000;  // a limit on the number of bodies that no file of these tests exceeds
// The header lines of files in natural and in astronomical units.
const std::string natural = "name,mass,x,y,z,vx,vy,vz\n";
const std::string astronomical = "name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]\n";

bodies parse(const std::string& text) { return parse_bodies(text, "test.csv", plenty); }

std::string failure(const std::string& text, size_t max_count = plenty) {
    try {
        parse_bodies(text, "test.csv", max_count);
    } catch (const bodies_file_error& caught) {
        return caught.what();
    }
    return "no error";
}

TEST(bodies_file, reads_a_plain_file) {
    const bodies read = parse(natural + "a,1,2,3,4,5,6,7\nb,0.5,-1e-3,+2.5,.5,0,-0,1E3\n");
    ASSERT_EQ(read.count(), 2u);
    EXPECT_EQ(read.units, unit_system::natural);
    EXPECT_EQ(read.names, (std::vector<std::string> {"a", "b"}));
    EXPECT_EQ(read.masses[1], 0.5);
    EXPECT_TRUE(all(read.positions[0] == double3(2, 3, 4)));
    EXPECT_TRUE(all(read.positions[1] == double3(-1e-3, 2.5, 0.5)));
    EXPECT_TRUE(all(read.velocities[1] == double3(0, 0, 1000)));
}

TEST(bodies_file, takes_what_editors_and_spreadsheets_write) {
    const bodies read = parse(
        "\xEF\xBB\xBF# a comment\r\n\r\n name , mass,x,y,z,vx,vy,vz\r\n  # another\r\n"
        "\"Alpha, \"\"the\"\" first\" , 1,2,\"3\",4,5,6,7\r\n\"\",1,2,3,4,5,6,7");
    ASSERT_EQ(read.count(), 2u);
    EXPECT_EQ(read.names[0], "Alpha, \"the\" first");
    EXPECT_EQ(read.names[1], "");
    EXPECT_EQ(read.positions[0].y, 3.0);
}

TEST(bodies_file, takes_columns_in_any_order) {
    const bodies read = parse("vz,vy,vx,z,y,x,mass,name\n7,6,5,4,3,2,1,a\n");
    EXPECT_TRUE(all(read.positions[0] == double3(2, 3, 4)));
    EXPECT_TRUE(all(read.velocities[0] == double3(5, 6, 7)));
    EXPECT_EQ(read.names[0], "a");
}

TEST(bodies_file, converts_units) {
    const bodies read = parse(
        "name,mass[kg],x[km],y[m],z[pc],vx[km/s],vy[au/yr],vz[m/d]\n"
        "a,1.98840987e30,149597870.7,149597870700,1,1,365.25,149597870700\n");
    EXPECT_EQ(read.units, unit_system::astronomical);
    EXPECT_NEAR(read.masses[0], 1.0, 1e-8);
    EXPECT_NEAR(read.positions[0].x, 1.0, 1e-15);
    EXPECT_NEAR(read.positions[0].y, 1.0, 1e-15);
    EXPECT_NEAR(read.positions[0].z, 206264.80624709636, 1e-9);       // au in 1 pc
    EXPECT_NEAR(read.velocities[0].x, 86400.0 / 149597870.7, 1e-18);  // 1 km/s in au/d
    EXPECT_NEAR(read.velocities[0].y, 1.0, 1e-15);
    EXPECT_NEAR(read.velocities[0].z, 1.0, 1e-15);
}

struct rejection {
    std::string text;
    std::string message;
};

class malformed : public testing::TestWithParam<rejection> {};

TEST_P(malformed, is_an_error_with_file_and_line) { EXPECT_EQ(failure(GetParam().text), "test.csv:" + GetParam().message); }

const std::string example = "'name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]'";

INSTANTIATE_TEST_SUITE_P(
    bodies_file, malformed,
    testing::Values(
        rejection {"", "1: no header line; it should be like " + example},
        rejection {"# nothing\n\n", "2: no header line; it should be like " + example},
        rejection {natural, "1: no bodies after the header line"},
        rejection {natural + "# only a comment\n", "2: no bodies after the header line"},
        rejection {"\x7f"
                   "ELF\x01\n",
                   "1: not a text file; a table of bodies is expected, with a first line like " + example},
        rejection {std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16),
                   "1: not a text file; a table of bodies is expected, with a first line like " + example},
        rejection {"m\xe4sse\n", "1: unknown column 'm?sse'; the header should be like " + example},
        rejection {"m\xc3\xa4sse\n", "1: unknown column 'm\xc3\xa4sse'; the header should be like " + example},
        rejection {"a,1,2,3,4,5,6,7\n", "1: unknown column 'a'; the header should be like " + example},
        rejection {"name,mass,x,y,z,vx,vy\n", "1: the header lacks the column 'vz'; it should be like " + example},
        rejection {"name,mass,x,y,z,vx,vy,vy\n", "1: the column 'vy' occurs twice"},
        rejection {"name\n", "1: the header lacks the column 'mass'; it should be like " + example},
        rejection {"name[m],mass,x,y,z,vx,vy,vz\n", "1: the column 'name' has no unit"},
        rejection {"name,mass[kg],x,y,z,vx,vy,vz\n",
                   "1: 'x' has no unit, but the columns before it have units; give units to all columns, as in " + example +
                       ", or to none (the gravitational constant is then 1)"},
        rejection {"name,mass,x,y,z,vx,vy,vz[m/s]\n",
                   "1: 'vz[m/s]' has a unit, but the columns before it have none; give units to all columns, as in " + example +
                       ", or to none (the gravitational constant is then 1)"},
        rejection {"name,mass[stone]\n", "1: 'stone' is not a unit of mass; use one of kg, msun"},
        rejection {"name,x[mile]\n", "1: 'mile' is not a unit of length; use one of m, km, au, pc"},
        rejection {"name,x[]\n", "1: '' is not a unit of length; use one of m, km, au, pc"},
        rejection {"name,x[m\n", "1: 'x[m' should end with the unit's ']'"},
        rejection {"name,vx[m]\n", "1: 'm' is not a unit of velocity; give a length and a time, as 'km/s' or 'au/d'"},
        rejection {"name,vx[m/h]\n", "1: 'h' is not a unit of time; use one of s, d, yr"},
        rejection {natural + "a,1,2,3,4,5,6\n", "2: 7 of 8 values; 'vz' is missing"},
        rejection {natural + "a\n", "2: 1 of 8 values; 'mass' is missing"},
        rejection {natural + "a,1,2,3,4,5,6,7,8\n", "2: '8' after the last of 8 values"},
        rejection {natural + "a,1,2,3,4,5,6,7,\n", "2: '' after the last of 8 values"},
        rejection {natural + "a,1,2,3,4,5,6,7\n\n#\nb,1,2,three,4,5,6,7\n", "5: 'y' is 'three', which is not a number"},
        rejection {natural + "a,1,2,3 m,4,5,6,7\n", "2: 'y' is '3 m', which is not a number"},
        rejection {natural + "a,1,2,0x3,4,5,6,7\n", "2: 'y' is '0x3', which is not a number"},
        rejection {natural + "a,1,2,+-3,4,5,6,7\n", "2: 'y' is '+-3', which is not a number"},
        rejection {natural + "a,1,2,,4,5,6,7\n", "2: 'y' is empty; a number belongs there"},
        rejection {natural + "a,1,2,nan,4,5,6,7\n", "2: 'y' is 'nan', which is not finite"},
        rejection {natural + "a,1,2,-inf,4,5,6,7\n", "2: 'y' is '-inf', which is not finite"},
        rejection {natural + "a,1,2,1e999,4,5,6,7\n", "2: 'y' is 1e999, which is too large or too small for a number"},
        rejection {natural + "a,-1,2,3,4,5,6,7\n", "2: the mass is negative: -1"},
        rejection {natural + natural, "2: the header line occurs twice"},
        rejection {natural + "\"a,1,2,3,4,5,6,7\n", "2: a quote is opened and not closed"},
        rejection {natural + "\"a\"b,1,2,3,4,5,6,7\n",
                   "2: 'b,1,2,3,4,5,6,7' after the closing quote; a comma should follow it"}));

TEST(bodies_file, with_too_many_bodies_is_rejected) {
    EXPECT_EQ(failure(natural + "a,1,2,3,4,5,6,7\nb,1,2,3,4,5,6,7\nc,1,2,3,4,5,6,7\n", 2), "test.csv:4: more than 2 bodies");
}

TEST(bodies_file, with_a_number_that_is_too_large_is_rejected_with_its_line) {
    const auto rejected = [](const std::string& text, double largest) -> std::string {
        try {
            parse_bodies(text, "test.csv", plenty, largest);
        } catch (const bodies_file_error& caught) {
            return caught.what();
        }
        return "no error";
    };
    EXPECT_EQ(rejected(natural + "a,1,2,3,4,5,6,7\nb,1e300,2,3,4,5,6,7\n", 1e18),
              "test.csv:3: 'mass' is '1e300', which is too large: the limit is 1e+18, or higher with --precision double");
    EXPECT_EQ(rejected(natural + "a,1,-2e150,3,4,5,6,7\n", 1e150),
              "test.csv:2: 'x' is '-2e150', which is too large: the limit is 1e+150");
    // The limit of 1e18 au is 1.5e26 km, the unit of this column.
    EXPECT_EQ(rejected("name,mass[kg],x[km],y[m],z[pc],vx[km/s],vy[au/yr],vz[m/d]\na,1,3e26,1,1,1,1,1\n", 1e18),
              "test.csv:2: 'x' is '3e26', which is too large: the limit is 1.5e+26, or higher with --precision double");
}

TEST(bodies_file, names_a_file_that_cannot_be_opened) {
    try {
        read_bodies("/nowhere/bodies.csv", plenty);
        FAIL() << "no error";
    } catch (const bodies_file_error& caught) {
        EXPECT_STREQ(caught.what(), "/nowhere/bodies.csv: cannot be read: No such file or directory");
    }
    EXPECT_THROW(read_bodies(std::filesystem::temp_directory_path(), plenty), bodies_file_error);
    EXPECT_THROW(write_bodies("/nowhere/bodies.csv", parse(natural + "a,1,2,3,4,5,6,7\n")), bodies_file_error);
}

void expect_same(const bodies& left, const bodies& right) {
    ASSERT_EQ(left.count(), right.count());
    EXPECT_EQ(left.units, right.units);
    EXPECT_EQ(left.masses, right.masses);
    EXPECT_EQ(left.names, right.names);
    for (size_t i = 0; i < left.count(); ++i) {
        EXPECT_TRUE(all(left.positions[i] == right.positions[i])) << i;
        EXPECT_TRUE(all(left.velocities[i] == right.velocities[i])) << i;
    }
}

TEST(bodies_file, written_and_read_gives_the_same_numbers) {
    bodies sphere = plummer_sphere(300, 5);
    for (size_t i = 0; i < sphere.count(); ++i) sphere.names.push_back("body " + std::to_string(i));
    sphere.names[1] = "with, comma";
    sphere.names[2] = "with \"quotes\"";
    sphere.names[3] = "# like a comment";
    sphere.names[4] = " blanks ";
    sphere.names[5] = "";
    sphere.names[6] = "name";
    // The smallest and the largest positive double.
    sphere.positions[7].x = 5e-324;
    sphere.positions[8].x = 1.7976931348623157e308;
    expect_same(parse(format_bodies(sphere)), sphere);

    bodies sun = parse(astronomical + "Sun,1,0.1,0.2,0.3,1e-17,-2.5e-9,3\n");
    expect_same(parse(format_bodies(sun)), sun);
}

TEST(bodies_file, written_to_disk_replaces_the_file) {
    const tests::temporary_folder folder;
    const std::filesystem::path file = folder.write("bodies.csv", "what was there before");
    const bodies sphere = plummer_sphere(10, 1);
    write_bodies(file, sphere);
    const bodies read = read_bodies(file, plenty);
    EXPECT_EQ(read.count(), 10u);
    EXPECT_TRUE(all(read.positions[9] == sphere.positions[9]));
    EXPECT_EQ(read.names[9], "10");  // bodies without names are numbered from 1
}

TEST(bodies_file, written_to_a_pipe_does_not_replace_it) {
    const tests::temporary_folder folder;
    const std::filesystem::path pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    write_bodies(pipe, plummer_sphere(10, 1));
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    std::array<char, 4> first_bytes {};
    EXPECT_EQ(read(reader, first_bytes.data(), first_bytes.size()), 4);
    close(reader);
    EXPECT_EQ(std::string_view(first_bytes.data(), first_bytes.size()), "name");
}

TEST(bodies_file, of_the_solar_system_is_read) {
    const bodies planets = read_bodies(INGOT_ASSETS "/solar_system_j2000.csv", plenty);
    ASSERT_EQ(planets.count(), 11u);
    EXPECT_EQ(planets.names[3], "Earth");
    // The distance of the Earth from the Sun in au. In early January, at J2000, the Earth is near its perihelion.
    const double3 offset = planets.positions[3] - planets.positions[0];
    EXPECT_NEAR(std::sqrt(dot(offset, offset)), 0.983, 1e-3);
}

}  // namespace
}  // namespace ingot::samples
