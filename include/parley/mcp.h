// McpServer: a bot as a server of MCP, the Model Context Protocol. Each intent with `expose: mcp` is a tool, and the
// tool `parley_turn` sends a message to the bot. docs/mcp.md describes the tools.
//
//   auto server = parley::McpServer::create(bot, *engine);
//   parley::McpConnection client(server);
//   for (std::string line; std::getline(std::cin, line);) {
//     for (const std::string& message : client.handle(line)) std::cout << message << std::endl;
//   }
//
// The server speaks the protocol 2026-07-28, and earlier versions from 2025-03-26 on. It has no transport: a program
// passes JSON-RPC messages in and out. A request of 2026-07-28 needs no earlier message, so a new connection can handle
// each. A client of an earlier version sends `initialize` first and keeps its connection.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"

namespace parley {

struct McpOptions {
  // The key that seals request states, at least 16 bytes. Processes with the same key accept each other's states.
  // Empty: a random key, so states end with this server.
  std::string state_key;
  std::chrono::milliseconds state_ttl = std::chrono::hours(1);  // how long the client may take for an answer
  std::shared_ptr<Clock> clock;                                 // null: create_system_clock()
  // Runs a turn, for a program that watches the turns of its engine. Empty: Engine::handle().
  std::function<Result<Turn>(const Request& request)> handle;
  // What a client may know of an error, for a program whose clients are strangers: a message can name files and
  // machines. Empty: the error.
  std::function<Error(const Error& error)> error_for_clients;
};

// The part that all connections share. Thread-safe.
class McpServer {
 public:
  // `engine` must outlive the server, and answer with the same bot.
  static std::shared_ptr<McpServer> create(std::shared_ptr<const Catalog> bot, Engine& engine, McpOptions options = {});
  ~McpServer();

 private:
  friend class McpConnection;
  struct Impl;
  explicit McpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One client. A connection handles one message at a time; different threads may use different connections.
class McpConnection {
 public:
  // `user` is the owner of the sessions that the client begins. A request state of one user is invalid for another.
  explicit McpConnection(std::shared_ptr<McpServer> server, std::string user = {});
  ~McpConnection();
  McpConnection(McpConnection&&) noexcept;
  McpConnection& operator=(McpConnection&&) noexcept;

  // Handles a JSON-RPC message and returns the messages to send, in order: at most one response, or a request to the
  // client. Never fails; an invalid message gets an error response.
  std::vector<std::string> handle(std::string_view message);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley
