// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $alias_string_match = "local z=string.match ";
const $alias_redis_call = "local b=redis.call ";
const $alias_unpack = "local d=unpack ";
const $alias_tonumber = "local r=tonumber ";
const $alias_ipairs = "local j=ipairs ";
const $timeOf = "local function w(k)local b=z(k,'^=(%d+)$')if b then return r(b)end local a=redis.pcall('TIME')if a.err then return r(k)end return a[1]*1000+math.floor(a[2]/1000)end ";
const $firstReply = "local function g(e,l)local a=b('GET',e)if a then redis.pcall('HINCRBY',l,'replayed',1)end return a end ";
const $remember = "local function O(e,a,E)b('SET',e,a,'PX',E)end ";
const $LAYOUT = "local Q=1 ";
const $readMeta = "local function f(l,...)local a=b('HMGET',l,'layout','sequence','fence',...)if r(a[1]or 0)>Q then return end return r(a[2]or 0),r(a[3]or 0),d(a,4)end ";
const $addTotals = "local function M(l,f)for c,a in pairs(f)do if a>0 then b('HINCRBY',l,c,a)end end end ";
const $bucketOf = "local function q(e)local a,b=string.byte(e,-2,-1)return(#e+string.byte(e,math.ceil(#e/2))+a+(b or 0))%16+1 end ";
const $byBucket = "local function s(c)local i,k={},{}for a,e in j(c)do local f=q(e)local g=i[f]if not g then g={}i[f],k[f]=g,{}end g[#g+1]=e k[f][#g]=a end return i,k end ";
const $dropRecords = "local function S(o,c)for f,g in pairs(s(c))do b('HDEL',o[f],d(g))end end ";
const $first = "local a=g(e,l)";
const $text = "local a=table.concat(q)";
const $push = "local function B(Q,a,b)Q[#Q+1]=a Q[#Q+1]=b end ";
const $BAND = "local x=10000000000000 ";
const $orderOf = "local function R(m,y)return string.format('%.0f',m*x+y)end ";
const $priorityDue = "local function D(u)return math.floor(u%1*10+0.5)end ";
const $withError = "local function ah(E,g,l,Z)local a='\\n[^\\n]*'local b=string.rep(a,5)return(string.gsub(table.concat({E,'\\n',g,' ',l,' ',Z}),'^([^\\n]*'..a..a..')'..a..'('..b..')$','%1%2'))end ";
const $heal = "local function N(h,p,m,t,i,g,y,n,f)local c=b('ZRANGE',m,'-inf',g,'BYSCORE','LIMIT',0,n)local A,q,o={},{},{}if#c>0 then for a,E in j(b('HMGET',i,d(c)))do local e=c[a]local l,w,v,L=z(E or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if v and l-w>=r(L)then f.failed=f.failed+1 B(q,g,e)B(o,e,ah('F'..string.sub(E,2),g,l,'\"lease expired\"'))else f.reclaimed=f.reclaimed+1 B(A,v or 5*x,e)end end b('ZREM',m,d(c))if#q>0 then b('ZADD',t,d(q))b('HSET',i,d(o))end end local k=b('ZRANGE',p,'-inf','('..g+1,'BYSCORE','LIMIT',0,n,'WITHSCORES')for a=1,#k,2 do f.sequence=f.sequence+1 B(A,R(D(k[a+1]),y+f.sequence),k[a])end if#k>0 then b('ZREMRANGEBYRANK',p,0,#k/2-1)end if#A>0 then b('ZADD',h,d(A))end end ";
const $recordsOf = "local function J(o,c)local x={}local i,k=s(c)for f,g in pairs(i)do for a,H in j(b('HMGET',o[f],d(g)))do x[k[f][a]]=H end end return x end ";
const $dueOf = "local function ad(k,m)return string.format('%.0f.%d',k,m)end ";
const $verdictsOf = "local function ab(i,H,c,O,V)local F,o,q=b('HMGET',i,d(c)),nil,{}for a,s in j(O)do local x,e=z(F[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not x then o=o or b('MGET',d(H))x=string.sub(not F[a]and(o[a]or r(s)<=V and'C')or'U',1,1)elseif e~=s and(x=='L'or x=='W')then x='A'end q[a]=x end return F,q end ";
const $registry = "local d=KEYS[1]";
const $name = "local c=ARGV[1]";
const $firstFence = "local function F(s,g)return s==0 and g*1000 or 0 end ";
const $take = "local function Q(h,m,A,i,o,g,v,n,k,C,L,s,f)local t,x,p,D,u,y={},{},{},{},{},false while#t<v and#u<n and not y do local c,G={},{}for a,I in j(b('ZPOPMIN',h,v-#t))do(a%2>0 and c or G)[math.ceil(a/2)]=I end y=#c<v-#t if#c>0 then local q,F=J(o,c),b('HMGET',i,d(c))for a,e in j(c)do local H=q[a]or''local K,N,E=z(string.sub(H,1,60),'^(%d+) %d (%S+) (%S+)\\n')local M=r(E)and K+E or 0 if M>0 and M<=g then f.expired=f.expired+1 end if H==''or M>0 and M<=g then u[#u+1]=e else local l,w,aa=z(F[a]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')f.fence,f.leased=f.fence+1,f.leased+1 l=(l or 0)+1 t[#t+1]=string.format('%.0f %d %s',s+f.fence,l,e)x[#t]=H B(p,k,e)B(D,e,string.format('L %.0f %d %d %s %d %.0f %.0f\\n',s+f.fence,l,w or 0,G[a],r(N)or L,M,g)..C..(aa or'\\n'))end end end end if#u>0 then S(o,u)b('ZREM',A,d(u))b('HDEL',i,d(u))end if#t>0 then b('ZADD',m,d(p))b('HSET',i,d(D))end return t,x,y end ";
const $answer = "local function J(h,p,m,e,E,q,g,c,t,x,y)local s,i,f=0,nil,{'ok',q}if not c and not y and b('ZCARD',h)>0 then s,i=1,g else for D,k in j({p,m})do local u=r(z(b('ZRANGE',k,0,0,'WITHSCORES')[2]or'','^%d+'))i=u and math.min(u,i or u)or i end end f[3]=string.format('%.0f %d %.0f %s',g,s,i or 0,c or 0)O(e,table.concat(f,'\\n',2)..'\\n'..table.concat(t,'\\n'),E)for a,d in j(t)do B(f,d,x[a])end return f end ";
const $meta = "local l=KEYS[1]";
const $sequence = "local y=f(l)";
const $priorityIn = "local function ae(v)return math.floor(v/x)end ";
const $settle = "local function af(h,p,m,t,G,A,i,o,H,I,g,y,V,U,P,f)local c,O,n,D,T,N,C,X,Y={},{},{},{},{},{},{},{},{}local ag={[h]={},[p]={},[t]={},[G]={}}for a=1,#I,5 do c[#c+1]=I[a+1]O[#c]=I[a+2]end if#c==0 then return''end local F,q=ab(i,H,c,O,V)for a,e in j(c)do local ac,W,Z=I[a*5-4],I[a*5-1],I[a*5]if q[a]=='L'and C[e]then q[a]=C[e]end local K='stale'if q[a]=='L'then local s,l,w,v,L,M,aa=z(F[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local k,u,x=h,v,'W'K='released'if ac=='c'then k,u,x,K=U=='1'and G,g,'D','completed'if M~='0'then N[#N+1]=e end if W~=''then local J=redis.pcall('SET',H[a],'C '..g..' '..W,'PX',P)if J.err then if#X>0 then b('DEL',d(X))end return nil,J end X[#X+1]=H[a]else Y[#Y+1]=H[a]end elseif ac=='g'then w=w+1 elseif ac=='f'or l-w>=r(L)then k,u,x,K=t,g,'F','failed'elseif r(W)>0 then k,u,K=p,ad(g+W,ae(v)),'retried'else f.sequence,K=f.sequence+1,'retried'v=R(ae(v),y+f.sequence)u=v end C[e]=x n[#n+1]=e if k then local E=table.concat({x,s,l,w,v,L,M},' ')..aa B(ag[k],u,e)B(D,e,Z~=''and ah(E,g,l,Z)or E)else T[#T+1]=e end end f[K]=f[K]+1 end if#n>0 then if b('ZREM',m,d(n))<#n then b('ZREM',h,d(n))end for k,Q in pairs(ag)do if#Q>0 then b('ZADD',k,d(Q))end end if#D>0 then b('HSET',i,d(D))end if#Y>0 then b('DEL',d(Y))end if#N>0 then b('ZREM',A,d(N))end if#T>0 then S(o,T)b('HDEL',i,d(T))end end return table.concat(q)end ";

