// topics_bench [SECONDS]: compares the cost of topics with the figures of the specification (F110). Prints a table.
//
//   adding       add one message, with 20 topics
//   matching     compute one message's vector and compare it with 20 topics
//   paging in    read the full history of a topic with 50 packed messages
//   KB a topic   its JSON and its packed bytes, after 40 messages
//   packing      messages of a few sentences each, as JSON and packed
//
// The sentences use about four hundred words, so they compress slightly better than messages of people. The texts of
// the specification are not known.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "context/topics/message_json.h"
#include "context/topics/packed.h"
#include "context/topics/similarity.h"
#include "parley/topics.h"

namespace {

using namespace parley;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t sides) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % sides;
  }

 private:
  std::uint64_t state_;
};

std::vector<std::string> vocabulary(std::size_t count, Dice dice) {
  const std::string consonants = "bcdfglmnprstv", vowels = "aeiou";
  std::vector<std::string> words;
  while (words.size() < count) {
    std::string word;
    for (std::size_t i = 0, syllables = 1 + dice.below(4); i < syllables; ++i) {
      word += consonants[dice.below(consonants.size())];
      word += vowels[dice.below(vowels.size())];
    }
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

// Words have a natural frequency distribution. Some of every ten words belong to the subject.
constexpr std::size_t kOwnToTellApart = 7, kOwnInProse = 3;
std::string sentences(std::size_t subject, std::size_t own_of_ten, std::size_t length, Dice& dice) {
  static const std::vector<std::string> words = vocabulary(400, Dice(7));
  std::string text;
  while (text.size() < length) {
    const bool is_own = dice.below(10) < own_of_ten;
    const std::size_t common = dice.below(1 + dice.below(200));
    text.append(text.empty() ? "" : " ").append(words[is_own ? 200 + (subject * 9 + dice.below(9)) % 200 : common]);
  }
  return text;
}

Message message(std::int64_t seq, Role role, std::string text) {
  Message message;
  message.seq = seq;
  message.turn = (seq + 1) / 2;
  message.role = role;
  message.text = std::move(text);
  message.at = 1'767'571'200'000 + seq * 30'000;
  return message;
}

std::vector<Message> talk(int messages, std::size_t length) {
  Dice dice(static_cast<std::uint64_t>(messages));
  std::vector<Message> all;
  for (int i = 1; i <= messages; ++i) {
    all.push_back(message(i, i % 2 == 1 ? Role::kUser : Role::kAssistant, sentences(1, kOwnInProse, length, dice)));
  }
  return all;
}

// Returns the median and the 99th percentile of many runs, in ms.
void time_it(const char* what, const char* seed, double seconds, const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end || times.size() < 10) {
    const auto begin = Clock::now();
    run();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%-34s %9.3f %9.3f   %s\n", what, times[times.size() / 2], times[times.size() * 99 / 100], seed);
}

Topics twenty_topics(const TopicTracker& keeper) {
  Topics topics;
  Dice dice(3);
  for (std::int64_t seq = 1; seq <= 500; ++seq) {
    const auto subject = static_cast<std::size_t>(seq / 10) % 25;
    (void)keeper.add(
        topics,
        message(seq, seq % 2 == 1 ? Role::kUser : Role::kAssistant, sentences(subject, kOwnToTellApart, 120, dice)), 0);
  }
  return topics;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  const TopicTracker keeper = *TopicTracker::create({});
  const Topics twenty = twenty_topics(keeper);
  std::printf("%zu topics kept, %zu archived\n\n", twenty.kept.size(), twenty.archived.size());
  std::printf("%-34s %9s %9s   %s\n", "", "p50 ms", "p99 ms", "seed");

  Dice dice(5);
  Topics growing = twenty;
  time_it("adding a message", "< 1 ms", seconds, [&] {
    if (growing.last_seq > 600) growing = twenty;
    (void)keeper.add(
        growing, message(growing.last_seq + 1, Role::kUser, sentences(dice.below(25), kOwnToTellApart, 120, dice)), 0);
  });
  double likeness = 0;
  time_it("matching", "1-2 ms", seconds, [&] {
    const Embedding embedding = context::lexical_embedding(sentences(dice.below(25), kOwnToTellApart, 120, dice));
    for (const Topic& topic : twenty.kept) likeness += context::cosine(topic.centroid, embedding);
  });
  const std::string blob = *context::pack(talk(50, 800));
  std::size_t unpacked = 0;
  time_it("paging in 50 messages", "1-5 ms", seconds, [&] { unpacked += context::unpack(blob)->size(); });

  std::size_t written = 0;
  time_it("writing all topics as JSON", "-", seconds, [&] { written = topics_to_json(twenty).size(); });
  std::printf("%-34s %9.1f KB\n", "  which is", static_cast<double>(written) / 1000);

  Topics one;
  for (Message& each : talk(40, 500)) {
    (void)keeper.add(one, std::move(each), 0);
    if (const auto wanted = keeper.wanted(one, one.current)) {
      (void)keeper.take_summary(one, *wanted, sentences(1, kOwnInProse, 400, dice));
    }
  }
  std::size_t packed_bytes = 0;
  for (const PackedMessages& packed : one.kept[0].packed) packed_bytes += packed.bytes.size();
  const std::size_t json_bytes = topics_to_json(one).size();
  std::printf("\nKB a topic of 40 messages: %.1f, of which packed %.1f   seed: 7-20\n",
              static_cast<double>(json_bytes + packed_bytes) / 1000, static_cast<double>(packed_bytes) / 1000);

  std::printf("\n%8s %12s %10s %8s   seed\n", "messages", "as JSON", "packed", "saved");
  const std::pair<int, const char*> sizes[] = {{10, "86.6 %"}, {20, "86.1 %"}, {50, "85.9 %"}};
  for (const auto& [messages, seed] : sizes) {
    std::string json;
    context::append_messages_json(json, talk(messages, 750));
    const auto plain = static_cast<double>(json.size());
    const auto packed = static_cast<double>(context::pack(talk(messages, 750))->size());
    std::printf("%8d %9.1f KB %7.1f KB %6.1f %%   %s\n", messages, plain / 1000, packed / 1000,
                100 * (1 - packed / plain), seed);
  }
  return likeness < 0 && unpacked == 0 ? 1 : 0;
}
