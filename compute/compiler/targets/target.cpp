#include "target.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>

#include <ingot/archive/needs.hpp>
#include <stdexcept>

#include "ptx.hpp"
#include "spirv.hpp"

namespace ingot::compiler {

namespace {

// No capability of SPIR-V asks for it.
bool writes_signed_layers(const llvm::Module& module) {
    return llvm::any_of(module, [](const llvm::Function& function) {
        const llvm::StringRef name = function.getName();
        return name.contains("write_imagei") && name.ends_with("Dv4_iDv4_i");
    });
}

}  // namespace

std::vector<archive::code> emit(device_module& unit, const target_options& options) {
    // Line tables were for the diagnostics; no driver reads ours.
    llvm::StripDebugInfo(*unit.module);
    if (unit.kind == target_kind::ptx) return {{"ptx", options.architecture, emit_ptx(unit, options)}};
    const bool has_signed_layer_writes = writes_signed_layers(*unit.module);
    std::optional<device_module> for_spir = with_spir_functions(unit);
    spirv_code spirv = emit_spirv(unit);
    auto spir = translate_to_spir(for_spir ? emit_spirv(*for_spir).bytes : spirv.bytes);
    if (has_signed_layer_writes) spirv.needs.emplace_back(archive::needs::signed_layer_writes);
    std::vector<archive::code> made {{"spirv", "", std::move(spirv.bytes), spirv.needs}};
    if (spir) made.push_back({"spir", "", std::move(*spir), spirv.needs});
    return made;
}

std::string disassemble(const archive::code& code) {
    if (code.target == "spirv") return disassemble_spirv(code.bytes);
    if (code.target == "spir") return disassemble_spir(code.bytes);
    if (code.target == "ptx") return std::string(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
    throw std::runtime_error("no text form of target '" + code.target + "'");
}

}  // namespace ingot::compiler
