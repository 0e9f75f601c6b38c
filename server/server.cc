// Tested by tests/server/operation_test.
#include "server/server.h"

#include <utility>

#include "server/ascii.h"

namespace parley::server {
namespace {

bool is_private_place(const ListenerOptions& options) {
  if (!options.unix_path.empty() || options.inherited_socket != -1) return true;
  return options.address == "::1" || starts_with(options.address, "127.");
}

}  // namespace

Result<std::unique_ptr<Server>> Server::start(ServerOptions options) {
  if (!options.service.keys && !is_private_place(options.listener)) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "listening on " + options.listener.address +
                          " needs keys, because other machines can reach it; make one with 'parley api-keys add'");
  }
  std::unique_ptr<Server> server(new Server);
  server->service_ = std::make_unique<Service>(std::move(options.service));
  options.listener.refused = [service = server->service_.get()](const std::string& peer, int status) {
    service->note_refusal(peer, status);
  };
  auto listener = Listener::open(
      options.listener,
      [service = server->service_.get()](std::shared_ptr<Exchange> request) { service->handle(std::move(request)); });
  if (!listener) return Unexpected(listener.error());
  server->listener_ = std::move(*listener);
  return server;
}

// No request may arrive when the service ends, and the jobs of the service still need the listener's connections.
Server::~Server() {
  if (listener_) listener_->stop();
  service_.reset();
}

bool Server::drain(std::chrono::milliseconds timeout) {
  service_->begin_drain();
  return listener_->drain(timeout);
}

}  // namespace parley::server
