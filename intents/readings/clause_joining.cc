// Tested by tests/intents/clause_joining_test.cc.
#include "intents/readings/clause_joining.h"

#include <algorithm>
#include <utility>

#include "intents/findings/requests.h"
#include "intents/findings/values.h"
#include "intents/list_changes.h"

namespace parley::intents {
namespace {

bool is_taken(const ParamValue& value) { return value.valid && !value.whole_message; }

// Returns true if a value continues the list whose last item ends before it: "apples, | pears".
bool continues_list(const std::vector<ParamValue>& values, const ParamValue& value, std::string_view text) {
  const ParamValue* last = nullptr;
  for (const ParamValue& other : values) {
    if (other.param == value.param && other.span.end <= value.span.begin &&
        (!last || last->span.end < other.span.end)) {
      last = &other;
    }
  }
  return last && list_changes().continues(text.substr(last->span.end, value.span.begin - last->span.end), false);
}

// The text between two joints.
struct Clause {
  Span span;  // in the folded text
  std::vector<Evidence> evidence;
};

// The params of the intent that a text matches, or of the open intent if it matches none.
struct OwnParams {
  int intent = -1;  // -1: no intent
  std::vector<ParamValue> values;
};

std::vector<Clause> clauses_of(const Dialog& dialog, const Message& message, const std::vector<Joint>& joints) {
  std::vector<Clause> clauses;
  for (std::size_t i = 0; i <= joints.size(); ++i) {
    const Span span{i == 0 ? 0 : joints[i - 1].end, i < joints.size() ? joints[i].begin : message.text.text().size()};
    const Message clause(message.text.original(message.text.original_span(span.begin, span.end)), message);
    clauses.push_back({span, admitted(dialog, find_firm_requests(dialog, clause))});
  }
  return clauses;
}

// Returns the params of the intent that the text matches, or of the open intent if it matches none.
OwnParams own_params(const Dialog& dialog, const Message& message) {
  const std::vector<Evidence> found = admitted(dialog, find_firm_requests(dialog, message));
  if (!found.empty()) return {found[0].intent, params_of(dialog, found[0], message, {}, nullptr).values};
  const int open = dialog.open;
  if (open < 0) return {};
  return {open, extract_params(dialog, open, message, nullptr).values};
}

// Returns true if the next request takes a value from the clause, or if the clause answers the open question.
bool belongs_to_another_request(const Dialog& dialog, const Message& message, const std::vector<Clause>& clauses,
                                std::size_t index) {
  const Span span = clauses[index].span;
  const auto original = [&](std::size_t from, std::size_t to) {
    return message.text.original(message.text.original_span(from, to));
  };
  if (const int open = dialog.open; open >= 0) {
    const Message alone(original(span.begin, span.end), message);
    const auto answers = extract_params(dialog, open, alone, nullptr).values;
    if (std::any_of(answers.begin(), answers.end(), is_taken)) return true;
  }
  const auto next = std::find_if(clauses.begin() + static_cast<std::ptrdiff_t>(index), clauses.end(),
                                 [](const Clause& other) { return !other.evidence.empty(); });
  if (next == clauses.end()) return false;
  const Message following(original(span.begin, next->span.end), message);
  const std::size_t end =
      message.text.original_span(span.begin, span.end).end - message.text.original_span(span.begin, span.end).begin;
  const OwnParams wanted = own_params(dialog, following);
  return std::any_of(wanted.values.begin(), wanted.values.end(),
                     [&](const ParamValue& value) { return is_taken(value) && value.span.begin < end; });
}

// Returns true if clause `index` belongs to the text that begins at `begin` and ends before the clause.
bool continues_clause(const Dialog& dialog, const Message& message, const std::vector<Clause>& clauses,
                      std::size_t begin, std::size_t index) {
  const Clause& clause = clauses[index];
  const auto original = [&](std::size_t from, std::size_t to) {
    return message.text.original(message.text.original_span(from, to));
  };
  if (!clause.evidence.empty()) return false;
  if (is_courtesy(Message(original(clause.span.begin, clause.span.end), message).words.text())) return false;
  const Message before(original(begin, clauses[index - 1].span.end), message);
  const Message joined(original(begin, clause.span.end), message);
  const OwnParams alone = own_params(dialog, before);
  const OwnParams all = own_params(dialog, joined);
  if (all.intent < 0 || all.intent != alone.intent || all.values.size() < alone.values.size()) return false;
  const auto owner = static_cast<std::size_t>(all.intent);

  const std::size_t end = before.text.original().size();
  std::vector<ParamValue> firm = all.values;
  dialog.bot.intents[owner].extractor.drop_loose(firm);
  const auto joins = [&](const ParamValue& value) {
    if (!is_taken(value) || value.span.end <= end) return false;
    const config::Param* param = dialog.bot.definition.intents[owner].find_param(value.param);
    return value.span.begin < end ||
           (param && param->list && continues_list(all.values, value, joined.text.original()));
  };
  if (std::any_of(firm.begin(), firm.end(), joins)) return true;

  const bool adds_values = std::any_of(all.values.begin(), all.values.end(), [&](const ParamValue& value) {
    return is_taken(value) && value.span.end > end;
  });
  return adds_values && !belongs_to_another_request(dialog, message, clauses, index);
}

}  // namespace

std::vector<Joint> joints_between_requests(const Dialog& dialog, const Message& message) {
  constexpr std::size_t kMaxSplits = 4;
  std::vector<Joint> all = joints_of(message.text.text());
  if (all.empty()) return all;
  const std::vector<Clause> clauses = clauses_of(dialog, message, all);
  std::vector<Joint> joints;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < all.size() && joints.size() < kMaxSplits; ++i) {
    if (continues_clause(dialog, message, clauses, begin, i + 1)) continue;
    joints.push_back(all[i]);
    begin = all[i].end;
  }
  return joints;
}

}  // namespace parley::intents
