-- Bytes inside text, as JSON carries it: each byte is the character of its number, so ASCII stays what it is.
local wide, narrow

local function textOf(bytes)
  if not string.find(bytes, '[\128-\255]') then return bytes end
  if not wide then
    wide = {}
    for low = 128, 191 do
      wide[string.char(low)] = '\194' .. string.char(low)
      wide[string.char(low + 64)] = '\195' .. string.char(low)
    end
  end
  return (string.gsub(bytes, '[\128-\255]', wide))
end

-- An argument begins with t when the rest is meant as it is, with b when its characters stand for bytes.
local function bytesOf(argument)
  local text = string.sub(argument, 2)
  if string.sub(argument, 1, 1) == 't' then return text end
  if not narrow then
    narrow = {}
    for low = 128, 191 do
      narrow['\194' .. string.char(low)] = string.char(low)
      narrow['\195' .. string.char(low)] = string.char(low + 64)
    end
  end
  return (string.gsub(text, '[\194\195][\128-\191]', narrow))
end
