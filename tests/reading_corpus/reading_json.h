// JSON of what parley reads from a message: the context in which it reads, and the reading. Both leave out the members
// that have their default value, so that a line of the corpus stays small and its differences are plain.
//
// Each function names every member of its struct. A new member therefore does not compile until it is written.
//
// Tested by tests/reading_corpus/reading_corpus_test.
#pragma once

#include "parley/turn.h"
#include "parley/understanding.h"

namespace parley::corpus {

// Without `max_bytes`, which an engine sets to no limit.
Value json_of(const NluContext& nlu_context);

// Estimates such as a confidence have four digits, because compilers differ in the last ones.
Value json_of(const Understanding& understanding);

Value json_of(const NluResult& nlu);

}  // namespace parley::corpus
