// Made from src/interop/lua by npm run build:lua; do not edit.
import { script } from "../core/script.ts";

const $timeNow = "local function aj(y)local al=string.match(y,'^=(%d+)$')if al then return tonumber(al)end local M=redis.pcall('TIME')if M.err then return tonumber(y)end return M[1]*1000+math.floor(M[2]/1000)end ";
const $remember = "local function ag(b,k,u)redis.pcall('SET',b,k,'PX',u)end ";
const $NARROW = "local aa={}";
const $bytesOf = "local function ac(Y)local k=string.sub(Y,2)if string.sub(Y,1,1)=='t'then return k end if not aa['\\194\\128']then for i=128,191 do aa['\\194'..string.char(i)]=string.char(i)aa['\\195'..string.char(i)]=string.char(i+64)end end local B=string.gsub(k,'[\\194\\195][\\128-\\191]',aa)return B end ";
const $markOf = "local function ae(N)local l,p,m=string.match(N or'','^(%d+) (%S+) (%d+)$')return tonumber(l or 0),p or'-',tonumber(m or 0)end ";
const $mark = "local function ad(l,p,m)return string.format('%.0f %s %d',l,p,m)end ";
const $writeMarks = "local function ak(o,j,F)local C,Q={},{}for a,N in pairs(j)do if string.find(N,'^0 %S+ 0$')then Q[#Q+1]=a else C[#C+1]=a C[#C+1]=N end end if#C>0 then redis.call('HSET',o,unpack(C))redis.call('EXPIRE',o,F)end if#Q>0 then redis.call('HDEL',o,unpack(Q))end end ";
const $removeAt = "local function ah(J,av)local V='\\1leasehold:removed\\1'for H,c in ipairs(av)do redis.call('LSET',J,c,V)end if#av>0 then redis.call('LREM',J,#av,V)end end ";
const $putBack = "local function af(d,e,Z)if#e>0 then redis.call(Z=='1'and'LPUSH'or'RPUSH',d,unpack(e))end end ";
const $WIDE = "local ab={}";
const $textOf = "local function ai(B)if not string.find(B,'[\\128-\\255]')then return B end if not ab['\\128']then for i=128,191 do ab[string.char(i)]='\\194'..string.char(i)ab[string.char(i+64)]='\\195'..string.char(i)end end local k=string.gsub(B,'[\\128-\\255]',ab)return k end ";

/** 2304 bytes. */
export const add = /* @__PURE__ */ script(
  "add",
  ["queue", "processing", "marks", "found", "reply"],
  ["clock", "root", "keep", "life", "always", "reach", "fields..."],
  "local d,f,o,s,b=unpack(KEYS,1,5)local y,q,u,bj,aQ=unpack(ARGV,1,5)local F=tonumber(bj)local am,bc=tonumber(ARGV[6]),{unpack(ARGV,7)}",
  $timeNow,
  $remember,
  $NARROW,
  $bytesOf,
  $markOf,
  $mark,
  $writeMarks,
  "local A=redis.call('GET',b)if A then return{'ok',A}end local bi,aA,aK,aX,aL={},{},{},{},nil for h=1,#bc,2 do local a,g=ac(bc[h]),ac(bc[h+1])local D=q..':item:'..a local ap=false if aQ=='1'then ap=redis.pcall('SET',D,g,'GET')end local t=ap if aQ~='1'then t=redis.pcall('SET',D,g,'NX')end if type(t)=='table'and t.err then aL=t break end local aI=aQ=='1'and not ap or aQ~='1'and t aX[#aX+1]={D,ap,aI}bi[#bi+1]=aI and'a'or'k'local J=aI and aA or aK J[#J+1]=a end if not aL and#aA>0 then local t=redis.pcall('LPUSH',d,unpack(aA))if type(t)=='table'then aL=t end end if aL then for h=#aX,1,-1 do local D,ap,aI=unpack(aX[h])if aI then redis.call('DEL',D)elseif ap then redis.pcall('SET',D,ap)end end return aL end local j,K={},nil for H,a in ipairs(aA)do j[a]='0 - 0'end if#aA>0 then redis.call('HDEL',s,unpack(aA))end for H,a in ipairs(aK)do local bT=redis.call('LLEN',d)<=am and redis.call('LLEN',f)<=am if bT and not j[a]and not redis.call('LPOS',d,a)and not redis.call('LPOS',f,a)and redis.call('EXISTS',q..':lease:'..a)==0 then local l,c,m=ae(redis.call('HGET',o,a))K=K or aj(y)if l==0 then j[a]=ad(K,'-',m)end end end ak(o,j,F)local k=table.concat(bi)ag(b,k,u)return{'ok',k}",
);

