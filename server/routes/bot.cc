// Tested by tests/server/sessions_test.
#include "server/routes/bot.h"

#include "parley/bot_graph.h"
#include "parley/protocol.h"
#include "parley/report.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr std::size_t kSamples = 3;

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

}  // namespace

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
