-- turn: settles any mix of jobs and leases the next ones. What is due is brought back before that.
-- Returns the answer in lines, then the records of jobs that were leased (lib/answer.lua).
-- Cost: 16 commands for one job that is settled and one that is leased, at most 30 more where something is due.
-- Budget: 21200 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local results, firstResult = rest(KEYS.results)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local policy, beats = ARGV.policy, ARGV.beats
local items, first = rest(ARGV.items)

include "settle"
include "heal"
include "take"
include "trim"
include "commit"
include "answer"
include "workers"
include "wake"

-- Each step is a unit of its own, but for settling and taking where settling leaves the line as it is and nothing is due:
-- these are one, and are done one after the other only where that one is refused.
local SETTLE, EXPIRE, RECLAIM, PROMOTE, TAKE = 1, 2, 3, 4, 5

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
unit.frees = true
local overdue, settles = unit.now - unit.due >= 0, items[first] ~= nil
local wanted = hasFlag(unit, 'p') and 0 or tonumber(lease.count)
local leases = lease.count ~= '0'
local most = overdue and math.min(1000, 10 + wanted * 2) or 0
local step = settles and SETTLE or leases and EXPIRE or TAKE
local apart, letters, text, records, given, isDrained = false, '-', nil, nil, 0, false
repeat
  local began, reply, changed = step, nil, false
  local head = { flags = unit.flags, tick = unit.tick, due = unit.due, runs = unit.runs, leased = unit.leased,
    completed = unit.completed, readied = unit.readied }
  if step == SETTLE then
    local kept
    letters, kept = settleEach(unit, keys, jobs, offset, items, first, results, firstResult)
    if unit.results then unit.keepResults = string.match(policy, '%S+$') end
    if kept > 0 then
      trimEnded(unit, keys, jobs, offset, policy, kept * 2 + 8)
    end
    changed = not unit.isNew or string.find(letters, '%l') ~= nil
    if leases and not apart and not overdue and unit.readied == 0 and not unit.from.ready then step = TAKE
    else reply = settledText(unit, letters, '-', false) end
  elseif not overdue then
    step = TAKE
  end
  if step == EXPIRE then
    local _, found = expire(unit, keys, jobs, offset, most)
    changed = found > 0
  elseif step == RECLAIM then
    local found, failed = reclaim(unit, keys, jobs, offset, most)
    changed = found > 0
    if failed > 0 then
      trimEnded(unit, keys, jobs, offset, policy, failed * 2 + 8)
    end
  elseif step == PROMOTE then
    changed = promoteDue(unit, keys, most) > 0
  elseif step == TAKE and leases then
    local heads, fence, till, more
    if overdue then
      unit.due = nextDue(keys)
      changed = changed or not unit.isNew
      more = unit.now - unit.due >= 0
    end
    if wanted > 0 then
      heads, records, given, fence, till, more = take(unit, keys, jobs, offset, lease, wanted)
      more = more or unit.now - unit.due >= 0
      isDrained = not more
    end
    if given > 0 then
      reply = leasedText(unit, letters, heads, given, fence, till, more)
      changed = true
    else
      if not unit.isNew and wanted > 0 then
        local listens = listen(unit)
        changed = changed or listens
      end
      changed = changed or unit.popped
      -- The sets do not show yet what this unit settles.
      local due = began == SETTLE and unit.due or nextDue(keys)
      reply = settledText(unit, letters, due, more)
    end
  end
  local refused
  -- An answer without jobs to a lease is not remembered: the request may ask again until there are some.
  local isRemembered = settles or given > 0
  if changed then refused = commit(unit, keys, request, isRemembered and reply or nil) end
  if refused then
    unit.flags, unit.tick, unit.due, unit.runs = head.flags, head.tick, head.due, head.runs
    unit.leased, unit.completed, unit.readied = head.leased, head.completed, head.readied
    given, records, isDrained = 0, nil, false
    if began == SETTLE and step == TAKE then
      apart, step = true, SETTLE - 1
    elseif step == SETTLE or step == TAKE then
      if not text then return refused end
      step = TAKE
    end
  else
    text = reply or text
    if reply and changed then
      unit.before = request.number .. '\n' .. reply
    end
    noteEndings(unit, keys)
  end
  resetUnit(unit)
  step = step + 1
  if not leases and step > SETTLE or apart and step > SETTLE then step = TAKE + 1 end
until step > TAKE
unit.readied = math.max(0, unit.readied - given)
local heard = false
if unit.readied > 0 or unit.sooner then heard = not unit.isNew and isHeard(unit)
-- Of those who heard of the same job, or woke for what was due, the others need not ask.
elseif isDrained and (given > 0 or overdue) then heard = hasFlag(unit, 'h') end
if heard then wake(unit) end
if beats ~= '' and not unit.isNew then
  -- A policy that somebody stated is noted for the cleans of those who did not.
  if beats == 'p' then redis.pcall('HSET', keys.meta, 'policy', policy) end
  if lease.worker ~= '' then noteWorker(keys.workers, lease.worker, unit.now) end
  local registered = isRegistered(unit)
  if not registered and text then text = string.gsub(text, '^(%S+\n%S+ %S+ %S+ %S+ %-)', '%1u') end
end
return withRecords(text or settledText(unit, letters, '-', false), records, given)
