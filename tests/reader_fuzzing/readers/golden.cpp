// The statistics of a golden (NAME.json). A golden is the stored result of a regression case: statistics and a picture. The
// picture is the same for all inputs; the target `picture` tests the reader of pictures.
#include "regression/golden.hpp"

#include <array>
#include <cstdint>
#include <ingot/media/picture_file.hpp>
#include <stdexcept>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    static constexpr std::array<uint8_t, 3> white {255, 255, 255};
    [[maybe_unused]] static const std::filesystem::path picture = write_input("golden.png", media::encode_png(1, 1, white));
    write_input("golden.json", input);
    regression::regression_case test_case;
    test_case.name = "golden";
    const auto golden =
        read_or_reject<std::runtime_error>([&] { return regression::read_golden(folder_of_inputs().path(), test_case); });
    if (!golden) return outcome::rejected;
    require(golden->has_value(), "a golden with a picture is found");
    return outcome::accepted;
}

}  // namespace

const target golden_target {"golden", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
