// Fields: how the reader says what a map of the format holds, one line per key, as docs/bot-format.md does.
//
//   Fields fields(node, "the session", findings);
//   fields.optional("ttl", as_duration(0, kYear), session.ttl);
//   fields.required("id", as_identifier, session.id);
//
// A reader is anything called as reader(node, findings) that answers a std::optional (config/scalars.h). What it
// cannot read leaves the place as it was. The keys that no line names are reported when Fields goes out of scope.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/scalars.h"

namespace parley::config {

class Fields {
 public:
  // `what` is the map in messages: "an intent". A node that is no map is a finding, and has no keys.
  Fields(const Node& node, std::string what, Diagnostics& findings);
  ~Fields();
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  explicit operator bool() const { return node_.kind == Node::Kind::kMap; }
  const Mark& mark() const { return node_.mark; }

  // The value of a key of this map, or null. From now on the key is known.
  const Node* find(const std::string& key);
  // The key as it stands in the file, or null.
  const Text* key(const std::string& key) const;
  bool has(const std::string& name) const { return key(name) != nullptr; }

  // True when the key is there and could be read.
  template <class Reader, class Out>
  bool optional(const std::string& key, const Reader& reader, Out& out) {
    const Node* value = find(key);
    if (!value) return false;
    auto read = reader(*value, findings_);
    if (read) assign(out, std::move(*read));
    return read.has_value();
  }

  template <class Reader, class Out>
  bool required(const std::string& key, const Reader& reader, Out& out) {
    const bool read = optional(key, reader, out);
    if (!has(key)) missing(key, "add '" + key + ": ...'");
    return read;
  }

  // E306 at this map.
  void missing(const std::string& key, const std::string& why);
  // E310 at the second of two known keys that are both there. True when they are.
  bool exclusive(const std::string& one, const std::string& other);
  // E313 at a known key that is there.
  void idle(const std::string& key, const std::string& why);
  // E313 at a known key that is there without the other.
  void needs(const std::string& key, const std::string& other);
  // A key that is not part of the format, and what to say instead of the nearest one that is.
  void no_such(const std::string& key, const std::string& hint);
  // A key that stands in this map for nothing that Fields can judge.
  bool has_unknown() const;

 private:
  template <class T>
  static void assign(T& out, T value) {
    out = std::move(value);
  }
  template <class T>
  static void assign(std::optional<T>& out, T value) {
    out = std::move(value);
  }
  static void assign(std::string& out, Text value) { out = std::move(value.value); }

  const Node& node_;
  std::string what_;
  Diagnostics& findings_;
  std::vector<std::string> known_;
  std::vector<std::pair<std::string, std::string>> no_such_;
};

// A map from names to things of one kind: `reader(id, value, findings)` reads one of them.
template <class Reader>
auto named(IdentifierKind kind, const char* what, Reader reader) {
  using Thing = typename std::invoke_result_t<Reader, const Text&, const Node&, Diagnostics&>;
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::vector<Thing>> {
    if (!expect(Node::Kind::kMap, what, node, findings)) return std::nullopt;
    std::vector<Thing> out;
    out.reserve(node.members.size());
    for (const auto& [id, value] : node.members) {
      check_identifier(id, kind, findings);
      out.push_back(reader(id, value, findings));
    }
    return out;
  };
}

}  // namespace parley::config
