// A telemetry table that forwards every call to another table, for tests that make some calls fail.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parley/telemetry.h"

namespace parley::test {

class ForwardingTable : public TelemetryTable {
 public:
  explicit ForwardingTable(std::shared_ptr<TelemetryTable> inner) : inner_(std::move(inner)) {}

  Result<std::size_t> write(const std::vector<std::string>& lines) override { return inner_->write(lines); }
  TelemetryPace pace() const override { return inner_->pace(); }
  std::string where() const override { return inner_->where(); }
  Result<std::size_t> forget_session(std::string_view hash) override { return inner_->forget_session(hash); }
  Result<std::size_t> forget_sessions(const std::vector<std::string>& hashes) override {
    return inner_->forget_sessions(hashes);
  }
  Result<std::size_t> forget_user(std::string_view hash) override { return inner_->forget_user(hash); }
  Result<std::size_t> prune(TimeMs before) override { return inner_->prune(before); }
  Result<void> for_each(TimeMs since, TimeMs until, const std::function<void(std::string_view)>& take) override {
    return inner_->for_each(since, until, take);
  }

 protected:
  const std::shared_ptr<TelemetryTable>& inner() const { return inner_; }

 private:
  std::shared_ptr<TelemetryTable> inner_;
};

}  // namespace parley::test
