// Compiler translates the sentence templates of intents and entities into programs and computes what each program
// needs. It resolves the names that templates use.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/templates/expression.h"
#include "intents/templates/program.h"
#include "intents/templates/slot_lists.h"

namespace parley::intents {

// Maximum instructions of one template, including its rules.
inline constexpr std::size_t kMaxProgram = 20'000;

// Maximum instructions of all templates of an entity together. They run on messages of any length.
inline constexpr std::size_t kMaxEntityProgram = 1'000;

// Maximum nesting of rules.
inline constexpr std::size_t kMaxRuleDepth = 64;

// Maximum size of all templates of a bot together, in instructions and expanded pieces. Pieces count because an empty
// piece also takes time, although it needs no instruction.
inline constexpr std::size_t kMaxPrograms = 5'000'000;

struct Compiled {
  Program program;
  Needs needs;
};

class Compiler {
 public:
  // All arguments must outlive the compiler.
  Compiler(const config::BotDefinition& bot, SlotLists& lists, config::Diagnostics& findings);

  // Returns nullopt when the template cannot be used. Reports E203, E204, E408, E409, and E209 for a rule that is
  // unknown or contains itself.
  std::optional<Compiled> compile(const config::Text& text, const config::Intent& intent,
                                  const config::Sentences& sentences);

  // Compiles the templates of an entity as the alternatives of one program. Its slots are parts, numbered by their
  // names in `parts`, which the function fills. Returns nullopt when they cannot be used. Reports E204, E209, E408,
  // E409, and E410 for a part that may be any words.
  std::optional<Program> compile(const config::Entity& entity, std::vector<std::string>& parts);

  // Returns the texts of all programs, by number.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  struct Scope {
    const config::Intent* intent = nullptr;     // set for an intent: slots are its params
    std::vector<std::string>* parts = nullptr;  // set for an entity: slots are these parts
    const config::Sentences* sentences = nullptr;
    const config::Text* text = nullptr;          // the template or rule being expanded
    std::vector<std::string_view> parents = {};  // the rules that contain it
  };

  bool is_affordable(const Expression& expression, const Scope& scope, const Program& out);

  bool emit(const Expression& expression, Scope& scope, Program& out);
  // Emits a choice; `emit_one(i)` emits alternative `i`.
  template <class EmitOne>
  bool emit_choice(std::size_t count, Program& out, const EmitOne& emit_one);
  bool emit_alternatives(const std::vector<Expression>& items, Scope& scope, Program& out);
  bool emit_permutation(const std::vector<Expression>& items, Scope& scope, Program& out);
  bool emit_slot(const Expression& expression, const Scope& scope, Program& out);
  bool emit_rule(const Expression& expression, Scope& scope, Program& out);

  // Returns the number of a param or of a part. Reports E203 when the intent has no param of that name.
  std::optional<int> slot_of(const Expression& slot, const Scope& scope);
  // Reports E204 when there is no type of that name.
  std::optional<int> list_of(const Expression& slot, const Scope& scope);
  bool is_any_words(int list) const;
  struct RuleText {
    const config::Text* text = nullptr;
    const Expression* expression = nullptr;  // null: it has errors
  };
  // Reports E209, and E409 for a rule that is nested too deeply.
  std::optional<RuleText> rule_of(const Expression& reference, const Scope& scope);

  const config::TemplateRule* find_rule(const std::string& name, const config::Sentences& sentences);

  Needs needs_of(const Expression& expression, Scope& scope);

  int number_of(const std::string& text);
  void report(const char* code, const Expression& at, const Scope& scope, const std::string& word,
              const std::string& message, const std::string& hint);

  const config::BotDefinition& bot_;
  SlotLists& lists_;
  config::Diagnostics& findings_;
  using RuleNames = std::unordered_map<std::string_view, const config::TemplateRule*>;
  RuleNames rule_names_;                                            // rules of the bot
  std::map<const config::Sentences*, RuleNames> local_rule_names_;  // built when first used
  std::map<const config::Text*, std::optional<Expression>> rules_;  // parsed when first used
  std::size_t pieces_ = 0;                                          // in the template being expanded
  std::size_t all_pieces_ = 0;                                      // in all templates
  std::map<const config::Entity*, int> local_lists_;
  std::map<std::string, int, std::less<>> text_numbers_;
  std::vector<std::string> texts_;
  std::set<std::string> reported_;  // avoids duplicates, because a rule may be expanded often
};

}  // namespace parley::intents
