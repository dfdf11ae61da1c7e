-- resolve: lets jobs go on that wait for others. `ids` are jobs that may have ended, and jobs that wait, each after the letter of its
-- ending, or after - if the client does not know it. With `scans`, a part of all that wait is looked up too, from the point at which
-- the last such request stopped.
-- Returns ok, and "resolved more": the number of jobs that have stopped waiting, and 1 if others may; then a line for each of them
-- that others wait for: - and its id; and for each that is cancelled: x and its id.
-- Cost: 20 commands, 2 for each hash that it touches, 2 for each parent.
-- On demand.
-- Budget: 30400 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, events = KEYS.events, groups = KEYS.groups,
  holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, flows = KEYS.flows, links = KEYS.links, waits = KEYS.waits }
local jobs, offset = group(KEYS.jobs, 16)
local times, scans, hints = ARGV.times, ARGV.scans, rest(ARGV.ids)

include "resolve-flows"
include "commit"
include "wake"

-- The number of fields that a scan reads in one request, of `waits` and of `flows`, and of pending links of each flow.
local SCANNED_CHILDREN = 200
local SCANNED_FLOWS = 10
local SCANNED_LINKS = 20

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
if not hasFlag(unit, 'w') and not hasFlag(unit, 'k') and #hints == 0 then return 'ok\n0 0' end
unit.frees = true
local children, texts, stored, parents, flows, isMore, isListed = {}, {}, {}, {}, {}, false, {}

-- Adds a child to look up.
local function addChild(id)
  if not isListed[id] then
    isListed[id] = true
    children[#children + 1] = id
  end
end

-- Adds the next fields of a hash to look up, and moves the point in it, which meta has: the cursor of a page, and the number of
-- fields of the page that were looked up. A small hash is one page of up to 512 fields.
local function scan(key, field, maxCount, add)
  local before = redis.call('HGET', keys.meta, field)
  local cursor, done = string.match(before or '', '^(%d+) (%d+)$')
  local page = redis.call('HSCAN', key, cursor or '0', 'COUNT', digits(maxCount))
  local first, size = tonumber(done or '0'), #page[2] / 2
  local last = math.min(size, first + maxCount)
  for i = first + 1, last do add(page[2][i * 2 - 1]) end
  local after = last < size and (cursor or '0') .. ' ' .. digits(last) or page[1] .. ' 0'
  if after ~= (before or '0 0') then
    unit.fields = appendPair(unit.fields, field, after)
    saveOld(unit, keys.meta, field, before)
  end
  return after ~= '0 0'
end

local letters = {}
for _, hint in ipairs(hints) do
  local letter, id = string.sub(hint, 1, 1), string.sub(hint, 2)
  addChild(id)
  if letter ~= '-' then letters[id] = letter end
  parents[#parents + 1] = id
end
local pending = {}
if scans == '1' then
  local hasChildren = scan(keys.waits, 'scannedWaits', SCANNED_CHILDREN, addChild)
  local hasFlows = scan(keys.flows, 'scannedFlows', SCANNED_FLOWS, function(id)
    parents[#parents + 1] = id
    local from, to = linkRange(id, PENDING)
    -- The index may lack a link.
    for _, link in ipairs(redis.call('ZRANGE', keys.links, from, to, 'BYLEX', 'LIMIT', '0', digits(SCANNED_LINKS))) do
      local child = string.sub(link, #id + 2)
      addChild(child)
      pushPair(pending, child, id)
    end
  end)
  isMore = hasChildren or hasFlows
end
if #children > 0 then
  for i, text in ipairs(redis.call('HMGET', keys.waits, unpack(children))) do
    texts[children[i]], stored[children[i]] = text or nil, text
  end
end
for i = 1, #pending, 2 do
  local child, parent = pending[i], pending[i + 1]
  local text = texts[child]
  if not text or not string.find('\n' .. text .. '\n', '\n' .. parent .. '\n', 1, true) then
    texts[child] = text and text .. '\n' .. parent or parent
  end
end
local waited = {}
for _, child in ipairs(children) do
  if texts[child] then waited[#waited + 1] = child end
end
isMore = endChildren(unit, keys, waited, texts, stored, readChildren(unit, keys, waited, letters), flows, parents) or isMore
readFlows(keys, flows, parents)
local waiting, resolved, ended = {}, {}, {}
for _, flow in pairs(flows) do
  if flow and flow.isThere and flow.resolved == '-' and resolveFlow(unit, keys, flow) then
    resolved[#resolved + 1] = PENDING .. flow.id
    if flow.isWaiting then waiting[#waiting + 1] = flow end
  end
end
if #waiting > 0 then
  table.sort(waiting, function(a, b) return a.score < b.score end)
  local ids = {}
  for i, flow in ipairs(waiting) do ids[i] = flow.id end
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for i, flow in ipairs(waiting) do
    if endWait(unit, oneBucket or buckets[i], flow, runs[i]) then ended[#ended + 1] = flow.id end
  end
end
local isChanged = unit.from.links or #resolved > 0 or unit.writes or unit.rewrites or unit.drops
for id, flow in pairs(flows) do
  if flow and not flow.isThere then
    isMore = removeLinks(unit, keys, flow) or isMore
    isChanged = true
  elseif flow then
    local text = formatFlow(flow)
    if text ~= flow.text then isChanged = true end
    putField(unit, keys.flows, id, text, flow.text)
  end
end
local flagsBefore = unit.flags
setFlag(unit, 'w', keys.waits)
setFlag(unit, 'k', keys.flows)
arrangeGroups(unit, keys, jobs, offset)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused
if isChanged or unit.fields or unit.flags ~= flagsBefore then refused = commit(unit, keys) end
if refused then return refused end
writeEndings(unit, keys)
if shouldWake then wake(unit) end
-- Others may wait for those that have ended, or for what became of a batch.
local further = {}
for _, flow in ipairs(waiting) do
  if flow.isCancelled then further[#further + 1] = 'x' .. flow.id end
end
for _, id in ipairs(ended) do resolved[#resolved + 1] = id end
if #resolved > 0 then
  for i, text in ipairs(redis.call('HMGET', keys.waits, unpack(resolved))) do
    if text then further[#further + 1] = '-' .. resolved[i] end
  end
end
return 'ok\n' .. #waiting .. ' ' .. (isMore and 1 or 0) .. (further[1] and '\n' .. table.concat(further, '\n') or '')
