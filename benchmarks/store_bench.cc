// store_bench PLACE [TURNS [SESSIONS [full|normal [THREADS]]]]: compares SessionStore::commit with the baseline rate
// for the same rows and with the memory store. Prints one JSON line. PLACE is a folder, which receives two SQLite
// files, or the postgresql:// URI of an empty database.
//
// With THREADS, that many threads commit concurrently, each in its own sessions, and the baseline writes that many
// turns in one transaction. The two alternate in short batches, so that other load on the machine affects both.
#include <thread>

#include "benchmarks/bare.h"
#include "benchmarks/store_load.h"
#include "memory/codec.h"
#include "parley/stores.h"

namespace {

constexpr std::size_t kBatch = 250;          // turns
constexpr std::size_t kThreadsBatch = 3200;  // shared by all threads

// A session with an open confirmation of a refund, after a few turns.
parley::SessionState state_of(const std::string& session, std::int64_t turn) {
  parley::SessionState state;
  state.session = session;
  state.continuation_id = "0123456789abcdef0123456789abcdef";
  state.bot = "acme-support";
  state.config_hash = "fedcba9876543210fedcba9876543210";
  state.version = state.turns = turn;
  state.messages = 2 * turn;
  state.plans = 1;
  state.created_at = 1767225600000;
  state.updated_at = state.created_at + turn;
  parley::Frame frame;
  frame.intent = "refund";
  frame.plan = 1;
  frame.params["order_id"] = {parley::Value("O-12345"), turn};
  frame.params["reason"] = {parley::Value("damaged"), turn};
  frame.attempts.params["order_id"].invalid = 1;
  state.frames.push_back(frame);
  parley::PendingInput waiting;
  waiting.awaited = parley::AskedParam{"order_id", {}};
  waiting.intent = "refund";
  waiting.plan = 1;
  waiting.prompt_id = "refund.order_id.2";
  waiting.attempt = 2;
  waiting.asked_at = state.updated_at;
  waiting.config_hash = state.config_hash;
  state.waiting = waiting;
  state.last_intent = "refund";
  state.last_message_id = "00112233445566778899aabbccddeeff";
  return state;
}

parley::StoredTurn turn_of(const parley::SessionState& state, const std::string& id) {
  parley::StoredTurn stored;
  parley::Turn& turn = stored.turn;
  turn.session = state.session;
  turn.id = id;
  turn.seq = state.turns;
  turn.status = parley::TurnStatus::kWaiting;
  turn.say = {"What's your order ID? It's on your receipt."};
  turn.steps = {parley::AskUser{"order_id", turn.say[0], 2, {}}};
  turn.intent = "refund";
  turn.params = {{"order_id", "O-12345"}, {"reason", "damaged"}};
  turn.waiting_for_param = "order_id";
  turn.continuation_id = state.continuation_id;
  turn.continued = true;
  return stored;
}

// The data of one commit.
struct CommitData {
  std::size_t session = 0;
  parley::SessionState state;
  parley::StoredTurn turn;
  std::vector<parley::Message> messages;
};

// Load makes the turns of one store, one batch at a time.
class Load {
 public:
  explicit Load(std::size_t sessions) : order_(sessions), done_(sessions) {}

