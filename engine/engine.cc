#include "parley/engine.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <typeinfo>

#include <unistd.h>

#include "config/definition.h"
#include "engine/forgetting.h"
#include "engine/request_limits.h"
#include "engine/retention.h"
#include "engine/session_life.h"
#include "engine/session_queue.h"
#include "engine/sweeper.h"
#include "engine/turn_work.h"
#include "parley/sessions.h"

namespace parley {
namespace {

constexpr const char* kTurn = "the turn could not be worked out: ";

// Another process wrote the session in between: load it again and try again, after a pause that grows and that is
// not the same in two engines. In all about five seconds.
constexpr int kMaxConflicts = 60;
TimeMs pause_after(int conflicts, const std::string& runner) {
  const TimeMs longest = TimeMs{1} << std::min(conflicts, 7);
  return static_cast<TimeMs>(std::hash<std::string>()(runner + std::to_string(conflicts)) %
                             static_cast<std::size_t>(longest));
}

// What a host's function or the machine throws is an error of the call. It may hold anything that was said, so only its
// kind is told; and there may be no memory to tell it with, but for what fits into a string itself.
template <class Call>
auto caught(const char* what, Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return Unexpected(ErrorCode::kInternal, "out of memory");
  } catch (const std::exception& exception) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + typeid(exception).name() + " was thrown");
  } catch (...) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + "something was thrown that is no exception");
  }
}

void note_effects(Error& error) {
  try {
    error.message += "; a tool had already run in this turn";
  } catch (const std::bad_alloc&) {
    error.message = "a tool had run";  // what fits into a string itself
  }
}

}  // namespace

struct Engine::Impl {
  engine::Workplace place;
  engine::SessionQueue queue;

  const pid_t process;  // that made it

  engine::Sweeper sweeper;  // the last member: it uses the others until it is gone

  Result<Turn> handle(const Request& request) {
    const auto begun = place.telemetry.moment();
    Result<Turn> answer = caught(kTurn, [&] { return work_out(request); });
    if (!answer) (void)caught(kTurn, [&] { return tell_of(answer.error(), request.session, begun); });
    return answer;
  }

  Result<void> tell_of(const Error& error, std::string_view session, engine::Silence::Moment begun) const {
    auto events = events_of(session, begun);
    events.event("respond").text("status", "error").text("code", engine::Harmless::word(name_of(error.code)));
    events.send();
    return {};
  }

  Result<Turn> work_out(const Request& request) {
    if (auto checked = engine::check_request(request, place.limits, place.catalog->definition()); !checked) {
      return Unexpected(checked.error());
    }
    if (request.continuation_id.empty()) return take_turn(request);
    auto session = session_named_by(request.continuation_id);
    if (!session) return Unexpected(session.error());
    Request named = request;
    named.session = std::move(*session);
    return take_turn(named);
  }

  // TurnWork judges whether the conversation goes on: a redelivery and a late result are heard when it does not.
  Result<std::string> session_named_by(std::string_view continuation_id) const {
    auto found = place.store->find_conversation(continuation_id);
    if (!found) return Unexpected(found.error());
    if (!*found) return Unexpected(ErrorCode::kUnknownSession, "no conversation has this 'continuation_id'");
    if (!(*found)->session.empty()) return std::move((**found).session);
    return Unexpected(ErrorCode::kSessionExpired,
                      "the conversation of this 'continuation_id' is over; begin another with 'session'");
  }

  Result<Turn> take_turn(const Request& request) {
    const auto turn = queue.enter(request.session);
    bool went_on = false;
    for (int conflicts = 0;; ++conflicts) {
      engine::TurnWork work(place, request);
      Result<Turn> answer = caught(kTurn, [&] { return work.run(conflicts, went_on); });
      if (answer) return answer;
      if (work.has_effects()) {
        note_effects(answer.error());
        return answer;
      }
      if (answer.error().code != ErrorCode::kStaleVersion || conflicts == kMaxConflicts) return answer;
      went_on = went_on || work.goes_on();
      place.clock->sleep_for(pause_after(conflicts, place.runner.name()));
    }
  }

  // Of something other than a turn.
  engine::Telemetry::Batch events_of(std::string_view session) const {
    return events_of(session, place.telemetry.moment());
  }
  engine::Telemetry::Batch events_of(std::string_view session, engine::Silence::Moment begun) const {
    engine::Telemetry::Batch events(place.telemetry, session, begun);
    events.at(place.clock->now(), place.catalog->definition().id);
    return events;
  }

