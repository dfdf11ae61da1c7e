// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function be(q)return string.format('%d',q)end ";
const $readClock = "local function bT(x)if string.byte(x)~=61 then local t=redis.pcall('TIME')if not t.err then local X,G=t[1]+0,t[2]+0 return X*1000+(G-G%1000)/1000,(X-1600000000)*1000000+G end end local M=tonumber(string.match(x,'%d+'))return M,(M-1600000000000)*1000 end ";
const $nextStamp = "local function bJ(ea,x)return be(math.max(bT(x),(redis.call('ZSCORE',ea,'')or 0)+1))end ";
const $bucketOfBytes = "local function aV(e)local cQ=#e for b=1,#e,8 do local J,K,dI,dJ,dK,dL,dM,dN=string.byte(e,b,b+7)cQ=(cQ*31+J+(K or 0)*3+(dI or 0)*5+(dJ or 0)*7+(dK or 0)*11+(dL or 0)*13+(dM or 0)*17+(dN or 0)*19)%65521 end return cQ%16+1 end ";
const $bucketOf = "local function aU(e)local A,F=string.byte(e,1,2)if A==95 and#e==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return aV(e)end ";
const $declaredBuckets = "local function bd(d,A,dZ)local y={}for b=1,#dZ do y[tonumber(string.sub(dZ,b,b),16)+1]=d[A+b-1]end return y end ";
const $readJobs = "local function bU(y,O,h,Z)local w={}for b=1,#h do local e=h[b]if Z==2 then w[b*2-1]=e end w[b*Z]='\\t'..e end local N=aU(h[1])local du=aU(h[#h])if N==du then local B,cU=nil,Z==2 if cU then B=redis.call('HMGET',y[O+N],unpack(w))for b=1,#h do if not B[b*2-1]then cU=false break end end end if cU then return B,y[O+N],nil,w end end local cy,dp,z,cV={},{},{},{}for b=1,#h do local q=aU(h[b])local n=y[O+q]cy[b]=n if not z[n]then z[n],cV[n]={},{}end local c,cG=z[n],cV[n]for T=(b-1)*Z+1,b*Z do local o=#c+1 c[o],cG[o]=w[T],T end end for n,c in pairs(z)do local B,cG=redis.call('HMGET',n,unpack(c)),cV[n]for T=1,#c do dp[cG[T]]=B[T]end end return dp,nil,cy,w end ";
const $pushPair = "local function bS(c,J,K)local o=#c c[o+1],c[o+2]=J,K end ";
const $appendPair = "local function aS(c,J,K)if not c then return{J,K}end bS(c,J,K)return c end ";
const $append = "local function aR(c,H)if not c then return{H}end c[#c+1]=H return c end ";
const $listFor = "local function bE(z,r)local c=z[r]if not c then c={}z[r]=c end return c end ";
const $HEAD_PATTERN = "local ah='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW_HEAD = "local aA='2  0 0 0 0 0 0'";
const $PADDING = "local aB='-----------------------------------------------------------------'";
const $newUnit = "local function bH(cA)return{meta=cA,readied=0,to={},from={}}end ";
const $openUnit = "local function bM(a,x)local p=redis.call('HGET',a.meta,'head')local s,C a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(p or aA,ah)a.isNew,a.head=not p,p if not s or not p and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=bT(x)a.tick=s+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bL(a,i)local cB=bM(a,i.times)if cB then return cB end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bq(a,dn)return a.flags~=''and string.find(a.flags,dn,1,true)~=nil end ";
const $count = "local function ba(a,R,dz)if not a.totals then a.totals={}end a.totals[R]=(a.totals[R]or 0)+dz end ";
const $leave = "local function bB(a,k,e)a.from[k]=aR(a.from[k],e)end ";
const $saveOld = "local function ci(a,r,cI,j)if not a.old then a.old={}end a.old[r..cI]=j end ";
const $removeJob = "local function ca(a,n,e,l)if not a.drops then a.drops={}end local c=bE(a.drops,n)c[#c+1]=e if l then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aK(a,e,E)a.endings=aS(a.endings,e,E)end ";
const $limitFreed = "local function bD(a,y,O,h,fh)local di,o=0,#h if bq(a,'l')then for b=1,o do local q=aU(h[b])di=di+redis.call('HSTRLEN',y[O+q],h[b])if di>64000000 and b>fh then for T=o,b,-1 do h[T]=nil end break end end end return#h<o end ";
const $beginEndings = "local function aT(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cg(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aT(a,d)end ";
const $writeEndings = "local function cs(a,d)if not a.finished and not a.endings then return end local c,s,dP={},a.lastTick if a.finished then local ed='C'..s for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,ed end dP=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bS(c,a.endings[b],a.endings[b+1]..s)end end if d.endedBefore then dP=redis.call('EXISTS',d.endings)==0 end if dP then aT(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dP and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cg(a,d)end end ";
const $EVENT_LETTERS = "local ag={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bk(a,d)local v,I,dc={},{},{}local P,t=a.endings or{},be(a.now)for S,e in ipairs(a.from.done or{})do dc[e]=true end for b=1,#P,2 do local e,E=P[b],a.from.state and'P'or P[b+1]if E~='F'and(E~='C'or not dc[e])then v[#v+1]=E..e end end for S,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local e=c[b]if e~=aB and not(a.old and a.old[d[k]..e])then v[#v+1]=ag[k]..e end end end local A,o=1,0 for b=1,#v do o=o+#v[b]+1 if o>8000 or b==#v then I[#I+1]=t..'\\n'..table.concat(v,'\\n',A,b)A,o=b+1,0 end end return I end ";
const $writeEvents = "local function ct(a,d,I)local w=redis.pcall('HMGET',a.meta,'events','recorded')local cS,j=string.match(w[1]or'','^%d+')or'0',(tonumber(w[2])or 0)-#I for b,cC in ipairs(I)do redis.pcall('XADD',d.events,'MAXLEN',cS,be(j+b)..'-0','e',cC)end end ";
const $isRefused = "local function bv(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bl(a)local U=(a.runsMore or 0)-(a.runsLess or 0)if U~=0 then a.runs=be(math.max(0,a.runs+U))end a.lastTick=a.lastTick or be(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aQ(a)local Y={}if not a.fields then a.fields={}end for u in pairs(a.totals)do Y[#Y+1]=u end for b,H in ipairs(redis.call('HMGET',a.meta,unpack(Y)))do local u=Y[b]local R=be((H or 0)+a.totals[u])bS(a.fields,u,R)ci(a,a.meta,u,H)end end ";
const $writeFields = "local function cv(a,z)local f for r,c in pairs(z)do if not f then local g=redis.pcall('HSET',r,unpack(c))if bv(g)then f=g end end end return f end ";
const $revert = "local function cd(z,cT,cI,dE,cJ)for r,c in pairs(z)do for b=1,#c,2 do local u=c[b+cI]local j=cT[r..u]if not j then redis.pcall(dE,r,u)elseif cJ=='ZADD'then redis.pcall(cJ,r,j,u)else redis.pcall(cJ,r,u,j)end end end end ";
const $commit = "local function aX(a,d,i,cz)local p=bl(a)local L if d.events and bq(a,'e')then L=bk(a,d)if#L>0 then ba(a,'recorded',#L)end end if a.totals then aQ(a)end local D=cz and i.number..'\\n'..cz local cH=D and a.before and#D<=#a.before local f for S=1,2 do f=nil for k,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[k],unpack(c))if bv(g)then f=g end end end if a.writes and not f then f=cv(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if D and not cH and not f then local g=redis.pcall('HSET',i.replies,i.lane,D)if bv(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',p,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',p)end if bv(g)then f=g end end if a.rewrites and not f then f=cv(a,a.rewrites)end if cH and not f then local g=redis.pcall('HSET',i.replies,i.lane,D)if bv(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dg={}for k,c in pairs(a.to)do dg[d[k]]=c end ci(a,a.meta,'head',a.head)cd(a.rewrites or{},a.old,0,'HDEL','HSET')cd({[a.meta]=aS(a.fields,'head',p)},a.old,0,'HDEL','HSET')if D and not cH and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if D and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cd(a.writes or{},a.old,0,'HDEL','HSET')cd(dg,a.old,1,'ZREM','ZADD')return f end a.head=p if cz and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',d[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,aB)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for r,c in pairs(a.drops)do redis.pcall('HDEL',r,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if d.events and L then ct(a,d,L)end return nil end ";
const $NEVER = "local az='9999999999999'";
const $enter = "local function bg(a,k,W,e)a.to[k]=aS(a.to[k],W,e)end ";
const $lowerDue = "local function bF(a,t)if t-a.due<0 then a.due=be(t)end end ";
const $rewriteField = "local function ce(a,n,cE,H,j)ci(a,n,cE,j)if#H>#j then if not a.writes then a.writes={}end bS(bE(a.writes,n),cE,H)else if not a.rewrites then a.rewrites={}end bS(bE(a.rewrites,n),cE,H)end end ";
const $placeOf = "local function bO(dw,s)return string.format('%016d',dw*900000000000000+s)end ";
const $lastDueScore = "local function bx(t)return be((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cm(W)return(W-W%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bP(W)local dw=W%10 return bO(dw,(W-dw)/10)end ";
const $parseRun = "local function bN(l)local cK,dt,dW,fj,cM,dQ,cZ,eG,eH,v=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not v then return nil end return{state=cK,fence=dt,attempt=dW,released=fj,place=cM,max=dQ,expiresAt=cZ,postponed=eG,unfinished=eH,lines=v}end ";
const $formatRun = "local function bn(l,cK)local eu=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cK,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..eu..l.lines end ";
const $withError = "local function cq(v,M,dW,fo)local j,dT=string.match(v,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,dT='\\n'..(string.match(v,'\\n([^\\n]*)')or'')..'\\n',''end dT=string.gsub(dT,'\\t[^\\n]*','')..'\\n'..M..' '..dW..' '..fo local eb,dj={},1 repeat eb[#eb+1]=dj dj=string.find(dT,'\\n',dj+1)until not dj local A=math.max(1,#eb-5+1)while A<#eb and#dT-eb[A]>=800 do A=A+1 end return j..string.sub(dT,eb[A])end ";
const $removeExpired = "local function bZ(a,d,y,O,cP)local h=redis.call('ZRANGE',d.expiring,'-inf',be(a.now),'BYSCORE','LIMIT','0',be(cP))local eh=bD(a,y,O,h,1)local eD=0 if#h>0 then local U,N,cy=bU(y,O,h,1)local gf,fT=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if gf[b]or fT[b]then eD=eD+1 ca(a,N or cy[b],e,U[b])aK(a,e,'E')if gf[b]then bB(a,'ready',e)end if fT[b]then bB(a,'delayed',e)end end end a.from.expiring=h if eD>0 then ba(a,'expired',eD)end end return eD,#h,eh end ";
const $reclaimJob = "local function bX(a,d,n,e,j,cK,gg)local l,ev=bN(j),cK local eE=l and l.attempt-l.released>=tonumber(l.max)if eE then bg(a,'failed',be(a.now),e)l.lines=cq(l.lines,be(a.now),l.attempt,gg)ev=cK=='L'and'E'or'F'ba(a,'failed',1)else bg(a,'ready',l and l.place or bO(5,0),e)a.readied=a.readied+1 if l and l.expiresAt~='0'then bg(a,'expiring',l.expiresAt,e)bF(a,tonumber(l.expiresAt))end ba(a,'reclaimed',1)end if l and ev~='L'then ce(a,n,'\\t'..e,bn(l,ev),j)end bB(a,'leased',e)return eE end ";
const $reclaimExpired = "local function bW(a,d,y,O,cP)local h=redis.call('ZRANGE',d.leased,'-inf',be(a.now),'BYSCORE','LIMIT','0',be(cP))local dA=0 if#h>0 then local U,N,cy=bU(y,O,h,1)for b=1,#h do local eE=bX(a,d,N or cy[b],h[b],U[b],'L','\"lease expired\"')if eE then dA=dA+1 end end end return#h,dA end ";
const $promoteDue = "local function bR(a,d,cP)local cO=redis.call('ZRANGE',d.delayed,'-inf',bx(a.now),'BYSCORE','LIMIT','0',be(cP),'WITHSCORES')for b=1,#cO,2 do local cM=bP(cO[b+1])bg(a,'ready',cM,cO[b])bB(a,'delayed',cO[b])end a.readied=a.readied+#cO/2 return#cO/2 end ";
const $nextDue = "local function bI(d)local t=az for S,k in ipairs({'leased','delayed','expiring'})do local W=redis.call('ZRANGE',d[k],'0','0','WITHSCORES')[2]if W and k=='delayed'then W=cm(W)end if W and W-t<0 then t=W end end return be(t)end ";
const $trimEnded = "local function co(a,d,y,O,em,cP)local dY,dQ={},math.min(1000,cP)dY.doneAge,dY.doneCount,dY.failedAge,dY.failedCount=string.match(em,'^(%S+) (%S+) (%S+) (%S+)')local h,fq,eK,eO,de,dX={},{},0,0,false,false for S,k in ipairs({'done','failed'})do local eL,cS,cT=tonumber(dY[k..'Age']),tonumber(dY[k..'Count']),{}if eL then cT=redis.call('ZRANGE',d[k],'-inf',be(a.now-eL),'BYSCORE','LIMIT','0',be(dQ))end local cG=#(a.to[k]or{})/2 eO=eO+cG if cS then local o=redis.call('ZCARD',d[k])local eC=o+cG-cS dX=dX or eC>o if eC>#cT then cT=redis.call('ZRANGE',d[k],'0',be(math.min(eC,dQ)-1))end end de=de or#cT>=dQ for b=1,#cT do h[#h+1]=cT[b]fq[#h]=k end end if#h>0 then local eh=bD(a,y,O,h,eO+1)de=de or eh local eU={}for S,k in ipairs({'ready','delayed','leased'})do for b,W in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do eU[b]=eU[b]or W end end local U,N,cy=bU(y,O,h,1)for b=1,#h do local e,eR=h[b],fq[b]=='failed'if eR then bB(a,'failed',e)else bB(a,'done',e)end if not eU[b]then eK=eK+1 ca(a,N or cy[b],e,U[b])aK(a,e,eR and'F'or'C')if eR then ba(a,'purged',1)end end end end return eK,de,dX end ";
const $rotateOldEndings = "local function ch(a,d,eL,hd)local o=redis.call('HLEN',d.endings)if o<hd then return end local ey=redis.call('HGET',d.endings,'')if not ey then aT(a,d)end if o>=1000000 or ey and a.now-ey>eL then cg(a,d)if o==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function cb(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bs(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cc(a,p)a.flags,a.tick,a.due,a.runs=p.flags,p.tick,p.due,p.runs a.leased,a.completed,a.readied,a.sooner=p.leased,p.completed,p.readied,p.sooner end ";
const $hasListeners = "local function br(a)if a.flags~='h'and not bq(a,'h')then return a.isNew end if bq(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cp(a,dO)local cO='-'if a.due~=az then cO=be(math.max(0,a.due-a.now))end local q=dO and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or be(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..cO)end ";
const $timeOfTick = "local function cn(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bQ(cM)return(cM-cM%900000000000000)/900000000000000 end ";
const $dueScore = "local function bf(s,dw)return be(s*10+dw)end ";
const $freeTickAt = "local function bp(a,eQ,t)if not a.ticks then a.ticks={}end local gk,A,s={},(t-1600000000000)*1000,nil for b=1,1000 do gk[b]=A local cR=a.ticks[A]if not cR then local dj,hx=be(A*10),be(A*10+9999)local W=redis.call('ZRANGE',eQ,hx,dj,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]cR=W and(W-W%10)/10 or A-1 end if cR<A+999 then s=cR+1 break end A=math.max(A+1000,cR-cR%1000)end s=s or A for S,ht in ipairs(gk)do a.ticks[ht]=s end return s end ";
const $addListener = "local function aM(a)local j=redis.call('HGET',a.meta,'heard')local fC=bq(a,'h')and j or'0'if fC-a.now>300000 then return false end if not bq(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bS(a.fields,'heard',be(a.now+600000))ci(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bw(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function by(d,h)local B=redis.call('HMGET',d.endings,unpack(h))for b,ed in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do B[b]=B[b]or ed end return B end ";
const $staleReason = "local function ck(l,dU,P,d,h,b)if not l then P=P or by(d,h)return string.sub(P[b]or'U',1,1),P end local cK,dt=string.match(l,'^(%a) (%d+)')if cK=='E'then return'F',P end if cK=='L'or cK=='W'and dt~=string.sub(dU,3,17)then return'A',P end return cK or'U',P end ";
const $isHeld = "local function bu(l,dU)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(dU,2,18)end ";
const $extendLease = "local function bi(a,d,n,e,l,j,dG)bg(a,'leased',be(dG),e)bF(a,dG)if j and dG-j<0 then a.sooner=true end if j then ci(a,d.leased,e,j)elseif string.sub(l,1,1)=='E'then bB(a,'failed',e)ce(a,n,'\\t'..e,'L'..string.sub(l,2),l)else bB(a,'ready',e)bB(a,'expiring',e)end end ";
const $LAST_REMOVED_RANK = "local aj='-1001'";
const $noteWorker = "local function bK(fl,eY,M)if redis.pcall('ZADD',fl,be(M),eY)==1 then redis.call('ZREMRANGEBYRANK',fl,'0',aj)end end ";
const $countReadable = "local function bb(y,O,h,o,di)local q=0 for b=1,o do local gQ=aU(h[b])di=di+redis.call('HSTRLEN',y[O+gQ],h[b])if di>2000000 then break end q=b end return q end ";
const $writeField = "local function cu(a,n,cE,H)if not a.writes then a.writes={}end bS(bE(a.writes,n),cE,H)end ";
const $rewriteRun = "local function cf(a,n,e,l,cM,fw)local eq=bN(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eq.place=cM if fw then eq.attempt,eq.released,eq.postponed='0','0',''end local ee=bn(eq,'W')if l then ce(a,n,'\\t'..e,ee,l)else cu(a,n,'\\t'..e,ee)a.runsMore=(a.runsMore or 0)+1 end return eq.expiresAt end ";
const $makeReady = "local function bG(a,n,e,l,cM,fw)local cZ=cf(a,n,e,l,cM,fw)bg(a,'ready',cM,e)a.readied=a.readied+1 return cZ end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea,ep=KEYS[1],KEYS[2]local u,x,fb=unpack(ARGV,1,3)local hN,hO=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local gu,cE=not redis.call('ZSCORE',ea,u),'\\t'..fb local cL=redis.call('HGET',ep,cE)local iP=redis.call('ZCARD',ea)if gu and hN and iP-1>=hN then return'full\\nmaxQueues'end if gu and hO and(cL or 0)-hO>=0 then return'full\\nmaxQueuesOfMaker'end local fr=bJ(ea,x)if gu then redis.call('HSET',ep,u,fb,cE,be((cL or 0)+1))end local g=redis.pcall('ZADD',ea,fr,'',fr,u)if type(g)=='table'then if gu then redis.call('HDEL',ep,u)if cL then redis.call('HSET',ep,cE,cL)else redis.call('HDEL',ep,cE)end end return g end return'ok'",
  ],
);

