// Tested by tests/cli/topics_test.
#include "cli/context_view.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/time_args.h"

namespace parley::cli {
namespace {

std::string listed(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

const Topic& topic_of(const Topics& topics, const std::string& id) {
  for (const auto* list : {&topics.kept, &topics.archived}) {
    for (const Topic& topic : *list) {
      if (topic.id == id) return topic;
    }
  }
  static const Topic kNone;
  return kNone;
}

// Says the reasons of parley for a person. A bot's own reason needs no explanation.
const char* meaning_of(std::string_view reason) {
  constexpr std::pair<std::string_view, const char*> kMeanings[] = {
      {"requested", " (the user asked for a person)"},
      {"exhausted", " (a question got no valid answer)"},
      {"fallback", " (the bot did not understand several messages)"},
      {"tool_failed", " (a tool failed)"},
      {"max_turns", " (the conversation reached its limit of turns)"}};
  for (const auto& [name, meaning] : kMeanings) {
    if (reason == name) return meaning;
  }
  return "";
}

void print_dialog(const DialogContext& dialog) {
  if (dialog.handed_off) {
    fmt::print("handed off: {}{}, at {}\n", printable(*dialog.handed_off), meaning_of(*dialog.handed_off),
               format_time(dialog.handed_off_at));
  }
  if (dialog.intent) fmt::print("intent: {}\n", printable(*dialog.intent));
  if (dialog.waiting_for_param) fmt::print("waiting for: {}\n", printable(*dialog.waiting_for_param));
  if (!dialog.params.empty()) fmt::print("params: {}\n", printable(Value(dialog.params).to_json()));
  if (!dialog.later.empty()) fmt::print("later: {}\n", printable(listed(dialog.later)));
  if (dialog.left_out > 0) fmt::print("params left out: {}\n", dialog.left_out);
}

double days(TimeMs span) { return static_cast<double>(span) / 86'400'000.0; }

}  // namespace

void print_lines(std::string_view text) {
  for (std::size_t end = text.find('\n'); !text.empty(); end = text.find('\n')) {
    fmt::print("{}\n", printable(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

Error with_history_hint(Error error) {
  if (error.code == ErrorCode::kSessionExpired) error.message += " (--history)";
  return error;
}

void print_context(const SessionContext& made) {
  const Context& context = made.context;
  print_lines(render_facts(made.about));
  print_dialog(made.dialog);
  fmt::print("\n");
  print_lines(render_text(context));
  fmt::print("\n");
  for (const FileRef& file : made.files) fmt::print("{}  {}\n", to_string(file.kind), printable(file.path));
  Table steps({{"step"}, {"messages", Table::Align::kRight}, {"tokens", Table::Align::kRight}});
  for (const ContextStep& step : context.steps) {
    steps.add({step.problem.empty() ? step.name : step.name + " (" + step.problem + ")",
               fmt::format("{} to {}", step.messages_before, step.messages_after),
               fmt::format("{} to {}", step.tokens_before, step.tokens_after)});
  }
  steps.print();
  fmt::print("\n{} of {} tokens", context.tokens + made.dialog.tokens, context.max_tokens);
  if (context.left_out != LeftOut()) {
    fmt::print("; left out: {} turn(s), {} message(s), {} file(s)", context.left_out.turns, context.left_out.messages,
               context.left_out.files);
  }
  fmt::print("\n");
  if (made.loop) {
    fmt::print("The conversation repeats itself: {} times {}\n", made.loop->times,
               made.loop->calls.empty() ? "the same responses" : listed(made.loop->calls));
  }
}

Value view_of(const SessionContext& made) {
  const Context& context = made.context;
  Value::Array steps, files;
  for (const ContextStep& step : context.steps) {
    Value::Object row{{"name", step.name},
                      {"messages_before", step.messages_before},
                      {"messages_after", step.messages_after},
                      {"tokens_before", step.tokens_before},
                      {"tokens_after", step.tokens_after}};
    if (!step.problem.empty()) row["problem"] = step.problem;
    steps.push_back(std::move(row));
  }
  for (const FileRef& file : made.files) {
    files.push_back(Value::Object{{"kind", to_string(file.kind)}, {"path", file.path}, {"hash", file.hash}});
  }
  Value::Object view{{"session", made.about.id},
                     {"started", made.about.started > 0 ? Value(format_time(made.about.started)) : Value()},
                     {"tool", made.about.tool},
                     {"turns", made.about.turns},
                     {"tools", Value::Array(made.about.tools.begin(), made.about.tools.end())},
                     {"models", Value::Array(made.about.models.begin(), made.about.models.end())},
                     {"messages", render_json(context)},
                     {"dialog", render_json(made.dialog)},
                     {"dialog_tokens", made.dialog.tokens},
                     {"tokens", context.tokens + made.dialog.tokens},
                     {"max_tokens", context.max_tokens},
                     {"left_out", Value::Object{{"turns", context.left_out.turns},
                                                {"messages", context.left_out.messages},
                                                {"files", context.left_out.files}}},
                     {"files", std::move(files)},
                     {"steps", std::move(steps)}};
  if (made.loop) {
    view["loop"] = Value::Object{{"times", made.loop->times},
                                 {"calls", Value::Array(made.loop->calls.begin(), made.loop->calls.end())}};
  }
  return Value(std::move(view));
}

void print_compacted(const Compacted& compacted) {
  if (compacted.has_failed()) {
    fmt::print("The summarizer failed ({}). The conversation is unchanged.\n", to_string(compacted.refusal));
    return;
  }
  if (!compacted.done) {
    fmt::print("Nothing to summarize: the newest exchange is never summarized, and a longer summary is discarded.\n");
    return;
  }
  fmt::print("Summarized {} message(s): {} tokens instead of {}, by the {}{}\n", compacted.messages,
             compacted.tokens_after, compacted.tokens_before, to_string(compacted.source),
             compacted.refusal == SummaryRefusal::kNone ? "" : fmt::format(" ({})", to_string(compacted.refusal)));
}

Value view_of(const Compacted& compacted) {
  return Value(Value::Object{{"done", compacted.done},
                             {"messages", compacted.messages},
                             {"tokens_before", compacted.tokens_before},
                             {"tokens_after", compacted.tokens_after},
                             {"source", to_string(compacted.source)},
                             {"refusal", to_string(compacted.refusal)}});
}

void print_topics(const Topics& topics, const Mask& mask) {
  Table table({{"topic"}, {"messages", Table::Align::kRight}, {"title"}, {"summary"}});
  const auto add = [&](const Topic& topic, const char* mark) {
    std::int64_t messages = static_cast<std::int64_t>(topic.recent.size());
    for (const PackedMessages& packed : topic.packed) messages += packed.messages;
    table.add(
        {topic.id + mark, std::to_string(messages), printable(mask(topic.title)), printable(mask(topic.summary))});
  };
  for (const Topic& topic : topics.kept) add(topic, topic.id == topics.current ? " (current)" : "");
  for (const Topic& topic : topics.archived) add(topic, " (archived)");
  table.print();
}

void print_statistics(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask) {
  using Align = Table::Align;
  Table table({{"topic"},
               {"messages", Align::kRight},
               {"importance", Align::kRight},
               {"priority", Align::kRight},
               {"half-life", Align::kRight},
               {"age", Align::kRight},
               {"inactive", Align::kRight},
               {"title"},
               {"tags"}});
  for (const TopicStats& stats : statistics) {
    const char* mark = stats.archived ? " (archived)" : stats.topic == topics.current ? " (current)" : "";
    table.add({stats.topic + mark, std::to_string(stats.total), fmt::format("{:.2f}", stats.importance),
               fmt::format("{:.2f}", stats.priority), fmt::format("{:g} d", stats.half_life_days),
               fmt::format("{:.1f} d", days(stats.age.count())), fmt::format("{:.1f} d", days(stats.inactive.count())),
               printable(mask(stats.title)), printable(mask(listed(topic_of(topics, stats.topic).tags)))});
  }
  table.print();
}

Value view_of(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask) {
  Value::Array all;
  for (const TopicStats& stats : statistics) {
    const Topic& topic = topic_of(topics, stats.topic);
    Value::Array tags;
    for (const std::string& tag : topic.tags) tags.emplace_back(mask(tag));
    all.push_back(Value::Object{{"topic", stats.topic},
                                {"title", mask(stats.title)},
                                {"summary", mask(topic.summary)},
                                {"tags", std::move(tags)},
                                {"current", stats.topic == topics.current},
                                {"archived", stats.archived},
                                {"messages", stats.total},
                                {"packed", stats.packed},
                                {"importance", stats.importance},
                                {"priority", stats.priority},
                                {"access_days", stats.access_days},
                                {"memory", stats.memory},
                                {"half_life_days", stats.half_life_days},
                                {"age_days", days(stats.age.count())},
                                {"inactive_days", days(stats.inactive.count())}});
  }
  return Value(Value::Object{{"topics", std::move(all)}});
}

}  // namespace parley::cli
