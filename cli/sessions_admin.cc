// The commands `parley sessions note`, `fork`, `archive`, `restore`, `compact`, `forget` and `prune`.
// Tested by tests/cli/sessions_test.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/context_view.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/receipt_view.h"
#include "cli/session_view.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/sessions.h"

namespace parley::cli {
namespace {

using Store = std::shared_ptr<SessionStore>;

struct SessionAdminOptions {
  Database database;
  std::string session;
  std::string copy;
  std::string bot;
  std::string title;
  std::vector<std::string> tags, untags, metadata;
  std::string user;
  std::vector<std::string> telemetry;
  std::string older_than;
  std::string clock;
  bool dry_run = false;
  bool history = false;
  bool recap = false;
  bool json = false;
};

int compact(const SessionAdminOptions& options) {
  auto setup = open_engine_for_reading({options.bot, options.database, {}, options.clock}, options.session);
  if (!setup) return report(setup.error());
  const auto compacted = setup->engine->compact(options.session, {options.recap});
  if (!compacted) return report(compacted.error());
  if (options.json) {
    fmt::print("{}\n", view_of(*compacted).to_json());
  } else {
    print_compacted(*compacted);
  }
  return compacted->has_failed() ? kFailed : kExitOk;
}

int unknown(const std::string& session) {
  return report({ErrorCode::kUnknownSession, fmt::format("session '{}' not found", session), {}});
}

int print_result(const SessionAdminOptions& options, Value::Object facts, const std::string& sentence) {
  if (options.json) {
    fmt::print("{}\n", Value(std::move(facts)).to_json());
  } else {
    fmt::print("{}\n", sentence);
  }
  return kExitOk;
}

// Changes the notes of one session. With a bot, the notes are redacted by it.
template <class Change>
int annotate(const SessionAdminOptions& options, const char* done, const char* done_text, Change change) {
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  auto summary = (*store)->summary(options.session);
  if (!summary) return report(summary.error());
  if (!*summary) return unknown(options.session);
  SessionNotes notes = (*summary)->notes;
  if (const Result<void> changed = change(notes); !changed) return report(changed.error());
  Result<bool> noted = false;
  if (options.bot.empty()) {
    noted = (*store)->annotate(options.session, notes);
  } else {
    const auto catalog = open_bot(options.bot);
    if (!catalog) return report(catalog.error());
    const auto state = (*store)->load(options.session);
    if (!state) return report(state.error());
    if (auto checked = *state ? check_same_bot(**state, **catalog) : Result<void>(); !checked) {
      return report(checked.error());
    }
    const auto engine = Engine::create(*catalog, *store);
    if (!engine) return report(engine.error());
    noted = (*engine)->annotate(options.session, std::move(notes));
  }
  if (!noted) return report(noted.error());
  if (!*noted) return unknown(options.session);
  return print_result(options, {{"session", options.session}, {"done", done}},
                      fmt::format("Session {} was {}.", printable(options.session), done_text));
}

Result<void> change_notes(const SessionAdminOptions& options, SessionNotes& notes) {
  if (!options.title.empty()) notes.title = options.title;
  for (const std::string& tag : options.tags) notes.tags.push_back(tag);
  std::sort(notes.tags.begin(), notes.tags.end());
  notes.tags.erase(std::unique(notes.tags.begin(), notes.tags.end()), notes.tags.end());
  for (const std::string& tag : options.untags) {
    notes.tags.erase(std::remove(notes.tags.begin(), notes.tags.end(), tag), notes.tags.end());
  }
  for (const std::string& entry : options.metadata) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      return usage_error(fmt::format("invalid --set '{}'; use KEY=VALUE, such as --set channel=web", entry));
    }
    const std::string key = entry.substr(0, equals), value = entry.substr(equals + 1);
    if (value.empty()) {
      notes.metadata.erase(key);
    } else {
      notes.metadata[key] = value;
    }
  }
  return {};
}

