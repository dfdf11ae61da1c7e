-- enqueueWaiting: adds jobs, and jobs that wait for others, all of them or none. `batch` is empty, or the id of an open batch, of
-- which the jobs that do not wait become children. `limits` are those that the client declares, or empty.
-- Returns the reply of enqueue, with the letters of the jobs that wait last; X instead of the letters if there is no such open batch;
-- W and an id, of a job that waits itself, which a batch must not have; U and an id that the queue does not know, for which a job is
-- to wait; G and the ids of earlier parents of which links are left, or of earlier children whose ends were not noticed: `resolve`
-- handles both. A note e if a job has no child that has not ended, for which `resolve` is to be sent.
-- Cost: 24 commands a batch, 4 for each hash that it touches, 1 for each delayed job and each group.
-- On demand.
-- Budget: 32000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, flows = KEYS.flows, links = KEYS.links, waits = KEYS.waits }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- For each caller's id, the key of the result that an earlier job of that id may have left.
local results, firstResult = rest(KEYS.results)
local maxLength, limits, batch = ARGV.maxLength, ARGV.limits, ARGV.batch
-- The number of jobs that do not wait, and of those that do.
local plain, waiting = tonumber(ARGV.plain), tonumber(ARGV.waiting)
-- Kind, id and payload of each job (lib/steps/add-jobs.lua); then for each that waits its policy and openness
-- (lib/flows/flows.lua), the number of its children, and their ids.
local items, first = rest(ARGV.items)

include "run-enqueue-waiting"

return runEnqueueWaiting(keys, request, { jobs = jobs, offset = offset, results = results, firstResult = firstResult,
  maxLength = maxLength, limits = limits, batch = batch, plain = plain, waiting = waiting, items = items, first = first })
