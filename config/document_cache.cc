#include "config/document_cache.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "base/hash.h"
#include "parley/version.h"

namespace parley::config {
namespace {

constexpr std::uint8_t kKind = 7, kQuoted = 8;  // the bits of a node's first byte

// The positions of a tree ascend almost always, so each is stored as its distance from the one before.
struct Place {
  std::int64_t line = 0;
  std::int64_t offset = 0;
};

class TreeWriter {
 public:
  explicit TreeWriter(base::ByteWriter& out) : out_(out) {}

  void write(const Node& node) {
    out_.byte(static_cast<std::uint8_t>(static_cast<unsigned>(node.kind) | (node.quoted ? kQuoted : 0U)));
    write(node.mark);
    if (node.kind == Node::Kind::kList) {
      out_.number(node.items.size());
      for (const Node& item : node.items) write(item);
    } else if (node.kind == Node::Kind::kMap) {
      out_.number(node.members.size());
      for (const auto& [key, value] : node.members) {
        write(key.mark);
        out_.text(key.value);
        write(value);
      }
    } else {
      out_.text(node.text);
    }
  }

 private:
  void write(const Mark& mark) {
    const Place place{mark.line, static_cast<std::int64_t>(mark.offset)};
    out_.signed_number(place.line - last_.line);
    out_.signed_number(place.offset - last_.offset);
    out_.number(static_cast<std::uint64_t>(mark.column));
    last_ = place;
  }

  base::ByteWriter& out_;
  Place last_;
};

// Reads a tree of untrusted bytes. A tree that breaks a limit of a document, or names a place outside of the file,
// makes the reader fail.
class TreeReader {
 public:
  TreeReader(base::ByteReader& in, int file, std::size_t file_size)
      : in_(in), file_(file), file_size_(static_cast<std::int64_t>(file_size)) {}

  bool read(Node& root) { return read_node(root, 0) && !in_.failed(); }

 private:
  bool read_node(Node& node, int depth) {
    const std::uint8_t head = in_.byte();
    node.kind = static_cast<Node::Kind>(head & kKind);
    node.quoted = (head & kQuoted) != 0;
    if (head > (kKind | kQuoted) || !read_mark(node.mark)) return false;
    switch (node.kind) {
      case Node::Kind::kNull:
      case Node::Kind::kScalar: node.text = in_.text(); return !in_.failed();
      case Node::Kind::kList: return has_room(depth) && read_items(node.items, depth);
      case Node::Kind::kMap: return has_room(depth) && read_members(node.members, depth);
      default: return false;  // a refused part is an error, so no kept tree has one
    }
  }

  bool read_items(std::vector<Node>& items, int depth) {
    items.resize(claim(in_.count()));
    for (Node& item : items) {
      if (!read_node(item, depth + 1)) return false;
    }
    return true;
  }

  bool read_members(std::vector<Node::Member>& members, int depth) {
    members.resize(claim(in_.count()));
    for (auto& [key, value] : members) {
      if (!read_mark(key.mark)) return false;
      key.value = in_.text();
      if (!read_node(value, depth + 1)) return false;
    }
    return true;
  }

  bool read_mark(Mark& mark) {
    const std::int64_t line = in_.signed_number(), offset = in_.signed_number();
    const std::uint64_t column = in_.number();
    if (!is_step(line) || !is_step(offset) || column > std::uint64_t{kMost}) return false;
    last_ = {last_.line + line, last_.offset + offset};
    if (last_.line < 1 || last_.line > kMost || last_.offset < 0 || last_.offset > file_size_) return false;
    mark = {file_, static_cast<int>(last_.line), static_cast<int>(column), static_cast<std::size_t>(last_.offset)};
    return true;
  }

  static bool is_step(std::int64_t distance) { return distance >= -kMost && distance <= kMost; }
  bool has_room(int depth) const { return depth < limits_.max_depth; }

  // Counts the nodes before they take memory. Returns 0 when they are too many.
  std::size_t claim(std::size_t nodes) {
    if (nodes > limits_.max_nodes - nodes_) {
      in_.fail();
      return 0;
    }
    nodes_ += nodes;
    return nodes;
  }

  static constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  const DocumentLimits limits_;
  base::ByteReader& in_;
  const int file_;
  const std::int64_t file_size_;
  std::size_t nodes_ = 0;
  Place last_;
};

std::string_view bytes_of(const Diagnostics& findings, int file) {
  return *findings.files()[static_cast<std::size_t>(file)].bytes;
}

}  // namespace

// ---- reading

KnownDocuments::KnownDocuments(std::string_view bytes) : in_(base::unseal_form(bytes, kCacheForm)) {
  if (in_.text() != PARLEY_VERSION) in_.fail();
}

bool KnownDocuments::read(int file, Diagnostics& findings, Node& root) {
  const std::string_view bytes = bytes_of(findings, file);
  const bool is_known = in_.text() == base::fingerprint(bytes) && TreeReader(in_, file, bytes.size()).read(root);
  if (is_known) {
    findings.set_known_valid();
  } else {
    report_unknown_file(file, findings);
  }
  return is_known;
}

bool KnownDocuments::note(int file, Diagnostics& findings) {
  const bool is_known = in_.text() == base::fingerprint(bytes_of(findings, file));
  if (!is_known) report_unknown_file(file, findings);
  return is_known;
}

void KnownDocuments::report_unknown_file(int file, Diagnostics& findings) {
  in_.fail();
  findings.error("E113", Mark{file, 1, 1, 0}, {}, "the file is not in the cache");
}

// ---- writing

RecordedDocuments::RecordedDocuments() : kept_(base::kSealHead, '\0'), out_(kept_) { out_.text(PARLEY_VERSION); }

bool RecordedDocuments::read(int file, Diagnostics& findings, Node& root) {
  const std::size_t before = findings.count();
  const bool is_read = read_document(file, findings, root);
  has_findings_ = has_findings_ || !is_read || findings.count() > before;
  if (has_findings_) return is_read;
  out_.text(base::fingerprint(bytes_of(findings, file)));
  TreeWriter(out_).write(root);
  return is_read;
}

bool RecordedDocuments::note(int file, Diagnostics& findings) {
  if (!has_findings_) out_.text(base::fingerprint(bytes_of(findings, file)));
  return true;
}

std::string RecordedDocuments::bytes() const {
  if (has_findings_) return {};
  std::string sealed = kept_;
  base::seal_form(sealed, kCacheForm);
  return sealed;
}

}  // namespace parley::config
