// store_bench FOLDER [TURNS [SESSIONS [full|normal]]]: SessionStore::commit of the SQLite store against the bare rate
// for the same rows, and of the memory store, as one JSON line. FOLDER receives two database files.
//
// The two take turns in short spells, so that what else the machine does falls on both.
#include <functional>

#include "benchmarks/bare_sqlite.h"
#include "benchmarks/store_load.h"
#include "memory/codec.h"
#include "parley/store.h"

namespace {

constexpr std::size_t kSpell = 250;

// A session that is being asked whether its refund is right, as it is after a few turns.
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
  frame.attempts["order_id"].invalid = 1;
  state.frames.push_back(frame);
  parley::Waiting waiting;
  waiting.intent = "refund";
  waiting.param = "order_id";
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
  turn.status = parley::Status::kWaiting;
  turn.say = {"What's your order ID? It's on your receipt."};
  turn.steps = {parley::AskUser{"order_id", turn.say[0], 2, {}}};
  turn.intent = "refund";
  turn.params = {{"order_id", "O-12345"}, {"reason", "damaged"}};
  turn.waiting_for_param = "order_id";
  turn.continuation_id = state.continuation_id;
  turn.continued = true;
  return stored;
}

// One store with its place in the load.
class Runner {
 public:
  using CommitTurn =
      std::function<void(const parley::SessionState&, const parley::StoredTurn&, const std::vector<parley::Message>&)>;
  Runner(std::size_t sessions, CommitTurn commit) : order_(sessions), done_(sessions), commit_(std::move(commit)) {}

  void run(std::size_t turns) {
    for (std::size_t i = 0; i < turns; ++i) {
      const std::size_t number = order_.next();
      const std::int64_t turn = ++done_[number];
      const parley::SessionState state = state_of(load::session_name(number), turn);
      const parley::StoredTurn stored = turn_of(state, load::message_id(count_++));
      const std::vector<parley::Message> messages = {
          {2 * turn - 1, turn, parley::Role::kUser, "I want my money back", state.updated_at},
          {2 * turn, turn, parley::Role::kAssistant, stored.turn.say[0], state.updated_at}};
      timings_.time([&] { commit_(state, stored, messages); });
    }
  }

  const load::Timings& timings() const { return timings_; }

 private:
  load::Order order_;
  std::vector<std::int64_t> done_;
  CommitTurn commit_;
  std::size_t count_ = 0;
  load::Timings timings_;
};

Runner::CommitTurn into(parley::SessionStore& store) {
  return [&store](const parley::SessionState& state, const parley::StoredTurn& turn,
                  const std::vector<parley::Message>& messages) {
    const auto done = store.commit({state, state.version - 1, turn, messages, state.updated_at});
    if (!done) {
      std::fprintf(stderr, "store_bench: %s\n", done.error().to_string().c_str());
      std::exit(1);
    }
  };
}

// The same rows. To make the texts is the store's work and not the yardstick's: any of their size will do.
Runner::CommitTurn into(bare::Store& store) {
  return [&store](const parley::SessionState& state, const parley::StoredTurn& turn,
                  const std::vector<parley::Message>& messages) {
    static const bare::Turn sample = [&] {
      bare::Turn made;
      parley::memory::append_state_json(made.state, state);
      parley::memory::append_turn_json(made.answer, turn.turn);
      made.messages = {{"user", messages[0].text}, {"assistant", messages[1].text}};
      return made;
    }();
    bare::Turn now = sample;
    now.session = state.session;
    now.number = state.version;
    now.message_id = turn.turn.id;
    store.write(now);
  };
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: store_bench FOLDER [TURNS [SESSIONS [full|normal]]]\n");
    return 2;
  }
  const std::string folder = argv[1];
  const std::size_t turns = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20000;
  const std::size_t sessions = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1000;
  const bool full = argc <= 4 || std::string(argv[4]) != "normal";

  parley::SqliteOptions options;
  options.synchronous = full ? parley::SqliteOptions::Synchronous::kFull : parley::SqliteOptions::Synchronous::kNormal;
  auto sqlite_store = parley::open_sqlite_store(folder + "/store.db", options);
  if (!sqlite_store) {
    std::fprintf(stderr, "store_bench: %s\n", sqlite_store.error().to_string().c_str());
    return 1;
  }
  bare::Store bare_store(folder + "/bare.db", PARLEY_SCHEMA_FILE, full);
  const auto memory_store = parley::memory_store();

  Runner sqlite(sessions, into(**sqlite_store));
  Runner bare(sessions, into(bare_store));
  Runner memory(sessions, into(*memory_store));
  for (std::size_t done = 0; done < turns; done += kSpell) {
    bare.run(kSpell);
    sqlite.run(kSpell);
  }
  memory.run(turns);
  std::printf("{\"synchronous\":\"%s\",\"sessions\":%zu,\"bare\":%s,\"sqlite\":%s,\"of_bare\":%.3f,\"memory\":%s}\n",
              full ? "full" : "normal", sessions, bare.timings().json().c_str(), sqlite.timings().json().c_str(),
              sqlite.timings().per_second() / bare.timings().per_second(), memory.timings().json().c_str());
}