int note(const SessionAdminOptions& options) {
  return annotate(options, "noted", "updated", [&](SessionNotes& notes) { return change_notes(options, notes); });
}

int archive(const SessionAdminOptions& options) {
  return annotate(options, "archived", "archived", [](SessionNotes& notes) {
    notes.archived_at = create_system_clock()->now();
    return Result<void>();
  });
}

int restore(const SessionAdminOptions& options) {
  return annotate(options, "restored", "restored", [](SessionNotes& notes) {
    notes.archived_at = 0;
    return Result<void>();
  });
}

int fork(const SessionAdminOptions& options) {
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  const auto ids = create_random_ids();
  const std::string copy = options.copy.empty() ? ids->next() : options.copy;
  if (const auto forked =
          fork_session(**store, options.session, copy, *ids, create_system_clock()->now(), options.history);
      !forked) {
    return report(with_history_hint(forked.error()));
  }
  return print_result(options, {{"session", options.session}, {"copy", copy}},
                      fmt::format("Session {} was copied to {}.", printable(options.session), printable(copy)));
}

// Returns the telemetry destinations to erase from, and the key of their hashes.
Result<ForgetOptions> telemetry_of(const SessionAdminOptions& options) {
  ForgetOptions forget;
  forget.telemetry_key = telemetry_key();
  for (const std::string& destination : options.telemetry) {
    auto sink = open_existing_telemetry(destination);
    if (!sink) return Unexpected(sink.error());
    forget.telemetry.push_back(std::move(*sink));
    if (!forget.telemetry_key.empty() || !std::dynamic_pointer_cast<TelemetryTable>(forget.telemetry.back())) continue;
    return usage_error(
        fmt::format("PARLEY_TELEMETRY_KEY is not set, and the sessions and users in '{}' are hashes made with that "
                    "key. Set it to the value that it had when the events were written. Events that were written "
                    "without a key cannot be found: delete that file, or omit --telemetry; the receipt then lists "
                    "telemetry as not erased",
                    destination));
  }
  return forget;
}

int forget(const SessionAdminOptions& options) {
  const auto telemetry = telemetry_of(options);
  if (!telemetry) return report(telemetry.error());
  const auto store = open_existing_store(options.database);
  if (!store) return report(store.error());
  const auto receipt = options.user.empty() ? forget_session(**store, options.session, *telemetry)
                                            : forget_user(**store, hash_of_user(options.user), *telemetry);
  if (!receipt) return report(receipt.error());
  if (options.json) {
    fmt::print("{}\n", to_value(*receipt).to_json());
  } else {
    print_receipt(*receipt);
  }
  return kExitOk;
}

int prune(const SessionAdminOptions& options) {
  const Result<TimeMs> age = parse_duration(options.older_than);
  if (!age) return report(age.error());
  const auto store = open_existing_store(options.database);
  if (!store) return report(store.error());
  PruneOptions prune;
  prune.before = create_system_clock()->now() - *age;
  prune.as_expired = true;
  prune.dry_run = options.dry_run;
  const auto done = prune_sessions(**store, prune);
  if (!done) return report(done.error());
  print_result(options, {{"sessions", done->erased}, {"refusals", done->refusals}, {"dry_run", options.dry_run}},
               fmt::format("{} {} sessions without a message since {}.", options.dry_run ? "Would erase" : "Erased",
                           done->erased, show_time(prune.before)));
  print_refused(done->refused, "not erased");
  if (done->refusals == 0) return kExitOk;
  fmt::print(stderr, "{} sessions could not be read and were not changed\n", done->refusals);
  return kFailed;
}

}  // namespace

