// The placeholders of a text, with their formats.
#pragma once

#include "config/diagnostics.h"
#include "config/texts.h"

namespace parley::config {

enum class Formats { kNone, kAllowed };

// "Refund {order_id}?" -> its pieces. Findings: E305 for a brace that belongs to no placeholder or format, E314 for
// what is no format: an unknown word, a plural or select without 'other', too many in each other.
Template parse_template(const Text& text, Formats formats, Diagnostics& findings);

// Each piece that has a placeholder, those within branches too.
template <class Visit>
void for_each_placeholder(const std::vector<Template::Piece>& pieces, const Visit& visit) {
  for (const Template::Piece& piece : pieces) {
    if (!piece.placeholder.empty()) visit(piece);
    for (const Template::Branch& branch : piece.branches) for_each_placeholder(branch.pieces, visit);
  }
}

}  // namespace parley::config
