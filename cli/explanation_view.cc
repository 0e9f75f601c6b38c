// Tested by tests/cli/explain_test.
#include "cli/explanation_view.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/table.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

std::string text_of(const Value& object, std::string_view member) {
  const Value* value = object.find(member);
  return value == nullptr ? "" : printable(value->to_text());
}

bool is_true(const Value& object, std::string_view member) {
  const Value* value = object.find(member);
  return value != nullptr && *value == Value(true);
}

// Formats the span [9, 15] as "9..15".
std::string bytes_of(const Value& object) {
  const Value* begin = object.at_path("span.0");
  const Value* end = object.at_path("span.1");
  return begin == nullptr || end == nullptr ? "" : begin->to_text() + ".." + end->to_text();
}

const Value::Array& list_of(const Value& object, std::string_view member) {
  static const Value::Array none;
  const Value* value = object.find(member);
  return value == nullptr || value->if_array() == nullptr ? none : *value->if_array();
}

void print_candidates(const Value::Array& candidates) {
  if (candidates.empty()) return;
  Table table({{"candidate"}, {"rule"}, {"bytes"}, {"priority", Table::Align::kRight}, {"from"}});
  for (const Value& candidate : candidates) {
    table.add({text_of(candidate, "intent"), text_of(candidate, "rule"), bytes_of(candidate),
               text_of(candidate, "priority"), text_of(candidate, "source")});
  }
  fmt::print("\n");
  table.print();
}

void print_values(const char* title, const Value::Array& values) {
  if (values.empty()) return;
  Table table({{title}, {"value"}, {"as written"}, {"bytes"}, {"rejected because"}});
  for (const Value& value : values) {
    const std::string op = text_of(value, "op");  // for a list: "remove apple"
    table.add({text_of(value, "param"), (op.empty() ? op : op + " ") + text_of(value, "value"), text_of(value, "raw"),
               bytes_of(value), text_of(value, "rejection")});
  }
  fmt::print("\n");
  table.print();
}

// Prints groups of readings; one reading of each group is meant.
void print_ambiguous(const char* title, const Value::Array& groups) {
  for (const Value& readings : groups) {
    if (readings.if_array()) print_values(title, *readings.if_array());
  }
}

// Prints the other intents in the message.
void print_further(const Value::Array& intents) {
  for (const Value& intent : intents) {
    fmt::print("\nfurther intent {}\n", paint(text_of(intent, "intent"), Colour::kStrong));
    print_values("param", list_of(intent, "params"));
    print_ambiguous("one of", list_of(intent, "ambiguous"));
  }
}

void print_verdicts(const Value::Array& verdicts) {
  if (verdicts.empty()) return;
  Table table({{"intent"}, {"matched"}, {"why"}});
  for (const Value& verdict : verdicts) {
    table.add({text_of(verdict, "intent"), is_true(verdict, "matched") ? "yes" : "no", text_of(verdict, "reason")});
  }
  fmt::print("\n");
  table.print();
}

// Prints lines under a label: "why      First.\n         Second.\n".
void print_labelled(std::string_view label, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) fmt::print("{:<9}{}\n", i == 0 ? label : "", lines[i]);
}

const Value& understanding_of(const Turn& turn) {
  static const Value none;
  const Value* understanding = turn.explain.find("understanding");
  return understanding == nullptr ? none : *understanding;
}

Span span_of(const Value& object) {
  const auto member = [&](std::string_view path) {
    const Value* value = object.at_path(path);
    const std::int64_t* number = value ? value->if_int() : nullptr;
    return number && *number > 0 ? static_cast<std::size_t>(*number) : std::size_t{0};
  };
  return {member("span.0"), member("span.1")};
}

// Formats an act: correct amount "60".
std::string act_line(const Value& act, std::string_view text) {
  std::string line = text_of(act, "act");
  for (const char* member : {"kind", "role", "meaning", "intent", "param", "passage", "type"}) {
    if (const std::string detail = text_of(act, member); !detail.empty() && detail != "now") line += ' ' + detail;
  }
  const auto [begin, end] = span_of(act);
  if (begin < end && end <= text.size()) {
    line += fmt::format(" \"{}\"", printable(text.substr(begin, end - begin)));
  }
  return line;
}

std::vector<std::string> act_lines(const Value::Array& acts, std::string_view text) {
  std::vector<std::string> lines;
  for (const Value& act : acts) lines.push_back(act_line(act, text));
  return lines;
}

