include "arrange-groups"
include "duplicates"
include "change-members"
include "waiting"

-- Adds the changed run of an entry to the unit. The attempts of a waiting job stay, those of a failed one begin again. A holder
-- whose lease has expired can no longer settle the job.
local function writeRun(unit, entry)
  local field = RUN_PREFIX .. entry.id
  if entry.isNew then dropFurtherField(unit, entry.bucket, field) return end
  local tail = ' ' .. entry.place .. ' 0 ' .. entry.expiresAt
  local run = 'W' .. string.sub(entry.run, 2)
  if entry.before == 'failed' then
    run = string.gsub(run, '^W (%d+) %d+ %d+ %d+ %d+ %d+[^\n]*', 'W %1 0 0' .. tail)
  else
    run = string.gsub(run, '^(W %d+ %d+ %d+) %d+ %d+ %d+', '%1' .. tail)
  end
  rewriteField(unit, entry.bucket, field, run, entry.run)
end

-- Moves the job of an entry from its state to the new one. In a queue with groups, `arrangeGroups` decides which it is.
local function moveEntry(unit, keys, entry)
  local id, before, set, isGrouped = entry.id, entry.before, entry.set, hasFlag(unit, 'g')
  local stays = not entry.isMoved
  if before == set and (not isGrouped or set == 'ready' and stays) then saveOld(unit, keys[set], id, entry.beforeScore)
  elseif before then leave(unit, before, id) end
  if entry.expiresAt ~= '0' then saveOld(unit, keys.expiring, id, entry.expiry)
  elseif entry.expiry then leave(unit, 'expiring', id) end
  enterWaiting(unit, set, entry.score, id, entry.expiresAt)
  if not isGrouped then return end
  if not unit.members then unit.members = {} end
  if entry.cost or unit.members[id] then
    local member = changeMember(unit, entry.bucket, id, entry.cost, entry.group)
    member.staysHeld = true
    member.keptScore = stays and before == 'blocked' and entry.beforeScore
    member.staysHead = stays and before == 'delayed'
  end
end

-- Adds the changes of an entry to the unit.
local function writeEntry(unit, keys, entry)
  local id, bucket = entry.id, entry.bucket
  if entry.newFollower then
    putField(unit, bucket, FOLLOWER_PREFIX .. id, entry.newFollower, entry.follower)
    if not entry.follower then unit.runsMore = (unit.runsMore or 0) + 1 end
    if not hasFlag(unit, 'f') then unit.flags = unit.flags .. 'f' end
  end
  if not entry.head then return end
  putField(unit, bucket, id, entry.head .. ':' .. entry.payload, entry.record)
  if entry.run then writeRun(unit, entry) end
  -- The payload of a follower is older than the new one.
  if entry.follower then dropFurtherField(unit, bucket, FOLLOWER_PREFIX .. id) end
  moveEntry(unit, keys, entry)
  if entry.rememberedUntil then enter(unit, 'seen', digits(entry.rememberedUntil), id) end
end

-- The letters of jobs that are ready, by those of jobs that their groups have blocked or delayed.
local LETTERS_IN_LINE = { blocked = { r = 'b', n = 'z', i = 'y', R = 'B' }, delayed = { r = 'd', n = 'o', i = 'j', R = 'D' } }

-- Arranges the groups of the jobs, and returns their letters with the states to which their groups have put them. `ids` has
-- the id of each job.
local function arrangeEntries(unit, keys, jobs, offset, entries, ids, letters)
  unit.replaces = true
  arrangeGroups(unit, keys, jobs, offset)
  local states, list = {}, {}
  for _, set in ipairs({ 'ready', 'delayed', 'blocked' }) do
    local entering = unit.to[set] or {}
    for i = 2, #entering, 2 do states[entering[i]] = set end
  end
  for i, id in ipairs(ids) do
    local entry, letter = entries[id], string.sub(letters, i, i)
    local inLine = entry.set == 'ready' and LETTERS_IN_LINE[states[id]]
    list[i] = inLine and inLine[letter] or letter
  end
  for id, entry in pairs(entries) do
    -- It was ready before.
    if entry.head and entry.before == 'ready' and states[id] == 'ready' then unit.readied = unit.readied - 1 end
  end
  return table.concat(list)
end
