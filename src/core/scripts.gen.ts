// Made from src/lua by npm run build:lua; do not edit.

/** 1715 bytes. */
export const cancel = {
  name: "cancel",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepResult", "ids..."],
  sha: "c5796ef343271f086df0c58fcea257a48a62f54e",
  text: "local a,x,c,m,n=redis.call,string.byte,unpack,tonumber,ipairs local d,D,z,C,N,K=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local M,E,l=KEYS[7],KEYS[8],KEYS[9]local s,V={c(KEYS,10,25)},{c(KEYS,26)}local o,t,Q,h=ARGV[1],ARGV[2],ARGV[3],{c(ARGV,4)}local function Y(o)local B=string.match(o,'^=(%d+)$')if B then return m(B)end local w=redis.pcall('TIME')if w.err then return m(o)end return w[1]*1000+math.floor(w[2]/1000)end local function O(l,d)local i=a('GET',l)if i then a('HINCRBY',d,'replayed',1)end return i end local function U(l,i,t)a('SET',l,i,'PX',t)end local G=1 local function T(d,...)local q=a('HMGET',d,'layout','sequence','fence',...)if m(q[1]or 0)>G then return end return m(q[2]or 0),m(q[3]or 0),c(q,4)end local function H(d,P)for R,y in pairs(P)do if y>0 then a('HINCRBY',d,R,y)end end end local function I(b)local Z,aa=x(b,-2,-1)return(#b+x(b,math.ceil(#b/2))+Z+(aa or 0))%16+1 end local function J(h)local r,v={},{}for g,b in n(h)do local j=I(b)local f=r[j]if not f then f={}r[j],v[j]=f,{}end f[#f+1]=b v[j][#f]=g end return r,v end local function L(s,h)for j,f in pairs(J(h))do a('HDEL',s[j],c(f))end end if not T(d)then return{'newer_layout'}end local A=O(l,d)if A then return{'ok',A}end local p,e,F,S={},{},{},Y(o)for k,u in pairs({R=D,D=z,L=C,F=N,O=K})do for g,W in n(a('ZMSCORE',u,c(h)))do if W then p[g]=k end end end local X=a('HMGET',E,c(h))for g,b in n(h)do local k=not F[b]and p[g]or'U'p[g],F[b]=k,true if k=='R'or k=='D'or k=='L'then e[#e+1]=b if string.sub(X[g]or'',1,1)=='L'then a('SET',V[g],'X '..S,'PX',Q)end end end if#e>0 then for ab,u in n({D,z,C})do a('ZREM',u,c(e))end a('ZREM',M,c(e))a('HDEL',E,c(e))L(s,e)H(d,{cancelled=#e})end local i=table.concat(p)U(l,i,t)return{'ok',i}",
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

/** 3362 bytes. */
export const deepClean = {
  name: "deepClean",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "jobs*16"],
  args: ["clock", "limit"],
  sha: "760c93e9b55e2da69347b440fa87abfe73048e73",
  text: "local q,c,X,r,g,m=string.match,redis.call,string.byte,unpack,tonumber,ipairs local j,l,M,G,P,N=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local Z,z,v=KEYS[7],KEYS[8],{r(KEYS,9,24)}local C,au=ARGV[1],ARGV[2]local function az(I,ao,aq)I[#I+1]=ao I[#I+1]=aq end local function aD(C)local ac=q(C,'^=(%d+)$')if ac then return g(ac)end local V=redis.pcall('TIME')if V.err then return g(C)end return V[1]*1000+math.floor(V[2]/1000)end local an=1 local function aA(j,...)local K=c('HMGET',j,'layout','sequence','fence',...)if g(K[1]or 0)>an then return end return g(K[2]or 0),g(K[3]or 0),r(K,4)end local function ap(j,i)for av,Y in pairs(i)do if Y>0 then c('HINCRBY',j,av,Y)end end end local W=10000000000000 local function aw(ay,t)return string.format('%.0f',ay*W+t)end local function ar(d)local aE,aF=X(d,-2,-1)return(#d+X(d,math.ceil(#d/2))+aE+(aF or 0))%16+1 end local function as(b)local u,w={},{}for a,d in m(b)do local n=ar(d)local k=u[n]if not k then k={}u[n],w[n]=k,{}end k[#k+1]=d w[n][#k]=a end return u,w end local function ag(v,b)local y={}local u,w=as(b)for n,k in pairs(u)do for a,x in m(c('HMGET',v[n],r(k)))do y[w[n][a]]=x end end return y end local t,aa,ax=aA(j,'audit')if not t then return{'newer_layout'}end local f,o=q(ax or'','^([1-9]%d*) (%d+)$')f,o=g(f or 1),o or'0'local T={l,M,G,P,N}local aC={L={G,l},W={l,M},F={P},D={N}}local af,b,A,i=aD(C),{},{},{sequence=0,fence=0}local R,O,Q,B,D=0,0,0,0,0 local function S(at,e)local J=c(at,e,o,'COUNT',au)o=J[1]for a=1,#J[2],2 do b[#b+1]=J[2][a]A[#b]=J[2][a+1]end end local function ad(x)i.sequence=i.sequence+1 return aw(q(x or'','^%d+ (%d)')or 5,t+i.sequence)end local function ah(p)local aj=math.ceil(p%W)if aj>t+i.sequence then D,i.sequence=1,aj-t end end local function aB(F)if F>aa+i.fence then D,i.fence=1,math.max(F,af*1000)-aa end end if f<=16 then S('HSCAN',v[f])if#b>0 then local h,U={},c('HMGET',z,r(b))for a=1,#b do h[a]={}end for aG,e in m(T)do for a,ai in m(c('ZMSCORE',e,r(b)))do if ai then az(h[a],e,ai)end end end for a,d in m(b)do local H,p,ak=q(U[a]or'','^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')if ak and g(ak)<g(q(A[a],'^%d+')or 0)then H,p=nil,nil end local L=aC[H]or{G,l,M,P,N}if#h[a]==0 then R=R+1 local e=(H=='F'or H=='D')and L[1]or l c('ZADD',e,e==l and(p or ad(A[a]))or af,d)elseif#h[a]>2 then O=O+1 local ae=h[a][1]for am=#L,1,-1 do for E=1,#h[a],2 do if h[a][E]==L[am]then ae=L[am]end end end for E=1,#h[a],2 do if h[a][E]~=ae then c('ZREM',h[a][E],d)end end end end end elseif f<=21 then local e=T[f-16]S('ZSCAN',e)if#b>0 then local y,U=ag(v,b),c('HMGET',z,r(b))for a,d in m(b)do if e==l then ah(A[a])end if not y[a]then Q=Q+1 c('ZREM',e,d)c('HDEL',z,d)elseif e==G and not string.find(U[a]or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then B=B+1 c('ZREM',e,d)c('ZADD',l,ad(y[a]),d)end end end elseif f<=23 then S(f==22 and'HSCAN'or'ZSCAN',f==22 and z or Z)if#b>0 then for a,x in m(ag(v,b))do local F,p=q(A[a],'^%a (%d+) %d+ %d+ (%d+)')if p then ah(p)aB(g(F))end if not x then B=B+1 c('HDEL',z,b[a])c('ZREM',Z,b[a])end end end else local al,s=c('HMGET',j,'enqueued','completed','cancelled','expired','purged'),0 for a=2,5 do s=s+(al[a]or 0)end for a=1,4 do s=s+c('ZCARD',T[a])end if g(al[1]or 0)~=s then D=1 c('HSET',j,'enqueued',s)end o='0'end local ab=0 if o=='0'then ab=f==24 and 1 or 0 f=f%24+1 end c('HSET',j,'audit',f..' '..o)ap(j,i)return{'ok',table.concat({ab,#b,R,O,Q,B,D},' ')}",
} as const;

