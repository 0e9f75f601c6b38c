#include "server/tokens.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::server;

namespace {

const std::string kKey(32, 'k');
TokenClaims claims() { return {"shop", "web:1", "https://shop.example", "ann", 10'000, 20'000, 5'000}; }

}  // namespace

TEST_CASE("read_token() reads what make_token() wrote") {
  const auto read = read_token(make_token(claims(), kKey), kKey, 9'999);
  REQUIRE(read);
  CHECK(read->bot == "shop");
  CHECK(read->session == "web:1");
  CHECK(read->origin == "https://shop.example");
  CHECK(read->user == "ann");
  CHECK(read->expires_at == 10'000);
  CHECK(read->renewable_until == 20'000);
  CHECK(read->ttl == 5'000);
}

TEST_CASE("A token ends at its time, and belongs to one key") {
  const std::string token = make_token(claims(), kKey);
  CHECK_FALSE(read_token(token, kKey, 10'000));
  CHECK_FALSE(read_token(token, std::string(32, 'x'), 0));
}

TEST_CASE("A token with any other byte is refused") {
  const std::string token = make_token(claims(), kKey);
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string other = token;
    other[i] = other[i] == 'A' ? 'B' : 'A';
    CAPTURE(i);
    CHECK_FALSE(read_token(other, kKey, 0));
  }
  CHECK(rc::check([] { RC_ASSERT_FALSE(read_token(*rc::gen::arbitrary<std::string>(), kKey, 0)); }));
}
