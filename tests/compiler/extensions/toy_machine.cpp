#include "toy_machine.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ingot::tests {

namespace {

using words = std::vector<std::string>;
using block = std::vector<words>;

words split(const std::string& line) {
    std::istringstream stream(line);
    words found;
    for (std::string word; stream >> word;) found.push_back(word);
    return found;
}

// Reads the code of one kernel. Returns its blocks by their numbers.
std::map<std::string, block> read_kernel(std::string_view code, std::string_view name) {
    std::istringstream lines {std::string(code)};
    std::map<std::string, block> blocks;
    block* destination = nullptr;
    bool is_in_kernel = false;
    for (std::string line; std::getline(lines, line);) {
        const words found = split(line);
        if (found.empty()) continue;
        if (found[0] == "kernel")
            is_in_kernel = found.at(1) == name;
        else if (is_in_kernel && found[0] == "block")
            destination = &blocks[found.at(1)];
        else if (is_in_kernel && destination)
            destination->push_back(found);
    }
    if (blocks.empty()) throw std::runtime_error("the code has no kernel " + std::string(name));
    return blocks;
}

uint64_t low_bits(uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((uint64_t {1} << bits) - 1); }
int64_t with_sign(uint64_t value, unsigned bits) {
    if (bits >= 64) return static_cast<int64_t>(value);
    const uint64_t sign = uint64_t {1} << (bits - 1);
    return static_cast<int64_t>((low_bits(value, bits) ^ sign) - sign);
}
double real(uint64_t value, unsigned bits) {
    return bits == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(value))) : std::bit_cast<double>(value);
}
// Returns the bits of the value, rounded to float if `bits` is 32. For + - * / and sqrt, computing with double and
// rounding the result to float gives the same number as computing with float.
uint64_t bits_of(double value, unsigned bits) {
    return bits == 32 ? std::bit_cast<uint32_t>(static_cast<float>(value)) : std::bit_cast<uint64_t>(value);
}

class work_item {
public:
    work_item(const std::map<std::string, block>& code, uint64_t index, uint64_t count, std::span<const uint64_t> arguments)
        : blocks_(code), index_(index), items_(count) {
        for (size_t i = 0; i < arguments.size(); ++i) registers_["r" + std::to_string(i)] = arguments[i];
    }

    void run() {
        std::string previous;
        std::string label = "0";
        while (label != "return") {
            std::map<std::string, uint64_t> phi_values;
            const block& all = blocks_.at(label);
            size_t next = 0;
            for (; next < all.size() && all[next].size() > 2 && all[next][2] == "phi"; ++next)
                phi_values[all[next][0]] = choose(all[next], previous);
            for (const auto& [name, value] : phi_values) registers_[name] = value;
            previous = label;
            label.clear();
            for (; next < all.size() && label.empty(); ++next) label = step(all[next]);
            if (label.empty()) throw std::runtime_error("block " + previous + " does not end");
        }
    }

private:
    uint64_t value(const std::string& word) const {
        return word.at(0) == '#' ? std::stoull(word.substr(1)) : registers_.at(word);
    }
    uint64_t choose(const words& phi, const std::string& previous) const {
        for (size_t i = 3; i + 1 < phi.size(); i += 2)
            if (phi[i] == previous) return value(phi[i + 1]);
        throw std::runtime_error("a phi has no value for block " + previous);
    }

    // Executes one instruction. Returns the next block, "return", or an empty string if the next instruction follows.
    std::string step(const words& line) {
        if (line[0] == "return") return "return";
        if (line[0] == "jump") return line.at(1);
        if (line[0] == "branch") return value(line.at(1)) != 0 ? line.at(2) : line.at(3);
        if (line[0] == "store") {
            const uint64_t stored_value = value(line.at(2));
            std::memcpy(reinterpret_cast<void*>(value(line.at(3))), &stored_value, bytes_of(line.at(1)));
            return {};
        }
        registers_[line[0]] = compute(line);
        return {};
    }

    // Returns the number of bytes that a value of `bits` bits has in memory. Throws if a register, which holds 64 bits, is too
    // small for the value.
    static size_t bytes_of(const std::string& bits) {
        const size_t bytes = (std::stoul(bits) + 7) / 8;
        if (bytes == 0 || bytes > sizeof(uint64_t))
            throw std::runtime_error("the toy machine has no values of " + bits + " bits");
        return bytes;
    }

    uint64_t compute(const words& line) const {
        const std::string& name = line.at(2);
        if (name == "select") return value(line.at(3)) != 0 ? value(line.at(4)) : value(line.at(5));
        if (name == "load") {
            uint64_t loaded_value = 0;
            std::memcpy(&loaded_value, reinterpret_cast<const void*>(value(line.at(4))), bytes_of(line.at(3)));
            return loaded_value;
        }
        if (name == "offset") {
            uint64_t sum = value(line.at(3)) + value(line.at(4));
            for (size_t i = 5; i + 1 < line.size(); i += 2) sum += value(line[i]) * value(line[i + 1]);
            return sum;
        }
        if (name == "call") return call(line);
        const auto bits = static_cast<unsigned>(std::stoul(line.at(3)));
        // The fifth word of a conversion is a number of bits. In an operation it is an operand: a constant or a register.
        if (line.size() == 6 && line[4].at(0) != '#' && line[4].at(0) != 'r')
            return convert(name, bits, static_cast<unsigned>(std::stoul(line[4])), value(line[5]));
        return operate(name, bits, value(line.at(4)), value(line.at(5)));
    }

