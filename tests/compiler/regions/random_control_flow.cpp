// Structures random control-flow graphs and compares the results of the region trees with those of the unchanged functions.
//   random_control_flow COUNT [SEED]
// Exit status 1: a result differs, or a function could not be structured. The message names its seed.
#include <fmt/format.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <charconv>
#include <compiler/middle_end/passes.hpp>
#include <compiler/middle_end/region_tree.hpp>
#include <compiler/pass_managers.hpp>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>

#include "interpreter.hpp"
#include "random_functions.hpp"

namespace {

using namespace ingot;

constexpr uint32_t inputs = 48;
constexpr uint32_t input_step = 2'654'435'761;  // spreads the inputs over all 32-bit numbers

struct statistics {
    uint64_t irreducible = 0;
    uint64_t structured_already = 0;
    uint64_t switches_kept = 0;
    uint64_t paths = 0;  // different results of a function, summed over all functions
};

std::unique_ptr<llvm::Module> parse(const std::string& text, llvm::LLVMContext& context) {
    llvm::SMDiagnostic error;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
    if (!module) throw std::logic_error("the random function is not valid IR: " + error.getMessage().str());
    return module;
}

void promote(llvm::Module& module) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
    compiler::run_passes(module, std::move(passes));
}

bool is_irreducible(llvm::Function& function) {
    llvm::CycleInfo cycles;
    cycles.compute(function);
    for (llvm::BasicBlock& block : function)
        if (const auto* const cycle = cycles.getCycle(&block); cycle && !cycle->isReducible()) return true;
    return false;
}

bool has_choice(const compiler::region_list& list) {
    for (const compiler::region& each : list)
        if (each.kind == compiler::region_kind::choice || has_choice(each.first) || has_choice(each.second)) return true;
    return false;
}

// Returns whether the results of one function are equal. Every second function has its variables in registers, so that it has
// phis.
bool compare(uint64_t seed, statistics& counts) {
    llvm::LLVMContext context;
    const std::string text = tests::random_function(seed);
    const std::unique_ptr<llvm::Module> original = parse(text, context);
    const std::unique_ptr<llvm::Module> structured = parse(text, context);
    if (seed % 2 == 0) promote(*structured);
    llvm::Function& reference = *original->getFunction("random");
    llvm::Function& function = *structured->getFunction("random");
    llvm::removeUnreachableBlocks(function);
    counts.irreducible += is_irreducible(function) ? 1 : 0;
    counts.structured_already += compiler::build_region_tree(function) ? 1 : 0;

    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(compiler::structure_control_flow()));
    compiler::run_passes(*structured, std::move(passes));
    if (llvm::verifyModule(*structured)) {
        fmt::print(stderr, "seed {}: the structured function is not valid\n", seed);
        return false;
    }
    const std::optional<compiler::region_list> tree = compiler::build_region_tree(function);
    if (!tree) {
        fmt::print(stderr, "seed {}: the structured function has no region tree\n", seed);
        return false;
    }
    counts.switches_kept += has_choice(*tree) ? 1 : 0;

    std::set<uint32_t> results;
    for (uint32_t i = 0; i < inputs; ++i) {
        const uint32_t input = i * input_step;
        const tests::run_result expected = tests::run_blocks(reference, input);
        const tests::run_result found = tests::run_regions(function, *tree, input);
        if (!expected.has_ended) throw std::logic_error("a random function does not end");
        if (!found.has_ended || found.value != expected.value) {
            fmt::print(stderr, "seed {}: for the input {} the result is {}, but must be {}\n", seed, input, found.value,
                       expected.value);
            return false;
        }
        results.insert(expected.value);
    }
    counts.paths += results.size();
    return true;
}

uint64_t number(std::string_view text) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::runtime_error(fmt::format("'{}' is not a number", text));
    return value;
}

int run(uint64_t count, uint64_t first) {
    statistics counts;
    uint64_t wrong = 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        try {
            wrong += compare(seed, counts) ? 0 : 1;
        } catch (const std::exception& problem) {
            fmt::print(stderr, "seed {}: {}\n", seed, problem.what());
            ++wrong;
        }
    }
    fmt::print(
        "{} random functions: {} wrong; {} irreducible, {} structured already, {} with a switch in the tree, {} different "
        "results\n",
        count, wrong, counts.irreducible, counts.structured_already, counts.switches_kept, counts.paths);
    // A generator that makes simple functions only would find nothing.
    if (count >= 100 && (counts.irreducible * 2 < count || counts.paths < count * 8 || counts.switches_kept == 0)) {
        fmt::print(stderr, "the random functions are too simple to test anything\n");
        return 1;
    }
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count < 2 || count > 3) throw std::runtime_error("give a number of functions, and the first seed if it is not 1");
        return run(number(arguments[1]), count == 3 ? number(arguments[2]) : 1);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "random_control_flow: error: {}\n", problem.what());
        return 2;
    }
}
