// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $hashOfBytes = "local function bg(e)local cv=#e for b=1,#e,8 do local E,F,di,dj,dk,dl,dn,dp=string.byte(e,b,b+7)cv=(cv*31+E+(F or 0)*3+(di or 0)*5+(dj or 0)*7+(dk or 0)*11+(dl or 0)*13+(dn or 0)*17+(dp or 0)*19)%65521 end return cv%16+1 end ";
const $hashNumber = "local function bf(e)local I,A=string.byte(e,1,2)if I==95 and#e==13 and A<103 and A>47 and(A<58 or A>96)then return A<58 and A-47 or A-86 end return bg(e)end ";
const $declaredHashes = "local function aT(d,I,dG)local t={}for b=1,#dG do t[tonumber(string.sub(dG,b,b),16)+1]=d[I+b-1]end return t end ";
const $readJobs = "local function bL(t,H,h,O)local y={}for b=1,#h do local e=h[b]if O==2 then y[b*2-1]=e end y[b*O]='\\t'..e end local G=bf(h[1])local dy=bf(h[#h])if G==dy then local x,cy=nil,O==2 if cy then x=redis.call('HMGET',t[H+G],unpack(y))for b=1,#h do if not x[b*2-1]then cy=false break end end end if cy then return x,t[H+G],nil,y end end local Q,cS,u,cz={},{},{},{}for b=1,#h do local n=bf(h[b])local k=t[H+n]Q[b]=k if not u[k]then u[k],cz[k]={},{}end local c,V=u[k],cz[k]for J=(b-1)*O+1,b*O do local v=#c+1 c[v],V[v]=y[J],J end end for k,c in pairs(u)do local x,V=redis.call('HMGET',k,unpack(c)),cz[k]for J=1,#c do cS[V[J]]=x[J]end end return cS,nil,Q,y end ";
const $pushPair = "local function bJ(c,E,F)local v=#c c[v+1],c[v+2]=E,F end ";
const $appendPair = "local function aM(c,E,F)if not c then return{E,F}end bJ(c,E,F)return c end ";
const $append = "local function aL(c,D)if not c then return{D}end c[#c+1]=D return c end ";
const $listFor = "local function bu(u,p)local c=u[p]if not c then c={}u[p]=c end return c end ";
const $digits = "local function aU(n)return string.format('%d',n)end ";
const $readClock = "local function bK(z)if string.byte(z)~=61 then local w=redis.pcall('TIME')if not w.err then local cm,N=w[1]+0,w[2]+0 return cm*1000+(N-N%1000)/1000,(cm-1600000000)*1000000+N end end local R=tonumber(string.match(z,'%d+'))return R,(R-1600000000000)*1000 end ";
const $HEAD = "local ag='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local aw='2  0 0 0 0 0 0'";
const $LONG = "local am='-----------------------------------------------------------------'";
const $newUnit = "local function bx(cx)return{meta=cx,readied=0,to={},from={}}end ";
const $openUnit = "local function bB(a,z)local o=redis.call('HGET',a.meta,'head')local r,C a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(o or aw,ag)a.isNew,a.head=not o,o if not r or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=bK(z)a.tick=r+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bA(a,i)local co=bB(a,i.times)if co then return co end local j=redis.call('HGET',i.replies,i.lane)if j then local n=string.match(j,'^%d+')if n==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#n+2)end if n-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bd(a,da)return a.flags~=''and string.find(a.flags,da,1,true)~=nil end ";
const $count = "local function aR(a,W,ei)if not a.totals then a.totals={}end a.totals[W]=(a.totals[W]or 0)+ei end ";
const $leave = "local function br(a,m,e)a.from[m]=aL(a.from[m],e)end ";
const $saveOld = "local function bW(a,p,ct,j)if not a.old then a.old={}end a.old[p..ct]=j end ";
const $dropJob = "local function aV(a,k,e,l)if not a.drops then a.drops={}end local c=bu(a.drops,k)c[#c+1]=e if l then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aE(a,e,cs)a.endings=aM(a.endings,e,cs)end ";
const $limitFreed = "local function bt(a,t,H,h,C)local cF,v=0,#h if bd(a,'l')then for b=1,v do local n=bf(h[b])cF=cF+redis.call('HSTRLEN',t[H+n],h[b])if cF>64000000 and b>C then for J=v,b,-1 do h[J]=nil end break end end end return#h<v end ";
const $beginEndings = "local function aN(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $turnEndings = "local function cf(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aN(a,d)end ";
const $writeEndings = "local function cj(a,d)if not a.finished and not a.endings then return end local c,r,dv={},a.lastTick if a.finished then local dJ='C'..r for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,dJ end dv=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bJ(c,a.endings[b],a.endings[b+1]..r)end end if d.endedBefore then dv=redis.call('EXISTS',d.endings)==0 end if dv then aN(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dv and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cf(a,d)end end ";
const $isRefused = "local function bl(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $headOf = "local function bh(a)local K=(a.runsMore or 0)-(a.runsLess or 0)if K~=0 then a.runs=aU(math.max(0,a.runs+K))end a.lastTick=a.lastTick or aU(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aJ(a)local P={}if not a.fields then a.fields={}end for s in pairs(a.totals)do P[#P+1]=s end for b,D in ipairs(redis.call('HMGET',a.meta,unpack(P)))do local s=P[b]local W=aU((D or 0)+a.totals[s])bJ(a.fields,s,W)bW(a,a.meta,s,D)end end ";
const $writeFields = "local function cl(a,u)local f for p,c in pairs(u)do if not f then local g=redis.pcall('HSET',p,unpack(c))if bl(g)then f=g end end end return f end ";
const $revert = "local function bT(u,cB,ct,dt,cu)for p,c in pairs(u)do for b=1,#c,2 do local s=c[b+ct]local j=cB[p..s]if not j then redis.pcall(dt,p,s)elseif cu=='ZADD'then redis.pcall(cu,p,j,s)else redis.pcall(cu,p,s,j)end end end end ";
const $commit = "local function aO(a,d,i,U)local o=bh(a)if a.totals then aJ(a)end local B=U and i.number..'\\n'..U local cr=B and a.before and#B<=#a.before local f for cw=1,2 do f=nil for m,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[m],unpack(c))if bl(g)then f=g end end end if a.writes and not f then f=cl(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.keepResults)if g.err then f=g end end end end if B and not cr and not f then local g=redis.pcall('HSET',i.replies,i.lane,B)if bl(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if bl(g)then f=g end end if a.rewrites and not f then f=cl(a,a.rewrites)end if cr and not f then local g=redis.pcall('HSET',i.replies,i.lane,B)if bl(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local cG={}for m,c in pairs(a.to)do cG[d[m]]=c end bW(a,a.meta,'head',a.head)bT(a.rewrites or{},a.old,0,'HDEL','HSET')bT({[a.meta]=aM(a.fields,'head',o)},a.old,0,'HDEL','HSET')if B and not cr and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if B and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end bT(a.writes or{},a.old,0,'HDEL','HSET')bT(cG,a.old,1,'ZREM','ZADD')return f end a.head=o if U and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for m,c in pairs(a.from)do redis.pcall('ZREM',d[m],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,am)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for p,c in pairs(a.drops)do redis.pcall('HDEL',p,unpack(c))end end if a.records then redis.pcall('HDEL',a.hash,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.hash,unpack(a.runFields))end return nil end ";
const $NEVER = "local av='9999999999999'";
const $enter = "local function aX(a,m,M,e)a.to[m]=aM(a.to[m],M,e)end ";
const $lowerDue = "local function bv(a,w)if w-a.due<0 then a.due=aU(w)end end ";
const $rewriteField = "local function bU(a,k,cA,D,j)bW(a,k,cA,j)if#D>#j then if not a.writes then a.writes={}end bJ(bu(a.writes,k),cA,D)else if not a.rewrites then a.rewrites={}end bJ(bu(a.rewrites,k),cA,D)end end ";
const $placeOf = "local function bF(dd,r)return string.format('%016d',dd*900000000000000+r)end ";
const $lastDueScore = "local function bo(w)return aU((w-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cd(M)return(M-M%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bG(M)local dd=M%10 return bF(dd,(M-dd)/10)end ";
const $parseRun = "local function bE(l)local cn,cZ,dD,eL,cp,eq,cC,dc=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')if not dc then return nil end return{state=cn,fence=cZ,attempt=dD,released=eL,place=cp,max=eq,expiresAt=cC,lines=dc}end ";
const $formatRun = "local function bc(l,cn)return table.concat({cn,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..l.lines end ";
const $withError = "local function ch(dc,R,dD,eS)local j,dz=string.match(dc,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,dz='\\n'..(string.match(dc,'\\n([^\\n]*)')or'')..'\\n',''end dz=dz..'\\n'..R..' '..dD..' '..eS local dH,cY={},1 repeat dH[#dH+1]=cY cY=string.find(dz,'\\n',cY+1)until not cY local I=math.max(1,#dH-5+1)while I<#dH and#dz-dH[I]>=800 do I=I+1 end return j..string.sub(dz,dH[I])end ";
const $expire = "local function aZ(a,d,t,H,cP)local h=redis.call('ZRANGE',d.expiring,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(cP))local dL=bt(a,t,H,h,1)local ee=0 if#h>0 then local K,G,Q=bL(t,H,h,1)local fx,fI=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if fx[b]or fI[b]then ee=ee+1 aV(a,G or Q[b],e,K[b])aE(a,e,'E')if fx[b]then br(a,'ready',e)end if fI[b]then br(a,'delayed',e)end end end a.from.expiring=h if ee>0 then aR(a,'expired',ee)end end return ee,#h,dL end ";
const $reclaimJob = "local function bP(a,d,k,e,j,cn,fE)local l,dV=bE(j),cn local ef=l and l.attempt-l.released>=tonumber(l.max)if ef then aX(a,'failed',aU(a.now),e)l.lines=ch(l.lines,aU(a.now),l.attempt,fE)dV=cn=='L'and'E'or'F'aR(a,'failed',1)else aX(a,'ready',l and l.place or bF(5,0),e)a.readied=a.readied+1 if l and l.expiresAt~='0'then aX(a,'expiring',l.expiresAt,e)bv(a,tonumber(l.expiresAt))end aR(a,'reclaimed',1)end if l and dV~='L'then bU(a,k,'\\t'..e,bc(l,dV),j)end br(a,'leased',e)return ef end ";
const $reclaim = "local function bO(a,d,t,H,cP)local h=redis.call('ZRANGE',d.leased,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(cP))local dm=0 if#h>0 then local K,G,Q=bL(t,H,h,1)for b=1,#h do local ef=bP(a,d,G or Q[b],h[b],K[b],'L','\"lease expired\"')if ef then dm=dm+1 end end end return#h,dm end ";
const $promoteDue = "local function bI(a,d,cP)local cq=redis.call('ZRANGE',d.delayed,'-inf',bo(a.now),'BYSCORE','LIMIT','0',aU(cP),'WITHSCORES')for b=1,#cq,2 do local cp=bG(cq[b+1])aX(a,'ready',cp,cq[b])br(a,'delayed',cq[b])end a.readied=a.readied+#cq/2 return#cq/2 end ";
const $nextDue = "local function by(d)local w=av for cw,m in ipairs({'leased','delayed','expiring'})do local M=redis.call('ZRANGE',d[m],'0','0','WITHSCORES')[2]if M and m=='delayed'then M=cd(M)end if M and M-w<0 then w=M end end return aU(w)end ";
const $trimEnded = "local function ce(a,d,t,H,dR,dY)local dF,cP={},math.min(1000,dY)dF.doneAge,dF.doneCount,dF.failedAge,dF.failedCount=string.match(dR,'^(%S+) (%S+) (%S+) (%S+)')local h,eU,el,er,cD,dE={},{},0,0,false,false for cw,m in ipairs({'done','failed'})do local em,dA,cB=tonumber(dF[m..'Age']),tonumber(dF[m..'Count']),{}if em then cB=redis.call('ZRANGE',d[m],'-inf',aU(a.now-em),'BYSCORE','LIMIT','0',aU(cP))end local V=#(a.to[m]or{})/2 er=er+V if dA then local v=redis.call('ZCARD',d[m])local ed=v+V-dA dE=dE or ed>v if ed>#cB then cB=redis.call('ZRANGE',d[m],'0',aU(math.min(ed,cP)-1))end end cD=cD or#cB>=cP for b=1,#cB do h[#h+1]=cB[b]eU[#h]=m end end if#h>0 then local dL=bt(a,t,H,h,er+1)cD=cD or dL local ev={}for cw,m in ipairs({'ready','delayed','leased'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do ev[b]=ev[b]or M end end local K,G,Q=bL(t,H,h,1)for b=1,#h do local e,es=h[b],eU[b]=='failed'if es then br(a,'failed',e)else br(a,'done',e)end if not ev[b]then el=el+1 aV(a,G or Q[b],e,K[b])aE(a,e,es and'F'or'C')if es then aR(a,'purged',1)end end end end return el,cD,dE end ";
const $ageEndings = "local function aK(a,d,em,gm)local v=redis.call('HLEN',d.endings)if v<gm then return end local ez=redis.call('HGET',d.endings,'')if not ez then aN(a,d)end if v>=1000000 or ez and a.now-ez>em then cf(a,d)if v==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function bR(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bi(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function bS(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner end ";
const $hasListeners = "local function be(a)if a.flags~='h'and not bd(a,'h')then return a.isNew end if bd(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cg(a,du)local cq='-'if a.due~=av then cq=aU(math.max(0,a.due-a.now))end local n=du and'0'or'-'if a.readied>0 then n=a.readied==1 and'1'or aU(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..cq)end ";
const $timeOf = "local function cc(r)return(r-r%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bH(cp)return(cp-cp%900000000000000)/900000000000000 end ";
const $dueScore = "local function aW(r,dd)return aU(r*10+dd)end ";
const $tickAt = "local function cb(a,eI,w)if not a.ticks then a.ticks={}end local fD,I,r={},(w-1600000000000)*1000,nil for b=1,1000 do fD[b]=I local dP=a.ticks[I]if not dP then local cY,gM=aU(I*10),aU(I*10+9999)local M=redis.call('ZRANGE',eI,gM,cY,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dP=M and(M-M%10)/10 or I-1 end if dP<I+999 then r=dP+1 break end I=math.max(I+1000,dP-dP%1000)end r=r or I for cw,ft in ipairs(fD)do a.ticks[ft]=r end return r end ";
const $addListener = "local function aG(a)local j=redis.call('HGET',a.meta,'heard')local dx=bd(a,'h')and j or'0'if dx-a.now>300000 then return false end if not bd(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bJ(a.fields,'heard',aU(a.now+600000))bW(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bm(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bp(d,h)local x=redis.call('HMGET',d.endings,unpack(h))for b,dJ in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do x[b]=x[b]or dJ end return x end ";
const $reasonNotHeld = "local function bN(l,dB,cJ,d,h,b)if not l then cJ=cJ or bp(d,h)return string.sub(cJ[b]or'U',1,1),cJ end local cn,cZ=string.match(l,'^(%a) (%d+)')if cn=='E'then return'F',cJ end if cn=='L'or cn=='W'and cZ~=string.sub(dB,3,17)then return'A',cJ end return cn or'U',cJ end ";
const $isHeld = "local function bk(l,dB)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(dB,2,18)end ";
const $extendLease = "local function ba(a,d,k,e,l,j,dg)aX(a,'leased',aU(dg),e)bv(a,dg)if j and dg-j<0 then a.sooner=true end if j then bW(a,d.leased,e,j)elseif string.sub(l,1,1)=='E'then br(a,'failed',e)bU(a,k,'\\t'..e,'L'..string.sub(l,2),l)else br(a,'ready',e)br(a,'expiring',e)end end ";
const $MOST_WORKERS = "local au='-1001'";
const $noteWorker = "local function bz(eO,eB,R)if redis.pcall('ZADD',eO,aU(R),eB)==1 then redis.call('ZREMRANGEBYRANK',eO,'0',au)end end ";
const $countReadable = "local function aS(t,H,h,v,cF)local n=0 for b=1,v do local V=bf(h[b])cF=cF+redis.call('HSTRLEN',t[H+V],h[b])if cF>2000000 then break end n=b end return n end ";
const $writeField = "local function ck(a,k,cA,D)if not a.writes then a.writes={}end bJ(bu(a.writes,k),cA,D)end ";
const $rewriteRun = "local function bV(a,k,e,l,cp,eY)local ea=bE(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',lines='\\n\\n'}ea.place=cp if eY then ea.attempt,ea.released='0','0'end local en=bc(ea,'W')if l then bU(a,k,'\\t'..e,en,l)else ck(a,k,'\\t'..e,en)a.runsMore=(a.runsMore or 0)+1 end return ea.expiresAt end ";
const $makeReady = "local function bw(a,k,e,l,cp,eY)local cC=bV(a,k,e,l,cp,eY)aX(a,'ready',cp,e)a.readied=a.readied+1 return cC end ";

/** 8444 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eQ=KEYS local dG,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local gO={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local t,cM,ey,fq=aT(eQ,11,dG),{},{},0 bt(a,t,0,h,1)for b in ipairs(h)do cM[b]='U'end for cw,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then local e=h[b]if not ey[e]then cM[b],ey[e]=gO[m],gO[m]end if string.find(ey[e],'%l')then br(a,m,e)end end end end local K,G,Q=bL(t,0,h,1)for b,e in ipairs(h)do if string.find(cM[b],'%l')then aV(a,G or Q[b],e,K[b])aE(a,e,'X')br(a,'expiring',e)fq=fq+1 end end if fq>0 then aR(a,'cancelled',fq)end local cT=table.concat(cM)local f if fq>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)return'ok\\n'..cT",
);

/** 14265 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11]}local t=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eu,hR,dR=unpack(ARGV,4,6)local db=tonumber(eu)",
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
  "local hk='- - 2592000000 100000'local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local eT=a.now-a.due>=0 if dR==''then dR=redis.call('HGET',d.meta,'policy')or hk end local o=bi(a)local fB,cD,fW=0,false,nil local function eo(dZ,U,n,gr)local f if dZ then f=aO(a,d,i,U)end if f then bS(a,o)fW,n=f,0 else cj(a,d)o=bi(a)fB,cD=fB+n,cD or gr end bR(a)return n end local ee,fV,dm,fU=0,0,0,0 if eT then local n,eX,dL=aZ(a,d,t,11,db)ee=eo(eX>0,nil,n,dL or eX>=db)local fg,fA=bO(a,d,t,11,db)fg=eo(fg>0,nil,fg,fg>=db)dm=math.min(fg,fA)fV=fg-dm local cq=bI(a,d,db)fU=eo(cq>0,nil,cq,cq>=db)end local hV,gr=ce(a,d,t,11,dR,db)local el=eo(a.from.done or a.from.failed,nil,hV,gr)local fk=redis.call('ZRANGE',d.seen,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(db))if fk[1]then a.from.seen=fk end if eT then a.due=by(d)end local hf=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',aU(a.now-hR))cD=cD or#fk>=db local cT=table.concat({fV,dm,fU,ee,el,hf,cD and 1 or 0},' ')local fR=fB+hf>0 and not a.isNew and not fW eo(fR or fk[1]or eT and not a.isNew,fR and cT,0)if fB==0 then aK(a,d,86400000,1)end if a.readied>0 and be(a)then cg(a)end if fW and fB==0 then return fW end return'ok\\n'..cT",
);

/** 1486 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cx,fc,eI,fb=unpack(KEYS,1,4)local dm,gg,eO=unpack(KEYS,5,7)local z,P=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bx(cx)local co=bB(a,z)if co then return co end local cW={aU(a.now)}for cw,p in ipairs({fc,eI,fb,dm,gg,eO})do cW[#cW+1]=redis.call('ZCARD',p)end local dV=redis.call('ZRANGE',fc,'0','0','WITHSCORES')[2]cW[#cW+1]=dV and aU(cc(dV%900000000000000))or'-'local gN=redis.call('HMGET',cx,unpack(P))for b,W in ipairs(gN)do gN[b]=W or'0'end return'ok\\n'..table.concat(cW,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gN,' ')",
);

/** 11594 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local t={unpack(KEYS,8,23)}local z,eu,hu=unpack(ARGV,1,3)local db=tonumber(eu)",
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
  "local aD={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bM(a,t,h)local fu,K={},{}if bd(a,'l')then local x,G,Q=bL(t,0,h,1)for b,e in ipairs(h)do fu[b],K[b]=redis.call('HSTRLEN',G or Q[b],e)>0,x[b]end else local x=bL(t,0,h,2)for b in ipairs(h)do fu[b],K[b]=x[b*2-1]and true,x[b*2]end end return fu,K end local function bQ(k,e,l)local cp,cC=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',k,e)<100000 then local o=string.match(redis.call('HGET',k,e),'^[^:]*')cp,cC=cp or string.match(o,'^%d+'),string.match(o,' x(%d+)')or cC end return cp and#cp==16 and cp or bF(5,0),cC~='0'and cC end local function aI(d,m,e,M)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[m],M,e))=='number'end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bx(d.meta)local co=bB(a,z)if co then return co end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(t))==0 then return'ok\\n1 0 0 0 0 0 0'end local gQ=redis.call('HGET',d.meta,'audit')local eb,eH=string.match(gQ or'','^([1-9]%d*) (%d+)$')eb,eH=tonumber(eb)or 1,eH or'0'if eb>23 then eb=1 end if hu=='0'and eb==1 and eH=='0'then return'ok\\n1 0 0 0 0 0 0'end local gx,gh,fA,fd,ff,eX,gI,cF,gn=0,0,0,0,0,0,0,0,false local function gF(hv,p,cP)local U=redis.call(hv,p,eH,'COUNT',aU(cP))eH=U[1]return U[2]end local function fZ(m,h)return redis.call('ZCARD',d[m])>0 and redis.call('ZMSCORE',d[m],unpack(h))or{}end local hz=(a.now-1600000000000)*1000+86400000000 local function gP(e,cC)if not cC then return true end bv(a,tonumber(cC))return aI(d,'expiring',e,cC)end local function hN(e,l)fA=fA+1 for cw,m in ipairs(aa)do redis.call('ZREM',d[m],e)end redis.call('ZREM',d.expiring,e)if l then redis.call('HDEL',t[bf(e)],'\\t'..e)a.runs=aU(math.max(0,a.runs-1))end end local function hF(e,l,m,eZ)gh=gh+1 local eR for cw,dY in ipairs(aD[string.sub(l or'',1,1)]or aa)do eR=eR or eZ[dY]and dY end eR=eR or m for cw,ex in ipairs(aa)do if ex~=eR then redis.call('ZREM',d[ex],e)end end return eR end local function gR(ek)local h,fY={},{}for b=1,#ek/2 do h[b],fY[b]=ek[b*2-1],ek[b*2]end return h,fY end local function hs(m,ek)local h,fY=gR(ek)if#h==0 then return 0 end local fu,K=bM(a,t,h)local gW={}for cw,ex in ipairs(aa)do if ex~=m then gW[ex]=fZ(ex,h)end end for b,e in ipairs(h)do local l,eZ=K[b],nil for ex,x in pairs(gW)do if x[b]then eZ=eZ or{[m]=true}eZ[ex]=true end end if not fu[b]then hN(e,l)else local eR=eZ and hF(e,l,m,eZ)or m if eR=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cp,cC=bQ(t[bf(e)],e,nil)if gP(e,cC)and aI(d,'ready',e,cp)then fd=fd+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local r=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if m=='ready'then r=math.max(r,fY[b]%900000000000000-1000)end if r>a.tick and r<hz then a.tick=r ff=1 end end end return#h end local O=1 local function hP(k,cP)local fQ,j=bd(a,'l'),cF if fQ and eH=='0'and redis.call('HLEN',k)<=db then return redis.call('HKEYS',k)end local ek,y=gF('HSCAN',k,fQ and O or cP),{}for b=1,#ek,2 do local cA,v=ek[b],#ek[b+1]y[#y+1]=cA cF=cF+v if v>2100 and string.sub(cA,1,1)~='\\t'and not bd(a,'l')then a.flags=a.flags..'l'end end O=cF-j<100000 and O*2 or 1 return y end local function hr(k,y)local h={}for cw,cA in ipairs(y)do if string.sub(cA,1,1)~='\\t'then h[#h+1]=cA elseif redis.call('HEXISTS',k,string.sub(cA,2))==0 then fd=fd+1 redis.call('HDEL',k,cA)end end if#h==0 then return#y end local x={}for cw,m in ipairs(aa)do for b,M in ipairs(fZ(m,h))do x[b]=x[b]or M end end for b,e in ipairs(h)do if not x[b]then local l=redis.call('HGET',k,'\\t'..e)local cn=string.sub(l or'',1,1)local m,M,cC=cn=='C'and'done',aU(a.now),nil if cn=='F'or cn=='E'then m='failed'end if not m then m='ready'M,cC=bQ(k,e,l)local r=M%900000000000000 if cc(r)>a.now then m,M='delayed',aW(r,bH(M))bv(a,cc(r))a.sooner=true end end if gP(e,cC)and aI(d,m,e,M)then gx=gx+1 if m=='ready'then a.readied=a.readied+1 end end end end return#y end local function hS()local y,eg=0,0 for b=1,16 do y=y+redis.call('HLEN',t[b])end for cw,m in ipairs(aa)do eg=eg+redis.call('ZCARD',d[m])end return y,eg end repeat local n=0 local cP=db-eX if eb<=5 then n=hs(aa[eb],gF('ZSCAN',d[aa[eb]],cP))elseif eb<22 then local k=t[eb-5]n=hr(k,hP(k,cP))elseif eb==22 then local h=gR(gF('ZSCAN',d.expiring,cP))n=#h if n>0 then local fc,eI=fZ('ready',h),fZ('delayed',h)for b,e in ipairs(h)do if not fc[b]and not eI[b]then fd=fd+1 redis.call('ZREM',d.expiring,e)end end end else local y,eg=hS()if y-eg~=tonumber(a.runs)then a.runs=aU(math.max(0,y-eg))ff=ff+1 end local fX=a.completed+eg-redis.call('ZCARD',d.done)for cw,W in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do fX=fX+(W or 0)end if fX~=tonumber(a.enqueued)then a.enqueued=aU(fX)ff=ff+1 end eH='0'end eX,gI=eX+n,gI+math.max(n,db/25)if eH=='0'then gn=eb==23 eb=eb%23+1 end until gn or gI>=db or cF>2000000 bW(a,d.meta,'audit',gQ)a.fields={'audit',eb..' '..eH}local dx=(a.readied>0 or a.sooner)and be(a)local f=aO(a,d)if f then return f end if dx then cg(a)end return'ok\\n'..table.concat({gn and 1 or 0,eX,gx,gh,fA,fd,ff},' ')",
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  "local cx=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local hA=KEYS local hp={unpack(KEYS,35)}",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  "local a=bx(cx)local g=bA(a,i)if g then return g end if bd(a,'l')then for b=1,16 do local k,ex=t[2+b],hA[18+b]local v=redis.call('HLEN',k)if v>0 and v<=64 then redis.call('RENAME',k,ex)redis.call('PEXPIRE',ex,'1')end end end redis.call('UNLINK',unpack(hp))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
);

/** 4067 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "hash", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local s=unpack local m=redis.call local J=string.match local f=redis.pcall local A=string.sub local k=string.format local aa=string.find local N=type local v,ao,cg,E=s(KEYS,1,4)local Y,ag,as,cj=s(ARGV,1,4)local K=ARGV local bi='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bf='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bg='9999999999999'local bh='2  0 0 0 0 0 0'local aF=0 local aS local i,H,az,av,ay,ac,ax,aw,z,w,F,t,ai,r local b repeat local Z do local n=m('HGET',v,'head')local M,V i,M,H,az,av,ay,ac=J(n or bh,bf)ax,aw=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then Z='other_layout'else repeat if string.byte(as)~=61 then local au=f('TIME')if not au.err then local aP,ap=au[1]+0,au[2]+0 z,V=aP*1000+(ap-ap%1000)/1000,(aP-1600000000)*1000000+ap break end end local aN=tonumber(J(as,'%d+'))z,V=aN,(aN-1600000000000)*1000 break until true w=M+0 if w<V then w=V end if V<0 or w>=899000000000000 then Z='bad_clock'else Z=nil end end end if Z then b=Z break end local o=m('HGET',E,Y)if o then local h=J(o,'^%d+')if h==ag then if not ax then f('HINCRBY',v,'replayed',1)end b='again\\n'..A(o,#h+2)break end if h-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if ax then return'odd'end do local bF=cj*900000000000000 local al=bF+w local bV=bF+(z+1-1600000000000)*1000 local aR,p,aq,at for bE=5,#K,2 do local j,bP=K[bE],K[bE+1]al=al+1 if#K==6 then aq=k('%016d',al)else local ad=al%100 if ad==0 or not at then at=k('%014d',(al-ad)/100)end aq=at..A(bi,ad*2+1,ad*2+2)end local L=aq..(al>=bV and' c'..k('%d',z)..':'or':')..bP if#bP>2000 and not(i~=''and aa(i,'l',1,true)~=nil)then i=i..'l'end if aR then do local a=aR local I=aq local d=#a a[d+1],a[d+2]=I,j end do local a=p local d=#a a[d+1],a[d+2]=j,L end else aR,p={aq,j},{j,L}end end aS,t=aR,{[cg]=p}aF=#aR/2 w=w+aF av=k('%d',av+aF)end local aL if i~='h'and not(i~=''and aa(i,'h',1,true)~=nil)then aL=ax else if i~=''and aa(i,'p',1,true)~=nil then aL=false else if w%32~=0 or(m('HGET',v,'heard')or'0')-z>0 then aL=true else i=string.gsub(i,'h','')aL=false end end end local c do local n ai=ai or k('%d',w)n='2 '..i..' '..ai..' '..H..' '..az..' '..av..' '..ay..' '..ac local B=ag..'\\n-'local an=B and F and#B<=#F local a for bD=1,2 do a=nil if aS then if not a then local d=f('ZADD',ao,s(aS))if d~=0 and d~=1 and N(d)=='table'then a=d end end end if t and not a then do local x=t local d for u,e in pairs(x)do if not d then local g=f('HSET',u,s(e))if g~=0 and g~=1 and N(g)=='table'then d=g end end end a=d end end if B and not an and not a then local d=f('HSET',E,Y,B)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a then local d d=f('HSET',v,'head',n)do local aH do local e=d aH=e~=0 and e~=1 and N(e)=='table'end if aH then a=d end end end if an and not a then local d=f('HSET',E,Y,B)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a or true or A(a.err,1,3)~='OOM'then break end m('HDEL',v,'')end if a then local aJ={}if aS then aJ[ao]=aS end do local o=aw if not r then r={}end r[v..'head']=o end local function ah(x,br,bq,bt,ar)local bj=pairs local d=redis.pcall for u,e in bj(x)do for g=1,#e,2 do local ae=e[g+bq]local o=br[u..ae]if not o then d(bt,u,ae)elseif ar=='ZADD'then d(ar,u,o,ae)else d(ar,u,ae,o)end end end end ah({},r,0,'HDEL','HSET')local function bl(d,I,O)if not d then return{I,O}end do local e=#d d[e+1],d[e+2]=I,O end return d end ah({[v]=bl(nil,'head',n)},r,0,'HDEL','HSET')if B and not an and F then f('HSET',E,Y,F)end if B and not F then f('HDEL',E,Y)end ah(t or{},r,0,'HDEL','HSET')ah(aJ,r,1,'ZREM','ZADD')c=a else aw=n if not F then f('PEXPIRE',E,J(as,'%d+$'))end c=nil end end if c then return c end if aL then do local aI='-'if H~=bg then aI=k('%d',math.max(0,H-z))end local h='-'if aF>0 then h=aF==1 and'1'or k('%d',aF)end f('PUBLISH',A(v,1,-5)..'wake',h..' '..aI)end end return'ok\\n-'",
);

/** 10041 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "maxLength", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eQ=KEYS local dG,ha=ARGV[4],ARGV[5]local dM=ARGV ",
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
  "local ak={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bb(a,fT)if#fT>2000 and not bd(a,'l')then a.flags=a.flags..'l'end end local function bZ(a,d,h)local gJ={}for b,dg in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dg and dg-a.now>0 then gJ[h[b]]='S'end bW(a,d.seen,h[b],dg)end for cw,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then gJ[h[b]]=ak[m]end end end return gJ end local function aF(a,d,t,dM,I)local cH,dI={},I while dM[dI]do local n,fK=string.match(dM[dI],'^%d (%d+) %S+ (%S+)')if fK~='-'then for b=1,n do cH[#cH+1]=dM[dI+b*2-1]end end dI=dI+n*2+1 end local cJ,cM,fr={},{},{}if#cH>0 then cJ=bZ(a,d,cH)end dI=I while dM[dI]do local dd,n,hj,fK,eq,hh=string.match(dM[dI],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+)')local fj,fN=string.sub(hj,1,1),tonumber(string.sub(hj,2))for b=1,n do local e,fT=dM[dI+b*2-1],dM[dI+b*2]local cs=cJ[e]if not cs then a.tick=a.tick+1 local r=a.tick cs='r'if fj=='+'and fN>0 then cs,r='d',cb(a,d.delayed,a.now+fN)elseif fj=='@'and fN>a.now then cs,r='d',cb(a,d.delayed,fN)end local cp=bF(dd,r)local eM=cc(r)~=a.now and' c'..aU(a.now)or''if eq~='-'then eM=eM..' m'..eq end if hh~='-'then local cC=a.now+hh eM=eM..' x'..aU(cC)aX(a,'expiring',aU(cC),e)bv(a,cC)end if cs=='r'then aX(a,'ready',cp,e)a.readied=a.readied+1 else aX(a,'delayed',aW(r,dd),e)a.sooner=true bv(a,cc(r))end bb(a,fT)local k=bf(e)bJ(bu(a.writes,t[k]),e,cp..eM..':'..fT)if fK~='-'and fK~='0'then aX(a,'seen',aU(a.now+fK),e)end cJ[e]=string.upper(cs)fr[e]=true end cM[#cM+1]=cs end dI=dI+n*2+1 end return table.concat(cM),cH,fr end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $isRegistered,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.writes={}local cM,cH,fr=aF(a,d,aT(eQ,10,dG),dM,6)local cw,fe=string.gsub(cM,'%l','')if ha~=''and fe>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fe>tonumber(ha)then return'full'end if a.to.seen then local fk=redis.call('ZRANGE',d.seen,'-inf',aU(a.now),'BYSCORE','LIMIT','0',aU(fe*2+8))for b,e in ipairs(fk)do if not fr[e]then br(a,'seen',e)end end end a.enqueued=aU(a.enqueued+fe)if fe<#cM then aR(a,'duplicates',#cM-fe)end local gB=bm(a)local dx=(a.readied>0 or a.sooner)and be(a)if a.isNew then a.fields={'born',aU(a.now)}aG(a)end local f=aO(a,d,i,cM)if f then return f end local eF={}for b,e in ipairs(cH)do if fr[e]then eF[#eF+1]=eQ[10+#dG+b-1]end end if#eF>0 then if redis.call('EXISTS',unpack(eF))>50 then for b,p in ipairs(eF)do redis.pcall('PEXPIRE',p,'1')end else redis.pcall('UNLINK',unpack(eF))end end if dx then cg(a)end return'ok\\n'..cM..(gB and''or'\\nu')",
);

/** 8781 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "hashes", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eQ=KEYS local fP,eB,dG,fm=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local dg,cM,f=a.now+fP,{},nil local h={}for b,dB in ipairs(fm)do h[b]=string.sub(dB,19)end local K,G,Q=bL(aT(eQ,10,dG),0,h,1)local eJ=redis.call('ZMSCORE',d.leased,unpack(h))local cJ for b,e in ipairs(h)do if bk(K[b],fm[b])then cM[b]='l'ba(a,d,G or Q[b],e,K[b],eJ[b],dg)else cM[b],cJ=bN(K[b],fm[b],cJ,d,h,b)end end local cT=table.concat(cM)..'\\n'..aU(dg)local dx=a.sooner and be(a)if a.to.leased or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end if eB~=''and not a.isNew then bz(d.workers,eB,a.now)end return'ok\\n'..cT",
);

/** 11800 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local t=KEYS local i={replies=KEYS[27],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eB,fv,eu,dR=unpack(ARGV,4,7)local cY=tonumber(fv)local db=tonumber(eu)",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h,dP,dm=redis.call('ZRANGE',d.leased,aU(cY),aU(cY+db-1)),0,0 if#h>0 then local K,G,Q=bL(t,10,h,1)for b,e in ipairs(h)do if string.match(K[b]or'','^L[^\\n]*\\n([^\\n]*)')==eB then local ef=bP(a,d,G or Q[b],e,K[b],'W','\"its worker failed\"')dP,dm=dP+1,dm+(ef and 1 or 0)end end end local gX=#h<db local cT=dP..'\\n'..(gX and'-'or aU(cY+db-dP))local dx,f=a.readied>0 and be(a),nil local cw,dE if dm>0 then cw,cw,dE=ce(a,d,t,10,dR,dm*2+8)end if dP>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)if dE then bR(a)ce(a,d,t,10,dR,dm*2+8)f=aO(a,d)if not f then cj(a,d)end end if dx then cg(a)end if gX then redis.call('ZREM',d.workers,eB)end return'ok\\n'..cT",
);

/** 64 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  "local eE=KEYS[1]local s=ARGV[1]redis.call('ZREM',eE,s)return'ok'",
);

/** 1967 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "hash", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cx,fc,eI,fb=unpack(KEYS,1,4)local dm,gg,k,hO,ey=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local z,e,ea=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $lastEndings,
  "local a=bx(cx)local co=bB(a,z)if co then return co end local cW,fz={aU(a.now),'-'..a.flags},false for cw,p in ipairs({fc,eI,fb,dm,gg})do local M=redis.call('ZSCORE',p,e)fz=fz or M cW[#cW+1]=M or'-'end cW[#cW+1]=redis.call('ZRANK',fc,e)or'-'cW[#cW+1]=redis.call('ZSCORE',ey,e)or'-'local dJ=not fz and bp(d,{e})[1]or'-'local dO=fz and string.find(ea,'d')and redis.call('HGET',k,e)or''if fz and string.find(ea,'h')and redis.call('HSTRLEN',k,e)<100000 then dO=string.match(redis.call('HGET',k,e)or'','^[^:]*:')or''end local dA=not a.isNew and string.find(ea,'r')and redis.call('GET',hO)if dA then local gi=string.match(dA,'^C (%d+)')if not gi or gi-(redis.call('HGET',cx,'born')or gi)<0 then dA=nil end end return{'ok\\n'..table.concat(cW,' ')..'\\n'..dJ,dO,redis.call('HGET',k,'\\t'..e)or'',dA or''}",
);

/** 1418 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local fb=KEYS[1]local t=KEYS local fm=ARGV ",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  "local h,gT,cW={},{},{''}for b,dB in ipairs(fm)do h[b]=string.sub(dB,19)end local eJ,x=redis.call('ZMSCORE',fb,unpack(h)),bL(t,1,h,2)for b,dB in ipairs(fm)do local dO,l=x[b*2-1],x[b*2]local fi=eJ[b]and dO and l and string.sub(l,1,18)==string.sub(dB,1,18)gT[b]=fi and'1'or'0'if fi then cW[#cW+1]=dO end end cW[1]='ok\\n'..table.concat(gT)return cW",
);

/** 78 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  "local gE=KEYS[1]local fj,s=ARGV[1],ARGV[2]redis.call('HSET',gE,fj,s)return'ok'",
);

/** 2719 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cx,cn=KEYS[1],KEYS[2]local t=KEYS local z,fv,eu=unpack(ARGV,1,3)local cY=tonumber(fv)local db=tonumber(eu)",
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
  "local a=bx(cx)local co=bB(a,z)if co then return co end local ek,h,dc=redis.call('ZRANGE',cn,aU(cY),aU(cY+db-1),'WITHSCORES'),{},{}for b=1,#ek,2 do h[#h+1]=ek[b]end if bd(a,'l')then local fn=math.max(1,aS(t,2,h,#h,0))for b=fn+1,#h do h[b]=nil end end local cW={''}if#h>0 then local x=bL(t,2,h,2)for b,e in ipairs(h)do dc[b]='\\n'..ek[b*2]..' '..e cW[b*2],cW[b*2+1]=x[b*2-1]or'',x[b*2]or''end end cW[1]='ok\\n'..aU(a.now)..' '..redis.call('ZCARD',cn)..table.concat(dc)return cW",
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
  "local eE=KEYS[1]return'ok\\n'..redis.call('ZCARD',eE)",
);

/** 7427 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "hash", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],hash=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fP,dB,hL=unpack(ARGV,4,6)",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local e=string.sub(dB,19)local j=redis.call('HGET',d.hash,'\\t'..e)local eJ=redis.call('ZSCORE',d.leased,e)local cs,l='l',j if not bk(j,dB)then cs=bN(j,dB,nil,d,{e},1)else if fP~=''then ba(a,d,d.hash,e,j,eJ,a.now+fP)a.rewrites=nil l='L'..string.sub(j,2)end local I,dz=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')bU(a,d.hash,'\\t'..e,(I or l..'\\n\\n')..hL..(dz or''),j)end local dx,f=a.sooner and be(a),nil if cs=='l'or not a.isNew then f=aO(a,d,i,cs)end if f then return f end if dx then cg(a)end return'ok\\n'..cs",
);

/** 8521 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3]}local i={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eQ=KEYS local dG,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local cM,ey={},{}local K,G,Q=bL(aT(eQ,5,dG),0,h,1)for b,M in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]cM[b]=M and not ey[e]and'd'or'U'if cM[b]=='d'then ey[e]=true a.tick=a.tick+1 bw(a,G or Q[b],e,K[b],bF(M%10,a.tick),false)br(a,'delayed',e)end end local cT=table.concat(cM)local dx,f=a.readied>0 and be(a),nil if a.readied>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end return'ok\\n'..cT",
);

/** 7842 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5]}local t=KEYS local i={replies=KEYS[22],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eu,W,cs=unpack(ARGV,4,6)local db=tonumber(eu)",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h=redis.call('ZRANGE',d.state,'0',aU(db-1))if#h>0 then bt(a,t,5,h,1)local K,G,Q=bL(t,5,h,1)for b,e in ipairs(h)do aV(a,G or Q[b],e,K[b])aE(a,e,cs)end a.from.state,a.from.expiring=h,h if W~=''then aR(a,W,#h)end end local cT=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end cj(a,d)return'ok\\n'..cT",
);

/** 81 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local eE=KEYS[1]return'ok\\n'..table.concat(redis.call('ZRANGE',eE,'0','-1'),'\\n')",
);

/** 8816 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local db,fC=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local h,ey={},{}if#fC==0 then if db>0 then h=redis.call('ZRANGE',d.failed,'0',aU(db-1))end else for b,M in ipairs(redis.call('ZMSCORE',d.failed,unpack(fC)))do if M and not ey[fC[b]]then h[#h+1]=fC[b]ey[fC[b]]=true end end end if#h>0 then local K,G,Q=bL(t,5,h,1)for b,e in ipairs(h)do local cp=string.match(K[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local dV=bF(cp and bH(cp)or 5,a.tick)local cC=bw(a,G or Q[b],e,K[b],dV,true)if cC~='0'then aX(a,'expiring',cC,e)bv(a,tonumber(cC))end end a.from.failed=h aR(a,'redriven',#h)end local cT=#h..' '..redis.call('ZCARD',d.failed)-#h local dx,f=a.readied>0 and be(a),nil if#h>0 or not a.isNew then f=aO(a,d,i,cT)end if f then return f end if dx then cg(a)end return'ok\\n'..cT",
);

/** 68 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  "local eE=KEYS[1]local s=ARGV[1]redis.call('ZADD',eE,'0',s)return'ok'",
);

/** 442 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cx=KEYS[1]local z=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cx)==1 then local R=bK(z)redis.call('HSET',cx,'registered',aU(R))end return'ok'",
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
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local hi,f=bd(a,'p'),nil if hi then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aO(a,d,i,'-')end if f then return f end if hi then a.readied=redis.call('ZCARD',d.ready)if be(a)then cg(a)end end return'ok\\n-'",
);

/** 273 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  "local eE,gE=KEYS[1],KEYS[2]local fj=ARGV[1]local I,P=redis.call('HGET',gE,fj)or'',{'ok'}for cw,s in ipairs(redis.call('ZRANGE',eE,'['..I,'+','BYLEX'))do P[#P+1]=s end for cw,s in ipairs(redis.call('ZRANGE',eE,'-','('..I,'BYLEX'))do P[#P+1]=s end return table.concat(P,'\\n')",
);

/** 9769 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "hash", "items..."],
  "local s=unpack local m=redis.call local J=string.match local aB=string.byte local f=redis.pcall local bk=tonumber local A=string.sub local aa=string.find local k=string.format local N=type local v,ao,aY,bK,bJ,E=s(KEYS,1,6)local Y=ARGV[1]local ag=ARGV[2]local as=ARGV[3]local aE=KEYS local bL,ch,bN,bM=s(ARGV,4,7)local aZ=KEYS local h=ARGV[8]local K=ARGV local bi='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bf='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bg='9999999999999'local bh='2  0 0 0 0 0 0'local bC='-----------------------------------------------------------------'local aA local i,H,az,av,ay,ac,ax,aw,z,w,F,bR,aj,bT,G,bA,bc,be,bz,t,bd,bB,r,aG,ai,by,bS local b repeat local Z do local n=m('HGET',v,'head')local M,V i,M,H,az,av,ay,ac=J(n or bh,bf)ax,aw=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then Z='other_layout'else repeat if aB(as)~=61 then local au=f('TIME')if not au.err then local aP,ap=au[1]+0,au[2]+0 z,V=aP*1000+(ap-ap%1000)/1000,(aP-1600000000)*1000000+ap break end end local aN=bk(J(as,'%d+'))z,V=aN,(aN-1600000000000)*1000 break until true w=M+0 if w<V then w=V end if V<0 or w>=899000000000000 then Z='bad_clock'else Z=nil end end end if Z then b=Z break end local o=m('HGET',E,Y)if o then local a=J(o,'^%d+')if a==ag then if not ax then f('HINCRBY',v,'replayed',1)end b='again\\n'..A(o,#a+2)break end if a-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if z-H>=0 or i~=''and aa(i,'p',1,true)~=nil then return'odd'end if i~=''and aa(i,'l',1,true)~=nil and m('EXISTS',bK)==1 then return'odd'end bR=true local W,aU='-',bk(bL)if K[9]then local q,d=aE[6+bk(h,16)+1],#K-9+1 if aZ[23]then d=d-(#aZ-23+2)do local cd=9+d aj={}for e=0,#aZ-23 do do local a=aj local I=aZ[23+e]local O='C '..k('%d',z)..' '..K[cd+e]local c=#a a[c+1],a[c+2]=I,O end end bT=K[#K]end end if d>1 then do local a=d repeat local g,p={},{}for e=1,a do local j=A(K[9+e-1],19)g[e],p[e]=j,'\\t'..j end local ba=m('HMGET',q,s(p))for e=1,a do local y=ba[e]if not y or A(y,1,18)..g[e]~=K[9+e-1]then g=nil break end end if not g then W=nil break end if i~=''and aa(i,'l',1,true)~=nil then local R=0 for e=1,a do R=R+m('HSTRLEN',q,g[e])end if R>32000000 then W=nil break end end G=g ac=k('%d',ac+a)bA=a bc,be,bz=q,g,p W=string.rep('c',a)break until true end else do local bQ=K[9]local j=A(bQ,19)local ab='\\t'..j local y=m('HGET',q,ab)if not y or A(y,1,18)..j~=bQ then W=nil else G={j}ac=k('%d',ac+1)bA=1 bc,be=q,{j,ab}W='c'end end end end if not W then return'odd'end local af,D,l local bH=false if aU>0 then local P,T,S,Q,ak do local a,c,aX,bm,d,e,g local j,X,R,bn=0,0,0,false local at local ck=' '..bM..' 0\\n'..bN repeat local n if X==0 then n=m('ZRANGE',ao,'0',bL)else n=m('ZRANGE',ao,k('%d',X),k('%d',X+aU-j))end local o,bO=#n,aU-j e=o>bO if e then o=bO end local function aK(p)local q=string.byte local u,am=q(p,1,2)if u==95 and#p==13 and am<103 and am>47 and(am<58 or am>96)then return am<58 and am-47 or am-86 end do local bv=#p for x=1,#p,8 do local I,O,bX,bY,bZ,cc,ce,cf=q(p,x,x+7)bv=(bv*31+I+(O or 0)*3+(bX or 0)*5+(bY or 0)*7+(bZ or 0)*11+(cc or 0)*13+(ce or 0)*17+(cf or 0)*19)%65521 end return bv%16+1 end end if i~=''and aa(i,'l',1,true)~=nil and(o>1 or X>0)then local aQ do local p=n local q=o local u=R local x=0 for y=1,q do local aO=aK(p[y])u=u+m('HSTRLEN',aE[6+aO],p[y])if u>2000000 then break end x=y end aQ=x end if aQ==0 and X==0 then aQ=1 end bn=aQ<o o=aQ e=e or bn end for p=#n,o+1,-1 do n[p]=nil end if o>0 then local U,C,aD,p if o==1 then local q=aK(n[1])C,p=aE[6+q],{n[1],'\\t'..n[1]}U=m('HMGET',C,p[1],p[2])else do local q=n repeat local u={}for x=1,#q do local y=q[x]u[x*2-1]=y u[x*2]='\\t'..y end local x=aK(q[1])local al=aK(q[#q])if x==al then local y,bo=nil,true if bo then y=m('HMGET',aE[6+x],s(u))for B=1,#q do if not y[B*2-1]then bo=false break end end end if bo then U,C,aD,p=y,aE[6+x],nil,u break end end local y,bU,B,bs={},{},{},{}for I=1,#q do local L=aK(q[I])local M=aE[6+L]y[I]=M if not B[M]then B[M],bs[M]={},{}end local O,aO=B[M],bs[M]for aM=(I-1)*2+1,I*2 do local V=#O+1 O[V],aO[V]=u[aM],aM end end for I,L in pairs(B)do local M,aO=m('HMGET',I,s(L)),bs[I]for aM=1,#L do bU[aO[aM]]=M[aM]end end U,C,aD,p=bU,nil,y,u break until true end end local q=C and t and t[C]or nil if not d then bm=z+ch d=k('%d',bm)end local function bp(x,u)local y=x[u]if not y then y={}x[u]=y end return y end for u=1,o do local x,L,y=n[u],U[u*2-1],U[u*2]local B,aW,bu,bx=C or aD[u],'0',nil,ck if L and aB(L,17)~=58 then local I,bw=J(L,'^(%d+)([^:]*)')if#(I or'')~=16 then bu,bw=k('%016d',4500000000000000),''end aW=J(bw,' x(%d+)')or aW bx=' '..(J(bw,' m(%d+)')or bM)..' '..aW..'\\n'..bN end if not L or aW~='0'then g=true end if y and G and aB(y)==76 then local bG if not bd then bd={}for bD,ca in ipairs(G)do bd[ca]=true end end bG=bd[x]g=g or bG end if L then j=j+1 local M,I=w+j,nil if o==1 then I=k('%015d',M)else local ad=M%100 if ad==0 or not at then at=k('%013d',(M-ad)/100)end I=at..A(bi,ad*2+1,ad*2+2)end local O,ab,aC=x,p[u*2],nil if y then local aV,bW,aq,ci=J(y,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')aV=k('%d',(aV or 0)+1)O=aV..'\\t'..x aC='L '..I..' '..aV..' '..(bW or'0')..' '..(aq or bu or A(L,1,16))..bx..(ci or'\\n')else aC='L '..I..' 1 0 '..(bu or A(L,1,16))..bx..'\\n'bB=(bB or 0)+1 end if y and#aC<=#y then do local aT=aC if not r then r={}end r[B..ab]=y if#aT>#y then if not t then t={}end do local V=bp(t,B)local Z=#V V[Z+1],V[Z+2]=ab,aT end else if not aG then aG={}end do local V=bp(aG,B)local Z=#V V[Z+1],V[Z+2]=ab,aT end end end else if y then if not r then r={}end r[B..ab]=y end if C then do local V=q local Z=aC if not V then q={ab,Z}else do local ad=#V V[ad+1],V[ad+2]=ab,Z end q=V end end else do local aT=aC if not t then t={}end do local V=bp(t,B)local Z=#V V[Z+1],V[Z+2]=ab,aT end end end end if j==1 then a,c,aX,aA=O,L,I,{d,x}else if j==2 then a,c={a},{c}end a[j],c[j]=O,L do local V=aA local Z=d local ad=#V V[ad+1],V[ad+2]=Z,x end end R=R+#L ai=I end end if C and q then if not t then t={[C]=q}else t[C]=q end end end X=X+o until g or not e or bn or j>=aU or X-j>=1000 if X>0 then by=X==1 and'0'or k('%d',X-1)end if j>0 then w=w+j ay=k('%d',ay+j)if bm-H<0 then H=d end if j>15 then do local n=aA local o=#n n[o+1],n[o+2]='+inf',bC end bS=true end end P,D,l,T,S,Q,ak=a,c,j,aX,d,e,g end if ak then return'odd'end if l>0 then do local a=W local c=P local d=l local e=T local g=S local j=Q if d>1 then c=table.concat(c,'\\n')end af=a..'\\n- '..g..(j and' 1 'or' 0 ')..H..' -'..i..' '..e..'\\n'..c end bH=not Q else if not(i~=''and aa(i,'h',1,true)~=nil)then return'odd'end af=W..'\\n'..k('%d',z)..' - 0 '..H..' -'..i..' -'end else af=W..'\\n'..k('%d',z)..' - 0 - -'..i..' -'end if G or aU>0 then local c do local a=af local n do local ba=(bB or 0)-(bA or 0)if ba~=0 then az=k('%d',math.max(0,az+ba))end ai=ai or k('%d',w)n='2 '..i..' '..ai..' '..H..' '..az..' '..av..' '..ay..' '..ac end local B=a and ag..'\\n'..a local an=B and F and#B<=#F local d for bD=1,2 do d=nil if aA then if not d then local e=f('ZADD',aY,s(aA))if e~=0 and e~=1 and N(e)=='table'then d=e end end end if t and not d then do local x=t local e for u,g in pairs(x)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if aj then for e=1,#aj,2 do if not d then local g=f('SET',aj[e],aj[e+1],'PX',bT)if g.err then d=g end end end end if B and not an and not d then local e=f('HSET',E,Y,B)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d then local e e=f('HSET',v,'head',n)do local aH do local g=e aH=g~=0 and g~=1 and N(g)=='table'end if aH then d=e end end end if aG and not d then do local x=aG local e for u,g in pairs(x)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if an and not d then local e=f('HSET',E,Y,B)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d or not bR or A(d.err,1,3)~='OOM'then break end m('HDEL',v,'')end if d then local aJ={}if aA then aJ[aY]=aA end do local o=aw if not r then r={}end r[v..'head']=o end local function ah(x,br,bq,bt,ar)local bj=pairs local e=redis.pcall for u,g in bj(x)do for j=1,#g,2 do local ae=g[j+bq]local o=br[u..ae]if not o then e(bt,u,ae)elseif ar=='ZADD'then e(ar,u,o,ae)else e(ar,u,ae,o)end end end end ah(aG or{},r,0,'HDEL','HSET')local function bl(e,I,O)if not e then return{I,O}end do local g=#e e[g+1],e[g+2]=I,O end return e end ah({[v]=bl(nil,'head',n)},r,0,'HDEL','HSET')if B and not an and F then f('HSET',E,Y,F)end if B and not F then f('HDEL',E,Y)end if aj then for e=1,#aj,2 do f('DEL',aj[e])end end ah(t or{},r,0,'HDEL','HSET')ah(aJ,r,1,'ZREM','ZADD')c=d else aw=n if a and not F then f('PEXPIRE',E,J(as,'%d+$'))end if by then f('ZREMRANGEBYRANK',ao,'0',by)end if bS then f('ZREM',aY,bC)end if G and m('ZREM',aY,s(G))<#G then f('ZREM',ao,s(G))f('ZREM',bK,s(G))end if be then f('HDEL',bc,s(be))end if bz then f('HDEL',bc,s(bz))end c=nil end end if c then return'odd'end end if G then if not G and true then else local a,M,bI={},ai if G then local cb='C'..M for e,j in ipairs(G)do a[e*2-1],a[e*2]=j,cb end bI=ac-#G==0 end if bI then f('HSET',bJ,'',k('%-65d',z))end local c=f('HSET',bJ,s(a))end end if bH and(i~=''and aa(i,'h',1,true)~=nil)then do local aI='-'if H~=bg then aI=k('%d',math.max(0,H-z))end local a='0'if 0>0 then a=k('%d',0)end f('PUBLISH',A(v,1,-5)..'wake',a..' '..aI)end end do local bb=af local a=D local c=l if not a then return'ok\\n'..bb end if c>1 then table.insert(a,1,'ok\\n'..bb)return a end if#a<4000 then return'ok\\n'..bb..'\\n\\n'..a end return{'ok\\n'..bb,a}end",
);

/** 23260 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local eF=KEYS local fL={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local dR,ge=ARGV[8],ARGV[9]local dM=ARGV ",
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
  "local function bC(a,d,ec,l,gS)if ec=='c'or ec=='k'then return'c','C','completed',nil end if ec=='g'then return'r','W','released',nil end if ec=='f'or l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if gS=='0'then return'r','W','retried',a.tick end return'd','W','retried',cb(a,d.delayed,a.now+gS)end local function bs(a,d,e,l,cs)local cp,gl=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if cs=='r'then bW(a,d.ready,e,cp)elseif cp then br(a,'ready',e)end if cs=='f'then bW(a,d.failed,e,gl)elseif gl then br(a,'failed',e)end if cp and l.expiresAt~='0'then if cs=='r'or cs=='d'then bW(a,d.expiring,e,l.expiresAt)else br(a,'expiring',e)end end return gl end local function aY(a,e,l,cs,ec,r)local gY=cs=='r'or cs=='d'if cs=='r'then aX(a,'ready',l.place,e)a.readied=a.readied+1 elseif cs=='d'then aX(a,'delayed',aW(r,bH(l.place)),e)a.sooner=true bv(a,cc(r))elseif cs=='f'then aX(a,'failed',aU(a.now),e)elseif ec=='k'then aX(a,'done',aU(a.now),e)end if gY and l.expiresAt~='0'then aX(a,'expiring',l.expiresAt,e)bv(a,tonumber(l.expiresAt))end return not gY and ec~='c'end local function bX(a,d,t,H,dM,I,eF,go)local h,cM,hd,dA,fh,cJ={},{},{},0,false,nil local fQ,v,dL,gV=bd(a,'l'),0,false,false for dI=I,#dM,4 do h[#h+1]=string.sub(dM[dI+1],19)end local K,G,Q=bL(t,H,h,1)local eg=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,j,k,dI=h[b],K[b],G or Q[b],I+b*4-4 local ec,dB,fO,eS=dM[dI],dM[dI+1],dM[dI+2],dM[dI+3]local gU=j and string.sub(j,2,18)==string.sub(dB,2,18)local cs,W,l=hd[e],'stale',nil if cs=='W'and not gU then cs='A'end if not cs and(not gU or not string.find(j,'^[LE]'))then cs,cJ=bN(j,dB,cJ,d,h,b)end if not cs and fQ then v=v+redis.call('HSTRLEN',k,e)dL=dL or gV and v>32000000 end if dL then cs,W='M',nil end if not cs then if ec=='c'then l={expiresAt='-'}else l=bE(j)end cs=not l and'U'end if not cs then local cn,r cs,cn,W,r=bC(a,d,ec,l,fO)hd[e],gV=cn,true if ec=='g'then l.released=aU(l.released+1)end if r then l.place=bF(bH(l.place),r)end if cs=='c'and fO~=''then a.results=aM(a.results,eF[go],'C '..aU(a.now)..' '..fO)end if eg[b]then br(a,'leased',e)elseif bs(a,d,e,l,cs)then fh=true if cs=='f'then W=nil end end if aY(a,e,l,cs,ec,r)then dA=dA+1 end if ec=='c'then aV(a,k,e,j)aE(a,e,'C')else if eS~=''then l.lines=ch(l.lines,aU(a.now),l.attempt,eS)end bU(a,k,'\\t'..e,bc(l,cn),j)end end if fO~=''and(ec=='c'or ec=='k')then go=go+1 end if W=='completed'then a.completed=aU(a.completed+1)elseif W then aR(a,W,1)end cM[b]=cs end return table.concat(cM),dA,fh,dL end ",
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $countReadable,
  "local function bj(a,e)if not a.isFinished then a.isFinished={}for cw,ft in ipairs(a.finished)do a.isFinished[ft]=true end end return a.isFinished[e]end local function ca(a,d,t,H,eK,dY)local ep,dW,I,eJ,dg,cD,fy local cH,ew,cF,gq=0,0,0,false local gH local hW=' '..eK.max..' 0\\n'..eK.worker repeat local h if ew==0 then h=redis.call('ZRANGE',d.ready,'0',eK.count)else h=redis.call('ZRANGE',d.ready,aU(ew),aU(ew+dY-cH))end local v,gZ=#h,dY-cH cD=v>gZ if cD then v=gZ end if bd(a,'l')and(v>1 or ew>0)then local fn=aS(t,H,h,v,cF)if fn==0 and ew==0 then fn=1 end gq=fn<v v=fn cD=cD or gq end for b=#h,v+1,-1 do h[b]=nil end if v>0 then local x,G,Q,y if v==1 then local n=bf(h[1])G,y=t[H+n],{h[1],'\\t'..h[1]}x=redis.call('HMGET',G,y[1],y[2])else x,G,Q,y=bL(t,H,h,2)end local c=G and a.writes and a.writes[G]or nil if not dg then eJ=a.now+eK.duration dg=aU(eJ)end for b=1,v do local e,dO,l=h[b],x[b*2-1],x[b*2]local k,cC,ez,gK=G or Q[b],'0',nil,hW if dO and string.byte(dO,17)~=58 then local n,eM=string.match(dO,'^(%d+)([^:]*)')if#(n or'')~=16 then ez,eM=bF(5,0),''end cC=string.match(eM,' x(%d+)')or cC gK=' '..(string.match(eM,' m(%d+)')or eK.max)..' '..cC..'\\n'..eK.worker if d.delayed and cC~='0'then a.from.expiring=aL(a.from.expiring,e)end end if not d.delayed and(not dO or cC~='0')then fy=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local hx=bj(a,e)fy=fy or hx end if d.delayed and(not dO or cC~='0'and cC-a.now<=0)then aV(a,k,e,l)if dO then aR(a,'expired',1)aE(a,e,'E')cF=cF+#dO end elseif dO then cH=cH+1 local r,cZ=a.tick+cH,nil if v==1 then cZ=string.format('%015d',r)else local gu=r%100 if gu==0 or not gH then gH=string.format('%013d',(r-gu)/100)end cZ=gH..bD(gu)end local o,cA,en=e,y[b*2],nil if l then local dD,ht,cp,dc=string.match(l,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')dD=aU((dD or 0)+1)o=dD..'\\t'..e en='L '..cZ..' '..dD..' '..(ht or'0')..' '..(cp or ez or string.sub(dO,1,16))..gK..(dc or'\\n')else en='L '..cZ..' 1 0 '..(ez or string.sub(dO,1,16))..gK..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#en<=#l then bU(a,k,cA,en,l)else if l then bW(a,k,cA,l)end if G then c=aM(c,cA,en)else ck(a,k,cA,en)end end if cH==1 then ep,dW,I,a.to.leased=o,dO,cZ,{dg,e}else if cH==2 then ep,dW={ep},{dW}end ep[cH],dW[cH]=o,dO bJ(a.to.leased,dg,e)end cF=cF+#dO a.lastTick=cZ end end if G and c then if not a.writes then a.writes={[G]=c}else a.writes[G]=c end end end ew=ew+v until fy or not cD or gq or cH>=dY or ew-cH>=1000 if ew>0 then a.popped=ew==1 and'0'or aU(ew-1)end if cH>0 then a.tick=a.tick+cH a.leased=aU(a.leased+cH)if eJ-a.due<0 then a.due=dg end if cH>15 then bJ(a.to.leased,'+inf',am)a.isLong=true end end return ep,dW,cH,I,dg,cD,fy end ",
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
  "local function bq(a,cM,ep,cH,cZ,dg,cD)if cH>1 then ep=table.concat(ep,'\\n')end return cM..'\\n- '..dg..(cD and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..cZ..'\\n'..ep end local function bY(a,cM,cq,cD)return cM..'\\n'..aU(a.now)..(cD and' - 1 'or' - 0 ')..cq..' -'..a.flags..' -'end local function ci(cT,dW,cH)if not dW then return'ok\\n'..cT end if cH>1 then table.insert(dW,1,'ok\\n'..cT)return dW end if#dW<4000 then return'ok\\n'..cT..'\\n\\n'..dW end return{'ok\\n'..cT,dW}end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $hasListeners,
  $addListener,
  $wake,
  "local a=bx(d.meta)local g=bA(a,i)if g then return g end a.frees=true local he,fJ,eT=dM[10]~=nil,fL.count~='0',a.now-a.due>=0 local dY=bd(a,'p')and 0 or tonumber(fL.count)local o=bi(a)local cM,cT,dW,cH,du,ed='-',nil,nil,0,false,0 local function eo(dZ,U)local f local fR=he or cH>0 or i.number~='0'if dZ then f=aO(a,d,i,fR and U)end if f then bS(a,o)else cj(a,d)o=bi(a)if U and dZ then a.before=i.number..'\\n'..U end cT=U or cT end bR(a)return f end local function hc()local cw,dA,fh,dL,dE cM,dA,fh,dL=bX(a,d,t,11,dM,10,eF,28)if a.results then a.keepResults=string.match(dR,'%S+$')end if dA>0 and not fh then cw,cw,dE=ce(a,d,t,11,dR,dA*2+8)end ed=(dE or fh)and dA or 0 if dL then fJ=false end return not a.isNew or string.find(cM,'%l')~=nil end local function hG(dZ,gp)local ep,cZ,dg,cD if eT then a.due=by(d)dZ=not a.isNew cD=a.now-a.due>=0 end if dY>0 then ep,dW,cH,cZ,dg,cD=ca(a,d,t,11,fL,dY)cD=cD or a.now-a.due>=0 du=not cD end if not a.isNew and(cH==0 or ge~='')then local hE=aG(a)dZ=dZ or hE or i.number~='0'end if cH>0 then return true,bq(a,cM,ep,cH,cZ,dg,cD)end local cq=gp and a.due or by(d)return dZ or a.popped,bY(a,cM,cq,cD)end local function eK(dZ,gp)local hB,U=hG(dZ,gp)local f=eo(hB,U)if f then cH,dW,du=0,nil,false end return f end local function hg(n)if n==0 then return end ce(a,d,t,11,dR,n*2+8)eo(a.from.done or a.from.failed)end local hq=fJ if he then local dZ,f=hc(),nil if fJ and not eT and a.readied==0 and not a.from.ready then fJ=false f=eK(dZ,true)if f then dZ=hc()end end if not cT then f=eo(dZ,bY(a,cM,'-',hq))if f then return f end end end if fJ then if eT then local cP=math.min(1000,10+dY*2)local cw,x=aZ(a,d,t,11,cP)eo(x>0)local fV,dm=bO(a,d,t,11,cP)local b,dE if dm>0 then b,b,dE=ce(a,d,t,11,dR,dm*2+8)end local f=eo(fV>0)if dE and not f then hg(dm)end local fU=bI(a,d,cP)eo(fU>0)end local f=eK(false,false)if not cT then return f end end hg(ed)a.readied=a.readied-cH local hD,dx=a.readied>0 or a.sooner,false if hD then dx=be(a)elseif du and(cH>0 or eT)then dx=bd(a,'h')end if dx then cg(a,du)end if ge~=''and not a.isNew then if ge=='p'then redis.pcall('HSET',d.meta,'policy',dR)end if fL.worker~=''then bz(d.workers,fL.worker,a.now)end aK(a,d,120000,10000)local gB=bm(a)if not gB and cT then cT=string.gsub(cT,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return ci(cT or bY(a,cM,'-',false),dW,cH)",
);

/** 2581 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cx,fb,eO=unpack(KEYS,1,3)local t=KEYS local z,fv,eu=unpack(ARGV,1,3)local cY=tonumber(fv)local db=tonumber(eu)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bx(cx)local co=bB(a,z)if co then return co end local eg=redis.call('ZRANGE',fb,aU(cY),aU(cY+db-1),'WITHSCORES')local cW={'ok',aU(a.now)..' '..(#eg<db*2 and'-'or aU(cY+db))}local cJ=cY==0 and redis.call('ZRANGE',eO,'0','999','WITHSCORES')or{}for b=1,#cJ,2 do cW[#cW+1]='W '..cJ[b+1]..' '..cJ[b]end local h={}for b=1,#eg,2 do h[#h+1]=eg[b]end if#h>0 then local K=bL(t,3,h,1)for b,e in ipairs(h)do local cZ,eB=string.match(K[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')cW[#cW+1]='H '..eg[b*2]..' '..(cZ or'0')..' '..e cW[#cW+1]='-'..(eB or'')end end return table.concat(cW,'\\n')",
);