  Result<std::unique_ptr<memory::Recall>> make_recall(const EngineOptions& options) {
    memory::RecallTools tools;
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
          .text("by", engine::Harmless::word(name_of(summary.source)))
          .text("refusal", engine::Harmless::word(name_of(summary.refusal)))
          .count("upto", upto)
          .count("bytes", static_cast<std::int64_t>(summary.text.size()));
      events.send();
    };
    return memory::Recall::make(engine::without_past_retention(place.store, place.catalog->definition(), place.clock),
                                place.memory, std::move(tools));
  }

  Result<void> change_topics(std::string_view session, const memory::Recall::TopicChange& change);

  Result<SweepReport> sweep() {
    auto report = caught("the store could not be swept: ", [&] { return sweep_store(); });
    if (!report) (void)caught("", [&] { return tell_failed_sweep(report.error()); });
    return report;
  }

  // The engine's own thread has no caller to answer.
  Result<void> tell_failed_sweep(const Error& error) {
    auto events = events_of({});
    events.event("session").text("what", "sweep_failed").text("code", engine::Harmless::word(name_of(error.code)));
    events.send();
    return {};
  }

  Result<SweepReport> sweep_store() {
    const config::BotDefinition& bot = place.catalog->definition();
    SweepReport report;
    const auto dropped = place.store->drop_expired_items(place.clock->now());
    if (!dropped) return Unexpected(dropped.error());
    report.items = static_cast<std::int64_t>(*dropped);
    if (bot.session.retention > 0) {
      if (auto erased = erase_past_retention(bot, report); !erased) return Unexpected(erased.error());
    }
    // What was erased is told, whatever fails now.
    auto ended = caught("the sessions that remain could not be counted: ", [&] { return finish_sweep(bot, report); });
    if (!ended) {
      report.failed_after = ended.error().message;
      (void)caught("", [&] { return tell_failed_sweep(ended.error()); });
    }
    if (report.erased > 0 || report.unread > 0) {
      auto events = events_of({});
      {
        auto event = events.event("session");
        event.text("what", "swept").count("sessions", report.erased);
        if (ended) event.count("remaining", report.remaining);
        event.count("unread", report.unread);
      }
      events.send();
    }
    return report;
  }

  Result<void> erase_past_retention(const config::BotDefinition& bot, SweepReport& report) {
    const TimeMs before = place.clock->now() - bot.session.retention;
    const auto pruned = prune_sessions(*place.store, {before, bot.id, /*as_expired=*/true, /*dry_run=*/false});
    if (!pruned) return Unexpected(pruned.error());
    report.erased = pruned->erased;
    report.unread = pruned->refusals;
    return {};
  }

  Result<void> finish_sweep(const config::BotDefinition& bot, SweepReport& report) {
    if (bot.session.retention > 0) {
      // Late messages are told until then.
      auto forgotten = place.store->forget_expired(place.clock->now() - 2 * bot.session.retention);
      if (!forgotten) return Unexpected(forgotten.error());
    }
    const auto remaining = place.store->unarchived();
    if (!remaining) return Unexpected(remaining.error());
    report.remaining = *remaining;
    return {};
  }
};

Result<std::unique_ptr<Engine>> Engine::create(std::shared_ptr<const Catalog> catalog,
                                               std::shared_ptr<SessionStore> store, EngineOptions options) {
  if (!catalog || !store) return Unexpected(ErrorCode::kInvalidRequest, "an engine needs a catalog and a store");
  for (const auto& sink : options.telemetry) {
    if (!sink) return Unexpected(ErrorCode::kInvalidRequest, "EngineOptions::telemetry holds a null sink");
  }
  std::shared_ptr<Clock> clock = options.clock ? options.clock : system_clock();
  std::unique_ptr<Impl> impl(
      new Impl{{catalog, std::move(store), clock, options.ids ? options.ids : random_ids(),
                engine::Telemetry(*catalog, options.telemetry, options.telemetry_key),
                engine::Redactor(catalog, options.telemetry_key, options.user_key), engine::ToolRunner(clock),
                options.limits, engine::SessionQuota(options.limits), options.user_key, nullptr},
               {},
               ::getpid(),
               {}});
  Impl& made = *impl;
  made.place.memory = catalog->definition().memory;
  if (options.adjust_memory) {
    const auto adjusted = caught("the bot's memory could not be adjusted: ", [&]() -> Result<void> {
      options.adjust_memory(made.place.memory);
      return {};
    });
    if (!adjusted) return Unexpected(adjusted.error());
  }
  auto recall = made.make_recall(options);
  if (!recall) return Unexpected(recall.error());
  made.place.recall = std::move(*recall);
  const config::BotDefinition& bot = catalog->definition();
  if (bot.session.retention > 0 || made.place.memory.offload)
    made.sweeper.start(options.sweep_every, [&made] { (void)made.sweep(); });
  return std::unique_ptr<Engine>(new Engine(std::move(impl)));
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

// The threads of an engine are not in a forked child, and what they held there is held for ever: to wait for either
// would never end. All of it is left to the end of the child.
Engine::~Engine() {
  if (impl_ && impl_->process != ::getpid()) (void)impl_.release();
}

Result<void> Engine::register_tool(const std::string& name, ToolFunction function) {
  if (!impl_->place.catalog->definition().find_tool(name)) {
    return Unexpected(ErrorCode::kUnknownTool, "the bot declares no tool '" + name + "'; add it under `tools:`");
  }
  impl_->place.tools.add(name, std::move(function));
  return {};
}

Result<Turn> Engine::handle(const Request& request) { return impl_->handle(request); }

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
          .text("what", engine::Harmless::word(needed > context.max_tokens ? "overflow" : "nearly_full"))
          .text("for", engine::Harmless::word(name_of(query.consumer)))
          .count("tokens", needed)
          .count("max_tokens", context.max_tokens);
    }
    events.event("memory")
        .text("what", "context")
        .text("for", engine::Harmless::word(name_of(query.consumer)))
        .count("tokens", context.tokens)
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

