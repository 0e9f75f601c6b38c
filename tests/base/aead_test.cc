#include "base/aead.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/hash.h"

using namespace parley::base;

TEST_CASE("sealed data opens only with the same key and context") {
  CHECK(rc::check([](const std::string& text, const std::string& context) {
    const std::string key = random_bytes(kKeyBytes);
    const std::string sealed = seal(text, key, context);
    RC_ASSERT(unseal(sealed, key, context) == text);
    RC_ASSERT(!unseal(sealed, random_bytes(kKeyBytes), context));
    RC_ASSERT(!unseal(sealed, key, context + "x"));
    RC_ASSERT(sealed != seal(text, key, context));
    std::string changed = sealed;
    changed[*rc::gen::inRange<std::size_t>(0, sealed.size())] ^= 1;
    RC_ASSERT(!unseal(changed, key, context));
    RC_ASSERT(!unseal(sealed.substr(0, *rc::gen::inRange<std::size_t>(0, sealed.size())), key, context));
  }));
}
