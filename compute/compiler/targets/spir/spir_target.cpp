// The target SPIR (LLVM 15 bitcode), for drivers that support cl_khr_spir and not SPIR-V. ingotc emits SPIR-V, and the
// program llvm-spirv-15 translates the SPIR-V to SPIR. The translator is a separate program because LLVM 15 and LLVM 22
// cannot be in one process.
//
// llvm-spirv-15 translates some SPIR-V wrongly. Therefore this file changes the module before LLVM's SPIR-V back end runs,
// and the SPIR-V words afterwards:
//   - Fences become calls of atomic_work_item_fence, because PoCL's library for SPIR lacks OpenCL 1.2's fence.
//   - A sequentially consistent fence stands before each sequentially consistent atomic operation: llvm-spirv-15 calls
//     OpenCL 1.2's atomic functions, which have no order, and which are acquire-release in PoCL.
//   - Reads and writes of unsigned integers in images become calls of OpenCL's functions for unsigned integers.
//   - OpConstantNull of a scalar type becomes OpConstant with the value 0.
// LLVM's SPIR-V back end recognises OpenCL's functions by their names and turns them into instructions. A function that must
// stay a function therefore has a placeholder in its name until the back end has run.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ingot/archive/required_features.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "../../middle_end/device_functions.hpp"
#include "../../phase_times.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "../opencl_functions/spirv_values.hpp"
#include "../spirv/emit_spirv.hpp"
#include "../spirv/spirv_words.hpp"

