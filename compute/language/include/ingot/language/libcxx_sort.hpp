// std::sort of numbers for devices. Kernels use libc++, whose headers only declare this function, because its code is in
// libc++'s library. Devices cannot link that library, so ingotc appends this header to a kernel file.
#pragma once

#if defined(_LIBCPP___ALGORITHM_SORT_H) && defined(INGOT_DEVICE)

_LIBCPP_BEGIN_NAMESPACE_STD

// Inline, so that libc++'s `extern template` does not keep it from being compiled here. Without libc++'s partition by bit sets:
// it is made for the pipelines of a host's processor.
template <class Compare, class Iterator>
inline void __sort(Iterator first, Iterator last, Compare) {
    if (first == last) return;
    ranges::less less;
    std::__introsort<_ClassicAlgPolicy, ranges::less&, Iterator, false>(
        first, last, less, 2 * std::__bit_log2(std::__to_unsigned_like(last - first)));
}

_LIBCPP_END_NAMESPACE_STD

#endif
