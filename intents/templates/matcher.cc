// Tested by tests/intents/templates_test.cc and templates_random_test.cc.
#include "intents/templates/matcher.h"

#include <algorithm>

namespace parley::intents {

using InstructionOp = Instruction::Op;

// ---- the message ------------------------------------------------------------------------------------------------

Sentence::Sentence(const Words& words, Spots& spots, const Phrases& skipped) : words_(words), spots_(spots) {
  if (skipped.empty()) return;
  for (std::size_t first = 0; first < words.size(); ++first) {
    skipped.at(words, first, [&](const std::vector<int>&, std::size_t count) {
      const std::size_t next = first + count;
      skips_.emplace_back(words.begin_of(first), next < words.size() ? words.begin_of(next) : size());
      return true;
    });
  }
}

bool Sentence::begins_word(std::size_t at) const { return at < size() && (at == 0 || text()[at - 1] == ' '); }

bool Sentence::ends_word(std::size_t at) const { return at == size() || text()[at] == ' '; }

std::size_t Sentence::word_end(std::size_t at) const { return std::min(text().find(' ', at), size()); }

std::size_t Sentence::after_skipped(std::size_t at) const {
  for (const auto& [from, to] : skips_) {
    if (from == at) return to;
  }
  return at;
}

// ---- matching ---------------------------------------------------------------------------------------------------

Matcher::Matcher(const Sentence& sentence, const SlotLists& lists, const std::vector<std::string>& texts)
    : sentence_(sentence), lists_(lists), texts_(texts) {}

std::optional<std::vector<SlotMatch>> Matcher::match(const Program& program, const config::Sentences& sentences) {
  begin(program, sentences);
  if (!run(0, 0)) return std::nullopt;
  return std::move(slots_);
}

std::vector<Piece> Matcher::pieces(const Program& program) {
  static const config::Sentences kOfNoKind;
  begin(program, kOfNoKind);
  std::vector<Piece> all;
  for (std::size_t at = 0; at < sentence_.size() && all.size() < kMaxFound; at = sentence_.word_end(at) + 1) {
    longest_ = Piece{at, at, {}};
    run(0, at);
    if (longest_->end > at) all.push_back(std::move(*longest_));
  }
  longest_.reset();
  return all;
}

void Matcher::begin(const Program& program, const config::Sentences& sentences) {
  program_ = &program;
  sentences_ = &sentences;
  slots_.clear();
  reached_ = 0;
  failed_.clear();
  tried_.assign((program.size() * (sentence_.size() + 1) + 63) / 64, 0);
}

bool Matcher::run(std::size_t at_instruction, std::size_t at) {
  for (;;) {
    const std::size_t bit = at_instruction * (sentence_.size() + 1) + at;
    std::uint64_t& tried = tried_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    if (tried & mask) return false;
    tried |= mask;

    const Instruction& instruction = (*program_)[at_instruction];
    switch (instruction.op) {
      case InstructionOp::kText: {
        const std::string& text = texts_[static_cast<std::size_t>(instruction.a)];
        if (sentence_.text().compare(at, text.size(), text) != 0) return fail(at_instruction, at);
        at += text.size();
        ++at_instruction;
        break;
      }
      case InstructionOp::kSpace: {
        if (at < sentence_.size() && sentence_.text()[at] == ' ') {
          ++at;
        } else if (!sentence_.begins_word(at) && at != sentence_.size()) {
          return false;
        }
        ++at_instruction;
        for (std::size_t after = sentence_.after_skipped(at); after != at; after = sentence_.after_skipped(at)) {
          if (run(at_instruction, at)) return true;
          at = after;
        }
        break;
      }
      case InstructionOp::kSplit:
        if (run(static_cast<std::size_t>(instruction.a), at)) return true;
        at_instruction = static_cast<std::size_t>(instruction.b);
        break;
      case InstructionOp::kJump: at_instruction = static_cast<std::size_t>(instruction.a); break;
      case InstructionOp::kSlot: return run_slot(at_instruction, at);
      case InstructionOp::kEnd: return end(at_instruction, at);
    }
  }
}

// Ends a match. In a search for pieces, returns false so that the search continues, because a longer piece may exist.
bool Matcher::end(std::size_t at_instruction, std::size_t at) {
  if (!longest_) return at == sentence_.size() || fail(at_instruction, at);
  if (at > longest_->begin && sentence_.text()[at - 1] == ' ') --at;
  if (at > longest_->end) {
    longest_->end = at;
    longest_->slots = slots_;
  }
  return false;
}

bool Matcher::run_slot(std::size_t at_instruction, std::size_t at) {
  const Instruction& instruction = (*program_)[at_instruction];
  const SlotList::Kind kind = lists_[instruction.a].kind;
  if (kind == SlotList::Kind::kWild || kind == SlotList::Kind::kJudged) return run_any_words(at_instruction, at);
  const std::vector<Spot>& spots = sentence_.spots().of(instruction.a);
  const auto begins_before = [](const Spot& spot, std::size_t place) { return spot.begin < place; };
  for (auto spot = std::lower_bound(spots.begin(), spots.end(), at, begins_before);
       spot != spots.end() && spot->begin == at; ++spot) {
    if (!admits(spot->facts)) continue;
    if (take(at_instruction, {instruction.b, at, spot->end, spot->value, spot->facts, spot->wider_span})) return true;
  }
  return fail(at_instruction, at);
}

bool Matcher::run_any_words(std::size_t at_instruction, std::size_t at) {
  if (!sentence_.begins_word(at)) return fail(at_instruction, at);
  const Instruction& instruction = (*program_)[at_instruction];
  const bool is_judged = lists_[instruction.a].kind == SlotList::Kind::kJudged;
  for (std::size_t end = sentence_.word_end(at);; end = sentence_.word_end(end + 1)) {
    const Value* value = is_judged ? sentence_.spots().judged(instruction.a, at, end) : nullptr;
    if ((value || !is_judged) && take(at_instruction, {instruction.b, at, end, value, nullptr, {}})) return true;
    if (end == sentence_.size()) return false;
  }
}

bool Matcher::take(std::size_t at_instruction, const SlotMatch& slot) {
  slots_.push_back(slot);
  if (run(at_instruction + 1, slot.end)) return true;
  slots_.pop_back();
  return false;
}

bool Matcher::fail(std::size_t at_instruction, std::size_t at) {
  if (at > reached_) failed_.clear();
  reached_ = std::max(reached_, at);
  if (at == reached_) failed_.push_back(at_instruction);
  return false;
}

bool Matcher::admits(const Value* facts) const {
  if (!facts) return true;
  for (const config::ContextFact& required : sentences_->required_context) {
    const Value* fact = facts->find(required.name.value);
    if (fact && !is_among(*fact, required)) return false;
  }
  for (const config::ContextFact& excluded : sentences_->excluded_context) {
    const Value* fact = facts->find(excluded.name.value);
    if (fact && is_among(*fact, excluded)) return false;
  }
  return true;
}

bool is_among(const Value& value, const config::ContextFact& fact) {
  return fact.values.empty() || std::find(fact.values.begin(), fact.values.end(), value) != fact.values.end();
}

}  // namespace parley::intents