namespace ingot::compiler::spir {

namespace {

using spirv::spirv_instruction;
using spirv::spirv_instructions;
using spirv::spirv_words;

constexpr uint32_t op_type_bool = 20;
constexpr uint32_t op_type_int = 21;
constexpr uint32_t op_type_float = 22;
constexpr uint32_t op_constant_false = 42;
constexpr uint32_t op_constant = 43;
constexpr uint32_t op_constant_null = 46;

// Replaces each OpConstantNull of a scalar type by OpConstantFalse or by OpConstant with the value 0, and returns the new
// words. With OpConstantNull of a scalar type, an assertion of llvm-spirv-15 fails.
std::vector<uint32_t> without_scalar_nulls(std::span<const uint32_t> words) {
    std::unordered_map<uint32_t, size_t> value_words;  // for each scalar type, the number of words of a value; 0 for bool
    std::vector<uint32_t> result(words.begin(), words.begin() + 5);
    for (const spirv_instruction& instruction : spirv_instructions(words)) {
        const auto& source = instruction.words;
        if (instruction.opcode == op_type_bool) value_words[source[1]] = 0;
        if (instruction.opcode == op_type_int || instruction.opcode == op_type_float)
            value_words[source[1]] = source[2] > 32 ? 2 : 1;
        const auto scalar = instruction.opcode == op_constant_null ? value_words.find(source[1]) : value_words.end();
        if (scalar == value_words.end()) {
            result.insert(result.end(), source.begin(), source.end());
            continue;
        }
        const auto length = static_cast<uint32_t>(3 + scalar->second);
        result.push_back(length << 16 | (scalar->second == 0 ? op_constant_false : op_constant));
        result.push_back(source[1]);
        result.push_back(source[2]);
        result.insert(result.end(), scalar->second, 0u);
    }
    return result;
}

// The name of the fence function, and its placeholder, which LLVM's SPIR-V back end does not turn into an instruction.
// Both have the same length, so that one can replace the other in the words.
constexpr std::string_view fence_function = "_Z22atomic_work_item_fencej12memory_order12memory_scope";
constexpr std::string_view fence_placeholder = "_Z22ingot_work_item_fence_j12memory_order12memory_scope";
static_assert(fence_function.size() == fence_placeholder.size());

// Replaces the placeholder by the name of the fence function.
void name_fence_function(std::vector<uint32_t>& words) {
    const auto bytes = std::as_writable_bytes(std::span(words));
    const auto placeholder = std::as_bytes(std::span(fence_placeholder));
    const auto name = std::as_bytes(std::span(fence_function));
    for (auto position = bytes.begin();; position += static_cast<std::ptrdiff_t>(name.size())) {
        position = std::search(position, bytes.end(), placeholder.begin(), placeholder.end());
        if (position == bytes.end()) return;
        std::ranges::copy(name, position);
    }
}

// Returns the arguments of atomic_work_item_fence(flags, order, scope) for a call of OpMemoryBarrier(scope, semantics),
// with the values of OpenCL C 2.0.
std::array<uint32_t, 3> fence_arguments(const llvm::CallInst& barrier) {
    const auto number = [&](unsigned index) {
        return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(barrier.getArgOperand(index))->getZExtValue());
    };
    const uint32_t semantics = number(1);
    const uint32_t flags =
        (semantics & spirv_values::workgroup_memory ? 1u : 0) | (semantics & spirv_values::cross_workgroup_memory ? 2u : 0);
    const uint32_t order = semantics & spirv_values::sequentially_consistent ? 5
                           : semantics & spirv_values::acquire_release       ? 4
                           : semantics & spirv_values::release               ? 3
                                                                             : 2;
    return {flags, order, number(0) == spirv_values::device_scope ? 2u : 1u};
}

// Replaces memory barriers by calls of OpenCL 2.0's fence function, because PoCL's library for SPIR lacks OpenCL 1.2's.
void replace_fences(llvm::Module& module) {
    llvm::Function* const barrier = module.getFunction(opencl_functions::memory_barrier);
    if (!barrier) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const integer = builder.getInt32Ty();
    const llvm::FunctionCallee fence = module.getOrInsertFunction(
        fence_placeholder, llvm::FunctionType::get(builder.getVoidTy(), {integer, integer, integer}, false));
    for (llvm::User* user : llvm::make_early_inc_range(barrier->users())) {
        auto* const call = llvm::cast<llvm::CallInst>(user);
        builder.SetInsertPoint(call);
        const auto [flags, order, scope] = fence_arguments(*call);
        builder.CreateCall(fence, {builder.getInt32(flags), builder.getInt32(order), builder.getInt32(scope)});
        call->eraseFromParent();
    }
    barrier->eraseFromParent();
}

// Returns the sequentially consistent atomic operations. They are calls with SPIR-V's operands: the pointer, the scope, the
// semantics.
llvm::SmallVector<llvm::CallInst*> find_consistent_atomics(llvm::Module& module) {
    llvm::SmallVector<llvm::CallInst*> found;
    for (llvm::Function& function : module) {
        if (!function.getName().contains("__spirv_Atomic")) continue;
        for (llvm::User* const user : function.users()) {
            auto* const call = llvm::cast<llvm::CallInst>(user);
            const uint64_t semantics = llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->getZExtValue();
            if (semantics & spirv_values::sequentially_consistent) found.push_back(call);
        }
    }
    return found;
}

// Puts a fence before each sequentially consistent atomic operation, and so between any two of them.
void fence_consistent_atomics(llvm::Module& module) {
    for (llvm::CallInst* const call : find_consistent_atomics(module)) {
        llvm::IRBuilder<> builder(call);
        opencl_functions::call_memory_barrier(
            builder, spirv_values::device_scope,
            spirv_values::sequentially_consistent | spirv_values::workgroup_memory | spirv_values::cross_workgroup_memory);
    }
}

// Functions that read and write unsigned integers in images. From SPIR-V's instructions llvm-spirv-15 would make calls
// of the functions for signed integers. If the name of a function contains the placeholder, LLVM's SPIR-V back end does not
// turn the function into an instruction. (A name in upper-case letters would not help: the back end ignores case.)
constexpr std::string_view image_in_name = "_image";
constexpr std::string_view image_placeholder = "_ingot";

constexpr std::array unsigned_image_functions {std::string_view("image_fetch_uint"), std::string_view("image_sample_uint"),
                                               std::string_view("image_write_uint")};

bool is_unsigned_image_function(const llvm::Function& function) {
    const device_function* const original = original_device_function(function);
    return original && std::ranges::find(unsigned_image_functions, original->name) != unsigned_image_functions.end();
}

// Puts the placeholder into the names of the functions for unsigned integers.
void rename_image_functions(llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (!is_unsigned_image_function(function)) continue;
        std::string name = function.getName().str();
        name.replace(name.find(image_in_name), image_in_name.size(), image_placeholder);
        function.setName(name);
    }
}

