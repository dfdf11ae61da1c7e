-- clean: the light clean. Brings back what is due, drops waiting jobs past their time to live, ended ones past their
-- retention, ids past their window, and workers that fell silent; at most `limit` of each.
-- Returns ok, then "reclaimed failed promoted expired removed workers more".
-- Cost: 9 commands when there is nothing to do, at most 50 more.
-- Budget: 12600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore }
local jobs, offset = group(KEYS.jobs, 16)
local times, limit, silence, policy = ARGV.times, tonumber(ARGV.limit), ARGV.silence, ARGV.policy

include "heal"
include "trim"
include "endings"
include "commit"
include "wake"

-- What is kept where nobody has said it: failed jobs for 30 days, and 100,000 of them.
local KEPT = '- - 2592000000 100000'
local EXPIRE, RECLAIM, PROMOTE, TRIM, REST = 1, 2, 3, 4, 5

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local overdue = unit.now - unit.due >= 0
local expired, reclaimed, failed, promoted, removed, silent, more, refusal = 0, 0, 0, 0, 0, 0, false, nil
if policy == '' then policy = redis.call('HGET', keys.meta, 'policy') or KEPT end
for step = overdue and EXPIRE or TRIM, REST do
  local head = { tick = unit.tick, due = unit.due, runs = unit.runs, readied = unit.readied }
  local found, moved, lost, changed, isMore = 0, 0, 0, false, false
  if step == EXPIRE then moved, found, isMore = expire(unit, keys, jobs, offset, limit)
  elseif step == RECLAIM then found, lost = reclaim(unit, keys, jobs, offset, limit)
  elseif step == PROMOTE then found = promoteDue(unit, keys, limit)
  elseif step == TRIM then
    moved, isMore = trimEnded(unit, keys, jobs, offset, policy, limit)
    changed = unit.from.done or unit.from.failed
  else
    unit.from.seen = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit))
    found = #unit.from.seen
    if found == 0 then unit.from.seen = nil end
    if overdue then unit.due = nextDue(keys) end
    changed = overdue and not unit.isNew
  end
  local refused
  if changed or found > 0 then refused = commit(unit, keys) end
  if refused then
    unit.tick, unit.due, unit.runs, unit.readied = head.tick, head.due, head.runs, head.readied
    refusal = refused
  else
    noteEndings(unit, keys)
    if step == EXPIRE then expired = moved
    elseif step == RECLAIM then reclaimed, failed = found - lost, lost
    elseif step == PROMOTE then promoted = found
    elseif step == TRIM then removed = moved end
    more = more or isMore or found >= limit
  end
  resetUnit(unit)
end
silent = redis.call('ZREMRANGEBYSCORE', keys.workers, '-inf', digits(unit.now - silence))
if unit.readied > 0 and isHeard(unit) then wake(unit) end
if refusal and expired + reclaimed + failed + promoted + removed == 0 then return refusal end
return 'ok\n' .. table.concat({ reclaimed, failed, promoted, expired, removed, silent, more and 1 or 0 }, ' ')
