// Tests the limits and the strictness of the parser of requests, without a connection.
#include "server/request_parser.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::server;

namespace {

using Reading = RequestParser::Stage;

constexpr RequestLimits kSmall{256, 512};

// Gives the parser `bytes` in parts of `size`, as a connection does. Returns how many bytes it did not read.
std::size_t feed(RequestParser& parser, const std::string& bytes, std::size_t size) {
  std::string unread;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    unread += bytes.substr(at, size);
    for (;;) {
      const Reading before = parser.stage();
      if (before == Reading::kDone || before == Reading::kRefused)
        return unread.size() + bytes.size() - std::min(bytes.size(), at + size);
      unread.erase(0, parser.read(unread));
      if (parser.stage() == before || unread.empty()) break;
    }
  }
  return unread.size();
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

const std::string kPost = "POST /a HTTP/1.1\r\nHost: x\r\n";
const std::string kChunked = kPost + "Transfer-Encoding: chunked\r\n\r\n";

}  // namespace

TEST_CASE("A body with an ambiguous transfer coding is refused") {
  const auto row = GENERATE(as<std::string>{}, "xchunked", "identity", "gzip", "chunked, identity", "gzip, chunked",
                            "\"chunked\"", "", "chunked,", ", chunked", "chunked;a=b", "chunked, chunked", "chu nked",
                            "chunked\r\nTransfer-Encoding: chunked", "identity\r\nTransfer-Encoding: chunked",
                            "chunked\r\nTransfer-Encoding: identity", "chunked\r\n ,identity");
  CAPTURE(row);
  RequestParser parser(kSmall);
  feed(parser, kPost + "Transfer-Encoding: " + row + "\r\n\r\n0\r\n\r\n", 1000);
  REQUIRE(parser.stage() == Reading::kRefused);
  CHECK(std::string(parser.problem()) == "malformed_request");
}

TEST_CASE("A transfer coding of plain chunked is read in HTTP/1.1 only") {
  struct Case {
    const char* version;
    const char* coding;
    Reading stage;
  };
  const auto row = GENERATE(Case{"1.1", "chunked", Reading::kDone}, Case{"1.1", "  ChunkeD\t ", Reading::kDone},
                            Case{"1.1", "\r\n chunked", Reading::kDone}, Case{"1.0", "chunked", Reading::kRefused});
  CAPTURE(row.version, row.coding);
  RequestParser parser(kSmall);
  feed(parser,
       std::string("POST /a HTTP/") + row.version + "\r\nTransfer-Encoding: " + row.coding +
           "\r\n\r\n1\r\nb\r\n0\r\n\r\n",
       1000);
  CHECK(parser.stage() == row.stage);
}

TEST_CASE("Trailers are dropped, whatever their name") {
  RequestParser parser(kSmall);
  const std::string trailers = "Authorization: Bearer a\r\nHost: y\r\nExpect: 100-continue\r\nConnection: close\r\n";
  CHECK(feed(parser, kChunked + "2\r\nhi\r\n0;a=b\r\n" + trailers + "\r\nGET", 1000) == 3);
  REQUIRE(parser.stage() == Reading::kDone);
  const HttpRequest request = parser.release();
  CHECK(request.body == "hi");
  CHECK(request.headers == Headers{{"Host", "x"}, {"Transfer-Encoding", "chunked"}});
}

TEST_CASE("A line feed in the extension of a chunk is refused") {
  const auto row = GENERATE(as<std::string>{}, "1;a=\"\n\"\r\nb\r\n0\r\n\r\n", "1;a=\"\\\n\"\r\nb\r\n0\r\n\r\n",
                            "1\r\nb\r\n0;a=\"\n\n\"\r\n\r\n", "1\nb\r\n0\r\n\r\n", "1;a\n\r\nb\r\n0\r\n\r\n");
  CAPTURE(row);
  RequestParser parser(kSmall);
  feed(parser, kChunked + row, 1000);
  CHECK(parser.stage() == Reading::kRefused);
}

