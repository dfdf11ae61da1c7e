// Made from src/lua by npm run build:lua; do not edit.

/** 1738 bytes. */
export const cancel = {
  name: "cancel",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepResult", "ids..."],
  sha: "cbcb8d3cf33f4aa94a04ed17f4e926d61a889bd8",
  text: "local s,b,z,c,m,n=redis.pcall,redis.call,string.byte,unpack,tonumber,ipairs local d,G,C,F,Q,N=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local P,Y,l=KEYS[7],KEYS[8],KEYS[9]local u,H={c(KEYS,10,25)},{c(KEYS,26)}local o,v,T,j=ARGV[1],ARGV[2],ARGV[3],{c(ARGV,4)}local function aa(o)local E=string.match(o,'^=(%d+)$')if E then return m(E)end local y=s('TIME')if y.err then return m(o)end return y[1]*1000+math.floor(y[2]/1000)end local function R(l,d)local h=b('GET',l)if h then s('HINCRBY',d,'replayed',1)end return h end local function X(l,h,v)b('SET',l,h,'PX',v)end local J=1 local function W(d,...)local r=b('HMGET',d,'layout','sequence','fence',...)if m(r[1]or 0)>J then return end return m(r[2]or 0),m(r[3]or 0),c(r,4)end local function K(d,S)for U,B in pairs(S)do if B>0 then b('HINCRBY',d,U,B)end end end local function L(a)local ab,ac=z(a,-2,-1)return(#a+z(a,math.ceil(#a/2))+ab+(ac or 0))%16+1 end local function M(j)local t,x={},{}for g,a in n(j)do local i=L(a)local f=t[i]if not f then f={}t[i],x[i]=f,{}end f[#f+1]=a x[i][#f]=g end return t,x end local function O(u,j)for i,f in pairs(M(j))do b('HDEL',u[i],c(f))end end if not W(d)then return{'newer_layout'}end local D=R(l,d)if D then return{'ok',D}end local p,e,I,q,V={},{},{},{},aa(o)for k,w in pairs({R=G,D=C,L=F,F=Q,O=N})do for g,Z in n(b('ZMSCORE',w,c(j)))do if Z then p[g]=k end end end for g,a in n(j)do local k=not I[a]and p[g]or'U'p[g],I[a]=k,true if k=='R'or k=='D'or k=='L'then e[#e+1]=a local A=s('SET',H[g],'X '..V,'PX',T)if A.err then if#q>0 then b('DEL',c(q))end return A end q[#q+1]=H[g]end end if#e>0 then for ad,w in n({G,C,F})do b('ZREM',w,c(e))end b('ZREM',P,c(e))b('HDEL',Y,c(e))O(u,e)K(d,{cancelled=#e})end local h=table.concat(p)X(l,h,v)return{'ok',h}",
} as const;

/** 3323 bytes. */
export const clean = {
  name: "clean",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "jobs*16"],
  args: ["clock", "limit", "silence", "policy"],
  sha: "6d83eaad93819a0d047fc9aa1a695552d9b44061",
  text: "local V,a,U,W,d,k,j=string.match,redis.call,string.byte,table.concat,unpack,tonumber,ipairs local q,r,m,v,u,am=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local I,w,aH,K=KEYS[7],KEYS[8],KEYS[9],{d(KEYS,10,25)}local z,i,ay,af=ARGV[1],k(ARGV[2]),ARGV[3],ARGV[4]local function F(C,ah,aj)C[#C+1]=ah C[#C+1]=aj end local function aD(z)local ac=V(z,'^=(%d+)$')if ac then return k(ac)end local Q=redis.pcall('TIME')if Q.err then return k(z)end return Q[1]*1000+math.floor(Q[2]/1000)end local ag=1 local function ax(q,...)local H=a('HMGET',q,'layout','sequence','fence',...)if k(H[1]or 0)>ag then return end return k(H[2]or 0),k(H[3]or 0),d(H,4)end local function ai(q,b)for at,Y in pairs(b)do if Y>0 then a('HINCRBY',q,at,Y)end end end local R=10000000000000 local function au(av,s)return string.format('%.0f',av*R+s)end local function aw(O)return math.floor(O%1*10+0.5)end local function ak(f)local aI,aJ=U(f,-2,-1)return(#f+U(f,math.ceil(#f/2))+aI+(aJ or 0))%16+1 end local function al(g)local J,M={},{}for c,f in j(g)do local o=ak(f)local l=J[o]if not l then l={}J[o],M[o]=l,{}end l[#l+1]=f M[o][#l]=c end return J,M end local function an(K,g)for o,l in pairs(al(g))do a('HDEL',K[o],d(l))end end local function aG(G,h,x,as)local B='\\n[^\\n]*'local ao=string.rep(B,5)return(string.gsub(W({G,'\\n',h,' ',x,' ',as}),'^([^\\n]*'..B..B..')'..B..'('..ao..')$','%1%2'))end local function aq(r,m,v,u,w,h,s,i,b)local E=a('ZRANGE',v,'-inf',h,'BYSCORE','LIMIT',0,i)local y,e,aa={},{},{}if#E>0 then for c,G in j(a('HMGET',w,d(E)))do local f=E[c]local x,ap,ae,ar=V(G or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if ae and x-ap>=k(ar)then b.failed=b.failed+1 F(e,h,f)F(aa,f,aG('F'..string.sub(G,2),h,x,'\"lease expired\"'))else b.reclaimed=b.reclaimed+1 F(y,ae or 5*R,f)end end a('ZREM',v,d(E))if#e>0 then a('ZADD',u,d(e))a('HSET',w,d(aa))end end local t=a('ZRANGE',m,'-inf','('..h+1,'BYSCORE','LIMIT',0,i,'WITHSCORES')for c=1,#t,2 do b.sequence=b.sequence+1 F(y,au(aw(t[c+1]),s+b.sequence),t[c])end if#t>0 then a('ZREMRANGEBYRANK',m,0,#t/2-1)end if#y>0 then a('ZADD',r,d(y))end end local s,S,aC=ax(q,'policy')if not s then return{'newer_layout'}end local h,D=aD(z),0 local b={sequence=0,reclaimed=0,failed=0,expired=0,purged=0}aq(r,m,v,u,w,h,s,i,b)if math.max(b.reclaimed+b.failed,b.sequence)>=i then D=1 end local p,e=a('ZRANGE',I,'-inf',h,'BYSCORE','LIMIT',0,i),{}if#p>0 then local aF,aA=a('ZMSCORE',r,d(p)),a('ZMSCORE',m,d(p))for c,f in j(p)do if aF[c]or aA[c]then e[#e+1]=f end end a('ZREM',I,d(p))if#p==i then D=1 end end b.expired=#e local A,N={},0 for aE in string.gmatch(af~=''and af or aC or'','%S+')do A[#A+1]=k(aE)or-1 end for c,n in j({am,u})do local T,Z,g=A[c*2-1]or-1,A[c*2]or-1,{}if T>=0 then g=a('ZRANGE',n,'-inf',h-T,'BYSCORE','LIMIT',0,i)end local ab=Z>=0 and a('ZCARD',n)-Z or 0 if ab>#g then g=a('ZRANGE',n,0,math.min(ab,i)-1)end if#g>0 then a('ZREM',n,d(g))local L,X={},#e for S,aB in j({r,m,v})do for c,O in j(a('ZMSCORE',aB,d(g)))do L[c]=L[c]or O end end for c,f in j(g)do if not L[c]then e[#e+1]=f end end N=N+#e-X if n==u then b.purged=#e-X end if#g==i then D=1 end end end for ad=1,#e,1000 do local P={d(e,ad,math.min(ad+999,#e))}for S,n in j({r,m,I})do a('ZREM',n,d(P))end a('HDEL',w,d(P))an(K,P)end local az=a('ZREMRANGEBYSCORE',aH,'-inf',h-ay)ai(q,b)return{'ok',W({b.reclaimed,b.failed,b.sequence,b.expired,N,az,D},' ')}",
} as const;

