// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $digits = "local function bh(q)return string.format('%d',q)end ";
const $readClock = "local function cd(w)if string.byte(w)~=61 then local s=redis.pcall('TIME')if not s.err then local R,D=s[1]+0,s[2]+0 return R*1000+(D-D%1000)/1000,(R-1600000000)*1000000+D end end local K=tonumber(string.match(w,'%d+'))return K,(K-1600000000000)*1000 end ";
const $nextStamp = "local function bT(ep,w)return bh(math.max(cd(w),(redis.call('ZSCORE',ep,'')or 0)+1))end ";
const $bucketOfBytes = "local function aW(d)local cX=#d for b=1,#d,8 do local I,J,dM,dN,dO,dP,dT,dU=string.byte(d,b,b+7)cX=(cX*31+I+(J or 0)*3+(dM or 0)*5+(dN or 0)*7+(dO or 0)*11+(dP or 0)*13+(dT or 0)*17+(dU or 0)*19)%65521 end return cX%16+1 end ";
const $bucketOf = "local function aV(d)local A,F=string.byte(d,1,2)if A==95 and#d==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return aW(d)end ";
const $declaredBuckets = "local function bg(e,A,eo)local y={}for b=1,#eo do y[tonumber(string.sub(eo,b,b),16)+1]=e[A+b-1]end return y end ";
const $readJobs = "local function ce(y,N,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local M=aV(g[1])local dB=aV(g[#g])if M==dB then local B,dc=nil,S==2 if dc then B=redis.call('HMGET',y[N+M],unpack(x))for b=1,#g do if not B[b*2-1]then dc=false break end end end if dc then return B,y[N+M],nil,x end end local cJ,dn,z,dd={},{},{},{}for b=1,#g do local q=aV(g[b])local n=y[N+q]cJ[b]=n if not z[n]then z[n],dd[n]={},{}end local c,cP=z[n],dd[n]for P=(b-1)*S+1,b*S do local p=#c+1 c[p],cP[p]=x[P],P end end for n,c in pairs(z)do local B,cP=redis.call('HMGET',n,unpack(c)),dd[n]for P=1,#c do dn[cP[P]]=B[P]end end return dn,nil,cJ,x end ";
const $pushPair = "local function cc(c,I,J)local p=#c c[p+1],c[p+2]=I,J end ";
const $appendPair = "local function aT(c,I,J)if not c then return{I,J}end cc(c,I,J)return c end ";
const $append = "local function aS(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function bM(z,r)local c=z[r]if not c then c={}z[r]=c end return c end ";
const $HEAD_PATTERN = "local ah='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW_HEAD = "local aA='2  0 0 0 0 0 0'";
const $PADDING = "local aB='-----------------------------------------------------------------'";
const $newUnit = "local function bR(Z)return{meta=Z,readied=0,to={},from={}}end ";
const $openUnit = "local function bW(a,w)local o=redis.call('HGET',a.meta,'head')local t,C a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(o or aA,ah)a.isNew,a.head=not o,o if not t or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=cd(w)a.tick=t+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bV(a,i)local cH=bW(a,i.times)if cH then return cH end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bx(a,dy)return a.flags~=''and string.find(a.flags,dy,1,true)~=nil end ";
const $count = "local function bd(a,V,dL)if not a.totals then a.totals={}end a.totals[V]=(a.totals[V]or 0)+dL end ";
const $leave = "local function bJ(a,k,d)a.from[k]=aS(a.from[k],d)end ";
const $saveOld = "local function cs(a,r,cT,j)if not a.old then a.old={}end a.old[r..cT]=j end ";
const $removeJob = "local function ck(a,n,d,l)if not a.drops then a.drops={}end local c=bM(a.drops,n)c[#c+1]=d if l then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aL(a,d,H)a.endings=aT(a.endings,d,H)end ";
const $limitFreed = "local function bL(a,y,N,g,fz)local dl,p=0,#g if bx(a,'l')then for b=1,p do local q=aV(g[b])dl=dl+redis.call('HSTRLEN',y[N+q],g[b])if dl>64000000 and b>fz then for P=p,b,-1 do g[P]=nil end break end end end return#g<p end ";
const $beginEndings = "local function aU(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cq(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)aU(a,e)end ";
const $writeEndings = "local function cC(a,e)if not a.finished and not a.endings then return end local c,t,ed={},a.lastTick if a.finished then local er='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,er end ed=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cc(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then ed=redis.call('EXISTS',e.endings)==0 end if ed then aU(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not ed and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cq(a,e)end end ";
const $EVENT_LETTERS = "local ag={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function br(a,e)local v,L,dr={},{},{}local T,s=a.endings or{},bh(a.now)for X,d in ipairs(a.from.done or{})do dr[d]=true end for b=1,#T,2 do local d,H=T[b],a.from.state and'P'or T[b+1]if H~='F'and(H~='C'or not dr[d])then v[#v+1]=H..d end end for X,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aB and not(a.old and a.old[e[k]..d])then v[#v+1]=ag[k]..d end end end local A,p=1,0 for b=1,#v do p=p+#v[b]+1 if p>8000 or b==#v then L[#L+1]=s..'\\n'..table.concat(v,'\\n',A,b)A,p=b+1,0 end end return L end ";
const $writeEvents = "local function cD(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local df,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,cI in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',df,bh(j+b)..'-0','e',cI)end end ";
const $isRefused = "local function bC(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bs(a)local Y=(a.runsMore or 0)-(a.runsLess or 0)if Y~=0 then a.runs=bh(math.max(0,a.runs+Y))end a.lastTick=a.lastTick or bh(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aR(a)local cG={}if not a.fields then a.fields={}end for u in pairs(a.totals)do cG[#cG+1]=u end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(cG)))do local u=cG[b]local V=bh((E or 0)+a.totals[u])cc(a.fields,u,V)cs(a,a.meta,u,E)end end ";
const $writeFields = "local function cF(a,z)local f for r,c in pairs(z)do if not f then local h=redis.pcall('HSET',r,unpack(c))if bC(h)then f=h end end end return f end ";
const $revert = "local function cn(z,dk,cT,dW,cW)for r,c in pairs(z)do for b=1,#c,2 do local u=c[b+cT]local j=dk[r..u]if not j then redis.pcall(dW,r,u)elseif cW=='ZADD'then redis.pcall(cW,r,j,u)else redis.pcall(cW,r,u,j)end end end end ";
const $commit = "local function aZ(a,e,i,cM)local o=bs(a)local O if e.events and bx(a,'e')then O=br(a,e)if#O>0 then bd(a,'recorded',#O)end end if a.totals then aR(a)end local G=cM and i.number..'\\n'..cM local cU=G and a.before and#G<=#a.before local f for X=1,2 do f=nil for k,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[k],unpack(c))if bC(h)then f=h end end end if a.writes and not f then f=cF(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if G and not cU and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bC(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bC(h)then f=h end end if a.rewrites and not f then f=cF(a,a.rewrites)end if cU and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bC(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dv={}for k,c in pairs(a.to)do dv[e[k]]=c end cs(a,a.meta,'head',a.head)cn(a.rewrites or{},a.old,0,'HDEL','HSET')cn({[a.meta]=aT(a.fields,'head',o)},a.old,0,'HDEL','HSET')if G and not cU and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if G and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cn(a.writes or{},a.old,0,'HDEL','HSET')cn(dv,a.old,1,'ZREM','ZADD')return f end a.head=o if cM and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aB)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for r,c in pairs(a.drops)do redis.pcall('HDEL',r,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cD(a,e,O)end return nil end ";
const $NEVER = "local az='9999999999999'";
const $enter = "local function bk(a,k,Q,d)a.to[k]=aT(a.to[k],Q,d)end ";
const $lowerDue = "local function bN(a,s)if s-a.due<0 then a.due=bh(s)end end ";
const $rewriteField = "local function co(a,n,cR,E,j)cs(a,n,cR,j)if#E>#j then if not a.writes then a.writes={}end cc(bM(a.writes,n),cR,E)else if not a.rewrites then a.rewrites={}end cc(bM(a.rewrites,n),cR,E)end end ";
const $placeOf = "local function bY(dH,t)return string.format('%016d',dH*900000000000000+t)end ";
const $lastDueScore = "local function bE(s)return bh((s-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cw(Q)return(Q-Q%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bZ(Q)local dH=Q%10 return bY(dH,(Q-dH)/10)end ";
const $parseRun = "local function bX(l)local cN,dC,ei,fB,cV,ee,dq,eU,eV,v=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not v then return nil end return{state=cN,fence=dC,attempt=ei,released=fB,place=cV,max=ee,expiresAt=dq,postponed=eU,unfinished=eV,lines=v}end ";
const $formatRun = "local function bu(l,cN)local eH=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cN,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..eH..l.lines end ";
const $withError = "local function cA(v,K,ei,fr)local j,ej=string.match(v,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,ej='\\n'..(string.match(v,'\\n([^\\n]*)')or'')..'\\n',''end ej=string.gsub(ej,'\\t[^\\n]*','')..'\\n'..K..' '..ei..' '..fr local eq,dm={},1 repeat eq[#eq+1]=dm dm=string.find(ej,'\\n',dm+1)until not dm local A=math.max(1,#eq-5+1)while A<#eq and#ej-eq[A]>=800 do A=A+1 end return j..string.sub(ej,eq[A])end ";
const $removeExpired = "local function cj(a,e,y,N,cY)local g=redis.call('ZRANGE',e.expiring,'-inf',bh(a.now),'BYSCORE','LIMIT','0',bh(cY))local eu=bL(a,y,N,g,1)local eR=0 if#g>0 then local Y,M,cJ=ce(y,N,g,1)local gA,go=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gA[b]or go[b]then eR=eR+1 ck(a,M or cJ[b],d,Y[b])aL(a,d,'E')if gA[b]then bJ(a,'ready',d)end if go[b]then bJ(a,'delayed',d)end end end a.from.expiring=g if eR>0 then bd(a,'expired',eR)end end return eR,#g,eu end ";
const $reclaimJob = "local function ch(a,e,n,d,j,cN,gB)local l,eI=bX(j),cN local eS=l and l.attempt-l.released>=tonumber(l.max)if eS then bk(a,'failed',bh(a.now),d)l.lines=cA(l.lines,bh(a.now),l.attempt,gB)eI=cN=='L'and'E'or'F'bd(a,'failed',1)else bk(a,'ready',l and l.place or bY(5,0),d)a.readied=a.readied+1 if l and l.expiresAt~='0'then bk(a,'expiring',l.expiresAt,d)bN(a,tonumber(l.expiresAt))end bd(a,'reclaimed',1)end if l and eI~='L'then co(a,n,'\\t'..d,bu(l,eI),j)end bJ(a,'leased',d)return eS end ";
const $reclaimExpired = "local function cg(a,e,y,N,cY)local g=redis.call('ZRANGE',e.leased,'-inf',bh(a.now),'BYSCORE','LIMIT','0',bh(cY))local dQ=0 if#g>0 then local Y,M,cJ=ce(y,N,g,1)for b=1,#g do local eS=ch(a,e,M or cJ[b],g[b],Y[b],'L','\"lease expired\"')if eS then dQ=dQ+1 end end end return#g,dQ end ";
const $promoteDue = "local function cb(a,e,cY)local db=redis.call('ZRANGE',e.delayed,'-inf',bE(a.now),'BYSCORE','LIMIT','0',bh(cY),'WITHSCORES')for b=1,#db,2 do local cV=bZ(db[b+1])bk(a,'ready',cV,db[b])bJ(a,'delayed',db[b])end a.readied=a.readied+#db/2 return#db/2 end ";
const $nextDue = "local function bS(e)local s=az for X,k in ipairs({'leased','delayed','expiring'})do local Q=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if Q and k=='delayed'then Q=cw(Q)end if Q and Q-s<0 then s=Q end end return bh(s)end ";
const $trimEnded = "local function cy(a,e,y,N,ey,cY)local en,ee={},math.min(1000,cY)en.doneAge,en.doneCount,en.failedAge,en.failedCount=string.match(ey,'^(%S+) (%S+) (%S+) (%S+)')local g,fL,eZ,ff,dt,eb={},{},0,0,false,false for X,k in ipairs({'done','failed'})do local fc,df,dk=tonumber(en[k..'Age']),tonumber(en[k..'Count']),{}if fc then dk=redis.call('ZRANGE',e[k],'-inf',bh(a.now-fc),'BYSCORE','LIMIT','0',bh(ee))end local cP=#(a.to[k]or{})/2 ff=ff+cP if df then local p=redis.call('ZCARD',e[k])local eQ=p+cP-df eb=eb or eQ>p if eQ>#dk then dk=redis.call('ZRANGE',e[k],'0',bh(math.min(eQ,ee)-1))end end dt=dt or#dk>=ee for b=1,#dk do g[#g+1]=dk[b]fL[#g]=k end end if#g>0 then local eu=bL(a,y,N,g,ff+1)dt=dt or eu local fl={}for X,k in ipairs({'ready','delayed','leased'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do fl[b]=fl[b]or Q end end local Y,M,cJ=ce(y,N,g,1)for b=1,#g do local d,fi=g[b],fL[b]=='failed'if fi then bJ(a,'failed',d)else bJ(a,'done',d)end if not fl[b]then eZ=eZ+1 ck(a,M or cJ[b],d,Y[b])aL(a,d,fi and'F'or'C')if fi then bd(a,'purged',1)end end end end return eZ,dt,eb end ";
const $rotateOldEndings = "local function cr(a,e,fc,hz)local p=redis.call('HLEN',e.endings)if p<hz then return end local eL=redis.call('HGET',e.endings,'')if not eL then aU(a,e)end if p>=1000000 or eL and a.now-eL>fc then cq(a,e)if p==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cl(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bz(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cm(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner end ";
const $hasListeners = "local function by(a)if a.flags~='h'and not bx(a,'h')then return a.isNew end if bx(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cz(a,ec)local db='-'if a.due~=az then db=bh(math.max(0,a.due-a.now))end local q=ec and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bh(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..db)end ";
const $timeOfTick = "local function cx(t)return(t-t%1000)/1000+1600000000000 end ";
const $priorityOf = "local function ca(cV)return(cV-cV%900000000000000)/900000000000000 end ";
const $dueScore = "local function bi(t,dH)return bh(t*10+dH)end ";
const $freeTickAt = "local function bw(a,fh,s)if not a.ticks then a.ticks={}end local fC,A,t={},(s-1600000000000)*1000,nil for b=1,1000 do fC[b]=A local de=a.ticks[A]if not de then local dm,hU=bh(A*10),bh(A*10+9999)local Q=redis.call('ZRANGE',fh,hU,dm,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]de=Q and(Q-Q%10)/10 or A-1 end if de<A+999 then t=de+1 break end A=math.max(A+1000,de-de%1000)end t=t or A for X,hQ in ipairs(fC)do a.ticks[hQ]=t end return t end ";
const $addListener = "local function aN(a)local j=redis.call('HGET',a.meta,'heard')local fX=bx(a,'h')and j or'0'if fX-a.now>300000 then return false end if not bx(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cc(a.fields,'heard',bh(a.now+600000))cs(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bD(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bF(e,g)local B=redis.call('HMGET',e.endings,unpack(g))for b,er in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do B[b]=B[b]or er end return B end ";
const $staleReason = "local function cu(l,ek,T,e,g,b)if not l then T=T or bF(e,g)return string.sub(T[b]or'U',1,1),T end local cN,dC=string.match(l,'^(%a) (%d+)')if cN=='E'then return'F',T end if cN=='L'or cN=='W'and dC~=string.sub(ek,3,17)then return'A',T end return cN or'U',T end ";
const $isHeld = "local function bB(l,ek)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(ek,2,18)end ";
const $extendLease = "local function bo(a,e,n,d,l,j,dY)bk(a,'leased',bh(dY),d)bN(a,dY)if j and dY-j<0 then a.sooner=true end if j then cs(a,e.leased,d,j)elseif string.sub(l,1,1)=='E'then bJ(a,'failed',d)co(a,n,'\\t'..d,'L'..string.sub(l,2),l)else bJ(a,'ready',d)bJ(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local aj='-1001'";
const $noteWorker = "local function bU(fD,fb,K)if redis.pcall('ZADD',fD,bh(K),fb)==1 then redis.call('ZREMRANGEBYRANK',fD,'0',aj)end end ";
const $countReadable = "local function be(y,N,g,p,dl)local q=0 for b=1,p do local ho=aV(g[b])dl=dl+redis.call('HSTRLEN',y[N+ho],g[b])if dl>2000000 then break end q=b end return q end ";
const $writeField = "local function cE(a,n,cR,E)if not a.writes then a.writes={}end cc(bM(a.writes,n),cR,E)end ";
const $rewriteRun = "local function cp(a,n,d,l,cV,fS)local eC=bX(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eC.place=cV if fS then eC.attempt,eC.released,eC.postponed='0','0',''end local es=bu(eC,'W')if l then co(a,n,'\\t'..d,es,l)else cE(a,n,'\\t'..d,es)a.runsMore=(a.runsMore or 0)+1 end return eC.expiresAt end ";
const $makeReady = "local function bO(a,n,d,l,cV,fS)local dq=cp(a,n,d,l,cV,fS)bk(a,'ready',cV,d)a.readied=a.readied+1 return dq end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep,eB=KEYS[1],KEYS[2]local u,w,fq=unpack(ARGV,1,3)local ir,is=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local gQ,cR=not redis.call('ZSCORE',ep,u),'\\t'..fq local da=redis.call('HGET',eB,cR)local jP=redis.call('ZCARD',ep)if gQ and ir and jP-1>=ir then return'full\\nmaxQueues'end if gQ and is and(da or 0)-is>=0 then return'full\\nmaxQueuesOfMaker'end local fM=bT(ep,w)if gQ then redis.call('HSET',eB,u,fq,cR,bh((da or 0)+1))end local h=redis.pcall('ZADD',ep,fM,'',fM,u)if type(h)=='table'then if gQ then redis.call('HDEL',eB,u)if da then redis.call('HSET',eB,cR,da)else redis.call('HDEL',eB,cR)end end return h end return'ok'",
  ],
);

