// audit_bot() plays all conversations, round after round, and reports private values found where they must not be.
#include "parley/audit.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "audit/audit_run.h"
#include "fixtures/fixture_loader.h"
#include "fixtures/scratch_folder.h"
#include "intents/catalog_access.h"

namespace parley {
namespace {

using audit::AuditRun;
using audit::Output;
using audit::PlantedCanary;

constexpr std::size_t kMostRounds = 100;
constexpr std::size_t kRoundsForNothing = 3;
constexpr std::size_t kMostLeaks = 100;

bool is_private(const audit::Policies& policies, const PlantedCanary& told, audit::Goal goal) {
  switch (told.kind) {
    case PlantedCanary::Kind::kParam: return policies.is_private(told.name, goal);
    case PlantedCanary::Kind::kWithheld: return true;
    case PlantedCanary::Kind::kType: break;
  }
  return policies.is_private_type(told.name, goal);
}

class Tally {
 public:
  explicit Tally(const audit::Policies& policies) : policies_(policies) {
    for (std::size_t i = 0; i < kCanaryForms; ++i)
      report_.forms.push_back({to_string(static_cast<CanaryForm>(i)), 0, 0, 0});
  }

  void add(const std::string& file, const std::vector<PlantedCanary>& told, const std::vector<Output>& outputs,
           const Canaries& canaries) {
    std::vector<bool> seen(told.size(), false);
    for (const Output& output : outputs) {
      const auto sightings = canaries.find(output.text);
      AuditReport::Outlet& outlet = outlet_named(output.outlet);
      outlet.bytes += static_cast<std::int64_t>(output.text.size());
      for (std::size_t i = 0; i < told.size(); ++i) {
        const PlantedCanary& one = told[i];
        if (!is_private(policies_, one, output.goal)) continue;
        const auto sighting = std::find_if(sightings.begin(), sightings.end(), [&](const Canaries::Sighting& each) {
          return each.canary >= one.first && each.canary < one.first + one.count;
        });
        const bool is_seen = sighting != sightings.end();
        ++(one.must_hide ? outlet.told : outlet.told_else);
        seen[i] = seen[i] || is_seen;
        if (!is_seen) continue;
        ++(one.must_hide ? outlet.leaks : outlet.seen_else);
        if (one.must_hide) leak(file, one, output.outlet, *sighting);
      }
    }
    for (std::size_t i = 0; i < told.size(); ++i) count(told[i], seen[i]);
  }

  std::int64_t told() const { return told_; }

  AuditReport finish(const std::set<std::string>& not_told) {
    for (auto& [name, planted] : params_) report_.params.push_back(std::move(planted));
    for (const std::string& name : not_told) {
      if (params_.count(name) == 0) report_.not_told.push_back(name);
    }
    return std::move(report_);
  }
  AuditReport& report() { return report_; }

 private:
  AuditReport::Outlet& outlet_named(const std::string& name) {
    for (AuditReport::Outlet& outlet : report_.outlets) {
      if (outlet.name == name) return outlet;
    }
    return report_.outlets.emplace_back(AuditReport::Outlet{name, 0, 0, 0, 0, 0});
  }

  void leak(const std::string& file, const PlantedCanary& told, const char* outlet,
            const Canaries::Sighting& sighting) {
    ++report_.leaked;
    if (report_.leaks.size() >= kMostLeaks) return;
    report_.leaks.push_back({file, told.line, told.name, to_string(told.form), outlet, sighting.form, sighting.around});
  }

  void count(const PlantedCanary& told, bool is_seen) {
    ++told_;
    AuditReport::Form& form = report_.forms[static_cast<std::size_t>(told.form)];
    ++form.told;
    form.understood += told.must_hide ? 1 : 0;
    form.seen += is_seen ? 1 : 0;
    AuditReport::Planted& planted = params_[told.name];
    planted.name = told.name;
    ++planted.told;
    planted.understood += told.must_hide ? 1 : 0;
  }

  const audit::Policies& policies_;
  AuditReport report_;
  std::map<std::string, AuditReport::Planted> params_;
  std::int64_t told_ = 0;
};

// Adds all params of the bot. finish() leaves out those with a canary.
void add_unheard(const config::BotDefinition& bot, std::set<std::string>& names) {
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) names.insert(param.id.value);
  }
}

}  // namespace

std::int64_t AuditReport::told() const {
  return std::accumulate(forms.begin(), forms.end(), std::int64_t{0},
                         [](std::int64_t sum, const Form& form) { return sum + form.told; });
}

Result<AuditReport> audit_bot(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                              const AuditOptions& options) {
  const auto scripts = fixtures::load_fixtures(paths);
  if (!scripts) return Unexpected(scripts.error());
  const auto scratch = fixtures::ScratchFolder::make(options.scratch_folder);
  if (!scratch) return Unexpected(scratch.error());

  const audit::Policies policies(intents::definition_of(*catalog));
  Tally tally(policies);
  std::uint64_t seed = options.seed;
  for (std::size_t round = 0; round < kMostRounds && tally.told() < options.canaries; ++round) {
    if (round == kRoundsForNothing && tally.told() == 0) break;
    for (const fixtures::FixtureFile& script : *scripts) {
      if (!script.fixture.bot.empty()) continue;  // a fixture for another bot
      Canaries canaries(seed++);
      audit::CanaryInjector teller(*catalog, policies, canaries, round);
      AuditRun play(catalog, script.fixture, scratch->path() + "/" + std::to_string(seed) + ".db", teller,
                    static_cast<audit::ToolManner>(round % audit::kToolManners), options);
      const auto outputs = play.run();
      if (!outputs) return Unexpected(outputs.error());
      tally.add(script.file, teller.told(), *outputs, canaries);
      ++tally.report().conversations;
      tally.report().turns += play.turns();
      if (options.on_progress) options.on_progress(tally.told(), options.canaries);
      if (tally.told() >= options.canaries) break;
    }
  }
  if (tally.told() == 0) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "nothing in these conversations can be told as a canary; is there one that fills a param?");
  }
  std::set<std::string> not_told;
  add_unheard(intents::definition_of(*catalog), not_told);
  return tally.finish(not_told);
}

}  // namespace parley
