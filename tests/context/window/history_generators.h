// Random histories and options from a seed. They include orphans, texts of one huge line, duplicate ids and invalid
// JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "parley/context.h"

namespace parley::test {

// Makes a message, optionally with a tool's name and a call id.
inline Message make_message(Role role, std::string text, std::string tool = "", std::string call_id = "") {
  Message made;
  made.role = role;
  made.text = std::move(text);
  made.details.tool = std::move(tool);
  made.details.call_id = std::move(call_id);
  return made;
}

// Makes `count` messages, two per turn: one of the user and one of the assistant.
inline std::vector<Message> make_messages(int count, const std::function<std::string(std::int64_t seq)>& text) {
  std::vector<Message> messages;
  for (std::int64_t seq = 1; seq <= count; ++seq) {
    Message& message = messages.emplace_back(make_message(seq % 2 == 1 ? Role::kUser : Role::kAssistant, text(seq)));
    message.seq = seq;
    message.turn = (seq + 1) / 2;
  }
  return messages;
}

// A sink for the results that a context offloads. It refuses them when it is full.
struct Artifacts : ArtifactSink {
  Result<void> put(const std::string& sha256, std::string_view bytes) override {
    if (full) return Unexpected(ErrorCode::kStoreUnavailable, "full");
    kept.emplace(sha256, bytes);
    return {};
  }
  std::map<std::string, std::string> kept;
  bool full = false;
};

class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : state_(seed * 2862933555777941757u + 3037000493u) {}
  std::uint64_t below(std::uint64_t sides) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % sides;
  }
  bool one_in(std::uint64_t sides) { return below(sides) == 0; }

 private:
  std::uint64_t state_;
};

inline std::string random_words(RandomSource& random, std::uint64_t most) {
  static const char* const kWords[] = {"order",
                                       "late ",
                                       "where is it? ",
                                       "\xC3\xBCmlaut",
                                       "7731",
                                       "\xE8\xAF\xB7",
                                       "\xF0\x9F\x9A\x9A",
                                       "~~~~",
                                       "\n",
                                       "\"quoted\" ",
                                       "{}",
                                       "a"};
  std::string text;
  for (std::uint64_t i = random.below(most + 1); i > 0; --i) text += kWords[random.below(std::size(kWords))];
  return text;
}

inline Value random_value(RandomSource& random, int levels) {
  switch (random.below(levels > 0 ? 6 : 4)) {
    case 0: return static_cast<std::int64_t>(random.below(100'000));
    case 1: return random.one_in(2);
    case 2: return random_words(random, 3);
    case 3: return random_words(random, random.one_in(8) ? 200 : 10);
    case 4: {
      Value::Array items;
      for (std::uint64_t i = random.below(random.one_in(8) ? 60 : 5); i > 0; --i)
        items.push_back(random_value(random, levels - 1));
      return items;
    }
    default: {
      Value::Object members;
      for (std::uint64_t i = random.below(8); i > 0; --i) {
        members["k" + std::to_string(random.below(20))] = random_value(random, levels - 1);
      }
      return members;
    }
  }
}

inline std::string random_data(RandomSource& random) {
  if (random.one_in(4)) return random_words(random, random.one_in(10) ? 2'000 : 20);
  Value::Object members;
  for (std::uint64_t i = random.below(6); i > 0; --i) members["m" + std::to_string(i)] = random_value(random, 3);
  return Value(members).to_json();
}

// Makes up to `most_turns` turns. Turn numbers are consecutive and may start late.
inline std::vector<Message> random_history(RandomSource& random, std::uint64_t most_turns = 25) {
  std::vector<Message> history;
  std::int64_t seq = random.one_in(5) ? static_cast<std::int64_t>(random.below(300)) : 0;
  std::int64_t turn = seq / 3;
  const auto add = [&](Role role, std::string text) -> Message& {
    Message& message = history.emplace_back();
    message.seq = ++seq;
    message.turn = turn;
    message.role = role;
    message.text = std::move(text);
    message.at = 1'700'000'000'000 + seq;
    if (random.one_in(20)) message.details.metadata["important"] = true;
    if (random.one_in(20)) message.details.metadata["reasoning"] = random_words(random, 40);
    if (random.one_in(10))
      message.details.files.push_back({FileRef::Kind::kFile, "f" + std::to_string(random.below(5)), ""});
    return message;
  };
  const auto id = [&] { return random.one_in(10) ? std::string() : "c" + std::to_string(random.below(6)); };
  for (std::uint64_t left = random.below(most_turns + 1); left > 0; --left) {
    ++turn;
    if (!random.one_in(10)) add(Role::kUser, random_words(random, random.one_in(12) ? 1'500 : 12));
    for (std::uint64_t calls = random.one_in(2) ? random.below(3) : 0; calls > 0; --calls) {
      const std::string call = id();
      Message& made = add(Role::kCall, random_data(random));
      made.details.tool = "find_order";
      made.details.call_id = call;
      if (random.one_in(8)) ++turn;  // a caller's tool result may come in a later turn
      if (random.one_in(8)) add(Role::kUser, random_words(random, 5));
      if (random.one_in(8)) continue;
      Message& answer = add(Role::kTool, random_data(random));
      answer.details.tool = "find_order";
      answer.details.call_id = random.one_in(10) ? id() : call;
    }
    if (random.one_in(30)) add(Role::kSummary, random_words(random, 5));
    if (!random.one_in(10)) add(Role::kAssistant, random_words(random, random.one_in(15) ? 800 : 25));
  }
  return history;
}

inline ContextOptions random_options(RandomSource& random, const std::vector<Message>& history) {
  ContextOptions options;
  options.strategy = static_cast<ContextStrategy>(random.below(3));
  options.max_tokens = random.one_in(10) ? 0 : kMinContextTokens + static_cast<std::int64_t>(random.below(2'000));
  if (random.one_in(3)) options.max_turns = static_cast<std::int64_t>(random.below(12));
  if (random.one_in(3) && !history.empty()) options.pending_seq = history[random.below(history.size())].seq;
  if (random.one_in(2) && !history.empty()) {
    options.summary =
        GivenSummary{random_words(random, random.one_in(4) ? 400 : 20), history[random.below(history.size())].seq};
  }
  options.recent_turns = static_cast<std::int64_t>(random.below(8));
  options.strip_reasoning = !random.one_in(4);
  options.notes = !random.one_in(4);
  options.trim_results = random.one_in(4) ? 0 : 100 + static_cast<std::int64_t>(random.below(3'000));
  options.offload_protect = static_cast<std::int64_t>(random.below(400));
  options.offload_start = static_cast<std::int64_t>(random.below(400));
  options.offload_preview = 1 + static_cast<std::int64_t>(random.below(300));
  if (random.one_in(4)) {
    Message prompt;
    prompt.text = options.system_prompt = random_words(random, 1 + random.below(60));
    if (options.max_tokens > 0) options.max_tokens += count_tokens(prompt);
  }
  return options;
}

}  // namespace parley::test
