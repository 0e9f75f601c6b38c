// Tested by tests/memory/codec_test.cc.
#include "memory/object_reader.h"

namespace parley::memory {

ObjectReader::ObjectReader(const Value& object, std::string& problem, const ObjectReader* parent, std::string_view name,
                           std::size_t index)
    : object_(object.if_object()), problem_(problem), parent_(parent), name_(name), index_(index) {
  if (!object_) fail({}, "expected an object");
}

void ObjectReader::read(std::string_view key, bool& out) {
  const Value* value = take(key);
  if (!value) return;
  if (const bool* b = value->if_bool()) {
    out = *b;
  } else {
    fail(key, "expected true or false");
  }
}

void ObjectReader::read(std::string_view key, int& out) {
  std::int64_t wide = out;
  read(key, wide);
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
    fail(key, "out of range");
  } else {
    out = static_cast<int>(wide);
  }
}

void ObjectReader::read(std::string_view key, std::int64_t& out) {
  const Value* value = take(key);
  if (!value) return;
  if (const std::int64_t* i = value->if_int()) {
    out = *i;
  } else {
    fail(key, "expected an integer");
  }
}

void ObjectReader::read(std::string_view key, std::string& out) {
  if (const std::string* text = expect_string(key)) out = *text;
}

void ObjectReader::read(std::string_view key, std::optional<std::string>& out) {
  const Value* value = take(key);
  if (!value) return;
  if (value->is_null()) {
    out.reset();
  } else if (const std::string* text = value->if_string()) {
    out = *text;
  } else {
    fail(key, "expected a string or null");
  }
}

void ObjectReader::read(std::string_view key, std::vector<std::string>& out) {
  const Value::Array* items = expect_array(key);
  if (!items) return;
  for (const Value& item : *items) {
    if (const std::string* text = item.if_string()) {
      out.push_back(*text);
    } else {
      fail(key, "expected strings");
    }
  }
}

void ObjectReader::read(std::string_view key, Value& out) {
  if (const Value* value = take(key)) out = *value;
}

void ObjectReader::read(std::string_view key, Value::Object& out) {
  const Value* value = take(key);
  if (!value) return;
  if (const Value::Object* members = value->if_object()) {
    out = *members;
  } else {
    fail(key, "expected an object");
  }
}

void ObjectReader::require(std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) {
    if (!has(key)) fail(key, "missing");
  }
}

void ObjectReader::finish() {
  if (!object_ || taken_ == object_->size()) return;
  // Member names are data as well, so the message only counts them.
  fail({}, std::to_string(object_->size() - taken_) + " unknown member(s)");
}

bool ObjectReader::has_integer(std::string_view key) const {
  if (!object_) return false;
  const auto member = object_->find(key);
  return member != object_->end() && member->second.if_int() != nullptr;
}

const Value* ObjectReader::take(std::string_view key) {
  if (!object_) return nullptr;
  const auto member = object_->find(key);
  if (member == object_->end()) return nullptr;
  ++taken_;
  return &member->second;
}

const std::string* ObjectReader::expect_string(std::string_view key) {
  const Value* value = take(key);
  if (!value) return nullptr;
  const std::string* text = value->if_string();
  if (!text) fail(key, "expected a string");
  return text;
}

const Value::Array* ObjectReader::expect_array(std::string_view key) {
  const Value* value = take(key);
  if (!value) return nullptr;
  const Value::Array* items = value->if_array();
  if (!items) fail(key, "expected an array");
  return items;
}

void ObjectReader::fail(std::string_view key, std::string_view what) {
  if (!problem_.empty()) return;
  problem_ = path();
  if (!key.empty()) {
    if (!problem_.empty()) problem_ += '.';
    problem_ += key;
  }
  if (!problem_.empty()) problem_ += ": ";
  problem_ += what;
}

std::string ObjectReader::path() const {
  if (!parent_) return {};
  std::string out = parent_->path();
  if (!out.empty()) out += '.';
  out += name_;
  if (index_ != kNoIndex) out += '[' + std::to_string(index_) + ']';
  return out;
}

}  // namespace parley::memory
