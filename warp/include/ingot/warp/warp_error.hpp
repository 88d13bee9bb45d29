// Why a warp was not made.
#pragma once

#include <ingot_warp.h>

#include <stdexcept>
#include <string>

namespace ingot::warp {

/// what() has the words that ingot_warp_message() gives.
class warp_error : public std::runtime_error {
public:
    warp_error(ingot_warp_status status, const std::string& words) : std::runtime_error(words), answer(status) {}
    ingot_warp_status status() const { return answer; }

private:
    ingot_warp_status answer;
};

}  // namespace ingot::warp
