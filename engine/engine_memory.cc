// The calls of an engine that make something of a stored conversation: contexts, summaries, topics.
#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "engine/retention.h"
#include "engine/session_lifetime.h"

namespace parley {

using engine::caught;

Result<std::unique_ptr<context::ContextService>> Engine::Impl::make_recall(const EngineOptions& options) {
  context::ContextServiceTools tools;
  tools.clock = place.clock;
  if (place.memory.summaries == MemoryOptions::Summaries::kHost) tools.summarizer = options.summarizer;
  tools.counter = options.count_tokens;
  tools.redact = [this](std::string_view text, const SessionState& state) {
    return place.redactor.for_display(text, state);
  };
  tools.processors = options.processors;
  tools.is_over = [this](const SessionState& state) {
    return engine::is_over(state, place.catalog->definition().session, place.clock->now());
  };
  tools.embed = options.embed;
  tools.rewrite = options.rewrite;
  tools.on_summary = [this](std::string_view session, const Summary& summary, std::int64_t upto) {
    auto events = events_of(session);
    // One that was forgotten since its summary was stored is not told of; of one that goes from here on send() knows.
    const auto state = place.store->load(session);
    if (!state || !*state) return;
    events.event("memory")
        .text("what", "summary")
        .text("by", engine::SafeText::word(to_string(summary.source)))
        .text("refusal", engine::SafeText::word(to_string(summary.refusal)))
        .count("upto", upto)
        .count("bytes", static_cast<std::int64_t>(summary.text.size()));
    events.send();
  };
  return context::ContextService::make(
      engine::without_past_retention(place.store, place.catalog->definition(), place.clock), place.memory,
      std::move(tools));
}

Result<SessionContext> Engine::context(std::string_view session, const ContextQuery& query) {
  return caught("the context could not be made: ", [&] {
    auto events = impl_->events_of(session);
    auto made = impl_->place.recall->context(session, query);
    if (!made) return made;
    const Context& context = made->context;
    // The tokens of the messages before the strategy chose among them. The rest of a long history is not even read.
    const std::int64_t needed = context.steps.back().tokens_before + made->dialog.tokens;
    if (context.max_tokens > 0 && needed > context.max_tokens / 10 * 9) {
      events.event("memory")
          .text("what", engine::SafeText::word(needed > context.max_tokens ? "overflow" : "nearly_full"))
          .text("for", engine::SafeText::word(to_string(query.consumer)))
          .count("tokens", needed)
          .count("max_tokens", context.max_tokens);
    }
    events.event("memory")
        .text("what", "context")
        .text("for", engine::SafeText::word(to_string(query.consumer)))
        .count("tokens", context.tokens + made->dialog.tokens)
        .count("max_tokens", context.max_tokens)
        .count("left_out", context.left_out.messages);
    events.send();
    return made;
  });
}

Result<Compacted> Engine::compact(std::string_view session) {
  return caught("the session could not be summed up: ", [&] { return impl_->place.recall->compact(session); });
}

Result<Topics> Engine::topics(std::string_view session, bool history) {
  return caught("the topics could not be made: ", [&] {
    auto events = impl_->events_of(session);
    auto made = impl_->place.recall->topics(session, history);
    if (!made) return made;
    events.event("memory")
        .text("what", "topics")
        .count("kept", static_cast<std::int64_t>(made->kept.size()))
        .count("archived", static_cast<std::int64_t>(made->archived.size()));
    events.send();
    return made;
  });
}

Result<std::string> Engine::standalone(std::string_view session, std::string_view question) {
  return caught("the question could not be rewritten: ",
                [&] { return impl_->place.recall->standalone(session, question); });
}

Result<std::vector<SessionTopic>> Engine::find_topics(const SessionQuery& sessions, std::string_view text,
                                                      std::size_t most, bool history) {
  return caught("the topics could not be searched: ",
                [&] { return impl_->place.recall->find_topics(sessions, text, most, history); });
}

Result<void> Engine::Impl::change_topics(std::string_view session, const context::ContextService::TopicChange& change) {
  return caught("the topic could not be changed: ", [&] { return place.recall->change_topics(session, change); });
}

namespace {

using Packs = Result<std::vector<std::string>>;  // that are no longer held

Packs none_or_error(const Result<void>& changed) {
  return changed ? Packs(std::vector<std::string>()) : Unexpected(changed.error());
}

}  // namespace

Result<void> Engine::rate_topic(std::string_view session, std::string_view topic, double importance) {
  return impl_->change_topics(session, [&](const TopicTracker& keeper, Topics& topics) {
    return none_or_error(keeper.set_importance(topics, topic, importance));
  });
}

Result<void> Engine::judge_topic(std::string_view session, std::string_view topic, bool was_useful) {
  return impl_->change_topics(session, [&](const TopicTracker& keeper, Topics& topics) {
    return none_or_error(keeper.learn(topics, topic, was_useful));
  });
}

Result<void> Engine::tag_topic(std::string_view session, std::string_view topic, std::vector<std::string> tags) {
  return impl_->change_topics(session, [&](const TopicTracker& keeper, Topics& topics) {
    return none_or_error(keeper.set_tags(topics, topic, tags));
  });
}

Result<void> Engine::merge_topics(std::string_view session, std::string_view into, std::string_view from) {
  return impl_->change_topics(session, [&](const TopicTracker& keeper, Topics& topics) {
    return none_or_error(keeper.merge(topics, into, from));
  });
}

Result<void> Engine::forget_topic(std::string_view session, std::string_view topic) {
  return impl_->change_topics(session,
                              [&](const TopicTracker& keeper, Topics& topics) { return keeper.forget(topics, topic); });
}

Result<std::vector<Message>> Engine::topic_messages(std::string_view session, std::string_view topic, bool history,
                                                    bool raw) {
  return caught("the topic could not be read: ",
                [&] { return impl_->place.recall->topic_messages(session, topic, history, raw); });
}

Result<std::vector<Message>> Engine::topic_context(std::string_view session, std::string_view topic,
                                                   std::int64_t max_tokens) {
  return caught("the topic could not be read: ",
                [&] { return impl_->place.recall->topic_context(session, topic, max_tokens); });
}

Result<std::vector<TopicStats>> Engine::topic_statistics(std::string_view session, bool history) {
  return caught("the topics could not be made: ",
                [&] { return impl_->place.recall->topic_statistics(session, history); });
}

Result<std::string> Engine::artifact(std::string_view session, std::string_view sha256, bool history, bool raw) {
  return caught("the artifact could not be read: ",
                [&] { return impl_->place.recall->artifact(session, sha256, history, raw); });
}

}  // namespace parley
