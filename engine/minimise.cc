// minimise(): the shortest conversation that still fails, by leaving turns out.
//
// The idea (delta debugging): leave out a half, a quarter, ... and at last single turns, from the end to the beginning,
// and keep what still fails in the same way. "The same way" is the first mismatch: its turn, its field, what was
// expected there and what the bot did instead.
#include <algorithm>

#include "engine/fixture_yaml.h"
#include "engine/rehearsal.h"
#include "engine/scripts.h"
#include "parley/replay.h"

namespace parley {
namespace {

using engine::Fixture;
using engine::FixtureTurn;

constexpr std::size_t kMostAttempts = 2'000;

bool is_same(const Mismatch& a, const Mismatch& b) {
  return a.line == b.line && a.field == b.field && a.expected == b.expected && a.actual == b.actual;
}

class Minimiser {
 public:
  Minimiser(const std::shared_ptr<const Catalog>& catalog, const MinimiseOptions& options)
      : bots_(catalog), options_(options) {}

  // The first mismatch of a conversation; none when it passes.
  Result<std::optional<Mismatch>> play(const Fixture& fixture, const std::string& file) {
    ++attempts_;
    if (options_.on_attempt) options_.on_attempt(attempts_, kMostAttempts);
    auto result = engine::Rehearsal(bots_, fixture, file, {options_.scratch_folder, false, {}}).run();
    if (!result) return Unexpected(result.error());
    if (result->mismatches.empty()) return std::optional<Mismatch>();
    return std::optional<Mismatch>(std::move(result->mismatches.front()));
  }

  Fixture shortened(Fixture fixture, const std::string& file, const Mismatch& wrong) {
    for (std::size_t chunk = std::max<std::size_t>(fixture.turns.size() / 2, 1);;) {
      const bool removed = remove_chunks(fixture, chunk, file, wrong);
      if (attempts_ >= kMostAttempts) break;
      if (chunk > 1) {
        chunk /= 2;
      } else if (!removed) {
        break;
      }
    }
    return fixture;
  }

 private:
  bool remove_chunks(Fixture& fixture, std::size_t chunk, const std::string& file, const Mismatch& wrong) {
    bool removed = false;
    for (std::size_t end = fixture.turns.size(); end > 0 && attempts_ < kMostAttempts;) {
      const std::size_t begin = end > chunk ? end - chunk : 0;
      Fixture shorter = fixture;
      const auto at = shorter.turns.begin();
      shorter.turns.erase(at + static_cast<std::ptrdiff_t>(begin), at + static_cast<std::ptrdiff_t>(end));
      const auto still = play(shorter, file);
      if (still && *still && is_same(**still, wrong)) {
        fixture = std::move(shorter);
        removed = true;
      }
      end = begin;
    }
    return removed;
  }

  engine::BotShelf bots_;
  const MinimiseOptions& options_;
  std::size_t attempts_ = 0;
};

}  // namespace

Result<Minimised> minimise(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                           const MinimiseOptions& options) {
  auto scripts = engine::read_scripts(paths);
  if (!scripts) return Unexpected(scripts.error());
  Minimised minimised;
  Minimiser minimiser(catalog, options);
  std::vector<Fixture> shortest;
  for (const engine::Script& script : *scripts) {
    auto wrong = minimiser.play(script.fixture, script.file);
    if (!wrong) return Unexpected(wrong.error());
    if (!*wrong) continue;
    shortest.push_back(minimiser.shortened(script.fixture, script.file, **wrong));
    minimised.turns_before += static_cast<int>(script.fixture.turns.size());
    minimised.turns_after += static_cast<int>(shortest.back().turns.size());
  }
  minimised.conversations = static_cast<int>(shortest.size());
  if (!shortest.empty()) minimised.yaml = engine::to_yaml(shortest);
  return minimised;
}

}  // namespace parley
