#include "target.hpp"

#include <llvm/IR/DebugInfo.h>

#include <stdexcept>

#include "ptx.hpp"
#include "spirv.hpp"

namespace ingot::compiler {

std::vector<archive::code> emit(device_module& unit, const target_options& options) {
    // Line tables were for the diagnostics; no driver reads ours.
    llvm::StripDebugInfo(*unit.module);
    if (unit.kind == target_kind::ptx) return {{"ptx", options.architecture, emit_ptx(unit, options)}};
    std::vector<archive::code> made {{"spirv", "", emit_spirv(unit)}};
    if (auto spir = translate_to_spir(made.front().bytes)) made.push_back({"spir", "", std::move(*spir)});
    return made;
}

std::string disassemble(const archive::code& code) {
    if (code.target == "spirv") return disassemble_spirv(code.bytes);
    if (code.target == "ptx") return std::string(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
    throw std::runtime_error("no text form of target '" + code.target + "'");
}

}  // namespace ingot::compiler
