// The parser's events become Nodes here. What keeps hostile files harmless:
//   - check_raw_text has bounded the file and each line, and with it what the scanner holds before its first event;
//   - each event is counted, and the depth and the number of nodes are limited while the parser is still running:
//     it recurses only after it has told of the collection it enters;
//   - aliases are refused, so nothing is ever copied;
//   - every byte is accounted for: what lies between two scalars must be structure or comment, because there is text
//     that the parser passes over in silence (a last line without a ':', a missing closing quote);
//   - the parser leaves at its first error, and after one document.
#include "config/document.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "config/places.h"
#include "config/raw_text.h"
#include "config/syntax_error.h"

namespace parley::config {
namespace {

// The parser ends a text inside [...] and {...} at any '?', and bots are full of questions. A '?' behind a word cannot
// be the sign of a key, so another byte stands in for it while the parser runs, one that no file holds.
constexpr char kHiddenQuestionMark = '\x01';

std::string hide_question_marks(std::string_view bytes) {
  std::string out(bytes);
  for (std::size_t at = bytes.find('?', 1); at != std::string_view::npos; at = bytes.find('?', at + 1)) {
    const bool behind_word = std::string_view(" \t\r\n[]{},").find(bytes[at - 1]) == std::string_view::npos;
    if (behind_word) out[at] = kHiddenQuestionMark;
  }
  return out;
}

std::string show_question_marks(std::string text) {
  std::replace(text.begin(), text.end(), kHiddenQuestionMark, '?');
  return text;
}

// Leaves the parser in the middle of a document.
struct Stop {};

class TreeBuilder : public YAML::EventHandler {
 public:
  // Marks count from `base`, the first byte that the parser sees.
  TreeBuilder(std::string_view bytes, std::size_t base, const Places& places, const DocumentLimits& limits,
              Findings& findings)
      : bytes_(bytes), base_(base), places_(places), limits_(limits), findings_(findings), read_to_(base) {}

  std::optional<Node> take_root() { return std::move(root_); }
  // Where something was refused last.
  std::optional<std::size_t> refused_at() const { return refused_at_; }
  // Requires: the parser is through.
  void check_rest() { check_unread(bytes_.size()); }
  ReadSoFar so_far() const {
    ReadSoFar so_far{last_scalar_, std::nullopt};
    for (const Open& open : open_) {
      const std::size_t offset = open.node.mark.offset;
      if (bytes_[offset] == '[' || bytes_[offset] == '{') so_far.open_bracket = offset;
    }
    return so_far;
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!started_) {
      started_ = true;
      return;
    }
    const std::size_t offset = offset_of(mark);
    if (bytes_.substr(offset, 3) == "---") {
      refuse("E108", offset, "---", "more than one document", "put each into a file of its own");
    } else {
      report_syntax_error({}, offset, bytes_, so_far(), places_, findings_);
    }
    throw Stop{};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    const std::string_view written = null_at(offset);
    const bool dropped = !open_.empty() && open_.back().drop;
    if (!written.empty() && !dropped && is_key_at(offset + written.size()) == expects_key()) {
      check_unread(offset);
      Node node;
      node.text = written;
      node.mark = places_.at(offset);
      read_to_ = offset + written.size();
      return put(std::move(node));
    }
    put_nothing(offset);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    Node node;
    node.kind = Node::Kind::kRefused;
    node.mark = places_.at(offset);
    put(std::move(node));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    check_unread(offset);
    read_to_ = end_of_scalar(offset, value);
    last_scalar_ = offset;
    Node node;
    node.kind = Node::Kind::kScalar;
    node.mark = places_.at(offset);
    node.quoted = tag == "!";
    node.text = show_question_marks(value);
    put(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(Node::Kind::kList, offset_of(mark));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(Node::Kind::kMap, offset_of(mark));
  }
  void OnMapEnd() override {
    drop_duplicates(open_.back().node);
    close();
  }

 private:
  // A collection whose end has not come.
  struct Open {
    Node node;
    Text key;  // of the value that comes next
    bool has_key = false;
    bool drop = false;  // that value belongs to a refused key
  };

  std::size_t offset_of(const YAML::Mark& mark) const {
    const std::size_t offset = mark.is_null() ? 0 : static_cast<std::size_t>(mark.pos);
    return std::min(base_ + offset, bytes_.size());
  }

  void refuse(const char* code, std::size_t offset, std::string_view word, std::string message, std::string hint) {
    refused_at_ = offset;
    findings_.error(code, places_.at(offset), word, std::move(message), std::move(hint));
  }

