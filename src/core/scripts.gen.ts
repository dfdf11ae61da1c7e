// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $alias_string_match = "local u=string.match ";
const $alias_redis_call = "local b=redis.call ";
const $alias_unpack = "local d=unpack ";
const $alias_tonumber = "local o=tonumber ";
const $alias_ipairs = "local g=ipairs ";
const $timeNow = "local function r()local b=u(a,'^=(%d+)$')if b then return o(b)end local c=redis.pcall('TIME')if c.err then return o(a)end return c[1]*1000+math.floor(c[2]/1000)end ";
const $firstReply = "local function f(c)local a=b('GET',e)if a and(not c or c(a))then redis.pcall('HINCRBY',n,'replayed',1)end return a end ";
const $remember = "local function F(a)b('SET',e,a,'PX',I)end ";
const $LAYOUT = "local K=1 ";
const $readMeta = "local function a(...)local c=b('HMGET',n,'layout','sequence','fence',...)if o(c[1]or 0)>K then return end return o(c[2]or 0),o(c[3]or 0),d(c,4)end ";
const $bucketOf = "local function A(e)local a,b=string.byte(e,-2,-1)return(#e+string.byte(e,math.ceil(#e/2))+a+(b or 0))%16+1 end ";
const $byBucket = "local function L(c)local l,h={},{}for a,e in g(c)do local f=A(e)local i=l[f]if not i then i={}l[f],h[f]=i,{}end i[#i+1]=e h[f][#i]=a end return l,h end ";
const $dropRecords = "local function S(m,c)for f,i in pairs(L(c))do b('HDEL',m[f],d(i))end end ";
const $first = "local a=f()";
const $text = "local a=table.concat(j)";
const $alias_string_format = "local G=string.format ";
const $push = "local function x(G,a,b)G[#G+1]=a G[#G+1]=b end ";
const $grew = "local c={}";
const $tally = "local function v(E,a)c[E]=(c[E]or 0)+(a or 1)return c[E]end ";
const $addTotals = "local function Q()for E,a in pairs(c)do if a>0 then b('HINCRBY',n,E,a)end end end ";
const $BAND = "local y=10000000000000 ";
const $orderOf = "local function R(q,i)return G('%d',q*y+i)end ";
const $priorityDue = "local function p(r)return math.floor(r%1*10+0.5)end ";
const $withError = "local function aj(F,f,K,Z)local a='\\n[^\\n]*'local b=string.rep(a,5)return(string.gsub(table.concat({F,'\\n',f,' ',K,' ',Z}),'^([^\\n]*'..a..a..')'..a..'('..b..')$','%1%2'))end ";
const $heal = "local function z(f,i)local c=G('%d',f)local E=b('ZRANGE',q,'-inf',c,'BYSCORE','LIMIT','0',j)local h,n,r={},{},{}if#E>0 then for a,F in g(b('HMGET',l,d(E)))do local e=E[a]local K,w,t,P=u(F or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if t and K-w>=o(P)then v('failed')x(n,f,e)x(r,e,aj('F'..string.sub(F,2),f,K,'\"lease expired\"'))else v('reclaimed')x(h,t or 5*y,e)end end b('ZREM',q,d(E))if#n>0 then b('ZADD',B,d(n))b('HSET',l,d(r))end end local m=b('ZRANGE',s,'-inf',c..'.95','BYSCORE','LIMIT','0',j,'WITHSCORES')for a=1,#m,2 do x(h,R(p(m[a+1]),i+v('sequence')),m[a])end if#m>0 then b('ZREMRANGEBYRANK',s,0,#m/2-1)end if#h>0 then b('ZADD',k,d(h))end end ";
const $recordsOf = "local function O(m,c)local y={}local l,h=L(c)for f,i in pairs(l)do for a,F in g(b('HMGET',m[f],d(i)))do y[h[f][a]]=F end end return y end ";
const $dueOf = "local function ad(m,q)return G('%.0f.%d',m,q)end ";
const $now = "local f=r()";
const $verdictsOf = "local function ac(c,O,U)local C,r,j,Q=b('HMGET',l,d(c)),nil,{},{}for a,p in g(O)do local y,e,L=u(C[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ (%d+)')if not y then r=r or b('MGET',d(M))y=string.sub(not C[a]and(r[a]or o(p)<=U and'C')or'U',1,1)elseif e~=p and(y=='L'or y=='W')then y='A'end j[a],Q[a]=y,L end return C,j,Q end ";
const $registry = "local d=KEYS[1]";
const $name = "local c=ARGV[1]";
const $take = "local function X(f,T,p)local n,y,s,A,i,h,H,B={},{},{},{},{},{},0,false p=p+v('fence',0)local E,Q=G('%d',f+N),G(' %d\\n',f)..C while#n<T and#i-j<0 and#h==0 and not B do local c,J,U={},{},math.min(100,T-#n)local R=b('ZPOPMIN',k,U)for a=1,#R,2 do c[#c+1]=R[a]J[#c]=R[a+1]end B=#c<U if#c>0 then local z,I=O(m,c),b('HMGET',l,d(c))for a,e in g(c)do local F=z[a]or''local M,V,t=u(F,'^(%d+) %d (%S+) (%S+)\\n')local L=o(t)and M+t or 0 if L>0 and L<=f then v('expired')end if not z[a]or L>0 and L<=f then i[#i+1]=e elseif H>4e6 then x(h,J[a],e)else H=H+#F local K,w,ab=u(I[a]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')local r=G('%d %d ',p+#n+1,(K or 0)+1)n[#n+1]=r..e y[#n]=F x(s,E,e)x(A,e,'L '..r..(w or'0')..' '..J[a]..' '..(o(V)or P)..' '..(L>0 and L or'0')..Q..(ab or'\\n'))end end end end if#i>0 then S(m,i)b('ZREM',D,d(i))b('HDEL',l,d(i))end if#h>0 then b('ZADD',k,d(h))B=false end v('fence',#n)v('leased',#n)if#n>0 then b('ZADD',q,d(s))b('HSET',l,d(A))end return n,y,B end ";
const $answer = "local function I(j,f,c,n,y,B)local p,e,i=0,nil,{'ok',j}if not c and not B and b('ZCARD',k)>0 then p,e=1,f else for E,h in g({s,q})do local r=o(u(b('ZRANGE',h,0,0,'WITHSCORES')[2]or'','^%d+'))e=r and math.min(r,e or r)or e end end i[3]=G('%d %d %d %s',f,p,e or 0,c or 0)F(table.concat(i,'\\n',2)..'\\n'..table.concat(n,'\\n'))for a,d in g(n)do x(i,d,y[a])end return i end ";
const $leaseNext = "local function e(j,f,i,p,c)z(f,i)v('fence',p==0 and f*1000 or 0)local n,y,B=X(f,c and 0 or w,p)if C~=''then b('ZADD',t,f,C)end Q()return I(j,f,c,n,y,B)end ";
const $meta = "local n=KEYS[1]";
const $sequence = "local i=a()";
const $priorityIn = "local function ag(t)return math.floor(t/y)end ";
const $settle = "local function ah(f,i,U)local c,O,n,A,T,N,z,X,Y={},{},{},{},{},{},{},{},{}local ai={[k]={},[s]={},[B]={},[H]={}}for a=1,#J,5 do c[#c+1]=J[a+1]O[#c]=J[a+2]end if#c==0 then return''end local C,j,Q=ac(c,O,U)for a,e in g(c)do local aa,V,Z=J[a*5-4],J[a*5-1],J[a*5]if j[a]=='L'and z[e]then j[a]=z[e]end local E='stale'if j[a]=='L'then local af=aa~='c'or ae=='1'local p,K,w,t,P,L,ab=u(af and C[a]or'','^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local h,r,y=k,t,'W'E='released'if aa=='c'then h,r,y,E=af and H,f,'D','completed'if Q[a]~='0'then N[#N+1]=e end if V~=''then local I=redis.pcall('SET',M[a],'C '..f..' '..V,'PX',W)if I.err then if#X>0 then b('DEL',d(X))end return nil,I end X[#X+1]=M[a]else Y[#Y+1]=M[a]end elseif aa=='g'then w=w+1 elseif aa=='f'or K-w>=o(P)then h,r,y,E=B,f,'F','failed'elseif o(V)>0 then h,r,E=s,ad(f+V,ag(t)),'retried'else t,E=R(ag(t),i+v('sequence')),'retried'r=t end z[e]=y n[#n+1]=e if h then local F=table.concat({y,p,K,w,t,P,L},' ')..ab x(ai[h],r,e)x(A,e,Z~=''and aj(F,f,K,Z)or F)else T[#T+1]=e end end v(E)end if#n>0 then if b('ZREM',q,d(n))<#n then b('ZREM',k,d(n))end for h,G in pairs(ai)do if#G>0 then b('ZADD',h,d(G))end end if#A>0 then b('HSET',l,d(A))end if#Y>0 then b('DEL',d(Y))end if#N>0 then b('ZREM',D,d(N))end if#T>0 then S(m,T)b('HDEL',l,d(T))end end return table.concat(j)end ";

