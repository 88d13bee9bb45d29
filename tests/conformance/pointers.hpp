// Functions that walk over memory by pointers. The host runs them as the reference, and kernels run them with pointers
// to each kind of memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <string_view>

namespace pointers {

constexpr uint32_t array_size = 24;
constexpr int32_t sorted[array_size] {1, 3, 3, 4, 8, 9, 11, 12, 13, 15, 20, 22, 23, 23, 23, 31, 40, 41, 44, 45, 50, 51, 60, 70};
constexpr char text[] = "the quick brown fox jumps over the lazy dog";

constexpr uint32_t walk_count = 22;

/// Performs walk number `number` over a sorted array and returns an offset or a sum.
inline int64_t walk(uint32_t number, const int32_t* begin, const int32_t* end, int32_t value) {
    switch (number) {
        case 0:
            return std::lower_bound(begin, end, value) - begin;
        case 1:
            return std::find(begin, end, value) - begin;
        case 2:
            return std::max_element(begin + value % 8, end) - begin;
        case 3: {  // a pointer that is null at first
            const int32_t* best = nullptr;
            for (const int32_t* p = begin; p != end; ++p)
                if (std::abs(*p - value) < 5) best = p;
            return best ? best - begin : -1;
        }
        case 4: {  // a loop that ends at a value
            const int32_t* p = begin + value % 4;
            while (*p < 40) p++;
            return p - begin;
        }
        case 5: {  // backwards
            const int32_t* p = end;
            int64_t sum = 0;
            while (p-- != begin && *p > value) sum = sum * 3 + *p;  // NOLINT(bugprone-inc-dec-in-conditions): tested code
            return sum;
        }
        case 6: {
            const auto [first, last] = std::equal_range(begin, end, value);
            return (first - begin) * 100 + (last - first);
        }
        case 7:
            return std::adjacent_find(begin + value % 16, end) - begin;
        case 8: {  // two pointers that are compared by <
            const int32_t* low = begin;
            const int32_t* high = end;
            while (low < high) *low + *(high - 1) < value * 2 ? ++low : --high;
            return high - begin;
        }
        case 9:  // pointers that are converted to numbers
            return static_cast<int64_t>((reinterpret_cast<uintptr_t>(begin + value % 7) - reinterpret_cast<uintptr_t>(begin)) +
                                        reinterpret_cast<uintptr_t>(begin + value) % sizeof(int32_t));
        case 10: {  // an array of pointers, and a null pointer among them
            const int32_t* rows[4] {begin, begin + 5, nullptr, begin + 10};
            int64_t sum = 0;
            for (uint32_t i = 0; i < 8; ++i)
                if (const int32_t* const row = rows[(static_cast<uint32_t>(value) + i * i) % 4]) sum = sum * 5 + row[i];
            return sum;
        }
        case 11: {  // a struct of two pointers, which is assigned again and then changed through a reference
            struct range {
                const int32_t* first = nullptr;
                const int32_t* last = nullptr;
            } parts[2];
            parts[value % 2] = {begin + 2, end - 3};
            int64_t sum = 0;
            for (range& part : parts)
                while (part.first != part.last) sum = sum * 2 + *part.first++;
            return sum;
        }
        case 12: {  // pointers in order of the values that they point to
            std::array<const int32_t*, 6> order {};
            for (uint32_t i = 0; i < order.size(); ++i) order[i] = begin + (i * 7 + static_cast<uint32_t>(value)) % array_size;
            for (uint32_t i = 1; i < order.size(); ++i)
                for (uint32_t j = i; j > 0 && *order[j] < *order[j - 1]; --j) std::swap(order[j], order[j - 1]);
            int64_t sum = 0;
            for (const int32_t* each : order) sum = sum * 64 + (each - begin);
            return sum;
        }
        // Differences of pointers that bound loops.
        case 13: {
            int64_t sum = 0;
            const auto count = std::distance(begin + value % 4, end - 2);
            for (int64_t i = 0; i < count; ++i) sum = sum * 3 + begin[i];
            return sum;
        }
        case 14: {
            int64_t sum = 0;
            for (auto i = std::lower_bound(begin, end, value) - begin; i < end - begin; ++i) sum = sum * 5 + begin[i] * i;
            return sum;
        }
        case 15: {  // parts of a span
            int64_t sum = 0;
            std::span<const int32_t> all(begin + 2, end - 1);
            for (; all.size() > 3; all = all.subspan(1 + static_cast<uint32_t>(value) % 3, all.size() - 3))
                for (size_t i = 0; i < all.size(); ++i) sum = sum * 7 + all[i];
            return sum * 100 + (std::to_address(all.begin()) - begin);
        }
        case 16: {  // a binary search, with its range in a struct
            struct range {
                const int32_t* first;
                const int32_t* last;
                std::ptrdiff_t size() const { return last - first; }
            } part {begin, end};
            while (part.size() > 1) {
                const int32_t* const middle = part.first + part.size() / 2;
                (*middle <= value ? part.first : part.last) = middle;
            }
            return (part.first - begin) * 100 + (part.last - begin);
        }
        case 17: {  // downwards
            int64_t sum = 0;
            for (const int32_t* p = end - 1; p - begin >= value % 8; p -= 2) sum = sum * 3 + (end - p) * *p;
            return sum;
        }
        case 18: {  // differences in a loop and after it
            int64_t sum = 0;
            const int32_t* last = begin;
            for (const int32_t* p = begin; p < end; p += 1 + (p - last) % 2)
                if (const auto position = std::upper_bound(begin, end, *p + value) - begin; position % 3 != 0) {
                    sum = sum * 3 + position;
                    last = p;
                }
            return sum * 50 + (last - begin);
        }
        case 19: {  // a difference of pointers that were converted to numbers
            int64_t sum = 0;
            const int32_t* const first = begin + value % 5;
            const uintptr_t bytes = reinterpret_cast<uintptr_t>(end) - reinterpret_cast<uintptr_t>(first);
            for (uintptr_t i = 0; i < bytes / sizeof(int32_t); ++i) sum = sum * 3 + first[i];
            return sum;
        }
        case 20: {  // a difference of pointers that are chosen at run time
            const int32_t* const first = value % 2 ? begin : begin + 5;
            const int32_t* const last = value % 3 ? end : end - 4;
            int64_t sum = last - first;
            for (int64_t i = 0; i < last - first; i += 1 + i % 3) sum = sum * 3 + first[i];
            return sum;
        }
        default:  // a null pointer that is converted to a number: 0
            return static_cast<int64_t>(reinterpret_cast<uintptr_t>(value >= 0 ? nullptr : begin));
    }
}

constexpr uint32_t search_count = 6;

/// Performs search number `number` in a text.
inline int64_t search(uint32_t number, const char* begin, char character) {
    const std::string_view view(begin);
    switch (number) {
        case 0:
            return static_cast<int64_t>(view.find(character));
        case 1:
            return static_cast<int64_t>(view.rfind(character));
        case 2: {
            const char* p = begin;
            while (*p && *p != character) ++p;
            return p - begin;
        }
        case 3: {
            int64_t words = 0;
            for (std::string_view rest = view; !rest.empty(); ++words)
                rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
            return words;
        }
        case 4:
            return std::count(view.begin(), view.end(), character);
        default:
            return (view.front() == character) + 2 * (view.back() == character) + 4 * static_cast<int64_t>(view.find("fox"));
    }
}

/// Builds a list of nodes in private memory that are linked by pointers, follows it for `steps` nodes or to its end, and
/// returns a number that depends on all values on the way.
inline int64_t list(uint32_t steps) {
    struct node {
        int32_t value;
        node* next;
    };
    node nodes[8] {};
    for (uint32_t i = 0; i < 8; ++i) nodes[i] = {static_cast<int32_t>(i * i), i == 5 ? nullptr : &nodes[(i * 3 + 1) % 8]};
    int64_t sum = 0;
    const node* cursor = &nodes[steps % 8];
    for (uint32_t i = 0; cursor && i < steps; ++i) {
        sum = sum * 7 + cursor->value;
        cursor = cursor->next;
    }
    return sum;
}

}  // namespace pointers
