// Reads the declaration of a kernel: its name, its arguments and their indices. Each file has the part that it is named for.
#pragma once

#include <array>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <ingot/language/image_types.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attribute_names.hpp"
#include "attributes.hpp"
#include "kernels.hpp"
#include "resources.hpp"

namespace ingot::compiler::metal {

// The four groups of bindings (section 5.2.1).
enum class binding_group { buffer, texture, sampler, threadgroup };
inline constexpr std::array<llvm::StringRef, 4> group_names {"buffer", "texture", "sampler", "threadgroup"};

/// Reads one kernel after another. The functions that return bool return false after they have reported an error.
class kernel_reader {
public:
    kernel_reader(clang::ASTContext& unit, host_structs& names, const reporter& reports)
        : context_(unit), types_(names), errors_(reports), constants_(find_function_constants(unit, reports)) {}

    void read(const clang::FunctionDecl& function, std::vector<found_kernel>& kernels);

private:
    // The textures of the library, and the images that they are in the runtime.
    struct texture_name {
        llvm::StringRef name;
        image_shape shape = image_shape::image_2d;
        bool has_number_of_samples = false;  // which the host passes as a further argument
    };
    // An argument that the host passes, and the type of it in host code.
    struct passed_argument {
        archive::parameter description;
        std::string host;
    };
    // A struct or an array of the entry.
    struct group {
        const clang::ParmVarDecl& parameter;
        std::string memory;  // the name of the variable
        bool is_argument_buffer;
        std::optional<uint32_t> binding {};                   // of the argument buffer, or of the array's first element
        bool is_specialised = false;                          // is the index a function constant?
        std::vector<const clang::CXXRecordDecl*> outer = {};  // the structs whose pointers lead to this one
    };
    // A member or an element.
    struct part {
        clang::QualType type;
        std::string name;           // "material.textures[1]"
        const clang::Decl* marked;  // the declaration with the member's attributes
        uint64_t offset;            // in the memory
        uint32_t id = 0;            // of a member of an argument buffer
        uint32_t index = 0;         // of an element of an array of textures or samplers
    };
    struct place {
        binding_group group;
        clang::SourceLocation place;
        bool is_optional;
        size_t argument = 0;  // the number of the argument: members of an argument buffer and elements of an array have one
        uint32_t offset = 0;  // of the index, from that of the argument
        bool is_specialised = false;  // is the index a function constant?
    };
    struct declared_built_in {
        llvm::StringRef name;
        std::string type;
        uint64_t count;
        clang::SourceLocation place;
    };
    struct number_of_samples {
        std::string name;
        size_t argument;  // of the function
    };

    // kernels.cpp
    bool fail(clang::SourceLocation location, std::string_view message, std::string_view advice);
    static clang::SourceLocation place_of(const clang::FunctionDecl& function);
    bool check_function(const clang::FunctionDecl& function);
    // The name by which the host knows the kernel (sections 5.1.3, 5.1.10).
    bool read_name(const clang::FunctionDecl& function, kernel_description& kernel);
    bool read_parameter(const clang::ParmVarDecl& parameter, unsigned index, found_kernel& kernel);
    static std::string new_group(found_kernel& kernel, uint64_t size);
    uint64_t size_of(clang::QualType type) const;
    void describe_content(archive::parameter& passed, clang::QualType bare) const;
    // Adds an argument that the host passes, with the binding that the source gives.
    bool add_parameter(const clang::NamedDecl& declared, archive::parameter passed, std::string host, binding_group group,
                       found_kernel& kernel);
    // Adds the function constants that the kernel uses as arguments.
    void add_constants(found_kernel& kernel);
    bool check_size(const clang::FunctionDecl& function, const archive::kernel_reflection& reflection);

    // built_in_arguments.cpp
    // A built-in argument: a position, a size or an index of the thread (section 5.2.3.6).
    bool read_built_in(const clang::ParmVarDecl& parameter, const attribute_name& attribute, const std::string& name,
                       found_kernel& kernel);
    // The types of built-in arguments must fit together.
    bool check_built_ins();