/** 1258 bytes. */
export const counts = {
  name: "counts",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "workers", "jobs*16"],
  args: ["clock", "names..."],
  sha: "914e7809f5bea5179661cce822771d6d6542c4d9",
  text: "local u,e,t,v,g,f,k=string.match,redis.call,string.byte,table.concat,unpack,tonumber,ipairs local m,y,E,I=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local G,F,Q,q=KEYS[5],KEYS[6],KEYS[7],{g(KEYS,8,23)}local l,J=ARGV[1],{g(ARGV,2)}local function O(l)local w=u(l,'^=(%d+)$')if w then return f(w)end local r=redis.pcall('TIME')if r.err then return f(l)end return r[1]*1000+math.floor(r[2]/1000)end local A=1 local function L(m,...)local o=e('HMGET',m,'layout','sequence','fence',...)if f(o[1]or 0)>A then return end return f(o[2]or 0),f(o[3]or 0),g(o,4)end local function C(c)local R,S=t(c,-2,-1)return(#c+t(c,math.ceil(#c/2))+R+(S or 0))%16+1 end local function D(p)local h,j={},{}for i,c in k(p)do local b=C(c)local a=h[b]if not a then a={}h[b],j[b]=a,{}end a[#a+1]=c j[b][#a]=i end return h,j end local function M(q,p)local z={}local h,j=D(p)for b,a in pairs(h)do for i,n in k(e('HMGET',q[b],g(a)))do z[j[b][i]]=n end end return z end local N,B,K=L(m,'paused')if not N then return{'newer_layout'}end local d,s={string.format('%.0f',O(l))},e('HMGET',m,g(J))for B,H in k({y,E,I,G,F,Q})do d[#d+1]=e('ZCARD',H)end local x=e('ZRANGE',y,0,0)local n=#x>0 and M(q,x)[1]d[#d+1]=n and u(n,'^%d+')or'-'d[#d+1]=K or 0 for i,P in k(s)do s[i]=P or 0 end return{'ok',v(d,' '),v(s,' ')}",
} as const;

/** 3535 bytes. */
export const deepClean = {
  name: "deepClean",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "jobs*16"],
  args: ["clock", "limit"],
  sha: "511c100e6b801aba5115d3ffeb3b2c6571a02f5d",
  text: "local q,c,ab,r,g,m=string.match,redis.call,string.byte,unpack,tonumber,ipairs local j,l,M,G,Q,N=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local ad,B,x=KEYS[7],KEYS[8],{r(KEYS,9,24)}local D,S=ARGV[1],g(ARGV[2])local function aC(I,ar,at)I[#I+1]=ar I[#I+1]=at end local function aG(D)local af=q(D,'^=(%d+)$')if af then return g(af)end local Z=redis.pcall('TIME')if Z.err then return g(D)end return Z[1]*1000+math.floor(Z[2]/1000)end local aq=1 local function aD(j,...)local K=c('HMGET',j,'layout','sequence','fence',...)if g(K[1]or 0)>aq then return end return g(K[2]or 0),g(K[3]or 0),r(K,4)end local function as(j,i)for ay,ac in pairs(i)do if ac>0 then c('HINCRBY',j,ay,ac)end end end local aa=10000000000000 local function az(aB,u)return string.format('%.0f',aB*aa+u)end local function au(d)local aH,aI=ab(d,-2,-1)return(#d+ab(d,math.ceil(#d/2))+aH+(aI or 0))%16+1 end local function av(b)local w,y={},{}for a,d in m(b)do local n=au(d)local k=w[n]if not k then k={}w[n],y[n]=k,{}end k[#k+1]=d y[n][#k]=a end return w,y end local function aj(x,b)local A={}local w,y=av(b)for n,k in pairs(w)do for a,z in m(c('HMGET',x[n],r(k)))do A[y[n][a]]=z end end return A end local u,ae,aA=aD(j,'audit')if not u then return{'newer_layout'}end local f,o=q(aA or'','^([1-9]%d*) (%d+)$')f,o=g(f or 1),o or'0'local X={l,M,G,Q,N}local aF={L={G,l},W={l,M},F={Q},D={N}}local ai,b,t,i=aG(D),{},{},{sequence=0,fence=0}local U,O,T,C,v=0,0,0,0,{sequence=0,fence=0,enqueued=0}local function V(aw,e)local J=c(aw,e,o,'COUNT',S)o=J[1]for a=1,#J[2],2 do b[#b+1]=J[2][a]t[#b]=J[2][a+1]end end local function ag(z)i.sequence=i.sequence+1 return az(q(z or'','^%d+ (%d)')or 5,u+i.sequence)end local function ak(p)local am=math.ceil(p%aa)if am>u+i.sequence then v.sequence,i.sequence=1,am-u end end local function aE(F)if F>ae+i.fence then v.fence,i.fence=1,math.max(F,ai*1000)-ae end end local R,P,W=0,0,0 repeat b,t={},{}if f<=16 then V('HSCAN',x[f])if#b>0 then local h,Y={},c('HMGET',B,r(b))for a=1,#b do h[a]={}end for aJ,e in m(X)do for a,al in m(c('ZMSCORE',e,r(b)))do if al then aC(h[a],e,al)end end end for a,d in m(b)do local H,p,an=q(Y[a]or'','^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')if an and g(an)<g(q(t[a],'^%d+')or 0)then H,p=nil,nil end local L=aF[H]or{G,l,M,Q,N}if#h[a]==0 then U=U+1 local e=(H=='F'or H=='D')and L[1]or l c('ZADD',e,e==l and(p or ag(t[a]))or ai,d)elseif#h[a]>2 then O=O+1 local ah=h[a][1]for ap=#L,1,-1 do for E=1,#h[a],2 do if h[a][E]==L[ap]then ah=L[ap]end end end for E=1,#h[a],2 do if h[a][E]~=ah then c('ZREM',h[a][E],d)end end end end end elseif f<=21 then local e=X[f-16]V('ZSCAN',e)if#b>0 then local A,Y=aj(x,b),c('HMGET',B,r(b))for a,d in m(b)do if e==l then ak(t[a])end if not A[a]then T=T+1 c('ZREM',e,d)c('HDEL',B,d)elseif e==G and not string.find(Y[a]or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then C=C+1 c('ZREM',e,d)c('ZADD',l,ag(A[a]),d)end end end elseif f<=23 then V(f==22 and'HSCAN'or'ZSCAN',f==22 and B or ad)if#b>0 then for a,z in m(aj(x,b))do local F,p=q(t[a],'^%a (%d+) %d+ %d+ (%d+)')if p then ak(p)aE(g(F))end if not z then C=C+1 c('HDEL',B,b[a])c('ZREM',ad,b[a])end end end else local ao,s=c('HMGET',j,'enqueued','completed','cancelled','expired','purged'),0 for a=2,5 do s=s+(ao[a]or 0)end for a=1,4 do s=s+c('ZCARD',X[a])end if g(ao[1]or 0)~=s then v.enqueued=1 c('HSET',j,'enqueued',s)end o='0'end P,W=P+#b,W+math.max(#b,S/25)if o=='0'then R=f==24 and 1 or 0 f=f%24+1 end until R==1 or W>=S c('HSET',j,'audit',f..' '..o)as(j,i)local ax=v.sequence+v.fence+v.enqueued return{'ok',table.concat({R,P,U,O,T,C,ax},' ')}",
} as const;

/** 55 bytes. */
export const destroy = {
  name: "destroy",
  keys: ["all..."],
  args: [],
  sha: "cd48e5c864b257f805fb89e488a6aff188b314bf",
  text: "local a=KEYS redis.call('UNLINK',unpack(a))return{'ok'}",
} as const;

