#include "target.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>

#include <ingot/archive/needs.hpp>
#include <stdexcept>

#include "ptx.hpp"
#include "spirv.hpp"

namespace ingot::compiler {

namespace {

// Whether the module writes integers to layers of images, or only signed ones: no capability of SPIR-V asks for it. SPIR-V's
// OpImageWrite does not say whether an integer has a sign, so that drivers call their function for signed ones for both.
bool writes_layers(const llvm::Module& module, bool signed_only) {
    return llvm::any_of(module, [&](const llvm::Function& function) {
        const llvm::StringRef name = function.getName();
        return (name.contains("write_imagei") && name.ends_with("Dv4_iDv4_i")) ||
               (!signed_only && name.contains("write_imageui") && name.ends_with("Dv4_iDv4_j"));
    });
}

}  // namespace

std::vector<archive::code> emit(device_module& unit, const target_options& options) {
    // Line tables were for the diagnostics; no driver reads ours.
    llvm::StripDebugInfo(*unit.module);
    if (unit.kind == target_kind::ptx) return {{"ptx", options.architecture, emit_ptx(unit, options)}};
    const bool in_spirv = writes_layers(*unit.module, false);
    const bool in_spir = writes_layers(*unit.module, true);
    std::optional<device_module> for_spir = with_spir_functions(unit);
    spirv_code spirv = emit_spirv(unit);
    auto spir = translate_to_spir(for_spir ? emit_spirv(*for_spir).bytes : spirv.bytes);
    const auto needs_of = [&](bool writes) {
        std::vector<std::string> needs = spirv.needs;
        if (writes) needs.emplace_back(archive::needs::integer_layer_writes);
        return needs;
    };
    std::vector<archive::code> made {{"spirv", "", std::move(spirv.bytes), needs_of(in_spirv)}};
    if (spir) made.push_back({"spir", "", std::move(*spir), needs_of(in_spir)});
    return made;
}

std::string disassemble(const archive::code& code) {
    if (code.target == "spirv") return disassemble_spirv(code.bytes);
    if (code.target == "spir") return disassemble_spir(code.bytes);
    if (code.target == "ptx") return std::string(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
    throw std::runtime_error("no text form of target '" + code.target + "'");
}

}  // namespace ingot::compiler
