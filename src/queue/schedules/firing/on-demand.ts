// Loads the code that fires slots, once a program meets a schedule. It imports nothing of the library but types and its scripts:
// code that it shared with the rest of a program would be split from that program.

/** Loads the functions that fire slots and that list them. */
export async function loadFiring() {
  const { advanceAfterTurn, advanceSchedules } = await import("./advance.ts");
  const { listSlots, validateTimes } = await import("../calendar/calendar.ts");
  return { advanceAfterTurn, advanceSchedules, listSlots, validateTimes };
}
