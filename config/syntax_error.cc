// Tested by tests/config/document_test.cc.
#include "config/syntax_error.h"

#include <algorithm>

#include <yaml-cpp/exceptions.h>

namespace parley::config {
namespace {

namespace Raised = YAML::ErrorMsg;

constexpr const char* kQuoteInQuotes = "write '' for a quote inside single quotes, and \\\" inside double quotes";

template <class... Candidates>
bool is_any(const std::string& message, const Candidates&... candidates) {
  return ((message.rfind(candidates, 0) == 0) || ...);
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

// Finds an unclosed quote. A quote starts a scalar only where a token may start, not inside a word ("don't").
std::optional<std::size_t> find_unclosed_quote(const Source& source, std::size_t from) {
  for (std::size_t at = from; at < source.size(); ++at) {
    const bool starts_token = at == 0 || Source::is_structure(source.at(at - 1));
    if (!starts_token || !is_quote(source.at(at))) continue;
    const std::size_t end = closing_quote(source.bytes(), at);
    if (end == std::string_view::npos) return at;
    at = end;
  }
  return std::nullopt;
}

struct Finding {
  const char* code;
  std::size_t offset;
  std::string message;
  std::string hint;
};

// Explains an error from the parser's message and the text around its position.
class Explainer {
 public:
  Explainer(std::size_t offset, const ReadSoFar& so_far, const Source& source)
      : offset_(offset), so_far_(so_far), source_(source) {}

  Finding explain(const std::string& message) const {
    if (is_any(message, Raised::UNKNOWN_ANCHOR, Raised::CHAR_IN_ALIAS, Raised::ALIAS_NOT_FOUND, Raised::CHAR_IN_ANCHOR,
               Raised::ANCHOR_NOT_FOUND, Raised::MULTIPLE_ANCHORS, Raised::MULTIPLE_ALIASES, Raised::ALIAS_CONTENT)) {
      return {"E106", back_to("&*", offset_), "anchors and aliases are not supported",
              "put a text that starts with '&' or '*' in quotes"};
    }
    if (is_any(message, Raised::CHAR_IN_TAG_HANDLE, Raised::TAG_WITH_NO_SUFFIX, Raised::END_OF_VERBATIM_TAG,
               Raised::MULTIPLE_TAGS)) {
      return {"E107", back_to("!", offset_), "tags are not supported", "put a text that starts with '!' in quotes"};
    }
    if (is_any(message, Raised::INVALID_ESCAPE, Raised::INVALID_HEX, Raised::INVALID_UNICODE)) {
      return {"E103", back_to("\\", offset_ > 0 ? offset_ - 1 : 0), "unknown escape in double quotes",
              "'\\' starts an escape in double quotes; put a regex in single quotes"};
    }
    if (is_any(message, Raised::TAB_IN_INDENTATION)) {
      return {"E104", offset_, "tab in the indentation", "indent with spaces"};
    }
    if (is_any(message, Raised::BAD_FILE)) return {"E110", offset_, "nested too deeply", {}};
    if (source_.at(offset_) == '?') return unexpected("put a text that contains '?' in quotes");
    if (source_.at(offset_) == '%')
      return unexpected("directives are not supported; put a text that starts with '%' in quotes");
    if (is_any(message, Raised::MAP_VALUE)) {
      return unexpected("check the indentation, or quote the text if the ':' belongs to it");
    }
    if (is_any(message, Raised::FLOW_END)) return unexpected("no bracket is open here");
    if (is_any(message, Raised::END_OF_MAP_FLOW, Raised::END_OF_SEQ_FLOW)) return in_brackets();
    if (is_any(message, Raised::UNKNOWN_TOKEN))
      return unexpected("put a text that starts with this character in quotes");
    if (is_any(message, Raised::CHAR_IN_BLOCK, Raised::ZERO_INDENT_IN_BLOCK)) {
      return unexpected("start the text of a '|' or '>' on the next line");
    }
    const std::string quote = hint_at_quote();
    return unexpected(quote.empty() ? "check the indentation, or put the text in quotes" : quote);
  }

 private:
  Finding unexpected(std::string hint) const {
    const std::string_view word = source_.word(offset_);
    return {"E103", offset_, word.empty() ? "unexpected end of the file" : "unexpected " + quoted(word),
            std::move(hint)};
  }

  // Explains an item that does not fit into [...] or {...}, or a missing closing bracket.
  Finding in_brackets() const {
    const std::string quote_it = "put a text that starts with '[' or '{' in quotes";
    if (!so_far_.open_bracket) return unexpected(quote_it);
    const std::size_t opening = *so_far_.open_bracket;
    const std::string bracket = source_.at(opening) == '[' ? "'['" : "'{'";
    if (source_.word(offset_).empty()) return {"E103", opening, bracket + " is not closed", quote_it};
    return unexpected("expected ',' or " + std::string(bracket == "'['" ? "']'" : "'}'") + " for the " + bracket +
                      " on line " + std::to_string(source_.mark(opening).line) + "; " + quote_it);
  }

  // Checks the quoted scalar before the error, which is often the cause: it may end too early, at a quote that belongs
  // to the text, or too late, at the opening quote of the next scalar.
  std::string hint_at_quote() const {
    if (!is_quote(source_.at(so_far_.last_scalar))) return {};
    const std::size_t end = closing_quote(source_.bytes(), so_far_.last_scalar);
    const Mark opens = source_.mark(so_far_.last_scalar), closes = source_.mark(end);
    if (opens.line != closes.line) {
      return "the quote that opens on line " + std::to_string(opens.line) + " is not closed until line " +
             std::to_string(closes.line);
    }
    return end + 1 == offset_ ? kQuoteInQuotes : "";
  }

  // Returns the last position up to `from` with one of `signs`.
  std::size_t back_to(std::string_view signs, std::size_t from) const {
    const std::size_t found = source_.bytes().find_last_of(signs, from);
    return found == std::string_view::npos ? offset_ : found;
  }

  std::size_t offset_;
  const ReadSoFar& so_far_;
  const Source& source_;
};

}  // namespace

void report_unclosed_quote(std::size_t quote, const Source& source, Diagnostics& findings) {
  findings.error("E103", source.mark(quote), source.bytes().substr(quote, 1), "this quote is not closed",
                 kQuoteInQuotes);
}

void report_syntax_error(const std::string& message, std::size_t offset, const ReadSoFar& so_far, const Source& source,
                         Diagnostics& findings) {
  if (is_any(message, Raised::EOF_IN_SCALAR, Raised::DOC_IN_SCALAR)) {
    if (const auto quote = find_unclosed_quote(source, so_far.last_scalar)) {
      return report_unclosed_quote(*quote, source, findings);
    }
  }
  // The parser's position may be past the end of the text. The diagnostic then points to the end of the last word.
  const std::size_t end = source.bytes().find_last_not_of(" \t\r\n") + 1;
  const Finding found = Explainer(std::min(offset, end), so_far, source).explain(message);
  findings.error(found.code, source.mark(found.offset), source.word(found.offset), found.message, found.hint);
}

}  // namespace parley::config
