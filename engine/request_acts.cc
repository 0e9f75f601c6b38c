#include "engine/request_acts.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace parley::engine {
namespace {

using AsRequest = acts::Request::Role;
using Meaning = acts::Choose::Meaning;
using Commands = acts::Command::Kind;
using Courtesies = acts::Courtesy::Kind;

constexpr std::array kRoles{AsRequest::kNow, AsRequest::kNext, AsRequest::kDoubtful};
constexpr std::array kMeanings{Meaning::kThese, Meaning::kOneOfThese, Meaning::kNone};
constexpr std::array kCommands{Commands::kCancel, Commands::kCancelAll, Commands::kStartOver, Commands::kRepeat,
                               Commands::kWhy,    Commands::kSkip,      Commands::kDontKnow,  Commands::kPerson};
constexpr std::array kCourtesies{Courtesies::kThanks, Courtesies::kGreeting, Courtesies::kReaction,
                                 Courtesies::kPresence};

// Reads for example: [{"param": "from", "value": "Lyon"}, {"param": "to", "value": "Lyon"}]
NluResult::Readings read_readings(const Value& value, std::size_t least, const std::string& field,
                                  RequestFields& understanding) {
  NluResult::Readings readings;
  const Value::Array* items = value.if_array();
  if (!items || items->size() < least) {
    understanding.fail("'" + field + "' must be " +
                       (least > 1 ? "lists of two readings or more" : "a list of readings"));
  }
  for (const Value& item : items ? *items : Value::Array()) {
    static const Value::Object kNothing;
    const Value::Object* object = item.if_object();
    const std::string whose = "a reading of '" + field + "'";
    RequestFields fields(object ? *object : kNothing, whose.c_str(), "");
    const std::string* param = fields.text("param");
    const Value* read = fields.find("value");
    fields.need(param && read, "param' or 'value");
    if (param && read) readings.emplace_back(*param, *read);
    if (!fields.problem().empty()) understanding.fail("'" + field + "': " + fields.problem());
  }
  return readings;
}

std::vector<ParamValue> values_of_readings(const NluResult::Readings& readings) {
  std::vector<ParamValue> values;
  for (const auto& [param, value] : readings) values.push_back(NluResult::value(param, value));
  return values;
}

// Reads the members of one act.
class ActReader {
 public:
  ActReader(RequestFields& fields, std::string where, bool is_first_request)
      : fields_(fields), where_(std::move(where)), is_first_request_(is_first_request) {}

  // Unset: the act has no kind.
  std::optional<DialogAct> read() {
    DialogAct act;
    const std::string* kind = fields_.text("act");
    fields_.need(kind != nullptr, "act");
    const bool is_known = kind && read_kind(*kind, act.what);
    if (kind && !is_known) {
      fields_.fail("'" + where_ +
                   "act' must be one of: affirm, deny, inform, correct, retract, choose, request, ask, follow_up, "
                   "command, courtesy, closing, remark");
    }
    if (const Value::Array* span = fields_.array("span")) act.span = read_span(*span);
    return is_known ? std::optional(std::move(act)) : std::nullopt;
  }

 private:
  bool read_kind(const std::string& kind, DialogAct::What& what) {
    static constexpr std::pair<const char*, DialogAct::What (ActReader::*)()> kKinds[] = {
        {"affirm", &ActReader::plain<acts::Affirm>},
        {"deny", &ActReader::plain<acts::Deny>},
        {"inform", &ActReader::inform},
        {"correct", &ActReader::correct},
        {"retract", &ActReader::retract},
        {"choose", &ActReader::choose},
        {"request", &ActReader::request},
        {"ask", &ActReader::ask},
        {"follow_up", &ActReader::follow_up},
        {"command", &ActReader::command},
        {"courtesy", &ActReader::courtesy},
        {"closing", &ActReader::plain<acts::Closing>},
        {"remark", &ActReader::plain<acts::Remark>},
    };
    static_assert(std::size(kKinds) == kActKinds, "each kind of act has a reader");
    for (const auto& [name, read_members] : kKinds) {
      if (kind != name) continue;
      what = (this->*read_members)();
      return true;
    }
    return false;
  }

  template <class Plain>
  DialogAct::What plain() {
    return Plain{};
  }

  std::string param() {
    const std::string* param = fields_.text("param");
    fields_.need(param != nullptr, "param");
    return param ? *param : std::string();
  }
  // Null: the member is absent.
  const Value* value() {
    const Value* value = fields_.find("value");
    return value && !value->is_null() ? value : nullptr;
  }

  DialogAct::What inform() {
    acts::Inform inform;
    inform.value.param = param();
    const Value* given = value();
    fields_.need(given != nullptr, "value");
    if (given) inform.value.value = *given;
    if (const std::string* intent = fields_.text("intent")) inform.value.intent = *intent;
    if (const Value* others = fields_.find("or_else")) {
      inform.or_else = values_of_readings(read_readings(*others, 1, where_ + "or_else", fields_));
    }
    return inform;
  }

