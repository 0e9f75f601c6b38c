#include "parley/stores.h"
#include "tests/conformance/store_conformance.h"

TEST_CASE("the memory store meets the store contract") {
  parley::conformance::StoreUnderTest memory;
  memory.fresh = [] { return parley::memory_store(); };
  parley::conformance::check_store(memory);
}
