// Tests Outbox without a connection.
#include "server/outbox.h"

#include <string>

#include <catch2/catch.hpp>

#include "server/http_text.h"

using namespace parley::server;

namespace {

using Added = Outbox::Added;
using End = Outbox::End;
using Next = Outbox::Next;

// Returns the bytes that the I/O thread would write now.
std::string taken(Outbox& outbox) {
  const auto parts = outbox.take();
  return parts ? std::string((*parts)[0]) + std::string((*parts)[1]) : "closed";
}

}  // namespace

TEST_CASE("The I/O thread is told once to write, and takes all bytes that were added since") {
  Outbox outbox(100);
  CHECK(outbox.add("a") == Added::kWrite);
  CHECK(outbox.add("b") == Added::kNothing);
  CHECK(taken(outbox) == "ab");
  CHECK(outbox.add("c") == Added::kNothing);
  CHECK(outbox.written() == Next::kWrite);
  CHECK(taken(outbox) == "c");
  CHECK(outbox.written() == Next::kWait);
  CHECK(outbox.add("d") == Added::kWrite);
}

TEST_CASE("The end of an answer counts when its last bytes are written") {
  Outbox outbox(100);
  outbox.add("a");
  CHECK(taken(outbox) == "a");
  outbox.add_last("b", End::kNextRequest);
  CHECK(outbox.written() == Next::kWrite);
  CHECK(taken(outbox) == "b");
  CHECK(outbox.written() == Next::kNextRequest);
  outbox.add("c");
  CHECK(taken(outbox) == "c");
  CHECK(outbox.written() == Next::kWait);  // the former answer does not end this one
  outbox.add_last("d", End::kClose);
  CHECK(taken(outbox) == "d");
  CHECK(outbox.written() == Next::kClose);
}

TEST_CASE("Only an answer whose end is not known can be too long") {
  Outbox outbox(3);
  CHECK(outbox.add("abc") == Added::kWrite);
  CHECK(taken(outbox) == "abc");
  CHECK(outbox.add_last("def", End::kNextRequest) == Added::kNothing);
  CHECK(outbox.written() == Next::kWrite);
  CHECK(taken(outbox) == "def");
  CHECK(outbox.add("g") == Added::kOverflow);  // "def" is not yet written
  CHECK(outbox.add("h") == Added::kDropped);
  CHECK(outbox.add_last("i", End::kClose) == Added::kDropped);
}

TEST_CASE("Giving up writes that the server is overloaded, and closes") {
  SECTION("without an answer") {
    Outbox outbox(100);
    CHECK(outbox.give_up() == Added::kWrite);
    CHECK(outbox.give_up() == Added::kDropped);
    CHECK(taken(outbox) == kOverloaded);
    CHECK(outbox.written() == Next::kClose);
  }
  SECTION("while other bytes are written") {
    Outbox outbox(100);
    outbox.add("a");
    CHECK(taken(outbox) == "a");
    CHECK(outbox.give_up() == Added::kNothing);
    CHECK(outbox.written() == Next::kWrite);
    CHECK(taken(outbox) == kOverloaded);
    CHECK(outbox.written() == Next::kClose);
  }
  SECTION("but only closes a stream") {
    Outbox outbox(100);
    outbox.begin_stream();
    outbox.add("a");
    CHECK(outbox.give_up() == Added::kNothing);
    CHECK(taken(outbox) == "a");
    CHECK(outbox.written() == Next::kClose);
  }
}

TEST_CASE("A closed outbox drops its bytes and takes no more") {
  Outbox outbox(100);
  int gone = 0;
  outbox.on_close([&] { ++gone; });
  outbox.add_last("a", End::kNextRequest);
  outbox.close();
  CHECK(gone == 1);
  CHECK(taken(outbox) == "closed");
  CHECK(outbox.written() == Next::kWait);
  CHECK(outbox.add("b") == Added::kDropped);
  CHECK(outbox.give_up() == Added::kDropped);
  outbox.on_close([&] { ++gone; });
  CHECK(gone == 2);
  outbox.close();
  CHECK(gone == 2);
}
