-- clean: the light clean. Reclaims expired leases, makes due delayed jobs ready, and removes waiting jobs past their
-- time to live, ended jobs past their retention and ids past their window, at most `limit` of each. Then removes
-- workers that were not seen for `silence` ms.
-- Returns ok, then "reclaimed failed promoted expired removed workers more"; then the number of bulk operations that run, 1 if the
-- outbox has entries, else 0, and 1 if a slot of a schedule is due, for which `advance` is to be sent, else 0; then 1 if there are
-- jobs that wait for others, or have waited, for which `resolve` is to be sent; none of these if all are 0.
-- Cost: 12 commands if there is nothing to do, 1 for groups, 10 for the sample of a minute and 3 for that of an hour; at most
-- 90 more if something is due, since that may touch every hash.
-- Budget: 33800 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, events = KEYS.events, history = KEYS.history, hours = KEYS.hours,
  slots = KEYS.slots }
local bulk = KEYS.bulk
local jobs, offset = group(KEYS.jobs, 16)
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local limit, silence, policy = tonumber(ARGV.limit), ARGV.silence, ARGV.policy

include "arrange-groups"
include "drop-outdated"
include "heal"
include "release-groups"
include "trim"
include "endings"
include "commit"
include "sample"
include "wake"

-- The policy of a queue without a stored one: failed jobs are kept for 30 days, at most 100,000 of them.
local DEFAULT_POLICY = '- - 2592000000 100000'
-- The number of times that a clean lets groups go on after a change of limits that had to stop early.
local MAX_RELEASES = 4
-- The age in ms after which the endings of a rarely used queue are removed.
local IDLE_ENDINGS_AGE = 86400000

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local overdue = unit.now - unit.due >= 0
if policy == '' then policy = redis.call('HGET', keys.meta, 'policy') or DEFAULT_POLICY end
local head = headParts(unit)
local moved, more, refusal = 0, false, nil

-- Commits the unit, which moves `number` jobs, and begins the next one. Returns the number, or 0 if the unit was
-- refused.
local function commitUnit(changed, reply, number, isMore)
  local refused
  arrangeGroups(unit, keys, jobs, offset)
  if changed then refused = commit(unit, keys, request, reply) end
  if refused then
    restoreHead(unit, head)
    refusal, number = refused, 0
  else
    writeEndings(unit, keys)
    head = headParts(unit)
    moved, more = moved + number, more or isMore
  end
  resetUnit(unit)
  return number
end

for _ = 1, MAX_RELEASES do releaseMore(unit, keys, jobs, offset) end
head = headParts(unit)
local expired, reclaimed, failed, promoted = 0, 0, 0, 0
if overdue then
  local number, examined, isLimited = removeExpired(unit, keys, jobs, offset, limit)
  expired = commitUnit(examined > 0, nil, number, isLimited or examined >= limit)
  local ended, failures, isCut = reclaimExpired(unit, keys, jobs, offset, limit)
  ended = commitUnit(ended > 0, nil, ended, isCut or ended >= limit)
  failed = math.min(ended, failures)
  reclaimed = ended - failed
  local due = promoteDue(unit, keys, limit)
  promoted = commitUnit(due > 0, nil, due, due >= limit)
end
local trimmed, isMore = trimEnded(unit, keys, jobs, offset, policy, limit)
local removed = commitUnit(unit.from.done or unit.from.failed, nil, trimmed, isMore)
local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit))
if past[1] then unit.from.seen = past end
if overdue then unit.due = nextDue(unit, keys) end
local silent = redis.call('ZREMRANGEBYSCORE', keys.workers, '-inf', digits(unit.now - silence))
more = more or #past >= limit
local text = table.concat({ reclaimed, failed, promoted, expired, removed, silent, more and 1 or 0 }, ' ')
local running = redis.call('HGET', bulk, 'running')
local hasOutbox, hasFlows = hasFlag(unit, 'q'), hasFlag(unit, 'k') or hasFlag(unit, 'w')
if running or hasOutbox or unit.isSlotDue or hasFlows then
  text = text .. ' ' .. (running or '0') .. (hasOutbox and ' 1' or ' 0') .. (unit.isSlotDue and ' 1' or ' 0')
    .. (hasFlows and ' 1' or '')
end
-- The reply of a clean that moved nothing need not be remembered. A clean of which a part was refused continues when it
-- is sent again.
local isRemembered = moved + silent > 0 and not unit.isNew and not refusal
commitUnit(isRemembered or past[1] or overdue and not unit.isNew, isRemembered and text, 0)
dropOutdated(unit, keys)
if moved == 0 then rotateOldEndings(unit, keys, IDLE_ENDINGS_AGE, 1) end
if (unit.readied > 0 or unit.sooner) and hasListeners(unit) then wake(unit) end
if not unit.isNew then sampleQueue(unit, keys) end
if refusal and moved == 0 then return refusal end
return 'ok\n' .. text
