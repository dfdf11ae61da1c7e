-- cancelGroup: removes jobs of a group, at most `limit` of those that are blocked, and as many of those that it holds or that
-- are its head. Its other jobs stay: the client removes the delayed ones; others have failed or are done.
-- Returns ok, then their number, and 1 if more are left.
-- Cost: 25 commands a slice, 3 for each hash that it touches.
-- Budget: 23800 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines,
  overrides = KEYS.overrides, expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local name, limit = ARGV.group, tonumber(ARGV.limit)

include "arrange-groups"
include "job-writes"
include "endings"
include "followers"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local target, ids, seen = readGroups(unit, keys, { name })[name], {}, {}

-- Adds ids to the list, each once.
local function add(found)
  for _, id in ipairs(found) do
    if not seen[id] then ids[#ids + 1] = id end
    seen[id] = true
  end
end

for _, member in ipairs(redis.call('ZRANGE', keys.holders, '[' .. name .. '\0', '(' .. name .. '\1', 'BYLEX', 'LIMIT', '0',
    digits(limit))) do
  add({ string.sub(member, #name + 2) })
end
if target.head ~= '' then add({ target.head }) end
if target.number > 0 then
  local from, to = blockedRange(target.number)
  add(redis.call('ZRANGE', keys.blocked, from, to, 'BYSCORE', 'LIMIT', '0', digits(limit)))
end
local cancelled = 0
if #ids > 0 then
  limitFreed(unit, jobs, offset, ids, 1)
  readMembers(unit, jobs, offset, ids)
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for _, set in ipairs({ 'ready', 'delayed', 'blocked', 'leased', 'failed' }) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
      local member = unit.members[ids[i]]
      if score and member and member.group == name and (set ~= 'failed' or member.mark == 'h') then
        leave(unit, set, ids[i])
        leave(unit, 'expiring', ids[i])
        removeJob(unit, oneBucket or buckets[i], ids[i], runs[i])
        removeFollower(unit, oneBucket or buckets[i], ids[i])
        addEnding(unit, ids[i], 'X')
        cancelled = cancelled + 1
      end
    end
  end
end
if cancelled > 0 then count(unit, 'cancelled', cancelled) end
arrangeGroups(unit, keys, jobs, offset)
local text = cancelled .. ' ' .. (cancelled > 0 and 1 or 0)
local shouldWake, refused = (unit.readied > 0 or unit.sooner) and hasListeners(unit), nil
if cancelled > 0 then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
if shouldWake then wake(unit) end
return 'ok\n' .. text
