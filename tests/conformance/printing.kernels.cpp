// Tests of printing (section 3.3.4 of the thesis that docs/host-library.md names): work-items print lines to the host's
// standard output.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void print_numbers(param<float> real, param<int32_t> integer) {
    print("all of them: $, $, $, $", real, double(real) * 2, integer, -integer);
    print("narrow: $ $ $ $", int8_t(-7), uint8_t(200), int16_t(-3000), uint16_t(60000));
    print("wide: $ $ $", uint32_t(4000000000u + uint32_t(integer)), int64_t(-5000000000) + integer,
          ~uint64_t(0) - uint64_t(integer));
    print("$ is $, 100% $$", 'x', integer > 0, "text", '$');
    print("no value");
    print("");
}

kernel void print_vectors(param<float3> place, param<int2> pixel, param<uchar4> colour) {
    print("at $ of $: $", place, pixel, colour);
    print("$$", place.yz, float1(place.x));
    print("$ $", half(place.x), vector<half, 2>(half(0.5f), half(place.y)));
    print("$", matrix4<int32_t>(pixel.x, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, pixel.y));
}

kernel void print_formats(param<float> real, param<int32_t> integer, param<int64_t> wide) {
    printf("good old printf: %f, %d, %f\n", real, -integer, real * 2);
    printf("%5d|%-5d|%05d|%+d|%x|%X|%o|%u|%c\n", integer, integer, integer, integer, 255, 255, 8, 3000000000u, 'y');
    printf("%ld %lld %zu %hhd\n", wide, static_cast<long long>(wide), sizeof(float4), static_cast<signed char>(integer));
    printf("%02hhx|%hhu|%hhd|%hd|%hu|%hi|%#hx\n", -7 * integer, -integer, 3 * integer, integer + 0x18000, -integer, 65535, -1);
    printf("%.2f %10.3f %e %g %s %5s|%%\n", real, real, real, 0.5f, "words", "abc");
    std::printf("no value\n");
}

kernel void print_own_line() { print("work-item $ of $ in group $", global_id.x, global_size.x, group_id.x); }
