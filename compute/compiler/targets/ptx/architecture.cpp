#include "architecture.hpp"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <charconv>
#include <memory>

namespace ingot::compiler::ptx {

void initialise_nvptx() {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

bool is_architecture(const std::string& name) {
    initialise_nvptx();
    const llvm::Triple triple("nvptx64-nvidia-cuda");
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return false;
    const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
    return subtarget && name.starts_with("sm_") && subtarget->isCPUStringValid(name);
}

unsigned compute_capability_of(std::string_view architecture) {
    unsigned number = 0;
    architecture.remove_prefix(std::min(architecture.size(), std::string_view("sm_").size()));
    std::from_chars(architecture.data(), architecture.data() + architecture.size(), number);
    return number;
}

std::optional<compute_unit_limits> limits_of(std::string_view architecture) {
    // NVIDIA, "CUDA C++ Programming Guide", version 12, the table "Technical Specifications per Compute Capability".
    struct row {
        unsigned capability;
        uint32_t work_items;
        uint32_t groups;
        uint64_t local_kibibytes;
        uint64_t local_kibibytes_of_group;
    };
    constexpr row rows[] {{70, 2048, 32, 96, 96},  {72, 2048, 32, 96, 96},   {75, 1024, 16, 64, 64},  {80, 2048, 32, 164, 163},
                          {86, 1536, 16, 100, 99}, {87, 1536, 16, 164, 163}, {89, 1536, 24, 100, 99}, {90, 2048, 32, 228, 227}};
    const auto found = std::ranges::find(rows, compute_capability_of(architecture), &row::capability);
    if (found == std::end(rows)) return {};
    // Since 8.0 the driver takes 1 KiB for each group.
    const uint64_t reserved = found->capability >= 80 ? 1024 : 0;
    return compute_unit_limits {.work_items = found->work_items,
                                .groups = found->groups,
                                .group_size = 1024,
                                .sub_group_size = 32,
                                .local_bytes = found->local_kibibytes * 1024,
                                .local_bytes_of_group = found->local_kibibytes_of_group * 1024,
                                .local_bytes_reserved = reserved,
                                // The same in all of them. A multiprocessor has four parts, each with a quarter of the registers.
                                .registers = 65'536,
                                .register_step = 256,
                                .sub_group_step = 4};
}

}  // namespace ingot::compiler::ptx
