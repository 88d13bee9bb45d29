// Functions that use the standard library, one for each of 21 headers: those of section 3.3.5 of the thesis that
// docs/host-library.md names, and <variant>, <string_view>, <bitset> and <random>. Other tests cover <complex> and <cmath>.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace standard_headers {

// Mixes a value into a hash, so that two wrong values do not cancel out, as they could in a sum.
constexpr uint32_t mix(uint32_t hash, uint32_t value) { return (hash ^ value) * 16777619u; }

template <size_t N>
constexpr std::array<uint32_t, N> numbers(uint32_t x) {
    std::array<uint32_t, N> result {};
    for (uint32_t& each : result) each = (x = x * 1664525u + 1013904223u) >> 20;
    return result;
}
constexpr uint32_t hash_of(const auto& values) {
    uint32_t hash = 7;
    for (const auto& value : values) hash = mix(hash, static_cast<uint32_t>(value));
    return hash;
}

template <typename T>
constexpr auto twice(T value) -> std::enable_if_t<std::is_integral_v<T>, T> {
    return static_cast<T>(value * 2);
}
// Multiplies by another factor than the overload for integers, so that the result shows which overload was called.
template <typename T, std::enable_if_t<std::is_floating_point_v<T>, bool> = true>
constexpr T twice(T value) {
    return value * T(2.5);
}
inline uint32_t use_type_traits(uint32_t x) {
    using wide = std::conditional_t<(sizeof(uint32_t) < 8), uint64_t, uint32_t>;
    using element = std::remove_cvref_t<std::remove_extent_t<const int16_t[3]>>;
    static_assert(std::is_same_v<std::common_type_t<float, int>, float> && std::is_trivially_copyable_v<std::array<int, 3>>);
    const auto real = twice(static_cast<float>(x % 100));
    return mix(mix(static_cast<uint32_t>(static_cast<wide>(x) * x >> 16), static_cast<uint32_t>(twice(element(x % 1000)))),
               static_cast<uint32_t>(real) + std::is_signed_v<std::make_signed_t<uint32_t>>);
}

inline uint32_t use_utility(uint32_t x) {
    std::pair<uint32_t, float> first {x, 2.5f};
    std::pair second = std::make_pair(x / 2, 1.5f);
    std::swap(first, second);
    const uint32_t before = std::exchange(first.first, 9u);
    const auto [number, real] = std::max(first, second);
    const auto indices = []<size_t... i>(std::index_sequence<i...>) { return (0u + ... + static_cast<uint32_t>(i * i)); };
    return mix(mix(mix(before, number), static_cast<uint32_t>(real * 2)), indices(std::make_index_sequence<5> {})) +
           std::cmp_less(-1, x) + std::in_range<uint8_t>(x);
}

inline uint32_t use_tuple(uint32_t x) {
    const auto joined = std::tuple_cat(std::make_tuple(x, uint8_t(x)), std::tuple(2.5f, int16_t(-3)));
    auto [a, b, c, d] = joined;
    std::tie(a, b) = std::tuple(b, static_cast<uint8_t>(a >> 3));
    const auto sum = std::apply([](auto... each) { return (0.0 + ... + static_cast<double>(each)); }, joined);
    return mix(mix(mix(a, b), static_cast<uint32_t>(c * 4) + static_cast<uint32_t>(d + 10)), static_cast<uint32_t>(sum / 4)) +
           (joined < std::tuple(x, uint8_t(255), 0.0f, int16_t(0)));
}

