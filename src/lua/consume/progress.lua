-- progress: stores the progress of a job that is still held, and with a duration moves the end of its lease.
-- Returns ok and a letter, like extend.
-- Cost: 5 commands, 2 more with a duration.
-- Budget: 8900 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore, bucket = KEYS.bucket,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local duration, reference, progress = ARGV.duration, ARGV.reference, ARGV.progress

include "extend-lease"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local id = string.sub(reference, PROOF_LENGTH + 1)
local before = redis.call('HGET', keys.bucket, RUN_PREFIX .. id)
local ends = redis.call('ZSCORE', keys.leased, id)
local letter, run = 'l', before
if not isHeld(before, reference) then
  letter = staleReason(before, reference, nil, keys, { id }, 1)
else
  if duration ~= '' then
    extendLease(unit, keys, keys.bucket, id, before, ends, unit.now + duration)
    -- The run is written once, with the progress.
    unit.rewrites = nil
    run = 'L' .. string.sub(before, 2)
  end
  local first, errors = string.match(run, '^([^\n]*\n[^\n]*\n)[^\n]*(.*)$')
  rewriteField(unit, keys.bucket, RUN_PREFIX .. id, (first or run .. '\n\n') .. progress .. (errors or ''), before)
end
local shouldWake, refused = unit.sooner and hasListeners(unit), nil
if letter == 'l' or not unit.isNew then refused = commit(unit, keys, request, letter) end
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. letter
