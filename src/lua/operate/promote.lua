-- promote: makes delayed jobs ready now.
-- Returns ok and a letter a job: d if it was delayed; U if it was not or is another entry, and for a repeated id.
-- `entries` is empty, or has the text of the delayed entry for each id (lib/state/entry.lua); a job that has another
-- one stays, and so does one that waits for others.
-- Cost: 9 commands a batch, 2 for each hash that it touches; with `entries` one more, and one for each job.
-- Budget: 23400 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local entries, ids = ARGV.entries, rest(ARGV.ids)

include "arrange-groups"
include "make-ready"
include "commit"
include "entry"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local letters, seen = {}, {}
local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
local unchanged = findUnchanged(keys, jobs, offset, ids, runs, entries)
for i, score in ipairs(redis.call('ZMSCORE', keys.delayed, unpack(ids))) do
  local id = ids[i]
  letters[i] = score and not seen[id] and (not unchanged or unchanged[id] and score - WAITING_SCORE < 0) and 'd' or 'U'
  if letters[i] == 'd' then
    seen[id] = true
    unit.tick = unit.tick + 1
    makeReady(unit, oneBucket or buckets[i], id, runs[i], placeOf(score % 10, unit.tick), false)
    leave(unit, 'delayed', id)
  end
end
local text = table.concat(letters)
local promoted = unit.readied
arrangeGroups(unit, keys, jobs, offset)
local shouldWake, refused = (unit.readied > 0 or unit.sooner) and hasListeners(unit), nil
if promoted > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. text
