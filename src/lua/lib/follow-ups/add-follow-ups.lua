include "add-members"
include "outbox"

-- Adds the follow-ups of jobs that the unit has ended. `letters` has a letter for each settled job, and `items` has five fields for
-- each follow-up: the number of its job, from 1; its queue (lib/follow-ups/outbox.lua), or an empty text for this one;
-- its kind (lib/steps/add-jobs.lua); its id; its payload. `results` has, from `nextResult` on, for each caller's id of a follow-up in
-- this queue the key of the result that an earlier job of that id may have left. Returns a letter for each follow-up, in a list; the
-- positions in it of those in this queue, by id if they were created; and the results to remove.
local function addFollowUps(unit, keys, jobs, offset, letters, items, results, nextResult, groups)
  local marks, jobItems, places, resultOf, past, number = {}, {}, {}, {}, {}, 0
  for at = 1, #items, 5 do
    local owner, target, kind, id, payload = unpack(items, at, at + 4)
    local isAdded = string.find(string.sub(letters, owner + 0, owner + 0), '[cf]')
    local place = #marks + 1
    marks[place] = '-'
    if isAdded then number = number + 1 end
    if target == '' then
      if string.find(kind, '^%S+ %S+ %S+ [^-]') then
        resultOf[id], nextResult = results[nextResult], nextResult + 1
      end
      if isAdded then
        pushPair(jobItems, kind, id)
        jobItems[#jobItems + 1] = payload
        places[#places + 1] = place
      end
    elseif isAdded then
      marks[place] = 's'
      sendJob(unit, target, kind, id, payload)
    end
  end
  local _, ended = string.gsub(letters, '[cf]', '')
  -- A chain of jobs goes on if memory is full.
  unit.frees = number <= ended
  local positions = {}
  if #places > 0 then
    unit.writes = unit.writes or {}
    local added, _, created = addJobs(unit, keys, jobs, offset, jobItems, 1, groups)
    local _, creations = string.gsub(added, '%l', '')
    countAdded(unit, creations, #added)
    for i, place in ipairs(places) do marks[place] = string.sub(added, i, i) end
    for id, i in pairs(created) do
      positions[id] = places[i]
      past[#past + 1] = resultOf[id]
    end
  end
  return marks, positions, past
end
