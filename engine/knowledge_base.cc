#include "engine/knowledge_base.h"

#include <utility>

#include "base/locale.h"
#include "intents/catalog_access.h"

namespace parley::engine {

Result<std::shared_ptr<const KnowledgeBase>> KnowledgeBase::make(const Catalog& catalog) {
  if (!intents::definition_of(catalog).knowledge) return std::shared_ptr<const KnowledgeBase>();
  auto base = std::make_shared<KnowledgeBase>();
  for (const std::string& tag : catalog.languages()) {
    const config::BotDefinition& bot = intents::definition_of(catalog.for_locale(tag));
    if (!bot.knowledge || bot.knowledge->passages.empty()) continue;
    auto gate = knowledge::PassageGate::make(*bot.knowledge, bot.locale->tag());
    if (!gate) return Unexpected(gate.error());
    base->gates_[&bot] = std::move(*gate);
    if (bot.knowledge->answering != config::Answering::kModel) continue;
    base->exact_parts_[&bot] = std::make_shared<const wording::ExactParts>(*bot.locale);
  }
  return std::shared_ptr<const KnowledgeBase>(std::move(base));
}

const knowledge::PassageGate* KnowledgeBase::of(const config::BotDefinition& bot) const {
  const auto found = gates_.find(&bot);
  return found == gates_.end() ? nullptr : found->second.get();
}

std::shared_ptr<const wording::ExactParts> KnowledgeBase::exact_parts_of(const config::BotDefinition& bot) const {
  const auto found = exact_parts_.find(&bot);
  return found == exact_parts_.end() ? nullptr : found->second;
}

}  // namespace parley::engine
