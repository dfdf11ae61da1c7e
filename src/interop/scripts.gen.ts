// Made from src/interop/lua by npm run build:lua; do not edit.
import { script } from "../core/script.ts";

const $alias_string_char = "local d=string.char ";
const $alias_string_format = "local B=string.format ";
const $alias_redis_call = "local b=redis.call ";
const $alias_unpack = "local g=unpack ";
const $alias_tonumber = "local j=tonumber ";
const $timeNow = "local function y()local b=string.match(f,'^=(%d+)$')if b then return j(b)end local a=redis.pcall('TIME')if a.err then return j(f)end return a[1]*1000+math.floor(a[2]/1000)end ";
const $remember = "local function t(c,b,i)redis.pcall('SET',c,b,'PX',i)end ";
const $bytesOf = "local function s(c)local b=string.sub(c,2)if string.sub(c,1,1)=='t'then return b end if not p then p={}for a=128,191 do p['\\194'..d(a)]=d(a)p['\\195'..d(a)]=d(a+64)end end return(string.gsub(b,'[\\194\\195][\\128-\\191]',p))end ";
const $markOf = "local function H(e)local m,s,p=string.match(e or'','^(%d+) (%S+) (%d+)$')return j(m or 0),s or'-',j(p or 0)end ";
const $mark = "local function z(m,s,p)return B('%.0f %s %d',m,s,p)end ";
const $writeMarks = "local function M(o,k,u)local c,d={},{}for a,e in pairs(k)do if string.find(e,'^0 %S+ 0$')then d[#d+1]=a else c[#c+1]=a c[#c+1]=e end end if#c>0 then b('HSET',o,g(c))b('EXPIRE',o,u)end if#d>0 then b('HDEL',o,g(d))end end ";
const $answered = "local p=b('GET',c)";
const $removeAt = "local function O(e,a)local f='\\1leasehold:removed\\1'for t,d in ipairs(a)do b('LSET',e,d,f)end if#a>0 then b('LREM',e,#a,f)end end ";
const $putBack = "local function K(e,f,E)if#f>0 then b(E=='1'and'LPUSH'or'RPUSH',e,g(f))end end ";
const $exists = "local function y(c,a)return b('EXISTS',l..c..a)==1 end ";
const $textOf = "local function o(b)if not string.find(b,'[\\128-\\255]')then return b end if not r then r={}for a=128,191 do r[d(a)]='\\194'..d(a)r[d(a+64)]='\\195'..d(a)end end return(string.gsub(b,'[\\128-\\255]',r))end ";

/** 2055 bytes. */
export const add = /* @__PURE__ */ script(
  "add",
  ["queue", "processing", "marks", "found", "reply"],
  ["clock", "root", "keep", "life", "always", "reach", "fields..."],
  $alias_string_char,
  $alias_string_format,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,h,o,m,c=g(KEYS,1,5)local f,l,i,u,q=g(ARGV,1,5)u=j(u)local w,v=j(ARGV[6]),{g(ARGV,7)}",
  $timeNow,
  $remember,
  "local r,p ",
  $bytesOf,
  $markOf,
  $mark,
  $writeMarks,
  $answered,
  "if p then return{'ok',p}end local x,j,n,p,k={},{},{},{},nil for i=1,#v,2 do local a,d=s(v[i]),s(v[i+1])local r=l..':item:'..a local c=false if q=='1'then c=redis.pcall('SET',r,d,'GET')end local f=c if q~='1'then f=redis.pcall('SET',r,d,'NX')end if type(f)=='table'and f.err then k=f break end local h=q=='1'and not c or q~='1'and f p[#p+1]={r,c,h}x[#x+1]=h and'a'or'k'local e=h and j or n e[#e+1]=a end if not k and#j>0 then local f=redis.pcall('LPUSH',e,g(j))if type(f)=='table'then k=f end end if k then for i=#p,1,-1 do local r,c,h=g(p[i])if h then b('DEL',r)elseif c then redis.pcall('SET',r,c)end end return k end local k,v={},nil for t,a in ipairs(j)do k[a]='0 - 0'end if#j>0 then b('HDEL',m,g(j))end for t,a in ipairs(n)do local c=b('LLEN',e)<=w and b('LLEN',h)<=w if c and not k[a]and not b('LPOS',e,a)and not b('LPOS',h,a)and b('EXISTS',l..':lease:'..a)==0 then local m,t,p=H(b('HGET',o,a))v=v or y()if m==0 then k[a]=z(v,'-',p)end end end M(o,k,u)local b=table.concat(x)t(c,b,i)return{'ok',b}",
);

