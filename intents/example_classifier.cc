#include "intents/example_classifier.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/locale.h"
#include "base/text.h"
#include "config/visitors.h"
#include "intents/effects.h"
#include "intents/folded_text.h"
#include "intents/model_cache.h"
#include "intents/nearest_sources.h"
#include "intents/scoring/confidence.h"

namespace parley::intents {
namespace {

std::set<std::string> stems_of(const Words& words) {
  std::set<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) stems.emplace(scoring::stem_of(words.text(i, 1)));
  return stems;
}

// Half of the way from a bound to certainty.
double raised(double bound) { return (1 + bound) / 2; }

constexpr std::size_t kLongestCourtesy = 4;  // words; a longer example says more than "hello"

bool is_found(std::size_t intent, const std::vector<Evidence>& evidence) {
  return std::any_of(evidence.begin(), evidence.end(),
                     [&](const Evidence& one) { return one.intent == static_cast<int>(intent); });
}

std::string rounded(double probability) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", probability);
  return digits.data();
}

}  // namespace

ExampleClassifier::ExampleClassifier(const config::BotDefinition& bot, const OwnValues& values, CatalogOptions options)
    : bot_(bot),
      values_(values),
      calls_tools_(intents_that_call_tools(bot)),
      only_says_(intents_that_only_say(bot)),
      options_(std::move(options)) {
  config::for_each_answer(
      bot, [&](const config::Intent& intent, const config::Param* param, const config::Answer&, std::size_t) {
        intents_of_answers_.push_back(static_cast<std::size_t>(&intent - bot.intents.data()));
        are_of_params_.push_back(param != nullptr);
      });
}

const ExampleClassifier::Ready& ExampleClassifier::ready() const {
  std::call_once(is_ready_, [this] {
    ready_ = make();
    options_.model.clear();
  });
  return ready_;
}

// A cache that does not fit is replaced, and is no reason for a warning.
Training ExampleClassifier::train_with_cache() const {
  const ModelCache cache(options_.cache, bot_.locale->tag(), bot_.files.front().name);
  const std::string model = cache.read();
  Training learning = train(bot_, values_, model);
  const bool is_known = !model.empty() && learning.model_problem.empty();
  learning.model_problem.clear();
  if (learning.scorer && !is_known) cache.write(learning.scorer->save(learning.key));
  return learning;
}

ExampleClassifier::Ready ExampleClassifier::make() const {
  Ready ready;
  if (!is_off()) ready.scorer = options_.scorer;
  if (!ready.scorer) {
    ready.learning =
        options_.model.empty() && !options_.cache.empty() ? train_with_cache() : train(bot_, values_, options_.model);
    ready.scorer = ready.learning.scorer;
  }
  if (!intents_of_answers_.empty()) learn_answers(ready);
  if (!ready.scorer) return ready;
  std::vector<std::string> all_words;
  for (const config::Intent& intent : bot_.intents) {
    for (const config::Text& example : intent.examples) {
      const FoldedText folded(example.value);
      const Words words(folded.text());
      for (std::size_t k = 0; k < words.size(); ++k) all_words.emplace_back(words.text(k, 1));
    }
  }
  ready.topic_words = TopicWords(bot_);
  ready.spellings = Misspellings(std::move(all_words));
  ready.examples_with.resize(bot_.intents.size());
  ready.small_talk.resize(bot_.intents.size());
  ready.rule_topics.resize(bot_.intents.size());
  for (std::size_t i = 0; i < bot_.intents.size(); ++i) {
    for (const config::Rule& rule : bot_.intents[i].rules) {
      for (const std::string& word : literal_words(rule.regex.value)) {
        ready.rule_topics[i].merge(ready.topic_words.stems_in(Words(word)));
      }
    }
    const std::vector<config::Text>& examples = bot_.intents[i].examples;
    for (std::size_t k = 0; k < examples.size(); ++k) {
      const FoldedText folded(examples[k].value);
      const Words words(folded.text());
      const std::set<std::string> topics = ready.topic_words.stems_in(words);
      for (const std::string& topic : topics) ready.examples_with[i][topic].push_back(k);
      if (topics.empty() && words.size() <= kLongestCourtesy) ready.small_talk[i].merge(stems_of(words));
    }
  }
  return ready;
}

