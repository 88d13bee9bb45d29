// Defines std::__sort for devices. libc++'s std::sort calls this function to sort numbers in ascending order. libc++'s headers
// only declare it, because its code is in libc++'s library. Devices cannot link that library, so ingotc appends this header to
// each kernel file. It has an effect only if libc++'s header with the declaration is included.
#pragma once

#if defined(_LIBCPP___ALGORITHM_SORT_H) && defined(INGOT_DEVICE)

_LIBCPP_BEGIN_NAMESPACE_STD

// `inline`, because libc++ declares the instances as `extern template`, and the compiler would otherwise not compile them here.
// The last template argument of __introsort, false, omits libc++'s partition with bit sets, which is made for CPUs.
template <class Compare, class Iterator>
inline void __sort(Iterator first, Iterator last, Compare) {
    if (first == last) return;
    ranges::less less;
    std::__introsort<_ClassicAlgPolicy, ranges::less&, Iterator, false>(
        first, last, less, 2 * std::__bit_log2(std::__to_unsigned_like(last - first)));
}

_LIBCPP_END_NAMESPACE_STD

#endif
