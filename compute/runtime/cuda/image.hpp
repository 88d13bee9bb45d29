// Images of a CUDA device: arrays, with the texture and surface objects that kernels read and write them by.
#pragma once

#include <ingot/language/image_descriptor.hpp>
#include <memory>
#include <vector>

#include "../backend.hpp"
#include "buffer.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// A CUDA array: pixels in an order of the device's own.
class array {
public:
    /// Throws error where the device refuses it.
    array(std::shared_ptr<primary_context> context, const image_description& what, uint32_t level);
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array();

    array_handle get() const { return handle; }

private:
    std::shared_ptr<primary_context> context;
    array_handle handle = nullptr;
};

/// The objects through which kernels see one array.
class array_access {
public:
    array_access(std::shared_ptr<primary_context> context, array_handle of, const image_description& what);
    array_access(const array_access&) = delete;
    array_access& operator=(const array_access&) = delete;
    ~array_access();

    /// Fills in the handles.
    void describe(detail::image_descriptor& to) const;

private:
    void create(array_handle of, const image_description& what);
    void destroy() noexcept;

    std::shared_ptr<primary_context> context;
    std::vector<texture_object> textures;
    surface_object surface = 0;
};

class image final : public image_interface {
public:
    /// Throws error where the device refuses it.
    image(std::shared_ptr<primary_context> context, const image_description& what);
    /// An array that exists already, with one level: one of another image, or one that a graphics library shares. `owner` keeps
    /// it.
    image(std::shared_ptr<primary_context> context, const image_description& what, array_handle existing,
          std::shared_ptr<const void> owner);

    const image_description& description() const override { return described; }
    array_handle level(uint32_t index) const { return levels[index]; }
    /// What a kernel gets: the address of the levels' descriptors.
    device_address descriptors() const { return table->address(); }

private:
    void make_descriptors();

    std::shared_ptr<primary_context> context;
    image_description described;
    std::vector<std::unique_ptr<array>> arrays;
    std::vector<array_handle> levels;
    std::shared_ptr<const void> kept;
    std::vector<std::unique_ptr<array_access>> accesses;
    std::unique_ptr<buffer> table;
};

/// The formats of `shape` that arrays have.
std::vector<pixel_format> formats_of(image_shape shape);

/// A copy of a box between arrays and memory without gaps, of which the caller fills in the other side.
array_copy copy_from(const image_place& place, const std::array<uint32_t, 3>& extent);
array_copy copy_to(const image_place& place, const std::array<uint32_t, 3>& extent);

}  // namespace ingot::backends::cuda
