// What the YAML parser stumbled over, in words for the author of a bot.
#pragma once

#include <optional>
#include <string>

#include "config/diagnostics.h"
#include "config/source.h"

namespace parley::config {

// What had been read when the parser gave up, as offsets into the text.
struct ReadSoFar {
  std::size_t last_scalar = 0;
  std::optional<std::size_t> open_bracket;  // the innermost '[' or '{' that was not closed
};

// A quote that is not closed before the end of the text.
void report_unclosed_quote(std::size_t quote, const Source& source, Diagnostics& findings);

// `message` is the parser's own, raised at `offset`. One finding: E103, or the more exact code.
void report_syntax_error(const std::string& message, std::size_t offset, const ReadSoFar& so_far, const Source& source,
                         Diagnostics& findings);

}  // namespace parley::config
