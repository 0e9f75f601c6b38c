// Proof that nothing private gets out: values like no other are told to a bot, and everything it puts out is searched
// for them.
//
// The search knows nothing of how parley hides things. It takes letters and digits alone, whatever case, width and
// marks are around them, also behind JSON's, a URL's and HTML's escapes, in base64 and in hex.
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

// Canaries: made-up private values, and where they turn up. Not thread-safe, but find() is.
//
//   parley::Canaries canaries(7);
//   const std::string card = canaries.plant("card", "4111 1111 1111 1111");  // "8093 5524 7718 0246"
//   ... tell it to your bot, then look at what your own code has logged:
//   for (const auto& sighting : canaries.find(log)) FAIL(sighting.name << ": " << sighting.around);
class Canaries {
 public:
  explicit Canaries(std::uint64_t seed) : state_(seed) {}

  // A value of the same shape, which find() looks for from now on: other letters for letters, other digits for digits.
  // Check digits are not right. Empty: the example has too little in it to be told from chance (tells_enough).
  std::string plant(const std::string& name, std::string_view example);

  // The same shape without looking for it.
  std::string like(std::string_view example);
  // Looks for this value. False: it has too little in it.
  bool add(const std::string& name, const std::string& value);

  // Eight letters or digits, or five with a letter and a digit among them.
  static bool tells_enough(std::string_view value);

  struct Sighting {
    std::size_t canary = 0;  // which one: 0 for the first that was added
    std::string name;
    std::string form;    // "plain", "escaped", "base64", "hex"
    std::string around;  // what stands beside it, on one line, with the name in braces in its place
  };
  // Each canary once in each form.
  std::vector<Sighting> find(std::string_view output) const;

 private:
  struct Canary {
    std::string name, value;
    std::string core;  // its letters and digits, folded
  };
  std::uint64_t next();
  std::uint64_t state_;
  std::vector<Canary> canaries_;
};

// ---- of a bot

// How a value is told.
enum class CanaryForm { kPlain, kSpaced, kOtherCase, kFullWidth, kJson, kUrl, kBase64, kSplit };
inline constexpr std::size_t kCanaryForms = 8;
const char* to_string(CanaryForm form);  // "plain", "spaced", "other case", "full width", "JSON", "URL", ...

struct AuditOptions {
  std::int64_t canaries = 1'000;  // conversations are played until so many were told, or a hundred rounds
  std::uint64_t seed = 1;
  std::string scratch_folder = "/tmp";  // takes a database, which is removed afterwards
  // Your own tools, by name, in place of the stand-ins; and what your program has put out since it was asked last,
  // which is searched as telemetry is. May be empty.
  ToolFunctions tools = {};
  std::function<std::string()> own_output = {};
  // Called after each conversation, for progress. May be empty.
  std::function<void(std::int64_t told, std::int64_t wanted)> on_progress = {};
};

// One value where it must not be.
struct AuditLeak {
  std::string file;
  int line = 0;  // of the turn that told it
  std::string name, form, outlet;
  std::string found_as, around;  // as in Canaries::Sighting
};

struct AuditReport {
  std::int64_t conversations = 0, turns = 0;

  // What is private to an outlet is hidden from it: values that the bot understood as a param's, messages while a
  // sensitive param was asked for, and what a detector finds.
  struct Outlet {
    std::string name;
    std::int64_t bytes = 0;      // searched
    std::int64_t told = 0;       // values that were told, and are private there
    std::int64_t leaks = 0;      // of these, seen there
    std::int64_t told_else = 0;  // values that nobody promises to hide: not understood as anything
    std::int64_t seen_else = 0;
  };
  std::vector<Outlet> outlets;

  struct Form {
    std::string name;
    std::int64_t told = 0;
    std::int64_t understood = 0;  // or withheld: what must be hidden
    std::int64_t seen = 0;        // of all that were told, in whatever outlet that they are private to
  };
  std::vector<Form> forms;

  struct Planted {
    std::string name;
    std::int64_t told = 0, understood = 0;
  };
  std::vector<Planted> params;        // by name; those that were told
  std::vector<std::string> not_told;  // params that no canary was found for: lists, small numbers, or nobody tells them
  std::vector<AuditLeak> leaks;       // the first hundred
  std::int64_t leaked = 0;            // in all
  std::int64_t told() const;
};

// Plays the conversation files at `paths` with canaries in place of the values that are told, and others beside them,
// again and again, and searches telemetry, metrics, errors, reports, what the store keeps and finds, titles, contexts,
// summaries, topics and recordings. Tools answer with what they were called with, fail and throw with it.
// kInvalidFixture; kInvalidRequest when nothing in them can be told as a canary.
Result<AuditReport> audit_bot(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                              const AuditOptions& options = {});

}  // namespace parley
