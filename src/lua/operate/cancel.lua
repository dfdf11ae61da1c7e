-- cancel: removes waiting and leased jobs. The holder of a leased job learns of it from the reply to its next request.
-- Returns ok and a letter a job: r, d, b, l if it was ready, delayed, blocked or leased and is removed; f if it has failed
-- and was removed, because it held its group back; F, C if it has failed or is done, and stays; U if it is unknown or another
-- entry, and for a repeated id. If payloads are large, the letters may cover only the first jobs; the others are unchanged.
-- Then w if jobs wait for others.
-- `entries` is empty, or has the text of an entry of one state for each id (lib/state/entry.lua); a job that has left the
-- state, or has entered it again, stays.
-- `groups` is empty, or has names of groups and prefixes of names followed by *, a line each; any other job is unknown then.
-- Cost: 17 commands a batch, 2 for each hash that it touches; with `entries` one more, and one for each delayed or
-- blocked job.
-- Budget: 24700 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  done = KEYS.done, expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local entries, groups, ids = ARGV.entries, ARGV.groups, rest(ARGV.ids)

include "arrange-groups"
include "job-writes"
include "endings"
include "entry"
include "followers"
include "commit"
include "wake"

local UNGROUPED_STATES = { 'ready', 'delayed', 'leased', 'failed', 'done' }
local ALL_STATES = { 'ready', 'delayed', 'blocked', 'leased', 'failed', 'done' }
local LETTERS = { ready = 'r', delayed = 'd', blocked = 'b', leased = 'l', failed = 'F', done = 'C' }

-- Reports whether a job has one of the groups.
local function isInGroups(members, id)
  local name = members and members[id] and members[id].group
  if not name then return false end
  for pattern in string.gmatch(groups, '[^\n]+') do
    local prefix = string.match(pattern, '^(.*)%*$')
    if pattern == name or prefix and string.sub(name, 1, #prefix) == prefix then return true end
  end
  return false
end

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local letters, seen, cancelled = {}, {}, 0
limitFreed(unit, jobs, offset, ids, 1)
for i in ipairs(ids) do letters[i] = 'U' end
local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
local unchanged = findUnchanged(keys, jobs, offset, ids, runs, entries)
local isGrouped = hasFlag(unit, 'g')
if isGrouped then readMembers(unit, jobs, offset, ids) end
for _, set in ipairs(isGrouped and ALL_STATES or UNGROUPED_STATES) do
  for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
    local id = ids[i]
    if score and (not unchanged or unchanged[id]) and (groups == '' or isInGroups(unit.members, id)) then
      if not seen[id] then
        local holdsBack = set == 'failed' and isGrouped and unit.members[id] and unit.members[id].mark == 'h'
        letters[i] = holdsBack and 'f' or LETTERS[set]
        seen[id] = letters[i]
      end
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
arrangeGroups(unit, keys, jobs, offset)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused
if cancelled > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
if shouldWake then wake(unit) end
return 'ok\n' .. text .. (hasFlag(unit, 'w') and '\nw' or '')
