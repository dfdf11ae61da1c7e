// Made from src/redis-work-queue/lua by npm run build:lua; do not edit.
import { script } from "../engine/script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $timeNow = "local function ah(z)local Z=string.match(z,'^=(%d+)$')if Z then return tonumber(Z)end local M=redis.pcall('TIME')if M.err then return tonumber(z)end return M[1]*1000+math.floor(M[2]/1000)end ";
const $rememberReply = "local function af(b,g,w,n,c)if g then redis.pcall('SET',b,g,'PX',w)end if n[c]then redis.call('DEL',unpack(n,c))end end ";
const $NARROW = "local aa={}";
const $toBytes = "local function ai(Y)local g=string.sub(Y,2)if string.sub(Y,1,1)=='t'then return g end if not aa['\\194\\128']then for j=128,191 do aa['\\194'..string.char(j)]=string.char(j)aa['\\195'..string.char(j)]=string.char(j+64)end end local A=string.gsub(g,'[\\194\\195][\\128-\\191]',aa)return A end ";
const $parseMark = "local function ad(N)local c,r,o=string.match(N or'','^(%d+) (%S+) (%d+)$')return tonumber(c or 0),r or'-',tonumber(o or 0)end ";
const $formatMark = "local function ac(c,r,o)return string.format('%.0f %s %d',c,r,o)end ";
const $writeMarks = "local function ak(q,k,T)local B,Q={},{}for a,N in pairs(k)do if string.find(N,'^0 %S+ 0$')then Q[#Q+1]=a else B[#B+1]=a B[#B+1]=N end end if#B>0 then redis.call('HSET',q,unpack(B))redis.call('EXPIRE',q,T)end if#Q>0 then redis.call('HDEL',q,unpack(Q))end end ";
const $removeAt = "local function ag(J,av)local m='\\1leasehold:removed\\1'for I,d in ipairs(av)do redis.call('LSET',J,d,m)end if#av>0 then redis.call('LREM',J,#av,m)end end ";
const $putBack = "local function ae(e,f,ao)if#f>0 then redis.call(ao=='1'and'LPUSH'or'RPUSH',e,unpack(f))end end ";
const $WIDE = "local ab={}";
const $toText = "local function aj(A)if not string.find(A,'[\\128-\\255]')then return A end if not ab['\\128']then for j=128,191 do ab[string.char(j)]='\\194'..string.char(j)ab[string.char(j+64)]='\\195'..string.char(j)end end local g=string.gsub(A,'[\\128-\\255]',ab)return g end ";

/** 2390 bytes. */
export const add = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/add" : "add",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["clock", "prefix", "remember", "markSeconds", "overwrites", "maxSearched", "fields..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h,q,u,b=unpack(KEYS,1,5)local n=KEYS local z,s,w,bN,aU=unpack(ARGV,1,5)local T=tonumber(bN)local al,bb=tonumber(ARGV[6]),{unpack(ARGV,7)}",
    $timeNow,
    $rememberReply,
    $NARROW,
    $toBytes,
    $parseMark,
    $formatMark,
    $writeMarks,
    "local C=redis.call('GET',b)if C then return{'ok',C}end local bh,aB,aL,ay,aM={},{},{},{},nil for i=1,#bb,2 do local a,l=ai(bb[i]),ai(bb[i+1])local D=s..':item:'..a local aq=false if aU=='1'then aq=redis.pcall('SET',D,l,'GET')end local am=aq if aU~='1'then am=redis.pcall('SET',D,l,'NX')end if type(am)=='table'and am.err then aM=am break end local aJ=aU=='1'and not aq or aU~='1'and am ay[#ay+1]={D,aq,aJ}bh[#bh+1]=aJ and'a'or'k'local J=aJ and aB or aL J[#J+1]=a end if not aM and#aB>0 then local am=redis.pcall('LPUSH',e,unpack(aB))if type(am)=='table'then aM=am end end if aM then for i=#ay,1,-1 do local D,aq,aJ=unpack(ay[i])if aJ then redis.call('DEL',D)elseif aq then redis.pcall('SET',D,aq)end end return aM end local k,K={},nil for I,a in ipairs(aB)do k[a]='0 - 0'end if#aB>0 then redis.call('HDEL',u,unpack(aB))end for I,a in ipairs(aL)do local bC=redis.call('LLEN',e)<=al and redis.call('LLEN',h)<=al if bC and not k[a]and not redis.call('LPOS',e,a)and not redis.call('LPOS',h,a)and redis.call('EXISTS',s..':lease:'..a)==0 then local c,d,o=ad(redis.call('HGET',q,a))K=K or ah(z)if c==0 then k[a]=ac(K,'-',o)end end end ak(q,k,T)local g=table.concat(bh)af(b,g,w,n,6)return{'ok',g}",
  ],
);