/** 1733 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepResult", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t,G=d(KEYS,1,6)local A,i,e=d(KEYS,7,9)local o,H={d(KEYS,10,25)},{d(KEYS,26)}local k,E,P,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $timeOf,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not f(l)then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local q,u,C,f,g={},{},{},{},w(k)for s,k in pairs({R=h,D=p,L=m,F=t,O=G})do for a,u in j(b('ZMSCORE',k,d(c)))do if u then q[a]=s end end end for a,e in j(c)do local s=not C[e]and q[a]or'U'q[a],C[e]=s,true if s=='R'or s=='D'or s=='L'then u[#u+1]=e local J=redis.pcall('SET',H[a],'X '..g,'PX',P)if J.err then if#f>0 then b('DEL',d(f))end return J end f[#f+1]=H[a]end end if#u>0 then for D,k in j({h,p,m})do b('ZREM',k,d(u))end b('ZREM',A,d(u))b('HDEL',i,d(u))S(o,u)M(l,{cancelled=#u})end ",
  $text,
  "O(e,a,E)return{'ok',a}",
);

/** 3231 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "jobs*16"],
  ["clock", "limit", "silence", "policy"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t,G=d(KEYS,1,6)local A,i,K,o=KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local k,n,a,u=d(ARGV,1,4)n=r(n)",
  $push,
  $timeOf,
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
  "local y,D,F=f(l,'policy')if not y then return{'newer_layout'}end local g,s=w(k),0 local f={sequence=0,reclaimed=0,failed=0,expired=0,purged=0}N(h,p,m,t,i,g,y,n,f)if math.max(f.reclaimed+f.failed,f.sequence)>=n then s=1 end local c,q=b('ZRANGE',A,'-inf',g,'BYSCORE','LIMIT',0,n),{}if#c>0 then local g,f=b('ZMSCORE',h,d(c)),b('ZMSCORE',p,d(c))for a,e in j(c)do if g[a]or f[a]then q[#q+1]=e end end b('ZREM',A,d(c))if#c==n then s=1 end end f.expired=#q local w,y={},0 for I in string.gmatch(u~=''and u or F or'','%S+')do w[#w+1]=r(I)or-1 end for a,k in j({G,t})do local l,v,c=w[a*2-1]or-1,w[a*2]or-1,{}if l>=0 then c=b('ZRANGE',k,'-inf',g-l,'BYSCORE','LIMIT',0,n)end local o=v>=0 and b('ZCARD',k)-v or 0 if o>#c then c=b('ZRANGE',k,0,math.min(o,n)-1)end if#c>0 then b('ZREM',k,d(c))local i,F={},#q for D,x in j({h,p,m})do for a,u in j(b('ZMSCORE',x,d(c)))do i[a]=i[a]or u end end for a,e in j(c)do if not i[a]then q[#q+1]=e end end y=y+#q-F if k==t then f.purged=#q-F end if#c==n then s=1 end end end for c=1,#q,1000 do local a={d(q,c,math.min(c+999,#q))}for D,k in j({h,p,A})do b('ZREM',k,d(a))end b('HDEL',i,d(a))S(o,a)end local c=b('ZREMRANGEBYSCORE',K,'-inf',g-a)M(l,f)return{'ok',table.concat({f.reclaimed,f.failed,f.sequence,f.expired,y,c,s},' ')}",
);

/** 1275 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers", "jobs*16"],
  ["clock", "names..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m=d(KEYS,1,4)local t,G,K,o=KEYS[5],KEYS[6],KEYS[7],{d(KEYS,8,23)}local k,a=ARGV[1],{d(ARGV,2)}",
  $timeOf,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local y,D,c=f(l,'paused')if not y then return{'newer_layout'}end local f,y={string.format('%.0f',w(k))},b('HMGET',l,d(a))for D,k in j({h,p,m,t,G,K})do f[#f+1]=b('ZCARD',k)end local a=b('ZRANGE',h,0,0)local H=#a>0 and J(o,a)[1]f[#f+1]=H and z(H,'^%d+')or'-'f[#f+1]=c or 0 for a,K in j(y)do y[a]=K or 0 end return{'ok',table.concat(f,' '),table.concat(y,' ')}",
);

/** 3449 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "jobs*16"],
  ["clock", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t,G=d(KEYS,1,6)local A,i,o=KEYS[7],KEYS[8],{d(KEYS,9,24)}local k,n=ARGV[1],r(ARGV[2])",
  $push,
  $timeOf,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local y,s,a=f(l,'audit')if not y then return{'newer_layout'}end local C,I=z(a or'','^([1-9]%d*) (%d+)$')C,I=r(C or 1),I or'0'local W={h,p,m,t,G}local ac={L={m,h},W={h,p},F={t},D={G}}local g,c,K,f=w(k),{},{},{sequence=0,fence=0}local T,P,S,N,L=0,0,0,0,{sequence=0,fence=0,enqueued=0}local function U(d,k)local e=b(d,k,I,'COUNT',n)I=e[1]for a=1,#e[2],2 do c[#c+1]=e[2][a]K[#c]=e[2][a+1]end end local function X(H)f.sequence=f.sequence+1 return R(z(H or'','^%d+ (%d)')or 5,y+f.sequence)end local function Y(v)local C=math.ceil(v%x)if C>y+f.sequence then L.sequence,f.sequence=1,C-y end end local function ab(w)if w>s+f.fence then L.fence,f.fence=1,math.max(w,g*1000)-s end end local R,Q,V=0,0,0 repeat c,K={},{}if C<=16 then U('HSCAN',o[C])if#c>0 then local q,F={},b('HMGET',i,d(c))for a=1,#c do q[a]={}end for D,k in j(W)do for a,u in j(b('ZMSCORE',k,d(c)))do if u then B(q[a],k,u)end end end for a,e in j(c)do local s,v,Z=z(F[a]or'','^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')if Z and r(Z)<r(z(K[a],'^%d+')or 0)then s,v=nil,nil end local O=ac[s]or{m,h,p,t,G}if#q[a]==0 then T=T+1 local k=(s=='F'or s=='D')and O[1]or h b('ZADD',k,k==h and(v or X(K[a]))or g,e)elseif#q[a]>2 then P=P+1 local E=q[a][1]for aa=#O,1,-1 do for M=1,#q[a],2 do if q[a][M]==O[aa]then E=O[aa]end end end for M=1,#q[a],2 do if q[a][M]~=E then b('ZREM',q[a][M],e)end end end end end elseif C<=21 then local k=W[C-16]U('ZSCAN',k)if#c>0 then local x,F=J(o,c),b('HMGET',i,d(c))for a,e in j(c)do if k==h then Y(K[a])end if not x[a]then S=S+1 b('ZREM',k,e)b('HDEL',i,e)elseif k==m and not string.find(F[a]or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then N=N+1 b('ZREM',k,e)b('ZADD',h,X(x[a]),e)end end end elseif C<=23 then U(C==22 and'HSCAN'or'ZSCAN',C==22 and i or A)if#c>0 then for a,H in j(J(o,c))do local w,v=z(K[a],'^%a (%d+) %d+ %d+ (%d+)')if v then Y(v)ab(r(w))end if not H then N=N+1 b('HDEL',i,c[a])b('ZREM',A,c[a])end end end else local y,f=b('HMGET',l,'enqueued','completed','cancelled','expired','purged'),0 for a=2,5 do f=f+(y[a]or 0)end for a=1,4 do f=f+b('ZCARD',W[a])end if r(y[1]or 0)~=f then L.enqueued=1 b('HSET',l,'enqueued',f)end I='0'end Q,V=Q+#c,V+math.max(#c,n/25)if I=='0'then R=C==24 and 1 or 0 C=C%24+1 end until R==1 or V>=n b('HSET',l,'audit',C..' '..I)M(l,f)local a=L.sequence+L.fence+L.enqueued return{'ok',table.concat({R,Q,T,P,S,N,a},' ')}",
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

/** 3263 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "reply", "jobs*16", "seen..."],
  ["clock", "keep", "maxLength", "channel", "policy", "fields..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m=d(KEYS,1,4)local t,G,A,e=d(KEYS,5,8)local o,C={d(KEYS,9,24)},{d(KEYS,25)}local k,E,n=d(ARGV,1,3)n=r(n)local H,u,i=ARGV[4],ARGV[5],{d(ARGV,6)}",
  $push,
  $timeOf,
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
  "local y,D,F,L=f(l,'policy','registered')if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a,L or''}end local g,f=w(k),{sequence=0,enqueued=0,duplicates=0}local w,K,v={},{},{}for a=1,#i,4 do if i[a+2]~=''then w[#w+1]=i[a]K[#w]=r(i[a+2])end end if#w>0 then for a,I in j(b('MGET',d(C)))do if I then v[w[a]]='S'end end local c={}for a,H in pairs(J(o,w))do if H then c[#c+1]=w[a]end end if#c>0 then for s,k in pairs({R=h,D=p,L=m,F=t,O=G})do for a,u in j(b('ZMSCORE',k,d(c)))do if u then v[c[a]]=s end end end for D,e in j(c)do v[e]=v[e]or'S'end end end local q,c,x,t={},{},{},{}local I,G,N={},{},{}for a=1,#i,4 do local e,d,b=i[a],i[a+1],i[a+3]local s=v[e]if not s then local m=string.sub(b,1,1)local k=string.sub(d,1,1)=='@'and r(string.sub(d,2))or g+(r(d)or 0)s=k>g and'd'or'r'v[e]=string.upper(s)t[e]=true if s=='r'then f.sequence=f.sequence+1 B(I,R(m,y+f.sequence),e)else B(G,ad(k,m),e)end c[#c+1]=e x[#c]=string.format('%.0f ',g)..b local E=z(string.sub(b,1,40),'^%d %S+ (%d+)\\n')if E then B(N,g+E,e)end end q[#q+1]=s end if n and#c>0 and b('ZCARD',h)+b('ZCARD',p)+#c>n then return{'full'}end local r local function m(...)local J=not r and redis.pcall(...)if type(J)=='table'and J.err then r=J end end local i,k=s(c)for f,g in pairs(i)do local D={}for a,e in j(g)do B(D,e,x[k[f][a]])end m('HSET',o[f],d(D))end if#I>0 then m('ZADD',h,d(I))end if#G>0 then m('ZADD',p,d(G))end if#N>0 then m('ZADD',A,d(N))end for a,e in j(w)do if t[e]and K[a]>0 then m('SET',C[a],1,'PX',K[a])end end if r then for f,g in pairs(i)do redis.pcall('HDEL',o[f],d(g))end for D,k in j({h,p,A})do redis.pcall('ZREM',k,d(c))end for a,e in j(w)do if t[e]then redis.pcall('DEL',C[a])end end return r end if F~=u then b('HSET',l,'layout',Q,'policy',u)end f.enqueued,f.duplicates=#c,#q-#c M(l,f)",
  $text,
  "O(e,a,E)if#c>0 then b('PUBLISH',H,g)end return{'ok',a,L or''}",
);

/** 1211 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "runs", "workers", "result..."],
  ["clock", "duration", "worker", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,m,i,K=d(KEYS,1,5)local H={d(KEYS,6)}local k,u,C,I=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeOf,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local y,s=f(l)if not y then return{'newer_layout'}end local g,c,O,p,n=w(k),{},{},{},{}for a=1,#I,2 do c[#c+1]=I[a]O[#c]=I[a+1]end local D,q=ab(i,H,c,O,s)for a,e in j(c)do if q[a]=='L'then n[#n+1]=e B(p,g+u,e)end end if#n>0 and b('ZADD',m,d(p))>0 then b('ZREM',h,d(n))end if C~=''then b('ZADD',K,g,C)end return{'ok',table.concat(q),string.format('%.0f',g+u)}",
);

/** 920 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "leased", "runs", "workers"],
  ["worker", "offset", "limit", "channel"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,m,i,K=d(KEYS,1,5)local C,a,n,H=d(ARGV,1,4)a=r(a)n=r(n)",
  $push,
  $LAYOUT,
  $readMeta,
  $addTotals,
  "if not f(l)then return{'newer_layout'}end local c,u,A,D=b('ZRANGE',m,a,a+n-1),{},{},{}if#c>0 then for a,E in j(b('HMGET',i,d(c)))do local v,e=z(E or'','^L %d+ %d+ %d+ (%d+)[^\\n]*\\n([^\\n]*)')if e==C then u[#u+1]=c[a]B(A,v,c[a])B(D,c[a],'W'..string.sub(E,2))end end end if#u>0 then b('ZREM',m,d(u))b('ZADD',h,d(A))b('HSET',i,d(D))M(l,{reclaimed=#u})b('PUBLISH',H,'reclaimed')end if#c==n then return{'ok',tostring(#u),tostring(a+n-#u)}end b('ZREM',K,C)return{'ok',tostring(#u),'-'}",
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

/** 790 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "runs", "job", "result", "seen"],
  ["clock", "id"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m=d(KEYS,1,4)local t,G,i,a,g,C=d(KEYS,5,10)local k,e=ARGV[1],ARGV[2]",
  $timeOf,
  $LAYOUT,
  $readMeta,
  "local y,D,c=f(l,'paused')if not y then return{'newer_layout'}end local f={string.format('%.0f',w(k)),c or 0}for D,k in j({h,p,m,t,G})do f[#f+1]=b('ZSCORE',k,e)or'-'end f[#f+1]=b('ZRANK',h,e)or'-'f[#f+1]=b('EXISTS',C)return{'ok',table.concat(f,' '),b('HGET',a,e)or'',b('HGET',i,e)or'',b('GET',g)or''}",
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
  "local m,i,o=KEYS[1],KEYS[2],{d(KEYS,3,18)}local t=ARGV ",
  $push,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "local c,f={},{'ok'}for a,d in j(t)do c[a]=z(d,'^%d+ %d+ (.*)$')end local k,F,x=b('ZMSCORE',m,d(c)),b('HMGET',i,d(c)),J(o,c)for a,d in j(t)do local b=z(F[a]or'','^L (%d+)')==z(d,'^%d+')if k[a]and x[a]and b then B(f,d,x[a])end end return f",
);

/** 3982 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["meta", "ready", "delayed", "leased", "failed", "expiring", "runs", "workers", "reply", "jobs*16"],
  ["clock", "keep", "count", "duration", "worker", "max", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t=d(KEYS,1,5)local A,i,K,e,o=KEYS[6],KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local k,E,v,u=d(ARGV,1,4)v=r(v)local C,L,n=d(ARGV,5,7)n=r(n)",
  $push,
  $timeOf,
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
  "local y,s,c=f(l,'paused')if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end local g,f=w(k),{sequence=0,leased=0,reclaimed=0,failed=0,expired=0}N(h,p,m,t,i,g,y,n,f)f.fence=F(s,g)local t,x,y=Q(h,m,A,i,o,g,c and 0 or v,n,g+u,C,L,s,f)if C~=''then b('ZADD',K,g,C)end M(l,f)return J(h,p,m,e,E,'',g,c,t,x,y)",
);

/** 86 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  $alias_redis_call,
  "local g=KEYS[1]local e,c=ARGV[1],ARGV[2]b('HSET',g,e,c)return{'ok'}",
);

/** 1216 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "runs", "jobs*16"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,x,i,o=KEYS[1],KEYS[2],KEYS[3],{d(KEYS,4,19)}local k,a,n=d(ARGV,1,3)a=r(a)",
  $timeOf,
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $recordsOf,
  "if not f(l)then return{'newer_layout'}end local f={'ok',string.format('%.0f %d',w(k),b('ZCARD',x))}local D,c=b('ZRANGE',x,a,a+n-1,'WITHSCORES'),{}for a=1,#D,2 do c[#c+1]=D[a]end if#c==0 then return f end local x,q=J(o,c),b('HMGET',i,d(c))for a,e in j(c)do f[#f+1]=D[a*2]..' '..e f[#f+1]=x[a]or''f[#f+1]=q[a]or''end return f",
);

/** 312 bytes. */
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
  "if not f(l)then return{'newer_layout'}end b('HSET',l,'layout',Q,'paused',1)return{'ok'}",
);

