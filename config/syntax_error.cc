#include "config/syntax_error.h"

#include <algorithm>

#include <yaml-cpp/exceptions.h>

namespace parley::config {
namespace {

namespace Raised = YAML::ErrorMsg;

constexpr std::string_view kBlank = " \t\r\n";
constexpr const char* kQuoteInQuotes = "in single quotes a quote is written twice, in double quotes after a '\\'";

template <class... Candidates>
bool is_any(const std::string& message, const Candidates&... candidates) {
  return ((message.rfind(candidates, 0) == 0) || ...);
}

std::string_view word_at(std::string_view bytes, std::size_t offset) {
  if (offset >= bytes.size()) return {};
  const std::size_t end = std::min(bytes.find_first_of(" \t\r\n,", offset + 1), bytes.size());
  return bytes.substr(offset, end - offset);
}

// The last place at or before `offset` where one of `signs` stands; `offset` itself when there is none.
std::size_t back_to(std::string_view bytes, std::size_t offset, std::string_view signs) {
  const std::size_t found = bytes.find_last_of(signs, offset);
  return found == std::string_view::npos ? offset : found;
}

// A quote starts a scalar where a token may start, not inside a word ("don't").
std::optional<std::size_t> find_unclosed_quote(std::string_view bytes, std::size_t from) {
  for (std::size_t at = from; at < bytes.size(); ++at) {
    const bool starts_token = at == 0 || std::string_view(" \t\n[{,:").find(bytes[at - 1]) != std::string_view::npos;
    if (!starts_token || (bytes[at] != '\'' && bytes[at] != '"')) continue;
    const std::size_t end = closing_quote(bytes, at);
    if (end == std::string_view::npos) return at;
    at = end;
  }
  return std::nullopt;
}

// The quoted scalar before the error is often what is wrong: it ends too early, at a quote that was meant as a part of
// it, or too late, at the opening quote of the next.
std::string hint_at_quote(std::string_view bytes, std::size_t scalar, std::size_t error, const Places& places) {
  if (scalar >= bytes.size() || (bytes[scalar] != '\'' && bytes[scalar] != '"')) return {};
  const std::size_t end = closing_quote(bytes, scalar);
  const Mark begins = places.at(scalar), ends = places.at(end);
  if (begins.line != ends.line) {
    return "the quote that opens on line " + std::to_string(begins.line) + " is closed only on line " +
           std::to_string(ends.line);
  }
  return end + 1 == error ? kQuoteInQuotes : "";
}

struct Finding {
  const char* code;
  std::size_t offset;
  std::string message;
  std::string hint;
};

Finding unexpected(std::size_t offset, std::string_view bytes, std::string hint) {
  const std::string_view word = word_at(bytes, offset);
  return {"E103", offset, word.empty() ? "unexpected end of the file" : "unexpected " + quoted(word), std::move(hint)};
}

Finding in_flow(std::size_t offset, std::string_view bytes, const ReadSoFar& so_far, const Places& places) {
  const bool at_end = bytes.find_first_not_of(kBlank, offset) == std::string_view::npos;
  const std::string quote_it = "a text that starts with '[' or '{' needs quotes";
  if (!so_far.open_bracket) return unexpected(offset, bytes, quote_it);
  const char bracket = bytes[*so_far.open_bracket];
  if (at_end) return {"E103", *so_far.open_bracket, std::string("'") + bracket + "' is not closed", quote_it};
  const std::string closing = bracket == '[' ? "']'" : "'}'";
  return unexpected(offset, bytes,
                    "expected ',' or " + closing + " for the '" + bracket + "' of line " +
                        std::to_string(places.at(*so_far.open_bracket).line) + "; " + quote_it);
}

Finding explain(const std::string& message, std::size_t offset, std::string_view bytes, const ReadSoFar& so_far,
                const Places& places) {
  const std::string indentation = "check the indentation, or put the text in quotes";
  if (is_any(message, Raised::UNKNOWN_ANCHOR, Raised::CHAR_IN_ALIAS, Raised::ALIAS_NOT_FOUND, Raised::CHAR_IN_ANCHOR,
             Raised::ANCHOR_NOT_FOUND, Raised::MULTIPLE_ANCHORS, Raised::MULTIPLE_ALIASES, Raised::ALIAS_CONTENT)) {
    return {"E106", back_to(bytes, offset, "&*"), "anchors and aliases are not read",
            "put a text that starts with '&' or '*' in quotes"};
  }
  if (is_any(message, Raised::CHAR_IN_TAG_HANDLE, Raised::TAG_WITH_NO_SUFFIX, Raised::END_OF_VERBATIM_TAG,
             Raised::MULTIPLE_TAGS)) {
    return {"E107", back_to(bytes, offset, "!"), "tags are not read", "put a text that starts with '!' in quotes"};
  }
  if (is_any(message, Raised::INVALID_ESCAPE, Raised::INVALID_HEX, Raised::INVALID_UNICODE)) {
    Finding escape = unexpected(back_to(bytes, offset > 0 ? offset - 1 : 0, "\\"), bytes,
                                "in double quotes '\\' starts an escape; a regex is best put in single quotes");
    escape.message = "unknown escape in double quotes";
    return escape;
  }
  if (bytes.substr(offset, 1) == "?") return unexpected(offset, bytes, "put a text with a '?' in quotes");
  if (is_any(message, Raised::TAB_IN_INDENTATION)) {
    return {"E104", offset, "tab in the indentation", "indent with spaces"};
  }
  if (is_any(message, Raised::BAD_FILE)) return {"E110", offset, "nested too deeply", {}};
  if (is_any(message, Raised::MAP_VALUE)) {
    return unexpected(offset, bytes, "check the indentation, or quote the text if the ':' belongs to it");
  }
  if (is_any(message, Raised::FLOW_END)) return unexpected(offset, bytes, "it closes nothing that is open");
  if (is_any(message, Raised::END_OF_MAP_FLOW, Raised::END_OF_SEQ_FLOW)) return in_flow(offset, bytes, so_far, places);
  if (is_any(message, Raised::UNKNOWN_TOKEN)) {
    return unexpected(offset, bytes, "a text cannot start like this; put it in quotes");
  }
  if (is_any(message, Raised::CHAR_IN_BLOCK, Raised::ZERO_INDENT_IN_BLOCK)) {
    return unexpected(offset, bytes, "the text of a '|' or '>' starts on the next line");
  }
  if (offset < bytes.size() && bytes[offset] == '%') return unexpected(offset, bytes, "directives are not read");
  const std::string quote = hint_at_quote(bytes, so_far.last_scalar, offset, places);
  return unexpected(offset, bytes, quote.empty() ? indentation : quote);
}

}  // namespace

void report_unclosed_quote(std::size_t quote, std::string_view bytes, const Places& places, Findings& findings) {
  findings.error("E103", places.at(quote), bytes.substr(quote, 1), "this quote is not closed", kQuoteInQuotes);
}

void report_syntax_error(const std::string& message, std::size_t offset, std::string_view bytes,
                         const ReadSoFar& so_far, const Places& places, Findings& findings) {
  if (is_any(message, Raised::EOF_IN_SCALAR, Raised::DOC_IN_SCALAR)) {
    if (const auto quote = find_unclosed_quote(bytes, so_far.last_scalar)) {
      return report_unclosed_quote(*quote, bytes, places, findings);
    }
  }
  // The parser may stand behind the end; the last word of the file is what a reader can look at.
  const std::size_t last = bytes.find_last_not_of(kBlank);
  const Finding found =
      explain(message, std::min(offset, last == std::string_view::npos ? 0 : last + 1), bytes, so_far, places);
  findings.error(found.code, places.at(found.offset), word_at(bytes, found.offset), found.message, found.hint);
}

}  // namespace parley::config
