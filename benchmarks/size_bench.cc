// size_bench BOT FOLDER [SESSIONS [TURNS [turns]]]: measures a store with many sessions, and a session with many turns.
// FOLDER receives SQLite files. The large file is kept and reused. With `turns`, turns fill it; otherwise put() does.
//
// Compares a file with SESSIONS (1,000,000) idle sessions with a file of 1,000: bytes per session, and the time to run
// a turn, open, list and search. Turns in the two files alternate in short batches. Then compares a session of TURNS
// (100,000) turns with one of 100, and the memory of the process before and after. The conversations are real
// conversations of the bot. The bot must complete kTalk in two turns and kQuestion in one turn. Prints one JSON line
// for each comparison.
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <thread>

#include "benchmarks/store_load.h"
#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/sessions.h"
#include "parley/stores.h"

namespace {

constexpr const char* kTalk[] = {"I want to check my order", "It's O-12345"};
constexpr const char* kQuestion = "what are your opening hours";
constexpr std::size_t kFew = 1000;                 // sessions
constexpr std::size_t kYoung = 100;                // turns
constexpr std::size_t kBatch = 50, kBatches = 60;  // turns
constexpr std::int64_t kMonth = 30LL * 24 * 3600 * 1000;
constexpr std::size_t kUsers = 10, kGold = 100;  // every tenth session has its own user; every hundredth has a tag

using Store = std::shared_ptr<parley::SessionStore>;

template <class T>
T must(parley::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "size_bench: %s\n", result.error().to_string().c_str());
  std::exit(1);
}
void must(const parley::Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "size_bench: %s\n", result.error().to_string().c_str());
  std::exit(1);
}

// Loads a bot, and turns off the expiry of its sessions.
std::shared_ptr<const parley::Catalog> load_bot(const char* path) {
  std::ifstream file(path);
  std::string yaml(std::istreambuf_iterator<char>(file), {});
  const std::string ttl = "ttl: 3h";
  const std::size_t at = yaml.find(ttl);
  if (at != std::string::npos) yaml.replace(at, ttl.size(), "ttl: 0");
  return must(parley::Catalog::parse(yaml, path));
}

using Synchronous = parley::SqliteOptions::Synchronous;

Store open(const std::string& path, Synchronous synchronous = Synchronous::kNormal) {
  parley::SqliteOptions options;
  options.synchronous = synchronous;
  return must(parley::open_sqlite_store(path, options));
}

std::unique_ptr<parley::Engine> engine_of(const std::shared_ptr<const parley::Catalog>& bot, const Store& store) {
  return must(parley::Engine::create(bot, store));
}

void say(parley::Engine& engine, const std::string& session, const char* text) {
  must(engine.handle(parley::Request::text(session, text)));
}

// Returns a session in its state after kTalk.
parley::SessionRecord sample(const std::shared_ptr<const parley::Catalog>& bot) {
  const Store store = parley::create_memory_store();
  const auto engine = engine_of(bot, store);
  for (const char* text : kTalk) say(*engine, "sample", text);
  return *must(store->record("sample"));
}

// Adds sessions that were created during the last month, in order of creation.
void fill(parley::SessionStore& store, const parley::SessionRecord& like, std::size_t from, std::size_t sessions) {
  const std::int64_t now = like.state.updated_at;
  for (std::size_t i = from; i < sessions; ++i) {
    parley::SessionRecord one = like;
    const std::int64_t then =
        now - kMonth + kMonth / static_cast<std::int64_t>(sessions) * static_cast<std::int64_t>(i);
    one.state.session = load::session_name(i);
    one.state.continuation_id = load::message_id(i);
    one.state.created_at = one.state.updated_at = one.state.began_at = then;
    for (std::size_t k = 0; k < one.turns.size(); ++k) {
      one.turns[k].turn.session = one.state.session;
      one.turns[k].turn.continuation_id = one.state.continuation_id;
      one.turns[k].turn.id = load::message_id(i * one.turns.size() + k);
    }
    one.state.last_message_id = one.turns.back().turn.id;
    for (parley::Message& message : one.messages) message.at = then;
    one.messages.front().text += " number " + std::to_string(i);
    if (i % kUsers == 0) one.notes.user = "user-" + std::to_string(i / kUsers / kUsers);
    if (i % kGold == 0) one.notes.tags = {"gold"};
    must(store.put(one));
  }
}

// Adds sessions by their turns, all of them now.
void fill_by_turns(const std::shared_ptr<const parley::Catalog>& bot, const Store& store, std::size_t from,
                   std::size_t sessions) {
  const auto engine = engine_of(bot, store);
  for (std::size_t i = from; i < sessions; ++i) {
    for (const char* text : kTalk) say(*engine, load::session_name(i), text);
  }
}

double ms_of(const std::function<void()>& work) {
  load::Timings timings;
  timings.time(work);
  return timings.total_us() / 1000;
}

