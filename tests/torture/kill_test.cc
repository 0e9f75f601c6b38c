// Tests killed engines: all acknowledged turns are stored, nothing is duplicated, and the side effects of tools agree
// with the sessions.
#include <random>

#include <catch2/catch.hpp>

#include "tests/torture/acknowledged_turns.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kKillsPerPlace = 20;  // after them the test creates a new store, to test its creation as well
constexpr int kLanes = 4;           // stores that are tested at the same time, because the test mostly waits

struct KillFigures {
  std::atomic<std::int64_t> kills{0}, acknowledged{0}, before_first{0}, in_tool{0}, unfinished{0}, places{0};
};

// The moment at which to kill a client.
struct Moment {
  explicit Moment(std::mt19937& random) {
    const unsigned kind = random() % 100;
    if (kind < 10) {
      before_first = true;
    } else if (kind < 40) {
      wait_point = kind < 25 ? ClientProcess::WaitPoint::kBeforeEffect : ClientProcess::WaitPoint::kAfterEffect;
    } else {
      after = 1 + random() % 10;
    }
    // From 0 to 50 ms, mostly short, because a turn takes one or two ms.
    const double part = std::uniform_real_distribution<>()(random);
    milliseconds = static_cast<int>(50 * part * part * part);
  }
  bool before_first = false;
  unsigned after = 0;  // kills after this number of acknowledgements
  ClientProcess::WaitPoint wait_point = ClientProcess::WaitPoint::kNowhere;
  int milliseconds = 0;
};

// Reads reports for this time and records their acknowledgements.
void listen(const Pipe<ClientReport>& reports, int milliseconds, AcknowledgedTurns& acknowledged_turns) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    if (left <= 0) return;
    if (const auto report = reports.take_within(static_cast<int>(left))) acknowledged_turns.take(*report);
  }
}

class Lane {
 public:
  Lane(Backend backend, const std::shared_ptr<const Catalog>& catalog, unsigned seed, KillFigures& figures,
       Diagnostics& findings)
      : backend_(backend), catalog_(catalog), random_(seed), figures_(figures), findings_(findings) {}

  void run(int kills) {
    for (int done = 0; done < kills; done += kKillsPerPlace) kill_in_one_store(std::min(kKillsPerPlace, kills - done));
  }

 private:
  void kill_in_one_store(int kills) {
    const auto target = make_store_under_test(backend_);
    AcknowledgedTurns acknowledged_turns;
    // A reader keeps every second file open, so that SQLite does not checkpoint its log after each kill.
    Pipe<char> ready, over;
    const bool is_kept = ++figures_.places % 2 == 0 && backend_ == Backend::kSqlite;
    if (is_kept) (void)open(*target);
    Child keeper([&] {
      over.close_writing();
      const auto kept = is_kept ? target->open() : Result<std::shared_ptr<SessionStore>>(nullptr);
      ready.put('r');
      over.take();
      return kept.has_value();
    });
    ready.take();

    for (int kill = 0; kill < kills; ++kill) {
      kill_one(*target, acknowledged_turns);
      check(*target, acknowledged_turns);
      ++figures_.kills;
    }
    // The last process finishes all interrupted turns.
    Pipe<ClientReport> reports;
    Child last([&] {
      return ClientProcess{*target, catalog_, reports, findings_, 0, ClientProcess::WaitPoint::kNowhere, 2}.talk();
    });
    findings_.expect(last.wait(), "the last process failed");
    reports.close_writing();
    while (const auto report = reports.take()) acknowledged_turns.take(*report);
    check(*target, acknowledged_turns);
    figures_.acknowledged += acknowledged_turns.acknowledged();
    over.close_writing();
    findings_.expect(keeper.wait(), "the store could not be kept open");
  }

  void kill_one(const StoreUnderTest& target, AcknowledgedTurns& acknowledged_turns) {
    const Moment moment(random_);
    const unsigned seed = random_();
    Pipe<ClientReport> reports;
    Child client([&] {
      reports.close_reading();
      return ClientProcess{target, catalog_, reports, findings_, seed, moment.wait_point}.talk();
    });
    reports.close_writing();
    unsigned heard = 0;
    bool in_tool = false;
    while (!moment.before_first && !in_tool && (moment.after == 0 || heard < moment.after)) {
      const auto report = reports.take();
      if (!findings_.expect(report.has_value(), "the client ended by itself")) return;
      in_tool = report->kind == ClientReport::Kind::kInTool;
      acknowledged_turns.take(*report);
      ++heard;
    }
    listen(reports, moment.milliseconds, acknowledged_turns);
    client.kill();
    client.wait();
    while (const auto report = reports.take()) acknowledged_turns.take(*report);
    figures_.before_first += moment.before_first;
    figures_.in_tool += in_tool;
  }

  void check(const StoreUnderTest& target, AcknowledgedTurns& acknowledged_turns) {
    target.settle();
    {
      const auto store = open(target);
      for (int i = 0; i < ClientProcess::kSessions; ++i) {
        const auto state = store->load(name_of_session(i));
        const ToolWait* wait = state && *state ? (*state)->waits_for<ToolWait>() : nullptr;
        if (wait && wait->running) ++figures_.unfinished;
      }
      acknowledged_turns.check(*store, Effects(target.file("effects")), findings_);
    }
    const std::string damage = target.damage();
    findings_.expect(damage.empty(), "damaged: " + damage);
  }

  Backend backend_;
  const std::shared_ptr<const Catalog>& catalog_;
  std::mt19937 random_;
  KillFigures& figures_;
  Diagnostics& findings_;
};

}  // namespace

TEST_CASE("after kill -9 no acknowledged turn is lost and no side effect is repeated", "[kill][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int kills = backend == Backend::kSqlite ? scaled(300, 10'000) : scaled(30, 300);
  const auto catalog = load_bot();
  Progress progress("kill -9 over " + make_store_under_test(backend)->name(), kills);
  const Shared<KillFigures> figures;
  const Shared<Diagnostics> findings;
  std::vector<Child> lanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    lanes.emplace_back([&] {
      const int part = kills / kLanes + (lane < kills % kLanes ? 1 : 0);
      Lane(backend, catalog, static_cast<unsigned>(lane + 1), *figures, *findings).run(part);
      return true;
    });
  }
  CHECK(wait_for(lanes, [&] { progress.at(figures->kills); }));
  CHECK(findings->all() == "");
  CHECK(figures->kills == kills);
  progress.figures(count_of(figures->kills, "kills (") + count_of(figures->before_first, "before the first answer, ") +
                   count_of(figures->in_tool, "in a tool) in ") + count_of(figures->places, "stores; ") +
                   count_of(figures->acknowledged, "turns acknowledged, ") +
                   count_of(figures->unfinished, "calls found unfinished, ") + "0 lost, 0 twice");
}