void ExampleClassifier::match(const Words& words, std::string_view message, Place place, bool is_small_talk,
                              const OwnValues::Codes& codes, std::vector<Evidence>& out) const {
  if (!ready().scorer) return;
  std::string problem;
  Heard heard(ready(), words);
  const std::vector<Similar> all = similar(message, codes, problem, [&](const Similar& one) {
    if (!one.answer) return knows(one.intent, heard, place, is_small_talk, codes);
    if (place != Place::kFirst || is_small_talk) return false;
    // "Should I click on it?" shares a pair of words with many questions.
    const std::set<std::string>& topics = heard.topics_of_inquiry();
    if (topics.empty() || !knows_answer(*one.answer, topics, words, kHalf)) return false;
    const bool is_sure = one.confidence >= this->bounds(one, place).act;
    return !is_sure || (!are_of_params_[*one.answer] && is_like_example(*one.answer, words));
  });
  if (all.empty()) return;
  const Bounds bounds = this->bounds(all.front(), place);
  const bool is_sure = all.front().confidence >= bounds.act;
  if (is_small_talk && !is_sure) return;  // the bot answers a "hello", and does not ask which intent it means
  constexpr double kOfClause = 0.6;  // how likely a clause that only resembles an intent says what the message means
  const bool may_ask = place == Place::kFirst || place == Place::kClause;
  double likely = 0;  // that one of those with a code is meant: the message with it is for this bot
  for (const Similar& one : all) likely += &one == &all.front() || !codes.empty() ? one.confidence : 0;
  const double weight = place == Place::kClause && !is_sure ? kOfClause : 1;
  if (!is_sure && !(may_ask && weight * likely >= bounds.ask)) return;
  const std::string_view trimmed = base::trim(message);
  for (const Similar& one : all) {
    if (is_found(one.intent, out)) continue;  // by one of its answers
    Evidence& evidence = out.emplace_back();
    evidence.kind = Evidence::Kind::kLikeness;
    evidence.intent = static_cast<int>(one.intent);
    evidence.source = &nearest(one.intent, heard);
    evidence.begin = static_cast<std::size_t>(trimmed.data() - message.data());
    evidence.end = evidence.begin + trimmed.size();
    evidence.confidence = weight * one.confidence;
    evidence.is_doubtful = !is_sure;
    if (is_sure) evidence.answer = one.answer;
    if (is_sure) return;
  }
}

std::string ExampleClassifier::describe(const Words& words, std::string_view message) const {
  if (!ready().scorer) {
    return learning().learned.examples == 0 ? "" : "examples match only word for word: " + learning().learned.why_not;
  }
  std::string problem;
  const OwnValues::Codes codes = values_.codes_in(message);
  const std::vector<Similar> all = similar(message, codes, problem);
  if (all.empty()) return problem.empty() ? "the scorer finds no similar intent" : problem;
  const Similar& best = all.front();
  const Bounds bounds = this->bounds(best, Place::kFirst);
  std::string reason = "most similar to the examples of " + bot_.intents[best.intent].id.value + ", confidence " +
                       rounded(best.confidence) + "; it starts from " + rounded(bounds.act) + " on, ";
  if (bounds.ask < bounds.act) reason += "the bot asks from " + rounded(bounds.ask) + " on, ";
  reason += "and no rule, template or example may match";
  Heard heard(ready(), words);
  const bool is_known = knows(best.intent, heard, Place::kFirst, false, codes);
  return is_known ? reason : reason + "; here the examples contain no meaningful word of the message";
}