/** 9475 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fG=KEYS local eo,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local hX={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local y,dA,eK,gl=bg(fG,12,eo),{},{},0 bL(a,y,0,g,1)for b in ipairs(g)do dA[b]='U'end for X,k in ipairs({'ready','delayed','leased','failed','done'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if Q then local d=g[b]if not eK[d]then dA[b],eK[d]=hX[k],hX[k]end if string.find(eK[d],'%l')then bJ(a,k,d)end end end end local Y,M,cJ=ce(y,0,g,1)for b,d in ipairs(g)do if string.find(dA[b],'%l')then ck(a,M or cJ[b],d,Y[b])aL(a,d,'X')bJ(a,'expiring',d)gl=gl+1 end end if gl>0 then bd(a,'cancelled',gl)end local cI=table.concat(dA)local f if gl>0 or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end cC(a,e)return'ok\\n'..cI",
  ],
);

/** 15442 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eX,jV,ey=unpack(ARGV,4,6)local cY=tonumber(eX)",
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
    "local iO='- - 2592000000 100000'local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local fK=a.now-a.due>=0 if ey==''then ey=redis.call('HGET',e.meta,'policy')or iO end local o=bz(a)local gz,dt,gY=0,false,nil local function fd(eM,cM,q,hu)local f if eM then f=aZ(a,e,i,cM)end if f then cm(a,o)gY,q=f,0 else cC(a,e)o=bz(a)gz,dt=gz+q,dt or hu end cl(a)return q end local eR,gX,dQ,gV=0,0,0,0 if fK then local q,ea,eu=cj(a,e,y,12,cY)eR=fd(ea>0,nil,q,eu or ea>=cY)local gc,jj=cg(a,e,y,12,cY)gc=fd(gc>0,nil,gc,gc>=cY)dQ=math.min(gc,jj)gX=gc-dQ local db=cb(a,e,cY)gV=fd(db>0,nil,db,db>=cY)end local dr,hu=cy(a,e,y,12,ey,cY)local eZ=fd(a.from.done or a.from.failed,nil,dr,hu)local gg=redis.call('ZRANGE',e.seen,'-inf',bh(a.now),'BYSCORE','LIMIT','0',bh(cY))if gg[1]then a.from.seen=gg end if fK then a.due=bS(e)end local iE=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bh(a.now-jV))dt=dt or#gg>=cY local cI=table.concat({gX,dQ,gV,eR,eZ,iE,dt and 1 or 0},' ')local gR=gz+iE>0 and not a.isNew and not gY fd(gR or gg[1]or fK and not a.isNew,gR and cI,0)if gz==0 then cr(a,e,86400000,1)end if a.readied>0 and by(a)then cz(a)end if gY and gz==0 then return gY end return'ok\\n'..cI",
  ],
);

/** 1479 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fA,fh,fy=unpack(KEYS,1,4)local dQ,gm,fD=unpack(KEYS,5,7)local w,cG=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local dw={bh(a.now)}for X,r in ipairs({fA,fh,fy,dQ,gm,fD})do dw[#dw+1]=redis.call('ZCARD',r)end local eI=redis.call('ZRANGE',fA,'0','0','WITHSCORES')[2]dw[#dw+1]=eI and bh(cx(eI%900000000000000))or'-'local hV=redis.call('HMGET',Z,unpack(cG))for b,V in ipairs(hV)do hV[b]=V or'0'end return'ok\\n'..table.concat(dw,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hV,' ')",
  ],
);

/** 12700 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,eX,iX=unpack(ARGV,1,3)local cY=tonumber(eX)",
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
    "local aI={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cf(a,y,g)local gp,Y={},{}if bx(a,'l')then local B,M,cJ=ce(y,0,g,1)for b,d in ipairs(g)do gp[b],Y[b]=redis.call('HSTRLEN',M or cJ[b],d)>0,B[b]end else local B=ce(y,0,g,2)for b in ipairs(g)do gp[b],Y[b]=B[b*2-1]and true,B[b*2]end end return gp,Y end local function ci(n,d,l)local cV,dq=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local o=string.match(redis.call('HGET',n,d),'^[^:]*')cV,dq=cV or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dq end return cV and#cV==16 and cV or bY(5,0),dq~='0'and dq end local function aQ(e,k,d,Q)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],Q,d))=='number'end ",
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
    "local a=bR(e.meta)local cH=bW(a,w)if cH then return cH end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local hZ=redis.call('HGET',e.meta,'audit')local eP,fg=string.match(hZ or'','^([1-9]%d*) (%d+)$')eP,fg=tonumber(eP)or 1,fg or'0'if eP>23 then eP=1 end if iX=='0'and eP==1 and fg=='0'then return'ok\\n1 0 0 0 0 0 0'end local hD,hf,hx,fY,gb,ea,hP,dl,hk=0,0,0,0,0,0,0,0,false local function hN(ja,r,eN)local cM=redis.call(ja,r,fg,'COUNT',bh(eN))fg=cM[1]return cM[2]end local function gZ(k,g)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(g))or{}end local jE=(a.now-1600000000000)*1000+86400000000 local function hY(d,dq)if not dq then return true end bN(a,tonumber(dq))return aQ(e,'expiring',d,dq)end local function jS(d,l)hx=hx+1 for X,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if l then redis.call('HDEL',y[aV(d)],'\\t'..d)a.runs=bh(math.max(0,a.runs-1))end end local function jy(d,l,k,fT)hf=hf+1 local eT for X,iK in ipairs(aI[string.sub(l or'',1,1)]or aa)do eT=eT or fT[iK]and iK end eT=eT or k for X,eO in ipairs(aa)do if eO~=eT then redis.call('ZREM',e[eO],d)end end return eT end local function iG(em)local g,fu={},{}for b=1,#em/2 do g[b],fu[b]=em[b*2-1],em[b*2]end return g,fu end local function iV(k,em)local g,fu=iG(em)if#g==0 then return 0 end local gp,Y=cf(a,y,g)local ih={}for X,eO in ipairs(aa)do if eO~=k then ih[eO]=gZ(eO,g)end end for b,d in ipairs(g)do local l,fT=Y[b],nil for eO,B in pairs(ih)do if B[b]then fT=fT or{[k]=true}fT[eO]=true end end if not gp[b]then jS(d,l)else local eT=fT and jy(d,l,k,fT)or k if eT=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cV,dq=ci(y[aV(d)],d,nil)if hY(d,dq)and aQ(e,'ready',d,cV)then fY=fY+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then t=math.max(t,fu[b]%900000000000000-1000)end if t>a.tick and t<jE then a.tick=t gb=1 end end end return#g end local S=1 local function jT(n,eN)local gP,j=bx(a,'l'),dl if gP and fg=='0'and redis.call('HLEN',n)<=cY then return redis.call('HKEYS',n)end local em,x=hN('HSCAN',n,gP and S or eN),{}for b=1,#em,2 do local cR,p=em[b],#em[b+1]x[#x+1]=cR dl=dl+p if p>2100 and string.sub(cR,1,1)~='\\t'and not bx(a,'l')then a.flags=a.flags..'l'end end S=dl-j<100000 and S*2 or 1 return x end local function iU(n,x)local g={}for X,cR in ipairs(x)do if string.sub(cR,1,1)~='\\t'then g[#g+1]=cR elseif redis.call('HEXISTS',n,string.sub(cR,2))==0 then fY=fY+1 redis.call('HDEL',n,cR)end end if#g==0 then return#x end local B={}for X,k in ipairs(aa)do for b,Q in ipairs(gZ(k,g))do B[b]=B[b]or Q end end for b,d in ipairs(g)do if not B[b]then local l=redis.call('HGET',n,'\\t'..d)local cN=string.sub(l or'',1,1)local k,Q,dq=cN=='C'and'done',bh(a.now),nil if cN=='F'or cN=='E'then k='failed'end if not k then k='ready'Q,dq=ci(n,d,l)local t=Q%900000000000000 if cx(t)>a.now then k,Q='delayed',bi(t,ca(Q))bN(a,cx(t))a.sooner=true end end if hY(d,dq)and aQ(e,k,d,Q)then hD=hD+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function jc()local x,fU=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for X,k in ipairs(aa)do fU=fU+redis.call('ZCARD',e[k])end return x,fU end repeat local q=0 local eN=cY-ea if eP<=5 then q=iV(aa[eP],hN('ZSCAN',e[aa[eP]],eN))elseif eP<22 then local n=y[eP-5]q=iU(n,jT(n,eN))elseif eP==22 then local g=iG(hN('ZSCAN',e.expiring,eN))q=#g if q>0 then local fA,fh=gZ('ready',g),gZ('delayed',g)for b,d in ipairs(g)do if not fA[b]and not fh[b]then fY=fY+1 redis.call('ZREM',e.expiring,d)end end end else local x,fU=jc()if x-fU~=tonumber(a.runs)then a.runs=bh(math.max(0,x-fU))gb=gb+1 end local fH=a.completed+fU-redis.call('ZCARD',e.done)for X,V in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do fH=fH+(V or 0)end if fH~=tonumber(a.enqueued)then a.enqueued=bh(fH)gb=gb+1 end fg='0'end ea,hP=ea+q,hP+math.max(q,cY/25)if fg=='0'then hk=eP==23 eP=eP%23+1 end until hk or hP>=cY or dl>2000000 cs(a,e.meta,'audit',hZ)a.fields={'audit',eP..' '..fg}local eE=(a.readied>0 or a.sooner)and by(a)local f=aZ(a,e)if f then return f end if eE then cz(a)end return'ok\\n'..table.concat({hk and 1 or 0,ea,hD,hf,hx,fY,gb},' ')",
  ],
);

/** 1852 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local jq=KEYS local hd={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bR(Z)local du=bV(a,i)if du then return du end if bx(a,'l')then for b=1,16 do local n,eO=y[2+b],jq[18+b]local p=redis.call('HLEN',n)if p>0 and p<=64 then redis.call('RENAME',n,eO)redis.call('PEXPIRE',eO,'1')end end end redis.call('UNLINK',unpack(hd))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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

/** 11097 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fG=KEYS local eo,iq=ARGV[4],ARGV[5]local eg=ARGV ",
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
    "local aJ={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bq(a,gU)if#gU>2000 and not bx(a,'l')then a.flags=a.flags..'l'end end local function cv(a,e,g)local hR={}for b,dY in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if dY and dY-a.now>0 then hR[g[b]]='S'end cs(a,e.seen,g[b],dY)end for X,k in ipairs({'ready','delayed','leased','failed','done'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if Q then hR[g[b]]=aJ[k]end end end return hR end local function aM(a,e,y,eg,A)local fR,ef={},A while eg[ef]do local q,gG=string.match(eg[ef],'^%d (%d+) %S+ (%S+)')if gG~='-'then for b=1,q do fR[#fR+1]=eg[ef+b*2-1]end end ef=ef+q*2+1 end local fV,dA,fF={},{},{}if#fR>0 then fV=cv(a,e,fR)end ef=A while eg[ef]do local dH,q,iM,gG,ee,iJ,cP=string.match(eg[ef],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fj,gI=string.sub(iM,1,1),tonumber(string.sub(iM,2))for b=1,q do local d,gU=eg[ef+b*2-1],eg[ef+b*2]local H=fV[d]if not H then a.tick=a.tick+1 local t=a.tick H='r'if fj=='+'and gI>0 then H,t='d',bw(a,e.delayed,a.now+gI)elseif fj=='@'and gI>a.now then H,t='d',bw(a,e.delayed,gI)end local cV=bY(dH,t)local fn=cx(t)~=a.now and' c'..bh(a.now)or''if ee~='-'then fn=fn..' m'..ee end if iJ~='-'then local dq=a.now+iJ fn=fn..' x'..bh(dq)bk(a,'expiring',bh(dq),d)bN(a,dq)end if cP~='-'then fn=fn..' o'..cP end if H=='r'then bk(a,'ready',cV,d)a.readied=a.readied+1 else bk(a,'delayed',bi(t,dH),d)a.sooner=true bN(a,cx(t))end bq(a,gU)local n=aV(d)cc(bM(a.writes,y[n]),d,cV..fn..':'..gU)if gG~='-'and gG~='0'then bk(a,'seen',bh(a.now+gG),d)end fV[d]=string.upper(H)fF[d]=true end dA[#dA+1]=H end ef=ef+q*2+1 end return table.concat(dA),fR,fF end ",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.writes={}local dA,fR,fF=aM(a,e,bg(fG,11,eo),eg,6)local X,fZ=string.gsub(dA,'%l','')if iq~=''and fZ>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+fZ>tonumber(iq)then return'full'end if a.to.seen then local gg=redis.call('ZRANGE',e.seen,'-inf',bh(a.now),'BYSCORE','LIMIT','0',bh(fZ*2+8))for b,d in ipairs(gg)do if not fF[d]then bJ(a,'seen',d)end end end a.enqueued=bh(a.enqueued+fZ)if fZ<#dA then bd(a,'duplicates',#dA-fZ)end local hH=bD(a)local eE=(a.readied>0 or a.sooner)and by(a)if a.isNew then a.fields={'born',bh(a.now)}aN(a)end local f=aZ(a,e,i,dA)if f then return f end local ft={}for b,d in ipairs(fR)do if fF[d]then ft[#ft+1]=fG[11+#eo+b-1]end end if#ft>0 then if redis.call('EXISTS',unpack(ft))>50 then for b,r in ipairs(ft)do redis.pcall('PEXPIRE',r,'1')end else redis.pcall('UNLINK',unpack(ft))end end if eE then cz(a)end return'ok\\n'..dA..(hH and''or'\\nu')",
  ],
);

/** 1904 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,O=KEYS[1],KEYS[2]local w,eL,cY=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function iH(q)local es=redis.call('XRANGE',O,bh(q),'+','COUNT','1')[1]if es then return tonumber(string.match(es[1],'^%d+')),es[2][2]end end local a=bR(Z)local cH=bW(a,w)if cH then return cH end if not bx(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dB=tonumber(x[2])or 0 local dm=tonumber(eL)or dB+1 if string.sub(eL,1,1)=='@'then local s,ix=tonumber(string.sub(eL,2)),iH(0)local eA,fp=ix or dB+1,dB+1 while eA<fp do local fJ=eA+(fp-eA-(fp-eA)%2)/2 local q,cI=iH(fJ)if not q then fp=fJ elseif string.match(cI,'^%d+')-s<0 then eA=q+1 else fp=fJ end end dm=eA local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dm==(ix or dB+1)and dm-1>j then dm=dm-1 end end local dw={'ok\\n'..bh(a.now)..' '..bh(dm)..' '..bh(dB)}if eL~=''then for b,es in ipairs(redis.call('XRANGE',O,bh(dm),'+','COUNT',cY))do dw[b+1]=string.match(es[1],'^%d+')..'\\n'..es[2][2]end end return dw",
  ],
);

/** 9900 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fG=KEYS local gN,fb,eo,gj=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local dY,dA,f=a.now+gN,{},nil local g={}for b,ek in ipairs(gj)do g[b]=string.sub(ek,19)end local Y,M,cJ=ce(bg(fG,11,eo),0,g,1)local fw=redis.call('ZMSCORE',e.leased,unpack(g))local T for b,d in ipairs(g)do if bB(Y[b],gj[b])then dA[b]='l'bo(a,e,M or cJ[b],d,Y[b],fw[b],dY)else dA[b],T=cu(Y[b],gj[b],T,e,g,b)end end local cI=table.concat(dA)..'\\n'..bh(dY)local eE=a.sooner and by(a)if a.to.leased or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end if eE then cz(a)end if fb~=''and not a.isNew then bU(e.workers,fb,a.now)end return'ok\\n'..cI",
  ],
);

/** 12971 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fb,gq,eX,ey=unpack(ARGV,4,7)local dm=tonumber(gq)local cY=tonumber(eX)",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local g,de,dQ=redis.call('ZRANGE',e.leased,bh(dm),bh(dm+cY-1)),0,0 if#g>0 then local Y,M,cJ=ce(y,11,g,1)for b,d in ipairs(g)do if string.match(Y[b]or'','^L[^\\n]*\\n([^\\n]*)')==fb then local eS=ch(a,e,M or cJ[b],d,Y[b],'W','\"its worker failed\"')de,dQ=de+1,dQ+(eS and 1 or 0)end end end local ik=#g<cY local cI=de..'\\n'..(ik and'-'or bh(dm+cY-de))local eE,f=a.readied>0 and by(a),nil local X,eb if dQ>0 then X,X,eb=cy(a,e,y,11,ey,dQ*2+8)end if de>0 or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end cC(a,e)if eb then cl(a)cy(a,e,y,11,ey,dQ*2+8)f=aZ(a,e)if not f then cC(a,e)end end if eE then cz(a)end if ik then redis.call('ZREM',e.workers,fb)end return'ok\\n'..cI",
  ],
);

/** 1083 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eK=KEYS[1],KEYS[2]local w,cY=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local jo=redis.call('ZREMRANGEBYRANK',eK,'0',bh(cY-1))return'ok\\n'..jo..' '..math.min(1,redis.call('ZCARD',eK))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep,eB=KEYS[1],KEYS[2]local eg=ARGV ",
    $digits,
    "local cG={}for b=1,#eg,2 do cG[#cG+1]=eg[b]end local ha=redis.call('ZMSCORE',ep,unpack(cG))for b,u in ipairs(cG)do if ha[b]==eg[1+b*2-1]then local fq=redis.call('HGET',eB,u)if fq then local cR='\\t'..fq local gx=(redis.call('HGET',eB,cR)or 0)-1 redis.call('HDEL',eB,'')if gx>0 then redis.call('HSET',eB,cR,bh(gx))else redis.call('HDEL',eB,cR)end redis.call('HDEL',eB,u)end redis.call('ZREM',ep,u)end ha[b]=ha[b]or'-'end return'ok\\n'..table.concat(ha,'\\n')",
  ],
);

/** 1956 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fA,fh,fy=unpack(KEYS,1,4)local dQ,gm,n,h,eK=unpack(KEYS,5,9)local e={endings=KEYS[10],endedBefore=KEYS[11]}local w,d,eC=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local dw,gu={bh(a.now),'-'..a.flags},false for X,r in ipairs({fA,fh,fy,dQ,gm})do local Q=redis.call('ZSCORE',r,d)gu=gu or Q dw[#dw+1]=Q or'-'end dw[#dw+1]=redis.call('ZRANK',fA,d)or'-'dw[#dw+1]=redis.call('ZSCORE',eK,d)or'-'local er=not gu and bF(e,{d})[1]or'-'local cZ=gu and string.find(eC,'d')and redis.call('HGET',n,d)or''if gu and string.find(eC,'h')and redis.call('HSTRLEN',n,d)<100000 then cZ=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local df=not a.isNew and string.find(eC,'r')and redis.call('GET',h)if df then local hg=string.match(df,'^C (%d+)')if not hg or hg-(redis.call('HGET',Z,'born')or hg)<0 then df=nil end end return{'ok\\n'..table.concat(dw,' ')..'\\n'..er,cZ,redis.call('HGET',n,'\\t'..d)or'',df or''}",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy=KEYS[1]local y=KEYS local gj=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,ic,dw,hr={},{},{''},{}for b,ek in ipairs(gj)do g[b]=string.sub(ek,19)end local fw,B=redis.call('ZMSCORE',fy,unpack(g)),ce(y,1,g,2)for b,ek in ipairs(gj)do local cZ,l=B[b*2-1],B[b*2]local gf=fw[b]and cZ and l and string.sub(l,1,18)==string.sub(ek,1,18)ic[b]=gf and'1'or'0'if gf then dw[#dw+1]=cZ hr[#hr+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for X,hs in ipairs(hr)do dw[#dw+1]=hs end dw[1]='ok\\n'..table.concat(ic)return dw",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep,eB,hM=unpack(KEYS,1,3)local fj,w,jr=unpack(ARGV,1,3)local ht=tonumber(jr)",
    $digits,
    $readClock,
    "local v={'ok',redis.call('HGET',hM,fj)or'-'}local B,eH,ij={},{},fj=='deep'local x=redis.call('HGETALL',eB)for b=1,#x,2 do B[x[b]]=x[b+1]end local K=cd(w)local em=redis.call('ZRANGE',ep,'0','-1','WITHSCORES')for b=1,#em,2 do local u,fM=em[b],em[b+1]if u~=''then local fq=B[u]if fq then B[u]=nil eH['\\t'..fq]=(eH['\\t'..fq]or 0)+1 end v[#v+1]=u..' '..(fq or'-')..(ij and K-fM>=ht and' '..fM or'')end end if ij then for cR,da in pairs(eH)do if tonumber(B[cR])~=da then redis.call('HDEL',eB,'')redis.call('HSET',eB,cR,bh(da))end end for cR in pairs(B)do if not eH[cR]then redis.call('HDEL',eB,cR)end end end return table.concat(v,'\\n')",
  ],
);

/** 2718 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,cN=KEYS[1],KEYS[2]local y=KEYS local w,gq,eX=unpack(ARGV,1,3)local dm=tonumber(gq)local cY=tonumber(eX)",
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
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local em,g,v=redis.call('ZRANGE',cN,bh(dm),bh(dm+cY-1),'WITHSCORES'),{},{}for b=1,#em,2 do g[#g+1]=em[b]end if bx(a,'l')then local gi=math.max(1,be(y,2,g,#g,0))for b=gi+1,#g do g[b]=nil end end local dw={''}if#g>0 then local B=ce(y,2,g,2)for b,d in ipairs(g)do v[b]='\\n'..em[b*2]..' '..d dw[b*2],dw[b*2+1]=B[b*2-1]or'',B[b*2]or''end end dw[1]='ok\\n'..bh(a.now)..' '..redis.call('ZCARD',cN)..table.concat(v)return dw",
  ],
);

/** 427 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bh(cd(w)))end return'ok'",
  ],
);

/** 6451 bytes. */
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true if not bx(a,'p')then a.flags=a.flags..'p'if a.isNew then aN(a)end end local f=aZ(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',ep)-1)",
  ],
);

