// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $hashOfBytes = "local function bj(e)local cz=#e for b=1,#e,8 do local E,F,dl,dm,dn,dp,dr,ds=string.byte(e,b,b+7)cz=(cz*31+E+(F or 0)*3+(dl or 0)*5+(dm or 0)*7+(dn or 0)*11+(dp or 0)*13+(dr or 0)*17+(ds or 0)*19)%65521 end return cz%16+1 end ";
const $hashNumber = "local function bi(e)local I,A=string.byte(e,1,2)if I==95 and#e==13 and A<103 and A>47 and(A<58 or A>96)then return A<58 and A-47 or A-86 end return bj(e)end ";
const $declaredHashes = "local function aV(d,I,dK)local t={}for b=1,#dK do t[tonumber(string.sub(dK,b,b),16)+1]=d[I+b-1]end return t end ";
const $readJobs = "local function bO(t,H,h,O)local y={}for b=1,#h do local e=h[b]if O==2 then y[b*2-1]=e end y[b*O]='\\t'..e end local G=bi(h[1])local dB=bi(h[#h])if G==dB then local x,cB=nil,O==2 if cB then x=redis.call('HMGET',t[H+G],unpack(y))for b=1,#h do if not x[b*2-1]then cB=false break end end end if cB then return x,t[H+G],nil,y end end local Q,cV,u,cC={},{},{},{}for b=1,#h do local n=bi(h[b])local l=t[H+n]Q[b]=l if not u[l]then u[l],cC[l]={},{}end local c,U=u[l],cC[l]for J=(b-1)*O+1,b*O do local v=#c+1 c[v],U[v]=y[J],J end end for l,c in pairs(u)do local x,U=redis.call('HMGET',l,unpack(c)),cC[l]for J=1,#c do cV[U[J]]=x[J]end end return cV,nil,Q,y end ";
const $pushPair = "local function bM(c,E,F)local v=#c c[v+1],c[v+2]=E,F end ";
const $appendPair = "local function aO(c,E,F)if not c then return{E,F}end bM(c,E,F)return c end ";
const $append = "local function aN(c,D)if not c then return{D}end c[#c+1]=D return c end ";
const $listFor = "local function bx(u,p)local c=u[p]if not c then c={}u[p]=c end return c end ";
const $digits = "local function aW(n)return string.format('%d',n)end ";
const $readClock = "local function bN(z)if string.byte(z)~=61 then local w=redis.pcall('TIME')if not w.err then local cp,N=w[1]+0,w[2]+0 return cp*1000+(N-N%1000)/1000,(cp-1600000000)*1000000+N end end local R=tonumber(string.match(z,'%d+'))return R,(R-1600000000000)*1000 end ";
const $HEAD = "local ag='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local aw='2  0 0 0 0 0 0'";
const $LONG = "local am='-----------------------------------------------------------------'";
const $newUnit = "local function bA(cA)return{meta=cA,readied=0,to={},from={}}end ";
const $openUnit = "local function bE(a,z)local o=redis.call('HGET',a.meta,'head')local r,C a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(o or aw,ag)a.isNew,a.head=not o,o if not r or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=bN(z)a.tick=r+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bD(a,i)local cr=bE(a,i.times)if cr then return cr end local k=redis.call('HGET',i.replies,i.lane)if k then local n=string.match(k,'^%d+')if n==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#n+2)end if n-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function bg(a,de)return a.flags~=''and string.find(a.flags,de,1,true)~=nil end ";
const $count = "local function aT(a,W,en)if not a.totals then a.totals={}end a.totals[W]=(a.totals[W]or 0)+en end ";
const $leave = "local function bu(a,m,e)a.from[m]=aN(a.from[m],e)end ";
const $saveOld = "local function bZ(a,p,cx,k)if not a.old then a.old={}end a.old[p..cx]=k end ";
const $dropJob = "local function aX(a,l,e,j)if not a.drops then a.drops={}end local c=bx(a.drops,l)c[#c+1]=e if j then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aG(a,e,cw)a.endings=aO(a.endings,e,cw)end ";
const $limitFreed = "local function bw(a,t,H,h,C)local cI,v=0,#h if bg(a,'l')then for b=1,v do local n=bi(h[b])cI=cI+redis.call('HSTRLEN',t[H+n],h[b])if cI>64000000 and b>C then for J=v,b,-1 do h[J]=nil end break end end end return#h<v end ";
const $beginEndings = "local function aP(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $turnEndings = "local function ci(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aP(a,d)end ";
const $writeEndings = "local function cm(a,d)if not a.finished and not a.endings then return end local c,r,dy={},a.lastTick if a.finished then local dN='C'..r for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,dN end dy=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bM(c,a.endings[b],a.endings[b+1]..r)end end if d.endedBefore then dy=redis.call('EXISTS',d.endings)==0 end if dy then aP(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dy and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then ci(a,d)end end ";
const $isRefused = "local function bo(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $headOf = "local function bk(a)local K=(a.runsMore or 0)-(a.runsLess or 0)if K~=0 then a.runs=aW(math.max(0,a.runs+K))end a.lastTick=a.lastTick or aW(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aL(a)local P={}if not a.fields then a.fields={}end for s in pairs(a.totals)do P[#P+1]=s end for b,D in ipairs(redis.call('HMGET',a.meta,unpack(P)))do local s=P[b]local W=aW((D or 0)+a.totals[s])bM(a.fields,s,W)bZ(a,a.meta,s,D)end end ";
const $writeFields = "local function co(a,u)local f for p,c in pairs(u)do if not f then local g=redis.pcall('HSET',p,unpack(c))if bo(g)then f=g end end end return f end ";
const $revert = "local function bW(u,cE,cx,dw,cy)for p,c in pairs(u)do for b=1,#c,2 do local s=c[b+cx]local k=cE[p..s]if not k then redis.pcall(dw,p,s)elseif cy=='ZADD'then redis.pcall(cy,p,k,s)else redis.pcall(cy,p,s,k)end end end end ";
const $commit = "local function aQ(a,d,i,V)local o=bk(a)if a.totals then aL(a)end local B=V and i.number..'\\n'..V local cv=B and a.before and#B<=#a.before local f for cs=1,2 do f=nil for m,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[m],unpack(c))if bo(g)then f=g end end end if a.writes and not f then f=co(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.keepResults)if g.err then f=g end end end end if B and not cv and not f then local g=redis.pcall('HSET',i.replies,i.lane,B)if bo(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if bo(g)then f=g end end if a.rewrites and not f then f=co(a,a.rewrites)end if cv and not f then local g=redis.pcall('HSET',i.replies,i.lane,B)if bo(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local cK={}for m,c in pairs(a.to)do cK[d[m]]=c end bZ(a,a.meta,'head',a.head)bW(a.rewrites or{},a.old,0,'HDEL','HSET')bW({[a.meta]=aO(a.fields,'head',o)},a.old,0,'HDEL','HSET')if B and not cv and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if B and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end bW(a.writes or{},a.old,0,'HDEL','HSET')bW(cK,a.old,1,'ZREM','ZADD')return f end a.head=o if V and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for m,c in pairs(a.from)do redis.pcall('ZREM',d[m],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,am)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for p,c in pairs(a.drops)do redis.pcall('HDEL',p,unpack(c))end end if a.records then redis.pcall('HDEL',a.hash,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.hash,unpack(a.runFields))end return nil end ";
const $NEVER = "local av='9999999999999'";
const $enter = "local function aZ(a,m,M,e)a.to[m]=aO(a.to[m],M,e)end ";
const $lowerDue = "local function by(a,w)if w-a.due<0 then a.due=aW(w)end end ";
const $rewriteField = "local function bX(a,l,cD,D,k)bZ(a,l,cD,k)if#D>#k then if not a.writes then a.writes={}end bM(bx(a.writes,l),cD,D)else if not a.rewrites then a.rewrites={}end bM(bx(a.rewrites,l),cD,D)end end ";
const $placeOf = "local function bI(dg,r)return string.format('%016d',dg*900000000000000+r)end ";
const $lastDueScore = "local function br(w)return aW((w-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cg(M)return(M-M%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bJ(M)local dg=M%10 return bI(dg,(M-dg)/10)end ";
const $parseRun = "local function bH(j)local cq,dd,dH,eR,ct,ev,cF,ek,el,da=string.match(j or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not da then return nil end return{state=cq,fence=dd,attempt=dH,released=eR,place=ct,max=ev,expiresAt=cF,postponed=ek,unfinished=el,lines=da}end ";
const $formatRun = "local function be(j,cq)local ex=j.postponed==''and''or' '..j.postponed..' '..j.unfinished return table.concat({cq,j.fence,j.attempt,j.released,j.place,j.max,j.expiresAt},' ')..ex..j.lines end ";
const $withError = "local function ck(da,R,dH,eY)local k,dC=string.match(da,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not k then k,dC='\\n'..(string.match(da,'\\n([^\\n]*)')or'')..'\\n',''end dC=string.gsub(dC,'\\t[^\\n]*','')..'\\n'..R..' '..dH..' '..eY local dL,dc={},1 repeat dL[#dL+1]=dc dc=string.find(dC,'\\n',dc+1)until not dc local I=math.max(1,#dL-5+1)while I<#dL and#dC-dL[I]>=800 do I=I+1 end return k..string.sub(dC,dL[I])end ";
const $expire = "local function bb(a,d,t,H,cS)local h=redis.call('ZRANGE',d.expiring,'-inf',aW(a.now),'BYSCORE','LIMIT','0',aW(cS))local dP=bw(a,t,H,h,1)local eh=0 if#h>0 then local K,G,Q=bO(t,H,h,1)local fD,fO=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if fD[b]or fO[b]then eh=eh+1 aX(a,G or Q[b],e,K[b])aG(a,e,'E')if fD[b]then bu(a,'ready',e)end if fO[b]then bu(a,'delayed',e)end end end a.from.expiring=h if eh>0 then aT(a,'expired',eh)end end return eh,#h,dP end ";
const $reclaimJob = "local function bS(a,d,l,e,k,cq,fK)local j,eb=bH(k),cq local ei=j and j.attempt-j.released>=tonumber(j.max)if ei then aZ(a,'failed',aW(a.now),e)j.lines=ck(j.lines,aW(a.now),j.attempt,fK)eb=cq=='L'and'E'or'F'aT(a,'failed',1)else aZ(a,'ready',j and j.place or bI(5,0),e)a.readied=a.readied+1 if j and j.expiresAt~='0'then aZ(a,'expiring',j.expiresAt,e)by(a,tonumber(j.expiresAt))end aT(a,'reclaimed',1)end if j and eb~='L'then bX(a,l,'\\t'..e,be(j,eb),k)end bu(a,'leased',e)return ei end ";
const $reclaim = "local function bR(a,d,t,H,cS)local h=redis.call('ZRANGE',d.leased,'-inf',aW(a.now),'BYSCORE','LIMIT','0',aW(cS))local dq=0 if#h>0 then local K,G,Q=bO(t,H,h,1)for b=1,#h do local ei=bS(a,d,G or Q[b],h[b],K[b],'L','\"lease expired\"')if ei then dq=dq+1 end end end return#h,dq end ";
const $promoteDue = "local function bL(a,d,cS)local cu=redis.call('ZRANGE',d.delayed,'-inf',br(a.now),'BYSCORE','LIMIT','0',aW(cS),'WITHSCORES')for b=1,#cu,2 do local ct=bJ(cu[b+1])aZ(a,'ready',ct,cu[b])bu(a,'delayed',cu[b])end a.readied=a.readied+#cu/2 return#cu/2 end ";
const $nextDue = "local function bB(d)local w=av for cs,m in ipairs({'leased','delayed','expiring'})do local M=redis.call('ZRANGE',d[m],'0','0','WITHSCORES')[2]if M and m=='delayed'then M=cg(M)end if M and M-w<0 then w=M end end return aW(w)end ";
const $trimEnded = "local function ch(a,d,t,H,dW,ed)local dJ,cS={},math.min(1000,ed)dJ.doneAge,dJ.doneCount,dJ.failedAge,dJ.failedCount=string.match(dW,'^(%S+) (%S+) (%S+) (%S+)')local h,fa,eq,ew,cG,dI={},{},0,0,false,false for cs,m in ipairs({'done','failed'})do local er,dD,cE=tonumber(dJ[m..'Age']),tonumber(dJ[m..'Count']),{}if er then cE=redis.call('ZRANGE',d[m],'-inf',aW(a.now-er),'BYSCORE','LIMIT','0',aW(cS))end local U=#(a.to[m]or{})/2 ew=ew+U if dD then local v=redis.call('ZCARD',d[m])local eg=v+U-dD dI=dI or eg>v if eg>#cE then cE=redis.call('ZRANGE',d[m],'0',aW(math.min(eg,cS)-1))end end cG=cG or#cE>=cS for b=1,#cE do h[#h+1]=cE[b]fa[#h]=m end end if#h>0 then local dP=bw(a,t,H,h,ew+1)cG=cG or dP local eB={}for cs,m in ipairs({'ready','delayed','leased'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do eB[b]=eB[b]or M end end local K,G,Q=bO(t,H,h,1)for b=1,#h do local e,ey=h[b],fa[b]=='failed'if ey then bu(a,'failed',e)else bu(a,'done',e)end if not eB[b]then eq=eq+1 aX(a,G or Q[b],e,K[b])aG(a,e,ey and'F'or'C')if ey then aT(a,'purged',1)end end end end return eq,cG,dI end ";
const $ageEndings = "local function aM(a,d,er,gs)local v=redis.call('HLEN',d.endings)if v<gs then return end local eF=redis.call('HGET',d.endings,'')if not eF then aP(a,d)end if v>=1000000 or eF and a.now-eF>er then ci(a,d)if v==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function bU(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bl(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function bV(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner end ";
const $hasListeners = "local function bh(a)if a.flags~='h'and not bg(a,'h')then return a.isNew end if bg(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cj(a,dx)local cu='-'if a.due~=av then cu=aW(math.max(0,a.due-a.now))end local n=dx and'0'or'-'if a.readied>0 then n=a.readied==1 and'1'or aW(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..cu)end ";
const $timeOf = "local function cf(r)return(r-r%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bK(ct)return(ct-ct%900000000000000)/900000000000000 end ";
const $dueScore = "local function aY(r,dg)return aW(r*10+dg)end ";
const $tickAt = "local function ce(a,eP,w)if not a.ticks then a.ticks={}end local fJ,I,r={},(w-1600000000000)*1000,nil for b=1,1000 do fJ[b]=I local dU=a.ticks[I]if not dU then local dc,gU=aW(I*10),aW(I*10+9999)local M=redis.call('ZRANGE',eP,gU,dc,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dU=M and(M-M%10)/10 or I-1 end if dU<I+999 then r=dU+1 break end I=math.max(I+1000,dU-dU%1000)end r=r or I for cs,fz in ipairs(fJ)do a.ticks[fz]=r end return r end ";
const $addListener = "local function aI(a)local k=redis.call('HGET',a.meta,'heard')local dA=bg(a,'h')and k or'0'if dA-a.now>300000 then return false end if not bg(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bM(a.fields,'heard',aW(a.now+600000))bZ(a,a.meta,'heard',k)return true end ";
const $isRegistered = "local function bp(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bs(d,h)local x=redis.call('HMGET',d.endings,unpack(h))for b,dN in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do x[b]=x[b]or dN end return x end ";
const $reasonNotHeld = "local function bQ(j,dE,cM,d,h,b)if not j then cM=cM or bs(d,h)return string.sub(cM[b]or'U',1,1),cM end local cq,dd=string.match(j,'^(%a) (%d+)')if cq=='E'then return'F',cM end if cq=='L'or cq=='W'and dd~=string.sub(dE,3,17)then return'A',cM end return cq or'U',cM end ";
const $isHeld = "local function bn(j,dE)return j and string.find(j,'^[LE]')and string.sub(j,2,18)==string.sub(dE,2,18)end ";
const $extendLease = "local function bc(a,d,l,e,j,k,dj)aZ(a,'leased',aW(dj),e)by(a,dj)if k and dj-k<0 then a.sooner=true end if k then bZ(a,d.leased,e,k)elseif string.sub(j,1,1)=='E'then bu(a,'failed',e)bX(a,l,'\\t'..e,'L'..string.sub(j,2),j)else bu(a,'ready',e)bu(a,'expiring',e)end end ";
const $MOST_WORKERS = "local au='-1001'";
const $noteWorker = "local function bC(eT,eI,R)if redis.pcall('ZADD',eT,aW(R),eI)==1 then redis.call('ZREMRANGEBYRANK',eT,'0',au)end end ";
const $countReadable = "local function aU(t,H,h,v,cI)local n=0 for b=1,v do local U=bi(h[b])cI=cI+redis.call('HSTRLEN',t[H+U],h[b])if cI>2000000 then break end n=b end return n end ";
const $writeField = "local function cn(a,l,cD,D)if not a.writes then a.writes={}end bM(bx(a.writes,l),cD,D)end ";
const $rewriteRun = "local function bY(a,l,e,j,ct,fe)local dY=bH(j)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}dY.place=ct if fe then dY.attempt,dY.released,dY.postponed='0','0',''end local es=be(dY,'W')if j then bX(a,l,'\\t'..e,es,j)else cn(a,l,'\\t'..e,es)a.runsMore=(a.runsMore or 0)+1 end return dY.expiresAt end ";
const $makeReady = "local function bz(a,l,e,j,ct,fe)local cF=bY(a,l,e,j,ct,fe)aZ(a,'ready',ct,e)a.readied=a.readied+1 return cF end ";

/** 8444 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eV=KEYS local dK,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local gW={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local t,cP,eE,fw=aV(eV,11,dK),{},{},0 bw(a,t,0,h,1)for b in ipairs(h)do cP[b]='U'end for cs,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then local e=h[b]if not eE[e]then cP[b],eE[e]=gW[m],gW[m]end if string.find(eE[e],'%l')then bu(a,m,e)end end end end local K,G,Q=bO(t,0,h,1)for b,e in ipairs(h)do if string.find(cP[b],'%l')then aX(a,G or Q[b],e,K[b])aG(a,e,'X')bu(a,'expiring',e)fw=fw+1 end end if fw>0 then aT(a,'cancelled',fw)end local cX=table.concat(cP)local f if fw>0 or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end cm(a,d)return'ok\\n'..cX",
);

/** 14410 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11]}local t=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eA,ib,dW=unpack(ARGV,4,6)local df=tonumber(eA)",
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
  "local ht='- - 2592000000 100000'local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local eZ=a.now-a.due>=0 if dW==''then dW=redis.call('HGET',d.meta,'policy')or ht end local o=bl(a)local fH,cG,gc=0,false,nil local function et(ee,V,n,gz)local f if ee then f=aQ(a,d,i,V)end if f then bV(a,o)gc,n=f,0 else cm(a,d)o=bl(a)fH,cG=fH+n,cG or gz end bU(a)return n end local eh,gb,dq,ga=0,0,0,0 if eZ then local n,fd,dP=bb(a,d,t,11,df)eh=et(fd>0,nil,n,dP or fd>=df)local fm,fG=bR(a,d,t,11,df)fm=et(fm>0,nil,fm,fm>=df)dq=math.min(fm,fG)gb=fm-dq local cu=bL(a,d,df)ga=et(cu>0,nil,cu,cu>=df)end local ig,gz=ch(a,d,t,11,dW,df)local eq=et(a.from.done or a.from.failed,nil,ig,gz)local fq=redis.call('ZRANGE',d.seen,'-inf',aW(a.now),'BYSCORE','LIMIT','0',aW(df))if fq[1]then a.from.seen=fq end if eZ then a.due=bB(d)end local hn=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',aW(a.now-ib))cG=cG or#fq>=df local cX=table.concat({gb,dq,ga,eh,eq,hn,cG and 1 or 0},' ')local fX=fH+hn>0 and not a.isNew and not gc et(fX or fq[1]or eZ and not a.isNew,fX and cX,0)if fH==0 then aM(a,d,86400000,1)end if a.readied>0 and bh(a)then cj(a)end if gc and fH==0 then return gc end return'ok\\n'..cX",
);

/** 1486 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cA,fi,eP,fh=unpack(KEYS,1,4)local dq,gm,eT=unpack(KEYS,5,7)local z,P=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bA(cA)local cr=bE(a,z)if cr then return cr end local cW={aW(a.now)}for cs,p in ipairs({fi,eP,fh,dq,gm,eT})do cW[#cW+1]=redis.call('ZCARD',p)end local eb=redis.call('ZRANGE',fi,'0','0','WITHSCORES')[2]cW[#cW+1]=eb and aW(cf(eb%900000000000000))or'-'local gV=redis.call('HMGET',cA,unpack(P))for b,W in ipairs(gV)do gV[b]=W or'0'end return'ok\\n'..table.concat(cW,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gV,' ')",
);

/** 11594 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local t={unpack(KEYS,8,23)}local z,eA,hD=unpack(ARGV,1,3)local df=tonumber(eA)",
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
  "local aF={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bP(a,t,h)local fA,K={},{}if bg(a,'l')then local x,G,Q=bO(t,0,h,1)for b,e in ipairs(h)do fA[b],K[b]=redis.call('HSTRLEN',G or Q[b],e)>0,x[b]end else local x=bO(t,0,h,2)for b in ipairs(h)do fA[b],K[b]=x[b*2-1]and true,x[b*2]end end return fA,K end local function bT(l,e,j)local ct,cF=string.match(j or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',l,e)<100000 then local o=string.match(redis.call('HGET',l,e),'^[^:]*')ct,cF=ct or string.match(o,'^%d+'),string.match(o,' x(%d+)')or cF end return ct and#ct==16 and ct or bI(5,0),cF~='0'and cF end local function aK(d,m,e,M)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[m],M,e))=='number'end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bA(d.meta)local cr=bE(a,z)if cr then return cr end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(t))==0 then return'ok\\n1 0 0 0 0 0 0'end local gY=redis.call('HGET',d.meta,'audit')local ef,eO=string.match(gY or'','^([1-9]%d*) (%d+)$')ef,eO=tonumber(ef)or 1,eO or'0'if ef>23 then ef=1 end if hD=='0'and ef==1 and eO=='0'then return'ok\\n1 0 0 0 0 0 0'end local gF,gn,fG,fj,fl,fd,gQ,cI,gt=0,0,0,0,0,0,0,0,false local function gN(hE,p,cS)local V=redis.call(hE,p,eO,'COUNT',aW(cS))eO=V[1]return V[2]end local function gf(m,h)return redis.call('ZCARD',d[m])>0 and redis.call('ZMSCORE',d[m],unpack(h))or{}end local hI=(a.now-1600000000000)*1000+86400000000 local function gX(e,cF)if not cF then return true end by(a,tonumber(cF))return aK(d,'expiring',e,cF)end local function hX(e,j)fG=fG+1 for cs,m in ipairs(aa)do redis.call('ZREM',d[m],e)end redis.call('ZREM',d.expiring,e)if j then redis.call('HDEL',t[bi(e)],'\\t'..e)a.runs=aW(math.max(0,a.runs-1))end end local function hP(e,j,m,ff)gn=gn+1 local eW for cs,ed in ipairs(aF[string.sub(j or'',1,1)]or aa)do eW=eW or ff[ed]and ed end eW=eW or m for cs,eD in ipairs(aa)do if eD~=eW then redis.call('ZREM',d[eD],e)end end return eW end local function gZ(ep)local h,ge={},{}for b=1,#ep/2 do h[b],ge[b]=ep[b*2-1],ep[b*2]end return h,ge end local function hB(m,ep)local h,ge=gZ(ep)if#h==0 then return 0 end local fA,K=bP(a,t,h)local he={}for cs,eD in ipairs(aa)do if eD~=m then he[eD]=gf(eD,h)end end for b,e in ipairs(h)do local j,ff=K[b],nil for eD,x in pairs(he)do if x[b]then ff=ff or{[m]=true}ff[eD]=true end end if not fA[b]then hX(e,j)else local eW=ff and hP(e,j,m,ff)or m if eW=='leased'and not string.find(j or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local ct,cF=bT(t[bi(e)],e,nil)if gX(e,cF)and aK(d,'ready',e,ct)then fj=fj+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local r=j and tonumber(string.match(j,'^%a (%d+)'))or 0 if m=='ready'then r=math.max(r,ge[b]%900000000000000-1000)end if r>a.tick and r<hI then a.tick=r fl=1 end end end return#h end local O=1 local function hZ(l,cS)local fW,k=bg(a,'l'),cI if fW and eO=='0'and redis.call('HLEN',l)<=df then return redis.call('HKEYS',l)end local ep,y=gN('HSCAN',l,fW and O or cS),{}for b=1,#ep,2 do local cD,v=ep[b],#ep[b+1]y[#y+1]=cD cI=cI+v if v>2100 and string.sub(cD,1,1)~='\\t'and not bg(a,'l')then a.flags=a.flags..'l'end end O=cI-k<100000 and O*2 or 1 return y end local function hA(l,y)local h={}for cs,cD in ipairs(y)do if string.sub(cD,1,1)~='\\t'then h[#h+1]=cD elseif redis.call('HEXISTS',l,string.sub(cD,2))==0 then fj=fj+1 redis.call('HDEL',l,cD)end end if#h==0 then return#y end local x={}for cs,m in ipairs(aa)do for b,M in ipairs(gf(m,h))do x[b]=x[b]or M end end for b,e in ipairs(h)do if not x[b]then local j=redis.call('HGET',l,'\\t'..e)local cq=string.sub(j or'',1,1)local m,M,cF=cq=='C'and'done',aW(a.now),nil if cq=='F'or cq=='E'then m='failed'end if not m then m='ready'M,cF=bT(l,e,j)local r=M%900000000000000 if cf(r)>a.now then m,M='delayed',aY(r,bK(M))by(a,cf(r))a.sooner=true end end if gX(e,cF)and aK(d,m,e,M)then gF=gF+1 if m=='ready'then a.readied=a.readied+1 end end end end return#y end local function ic()local y,ej=0,0 for b=1,16 do y=y+redis.call('HLEN',t[b])end for cs,m in ipairs(aa)do ej=ej+redis.call('ZCARD',d[m])end return y,ej end repeat local n=0 local cS=df-fd if ef<=5 then n=hB(aa[ef],gN('ZSCAN',d[aa[ef]],cS))elseif ef<22 then local l=t[ef-5]n=hA(l,hZ(l,cS))elseif ef==22 then local h=gZ(gN('ZSCAN',d.expiring,cS))n=#h if n>0 then local fi,eP=gf('ready',h),gf('delayed',h)for b,e in ipairs(h)do if not fi[b]and not eP[b]then fj=fj+1 redis.call('ZREM',d.expiring,e)end end end else local y,ej=ic()if y-ej~=tonumber(a.runs)then a.runs=aW(math.max(0,y-ej))fl=fl+1 end local gd=a.completed+ej-redis.call('ZCARD',d.done)for cs,W in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do gd=gd+(W or 0)end if gd~=tonumber(a.enqueued)then a.enqueued=aW(gd)fl=fl+1 end eO='0'end fd,gQ=fd+n,gQ+math.max(n,df/25)if eO=='0'then gt=ef==23 ef=ef%23+1 end until gt or gQ>=df or cI>2000000 bZ(a,d.meta,'audit',gY)a.fields={'audit',ef..' '..eO}local dA=(a.readied>0 or a.sooner)and bh(a)local f=aQ(a,d)if f then return f end if dA then cj(a)end return'ok\\n'..table.concat({gt and 1 or 0,fd,gF,gn,fG,fj,fl},' ')",
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  "local cA=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local hK=KEYS local hy={unpack(KEYS,35)}",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  "local a=bA(cA)local g=bD(a,i)if g then return g end if bg(a,'l')then for b=1,16 do local l,eD=t[2+b],hK[18+b]local v=redis.call('HLEN',l)if v>0 and v<=64 then redis.call('RENAME',l,eD)redis.call('PEXPIRE',eD,'1')end end end redis.call('UNLINK',unpack(hy))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
);

/** 4067 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "hash", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local s=unpack local m=redis.call local J=string.match local f=redis.pcall local B=string.sub local k=string.format local aa=string.find local N=type local v,ap,ck,E=s(KEYS,1,4)local Y,ag,at,cn=s(ARGV,1,4)local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local aH=0 local aU local i,H,aA,aw,az,ac,ay,ax,A,x,F,t,ai,r local b repeat local Z do local n=m('HGET',v,'head')local M,V i,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then Z='other_layout'else repeat if string.byte(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,V=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=tonumber(J(at,'%d+'))A,V=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<V then x=V end if V<0 or x>=899000000000000 then Z='bad_clock'else Z=nil end end end if Z then b=Z break end local o=m('HGET',E,Y)if o then local h=J(o,'^%d+')if h==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#h+2)break end if h-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if ay then return'odd'end do local bH=cn*900000000000000 local al=bH+x local bX=bH+(A+1-1600000000000)*1000 local aT,p,ar,au for bG=5,#K,2 do local j,bQ=K[bG],K[bG+1]al=al+1 if#K==6 then ar=k('%016d',al)else local ad=al%100 if ad==0 or not au then au=k('%014d',(al-ad)/100)end ar=au..B(bj,ad*2+1,ad*2+2)end local L=ar..(al>=bX and' c'..k('%d',A)..':'or':')..bQ if#bQ>2000 and not(i~=''and aa(i,'l',1,true)~=nil)then i=i..'l'end if aT then do local a=aT local I=ar local d=#a a[d+1],a[d+2]=I,j end do local a=p local d=#a a[d+1],a[d+2]=j,L end else aT,p={ar,j},{j,L}end end aU,t=aT,{[ck]=p}aH=#aT/2 x=x+aH aw=k('%d',aw+aH)end local aN if i~='h'and not(i~=''and aa(i,'h',1,true)~=nil)then aN=ay else if i~=''and aa(i,'p',1,true)~=nil then aN=false else if x%32~=0 or(m('HGET',v,'heard')or'0')-A>0 then aN=true else i=string.gsub(i,'h','')aN=false end end end local c do local n ai=ai or k('%d',x)n='2 '..i..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac local C=ag..'\\n-'local ao=C and F and#C<=#F local a for bk=1,2 do a=nil if aU then if not a then local d=f('ZADD',ap,s(aU))if d~=0 and d~=1 and N(d)=='table'then a=d end end end if t and not a then do local y=t local d for u,e in pairs(y)do if not d then local g=f('HSET',u,s(e))if g~=0 and g~=1 and N(g)=='table'then d=g end end end a=d end end if C and not ao and not a then local d=f('HSET',E,Y,C)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a then local d d=f('HSET',v,'head',n)do local aJ do local e=d aJ=e~=0 and e~=1 and N(e)=='table'end if aJ then a=d end end end if ao and not a then local d=f('HSET',E,Y,C)if d~=0 and d~=1 and N(d)=='table'then a=d end end if not a or true or B(a.err,1,3)~='OOM'then break end m('HDEL',v,'')end if a then local aL={}if aU then aL[ap]=aU end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local d=redis.pcall for u,e in bl(y)do for g=1,#e,2 do local ae=e[g+bs]local o=bt[u..ae]if not o then d(bv,u,ae)elseif as=='ZADD'then d(as,u,o,ae)else d(as,u,ae,o)end end end end ah({},r,0,'HDEL','HSET')local function bn(d,I,O)if not d then return{I,O}end do local e=#d d[e+1],d[e+2]=I,O end return d end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Y,F)end if C and not F then f('HDEL',E,Y)end ah(t or{},r,0,'HDEL','HSET')ah(aL,r,1,'ZREM','ZADD')c=a else ax=n if not F then f('PEXPIRE',E,J(at,'%d+$'))end c=nil end end if c then return c end if aN then do local aK='-'if H~=bh then aK=k('%d',math.max(0,H-A))end local h='-'if aH>0 then h=aH==1 and'1'or k('%d',aH)end f('PUBLISH',B(v,1,-5)..'wake',h..' '..aK)end end return'ok\\n-'",
);

/** 10082 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "maxLength", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eV=KEYS local dK,hi=ARGV[4],ARGV[5]local dQ=ARGV ",
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
  "local ak={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bd(a,fZ)if#fZ>2000 and not bg(a,'l')then a.flags=a.flags..'l'end end local function cc(a,d,h)local gR={}for b,dj in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dj and dj-a.now>0 then gR[h[b]]='S'end bZ(a,d.seen,h[b],dj)end for cs,m in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',d[m],unpack(h)))do if M then gR[h[b]]=ak[m]end end end return gR end local function aH(a,d,t,dQ,I)local cJ,dM={},I while dQ[dM]do local n,fQ=string.match(dQ[dM],'^%d (%d+) %S+ (%S+)')if fQ~='-'then for b=1,n do cJ[#cJ+1]=dQ[dM+b*2-1]end end dM=dM+n*2+1 end local cM,cP,fx={},{},{}if#cJ>0 then cM=cc(a,d,cJ)end dM=I while dQ[dM]do local dg,n,hr,fQ,ev,hp,U=string.match(dQ[dM],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fp,fT=string.sub(hr,1,1),tonumber(string.sub(hr,2))for b=1,n do local e,fZ=dQ[dM+b*2-1],dQ[dM+b*2]local cw=cM[e]if not cw then a.tick=a.tick+1 local r=a.tick cw='r'if fp=='+'and fT>0 then cw,r='d',ce(a,d.delayed,a.now+fT)elseif fp=='@'and fT>a.now then cw,r='d',ce(a,d.delayed,fT)end local ct=bI(dg,r)local eG=cf(r)~=a.now and' c'..aW(a.now)or''if ev~='-'then eG=eG..' m'..ev end if hp~='-'then local cF=a.now+hp eG=eG..' x'..aW(cF)aZ(a,'expiring',aW(cF),e)by(a,cF)end if U~='-'then eG=eG..' o'..U end if cw=='r'then aZ(a,'ready',ct,e)a.readied=a.readied+1 else aZ(a,'delayed',aY(r,dg),e)a.sooner=true by(a,cf(r))end bd(a,fZ)local l=bi(e)bM(bx(a.writes,t[l]),e,ct..eG..':'..fZ)if fQ~='-'and fQ~='0'then aZ(a,'seen',aW(a.now+fQ),e)end cM[e]=string.upper(cw)fx[e]=true end cP[#cP+1]=cw end dM=dM+n*2+1 end return table.concat(cP),cJ,fx end ",
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $isRegistered,
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.writes={}local cP,cJ,fx=aH(a,d,aV(eV,10,dK),dQ,6)local cs,fk=string.gsub(cP,'%l','')if hi~=''and fk>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fk>tonumber(hi)then return'full'end if a.to.seen then local fq=redis.call('ZRANGE',d.seen,'-inf',aW(a.now),'BYSCORE','LIMIT','0',aW(fk*2+8))for b,e in ipairs(fq)do if not fx[e]then bu(a,'seen',e)end end end a.enqueued=aW(a.enqueued+fk)if fk<#cP then aT(a,'duplicates',#cP-fk)end local gJ=bp(a)local dA=(a.readied>0 or a.sooner)and bh(a)if a.isNew then a.fields={'born',aW(a.now)}aI(a)end local f=aQ(a,d,i,cP)if f then return f end local eM={}for b,e in ipairs(cJ)do if fx[e]then eM[#eM+1]=eV[10+#dK+b-1]end end if#eM>0 then if redis.call('EXISTS',unpack(eM))>50 then for b,p in ipairs(eM)do redis.pcall('PEXPIRE',p,'1')end else redis.pcall('UNLINK',unpack(eM))end end if dA then cj(a)end return'ok\\n'..cP..(gJ and''or'\\nu')",
);

/** 8781 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "hashes", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eV=KEYS local fV,eI,dK,fs=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local dj,cP,f=a.now+fV,{},nil local h={}for b,dE in ipairs(fs)do h[b]=string.sub(dE,19)end local K,G,Q=bO(aV(eV,10,dK),0,h,1)local eQ=redis.call('ZMSCORE',d.leased,unpack(h))local cM for b,e in ipairs(h)do if bn(K[b],fs[b])then cP[b]='l'bc(a,d,G or Q[b],e,K[b],eQ[b],dj)else cP[b],cM=bQ(K[b],fs[b],cM,d,h,b)end end local cX=table.concat(cP)..'\\n'..aW(dj)local dA=a.sooner and bh(a)if a.to.leased or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end if dA then cj(a)end if eI~=''and not a.isNew then bC(d.workers,eI,a.now)end return'ok\\n'..cX",
);

/** 11945 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local t=KEYS local i={replies=KEYS[27],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eI,fB,eA,dW=unpack(ARGV,4,7)local dc=tonumber(fB)local df=tonumber(eA)",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local h,dU,dq=redis.call('ZRANGE',d.leased,aW(dc),aW(dc+df-1)),0,0 if#h>0 then local K,G,Q=bO(t,10,h,1)for b,e in ipairs(h)do if string.match(K[b]or'','^L[^\\n]*\\n([^\\n]*)')==eI then local ei=bS(a,d,G or Q[b],e,K[b],'W','\"its worker failed\"')dU,dq=dU+1,dq+(ei and 1 or 0)end end end local hf=#h<df local cX=dU..'\\n'..(hf and'-'or aW(dc+df-dU))local dA,f=a.readied>0 and bh(a),nil local cs,dI if dq>0 then cs,cs,dI=ch(a,d,t,10,dW,dq*2+8)end if dU>0 or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end cm(a,d)if dI then bU(a)ch(a,d,t,10,dW,dq*2+8)f=aQ(a,d)if not f then cm(a,d)end end if dA then cj(a)end if hf then redis.call('ZREM',d.workers,eI)end return'ok\\n'..cX",
);

/** 64 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  "local eL=KEYS[1]local s=ARGV[1]redis.call('ZREM',eL,s)return'ok'",
);

/** 1967 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "hash", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cA,fi,eP,fh=unpack(KEYS,1,4)local dq,gm,l,hY,eE=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local z,e,dY=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $lastEndings,
  "local a=bA(cA)local cr=bE(a,z)if cr then return cr end local cW,fF={aW(a.now),'-'..a.flags},false for cs,p in ipairs({fi,eP,fh,dq,gm})do local M=redis.call('ZSCORE',p,e)fF=fF or M cW[#cW+1]=M or'-'end cW[#cW+1]=redis.call('ZRANK',fi,e)or'-'cW[#cW+1]=redis.call('ZSCORE',eE,e)or'-'local dN=not fF and bs(d,{e})[1]or'-'local dS=fF and string.find(dY,'d')and redis.call('HGET',l,e)or''if fF and string.find(dY,'h')and redis.call('HSTRLEN',l,e)<100000 then dS=string.match(redis.call('HGET',l,e)or'','^[^:]*:')or''end local dD=not a.isNew and string.find(dY,'r')and redis.call('GET',hY)if dD then local go=string.match(dD,'^C (%d+)')if not go or go-(redis.call('HGET',cA,'born')or go)<0 then dD=nil end end return{'ok\\n'..table.concat(cW,' ')..'\\n'..dN,dS,redis.call('HGET',l,'\\t'..e)or'',dD or''}",
);

/** 1528 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local fh=KEYS[1]local t=KEYS local fs=ARGV ",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  "local h,hb,cW,gw={},{},{''},{}for b,dE in ipairs(fs)do h[b]=string.sub(dE,19)end local eQ,x=redis.call('ZMSCORE',fh,unpack(h)),bO(t,1,h,2)for b,dE in ipairs(fs)do local dS,j=x[b*2-1],x[b*2]local fo=eQ[b]and dS and j and string.sub(j,1,18)==string.sub(dE,1,18)hb[b]=fo and'1'or'0'if fo then cW[#cW+1]=dS gw[#gw+1]='H'..(string.match(j,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for cs,gx in ipairs(gw)do cW[#cW+1]=gx end cW[1]='ok\\n'..table.concat(hb)return cW",
);

/** 78 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  "local gM=KEYS[1]local fp,s=ARGV[1],ARGV[2]redis.call('HSET',gM,fp,s)return'ok'",
);

/** 2719 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cA,cq=KEYS[1],KEYS[2]local t=KEYS local z,fB,eA=unpack(ARGV,1,3)local dc=tonumber(fB)local df=tonumber(eA)",
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
  "local a=bA(cA)local cr=bE(a,z)if cr then return cr end local ep,h,da=redis.call('ZRANGE',cq,aW(dc),aW(dc+df-1),'WITHSCORES'),{},{}for b=1,#ep,2 do h[#h+1]=ep[b]end if bg(a,'l')then local ft=math.max(1,aU(t,2,h,#h,0))for b=ft+1,#h do h[b]=nil end end local cW={''}if#h>0 then local x=bO(t,2,h,2)for b,e in ipairs(h)do da[b]='\\n'..ep[b*2]..' '..e cW[b*2],cW[b*2+1]=x[b*2-1]or'',x[b*2]or''end end cW[1]='ok\\n'..aW(a.now)..' '..redis.call('ZCARD',cq)..table.concat(da)return cW",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true if not bg(a,'p')then a.flags=a.flags..'p'if a.isNew then aI(a)end end local f=aQ(a,d,i,'-')return f or'ok\\n-'",
);

/** 52 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  "local eL=KEYS[1]return'ok\\n'..redis.call('ZCARD',eL)",
);

/** 7427 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "hash", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],hash=KEYS[8]}local i={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fV,dE,hV=unpack(ARGV,4,6)",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local e=string.sub(dE,19)local k=redis.call('HGET',d.hash,'\\t'..e)local eQ=redis.call('ZSCORE',d.leased,e)local cw,j='l',k if not bn(k,dE)then cw=bQ(k,dE,nil,d,{e},1)else if fV~=''then bc(a,d,d.hash,e,k,eQ,a.now+fV)a.rewrites=nil j='L'..string.sub(k,2)end local I,dC=string.match(j,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')bX(a,d.hash,'\\t'..e,(I or j..'\\n\\n')..hV..(dC or''),k)end local dA,f=a.sooner and bh(a),nil if cw=='l'or not a.isNew then f=aQ(a,d,i,cw)end if f then return f end if dA then cj(a)end return'ok\\n'..cw",
);

/** 8668 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3]}local i={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eV=KEYS local dK,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local cP,eE={},{}local K,G,Q=bO(aV(eV,5,dK),0,h,1)for b,M in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]cP[b]=M and not eE[e]and'd'or'U'if cP[b]=='d'then eE[e]=true a.tick=a.tick+1 bz(a,G or Q[b],e,K[b],bI(M%10,a.tick),false)bu(a,'delayed',e)end end local cX=table.concat(cP)local dA,f=a.readied>0 and bh(a),nil if a.readied>0 or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end if dA then cj(a)end return'ok\\n'..cX",
);

/** 7842 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5]}local t=KEYS local i={replies=KEYS[22],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eA,W,cw=unpack(ARGV,4,6)local df=tonumber(eA)",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local h=redis.call('ZRANGE',d.state,'0',aW(df-1))if#h>0 then bw(a,t,5,h,1)local K,G,Q=bO(t,5,h,1)for b,e in ipairs(h)do aX(a,G or Q[b],e,K[b])aG(a,e,cw)end a.from.state,a.from.expiring=h,h if W~=''then aT(a,W,#h)end end local cX=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end cm(a,d)return'ok\\n'..cX",
);

/** 81 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local eL=KEYS[1]return'ok\\n'..table.concat(redis.call('ZRANGE',eL,'0','-1'),'\\n')",
);

/** 8963 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local df,fI=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local h,eE={},{}if#fI==0 then if df>0 then h=redis.call('ZRANGE',d.failed,'0',aW(df-1))end else for b,M in ipairs(redis.call('ZMSCORE',d.failed,unpack(fI)))do if M and not eE[fI[b]]then h[#h+1]=fI[b]eE[fI[b]]=true end end end if#h>0 then local K,G,Q=bO(t,5,h,1)for b,e in ipairs(h)do local ct=string.match(K[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eb=bI(ct and bK(ct)or 5,a.tick)local cF=bz(a,G or Q[b],e,K[b],eb,true)if cF~='0'then aZ(a,'expiring',cF,e)by(a,tonumber(cF))end end a.from.failed=h aT(a,'redriven',#h)end local cX=#h..' '..redis.call('ZCARD',d.failed)-#h local dA,f=a.readied>0 and bh(a),nil if#h>0 or not a.isNew then f=aQ(a,d,i,cX)end if f then return f end if dA then cj(a)end return'ok\\n'..cX",
);

/** 68 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  "local eL=KEYS[1]local s=ARGV[1]redis.call('ZADD',eL,'0',s)return'ok'",
);

/** 442 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cA=KEYS[1]local z=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cA)==1 then local R=bN(z)redis.call('HSET',cA,'registered',aW(R))end return'ok'",
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
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local hq,f=bg(a,'p'),nil if hq then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aQ(a,d,i,'-')end if f then return f end if hq then a.readied=redis.call('ZCARD',d.ready)if bh(a)then cj(a)end end return'ok\\n-'",
);

/** 273 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  "local eL,gM=KEYS[1],KEYS[2]local fp=ARGV[1]local I,P=redis.call('HGET',gM,fp)or'',{'ok'}for cs,s in ipairs(redis.call('ZRANGE',eL,'['..I,'+','BYLEX'))do P[#P+1]=s end for cs,s in ipairs(redis.call('ZRANGE',eL,'-','('..I,'BYLEX'))do P[#P+1]=s end return table.concat(P,'\\n')",
);

/** 9960 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "hash", "items..."],
  "local s=unpack local m=redis.call local J=string.match local aC=string.byte local f=redis.pcall local bm=tonumber local B=string.sub local aa=string.find local k=string.format local N=type local v,ap,aZ,bM,bL,E=s(KEYS,1,6)local Y=ARGV[1]local ag=ARGV[2]local at=ARGV[3]local aF=KEYS local bN,cl,cm,bO=s(ARGV,4,7)local bb=KEYS local h=ARGV[8]local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local bF='-----------------------------------------------------------------'local aB local i,H,aA,aw,az,ac,ay,ax,A,x,F,bS,aj,bU,G,bD,bd,bf,bC,t,be,aG,bE,r,aI,ai,bB,bT local b repeat local Z do local n=m('HGET',v,'head')local M,V i,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then Z='other_layout'else repeat if aC(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,V=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=bm(J(at,'%d+'))A,V=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<V then x=V end if V<0 or x>=899000000000000 then Z='bad_clock'else Z=nil end end end if Z then b=Z break end local o=m('HGET',E,Y)if o then local a=J(o,'^%d+')if a==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#a+2)break end if a-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if A-H>=0 or i~=''and aa(i,'p',1,true)~=nil then return'odd'end if i~=''and aa(i,'l',1,true)~=nil and m('EXISTS',bM)==1 then return'odd'end bS=true local W,aV='-',bm(bN)if K[9]then local q,d=aF[6+bm(h,16)+1],#K-9+1 if bb[23]then d=d-(#bb-23+2)do local cg=9+d aj={}for e=0,#bb-23 do do local a=aj local I=bb[23+e]local O='C '..k('%d',A)..' '..K[cg+e]local c=#a a[c+1],a[c+2]=I,O end end bU=K[#K]end end if d>1 then do local a=d repeat local g,p={},{}for e=1,a do local j=B(K[9+e-1],19)g[e],p[e]=j,'\\t'..j end local bc=m('HMGET',q,s(p))for e=1,a do local z=bc[e]if not z or B(z,1,18)..g[e]~=K[9+e-1]then g=nil break end end if not g then W=nil break end if i~=''and aa(i,'l',1,true)~=nil then local R=0 for e=1,a do R=R+m('HSTRLEN',q,g[e])end if R>32000000 then W=nil break end end G=g ac=k('%d',ac+a)bD=a bd,bf,bC=q,g,p W=string.rep('c',a)break until true end else do local bR=K[9]local j=B(bR,19)local ab='\\t'..j local z=m('HGET',q,ab)if not z or B(z,1,18)..j~=bR then W=nil else G={j}ac=k('%d',ac+1)bD=1 bd,bf=q,{j,ab}W='c'end end end end if not W then return'odd'end local af,w,l local bJ=false if aV>0 then local P,T,S,Q,ak do local a,c,aY,bo,d,e,g local j,X,R,bp=0,0,0,false local au local co,bW=' '..bO..' 0','\\n'..cm repeat local n if X==0 then n=m('ZRANGE',ap,'0',bN)else n=m('ZRANGE',ap,k('%d',X),k('%d',X+aV-j))end local o,bP=#n,aV-j e=o>bP if e then o=bP end local function aM(p)local q=string.byte local u,an=q(p,1,2)if u==95 and#p==13 and an<103 and an>47 and(an<58 or an>96)then return an<58 and an-47 or an-86 end do local bx=#p for y=1,#p,8 do local I,O,bZ,cb,cc,cf,ch,ci=q(p,y,y+7)bx=(bx*31+I+(O or 0)*3+(bZ or 0)*5+(cb or 0)*7+(cc or 0)*11+(cf or 0)*13+(ch or 0)*17+(ci or 0)*19)%65521 end return bx%16+1 end end if i~=''and aa(i,'l',1,true)~=nil and(o>1 or X>0)then local aS do local p=n local q=o local u=R local y=0 for z=1,q do local aQ=aM(p[z])u=u+m('HSTRLEN',aF[6+aQ],p[z])if u>2000000 then break end y=z end aS=y end if aS==0 and X==0 then aS=1 end bp=aS<o o=aS e=e or bp end for p=#n,o+1,-1 do n[p]=nil end if o>0 then local U,D,aE,p if o==1 then local q=aM(n[1])D,p=aF[6+q],{n[1],'\\t'..n[1]}U=m('HMGET',D,p[1],p[2])else do local q=n repeat local u={}for y=1,#q do local z=q[y]u[y*2-1]=z u[y*2]='\\t'..z end local y=aM(q[1])local al=aM(q[#q])if y==al then local z,bq=nil,true if bq then z=m('HMGET',aF[6+y],s(u))for C=1,#q do if not z[C*2-1]then bq=false break end end end if bq then U,D,aE,p=z,aF[6+y],nil,u break end end local z,bV,C,bu={},{},{},{}for I=1,#q do local L=aM(q[I])local M=aF[6+L]z[I]=M if not C[M]then C[M],bu[M]={},{}end local O,aQ=C[M],bu[M]for aO=(I-1)*2+1,I*2 do local V=#O+1 O[V],aQ[V]=u[aO],aO end end for I,L in pairs(C)do local M,aQ=m('HMGET',I,s(L)),bu[I]for aO=1,#L do bV[aQ[aO]]=M[aO]end end U,D,aE,p=bV,nil,z,u break until true end end local q=D and t and t[D]or nil if not d then bo=A+cl d=k('%d',bo)end local function br(y,u)local z=y[u]if not z then z={}y[u]=z end return z end for u=1,o do local y,L,z=n[u],U[u*2-1],U[u*2]local C,aX,bw,bz=D or aE[u],'0',nil,co if L and aC(L,17)~=58 then local I,by=J(L,'^(%d+)([^:]*)')if#(I or'')~=16 then bw,by=k('%016d',4500000000000000),''end aX=J(by,' x(%d+)')or aX bz=' '..(J(by,' m(%d+)')or bO)..' '..aX end if not L or aX~='0'then g=true end if z and G and aC(z)==76 then local bI if not be then be={}for bk,cd in ipairs(G)do be[cd]=true end end bI=be[y]g=g or bI end if L then j=j+1 local M,I=x+j,nil if o==1 then I=k('%015d',M)else local ad=M%100 if ad==0 or not au then au=k('%013d',(M-ad)/100)end I=au..B(bj,ad*2+1,ad*2+2)end local O,ab,aD=y,p[u*2],nil if z then local aW,bY,ar,ca,ba=J(z,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')aW,ba=k('%d',(aW or 0)+1),ba or'\\n'O=aW..'\\t'..y aD='L '..I..' '..aW..' '..(bY or'0')..' '..(ar or bw or B(L,1,16))..bz..(ca or'')..bW..ba do local V=aG local am='H'..ba if not V then aG={am}else V[#V+1]=am aG=V end end else aD='L '..I..' 1 0 '..(bw or B(L,1,16))..bz..bW..'\\n'bE=(bE or 0)+1 end if z and#aD<=#z then do local am=aD if not r then r={}end r[C..ab]=z if#am>#z then if not t then t={}end do local V=br(t,C)local Z=#V V[Z+1],V[Z+2]=ab,am end else if not aI then aI={}end do local V=br(aI,C)local Z=#V V[Z+1],V[Z+2]=ab,am end end end else if z then if not r then r={}end r[C..ab]=z end if D then do local V=q local Z=aD if not V then q={ab,Z}else do local ad=#V V[ad+1],V[ad+2]=ab,Z end q=V end end else do local am=aD if not t then t={}end do local V=br(t,C)local Z=#V V[Z+1],V[Z+2]=ab,am end end end end if j==1 then a,c,aY,aB=O,L,I,{d,y}else if j==2 then a,c={a},{c}end a[j],c[j]=O,L do local V=aB local Z=d local ad=#V V[ad+1],V[ad+2]=Z,y end end R=R+#L ai=I end end if D and q then if not t then t={[D]=q}else t[D]=q end end end X=X+o until g or not e or bp or j>=aV or X-j>=1000 if X>0 then bB=X==1 and'0'or k('%d',X-1)end if j>0 then x=x+j az=k('%d',az+j)if bo-H<0 then H=d end if j>15 then do local n=aB local o=#n n[o+1],n[o+2]='+inf',bF end bT=true end end P,w,l,T,S,Q,ak=a,c,j,aY,d,e,g end if ak then return'odd'end if l>0 then do local a=W local c=P local d=l local e=T local g=S local j=Q if d>1 then c=table.concat(c,'\\n')end af=a..'\\n- '..g..(j and' 1 'or' 0 ')..H..' -'..i..' '..e..'\\n'..c end bJ=not Q else if not(i~=''and aa(i,'h',1,true)~=nil)then return'odd'end af=W..'\\n'..k('%d',A)..' - 0 '..H..' -'..i..' -'end else af=W..'\\n'..k('%d',A)..' - 0 - -'..i..' -'end if G or aV>0 then local c do local a=af local n do local bc=(bE or 0)-(bD or 0)if bc~=0 then aA=k('%d',math.max(0,aA+bc))end ai=ai or k('%d',x)n='2 '..i..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac end local C=a and ag..'\\n'..a local ao=C and F and#C<=#F local d for bk=1,2 do d=nil if aB then if not d then local e=f('ZADD',aZ,s(aB))if e~=0 and e~=1 and N(e)=='table'then d=e end end end if t and not d then do local y=t local e for u,g in pairs(y)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if aj then for e=1,#aj,2 do if not d then local g=f('SET',aj[e],aj[e+1],'PX',bU)if g.err then d=g end end end end if C and not ao and not d then local e=f('HSET',E,Y,C)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d then local e e=f('HSET',v,'head',n)do local aJ do local g=e aJ=g~=0 and g~=1 and N(g)=='table'end if aJ then d=e end end end if aI and not d then do local y=aI local e for u,g in pairs(y)do if not e then local j=f('HSET',u,s(g))if j~=0 and j~=1 and N(j)=='table'then e=j end end end d=e end end if ao and not d then local e=f('HSET',E,Y,C)if e~=0 and e~=1 and N(e)=='table'then d=e end end if not d or not bS or B(d.err,1,3)~='OOM'then break end m('HDEL',v,'')end if d then local aL={}if aB then aL[aZ]=aB end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local e=redis.pcall for u,g in bl(y)do for j=1,#g,2 do local ae=g[j+bs]local o=bt[u..ae]if not o then e(bv,u,ae)elseif as=='ZADD'then e(as,u,o,ae)else e(as,u,ae,o)end end end end ah(aI or{},r,0,'HDEL','HSET')local function bn(e,I,O)if not e then return{I,O}end do local g=#e e[g+1],e[g+2]=I,O end return e end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Y,F)end if C and not F then f('HDEL',E,Y)end if aj then for e=1,#aj,2 do f('DEL',aj[e])end end ah(t or{},r,0,'HDEL','HSET')ah(aL,r,1,'ZREM','ZADD')c=d else ax=n if a and not F then f('PEXPIRE',E,J(at,'%d+$'))end if bB then f('ZREMRANGEBYRANK',ap,'0',bB)end if bT then f('ZREM',aZ,bF)end if G and m('ZREM',aZ,s(G))<#G then f('ZREM',ap,s(G))f('ZREM',bM,s(G))end if bf then f('HDEL',bd,s(bf))end if bC then f('HDEL',bd,s(bC))end c=nil end end if c then return'odd'end end if G then if not G and true then else local a,M,bK={},ai if G then local ce='C'..M for e,j in ipairs(G)do a[e*2-1],a[e*2]=j,ce end bK=ac-#G==0 end if bK then f('HSET',bL,'',k('%-65d',A))end local c=f('HSET',bL,s(a))end end if bJ and(i~=''and aa(i,'h',1,true)~=nil)then do local aK='-'if H~=bh then aK=k('%d',math.max(0,H-A))end local a='0'if 0>0 then a=k('%d',0)end f('PUBLISH',B(v,1,-5)..'wake',a..' '..aK)end end do local bA=af local a=w local c=l if not a then return'ok\\n'..bA end if c==1 and not aG and#a<4000 then return'ok\\n'..bA..'\\n\\n'..a end if c==1 then a={a}end table.insert(a,1,'ok\\n'..bA)if aG then for bk,cj in ipairs(aG)do a[#a+1]=cj end end return a end",
);

/** 23931 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local t=KEYS local eM=KEYS local fR={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local dW,gk=ARGV[8],ARGV[9]local dQ=ARGV ",
  $digits,
  "local ax='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bG(n)return string.sub(ax,n*2+1,n*2+2)end ",
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
  "local function bf(j,dF)j.isUnused=dF=='g'if dF=='b'or dF=='p'then local ek,el=tonumber(j.postponed)or 0,tonumber(j.unfinished)or 0 if dF=='p'then ek=ek+1 else el=el+1 end j.postponed,j.unfinished=aW(ek),aW(el)if dF=='p'then j.isUnused=ek<=1000 else j.isUnused=el%10~=0 end end if j.isUnused then j.released=aW(j.released+1)end end local function bF(a,d,dF,j,ha)if dF=='c'or dF=='k'then return'c','C','completed',nil end bf(j,dF)if j.isUnused and dF~='p'then return'r','W','released',nil end if dF=='f'or not j.isUnused and j.attempt-j.released>=tonumber(j.max)then return'f','F','failed',nil end a.tick=a.tick+1 if dF=='b'or ha=='0'then return'r','W','retried',a.tick end return'd','W','retried',ce(a,d.delayed,a.now+ha)end local function bv(a,d,e,j,cw)local ct,gr=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if cw=='r'then bZ(a,d.ready,e,ct)elseif ct then bu(a,'ready',e)end if cw=='f'then bZ(a,d.failed,e,gr)elseif gr then bu(a,'failed',e)end if ct and j.expiresAt~='0'then if cw=='r'or cw=='d'then bZ(a,d.expiring,e,j.expiresAt)else bu(a,'expiring',e)end end return gr end local function ba(a,e,j,cw,dF,r)local hg=cw=='r'or cw=='d'if cw=='r'then aZ(a,'ready',j.place,e)a.readied=a.readied+1 elseif cw=='d'then aZ(a,'delayed',aY(r,bK(j.place)),e)a.sooner=true by(a,cf(r))elseif cw=='f'then aZ(a,'failed',aW(a.now),e)elseif dF=='k'then aZ(a,'done',aW(a.now),e)end if hg and j.expiresAt~='0'then aZ(a,'expiring',j.expiresAt,e)by(a,tonumber(j.expiresAt))end return not hg and dF~='c'end local function ca(a,d,t,H,dQ,I,eM,gu)local h,cP,hl,dD,fn,cM={},{},{},0,false,nil local fW,v,dP,hd=bg(a,'l'),0,false,false for dM=I,#dQ,4 do h[#h+1]=string.sub(dQ[dM+1],19)end local K,G,Q=bO(t,H,h,1)local ej=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,k,l,dM=h[b],K[b],G or Q[b],I+b*4-4 local dF,dE,fU,eY=dQ[dM],dQ[dM+1],dQ[dM+2],dQ[dM+3]local hc=k and string.sub(k,2,18)==string.sub(dE,2,18)local cw,W,j=hl[e],'stale',nil if cw=='W'and not hc then cw='A'end if not cw and(not hc or not string.find(k,'^[LE]'))then cw,cM=bQ(k,dE,cM,d,h,b)end if not cw and fW then v=v+redis.call('HSTRLEN',l,e)dP=dP or hd and v>32000000 end if dP then cw,W='M',nil end if not cw then if dF=='c'then j={expiresAt='-'}else j=bH(k)end cw=not j and'U'end if not cw then local cq,r cw,cq,W,r=bF(a,d,dF,j,fU)hl[e],hd=cq,true if r then j.place=bI(bK(j.place),r)end if cw=='c'and fU~=''then a.results=aO(a.results,eM[gu],'C '..aW(a.now)..' '..fU)end if ej[b]then bu(a,'leased',e)elseif bv(a,d,e,j,cw)then fn=true if cw=='f'then W=nil end end if ba(a,e,j,cw,dF,r)then dD=dD+1 end if dF=='c'then aX(a,l,e,k)aG(a,e,'C')else if eY~=''and not j.isUnused then j.lines=ck(j.lines,aW(a.now),j.attempt,eY)end bX(a,l,'\\t'..e,be(j,cq),k)end end if fU~=''and(dF=='c'or dF=='k')then gu=gu+1 end if W=='completed'then a.completed=aW(a.completed+1)elseif W then aT(a,W,1)end cP[b]=cw end return table.concat(cP),dD,fn,dP end ",
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $countReadable,
  "local function bm(a,e)if not a.isFinished then a.isFinished={}for cs,fz in ipairs(a.finished)do a.isFinished[fz]=true end end return a.isFinished[e]end local function cd(a,d,t,H,eX,ed)local eu,dT,I,eQ,dj,cG,fE local cJ,eC,cI,gy=0,0,0,false local gP local ih,hs=' '..eX.max..' 0','\\n'..eX.worker repeat local h if eC==0 then h=redis.call('ZRANGE',d.ready,'0',eX.count)else h=redis.call('ZRANGE',d.ready,aW(eC),aW(eC+ed-cJ))end local v,hh=#h,ed-cJ cG=v>hh if cG then v=hh end if bg(a,'l')and(v>1 or eC>0)then local ft=aU(t,H,h,v,cI)if ft==0 and eC==0 then ft=1 end gy=ft<v v=ft cG=cG or gy end for b=#h,v+1,-1 do h[b]=nil end if v>0 then local x,G,Q,y if v==1 then local n=bi(h[1])G,y=t[H+n],{h[1],'\\t'..h[1]}x=redis.call('HMGET',G,y[1],y[2])else x,G,Q,y=bO(t,H,h,2)end local c=G and a.writes and a.writes[G]or nil if not dj then eQ=a.now+eX.duration dj=aW(eQ)end for b=1,v do local e,dS,j=h[b],x[b*2-1],x[b*2]local l,cF,eF,gS=G or Q[b],'0',nil,ih if dS and string.byte(dS,17)~=58 then local n,eG=string.match(dS,'^(%d+)([^:]*)')if#(n or'')~=16 then eF,eG=bI(5,0),''end cF=string.match(eG,' x(%d+)')or cF gS=' '..(string.match(eG,' m(%d+)')or eX.max)..' '..cF if d.delayed and cF~='0'then a.from.expiring=aN(a.from.expiring,e)end end if not d.delayed and(not dS or cF~='0')then fE=true end if not d.delayed and j and a.finished and string.byte(j)==76 then local hG=bm(a,e)fE=fE or hG end if d.delayed and(not dS or cF~='0'and cF-a.now<=0)then aX(a,l,e,j)if dS then aT(a,'expired',1)aG(a,e,'E')cI=cI+#dS end elseif dS then cJ=cJ+1 local r,dd=a.tick+cJ,nil if v==1 then dd=string.format('%015d',r)else local gC=r%100 if gC==0 or not gP then gP=string.format('%013d',(r-gC)/100)end dd=gP..bG(gC)end local o,cD,es=e,y[b*2],nil if j then local dH,hC,ct,ex,da=string.match(j,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')dH,da=aW((dH or 0)+1),da or'\\n'o=dH..'\\t'..e es='L '..dd..' '..dH..' '..(hC or'0')..' '..(ct or eF or string.sub(dS,1,16))..gS..(ex or'')..hs..da a.histories=aN(a.histories,'H'..da)else es='L '..dd..' 1 0 '..(eF or string.sub(dS,1,16))..gS..hs..'\\n'a.runsMore=(a.runsMore or 0)+1 end if j and#es<=#j then bX(a,l,cD,es,j)else if j then bZ(a,l,cD,j)end if G then c=aO(c,cD,es)else cn(a,l,cD,es)end end if cJ==1 then eu,dT,I,a.to.leased=o,dS,dd,{dj,e}else if cJ==2 then eu,dT={eu},{dT}end eu[cJ],dT[cJ]=o,dS bM(a.to.leased,dj,e)end cI=cI+#dS a.lastTick=dd end end if G and c then if not a.writes then a.writes={[G]=c}else a.writes[G]=c end end end eC=eC+v until fE or not cG or gy or cJ>=ed or eC-cJ>=1000 if eC>0 then a.popped=eC==1 and'0'or aW(eC-1)end if cJ>0 then a.tick=a.tick+cJ a.leased=aW(a.leased+cJ)if eQ-a.due<0 then a.due=dj end if cJ>15 then bM(a.to.leased,'+inf',am)a.isLong=true end end return eu,dT,cJ,I,dj,cG,fE end ",
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
  "local function bt(a,cP,eu,cJ,dd,dj,cG)if cJ>1 then eu=table.concat(eu,'\\n')end return cP..'\\n- '..dj..(cG and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dd..'\\n'..eu end local function cb(a,cP,cu,cG)return cP..'\\n'..aW(a.now)..(cG and' - 1 'or' - 0 ')..cu..' -'..a.flags..' -'end local function cl(a,cX,dT,cJ)if not dT then return'ok\\n'..cX end if cJ==1 and not a.histories and#dT<4000 then return'ok\\n'..cX..'\\n\\n'..dT end if cJ==1 then dT={dT}end table.insert(dT,1,'ok\\n'..cX)if a.histories then for cs,gx in ipairs(a.histories)do dT[#dT+1]=gx end end return dT end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $hasListeners,
  $addListener,
  $wake,
  "local a=bA(d.meta)local g=bD(a,i)if g then return g end a.frees=true local hm,fP,eZ=dQ[10]~=nil,fR.count~='0',a.now-a.due>=0 local ed=bg(a,'p')and 0 or tonumber(fR.count)local o=bl(a)local cP,cX,dT,cJ,dx,eg='-',nil,nil,0,false,0 local function et(ee,V)local f local fX=hm or cJ>0 or i.number~='0'if ee then f=aQ(a,d,i,fX and V)end if f then bV(a,o)else cm(a,d)o=bl(a)if V and ee then a.before=i.number..'\\n'..V end cX=V or cX end bU(a)return f end local function hk()local cs,dD,fn,dP,dI cP,dD,fn,dP=ca(a,d,t,11,dQ,10,eM,28)if a.results then a.keepResults=string.match(dW,'%S+$')end if dD>0 and not fn then cs,cs,dI=ch(a,d,t,11,dW,dD*2+8)end eg=(dI or fn)and dD or 0 if dP then fP=false end return not a.isNew or string.find(cP,'%l')~=nil end local function hQ(ee,gv)local eu,dd,dj,cG if eZ then a.due=bB(d)ee=not a.isNew cG=a.now-a.due>=0 end if ed>0 then eu,dT,cJ,dd,dj,cG=cd(a,d,t,11,fR,ed)cG=cG or a.now-a.due>=0 dx=not cG end if not a.isNew and(cJ==0 or gk~='')then local hO=aI(a)ee=ee or hO or i.number~='0'end if cJ>0 then return true,bt(a,cP,eu,cJ,dd,dj,cG)end local cu=gv and a.due or bB(d)return ee or a.popped,cb(a,cP,cu,cG)end local function eX(ee,gv)local hL,V=hQ(ee,gv)local f=et(hL,V)if f then cJ,dT,dx=0,nil,false end return f end local function ho(n)if n==0 then return end ch(a,d,t,11,dW,n*2+8)et(a.from.done or a.from.failed)end local hz=fP if hm then local ee,f=hk(),nil if fP and not eZ and a.readied==0 and not a.from.ready then fP=false f=eX(ee,true)if f then ee=hk()end end if not cX then f=et(ee,cb(a,cP,'-',hz))if f then return f end end end if fP then if eZ then local cS=math.min(1000,10+ed*2)local cs,x=bb(a,d,t,11,cS)et(x>0)local gb,dq=bR(a,d,t,11,cS)local b,dI if dq>0 then b,b,dI=ch(a,d,t,11,dW,dq*2+8)end local f=et(gb>0)if dI and not f then ho(dq)end local ga=bL(a,d,cS)et(ga>0)end local f=eX(false,false)if not cX then return f end end ho(eg)a.readied=a.readied-cJ local hN,dA=a.readied>0 or a.sooner,false if hN then dA=bh(a)elseif dx and(cJ>0 or eZ)then dA=bg(a,'h')end if dA then cj(a,dx)end if gk~=''and not a.isNew then if gk=='p'then redis.pcall('HSET',d.meta,'policy',dW)end if fR.worker~=''then bC(d.workers,fR.worker,a.now)end aM(a,d,120000,10000)local gJ=bp(a)if not gJ and cX then cX=string.gsub(cX,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cl(a,cX or cb(a,cP,'-',false),dT,cJ)",
);

/** 2581 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cA,fh,eT=unpack(KEYS,1,3)local t=KEYS local z,fB,eA=unpack(ARGV,1,3)local dc=tonumber(fB)local df=tonumber(eA)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bA(cA)local cr=bE(a,z)if cr then return cr end local ej=redis.call('ZRANGE',fh,aW(dc),aW(dc+df-1),'WITHSCORES')local cW={'ok',aW(a.now)..' '..(#ej<df*2 and'-'or aW(dc+df))}local cM=dc==0 and redis.call('ZRANGE',eT,'0','999','WITHSCORES')or{}for b=1,#cM,2 do cW[#cW+1]='W '..cM[b+1]..' '..cM[b]end local h={}for b=1,#ej,2 do h[#h+1]=ej[b]end if#h>0 then local K=bO(t,3,h,1)for b,e in ipairs(h)do local dd,eI=string.match(K[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')cW[#cW+1]='H '..ej[b*2]..' '..(dd or'0')..' '..e cW[#cW+1]='-'..(eI or'')end end return table.concat(cW,'\\n')",
);
