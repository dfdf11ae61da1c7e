-- destroy: removes the queue, all its jobs, and the follow-ups in its outbox. Results, remembered replies and the inbox
-- (lib/follow-ups/inbox.lua) expire by themselves.
-- Returns ok and -.
-- Cost: 6 commands; 18 more if payloads are large.
-- Budget: 3200 bytes.
local meta, inbox = KEYS.meta, KEYS.inbox
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local gone, goneOffset = group(KEYS.gone, 16)
local all = rest(KEYS.all)

include "inbox"
include "unit"

-- UNLINK frees a hash of up to 64 fields at once, which takes long if they are large. Redis spreads expiry over time.
local FREED_AT_ONCE = 64

local unit = newUnit(meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
if hasFlag(unit, 'l') then
  for i = 1, 16 do
    local bucket, other = jobs[offset + i], gone[goneOffset + i]
    local size = redis.call('HLEN', bucket)
    if size > 0 and size <= FREED_AT_ONCE then
      redis.call('RENAME', bucket, other)
      redis.call('PEXPIRE', other, '1')
    end
  end
end
redis.call('UNLINK', unpack(all))
expireInbox(inbox)
if not unit.isNew then
  redis.pcall('HSET', request.replies, request.lane, request.number .. '\n-')
  redis.pcall('PEXPIRE', request.replies, string.match(request.times, '%d+$'))
end
return 'ok\n-'
