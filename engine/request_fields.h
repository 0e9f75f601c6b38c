// RequestFields reads the members of one JSON object of a request. A member that the caller never reads is reported as
// an unknown field.
//
// Tested by tests/engine/request_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "parley/value.h"

namespace parley::engine {

template <class Names>
std::string listed(const Names& names) {
  std::string out;
  for (const auto& name : names) {
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

class RequestFields {
 public:
  // In errors, `what` names the object, and `where` is the prefix of the names of its members, such as "" or
  // "tool_result.".
  RequestFields(const Value::Object& object, const char* what, const char* where)
      : object_(object), what_(what), where_(where) {}

  const Value* find(const char* name) {
    known_.emplace_back(name);
    const auto member = object_.find(name);
    return member == object_.end() ? nullptr : &member->second;
  }
  const std::string* text(const char* name) {
    return typed<std::string>(name, "text", [](const Value& value) { return value.if_string(); });
  }
  const bool* boolean(const char* name) {
    return typed<bool>(name, "true or false", [](const Value& value) { return value.if_bool(); });
  }
  const Value::Object* object(const char* name) {
    return typed<Value::Object>(name, "an object", [](const Value& value) { return value.if_object(); });
  }
  const Value::Array* array(const char* name) {
    return typed<Value::Array>(name, "a list", [](const Value& value) { return value.if_array(); });
  }
  void need(bool there, const char* name) {
    if (!there) fail("'" + where_ + name + "' is missing");
  }
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  // Returns the first problem; empty if there is none. Call it after all fields have been read.
  const std::string& problem() {
    for (const auto& [name, value] : object_) {
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      fail("unknown field in " + std::string(what_) + "; known are: " + listed(known_));
    }
    return problem_;
  }

 private:
  template <class T, class Get>
  const T* typed(const char* name, const char* expected, Get get) {
    const Value* value = find(name);
    if (!value || value->is_null()) return nullptr;
    const T* held = get(*value);
    if (!held) fail("'" + where_ + name + "' must be " + expected);
    return held;
  }

  const Value::Object& object_;
  const char* const what_;
  const std::string where_;
  std::vector<std::string> known_;
  std::string problem_;
};

}  // namespace parley::engine
