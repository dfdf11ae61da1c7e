-- Bytes inside text, as JSON carries it: each byte is the character of its number, so ASCII stays what it is.
local WIDE = {}
local NARROW = {}

local function textOf(bytes)
  if not string.find(bytes, '[\128-\255]') then return bytes end
  if not WIDE['\128'] then
    for low = 128, 191 do
      WIDE[string.char(low)] = '\194' .. string.char(low)
      WIDE[string.char(low + 64)] = '\195' .. string.char(low)
    end
  end
  local text = string.gsub(bytes, '[\128-\255]', WIDE)
  return text
end

-- An argument begins with t when the rest is meant as it is, with b when its characters stand for bytes.
local function bytesOf(argument)
  local text = string.sub(argument, 2)
  if string.sub(argument, 1, 1) == 't' then return text end
  if not NARROW['\194\128'] then
    for low = 128, 191 do
      NARROW['\194' .. string.char(low)] = string.char(low)
      NARROW['\195' .. string.char(low)] = string.char(low + 64)
    end
  end
  local bytes = string.gsub(text, '[\194\195][\128-\191]', NARROW)
  return bytes
end
