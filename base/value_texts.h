// The texts in a value.
#pragma once

#include <string>
#include <utility>

#include "parley/value.h"

namespace parley::base {

// The value with change(text) in place of every text in it, numbers and truth values as they are written among them;
// one that is not changed stays what it was. Names of members stay.
template <class Change>
Value with_texts(const Value& value, const Change& change) {
  if (const Value::Array* items = value.if_array()) {
    Value::Array all;
    for (const Value& item : *items) all.push_back(with_texts(item, change));
    return Value(std::move(all));
  }
  if (const Value::Object* members = value.if_object()) {
    Value::Object all;
    for (const auto& [name, member] : *members) all[name] = with_texts(member, change);
    return Value(std::move(all));
  }
  if (value.is_null()) return value;
  const std::string text = value.to_text();
  std::string changed = change(text);
  return changed == text ? value : Value(std::move(changed));
}

}  // namespace parley::base
