-- setGroup: changes the override of a group, and lets the group go on as far as its limits allow. `cap`, `rate` and `paused` are
-- = to stay, - for the queue's, or a new value; of `paused` that is 0, "+" and a duration in ms, or a time. `expected` is the
-- version that the override has to have, 0 for none, or empty for any.
-- Returns ok and "set version", with the version 0 if the override is removed; "other version" if it has another version; or
-- "many 0" if the queue has too many overrides.
-- Cost: 20 commands.
-- Budget: 22600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines,
  overrides = KEYS.overrides, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local name, cap, rate, paused, expected = ARGV.group, ARGV.cap, ARGV.rate, ARGV.paused, ARGV.expected

include "release-groups"
include "commit"
include "wake"

local MAX_OVERRIDES = 10000

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local before, size = redis.call('HGET', keys.overrides, name), redis.call('HLEN', keys.overrides)
local version, oldCap, oldRate, oldPaused = string.match(before or '', '^(%d+) (%S+) (%S+ %S+ %S+) (%S+)')
if expected ~= '' and expected ~= (version or '0') then return 'ok\nother ' .. (version or '0') end
if not before and size >= MAX_OVERRIDES then return 'ok\nmany 0' end
if cap == '=' then cap = oldCap or '-' end
if rate == '=' then rate = oldRate or '- - -' end
if paused == '=' then paused = oldPaused or '-' end
if string.sub(paused, 1, 1) == '+' then paused = digits(unit.now + paused) end
-- A pause that is over.
if paused ~= '-' and paused ~= '0' and paused - unit.now <= 0 then paused = '-' end
if not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
unit.tick = unit.tick + 1
-- Ticks are issued once, so a version is never that of an earlier override.
local values, newVersion, text = cap .. ' ' .. rate .. ' ' .. paused, digits(unit.tick), nil
if values ~= '- - - - -' then text = newVersion .. ' ' .. values end
readLimits(unit)
-- The group as it is now, with the new override.
local group = readGroups(unit, keys, { name })[name]
group.cap, group.rate, group.pausedUntil = unit.limits.cap, unit.limits.rate, 0
if text then applyOverride(unit, group, text) end
-- A rate that has changed begins with a full bucket.
if rate ~= (oldRate or '- - -') then group.tat = 0 end
releaseHeads(unit, keys, jobs, offset, { name })
arrangeGroups(unit, keys, jobs, offset)
if text and before then
  rewriteField(unit, keys.overrides, name, text, before)
elseif text then
  writeField(unit, keys.overrides, name, text)
elseif before then
  if not unit.drops then unit.drops = {} end
  unit.drops[keys.overrides] = { name }
end
if text and not hasFlag(unit, 'o') then unit.flags = unit.flags .. 'o'
elseif not text and size == (before and 1 or 0) then unit.flags = string.gsub(unit.flags, 'o', '') end
local reply = 'set ' .. (text and newVersion or '0')
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
beginQueue(unit)
local refused = commit(unit, keys, request, reply)
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. reply
