// How alike two texts are, as the cosine of two vectors; and the vector that parley makes of a text by itself.
//
// The built-in vector needs no model: the words and the pieces of words of the folded text are hashed into a fixed
// number of places. It is the same on every machine, and knows no language: a word counts by its length, since the
// words that every sentence is full of are short. It finds the same words again, not the same meaning in other words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/topics.h"

namespace parley::context {

constexpr std::size_t kLexicalSize = 512;

// From this cosine on, two texts are of one topic: measured on tests/context/topics/similarity_test.cc's conversations,
// where messages of one topic lie above it and messages of two below. 0.7, the seed's, is for vectors of a model.
constexpr double kLexicalThreshold = 0.15;
constexpr double kEmbeddingThreshold = 0.7;

// From this cosine of their means on, two topics are one.
constexpr double kLexicalMergeThreshold = 0.6;
constexpr double kEmbeddingMergeThreshold = 0.9;

// The words of a text that say what it is about: four letters or more, or two characters side by side in a script
// without blanks. Folded, in their order, as often as they occur.
std::vector<std::string> telling_words(std::string_view text);

// Of length 1; empty when the text has no telling word.
Embedding lexical_embedding(std::string_view text);

// 0 when one is empty, has no length, or is not as long as the other.
double cosine(const Embedding& a, const Embedding& b);

// Takes an embedding into the mean of `count` others (X84: the mean of vectors of length 1, not their sum). Requires
// the same size, or none and a count of 0.
void take_in(Embedding& mean, std::int64_t count, const Embedding& embedding);

// The mean of both.
void join(Embedding& mean, std::int64_t count, const Embedding& other, std::int64_t other_count);

// Of length 1, as it must be to be taken in. Empty when it has no length or is not finite.
Embedding normalised(Embedding embedding);

}  // namespace parley::context
