// Contains Boost. Tested by tests/server/listener_test.cc.
#include "server/listener.h"

#include <array>
#include <condition_variable>
#include <thread>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/connection.h"
#include "server/http_text.h"

namespace parley::server {
namespace {

using Tcp = net::ip::tcp;
using Local = net::local::stream_protocol;

constexpr std::chrono::milliseconds kPause{100};  // without memory, or with too many open files

Unexpected cannot_listen(const std::string& where, const std::string& why) {
  return Unexpected(ErrorCode::kInvalidRequest, "cannot listen on " + where + ": " + why + "; choose with --listen");
}

// Returns the address of a client. An IPv4 address in an IPv6 one becomes the IPv4 address. Empty: a Unix socket.
std::string address_of(const Socket& socket) {
  error_code failed;
  const auto endpoint = socket.remote_endpoint(failed);
  const int family = failed ? AF_UNSPEC : static_cast<int>(endpoint.protocol().family());
  if (family != AF_INET && family != AF_INET6) return {};
  Tcp::endpoint tcp;
  tcp.resize(endpoint.size());
  std::memcpy(tcp.data(), endpoint.data(), endpoint.size());
  const auto address = tcp.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6()).to_string();
  }
  return address.to_string();
}

bool is_loopback(const std::string& address) {
  return address.empty() || address == "::1" || address.rfind("127.", 0) == 0;
}

// Removes the socket file of a server that no longer runs. Returns false if one listens there.
bool remove_stale_socket(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return true;
  if (!S_ISSOCK(status.st_mode)) return false;
  net::io_context context;
  Local::socket probe(context);
  error_code failed;
  probe.connect(Local::endpoint(path), failed);
  return failed && unlink(path.c_str()) == 0;
}

}  // namespace

struct Listener::Impl {
  explicit Impl(const ListenerOptions& given) : options(given), acceptor(accepting.context) {}

  Result<void> open_tcp() {
    const std::string where = options.address + ":" + std::to_string(options.port);
    error_code failed;
    const auto address = net::ip::make_address(options.address, failed);
    if (failed) return cannot_listen(where, "not an IP address; a name such as 'localhost' is not possible");
    const Tcp::endpoint endpoint(address, options.port);
    acceptor.open(net::generic::stream_protocol(endpoint.protocol()), failed);
    if (!failed) acceptor.set_option(net::socket_base::reuse_address(true), failed);
    if (!failed) acceptor.bind(endpoint, failed);
    if (!failed) acceptor.listen(net::socket_base::max_listen_connections, failed);
    if (failed) return cannot_listen(where, failed.message());
    is_tcp = true;
    const std::string host = address.is_v6() ? "[" + options.address + "]" : options.address;
    url = (shared->tls ? "https://" : "http://") + host + ":" + std::to_string(bound_port());
    return {};
  }

  std::uint16_t bound_port() const {
    const auto local = acceptor.local_endpoint();
    Tcp::endpoint tcp;
    tcp.resize(local.size());
    std::memcpy(tcp.data(), local.data(), local.size());
    return tcp.port();
  }

  Result<void> open_unix() {
    const std::string& path = options.unix_path;
    if (path.size() >= sizeof(sockaddr_un::sun_path)) return cannot_listen(path, "the path is too long");
    if (!remove_stale_socket(path)) return cannot_listen(path, "the path is in use");
    error_code failed;
    const Local::endpoint endpoint(path);
    acceptor.open(net::generic::stream_protocol(endpoint.protocol()), failed);
    const mode_t before = umask(0117);
    if (!failed) acceptor.bind(endpoint, failed);
    umask(before);
    if (!failed) acceptor.listen(net::socket_base::max_listen_connections, failed);
    if (failed) return cannot_listen(path, failed.message());
    url = "unix:" + path;
    return {};
  }

