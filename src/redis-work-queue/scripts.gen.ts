// Made from src/redis-work-queue/lua by npm run build:lua; do not edit.
import { script } from "../engine/script.ts";

const $timeNow = "local function ah(A)local al=string.match(A,'^=(%d+)$')if al then return tonumber(al)end local N=redis.pcall('TIME')if N.err then return tonumber(A)end return N[1]*1000+math.floor(N[2]/1000)end ";
const $rememberReply = "local function af(b,g,x,n,c)if g then redis.pcall('SET',b,g,'PX',x)end if n[c]then redis.call('DEL',unpack(n,c))end end ";
const $NARROW = "local aa={}";
const $toBytes = "local function ai(Z)local g=string.sub(Z,2)if string.sub(Z,1,1)=='t'then return g end if not aa['\\194\\128']then for j=128,191 do aa['\\194'..string.char(j)]=string.char(j)aa['\\195'..string.char(j)]=string.char(j+64)end end local B=string.gsub(g,'[\\194\\195][\\128-\\191]',aa)return B end ";
const $parseMark = "local function ad(O)local c,r,o=string.match(O or'','^(%d+) (%S+) (%d+)$')return tonumber(c or 0),r or'-',tonumber(o or 0)end ";
const $formatMark = "local function ac(c,r,o)return string.format('%.0f %s %d',c,r,o)end ";
const $writeMarks = "local function ak(q,k,U)local C,R={},{}for a,O in pairs(k)do if string.find(O,'^0 %S+ 0$')then R[#R+1]=a else C[#C+1]=a C[#C+1]=O end end if#C>0 then redis.call('HSET',q,unpack(C))redis.call('EXPIRE',q,U)end if#R>0 then redis.call('HDEL',q,unpack(R))end end ";
const $removeAt = "local function ag(K,au)local m='\\1leasehold:removed\\1'for J,d in ipairs(au)do redis.call('LSET',K,d,m)end if#au>0 then redis.call('LREM',K,#au,m)end end ";
const $putBack = "local function ae(e,f,ao)if#f>0 then redis.call(ao=='1'and'LPUSH'or'RPUSH',e,unpack(f))end end ";
const $WIDE = "local ab={}";
const $toText = "local function aj(B)if not string.find(B,'[\\128-\\255]')then return B end if not ab['\\128']then for j=128,191 do ab[string.char(j)]='\\194'..string.char(j)ab[string.char(j+64)]='\\195'..string.char(j)end end local g=string.gsub(B,'[\\128-\\255]',ab)return g end ";

/** 2384 bytes. */
export const add = /* @__PURE__ */ script(
  "add",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["clock", "prefix", "remember", "markSeconds", "overwrites", "maxSearched", "fields..."],
  "local e,h,q,u,b=unpack(KEYS,1,5)local n=KEYS local A,s,x,bM,aT=unpack(ARGV,1,5)local U=tonumber(bM)local am,ba=tonumber(ARGV[6]),{unpack(ARGV,7)}",
  $timeNow,
  $rememberReply,
  $NARROW,
  $toBytes,
  $parseMark,
  $formatMark,
  $writeMarks,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local bg,aA,aK,ax,aL={},{},{},{},nil for i=1,#ba,2 do local a,l=ai(ba[i]),ai(ba[i+1])local E=s..':item:'..a local aq=false if aT=='1'then aq=redis.pcall('SET',E,l,'GET')end local v=aq if aT~='1'then v=redis.pcall('SET',E,l,'NX')end if type(v)=='table'and v.err then aL=v break end local aI=aT=='1'and not aq or aT~='1'and v ax[#ax+1]={E,aq,aI}bg[#bg+1]=aI and'a'or'k'local K=aI and aA or aK K[#K+1]=a end if not aL and#aA>0 then local v=redis.pcall('LPUSH',e,unpack(aA))if type(v)=='table'then aL=v end end if aL then for i=#ax,1,-1 do local E,aq,aI=unpack(ax[i])if aI then redis.call('DEL',E)elseif aq then redis.pcall('SET',E,aq)end end return aL end local k,L={},nil for J,a in ipairs(aA)do k[a]='0 - 0'end if#aA>0 then redis.call('HDEL',u,unpack(aA))end for J,a in ipairs(aK)do local bB=redis.call('LLEN',e)<=am and redis.call('LLEN',h)<=am if bB and not k[a]and not redis.call('LPOS',e,a)and not redis.call('LPOS',h,a)and redis.call('EXISTS',s..':lease:'..a)==0 then local c,d,o=ad(redis.call('HGET',q,a))L=L or ah(A)if c==0 then k[a]=ac(L,'-',o)end end end ak(q,k,U)local g=table.concat(bg)af(b,g,x,n,6)return{'ok',g}",
);

