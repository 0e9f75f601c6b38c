// Reads the items of `answers`: the user's questions and their answers.
// Tested by tests/config/reader_answers_test.cc.
#include "config/reader_parts.h"

namespace parley::config {
namespace {

std::optional<Text> as_rule(const Node& node, Diagnostics& findings) {
  Text regex;
  Fields fields(node, "a match of a question", findings);
  if (!fields) return std::nullopt;
  fields.unsupported("template", "list the questions under 'examples', or write a regex");
  fields.unsupported("priority", "the answers are tried in their order");
  fields.required("regex", as_regex, regex);
  return regex.value.empty() ? std::nullopt : std::optional(std::move(regex));
}

void read_questions(Fields& fields, Answer& answer) {
  read_words(fields, answer.examples, answer.regexes);
  if (!fields.has("examples") && !fields.has("match")) {
    fields.missing("examples", "list the questions that this text answers");
  }
}

}  // namespace

void read_words(Fields& fields, std::vector<Text>& examples, std::vector<Text>& regexes) {
  fields.optional("examples", some(as_text), examples);
  fields.optional("match", some(as_rule), regexes);
}

std::optional<Answer> as_answer(const Node& node, Diagnostics& findings) {
  Answer answer;
  Fields fields(node, "an answer", findings);
  if (!fields) return std::nullopt;
  read_questions(fields, answer);
  fields.required("say", as_text_variants, answer.say);
  return answer;
}

std::optional<Answer> as_questions(const Node& node, Diagnostics& findings) {
  Answer answer;
  Fields fields(node, "an answer's translation", findings);
  if (!fields) return std::nullopt;
  fields.unsupported("say", "translate the text under 'texts'");
  read_questions(fields, answer);
  return answer;
}

}  // namespace parley::config
