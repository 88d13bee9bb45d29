#include "call_graph.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "device_rules.hpp"

namespace ingot::compiler {

namespace {

struct node {
    function_facts facts;
    const clang::FunctionDecl* caller = nullptr;  // by which it was reached first; null for a kernel
    clang::SourceLocation called_at;
    bool in_system = false;
};

struct finding {
    const violation* broken;
    const clang::FunctionDecl* library;  // the function of a system header that breaks it; null where the user's own line does
};

class call_graph {
public:
    call_graph(clang::ASTContext& unit, const reporter& reports)
        : context(unit), sources(unit.getSourceManager()), errors(reports) {}

    void add(const clang::FunctionDecl& kernel) {
        reach(kernel, nullptr, {});
        for (; !waiting.empty(); waiting.pop_front()) {
            const clang::FunctionDecl* function = waiting.front();
            for (const call& made : nodes.at(function).facts.calls)
                if (const clang::FunctionDecl* callee = definition(*made.callee)) reach(*callee, function, made.where);
        }
    }

    /// Does the kernel, or anything that it calls, wait at a barrier?
    bool reaches_barrier(const clang::FunctionDecl& kernel) const {
        std::set<const clang::FunctionDecl*> seen {&kernel};
        for (std::deque<const clang::FunctionDecl*> open {&kernel}; !open.empty(); open.pop_front())
            for (const call& made : nodes.at(open.front()).facts.calls) {
                if (made.callee->getDeclName().isIdentifier() && made.callee->getName() == "ingot_device_barrier") return true;
                const clang::FunctionDecl* callee = definition(*made.callee);
                if (callee && seen.insert(callee).second) open.push_back(callee);
            }
        return false;
    }

    void report() {
        find_guilty_of_system();
        for (const clang::FunctionDecl* function : order) {
            const node& found = nodes.at(function);
            if (found.in_system) continue;
            std::map<clang::SourceLocation, finding> at_lines;  // one for each place: a vector allocates, throws and frees
            const auto keep = [&](clang::SourceLocation where, const finding& each) {
                const auto [entry, is_new] = at_lines.emplace(sources.getExpansionLoc(where), each);
                if (!is_new && each.broken->broken < entry->second.broken->broken) entry->second = each;
            };
            for (const violation& broken : found.facts.violations) keep(broken.where, {&broken, nullptr});
            for (const call& made : found.facts.calls) {
                const clang::FunctionDecl* callee = definition(*made.callee);
                if (const auto guilt = guilty.find(callee); callee && guilt != guilty.end())
                    keep(made.where, {guilt->second, callee});
            }
            for (const auto& [where, each] : at_lines) report(each, where, *function);
        }
    }

private:
    static const clang::FunctionDecl* definition(const clang::FunctionDecl& function) {
        const clang::FunctionDecl* defined = nullptr;
        return function.hasBody(defined) || function.isDefined(defined) ? defined : nullptr;
    }

    void reach(const clang::FunctionDecl& function, const clang::FunctionDecl* caller, clang::SourceLocation where) {
        if (nodes.contains(&function)) return;
        node reached;
        reached.facts = examine(function, context);
        reached.caller = caller;
        reached.called_at = where;
        reached.in_system = is_in_system(function.getLocation());
        nodes.emplace(&function, std::move(reached));
        order.push_back(&function);
        waiting.push_back(&function);
    }

    bool is_in_system(clang::SourceLocation where) const {
        return where.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(where));
    }

    // The functions of system headers that break a rule themselves or through others of them, each with the gravest that it
    // breaks.
    void find_guilty_of_system() {
        std::multimap<const clang::FunctionDecl*, const clang::FunctionDecl*> callers;
        for (const clang::FunctionDecl* function : order)
            if (nodes.at(function).in_system)
                for (const call& made : nodes.at(function).facts.calls)
                    if (const clang::FunctionDecl* callee = definition(*made.callee)) callers.emplace(callee, function);
        for (const rule each : {rule::allocation, rule::exception, rule::other, rule::release}) {
            std::deque<const clang::FunctionDecl*> open;
            for (const clang::FunctionDecl* function : order)
                if (nodes.at(function).in_system)
                    for (const violation& found : nodes.at(function).facts.violations)
                        if (found.broken == each && guilty.emplace(function, &found).second) open.push_back(function);
            for (; !open.empty(); open.pop_front()) {
                const auto [first, last] = callers.equal_range(open.front());
                for (auto entry = first; entry != last; ++entry)
                    if (guilty.emplace(entry->second, guilty.at(open.front())).second) open.push_back(entry->second);
            }
        }
    }

    void report(const finding& found, clang::SourceLocation where, const clang::FunctionDecl& inside) {
        if (!reported.emplace(where.getRawEncoding(), found.broken->message).second) return;  // in another instance of a template
        errors.error(where, found.broken->message, found.broken->advice);
        if (found.library)
            errors.note({}, fmt::format("'{}' of a system header does it", found.library->getQualifiedNameAsString()));
        note_callers(inside);
    }

    void note_callers(const clang::FunctionDecl& inside) {
        const clang::FunctionDecl* function = &inside;
        for (const node* at = &nodes.at(function); at->caller; at = &nodes.at(function)) {
            function = at->caller;
            if (is_in_system(at->called_at)) continue;
            const bool in_kernel = nodes.at(function).caller == nullptr;
            errors.note(
                sources.getExpansionLoc(at->called_at),
                in_kernel ? fmt::format("called from here, in kernel '{}'", function->getNameAsString()) : "called from here");
        }
    }

    clang::ASTContext& context;
    const clang::SourceManager& sources;
    const reporter& errors;
    std::unordered_map<const clang::FunctionDecl*, node> nodes;
    std::vector<const clang::FunctionDecl*> order;
    std::deque<const clang::FunctionDecl*> waiting;
    std::unordered_map<const clang::FunctionDecl*, const violation*> guilty;
    std::set<std::pair<clang::SourceLocation::UIntTy, std::string>> reported;
};

}  // namespace

void check_reachable(std::span<found_kernel> kernels, clang::ASTContext& context, const reporter& errors) {
    call_graph graph(context, errors);
    for (const found_kernel& kernel : kernels) graph.add(*kernel.function);
    for (found_kernel& kernel : kernels) kernel.description.reflection.uses_barrier = graph.reaches_barrier(*kernel.function);
    graph.report();
}

}  // namespace ingot::compiler