    uint64_t call(const words& line) const {
        const std::string& name = line.at(3);
        const auto argument = [&](size_t index) { return value(line.at(4 + index)); };
        if (name == "ingot_device_get_global_id") return argument(0) == 0 ? index_ : 0;
        if (name == "ingot_device_get_global_size") return argument(0) == 0 ? items_ : 1;
        if (name == "llvm.fmuladd.f32" || name == "llvm.fma.f32") {
            const auto as_float = [&](size_t index) { return std::bit_cast<float>(static_cast<uint32_t>(argument(index))); };
            return std::bit_cast<uint32_t>(std::fma(as_float(0), as_float(1), as_float(2)));
        }
        if (name == "llvm.sqrt.f32") return bits_of(std::sqrt(real(argument(0), 32)), 32);
        if (name == "llvm.umin.i32") return std::min(argument(0), argument(1));
        if (name == "llvm.umax.i32") return std::max(argument(0), argument(1));
        throw std::runtime_error("the toy machine has no function " + name);
    }

    static uint64_t convert(const std::string& name, unsigned from, unsigned to, uint64_t a) {
        if (name == "copy" || name == "zext") return low_bits(a, from);
        if (name == "trunc") return low_bits(a, to);
        if (name == "sext") return low_bits(static_cast<uint64_t>(with_sign(a, from)), to);
        if (name == "fpext" || name == "fptrunc") return bits_of(real(a, from), to);
        if (name == "uitofp") return bits_of(static_cast<double>(low_bits(a, from)), to);
        if (name == "sitofp") return bits_of(static_cast<double>(with_sign(a, from)), to);
        if (name == "fptoui") return low_bits(static_cast<uint64_t>(real(a, from)), to);
        if (name == "fptosi") return low_bits(static_cast<uint64_t>(static_cast<int64_t>(real(a, from))), to);
        throw std::runtime_error("the toy machine has no conversion " + name);
    }

    static uint64_t operate(const std::string& name, unsigned bits, uint64_t a, uint64_t b) {
        if (name.at(0) == 'f') return operate_on_reals(name, bits, real(a, bits), real(b, bits));
        const int64_t x = with_sign(a, bits);
        const int64_t y = with_sign(b, bits);
        if ((name.ends_with("div") || name.ends_with("rem")) && b == 0) throw std::runtime_error("a division by 0");
        // In LLVM a shift by `bits` or more and the division of the smallest number by -1 have no defined result. The operators
        // of C++ below are undefined in these cases too, so these cases are computed here without the operators.
        if ((name == "shl" || name == "lshr" || name == "ashr") && b >= bits) return 0;
        if (name == "sdiv" && y == -1) return low_bits(0 - a, bits);
        if (name == "srem" && y == -1) return 0;
        if (name == "add") return low_bits(a + b, bits);
        if (name == "sub") return low_bits(a - b, bits);
        if (name == "mul") return low_bits(a * b, bits);
        if (name == "udiv") return a / b;
        if (name == "urem") return a % b;
        if (name == "sdiv") return low_bits(static_cast<uint64_t>(x / y), bits);
        if (name == "srem") return low_bits(static_cast<uint64_t>(x % y), bits);
        if (name == "and") return a & b;
        if (name == "or") return a | b;
        if (name == "xor") return a ^ b;
        if (name == "shl") return low_bits(a << b, bits);
        if (name == "lshr") return low_bits(a, bits) >> b;
        if (name == "ashr") return low_bits(static_cast<uint64_t>(x >> b), bits);
        if (name == "ieq") return a == b;
        if (name == "ine") return a != b;
        if (name == "iult") return a < b;
        if (name == "iule") return a <= b;
        if (name == "iugt") return a > b;
        if (name == "iuge") return a >= b;
        if (name == "islt") return x < y;
        if (name == "isle") return x <= y;
        if (name == "isgt") return x > y;
        if (name == "isge") return x >= y;
        throw std::runtime_error("the toy machine has no operation " + name);
    }

    static uint64_t operate_on_reals(const std::string& name, unsigned bits, double x, double y) {
        if (name == "fadd") return bits_of(x + y, bits);
        if (name == "fsub") return bits_of(x - y, bits);
        if (name == "fmul") return bits_of(x * y, bits);
        if (name == "fdiv") return bits_of(x / y, bits);
        if (name == "foeq") return x == y;
        if (name == "folt") return x < y;
        if (name == "fole") return x <= y;
        if (name == "fogt") return x > y;
        if (name == "foge") return x >= y;
        throw std::runtime_error("the toy machine has no operation " + name);
    }

    const std::map<std::string, block>& blocks_;
    uint64_t index_;
    uint64_t items_;
    std::map<std::string, uint64_t> registers_;
};

}  // namespace

void run_toy(std::string_view code, std::string_view kernel, uint64_t items, std::span<const uint64_t> arguments) {
    const std::map<std::string, block> blocks = read_kernel(code, kernel);
    for (uint64_t i = 0; i < items; ++i) work_item(blocks, i, items, arguments).run();
}

}  // namespace ingot::tests