/** 8543 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gN,ek,jO=unpack(ARGV,4,6)",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local d=string.sub(ek,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fw=redis.call('ZSCORE',e.leased,d)local H,l='l',j if not bB(j,ek)then H=cu(j,ek,nil,e,{d},1)else if gN~=''then bo(a,e,e.bucket,d,j,fw,a.now+gN)a.rewrites=nil l='L'..string.sub(j,2)end local A,ej=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')co(a,e.bucket,'\\t'..d,(A or l..'\\n\\n')..jO..(ej or''),j)end local eE,f=a.sooner and by(a),nil if H=='l'or not a.isNew then f=aZ(a,e,i,H)end if f then return f end if eE then cz(a)end return'ok\\n'..H",
  ],
);

/** 9794 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fG=KEYS local eo,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local dA,eK={},{}local Y,M,cJ=ce(bg(fG,6,eo),0,g,1)for b,Q in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dA[b]=Q and not eK[d]and'd'or'U'if dA[b]=='d'then eK[d]=true a.tick=a.tick+1 bO(a,M or cJ[b],d,Y[b],bY(Q%10,a.tick),false)bJ(a,'delayed',d)end end local cI=table.concat(dA)local eE,f=a.readied>0 and by(a),nil if a.readied>0 or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end if eE then cz(a)end return'ok\\n'..cI",
  ],
);

/** 8871 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eX,V,H=unpack(ARGV,4,6)local cY=tonumber(eX)",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bh(cY-1))if#g>0 then bL(a,y,6,g,1)local Y,M,cJ=ce(y,6,g,1)for b,d in ipairs(g)do ck(a,M or cJ[b],d,Y[b])aL(a,d,H)end a.from.state,a.from.expiring=g,g if V~=''then bd(a,V,#g)end end local cI=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end cC(a,e)return'ok\\n'..cI",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep=KEYS[1]local v={'ok'}for X,u in ipairs(redis.call('ZRANGE',ep,'0','-1'))do if u~=''then v[#v+1]=u end end return table.concat(v,'\\n')",
  ],
);

/** 1003 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ga=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cH=bW(bR(Z),w)if cH then return cH end local x,v=redis.call('HGETALL',ga),{'ok'}for b=1,#x,2 do v[#v+1]=x[b]..' '..x[b+1]end return table.concat(v,'\\n')",
  ],
);

/** 7025 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eT=tonumber(ARGV[4])",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local hW,f=bx(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if eT==0 then if hW then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local A=string.match(hW and x[1]or'','%d+$')if not A then A=bh(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',A}cs(a,e.meta,'recorded',x[2])end a.fields=aT(a.fields,'events',bh(eT)..' '..A)cs(a,e.meta,'events',x[1])if not hW then a.flags=a.flags..'e'end if a.isNew then aN(a)end end if eT>0 or not a.isNew then f=aZ(a,e,i,'-')end if f then return f end if eT==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',bh(eT))end return'ok\\n-'",
  ],
);

/** 9991 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local cY,gD=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local g,eK={},{}if#gD==0 then if cY>0 then g=redis.call('ZRANGE',e.failed,'0',bh(cY-1))end else for b,Q in ipairs(redis.call('ZMSCORE',e.failed,unpack(gD)))do if Q and not eK[gD[b]]then g[#g+1]=gD[b]eK[gD[b]]=true end end end if#g>0 then local Y,M,cJ=ce(y,6,g,1)for b,d in ipairs(g)do local cV=string.match(Y[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eI=bY(cV and ca(cV)or 5,a.tick)local dq=bO(a,M or cJ[b],d,Y[b],eI,true)if dq~='0'then bk(a,'expiring',dq,d)bN(a,tonumber(dq))end end a.from.failed=g bd(a,'redriven',#g)end local cI=#g..' '..redis.call('ZCARD',e.failed)-#g local eE,f=a.readied>0 and by(a),nil if#g>0 or not a.isNew then f=aZ(a,e,i,cI)end if f then return f end if eE then cz(a)end return'ok\\n'..cI",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ep=KEYS[1]local u,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local fM=bT(ep,w)redis.call('ZADD',ep,fM,'',fM,u)return'ok'",
  ],
);

/** 6806 bytes. */
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
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local iL,f=bx(a,'p'),nil if iL then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aZ(a,e,i,'-')end if f then return f end if iL then a.readied=redis.call('ZCARD',e.ready)if by(a)then cz(a)end end return'ok\\n-'",
  ],
);

