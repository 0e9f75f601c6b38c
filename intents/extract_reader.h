// ExtractReader processes one message for one intent. extract.h states the rules. It gathers claims, drops those that
// the message takes back, and then applies the steps in order. Each step takes claims from the text that is still free.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/recycled.h"
#include "intents/correction.h"
#include "intents/extract.h"
#include "intents/list_changes.h"

namespace parley::intents {

class ExtractReader {
 public:
  // All arguments must outlive the reader.
  ExtractReader(const Extractor& extractor, const Message& message, const Question& question,
                std::vector<std::string>* notes);
  ExtractReader(const ExtractReader&) = delete;  // it has references to its members
  ExtractReader& operator=(const ExtractReader&) = delete;

  Extraction read();

 private:
  using Slot = Extractor::Slot;
  using Claim = Extractor::Claim;
  using By = Extractor::Claim::By;

  void gather();
  void gather_named(const NamedParam& named);
  void gather_of(std::size_t slot);
  std::vector<Found> read_from(std::size_t begin, const Slot& slot, bool asked) const;
  void add(std::size_t slot, std::vector<Found>& found, By by);
  void find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& found) const;
  std::vector<Found> identifiers() const;
  void drop_parts_of_others(const Slot& slot, std::vector<Found>& found) const;
  void drop_negated_claims();
  void drop_guesses();
  bool drop_negated_values(const Slot& slot, std::vector<Found>& found, std::string& remaining_text) const;
  bool may_negate() const;
  bool is_negated_or_old(const Slot& slot, const Found& found) const;
  bool is_complaint(const Slot& slot, const Found& found, const std::vector<const Found*>& all) const;
  void note_dropped(const Slot& slot, const Found& found, std::string_view why) const;
  void find_with_impossible(std::size_t slot, const Reading& reading, std::vector<Found>& found);
  void refuse_impossible();
  bool keeps_name(std::size_t slot, const Found& found) const;
  bool is_taken_back(const Claim& claim) const;

  void settle(std::size_t slot, By by);
  void settle_others();
  void settle_contested();
  void settle_nested();
  bool is_nested(const Claim& claim) const;
  std::vector<std::vector<const Claim*>> contested() const;
  void settle_one_for_several(std::vector<const Claim*> contested);
  void settle_several_for_several(const std::vector<std::vector<const Claim*>>& places);
  bool has_taken_of_type(std::size_t slot) const;
  void collect_untaken();
  bool is_contestable(const Claim& claim) const;
  void correct_loose();
  bool amends_loose(const Claim& claim) const;
  void clear_lists();
  void note_named();
  bool repeats_value(const Claim& claim) const;
  bool is_joined_after(std::size_t end) const;
  void change_instead_of_text();
  bool changes_value(const Claim& claim) const;
  void find_name_in_clause(const Slot& slot, const Reading& reading, std::vector<Found>& found) const;

  bool is_free(const Claim& claim) const;
  void take(const Claim& claim);
  bool is_enumeration(const std::vector<const Claim*>& claims) const;
  void take_enumeration(const std::vector<const Claim*>& claims);
  void report_ambiguity(const std::vector<const Claim*>& claims);
  std::vector<const Claim*> alternatives(const std::vector<const Claim*>& claims) const;
  bool yields(const Claim& claim, const Claim& other) const;
  bool is_whole_message(const Claim& claim) const;
  bool is_free_text_answer() const;
  bool may_take_unasked(std::size_t slot) const;

  const Slot& slot_of(const Claim& claim) const { return extractor_.slots_[claim.slot]; }
  bool is_filled(std::size_t slot) const;
  const Value* value_of(std::size_t slot) const;
  std::string_view between(const Claim& a, const Claim& b) const;
  std::vector<ParamValue> values();

  const Extractor& extractor_;
  const Message& message_;
  const FoldedText& text_;
  std::string_view folded_;
  const Words& words_;
  const Question& question_;
  std::vector<std::string>* notes_;

  std::size_t asked_;
  std::size_t filled_last_;
  std::size_t replaced_;  // the slot that "not 4 people, 5" corrects
  // The bot asks for a free text: only a message that begins with words of correction is a correction.
  bool is_strict_ = false;
  Correcting correcting_ = Correcting::kNo;
  std::size_t turning_point_ = 0;            // the new state follows this offset
  std::size_t corrected_from_ = 0;           // kCertainly: the offset of the new value
  std::optional<std::size_t> amended_from_;  // "yes, but to Percy": the offset of the new value
  std::vector<NamedParam> named_;
  bool may_negate_ = false;
  std::vector<std::size_t> refused_;  // slots whose value was shown for confirmation and negated: "not to Anna"
  bool is_correction_guess_ = false;  // the correction of the last filled slot is a guess
  bool is_guess_ = false;             // something was read leniently

  base::Recycled<std::vector<Claim>> all_claims_;
  std::vector<Claim>& claims_ = *all_claims_;
  std::vector<Claim> impossible_;  // claims with Found::why set
  std::optional<Claim> late_;      // created while pointers into claims_ exist
  base::Recycled<std::vector<const Claim*>> all_taken_;
  std::vector<const Claim*>& taken_ = *all_taken_;
  base::Recycled<std::vector<char>> all_settled_;
  std::vector<char>& is_settled_ = *all_settled_;             // per slot
  std::vector<std::pair<std::size_t, std::size_t>> unclear_;  // spans of ambiguous values
  std::vector<std::size_t> noted_slots_;  // slots for which a note already says that no value was taken
  Extraction result_;
};

inline bool overlap(const Found& a, const Found& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace parley::intents
