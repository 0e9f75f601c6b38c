#include "intents/entity_spans.h"

#include <algorithm>

#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/entities/windows.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

// Searches with small windows first: they hold at most as many candidates as a recogniser examines. Longer values need
// longer windows. A longer window holds too many candidates only if the candidates are much shorter than the value.
template <class Visit>
void find_at_every_length(const Recogniser& recogniser, std::string_view text, Visit visit) {
  for (std::size_t size = kMaxFound;; size *= 4) {
    find_in_windows(recogniser, text, {size, size / 2}, true, visit);
    if (size >= text.size()) return;
  }
}

}  // namespace

std::vector<Span> find_entity_spans(const Catalog& catalog, std::string_view type, std::string_view text) {
  const Recogniser* recogniser = classifier_of(catalog).types().find(type);
  if (!recogniser || recogniser->takes_whole_message()) return {};
  const FoldedText folded(text);
  std::vector<Span> places;
  find_at_every_length(*recogniser, folded.text(), [&](const Span& span, const Value&) {
    places.push_back(folded.original_span(span.begin, span.end));
  });
  const auto is_before = [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  };
  std::sort(places.begin(), places.end(), is_before);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace parley::intents