// Returns the median of five runs.
double usual_ms_of(const std::function<void()>& work) {
  std::vector<double> all;
  for (int i = 0; i < 5; ++i) all.push_back(ms_of(work));
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

double rss_mb() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return static_cast<double>(resident) * 4096 / 1e6;
}

void print_times(const char* what, const load::Timings& few, const load::Timings& many) {
  std::printf("{\"turns\":\"%s\",\"few\":%s,\"many\":%s,\"p50_ratio\":%.2f,\"p99_ratio\":%.2f}\n", what,
              few.json().c_str(), many.json().c_str(), many.at(0.5) / few.at(0.5), many.at(0.99) / few.at(0.99));
}

void compare_turns(const char* what, const std::shared_ptr<const parley::Catalog>& bot, const Store& small,
                   const Store& large, std::size_t sessions) {
  const auto few = engine_of(bot, small), many = engine_of(bot, large);
  load::Order of_few(kFew), of_many(sessions);
  load::Timings warming, few_times, many_times;
  for (std::size_t batch = 0; batch <= kBatches; ++batch) {
    load::Timings& a = batch == 0 ? warming : few_times;
    load::Timings& b = batch == 0 ? warming : many_times;
    for (std::size_t i = 0; i < kBatch; ++i) {
      const std::string session = load::session_name(of_few.next());
      a.time([&] { say(*few, session, kQuestion); });
    }
    for (std::size_t i = 0; i < kBatch; ++i) {
      const std::string session = load::session_name(of_many.next());
      b.time([&] { say(*many, session, kQuestion); });
    }
  }
  print_times(what, few_times, many_times);
}

// Runs one turn per session in random order, so that SQLite splits the pages that were filled in order.
void use_all(const std::shared_ptr<const parley::Catalog>& bot, const Store& store, std::size_t sessions) {
  const auto engine = engine_of(bot, store);
  load::Order order(sessions);
  for (std::size_t i = 0; i < sessions; ++i) say(*engine, load::session_name(order.next()), kQuestion);
}

void print_beginnings(const std::shared_ptr<const parley::Catalog>& bot, const Store& store, std::size_t sessions) {
  const auto engine = engine_of(bot, store);
  const auto begin_ms = [&](std::size_t number) {
    return ms_of([&] { say(*engine, "new-" + load::session_name(number), kQuestion); });
  };
  const double first = begin_ms(sessions), second = begin_ms(sessions + 1);
  std::printf("{\"begin_ms\":{\"first_since_start\":%.2f,\"next\":%.2f}}\n", first, second);
}

void print_lists(parley::SessionStore& store, const parley::SessionRecord& like) {
  const auto list_ms = [&](const std::function<void(parley::SessionQuery&)>& ask) {
    return usual_ms_of([&] {
      parley::SessionQuery query;
      ask(query);
      must(store.list(query));
    });
  };
  using Order = parley::SessionQuery::Order;
  const std::string middle = load::session_name(0);
  std::printf(
      "{\"list_ms\":{\"recent\":%.2f,\"recent_middle\":%.2f,\"oldest\":%.2f,\"by_name\":%.2f,\"by_name_middle\":%.2f,"
      "\"of_user\":%.2f,\"of_tag\":%.2f,\"of_tag_by_name\":%.2f,\"bot_that_has_none\":%.2f},\"counts_ms\":%.2f}\n",
      list_ms([](auto&) {}), list_ms([&](auto& query) {
        query.after = {like.state.updated_at - kMonth / 2, middle};
      }),
      list_ms([](auto& query) { query.order = Order::kOldestFirst; }),
      list_ms([](auto& query) { query.order = Order::kByName; }), list_ms([](auto& query) {
        query.order = Order::kByName;
        query.after = {0, "8000"};
      }),
      list_ms([](auto& query) { query.user = "user-77"; }), list_ms([](auto& query) { query.tag = "gold"; }),
      list_ms([](auto& query) {
        query.tag = "gold";
        query.order = Order::kByName;
      }),
      list_ms([](auto& query) { query.bot = "nobody"; }), usual_ms_of([&] { must(store.counts(0)); }));
}

void print_searches(parley::SessionStore& store) {
  const auto search = [&](const char* text, const char* user) {
    parley::SearchQuery query;
    query.text = text;
    query.user = user;
    must(store.search(query));
  };
  const double first = ms_of([&] { search("parcel", ""); });
  std::printf("{\"search_ms\":{\"first\":%.0f,\"rare\":%.2f,\"common\":%.2f,\"common_of_user\":%.2f,\"none\":%.2f}}\n",
              first, usual_ms_of([&] { search("order number 777", ""); }),
              usual_ms_of([&] { search("check my order", ""); }), usual_ms_of([&] { search("order", "user-77"); }),
              usual_ms_of([&] { search("xylophone", ""); }));
}

