-- progress: notes how far a job is, for the one that still holds it, and moves the end of its lease if asked.
-- Returns ok and a letter, as extend.
-- Cost: 5 commands, 2 more with a longer lease.
-- Budget: 6500 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore, hash = KEYS.hash }
local times, duration, reference, progress = ARGV.times, ARGV.duration, ARGV.reference, ARGV.progress

include "hold"
include "commit"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local id = string.sub(reference, HELD + 1)
local before = redis.call('HGET', keys.hash, RUN .. id)
local ends = redis.call('ZSCORE', keys.leased, id)
-- Without a longer lease it is asked for as it is, and nothing of that is written.
local due = unit.due
local letter = holdOn(unit, keys, keys.hash, id, before, reference, ends, unit.now + (tonumber(duration) or 0))
if letter == 'l' then
  local run = before
  if duration == '' then unit.to, unit.from, unit.due = {}, {}, due else run = 'L' .. string.sub(before, 2) end
  unit.writes, unit.rewrites = nil, nil
  local first, errors = string.match(run, '^([^\n]*\n[^\n]*\n)[^\n]*(.*)$')
  rewriteField(unit, keys.hash, RUN .. id, (first or run .. '\n\n') .. progress .. (errors or ''), before)
  local refused = commit(unit, keys)
  if refused then return refused end
end
return 'ok\n' .. letter
