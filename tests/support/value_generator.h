// Generates Values of every kind, nested up to `depth`, for properties. The members of objects are "k0", "k1", ...
#pragma once

#include <rapidcheck.h>

#include "parley/value.h"

namespace parley::test {

inline Value any_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
    case 0: return Value();
    case 1: return Value(*rc::gen::arbitrary<bool>());
    case 2: return Value(*rc::gen::arbitrary<std::int64_t>());
    case 3: return Value(*rc::gen::arbitrary<double>());
    case 4: return Value(*rc::gen::string<std::string>());
    case 5: {
      Value::Array items;
      const int size = *rc::gen::inRange(0, 4);
      for (int i = 0; i < size; ++i) items.push_back(any_value(depth - 1));
      return Value(std::move(items));
    }
    default: {
      Value::Object members;
      const int size = *rc::gen::inRange(0, 4);
      for (int i = 0; i < size; ++i) members["k" + std::to_string(i)] = any_value(depth - 1);
      return Value(std::move(members));
    }
  }
}

}  // namespace parley::test
