include "add-jobs"
include "lists"
include "place"
include "unit"

-- The outbox: the follow-ups for other queues that have not received them yet, a sorted set, in the order in which they were added.
-- The score of an entry is its tick. Its text has six lines, of which only the last may contain line breaks:
--   the tick; the queue; the maxLength of the queue or -; the kind of the job (lib/steps/add-jobs.lua); its id; its payload
-- A delay counts from the time at which the entry is added, so a kind with one gets the time at which the job is due. While the
-- outbox is not empty, the queue has the flag q. The queue that receives the entries has a field for each queue from which it has
-- received any, in the hash `inbox`: the tick of the last one. Ticks only grow, so it skips entries that it has received. The name of
-- the field also has the time at which that queue was created: one that was destroyed and made anew may issue the same ticks again.
-- A client first sends entries to their queue (follow-ups/receive.lua), then removes them (follow-ups/forwarded.lua).

-- Adds a job for another queue to the outbox. `target` is the name of the queue, a space, and its maxLength or -.
local function sendJob(unit, target, kind, id, payload)
  local before, delay, after = string.match(kind, '^(%d %d+ )%+(%d+)(.*)$')
  if delay then kind = before .. (delay == '0' and '-' or '@' .. digits(unit.now + delay)) .. after end
  unit.tick = unit.tick + 1
  local tick = string.format('%015d', unit.tick)
  local text = tick .. '\n' .. string.gsub(target, ' ', '\n') .. '\n' .. kind .. '\n' .. id .. '\n' .. payload
  enter(unit, 'outbox', tick, text)
  flagLarge(unit, payload)
  if not hasFlag(unit, 'q') then unit.flags = unit.flags .. 'q' end
end
