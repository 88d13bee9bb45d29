// Tests reading scenes from files: the models of a public collection, and broken files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ingot/media/scene_file.hpp>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "environment_value.hpp"
#include "temporary_folder.hpp"

namespace ingot::media {
namespace {

const std::filesystem::path models = "/usr/share/assimp/models";  // Debian's assimp-testmodels

class scene_file : public ::testing::Test {
protected:
    std::filesystem::path write_file(const std::string& name, const std::string& text) const { return folder_.write(name, text); }
    static std::string error_of(const std::filesystem::path& file) {
        try {
            read_scene(file);
        } catch (const scene_error& problem) {
            return problem.what();
        }
        return {};
    }
    // Writes a glTF file with one mesh, whose vertices have these positions and whose triangles have these indices. `nodes` is
    // the JSON text of the list of nodes. `more` is the JSON text of further members of the file, and begins with a comma.
    std::filesystem::path triangle(const std::vector<float>& positions, const std::vector<uint16_t>& indices,
                                   const std::string& nodes, const std::string& more = "") const {
        std::string bytes(positions.size() * 4 + indices.size() * 2, '\0');
        std::memcpy(bytes.data(), positions.data(), positions.size() * 4);
        if (!indices.empty()) std::memcpy(bytes.data() + positions.size() * 4, indices.data(), indices.size() * 2);
        write_file("triangle.bin", bytes);
        const auto number = [](size_t value) { return std::to_string(value); };
        return write_file("triangle.gltf",
                          R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": )" + nodes +
                              R"(, "meshes": [{"name": "one", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "buffers": [{"uri": "triangle.bin", "byteLength": )" +
                              number(bytes.size()) + R"(}],
            "bufferViews": [{"buffer": 0, "byteLength": )" +
                              number(positions.size() * 4) + R"(},
                            {"buffer": 0, "byteOffset": )" +
                              number(positions.size() * 4) + R"(, "byteLength": )" + number(indices.size() * 2) + R"(}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": )" +
                              number(positions.size() / 3) + R"(},
                          {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": )" +
                              number(indices.size()) + "}]" + more + "}");
    }

    tests::temporary_folder folder_;
    const std::vector<float> corners_ {0, 0, 0, 1, 0, 0, 0, 1, 0};
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(scene_file, reads_the_spider_with_its_materials) {
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    const scene spider = read_scene(models / "OBJ/spider.obj");
    EXPECT_EQ(spider.triangles.size(), 1368u);
    EXPECT_EQ(spider.materials.size(), 5u);
    EXPECT_EQ(spider.materials.front().name, "Skin");
    size_t with_normal = 0;
    for (const vertex& each : spider.vertices) with_normal += std::abs(glm::length(each.normal) - 1.0f) < 1e-3f ? 1 : 0;
    EXPECT_GT(with_normal, spider.vertices.size() * 95 / 100) << "some normals of the file have the length 0";
}

TEST_F(scene_file, reads_a_textured_box_in_every_form_of_gltf) {
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    for (const char* name : {"glTF2/BoxTextured-glTF/BoxTextured.gltf", "glTF2/BoxTextured-glTF-Embedded/BoxTextured.gltf",
                             "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb"}) {
        const scene box = read_scene(models / name);
        EXPECT_EQ(box.triangles.size(), 12u) << name;
        const bounding_box extent = compute_bounding_box(box);
        EXPECT_NEAR(extent.diagonal(), std::sqrt(3.0f), 1e-5f) << name;
        ASSERT_EQ(box.materials.size(), 1u) << name;
        EXPECT_EQ(box.materials[0].metalness, 0.0f) << name;
        ASSERT_TRUE(box.materials[0].colour_texture) << name << ": " << (box.warnings.empty() ? "" : box.warnings.front());
        EXPECT_EQ(box.textures[0].width, 211u) << name;
        // The order of the corners and the normal must give the same front side of the triangle.
        for (const media::triangle& each : box.triangles) {
            const auto vertex = [&](size_t i) { return box.vertices[each.corners[i]]; };
            EXPECT_GT(glm::dot(glm::cross(vertex(1).position - vertex(0).position, vertex(2).position - vertex(0).position),
                               vertex(0).normal),
                      0.0f);
        }
    }
}

TEST_F(scene_file, reads_an_engine_of_many_nodes_and_a_file_with_cameras) {
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    EXPECT_GT(read_scene(models / "glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb").triangles.size(), 50'000u);
    const scene scene = read_scene(models / "glTF2/cameras/Cameras.gltf");
    ASSERT_EQ(scene.viewpoints.size(), 1u) << "the other camera is orthographic";
    EXPECT_NEAR(scene.viewpoints[0].field_of_view, 0.7f, 1e-5f);
}

TEST_F(scene_file, reads_each_file_of_a_public_collection_or_names_it_in_the_error) {
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    size_t read = 0;
    size_t rejected = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(models)) {
        const std::string extension = each.path().extension().string();
        if (extension != ".obj" && extension != ".gltf" && extension != ".glb") continue;
        try {
            EXPECT_FALSE(read_scene(each.path()).triangles.empty());
            ++read;
        } catch (const scene_error& problem) {
            EXPECT_TRUE(holds(problem.what(), each.path().filename().string())) << problem.what();
            ++rejected;
        }
    }
    EXPECT_GT(read, 25u);
    EXPECT_GT(rejected, 15u);
    EXPECT_TRUE(holds(error_of(models / "glTF2/RecursiveNodes/RecursiveNodes.gltf"), "its own descendant"));
    EXPECT_TRUE(holds(error_of(models / "glTF2/IndexOutOfRange/IndexOutOfRange.gltf"), "a corner at vertex"));
    EXPECT_TRUE(holds(error_of(models / "glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb"), "not a finite number"));
    EXPECT_FALSE(error_of(models / "glTF2/draco/2CylinderEngine.gltf").empty()) << "compressed";
    EXPECT_TRUE(holds(error_of(models / "glTF/TwoBoxes/TwoBoxes.gltf"), "the file is glTF 1.0"));
    EXPECT_TRUE(holds(error_of(models / "invalid/empty.obj"), "the file is empty"));
}

TEST_F(scene_file, reads_a_triangle_through_its_nodes) {
    const scene scene = read_scene(
        triangle(corners_, {0, 1, 2}, R"([{"children": [1], "translation": [1, 2, 3]}, {"mesh": 0, "scale": [2, 2, -2]}])"));
    ASSERT_EQ(scene.triangles.size(), 1u);
    EXPECT_EQ(compute_bounding_box(scene).low, glm::vec3(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(compute_bounding_box(scene).high, glm::vec3(3.0f, 4.0f, 3.0f));
    EXPECT_EQ(scene.triangles[0].corners[1], 2u) << "the node mirrors the triangle, so its corners are in reversed order";
}

TEST_F(scene_file, a_mesh_of_many_nodes_is_copied_up_to_a_limit) {
    const auto nodes = [](size_t count) {
        std::string children;
        std::string users;
        for (size_t i = 1; i <= count; ++i) {
            children += (i > 1 ? ", " : "") + std::to_string(i);
            users += R"(, {"mesh": 0})";
        }
        return R"([{"children": [)" + children + "]}" + users + "]";
    };
    EXPECT_EQ(read_scene(triangle(corners_, {0, 1, 2}, nodes(50))).triangles.size(), 50u);
    // 2000 nodes with 20,000 triangles each are too many.
    std::vector<uint16_t> indices;
    for (int i = 0; i < 20'000; ++i) indices.insert(indices.end(), {0, 1, 2});
    const std::string problem = error_of(triangle(corners_, indices, nodes(2000)));
    EXPECT_TRUE(holds(problem, "triangle.gltf': the scene is too large: 2000 nodes use mesh 0 ('one') of 20000 triangles"))
        << problem;
}

TEST_F(scene_file, normals_of_gltf_that_are_not_finite_count_as_missing_and_a_warning_names_them) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> numbers = corners_;
    numbers.insert(numbers.end(), {0, nan, 1, 0, 0, 2, infinity, 0, 0});
    std::string bytes(numbers.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    write_file("normals.bin", bytes);
    const scene scene = read_scene(write_file("normals.gltf", R"({"asset": {"version": "2.0"}, "scene": 0,
        "scenes": [{"nodes": [0, 1]}], "nodes": [{"mesh": 0}, {"mesh": 0}],
        "meshes": [{"name": "one", "primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}}]}],
        "buffers": [{"uri": "normals.bin", "byteLength": 72}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
                      {"bufferView": 1, "componentType": 5126, "type": "VEC3", "count": 3}]})"));
    ASSERT_EQ(scene.vertices.size(), 6u);
    EXPECT_EQ(scene.vertices[0].normal, glm::vec3(0.0f));
    EXPECT_EQ(scene.vertices[1].normal, glm::vec3(0.0f, 0.0f, 1.0f));
    EXPECT_EQ(scene.vertices[2].normal, glm::vec3(0.0f));
    const std::string warning =
        "mesh 0 ('one'), primitive 0: 2 of 3 normals are not finite; there the normals of the triangles are used";
    EXPECT_EQ(std::ranges::count(scene.warnings, warning), 1) << "once for both nodes";
}

TEST_F(scene_file, a_broken_gltf_is_rejected_with_what_is_wrong) {
    const std::string mesh = R"([{"mesh": 0}])";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(holds(error_of(triangle({0, 0, 0, 1, nan, 0, 0, 1, 0}, {0, 1, 2}, mesh)),
                      "the position of vertex 1 is not a finite number"));
    EXPECT_TRUE(holds(error_of(triangle(corners_, {0, 1, 7}, mesh)), "a corner at vertex 7, but there are 3"));
    EXPECT_TRUE(holds(error_of(triangle(corners_, {}, mesh)), "no triangle"));
    EXPECT_TRUE(
        holds(error_of(triangle(corners_, {0, 1, 2}, R"([{"children": [1]}, {"children": [0]}])")), "its own descendant"));
    EXPECT_TRUE(holds(error_of(triangle(corners_, {0, 1, 2}, R"([{"mesh": 0, "children": [5]}])")), "node 5 does not exist"));
    EXPECT_TRUE(holds(error_of(triangle(corners_, {0, 1, 2}, R"([{"mesh": 3}])")), "mesh 3 does not exist"));
    EXPECT_TRUE(holds(error_of(triangle(corners_, {0, 1, 2}, mesh, R"(, "extensionsRequired": ["MY_own"])")), "MY_own"));
    const auto good = triangle(corners_, {0, 1, 2}, mesh);
    std::filesystem::resize_file(folder_ / "triangle.bin", 20);
    EXPECT_FALSE(error_of(good).empty()) << "its buffer is cut off";
    std::filesystem::remove(folder_ / "triangle.bin");
    EXPECT_FALSE(error_of(good).empty()) << "its buffer is missing";
    EXPECT_FALSE(error_of(write_file("text.gltf", "once upon a time")).empty());
    EXPECT_FALSE(error_of(write_file("deep.gltf", std::string(100'000, '['))).empty());
    EXPECT_FALSE(error_of(write_file("short.glb", "glTF")).empty());
    EXPECT_EQ(error_of(write_file("cut.gltf", "{\n  \"asset\": {")),
              (folder_ / "cut.gltf").string() + ":2:13: the JSON text ends too early");
    const std::string wrong = error_of(write_file("wrong.gltf", "{\n  \"asset\": ]}"));
    EXPECT_TRUE(wrong.starts_with((folder_ / "wrong.gltf").string() + ":2:12: invalid JSON: syntax error while parsing"))
        << wrong;
    // The JSON library's message quotes the whole text.
    const std::string long_text = error_of(write_file("long.gltf", "{\"asset\": \"" + std::string(400'000, 'x') + "\x01"));
    EXPECT_TRUE(holds(long_text, ":1:400012: invalid JSON: syntax error")) << long_text.substr(0, 1000);
    EXPECT_LT(long_text.size(), 1000u);
    EXPECT_TRUE(holds(error_of(folder_ / "nowhere.glb"), "no such file"));
    EXPECT_TRUE(holds(error_of(write_file("picture.fbx", "")), ".obj, .gltf or .glb"));
}

// tinygltf would call itself for each level, until the stack is full.
TEST_F(scene_file, of_deeply_nested_json_is_rejected) {
    const std::string mesh = R"([{"mesh": 0}])";
    const auto nested = [](size_t depth) {
        std::string text = R"(, "extras": )";
        for (size_t i = 0; i < depth; ++i) text += R"({"a":)";
        return text + "1" + std::string(depth, '}');
    };
    const auto brackets = R"(, "extras": "[[[[\"[[[[")" + std::string(1000, ' ');
    EXPECT_EQ(error_of(triangle(corners_, {0, 1, 2}, mesh, nested(100))), "");
    EXPECT_EQ(error_of(triangle(corners_, {0, 1, 2}, mesh, brackets)), "");
    EXPECT_TRUE(holds(error_of(triangle(corners_, {0, 1, 2}, mesh, nested(15'000))), "nested deeper than 256 levels"));
    // The same in a binary file.
    std::string text = R"({"asset": {"version": "2.0"})" + nested(15'000) + "}";
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto number = [](size_t value) {
        std::string bytes(4, '\0');
        for (size_t i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
        return bytes;
    };
    const std::string glb = "glTF" + number(2) + number(20 + text.size()) + number(text.size()) + "JSON" + text;
    EXPECT_TRUE(holds(error_of(write_file("deep.glb", glb)), "nested deeper than 256 levels"));
}

// A small file can describe a very large scene, by accessors without a buffer or by many nodes that use a mesh.
TEST_F(scene_file, that_is_too_large_for_its_files_is_rejected) {
    const auto zeros = [&](const char* attributes) {
        return write_file("zeros.gltf",
                          std::string(R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [
            {"attributes": )") +
                              attributes + R"(}]}],
            "accessors": [{"componentType": 5126, "count": 16777216, "type": "VEC3"},
                          {"componentType": 5126, "count": 3, "type": "VEC3"}]})");
    };
    EXPECT_TRUE(holds(error_of(zeros(R"({"POSITION": 0})")), "too much for the size of its files"));
    EXPECT_TRUE(holds(error_of(zeros(R"({"POSITION": 1, "NORMAL": 0})")), "there are 16777216, but only 3 vertices"));
    EXPECT_EQ(error_of(zeros(R"({"POSITION": 1})")), "");

    std::vector<uint16_t> indices(60'000);
    for (size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<uint16_t>(i % 3);
    const auto copies = [&](size_t count) {
        std::string nodes = R"([{"children": [1)";
        for (size_t i = 2; i <= count; ++i) nodes += "," + std::to_string(i);
        nodes += "]}";
        for (size_t i = 0; i < count; ++i) nodes += R"(, {"mesh": 0})";
        return triangle(corners_, indices, nodes + "]");
    };
    EXPECT_EQ(error_of(copies(100)), "");
    EXPECT_TRUE(holds(error_of(copies(1'000)), "INGOT_READ_LIMITS=off"));
    const tests::environment_value off("INGOT_READ_LIMITS", "off");
    EXPECT_EQ(error_of(copies(1'000)), "");
}

// A read of a device such as /dev/zero would never end, and a read of a pipe would wait for another program.
TEST_F(scene_file, reads_only_regular_files) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("pipe", folder_ / "pipe.obj");
    EXPECT_TRUE(holds(error_of(folder_ / "pipe.obj"), "it is a pipe, not a regular file"));
    const scene zero = read_scene(write_file("zero.obj", "mtllib ../../dev/zero\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    ASSERT_EQ(zero.warnings.size(), 1u);
    EXPECT_TRUE(holds(zero.warnings.front(), "it is a device, not a regular file")) << zero.warnings.front();
    const std::string textured = R"(, "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{"uri": "pipe"}])";
    const scene with_pipe = read_scene(triangle(corners_, {0, 1, 2}, R"([{"mesh": 0}])", textured));
    ASSERT_EQ(with_pipe.warnings.size(), 2u);
    EXPECT_TRUE(holds(with_pipe.warnings[0] + with_pipe.warnings[1], "'pipe'")) << with_pipe.warnings[0];
}

TEST_F(scene_file, a_file_that_is_not_a_scene_is_rejected_with_the_reason) {
    const std::string picture("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    EXPECT_TRUE(holds(error_of(write_file("picture.gltf", picture)), "picture.gltf': this is not a glTF file, which is a text"));
    EXPECT_TRUE(holds(error_of(write_file("picture.obj", picture)), "picture.obj': this is not an OBJ file, which is a text"));
    EXPECT_TRUE(holds(error_of(write_file("picture.glb", picture)), "picture.glb': this is not a binary glTF file"));
    for (const char* const name : {"empty.obj", "empty.gltf", "empty.glb"})
        EXPECT_TRUE(holds(error_of(write_file(name, "")), "the file is empty")) << name;
    std::filesystem::create_directory(folder_ / "folder.obj");
    EXPECT_TRUE(holds(error_of(folder_ / "folder.obj"), "it is a folder"));
}

// Makes a binary glTF file. Its header states the version, the size of the file and the size of the JSON text.
std::string binary_gltf(uint32_t version, uint32_t size, uint32_t json_size, const std::string& json) {
    constexpr uint32_t json_type = 0x4e4f534a;
    std::string bytes = "glTF";
    for (const uint32_t number : {version, size, json_size, json_type})
        for (uint32_t i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xffU);
    return bytes + json;
}

TEST_F(scene_file, a_damaged_glb_is_rejected_with_the_damage_and_what_to_do) {
    const std::tuple<std::string, const char*, const char*> cases[] = {
        {"glTF", "the file is cut off: it ends after 4 bytes, within its header", "copy or export it again"},
        {binary_gltf(1, 24, 4, "{}  "), "this is version 1 of binary glTF", "export the scene as glTF 2.0"},
        {binary_gltf(2, 1000, 4, "{}  "), "the file is cut off: it has 24 bytes, but its header states 1000",
         "copy or export it again"},
        {binary_gltf(2, 24, 40, "{}  "), "the file is damaged: its JSON text is missing or larger than the file",
         "copy or export it again"},
        {binary_gltf(2, 32, 4, "{}  " + std::string("\x08\0\0\0BIN\0", 8)),
         "the file is damaged: its binary data are larger than the file", "copy or export it again"},
        {binary_gltf(2, 24, 4, "{   "), "the file is damaged: its JSON text ends too early", "copy or export it again"},
        {binary_gltf(2, 24, 4, "[}  "), "the file is damaged: its JSON text is invalid in line 1, column 2",
         "copy or export it again"},
        {binary_gltf(2, 24, 4, "{}  "), "this is not valid glTF 2.0, or a file that it names is missing",
         "copy or export the scene again, with all its files"},
    };
    for (const auto& [bytes, reason, advice] : cases) {
        const std::string message = error_of(write_file("damaged.glb", bytes));
        EXPECT_TRUE(message.starts_with("'" + (folder_ / "damaged.glb").string() + "': " + reason)) << message;
        EXPECT_TRUE(message.ends_with(advice)) << message;
    }
}

TEST_F(scene_file, a_truncated_or_changed_glb_is_rejected_or_read) {
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    std::ifstream stream(models / "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(stream)), {});
    for (size_t length = 0; length < whole.size(); length += 97) error_of(write_file("cut.glb", whole.substr(0, length)));
    // A file with one changed byte may be read or rejected; it must not crash the reader.
    for (size_t place = 0; place < whole.size(); place += 13) {
        std::string other = whole;
        other[place] = static_cast<char>(other[place] ^ 0x55);
        error_of(write_file("bent.glb", other));
    }
}

TEST_F(scene_file, a_broken_obj_is_rejected_with_the_line) {
    const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    EXPECT_EQ(read_scene(write_file("square.obj", square + "f 1 2 3 4\n")).triangles.size(), 2u);
    EXPECT_EQ(read_scene(write_file("square.obj", square + "f -4 -3 -2\n")).triangles.size(), 1u);
    EXPECT_TRUE(holds(error_of(write_file("two.obj", "v 0 0 0\nv 1 2\nv 1 1 0\nf 1 2 3\n")),
                      "line 2: there are 2 coordinates, but 3 are needed: v 1 2"));
    EXPECT_TRUE(
        holds(error_of(write_file("nan.obj", "v 0 0 0\nv nan 0 0\nv 1 1 0\nf 1 2 3\n")), "line 2: coordinate 1 is not a number"));
    // In each of these, tinyobjloader would read 0 or skip the line without an error.
    for (const std::string second :
         {"v 1 zero 0", "v 1 2 3abc", "v 1 2 1e", "v 0x10 0 0", "v 1 2 inf", "v", "v\r", "vt", "vn 0 1"})
        EXPECT_TRUE(holds(error_of(write_file("word.obj", "v 0 0 0\n" + second + "\nv 1 1 0\nf 1 2 3\n")), "line 2")) << second;
    EXPECT_EQ(read_scene(write_file("signs.obj", "v +1 -.5 5.\r\nv\t1 0 1e-999\nv 1 1 0 0.5\nvt 0\nf 1 2 3\n")).triangles.size(),
              1u);
    EXPECT_TRUE(
        holds(error_of(write_file("huge.obj", "v 0 0 0\nv 1e999 0 0\nv 1 1 0\nf 1 2 3\n")), "line 2: coordinate 1 is too large"));
    EXPECT_TRUE(holds(error_of(write_file("vast.obj", "v 0 1e38 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n")),
                      "line 1: coordinate 2 is too large (at most 1e30): v 0 1e38 0"));
    EXPECT_TRUE(holds(error_of(write_file("far.obj", square + "f 1 2 9\n")), "does not exist"));
    EXPECT_FALSE(error_of(write_file("zero.obj", square + "f 0 1 2\n")).empty());
    EXPECT_TRUE(holds(error_of(write_file("points.obj", square)), "no triangle"));
    EXPECT_FALSE(error_of(write_file("binary.obj", std::string("\x7f"
                                                               "ELF\0\0\1\2",
                                                               8)))
                     .empty());
}

TEST_F(scene_file, reads_materials_and_smoothing_groups_of_an_obj_and_warns_of_a_missing_texture) {
    write_file(
        "paints.mtl",
        "newmtl lamp\nKd 0 0 0\nKe 5 4 3\nnewmtl glass\nillum 7\nNi 1.33\nnewmtl wood\nKd 0.5 0.3 0.2\nmap_Kd nowhere.png\n");
    const scene scene = read_scene(write_file("roof.obj",
                                              "mtllib paints.mtl\nv 0 0 0\nv 1 1 0\nv 1 1 1\nv 0 0 1\nv 2 0 0\nv 2 0 1\ns 1\n"
                                              "usemtl wood\nf 1 4 3 2\nusemtl glass\nf 2 3 6 5\nusemtl lamp\nf 1 2 5\n"));
    ASSERT_EQ(scene.materials.size(), 3u);
    EXPECT_EQ(scene.materials[0].emission, glm::vec3(5.0f, 4.0f, 3.0f));
    EXPECT_EQ(scene.materials[1].kind, surface::dielectric);
    EXPECT_NEAR(scene.materials[1].refractive_index, 1.33f, 1e-6f);
    EXPECT_FALSE(scene.materials[2].colour_texture);
    ASSERT_FALSE(scene.warnings.empty());
    EXPECT_TRUE(holds(scene.warnings.front(), "nowhere.png"));
    // The roof and its gable are in one smoothing group. At this end of the ridge, the triangles' normals with their areas as
    // weights are (-1, 1, 0) and (1, 1, 0) for the sides, one of them twice, and (0, 0, -2) for the gable.
    EXPECT_NEAR(scene.vertices[scene.triangles[0].corners[2]].normal.y, 3.0f / std::sqrt(14.0f), 1e-5f);
}

// The opacity is read from the alpha of the colour texture (map_Kd). An opacity texture (map_d) that is another file is
// ignored, with a warning.
TEST_F(scene_file, an_obj_warns_of_an_opacity_texture_that_is_not_its_colour_texture) {
    const std::string triangle = "mtllib leaf.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl leaf\nf 1 2 3\n";
    const auto warns = [&](const std::string& textures) {
        write_file("leaf.mtl", "newmtl leaf\nKd 1 1 1\n" + textures);
        const scene scene = read_scene(write_file("leaf.obj", triangle));
        return std::ranges::any_of(scene.warnings, [](const std::string& each) {
            return holds(each, "material 'leaf': the texture of its opacity (map_d holes.png) is ignored");
        });
    };
    EXPECT_TRUE(warns("map_Kd leaf.png\nmap_d holes.png\n"));
    EXPECT_TRUE(warns("map_d holes.png\n"));
    EXPECT_FALSE(warns("map_Kd holes.png\nmap_d holes.png\n"));
}

TEST_F(scene_file, an_obj_finds_its_materials_in_its_folder_and_names_a_missing_file) {
    write_file("red.mtl", "newmtl red\nKd 1 0 0\n");
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl red\nf 1 2 3\n";
    write_file("red.obj", "mtllib red.mtl\n" + triangle);
    write_file("plain.obj", "mtllib nosuch.mtl\n" + triangle);
    const std::string warning = "material file 'nosuch.mtl' not found in '" +
                                std::filesystem::canonical(folder_.path()).string() + "'; a default material is used";
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(std::filesystem::canonical(folder_.path()));
    const scene red = read_scene("red.obj");  // a name without a folder
    const scene plain = read_scene("plain.obj");
    std::filesystem::current_path(before);
    ASSERT_EQ(red.materials.size(), 1u);
    EXPECT_EQ(red.materials[0].colour, glm::vec3(1.0f, 0.0f, 0.0f));
    EXPECT_TRUE(red.warnings.empty());
    EXPECT_EQ(plain.warnings, std::vector {warning});
}

}  // namespace
}  // namespace ingot::media