/** 3261 bytes. */
export const enqueue = {
  name: "enqueue",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "reply", "jobs*16", "seen..."],
  args: ["clock", "keep", "maxLength", "channel", "policy", "fields..."],
  sha: "edd6bb841f00972c3fb715c7703bdb670f722c42",
  text: "local ad,s,g,M,ac,B,d,j,r,i=string.match,redis.pcall,redis.call,string.format,string.byte,string.sub,unpack,tonumber,pairs,ipairs local h,I,D,ay=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local aw,au,ah,v=KEYS[5],KEYS[6],KEYS[7],KEYS[8]local x,W={d(KEYS,9,24)},{d(KEYS,25)}local C,Q,ak=ARGV[1],ARGV[2],j(ARGV[3])local at,al,l=ARGV[4],ARGV[5],{d(ARGV,6)}local function H(G,ap,ar)G[#G+1]=ap G[#G+1]=ar end local function aG(C)local aj=ad(C,'^=(%d+)$')if aj then return j(aj)end local X=s('TIME')if X.err then return j(C)end return X[1]*1000+math.floor(X[2]/1000)end local function ax(v,h)local q=g('GET',v)if q then s('HINCRBY',h,'replayed',1)end return q end local function aD(v,q,Q)g('SET',v,q,'PX',Q)end local aa=1 local function aB(h,...)local L=g('HMGET',h,'layout','sequence','fence',...)if j(L[1]or 0)>aa then return end return j(L[2]or 0),j(L[3]or 0),d(L,4)end local function aq(h,m)for az,ae in r(m)do if ae>0 then g('HINCRBY',h,az,ae)end end end local ao=10000000000000 local function aA(u,K)return M('%.0f',u*ao+K)end local function av(E,u)return M('%.0f.%d',E,u)end local function as(b)local aI,aJ=ac(b,-2,-1)return(#b+ac(b,math.ceil(#b/2))+aI+(aJ or 0))%16+1 end local function af(c)local n,p={},{}for a,b in i(c)do local e=as(b)local f=n[e]if not f then f={}n[e],p[e]=f,{}end f[#f+1]=b p[e][#f]=a end return n,p end local function aC(x,c)local z={}local n,p=af(c)for e,f in r(n)do for a,V in i(g('HMGET',x[e],d(f)))do z[p[e][a]]=V end end return z end local K,ab,aF,am=aB(h,'policy','registered')if not K then return{'newer_layout'}end local ai=ax(v,h)if ai then return{'ok',ai,am or''}end local y,m=aG(C),{sequence=0,enqueued=0,duplicates=0}local k,Z,t={},{},{}for a=1,#l,4 do if l[a+2]~=''then k[#k+1]=l[a]Z[#k]=j(l[a+2])end end if#k>0 then for a,aH in i(g('MGET',d(W)))do if aH then t[k[a]]='S'end end local w={}for a,V in r(aC(x,k))do if V then w[#w+1]=k[a]end end if#w>0 then for o,R in r({R=I,D=D,L=ay,F=aw,O=au})do for a,aE in i(g('ZMSCORE',R,d(w)))do if aE then t[w[a]]=o end end end for ab,b in i(w)do t[b]=t[b]or'S'end end end local F,c,z,P={},{},{},{}local U,S,T={},{},{}for a=1,#l,4 do local b,Y,O=l[a],l[a+1],l[a+3]local o=t[b]if not o then local u=B(O,1,1)local E=B(Y,1,1)=='@'and j(B(Y,2))or y+(j(Y)or 0)o=E>y and'd'or'r't[b]=string.upper(o)P[b]=true if o=='r'then m.sequence=m.sequence+1 H(U,aA(u,K+m.sequence),b)else H(S,av(E,u),b)end c[#c+1]=b z[#c]=M('%.0f ',y)..O local an=ad(B(O,1,40),'^%d %S+ (%d+)\\n')if an then H(T,y+an,b)end end F[#F+1]=o end if ak and#c>0 and g('ZCARD',I)+g('ZCARD',D)+#c>ak then return{'full'}end local J local function A(...)local N=not J and s(...)if type(N)=='table'and N.err then J=N end end local n,p=af(c)for e,f in r(n)do local ag={}for a,b in i(f)do H(ag,b,z[p[e][a]])end A('HSET',x[e],d(ag))end if#U>0 then A('ZADD',I,d(U))end if#S>0 then A('ZADD',D,d(S))end if#T>0 then A('ZADD',ah,d(T))end for a,b in i(k)do if P[b]and Z[a]>0 then A('SET',W[a],1,'PX',Z[a])end end if J then for e,f in r(n)do s('HDEL',x[e],d(f))end for ab,R in i({I,D,ah})do s('ZREM',R,d(c))end for a,b in i(k)do if P[b]then s('DEL',W[a])end end return J end if aF~=al then g('HSET',h,'layout',aa,'policy',al)end m.enqueued,m.duplicates=#c,#F-#c aq(h,m)local q=table.concat(F)aD(v,q,Q)if#c>0 then g('PUBLISH',at,y)end return{'ok',q,am or''}",
} as const;

/** 1214 bytes. */
export const extend = {
  name: "extend",
  keys: ["meta", "ready", "leased", "runs", "workers", "result..."],
  args: ["clock", "duration", "worker", "items..."],
  sha: "f1403de54f9df16001f4bb6a67dc86f8725f4068",
  text: "local v,d,b,e=string.match,redis.call,unpack,tonumber local p,J,G,s,N=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local r={b(KEYS,6)}local h,w,A,o=ARGV[1],ARGV[2],ARGV[3],{b(ARGV,4)}local function H(l,C,D)l[#l+1]=C l[#l+1]=D end local function L(h)local x=v(h,'^=(%d+)$')if x then return e(x)end local u=redis.pcall('TIME')if u.err then return e(h)end return u[1]*1000+math.floor(u[2]/1000)end local B=1 local function I(p,...)local m=d('HMGET',p,'layout','sequence','fence',...)if e(m[1]or 0)>B then return end return e(m[2]or 0),e(m[3]or 0),b(m,4)end local function M(s,r,c,j,F)local t,n,g=d('HMGET',s,b(c)),nil,{}for a,i in ipairs(j)do local f,E=v(t[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not f then n=n or d('MGET',b(r))f=string.sub(not t[a]and(n[a]or e(i)<=F and'C')or'U',1,1)elseif E~=i and(f=='L'or f=='W')then f='A'end g[a]=f end return t,g end local K,i=I(p)if not K then return{'newer_layout'}end local q,c,j,y,k=L(h),{},{},{},{}for a=1,#o,2 do c[#c+1]=o[a]j[#c]=o[a+1]end local O,g=M(s,r,c,j,i)for a,z in ipairs(c)do if g[a]=='L'then k[#k+1]=z H(y,q+w,z)end end if#k>0 and d('ZADD',G,b(y))>0 then d('ZREM',J,b(k))end if A~=''then d('ZADD',N,q,A)end return{'ok',table.concat(g),string.format('%.0f',q+w)}",
} as const;

/** 930 bytes. */
export const failWorker = {
  name: "failWorker",
  keys: ["meta", "ready", "leased", "runs", "workers"],
  args: ["worker", "offset", "limit", "channel"],
  sha: "498defdd84113dc15688c29a69c8901a6e00cc3d",
  text: "local a,e,f=redis.call,tonumber,unpack local d,D,o,r,E=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local s,k,j,x=ARGV[1],e(ARGV[2]),e(ARGV[3]),ARGV[4]local function p(g,u,w)g[#g+1]=u g[#g+1]=w end local t=1 local function C(d,...)local h=a('HMGET',d,'layout','sequence','fence',...)if e(h[1]or 0)>t then return end return e(h[2]or 0),e(h[3]or 0),f(h,4)end local function v(d,y)for A,m in pairs(y)do if m>0 then a('HINCRBY',d,A,m)end end end if not C(d)then return{'newer_layout'}end local c,b,l,n=a('ZRANGE',o,k,k+j-1),{},{},{}if#c>0 then for i,q in ipairs(a('HMGET',r,f(c)))do local B,z=string.match(q or'','^L %d+ %d+ %d+ (%d+)[^\\n]*\\n([^\\n]*)')if z==s then b[#b+1]=c[i]p(l,B,c[i])p(n,c[i],'W'..string.sub(q,2))end end end if#b>0 then a('ZREM',o,f(b))a('ZADD',D,f(l))a('HSET',r,f(n))v(d,{reclaimed=#b})a('PUBLISH',x,'reclaimed')end if#c==j then return{'ok',tostring(#b),tostring(k+j-#b)}end a('ZREM',E,s)return{'ok',tostring(#b),'-'}",
} as const;

