#include "base/web_url.h"

#include <catch2/catch.hpp>

#include "parley/attachment.h"

namespace parley::base {
namespace {

TEST_CASE("Only absolute URLs of the web are web URLs") {
  for (const char* url : {"https://a.example", "http://a.example/x?y=z#w", "HTTPS://A.example/%20", "https://[::1]/",
                          "https://a.example/it's", "https://a.example:8443/@b?c=d@e#f@g"}) {
    INFO(url);
    CHECK(is_web_url(url));
  }
  for (const char* other :
       {"", "a.example", "//a.example", "https://", "https:///x", "https://?x", "ftp://a.example",
        "javascript:alert(1)", " https://a.example", "https://a.example/a b", "https://a.example/\"x",
        "https://a.example/<x>", "https://a.example/\n", "https://b\xC3\xBC.example/", "data:text/html,x"}) {
    INFO(other);
    CHECK(!is_web_url(other));
  }
  const std::string head = "https://a.example/";
  CHECK(is_web_url(head + std::string(kMaxUrlBytes - head.size(), 'x')));
  CHECK(!is_web_url(head + std::string(kMaxUrlBytes - head.size() + 1, 'x')));
}

TEST_CASE("A user name before the host makes no web URL, because it can look like the host") {
  for (const char* url : {"https://bank.example@evil.example/", "https://bank.example:443@evil.example",
                          "http://@evil.example", "https://a:b@evil.example?x", "https://bank.example%40evil.example/",
                          "https://a.example@/", "HTTPS://bank.example@[::1]#x", "https://a@b@c.example/"}) {
    INFO(url);
    CHECK(!is_web_url(url));
    CHECK(!has_whole_host(std::string(url) + "/"));
  }
}

TEST_CASE("A placeholder can only follow a whole host") {
  for (const char* fine : {"https://a.example/", "https://a.example/x/", "http://a.example?x=", "https://a.example#"}) {
    CHECK(has_whole_host(fine));
  }
  for (const char* open : {"", "https://", "https://a.example", "https://a.", "/x/", "https:///", "mailto:"}) {
    CHECK(!has_whole_host(open));
  }
}

TEST_CASE("Percent-encoding leaves only unreserved characters") {
  CHECK(percent_encoded("aZ0-._~") == "aZ0-._~");
  CHECK(percent_encoded("a b/c?d&e=f#g%") == "a%20b%2Fc%3Fd%26e%3Df%23g%25");
  CHECK(percent_encoded("\xC3\xA9\n") == "%C3%A9%0A");
}

}  // namespace
}  // namespace parley::base