  DialogAct::What correct() {
    acts::Correct correct;
    correct.by_words = true;
    if (const std::string* param = fields_.text("param")) correct.param = *param;
    if (const Value* given = value()) correct.value = NluResult::value(correct.param, *given);
    return correct;
  }

  DialogAct::What retract() {
    acts::Retract retract;
    retract.value.param = param();
    const Value* given = value();
    retract.value.op = given ? ListOp::kRemove : ListOp::kClear;
    if (given) retract.value.value = *given;
    return retract;
  }

  DialogAct::What choose() {
    acts::Choose choose;
    choose.meaning = named("meaning", kMeanings, Meaning::kThese);
    const Value::Array* options = fields_.array("options");
    for (const Value& option : options ? *options : Value::Array()) {
      const std::int64_t* number = option.if_int();
      const bool is_number = number && *number >= 0 && *number <= 1'000'000;
      if (!is_number) fields_.fail("'" + where_ + "options' must be numbers of choices, from 0");
      choose.options.push_back(is_number ? static_cast<int>(*number) : 0);
    }
    return choose;
  }

  DialogAct::What request() {
    acts::Request request;
    const std::string* intent = fields_.text("intent");
    fields_.need(intent != nullptr, "intent");
    if (intent) request.wanted.candidate.intent = *intent;
    request.role = named("role", kRoles, is_first_request_ ? AsRequest::kNow : AsRequest::kNext);
    read_wanted(request.wanted);
    return request;
  }

  template <class Wanted>
  void read_wanted(Wanted& wanted) {
    if (const Value::Object* params = fields_.object("params")) {
      for (const auto& [name, given] : *params) wanted.params.push_back(NluResult::value(name, given));
    }
    for (const auto& readings : read_ambiguous(fields_, where_))
      wanted.ambiguous.push_back(values_of_readings(readings));
  }

  DialogAct::What ask() {
    const std::string* intent = fields_.text("intent");
    const std::string* param = fields_.text("param");
    const Value* index = fields_.find("answer");
    const std::int64_t* number = index ? index->if_int() : nullptr;
    if (index && !index->is_null() && (!number || *number < 0)) {
      fields_.fail("'" + where_ + "answer' must be the number of an entry of 'answers', from 0");
    }
    if (!intent) {
      if (param || number) fields_.fail("'" + where_ + "intent' is missing");
      return acts::Ask{};
    }
    return acts::Ask{acts::Ask::Entry{*intent, param ? *param : std::string(),
                                      number ? static_cast<std::size_t>(*number) : std::size_t(0)}};
  }

  DialogAct::What follow_up() {
    acts::FollowUp follow_up;
    if (const std::string* intent = fields_.text("intent")) follow_up.intent = *intent;
    read_wanted(follow_up);
    const Value::Array* change = fields_.array("change");
    for (const Value& name : change ? *change : Value::Array()) {
      const std::string* param = name.if_string();
      if (!param) fields_.fail("'" + where_ + "change' must be a list of params");
      if (param) follow_up.named.push_back(*param);
    }
    const auto flag = [&](const char* name) {
      const bool* is_set = fields_.boolean(name);
      return is_set && *is_set;
    };
    follow_up.corrects = flag("corrects");
    follow_up.is_about_another = flag("is_about_another");
    follow_up.asks = flag("asks");
    return follow_up;
  }

  DialogAct::What command() {
    fields_.need(has("kind"), "kind");
    return acts::Command{named("kind", kCommands, Commands::kCancel)};
  }
  DialogAct::What courtesy() {
    fields_.need(has("kind"), "kind");
    return acts::Courtesy{named("kind", kCourtesies, Courtesies::kThanks)};
  }

  bool has(const char* name) {
    const Value* value = fields_.find(name);
    return value && !value->is_null();
  }

  template <class Enum, std::size_t kCount>
  Enum named(const char* name, const std::array<Enum, kCount>& all, Enum otherwise) {
    const std::string* word = fields_.text(name);
    if (!word) return otherwise;
    std::vector<std::string> words;
    for (const Enum one : all) {
      if (*word == parley::to_string(one)) return one;
      words.emplace_back(parley::to_string(one));
    }
    fields_.fail("'" + where_ + name + "' must be one of: " + listed(words));
    return otherwise;
  }

  Span read_span(const Value::Array& ends) {
    const std::int64_t* begin = ends.size() == 2 ? ends[0].if_int() : nullptr;
    const std::int64_t* end = ends.size() == 2 ? ends[1].if_int() : nullptr;
    if (begin && end && *begin >= 0 && *begin <= *end) {
      return {static_cast<std::size_t>(*begin), static_cast<std::size_t>(*end)};
    }
    fields_.fail("'" + where_ + "span' must be the place of the words in bytes: [begin, end]");
    return {};
  }

