// Document: a YAML text read strictly into a tree that remembers where everything stands. The only door to yaml-cpp.
//
// Strict means: scalars are text (what they are is for the schema to say: `no` is "no", `010` is "010"), keys
// are unique, and what only surprises is refused with a place and a way out: anchors and aliases, tags, merge
// keys, several documents, tabs as indentation, control characters, invalid UTF-8, and more than the limits below.
// A BOM and CRLF are accepted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

struct DocumentLimits {
  std::size_t max_bytes = 4 * 1024 * 1024;  // a bot of 3,000 intents takes 1.7 MB
  std::size_t max_ahead = 64 * 1024;        // of one text, or of one [...] or {...} as a whole
  int max_depth = 64;
  std::size_t max_nodes = 200'000;  // that bot has 130,000
  bool aliases = false;  // anchors and aliases are read: each alias counts as all the nodes that it stands for
};

struct Node {
  enum class Kind {
    kNull,  // nothing, `~` or `null`; `text` is what was written
    kScalar,
    kList,
    kMap,
    kRefused,  // something that was refused with a finding: to be passed over in silence
  };
  struct Member;
  Kind kind = Kind::kNull;
  bool quoted = false;  // a quoted or block scalar: never a number, a bool or null
  Mark mark;
  std::string text;             // kScalar
  std::vector<Node> items;      // kList
  std::vector<Member> members;  // kMap, in the order of the file; each key once

  const Node* find(std::string_view key) const;
};

struct Node::Member {
  Text key;
  Node value;
};

// Reads file number `file` of `findings`. False when no tree could be made. With true there may be findings too:
// what is refused in one place does not hide what is wrong in another.
bool read_document(int file, Diagnostics& findings, Node& root, const DocumentLimits& limits = {});

}  // namespace parley::config
