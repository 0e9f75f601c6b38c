// All of parley. Include the header you need instead where compile time matters.
#pragma once

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"
#include "parley/entities.h"
#include "parley/import.h"
#include "parley/protocol.h"
#include "parley/replay.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/telemetry.h"
#include "parley/tool.h"
#include "parley/turn.h"
#include "parley/understanding.h"
#include "parley/value.h"
#include "parley/version.h"
