// Made from src/redis-work-queue/lua by npm run build:lua; do not edit.
import { script } from "../engine/script.ts";

const $timeNow = "local function aj(z)local am=string.match(z,'^=(%d+)$')if am then return tonumber(am)end local N=redis.pcall('TIME')if N.err then return tonumber(z)end return N[1]*1000+math.floor(N[2]/1000)end ";
const $remember = "local function ag(b,g,v,m,c)if g then redis.pcall('SET',b,g,'PX',v)end if m[c]then redis.call('DEL',unpack(m,c))end end ";
const $NARROW = "local aa={}";
const $bytesOf = "local function ac(Z)local g=string.sub(Z,2)if string.sub(Z,1,1)=='t'then return g end if not aa['\\194\\128']then for k=128,191 do aa['\\194'..string.char(k)]=string.char(k)aa['\\195'..string.char(k)]=string.char(k+64)end end local B=string.gsub(g,'[\\194\\195][\\128-\\191]',aa)return B end ";
const $markOf = "local function ae(O)local c,q,n=string.match(O or'','^(%d+) (%S+) (%d+)$')return tonumber(c or 0),q or'-',tonumber(n or 0)end ";
const $mark = "local function ad(c,q,n)return string.format('%.0f %s %d',c,q,n)end ";
const $writeMarks = "local function ak(p,l,G)local C,S={},{}for a,O in pairs(l)do if string.find(O,'^0 %S+ 0$')then S[#S+1]=a else C[#C+1]=a C[#C+1]=O end end if#C>0 then redis.call('HSET',p,unpack(C))redis.call('EXPIRE',p,G)end if#S>0 then redis.call('HDEL',p,unpack(S))end end ";
const $removeAt = "local function ah(K,ax)local P='\\1leasehold:removed\\1'for I,d in ipairs(ax)do redis.call('LSET',K,d,P)end if#ax>0 then redis.call('LREM',K,#ax,P)end end ";
const $putBack = "local function af(e,f,al)if#f>0 then redis.call(al=='1'and'LPUSH'or'RPUSH',e,unpack(f))end end ";
const $WIDE = "local ab={}";
const $textOf = "local function ai(B)if not string.find(B,'[\\128-\\255]')then return B end if not ab['\\128']then for k=128,191 do ab[string.char(k)]='\\194'..string.char(k)ab[string.char(k+64)]='\\195'..string.char(k)end end local g=string.gsub(B,'[\\128-\\255]',ab)return g end ";

/** 2384 bytes. */
export const add = /* @__PURE__ */ script(
  "add",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["clock", "root", "keep", "life", "always", "reach", "fields..."],
  "local e,h,p,t,b=unpack(KEYS,1,5)local m=KEYS local z,r,v,bk,aR=unpack(ARGV,1,5)local G=tonumber(bk)local an,bd=tonumber(ARGV[6]),{unpack(ARGV,7)}",
  $timeNow,
  $remember,
  $NARROW,
  $bytesOf,
  $markOf,
  $mark,
  $writeMarks,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local bj,aC,aL,aY,aM={},{},{},{},nil for j=1,#bd,2 do local a,i=ac(bd[j]),ac(bd[j+1])local E=r..':item:'..a local aq=false if aR=='1'then aq=redis.pcall('SET',E,i,'GET')end local u=aq if aR~='1'then u=redis.pcall('SET',E,i,'NX')end if type(u)=='table'and u.err then aM=u break end local aJ=aR=='1'and not aq or aR~='1'and u aY[#aY+1]={E,aq,aJ}bj[#bj+1]=aJ and'a'or'k'local K=aJ and aC or aL K[#K+1]=a end if not aM and#aC>0 then local u=redis.pcall('LPUSH',e,unpack(aC))if type(u)=='table'then aM=u end end if aM then for j=#aY,1,-1 do local E,aq,aJ=unpack(aY[j])if aJ then redis.call('DEL',E)elseif aq then redis.pcall('SET',E,aq)end end return aM end local l,L={},nil for I,a in ipairs(aC)do l[a]='0 - 0'end if#aC>0 then redis.call('HDEL',t,unpack(aC))end for I,a in ipairs(aL)do local bW=redis.call('LLEN',e)<=an and redis.call('LLEN',h)<=an if bW and not l[a]and not redis.call('LPOS',e,a)and not redis.call('LPOS',h,a)and redis.call('EXISTS',r..':lease:'..a)==0 then local c,d,n=ae(redis.call('HGET',p,a))L=L or aj(z)if c==0 then l[a]=ad(L,'-',n)end end end ak(p,l,G)local g=table.concat(bj)ag(b,g,v,m,6)return{'ok',g}",
);

