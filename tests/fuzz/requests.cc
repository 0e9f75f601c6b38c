// Fuzz target: reads HTTP requests from the bytes of one connection, as a whole and in small parts. Both must find the
// same requests, and no request may be larger than the limits. Small parts may be refused later, which is not compared.
#include <cstdlib>
#include <utility>

#include "server/request_parser.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

using server::HttpRequest;
using server::RequestParser;
using Stage = RequestParser::Stage;

constexpr server::RequestLimits kLimits{512, 2048};

void check_size(const HttpRequest& request) {
  std::size_t header = request.method.size() + request.target.size();
  for (const auto& [name, value] : request.headers) header += name.size() + value.size();
  if (header > kLimits.header_bytes || request.body.size() > kLimits.body_bytes) std::abort();
}

// Collects the requests that the parser finds, up to the first one that closes the connection.
struct Client {
  void send(std::string_view bytes) {
    unread.append(bytes);
    while (!is_closed && !unread.empty()) {
      const Stage before = parser.stage();
      unread.erase(0, parser.read(unread));
      if (parser.stage() == Stage::kDone) {
        take();
      } else if (parser.stage() == Stage::kRefused) {
        if (!parser.problem()) std::abort();
        is_closed = true;
      } else if (parser.stage() == before) {
        return;
      }
    }
  }

  void take() {
    is_closed = !parser.keeps_connection();
    requests.push_back(parser.release());
    check_size(requests.back());
    server::use_origin_form(requests.back());
    parser.reset();
  }

  RequestParser parser{kLimits};
  std::string unread;
  bool is_closed = false;
  std::vector<HttpRequest> requests;
};

bool is_same(const HttpRequest& a, const HttpRequest& b) {
  return a.method == b.method && a.target == b.target && a.headers == b.headers && a.body == b.body;
}

void fuzz_requests(std::string_view input) {
  Client whole;
  whole.send(input);
  for (const std::size_t size : {1, 7, 100}) {
    Client parts;
    for (std::size_t at = 0; at < input.size() && !parts.is_closed; at += size) parts.send(input.substr(at, size));
    if (parts.requests.size() != whole.requests.size()) std::abort();
    for (std::size_t i = 0; i < parts.requests.size(); ++i) {
      if (!is_same(parts.requests[i], whole.requests[i])) std::abort();
    }
  }
}

std::vector<std::string> request_seeds() {
  const std::string host = "Host: localhost:7272\r\n";
  const std::string post = "POST /v1/sessions/s1/turns?details=true HTTP/1.1\r\n" + host;
  const std::string get = "GET /v1/health HTTP/1.1\r\n" + host + "\r\n";
  const std::string body = R"({"text":"track O-12345"})";
  const std::string sized = "Content-Length: " + std::to_string(body.size()) + "\r\n";
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n";
  return {
      get,
      get + get + post + sized + "\r\n" + body + get,
      "GET /v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + get,
      "GET http://shop.example/v1/health?a=%20b HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n",
      post + "Content-Type: application/json\r\nExpect: 100-continue\r\n" + sized + "\r\n" + body,
      post + chunked + "5\r\n{\"tex\r\n13;a=\"b\"\r\nt\":\"track O-12345\"}\r\n0\r\nA: b\r\n\r\n" + get,
      post + chunked + "00000000000000001\r\na\r\n0\r\n\r\n",
      post + sized + chunked + "0\r\n\r\n",
      post + sized + sized + "\r\n" + body,
      post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      post + "Content-Length: 18446744073709551615\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\n" + host + "X-Folded: a\r\n b\r\n\tc\r\n\r\n",
      "HEAD / HTTP/1.1\nHost: x\n\n",
      "GET /v1/events HTTP/1.1\r\n" + host + "Upgrade: websocket\r\nConnection: upgrade\r\n\r\n",
  };
}

}  // namespace

const Target kRequests{"requests", fuzz_requests, request_seeds};

}  // namespace parley::fuzz
