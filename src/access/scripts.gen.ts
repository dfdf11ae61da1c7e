// Made from src/access/lua by npm run build:lua; do not edit.
import { script } from "../engine/script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $readTime = "local function ab(d)local a=string.byte(d)~=61 and redis.pcall('TIME')if a and not a.err then return a[1]*1000+(a[2]-a[2]%1000)/1000 end return tonumber(string.match(d,'%d+'))end ";
const $digits = "local function aa(q)return string.format('%d',q)end ";

/** 95 bytes. */
export const addAuditEntry = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/addAuditEntry" : "addAuditEntry",
  ["audit"],
  ["entry", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local n=KEYS[1]local j,A=ARGV[1],ARGV[2]redis.call('XADD',n,'MAXLEN','~',A,'*','e',j)return'ok'",
  ],
);

/** 652 bytes. */
export const chargeToken = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/chargeToken" : "chargeToken",
  ["usage"],
  ["times", "requests", "bytes"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local s=KEYS[1]local d,C,w=unpack(ARGV,1,3)local l=tonumber(C)local i=tonumber(w)",
    $readTime,
    $digits,
    "local g=ab(d)local u,t=aa((g-g%60000)/60000),aa((g-g%86400000)/86400000)local m=redis.call('HMGET',s,'minute','requests','day','bytes')if m[1]==u then l=l+m[2]end if m[3]==t then i=i+m[4]end redis.call('HSET',s,'minute',u,'requests',aa(l),'day',t,'bytes',aa(i))redis.call('PEXPIRE',s,aa(86400000))return'ok\\n'..aa(g)..' '..aa(l)..' '..aa(i)",
  ],
);

/** 89 bytes. */
export const ensureSecret = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/ensureSecret" : "ensureSecret",
  ["secret"],
  ["fresh"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local v=KEYS[1]local y=ARGV[1]redis.call('SET',v,y,'NX')return'ok\\n'..redis.call('GET',v)",
  ],
);

/** 170 bytes. */
export const listAuditEntries = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/listAuditEntries" : "listAuditEntries",
  ["audit"],
  ["from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local n=KEYS[1]local z,p=ARGV[1],ARGV[2]local f={'ok'}for k,j in ipairs(redis.call('XRANGE',n,z,'+','COUNT',p))do f[k+1]=j[1]..' '..j[2][2]end return table.concat(f,'\\n')",
  ],
);

/** 127 bytes. */
export const listTokens = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/listTokens" : "listTokens",
  ["tokens"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local c=KEYS[1]local f,o={'ok'},redis.call('HGETALL',c)for k=1,#o,2 do f[#f+1]=o[k]..' '..o[k+1]end return table.concat(f,'\\n')",
  ],
);

/** 370 bytes. */
export const noteTokenUse = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/noteTokenUse" : "noteTokenUse",
  ["tokens"],
  ["name", "stored", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local c=KEYS[1]local e,h,d=unpack(ARGV,1,3)",
    $readTime,
    $digits,
    "if h==''or redis.call('HEXISTS',c,e)==1 then redis.call('HSET',c,'@'..e,aa(ab(d)))end return'ok'",
  ],
);

/** 93 bytes. */
export const revokeToken = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/revokeToken" : "revokeToken",
  ["tokens"],
  ["name"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local c=KEYS[1]local e=ARGV[1]redis.call('HDEL',c,'@'..e)return'ok\\n'..redis.call('HDEL',c,e)",
  ],
);

/** 225 bytes. */
export const saveToken = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "access/saveToken" : "saveToken",
  ["tokens"],
  ["name", "text", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local c=KEYS[1]local e,D,B=unpack(ARGV,1,3)local p=tonumber(B)local h=0 for E,x in ipairs(redis.call('HKEYS',c))do if string.byte(x)~=64 then h=h+1 end end if h>=p then return'full'end return'ok\\n'..redis.call('HSETNX',c,e,D)",
  ],
);