/** 1042 bytes. */
export const complete = /* @__PURE__ */ script(
  "complete",
  ["queue", "processing", "marks", "found", "reply"],
  ["root", "keep", "reach", "id", "holder", "digest"],
  $alias_string_char,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,h,o,m,c=g(KEYS,1,5)local l,i,w,f=g(ARGV,1,4)w=j(w)local q,k=ARGV[5],ARGV[6]",
  $remember,
  "local r,p ",
  $bytesOf,
  $markOf,
  $answered,
  "if p then return{'ok',p}end local a=s(f)local r,j=l..':item:'..a,l..':lease:'..a local f=b('GET',j)local d=b('EXISTS',r)==1 local l,g=f==q,q==''or f==q if d and not g and redis.sha1hex(b('GET',r))==k then local t,t,p=H(b('HGET',o,a))g=p>0 or not f and b('LPOS',h,a)and not b('LPOS',e,a)end local f='0'if g or not d then f=tostring(b('DEL',r))b('LREM',h,0,a)if not l or b('LLEN',e)<=w then b('LREM',e,0,a)end b('DEL',j)b('HDEL',o,a)b('HDEL',m,a)end t(c,f,i)return{'ok',f}",
);

/** 86 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["queue", "processing"],
  [],
  $alias_redis_call,
  "local e,h=KEYS[1],KEYS[2]return{'ok',b('LLEN',e)..' '..b('LLEN',h)}",
);

/** 3317 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["queue", "processing", "found", "audit"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "work", "life", "pattern", "knowsNested", "nested..."],
  $alias_string_format,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,h,m,A=g(KEYS,1,4)local f,l,n,N,a=g(ARGV,1,5)n=j(n)local p,E,t,u=g(ARGV,6,9)p=j(p)t=j(t)u=j(u)local I,w,F=ARGV[10],ARGV[11],{g(ARGV,12)}",
  $timeNow,
  $removeAt,
  $putBack,
  "local k,q,d=g(b('HMGET',A,'audit','stage','place'))local o,r,i,x,z,D=0,0,0,0,0,0 local function f(b)local c={b,o,r,i,x,z,B('%.0f',D)}return{'ok',table.concat(c,' '),'t'..(k or a)}end if a~=''and a~=k then return f(1)end local v,c=y(),{}k,q,d=k or N,q or'scan',d or'0'local C,s=l..':item:',0 ",
  $exists,
  "local function H(g)if w~='1'then return string.find(g,':item:',#l+6,true)end for t,a in ipairs(F)do if string.sub(g,1,#a+6)==a..':item:'then return true end end end local function w(a,l)c[#c+1]=a c[#c+1]=l end local function F(e,k,p,o)local h,c,D,n=j(d),{},{},{}local f=b('LRANGE',e,h,h+k-1)if#f>0 then n=b('HMGET',m,g(f))end for i,a in ipairs(f)do local l=D[a]or n[i]if not l and not y(':item:',a)then c[#c+1],x=h+i-1,x+1 elseif l and l~='x'then D[a]=o(a,l)w(a,D[a])end end O(e,c)d=B('%d',h+#f-#c)if#f<k then q,d=p,'0'end return#f end local function G(a,f)if b('PTTL',C..a)>=0 then return end s=s+b('LLEN',e)+b('LLEN',h)local d=b('LPOS',e,a,'COUNT',0)local c=b('LPOS',h,a,'COUNT',0)if not y(':item:',a)then if#d>0 then b('LREM',e,0,a)end if#c>0 then b('LREM',h,0,a)end x=x+(#d+#c>0 and 1 or 0)elseif y(':lease:',a)then if#d>0 then b('LREM',e,0,a)end if#c>1 then b('LREM',h,#c-1,a)end if#c==0 then b('LPUSH',h,a)end if#c==0 and#d==0 then r=r+1 end if#d+#c>1 or#d==1 then i=i+1 end elseif#d>0 then if#d>1 then b('LREM',e,#d-1,a)end if#c>0 then b('LREM',h,0,a)end if#d+#c>1 then i=i+1 end elseif#c>1 then b('LREM',h,#c-1,a)i=i+1 elseif#c==0 then if not f then return true end K(e,{a},E)r=r+1 end end local function x()if#c==0 then return end for h=1,#c,1000 do b('HSET',m,g(c,h,math.min(h+999,#c)))end b('EXPIRE',m,u)c={}end local function r(k)local c,e,f=b('HSCAN',m,d,'COUNT',k),{},0 for i=1,#c[2],2 do local a,l=c[2][i],c[2][i+1]local n=j(l)if n and v-n<p then f=math.max(f,n+p-v)elseif l=='q'or l=='p'or s<=t and not G(a,n)then e[#e+1]=a elseif s<=t then w(a,B('%.0f',v))end end for h=1,#e,1000 do b('HDEL',m,g(e,h,math.min(h+999,#e)))end o=o+(c[1]=='0'and#c[2]/2 or k)if s>t then return false end d=c[1]if d~='0'then return true end D=f>0 and f or p return false end local i=true while i and o<n do local k=n-o if q=='scan'then local c=b('SCAN',d,'MATCH',I,'COUNT',k,'TYPE','string')for t,g in ipairs(c[2])do if H(g)then z=z+1 else w(string.sub(g,#C+1),'s')end end d=c[1]o=o+(d=='0'and#c[2]or k)if d=='0'then q='queue'end elseif q=='queue'then o=o+F(e,k,'processing',function(a,l)return l=='s'and not y(':lease:',a)and'q'or'x'end)elseif q=='processing'then o=o+F(h,k,'check',function(t,l)return l=='s'and'p'or'x'end)else i=r(k)if d=='0'and b('EXISTS',m)==0 then b('DEL',A)D=0 return f(1)end end x()end b('HSET',A,'audit',k,'stage',q,'place',d)b('EXPIRE',A,u)return f(0)",
);

/** 546 bytes. */
export const failed = /* @__PURE__ */ script(
  "failed",
  ["failed"],
  ["limit", "most"],
  $alias_string_char,
  $alias_redis_call,
  $alias_tonumber,
  "local C,n,m=KEYS[1],j(ARGV[1]),j(ARGV[2])local r,p ",
  $textOf,
  "local g,j,a={'ok'},0,'0'repeat local c=b('HSCAN',C,a,'COUNT',10)a=c[1]for i=1,#c[2],2 do if#g<=n*2 and j<m then local d=c[2][i+1]g[#g+1]='i'..redis.sha1hex(d)..o(c[2][i])g[#g+1]='d'..o(d)j=j+#d end end until a=='0'or#g>n*2 or j>=m return g",
);

