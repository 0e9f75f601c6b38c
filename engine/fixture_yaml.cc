#include "engine/fixture_yaml.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "base/time.h"

namespace parley::engine {
namespace {

using Kind = FixtureTurn::Kind;
using Lines = std::vector<std::pair<std::string, std::string>>;  // keys with their values, as written

// Needs no quotes, wherever it stands.
bool is_plain(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_inner = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || std::string_view(" _-.?!'/@").find(c) != std::string_view::npos;
  };
  return !text.empty() && is_letter(text.front()) && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), is_inner) && text != "true" && text != "false" && text != "null";
}

// A character that a screen does not show, or that turns the direction of what it shows.
bool is_invisible(char32_t c) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},  {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return c >= range.first && c <= range.second; });
}

// A text that could be read as something else is quoted. JSON's quotes are YAML's; an invisible character is escaped.
std::string quoted(const std::string& text) {
  if (is_plain(text)) return text;
  const std::string json = Value(text).to_json();
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t c = base::next_code_point(json, at);
    if (!is_invisible(c)) {
      out.append(json, begin, at - begin);
      continue;
    }
    char escape[12];
    std::snprintf(escape, sizeof escape, c > 0xFFFF ? "\\U%08X" : "\\u%04X", static_cast<unsigned>(c));
    out += escape;
  }
  return out;
}

template <class Items, class Write>
std::string list(const Items& items, Write write) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + write(item);
  return "[" + out + "]";
}

// JSON is YAML, all but its lack of spaces, which only looks bad.
std::string value(const Value& held) {
  if (const std::string* text = held.if_string()) return quoted(*text);
  if (const Value::Array* items = held.if_array()) return list(*items, value);
  const Value::Object* members = held.if_object();
  if (!members) return held.to_json();
  std::string out;
  for (const auto& [name, member] : *members) out += (out.empty() ? "" : ", ") + quoted(name) + ": " + value(member);
  return "{" + out + "}";
}

std::string outcome(const ToolOutcome& outcome) {
  switch (outcome.kind) {
    case ToolOutcome::Kind::kTimeout: return "{timeout: true}";
    case ToolOutcome::Kind::kRejected: return "{rejected: " + value(outcome.data) + "}";
    case ToolOutcome::Kind::kOk: return "{result: " + value(outcome.data) + "}";
    default: break;
  }
  const std::string offer = outcome.offer() ? ", offer: " + value(outcome.data) : "";
  return "{error: " + quoted(outcome.error.empty() ? "failed" : outcome.error) + offer + "}";
}

Value::Array ambiguous_as_value(const std::vector<OwnUnderstanding::Readings>& ambiguous) {
  Value::Array groups;
  for (const auto& readings : ambiguous) {
    Value::Array group;
    for (const auto& [param, read] : readings) group.push_back(Value::Object{{"param", param}, {"value", read}});
    groups.push_back(Value(std::move(group)));
  }
  return groups;
}

Value as_value(const OwnUnderstanding::Wish& wish) {
  Value::Object object{{"intent", wish.intent}, {"params", wish.params}};
  if (!wish.ambiguous.empty()) object["ambiguous"] = ambiguous_as_value(wish.ambiguous);
  return Value(std::move(object));
}

std::string understanding(const OwnUnderstanding& own) {
  Value::Object object;
  if (own.intent) object["intent"] = *own.intent;
  if (!own.params.empty()) object["params"] = own.params;
  if (own.act != Act::kInform || object.empty()) object["act"] = name_of(own.act);
  Value::Array further;
  for (const OwnUnderstanding::Wish& wish : own.further) further.push_back(as_value(wish));
  if (further.size() == 1) object["second"] = std::move(further.front());
  if (further.size() > 1) object["further"] = std::move(further);
  if (!own.change.empty()) object["change"] = Value::Array(own.change.begin(), own.change.end());
  if (const auto* number = std::get_if<std::int64_t>(&own.choose)) object["choose"] = *number;
  if (const auto* label = std::get_if<std::string>(&own.choose)) object["choose"] = *label;
  if (!own.ambiguous.empty()) object["ambiguous"] = ambiguous_as_value(own.ambiguous);
  return value(Value(std::move(object)));
}

