// EventMembers: the members of an event that are texts, whole numbers or lists of parley's words. A list is a text for
// each word. The keys and texts are views of the event.
//
// Tested by tests/telemetry/event_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace parley::telemetry {

class EventMembers {
 public:
  void clear() { members_.clear(); }
  void add(std::string_view key, std::string_view text) { members_.push_back({key, text, std::nullopt}); }
  void add(std::string_view key, std::int64_t number) { members_.push_back({key, {}, number}); }

  // Calls take(text) for each text of the list.
  template <class Take>
  void for_each_text(std::string_view key, const Take& take) const {
    for (const Member& member : members_) {
      if (member.key == key && !member.number) take(member.text);
    }
  }
  // Empty if the event has no such text.
  std::string_view text(std::string_view key) const {
    const Member* member = find(key);
    return member ? member->text : std::string_view();
  }
  std::optional<std::int64_t> number(std::string_view key) const {
    const Member* member = find(key);
    return member ? member->number : std::nullopt;
  }

 private:
  struct Member {
    std::string_view key, text;
    std::optional<std::int64_t> number;
  };
  const Member* find(std::string_view key) const {
    for (const Member& member : members_) {
      if (member.key == key) return &member;
    }
    return nullptr;
  }

  std::vector<Member> members_;  // a dozen: a search in order is faster than a map
};

}  // namespace parley::telemetry