std::vector<ExampleClassifier::Estimate> ExampleClassifier::estimates(const Words& words,
                                                                      std::string_view message) const {
  std::vector<Estimate> all;
  if (!ready().scorer) return all;
  std::string problem;
  const OwnValues::Codes codes = values_.codes_in(message);
  Heard heard(ready(), words);
  for (const Similar& one : similar(message, codes, problem)) {
    if (one.answer) continue;
    const Bounds bounds = this->bounds(one, Place::kFirst);
    all.push_back({one.intent, one.confidence, bounds.act, bounds.ask,
                   knows(one.intent, heard, Place::kFirst, false, codes), &nearest(one.intent, heard)});
  }
  return all;
}

std::vector<IntentScore> ExampleClassifier::scores_of(std::string_view message) const {
  const auto& own = learning().scorer;
  return own ? own->candidates(message, values_.with_lists(message)) : ready().scorer->score(message);
}

std::optional<ExampleClassifier::Similar> ExampleClassifier::similar_of(const IntentScore& score) const {
  const auto answer = answer_of_class(score.intent);
  if (answer) return Similar{intents_of_answers_[*answer], score.probability, answer};
  const config::Intent* intent = bot_.find_intent(score.intent);
  if (!intent) return std::nullopt;
  return Similar{static_cast<std::size_t>(intent - bot_.intents.data()), score.probability, {}};
}

void ExampleClassifier::weigh_codes(const OwnValues::Codes& codes, std::vector<IntentScore>& scores) const {
  // How likely a code is, compared to a message of an intent that takes it.
  constexpr double kOfOtherIntent = 0.1, kOfNoIntent = 0.05, kOfUnknownIntent = 0.5;
  if (codes.empty() || scores.empty()) return;
  const auto likelihood = [&](const IntentScore& score) {
    const std::optional<Similar> one = similar_of(score);
    return !one ? kOfNoIntent : values_.takes(one->intent, codes) ? 1 : kOfOtherIntent;
  };
  const bool is_taken =
      std::any_of(scores.begin(), scores.end(), [&](const IntentScore& one) { return likelihood(one) == 1; });
  double before = 0, after = 0;
  for (const IntentScore& score : scores) before += score.probability;
  const double best = scores.front().probability;
  const double scale = before > 1 ? (1 - best) / (before - best) : 1;
  for (IntentScore& score : scores) {
    score.probability *= (&score == &scores.front() ? 1 : scale) * likelihood(score);
    after += score.probability;
  }
  after += std::max(0.0, 1 - before) * (is_taken ? kOfNoIntent : kOfUnknownIntent);
  for (IntentScore& score : scores) score.probability /= after;
  std::stable_sort(scores.begin(), scores.end(),
                   [](const IntentScore& a, const IntentScore& b) { return a.probability > b.probability; });
}

std::vector<ExampleClassifier::Similar> ExampleClassifier::similar(std::string_view message,
                                                                   const OwnValues::Codes& codes, std::string& problem,
                                                                   const MayOffer& may_offer) const {
  std::vector<Similar> all;
  try {
    std::vector<IntentScore> scores = scores_of(message);
    weigh_codes(codes, scores);
    if (scores.empty() || scores.front().intent.empty()) return all;
    if (!similar_of(scores.front())) {
      problem = "the scorer's best intent is '" + scores.front().intent + "', which this bot does not have";
      return all;
    }
    std::vector<Similar> offered;
    std::erase_if(scores, [&](const IntentScore& score) {
      const std::optional<Similar> one = similar_of(score);
      const bool may_be = one && (!may_offer || may_offer(*one));
      if (may_be) offered.push_back(*one);
      return !may_be;
    });
    scoring::LinearScorer::keep_likely(scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      all.push_back(offered[i]);
      all.back().confidence = scores[i].probability;
    }
  } catch (...) {
    problem = "the scorer failed";
    all.clear();
  }
  return all;
}

