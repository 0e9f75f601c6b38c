// The commands `parley sessions list`, `show`, `search` and `stats`. A database holds other people's conversations, so
// values and texts are hidden by default. --bot shows them with private values masked, and --raw shows them as stored.
// Tested by tests/cli/sessions_test.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/pretty_json.h"
#include "cli/session_view.h"
#include "cli/sessions.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/sessions.h"
#include "parley/stores.h"

namespace parley::cli {
namespace {

struct SessionQueryOptions {
  Database database;
  std::string session;
  std::string text;
  std::string bot;
  bool raw = false;
  bool json = false;
  std::size_t limit = 20;
  std::string user, tag;
  bool archived = false;
  bool all = false;
  bool handed_off = false;
};

Value summary_value(const Usage& usage) {
  return Value::Object{
      {"input_tokens", usage.input_tokens}, {"output_tokens", usage.output_tokens}, {"cost", usage.cost}};
}

Value summary_value(const SessionInfo& summary, TimeMs now) {
  const SessionNotes& notes = summary.notes;
  Value::Object row{{"session", summary.session},
                    {"title", title_of(summary)},
                    {"bot", summary.bot},
                    {"created_at", format_time(summary.created_at)},
                    {"updated_at", format_time(summary.updated_at)},
                    {"standing", summary.expires_at != 0 && now >= summary.expires_at ? "expired" : "live"},
                    {"turns", summary.turns},
                    {"messages", summary.messages},
                    {"last_intent", summary.last_intent ? Value(*summary.last_intent) : Value()},
                    {"waiting_for_param", summary.waiting_for_param ? Value(*summary.waiting_for_param) : Value()},
                    {"usage", summary_value(summary.usage)},
                    {"tags", Value::Array(notes.tags.begin(), notes.tags.end())},
                    {"metadata", notes.metadata}};
  if (summary.kept_until != 0) row["kept_until"] = format_time(summary.kept_until);
  if (summary.unreadable_notes) row["unreadable_notes"] = true;
  if (notes.archived_at != 0) row["archived_at"] = format_time(notes.archived_at);
  if (const auto& handoff = summary.handed_off) {
    row["handed_off"] = Value::Object{{"reason", handoff->reason}, {"at", format_time(handoff->at)}};
  }
  return row;
}

int list(const SessionQueryOptions& options) {
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  SessionQuery query;
  query.limit = options.limit;
  query.tag = options.tag;
  if (!options.user.empty()) query.user = hash_of_user(options.user);
  if (options.archived) query.archived = SessionQuery::Archived::kOnly;
  if (options.all) query.archived = SessionQuery::Archived::kToo;
  query.handed_off = options.handed_off;
  const auto summaries = (*store)->list(query);
  if (!summaries) return report(summaries.error());
  const TimeMs now = create_system_clock()->now();
  if (options.json) {
    Value::Array rows;
    for (const SessionInfo& summary : *summaries) rows.push_back(summary_value(summary, now));
    fmt::print("{}\n", Value(Value::Object{{"sessions", std::move(rows)}}).to_json());
    return kExitOk;
  }
  if (summaries->empty()) {
    fmt::print("{} has no matching session.\n", options.database.path);
    return kExitOk;
  }
  print_sessions(*summaries);
  if (summaries->size() == options.limit) fmt::print("Showing the newest {}; --limit shows more.\n", options.limit);
  return kExitOk;
}

int stats(const SessionQueryOptions& options) {
  const auto store = open_existing_store(options.database);
  if (!store) return report(store.error());
  const auto counts = (*store)->counts(create_system_clock()->now());
  if (!counts) return report(counts.error());
  const Value::Object view{{"sessions", counts->sessions}, {"live", counts->sessions - counts->expired},
                           {"expired", counts->expired},   {"archived", counts->archived},
                           {"turns", counts->turns},       {"messages", counts->messages},
                           {"bytes", counts->bytes}};
  if (options.json) {
    fmt::print("{}\n", Value(view).to_json());
    return kExitOk;
  }
  fmt::print("{}", pretty_json(Value(view)));
  return kExitOk;
}

std::string show_everything(const std::string& text) { return text; }

// Masks what a bot declares private, for the sessions of that bot.
class BotMasks {
 public:
  static Result<BotMasks> open(const std::string& bot) {
    auto catalog = open_bot(bot);
    if (!catalog) return Unexpected(catalog.error());
    auto engine = Engine::create(*catalog, create_memory_store());
    if (!engine) return Unexpected(engine.error());
    return BotMasks(std::move(*catalog), std::move(*engine));
  }

