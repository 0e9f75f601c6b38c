// Tested by tests/intents/declared_entities_test.cc.
#include <algorithm>
#include <utility>

#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"
#include "parley/entities.h"

namespace parley {

struct EntityReader::Impl {
  std::shared_ptr<const Catalog> catalog;
  std::vector<std::pair<std::string, const intents::Recogniser*>> types;
  std::vector<std::unique_ptr<const intents::Recogniser>> own;  // for types that the catalog does not use
};

EntityReader::EntityReader(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
EntityReader::~EntityReader() = default;

Result<std::shared_ptr<const EntityReader>> EntityReader::create(std::shared_ptr<const Catalog> catalog,
                                                                 const std::vector<std::string>& types) {
  auto impl = std::make_unique<Impl>();
  impl->catalog = std::move(catalog);
  for (const std::string& type : types) {
    const intents::Recogniser* recogniser = intents::classifier_of(*impl->catalog).types().find(type);
    if (!recogniser) {
      impl->own.push_back(intents::make_built_in(type));
      recogniser = impl->own.back().get();
    }
    if (!recogniser) return Unexpected(ErrorCode::kInvalidRequest, "unknown entity type '" + type + "'");
    impl->types.emplace_back(type, recogniser);
  }
  return std::shared_ptr<const EntityReader>(new EntityReader(std::move(impl)));
}

std::vector<EntityMatch> EntityReader::find(std::string_view text, TimeMs now) const {
  const intents::FoldedText folded(text);
  NluContext nlu_context;
  nlu_context.now = now;
  const intents::Now moment = intents::classifier_of(*impl_->catalog).now_of(nlu_context);
  std::vector<EntityMatch> all;
  for (const auto& [type, recogniser] : impl_->types) {
    std::vector<intents::Found> found;
    recogniser->find({folded.text(), moment, false}, found);
    for (intents::Found& one : found) {
      all.push_back({type, std::move(one.value), folded.original_span(one.begin, one.end)});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const EntityMatch& a, const EntityMatch& b) {
    return a.span.end - a.span.begin > b.span.end - b.span.begin;
  });
  std::vector<EntityMatch> kept;
  for (EntityMatch& one : all) {
    const bool is_free = std::none_of(kept.begin(), kept.end(), [&](const EntityMatch& other) {
      return one.span.begin < other.span.end && other.span.begin < one.span.end;
    });
    if (is_free) kept.push_back(std::move(one));
  }
  std::sort(kept.begin(), kept.end(),
            [](const EntityMatch& a, const EntityMatch& b) { return a.span.begin < b.span.begin; });
  return kept;
}

}  // namespace parley
