// A running sample: made, loaded on a device, stepped, drawn, and moved to another device while it runs.
#pragma once

#include <functional>
#include <ingot/runtime/timeline.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clock/clock.hpp"
#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// Every function that throws leaves the session running as it was before the call.
class session {
public:
    /// Creates the sample, sets its parameters, loads it on the device and resets it. Needs a current OpenGL context.
    session(const sample_description& what, const device& on, const parameter_settings& values, uint64_t seed, clock::pace pace);

    const sample_description& description() const { return describes; }
    const device& running_on() const { return active->on; }
    sample& object() const { return *active->object; }
    std::vector<parameter_base*> parameters() const { return active->object->parameters(); }
    /// The values of all of them.
    parameter_settings settings() const;
    clock& time() { return ticks; }
    const clock& time() const { return ticks; }
    uint64_t seed() const { return seeded; }

    /// Lets the clock advance and steps the sample, unless the clock stands. The tick that it stepped by.
    std::optional<tick> advance(double elapsed);
    /// Steps by a tick of another session, and then has that one's clock.
    void follow(const session& leader, const tick& now);
    /// Takes over another session's state and clock. The parameters should be the same.
    void copy_from(const session& other);
    void draw(const canvas& into) { active->object->draw(into); }

    /// Goes on on another device: a second sample is made, loaded and restored, and only then takes the first one's place. False
    /// where the device in use does not give the state any more, as one that is lost: then the second sample starts anew.
    bool switch_device(const device& to);

    /// How often it started anew: by reset(), by apply(), on a device that did not get the state.
    uint64_t beginnings() const { return begun; }

    /// Starts anew, with the same seed, at frame 0.
    void reset();
    /// Sets one parameter and tells the sample.
    void set_parameter(parameter_base& which, const parameter_value& to);
    /// All parameters to their defaults except those given, and starts anew.
    void apply(const parameter_settings& values);

    state save() const { return active->object->save(); }
    /// What the launches took since the last call; the sample hears of them too.
    std::vector<launch_timing> take_timings();
    /// What moving bytes took since the last call.
    std::vector<transfer_timing> take_transfer_timings() { return active->in.take_transfer_timings(); }
    /// What sharing with OpenGL took since the last call.
    std::vector<sharing_timing> take_sharing_timings() { return active->in.take_sharing_timings(); }
    /// What ran since the last call, and when; of what the calls above waited for.
    std::vector<timeline_entry> take_timeline() { return ingot::take_timeline(active->in); }
    void finish() { active->in.finish(); }

private:
    /// The order of the members is that of their lives: the sample's resources belong to the queue's device.
    struct loaded {
        loaded(const sample_description& what, const device& where, const parameter_settings& values);
        device on;
        queue in;
        std::unique_ptr<sample> object;
    };

    void begin_anew();
    std::optional<state> state_if_any() const;
    void put_back(const parameter_settings& values, const state& saved);

    sample_description describes;
    std::unique_ptr<loaded> active;
    clock ticks;
    uint64_t begun = 0;
    uint64_t seeded;
};

/// A session on the first of `candidates` that the sample can be loaded on; each refusal goes to `report`. Throws the last
/// refusal where none is left, and parameter_error at once.
std::unique_ptr<session> open_session(const sample_description& what, std::span<const device> candidates,
                                      const parameter_settings& values, uint64_t seed, clock::pace pace,
                                      const std::function<void(const std::string&)>& report);

}  // namespace ingot::shell
