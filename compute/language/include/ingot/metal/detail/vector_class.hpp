// The text of one vector class. vector.hpp includes it once for each class, with these macros: INGOT_METAL_CLASS is the class
// template, INGOT_METAL_OTHER the one with the other layout, INGOT_METAL_COUNT the number of components, INGOT_METAL_ALIGNMENT
// the alignment, INGOT_METAL_SWIZZLES the selections of components. It has no `#pragma once`.

template <typename T>
struct INGOT_METAL_ALIGNMENT INGOT_METAL_CLASS<T, INGOT_METAL_COUNT> {
    static_assert(ingot_detail::is_number<T>, "the components of a vector are numbers or bool (MSL 3.0, section 2.2)");

    T x, y;
#if INGOT_METAL_COUNT > 2
    T z;
#endif
#if INGOT_METAL_COUNT > 3
    T w;
#endif

    INGOT_METAL_CLASS() = default;

    /// The same value in every component.
    template <ingot_detail::scalar S>
    constexpr INGOT_METAL_CLASS(S value)
        : x(static_cast<T>(value)),
          y(static_cast<T>(value))
#if INGOT_METAL_COUNT > 2
          ,
          z(static_cast<T>(value))
#endif
#if INGOT_METAL_COUNT > 3
          ,
          w(static_cast<T>(value))
#endif
    {
    }

    /// Converts each component (section 2.20).
    template <typename U>
        requires(!std::is_same_v<U, T>)
    constexpr explicit INGOT_METAL_CLASS(const INGOT_METAL_CLASS<U, INGOT_METAL_COUNT>& other) {
        copy(other);
    }
    template <typename U>
        requires(!std::is_same_v<U, T>)
    constexpr explicit INGOT_METAL_CLASS(const INGOT_METAL_OTHER<U, INGOT_METAL_COUNT>& other) {
        copy(other);
    }
    constexpr INGOT_METAL_CLASS(const INGOT_METAL_OTHER<T, INGOT_METAL_COUNT>& other) { copy(other); }

    /// The components of the arguments one after the other: float4(xy, 0, 1). There are exactly as many as the vector has.
    template <ingot_detail::scalar_or_vector A, ingot_detail::scalar_or_vector B, ingot_detail::scalar_or_vector... Rest>
        requires(ingot_detail::shape<A>::count + ingot_detail::shape<B>::count + (0 + ... + ingot_detail::shape<Rest>::count) ==
                 INGOT_METAL_COUNT)
    constexpr INGOT_METAL_CLASS(A a, B b, Rest... rest) {
        if constexpr (ingot_detail::shape<A>::count == 1 && ingot_detail::shape<B>::count == 1 &&
                      (true && ... && (ingot_detail::shape<Rest>::count == 1))) {
            set(static_cast<T>(a), static_cast<T>(b), static_cast<T>(rest)...);
        } else {
            put<0>(a);
            put<ingot_detail::shape<A>::count>(b);
            put_rest<ingot_detail::shape<A>::count + ingot_detail::shape<B>::count>(rest...);
        }
    }

    /// A list in braces gives the first components; the others are 0.
    constexpr INGOT_METAL_CLASS(std::initializer_list<T> values) : INGOT_METAL_CLASS(0) {
        if (values.size() > 0) x = values.begin()[0];
        if (values.size() > 1) y = values.begin()[1];
#if INGOT_METAL_COUNT > 2
        if (values.size() > 2) z = values.begin()[2];
#endif
#if INGOT_METAL_COUNT > 3
        if (values.size() > 3) w = values.begin()[3];
#endif
    }

    /// The component with this number, which the address spaces of `this` and of the result have in common.
    constexpr T& operator[](long index) { return at(*this, index); }
    constexpr const T& operator[](long index) const { return at(*this, index); }

