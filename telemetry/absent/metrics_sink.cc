// Stub of the metrics sink for a build without PARLEY_METRICS. It accepts no event, and returns the reason as an error.
//
// Tested by tests/absent/absent_test.cc.
#include "base/absent.h"
#include "parley/telemetry.h"

namespace parley {
namespace telemetry {
namespace {

class AbsentMetrics : public TelemetryMetrics {
 public:
  Result<std::size_t> write(const std::vector<std::string>&) override { return absent_metrics(); }
  std::string where() const override { return {}; }
  std::string metrics() const override { return "# " + absent_metrics().error.message + "\n"; }

 private:
  static Unexpected absent_metrics() { return base::absent("metrics", "PARLEY_METRICS"); }
};

}  // namespace
}  // namespace telemetry

std::shared_ptr<TelemetryMetrics> create_metrics_sink(std::size_t) {
  return std::make_shared<telemetry::AbsentMetrics>();
}

}  // namespace parley