TEST_CASE("Every byte of a request counts, whatever it means and however it arrives") {
  struct Case {
    const char* what;
    std::string bytes;
    const char* problem;
  };
  const std::string lines = repeated("X-A: b\r\n", 100);
  const auto row = GENERATE_COPY(
      Case{"a long target", "GET /" + std::string(300, 'a'), "header_too_large"},
      Case{"a long method", std::string(300, 'A'), "header_too_large"},
      Case{"a long header", kPost + "X: " + std::string(300, 'a'), "header_too_large"},
      Case{"many headers", kPost + lines, "header_too_large"},
      Case{"a header that is folded often", kPost + "X: a\r\n" + repeated(" b\r\n", 100), "header_too_large"},
      Case{"a long body", kPost + "Content-Length: 513\r\n\r\n", "body_too_large"},
      Case{"a long chunk", kChunked + "201\r\n", "body_too_large"},
      Case{"two chunks", kChunked + "1f0\r\n" + std::string(0x1f0, 'a') + "\r\n1f\r\n", "body_too_large"},
      Case{"a long size", kChunked + std::string(300, '0'), "body_too_large"},
      Case{"a long extension", kChunked + "1;a=" + std::string(300, 'b'), "body_too_large"},
      Case{"many extensions", kChunked + repeated("1;a=" + std::string(100, 'b') + "\r\nc\r\n", 10), "body_too_large"},
      Case{"a long last extension", kChunked + "0;a=" + std::string(300, 'b'), "body_too_large"},
      Case{"small chunks", kChunked + repeated("1\r\na\r\n", 200), "body_too_large"},
      Case{"a long trailer", kChunked + "0\r\nX: " + std::string(300, 'a'), "body_too_large"},
      Case{"many trailers", kChunked + "0\r\n" + lines, "body_too_large"});
  const auto size = GENERATE(1, 7, 100, 2000);
  CAPTURE(row.what, size);
  RequestParser parser(kSmall);
  const std::size_t left = feed(parser, row.bytes + std::string(5000, 'x'), static_cast<std::size_t>(size));
  REQUIRE(parser.stage() == Reading::kRefused);
  CHECK(std::string(parser.problem()) == row.problem);
  CHECK(left > 3000);
}

TEST_CASE("Requests at the limits are read") {
  const std::string header = kPost + "Content-Length: 512\r\nX: ";
  const std::string all = header + std::string(256 - header.size() - 4, 'a') + "\r\n\r\n" + std::string(512, 'b');
  const auto size = GENERATE(1, 7, 100, 2000);
  CAPTURE(size);
  RequestParser parser(kSmall);
  CHECK(feed(parser, all + "GET", static_cast<std::size_t>(size)) == 3);
  CHECK(parser.stage() == Reading::kDone);
  CHECK(parser.release().body == std::string(512, 'b'));
}

TEST_CASE("The parts in which a request arrives do not change how it is read") {
  const auto outcome = [](const std::string& bytes, std::size_t size) {
    RequestParser parser(kSmall);
    const std::size_t left = feed(parser, bytes, size);
    const bool is_done = parser.stage() == Reading::kDone;
    const bool keeps = is_done && parser.keeps_connection();
    const HttpRequest request = is_done ? parser.release() : HttpRequest();
    return std::make_tuple(is_done, keeps, is_done ? left : 0, request.method, request.target, request.headers,
                           request.body);
  };
  const std::vector<std::string> pieces{"GET /a HTTP/1.1\r\n",
                                        kPost,
                                        kChunked,
                                        "Content-Length: 5\r\n",
                                        "Transfer-Encoding: chunked\r\n",
                                        "X: y\r\n",
                                        "Connection: close\r\n",
                                        "\r\n",
                                        "\r",
                                        "\n",
                                        "0\r\n\r\n",
                                        "5\r\nhello\r\n",
                                        "5;a=\"b\"\r\n",
                                        "hello",
                                        "0\r\nA: b\r\n\r\n",
                                        "Expect: 100-continue\r\n",
                                        " folded\r\n",
                                        std::string(90, 'x'),
                                        ";",
                                        ":",
                                        "ffff"};
  CHECK(rc::check([&] {
    const auto chosen = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces));
    std::string bytes = *rc::gen::elementOf(pieces);
    for (const std::string& piece : chosen) bytes += piece;
    const auto size = *rc::gen::inRange<std::size_t>(1, 40);
    RC_ASSERT(outcome(bytes, size) == outcome(bytes, bytes.size()));
  }));
}
