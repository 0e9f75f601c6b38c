// `parley topics` shows the topics of a stored conversation and changes their ratings, tags and groups.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/context_view.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"

namespace parley::cli {
namespace {

struct TopicsOptions {
  Database database;
  std::string session;
  std::string bot;
  std::string topic;
  double importance = -1;
  bool useful = false, useless = false;
  std::vector<std::string> tags;
  bool untag = false;
  std::string merge;
  bool forget = false;
  bool messages = false;
  std::string clock;
  bool history = false;
  bool raw = false;
  bool json = false;
};

// Applies the requested changes one after the other.
Result<void> change(Engine& engine, const TopicsOptions& options) {
  const std::string& session = options.session;
  const std::string& topic = options.topic;
  if (options.importance >= 0) {
    if (auto done = engine.rate_topic(session, topic, options.importance); !done) return done;
  }
  if (options.useful || options.useless) {
    if (auto done = engine.rate_usefulness(session, topic, options.useful); !done) return done;
  }
  if (!options.tags.empty() || options.untag) {
    if (auto done = engine.tag_topic(session, topic, options.tags); !done) return done;
  }
  if (!options.merge.empty()) {
    if (auto done = engine.merge_topics(session, topic, options.merge); !done) return done;
  }
  return options.forget ? engine.forget_topic(session, topic) : Result<void>();
}

bool changes_anything(const TopicsOptions& options) {
  return options.importance >= 0 || options.useful || options.useless || !options.tags.empty() || options.untag ||
         !options.merge.empty() || options.forget;
}

Result<void> check_topic(const Topics& topics, const std::string& id) {
  std::string known;
  for (const auto* list : {&topics.kept, &topics.archived}) {
    for (const Topic& topic : *list) {
      if (topic.id == id) return {};
      known += (known.empty() ? "" : ", ") + topic.id;
    }
  }
  return usage_error(fmt::format("unknown topic '{}'; {}", id,
                                 known.empty() ? "the conversation has no topics" : "its topics are: " + known));
}

int print_messages(const Setup& setup, const TopicsOptions& options) {
  auto messages = setup.engine->topic_messages(options.session, options.topic, options.history, options.raw);
  if (!messages) return report(with_history_hint(messages.error()));
  Context shown;
  shown.messages = std::move(*messages);
  if (options.json) {
    fmt::print("{}\n", Value(Value::Object{{"topic", options.topic}, {"messages", render_json(shown)}}).to_json());
  } else {
    print_lines(render_text(shown));
  }
  return kExitOk;
}

int topics(const TopicsOptions& options) {
  if (auto allowed = check_raw(options.raw); !allowed) return report(allowed.error());
  auto setup = open_engine_for_reading({options.bot, options.database, {}, options.clock}, options.session);
  if (!setup) return report(setup.error());
  if (changes_anything(options)) {
    if (auto changed = change(*setup->engine, options); !changed) return report(with_history_hint(changed.error()));
  }
  const auto state = setup->store->load(options.session);
  if (!state) return report(state.error());
  const Mask mask = [&](const std::string& text) {
    return options.raw || !*state ? text : setup->engine->redact(text, **state);
  };
  if (options.messages) return print_messages(*setup, options);
  const auto all = setup->engine->topics(options.session, options.history);
  if (!all) return report(with_history_hint(all.error()));
  const bool is_gone = options.forget || options.topic.empty();
  if (auto known = is_gone ? Result<void>() : check_topic(*all, options.topic); !known) return report(known.error());
  const auto statistics = setup->engine->topic_stats(options.session, options.history);
  if (!statistics) return report(statistics.error());
  if (options.json) {
    fmt::print("{}\n", view_of(*all, *statistics, mask).to_json());
  } else {
    print_statistics(*all, *statistics, mask);
  }
  return kExitOk;
}

}  // namespace

Command add_topics(CLI::App& app) {
  auto options = std::make_shared<TopicsOptions>();
  CLI::App* parser =
      add_command(app, "topics", "Show the topics of a conversation with statistics; rate, tag and merge them",
                  "parley topics s1 --db bot.db --bot bot.yaml\n"
                  "parley topics s1 --db bot.db --topic t2 --importance 0.9 --tag billing\n"
                  "parley topics s1 --db bot.db --topic t2 --merge t5\n"
                  "parley topics s1 --db bot.db --topic t2 --messages\n"
                  "parley topics s1 --db bot.db --history --json");
  parser->add_option("SESSION", options->session, "The session id")->required();
  add_database(*parser, options->database);
  parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  CLI::Option* topic = parser->add_option("--topic", options->topic, "The topic to change or to read")->type_name("ID");
  CLI::Option* history = parser->add_flag("--history", options->history, "Include topics of ended conversations");
  const auto changes = [&](CLI::Option* option) {
    option->needs(topic);
    option->excludes(history);
    return option;
  };
  changes(parser->add_option("--importance", options->importance, "Set the importance, from 0 to 1"))
      ->check(CLI::Range(0.0, 1.0))
      ->option_text("NUMBER");
  CLI::Option* useful =
      changes(parser->add_flag("--useful", options->useful, "Feedback: raise the importance a little"));
  changes(parser->add_flag("--not-useful", options->useless, "Feedback: lower the importance a little"))
      ->excludes(useful);
  CLI::Option* tag = changes(parser->add_option("--tag", options->tags, "Replace the tags; may be repeated"));
  changes(parser->add_flag("--no-tags", options->untag, "Remove all tags"))->excludes(tag);
  changes(parser->add_option("--merge", options->merge, "Merge this topic into the topic of --topic"))->type_name("ID");
  changes(parser->add_flag("--forget", options->forget,
                           "Erase the topic with its packed messages; the session's messages stay"));
  parser
      ->add_flag("--messages", options->messages,
                 "Print all messages of the topic, including packed ones, instead of statistics")
      ->needs(topic);
  parser->add_option("--clock", options->clock, "The current time (default: the system clock)")->type_name("ISO8601");
  parser->add_flag("--raw", options->raw, "Show texts as stored, without masking private values");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return topics(*options); }};
}

}  // namespace parley::cli