/** 64 bytes. */
export const forget = {
  name: "forget",
  keys: ["registry"],
  args: ["name"],
  sha: "2b7985e711c04aefdf704adca7965d64f907841f",
  text: "local b=KEYS[1]local a=ARGV[1]redis.call('ZREM',b,a)return{'ok'}",
} as const;

/** 810 bytes. */
export const get = {
  name: "get",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "runs", "job", "result", "seen"],
  args: ["clock", "id"],
  sha: "66d4ecc82d2769e843ad686747d4eab69f0dd015",
  text: "local a,c=redis.call,tonumber local g,j,m,r=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local o,n,v,p,u,w=KEYS[5],KEYS[6],KEYS[7],KEYS[8],KEYS[9],KEYS[10]local d,e=ARGV[1],ARGV[2]local function y(d)local i=string.match(d,'^=(%d+)$')if i then return c(i)end local h=redis.pcall('TIME')if h.err then return c(d)end return h[1]*1000+math.floor(h[2]/1000)end local k=1 local function t(g,...)local f=a('HMGET',g,'layout','sequence','fence',...)if c(f[1]or 0)>k then return end return c(f[2]or 0),c(f[3]or 0),unpack(f,4)end local x,l,s=t(g,'paused')if not x then return{'newer_layout'}end local b={string.format('%.0f',y(d)),s or 0}for l,q in ipairs({j,m,r,o,n})do b[#b+1]=a('ZSCORE',q,e)or'-'end b[#b+1]=a('ZRANK',j,e)or'-'b[#b+1]=a('EXISTS',w)return{'ok',table.concat(b,' '),a('HGET',p,e)or'',a('HGET',v,e)or'',a('GET',u)or''}",
} as const;

/** 786 bytes. */
export const held = {
  name: "held",
  keys: ["leased", "runs", "jobs*16"],
  args: ["heads..."],
  sha: "7ae697bee7a622076d9be957f9c7a55812a8c9f0",
  text: "local p,m,n,j,i=string.byte,redis.call,string.match,unpack,ipairs local x,B,o=KEYS[1],KEYS[2],{j(KEYS,3,18)}local q=ARGV local function y(l,s,t)l[#l+1]=s l[#l+1]=t end local function u(e)local E,F=p(e,-2,-1)return(#e+p(e,math.ceil(#e/2))+E+(F or 0))%16+1 end local function v(c)local f,g={},{}for a,e in i(c)do local d=u(e)local b=f[d]if not b then b={}f[d],g[d]=b,{}end b[#b+1]=e g[d][#b]=a end return f,g end local function A(o,c)local h={}local f,g=v(c)for d,b in pairs(f)do for a,z in i(m('HMGET',o[d],j(b)))do h[g[d][a]]=z end end return h end local c,r={},{'ok'}for a,k in i(q)do c[a]=n(k,'^%d+ %d+ (.*)$')end local w,D,h=m('ZMSCORE',x,j(c)),m('HMGET',B,j(c)),A(o,c)for a,k in i(q)do local C=n(D[a]or'','^L (%d+)')==n(k,'^%d+')if w[a]and h[a]and C then y(r,k,h[a])end end return r",
} as const;

/** 4077 bytes. */
export const lease = {
  name: "lease",
  keys: ["meta", "ready", "delayed", "leased", "failed", "expiring", "runs", "workers", "reply", "jobs*16"],
  args: ["clock", "keep", "count", "duration", "worker", "max", "limit"],
  sha: "bd76e2202832a17306e6b9e14a23b8b1a69db775",
  text: "local B,af,a,O,ag,Y,f,i,t=string.match,redis.pcall,redis.call,string.format,string.byte,table.concat,unpack,tonumber,ipairs local n,o,u,k,ab=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local aa,q,aZ,s,r=KEYS[6],KEYS[7],KEYS[8],KEYS[9],{f(KEYS,10,25)}local Q,G,C,aB=ARGV[1],ARGV[2],i(ARGV[3]),ARGV[4]local N,H,y=ARGV[5],ARGV[6],i(ARGV[7])local function z(S,at,aw)S[#S+1]=at S[#S+1]=aw end local function aW(Q)local am=B(Q,'^=(%d+)$')if am then return i(am)end local ad=af('TIME')if ad.err then return i(Q)end return ad[1]*1000+math.floor(ad[2]/1000)end local function aE(s,n)local W=a('GET',s)if W then af('HINCRBY',n,'replayed',1)end return W end local function aT(s,W,G)a('SET',s,W,'PX',G)end local as=1 local function aR(n,...)local X=a('HMGET',n,'layout','sequence','fence',...)if i(X[1]or 0)>as then return end return i(X[2]or 0),i(X[3]or 0),f(X,4)end local function aD(w,c)return w==0 and c*1000 or 0 end local function au(n,b)for aM,ah in pairs(b)do if ah>0 then a('HINCRBY',n,aM,ah)end end end local ae=10000000000000 local function aN(aP,A)return O('%.0f',aP*ae+A)end local function aQ(L)return math.floor(L%1*10+0.5)end local function ay(e)local ba,bb=ag(e,-2,-1)return(#e+ag(e,math.ceil(#e/2))+ba+(bb or 0))%16+1 end local function ai(h)local F,J={},{}for d,e in t(h)do local m=ay(e)local j=F[m]if not j then j={}F[m],J[m]=j,{}end j[#j+1]=e J[m][#j]=d end return F,J end local function aS(r,h)local p={}local F,J=ai(h)for m,j in pairs(F)do for d,K in t(a('HMGET',r[m],f(j)))do p[J[m][d]]=K end end return p end local function aA(r,h)for m,j in pairs(ai(h))do a('HDEL',r[m],f(j))end end local function aY(V,c,l,aL)local R='\\n[^\\n]*'local aF=string.rep(R,5)return(string.gsub(Y({V,'\\n',c,' ',l,' ',aL}),'^([^\\n]*'..R..R..')'..R..'('..aF..')$','%1%2'))end local function aI(o,u,k,ab,q,c,A,y,b)local U=a('ZRANGE',k,'-inf',c,'BYSCORE','LIMIT',0,y)local P,Z,aj={},{},{}if#U>0 then for d,V in t(a('HMGET',q,f(U)))do local e=U[d]local l,ac,ap,H=B(V or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if ap and l-ac>=i(H)then b.failed=b.failed+1 z(Z,c,e)z(aj,e,aY('F'..string.sub(V,2),c,l,'\"lease expired\"'))else b.reclaimed=b.reclaimed+1 z(P,ap or 5*ae,e)end end a('ZREM',k,f(U))if#Z>0 then a('ZADD',ab,f(Z))a('HSET',q,f(aj))end end local E=a('ZRANGE',u,'-inf','('..c+1,'BYSCORE','LIMIT',0,y,'WITHSCORES')for d=1,#E,2 do b.sequence=b.sequence+1 z(P,aN(aQ(E[d+1]),A+b.sequence),E[d])end if#E>0 then a('ZREMRANGEBYRANK',u,0,#E/2-1)end if#P>0 then a('ZADD',o,f(P))end end local function aV(o,k,aa,q,r,c,C,y,aC,N,H,w,b)local g,p,an,ak,x,v={},{},{},{},{},false while#g<C and#x<y and not v do local h,aq={},{}for d,aX in t(a('ZPOPMIN',o,C-#g))do(d%2>0 and h or aq)[math.ceil(d/2)]=aX end v=#h<C-#g if#h>0 then local aG,ax=aS(r,h),a('HMGET',q,f(h))for d,e in t(h)do local K=aG[d]or''local az,aO,ar=B(string.sub(K,1,60),'^(%d+) %d (%S+) (%S+)\\n')local D=i(ar)and az+ar or 0 if D>0 and D<=c then b.expired=b.expired+1 end if K==''or D>0 and D<=c then x[#x+1]=e else local l,ac,aU=B(ax[d]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')b.fence,b.leased=b.fence+1,b.leased+1 l=(l or 0)+1 g[#g+1]=O('%.0f %d %s',w+b.fence,l,e)p[#g]=K z(an,aC,e)z(ak,e,O('L %.0f %d %d %s %d %.0f %.0f\\n',w+b.fence,l,ac or 0,aq[d],i(aO)or H,D,c)..N..(aU or'\\n'))end end end end if#x>0 then aA(r,x)a('ZREM',aa,f(x))a('HDEL',q,f(x))end if#g>0 then a('ZADD',k,f(an))a('HSET',q,f(ak))end return g,p,v end local function av(o,u,k,s,G,aK,c,I,g,p,v)local ao,M,T=0,nil,{'ok',aK}if not I and not v and a('ZCARD',o)>0 then ao,M=1,c else for bc,aJ in t({u,k})do local L=i(B(a('ZRANGE',aJ,0,0,'WITHSCORES')[2]or'','^%d+'))M=L and math.min(L,M or L)or M end end T[3]=O('%.0f %d %.0f %s',c,ao,M or 0,I or 0)aT(s,Y(T,'\\n',2)..'\\n'..Y(g,'\\n'),G)for d,aH in t(g)do z(T,aH,p[d])end return T end local A,w,I=aR(n,'paused')if not A then return{'newer_layout'}end local al=aE(s,n)if al then return{'again',al}end local c,b=aW(Q),{sequence=0,leased=0,reclaimed=0,failed=0,expired=0}aI(o,u,k,ab,q,c,A,y,b)b.fence=aD(w,c)local g,p,v=aV(o,k,aa,q,r,c,I and 0 or C,y,c+aB,N,H,w,b)if N~=''then a('ZADD',aZ,c,N)end au(n,b)return av(o,u,k,s,G,'',c,I,g,p,v)",
} as const;

