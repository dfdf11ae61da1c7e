// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $digits = "local function bf(q)return string.format('%d',q)end ";
const $readClock = "local function bZ(x)if string.byte(x)~=61 then local s=redis.pcall('TIME')if not s.err then local Y,H=s[1]+0,s[2]+0 return Y*1000+(H-H%1000)/1000,(Y-1600000000)*1000000+H end end local L=tonumber(string.match(x,'%d+'))return L,(L-1600000000000)*1000 end ";
const $nextStamp = "local function bP(el,x)return bf(math.max(bZ(x),(redis.call('ZSCORE',el,'')or 0)+1))end ";
const $bucketOfBytes = "local function aW(d)local cS=#d for b=1,#d,8 do local I,J,dI,dJ,dK,dL,dP,dQ=string.byte(d,b,b+7)cS=(cS*31+I+(J or 0)*3+(dI or 0)*5+(dJ or 0)*7+(dK or 0)*11+(dL or 0)*13+(dP or 0)*17+(dQ or 0)*19)%65521 end return cS%16+1 end ";
const $bucketOf = "local function aV(d)local A,E=string.byte(d,1,2)if A==95 and#d==13 and E<103 and E>47 and(E<58 or E>96)then return E<58 and E-47 or E-86 end return aW(d)end ";
const $declaredBuckets = "local function be(e,A,ek)local y={}for b=1,#ek do y[tonumber(string.sub(ek,b,b),16)+1]=e[A+b-1]end return y end ";
const $readJobs = "local function ca(y,N,g,X)local w={}for b=1,#g do local d=g[b]if X==2 then w[b*2-1]=d end w[b*X]='\\t'..d end local M=aV(g[1])local dy=aV(g[#g])if M==dy then local B,cX=nil,X==2 if cX then B=redis.call('HMGET',y[N+M],unpack(w))for b=1,#g do if not B[b*2-1]then cX=false break end end end if cX then return B,y[N+M],nil,w end end local cC,dn,z,cY={},{},{},{}for b=1,#g do local q=aV(g[b])local n=y[N+q]cC[b]=n if not z[n]then z[n],cY[n]={},{}end local c,cL=z[n],cY[n]for P=(b-1)*X+1,b*X do local p=#c+1 c[p],cL[p]=w[P],P end end for n,c in pairs(z)do local B,cL=redis.call('HMGET',n,unpack(c)),cY[n]for P=1,#c do dn[cL[P]]=B[P]end end return dn,nil,cC,w end ";
const $pushPair = "local function bY(c,I,J)local p=#c c[p+1],c[p+2]=I,J end ";
const $appendPair = "local function aT(c,I,J)if not c then return{I,J}end bY(c,I,J)return c end ";
const $append = "local function aS(c,D)if not c then return{D}end c[#c+1]=D return c end ";
const $listFor = "local function bI(z,r)local c=z[r]if not c then c={}z[r]=c end return c end ";
const $HEAD_PATTERN = "local ah='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW_HEAD = "local aA='2  0 0 0 0 0 0'";
const $PADDING = "local aB='-----------------------------------------------------------------'";
const $newUnit = "local function bN(cD)return{meta=cD,readied=0,to={},from={}}end ";
const $openUnit = "local function bS(a,x)local o=redis.call('HGET',a.meta,'head')local t,C a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(o or aA,ah)a.isNew,a.head=not o,o if not t or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=bZ(x)a.tick=t+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bR(a,i)local cH=bS(a,i.times)if cH then return cH end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bu(a,du)return a.flags~=''and string.find(a.flags,du,1,true)~=nil end ";
const $count = "local function bb(a,V,dH)if not a.totals then a.totals={}end a.totals[V]=(a.totals[V]or 0)+dH end ";
const $leave = "local function bF(a,k,d)a.from[k]=aS(a.from[k],d)end ";
const $saveOld = "local function co(a,r,cO,j)if not a.old then a.old={}end a.old[r..cO]=j end ";
const $removeJob = "local function cg(a,n,d,l)if not a.drops then a.drops={}end local c=bI(a.drops,n)c[#c+1]=d if l then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aL(a,d,G)a.endings=aT(a.endings,d,G)end ";
const $limitFreed = "local function bH(a,y,N,g,fu)local db,p=0,#g if bu(a,'l')then for b=1,p do local q=aV(g[b])db=db+redis.call('HSTRLEN',y[N+q],g[b])if db>64000000 and b>fu then for P=p,b,-1 do g[P]=nil end break end end end return#g<p end ";
const $beginEndings = "local function aU(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cm(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)aU(a,e)end ";
const $writeEndings = "local function cy(a,e)if not a.finished and not a.endings then return end local c,t,dZ={},a.lastTick if a.finished then local eo='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eo end dZ=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bY(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then dZ=redis.call('EXISTS',e.endings)==0 end if dZ then aU(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not dZ and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cm(a,e)end end ";
const $EVENT_LETTERS = "local ag={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bo(a,e)local v,K,dk={},{},{}local S,s=a.endings or{},bf(a.now)for W,d in ipairs(a.from.done or{})do dk[d]=true end for b=1,#S,2 do local d,G=S[b],a.from.state and'P'or S[b+1]if G~='F'and(G~='C'or not dk[d])then v[#v+1]=G..d end end for W,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aB and not(a.old and a.old[e[k]..d])then v[#v+1]=ag[k]..d end end end local A,p=1,0 for b=1,#v do p=p+#v[b]+1 if p>8000 or b==#v then K[#K+1]=s..'\\n'..table.concat(v,'\\n',A,b)A,p=b+1,0 end end return K end ";
const $writeEvents = "local function cz(a,e,K)local w=redis.pcall('HMGET',a.meta,'events','recorded')local da,j=string.match(w[1]or'','^%d+')or'0',(tonumber(w[2])or 0)-#K for b,cF in ipairs(K)do redis.pcall('XADD',e.events,'MAXLEN',da,bf(j+b)..'-0','e',cF)end end ";
const $isRefused = "local function bz(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bp(a)local Q=(a.runsMore or 0)-(a.runsLess or 0)if Q~=0 then a.runs=bf(math.max(0,a.runs+Q))end a.lastTick=a.lastTick or bf(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aR(a)local Z={}if not a.fields then a.fields={}end for u in pairs(a.totals)do Z[#Z+1]=u end for b,D in ipairs(redis.call('HMGET',a.meta,unpack(Z)))do local u=Z[b]local V=bf((D or 0)+a.totals[u])bY(a.fields,u,V)co(a,a.meta,u,D)end end ";
const $writeFields = "local function cB(a,z)local f for r,c in pairs(z)do if not f then local h=redis.pcall('HSET',r,unpack(c))if bz(h)then f=h end end end return f end ";
const $revert = "local function cj(z,dc,cO,dS,cR)for r,c in pairs(z)do for b=1,#c,2 do local u=c[b+cO]local j=dc[r..u]if not j then redis.pcall(dS,r,u)elseif cR=='ZADD'then redis.pcall(cR,r,j,u)else redis.pcall(cR,r,u,j)end end end end ";
const $commit = "local function aY(a,e,i,cI)local o=bp(a)local O if e.events and bu(a,'e')then O=bo(a,e)if#O>0 then bb(a,'recorded',#O)end end if a.totals then aR(a)end local F=cI and i.number..'\\n'..cI local cP=F and a.before and#F<=#a.before local f for W=1,2 do f=nil for k,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[k],unpack(c))if bz(h)then f=h end end end if a.writes and not f then f=cB(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if F and not cP and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bz(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bz(h)then f=h end end if a.rewrites and not f then f=cB(a,a.rewrites)end if cP and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bz(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dq={}for k,c in pairs(a.to)do dq[e[k]]=c end co(a,a.meta,'head',a.head)cj(a.rewrites or{},a.old,0,'HDEL','HSET')cj({[a.meta]=aT(a.fields,'head',o)},a.old,0,'HDEL','HSET')if F and not cP and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cj(a.writes or{},a.old,0,'HDEL','HSET')cj(dq,a.old,1,'ZREM','ZADD')return f end a.head=o if cI and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aB)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for r,c in pairs(a.drops)do redis.pcall('HDEL',r,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cz(a,e,O)end return nil end ";
const $NEVER = "local az='9999999999999'";
const $enter = "local function bi(a,k,R,d)a.to[k]=aT(a.to[k],R,d)end ";
const $lowerDue = "local function bJ(a,s)if s-a.due<0 then a.due=bf(s)end end ";
const $rewriteField = "local function ck(a,n,cN,D,j)co(a,n,cN,j)if#D>#j then if not a.writes then a.writes={}end bY(bI(a.writes,n),cN,D)else if not a.rewrites then a.rewrites={}end bY(bI(a.rewrites,n),cN,D)end end ";
const $placeOf = "local function bU(dD,t)return string.format('%016d',dD*900000000000000+t)end ";
const $lastDueScore = "local function bB(s)return bf((s-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cs(R)return(R-R%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bV(R)local dD=R%10 return bU(dD,(R-dD)/10)end ";
const $parseRun = "local function bT(l)local cJ,dx,ee,fw,cQ,ea,di,eP,eR,v=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not v then return nil end return{state=cJ,fence=dx,attempt=ee,released=fw,place=cQ,max=ea,expiresAt=di,postponed=eP,unfinished=eR,lines=v}end ";
const $formatRun = "local function br(l,cJ)local eC=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cJ,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..eC..l.lines end ";
const $withError = "local function cw(v,L,ee,fB)local j,ef=string.match(v,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,ef='\\n'..(string.match(v,'\\n([^\\n]*)')or'')..'\\n',''end ef=string.gsub(ef,'\\t[^\\n]*','')..'\\n'..L..' '..ee..' '..fB local em,dt={},1 repeat em[#em+1]=dt dt=string.find(ef,'\\n',dt+1)until not dt local A=math.max(1,#em-5+1)while A<#em and#ef-em[A]>=800 do A=A+1 end return j..string.sub(ef,em[A])end ";
const $removeExpired = "local function cf(a,e,y,N,cT)local g=redis.call('ZRANGE',e.expiring,'-inf',bf(a.now),'BYSCORE','LIMIT','0',bf(cT))local er=bH(a,y,N,g,1)local eM=0 if#g>0 then local Q,M,cC=ca(y,N,g,1)local gv,gk=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gv[b]or gk[b]then eM=eM+1 cg(a,M or cC[b],d,Q[b])aL(a,d,'E')if gv[b]then bF(a,'ready',d)end if gk[b]then bF(a,'delayed',d)end end end a.from.expiring=g if eM>0 then bb(a,'expired',eM)end end return eM,#g,er end ";
const $reclaimJob = "local function cd(a,e,n,d,j,cJ,gw)local l,eD=bT(j),cJ local eN=l and l.attempt-l.released>=tonumber(l.max)if eN then bi(a,'failed',bf(a.now),d)l.lines=cw(l.lines,bf(a.now),l.attempt,gw)eD=cJ=='L'and'E'or'F'bb(a,'failed',1)else bi(a,'ready',l and l.place or bU(5,0),d)a.readied=a.readied+1 if l and l.expiresAt~='0'then bi(a,'expiring',l.expiresAt,d)bJ(a,tonumber(l.expiresAt))end bb(a,'reclaimed',1)end if l and eD~='L'then ck(a,n,'\\t'..d,br(l,eD),j)end bF(a,'leased',d)return eN end ";
const $reclaimExpired = "local function cc(a,e,y,N,cT)local g=redis.call('ZRANGE',e.leased,'-inf',bf(a.now),'BYSCORE','LIMIT','0',bf(cT))local dM=0 if#g>0 then local Q,M,cC=ca(y,N,g,1)for b=1,#g do local eN=cd(a,e,M or cC[b],g[b],Q[b],'L','\"lease expired\"')if eN then dM=dM+1 end end end return#g,dM end ";
const $promoteDue = "local function bX(a,e,cT)local cW=redis.call('ZRANGE',e.delayed,'-inf',bB(a.now),'BYSCORE','LIMIT','0',bf(cT),'WITHSCORES')for b=1,#cW,2 do local cQ=bV(cW[b+1])bi(a,'ready',cQ,cW[b])bF(a,'delayed',cW[b])end a.readied=a.readied+#cW/2 return#cW/2 end ";
const $nextDue = "local function bO(e)local s=az for W,k in ipairs({'leased','delayed','expiring'})do local R=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if R and k=='delayed'then R=cs(R)end if R and R-s<0 then s=R end end return bf(s)end ";
const $trimEnded = "local function cu(a,e,y,N,eu,cT)local ej,ea={},math.min(1000,cT)ej.doneAge,ej.doneCount,ej.failedAge,ej.failedCount=string.match(eu,'^(%S+) (%S+) (%S+) (%S+)')local g,fF,eV,fa,dm,dX={},{},0,0,false,false for W,k in ipairs({'done','failed'})do local eX,da,dc=tonumber(ej[k..'Age']),tonumber(ej[k..'Count']),{}if eX then dc=redis.call('ZRANGE',e[k],'-inf',bf(a.now-eX),'BYSCORE','LIMIT','0',bf(ea))end local cL=#(a.to[k]or{})/2 fa=fa+cL if da then local p=redis.call('ZCARD',e[k])local eL=p+cL-da dX=dX or eL>p if eL>#dc then dc=redis.call('ZRANGE',e[k],'0',bf(math.min(eL,ea)-1))end end dm=dm or#dc>=ea for b=1,#dc do g[#g+1]=dc[b]fF[#g]=k end end if#g>0 then local er=bH(a,y,N,g,fa+1)dm=dm or er local fh={}for W,k in ipairs({'ready','delayed','leased'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do fh[b]=fh[b]or R end end local Q,M,cC=ca(y,N,g,1)for b=1,#g do local d,fe=g[b],fF[b]=='failed'if fe then bF(a,'failed',d)else bF(a,'done',d)end if not fh[b]then eV=eV+1 cg(a,M or cC[b],d,Q[b])aL(a,d,fe and'F'or'C')if fe then bb(a,'purged',1)end end end end return eV,dm,dX end ";
const $rotateOldEndings = "local function cn(a,e,eX,hs)local p=redis.call('HLEN',e.endings)if p<hs then return end local eG=redis.call('HGET',e.endings,'')if not eG then aU(a,e)end if p>=1000000 or eG and a.now-eG>eX then cm(a,e)if p==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function ch(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bw(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function ci(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner end ";
const $hasListeners = "local function bv(a)if a.flags~='h'and not bu(a,'h')then return a.isNew end if bu(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cv(a,dY)local cW='-'if a.due~=az then cW=bf(math.max(0,a.due-a.now))end local q=dY and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bf(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..cW)end ";
const $timeOfTick = "local function ct(t)return(t-t%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bW(cQ)return(cQ-cQ%900000000000000)/900000000000000 end ";
const $dueScore = "local function bg(t,dD)return bf(t*10+dD)end ";
const $freeTickAt = "local function bt(a,fd,s)if not a.ticks then a.ticks={}end local gA,A,t={},(s-1600000000000)*1000,nil for b=1,1000 do gA[b]=A local cZ=a.ticks[A]if not cZ then local dt,hN=bf(A*10),bf(A*10+9999)local R=redis.call('ZRANGE',fd,hN,dt,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]cZ=R and(R-R%10)/10 or A-1 end if cZ<A+999 then t=cZ+1 break end A=math.max(A+1000,cZ-cZ%1000)end t=t or A for W,hJ in ipairs(gA)do a.ticks[hJ]=t end return t end ";
const $addListener = "local function aN(a)local j=redis.call('HGET',a.meta,'heard')local fS=bu(a,'h')and j or'0'if fS-a.now>300000 then return false end if not bu(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bY(a.fields,'heard',bf(a.now+600000))co(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bA(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bC(e,g)local B=redis.call('HMGET',e.endings,unpack(g))for b,eo in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do B[b]=B[b]or eo end return B end ";
const $staleReason = "local function cq(l,eg,S,e,g,b)if not l then S=S or bC(e,g)return string.sub(S[b]or'U',1,1),S end local cJ,dx=string.match(l,'^(%a) (%d+)')if cJ=='E'then return'F',S end if cJ=='L'or cJ=='W'and dx~=string.sub(eg,3,17)then return'A',S end return cJ or'U',S end ";
const $isHeld = "local function by(l,eg)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(eg,2,18)end ";
const $extendLease = "local function bl(a,e,n,d,l,j,dU)bi(a,'leased',bf(dU),d)bJ(a,dU)if j and dU-j<0 then a.sooner=true end if j then co(a,e.leased,d,j)elseif string.sub(l,1,1)=='E'then bF(a,'failed',d)ck(a,n,'\\t'..d,'L'..string.sub(l,2),l)else bF(a,'ready',d)bF(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local aj='-1001'";
const $noteWorker = "local function bQ(fx,eW,L)if redis.pcall('ZADD',fx,bf(L),eW)==1 then redis.call('ZREMRANGEBYRANK',fx,'0',aj)end end ";
const $countReadable = "local function bc(y,N,g,p,db)local q=0 for b=1,p do local fZ=aV(g[b])db=db+redis.call('HSTRLEN',y[N+fZ],g[b])if db>2000000 then break end q=b end return q end ";
const $writeField = "local function cA(a,n,cN,D)if not a.writes then a.writes={}end bY(bI(a.writes,n),cN,D)end ";
const $rewriteRun = "local function cl(a,n,d,l,cQ,fN)local ey=bT(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}ey.place=cQ if fN then ey.attempt,ey.released,ey.postponed='0','0',''end local ep=br(ey,'W')if l then ck(a,n,'\\t'..d,ep,l)else cA(a,n,'\\t'..d,ep)a.runsMore=(a.runsMore or 0)+1 end return ey.expiresAt end ";
const $makeReady = "local function bK(a,n,d,l,cQ,fN)local di=cl(a,n,d,l,cQ,fN)bi(a,'ready',cQ,d)a.readied=a.readied+1 return di end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el,ex=KEYS[1],KEYS[2]local u,x,fm=unpack(ARGV,1,3)local ii,ij=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local gJ,cN=not redis.call('ZSCORE',el,u),'\\t'..fm local cV=redis.call('HGET',ex,cN)local jy=redis.call('ZCARD',el)if gJ and ii and jy-1>=ii then return'full\\nmaxQueues'end if gJ and ij and(cV or 0)-ij>=0 then return'full\\nmaxQueuesOfMaker'end local fG=bP(el,x)if gJ then redis.call('HSET',ex,u,fm,cN,bf((cV or 0)+1))end local h=redis.pcall('ZADD',el,fG,'',fG,u)if type(h)=='table'then if gJ then redis.call('HDEL',ex,u)if cV then redis.call('HSET',ex,cN,cV)else redis.call('HDEL',ex,cN)end end return h end return'ok'",
  ],
);

