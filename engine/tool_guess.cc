#include "engine/tool_guess.h"

#include <map>
#include <optional>

#include "engine/steps.h"

namespace parley::engine {
namespace {

using config::StepDefinition;
using Said = std::map<std::string, std::string>;

// What stands for each placeholder in a reply made from the wording; none when it was not.
std::optional<Said> read_back(const config::Template& wording, std::string_view reply) {
  Said said;
  std::size_t at = 0;
  const std::string* open = nullptr;  // the placeholder whose value begins at `at`
  for (const config::Template::Piece& piece : wording.pieces) {
    if (!piece.format.empty()) return std::nullopt;
    std::size_t found = open && piece.literal.empty() ? reply.size() : reply.find(piece.literal, at);
    if (found == std::string_view::npos || (!open && found != at)) return std::nullopt;
    if (open) said[*open] = reply.substr(at, found - at);
    at = found + piece.literal.size();
    open = piece.placeholder.empty() ? nullptr : &piece.placeholder;
    if (at > reply.size()) return std::nullopt;
  }
  if (open) said[*open] = reply.substr(at);
  if (!open && at != reply.size()) return std::nullopt;
  return said;
}

Value typed(const std::string& text) {
  double ignored = 0;
  if (const auto number = Value::parse(text); number && number->get_number(ignored)) return *number;
  return Value(text);
}

void put(Value::Object& object, std::string_view path, Value value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    object.insert_or_assign(std::string(path), std::move(value));
    return;
  }
  Value& member = object[std::string(path.substr(0, dot))];
  if (!member.if_object()) member = Value(Value::Object());
  put(*member.if_object(), path.substr(dot + 1), std::move(value));
}

Said said_by(const config::Intent& intent, const std::vector<std::string>& replies) {
  Said all;
  for_each_step(intent.steps, [&](const StepDefinition& step) {
    if (step.kind != StepDefinition::Kind::kSay) return;
    for (const std::string& reply : replies) {
      config::for_each_way(step.say, [&](const config::Template& way) {
        if (auto said = read_back(way, reply)) all.merge(*said);
      });
    }
  });
  return all;
}

}  // namespace

Value guessed_result(const config::BotDefinition& bot, const std::string& tool,
                     const std::vector<std::string>& replies) {
  Value::Object scope{{"result", Value::Object()}};
  for (const config::Intent& intent : bot.intents) {
    const Said said = said_by(intent, replies);
    for_each_step(intent.steps, [&](const StepDefinition& step) {
      if (step.tool.value != tool) return;
      for (const StepDefinition::Save& save : step.save) {
        const auto known = said.find(save.name);
        if (known != said.end() || !Value(scope).at_path(save.path)) {
          put(scope, save.path, known == said.end() ? Value(save.name) : typed(known->second));
        }
      }
    });
  }
  return scope["result"];
}

}  // namespace parley::engine
