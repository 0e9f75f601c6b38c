#include "intents/templates/templates.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/work_budget.h"
#include "intents/templates/compiler.h"
#include "intents/templates/matcher.h"

namespace parley::intents {
namespace {

bool holds_any(const NeedGroup& group, const std::vector<bool>& texts, Spots& spots) {
  return std::any_of(group.begin(), group.end(), [&](const Need& need) {
    return need.kind == Need::Kind::kText ? texts[static_cast<std::size_t>(need.id)] : !spots.of(need.id).empty();
  });
}

// Returns the fact `name` of the values. Falls back to the fact of the channel.
const Value* fact_of(const std::string& name, const std::vector<SlotMatch>& slots, const Value& context) {
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
    const Value* fact = slot->facts ? slot->facts->find(name) : nullptr;
    if (fact) return fact;
  }
  return context.find(name);
}

}  // namespace

Templates::Templates(const config::BotDefinition& bot, const Types& types, config::Diagnostics& findings)
    : bot_(bot), lists_(types) {
  Compiler compiler(bot, lists_, findings);
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    for (const config::Sentences& sentences : bot.intents[i].sentences) {
      for (const config::Text& text : sentences.templates) {
        auto compiled = compiler.compile(text, bot.intents[i], sentences);
        if (!compiled) continue;
        templates_.push_back(
            {static_cast<int>(i), &text, &sentences, std::move(compiled->program), std::move(compiled->needs)});
      }
    }
  }
  texts_ = compiler.texts();
  for (const config::Text& phrase : bot.skip_words) skipped_.add(phrase.value, 0);
  index_by_needs();
}

std::vector<std::string> Templates::nearest(const FoldedText& text, const Words& words, const Value& context,
                                            const Now& now) const {
  std::vector<std::string> nearest(bot_.intents.size());
  if (words.size() == 0 || templates_.empty()) return nearest;
  if (words.text().size() > kLongestSentence) {
    for (const Template& one : templates_) {
      nearest[static_cast<std::size_t>(one.intent)] =
          "the message exceeds the limit for templates, " + std::to_string(kLongestSentence) + " bytes";
    }
    return nearest;
  }
  Spots spots(lists_, words, {text.text(), now});
  const Sentence sentence(words, spots, skipped_);
  Matcher matcher(sentence, lists_, texts_);
  std::vector<std::size_t> furthest(nearest.size());
  constexpr std::size_t kFits = SIZE_MAX;
  for (const Template& one : templates_) {
    const auto intent = static_cast<std::size_t>(one.intent);
    if (furthest[intent] == kFits) continue;
    if (!base::WorkBudget::spend(one.program.size())) break;
    const auto slots = matcher.match(one.program, *one.sentences);
    if (slots && !evidence(one, *slots, context, words)) {
      nearest[intent] = "nearest: '" + one.source->value + "', which matches except for its context";
      furthest[intent] = kFits;
    }
    if (slots || matcher.reached() <= furthest[intent]) continue;
    furthest[intent] = matcher.reached();
    nearest[intent] = "nearest: '" + one.source->value + "', which matches up to '" +
                      std::string(base::trim(words.text().substr(0, matcher.reached()))) + "'; " + missed(one, matcher);
  }
  return nearest;
}

std::string Templates::missed(const Template& one, const Matcher& matcher) const {
  const config::Intent& intent = bot_.intents[static_cast<std::size_t>(one.intent)];
  std::set<std::string> expected;
  for (const std::size_t at : matcher.failed()) {
    const Instruction& instruction = one.program[at];
    if (instruction.op == Instruction::Op::kText) expected.insert(texts_[static_cast<std::size_t>(instruction.a)]);
    if (instruction.op == Instruction::Op::kSlot) {
      expected.insert('{' + intent.params[static_cast<std::size_t>(instruction.b)].id.value + '}');
    }
    if (instruction.op == Instruction::Op::kEnd) expected.insert("the end");
  }
  constexpr std::size_t kShown = 5;
  std::string all;
  for (const std::string& one_of : expected) {
    if (expected.size() > kShown && one_of == *std::next(expected.begin(), kShown))
      return "expected " + all + " or other words";
    all += (all.empty() ? "" : " or ") + one_of;
  }
  return "expected " + all;
}

bool Templates::fills(int intent, std::string_view param) const {
  const config::Intent& its = bot_.intents[static_cast<std::size_t>(intent)];
  return std::any_of(templates_.begin(), templates_.end(), [&](const Template& one) {
    if (one.intent != intent) return false;
    const auto is_param = [&](const std::string& id) { return id == param; };
    return std::any_of(one.program.begin(), one.program.end(),
                       [&](const Instruction& i) {
                         return i.op == Instruction::Op::kSlot &&
                                is_param(its.params[static_cast<std::size_t>(i.b)].id.value);
                       }) ||
           std::any_of(one.sentences->slots.begin(), one.sentences->slots.end(),
                       [&](const auto& slot) { return is_param(slot.first.value); }) ||
           std::any_of(one.sentences->required_context.begin(), one.sentences->required_context.end(),
                       [&](const config::ContextFact& fact) { return fact.fills_param && is_param(fact.name.value); });
  });
}

