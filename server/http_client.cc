// Tested by tests/server/webhooks_test.
#include "server/http_client.h"

#include <memory>
#include <optional>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include "server/ascii.h"

namespace parley::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;
using Tcp = net::ip::tcp;

struct Target {
  bool is_tls = false;
  std::string host, port, path;
};

std::optional<Target> target_of(std::string_view url) {
  Target target;
  target.is_tls = starts_with(url, "https://");
  if (!target.is_tls && !starts_with(url, "http://")) return std::nullopt;
  url.remove_prefix(target.is_tls ? 8 : 7);
  const std::size_t slash = url.find('/');
  const std::string_view place = url.substr(0, slash);
  target.path = slash == std::string_view::npos ? "/" : std::string(url.substr(slash));
  const std::size_t colon = place.rfind(':');
  target.host = std::string(place.substr(0, colon));
  target.port = colon == std::string_view::npos ? (target.is_tls ? "443" : "80") : std::string(place.substr(colon + 1));
  const bool has_user = place.find('@') != std::string_view::npos;
  const bool is_number = !target.port.empty() && target.port.find_first_not_of("0123456789") == std::string::npos;
  if (target.host.empty() || has_user || !is_number) return std::nullopt;
  return target;
}

// One request, from the look-up of the name to the status of the answer.
template <class Stream>
class Sending {
 public:
  Sending(net::io_context& context, Stream& stream, const Target& target,
          beast::http::request<beast::http::string_body> request)
      : resolver_(context), stream_(stream), target_(target), request_(std::move(request)) {}

  void start() {
    resolver_.async_resolve(target_.host, target_.port, [this](error_code failed, Tcp::resolver::results_type found) {
      if (failed) return;
      beast::get_lowest_layer(stream_).async_connect(
          found, [this](error_code error, const Tcp::endpoint&) { error ? void() : connected(); });
    });
  }
  int status() const { return status_; }

 private:
  void connected() {
    if constexpr (std::is_same_v<Stream, beast::tcp_stream>) {
      write();
    } else {
      stream_.async_handshake(net::ssl::stream_base::client, [this](error_code failed) { failed ? void() : write(); });
    }
  }
  void write() {
    beast::http::async_write(stream_, request_, [this](error_code failed, std::size_t) { failed ? void() : read(); });
  }
  void read() {
    parser_.body_limit(64 * 1024);
    beast::http::async_read_header(stream_, buffer_, parser_, [this](error_code failed, std::size_t) {
      if (!failed) status_ = parser_.get().result_int();
    });
  }

  Tcp::resolver resolver_;
  Stream& stream_;
  const Target& target_;
  beast::http::request<beast::http::string_body> request_;
  beast::flat_buffer buffer_;
  beast::http::response_parser<beast::http::string_body> parser_;
  int status_ = 0;
};

beast::http::request<beast::http::string_body> request_for(const Target& target, const Headers& headers,
                                                           const std::string& body) {
  beast::http::request<beast::http::string_body> request{beast::http::verb::post, target.path, 11, body};
  request.set(beast::http::field::host, target.host);
  request.set(beast::http::field::connection, "close");
  for (const auto& [name, value] : headers) request.set(name, value);
  request.prepare_payload();
  return request;
}

}  // namespace

Result<void> check_webhook_url(const std::string& url) {
  const auto target = target_of(url);
  if (!target) return Unexpected(ErrorCode::kInvalidRequest, "the webhook needs an https:// URL");
  if (target->is_tls || target->host == "localhost" || starts_with(target->host, "127.")) return {};
  return Unexpected(ErrorCode::kInvalidRequest, "the webhook needs https://, because http:// would show what it sends");
}

int post(const std::string& url, const Headers& headers, const std::string& body, std::chrono::milliseconds timeout) {
  const auto target = target_of(url);
  if (!target) return 0;
  net::io_context context;
  if (!target->is_tls) {
    beast::tcp_stream stream(context);
    Sending<beast::tcp_stream> sending(context, stream, *target, request_for(*target, headers, body));
    sending.start();
    context.run_for(timeout);
    return sending.status();
  }
  net::ssl::context tls(net::ssl::context::tls_client);
  error_code failed;
  tls.set_default_verify_paths(failed);
  tls.set_verify_mode(net::ssl::verify_peer, failed);
  tls.set_verify_callback(net::ssl::host_name_verification(target->host), failed);
  beast::ssl_stream<beast::tcp_stream> stream(context, tls);
  if (SSL_set_tlsext_host_name(stream.native_handle(), target->host.c_str()) != 1) return 0;
  Sending<beast::ssl_stream<beast::tcp_stream>> sending(context, stream, *target, request_for(*target, headers, body));
  sending.start();
  context.run_for(timeout);
  return sending.status();
}

}  // namespace parley::server
