// Tested by tests/audit/audit_test.cc.
#include "audit/canary_injector.h"

#include <algorithm>
#include <array>

#include "audit/canary_forms.h"
#include "parley/act_queries.h"
#include "privacy/detectors.h"

namespace parley::audit {
namespace {

using privacy::PrivateType;

// Private data that users add without being asked: the words before it, and a pattern of the value. In the pattern,
// `a`, `A` and `1` mark the letters and digits to replace.
struct Volunteered {
  PrivateType type;
  std::string_view words, pattern;
};
constexpr std::array<Volunteered, privacy::kPrivateTypeCount> kVolunteered = {{
    {PrivateType::kEmail, "you can write to ", "aaaa11.aaaa@example.org"},
    {PrivateType::kPhone, "call me on ", "+44 20 7111 1111"},
    {PrivateType::kCreditCard, "my card is ", "4111 1111 1111 1111"},
    {PrivateType::kIban, "my account is ", "DE11 1111 1111 1111 1111 11"},
    {PrivateType::kUsSsn, "my SSN is ", "111-11-1111"},
    {PrivateType::kIp, "I come from ", "111.111.11.111"},
    {PrivateType::kUrlWithCredentials, "see ", "https://aaaa11:aaa111aa@example.org/"},
    {PrivateType::kSecret, "my password is ", "aaa11aaa11"},
    {PrivateType::kUkPostcode, "I live at ", "SW11 1AA"},
    {PrivateType::kDateOfBirth, "I was born on ", "11/11/1911"},
}};

// Replaces only the marked characters of the pattern.
std::string filled(Canaries& canaries, std::string_view pattern) {
  std::string value = canaries.like(pattern);
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = pattern[i];
    if (c != '1' && c != 'a' && c != 'A') value[i] = c;
  }
  return value;
}

bool is_detected(const std::string& text, std::string_view value, PrivateType type) {
  const std::size_t at = text.find(value);
  const auto found = privacy::detect(text, {type});
  return std::any_of(found.begin(), found.end(), [&](const privacy::Detected& one) {
    return one.span.begin <= at && one.span.end >= at + value.size();
  });
}

// Extends runs of digits, so that they cannot occur by chance. The caller checks that the param allows it.
std::string with_longer_numbers(std::string_view value) {
  constexpr std::size_t kNumber = 4, kLong = 10;
  std::string out;
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && value[end] >= '0' && value[end] <= '9') ++end;
    const std::size_t length = end - at;
    out += length == 0 ? std::string(1, value[at++]) : std::string(value.substr(at, length));
    if (length >= kNumber && length < kLong) out.append(kLong - length, '1');
    at += length;
  }
  return out;
}

std::string with_new_digits(Canaries& canaries, std::string_view value) {
  std::string out = canaries.like(value);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (value[i] < '0' || value[i] > '9') out[i] = value[i];
  }
  return out;
}

std::vector<ParamValue> values_in(const Understanding& understanding) {
  using Role = acts::Request::Role;
  std::vector<ParamValue> values;
  const auto add = [&](const ParamValue& value) {
    const auto overlaps = [&](const ParamValue& other) {
      return value.span.begin < other.span.end && other.span.begin < value.span.end;
    };
    if (!value.valid || value.span.begin >= value.span.end) return;
    if (std::none_of(values.begin(), values.end(), overlaps)) values.push_back(value);
  };
  // An answer counts more than a value of another intent.
  for (const DialogAct& act : understanding.acts) {
    if (const ParamValue* answer = answer_in(act)) add(*answer);
  }
  for (const Role role : {Role::kNow, Role::kNext}) {
    visit_acts<acts::Request>(understanding.acts, [&](const acts::Request& request) {
      if (request.role == role) std::for_each(request.wanted.params.begin(), request.wanted.params.end(), add);
    });
  }
  visit_acts<acts::Inform>(understanding.acts, [&](const acts::Inform& inform) {
    if (!inform.value.intent.empty()) add(inform.value);
  });
  std::sort(values.begin(), values.end(),
            [](const ParamValue& a, const ParamValue& b) { return a.span.begin > b.span.begin; });
  return values;
}

std::string replaced(const std::string& text, const Span& span, std::string_view by) {
  return text.substr(0, span.begin) + std::string(by) + text.substr(span.end);
}

bool has_value(const Understanding& understanding, const std::string& param, const Span& span) {
  const auto values = values_in(understanding);
  return std::any_of(values.begin(), values.end(),
                     [&](const ParamValue& value) { return value.param == param && value.span == span; });
}

}  // namespace