/** 76 bytes. */
export const leave = {
  name: "leave",
  keys: ["rounds"],
  args: ["kind", "name"],
  sha: "31c44dfd61b5d99a514182c5b7a30229de6386b4",
  text: "local c=KEYS[1]local a,b=ARGV[1],ARGV[2]redis.call('HSET',c,a,b)return{'ok'}",
} as const;

/** 1191 bytes. */
export const list = {
  name: "list",
  keys: ["meta", "state", "runs", "jobs*16"],
  args: ["clock", "offset", "limit"],
  sha: "57ca490f86745fb82cafd8e1c5d47934fb236710",
  text: "local h,t,k,g,o=redis.call,string.byte,unpack,tonumber,ipairs local r,w,F,q=KEYS[1],KEYS[2],KEYS[3],{k(KEYS,4,19)}local l,v,B=ARGV[1],g(ARGV[2]),ARGV[3]local function G(l)local u=string.match(l,'^=(%d+)$')if u then return g(u)end local s=redis.pcall('TIME')if s.err then return g(l)end return s[1]*1000+math.floor(s[2]/1000)end local x=1 local function C(r,...)local n=h('HMGET',r,'layout','sequence','fence',...)if g(n[1]or 0)>x then return end return g(n[2]or 0),g(n[3]or 0),k(n,4)end local function y(c)local H,I=t(c,-2,-1)return(#c+t(c,math.ceil(#c/2))+H+(I or 0))%16+1 end local function z(a)local i,j={},{}for b,c in o(a)do local f=y(c)local d=i[f]if not d then d={}i[f],j[f]=d,{}end d[#d+1]=c j[f][#d]=b end return i,j end local function E(q,a)local m={}local i,j=z(a)for f,d in pairs(i)do for b,D in o(h('HMGET',q[f],k(d)))do m[j[f][b]]=D end end return m end if not C(r)then return{'newer_layout'}end local e={'ok',string.format('%.0f %d',G(l),h('ZCARD',w))}local p,a=h('ZRANGE',w,v,v+B-1,'WITHSCORES'),{}for b=1,#p,2 do a[#a+1]=p[b]end if#a==0 then return e end local m,A=E(q,a),h('HMGET',F,k(a))for b,c in o(a)do e[#e+1]=p[b*2]..' '..c e[#e+1]=m[b]or''e[#e+1]=A[b]or''end return e",
} as const;

/** 301 bytes. */
export const pause = {
  name: "pause",
  keys: ["meta"],
  args: [],
  sha: "d5f3190f471c2fd47d329e1e3c0af2a6b8f3d110",
  text: "local c=tonumber local a=KEYS[1]local d=1 local function e(a,...)local b=redis.call('HMGET',a,'layout','sequence','fence',...)if c(b[1]or 0)>d then return end return c(b[2]or 0),c(b[3]or 0),unpack(b,4)end if not e(a)then return{'newer_layout'}end redis.call('HSET',a,'layout',d,'paused',1)return{'ok'}",
} as const;

/** 12 bytes. */
export const ping = {
  name: "ping",
  keys: [],
  args: [],
  sha: "0d4f97997c24c51488addda9073d2a8c487a924f",
  text: "return{'ok'}",
} as const;

/** 1068 bytes. */
export const progress = {
  name: "progress",
  keys: ["meta", "ready", "leased", "runs", "result..."],
  args: ["clock", "duration", "id", "fence", "progress"],
  sha: "1e6aff6f7b30d19e1b673093c122731798d91fd3",
  text: "local m,a,f,b=string.match,redis.call,unpack,tonumber local p,C,z,k,q=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{f(KEYS,5)}local g,s,j,h,A=ARGV[1],ARGV[2],ARGV[3],ARGV[4],ARGV[5]local function F(g)local t=m(g,'^=(%d+)$')if t then return b(t)end local r=redis.pcall('TIME')if r.err then return b(g)end return r[1]*1000+math.floor(r[2]/1000)end local u=1 local function B(p,...)local l=a('HMGET',p,'layout','sequence','fence',...)if b(l[1]or 0)>u then return end return b(l[2]or 0),b(l[3]or 0),f(l,4)end local function G(k,q,y,w,o)local d,n,e=a('HMGET',k,f(y)),nil,{}for i,h in ipairs(w)do local c,v=m(d[i]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not c then n=n or a('MGET',f(q))c=string.sub(not d[i]and(n[i]or b(h)<=o and'C')or'U',1,1)elseif v~=h and(c=='L'or c=='W')then c='A'end e[i]=c end return d,e end local D,o=B(p)if not D then return{'newer_layout'}end local d,e=G(k,q,{j},{h},o)if e[1]=='L'then local x,E=m(d[1],'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')a('HSET',k,j,(x or d[1]..'\\n\\n')..A..(E or''))if s~=''and a('ZADD',z,F(g)+s,j)>0 then a('ZREM',C,j)end end return{'ok',e[1]}",
} as const;

/** 1272 bytes. */
export const promote = {
  name: "promote",
  keys: ["meta", "ready", "delayed", "reply"],
  args: ["clock", "keep", "channel", "ids..."],
  sha: "49d4ee8ee6c97a9b2332200f795eb9081eca9f6f",
  text: "local r,b,h,g=redis.pcall,redis.call,unpack,tonumber local a,M,u,f=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local j,o,D,i=ARGV[1],ARGV[2],ARGV[3],{h(ARGV,4)}local function K(k,A,C)k[#k+1]=A k[#k+1]=C end local function O(j)local w=string.match(j,'^=(%d+)$')if w then return g(w)end local q=r('TIME')if q.err then return g(j)end return q[1]*1000+math.floor(q[2]/1000)end local function E(f,a)local c=b('GET',f)if c then r('HINCRBY',a,'replayed',1)end return c end local function N(f,c,o)b('SET',f,c,'PX',o)end local z=1 local function L(a,...)local n=b('HMGET',a,'layout','sequence','fence',...)if g(n[1]or 0)>z then return end return g(n[2]or 0),g(n[3]or 0),h(n,4)end local function B(a,F)for G,t in pairs(F)do if t>0 then b('HINCRBY',a,G,t)end end end local y=10000000000000 local function H(I,m)return string.format('%.0f',I*y+m)end local function J(l)return math.floor(l%1*10+0.5)end local m=L(a)if not m then return{'newer_layout'}end local v=E(f,a)if v then return{'ok',v}end local p,s,d,x={},{},{},{}for e,l in ipairs(b('ZMSCORE',u,h(i)))do p[e]=l and not x[i[e]]and'P'or'U'if p[e]=='P'then x[i[e]]=true d[#d+1]=i[e]K(s,H(J(l),m+#d),i[e])end end if#d>0 then b('ZADD',M,h(s))b('ZREM',u,h(d))B(a,{sequence=#d})b('PUBLISH',D,O(j))end local c=table.concat(p)N(f,c,o)return{'ok',c}",
} as const;

