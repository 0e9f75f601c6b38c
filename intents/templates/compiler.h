// Compiler: sentence templates, and those of entities, into programs, and what each needs. Knows the names that
// templates use.
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

// A template with all it consists of may have so many instructions.
inline constexpr std::size_t kMaxProgram = 20'000;

// All templates of an entity together: they are run on messages of any length.
inline constexpr std::size_t kMaxEntityProgram = 1'000;

// Rules within rules.
inline constexpr std::size_t kMaxRuleDepth = 64;

// All templates of a bot together, counted in instructions and in pieces of templates that are written out. A piece may
// be empty: that it needs no instruction does not make it free.
inline constexpr std::size_t kMaxPrograms = 5'000'000;

struct Compiled {
  Program program;
  Needs needs;
};

class Compiler {
 public:
  // All must outlive this.
  Compiler(const config::BotDefinition& bot, SlotLists& lists, config::Diagnostics& findings);

  // None when it cannot be used. Findings: E203, E204, E408, E409, and E209 for a rule that there is not or that is
  // part of itself.
  std::optional<Compiled> compile(const config::Text& text, const config::Intent& intent,
                                  const config::Sentences& sentences);

  // The templates of an entity as the alternatives of one program. Its slots are parts: their numbers are those of
  // their names in `parts`, which it fills. None when it cannot be used. Findings: E204, E209, E408, E409, and E410 for
  // a part that may be any words.
  std::optional<Program> compile(const config::Entity& entity, std::vector<std::string>& parts);

  // The texts of all programs, by number.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  struct Scope {
    const config::Intent* intent = nullptr;     // either: slots are its params
    std::vector<std::string>* parts = nullptr;  // or: slots are these
    const config::Sentences* sentences = nullptr;
    const config::Text* text = nullptr;          // the template or rule that is being written out
    std::vector<std::string_view> parents = {};  // the rules it is part of
  };

  bool is_affordable(const Expression& expression, const Scope& scope, const Program& out);

  bool emit(const Expression& expression, Scope& scope, Program& out);
  // `emit_one(i)` writes out the alternative `i`.
  template <class EmitOne>
  bool emit_choice(std::size_t count, Program& out, const EmitOne& emit_one);
  bool emit_alternatives(const std::vector<Expression>& items, Scope& scope, Program& out);
  bool emit_permutation(const std::vector<Expression>& items, Scope& scope, Program& out);
  bool emit_slot(const Expression& expression, const Scope& scope, Program& out);
  bool emit_rule(const Expression& expression, Scope& scope, Program& out);

  // The number of a param, E203 when the intent has none of that name; or of a part.
  std::optional<int> slot_of(const Expression& slot, const Scope& scope);
  // E204 when there is none of that name.
  std::optional<int> list_of(const Expression& slot, const Scope& scope);
  bool is_any_words(int list) const;
  struct RuleText {
    const config::Text* text = nullptr;
    const Expression* expression = nullptr;  // null: it has errors
  };
  // E209; E409 for one that is too deep
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
  RuleNames rule_names_;                                            // of the bot
  std::map<const config::Sentences*, RuleNames> local_rule_names_;  // when first used
  std::map<const config::Text*, std::optional<Expression>> rules_;  // parsed when first used
  std::size_t pieces_ = 0;                                          // of the template that is being written out
  std::size_t all_pieces_ = 0;                                      // of all templates
  std::map<const config::Entity*, int> local_lists_;
  std::map<std::string, int, std::less<>> text_numbers_;
  std::vector<std::string> texts_;
  std::set<std::string> reported_;  // a rule is written out often, and complained of once
};

}  // namespace parley::intents
