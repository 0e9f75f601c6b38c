// Tested by tests/intents/bad_bots_test.cc.
#include "config/references.h"

#include <algorithm>
#include <set>

#include "config/aliases.h"
#include "config/by_id.h"
#include "config/cycles.h"
#include "config/http_tool.h"
#include "config/reader_parts.h"
#include "config/several_types.h"
#include "config/unknown_name.h"
#include "config/visitors.h"

namespace parley::config {
namespace {

class References {
 public:
  References(const BotDefinition& bot, const Unread& unread, Diagnostics& findings)
      : bot_(bot),
        unread_(unread),
        findings_(findings),
        intents_(ids_of(bot.intents)),
        tools_(ids_of(bot.tools)),
        types_(ids_of(bot.entities)) {
    types_.insert(types_.end(), built_in_types().begin(), built_in_types().end());
  }

  void check() {
    for (const Intent& intent : bot_.intents) {
      if (findings_.full()) return;
      check_unique(intent);
      for (const Param& param : intent.params) check_param(param);
      for_each_step(intent.steps, [this](const StepDefinition& step) {
        check_tool(step);
        check_call(step);
      });
      for (const Sentences& sentences : intent.sentences) note_lists(sentences);
      check_rephrased(intent);
    }
    for (const TemplateRule& rule : bot_.rules) note_lists(rule.text.value);
    for (const Entity& entity : bot_.entities) note_parts(entity);
    check_mcp_servers();
    check_policies();
    check_aliases(bot_.intents, "intent", findings_);
    check_intent_cycles(bot_, findings_);
    if (!findings_.has_errors()) warn_of_unused();
  }

 private:
  void check_unique(const Intent& intent) {
    const Intent* first = bot_.find_intent(intent.id.value);
    if (first == &intent || intent.id.value.empty()) return;
    findings_.error("E202", intent.id.mark, intent.id.value, "duplicate intent " + quoted(intent.id.value),
                    "the first is " + findings_.place_of(first->id.mark, intent.id.mark));
  }

  void check_param(const Param& param) {
    const std::string& type = param.type.value;
    bool has_days = false;
    for (const std::string& one : types_in(type)) {
      used_entities_.insert(one);
      has_days = has_days || contains_days(one);
      if (one.empty() || unread_.entities || bot_.find_entity(one) || is_built_in_type(one)) continue;
      report_unknown("E204", "type", {one, param.type.mark}, types_, "entities", findings_);
    }
    if (param.in_past && !type.empty() && !unread_.entities && !has_days) {
      findings_.error("E310", param.type.mark, type,
                      "'prefer' does not apply to the type " + quoted(type) + ", which contains no day",
                      "remove 'prefer', or use the type date, datetime, date_range or datetime_range");
    }
    if (param.on_exhausted == Exhausted::kIntent) {
      check_intent(param.exhausted_intent, {"handoff", "default", "skip", "cancel"});
    }
    for (const StepDefinition& check : param.checks) check_validation(*check.as<ToolStep>());
    if (!param.if_unknown) return;
    check_tool(param.if_unknown->step);
    check_call(param.if_unknown->step);
  }

  // A mock and an HTTP tool only succeed or fail, so their check needs `reject`. A tool of the embedding program, and
  // an action of Rasa, can reject by themselves.
  void check_validation(const ToolStep& check) {
    check_tool(check);
    const Tool* tool = bot_.find_tool(check.tool.value);
    if (!tool || rejects(*tool) || !check.reject.empty()) return;
    findings_.error("E213", check.tool.mark, check.tool.value,
                    std::string("this check never rejects a value: its tool is ") +
                        (tool->http  ? "an HTTP tool"
                         : tool->mcp ? "an MCP tool"
                                     : "a mock") +
                        ", and it has no 'reject'",
                    "list under 'reject' the results that reject the value");
  }