    // resource_arguments.cpp
    static const texture_name* find_texture(clang::QualType type);
    passed_argument describe_texture(clang::QualType type, const std::string& name, const texture_name& texture) const;
    bool read_texture(const clang::ParmVarDecl& parameter, const std::string& name, const texture_name& texture,
                      found_kernel& kernel);
    // A sampler that the host passes: a value (<ingot/language/sampler_state.hpp>).
    static passed_argument describe_sampler(const std::string& name);
    bool read_sampler(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel);
    // array<texture2d<float>, 4> a [[texture(0)]]
    bool read_array(const clang::ParmVarDecl& parameter, const std::string& name, const array_shape& array, found_kernel& kernel);
    // Adds the numbers of samples of arrays of multisampled textures as arguments after the kernel's own. They have no index.
    void add_numbers_of_samples(found_kernel& kernel);
    // A pointer or a reference: a buffer, a value in constant memory, or memory of the threadgroup.
    bool read_memory(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel);

    // resource_structs.cpp

    // struct resources { device float* a [[buffer(0)]]; texture2d<float> b [[texture(1)]]; }, passed by value (section 2.12.2)
    bool read_resources(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel);
    void pass_by_value(const group& made, found_kernel& kernel);
    // struct input { float4 place [[attribute(0)]]; }, an argument with [[stage_in]] (section 5.2.4). The host passes a buffer
    // for each member. A thread gets the elements at its index in the grid.
    bool read_stage_in(const clang::ParmVarDecl& parameter, const mark& attribute, const std::string& name, found_kernel& kernel);
    // Reads a part of a group, and the parts in it.
    bool read_part(const group& of, const part& each, found_kernel& kernel);
    bool read_members(const group& of, const part& each, found_kernel& kernel);
    // A struct that is passed by value consists of buffers, textures, samplers, and structs of them.
    bool check_member_of_resources(const clang::FieldDecl& field, const std::string& name);
    // A pointer, a texture or a sampler in a group.
    bool read_resource(const group& of, const part& each, found_kernel& kernel);
    // Describes a member whose content is of the type `bare`. Reports an error with the advice if the host cannot write the type.
    std::optional<passed_argument> describe_member(const group& of, const part& each, clang::QualType bare,
                                                   std::string_view advice);
    // A member of an argument buffer that is no resource.
    bool read_plain(const group& of, const part& each, found_kernel& kernel);
    // Adds a part of a group to the kernel's parameters.
    bool add_part(const group& of, const part& each, passed_argument passed, binding_group kind, found_kernel& kernel);

    // argument_buffers.cpp
    // constant resources& r [[buffer(0)]] (section 2.13)
    bool read_argument_buffer(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel);
    static bool is_in_buffer(clang::QualType type);
    // Returns a member with an index of its own, which belongs to structs of resources that are passed by value.
    const clang::FieldDecl* find_located(clang::QualType type) const;
    std::optional<uint64_t> elements_used(const clang::ParmVarDecl& parameter, const std::string& name,
                                          const found_kernel& kernel);
    // Reads [[id(n)]] of a member. `next` is the first id that is free, relative to the struct's own.
    bool read_id(const clang::FieldDecl& field, const std::string& name, uint32_t& next);

    // argument_indices.cpp
    // Reads the index of an argument: [[buffer(n)]].
    bool read_index(const clang::NamedDecl& declared, const std::string& name, binding_group group,
                    std::optional<uint32_t>& binding, bool& is_specialised);
    // Returns the function constant that is the argument of an attribute, or null. The token pass writes its name as a text.
    const clang::VarDecl* function_constant_of(const mark& of) const;
    // Gives each argument without an index the first one that is free in its group (section 5.2.1), and an array the first
    // ones that are. Indices that are function constants are not known and not counted.
    bool assign_bindings(archive::kernel_reflection& reflection);

    clang::ASTContext& context_;
    host_structs& types_;
    const reporter& errors_;
    std::vector<specialised_constant> constants_;  // of the file
    std::vector<place> parameter_places_;          // of the current kernel, for each parameter in the reflection
    std::vector<declared_built_in> built_ins_;     // of the current kernel
    std::vector<number_of_samples> numbers_of_samples_;
    size_t arguments_ = 0;  // the number of arguments with an index so far
};

}  // namespace ingot::compiler::metal
