// What can be lacking: memory and threads. In a program that has this, each allocation and each
// start of a thread is counted, and one of them can be made to fail.
#pragma once

namespace castellan::faults {

enum class Kind { allocation, thread_start };

/// The one after `before` more of them fails, and of allocations some hundred that follow.
void fail_after(Kind kind, long before);
/// None fails any more; how many there were since fail_after.
long disarm(Kind kind);
/// What this thread does always works, and is not counted.
void exempt_this_thread();

}  // namespace castellan::faults
