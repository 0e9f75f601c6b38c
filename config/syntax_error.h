// Translates syntax errors of the YAML parser into messages for bot authors.
#pragma once

#include <optional>
#include <string>

#include "config/diagnostics.h"
#include "config/source.h"

namespace parley::config {

// The state of the reader when the parser failed, as offsets into the text.
struct ReadSoFar {
  std::size_t last_scalar = 0;
  std::optional<std::size_t> open_bracket;  // the innermost unclosed '[' or '{'
};

// Reports a quote that is not closed before the end of the text.
void report_unclosed_quote(std::size_t quote, const Source& source, Diagnostics& findings);

// Reports one diagnostic for the parser's error `message` at `offset`: E103 or a more specific code.
void report_syntax_error(const std::string& message, std::size_t offset, const ReadSoFar& so_far, const Source& source,
                         Diagnostics& findings);

}  // namespace parley::config
