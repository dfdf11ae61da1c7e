-- setLimits: stores the limits of the queue and of its groups under a new version, and lets groups go on as far as they allow.
-- `limits` are without a version. `expected` is the version that the limits have to have, 0 for none, or empty for any.
-- Returns ok and "set version", or "other version" if the limits have another version.
-- Cost: 20 commands, 5 for each group with blocked jobs, of which it handles 1,000.
-- Budget: 23100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines,
  overrides = KEYS.overrides, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local limits, expected = ARGV.limits, ARGV.expected

include "release-groups"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local before = redis.call('HGET', keys.meta, 'limits')
local version = string.match(before or '0', '^%d+')
if expected ~= '' and expected ~= version then return 'ok\nother ' .. version end
version = digits(version + 1)
if not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
unit.fields = { 'limits', version .. ' ' .. limits }
saveOld(unit, keys.meta, 'limits', before)
if unit.isNew then
  pushPair(unit.fields, 'born', digits(unit.now))
  addListener(unit)
end
readLimits(unit, version .. ' ' .. limits)
releaseAll(unit, keys, jobs, offset, before, version .. ' ' .. limits)
arrangeGroups(unit, keys, jobs, offset)
-- The limits of the queue may let jobs start that are ready already.
unit.readied = math.max(unit.readied, redis.call('ZCARD', keys.ready))
local reply = 'set ' .. version
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused = commit(unit, keys, request, reply)
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. reply