Result<void> Engine::Impl::change_topics(std::string_view session, const memory::Recall::TopicChange& change) {
  return caught("the topic could not be changed: ", [&] { return place.recall->change_topics(session, change); });
}

namespace {

using Packs = Result<std::vector<std::string>>;  // that are no longer held

Packs none_or_error(const Result<void>& changed) {
  return changed ? Packs(std::vector<std::string>()) : Unexpected(changed.error());
}

}  // namespace

Result<void> Engine::rate_topic(std::string_view session, std::string_view topic, double importance) {
  return impl_->change_topics(session, [&](const TopicKeeper& keeper, Topics& topics) {
    return none_or_error(keeper.set_importance(topics, topic, importance));
  });
}

Result<void> Engine::judge_topic(std::string_view session, std::string_view topic, bool was_useful) {
  return impl_->change_topics(session, [&](const TopicKeeper& keeper, Topics& topics) {
    return none_or_error(keeper.learn(topics, topic, was_useful));
  });
}

Result<void> Engine::tag_topic(std::string_view session, std::string_view topic, std::vector<std::string> tags) {
  return impl_->change_topics(session, [&](const TopicKeeper& keeper, Topics& topics) {
    return none_or_error(keeper.set_tags(topics, topic, tags));
  });
}

Result<void> Engine::merge_topics(std::string_view session, std::string_view into, std::string_view from) {
  return impl_->change_topics(session, [&](const TopicKeeper& keeper, Topics& topics) {
    return none_or_error(keeper.merge(topics, into, from));
  });
}

Result<void> Engine::forget_topic(std::string_view session, std::string_view topic) {
  return impl_->change_topics(session,
                              [&](const TopicKeeper& keeper, Topics& topics) { return keeper.forget(topics, topic); });
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

bool Engine::flush_telemetry(TimeMs timeout) { return impl_->place.telemetry.flush(timeout); }
std::vector<TelemetryCounts> Engine::telemetry_counts() const { return impl_->place.telemetry.counts(); }

Result<SweepReport> Engine::sweep() { return impl_->sweep(); }

Result<ForgetReceipt> Engine::forget_session(std::string_view session, TimeMs timeout) {
  return caught("the session could not be forgotten: ",
                [&] { return engine::forget_session(impl_->place, session, timeout); });
}

Result<ForgetReceipt> Engine::forget_user(std::string_view user, TimeMs timeout) {
  return caught("the user could not be forgotten: ", [&] { return engine::forget_user(impl_->place, user, timeout); });
}

Result<bool> Engine::annotate(std::string_view session, SessionNotes notes) {
  return caught("the session could not be noted on: ", [&]() -> Result<bool> {
    const engine::Redactor& redactor = impl_->place.redactor;
    const auto state = impl_->place.store->load(session);
    if (!state) return Unexpected(state.error());
    if (!*state) return false;
    const auto gone = engine::is_past_retention(*impl_->place.store, **state, impl_->place.catalog->definition(),
                                                impl_->place.clock->now());
    if (!gone) return Unexpected(gone.error());
    if (*gone) return false;
    notes = redactor.notes(std::move(notes), **state);
    return impl_->place.store->annotate(session, notes);
  });
}

std::string Engine::user_hash(std::string_view user) const { return parley::user_hash(user, impl_->place.user_key); }

std::string Engine::redact(std::string_view text) const { return impl_->place.redactor.for_display(text); }

std::string Engine::redact(std::string_view text, const SessionState& state) const {
  return impl_->place.redactor.for_display(text, state);
}

}  // namespace parley