inline uint32_t use_algorithm(uint32_t x) {
    auto values = numbers<40>(x);
    std::sort(values.begin(), values.end());
    uint32_t hash = hash_of(values) + std::is_sorted(values.begin(), values.end());
    auto downwards = numbers<33>(x + 1);
    std::sort(downwards.begin(), downwards.end(), [x](uint32_t a, uint32_t b) { return (a ^ x) > (b ^ x); });
    hash = mix(hash, hash_of(downwards));
    const auto found = std::lower_bound(values.begin(), values.end(), 2048u);
    hash = mix(hash, static_cast<uint32_t>(found - values.begin()));
    std::rotate(values.begin(), values.begin() + 7, values.end());
    hash = mix(hash, hash_of(values));
    std::nth_element(values.begin(), values.begin() + 20, values.end());
    hash = mix(hash, values[20]);
    std::partial_sort(values.begin(), values.begin() + 5, values.end(), std::greater<>());
    hash = mix(hash, values[4]);
    const auto odd = std::partition(values.begin(), values.end(), [](uint32_t value) { return value % 2 == 0; });
    hash = mix(hash, static_cast<uint32_t>(odd - values.begin()));
    // The algorithms above leave some elements in an unspecified order, so sort the elements before they are used again.
    std::sort(values.begin(), values.end());
    const auto end =
        std::unique(values.begin(), std::remove_if(values.begin(), values.end(), [](uint32_t v) { return v % 3 == 0; }));
    hash = mix(hash, static_cast<uint32_t>(end - values.begin()));
    hash = mix(hash, static_cast<uint32_t>(std::count_if(values.begin(), end, [](uint32_t v) { return v > 1000; })));
    hash = mix(hash, std::clamp(x, 10u, 20u) + std::min({x, 7u, 5u}) + std::max(x, 3u));
    auto heap = numbers<30>(x + 2);
    std::make_heap(heap.begin(), heap.end());
    std::pop_heap(heap.begin(), heap.end());
    hash = mix(hash, heap[29] - heap[0]);
    std::sort_heap(heap.begin(), heap.end() - 1);
    std::transform(heap.begin(), heap.end(), heap.begin(), [](uint32_t value) { return value * 3; });
    std::copy_backward(heap.begin(), heap.begin() + 10, heap.begin() + 15);
    std::reverse(heap.begin(), heap.end());
    hash = mix(hash, static_cast<uint32_t>(std::find(heap.begin(), heap.end(), heap[x % 30]) - heap.begin()));
    return mix(hash, hash_of(heap)) + (std::find(heap.begin(), heap.end(), 4u) == heap.end());
}

inline uint32_t use_array(uint32_t x) {
    std::array<uint32_t, 6> values = numbers<6>(x);
    std::array<std::array<uint16_t, 2>, 3> table {};
    for (size_t i = 0; i < values.size(); ++i) table[i / 2][i % 2] = static_cast<uint16_t>(values[i] + std::get<2>(values));
    values.fill(values.back());
    const auto other = std::to_array({x, 2u, 3u});
    return mix(mix(hash_of(values), hash_of(other)), table.at(x % 3).at(x % 2)) + (other == std::array {x, 2u, 3u}) +
           values.front();
}

inline uint32_t use_functional(uint32_t x) {
    const auto scaled = std::bind_front(std::multiplies<uint32_t>(), 3u);
    const auto is_between = std::not_fn([](uint32_t value) { return value < 10 || value > 20; });
    struct counter {
        uint32_t count;
        uint32_t add(uint32_t amount) { return count += amount; }
    } object {x};
    const auto added = std::invoke(&counter::add, object, 4u) + std::mem_fn(&counter::count)(object);
    uint32_t total = 1;
    const auto reference = std::ref(total);
    reference.get() += scaled(x);
    return mix(mix(total, added), std::plus<>()(x, 1u) + is_between(x) + std::less<uint32_t>()(x, 15u)) ^ std::bit_xor<>()(x, 5u);
}

struct no_delete {
    uint32_t* released;
    void operator()(uint32_t* value) const { *released += *value; }
};
inline uint32_t use_memory(uint32_t x) {
    uint32_t released = 1;
    uint32_t value = x + 3;
    {
        std::unique_ptr<uint32_t, no_delete> owner(&value, {&released});
        std::unique_ptr<uint32_t, no_delete> moved = std::move(owner);
        *moved *= 2;
    }
    alignas(uint64_t) std::array<std::byte, 8> storage {};
    uint32_t* const object = std::construct_at(reinterpret_cast<uint32_t*>(storage.data()), x * 5);
    const uint32_t copy = *object;
    std::destroy_at(object);
    return mix(mix(released, value), copy) + (std::addressof(value) == &value);
}

inline uint32_t use_iterator(uint32_t x) {
    const auto values = numbers<12>(x);
    uint32_t hash = 3;
    for (auto each = std::make_reverse_iterator(values.end()); each != std::make_reverse_iterator(values.begin()); ++each)
        hash = mix(hash, *each);
    const auto start = std::next(std::begin(values), 3);
    auto last = std::cend(values);
    std::advance(last, -2);
    hash = mix(hash,
               *std::prev(last) + static_cast<uint32_t>(std::distance(start, last)) + static_cast<uint32_t>(std::size(values)));
    std::array<uint32_t, 12> copied {};
    std::copy(values.rbegin(), values.rend(), std::move_iterator(copied.begin()).base());
    using category = std::iterator_traits<const uint32_t*>::iterator_category;
    static_assert(std::is_base_of_v<std::random_access_iterator_tag, category>);
    return mix(hash, hash_of(copied));
}

