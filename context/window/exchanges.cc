// Tested by tests/context/window/build_test.cc and properties_test.cc.
#include "context/window/exchanges.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace parley::context {
namespace {

// Returns the key that matches a call with its result.
std::pair<std::string, std::string> call_key(const Message& message) {
  const MessageDetails& details = message.details;
  return {details.call_id, details.call_id.empty() ? details.tool : std::string()};
}

// Returns for each message the index of its matching call or result, or kNoPartner.
std::vector<std::size_t> partners(const std::vector<const Message*>& messages, std::int64_t reach = kPairReach) {
  std::vector<std::size_t> partner(messages.size(), kNoPartner);
  std::map<std::pair<std::string, std::string>, std::size_t> open;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Message& message = *messages[i];
    if (message.role == Role::kCall) {
      open[call_key(message)] = i;
    } else if (message.role == Role::kTool) {
      const auto call = open.find(call_key(message));
      if (call == open.end()) continue;
      if (message.seq - messages[call->second]->seq <= reach) {
        partner[i] = call->second;
        partner[call->second] = i;
      }
      open.erase(call);
    }
  }
  return partner;
}

std::vector<const Message*> pointers(const Entries& entries) {
  std::vector<const Message*> out;
  for (const Entry& entry : entries) out.push_back(&entry.message);
  return out;
}

std::vector<const Message*> pointers(const std::vector<Message>& messages) {
  std::vector<const Message*> out;
  for (const Message& message : messages) out.push_back(&message);
  return out;
}

Message unknown_result_of(const Message& call) {
  Message result = call;
  result.role = Role::kTool;
  result.text = R"({"status":"unknown","reason":"no result is recorded"})";
  result.details = {};
  result.details.tool = call.details.tool;
  result.details.call_id = call.details.call_id;
  return result;
}

}  // namespace

std::vector<Message> repair(std::vector<Message> messages, std::int64_t reach) {
  const std::vector<std::size_t> partner = partners(pointers(messages), reach);
  std::vector<Message> repaired;
  repaired.reserve(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Role role = messages[i].role;
    if (role == Role::kSummary || (role == Role::kTool && partner[i] == kNoPartner)) continue;
    repaired.push_back(std::move(messages[i]));
    if (role == Role::kCall && partner[i] == kNoPartner) repaired.push_back(unknown_result_of(repaired.back()));
  }
  return repaired;
}

std::vector<std::size_t> partners_of(const std::vector<Message>& messages) {
  return partners(pointers(messages), kUnlimitedReach);
}

std::int64_t first_open_call(const std::vector<Message>& messages, std::int64_t waiting) {
  const std::vector<std::size_t> partner = partners_of(messages);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].role != Role::kCall || partner[i] != kNoPartner) continue;
    const bool is_near = messages.back().seq - messages[i].seq <= kPairReach;
    if (is_near || messages[i].seq == waiting) return messages[i].seq;
  }
  return 0;
}

std::vector<Exchange> split_into_exchanges(Entries entries, std::int64_t reach) {
  const std::vector<std::size_t> partner = partners(pointers(entries), reach);
  std::vector<Exchange> exchanges;
  std::size_t joined_up_to = 0;  // the last result of a call seen so far
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::int64_t turn = entries[i].message.turn;
    const bool new_turn = i == 0 || turn != entries[i - 1].message.turn;
    if (new_turn && (exchanges.empty() || i > joined_up_to)) exchanges.emplace_back();
    if (partner[i] != kNoPartner) joined_up_to = std::max(joined_up_to, partner[i]);
    Exchange& exchange = exchanges.back();
    exchange.turns += new_turn ? 1 : 0;
    exchange.tokens += entries[i].tokens;
    exchange.entries.push_back(std::move(entries[i]));
  }
  return exchanges;
}

std::vector<std::vector<std::size_t>> units_of(const Entries& entries) {
  const std::vector<std::size_t> partner = partners(pointers(entries));
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (partner[i] == kNoPartner) {
      units.push_back({i});
    } else if (partner[i] < i) {
      units.push_back({partner[i], i});
    }
  }
  return units;
}

}  // namespace parley::context
