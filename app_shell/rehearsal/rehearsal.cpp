#include "rehearsal/rehearsal.hpp"

#include <fmt/format.h>

#include "camera/orbit_camera.hpp"
#include "picture/picture.hpp"

namespace ingot::shell {

namespace {

// Leaves the context whatever happens: another thread could not take it.
class in_context {
public:
    explicit in_context(const separate_context& which) : held(which) { held.make_current(); }
    in_context(const in_context&) = delete;
    in_context& operator=(const in_context&) = delete;
    ~in_context() { held.leave(); }

private:
    const separate_context& held;
};

// What compiles does not depend on it.
constexpr extent small_picture {256, 144};

void perform(const separate_context& graphics, const rehearsed_part& part) {
    const in_context current(graphics);
    picture painting(small_picture);
    const auto silent = [](const std::string&) {};  // when it is opened in earnest, each refusal is told of
    const auto on = open_session(part.sample, part.candidates, part.parameters, part.seed, clock::pace::fixed, silent);
    const orbit_camera camera(on->object().initial_camera());
    on->advance(clock::fixed_step);
    on->draw(painting.begin(camera.view(), camera.projection(small_picture.width, small_picture.height), on->object().tone()));
    on->finish();
}

}  // namespace

std::string rehearsed_part::key() const {
    std::string text = sample.name;
    for (const device& each : candidates) text += fmt::format("|{}", describe(each));
    for (const auto& [name, value] : parameters)
        text += std::visit([&](const auto& given) { return fmt::format("|{}={}", name, given); }, value);
    return text;
}

rehearsal::rehearsal() = default;

rehearsal::~rehearsal() {
    if (outcome.valid()) outcome.wait();
}

void rehearsal::start(const rehearsed_part& of) {
    if (!graphics) graphics = std::make_unique<separate_context>();
    began = clock::now();
    outcome = std::async(std::launch::async, [this, of] { perform(*graphics, of); });
}

bool rehearsal::ended() const {
    return outcome.valid() && outcome.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void rehearsal::take() { outcome.get(); }

}  // namespace ingot::shell
