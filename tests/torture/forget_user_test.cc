// Tests the erasure of users by processes that are killed midway, while other users continue to talk. The files of the
// store and of telemetry then contain no byte of the users' messages, notes, responses or derived data.
#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "tests/support/forwarding_table.h"
#include "tests/torture/canaries.h"
#include "tests/torture/processes.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/test_times.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr char kKey[] = "the key of telemetry";
constexpr int kTurnsOfSession = 24;    // turns of each session
constexpr int kForgottenSessions = 4;  // sessions of the user to erase
constexpr int kWordsOfARun = 10'000;   // a run uses fewer words

constexpr const char* kForgettingBot = R"(
parley: 1
bot: {id: forgetful}
tools:
  parcels.find: {kind: host}
intents:
  - id: find
    match: [{regex: '\bparcel'}]
    params: {what: {type: free_text, required: true, ask: Which one?}}
    steps: [{tool: parcels.find, with: {what: '{what}'}, save: {where: result.where}}, {say: "It is in {where}."}]
  - id: note
    match: [{regex: '\bnote'}]
    params:
      first: {type: free_text, required: true, ask: What shall I write down?}
      second: {type: free_text, required: true, ask: And then?}
    steps: [{say: 'Noted {first} and {second}.'}]
redaction: {telemetry_text: all}
session: {ttl: 0}
fallback: {say: Pardon?, after: 100}
memory:
  strategy: hybrid
  results: 3000
  offload: {start: 0, protect: 0, preview: 100, keep: 4000d}
  summary: {after_tokens: 300, keep: 0.2}
  topics: {}
)";

using Words = std::function<std::string()>;

// The data that the processes of one run share.
struct ForgettingRun {
  int number = 0;
  std::atomic<int> words{0};  // the number of words that word() returned
  std::atomic<int> items{0};  // 1 if a receipt counted items of all mandatory kinds
  std::atomic<std::int64_t> events{0};

  std::string word() { return canary(number * kWordsOfARun + words++); }
  std::vector<std::string> all_words() const {
    std::vector<std::string> all;
    for (int i = 0; i < words; ++i) all.push_back(canary(number * kWordsOfARun + i));
    return all;
  }
  // The names of the user and of the sessions depend only on the number of the run. They do not count as words.
  std::string user() const { return "user-" + canary(number * kWordsOfARun + kWordsOfARun - 1); }
  std::string session(int i) const {
    return "s" + std::to_string(i) + "-" + canary(-number * kForgottenSessions - i - 1);
  }
};

// Says before or after which of its calls the process is killed.
struct KillPoint {
  int at = 0;  // the number of the call, from 1; 0: never
  bool after = false;
  int calls = 0;

  template <typename Call>
  auto around(const Call& call) -> decltype(call()) {
    const bool now = ++calls == at;
    if (now && !after) ::raise(SIGKILL);
    auto answer = call();
    if (now) ::raise(SIGKILL);
    return answer;
  }
};

class KilledStore final : public memory::ForwardingStore {
 public:
  KilledStore(std::shared_ptr<SessionStore> inner, KillPoint& kill_point)
      : ForwardingStore(std::move(inner)), kill_point_(kill_point) {}
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return kill_point_.around([&] { return inner()->items(session, prefix); });
  }
  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    return kill_point_.around([&] { return inner()->list(query); });
  }
  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    return kill_point_.around([&] { return inner()->erase(sessions); });
  }

 private:
  KillPoint& kill_point_;
};

class KilledTable final : public test::ForwardingTable {
 public:
  KilledTable(std::shared_ptr<TelemetryTable> inner, KillPoint& kill_point)
      : ForwardingTable(std::move(inner)), kill_point_(kill_point) {}
  Result<std::size_t> forget_sessions(const std::vector<std::string>& hashes) override {
    return kill_point_.around([&] { return inner()->forget_sessions(hashes); });
  }
  Result<std::size_t> forget_user(std::string_view hash) override {
    return kill_point_.around([&] { return inner()->forget_user(hash); });
  }

 private:
  KillPoint& kill_point_;
};

std::shared_ptr<TelemetryTable> open_table(const StoreUnderTest& target) {
  auto table = open_sqlite_sink(target.file("telemetry.db"));
  if (!table) FAIL(table.error().to_string());
  return *table;
}

std::unique_ptr<Engine> engine_over(std::shared_ptr<SessionStore> store, std::shared_ptr<TelemetryTable> table,
                                    TimeMs now, const Words& word) {
  EngineOptions options;
  options.clock = std::make_shared<ManualClock>(now);
  options.telemetry = {std::move(table)};
  options.telemetry_key = kKey;
  options.user_key = "the key of users";
  options.sweep_every = {};
  options.tools["parcels.find"] = [word](const ToolCall&) {
    std::string log;
    while (log.size() < 2000) log += "at " + word() + ", and then on; ";
    return ToolOutcome::ok(Value(Value::Object{{"where", word()}, {"log", log}}));
  };
  return *Engine::create(*Catalog::parse(kForgettingBot, "forgetful.yaml"), std::move(store), options);
}

