// Tested by tests/server/sessions_test.
#include "server/routes/bot.h"

#include <algorithm>

#include "parley/bot_graph.h"
#include "parley/protocol.h"
#include "parley/report.h"
#include "server/query.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr std::size_t kSamples = 3;
constexpr std::int64_t kMostLines = 1000;
constexpr std::int64_t kLines = 100;

Value findings_of(const Catalog& catalog) {
  Value::Array findings;
  for (const Diagnostic& finding : catalog.warnings()) findings.push_back(to_value(finding));
  return Value(std::move(findings));
}

template <class Texts>
Value list_of(const Texts& texts) {
  Value::Array out;
  for (const std::string& text : texts) out.emplace_back(text);
  return Value(std::move(out));
}

Value description_of(const IntentGraph& intent, const Catalog& catalog) {
  Value::Array params;
  for (const GraphParam& param : intent.params) {
    params.push_back(Value::Object{{"name", param.id},
                                   {"type", param.type},
                                   {"required", param.required},
                                   {"list", param.list},
                                   {"sensitive", param.sensitive}});
  }
  Value::Object out{
      {"id", intent.id}, {"params", std::move(params)}, {"samples", list_of(catalog.sample(intent.id, kSamples))}};
  if (!intent.description.empty()) out["description"] = intent.description;
  return Value(std::move(out));
}

Value bot_view(const Catalog& catalog) {
  Value::Array intents;
  for (const IntentGraph& intent : bot_graph(catalog).intents) intents.push_back(description_of(intent, catalog));
  return Value::Object{
      {"id", catalog.id()},         {"fingerprint", catalog.fingerprint()}, {"languages", list_of(catalog.languages())},
      {"greets", catalog.greets()}, {"files", list_of(catalog.files())},    {"intents", std::move(intents)}};
}

// A part of a file: at most `limit` lines from `line` on, and the number of all lines.
Value lines_view(std::string_view text, std::int64_t line, std::int64_t limit) {
  Value::Array lines;
  std::int64_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    if (!one.empty() && one.back() == '\r') one.remove_suffix(1);
    if (++number >= line && number - line < limit) lines.push_back(std::string(one));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return Value::Object{{"line", line}, {"lines", std::move(lines)}, {"total", number}};
}

// Reads a number of the query from 1 on. Unset: it is not valid.
std::optional<std::int64_t> number_in(const Call& call, const char* name, std::int64_t usual, std::int64_t most) {
  const std::string* given = call.query.find(name);
  if (!given) return usual;
  const auto number = parse_count(*given, most);
  return number && *number > 0 ? number : std::nullopt;
}

}  // namespace

Answer list_bots(Call& call) {
  Value::Array bots;
  for (const auto& bot : call.service.bots()) {
    if (call.who.bot.empty() || call.who.bot == bot->id()) bots.push_back(Value::Object{{"id", bot->id()}});
  }
  return json_response(Value::Object{{"bots", std::move(bots)}});
}

Answer get_source(Call& call) {
  const auto line = number_in(call, "line", 1, INT32_MAX);
  const auto limit = number_in(call, "limit", kLines, kMostLines);
  if (!line) return problem_response("invalid_request", "'line' must be a whole number from 1 to 2147483647");
  if (!limit) return problem_response("invalid_request", "'limit' must be a whole number from 1 to 1000");
  const auto catalog = call.bot->catalog();
  const std::string* named = call.query.find("file");
  const std::string file = named ? *named : catalog->files().front();
  const std::string* text = bot_source(*catalog, file);
  if (!text) return problem_response("unknown_file");
  Value view = lines_view(*text, *line, *limit);
  (*view.if_object())["file"] = file;
  return json_response(view);
}

Answer get_bot(Call& call) {
  return json_response(call.bot->of_catalog("bot", [](const Catalog& catalog) { return bot_view(catalog).to_json(); }));
}

Answer list_findings(Call& call) {
  return json_response(Value::Object{{"findings", findings_of(*call.bot->catalog())}});
}

Answer reload_bot(Call& call) {
  if (auto fault = Body(call.request().body).fault()) return fault->response();
  const auto changed = call.bot->reload();
  if (!changed) return problem_of(changed.error()).response();
  const auto catalog = call.bot->catalog();
  return json_response(Value::Object{
      {"fingerprint", catalog->fingerprint()}, {"changed", *changed}, {"findings", findings_of(*catalog)}});
}

Answer get_report(Call& call) {
  ReportOptions options;
  options.bot = call.bot->id();
  options.redact = [&call](std::string_view text) { return call.bot->engine().redact(text); };
  ReportBuilder builder(std::move(options));
  if (auto added = builder.add(call.bot->store()); !added) return problem_of(added.error()).response();
  return json_response(render_json(builder.finish()));
}

}  // namespace parley::server