// Replaces the placeholder in the SPIR-V words, so that the functions have their own names again.
void name_image_functions(std::vector<uint32_t>& words) {
    const auto bytes = std::as_writable_bytes(std::span(words));
    for (const std::string_view function : {"read", "write"}) {
        const std::string placeholder = std::string(function) + std::string(image_placeholder);
        const std::string name = std::string(function) + std::string(image_in_name);
        const auto searched = std::as_bytes(std::span(placeholder));
        for (auto position = bytes.begin();; position += static_cast<std::ptrdiff_t>(name.size())) {
            position = std::search(position, bytes.end(), searched.begin(), searched.end());
            if (position == bytes.end()) break;
            std::ranges::copy(std::as_bytes(std::span(name)), position);
        }
    }
}

// A temporary file. The object removes the file when it is destroyed.
class temporary_file {
public:
    explicit temporary_file(llvm::StringRef suffix) {
        if (const std::error_code failed = llvm::sys::fs::createTemporaryFile("ingotc", suffix, name_))
            throw std::runtime_error("cannot create a temporary file: " + failed.message());
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    // Ignores errors: a temporary file that remains does not change the result.
    ~temporary_file() { [[maybe_unused]] const std::error_code ignored = llvm::sys::fs::remove(name_); }
    llvm::StringRef path() const { return name_; }

private:
    llvm::SmallString<128> name_;
};

void write(llvm::StringRef file, std::span<const uint32_t> words) {
    std::error_code failed;
    llvm::raw_fd_ostream stream(file, failed);
    if (failed) throw std::runtime_error("cannot write " + file.str() + ": " + failed.message());
    stream.write(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}

std::vector<std::byte> read(llvm::StringRef file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) throw std::runtime_error("cannot read " + file.str() + ": " + buffer.getError().message());
    std::vector<std::byte> bytes((*buffer)->getBufferSize());
    if (!bytes.empty()) std::memcpy(bytes.data(), (*buffer)->getBufferStart(), bytes.size());
    return bytes;
}

// Returns the path of the program that translates SPIR-V to SPIR. Returns "" if the program was missing when ingotc was
// built, or is missing now.
std::string translator() {
    const std::string program = INGOT_LLVM_SPIRV;
    return llvm::sys::fs::can_execute(program) ? program : std::string();
}

// Translates SPIR-V to LLVM 15 bitcode for cl_khr_spir. Throws std::logic_error with the translator's messages if it
// fails.
std::vector<std::byte> translate(std::span<const std::byte> spirv) {
    const std::string program = translator();
    const temporary_file input("spv");
    const temporary_file output("bc");
    const temporary_file messages("txt");
    std::vector<uint32_t> words = without_scalar_nulls(spirv_words(spirv));
    name_fence_function(words);
    name_image_functions(words);
    write(input.path(), words);
    const llvm::StringRef arguments[] = {program, "-r", input.path(), "-o", output.path()};
    const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), messages.path(), messages.path()};
    std::string failure;
    if (llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, redirects, 0, 0, &failure) != 0) {
        // The limit on processor time holds for the translator too. If the signal SIGXCPU ended the translator because of
        // this limit, raise the signal in this process as well.
        if (failure == ::strsignal(SIGXCPU)) ::raise(SIGXCPU);
        const std::vector<std::byte> message_bytes = read(messages.path());
        const llvm::StringRef text(reinterpret_cast<const char*>(message_bytes.data()), message_bytes.size());
        throw std::logic_error(program + " cannot translate the SPIR-V to SPIR: " + failure + text.trim().str());
    }
    return read(output.path());
}

