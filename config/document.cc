// Builds a Tree from the parser's events. These measures make hostile files harmless:
//   - BoundedInput bounds what the parser can hold before it reports an event.
//   - Tree limits depth and number of nodes while the parser runs. The parser recurses only after it has reported the
//     collection that it enters.
//   - Aliases are rejected, so nothing is copied. When DocumentLimits::aliases is set, an alias repeats the events of
//     its anchor, and these count like any others.
//   - Every byte is accounted for: only structure and comments may lie between two scalars. The parser skips some text
//     silently, such as a last line without ':' or an unclosed quote.
//   - Parsing stops at the first error and after one document.
#include "config/document.h"

#include <algorithm>
#include <istream>
#include <map>
#include <utility>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "config/bounded_input.h"
#include "config/raw_text.h"
#include "config/source.h"
#include "config/syntax_error.h"
#include "config/tree.h"

namespace parley::config {
namespace {

Node node_of(Node::Kind kind, const Mark& mark, std::string text = {}) {
  Node node;
  node.kind = kind;
  node.mark = mark;
  node.text = std::move(text);
  return node;
}

class EventReader : public YAML::EventHandler {
 public:
  EventReader(const Source& source, BoundedInput& feed, const DocumentLimits& limits, Diagnostics& findings)
      : source_(source),
        feed_(feed),
        findings_(findings),
        allows_aliases_(limits.aliases),
        tree_(source, limits, findings),
        read_to_(source.begin()) {}