/** 9472 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fn=KEYS local dZ,h=ARGV[4],{unpack(ARGV,5)}",
    $bucketOfBytes,
    $bucketOf,
    $declaredBuckets,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $leave,
    $saveOld,
    $removeJob,
    $addEnding,
    $limitFreed,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    "local hA={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local y,dl,ex,fP=bd(fn,12,dZ),{},{},0 bD(a,y,0,h,1)for b in ipairs(h)do dl[b]='U'end for S,k in ipairs({'ready','delayed','leased','failed','done'})do for b,W in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if W then local e=h[b]if not ex[e]then dl[b],ex[e]=hA[k],hA[k]end if string.find(ex[e],'%l')then bB(a,k,e)end end end end local U,N,cy=bU(y,0,h,1)for b,e in ipairs(h)do if string.find(dl[b],'%l')then ca(a,N or cy[b],e,U[b])aK(a,e,'X')bB(a,'expiring',e)fP=fP+1 end end if fP>0 then ba(a,'cancelled',fP)end local cC=table.concat(dl)local f if fP>0 or not a.isNew then f=aX(a,d,i,cC)end if f then return f end cs(a,d)return'ok\\n'..cC",
  ],
);

/** 15439 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eT,iU,em=unpack(ARGV,4,6)local cP=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $removeJob,
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
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $trimEnded,
    $beginEndings,
    $rotateEndings,
    $rotateOldEndings,
    $writeEndings,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $headParts,
    $restoreHead,
    $hasListeners,
    $wake,
    "local id='- - 2592000000 100000'local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local fp=a.now-a.due>=0 if em==''then em=redis.call('HGET',d.meta,'policy')or id end local p=bs(a)local ge,de,gA=0,false,nil local function eM(ez,cz,q,gX)local f if ez then f=aX(a,d,i,cz)end if f then cc(a,p)gA,q=f,0 else cs(a,d)p=bs(a)ge,de=ge+q,de or gX end cb(a)return q end local eD,gz,dA,gy=0,0,0,0 if fp then local q,ef,eh=bZ(a,d,y,12,cP)eD=eM(ef>0,nil,q,eh or ef>=cP)local fG,iu=bW(a,d,y,12,cP)fG=eM(fG>0,nil,fG,fG>=cP)dA=math.min(fG,iu)gz=fG-dA local cO=bR(a,d,cP)gy=eM(cO>0,nil,cO,cO>=cP)end local dc,gX=co(a,d,y,12,em,cP)local eK=eM(a.from.done or a.from.failed,nil,dc,gX)local fK=redis.call('ZRANGE',d.seen,'-inf',be(a.now),'BYSCORE','LIMIT','0',be(cP))if fK[1]then a.from.seen=fK end if fp then a.due=bI(d)end local hU=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',be(a.now-iU))de=de or#fK>=cP local cC=table.concat({gz,dA,gy,eD,eK,hU,de and 1 or 0},' ')local gv=ge+hU>0 and not a.isNew and not gA eM(gv or fK[1]or fp and not a.isNew,gv and cC,0)if ge==0 then ch(a,d,86400000,1)end if a.readied>0 and br(a)then cp(a)end if gA and ge==0 then return gA end return'ok\\n'..cC",
  ],
);

/** 1482 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,fi,eQ,fg=unpack(KEYS,1,4)local dA,fR,fl=unpack(KEYS,5,7)local x,Y=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end local dm={be(a.now)}for S,r in ipairs({fi,eQ,fg,dA,fR,fl})do dm[#dm+1]=redis.call('ZCARD',r)end local ev=redis.call('ZRANGE',fi,'0','0','WITHSCORES')[2]dm[#dm+1]=ev and be(cn(ev%900000000000000))or'-'local hy=redis.call('HMGET',cA,unpack(Y))for b,R in ipairs(hy)do hy[b]=R or'0'end return'ok\\n'..table.concat(dm,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hy,' ')",
  ],
);

/** 12697 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local x,eT,im=unpack(ARGV,1,3)local cP=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $hasFlag,
    $count,
    $lowerDue,
    $saveOld,
    "local aI={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bV(a,y,h)local fU,U={},{}if bq(a,'l')then local B,N,cy=bU(y,0,h,1)for b,e in ipairs(h)do fU[b],U[b]=redis.call('HSTRLEN',N or cy[b],e)>0,B[b]end else local B=bU(y,0,h,2)for b in ipairs(h)do fU[b],U[b]=B[b*2-1]and true,B[b*2]end end return fU,U end local function bY(n,e,l)local cM,cZ=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,e)<100000 then local p=string.match(redis.call('HGET',n,e),'^[^:]*')cM,cZ=cM or string.match(p,'^%d+'),string.match(p,' x(%d+)')or cZ end return cM and#cM==16 and cM or bO(5,0),cZ~='0'and cZ end local function aP(d,k,e,W)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[k],W,e))=='number'end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local cB=bM(a,x)if cB then return cB end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local hC=redis.call('HGET',d.meta,'audit')local eB,eP=string.match(hC or'','^([1-9]%d*) (%d+)$')eB,eP=tonumber(eB)or 1,eP or'0'if eB>23 then eB=1 end if im=='0'and eB==1 and eP=='0'then return'ok\\n1 0 0 0 0 0 0'end local hg,gI,ha,fD,fF,ef,hs,di,gM=0,0,0,0,0,0,0,0,false local function hq(ip,r,eA)local cz=redis.call(ip,r,eP,'COUNT',be(eA))eP=cz[1]return cz[2]end local function gC(k,h)return redis.call('ZCARD',d[k])>0 and redis.call('ZMSCORE',d[k],unpack(h))or{}end local iM=(a.now-1600000000000)*1000+86400000000 local function hB(e,cZ)if not cZ then return true end bF(a,tonumber(cZ))return aP(d,'expiring',e,cZ)end local function iR(e,l)ha=ha+1 for S,k in ipairs(aa)do redis.call('ZREM',d[k],e)end redis.call('ZREM',d.expiring,e)if l then redis.call('HDEL',y[aU(e)],'\\t'..e)a.runs=be(math.max(0,a.runs-1))end end local function iH(e,l,k,fx)gI=gI+1 local eF for S,hZ in ipairs(aI[string.sub(l or'',1,1)]or aa)do eF=eF or fx[hZ]and hZ end eF=eF or k for S,eV in ipairs(aa)do if eV~=eF then redis.call('ZREM',d[eV],e)end end return eF end local function hV(eo)local h,gB={},{}for b=1,#eo/2 do h[b],gB[b]=eo[b*2-1],eo[b*2]end return h,gB end local function ik(k,eo)local h,gB=hV(eo)if#h==0 then return 0 end local fU,U=bV(a,y,h)local hH={}for S,eV in ipairs(aa)do if eV~=k then hH[eV]=gC(eV,h)end end for b,e in ipairs(h)do local l,fx=U[b],nil for eV,B in pairs(hH)do if B[b]then fx=fx or{[k]=true}fx[eV]=true end end if not fU[b]then iR(e,l)else local eF=fx and iH(e,l,k,fx)or k if eF=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cM,cZ=bY(y[aU(e)],e,nil)if hB(e,cZ)and aP(d,'ready',e,cM)then fD=fD+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local s=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,gB[b]%900000000000000-1000)end if s>a.tick and s<iM then a.tick=s fF=1 end end end return#h end local Z=1 local function iS(n,eA)local gt,j=bq(a,'l'),di if gt and eP=='0'and redis.call('HLEN',n)<=cP then return redis.call('HKEYS',n)end local eo,w=hq('HSCAN',n,gt and Z or eA),{}for b=1,#eo,2 do local cE,o=eo[b],#eo[b+1]w[#w+1]=cE di=di+o if o>2100 and string.sub(cE,1,1)~='\\t'and not bq(a,'l')then a.flags=a.flags..'l'end end Z=di-j<100000 and Z*2 or 1 return w end local function ij(n,w)local h={}for S,cE in ipairs(w)do if string.sub(cE,1,1)~='\\t'then h[#h+1]=cE elseif redis.call('HEXISTS',n,string.sub(cE,2))==0 then fD=fD+1 redis.call('HDEL',n,cE)end end if#h==0 then return#w end local B={}for S,k in ipairs(aa)do for b,W in ipairs(gC(k,h))do B[b]=B[b]or W end end for b,e in ipairs(h)do if not B[b]then local l=redis.call('HGET',n,'\\t'..e)local cK=string.sub(l or'',1,1)local k,W,cZ=cK=='C'and'done',be(a.now),nil if cK=='F'or cK=='E'then k='failed'end if not k then k='ready'W,cZ=bY(n,e,l)local s=W%900000000000000 if cn(s)>a.now then k,W='delayed',bf(s,bQ(W))bF(a,cn(s))a.sooner=true end end if hB(e,cZ)and aP(d,k,e,W)then hg=hg+1 if k=='ready'then a.readied=a.readied+1 end end end end return#w end local function iq()local w,fy=0,0 for b=1,16 do w=w+redis.call('HLEN',y[b])end for S,k in ipairs(aa)do fy=fy+redis.call('ZCARD',d[k])end return w,fy end repeat local q=0 local eA=cP-ef if eB<=5 then q=ik(aa[eB],hq('ZSCAN',d[aa[eB]],eA))elseif eB<22 then local n=y[eB-5]q=ij(n,iS(n,eA))elseif eB==22 then local h=hV(hq('ZSCAN',d.expiring,eA))q=#h if q>0 then local fi,eQ=gC('ready',h),gC('delayed',h)for b,e in ipairs(h)do if not fi[b]and not eQ[b]then fD=fD+1 redis.call('ZREM',d.expiring,e)end end end else local w,fy=iq()if w-fy~=tonumber(a.runs)then a.runs=be(math.max(0,w-fy))fF=fF+1 end local gr=a.completed+fy-redis.call('ZCARD',d.done)for S,R in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do gr=gr+(R or 0)end if gr~=tonumber(a.enqueued)then a.enqueued=be(gr)fF=fF+1 end eP='0'end ef,hs=ef+q,hs+math.max(q,cP/25)if eP=='0'then gM=eB==23 eB=eB%23+1 end until gM or hs>=cP or di>2000000 ci(a,d.meta,'audit',hC)a.fields={'audit',eB..' '..eP}local es=(a.readied>0 or a.sooner)and br(a)local f=aX(a,d)if f then return f end if es then cp(a)end return'ok\\n'..table.concat({gM and 1 or 0,ef,hg,gI,ha,fD,fF},' ')",
  ],
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local iA=KEYS local gG={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bH(cA)local df=bL(a,i)if df then return df end if bq(a,'l')then for b=1,16 do local n,eV=y[2+b],iA[18+b]local o=redis.call('HLEN',n)if o>0 and o<=64 then redis.call('RENAME',n,eV)redis.call('PEXPIRE',eV,'1')end end end redis.call('UNLINK',unpack(gG))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 4114 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local s=unpack local m=redis.call local K=string.match local f=redis.pcall local B=string.sub local O=string.find local k=string.format local P=type local v,aq,cm,F=s(KEYS,1,4)local aa,ah,au,cp=s(ARGV,1,4)local L=ARGV local bg='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bh='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bi='9999999999999'local bj='2  0 0 0 0 0 0'local aI=0 local aV local g,I,aB,ax,aA,ad,az,ay,A,x,G,t,aj,r local C repeat local ab do local n=m('HGET',v,'head')local N,U g,N,I,aB,ax,aA,ad=K(n or bj,bh)az,ay=not n,n if not N or not n and m('HEXISTS',v,'layout')==1 then ab='other_layout'else repeat if string.byte(au)~=61 then local aw=f('TIME')if not aw.err then local aS,ar=aw[1]+0,aw[2]+0 A,U=aS*1000+(ar-ar%1000)/1000,(aS-1600000000)*1000000+ar break end end local aQ=tonumber(K(au,'%d+'))A,U=aQ,(aQ-1600000000000)*1000 break until true x=N+0 if x<U then x=U end if U<0 or x>=899000000000000 then ab='bad_clock'else ab=nil end end end if ab then C=ab break end local o=m('HGET',F,aa)if o then local i=K(o,'^%d+')if i==ah then if not az then f('HINCRBY',v,'replayed',1)end C='again\\n'..B(o,#i+2)break end if i-ah>0 then C='late'break end elseif ah=='0'and m('EXISTS',F)==1 then C='reused'break end G=o C=nil break until true if C then return C end if az or g~=''and O(g,'e',1,true)~=nil then return'not_plain'end do local bI=cp*900000000000000 local am=bI+x local bY=bI+(A+1-1600000000000)*1000 local aU,q,as,av for bH=5,#L,2 do local j,bR=L[bH],L[bH+1]am=am+1 if#L==6 then as=k('%016d',am)else local ae=am%100 if ae==0 or not av then av=k('%014d',(am-ae)/100)end as=av..B(bg,ae*2+1,ae*2+2)end local M=as..(am>=bY and' c'..k('%d',A)..':'or':')..bR if#bR>2000 and not(g~=''and O(g,'l',1,true)~=nil)then g=g..'l'end if aU then do local a=aU local J=as local d=#a a[d+1],a[d+2]=J,j end do local a=q local d=#a a[d+1],a[d+2]=j,M end else aU,q={as,j},{j,M}end end aV,t=aU,{[cm]=q}aI=#aU/2 x=x+aI ax=k('%d',ax+aI)end local aT if g~='h'and not(g~=''and O(g,'h',1,true)~=nil)then aT=az else if g~=''and O(g,'p',1,true)~=nil then aT=false else if x%32~=0 or(m('HGET',v,'heard')or'0')-A>0 then aT=true else g=string.gsub(g,'h','')aT=false end end end local c do local n aj=aj or k('%d',x)n='2 '..g..' '..aj..' '..I..' '..aB..' '..ax..' '..aA..' '..ad local D=ah..'\\n-'local ap=D and G and#D<=#G local a for bk=1,2 do a=nil if aV then if not a then local b=f('ZADD',aq,s(aV))if b~=0 and b~=1 and P(b)=='table'then a=b end end end if t and not a then do local y=t local b for u,d in pairs(y)do if not b then local e=f('HSET',u,s(d))if e~=0 and e~=1 and P(e)=='table'then b=e end end end a=b end end if D and not ap and not a then local b=f('HSET',F,aa,D)if b~=0 and b~=1 and P(b)=='table'then a=b end end if not a then local b b=f('HSET',v,'head',n)do local aL do local d=b aL=d~=0 and d~=1 and P(d)=='table'end if aL then a=b end end end if ap and not a then local b=f('HSET',F,aa,D)if b~=0 and b~=1 and P(b)=='table'then a=b end end if not a or true or B(a.err,1,3)~='OOM'then break end m('HDEL',v,'')end if a then local aN={}if aV then aN[aq]=aV end do local o=ay if not r then r={}end r[v..'head']=o end local function ai(y,bt,bs,bw,at)local bl=pairs local b=redis.pcall for u,d in bl(y)do for e=1,#d,2 do local af=d[e+bs]local o=bt[u..af]if not o then b(bw,u,af)elseif at=='ZADD'then b(at,u,o,af)else b(at,u,af,o)end end end end ai({},r,0,'HDEL','HSET')local function bn(b,J,Q)if not b then return{J,Q}end do local d=#b b[d+1],b[d+2]=J,Q end return b end ai({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if D and not ap and G then f('HSET',F,aa,G)end if D and not G then f('HDEL',F,aa)end ai(t or{},r,0,'HDEL','HSET')ai(aN,r,1,'ZREM','ZADD')c=a else ay=n if not G then f('PEXPIRE',F,K(au,'%d+$'))end c=nil end end if c then return c end if aT then do local aM='-'if I~=bi then aM=k('%d',math.max(0,I-A))end local i='-'if aI>0 then i=aI==1 and'1'or k('%d',aI)end f('PUBLISH',B(v,1,-5)..'wake',i..' '..aM)end end return'ok\\n-'",
  ],
);

/** 11094 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fn=KEYS local dZ,hM=ARGV[4],ARGV[5]local dR=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $declaredBuckets,
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $dueScore,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $hasListeners,
    $addListener,
    $wake,
    "local aJ={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bj(a,gx)if#gx>2000 and not bq(a,'l')then a.flags=a.flags..'l'end end local function cl(a,d,h)local hu={}for b,dG in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dG and dG-a.now>0 then hu[h[b]]='S'end ci(a,d.seen,h[b],dG)end for S,k in ipairs({'ready','delayed','leased','failed','done'})do for b,W in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if W then hu[h[b]]=aJ[k]end end end return hu end local function aL(a,d,y,dR,A)local fv,ec={},A while dR[ec]do local q,gm=string.match(dR[ec],'^%d (%d+) %S+ (%S+)')if gm~='-'then for b=1,q do fv[#fv+1]=dR[ec+b*2-1]end end ec=ec+q*2+1 end local fA,dl,fQ={},{},{}if#fv>0 then fA=cl(a,d,fv)end ec=A while dR[ec]do local dw,q,ib,gm,dQ,hY,cG=string.match(dR[ec],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fz,go=string.sub(ib,1,1),tonumber(string.sub(ib,2))for b=1,q do local e,gx=dR[ec+b*2-1],dR[ec+b*2]local E=fA[e]if not E then a.tick=a.tick+1 local s=a.tick E='r'if fz=='+'and go>0 then E,s='d',bp(a,d.delayed,a.now+go)elseif fz=='@'and go>a.now then E,s='d',bp(a,d.delayed,go)end local cM=bO(dw,s)local eX=cn(s)~=a.now and' c'..be(a.now)or''if dQ~='-'then eX=eX..' m'..dQ end if hY~='-'then local cZ=a.now+hY eX=eX..' x'..be(cZ)bg(a,'expiring',be(cZ),e)bF(a,cZ)end if cG~='-'then eX=eX..' o'..cG end if E=='r'then bg(a,'ready',cM,e)a.readied=a.readied+1 else bg(a,'delayed',bf(s,dw),e)a.sooner=true bF(a,cn(s))end bj(a,gx)local n=aU(e)bS(bE(a.writes,y[n]),e,cM..eX..':'..gx)if gm~='-'and gm~='0'then bg(a,'seen',be(a.now+gm),e)end fA[e]=string.upper(E)fQ[e]=true end dl[#dl+1]=E end ec=ec+q*2+1 end return table.concat(dl),fv,fQ end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $isRegistered,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.writes={}local dl,fv,fQ=aL(a,d,bd(fn,11,dZ),dR,6)local S,fE=string.gsub(dl,'%l','')if hM~=''and fE>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fE>tonumber(hM)then return'full'end if a.to.seen then local fK=redis.call('ZRANGE',d.seen,'-inf',be(a.now),'BYSCORE','LIMIT','0',be(fE*2+8))for b,e in ipairs(fK)do if not fQ[e]then bB(a,'seen',e)end end end a.enqueued=be(a.enqueued+fE)if fE<#dl then ba(a,'duplicates',#dl-fE)end local hk=bw(a)local es=(a.readied>0 or a.sooner)and br(a)if a.isNew then a.fields={'born',be(a.now)}aM(a)end local f=aX(a,d,i,dl)if f then return f end local fd={}for b,e in ipairs(fv)do if fQ[e]then fd[#fd+1]=fn[11+#dZ+b-1]end end if#fd>0 then if redis.call('EXISTS',unpack(fd))>50 then for b,r in ipairs(fd)do redis.pcall('PEXPIRE',r,'1')end else redis.pcall('UNLINK',unpack(fd))end end if es then cp(a)end return'ok\\n'..dl..(hk and''or'\\nu')",
  ],
);

/** 1909 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,L=KEYS[1],KEYS[2]local x,ey,cP=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function hW(q)local ee=redis.call('XRANGE',L,be(q),'+','COUNT','1')[1]if ee then return tonumber(string.match(ee[1],'^%d+')),ee[2][2]end end local a=bH(cA)local cB=bM(a,x)if cB then return cB end if not bq(a,'e')then return'ok\\n-'end local w=redis.call('HMGET',cA,'events','recorded')local du=tonumber(w[2])or 0 local dj=tonumber(ey)or du+1 if string.sub(ey,1,1)=='@'then local t,hP=tonumber(string.sub(ey,2)),hW(0)local fa,fX=hP or du+1,du+1 while fa<fX do local hc=fa+(fX-fa-(fX-fa)%2)/2 local q,cC=hW(hc)if not q then fX=hc elseif string.match(cC,'^%d+')-t<0 then fa=q+1 else fX=hc end end dj=fa local j=tonumber(string.match(w[1]or'','%d+$'))or 0 if dj==(hP or du+1)and dj-1>j then dj=dj-1 end end local dm={'ok\\n'..be(a.now)..' '..be(dj)..' '..be(du)}if ey~=''then for b,ee in ipairs(redis.call('XRANGE',L,be(dj),'+','COUNT',cP))do dm[b+1]=string.match(ee[1],'^%d+')..'\\n'..ee[2][2]end end return dm",
  ],
);

/** 9897 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fn=KEYS local gq,eY,dZ,fN=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
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
    $bucketOfBytes,
    $bucketOf,
    $declaredBuckets,
    $readJobs,
    $rewriteField,
    $staleReason,
    $isHeld,
    $extendLease,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $LAST_REMOVED_RANK,
    $noteWorker,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local dG,dl,f=a.now+gq,{},nil local h={}for b,dU in ipairs(fN)do h[b]=string.sub(dU,19)end local U,N,cy=bU(bd(fn,11,dZ),0,h,1)local ff=redis.call('ZMSCORE',d.leased,unpack(h))local P for b,e in ipairs(h)do if bu(U[b],fN[b])then dl[b]='l'bi(a,d,N or cy[b],e,U[b],ff[b],dG)else dl[b],P=ck(U[b],fN[b],P,d,h,b)end end local cC=table.concat(dl)..'\\n'..be(dG)local es=a.sooner and br(a)if a.to.leased or not a.isNew then f=aX(a,d,i,cC)end if f then return f end if es then cp(a)end if eY~=''and not a.isNew then bK(d.workers,eY,a.now)end return'ok\\n'..cC",
  ],
);

/** 12968 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eY,fV,eT,em=unpack(ARGV,4,7)local dj=tonumber(fV)local cP=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $removeJob,
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
    $rotateEndings,
    $writeEndings,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local h,cR,dA=redis.call('ZRANGE',d.leased,be(dj),be(dj+cP-1)),0,0 if#h>0 then local U,N,cy=bU(y,11,h,1)for b,e in ipairs(h)do if string.match(U[b]or'','^L[^\\n]*\\n([^\\n]*)')==eY then local eE=bX(a,d,N or cy[b],e,U[b],'W','\"its worker failed\"')cR,dA=cR+1,dA+(eE and 1 or 0)end end end local hJ=#h<cP local cC=cR..'\\n'..(hJ and'-'or be(dj+cP-cR))local es,f=a.readied>0 and br(a),nil local S,dX if dA>0 then S,S,dX=co(a,d,y,11,em,dA*2+8)end if cR>0 or not a.isNew then f=aX(a,d,i,cC)end if f then return f end cs(a,d)if dX then cb(a)co(a,d,y,11,em,dA*2+8)f=aX(a,d)if not f then cs(a,d)end end if es then cp(a)end if hJ then redis.call('ZREM',d.workers,eY)end return'ok\\n'..cC",
  ],
);

/** 1087 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,ex=KEYS[1],KEYS[2]local x,cP=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end local iy=redis.call('ZREMRANGEBYRANK',ex,'0',be(cP-1))return'ok\\n'..iy..' '..math.min(1,redis.call('ZCARD',ex))",
  ],
);

/** 542 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea,ep=KEYS[1],KEYS[2]local dR=ARGV ",
    $digits,
    "local Y={}for b=1,#dR,2 do Y[#Y+1]=dR[b]end local gD=redis.call('ZMSCORE',ea,unpack(Y))for b,u in ipairs(Y)do if gD[b]==dR[1+b*2-1]then local fb=redis.call('HGET',ep,u)if fb then local cE='\\t'..fb local gc=(redis.call('HGET',ep,cE)or 0)-1 redis.call('HDEL',ep,'')if gc>0 then redis.call('HSET',ep,cE,be(gc))else redis.call('HDEL',ep,cE)end redis.call('HDEL',ep,u)end redis.call('ZREM',ea,u)end gD[b]=gD[b]or'-'end return'ok\\n'..table.concat(gD,'\\n')",
  ],
);

/** 1961 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,fi,eQ,fg=unpack(KEYS,1,4)local dA,fR,n,g,ex=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local x,e,eq=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end local dm,fZ={be(a.now),'-'..a.flags},false for S,r in ipairs({fi,eQ,fg,dA,fR})do local W=redis.call('ZSCORE',r,e)fZ=fZ or W dm[#dm+1]=W or'-'end dm[#dm+1]=redis.call('ZRANK',fi,e)or'-'dm[#dm+1]=redis.call('ZSCORE',ex,e)or'-'local ed=not fZ and by(d,{e})[1]or'-'local ej=fZ and string.find(eq,'d')and redis.call('HGET',n,e)or''if fZ and string.find(eq,'h')and redis.call('HSTRLEN',n,e)<100000 then ej=string.match(redis.call('HGET',n,e)or'','^[^:]*:')or''end local cS=not a.isNew and string.find(eq,'r')and redis.call('GET',g)if cS then local gJ=string.match(cS,'^C (%d+)')if not gJ or gJ-(redis.call('HGET',cA,'born')or gJ)<0 then cS=nil end end return{'ok\\n'..table.concat(dm,' ')..'\\n'..ed,ej,redis.call('HGET',n,'\\t'..e)or'',cS or''}",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fg=KEYS[1]local y=KEYS local fN=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,hE,dm,gT={},{},{''},{}for b,dU in ipairs(fN)do h[b]=string.sub(dU,19)end local ff,B=redis.call('ZMSCORE',fg,unpack(h)),bU(y,1,h,2)for b,dU in ipairs(fN)do local ej,l=B[b*2-1],B[b*2]local fJ=ff[b]and ej and l and string.sub(l,1,18)==string.sub(dU,1,18)hE[b]=fJ and'1'or'0'if fJ then dm[#dm+1]=ej gT[#gT+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for S,gU in ipairs(gT)do dm[#dm+1]=gU end dm[1]='ok\\n'..table.concat(hE)return dm",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea,ep,hp=unpack(KEYS,1,3)local fz,x,iB=unpack(ARGV,1,3)local gV=tonumber(iB)",
    $digits,
    $readClock,
    "local v={'ok',redis.call('HGET',hp,fz)or'-'}local B,eu,hI={},{},fz=='deep'local w=redis.call('HGETALL',ep)for b=1,#w,2 do B[w[b]]=w[b+1]end local M=bT(x)local eo=redis.call('ZRANGE',ea,'0','-1','WITHSCORES')for b=1,#eo,2 do local u,fr=eo[b],eo[b+1]if u~=''then local fb=B[u]if fb then B[u]=nil eu['\\t'..fb]=(eu['\\t'..fb]or 0)+1 end v[#v+1]=u..' '..(fb or'-')..(hI and M-fr>=gV and' '..fr or'')end end if hI then for cE,cL in pairs(eu)do if tonumber(B[cE])~=cL then redis.call('HDEL',ep,'')redis.call('HSET',ep,cE,be(cL))end end for cE in pairs(B)do if not eu[cE]then redis.call('HDEL',ep,cE)end end end return table.concat(v,'\\n')",
  ],
);

/** 2722 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,cK=KEYS[1],KEYS[2]local y=KEYS local x,fV,eT=unpack(ARGV,1,3)local dj=tonumber(fV)local cP=tonumber(eT)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $countReadable,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end local eo,h,v=redis.call('ZRANGE',cK,be(dj),be(dj+cP-1),'WITHSCORES'),{},{}for b=1,#eo,2 do h[#h+1]=eo[b]end if bq(a,'l')then local fM=math.max(1,bb(y,2,h,#h,0))for b=fM+1,#h do h[b]=nil end end local dm={''}if#h>0 then local B=bU(y,2,h,2)for b,e in ipairs(h)do v[b]='\\n'..eo[b*2]..' '..e dm[b*2],dm[b*2+1]=B[b*2-1]or'',B[b*2]or''end end dm[1]='ok\\n'..be(a.now)..' '..redis.call('ZCARD',cK)..table.concat(v)return dm",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA=KEYS[1]local x=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',cA)==1 then redis.call('HSET',cA,'registered',be(bT(x)))end return'ok'",
  ],
);

/** 6448 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1]}local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $addListener,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true if not bq(a,'p')then a.flags=a.flags..'p'if a.isNew then aM(a)end end local f=aX(a,d,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',ea)-1)",
  ],
);

/** 8540 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gq,dU,iO=unpack(ARGV,4,6)",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
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
    $staleReason,
    $isHeld,
    $extendLease,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local e=string.sub(dU,19)local j=redis.call('HGET',d.bucket,'\\t'..e)local ff=redis.call('ZSCORE',d.leased,e)local E,l='l',j if not bu(j,dU)then E=ck(j,dU,nil,d,{e},1)else if gq~=''then bi(a,d,d.bucket,e,j,ff,a.now+gq)a.rewrites=nil l='L'..string.sub(j,2)end local A,dT=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')ce(a,d.bucket,'\\t'..e,(A or l..'\\n\\n')..iO..(dT or''),j)end local es,f=a.sooner and br(a),nil if E=='l'or not a.isNew then f=aX(a,d,i,E)end if f then return f end if es then cp(a)end return'ok\\n'..E",
  ],
);

/** 9791 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fn=KEYS local dZ,h=ARGV[4],{unpack(ARGV,5)}",
    $bucketOfBytes,
    $bucketOf,
    $declaredBuckets,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
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
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local dl,ex={},{}local U,N,cy=bU(bd(fn,6,dZ),0,h,1)for b,W in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]dl[b]=W and not ex[e]and'd'or'U'if dl[b]=='d'then ex[e]=true a.tick=a.tick+1 bG(a,N or cy[b],e,U[b],bO(W%10,a.tick),false)bB(a,'delayed',e)end end local cC=table.concat(dl)local es,f=a.readied>0 and br(a),nil if a.readied>0 or not a.isNew then f=aX(a,d,i,cC)end if f then return f end if es then cp(a)end return'ok\\n'..cC",
  ],
);

/** 8868 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eT,R,E=unpack(ARGV,4,6)local cP=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $saveOld,
    $removeJob,
    $addEnding,
    $limitFreed,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local h=redis.call('ZRANGE',d.state,'0',be(cP-1))if#h>0 then bD(a,y,6,h,1)local U,N,cy=bU(y,6,h,1)for b,e in ipairs(h)do ca(a,N or cy[b],e,U[b])aK(a,e,E)end a.from.state,a.from.expiring=h,h if R~=''then ba(a,R,#h)end end local cC=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aX(a,d,i,cC)end if f then return f end cs(a,d)return'ok\\n'..cC",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea=KEYS[1]local v={'ok'}for S,u in ipairs(redis.call('ZRANGE',ea,'0','-1'))do if u~=''then v[#v+1]=u end end return table.concat(v,'\\n')",
  ],
);

/** 7022 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d,L={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eF=tonumber(ARGV[4])",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $addListener,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local hz,f=bq(a,'e'),nil local w=redis.call('HMGET',d.meta,'events','recorded')if eF==0 then if hz then a.flags=string.gsub(a.flags,'e','')end if w[1]then a.drops={[d.meta]={'events'}}end else local A=string.match(hz and w[1]or'','%d+$')if not A then A=be(math.max(a.tick,(w[2]or 0)+1))a.fields={'recorded',A}ci(a,d.meta,'recorded',w[2])end a.fields=aS(a.fields,'events',be(eF)..' '..A)ci(a,d.meta,'events',w[1])if not hz then a.flags=a.flags..'e'end if a.isNew then aM(a)end end if eF>0 or not a.isNew then f=aX(a,d,i,'-')end if f then return f end if eF==0 then redis.pcall('UNLINK',L)else redis.pcall('XTRIM',L,'MAXLEN',be(eF))end return'ok\\n-'",
  ],
);

/** 9988 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local cP,gi=tonumber(ARGV[4]),{unpack(ARGV,5)}",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $listFor,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
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
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local h,ex={},{}if#gi==0 then if cP>0 then h=redis.call('ZRANGE',d.failed,'0',be(cP-1))end else for b,W in ipairs(redis.call('ZMSCORE',d.failed,unpack(gi)))do if W and not ex[gi[b]]then h[#h+1]=gi[b]ex[gi[b]]=true end end end if#h>0 then local U,N,cy=bU(y,6,h,1)for b,e in ipairs(h)do local cM=string.match(U[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local ev=bO(cM and bQ(cM)or 5,a.tick)local cZ=bG(a,N or cy[b],e,U[b],ev,true)if cZ~='0'then bg(a,'expiring',cZ,e)bF(a,tonumber(cZ))end end a.from.failed=h ba(a,'redriven',#h)end local cC=#h..' '..redis.call('ZCARD',d.failed)-#h local es,f=a.readied>0 and br(a),nil if#h>0 or not a.isNew then f=aX(a,d,i,cC)end if f then return f end if es then cp(a)end return'ok\\n'..cC",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ea=KEYS[1]local u,x=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local fr=bJ(ea,x)redis.call('ZADD',ea,fr,'',fr,u)return'ok'",
  ],
);

/** 6803 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2]}local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local ia,f=bq(a,'p'),nil if ia then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aX(a,d,i,'-')end if f then return f end if ia then a.readied=redis.call('ZCARD',d.ready)if br(a)then cp(a)end end return'ok\\n-'",
  ],
);

/** 1413 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,fi,eQ,fg=unpack(KEYS,1,4)local dA,fR,it,ex=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local gG={unpack(KEYS,25)}local x,gV=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end if bq(a,'p')or bq(a,'e')or redis.call('EXISTS',fi,eQ,fg,dA,fR,it,ex,unpack(y))>0 then return'ok\\n0'end local iN=redis.call('HMGET',cA,'registered','born')for b=1,2 do if a.now-(iN[b]or 0)<gV then return'ok\\n0'end end local S,C=bT(x)if a.tick>C then return'ok\\n0'end redis.call('UNLINK',unpack(gG))return'ok\\n1'",
  ],
);

/** 80 bytes. */
export const storeCursor = /* @__PURE__ */ script(
  "storeCursor",
  ["rounds"],
  ["kind", "cursor"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hp=KEYS[1]local fz,eP=ARGV[1],ARGV[2]redis.call('HSET',hp,fz,eP)return'ok'",
  ],
);

