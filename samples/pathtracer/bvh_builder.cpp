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
constexpr double node_cost = 1.0;  // of looking at two boxes, where a triangle costs 1
// From here on nodes are halved, which 32 levels suffice for: the stack of a ray is as deep as the tree.
constexpr uint32_t deepest_by_cost = deepest_bvh - 33;

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

struct reference {
    box bounds;
    glm::vec3 centre;
    uint32_t triangle;
};

struct split {
    double cost;
    int axis;
    float place;
};

class builder {
public:
    explicit builder(std::span<const std::array<glm::vec3, 3>> triangles) {
        references.reserve(triangles.size());
        for (const auto& corners : triangles) {
            reference made {{}, {}, static_cast<uint32_t>(references.size())};
            for (const glm::vec3& corner : corners) made.bounds.add(corner);
            made.centre = 0.5f * made.bounds.low + 0.5f * made.bounds.high;
            references.push_back(made);
        }
    }

    bvh build() {
        result.nodes.emplace_back();
        const auto count = static_cast<uint32_t>(references.size());
        if (count == 0) throw std::invalid_argument("a tree of no triangles");
        // The root is an inner node always: where all fits one leaf it is shared out, and a single triangle is on both sides.
        const uint32_t middle = divide(0, count, 0).value_or(count / 2);
        add_child(0, 0, 0, count == 1 ? 1 : middle, 1);
        add_child(0, 1, middle, count, 1);
        for (const reference& each : references) result.order.push_back(each.triangle);
        return std::move(result);
    }

private:
    void add_child(uint32_t parent, uint32_t which, uint32_t begin, uint32_t end, uint32_t depth) {
        const auto middle = divide(begin, end, depth);
        if (!middle) return write_leaf(parent, which, begin, end);
        const auto index = static_cast<uint32_t>(result.nodes.size());
        result.nodes.emplace_back();
        write_box(parent, which, bounds(begin, end));
        result.nodes[parent].child[which] = index;
        add_child(index, 0, begin, *middle, depth + 1);
        add_child(index, 1, *middle, end, depth + 1);
    }

    void write_leaf(uint32_t parent, uint32_t which, uint32_t begin, uint32_t end) {
        write_box(parent, which, bounds(begin, end));
        result.nodes[parent].child[which] = begin;
        result.nodes[parent].count[which] = end - begin;
    }

    void write_box(uint32_t parent, uint32_t which, const box& of) {
        bvh_node& node = result.nodes[parent];
        float4* const axes[] = {&node.x, &node.y, &node.z};
        for (int axis = 0; axis < 3; ++axis) {
            (*axes[axis])[size_t {2} * which] = of.low[axis];
            (*axes[axis])[size_t {2} * which + 1] = of.high[axis];
        }
    }

    box bounds(uint32_t begin, uint32_t end) const {
        box all;
        for (uint32_t i = begin; i < end; ++i) all.add(references[i].bounds);
        return all;
    }

    // Orders the references so that those of one side come first, and gives where the other side begins; nothing for a leaf.
    std::optional<uint32_t> divide(uint32_t begin, uint32_t end, uint32_t depth) {
        const uint32_t count = end - begin;
        if (count <= 1) return std::nullopt;
        box centres;
        for (uint32_t i = begin; i < end; ++i) centres.add(references[i].centre);
        if (depth < deepest_by_cost) {
            const std::optional<split> best = best_split(begin, end, centres);
            const auto as_leaf = static_cast<double>(count);
            if (count <= largest_leaf && (!best || best->cost >= as_leaf)) return std::nullopt;
            if (best) return partition(begin, end, *best);
        }
        if (count <= largest_leaf) return std::nullopt;
        return halve(begin, end, centres);
    }

    std::optional<split> best_split(uint32_t begin, uint32_t end, const box& centres) const {
        const double parent_area = bounds(begin, end).half_area();
        std::optional<split> best;
        for (int axis = 0; axis < 3; ++axis) {
            const float size = centres.high[axis] - centres.low[axis];
            if (!(size > 0.0f)) continue;
            std::array<box, bins> boxes {};
            std::array<uint32_t, bins> counts {};
            for (uint32_t i = begin; i < end; ++i) {
                const uint32_t bin = bin_of(references[i].centre[axis], centres.low[axis], size);
                boxes[bin].add(references[i].bounds);
                ++counts[bin];
            }
            // From the right: area and count of all bins from each on.
            std::array<double, bins> right_cost {};
            box right;
            uint32_t right_count = 0;
            for (uint32_t bin = bins; bin-- > 1;) {
                right.add(boxes[bin]);
                right_count += counts[bin];
                right_cost[bin] = right.half_area() * right_count;
            }
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

    uint32_t partition(uint32_t begin, uint32_t end, const split& at) {
        box centres;
        for (uint32_t i = begin; i < end; ++i) centres.add(references[i].centre);
        const float low = centres.low[at.axis];
        const float size = centres.high[at.axis] - low;
        const auto middle = std::partition(references.begin() + begin, references.begin() + end, [&](const reference& each) {
            return static_cast<float>(bin_of(each.centre[at.axis], low, size)) <= at.place;
        });
        return static_cast<uint32_t>(middle - references.begin());
    }

    uint32_t halve(uint32_t begin, uint32_t end, const box& centres) {
        const glm::vec3 size = centres.high - centres.low;
        const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
        const uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(references.begin() + begin, references.begin() + middle, references.begin() + end,
                         [&](const reference& a, const reference& b) { return a.centre[axis] < b.centre[axis]; });
        return middle;
    }

    std::vector<reference> references;
    bvh result;
};

double half_area_of(const bvh_node& node, size_t which) {
    const auto length = [&](const float4& axis) {
        return static_cast<double>(axis[2 * which + 1]) - static_cast<double>(axis[2 * which]);
    };
    const double x = length(node.x);
    const double y = length(node.y);
    const double z = length(node.z);
    return x * y + y * z + z * x;
}

}  // namespace

bvh build_bvh(std::span<const std::array<glm::vec3, 3>> triangles) { return builder(triangles).build(); }

double expected_cost(const bvh& of) {
    const bvh_node& root = of.nodes.front();
    box whole;
    for (size_t which = 0; which < 2; ++which) {
        whole.add(glm::vec3(root.x[2 * which], root.y[2 * which], root.z[2 * which]));
        whole.add(glm::vec3(root.x[2 * which + 1], root.y[2 * which + 1], root.z[2 * which + 1]));
    }
    const double area = whole.half_area();
    if (area <= 0.0) return node_cost;
    double cost = node_cost;
    for (const bvh_node& node : of.nodes)
        for (uint32_t which = 0; which < 2; ++which)
            cost += half_area_of(node, which) / area * (node.count[which] > 0 ? node.count[which] : node_cost);
    return cost;
}

}  // namespace ingot::samples::pathtracer