/** 3201 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["queue", "processing", "marks", "pass", "failed"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "attempts", "reach", "life"],
  "local e,h,p,X,au=unpack(KEYS,1,5)local z,r,bl,bf,aw=unpack(ARGV,1,5)local A=tonumber(bl)local bg,al,bE=unpack(ARGV,6,8)local aE=tonumber(bg)local bD=tonumber(bE)local an,G=tonumber(ARGV[9]),tonumber(ARGV[10])",
  $timeNow,
  $markOf,
  $mark,
  $writeMarks,
  $removeAt,
  $putBack,
  "local q,x,d=unpack(redis.call('HMGET',X,'pass','stage','place'))local aT,bq,bc,U,Y,aP,aA=0,0,0,0,0,0,0 local function u(be)local bo={be,aT,bq,bc,U,Y,aP,string.format('%.0f',aA)}return{'ok',table.concat(bo,' '),'t'..(q or aw)}end if aw~=''and aw~=q then return u(1)end q,x=q or bf,x or'list'local L,l,ap=aj(z),{},{}local function T(bi,a)return redis.call('EXISTS',r..bi..a)==1 end local function bz(c)if L-c>=aE then return true end aP,aA=aP+1,math.max(aA,c+aE-L)end local function bT(f)local t,o={},0 while o<an do local bs=redis.call('LRANGE',e,-o-1000,-o-1)for I,a in ipairs(bs)do if f[a]then t[a]=true end end o=#bs==1000 and o+1000 or an end return t end if x=='list'then d=tonumber(d or 0)local f=redis.call('LRANGE',h,d,d+A-1)local bA,aS,at,J={},{},{},{}if#f>0 then bA=redis.call('HMGET',p,unpack(f))end for j,a in ipairs(f)do local c,az,n=ae(l[a]or bA[j])if not T(':item:',a)then J[#J+1],U=d+j-1,U+1 l[a]='0 - 0'elseif not T(':lease:',a)then if c==0 then l[a]=ad(L,q,n)aP=aP+1 elseif az~=q and not at[a]then if bz(c)then at[a]=n+1 aS[#aS+1]=a else l[a]=ad(c,q,n)end end end if at[a]then J[#J+1]=d+j-1 end end if#aS>0 then local bX=bT(at)for I,a in ipairs(aS)do local E=r..':item:'..a if bX[a]then l[a]=ad(0,'-',at[a]-1)elseif at[a]>=bD then redis.call('HSET',au,a,redis.call('GET',E))redis.call('DEL',E)l[a]='0 - 0'bc=bc+1 else ap[#ap+1]=a l[a]=ad(0,'-',at[a])bq=bq+1 end end end af(e,ap,al)ah(h,J)ak(p,l,G)aT,d=#f,d+#f-#J if#f<A then x,d,l,ap='marks','0',{},{}end end if x=='marks'then local b,aB=redis.call('HSCAN',p,d,'COUNT',A),0 d,aT=b[1],aT+#b[2]/2 for j=1,#b[2],2 do local a=b[2][j]local c,az,n=ae(b[2][j+1])if not T(':item:',a)then l[a]='0 - 0'elseif c>0 and az~=q then if T(':lease:',a)then l[a]=ad(0,'-',n)elseif aB<20*an then aB=aB+redis.call('LLEN',e)+redis.call('LLEN',h)if not redis.call('LPOS',h,a)then if redis.call('LPOS',e,a)then l[a]=ad(0,'-',n)elseif bz(c)then l[a],Y=ad(0,'-',n),Y+1 ap[#ap+1]=a end end end end end af(e,ap,al)ak(p,l,G)if d=='0'then redis.call('DEL',X)return u(1)end end redis.call('HSET',X,'pass',q,'stage',x,'place',d)redis.call('EXPIRE',X,G)return u(0)",
);

/** 1351 bytes. */
export const complete = /* @__PURE__ */ script(
  "complete",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["root", "keep", "reach", "id", "holder", "digest", "hasKey"],
  "local e,h,p,t,b=unpack(KEYS,1,5)local m=KEYS local r,v,bU,bN=unpack(ARGV,1,4)local an=tonumber(bU)local av,bI,bJ=unpack(ARGV,5,7)",
  $remember,
  $NARROW,
  $bytesOf,
  $markOf,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local a=ac(bN)local E,bw=r..':item:'..a,r..':lease:'..a local bh=redis.call('GET',bw)local i=redis.call('EXISTS',E)==1 local bR,bm=bh==av,av==''or bh==av if i and not bm and redis.sha1hex(redis.call('GET',E))==bI then local I,c,n=ae(redis.call('HGET',p,a))bm=n>0 or not bh and redis.call('LPOS',h,a)and not redis.call('LPOS',e,a)end local P='0'if bm or not i then P=tostring(redis.call('DEL',E))redis.call('LREM',h,0,a)if not bR or redis.call('LLEN',e)<=an then redis.call('LREM',e,0,a)end redis.call('DEL',bw)redis.call('HDEL',p,a)redis.call('HDEL',t,a)end local bK=P=='1'or av==''or bJ=='1'ag(b,bK and P,v,m,6)return{'ok',P}",
);

