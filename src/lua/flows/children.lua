-- children: reads what a job waits for, or has waited for: its children, those that have not ended first.
-- Returns ok; "now pending ended flow": the numbers of children that have not ended and that have, and the flow
-- (lib/flows/flows.lua) or - if the job has none; then a line for each child after the line `after`, at most `limit`: - and its id if it
-- has not ended, else +, its id, a tab, and the letter and the time of its ending.
-- Cost: 5 commands.
-- On demand.
-- Budget: 2600 bytes.
local meta, flows, links = KEYS.meta, KEYS.flows, KEYS.links
local times, id, after, limit = ARGV.times, ARGV.id, ARGV.after, ARGV.limit

include "flows"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local flow = redis.call('HGET', flows, id) or '-'
local pendingFrom, pendingTo = linkRange(id, PENDING)
local endedFrom, endedTo = linkRange(id, ENDED)
local lines = { digits(unit.now) .. ' ' .. redis.call('ZLEXCOUNT', links, pendingFrom, pendingTo) .. ' '
  .. redis.call('ZLEXCOUNT', links, endedFrom, endedTo) .. ' ' .. flow }
local kind = string.byte(after) == 43 and ENDED or PENDING
local from = after == '' and pendingFrom or '(' .. id .. kind .. string.sub(after, 2)
for _, link in ipairs(redis.call('ZRANGE', links, from, endedTo, 'BYLEX', 'LIMIT', '0', limit)) do
  local kind, child = string.sub(link, #id + 1, #id + 1), string.gsub(string.sub(link, #id + 2), '^' .. PENDING, '')
  lines[#lines + 1] = (kind == ENDED and '+' or '-') .. child
end
return 'ok\n' .. table.concat(lines, '\n')
