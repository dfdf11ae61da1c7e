// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $hashOfBytes = "local function bm(e)local cJ=#e for b=1,#e,8 do local I,J,dE,dF,dG,dH,dJ,dK=string.byte(e,b,b+7)cJ=(cJ*31+I+(J or 0)*3+(dE or 0)*5+(dF or 0)*7+(dG or 0)*11+(dH or 0)*13+(dJ or 0)*17+(dK or 0)*19)%65521 end return cJ%16+1 end ";
const $hashNumber = "local function bl(e)local z,F=string.byte(e,1,2)if z==95 and#e==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return bm(e)end ";
const $declaredHashes = "local function aX(d,z,dW)local y={}for b=1,#dW do y[tonumber(string.sub(dW,b,b),16)+1]=d[z+b-1]end return y end ";
const $readJobs = "local function bR(y,M,h,W)local v={}for b=1,#h do local e=h[b]if W==2 then v[b*2-1]=e end v[b*W]='\\t'..e end local L=bl(h[1])local ds=bl(h[#h])if L==ds then local B,cM=nil,W==2 if cM then B=redis.call('HMGET',y[M+L],unpack(v))for b=1,#h do if not B[b*2-1]then cM=false break end end end if cM then return B,y[M+L],nil,v end end local ct,dk,x,cN={},{},{},{}for b=1,#h do local q=bl(h[b])local n=y[M+q]ct[b]=n if not x[n]then x[n],cN[n]={},{}end local c,cv=x[n],cN[n]for R=(b-1)*W+1,b*W do local o=#c+1 c[o],cv[o]=v[R],R end end for n,c in pairs(x)do local B,cv=redis.call('HMGET',n,unpack(c)),cN[n]for R=1,#c do dk[cv[R]]=B[R]end end return dk,nil,ct,v end ";
const $pushPair = "local function bP(c,I,J)local o=#c c[o+1],c[o+2]=I,J end ";
const $appendPair = "local function aQ(c,I,J)if not c then return{I,J}end bP(c,I,J)return c end ";
const $append = "local function aP(c,G)if not c then return{G}end c[#c+1]=G return c end ";
const $listFor = "local function bA(x,r)local c=x[r]if not c then c={}x[r]=c end return c end ";
const $digits = "local function aY(q)return string.format('%d',q)end ";
const $readClock = "local function bQ(A)if string.byte(A)~=61 then local w=redis.pcall('TIME')if not w.err then local cy,O=w[1]+0,w[2]+0 return cy*1000+(O-O%1000)/1000,(cy-1600000000)*1000000+O end end local X=tonumber(string.match(A,'%d+'))return X,(X-1600000000000)*1000 end ";
const $HEAD = "local ah='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local ay='2  0 0 0 0 0 0'";
const $LONG = "local an='-----------------------------------------------------------------'";
const $newUnit = "local function bD(cB)return{meta=cB,readied=0,to={},from={}}end ";
const $openUnit = "local function bH(a,A)local p=redis.call('HGET',a.meta,'head')local s,D a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(p or ay,ah)a.isNew,a.head=not p,p if not s or not p and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,D=bQ(A)a.tick=s+0 if a.tick<D then a.tick=D end if D<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bG(a,i)local cA=bH(a,i.times)if cA then return cA end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bj(a,dl)return a.flags~=''and string.find(a.flags,dl,1,true)~=nil end ";
const $count = "local function aV(a,P,dx)if not a.totals then a.totals={}end a.totals[P]=(a.totals[P]or 0)+dx end ";
const $leave = "local function bx(a,k,e)a.from[k]=aP(a.from[k],e)end ";
const $saveOld = "local function cc(a,r,cE,j)if not a.old then a.old={}end a.old[r..cE]=j end ";
const $dropJob = "local function aZ(a,n,e,l)if not a.drops then a.drops={}end local c=bA(a.drops,n)c[#c+1]=e if l then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aI(a,e,E)a.endings=aQ(a.endings,e,E)end ";
const $limitFreed = "local function bz(a,y,M,h,D)local da,o=0,#h if bj(a,'l')then for b=1,o do local q=bl(h[b])da=da+redis.call('HSTRLEN',y[M+q],h[b])if da>64000000 and b>D then for R=o,b,-1 do h[R]=nil end break end end end return#h<o end ";
const $beginEndings = "local function aR(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $turnEndings = "local function cl(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aR(a,d)end ";
const $writeEndings = "local function cp(a,d)if not a.finished and not a.endings then return end local c,s,dO={},a.lastTick if a.finished then local dZ='C'..s for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,dZ end dO=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bP(c,a.endings[b],a.endings[b+1]..s)end end if d.endedBefore then dO=redis.call('EXISTS',d.endings)==0 end if dO then aR(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dO and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cl(a,d)end end ";
const $EVENT_LETTERS = "local af={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $eventsOf = "local function bd(a,d)local u,H,cS={},{},{}local cC,w=a.endings or{},aY(a.now)for Q,e in ipairs(a.from.done or{})do cS[e]=true end for b=1,#cC,2 do local e,E=cC[b],a.from.state and'P'or cC[b+1]if E~='F'and(E~='C'or not cS[e])then u[#u+1]=E..e end end for Q,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local e=c[b]if e~=an and not(a.old and a.old[d[k]..e])then u[#u+1]=af[k]..e end end end local z,o=1,0 for b=1,#u do o=o+#u[b]+1 if o>8000 or b==#u then H[#H+1]=w..'\\n'..table.concat(u,'\\n',z,b)z,o=b+1,0 end end return H end ";
const $writeEvents = "local function cq(a,d,H)local v=redis.pcall('HMGET',a.meta,'events','recorded')local cK,j=string.match(v[1]or'','^%d+')or'0',(tonumber(v[2])or 0)-#H for b,cw in ipairs(H)do redis.pcall('XADD',d.events,'MAXLEN',cK,aY(j+b)..'-0','e',cw)end end ";
const $isRefused = "local function br(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $headOf = "local function bn(a)local S=(a.runsMore or 0)-(a.runsLess or 0)if S~=0 then a.runs=aY(math.max(0,a.runs+S))end a.lastTick=a.lastTick or aY(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aN(a)local U={}if not a.fields then a.fields={}end for t in pairs(a.totals)do U[#U+1]=t end for b,G in ipairs(redis.call('HMGET',a.meta,unpack(U)))do local t=U[b]local P=aY((G or 0)+a.totals[t])bP(a.fields,t,P)cc(a,a.meta,t,G)end end ";
const $writeFields = "local function cs(a,x)local f for r,c in pairs(x)do if not f then local g=redis.pcall('HSET',r,unpack(c))if br(g)then f=g end end end return f end ";
const $revert = "local function bZ(x,cL,cE,dB,cF)for r,c in pairs(x)do for b=1,#c,2 do local t=c[b+cE]local j=cL[r..t]if not j then redis.pcall(dB,r,t)elseif cF=='ZADD'then redis.pcall(cF,r,j,t)else redis.pcall(cF,r,t,j)end end end end ";
const $commit = "local function aS(a,d,i,cu)local p=bn(a)local K if d.events and bj(a,'e')then K=bd(a,d)if#K>0 then aV(a,'recorded',#K)end end if a.totals then aN(a)end local C=cu and i.number..'\\n'..cu local cD=C and a.before and#C<=#a.before local f for Q=1,2 do f=nil for k,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[k],unpack(c))if br(g)then f=g end end end if a.writes and not f then f=cs(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.keepResults)if g.err then f=g end end end end if C and not cD and not f then local g=redis.pcall('HSET',i.replies,i.lane,C)if br(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',p,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',p)end if br(g)then f=g end end if a.rewrites and not f then f=cs(a,a.rewrites)end if cD and not f then local g=redis.pcall('HSET',i.replies,i.lane,C)if br(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local cV={}for k,c in pairs(a.to)do cV[d[k]]=c end cc(a,a.meta,'head',a.head)bZ(a.rewrites or{},a.old,0,'HDEL','HSET')bZ({[a.meta]=aQ(a.fields,'head',p)},a.old,0,'HDEL','HSET')if C and not cD and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if C and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end bZ(a.writes or{},a.old,0,'HDEL','HSET')bZ(cV,a.old,1,'ZREM','ZADD')return f end a.head=p if cu and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',d[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,an)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for r,c in pairs(a.drops)do redis.pcall('HDEL',r,unpack(c))end end if a.records then redis.pcall('HDEL',a.hash,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.hash,unpack(a.runFields))end if d.events and K then cq(a,d,K)end return nil end ";
const $NEVER = "local ax='9999999999999'";
const $enter = "local function bb(a,k,V,e)a.to[k]=aQ(a.to[k],V,e)end ";
const $lowerDue = "local function bB(a,w)if w-a.due<0 then a.due=aY(w)end end ";
const $rewriteField = "local function ca(a,n,cO,G,j)cc(a,n,cO,j)if#G>#j then if not a.writes then a.writes={}end bP(bA(a.writes,n),cO,G)else if not a.rewrites then a.rewrites={}end bP(bA(a.rewrites,n),cO,G)end end ";
const $placeOf = "local function bL(du,s)return string.format('%016d',du*900000000000000+s)end ";
const $lastDueScore = "local function bu(w)return aY((w-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cj(V)return(V-V%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bM(V)local du=V%10 return bL(du,(V-du)/10)end ";
const $parseRun = "local function bK(l)local cG,dr,dT,fe,cH,eJ,cR,ez,eB,u=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=cG,fence=dr,attempt=dT,released=fe,place=cH,max=eJ,expiresAt=cR,postponed=ez,unfinished=eB,lines=u}end ";
const $formatRun = "local function bh(l,cG)local eL=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cG,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..eL..l.lines end ";
const $withError = "local function cn(u,X,dT,fk)local j,dP=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,dP='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end dP=string.gsub(dP,'\\t[^\\n]*','')..'\\n'..X..' '..dT..' '..fk local dX,de={},1 repeat dX[#dX+1]=de de=string.find(dP,'\\n',de+1)until not de local z=math.max(1,#dX-5+1)while z<#dX and#dP-dX[z]>=800 do z=z+1 end return j..string.sub(dP,dX[z])end ";
const $expire = "local function be(a,d,y,M,dj)local h=redis.call('ZRANGE',d.expiring,'-inf',aY(a.now),'BYSCORE','LIMIT','0',aY(dj))local ec=bz(a,y,M,h,1)local ev=0 if#h>0 then local S,L,ct=bR(y,M,h,1)local fQ,gb=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if fQ[b]or gb[b]then ev=ev+1 aZ(a,L or ct[b],e,S[b])aI(a,e,'E')if fQ[b]then bx(a,'ready',e)end if gb[b]then bx(a,'delayed',e)end end end a.from.expiring=h if ev>0 then aV(a,'expired',ev)end end return ev,#h,ec end ";
const $reclaimJob = "local function bV(a,d,n,e,j,cG,fX)local l,eo=bK(j),cG local ew=l and l.attempt-l.released>=tonumber(l.max)if ew then bb(a,'failed',aY(a.now),e)l.lines=cn(l.lines,aY(a.now),l.attempt,fX)eo=cG=='L'and'E'or'F'aV(a,'failed',1)else bb(a,'ready',l and l.place or bL(5,0),e)a.readied=a.readied+1 if l and l.expiresAt~='0'then bb(a,'expiring',l.expiresAt,e)bB(a,tonumber(l.expiresAt))end aV(a,'reclaimed',1)end if l and eo~='L'then ca(a,n,'\\t'..e,bh(l,eo),j)end bx(a,'leased',e)return ew end ";
const $reclaim = "local function bU(a,d,y,M,dj)local h=redis.call('ZRANGE',d.leased,'-inf',aY(a.now),'BYSCORE','LIMIT','0',aY(dj))local dI=0 if#h>0 then local S,L,ct=bR(y,M,h,1)for b=1,#h do local ew=bV(a,d,L or ct[b],h[b],S[b],'L','\"lease expired\"')if ew then dI=dI+1 end end end return#h,dI end ";
const $promoteDue = "local function bO(a,d,dj)local cI=redis.call('ZRANGE',d.delayed,'-inf',bu(a.now),'BYSCORE','LIMIT','0',aY(dj),'WITHSCORES')for b=1,#cI,2 do local cH=bM(cI[b+1])bb(a,'ready',cH,cI[b])bx(a,'delayed',cI[b])end a.readied=a.readied+#cI/2 return#cI/2 end ";
const $nextDue = "local function bE(d)local w=ax for Q,k in ipairs({'leased','delayed','expiring'})do local V=redis.call('ZRANGE',d[k],'0','0','WITHSCORES')[2]if V and k=='delayed'then V=cj(V)end if V and V-w<0 then w=V end end return aY(w)end ";
const $trimEnded = "local function ck(a,d,y,M,ej,er)local dV,dj={},math.min(1000,er)dV.doneAge,dV.doneCount,dV.failedAge,dV.failedCount=string.match(ej,'^(%S+) (%S+) (%S+) (%S+)')local h,fm,eF,eK,cU,dU={},{},0,0,false,false for Q,k in ipairs({'done','failed'})do local eG,cK,cL=tonumber(dV[k..'Age']),tonumber(dV[k..'Count']),{}if eG then cL=redis.call('ZRANGE',d[k],'-inf',aY(a.now-eG),'BYSCORE','LIMIT','0',aY(dj))end local cv=#(a.to[k]or{})/2 eK=eK+cv if cK then local o=redis.call('ZCARD',d[k])local eu=o+cv-cK dU=dU or eu>o if eu>#cL then cL=redis.call('ZRANGE',d[k],'0',aY(math.min(eu,dj)-1))end end cU=cU or#cL>=dj for b=1,#cL do h[#h+1]=cL[b]fm[#h]=k end end if#h>0 then local ec=bz(a,y,M,h,eK+1)cU=cU or ec local eP={}for Q,k in ipairs({'ready','delayed','leased'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do eP[b]=eP[b]or V end end local S,L,ct=bR(y,M,h,1)for b=1,#h do local e,eM=h[b],fm[b]=='failed'if eM then bx(a,'failed',e)else bx(a,'done',e)end if not eP[b]then eF=eF+1 aZ(a,L or ct[b],e,S[b])aI(a,e,eM and'F'or'C')if eM then aV(a,'purged',1)end end end end return eF,cU,dU end ";
const $ageEndings = "local function aO(a,d,eG,gF)local o=redis.call('HLEN',d.endings)if o<gF then return end local eq=redis.call('HGET',d.endings,'')if not eq then aR(a,d)end if o>=1000000 or eq and a.now-eq>eG then cl(a,d)if o==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function bX(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bo(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function bY(a,p)a.flags,a.tick,a.due,a.runs=p.flags,p.tick,p.due,p.runs a.leased,a.completed,a.readied,a.sooner=p.leased,p.completed,p.readied,p.sooner end ";
const $hasListeners = "local function bk(a)if a.flags~='h'and not bj(a,'h')then return a.isNew end if bj(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cm(a,dN)local cI='-'if a.due~=ax then cI=aY(math.max(0,a.due-a.now))end local q=dN and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or aY(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..cI)end ";
const $timeOf = "local function ci(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bN(cH)return(cH-cH%900000000000000)/900000000000000 end ";
const $dueScore = "local function ba(s,du)return aY(s*10+du)end ";
const $tickAt = "local function ch(a,fc,w)if not a.ticks then a.ticks={}end local fW,z,s={},(w-1600000000000)*1000,nil for b=1,1000 do fW[b]=z local eh=a.ticks[z]if not eh then local de,hh=aY(z*10),aY(z*10+9999)local V=redis.call('ZRANGE',fc,hh,de,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]eh=V and(V-V%10)/10 or z-1 end if eh<z+999 then s=eh+1 break end z=math.max(z+1000,eh-eh%1000)end s=s or z for Q,fL in ipairs(fW)do a.ticks[fL]=s end return s end ";
const $addListener = "local function aK(a)local j=redis.call('HGET',a.meta,'heard')local dM=bj(a,'h')and j or'0'if dM-a.now>300000 then return false end if not bj(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bP(a.fields,'heard',aY(a.now+600000))cc(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bs(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bv(d,h)local B=redis.call('HMGET',d.endings,unpack(h))for b,dZ in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do B[b]=B[b]or dZ end return B end ";
const $reasonNotHeld = "local function bT(l,dQ,df,d,h,b)if not l then df=df or bv(d,h)return string.sub(df[b]or'U',1,1),df end local cG,dr=string.match(l,'^(%a) (%d+)')if cG=='E'then return'F',df end if cG=='L'or cG=='W'and dr~=string.sub(dQ,3,17)then return'A',df end return cG or'U',df end ";
const $isHeld = "local function bq(l,dQ)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(dQ,2,18)end ";
const $extendLease = "local function bf(a,d,n,e,l,j,dD)bb(a,'leased',aY(dD),e)bB(a,dD)if j and dD-j<0 then a.sooner=true end if j then cc(a,d.leased,e,j)elseif string.sub(l,1,1)=='E'then bx(a,'failed',e)ca(a,n,'\\t'..e,'L'..string.sub(l,2),l)else bx(a,'ready',e)bx(a,'expiring',e)end end ";
const $MOST_WORKERS = "local aw='-1001'";
const $noteWorker = "local function bF(fg,eU,X)if redis.pcall('ZADD',fg,aY(X),eU)==1 then redis.call('ZREMRANGEBYRANK',fg,'0',aw)end end ";
const $countReadable = "local function aW(y,M,h,o,da)local q=0 for b=1,o do local cv=bl(h[b])da=da+redis.call('HSTRLEN',y[M+cv],h[b])if da>2000000 then break end q=b end return q end ";
const $writeField = "local function cr(a,n,cO,G)if not a.writes then a.writes={}end bP(bA(a.writes,n),cO,G)end ";
const $rewriteRun = "local function cb(a,n,e,l,cH,fr)local el=bK(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}el.place=cH if fr then el.attempt,el.released,el.postponed='0','0',''end local ea=bh(el,'W')if l then ca(a,n,'\\t'..e,ea,l)else cr(a,n,'\\t'..e,ea)a.runsMore=(a.runsMore or 0)+1 end return el.expiresAt end ";
const $makeReady = "local function bC(a,n,e,l,cH,fr)local cR=cb(a,n,e,l,cH,fr)bb(a,'ready',cH,e)a.readied=a.readied+1 return cR end ";

/** 9472 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fi=KEYS local dW,h=ARGV[4],{unpack(ARGV,5)}",
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  "local hk={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local y,dh,eA,fI=aX(fi,12,dW),{},{},0 bz(a,y,0,h,1)for b in ipairs(h)do dh[b]='U'end for Q,k in ipairs({'ready','delayed','leased','failed','done'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if V then local e=h[b]if not eA[e]then dh[b],eA[e]=hk[k],hk[k]end if string.find(eA[e],'%l')then bx(a,k,e)end end end end local S,L,ct=bR(y,0,h,1)for b,e in ipairs(h)do if string.find(dh[b],'%l')then aZ(a,L or ct[b],e,S[b])aI(a,e,'X')bx(a,'expiring',e)fI=fI+1 end end if fI>0 then aV(a,'cancelled',fI)end local cw=table.concat(dh)local f if fI>0 or not a.isNew then f=aS(a,d,i,cw)end if f then return f end cp(a,d)return'ok\\n'..cw",
);

/** 15439 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eO,iu,ej=unpack(ARGV,4,6)local dm=tonumber(eO)",
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
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
  "local hJ='- - 2592000000 100000'local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local fl=a.now-a.due>=0 if ej==''then ej=redis.call('HGET',d.meta,'policy')or hJ end local p=bo(a)local fU,cU,gp=0,false,nil local function eH(es,cu,q,gM)local f if es then f=aS(a,d,i,cu)end if f then bY(a,p)gp,q=f,0 else cp(a,d)p=bo(a)fU,cU=fU+q,cU or gM end bX(a)return q end local ev,go,dI,gn=0,0,0,0 if fl then local q,fq,ec=be(a,d,y,12,dm)ev=eH(fq>0,nil,q,ec or fq>=dm)local fz,fT=bU(a,d,y,12,dm)fz=eH(fz>0,nil,fz,fz>=dm)dI=math.min(fz,fT)go=fz-dI local cI=bO(a,d,dm)gn=eH(cI>0,nil,cI,cI>=dm)end local cS,gM=ck(a,d,y,12,ej,dm)local eF=eH(a.from.done or a.from.failed,nil,cS,gM)local fD=redis.call('ZRANGE',d.seen,'-inf',aY(a.now),'BYSCORE','LIMIT','0',aY(dm))if fD[1]then a.from.seen=fD end if fl then a.due=bE(d)end local hC=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',aY(a.now-iu))cU=cU or#fD>=dm local cw=table.concat({go,dI,gn,ev,eF,hC,cU and 1 or 0},' ')local gk=fU+hC>0 and not a.isNew and not gp eH(gk or fD[1]or fl and not a.isNew,gk and cw,0)if fU==0 then aO(a,d,86400000,1)end if a.readied>0 and bk(a)then cm(a)end if gp and fU==0 then return gp end return'ok\\n'..cw",
);

/** 1485 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cB,fv,fc,fu=unpack(KEYS,1,4)local dI,gz,fg=unpack(KEYS,5,7)local A,U=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bD(cB)local cA=bH(a,A)if cA then return cA end local di={aY(a.now)}for Q,r in ipairs({fv,fc,fu,dI,gz,fg})do di[#di+1]=redis.call('ZCARD',r)end local eo=redis.call('ZRANGE',fv,'0','0','WITHSCORES')[2]di[#di+1]=eo and aY(ci(eo%900000000000000))or'-'local hi=redis.call('HMGET',cB,unpack(U))for b,P in ipairs(hi)do hi[b]=P or'0'end return'ok\\n'..table.concat(di,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hi,' ')",
);

/** 12702 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local A,eO,hT=unpack(ARGV,1,3)local dm=tonumber(eO)",
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
  $count,
  $lowerDue,
  $saveOld,
  "local aH={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bS(a,y,h)local fM,S={},{}if bj(a,'l')then local B,L,ct=bR(y,0,h,1)for b,e in ipairs(h)do fM[b],S[b]=redis.call('HSTRLEN',L or ct[b],e)>0,B[b]end else local B=bR(y,0,h,2)for b in ipairs(h)do fM[b],S[b]=B[b*2-1]and true,B[b*2]end end return fM,S end local function bW(n,e,l)local cH,cR=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,e)<100000 then local p=string.match(redis.call('HGET',n,e),'^[^:]*')cH,cR=cH or string.match(p,'^%d+'),string.match(p,' x(%d+)')or cR end return cH and#cH==16 and cH or bL(5,0),cR~='0'and cR end local function aM(d,k,e,V)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[k],V,e))=='number'end ",
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local cA=bH(a,A)if cA then return cA end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local hm=redis.call('HGET',d.meta,'audit')local et,fb=string.match(hm or'','^([1-9]%d*) (%d+)$')et,fb=tonumber(et)or 1,fb or'0'if et>23 then et=1 end if hT=='0'and et==1 and fb=='0'then return'ok\\n1 0 0 0 0 0 0'end local gS,gA,fT,fw,fy,fq,hd,da,gG=0,0,0,0,0,0,0,0,false local function ha(hU,r,dj)local cu=redis.call(hU,r,fb,'COUNT',aY(dj))fb=cu[1]return cu[2]end local function gs(k,h)return redis.call('ZCARD',d[k])>0 and redis.call('ZMSCORE',d[k],unpack(h))or{}end local hZ=(a.now-1600000000000)*1000+86400000000 local function hl(e,cR)if not cR then return true end bB(a,tonumber(cR))return aM(d,'expiring',e,cR)end local function iq(e,l)fT=fT+1 for Q,k in ipairs(aa)do redis.call('ZREM',d[k],e)end redis.call('ZREM',d.expiring,e)if l then redis.call('HDEL',y[bl(e)],'\\t'..e)a.runs=aY(math.max(0,a.runs-1))end end local function ih(e,l,k,fs)gA=gA+1 local ey for Q,er in ipairs(aH[string.sub(l or'',1,1)]or aa)do ey=ey or fs[er]and er end ey=ey or k for Q,eR in ipairs(aa)do if eR~=ey then redis.call('ZREM',d[eR],e)end end return ey end local function hn(eE)local h,gr={},{}for b=1,#eE/2 do h[b],gr[b]=eE[b*2-1],eE[b*2]end return h,gr end local function hR(k,eE)local h,gr=hn(eE)if#h==0 then return 0 end local fM,S=bS(a,y,h)local hs={}for Q,eR in ipairs(aa)do if eR~=k then hs[eR]=gs(eR,h)end end for b,e in ipairs(h)do local l,fs=S[b],nil for eR,B in pairs(hs)do if B[b]then fs=fs or{[k]=true}fs[eR]=true end end if not fM[b]then iq(e,l)else local ey=fs and ih(e,l,k,fs)or k if ey=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cH,cR=bW(y[bl(e)],e,nil)if hl(e,cR)and aM(d,'ready',e,cH)then fw=fw+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local s=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,gr[b]%900000000000000-1000)end if s>a.tick and s<hZ then a.tick=s fy=1 end end end return#h end local W=1 local function is(n,dj)local gj,j=bj(a,'l'),da if gj and fb=='0'and redis.call('HLEN',n)<=dm then return redis.call('HKEYS',n)end local eE,v=ha('HSCAN',n,gj and W or dj),{}for b=1,#eE,2 do local cO,o=eE[b],#eE[b+1]v[#v+1]=cO da=da+o if o>2100 and string.sub(cO,1,1)~='\\t'and not bj(a,'l')then a.flags=a.flags..'l'end end W=da-j<100000 and W*2 or 1 return v end local function hQ(n,v)local h={}for Q,cO in ipairs(v)do if string.sub(cO,1,1)~='\\t'then h[#h+1]=cO elseif redis.call('HEXISTS',n,string.sub(cO,2))==0 then fw=fw+1 redis.call('HDEL',n,cO)end end if#h==0 then return#v end local B={}for Q,k in ipairs(aa)do for b,V in ipairs(gs(k,h))do B[b]=B[b]or V end end for b,e in ipairs(h)do if not B[b]then local l=redis.call('HGET',n,'\\t'..e)local cG=string.sub(l or'',1,1)local k,V,cR=cG=='C'and'done',aY(a.now),nil if cG=='F'or cG=='E'then k='failed'end if not k then k='ready'V,cR=bW(n,e,l)local s=V%900000000000000 if ci(s)>a.now then k,V='delayed',ba(s,bN(V))bB(a,ci(s))a.sooner=true end end if hl(e,cR)and aM(d,k,e,V)then gS=gS+1 if k=='ready'then a.readied=a.readied+1 end end end end return#v end local function iv()local v,ex=0,0 for b=1,16 do v=v+redis.call('HLEN',y[b])end for Q,k in ipairs(aa)do ex=ex+redis.call('ZCARD',d[k])end return v,ex end repeat local q=0 local dj=dm-fq if et<=5 then q=hR(aa[et],ha('ZSCAN',d[aa[et]],dj))elseif et<22 then local n=y[et-5]q=hQ(n,is(n,dj))elseif et==22 then local h=hn(ha('ZSCAN',d.expiring,dj))q=#h if q>0 then local fv,fc=gs('ready',h),gs('delayed',h)for b,e in ipairs(h)do if not fv[b]and not fc[b]then fw=fw+1 redis.call('ZREM',d.expiring,e)end end end else local v,ex=iv()if v-ex~=tonumber(a.runs)then a.runs=aY(math.max(0,v-ex))fy=fy+1 end local gq=a.completed+ex-redis.call('ZCARD',d.done)for Q,P in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do gq=gq+(P or 0)end if gq~=tonumber(a.enqueued)then a.enqueued=aY(gq)fy=fy+1 end fb='0'end fq,hd=fq+q,hd+math.max(q,dm/25)if fb=='0'then gG=et==23 et=et%23+1 end until gG or hd>=dm or da>2000000 cc(a,d.meta,'audit',hm)a.fields={'audit',et..' '..fb}local dM=(a.readied>0 or a.sooner)and bk(a)local f=aS(a,d)if f then return f end if dM then cm(a)end return'ok\\n'..table.concat({gG and 1 or 0,fq,gS,gA,fT,fw,fy},' ')",
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  "local cB=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ib=KEYS local hO={unpack(KEYS,35)}",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  "local a=bD(cB)local g=bG(a,i)if g then return g end if bj(a,'l')then for b=1,16 do local n,eR=y[2+b],ib[18+b]local o=redis.call('HLEN',n)if o>0 and o<=64 then redis.call('RENAME',n,eR)redis.call('PEXPIRE',eR,'1')end end end redis.call('UNLINK',unpack(hO))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
);

/** 4102 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "hash", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local s=unpack local m=redis.call local J=string.match local f=redis.pcall local B=string.sub local N=string.find local k=string.format local O=type local v,ap,ck,E=s(KEYS,1,4)local Z,ag,at,cn=s(ARGV,1,4)local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local aH=0 local aU local g,H,aA,aw,az,ac,ay,ax,A,x,F,t,ai,r local b repeat local aa do local n=m('HGET',v,'head')local M,W g,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if string.byte(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,W=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=tonumber(J(at,'%d+'))A,W=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<W then x=W end if W<0 or x>=899000000000000 then aa='bad_clock'else aa=nil end end end if aa then b=aa break end local o=m('HGET',E,Z)if o then local i=J(o,'^%d+')if i==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#i+2)break end if i-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if ay or g~=''and N(g,'e',1,true)~=nil then return'odd'end do local bH=cn*900000000000000 local al=bH+x local bX=bH+(A+1-1600000000000)*1000 local aT,p,ar,au for bG=5,#K,2 do local j,bQ=K[bG],K[bG+1]al=al+1 if#K==6 then ar=k('%016d',al)else local ad=al%100 if ad==0 or not au then au=k('%014d',(al-ad)/100)end ar=au..B(bj,ad*2+1,ad*2+2)end local L=ar..(al>=bX and' c'..k('%d',A)..':'or':')..bQ if#bQ>2000 and not(g~=''and N(g,'l',1,true)~=nil)then g=g..'l'end if aT then do local a=aT local I=ar local d=#a a[d+1],a[d+2]=I,j end do local a=p local d=#a a[d+1],a[d+2]=j,L end else aT,p={ar,j},{j,L}end end aU,t=aT,{[ck]=p}aH=#aT/2 x=x+aH aw=k('%d',aw+aH)end local aN if g~='h'and not(g~=''and N(g,'h',1,true)~=nil)then aN=ay else if g~=''and N(g,'p',1,true)~=nil then aN=false else if x%32~=0 or(m('HGET',v,'heard')or'0')-A>0 then aN=true else g=string.gsub(g,'h','')aN=false end end end local c do local n ai=ai or k('%d',x)n='2 '..g..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac local C=ag..'\\n-'local ao=C and F and#C<=#F local a for bk=1,2 do a=nil if aU then if not a then local d=f('ZADD',ap,s(aU))if d~=0 and d~=1 and O(d)=='table'then a=d end end end if t and not a then do local y=t local d for u,e in pairs(y)do if not d then local h=f('HSET',u,s(e))if h~=0 and h~=1 and O(h)=='table'then d=h end end end a=d end end if C and not ao and not a then local d=f('HSET',E,Z,C)if d~=0 and d~=1 and O(d)=='table'then a=d end end if not a then local d d=f('HSET',v,'head',n)do local aJ do local e=d aJ=e~=0 and e~=1 and O(e)=='table'end if aJ then a=d end end end if ao and not a then local d=f('HSET',E,Z,C)if d~=0 and d~=1 and O(d)=='table'then a=d end end if not a or true or B(a.err,1,3)~='OOM'then break end m('HDEL',v,'')end if a then local aL={}if aU then aL[ap]=aU end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local d=redis.pcall for u,e in bl(y)do for h=1,#e,2 do local ae=e[h+bs]local o=bt[u..ae]if not o then d(bv,u,ae)elseif as=='ZADD'then d(as,u,o,ae)else d(as,u,ae,o)end end end end ah({},r,0,'HDEL','HSET')local function bn(d,I,P)if not d then return{I,P}end do local e=#d d[e+1],d[e+2]=I,P end return d end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Z,F)end if C and not F then f('HDEL',E,Z)end ah(t or{},r,0,'HDEL','HSET')ah(aL,r,1,'ZREM','ZADD')c=a else ax=n if not F then f('PEXPIRE',E,J(at,'%d+$'))end c=nil end end if c then return c end if aN then do local aK='-'if H~=bh then aK=k('%d',math.max(0,H-A))end local i='-'if aH>0 then i=aH==1 and'1'or k('%d',aH)end f('PUBLISH',B(v,1,-5)..'wake',i..' '..aK)end end return'ok\\n-'",
);

/** 11096 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "maxLength", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fi=KEYS local dW,hw=ARGV[4],ARGV[5]local ed=ARGV ",
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
  "local al={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bg(a,gm)if#gm>2000 and not bj(a,'l')then a.flags=a.flags..'l'end end local function cf(a,d,h)local he={}for b,dD in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dD and dD-a.now>0 then he[h[b]]='S'end cc(a,d.seen,h[b],dD)end for Q,k in ipairs({'ready','delayed','leased','failed','done'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if V then he[h[b]]=al[k]end end end return he end local function aJ(a,d,y,ed,z)local db,dY={},z while ed[dY]do local q,gd=string.match(ed[dY],'^%d (%d+) %S+ (%S+)')if gd~='-'then for b=1,q do db[#db+1]=ed[dY+b*2-1]end end dY=dY+q*2+1 end local df,dh,fJ={},{},{}if#db>0 then df=cf(a,d,db)end dY=z while ed[dY]do local du,q,hH,gd,eJ,hF,cv=string.match(ed[dY],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fC,gg=string.sub(hH,1,1),tonumber(string.sub(hH,2))for b=1,q do local e,gm=ed[dY+b*2-1],ed[dY+b*2]local E=df[e]if not E then a.tick=a.tick+1 local s=a.tick E='r'if fC=='+'and gg>0 then E,s='d',ch(a,d.delayed,a.now+gg)elseif fC=='@'and gg>a.now then E,s='d',ch(a,d.delayed,gg)end local cH=bL(du,s)local eS=ci(s)~=a.now and' c'..aY(a.now)or''if eJ~='-'then eS=eS..' m'..eJ end if hF~='-'then local cR=a.now+hF eS=eS..' x'..aY(cR)bb(a,'expiring',aY(cR),e)bB(a,cR)end if cv~='-'then eS=eS..' o'..cv end if E=='r'then bb(a,'ready',cH,e)a.readied=a.readied+1 else bb(a,'delayed',ba(s,du),e)a.sooner=true bB(a,ci(s))end bg(a,gm)local n=bl(e)bP(bA(a.writes,y[n]),e,cH..eS..':'..gm)if gd~='-'and gd~='0'then bb(a,'seen',aY(a.now+gd),e)end df[e]=string.upper(E)fJ[e]=true end dh[#dh+1]=E end dY=dY+q*2+1 end return table.concat(dh),db,fJ end ",
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $isRegistered,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.writes={}local dh,db,fJ=aJ(a,d,aX(fi,11,dW),ed,6)local Q,fx=string.gsub(dh,'%l','')if hw~=''and fx>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fx>tonumber(hw)then return'full'end if a.to.seen then local fD=redis.call('ZRANGE',d.seen,'-inf',aY(a.now),'BYSCORE','LIMIT','0',aY(fx*2+8))for b,e in ipairs(fD)do if not fJ[e]then bx(a,'seen',e)end end end a.enqueued=aY(a.enqueued+fx)if fx<#dh then aV(a,'duplicates',#dh-fx)end local gW=bs(a)local dM=(a.readied>0 or a.sooner)and bk(a)if a.isNew then a.fields={'born',aY(a.now)}aK(a)end local f=aS(a,d,i,dh)if f then return f end local eZ={}for b,e in ipairs(db)do if fJ[e]then eZ[#eZ+1]=fi[11+#dW+b-1]end end if#eZ>0 then if redis.call('EXISTS',unpack(eZ))>50 then for b,r in ipairs(eZ)do redis.pcall('PEXPIRE',r,'1')end else redis.pcall('UNLINK',unpack(eZ))end end if dM then cm(a)end return'ok\\n'..dh..(gW and''or'\\nu')",
);

/** 1912 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  "local cB,K=KEYS[1],KEYS[2]local A,eq,dm=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  "local function hD(q)local ea=redis.call('XRANGE',K,aY(q),'+','COUNT','1')[1]if ea then return tonumber(string.match(ea[1],'^%d+')),ea[2][2]end end local a=bD(cB)local cA=bH(a,A)if cA then return cA end if not bj(a,'e')then return'ok\\n-'end local v=redis.call('HMGET',cB,'events','recorded')local ds=tonumber(v[2])or 0 local de=tonumber(eq)or ds+1 if string.sub(eq,1,1)=='@'then local w,hx=tonumber(string.sub(eq,2)),hD(0)local eW,fP=hx or ds+1,ds+1 while eW<fP do local gQ=eW+(fP-eW-(fP-eW)%2)/2 local q,cw=hD(gQ)if not q then fP=gQ elseif string.match(cw,'^%d+')-w<0 then eW=q+1 else fP=gQ end end de=eW local j=tonumber(string.match(v[1]or'','%d+$'))or 0 if de==(hx or ds+1)and de-1>j then de=de-1 end end local di={'ok\\n'..aY(a.now)..' '..aY(de)..' '..aY(ds)}if eq~=''then for b,ea in ipairs(redis.call('XRANGE',K,aY(de),'+','COUNT',dm))do di[b+1]=string.match(ea[1],'^%d+')..'\\n'..ea[2][2]end end return di",
);

/** 9910 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "hashes", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fi=KEYS local gi,eU,dW,fF=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
  $count,
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
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
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local dD,dh,f=a.now+gi,{},nil local h={}for b,dQ in ipairs(fF)do h[b]=string.sub(dQ,19)end local S,L,ct=bR(aX(fi,11,dW),0,h,1)local fd=redis.call('ZMSCORE',d.leased,unpack(h))local df for b,e in ipairs(h)do if bq(S[b],fF[b])then dh[b]='l'bf(a,d,L or ct[b],e,S[b],fd[b],dD)else dh[b],df=bT(S[b],fF[b],df,d,h,b)end end local cw=table.concat(dh)..'\\n'..aY(dD)local dM=a.sooner and bk(a)if a.to.leased or not a.isNew then f=aS(a,d,i,cw)end if f then return f end if dM then cm(a)end if eU~=''and not a.isNew then bF(d.workers,eU,a.now)end return'ok\\n'..cw",
);

/** 12968 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eU,fN,eO,ej=unpack(ARGV,4,7)local de=tonumber(fN)local dm=tonumber(eO)",
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $resetUnit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local h,eh,dI=redis.call('ZRANGE',d.leased,aY(de),aY(de+dm-1)),0,0 if#h>0 then local S,L,ct=bR(y,11,h,1)for b,e in ipairs(h)do if string.match(S[b]or'','^L[^\\n]*\\n([^\\n]*)')==eU then local ew=bV(a,d,L or ct[b],e,S[b],'W','\"its worker failed\"')eh,dI=eh+1,dI+(ew and 1 or 0)end end end local ht=#h<dm local cw=eh..'\\n'..(ht and'-'or aY(de+dm-eh))local dM,f=a.readied>0 and bk(a),nil local Q,dU if dI>0 then Q,Q,dU=ck(a,d,y,11,ej,dI*2+8)end if eh>0 or not a.isNew then f=aS(a,d,i,cw)end if f then return f end cp(a,d)if dU then bX(a)ck(a,d,y,11,ej,dI*2+8)f=aS(a,d)if not f then cp(a,d)end end if dM then cm(a)end if ht then redis.call('ZREM',d.workers,eU)end return'ok\\n'..cw",
);

/** 149 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["seen"],
  ["limit"],
  "local eA=KEYS[1]local dm=tonumber(ARGV[1])local hY=redis.call('ZREMRANGEBYRANK',eA,'0',dm-1)return'ok\\n'..hY..' '..math.min(1,redis.call('ZCARD',eA))",
);

/** 64 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  "local eY=KEYS[1]local t=ARGV[1]redis.call('ZREM',eY,t)return'ok'",
);

/** 1966 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "hash", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cB,fv,fc,fu=unpack(KEYS,1,4)local dI,gz,n,ir,eA=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local A,e,el=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $lastEndings,
  "local a=bD(cB)local cA=bH(a,A)if cA then return cA end local di,fS={aY(a.now),'-'..a.flags},false for Q,r in ipairs({fv,fc,fu,dI,gz})do local V=redis.call('ZSCORE',r,e)fS=fS or V di[#di+1]=V or'-'end di[#di+1]=redis.call('ZRANK',fv,e)or'-'di[#di+1]=redis.call('ZSCORE',eA,e)or'-'local dZ=not fS and bv(d,{e})[1]or'-'local ef=fS and string.find(el,'d')and redis.call('HGET',n,e)or''if fS and string.find(el,'h')and redis.call('HSTRLEN',n,e)<100000 then ef=string.match(redis.call('HGET',n,e)or'','^[^:]*:')or''end local cK=not a.isNew and string.find(el,'r')and redis.call('GET',ir)if cK then local gB=string.match(cK,'^C (%d+)')if not gB or gB-(redis.call('HGET',cB,'born')or gB)<0 then cK=nil end end return{'ok\\n'..table.concat(di,' ')..'\\n'..dZ,ef,redis.call('HGET',n,'\\t'..e)or'',cK or''}",
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local fu=KEYS[1]local y=KEYS local fF=ARGV ",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  "local h,hp,di,gJ={},{},{''},{}for b,dQ in ipairs(fF)do h[b]=string.sub(dQ,19)end local fd,B=redis.call('ZMSCORE',fu,unpack(h)),bR(y,1,h,2)for b,dQ in ipairs(fF)do local ef,l=B[b*2-1],B[b*2]local fB=fd[b]and ef and l and string.sub(l,1,18)==string.sub(dQ,1,18)hp[b]=fB and'1'or'0'if fB then di[#di+1]=ef gJ[#gJ+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for Q,gK in ipairs(gJ)do di[#di+1]=gK end di[1]='ok\\n'..table.concat(hp)return di",
);

/** 78 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  "local gZ=KEYS[1]local fC,t=ARGV[1],ARGV[2]redis.call('HSET',gZ,fC,t)return'ok'",
);

/** 2725 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cB,cG=KEYS[1],KEYS[2]local y=KEYS local A,fN,eO=unpack(ARGV,1,3)local de=tonumber(fN)local dm=tonumber(eO)",
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
  "local a=bD(cB)local cA=bH(a,A)if cA then return cA end local eE,h,u=redis.call('ZRANGE',cG,aY(de),aY(de+dm-1),'WITHSCORES'),{},{}for b=1,#eE,2 do h[#h+1]=eE[b]end if bj(a,'l')then local fG=math.max(1,aW(y,2,h,#h,0))for b=fG+1,#h do h[b]=nil end end local di={''}if#h>0 then local B=bR(y,2,h,2)for b,e in ipairs(h)do u[b]='\\n'..eE[b*2]..' '..e di[b*2],di[b*2+1]=B[b*2-1]or'',B[b*2]or''end end di[1]='ok\\n'..aY(a.now)..' '..redis.call('ZCARD',cG)..table.concat(u)return di",
);

/** 6450 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  "local d={meta=KEYS[1]}local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
  $digits,
  $readClock,
  $pushPair,
  $appendPair,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $saveOld,
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $addListener,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true if not bj(a,'p')then a.flags=a.flags..'p'if a.isNew then aK(a)end end local f=aS(a,d,i,'-')return f or'ok\\n-'",
);

/** 52 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  "local eY=KEYS[1]return'ok\\n'..redis.call('ZCARD',eY)",
);

/** 8542 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "hash", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],hash=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gi,dQ,io=unpack(ARGV,4,6)",
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
  $count,
  $enter,
  $leave,
  $lowerDue,
  $saveOld,
  $lastEndings,
  $rewriteField,
  $reasonNotHeld,
  $isHeld,
  $extendLease,
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local e=string.sub(dQ,19)local j=redis.call('HGET',d.hash,'\\t'..e)local fd=redis.call('ZSCORE',d.leased,e)local E,l='l',j if not bq(j,dQ)then E=bT(j,dQ,nil,d,{e},1)else if gi~=''then bf(a,d,d.hash,e,j,fd,a.now+gi)a.rewrites=nil l='L'..string.sub(j,2)end local z,dP=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')ca(a,d.hash,'\\t'..e,(z or l..'\\n\\n')..io..(dP or''),j)end local dM,f=a.sooner and bk(a),nil if E=='l'or not a.isNew then f=aS(a,d,i,E)end if f then return f end if dM then cm(a)end return'ok\\n'..E",
);

/** 9793 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fi=KEYS local dW,h=ARGV[4],{unpack(ARGV,5)}",
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
  $count,
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local dh,eA={},{}local S,L,ct=bR(aX(fi,6,dW),0,h,1)for b,V in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]dh[b]=V and not eA[e]and'd'or'U'if dh[b]=='d'then eA[e]=true a.tick=a.tick+1 bC(a,L or ct[b],e,S[b],bL(V%10,a.tick),false)bx(a,'delayed',e)end end local cw=table.concat(dh)local dM,f=a.readied>0 and bk(a),nil if a.readied>0 or not a.isNew then f=aS(a,d,i,cw)end if f then return f end if dM then cm(a)end return'ok\\n'..cw",
);

/** 8868 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eO,P,E=unpack(ARGV,4,6)local dm=tonumber(eO)",
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local h=redis.call('ZRANGE',d.state,'0',aY(dm-1))if#h>0 then bz(a,y,6,h,1)local S,L,ct=bR(y,6,h,1)for b,e in ipairs(h)do aZ(a,L or ct[b],e,S[b])aI(a,e,E)end a.from.state,a.from.expiring=h,h if P~=''then aV(a,P,#h)end end local cw=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aS(a,d,i,cw)end if f then return f end cp(a,d)return'ok\\n'..cw",
);

/** 81 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local eY=KEYS[1]return'ok\\n'..table.concat(redis.call('ZRANGE',eY,'0','-1'),'\\n')",
);

/** 7024 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  "local d,K={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ey=tonumber(ARGV[4])",
  $digits,
  $readClock,
  $pushPair,
  $appendPair,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $saveOld,
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $addListener,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local hj,f=bj(a,'e'),nil local v=redis.call('HMGET',d.meta,'events','recorded')if ey==0 then if hj then a.flags=string.gsub(a.flags,'e','')end if v[1]then a.drops={[d.meta]={'events'}}end else local z=string.match(hj and v[1]or'','%d+$')if not z then z=aY(math.max(a.tick,(v[2]or 0)+1))a.fields={'recorded',z}cc(a,d.meta,'recorded',v[2])end a.fields=aQ(a.fields,'events',aY(ey)..' '..z)cc(a,d.meta,'events',v[1])if not hj then a.flags=a.flags..'e'end if a.isNew then aK(a)end end if ey>0 or not a.isNew then f=aS(a,d,i,'-')end if f then return f end if ey==0 then redis.pcall('UNLINK',K)else redis.pcall('XTRIM',K,'MAXLEN',aY(ey))end return'ok\\n-'",
);

/** 9990 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local dm,fV=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local h,eA={},{}if#fV==0 then if dm>0 then h=redis.call('ZRANGE',d.failed,'0',aY(dm-1))end else for b,V in ipairs(redis.call('ZMSCORE',d.failed,unpack(fV)))do if V and not eA[fV[b]]then h[#h+1]=fV[b]eA[fV[b]]=true end end end if#h>0 then local S,L,ct=bR(y,6,h,1)for b,e in ipairs(h)do local cH=string.match(S[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eo=bL(cH and bN(cH)or 5,a.tick)local cR=bC(a,L or ct[b],e,S[b],eo,true)if cR~='0'then bb(a,'expiring',cR,e)bB(a,tonumber(cR))end end a.from.failed=h aV(a,'redriven',#h)end local cw=#h..' '..redis.call('ZCARD',d.failed)-#h local dM,f=a.readied>0 and bk(a),nil if#h>0 or not a.isNew then f=aS(a,d,i,cw)end if f then return f end if dM then cm(a)end return'ok\\n'..cw",
);

/** 68 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  "local eY=KEYS[1]local t=ARGV[1]redis.call('ZADD',eY,'0',t)return'ok'",
);

/** 442 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cB=KEYS[1]local A=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cB)==1 then local X=bQ(A)redis.call('HSET',cB,'registered',aY(X))end return'ok'",
);

/** 6805 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  "local d={meta=KEYS[1],ready=KEYS[2]}local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
  $digits,
  $readClock,
  $pushPair,
  $appendPair,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $saveOld,
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $hasListeners,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local hG,f=bj(a,'p'),nil if hG then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aS(a,d,i,'-')end if f then return f end if hG then a.readied=redis.call('ZCARD',d.ready)if bk(a)then cm(a)end end return'ok\\n-'",
);

/** 271 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  "local eY,gZ=KEYS[1],KEYS[2]local fC=ARGV[1]local z,U=redis.call('HGET',gZ,fC)or'',{'ok'}for Q,t in ipairs(redis.call('ZRANGE',eY,'['..z,'+','BYLEX'))do U[#U+1]=t end for Q,t in ipairs(redis.call('ZRANGE',eY,'-','('..z,'BYLEX'))do U[#U+1]=t end return table.concat(U,'\\n')",
);

/** 10006 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "hash", "items..."],
  "local s=unpack local m=redis.call local J=string.match local aC=string.byte local f=redis.pcall local bm=tonumber local B=string.sub local N=string.find local k=string.format local O=type local v,ap,aZ,bM,bL,E=s(KEYS,1,6)local Z=ARGV[1]local ag=ARGV[2]local at=ARGV[3]local aF=KEYS local bN,cl,cm,bO=s(ARGV,4,7)local bb=KEYS local i=ARGV[8]local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local bF='-----------------------------------------------------------------'local aB local g,H,aA,aw,az,ac,ay,ax,A,x,F,bS,aj,bU,G,bD,bd,bf,bC,t,be,aG,bE,r,aI,ai,bB,bT local b repeat local aa do local n=m('HGET',v,'head')local M,W g,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if aC(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,W=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=bm(J(at,'%d+'))A,W=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<W then x=W end if W<0 or x>=899000000000000 then aa='bad_clock'else aa=nil end end end if aa then b=aa break end local o=m('HGET',E,Z)if o then local a=J(o,'^%d+')if a==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#a+2)break end if a-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if A-H>=0 or g~=''and N(g,'p',1,true)~=nil or g~=''and N(g,'e',1,true)~=nil then return'odd'end if g~=''and N(g,'l',1,true)~=nil and m('EXISTS',bM)==1 then return'odd'end bS=true local X,aV='-',bm(bN)if K[9]then local q,d=aF[6+bm(i,16)+1],#K-9+1 if bb[23]then d=d-(#bb-23+2)do local cg=9+d aj={}for e=0,#bb-23 do do local a=aj local I=bb[23+e]local P='C '..k('%d',A)..' '..K[cg+e]local c=#a a[c+1],a[c+2]=I,P end end bU=K[#K]end end if d>1 then do local a=d repeat local h,p={},{}for e=1,a do local j=B(K[9+e-1],19)h[e],p[e]=j,'\\t'..j end local bc=m('HMGET',q,s(p))for e=1,a do local z=bc[e]if not z or B(z,1,18)..h[e]~=K[9+e-1]then h=nil break end end if not h then X=nil break end if g~=''and N(g,'l',1,true)~=nil then local S=0 for e=1,a do S=S+m('HSTRLEN',q,h[e])end if S>32000000 then X=nil break end end G=h ac=k('%d',ac+a)bD=a bd,bf,bC=q,h,p X=string.rep('c',a)break until true end else do local bR=K[9]local j=B(bR,19)local ab='\\t'..j local z=m('HGET',q,ab)if not z or B(z,1,18)..j~=bR then X=nil else G={j}ac=k('%d',ac+1)bD=1 bd,bf=q,{j,ab}X='c'end end end end if not X then return'odd'end local af,w,l local bJ=false if aV>0 then local Q,U,T,R,ak do local a,c,aY,bo,d,e,h local j,Y,S,bp=0,0,0,false local au local co,bW=' '..bO..' 0','\\n'..cm repeat local n if Y==0 then n=m('ZRANGE',ap,'0',bN)else n=m('ZRANGE',ap,k('%d',Y),k('%d',Y+aV-j))end local o,bP=#n,aV-j e=o>bP if e then o=bP end local function aM(p)local q=string.byte local u,an=q(p,1,2)if u==95 and#p==13 and an<103 and an>47 and(an<58 or an>96)then return an<58 and an-47 or an-86 end do local bx=#p for y=1,#p,8 do local I,P,bZ,cb,cc,cf,ch,ci=q(p,y,y+7)bx=(bx*31+I+(P or 0)*3+(bZ or 0)*5+(cb or 0)*7+(cc or 0)*11+(cf or 0)*13+(ch or 0)*17+(ci or 0)*19)%65521 end return bx%16+1 end end if g~=''and N(g,'l',1,true)~=nil and(o>1 or Y>0)then local aS do local p=n local q=o local u=S local y=0 for z=1,q do local aQ=aM(p[z])u=u+m('HSTRLEN',aF[6+aQ],p[z])if u>2000000 then break end y=z end aS=y end if aS==0 and Y==0 then aS=1 end bp=aS<o o=aS e=e or bp end for p=#n,o+1,-1 do n[p]=nil end if o>0 then local V,D,aE,p if o==1 then local q=aM(n[1])D,p=aF[6+q],{n[1],'\\t'..n[1]}V=m('HMGET',D,p[1],p[2])else do local q=n repeat local u={}for y=1,#q do local z=q[y]u[y*2-1]=z u[y*2]='\\t'..z end local y=aM(q[1])local al=aM(q[#q])if y==al then local z,bq=nil,true if bq then z=m('HMGET',aF[6+y],s(u))for C=1,#q do if not z[C*2-1]then bq=false break end end end if bq then V,D,aE,p=z,aF[6+y],nil,u break end end local z,bV,C,bu={},{},{},{}for I=1,#q do local L=aM(q[I])local M=aF[6+L]z[I]=M if not C[M]then C[M],bu[M]={},{}end local P,aQ=C[M],bu[M]for aO=(I-1)*2+1,I*2 do local W=#P+1 P[W],aQ[W]=u[aO],aO end end for I,L in pairs(C)do local M,aQ=m('HMGET',I,s(L)),bu[I]for aO=1,#L do bV[aQ[aO]]=M[aO]end end V,D,aE,p=bV,nil,z,u break until true end end local q=D and t and t[D]or nil if not d then bo=A+cl d=k('%d',bo)end local function br(y,u)local z=y[u]if not z then z={}y[u]=z end return z end for u=1,o do local y,L,z=n[u],V[u*2-1],V[u*2]local C,aX,bw,bz=D or aE[u],'0',nil,co if L and aC(L,17)~=58 then local I,by=J(L,'^(%d+)([^:]*)')if#(I or'')~=16 then bw,by=k('%016d',4500000000000000),''end aX=J(by,' x(%d+)')or aX bz=' '..(J(by,' m(%d+)')or bO)..' '..aX end if not L or aX~='0'then h=true end if z and G and aC(z)==76 then local bI if not be then be={}for bk,cd in ipairs(G)do be[cd]=true end end bI=be[y]h=h or bI end if L then j=j+1 local M,I=x+j,nil if o==1 then I=k('%015d',M)else local ad=M%100 if ad==0 or not au then au=k('%013d',(M-ad)/100)end I=au..B(bj,ad*2+1,ad*2+2)end local P,ab,aD=y,p[u*2],nil if z then local aW,bY,ar,ca,ba=J(z,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')aW,ba=k('%d',(aW or 0)+1),ba or'\\n'P=aW..'\\t'..y aD='L '..I..' '..aW..' '..(bY or'0')..' '..(ar or bw or B(L,1,16))..bz..(ca or'')..bW..ba do local W=aG local am='H'..ba if not W then aG={am}else W[#W+1]=am aG=W end end else aD='L '..I..' 1 0 '..(bw or B(L,1,16))..bz..bW..'\\n'bE=(bE or 0)+1 end if z and#aD<=#z then do local am=aD if not r then r={}end r[C..ab]=z if#am>#z then if not t then t={}end do local W=br(t,C)local aa=#W W[aa+1],W[aa+2]=ab,am end else if not aI then aI={}end do local W=br(aI,C)local aa=#W W[aa+1],W[aa+2]=ab,am end end end else if z then if not r then r={}end r[C..ab]=z end if D then do local W=q local aa=aD if not W then q={ab,aa}else do local ad=#W W[ad+1],W[ad+2]=ab,aa end q=W end end else do local am=aD if not t then t={}end do local W=br(t,C)local aa=#W W[aa+1],W[aa+2]=ab,am end end end end if j==1 then a,c,aY,aB=P,L,I,{d,y}else if j==2 then a,c={a},{c}end a[j],c[j]=P,L do local W=aB local aa=d local ad=#W W[ad+1],W[ad+2]=aa,y end end S=S+#L ai=I end end if D and q then if not t then t={[D]=q}else t[D]=q end end end Y=Y+o until h or not e or bp or j>=aV or Y-j>=1000 if Y>0 then bB=Y==1 and'0'or k('%d',Y-1)end if j>0 then x=x+j az=k('%d',az+j)if bo-H<0 then H=d end if j>15 then do local n=aB local o=#n n[o+1],n[o+2]='+inf',bF end bT=true end end Q,w,l,U,T,R,ak=a,c,j,aY,d,e,h end if ak then return'odd'end if l>0 then do local a=X local c=Q local d=l local e=U local h=T local j=R if d>1 then c=table.concat(c,'\\n')end af=a..'\\n- '..h..(j and' 1 'or' 0 ')..H..' -'..g..' '..e..'\\n'..c end bJ=not R else if not(g~=''and N(g,'h',1,true)~=nil)then return'odd'end af=X..'\\n'..k('%d',A)..' - 0 '..H..' -'..g..' -'end else af=X..'\\n'..k('%d',A)..' - 0 - -'..g..' -'end if G or aV>0 then local c do local a=af local n do local bc=(bE or 0)-(bD or 0)if bc~=0 then aA=k('%d',math.max(0,aA+bc))end ai=ai or k('%d',x)n='2 '..g..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac end local C=a and ag..'\\n'..a local ao=C and F and#C<=#F local d for bk=1,2 do d=nil if aB then if not d then local e=f('ZADD',aZ,s(aB))if e~=0 and e~=1 and O(e)=='table'then d=e end end end if t and not d then do local y=t local e for u,h in pairs(y)do if not e then local j=f('HSET',u,s(h))if j~=0 and j~=1 and O(j)=='table'then e=j end end end d=e end end if aj then for e=1,#aj,2 do if not d then local h=f('SET',aj[e],aj[e+1],'PX',bU)if h.err then d=h end end end end if C and not ao and not d then local e=f('HSET',E,Z,C)if e~=0 and e~=1 and O(e)=='table'then d=e end end if not d then local e e=f('HSET',v,'head',n)do local aJ do local h=e aJ=h~=0 and h~=1 and O(h)=='table'end if aJ then d=e end end end if aI and not d then do local y=aI local e for u,h in pairs(y)do if not e then local j=f('HSET',u,s(h))if j~=0 and j~=1 and O(j)=='table'then e=j end end end d=e end end if ao and not d then local e=f('HSET',E,Z,C)if e~=0 and e~=1 and O(e)=='table'then d=e end end if not d or not bS or B(d.err,1,3)~='OOM'then break end m('HDEL',v,'')end if d then local aL={}if aB then aL[aZ]=aB end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local e=redis.pcall for u,h in bl(y)do for j=1,#h,2 do local ae=h[j+bs]local o=bt[u..ae]if not o then e(bv,u,ae)elseif as=='ZADD'then e(as,u,o,ae)else e(as,u,ae,o)end end end end ah(aI or{},r,0,'HDEL','HSET')local function bn(e,I,P)if not e then return{I,P}end do local h=#e e[h+1],e[h+2]=I,P end return e end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Z,F)end if C and not F then f('HDEL',E,Z)end if aj then for e=1,#aj,2 do f('DEL',aj[e])end end ah(t or{},r,0,'HDEL','HSET')ah(aL,r,1,'ZREM','ZADD')c=d else ax=n if a and not F then f('PEXPIRE',E,J(at,'%d+$'))end if bB then f('ZREMRANGEBYRANK',ap,'0',bB)end if bT then f('ZREM',aZ,bF)end if G and m('ZREM',aZ,s(G))<#G then f('ZREM',ap,s(G))f('ZREM',bM,s(G))end if bf then f('HDEL',bd,s(bf))end if bC then f('HDEL',bd,s(bC))end c=nil end end if c then return'odd'end end if G then if not G and true then else local a,M,bK={},ai if G then local ce='C'..M for e,j in ipairs(G)do a[e*2-1],a[e*2]=j,ce end bK=ac-#G==0 end if bK then f('HSET',bL,'',k('%-65d',A))end local c=f('HSET',bL,s(a))end end if bJ and(g~=''and N(g,'h',1,true)~=nil)then do local aK='-'if H~=bh then aK=k('%d',math.max(0,H-A))end local a='0'if 0>0 then a=k('%d',0)end f('PUBLISH',B(v,1,-5)..'wake',a..' '..aK)end end do local bA=af local a=w local c=l if not a then return'ok\\n'..bA end if c==1 and not aG and#a<4000 then return'ok\\n'..bA..'\\n\\n'..a end if c==1 then a={a}end table.insert(a,1,'ok\\n'..bA)if aG then for bk,cj in ipairs(aG)do a[#a+1]=cj end end return a end",
);

/** 24933 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local eZ=KEYS local ge={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local ej,gx=ARGV[8],ARGV[9]local ed=ARGV ",
  $digits,
  "local az='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bJ(q)return string.sub(az,q*2+1,q*2+2)end ",
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
  "local function bi(l,dR)l.isUnused=dR=='g'if dR=='b'or dR=='p'then local ez,eB=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if dR=='p'then ez=ez+1 else eB=eB+1 end l.postponed,l.unfinished=aY(ez),aY(eB)if dR=='p'then l.isUnused=ez<=1000 else l.isUnused=eB%10~=0 end end if l.isUnused then l.released=aY(l.released+1)end end local function bI(a,d,dR,l,ho)if dR=='c'or dR=='k'then return'c','C','completed',nil end bi(l,dR)if l.isUnused and dR~='p'then return'r','W','released',nil end if dR=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if dR=='b'or ho=='0'then return'r','W','retried',a.tick end return'd','W','retried',ch(a,d.delayed,a.now+ho)end local function by(a,d,e,l,E)local cH,gE=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if E=='r'then cc(a,d.ready,e,cH)elseif cH then bx(a,'ready',e)end if E=='f'then cc(a,d.failed,e,gE)elseif gE then bx(a,'failed',e)end if cH and l.expiresAt~='0'then if E=='r'or E=='d'then cc(a,d.expiring,e,l.expiresAt)else bx(a,'expiring',e)end end return gE end local function bc(a,e,l,E,dR,s)local hu=E=='r'or E=='d'if E=='r'then bb(a,'ready',l.place,e)a.readied=a.readied+1 elseif E=='d'then bb(a,'delayed',ba(s,bN(l.place)),e)a.sooner=true bB(a,ci(s))elseif E=='f'then bb(a,'failed',aY(a.now),e)elseif dR=='k'then bb(a,'done',aY(a.now),e)end if hu and l.expiresAt~='0'then bb(a,'expiring',l.expiresAt,e)bB(a,tonumber(l.expiresAt))end return not hu and dR~='c'end local function cd(a,d,y,M,ed,z,eZ,gH)local h,dh,hA,cK,fA,df={},{},{},0,false,nil local gj,o,ec,hr=bj(a,'l'),0,false,false for dY=z,#ed,4 do h[#h+1]=string.sub(ed[dY+1],19)end local S,L,ct=bR(y,M,h,1)local ex=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,j,n,dY=h[b],S[b],L or ct[b],z+b*4-4 local dR,dQ,gh,fk=ed[dY],ed[dY+1],ed[dY+2],ed[dY+3]local hq=j and string.sub(j,2,18)==string.sub(dQ,2,18)local E,P,l=hA[e],'stale',nil if E=='W'and not hq then E='A'end if not E and(not hq or not string.find(j,'^[LE]'))then E,df=bT(j,dQ,df,d,h,b)end if not E and gj then o=o+redis.call('HSTRLEN',n,e)ec=ec or hr and o>32000000 end if ec then E,P='M',nil end if not E then if dR=='c'then l={expiresAt='-'}else l=bK(j)end E=not l and'U'end if not E then local cG,s E,cG,P,s=bI(a,d,dR,l,gh)hA[e],hr=cG,true if s then l.place=bL(bN(l.place),s)end if E=='c'and gh~=''then a.results=aQ(a.results,eZ[gH],'C '..aY(a.now)..' '..gh)end if ex[b]then bx(a,'leased',e)elseif by(a,d,e,l,E)then fA=true if E=='f'then P=nil end end if bc(a,e,l,E,dR,s)then cK=cK+1 end if dR=='c'then aZ(a,n,e,j)aI(a,e,'C')else if fk~=''and not l.isUnused then l.lines=cn(l.lines,aY(a.now),l.attempt,fk)end ca(a,n,'\\t'..e,bh(l,cG),j)end end if gh~=''and(dR=='c'or dR=='k')then gH=gH+1 end if P=='completed'then a.completed=aY(a.completed+1)elseif P then aV(a,P,1)end dh[b]=E end return table.concat(dh),cK,fA,ec end ",
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $countReadable,
  "local function bp(a,e)if not a.isFinished then a.isFinished={}for Q,fL in ipairs(a.finished)do a.isFinished[fL]=true end end return a.isFinished[e]end local function cg(a,d,y,M,fj,er)local eI,eg,z,fd,dD,cU,fR local db,eQ,da,gL=0,0,0,false local hc local iy,hI=' '..fj.max..' 0','\\n'..fj.worker repeat local h if eQ==0 then h=redis.call('ZRANGE',d.ready,'0',fj.count)else h=redis.call('ZRANGE',d.ready,aY(eQ),aY(eQ+er-db))end local o,hv=#h,er-db cU=o>hv if cU then o=hv end if bj(a,'l')and(o>1 or eQ>0)then local fG=aW(y,M,h,o,da)if fG==0 and eQ==0 then fG=1 end gL=fG<o o=fG cU=cU or gL end for b=#h,o+1,-1 do h[b]=nil end if o>0 then local B,L,ct,v if o==1 then local q=bl(h[1])L,v=y[M+q],{h[1],'\\t'..h[1]}B=redis.call('HMGET',L,v[1],v[2])else B,L,ct,v=bR(y,M,h,2)end local c=L and a.writes and a.writes[L]or nil if not dD then fd=a.now+fj.duration dD=aY(fd)end for b=1,o do local e,ef,l=h[b],B[b*2-1],B[b*2]local n,cR,eq,hf=L or ct[b],'0',nil,iy if ef and string.byte(ef,17)~=58 then local q,eS=string.match(ef,'^(%d+)([^:]*)')if#(q or'')~=16 then eq,eS=bL(5,0),''end cR=string.match(eS,' x(%d+)')or cR hf=' '..(string.match(eS,' m(%d+)')or fj.max)..' '..cR if d.delayed and cR~='0'then a.from.expiring=aP(a.from.expiring,e)end end if not d.delayed and(not ef or cR~='0')then fR=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local hW=bp(a,e)fR=fR or hW end if d.delayed and(not ef or cR~='0'and cR-a.now<=0)then aZ(a,n,e,l)if ef then aV(a,'expired',1)aI(a,e,'E')da=da+#ef end elseif ef then db=db+1 local s,dr=a.tick+db,nil if o==1 then dr=string.format('%015d',s)else local eW=s%100 if eW==0 or not hc then hc=string.format('%013d',(s-eW)/100)end dr=hc..bJ(eW)end local p,cO,ea=e,v[b*2],nil if l then local dT,hS,cH,eL,u=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')dT,u=aY((dT or 0)+1),u or'\\n'p=dT..'\\t'..e ea='L '..dr..' '..dT..' '..(hS or'0')..' '..(cH or eq or string.sub(ef,1,16))..hf..(eL or'')..hI..u a.histories=aP(a.histories,'H'..u)else ea='L '..dr..' 1 0 '..(eq or string.sub(ef,1,16))..hf..hI..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#ea<=#l then ca(a,n,cO,ea,l)else if l then cc(a,n,cO,l)end if L then c=aQ(c,cO,ea)else cr(a,n,cO,ea)end end if db==1 then eI,eg,z,a.to.leased=p,ef,dr,{dD,e}else if db==2 then eI,eg={eI},{eg}end eI[db],eg[db]=p,ef bP(a.to.leased,dD,e)end da=da+#ef a.lastTick=dr end end if L and c then if not a.writes then a.writes={[L]=c}else a.writes[L]=c end end end eQ=eQ+o until fR or not cU or gL or db>=er or eQ-db>=1000 if eQ>0 then a.popped=eQ==1 and'0'or aY(eQ-1)end if db>0 then a.tick=a.tick+db a.leased=aY(a.leased+db)if fd-a.due<0 then a.due=dD end if db>15 then bP(a.to.leased,'+inf',an)a.isLong=true end end return eI,eg,db,z,dD,cU,fR end ",
  $trimEnded,
  $EVENT_LETTERS,
  $eventsOf,
  $writeEvents,
  $isRefused,
  $headOf,
  $addTotals,
  $writeFields,
  $revert,
  $commit,
  $resetUnit,
  $headParts,
  $restoreHead,
  "local function bw(a,dh,eI,db,dr,dD,cU)if db>1 then eI=table.concat(eI,'\\n')end return dh..'\\n- '..dD..(cU and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dr..'\\n'..eI end local function ce(a,dh,cI,cU)return dh..'\\n'..aY(a.now)..(cU and' - 1 'or' - 0 ')..cI..' -'..a.flags..' -'end local function co(a,cw,eg,db)if not eg then return'ok\\n'..cw end if db==1 and not a.histories and#eg<4000 then return'ok\\n'..cw..'\\n\\n'..eg end if db==1 then eg={eg}end table.insert(eg,1,'ok\\n'..cw)if a.histories then for Q,gK in ipairs(a.histories)do eg[#eg+1]=gK end end return eg end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $hasListeners,
  $addListener,
  $wake,
  "local a=bD(d.meta)local g=bG(a,i)if g then return g end a.frees=true local hB,gc,fl=ed[10]~=nil,ge.count~='0',a.now-a.due>=0 local er=bj(a,'p')and 0 or tonumber(ge.count)local p=bo(a)local dh,cw,eg,db,dN,eu='-',nil,nil,0,false,0 local function eH(es,cu)local f local gk=hB or db>0 or i.number~='0'if es then f=aS(a,d,i,gk and cu)end if f then bY(a,p)else cp(a,d)p=bo(a)if cu and es then a.before=i.number..'\\n'..cu end cw=cu or cw end bX(a)return f end local function hz()local Q,cK,fA,ec,dU dh,cK,fA,ec=cd(a,d,y,12,ed,10,eZ,29)if a.results then a.keepResults=string.match(ej,'%S+$')end if cK>0 and not fA then Q,Q,dU=ck(a,d,y,12,ej,cK*2+8)end eu=(dU or fA)and cK or 0 if ec then gc=false end return not a.isNew or string.find(dh,'%l')~=nil end local function ii(es,gI)local eI,dr,dD,cU if fl then a.due=bE(d)es=not a.isNew cU=a.now-a.due>=0 end if er>0 then eI,eg,db,dr,dD,cU=cg(a,d,y,12,ge,er)cU=cU or a.now-a.due>=0 dN=not cU end if not a.isNew and(db==0 or gx~='')then local ig=aK(a)es=es or ig or i.number~='0'end if db>0 then return true,bw(a,dh,eI,db,dr,dD,cU)end local cI=gI and a.due or bE(d)return es or a.popped,ce(a,dh,cI,cU)end local function fj(es,gI)local ic,cu=ii(es,gI)local f=eH(ic,cu)if f then db,eg,dN=0,nil,false end return f end local function hE(q)if q==0 then return end ck(a,d,y,12,ej,q*2+8)eH(a.from.done or a.from.failed)end local hP=gc if hB then local es,f=hz(),nil if gc and not fl and a.readied==0 and not a.from.ready then gc=false f=fj(es,true)if f then es=hz()end end if not cw then f=eH(es,ce(a,dh,'-',hP))if f then return f end end end if gc then if fl then local dj=math.min(1000,10+er*2)local Q,B=be(a,d,y,12,dj)eH(B>0)local go,dI=bU(a,d,y,12,dj)local b,dU if dI>0 then b,b,dU=ck(a,d,y,12,ej,dI*2+8)end local f=eH(go>0)if dU and not f then hE(dI)end local gn=bO(a,d,dj)eH(gn>0)end local f=fj(false,false)if not cw then return f end end hE(eu)a.readied=a.readied-db local ie,dM=a.readied>0 or a.sooner,false if ie then dM=bk(a)elseif dN and(db>0 or fl)then dM=bj(a,'h')end if dM then cm(a,dN)end if gx~=''and not a.isNew then if gx=='p'then redis.pcall('HSET',d.meta,'policy',ej)end if ge.worker~=''then bF(d.workers,ge.worker,a.now)end aO(a,d,120000,10000)local gW=bs(a)if not gW and cw then cw=string.gsub(cw,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return co(a,cw or ce(a,dh,'-',false),eg,db)",
);

/** 2588 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cB,fu,fg=unpack(KEYS,1,3)local y=KEYS local A,fN,eO=unpack(ARGV,1,3)local de=tonumber(fN)local dm=tonumber(eO)",
  $hashOfBytes,
  $hashNumber,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bD(cB)local cA=bH(a,A)if cA then return cA end local ex=redis.call('ZRANGE',fu,aY(de),aY(de+dm-1),'WITHSCORES')local di={'ok',aY(a.now)..' '..(#ex<dm*2 and'-'or aY(de+dm))}local df=de==0 and redis.call('ZRANGE',fg,'0','999','WITHSCORES')or{}for b=1,#df,2 do di[#di+1]='W '..df[b+1]..' '..df[b]end local h={}for b=1,#ex,2 do h[#h+1]=ex[b]end if#h>0 then local S=bR(y,3,h,1)for b,e in ipairs(h)do local dr,eU=string.match(S[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')di[#di+1]='H '..ex[b*2]..' '..(dr or'0')..' '..e di[#di+1]='-'..(eU or'')end end return table.concat(di,'\\n')",
);
