// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $alias_string_match = "local w=string.match ";
const $alias_redis_call = "local b=redis.call ";
const $alias_unpack = "local d=unpack ";
const $alias_tonumber = "local n=tonumber ";
const $alias_ipairs = "local h=ipairs ";
const $timeNow = "local function i()local c=w(a,'^=(%d+)$')if c then return n(c)end local b=redis.pcall('TIME')if b.err then return n(a)end return b[1]*1000+math.floor(b[2]/1000)end ";
const $firstReply = "local function g()local a=b('GET',e)if a then redis.pcall('HINCRBY',v,'replayed',1)end return a end ";
const $remember = "local function F(a)b('SET',e,a,'PX',f)end ";
const $LAYOUT = "local N=1 ";
const $readMeta = "local function a(...)local c=b('HMGET',v,'layout','sequence','fence',...)if n(c[1]or 0)>N then return end return n(c[2]or 0),n(c[3]or 0),d(c,4)end ";
const $addTotals = "local function L(f)for c,a in pairs(f)do if a>0 then b('HINCRBY',v,c,a)end end end ";
const $bucketOf = "local function q(e)local a,b=string.byte(e,-2,-1)return(#e+string.byte(e,math.ceil(#e/2))+a+(b or 0))%16+1 end ";
const $byBucket = "local function O(c)local k,i={},{}for a,e in h(c)do local f=q(e)local g=k[f]if not g then g={}k[f],i[f]=g,{}end g[#g+1]=e i[f][#g]=a end return k,i end ";
const $dropRecords = "local function R(m,c)for f,g in pairs(O(c))do b('HDEL',m[f],d(g))end end ";
const $first = "local a=g()";
const $text = "local a=table.concat(l)";
const $push = "local function y(O,a,b)O[#O+1]=a O[#O+1]=b end ";
const $BAND = "local x=10000000000000 ";
const $orderOf = "local function Q(p,q)return string.format('%.0f',p*x+q)end ";
const $priorityDue = "local function v(r)return math.floor(r%1*10+0.5)end ";
const $withError = "local function ah(D,g,F,Y)local a='\\n[^\\n]*'local b=string.rep(a,5)return(string.gsub(table.concat({D,'\\n',g,' ',F,' ',Y}),'^([^\\n]*'..a..a..')'..a..'('..b..')$','%1%2'))end ";
const $heal = "local function E(g,q,f)local c=b('ZRANGE',p,'-inf',g,'BYSCORE','LIMIT',0,l)local B,o,m={},{},{}if#c>0 then for a,D in h(b('HMGET',k,d(c)))do local e=c[a]local F,u,t,P=w(D or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if t and F-u>=n(P)then f.failed=f.failed+1 y(o,g,e)y(m,e,ah('F'..string.sub(D,2),g,F,'\"lease expired\"'))else f.reclaimed=f.reclaimed+1 y(B,t or 5*x,e)end end b('ZREM',p,d(c))if#o>0 then b('ZADD',A,d(o))b('HSET',k,d(m))end end local i=b('ZRANGE',s,'-inf','('..g+1,'BYSCORE','LIMIT',0,l,'WITHSCORES')for a=1,#i,2 do f.sequence=f.sequence+1 y(B,Q(v(i[a+1]),q+f.sequence),i[a])end if#i>0 then b('ZREMRANGEBYRANK',s,0,#i/2-1)end if#B>0 then b('ZADD',j,d(B))end end ";
const $recordsOf = "local function I(m,c)local x={}local k,i=O(c)for f,g in pairs(k)do for a,E in h(b('HMGET',m[f],d(g)))do x[i[f][a]]=E end end return x end ";
const $dueOf = "local function ac(i,p)return string.format('%.0f.%d',i,p)end ";
const $verdictsOf = "local function aa(c,N,T)local B,m,l=b('HMGET',k,d(c)),nil,{}for a,o in h(N)do local x,e=w(B[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not x then m=m or b('MGET',d(K))x=string.sub(not B[a]and(m[a]or n(o)<=T and'C')or'U',1,1)elseif e~=o and(x=='L'or x=='W')then x='A'end l[a]=x end return B,l end ";
const $registry = "local d=KEYS[1]";
const $name = "local c=ARGV[1]";
const $firstFence = "local function B(o,g)return o==0 and g*1000 or 0 end ";
const $take = "local function N(g,i,o,f)local t,x,s,v,q,A={},{},{},{},{},false while#t<i and#q<l and not A do local c,D={},{}for a,J in h(b('ZPOPMIN',j,i-#t))do(a%2>0 and c or D)[math.ceil(a/2)]=J end A=#c<i-#t if#c>0 then local z,K=I(m,c),b('HMGET',k,d(c))for a,e in h(c)do local E=z[a]or''local G,M,B=w(string.sub(E,1,60),'^(%d+) %d (%S+) (%S+)\\n')local L=n(B)and G+B or 0 if L>0 and L<=g then f.expired=f.expired+1 end if E==''or L>0 and L<=g then q[#q+1]=e else local F,u,Z=w(K[a]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')f.fence,f.leased=f.fence+1,f.leased+1 F=(F or 0)+1 t[#t+1]=string.format('%.0f %d %s',o+f.fence,F,e)x[#t]=E y(s,g+H,e)y(v,e,string.format('L %.0f %d %d %s %d %.0f %.0f\\n',o+f.fence,F,u or 0,D[a],n(M)or P,L,g)..r..(Z or'\\n'))end end end end if#q>0 then R(m,q)b('ZREM',C,d(q))b('HDEL',k,d(q))end if#t>0 then b('ZADD',p,d(s))b('HSET',k,d(v))end return t,x,A end ";
const $answer = "local function H(l,g,c,t,x,A)local v,e,f=0,nil,{'ok',l}if not c and not A and b('ZCARD',j)>0 then v,e=1,g else for D,i in h({s,p})do local r=n(w(b('ZRANGE',i,0,0,'WITHSCORES')[2]or'','^%d+'))e=r and math.min(r,e or r)or e end end f[3]=string.format('%.0f %d %.0f %s',g,v,e or 0,c or 0)F(table.concat(f,'\\n',2)..'\\n'..table.concat(t,'\\n'))for a,d in h(t)do y(f,d,x[a])end return f end ";
const $leaseNext = "local function e(l,g,q,o,c,f)E(g,q,f)f.fence=B(o,g)local t,x,A=N(g,c and 0 or z,o,f)if r~=''then b('ZADD',u,g,r)end L(f)return H(l,g,c,t,x,A)end ";
const $meta = "local v=KEYS[1]";
const $sequence = "local q=a()";
const $priorityIn = "local function ae(t)return math.floor(t/x)end ";
const $settle = "local function af(g,q,T,f)local c,N,I,v,S,M,z,W,X={},{},{},{},{},{},{},{},{}local ag={[j]={},[s]={},[A]={},[G]={}}for a=1,#J,5 do c[#c+1]=J[a+1]N[#c]=J[a+2]end if#c==0 then return''end local B,l=aa(c,N,T)for a,e in h(c)do local ab,U,Y=J[a*5-4],J[a*5-1],J[a*5]if l[a]=='L'and z[e]then l[a]=z[e]end local E='stale'if l[a]=='L'then local o,F,u,t,P,L,Z=w(B[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local i,r,x=j,t,'W'E='released'if ab=='c'then i,r,x,E=ad=='1'and G,g,'D','completed'if L~='0'then M[#M+1]=e end if U~=''then local H=redis.pcall('SET',K[a],'C '..g..' '..U,'PX',V)if H.err then if#W>0 then b('DEL',d(W))end return nil,H end W[#W+1]=K[a]else X[#X+1]=K[a]end elseif ab=='g'then u=u+1 elseif ab=='f'or F-u>=n(P)then i,r,x,E=A,g,'F','failed'elseif n(U)>0 then i,r,E=s,ac(g+U,ae(t)),'retried'else f.sequence,E=f.sequence+1,'retried't=Q(ae(t),q+f.sequence)r=t end z[e]=x I[#I+1]=e if i then local D=table.concat({x,o,F,u,t,P,L},' ')..Z y(ag[i],r,e)y(v,e,Y~=''and ah(D,g,F,Y)or D)else S[#S+1]=e end end f[E]=f[E]+1 end if#I>0 then if b('ZREM',p,d(I))<#I then b('ZREM',j,d(I))end for i,O in pairs(ag)do if#O>0 then b('ZADD',i,d(O))end end if#v>0 then b('HSET',k,d(v))end if#X>0 then b('DEL',d(X))end if#M>0 then b('ZREM',C,d(M))end if#S>0 then R(m,S)b('HDEL',k,d(S))end end return table.concat(l)end ";

