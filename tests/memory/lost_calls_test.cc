// Tests that the records of tool calls are rebuilt from the messages.
#include "memory/sqlite/lost_calls.h"

#include <catch2/catch.hpp>

using namespace parley;

namespace {

Message message_of_call(std::int64_t turn, Role role, const std::string& id, const std::string& text, TimeMs at) {
  Message message{0, turn, role, text, at};
  message.details.tool = "orders.find";
  message.details.call_id = id;
  return message;
}

SessionRecord record_with_turns(std::int64_t turns) {
  SessionRecord record;
  for (std::int64_t seq = 1; seq <= turns; ++seq) {
    record.turns.emplace_back().turn.seq = seq;
    record.turns.back().turn.continuation_id = "c" + std::to_string(seq);
  }
  return record;
}

}  // namespace

TEST_CASE("a lost record of a call has the status that the result in the messages tells") {
  using Status = CallRecord::Status;
  struct Case {
    const char* result;  // null: there is none
    Status status;
  };
  for (const Case& c : {Case{nullptr, Status::kStarted}, Case{"orders.find: ok", Status::kDone},
                        Case{"orders.find: rejected", Status::kDone}, Case{"orders.find: failed", Status::kFailed},
                        Case{"orders.find: timeout", Status::kUnknown}, Case{"other", Status::kUnknown}}) {
    SessionRecord record = record_with_turns(2);
    record.messages.push_back(message_of_call(1, Role::kCall, "call-3", "{}", 10));
    if (c.result) record.messages.push_back(message_of_call(2, Role::kTool, "call-3", c.result, 15));
    memory::add_lost_calls(record);
    const CallRecord expected{"call-3", "orders.find", c.result ? 2 : 1, c.status, "c1/3", 10, c.result ? 15 : 0};
    CHECK(record.calls == std::vector<CallRecord>{expected});
  }
}

TEST_CASE("a record of a call that is there stays, and lost ones come at their places") {
  SessionRecord record = record_with_turns(3);
  const CallRecord kept{"call-2", "orders.find", 2, CallRecord::Status::kUnknown, "key", 1, 2};
  record.calls = {kept};
  for (const std::int64_t turn : {3, 1, 2}) {
    const std::string id = "call-" + std::to_string(turn);
    record.messages.push_back(message_of_call(turn, Role::kCall, id, "{}", 10));
    record.messages.push_back(message_of_call(turn, Role::kTool, id, "orders.find: ok", 11));
  }
  record.messages.push_back(message_of_call(3, Role::kUser, "call-9", "no call", 12));
  memory::add_lost_calls(record);
  REQUIRE(record.calls.size() == 3);
  CHECK(record.calls[0].call_id == "call-1");
  CHECK(record.calls[1] == kept);
  CHECK(record.calls[2].call_id == "call-3");
}