/** 1658 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepResult", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local n,k,s,q,B,H=d(KEYS,1,6)local D,l,e=d(KEYS,7,9)local m,M={d(KEYS,10,25)},{d(KEYS,26)}local a,I,W,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not a()then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local j,i,z,h,f={},{},{},{},r()for p,h in pairs({R=k,D=s,L=q,F=B,O=H})do for a,r in g(b('ZMSCORE',h,d(c)))do if r then j[a]=p end end end for a,e in g(c)do local p=not z[e]and j[a]or'U'j[a],z[e]=p,true if p=='R'or p=='D'or p=='L'then i[#i+1]=e local I=redis.pcall('SET',M[a],'X '..f,'PX',W)if I.err then if#h>0 then b('DEL',d(h))end return I end h[#h+1]=M[a]end end if#i>0 then for E,h in g({k,s,q})do b('ZREM',h,d(i))end b('ZREM',D,d(i))b('HDEL',l,d(i))S(m,i)b('HINCRBY',n,'cancelled',#i)end ",
  $text,
  "F(a)return{'ok',a}",
);

/** 3198 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "jobs*16"],
  ["clock", "limit", "silence", "policy"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q,B,H=d(KEYS,1,6)local D,l,t,m=KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local a,j,h,F=d(ARGV,1,4)j=o(j)",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
  $addTotals,
  $BAND,
  $orderOf,
  $priorityDue,
  $bucketOf,
  $byBucket,
  $dropRecords,
  $withError,
  $heal,
  "local i,E,C=a('policy')if not i then return{'newer_layout'}end local f,p=r(),0 z(f,i)local e,J,a=v('reclaimed',0),v('failed',0),v('sequence',0)if math.max(e+J,a)>=j then p=1 end local c,n=b('ZRANGE',D,'-inf',f,'BYSCORE','LIMIT',0,j),{}if#c>0 then local h,f=b('ZMSCORE',k,d(c)),b('ZMSCORE',s,d(c))for a,e in g(c)do if h[a]or f[a]then n[#n+1]=e end end b('ZREM',D,d(c))if#c==j then p=1 end end local c=v('expired',#n)local i,u={},0 for f in string.gmatch(F~=''and F or C or'','%S+')do i[#i+1]=o(f)or-1 end for a,h in g({H,B})do local m,w,c=i[a*2-1]or-1,i[a*2]or-1,{}if m>=0 then c=b('ZRANGE',h,'-inf',f-m,'BYSCORE','LIMIT',0,j)end local o=w>=0 and b('ZCARD',h)-w or 0 if o>#c then c=b('ZRANGE',h,0,math.min(o,j)-1)end if#c>0 then b('ZREM',h,d(c))local l,I={},#n for E,y in g({k,s,q})do for a,r in g(b('ZMSCORE',y,d(c)))do l[a]=l[a]or r end end for a,e in g(c)do if not l[a]then n[#n+1]=e end end u=u+#n-I if h==B then v('purged',#n-I)end if#c==j then p=1 end end end for c=1,#n,1000 do local a={d(n,c,math.min(c+999,#n))}for E,h in g({k,s,D})do b('ZREM',h,d(a))end b('HDEL',l,d(a))S(m,a)end local d=b('ZREMRANGEBYSCORE',t,'-inf',f-h)Q()return{'ok',table.concat({e,J,a,c,u,d,p},' ')}",
);

/** 1270 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers", "jobs*16"],
  ["clock", "names..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q=d(KEYS,1,4)local B,H,t,m=KEYS[5],KEYS[6],KEYS[7],{d(KEYS,8,23)}local a,e=ARGV[1],{d(ARGV,2)}",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local i,E,c=a('paused')if not i then return{'newer_layout'}end local i,v={G('%.0f',r())},b('HMGET',n,d(e))for E,h in g({k,s,q,B,H,t})do i[#i+1]=b('ZCARD',h)end local a=b('ZRANGE',k,0,0)local F=O(m,a)[1]i[#i+1]=F and u(F,'^%d+')or'-'i[#i+1]=c or 0 for a,E in g(v)do v[a]=E or 0 end return{'ok',table.concat(i,' '),table.concat(v,' ')}",
);

/** 3493 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "jobs*16"],
  ["clock", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q,B,H=d(KEYS,1,6)local D,l,m=KEYS[7],KEYS[8],{d(KEYS,9,24)}local a,j=ARGV[1],o(ARGV[2])",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
  $addTotals,
  $BAND,
  $orderOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local i,p,c=a('audit')if not i then return{'newer_layout'}end local A,G=u(c or'','^([1-9]%d*) (%d+)$')A,G=o(A or 1),G or'0'local X={k,s,q,B,H}local ac={L={q,k},W={k,s},F={B},D={H}}local f,c,K=r(),{},{}local U,S,J,M,L=0,0,0,0,{sequence=0,fence=0,enqueued=0}local function V(d,h)local e=b(d,h,G,'COUNT',j)G=e[1]for a=1,#e[2],2 do c[#c+1]=e[2][a]K[#c]=e[2][a+1]end end local function Y(F)return R(u(F,'^%d+ (%d)')or 5,i+v('sequence'))end local function Z(t)local z,A=math.ceil(t%y),i+v('sequence',0)if z>A then L.sequence=1 v('sequence',z-A)end end local function ab(w)local A=p+v('fence',0)if w>A then L.fence=1 v('fence',math.max(w,f*1000)-A)end end local T,R,W=0,0,0 repeat c,K={},{}if A<=16 then V('HSCAN',m[A])if#c>0 then local z,C={},b('HMGET',l,d(c))for a=1,#c do z[a]={}end for E,h in g(X)do for a,r in g(b('ZMSCORE',h,d(c)))do if r then x(z[a],h,r)end end end for a,e in g(c)do local p,t,Q=u(C[a]or'','^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')if Q and o(Q)<o(u(K[a],'^%d+')or 0)then p,t=nil,nil end local P=ac[p]or{q,k,s,B,H}if#z[a]==0 then U=U+1 local h=(p=='F'or p=='D')and P[1]or k b('ZADD',h,h==k and(t or Y(K[a]))or f,e)elseif#z[a]>2 then S=S+1 local I=z[a][1]for aa=#P,1,-1 do for N=1,#z[a],2 do if z[a][N]==P[aa]then I=P[aa]end end end for N=1,#z[a],2 do if z[a][N]~=I then b('ZREM',z[a][N],e)end end end end end elseif A<=21 then local h=X[A-16]V('ZSCAN',h)if#c>0 then local y,C=O(m,c),b('HMGET',l,d(c))for a,e in g(c)do if h==k then Z(K[a])end if not y[a]then J=J+1 b('ZREM',h,e)b('HDEL',l,e)elseif h==q and not string.find(C[a]or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then M=M+1 b('ZREM',h,e)b('ZADD',k,Y(y[a]),e)end end end elseif A<=23 then V(A==22 and'HSCAN'or'ZSCAN',A==22 and l or D)if#c>0 then for a,F in g(O(m,c))do local w,t=u(K[a],'^%a (%d+) %d+ %d+ (%d+)')if t then Z(t)ab(o(w))end if not F then M=M+1 b('HDEL',l,c[a])b('ZREM',D,c[a])end end end else local v,i=b('HMGET',n,'enqueued','completed','cancelled','expired','purged'),0 for a=2,5 do i=i+(v[a]or 0)end for a=1,4 do i=i+b('ZCARD',X[a])end if o(v[1]or 0)~=i then L.enqueued=1 b('HSET',n,'enqueued',i)end G='0'end R,W=R+#c,W+math.max(#c,j/25)if G=='0'then T=A==24 and 1 or 0 A=A%24+1 end until T==1 or W>=j b('HSET',n,'audit',A..' '..G)Q()local a=L.sequence+L.fence+L.enqueued return{'ok',table.concat({T,R,U,S,J,M,a},' ')}",
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

/** 3358 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "reply", "jobs*16", "seen..."],
  ["clock", "keep", "maxLength", "channel", "policy", "fingerprint", "fields..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q=d(KEYS,1,4)local B,H,D,e=d(KEYS,5,8)local m,z={d(KEYS,9,24)},{d(KEYS,25)}local a,I,l=d(ARGV,1,3)l=o(l)local J,F,t,h=ARGV[4],ARGV[5],ARGV[6],{d(ARGV,7)}",
  $push,
  $timeNow,
  $firstReply,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
  $addTotals,
  $BAND,
  $orderOf,
  $dueOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local i,E,C,P=a('policy','registered')if not i then return{'newer_layout'}end local function c(a)local j,b=u(a,'^(%a+) ?(%w*)$')return(b==''or t==''or b==t)and j end local a=f(c)if a then local j=c(a)if not j then return{'reused'}end return{'ok',j,P or''}end ",
  $now,
  "local w,A={},{}for a=1,#h,4 do if h[a+2]~=''then w[#w+1]=h[a]end end if#w>0 then for a,f in g(b('MGET',d(z)))do if f then A[w[a]]='S'end end local c={}for a,F in pairs(O(m,w))do if F then c[#c+1]=w[a]end end if#c>0 then for p,h in pairs({R=k,D=s,L=q,F=B,O=H})do for a,r in g(b('ZMSCORE',h,d(c)))do if r then A[c[a]]=p end end end for E,e in g(c)do A[e]=A[e]or'S'end end end local j,c,y,r={},{},{},{}local H,B,N,M={},{},{},G('%d ',f)for a=1,#h,4 do local e,d,b=h[a],h[a+1],h[a+3]local p=A[e]if not p then local q=string.sub(b,1,1)local m=string.sub(d,1,1)=='@'and o(string.sub(d,2))or f+(o(d)or 0)p=m>f and'd'or'r'A[e]=string.upper(p)r[e]=h[a+2]if p=='r'then x(H,R(q,i+v('sequence')),e)else x(B,ad(m,q),e)end c[#c+1]=e y[#c]=M..b local t=u(b,'^%d %S+ (%d+)\\n')if t then x(N,f+t,e)end end j[#j+1]=p end if l and#c>0 and b('ZCARD',k)+b('ZCARD',s)+#c>l then return{'full'}end local o local function p(...)local I=not o and redis.pcall(...)if type(I)=='table'and I.err then o=I end end local l,h=L(c)for f,i in pairs(l)do local A={}for a,e in g(i)do x(A,e,y[h[f][a]])end p('HSET',m[f],d(A))end if#H>0 then p('ZADD',k,d(H))end if#B>0 then p('ZADD',s,d(B))end if#N>0 then p('ZADD',D,d(N))end for a,e in g(w)do if(r[e]or'')>'0'then p('SET',z[a],1,'PX',r[e])end end ",
  $text,
  "p('SET',e,t==''and a or a..' '..t,'PX',I)if o then for f,i in pairs(l)do redis.pcall('HDEL',m[f],d(i))end for E,h in g({k,s,D})do redis.pcall('ZREM',h,d(c))end for a,e in g(w)do if r[e]then redis.pcall('DEL',z[a])end end return o end if C~=F then b('HSET',n,'layout',K,'policy',F)end v('enqueued',#c)v('duplicates',#j-#c)Q()if#c>0 then b('PUBLISH',J,f)end return{'ok',a,P or''}",
);

/** 1226 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "runs", "workers", "result..."],
  ["clock", "duration", "worker", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,q,l,t=d(KEYS,1,5)local M={d(KEYS,6)}local a,N,C,J=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeNow,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local i,p=a()if not i then return{'newer_layout'}end local f,c,O,s,n=r(),{},{},{},{}for a=1,#J,2 do c[#c+1]=J[a]O[#c]=J[a+1]end local E,j=ac(c,O,p)for a,e in g(c)do if j[a]=='L'then n[#n+1]=e x(s,f+N,e)end end if#n>0 and b('ZADD',q,d(s))>0 then b('ZREM',k,d(n))end if C~=''then b('ZADD',t,f,C)end return{'ok',table.concat(j),G('%.0f',f+N)}",
);

/** 842 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "leased", "runs", "workers"],
  ["worker", "offset", "limit", "channel"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local n,k,q,l,t=d(KEYS,1,5)local C,e,j,J=d(ARGV,1,4)e=o(e)j=o(j)",
  $push,
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end local c,i,h,A=b('ZRANGE',q,e,e+j-1),{},{},{}if#c>0 then for a,F in g(b('HMGET',l,d(c)))do local t,e=u(F or'','^L %d+ %d+ %d+ (%d+)[^\\n]*\\n([^\\n]*)')if e==C then i[#i+1]=c[a]x(h,t,c[a])x(A,c[a],'W'..string.sub(F,2))end end end if#i>0 then b('HSET',l,d(A))b('ZADD',k,d(h))b('ZREM',q,d(i))b('HINCRBY',n,'reclaimed',#i)b('PUBLISH',J,'reclaimed')end if#c==j then return{'ok',tostring(#i),tostring(e+j-#i)}end b('ZREM',t,C)return{'ok',tostring(#i),'-'}",
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

/** 794 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "runs", "job", "result", "seen"],
  ["clock", "id"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q=d(KEYS,1,4)local B,H,l,f,h,z=d(KEYS,5,10)local a,e=ARGV[1],ARGV[2]",
  $timeNow,
  $LAYOUT,
  $readMeta,
  "local i,E,c=a('paused')if not i then return{'newer_layout'}end local i={G('%.0f',r()),c or 0}for E,h in g({k,s,q,B,H})do i[#i+1]=b('ZSCORE',h,e)or'-'end i[#i+1]=b('ZRANK',k,e)or'-'i[#i+1]=b('EXISTS',z)return{'ok',table.concat(i,' '),b('HGET',f,e)or'',b('HGET',l,e)or'',b('GET',h)or''}",
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
  "local q,l,m=KEYS[1],KEYS[2],{d(KEYS,3,18)}local n=ARGV ",
  $push,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local c,i={},{'ok'}for a,d in g(n)do c[a]=u(d,'^%d+ %d+ (.*)$')end local Q,C,y=b('ZMSCORE',q,d(c)),b('HMGET',l,d(c)),O(m,c)for a,d in g(n)do local b=u(C[a]or'','^L (%d+)')==u(d,'^%d+')if Q[a]and y[a]and b then x(i,d,y[a])end end return i",
);

/** 3969 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["meta", "ready", "delayed", "leased", "failed", "expiring", "runs", "workers", "reply", "jobs*16"],
  ["clock", "keep", "count", "duration", "worker", "max", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q,B=d(KEYS,1,5)local D,l,t,e,m=KEYS[6],KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local a,I,w,N=d(ARGV,1,4)w=o(w)local C,P,j=d(ARGV,5,7)",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
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
  "local i,p,c=a('paused')if not i then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end return e('',r(),i,p,c)",
);

/** 86 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  $alias_redis_call,
  "local f=KEYS[1]local e,c=ARGV[1],ARGV[2]b('HSET',f,e,c)return{'ok'}",
);

/** 1221 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "runs", "jobs*16"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,y,l,m=KEYS[1],KEYS[2],KEYS[3],{d(KEYS,4,19)}local a,e,j=d(ARGV,1,3)e=o(e)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "if not a()then return{'newer_layout'}end local i={'ok',G('%.0f %d',r(),b('ZCARD',y))}local A,c=b('ZRANGE',y,e,e+j-1,'WITHSCORES'),{}for a=1,#A,2 do c[#c+1]=A[a]end if#c==0 then return i end local y,z=O(m,c),b('HMGET',l,d(c))for a,e in g(c)do i[#i+1]=A[a*2]..' '..e i[#i+1]=y[a]or''i[#i+1]=z[a]or''end return i",
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
  "if not a()then return{'newer_layout'}end b('HSET',n,'layout',K,'paused',1)return{'ok'}",
);

/** 69 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  $alias_redis_call,
  $registry,
  "return{'ok',tostring(b('ZCARD',d))}",
);

/** 1075 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "runs", "result..."],
  ["clock", "duration", "id", "fence", "progress"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local n,k,q,l,M=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5)}local a,N,e,p,f=d(ARGV,1,5)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local i,U=a()if not i then return{'newer_layout'}end local C,j=ac({e},{p},U)if j[1]=='L'then local d,c=u(C[1],'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')b('HSET',l,e,(d or C[1]..'\\n\\n')..f..(c or''))if N~=''and b('ZADD',q,r()+N,e)>0 then b('ZREM',k,e)end end return{'ok',j[1]}",
);

/** 1223 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "reply"],
  ["clock", "keep", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,e=d(KEYS,1,4)local a,I,J,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $BAND,
  $orderOf,
  $priorityDue,
  $sequence,
  "if not i then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local j,h,e,z={},{},{},{}for a,r in g(b('ZMSCORE',s,d(c)))do j[a]=r and not z[c[a]]and'P'or'U'if j[a]=='P'then z[c[a]]=true e[#e+1]=c[a]x(h,R(p(r),i+#e),c[a])end end if#e>0 then b('ZADD',k,d(h))b('ZREM',s,d(e))b('HINCRBY',n,'sequence',#e)b('PUBLISH',J,r())end ",
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
  "local n,y,D,l,m=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5,20)}local j,E=o(ARGV[1]),ARGV[2]",
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not a()then return{'newer_layout'}end local c=b('ZRANGE',y,0,j-1)if#c>0 then b('ZREM',y,d(c))b('ZREM',D,d(c))b('HDEL',l,d(c))S(m,c)if E~=''then b('HINCRBY',n,E,#c)end end return{'ok',tostring(#c),#c==j and b('EXISTS',y)==1 and'1'or'0'}",
);

/** 124 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  $alias_redis_call,
  $alias_ipairs,
  $registry,
  "local i={'ok'}for a,c in g(b('ZRANGE',d,0,-1))do i[a+1]='-'..c end return i",
);

/** 1897 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "runs", "reply", "jobs*16"],
  ["clock", "keep", "limit", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,B,l,e=d(KEYS,1,5)local m={d(KEYS,6,21)}local a,I,j,J,c=ARGV[1],ARGV[2],o(ARGV[3]),ARGV[4],{d(ARGV,5)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $BAND,
  $orderOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  $sequence,
  "if not i then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local e,h,A={},{},{}if#c==0 then if j>0 then e=b('ZRANGE',B,0,j-1)end else local z={}for a,r in g(b('ZMSCORE',B,d(c)))do if r and not z[c[a]]then z[c[a]]=true e[#e+1]=c[a]end end end if#e>0 then local y=O(m,e)for a,F in g(b('HMGET',l,d(e)))do local q=u(y[a]or'','^%d+ (%d)')or 5 local t=R(q,i+a)local p,c=u(F or'','^%a (%d+) %d+ %d+ %d+( .*)$')x(h,t,e[a])if p then x(A,e[a],table.concat({'W',p,0,0,t},' ')..c)end end if#A>0 then b('HSET',l,d(A))end b('ZADD',k,d(h))b('ZREM',B,d(e))b('HINCRBY',n,'sequence',#e)b('HINCRBY',n,'redriven',#e)b('PUBLISH',J,r())end F(#e)return{'ok',tostring(#e)}",
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
  "if b('EXISTS',n)==1 then b('HSET',n,'registered',1)end return{'ok'}",
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
  "local J=ARGV[1]",
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end b('HDEL',n,'paused')b('PUBLISH',J,'resumed')return{'ok'}",
);

/** 231 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  $alias_redis_call,
  $alias_ipairs,
  "local d,f=KEYS[1],KEYS[2]local e=ARGV[1]local a,i=b('HGET',f,e)or'',{'ok'}for E,e in g({{'['..a,'+'},{'-','('..a}})do for E,c in g(b('ZRANGE',d,e[1],e[2],'BYLEX'))do i[#i+1]='-'..c end end return i",
);

/** 3404 bytes. */
export const settle = /* @__PURE__ */ script(
  "settle",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q,B,H=d(KEYS,1,6)local D,l,e=d(KEYS,7,9)local m,M={d(KEYS,10,25)},{d(KEYS,26)}local a,I,ae,W,J=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{d(ARGV,5)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
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
  "local i,p=a()if not i then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local j,o=ah(r(),i,p)if o then return o end F(j)Q()return{'ok',j}",
);

/** 5792 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "count", "duration", "worker", "max", "limit", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,k,s,q,B,H=d(KEYS,1,6)local D,l,t,e=d(KEYS,7,10)local m,M={d(KEYS,11,26)},{d(KEYS,27)}local a,I,ae,W=d(ARGV,1,4)local w,N,C=d(ARGV,5,7)w=o(w)local P,j,J=ARGV[8],ARGV[9],{d(ARGV,10)}",
  $push,
  $timeNow,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $grew,
  $tally,
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
  "local i,p,c=a('paused')if not i then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end ",
  $now,
  "local j,o=ah(f,i,p)if o then return o end return e(j,f,i,p,c)",
);

/** 945 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "runs", "workers"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  $alias_string_format,
  "local n,q,l,t=d(KEYS,1,4)local a,e,j=d(ARGV,1,3)e=o(e)j=o(j)",
  $timeNow,
  $LAYOUT,
  $readMeta,
  "if not a()then return{'newer_layout'}end local s=b('ZRANGE',q,e,e+j-1,'WITHSCORES')local i={'ok',G('%.0f ',r())..(#s<j*2 and'-'or e+j)}local A=e==0 and b('ZRANGE',t,0,j-1,'WITHSCORES')or{}for a=1,#A,2 do i[#i+1]='W '..A[a+1]..' '..A[a]end ",
  $grew,
  "for a=1,#s,2 do c[#c+1]=s[a]end if#c>0 then for a,F in g(b('HMGET',l,d(c)))do local p,C=u(F or'','^L (%d+)[^\\n]*\\n([^\\n]*)')i[#i+1]=table.concat({'H',s[a*2],p or 0,c[a]},' ')..'\\n'..(C or'')end end return i",
);