/** 1226 bytes. */
export const complete = /* @__PURE__ */ script(
  "complete",
  ["queue", "processing", "marks", "found", "reply"],
  ["root", "keep", "reach", "id", "holder", "digest"],
  "local d,f,o,s,b=unpack(KEYS,1,5)local q,u,bR,bK=unpack(ARGV,1,4)local am=tonumber(bR)local aD,bH=ARGV[5],ARGV[6]",
  $remember,
  $NARROW,
  $bytesOf,
  $markOf,
  "local A=redis.call('GET',b)if A then return{'ok',A}end local a=ac(bK)local D,bv=q..':item:'..a,q..':lease:'..a local bg=redis.call('GET',bv)local g=redis.call('EXISTS',D)==1 local bO,bl=bg==aD,aD==''or bg==aD if g and not bl and redis.sha1hex(redis.call('GET',D))==bH then local H,c,m=ae(redis.call('HGET',o,a))bl=m>0 or not bg and redis.call('LPOS',f,a)and not redis.call('LPOS',d,a)end local V='0'if bl or not g then V=tostring(redis.call('DEL',D))redis.call('LREM',f,0,a)if not bO or redis.call('LLEN',d)<=am then redis.call('LREM',d,0,a)end redis.call('DEL',bv)redis.call('HDEL',o,a)redis.call('HDEL',s,a)end ag(b,V,u)return{'ok',V}",
);

/** 85 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["queue", "processing"],
  [],
  "local d,f=KEYS[1],KEYS[2]return{'ok',redis.call('LLEN',d)..' '..redis.call('LLEN',f)}",
);

/** 3802 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["queue", "processing", "found", "audit"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "work", "life", "pattern", "knowsNested", "nested..."],
  "local d,f,s,W=unpack(KEYS,1,4)local y,q,bk,be,au=unpack(ARGV,1,5)local z=tonumber(bk)local bf,Z,bV,bj=unpack(ARGV,6,9)local aC=tonumber(bf)local az=tonumber(bV)local F=tonumber(bj)local bP,bI,bL=ARGV[10],ARGV[11],{unpack(ARGV,12)}",
  $timeNow,
  $removeAt,
  $putBack,
  "local aG,w,c=unpack(redis.call('HMGET',W,'audit','stage','place'))local L,X,ar,S,bq,ay=0,0,0,0,0,0 local function t(bd)local bn={bd,L,X,ar,S,bq,string.format('%.0f',ay)}return{'ok',table.concat(bn,' '),'t'..(aG or au)}end if au~=''and au~=aG then return t(1)end local K,U=aj(y),{}aG,w,c=aG or be,w or'scan',c or'0'local bu,aP=q..':item:',0 local function R(bh,a)return redis.call('EXISTS',q..bh..a)==1 end local function bN(aJ)if bI~='1'then return string.find(aJ,':item:',#q+6,true)end for H,bx in ipairs(bL)do if string.sub(aJ,1,#bx+6)==bx..':item:'then return true end end end local function bm(a,E)U[#U+1]=a U[#U+1]=E end local function bA(J,r,bM,bJ)local n,I,ax,aK=tonumber(c),{},{},{}local e=redis.call('LRANGE',J,n,n+r-1)if#e>0 then aK=redis.call('HMGET',s,unpack(e))end for h,a in ipairs(e)do local E=ax[a]or aK[h]if not E and not R(':item:',a)then I[#I+1],S=n+h-1,S+1 elseif E and E~='x'then ax[a]=bJ(a,E)bm(a,ax[a])end end ah(J,I)c=string.format('%d',n+#e-#I)if#e<r then w,c=bM,'0'end return#e end local function bE(a,bB)if redis.call('PTTL',bu..a)>=0 then return end aP=aP+redis.call('LLEN',d)+redis.call('LLEN',f)local O=redis.call('LPOS',d,a,'COUNT',0)local G=redis.call('LPOS',f,a,'COUNT',0)if not R(':item:',a)then if#O>0 then redis.call('LREM',d,0,a)end if#G>0 then redis.call('LREM',f,0,a)end S=S+(#O+#G>0 and 1 or 0)elseif R(':lease:',a)then if#O>0 then redis.call('LREM',d,0,a)end if#G>1 then redis.call('LREM',f,#G-1,a)end if#G==0 then redis.call('LPUSH',f,a)end if#G==0 and#O==0 then X=X+1 end if#O+#G>1 or#O==1 then ar=ar+1 end elseif#O>0 then if#O>1 then redis.call('LREM',d,#O-1,a)end if#G>0 then redis.call('LREM',f,0,a)end if#O+#G>1 then ar=ar+1 end elseif#G>1 then redis.call('LREM',f,#G-1,a)ar=ar+1 elseif#G==0 then if not bB then return true end af(d,{a},Z)X=X+1 end end local function bW()if#U==0 then return end for n=1,#U,1000 do redis.call('HSET',s,unpack(U,n,math.min(n+999,#U)))end redis.call('EXPIRE',s,F)U={}end local function bF(r)local b,aH,aT=redis.call('HSCAN',s,c,'COUNT',r),{},0 for h=1,#b[2],2 do local a,E=b[2][h],b[2][h+1]local aW=tonumber(E)if aW and K-aW<aC then aT=math.max(aT,aW+aC-K)elseif E=='q'or E=='p'or aP<=az and not bE(a,aW)then aH[#aH+1]=a elseif aP<=az then bm(a,string.format('%.0f',K))end end for n=1,#aH,1000 do redis.call('HDEL',s,unpack(aH,n,math.min(n+999,#aH)))end L=L+(b[1]=='0'and#b[2]/2 or r)if aP>az then return false end c=b[1]if c~='0'then return true end ay=aT>0 and aT or aC return false end local bt=true while bt and L<z do local r=z-L if w=='scan'then local b=redis.call('SCAN',c,'MATCH',bP,'COUNT',r,'TYPE','string')for H,aJ in ipairs(b[2])do if bN(aJ)then bq=bq+1 else bm(string.sub(aJ,#bu+1),'s')end end c=b[1]L=L+(c=='0'and#b[2]or r)if c=='0'then w='queue'end elseif w=='queue'then L=L+bA(d,r,'processing',function(a,E)return E=='s'and not R(':lease:',a)and'q'or'x'end)elseif w=='processing'then L=L+bA(f,r,'check',function(H,E)return E=='s'and'p'or'x'end)else bt=bF(r)if c=='0'and redis.call('EXISTS',s)==0 then redis.call('DEL',W)ay=0 return t(1)end end bW()end redis.call('HSET',W,'audit',aG,'stage',w,'place',c)redis.call('EXPIRE',W,F)return t(0)",
);

/** 587 bytes. */
export const failed = /* @__PURE__ */ script(
  "failed",
  ["failed"],
  ["limit", "most"],
  "local at,z,aU=KEYS[1],tonumber(ARGV[1]),tonumber(ARGV[2])",
  $WIDE,
  $textOf,
  "local v,an,aq={'ok'},0,'0'repeat local b=redis.call('HSCAN',at,aq,'COUNT',10)aq=b[1]for h=1,#b[2],2 do if#v<=z*2 and an<aU then local g=b[2][h+1]v[#v+1]='i'..redis.sha1hex(g)..ai(b[2][h])v[#v+1]='d'..ai(g)an=an+#g end end until aq=='0'or#v>z*2 or an>=aU return v",
);

