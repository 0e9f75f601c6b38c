// The MCP servers of the bots, and the sessions of clients that send `initialize` (protocol 2025-11-25 and earlier).
//
// Tested by tests/server/compat_mcp_test, mcp_sessions_test.cc.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/mcp.h"
#include "server/heart.h"
#include "server/hosted_bot.h"
#include "server/http.h"

namespace parley::server {

// One client. It is thread-safe; its messages run one after the other.
class McpSession : public std::enable_shared_from_this<McpSession> {
 public:
  McpSession(std::shared_ptr<McpServer> server, std::string owner, Heart& heart)
      : owner(std::move(owner)), server(server), heart_(heart), connection_(std::move(server), this->owner) {}

  // Returns the messages for the client. Unset: too many messages of the session wait.
  std::optional<std::vector<std::string>> handle(std::string_view message);

  // Sends a form on the stream of the call that shows it, which stays open until the call ends.
  void open_stream(const std::shared_ptr<Exchange>& exchange, const std::string& form);
  // Sends what follows from the client's answer to a form. Does nothing if the stream has closed.
  void continue_stream(const std::string& form_id, const std::vector<std::string>& messages);
  bool has_streams();
  void end_streams();

  const std::string owner;  // the id of the key
  const std::shared_ptr<McpServer> server;
  std::string version = {};  // of the protocol
  TimeMs used_at = 0;        // guarded by McpSessions

 private:
  struct Stream {
    std::shared_ptr<Exchange> exchange;
    std::uint64_t beat = 0;
  };
  void forget_stream(const Exchange* exchange);

  Heart& heart_;
  std::mutex mutex_;  // of the connection
  McpConnection connection_;
  std::atomic<int> waiting_{0};
  std::mutex streams_mutex_;
  std::map<std::string, Stream, std::less<>> streams_;  // by the id of the form as JSON
};

// Thread-safe.
class McpSessions {
 public:
  static constexpr std::size_t kMost = 1000;         // sessions
  static constexpr TimeMs kIdle = 60LL * 60 * 1000;  // ms after its last message, a session ends

  // `key` signs the states of requests. `heart` and the bots must outlive this object.
  McpSessions(std::string key, Heart& heart) : key_(std::move(key)), heart_(heart) {}

  // Returns the server of the bot as it is now.
  std::shared_ptr<McpServer> server_of(HostedBot& bot);

  std::shared_ptr<McpSession> create(HostedBot& bot, const std::string& owner);
  // Returns its id. If the server has the most sessions, the one that was idle longest ends.
  std::string add(std::shared_ptr<McpSession> session, TimeMs now);
  // Null: unknown, of another owner or bot, or ended. A session ends when its bot is loaded again.
  std::shared_ptr<McpSession> find(const std::string& id, const std::string& owner, HostedBot& bot, TimeMs now);
  void remove(const std::string& id);

 private:
  struct Served {
    std::shared_ptr<const Catalog> catalog;
    std::shared_ptr<McpServer> server;
  };
  void drop_idle(TimeMs now);

  const std::string key_;
  Heart& heart_;
  std::mutex mutex_;
  std::map<std::string, Served> servers_;  // by bot
  std::map<std::string, std::shared_ptr<McpSession>> sessions_;
};

// Returns the id of a JSON-RPC message as JSON; empty: none. `method`: its method; empty: it is a response.
struct RpcHead {
  std::string id;
  std::string method;
};
RpcHead rpc_head(std::string_view message);

}  // namespace parley::server
