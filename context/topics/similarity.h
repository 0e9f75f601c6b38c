// Measures the similarity of two texts as the cosine of two vectors, and computes parley's built-in vector of a text.
//
// The built-in vector needs no model: it hashes the words, and parts of words, of the folded text into a fixed number
// of dimensions. The vector is the same on every machine, and does not depend on a language. Words are weighted by
// length, because the words that occur in every sentence are short. The vector shows that words are repeated. It does
// not show that different words have the same meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/topics.h"

namespace parley::context {

constexpr std::size_t kLexicalSize = 512;

// Two texts with at least this cosine belong to one topic. Measured on the conversations of
// tests/context/topics/similarity_test.cc: two messages of one topic lie above the threshold, and messages of different
// topics below it. The value of 0.7 in the original specification is meant for the vectors of a model.
constexpr double kLexicalThreshold = 0.15;
constexpr double kEmbeddingThreshold = 0.7;

// Two topics whose means have at least this cosine are merged.
constexpr double kLexicalMergeThreshold = 0.6;
constexpr double kEmbeddingMergeThreshold = 0.9;

// Returns the words that say what a text is about: words of four letters or more, or pairs of adjacent characters in a
// script without blanks. Folded, in text order, with repetitions.
std::vector<std::string> telling_words(std::string_view text);

// Returns a vector of length 1; empty when the text has no telling word.
Embedding lexical_embedding(std::string_view text);

// Returns 0 when one vector is empty or has length 0, or when their sizes differ.
double cosine(const Embedding& a, const Embedding& b);

// Adds an embedding to the mean of `count` others (X84: the mean of vectors of length 1, not their sum). Requires equal
// sizes, or an empty mean with a count of 0.
void take_in(Embedding& mean, std::int64_t count, const Embedding& embedding);

// Replaces `mean` with the mean of both.
void join(Embedding& mean, std::int64_t count, const Embedding& other, std::int64_t other_count);

// Scales to length 1, as take_in() requires. Returns an empty vector when the length is 0 or not finite.
Embedding normalised(Embedding embedding);

}  // namespace parley::context