/** 3198 bytes. */
export const clean = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/clean" : "clean",
  ["queue", "processing", "marks", "pass", "failed"],
  ["clock", "prefix", "limit", "newPass", "joinedPass", "grace", "toBack", "maxAttempts", "maxSearched", "markSeconds"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h,q,V,at=unpack(KEYS,1,5)local z,s,bi,bU,bf=unpack(ARGV,1,5)local G=tonumber(bi)local bd,ao,bP=unpack(ARGV,6,8)local aC=tonumber(bd)local bO=tonumber(bP)local al,T=tonumber(ARGV[9]),tonumber(ARGV[10])",
    $timeNow,
    $parseMark,
    $formatMark,
    $writeMarks,
    $removeAt,
    $putBack,
    "local r,x,d=unpack(redis.call('HMGET',V,'pass','stage','place'))local aR,bo,ba,S,W,aP,aA=0,0,0,0,0,0,0 local function au(bc)local bm={bc,aR,bo,ba,S,W,aP,string.format('%.0f',aA)}return{'ok',table.concat(bm,' '),'t'..(r or bf)}end if bf~=''and bf~=r then return au(1)end r,x=r or bU,x or'list'local K,k,ap=ah(z),{},{}local function E(bg,a)return redis.call('EXISTS',s..bg..a)==1 end local function bu(c)if K-c>=aC then return true end aP,aA=aP+1,math.max(aA,c+aC-K)end local function bG(f)local u,p={},0 while p<al do local br=redis.call('LRANGE',e,-p-1000,-p-1)for I,a in ipairs(br)do if f[a]then u[a]=true end end p=#br==1000 and p+1000 or al end return u end if x=='list'then d=tonumber(d or 0)local f=redis.call('LRANGE',h,d,d+G-1)local ay,aQ,az,m={},{},{},{}if#f>0 then ay=redis.call('HMGET',q,unpack(f))end for i,a in ipairs(f)do local c,ax,o=ad(k[a]or ay[i])if not E(':item:',a)then m[#m+1],S=d+i-1,S+1 k[a]='0 - 0'elseif not E(':lease:',a)then if c==0 then k[a]=ac(K,r,o)aP=aP+1 elseif ax~=r and not az[a]then if bu(c)then az[a]=o+1 aQ[#aQ+1]=a else k[a]=ac(c,r,o)end end end if az[a]then m[#m+1]=d+i-1 end end if#aQ>0 then local bJ=bG(az)for I,a in ipairs(aQ)do local D=s..':item:'..a if bJ[a]then k[a]=ac(0,'-',az[a]-1)elseif az[a]>=bO then redis.call('HSET',at,a,redis.call('GET',D))redis.call('DEL',D)k[a]='0 - 0'ba=ba+1 else ap[#ap+1]=a k[a]=ac(0,'-',az[a])bo=bo+1 end end end ae(e,ap,ao)ag(h,m)ak(q,k,T)aR,d=#f,d+#f-#m if#f<G then x,d,k,ap='marks','0',{},{}end end if x=='marks'then local b,X=redis.call('HSCAN',q,d,'COUNT',G),0 d,aR=b[1],aR+#b[2]/2 for i=1,#b[2],2 do local a=b[2][i]local c,ax,o=ad(b[2][i+1])if not E(':item:',a)then k[a]='0 - 0'elseif c>0 and ax~=r then if E(':lease:',a)then k[a]=ac(0,'-',o)elseif X<20*al then X=X+redis.call('LLEN',e)+redis.call('LLEN',h)if not redis.call('LPOS',h,a)then if redis.call('LPOS',e,a)then k[a]=ac(0,'-',o)elseif bu(c)then k[a],W=ac(0,'-',o),W+1 ap[#ap+1]=a end end end end end ae(e,ap,ao)ak(q,k,T)if d=='0'then redis.call('DEL',V)return au(1)end end redis.call('HSET',V,'pass',r,'stage',x,'place',d)redis.call('EXPIRE',V,T)return au(0)",
  ],
);

