// Sampler makes messages for an intent from its rules, sentence templates and examples.
#pragma once

#include <string>
#include <vector>

#include "intents/classifier.h"
#include "intents/sampling/dice.h"

namespace parley::intents {

class Sampler {
 public:
  // `classifier` must outlive the sampler.
  explicit Sampler(const Classifier& classifier) : classifier_(classifier) {}

  // Returns a message that the rule matches, or an empty string if it finds none.
  std::string of_rule(const config::Rule& rule, Dice& dice) const;
  // Returns a message that the template describes.
  std::string of_template(const config::Text& text, const config::Intent& intent, const config::Sentences& sentences,
                          Dice& dice) const;
  // Returns words for a value of a type, or an empty string if none are known.
  std::string of_type(const std::string& type, Dice& dice) const;

  // Returns up to `count` different messages, in turn from each rule, template and example of the intent.
  std::vector<std::string> of_intent(const config::Intent& intent, std::size_t count, Dice& dice) const;

 private:
  std::string of_entity(const config::Entity& entity, Dice& dice) const;
  // `params`: the params of the intent of the template; empty for the template of an entity.
  std::string of_text(const config::Text& text, const std::vector<config::Param>& params,
                      const config::Sentences& sentences, Dice& dice) const;
  const Classifier& classifier_;
};

}  // namespace parley::intents