/** 3197 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["queue", "processing", "marks", "pass", "failed"],
  ["clock", "prefix", "limit", "newPass", "joinedPass", "grace", "toBack", "maxAttempts", "maxSearched", "markSeconds"],
  "local e,h,q,W,at=unpack(KEYS,1,5)local A,s,bh,bT,be=unpack(ARGV,1,5)local H=tonumber(bh)local bc,ao,bO=unpack(ARGV,6,8)local aB=tonumber(bc)local bN=tonumber(bO)local am,U=tonumber(ARGV[9]),tonumber(ARGV[10])",
  $timeNow,
  $parseMark,
  $formatMark,
  $writeMarks,
  $removeAt,
  $putBack,
  "local r,y,d=unpack(redis.call('HMGET',W,'pass','stage','place'))local aQ,bn,aZ,T,X,aO,az=0,0,0,0,0,0,0 local function v(bb)local bl={bb,aQ,bn,aZ,T,X,aO,string.format('%.0f',az)}return{'ok',table.concat(bl,' '),'t'..(r or be)}end if be~=''and be~=r then return v(1)end r,y=r or bT,y or'list'local L,k,ap=ah(A),{},{}local function F(bf,a)return redis.call('EXISTS',s..bf..a)==1 end local function bt(c)if L-c>=aB then return true end aO,az=aO+1,math.max(az,c+aB-L)end local function bF(f)local u,p={},0 while p<am do local bq=redis.call('LRANGE',e,-p-1000,-p-1)for J,a in ipairs(bq)do if f[a]then u[a]=true end end p=#bq==1000 and p+1000 or am end return u end if y=='list'then d=tonumber(d or 0)local f=redis.call('LRANGE',h,d,d+H-1)local ax,aP,ay,m={},{},{},{}if#f>0 then ax=redis.call('HMGET',q,unpack(f))end for i,a in ipairs(f)do local c,aw,o=ad(k[a]or ax[i])if not F(':item:',a)then m[#m+1],T=d+i-1,T+1 k[a]='0 - 0'elseif not F(':lease:',a)then if c==0 then k[a]=ac(L,r,o)aO=aO+1 elseif aw~=r and not ay[a]then if bt(c)then ay[a]=o+1 aP[#aP+1]=a else k[a]=ac(c,r,o)end end end if ay[a]then m[#m+1]=d+i-1 end end if#aP>0 then local bI=bF(ay)for J,a in ipairs(aP)do local E=s..':item:'..a if bI[a]then k[a]=ac(0,'-',ay[a]-1)elseif ay[a]>=bN then redis.call('HSET',at,a,redis.call('GET',E))redis.call('DEL',E)k[a]='0 - 0'aZ=aZ+1 else ap[#ap+1]=a k[a]=ac(0,'-',ay[a])bn=bn+1 end end end ae(e,ap,ao)ag(h,m)ak(q,k,U)aQ,d=#f,d+#f-#m if#f<H then y,d,k,ap='marks','0',{},{}end end if y=='marks'then local b,Y=redis.call('HSCAN',q,d,'COUNT',H),0 d,aQ=b[1],aQ+#b[2]/2 for i=1,#b[2],2 do local a=b[2][i]local c,aw,o=ad(b[2][i+1])if not F(':item:',a)then k[a]='0 - 0'elseif c>0 and aw~=r then if F(':lease:',a)then k[a]=ac(0,'-',o)elseif Y<20*am then Y=Y+redis.call('LLEN',e)+redis.call('LLEN',h)if not redis.call('LPOS',h,a)then if redis.call('LPOS',e,a)then k[a]=ac(0,'-',o)elseif bt(c)then k[a],X=ac(0,'-',o),X+1 ap[#ap+1]=a end end end end end ae(e,ap,ao)ak(q,k,U)if d=='0'then redis.call('DEL',W)return v(1)end end redis.call('HSET',W,'pass',r,'stage',y,'place',d)redis.call('EXPIRE',W,U)return v(0)",
);

/** 1353 bytes. */
export const complete = /* @__PURE__ */ script(
  "complete",
  ["queue", "processing", "marks", "found", "reply", "answered..."],
  ["prefix", "remember", "maxSearched", "id", "holder", "digest", "hasKey"],
  "local e,h,q,u,b=unpack(KEYS,1,5)local n=KEYS local s,x,bQ=unpack(ARGV,1,3)local am=tonumber(bQ)local bZ,aC,bE,bG=unpack(ARGV,4,7)",
  $rememberReply,
  $NARROW,
  $toBytes,
  $parseMark,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local a=ai(bZ)local E,bw=s..':item:'..a,s..':lease:'..a local br=redis.call('GET',bw)local F=redis.call('EXISTS',E)==1 local bu=br==aC local bj=aC==''or bu if F and not bj and redis.sha1hex(redis.call('GET',E))==bE then local J,c,o=ad(redis.call('HGET',q,a))bj=o>0 or not br and redis.call('LPOS',h,a)and not redis.call('LPOS',e,a)end local m='0'if bj or not F then m=tostring(redis.call('DEL',E))redis.call('LREM',h,0,a)if not bu or redis.call('LLEN',e)<=am then redis.call('LREM',e,0,a)end redis.call('DEL',bw)redis.call('HDEL',q,a)redis.call('HDEL',u,a)end local bJ=m=='1'or aC==''or bG=='1'af(b,bJ and m,x,n,6)return{'ok',m}",
);

