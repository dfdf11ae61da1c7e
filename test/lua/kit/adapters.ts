// Adapters that refuse writes of a script, as Redis does when a key or the memory is full, or that note its commands.
import { expect } from "vitest";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName } from "../../setup/queue.ts";
import { redis } from "./connection.ts";

/** Returns an adapter that puts Lua before each script, such as a local `redis` that hides Redis's own. */
export function withLuaPrefix(prefix: string): () => Adapter {
  return () => ({
    run: (script, keys, args) => nodeRedis(redis()).run({ ...script, text: prefix + script.text }, keys, args),
  });
}

const FULL_RECORD = "ERR max single record size exceeded";
/** The error of a Redis whose memory is full. */
export const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
/** The condition for a write to meta. */
export const TO_META = "string.find(key,':meta$')";

/**
 * Refuses each growing write that meets a condition. The condition is Lua over `name` and `key` of the command, `n`,
 * the number of growing writes so far, and `freed`, which is true after an HDEL.
 */
export function refuseWrites(condition: string, message = FULL_RECORD): () => Adapter {
  return withLuaPrefix(`local redis=(function(real)
local refused,n,freed=real.error_reply(${JSON.stringify(message)}),0,false
local grows={ZADD=1,HSET=1,SET=1,APPEND=1,HINCRBY=1,XADD=1}
local function refuses(name,key)
  if name=='HDEL' then freed=true end
  if not grows[name] then return false end
  n=n+1
  return ${condition}
end
return setmetatable({
  call=function(...) if refuses(...) then error(refused) end return real.call(...) end,
  pcall=function(...) if refuses(...) then return refused end return real.pcall(...) end,
},{__index=real})end)(redis) `);
}

/** Refuses growing writes until something was deleted, as Redis does while its memory is full. */
export function fillMemory(): () => Adapter {
  return refuseWrites("not freed", OUT_OF_MEMORY);
}

/** Expects that a call fails because a key is full. */
export async function expectRefused(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({ code: "record_too_large" });
}

/**
 * Returns an adapter, and a function that resolves with the commands since its last call. A command is its name and its
 * arguments; a key is reduced to its last part.
 */
export function recordCommands(): [adapter: () => Adapter, commands: () => Promise<string[]>] {
  const list = `recorded:${freshName()}`;
  const adapter = withLuaPrefix(`local redis=(function(real)
local function note(...)
  local words={...}
  for i,word in ipairs(words) do words[i]=string.gsub(word,'^.*}:','') end
  real.call('RPUSH','${list}',table.concat(words,' '))
end
return setmetatable({
  call=function(...) note(...) return real.call(...) end,
  pcall=function(...) note(...) return real.pcall(...) end,
},{__index=real})end)(redis) `);
  return [
    adapter,
    async () => {
      const noted = await redis().lRange(list, 0, -1);
      await redis().del(list);
      return noted;
    },
  ];
}