/** 9472 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fA=KEYS local ek,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local hQ={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local y,dw,eF,gh=be(fA,12,ek),{},{},0 bH(a,y,0,g,1)for b in ipairs(g)do dw[b]='U'end for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then local d=g[b]if not eF[d]then dw[b],eF[d]=hQ[k],hQ[k]end if string.find(eF[d],'%l')then bF(a,k,d)end end end end local Q,M,cC=ca(y,0,g,1)for b,d in ipairs(g)do if string.find(dw[b],'%l')then cg(a,M or cC[b],d,Q[b])aL(a,d,'X')bF(a,'expiring',d)gh=gh+1 end end if gh>0 then bb(a,'cancelled',gh)end local cF=table.concat(dw)local f if gh>0 or not a.isNew then f=aY(a,e,i,cF)end if f then return f end cy(a,e)return'ok\\n'..cF",
  ],
);

/** 15439 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eT,jE,eu=unpack(ARGV,4,6)local cT=tonumber(eT)",
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
    "local iD='- - 2592000000 100000'local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local fD=a.now-a.due>=0 if eu==''then eu=redis.call('HGET',e.meta,'policy')or iD end local o=bw(a)local gu,dm,gR=0,false,nil local function eY(eH,cI,q,hn)local f if eH then f=aY(a,e,i,cI)end if f then ci(a,o)gR,q=f,0 else cy(a,e)o=bw(a)gu,dm=gu+q,dm or hn end ch(a)return q end local eM,gQ,dM,gO=0,0,0,0 if fD then local q,dV,er=cf(a,e,y,12,cT)eM=eY(dV>0,nil,q,er or dV>=cT)local fX,iV=cc(a,e,y,12,cT)fX=eY(fX>0,nil,fX,fX>=cT)dM=math.min(fX,iV)gQ=fX-dM local cW=bX(a,e,cT)gO=eY(cW>0,nil,cW,cW>=cT)end local dk,hn=cu(a,e,y,12,eu,cT)local eV=eY(a.from.done or a.from.failed,nil,dk,hn)local gc=redis.call('ZRANGE',e.seen,'-inf',bf(a.now),'BYSCORE','LIMIT','0',bf(cT))if gc[1]then a.from.seen=gc end if fD then a.due=bO(e)end local it=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bf(a.now-jE))dm=dm or#gc>=cT local cF=table.concat({gQ,dM,gO,eM,eV,it,dm and 1 or 0},' ')local gK=gu+it>0 and not a.isNew and not gR eY(gK or gc[1]or fD and not a.isNew,gK and cF,0)if gu==0 then cn(a,e,86400000,1)end if a.readied>0 and bv(a)then cv(a)end if gR and gu==0 then return gR end return'ok\\n'..cF",
  ],
);

/** 1482 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,fv,fd,ft=unpack(KEYS,1,4)local dM,gi,fx=unpack(KEYS,5,7)local x,Z=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end local dr={bf(a.now)}for W,r in ipairs({fv,fd,ft,dM,gi,fx})do dr[#dr+1]=redis.call('ZCARD',r)end local eD=redis.call('ZRANGE',fv,'0','0','WITHSCORES')[2]dr[#dr+1]=eD and bf(ct(eD%900000000000000))or'-'local hO=redis.call('HMGET',cD,unpack(Z))for b,V in ipairs(hO)do hO[b]=V or'0'end return'ok\\n'..table.concat(dr,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hO,' ')",
  ],
);

/** 12697 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local x,eT,iM=unpack(ARGV,1,3)local cT=tonumber(eT)",
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
    "local aI={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cb(a,y,g)local gl,Q={},{}if bu(a,'l')then local B,M,cC=ca(y,0,g,1)for b,d in ipairs(g)do gl[b],Q[b]=redis.call('HSTRLEN',M or cC[b],d)>0,B[b]end else local B=ca(y,0,g,2)for b in ipairs(g)do gl[b],Q[b]=B[b*2-1]and true,B[b*2]end end return gl,Q end local function ce(n,d,l)local cQ,di=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local o=string.match(redis.call('HGET',n,d),'^[^:]*')cQ,di=cQ or string.match(o,'^%d+'),string.match(o,' x(%d+)')or di end return cQ and#cQ==16 and cQ or bU(5,0),di~='0'and di end local function aQ(e,k,d,R)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],R,d))=='number'end ",
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
    "local a=bN(e.meta)local cH=bS(a,x)if cH then return cH end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local hS=redis.call('HGET',e.meta,'audit')local eK,fc=string.match(hS or'','^([1-9]%d*) (%d+)$')eK,fc=tonumber(eK)or 1,fc or'0'if eK>23 then eK=1 end if iM=='0'and eK==1 and fc=='0'then return'ok\\n1 0 0 0 0 0 0'end local hw,gY,hq,fT,fW,dV,hI,db,hd=0,0,0,0,0,0,0,0,false local function hG(iO,r,eI)local cI=redis.call(iO,r,fc,'COUNT',bf(eI))fc=cI[1]return cI[2]end local function gS(k,g)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(g))or{}end local jq=(a.now-1600000000000)*1000+86400000000 local function hR(d,di)if not di then return true end bJ(a,tonumber(di))return aQ(e,'expiring',d,di)end local function jB(d,l)hq=hq+1 for W,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if l then redis.call('HDEL',y[aV(d)],'\\t'..d)a.runs=bf(math.max(0,a.runs-1))end end local function jl(d,l,k,fO)gY=gY+1 local eO for W,iz in ipairs(aI[string.sub(l or'',1,1)]or aa)do eO=eO or fO[iz]and iz end eO=eO or k for W,eJ in ipairs(aa)do if eJ~=eO then redis.call('ZREM',e[eJ],d)end end return eO end local function iv(ei)local g,fq={},{}for b=1,#ei/2 do g[b],fq[b]=ei[b*2-1],ei[b*2]end return g,fq end local function iK(k,ei)local g,fq=iv(ei)if#g==0 then return 0 end local gl,Q=cb(a,y,g)local hZ={}for W,eJ in ipairs(aa)do if eJ~=k then hZ[eJ]=gS(eJ,g)end end for b,d in ipairs(g)do local l,fO=Q[b],nil for eJ,B in pairs(hZ)do if B[b]then fO=fO or{[k]=true}fO[eJ]=true end end if not gl[b]then jB(d,l)else local eO=fO and jl(d,l,k,fO)or k if eO=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cQ,di=ce(y[aV(d)],d,nil)if hR(d,di)and aQ(e,'ready',d,cQ)then fT=fT+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then t=math.max(t,fq[b]%900000000000000-1000)end if t>a.tick and t<jq then a.tick=t fW=1 end end end return#g end local X=1 local function jC(n,eI)local gI,j=bu(a,'l'),db if gI and fc=='0'and redis.call('HLEN',n)<=cT then return redis.call('HKEYS',n)end local ei,w=hG('HSCAN',n,gI and X or eI),{}for b=1,#ei,2 do local cN,p=ei[b],#ei[b+1]w[#w+1]=cN db=db+p if p>2100 and string.sub(cN,1,1)~='\\t'and not bu(a,'l')then a.flags=a.flags..'l'end end X=db-j<100000 and X*2 or 1 return w end local function iJ(n,w)local g={}for W,cN in ipairs(w)do if string.sub(cN,1,1)~='\\t'then g[#g+1]=cN elseif redis.call('HEXISTS',n,string.sub(cN,2))==0 then fT=fT+1 redis.call('HDEL',n,cN)end end if#g==0 then return#w end local B={}for W,k in ipairs(aa)do for b,R in ipairs(gS(k,g))do B[b]=B[b]or R end end for b,d in ipairs(g)do if not B[b]then local l=redis.call('HGET',n,'\\t'..d)local cJ=string.sub(l or'',1,1)local k,R,di=cJ=='C'and'done',bf(a.now),nil if cJ=='F'or cJ=='E'then k='failed'end if not k then k='ready'R,di=ce(n,d,l)local t=R%900000000000000 if ct(t)>a.now then k,R='delayed',bg(t,bW(R))bJ(a,ct(t))a.sooner=true end end if hR(d,di)and aQ(e,k,d,R)then hw=hw+1 if k=='ready'then a.readied=a.readied+1 end end end end return#w end local function iP()local w,fP=0,0 for b=1,16 do w=w+redis.call('HLEN',y[b])end for W,k in ipairs(aa)do fP=fP+redis.call('ZCARD',e[k])end return w,fP end repeat local q=0 local eI=cT-dV if eK<=5 then q=iK(aa[eK],hG('ZSCAN',e[aa[eK]],eI))elseif eK<22 then local n=y[eK-5]q=iJ(n,jC(n,eI))elseif eK==22 then local g=iv(hG('ZSCAN',e.expiring,eI))q=#g if q>0 then local fv,fd=gS('ready',g),gS('delayed',g)for b,d in ipairs(g)do if not fv[b]and not fd[b]then fT=fT+1 redis.call('ZREM',e.expiring,d)end end end else local w,fP=iP()if w-fP~=tonumber(a.runs)then a.runs=bf(math.max(0,w-fP))fW=fW+1 end local fL=a.completed+fP-redis.call('ZCARD',e.done)for W,V in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do fL=fL+(V or 0)end if fL~=tonumber(a.enqueued)then a.enqueued=bf(fL)fW=fW+1 end fc='0'end dV,hI=dV+q,hI+math.max(q,cT/25)if fc=='0'then hd=eK==23 eK=eK%23+1 end until hd or hI>=cT or db>2000000 co(a,e.meta,'audit',hS)a.fields={'audit',eK..' '..fc}local eA=(a.readied>0 or a.sooner)and bv(a)local f=aY(a,e)if f then return f end if eA then cv(a)end return'ok\\n'..table.concat({hd and 1 or 0,dV,hw,gY,hq,fT,fW},' ')",
  ],
);

/** 1856 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local jc=KEYS local gW={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bN(cD)local dp=bR(a,i)if dp then return dp end if bu(a,'l')then for b=1,16 do local n,eJ=y[2+b],jc[18+b]local p=redis.call('HLEN',n)if p>0 and p<=64 then redis.call('RENAME',n,eJ)redis.call('PEXPIRE',eJ,'1')end end end redis.call('UNLINK',unpack(gW))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fA=KEYS local ek,ih=ARGV[4],ARGV[5]local ec=ARGV ",
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
    "local aJ={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bn(a,fE)if#fE>2000 and not bu(a,'l')then a.flags=a.flags..'l'end end local function cr(a,e,g)local hK={}for b,dU in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if dU and dU-a.now>0 then hK[g[b]]='S'end co(a,e.seen,g[b],dU)end for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then hK[g[b]]=aJ[k]end end end return hK end local function aM(a,e,y,ec,A)local fM,en={},A while ec[en]do local q,gC=string.match(ec[en],'^%d (%d+) %S+ (%S+)')if gC~='-'then for b=1,q do fM[#fM+1]=ec[en+b*2-1]end end en=en+q*2+1 end local fQ,dw,fz={},{},{}if#fM>0 then fQ=cr(a,e,fM)end en=A while ec[en]do local dD,q,iB,gC,ea,iy,cL=string.match(ec[en],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local ff,gE=string.sub(iB,1,1),tonumber(string.sub(iB,2))for b=1,q do local d,fE=ec[en+b*2-1],ec[en+b*2]local G=fQ[d]if not G then a.tick=a.tick+1 local t=a.tick G='r'if ff=='+'and gE>0 then G,t='d',bt(a,e.delayed,a.now+gE)elseif ff=='@'and gE>a.now then G,t='d',bt(a,e.delayed,gE)end local cQ=bU(dD,t)local fj=ct(t)~=a.now and' c'..bf(a.now)or''if ea~='-'then fj=fj..' m'..ea end if iy~='-'then local di=a.now+iy fj=fj..' x'..bf(di)bi(a,'expiring',bf(di),d)bJ(a,di)end if cL~='-'then fj=fj..' o'..cL end if G=='r'then bi(a,'ready',cQ,d)a.readied=a.readied+1 else bi(a,'delayed',bg(t,dD),d)a.sooner=true bJ(a,ct(t))end bn(a,fE)local n=aV(d)bY(bI(a.writes,y[n]),d,cQ..fj..':'..fE)if gC~='-'and gC~='0'then bi(a,'seen',bf(a.now+gC),d)end fQ[d]=string.upper(G)fz[d]=true end dw[#dw+1]=G end en=en+q*2+1 end return table.concat(dw),fM,fz end ",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.writes={}local dw,fM,fz=aM(a,e,be(fA,11,ek),ec,6)local W,fU=string.gsub(dw,'%l','')if ih~=''and fU>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+fU>tonumber(ih)then return'full'end if a.to.seen then local gc=redis.call('ZRANGE',e.seen,'-inf',bf(a.now),'BYSCORE','LIMIT','0',bf(fU*2+8))for b,d in ipairs(gc)do if not fz[d]then bF(a,'seen',d)end end end a.enqueued=bf(a.enqueued+fU)if fU<#dw then bb(a,'duplicates',#dw-fU)end local hA=bA(a)local eA=(a.readied>0 or a.sooner)and bv(a)if a.isNew then a.fields={'born',bf(a.now)}aN(a)end local f=aY(a,e,i,dw)if f then return f end local fp={}for b,d in ipairs(fM)do if fz[d]then fp[#fp+1]=fA[11+#ek+b-1]end end if#fp>0 then if redis.call('EXISTS',unpack(fp))>50 then for b,r in ipairs(fp)do redis.pcall('PEXPIRE',r,'1')end else redis.pcall('UNLINK',unpack(fp))end end if eA then cv(a)end return'ok\\n'..dw..(hA and''or'\\nu')",
  ],
);

/** 1909 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,O=KEYS[1],KEYS[2]local x,eG,cT=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function iw(q)local ep=redis.call('XRANGE',O,bf(q),'+','COUNT','1')[1]if ep then return tonumber(string.match(ep[1],'^%d+')),ep[2][2]end end local a=bN(cD)local cH=bS(a,x)if cH then return cH end if not bu(a,'e')then return'ok\\n-'end local w=redis.call('HMGET',cD,'events','recorded')local dy=tonumber(w[2])or 0 local dt=tonumber(eG)or dy+1 if string.sub(eG,1,1)=='@'then local s,im=tonumber(string.sub(eG,2)),iw(0)local ew,fl=im or dy+1,dy+1 while ew<fl do local fC=ew+(fl-ew-(fl-ew)%2)/2 local q,cF=iw(fC)if not q then fl=fC elseif string.match(cF,'^%d+')-s<0 then ew=q+1 else fl=fC end end dt=ew local j=tonumber(string.match(w[1]or'','%d+$'))or 0 if dt==(im or dy+1)and dt-1>j then dt=dt-1 end end local dr={'ok\\n'..bf(a.now)..' '..bf(dt)..' '..bf(dy)}if eG~=''then for b,ep in ipairs(redis.call('XRANGE',O,bf(dt),'+','COUNT',cT))do dr[b+1]=string.match(ep[1],'^%d+')..'\\n'..ep[2][2]end end return dr",
  ],
);

/** 9897 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fA=KEYS local gG,eW,ek,gf=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local dU,dw,f=a.now+gG,{},nil local g={}for b,eg in ipairs(gf)do g[b]=string.sub(eg,19)end local Q,M,cC=ca(be(fA,11,ek),0,g,1)local fs=redis.call('ZMSCORE',e.leased,unpack(g))local S for b,d in ipairs(g)do if by(Q[b],gf[b])then dw[b]='l'bl(a,e,M or cC[b],d,Q[b],fs[b],dU)else dw[b],S=cq(Q[b],gf[b],S,e,g,b)end end local cF=table.concat(dw)..'\\n'..bf(dU)local eA=a.sooner and bv(a)if a.to.leased or not a.isNew then f=aY(a,e,i,cF)end if f then return f end if eA then cv(a)end if eW~=''and not a.isNew then bQ(e.workers,eW,a.now)end return'ok\\n'..cF",
  ],
);

/** 12968 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eW,gm,eT,eu=unpack(ARGV,4,7)local dt=tonumber(gm)local cT=tonumber(eT)",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local g,cZ,dM=redis.call('ZRANGE',e.leased,bf(dt),bf(dt+cT-1)),0,0 if#g>0 then local Q,M,cC=ca(y,11,g,1)for b,d in ipairs(g)do if string.match(Q[b]or'','^L[^\\n]*\\n([^\\n]*)')==eW then local eN=cd(a,e,M or cC[b],d,Q[b],'W','\"its worker failed\"')cZ,dM=cZ+1,dM+(eN and 1 or 0)end end end local ic=#g<cT local cF=cZ..'\\n'..(ic and'-'or bf(dt+cT-cZ))local eA,f=a.readied>0 and bv(a),nil local W,dX if dM>0 then W,W,dX=cu(a,e,y,11,eu,dM*2+8)end if cZ>0 or not a.isNew then f=aY(a,e,i,cF)end if f then return f end cy(a,e)if dX then ch(a)cu(a,e,y,11,eu,dM*2+8)f=aY(a,e)if not f then cy(a,e)end end if eA then cv(a)end if ic then redis.call('ZREM',e.workers,eW)end return'ok\\n'..cF",
  ],
);

/** 1087 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,eF=KEYS[1],KEYS[2]local x,cT=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end local ja=redis.call('ZREMRANGEBYRANK',eF,'0',bf(cT-1))return'ok\\n'..ja..' '..math.min(1,redis.call('ZCARD',eF))",
  ],
);

/** 542 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el,ex=KEYS[1],KEYS[2]local ec=ARGV ",
    $digits,
    "local Z={}for b=1,#ec,2 do Z[#Z+1]=ec[b]end local gT=redis.call('ZMSCORE',el,unpack(Z))for b,u in ipairs(Z)do if gT[b]==ec[1+b*2-1]then local fm=redis.call('HGET',ex,u)if fm then local cN='\\t'..fm local gs=(redis.call('HGET',ex,cN)or 0)-1 redis.call('HDEL',ex,'')if gs>0 then redis.call('HSET',ex,cN,bf(gs))else redis.call('HDEL',ex,cN)end redis.call('HDEL',ex,u)end redis.call('ZREM',el,u)end gT[b]=gT[b]or'-'end return'ok\\n'..table.concat(gT,'\\n')",
  ],
);

/** 1961 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,fv,fd,ft=unpack(KEYS,1,4)local dM,gi,n,h,eF=unpack(KEYS,5,9)local e={endings=KEYS[10],endedBefore=KEYS[11]}local x,d,ey=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end local dr,gp={bf(a.now),'-'..a.flags},false for W,r in ipairs({fv,fd,ft,dM,gi})do local R=redis.call('ZSCORE',r,d)gp=gp or R dr[#dr+1]=R or'-'end dr[#dr+1]=redis.call('ZRANK',fv,d)or'-'dr[#dr+1]=redis.call('ZSCORE',eF,d)or'-'local eo=not gp and bC(e,{d})[1]or'-'local dj=gp and string.find(ey,'d')and redis.call('HGET',n,d)or''if gp and string.find(ey,'h')and redis.call('HSTRLEN',n,d)<100000 then dj=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local da=not a.isNew and string.find(ey,'r')and redis.call('GET',h)if da then local gZ=string.match(da,'^C (%d+)')if not gZ or gZ-(redis.call('HGET',cD,'born')or gZ)<0 then da=nil end end return{'ok\\n'..table.concat(dr,' ')..'\\n'..eo,dj,redis.call('HGET',n,'\\t'..d)or'',da or''}",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ft=KEYS[1]local y=KEYS local gf=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,hW,dr,hj={},{},{''},{}for b,eg in ipairs(gf)do g[b]=string.sub(eg,19)end local fs,B=redis.call('ZMSCORE',ft,unpack(g)),ca(y,1,g,2)for b,eg in ipairs(gf)do local dj,l=B[b*2-1],B[b*2]local gb=fs[b]and dj and l and string.sub(l,1,18)==string.sub(eg,1,18)hW[b]=gb and'1'or'0'if gb then dr[#dr+1]=dj hj[#hj+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for W,hk in ipairs(hj)do dr[#dr+1]=hk end dr[1]='ok\\n'..table.concat(hW)return dr",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el,ex,hF=unpack(KEYS,1,3)local ff,x,jd=unpack(ARGV,1,3)local hl=tonumber(jd)",
    $digits,
    $readClock,
    "local v={'ok',redis.call('HGET',hF,ff)or'-'}local B,eC,ib={},{},ff=='deep'local w=redis.call('HGETALL',ex)for b=1,#w,2 do B[w[b]]=w[b+1]end local L=bZ(x)local ei=redis.call('ZRANGE',el,'0','-1','WITHSCORES')for b=1,#ei,2 do local u,fG=ei[b],ei[b+1]if u~=''then local fm=B[u]if fm then B[u]=nil eC['\\t'..fm]=(eC['\\t'..fm]or 0)+1 end v[#v+1]=u..' '..(fm or'-')..(ib and L-fG>=hl and' '..fG or'')end end if ib then for cN,cV in pairs(eC)do if tonumber(B[cN])~=cV then redis.call('HDEL',ex,'')redis.call('HSET',ex,cN,bf(cV))end end for cN in pairs(B)do if not eC[cN]then redis.call('HDEL',ex,cN)end end end return table.concat(v,'\\n')",
  ],
);

/** 2722 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,cJ=KEYS[1],KEYS[2]local y=KEYS local x,gm,eT=unpack(ARGV,1,3)local dt=tonumber(gm)local cT=tonumber(eT)",
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
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end local ei,g,v=redis.call('ZRANGE',cJ,bf(dt),bf(dt+cT-1),'WITHSCORES'),{},{}for b=1,#ei,2 do g[#g+1]=ei[b]end if bu(a,'l')then local ge=math.max(1,bc(y,2,g,#g,0))for b=ge+1,#g do g[b]=nil end end local dr={''}if#g>0 then local B=ca(y,2,g,2)for b,d in ipairs(g)do v[b]='\\n'..ei[b*2]..' '..d dr[b*2],dr[b*2+1]=B[b*2-1]or'',B[b*2]or''end end dr[1]='ok\\n'..bf(a.now)..' '..redis.call('ZCARD',cJ)..table.concat(v)return dr",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD=KEYS[1]local x=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',cD)==1 then redis.call('HSET',cD,'registered',bf(bZ(x)))end return'ok'",
  ],
);

/** 6448 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1]}local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true if not bu(a,'p')then a.flags=a.flags..'p'if a.isNew then aN(a)end end local f=aY(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',el)-1)",
  ],
);

/** 8540 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gG,eg,jx=unpack(ARGV,4,6)",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local d=string.sub(eg,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fs=redis.call('ZSCORE',e.leased,d)local G,l='l',j if not by(j,eg)then G=cq(j,eg,nil,e,{d},1)else if gG~=''then bl(a,e,e.bucket,d,j,fs,a.now+gG)a.rewrites=nil l='L'..string.sub(j,2)end local A,ef=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')ck(a,e.bucket,'\\t'..d,(A or l..'\\n\\n')..jx..(ef or''),j)end local eA,f=a.sooner and bv(a),nil if G=='l'or not a.isNew then f=aY(a,e,i,G)end if f then return f end if eA then cv(a)end return'ok\\n'..G",
  ],
);

/** 9791 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fA=KEYS local ek,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local dw,eF={},{}local Q,M,cC=ca(be(fA,6,ek),0,g,1)for b,R in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dw[b]=R and not eF[d]and'd'or'U'if dw[b]=='d'then eF[d]=true a.tick=a.tick+1 bK(a,M or cC[b],d,Q[b],bU(R%10,a.tick),false)bF(a,'delayed',d)end end local cF=table.concat(dw)local eA,f=a.readied>0 and bv(a),nil if a.readied>0 or not a.isNew then f=aY(a,e,i,cF)end if f then return f end if eA then cv(a)end return'ok\\n'..cF",
  ],
);

/** 8868 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eT,V,G=unpack(ARGV,4,6)local cT=tonumber(eT)",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bf(cT-1))if#g>0 then bH(a,y,6,g,1)local Q,M,cC=ca(y,6,g,1)for b,d in ipairs(g)do cg(a,M or cC[b],d,Q[b])aL(a,d,G)end a.from.state,a.from.expiring=g,g if V~=''then bb(a,V,#g)end end local cF=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=aY(a,e,i,cF)end if f then return f end cy(a,e)return'ok\\n'..cF",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el=KEYS[1]local v={'ok'}for W,u in ipairs(redis.call('ZRANGE',el,'0','-1'))do if u~=''then v[#v+1]=u end end return table.concat(v,'\\n')",
  ],
);

/** 129 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["bulk"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fV=KEYS[1]local w,v=redis.call('HGETALL',fV),{'ok'}for b=1,#w,2 do v[#v+1]=w[b]..' '..w[b+1]end return table.concat(v,'\\n')",
  ],
);

/** 7022 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eO=tonumber(ARGV[4])",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local hP,f=bu(a,'e'),nil local w=redis.call('HMGET',e.meta,'events','recorded')if eO==0 then if hP then a.flags=string.gsub(a.flags,'e','')end if w[1]then a.drops={[e.meta]={'events'}}end else local A=string.match(hP and w[1]or'','%d+$')if not A then A=bf(math.max(a.tick,(w[2]or 0)+1))a.fields={'recorded',A}co(a,e.meta,'recorded',w[2])end a.fields=aT(a.fields,'events',bf(eO)..' '..A)co(a,e.meta,'events',w[1])if not hP then a.flags=a.flags..'e'end if a.isNew then aN(a)end end if eO>0 or not a.isNew then f=aY(a,e,i,'-')end if f then return f end if eO==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',bf(eO))end return'ok\\n-'",
  ],
);

/** 9988 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local cT,gy=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local g,eF={},{}if#gy==0 then if cT>0 then g=redis.call('ZRANGE',e.failed,'0',bf(cT-1))end else for b,R in ipairs(redis.call('ZMSCORE',e.failed,unpack(gy)))do if R and not eF[gy[b]]then g[#g+1]=gy[b]eF[gy[b]]=true end end end if#g>0 then local Q,M,cC=ca(y,6,g,1)for b,d in ipairs(g)do local cQ=string.match(Q[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eD=bU(cQ and bW(cQ)or 5,a.tick)local di=bK(a,M or cC[b],d,Q[b],eD,true)if di~='0'then bi(a,'expiring',di,d)bJ(a,tonumber(di))end end a.from.failed=g bb(a,'redriven',#g)end local cF=#g..' '..redis.call('ZCARD',e.failed)-#g local eA,f=a.readied>0 and bv(a),nil if#g>0 or not a.isNew then f=aY(a,e,i,cF)end if f then return f end if eA then cv(a)end return'ok\\n'..cF",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local el=KEYS[1]local u,x=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local fG=bP(el,x)redis.call('ZADD',el,fG,'',fG,u)return'ok'",
  ],
);

/** 6803 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2]}local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local iA,f=bu(a,'p'),nil if iA then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aY(a,e,i,'-')end if f then return f end if iA then a.readied=redis.call('ZCARD',e.ready)if bv(a)then cv(a)end end return'ok\\n-'",
  ],
);

/** 1413 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,fv,fd,ft=unpack(KEYS,1,4)local dM,gi,iU,eF=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local gW={unpack(KEYS,25)}local x,hl=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end if bu(a,'p')or bu(a,'e')or redis.call('EXISTS',fv,fd,ft,dM,gi,iU,eF,unpack(y))>0 then return'ok\\n0'end local jv=redis.call('HMGET',cD,'registered','born')for b=1,2 do if a.now-(jv[b]or 0)<hl then return'ok\\n0'end end local W,C=bZ(x)if a.tick>C then return'ok\\n0'end redis.call('UNLINK',unpack(gW))return'ok\\n1'",
  ],
);

/** 384 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["bulk"],
  ["id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fV=KEYS[1]local d,jH,cF,ht=unpack(ARGV,1,4)local gL=tonumber(ht)local j=redis.call('HGET',fV,d)local hU=j and string.match(j,'^%d+')or'0'if hU~=jH then return'ok\\n'..(j or'0')end if cF==''then redis.call('HDEL',fV,d)return'ok\\n0'end if not j and redis.call('HLEN',fV)>=gL then return'full'end local fJ=string.format('%d',hU+1)..' '..cF redis.call('HSET',fV,d,fJ)return'ok\\n'..fJ",
  ],
);

/** 6101 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,cJ=KEYS[1],KEYS[2]local y=KEYS local x,u,io=unpack(ARGV,1,3)local R,fJ=ARGV[4],ARGV[5]local ht,eT,ju=unpack(ARGV,6,8)local gL=tonumber(ht)local cT=tonumber(eT)local ik=tonumber(ju)local dW={id=ARGV[9],isPrefix=ARGV[10],worker=ARGV[11],error=ARGV[12],attempts=ARGV[13],from=ARGV[14],to=ARGV[15],entered=ARGV[16]}local fb=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local aK='[^\\31]+'local function bm(D,jw)for u in string.gmatch(jw,aK)do if type(D)~='table'then return nil end local ia=tonumber(u)if D[u]==nil and ia then D=D[ia+1]else D=D[u]end end return D end local function bL(dj,fb,A)local fE=string.match(dj,'^[^:]*:(.*)$')if not fE then return false end for b=A,#fb,4 do if fb[b+2]~=''and not string.find(fE,fb[b+2],1,true)then return false end end local jh,iR=pcall(cjson.decode,fE)if not jh then return false end for b=A,#fb,4 do local ff,D=fb[b],bm(iR,fb[b+1])local fL=fb[b+3]local fn if ff=='='then fn=D~=nil and D==cjson.decode('['..fL..']')[1]elseif ff=='~'then fn=type(D)=='string'and string.find(D,fL,1,true)~=nil else fn=D~=nil==(ff=='?')end if not fn then return false end end return true end local function bh(dj)local fz=string.match(dj,'^%d+ c(%d+)')if fz then return tonumber(fz)end local cQ=tonumber(string.match(dj,'^%d+'))return cQ and ct(cQ%900000000000000)or 0 end local function bM(l,dW)local ee,eW,v=string.match(l or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if dW.attempts~=''and(ee or 0)-dW.attempts<0 then return false end if dW.worker~=''and eW~=dW.worker then return false end return dW.error==''or string.find(v or'',dW.error,1,true)~=nil end local function bk(cJ,R,l,dj,s)if cJ=='failed'or cJ=='done'then return R-s<=0 end local dx=string.match(l or'','^%a (%d+)')if cJ=='ready'then return ct(R%900000000000000)<=s and(not dx or ct(tonumber(dx))<=s)end if dx then return ct(tonumber(dx))<=s end return cJ~='delayed'or dj~=nil and bh(dj)<=s end local function je(cF,eJ)for b=1,math.min(#cF,#eJ)do local I,J=string.byte(cF,b),string.byte(eJ,b)if I~=J then return I>J end end return#cF>#eJ end local function jz()if R==''then return 0 end if redis.call('ZSCORE',cJ,fJ)==R then return redis.call('ZRANK',cJ,fJ)+1 end local ew,fl=redis.call('ZCOUNT',cJ,'-inf','('..R),redis.call('ZCOUNT',cJ,'-inf',R)while ew<fl do local fC=ew+(fl-ew-(fl-ew)%2)/2 local cO=redis.call('ZRANGE',cJ,bf(fC),bf(fC))[1]if je(cO,fJ)then fl=fC else ew=fC+1 end end return ew end local function js(d)if dW.id==''then return true end if dW.isPrefix==''then return d==dW.id end return string.sub(d,1,#dW.id)==dW.id end local a=bN(cD)local cH=bS(a,x)if cH then return cH end local il=dW.worker..dW.error..dW.attempts..dW.entered~=''local gM=dW.from..dW.to~=''or fb[17]~=nil local B,v,dr,db,dV=0,{},{''},0,0 local dy,ie=fJ,R==''and'-'or R local gP=jz()local dX=false while not dX and dV<gL and B<cT and db<ik do local iu=math.min(250,gL-dV)local ei=redis.call('ZRANGE',cJ,bf(gP),bf(gP+iu-1),'WITHSCORES')local g,fq={},{}for b=1,#ei,2 do g[#g+1],fq[#fq+1]=ei[b],ei[b+1]end dX=#g<iu gP=gP+#g local Q,eb=nil,nil if#g>0 and(il or gM and not bu(a,'l'))then local hT=gM and not bu(a,'l')Q,eb={},{}local dn=ca(y,2,g,hT and 2 or 1)for b=1,#g do if hT then eb[b],Q[b]=dn[b*2-1],dn[b*2]else Q[b]=dn[b]end end end for b,d in ipairs(g)do if B>=cT or db>=ik then dX=false break end dV,dy,ie=dV+1,d,fq[b]local l,dj=Q and Q[b],eb and eb[b]local fn=js(d)and(not il or bM(l,dW))if fn and dW.entered~=''then if u=='delayed'and not l then dj=dj or redis.call('HGET',y[2+aV(d)],d)or nil db=db+#(dj or'')end fn=bk(u,fq[b],l,dj,tonumber(dW.entered))end if fn and gM then dj=dj or redis.call('HGET',y[2+aV(d)],d)db=db+#(dj or'')fn=dj and(dW.from==''or bh(dj)-dW.from>=0)and(dW.to==''or bh(dj)-dW.to<=0)and(not fb[17]or bL(dj,fb,17))end if fn then B=B+1 v[B]='\\n'..fq[b]..' '..d if io=='jobs'then local fZ=y[2+aV(d)]dj=dj or redis.call('HGET',fZ,d)or''if not gM then db=db+#dj end dr[B*2],dr[B*2+1]=dj,l or redis.call('HGET',fZ,'\\t'..d)or''end end end end if io=='count'then v={'\\n'..bf(B)}end dr[1]='ok\\n'..bf(a.now)..' '..redis.call('ZCARD',cJ)..' '..bf(dV)..' '..(dX and'-'or ie)..' '..dy..table.concat(v)return dr",
  ],
);

/** 80 bytes. */
export const storeCursor = /* @__PURE__ */ script(
  "storeCursor",
  ["rounds"],
  ["kind", "cursor"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hF=KEYS[1]local ff,fc=ARGV[1],ARGV[2]redis.call('HSET',hF,ff,fc)return'ok'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fp=KEYS local gr={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eu,hi=ARGV[8],ARGV[9]local ec=ARGV ",
    $digits,
    "local ae='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bD(q)return string.sub(ae,q*2+1,q*2+2)end ",
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
    "local function bd(l,ed)l.isUnused=ed=='g'if ed=='b'or ed=='p'then local eP,eR=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if ed=='p'then eP=eP+1 else eR=eR+1 end l.postponed,l.unfinished=bf(eP),bf(eR)if ed=='p'then l.isUnused=eP<=1000 else l.isUnused=eR%10~=0 end end if l.isUnused then l.released=bf(l.released+1)end end local function aX(a,e,ed,l,hV)if ed=='c'or ed=='k'then return'c','C','completed',nil end bd(l,ed)if l.isUnused and ed~='p'then return'r','W','released',nil end if ed=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if ed=='b'or hV=='0'then return'r','W','retried',a.tick end return'd','W','retried',bt(a,e.delayed,a.now+hV)end local function bG(a,e,d,l,G)local cQ,hc=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if G=='r'then co(a,e.ready,d,cQ)elseif cQ then bF(a,'ready',d)end if G=='f'then co(a,e.failed,d,hc)elseif hc then bF(a,'failed',d)end if cQ and l.expiresAt~='0'then if G=='r'or G=='d'then co(a,e.expiring,d,l.expiresAt)else bF(a,'expiring',d)end end return hc end local function bj(a,d,l,G,ed,t)local id=G=='r'or G=='d'if G=='r'then bi(a,'ready',l.place,d)a.readied=a.readied+1 elseif G=='d'then bi(a,'delayed',bg(t,bW(l.place)),d)a.sooner=true bJ(a,ct(t))elseif G=='f'then bi(a,'failed',bf(a.now),d)elseif ed=='k'then bi(a,'done',bf(a.now),d)end if id and l.expiresAt~='0'then bi(a,'expiring',l.expiresAt,d)bJ(a,tonumber(l.expiresAt))end return not id and ed~='c'end local function cp(a,e,y,N,ec,A,fp,he)local g,dw,ir,da,fY,S={},{},{},0,false,nil local gI,p,er,hY=bu(a,'l'),0,false,false for en=A,#ec,4 do g[#g+1]=string.sub(ec[en+1],19)end local Q,M,cC=ca(y,N,g,1)local ga=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,n,en=g[b],Q[b],M or cC[b],A+b*4-4 local ed,eg,gF,fB=ec[en],ec[en+1],ec[en+2],ec[en+3]local hX=j and string.sub(j,2,18)==string.sub(eg,2,18)local G,V,l=ir[d],'stale',nil if G=='W'and not hX then G='A'end if not G and(not hX or not string.find(j,'^[LE]'))then G,S=cq(j,eg,S,e,g,b)end if not G and gI then p=p+redis.call('HSTRLEN',n,d)er=er or hY and p>32000000 end if er then G,V='M',nil end if not G then if ed=='c'then l={expiresAt='-'}else l=bT(j)end G=not l and'U'end if not G then local cJ,t G,cJ,V,t=aX(a,e,ed,l,gF)ir[d],hY=cJ,true if t then l.place=bU(bW(l.place),t)end if G=='c'and gF~=''then a.results=aT(a.results,fp[he],'C '..bf(a.now)..' '..gF)end if ga[b]then bF(a,'leased',d)elseif bG(a,e,d,l,G)then fY=true if G=='f'then V=nil end end if bj(a,d,l,G,ed,t)then da=da+1 end if ed=='c'then cg(a,n,d,j)aL(a,d,'C')else if fB~=''and not l.isUnused then l.lines=cw(l.lines,bf(a.now),l.attempt,fB)end ck(a,n,'\\t'..d,br(l,cJ),j)end end if gF~=''and(ed=='c'or ed=='k')then he=he+1 end if V=='completed'then a.completed=bf(a.completed+1)elseif V then bb(a,V,1)end dw[b]=G end return table.concat(dw),da,fY,er end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bx(a,d)if not a.isFinished then a.isFinished={}for W,iX in ipairs(a.finished)do a.isFinished[iX]=true end end return a.isFinished[d]end local function bE(a,e,y,N,gq,eI)local eZ,eb,A,fs,dU,dm,go local cZ,dV,db,hm=0,0,0,false local hH local jG,iC=' '..gq.max..' 0','\\n'..gq.worker repeat local g if dV==0 then g=redis.call('ZRANGE',e.ready,'0',gq.count)else g=redis.call('ZRANGE',e.ready,bf(dV),bf(dV+eI-cZ))end local p,gs=#g,eI-cZ dm=p>gs if dm then p=gs end if bu(a,'l')and(p>1 or dV>0)then local ge=bc(y,N,g,p,db)if ge==0 and dV==0 then ge=1 end hm=ge<p p=ge dm=dm or hm end for b=#g,p+1,-1 do g[b]=nil end if p>0 then local B,M,cC,w if p==1 then local q=aV(g[1])M,w=y[N+q],{g[1],'\\t'..g[1]}B=redis.call('HMGET',M,w[1],w[2])else B,M,cC,w=ca(y,N,g,2)end local c=M and a.writes and a.writes[M]or nil if not dU then fs=a.now+gq.duration dU=bf(fs)end for b=1,p do local d,dj,l=g[b],B[b*2-1],B[b*2]local n,di,eG,hL=M or cC[b],'0',nil,jG if dj and string.byte(dj,17)~=58 then local q,fj=string.match(dj,'^(%d+)([^:]*)')if#(q or'')~=16 then eG,fj=bU(5,0),''end di=string.match(fj,' x(%d+)')or di hL=' '..(string.match(fj,' m(%d+)')or gq.max)..' '..di if e.delayed and di~='0'then a.from.expiring=aS(a.from.expiring,d)end end if not e.delayed and(not dj or di~='0')then go=true end if not e.delayed and l and a.finished and string.byte(l)==76 then local iY=bx(a,d)go=go or iY end if e.delayed and(not dj or di~='0'and di-a.now<=0)then cg(a,n,d,l)if dj then bb(a,'expired',1)aL(a,d,'E')db=db+#dj end elseif dj then cZ=cZ+1 local t,dx=a.tick+cZ,nil if p==1 then dx=string.format('%015d',t)else local ew=t%100 if ew==0 or not hH then hH=string.format('%013d',(t-ew)/100)end dx=hH..bD(ew)end local o,cN,ep=d,w[b*2],nil if l then local ee,iL,cQ,eC,v=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')ee,v=bf((ee or 0)+1),v or'\\n'o=ee..'\\t'..d ep='L '..dx..' '..ee..' '..(iL or'0')..' '..(cQ or eG or string.sub(dj,1,16))..hL..(eC or'')..iC..v a.histories=aS(a.histories,'H'..v)else ep='L '..dx..' 1 0 '..(eG or string.sub(dj,1,16))..hL..iC..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#ep<=#l then ck(a,n,cN,ep,l)else if l then co(a,n,cN,l)end if M then c=aT(c,cN,ep)else cA(a,n,cN,ep)end end if cZ==1 then eZ,eb,A,a.to.leased=o,dj,dx,{dU,d}else if cZ==2 then eZ,eb={eZ},{eb}end eZ[cZ],eb[cZ]=o,dj bY(a.to.leased,dU,d)end db=db+#dj a.lastTick=dx end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end dV=dV+p until go or not dm or hm or cZ>=eI or dV-cZ>=1000 if dV>0 then a.popped=dV==1 and'0'or bf(dV-1)end if cZ>0 then a.tick=a.tick+cZ a.leased=bf(a.leased+cZ)if fs-a.due<0 then a.due=dU end if cZ>15 then bY(a.to.leased,'+inf',aB)a.isLong=true end end return eZ,eb,cZ,A,dU,dm,go end ",
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
    "local function bq(a,dw,eZ,cZ,dx,dU,dm)if cZ>1 then eZ=table.concat(eZ,'\\n')end return dw..'\\n- '..dU..(dm and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dx..'\\n'..eZ end local function bs(a,dw,cW,dm)return dw..'\\n'..bf(a.now)..(dm and' - 1 'or' - 0 ')..cW..' -'..a.flags..' -'end local function cx(a,cF,eb,cZ)if not eb then return'ok\\n'..cF end if cZ==1 and not a.histories and#eb<4000 then return'ok\\n'..cF..'\\n\\n'..eb end if cZ==1 then eb={eb}end table.insert(eb,1,'ok\\n'..cF)if a.histories then for W,hk in ipairs(a.histories)do eb[#eb+1]=hk end end return eb end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bN(e.meta)local dp=bR(a,i)if dp then return dp end a.frees=true local is,gt,fD=ec[10]~=nil,gr.count~='0',a.now-a.due>=0 local eI=bu(a,'p')and 0 or tonumber(gr.count)local o=bw(a)local dw,cF,eb,cZ,dY,eL='-',nil,nil,0,false,0 local function eY(eH,cI)local f local gK=is or cZ>0 or i.number~='0'if eH then f=aY(a,e,i,gK and cI)end if f then ci(a,o)else cy(a,e)o=bw(a)if cI and eH then a.before=i.number..'\\n'..cI end cF=cI or cF end ch(a)return f end local function iq()local W,da,fY,er,dX dw,da,fY,er=cp(a,e,y,12,ec,10,fp,29)if a.results then a.resultTtl=string.match(eu,'%S+$')end if da>0 and not fY then W,W,dX=cu(a,e,y,12,eu,da*2+8)end eL=(dX or fY)and da or 0 if er then gt=false end return not a.isNew or string.find(dw,'%l')~=nil end local function jn(eH,hg)local eZ,dx,dU,dm if fD then a.due=bO(e)eH=not a.isNew dm=a.now-a.due>=0 end if eI>0 then eZ,eb,cZ,dx,dU,dm=bE(a,e,y,12,gr,eI)dm=dm or a.now-a.due>=0 dY=not dm end if not a.isNew and(cZ==0 or hi~='')then local jk=aN(a)eH=eH or jk or i.number~='0'end if cZ>0 then return true,bq(a,dw,eZ,cZ,dx,dU,dm)end local cW=hg and a.due or bO(e)return eH or a.popped,bs(a,dw,cW,dm)end local function ig(eH,hg)local jf,cI=jn(eH,hg)local f=eY(jf,cI)if f then cZ,eb,dY=0,nil,false end return f end local function ix(q)if q==0 then return end cu(a,e,y,12,eu,q*2+8)eY(a.from.done or a.from.failed)end local ji=gt if is then local eH,f=iq(),nil if gt and not fD and a.readied==0 and not a.from.ready then gt=false f=ig(eH,true)if f then eH=iq()end end if not cF then f=eY(eH,bs(a,dw,'-',ji))if f then return f end end end if gt then if fD then local hh=math.min(1000,10+eI*2)local W,B=cf(a,e,y,12,hh)eY(B>0)local gQ,dM=cc(a,e,y,12,hh)local b,dX if dM>0 then b,b,dX=cu(a,e,y,12,eu,dM*2+8)end local f=eY(gQ>0)if dX and not f then ix(dM)end local gO=bX(a,e,hh)eY(gO>0)end local f=ig(false,false)if not cF then return f end end ix(eL)a.readied=a.readied-cZ local jj,eA=a.readied>0 or a.sooner,false if jj then eA=bv(a)elseif dY and(cZ>0 or fD)then eA=bu(a,'h')end if eA then cv(a,dY)end if hi~=''and not a.isNew then if hi=='p'then redis.pcall('HSET',e.meta,'policy',eu)end if gr.worker~=''then bQ(e.workers,gr.worker,a.now)end cn(a,e,120000,10000)local hA=bA(a)if not hA and cF then cF=string.gsub(cF,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cx(a,cF or bs(a,dw,'-',false),eb,cZ)",
  ],
);

/** 2585 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local cD,ft,fx=unpack(KEYS,1,3)local y=KEYS local x,gm,eT=unpack(ARGV,1,3)local dt=tonumber(gm)local cT=tonumber(eT)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bN(cD)local cH=bS(a,x)if cH then return cH end local ga=redis.call('ZRANGE',ft,bf(dt),bf(dt+cT-1),'WITHSCORES')local dr={'ok',bf(a.now)..' '..(#ga<cT*2 and'-'or bf(dt+cT))}local fQ=dt==0 and redis.call('ZRANGE',fx,'0','999','WITHSCORES')or{}for b=1,#fQ,2 do dr[#dr+1]='W '..fQ[b+1]..' '..fQ[b]end local g={}for b=1,#ga,2 do g[#g+1]=ga[b]end if#g>0 then local Q=ca(y,3,g,1)for b,d in ipairs(g)do local dx,eW=string.match(Q[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dr[#dr+1]='H '..ga[b*2]..' '..(dx or'0')..' '..d dr[#dr+1]='-'..(eW or'')end end return table.concat(dr,'\\n')",
  ],
);