/** 1292 bytes. */
export const lease = /* @__PURE__ */ script(
  "lease",
  ["queue", "processing", "reply"],
  ["root", "count", "seconds", "holder", "keep", "limit", "most"],
  "local d,f,b=unpack(KEYS,1,3)local q,bG,bS,aD,u=unpack(ARGV,1,5)local r=tonumber(bG)local z,aU=tonumber(ARGV[6]),tonumber(ARGV[7])",
  $remember,
  $WIDE,
  $textOf,
  "local v,e,an={'ok','0'},{},0 local function bs(a,g)v[#v+1]='i'..redis.sha1hex(g)..ai(a)v[#v+1]='d'..ai(g)an=an+#g end local A=redis.call('GET',b)if A then local aZ=1 while aZ<=#A do local bw,n=string.match(A,'^(%d+):()',aZ)local a=string.sub(A,n,n+bw-1)aZ=n+bw local g=redis.call('GET',q..':lease:'..a)==aD and redis.call('GET',q..':item:'..a)if g then bs(a,g)end end return v end local ba=0 while#e<r and an<aU do if ba>=z then v[2]='1'break end local a=redis.call('LMOVE',d,f,'RIGHT','LEFT')if not a then break end local g=redis.pcall('GET',q..':item:'..a)if type(g)=='table'then g=false end if g and redis.call('SET',q..':lease:'..a,aD,'EX',bS,'NX')then bs(a,g)e[#e+1]=#a..':'..a else ba=ba+1 redis.call('LPOP',f)if g and not redis.call('LPOS',f,a)then redis.call('LPUSH',f,a)end end end if#e>0 then ag(b,table.concat(e),u)end return v",
);