/** 12 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  [],
  [],
  "return{'ok'}",
);

/** 1070 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "runs", "result..."],
  ["clock", "duration", "id", "fence", "progress"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,m,i,H=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5)}local k,u,e,s,a=d(ARGV,1,5)",
  $timeOf,
  $LAYOUT,
  $readMeta,
  $verdictsOf,
  "local y,V=f(l)if not y then return{'newer_layout'}end local F,q=ab(i,H,{e},{s},V)if q[1]=='L'then local d,c=z(F[1],'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')b('HSET',i,e,(d or F[1]..'\\n\\n')..a..(c or''))if u~=''and b('ZADD',m,w(k)+u,e)>0 then b('ZREM',h,e)end end return{'ok',q[1]}",
);

/** 1290 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "reply"],
  ["clock", "keep", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,e=d(KEYS,1,4)local k,E,H,c=ARGV[1],ARGV[2],ARGV[3],{d(ARGV,4)}",
  $push,
  $timeOf,
  $firstReply,
  $remember,
  $LAYOUT,
  $readMeta,
  $addTotals,
  $BAND,
  $orderOf,
  $priorityDue,
  $sequence,
  "if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local q,A,f,C={},{},{},{}for a,u in j(b('ZMSCORE',p,d(c)))do q[a]=u and not C[c[a]]and'P'or'U'if q[a]=='P'then C[c[a]]=true f[#f+1]=c[a]B(A,R(D(u),y+#f),c[a])end end if#f>0 then b('ZADD',h,d(A))b('ZREM',p,d(f))M(l,{sequence=#f})b('PUBLISH',H,w(k))end ",
  $text,
  "O(e,a,E)return{'ok',a}",
);

/** 890 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "runs", "jobs*16"],
  ["limit", "total"],
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,x,A,i,o=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{d(KEYS,5,20)}local n,K=r(ARGV[1]),ARGV[2]",
  $LAYOUT,
  $readMeta,
  $bucketOf,
  $byBucket,
  $dropRecords,
  "if not f(l)then return{'newer_layout'}end local c=b('ZRANGE',x,0,n-1)if#c>0 then b('ZREM',x,d(c))b('ZREM',A,d(c))b('HDEL',i,d(c))S(o,c)if K~=''then b('HINCRBY',l,K,#c)end end return{'ok',tostring(#c),#c==n and b('EXISTS',x)==1 and'1'or'0'}",
);

/** 124 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  $alias_redis_call,
  $alias_ipairs,
  $registry,
  "local f={'ok'}for a,c in j(b('ZRANGE',d,0,-1))do f[a+1]='-'..c end return f",
);

/** 1948 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "runs", "reply", "jobs*16"],
  ["clock", "keep", "limit", "channel", "ids..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,t,i,e=d(KEYS,1,5)local o={d(KEYS,6,21)}local k,E,n,H,c=ARGV[1],ARGV[2],r(ARGV[3]),ARGV[4],{d(ARGV,5)}",
  $push,
  $timeOf,
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
  "if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local f,A,D={},{},{}if#c==0 then if n>0 then f=b('ZRANGE',t,0,n-1)end else local C={}for a,u in j(b('ZMSCORE',t,d(c)))do if u and not C[c[a]]then C[c[a]]=true f[#f+1]=c[a]end end end if#f>0 then local x=J(o,f)for a,E in j(b('HMGET',i,d(f)))do local m=z(x[a]or'','^%d+ (%d)')or 5 local v=R(m,y+a)local s,c=z(E or'','^%a (%d+) %d+ %d+ %d+( .*)$')B(A,v,f[a])if s then B(D,f[a],table.concat({'W',s,0,0,v},' ')..c)end end if#D>0 then b('HSET',i,d(D))end b('ZADD',h,d(A))b('ZREM',t,d(f))M(l,{sequence=#f,redriven=#f})b('PUBLISH',H,w(k))end O(e,#f,E)return{'ok',tostring(#f)}",
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
  "if b('EXISTS',l)==1 then b('HSET',l,'registered',1)end return{'ok'}",
);

/** 338 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta"],
  ["channel"],
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $meta,
  "local H=ARGV[1]",
  $LAYOUT,
  $readMeta,
  "if not f(l)then return{'newer_layout'}end b('HDEL',l,'paused')b('PUBLISH',H,'resumed')return{'ok'}",
);

/** 231 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  $alias_redis_call,
  $alias_ipairs,
  "local d,g=KEYS[1],KEYS[2]local e=ARGV[1]local a,f=b('HGET',g,e)or'',{'ok'}for D,e in j({{'['..a,'+'},{'-','('..a}})do for D,c in j(b('ZRANGE',d,e[1],e[2],'BYLEX'))do f[#f+1]='-'..c end end return f",
);

/** 3444 bytes. */
export const settle = /* @__PURE__ */ script(
  "settle",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t,G=d(KEYS,1,6)local A,i,e=d(KEYS,7,9)local o,H={d(KEYS,10,25)},{d(KEYS,26)}local k,E,U,P,I=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{d(ARGV,5)}",
  $push,
  $timeOf,
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
  "local y,s=f(l)if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'ok',a}end local f={sequence=0,completed=0,retried=0,failed=0,released=0,stale=0}local q,r=af(h,p,m,t,G,A,i,o,H,I,w(k),y,s,U,P,f)if r then return r end M(l,f)O(e,q,E)return{'ok',q}",
);