  // What may stand in front of a node. The parser's mark of a node is that of its first property.
  void check_properties(std::size_t offset) {
    const char sign = offset < bytes_.size() ? bytes_[offset] : '\0';
    const std::string_view word = bytes_.substr(offset, bytes_.find_first_of(" \t\r\n,]}", offset) - offset);
    if (sign == '&') refuse("E106", offset, word, "anchors are not read", "write the value out where it is used");
    if (sign == '*') refuse("E106", offset, word, "aliases are not read", "write the value out, or quote the text");
    if (sign == '!') refuse("E107", offset, word, "tags are not read", "remove it, or quote the text");
  }

  std::size_t end_of_scalar(std::size_t offset, const std::string& value) {
    const char sign = offset < bytes_.size() ? bytes_[offset] : '\0';
    if (sign != '\'' && sign != '"') return source_offset(bytes_, offset, value, value.size());
    const std::size_t end = closing_quote(bytes_, offset);
    if (end != std::string_view::npos) return end + 1;
    report_unclosed_quote(offset, bytes_, places_, findings_);
    throw Stop{};
  }

  // The parser takes a last line that is a word alone for a key. Inside brackets it may be one.
  bool has_colon() const { return so_far().open_bracket || is_key_at(read_to_); }

  // From the last scalar to `end` there must be nothing left to read.
  void check_unread(std::size_t end) {
    if (refused_at_) return;  // and what was refused has no known end
    for (std::size_t at = read_to_; at < end; ++at) {
      const bool line_starts = at == 0 || bytes_[at - 1] == '\n';
      if (bytes_[at] == '#') {
        at = bytes_.find('\n', at);
        if (at == std::string_view::npos) return;
      } else if (line_starts && bytes_.substr(at, 3) == "...") {
        at += 2;
      } else if (!is_structure(bytes_[at])) {
        report_syntax_error({}, at, bytes_, so_far(), places_, findings_);
        throw Stop{};
      }
    }
    read_to_ = end;
  }

  static bool is_structure(char c) { return std::string_view(" \t\r\n[]{},:?-").find(c) != std::string_view::npos; }

  // A null that is written out: a word by itself.
  std::string_view null_at(std::size_t offset) const {
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      const std::size_t end = offset + word.size();
      const bool ends = end >= bytes_.size() || is_structure(bytes_[end]);
      if (ends && bytes_.substr(offset, word.size()) == word) return word;
    }
    return {};
  }
  bool is_key_at(std::size_t end) const {
    const std::size_t next = bytes_.find_first_not_of(" \t", end);
    return next != std::string_view::npos && bytes_[next] == ':';
  }
  // A null that is not written. The parser tells where it went on; what lacks a value is of more use.
  void put_nothing(std::size_t offset) {
    const char sign = offset < bytes_.size() ? bytes_[offset] : '\0';
    if (expects_key()) {
      // In front of a text it is the parser's way to a syntax error.
      if (offset == bytes_.size() || is_structure(sign)) refuse("E103", offset, {}, "a key is missing here", {});
      return drop_member();
    }
    Node node;
    node.mark = places_.at(dash_before(offset));
    if (!open_.empty() && open_.back().node.kind == Node::Kind::kMap) {
      node.mark = open_.back().key.mark;
      if (!open_.back().drop && !has_colon()) {
        const Text& key = open_.back().key;
        refuse("E103", key.mark.offset, key.value, "a ':' is missing after " + quoted(key.value), {});
        node.kind = Node::Kind::kRefused;
      }
    } else if (!open_.empty() && sign == ',') {
      refuse("E103", offset, ",", "a value is missing in front of ','", {});
      node.kind = Node::Kind::kRefused;
    }
    put(std::move(node));
  }

  // The '-' of a list item with nothing behind it, when only white space lies between it and `offset`.
  std::size_t dash_before(std::size_t offset) const {
    const std::size_t text = offset == 0 ? std::string_view::npos : bytes_.find_last_not_of(" \t\r\n", offset - 1);
    return text != std::string_view::npos && bytes_[text] == '-' ? text : offset;
  }

  bool expects_key() const {
    return !open_.empty() && open_.back().node.kind == Node::Kind::kMap && !open_.back().has_key;
  }
  void drop_member() {
    open_.back().has_key = true;
    open_.back().drop = true;
  }

  void count(std::size_t offset) {
    if (++nodes_ <= limits_.max_nodes) return;
    refuse("E111", offset, {}, "more than " + std::to_string(limits_.max_nodes) + " values in one file", {});
    throw Stop{};
  }

