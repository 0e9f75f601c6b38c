// Engines that are killed: whatever they had answered is there, nothing is there twice, and what the world has seen of
// their tools is what their sessions say.
#include <random>

#include <catch2/catch.hpp>

#include "tests/torture/ledger.h"
#include "tests/torture/size.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kKillsPerPlace = 20;  // then a new one, so that its beginning is covered too
constexpr int kLanes = 4;           // places at a time: most of the time is spent waiting for the moment

struct KillFigures {
  std::atomic<std::int64_t> kills{0}, acknowledged{0}, before_first{0}, in_tool{0}, unfinished{0}, places{0};
};

// Where to kill.
struct Moment {
  explicit Moment(std::mt19937& random) {
    const unsigned kind = random() % 100;
    if (kind < 10) {
      before_first = true;
    } else if (kind < 40) {
      holds = kind < 25 ? Victim::Holds::kBeforeEffect : Victim::Holds::kAfterEffect;
    } else {
      after = 1 + random() % 10;
    }
    // From 0 to 50 ms, more often short: a turn takes one or two.
    const double part = std::uniform_real_distribution<>()(random);
    milliseconds = static_cast<int>(50 * part * part * part);
  }
  bool before_first = false;
  unsigned after = 0;  // acknowledgements
  Victim::Holds holds = Victim::Holds::kNowhere;
  int milliseconds = 0;
};

// Reads what comes for so long.
void listen(const Pipe<Note>& notes, int milliseconds, Ledger& ledger) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    if (left <= 0) return;
    if (const auto note = notes.take_within(static_cast<int>(left))) ledger.take(*note);
  }
}

class Lane {
 public:
  Lane(Backend backend, const std::shared_ptr<const Catalog>& catalog, unsigned seed, KillFigures& figures,
       Diagnostics& findings)
      : backend_(backend), catalog_(catalog), random_(seed), figures_(figures), findings_(findings) {}

  void run(int kills) {
    for (int done = 0; done < kills; done += kKillsPerPlace) kill_in_one_place(std::min(kKillsPerPlace, kills - done));
  }

 private:
  void kill_in_one_place(int kills) {
    const auto place = make_place(backend_);
    Ledger ledger;
    // Somebody has every other file open all the time, so that its log is not written back each time.
    Pipe<char> ready, over;
    const bool is_kept = ++figures_.places % 2 == 0 && backend_ == Backend::kSqlite;
    if (is_kept) (void)open(*place);
    Child keeper([&] {
      over.close_writing();
      const auto kept = is_kept ? place->open() : Result<std::shared_ptr<SessionStore>>(nullptr);
      ready.put('r');
      over.take();
      return kept.has_value();
    });
    ready.take();

    for (int kill = 0; kill < kills; ++kill) {
      kill_one(*place, ledger);
      check(*place, ledger);
      ++figures_.kills;
    }
    // Everything that was interrupted is brought to its end by whoever goes on.
    Pipe<Note> notes;
    Child last([&] { return Victim{*place, catalog_, notes, findings_, 0, Victim::Holds::kNowhere, 2}.talk(); });
    findings_.expect(last.wait(), "the last to go on did not end well");
    notes.close_writing();
    while (const auto note = notes.take()) ledger.take(*note);
    check(*place, ledger);
    figures_.acknowledged += ledger.acknowledged();
    over.close_writing();
    findings_.expect(keeper.wait(), "the store could not be kept open");
  }

  void kill_one(const Place& place, Ledger& ledger) {
    const Moment moment(random_);
    const unsigned seed = random_();
    Pipe<Note> notes;
    Child victim([&] {
      notes.close_reading();
      return Victim{place, catalog_, notes, findings_, seed, moment.holds}.talk();
    });
    notes.close_writing();
    unsigned heard = 0;
    bool in_tool = false;
    while (!moment.before_first && !in_tool && (moment.after == 0 || heard < moment.after)) {
      const auto note = notes.take();
      if (!findings_.expect(note.has_value(), "the victim ended by itself")) return;
      in_tool = note->kind == Note::Kind::kInTool;
      ledger.take(*note);
      ++heard;
    }
    listen(notes, moment.milliseconds, ledger);
    victim.kill();
    victim.wait();
    while (const auto note = notes.take()) ledger.take(*note);
    figures_.before_first += moment.before_first;
    figures_.in_tool += in_tool;
  }

  void check(const Place& place, Ledger& ledger) {
    place.settle();
    {
      const auto store = open(place);
      for (int i = 0; i < Victim::kSessions; ++i) {
        const auto state = store->load(name_of_session(i));
        if (state && *state && (*state)->waiting && (*state)->waiting->started) ++figures_.unfinished;
      }
      ledger.check(*store, Effects(place.file("effects")), findings_);
    }
    const std::string damage = place.damage();
    findings_.expect(damage.empty(), "damaged: " + damage);
  }

  Backend backend_;
  const std::shared_ptr<const Catalog>& catalog_;
  std::mt19937 random_;
  KillFigures& figures_;
  Diagnostics& findings_;
};

}  // namespace

TEST_CASE("kill -9 loses no acknowledged turn and repeats no effect", "[kill][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int kills = backend == Backend::kSqlite ? sized(300, 10'000) : sized(30, 300);
  const auto catalog = load_bot();
  Progress progress("kill -9 over " + make_place(backend)->name(), kills);
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
