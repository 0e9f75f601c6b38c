// RequestState is what an MCP client sends back to continue a tool call. The client must not be able to change it, so
// StateSeal signs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley::mcp {

struct RequestState {
  std::string session;    // as the client knows it
  std::int64_t turn = 0;  // the number of the turn that asked the question
  friend bool operator==(const RequestState&, const RequestState&) = default;
};

class StateSeal {
 public:
  // An empty key: a random one.
  explicit StateSeal(std::string key);

  // `binding` is what the state is valid for: the user, the tool and its arguments.
  std::string seal(const RequestState& state, std::string_view binding, TimeMs expires) const;

  // Returns the state. Unset if the text was changed, has expired, or belongs to another binding.
  std::optional<RequestState> open(std::string_view sealed, std::string_view binding, TimeMs now) const;

 private:
  const std::string key_;
};

}  // namespace parley::mcp
