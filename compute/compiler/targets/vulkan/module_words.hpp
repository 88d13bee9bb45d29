// The words of one SPIR-V module while it is written: its sections, and its types and constants, each once.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Type.h>
#include <spirv/unified1/GLSL.std.450.h>

#include <initializer_list>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp>
#include <string_view>
#include <vector>

namespace ingot::compiler::vulkan {

using words = std::vector<uint32_t>;
using spirv_id = uint32_t;

/// Returns the number of an enumerator.
constexpr uint32_t number_of(auto enumerator) { return static_cast<uint32_t>(enumerator); }

/// Appends an instruction.
void append(words& to, spv::Op code, const words& operands);

/// Returns the text as words: its bytes, and a 0.
words text_words(std::string_view text);

/// Returns the bits of a pointer as a number: an address of global memory, or an offset in another memory.
unsigned pointer_bits(const llvm::Type& pointer);

/// One module.
class module_words {
public:
    module_words();

    spirv_id fresh() { return bound_++; }

    void need(spv::Capability each);
    bool needs(spv::Capability each) const { return capabilities_.contains(each); }

    // Types. Pointers of LLVM are numbers (pointer_bits), and i1 is a bool.
    spirv_id type(const llvm::Type& type);
    spirv_id void_type();
    spirv_id bool_type();
    spirv_id int_type(unsigned bits);
    spirv_id float_type(unsigned bits);
    spirv_id vector_type(spirv_id element, unsigned count);
    spirv_id pointer_type(spv::StorageClass space, spirv_id pointee);
    /// An image: sampled, or written as a storage image.
    spirv_id image_type(spirv_id channel, spv::Dim dimension, bool is_array, bool is_sampled);
    /// A type or constant with these operands, which is made when it is first asked for. `type` is 0 for a type.
    spirv_id unique(spv::Op code, const words& operands, spirv_id type = 0);

    // Constants.
    spirv_id number(unsigned bits, uint64_t value);
    spirv_id word(uint64_t value) { return number(32, value); }
    spirv_id zero_of(const llvm::Type& type);
    /// Returns a constant that holds no pointer to a variable; poison is 0. Returns 0 if it has none.
    spirv_id constant(const llvm::Constant& constant);
    /// Adds a specialisation constant of 32 bits.
    spirv_id specialisation_constant(uint32_t index, uint32_t value);

    /// Adds a variable outside of functions. `initial_value` is 0 if it has none.
    spirv_id variable(spv::StorageClass space, spirv_id type, spirv_id initial_value = 0);
    /// Returns the variable of an input.
    spirv_id input(spv::BuiltIn what, spirv_id type);
    void decorate(spirv_id what, spv::Decoration how, const words& operands = {});
    void decorate_member(spirv_id type, uint32_t member, spv::Decoration how, const words& operands);
    void name(spirv_id what, std::string_view text);
    /// Returns the set of extended instructions of GLSL.
    spirv_id glsl();

    void add_global(spv::Op code, const words& operands) { append(globals_, code, operands); }
    void add_function(const words& body) { functions_.insert(functions_.end(), body.begin(), body.end()); }

    /// Returns the whole module with its entry point.
    words finish(spirv_id entry_point, const words& execution_modes, bool has_vulkan_memory_model) const;

private:
    spirv_id bound_ = 1;
    spirv_id glsl_ = 0;
    std::set<spv::Capability> capabilities_;
    std::map<words, spirv_id> unique_;
    std::map<spv::BuiltIn, spirv_id> inputs_;
    words interface_;  // all variables outside of functions
    words names_;
    words decorations_;
    words globals_;
    words functions_;
};

}  // namespace ingot::compiler::vulkan