  static bool rejects(const Tool& tool) {
    if (tool.http) return tool.http->protocol == HttpTool::Protocol::kRasaAction;
    return tool.kind == Tool::Kind::kHost;
  }

  bool contains_days(const std::string& type) const {
    const Entity* entity = bot_.find_entity(type);
    return type == "date" || type == "datetime" || type == "date_range" || type == "datetime_range" ||
           (entity &&
            (!entity->templates.empty() || (!entity->extends.value.empty() && contains_days(entity->extends.value))));
  }

  // Records the entities that templates use, as {list} or {list:slot}. The compiler in intents/ checks the rest.
  void note_lists(const Sentences& sentences) {
    for (const Text& text : sentences.templates) note_lists(text.value);
    for (const TemplateRule& rule : sentences.rules) note_lists(rule.text.value);
    for (const Entity& list : sentences.lists) note_parts(list);
  }
  void note_parts(const Entity& entity) {
    for (const Text& text : entity.templates) note_lists(text.value);
  }
  void note_lists(const std::string& text) {
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
      used_entities_.insert(text.substr(at + 1, text.find_first_of(":}", at) - at - 1));
    }
  }

  // `words` are the keywords allowed instead of an intent.
  void check_intent(const Text& name, Names words) {
    if (unread_.intents || bot_.find_intent(name.value)) return;
    words.insert(words.end(), intents_.begin(), intents_.end());
    report_unknown("E206", "intent", name, words, "intents", findings_);
  }

  void check_tool(const StepDefinition& step) {
    if (const auto* tool = step.as<ToolStep>()) check_tool(*tool);
  }

  void check_tool(const ToolStep& step) {
    if (step.tool.value.empty()) return;
    used_tools_.insert(step.tool.value);
    const Tool* tool = bot_.find_tool(step.tool.value);
    if (!unread_.tools && !tool) report_unknown("E205", "tool", step.tool, tools_, "tools", findings_);
    if (tool && tool->http) check_request_arguments(*tool, step);
  }

  void check_mcp_servers() {
    for (const Tool& tool : bot_.tools) {
      if (!tool.mcp || tool.mcp->server.value.empty()) continue;
      used_servers_.insert(tool.mcp->server.value);
      if (unread_.tools || bot_.find_mcp_server(tool.mcp->server.value)) continue;
      report_unknown("E216", "MCP server", tool.mcp->server, ids_of(bot_.mcp_servers), "mcp", findings_);
    }
  }

  // Checks that the step passes every argument that the request of the tool names.
  void check_request_arguments(const Tool& tool, const ToolStep& step) {
    for (const std::string& name : arguments_of(*tool.http)) {
      const bool is_given =
          std::any_of(step.with.begin(), step.with.end(), [&](const Argument& given) { return given.name == name; });
      if (is_given) continue;
      findings_.error("E306", step.tool.mark, step.tool.value,
                      "the request of " + quoted(tool.id.value) + " needs the argument " + quoted(name),
                      "add it under 'with'");
    }
  }

  // Checks the call of an intent. Its arguments are params of that intent; its results are params and saved values.
  void check_call(const StepDefinition& step) {
    const Text* called = intent_in(step);
    if (!called || called->value.empty()) return;
    check_intent(*called, {});
    const Intent* intent = bot_.find_intent(called->value);
    if (!intent) return;
    Names names = ids_of(intent->params);
    for (const Argument& argument : arguments_in(step)) {
      if (contains(names, argument.name)) continue;
      report_unknown("E203", "param", {argument.name, argument.mark}, names, "params", findings_);
    }
    const auto note = [&](const StepDefinition& inner) {
      for (const Save& save : saves_in(inner)) names.push_back(save.name);
    };
    for_each_step(intent->steps, note);
    for (const Param& param : intent->params) for_each_step_of(param, note);
    for (const Save& save : saves_in(step)) check_outcome(save, names);
  }