std::vector<std::string> CanaryInjector::messages(const std::string& text, const NluContext& nlu_context, int line) {
  ++turns_;
  std::vector<std::string> messages;
  if (policies_.is_sensitive(nlu_context.intent, nlu_context.waiting_for_param) && (turns_ + round_) % 2 == 0) {
    messages.push_back(withheld_message(nlu_context.waiting_for_param, line));
  }
  std::string last = text;
  std::size_t split_at = 0;
  // Replaces the last value first, so that the spans of the earlier values stay valid.
  for (const ParamValue& value : values_in(catalog_.understand(text, nlu_context))) {
    const std::string canary = canary_for(last, value, nlu_context);
    if (canary.empty()) {
      params_without_canary_.insert(value.param);
      continue;
    }
    const PlantedCanary& planted = add(PlantedCanary::Kind::kParam, value.param, canary, line);
    const std::string written = written_as(planted.form, canary);
    last = replaced(last, value.span, written);
    if (split_at > 0) split_at += written.size() - (value.span.end - value.span.begin);
    if (planted.form == CanaryForm::kSplit) split_at = value.span.begin + split_position(canary);
  }
  if (split_at > 0) {
    messages.push_back(last.substr(0, split_at));
    messages.push_back(last.substr(split_at));
    return messages;
  }
  if ((turns_ + round_) % 3 == 0) last += (last.empty() ? "" : ". ") + volunteered_sentence(line);
  messages.push_back(last);
  return messages;
}

// Returns a canary that has the shape of the value, and that the bot understands as the same param. Returns an empty
// text if no such canary was found.
std::string CanaryInjector::canary_for(const std::string& text, const ParamValue& value,
                                       const NluContext& nlu_context) {
  // A random value has a valid check digit once in 10, and two valid check digits once in 97.
  constexpr int kTries = 60, kTriesWithDigits = 400;
  const std::string raw = text.substr(value.span.begin, value.span.end - value.span.begin);
  const std::string longer = with_longer_numbers(raw);
  for (int i = 0; i < kTries + kTriesWithDigits; ++i) {
    const std::string& shape = i % 2 == 0 && longer != raw ? longer : raw;
    std::string canary = i < kTries ? canaries_.like(shape) : with_new_digits(canaries_, shape);
    if (canary == shape) break;  // the shape has no letters or digits to vary
    if (!Canaries::tells_enough(canary)) continue;
    const Span span{value.span.begin, value.span.begin + canary.size()};
    if (has_value(catalog_.understand(replaced(text, value.span, canary), nlu_context), value.param, span))
      return canary;
  }
  return {};
}

Value CanaryInjector::offered(const std::string& intent, const std::string& param, const std::string& value,
                              const NluContext& nlu_context) {
  constexpr int kTries = 400;
  for (int i = 0; i < kTries; ++i) {
    const std::string canary = i % 2 == 0 ? canaries_.like(value) : with_new_digits(canaries_, value);
    if (canary == value || !Canaries::tells_enough(canary)) continue;
    const ParamValue checked = catalog_.validate(intent, param, Value(canary), nlu_context);
    if (!checked.valid || checked.value.to_text() != canary) continue;
    PlantedCanary planted{PlantedCanary::Kind::kParam, param, canary, CanaryForm::kPlain, count_++, 1, 0, false};
    canaries_.add(param, canary);
    planted_.push_back(std::move(planted));
    return Value(canary);
  }
  return {};
}

CanaryForm CanaryInjector::next_form() {
  if (round_ == 0) return CanaryForm::kPlain;
  return static_cast<CanaryForm>((round_ + forms_++) % kCanaryForms);
}

PlantedCanary& CanaryInjector::add(PlantedCanary::Kind kind, const std::string& name, const std::string& value,
                                   int line) {
  PlantedCanary planted{kind, name, value, next_form(), count_, 1, line, false};
  const std::size_t middle = split_position(value);
  if (planted.form == CanaryForm::kSplit && (middle == 0 || kind != PlantedCanary::Kind::kParam))
    planted.form = CanaryForm::kPlain;
  if (planted.form == CanaryForm::kSplit) {
    canaries_.add(name, value.substr(0, middle));
    canaries_.add(name, value.substr(middle));
    planted.count = 2;
  } else {
    canaries_.add(name, value);
  }
  count_ += planted.count;
  return planted_.emplace_back(std::move(planted));
}

std::string CanaryInjector::withheld_message(const std::string& param, int line) {
  PlantedCanary& planted = add(PlantedCanary::Kind::kWithheld, param, canaries_.like("aaaaaa 1111-1111 aaaa"), line);
  planted.must_hide = true;
  planted.unknown_until = 0;
  return "well " + written_as(planted.form, planted.value);
}

// Tries until the detector accepts the value, because not every shape is valid: an IP address contains no 999.
std::string CanaryInjector::volunteered_sentence(int line) {
  constexpr int kTries = 2'000;
  const Volunteered& one = kVolunteered[(turns_ / 3 + round_) % kVolunteered.size()];
  const std::string words(one.words);
  std::string value;
  for (int i = 0; i < kTries; ++i) {
    value = filled(canaries_, one.pattern);
    if (is_detected(words + value, value, one.type)) break;
  }
  PlantedCanary& planted = add(PlantedCanary::Kind::kType, privacy::to_string(one.type), value, line);
  const std::string written = written_as(planted.form, value);
  planted.must_hide = is_detected(words + written, written, one.type);
  planted.unknown_until = 0;
  return words + written;
}

}  // namespace parley::audit