  Result<void> open_inherited() {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (getsockname(options.inherited_socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      return cannot_listen("the inherited socket", "not a socket");
    }
    is_tcp = address.ss_family != AF_UNIX;
    error_code failed;
    acceptor.assign(net::generic::stream_protocol(address.ss_family, is_tcp ? IPPROTO_TCP : 0),
                    options.inherited_socket, failed);
    if (failed) return cannot_listen("the inherited socket", failed.message());
    url = is_tcp ? (shared->tls ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(bound_port())
                 : "unix:inherited";
    return {};
  }

  Result<void> open_tls() {
    if (options.tls_certificates.empty()) return {};
    auto& tls = shared->tls;
    tls = std::make_unique<net::ssl::context>(net::ssl::context::tls_server);
    error_code failed;
    tls->set_options(net::ssl::context::no_tlsv1 | net::ssl::context::no_tlsv1_1, failed);
    tls->use_certificate_chain_file(options.tls_certificates, failed);
    if (failed) return cannot_listen("TLS", "the certificates '" + options.tls_certificates + "': " + failed.message());
    tls->use_private_key_file(options.tls_key, net::ssl::context::pem, failed);
    if (failed) return cannot_listen("TLS", "the key '" + options.tls_key + "': " + failed.message());
    return {};
  }

  Result<void> open() {
    if (auto opened = open_tls(); !opened) return opened;
    if (options.inherited_socket != -1) return open_inherited();
    return options.unix_path.empty() ? open_tcp() : open_unix();
  }

  void run() {
    for (int i = 0; i < options.io_threads; ++i) io.push_back(std::make_unique<IoThread>());
    for (auto& one : io) works.push_back(net::make_work_guard(one->context));
    for (auto& one : io) threads.emplace_back([&context = one->context] { run(context); });
    threads.emplace_back([this] { run_accepting(); });
  }

  // Connections end by themselves when they have no memory. A job that is not of a connection is lost.
  static void run(net::io_context& context) {
    for (;;) try {
        context.run();
        return;
      } catch (const std::exception&) {
      }
  }

  // Without memory for a connection, it pauses, and accepts again.
  void run_accepting() {
    while (acceptor.is_open()) try {
        accept();
        accepting.context.run();
        return;
      } catch (const std::exception&) {
        std::this_thread::sleep_for(kPause);
        accepting.context.restart();  // the failure left it without work, which stops it
      }
  }

  void accept() {
    IoThread& thread = *io[next_thread++ % io.size()];
    acceptor.async_accept(thread.context, [this, &thread](error_code failed, Socket socket) {
      if (failed == net::error::operation_aborted) return;
      if (failed) return accept_later();  // the process has too many open files
      try {
        take(socket, thread);
      } catch (const std::exception&) {  // out of memory
        refuse(socket);
      }
      accept();
    });
  }
  void accept_later() {
    pause.expires_after(kPause);
    pause.async_wait([this](error_code failed) {
      if (!failed) accept();
    });
  }

  void take(Socket& socket, IoThread& thread) {
    std::string peer = address_of(socket);
    const bool is_counted = options.count_addresses && !is_loopback(peer);
    auto place = Place::take(shared, is_counted ? peer : std::string());
    if (!place) return refuse(socket);
    error_code ignored;
    if (is_tcp) socket.set_option(Tcp::no_delay(true), ignored);
    auto connection =
        std::make_shared<Connection>(std::move(socket), thread, shared, std::move(peer), std::move(*place));
    net::post(thread.context, [connection = std::move(connection)] { connection->start(); });
  }

  // Tells a client that the server takes no connection, without waiting for it.
  void refuse(Socket& socket) const {
    if (shared->tls) return;
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(net::buffer(kOverloaded), ignored);
  }

  void on_each_thread(const std::function<void(IoThread&)>& act) {
    for (auto& one : io) net::post(one->context, [&thread = *one, act] { act(thread); });
  }

  void stop_accepting() {
    net::post(accepting.context, [this] {
      error_code ignored;
      acceptor.close(ignored);
      pause.cancel();
    });
    if (options.inherited_socket == -1 && !options.unix_path.empty()) unlink(options.unix_path.c_str());
  }

  void stop() {
    if (threads.empty()) return;
    stop_accepting();
    on_each_thread([](IoThread& thread) {
      for (ConnectionBase* one : std::vector(thread.connections.begin(), thread.connections.end())) one->close();
    });
    for (auto& work : works) work.reset();
    for (auto& one : io) net::post(one->context, [&context = one->context] { context.stop(); });
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }

  ListenerOptions options;
  std::shared_ptr<ConnectionsShared> shared = std::make_shared<ConnectionsShared>();
  std::vector<std::unique_ptr<IoThread>> io;
  std::vector<net::executor_work_guard<net::io_context::executor_type>> works;
  IoThread accepting;
  net::basic_socket_acceptor<net::generic::stream_protocol> acceptor;
  net::steady_timer pause{accepting.context};
  std::size_t next_thread = 0;
  bool is_tcp = false;
  std::string url;
  std::vector<std::thread> threads;
};

Listener::Listener(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Listener::~Listener() { impl_->stop(); }

Result<std::unique_ptr<Listener>> Listener::open(const ListenerOptions& options, HttpHandler handler) {
  auto impl = std::make_unique<Impl>(options);
  impl->shared->limits = options.limits;
  impl->shared->handler = std::move(handler);
  impl->shared->refused = options.refused;
  if (auto opened = impl->open(); !opened) return Unexpected(opened.error());
  try {
    impl->run();
  } catch (...) {  // the system starts no more threads
    impl->stop();
    throw;
  }
  return std::unique_ptr<Listener>(new Listener(std::move(impl)));
}

std::string Listener::url() const { return impl_->url; }
std::size_t Listener::connections() const { return impl_->shared->connections; }

void Listener::stop() { impl_->stop(); }

bool Listener::drain(std::chrono::milliseconds timeout) {
  impl_->shared->draining = true;
  impl_->stop_accepting();
  impl_->on_each_thread([](IoThread& thread) {
    for (ConnectionBase* one : std::vector(thread.connections.begin(), thread.connections.end())) one->begin_drain();
  });
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (connections() > 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return connections() == 0;
}

}  // namespace parley::server