/** 1353 bytes. */
export const complete = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/complete" : "complete",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["prefix", "remember", "maxSearched", "id", "holder", "digest", "hasKey"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h,q,u,b=unpack(KEYS,1,5)local n=KEYS local s,w,bR=unpack(ARGV,1,3)local al=tonumber(bR)local ca,aD,bF,bH=unpack(ARGV,4,7)",
    $rememberReply,
    $NARROW,
    $toBytes,
    $parseMark,
    "local C=redis.call('GET',b)if C then return{'ok',C}end local a=ai(ca)local D,bx=s..':item:'..a,s..':lease:'..a local bs=redis.call('GET',bx)local E=redis.call('EXISTS',D)==1 local bv=bs==aD local bk=aD==''or bv if E and not bk and redis.sha1hex(redis.call('GET',D))==bF then local I,c,o=ad(redis.call('HGET',q,a))bk=o>0 or not bs and redis.call('LPOS',h,a)and not redis.call('LPOS',e,a)end local m='0'if bk or not E then m=tostring(redis.call('DEL',D))redis.call('LREM',h,0,a)if not bv or redis.call('LLEN',e)<=al then redis.call('LREM',e,0,a)end redis.call('DEL',bx)redis.call('HDEL',q,a)redis.call('HDEL',u,a)end local bK=m=='1'or aD==''or bH=='1'af(b,bK and m,w,n,6)return{'ok',m}",
  ],
);

/** 85 bytes. */
export const counts = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/counts" : "counts",
  ["queue", "processing"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h=KEYS[1],KEYS[2]return{'ok',redis.call('LLEN',e)..' '..redis.call('LLEN',h)}",
  ],
);