// <iosfwd> contains declarations only. A header may mention streams in functions that no kernel calls.
struct named {
    uint32_t value;
    friend std::ostream& operator<<(std::ostream& stream, const named& source);
};
inline uint32_t use_iosfwd(uint32_t x) { return mix(named {x}.value, sizeof(named)); }

inline uint32_t use_atomic(uint32_t x) {
    std::atomic<uint32_t> count {x};
    std::atomic<float> real {0.5f};
    uint32_t hash = count.fetch_add(3, std::memory_order_relaxed);
    hash = mix(hash, count++);
    hash = mix(hash, count.exchange(x / 2));
    uint32_t expected = x / 2;
    hash = mix(hash, count.compare_exchange_strong(expected, 77));
    hash = mix(hash, !count.compare_exchange_strong(expected, 78) || expected == 77);
    hash = mix(hash, expected);
    count |= 256;
    float before = real.load();
    while (!real.compare_exchange_strong(before, before + 2.0f)) {
    }
    uint32_t plain = x;
    std::atomic_ref(plain).fetch_xor(0xff);
    std::atomic_thread_fence(std::memory_order_acq_rel);
    return mix(hash, count.load() + plain) + static_cast<uint32_t>(real.load() * 2);
}

inline uint32_t use_limits(uint32_t x) {
    using std::numeric_limits;
    const uint32_t most = numeric_limits<uint32_t>::max() - x;
    const float least = numeric_limits<float>::lowest() + static_cast<float>(x);
    return mix(mix(most, static_cast<uint32_t>(numeric_limits<double>::digits10)), least < -1e38f) +
           (static_cast<float>(x) < numeric_limits<float>::infinity()) +
           static_cast<uint32_t>(numeric_limits<int64_t>::min() >> 40) + numeric_limits<int8_t>::is_signed +
           std::bit_cast<uint32_t>(numeric_limits<float>::epsilon() * static_cast<float>(x));
}

inline uint32_t use_span(uint32_t x) {
    auto values = numbers<16>(x);
    const std::span<uint32_t> all(values);
    const std::span<uint32_t, 4> fixed = all.subspan<2, 4>();
    for (uint32_t& each : all.last(3)) each += 5;
    fixed[0] = static_cast<uint32_t>(all.size_bytes());
    uint32_t hash = hash_of(all.first(x % 10 + 1));
    for (auto each = all.rbegin(); each != all.rend(); ++each) hash = mix(hash, *each);
    return hash + std::to_integer<uint32_t>(std::as_bytes(fixed)[0]) + all.front() + all.back() + uint32_t(fixed.extent) +
           all.empty();
}

constexpr std::optional<uint32_t> half(uint32_t value) {
    if (value % 2 != 0) return std::nullopt;
    return value / 2;
}
inline uint32_t use_optional(uint32_t x) {
    std::optional<std::pair<uint32_t, float>> entry;
    if (x % 3 == 0) entry.emplace(x, 1.5f);
    const uint32_t quarter = half(x) && half(*half(x)) ? *half(*half(x)) : 77;
    std::optional<uint32_t> assigned = half(x);
    assigned = assigned.value_or(5) + 1;
    assigned.swap(assigned);
    return mix(mix(half(x).value_or(1000), quarter), assigned.value()) + entry.has_value() + (entry ? entry->first : 0) +
           (half(x) < assigned);
}

inline uint32_t use_bit(uint32_t x) {
    const float real = std::bit_cast<float>(0x3f800000u | (x & 0x7fffffu));
    return mix(static_cast<uint32_t>(std::popcount(x) + std::countl_zero(x) * 3 + std::countr_zero(x) * 5 +
                                     std::countl_one(~x) * 7 + std::countr_one(x)),
               std::rotl(x, 7) ^ std::rotr(x, static_cast<int>(x % 40))) +
           std::bit_ceil(x % 1000 + 1) + std::bit_floor(x) + static_cast<uint32_t>(std::bit_width(x)) + std::has_single_bit(x) +
           static_cast<uint32_t>(real * 1000) + static_cast<uint32_t>(std::popcount(uint64_t(x) * 0x100000001u)) +
           (std::endian::native == std::endian::little);
}

