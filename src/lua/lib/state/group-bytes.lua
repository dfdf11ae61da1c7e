include "groups"

-- Parts of the field of a group (lib/state/groups.lua), for the hot scripts.

-- Returns the bytes of the number of held jobs.
local function heldBytes(held)
  if held < 128 then return string.char(held, 0, 0) end
  local low = held % 128
  local middle = (held - low) / 128 % 128
  return string.char(low, middle, (held - low - middle * 128) / 16384)
end

-- Returns the bytes of the number of a group, and of the number of jobs that were blocked under it.
local function lineBytes(number, back)
  local a, e = number % 128, back % 128
  local b, f = (number - a) / 128 % 128, (back - e) / 128 % 128
  local c, g = (number - a - b * 128) / 16384 % 128, (back - e - f * 128) / 16384 % 128
  return string.char(a, b, c, (number - a - b * 128 - c * 16384) / 2097152,
    e, f, g, (back - e - f * 128 - g * 16384) / 2097152)
end
