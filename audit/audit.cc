// audit_bot() plays all conversations in rounds, and reports private values in outputs that must not contain them.
#include "parley/audit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "audit/audit_run.h"
#include "fixtures/fixture_loader.h"
#include "fixtures/scratch_folder.h"
#include "intents/catalog_access.h"

namespace parley {
namespace {

using audit::AuditRun;
using audit::Output;
using audit::PlantedCanary;

constexpr std::size_t kMaxRounds = 100;
constexpr std::size_t kRoundsWithoutCanary = 3;
constexpr std::size_t kMaxLeaks = 100;

bool is_private(const audit::Policies& policies, const PlantedCanary& canary, audit::Destination destination) {
  switch (canary.kind) {
    case PlantedCanary::Kind::kParam: return policies.is_private(canary.name, destination);
    case PlantedCanary::Kind::kWithheld: return true;
    case PlantedCanary::Kind::kType: break;
  }
  return policies.is_private_type(canary.name, destination);
}

class AuditCounters {
 public:
  explicit AuditCounters(const audit::Policies& policies) : policies_(policies) {
    for (std::size_t i = 0; i < kCanaryForms; ++i)
      report_.forms.push_back({to_string(static_cast<CanaryForm>(i)), 0, 0, 0});
  }

  void add(const std::string& file, const std::vector<PlantedCanary>& planted, const std::vector<Output>& outputs,
           const Canaries& canaries) {
    std::vector<bool> seen(planted.size(), false);
    std::set<std::pair<std::string, std::size_t>> told, found;  // outlets and canaries: each pair counts once
    for (const Output& output : outputs) {
      const auto sightings = canaries.find(output.text);
      AuditReport::Outlet& outlet = outlet_named(output.outlet);
      outlet.bytes += static_cast<std::int64_t>(output.text.size());
      for (std::size_t i = 0; i < planted.size(); ++i) {
        const PlantedCanary& one = planted[i];
        if (!is_private(policies_, one, output.destination)) continue;
        if (output.turn > 0 && one.must_hide && output.turn < one.unknown_until) continue;
        const auto sighting = std::find_if(sightings.begin(), sightings.end(), [&](const Canaries::Sighting& each) {
          return each.canary >= one.first && each.canary < one.first + one.count;
        });
        const bool is_seen = sighting != sightings.end();
        if (told.emplace(output.outlet, i).second) ++(one.must_hide ? outlet.told : outlet.told_else);
        seen[i] = seen[i] || is_seen;
        if (!is_seen) continue;
        if (one.must_hide) {
          ++outlet.leaks;
        } else if (found.emplace(output.outlet, i).second) {
          ++outlet.seen_else;
        }
        if (one.must_hide) leak(file, one, output.outlet, *sighting);
      }
    }
    for (std::size_t i = 0; i < planted.size(); ++i) count(planted[i], seen[i]);
  }

  std::int64_t planted() const { return planted_; }

  AuditReport finish(const std::set<std::string>& params) {
    for (auto& [name, planted] : params_) report_.params.push_back(std::move(planted));
    for (const std::string& name : params) {
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

  void leak(const std::string& file, const PlantedCanary& canary, const char* outlet,
            const Canaries::Sighting& sighting) {
    ++report_.leaked;
    if (report_.leaks.size() >= kMaxLeaks) return;
    report_.leaks.push_back(
        {file, canary.line, canary.name, to_string(canary.form), outlet, sighting.form, sighting.around});
  }

  void count(const PlantedCanary& canary, bool is_seen) {
    ++planted_;
    AuditReport::Form& form = report_.forms[static_cast<std::size_t>(canary.form)];
    ++form.told;
    form.understood += canary.must_hide ? 1 : 0;
    form.seen += is_seen ? 1 : 0;
    AuditReport::Planted& planted = params_[canary.name];
    planted.name = canary.name;
    ++planted.told;
    planted.understood += canary.must_hide ? 1 : 0;
  }

  const audit::Policies& policies_;
  AuditReport report_;
  std::map<std::string, AuditReport::Planted> params_;
  std::int64_t planted_ = 0;
};

// Adds all params of the bot. finish() leaves out those with a canary.
void add_params(const config::BotDefinition& bot, std::set<std::string>& names) {
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
  const auto files = fixtures::load_fixtures(paths);
  if (!files) return Unexpected(files.error());
  const auto scratch = fixtures::ScratchFolder::make(options.scratch_folder);
  if (!scratch) return Unexpected(scratch.error());

  const audit::Policies policies(intents::definition_of(*catalog));
  AuditCounters counters(policies);
  std::uint64_t seed = options.seed;
  const AuditReport& report = counters.report();
  const auto has_requests = [&] { return report.turns >= options.requests; };
  for (std::size_t round = 0;; ++round) {
    const bool has_canaries = counters.planted() >= options.canaries || round >= kMaxRounds;
    if ((has_canaries && has_requests()) || (round == kRoundsWithoutCanary && counters.planted() == 0)) break;
    const std::int64_t turns_before = report.turns;
    for (const fixtures::FixtureFile& file : *files) {
      if (!file.fixture.bot.empty()) continue;  // a fixture for another bot
      Canaries canaries(seed++);
      audit::CanaryInjector injector(*catalog, policies, canaries, round);
      AuditRun run(catalog, file.fixture, scratch->path() + "/" + std::to_string(seed) + ".db", injector,
                   static_cast<audit::ToolBehavior>(round % audit::kToolBehaviors), options);
      const auto outputs = run.run();
      if (!outputs) return Unexpected(outputs.error());
      counters.add(file.file, injector.planted(), *outputs, canaries);
      ++counters.report().conversations;
      counters.report().turns += run.turns();
      counters.report().model_calls += run.model_calls();
      counters.report().model_values += run.model_values();
      if (options.on_progress) options.on_progress(counters.planted(), options.canaries);
      if (counters.planted() >= options.canaries && has_requests()) break;
    }
    if (report.turns == turns_before) break;  // no file is for this bot
  }
  if (counters.planted() == 0) {
    return Unexpected(
        ErrorCode::kInvalidRequest,
        "no value in these conversations can be replaced by a made-up one; add a conversation that fills a param");
  }
  std::set<std::string> params;
  add_params(intents::definition_of(*catalog), params);
  return counters.finish(params);
}

}  // namespace parley
