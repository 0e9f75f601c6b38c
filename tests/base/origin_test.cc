// Tests that an origin has one spelling, which every program reads in the same way.
#include "base/origin.h"

#include <string>

#include <catch2/catch.hpp>

using namespace parley;
using base::origin_length;
using base::parse_origin;

TEST_CASE("an origin is a scheme, a host and a port") {
  struct Case {
    const char* text;
    const char* shown;
  };
  for (const Case& each : {
           Case{"https://api.shop.example", "https://api.shop.example"},
           Case{"HTTPS://API.Shop.Example", "https://api.shop.example"},
           Case{"https://api.shop.example:443", "https://api.shop.example"},
           Case{"https://api.shop.example:8443", "https://api.shop.example:8443"},
           Case{"http://api.shop.example:80", "http://api.shop.example"},
           Case{"http://127.0.0.1:8080", "http://127.0.0.1:8080"},
           Case{"https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"},
           Case{"https://[2001:db8:0::1]", "https://[2001:db8::1]"},
           Case{"https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
           Case{"https://1and1.example", "https://1and1.example"},
           Case{"http://localhost:8080", "http://localhost:8080"},
       }) {
    CAPTURE(each.text);
    const auto origin = parse_origin(each.text);
    REQUIRE(origin);
    CHECK(origin->to_string() == each.shown);
    CHECK(*parse_origin(each.shown) == *origin);
  }
}

TEST_CASE("any other spelling is refused, and the error does not quote it") {
  for (const std::string& text : std::vector<std::string>{"",
                                                          "https://",
                                                          "https://:443",
                                                          "//host.example",
                                                          "host.example",
                                                          "http:127.0.0.1",
                                                          "ftp://host.example",
                                                          "file:///etc/passwd",
                                                          "https//host.example",
                                                          "https://user@host.example",
                                                          "https://user:5ec2e7@host.example",
                                                          "https://host.example/",
                                                          "https://host.example?x",
                                                          "https://host.example#x",
                                                          "https://host.example\\@other",
                                                          "https://host..example",
                                                          "https://.host.example",
                                                          "https://host.example.",
                                                          "https://.",
                                                          "https://...",
                                                          "https://-host.example",
                                                          "https://host-.example",
                                                          "https://ho st.example",
                                                          "https://ho\tst.example",
                                                          "https://host.example\n",
                                                          std::string("https://host\0.example", 21),
                                                          "https://%31%32%37.0.0.1",
                                                          "https://host_name.example",
                                                          "https://h\xC3\xB6st.example",
                                                          "https://127\xE3\x80\x82\x30.0.1",
                                                          "https://0",
                                                          "https://127.1",
                                                          "https://2130706433",
                                                          "https://0x7f000001",
                                                          "https://0x7f.1",
                                                          "https://0177.0.0.1",
                                                          "https://1.2.3.256",
                                                          "https://host.0x7f",
                                                          "https://host.1",
                                                          "https://[127.0.0.1]",
                                                          "https://[::1",
                                                          "https://::1",
                                                          "https://[::1]x",
                                                          "https://[::1%25lo]",
                                                          "https://[]",
                                                          "https://host.example:",
                                                          "https://host.example:0",
                                                          "https://host.example:00443",
                                                          "https://host.example:65536",
                                                          "https://host.example:-1",
                                                          "https://host.example:4 3",
                                                          "https://host.example:443:443",
                                                          "https://host;x.example",
                                                          "https://" + std::string(64, 'a') + ".example",
                                                          "https://" + std::string(250, 'a') + ".example"}) {
    CAPTURE(text);
    const auto origin = parse_origin(text);
    REQUIRE(!origin);
    CHECK(origin.error().code == ErrorCode::kInvalidRequest);
    CHECK_THAT(origin.error().message, !Catch::Contains("5ec2e7"));
  }
}

TEST_CASE("a local name is known by only this machine or its network") {
  for (const char* host : {"localhost", "printer", "printer.local", "a.localhost", "db.internal", "x.home.arpa",
                           "kubernetes.default.svc", "localhost.localdomain", "wpad.lan"}) {
    CAPTURE(host);
    CHECK(parse_origin(std::string("https://") + host)->is_local_name());
  }
  for (const char* host : {"api.shop.example", "local.example", "internal.example", "127.0.0.1", "[::1]"}) {
    CAPTURE(host);
    CHECK(!parse_origin(std::string("https://") + host)->is_local_name());
  }
}

TEST_CASE("the origin of a URL ends at its path, query or fragment") {
  CHECK(origin_length("https://host.example/a/b") == 20);
  CHECK(origin_length("https://host.example?a=/b") == 20);
  CHECK(origin_length("https://host.example#a") == 20);
  CHECK(origin_length("https://host.example\\@other") == 20);
  CHECK(origin_length("https://host.example") == 20);
  CHECK(origin_length("/a") == 2);
  CHECK(origin_length("http:/a") == 7);
}