  std::vector<CommitData> next(std::size_t turns) {
    std::vector<CommitData> all;
    all.reserve(turns);
    for (std::size_t i = 0; i < turns; ++i) {
      const std::size_t number = order_.next();
      const std::int64_t turn = ++done_[number];
      CommitData made{number, state_of(load::session_name(number), turn), {}, {}};
      made.turn = turn_of(made.state, load::message_id(count_++));
      made.messages = {{2 * turn - 1, turn, parley::Role::kUser, "I want my money back", made.state.updated_at},
                       {2 * turn, turn, parley::Role::kAssistant, made.turn.turn.say[0], made.state.updated_at}};
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  load::Order order_;
  std::vector<std::int64_t> done_;
  std::size_t count_ = 0;
};

void commit(parley::SessionStore& store, const CommitData& made) {
  static const std::vector<parley::CallRecord> kNone;
  const auto done = store.commit({made.state, made.state.version - 1, made.turn, made.messages, kNone, nullptr, 0});
  if (done) return;
  std::fprintf(stderr, "store_bench: %s\n", done.error().to_string().c_str());
  std::exit(1);
}

void write(parley::SessionStore& store, const std::vector<CommitData>& batch, std::size_t threads,
           load::Timings& timings) {
  if (threads == 1) {
    for (const CommitData& made : batch) timings.time([&] { commit(store, made); });
    return;
  }
  const auto of_thread = [&](std::size_t thread) {
    for (const CommitData& made : batch) {
      if (made.session % threads == thread) commit(store, made);
    }
  };
  timings.time(
      [&] {
        std::vector<std::thread> all;
        for (std::size_t thread = 0; thread < threads; ++thread) all.emplace_back(of_thread, thread);
        for (std::thread& thread : all) thread.join();
      },
      batch.size());
}

// Writes the same rows with the baseline. All turns have the texts of the first turn, because encoding the texts is
// work of the store and not of the baseline.
void write(bare::Store& store, const std::vector<CommitData>& batch, std::size_t group, load::Timings& timings) {
  static const bare::Turn sample = [&] {
    const CommitData& made = batch.front();
    bare::Turn turn;
    parley::memory::append_state_json(turn.state, made.state);
    parley::memory::append_turn_json(turn.answer, made.turn);
    turn.messages = {
        {"user", made.messages[0].text, "{11111111111111111,2222222222222222,333333333333333,4}"},
        {"assistant", made.messages[1].text, "{1111111111111111,22222222222222222,3333333333333,4,5,6,7,8}"}};
    return turn;
  }();
  std::vector<bare::Turn> turns(batch.size(), sample);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    turns[i].session = batch[i].state.session;
    turns[i].number = batch[i].state.version;
    turns[i].message_id = batch[i].turn.turn.id;
  }
  for (std::size_t at = 0; at < turns.size(); at += group) {
    const std::size_t count = std::min(group, turns.size() - at);
    timings.time([&] { store.write(&turns[at], count); }, count);
  }
}

parley::Result<std::shared_ptr<parley::SessionStore>> open_sqlite(const std::string& path, bool full) {
  using Synchronous = parley::SqliteOptions::Synchronous;
  parley::SqliteOptions options;
  options.synchronous = full ? Synchronous::kFull : Synchronous::kNormal;
  return parley::open_sqlite_store(path, options);
}

std::size_t number(int argc, char** argv, int at, std::size_t otherwise) {
  return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: store_bench PLACE [TURNS [SESSIONS [full|normal [THREADS]]]]\n");
    return 2;
  }
  const std::string place = argv[1];
  const std::size_t turns = number(argc, argv, 2, 20000);
  const std::size_t sessions = number(argc, argv, 3, 1000);
  const bool full = argc <= 4 || std::string(argv[4]) != "normal";
  const std::size_t threads = std::max<std::size_t>(1, number(argc, argv, 5, 1));

  const bool on_postgres = place.rfind("postgresql://", 0) == 0;
  const auto store = on_postgres ? parley::open_postgres_store(place) : open_sqlite(place + "/store.db", full);
  if (!store) {
    std::fprintf(stderr, "store_bench: %s\n", store.error().to_string().c_str());
    return 1;
  }
  const auto bare_store = bare::open(on_postgres ? place : place + "/bare.db", full);
  const auto memory_store = parley::create_memory_store();

  Load for_bare(sessions), for_store(sessions), for_memory(sessions);
  load::Timings bare, stored, memory;
  const std::size_t batch = threads == 1 ? kBatch : kThreadsBatch;
  for (std::size_t done = 0; done < turns; done += batch) {
    write(*bare_store, for_bare.next(batch), threads, bare);
    write(**store, for_store.next(batch), threads, stored);
  }
  write(*memory_store, for_memory.next(turns), threads, memory);
  std::printf(
      "{\"store\":\"%s\",\"sessions\":%zu,\"threads\":%zu,\"bare\":%s,\"stored\":%s,\"of_bare\":%.3f,"
      "\"memory\":%s}\n",
      on_postgres ? "postgres"
      : full      ? "sqlite, full"
                  : "sqlite, normal",
      sessions, threads, bare.json().c_str(), stored.json().c_str(), stored.per_second() / bare.per_second(),
      memory.json().c_str());
}
