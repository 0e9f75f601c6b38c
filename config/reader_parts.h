// The parts of a bot file, one reader each: config/reader.cc puts them together. Each says what is wrong with its
// part and answers what could be read of it. Names that point elsewhere are looked up later (references.h).
#pragma once

#include <optional>

#include "config/definition.h"
#include "config/fields.h"

namespace parley::config {

// ---- reader_entities.cc
Entity read_entity(const Text& id, const Node& node, Findings& findings);

// ---- reader_match.cc
struct Match {
  std::vector<Rule> rules;
  std::vector<Sentences> sentences;
};
std::optional<Match> as_match(const Node& node, Findings& findings);  // `match` of an intent
TemplateRule read_template_rule(const Text& id, const Node& node, Findings& findings);

// ---- reader_intents.cc
std::optional<Intent> as_intent(const Node& node, Findings& findings);
Param read_param(const Text& id, const Node& node, Findings& findings);

// ---- reader_steps.cc
std::optional<std::vector<StepDefinition>> as_steps(const Node& node, Findings& findings);

// ---- reader_conditions.cc
std::optional<Condition> as_guard(const Node& node, Findings& findings);           // `when` of an intent
std::optional<Condition> as_call_condition(const Node& node, Findings& findings);  // `when` of a mock's case
std::optional<Validation> as_validation(const Node& node, Findings& findings);

// ---- reader_tools.cc
Tool read_tool(const Text& id, const Node& node, Findings& findings);

// ---- reader_policies.cc
std::optional<Redaction> as_redaction(const Node& node, Findings& findings);
std::optional<Session> as_session(const Node& node, Findings& findings);
std::optional<double> as_likeness(const Node& node, Findings& findings);  // its threshold
std::optional<Fallback> as_fallback(const Node& node, Findings& findings);
std::optional<Replies> as_replies(const Node& node, Findings& findings);
std::optional<Commands> as_commands(const Node& node, Findings& findings);
// What the bot says when its file does not say otherwise.
Fallback default_fallback();
Replies default_replies();

}  // namespace parley::config