inline uint32_t use_numeric(uint32_t x) {
    auto values = numbers<20>(x);
    std::array<uint32_t, 20> sums {};
    std::partial_sum(values.begin(), values.end(), sums.begin());
    uint32_t hash =
        mix(sums.back(), std::accumulate(values.begin(), values.end(), 1u, [](uint32_t a, uint32_t b) { return a * 3 + b; }));
    std::adjacent_difference(values.begin(), values.end(), sums.begin());
    hash = mix(hash, hash_of(sums));
    std::inclusive_scan(values.begin(), values.end(), sums.begin());
    hash = mix(hash, sums[19] + std::reduce(values.begin(), values.end()));
    std::exclusive_scan(values.begin(), values.end(), sums.begin(), 4u);
    hash = mix(hash, sums[19] + std::inner_product(values.begin(), values.end(), sums.begin(), 0u));
    std::iota(values.begin(), values.end(), x);
    hash = mix(hash, std::transform_reduce(values.begin(), values.end(), 0u, std::plus<>(), [](uint32_t v) { return v * v; }));
    return hash + std::gcd(x + 12, 18u) + std::lcm(x % 7 + 1, 4u) + std::midpoint(x, x + 10);
}

template <typename T>
concept with_sides = requires(const T& shape) {
    { shape.sides() } -> std::convertible_to<uint32_t>;
};
struct triangle {
    static constexpr uint32_t sides() { return 3; }
};
constexpr uint32_t sides_of(with_sides auto shape) { return shape.sides(); }
constexpr uint32_t sides_of(std::unsigned_integral auto number) { return number + 100; }
constexpr uint32_t sides_of(std::floating_point auto) { return 1000; }
template <std::invocable<uint32_t> Function>
    requires std::same_as<std::invoke_result_t<Function, uint32_t>, uint32_t>
constexpr uint32_t call(Function function, uint32_t x) {
    return function(x);
}
inline uint32_t use_concepts(uint32_t x) {
    return mix(mix(sides_of(triangle {}), sides_of(x)), sides_of(2.5f)) + call([](uint32_t value) { return value / 3; }, x) +
           std::totally_ordered<float> + std::regular<std::pair<int, int>> + std::derived_from<int, float>;
}

inline uint32_t use_ranges(uint32_t x) {
    auto values = numbers<24>(x);
    uint32_t hash = 1;
    for (const uint32_t value : values | std::views::filter([](uint32_t v) { return v % 2 == 0; }) |
                                    std::views::transform([](uint32_t v) { return v + 1; }) | std::views::take(6))
        hash = mix(hash, value);
    for (const uint32_t value : std::views::iota(0u, x % 8)) hash = mix(hash, value);
    for (const uint32_t value : values | std::views::reverse | std::views::drop(20)) hash = mix(hash, value);
    std::ranges::sort(values, std::ranges::greater());
    hash = mix(hash, hash_of(values));
    std::ranges::reverse(values);
    const auto [least, most] = std::ranges::minmax(values);
    const auto above = std::ranges::count_if(values, [middle = (least + most) / 2](uint32_t v) { return v > middle; });
    const auto place = std::ranges::upper_bound(values, 2000u) - values.begin();
    std::array<std::pair<uint32_t, uint32_t>, 5> pairs {{{5, x}, {3, x + 1}, {4, 0}, {1, 7}, {2, 2}}};
    std::ranges::sort(pairs, {}, &std::pair<uint32_t, uint32_t>::first);
    for (const uint32_t second : pairs | std::views::values) hash = mix(hash, second);
    return mix(hash, static_cast<uint32_t>(above * 100 + place)) + std::ranges::equal(values, values) +
           static_cast<uint32_t>(std::ranges::distance(values));
}

