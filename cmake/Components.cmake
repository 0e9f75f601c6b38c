# The components that a build can leave out. docs/embedding.md lists them.
#
# Without PARLEY_CORE every component is on by default. With it, every component is off by default.

option(PARLEY_CORE "Turn off every component that is not set" OFF)
if(PARLEY_CORE)
  set(component_default OFF)
else()
  set(component_default ON)
endif()

option(PARLEY_POSTGRES "The PostgreSQL store (libpq)" ${component_default})
option(PARLEY_ENCRYPTION "Encrypted stores (libsodium)" ${component_default})
option(PARLEY_HTTP "Tools over HTTP, summaries from a language model, and the OTLP sink (libcurl)" ${component_default})
option(PARLEY_METRICS "The Prometheus sink (prometheus-cpp)" ${component_default})
option(PARLEY_TOPICS "Topics of a conversation (zstd)" ${component_default})
option(PARLEY_TOKENS "Exact token counts, with 1.5 MB of tables (zstd)" ${component_default})
option(PARLEY_LOCALES "Languages other than English in numbers, dates and money (ICU)" ${component_default})
option(PARLEY_TIME_ZONES "Time zones other than UTC (date-tz)" ${component_default})
option(PARLEY_IMPORTERS "Import of other tools' files" ${component_default})
option(PARLEY_FIXTURES "Conversations as tests: replay, record and simulate" ${component_default})
option(PARLEY_REPORT "Figures of many conversations" ${component_default})
option(PARLEY_SERVER "The HTTP server of the command (Boost, OpenSSL)" ${component_default})
set(audit_needs PARLEY_FIXTURES PARLEY_METRICS PARLEY_REPORT)
set(audit_default ${component_default})
foreach(other IN LISTS audit_needs)
  if(NOT ${other})
    set(audit_default OFF)
  endif()
endforeach()
option(PARLEY_AUDIT "The search for leaks; needs PARLEY_FIXTURES, PARLEY_METRICS and PARLEY_REPORT" ${audit_default})

set(PARLEY_COMPONENTS POSTGRES ENCRYPTION HTTP METRICS TOPICS TOKENS LOCALES TIME_ZONES IMPORTERS FIXTURES REPORT AUDIT SERVER)

# parley_require(OPTION OTHER...): fails when OPTION is on without the others.
function(parley_require option)
  if(NOT ${option})
    return()
  endif()
  foreach(other IN LISTS ARGN)
    if(NOT ${other})
      message(FATAL_ERROR "${option} needs ${other}: set -D${other}=ON or -D${option}=OFF")
    endif()
  endforeach()
endfunction()

parley_require(PARLEY_AUDIT ${audit_needs})