ExampleClassifier::Bounds ExampleClassifier::bounds(const Similar& similar, Place place) const {
  const std::size_t intent = similar.intent;
  const config::Likeness& own = bot_.intents[intent].likeness;
  const config::Likeness& all = bot_.likeness;
  Bounds bounds;
  bounds.act = own.act ? *own.act : all.act.value_or(ready().scorer->threshold());
  const bool has_effects = calls_tools_[intent] && !similar.answer;
  const bool is_aside =
      place == Place::kAside || place == Place::kClause || (place == Place::kInquiry && !only_says_[intent]);
  const bool needs_more = is_aside || (has_effects && !own.act && !all.is_threshold);
  if (needs_more) bounds.act = raised(bounds.act);
  const double by_default = learning().scorer ? scoring::LinearScorer::kAskFrom : bounds.act;
  bounds.ask = std::min(bounds.act, own.ask ? *own.ask : all.ask.value_or(by_default));
  return bounds;
}

// Returns true if the intent's examples contain a meaningful word of the message. The embedding program's scorer may
// know synonyms. With such a scorer, the function checks only small talk, which must resemble small talk in the
// examples.
bool ExampleClassifier::knows(std::size_t intent, Heard& heard, Place place, bool is_small_talk,
                              const OwnValues::Codes& codes) const {
  constexpr std::size_t kFewestWords = 3;  // beside a code: "where is O-12345"
  const Ready& ready = this->ready();
  if (!ready.learning.scorer && !is_small_talk) return true;
  if (!is_small_talk && heard.words.size() >= kFewestWords && values_.takes(intent, codes)) return true;
  if (is_small_talk || heard.topics().empty()) {
    return place == Place::kFirst && shares_small_talk(intent, heard.words, is_small_talk);
  }
  const auto is_in_example = [&](const std::string& stem) { return ready.examples_with[intent].count(stem) != 0; };
  const auto is_known = [&](const std::string& topic) {
    return is_in_example(topic) || ready.rule_topics[intent].count(topic) != 0;
  };
  return std::any_of(heard.topics().begin(), heard.topics().end(), is_known) ||
         std::any_of(heard.meant().begin(), heard.meant().end(), is_in_example);
}

const std::set<std::string>& ExampleClassifier::Heard::topics() {
  if (!topics_) topics_ = ready_.topic_words.stems_in(words);
  return *topics_;
}

const std::set<std::string>& ExampleClassifier::Heard::topics_of_inquiry() {
  if (!topics_of_inquiry_) topics_of_inquiry_ = ready_.topics_of_inquiry(words);
  return *topics_of_inquiry_;
}

const std::set<std::string>& ExampleClassifier::Heard::meant() {
  if (meant_) return *meant_;
  meant_.emplace();
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view word : ready_.spellings.meant_by(words.text(i, 1))) {
      meant_->emplace(scoring::stem_of(word));
    }
  }
  return *meant_;
}

// Returns true if a yes, a no or a courtesy resembles an example without a meaningful word. In English, the
// message and the example must share a courtesy word. For other languages there is no list of courtesies.
bool ExampleClassifier::shares_small_talk(std::size_t intent, const Words& words, bool is_small_talk) const {
  const auto& small_talk = ready().small_talk[intent];
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (ready().topic_words.is_english() ? !TopicWords::is_courtesy(word) : !is_small_talk) continue;
    if (small_talk.count(std::string(scoring::stem_of(word))) != 0) return true;
  }
  return false;
}

// Returns the example that shares the most words with the message. Among equal examples, returns the earlier one.
// Returns the intent's id if it has no examples.
const config::Text& ExampleClassifier::nearest(std::size_t intent, Heard& heard) const {
  const std::vector<config::Text>& examples = bot_.intents[intent].examples;
  if (examples.empty()) return bot_.intents[intent].id;
  std::vector<int> shared(examples.size());
  for (const std::string& topic : heard.topics()) {
    const auto there = ready().examples_with[intent].find(topic);
    if (there == ready().examples_with[intent].end()) continue;
    for (const std::size_t example : there->second) ++shared[example];
  }
  const auto most = std::max_element(shared.begin(), shared.end());
  return examples[static_cast<std::size_t>(most - shared.begin())];
}

}  // namespace parley::intents