// Copies, moves and assignments each add another number to the value. So the value shows how the object was made.
struct counted {
    uint32_t value;
    explicit counted(uint32_t x) : value(x) {}
    counted(const counted& other) : value(other.value + 1) {}
    counted(counted&& other) noexcept : value(other.value + 10) { other.value = 0; }
    counted& operator=(const counted& other) {
        value = other.value + 100;
        return *this;
    }
    counted& operator=(counted&& other) noexcept {
        value = other.value + 1000;
        return *this;
    }
    ~counted() { value = 5; }
};
inline uint32_t use_variant(uint32_t x) {
    using pair = std::array<uint32_t, 2>;
    struct to_number {
        uint32_t operator()(std::monostate) const { return 1; }
        uint32_t operator()(uint32_t value) const { return value * 3; }
        uint32_t operator()(float value) const { return static_cast<uint32_t>(value * 2); }
        uint32_t operator()(const pair& value) const { return mix(value[0], value[1]); }
    };
    std::variant<std::monostate, uint32_t, float, pair> some;
    uint32_t hash = std::visit(to_number(), some);
    if (x % 4 == 1) some = x;
    if (x % 4 == 2) some = static_cast<float>(x % 1000) / 2;
    if (x % 4 == 3) some.emplace<pair>(pair {x, 5});
    hash = mix(hash, std::visit(to_number(), some) + static_cast<uint32_t>(some.index()));
    std::variant<float, uint16_t> other(static_cast<uint16_t>(x));
    if (x % 3 == 0) other = 2.5f;
    hash = mix(hash, std::visit([](const auto& a, auto b) { return to_number()(a) + static_cast<uint32_t>(b); }, some, other));
    const auto copy = some;
    some = x + 1;
    hash = mix(hash, copy == some ? 1 : std::visit(to_number(), copy) + std::get<uint32_t>(some));
    hash = mix(hash, std::holds_alternative<float>(other) ? static_cast<uint32_t>(std::get<0>(other)) : *std::get_if<1>(&other));
    // An alternative of the variant can have its own constructors, assignments and destructor.
    std::variant<uint32_t, counted> first(x);
    std::variant<uint32_t, counted> second(std::in_place_type<counted>, x * 2);
    if (x % 2 == 0) first = second;
    if (x % 5 < 3) first.emplace<counted>(x);
    second = x % 7 < 3 ? first : std::move(second);
    first = std::move(second);
    const auto value_of = [](const auto& value) {
        if constexpr (std::is_same_v<decltype(value), const counted&>)
            return value.value;
        else
            return value + 7;
    };
    return mix(mix(hash, std::visit(value_of, first)), std::visit(value_of, second));
}

inline uint32_t use_string_view(uint32_t x) {
    constexpr std::string_view text = "the quick brown fox";
    const std::string_view part = text.substr(x % 15, 1 + x % 3);
    uint32_t hash = hash_of(part) + static_cast<uint32_t>(text.substr(4, 5).size());
    hash = mix(hash, static_cast<uint32_t>(text.find(part)) + static_cast<uint32_t>(text.rfind('o', x % 19)));
    hash = mix(hash,
               text.starts_with("the") + 2u * text.ends_with("ox") + 4u * (part < text) + static_cast<uint32_t>(text.at(x % 19)));
    std::string_view rest = text;
    rest.remove_prefix(x % 5);
    rest.remove_suffix(x % 4);
    return mix(hash, hash_of(rest)) + (text.compare(4, 5, "quick") == 0);
}

inline uint32_t use_bitset(uint32_t x) {
    std::bitset<64> word(x * 0x100000001u);
    std::bitset<100> wide;
    wide.set(x % 100).set(99).flip(x % 50).reset(7);
    uint32_t hash =
        mix(static_cast<uint32_t>(wide.count()), wide.test(x % 100) + 2u * wide[3] + 4u * wide.any() + 8u * wide.all());
    wide <<= x % 30;
    word ^= word >> 3;
    word[5] = wide[x % 100];
    hash = mix(hash, static_cast<uint32_t>(word.to_ullong() >> 7) + static_cast<uint32_t>((wide >> 60).to_ulong()));
    return mix(hash, static_cast<uint32_t>((~wide | std::bitset<100>(x)).count())) + (wide == std::bitset<100>()) + word.none();
}

// The numbers that distributions return differ slightly between standard libraries, so only their first bits are used.
inline uint32_t use_random(uint32_t x) {
    std::minstd_rand small(x + 1);
    std::mt19937 large(x);
    uint32_t hash = mix(static_cast<uint32_t>(small()), static_cast<uint32_t>(large()));
    std::uniform_real_distribution<float> floats(-1.0f, 3.0f);
    std::uniform_real_distribution<double> doubles(0.0, 1.0);
    hash = mix(hash, static_cast<uint32_t>((floats(small) + 1.0f) * 64));
    hash = mix(hash, static_cast<uint32_t>(doubles(large) * 64));
    return mix(hash, static_cast<uint32_t>((floats(large) + 1.0f) * 64)) + (floats(small) < 3.0f);
}

}  // namespace standard_headers
