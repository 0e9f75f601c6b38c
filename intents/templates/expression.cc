// Tested by tests/intents/templates_test.cc.
#include "intents/templates/expression.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "intents/folded_text.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

using ExpressionKind = Expression::Kind;

constexpr std::size_t kMaxDepth = 32;
constexpr std::string_view kMeaningful = "()[]{}<>|;\\";

Expression leaf(ExpressionKind kind, std::string text, std::size_t at) {
  Expression expression;
  expression.kind = kind;
  expression.text = std::move(text);
  expression.at = at;
  return expression;
}

bool joins_words(char c) { return c == '\'' || base::is_word_byte(c); }

// Appends plain characters as parts of words and the spaces between them.
void append_text(std::string_view typed, std::size_t at, std::vector<Expression>& out) {
  const FoldedText folded(typed);
  const std::string_view text = folded.text();
  const Words words(text);
  const auto space = [&] {
    if (out.empty() || out.back().kind != ExpressionKind::kSpace) out.push_back(leaf(ExpressionKind::kSpace, {}, at));
  };
  if (!text.empty() && !joins_words(text.front())) space();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) space();
    out.push_back(leaf(ExpressionKind::kText, std::string(words.text(i, 1)), at));
  }
  if (!text.empty() && !joins_words(text.back())) space();
}

class Parser {
 public:
  Parser(const config::Text& text, config::Diagnostics& findings) : text_(text), findings_(findings) {}

  std::optional<Expression> parse() {
    Expression whole = group('\0', 0);
    if (failed_) return std::nullopt;
    if (at_ < source().size()) {
      fail(at_, std::string(1, source()[at_]), "no bracket is open here",
           "write '\\" + source().substr(at_, 1) + "' for the character");
      return std::nullopt;
    }
    return whole;
  }

 private:
  const std::string& source() const { return text_.value; }
  bool is_at_end() const { return at_ >= source().size(); }

  void fail(std::size_t at, const std::string& word, const std::string& message, const std::string& hint = {}) {
    if (!failed_) findings_.error("E408", findings_.inside(text_, at), word, message, hint);
    failed_ = true;
  }

  // Parses up to `close`, after the opening bracket, or parses the whole template.
  Expression group(char close, std::size_t depth) {
    if (depth > kMaxDepth) {
      if (!failed_) {
        findings_.error("E409", findings_.inside(text_, at_), source().substr(at_, 1), "brackets are nested too deeply",
                        "move the inner ones to 'rules'");
      }
      failed_ = true;
    }
    const std::size_t begin = at_;
    char separator = '\0';
    std::vector<Expression> parts(1);
    parts.back().at = at_;
    while (!failed_ && !is_at_end() && source()[at_] != close && !is_closing(source()[at_])) {
      const char c = source()[at_];
      if (c == '|' || c == ';') {
        if (separator != '\0' && separator != c) {
          fail(at_, std::string(1, c), "'|' and ';' in the same brackets", "put one of them in separate brackets");
        }
        separator = c;
        ++at_;
        parts.emplace_back().at = at_;
      } else {
        item(depth, parts.back().items);
      }
    }
    Expression whole;
    whole.at = begin;
    if (separator == '\0') {
      whole = std::move(parts.front());
    } else {
      whole.kind = separator == '|' ? ExpressionKind::kAlternatives : ExpressionKind::kPermutation;
      whole.items = std::move(parts);
    }
    return whole;
  }

  bool is_closing(char c) const { return c == ')' || c == ']' || c == '}' || c == '>'; }

  void item(std::size_t depth, std::vector<Expression>& out) {
    const std::size_t begin = at_;
    switch (source()[at_]) {
      case '(': out.push_back(bracket(')', depth)); return;
      case '[': {
        Expression optional = bracket(']', depth);
        if (optional.kind != ExpressionKind::kAlternatives) {
          Expression alternatives;
          alternatives.kind = ExpressionKind::kAlternatives;
          alternatives.at = begin;
          alternatives.items.push_back(std::move(optional));
          optional = std::move(alternatives);
        }
        optional.items.emplace_back().at = begin;
        out.push_back(std::move(optional));
        return;
      }
      case '{': out.push_back(slot()); return;
      case '<': out.push_back(leaf(ExpressionKind::kRule, name('>', "<rule>"), begin)); return;
      default: plain(out);
    }
  }

