// Tested by tests/cli/sample_test.
#include "cli/samples.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "cli/errors.h"
#include "cli/lines.h"
#include "cli/time_args.h"

namespace parley::cli {
namespace {

const std::string* text_at(const Value& line, const char* key) {
  const Value* value = line.find(key);
  return value ? value->if_string() : nullptr;
}

Result<void> read_intent(const Value& line, Sample& sample) {
  const Value* intent = line.find("intent");
  if (!intent) return {};
  if (!intent->is_null() && !intent->if_string()) return usage_error("'intent' must be a string or null");
  sample.intent = intent->is_null() ? "" : *intent->if_string();
  const Value* params = line.find("params");
  if (!params) return {};
  if (!params->if_object()) return usage_error("'params' must be an object");
  sample.params = *params->if_object();
  return {};
}

Result<void> read_spans(const Value& line, Sample& sample) {
  const Value* spans = line.find("spans");
  if (!spans) return {};
  if (!spans->if_array()) return usage_error("'spans' must be a list");
  sample.spans.emplace();
  for (const Value& span : *spans->if_array()) {
    const Value::Array* parts = span.if_array();
    const bool is_span =
        parts && parts->size() == 3 && (*parts)[0].if_string() && (*parts)[1].if_int() && (*parts)[2].if_int();
    if (!is_span) return usage_error("a span must be [param, start, end]");
    sample.spans->push_back({*(*parts)[0].if_string(), *(*parts)[1].if_int(), *(*parts)[2].if_int(), {}});
  }
  return {};
}

Result<void> read_entities(const Value& line, Sample& sample) {
  const Value* types = line.find("types");
  const Value* entities = line.find("entities");
  if (!types && !entities) return {};
  if ((types && !types->if_array()) || (entities && !entities->if_array())) {
    return usage_error("'entities' and 'types' must be lists");
  }
  for (const Value& type : types ? *types->if_array() : Value::Array()) sample.types.push_back(type.to_text());
  for (const Value& entity : entities ? *entities->if_array() : Value::Array()) {
    const std::string* type = text_at(entity, "type");
    const Value* start = entity.find("start");
    const Value* end = entity.find("end");
    if (!type || !start || !start->if_int() || !end || !end->if_int()) {
      return usage_error("an entity must have 'type', 'start' and 'end'");
    }
    Labelled labelled{*type, *start->if_int(), *end->if_int(), {}};
    if (const Value* accepted = entity.find("value")) {
      labelled.accepted = accepted->if_array() ? *accepted->if_array() : Value::Array{*accepted};
    }
    sample.entities.push_back(std::move(labelled));
    if (!types) sample.types.push_back(*type);
  }
  std::sort(sample.types.begin(), sample.types.end());
  sample.types.erase(std::unique(sample.types.begin(), sample.types.end()), sample.types.end());
  return {};
}

// Reads `now`. A time without an offset is UTC.
Result<void> read_now(const Value& line, Sample& sample) {
  const std::string* now = text_at(line, "now");
  if (!now) return {};
  Result<TimeMs> moment = parse_time(*now);
  if (!moment) moment = parse_time(*now + "Z");
  if (!moment) return Unexpected(moment.error());
  sample.now_ms = *moment;
  return {};
}

Result<Sample> read_sample(const Value& line) {
  Sample sample;
  const std::string* text = text_at(line, "text");
  if (!text) return usage_error("'text' must be a string");
  sample.text = *text;
  if (const std::string* waiting = text_at(line, "waiting_for_param")) sample.waiting_for_param = *waiting;
  if (const Value* context = line.find("context")) sample.context = *context;
  for (const auto read : {read_intent, read_spans, read_entities, read_now}) {
    if (auto done = read(line, sample); !done) return Unexpected(done.error());
  }
  return sample;
}

bool same_number(double found, const std::string& accepted) {
  char* end = nullptr;
  const double wanted = std::strtod(accepted.c_str(), &end);
  if (accepted.empty() || end != accepted.c_str() + accepted.size()) return false;
  return std::fabs(found - wanted) <= 1e-6 * std::max(1.0, std::fabs(wanted));
}

// Normalizes a text, so that "2026-03-02T08:00" equals "2026-03-02 08:00:00".
std::string normalized(std::string text) {
  constexpr std::string_view kNoSeconds = ":00";
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = c == 'T' && text.size() > 10 && &c == &text[10] ? ' ' : static_cast<char>(c + 32);
  }
  const bool has_seconds = std::count(text.begin(), text.end(), ':') == 2;
  if (has_seconds && std::string_view(text).substr(text.size() - 3) == kNoSeconds) text.resize(text.size() - 3);
  return text;
}

bool is_same(const Value& found, const Value& accepted) {
  const std::string wanted = accepted.to_text();
  const Value* amount = found.find("amount");
  double number = 0;
  if (amount && amount->get_number(number) && same_number(100 * number, wanted)) return true;
  if ((amount ? *amount : found).get_number(number)) return same_number(number, wanted);
  return normalized(found.to_text()) == normalized(wanted);
}

}  // namespace

Result<Samples> read_samples(const std::string& path) {
  Samples samples;
  const Result<void> read = read_json_lines(path, [&](const Value& line) -> Result<void> {
    Result<Sample> sample = read_sample(line);
    if (!sample) return Unexpected(sample.error());
    if (sample->has_expectations()) {
      samples.labelled.push_back(std::move(*sample));
    } else {
      ++samples.skipped;
    }
    return {};
  });
  if (!read) return Unexpected(read.error());
  if (samples.labelled.empty()) {
    return usage_error(fmt::format("no line of '{}' has an 'intent', 'spans' or 'entities' to evaluate", path));
  }
  return samples;
}

Labelled in_code_points(const std::string& name, const Span& span, const std::string& text) {
  const auto count = [&](std::size_t bytes) {
    return std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, text.size())),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  };
  return {name, count(span.begin), count(span.end), {}};
}

bool is_accepted(const Value& found, const std::vector<Value>& accepted) {
  return accepted.empty() ||
         std::any_of(accepted.begin(), accepted.end(), [&](const Value& one) { return is_same(found, one); });
}

}  // namespace parley::cli
