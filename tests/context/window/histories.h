// Histories and options out of one number: odd ones among them, such as orphans, texts of one huge line, ids that stand
// twice, JSON that is none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "parley/context.h"

namespace parley::test {

// A message that a tool's name and a call's id may come with.
inline Message make_message(Role role, std::string text, std::string tool = "", std::string call_id = "") {
  Message made;
  made.role = role;
  made.text = std::move(text);
  made.details.tool = std::move(tool);
  made.details.call_id = std::move(call_id);
  return made;
}

// `count` messages, two a turn: of the user, then of the assistant.
inline std::vector<Message> make_messages(int count, const std::function<std::string(std::int64_t seq)>& text) {
  std::vector<Message> messages;
  for (std::int64_t seq = 1; seq <= count; ++seq) {
    Message& message = messages.emplace_back(make_message(seq % 2 == 1 ? Role::kUser : Role::kAssistant, text(seq)));
    message.seq = seq;
    message.turn = (seq + 1) / 2;
  }
  return messages;
}

// Keeps what a context moves out of its messages, unless it is full.
struct Artifacts : ArtifactSink {
  Result<void> put(const std::string& sha256, std::string_view bytes) override {
    if (full) return Unexpected(ErrorCode::kStoreUnavailable, "full");
    kept.emplace(sha256, bytes);
    return {};
  }
  std::map<std::string, std::string> kept;
  bool full = false;
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2862933555777941757u + 3037000493u) {}
  std::uint64_t below(std::uint64_t sides) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % sides;
  }
  bool one_in(std::uint64_t sides) { return below(sides) == 0; }

 private:
  std::uint64_t state_;
};

inline std::string some_words(Dice& dice, std::uint64_t most) {
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
  for (std::uint64_t i = dice.below(most + 1); i > 0; --i) text += kWords[dice.below(std::size(kWords))];
  return text;
}

inline Value some_value(Dice& dice, int levels) {
  switch (dice.below(levels > 0 ? 6 : 4)) {
    case 0: return static_cast<std::int64_t>(dice.below(100'000));
    case 1: return dice.one_in(2);
    case 2: return some_words(dice, 3);
    case 3: return some_words(dice, dice.one_in(8) ? 200 : 10);
    case 4: {
      Value::Array items;
      for (std::uint64_t i = dice.below(dice.one_in(8) ? 60 : 5); i > 0; --i)
        items.push_back(some_value(dice, levels - 1));
      return items;
    }
    default: {
      Value::Object members;
      for (std::uint64_t i = dice.below(8); i > 0; --i) {
        members["k" + std::to_string(dice.below(20))] = some_value(dice, levels - 1);
      }
      return members;
    }
  }
}

inline std::string some_data(Dice& dice) {
  if (dice.one_in(4)) return some_words(dice, dice.one_in(10) ? 2'000 : 20);
  Value::Object members;
  for (std::uint64_t i = dice.below(6); i > 0; --i) members["m" + std::to_string(i)] = some_value(dice, 3);
  return Value(members).to_json();
}

// Up to `most_turns` turns; numbers are dense, and sometimes begin late.
inline std::vector<Message> some_history(Dice& dice, std::uint64_t most_turns = 25) {
  std::vector<Message> history;
  std::int64_t seq = dice.one_in(5) ? static_cast<std::int64_t>(dice.below(300)) : 0;
  std::int64_t turn = seq / 3;
  const auto add = [&](Role role, std::string text) -> Message& {
    Message& message = history.emplace_back();
    message.seq = ++seq;
    message.turn = turn;
    message.role = role;
    message.text = std::move(text);
    message.at = 1'700'000'000'000 + seq;
    if (dice.one_in(20)) message.details.metadata["important"] = true;
    if (dice.one_in(20)) message.details.metadata["reasoning"] = some_words(dice, 40);
    if (dice.one_in(10))
      message.details.files.push_back({FileRef::Kind::kFile, "f" + std::to_string(dice.below(5)), ""});
    return message;
  };
  const auto id = [&] { return dice.one_in(10) ? std::string() : "c" + std::to_string(dice.below(6)); };
  for (std::uint64_t left = dice.below(most_turns + 1); left > 0; --left) {
    ++turn;
    if (!dice.one_in(10)) add(Role::kUser, some_words(dice, dice.one_in(12) ? 1'500 : 12));
    for (std::uint64_t calls = dice.one_in(2) ? dice.below(3) : 0; calls > 0; --calls) {
      const std::string call = id();
      Message& made = add(Role::kCall, some_data(dice));
      made.details.tool = "find_order";
      made.details.call_id = call;
      if (dice.one_in(8)) ++turn;  // the host takes its time
      if (dice.one_in(8)) add(Role::kUser, some_words(dice, 5));
      if (dice.one_in(8)) continue;
      Message& answer = add(Role::kTool, some_data(dice));
      answer.details.tool = "find_order";
      answer.details.call_id = dice.one_in(10) ? id() : call;
    }
    if (dice.one_in(30)) add(Role::kSummary, some_words(dice, 5));
    if (!dice.one_in(10)) add(Role::kAssistant, some_words(dice, dice.one_in(15) ? 800 : 25));
  }
  return history;
}

inline ContextOptions some_options(Dice& dice, const std::vector<Message>& history) {
  ContextOptions options;
  options.strategy = static_cast<ContextStrategy>(dice.below(3));
  options.max_tokens = dice.one_in(10) ? 0 : kMinContextTokens + static_cast<std::int64_t>(dice.below(2'000));
  if (dice.one_in(3)) options.max_turns = static_cast<std::int64_t>(dice.below(12));
  if (dice.one_in(3) && !history.empty()) options.pending_seq = history[dice.below(history.size())].seq;
  if (dice.one_in(2) && !history.empty()) {
    options.summary =
        GivenSummary{some_words(dice, dice.one_in(4) ? 400 : 20), history[dice.below(history.size())].seq};
  }
  options.recent_turns = static_cast<std::int64_t>(dice.below(8));
  options.strip_reasoning = !dice.one_in(4);
  options.notes = !dice.one_in(4);
  options.trim_results = dice.one_in(4) ? 0 : 100 + static_cast<std::int64_t>(dice.below(3'000));
  options.offload_protect = static_cast<std::int64_t>(dice.below(400));
  options.offload_start = static_cast<std::int64_t>(dice.below(400));
  options.offload_preview = 1 + static_cast<std::int64_t>(dice.below(300));
  if (dice.one_in(4)) {
    Message prompt;
    prompt.text = options.system_prompt = some_words(dice, 1 + dice.below(60));
    if (options.max_tokens > 0) options.max_tokens += count_tokens(prompt);
  }
  return options;
}

}  // namespace parley::test
