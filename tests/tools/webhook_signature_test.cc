// Tests signatures against the example of the Standard Webhooks specification.
#include "tools/webhook_signature.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("a request is signed as in the example of Standard Webhooks") {
  const auto key = tools::parse_signing_key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  REQUIRE(key);
  CHECK(tools::signature_headers(*key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1'614'265'330'000, R"({"test": 2432232314})") ==
        std::vector<std::string>{"webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330",
                                 "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="});
}

TEST_CASE("a signing key is whsec_ and 24 to 64 bytes in base64") {
  CHECK(tools::parse_signing_key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")->size() == 24);
  CHECK(tools::parse_signing_key("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")->size() == 32);
  for (const char* text :
       {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_!!!!9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}) {
    CAPTURE(text);
    CHECK(!tools::parse_signing_key(text));
  }
}
