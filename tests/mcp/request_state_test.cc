// tool_calls_test.cc tests states that a client has changed.
#include "mcp/request_state.h"

#include <catch2/catch.hpp>

using namespace parley;
using mcp::RequestState;
using mcp::StateSeal;

TEST_CASE("a sealed state opens with its key, its binding and in its time", "[mcp]") {
  const StateSeal seal("0123456789abcdef");
  const RequestState state{"s-1", 3};
  const std::string sealed = seal.seal(state, "refund O-12345", 1000);
  CHECK(seal.open(sealed, "refund O-12345", 1000) == state);
  CHECK_FALSE(seal.open(sealed, "refund O-12345", 1001));
  CHECK_FALSE(seal.open(sealed, "refund O-54321", 1000));
  CHECK(StateSeal("0123456789abcdef").open(sealed, "refund O-12345", 0) == state);
  CHECK_FALSE(StateSeal("0123456789abcdeg").open(sealed, "refund O-12345", 0));
  CHECK_FALSE(StateSeal("").open(sealed, "refund O-12345", 0));
  CHECK_FALSE(StateSeal("").open(StateSeal("").seal(state, "", 1), "", 0));
}
