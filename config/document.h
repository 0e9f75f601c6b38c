// read_document() parses YAML strictly into a tree of Nodes with positions. Only config/document.cc and
// config/syntax_error.cc use yaml-cpp.
//
// Scalars are text: the schema decides their type, so `no` is "no" and `010` is "010". Keys are unique. Surprising
// constructs are rejected with a position and advice: anchors and aliases, tags, merge keys, several documents, tabs as
// indentation, control characters, invalid UTF-8, and input over the limits below. A BOM and CRLF are accepted.
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
  std::size_t max_ahead = 64 * 1024;        // bytes of one text, or of one [...] or {...} as a whole
  int max_depth = 64;
  std::size_t max_nodes = 200'000;  // a bot of 3,000 intents has 130,000
  bool aliases = false;             // accept anchors and aliases; each alias counts as all the nodes it represents
};

struct Node {
  enum class Kind {
    kNull,  // empty, `~` or `null`; `text` is the text as written
    kScalar,
    kList,
    kMap,
    kRefused,  // already reported; readers skip it without a diagnostic
  };
  struct Member;
  Kind kind = Kind::kNull;
  bool quoted = false;  // a quoted or block scalar; never a number, bool or null
  Mark mark;
  std::string text;             // kScalar
  std::vector<Node> items;      // kList
  std::vector<Member> members;  // kMap, in file order; keys are unique

  const Node* find(std::string_view key) const;
};

struct Node::Member {
  Text key;
  Node value;
};

// Reads file number `file` of `findings`. Returns false when it cannot build a tree. It may report diagnostics even
// when it returns true: a rejected part does not hide errors elsewhere.
bool read_document(int file, Diagnostics& findings, Node& root, const DocumentLimits& limits = {});

// Provides the trees of a bot's files. This one parses them.
class DocumentSource {
 public:
  virtual ~DocumentSource() = default;
  virtual bool read(int file, Diagnostics& findings, Node& root) { return read_document(file, findings, root); }
  // Takes note of a file that is not YAML. Returns false when the source can only provide other files.
  virtual bool note(int /*file*/, Diagnostics& /*findings*/) { return true; }
};

}  // namespace parley::config
