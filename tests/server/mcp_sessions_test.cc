#include "server/compat/mcp_sessions.h"

#include <catch2/catch.hpp>

#include "parley/stores.h"

namespace parley::server {
namespace {

constexpr const char* kBot = R"(parley: 1
bot: {id: mcp}
intents:
  - id: hello
    expose: mcp
    match: [{regex: hello}]
    steps: [{say: Hello.}]
)";

struct Fixture {
  std::shared_ptr<Engine> engine = *Engine::create(*Catalog::parse(kBot, "bot.yaml"), create_memory_store());
  HostedBot bot{{engine, create_memory_store(), create_memory_store(), {}, {}, nullptr}, nullptr};
  Heart heart{std::chrono::hours(1)};
  McpSessions sessions{"key of the states", heart};

  std::string add(const std::string& owner, TimeMs now) { return sessions.add(sessions.create(bot, owner), now); }
  bool has(const std::string& id, const std::string& owner, TimeMs now) {
    return sessions.find(id, owner, bot, now) != nullptr;
  }
};

TEST_CASE("An MCP session is visible to its owner only") {
  Fixture f;
  const std::string id = f.add("ann", 0);
  CHECK(f.has(id, "ann", 0));
  CHECK_FALSE(f.has(id, "bob", 0));
  CHECK_FALSE(f.has("other", "ann", 0));
  f.sessions.remove(id);
  CHECK_FALSE(f.has(id, "ann", 0));
}

TEST_CASE("An MCP session ends when it is idle, and each message keeps it") {
  Fixture f;
  const std::string id = f.add("ann", 0);
  CHECK(f.has(id, "ann", McpSessions::kIdle - 1));
  CHECK(f.has(id, "ann", 2 * McpSessions::kIdle - 2));
  CHECK_FALSE(f.has(id, "ann", 3 * McpSessions::kIdle - 2));
}

TEST_CASE("The MCP session that was idle longest ends when there are too many") {
  Fixture f;
  const std::string oldest = f.add("ann", 0);
  const std::string second = f.add("ann", 1);
  for (std::size_t i = 2; i < McpSessions::kMost; ++i) f.add("ann", 2);
  CHECK(f.has(oldest, "ann", 3));  // so it is no longer the one that was idle longest
  f.add("ann", 4);
  CHECK(f.has(oldest, "ann", 4));
  CHECK_FALSE(f.has(second, "ann", 4));
}

TEST_CASE("The head of an MCP message tells requests from responses") {
  CHECK(rpc_head(R"({"id": "a", "method": "ping"})").id == "\"a\"");
  CHECK(rpc_head(R"({"id": 5, "method": "ping"})").method == "ping");
  CHECK(rpc_head(R"({"id": 5, "result": {}})").method.empty());
  CHECK(rpc_head("{").id.empty());
}

}  // namespace
}  // namespace parley::server
