// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $hashOfBytes = "local function bg(e)local cw=#e for b=1,#e,8 do local F,G,di,dj,dk,dl,dn,dp=string.byte(e,b,b+7)cw=(cw*31+F+(G or 0)*3+(di or 0)*5+(dj or 0)*7+(dk or 0)*11+(dl or 0)*13+(dn or 0)*17+(dp or 0)*19)%65521 end return cw%16+1 end ";
const $hashNumber = "local function bf(e)local I,z=string.byte(e,1,2)if I==95 and#e==13 and z<103 and z>47 and(z<58 or z>96)then return z<58 and z-47 or z-86 end return bg(e)end ";
const $declaredHashes = "local function aT(d,I,dG)local t={}for b=1,#dG do t[tonumber(string.sub(dG,b,b),16)+1]=d[I+b-1]end return t end ";
const $readJobs = "local function bL(t,H,h,Q)local x={}for b=1,#h do local e=h[b]if Q==2 then x[b*2-1]=e end x[b*Q]='\\t'..e end local D=bf(h[1])local dy=bf(h[#h])if D==dy then local w,cy=nil,Q==2 if cy then w=redis.call('HMGET',t[H+D],unpack(x))for b=1,#h do if not w[b*2-1]then cy=false break end end end if cy then return w,t[H+D],nil,x end end local R,cS,u,cz={},{},{},{}for b=1,#h do local n=bf(h[b])local j=t[H+n]R[b]=j if not u[j]then u[j],cz[j]={},{}end local c,P=u[j],cz[j]for J=(b-1)*Q+1,b*Q do c[#c+1]=x[J]P[#P+1]=J end end for j,c in pairs(u)do local w,P=redis.call('HMGET',j,unpack(c)),cz[j]for J=1,#c do cS[P[J]]=w[J]end end return cS,nil,R,x end ";
const $pushPair = "local function bJ(c,F,G)local B=#c c[B+1],c[B+2]=F,G end ";
const $appendPair = "local function aM(c,F,G)if not c then return{F,G}end bJ(c,F,G)return c end ";
const $append = "local function aL(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function bu(u,p)local c=u[p]if not c then c={}u[p]=c end return c end ";
const $digits = "local function aU(n)return string.format('%d',n)end ";
const $readClock = "local function bK(y)if string.byte(y)~=61 then local v=redis.pcall('TIME')if not v.err then local cm,N=v[1]+0,v[2]+0 return cm*1000+(N-N%1000)/1000,(cm-1600000000)*1000000+N end end local S=tonumber(string.match(y,'%d+'))return S,(S-1600000000000)*1000 end ";
const $HEAD = "local ag='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local aw='2  0 0 0 0 0 0'";
const $LONG = "local am='-----------------------------------------------------------------'";
const $newUnit = "local function bx(cx)return{meta=cx,readied=0,to={},from={}}end ";
const $openUnit = "local function bB(a,y)local o=redis.call('HGET',a.meta,'head')local r,C a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(o or aw,ag)a.isNew,a.head=not o,o if not r or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=bK(y)a.tick=r+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bA(a,i)local co=bB(a,i.times)if co then return co end local k=redis.call('HGET',i.replies,i.lane)if k then local n=string.match(k,'^%d+')if n==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#n+2)end if n-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function bd(a,da)return a.flags~=''and string.find(a.flags,da,1,true)~=nil end ";
const $count = "local function aR(a,W,ek)if not a.totals then a.totals={}end a.totals[W]=(a.totals[W]or 0)+ek end ";
const $leave = "local function br(a,m,e)a.from[m]=aL(a.from[m],e)end ";
const $saveOld = "local function bW(a,p,cu,k)if not a.old then a.old={}end a.old[p..cu]=k end ";
const $dropJob = "local function aV(a,j,e,l)if not a.drops then a.drops={}end local c=bu(a.drops,j)c[#c+1]=e if l then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aE(a,e,ct)a.endings=aM(a.endings,e,ct)end ";
const $limitFreed = "local function bt(a,t,H,h,C)local cI,B=0,#h if bd(a,'l')then for b=1,B do local n=bf(h[b])cI=cI+redis.call('HSTRLEN',t[H+n],h[b])if cI>64000000 and b>C then for J=B,b,-1 do h[J]=nil end break end end end return#h<B end ";
const $beginEndings = "local function aN(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $turnEndings = "local function cf(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aN(a,d)end ";
const $writeEndings = "local function cj(a,d)if not a.finished and not a.endings then return end local c,r,dv={},a.lastTick if a.finished then local dK='C'..r for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,dK end dv=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bJ(c,a.endings[b],a.endings[b+1]..r)end end if d.endedBefore then dv=redis.call('EXISTS',d.endings)==0 end if dv then aN(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dv and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cf(a,d)end end ";
const $isRefused = "local function bl(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $headOf = "local function bh(a)local K=(a.runsMore or 0)-(a.runsLess or 0)if K~=0 then a.runs=aU(math.max(0,a.runs+K))end a.lastTick=a.lastTick or aU(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aJ(a)local O={}if not a.fields then a.fields={}end for s in pairs(a.totals)do O[#O+1]=s end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(O)))do local s=O[b]local W=aU((E or 0)+a.totals[s])bJ(a.fields,s,W)bW(a,a.meta,s,E)end end ";
const $writeFields = "local function cl(a,u)local f for p,c in pairs(u)do if not f then local g=redis.pcall('HSET',p,unpack(c))if bl(g)then f=g end end end return f end ";
const $revert = "local function bT(u,cB,cu,dt,cv)for p,c in pairs(u)do for b=1,#c,2 do local s=c[b+cu]local k=cB[p..s]if not k then redis.pcall(dt,p,s)elseif cv=='ZADD'then redis.pcall(cv,p,k,s)else redis.pcall(cv,p,s,k)end end end end ";
const $commit = "local function aO(a,d,i,V)local o=bh(a)if a.totals then aJ(a)end local A=V and i.number..'\\n'..V local cs=A and a.before and#A<=#a.before local f for cq=1,2 do f=nil for m,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[m],unpack(c))if bl(g)then f=g end end end if a.writes and not f then f=cl(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.keepResults)if g.err then f=g end end end end if A and not cs and not f then local g=redis.pcall('HSET',i.replies,i.lane,A)if bl(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if bl(g)then f=g end end if a.rewrites and not f then f=cl(a,a.rewrites)end if cs and not f then local g=redis.pcall('HSET',i.replies,i.lane,A)if bl(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local cF={}for m,c in pairs(a.to)do cF[d[m]]=c end bW(a,a.meta,'head',a.head)bT(a.rewrites or{},a.old,0,'HDEL','HSET')bT({[a.meta]=aM(a.fields,'head',o)},a.old,0,'HDEL','HSET')if A and not cs and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if A and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end bT(a.writes or{},a.old,0,'HDEL','HSET')bT(cF,a.old,1,'ZREM','ZADD')return f end a.head=o if V and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for m,c in pairs(a.from)do redis.pcall('ZREM',d[m],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,am)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for p,c in pairs(a.drops)do redis.pcall('HDEL',p,unpack(c))end end if a.records then redis.pcall('HDEL',a.hash,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.hash,unpack(a.runFields))end return nil end ";
const $NEVER = "local av='9999999999999'";
const $enter = "local function aX(a,m,M,e)a.to[m]=aM(a.to[m],M,e)end ";
const $lowerDue = "local function bv(a,v)if v-a.due<0 then a.due=aU(v)end end ";
const $rewriteField = "local function bU(a,j,cA,E,k)bW(a,j,cA,k)if#E>#k then if not a.writes then a.writes={}end bJ(bu(a.writes,j),cA,E)else if not a.rewrites then a.rewrites={}end bJ(bu(a.rewrites,j),cA,E)end end ";
const $placeOf = "local function bF(dd,r)return string.format('%016d',dd*900000000000000+r)end ";
const $lastDueScore = "local function bo(v)return aU((v-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cd(M)return(M-M%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bG(M)local dd=M%10 return bF(dd,(M-dd)/10)end ";
const $parseRun = "local function bE(l)local cn,cZ,dD,eL,cp,er,cC,dc=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')if not dc then return nil end return{state=cn,fence=cZ,attempt=dD,released=eL,place=cp,max=er,expiresAt=cC,lines=dc}end ";
const $formatRun = "local function bc(l,cn)return table.concat({cn,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..l.lines end ";
const $withError = "local function ch(dc,S,dD,eQ)local k,dz=string.match(dc,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not k then k,dz='\\n'..(string.match(dc,'\\n([^\\n]*)')or'')..'\\n',''end dz=dz..'\\n'..S..' '..dD..' '..eQ local dI,cY={},1 repeat dI[#dI+1]=cY cY=string.find(dz,'\\n',cY+1)until not cY local I=math.max(1,#dI-5+1)while I<#dI and#dz-dI[I]>=800 do I=I+1 end return k..string.sub(dz,dI[I])end ";
const $expire = "local function aZ(a,d,t,H,cP)local h=redis.call('ZRANGE',d.expiring,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(cP))local dM=bt(a,t,H,h,1)local eh=0 if#h>0 then local K,D,R=bL(t,H,h,1)local fw,fb=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if fw[b]or fb[b]then eh=eh+1 aV(a,D or R[b],e,K[b])aE(a,e,'E')if fw[b]then br(a,'ready',e)end if fb[b]then br(a,'delayed',e)end end end a.from.expiring=h if eh>0 then aR(a,'expired',eh)end end return eh,#h,dM end ";
const $reclaimJob = "local function bP(a,d,j,e,k,cn,fE)local l,dY=bE(k),cn local ei=l and l.attempt-l.released>=tonumber(l.max)if ei then aX(a,'failed',aU(a.now),e)l.lines=ch(l.lines,aU(a.now),l.attempt,fE)dY=cn=='L'and'E'or'F'aR(a,'failed',1)else aX(a,'ready',l and l.place or bF(5,0),e)a.readied=a.readied+1 if l and l.expiresAt~='0'then aX(a,'expiring',l.expiresAt,e)bv(a,tonumber(l.expiresAt))end aR(a,'reclaimed',1)end if l and dY~='L'then bU(a,j,'\\t'..e,bc(l,dY),k)end br(a,'leased',e)return ei end ";
const $reclaim = "local function bO(a,d,t,H,cP)local h=redis.call('ZRANGE',d.leased,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(cP))local dm=0 if#h>0 then local K,D,R=bL(t,H,h,1)for b=1,#h do local ei=bP(a,d,D or R[b],h[b],K[b],'L','\"lease expired\"')if ei then dm=dm+1 end end end return#h,dm end ";
const $promoteDue = "local function bI(a,d,cP)local cr=redis.call('ZRANGE',d.delayed,'-inf',bo(a.now),'BYSCORE','LIMIT','0',aU(cP),'WITHSCORES')for b=1,#cr,2 do local cp=bG(cr[b+1])aX(a,'ready',cp,cr[b])br(a,'delayed',cr[b])end a.readied=a.readied+#cr/2 return#cr/2 end ";
const $nextDue = "local function by(d)local v=av for cq,m in ipairs({'leased','delayed','expiring'})do local M=redis.call('ZRANGE',d[m],'0','0','WITHSCORES')[2]if M and m=='delayed'then M=cd(M)end if M and M-v<0 then v=M end end return aU(v)end ";
const $trimEnded = "local function ce(a,d,t,H,dS,dU)local dF,cP={},math.min(1000,dU)dF.doneAge,dF.doneCount,dF.failedAge,dF.failedCount=string.match(dS,'^(%S+) (%S+) (%S+) (%S+)')local h,eS,em,es,cD,dE={},{},0,0,false,false for cq,m in ipairs({'done','failed'})do local en,dA,cB=tonumber(dF[m..'Age']),tonumber(dF[m..'Count']),{}if en then cB=redis.call('ZRANGE',d[m],'-inf',aU(a.now-en),'BYSCORE','LIMIT','0',aU(cP))end local P=#(a.to[m]or{})/2 es=es+P if dA then local B=redis.call('ZCARD',d[m])local eg=B+P-dA dE=dE or eg>B if eg>#cB then cB=redis.call('ZRANGE',d[m],'0',aU(math.min(eg,cP)-1))end end cD=cD or#cB>=cP for b=1,#cB do h[#h+1]=cB[b]eS[#h]=m end end if#h>0 then local dM=bt(a,t,H,h,es+1)cD=cD or dM local ew={}for cq,m in ipairs({'ready','delayed','leased'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do ew[b]=ew[b]or M end end local K,D,R=bL(t,H,h,1)for b=1,#h do local e,et=h[b],eS[b]=='failed'if et then br(a,'failed',e)else br(a,'done',e)end if not ew[b]then em=em+1 aV(a,D or R[b],e,K[b])aE(a,e,et and'F'or'C')if et then aR(a,'purged',1)end end end end return em,cD,dE end ";
const $ageEndings = "local function aK(a,d,en,gj)local B=redis.call('HLEN',d.endings)if B<gj then return end local ey=redis.call('HGET',d.endings,'')if not ey then aN(a,d)end if B>=1000000 or ey and a.now-ey>en then cf(a,d)if B==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function bR(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bi(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function bS(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner end ";
const $hasListeners = "local function be(a)if a.flags~='h'and not bd(a,'h')then return a.isNew end if bd(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cg(a,du)local cr='-'if a.due~=av then cr=aU(math.max(0,a.due-a.now))end local n=du and'0'or'-'if a.readied>0 then n=a.readied==1 and'1'or aU(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..cr)end ";
const $timeOf = "local function cc(r)return(r-r%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bH(cp)return(cp-cp%900000000000000)/900000000000000 end ";
const $dueScore = "local function aW(r,dd)return aU(r*10+dd)end ";
const $tickAt = "local function cb(a,eV,v)if not a.ticks then a.ticks={}end local fC,I,r={},(v-1600000000000)*1000,nil for b=1,1000 do fC[b]=I local dQ=a.ticks[I]if not dQ then local cY,gL=aU(I*10),aU(I*10+9999)local M=redis.call('ZRANGE',eV,gL,cY,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dQ=M and(M-M%10)/10 or I-1 end if dQ<I+999 then r=dQ+1 break end I=math.max(I+1000,dQ-dQ%1000)end r=r or I for cq,fs in ipairs(fC)do a.ticks[fs]=r end return r end ";
const $addListener = "local function aG(a)local k=redis.call('HGET',a.meta,'heard')local dx=bd(a,'h')and k or'0'if dx-a.now>300000 then return false end if not bd(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bJ(a.fields,'heard',aU(a.now+600000))bW(a,a.meta,'heard',k)return true end ";
const $isRegistered = "local function bm(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bp(d,h)local w=redis.call('HMGET',d.endings,unpack(h))for b,dK in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do w[b]=w[b]or dK end return w end ";
const $reasonNotHeld = "local function bN(l,dB,cJ,d,h,b)if not l then cJ=cJ or bp(d,h)return string.sub(cJ[b]or'U',1,1),cJ end local cn,cZ=string.match(l,'^(%a) (%d+)')if cn=='E'then return'F',cJ end if cn=='L'or cn=='W'and cZ~=string.sub(dB,3,17)then return'A',cJ end return cn or'U',cJ end ";
const $isHeld = "local function bk(l,dB)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(dB,2,18)end ";
const $extendLease = "local function ba(a,d,j,e,l,k,dg)aX(a,'leased',aU(dg),e)bv(a,dg)if k and dg-k<0 then a.sooner=true end if k then bW(a,d.leased,e,k)elseif string.sub(l,1,1)=='E'then br(a,'failed',e)bU(a,j,'\\t'..e,'L'..string.sub(l,2),l)else br(a,'ready',e)br(a,'expiring',e)end end ";
const $MOST_WORKERS = "local au='-1001'";
const $noteWorker = "local function bz(eO,eA,S)if redis.pcall('ZADD',eO,aU(S),eA)==1 then redis.call('ZREMRANGEBYRANK',eO,'0',au)end end ";
const $countReadable = "local function aS(t,H,h,B,cI)local n=0 for b=1,B do local P=bf(h[b])cI=cI+redis.call('HSTRLEN',t[H+P],h[b])if cI>2000000 then break end n=b end return n end ";
const $writeField = "local function ck(a,j,cA,E)if not a.writes then a.writes={}end bJ(bu(a.writes,j),cA,E)end ";
const $rewriteRun = "local function bV(a,j,e,l,cp,eX)local ed=bE(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',lines='\\n\\n'}ed.place=cp if eX then ed.attempt,ed.released='0','0'end local eo=bc(ed,'W')if l then bU(a,j,'\\t'..e,eo,l)else ck(a,j,'\\t'..e,eo)a.runsMore=(a.runsMore or 0)+1 end return ed.expiresAt end ";
const $makeReady = "local function bw(a,j,e,l,cp,eX)local cC=bV(a,j,e,l,cp,eX)aX(a,'ready',cp,e)a.readied=a.readied+1 return cC end ";

/** 8436 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eP=KEYS local dG,h=ARGV[4],{unpack(ARGV,5)}",
  $hashOfBytes,
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $leave,
  $saveOld,
  $dropJob,
  $addEnding,
  $limitFreed,
  $beginEndings,
  $turnEndings,
  $writeEndings,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  "local gN={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local t,cM,ex,fp=aT(eP,11,dG),{},{},0 bt(a,t,0,h,1)for b in ipairs(h)do cM[b]='U'end for cq,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then local e=h[b]if not ex[e]then cM[b],ex[e]=gN[m],gN[m]end if string.find(ex[e],'%l')then br(a,m,e)end end end end local K,D,R=bL(t,0,h,1)for b,e in ipairs(h)do if string.find(cM[b],'%l')then aV(a,D or R[b],e,K[b])aE(a,e,'X')br(a,'expiring',e)fp=fp+1 end end if fp>0 then aR(a,'cancelled',fp)end local cT=table.concat(cM)local f if fp>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)return'ok\\n'..cT",
);

/** 14257 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11]}local t=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ev,hO,dS=unpack(ARGV,4,6)local db=tonumber(ev)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $dropJob,
  $addEnding,
  $rewriteField,
  $limitFreed,
  $placeOf,
  $lastDueScore,
  $timeOfDue,
  $placeWhenDue,
  $parseRun,
  $formatRun,
  $withError,
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $trimEnded,
  $beginEndings,
  $turnEndings,
  $ageEndings,
  $writeEndings,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $resetUnit,
  $headParts,
  $restoreHead,
  $hasListeners,
  $wake,
  "local hj='- - 2592000000 100000'local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local eR=a.now-a.due>=0 if dS==''then dS=redis.call('HGET',d.meta,'policy')or hj end local o=bi(a)local fA,cD,fV=0,false,nil local function ep(eb,V,n,gp)local f if eb then f=aO(a,d,i,V)end if f then bS(a,o)fV,n=f,0 else cj(a,d)o=bi(a)fA,cD=fA+n,cD or gp end bR(a)return n end local eh,fU,dm,fT=0,0,0,0 if eR then local n,eW,dM=aZ(a,d,t,11,db)eh=ep(eW>0,nil,n,dM or eW>=db)local ff,fz=bO(a,d,t,11,db)ff=ep(ff>0,nil,ff,ff>=db)dm=math.min(ff,fz)fU=ff-dm local cr=bI(a,d,db)fT=ep(cr>0,nil,cr,cr>=db)end local hR,gp=ce(a,d,t,11,dS,db)local em=ep(a.from.done or a.from.failed,nil,hR,gp)local fj=redis.call('ZRANGE',d.seen,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(db))if fj[1]then a.from.seen=fj end if eR then a.due=by(d)end local hd=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',aU(a.now-hO))cD=cD or#fj>=db local cT=table.concat({fU,dm,fT,eh,em,hd,cD and 1 or 0},' ')local fQ=fA+hd>0 and not a.isNew and not fV ep(fQ or fj[1]or eR and not a.isNew,fQ and cT,0)if fA==0 then aK(a,d,86400000,1)end if a.readied>0 and be(a)then cg(a)end if fV and fA==0 then return fV end return'ok\\n'..cT",
);

/** 1486 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cx,fD,eV,fa=unpack(KEYS,1,4)local dm,gd,eO=unpack(KEYS,5,7)local y,O=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bx(cx)local co=bB(a,y)if co then return co end local cW={aU(a.now)}for cq,p in ipairs({fD,eV,fa,dm,gd,eO})do cW[#cW+1]=redis.call('ZCARD',p)end local dY=redis.call('ZRANGE',fD,'0','0','WITHSCORES')[2]cW[#cW+1]=dY and aU(cc(dY%900000000000000))or'-'local gM=redis.call('HMGET',cx,unpack(O))for b,W in ipairs(gM)do gM[b]=W or'0'end return'ok\\n'..table.concat(cW,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gM,' ')",
);

/** 11634 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local t={unpack(KEYS,8,23)}local y,ev,ht=unpack(ARGV,1,3)local db=tonumber(ev)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $pushPair,
  $appendPair,
  $digits,
  $readClock,
  $timeOf,
  $placeOf,
  $priorityOf,
  $dueScore,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $lowerDue,
  $saveOld,
  "local aD={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bM(a,t,h)local ft,K={},{}if bd(a,'l')then local w,D,R=bL(t,0,h,1)for b,e in ipairs(h)do ft[b],K[b]=redis.call('HSTRLEN',D or R[b],e)>0,w[b]end else local w=bL(t,0,h,2)for b in ipairs(h)do ft[b],K[b]=w[b*2-1]and true,w[b*2]end end return ft,K end local function bQ(j,e,l)local cp,cC=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',j,e)<100000 then local o=string.match(redis.call('HGET',j,e),'^[^:]*')cp,cC=cp or string.match(o,'^%d+'),string.match(o,' x(%d+)')or cC end return cp and#cp==16 and cp or bF(5,0),cC~='0'and cC end local function aI(d,m,e,M)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[m],M,e))=='number'end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local co=bB(a,y)if co then return co end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(t))==0 then return'ok\\n1 0 0 0 0 0 0'end local gP=redis.call('HGET',d.meta,'audit')local dH,eB,D=string.match(gP or'','^([1-9]%d*) (%d+) (%d+)$')dH,eB,D=tonumber(dH)or 1,eB or'0',tonumber(D)or 0 if dH>24 then dH=1 end if ht=='0'and dH==1 and eB=='0'then return'ok\\n1 0 0 0 0 0 0'end local gv,ge,fz,fc,fe,eW,gH,cI,gk=0,0,0,0,0,0,0,0,false local function gE(hu,p,cP)local V=redis.call(hu,p,eB,'COUNT',aU(cP))eB=V[1]return V[2]end local hy=(a.now-1600000000000)*1000+86400000000 local function gO(e,cC)if not cC then return true end bv(a,tonumber(cC))return aI(d,'expiring',e,cC)end local function hr(m,ef)local h,gZ={},{}for b=1,#ef,2 do h[#h+1]=ef[b]gZ[#h]=ef[b+1]end if#h==0 then return 0 end local ft,K=bM(a,t,h)local gn={}for cq,ec in ipairs(aa)do if ec~=m then gn[ec]=redis.call('ZMSCORE',d[ec],unpack(h))end end for b,e in ipairs(h)do local j,l=t[bf(e)],K[b]if not ft[b]then fz=fz+1 for cq,ec in ipairs(aa)do redis.call('ZREM',d[ec],e)end redis.call('ZREM',d.expiring,e)if l then redis.call('HDEL',j,'\\t'..e)a.runs=aU(math.max(0,a.runs-1))end else local eY,gw=m,{}for cq,ec in ipairs(aa)do if ec~=m and gn[ec][b]then gw[#gw+1]=ec end end if#gw>0 then ge=ge+1 eY=nil for cq,dU in ipairs(aD[string.sub(l or'',1,1)]or aa)do eY=eY or(dU==m or gn[dU][b])and dU end eY=eY or m for cq,ec in ipairs(aa)do if ec~=eY then redis.call('ZREM',d[ec],e)end end end if eY=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cp,cC=bQ(j,e,nil)if gO(e,cC)and aI(d,'ready',e,cp)then fc=fc+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local r=tonumber(string.match(l or'','^%a (%d+)')or a.tick)if m=='ready'then r=math.max(r,gZ[b]%900000000000000-1000)end if r>a.tick and r<hy then a.tick=r fe=1 end end end return#h end local function hM(j,cP)local fP=bd(a,'l')if fP and eB=='0'and redis.call('HLEN',j)<=db then return redis.call('HKEYS',j)end local ef,x=gE('HSCAN',j,fP and 1 or cP),{}for b=1,#ef,2 do local cA,B=ef[b],#ef[b+1]x[#x+1]=cA cI=cI+B if B>2100 and string.sub(cA,1,1)~='\\t'and not bd(a,'l')then a.flags=a.flags..'l'end end return x end local function hq(j,x)local h={}for cq,cA in ipairs(x)do if string.sub(cA,1,1)~='\\t'then h[#h+1]=cA elseif redis.call('HEXISTS',j,string.sub(cA,2))==0 then fc=fc+1 redis.call('HDEL',j,cA)end end if#h==0 then return#x end local w={}for cq,m in ipairs(aa)do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do w[b]=w[b]or M end end for b,e in ipairs(h)do if not w[b]then local l=redis.call('HGET',j,'\\t'..e)local cn=string.sub(l or'',1,1)local m,M,cC=cn=='C'and'done',aU(a.now),nil if cn=='F'or cn=='E'then m='failed'end if not m then m='ready'M,cC=bQ(j,e,l)local r=M%900000000000000 if cc(r)>a.now then m,M='delayed',aW(r,bH(M))bv(a,cc(r))a.sooner=true end end if gO(e,cC)and aI(d,m,e,M)then gv=gv+1 if m=='ready'then a.readied=a.readied+1 end end end end return#x end local function he()local x,dX=0,0 for b=1,16 do x=x+redis.call('HLEN',t[b])end for cq,m in ipairs(aa)do dX=dX+redis.call('ZCARD',d[m])end return x,dX end repeat local n=0 local cP=db-eW if dH<6 then n=hr(aa[dH],gE('ZSCAN',d[aa[dH]],cP))elseif dH==6 then local x,dX=he()eB='0'D=D%16+1 if bd(a,'l')and x==dX+a.runs then dH=6+D-1 else D=0 end elseif dH<23 then local j=t[dH-6]n=hq(j,hM(j,cP))elseif dH==23 then local ef,h=gE('ZSCAN',d.expiring,cP),{}for b=1,#ef,2 do h[#h+1]=ef[b]end n=#h if n>0 then local hT,fb=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if not hT[b]and not fb[b]then fc=fc+1 redis.call('ZREM',d.expiring,e)end end end else local x,dX=he()if x-dX~=tonumber(a.runs)then a.runs=aU(math.max(0,x-dX))fe=fe+1 end local fW=a.completed+dX-redis.call('ZCARD',d.done)for cq,W in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do fW=fW+(W or 0)end if fW~=tonumber(a.enqueued)then a.enqueued=aU(fW)fe=fe+1 end eB='0'end eW,gH=eW+n,gH+math.max(n,db/25)if eB=='0'then gk=dH==24 if dH>6 and D==dH-6 then dH=22 end dH=dH%24+1 end until gk or gH>=db or cI>2000000 bW(a,d.meta,'audit',gP)a.fields={'audit',dH..' '..eB..' '..D}local dx=(a.readied>0 or a.sooner)and be(a)local f=aO(a,d)if f then return f end if dx then cg(a)end return'ok\\n'..table.concat({gk and 1 or 0,eW,gv,ge,fz,fc,fe},' ')",
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  "local cx=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local hz=KEYS local ho={unpack(KEYS,35)}",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  "local a=bx(cx)local g=bA(a,i)if g then return g end if bd(a,'l')then for b=1,16 do local j,ec=t[2+b],hz[18+b]local B=redis.call('HLEN',j)if B>0 and B<=64 then redis.call('RENAME',j,ec)redis.call('PEXPIRE',ec,'1')end end end redis.call('UNLINK',unpack(ho))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
);

/** 4064 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "hash", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local s=unpack local q=redis.call local J=string.match local f=redis.pcall local A=string.sub local h=string.format local bh=string.find local N=type local v,am,ce,E=s(KEYS,1,4)local U,ae,aq,ch=s(ARGV,1,4)local K=ARGV local bf='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bc='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bd='9999999999999'local be='2  0 0 0 0 0 0'local aC=0 local aN local m,H,ax,at,aw,Z,av,au,z,w,F,t,ag,p local b repeat local V do local l=q('HGET',v,'head')local M,T m,M,H,ax,at,aw,Z=J(l or be,bc)av,au=not l,l if not M or not l and q('HEXISTS',v,'layout')==1 then V='other_layout'else repeat if string.byte(aq)~=61 then local as=f('TIME')if not as.err then local aL,an=as[1]+0,as[2]+0 z,T=aL*1000+(an-an%1000)/1000,(aL-1600000000)*1000000+an break end end local aK=tonumber(J(aq,'%d+'))z,T=aK,(aK-1600000000000)*1000 break until true w=M+0 if w<T then w=T end if T<0 or w>=899000000000000 then V='bad_clock'else V=nil end end end if V then b=V break end local n=q('HGET',E,U)if n then local i=J(n,'^%d+')if i==ae then if not av then f('HINCRBY',v,'replayed',1)end b='again\\n'..A(n,#i+2)break end if i-ae>0 then b='late'break end elseif ae=='0'and q('EXISTS',E)==1 then b='reused'break end F=n b=nil break until true if b then return b end if av then return'odd'end do local bC=ch*900000000000000 local aj=bC+w local bS=bC+(z+1-1600000000000)*1000 local aM,o,ao,ar for bB=5,#K,2 do local g,bM=K[bB],K[bB+1]aj=aj+1 if#K==6 then ao=h('%016d',aj)else local ab=aj%100 if ab==0 or not ar then ar=h('%014d',(aj-ab)/100)end ao=ar..A(bf,ab*2+1,ab*2+2)end local L=ao..(aj>=bS and' c'..h('%d',z)..':'or':')..bM if#bM>2000 and not(m~=''and bh(m,'l',1,true)~=nil)then m=m..'l'end if aM then do local a=aM local I=ao local d=#a a[d+1],a[d+2]=I,g end do local a=o local d=#a a[d+1],a[d+2]=g,L end else aM,o={ao,g},{g,L}end end aN,t=aM,{[ce]=o}aC=#aM/2 w=w+aC at=h('%d',at+aC)end local aH if m~='h'and not(m~=''and bh(m,'h',1,true)~=nil)then aH=av else if m~=''and bh(m,'p',1,true)~=nil then aH=false else if w%32~=0 or(q('HGET',v,'heard')or'0')-z>0 then aH=true else m=string.gsub(m,'h','')aH=false end end end local c do local l ag=ag or h('%d',w)l='2 '..m..' '..ag..' '..H..' '..ax..' '..at..' '..aw..' '..Z local B=ae..'\\n-'local al=B and F and#B<=#F local a for bA=1,2 do a=nil if aN then if not a then local d=f('ZADD',am,s(aN))if d~=0 and d~=1 and N(d)=='table'then a=d end end end if t and not a then do local x=t local d for u,e in pairs(x)do if not d then local g=f('HSET',u,s(e))if g~=0 and g~=1 and N(g)=='table'then d=g end end end a=d end end if B and not al and not a then local d=f('HSET',E,U,B)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a then local d d=f('HSET',v,'head',l)do local aE do local e=d aE=e~=0 and e~=1 and N(e)=='table'end if aE then a=d end end end if al and not a then local d=f('HSET',E,U,B)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a or true or A(a.err,1,3)~='OOM'then break end q('HDEL',v,'')end if a then local aG={}if aN then aG[am]=aN end do local n=au if not p then p={}end p[v..'head']=n end local function af(x,bo,bn,bq,ap)local bg=pairs local d=redis.pcall for u,e in bg(x)do for g=1,#e,2 do local ac=e[g+bn]local n=bo[u..ac]if not n then d(bq,u,ac)elseif ap=='ZADD'then d(ap,u,n,ac)else d(ap,u,ac,n)end end end end af({},p,0,'HDEL','HSET')local function bj(d,I,O)if not d then return{I,O}end do local e=#d d[e+1],d[e+2]=I,O end return d end af({[v]=bj(nil,'head',l)},p,0,'HDEL','HSET')if B and not al and F then f('HSET',E,U,F)end if B and not F then f('HDEL',E,U)end af(t or{},p,0,'HDEL','HSET')af(aG,p,1,'ZREM','ZADD')c=a else au=l if not F then f('PEXPIRE',E,J(aq,'%d+$'))end c=nil end end if c then return c end if aH then do local aF='-'if H~=bd then aF=h('%d',math.max(0,H-z))end local i='-'if aC>0 then i=aC==1 and'1'or h('%d',aC)end f('PUBLISH',A(v,1,-5)..'wake',i..' '..aF)end end return'ok\\n-'",
);

/** 10041 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "maxLength", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eP=KEYS local dG,gX=ARGV[4],ARGV[5]local dN=ARGV ",
  $hashOfBytes,
  $hashNumber,
  $declaredHashes,
  $digits,
  $readClock,
  $timeOf,
  $placeOf,
  $dueScore,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $tickAt,
  $hasListeners,
  $addListener,
  $wake,
  "local ak={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bb(a,fS)if#fS>2000 and not bd(a,'l')then a.flags=a.flags..'l'end end local function bZ(a,d,h)local gI={}for b,dg in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dg and dg-a.now>0 then gI[h[b]]='S'end bW(a,d.seen,h[b],dg)end for cq,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then gI[h[b]]=ak[m]end end end return gI end local function aF(a,d,t,dN,I)local cG,dJ={},I while dN[dJ]do local n,fJ=string.match(dN[dJ],'^%d (%d+) %S+ (%S+)')if fJ~='-'then for b=1,n do cG[#cG+1]=dN[dJ+b*2-1]end end dJ=dJ+n*2+1 end local cJ,cM,fq={},{},{}if#cG>0 then cJ=bZ(a,d,cG)end dJ=I while dN[dJ]do local dd,n,hi,fJ,er,hg=string.match(dN[dJ],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+)')local fi,fM=string.sub(hi,1,1),tonumber(string.sub(hi,2))for b=1,n do local e,fS=dN[dJ+b*2-1],dN[dJ+b*2]local ct=cJ[e]if not ct then a.tick=a.tick+1 local r=a.tick ct='r'if fi=='+'and fM>0 then ct,r='d',cb(a,d.delayed,a.now+fM)elseif fi=='@'and fM>a.now then ct,r='d',cb(a,d.delayed,fM)end local cp=bF(dd,r)local eM=cc(r)~=a.now and' c'..aU(a.now)or''if er~='-'then eM=eM..' m'..er end if hg~='-'then local cC=a.now+hg eM=eM..' x'..aU(cC)aX(a,'expiring',aU(cC),e)bv(a,cC)end if ct=='r'then aX(a,'ready',cp,e)a.readied=a.readied+1 else aX(a,'delayed',aW(r,dd),e)a.sooner=true bv(a,cc(r))end bb(a,fS)local j=bf(e)bJ(bu(a.writes,t[j]),e,cp..eM..':'..fS)if fJ~='-'and fJ~='0'then aX(a,'seen',aU(a.now+fJ),e)end cJ[e]=string.upper(ct)fq[e]=true end cM[#cM+1]=ct end dJ=dJ+n*2+1 end return table.concat(cM),cG,fq end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $isRegistered,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.writes={}local cM,cG,fq=aF(a,d,aT(eP,10,dG),dN,6)local cq,fd=string.gsub(cM,'%l','')if gX~=''and fd>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fd>tonumber(gX)then return'full'end if a.to.seen then local fj=redis.call('ZRANGE',d.seen,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(fd*2+8))for b,e in ipairs(fj)do if not fq[e]then br(a,'seen',e)end end end a.enqueued=aU(a.enqueued+fd)if fd<#cM then aR(a,'duplicates',#cM-fd)end local gA=bm(a)local dx=(a.readied>0 or a.sooner)and be(a)if a.isNew then a.fields={'born',aU(a.now)}aG(a)end local f=aO(a,d,i,cM)if f then return f end local eG={}for b,e in ipairs(cG)do if fq[e]then eG[#eG+1]=eP[10+#dG+b-1]end end if#eG>0 then if redis.call('EXISTS',unpack(eG))>50 then for b,p in ipairs(eG)do redis.pcall('PEXPIRE',p,'1')end else redis.pcall('UNLINK',unpack(eG))end end if dx then cg(a)end return'ok\\n'..cM..(gA and''or'\\nu')",
);

/** 8773 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "hashes", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eP=KEYS local fO,eA,dG,fl=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
  $digits,
  $readClock,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $lastEndings,
  $hashOfBytes,
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $rewriteField,
  $reasonNotHeld,
  $isHeld,
  $extendLease,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $MOST_WORKERS,
  $noteWorker,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local dg,cM,f=a.now+fO,{},nil local h={}for b,dB in ipairs(fl)do h[b]=string.sub(dB,19)end local K,D,R=bL(aT(eP,10,dG),0,h,1)local eJ=redis.call('ZMSCORE',d.leased,unpack(h))local cJ for b,e in ipairs(h)do if bk(K[b],fl[b])then cM[b]='l'ba(a,d,D or R[b],e,K[b],eJ[b],dg)else cM[b],cJ=bN(K[b],fl[b],cJ,d,h,b)end end local cT=table.concat(cM)..'\\n'..aU(dg)local dx=a.sooner and be(a)if a.to.leased or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end if eA~=''and not a.isNew then bz(d.workers,eA,a.now)end return'ok\\n'..cT",
);

/** 11792 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local t=KEYS local i={replies=KEYS[27],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eA,fu,ev,dS=unpack(ARGV,4,7)local cY=tonumber(fu)local db=tonumber(ev)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $dropJob,
  $addEnding,
  $rewriteField,
  $limitFreed,
  $placeOf,
  $parseRun,
  $formatRun,
  $withError,
  $reclaimJob,
  $trimEnded,
  $beginEndings,
  $turnEndings,
  $writeEndings,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $resetUnit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h,dQ,dm=redis.call('ZRANGE',d.leased,aU(cY),aU(cY+db-1)),0,0 if#h>0 then local K,D,R=bL(t,10,h,1)for b,e in ipairs(h)do if string.match(K[b]or'','^L[^\\n]*\\n([^\\n]*)')==eA then local ei=bP(a,d,D or R[b],e,K[b],'W','\"its worker failed\"')dQ,dm=dQ+1,dm+(ei and 1 or 0)end end end local gU=#h<db local cT=dQ..'\\n'..(gU and'-'or aU(cY+db-dQ))local dx,f=a.readied>0 and be(a),nil local cq,dE if dm>0 then cq,cq,dE=ce(a,d,t,10,dS,dm*2+8)end if dQ>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)if dE then bR(a)ce(a,d,t,10,dS,dm*2+8)f=aO(a,d)if not f then cj(a,d)end end if dx then cg(a)end if gU then redis.call('ZREM',d.workers,eA)end return'ok\\n'..cT",
);

/** 64 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  "local eF=KEYS[1]local s=ARGV[1]redis.call('ZREM',eF,s)return'ok'",
);

/** 1967 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "hash", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cx,fD,eV,fa=unpack(KEYS,1,4)local dm,gd,j,hL,ex=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local y,e,ed=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $lastEndings,
  "local a=bx(cx)local co=bB(a,y)if co then return co end local cW,fy={aU(a.now),'-'..a.flags},false for cq,p in ipairs({fD,eV,fa,dm,gd})do local M=redis.call('ZSCORE',p,e)fy=fy or M cW[#cW+1]=M or'-'end cW[#cW+1]=redis.call('ZRANK',fD,e)or'-'cW[#cW+1]=redis.call('ZSCORE',ex,e)or'-'local dK=not fy and bp(d,{e})[1]or'-'local dP=fy and string.find(ed,'d')and redis.call('HGET',j,e)or''if fy and string.find(ed,'h')and redis.call('HSTRLEN',j,e)<100000 then dP=string.match(redis.call('HGET',j,e)or'','^[^:]*:')or''end local dA=not a.isNew and string.find(ed,'r')and redis.call('GET',hL)if dA then local gf=string.match(dA,'^C (%d+)')if not gf or gf-(redis.call('HGET',cx,'born')or gf)<0 then dA=nil end end return{'ok\\n'..table.concat(cW,' ')..'\\n'..dK,dP,redis.call('HGET',j,'\\t'..e)or'',dA or''}",
);

/** 1410 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local fa=KEYS[1]local t=KEYS local fl=ARGV ",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  "local h,gR,cW={},{},{''}for b,dB in ipairs(fl)do h[b]=string.sub(dB,19)end local eJ,w=redis.call('ZMSCORE',fa,unpack(h)),bL(t,1,h,2)for b,dB in ipairs(fl)do local dP,l=w[b*2-1],w[b*2]local fh=eJ[b]and dP and l and string.sub(l,1,18)==string.sub(dB,1,18)gR[b]=fh and'1'or'0'if fh then cW[#cW+1]=dP end end cW[1]='ok\\n'..table.concat(gR)return cW",
);

/** 78 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  "local gD=KEYS[1]local fi,s=ARGV[1],ARGV[2]redis.call('HSET',gD,fi,s)return'ok'",
);

/** 2711 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cx,cn=KEYS[1],KEYS[2]local t=KEYS local y,fu,ev=unpack(ARGV,1,3)local cY=tonumber(fu)local db=tonumber(ev)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $countReadable,
  "local a=bx(cx)local co=bB(a,y)if co then return co end local ef,h,dc=redis.call('ZRANGE',cn,aU(cY),aU(cY+db-1),'WITHSCORES'),{},{}for b=1,#ef,2 do h[#h+1]=ef[b]end if bd(a,'l')then local fm=math.max(1,aS(t,2,h,#h,0))for b=fm+1,#h do h[b]=nil end end local cW={''}if#h>0 then local w=bL(t,2,h,2)for b,e in ipairs(h)do dc[b]='\\n'..ef[b*2]..' '..e cW[b*2],cW[b*2+1]=w[b*2-1]or'',w[b*2]or''end end cW[1]='ok\\n'..aU(a.now)..' '..redis.call('ZCARD',cn)..table.concat(dc)return cW",
);

/** 5346 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  "local d={meta=KEYS[1]}local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
  $pushPair,
  $appendPair,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $saveOld,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $addListener,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true if not bd(a,'p')then a.flags=a.flags..'p'if a.isNew then aG(a)end end local f=aO(a,d,i,'-')return f or'ok\\n-'",
);

/** 52 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  "local eF=KEYS[1]return'ok\\n'..redis.call('ZCARD',eF)",
);

/** 7427 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "hash", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],hash=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fO,dB,hJ=unpack(ARGV,4,6)",
  $digits,
  $readClock,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $lastEndings,
  $rewriteField,
  $reasonNotHeld,
  $isHeld,
  $extendLease,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local e=string.sub(dB,19)local k=redis.call('HGET',d.hash,'\\t'..e)local eJ=redis.call('ZSCORE',d.leased,e)local ct,l='l',k if not bk(k,dB)then ct=bN(k,dB,nil,d,{e},1)else if fO~=''then ba(a,d,d.hash,e,k,eJ,a.now+fO)a.rewrites=nil l='L'..string.sub(k,2)end local I,dz=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')bU(a,d.hash,'\\t'..e,(I or l..'\\n\\n')..hJ..(dz or''),k)end local dx,f=a.sooner and be(a),nil if ct=='l'or not a.isNew then f=aO(a,d,i,ct)end if f then return f end if dx then cg(a)end return'ok\\n'..ct",
);

/** 8513 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3]}local i={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eP=KEYS local dG,h=ARGV[4],{unpack(ARGV,5)}",
  $hashOfBytes,
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $enter,
  $leave,
  $saveOld,
  $writeField,
  $rewriteField,
  $placeOf,
  $parseRun,
  $formatRun,
  $rewriteRun,
  $makeReady,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local cM,ex={},{}local K,D,R=bL(aT(eP,5,dG),0,h,1)for b,M in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]cM[b]=M and not ex[e]and'd'or'U'if cM[b]=='d'then ex[e]=true a.tick=a.tick+1 bw(a,D or R[b],e,K[b],bF(M%10,a.tick),false)br(a,'delayed',e)end end local cT=table.concat(cM)local dx,f=a.readied>0 and be(a),nil if a.readied>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end return'ok\\n'..cT",
);

/** 7834 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5]}local t=KEYS local i={replies=KEYS[22],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ev,W,ct=unpack(ARGV,4,6)local db=tonumber(ev)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $pushPair,
  $appendPair,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $saveOld,
  $dropJob,
  $addEnding,
  $limitFreed,
  $beginEndings,
  $turnEndings,
  $writeEndings,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h=redis.call('ZRANGE',d.state,'0',aU(db-1))if#h>0 then bt(a,t,5,h,1)local K,D,R=bL(t,5,h,1)for b,e in ipairs(h)do aV(a,D or R[b],e,K[b])aE(a,e,ct)end a.from.state,a.from.expiring=h,h if W~=''then aR(a,W,#h)end end local cT=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)return'ok\\n'..cT",
);

/** 81 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local eF=KEYS[1]return'ok\\n'..table.concat(redis.call('ZRANGE',eF,'0','-1'),'\\n')",
);

/** 8808 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local db,fB=tonumber(ARGV[4]),{unpack(ARGV,5)}",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $pushPair,
  $appendPair,
  $listFor,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $enter,
  $lowerDue,
  $saveOld,
  $writeField,
  $rewriteField,
  $placeOf,
  $priorityOf,
  $parseRun,
  $formatRun,
  $rewriteRun,
  $makeReady,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h,ex={},{}if#fB==0 then if db>0 then h=redis.call('ZRANGE',d.failed,'0',aU(db-1))end else for b,M in ipairs(redis.call('ZMSCORE',d.failed,unpack(fB)))do if M and not ex[fB[b]]then h[#h+1]=fB[b]ex[fB[b]]=true end end end if#h>0 then local K,D,R=bL(t,5,h,1)for b,e in ipairs(h)do local cp=string.match(K[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local dY=bF(cp and bH(cp)or 5,a.tick)local cC=bw(a,D or R[b],e,K[b],dY,true)if cC~='0'then aX(a,'expiring',cC,e)bv(a,tonumber(cC))end end a.from.failed=h aR(a,'redriven',#h)end local cT=#h..' '..redis.call('ZCARD',d.failed)-#h local dx,f=a.readied>0 and be(a),nil if#h>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end return'ok\\n'..cT",
);

/** 68 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  "local eF=KEYS[1]local s=ARGV[1]redis.call('ZADD',eF,'0',s)return'ok'",
);

/** 442 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cx=KEYS[1]local y=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cx)==1 then local S=bK(y)redis.call('HSET',cx,'registered',aU(S))end return'ok'",
);

/** 5701 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  "local d={meta=KEYS[1],ready=KEYS[2]}local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
  $pushPair,
  $appendPair,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $saveOld,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local hh,f=bd(a,'p'),nil if hh then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aO(a,d,i,'-')end if f then return f end if hh then a.readied=redis.call('ZCARD',d.ready)if be(a)then cg(a)end end return'ok\\n-'",
);

/** 273 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  "local eF,gD=KEYS[1],KEYS[2]local fi=ARGV[1]local I,O=redis.call('HGET',gD,fi)or'',{'ok'}for cq,s in ipairs(redis.call('ZRANGE',eF,'['..I,'+','BYLEX'))do O[#O+1]=s end for cq,s in ipairs(redis.call('ZRANGE',eF,'-','('..I,'BYLEX'))do O[#O+1]=s end return table.concat(O,'\\n')",
);

/** 9159 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "hash", "items..."],
  "local s=unpack local q=redis.call local J=string.match local az=string.byte local f=redis.pcall local bi=tonumber local A=string.sub local h=string.format local N=type local v,am,aU,cd,bH,E=s(KEYS,1,6)local U=ARGV[1]local ae=ARGV[2]local aq=ARGV[3]local aI=KEYS local bI,cf,bK,bJ=s(ARGV,4,7)local aW=KEYS local i=ARGV[8]local K=ARGV local bf='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bc='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bd='9999999999999'local be='2  0 0 0 0 0 0'local bz='-----------------------------------------------------------------'local ay local m,H,ax,at,aw,Z,av,au,z,w,F,bO,ah,bQ,G,bx,aZ,bb,bw,t,ba,by,p,aD,ag,bv,bP local b repeat local V do local l=q('HGET',v,'head')local M,T m,M,H,ax,at,aw,Z=J(l or be,bc)av,au=not l,l if not M or not l and q('HEXISTS',v,'layout')==1 then V='other_layout'else repeat if az(aq)~=61 then local as=f('TIME')if not as.err then local aL,an=as[1]+0,as[2]+0 z,T=aL*1000+(an-an%1000)/1000,(aL-1600000000)*1000000+an break end end local aK=bi(J(aq,'%d+'))z,T=aK,(aK-1600000000000)*1000 break until true w=M+0 if w<T then w=T end if T<0 or w>=899000000000000 then V='bad_clock'else V=nil end end end if V then b=V break end local n=q('HGET',E,U)if n then local a=J(n,'^%d+')if a==ae then if not av then f('HINCRBY',v,'replayed',1)end b='again\\n'..A(n,#a+2)break end if a-ae>0 then b='late'break end elseif ae=='0'and q('EXISTS',E)==1 then b='reused'break end F=n b=nil break until true if b then return b end if z-H>=0 or m~=''and m~='h'then return'odd'end bO=true local X,aP='-',bi(bI)if K[9]then local r,d=aI[6+bi(i,16)+1],#K-9+1 if aW[23]then d=d-(#aW-23+2)do local ca=9+d ah={}for e=0,#aW-23 do do local a=ah local I=aW[23+e]local O='C '..h('%d',z)..' '..K[ca+e]local c=#a a[c+1],a[c+2]=I,O end end bQ=K[#K]end end if d>1 then do local a=d local j,o={},{}for e=1,a do local g=A(K[9+e-1],19)j[e],o[e]=g,'\\t'..g end local aX=q('HMGET',r,s(o))for e=1,a do local y=aX[e]if not y or A(y,1,18)..j[e]~=K[9+e-1]then j=nil break end end if not j then X=nil else G=j Z=h('%d',Z+a)bx=a aZ,bb,bw=r,j,o X=string.rep('c',a)end end else do local bN=K[9]local g=A(bN,19)local W='\\t'..g local y=q('HGET',r,W)if not y or A(y,1,18)..g~=bN then X=nil else G={g}Z=h('%d',Z+1)bx=1 aZ,bb=r,{g,W}X='c'end end end end if not X then return'odd'end local ad,D,k local bF=false if aP>0 then local P,R,Q,Y,ai do local a,c,aS,bk,d,e,g local j,aa,bD=0,0,0 local ar local ci=' '..bJ..' 0\\n'..bK repeat local l if aa==0 then l=q('ZRANGE',am,'0',bI)else l=q('ZRANGE',am,h('%d',aa),h('%d',aa+aP-j))end local n,bL=#l,aP-j e=n>bL if e then n=bL end for o=#l,n+1,-1 do l[o]=nil end if n>0 then local S,C,aB,o local function aT(r)local u=string.byte local x,ak=u(r,1,2)if x==95 and#r==13 and ak<103 and ak>47 and(ak<58 or ak>96)then return ak<58 and ak-47 or ak-86 end do local bs=#r for y=1,#r,8 do local I,O,bU,bV,bW,bZ,cb,cc=u(r,y,y+7)bs=(bs*31+I+(O or 0)*3+(bU or 0)*5+(bV or 0)*7+(bW or 0)*11+(bZ or 0)*13+(cb or 0)*17+(cc or 0)*19)%65521 end return bs%16+1 end end if n==1 then local r=aT(l[1])C,o=aI[6+r],{l[1],'\\t'..l[1]}S=q('HMGET',C,o[1],o[2])else do local r=l repeat local u={}for x=1,#r do local y=r[x]u[x*2-1]=y u[x*2]='\\t'..y end local x=aT(r[1])local aj=aT(r[#r])if x==aj then local y,bl=nil,true if bl then y=q('HMGET',aI[6+x],s(u))for B=1,#r do if not y[B*2-1]then bl=false break end end end if bl then S,C,aB,o=y,aI[6+x],nil,u break end end local y,bR,B,bp={},{},{},{}for I=1,#r do local L=aT(r[I])local M=aI[6+L]y[I]=M if not B[M]then B[M],bp[M]={},{}end local O,aV=B[M],bp[M]for aJ=(I-1)*2+1,I*2 do O[#O+1]=u[aJ]aV[#aV+1]=aJ end end for I,L in pairs(B)do local M,aV=q('HMGET',I,s(L)),bp[I]for aJ=1,#L do bR[aV[aJ]]=M[aJ]end end S,C,aB,o=bR,nil,y,u break until true end end local r=C and t and t[C]or nil if not d then bk=z+cf d=h('%d',bk)end local function bm(x,u)local y=x[u]if not y then y={}x[u]=y end return y end for u=1,n do local x,L,y=l[u],S[u*2-1],S[u*2]local B,aR,br,bu=C or aB[u],'0',nil,ci if L and az(L,17)~=58 then local I,bt=J(L,'^(%d+)([^:]*)')if#(I or'')~=16 then br,bt=h('%016d',4500000000000000),''end aR=J(bt,' x(%d+)')or aR bu=' '..(J(bt,' m(%d+)')or bJ)..' '..aR..'\\n'..bK end if not L or aR~='0'then g=true end if y and G and az(y)==76 then local bE if not ba then ba={}for bA,bX in ipairs(G)do ba[bX]=true end end bE=ba[x]g=g or bE end if L then j=j+1 local M,I=w+j,nil if n==1 then I=h('%015d',M)else local ab=M%100 if ab==0 or not ar then ar=h('%013d',(M-ab)/100)end I=ar..A(bf,ab*2+1,ab*2+2)end local O,W,aA=x,o[u*2],nil if y then local aQ,bT,ao,cg=J(y,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')aQ=h('%d',(aQ or 0)+1)O=aQ..'\\t'..x aA='L '..I..' '..aQ..' '..(bT or'0')..' '..(ao or br or A(L,1,16))..bu..(cg or'\\n')else aA='L '..I..' 1 0 '..(br or A(L,1,16))..bu..'\\n'by=(by or 0)+1 end if y and#aA<=#y then do local aO=aA if not p then p={}end p[B..W]=y if#aO>#y then if not t then t={}end do local T=bm(t,B)local V=#T T[V+1],T[V+2]=W,aO end else if not aD then aD={}end do local T=bm(aD,B)local V=#T T[V+1],T[V+2]=W,aO end end end else if y then if not p then p={}end p[B..W]=y end if C then do local T=r local V=aA if not T then r={W,V}else do local ab=#T T[ab+1],T[ab+2]=W,V end r=T end end else do local aO=aA if not t then t={}end do local T=bm(t,B)local V=#T T[V+1],T[V+2]=W,aO end end end end if j==1 then a,c,aS,ay=O,L,I,{d,x}else if j==2 then a,c={a},{c}end a[j],c[j]=O,L do local T=ay local V=d local ab=#T T[ab+1],T[ab+2]=V,x end end bD=bD+#L ag=I end end if C and r then if not t then t={[C]=r}else t[C]=r end end end aa=aa+n until g or not e or false or j>=aP or aa-j>=1000 if aa>0 then bv=aa==1 and'0'or h('%d',aa-1)end if j>0 then w=w+j aw=h('%d',aw+j)if bk-H<0 then H=d end if j>15 then do local l=ay local n=#l l[n+1],l[n+2]='+inf',bz end bP=true end end P,D,k,R,Q,Y,ai=a,c,j,aS,d,e,g end if ai then return'odd'end if k>0 then do local a=X local c=P local d=k local e=R local g=Q local j=Y if d>1 then c=table.concat(c,'\\n')end ad=a..'\\n- '..g..(j and' 1 'or' 0 ')..H..' -'..m..' '..e..'\\n'..c end bF=not Y else if m==''then return'odd'end ad=X..'\\n'..h('%d',z)..' - 0 '..H..' -'..m..' -'end else ad=X..'\\n'..h('%d',z)..' - 0 - -'..m..' -'end if G or aP>0 then local c do local a=ad local l do local aX=(by or 0)-(bx or 0)if aX~=0 then ax=h('%d',math.max(0,ax+aX))end ag=ag or h('%d',w)l='2 '..m..' '..ag..' '..H..' '..ax..' '..at..' '..aw..' '..Z end local B=a and ae..'\\n'..a local al=B and F and#B<=#F local d for bA=1,2 do d=nil if ay then if not d then local e=f('ZADD',aU,s(ay))if e~=0 and e~=1 and N(e)=='table'then d=e end end end if t and not d then do local x=t local e for u,g in pairs(x)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if ah then for e=1,#ah,2 do if not d then local g=f('SET',ah[e],ah[e+1],'PX',bQ)if g.err then d=g end end end end if B and not al and not d then local e=f('HSET',E,U,B)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d then local e e=f('HSET',v,'head',l)do local aE do local g=e aE=g~=0 and g~=1 and N(g)=='table'end if aE then d=e end end end if aD and not d then do local x=aD local e for u,g in pairs(x)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if al and not d then local e=f('HSET',E,U,B)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d or not bO or A(d.err,1,3)~='OOM'then break end q('HDEL',v,'')end if d then local aG={}if ay then aG[aU]=ay end do local n=au if not p then p={}end p[v..'head']=n end local function af(x,bo,bn,bq,ap)local bg=pairs local e=redis.pcall for u,g in bg(x)do for j=1,#g,2 do local ac=g[j+bn]local n=bo[u..ac]if not n then e(bq,u,ac)elseif ap=='ZADD'then e(ap,u,n,ac)else e(ap,u,ac,n)end end end end af(aD or{},p,0,'HDEL','HSET')local function bj(e,I,O)if not e then return{I,O}end do local g=#e e[g+1],e[g+2]=I,O end return e end af({[v]=bj(nil,'head',l)},p,0,'HDEL','HSET')if B and not al and F then f('HSET',E,U,F)end if B and not F then f('HDEL',E,U)end if ah then for e=1,#ah,2 do f('DEL',ah[e])end end af(t or{},p,0,'HDEL','HSET')af(aG,p,1,'ZREM','ZADD')c=d else au=l if a and not F then f('PEXPIRE',E,J(aq,'%d+$'))end if bv then f('ZREMRANGEBYRANK',am,'0',bv)end if bP then f('ZREM',aU,bz)end if G and q('ZREM',aU,s(G))<#G then f('ZREM',am,s(G))f('ZREM',cd,s(G))end if bb then f('HDEL',aZ,s(bb))end if bw then f('HDEL',aZ,s(bw))end c=nil end end if c then return'odd'end end if G then if not G and true then else local a,M,bG={},ag if G then local bY='C'..M for e,g in ipairs(G)do a[e*2-1],a[e*2]=g,bY end bG=Z-#G==0 end if bG then f('HSET',bH,'',h('%-65d',z))end local c=f('HSET',bH,s(a))end end if bF and m=='h'then do local aF='-'if H~=bd then aF=h('%d',math.max(0,H-z))end local a='0'if 0>0 then a=h('%d',0)end f('PUBLISH',A(v,1,-5)..'wake',a..' '..aF)end end do local aY=ad local a=D local c=k if not a then return'ok\\n'..aY end if c>1 then table.insert(a,1,'ok\\n'..aY)return a end if#a<4000 then return'ok\\n'..aY..'\\n\\n'..a end return{'ok\\n'..aY,a}end",
);

/** 23263 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local eG=KEYS local fK={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local dS,gb=ARGV[8],ARGV[9]local dN=ARGV ",
  $digits,
  "local ax='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bD(n)return string.sub(ax,n*2+1,n*2+2)end ",
  $readClock,
  $timeOf,
  $placeOf,
  $priorityOf,
  $dueScore,
  $lastDueScore,
  $timeOfDue,
  $placeWhenDue,
  $pushPair,
  $appendPair,
  $append,
  $listFor,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $tickAt,
  $beginEndings,
  $turnEndings,
  $ageEndings,
  $writeEndings,
  $lastEndings,
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $dropJob,
  $addEnding,
  $writeField,
  $rewriteField,
  $limitFreed,
  $parseRun,
  $formatRun,
  $withError,
  $reasonNotHeld,
  "local function bC(a,d,ee,l,gQ)if ee=='c'or ee=='k'then return'c','C','completed',nil end if ee=='g'then return'r','W','released',nil end if ee=='f'or l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if gQ=='0'then return'r','W','retried',a.tick end return'd','W','retried',cb(a,d.delayed,a.now+gQ)end local function bs(a,d,e,l,ct)local cp,gi=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if ct=='r'then bW(a,d.ready,e,cp)elseif cp then br(a,'ready',e)end if ct=='f'then bW(a,d.failed,e,gi)elseif gi then br(a,'failed',e)end if cp and l.expiresAt~='0'then if ct=='r'or ct=='d'then bW(a,d.expiring,e,l.expiresAt)else br(a,'expiring',e)end end return gi end local function aY(a,e,l,ct,ee,r)local gV=ct=='r'or ct=='d'if ct=='r'then aX(a,'ready',l.place,e)a.readied=a.readied+1 elseif ct=='d'then aX(a,'delayed',aW(r,bH(l.place)),e)a.sooner=true bv(a,cc(r))elseif ct=='f'then aX(a,'failed',aU(a.now),e)elseif ee=='k'then aX(a,'done',aU(a.now),e)end if gV and l.expiresAt~='0'then aX(a,'expiring',l.expiresAt,e)bv(a,tonumber(l.expiresAt))end return not gV and ee~='c'end local function bX(a,d,t,H,dN,I,eG,gl)local h,cM,hb,dA,fg,cJ={},{},{},0,false,nil local fP,B,dM,gT=bd(a,'l'),0,false,false for dJ=I,#dN,4 do h[#h+1]=string.sub(dN[dJ+1],19)end local K,D,R=bL(t,H,h,1)local dX=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,k,j,dJ=h[b],K[b],D or R[b],I+b*4-4 local ee,dB,fN,eQ=dN[dJ],dN[dJ+1],dN[dJ+2],dN[dJ+3]local gS=k and string.sub(k,2,18)==string.sub(dB,2,18)local ct,W,l=hb[e],'stale',nil if ct=='W'and not gS then ct='A'end if not ct and(not gS or not string.find(k,'^[LE]'))then ct,cJ=bN(k,dB,cJ,d,h,b)end if not ct and fP then B=B+redis.call('HSTRLEN',j,e)dM=dM or gT and B>32000000 end if dM then ct,W='M',nil end if not ct then l=bE(k)if not l and ee=='c'then l={expiresAt='-'}end ct=not l and'U'end if not ct then local cn,r ct,cn,W,r=bC(a,d,ee,l,fN)hb[e],gT=cn,true if ee=='g'then l.released=aU(l.released+1)end if r then l.place=bF(bH(l.place),r)end if ct=='c'and fN~=''then a.results=aM(a.results,eG[gl],'C '..aU(a.now)..' '..fN)end if dX[b]then br(a,'leased',e)elseif bs(a,d,e,l,ct)then fg=true if ct=='f'then W=nil end end if aY(a,e,l,ct,ee,r)then dA=dA+1 end if ee=='c'then aV(a,j,e,k)aE(a,e,'C')else if eQ~=''then l.lines=ch(l.lines,aU(a.now),l.attempt,eQ)end bU(a,j,'\\t'..e,bc(l,cn),k)end end if fN~=''and(ee=='c'or ee=='k')then gl=gl+1 end if W=='completed'then a.completed=aU(a.completed+1)elseif W then aR(a,W,1)end cM[b]=ct end return table.concat(cM),dA,fg,dM end ",
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $countReadable,
  "local function bj(a,e)if not a.isFinished then a.isFinished={}for cq,fs in ipairs(a.finished)do a.isFinished[fs]=true end end return a.isFinished[e]end local function ca(a,d,t,H,eK,dU)local eq,dZ,I,eJ,dg,cD,fx local cG,eD,cI,go=0,0,0,false local gG local hS=' '..eK.max..' 0\\n'..eK.worker repeat local h if eD==0 then h=redis.call('ZRANGE',d.ready,'0',eK.count)else h=redis.call('ZRANGE',d.ready,aU(eD),aU(eD+dU-cG))end local B,gW=#h,dU-cG cD=B>gW if cD then B=gW end if d.delayed and bd(a,'l')then local fm=aS(t,H,h,B,cI)if fm==0 and eD==0 and B>0 then fm=1 end go=fm<B B=fm cD=cD or go end for b=#h,B+1,-1 do h[b]=nil end if B>0 then local w,D,R,x if B==1 then local n=bf(h[1])D,x=t[H+n],{h[1],'\\t'..h[1]}w=redis.call('HMGET',D,x[1],x[2])else w,D,R,x=bL(t,H,h,2)end local c=D and a.writes and a.writes[D]or nil if not dg then eJ=a.now+eK.duration dg=aU(eJ)end for b=1,B do local e,dP,l=h[b],w[b*2-1],w[b*2]local j,cC,ey,gJ=D or R[b],'0',nil,hS if dP and string.byte(dP,17)~=58 then local n,eM=string.match(dP,'^(%d+)([^:]*)')if#(n or'')~=16 then ey,eM=bF(5,0),''end cC=string.match(eM,' x(%d+)')or cC gJ=' '..(string.match(eM,' m(%d+)')or eK.max)..' '..cC..'\\n'..eK.worker if d.delayed and cC~='0'then a.from.expiring=aL(a.from.expiring,e)end end if not d.delayed and(not dP or cC~='0')then fx=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local hw=bj(a,e)fx=fx or hw end if d.delayed and(not dP or cC~='0'and cC-a.now<=0)then aV(a,j,e,l)if dP then aR(a,'expired',1)aE(a,e,'E')cI=cI+#dP end elseif dP then cG=cG+1 local r,cZ=a.tick+cG,nil if B==1 then cZ=string.format('%015d',r)else local gs=r%100 if gs==0 or not gG then gG=string.format('%013d',(r-gs)/100)end cZ=gG..bD(gs)end local o,cA,eo=e,x[b*2],nil if l then local dD,hs,cp,dc=string.match(l,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')dD=aU((dD or 0)+1)o=dD..'\\t'..e eo='L '..cZ..' '..dD..' '..(hs or'0')..' '..(cp or ey or string.sub(dP,1,16))..gJ..(dc or'\\n')else eo='L '..cZ..' 1 0 '..(ey or string.sub(dP,1,16))..gJ..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#eo<=#l then bU(a,j,cA,eo,l)else if l then bW(a,j,cA,l)end if D then c=aM(c,cA,eo)else ck(a,j,cA,eo)end end if cG==1 then eq,dZ,I,a.to.leased=o,dP,cZ,{dg,e}else if cG==2 then eq,dZ={eq},{dZ}end eq[cG],dZ[cG]=o,dP bJ(a.to.leased,dg,e)end cI=cI+#dP a.lastTick=cZ end end if D and c then if not a.writes then a.writes={[D]=c}else a.writes[D]=c end end end eD=eD+B until fx or not cD or go or cG>=dU or eD-cG>=1000 if eD>0 then a.popped=eD==1 and'0'or aU(eD-1)end if cG>0 then a.tick=a.tick+cG a.leased=aU(a.leased+cG)if eJ-a.due<0 then a.due=dg end if cG>15 then bJ(a.to.leased,'+inf',am)a.isLong=true end end return eq,dZ,cG,I,dg,cD,fx end ",
  $trimEnded,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $resetUnit,
  $headParts,
  $restoreHead,
  "local function bq(a,cM,eq,cG,cZ,dg,cD)if cG>1 then eq=table.concat(eq,'\\n')end return cM..'\\n- '..dg..(cD and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..cZ..'\\n'..eq end local function bY(a,cM,cr,cD)return cM..'\\n'..aU(a.now)..(cD and' - 1 'or' - 0 ')..cr..' -'..a.flags..' -'end local function ci(cT,dZ,cG)if not dZ then return'ok\\n'..cT end if cG>1 then table.insert(dZ,1,'ok\\n'..cT)return dZ end if#dZ<4000 then return'ok\\n'..cT..'\\n\\n'..dZ end return{'ok\\n'..cT,dZ}end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $hasListeners,
  $addListener,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local hc,fI,eR=dN[10]~=nil,fK.count~='0',a.now-a.due>=0 local dU=bd(a,'p')and 0 or tonumber(fK.count)local o=bi(a)local cM,cT,dZ,cG,du,eg='-',nil,nil,0,false,0 local function ep(eb,V)local f local fQ=hc or cG>0 or i.number~='0'if eb then f=aO(a,d,i,fQ and V)end if f then bS(a,o)else cj(a,d)o=bi(a)if V and eb then a.before=i.number..'\\n'..V end cT=V or cT end bR(a)return f end local function ha()local cq,dA,fg,dM,dE cM,dA,fg,dM=bX(a,d,t,11,dN,10,eG,28)if a.results then a.keepResults=string.match(dS,'%S+$')end if dA>0 and not fg then cq,cq,dE=ce(a,d,t,11,dS,dA*2+8)end eg=(dE or fg)and dA or 0 if dM then fI=false end return not a.isNew or string.find(cM,'%l')~=nil end local function hE(eb,gm)local eq,cZ,dg,cD if eR then a.due=by(d)eb=not a.isNew cD=a.now-a.due>=0 end if dU>0 then eq,dZ,cG,cZ,dg,cD=ca(a,d,t,11,fK,dU)cD=cD or a.now-a.due>=0 du=not cD end if not a.isNew and(cG==0 or gb~='')then local hD=aG(a)eb=eb or hD or i.number~='0'end if cG>0 then return true,bq(a,cM,eq,cG,cZ,dg,cD)end local cr=gm and a.due or by(d)return eb or a.popped,bY(a,cM,cr,cD)end local function eK(eb,gm)local hA,V=hE(eb,gm)local f=ep(hA,V)if f then cG,dZ,du=0,nil,false end return f end local function hf(n)if n==0 then return end ce(a,d,t,11,dS,n*2+8)ep(a.from.done or a.from.failed)end local hp=fI if hc then local eb,f=ha(),nil if fI and not eR and a.readied==0 and not a.from.ready then fI=false f=eK(eb,true)if f then eb=ha()end end if not cT then f=ep(eb,bY(a,cM,'-',hp))if f then return f end end end if fI then if eR then local cP=math.min(1000,10+dU*2)local cq,w=aZ(a,d,t,11,cP)ep(w>0)local fU,dm=bO(a,d,t,11,cP)local b,dE if dm>0 then b,b,dE=ce(a,d,t,11,dS,dm*2+8)end local f=ep(fU>0)if dE and not f then hf(dm)end local fT=bI(a,d,cP)ep(fT>0)end local f=eK(false,false)if not cT then return f end end hf(eg)a.readied=a.readied-cG local hC,dx=a.readied>0 or a.sooner,false if hC then dx=be(a)elseif du and(cG>0 or eR)then dx=bd(a,'h')end if dx then cg(a,du)end if gb~=''and not a.isNew then if gb=='p'then redis.pcall('HSET',d.meta,'policy',dS)end if fK.worker~=''then bz(d.workers,fK.worker,a.now)end aK(a,d,120000,10000)local gA=bm(a)if not gA and cT then cT=string.gsub(cT,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return ci(cT or bY(a,cM,'-',false),dZ,cG)",
);

/** 2573 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cx,fa,eO=unpack(KEYS,1,3)local t=KEYS local y,fu,ev=unpack(ARGV,1,3)local cY=tonumber(fu)local db=tonumber(ev)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bx(cx)local co=bB(a,y)if co then return co end local dX=redis.call('ZRANGE',fa,aU(cY),aU(cY+db-1),'WITHSCORES')local cW={'ok',aU(a.now)..' '..(#dX<db*2 and'-'or aU(cY+db))}local cJ=cY==0 and redis.call('ZRANGE',eO,'0','999','WITHSCORES')or{}for b=1,#cJ,2 do cW[#cW+1]='W '..cJ[b+1]..' '..cJ[b]end local h={}for b=1,#dX,2 do h[#h+1]=dX[b]end if#h>0 then local K=bL(t,3,h,1)for b,e in ipairs(h)do local cZ,eA=string.match(K[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')cW[#cW+1]='H '..dX[b*2]..' '..(cZ or'0')..' '..e cW[#cW+1]='-'..(eA or'')end end return table.concat(cW,'\\n')",
);
