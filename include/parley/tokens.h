// Tokens: the length of a text for a language model, and the division of the model's context window.
//
//   auto counter = parley::create_token_counter(parley::Encoding::kO200kBase);
//   if (!counter) return std::cerr << counter.error().to_string() << '\n', 1;
//   parley::EngineOptions options;
//   options.count_tokens = *counter;
//   auto budget = parley::split_window(128'000);
//   if (budget) std::cout << budget->history << " tokens for the history\n";
//
// Without a counter, parley estimates from the script of a text and rounds up. create_token_counter() counts exactly as
// OpenAI's models do. For another model, the caller passes its tokenizer. All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "parley/message.h"
#include "parley/result.h"

namespace parley {

// Estimates the tokens of a text. 0 only for the empty text. scripts/check_tokens compares it with real tokenizers: for
// a language as a whole it is at most 10 % below o200k_base and at most 60 % above. Older vocabularies use more tokens
// for scripts other than Latin (docs/memory.md, X13).
std::int64_t estimate_tokens(std::string_view text);

// Counts the tokens of a text. It is called often, on the threads that build contexts, so it must be thread-safe and
// must not throw. Empty: estimate_tokens.
using TokenCounter = std::function<std::int64_t(std::string_view text)>;

// The vocabularies that parley contains.
enum class Encoding {
  kCl100kBase,  // GPT-4, GPT-3.5-turbo, text-embedding-3
  kO200kBase,   // GPT-4o, GPT-4.1, GPT-5, o1 and later
};
const char* to_string(Encoding encoding);  // "cl100k_base", "o200k_base"
// Unset: unknown name.
std::optional<Encoding> parse_encoding(std::string_view name);

// A counter that returns the same numbers as tiktoken's encode_ordinary(). The names of special tokens count as plain
// text. Invalid UTF-8 counts as U+FFFD, which replaces it in JSON. Counting takes time O(n log n). Creating a counter
// takes about 20 ms and 5 MB. Copies share the memory, so create one counter and copy it. kInternal: the table in the
// library is damaged.
Result<TokenCounter> create_token_counter(Encoding encoding);

// Returns the tokens of a message in a request to a model: the tokens of its text, and 5 for its role. A call or a
// result adds the tool's name, the call's id and 5. A `reasoning` in the metadata counts, too.
std::int64_t count_tokens(const Message& message, const TokenCounter& counter = {});

// ---- the division of a context window

struct SplitOptions {
  int margin_percent = 5;  // the part of the window that stays unused, because estimates can be wrong. 0 to 50
  std::int64_t max_response = 16'000;  // the limit; also at most a quarter of the window without the margin
  std::int64_t max_history = 50'000;   // the limit; also at most a third of the rest after the response
  std::int64_t max_files = 100'000;    // the limit; also at most the tokens that the other parts leave
};

// In tokens; the parts add up to the window.
struct TokenBudget {
  std::int64_t window = 0;
  std::int64_t margin = 0;
  std::int64_t response = 0;
  std::int64_t history = 0;
  std::int64_t files = 0;
  std::int64_t slack = 0;  // unused, because all parts have reached their limits (X14)
};

// Divides a window. kInvalidRequest: a part would be empty (X15), or the margin is out of range.
Result<TokenBudget> split_window(std::int64_t window, const SplitOptions& options = {});

// The reader of a context, with its default budget in tokens.
enum class Consumer {
  kClassifier,  // 1,500: a model that finds the intent of a message
  kPlanner,     // 4,000: a model that decides what to do next
  kLlm,         // 4,000: a model that writes the reply
  kAgent,       // 16,000: a person who takes over
};
const char* to_string(Consumer consumer);  // "classifier", "planner", "llm", "agent"
std::int64_t default_tokens(Consumer consumer);

// ---- before a request is sent

// The parts of a request to a model.
struct RequestTokens {
  std::int64_t history = 0;  // Context::tokens
  std::int64_t files = 0;
  std::int64_t other = 0;  // instructions, tools, the current message
};
struct Preflight {
  std::int64_t needed = 0;     // the request and the response
  std::int64_t available = 0;  // the window without its margin
  std::int64_t over() const { return needed > available ? needed - available : 0; }
  bool fits() const { return needed <= available; }
};
// Checks whether a request fits into its window.
Preflight check_fit(const TokenBudget& budget, const RequestTokens& request);

}  // namespace parley
