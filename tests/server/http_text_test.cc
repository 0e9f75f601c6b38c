#include "server/http_text.h"

#include <catch2/catch.hpp>

using namespace parley::server;

namespace {

std::string without_date(std::string text) {
  const std::size_t begin = text.find("Date: ");
  return text.erase(begin, text.find("\r\n", begin) + 2 - begin);
}

}  // namespace

TEST_CASE("response_text() writes the head and the body") {
  const HttpResponse response{200, "text/plain", "Hi", {{"X-A", "b"}}};
  const std::string every = "X-Content-Type-Options: nosniff\r\n";
  const std::string head =
      "HTTP/1.1 200 OK\r\n" + every + "Content-Type: text/plain\r\nX-A: b\r\nContent-Length: 2\r\n";
  CHECK(without_date(response_text(response, false, true)) == head + "\r\nHi");
  CHECK(without_date(response_text(response, true, true)) == head + "\r\n");
  CHECK(without_date(response_text(response, false, false)) == head + "Connection: close\r\n\r\nHi");
  CHECK(without_date(response_text({204, "", ""}, false, true)) == "HTTP/1.1 204 No Content\r\n" + every + "\r\n");
}

TEST_CASE("A line break in a header's value does not begin another header") {
  const std::string text = response_text({200, "", "", {{"Location", "/a\r\nSet-Cookie: b"}}}, false, true);
  CHECK(text.find("Location: /aSet-Cookie: b\r\n") != std::string::npos);
}

TEST_CASE("chunk_text() writes the size in hex, and nothing for an empty part") {
  CHECK(chunk_text("hello") == "5\r\nhello\r\n");
  CHECK(chunk_text(std::string(300, 'x')).substr(0, 5) == "12c\r\n");
  CHECK(chunk_text("").empty());
}

TEST_CASE("refusal_text() is a problem, and closes the connection") {
  const std::string text = refusal_text("body_too_large");
  CHECK(text.rfind("HTTP/1.1 413 Content Too Large\r\n", 0) == 0);
  CHECK(text.find("application/problem+json") != std::string::npos);
  CHECK(text.find("Connection: close\r\n") != std::string::npos);
}

TEST_CASE("kOverloaded is a whole response") {
  const std::string text(kOverloaded);
  const std::size_t body = text.find("\r\n\r\n") + 4;
  CHECK(text.find("Content-Length: " + std::to_string(text.size() - body) + "\r\n") < body);
  CHECK(text[body] == '{');
  CHECK(text.back() == '}');
}