/** 3803 bytes. */
export const deepClean = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/deepClean" : "deepClean",
  ["queue", "processing", "found", "audit"],
  ["clock", "prefix", "limit", "newAudit", "joinedAudit", "grace", "toBack", "maxWork", "noteSeconds", "pattern", "knowsNested", "nested..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h,u,V=unpack(KEYS,1,4)local z,s,bi=unpack(ARGV,1,3)local G=tonumber(bi)local bT,be,bd,ao=unpack(ARGV,4,7)local aC=tonumber(bd)local bj,bz=tonumber(ARGV[8]),tonumber(ARGV[9])local bX,bM,bS=ARGV[10],ARGV[11],{unpack(ARGV,12)}",
    $timeNow,
    $removeAt,
    $putBack,
    "local aH,x,d=unpack(redis.call('HMGET',V,'audit','stage','place'))local L,W,as,S,bp,aA=0,0,0,0,0,0 local function au(bc)local bm={bc,L,W,as,S,bp,string.format('%.0f',aA)}return{'ok',table.concat(bm,' '),'t'..(aH or be)}end if be~=''and be~=aH then return au(1)end local K,U=ah(z),{}aH,x,d=aH or bT,x or'scan',d or'0'local bw,X=s..':item:',0 local function E(bg,a)return redis.call('EXISTS',s..bg..a)==1 end local function bI(aK)if bM~='1'then return string.find(aK,':item:',#s+6,true)end for I,bA in ipairs(bS)do if string.sub(aK,1,#bA+6)==bA..':item:'then return true end end end local function bl(a,F)U[#U+1]=a U[#U+1]=F end local function bB(J,t,bW,bV)local p,m,ax,aL=tonumber(d),{},{},{}local f=redis.call('LRANGE',J,p,p+t-1)if#f>0 then aL=redis.call('HMGET',u,unpack(f))end for i,a in ipairs(f)do local F=ax[a]or aL[i]if not F and not E(':item:',a)then m[#m+1],S=p+i-1,S+1 elseif F and F~='x'then ax[a]=bV(a,F)bl(a,ax[a])end end ag(J,m)d=string.format('%d',p+#f-#m)if#f<t then x,d=bW,'0'end return#f end local function bY(a,bL)if redis.call('PTTL',bw..a)>=0 then return end X=X+redis.call('LLEN',e)+redis.call('LLEN',h)local O=redis.call('LPOS',e,a,'COUNT',0)local H=redis.call('LPOS',h,a,'COUNT',0)if not E(':item:',a)then if#O>0 then redis.call('LREM',e,0,a)end if#H>0 then redis.call('LREM',h,0,a)end S=S+(#O+#H>0 and 1 or 0)elseif E(':lease:',a)then if#O>0 then redis.call('LREM',e,0,a)end if#H>1 then redis.call('LREM',h,#H-1,a)end if#H==0 then redis.call('LPUSH',h,a)end if#H==0 and#O==0 then W=W+1 end if#O+#H>1 or#O==1 then as=as+1 end elseif#O>0 then if#O>1 then redis.call('LREM',e,#O-1,a)end if#H>0 then redis.call('LREM',h,0,a)end if#O+#H>1 then as=as+1 end elseif#H>1 then redis.call('LREM',h,#H-1,a)as=as+1 elseif#H==0 then if not bL then return true end ae(e,{a},ao)W=W+1 end end local function cb()if#U==0 then return end for p=1,#U,1000 do redis.call('HSET',u,unpack(U,p,math.min(p+999,#U)))end redis.call('EXPIRE',u,bz)U={}end local function bD(t)local b,aI,aS=redis.call('HSCAN',u,d,'COUNT',t),{},0 for i=1,#b[2],2 do local a,F=b[2][i],b[2][i+1]local aW=tonumber(F)if aW and K-aW<aC then aS=math.max(aS,aW+aC-K)elseif F=='q'or F=='p'or X<=bj and not bY(a,aW)then aI[#aI+1]=a elseif X<=bj then bl(a,string.format('%.0f',K))end end for p=1,#aI,1000 do redis.call('HDEL',u,unpack(aI,p,math.min(p+999,#aI)))end L=L+(b[1]=='0'and#b[2]/2 or t)if X>bj then return false end d=b[1]if d~='0'then return true end aA=aS>0 and aS or aC return false end local bt=true while bt and L<G do local t=G-L if x=='scan'then local b=redis.call('SCAN',d,'MATCH',bX,'COUNT',t,'TYPE','string')for I,aK in ipairs(b[2])do if bI(aK)then bp=bp+1 else bl(string.sub(aK,#bw+1),'s')end end d=b[1]L=L+(d=='0'and#b[2]or t)if d=='0'then x='queue'end elseif x=='queue'then L=L+bB(e,t,'processing',function(a,F)return F=='s'and not E(':lease:',a)and'q'or'x'end)elseif x=='processing'then L=L+bB(h,t,'check',function(I,F)return F=='s'and'p'or'x'end)else bt=bD(t)if d=='0'and redis.call('EXISTS',u)==0 then redis.call('DEL',V)aA=0 return au(1)end end cb()end redis.call('HSET',V,'audit',aH,'stage',x,'place',d)redis.call('EXPIRE',V,bz)return au(0)",
  ],
);

