// PassageGate decides which passage answers a question, if any.
//
// A wrong answer costs more than none. The gate therefore weighs every word of the question that carries meaning: a
// word that no page has speaks against all passages. A rare word weighs more than one that most pages have.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/knowledge.h"
#include "knowledge/passage_index.h"

namespace parley::knowledge {

struct RatedPassage {
  const config::KnowledgePassage* passage = nullptr;
  double score = 0;    // 0 to 1
  std::string lacked;  // why it does not answer the question, as a clause; empty: it does
};

// Immutable and thread-safe.
class PassageGate {
 public:
  // Borrows the knowledge. `locale` is the language of the passages.
  static Result<std::unique_ptr<const PassageGate>> make(const config::Knowledge& knowledge, std::string_view locale);

  // Returns at most `most` passages, best first. Only the first one may answer the question.
  std::vector<RatedPassage> rate(std::string_view question, std::size_t most) const;

  Lexicon lexicon() const { return index_->lexicon(); }

 private:
  PassageGate(std::unique_ptr<const PassageIndex> index, double bound) : index_(std::move(index)), bound_(bound) {}

  std::unique_ptr<const PassageIndex> index_;
  double bound_;
};

}  // namespace parley::knowledge
