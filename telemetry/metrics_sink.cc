// MetricsSink counts events for Prometheus. This is the only file that uses prometheus-cpp.
//
// Labels are names from the bot file or from parley itself. The number of label sets is still limited, because each one
// is kept forever. Beyond the limit, events are counted under the label "other".
//
// Tested by tests/telemetry/metrics_sink_test.cc.
#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <type_traits>

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "parley/telemetry.h"
#include "telemetry/event.h"
#include "telemetry/turn_events.h"

namespace parley {
namespace telemetry {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Histogram;

constexpr char kOther[] = "other";
constexpr double kMicrosecond = 1e-6;

// In seconds. A turn takes a fraction of a millisecond, plus the time of its tool calls.
const Histogram::BucketBoundaries& buckets() {
  static const Histogram::BucketBoundaries kBuckets{.0001, .00025, .0005, .001, .0025, .005, .01, .025,
                                                    .05,   .1,     .25,   .5,   1,     2.5,  5,   10};
  return kBuckets;
}

// One metric, with a time series for each set of label values.
template <class Metric, std::size_t kLabels>
class Labelled {
 public:
  using Values = std::array<std::string, kLabels>;
  Labelled(Family<Metric>& family, std::array<const char*, kLabels> names, std::size_t most)
      : family_(family), names_(names), most_(most) {}

  Metric& of(const Values& values) {
    const auto known = series_.find(values);
    if (known != series_.end()) return *known->second;
    if (series_.size() < most_) return *series_.emplace(values, &add(values)).first->second;
    if (!other_) {
      Values others;
      others.fill(kOther);
      other_ = &add(others);
    }
    return *other_;
  }

 private:
  Metric& add(const Values& values) {
    prometheus::Labels labels;
    for (std::size_t i = 0; i < kLabels; ++i) labels.emplace(names_[i], values[i]);
    if constexpr (std::is_same_v<Metric, Histogram>) {
      return family_.Add(labels, buckets());
    } else {
      return family_.Add(labels);
    }
  }

  Family<Metric>& family_;
  const std::array<const char*, kLabels> names_;
  const std::size_t most_;
  std::map<Values, Metric*> series_;
  Metric* other_ = nullptr;
};

class MetricsSink final : public TelemetryMetrics, public EventCounter {
 public:
  explicit MetricsSink(std::size_t max_series) : most_(std::max<std::size_t>(max_series, 1)) {
    lost_.of({});  // creates the series, so that it is exported with the value 0
  }

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    for (const std::string& line : lines) {
      const ReadEvent event(line);
      count_event(event.texts_and_numbers());
    }
    return lines.size();
  }

  void count(const TurnEvents& turn) override {
    const std::lock_guard lock(mutex_);
    turn.for_each_event([this](const EventMembers& event) { count_event(event); });
  }

  std::string where() const override { return {}; }  // only counts, labeled by names from the bot

  std::string metrics() const override { return prometheus::TextSerializer().Serialize(registry_.Collect()); }

 private:
  void count_event(const EventMembers& event) {
    const std::string bot(event.text("bot"));
    const std::string stage(event.text("stage"));
    events_.of({bot, stage}).Increment();
    if (const auto us = event.number("us")) stage_seconds_.of({stage}).Observe(seconds(*us));
    if (stage == "session" && event.text("what") == "handed_off") handoffs_.of({bot}).Increment();
    if (stage == "classified") {
      event.for_each_text("acts", [&](std::string_view act) { acts_.of({bot, std::string(act)}).Increment(); });
    }
    if (stage == "planned") count_planned(event, bot);
    if (stage == "tool") count_tool(event, bot);
    if (stage == "respond") count_respond(event, bot);
    if (stage == "telemetry") lost_.of({}).Increment(static_cast<double>(event.number("lost").value_or(0)));
  }

  void count_planned(const EventMembers& event, const std::string& bot) {
    if (const std::string param(event.text("asked")); !param.empty()) asked_.of({bot, param}).Increment();
  }

  void count_tool(const EventMembers& event, const std::string& bot) {
    const std::string tool(event.text("tool"));
    tool_calls_.of({bot, tool, std::string(event.text("outcome"))}).Increment();
    if (const auto us = event.number("took_us")) tool_seconds_.of({bot, tool}).Observe(seconds(*us));
  }

  void count_respond(const EventMembers& event, const std::string& bot) {
    const std::string status(event.text("status"));
    turns_.of({bot, status}).Increment();
    if (const auto us = event.number("us_total")) turn_seconds_.of({bot}).Observe(seconds(*us));
    if (const std::string intent(event.text("intent")); !intent.empty()) {
      intents_.of({bot, intent}).Increment();
    } else {
      fallbacks_.of({bot}).Increment();
    }
  }

  static double seconds(std::int64_t us) { return static_cast<double>(us) * kMicrosecond; }

  template <class... Names>
  Labelled<Counter, sizeof...(Names)> counter(const char* name, const char* help, Names... names) {
    auto& family = prometheus::BuildCounter().Name(name).Help(help).Register(registry_);
    return {family, {names...}, most_};
  }
  template <class... Names>
  Labelled<Histogram, sizeof...(Names)> histogram(const char* name, const char* help, Names... names) {
    auto& family = prometheus::BuildHistogram().Name(name).Help(help).Register(registry_);
    return {family, {names...}, most_};
  }

  const std::size_t most_;
  std::mutex mutex_;
  prometheus::Registry registry_;  // has its own lock
  Labelled<Counter, 2> events_ = counter("parley_events_total", "Events.", "bot", "stage");
  Labelled<Counter, 2> turns_ = counter("parley_turns_total", "Answered turns.", "bot", "status");
  Labelled<Counter, 2> intents_ = counter("parley_intents_total", "Turns by intent.", "bot", "intent");
  Labelled<Counter, 2> acts_ = counter("parley_acts_total", "Messages by kind of dialog act.", "bot", "act");
  Labelled<Counter, 1> fallbacks_ = counter("parley_fallbacks_total", "Turns without an intent.", "bot");
  Labelled<Counter, 1> handoffs_ = counter("parley_handoffs_total", "Handoffs to a person.", "bot");
  Labelled<Counter, 2> asked_ = counter("parley_asked_total", "Questions asked for a param.", "bot", "param");
  Labelled<Counter, 3> tool_calls_ = counter("parley_tool_calls_total", "Tool calls.", "bot", "tool", "outcome");
  Labelled<Counter, 0> lost_ = counter("parley_lost_events_total", "Events that were lost.");
  Labelled<Histogram, 1> turn_seconds_ = histogram("parley_turn_seconds", "Duration of turns in seconds.", "bot");
  Labelled<Histogram, 2> tool_seconds_ =
      histogram("parley_tool_seconds", "Duration of tool calls in seconds.", "bot", "tool");
  Labelled<Histogram, 1> stage_seconds_ = histogram("parley_stage_seconds", "Duration of stages in seconds.", "stage");
};

}  // namespace
}  // namespace telemetry

std::shared_ptr<TelemetryMetrics> create_metrics_sink(std::size_t max_series) {
  return std::make_shared<telemetry::MetricsSink>(max_series);
}

}  // namespace parley