/** 85 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["queue", "processing"],
  [],
  "local e,h=KEYS[1],KEYS[2]return{'ok',redis.call('LLEN',e)..' '..redis.call('LLEN',h)}",
);

/** 3806 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["queue", "processing", "found", "audit"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "work", "life", "pattern", "knowsNested", "nested..."],
  "local e,h,t,X=unpack(KEYS,1,4)local z,r,bl,bf,aw=unpack(ARGV,1,5)local A=tonumber(bl)local bg,al,bY,bk=unpack(ARGV,6,9)local aE=tonumber(bg)local aB=tonumber(bY)local G=tonumber(bk)local bS,bL,bO=ARGV[10],ARGV[11],{unpack(ARGV,12)}",
  $timeNow,
  $removeAt,
  $putBack,
  "local aH,x,d=unpack(redis.call('HMGET',X,'audit','stage','place'))local M,Y,as,U,br,aA=0,0,0,0,0,0 local function u(be)local bo={be,M,Y,as,U,br,string.format('%.0f',aA)}return{'ok',table.concat(bo,' '),'t'..(aH or aw)}end if aw~=''and aw~=aH then return u(1)end local L,W=aj(z),{}aH,x,d=aH or bf,x or'scan',d or'0'local bv,aQ=r..':item:',0 local function T(bi,a)return redis.call('EXISTS',r..bi..a)==1 end local function bQ(aK)if bL~='1'then return string.find(aK,':item:',#r+6,true)end for I,by in ipairs(bO)do if string.sub(aK,1,#by+6)==by..':item:'then return true end end end local function bn(a,F)W[#W+1]=a W[#W+1]=F end local function bB(K,s,bP,bM)local o,J,az,aL=tonumber(d),{},{},{}local f=redis.call('LRANGE',K,o,o+s-1)if#f>0 then aL=redis.call('HMGET',t,unpack(f))end for j,a in ipairs(f)do local F=az[a]or aL[j]if not F and not T(':item:',a)then J[#J+1],U=o+j-1,U+1 elseif F and F~='x'then az[a]=bM(a,F)bn(a,az[a])end end ah(K,J)d=string.format('%d',o+#f-#J)if#f<s then x,d=bP,'0'end return#f end local function bF(a,bC)if redis.call('PTTL',bv..a)>=0 then return end aQ=aQ+redis.call('LLEN',e)+redis.call('LLEN',h)local Q=redis.call('LPOS',e,a,'COUNT',0)local H=redis.call('LPOS',h,a,'COUNT',0)if not T(':item:',a)then if#Q>0 then redis.call('LREM',e,0,a)end if#H>0 then redis.call('LREM',h,0,a)end U=U+(#Q+#H>0 and 1 or 0)elseif T(':lease:',a)then if#Q>0 then redis.call('LREM',e,0,a)end if#H>1 then redis.call('LREM',h,#H-1,a)end if#H==0 then redis.call('LPUSH',h,a)end if#H==0 and#Q==0 then Y=Y+1 end if#Q+#H>1 or#Q==1 then as=as+1 end elseif#Q>0 then if#Q>1 then redis.call('LREM',e,#Q-1,a)end if#H>0 then redis.call('LREM',h,0,a)end if#Q+#H>1 then as=as+1 end elseif#H>1 then redis.call('LREM',h,#H-1,a)as=as+1 elseif#H==0 then if not bC then return true end af(e,{a},al)Y=Y+1 end end local function bZ()if#W==0 then return end for o=1,#W,1000 do redis.call('HSET',t,unpack(W,o,math.min(o+999,#W)))end redis.call('EXPIRE',t,G)W={}end local function bG(s)local b,aI,aU=redis.call('HSCAN',t,d,'COUNT',s),{},0 for j=1,#b[2],2 do local a,F=b[2][j],b[2][j+1]local aX=tonumber(F)if aX and L-aX<aE then aU=math.max(aU,aX+aE-L)elseif F=='q'or F=='p'or aQ<=aB and not bF(a,aX)then aI[#aI+1]=a elseif aQ<=aB then bn(a,string.format('%.0f',L))end end for o=1,#aI,1000 do redis.call('HDEL',t,unpack(aI,o,math.min(o+999,#aI)))end M=M+(b[1]=='0'and#b[2]/2 or s)if aQ>aB then return false end d=b[1]if d~='0'then return true end aA=aU>0 and aU or aE return false end local bu=true while bu and M<A do local s=A-M if x=='scan'then local b=redis.call('SCAN',d,'MATCH',bS,'COUNT',s,'TYPE','string')for I,aK in ipairs(b[2])do if bQ(aK)then br=br+1 else bn(string.sub(aK,#bv+1),'s')end end d=b[1]M=M+(d=='0'and#b[2]or s)if d=='0'then x='queue'end elseif x=='queue'then M=M+bB(e,s,'processing',function(a,F)return F=='s'and not T(':lease:',a)and'q'or'x'end)elseif x=='processing'then M=M+bB(h,s,'check',function(I,F)return F=='s'and'p'or'x'end)else bu=bG(s)if d=='0'and redis.call('EXISTS',t)==0 then redis.call('DEL',X)aA=0 return u(1)end end bZ()end redis.call('HSET',X,'audit',aH,'stage',x,'place',d)redis.call('EXPIRE',X,G)return u(0)",
);

/** 587 bytes. */
export const failed = /* @__PURE__ */ script(
  "failed",
  ["failed"],
  ["limit", "most"],
  "local au,A,aV=KEYS[1],tonumber(ARGV[1]),tonumber(ARGV[2])",
  $WIDE,
  $textOf,
  "local w,ao,ar={'ok'},0,'0'repeat local b=redis.call('HSCAN',au,ar,'COUNT',10)ar=b[1]for j=1,#b[2],2 do if#w<=A*2 and ao<aV then local i=b[2][j+1]w[#w+1]='i'..redis.sha1hex(i)..ai(b[2][j])w[#w+1]='d'..ai(i)ao=ao+#i end end until ar=='0'or#w>A*2 or ao>=aV return w",
);

