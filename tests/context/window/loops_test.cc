#include <catch2/catch.hpp>

#include "parley/context.h"

using namespace parley;

namespace {

using Names = std::vector<std::string>;

Message call(std::string tool, std::string arguments = "{}") {
  Message made;
  made.role = Role::kCall;
  made.text = std::move(arguments);
  made.details.tool = std::move(tool);
  return made;
}

Message say(std::string text, Role role = Role::kAssistant) {
  Message made;
  made.role = role;
  made.text = std::move(text);
  return made;
}

// Makes calls of these tools in order, separated by questions of the user.
std::vector<Message> calls(const Names& tools) {
  std::vector<Message> messages;
  for (const std::string& tool : tools) {
    messages.push_back(say("and?", Role::kUser));
    messages.push_back(call(tool));
  }
  return messages;
}

}  // namespace

TEST_CASE("F81: three identical calls are a loop, two are not") {
  CHECK_FALSE(find_loop(calls({"a", "a"})));
  const auto loop = find_loop(calls({"b", "a", "a", "a", "a"}));
  REQUIRE(loop);
  CHECK(loop->times == 4);
  CHECK(loop->length == 1);
  CHECK(loop->calls == Names{"a"});
}

TEST_CASE("F81: calls are compared by name and arguments, whatever the formatting of the arguments") {
  const std::vector<Message> same = {call("a", R"({"x":1,"y":2})"), call("a", R"({"y": 2, "x": 1})"),
                                     call("a", R"( {"x":1, "y":2} )")};
  CHECK(find_loop(same));
  CHECK_FALSE(find_loop({call("a", R"({"x":1})"), call("a", R"({"x":2})"), call("a", R"({"x":1})")}));
  CHECK_FALSE(find_loop({call("a", "not JSON"), call("a", "nor this"), call("a", "not JSON")}));
}

TEST_CASE("F81: cycles of up to five calls are found and listed in order") {
  Names names;
  for (int round = 0; round < 3; ++round) {
    for (const char* name : {"a", "b", "a", "c", "d"}) names.emplace_back(name);
  }
  const auto loop = find_loop(calls(names));
  REQUIRE(loop);
  CHECK(loop->length == 5);
  CHECK(loop->times == 3);
  CHECK(loop->calls == Names{"a", "b", "a", "c", "d"});
  CHECK_FALSE(
      find_loop(calls({"a", "b", "c", "d", "e", "f", "a", "b", "c", "d", "e", "f", "a", "b", "c", "d", "e", "f"})));
}

TEST_CASE("F81: a cycle that has ended is not a loop") { CHECK_FALSE(find_loop(calls({"a", "a", "a", "b"}))); }

TEST_CASE("F81: repeated replies of the bot are also a loop") {
  const auto loop = find_loop({say("Which order?"), say("this one", Role::kUser), say("Which order?"),
                               say("the lamp", Role::kUser), say("Which order?")});
  REQUIRE(loop);
  CHECK(loop->times == 3);
  CHECK(loop->calls.empty());
}

TEST_CASE("F74, F81: the threshold is configurable, and 0 disables it") {
  LoopOptions options;
  options.threshold = 2;
  CHECK(find_loop(calls({"a", "a"}), options));
  options.threshold = 0;
  CHECK_FALSE(find_loop(calls({"a", "a", "a"}), options));
  CHECK_FALSE(find_loop({}));
}
