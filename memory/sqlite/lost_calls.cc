#include "memory/sqlite/lost_calls.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "parley/tool.h"

namespace parley::memory {
namespace {

// The engine numbers the calls of a session: "call-7", with the key "<continuation id>/7" (planner/tool_calls.cc).
constexpr std::string_view kCallId = "call-";

std::string idempotency_key_of(const SessionRecord& record, const CallRecord& call) {
  const auto turn = std::find_if(record.turns.begin(), record.turns.end(),
                                 [&](const StoredTurn& stored) { return stored.turn.seq == call.turn; });
  if (turn == record.turns.end() || !call.call_id.starts_with(kCallId)) return {};
  return turn->turn.continuation_id + "/" + call.call_id.substr(kCallId.size());
}

// The text of a result is the tool and the kind of the outcome: "orders.find: ok".
CallRecord::Status status_in(const Message& result) {
  using Kind = ToolOutcome::Kind;
  const auto is = [&](Kind kind) { return result.text == result.details.tool + ": " + to_string(kind); };
  if (is(Kind::kOk) || is(Kind::kRejected)) return CallRecord::Status::kDone;
  return is(Kind::kFailed) ? CallRecord::Status::kFailed : CallRecord::Status::kUnknown;
}

void settle(CallRecord& call, const Message& result) {
  call.status = status_in(result);
  call.turn = result.turn;
  call.ended_at = result.at;
}

}  // namespace

void add_lost_calls(SessionRecord& record) {
  std::vector<CallRecord>& calls = record.calls;
  std::set<std::string, std::less<>> known;
  for (const CallRecord& call : calls) known.insert(call.call_id);
  const std::size_t found = calls.size();
  for (const Message& message : record.messages) {
    const std::string& id = message.details.call_id;
    if (id.empty()) continue;
    if (message.role == Role::kCall && known.insert(id).second) {
      calls.push_back({id, message.details.tool, message.turn, CallRecord::Status::kStarted, {}, message.at, 0});
      calls.back().idempotency_key = idempotency_key_of(record, calls.back());
    }
    if (message.role != Role::kTool) continue;
    const auto lost = std::find_if(calls.begin() + static_cast<std::ptrdiff_t>(found), calls.end(),
                                   [&](const CallRecord& call) { return call.call_id == id; });
    if (lost != calls.end()) settle(*lost, message);
  }
  std::sort(calls.begin(), calls.end(), [](const CallRecord& a, const CallRecord& b) {
    return std::tie(a.turn, a.call_id) < std::tie(b.turn, b.call_id);
  });
}

}  // namespace parley::memory
