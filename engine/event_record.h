// EventRecord: the events of a turn as the turn records them, before they are lines of JSON (engine/turn_report.h).
//
// A record is a sequence of tagged groups, each a Tag and its fields. Numbers are in the machine's own form, and
// literals are views, because a record never leaves the process. A list is its number of items, then the items. The
// comment of each tag gives its fields.
//
// Tested by tests/engine/turn_events_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace parley::engine {

enum class Tag : std::uint8_t {
  // What the following events have in common. kMoment ends the effect of an earlier kState.
  kMoment,       // TimeMs now; text bot
  kState,        // text user; int64 turn; int64 messages; list of params; bool: waits for a param; text param
  kTraceParent,  // text: Request::trace_parent. Follows a kMoment or a kState, and has the effect of these
  // An event, with its fields in their order.
  kEvent,     // literal stage; int64 us
  kWord,      // literal key; text: a word of parley
  kName,      // literal key; text: a name of the bot
  kNames,     // literal key; list of names of the bot
  kWords,     // literal key; list of words of parley
  kCount,     // literal key; int64
  kTrace,     // list of decisions, each: Rule, text intent, text subject, text detail
  kMessage,   // bool shows text; text withheld param; text message; uint32 the first of the report's known values, and
              // the end: `masked`, and `text` if it is shown
  kEndEvent,  // no fields
};

// Bytes that grow. An append of a number is a few instructions, because a turn makes a hundred of them.
class EventRecord {
 public:
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::string_view bytes() const { return {bytes_.get(), size_}; }
  void cut(std::size_t size) { size_ = size; }  // at most size(); keeps the memory

  void tag(Tag tag) { number(tag); }
  template <class Number>
  void number(Number number) {
    std::memcpy(extend(sizeof number), &number, sizeof number);
  }
  void literal(std::string_view literal) { number(literal); }  // must live as long as the program
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    text.copy(extend(text.size()), text.size());  // unlike memcpy(), allows an empty view
  }
  void count(std::size_t items) { number(static_cast<std::uint32_t>(items)); }  // of the list that follows

 private:
  char* extend(std::size_t more) {
    if (capacity_ - size_ < more) grow(more);
    return bytes_.get() + std::exchange(size_, size_ + more);
  }
  void grow(std::size_t more) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + more + kLeast);
    std::unique_ptr<char[]> bytes(new char[capacity]);
    if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  static constexpr std::size_t kLeast = 1024;
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

// Reads what EventRecord wrote. Views borrow the record.
class RecordReader {
 public:
  explicit RecordReader(std::string_view record) : left_(record) {}

  bool is_at_end() const { return left_.empty(); }
  Tag tag() { return number<Tag>(); }
  template <class Number>
  Number number() {
    Number number;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  std::string_view literal() { return number<std::string_view>(); }
  std::string_view text() { return take(count()); }
  std::uint32_t count() { return number<std::uint32_t>(); }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  std::string_view left_;
};

}  // namespace parley::engine
