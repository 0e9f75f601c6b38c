// Server: parley over HTTP. docs/server.md describes the interface.
//
//   parley::server::ServerOptions options;
//   options.service.bots.push_back({engine, store, store, load, {}, nullptr});
//   options.service.clock = parley::create_system_clock();
//   auto server = parley::server::Server::start(std::move(options));
//   if (!server) return std::cerr << server.error().to_string() << '\n', 1;
//   std::cout << (*server)->url() << '\n';
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "parley/result.h"
#include "server/listener.h"
#include "server/service.h"

namespace parley::server {

struct ServerOptions {
  ServiceOptions service;
  ListenerOptions listener = {};
};

class Server {
 public:
  // kInvalidRequest: an option is invalid, or the place is in use. A server without keys listens only on a loopback
  // address or a Unix socket.
  static Result<std::unique_ptr<Server>> start(ServerOptions options);
  // Stops at once. Turns that run are finished and stored.
  ~Server();

  std::string url() const { return listener_->url(); }
  Service& service() { return *service_; }

  // Accepts no more requests, and waits for running turns, at most `timeout`. Returns false if some are still running.
  bool drain(std::chrono::milliseconds timeout);

 private:
  Server() = default;
  std::unique_ptr<Service> service_;
  std::unique_ptr<Listener> listener_;
};

}  // namespace parley::server
