// Tests a full disk under concurrent turns: refused turns get an error, no acknowledged turn is lost, and turns succeed
// when there is space again.
#include <array>
#include <atomic>

#include <catch2/catch.hpp>
#include <sys/mount.h>
#include <sys/resource.h>

#include "parley/protocol.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kDiskWriters = 4;

// A folder on a separate file system of this size. Mounting it needs root; without root, the folder does not exist.
class SmallDisk {
 public:
  SmallDisk(std::string path, const std::string& size) : path_(std::move(path)) {
    std::filesystem::create_directory(path_);
    mounted_ = ::mount("parley-torture", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool is_mounted() const { return mounted_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  bool mounted_ = false;
};

struct DiskFigures {
  std::int64_t acknowledged = 0, refused = 0;
};

// Sends messages until the disk is full, frees space, and continues with the refused message.
class Writers {
 public:
  Writers(const std::string& path, const std::shared_ptr<const Catalog>& catalog, Diagnostics& findings)
      : store_(open(path)), engine_(make_engine(catalog, store_)), findings_(findings) {}

  // Each thread runs until the disk has refused several of its turns, or for a given number of turns.
  DiskFigures run_writer(std::int64_t turns, int refusals) {
    std::atomic<std::int64_t> acknowledged{0}, refused{0};
    run_in_threads(kDiskWriters, [&](int writer) {
      auto& hashes = hashes_[static_cast<std::size_t>(writer)];
      for (int left = refusals, done = 0; done < turns && left > 0;) {
        const auto seq = static_cast<std::int64_t>(hashes.size()) + 1;
        const auto turn = engine_->handle(message(name_of_session(writer), text_of(seq), id_of(seq)));
        if (!turn) {
          findings_.expect(turn.error().code == ErrorCode::kStoreUnavailable, turn.error().to_string());
          --left;
          ++refused;
          continue;
        }
        findings_.expect(turn->seq == seq, "a turn has another turn's number");
        hashes.push_back(turn_hash(*turn));
        ++done;
        ++acknowledged;
      }
    });
    return {acknowledged, refused};
  }

  void check(const std::string& path, bool all_ended) {
    engine_.reset();
    store_.reset();
    const auto store = open(path);
    for (int writer = 0; writer < kDiskWriters; ++writer) {
      const auto& hashes = hashes_[static_cast<std::size_t>(writer)];
      const auto record = store->record(name_of_session(writer));
      if (!findings_.expect(record && (*record || hashes.empty()), "a session is lost")) continue;
      if (!*record) continue;
      check_session(**record, findings_);
      const auto& turns = (*record)->turns;
      const std::size_t unfinished = all_ended || turns.back().complete ? 0 : 1;
      findings_.expect(turns.size() == hashes.size() + unfinished, "turns were lost or invented");
      for (std::size_t i = 0; i < hashes.size() && i < turns.size(); ++i) {
        findings_.expect(turn_hash(turns[i].turn) == hashes[i], "a turn differs from its answer");
      }
    }
    findings_.expect(test::RawSqlite(path).text("PRAGMA integrity_check") == "ok", "damaged");
  }

 private:
  static std::shared_ptr<SessionStore> open(const std::string& path) {
    auto store = open_sqlite_store(path);
    if (!store) FAIL(store.error().to_string());
    return *store;
  }
  static std::string text_of(std::int64_t seq) {
    return seq % 5 == 0 ? "count" : "the moon over Lyon " + std::string(3000, static_cast<char>('a' + seq % 26));
  }
  std::shared_ptr<SessionStore> store_;
  std::unique_ptr<Engine> engine_;
  Diagnostics& findings_;
  std::array<std::vector<std::string>, kDiskWriters> hashes_;
};

}  // namespace

TEST_CASE("when the disk is full, turns are refused and no acknowledged turn is lost", "[disk]") {
  const int rounds = scaled(2, 50);
  const auto catalog = load_bot();
  Progress progress("a full disk", rounds);
  const Shared<Diagnostics> findings;
  DiskFigures all;
  for (int round = 0; round < rounds; ++round) {
    const test::TempFolder folder;
    const SmallDisk disk(folder.file("disk"), "4m");
    if (!disk.is_mounted()) {
      return test::skip_test("no disk of four megabytes can be mounted here");
    }
    // The size of this file differs in each round, so that a different write of the log fails.
    test::write_bytes(disk.file("ballast"), std::string(2'000'000 + static_cast<std::size_t>(round) * 1000, 'b'));
    const std::string path = disk.file("sessions.db");
    Writers writers(path, catalog, *findings);
    const DiskFigures full = writers.run_writer(100'000, 5);
    findings->expect(full.refused == 5 * kDiskWriters, "the disk was never full");
    std::filesystem::remove(disk.file("ballast"));
    const DiskFigures again = writers.run_writer(5, 1);
    findings->expect(again.refused == 0 && again.acknowledged == 5 * kDiskWriters, "refused with free space");
    writers.check(path, true);
    all.acknowledged += full.acknowledged + again.acknowledged;
    all.refused += full.refused;
    progress.at(round);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(rounds, "disks, ") + count_of(all.acknowledged, "turns answered, none lost, ") +
                   count_of(all.refused, "refused"));
}

TEST_CASE("when a file has reached its size limit, turns are refused and no acknowledged turn is lost", "[faults]") {
  const int rounds = scaled(4, 100);
  const auto catalog = load_bot();
  Progress progress("a file that may not grow", rounds);
  const Shared<Diagnostics> findings;
  const Shared<DiskFigures> all;
  for (int round = 0; round < rounds; ++round) {
    const test::TempFolder folder;
    const std::string path = folder.file("sessions.db");
    Child child([&] {
      ::signal(SIGXFSZ, SIG_IGN);
      Writers writers(path, catalog, *findings);
      writers.run_writer(2, 1);
      rlimit limit{};
      ::getrlimit(RLIMIT_FSIZE, &limit);
      const rlimit usual = limit;
      limit.rlim_cur = 1'000'000 + static_cast<rlim_t>(round) * 1111;
      ::setrlimit(RLIMIT_FSIZE, &limit);
      const DiskFigures full = writers.run_writer(100'000, 5);
      findings->expect(full.refused == 5 * kDiskWriters, "the file was never too large");
      ::setrlimit(RLIMIT_FSIZE, &usual);
      const DiskFigures again = writers.run_writer(5, 1);
      findings->expect(again.refused == 0 && again.acknowledged == 5 * kDiskWriters, "refused with free space");
      writers.check(path, true);
      all->acknowledged += full.acknowledged + again.acknowledged;
      all->refused += full.refused;
      return true;
    });
    CHECK(child.wait());
    progress.at(round);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(rounds, "files, ") + count_of(all->acknowledged, "turns answered, none lost, ") +
                   count_of(all->refused, "refused"));
}
