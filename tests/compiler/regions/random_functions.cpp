#include "random_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace ingot::tests {

namespace {

class function_writer {
public:
    explicit function_writer(uint64_t seed) : random_(seed), blocks_(number(5, 16)) {}

    std::string write() {
        text_ =
            "define void @random(ptr addrspace(1) %word) {\n"
            "entry:\n"
            "  %left = alloca i32\n"
            "  %value = alloca i32\n"
            "  store i32 40, ptr %left\n"
            "  %input = load i32, ptr addrspace(1) %word\n"
            "  store i32 %input, ptr %value\n"
            "  br label %b0\n";
        for (unsigned block = 0; block < blocks_; ++block) write_block(block);
        text_ +=
            "done:\n"
            "  %result = load i32, ptr %value\n"
            "  store i32 %result, ptr addrspace(1) %word\n"
            "  ret void\n"
            "}\n";
        return text_;
    }

private:
    // The standard library's distributions differ between its implementations, so the remainder is used.
    unsigned number(unsigned least, unsigned greatest) {
        return least + static_cast<unsigned>(random_() % (greatest - least + 1));
    }
    bool chance(unsigned percent) { return number(0, 99) < percent; }

    std::string destination(unsigned block) {
        if (chance(65)) return fmt::format("%b{}", number(0, blocks_ - 1));
        if (block + 1 == blocks_) return "%done";
        return fmt::format("%b{}", std::min(blocks_ - 1, block + number(1, 3)));
    }

    // A block counts the steps that are left, and leads to `done` if there are none. Otherwise it changes the value, and chooses
    // the next block by some of the value's bits.
    void write_block(unsigned block) {
        text_ += fmt::format(
            "b{0}:\n"
            "  %left{0} = load i32, ptr %left\n"
            "  %fewer{0} = sub i32 %left{0}, 1\n"
            "  store i32 %fewer{0}, ptr %left\n"
            "  %old{0} = load i32, ptr %value\n"
            "  %product{0} = mul i32 %old{0}, {1}\n"
            "  %high{0} = lshr i32 %product{0}, 13\n"
            "  %mixed{0} = xor i32 %product{0}, %high{0}\n"
            "  %new{0} = add i32 %mixed{0}, {2}\n"
            "  store i32 %new{0}, ptr %value\n"
            "  %is_last{0} = icmp sle i32 %fewer{0}, 0\n"
            "  br i1 %is_last{0}, label %done, label %next{0}\n"
            "next{0}:\n",
            block, number(0, 0x7fffffff) | 1, block * 977 + 1);
        const unsigned kind = number(0, 99);
        if (kind < 15) {
            text_ += fmt::format("  br label {}\n", destination(block));
        } else if (kind < 22) {
            text_ += fmt::format("  store i32 {}, ptr addrspace(1) %word\n  ret void\n", block);
        } else if (kind < 35) {
            text_ +=
                fmt::format("  %bits{0} = and i32 %new{0}, 3\n  switch i32 %bits{0}, label {1} [", block, destination(block));
            for (unsigned value = 0; value < 3; ++value) text_ += fmt::format(" i32 {}, label {}", value, destination(block));
            text_ += " ]\n";
        } else {
            text_ += fmt::format(
                "  %bits{0} = and i32 %new{0}, {1}\n  %is_clear{0} = icmp eq i32 %bits{0}, 0\n  br i1 %is_clear{0}, label ",
                block, 1u << number(0, 4));
            const std::string first = destination(block);
            text_ += fmt::format("{}, label {}\n", first, destination(block));
        }
    }

    std::mt19937_64 random_;
    unsigned blocks_;
    std::string text_;
};

}  // namespace

std::string random_function(uint64_t seed) { return function_writer(seed).write(); }

}  // namespace ingot::tests
