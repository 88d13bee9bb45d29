#include <fmt/format.h>

#include <algorithm>
#include <ingot/gl_sharing.hpp>
#include <ingot/runtime/error.hpp>
#include <utility>
#include <vector>

#include "gl_texture.hpp"
#include "sharing_method.hpp"

namespace ingot {

namespace {

using backends::gl_sharing_method;
using backends::image_interface;

// The sharing method by copies: the device has a separate image, and pixels are copied through the host.
class by_copies final : public sharing_method<image_interface> {
public:
    by_copies(const device& device, gl_texture& object, gl_access access)
        : gl_object_(object), access_(access), device_copy_(device, object.description()) {}

    std::shared_ptr<image_interface> acquire(queue& queue) override {
        if (access_ != gl_access::write) {
            const mapped_image pixels = device_copy_.map(queue, map_access::write);
            gl_object_.read(pixels.bytes());
        }
        return device_copy_.shared_implementation();
    }
    void release(queue& queue) override {
        if (access_ == gl_access::read) return;
        const mapped_image pixels = device_copy_.map(queue, map_access::read);
        gl_object_.write(pixels.bytes());
    }

private:
    gl_texture& gl_object_;
    gl_access access_;
    device_image device_copy_;
};

// A texture and how it is shared.
struct shared_texture {
    std::unique_ptr<gl_texture> object;
    std::unique_ptr<sharing_method<image_interface>> method;
    std::string copy_reason;
};

// Chooses the sharing method for a texture that was not imported. `reason` is why it was not.
shared_texture share(const device& device, const backends::gl_support& support, std::unique_ptr<gl_texture> object,
                     gl_access access, std::string reason) {
    if (support.method == gl_sharing_method::by_address) reason = "OpenGL cannot map textures";
    if (support.method == gl_sharing_method::by_name) try {
            auto method = std::make_unique<sharing_by_name<image_interface>>(
                device.implementation().share_gl_image({object->name(), object->description(), access}));
            return {std::move(object), std::move(method), {}};
        } catch (const error& rejected) {
            reason = rejected.what();  // the driver cannot share this texture, so the pixels are copied
        }
    auto method = std::make_unique<by_copies>(device, *object, access);
    return {std::move(object), std::move(method), std::move(reason)};
}

// Can the device have such an image, and OpenGL such a texture? If not, the errors come from the method by copies.
bool can_export(const device& device, const image_description& description) {
    if (description.shape != image_shape::image_2d || description.mip_levels != 1) return false;
    if (description.width == 0 || description.height == 0) return false;
    const std::vector<pixel_format> formats = device.image_formats(description.shape);
    return std::ranges::find(formats, description.format) != formats.end();
}

// A texture that consists of a device's memory, and how it is shared.
struct imported_texture {
    std::unique_ptr<gl_texture> object;
    std::unique_ptr<sharing_method<image_interface>> method;
};

// Throws error if the device cannot export memory, or OpenGL cannot import it.
imported_texture import_object(const device& device, const backends::gl_support& support, const image_description& description) {
    auto exported = device.implementation().export_image(description, find_gl_order(support));
    auto object = std::make_unique<gl_texture>(description, std::move(exported.memory));
    auto method = share_by_import(std::move(exported), 0, object->name());
    return {std::move(object), std::move(method)};
}

shared_texture create(const device& device, const image_description& description, gl_access access) {
    const backends::gl_support support = find_gl_support(device);
    std::string reason = support.unavailable_reason;
    if (support.method == gl_sharing_method::by_import && can_export(device, description)) try {
            imported_texture imported = import_object(device, support, description);
            return {std::move(imported.object), std::move(imported.method), {}};
        } catch (const error& rejected) {
            reason = rejected.what();
        }
    return share(device, support, std::make_unique<gl_texture>(description), access, std::move(reason));
}

bool can_copy_textures() { return epoxy_gl_version() >= 43 || epoxy_has_gl_extension("GL_ARB_copy_image"); }

shared_texture use(const device& device, gl_texture_name name, gl_access access) {
    const backends::gl_support support = find_gl_support(device);
    auto object = std::make_unique<gl_texture>(name);
    std::string reason = support.unavailable_reason;
    if (support.method == gl_sharing_method::by_import) {
        reason = "OpenGL has made the texture, not the device";
        if (can_export(device, object->description()) && can_copy_textures() && object->is_complete()) try {
                imported_texture imported = import_object(device, support, object->description());
                auto method = std::make_unique<sharing_by_imported_copy<image_interface, gl_texture>>(
                    *object, std::move(imported.object), std::move(imported.method), access);
                return {std::move(object), std::move(method), reason + "; it is copied in OpenGL"};
            } catch (const error& rejected) {
                reason += fmt::format("; {}", rejected.what());
            }
    }
    return share(device, support, std::move(object), access, std::move(reason));
}

}  // namespace

struct shared_image::objects {
    explicit objects(shared_texture shared)
        : object(std::move(shared.object)),
          turn(std::move(shared.method), std::move(shared.copy_reason), fmt::format("texture {}", object->name())) {}

    std::unique_ptr<gl_texture> object;
    shared_object_state<image_interface> turn;  ///< declared after the object, so that it is destroyed first
};

shared_image::shared_image(const device& device, const image_description& description, gl_access access)
    : objects_(std::make_unique<objects>(create(device, description, access))) {}

shared_image::shared_image(std::unique_ptr<objects> objects) : objects_(std::move(objects)) {}

shared_image shared_image::of(const device& device, gl_texture_name texture, gl_access access) {
    return shared_image(std::make_unique<objects>(use(device, texture, access)));
}

shared_image::shared_image(shared_image&&) noexcept = default;
shared_image& shared_image::operator=(shared_image&&) noexcept = default;
shared_image::~shared_image() = default;

uint32_t shared_image::gl_name() const { return objects_->object->name(); }
const image_description& shared_image::description() const { return objects_->object->description(); }
const std::string& shared_image::copy_reason() const { return objects_->turn.copy_reason(); }
acquired_image shared_image::acquire(queue& queue) { return {*this, queue}; }

acquired_image::acquired_image(shared_image& shared, queue& queue)
    : shared_(&shared), image_(queue.owner(), shared.description(), shared.objects_->turn.acquire(queue)) {}
acquired_image::~acquired_image() {
    if (shared_) shared_->objects_->turn.release_in_destructor();
}
void acquired_image::release() {
    if (!shared_) throw error("a shared image that was already released to OpenGL cannot be released again");
    std::exchange(shared_, nullptr)->objects_->turn.release();
}

}  // namespace ingot
