-- cancel: removes waiting and leased jobs. The holder of a leased job learns of it from the reply to its next request.
-- Returns ok and a letter a job: r, d, l if it was ready, delayed or leased and is removed; F, C if it has failed or is
-- done, and stays; U if it is unknown or another entry, and for a repeated id. If payloads are large, the letters may
-- cover only the first jobs; the others are unchanged.
-- `entries` is empty, or has the text of an entry of one state for each id (lib/state/entry.lua); a job that has left the
-- state, or has entered it again, stays.
-- Cost: 17 commands a batch, 2 for each hash that it touches; with `entries` one more, and one for each delayed job.
-- Budget: 10700 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local declared, firstDeclared = rest(KEYS.jobs)
local numbers, entries, ids = ARGV.buckets, ARGV.entries, rest(ARGV.ids)

include "job-writes"
include "endings"
include "entry"
include "followers"
include "commit"

local LETTERS = { ready = 'r', delayed = 'd', leased = 'l', failed = 'F', done = 'C' }

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local jobs, letters, seen, cancelled = declaredBuckets(declared, firstDeclared, numbers), {}, {}, 0
limitFreed(unit, jobs, 0, ids, 1)
for i in ipairs(ids) do letters[i] = 'U' end
local runs, oneBucket, buckets = readJobs(jobs, 0, ids, 1)
local unchanged = findUnchanged(keys, jobs, 0, ids, runs, entries)
for _, set in ipairs({ 'ready', 'delayed', 'leased', 'failed', 'done' }) do
  for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
    local id = ids[i]
    if score and (not unchanged or unchanged[id]) then
      if not seen[id] then letters[i], seen[id] = LETTERS[set], LETTERS[set] end
      -- After the restore of a part of a backup, a job may be in two states. It leaves both.
      if string.find(seen[id], '%l') then leave(unit, set, id) end
    end
  end
end
for i, id in ipairs(ids) do
  if string.find(letters[i], '%l') then
    removeJob(unit, oneBucket or buckets[i], id, runs[i])
    removeFollower(unit, oneBucket or buckets[i], id)
    addEnding(unit, id, 'X')
    leave(unit, 'expiring', id)
    cancelled = cancelled + 1
  end
end
if cancelled > 0 then count(unit, 'cancelled', cancelled) end
local text = table.concat(letters)
local refused
if cancelled > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
return 'ok\n' .. text