std::vector<Command> add_session_admin(CLI::App& sessions) {
  auto options = std::make_shared<SessionAdminOptions>();
  CLI::App* note_parser = add_command(sessions, "note", "Set the title, tags and metadata of a session",
                                      "parley sessions note s1 --title 'Lost parcel' --tag vip --db bot.db\n"
                                      "parley sessions note s1 --set channel=web --untag vip --db bot.db");
  note_parser->add_option("--title", options->title, "The title");
  note_parser->add_option("--tag", options->tags, "A tag to add; may be repeated");
  note_parser->add_option("--untag", options->untags, "A tag to remove; may be repeated");
  note_parser->add_option("--set", options->metadata, "Metadata to set; an empty value removes the key")
      ->type_name("KEY=VALUE");
  note_parser->add_option("--bot", options->bot, "The bot file of the session; masks private values in the notes")
      ->type_name("FILE");
  add_no_cache(*note_parser);
  CLI::App* fork_parser = add_command(sessions, "fork", "Copy a session to a new one; both can continue",
                                      "parley sessions fork s1 s1-copy --db bot.db");
  fork_parser->add_flag("--history", options->history, "Include ended and expired conversations of the session");
  CLI::App* archive_parser =
      add_command(sessions, "archive", "Archive a session: it is listed only on request and never pruned",
                  "parley sessions archive s1 --db bot.db");
  CLI::App* restore_parser =
      add_command(sessions, "restore", "Take a session out of the archive", "parley sessions restore s1 --db bot.db");
  CLI::App* forget_parser = add_command(sessions, "forget", "Erase a session, or all sessions of a user",
                                        "parley sessions forget s1 --db bot.db\n"
                                        "parley sessions forget --user anna@example.com --db bot.db --telemetry "
                                        "sqlite:turns.db");
  CLI::App* compact_parser =
      add_command(sessions, "compact", "Summarize all but the newest exchange, for later contexts",
                  "parley sessions compact s1 --db bot.db --bot bot.yaml");
  compact_parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  add_no_cache(*compact_parser);
  compact_parser->add_option("--clock", options->clock, "The current time (default: the system clock)")
      ->type_name("ISO8601");
  compact_parser->add_flag("--recap", options->recap, "Use parley's own recap if the summarizer fails");
  CLI::App* prune_parser = add_command(sessions, "prune", "Erase sessions that have been idle for a given time",
                                       "parley sessions prune --older-than 30d --db bot.db --dry-run");
  prune_parser->add_option("--older-than", options->older_than, "Idle time, such as 30d, 12h or 90m")
      ->required()
      ->type_name("DURATION");
  prune_parser->add_flag("--dry-run", options->dry_run, "Print the number of sessions, and erase none");

  for (CLI::App* command : {note_parser, fork_parser, archive_parser, restore_parser, compact_parser}) {
    command->add_option("SESSION", options->session, "The session id")->required();
  }
  fork_parser->add_option("COPY", options->copy, "The id of the copy (default: a random id)");
  CLI::Option* session = forget_parser->add_option("SESSION", options->session, "The session id");
  CLI::Option* user = forget_parser->add_option("--user", options->user, "All sessions of this user")->type_name("ID");
  session->excludes(user);
  forget_parser
      ->add_option(
          "--telemetry", options->telemetry,
          "Where `parley run` wrote events. Events in a table (sqlite:FILE) are erased with PARLEY_TELEMETRY_KEY; the "
          "receipt lists other places. May be repeated")
      ->type_name("PLACE");
  forget_parser->final_callback([session, user] {
    if (!*session && !*user) throw CLI::RequiredError("SESSION or --user");
  });
  std::vector<Command> commands = {{note_parser, [options] { return note(*options); }},
                                   {fork_parser, [options] { return fork(*options); }},
                                   {compact_parser, [options] { return compact(*options); }},
                                   {archive_parser, [options] { return archive(*options); }},
                                   {restore_parser, [options] { return restore(*options); }},
                                   {forget_parser, [options] { return forget(*options); }},
                                   {prune_parser, [options] { return prune(*options); }}};
  for (const Command& command : commands) {
    add_database(*command.parser, options->database);
    command.parser->add_flag("--json", options->json, "Print the result as JSON");
  }
  return commands;
}

}  // namespace parley::cli
