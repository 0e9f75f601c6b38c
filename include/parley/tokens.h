// Tokens: how much of a language model's room a text takes, and how that room is shared out.
//
// Without a counter, parley estimates from the script a text is written in, always rounding up. create_token_counter()
// counts as the models of OpenAI do; a host that has another model's tokenizer passes that. All of this is pure, and
// safe from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "parley/message.h"
#include "parley/result.h"

namespace parley {

// The tokens of `text`; 0 only for the empty one. Held to real tokenizers by scripts/check_tokens: for a language as a
// whole never under o200k_base by more than a tenth, nor over by more than three fifths; older vocabularies take more
// of scripts other than Latin. Resolution X13 of the design notes.
std::int64_t estimate_tokens(std::string_view text);

// An exact counter. It is called often, from the thread that builds a context, and must not throw. Empty: the estimate.
using TokenCounter = std::function<std::int64_t(std::string_view text)>;

// Vocabularies that are part of parley.
enum class Encoding {
  kCl100kBase,  // GPT-4, GPT-3.5-turbo, text-embedding-3
  kO200kBase,   // GPT-4o, GPT-4.1, GPT-5, o1 and later
};
const char* to_string(Encoding encoding);  // "cl100k_base", "o200k_base"
std::optional<Encoding> parse_encoding(std::string_view name);

// Counts as the encoding does: exactly the tokens of tiktoken's encode_ordinary(). Names of special tokens in a text
// count as the text they are; a malformed sequence counts as U+FFFD, which replaces it in JSON.
// The time is O(n log n) for any text. Unpacking takes about 20 ms, and the table 5 MB: make one counter and copy it,
// for copies share the table. kInternal: the table in the library is damaged.
Result<TokenCounter> create_token_counter(Encoding encoding);

// A message as it is sent: its text, 5 for what marks it off from the next, and of a call or a result the tool's name,
// the call's id and another 5. A `reasoning` that is still in its metadata counts, too.
std::int64_t count_tokens(const Message& message, const TokenCounter& counter = {});

// ---- sharing a model's window out

struct SplitOptions {
  int margin_percent = 5;              // of the window, left unused: an estimate can be wrong. 0 to 50
  std::int64_t max_response = 16'000;  // and at most a quarter of what the margin leaves
  std::int64_t max_history = 50'000;   // and at most a third of what the response leaves
  std::int64_t max_files = 100'000;    // and at most the rest
};

// In tokens; the parts add up to the window.
struct TokenBudget {
  std::int64_t window = 0;
  std::int64_t margin = 0;
  std::int64_t response = 0;
  std::int64_t history = 0;
  std::int64_t files = 0;
  std::int64_t slack = 0;  // given to nobody: the caps were reached (X14)
};

// kInvalidRequest: a window, or a cap, that leaves some part nothing (X15); a margin out of its range.
Result<TokenBudget> split_window(std::int64_t window, const SplitOptions& options = {});

// Whom a context is for. Each has room of its own unless the host says otherwise.
enum class Consumer {
  kClassifier,  // 1,500: what is meant by a message
  kPlanner,     // 4,000: what to do next
  kLlm,         // 4,000: what to answer
  kAgent,       // 16,000: a person who takes over
};
const char* to_string(Consumer consumer);  // "classifier", "planner", "llm", "agent"
std::int64_t default_tokens(Consumer consumer);

// ---- before a request is sent

struct RequestTokens {
  std::int64_t history = 0;  // Context::tokens
  std::int64_t files = 0;
  std::int64_t other = 0;  // instructions, tools, the message itself
};
struct Preflight {
  std::int64_t needed = 0;     // the request, and the response's share
  std::int64_t available = 0;  // the window without its margin
  std::int64_t over() const { return needed > available ? needed - available : 0; }
  bool fits() const { return needed <= available; }
};
Preflight check_fit(const TokenBudget& budget, const RequestTokens& request);

}  // namespace parley