/** 862 bytes. */
export const purge = {
  name: "purge",
  keys: ["meta", "state", "expiring", "runs", "jobs*16"],
  args: ["limit", "total"],
  sha: "328d9fab9a6c19d589ccc28913d9b8295d5e7511",
  text: "local b,n,e,g=redis.call,string.byte,unpack,tonumber local h,m,u,x,k=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{e(KEYS,5,20)}local o,p=g(ARGV[1]),ARGV[2]local q=1 local function w(h,...)local i=b('HMGET',h,'layout','sequence','fence',...)if g(i[1]or 0)>q then return end return g(i[2]or 0),g(i[3]or 0),e(i,4)end local function r(d)local y,z=n(d,-2,-1)return(#d+n(d,math.ceil(#d/2))+y+(z or 0))%16+1 end local function s(a)local j,l={},{}for v,d in ipairs(a)do local f=r(d)local c=j[f]if not c then c={}j[f],l[f]=c,{}end c[#c+1]=d l[f][#c]=v end return j,l end local function t(k,a)for f,c in pairs(s(a))do b('HDEL',k[f],e(c))end end if not w(h)then return{'newer_layout'}end local a=b('ZRANGE',m,0,o-1)if#a>0 then b('ZREM',m,e(a))b('ZREM',u,e(a))b('HDEL',x,e(a))t(k,a)if p~=''then b('HINCRBY',h,p,#a)end end return{'ok',tostring(#a),#a==o and b('EXISTS',m)==1 and'1'or'0'}",
} as const;

/** 104 bytes. */
export const queues = {
  name: "queues",
  keys: ["registry"],
  args: [],
  sha: "dc5ae367465a1f00d375409eaaa333712a386037",
  text: "local d=KEYS[1]local a={'ok'}for b,c in ipairs(redis.call('ZRANGE',d,0,-1))do a[b+1]='-'..c end return a",
} as const;

/** 1960 bytes. */
export const redrive = {
  name: "redrive",
  keys: ["meta", "ready", "failed", "runs", "reply", "jobs*16"],
  args: ["clock", "keep", "limit", "channel", "ids..."],
  sha: "bf416cacebe6483910ed4ef8e691c4c2a2647d86",
  text: "local u,B,b,C,d,j,n=string.match,redis.pcall,redis.call,string.byte,unpack,tonumber,ipairs local f,aa,w,L,k=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local x={d(KEYS,6,21)}local o,y,I,U,e=ARGV[1],ARGV[2],j(ARGV[3]),ARGV[4],{d(ARGV,5)}local function K(p,P,R)p[#p+1]=P p[#p+1]=R end local function ah(o)local H=u(o,'^=(%d+)$')if H then return j(H)end local A=B('TIME')if A.err then return j(o)end return A[1]*1000+math.floor(A[2]/1000)end local function V(k,f)local s=b('GET',k)if s then B('HINCRBY',f,'replayed',1)end return s end local function ad(k,s,y)b('SET',k,s,'PX',y)end local O=1 local function Z(f,...)local t=b('HMGET',f,'layout','sequence','fence',...)if j(t[1]or 0)>O then return end return j(t[2]or 0),j(t[3]or 0),d(t,4)end local function Q(f,W)for X,E in pairs(W)do if E>0 then b('HINCRBY',f,X,E)end end end local N=10000000000000 local function Y(z,r)return string.format('%.0f',z*N+r)end local function S(i)local ai,aj=C(i,-2,-1)return(#i+C(i,math.ceil(#i/2))+ai+(aj or 0))%16+1 end local function T(e)local l,m={},{}for c,i in n(e)do local h=S(i)local g=l[h]if not g then g={}l[h],m[h]=g,{}end g[#g+1]=i m[h][#g]=c end return l,m end local function ac(x,e)local q={}local l,m=T(e)for h,g in pairs(l)do for c,ab in n(b('HMGET',x[h],d(g)))do q[m[h][c]]=ab end end return q end local r=Z(f)if not r then return{'newer_layout'}end local G=V(k,f)if G then return{'ok',G}end local a,D,v={},{},{}if#e==0 then if I>0 then a=b('ZRANGE',w,0,I-1)end else local M={}for c,af in n(b('ZMSCORE',w,d(e)))do if af and not M[e[c]]then M[e[c]]=true a[#a+1]=e[c]end end end if#a>0 then local q=ac(x,a)for c,ae in n(b('HMGET',L,d(a)))do local z=u(q[c]or'','^%d+ (%d)')or 5 local J=Y(z,r+c)local F,ag=u(ae or'','^%a (%d+) %d+ %d+ %d+( .*)$')K(D,J,a[c])if F then K(v,a[c],table.concat({'W',F,0,0,J},' ')..ag)end end if#v>0 then b('HSET',L,d(v))end b('ZADD',aa,d(D))b('ZREM',w,d(a))Q(f,{sequence=#a,redriven=#a})b('PUBLISH',U,ah(o))end ad(k,#a,y)return{'ok',tostring(#a)}",
} as const;

/** 66 bytes. */
export const register = {
  name: "register",
  keys: ["registry"],
  args: ["name"],
  sha: "97632dd89363934b2aea1148d1304260e9076c3b",
  text: "local b=KEYS[1]local a=ARGV[1]redis.call('ZADD',b,0,a)return{'ok'}",
} as const;

/** 100 bytes. */
export const registered = {
  name: "registered",
  keys: ["meta"],
  args: [],
  sha: "56c37400e53e8c830acf0da484df5aad7089440e",
  text: "local a=KEYS[1]if redis.call('EXISTS',a)==1 then redis.call('HSET',a,'registered',1)end return{'ok'}",
} as const;

/** 322 bytes. */
export const resume = {
  name: "resume",
  keys: ["meta"],
  args: ["channel"],
  sha: "8ffaa354b0f9d902773eb7f623401157f829139e",
  text: "local c,d=redis.call,tonumber local a=KEYS[1]local f=ARGV[1]local e=1 local function g(a,...)local b=c('HMGET',a,'layout','sequence','fence',...)if d(b[1]or 0)>e then return end return d(b[2]or 0),d(b[3]or 0),unpack(b,4)end if not g(a)then return{'newer_layout'}end c('HDEL',a,'paused')c('PUBLISH',f,'resumed')return{'ok'}",
} as const;

/** 225 bytes. */
export const round = {
  name: "round",
  keys: ["registry", "rounds"],
  args: ["kind"],
  sha: "ca4e7b54bc30c183e8eec690d3f6254d099efea1",
  text: "local g,h=KEYS[1],KEYS[2]local e=ARGV[1]local b,a=redis.call('HGET',h,e)or'',{'ok'}for d,c in ipairs({{'['..b,'+'},{'-','('..b}})do for d,f in ipairs(redis.call('ZRANGE',g,c[1],c[2],'BYLEX'))do a[#a+1]='-'..f end end return a",
} as const;

