#include "metal_fixture.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "kernel_calls.hpp"

namespace ingot {

namespace {

constexpr std::string_view text = R"(#include <metal_stdlib>
using namespace metal;

// saxpy, shapes.kernels.cpp:3
kernel void saxpy(
        device float* y [[buffer(0)]],
        device const float* x [[buffer(1)]],
        constant float& factor [[buffer(2)]],
        uint3 global_id [[thread_position_in_grid]])
{
    y[global_id.x] += factor * x[global_id.x];
}

kernel void everything(
        texture2d<float, access::sample> picture [[texture(0)]],
        texture2d<float, access::write> picture_written [[texture(1)]],
        device uint* results [[buffer(0)]],
        threadgroup uint* partial [[threadgroup(0)]],
        constant uint* table [[buffer(1)]],
        texture2d<float, access::sample> other [[texture(2)]],
        constant uint& last [[buffer(2)]],
        threadgroup uint* second [[threadgroup(1)]])
{
}

kernel void vertex_2(device uint* values [[buffer(0)]])
{
}

kernel void small_groups(device uint* values [[buffer(0)]])
{
}
)";

using kind = archive::parameter_kind;

archive::parameter buffer_of(const char* name, const char* type, archive::access access = archive::access::read_write) {
    return {name, kind::buffer, access, type, 4, 4};
}
archive::parameter value_of(const char* name, const char* type, uint64_t size) {
    return {name, kind::value, archive::access::read, type, size, 4};
}
archive::parameter local_of(const char* name) { return {name, kind::local, archive::access::read_write, "uint32_t", 4, 4}; }
archive::parameter image_of(const char* name, archive::access access) {
    archive::parameter image {name, kind::image, access, "image_2d<float4>", 0, 0};
    image.image = {"image_2d", "floating", 4, false};
    return image;
}

archive::kernel_reflection kernel_of(const char* name, std::vector<archive::parameter> parameters) {
    archive::kernel_reflection kernel;
    kernel.name = kernel.symbol = name;
    kernel.parameters = std::move(parameters);
    return kernel;
}

template <typename T>
std::span<T> as(std::span<std::byte> bytes) {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

std::string saxpy(const fake_metal::launch& launch) {
    if (launch.kernel != "saxpy") return {};
    const std::span<float> y = as<float>(launch.buffers.at(0));
    const std::span<float> x = as<float>(launch.buffers.at(1));
    const float factor = as<float>(launch.buffers.at(2))[0];
    for (size_t i = 0; i < launch.groups[0] * launch.group[0]; ++i) y[i] += factor * x[i];
    return {};
}

}  // namespace

archive::archive metal_program_source::shapes() {
    archive::archive contents;
    contents.compiler = "ingotc";
    contents.source = "shapes.kernels.cpp";
    contents.kernels = {
        kernel_of("saxpy",
                  {buffer_of("y", "float"), buffer_of("x", "float", archive::access::read), value_of("factor", "float", 4)}),
        kernel_of("in_double", {buffer_of("values", "double")}),
        kernel_of("everything", {image_of("picture", archive::access::read_write), buffer_of("results", "uint32_t"),
                                 local_of("partial"), value_of("table", "table", 5000), image_of("other", archive::access::read),
                                 value_of("last", "uint32_t", 4), local_of("second")}),
        kernel_of("vertex", {buffer_of("values", "uint32_t")}), kernel_of("small_groups", {buffer_of("values", "uint32_t")})};
    const auto bytes = std::as_bytes(std::span(text));
    contents.targets.push_back({"msl", "", {bytes.begin(), bytes.end()}});
    contents.targets.back().missing_kernels = {{"in_double", "shapes.kernels.cpp:9: Metal has no double"}};
    return contents;
}

void apple_metal::SetUp() {
    fake_ = fake_metal::opened();
    ASSERT_TRUE(fake_) << "set LD_LIBRARY_PATH to the folder of the fake Metal, as CTest does";
    fake_->reset();
    fake_->launched = &saxpy;
    library();
    objects_before_ = fake_->live_objects();
}

void apple_metal::TearDown() {
    if (!fake_) return;
    EXPECT_EQ(fake_->broken_rules(), std::vector<std::string>());
    EXPECT_EQ(fake_->live_objects(), objects_before_);
    EXPECT_EQ(fake_->waiting(), 0u);
}

const backends::metal::hardware::metal_library& apple_metal::library() {
    static const backends::metal::hardware::metal_library library;
    return library;
}

device apple_metal::make_device(size_t index) {
    const std::vector<backends::metal::hardware::found_device> found = backends::metal::hardware::find_devices(library());
    if (!found.at(index).usable) throw error(found[index].unavailable);
    return device(found[index].usable);
}

program apple_metal::make_program(const device& owner) {
    static const metal_program_source shapes(metal_program_source::shapes());
    return {owner, shapes.source()};
}

void apple_metal::run_saxpy(queue& queue, const program& program, device_buffer<float>& y, const device_buffer<float>& x,
                            float factor) {
    testing::run(queue, program, "saxpy", range(static_cast<uint32_t>(y.size())), y, x, factor);
}

}  // namespace ingot