/** 3196 bytes. */
export const lightClean = /* @__PURE__ */ script(
  "lightClean",
  ["queue", "processing", "marks", "pass", "failed"],
  ["clock", "root", "limit", "fresh", "joined", "grace", "behind", "attempts", "reach", "life"],
  "local d,f,o,W,at=unpack(KEYS,1,5)local y,q,bk,be,au=unpack(ARGV,1,5)local z=tonumber(bk)local bf,Z,bD=unpack(ARGV,6,8)local aC=tonumber(bf)local bC=tonumber(bD)local am,F=tonumber(ARGV[9]),tonumber(ARGV[10])",
  $timeNow,
  $markOf,
  $mark,
  $writeMarks,
  $removeAt,
  $putBack,
  "local p,w,c=unpack(redis.call('HMGET',W,'pass','stage','place'))local aS,bp,bb,S,X,aO,ay=0,0,0,0,0,0,0 local function t(bd)local bn={bd,aS,bp,bb,S,X,aO,string.format('%.0f',ay)}return{'ok',table.concat(bn,' '),'t'..(p or au)}end if au~=''and au~=p then return t(1)end p,w=p or be,w or'list'local K,j,ao=aj(y),{},{}local function R(bh,a)return redis.call('EXISTS',q..bh..a)==1 end local function by(l)if K-l>=aC then return true end aO,ay=aO+1,math.max(ay,l+aC-K)end local function bQ(e)local s,n={},0 while n<am do local br=redis.call('LRANGE',d,-n-1000,-n-1)for H,a in ipairs(br)do if e[a]then s[a]=true end end n=#br==1000 and n+1000 or am end return s end if w=='list'then c=tonumber(c or 0)local e=redis.call('LRANGE',f,c,c+z-1)local bz,aR,as,I={},{},{},{}if#e>0 then bz=redis.call('HMGET',o,unpack(e))end for h,a in ipairs(e)do local l,ax,m=ae(j[a]or bz[h])if not R(':item:',a)then I[#I+1],S=c+h-1,S+1 j[a]='0 - 0'elseif not R(':lease:',a)then if l==0 then j[a]=ad(K,p,m)aO=aO+1 elseif ax~=p and not as[a]then if by(l)then as[a]=m+1 aR[#aR+1]=a else j[a]=ad(l,p,m)end end end if as[a]then I[#I+1]=c+h-1 end end if#aR>0 then local bU=bQ(as)for H,a in ipairs(aR)do local D=q..':item:'..a if bU[a]then j[a]=ad(0,'-',as[a]-1)elseif as[a]>=bC then redis.call('HSET',at,a,redis.call('GET',D))redis.call('DEL',D)j[a]='0 - 0'bb=bb+1 else ao[#ao+1]=a j[a]=ad(0,'-',as[a])bp=bp+1 end end end af(d,ao,Z)ah(f,I)ak(o,j,F)aS,c=#e,c+#e-#I if#e<z then w,c,j,ao='marks','0',{},{}end end if w=='marks'then local b,az=redis.call('HSCAN',o,c,'COUNT',z),0 c,aS=b[1],aS+#b[2]/2 for h=1,#b[2],2 do local a=b[2][h]local l,ax,m=ae(b[2][h+1])if not R(':item:',a)then j[a]='0 - 0'elseif l>0 and ax~=p then if R(':lease:',a)then j[a]=ad(0,'-',m)elseif az<20*am then az=az+redis.call('LLEN',d)+redis.call('LLEN',f)if not redis.call('LPOS',f,a)then if redis.call('LPOS',d,a)then j[a]=ad(0,'-',m)elseif by(l)then j[a],X=ad(0,'-',m),X+1 ao[#ao+1]=a end end end end end af(d,ao,Z)ak(o,j,F)if c=='0'then redis.call('DEL',W)return t(1)end end redis.call('HSET',W,'pass',p,'stage',w,'place',c)redis.call('EXPIRE',W,F)return t(0)",
);

/** 945 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["queue", "failed", "marks", "reply"],
  ["root", "keep", "limit", "ids..."],
  "local d,at,o,b=unpack(KEYS,1,4)local q,u,z,e=ARGV[1],ARGV[2],tonumber(ARGV[3]),{unpack(ARGV,4)}",
  $remember,
  $NARROW,
  $bytesOf,
  "local A=redis.call('GET',b)if A then return{'ok',A}end local aF,r={},0 for h,a in ipairs(e)do aF[h]=ac(a)end if#e==0 then local aq='0'repeat local s=redis.call('HSCAN',at,aq,'COUNT',10)aq=s[1]for h=1,#s[2],2 do if#aF<z then aF[#aF+1]=s[2][h]end end until aq=='0'or#aF>=z end for H,a in ipairs(aF)do local g=redis.call('HGET',at,a)if g and redis.call('SET',q..':item:'..a,g,'NX')then redis.call('LPUSH',d,a)redis.call('HDEL',at,a)redis.call('HDEL',o,a)r=r+1 end end ag(b,r,u)return{'ok',tostring(r)}",
);
