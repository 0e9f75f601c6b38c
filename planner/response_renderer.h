// ResponseRenderer renders the texts of a bot in the session's language, for its channel.
//
//   1. A value is formatted by the type of its param: "March 2, 2026", "$12.50". A tool's value has no type and stays
//      unchanged, unless the placeholder has a format.
//   2. A text with several variants never repeats a variant at once. The session's name, the turn and the text select
//      the next one, so a replay says the same. SessionState::ways stores the last variant. A variant whose placeholder
//      has no value is used only if every variant has one.
//   3. When a text contains the value of a sensitive param, its form there is recorded, so that the text can be
//   redacted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/value.h"
#include "planner/variables.h"

namespace parley::planner {

// A sensitive param and a form in which its value was said.
using DisclosedValues = std::vector<std::pair<std::string, std::string>>;

class ResponseRenderer {
 public:
  // All must outlive it. `told` may be null.
  ResponseRenderer(const config::BotDefinition& bot, SessionState& state, const Value& context, DisclosedValues* told);

  // `name` and `value`: one thing more that is known, {options} or {result.id}.
  std::string say(const config::TextVariants& wording, std::string_view name = {}, const Value& value = {});

  // The placeholders that had no value in what say() has said.
  const std::vector<std::string>& holes() const { return holes_; }

  // A value of a type, or of none (""); and such values in a row.
  std::string said(const Value& value, std::string_view type) const;
  std::string one_of(const std::vector<std::string>& items) const;  // "a, b, or c"

 private:
  const config::Template& way_of(const config::TextVariants& wording);
  std::string render(const std::vector<config::Template::Piece>& pieces) const;
  std::string render(const config::Template::Piece& piece) const;
  std::vector<std::size_t> usable(const config::TextVariants::Ways& ways) const;
  void find_holes(const std::vector<config::Template::Piece>& pieces, std::vector<std::string>& holes) const;
  const config::Template::Branch& branch_of(const config::Template::Piece& piece, const Value* value) const;
  const Value* find(std::string_view path) const;
  const config::Param* param(std::string_view path) const;

  const config::BotDefinition& bot_;
  SessionState& state_;
  Variables known_;
  std::string_view channel_;
  DisclosedValues* told_;
  std::shared_ptr<const base::Locale> locale_;
  std::string_view name_;
  const Value* value_ = nullptr;
  std::vector<std::string> holes_;
};

}  // namespace parley::planner
