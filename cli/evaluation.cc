// Tested by tests/cli/eval_test.
#include "cli/evaluation.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "cli/latency.h"
#include "cli/terminal.h"
#include "parley/act_queries.h"
#include "parley/entities.h"

namespace parley::cli {
namespace {

// Returns the intent with most of the params in the spans; the first one in case of a tie.
std::string owner_of_spans(const Catalog& catalog, const std::vector<Sample>& samples) {
  std::set<std::string> names;
  for (const Sample& sample : samples) {
    if (!sample.spans) continue;
    names.insert(sample.waiting_for_param);
    for (const Labelled& span : *sample.spans) names.insert(span.name);
  }
  std::string owner;
  std::ptrdiff_t most = 0;
  for (const std::string& intent : catalog.intents()) {
    const std::vector<std::string> params = catalog.params(intent);
    const auto count = std::count_if(params.begin(), params.end(), [&](const auto& p) { return names.count(p) != 0; });
    if (count <= most) continue;
    owner = intent;
    most = count;
  }
  return owner;
}

std::string text_at_label(const std::string& text, const Labelled& at) {
  std::string out;
  std::int64_t position = -1;
  for (const char c : text) {
    position += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (position >= at.begin && position < at.end) out += c;
  }
  return out;
}

std::string described(const std::vector<Labelled>& expected, const std::string& text) {
  std::string out;
  for (const Labelled& one : expected) {
    out += (out.empty() ? "" : ", ") + one.name + " '" + text_at_label(text, one) + "'";
    if (!one.accepted.empty()) out += " = " + one.accepted.front().to_text();
  }
  return out.empty() ? "(nothing)" : out;
}

std::string described(const std::vector<ValueScores::Found>& found, const std::string& text) {
  std::string out;
  for (const ValueScores::Found& one : found) {
    out += fmt::format("{}{} '{}' = {}", out.empty() ? "" : ", ", one.label.name, text_at_label(text, one.label),
                       one.value.to_text());
  }
  return out.empty() ? "(nothing)" : out;
}

class Evaluator {
 public:
  Evaluator(const std::shared_ptr<const Catalog>& catalog, const std::vector<Sample>& samples,
            std::size_t failures_wanted)
      : catalog_(catalog), owner_(owner_of_spans(*catalog, samples)), failures_wanted_(failures_wanted) {
    catalog->warm_up();  // so that only understanding is timed
  }

  Result<void> evaluate(const Sample& sample) {
    NluContext nlu_context;
    nlu_context.context = sample.context;
    nlu_context.now = sample.now_ms;
    if (sample.spans) {
      nlu_context.intent = owner_;
      nlu_context.waiting_for_param = sample.waiting_for_param;
    }
    const Stopwatch watch;
    const Understanding understanding = catalog_->understand(sample.text, nlu_context);
    evaluation_.microseconds.push_back(static_cast<float>(watch.microseconds()));
    if (sample.intent) evaluate_intent(sample, understanding);
    if (sample.spans) evaluate_spans(sample, understanding);
    return sample.types.empty() ? Result<void>() : evaluate_entities(sample);
  }

  Evaluation take() { return std::move(evaluation_); }

 private:
  void fail(const Sample& sample, std::string expected, std::string found) {
    if (evaluation_.failures.size() >= failures_wanted_) return;
    evaluation_.failures.push_back({sample.text, std::move(expected), std::move(found)});
  }

  void evaluate_intent(const Sample& sample, const Understanding& understanding) {
    const Candidate best = best_of(understanding);
    evaluation_.intents.add(*sample.intent, best.intent);
    evaluation_.bands.add(*sample.intent, understanding);
    const auto shown = [](const std::string& intent) { return intent.empty() ? "(none)" : intent; };
    const std::string by = best.rule.empty() ? "" : " by " + best.rule;
    const bool is_right = best.intent == *sample.intent;
    if (!is_right) fail(sample, shown(*sample.intent), shown(best.intent) + by);
    if (!sample.params) return;
    Value::Object params;
    if (const acts::Request* request = find_request(understanding.acts)) {
      for (const ParamValue& param : request->wanted.params) params[param.param] = param.value;
    }
    const bool is_exact = is_right && are_same(params, *sample.params);
    ++evaluation_.params_lines;
    evaluation_.params_exact += is_exact;
    if (is_right && !is_exact) fail(sample, Value(*sample.params).to_json(), Value(params).to_json() + by);
  }

  static Candidate best_of(const Understanding& understanding) {
    const acts::Request* request = find_request(understanding.acts);
    if (!request) request = find_request(understanding.acts, acts::Request::Role::kDoubtful);
    return request ? request->wanted.candidate : Candidate{};
  }

  static bool are_same(const Value::Object& found, const Value::Object& expected) {
    return found.size() == expected.size() && std::all_of(expected.begin(), expected.end(), [&](const auto& one) {
             const auto value = found.find(one.first);
             const Value::Array* several = one.second.if_array();
             return value != found.end() && is_accepted(value->second, several ? *several : Value::Array{one.second});
           });
  }

  void evaluate_spans(const Sample& sample, const Understanding& understanding) {
    std::vector<ValueScores::Found> found;
    for (const DialogAct& act : understanding.acts) {
      const ParamValue* answer = answer_in(act);
      if (answer) found.push_back({in_code_points(answer->param, answer->span, sample.text), answer->value});
    }
    if (!evaluation_.spans.add(*sample.spans, found)) {
      fail(sample, described(*sample.spans, sample.text), described(found, sample.text));
    }
  }

  Result<void> evaluate_entities(const Sample& sample) {
    auto& reader = readers_[sample.types];
    if (!reader) {
      auto made = EntityReader::create(catalog_, sample.types);
      if (!made) return Unexpected(made.error());
      reader = std::move(*made);
    }
    std::vector<ValueScores::Found> found;
    for (EntityMatch& match : reader->find(sample.text, sample.now_ms)) {
      found.push_back({in_code_points(match.type, match.span, sample.text), std::move(match.value)});
    }
    if (!evaluation_.entities.add(sample.entities, found)) {
      fail(sample, described(sample.entities, sample.text), described(found, sample.text));
    }
    return {};
  }

  const std::shared_ptr<const Catalog>& catalog_;
  const std::string owner_;
  const std::size_t failures_wanted_;
  std::map<std::vector<std::string>, std::shared_ptr<const EntityReader>> readers_;  // by the types they read
  Evaluation evaluation_;
};

}  // namespace

Result<Evaluation> evaluate(const std::shared_ptr<const Catalog>& catalog, const std::vector<Sample>& samples,
                            std::size_t failures_wanted) {
  Evaluator evaluator(catalog, samples, failures_wanted);
  Progress progress("line", samples.size());
  std::size_t done = 0;
  std::set<std::string> unknown;
  for (const Sample& sample : samples) {
    if (auto done_one = evaluator.evaluate(sample); !done_one) return Unexpected(done_one.error());
    if (sample.intent && !sample.intent->empty()) unknown.insert(*sample.intent);
    progress.at(++done);
  }
  for (const std::string& intent : catalog->intents()) unknown.erase(intent);
  Evaluation evaluation = evaluator.take();
  evaluation.unknown.assign(unknown.begin(), unknown.end());
  return evaluation;
}

}  // namespace parley::cli
