// Writes the test pairs into a folder for make_flip_results.py and make_similarity_results.py: NAME.reference.ppm and
// NAME.test.ppm, and a line "NAME pixels-per-degree" to stdout.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "flip_pairs.hpp"

namespace {

void write(const std::filesystem::path& file, const ingot::metrics::tests::test_picture& picture) {
    std::ofstream out(file, std::ios::binary);
    out << "P6\n" << picture.width << ' ' << picture.height << "\n255\n";
    out.write(reinterpret_cast<const char*>(picture.rgb.data()), static_cast<std::streamsize>(picture.rgb.size()));
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const std::filesystem::path folder(arguments[1]);
    for (const auto& pair : ingot::metrics::tests::flip_pairs()) {
        write(folder / (pair.name + ".reference.ppm"), pair.reference);
        write(folder / (pair.name + ".test.ppm"), pair.test);
        std::printf("%s %.9f\n", pair.name.c_str(), pair.pixels_per_degree);
    }
}
