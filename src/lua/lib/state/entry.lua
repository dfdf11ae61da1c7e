include "jobs"

-- The text of an entry of a state tells it from a later entry of the same id: the state, its score, and the state and the
-- fence of the run. A lease that was extended is the same entry. A delayed or blocked job without a run may be enqueued again
-- for the same time, or with the same number in its group, so its text has the place and the time of the enqueue, with which
-- its record begins. A blocked job that was the next in line meanwhile may be the same entry. The text contains no line
-- break, and no tab.
local function entryText(set, score, run, record)
  local mark
  if run then mark = string.match(run, '^%a %d+')
  elseif record and (set == 'delayed' or set == 'blocked') then mark = string.match(record, '^%d+ ?c?%d*') end
  return set .. ' ' .. (set == 'leased' and '-' or score) .. ' ' .. (mark or '-')
end

-- Reports whether the text of an entry needs the record of the job.
local function needsRecordOfEntry(set, run)
  return (set == 'delayed' or set == 'blocked') and not run
end

-- Returns the ids that are still the entries of a state that a search has found, as a set. `entries` has a line with the text
-- of the entry for each id. Returns nil if it is empty.
local function findUnchanged(keys, jobs, offset, ids, runs, entries)
  if entries == '' then return nil end
  local set, unchanged, i = string.match(entries, '^%l+'), {}, 0
  local scores = redis.call('ZMSCORE', keys[set], unpack(ids))
  for entry in string.gmatch(entries, '[^\n]+') do
    i = i + 1
    local id, score, run = ids[i], scores[i], runs[i]
    if score then
      local record = needsRecordOfEntry(set, run) and redis.call('HGET', jobs[offset + bucketOf(id)], id)
      if entryText(set, score, run, record) == entry then unchanged[id] = true end
    end
  end
  return unchanged
end
