// Builds the hierarchy from the root down. Each node's triangles are divided into two children:
//
//     1. The centres of the triangles' boxes are sorted into 16 bins along each axis.
//     2. For each border between bins, the surface area heuristic estimates the cost of dividing there. The cost of a
//        child is the area of its box, relative to the parent's box, times its number of triangles.
//     3. The triangles are divided at the border with the least cost. If there are at most 8 triangles, and testing all of
//        them costs no more than the division, they become a leaf instead.
//
// From a certain depth on, each child gets half of its parent's triangles, so that the depth does not exceed max_bvh_depth.
#include "bvh_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace ingot::samples::pathtracer {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr uint32_t bins = 16;
constexpr uint32_t largest_leaf = 8;
constexpr double node_cost = 1.0;  // the cost of testing the boxes of two children; testing a triangle costs 1
// From this depth on, each node gets half of its parent's triangles. 32 levels suffice for any number of triangles.
constexpr uint32_t deepest_by_cost = max_bvh_depth - 33;

struct box {
    glm::vec3 low {infinite};
    glm::vec3 high {-infinite};

    void add(const glm::vec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    void add(const box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
    double half_area() const {
        if (low.x > high.x) return 0.0;
        const glm::dvec3 size = glm::dvec3(high) - glm::dvec3(low);
        return size.x * size.y + size.y * size.z + size.z * size.x;
    }
};

// A triangle with its bounding box and the centre of the box.
struct reference {
    box bounds;
    glm::vec3 centre;
    uint32_t triangle;
};

// A division of a node along `axis`: bins up to and including `place` go to the first child.
struct split {
    double cost;
    int axis;
    float place;
};

class builder {
public:
    explicit builder(std::span<const std::array<glm::vec3, 3>> triangles) {
        references_.reserve(triangles.size());
        for (const auto& corners : triangles) {
            reference entry {{}, {}, static_cast<uint32_t>(references_.size())};
            for (const glm::vec3& corner : corners) entry.bounds.add(corner);
            entry.centre = 0.5f * entry.bounds.low + 0.5f * entry.bounds.high;
            references_.push_back(entry);
        }
    }

    bvh build() {
        result_.nodes.emplace_back();
        const auto count = static_cast<uint32_t>(references_.size());
        if (count == 0) throw std::invalid_argument("a bounding volume hierarchy needs at least one triangle");
        // The root is always an inner node. If one leaf is cheaper for all triangles, each child gets half of them; a single
        // triangle becomes both children.
        const uint32_t middle = divide(0, count, 0).value_or(count / 2);
        add_child(0, 0, 0, count == 1 ? 1 : middle, 1);
        add_child(0, 1, middle, count, 1);
        for (const reference& each : references_) result_.order.push_back(each.triangle);
        return std::move(result_);
    }

private:
    void add_child(uint32_t parent, uint32_t slot, uint32_t begin, uint32_t end, uint32_t depth) {
        const auto middle = divide(begin, end, depth);
        if (!middle) return write_leaf(parent, slot, begin, end);
        const auto index = static_cast<uint32_t>(result_.nodes.size());
        result_.nodes.emplace_back();
        write_box(parent, slot, bounds(begin, end));
        result_.nodes[parent].child[slot] = index;
        add_child(index, 0, begin, *middle, depth + 1);
        add_child(index, 1, *middle, end, depth + 1);
    }

    void write_leaf(uint32_t parent, uint32_t slot, uint32_t begin, uint32_t end) {
        write_box(parent, slot, bounds(begin, end));
        result_.nodes[parent].child[slot] = begin;
        result_.nodes[parent].count[slot] = end - begin;
    }

    void write_box(uint32_t parent, uint32_t slot, const box& box) {
        bvh_node& node = result_.nodes[parent];
        float4* const axes[] = {&node.x, &node.y, &node.z};
        for (int axis = 0; axis < 3; ++axis) {
            (*axes[axis])[size_t {2} * slot] = box.low[axis];
            (*axes[axis])[size_t {2} * slot + 1] = box.high[axis];
        }
    }

    box bounds(uint32_t begin, uint32_t end) const {
        box all;
        for (uint32_t i = begin; i < end; ++i) all.add(references_[i].bounds);
        return all;
    }

    // Orders the references so that those of the first child come first. Returns where the second child begins, or
    // nothing for a leaf.
    std::optional<uint32_t> divide(uint32_t begin, uint32_t end, uint32_t depth) {
        const uint32_t count = end - begin;
        if (count <= 1) return std::nullopt;
        box centres;
        for (uint32_t i = begin; i < end; ++i) centres.add(references_[i].centre);
        if (depth < deepest_by_cost) {
            const std::optional<split> best = best_split(begin, end, centres);
            const auto as_leaf = static_cast<double>(count);
            if (count <= largest_leaf && (!best || best->cost >= as_leaf)) return std::nullopt;
            if (best) return partition(begin, end, *best);
        }
        if (count <= largest_leaf) return std::nullopt;
        return halve(begin, end, centres);
    }

    // Returns the cheapest division by the surface area heuristic, or nothing where all centres coincide.
    std::optional<split> best_split(uint32_t begin, uint32_t end, const box& centres) const {
        const double parent_area = bounds(begin, end).half_area();
        std::optional<split> best;
        for (int axis = 0; axis < 3; ++axis) {
            const float size = centres.high[axis] - centres.low[axis];
            if (!(size > 0.0f)) continue;
            std::array<box, bins> boxes {};
            std::array<uint32_t, bins> counts {};
            for (uint32_t i = begin; i < end; ++i) {
                const uint32_t bin = bin_of(references_[i].centre[axis], centres.low[axis], size);
                boxes[bin].add(references_[i].bounds);
                ++counts[bin];
            }
            // For each bin, from the last one down, compute area times number of triangles for this bin and all after it.
            std::array<double, bins> right_cost {};
            box right;
            uint32_t right_count = 0;
            for (uint32_t bin = bins; bin-- > 1;) {
                right.add(boxes[bin]);
                right_count += counts[bin];
                right_cost[bin] = right.half_area() * right_count;
            }
            // From the first bin up, do the same for the bins before each border, and compute the cost of the border.
            box left;
            uint32_t left_count = 0;
            for (uint32_t bin = 0; bin + 1 < bins; ++bin) {
                left.add(boxes[bin]);
                left_count += counts[bin];
                if (left_count == 0 || left_count == end - begin) continue;
                const double children = left.half_area() * left_count + right_cost[bin + 1];
                const double cost = node_cost + (parent_area > 0.0 ? children / parent_area : 0.0);
                if (!best || cost < best->cost) best = split {cost, axis, static_cast<float>(bin)};
            }
        }
        return best;
    }

    static uint32_t bin_of(float centre, float low, float size) {
        const float place = (centre - low) / size * static_cast<float>(bins);
        return std::min(static_cast<uint32_t>(std::max(place, 0.0f)), bins - 1);
    }

    uint32_t partition(uint32_t begin, uint32_t end, const split& split) {
        box centres;
        for (uint32_t i = begin; i < end; ++i) centres.add(references_[i].centre);
        const float low = centres.low[split.axis];
        const float size = centres.high[split.axis] - low;
        const auto middle = std::partition(references_.begin() + begin, references_.begin() + end, [&](const reference& each) {
            return static_cast<float>(bin_of(each.centre[split.axis], low, size)) <= split.place;
        });
        return static_cast<uint32_t>(middle - references_.begin());
    }

    // Divides by the median along the longest axis.
    uint32_t halve(uint32_t begin, uint32_t end, const box& centres) {
        const glm::vec3 size = centres.high - centres.low;
        const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
        const uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(references_.begin() + begin, references_.begin() + middle, references_.begin() + end,
                         [&](const reference& a, const reference& b) { return a.centre[axis] < b.centre[axis]; });
        return middle;
    }

    std::vector<reference> references_;
    bvh result_;
};

double half_area_of(const bvh_node& node, size_t slot) {
    const auto length = [&](const float4& axis) {
        return static_cast<double>(axis[2 * slot + 1]) - static_cast<double>(axis[2 * slot]);
    };
    const double x = length(node.x);
    const double y = length(node.y);
    const double z = length(node.z);
    return x * y + y * z + z * x;
}

}  // namespace

bvh build_bvh(std::span<const std::array<glm::vec3, 3>> triangles) { return builder(triangles).build(); }

double expected_cost(const bvh& tree) {
    const bvh_node& root = tree.nodes.front();
    box bounds;
    for (size_t slot = 0; slot < 2; ++slot) {
        bounds.add(glm::vec3(root.x[2 * slot], root.y[2 * slot], root.z[2 * slot]));
        bounds.add(glm::vec3(root.x[2 * slot + 1], root.y[2 * slot + 1], root.z[2 * slot + 1]));
    }
    const double area = bounds.half_area();
    if (area <= 0.0) return node_cost;
    double cost = node_cost;
    for (const bvh_node& node : tree.nodes)
        for (uint32_t slot = 0; slot < 2; ++slot)
            cost += half_area_of(node, slot) / area * (node.count[slot] > 0 ? node.count[slot] : node_cost);
    return cost;
}

}  // namespace ingot::samples::pathtracer
