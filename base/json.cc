// Parses JSON with nlohmann's event parser directly into a Value. parley/value.h states the limits and strictness. Only
// this file uses nlohmann_json.
// Tested by tests/base/value_test.cc.
#include <limits>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "parley/value.h"

namespace parley {
namespace {

constexpr std::size_t kMaxDepth = 64;

class ValueBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit ValueBuilder(std::size_t most_values) : most_values_(most_values) {}

  bool null() override { return add({}); }
  bool boolean(bool b) override { return add(b); }
  bool number_integer(number_integer_t i) override { return add(static_cast<std::int64_t>(i)); }
  bool number_unsigned(number_unsigned_t u) override {
    if (u <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return add(static_cast<std::int64_t>(u));
    }
    return add(static_cast<double>(u));
  }
  bool number_float(number_float_t d, const string_t&) override { return add(d); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override {
    keys_.back() = std::move(name);
    return open_.back()->find(keys_.back()) == nullptr || fail("duplicate member name in an object");
  }
  bool start_object(std::size_t) override { return open(Value::Object{}); }
  bool start_array(std::size_t) override { return open(Value::Array{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
    return fail("not valid JSON at byte " + std::to_string(position));
  }

  Value take() { return std::move(root_); }
  const Error& problem() const { return problem_; }

 private:
  bool fail(std::string problem, ErrorCode code = ErrorCode::kInvalidRequest) {
    problem_ = {code, std::move(problem), {}};
    return false;
  }

  // Counts a value before it takes memory.
  bool count() {
    if (values_++ < most_values_) return true;
    return fail("more than " + std::to_string(most_values_) + " values", ErrorCode::kLimitExceeded);
  }

  // Stores `value` in the open container, or as the root, and returns its address.
  Value* place(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (auto* items = open_.back()->if_array()) return &items->emplace_back(std::move(value));
    return &open_.back()->if_object()->emplace(keys_.back(), std::move(value)).first->second;
  }
  bool add(Value value) {
    if (!count()) return false;
    place(std::move(value));
    return true;
  }
  bool open(Value container) {
    if (open_.size() >= kMaxDepth) return fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    if (!count()) return false;
    open_.push_back(place(std::move(container)));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  Value root_;
  std::vector<Value*> open_;       // containers being filled; their addresses are stable while open
  std::vector<std::string> keys_;  // the current member name of each open container
  const std::size_t most_values_;
  std::size_t values_ = 0;
  Error problem_;
};

}  // namespace

Result<Value> Value::parse(std::string_view json, std::size_t most_values) {
  const std::size_t bad = base::find_invalid_utf8(json);
  if (bad != std::string_view::npos) {
    return Unexpected(ErrorCode::kInvalidRequest, "not valid UTF-8 at byte " + std::to_string(bad + 1));
  }
  ValueBuilder builder(most_values);
  if (!nlohmann::json::sax_parse(json.begin(), json.end(), &builder)) return Unexpected(builder.problem());
  return builder.take();
}

}  // namespace parley
