include "groups"

-- The approximate number of overrides that one request reads.
local MAX_READ_OVERRIDES = 1000

-- Returns the time since which the group with blocked jobs that has waited longest has had a number, or -. Numbers are
-- given in turn, so it is the first one after the last that was given.
local function longestBlockedSince(keys)
  local last = redis.call('HGET', keys.lines, '')
  if not last then return '-' end
  local _, from = blockedRange(last + 0)
  local score = redis.call('ZRANGE', keys.blocked, string.sub(from, 2), '+inf', 'BYSCORE', 'LIMIT', '0', '1', 'WITHSCORES')[2]
    or redis.call('ZRANGE', keys.blocked, '0', '0', 'WITHSCORES')[2]
  if not score then return '-' end
  local number = (score - score % (10 * SEQUENCES)) / (10 * SEQUENCES)
  return string.match(redis.call('HGET', keys.lines, digits(number)) or '', '^%d+') or '-'
end

-- Returns "active blocked paused since": the groups in use; those with a number, which have blocked jobs, or have had some
-- and no free slot since; those that are paused, of the first overrides; and the time since which the one of them with blocked
-- jobs that has waited longest has had its number, or -.
local function countGroups(unit, keys)
  local paused = 0
  if redis.call('EXISTS', keys.overrides) == 1 then
    local page = redis.call('HSCAN', keys.overrides, '0', 'COUNT', digits(MAX_READ_OVERRIDES))
    for i = 2, #page[2], 2 do
      local pausedUntil = string.match(page[2][i], '%d+$')
      if pausedUntil and (pausedUntil == '0' or pausedUntil - unit.now > 0) then paused = paused + 1 end
    end
  end
  return redis.call('HLEN', keys.groups) .. ' ' .. math.max(0, redis.call('HLEN', keys.lines) - 1) .. ' ' .. paused .. ' '
    .. longestBlockedSince(keys)
end