std::pair<std::string, std::string> deed(const FixtureTurn& turn) {
  switch (turn.kind) {
    case Kind::kUser: return {"user", quoted(turn.user)};
    case Kind::kUnderstanding: return {"understanding", understanding(turn.understanding)};
    case Kind::kEvent: return {"event", name_of(turn.event)};
    case Kind::kToolResult: return {"tool_result", outcome(turn.outcome)};
    case Kind::kRestart: return {"restart", "true"};
    case Kind::kWait: return {"wait", std::to_string(turn.wait) + "ms"};
    case Kind::kAgain: return {"again", "true"};
    case Kind::kBot: return {"bot", quoted(turn.bot)};
  }
  return {};
}

std::string reply(const ExpectedReply& line) { return quoted((line.contained ? "~" : "") + line.text); }

std::string call(const ExpectedCall& call) { return "{" + quoted(call.tool) + ": " + value(Value(call.args)) + "}"; }

Lines lines_of(const FixtureTurn& turn) {
  Lines lines{deed(turn)};
  const auto text = [&](const char* key, const std::optional<std::string>& expected) {
    if (expected) lines.emplace_back(key, quoted(*expected));
  };
  if (turn.context) lines.emplace_back("context", value(*turn.context));
  if (!turn.calls.empty()) lines.emplace_back("calls", list(turn.calls, call));
  if (turn.reply)
    lines.emplace_back("reply", turn.reply->size() == 1 ? reply(turn.reply->front()) : list(*turn.reply, reply));
  text("intent", turn.intent);
  text("waiting", turn.waiting);
  if (turn.attempt) lines.emplace_back("attempt", std::to_string(*turn.attempt));
  if (turn.options) lines.emplace_back("options", list(*turn.options, quoted));
  if (turn.params) lines.emplace_back("params", value(Value(*turn.params)));
  text("status", turn.status);
  text("handoff", turn.handoff);
  text("reason", turn.reason);
  return lines;
}

Lines lines_of(const Fixture& fixture) {
  Lines lines{{"conversation", quoted(fixture.name)}};
  if (!fixture.bot.empty()) lines.emplace_back("bot", quoted(fixture.bot));
  if (fixture.clock != kDefaultClock) lines.emplace_back("clock", base::format_iso8601(fixture.clock));
  if (!fixture.context.is_null()) lines.emplace_back("context", value(fixture.context));
  std::string tools;
  for (const auto& [name, answers] : fixture.tools) {
    tools +=
        (tools.empty() ? "" : ", ") + quoted(name) + ": " + (answers.empty() ? "{host: true}" : list(answers, outcome));
  }
  if (!tools.empty()) lines.emplace_back("tools", "{" + tools + "}");
  if (!fixture.secrets.empty()) lines.emplace_back("secrets", list(fixture.secrets, quoted));
  return lines;
}

// The lines of a map; as an item of a list its first line has the dash.
void write(const Lines& lines, const std::string& indent, bool is_item, std::string& out) {
  bool first = is_item;
  for (const auto& [key, written] : lines) {
    out += indent + (first ? "- " : is_item ? "  " : "") + key + ": " + written + "\n";
    first = false;
  }
}

}  // namespace

std::string to_yaml(const std::vector<Fixture>& fixtures) {
  const bool several = fixtures.size() != 1;
  const std::string indent = several ? "  " : "";
  std::string out = several ? "conversations:\n" : "";
  for (const Fixture& fixture : fixtures) {
    write(lines_of(fixture), indent, several, out);
    out += indent + (several ? "  " : "") + "turns:\n";
    for (const FixtureTurn& turn : fixture.turns) {
      write(lines_of(turn), indent + (several ? "    " : "  "), true, out);
      if (&turn != &fixture.turns.back()) out += "\n";
    }
  }
  return out;
}

}  // namespace parley::engine