  void open(Node::Kind kind, std::size_t offset) {
    check_properties(offset);
    count(offset);
    if (open_.size() >= static_cast<std::size_t>(limits_.max_depth)) {
      refuse("E110", offset, {}, "nested more than " + std::to_string(limits_.max_depth) + " levels deep", {});
      throw Stop{};
    }
    Open collection;
    collection.node.kind = kind;
    collection.node.mark = places_.at(offset);
    open_.push_back(std::move(collection));
  }

  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    place(std::move(node));
  }

  void put(Node node) {
    count(node.mark.offset);
    place(std::move(node));
  }

  void place(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& into = open_.back();
    if (into.node.kind == Node::Kind::kList) {
      into.node.items.push_back(std::move(node));
    } else if (!into.has_key) {
      take_key(into, std::move(node));
    } else {
      if (!into.drop) into.node.members.push_back({std::move(into.key), std::move(node)});
      into.has_key = into.drop = false;
    }
  }

  void take_key(Open& map, Node node) {
    if (node.kind == Node::Kind::kList || node.kind == Node::Kind::kMap) {
      refuse("E103", node.mark.offset, bytes_.substr(node.mark.offset, 1), "a key must be a text",
             "a text that starts with '[' or '{' needs quotes");
    }
    if (node.kind != Node::Kind::kScalar && node.kind != Node::Kind::kNull) return drop_member();
    if (node.text == "<<" && !node.quoted) {
      refuse("E112", node.mark.offset, node.text, "merge keys are not read", "write the keys out");
      return drop_member();
    }
    map.key = {std::move(node.text), node.mark};
    map.has_key = true;
  }

  // Keeps the first of each key.
  void drop_duplicates(Node& map) {
    std::vector<Node::Member>& members = map.members;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) -> const Text& { return members[i].key; };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a).value < key(b).value; });
    std::vector<bool> again(members.size());
    bool any = false;
    for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
      if (key(order[i]).value != key(order[first]).value) {
        first = i;
        continue;
      }
      refuse("E105", key(order[i]).mark.offset, key(order[i]).value, "duplicate key " + quoted(key(order[i]).value),
             "the first is on line " + std::to_string(key(order[first]).mark.line));
      again[order[i]] = any = true;
    }
    if (!any) return;
    std::vector<Node::Member> kept;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!again[i]) kept.push_back(std::move(members[i]));
    }
    members = std::move(kept);
  }

  std::string_view bytes_;
  std::size_t base_;
  const Places& places_;
  const DocumentLimits& limits_;
  Findings& findings_;

  bool started_ = false;
  std::optional<std::size_t> refused_at_;
  std::size_t nodes_ = 0;
  std::size_t last_scalar_ = 0;
  std::size_t read_to_;  // what comes before has become nodes
  std::vector<Open> open_;
  std::optional<Node> root_;
};

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.key.value == key; });
  return found == members.end() ? nullptr : &found->value;
}

bool read_document(int file, Findings& findings, Node& root, const DocumentLimits& limits) {
  const std::string_view bytes = *findings.files()[static_cast<std::size_t>(file)].bytes;
  if (bytes.size() > limits.max_bytes) {
    findings.error("E109", {file, 1, 1, 0}, {}, "file of more than " + std::to_string(limits.max_bytes) + " bytes");
    return false;
  }
  const Places places(file, bytes);
  if (!check_raw_text(bytes, places, limits, findings)) return false;

  const std::size_t base = bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
  TreeBuilder builder(bytes, base, places, limits, findings);
  bool failed = true;
  try {
    std::istringstream stream(hide_question_marks(bytes.substr(base)));
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    builder.check_rest();
    failed = builder.refused_at().has_value();
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    const ReadSoFar so_far = builder.so_far();
    const std::size_t offset =
        error.mark.is_null() ? so_far.last_scalar : base + static_cast<std::size_t>(error.mark.pos);
    if (builder.refused_at() != offset) {
      report_syntax_error(error.msg, offset, bytes, so_far, places, findings);
    }
  }
  std::optional<Node> read = builder.take_root();
  const bool nothing = !read || (read->kind == Node::Kind::kNull && read->text.empty());
  if (nothing && !failed)
    findings.error("E113", {file, 1, 1, 0}, {}, "the file is empty", "a bot file begins with 'parley: 1'");
  if (nothing) return false;
  root = std::move(*read);
  return true;
}

}  // namespace parley::config