/** 587 bytes. */
export const failed = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/failed" : "failed",
  ["failed"],
  ["limit", "maxBytes"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local at,G,aT=KEYS[1],tonumber(ARGV[1]),tonumber(ARGV[2])",
    $WIDE,
    $toText,
    "local v,an,ar={'ok'},0,'0'repeat local b=redis.call('HSCAN',at,ar,'COUNT',10)ar=b[1]for i=1,#b[2],2 do if#v<=G*2 and an<aT then local l=b[2][i+1]v[#v+1]='i'..redis.sha1hex(l)..aj(b[2][i])v[#v+1]='d'..aj(l)an=an+#l end end until ar=='0'or#v>G*2 or an>=aT return v",
  ],
);

/** 50 bytes. */
export const forget = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/forget" : "forget",
  ["answered..."],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local n=KEYS redis.call('DEL',unpack(n))return'ok'",
  ],
);

/** 1367 bytes. */
export const lease = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/lease" : "lease",
  ["queue", "processing", "reply", "answered..."],
  ["prefix", "count", "seconds", "holder", "remember", "maxDropped", "maxBytes"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,h,b=unpack(KEYS,1,3)local n=KEYS local s,bE,bZ,aD,w=unpack(ARGV,1,5)local t=tonumber(bE)local bQ,aT=tonumber(ARGV[6]),tonumber(ARGV[7])",
    $rememberReply,
    $WIDE,
    $toText,
    "local v,f,an={'ok','0'},{},0 local function bq(a,l)v[#v+1]='i'..redis.sha1hex(l)..aj(a)v[#v+1]='d'..aj(l)an=an+#l end local C=redis.call('GET',b)if C then local aY=1 while aY<=#C do local by,p=string.match(C,'^(%d+):()',aY)local a=string.sub(C,p,p+by-1)aY=p+by local l=redis.call('GET',s..':lease:'..a)==aD and redis.call('GET',s..':item:'..a)if l then bq(a,l)end end return v end local aZ=0 while#f<t and an<aT do if aZ>=bQ then v[2]='1'break end local a=redis.call('LMOVE',e,h,'RIGHT','LEFT')if not a then break end local l=redis.pcall('GET',s..':item:'..a)if type(l)=='table'then l=false end if l and redis.call('SET',s..':lease:'..a,aD,'EX',bZ,'NX')then bq(a,l)f[#f+1]=#a..':'..a else aZ=aZ+1 redis.call('LPOP',h)if l and not redis.call('LPOS',h,a)then redis.call('LPUSH',h,a)end end end af(b,#f>0 and table.concat(f),w,n,4)return v",
  ],
);

/** 1025 bytes. */
export const redrive = /* @__PURE__ */ script(
  typeof LEASEHOLD_SCRIPTS === "string" ? "interop/redrive" : "redrive",
  ["queue", "failed", "marks", "reply", "answered..."],
  ["prefix", "remember", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,at,q,b=unpack(KEYS,1,4)local n=KEYS local s,w,G,f=ARGV[1],ARGV[2],tonumber(ARGV[3]),{unpack(ARGV,4)}",
    $rememberReply,
    $NARROW,
    $toBytes,
    "local C=redis.call('GET',b)if C then return{'ok',C}end local aG,t={},0 for i,a in ipairs(f)do aG[i]=ai(a)end if#f==0 then local ar='0'repeat local u=redis.call('HSCAN',at,ar,'COUNT',10)ar=u[1]for i=1,#u[2],2 do if#aG<G then aG[#aG+1]=u[2][i]end end until ar=='0'or#aG>=G end for I,a in ipairs(aG)do local l=redis.call('HGET',at,a)if l and redis.call('SET',s..':item:'..a,l,'NX')then redis.call('LPUSH',e,a)redis.call('HDEL',at,a)redis.call('HDEL',q,a)t=t+1 end end af(b,t,w,n,5)return{'ok',tostring(t)}",
  ],
);