/** 55 bytes. */
export const destroy = {
  name: "destroy",
  keys: ["all..."],
  args: [],
  sha: "cd48e5c864b257f805fb89e488a6aff188b314bf",
  text: "local a=KEYS redis.call('UNLINK',unpack(a))return{'ok'}",
} as const;

/** 2984 bytes. */
export const enqueue = {
  name: "enqueue",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "reply", "jobs*16", "seen..."],
  args: ["clock", "keep", "maxLength", "channel", "policy", "fields..."],
  sha: "19985f20040592a0df35140ff34cb293d61396e4",
  text: "local V,c,H,U,y,e,i,v,m=string.match,redis.call,string.format,string.byte,string.sub,unpack,tonumber,pairs,ipairs local h,N,J,au=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local ar,ao,aq,t=KEYS[5],KEYS[6],KEYS[7],KEYS[8]local B,af={e(KEYS,9,24)},{e(KEYS,25)}local z,K,ac=ARGV[1],ARGV[2],i(ARGV[3])local an,ad,j=ARGV[4],ARGV[5],{e(ARGV,6)}local function E(D,aj,al)D[#D+1]=aj D[#D+1]=al end local function aC(z)local aa=V(z,'^=(%d+)$')if aa then return i(aa)end local Q=redis.pcall('TIME')if Q.err then return i(z)end return Q[1]*1000+math.floor(Q[2]/1000)end local function as(t,h)local q=c('GET',t)if q then c('HINCRBY',h,'replayed',1)end return q end local function az(t,q,K)c('SET',t,q,'PX',K)end local T=1 local function ax(h,...)local G=c('HMGET',h,'layout','sequence','fence',...)if i(G[1]or 0)>T then return end return i(G[2]or 0),i(G[3]or 0),e(G,4)end local function ak(h,l)for av,W in v(l)do if W>0 then c('HINCRBY',h,av,W)end end end local ah=10000000000000 local function aw(s,F)return H('%.0f',s*ah+F)end local function ap(A,s)return H('%.0f.%d',A,s)end local function am(b)local aE,aF=U(b,-2,-1)return(#b+U(b,math.ceil(#b/2))+aE+(aF or 0))%16+1 end local function X(d)local n,p={},{}for a,b in m(d)do local f=am(b)local g=n[f]if not g then g={}n[f],p[f]=g,{}end g[#g+1]=b p[f][#g]=a end return n,p end local function ay(B,d)local x={}local n,p=X(d)for f,g in v(n)do for a,P in m(c('HMGET',B[f],e(g)))do x[p[f][a]]=P end end return x end local F,ai,aB,ae=ax(h,'policy','registered')if not F then return{'newer_layout'}end local Z=as(t,h)if Z then return{'ok',Z,ae or''}end local w,l=aC(z),{sequence=0,enqueued=0,duplicates=0}local k,S,r={},{},{}for a=1,#j,4 do if j[a+2]~=''then k[#k+1]=j[a]S[#k]=i(j[a+2])end end if#k>0 then for a,aD in m(c('MGET',e(af)))do if aD then r[k[a]]='S'end end local u={}for a,P in v(ay(B,k))do if P then u[#u+1]=k[a]end end if#u>0 then for o,at in v({R=N,D=J,L=au,F=ar,O=ao})do for a,aA in m(c('ZMSCORE',at,e(u)))do if aA then r[u[a]]=o end end end for ai,b in m(u)do r[b]=r[b]or'S'end end end local C,d,x,ab={},{},{},{}local O,L,M={},{},{}for a=1,#j,4 do local b,R,I=j[a],j[a+1],j[a+3]local o=r[b]if not o then local s=y(I,1,1)local A=y(R,1,1)=='@'and i(y(R,2))or w+(i(R)or 0)o=A>w and'd'or'r'r[b]=string.upper(o)ab[b]=true if o=='r'then l.sequence=l.sequence+1 E(O,aw(s,F+l.sequence),b)else E(L,ap(A,s),b)end d[#d+1]=b x[#d]=H('%.0f ',w)..I local ag=V(y(I,1,40),'^%d %S+ (%d+)\\n')if ag then E(M,w+ag,b)end end C[#C+1]=o end if ac and#d>0 and c('ZCARD',N)+c('ZCARD',J)+#d>ac then return{'full'}end local n,p=X(d)for f,g in v(n)do local Y={}for a,b in m(g)do E(Y,b,x[p[f][a]])end c('HSET',B[f],e(Y))end if#O>0 then c('ZADD',N,e(O))end if#L>0 then c('ZADD',J,e(L))end if#M>0 then c('ZADD',aq,e(M))end for a,b in m(k)do if ab[b]and S[a]>0 then c('SET',af[a],1,'PX',S[a])end end if aB~=ad then c('HSET',h,'layout',T,'policy',ad)end l.enqueued,l.duplicates=#d,#C-#d ak(h,l)local q=table.concat(C)az(t,q,K)if#d>0 then c('PUBLISH',an,w)end return{'ok',q,ae or''}",
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