/** 5876 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "reply", "jobs*16", "result..."],
  ["clock", "keep", "keepDone", "keepResult", "count", "duration", "worker", "max", "limit", "items..."],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,h,p,m,t,G=d(KEYS,1,6)local A,i,K,e=d(KEYS,7,10)local o,H={d(KEYS,11,26)},{d(KEYS,27)}local k,E,U,P=d(ARGV,1,4)local v,u,C=d(ARGV,5,7)v=r(v)local L,n,I=ARGV[8],r(ARGV[9]),{d(ARGV,10)}",
  $push,
  $timeOf,
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
  $settle,
  "local y,s,c=f(l,'paused')if not y then return{'newer_layout'}end ",
  $first,
  "if a then return{'again',a}end local g,f=w(k),{sequence=0,leased=0,completed=0,retried=0,failed=0,released=0,stale=0,reclaimed=0,expired=0}local q,r=af(h,p,m,t,G,A,i,o,H,I,g,y,s,U,P,f)if r then return r end N(h,p,m,t,i,g,y,n,f)f.fence=F(s,g)local t,x,y=Q(h,m,A,i,o,g,c and 0 or v,n,g+u,C,L,s,f)if C~=''then b('ZADD',K,g,C)end M(l,f)return J(h,p,m,e,E,q,g,c,t,x,y)",
);

/** 940 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "runs", "workers"],
  ["clock", "offset", "limit"],
  $alias_string_match,
  $alias_redis_call,
  $alias_unpack,
  $alias_tonumber,
  $alias_ipairs,
  "local l,m,i,K=d(KEYS,1,4)local k,a,n=d(ARGV,1,3)a=r(a)n=r(n)",
  $timeOf,
  $LAYOUT,
  $readMeta,
  "if not f(l)then return{'newer_layout'}end local p=b('ZRANGE',m,a,a+n-1,'WITHSCORES')local f={'ok',string.format('%.0f ',w(k))..(#p<n*2 and'-'or a+n)}local v=a==0 and b('ZRANGE',K,0,n-1,'WITHSCORES')or{}for a=1,#v,2 do f[#f+1]='W '..v[a+1]..' '..v[a]end local c={}for a=1,#p,2 do c[#c+1]=p[a]end if#c>0 then for a,E in j(b('HMGET',i,d(c)))do local s,C=z(E or'','^L (%d+)[^\\n]*\\n([^\\n]*)')f[#f+1]=table.concat({'H',p[a*2],s or 0,c[a]},' ')..'\\n'..(C or'')end end return f",
);
