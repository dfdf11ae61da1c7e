-- seal: ends the adding to a batch, which then waits only for the children that it has.
-- Returns ok and s; U if there is no such batch.
-- Cost: 5 commands.
-- On demand.
-- Budget: 7400 bytes.
local keys = { meta = KEYS.meta, flows = KEYS.flows }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local id = ARGV.id

include "flows"
include "commit"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local flow = parseFlow(id, redis.call('HGET', keys.flows, id))
if not flow then return 'ok\nU' end
if flow.open == '1' then
  flow.open = '0'
  putField(unit, keys.flows, id, formatFlow(flow), flow.text)
  local refused = commit(unit, keys, request, 's')
  if refused then return refused end
end
return 'ok\ns'