/** 1165 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["queue", "processing", "reply"],
  ["root", "count", "seconds", "holder", "keep", "limit", "most"],
  $alias_string_char,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,h,c=g(KEYS,1,3)local l,k,s,q,i=g(ARGV,1,5)k=j(k)local n,m=j(ARGV[6]),j(ARGV[7])",
  $remember,
  "local r,p ",
  $textOf,
  "local g,f,j={'ok','0'},{},0 local function r(a,d)g[#g+1]='i'..redis.sha1hex(d)..o(a)g[#g+1]='d'..o(d)j=j+#d end ",
  $answered,
  "if p then local c=1 while c<=#p do local e,h=string.match(p,'^(%d+):()',c)local a=string.sub(p,h,h+e-1)c=h+e local d=b('GET',l..':lease:'..a)==q and b('GET',l..':item:'..a)if d then r(a,d)end end return g end local o=0 while#f<k and j<m do if o>=n then g[2]='1'break end local a=b('LMOVE',e,h,'RIGHT','LEFT')if not a then break end local d=redis.pcall('GET',l..':item:'..a)if type(d)=='table'then d=false end if d and b('SET',l..':lease:'..a,q,'EX',s,'NX')then r(a,d)f[#f+1]=#a..':'..a else o=o+1 b('LPOP',h)if d and not b('LPOS',h,a)then b('LPUSH',h,a)end end end if#f>0 then t(c,table.concat(f),i)end return g",
);

/** 2795 bytes. */
export const lightClean = /* @__PURE__ */ script(
  "lightClean",
  ["queue", "processing", "marks", "pass", "failed"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "attempts", "reach", "life"],
  $alias_string_format,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,h,o,A,C=g(KEYS,1,5)local f,l,n,N,a=g(ARGV,1,5)n=j(n)local p,E,I=g(ARGV,6,8)p=j(p)I=j(I)local w,u=j(ARGV[9]),j(ARGV[10])",
  $timeNow,
  $markOf,
  $mark,
  $writeMarks,
  $removeAt,
  $putBack,
  "local s,q,d=g(b('HMGET',A,'pass','stage','place'))local G,L,J,x,r,F,D=0,0,0,0,0,0,0 local function f(b)local c={b,G,L,J,x,r,F,B('%.0f',D)}return{'ok',table.concat(c,' '),'t'..(s or a)}end if a~=''and a~=s then return f(1)end s,q=s or N,q or'list'local v,k,B=y(),{},{}",
  $exists,
  "local function N(m)if v-m>=p then return true end F,D=F+1,math.max(D,m+p-v)end local function Q(f)local m,h={},0 while h<w do local c=b('LRANGE',e,-h-1000,-h-1)for t,a in ipairs(c)do if f[a]then m[a]=true end end h=#c==1000 and h+1000 or w end return m end if q=='list'then d=j(d or 0)local f=b('LRANGE',h,d,d+n-1)local P,A,w,c={},{},{},{}if#f>0 then P=b('HMGET',o,g(f))end for i,a in ipairs(f)do local m,D,p=H(k[a]or P[i])if not y(':item:',a)then c[#c+1],x=d+i-1,x+1 k[a]='0 - 0'elseif not y(':lease:',a)then if m==0 then k[a]=z(v,s,p)F=F+1 elseif D~=s and not w[a]then if N(m)then w[a]=p+1 A[#A+1]=a else k[a]=z(m,s,p)end end end if w[a]then c[#c+1]=d+i-1 end end if#A>0 then local R=Q(w)for t,a in ipairs(A)do local r=l..':item:'..a if R[a]then k[a]=z(0,'-',w[a]-1)elseif w[a]>=I then b('HSET',C,a,b('GET',r))b('DEL',r)k[a]='0 - 0'J=J+1 else B[#B+1]=a k[a]=z(0,'-',w[a])L=L+1 end end end K(e,B,E)O(h,c)M(o,k,u)G,d=#f,d+#f-#c if#f<n then q,d,k,B='marks','0',{},{}end end if q=='marks'then local c,t=b('HSCAN',o,d,'COUNT',n),0 d,G=c[1],G+#c[2]/2 for i=1,#c[2],2 do local a=c[2][i]local m,D,p=H(c[2][i+1])if not y(':item:',a)then k[a]='0 - 0'elseif m>0 and D~=s then if y(':lease:',a)then k[a]=z(0,'-',p)elseif t<20*w then t=t+b('LLEN',e)+b('LLEN',h)if not b('LPOS',h,a)then if b('LPOS',e,a)then k[a]=z(0,'-',p)elseif N(m)then k[a],r=z(0,'-',p),r+1 B[#B+1]=a end end end end end K(e,B,E)M(o,k,u)if d=='0'then b('DEL',A)return f(1)end end b('HSET',A,'pass',s,'stage',q,'place',d)b('EXPIRE',A,u)return f(0)",
);

/** 856 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["queue", "failed", "marks", "reply"],
  ["root", "keep", "limit", "ids..."],
  $alias_string_char,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  "local e,C,o,c=g(KEYS,1,4)local l,i,n,f=ARGV[1],ARGV[2],j(ARGV[3]),{g(ARGV,4)}",
  $remember,
  "local r,p ",
  $bytesOf,
  $answered,
  "if p then return{'ok',p}end local g,k={},0 for i,a in ipairs(f)do g[i]=s(a)end if#f==0 then local a='0'repeat local m=b('HSCAN',C,a,'COUNT',10)a=m[1]for i=1,#m[2],2 do if#g<n then g[#g+1]=m[2][i]end end until a=='0'or#g>=n end for t,a in ipairs(g)do local d=b('HGET',C,a)if d and b('SET',l..':item:'..a,d,'NX')then b('LPUSH',e,a)b('HDEL',C,a)b('HDEL',o,a)k=k+1 end end t(c,k,i)return{'ok',tostring(k)}",
);