/** 10034 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local s=unpack local m=redis.call local K=string.match local aD=string.byte local f=redis.pcall local bm=tonumber local B=string.sub local O=string.find local k=string.format local P=type local v,aq,aZ,bN,bM,F=s(KEYS,1,6)local aa=ARGV[1]local ah=ARGV[2]local au=ARGV[3]local aG=KEYS local bO,cn,co,bP=s(ARGV,4,7)local bb=KEYS local i=ARGV[8]local L=ARGV local bg='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bh='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bi='9999999999999'local bj='2  0 0 0 0 0 0'local bG='-----------------------------------------------------------------'local aC local g,I,aB,ax,aA,ad,az,ay,A,x,G,bT,ak,bV,H,bE,bd,bf,bD,t,be,aH,bF,r,aJ,aj,bC,bU local C repeat local ab do local n=m('HGET',v,'head')local N,U g,N,I,aB,ax,aA,ad=K(n or bj,bh)az,ay=not n,n if not N or not n and m('HEXISTS',v,'layout')==1 then ab='other_layout'else repeat if aD(au)~=61 then local aw=f('TIME')if not aw.err then local aS,ar=aw[1]+0,aw[2]+0 A,U=aS*1000+(ar-ar%1000)/1000,(aS-1600000000)*1000000+ar break end end local aQ=bm(K(au,'%d+'))A,U=aQ,(aQ-1600000000000)*1000 break until true x=N+0 if x<U then x=U end if U<0 or x>=899000000000000 then ab='bad_clock'else ab=nil end end end if ab then C=ab break end local o=m('HGET',F,aa)if o then local a=K(o,'^%d+')if a==ah then if not az then f('HINCRBY',v,'replayed',1)end C='again\\n'..B(o,#a+2)break end if a-ah>0 then C='late'break end elseif ah=='0'and m('EXISTS',F)==1 then C='reused'break end G=o C=nil break until true if C then return C end if A-I>=0 or g~=''and O(g,'p',1,true)~=nil or g~=''and O(g,'e',1,true)~=nil then return'not_plain'end if g~=''and O(g,'l',1,true)~=nil and m('EXISTS',bN)==1 then return'not_plain'end bT=true local Z,aO='-',bm(bO)if L[9]then local p,d=aG[6+bm(i,16)+1],#L-9+1 if bb[23]then d=d-(#bb-23+2)do local ch=9+d ak={}for e=0,#bb-23 do do local a=ak local J=bb[23+e]local Q='C '..k('%d',A)..' '..L[ch+e]local b=#a a[b+1],a[b+2]=J,Q end end bV=L[#L]end end if d>1 then do local a=d repeat local h,q={},{}for e=1,a do local j=B(L[9+e-1],19)h[e],q[e]=j,'\\t'..j end local bc=m('HMGET',p,s(q))for e=1,a do local z=bc[e]if not z or B(z,1,18)..h[e]~=L[9+e-1]then h=nil break end end if not h then Z=nil break end if g~=''and O(g,'l',1,true)~=nil then local T=0 for e=1,a do T=T+m('HSTRLEN',p,h[e])end if T>32000000 then Z=nil break end end H=h ad=k('%d',ad+a)bE=a bd,bf,bD=p,h,q Z=string.rep('c',a)break until true end else do local bS=L[9]local j=B(bS,19)local ac='\\t'..j local z=m('HGET',p,ac)if not z or B(z,1,18)..j~=bS then Z=nil else H={j}ad=k('%d',ad+1)bE=1 bd,bf=p,{j,ac}Z='c'end end end end if not Z then return'not_plain'end local ag,w,l local bK=false if aO>0 then local R,X,V,S,al do local a,b,aY,bo,c,d,e local h,W,T,bp=0,0,0,false local av local cq,bX=' '..bP..' 0','\\n'..co repeat local j if W==0 then j=m('ZRANGE',aq,'0',bO)else j=m('ZRANGE',aq,k('%d',W),k('%d',W+aO-h))end local n,bQ=#j,aO-h d=n>bQ if d then n=bQ end local function aK(o)local p=string.byte local q,ao=p(o,1,2)if q==95 and#o==13 and ao<103 and ao>47 and(ao<58 or ao>96)then return ao<58 and ao-47 or ao-86 end do local by=#o for u=1,#o,8 do local J,Q,ca,cc,cd,cf,ci,cj=p(o,u,u+7)by=(by*31+J+(Q or 0)*3+(ca or 0)*5+(cc or 0)*7+(cd or 0)*11+(cf or 0)*13+(ci or 0)*17+(cj or 0)*19)%65521 end return by%16+1 end end if g~=''and O(g,'l',1,true)~=nil and(n>1 or W>0)then local aR do local o=j local p=n local q=T local u=0 for y=1,p do local ck=aK(o[y])q=q+m('HSTRLEN',aG[6+ck],o[y])if q>2000000 then break end u=y end aR=u end if aR==0 and W==0 then aR=1 end bp=aR<n n=aR d=d or bp end for o=#j,n+1,-1 do j[o]=nil end if n>0 then local Y,E,aE,q if n==1 then local o=aK(j[1])E,q=aG[6+o],{j[1],'\\t'..j[1]}Y=m('HMGET',E,q[1],q[2])else do local o=j repeat local p={}for u=1,#o do local y=o[u]p[u*2-1]=y p[u*2]='\\t'..y end local u=aK(o[1])local am=aK(o[#o])if u==am then local y,bq=nil,true if bq then y=m('HMGET',aG[6+u],s(p))for z=1,#o do if not y[z*2-1]then bq=false break end end end if bq then Y,E,aE,q=y,aG[6+u],nil,p break end end local y,bW,z,bv={},{},{},{}for D=1,#o do local J=aK(o[D])local M=aG[6+J]y[D]=M if not z[M]then z[M],bv[M]={},{}end local N,bu=z[M],bv[M]for aP=(D-1)*2+1,D*2 do local Q=#N+1 N[Q],bu[Q]=p[aP],aP end end for D,J in pairs(z)do local M,bu=m('HMGET',D,s(J)),bv[D]for aP=1,#J do bW[bu[aP]]=M[aP]end end Y,E,aE,q=bW,nil,y,p break until true end end local o=E and t and t[E]or nil if not c then bo=A+cn c=k('%d',bo)end local function br(y,u)local p=y[u]if not p then p={}y[u]=p end return p end for p=1,n do local u,M,z=j[p],Y[p*2-1],Y[p*2]local y,aX,bx,bA=E or aE[p],'0',nil,cq if M and aD(M,17)~=58 then local D,bz=K(M,'^(%d+)([^:]*)')if#(D or'')~=16 then bx,bz=k('%016d',4500000000000000),''end aX=K(bz,' x(%d+)')or aX bA=' '..(K(bz,' m(%d+)')or bP)..' '..aX end if not M or aX~='0'then e=true end if z and H and aD(z)==76 then local bJ if not be then be={}for bk,cg in ipairs(H)do be[cg]=true end end bJ=be[u]e=e or bJ end if M then h=h+1 local N,D=x+h,nil if n==1 then D=k('%015d',N)else local ae=N%100 if ae==0 or not av then av=k('%013d',(N-ae)/100)end D=av..B(bg,ae*2+1,ae*2+2)end local J,ac,aF=u,q[p*2],nil if z then local aW,bZ,as,cb,ba=K(z,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')aW,ba=k('%d',(aW or 0)+1),ba or'\\n'J=aW..'\\t'..u aF='L '..D..' '..aW..' '..(bZ or'0')..' '..(as or bx or B(M,1,16))..bA..(cb or'')..bX..ba do local Q=aH local an='H'..ba if not Q then aH={an}else Q[#Q+1]=an aH=Q end end else aF='L '..D..' 1 0 '..(bx or B(M,1,16))..bA..bX..'\\n'bF=(bF or 0)+1 end if z and#aF<=#z then do local an=aF if not r then r={}end r[y..ac]=z if#an>#z then if not t then t={}end do local Q=br(t,y)local U=#Q Q[U+1],Q[U+2]=ac,an end else if not aJ then aJ={}end do local Q=br(aJ,y)local U=#Q Q[U+1],Q[U+2]=ac,an end end end else if z then if not r then r={}end r[y..ac]=z end if E then do local Q=o local U=aF if not Q then o={ac,U}else do local ab=#Q Q[ab+1],Q[ab+2]=ac,U end o=Q end end else do local an=aF if not t then t={}end do local Q=br(t,y)local U=#Q Q[U+1],Q[U+2]=ac,an end end end end if h==1 then a,b,aY,aC=J,M,D,{c,u}else if h==2 then a,b={a},{b}end a[h],b[h]=J,M do local Q=aC local U=c local ab=#Q Q[ab+1],Q[ab+2]=U,u end end T=T+#M aj=D end end if E and o then if not t then t={[E]=o}else t[E]=o end end end W=W+n until e or not d or bp or h>=aO or W-h>=1000 if W>0 then bC=W==1 and'0'or k('%d',W-1)end if h>0 then x=x+h aA=k('%d',aA+h)if bo-I<0 then I=c end if h>15 then do local j=aC local n=#j j[n+1],j[n+2]='+inf',bG end bU=true end end R,w,l,X,V,S,al=a,b,h,aY,c,d,e end if al then return'not_plain'end if l>0 then do local a=Z local b=R local c=l local d=X local e=V local h=S if c>1 then b=table.concat(b,'\\n')end ag=a..'\\n- '..e..(h and' 1 'or' 0 ')..I..' -'..g..' '..d..'\\n'..b end bK=not S else if not(g~=''and O(g,'h',1,true)~=nil)then return'not_plain'end ag=Z..'\\n'..k('%d',A)..' - 0 '..I..' -'..g..' -'end else ag=Z..'\\n'..k('%d',A)..' - 0 - -'..g..' -'end if H or aO>0 then local c do local a=ag local n do local bc=(bF or 0)-(bE or 0)if bc~=0 then aB=k('%d',math.max(0,aB+bc))end aj=aj or k('%d',x)n='2 '..g..' '..aj..' '..I..' '..aB..' '..ax..' '..aA..' '..ad end local D=a and ah..'\\n'..a local ap=D and G and#D<=#G local b for bk=1,2 do b=nil if aC then if not b then local d=f('ZADD',aZ,s(aC))if d~=0 and d~=1 and P(d)=='table'then b=d end end end if t and not b then do local y=t local d for u,e in pairs(y)do if not d then local h=f('HSET',u,s(e))if h~=0 and h~=1 and P(h)=='table'then d=h end end end b=d end end if ak then for e=1,#ak,2 do if not b then local d=f('SET',ak[e],ak[e+1],'PX',bV)if d.err then b=d end end end end if D and not ap and not b then local d=f('HSET',F,aa,D)if d~=0 and d~=1 and P(d)=='table'then b=d end end if not b then local d d=f('HSET',v,'head',n)do local aL do local e=d aL=e~=0 and e~=1 and P(e)=='table'end if aL then b=d end end end if aJ and not b then do local y=aJ local d for u,e in pairs(y)do if not d then local h=f('HSET',u,s(e))if h~=0 and h~=1 and P(h)=='table'then d=h end end end b=d end end if ap and not b then local d=f('HSET',F,aa,D)if d~=0 and d~=1 and P(d)=='table'then b=d end end if not b or not bT or B(b.err,1,3)~='OOM'then break end m('HDEL',v,'')end if b then local aN={}if aC then aN[aZ]=aC end do local o=ay if not r then r={}end r[v..'head']=o end local function ai(y,bt,bs,bw,at)local bl=pairs local d=redis.pcall for u,e in bl(y)do for h=1,#e,2 do local af=e[h+bs]local o=bt[u..af]if not o then d(bw,u,af)elseif at=='ZADD'then d(at,u,o,af)else d(at,u,af,o)end end end end ai(aJ or{},r,0,'HDEL','HSET')local function bn(d,J,Q)if not d then return{J,Q}end do local e=#d d[e+1],d[e+2]=J,Q end return d end ai({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if D and not ap and G then f('HSET',F,aa,G)end if D and not G then f('HDEL',F,aa)end if ak then for e=1,#ak,2 do f('DEL',ak[e])end end ai(t or{},r,0,'HDEL','HSET')ai(aN,r,1,'ZREM','ZADD')c=b else ay=n if a and not G then f('PEXPIRE',F,K(au,'%d+$'))end if bC then f('ZREMRANGEBYRANK',aq,'0',bC)end if bU then f('ZREM',aZ,bG)end if H and m('ZREM',aZ,s(H))<#H then f('ZREM',aq,s(H))f('ZREM',bN,s(H))end if bf then f('HDEL',bd,s(bf))end if bD then f('HDEL',bd,s(bD))end c=nil end end if c then return'not_plain'end end if H then if not H and true then else local a,N,bL={},aj if H then local ce='C'..N for e,j in ipairs(H)do a[e*2-1],a[e*2]=j,ce end bL=ad-#H==0 end if bL then f('HSET',bM,'',k('%-65d',A))end local b=f('HSET',bM,s(a))end end if bK and(g~=''and O(g,'h',1,true)~=nil)then do local aM='-'if I~=bi then aM=k('%d',math.max(0,I-A))end local a='0'if 0>0 then a=k('%d',0)end f('PUBLISH',B(v,1,-5)..'wake',a..' '..aM)end end do local bB=ag local a=w local b=l if not a then return'ok\\n'..bB end if b==1 and not aH and#a<4000 then return'ok\\n'..bB..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bB)if aH then for bk,cl in ipairs(aH)do a[#a+1]=cl end end return a end",
  ],
);

/** 24920 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fd=KEYS local gb={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local em,gS=ARGV[8],ARGV[9]local dR=ARGV ",
    $digits,
    "local ae='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bz(q)return string.sub(ae,q*2+1,q*2+2)end ",
    $readClock,
    $timeOfTick,
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
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $beginEndings,
    $rotateEndings,
    $rotateOldEndings,
    $writeEndings,
    $lastEndings,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $limitFreed,
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bc(l,dS)l.isUnused=dS=='g'if dS=='b'or dS=='p'then local eG,eH=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if dS=='p'then eG=eG+1 else eH=eH+1 end l.postponed,l.unfinished=be(eG),be(eH)if dS=='p'then l.isUnused=eG<=1000 else l.isUnused=eH%10~=0 end end if l.isUnused then l.released=be(l.released+1)end end local function aW(a,d,dS,l,hD)if dS=='c'or dS=='k'then return'c','C','completed',nil end bc(l,dS)if l.isUnused and dS~='p'then return'r','W','released',nil end if dS=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if dS=='b'or hD=='0'then return'r','W','retried',a.tick end return'd','W','retried',bp(a,d.delayed,a.now+hD)end local function bC(a,d,e,l,E)local cM,gL=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if E=='r'then ci(a,d.ready,e,cM)elseif cM then bB(a,'ready',e)end if E=='f'then ci(a,d.failed,e,gL)elseif gL then bB(a,'failed',e)end if cM and l.expiresAt~='0'then if E=='r'or E=='d'then ci(a,d.expiring,e,l.expiresAt)else bB(a,'expiring',e)end end return gL end local function bh(a,e,l,E,dS,s)local hK=E=='r'or E=='d'if E=='r'then bg(a,'ready',l.place,e)a.readied=a.readied+1 elseif E=='d'then bg(a,'delayed',bf(s,bQ(l.place)),e)a.sooner=true bF(a,cn(s))elseif E=='f'then bg(a,'failed',be(a.now),e)elseif dS=='k'then bg(a,'done',be(a.now),e)end if hK and l.expiresAt~='0'then bg(a,'expiring',l.expiresAt,e)bF(a,tonumber(l.expiresAt))end return not hK and dS~='c'end local function cj(a,d,y,O,dR,A,fd,gN)local h,dl,hS,cS,fH,P={},{},{},0,false,nil local gt,o,eh,hG=bq(a,'l'),0,false,false for ec=A,#dR,4 do h[#h+1]=string.sub(dR[ec+1],19)end local U,N,cy=bU(y,O,h,1)local fI=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,j,n,ec=h[b],U[b],N or cy[b],A+b*4-4 local dS,dU,gp,fo=dR[ec],dR[ec+1],dR[ec+2],dR[ec+3]local hF=j and string.sub(j,2,18)==string.sub(dU,2,18)local E,R,l=hS[e],'stale',nil if E=='W'and not hF then E='A'end if not E and(not hF or not string.find(j,'^[LE]'))then E,P=ck(j,dU,P,d,h,b)end if not E and gt then o=o+redis.call('HSTRLEN',n,e)eh=eh or hG and o>32000000 end if eh then E,R='M',nil end if not E then if dS=='c'then l={expiresAt='-'}else l=bN(j)end E=not l and'U'end if not E then local cK,s E,cK,R,s=aW(a,d,dS,l,gp)hS[e],hG=cK,true if s then l.place=bO(bQ(l.place),s)end if E=='c'and gp~=''then a.results=aS(a.results,fd[gN],'C '..be(a.now)..' '..gp)end if fI[b]then bB(a,'leased',e)elseif bC(a,d,e,l,E)then fH=true if E=='f'then R=nil end end if bh(a,e,l,E,dS,s)then cS=cS+1 end if dS=='c'then ca(a,n,e,j)aK(a,e,'C')else if fo~=''and not l.isUnused then l.lines=cq(l.lines,be(a.now),l.attempt,fo)end ce(a,n,'\\t'..e,bn(l,cK),j)end end if gp~=''and(dS=='c'or dS=='k')then gN=gN+1 end if R=='completed'then a.completed=be(a.completed+1)elseif R then ba(a,R,1)end dl[b]=E end return table.concat(dl),cS,fH,eh end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bt(a,e)if not a.isFinished then a.isFinished={}for S,iv in ipairs(a.finished)do a.isFinished[iv]=true end end return a.isFinished[e]end local function bA(a,d,y,O,ga,eA)local eN,ek,A,ff,dG,de,fY local cR,ef,di,gW=0,0,0,false local hr local iW,ic=' '..ga.max..' 0','\\n'..ga.worker repeat local h if ef==0 then h=redis.call('ZRANGE',d.ready,'0',ga.count)else h=redis.call('ZRANGE',d.ready,be(ef),be(ef+eA-cR))end local o,gc=#h,eA-cR de=o>gc if de then o=gc end if bq(a,'l')and(o>1 or ef>0)then local fM=bb(y,O,h,o,di)if fM==0 and ef==0 then fM=1 end gW=fM<o o=fM de=de or gW end for b=#h,o+1,-1 do h[b]=nil end if o>0 then local B,N,cy,w if o==1 then local q=aU(h[1])N,w=y[O+q],{h[1],'\\t'..h[1]}B=redis.call('HMGET',N,w[1],w[2])else B,N,cy,w=bU(y,O,h,2)end local c=N and a.writes and a.writes[N]or nil if not dG then ff=a.now+ga.duration dG=be(ff)end for b=1,o do local e,ej,l=h[b],B[b*2-1],B[b*2]local n,cZ,ey,hv=N or cy[b],'0',nil,iW if ej and string.byte(ej,17)~=58 then local q,eX=string.match(ej,'^(%d+)([^:]*)')if#(q or'')~=16 then ey,eX=bO(5,0),''end cZ=string.match(eX,' x(%d+)')or cZ hv=' '..(string.match(eX,' m(%d+)')or ga.max)..' '..cZ if d.delayed and cZ~='0'then a.from.expiring=aR(a.from.expiring,e)end end if not d.delayed and(not ej or cZ~='0')then fY=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local iw=bt(a,e)fY=fY or iw end if d.delayed and(not ej or cZ~='0'and cZ-a.now<=0)then ca(a,n,e,l)if ej then ba(a,'expired',1)aK(a,e,'E')di=di+#ej end elseif ej then cR=cR+1 local s,dt=a.tick+cR,nil if o==1 then dt=string.format('%015d',s)else local fa=s%100 if fa==0 or not hr then hr=string.format('%013d',(s-fa)/100)end dt=hr..bz(fa)end local p,cE,ee=e,w[b*2],nil if l then local dW,il,cM,eu,v=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')dW,v=be((dW or 0)+1),v or'\\n'p=dW..'\\t'..e ee='L '..dt..' '..dW..' '..(il or'0')..' '..(cM or ey or string.sub(ej,1,16))..hv..(eu or'')..ic..v a.histories=aR(a.histories,'H'..v)else ee='L '..dt..' 1 0 '..(ey or string.sub(ej,1,16))..hv..ic..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#ee<=#l then ce(a,n,cE,ee,l)else if l then ci(a,n,cE,l)end if N then c=aS(c,cE,ee)else cu(a,n,cE,ee)end end if cR==1 then eN,ek,A,a.to.leased=p,ej,dt,{dG,e}else if cR==2 then eN,ek={eN},{ek}end eN[cR],ek[cR]=p,ej bS(a.to.leased,dG,e)end di=di+#ej a.lastTick=dt end end if N and c then if not a.writes then a.writes={[N]=c}else a.writes[N]=c end end end ef=ef+o until fY or not de or gW or cR>=eA or ef-cR>=1000 if ef>0 then a.popped=ef==1 and'0'or be(ef-1)end if cR>0 then a.tick=a.tick+cR a.leased=be(a.leased+cR)if ff-a.due<0 then a.due=dG end if cR>15 then bS(a.to.leased,'+inf',aB)a.isLong=true end end return eN,ek,cR,A,dG,de,fY end ",
    $trimEnded,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $headParts,
    $restoreHead,
    "local function bm(a,dl,eN,cR,dt,dG,de)if cR>1 then eN=table.concat(eN,'\\n')end return dl..'\\n- '..dG..(de and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dt..'\\n'..eN end local function bo(a,dl,cO,de)return dl..'\\n'..be(a.now)..(de and' - 1 'or' - 0 ')..cO..' -'..a.flags..' -'end local function cr(a,cC,ek,cR)if not ek then return'ok\\n'..cC end if cR==1 and not a.histories and#ek<4000 then return'ok\\n'..cC..'\\n\\n'..ek end if cR==1 then ek={ek}end table.insert(ek,1,'ok\\n'..cC)if a.histories then for S,gU in ipairs(a.histories)do ek[#ek+1]=gU end end return ek end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bH(d.meta)local df=bL(a,i)if df then return df end a.frees=true local hT,gd,fp=dR[10]~=nil,gb.count~='0',a.now-a.due>=0 local eA=bq(a,'p')and 0 or tonumber(gb.count)local p=bs(a)local dl,cC,ek,cR,dO,eC='-',nil,nil,0,false,0 local function eM(ez,cz)local f local gv=hT or cR>0 or i.number~='0'if ez then f=aX(a,d,i,gv and cz)end if f then cc(a,p)else cs(a,d)p=bs(a)if cz and ez then a.before=i.number..'\\n'..cz end cC=cz or cC end cb(a)return f end local function hR()local S,cS,fH,eh,dX dl,cS,fH,eh=cj(a,d,y,12,dR,10,fd,29)if a.results then a.resultTtl=string.match(em,'%S+$')end if cS>0 and not fH then S,S,dX=co(a,d,y,12,em,cS*2+8)end eC=(dX or fH)and cS or 0 if eh then gd=false end return not a.isNew or string.find(dl,'%l')~=nil end local function iJ(ez,gP)local eN,dt,dG,de if fp then a.due=bI(d)ez=not a.isNew de=a.now-a.due>=0 end if eA>0 then eN,ek,cR,dt,dG,de=bA(a,d,y,12,gb,eA)de=de or a.now-a.due>=0 dO=not de end if not a.isNew and(cR==0 or gS~='')then local iG=aM(a)ez=ez or iG or i.number~='0'end if cR>0 then return true,bm(a,dl,eN,cR,dt,dG,de)end local cO=gP and a.due or bI(d)return ez or a.popped,bo(a,dl,cO,de)end local function hL(ez,gP)local iC,cz=iJ(ez,gP)local f=eM(iC,cz)if f then cR,ek,dO=0,nil,false end return f end local function hX(q)if q==0 then return end co(a,d,y,12,em,q*2+8)eM(a.from.done or a.from.failed)end local iE=gd if hT then local ez,f=hR(),nil if gd and not fp and a.readied==0 and not a.from.ready then gd=false f=hL(ez,true)if f then ez=hR()end end if not cC then f=eM(ez,bo(a,dl,'-',iE))if f then return f end end end if gd then if fp then local gR=math.min(1000,10+eA*2)local S,B=bZ(a,d,y,12,gR)eM(B>0)local gz,dA=bW(a,d,y,12,gR)local b,dX if dA>0 then b,b,dX=co(a,d,y,12,em,dA*2+8)end local f=eM(gz>0)if dX and not f then hX(dA)end local gy=bR(a,d,gR)eM(gy>0)end local f=hL(false,false)if not cC then return f end end hX(eC)a.readied=a.readied-cR local iF,es=a.readied>0 or a.sooner,false if iF then es=br(a)elseif dO and(cR>0 or fp)then es=bq(a,'h')end if es then cp(a,dO)end if gS~=''and not a.isNew then if gS=='p'then redis.pcall('HSET',d.meta,'policy',em)end if gb.worker~=''then bK(d.workers,gb.worker,a.now)end ch(a,d,120000,10000)local hk=bw(a)if not hk and cC then cC=string.gsub(cC,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cr(a,cC or bo(a,dl,'-',false),ek,cR)",
  ],
);

/** 2585 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cA,fg,fl=unpack(KEYS,1,3)local y=KEYS local x,fV,eT=unpack(ARGV,1,3)local dj=tonumber(fV)local cP=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bH(cA)local cB=bM(a,x)if cB then return cB end local fI=redis.call('ZRANGE',fg,be(dj),be(dj+cP-1),'WITHSCORES')local dm={'ok',be(a.now)..' '..(#fI<cP*2 and'-'or be(dj+cP))}local fA=dj==0 and redis.call('ZRANGE',fl,'0','999','WITHSCORES')or{}for b=1,#fA,2 do dm[#dm+1]='W '..fA[b+1]..' '..fA[b]end local h={}for b=1,#fI,2 do h[#h+1]=fI[b]end if#h>0 then local U=bU(y,3,h,1)for b,e in ipairs(h)do local dt,eY=string.match(U[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dm[#dm+1]='H '..fI[b*2]..' '..(dt or'0')..' '..e dm[#dm+1]='-'..(eY or'')end end return table.concat(dm,'\\n')",
  ],
);
