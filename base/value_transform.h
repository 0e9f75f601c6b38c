// transform_texts() applies a function to every text in a Value. erase_texts() removes texts from a Value.
// Tested by tests/memory/message_texts_test.cc.
#pragma once

#include <string>
#include <utility>

#include "parley/value.h"

namespace parley::base {

// Whether transform_texts() also changes the member names of objects.
enum class Names { kStay, kChange };

// Returns a copy of `value` with change(text) applied to every string. Numbers and booleans are passed to `change` as
// text, and keep their type if `change` returns the same text. When two member names become equal, the second gets a
// number: "{card} 2".
template <class Change>
Value transform_texts(const Value& value, const Change& change, Names names = Names::kStay) {
  if (const Value::Array* items = value.if_array()) {
    Value::Array all;
    for (const Value& item : *items) all.push_back(transform_texts(item, change, names));
    return Value(std::move(all));
  }
  if (const Value::Object* members = value.if_object()) {
    Value::Object all;
    for (const auto& [name, member] : *members) {
      const std::string shown = names == Names::kChange ? change(name) : name;
      std::string unique = shown;
      for (int number = 2; all.count(unique) > 0; ++number) unique = shown + " " + std::to_string(number);
      all[std::move(unique)] = transform_texts(member, change, names);
    }
    return Value(std::move(all));
  }
  if (value.is_null()) return value;
  const std::string text = value.to_text();
  std::string changed = change(text);
  return changed == text ? value : Value(std::move(changed));
}

// Removes each member of an object whose name or value is a text for which is_gone(text) holds. Such an item of an
// array becomes null, so that the other items keep their places. Numbers and booleans are passed to `is_gone` as text.
template <class Test>
void erase_texts(Value& value, const Test& is_gone) {
  const auto is_gone_scalar = [&](const Value& one) {
    return !one.if_array() && !one.if_object() && !one.is_null() && is_gone(one.to_text());
  };
  if (Value::Array* items = value.if_array()) {
    for (Value& item : *items) is_gone_scalar(item) ? void(item = Value()) : erase_texts(item, is_gone);
  } else if (Value::Object* members = value.if_object()) {
    std::erase_if(*members, [&](const auto& member) { return is_gone(member.first) || is_gone_scalar(member.second); });
    for (auto& [name, member] : *members) erase_texts(member, is_gone);
  }
}

}  // namespace parley::base