/** 85 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["queue", "processing"],
  [],
  "local e,h=KEYS[1],KEYS[2]return{'ok',redis.call('LLEN',e)..' '..redis.call('LLEN',h)}",
);

/** 3802 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["queue", "processing", "found", "audit"],
  ["clock", "prefix", "limit", "newAudit", "joinedAudit", "grace", "toBack", "maxWork", "noteSeconds", "pattern", "knowsNested", "nested..."],
  "local e,h,u,W=unpack(KEYS,1,4)local A,s,bh=unpack(ARGV,1,3)local H=tonumber(bh)local bS,bd,bc,ao=unpack(ARGV,4,7)local aB=tonumber(bc)local bi,by=tonumber(ARGV[8]),tonumber(ARGV[9])local bW,bL,bR=ARGV[10],ARGV[11],{unpack(ARGV,12)}",
  $timeNow,
  $removeAt,
  $putBack,
  "local aG,y,d=unpack(redis.call('HMGET',W,'audit','stage','place'))local M,X,as,T,bo,az=0,0,0,0,0,0 local function v(bb)local bl={bb,M,X,as,T,bo,string.format('%.0f',az)}return{'ok',table.concat(bl,' '),'t'..(aG or bd)}end if bd~=''and bd~=aG then return v(1)end local L,V=ah(A),{}aG,y,d=aG or bS,y or'scan',d or'0'local bv,Y=s..':item:',0 local function F(bf,a)return redis.call('EXISTS',s..bf..a)==1 end local function bH(aJ)if bL~='1'then return string.find(aJ,':item:',#s+6,true)end for J,bz in ipairs(bR)do if string.sub(aJ,1,#bz+6)==bz..':item:'then return true end end end local function bk(a,G)V[#V+1]=a V[#V+1]=G end local function bA(K,t,bV,bU)local p,m,aw,aK=tonumber(d),{},{},{}local f=redis.call('LRANGE',K,p,p+t-1)if#f>0 then aK=redis.call('HMGET',u,unpack(f))end for i,a in ipairs(f)do local G=aw[a]or aK[i]if not G and not F(':item:',a)then m[#m+1],T=p+i-1,T+1 elseif G and G~='x'then aw[a]=bU(a,G)bk(a,aw[a])end end ag(K,m)d=string.format('%d',p+#f-#m)if#f<t then y,d=bV,'0'end return#f end local function bX(a,bK)if redis.call('PTTL',bv..a)>=0 then return end Y=Y+redis.call('LLEN',e)+redis.call('LLEN',h)local P=redis.call('LPOS',e,a,'COUNT',0)local I=redis.call('LPOS',h,a,'COUNT',0)if not F(':item:',a)then if#P>0 then redis.call('LREM',e,0,a)end if#I>0 then redis.call('LREM',h,0,a)end T=T+(#P+#I>0 and 1 or 0)elseif F(':lease:',a)then if#P>0 then redis.call('LREM',e,0,a)end if#I>1 then redis.call('LREM',h,#I-1,a)end if#I==0 then redis.call('LPUSH',h,a)end if#I==0 and#P==0 then X=X+1 end if#P+#I>1 or#P==1 then as=as+1 end elseif#P>0 then if#P>1 then redis.call('LREM',e,#P-1,a)end if#I>0 then redis.call('LREM',h,0,a)end if#P+#I>1 then as=as+1 end elseif#I>1 then redis.call('LREM',h,#I-1,a)as=as+1 elseif#I==0 then if not bK then return true end ae(e,{a},ao)X=X+1 end end local function ca()if#V==0 then return end for p=1,#V,1000 do redis.call('HSET',u,unpack(V,p,math.min(p+999,#V)))end redis.call('EXPIRE',u,by)V={}end local function bC(t)local b,aH,aR=redis.call('HSCAN',u,d,'COUNT',t),{},0 for i=1,#b[2],2 do local a,G=b[2][i],b[2][i+1]local aV=tonumber(G)if aV and L-aV<aB then aR=math.max(aR,aV+aB-L)elseif G=='q'or G=='p'or Y<=bi and not bX(a,aV)then aH[#aH+1]=a elseif Y<=bi then bk(a,string.format('%.0f',L))end end for p=1,#aH,1000 do redis.call('HDEL',u,unpack(aH,p,math.min(p+999,#aH)))end M=M+(b[1]=='0'and#b[2]/2 or t)if Y>bi then return false end d=b[1]if d~='0'then return true end az=aR>0 and aR or aB return false end local bs=true while bs and M<H do local t=H-M if y=='scan'then local b=redis.call('SCAN',d,'MATCH',bW,'COUNT',t,'TYPE','string')for J,aJ in ipairs(b[2])do if bH(aJ)then bo=bo+1 else bk(string.sub(aJ,#bv+1),'s')end end d=b[1]M=M+(d=='0'and#b[2]or t)if d=='0'then y='queue'end elseif y=='queue'then M=M+bA(e,t,'processing',function(a,G)return G=='s'and not F(':lease:',a)and'q'or'x'end)elseif y=='processing'then M=M+bA(h,t,'check',function(J,G)return G=='s'and'p'or'x'end)else bs=bC(t)if d=='0'and redis.call('EXISTS',u)==0 then redis.call('DEL',W)az=0 return v(1)end end ca()end redis.call('HSET',W,'audit',aG,'stage',y,'place',d)redis.call('EXPIRE',W,by)return v(0)",
);

/** 587 bytes. */
export const failed = /* @__PURE__ */ script(
  "failed",
  ["failed"],
  ["limit", "maxBytes"],
  "local at,H,aS=KEYS[1],tonumber(ARGV[1]),tonumber(ARGV[2])",
  $WIDE,
  $toText,
  "local w,an,ar={'ok'},0,'0'repeat local b=redis.call('HSCAN',at,ar,'COUNT',10)ar=b[1]for i=1,#b[2],2 do if#w<=H*2 and an<aS then local l=b[2][i+1]w[#w+1]='i'..redis.sha1hex(l)..aj(b[2][i])w[#w+1]='d'..aj(l)an=an+#l end end until ar=='0'or#w>H*2 or an>=aS return w",
);

