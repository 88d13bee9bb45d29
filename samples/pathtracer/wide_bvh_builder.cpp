// Merges the binary hierarchy in two passes. A subtree is the part of the binary hierarchy below a child of a node:
//
//     1. From the leaves up, compute the least cost of each subtree as one child of a wide node: a leaf, or a wide node of its
//     own
//        whose eight places its two halves share. Then compute the least cost as at most two children, three, and so on, because
//        the wide node above may have more places for it.
//     2. From the root down, write the nodes that these costs stand for.
#include "wide_bvh_builder.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

namespace ingot::samples::pathtracer {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();
// Costs relative to each other, as measured: a block of triangles needs more instructions than a node.
constexpr double node_cost = 1.0;
constexpr double block_cost = 1.5;

// A subtree: a child of a node of the binary hierarchy.
struct subtree {
    uint32_t node;
    uint32_t slot;
};

// How a subtree is best written.
struct plan {
    std::array<double, wide_size> cost {};  // [i]: the least cost as at most i children of a wide node, from 1 on
    // [i]: how many of i children the first half of the subtree becomes. 0: i - 1 children cost no more.
    std::array<uint8_t, wide_size + 1> first_half {};
    bool is_leaf = false;  // as one child
    uint32_t first_triangle = 0;
    uint32_t triangles = 0;
};

class merger {
public:
    merger(const bvh& tree, std::span<const triangle_corners> triangles)
        : tree_(tree), triangles_(triangles), plans_(tree.nodes.size()) {}

    wide_bvh merge() {
        const subtree first {0, 0};
        const subtree second {0, 1};
        make_plan(first);
        make_plan(second);
        plan root;
        share_places(root, plan_of(first), plan_of(second));
        write_node(0, root);
        return std::move(result_);
    }

private:
    plan& plan_of(const subtree& each) { return plans_[each.node][each.slot]; }
    bool is_leaf(const subtree& each) const { return tree_.nodes[each.node].count[each.slot] > 0; }
    uint32_t child_of(const subtree& each) const { return tree_.nodes[each.node].child[each.slot]; }

    // Returns the lower and the upper bound of the subtree's box along an axis.
    std::pair<float, float> bounds_of(const subtree& each, size_t axis) const {
        const bvh_node& node = tree_.nodes[each.node];
        const float4& bounds = axis == 0 ? node.x : axis == 1 ? node.y : node.z;
        return {bounds[size_t {2} * each.slot], bounds[size_t {2} * each.slot + 1]};
    }

    double half_area_of(const subtree& each) const {
        std::array<double, 3> size {};
        for (size_t axis = 0; axis < 3; ++axis) {
            const auto [low, high] = bounds_of(each, axis);
            size[axis] = static_cast<double>(high) - static_cast<double>(low);
        }
        return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
    }

    // Divides 2 to wide_size places among the two halves of a subtree such that the costs are the least. Returns the costs.
    static std::array<double, wide_size + 1> share_places(plan& whole, const plan& first, const plan& second) {
        std::array<double, wide_size + 1> costs {};
        for (uint32_t places = 2; places <= wide_size; ++places) {
            costs[places] = std::numeric_limits<double>::max();
            for (uint32_t of_first = 1; of_first < places; ++of_first) {
                const double cost = first.cost[of_first] + second.cost[places - of_first];
                if (cost >= costs[places]) continue;
                costs[places] = cost;
                whole.first_half[places] = static_cast<uint8_t>(of_first);
            }
        }
        return costs;
    }

    void make_plan(const subtree& whole) {
        const double area = half_area_of(whole);
        plan& made = plan_of(whole);
        if (is_leaf(whole)) {
            made.is_leaf = true;
            made.first_triangle = child_of(whole);
            made.triangles = tree_.nodes[whole.node].count[whole.slot];
            made.cost.fill(area * block_cost);
            return;
        }
        const subtree first {child_of(whole), 0};
        const subtree second {child_of(whole), 1};
        make_plan(first);
        make_plan(second);
        made.first_triangle = plan_of(first).first_triangle;
        made.triangles = plan_of(first).triangles + plan_of(second).triangles;
        const std::array<double, wide_size + 1> costs = share_places(made, plan_of(first), plan_of(second));
        const double as_node = costs[wide_size] + area * node_cost;
        made.is_leaf = made.triangles <= wide_size && area * block_cost <= as_node;
        made.cost[1] = made.is_leaf ? area * block_cost : as_node;
        for (uint32_t places = 2; places < wide_size; ++places) {
            made.cost[places] = std::min(costs[places], made.cost[places - 1]);
            if (costs[places] >= made.cost[places - 1]) made.first_half[places] = 0;
        }
    }

    // Adds the subtrees that become children of a wide node, which has `places` places for this subtree.
    void add_children(const subtree& whole, uint32_t places, std::vector<subtree>& children) {
        const plan& made = plan_of(whole);
        while (places > 1 && made.first_half[places] == 0) --places;
        if (places <= 1) {
            children.push_back(whole);
            return;
        }
        const uint32_t of_first = made.first_half[places];
        add_children({child_of(whole), 0}, of_first, children);
        add_children({child_of(whole), 1}, places - of_first, children);
    }

    // Writes the wide node whose children are parts of the two children of a binary node.
    uint32_t write_node(uint32_t binary_node, const plan& made) {
        std::vector<subtree> children;
        const uint32_t of_first = made.first_half[wide_size];
        add_children({binary_node, 0}, of_first, children);
        add_children({binary_node, 1}, wide_size - of_first, children);
        const auto index = static_cast<uint32_t>(result_.nodes.size());
        wide_bvh_node& node = result_.nodes.emplace_back();
        std::ranges::fill(node.child, leaf_flag);
        for (size_t axis = 0; axis < 3; ++axis) {
            node.bounds[0][axis] = infinite;
            node.bounds[1][axis] = -infinite;
            for (size_t i = 0; i < children.size(); ++i)
                std::tie(node.bounds[0][axis][i], node.bounds[1][axis][i]) = bounds_of(children[i], axis);
        }
        for (size_t i = 0; i < children.size(); ++i) {
            const plan& child = plan_of(children[i]);
            const uint32_t written = child.is_leaf ? leaf_flag | write_block(child) : write_node(child_of(children[i]), child);
            result_.nodes[index].child[i] = written;
        }
        return index;
    }

    uint32_t write_block(const plan& leaf) {
        triangle_block block {};
        block.first = leaf.first_triangle;
        for (uint32_t i = 0; i < leaf.triangles; ++i) {
            const triangle_corners& triangle = triangles_[leaf.first_triangle + i];
            for (size_t axis = 0; axis < 3; ++axis) {
                block.corners[0][axis][i] = triangle.a[axis];
                block.corners[1][axis][i] = triangle.b[axis];
                block.corners[2][axis][i] = triangle.c[axis];
            }
            if (triangle.a.w != 0.0f) block.permeable |= 1u << i;
        }
        result_.blocks.push_back(block);
        return static_cast<uint32_t>(result_.blocks.size() - 1);
    }

    const bvh& tree_;
    std::span<const triangle_corners> triangles_;
    std::vector<std::array<plan, 2>> plans_;
    wide_bvh result_;
};

}  // namespace

wide_bvh widen(const bvh& tree, std::span<const triangle_corners> triangles) { return merger(tree, triangles).merge(); }

}  // namespace ingot::samples::pathtracer