// Returns a user's message in turn `turn`. The bot understands only some messages. After the last message, a question
// is open.
std::string line_of(int turn, const Words& word) {
  if (turn >= kTurnsOfSession - 2) return turn == kTurnsOfSession - 1 ? word() + " is to be remembered" : "take a note";
  switch (turn % 4) {
    case 0: return "tell me about " + word() + " and the brass lamp";
    case 1: return "where is my parcel?";
    case 2: return word();
    default: return "thanks for " + word();
  }
}

// The variants of a session.
struct Kind {
  std::string parent = {};
  bool is_archived = false;
  bool is_noted = false;  // the caller names the user only after the messages, so telemetry has no event with the user
};

struct Speaker {
  Engine& engine;
  SessionStore& store;
  Words word;

  bool talk(const std::string& session, const std::string& user, const Kind& kind) const {
    for (int turn = 0; turn < kTurnsOfSession; ++turn) {
      Request request = Request::text(session, line_of(turn, word));
      request.id = "m" + std::to_string(turn) + "-" + word();
      request.now = kBegin + turn * kDay;
      const bool begins_without = turn < 2 && kind.parent.empty();
      if (!begins_without && !kind.is_noted) request.user = user;
      if (turn == 0) request.parent = kind.parent;
      request.details.files = {{FileRef::Kind::kFile, word() + ".txt", ""}};
      request.details.metadata = {{"by", word()}};
      if (!engine.handle(request)) return false;
    }
    SessionNotes notes = (**store.summary(session)).notes;
    notes.title = "about " + word();
    notes.tags = {word()};
    notes.metadata = {{"of", word()}};
    notes.archived_at = kind.is_archived ? 1 : 0;
    notes.user = engine.user_hash(user);
    return *engine.annotate(session, notes);
  }
  bool make_all(const std::string& session) const {
    const bool context = engine.context(session, {Consumer::kLlm, 1000}).has_value();
    const bool compacted = engine.compact(session).has_value();
    return engine.topics(session).has_value() && context && compacted;
  }
};

class OneRun {
 public:
  OneRun(int number, Diagnostics& findings) : random_(static_cast<unsigned>(number)), findings_(findings) {
    run_->number = number;
  }

  // Returns how often the erasing process was killed.
  int go() {
    Child speaker([&] { return hold_conversations(); });
    if (!findings_.expect(speaker.wait(), what("the conversations could not be stored"))) return 0;
    const std::string others = data_of_other_user();
    std::vector<std::string> marks = telemetry_hashes();
    const std::vector<std::string> words = run_->all_words();
    std::string where;
    const int left = count_left(target_.folder(), words, where);
    findings_.expect(left == run_->words, what("only " + std::to_string(left) + " words were there"));
    findings_.expect(count_left(target_.folder(), marks, where) == static_cast<int>(marks.size()),
                     what("telemetry was not there"));

    Pipe<char> over;  // in every second run, a reader has the file open all the time
    const bool is_kept = run_->number % 2 == 0;
    Child keeper([&] {
      over.close_writing();
      const auto store = is_kept ? target_.open() : Result<std::shared_ptr<SessionStore>>(nullptr);
      over.take();
      return store.has_value();
    });
    int kills = 0;
    for (const unsigned most = random_() % 4; static_cast<unsigned>(kills) < most;) {
      if (!forget_until_killed()) break;
      ++kills;
    }
    Child last([&] { return forget({}); });
    findings_.expect(last.wait(), what("the last process did not erase the user"));
    check(words, marks, others, kills);
    over.close_writing();
    keeper.wait();
    check(words, marks, others, kills);
    return kills;
  }
  std::size_t words() const { return static_cast<std::size_t>(run_->words); }

 private:
  std::string what(const std::string& text) const { return "run " + std::to_string(run_->number) + ": " + text; }

  bool hold_conversations() const {
    const auto store = open(target_);
    const auto table = open_table(target_);
    for (const bool is_secret : {true, false}) {
      const Words word = [&, is_secret] { return is_secret ? run_->word() : "something"; };
      const auto now = engine_over(store, table, kBegin, word), later = engine_over(store, table, kAfterExpiry, word);
      const Speaker speaker{*now, *store, word}, recalling{*later, *store, word};
      const auto name = [&](int i) { return is_secret ? run_->session(i) : "other-" + std::to_string(i); };
      const Kind kinds[kForgottenSessions] = {{}, {"", true}, {"", false, true}, {name(1)}};
      for (int i = 0; i < kForgottenSessions; ++i) {
        if (!speaker.talk(name(i), is_secret ? run_->user() : "somebody", kinds[i])) return false;
        if (!recalling.make_all(name(i))) return false;
      }
    }
    return true;
  }

