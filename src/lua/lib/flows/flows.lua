include "job-writes"
include "place"

-- A parent is a job that waits for others, its children, until each of them has ended. It is delayed to a time that never comes,
-- WAITING_TIME or later: so each script knows what to do with it, and `resolve` only has to make it ready. A child has ended if
-- it is failed, done or gone. Three keys say who waits for whom; each parent has its links until it is gone itself.
--   flows  id of a parent → "policy open bad resolved"
--   links  a sorted set in the order of its members: parent, \2, child, for one that has not ended as far as is known; and
--          parent, \3, child, a tab, the letter of its ending and the time, for one that has
--   waits  id of a child → the ids of the parents that wait for it, a line each: an index of the first kind of links
-- Policies: r the parent runs when all have ended, f it fails as soon as one has ended and did not succeed, c it is cancelled
-- then. `open` is 1 as long as a batch may get further children. `bad` is 1 if a child has ended and did not succeed. `resolved`
-- is - as long as the parent waits, then C if all have succeeded, else X; a child \2 and P stands for this of P. Letters of
-- endings: C done, F failed, X cancelled, E expired, P purged, U unknown. The queue has the flag w as long as `waits` is not empty,
-- k as long as `flows` is not.
local WAITING_TIME = 2490000000000
-- Parents of about 90 days have times of their own, in the order in which they were added.
local WAITING_SPAN = 8000000000
local PENDING = '\2'
local ENDED = '\3'

-- Returns the time to which a parent that is added now is delayed.
local function waitingTime(unit)
  return WAITING_TIME + (unit.now - EPOCH) % WAITING_SPAN
end

-- Parses a flow. Returns nil if there is none.
local function parseFlow(id, text)
  local policy, open, bad, resolved = string.match(text or '', '^(%l) (%d) (%d) (%S)$')
  return policy and { id = id, text = text, policy = policy, open = open, bad = bad, resolved = resolved }
end

-- Returns the text of a flow.
local function formatFlow(flow)
  return flow.policy .. ' ' .. flow.open .. ' ' .. flow.bad .. ' ' .. flow.resolved
end

-- Returns the bounds of the links of a parent of one kind, for commands that read a range of members.
local function linkRange(parent, kind)
  return '[' .. parent .. kind, '(' .. parent .. string.char(string.byte(kind) + 1)
end

-- Returns the link of a child that has ended; `ending` is a letter and a time.
local function endedLink(parent, child, ending)
  return parent .. ENDED .. child .. '\t' .. ending
end