/** 3529 bytes. */
export const settle = {
  name: "settle",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepDone", "keepResult", "items..."],
  sha: "39fcadd660eaa58794108047d75de82eea25ec7b",
  text: "local V,U,c,an,am,W,d,j,T=string.match,redis.pcall,redis.call,string.format,string.byte,table.concat,unpack,tonumber,ipairs local i,B,F,af,I,H=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local Z,r,w=KEYS[7],KEYS[8],KEYS[9]local A,n={d(KEYS,10,25)},{d(KEYS,26)}local E,ab,ac,ad,l=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{d(ARGV,5)}local function av(p,az,aB)p[#p+1]=az p[#p+1]=aB end local function aQ(E)local as=V(E,'^=(%d+)$')if as then return j(as)end local aj=U('TIME')if aj.err then return j(E)end return aj[1]*1000+math.floor(aj[2]/1000)end local function aI(w,i)local R=c('GET',w)if R then U('HINCRBY',i,'replayed',1)end return R end local function aN(w,R,ab)c('SET',w,R,'PX',ab)end local ay=1 local function aM(i,...)local S=c('HMGET',i,'layout','sequence','fence',...)if j(S[1]or 0)>ay then return end return j(S[2]or 0),j(S[3]or 0),d(S,4)end local function aA(i,g)for aK,ap in pairs(g)do if ap>0 then c('HINCRBY',i,aK,ap)end end end local al=10000000000000 local function aL(ah,x)return an('%.0f',ah*al+x)end local function aH(aG,ah)return an('%.0f.%d',aG,ah)end local function au(m)return math.floor(m/al)end local function aC(b)local aT,aU=am(b,-2,-1)return(#b+am(b,math.ceil(#b/2))+aT+(aU or 0))%16+1 end local function aD(e)local aa,ag={},{}for a,b in T(e)do local t=aC(b)local k=aa[t]if not k then k={}aa[t],ag[t]=k,{}end k[#k+1]=b ag[t][#k]=a end return aa,ag end local function aF(A,e)for t,k in pairs(aD(e))do c('HDEL',A[t],d(k))end end local function aS(Q,q,y,O)local N='\\n[^\\n]*'local aJ=string.rep(N,5)return(string.gsub(W({Q,'\\n',q,' ',y,' ',O}),'^([^\\n]*'..N..N..')'..N..'('..aJ..')$','%1%2'))end local function aR(r,n,e,J,ae)local D,X,h=c('HMGET',r,d(e)),nil,{}for a,u in T(J)do local f,aE=V(D[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not f then X=X or c('MGET',d(n))f=string.sub(not D[a]and(X[a]or j(u)<=ae and'C')or'U',1,1)elseif aE~=u and(f=='L'or f=='W')then f='A'end h[a]=f end return D,h end local function aP(B,F,af,I,H,Z,r,A,n,l,q,x,ae,ac,ad,g)local e,J,v,Y,z,P,ai,L,M={},{},{},{},{},{},{},{},{}local ax={[B]={},[F]={},[I]={},[H]={}}for a=1,#l,5 do e[#e+1]=l[a+1]J[#e]=l[a+2]end if#e==0 then return''end local D,h=aR(r,n,e,J,ae)for a,b in T(e)do local ak,G,O=l[a*5-4],l[a*5-1],l[a*5]if h[a]=='L'and ai[b]then h[a]=ai[b]end local s='stale'if h[a]=='L'then local u,y,K,m,at,aq,aO=V(D[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local o,C,f=B,m,'W's='released'if ak=='c'then o,C,f,s=ac=='1'and H,q,'D','completed'if aq~='0'then P[#P+1]=b end if G~=''then local ao=U('SET',n[a],'C '..q..' '..G,'PX',ad)if ao.err then if#L>0 then c('DEL',d(L))end return nil,ao end L[#L+1]=n[a]else M[#M+1]=n[a]end elseif ak=='g'then K=K+1 elseif ak=='f'or y-K>=j(at)then o,C,f,s=I,q,'F','failed'elseif j(G)>0 then o,C,s=F,aH(q+G,au(m)),'retried'else g.sequence,s=g.sequence+1,'retried'm=aL(au(m),x+g.sequence)C=m end ai[b]=f v[#v+1]=b if o then local Q=W({f,u,y,K,m,at,aq},' ')..aO av(ax[o],C,b)av(Y,b,O~=''and aS(Q,q,y,O)or Q)else z[#z+1]=b end end g[s]=g[s]+1 end if#v>0 then if c('ZREM',af,d(v))<#v then c('ZREM',B,d(v))end for o,p in pairs(ax)do if#p>0 then c('ZADD',o,d(p))end end if#Y>0 then c('HSET',r,d(Y))end if#M>0 then c('DEL',d(M))end if#P>0 then c('ZREM',Z,d(P))end if#z>0 then aF(A,z)c('HDEL',r,d(z))end end return W(h)end local x,u=aM(i)if not x then return{'newer_layout'}end local ar=aI(w,i)if ar then return{'ok',ar}end local g={sequence=0,completed=0,retried=0,failed=0,released=0,stale=0}local h,aw=aP(B,F,af,I,H,Z,r,A,n,l,aQ(E),x,u,ac,ad,g)if aw then return aw end aA(i,g)aN(w,h,ab)return{'ok',h}",
} as const;

