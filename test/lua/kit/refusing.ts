// A Redis that refuses some of the writes of a script, as one does where a key or the memory is full.
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { redis } from "./state.ts";

const FULL = "ERR max single record size exceeded";
export const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";

/** Refuses each write for which `condition` holds; Lua, of `name`, `key` and `n`, the number of writes that grow something. */
export function refusing(condition: string, message = FULL): () => Adapter {
  const prefix = `local redis=(function(real)
local refused,n,freed=real.error_reply(${JSON.stringify(message)}),0,false
local grows={ZADD=1,HSET=1,SET=1,APPEND=1,HINCRBY=1,XADD=1}
local function no(name,key)
  if name=='HDEL' then freed=true end
  if not grows[name] then return false end
  n=n+1
  return ${condition}
end
return setmetatable({
  call=function(...) if no(...) then error(refused) end return real.call(...) end,
  pcall=function(...) if no(...) then return refused end return real.pcall(...) end,
},{__index=real})end)(redis) `;
  return () => ({
    run: (script, keys, args) => nodeRedis(redis()).run({ ...script, text: prefix + script.text }, keys, args),
  });
}
