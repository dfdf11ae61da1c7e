-- recordEvents: turns the recording of events on, or with `keep` 0 off, which removes the recorded events.
-- Returns ok.
-- Cost: 5 commands.
-- Budget: 7300 bytes.
local keys, events = { meta = KEYS.meta }, KEYS.events
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local keep = tonumber(ARGV.keep)

include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local wasOn, refused = hasFlag(unit, 'e'), nil
local fields = redis.call('HMGET', keys.meta, 'events', 'recorded')
if keep == 0 then
  if wasOn then unit.flags = string.gsub(unit.flags, 'e', '') end
  -- The number of the last text stays: the next recording begins after it.
  if fields[1] then unit.drops = { [keys.meta] = { 'events' } } end
else
  local first = string.match(wasOn and fields[1] or '', '%d+$')
  if not first then
    -- A tick never repeats, so the numbers of a destroyed queue do not repeat either. One number is skipped, which
    -- shows that there was no recording for a time.
    first = digits(math.max(unit.tick, (fields[2] or 0) + 1))
    unit.fields = { 'recorded', first }
    saveOld(unit, keys.meta, 'recorded', fields[2])
  end
  unit.fields = appendPair(unit.fields, 'events', digits(keep) .. ' ' .. first)
  saveOld(unit, keys.meta, 'events', fields[1])
  if not wasOn then unit.flags = unit.flags .. 'e' end
  -- The first enqueue of a new queue always wakes. A queue that was created by this script needs the flag h for that.
  if unit.isNew then addListener(unit) end
end
if keep > 0 or not unit.isNew then refused = commit(unit, keys, request, '-') end
if refused then return refused end
if keep == 0 then redis.pcall('UNLINK', events) else redis.pcall('XTRIM', events, 'MAXLEN', digits(keep)) end
return 'ok\n-'
