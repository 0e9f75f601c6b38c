// Which sessions of a shard a list holds.
//
// Tested by tests/memory/memory_store_test.cc.
#pragma once

#include <vector>

#include "memory/memory_shard.h"
#include "parley/store.h"

namespace parley::memory {

// Returns the first sessions of a list that are in this shard, in the order of the list. Most sessions of a long list
// are not among them, and their states need not be read. The caller holds the lock of the shard.
std::vector<const ByText<MemorySession>::value_type*> first_of(const MemoryShard& shard, const SessionQuery& query);

}  // namespace parley::memory