  Result<Mask> mask_of(const SessionState& state) const {
    if (auto checked = check_same_bot(state, *catalog_); !checked) return Unexpected(checked.error());
    return Mask([engine = engine_, state](const std::string& text) { return engine->redact(text, state); });
  }

 private:
  BotMasks(std::shared_ptr<const Catalog> catalog, std::shared_ptr<Engine> engine)
      : catalog_(std::move(catalog)), engine_(std::move(engine)) {}
  std::shared_ptr<const Catalog> catalog_;
  std::shared_ptr<Engine> engine_;
};

Result<Mask> mask_for(const SessionQueryOptions& options, const SessionState& state) {
  if (options.raw) return Mask(show_everything);
  if (options.bot.empty()) return Mask(hide_everything);
  const auto masks = BotMasks::open(options.bot);
  return masks ? masks->mask_of(state) : Unexpected(masks.error());
}

int show(const SessionQueryOptions& options) {
  if (auto allowed = check_raw(options.raw); !allowed) return report(allowed.error());
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  const auto state = (*store)->load(options.session);
  if (!state) return report(state.error());
  if (!*state) {
    return report({ErrorCode::kUnknownSession, fmt::format("session '{}' not found", options.session), {}});
  }
  const auto messages = (*store)->messages(options.session, options.limit);
  if (!messages) return report(messages.error());

  const Result<Mask> mask = mask_for(options, **state);
  if (!mask) return report(mask.error());

  const char* shown = options.raw ? "as stored" : (options.bot.empty() ? "hidden" : "masked");
  Value::Object view = view_of(**state, *mask);
  Value::Array rows;
  for (const Message& message : *messages) rows.push_back(view_of(message, *mask));
  if (options.json) {
    view["values"] = shown;
    view["messages"] = std::move(rows);
    fmt::print("{}\n", Value(std::move(view)).to_json());
    return kExitOk;
  }
  fmt::print("{}", pretty_json(Value(std::move(view))));
  if (!messages->empty()) fmt::print("\n");
  print_messages(*messages, *mask);
  if (options.bot.empty()) {
    fmt::print("\n{}\n", options.raw
                             ? "Values and texts are shown as stored."
                             : "Values and texts are hidden. --bot FILE shows them with private values masked, --raw "
                               "shows them as stored.");
  }
  return kExitOk;
}

// Prints the sessions that could not be searched; they may contain matches.
int report_unread(const std::vector<RefusedSession>& unread) {
  print_refused(unread, "not searched");
  if (unread.empty()) return kExitOk;
  fmt::print(stderr, "{} sessions could not be searched\n", unread.size());
  return kFailed;
}

// Searches many sessions. Texts of bots other than `--bot` stay hidden.
int search(const SessionQueryOptions& options) {
  if (auto allowed = check_raw(options.raw); !allowed) return report(allowed.error());
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  SearchQuery query;
  query.text = options.text;
  query.limit = options.limit;
  if (!options.user.empty()) query.user = hash_of_user(options.user);
  std::vector<RefusedSession> unread;
  query.unread = &unread;
  const auto hits = (*store)->search(query);
  if (!hits) return report(hits.error());
  std::optional<BotMasks> masks;
  if (!options.bot.empty()) {
    auto made = BotMasks::open(options.bot);
    if (!made) return report(made.error());
    masks = std::move(*made);
  }
  const auto mask_of_hit = [&](const SearchHit& hit) -> Mask {
    if (options.raw) return show_everything;
    if (!masks) return hide_everything;
    const auto state = (*store)->load(hit.session);
    if (!state || !*state) return hide_everything;
    const auto mask = masks->mask_of(**state);
    return mask ? *mask : Mask(hide_everything);
  };
  if (options.json) {
    Value::Array rows;
    for (const SearchHit& hit : *hits) {
      Value row = view_of(hit.message, mask_of_hit(hit));
      (*row.if_object())["session"] = hit.session;
      rows.push_back(std::move(row));
    }
    const Value::Object answer{{"hits", std::move(rows)}, {"unread", static_cast<std::int64_t>(unread.size())}};
    fmt::print("{}\n", Value(answer).to_json());
    return report_unread(unread);
  }
  if (hits->empty()) fmt::print("No message contains all of these words.\n");
  Table table({{"session"}, {"seq", Table::Align::kRight}, {"at"}, {"role"}, {"text"}});
  for (const SearchHit& hit : *hits) {
    table.add({printable(hit.session), std::to_string(hit.message.seq), show_time(hit.message.at),
               to_string(hit.message.role), printable(mask_of_hit(hit)(hit.message.text))});
  }
  table.print();
  if (hits->size() == options.limit) fmt::print("Showing the newest {}; --limit shows more.\n", options.limit);
  return report_unread(unread);
}

}  // namespace

std::vector<Command> add_session_queries(CLI::App& sessions) {
  auto options = std::make_shared<SessionQueryOptions>();
  CLI::App* list_parser = add_command(sessions, "list", "List sessions, newest first",
                                      "parley sessions list --db bot.db\n"
                                      "parley sessions list --db bot.db --tag vip --limit 100 --json\n"
                                      "parley sessions list --db bot.db --user anna@example.com");
  list_parser->add_option("--tag", options->tag, "Only sessions with this tag");
  list_parser->add_flag("--archived", options->archived, "Only archived sessions");
  list_parser->add_flag("--all", options->all, "Include archived sessions");
  list_parser->add_flag("--handed-off", options->handed_off, "Only sessions that a person has now");

  CLI::App* show_parser = add_command(sessions, "show", "Show the dialog state and the messages of a session",
                                      "parley sessions show s1 --db bot.db --bot bot.yaml   # private values masked\n"
                                      "parley sessions show s1 --db bot.db --raw --json");
  show_parser->add_option("SESSION", options->session, "The session id")->required();

  CLI::App* search_parser = add_command(sessions, "search", "Find messages that contain all given words",
                                        "parley sessions search 'late parcel' --db bot.db --bot bot.yaml");
  search_parser->add_option("WORDS", options->text, "The words; case, accents and punctuation are ignored")->required();

  CLI::App* stats_parser =
      add_command(sessions, "stats", "Count sessions, turns and messages", "parley sessions stats --db bot.db");

  for (CLI::App* command : {list_parser, search_parser}) {
    command->add_option("--user", options->user, "Only sessions of this user (hashed with PARLEY_USER_KEY)")
        ->type_name("ID");
  }
  for (CLI::App* command : {show_parser, search_parser}) {
    command
        ->add_option("--bot", options->bot, "The bot file of the session; shows values and texts, private ones masked")
        ->type_name("FILE");
    add_no_cache(*command);
    command->add_flag("--raw", options->raw, "Show values and texts as stored");
  }
  for (CLI::App* command : {list_parser, show_parser, search_parser}) {
    command->add_option("--limit", options->limit, "Maximum number of sessions or messages (default: 20)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->option_text("N");
  }
  for (CLI::App* command : {list_parser, show_parser, search_parser, stats_parser}) {
    add_database(*command, options->database);
    command->add_flag("--json", options->json, "Print the result as JSON");
  }
  return {{list_parser, [options] { return list(*options); }},
          {show_parser, [options] { return show(*options); }},
          {search_parser, [options] { return search(*options); }},
          {stats_parser, [options] { return stats(*options); }}};
}

}  // namespace parley::cli
