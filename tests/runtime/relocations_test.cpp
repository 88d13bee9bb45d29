// Tests of the relocations of objects for x86-64 and AArch64. They only change bytes, so that each machine tests both.
#include "cpu_native/relocations.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace ingot::backends::cpu_native;

// The number that a place holds after a relocation.
struct relocated {
    relocation_result result;
    uint64_t bits;
    bool operator==(const relocated&) const = default;
};
std::ostream& operator<<(std::ostream& out, const relocated& each) {
    return out << static_cast<int>(each.result) << " 0x" << std::hex << each.bits << std::dec;
}

relocated relocate(uint16_t machine, uint32_t type, uint64_t before, uint64_t own, uint64_t target) {
    const relocation_kind* const kind = find_relocation(machine, type);
    if (!kind) throw std::logic_error("unknown type " + std::to_string(type));
    std::array<std::byte, 8> place {};
    std::memcpy(place.data(), &before, sizeof(before));
    const relocation_result result = relocate(*kind, std::span(place).first(width_of(*kind)), own, target);
    uint64_t after = 0;
    std::memcpy(&after, place.data(), sizeof(after));
    return {result, after};
}

relocated done(uint64_t bits) { return {relocation_result::done, bits}; }

struct expectation {
    uint32_t type;
    uint64_t before;
    uint64_t own;
    uint64_t target;
    uint64_t after;
};

// The instructions are what GNU's assembler and linker (binutils 2.40) make of `adrp x0, symbol` and so on, with the place and
// the symbol at these addresses.
TEST(relocations, of_aarch64_are_those_of_a_linker) {
    constexpr uint64_t near = 0x04001670;
    const std::vector<expectation> all {
        {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x400000, near, 0xb001e000},
        {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x400024, 0x300000, 0x90fff800},
        {R_AARCH64_ADR_PREL_PG_HI21, 0x9000000d, 0x400040, 0x8000ff8, 0x9003e00d},
        {R_AARCH64_ADR_GOT_PAGE, 0x9000000d, 0x400040, 0x8000ff8, 0x9003e00d},
        {R_AARCH64_ADD_ABS_LO12_NC, 0x91000041, 0x400004, near, 0x9119c041},
        {R_AARCH64_LDST8_ABS_LO12_NC, 0x39400083, 0x400008, near, 0x3959c083},
        {R_AARCH64_LDST16_ABS_LO12_NC, 0x794000c5, 0x40000c, near, 0x794ce0c5},
        {R_AARCH64_LDST32_ABS_LO12_NC, 0xb9400107, 0x400010, near, 0xb9467107},
        {R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400149, 0x400014, near, 0xf9433949},
        {R_AARCH64_LDST64_ABS_LO12_NC, 0xf94001ee, 0x400044, 0x8000ff8, 0xf947fdee},
        {R_AARCH64_LD64_GOT_LO12_NC, 0xf94001ee, 0x400044, 0x8000ff8, 0xf947fdee},
        {R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc0018b, 0x400018, near, 0x3dc19d8b},
        {R_AARCH64_CALL26, 0x94000000, 0x40001c, near, 0x94f00595},
        {R_AARCH64_CALL26, 0x94000000, 0x400028, 0x300000, 0x97fbfff6},
        {R_AARCH64_JUMP26, 0x14000000, 0x400020, near, 0x14f00594},
        {R_AARCH64_PREL32, 0, 0x40002c, near, 0x03c01644},
        {R_AARCH64_PREL64, 0, 0x400030, near, 0x03c01640},
        {R_AARCH64_ABS64, 0, 0x400038, near + 5, 0x04001675},
        {314, 0, 0x40002c, near, 0x03c01644},  // R_AARCH64_PLT32, which <elf.h> of Debian 12 lacks
    };
    for (const expectation& each : all)
        EXPECT_EQ(relocate(EM_AARCH64, each.type, each.before, each.own, each.target), done(each.after)) << each.type;
}

TEST(relocations, of_x86_64_are_addresses_and_differences) {
    EXPECT_EQ(relocate(EM_X86_64, R_X86_64_64, 0, 0x1000, 0x123456789abc), done(0x123456789abc));
    EXPECT_EQ(relocate(EM_X86_64, R_X86_64_PC64, 0, 0x1000, 0x800), done(~uint64_t {0} - 0x7ff));
    for (const uint32_t type : {R_X86_64_PC32, R_X86_64_PLT32, R_X86_64_GOTPCREL, R_X86_64_GOTPCRELX, R_X86_64_REX_GOTPCRELX}) {
        EXPECT_EQ(relocate(EM_X86_64, type, 0x5500000000, 0x1000, 0x2000), done(0x5500001000)) << type;
        EXPECT_EQ(relocate(EM_X86_64, type, 0x5500000000, 0x2000, 0x1ffc), done(0x55fffffffc)) << type;
    }
}

