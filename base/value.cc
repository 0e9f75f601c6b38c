// Implements Value except for parsing, which is in base/json.cc.
//
// Value writes its own JSON because the JSON library would need its own tree first. A turn writes several Values, and
// that copy costs more than the writing.
#include "parley/value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <new>

#include "base/text.h"

namespace parley {
namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  out.append(buffer.data(), error == std::errc() ? end : buffer.data());
}

void append_double(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";  // JSON cannot represent it
    return;
  }
  const std::size_t start = out.size();
  append_number(out, number);
  // Keeps 3.0 a floating-point number when it is parsed again.
  if (out.find_first_of(".e", start) == std::string::npos) out += ".0";
}

}  // namespace

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;

// Each level of a nested value uses a stack frame, and a caller may have built any number of levels. Beyond
// kMaxRecursion levels, the destructor therefore collects the nested values and destroys them in a loop.
Value::~Value() {
  thread_local int levels = 0;
  constexpr int kMaxRecursion = 100;
  if (!if_array() && !if_object()) return;
  if (levels < kMaxRecursion) {
    ++levels;
    held_.emplace<std::monostate>();
    --levels;
    return;
  }
  try {
    std::vector<Value> below;
    const auto collect = [&](Value& from) {
      const auto take = [&](Value& value) {
        if (value.if_array() || value.if_object()) below.push_back(std::move(value));
      };
      if (Array* items = from.if_array()) {
        for (Value& item : *items) take(item);
      } else if (Object* members = from.if_object()) {
        for (auto& member : *members) take(member.second);
      }
    };
    for (collect(*this); !below.empty();) {
      Value next = std::move(below.back());
      below.pop_back();
      collect(next);
    }
  } catch (const std::bad_alloc&) {  // out of memory: the rest is destroyed recursively
  }
}

bool Value::get_number(double& out) const {
  if (const auto* i = if_int()) {
    out = static_cast<double>(*i);
    return true;
  }
  if (const auto* d = if_double()) {
    out = *d;
    return true;
  }
  return false;
}

const Value* Value::find(std::string_view key) const {
  const Object* object = if_object();
  if (!object) return nullptr;
  const auto member = object->find(key);
  return member == object->end() ? nullptr : &member->second;
}

const Value* Value::at_path(std::string_view path) const {
  const Value* at = this;
  while (at && !path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view piece = path.substr(0, dot);
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    if (const Array* items = at->if_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), index);
      const bool whole = error == std::errc() && end == piece.data() + piece.size();
      at = whole && index < items->size() ? &(*items)[index] : nullptr;
    } else {
      at = at->find(piece);
    }
  }
  return at;
}

std::string Value::to_text() const {
  if (is_null()) return {};
  if (const auto* text = if_string()) return *text;
  if (const auto* number = if_double()) {
    std::string out;
    append_number(out, *number);
    return out;
  }
  return to_json();
}

std::string Value::to_json() const {
  std::string out;
  append_json(out);
  return out;
}

void Value::append_json(std::string& out) const {
  std::visit(Overloaded{
                 [&](std::monostate) { out += "null"; },
                 [&](bool b) { out += b ? "true" : "false"; },
                 [&](std::int64_t i) { append_number(out, i); },
                 [&](double d) { append_double(out, d); },
                 [&](const std::string& text) { base::append_json_string(out, text); },
                 [&](const Array& items) {
                   char separator = '[';
                   if (items.empty()) out += separator;
                   for (const Value& item : items) {
                     out += separator;
                     item.append_json(out);
                     separator = ',';
                   }
                   out += ']';
                 },
                 [&](const Object& members) {
                   char separator = '{';
                   if (members.empty()) out += separator;
                   for (const auto& [key, value] : members) {
                     out += separator;
                     base::append_json_string(out, key);
                     out += ':';
                     value.append_json(out);
                     separator = ',';
                   }
                   out += '}';
                 },
             },
             held_);
}

}  // namespace parley
