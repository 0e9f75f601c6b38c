#include "intents/entities/spoken_digits.h"

#include <catch2/catch.hpp>

namespace parley::intents {

TEST_CASE("spoken digits: number words of a text become digits") {
  struct Row {
    const char *said, *written;
  };
  const Row rows[] = {
      {"twenty two Cactus Lane", "22 Cactus Lane"},
      {"Arizona eight five zero zero one", "Arizona 85001"},
      {"twelve three forty five", "12345"},
      {"one, two", "1, 2"},
      {"oh dear", "oh dear"},
      {"", ""},
  };
  for (const Row& row : rows) {
    INFO(row.said);
    CHECK(with_digits(row.said) == row.written);
  }
}

}  // namespace parley::intents