/** 6054 bytes. */
export const turn = {
  name: "turn",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepDone", "keepResult", "count", "duration", "worker", "max", "limit", "items..."],
  sha: "215ebf2499760ae76382c89ac95f0f3bffe3cfa1",
  text: "local I,az,ay,b,V,aK,W,aA,e,i,ah,v=string.match,redis.pcall,math.floor,redis.call,string.format,string.byte,table.concat,string.sub,unpack,tonumber,pairs,ipairs local y,j,o,n,L,am=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local T,h,bB,G=KEYS[7],KEYS[8],KEYS[9],KEYS[10]local p,H={e(KEYS,11,26)},{e(KEYS,27)}local ak,aa,aC,aD=ARGV[1],ARGV[2],ARGV[3],ARGV[4]local X,bi,ag=i(ARGV[5]),ARGV[6],ARGV[7]local F,N,E=ARGV[8],i(ARGV[9]),{e(ARGV,10)}local function z(O,ba,bc)O[#O+1]=ba O[#O+1]=bc end local function by(ak)local aP=I(ak,'^=(%d+)$')if aP then return i(aP)end local aI=az('TIME')if aI.err then return i(ak)end return aI[1]*1000+ay(aI[2]/1000)end local function bl(G,y)local av=b('GET',G)if av then az('HINCRBY',y,'replayed',1)end return av end local function bv(G,av,aa)b('SET',G,av,'PX',aa)end local aZ=1 local function bt(y,...)local aw=b('HMGET',y,'layout','sequence','fence',...)if i(aw[1]or 0)>aZ then return end return i(aw[2]or 0),i(aw[3]or 0),e(aw,4)end local function bk(l,d)return l==0 and d*1000 or 0 end local function bb(y,c)for bq,aL in ah(c)do if aL>0 then b('HINCRBY',y,bq,aL)end end end local ax=10000000000000 local function aS(aF,B)return V('%.0f',aF*ax+B)end local function bh(K,aF)return V('%.0f.%d',K,aF)end local function bs(s)return ay(s%1*10+0.5)end local function aU(r)return ay(r/ax)end local function be(f)local bC,bD=aK(f,-2,-1)return(#f+aK(f,math.ceil(#f/2))+bC+(bD or 0))%16+1 end local function aM(g)local Z,ac={},{}for a,f in v(g)do local w=be(f)local u=Z[w]if not u then u={}Z[w],ac[w]=u,{}end u[#u+1]=f ac[w][#u]=a end return Z,ac end local function bu(p,g)local A={}local Z,ac=aM(g)for w,u in ah(Z)do for a,ad in v(b('HMGET',p[w],e(u)))do A[ac[w][a]]=ad end end return A end local function aN(p,g)for w,u in ah(aM(g))do b('HDEL',p[w],e(u))end end local function aY(P,d,k,ar)local aq='\\n[^\\n]*'local bm=string.rep(aq,5)return(string.gsub(W({P,'\\n',d,' ',k,' ',ar}),'^([^\\n]*'..aq..aq..')'..aq..'('..bm..')$','%1%2'))end local function bA(h,H,g,an,aE)local ae,R,q=b('HMGET',h,e(g)),nil,{}for a,l in v(an)do local t,bg=I(ae[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not t then R=R or b('MGET',e(H))t=aA(not ae[a]and(R[a]or i(l)<=aE and'C')or'U',1,1)elseif bg~=l and(t=='L'or t=='W')then t='A'end q[a]=t end return ae,q end local function bp(j,o,n,L,h,d,B,N,c)local au=b('ZRANGE',n,'-inf',d,'BYSCORE','LIMIT',0,N)local aj,aB,R={},{},{}if#au>0 then for a,P in v(b('HMGET',h,e(au)))do local f=au[a]local k,D,r,F=I(P or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if r and k-D>=i(F)then c.failed=c.failed+1 z(aB,d,f)z(R,f,aY('F'..aA(P,2),d,k,'\"lease expired\"'))else c.reclaimed=c.reclaimed+1 z(aj,r or 5*ax,f)end end b('ZREM',n,e(au))if#aB>0 then b('ZADD',L,e(aB))b('HSET',h,e(R))end end local K=b('ZRANGE',o,'-inf','('..d+1,'BYSCORE','LIMIT',0,N,'WITHSCORES')for a=1,#K,2 do c.sequence=c.sequence+1 z(aj,aS(bs(K[a+1]),B+c.sequence),K[a])end if#K>0 then b('ZREMRANGEBYRANK',o,0,#K/2-1)end if#aj>0 then b('ZADD',j,e(aj))end end local function bx(j,n,T,h,p,d,X,N,bj,ag,F,l,c)local m,A,aQ,S,M,J={},{},{},{},{},false while#m<X and#M<N and not J do local g,aT={},{}for a,bz in v(b('ZPOPMIN',j,X-#m))do(a%2>0 and g or aT)[math.ceil(a/2)]=bz end J=#g<X-#m if#g>0 then local bn,bd=bu(p,g),b('HMGET',h,e(g))for a,f in v(g)do local ad=bn[a]or''local bf,br,aX=I(aA(ad,1,60),'^(%d+) %d (%S+) (%S+)\\n')local C=i(aX)and bf+aX or 0 if C>0 and C<=d then c.expired=c.expired+1 end if ad==''or C>0 and C<=d then M[#M+1]=f else local k,D,aG=I(bd[a]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')c.fence,c.leased=c.fence+1,c.leased+1 k=(k or 0)+1 m[#m+1]=V('%.0f %d %s',l+c.fence,k,f)A[#m]=ad z(aQ,bj,f)z(S,f,V('L %.0f %d %d %s %d %.0f %.0f\\n',l+c.fence,k,D or 0,aT[a],i(br)or F,C,d)..ag..(aG or'\\n'))end end end end if#M>0 then aN(p,M)b('ZREM',T,e(M))b('HDEL',h,e(M))end if#m>0 then b('ZADD',n,e(aQ))b('HSET',h,e(S))end return m,A,J end local function ai(j,o,n,G,aa,q,d,ab,m,A,J)local aR,af,at=0,nil,{'ok',q}if not ab and not J and b('ZCARD',j)>0 then aR,af=1,d else for bE,x in v({o,n})do local s=i(I(b('ZRANGE',x,0,0,'WITHSCORES')[2]or'','^%d+'))af=s and math.min(s,af or s)or af end end at[3]=V('%.0f %d %.0f %s',d,aR,af or 0,ab or 0)bv(G,W(at,'\\n',2)..'\\n'..W(m,'\\n'),aa)for a,bo in v(m)do z(at,bo,A[a])end return at end local function bw(j,o,n,L,am,T,h,p,H,E,d,B,aE,aC,aD,c)local g,an,U,S,Y,as,aH,ao,ap={},{},{},{},{},{},{},{},{}local aW={[j]={},[o]={},[L]={},[am]={}}for a=1,#E,5 do g[#g+1]=E[a+1]an[#g]=E[a+2]end if#g==0 then return''end local ae,q=bA(h,H,g,an,aE)for a,f in v(g)do local aJ,al,ar=E[a*5-4],E[a*5-1],E[a*5]if q[a]=='L'and aH[f]then q[a]=aH[f]end local Q='stale'if q[a]=='L'then local l,k,D,r,F,C,aG=I(ae[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local x,s,t=j,r,'W'Q='released'if aJ=='c'then x,s,t,Q=aC=='1'and am,d,'D','completed'if C~='0'then as[#as+1]=f end if al~=''then local ai=az('SET',H[a],'C '..d..' '..al,'PX',aD)if ai.err then if#ao>0 then b('DEL',e(ao))end return nil,ai end ao[#ao+1]=H[a]else ap[#ap+1]=H[a]end elseif aJ=='g'then D=D+1 elseif aJ=='f'or k-D>=i(F)then x,s,t,Q=L,d,'F','failed'elseif i(al)>0 then x,s,Q=o,bh(d+al,aU(r)),'retried'else c.sequence,Q=c.sequence+1,'retried'r=aS(aU(r),B+c.sequence)s=r end aH[f]=t U[#U+1]=f if x then local P=W({t,l,k,D,r,F,C},' ')..aG z(aW[x],s,f)z(S,f,ar~=''and aY(P,d,k,ar)or P)else Y[#Y+1]=f end end c[Q]=c[Q]+1 end if#U>0 then if b('ZREM',n,e(U))<#U then b('ZREM',j,e(U))end for x,O in ah(aW)do if#O>0 then b('ZADD',x,e(O))end end if#S>0 then b('HSET',h,e(S))end if#ap>0 then b('DEL',e(ap))end if#as>0 then b('ZREM',T,e(as))end if#Y>0 then aN(p,Y)b('HDEL',h,e(Y))end end return W(q)end local B,l,ab=bt(y,'paused')if not B then return{'newer_layout'}end local aO=bl(G,y)if aO then return{'again',aO}end local d,c=by(ak),{sequence=0,leased=0,completed=0,retried=0,failed=0,released=0,stale=0,reclaimed=0,expired=0}local q,aV=bw(j,o,n,L,am,T,h,p,H,E,d,B,l,aC,aD,c)if aV then return aV end bp(j,o,n,L,h,d,B,N,c)c.fence=bk(l,d)local m,A,J=bx(j,n,T,h,p,d,ab and 0 or X,N,d+bi,ag,F,l,c)if ag~=''then b('ZADD',bB,d,ag)end bb(y,c)return ai(j,o,n,G,aa,q,d,ab,m,A,J)",
} as const;

/** 939 bytes. */
export const workers = {
  name: "workers",
  keys: ["meta", "leased", "runs", "workers"],
  args: ["clock", "offset", "limit"],
  sha: "b24039c242bb2be19599ea784ea870b42d2351ea",
  text: "local n,e,a=string.match,redis.call,tonumber local l,r,u,x=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local f,i,h=ARGV[1],a(ARGV[2]),a(ARGV[3])local function v(f)local o=n(f,'^=(%d+)$')if o then return a(o)end local m=redis.pcall('TIME')if m.err then return a(f)end return m[1]*1000+math.floor(m[2]/1000)end local p=1 local function s(l,...)local j=e('HMGET',l,'layout','sequence','fence',...)if a(j[1]or 0)>p then return end return a(j[2]or 0),a(j[3]or 0),unpack(j,4)end if not s(l)then return{'newer_layout'}end local g=e('ZRANGE',r,i,i+h-1,'WITHSCORES')local d={'ok',string.format('%.0f ',v(f))..(#g<h*2 and'-'or i+h)}local k=i==0 and e('ZRANGE',x,0,h-1,'WITHSCORES')or{}for b=1,#k,2 do d[#d+1]='W '..k[b+1]..' '..k[b]end local c={}for b=1,#g,2 do c[#c+1]=g[b]end if#c>0 then for b,t in ipairs(e('HMGET',u,unpack(c)))do local q,w=n(t or'','^L (%d+)[^\\n]*\\n([^\\n]*)')d[#d+1]=table.concat({'H',g[b*2],q or 0,c[b]},' ')..'\\n'..(w or'')end end return d",
} as const;