  // Erases the user while another user is active.
  bool forget(const KillPoint& when, const Pipe<char>* begins = nullptr) const {
    KillPoint kill_point = when;
    const auto store = open(target_);
    const auto engine = engine_over(std::make_shared<KilledStore>(store, kill_point),
                                    std::make_shared<KilledTable>(open_table(target_), kill_point), kBegin,
                                    [] { return std::string("anything"); });
    std::atomic<bool> over{false};
    std::thread talker([&] {
      for (int turn = 0; !over; ++turn)
        (void)engine->handle(Request::text("beside", line_of(turn % 4, [] { return std::string("nothing"); })));
    });
    if (begins) begins->put('b');
    const auto receipt = engine->forget_user(run_->user(), std::chrono::minutes(1));
    over = true;
    talker.join();
    if (!findings_.expect(receipt.has_value(), what(receipt ? "" : receipt.error().to_string()))) return false;
    const ForgetReceipt::Items& items = receipt->items;
    if (std::min({items.summaries, items.topics, items.packed, items.results}) > 0) run_->items = 1;
    run_->events += receipt->events;
    return true;
  }

  // Erases the user in a process and kills the process at one of its calls or at a random time. Returns false if the
  // process finished first.
  bool forget_until_killed() {
    Pipe<char> begins;
    const bool at_a_call = random_() % 2 == 0;
    const KillPoint kill_point{at_a_call ? 1 + static_cast<int>(random_() % 10) : 0, random_() % 2 == 0};
    const double part = std::uniform_real_distribution<>()(random_);
    Child child([&] {
      begins.close_reading();
      return forget(kill_point, &begins);
    });
    begins.close_writing();
    if (!begins.take()) return !child.wait();
    if (!at_a_call && !child.ends_within(static_cast<int>(60 * part * part))) child.kill();
    return !child.wait();
  }

  // Returns the hashes that identify the user and the sessions in telemetry.
  std::vector<std::string> telemetry_hashes() const {
    std::vector<std::string> marks = {telemetry_hash(user_hash(run_->user(), "the key of users"), kKey)};
    for (int i = 0; i < kForgottenSessions; ++i) marks.push_back(telemetry_hash(run_->session(i), kKey));
    return marks;
  }

  // Returns all data stored for the other user, and the number of that user's events.
  std::string data_of_other_user() const {
    const auto store = open(target_);
    SessionQuery query;
    query.archived = SessionQuery::Archived::kToo;
    query.user = user_hash("somebody", "the key of users");
    std::string all;
    (void)export_sessions(*store, query, [&](std::string_view line) {
      all.append(line) += '\n';
      return true;
    });
    const auto table = open_table(target_);
    const std::string hash = telemetry_hash(query.user, kKey);
    int events = 0;
    (void)table->for_each(0, INT64_MAX, [&](std::string_view line) { events += line.find(hash) != line.npos ? 1 : 0; });
    return all + std::to_string(events);
  }

  void check(const std::vector<std::string>& words, const std::vector<std::string>& marks, const std::string& others,
             int kills) {
    const std::string how = ", killed " + std::to_string(kills) + " times";
    std::vector<std::string> all = words;
    all.insert(all.end(), marks.begin(), marks.end());
    all.push_back(run_->user());
    for (int i = 0; i < kForgottenSessions; ++i) all.push_back(run_->session(i));
    std::string where;
    const int left = count_left(target_.folder(), all, where);
    findings_.expect(left == 0, what(std::to_string(left) + " left, in " + where + how));
    findings_.expect(data_of_other_user() == others, what("the data of another user has changed" + how));
    findings_.expect(kills > 0 || run_->items == 1, what("a receipt without some of the items"));
    findings_.expect(kills > 0 || run_->events > 0, what("a receipt without events"));
    findings_.expect(target_.damage().empty(), what("damaged: " + target_.damage() + how));
  }

  SqliteUnderTest target_;
  Shared<ForgettingRun> run_;
  std::mt19937 random_;
  Diagnostics& findings_;
};

}  // namespace

TEST_CASE("no file has any data of an erased user, however often the erase was interrupted", "[forget]") {
  const int runs = scaled(6, 200);
  Progress progress("forgetting a user in " + std::to_string(runs) + " places", runs);
  const Shared<Diagnostics> findings;
  std::int64_t words = 0, cut_short = 0, kills = 0;
  for (int number = 1; number <= runs; ++number) {
    OneRun run(number, *findings);
    const int times = run.go();
    words += static_cast<std::int64_t>(run.words());
    cut_short += times > 0 ? 1 : 0;
    kills += times;
    progress.at(number);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(kills, "kills in ") + count_of(cut_short, "of them, ") +
                   count_of(words, "words, 0 left in any file"));
}
