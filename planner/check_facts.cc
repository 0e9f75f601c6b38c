#include "planner/check_facts.h"

#include "base/hash.h"
#include "config/template.h"
#include "planner/confirmation.h"
#include "planner/limits.h"
#include "planner/placeholders.h"

namespace parley::planner {
namespace {

constexpr std::string_view kContext = "context.";

bool is_fact(std::string_view path) { return path.substr(0, kContext.size()) == kContext; }

bool shows(const std::vector<config::TextVariants>& texts, std::string_view path) {
  bool is_shown = false;
  for (const config::TextVariants& text : texts) {
    config::for_each_template(text, [&](const config::Template& variant) {
      config::for_each_placeholder(variant.pieces,
                                   [&](const auto& piece) { is_shown = is_shown || piece.placeholder == path; });
    });
  }
  return is_shown;
}

// Returns a keyed hash of the path and the fact. The key depends on the continuation id and on `fact_key`. The store
// contains the continuation id: without `fact_key`, a reader of the store could find a fact with few possible values by
// trying them.
std::string digest_of(const TransitionBuilder& builder, std::string_view path, const Value& fact) {
  const std::string key =
      base::fingerprint(builder.state.continuation_id + '\n' + std::string(builder.context.fact_key));
  return base::keyed_hash(std::string(path) + '\n' + fact.to_json(), key);
}

bool has_other_facts(const TransitionBuilder& builder, const config::Param& checked) {
  const Frame& frame = builder.top();
  const auto accepted = frame.facts.find(checked.id.value);
  bool differs = false;
  for (const auto& [path, digest] : facts_for(builder, checked)) {
    if (!builder.variables().find(path)) continue;
    const bool is_known = accepted != frame.facts.end() && accepted->second.count(path) != 0;
    differs = differs || !is_known || accepted->second.at(path) != digest;
  }
  return differs;
}

bool confirms_facts_of(const TransitionBuilder& builder, const config::Param& checked) {
  const config::Intent& intent = builder.intent();
  bool is_shown = false;
  for_each_placeholder(checked, [&](std::string_view path) {
    is_shown = is_shown || (is_fact(path) && intent.confirm && shows(intent.confirm->ask, path));
  });
  return is_shown;
}

}  // namespace

Facts facts_for(const TransitionBuilder& builder, const config::Param& checked) {
  Facts facts;
  for_each_placeholder(checked, [&](std::string_view path) {
    if (!is_fact(path)) return;
    const Value* value = builder.variables().find(path);
    facts.emplace(path, digest_of(builder, path, value ? *value : Value()));
  });
  return facts;
}

bool drop_outdated_checks(TransitionBuilder& builder) {
  if (builder.has_begun_steps() || builder.fact_rounds >= kMaxFactRounds) return false;
  bool dropped = false;
  for (const config::Param& param : builder.intent().params) {
    const std::string& name = param.id.value;
    if (!contains(builder.top().checked, name) || !has_other_facts(builder, param)) continue;
    builder.note(Rule::kFactChanged, name);
    std::erase(builder.top().checked, name);
    if (confirms_facts_of(builder, param)) void_confirmation(builder, name);
    dropped = true;
  }
  if (dropped) ++builder.fact_rounds;
  return dropped;
}

void note_missing_facts(TransitionBuilder& builder, const config::ToolStep& step) {
  for_each_placeholder(step.with, [&](std::string_view path) {
    if (is_fact(path) && !builder.variables().find(path)) builder.note(Rule::kNoValue, path);
  });
}

}  // namespace parley::planner
