// Spans of a message, moved to the message with masks. Spans count bytes of UTF-8.
#pragma once

#include <string>

#include "parley/value.h"
#include "server/views.h"

namespace parley::server {

// Replaces each member `span` in `value`: a piece [begin, end) of `text` becomes the same piece of mask(text). [0, 0]
// means that the piece has no place there, because its mask covers more than the piece. An empty mask changes nothing.
Value with_masked_spans(const Value& value, const std::string& text, const Mask& mask);

}  // namespace parley::server