// Indexes each template under the group of needs that the fewest templates share.
void Templates::index_by_needs() {
  literals_ = std::make_unique<const Literals>(texts_);
  by_text_.resize(texts_.size());
  by_list_.resize(static_cast<std::size_t>(lists_.size()));
  std::vector<std::size_t> text_uses(texts_.size()), list_uses(by_list_.size());
  const auto uses_of = [&](const Need& need) -> std::size_t& {
    return (need.kind == Need::Kind::kText ? text_uses : list_uses)[static_cast<std::size_t>(need.id)];
  };
  for (const Template& one : templates_) {
    for (const NeedGroup& group : one.needs) {
      for (const Need& need : group) ++uses_of(need);
    }
  }
  const auto cost = [&](const NeedGroup& group) {
    std::size_t uses = 0;
    for (const Need& need : group) uses += uses_of(need);
    return uses;
  };
  for (std::size_t i = 0; i < templates_.size(); ++i) {
    const Needs& needs = templates_[i].needs;
    const auto best = std::min_element(needs.begin(), needs.end(),
                                       [&](const NeedGroup& a, const NeedGroup& b) { return cost(a) < cost(b); });
    if (best == needs.end()) {
      always_.push_back(static_cast<int>(i));
      continue;
    }
    for (const Need& need : *best) {
      auto& posted = need.kind == Need::Kind::kText ? by_text_ : by_list_;
      posted[static_cast<std::size_t>(need.id)].push_back(static_cast<int>(i));
    }
  }
}

void Templates::match(const FoldedText& text, const Words& words, const Value& context, const Now& now,
                      std::vector<Evidence>& out) const {
  if (templates_.empty() || words.size() == 0 || words.text().size() > kLongestSentence) return;
  Spots spots(lists_, words, {text.text(), now});
  const Sentence sentence(words, spots, skipped_);
  Matcher matcher(sentence, lists_, texts_);
  for (const int candidate : candidates(words, spots)) {
    const Template& one = templates_[static_cast<std::size_t>(candidate)];
    const auto slots = matcher.match(one.program, *one.sentences);
    if (!slots) continue;
    if (auto found = evidence(one, *slots, context, words)) out.push_back(std::move(*found));
  }
}

std::vector<int> Templates::candidates(const Words& words, Spots& spots) const {
  std::vector<int> found;
  literals_->find(words.text(), found);
  std::vector<bool> texts(texts_.size());
  for (const int literal : found) texts[static_cast<std::size_t>(literal)] = true;

  std::vector<int> out = always_;
  std::vector<bool> is_considered(templates_.size());
  const auto consider = [&](const std::vector<int>& posted) {
    for (const int i : posted) {
      const auto index = static_cast<std::size_t>(i);
      if (is_considered[index]) continue;
      is_considered[index] = true;
      const Needs& needs = templates_[index].needs;
      const bool has_all = std::all_of(needs.begin(), needs.end(),
                                       [&](const NeedGroup& group) { return holds_any(group, texts, spots); });
      if (has_all) out.push_back(i);
    }
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i]) consider(by_text_[i]);
  }
  for (std::size_t i = 0; i < by_list_.size(); ++i) {
    if (!by_list_[i].empty() && !spots.of(static_cast<int>(i)).empty()) consider(by_list_[i]);
  }
  return out;
}

// Returns nullopt when the known facts do not satisfy the template.
std::optional<Evidence> Templates::evidence(const Template& one, const std::vector<SlotMatch>& slots,
                                            const Value& context, const Words& words) const {
  const config::Intent& intent = bot_.intents[static_cast<std::size_t>(one.intent)];
  Evidence evidence;
  evidence.kind = Evidence::Kind::kTemplate;
  evidence.intent = one.intent;
  evidence.source = one.source;
  evidence.priority = one.sentences->priority;
  evidence.begin = words[0].begin;
  evidence.end = words[words.size() - 1].end;
  const auto index_of = [&](const std::string& param) {
    const auto found = std::find_if(intent.params.begin(), intent.params.end(),
                                    [&](const config::Param& p) { return p.id.value == param; });
    return static_cast<std::size_t>(found - intent.params.begin());
  };
  const auto is_captured = [&](std::size_t param) {
    return std::any_of(evidence.captured.begin(), evidence.captured.end(),
                       [&](const Captured& c) { return c.param == param; });
  };
  for (const SlotMatch& slot : slots) {
    const auto place = words.place_of(words.text().substr(slot.begin, slot.end - slot.begin));
    const auto param = static_cast<std::size_t>(slot.param);
    if (!slot.value) evidence.wildcard_bytes += place.end - place.begin;
    if (is_captured(param)) continue;
    evidence.captured.push_back({param, slot.value ? *slot.value : Value(), place.begin, place.end, !slot.value});
  }
  const auto bring = [&](const std::string& name, const Value& value) {
    const std::size_t param = index_of(name);
    if (param < intent.params.size() && !is_captured(param)) evidence.captured.push_back({param, value, 0, 0, false});
  };
  for (const auto& [param, value] : one.sentences->slots) bring(param.value, value);
  for (const config::ContextFact& required : one.sentences->required_context) {
    const Value* fact = fact_of(required.name.value, slots, context);
    if (!fact || !is_among(*fact, required)) return std::nullopt;
    if (required.fills_param) bring(required.name.value, *fact);
  }
  for (const config::ContextFact& excluded : one.sentences->excluded_context) {
    const Value* fact = fact_of(excluded.name.value, slots, context);
    if (fact && is_among(*fact, excluded)) return std::nullopt;
  }
  return evidence;
}

}  // namespace parley::intents
