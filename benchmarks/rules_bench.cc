// rules_bench [MESSAGES]: measures how fast parley and alternatives find which of 30, 300 and 3,000 rules match a
// message. Prints a table.
//
//   seen    100 messages, repeated
//   fresh   no message is repeated; half of the messages match a rule
//   soup    no message is repeated; every word is from a rule, so a lazily built automaton keeps growing
//
// Three rules in ten have a gap between two words (`.{0,30}`, `.*`). The variants alternate after each message, so that
// other load on the machine affects all of them. A loop over 3,000 rules is slow, so it gets only the first 300
// messages.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include "intents/pattern_set.h"

namespace {

using Hits = std::vector<int>;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t sides) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % sides;
  }
  template <class T>
  const T& of(const std::vector<T>& things) {
    return things[below(things.size())];
  }

 private:
  std::uint64_t state_;
};

// Pronounceable random words.
std::vector<std::string> vocabulary(std::size_t count, Dice dice) {
  const std::string consonants = "bcdfglmnprst", vowels = "aeiou";
  std::vector<std::string> words;
  while (words.size() < count) {
    std::string word;
    for (std::size_t i = 0, syllables = 2 + dice.below(2); i < syllables; ++i) {
      word += consonants[dice.below(consonants.size())];
      word += vowels[dice.below(vowels.size())];
    }
    if (dice.below(2) == 0) word += "r";
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

struct Workload {
  std::vector<std::string> rules;
  std::vector<std::string> seen, fresh, soup;
};

Workload workload(std::size_t rule_count, std::size_t message_count) {
  Dice dice(rule_count);
  const std::size_t verb_count = rule_count <= 30 ? 6 : rule_count <= 300 ? 20 : 60;
  const std::size_t object_count = rule_count / verb_count;
  const std::vector<std::string> words = vocabulary(3 * verb_count + 2 * object_count + 200, Dice(7));
  const auto word = [&](std::size_t i) { return words[i]; };
  const auto verb = [&](std::size_t i, std::size_t synonym) { return word(3 * i + synonym); };
  const auto object = [&](std::size_t i, std::size_t synonym) { return word(3 * verb_count + 2 * i + synonym); };
  const auto filler = [&] { return words[3 * verb_count + 2 * object_count + dice.below(200)]; };

  Workload load;
  for (std::size_t i = 0; i < rule_count; ++i) {
    const std::size_t v = i % verb_count, o = i / verb_count;
    const std::string gap = i % 10 == 0 ? " .*" : i % 10 < 3 ? " .{0,30}" : " (my |the |a )?";
    load.rules.push_back("\\b(" + verb(v, 0) + "|" + verb(v, 1) + "|" + verb(v, 2) + ")" + gap + "\\b(" + object(o, 0) +
                         "|" + object(o, 1) + ")s?\\b");
  }
  for (std::size_t i = 0; i < message_count; ++i) {
    std::string message;
    const std::size_t at = i % 2 == 0 ? dice.below(8) : 99;
    for (std::size_t k = 0; k < 10; ++k) {
      if (k == at)
        message += verb(dice.below(verb_count), dice.below(3)) + " my " + object(dice.below(object_count), 0) + " ";
      message += filler() + " ";
    }
    load.fresh.push_back(message);
    std::string soup;
    for (std::size_t k = 0; k < 12; ++k) {
      soup += (dice.below(2) == 0 ? verb(dice.below(verb_count), dice.below(3))
                                  : object(dice.below(object_count), dice.below(2))) +
              " ";
    }
    load.soup.push_back(soup);
  }
  load.seen.assign(load.fresh.begin(), load.fresh.begin() + 100);
  return load;
}

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  options.set_max_mem(64 << 20);
  return options;
}

struct Way {
  const char* name;
  std::function<void(const std::string&, Hits&)> hits;
  std::size_t most = SIZE_MAX;  // maximum number of messages
  std::vector<double> us = {};
};

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void run(const char* kind, const std::vector<std::string>& messages, std::size_t count, std::vector<Way>& ways,
         std::size_t rule_count) {
  for (Way& way : ways) way.us.clear();
  Hits hits, first;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& message = messages[i % messages.size()];
    for (Way& way : ways) {
      if (i >= way.most) continue;
      const auto start = std::chrono::steady_clock::now();
      way.hits(message, hits);
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
      way.us.push_back(took.count());
      std::sort(hits.begin(), hits.end());
      if (&way == &ways.front()) first = hits;
      if (hits != first) {
        std::fprintf(stderr, "rules_bench: %s finds other rules in '%s'\n", way.name, message.c_str());
        std::exit(1);
      }
    }
  }
  for (const Way& way : ways) {
    double sum = 0;
    for (const double us : way.us) sum += us;
    std::printf("%5zu  %-6s %-12s %8zu  %9.2f %9.2f %9.2f\n", rule_count, kind, way.name, way.us.size(),
                sum / static_cast<double>(way.us.size()), percentile(way.us, 0.5), percentile(way.us, 0.99));
  }
}

void measure(std::size_t rule_count, std::size_t message_count) {
  const Workload load = workload(rule_count, message_count);

  parley::intents::PatternSet ours(parley::intents::PatternSet::Match::kAnywhere);
  re2::RE2::Set set(options(), re2::RE2::UNANCHORED);
  re2::FilteredRE2 filtered;
  for (const std::string& rule : load.rules) {
    ours.add(parley::intents::Pattern(rule));
    int id = 0;
    if (set.Add(rule, nullptr) < 0 || filtered.Add(rule, options(), &id) != re2::RE2::NoError) std::abort();
  }
  std::vector<std::string> atoms;
  filtered.Compile(&atoms);
  if (!ours.compile() || !set.Compile()) std::abort();

  std::vector<Way> ways;
  ways.push_back({"parley", [&](const std::string& text, Hits& hits) { ours.hits(text, hits); }});
  ways.push_back({"RE2::Set", [&](const std::string& text, Hits& hits) { set.Match(text, &hits); }});
  // The baseline: a simple search for the literals of the rules.
  ways.push_back({"FilteredRE2", [&](const std::string& text, Hits& hits) {
                    Hits found;
                    for (std::size_t i = 0; i < atoms.size(); ++i) {
                      if (text.find(atoms[i]) != std::string::npos) found.push_back(static_cast<int>(i));
                    }
                    filtered.AllMatches(text, found, &hits);
                  }});
  ways.push_back({"a loop",
                  [&](const std::string& text, Hits& hits) {
                    hits.clear();
                    for (int i = 0; i < filtered.NumRegexps(); ++i) {
                      if (re2::RE2::PartialMatch(text, filtered.GetRE2(i))) hits.push_back(i);
                    }
                  },
                  rule_count > 300 ? std::size_t{300} : SIZE_MAX});
  run("seen", load.seen, message_count, ways, rule_count);
  run("fresh", load.fresh, message_count, ways, rule_count);
  run("soup", load.soup, message_count, ways, rule_count);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t messages = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3000;
  std::printf("rules  what   by           messages    mean us    p50 us    p99 us\n");
  for (const std::size_t rules : {30, 300, 3000}) measure(rules, messages);
}