/** 1408 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fA,fh,fy=unpack(KEYS,1,4)local dQ,gm,ji,eK=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local hd={unpack(KEYS,25)}local w,ht=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end if bx(a,'p')or bx(a,'e')or redis.call('EXISTS',fA,fh,fy,dQ,gm,ji,eK,unpack(y))>0 then return'ok\\n0'end local jM=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(jM[b]or 0)<ht then return'ok\\n0'end end local X,C=cd(w)if a.tick>C then return'ok\\n0'end redis.call('UNLINK',unpack(hd))return'ok\\n1'",
  ],
);

/** 1301 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ga=KEYS[1],KEYS[2]local w,d,jZ,cI,hA=unpack(ARGV,1,5)local gS=tonumber(hA)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local j=redis.call('HGET',ga,d)local ia=j and string.match(j,'^%d+')or'0'if a.isNew or ia~=jZ then return'ok\\n'..(j or'0')end if cI==''then redis.call('HDEL',ga,d)return'ok\\n0'end if not j and redis.call('HLEN',ga)>=gS then return'full'end local fP=bh(ia+1)..' '..cI redis.call('HSET',ga,d,fP)return'ok\\n'..fP",
  ],
);

/** 6969 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,cN=KEYS[1],KEYS[2]local y=KEYS local w,u,iy=unpack(ARGV,1,3)local Q,fP=ARGV[4],ARGV[5]local hA,eX,jK,jL=unpack(ARGV,6,9)local gS=tonumber(hA)local cY=tonumber(eX)local it=tonumber(jK)local iu=tonumber(jL)local dZ={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local eG=ARGV ",
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
    "local aK='[^\\31]+'local function bp(E,jN)for u in string.gmatch(jN,aK)do if type(E)~='table'then return nil end local ii=string.match(u,'^%d+$')if E[u]==nil and ii then E=E[ii+1]else E=E[u]end end return E end local function bn(eG,A)local dn={}for b=A,#eG,4 do if eG[b]=='='then local gs,c=pcall(cjson.decode,'['..eG[b+3]..']')dn[b]=gs and c[1]end end return dn end local function aX(cZ,eG,A)local gJ=string.find(cZ,':',1,true)for b=A,#eG,4 do if not gJ or not string.find(cZ,eG[b+2],gJ+1,true)then return nil end end return gJ and gJ+1 end local function bP(gK,eG,A,fH)for b=A,#eG,4 do local fj,E,fI=eG[b],bp(gK,eG[b+1]),nil if fj=='='then fI=E~=nil and E==fH[b]elseif fj=='~'then fI=type(E)=='string'and string.find(E,eG[b+3],1,true)~=nil else fI=E~=nil==(fj=='?')end if not fI then return false end end return true end local function bj(cZ)local fF=string.match(cZ,'^%d+ c(%d+)')if fF then return tonumber(fF)end local cV=tonumber(string.match(cZ,'^%d+'))return cV and cx(cV%900000000000000)or 0 end local function bc(im,cI)local dm=1 while true do local ef=string.find(im,cI,dm,true)if not ef then return false end local jW=string.match(string.sub(im,1,ef-1),'\\\\*$')if#jW%2==0 then return true end dm=ef+1 end end local function bQ(l,dZ)local ei,fb,v=string.match(l or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if dZ.attempts~=''and(ei or 0)-dZ.attempts<0 then return false end if dZ.worker~=''and fb~=dZ.worker then return false end if dZ.error==''then return true end for fr in string.gmatch(v or'','\\n%d+ %d+ ([^\\n]*)')do if bc(fr,dZ.error)then return true end end return false end local function bG(l)return tonumber(string.match(l,'\\n(%d+) %d+ [^\\n]*$'))end local function bm(cN,Q,l,cZ,s)if cN=='failed'or cN=='done'then return Q-s<=0 end local dC=string.match(l or'','^%a (%d+)')if dC and cx(tonumber(dC))>s then return false end if cN=='ready'then return cx(Q%900000000000000)<=s end if cN=='leased'then return true end if dC then return(bG(l)or 0)<=s end return bj(cZ)<=s end local function js(cI,eO)for b=1,math.min(#cI,#eO)do local I,J=string.byte(cI,b),string.byte(eO,b)if I~=J then return I>J end end return#cI>#eO end local function jQ()if Q==''then return 0 end if redis.call('ZSCORE',cN,fP)==Q then return redis.call('ZRANK',cN,fP)+1 end local eA,fp=redis.call('ZCOUNT',cN,'-inf','('..Q),redis.call('ZCOUNT',cN,'-inf',Q)while eA<fp do local fJ=eA+(fp-eA-(fp-eA)%2)/2 local cT=redis.call('ZRANGE',cN,bh(fJ),bh(fJ))[1]if js(cT,fP)then fp=fJ else eA=fJ+1 end end return eA end local function jH(d)if dZ.id==''then return true end if dZ.isPrefix==''then return d==dZ.id end return string.sub(d,1,#dZ.id)==dZ.id end local a=bR(Z)local cH=bW(a,w)if cH then return cH end local iw=dZ.worker..dZ.error..dZ.attempts..dZ.entered~=''local id=eG[18]~=nil local iv=dZ.from..dZ.to~=''or id local fH=bn(eG,18)local B,v,dw,dl,gL,ea,fC=0,{},{''},0,0,0,0 local function iz(d)local cZ=redis.call('HGET',y[2+aV(d)],d)or''dl=dl+#cZ return cZ end local function jI(cZ)local dm=aX(cZ,eG,18)if not dm then return false end local p,gs,gK=#cZ-dm+1,false,nil if gL>0 and gL+p>iu then return nil end gL=gL+p if p<=iu then gs,gK=pcall(cjson.decode,string.sub(cZ,dm))end if not gs then fC=fC+1 end return gs and bP(gK,eG,18,fH)end local function jG(d,jg,l,cZ)if not jH(d)or iw and not bQ(l,dZ)then return false,cZ end if not cZ and(iv or dZ.entered~=''and u=='delayed'and not l)then cZ=iz(d)end if dZ.entered~=''and not bm(u,jg,l,cZ,tonumber(dZ.entered))then return false,cZ end if dZ.from~=''and bj(cZ)-dZ.from<0 then return false,cZ end if dZ.to~=''and bj(cZ)-dZ.to>0 then return false,cZ end if id then return jI(cZ),cZ end return true,cZ end local dB,io=fP,Q==''and'-'or Q local gW=jQ()local eb,fx=false,false while not eb and not fx and ea<gS and B<cY and dl<it do local iF=math.min(250,gS-ea)local em=redis.call('ZRANGE',cN,bh(gW),bh(gW+iF-1),'WITHSCORES')local g,fu={},{}for b=1,#em,2 do g[#g+1],fu[#fu+1]=em[b],em[b+1]end eb=#g<iF gW=gW+#g local S,dn=iv and not bx(a,'l')and 2 or 1,{}if#g>0 and(iw or S==2)then dn=ce(y,2,g,S)end for b,d in ipairs(g)do local cZ,l,fI=nil,dn[b*S]or nil,nil fx=B>=cY or dl>=it if not fx then if S==2 then cZ=dn[b*2-1]or''dl=dl+#cZ end fI,cZ=jG(d,fu[b],l,cZ)fx=fI==nil end if fx then eb=false break end ea,dB,io=ea+1,d,fu[b]if fI then B=B+1 v[B]='\\n'..fu[b]..' '..d if iy=='jobs'then dw[B*2]=cZ or iz(d)dw[B*2+1]=l or redis.call('HGET',y[2+aV(d)],'\\t'..d)or''end end end end if iy=='count'then v={'\\n'..bh(B)}end dw[1]='ok\\n'..bh(a.now)..' '..redis.call('ZCARD',cN)..' '..bh(ea)..' '..bh(fC)..' '..(eb and'-'or io)..' '..dB..table.concat(v)return dw",
  ],
);

/** 80 bytes. */
export const storeCursor = /* @__PURE__ */ script(
  "storeCursor",
  ["rounds"],
  ["kind", "cursor"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hM=KEYS[1]local fj,fg=ARGV[1],ARGV[2]redis.call('HSET',hM,fj,fg)return'ok'",
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

/** 24923 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ft=KEYS local gw={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local ey,hq=ARGV[8],ARGV[9]local eg=ARGV ",
    $digits,
    "local ae='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bH(q)return string.sub(ae,q*2+1,q*2+2)end ",
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
    "local function bf(l,eh)l.isUnused=eh=='g'if eh=='b'or eh=='p'then local eU,eV=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if eh=='p'then eU=eU+1 else eV=eV+1 end l.postponed,l.unfinished=bh(eU),bh(eV)if eh=='p'then l.isUnused=eU<=1000 else l.isUnused=eV%10~=0 end end if l.isUnused then l.released=bh(l.released+1)end end local function aY(a,e,eh,l,ib)if eh=='c'or eh=='k'then return'c','C','completed',nil end bf(l,eh)if l.isUnused and eh~='p'then return'r','W','released',nil end if eh=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if eh=='b'or ib=='0'then return'r','W','retried',a.tick end return'd','W','retried',bw(a,e.delayed,a.now+ib)end local function bK(a,e,d,l,H)local cV,hj=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cs(a,e.ready,d,cV)elseif cV then bJ(a,'ready',d)end if H=='f'then cs(a,e.failed,d,hj)elseif hj then bJ(a,'failed',d)end if cV and l.expiresAt~='0'then if H=='r'or H=='d'then cs(a,e.expiring,d,l.expiresAt)else bJ(a,'expiring',d)end end return hj end local function bl(a,d,l,H,eh,t)local il=H=='r'or H=='d'if H=='r'then bk(a,'ready',l.place,d)a.readied=a.readied+1 elseif H=='d'then bk(a,'delayed',bi(t,ca(l.place)),d)a.sooner=true bN(a,cx(t))elseif H=='f'then bk(a,'failed',bh(a.now),d)elseif eh=='k'then bk(a,'done',bh(a.now),d)end if il and l.expiresAt~='0'then bk(a,'expiring',l.expiresAt,d)bN(a,tonumber(l.expiresAt))end return not il and eh~='c'end local function ct(a,e,y,N,eg,A,ft,hl)local g,dA,iC,df,gd,T={},{},{},0,false,nil local gP,p,eu,ig=bx(a,'l'),0,false,false for ef=A,#eg,4 do g[#g+1]=string.sub(eg[ef+1],19)end local Y,M,cJ=ce(y,N,g,1)local ge=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,n,ef=g[b],Y[b],M or cJ[b],A+b*4-4 local eh,ek,gM,fr=eg[ef],eg[ef+1],eg[ef+2],eg[ef+3]local ie=j and string.sub(j,2,18)==string.sub(ek,2,18)local H,V,l=iC[d],'stale',nil if H=='W'and not ie then H='A'end if not H and(not ie or not string.find(j,'^[LE]'))then H,T=cu(j,ek,T,e,g,b)end if not H and gP then p=p+redis.call('HSTRLEN',n,d)eu=eu or ig and p>32000000 end if eu then H,V='M',nil end if not H then if eh=='c'then l={expiresAt='-'}else l=bX(j)end H=not l and'U'end if not H then local cN,t H,cN,V,t=aY(a,e,eh,l,gM)iC[d],ig=cN,true if t then l.place=bY(ca(l.place),t)end if H=='c'and gM~=''then a.results=aT(a.results,ft[hl],'C '..bh(a.now)..' '..gM)end if ge[b]then bJ(a,'leased',d)elseif bK(a,e,d,l,H)then gd=true if H=='f'then V=nil end end if bl(a,d,l,H,eh,t)then df=df+1 end if eh=='c'then ck(a,n,d,j)aL(a,d,'C')else if fr~=''and not l.isUnused then l.lines=cA(l.lines,bh(a.now),l.attempt,fr)end co(a,n,'\\t'..d,bu(l,cN),j)end end if gM~=''and(eh=='c'or eh=='k')then hl=hl+1 end if V=='completed'then a.completed=bh(a.completed+1)elseif V then bd(a,V,1)end dA[b]=H end return table.concat(dA),df,gd,eu end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bA(a,d)if not a.isFinished then a.isFinished={}for X,jl in ipairs(a.finished)do a.isFinished[jl]=true end end return a.isFinished[d]end local function bI(a,e,y,N,gv,eN)local fe,ew,A,fw,dY,dt,gt local de,ea,dl,fx=0,0,0,false local hO local jY,iN=' '..gv.max..' 0','\\n'..gv.worker repeat local g if ea==0 then g=redis.call('ZRANGE',e.ready,'0',gv.count)else g=redis.call('ZRANGE',e.ready,bh(ea),bh(ea+eN-de))end local p,gx=#g,eN-de dt=p>gx if dt then p=gx end if bx(a,'l')and(p>1 or ea>0)then local gi=be(y,N,g,p,dl)if gi==0 and ea==0 then gi=1 end fx=gi<p p=gi dt=dt or fx end for b=#g,p+1,-1 do g[b]=nil end if p>0 then local B,M,cJ,x if p==1 then local q=aV(g[1])M,x=y[N+q],{g[1],'\\t'..g[1]}B=redis.call('HMGET',M,x[1],x[2])else B,M,cJ,x=ce(y,N,g,2)end local c=M and a.writes and a.writes[M]or nil if not dY then fw=a.now+gv.duration dY=bh(fw)end for b=1,p do local d,cZ,l=g[b],B[b*2-1],B[b*2]local n,dq,eL,hS=M or cJ[b],'0',nil,jY if cZ and string.byte(cZ,17)~=58 then local q,fn=string.match(cZ,'^(%d+)([^:]*)')if#(q or'')~=16 then eL,fn=bY(5,0),''end dq=string.match(fn,' x(%d+)')or dq hS=' '..(string.match(fn,' m(%d+)')or gv.max)..' '..dq if e.delayed and dq~='0'then a.from.expiring=aS(a.from.expiring,d)end end if not e.delayed and(not cZ or dq~='0')then gt=true end if not e.delayed and l and a.finished and string.byte(l)==76 then local jm=bA(a,d)gt=gt or jm end if e.delayed and(not cZ or dq~='0'and dq-a.now<=0)then ck(a,n,d,l)if cZ then bd(a,'expired',1)aL(a,d,'E')dl=dl+#cZ end elseif cZ then de=de+1 local t,dC=a.tick+de,nil if p==1 then dC=string.format('%015d',t)else local eA=t%100 if eA==0 or not hO then hO=string.format('%013d',(t-eA)/100)end dC=hO..bH(eA)end local o,cR,es=d,x[b*2],nil if l then local ei,iW,cV,eH,v=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')ei,v=bh((ei or 0)+1),v or'\\n'o=ei..'\\t'..d es='L '..dC..' '..ei..' '..(iW or'0')..' '..(cV or eL or string.sub(cZ,1,16))..hS..(eH or'')..iN..v a.histories=aS(a.histories,'H'..v)else es='L '..dC..' 1 0 '..(eL or string.sub(cZ,1,16))..hS..iN..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#es<=#l then co(a,n,cR,es,l)else if l then cs(a,n,cR,l)end if M then c=aT(c,cR,es)else cE(a,n,cR,es)end end if de==1 then fe,ew,A,a.to.leased=o,cZ,dC,{dY,d}else if de==2 then fe,ew={fe},{ew}end fe[de],ew[de]=o,cZ cc(a.to.leased,dY,d)end dl=dl+#cZ a.lastTick=dC end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end ea=ea+p until gt or not dt or fx or de>=eN or ea-de>=1000 if ea>0 then a.popped=ea==1 and'0'or bh(ea-1)end if de>0 then a.tick=a.tick+de a.leased=bh(a.leased+de)if fw-a.due<0 then a.due=dY end if de>15 then cc(a.to.leased,'+inf',aB)a.isLong=true end end return fe,ew,de,A,dY,dt,gt end ",
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
    "local function bt(a,dA,fe,de,dC,dY,dt)if de>1 then fe=table.concat(fe,'\\n')end return dA..'\\n- '..dY..(dt and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dC..'\\n'..fe end local function bv(a,dA,db,dt)return dA..'\\n'..bh(a.now)..(dt and' - 1 'or' - 0 ')..db..' -'..a.flags..' -'end local function cB(a,cI,ew,de)if not ew then return'ok\\n'..cI end if de==1 and not a.histories and#ew<4000 then return'ok\\n'..cI..'\\n\\n'..ew end if de==1 then ew={ew}end table.insert(ew,1,'ok\\n'..cI)if a.histories then for X,hs in ipairs(a.histories)do ew[#ew+1]=hs end end return ew end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bR(e.meta)local du=bV(a,i)if du then return du end a.frees=true local iD,gy,fK=eg[10]~=nil,gw.count~='0',a.now-a.due>=0 local eN=bx(a,'p')and 0 or tonumber(gw.count)local o=bz(a)local dA,cI,ew,de,ec,eQ='-',nil,nil,0,false,0 local function fd(eM,cM)local f local gR=iD or de>0 or i.number~='0'if eM then f=aZ(a,e,i,gR and cM)end if f then cm(a,o)else cC(a,e)o=bz(a)if cM and eM then a.before=i.number..'\\n'..cM end cI=cM or cI end cl(a)return f end local function iB()local X,df,gd,eu,eb dA,df,gd,eu=ct(a,e,y,12,eg,10,ft,29)if a.results then a.resultTtl=string.match(ey,'%S+$')end if df>0 and not gd then X,X,eb=cy(a,e,y,12,ey,df*2+8)end eQ=(eb or gd)and df or 0 if eu then gy=false end return not a.isNew or string.find(dA,'%l')~=nil end local function jB(eM,hn)local fe,dC,dY,dt if fK then a.due=bS(e)eM=not a.isNew dt=a.now-a.due>=0 end if eN>0 then fe,ew,de,dC,dY,dt=bI(a,e,y,12,gw,eN)dt=dt or a.now-a.due>=0 ec=not dt end if not a.isNew and(de==0 or hq~='')then local jx=aN(a)eM=eM or jx or i.number~='0'end if de>0 then return true,bt(a,dA,fe,de,dC,dY,dt)end local db=hn and a.due or bS(e)return eM or a.popped,bv(a,dA,db,dt)end local function ip(eM,hn)local jt,cM=jB(eM,hn)local f=fd(jt,cM)if f then de,ew,ec=0,nil,false end return f end local function iI(q)if q==0 then return end cy(a,e,y,12,ey,q*2+8)fd(a.from.done or a.from.failed)end local jv=gy if iD then local eM,f=iB(),nil if gy and not fK and a.readied==0 and not a.from.ready then gy=false f=ip(eM,true)if f then eM=iB()end end if not cI then f=fd(eM,bv(a,dA,'-',jv))if f then return f end end end if gy then if fK then local hp=math.min(1000,10+eN*2)local X,B=cj(a,e,y,12,hp)fd(B>0)local gX,dQ=cg(a,e,y,12,hp)local b,eb if dQ>0 then b,b,eb=cy(a,e,y,12,ey,dQ*2+8)end local f=fd(gX>0)if eb and not f then iI(dQ)end local gV=cb(a,e,hp)fd(gV>0)end local f=ip(false,false)if not cI then return f end end iI(eQ)a.readied=a.readied-de local jw,eE=a.readied>0 or a.sooner,false if jw then eE=by(a)elseif ec and(de>0 or fK)then eE=bx(a,'h')end if eE then cz(a,ec)end if hq~=''and not a.isNew then if hq=='p'then redis.pcall('HSET',e.meta,'policy',ey)end if gw.worker~=''then bU(e.workers,gw.worker,a.now)end cr(a,e,120000,10000)local hH=bD(a)if not hH and cI then cI=string.gsub(cI,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cB(a,cI or bv(a,dA,'-',false),ew,de)",
  ],
);

/** 2581 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fy,fD=unpack(KEYS,1,3)local y=KEYS local w,gq,eX=unpack(ARGV,1,3)local dm=tonumber(gq)local cY=tonumber(eX)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bR(Z)local cH=bW(a,w)if cH then return cH end local ge=redis.call('ZRANGE',fy,bh(dm),bh(dm+cY-1),'WITHSCORES')local dw={'ok',bh(a.now)..' '..(#ge<cY*2 and'-'or bh(dm+cY))}local fV=dm==0 and redis.call('ZRANGE',fD,'0','999','WITHSCORES')or{}for b=1,#fV,2 do dw[#dw+1]='W '..fV[b+1]..' '..fV[b]end local g={}for b=1,#ge,2 do g[#g+1]=ge[b]end if#g>0 then local Y=ce(y,3,g,1)for b,d in ipairs(g)do local dC,fb=string.match(Y[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dw[#dw+1]='H '..ge[b*2]..' '..(dC or'0')..' '..d dw[#dw+1]='-'..(fb or'')end end return table.concat(dw,'\\n')",
  ],
);
