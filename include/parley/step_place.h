// StepPlace: the place of a step in an intent. A step may contain lists of steps, so a place has levels.
//
// - "2": the third step
// - "2.then.1": the second step in the `then` of the third
// - "3.on_failure.0": the first step in the `on_failure` of the fourth
// - "1.do.4.0": the first step in the loop of the second, for the fifth item
//
// Stores and the protocol have a place as such a text. It is a plain value. Invariants:
//   1. `levels` is not empty. The first level is in the steps of the intent: kSteps.
//   2. Every other level is in a list of the step that the level before it names, and is not kSteps.
//   3. StepPlace::parse(to_string(place)) is the place.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct StepPlace {
  enum class List { kSteps, kThen, kElse, kOnFailure, kOnTimeout, kDo };
  struct Level {
    List list = List::kSteps;
    std::size_t index = 0;  // of the step in the list, from 0
    std::size_t item = 0;   // kDo: of the item that the loop has, from 0
    friend bool operator==(const Level&, const Level&) = default;
  };
  std::vector<Level> levels = std::vector<Level>(1);  // from the outside in. By default the first step

  // Unset if the text is not a place.
  static std::optional<StepPlace> parse(std::string_view text);
  friend bool operator==(const StepPlace&, const StepPlace&) = default;
};
std::string to_string(const StepPlace& place);  // "2.then.1"

}  // namespace parley