// Replaces everything that llvm-spirv-15 would translate to a wrong function: sequentially consistent atomic operations,
// fences, and reads and writes of unsigned integers in images. Also moves the code of large kernels into functions: the drivers
// that read SPIR are PoCL's.
void prepare_for_spir(llvm::Module& module) {
    fence_consistent_atomics(module);
    replace_fences(module);
    rename_image_functions(module);
    llvm::ModuleAnalysisManager no_analyses;
    opencl_functions::outline_large_kernels().run(module, no_analyses);
}

// Returns whether prepare_for_spir() changes the module.
bool is_different_for_spir(llvm::Module& module) {
    return opencl_functions::has_large_kernel(module) || module.getFunction(opencl_functions::memory_barrier) ||
           llvm::any_of(module, is_unsigned_image_function) || !find_consistent_atomics(module).empty();
}

// Returns whether the unit writes signed integers to layers of images, for which a device needs an optional feature.
// Writes of unsigned integers do not need this feature in SPIR, which calls the function for unsigned integers by its name.
// They need it in SPIR-V, whose instruction does not state whether the integers are signed.
bool writes_layers(const device_module& unit) {
    return llvm::any_of(*unit.module, [](const llvm::Function& function) {
        return function.hasFnAttribute(opencl_functions::writes_layers_attribute) && !is_unsigned_image_function(function);
    });
}

class spir_target final : public target {
public:
    spir_target()
        : target(
              {.name = "spir",
               .title = "SPIR",
               .text_suffix = ".spir.ll",
               .explanation =
                   "an older format for OpenCL drivers that do not accept SPIR-V, such as the CPU driver PoCL before release 4",
               .base_target = "spirv",
               .profiles = {}}) {}

    bool is_available() const override { return !translator().empty(); }
    std::string note() const override {
        return is_available()
                   ? "The target spirv also writes SPIR, which the OpenCL driver PoCL before release 4 needs. ingotc found " +
                         std::filesystem::path(translator()).filename().string() + " and uses it for that."
                   : "ingotc writes no SPIR, which PoCL before release 4 requires: llvm-spirv-15 is not installed, or was not "
                     "when ingotc was built.";
    }

    // The module is lowered for SPIR-V, so that both targets have the same arguments and passes.
    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const override {
        return opencl_functions::image_argument_types(context, image);
    }
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        opencl_functions::lower_device_functions(passes);
    }

    archive::code emit(device_module& unit, const target_options& options) const override {
        const auto translated = [&](const spirv::spirv_code& code) {
            return archive::code {"spir", "", measure(options.times, "translation", [&] { return translate(code.bytes); }),
                                  code.required_features};
        };
        // Most modules are the same for both targets: their SPIR-V has been emitted already.
        if (options.base_code && !is_different_for_spir(*unit.module))
            return translated({options.base_code->bytes, options.base_code->required_features});
        spirv::spirv_code code = spirv::emit_spirv(unit, prepare_for_spir);
        if (writes_layers(unit)) code.required_features.emplace_back(archive::required_features::integer_layer_writes);
        return translated(code);
    }

    // LLVM 22 reads the bitcode of earlier releases, and converts their typed pointers to opaque ones.
    std::string disassemble(std::span<const std::byte> spir) const override {
        llvm::LLVMContext context;
        const llvm::StringRef bytes(reinterpret_cast<const char*>(spir.data()), spir.size());
        llvm::Expected<std::unique_ptr<llvm::Module>> module =
            llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "spir"), context);
        if (!module) throw std::runtime_error("the SPIR is not LLVM bitcode: " + llvm::toString(module.takeError()));
        std::string text;
        llvm::raw_string_ostream stream(text);
        (*module)->print(stream, nullptr);
        return text;
    }
};

}  // namespace

}  // namespace ingot::compiler::spir

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_spir();
std::unique_ptr<const target> create_spir() { return std::make_unique<spir::spir_target>(); }

}  // namespace ingot::compiler::targets