/** 50 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["answered..."],
  [],
  "local n=KEYS redis.call('DEL',unpack(n))return'ok'",
);

/** 1367 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["queue", "processing", "reply", "answered..."],
  ["prefix", "count", "seconds", "holder", "remember", "maxDropped", "maxBytes"],
  "local e,h,b=unpack(KEYS,1,3)local n=KEYS local s,bD,bY,aC,x=unpack(ARGV,1,5)local t=tonumber(bD)local bP,aS=tonumber(ARGV[6]),tonumber(ARGV[7])",
  $rememberReply,
  $WIDE,
  $toText,
  "local w,f,an={'ok','0'},{},0 local function bp(a,l)w[#w+1]='i'..redis.sha1hex(l)..aj(a)w[#w+1]='d'..aj(l)an=an+#l end local D=redis.call('GET',b)if D then local aX=1 while aX<=#D do local bx,p=string.match(D,'^(%d+):()',aX)local a=string.sub(D,p,p+bx-1)aX=p+bx local l=redis.call('GET',s..':lease:'..a)==aC and redis.call('GET',s..':item:'..a)if l then bp(a,l)end end return w end local aY=0 while#f<t and an<aS do if aY>=bP then w[2]='1'break end local a=redis.call('LMOVE',e,h,'RIGHT','LEFT')if not a then break end local l=redis.pcall('GET',s..':item:'..a)if type(l)=='table'then l=false end if l and redis.call('SET',s..':lease:'..a,aC,'EX',bY,'NX')then bp(a,l)f[#f+1]=#a..':'..a else aY=aY+1 redis.call('LPOP',h)if l and not redis.call('LPOS',h,a)then redis.call('LPUSH',h,a)end end end af(b,#f>0 and table.concat(f),x,n,4)return w",
);

/** 1025 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["queue", "failed", "marks", "reply", "answered..."],
  ["prefix", "remember", "limit", "ids..."],
  "local e,at,q,b=unpack(KEYS,1,4)local n=KEYS local s,x,H,f=ARGV[1],ARGV[2],tonumber(ARGV[3]),{unpack(ARGV,4)}",
  $rememberReply,
  $NARROW,
  $toBytes,
  "local D=redis.call('GET',b)if D then return{'ok',D}end local aF,t={},0 for i,a in ipairs(f)do aF[i]=ai(a)end if#f==0 then local ar='0'repeat local u=redis.call('HSCAN',at,ar,'COUNT',10)ar=u[1]for i=1,#u[2],2 do if#aF<H then aF[#aF+1]=u[2][i]end end until ar=='0'or#aF>=H end for J,a in ipairs(aF)do local l=redis.call('HGET',at,a)if l and redis.call('SET',s..':item:'..a,l,'NX')then redis.call('LPUSH',e,a)redis.call('HDEL',at,a)redis.call('HDEL',q,a)t=t+1 end end af(b,t,x,n,5)return{'ok',tostring(t)}",
);