/** 4070 bytes. */
export const lease = {
  name: "lease",
  keys: ["meta", "ready", "delayed", "leased", "failed", "expiring", "runs", "workers", "reply", "jobs*16"],
  args: ["clock", "keep", "count", "duration", "worker", "max", "limit"],
  sha: "106d43b61b57e3a84e9f51ba65551eadc9a7e71f",
  text: "local B,a,O,af,Y,f,i,t=string.match,redis.call,string.format,string.byte,table.concat,unpack,tonumber,ipairs local n,o,u,k,ab=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local aa,q,aY,s,r=KEYS[6],KEYS[7],KEYS[8],KEYS[9],{f(KEYS,10,25)}local Q,G,C,aA=ARGV[1],ARGV[2],i(ARGV[3]),ARGV[4]local N,H,y=ARGV[5],ARGV[6],i(ARGV[7])local function z(S,as,av)S[#S+1]=as S[#S+1]=av end local function aV(Q)local al=B(Q,'^=(%d+)$')if al then return i(al)end local ad=redis.pcall('TIME')if ad.err then return i(Q)end return ad[1]*1000+math.floor(ad[2]/1000)end local function aD(s,n)local W=a('GET',s)if W then a('HINCRBY',n,'replayed',1)end return W end local function aS(s,W,G)a('SET',s,W,'PX',G)end local ar=1 local function aQ(n,...)local X=a('HMGET',n,'layout','sequence','fence',...)if i(X[1]or 0)>ar then return end return i(X[2]or 0),i(X[3]or 0),f(X,4)end local function aC(w,c)return w==0 and c*1000 or 0 end local function at(n,b)for aL,ag in pairs(b)do if ag>0 then a('HINCRBY',n,aL,ag)end end end local ae=10000000000000 local function aM(aO,A)return O('%.0f',aO*ae+A)end local function aP(L)return math.floor(L%1*10+0.5)end local function ax(e)local aZ,ba=af(e,-2,-1)return(#e+af(e,math.ceil(#e/2))+aZ+(ba or 0))%16+1 end local function ah(h)local F,J={},{}for d,e in t(h)do local m=ax(e)local j=F[m]if not j then j={}F[m],J[m]=j,{}end j[#j+1]=e J[m][#j]=d end return F,J end local function aR(r,h)local p={}local F,J=ah(h)for m,j in pairs(F)do for d,K in t(a('HMGET',r[m],f(j)))do p[J[m][d]]=K end end return p end local function az(r,h)for m,j in pairs(ah(h))do a('HDEL',r[m],f(j))end end local function aX(V,c,l,aK)local R='\\n[^\\n]*'local aE=string.rep(R,5)return(string.gsub(Y({V,'\\n',c,' ',l,' ',aK}),'^([^\\n]*'..R..R..')'..R..'('..aE..')$','%1%2'))end local function aH(o,u,k,ab,q,c,A,y,b)local U=a('ZRANGE',k,'-inf',c,'BYSCORE','LIMIT',0,y)local P,Z,ai={},{},{}if#U>0 then for d,V in t(a('HMGET',q,f(U)))do local e=U[d]local l,ac,ao,H=B(V or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if ao and l-ac>=i(H)then b.failed=b.failed+1 z(Z,c,e)z(ai,e,aX('F'..string.sub(V,2),c,l,'\"lease expired\"'))else b.reclaimed=b.reclaimed+1 z(P,ao or 5*ae,e)end end a('ZREM',k,f(U))if#Z>0 then a('ZADD',ab,f(Z))a('HSET',q,f(ai))end end local E=a('ZRANGE',u,'-inf','('..c+1,'BYSCORE','LIMIT',0,y,'WITHSCORES')for d=1,#E,2 do b.sequence=b.sequence+1 z(P,aM(aP(E[d+1]),A+b.sequence),E[d])end if#E>0 then a('ZREMRANGEBYRANK',u,0,#E/2-1)end if#P>0 then a('ZADD',o,f(P))end end local function aU(o,k,aa,q,r,c,C,y,aB,N,H,w,b)local g,p,am,aj,x,v={},{},{},{},{},false while#g<C and#x<y and not v do local h,ap={},{}for d,aW in t(a('ZPOPMIN',o,C-#g))do(d%2>0 and h or ap)[math.ceil(d/2)]=aW end v=#h<C-#g if#h>0 then local aF,aw=aR(r,h),a('HMGET',q,f(h))for d,e in t(h)do local K=aF[d]or''local ay,aN,aq=B(string.sub(K,1,60),'^(%d+) %d (%S+) (%S+)\\n')local D=i(aq)and ay+aq or 0 if D>0 and D<=c then b.expired=b.expired+1 end if K==''or D>0 and D<=c then x[#x+1]=e else local l,ac,aT=B(aw[d]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')b.fence,b.leased=b.fence+1,b.leased+1 l=(l or 0)+1 g[#g+1]=O('%.0f %d %s',w+b.fence,l,e)p[#g]=K z(am,aB,e)z(aj,e,O('L %.0f %d %d %s %d %.0f %.0f\\n',w+b.fence,l,ac or 0,ap[d],i(aN)or H,D,c)..N..(aT or'\\n'))end end end end if#x>0 then az(r,x)a('ZREM',aa,f(x))a('HDEL',q,f(x))end if#g>0 then a('ZADD',k,f(am))a('HSET',q,f(aj))end return g,p,v end local function au(o,u,k,s,G,aJ,c,I,g,p,v)local an,M,T=0,nil,{'ok',aJ}if not I and not v and a('ZCARD',o)>0 then an,M=1,c else for bb,aI in t({u,k})do local L=i(B(a('ZRANGE',aI,0,0,'WITHSCORES')[2]or'','^%d+'))M=L and math.min(L,M or L)or M end end T[3]=O('%.0f %d %.0f %s',c,an,M or 0,I or 0)aS(s,Y(T,'\\n',2)..'\\n'..Y(g,'\\n'),G)for d,aG in t(g)do z(T,aG,p[d])end return T end local A,w,I=aQ(n,'paused')if not A then return{'newer_layout'}end local ak=aD(s,n)if ak then return{'again',ak}end local c,b=aV(Q),{sequence=0,leased=0,reclaimed=0,failed=0,expired=0}aH(o,u,k,ab,q,c,A,y,b)b.fence=aC(w,c)local g,p,v=aU(o,k,aa,q,r,c,I and 0 or C,y,c+aA,N,H,w,b)if N~=''then a('ZADD',aY,c,N)end at(n,b)return au(o,u,k,s,G,'',c,I,g,p,v)",
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

/** 1068 bytes. */
export const progress = {
  name: "progress",
  keys: ["meta", "ready", "leased", "runs", "result..."],
  args: ["clock", "duration", "id", "fence", "progress"],
  sha: "1e6aff6f7b30d19e1b673093c122731798d91fd3",
  text: "local m,a,f,b=string.match,redis.call,unpack,tonumber local p,C,z,k,q=KEYS[1],KEYS[2],KEYS[3],KEYS[4],{f(KEYS,5)}local g,s,j,h,A=ARGV[1],ARGV[2],ARGV[3],ARGV[4],ARGV[5]local function F(g)local t=m(g,'^=(%d+)$')if t then return b(t)end local r=redis.pcall('TIME')if r.err then return b(g)end return r[1]*1000+math.floor(r[2]/1000)end local u=1 local function B(p,...)local l=a('HMGET',p,'layout','sequence','fence',...)if b(l[1]or 0)>u then return end return b(l[2]or 0),b(l[3]or 0),f(l,4)end local function G(k,q,y,w,o)local d,n,e=a('HMGET',k,f(y)),nil,{}for i,h in ipairs(w)do local c,v=m(d[i]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not c then n=n or a('MGET',f(q))c=string.sub(not d[i]and(n[i]or b(h)<=o and'C')or'U',1,1)elseif v~=h and(c=='L'or c=='W')then c='A'end e[i]=c end return d,e end local D,o=B(p)if not D then return{'newer_layout'}end local d,e=G(k,q,{j},{h},o)if e[1]=='L'then local x,E=m(d[1],'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')a('HSET',k,j,(x or d[1]..'\\n\\n')..A..(E or''))if s~=''and a('ZADD',z,F(g)+s,j)>0 then a('ZREM',C,j)end end return{'ok',e[1]}",
} as const;

/** 1268 bytes. */
export const promote = {
  name: "promote",
  keys: ["meta", "ready", "delayed", "reply"],
  args: ["clock", "keep", "channel", "ids..."],
  sha: "011bb4ed6f4273b6a45a4a66d2e67cdc76a2c3a4",
  text: "local a,h,g=redis.call,unpack,tonumber local b,L,t,f=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local j,o,C,i=ARGV[1],ARGV[2],ARGV[3],{h(ARGV,4)}local function J(k,z,B)k[#k+1]=z k[#k+1]=B end local function N(j)local v=string.match(j,'^=(%d+)$')if v then return g(v)end local q=redis.pcall('TIME')if q.err then return g(j)end return q[1]*1000+math.floor(q[2]/1000)end local function D(f,b)local c=a('GET',f)if c then a('HINCRBY',b,'replayed',1)end return c end local function M(f,c,o)a('SET',f,c,'PX',o)end local y=1 local function K(b,...)local n=a('HMGET',b,'layout','sequence','fence',...)if g(n[1]or 0)>y then return end return g(n[2]or 0),g(n[3]or 0),h(n,4)end local function A(b,E)for F,s in pairs(E)do if s>0 then a('HINCRBY',b,F,s)end end end local x=10000000000000 local function G(H,m)return string.format('%.0f',H*x+m)end local function I(l)return math.floor(l%1*10+0.5)end local m=K(b)if not m then return{'newer_layout'}end local u=D(f,b)if u then return{'ok',u}end local p,r,d,w={},{},{},{}for e,l in ipairs(a('ZMSCORE',t,h(i)))do p[e]=l and not w[i[e]]and'P'or'U'if p[e]=='P'then w[i[e]]=true d[#d+1]=i[e]J(r,G(I(l),m+#d),i[e])end end if#d>0 then a('ZREM',t,h(d))a('ZADD',L,h(r))A(b,{sequence=#d})a('PUBLISH',C,N(j))end local c=table.concat(p)M(f,c,o)return{'ok',c}",
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

/** 1954 bytes. */
export const redrive = {
  name: "redrive",
  keys: ["meta", "ready", "failed", "runs", "reply", "jobs*16"],
  args: ["clock", "keep", "limit", "channel", "ids..."],
  sha: "205537a436944ad1a6634bbfcabd197da11ec5b5",
  text: "local u,a,B,d,j,n=string.match,redis.call,string.byte,unpack,tonumber,ipairs local f,Z,w,K,k=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5]local x={d(KEYS,6,21)}local o,y,H,T,e=ARGV[1],ARGV[2],j(ARGV[3]),ARGV[4],{d(ARGV,5)}local function J(p,O,Q)p[#p+1]=O p[#p+1]=Q end local function ag(o)local G=u(o,'^=(%d+)$')if G then return j(G)end local A=redis.pcall('TIME')if A.err then return j(o)end return A[1]*1000+math.floor(A[2]/1000)end local function U(k,f)local s=a('GET',k)if s then a('HINCRBY',f,'replayed',1)end return s end local function ac(k,s,y)a('SET',k,s,'PX',y)end local N=1 local function Y(f,...)local t=a('HMGET',f,'layout','sequence','fence',...)if j(t[1]or 0)>N then return end return j(t[2]or 0),j(t[3]or 0),d(t,4)end local function P(f,V)for W,D in pairs(V)do if D>0 then a('HINCRBY',f,W,D)end end end local M=10000000000000 local function X(z,r)return string.format('%.0f',z*M+r)end local function R(i)local ah,ai=B(i,-2,-1)return(#i+B(i,math.ceil(#i/2))+ah+(ai or 0))%16+1 end local function S(e)local l,m={},{}for c,i in n(e)do local h=R(i)local g=l[h]if not g then g={}l[h],m[h]=g,{}end g[#g+1]=i m[h][#g]=c end return l,m end local function ab(x,e)local q={}local l,m=S(e)for h,g in pairs(l)do for c,aa in n(a('HMGET',x[h],d(g)))do q[m[h][c]]=aa end end return q end local r=Y(f)if not r then return{'newer_layout'}end local F=U(k,f)if F then return{'ok',F}end local b,C,v={},{},{}if#e==0 then if H>0 then b=a('ZRANGE',w,0,H-1)end else local L={}for c,ae in n(a('ZMSCORE',w,d(e)))do if ae and not L[e[c]]then L[e[c]]=true b[#b+1]=e[c]end end end if#b>0 then local q=ab(x,b)for c,ad in n(a('HMGET',K,d(b)))do local z=u(q[c]or'','^%d+ (%d)')or 5 local I=X(z,r+c)local E,af=u(ad or'','^%a (%d+) %d+ %d+ %d+( .*)$')J(C,I,b[c])if E then J(v,b[c],table.concat({'W',E,0,0,I},' ')..af)end end a('ZREM',w,d(b))a('ZADD',Z,d(C))if#v>0 then a('HSET',K,d(v))end P(f,{sequence=#b,redriven=#b})a('PUBLISH',T,ag(o))end ac(k,#b,y)return{'ok',tostring(#b)}",
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

/** 3346 bytes. */
export const settle = {
  name: "settle",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepDone", "keepResult", "items..."],
  sha: "55443c057eb66ad170c8d3a0ea3e64a262fa256e",
  text: "local S,c,ak,aj,T,d,j,R=string.match,redis.call,string.format,string.byte,table.concat,unpack,tonumber,ipairs local i,B,F,ac,I,H=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local W,q,v=KEYS[7],KEYS[8],KEYS[9]local A,w={d(KEYS,10,25)},{d(KEYS,26)}local E,Y,Z,aa,l=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{d(ARGV,5)}local function ar(o,au,aw)o[#o+1]=au o[#o+1]=aw end local function aL(E)local ao=S(E,'^=(%d+)$')if ao then return j(ao)end local ag=redis.pcall('TIME')if ag.err then return j(E)end return ag[1]*1000+math.floor(ag[2]/1000)end local function aD(v,i)local P=c('GET',v)if P then c('HINCRBY',i,'replayed',1)end return P end local function aI(v,P,Y)c('SET',v,P,'PX',Y)end local at=1 local function aH(i,...)local Q=c('HMGET',i,'layout','sequence','fence',...)if j(Q[1]or 0)>at then return end return j(Q[2]or 0),j(Q[3]or 0),d(Q,4)end local function av(i,g)for aF,al in pairs(g)do if al>0 then c('HINCRBY',i,aF,al)end end end local ai=10000000000000 local function aG(ae,x)return ak('%.0f',ae*ai+x)end local function aC(aB,ae)return ak('%.0f.%d',aB,ae)end local function aq(m)return math.floor(m/ai)end local function ax(b)local aO,aP=aj(b,-2,-1)return(#b+aj(b,math.ceil(#b/2))+aO+(aP or 0))%16+1 end local function ay(e)local X,ad={},{}for a,b in R(e)do local s=ax(b)local k=X[s]if not k then k={}X[s],ad[s]=k,{}end k[#k+1]=b ad[s][#k]=a end return X,ad end local function aA(A,e)for s,k in pairs(ay(e))do c('HDEL',A[s],d(k))end end local function aN(O,p,y,M)local L='\\n[^\\n]*'local aE=string.rep(L,5)return(string.gsub(T({O,'\\n',p,' ',y,' ',M}),'^([^\\n]*'..L..L..')'..L..'('..aE..')$','%1%2'))end local function aM(q,w,e,J,ab)local D,U,h=c('HMGET',q,d(e)),nil,{}for a,t in R(J)do local f,az=S(D[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not f then U=U or c('MGET',d(w))f=string.sub(not D[a]and(U[a]or j(t)<=ab and'C')or'U',1,1)elseif az~=t and(f=='L'or f=='W')then f='A'end h[a]=f end return D,h end local function aK(B,F,ac,I,H,W,q,A,w,l,p,x,ab,Z,aa,g)local e,J,u,V,z,N,af={},{},{},{},{},{},{}local as={[B]={},[F]={},[I]={},[H]={}}for a=1,#l,5 do e[#e+1]=l[a+1]J[#e]=l[a+2]end if#e==0 then return''end local D,h=aM(q,w,e,J,ab)for a,b in R(e)do local ah,G,M=l[a*5-4],l[a*5-1],l[a*5]if h[a]=='L'and af[b]then h[a]=af[b]end local r='stale'if h[a]=='L'then local t,y,K,m,ap,am,aJ=S(D[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local n,C,f=B,m,'W'r='released'if ah=='c'then n,C,f,r=Z=='1'and H,p,'D','completed'if am~='0'then N[#N+1]=b end if G~=''then c('SET',w[a],'C '..p..' '..G,'PX',aa)end elseif ah=='g'then K=K+1 elseif ah=='f'or y-K>=j(ap)then n,C,f,r=I,p,'F','failed'elseif j(G)>0 then n,C,r=F,aC(p+G,aq(m)),'retried'else g.sequence,r=g.sequence+1,'retried'm=aG(aq(m),x+g.sequence)C=m end af[b]=f u[#u+1]=b if n then local O=T({f,t,y,K,m,ap,am},' ')..aJ ar(as[n],C,b)ar(V,b,M~=''and aN(O,p,y,M)or O)else z[#z+1]=b end end g[r]=g[r]+1 end if#u>0 then if c('ZREM',ac,d(u))<#u then c('ZREM',B,d(u))end for n,o in pairs(as)do if#o>0 then c('ZADD',n,d(o))end end if#V>0 then c('HSET',q,d(V))end if#N>0 then c('ZREM',W,d(N))end if#z>0 then aA(A,z)c('HDEL',q,d(z))end end return T(h)end local x,t=aH(i)if not x then return{'newer_layout'}end local an=aD(v,i)if an then return{'ok',an}end local g={sequence=0,completed=0,retried=0,failed=0,released=0,stale=0}local h=aK(B,F,ac,I,H,W,q,A,w,l,aL(E),x,t,Z,aa,g)av(i,g)aI(v,h,Y)return{'ok',h}",
} as const;

/** 5869 bytes. */
export const turn = {
  name: "turn",
  keys: ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "runs", "workers", "reply", "jobs*16", "result..."],
  args: ["clock", "keep", "keepDone", "keepResult", "count", "duration", "worker", "max", "limit", "items..."],
  sha: "295dce4440a5933939a4331193e73622f79eed0f",
  text: "local H,av,b,V,aG,W,aw,f,i,ah,v=string.match,math.floor,redis.call,string.format,string.byte,table.concat,string.sub,unpack,tonumber,pairs,ipairs local y,j,o,n,K,al=KEYS[1],KEYS[2],KEYS[3],KEYS[4],KEYS[5],KEYS[6]local S,h,bx,G=KEYS[7],KEYS[8],KEYS[9],KEYS[10]local p,U={f(KEYS,11,26)},{f(KEYS,27)}local aj,aa,ay,az=ARGV[1],ARGV[2],ARGV[3],ARGV[4]local X,be,ag=i(ARGV[5]),ARGV[6],ARGV[7]local F,M,E=ARGV[8],i(ARGV[9]),{f(ARGV,10)}local function z(N,aV,aY)N[#N+1]=aV N[#N+1]=aY end local function bu(aj)local aL=H(aj,'^=(%d+)$')if aL then return i(aL)end local aE=redis.pcall('TIME')if aE.err then return i(aj)end return aE[1]*1000+av(aE[2]/1000)end local function bh(G,y)local as=b('GET',G)if as then b('HINCRBY',y,'replayed',1)end return as end local function br(G,as,aa)b('SET',G,as,'PX',aa)end local aU=1 local function bp(y,...)local at=b('HMGET',y,'layout','sequence','fence',...)if i(at[1]or 0)>aU then return end return i(at[2]or 0),i(at[3]or 0),f(at,4)end local function bg(l,d)return l==0 and d*1000 or 0 end local function aW(y,c)for bm,aH in ah(c)do if aH>0 then b('HINCRBY',y,bm,aH)end end end local au=10000000000000 local function aO(aB,B)return V('%.0f',aB*au+B)end local function bd(J,aB)return V('%.0f.%d',J,aB)end local function bo(s)return av(s%1*10+0.5)end local function aQ(r)return av(r/au)end local function ba(e)local by,bz=aG(e,-2,-1)return(#e+aG(e,math.ceil(#e/2))+by+(bz or 0))%16+1 end local function aI(g)local Z,ac={},{}for a,e in v(g)do local w=ba(e)local u=Z[w]if not u then u={}Z[w],ac[w]=u,{}end u[#u+1]=e ac[w][#u]=a end return Z,ac end local function bq(p,g)local A={}local Z,ac=aI(g)for w,u in ah(Z)do for a,ad in v(b('HMGET',p[w],f(u)))do A[ac[w][a]]=ad end end return A end local function aJ(p,g)for w,u in ah(aI(g))do b('HDEL',p[w],f(u))end end local function aT(O,d,k,ao)local an='\\n[^\\n]*'local bi=string.rep(an,5)return(string.gsub(W({O,'\\n',d,' ',k,' ',ao}),'^([^\\n]*'..an..an..')'..an..'('..bi..')$','%1%2'))end local function bw(h,U,g,am,aA)local ae,Q,q=b('HMGET',h,f(g)),nil,{}for a,l in v(am)do local t,bc=H(ae[a]or'','^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')if not t then Q=Q or b('MGET',f(U))t=aw(not ae[a]and(Q[a]or i(l)<=aA and'C')or'U',1,1)elseif bc~=l and(t=='L'or t=='W')then t='A'end q[a]=t end return ae,q end local function bl(j,o,n,K,h,d,B,M,c)local ar=b('ZRANGE',n,'-inf',d,'BYSCORE','LIMIT',0,M)local ai,ax,Q={},{},{}if#ar>0 then for a,O in v(b('HMGET',h,f(ar)))do local e=ar[a]local k,D,r,F=H(O or'','^L %d+ (%d+) (%d+) (%d+) (%d+)')if r and k-D>=i(F)then c.failed=c.failed+1 z(ax,d,e)z(Q,e,aT('F'..aw(O,2),d,k,'\"lease expired\"'))else c.reclaimed=c.reclaimed+1 z(ai,r or 5*au,e)end end b('ZREM',n,f(ar))if#ax>0 then b('ZADD',K,f(ax))b('HSET',h,f(Q))end end local J=b('ZRANGE',o,'-inf','('..d+1,'BYSCORE','LIMIT',0,M,'WITHSCORES')for a=1,#J,2 do c.sequence=c.sequence+1 z(ai,aO(bo(J[a+1]),B+c.sequence),J[a])end if#J>0 then b('ZREMRANGEBYRANK',o,0,#J/2-1)end if#ai>0 then b('ZADD',j,f(ai))end end local function bt(j,n,S,h,p,d,X,M,bf,ag,F,l,c)local m,A,aM,R,L,I={},{},{},{},{},false while#m<X and#L<M and not I do local g,aP={},{}for a,bv in v(b('ZPOPMIN',j,X-#m))do(a%2>0 and g or aP)[math.ceil(a/2)]=bv end I=#g<X-#m if#g>0 then local bj,aZ=bq(p,g),b('HMGET',h,f(g))for a,e in v(g)do local ad=bj[a]or''local bb,bn,aS=H(aw(ad,1,60),'^(%d+) %d (%S+) (%S+)\\n')local C=i(aS)and bb+aS or 0 if C>0 and C<=d then c.expired=c.expired+1 end if ad==''or C>0 and C<=d then L[#L+1]=e else local k,D,aC=H(aZ[a]or'','^%a %d+ (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')c.fence,c.leased=c.fence+1,c.leased+1 k=(k or 0)+1 m[#m+1]=V('%.0f %d %s',l+c.fence,k,e)A[#m]=ad z(aM,bf,e)z(R,e,V('L %.0f %d %d %s %d %.0f %.0f\\n',l+c.fence,k,D or 0,aP[a],i(bn)or F,C,d)..ag..(aC or'\\n'))end end end end if#L>0 then aJ(p,L)b('ZREM',S,f(L))b('HDEL',h,f(L))end if#m>0 then b('ZADD',n,f(aM))b('HSET',h,f(R))end return m,A,I end local function aX(j,o,n,G,aa,q,d,ab,m,A,I)local aN,af,aq=0,nil,{'ok',q}if not ab and not I and b('ZCARD',j)>0 then aN,af=1,d else for bA,x in v({o,n})do local s=i(H(b('ZRANGE',x,0,0,'WITHSCORES')[2]or'','^%d+'))af=s and math.min(s,af or s)or af end end aq[3]=V('%.0f %d %.0f %s',d,aN,af or 0,ab or 0)br(G,W(aq,'\\n',2)..'\\n'..W(m,'\\n'),aa)for a,bk in v(m)do z(aq,bk,A[a])end return aq end local function bs(j,o,n,K,al,S,h,p,U,E,d,B,aA,ay,az,c)local g,am,T,R,Y,ap,aD={},{},{},{},{},{},{}local aR={[j]={},[o]={},[K]={},[al]={}}for a=1,#E,5 do g[#g+1]=E[a+1]am[#g]=E[a+2]end if#g==0 then return''end local ae,q=bw(h,U,g,am,aA)for a,e in v(g)do local aF,ak,ao=E[a*5-4],E[a*5-1],E[a*5]if q[a]=='L'and aD[e]then q[a]=aD[e]end local P='stale'if q[a]=='L'then local l,k,D,r,F,C,aC=H(ae[a],'^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local x,s,t=j,r,'W'P='released'if aF=='c'then x,s,t,P=ay=='1'and al,d,'D','completed'if C~='0'then ap[#ap+1]=e end if ak~=''then b('SET',U[a],'C '..d..' '..ak,'PX',az)end elseif aF=='g'then D=D+1 elseif aF=='f'or k-D>=i(F)then x,s,t,P=K,d,'F','failed'elseif i(ak)>0 then x,s,P=o,bd(d+ak,aQ(r)),'retried'else c.sequence,P=c.sequence+1,'retried'r=aO(aQ(r),B+c.sequence)s=r end aD[e]=t T[#T+1]=e if x then local O=W({t,l,k,D,r,F,C},' ')..aC z(aR[x],s,e)z(R,e,ao~=''and aT(O,d,k,ao)or O)else Y[#Y+1]=e end end c[P]=c[P]+1 end if#T>0 then if b('ZREM',n,f(T))<#T then b('ZREM',j,f(T))end for x,N in ah(aR)do if#N>0 then b('ZADD',x,f(N))end end if#R>0 then b('HSET',h,f(R))end if#ap>0 then b('ZREM',S,f(ap))end if#Y>0 then aJ(p,Y)b('HDEL',h,f(Y))end end return W(q)end local B,l,ab=bp(y,'paused')if not B then return{'newer_layout'}end local aK=bh(G,y)if aK then return{'again',aK}end local d,c=bu(aj),{sequence=0,leased=0,completed=0,retried=0,failed=0,released=0,stale=0,reclaimed=0,expired=0}local q=bs(j,o,n,K,al,S,h,p,U,E,d,B,l,ay,az,c)bl(j,o,n,K,h,d,B,M,c)c.fence=bg(l,d)local m,A,I=bt(j,n,S,h,p,d,ab and 0 or X,M,d+be,ag,F,l,c)if ag~=''then b('ZADD',bx,d,ag)end aW(y,c)return aX(j,o,n,G,aa,q,d,ab,m,A,I)",
} as const;

/** 939 bytes. */
export const workers = {
  name: "workers",
  keys: ["meta", "leased", "runs", "workers"],
  args: ["clock", "offset", "limit"],
  sha: "b24039c242bb2be19599ea784ea870b42d2351ea",
  text: "local n,e,a=string.match,redis.call,tonumber local l,r,u,x=KEYS[1],KEYS[2],KEYS[3],KEYS[4]local f,i,h=ARGV[1],a(ARGV[2]),a(ARGV[3])local function v(f)local o=n(f,'^=(%d+)$')if o then return a(o)end local m=redis.pcall('TIME')if m.err then return a(f)end return m[1]*1000+math.floor(m[2]/1000)end local p=1 local function s(l,...)local j=e('HMGET',l,'layout','sequence','fence',...)if a(j[1]or 0)>p then return end return a(j[2]or 0),a(j[3]or 0),unpack(j,4)end if not s(l)then return{'newer_layout'}end local g=e('ZRANGE',r,i,i+h-1,'WITHSCORES')local d={'ok',string.format('%.0f ',v(f))..(#g<h*2 and'-'or i+h)}local k=i==0 and e('ZRANGE',x,0,h-1,'WITHSCORES')or{}for b=1,#k,2 do d[#d+1]='W '..k[b+1]..' '..k[b]end local c={}for b=1,#g,2 do c[#c+1]=g[b]end if#c>0 then for b,t in ipairs(e('HMGET',u,unpack(c)))do local q,w=n(t or'','^L (%d+)[^\\n]*\\n([^\\n]*)')d[#d+1]=table.concat({'H',g[b*2],q or 0,c[b]},' ')..'\\n'..(w or'')end end return d",
} as const;