void print_next_reading(const Value* next, std::string_view text) {
  if (!next) return;
  std::vector<std::string> lines = act_lines(list_of(*next, "acts"), text);
  lines.push_back(fmt::format("decided by: {}", text_of(*next, "decided_by")));
  print_labelled("next", lines);
}

void add_lines(std::string_view text, std::vector<std::string>& lines) {
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = text.find('\n', begin);
    lines.push_back(printable(text.substr(begin, end - begin)));
  }
}

// What a step shows or does in addition to the texts. Empty: nothing.
std::string beside_texts(const Step& step, bool is_call_open) {
  if (const auto* ask = std::get_if<AskUser>(&step); ask && !ask->options.empty()) {
    return fmt::format("[quick replies: {}]", printable(fmt::format("{}", fmt::join(ask->options, " | "))));
  }
  if (const auto* handoff = std::get_if<Handoff>(&step)) {
    return fmt::format("[a person takes over: {}]", printable(handoff->reason));
  }
  if (const auto* call = std::get_if<ToolCall>(&step); call && is_call_open) {
    return fmt::format("[waits for the tool {}, which your program runs with {}]", printable(call->name),
                       printable(Value(call->args).to_json()));
  }
  return {};
}

void print_runners_up(const Value::Array& runners_up) {
  if (runners_up.empty()) return;
  Table table({{"runner-up"}, {"confidence", Table::Align::kRight}, {"why not"}});
  for (const Value& one : runners_up) {
    const Value* confidence = one.find("confidence");
    const double share = confidence && confidence->if_double() ? *confidence->if_double() : 0;
    table.add(
        {text_of(one, "intent"), share > 0 && share < 1 ? fmt::format("{:.2f}", share) : "", text_of(one, "lacked")});
  }
  fmt::print("\n");
  table.print();
}

// The first passage has a sentence of its own among the reasons.
void print_passages(const Value::Array& passages) {
  if (passages.size() < 2) return;
  Table table({{"passage"}, {"score", Table::Align::kRight}, {"why not"}});
  for (const Value& one : passages) {
    const Value* score = one.find("score");
    table.add({text_of(one, "source"), fmt::format("{:.2f}", score && score->if_double() ? *score->if_double() : 0),
               text_of(one, "lacked")});
  }
  fmt::print("\n");
  table.print();
}

}  // namespace

std::vector<std::string> reasons_in(const Turn& turn) {
  std::vector<std::string> reasons;
  for (const Value& sentence : list_of(understanding_of(turn), "why")) reasons.push_back(printable(sentence.to_text()));
  for (const std::string& said : sentences_of(turn.trace)) {
    std::string sentence = printable(said);
    if (std::find(reasons.begin(), reasons.end(), sentence) == reasons.end()) reasons.push_back(std::move(sentence));
  }
  return reasons;
}

void print_reply(const Turn& turn) {
  std::vector<std::string> lines;
  for (const std::string& text : turn.say) add_lines(text, lines);
  for (const Step& step : turn.steps) {
    std::string line = beside_texts(step, turn.status == TurnStatus::kToolCall);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  if (lines.empty()) lines.emplace_back("[nothing]");
  print_labelled("reply", lines);
}

void print_reasons(const Turn& turn, std::string_view text) {
  print_labelled("intent", {turn.intent ? paint(printable(*turn.intent), Colour::kStrong) : "none"});
  print_labelled("acts", act_lines(list_of(understanding_of(turn), "acts"), text));
  print_next_reading(understanding_of(turn).find("next_reading"), text);
  print_labelled("why", reasons_in(turn));
  print_runners_up(list_of(understanding_of(turn), "runners_up"));
  print_passages(list_of(understanding_of(turn), "passages"));
}

void print_details(const Turn& turn) {
  const Value& heard = understanding_of(turn);
  fmt::print("\nact     {}\n", text_of(heard, "act"));
  print_candidates(list_of(heard, "candidates"));
  print_values("param", list_of(heard, "params"));
  print_ambiguous("one of", list_of(heard, "ambiguous"));
  print_values("answer", list_of(heard, "answers"));
  print_ambiguous("answer, one of", list_of(heard, "ambiguous_answers"));
  print_further(list_of(heard, "further"));
  print_verdicts(list_of(heard, "verdicts"));
  const Value::Array& notes = list_of(heard, "notes");
  if (!notes.empty()) fmt::print("\n");
  for (const Value& note : notes) fmt::print("- {}\n", printable(note.to_text()));
  if (!turn.trace.empty()) fmt::print("\ndecisions\n");
  for (const TraceEvent& event : turn.trace) fmt::print("- {}\n", printable(to_string(event)));
}

}  // namespace parley::cli