/** 50 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["answered..."],
  [],
  "local m=KEYS redis.call('DEL',unpack(m))return'ok'",
);

/** 1365 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["queue", "processing", "reply", "answered..."],
  ["root", "count", "seconds", "holder", "keep", "limit", "most"],
  "local e,h,b=unpack(KEYS,1,3)local m=KEYS local r,bH,bV,av,v=unpack(ARGV,1,5)local s=tonumber(bH)local A,aV=tonumber(ARGV[6]),tonumber(ARGV[7])",
  $remember,
  $WIDE,
  $textOf,
  "local w,f,ao={'ok','0'},{},0 local function bt(a,i)w[#w+1]='i'..redis.sha1hex(i)..ai(a)w[#w+1]='d'..ai(i)ao=ao+#i end local D=redis.call('GET',b)if D then local ba=1 while ba<=#D do local bx,o=string.match(D,'^(%d+):()',ba)local a=string.sub(D,o,o+bx-1)ba=o+bx local i=redis.call('GET',r..':lease:'..a)==av and redis.call('GET',r..':item:'..a)if i then bt(a,i)end end return w end local bb=0 while#f<s and ao<aV do if bb>=A then w[2]='1'break end local a=redis.call('LMOVE',e,h,'RIGHT','LEFT')if not a then break end local i=redis.pcall('GET',r..':item:'..a)if type(i)=='table'then i=false end if i and redis.call('SET',r..':lease:'..a,av,'EX',bV,'NX')then bt(a,i)f[#f+1]=#a..':'..a else bb=bb+1 redis.call('LPOP',h)if i and not redis.call('LPOS',h,a)then redis.call('LPUSH',h,a)end end end ag(b,#f>0 and table.concat(f),v,m,4)return w",
);

/** 1025 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["queue", "failed", "marks", "reply", "answered..."],
  ["root", "keep", "limit", "ids..."],
  "local e,au,p,b=unpack(KEYS,1,4)local m=KEYS local r,v,A,f=ARGV[1],ARGV[2],tonumber(ARGV[3]),{unpack(ARGV,4)}",
  $remember,
  $NARROW,
  $bytesOf,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local aG,s={},0 for j,a in ipairs(f)do aG[j]=ac(a)end if#f==0 then local ar='0'repeat local t=redis.call('HSCAN',au,ar,'COUNT',10)ar=t[1]for j=1,#t[2],2 do if#aG<A then aG[#aG+1]=t[2][j]end end until ar=='0'or#aG>=A end for I,a in ipairs(aG)do local i=redis.call('HGET',au,a)if i and redis.call('SET',r..':item:'..a,i,'NX')then redis.call('LPUSH',e,a)redis.call('HDEL',au,a)redis.call('HDEL',p,a)s=s+1 end end ag(b,s,v,m,5)return{'ok',tostring(s)}",
);
