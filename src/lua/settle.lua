-- settle: ends leases by complete, retry, fail or release, in any mix, each for the one that still holds its job.
-- Returns ok, a letter an item: L for done, else why it changed nothing (lib/verdicts.lua).
-- Cost: 8 commands a batch, 2 for each bucket that it touches, 1 for each result.
-- Budget: 3600 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, reply = KEYS.expiring, KEYS.runs, KEYS.reply
local jobs, results = group(KEYS.jobs, 16), rest(KEYS.result)
local clock, keep, keepDone, keepResult, items = ARGV.clock, ARGV.keep, ARGV.keepDone, ARGV.keepResult, rest(ARGV.items)

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"
include "runs"
include "verdicts"
include "settle"

local sequence, fence = readMeta()
if not sequence then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'ok', first } end
local letters, refused = settle(timeNow(), sequence, fence)
if refused then return refused end
-- Before the counters: whoever is refused those, and asks again, is told what he did.
remember(letters)
addTotals()
return { 'ok', letters }
