#include <fmt/format.h>

#include <ingot/gl_sharing.hpp>
#include <ingot/runtime/error.hpp>
#include <utility>

#include "gl_texture.hpp"
#include "turns.hpp"

namespace ingot {

namespace {

using backends::gl_way;
using backends::image_interface;

// An image of the device beside OpenGL's, and copies through the host.
class by_copies final : public way_between<image_interface> {
public:
    by_copies(const device& on, gl_texture& object, gl_access how) : there(object), access(how), here(on, object.description()) {}

    std::shared_ptr<image_interface> acquire(queue& in) override {
        if (access != gl_access::write) {
            const mapped_image pixels = here.map(in, map_access::write);
            there.read(pixels.bytes());
        }
        return here.share();
    }
    void release(queue& in) override {
        if (access == gl_access::read) return;
        const mapped_image pixels = here.map(in, map_access::read);
        there.write(pixels.bytes());
    }

private:
    gl_texture& there;
    gl_access access;
    device_image here;
};

turns<image_interface> take_turns(const device& on, gl_texture& object, gl_access access) {
    const backends::gl_support support = gl_support_of(on);
    std::string reason = support.why_not;
    const std::string name = fmt::format("texture {}", object.name());
    if (support.way == gl_way::by_address) reason = "OpenGL maps no textures";
    if (support.way == gl_way::by_name) try {
            return {std::make_unique<way_by_name<image_interface>>(
                        on.implementation().share_gl_image({object.name(), object.description(), access})),
                    "", name};
        } catch (const error& refused) {
            reason = refused.what();  // a driver need not share every format
        }
    return {std::make_unique<by_copies>(on, object, access), reason, name};
}

}  // namespace

struct shared_image::objects {
    template <typename Texture>
    objects(const device& on, const Texture& from, gl_access access) : object(from), turn(take_turns(on, object, access)) {}

    gl_texture object;
    turns<image_interface> turn;  ///< after the object: it ends first
};

shared_image::shared_image(const device& on, const image_description& what, gl_access access)
    : all(std::make_unique<objects>(on, what, access)) {}

shared_image::shared_image(std::unique_ptr<objects> of) : all(std::move(of)) {}

shared_image shared_image::of(const device& on, gl_texture_name texture, gl_access access) {
    return shared_image(std::make_unique<objects>(on, texture, access));
}

shared_image::shared_image(shared_image&&) noexcept = default;
shared_image& shared_image::operator=(shared_image&&) noexcept = default;
shared_image::~shared_image() = default;

uint32_t shared_image::gl_name() const { return all->object.name(); }
const image_description& shared_image::description() const { return all->object.description(); }
const std::string& shared_image::why_copied() const { return all->turn.reason(); }
acquired_image shared_image::acquire(queue& in) { return {*this, in}; }

acquired_image::acquired_image(shared_image& from, queue& in)
    : of(&from), image(in.owner(), from.description(), from.all->turn.acquire(in)) {}
acquired_image::~acquired_image() noexcept(false) { of->all->turn.release(); }

}  // namespace ingot
