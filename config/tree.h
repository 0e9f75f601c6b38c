// Tree builds Nodes from parser events, outermost first, within the limits of a document. Keys must be texts and unique
// in their map (E103, E105, E110, E111, E112).
#pragma once

#include <optional>
#include <vector>

#include "config/document.h"
#include "config/source.h"

namespace parley::config {

// Thrown through the parser when a limit is reached or reading cannot continue. The thrower reports the reason first.
struct Stop {};

class Tree {
 public:
  Tree(const Source& source, const DocumentLimits& limits, Diagnostics& findings)
      : source_(source), limits_(limits), findings_(findings) {}

  void open(Node::Kind kind, std::size_t offset);
  void close();
  void put(Node node);
  // Replaces an invalid key; the next value is dropped.
  void refuse_key();

  bool is_open() const { return !open_.empty(); }
  bool in_list() const { return is_open() && innermost().node.kind == Node::Kind::kList; }
  bool in_map() const { return is_open() && innermost().node.kind == Node::Kind::kMap; }
  bool expects_key() const { return in_map() && innermost().state == State::kKey; }
  bool drops_value() const { return in_map() && innermost().state == State::kDropped; }
  // The key of the next value.
  const Text& key() const { return innermost().key; }
  // Returns the offset of the innermost open '[' or '{'.
  std::optional<std::size_t> open_bracket() const;

  // Returns the root once the outermost node is complete.
  std::optional<Node> take_root() { return std::move(root_); }

 private:
  // The next part that the map expects.
  enum class State { kKey, kValue, kDropped };
  // A collection whose end has not been reached.
  struct Open {
    Node node;
    Text key;
    State state = State::kKey;
  };

  const Open& innermost() const { return open_.back(); }
  void count(std::size_t offset);
  void place(Node node);
  void place_key(Node node);
  void drop_duplicates(Node& map);
  void error(const char* code, const Mark& mark, std::string_view word, const std::string& message,
             const std::string& hint = {}) {
    findings_.error(code, mark, word, message, hint);
  }

  const Source& source_;
  const DocumentLimits& limits_;
  Diagnostics& findings_;
  std::size_t nodes_ = 0;
  std::vector<Open> open_;
  std::optional<Node> root_;
};

}  // namespace parley::config
