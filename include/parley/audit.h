// The leak test: it sends unique made-up values ("canaries") to a bot and searches every output for them.
//
//   parley::Canaries canaries(7);
//   const std::string card = canaries.plant("card", "4111 1111 1111 1111");  // for example "8093 5524 7718 0246"
//   const std::string log = "charged 8093-5524-7718-0246";                    // your program's, after such a turn
//   for (const auto& sighting : canaries.find(log)) std::cout << sighting.name << ": " << sighting.around << '\n';
//
// The search does not use parley's own redaction. It compares only letters and digits, whatever their case, width and
// punctuation, and also finds values that are escaped (JSON, URL, HTML), in base64 or in hex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/tool.h"

namespace parley {

// ---- for your own tests

// Makes canaries and finds them. Not thread-safe, except find(). The same seed makes the same canaries.
class Canaries {
 public:
  explicit Canaries(std::uint64_t seed) : state_(seed) {}

  // Returns a value of the same shape, with other letters and digits, and searches for it from now on. Its check digits
  // are wrong. Returns "" if the example is too short to be unique (tells_enough).
  std::string plant(const std::string& name, std::string_view example);

  // Returns a value of the same shape, with other letters and digits, but does not search for it.
  std::string like(std::string_view example);
  // Searches for this value from now on. Returns false if it is too short to be unique.
  bool add(const std::string& name, const std::string& value);

  // Whether a value is long enough to be unique: eight letters or digits, or five with at least one letter and one
  // digit.
  static bool tells_enough(std::string_view value);

  struct Sighting {
    std::size_t canary = 0;  // its number: 0 for the first one
    std::string name;
    std::string form;    // "plain", "escaped", "base64", "hex"
    std::string around;  // the text around it on one line, with the name in braces instead of the value
  };
  // Finds each canary at most once in each form.
  std::vector<Sighting> find(std::string_view output) const;

 private:
  struct Canary {
    std::string name, value;
    std::string core;  // its letters and digits, case-folded
  };
  std::uint64_t next();
  std::uint64_t state_;
  std::vector<Canary> canaries_;
};

// ---- for a bot

// The form in which a canary is sent.
enum class CanaryForm { kPlain, kSpaced, kOtherCase, kFullWidth, kJson, kUrl, kBase64, kSplit };
inline constexpr std::size_t kCanaryForms = 8;
const char* to_string(CanaryForm form);  // "plain", "spaced", "other case", "full width", "JSON", "URL", ...

struct AuditOptions {
  std::int64_t canaries = 1'000;  // the audit ends when it has sent this number, or after a hundred rounds
  std::int64_t requests = 0;      // and when it has sent at least this number of requests
  std::uint64_t seed = 1;
  std::string scratch_folder = "/tmp";  // for a database, which is removed afterwards
  // `tools` are the caller's own tools, which replace the simulated ones. `own_output` returns the output of the
  // caller's program since its last call; the audit searches it like telemetry. Both may be empty.
  ToolFunctions tools = {};
  std::function<std::string()> own_output = {};
  // Called after each conversation, for progress. May be empty.
  std::function<void(std::int64_t told, std::int64_t wanted)> on_progress = {};
};

// A private value in an output.
struct AuditLeak {
  std::string file;
  int line = 0;  // the line of the turn that sent the value
  std::string name, form, outlet;
  std::string found_as, around;  // as in Canaries::Sighting
};

struct AuditReport {
  std::int64_t conversations = 0, turns = 0;
  std::int64_t model_calls = 0;   // of the audit's language model, if the bot asks one
  std::int64_t model_values = 0;  // that the engine took from the answers of this model

  // A place where output goes. Three kinds of private values must not appear there: values of private params, messages
  // while the bot asks for a sensitive param, and values that a detector finds.
  struct Outlet {
    std::string name;
    std::int64_t bytes = 0;      // searched
    std::int64_t told = 0;       // private values that were sent
    std::int64_t leaks = 0;      // of these, found in the output
    std::int64_t told_else = 0;  // sent values that the bot did not understand, so that it need not hide them
    std::int64_t seen_else = 0;  // of these, found in the output
  };
  std::vector<Outlet> outlets;

  struct Form {
    std::string name;
    std::int64_t told = 0;
    std::int64_t understood = 0;  // understood as a param or withheld: these must be hidden
    std::int64_t seen = 0;        // found in an outlet that must hide them
  };
  std::vector<Form> forms;

  struct Planted {
    std::string name;
    std::int64_t told = 0, understood = 0;
  };
  std::vector<Planted> params;  // the params whose values were sent, by name
  // Params without a canary: lists, small numbers, or params that no conversation fills.
  std::vector<std::string> not_told;
  std::vector<AuditLeak> leaks;  // the first hundred
  std::int64_t leaked = 0;       // the number of all leaks
  std::int64_t told() const;
};

// Plays the conversation files at `paths` in rounds, with canaries instead of the users' values, and with additional
// canaries. Searches telemetry, metrics, errors, reports, the contents and search results of the store, titles,
// contexts, summaries, topics and recordings. The simulated tools return their arguments, put them into errors, and
// throw them in exceptions. kInvalidFixture: a file is not valid. kInvalidRequest: no value in the files can become a
// canary.
Result<AuditReport> audit_bot(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                              const AuditOptions& options = {});

}  // namespace parley
