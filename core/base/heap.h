// How the process treats memory that it has freed.
#pragma once

namespace segplan {

// Keeps up to 64 MiB of freed memory for the next estimate instead of giving every large block back to the system: a trace takes megabytes,
// and faulting the same pages in again for each costs ten times the trace. Call once, before the first estimate. Does nothing where the
// C library has no such setting.
void keepFreedMemory();

} // namespace segplan
