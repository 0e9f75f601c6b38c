#include "planner/message.h"

#include "intents/acts_of.h"

namespace parley::planner {

Message message_of(const Understanding& understood, const NluContext& read_in, ActSource::Kind from) {
  return {intents::acts_of(understood, read_in, {}, from), understood.untaken, understood.said, understood.asks_once,
          understood.refers_back};
}

}  // namespace parley::planner