// The farthest addresses that a place can hold, and those one step further on: these change nothing.
TEST(relocations, check_how_far_they_reach) {
    struct reach {
        uint16_t machine;
        uint32_t type;
        uint64_t step;
        uint64_t forward;
        uint64_t backward;
    };
    constexpr uint64_t gib = uint64_t {1} << 30;
    constexpr uint64_t mib = uint64_t {1} << 20;
    const std::vector<reach> all {
        {EM_X86_64, R_X86_64_PC32, 1, 2 * gib - 1, 2 * gib},
        {EM_AARCH64, R_AARCH64_PREL32, 1, 2 * gib - 1, 2 * gib},
        {EM_AARCH64, R_AARCH64_CALL26, 4, 128 * mib - 4, 128 * mib},
        {EM_AARCH64, R_AARCH64_JUMP26, 4, 128 * mib - 4, 128 * mib},
        {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 4096, 4 * gib - 4096, 4 * gib},
    };
    constexpr uint64_t own = uint64_t {1} << 40;
    for (const reach& each : all) {
        EXPECT_EQ(relocate(each.machine, each.type, 0, own, own + each.forward).result, relocation_result::done) << each.type;
        EXPECT_EQ(relocate(each.machine, each.type, 0, own, own - each.backward).result, relocation_result::done) << each.type;
        const relocated too_far {relocation_result::too_far, 0x1234};
        EXPECT_EQ(relocate(each.machine, each.type, 0x1234, own, own + each.forward + each.step), too_far) << each.type;
        EXPECT_EQ(relocate(each.machine, each.type, 0x1234, own, own - each.backward - each.step), too_far) << each.type;
    }
}

TEST(relocations, check_that_addresses_are_aligned) {
    struct alignment {
        uint32_t type;
        uint64_t bytes;
    };
    for (const alignment each :
         {alignment {R_AARCH64_LDST16_ABS_LO12_NC, 2}, alignment {R_AARCH64_LDST32_ABS_LO12_NC, 4},
          alignment {R_AARCH64_LDST64_ABS_LO12_NC, 8}, alignment {R_AARCH64_LDST128_ABS_LO12_NC, 16},
          alignment {R_AARCH64_LD64_GOT_LO12_NC, 8}, alignment {R_AARCH64_CALL26, 4}, alignment {R_AARCH64_JUMP26, 4}}) {
        EXPECT_EQ(relocate(EM_AARCH64, each.type, 0, 0x1000, 0x2000 + each.bytes).result, relocation_result::done) << each.type;
        const relocated not_aligned {relocation_result::not_aligned, 7};
        EXPECT_EQ(relocate(EM_AARCH64, each.type, 7, 0x1000, 0x2000 + each.bytes / 2), not_aligned) << each.type;
    }
    EXPECT_EQ(relocate(EM_AARCH64, R_AARCH64_CALL26, 7, 0x1002, 0x2000), (relocated {relocation_result::not_aligned, 7}));
}

TEST(relocations, of_unknown_types_are_not_found) {
    EXPECT_EQ(find_relocation(EM_AARCH64, R_X86_64_PC32), nullptr);
    EXPECT_EQ(find_relocation(EM_X86_64, R_AARCH64_CALL26), nullptr);
    EXPECT_EQ(find_relocation(EM_RISCV, 1), nullptr);
}

// The instructions as GNU's assembler writes them.
TEST(relocations, jump_to_any_address) {
    const auto bytes_of = [](const std::array<std::byte, 16>& code) {
        std::vector<unsigned> bytes;
        for (const std::byte each : code) bytes.push_back(std::to_integer<unsigned>(each));
        return bytes;
    };
    constexpr uint64_t target = 0x1122334455667788;
    EXPECT_EQ(
        bytes_of(jump_code(EM_AARCH64, target)),  // ldr x16, .+8; br x16
        (std::vector<unsigned> {0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11}));
    EXPECT_EQ(bytes_of(jump_code(EM_X86_64, target)),  // jmp *0(%rip)
              (std::vector<unsigned> {0xff, 0x25, 0, 0, 0, 0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0, 0}));
}

}  // namespace
