-- Bytes as text that JSON can carry: each byte is the character with its number, so ASCII stays unchanged.
local WIDE = {}
local NARROW = {}

-- Returns bytes as text.
local function toText(bytes)
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

-- Returns the bytes of an argument: the text after a t, or a byte for each character after a b.
local function toBytes(argument)
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
