// Formats the understanding of a message as one line, for tests that are tables of rows.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "intents/catalog_access.h"
#include "intents/condition.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {

// A bot whose definition the test changes after parsing.
class EditedBot {
 public:
  EditedBot(const std::string& yaml, const std::function<void(config::BotDefinition&)>& edit)
      : definition_(intents::definition_of(*bot(yaml))) {
    edit(definition_);
    config::Diagnostics findings({});
    compile_conditions(definition_, findings);
    classifier_ = std::make_unique<Classifier>(definition_, CatalogOptions(), findings);
    REQUIRE_FALSE(findings.has_errors());
  }

  const Classifier* operator->() const { return classifier_.get(); }

 private:
  config::BotDefinition definition_;
  std::unique_ptr<Classifier> classifier_;
};

inline std::string joined(const std::vector<std::string>& parts, const std::string& by) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : by) + part;
  return out;
}

// Returns for example: corrects; size="large" n=3; date?; a=1|b=1; choice 2; second balance
inline std::string summary_of(const FlatMessage& understood) {
  std::vector<std::string> parts;
  if (understood.corrects) parts.push_back("corrects");
  std::vector<std::string> values;
  for (const ParamValue& value : understood.answers) {
    constexpr const char* kOps[] = {"", "-", "clear ", "set "};
    values.push_back(kOps[static_cast<int>(value.op)] + brief({value})[0]);
  }
  if (!values.empty()) parts.push_back(joined(values, " "));
  for (const std::string& named : understood.named) parts.push_back(named + "?");
  for (const auto& readings : understood.ambiguous_answers) parts.push_back(joined(brief(readings), "|"));
  if (understood.choice) parts.push_back("choice " + std::to_string(*understood.choice + 1));
  if (!understood.further.empty()) parts.push_back("second " + understood.further[0].candidate.intent);
  return joined(parts, "; ");
}

struct UnderstandingRow {
  std::string text;
  std::string expected;
};

// Returns a context in which `intent: a` is open and has the params in `filled`.
inline NluContext open_situation(const std::string& asked, std::vector<std::string> filled) {
  NluContext nlu_context;
  nlu_context.intent = "a";
  nlu_context.waiting_for_param = asked;
  nlu_context.filled = std::move(filled);
  if (!nlu_context.filled.empty()) nlu_context.filled_last = nlu_context.filled.back();
  nlu_context.now = kMonday;
  return nlu_context;
}

template <class Reader>
void check(const Reader& reader, const NluContext& nlu_context, const std::vector<UnderstandingRow>& rows) {
  for (const UnderstandingRow& row : rows) {
    INFO(row.text << "\nasked: " << nlu_context.waiting_for_param);
    CHECK(summary_of(reader->understand(row.text, nlu_context)) == row.expected);
  }
}

// A row is a message with `intent: a` open, and the expected values as brief() formats them.
struct AnswerRow {
  std::string text;
  std::vector<std::string> values;
  std::string asked = {};
  bool confirming = false;
  std::vector<std::string> filled = {};
};

inline void check_answer_rows(const Bot& bot, const std::vector<AnswerRow>& rows) {
  for (const AnswerRow& row : rows) {
    INFO(row.text << " asked: " << row.asked);
    NluContext nlu_context;
    nlu_context.intent = "a";
    nlu_context.waiting_for_param = row.asked;
    nlu_context.confirming = row.confirming;
    nlu_context.filled = row.filled;
    nlu_context.now = kMonday;
    CHECK(brief(flat(bot->understand(row.text, nlu_context)).answers) == row.values);
  }
}

}  // namespace parley::intents
