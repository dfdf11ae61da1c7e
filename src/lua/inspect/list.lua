-- list: reads jobs of one state, as many as one script may read: those of `ids` in the order of these, else in that of the
-- state from the entry `from` on.
-- Returns ok, then "now total", and "score id" of each job, in a queue with groups also a tab and the field
-- of its group (lib/state/groups.lua) if it has one; then the record and the run of each.
-- Cost: 5 commands, 1 for each hash that it touches, and 1 a job if payloads are large.
-- Budget: 3800 bytes.
local meta, state = KEYS.meta, KEYS.state
local jobs, offset = group(KEYS.jobs, 16)
local times, from, limit, requestedIds = ARGV.times, tonumber(ARGV.from), tonumber(ARGV.limit), rest(ARGV.ids)

include "groups"
include "lists"
include "unit"
include "read-limit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local entries, ids, lines = {}, {}, {}
if #requestedIds == 0 then
  entries = redis.call('ZRANGE', state, digits(from), digits(from + limit - 1), 'WITHSCORES')
else
  for i, score in ipairs(redis.call('ZMSCORE', state, unpack(requestedIds))) do
    if score then pushPair(entries, requestedIds[i], score) end
  end
end
for i = 1, #entries, 2 do ids[#ids + 1] = entries[i] end
if hasFlag(unit, 'l') then
  local readable = math.max(1, countReadable(jobs, offset, ids, #ids, 0))
  for i = readable + 1, #ids do ids[i] = nil end
end
local out = { '' }
if #ids > 0 then
  local found = readJobs(jobs, offset, ids, 2)
  local members = hasFlag(unit, 'g') and readMembers(unit, jobs, offset, ids) or {}
  for i, id in ipairs(ids) do
    lines[i] = '\n' .. entries[i * 2] .. ' ' .. id .. (members[id] and '\t' .. describeMember(members[id].text) or '')
    out[i * 2], out[i * 2 + 1] = found[i * 2 - 1] or '', found[i * 2] or ''
  end
end
out[1] = 'ok\n' .. digits(unit.now) .. ' ' .. redis.call('ZCARD', state) .. table.concat(lines)
return out