  Expression bracket(char close, std::size_t depth) {
    const std::size_t begin = at_++;
    Expression inner = group(close, depth + 1);
    if (failed_) return inner;
    if (is_at_end() || source()[at_] != close) {
      fail(begin, source().substr(begin, 1), std::string("this bracket is not closed"),
           std::string("add '") + close + "'");
    }
    ++at_;
    return inner;
  }

  Expression slot() {
    const std::size_t begin = at_;
    std::string both = name('}', "{slot}");
    Expression slot = leaf(ExpressionKind::kSlot, {}, begin);
    const std::size_t colon = both.find(':');
    slot.text = colon == std::string::npos ? both : both.substr(colon + 1);
    if (colon != std::string::npos) slot.list = both.substr(0, colon);
    if (!failed_ && (slot.text.empty() || colon == 0)) {
      fail(begin, source().substr(begin, at_ - begin), "a name is missing", "write {slot} or {list:slot}");
    }
    return slot;
  }

  std::string name(char close, const char* form) {
    const std::size_t begin = at_++;
    const std::size_t end = std::min(source().find_first_of(kMeaningful, at_), source().size());
    std::string name(base::trim(std::string_view(source()).substr(at_, end - at_)));
    if (end == source().size() || source()[end] != close || name.empty()) {
      fail(begin, source().substr(begin, end - begin + 1), "the brackets do not contain a valid name",
           std::string("write ") + form + ", or '\\" + source().substr(begin, 1) + "' for the character");
    }
    at_ = end + 1;
    return name;
  }

  void plain(std::vector<Expression>& out) {
    const std::size_t begin = at_;
    std::string typed;
    while (!is_at_end()) {
      if (source()[at_] == '\\' && at_ + 1 < source().size()) {
        ++at_;
      } else if (kMeaningful.find(source()[at_]) != std::string_view::npos) {
        break;
      }
      typed += source()[at_++];
    }
    if (at_ == begin) ++at_;  // a single backslash at the end
    append_text(typed, begin, out);
  }

  const config::Text& text_;
  config::Diagnostics& findings_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

using Sentences = std::set<std::string>;

bool too_many(const Sentences& sentences, std::size_t most) { return sentences.size() > most; }

Sentences followed_by(const Sentences& starts, const Sentences& ends) {
  Sentences out;
  for (const std::string& start : starts) {
    for (const std::string& end : ends) out.insert(start + end);
  }
  return out;
}

// Returns more than `most` sentences if there are too many; the set is then incomplete.
Sentences sentences_of(const Expression& expression, std::size_t most) {
  Sentences out;
  switch (expression.kind) {
    case ExpressionKind::kText: return {expression.text};
    case ExpressionKind::kSpace: return {" "};
    case ExpressionKind::kSlot:
    case ExpressionKind::kRule: return {};
    case ExpressionKind::kSequence:
      out.insert(std::string());
      for (const Expression& item : expression.items) {
        out = followed_by(out, sentences_of(item, most));
        if (too_many(out, most)) break;
      }
      return out;
    case ExpressionKind::kAlternatives:
      for (const Expression& item : expression.items) {
        const Sentences more = sentences_of(item, most);
        out.insert(more.begin(), more.end());
        if (too_many(out, most)) break;
      }
      return out;
    case ExpressionKind::kPermutation: {
      std::vector<std::size_t> order(expression.items.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      do {
        Sentences whole = {std::string()};
        for (const std::size_t i : order) {
          whole = followed_by(followed_by(whole, {" "}), sentences_of(expression.items[i], most));
        }
        out.insert(whole.begin(), whole.end());
      } while (!too_many(out, most) && std::next_permutation(order.begin(), order.end()));
      return out;
    }
  }
  return out;
}

}  // namespace

std::optional<Expression> parse_expression(const config::Text& text, config::Diagnostics& findings) {
  return Parser(text, findings).parse();
}

std::optional<std::vector<std::string>> all_sentences(const Expression& expression, std::size_t most) {
  std::vector<std::string> out;
  const Sentences sentences = sentences_of(expression, most);
  if (too_many(sentences, most)) return std::nullopt;
  for (const std::string& sentence : sentences) {
    const Words words(sentence);
    if (words.size() > 0) out.emplace_back(words.text());
  }
  return out;
}

}  // namespace parley::intents
