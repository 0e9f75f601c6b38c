// Builds the services of an engine's bot, and replaces the bot by a newer version.
//
// Tested by tests/engine/replace_catalog_test.cc.
#include <utility>

#include "base/sip_hash.h"
#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "engine/retention.h"
#include "engine/session_limits.h"

namespace parley {

using engine::caught;

namespace {

Result<void> check_tools(const ToolFunctions& tools, const config::BotDefinition& bot) {
  for (const auto& [name, function] : tools) {
    if (bot.find_tool(name)) continue;
    return Unexpected(ErrorCode::kUnknownTool, "the bot declares no tool '" + name + "'; add it under `tools:`");
  }
  return {};
}

}  // namespace

// Builds all services before it changes the engine, so that an error changes nothing.
Result<void> Engine::Impl::use(std::shared_ptr<const Catalog> catalog, ToolFunctions tools,
                               const engine::BotServices* former) {
  const config::BotDefinition& bot = intents::definition_of(*catalog);
  if (auto known = check_tools(tools, bot); !known) return known;
  auto memory = memory_of(bot);
  if (!memory) return Unexpected(memory.error());
  auto knowledge = engine::KnowledgeBase::make(*catalog);
  if (!knowledge) return Unexpected(knowledge.error());
  auto redactor = std::make_shared<const engine::Redactor>(catalog, options.telemetry_key, options.user_key,
                                                           former ? former->redactor.get() : nullptr);
  auto report_context = std::make_shared<const engine::ReportContext>(
      engine::ReportContext{services.telemetry.key(), engine::TelemetryNames(bot), redactor});
  auto made = std::make_shared<engine::BotServices>(
      engine::BotServices{catalog, std::move(redactor), std::move(report_context), std::move(*memory), options.user_key,
                          base::sip_key(options.user_key), std::move(tools)});
  auto contexts =
      context::ContextService::make(engine::without_past_retention(services.store, std::move(catalog), services.clock),
                                    made->memory, context_tools(*made));
  if (!contexts) return Unexpected(contexts.error());
  made->contexts = std::move(*contexts);
  made->knowledge = std::move(*knowledge);
  const bool is_swept = bot.session.retention > 0 || made->memory.offload;
  services.bot.set(std::move(made));
  if (is_swept) sweeper.start(options.sweep_every, [this] { (void)sweep(); });
  return {};
}

Result<void> Engine::Impl::replace(std::shared_ptr<const Catalog> catalog, ToolFunctions tools) {
  if (!catalog) return Unexpected(ErrorCode::kInvalidRequest, "replace_catalog() needs a catalog");
  const std::lock_guard lock(replacing);
  const auto former = bot();
  if (catalog->id() != former->catalog->id()) {
    return Unexpected(ErrorCode::kInvalidRequest, "the engine runs the bot '" + former->catalog->id() +
                                                      "', and the catalog is of the bot '" + catalog->id() +
                                                      "'; create an engine for it");
  }
  for (const auto& [name, function] : former->tools) {
    if (intents::definition_of(*catalog).find_tool(name)) tools.emplace(name, function);
  }
  return use(std::move(catalog), std::move(tools), former.get());
}

Result<MemoryOptions> Engine::Impl::memory_of(const config::BotDefinition& bot) const {
  return caught("the bot's memory could not be adjusted: ", [&]() -> Result<MemoryOptions> {
    MemoryOptions memory = bot.memory;
    if (options.adjust_memory) options.adjust_memory(memory);
    return memory;
  });
}

// `bot` owns the ContextService that calls these functions, so they may capture its address. `redact` may not capture
// it, because a processor that timed out may still call `redact` on its thread after the bot is destroyed. `redact`
// therefore shares the redactor.
context::ContextServiceTools Engine::Impl::context_tools(const engine::BotServices& bot) const {
  context::ContextServiceTools tools;
  tools.clock = services.clock;
  if (bot.memory.summaries == MemoryOptions::Summaries::kHost) tools.summarizer = options.summarizer;
  tools.counter = options.count_tokens;
  tools.redact = [redactor = bot.redactor](std::string_view text, const SessionState& state) {
    return redactor->for_display(text, state);
  };
  tools.processors = options.processors;
  tools.is_over = [this, &bot](const SessionState& state) {
    return engine::is_over(state, bot.definition().session, services.clock->now());
  };
  tools.embed = options.embed;
  tools.rewrite = options.rewrite;
  tools.on_summary = [this, &bot](std::string_view session, const Summary& summary, std::int64_t upto) {
    publish_summary(bot, session, summary, upto);
  };
  return tools;
}

void Engine::Impl::publish_summary(const engine::BotServices& bot, std::string_view session, const Summary& summary,
                                   std::int64_t upto) const {
  auto events = events_of(bot, session, services.telemetry.moment());
  // A session that was erased after its summary was stored gets no event. If the session is erased later, send() drops
  // the event.
  const auto state = services.store->load(session);
  if (!state || !*state) return;
  events.event("memory")
      .text("what", "summary")
      .text("by", engine::SafeText::word(to_string(summary.source)))
      .text("refusal", engine::SafeText::word(to_string(summary.refusal)))
      .count("upto", upto)
      .count("bytes", static_cast<std::int64_t>(summary.text.size()));
  events.send();
}

std::shared_ptr<const Catalog> Engine::catalog() const { return impl_->bot()->catalog; }

Result<void> Engine::replace_catalog(std::shared_ptr<const Catalog> catalog, ToolFunctions tools) {
  return caught("the catalog could not be replaced: ",
                [&] { return impl_->replace(std::move(catalog), std::move(tools)); });
}

}  // namespace parley
