// Made from src/access/lua by npm run build:lua; do not edit.
import { script } from "../core/script.ts";

const $readTime = "local function ab(d)local a=string.byte(d)~=61 and redis.pcall('TIME')if a and not a.err then return a[1]*1000+(a[2]-a[2]%1000)/1000 end return tonumber(string.match(d,'%d+'))end ";
const $digits = "local function aa(p)return string.format('%d',p)end ";

/** 652 bytes. */
export const charge = /* @__PURE__ */ script(
  "charge",
  ["usage"],
  ["times", "requests", "bytes"],
  "local r=KEYS[1]local d,A,v=unpack(ARGV,1,3)local k=tonumber(A)local h=tonumber(v)",
  $readTime,
  $digits,
  "local g=ab(d)local t,s=aa((g-g%60000)/60000),aa((g-g%86400000)/86400000)local l=redis.call('HMGET',r,'minute','requests','day','bytes')if l[1]==t then k=k+l[2]end if l[3]==s then h=h+l[4]end redis.call('HSET',r,'minute',t,'requests',aa(k),'day',s,'bytes',aa(h))redis.call('PEXPIRE',r,aa(86400000))return'ok\\n'..aa(g)..' '..aa(k)..' '..aa(h)",
);

/** 95 bytes. */
export const note = /* @__PURE__ */ script(
  "note",
  ["audit"],
  ["entry", "keep"],
  "local m=KEYS[1]local i,y=ARGV[1],ARGV[2]redis.call('XADD',m,'MAXLEN','~',y,'*','e',i)return'ok'",
);

/** 170 bytes. */
export const notes = /* @__PURE__ */ script(
  "notes",
  ["audit"],
  ["from", "limit"],
  "local m=KEYS[1]local x,o=ARGV[1],ARGV[2]local f={'ok'}for j,i in ipairs(redis.call('XRANGE',m,x,'+','COUNT',o))do f[j+1]=i[1]..' '..i[2][2]end return table.concat(f,'\\n')",
);

/** 93 bytes. */
export const revokeToken = /* @__PURE__ */ script(
  "revokeToken",
  ["tokens"],
  ["name"],
  "local c=KEYS[1]local e=ARGV[1]redis.call('HDEL',c,'@'..e)return'ok\\n'..redis.call('HDEL',c,e)",
);

/** 150 bytes. */
export const saveToken = /* @__PURE__ */ script(
  "saveToken",
  ["tokens"],
  ["name", "text", "limit"],
  "local c=KEYS[1]local e,C,z=unpack(ARGV,1,3)local o=tonumber(z)if redis.call('HLEN',c)>=o then return'full'end return'ok\\n'..redis.call('HSETNX',c,e,C)",
);

/** 89 bytes. */
export const secret = /* @__PURE__ */ script(
  "secret",
  ["secret"],
  ["fresh"],
  "local u=KEYS[1]local w=ARGV[1]redis.call('SET',u,w,'NX')return'ok\\n'..redis.call('GET',u)",
);

/** 127 bytes. */
export const tokens = /* @__PURE__ */ script(
  "tokens",
  ["tokens"],
  [],
  "local c=KEYS[1]local f,n={'ok'},redis.call('HGETALL',c)for j=1,#n,2 do f[#f+1]=n[j]..' '..n[j+1]end return table.concat(f,'\\n')",
);

/** 370 bytes. */
export const useToken = /* @__PURE__ */ script(
  "useToken",
  ["tokens"],
  ["name", "stored", "times"],
  "local c=KEYS[1]local e,B,d=unpack(ARGV,1,3)",
  $readTime,
  $digits,
  "if B==''or redis.call('HEXISTS',c,e)==1 then redis.call('HSET',c,'@'..e,aa(ab(d)))end return'ok'",
);
