// ObjectReader reads a JSON object member by member, and remembers the first error.
//
// A missing member leaves the caller's default in place, so reading a struct takes one line per field and no branches.
// The path of a member is composed only when an error is found.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::memory {

// Not thread-safe. Borrows the value, the problem and the parent.
class ObjectReader {
 public:
  // `problem` receives the first error, such as "frames[0].plan: expected an integer"; it stays empty otherwise.
  ObjectReader(const Value& object, std::string& problem) : ObjectReader(object, problem, nullptr, {}, kNoIndex) {}

  // Each overload leaves `out` unchanged when the object has no such member.
  void read(std::string_view key, bool& out);
  void read(std::string_view key, int& out);
  void read(std::string_view key, std::int64_t& out);
  void read(std::string_view key, std::string& out);
  void read(std::string_view key, std::optional<std::string>& out);  // null: unset
  void read(std::string_view key, std::vector<std::string>& out);
  void read(std::string_view key, Value& out);
  void read(std::string_view key, Value::Object& out);

  // Reads one of `all` by its to_string().
  template <class Enum>
  void read(std::string_view key, Enum& out, std::initializer_list<Enum> all) {
    const std::string* name = expect_string(key);
    if (!name) return;
    for (Enum each : all) {
      if (*name == to_string(each)) {
        out = each;
        return;
      }
    }
    fail(key, "unknown value");
  }

  // Calls read_it(ObjectReader&) for the object at `key`.
  template <class ReadIt>
  void read_object(std::string_view key, ReadIt read_it) {
    if (const Value* object = take(key)) descend(*object, key, kNoIndex, read_it);
  }

  // Calls read_it(ObjectReader&) for each object of the array at `key`.
  template <class ReadIt>
  void read_objects(std::string_view key, ReadIt read_it) {
    const Value::Array* items = expect_array(key);
    for (std::size_t i = 0; items && i < items->size(); ++i) descend((*items)[i], key, i, read_it);
  }

  // Calls read_it(name) for each member, for objects whose member names are data.
  template <class ReadIt>
  void for_each_name(ReadIt read_it) {
    if (!object_) return;
    for (const auto& member : *object_) read_it(member.first);
  }

  bool has(std::string_view key) const { return object_ && object_->find(key) != object_->end(); }
  bool has_integer(std::string_view key) const;
  void require(std::initializer_list<std::string_view> keys);
  void fail(std::string_view key, std::string_view what);

  // Checks that every member has been read. read_object() and read_objects() call it for inner objects. The caller must
  // call it for the outermost object.
  void finish();

 private:
  static constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();

  ObjectReader(const Value& object, std::string& problem, const ObjectReader* parent, std::string_view name,
               std::size_t index);

  template <class ReadIt>
  void descend(const Value& object, std::string_view key, std::size_t index, ReadIt& read_it) {
    ObjectReader inner(object, problem_, this, key, index);
    read_it(inner);
    inner.finish();
  }

  const Value* take(std::string_view key);  // null when the member is missing
  const std::string* expect_string(std::string_view key);
  const Value::Array* expect_array(std::string_view key);
  std::string path() const;

  const Value::Object* object_;
  std::string& problem_;
  const ObjectReader* parent_;
  std::string_view name_;
  std::size_t index_;
  std::size_t taken_ = 0;
};

}  // namespace parley::memory