  RequestFields& fields_;
  const std::string where_;
  const bool is_first_request_;
};

// ---- writing

Value params_object(const std::vector<ParamValue>& values) {
  Value::Object object;
  for (const ParamValue& value : values) object[value.param] = value.value;
  return Value(std::move(object));
}

Value readings_array(const std::vector<ParamValue>& readings) {
  Value::Array array;
  for (const ParamValue& one : readings) array.push_back(Value::Object{{"param", one.param}, {"value", one.value}});
  return Value(std::move(array));
}

// Adds the members of each kind.
struct GivenMembers {
  Value::Object& object;

  void operator()(const acts::Affirm&) const {}
  void operator()(const acts::Deny&) const {}
  void operator()(const acts::Closing&) const {}
  void operator()(const acts::Remark&) const {}
  void operator()(const acts::Inform& inform) const {
    object["param"] = inform.value.param;
    object["value"] = inform.value.value;
    if (!inform.value.intent.empty()) object["intent"] = inform.value.intent;
    if (!inform.or_else.empty()) object["or_else"] = readings_array(inform.or_else);
  }
  void operator()(const acts::Correct& correct) const {
    if (!correct.param.empty()) object["param"] = correct.param;
    if (correct.value) object["value"] = correct.value->value;
  }
  void operator()(const acts::Retract& retract) const {
    object["param"] = retract.value.param;
    if (retract.value.op != ListOp::kClear) object["value"] = retract.value.value;
  }
  void operator()(const acts::Choose& choose) const {
    object["meaning"] = parley::to_string(choose.meaning);
    object["options"] = Value(Value::Array(choose.options.begin(), choose.options.end()));
  }
  void operator()(const acts::Request& request) const {
    object["intent"] = request.wanted.candidate.intent;
    object["role"] = parley::to_string(request.role);
    add_wanted(request.wanted);
  }
  void operator()(const acts::Ask& ask) const {
    const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer);
    if (!entry) return;
    object["intent"] = entry->intent;
    if (!entry->param.empty()) object["param"] = entry->param;
    object["answer"] = static_cast<std::int64_t>(entry->index);
  }
  void operator()(const acts::FollowUp& follow_up) const {
    if (!follow_up.intent.empty()) object["intent"] = follow_up.intent;
    add_wanted(follow_up);
    if (!follow_up.named.empty()) object["change"] = Value::Array(follow_up.named.begin(), follow_up.named.end());
    if (follow_up.corrects) object["corrects"] = true;
    if (follow_up.is_about_another) object["is_about_another"] = true;
    if (follow_up.asks) object["asks"] = true;
  }
  void operator()(const acts::Command& command) const { object["kind"] = parley::to_string(command.kind); }
  void operator()(const acts::Courtesy& courtesy) const { object["kind"] = parley::to_string(courtesy.kind); }

  template <class Wanted>
  void add_wanted(const Wanted& wanted) const {
    if (!wanted.params.empty()) object["params"] = params_object(wanted.params);
    Value::Array ambiguous;
    for (const auto& readings : wanted.ambiguous) ambiguous.push_back(readings_array(readings));
    if (!ambiguous.empty()) object["ambiguous"] = std::move(ambiguous);
  }
};

}  // namespace

std::vector<NluResult::Readings> read_ambiguous(RequestFields& fields, const std::string& where) {
  std::vector<NluResult::Readings> ambiguous;
  const Value::Array* groups = fields.array("ambiguous");
  for (const Value& group : groups ? *groups : Value::Array()) {
    ambiguous.push_back(read_readings(group, 2, where + "ambiguous", fields));
  }
  return ambiguous;
}

std::vector<DialogAct> read_acts(const Value::Array& items, RequestFields& understanding) {
  std::vector<DialogAct> acts;
  bool has_request = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string name = "understanding.acts[" + std::to_string(i) + "]";
    const Value::Object* object = items[i].if_object();
    if (!object) {
      understanding.fail("'" + name + "' must be an object with an 'act'");
      break;
    }
    const std::string whose = "'" + name + "'", prefix = name + ".";
    RequestFields fields(*object, whose.c_str(), prefix.c_str());
    if (auto act = ActReader(fields, prefix, !has_request).read()) {
      has_request = has_request || std::holds_alternative<acts::Request>(act->what);
      acts.push_back(std::move(*act));
    }
    if (!fields.problem().empty()) understanding.fail(fields.problem());
  }
  return acts;
}

Value given_act(const DialogAct& act) {
  Value::Object object{{"act", parley::to_string(act)}};
  std::visit(GivenMembers{object}, act.what);
  if (act.span != Span()) {
    object["span"] = Value::Array{static_cast<std::int64_t>(act.span.begin), static_cast<std::int64_t>(act.span.end)};
  }
  return Value(std::move(object));
}

}  // namespace parley::engine