  // Checks that a bot without a language model has no text for it to say in other words.
  void check_rephrased(const Intent& intent) {
    if (bot_.llm) return;
    const auto check = [this](const TextVariants& text) {
      if (!text.may_be_rephrased) return;
      findings_.error("E320", text.any.front().mark, {}, "'rephrase' needs a language model",
                      "add 'llm: {model: ...}', or remove 'rephrase'");
    };
    for (const Param& param : intent.params) {
      if (!param.ask.empty()) check(param.ask.front());
    }
    for_each_step(intent.steps, [&](const StepDefinition& step) {
      if (const auto* say = step.as<SayStep>()) check(say->text);
    });
  }

  // Checks that in "result.status", `status` is one of `names`.
  void check_outcome(const Save& save, const Names& names) {
    if (!is_member_of("result", save.path)) return;
    const std::string path = save.path.substr(save.path.find('.') + 1);
    const std::string name = expr_root(path);
    if (contains(names, name)) return;
    findings_.error("E203", save.mark, save.path, "unknown param " + quoted(name), hint_for(name, names, "params"));
  }

  void check_policies() {
    for_each_step(bot_.on_start.steps, [this](const StepDefinition& step) { check_call(step); });
    if (bot_.fallback.then == Fallback::Then::kIntent) check_intent(bot_.fallback.intent, {"handoff"});
    check_redaction();
  }

  void check_redaction() {
    const Redaction& redaction = bot_.redaction;
    Names types = types_;
    types.insert(types.end(), kPrivateTypes.begin(), kPrivateTypes.end());
    for (const Text& type : redaction.detect) {
      if (unread_.entities || contains(types, type.value)) continue;
      report_unknown("E204", "type", type, types, "entities", findings_);
    }
    if (unread_.intents) return;
    Names params, sensitive;
    for (const Intent& intent : bot_.intents) {
      for (const Param& param : intent.params) (param.sensitive ? sensitive : params).push_back(param.id.value);
    }
    params.insert(params.end(), sensitive.begin(), sensitive.end());
    for (const Text& param : redaction.params) {
      if (!contains(params, param.value)) report_unknown("E203", "param", param, params, "params", findings_);
    }
    Names all = params;
    all.insert(all.end(), types.begin(), types.end());
    for (const Redaction::Policy& policy : redaction.policies) {
      const Text& about = policy.about;
      if (!contains(all, about.value) && !unread_.entities) {
        report_unknown("E203", "param", about, all, "params", findings_);
      } else if (policy.store == Masking::kKeep && contains(sensitive, about.value)) {
        findings_.error("E310", about.mark, about.value, "'store: keep' is not allowed for a sensitive param",
                        "use mask, partial, hash or drop, or remove 'sensitive: true'");
      }
    }
  }

  void warn_of_unused() {
    for (const Tool& tool : bot_.tools) {
      if (used_tools_.count(tool.id.value) == 0) warn("W504", tool.id, "tool", "no step calls it");
    }
    for (const McpServer& server : bot_.mcp_servers) {
      if (used_servers_.count(server.id.value) == 0) warn("W504", server.id, "MCP server", "no tool names it");
    }
    for (const Entity& entity : bot_.entities) {
      if (used_entities_.count(entity.id.value) == 0) warn("W505", entity.id, "entity", "no param has this type");
    }
  }
  void warn(const char* code, const Text& id, const char* kind, const char* hint) {
    findings_.warning(code, id.mark, id.value, std::string("unused ") + kind + " " + quoted(id.value), hint);
  }

  const BotDefinition& bot_;
  const Unread& unread_;
  Diagnostics& findings_;
  Names intents_, tools_, types_;
  std::set<std::string, std::less<>> used_tools_, used_entities_, used_servers_;
};

}  // namespace

void check_references(const BotDefinition& bot, const Unread& unread, Diagnostics& findings) {
  References(bot, unread, findings).check();
}

}  // namespace parley::config