    template <typename B>
    constexpr INGOT_METAL_CLASS& operator+=(B other) {
        return *this = INGOT_METAL_CLASS(*this + other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator-=(B other) {
        return *this = INGOT_METAL_CLASS(*this - other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator*=(B other) {
        return *this = INGOT_METAL_CLASS(*this * other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator/=(B other) {
        return *this = INGOT_METAL_CLASS(*this / other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator%=(B other) {
        return *this = INGOT_METAL_CLASS(*this % other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator&=(B other) {
        return *this = INGOT_METAL_CLASS(*this & other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator|=(B other) {
        return *this = INGOT_METAL_CLASS(*this | other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator^=(B other) {
        return *this = INGOT_METAL_CLASS(*this ^ other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator<<=(B other) {
        return *this = INGOT_METAL_CLASS(*this << other);
    }
    template <typename B>
    constexpr INGOT_METAL_CLASS& operator>>=(B other) {
        return *this = INGOT_METAL_CLASS(*this >> other);
    }
    // Only whole numbers are counted up and down (section 3.1).
    constexpr INGOT_METAL_CLASS& operator++()
        requires std::is_integral_v<T>
    {
        return *this += static_cast<T>(1);
    }
    constexpr INGOT_METAL_CLASS& operator--()
        requires std::is_integral_v<T>
    {
        return *this -= static_cast<T>(1);
    }
    constexpr INGOT_METAL_CLASS operator++(int)
        requires std::is_integral_v<T>
    {
        const INGOT_METAL_CLASS before = *this;
        ++*this;
        return before;
    }
    constexpr INGOT_METAL_CLASS operator--(int)
        requires std::is_integral_v<T>
    {
        const INGOT_METAL_CLASS before = *this;
        --*this;
        return before;
    }

    __declspec(property(get = ingot_get_x, put = ingot_set_x)) T r;
    __declspec(property(get = ingot_get_y, put = ingot_set_y)) T g;
    constexpr T ingot_get_x() const { return x; }
    constexpr T ingot_get_y() const { return y; }
    constexpr void ingot_set_x(T value) { x = value; }
    constexpr void ingot_set_y(T value) { y = value; }
#if INGOT_METAL_COUNT > 2
    __declspec(property(get = ingot_get_z, put = ingot_set_z)) T b;
    constexpr T ingot_get_z() const { return z; }
    constexpr void ingot_set_z(T value) { z = value; }
#endif
#if INGOT_METAL_COUNT > 3
    __declspec(property(get = ingot_get_w, put = ingot_set_w)) T a;
    constexpr T ingot_get_w() const { return w; }
    constexpr void ingot_set_w(T value) { w = value; }
#endif
    INGOT_METAL_SWIZZLES

private:
    // At run time, index the array that begins with the first component: a selection would become a chain of branches.
    template <typename Self>
    static constexpr auto& at(Self& self, long index) {
        if (__builtin_is_constant_evaluated()) {
#if INGOT_METAL_COUNT > 3
            if (index == 3) return self.w;
#endif
#if INGOT_METAL_COUNT > 2
            if (index == 2) return self.z;
#endif
            return index == 1 ? self.y : self.x;
        }
        return (&self.x)[index];
    }

    constexpr void set(T first, T second)
        requires(INGOT_METAL_COUNT == 2)
    {
        x = first;
        y = second;
    }
#if INGOT_METAL_COUNT > 2
    constexpr void set(T first, T second, T third)
        requires(INGOT_METAL_COUNT == 3)
    {
        x = first;
        y = second;
        z = third;
    }
#endif
#if INGOT_METAL_COUNT > 3
    constexpr void set(T first, T second, T third, T fourth) {
        x = first;
        y = second;
        z = third;
        w = fourth;
    }
#endif

    template <typename V>
    constexpr void copy(const V& other) {
        x = static_cast<T>(other.x);
        y = static_cast<T>(other.y);
#if INGOT_METAL_COUNT > 2
        z = static_cast<T>(other.z);
#endif
#if INGOT_METAL_COUNT > 3
        w = static_cast<T>(other.w);
#endif
    }

    template <int I>
    constexpr void put_one(T value) {
        if constexpr (I == 0) x = value;
        if constexpr (I == 1) y = value;
#if INGOT_METAL_COUNT > 2
        if constexpr (I == 2) z = value;
#endif
#if INGOT_METAL_COUNT > 3
        if constexpr (I == 3) w = value;
#endif
    }
    template <int I, typename V>
    constexpr void put(const V& value) {
        put_one<I>(static_cast<T>(ingot_detail::component<0>(value)));
        if constexpr (ingot_detail::shape<V>::count > 1) put_one<I + 1>(static_cast<T>(ingot_detail::component<1>(value)));
        if constexpr (ingot_detail::shape<V>::count > 2) put_one<I + 2>(static_cast<T>(ingot_detail::component<2>(value)));
        if constexpr (ingot_detail::shape<V>::count > 3) put_one<I + 3>(static_cast<T>(ingot_detail::component<3>(value)));
    }
    template <int I>
    constexpr void put_rest() {}
    template <int I, typename A, typename... Rest>
    constexpr void put_rest(const A& a, const Rest&... rest) {
        put<I>(a);
        put_rest<I + ingot_detail::shape<A>::count>(rest...);
    }
};
