-- promote: makes delayed jobs ready now.
-- Returns ok and a letter a job: d if it was delayed; U if it was not, and for a repeated id.
-- Cost: 9 commands a batch, 2 for each hash that it touches.
-- Budget: 10100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local declared, firstDeclared = rest(KEYS.jobs)
local numbers, ids = ARGV.buckets, rest(ARGV.ids)

include "make-ready"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local letters, seen = {}, {}
local runs, oneBucket, buckets = readJobs(declaredBuckets(declared, firstDeclared, numbers), 0, ids, 1)
for i, score in ipairs(redis.call('ZMSCORE', keys.delayed, unpack(ids))) do
  local id = ids[i]
  letters[i] = score and not seen[id] and 'd' or 'U'
  if letters[i] == 'd' then
    seen[id] = true
    unit.tick = unit.tick + 1
    makeReady(unit, oneBucket or buckets[i], id, runs[i], placeOf(score % 10, unit.tick), false)
    leave(unit, 'delayed', id)
  end
end
local text = table.concat(letters)
local shouldWake, refused = unit.readied > 0 and hasListeners(unit), nil
if unit.readied > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. text
