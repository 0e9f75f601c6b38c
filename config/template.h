// Parses the placeholders of a text and their formats.
#pragma once

#include "config/diagnostics.h"
#include "config/texts.h"

namespace parley::config {

enum class Formats { kNone, kAllowed };

// Parses "Refund {order_id}?" into pieces. Reports E305 for a brace that belongs to no placeholder or format. Reports
// E314 for an invalid format: an unknown word, a plural or select without 'other', or too many levels of nesting, and
// E308 for an `at_most` out of range.
Template parse_template(const Text& text, Formats formats, Diagnostics& findings);

// Visits each piece that has a placeholder, including those inside branches, but not `item` of an `each`.
template <class Visit>
void for_each_placeholder(const std::vector<Template::Piece>& pieces, const Visit& visit) {
  for (const Template::Piece& piece : pieces) {
    if (!piece.placeholder.empty() && !piece.of_item) visit(piece);
    for (const Template::Branch& branch : piece.branches) for_each_placeholder(branch.pieces, visit);
  }
}

}  // namespace parley::config
