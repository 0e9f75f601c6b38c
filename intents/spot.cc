#include "intents/spot.h"

#include "intents/classifier.h"
#include "intents/folded_text.h"

namespace parley::intents {

std::vector<Span> spot(const Catalog& catalog, std::string_view type, std::string_view text) {
  const Recogniser* recogniser = catalog.classifier().types().find(type);
  if (!recogniser || recogniser->takes_whole_message()) return {};
  const FoldedText folded(text);
  std::vector<Found> found;
  recogniser->find({folded.text(), {}, true}, found);
  std::vector<Span> places;
  places.reserve(found.size());
  for (const Found& one : found) places.push_back(folded.original_span(one.begin, one.end));
  return places;
}

}  // namespace parley::intents
