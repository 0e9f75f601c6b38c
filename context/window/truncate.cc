// Tested by tests/context/window/truncate_test.cc.
#include "context/window/truncate.h"

#include <algorithm>

#include "base/text.h"
#include "parley/value.h"

namespace parley::context {
namespace {

constexpr std::size_t kRoomForAMark = 80;  // a text with a shorter limit ends in three dots instead of a mark

std::size_t length_of(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size(); ++length) base::next_code_point(text, at);
  return length;
}

// Returns the byte offset of the character number `count`.
std::size_t byte_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (count-- > 0 && at < text.size()) base::next_code_point(text, at);
  return at;
}

// Limits for a JSON value, tried from large to small.
struct Measure {
  std::size_t text, items, depth;
};
constexpr Measure kMeasures[] = {{1000, 50, 12}, {500, 30, 10}, {250, 20, 8}, {120, 12, 6}, {80, 8, 5},
                                 {40, 5, 4},     {24, 3, 3},    {16, 2, 2},   {12, 1, 1},   {8, 0, 1}};

Value left_out(std::size_t count, const char* what) {
  return "[... " + std::to_string(count) + " " + what + " left out]";
}

Value smaller(const Value& value, Measure measure);

Value smaller_array(const Value::Array& items, const Measure& inner, std::size_t most) {
  Value::Array kept;
  for (const Value& item : items) {
    if (kept.size() == most) break;
    kept.push_back(smaller(item, inner));
  }
  if (items.size() > kept.size()) kept.push_back(left_out(items.size() - kept.size(), "items"));
  return kept;
}

Value smaller_object(const Value::Object& members, const Measure& inner, std::size_t most) {
  Value::Object kept;
  for (const auto& [name, member] : members) {
    if (kept.size() == most) break;
    kept.emplace(shorten(name, 80), smaller(member, inner));
  }
  if (members.size() > kept.size()) kept.insert_or_assign("...", left_out(members.size() - kept.size(), "members"));
  return kept;
}

Value smaller(const Value& value, Measure measure) {
  if (const auto* text = value.if_string()) return shorten(*text, measure.text);
  const Value::Array* items = value.if_array();
  const Value::Object* members = value.if_object();
  if (!items && !members) return value;
  const std::size_t most = measure.depth == 0 ? 0 : measure.items;
  if (measure.depth > 0) --measure.depth;
  return items ? smaller_array(*items, measure, most) : smaller_object(*members, measure, most);
}

}  // namespace

std::string shorten(std::string_view text, std::size_t limit) {
  const std::size_t length = length_of(text);
  if (length <= limit) return std::string(text);
  if (limit < kRoomForAMark) {
    const std::size_t dots = std::min<std::size_t>(limit, 3);
    return std::string(text.substr(0, byte_of(text, limit - dots))) + std::string(dots, '.');
  }
  const auto mark = [](std::size_t count) { return "\n[... " + std::to_string(count) + " characters left out ...]\n"; };
  const std::size_t kept = limit - mark(length).size();
  const std::size_t head = kept - kept / 2, tail = kept / 2;
  return std::string(text.substr(0, byte_of(text, head))) + mark(length - kept) +
         std::string(text.substr(byte_of(text, length - tail)));
}

std::string shorten_keeping_json(std::string_view text, std::size_t limit) {
  if (length_of(text) <= limit) return std::string(text);
  const auto value = Value::parse(text);
  if (!value || !(value->if_object() || value->if_array())) return shorten(text, limit);
  std::string json;
  for (const Measure& measure : kMeasures) {
    json = smaller(*value, measure).to_json();
    if (length_of(json) <= limit) break;
  }
  return json.size() < text.size() ? json : std::string(text);
}

}  // namespace parley::context
