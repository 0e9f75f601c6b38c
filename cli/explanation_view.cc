// Tested by tests/cli/explain_test.
#include "cli/explanation_view.h"

#include <string>
#include <string_view>

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

}  // namespace

void print_explanation(const Value& explanation) {
  const std::string intent = text_of(explanation, "intent");
  fmt::print("act     {}\n", text_of(explanation, "act"));
  fmt::print("intent  {}\n", intent.empty() ? "none" : paint(intent, Colour::kStrong));
  print_candidates(list_of(explanation, "candidates"));
  print_values("param", list_of(explanation, "params"));
  print_ambiguous("one of", list_of(explanation, "ambiguous"));
  print_values("answer", list_of(explanation, "answers"));
  print_ambiguous("answer, one of", list_of(explanation, "ambiguous_answers"));
  print_further(list_of(explanation, "further"));
  print_verdicts(list_of(explanation, "verdicts"));
  const Value::Array& notes = list_of(explanation, "notes");
  if (!notes.empty()) fmt::print("\n");
  for (const Value& note : notes) fmt::print("- {}\n", printable(note.to_text()));
}

}  // namespace parley::cli