/** 1710 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepResult", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A,G=d(KEYS,1,6)local C,k,e=d(KEYS,7,9)local m,K={d(KEYS,10,25)},{d(KEYS,26)}local a,f,V,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not a()then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local l,q,z,f,g={},{},{},{},i()for o,i in pairs({R=j,D=s,L=p,F=A,O=G})do for a,r in h(b('ZMSCORE',i,d(c)))do if r then l[a]=o end end end for a,e in h(c)do local o=not z[e]and l[a]or'U'l[a],z[e]=o,true if o=='R'or o=='D'or o=='L'then q[#q+1]=e local H=redis.pcall('SET',K[a],'X '..g,'PX',V)if H.err then if#f>0 then b('DEL',d(f))end return H end f[#f+1]=K[a]end end if#q>0 then for D,i in h({j,s,p})do b('ZREM',i,d(q))end b('ZREM',C,d(q))b('HDEL',k,d(q))R(m,q)L({cancelled=#q})end ",
  $text,
  "F(a)return{'ok',a}",
);

/** 3197 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "jobs*16"],
  ["clock", "limit", "silence", "policy"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A,G=d(KEYS,1,6)local C,k,u,m=KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local a,l,e,r=d(ARGV,1,4)l=n(l)",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $priorityDue,
  $bucketOf,
  $byBucket,
  $dropRecords,
  $withError,
  $heal,
  "local q,D,B=a('policy')if not q then return{'newer_layout'}end local g,v=i(),0 local f={sequence=0,reclaimed=0,failed=0,expired=0,purged=0}E(g,q,f)if math.max(f.reclaimed+f.failed,f.sequence)>=l then v=1 end local c,o=b('ZRANGE',C,'-inf',g,'BYSCORE','LIMIT',0,l),{}if#c>0 then local g,f=b('ZMSCORE',j,d(c)),b('ZMSCORE',s,d(c))for a,e in h(c)do if g[a]or f[a]then o[#o+1]=e end end b('ZREM',C,d(c))if#c==l then v=1 end end f.expired=#o local q,t={},0 for J in string.gmatch(r~=''and r or B or'','%S+')do q[#q+1]=n(J)or-1 end for a,i in h({G,A})do local m,z,c=q[a*2-1]or-1,q[a*2]or-1,{}if m>=0 then c=b('ZRANGE',i,'-inf',g-m,'BYSCORE','LIMIT',0,l)end local n=z>=0 and b('ZCARD',i)-z or 0 if n>#c then c=b('ZRANGE',i,0,math.min(n,l)-1)end if#c>0 then b('ZREM',i,d(c))local k,K={},#o for D,x in h({j,s,p})do for a,r in h(b('ZMSCORE',x,d(c)))do k[a]=k[a]or r end end for a,e in h(c)do if not k[a]then o[#o+1]=e end end t=t+#o-K if i==A then f.purged=#o-K end if#c==l then v=1 end end end for c=1,#o,1000 do local a={d(o,c,math.min(c+999,#o))}for D,i in h({j,s,C})do b('ZREM',i,d(a))end b('HDEL',k,d(a))R(m,a)end local a=b('ZREMRANGEBYSCORE',u,'-inf',g-e)L(f)return{'ok',table.concat({f.reclaimed,f.failed,f.sequence,f.expired,t,a,v},' ')}",
);

/** 1269 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers", "jobs*16"],
  ["clock", "names..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p=d(KEYS,1,4)local A,G,u,m=KEYS[5],KEYS[6],KEYS[7],{d(KEYS,8,23)}local a,e=ARGV[1],{d(ARGV,2)}",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local q,D,c=a('paused')if not q then return{'newer_layout'}end local f,K={string.format('%.0f',i())},b('HMGET',v,d(e))for D,i in h({j,s,p,A,G,u})do f[#f+1]=b('ZCARD',i)end local a=b('ZRANGE',j,0,0)local E=#a>0 and I(m,a)[1]f[#f+1]=E and w(E,'^%d+')or'-'f[#f+1]=c or 0 for a,E in h(K)do K[a]=E or 0 end return{'ok',table.concat(f,' '),table.concat(K,' ')}",
);

/** 3439 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "jobs*16"],
  ["clock", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A,G=d(KEYS,1,6)local C,k,m=KEYS[7],KEYS[8],{d(KEYS,9,24)}local a,l=ARGV[1],n(ARGV[2])",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local q,o,c=a('audit')if not q then return{'newer_layout'}end local F,H=w(c or'','^([1-9]%d*) (%d+)$')F,H=n(F or 1),H or'0'local W={j,s,p,A,G}local ac={L={p,j},W={j,s},F={A},D={G}}local g,c,J,f=i(),{},{},{sequence=0,fence=0}local T,P,S,N,M=0,0,0,0,{sequence=0,fence=0,enqueued=0}local function U(d,i)local e=b(d,i,H,'COUNT',l)H=e[1]for a=1,#e[2],2 do c[#c+1]=e[2][a]J[#c]=e[2][a+1]end end local function X(E)f.sequence=f.sequence+1 return Q(w(E or'','^%d+ (%d)')or 5,q+f.sequence)end local function Y(t)local z=math.ceil(t%x)if z>q+f.sequence then M.sequence,f.sequence=1,z-q end end local function ab(u)if u>o+f.fence then M.fence,f.fence=1,math.max(u,g*1000)-o end end local R,Q,V=0,0,0 repeat c,J={},{}if F<=16 then U('HSCAN',m[F])if#c>0 then local z,B={},b('HMGET',k,d(c))for a=1,#c do z[a]={}end for D,i in h(W)do for a,r in h(b('ZMSCORE',i,d(c)))do if r then y(z[a],i,r)end end end for a,e in h(c)do local o,t,Z=w(B[a]or'','^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')if Z and n(Z)<n(w(J[a],'^%d+')or 0)then o,t=nil,nil end local O=ac[o]or{p,j,s,A,G}if#z[a]==0 then T=T+1 local i=(o=='F'or o=='D')and O[1]or j b('ZADD',i,i==j and(t or X(J[a]))or g,e)elseif#z[a]>2 then P=P+1 local f=z[a][1]for aa=#O,1,-1 do for L=1,#z[a],2 do if z[a][L]==O[aa]then f=O[aa]end end end for L=1,#z[a],2 do if z[a][L]~=f then b('ZREM',z[a][L],e)end end end end end elseif F<=21 then local i=W[F-16]U('ZSCAN',i)if#c>0 then local x,B=I(m,c),b('HMGET',k,d(c))for a,e in h(c)do if i==j then Y(J[a])end if not x[a]then S=S+1 b('ZREM',i,e)b('HDEL',k,e)elseif i==p and not string.find(B[a]or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then N=N+1 b('ZREM',i,e)b('ZADD',j,X(x[a]),e)end end end elseif F<=23 then U(F==22 and'HSCAN'or'ZSCAN',F==22 and k or C)if#c>0 then for a,E in h(I(m,c))do local u,t=w(J[a],'^%a (%d+) %d+ %d+ (%d+)')if t then Y(t)ab(n(u))end if not E then N=N+1 b('HDEL',k,c[a])b('ZREM',C,c[a])end end end else local K,q=b('HMGET',v,'enqueued','completed','cancelled','expired','purged'),0 for a=2,5 do q=q+(K[a]or 0)end for a=1,4 do q=q+b('ZCARD',W[a])end if n(K[1]or 0)~=q then M.enqueued=1 b('HSET',v,'enqueued',q)end H='0'end Q,V=Q+#c,V+math.max(#c,l/25)if H=='0'then R=F==24 and 1 or 0 F=F%24+1 end until R==1 or V>=l b('HSET',v,'audit',F..' '..H)L(f)local a=M.sequence+M.fence+M.enqueued return{'ok',table.concat({R,Q,T,P,S,N,a},' ')}",
);

/** 75 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["all..."],
  [],
  $alias_redis_call,
  $alias_unpack,
  "local a=KEYS b('UNLINK',d(a))return{'ok'}",
);

/** 3239 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "reply", "jobs*16", "seen..."],
  ["clock", "keep", "maxLength", "channel", "policy", "fields..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p=d(KEYS,1,4)local A,G,C,e=d(KEYS,5,8)local m,z={d(KEYS,9,24)},{d(KEYS,25)}local a,f,o=d(ARGV,1,3)o=n(o)local E,r,k=ARGV[4],ARGV[5],{d(ARGV,6)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $dueOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local q,D,B,e=a('policy','registered')if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a,e or''}end local g,f=i(),{sequence=0,enqueued=0,duplicates=0}local u,J,t={},{},{}for a=1,#k,4 do if k[a+2]~=''then u[#u+1]=k[a]J[#u]=n(k[a+2])end end if#u>0 then for a,J in h(b('MGET',d(z)))do if J then t[u[a]]='S'end end local c={}for a,E in pairs(I(m,u))do if E then c[#c+1]=u[a]end end if#c>0 then for o,i in pairs({R=j,D=s,L=p,F=A,O=G})do for a,r in h(b('ZMSCORE',i,d(c)))do if r then t[c[a]]=o end end end for D,e in h(c)do t[e]=t[e]or'S'end end end local l,c,x,A={},{},{},{}local H,G,M={},{},{}for a=1,#k,4 do local e,d,b=k[a],k[a+1],k[a+3]local o=t[e]if not o then local p=string.sub(b,1,1)local i=string.sub(d,1,1)=='@'and n(string.sub(d,2))or g+(n(d)or 0)o=i>g and'd'or'r't[e]=string.upper(o)A[e]=true if o=='r'then f.sequence=f.sequence+1 y(H,Q(p,q+f.sequence),e)else y(G,ac(i,p),e)end c[#c+1]=e x[#c]=string.format('%.0f ',g)..b local B=w(string.sub(b,1,40),'^%d %S+ (%d+)\\n')if B then y(M,g+B,e)end end l[#l+1]=o end if o and#c>0 and b('ZCARD',j)+b('ZCARD',s)+#c>o then return{'full'}end local n local function o(...)local H=not n and redis.pcall(...)if type(H)=='table'and H.err then n=H end end local k,i=O(c)for f,g in pairs(k)do local v={}for a,e in h(g)do y(v,e,x[i[f][a]])end o('HSET',m[f],d(v))end if#H>0 then o('ZADD',j,d(H))end if#G>0 then o('ZADD',s,d(G))end if#M>0 then o('ZADD',C,d(M))end for a,e in h(u)do if A[e]and J[a]>0 then o('SET',z[a],1,'PX',J[a])end end if n then for f,g in pairs(k)do redis.pcall('HDEL',m[f],d(g))end for D,i in h({j,s,C})do redis.pcall('ZREM',i,d(c))end for a,e in h(u)do if A[e]then redis.pcall('DEL',z[a])end end return n end if B~=r then b('HSET',v,'layout',N,'policy',r)end f.enqueued,f.duplicates=#c,#l-#c L(f)",
  $text,
  "F(a)if#c>0 then b('PUBLISH',E,g)end return{'ok',a,e or''}",
);

/** 1198 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "runs", "workers", "result..."],
  ["clock", "duration", "worker", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,p,k,u=d(KEYS,1,5)local K={d(KEYS,6)}local a,H,r,J=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local q,o=a()if not q then return{'newer_layout'}end local g,c,N,s,I=i(),{},{},{},{}for a=1,#J,2 do c[#c+1]=J[a]N[#c]=J[a+1]end local D,l=aa(c,N,o)for a,e in h(c)do if l[a]=='L'then I[#I+1]=e y(s,g+H,e)end end if#I>0 and b('ZADD',p,d(s))>0 then b('ZREM',j,d(I))end if r~=''then b('ZADD',u,g,r)end return{'ok',table.concat(l),string.format('%.0f',g+H)}",
);

/** 913 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "leased", "runs", "workers"],
  ["worker", "offset", "limit", "channel"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,p,k,u=d(KEYS,1,5)local r,e,l,E=d(ARGV,1,4)e=n(e)l=n(l)",
  $push,
  $LAYOUT,
  $readMeta,
  $addTotals,
  "if not a()then return{'newer_layout'}end local c,q,B,v=b('ZRANGE',p,e,e+l-1),{},{},{}if#c>0 then for a,D in h(b('HMGET',k,d(c)))do local t,e=w(D or'','^L %d+ %d+ %d+ (%d+)[^\\n]*\\n([^\\n]*)')if e==r then q[#q+1]=c[a]y(B,t,c[a])y(v,c[a],'W'..string.sub(D,2))end end end if#q>0 then b('ZREM',p,d(q))b('ZADD',j,d(B))b('HSET',k,d(v))L({reclaimed=#q})b('PUBLISH',E,'reclaimed')end if#c==l then return{'ok',tostring(#q),tostring(e+l-#q)}end b('ZREM',u,r)return{'ok',tostring(#q),'-'}",
);

/** 74 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  $alias_redis_call,
  $registry,
  $name,
  "b('ZREM',d,c)return{'ok'}",
);

/** 784 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "runs", "job", "result", "seen"],
  ["clock", "id"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p=d(KEYS,1,4)local A,G,k,g,l,z=d(KEYS,5,10)local a,e=ARGV[1],ARGV[2]",
  $timeNow,
  $LAYOUT,
  $readMeta,
  "local q,D,c=a('paused')if not q then return{'newer_layout'}end local f={string.format('%.0f',i()),c or 0}for D,i in h({j,s,p,A,G})do f[#f+1]=b('ZSCORE',i,e)or'-'end f[#f+1]=b('ZRANK',j,e)or'-'f[#f+1]=b('EXISTS',z)return{'ok',table.concat(f,' '),b('HGET',g,e)or'',b('HGET',k,e)or'',b('GET',l)or''}",
);

/** 810 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "runs", "jobs*16"],
  ["heads..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_ipairs,
  "local p,k,m=KEYS[1],KEYS[2],{d(KEYS,3,18)}local t=ARGV ",
  $push,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local c,f={},{'ok'}for a,d in h(t)do c[a]=w(d,'^%d+ %d+ (.*)$')end local e,B,x=b('ZMSCORE',p,d(c)),b('HMGET',k,d(c)),I(m,c)for a,d in h(t)do local b=w(B[a]or'','^L (%d+)')==w(d,'^%d+')if e[a]and x[a]and b then y(f,d,x[a])end end return f",
);

/** 3930 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["meta", "ready", "delayed", "leased", "failed", "expiring", "runs", "workers", "reply", "jobs*16"],
  ["clock", "keep", "count", "duration", "worker", "max", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A=d(KEYS,1,5)local C,k,u,e,m=KEYS[6],KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local a,f,z,H=d(ARGV,1,4)z=n(z)local r,P,l=d(ARGV,5,7)l=n(l)",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $firstFence,
  $addTotals,
  $BAND,
  $orderOf,
  $priorityDue,
  $bucketOf,
  $byBucket,
  $recordsOf,
  $dropRecords,
  $withError,
  $heal,
  $take,
  $answer,
  $leaseNext,
  "local q,o,c=a('paused')if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end local g,f=i(),{sequence=0,leased=0,reclaimed=0,failed=0,expired=0}return e('',g,q,o,c,f)",
);

/** 86 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  $alias_redis_call,
  "local g=KEYS[1]local e,c=ARGV[1],ARGV[2]b('HSET',g,e,c)return{'ok'}",
);

/** 1211 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "runs", "jobs*16"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,x,k,m=KEYS[1],KEYS[2],KEYS[3],{d(KEYS,4,19)}local a,e,l=d(ARGV,1,3)e=n(e)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "if not a()then return{'newer_layout'}end local f={'ok',string.format('%.0f %d',i(),b('ZCARD',x))}local v,c=b('ZRANGE',x,e,e+l-1,'WITHSCORES'),{}for a=1,#v,2 do c[#c+1]=v[a]end if#c==0 then return f end local x,z=I(m,c),b('HMGET',k,d(c))for a,e in h(c)do f[#f+1]=v[a*2]..' '..e f[#f+1]=x[a]or''f[#f+1]=z[a]or''end return f",
);

/** 309 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta"],
  [],
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $meta,
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end b('HSET',v,'layout',N,'paused',1)return{'ok'}",
);

/** 12 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  [],
  [],
  "return{'ok'}",
);

/** 1057 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "runs", "result..."],
  ["clock", "duration", "id", "fence", "progress"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,p,k,K=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5)}local a,H,e,o,f=d(ARGV,1,5)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local q,T=a()if not q then return{'newer_layout'}end local B,l=aa({e},{o},T)if l[1]=='L'then local d,c=w(B[1],'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')b('HSET',k,e,(d or B[1]..'\\n\\n')..f..(c or''))if H~=''and b('ZADD',p,i()+H,e)>0 then b('ZREM',j,e)end end return{'ok',l[1]}",
);

/** 1267 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "reply"],
  ["clock", "keep", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,e=d(KEYS,1,4)local a,f,E,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $priorityDue,
  $sequence,
  "if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local l,B,e,z={},{},{},{}for a,r in h(b('ZMSCORE',s,d(c)))do l[a]=r and not z[c[a]]and'P'or'U'if l[a]=='P'then z[c[a]]=true e[#e+1]=c[a]y(B,Q(v(r),q+#e),c[a])end end if#e>0 then b('ZADD',j,d(B))b('ZREM',s,d(e))L({sequence=#e})b('PUBLISH',E,i())end ",
  $text,
  "F(a)return{'ok',a}",
);

/** 887 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "runs", "jobs*16"],
  ["limit", "total"],
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,x,C,k,m=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5,20)}local l,E=n(ARGV[1]),ARGV[2]",
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not a()then return{'newer_layout'}end local c=b('ZRANGE',x,0,l-1)if#c>0 then b('ZREM',x,d(c))b('ZREM',C,d(c))b('HDEL',k,d(c))R(m,c)if E~=''then b('HINCRBY',v,E,#c)end end return{'ok',tostring(#c),#c==l and b('EXISTS',x)==1 and'1'or'0'}",
);

/** 124 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  $alias_redis_call,
  $alias_ipairs,
  $registry,
  "local f={'ok'}for a,c in h(b('ZRANGE',d,0,-1))do f[a+1]='-'..c end return f",
);

/** 1925 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "runs", "reply", "jobs*16"],
  ["clock", "keep", "limit", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,A,k,e=d(KEYS,1,5)local m={d(KEYS,6,21)}local a,f,l,E,c=ARGV[1],ARGV[2],n(ARGV[3]),ARGV[4],{d(ARGV,5)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  $sequence,
  "if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local e,B,v={},{},{}if#c==0 then if l>0 then e=b('ZRANGE',A,0,l-1)end else local z={}for a,r in h(b('ZMSCORE',A,d(c)))do if r and not z[c[a]]then z[c[a]]=true e[#e+1]=c[a]end end end if#e>0 then local x=I(m,e)for a,D in h(b('HMGET',k,d(e)))do local p=w(x[a]or'','^%d+ (%d)')or 5 local t=Q(p,q+a)local o,c=w(D or'','^%a (%d+) %d+ %d+ %d+( .*)$')y(B,t,e[a])if o then y(v,e[a],table.concat({'W',o,0,0,t},' ')..c)end end if#v>0 then b('HSET',k,d(v))end b('ZADD',j,d(B))b('ZREM',A,d(e))L({sequence=#e,redriven=#e})b('PUBLISH',E,i())end F(#e)return{'ok',tostring(#e)}",
);

/** 76 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  $alias_redis_call,
  $registry,
  $name,
  "b('ZADD',d,0,c)return{'ok'}",
);

/** 101 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  [],
  $alias_redis_call,
  $meta,
  "if b('EXISTS',v)==1 then b('HSET',v,'registered',1)end return{'ok'}",
);

/** 335 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta"],
  ["channel"],
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $meta,
  "local E=ARGV[1]",
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end b('HDEL',v,'paused')b('PUBLISH',E,'resumed')return{'ok'}",
);

/** 231 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  $alias_redis_call,
  $alias_ipairs,
  "local d,g=KEYS[1],KEYS[2]local e=ARGV[1]local a,f=b('HGET',g,e)or'',{'ok'}for D,e in h({{'['..a,'+'},{'-','('..a}})do for D,c in h(b('ZRANGE',d,e[1],e[2],'BYLEX'))do f[#f+1]='-'..c end end return f",
);

/** 3365 bytes. */
export const settle = /* @__PURE__ */ script(
  "settle",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A,G=d(KEYS,1,6)local C,k,e=d(KEYS,7,9)local m,K={d(KEYS,10,25)},{d(KEYS,26)}local a,f,ad,V,J=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{d(ARGV,5)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $dueOf,
  $priorityIn,
  $bucketOf,
  $byBucket,
  $dropRecords,
  $withError,
  $verdictsOf,
  $settle,
  "local q,o=a()if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local f={sequence=0,completed=0,retried=0,failed=0,released=0,stale=0}local l,n=af(i(),q,o,f)if n then return n end L(f)F(l)return{'ok',l}",
);

/** 5768 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "count", "duration", "worker", "max", "limit", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,j,s,p,A,G=d(KEYS,1,6)local C,k,u,e=d(KEYS,7,10)local m,K={d(KEYS,11,26)},{d(KEYS,27)}local a,f,ad,V=d(ARGV,1,4)local z,H,r=d(ARGV,5,7)z=n(z)local P,l,J=ARGV[8],n(ARGV[9]),{d(ARGV,10)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $firstFence,
  $addTotals,
  $BAND,
  $orderOf,
  $dueOf,
  $priorityDue,
  $priorityIn,
  $bucketOf,
  $byBucket,
  $recordsOf,
  $dropRecords,
  $withError,
  $verdictsOf,
  $heal,
  $take,
  $answer,
  $leaseNext,
  $settle,
  "local q,o,c=a('paused')if not q then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end local g,f=i(),{sequence=0,leased=0,completed=0,retried=0,failed=0,released=0,stale=0,reclaimed=0,expired=0}local l,n=af(g,q,o,f)if n then return n end return e(l,g,q,o,c,f)",
);

/** 935 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "runs", "workers"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local v,p,k,u=d(KEYS,1,4)local a,e,l=d(ARGV,1,3)e=n(e)l=n(l)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end local s=b('ZRANGE',p,e,e+l-1,'WITHSCORES')local f={'ok',string.format('%.0f ',i())..(#s<l*2 and'-'or e+l)}local t=e==0 and b('ZRANGE',u,0,l-1,'WITHSCORES')or{}for a=1,#t,2 do f[#f+1]='W '..t[a+1]..' '..t[a]end local c={}for a=1,#s,2 do c[#c+1]=s[a]end if#c>0 then for a,D in h(b('HMGET',k,d(c)))do local o,r=w(D or'','^L (%d+)[^\\n]*\\n([^\\n]*)')f[#f+1]=table.concat({'H',s[a*2],o or 0,c[a]},' ')..'\\n'..(r or'')end end return f",
);
