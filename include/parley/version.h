// The version of parley. CMake, pkg-config and `parley --version` read it from this file.
#pragma once

#define PARLEY_VERSION_MAJOR 0
#define PARLEY_VERSION_MINOR 1
#define PARLEY_VERSION_PATCH 0
#define PARLEY_VERSION "0.1.0"
