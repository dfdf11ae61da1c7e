include "groups"

-- The largest number of holders of a group in a report.
local MAX_REPORTED_HOLDERS = 10

-- Returns the lines about a group: "-" and its description (lib/groups/groups.lua); "-" and its override;
-- "-" and the limits of the queue; the number of leased jobs of the queue, and the tick at which the bucket of the queue's
-- rate is full; the first of its holders, each an id, a tab, and the fence of its last lease.
local function groupLines(unit, keys, jobs, offset, name)
  local fields = redis.call('HMGET', unit.meta, 'limits', 'tat')
  local group = describeGroup(keys.blocked, redis.call('HGET', keys.groups, name))
  local lines = { '-' .. group, '-' .. (redis.call('HGET', keys.overrides, name) or ''), '-' .. (fields[1] or ''),
    digits(redis.call('ZCARD', keys.leased)) .. ' ' .. (fields[2] or '0') }
  local holders = redis.call('ZRANGE', keys.holders, '[' .. name .. '\0', '(' .. name .. '\1', 'BYLEX', 'LIMIT', '0',
    digits(MAX_REPORTED_HOLDERS))
  for _, member in ipairs(holders) do
    local holder = string.sub(member, #name + 2)
    local run = redis.call('HGET', jobs[offset + bucketOf(holder)], RUN_PREFIX .. holder) or ''
    lines[#lines + 1] = holder .. '\t' .. (string.match(run, '^%a (%d+)') or '0')
  end
  return lines
end

-- Returns a text about the group of a job: its mark, cost and group; the number of blocked jobs of the group before it, or
-- "-"; then the lines about the group, which for a job without one only state the limits. `score` is its score among the
-- blocked jobs.
local function reportGroup(unit, keys, jobs, offset, id, score)
  local number = bucketOf(id)
  local field = redis.call('HGET', jobs[offset + number], MEMBER_PREFIX .. id)
  local text = field and describeMember(field) or '-'
  local name = string.match(text, '^%S %d+ (.+)$') or ''
  local before = '-'
  if score ~= '-' then
    local first = score - score % (10 * SEQUENCES)
    before = digits(redis.call('ZCOUNT', keys.blocked, digits(first), '(' .. score))
  end
  return text .. '\n' .. before .. '\n' .. table.concat(groupLines(unit, keys, jobs, offset, name), '\n')
end
