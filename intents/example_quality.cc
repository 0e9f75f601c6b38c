// Tested by tests/intents/cross_validation_test.cc.
#include "intents/example_quality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "intents/evidence.h"
#include "intents/training.h"

namespace parley::intents {
namespace {

using scoring::HeldOut;

constexpr std::size_t kEnough = 50;  // examples, to recommend bounds
constexpr double kStartedRight = 0.95;
constexpr double kAskedRight = 0.85;
constexpr double kAskedUseful = 0.5;  // a band with fewer right questions is of no use
constexpr int kStep = 5;              // percent, between the bounds that are tried

double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// The weight of an out-of-scope example, such that they are as frequent as in the fit of the confidence.
double weight_of_strangers(const ExampleQuality& quality) {
  constexpr double kOutOfScope = 0.06;
  if (quality.in_scope == 0 || quality.out_of_scope == 0) return 1;
  const auto in_scope = static_cast<double>(quality.in_scope), out_of_scope = static_cast<double>(quality.out_of_scope);
  return kOutOfScope / (1 - kOutOfScope) * in_scope / out_of_scope;
}

// The examples of one band: those with `from` <= confidence < `to`. `all`, `right` and `offered` are weighted.
struct Band {
  double all = 0, in_scope = 0, out_of_scope = 0, right = 0, offered = 0;
};

Band band_of(const std::vector<HeldOut>& held_out, double weight, double from, double to) {
  Band band;
  for (const HeldOut& one : held_out) {
    if (one.confidence < from || one.confidence >= to) continue;
    ++(one.is_in_scope ? band.in_scope : band.out_of_scope);
    if (one.is_right) ++band.right;
    if (one.is_offered) ++band.offered;
  }
  band.all = band.in_scope + weight * band.out_of_scope;
  return band;
}

constexpr double kAboveAll = 2;

// Expected calibration error: the mean distance between confidence and share of right answers, by bin.
double calibration_error(const std::vector<HeldOut>& held_out, double weight) {
  constexpr std::size_t kBins = 10;
  std::array<double, kBins> distances{};
  double all = 0;
  for (const HeldOut& one : held_out) {
    const auto bin = std::min(kBins - 1, static_cast<std::size_t>(one.confidence * kBins));
    const double own = one.is_in_scope ? 1 : weight;
    distances[bin] += own * (one.confidence - (one.is_right ? 1 : 0));
    all += own;
  }
  double error = 0;
  for (const double distance : distances) error += std::abs(distance);
  return share(error, all);
}

// Returns the lowest bound from 0.2 to `highest` whose band is good enough, or `highest`. A low `highest` leaves half
// of it for the band below.
template <class IsGood>
double lowest_bound(double highest, const IsGood& is_good) {
  constexpr int kLowest = 20;
  const int lowest = std::min(kLowest, static_cast<int>(std::lround(50 * highest)));
  for (int percent = lowest; percent < std::lround(100 * highest); percent += kStep) {
    if (is_good(percent / 100.0)) return percent / 100.0;
  }
  return highest;
}

// Returns the bound from which on the bot asks. Without a message between the bounds nothing is measured, and the bound
// stays.
template <class BandFrom>
double recommended_ask(double act, double ask, const BandFrom& band_from) {
  for (const double wanted : {kAskedRight, kAskedUseful}) {
    const double bound = lowest_bound(act, [&](double from) {
      const Band band = band_from(from);
      return band.all > 0 && share(band.offered, band.all) >= wanted;
    });
    if (bound < act) return bound;
  }
  const double unmeasured = ask < act ? ask : act / 2;
  return band_from(unmeasured).all > 0 ? act : unmeasured;
}

}  // namespace

ExampleQuality quality_of(const std::vector<HeldOut>& held_out, double act, double ask) {
  ExampleQuality quality;
  for (const HeldOut& one : held_out) ++(one.is_in_scope ? quality.in_scope : quality.out_of_scope);
  const double weight = weight_of_strangers(quality);
  const auto band = [&](double from, double to) { return band_of(held_out, weight, from, to); };
  const Band started = band(act, kAboveAll), asked = band(ask, act), refused = band(0, ask);
  const auto in_scope = static_cast<double>(quality.in_scope);
  quality.started = share(started.in_scope, in_scope);
  quality.started_right = share(started.right, started.all);
  quality.asked = share(asked.in_scope, in_scope);
  quality.asked_right = share(asked.offered, asked.all);
  quality.refused = share(refused.out_of_scope, static_cast<double>(quality.out_of_scope));
  quality.calibration_error = calibration_error(held_out, weight);
  if (held_out.size() < kEnough) return quality;
  quality.recommended_act = lowest_bound(0.95, [&](double bound) {
    const Band above = band(bound, kAboveAll);
    return above.all > 0 && share(above.right, above.all) >= kStartedRight;
  });
  const auto band_below_act = [&](double from) { return band(from, quality.recommended_act); };
  quality.recommended_ask = recommended_ask(quality.recommended_act, ask, band_below_act);
  const Band starting = band(quality.recommended_act, kAboveAll), asking = band_below_act(quality.recommended_ask);
  quality.recommended_started = share(starting.in_scope, in_scope);
  quality.recommended_started_right = share(starting.right, starting.all);
  quality.recommended_asked = share(asking.in_scope, in_scope);
  quality.recommended_asked_right = share(asking.offered, asking.all);
  return quality;
}

std::vector<IntentQuality> quality_by_intent(const config::BotDefinition& bot, const std::vector<HeldOut>& held_out,
                                             double act) {
  const std::vector<TrainingSource> sources = training_sources(bot);
  std::vector<const HeldOut*> measured(sources.size());  // by example; null: not left out while its intent took part
  for (const HeldOut& one : held_out) {
    if (one.is_in_scope) measured[one.example] = &one;
  }
  std::vector<IntentQuality> all;
  std::map<std::string_view, std::size_t> index;
  for (const config::Intent& intent : bot.intents) {
    if (intent.examples.empty()) continue;
    index.emplace(intent.id.value, all.size());
    all.push_back({intent.id.value, intent.examples.size(), 0, 0, {}});
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!measured[i] || !sources[i].intent) continue;
    IntentQuality& quality = all[index.at(sources[i].intent->id.value)];
    ++quality.left_out;
    if (measured[i]->is_right) {
      ++quality.right;
    } else if (!measured[i]->best.empty()) {
      const config::Text& text = *sources[i].text;
      quality.confusions.push_back(
          {text.value, location_of(text.mark, bot), measured[i]->best, measured[i]->confidence >= act});
    }
  }
  return all;
}

}  // namespace parley::intents