// What a user of the administration sees first, at once after the store was filled.
void print_first(parley::SessionStore& store) {
  parley::SearchQuery rare, common;
  rare.text = "order number 777";
  common.text = "check my order";
  const double counts = ms_of([&] { must(store.counts(0)); }), list = ms_of([&] { must(store.list({})); });
  const double search = ms_of([&] { must(store.search(rare)); }), other = ms_of([&] { must(store.search(common)); });
  std::printf("{\"first_ms\":{\"counts\":%.1f,\"list\":%.1f,\"search_rare\":%.1f,\"search_common\":%.1f}}\n", counts,
              list, search, other);
  std::fflush(stdout);
}

// Continues both sessions: the long one after TURNS turns, the short one after kYoung turns.
void compare_lengths(const std::shared_ptr<const parley::Catalog>& bot, const Store& store, std::size_t turns) {
  const auto engine = engine_of(bot, store);
  constexpr const char* kTexts[] = {kTalk[0], kTalk[1], kQuestion};
  const auto talk = [&](const std::string& session, std::size_t turn) { say(*engine, session, kTexts[turn % 3]); };
  double rss_then = 0;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    if (turn == kYoung) rss_then = rss_mb();
    talk("old", turn);
  }
  const double rss_now = rss_mb();
  load::Timings young_times, old_times;
  for (std::size_t batch = 0; batch < kBatches; ++batch) {
    const std::string young = "young-" + std::to_string(batch);
    for (std::size_t turn = 0; turn < kYoung; ++turn) talk(young, turn);
    for (std::size_t turn = 0; turn < kBatch; ++turn) young_times.time([&] { talk(young, kYoung + turn); });
    for (std::size_t turn = 0; turn < kBatch; ++turn) old_times.time([&] { talk("old", turns + turn); });
  }
  print_times("few: after 100 turns of a session; many: after all turns of a long session", young_times, old_times);
  std::printf("{\"rss_mb\":{\"at_turn_%zu\":%.1f,\"at_turn_%zu\":%.1f}}\n", kYoung, rss_then, turns, rss_now);
}

std::size_t number(int argc, char** argv, int at, std::size_t otherwise) {
  return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: size_bench BOT FOLDER [SESSIONS [TURNS [turns]]]\n");
    return 2;
  }
  const auto bot = load_bot(argv[1]);
  const std::string folder = argv[2];
  const std::size_t sessions = number(argc, argv, 3, 1000000);
  const std::size_t turns = number(argc, argv, 4, 100000);
  const parley::SessionRecord like = sample(bot);
  for (const char* file : {"/small.db", "/small.db-wal", "/small.db-shm"}) std::filesystem::remove(folder + file);
  const Store small = open(folder + "/small.db");
  fill(*small, like, 0, kFew);

  Store large = open(folder + "/large.db");
  const auto there = static_cast<std::size_t>(must(large->counts(0)).sessions);
  const bool by_turns = argc > 5 && std::string(argv[5]) == "turns";
  const double fill_ms =
      ms_of([&] { by_turns ? fill_by_turns(bot, large, there, sessions) : fill(*large, like, there, sessions); });
  print_first(*large);
  const parley::StoreCounts counts = must(large->counts(0));
  std::printf("{\"sessions\":%zu,\"turns_each\":%zu,\"messages_each\":%zu,\"bytes_each\":%.0f,\"filled_in_s\":%.0f}\n",
              sessions, like.turns.size(), like.messages.size(),
              static_cast<double>(counts.bytes) / static_cast<double>(sessions), fill_ms / 1000);
  large.reset();
  const double open_ms = usual_ms_of([&] { large = open(folder + "/large.db"); });
  std::printf("{\"open_ms\":{\"of_1000\":%.2f,\"of_all\":%.2f}}\n", usual_ms_of([&] { open(folder + "/small.db"); }),
              open_ms);
  std::fflush(stdout);
  print_beginnings(bot, large, static_cast<std::size_t>(must(large->counts(0)).turns));
  compare_turns("few: 1,000 sessions; many: all sessions; synchronous NORMAL", bot, small, large, sessions);
  use_all(bot, small, kFew);
  const double use_ms = ms_of([&] { use_all(bot, large, sessions); });
  std::printf("{\"used_in_s\":%.0f}\n", use_ms / 1000);
  compare_turns("few: 1,000 sessions; many: all sessions; synchronous NORMAL, after as many turns as sessions", bot,
                small, large, sessions);
  print_lists(*large, like);
  std::fflush(stdout);
  compare_lengths(bot, small, turns);
  std::fflush(stdout);
  print_searches(*large);
  large.reset();
  compare_turns("few: 1,000 sessions; many: all sessions; synchronous FULL", bot,
                open(folder + "/small.db", Synchronous::kFull), open(folder + "/large.db", Synchronous::kFull),
                sessions);
}