  ReadSoFar so_far() const { return {last_scalar_, tree_.open_bracket()}; }
  Tree& tree() { return tree_; }
  // Call after parsing: checks that no text is left unread.
  void check_rest() { check_unread(source_.size()); }
  // Reports E109 at the first text after the last event: that is where the parser reads ahead.
  void report_too_far(std::size_t max_ahead) {
    const std::size_t text = source_.bytes().find_first_not_of(" \t\r\n:-,", read_to_);
    report("E109", text, {}, "a text, [...] or {...} is longer than " + std::to_string(max_ahead) + " bytes",
           "write lists and maps line by line, without brackets");
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!started_) {
      started_ = true;
      return;
    }
    const std::size_t offset = offset_of(mark);
    if (source_.bytes().substr(offset, 3) == "---") {
      report("E108", offset, "---", "the file contains more than one document", "write each document to its own file");
    } else {
      report_syntax_error({}, offset, so_far(), source_, findings_);
    }
    throw Stop{};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    // For a value that is not written, the parser reports the position of the next token, which may be a key named
    // "null".
    const std::string_view word = source_.null_word(offset);
    const bool written = !word.empty() && source_.is_key(offset + word.size()) == tree_.expects_key();
    if (!written || tree_.drops_value()) return put_nothing(offset);
    check_unread(offset);
    read_to_ = offset + word.size();
    put(node_of(Node::Kind::kNull, source_.mark(offset), std::string(word)), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    const auto anchored = anchors_.find(anchor);
    if (anchored == anchors_.end()) return tree_.put(node_of(Node::Kind::kRefused, source_.mark(offset)));
    const auto [begin, end] = anchored->second;
    for (std::size_t i = begin; i < end; ++i) repeat(Event(events_[i]));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const std::size_t offset = offset_of(mark);
    check_properties(offset);
    check_unread(offset);
    read_to_ = end_of_scalar(offset, value);
    last_scalar_ = offset;
    Node node = node_of(Node::Kind::kScalar, source_.mark(offset), BoundedInput::shown(value));
    node.quoted = tag == "!";
    put(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::kList, offset_of(mark), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::kMap, offset_of(mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // An event sent to the tree, recorded so that an alias can repeat it.
  struct Event {
    enum class Kind { kPut, kOpen, kClose };
    Kind kind;
    Node node;               // kPut; for kOpen only its kind
    std::size_t offset = 0;  // kOpen
  };

  void repeat(Event event) {
    if (event.kind == Event::Kind::kPut) return put(std::move(event.node), 0);
    if (event.kind == Event::Kind::kClose) return close();
    tree_.open(event.node.kind, event.offset);
    open_anchors_.emplace_back(0, events_.size());
    events_.push_back(std::move(event));
  }

  void put(Node node, YAML::anchor_t anchor) {
    if (allows_aliases_) {
      if (anchor != 0) anchors_[anchor] = {events_.size(), events_.size() + 1};
      events_.push_back({Event::Kind::kPut, node, 0});
    }
    tree_.put(std::move(node));
  }

  void close() {
    tree_.close();
    if (!allows_aliases_) return;
    events_.push_back({Event::Kind::kClose, {}, 0});
    const auto [anchor, begin] = open_anchors_.back();
    open_anchors_.pop_back();
    if (anchor != 0) anchors_[anchor] = {begin, events_.size()};
  }

  // Converts the parser's position to a file offset. Every event handler calls this first, so it also restarts the
  // count of bytes read ahead.
  std::size_t offset_of(const YAML::Mark& mark) {
    feed_.on_event();
    const std::size_t offset = mark.is_null() ? 0 : static_cast<std::size_t>(mark.pos);
    return std::min(source_.begin() + offset, source_.size());
  }

  void report(const char* code, std::size_t offset, std::string_view word, const std::string& message,
              const std::string& hint = {}) {
    findings_.error(code, source_.mark(offset), word, message, hint);
  }

  static bool is_property(char c) { return c == '&' || c == '*' || c == '!'; }

  // Reports anchors, aliases and tags before a node. If a node has such properties, `offset` is the position of the
  // first one, because the parser uses it as the position of the node.
  void check_properties(std::size_t offset) {
    const char sign = source_.at(offset);
    if (!is_property(sign)) return;
    has_properties_ = true;
    const std::string_view word = source_.word(offset);
    if (allows_aliases_ && sign != '!') return;
    if (sign == '&') report("E106", offset, word, "anchors are not supported", "write the value wherever it is used");
    if (sign == '*')
      report("E106", offset, word, "aliases are not supported", "write the value itself, or put the text in quotes");
    if (sign == '!')
      report("E107", offset, word, "tags are not supported", "remove the tag, or put the text in quotes");
  }

  void open(Node::Kind kind, std::size_t offset, YAML::anchor_t anchor) {
    check_properties(offset);
    tree_.open(kind, offset);
    if (!allows_aliases_) return;
    open_anchors_.emplace_back(anchor, events_.size());
    events_.push_back({Event::Kind::kOpen, node_of(kind, {}), offset});
  }

  std::size_t end_of_scalar(std::size_t offset, const std::string& value) {
    const char sign = source_.at(offset);
    if (sign != '\'' && sign != '"') return source_offset(source_.bytes(), offset, value, value.size());
    const std::size_t end = closing_quote(source_.bytes(), offset);
    if (end != std::string_view::npos) return end + 1;
    report_unclosed_quote(offset, source_, findings_);
    throw Stop{};
  }

  // Reports an error and throws Stop if text lies between the last scalar and `end`.
  void check_unread(std::size_t end) {
    if (has_properties_) return;  // the end of the properties is unknown
    if (const auto text = source_.find_text(read_to_, end)) {
      report_syntax_error({}, *text, so_far(), source_, findings_);
      throw Stop{};
    }
    read_to_ = end;
  }

  // Adds a null for a value that is not written.
  void put_nothing(std::size_t offset) {
    if (tree_.expects_key()) {
      // If a text follows, the parser reports a syntax error itself.
      const bool missing = offset == source_.size() || Source::is_structure(source_.at(offset));
      if (missing) report("E103", offset, {}, "a key is missing here");
      return tree_.refuse_key();
    }
    if (tree_.in_map()) return put_missing_value();
    if (tree_.in_list() && source_.at(offset) == ',') {
      report("E103", offset, ",", "a value is missing before ','");
      return tree_.put(node_of(Node::Kind::kRefused, source_.mark(offset)));
    }
    const bool refused = is_property(source_.at(offset));
    tree_.put(node_of(refused ? Node::Kind::kRefused : Node::Kind::kNull, source_.mark(source_.dash_before(offset))));
  }

  // Adds a missing value at the position of its key. Outside brackets, the parser also reports a last line that is a
  // single word as a key; that is an error.
  void put_missing_value() {
    const Text& key = tree_.key();
    const bool colon = tree_.drops_value() || tree_.open_bracket() || source_.is_key(read_to_);
    if (!colon) report("E103", key.mark.offset, key.value, "a ':' is missing after " + quoted(key.value));
    tree_.put(node_of(colon ? Node::Kind::kNull : Node::Kind::kRefused, key.mark));
  }

  const Source& source_;
  BoundedInput& feed_;
  Diagnostics& findings_;
  const bool allows_aliases_;
  std::vector<Event> events_;  // all events, when aliases are allowed; bounded by the limit of nodes
  std::map<YAML::anchor_t, std::pair<std::size_t, std::size_t>> anchors_;  // begin and end in events_, by anchor
  std::vector<std::pair<YAML::anchor_t, std::size_t>> open_anchors_;       // collections that are still open
  Tree tree_;
  bool started_ = false;
  bool has_properties_ = false;
  std::size_t last_scalar_ = 0;
  std::size_t read_to_;  // everything before this offset has become nodes
};

// Returns false when the parser failed.
bool parse(const Source& source, BoundedInput& feed, EventReader& reader, Diagnostics& findings) {
  try {
    std::istream stream(&feed);
    stream.exceptions(std::ios_base::badbit);  // lets exceptions of the feed pass
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(reader)) {
    }
    reader.check_rest();
    return true;
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    const ReadSoFar so_far = reader.so_far();
    const std::size_t offset =
        error.mark.is_null() ? so_far.last_scalar : source.begin() + static_cast<std::size_t>(error.mark.pos);
    report_syntax_error(error.msg, offset, so_far, source, findings);
  }
  return false;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.key.value == key; });
  return found == members.end() ? nullptr : &found->value;
}

bool read_document(int file, Diagnostics& findings, Node& root, const DocumentLimits& limits) {
  const std::string_view bytes = *findings.files()[static_cast<std::size_t>(file)].bytes;
  const Mark begin{file, 1, 1, 0};
  if (bytes.size() > limits.max_bytes) {
    findings.error("E109", begin, {}, "the file is larger than " + std::to_string(limits.max_bytes) + " bytes");
    return false;
  }
  const Source source(file, bytes);
  if (!check_raw_text(source, findings)) return false;

  BoundedInput feed(bytes.substr(source.begin()), limits.max_ahead);
  EventReader reader(source, feed, limits, findings);
  const bool parsed = parse(source, feed, reader, findings);
  if (feed.is_too_far()) reader.report_too_far(limits.max_ahead);
  std::optional<Node> read = reader.tree().take_root();
  const bool nothing = !read || (read->kind == Node::Kind::kNull && read->text.empty());
  if (nothing) {
    if (parsed) findings.error("E113", begin, {}, "the file is empty", "a bot file begins with 'parley: 1'");
    return false;
  }
  root = std::move(*read);
  return true;
}

}  // namespace parley::config
