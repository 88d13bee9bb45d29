// The index of an archive, a JSON text. The input is only this text, without the archive's header and hash, so every changed
// input reaches the parser.
#include "all_targets.hpp"
#include "index.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    const auto index = read_or_reject<archive::archive_error>([&] { return archive::from_json(text_of(input)); });
    if (!index) return outcome::rejected;
    require(index->code_sizes.size() == index->contents.targets.size(), "each target of an index has a size");
    require(archive::from_json(archive::to_json(index->contents)).contents == index->contents,
            "an index that is written is read back the same");
    return outcome::accepted;
}

}  // namespace

const target archive_index_target {"archive_index", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
