// Containers whose memory serves again.
#include "base/recycled.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using parley::base::Recycled;

namespace {

// A type of its own, so that no other test has filled the thread's containers.
struct Item {
  int number = 0;
};
using Items = Recycled<std::vector<Item>>;

}  // namespace

TEST_CASE("a recycled container is empty and has the memory of the last one", "[recycled]") {
  const Item* memory = nullptr;
  {
    Items items;
    items->resize(100);
    memory = items->data();
  }
  Items items;
  CHECK(items->empty());
  CHECK(items->capacity() >= 100);
  CHECK(items->data() == memory);
}

TEST_CASE("containers that live at the same time do not share memory", "[recycled]") {
  Items first;
  first->push_back({1});
  {
    Items second;
    second->push_back({2});
    CHECK(first->data() != second->data());
  }
  CHECK(first->front().number == 1);
}

TEST_CASE("a thread does not keep the memory of a large container", "[recycled]") {
  struct Large {
    char bytes[1024];
  };
  { Recycled<std::vector<Large>>()->resize(100); }
  CHECK(Recycled<std::vector<Large>>()->capacity() == 0);
}

TEST_CASE("a copy of a recycled container has the elements", "[recycled]") {
  Recycled<std::string> text;
  *text = "a text that is too long for the string itself";
  const Recycled<std::string> copy = text;
  CHECK(*copy == *text);
  CHECK(copy->data() != text->data());
  const Recycled<std::string> moved = std::move(text);
  CHECK(*moved == *copy);
}
