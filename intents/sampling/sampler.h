// Sampler: sentences that mean an intent, made of its rules, sentence templates and examples.
#pragma once

#include <string>
#include <vector>

#include "intents/classifier.h"
#include "intents/sampling/dice.h"

namespace parley::intents {

class Sampler {
 public:
  // `classifier` must outlive this.
  explicit Sampler(const Classifier& classifier) : classifier_(classifier) {}

  // A message that the rule matches; empty when none was found.
  std::string of_rule(const config::Rule& rule, Dice& dice) const;
  // A message that the template stands for.
  std::string of_template(const config::Text& text, const config::Intent& intent, const config::Sentences& sentences,
                          Dice& dice) const;
  // Words for a value of a type; empty when none is known.
  std::string of_type(const std::string& type, Dice& dice) const;

  // Up to `count` different ones, by turns of each thing that an intent has.
  std::vector<std::string> of_intent(const config::Intent& intent, std::size_t count, Dice& dice) const;

 private:
  std::string of_entity(const config::Entity& entity, Dice& dice) const;
  // `params`: of the intent whose template it is; an entity's has none.
  std::string of_text(const config::Text& text, const std::vector<config::Param>& params,
                      const config::Sentences& sentences, Dice& dice) const;
  const Classifier& classifier_;
};

}  // namespace parley::intents
