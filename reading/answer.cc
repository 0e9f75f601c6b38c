#include "reading/answer.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "models/json_answer.h"

namespace parley::reading {
namespace {

constexpr std::size_t kMostItems = 20;  // of any list
constexpr std::size_t kLongestText = 4000;
constexpr std::int64_t kHighestNumber = 1000;  // of an entry
constexpr const char* kMembers[] = {"intents", "answers", "options", "questions", "change", "act"};
constexpr std::pair<const char*, Act> kActs[] = {
    {"inform", Act::kInform}, {"cancel", Act::kCancel}, {"human", Act::kHuman}, {"dont_know", Act::kDontKnow}};

class AnswerParser {
 public:
  Result<Answer> run(const Value& root) {
    Answer answer;
    if (!root.if_object()) return models::invalid_answer("the answer must be a JSON object");
    bool is_answer = false;
    for (const char* member : kMembers) is_answer = is_answer || root.find(member);
    if (!is_answer)
      return models::invalid_answer("the answer has none of the members that were asked for, such as 'intents'");
    each(root, "intents", [&](const Value& item) {
      GivenIntent& intent = answer.intents.emplace_back();
      intent.id = text_of(item, "id", true);
      intent.params = values_of(item, "params");
    });
    answer.answers = values_of(root, "answers");
    answer.options = entries_of(root, "options");
    answer.questions = entries_of(root, "questions");
    each(root, "change", [&](const Value& item) {
      if (!item.if_string()) return fail("'change' must be a list of names");
      answer.change.push_back(*item.if_string());
    });
    const std::string act = text_of(root, "act", false);
    for (const auto& [word, meant] : kActs) {
      if (act == word) answer.act = meant;
    }
    if (!problem_.empty()) return models::invalid_answer(problem_);
    return answer;
  }

 private:
  void fail(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
  }

  template <class Take>
  void each(const Value& object, const char* member, const Take& take) {
    const Value* list = object.find(member);
    if (!list || list->is_null()) return;
    const Value::Array* items = list->if_array();
    if (!items) return fail(std::string("'") + member + "' must be a list");
    if (items->size() > kMostItems) return fail(std::string("'") + member + "' has too many items");
    for (const Value& item : *items) take(item);
  }

  std::vector<GivenValue> values_of(const Value& object, const char* member) {
    std::vector<GivenValue> values;
    each(object, member, [&](const Value& item) {
      values.push_back({text_of(item, "name", true), text_of(item, "words", true), text_of(item, "value", false)});
    });
    return values;
  }

  std::vector<GivenEntry> entries_of(const Value& object, const char* member) {
    std::vector<GivenEntry> entries;
    each(object, member, [&](const Value& item) {
      entries.push_back({number_of(item), text_of(item, "words", true)});
    });
    return entries;
  }

  // Other numbers than those of a list are 0, which is no entry.
  int number_of(const Value& object) {
    const Value* value = object.if_object() ? object.find("number") : nullptr;
    const std::int64_t* number = value ? value->if_int() : nullptr;
    if (!number) fail("'number' must be a whole number");
    return number && *number > 0 && *number <= kHighestNumber ? static_cast<int>(*number) : 0;
  }

  // A member that is null counts as missing, because a strict schema cannot omit it.
  std::string text_of(const Value& object, const char* member, bool is_required) {
    const Value* value = object.if_object() ? object.find(member) : nullptr;
    const bool is_missing = !value || value->is_null();
    const std::string* text = is_missing ? nullptr : value->if_string();
    if (!text && (is_required || !is_missing)) fail(std::string("'") + member + "' must be a text");
    if (!text) return {};
    if (text->size() > kLongestText) fail(std::string("'") + member + "' is too long");
    return *text;
  }

  std::string problem_;
};

Value list_value(const std::vector<GivenValue>& values) {
  Value::Array list;
  for (const GivenValue& given : values) {
    Value::Object item{{"name", given.param}, {"words", given.words}};
    if (!given.value.empty()) item["value"] = given.value;
    list.push_back(Value(std::move(item)));
  }
  return list;
}

Value list_value(const std::vector<GivenEntry>& entries) {
  Value::Array list;
  for (const GivenEntry& entry : entries) {
    list.push_back(Value::Object{{"number", entry.number}, {"words", entry.words}});
  }
  return list;
}

}  // namespace

Result<Answer> parse_answer(std::string_view text) {
  const auto root = models::parse_json_answer(text);
  if (!root) return Unexpected(root.error());
  return AnswerParser().run(*root);
}

Value to_value(const Answer& answer) {
  Value::Object out;
  Value::Array intents;
  for (const GivenIntent& intent : answer.intents) {
    Value::Object item{{"id", intent.id}};
    if (!intent.params.empty()) item["params"] = list_value(intent.params);
    intents.push_back(Value(std::move(item)));
  }
  if (!intents.empty()) out["intents"] = std::move(intents);
  if (!answer.answers.empty()) out["answers"] = list_value(answer.answers);
  if (!answer.options.empty()) out["options"] = list_value(answer.options);
  if (!answer.questions.empty()) out["questions"] = list_value(answer.questions);
  if (!answer.change.empty()) out["change"] = Value::Array(answer.change.begin(), answer.change.end());
  if (answer.act != Act::kInform || out.empty()) out["act"] = to_string(answer.act);
  return Value(std::move(out));
}

Value answer_schema() {
  using models::list_schema;
  using models::object_schema;
  using models::typed;
  const Value text_or_null = Value::Object{{"type", Value::Array{"string", "null"}}};
  const Value value = object_schema({{"name", typed("string")}, {"words", typed("string")}, {"value", text_or_null}});
  const Value entry = object_schema({{"number", typed("integer")}, {"words", typed("string")}});
  Value::Array acts;
  for (const auto& [word, act] : kActs) acts.push_back(word);
  return object_schema(
      {{"intents", list_schema(object_schema({{"id", typed("string")}, {"params", list_schema(value)}}))},
       {"answers", list_schema(value)},
       {"options", list_schema(entry)},
       {"questions", list_schema(entry)},
       {"change", list_schema(typed("string"))},
       {"act", Value::Object{{"type", "string"}, {"enum", std::move(acts)}}}});
}

}  // namespace parley::reading
