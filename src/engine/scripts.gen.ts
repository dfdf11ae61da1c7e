// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bq(p)return string.format('%d',p)end ";
const $readClock = "local function cn(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local O,D=r[1]+0,r[2]+0 return O*1000+(D-D%1000)/1000,(O-1600000000)*1000000+D end end local I=tonumber(string.match(w,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function cc(eH,w)return bq(math.max(cn(w),(redis.call('ZSCORE',eH,'')or 0)+1))end ";
const $bucketOfBytes = "local function be(d)local dh=#d for b=1,#d,8 do local J,K,dY,dZ,ea,eb,ee,ef=string.byte(d,b,b+7)dh=(dh*31+J+(K or 0)*3+(dY or 0)*5+(dZ or 0)*7+(ea or 0)*11+(eb or 0)*13+(ee or 0)*17+(ef or 0)*19)%65521 end return dh%16+1 end ";
const $bucketOf = "local function bd(d)local C,G=string.byte(d,1,2)if C==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return be(d)end ";
const $declaredBuckets = "local function bp(e,C,eG)local z={}for b=1,#eG do z[tonumber(string.sub(eG,b,b),16)+1]=e[C+b-1]end return z end ";
const $readJobs = "local function co(z,P,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local M=bd(g[1])local dL=bd(g[#g])if M==dL then local A,dl=nil,S==2 if dl then A=redis.call('HMGET',z[P+M],unpack(x))for b=1,#g do if not A[b*2-1]then dl=false break end end end if dl then return A,z[P+M],nil,x end end local cW,dz,y,dm={},{},{},{}for b=1,#g do local p=bd(g[b])local m=z[P+p]cW[b]=m if not y[m]then y[m],dm[m]={},{}end local c,dd=y[m],dm[m]for Q=(b-1)*S+1,b*S do local q=#c+1 c[q],dd[q]=x[Q],Q end end for m,c in pairs(y)do local A,dd=redis.call('HMGET',m,unpack(c)),dm[m]for Q=1,#c do dz[dd[Q]]=A[Q]end end return dz,nil,cW,x end ";
const $pushPair = "local function cl(c,J,K)local q=#c c[q+1],c[q+2]=J,K end ";
const $appendPair = "local function bb(c,J,K)if not c then return{J,K}end cl(c,J,K)return c end ";
const $append = "local function ba(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function bV(y,s)local c=y[s]if not c then c={}y[s]=c end return c end ";
const $HEAD_PATTERN = "local ai='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'";
const $NEW_HEAD = "local aF='2  0 0 0 0 0 0||'";
const $PADDING = "local aG='-----------------------------------------------------------------'";
const $newUnit = "local function ca(Z)return{meta=Z,readied=0,to={},from={}}end ";
const $openUnit = "local function cf(a,w)local o=redis.call('HGET',a.meta,'head')local t,B a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,a.waits,a.runTimes=string.match(o or aF,ai)a.isNew,a.head=not o,o if not t or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,B=cn(w)a.tick=t+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function ce(a,i)local cU=cf(a,i.times)if cU then return cU end local j=redis.call('HGET',i.replies,i.lane)if j then local p=string.match(j,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bG(a,dK)return a.flags~=''and string.find(a.flags,dK,1,true)~=nil end ";
const $count = "local function bm(a,V,dX)if not a.totals then a.totals={}end a.totals[V]=(a.totals[V]or 0)+dX end ";
const $leave = "local function bS(a,l,d)a.from[l]=ba(a.from[l],d)end ";
const $saveOld = "local function cE(a,s,dg,j)if not a.old then a.old={}end a.old[s..dg]=j end ";
const $removeJob = "local function cv(a,m,d,k)if not a.drops then a.drops={}end local c=bV(a.drops,m)c[#c+1]=d if k then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aR(a,d,H)a.endings=bb(a.endings,d,H)end ";
const $limitFreed = "local function bU(a,z,P,g,fS)local dC,q=0,#g if bG(a,'l')then for b=1,q do local p=bd(g[b])dC=dC+redis.call('HSTRLEN',z[P+p],g[b])if dC>64000000 and b>fS then for Q=q,b,-1 do g[Q]=nil end break end end end return#g<q end ";
const $beginEndings = "local function bc(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cB(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bc(a,e)end ";
const $writeEndings = "local function cO(a,e)if not a.finished and not a.endings then return end local c,t,eu={},a.lastTick if a.finished then local eK='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eK end eu=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cl(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then eu=redis.call('EXISTS',e.endings)==0 end if eu then bc(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eu and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cB(a,e)end end ";
const $EVENT_LETTERS = "local ah={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bA(a,e)local u,L,dD={},{},{}local T,r=a.endings or{},bq(a.now)for Y,d in ipairs(a.from.done or{})do dD[d]=true end for b=1,#T,2 do local d,H=T[b],a.from.state and'P'or T[b+1]if H~='F'and(H~='C'or not dD[d])then u[#u+1]=H..d end end for Y,l in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[l]or{}for b=2,#c,2 do local d=c[b]if d~=aG and not(a.old and a.old[e[l]..d])then u[#u+1]=ah[l]..d end end end local C,q=1,0 for b=1,#u do q=q+#u[b]+1 if q>8000 or b==#u then L[#L+1]=r..'\\n'..table.concat(u,'\\n',C,b)C,q=b+1,0 end end return L end ";
const $writeEvents = "local function cP(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dv,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,X in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',dv,bq(j+b)..'-0','e',X)end end ";
const $isRefused = "local function bL(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bB(a)local cS=(a.runsMore or 0)-(a.runsLess or 0)if cS~=0 then a.runs=bq(math.max(0,a.runs+cS))end a.lastTick=a.lastTick or bq(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.waits..'|'..a.runTimes end ";
const $addTotals = "local function aZ(a)local cT={}if not a.fields then a.fields={}end for v in pairs(a.totals)do cT[#cT+1]=v end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(cT)))do local v=cT[b]local V=bq((E or 0)+a.totals[v])cl(a.fields,v,V)cE(a,a.meta,v,E)end end ";
const $writeFields = "local function cR(a,y)local f for s,c in pairs(y)do if not f then local h=redis.pcall('HSET',s,unpack(c))if bL(h)then f=h end end end return f end ";
const $revert = "local function cy(y,dy,dg,eh,dj)for s,c in pairs(y)do for b=1,#c,2 do local v=c[b+dg]local j=dy[s..v]if not j then redis.pcall(eh,s,v)elseif dj=='ZADD'then redis.pcall(dj,s,j,v)else redis.pcall(dj,s,v,j)end end end end ";
const $commit = "local function bh(a,e,i,cX)local o=bB(a)local N if e.events and bG(a,'e')then N=bA(a,e)if#N>0 then bm(a,'recorded',#N)end end if a.totals then aZ(a)end local F=cX and i.number..'\\n'..cX local di=F and a.before and#F<=#a.before local f for Y=1,2 do f=nil for l,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[l],unpack(c))if bL(h)then f=h end end end if a.writes and not f then f=cR(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if F and not di and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bL(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bL(h)then f=h end end if a.rewrites and not f then f=cR(a,a.rewrites)end if di and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bL(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dG={}for l,c in pairs(a.to)do dG[e[l]]=c end cE(a,a.meta,'head',a.head)cy(a.rewrites or{},a.old,0,'HDEL','HSET')cy({[a.meta]=bb(a.fields,'head',o)},a.old,0,'HDEL','HSET')if F and not di and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cy(a.writes or{},a.old,0,'HDEL','HSET')cy(dG,a.old,1,'ZREM','ZADD')return f end a.head=o if cX and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for l,c in pairs(a.from)do redis.pcall('ZREM',e[l],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aG)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for s,c in pairs(a.drops)do redis.pcall('HDEL',s,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and N then cP(a,e,N)end return nil end ";
const $NEVER = "local aE='9999999999999'";
const $enter = "local function bt(a,l,R,d)a.to[l]=bb(a.to[l],R,d)end ";
const $lowerDue = "local function bW(a,r)if r-a.due<0 then a.due=bq(r)end end ";
const $rewriteField = "local function cz(a,m,dc,E,j)cE(a,m,dc,j)if#E>#j then if not a.writes then a.writes={}end cl(bV(a.writes,m),dc,E)else if not a.rewrites then a.rewrites={}end cl(bV(a.rewrites,m),dc,E)end end ";
const $placeOf = "local function ch(dS,t)return string.format('%016d',dS*900000000000000+t)end ";
const $lastDueScore = "local function bN(r)return bq((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cI(R)return(R-R%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function ci(R)local dS=R%10 return ch(dS,(R-dS)/10)end ";
const $parseRun = "local function cg(k)local da,dM,et,fF,cZ,ep,dw,eY,eZ,u=string.match(k or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=da,fence=dM,attempt=et,released=fF,place=cZ,max=ep,expiresAt=dw,postponed=eY,unfinished=eZ,lines=u}end ";
const $formatRun = "local function bD(k,da)local el=k.postponed==''and''or' '..k.postponed..' '..k.unfinished return table.concat({da,k.fence,k.attempt,k.released,k.place,k.max,k.expiresAt},' ')..el..k.lines end ";
const $withError = "local function cM(u,I,et,fM)local j,eB=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,eB='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end eB=string.gsub(eB,'\\t[^\\n]*','')..'\\n'..I..' '..et..' '..fM local eI,dA={},1 repeat eI[#eI+1]=dA dA=string.find(eB,'\\n',dA+1)until not dA local C=math.max(1,#eI-5+1)while C<#eI and#eB-eI[C]>=800 do C=C+1 end return j..string.sub(eB,eI[C])end ";
const $removeExpired = "local function cu(a,e,z,P,dq)local g=redis.call('ZRANGE',e.expiring,'-inf',bq(a.now),'BYSCORE','LIMIT','0',bq(dq))local eL=bU(a,z,P,g,1)local fh=0 if#g>0 then local cS,M,cW=co(z,P,g,1)local gY,gJ=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gY[b]or gJ[b]then fh=fh+1 cv(a,M or cW[b],d,cS[b])aR(a,d,'E')if gY[b]then bS(a,'ready',d)end if gJ[b]then bS(a,'delayed',d)end end end a.from.expiring=g if fh>0 then bm(a,'expired',fh)end end return fh,#g,eL end ";
const $reclaimJob = "local function cr(a,e,m,d,j,da,gZ)local k,fk=cg(j),da local fi=k and k.attempt-k.released>=tonumber(k.max)if fi then bt(a,'failed',bq(a.now),d)k.lines=cM(k.lines,bq(a.now),k.attempt,gZ)fk=da=='L'and'E'or'F'bm(a,'failed',1)else bt(a,'ready',k and k.place or ch(5,0),d)a.readied=a.readied+1 if k and k.expiresAt~='0'then bt(a,'expiring',k.expiresAt,d)bW(a,tonumber(k.expiresAt))end bm(a,'reclaimed',1)end if k and fk~='L'then cz(a,m,'\\t'..d,bD(k,fk),j)end bS(a,'leased',d)return fi end ";
const $reclaimExpired = "local function cq(a,e,z,P,dq)local g=redis.call('ZRANGE',e.leased,'-inf',bq(a.now),'BYSCORE','LIMIT','0',bq(dq))local ek=0 if#g>0 then local cS,M,cW=co(z,P,g,1)for b=1,#g do local fi=cr(a,e,M or cW[b],g[b],cS[b],'L','\"lease expired\"')if fi then ek=ek+1 end end end return#g,ek end ";
const $promoteDue = "local function ck(a,e,dq)local dp=redis.call('ZRANGE',e.delayed,'-inf',bN(a.now),'BYSCORE','LIMIT','0',bq(dq),'WITHSCORES')for b=1,#dp,2 do local cZ=ci(dp[b+1])bt(a,'ready',cZ,dp[b])bS(a,'delayed',dp[b])end a.readied=a.readied+#dp/2 return#dp/2 end ";
const $nextDue = "local function cb(e)local r=aE for Y,l in ipairs({'leased','delayed','expiring'})do local R=redis.call('ZRANGE',e[l],'0','0','WITHSCORES')[2]if R and l=='delayed'then R=cI(R)end if R and R-r<0 then r=R end end return bq(r)end ";
const $trimEnded = "local function cK(a,e,z,P,eR,dq)local eF,ep={},math.min(1000,dq)eF.doneAge,eF.doneCount,eF.failedAge,eF.failedCount=string.match(eR,'^(%S+) (%S+) (%S+) (%S+)')local g,gf,fn,fy,dJ,er={},{},0,0,false,false for Y,l in ipairs({'done','failed'})do local ff,dv,dy=tonumber(eF[l..'Age']),tonumber(eF[l..'Count']),{}if ff then dy=redis.call('ZRANGE',e[l],'-inf',bq(a.now-ff),'BYSCORE','LIMIT','0',bq(ep))end local dd=#(a.to[l]or{})/2 fy=fy+dd if dv then local q=redis.call('ZCARD',e[l])local fg=q+dd-dv er=er or fg>q if fg>#dy then dy=redis.call('ZRANGE',e[l],'0',bq(math.min(fg,ep)-1))end end dJ=dJ or#dy>=ep for b=1,#dy do g[#g+1]=dy[b]gf[#g]=l end end if#g>0 then local eL=bU(a,z,P,g,fy+1)dJ=dJ or eL local fE={}for Y,l in ipairs({'ready','delayed','leased'})do for b,R in ipairs(redis.call('ZMSCORE',e[l],unpack(g)))do fE[b]=fE[b]or R end end local cS,M,cW=co(z,P,g,1)for b=1,#g do local d,fA=g[b],gf[b]=='failed'if fA then bS(a,'failed',d)else bS(a,'done',d)end if not fE[b]then fn=fn+1 cv(a,M or cW[b],d,cS[b])aR(a,d,fA and'F'or'C')if fA then bm(a,'purged',1)end end end end return fn,dJ,er end ";
const $rotateOldEndings = "local function cC(a,e,ff,hZ)local q=redis.call('HLEN',e.endings)if q<hZ then return end local fc=redis.call('HGET',e.endings,'')if not fc then bc(a,e)end if q>=1000000 or fc and a.now-fc>ff then cB(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cw(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bI(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,waits=a.waits,runTimes=a.runTimes,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cx(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.waits,a.runTimes=o.waits,o.runTimes end ";
const $hasListeners = "local function bH(a)if a.flags~='h'and not bG(a,'h')then return a.isNew end if bG(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cL(a,eo)local dp='-'if a.due~=aE then dp=bq(math.max(0,a.due-a.now))end local p=eo and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bq(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dp)end ";
const $timeOfTick = "local function cJ(t)return(t-t%1000)/1000+1600000000000 end ";
const $priorityOf = "local function cj(cZ)return(cZ-cZ%900000000000000)/900000000000000 end ";
const $dueScore = "local function br(t,dS)return bq(t*10+dS)end ";
const $freeTickAt = "local function bF(a,fr,r)if not a.ticks then a.ticks={}end local fU,C,t={},(r-1600000000000)*1000,nil for b=1,1000 do fU[b]=C local dx=a.ticks[C]if not dx then local dA,fV=bq(C*10),bq(C*10+9999)local R=redis.call('ZRANGE',fr,fV,dA,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dx=R and(R-R%10)/10 or C-1 end if dx<C+999 then t=dx+1 break end C=math.max(C+1000,dx-dx%1000)end t=t or C for Y,it in ipairs(fU)do a.ticks[it]=t end return t end ";
const $addListener = "local function aU(a)local j=redis.call('HGET',a.meta,'heard')local gp=bG(a,'h')and j or'0'if gp-a.now>300000 then return false end if not bG(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cl(a.fields,'heard',bq(a.now+600000))cE(a,a.meta,'heard',j)return true end ";
const $flagLarge = "local function bz(a,gA)if#gA>2000 and not bG(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bM(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bO(e,g)local A=redis.call('HMGET',e.endings,unpack(g))for b,eK in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do A[b]=A[b]or eK end return A end ";
const $staleReason = "local function cG(k,ez,T,e,g,b)if not k then T=T or bO(e,g)return string.sub(T[b]or'U',1,1),T end local da,dM=string.match(k,'^(%a) (%d+)')if da=='E'then return'F',T end if da=='L'or da=='W'and dM~=string.sub(ez,3,17)then return'A',T end return da or'U',T end ";
const $isHeld = "local function bK(k,ez)return k and string.find(k,'^[LE]')and string.sub(k,2,18)==string.sub(ez,2,18)end ";
const $extendLease = "local function bx(a,e,m,d,k,j,em)bt(a,'leased',bq(em),d)bW(a,em)if j and em-j<0 then a.sooner=true end if j then cE(a,e.leased,d,j)elseif string.sub(k,1,1)=='E'then bS(a,'failed',d)cz(a,m,'\\t'..d,'L'..string.sub(k,2),k)else bS(a,'ready',d)bS(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local al='-1001'";
const $noteWorker = "local function cd(fW,fo,I)if redis.pcall('ZADD',fW,bq(I),fo)==1 then redis.call('ZREMRANGEBYRANK',fW,'0',al)end end ";
const $countReadable = "local function bn(z,P,g,q,dC)local p=0 for b=1,q do local hR=bd(g[b])dC=dC+redis.call('HSTRLEN',z[P+hR],g[b])if dC>2000000 then break end p=b end return p end ";
const $writeField = "local function cQ(a,m,dc,E)if not a.writes then a.writes={}end cl(bV(a.writes,m),dc,E)end ";
const $rewriteRun = "local function cA(a,m,d,k,cZ,fB)local es=cg(k)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}es.place=cZ if fB then es.attempt,es.released,es.postponed='0','0',''end local eA=bD(es,'W')if k then cz(a,m,'\\t'..d,eA,k)else cQ(a,m,'\\t'..d,eA)a.runsMore=(a.runsMore or 0)+1 end return es.expiresAt end ";
const $makeReady = "local function bX(a,m,d,k,cZ,fB)local dw=cA(a,m,d,k,cZ,fB)bt(a,'ready',cZ,d)a.readied=a.readied+1 return dw end ";
const $REPORT_SUFFIX = "local aK=':report'";
const $redriveJob = "local function ct(a,m,d,k,dS)a.tick=a.tick+1 local dw=bX(a,m,d,k,ch(dS,a.tick),true)if dw~='0'then bt(a,'expiring',dw,d)bW(a,tonumber(dw))end end ";
const $commitRedriven = "local function bi(a,e,i,g)if#g>0 then a.from.failed=g bm(a,'redriven',#g)end local X=#g..' '..redis.call('ZCARD',e.failed)-#g local eQ,f=a.readied>0 and bH(a),nil if#g>0 or not a.isNew then f=bh(a,e,i,X)end if f then return f end if eQ then cL(a)end return'ok\\n'..X end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eU=KEYS[1],KEYS[2]local v,w,fL=unpack(ARGV,1,3)local iV,iW=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hn,dc=not redis.call('ZSCORE',eH,v),'\\t'..fL local dk=redis.call('HGET',eU,dc)local kE=redis.call('ZCARD',eH)if hn and iV and kE-1>=iV then return'full\\nmaxQueues'end if hn and iW and(dk or 0)-iW>=0 then return'full\\nmaxQueuesOfMaker'end local gg=cc(eH,w)if hn then redis.call('HSET',eU,v,fL,dc,bq((dk or 0)+1))end local h=redis.pcall('ZADD',eH,gg,'',gg,v)if type(h)=='table'then if hn then redis.call('HDEL',eU,v)if dk then redis.call('HSET',eU,dc,dk)else redis.call('HDEL',eU,dc)end end return h end return'ok'",
  ],
);

/** 9547 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fZ=KEYS local eG,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local iA={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local z,dO,eP,gG=bp(fZ,12,eG),{},{},0 bU(a,z,0,g,1)for b in ipairs(g)do dO[b]='U'end for Y,l in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[l],unpack(g)))do if R then local d=g[b]if not eP[d]then dO[b],eP[d]=iA[l],iA[l]end if string.find(eP[d],'%l')then bS(a,l,d)end end end end local cS,M,cW=co(z,0,g,1)for b,d in ipairs(g)do if string.find(dO[b],'%l')then cv(a,M or cW[b],d,cS[b])aR(a,d,'X')bS(a,'expiring',d)gG=gG+1 end end if gG>0 then bm(a,'cancelled',gG)end local X=table.concat(dO)local f if gG>0 or not a.isNew then f=bh(a,e,i,X)end if f then return f end cO(a,e)return'ok\\n'..X",
  ],
);

/** 16587 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fz=KEYS[15]local z=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fD,kN,eR=unpack(ARGV,4,6)local dq=tonumber(fD)",
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
    "local function cm(c,fw,kr,ff)redis.pcall('LPUSH',c,fw)redis.pcall('LTRIM',c,'0',bq(kr-1))redis.pcall('PEXPIRE',c,bq(ff))end local function cD(a,e)local dA,fV,dL=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if fV and a.now-fV<30000 then return end local fw={}for Y,l in ipairs({'ready','delayed','leased','failed','done'})do fw[#fw+1]=redis.call('ZCARD',e[l])end local gE=redis.call('HMGET',a.meta,'failed','retried')fw[6],fw[7],fw[8],fw[9]=a.enqueued,a.leased,a.completed,gE[1]or'0'fw[10]=(gE[2]or'0')..'|'..a.waits..'|'..a.runTimes local X,I=table.concat(fw,' '),bq(a.now)if X==dL and a.now-fV<150000 then redis.pcall('LSET',e.history,'0',dA..' '..I..' '..X)return end X=I..' '..I..' '..X cm(e.history,X,1440,86400000)if not fV or math.floor(fV/3600000)<math.floor(a.now/3600000)then cm(e.hours,X,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jx='- - 2592000000 100000'local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local gd=a.now-a.due>=0 if eR==''then eR=redis.call('HGET',e.meta,'policy')or jx end local o=bI(a)local gW,dJ,hv=0,false,nil local function fp(eJ,cX,p,hW)local f if eJ then f=bh(a,e,i,cX)end if f then cx(a,o)hv,p=f,0 else cO(a,e)o=bI(a)gW,dJ=gW+p,dJ or hW end cw(a)return p end local fh,hu,ek,hs=0,0,0,0 if gd then local p,eq,eL=cu(a,e,z,15,dq)fh=fp(eq>0,nil,p,eL or eq>=dq)local gv,jV=cq(a,e,z,15,dq)gv=fp(gv>0,nil,gv,gv>=dq)ek=math.min(gv,jV)hu=gv-ek local dp=ck(a,e,dq)hs=fp(dp>0,nil,dp,dp>=dq)end local dD,hW=cK(a,e,z,15,eR,dq)local fn=fp(a.from.done or a.from.failed,nil,dD,hW)local gz=redis.call('ZRANGE',e.seen,'-inf',bq(a.now),'BYSCORE','LIMIT','0',bq(dq))if gz[1]then a.from.seen=gz end if gd then a.due=cb(e)end local jn=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bq(a.now-kN))dJ=dJ or#gz>=dq local X=table.concat({hu,ek,hs,fh,fn,jn,dJ and 1 or 0},' ')local hd=redis.call('HGET',fz,'running')if hd then X=X..' '..hd end local ho=gW+jn>0 and not a.isNew and not hv fp(ho or gz[1]or gd and not a.isNew,ho and X,0)if gW==0 then cC(a,e,86400000,1)end if a.readied>0 and bH(a)then cL(a)end if not a.isNew then cD(a,e)end if hv and gW==0 then return hv end return'ok\\n'..X",
  ],
);

/** 1721 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fN,fr,fK=unpack(KEYS,1,4)local ek,gH,fW=unpack(KEYS,5,7)local w,cT=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local dI={bq(a.now)}for Y,s in ipairs({fN,fr,fK,ek,gH,fW})do dI[#dI+1]=redis.call('ZCARD',s)end local fk=redis.call('ZRANGE',fN,'0','0','WITHSCORES')[2]dI[#dI+1]=fk and bq(cJ(fk%900000000000000))or'-'local gE=redis.call('HMGET',Z,unpack(cT))for b,V in ipairs(gE)do gE[b]=V or'0'end return'ok\\n'..table.concat(dI,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gE,' ')..'\\n'..bq(redis.call('ZCOUNT',fr,'-inf',bN(a.now)))..' '..bq(redis.call('ZCOUNT',fK,'-inf',bq(a.now)))..'\\n-'..a.waits..'\\n-'..a.runTimes",
  ],
);

/** 12779 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local z={unpack(KEYS,8,23)}local w,fD,jG=unpack(ARGV,1,3)local dq=tonumber(fD)",
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
    "local aO={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cp(a,z,g)local gK,cS={},{}if bG(a,'l')then local A,M,cW=co(z,0,g,1)for b,d in ipairs(g)do gK[b],cS[b]=redis.call('HSTRLEN',M or cW[b],d)>0,A[b]end else local A=co(z,0,g,2)for b in ipairs(g)do gK[b],cS[b]=A[b*2-1]and true,A[b*2]end end return gK,cS end local function cs(m,d,k)local cZ,dw=string.match(k or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',m,d)<100000 then local o=string.match(redis.call('HGET',m,d),'^[^:]*')cZ,dw=cZ or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dw end return cZ and#cZ==16 and cZ or ch(5,0),dw~='0'and dw end local function aY(e,l,d,R)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[l],R,d))=='number'end ",
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
    "local a=ca(e.meta)local cU=cf(a,w)if cU then return cU end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(z))==0 then return'ok\\n1 0 0 0 0 0 0'end local iD=redis.call('HGET',e.meta,'audit')local fd,fq=string.match(iD or'','^([1-9]%d*) (%d+)$')fd,fq=tonumber(fd)or 1,fq or'0'if fd>23 then fd=1 end if jG=='0'and fd==1 and fq=='0'then return'ok\\n1 0 0 0 0 0 0'end local ie,hG,hY,gr,gu,eq,is,dC,hL=0,0,0,0,0,0,0,0,false local function iq(jL,s,fa)local cX=redis.call(jL,s,fq,'COUNT',bq(fa))fq=cX[1]return cX[2]end local function hw(l,g)return redis.call('ZCARD',e[l])>0 and redis.call('ZMSCORE',e[l],unpack(g))or{}end local ks=(a.now-1600000000000)*1000+86400000000 local function iB(d,dw)if not dw then return true end bW(a,tonumber(dw))return aY(e,'expiring',d,dw)end local function kH(d,k)hY=hY+1 for Y,l in ipairs(aa)do redis.call('ZREM',e[l],d)end redis.call('ZREM',e.expiring,d)if k then redis.call('HDEL',z[bd(d)],'\\t'..d)a.runs=bq(math.max(0,a.runs-1))end end local function kk(d,k,l,gl)hG=hG+1 local fj for Y,jt in ipairs(aO[string.sub(k or'',1,1)]or aa)do fj=fj or gl[jt]and jt end fj=fj or l for Y,fb in ipairs(aa)do if fb~=fj then redis.call('ZREM',e[fb],d)end end return fj end local function jp(ey)local g,fx={},{}for b=1,#ey/2 do g[b],fx[b]=ey[b*2-1],ey[b*2]end return g,fx end local function jE(l,ey)local g,fx=jp(ey)if#g==0 then return 0 end local gK,cS=cp(a,z,g)local iL={}for Y,fb in ipairs(aa)do if fb~=l then iL[fb]=hw(fb,g)end end for b,d in ipairs(g)do local k,gl=cS[b],nil for fb,A in pairs(iL)do if A[b]then gl=gl or{[l]=true}gl[fb]=true end end if not gK[b]then kH(d,k)else local fj=gl and kk(d,k,l,gl)or l if fj=='leased'and not string.find(k or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cZ,dw=cs(z[bd(d)],d,nil)if iB(d,dw)and aY(e,'ready',d,cZ)then gr=gr+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=k and tonumber(string.match(k,'^%a (%d+)'))or 0 if l=='ready'then t=math.max(t,fx[b]%900000000000000-1000)end if t>a.tick and t<ks then a.tick=t gu=1 end end end return#g end local S=1 local function kL(m,fa)local hm,j=bG(a,'l'),dC if hm and fq=='0'and redis.call('HLEN',m)<=dq then return redis.call('HKEYS',m)end local ey,x=iq('HSCAN',m,hm and S or fa),{}for b=1,#ey,2 do local dc,q=ey[b],#ey[b+1]x[#x+1]=dc dC=dC+q if q>2100 and string.sub(dc,1,1)~='\\t'and not bG(a,'l')then a.flags=a.flags..'l'end end S=dC-j<100000 and S*2 or 1 return x end local function jD(m,x)local g={}for Y,dc in ipairs(x)do if string.sub(dc,1,1)~='\\t'then g[#g+1]=dc elseif redis.call('HEXISTS',m,string.sub(dc,2))==0 then gr=gr+1 redis.call('HDEL',m,dc)end end if#g==0 then return#x end local A={}for Y,l in ipairs(aa)do for b,R in ipairs(hw(l,g))do A[b]=A[b]or R end end for b,d in ipairs(g)do if not A[b]then local k=redis.call('HGET',m,'\\t'..d)local da=string.sub(k or'',1,1)local l,R,dw=da=='C'and'done',bq(a.now),nil if da=='F'or da=='E'then l='failed'end if not l then l='ready'R,dw=cs(m,d,k)local t=R%900000000000000 if cJ(t)>a.now then l,R='delayed',br(t,cj(R))bW(a,cJ(t))a.sooner=true end end if iB(d,dw)and aY(e,l,d,R)then ie=ie+1 if l=='ready'then a.readied=a.readied+1 end end end end return#x end local function jN()local x,gm=0,0 for b=1,16 do x=x+redis.call('HLEN',z[b])end for Y,l in ipairs(aa)do gm=gm+redis.call('ZCARD',e[l])end return x,gm end repeat local p=0 local fa=dq-eq if fd<=5 then p=jE(aa[fd],iq('ZSCAN',e[aa[fd]],fa))elseif fd<22 then local m=z[fd-5]p=jD(m,kL(m,fa))elseif fd==22 then local g=jp(iq('ZSCAN',e.expiring,fa))p=#g if p>0 then local fN,fr=hw('ready',g),hw('delayed',g)for b,d in ipairs(g)do if not fN[b]and not fr[b]then gr=gr+1 redis.call('ZREM',e.expiring,d)end end end else local x,gm=jN()if x-gm~=tonumber(a.runs)then a.runs=bq(math.max(0,x-gm))gu=gu+1 end local ga=a.completed+gm-redis.call('ZCARD',e.done)for Y,V in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do ga=ga+(V or 0)end if ga~=tonumber(a.enqueued)then a.enqueued=bq(ga)gu=gu+1 end fq='0'end eq,is=eq+p,is+math.max(p,dq/25)if fq=='0'then hL=fd==23 fd=fd%23+1 end until hL or is>=dq or dC>2000000 cE(a,e.meta,'audit',iD)a.fields={'audit',fd..' '..fq}local eQ=(a.readied>0 or a.sooner)and bH(a)local f=bh(a,e)if f then return f end if eQ then cL(a)end return'ok\\n'..table.concat({hL and 1 or 0,eq,ie,hG,hY,gr,gu},' ')",
  ],
);

/** 1893 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local kb=KEYS local hB={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=ca(Z)local dF=ce(a,i)if dF then return dF end if bG(a,'l')then for b=1,16 do local m,fb=z[2+b],kb[18+b]local q=redis.call('HLEN',m)if q>0 and q<=64 then redis.call('RENAME',m,fb)redis.call('PEXPIRE',fb,'1')end end end redis.call('UNLINK',unpack(hB))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 4160 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local s=unpack local o=redis.call local D=string.match local f=redis.pcall local z=string.sub local R=string.find local j=string.format local S=type local w,aw,cF,J=s(KEYS,1,4)local ad,al,az,cI=s(ARGV,1,4)local M=ARGV local br='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bs='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'local bt='9999999999999'local bu='2  0 0 0 0 0 0||'local aN=0 local be local h,P,aG,aC,aF,ag,aI,ap,aE,aD,t,y,K,u,an,r local F repeat local ae do local p=o('HGET',w,'head')local E,Y h,E,P,aG,aC,aF,ag,aI,ap=D(p or bu,bs)aE,aD=not p,p if not E or not p and o('HEXISTS',w,'layout')==1 then ae='other_layout'else repeat if string.byte(az)~=61 then local aB=f('TIME')if not aB.err then local ba,ax=aB[1]+0,aB[2]+0 t,Y=ba*1000+(ax-ax%1000)/1000,(ba-1600000000)*1000000+ax break end end local aW=tonumber(D(az,'%d+'))t,Y=aW,(aW-1600000000000)*1000 break until true y=E+0 if y<Y then y=Y end if Y<0 or y>=899000000000000 then ae='bad_clock'else ae=nil end end end if ae then F=ae break end local n=o('HGET',J,ad)if n then local g=D(n,'^%d+')if g==al then if not aE then f('HINCRBY',w,'replayed',1)end F='again\\n'..z(n,#g+2)break end if g-al>0 then F='late'break end elseif al=='0'and o('EXISTS',J)==1 then F='reused'break end K=n F=nil break until true if F then return F end if aE or h~=''and R(h,'e',1,true)~=nil then return'not_plain'end do local bV=cI*900000000000000 local ar=bV+y local cr=bV+(t+1-1600000000000)*1000 local bd,q,N,aA for bU=5,#M,2 do local l,cg=M[bU],M[bU+1]ar=ar+1 if#M==6 then N=j('%016d',ar)else local ai=ar%100 if ai==0 or not aA then aA=j('%014d',(ar-ai)/100)end N=aA..z(br,ai*2+1,ai*2+2)end local W=N..(ar>=cr and' c'..j('%d',t)..':'or':')..cg if#cg>2000 and not(h~=''and R(h,'l',1,true)~=nil)then h=h..'l'end if bd then do local a=bd local Q=N local d=#a a[d+1],a[d+2]=Q,l end do local a=q local d=#a a[d+1],a[d+2]=l,W end else bd,q={N,l},{l,W}end end be,u=bd,{[cF]=q}aN=#bd/2 y=y+aN aC=j('%d',aC+aN)end local bb if h~='h'and not(h~=''and R(h,'h',1,true)~=nil)then bb=aE else if h~=''and R(h,'p',1,true)~=nil then bb=false else if y%32~=0 or(o('HGET',w,'heard')or'0')-t>0 then bb=true else h=string.gsub(h,'h','')bb=false end end end local c do local p an=an or j('%d',y)p='2 '..h..' '..an..' '..P..' '..aG..' '..aC..' '..aF..' '..ag..'|'..aI..'|'..ap local H=al..'\\n-'local av=H and K and#H<=#K local a for bf=1,2 do a=nil if be then if not a then local b=f('ZADD',aw,s(be))if b~=0 and b~=1 and S(b)=='table'then a=b end end end if u and not a then do local B=u local b for v,d in pairs(B)do if not b then local e=f('HSET',v,s(d))if e~=0 and e~=1 and S(e)=='table'then b=e end end end a=b end end if H and not av and not a then local b=f('HSET',J,ad,H)if b~=0 and b~=1 and S(b)=='table'then a=b end end if not a then local b b=f('HSET',w,'head',p)do local aR do local d=b aR=d~=0 and d~=1 and S(d)=='table'end if aR then a=b end end end if av and not a then local b=f('HSET',J,ad,H)if b~=0 and b~=1 and S(b)=='table'then a=b end end if not a or true or z(a.err,1,3)~='OOM'then break end o('HDEL',w,'')end if a then local aT={}if be then aT[aw]=be end do local n=aD if not r then r={}end r[w..'head']=n end local function am(B,bE,bD,bH,ay)local bw=pairs local b=redis.pcall for v,d in bw(B)do for e=1,#d,2 do local aj=d[e+bD]local n=bE[v..aj]if not n then b(bH,v,aj)elseif ay=='ZADD'then b(ay,v,n,aj)else b(ay,v,aj,n)end end end end am({},r,0,'HDEL','HSET')local function by(b,Q,T)if not b then return{Q,T}end do local d=#b b[d+1],b[d+2]=Q,T end return b end am({[w]=by(nil,'head',p)},r,0,'HDEL','HSET')if H and not av and K then f('HSET',J,ad,K)end if H and not K then f('HDEL',J,ad)end am(u or{},r,0,'HDEL','HSET')am(aT,r,1,'ZREM','ZADD')c=a else aD=p if not K then f('PEXPIRE',J,D(az,'%d+$'))end c=nil end end if c then return c end if bb then do local aS='-'if P~=bt then aS=j('%d',math.max(0,P-t))end local g='-'if aN>0 then g=aN==1 and'1'or j('%d',aN)end f('PUBLISH',z(w,1,-5)..'wake',g..' '..aS)end end return'ok\\n-'",
  ],
);

/** 11170 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fZ=KEYS local eG,iU=ARGV[4],ARGV[5]local ej=ARGV ",
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
    "local aP={ready='R',delayed='D',leased='L',failed='F',done='C'}",
    $flagLarge,
    "local function cH(a,e,g)local iu={}for b,em in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if em and em-a.now>0 then iu[g[b]]='S'end cE(a,e.seen,g[b],em)end for Y,l in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[l],unpack(g)))do if R then iu[g[b]]=aP[l]end end end return iu end local function aS(a,e,z,ej,C)local gk,ex={},C while ej[ex]do local p,hf=string.match(ej[ex],'^%d (%d+) %S+ (%S+)')if hf~='-'then for b=1,p do gk[#gk+1]=ej[ex+b*2-1]end end ex=ex+p*2+1 end local gn,dO,fY={},{},{}if#gk>0 then gn=cH(a,e,gk)end ex=C while ej[ex]do local dS,p,jv,hf,ep,js,dd=string.match(ej[ex],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fu,hh=string.sub(jv,1,1),tonumber(string.sub(jv,2))for b=1,p do local d,gA=ej[ex+b*2-1],ej[ex+b*2]local H=gn[d]if not H then a.tick=a.tick+1 local t=a.tick H='r'if fu=='+'and hh>0 then H,t='d',bF(a,e.delayed,a.now+hh)elseif fu=='@'and hh>a.now then H,t='d',bF(a,e.delayed,hh)end local cZ=ch(dS,t)local fH=cJ(t)~=a.now and' c'..bq(a.now)or''if ep~='-'then fH=fH..' m'..ep end if js~='-'then local dw=a.now+js fH=fH..' x'..bq(dw)bt(a,'expiring',bq(dw),d)bW(a,dw)end if dd~='-'then fH=fH..' o'..dd end if H=='r'then bt(a,'ready',cZ,d)a.readied=a.readied+1 else bt(a,'delayed',br(t,dS),d)a.sooner=true bW(a,cJ(t))end bz(a,gA)local m=bd(d)cl(bV(a.writes,z[m]),d,cZ..fH..':'..gA)if hf~='-'and hf~='0'then bt(a,'seen',bq(a.now+hf),d)end gn[d]=string.upper(H)fY[d]=true end dO[#dO+1]=H end ex=ex+p*2+1 end return table.concat(dO),gk,fY end ",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.writes={}local dO,gk,fY=aS(a,e,bp(fZ,11,eG),ej,6)local Y,gt=string.gsub(dO,'%l','')if iU~=''and gt>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gt>tonumber(iU)then return'full'end if a.to.seen then local gz=redis.call('ZRANGE',e.seen,'-inf',bq(a.now),'BYSCORE','LIMIT','0',bq(gt*2+8))for b,d in ipairs(gz)do if not fY[d]then bS(a,'seen',d)end end end a.enqueued=bq(a.enqueued+gt)if gt<#dO then bm(a,'duplicates',#dO-gt)end local ik=bM(a)local eQ=(a.readied>0 or a.sooner)and bH(a)if a.isNew then a.fields={'born',bq(a.now)}aU(a)end local f=bh(a,e,i,dO)if f then return f end local fO={}for b,d in ipairs(gk)do if fY[d]then fO[#fO+1]=fZ[11+#eG+b-1]end end if#fO>0 then if redis.call('EXISTS',unpack(fO))>50 then for b,s in ipairs(fO)do redis.pcall('PEXPIRE',s,'1')end else redis.pcall('UNLINK',unpack(fO))end end if eQ then cL(a)end return'ok\\n'..dO..(ik and''or'\\nu')",
  ],
);

/** 1943 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,N=KEYS[1],KEYS[2]local w,fc,dq=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jq(p)local eA=redis.call('XRANGE',N,bq(p),'+','COUNT','1')[1]if eA then return tonumber(string.match(eA[1],'^%d+')),eA[2][2]end end local a=ca(Z)local cU=cf(a,w)if cU then return cU end if not bG(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dL=tonumber(x[2])or 0 local dA=tonumber(fc)or dL+1 if string.sub(fc,1,1)=='@'then local r,jc=tonumber(string.sub(fc,2)),jq(0)local eX,fJ=jc or dL+1,dL+1 while eX<fJ do local gc=eX+(fJ-eX-(fJ-eX)%2)/2 local p,X=jq(gc)if not p then fJ=gc elseif string.match(X,'^%d+')-r<0 then eX=p+1 else fJ=gc end end dA=eX local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dA==(jc or dL+1)and dA-1>j then dA=dA-1 end end local dI={'ok\\n'..bq(a.now)..' '..bq(dA)..' '..bq(dL)}if fc~=''then for b,eA in ipairs(redis.call('XRANGE',N,bq(dA),'+','COUNT',dq))do dI[b+1]=string.match(eA[1],'^%d+')..'\\n'..eA[2][2]end end return dI",
  ],
);

/** 9974 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fZ=KEYS local hk,fo,eG,gC=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local em,dO,f=a.now+hk,{},nil local g={}for b,ez in ipairs(gC)do g[b]=string.sub(ez,19)end local cS,M,cW=co(bp(fZ,11,eG),0,g,1)local fQ=redis.call('ZMSCORE',e.leased,unpack(g))local T for b,d in ipairs(g)do if bK(cS[b],gC[b])then dO[b]='l'bx(a,e,M or cW[b],d,cS[b],fQ[b],em)else dO[b],T=cG(cS[b],gC[b],T,e,g,b)end end local X=table.concat(dO)..'\\n'..bq(em)local eQ=a.sooner and bH(a)if a.to.leased or not a.isNew then f=bh(a,e,i,X)end if f then return f end if eQ then cL(a)end if fo~=''and not a.isNew then cd(e.workers,fo,a.now)end return'ok\\n'..X",
  ],
);

/** 13046 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local z=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fo,hP,fD,eR=unpack(ARGV,4,7)local dA=tonumber(hP)local dq=tonumber(fD)",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local g,dx,ek=redis.call('ZRANGE',e.leased,bq(dA),bq(dA+dq-1)),0,0 if#g>0 then local cS,M,cW=co(z,11,g,1)for b,d in ipairs(g)do if string.match(cS[b]or'','^L[^\\n]*\\n([^\\n]*)')==fo then local fi=cr(a,e,M or cW[b],d,cS[b],'W','\"its worker failed\"')dx,ek=dx+1,ek+(fi and 1 or 0)end end end local iO=#g<dq local X=dx..'\\n'..(iO and'-'or bq(dA+dq-dx))local eQ,f=a.readied>0 and bH(a),nil local Y,er if ek>0 then Y,Y,er=cK(a,e,z,11,eR,ek*2+8)end if dx>0 or not a.isNew then f=bh(a,e,i,X)end if f then return f end cO(a,e)if er then cw(a)cK(a,e,z,11,eR,ek*2+8)f=bh(a,e)if not f then cO(a,e)end end if eQ then cL(a)end if iO then redis.call('ZREM',e.workers,fo)end return'ok\\n'..X",
  ],
);

/** 1124 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eP=KEYS[1],KEYS[2]local w,dq=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local jZ=redis.call('ZREMRANGEBYRANK',eP,'0',bq(dq-1))return'ok\\n'..jZ..' '..math.min(1,redis.call('ZCARD',eP))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eU=KEYS[1],KEYS[2]local ej=ARGV ",
    $digits,
    "local cT={}for b=1,#ej,2 do cT[#cT+1]=ej[b]end local hx=redis.call('ZMSCORE',eH,unpack(cT))for b,v in ipairs(cT)do if hx[b]==ej[1+b*2-1]then local fL=redis.call('HGET',eU,v)if fL then local dc='\\t'..fL local gT=(redis.call('HGET',eU,dc)or 0)-1 redis.call('HDEL',eU,'')if gT>0 then redis.call('HSET',eU,dc,bq(gT))else redis.call('HDEL',eU,dc)end redis.call('HDEL',eU,v)end redis.call('ZREM',eH,v)end hx[b]=hx[b]or'-'end return'ok\\n'..table.concat(hx,'\\n')",
  ],
);

/** 2299 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fN,fr,fK=unpack(KEYS,1,4)local ek,gH,m,h,eP=unpack(KEYS,5,9)local gM,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,d,es=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local dI,gP={bq(a.now),'-'..a.flags},false for Y,s in ipairs({fN,fr,fK,ek,gH})do local R=redis.call('ZSCORE',s,d)gP=gP or R dI[#dI+1]=R or'-'end dI[#dI+1]=redis.call('ZRANK',fN,d)or'-'dI[#dI+1]=redis.call('ZSCORE',eP,d)or'-'local eK=not gP and bO(e,{d})[1]or'-'local dn=gP and string.find(es,'d')and redis.call('HGET',m,d)or''if gP and string.find(es,'h')and redis.call('HSTRLEN',m,d)<100000 then dn=string.match(redis.call('HGET',m,d)or'','^[^:]*:')or''end local dv=not a.isNew and string.find(es,'r')and redis.call('GET',h)if dv then local hH=string.match(dv,'^C (%d+)')if not hH or hH-(redis.call('HGET',Z,'born')or hH)<0 then dv=nil end end local cX={'ok\\n'..table.concat(dI,' ')..'\\n'..eK,dn,redis.call('HGET',m,'\\t'..d)or'',dv or''}if string.find(es,'s')and(dI[3]~='-'or dI[4]~='-')then local jH=redis.call('HGET',Z,'born')or'-'local u={bq(redis.call('ZCARD',fN))..' '..a.leased..' '..jH}for b,fw in ipairs(redis.call('LRANGE',gM,'0',bq(9)))do u[b+1]=string.match(fw,'^[^|]*')end cX[5]=table.concat(u,'\\n')end return cX",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fK=KEYS[1]local z=KEYS local gC=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,iG,dI,hU={},{},{''},{}for b,ez in ipairs(gC)do g[b]=string.sub(ez,19)end local fQ,A=redis.call('ZMSCORE',fK,unpack(g)),co(z,1,g,2)for b,ez in ipairs(gC)do local dn,k=A[b*2-1],A[b*2]local gy=fQ[b]and dn and k and string.sub(k,1,18)==string.sub(ez,1,18)iG[b]=gy and'1'or'0'if gy then dI[#dI+1]=dn hU[#hU+1]='H'..(string.match(k,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for Y,gM in ipairs(hU)do dI[#dI+1]=gM end dI[1]='ok\\n'..table.concat(iG)return dI",
  ],
);

/** 1215 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,kK=KEYS[1],KEYS[2]local w,kO,jI=unpack(ARGV,1,3)local q=tonumber(kO)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local u=redis.call('LRANGE',kK,'0',bq(q-1))if jI=='1'then for b,F in ipairs(u)do u[b]=string.match(F,'^[^|]*')..'||'end end return'ok\\n'..bq(a.now)..(u[1]and'\\n'or'')..table.concat(u,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eU,gD=unpack(KEYS,1,3)local fu,w,kc=unpack(ARGV,1,3)local hV=tonumber(kc)",
    $digits,
    $readClock,
    "local u={'ok',redis.call('HGET',gD,fu)or'-'}local A,el,iN={},{},fu=='deep'local x=redis.call('HGETALL',eU)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cn(w)local ey=redis.call('ZRANGE',eH,'0','-1','WITHSCORES')for b=1,#ey,2 do local v,gg=ey[b],ey[b+1]if v~=''then local fL=A[v]if fL then A[v]=nil el['\\t'..fL]=(el['\\t'..fL]or 0)+1 end u[#u+1]=v..' '..(fL or'-')..(iN and I-gg>=hV and' '..gg or'')end end if iN then for dc,dk in pairs(el)do if tonumber(A[dc])~=dk then redis.call('HDEL',eU,'')redis.call('HSET',eU,dc,bq(dk))end end for dc in pairs(A)do if not el[dc]then redis.call('HDEL',eU,dc)end end end return table.concat(u,'\\n')",
  ],
);

/** 2938 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,da=KEYS[1],KEYS[2]local z=KEYS local w,dA,dq,fT=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
    $pushPair,
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
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local ey,g,u={},{},{}if#fT==0 then ey=redis.call('ZRANGE',da,bq(dA),bq(dA+dq-1),'WITHSCORES')else for b,R in ipairs(redis.call('ZMSCORE',da,unpack(fT)))do if R then cl(ey,fT[b],R)end end end for b=1,#ey,2 do g[#g+1]=ey[b]end if bG(a,'l')then local gB=math.max(1,bn(z,2,g,#g,0))for b=gB+1,#g do g[b]=nil end end local dI={''}if#g>0 then local A=co(z,2,g,2)for b,d in ipairs(g)do u[b]='\\n'..ey[b*2]..' '..d dI[b*2],dI[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dI[1]='ok\\n'..bq(a.now)..' '..redis.call('ZCARD',da)..table.concat(u)return dI",
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
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bq(cn(w)))end return'ok'",
  ],
);

/** 6524 bytes. */
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true if not bG(a,'p')then a.flags=a.flags..'p'if a.isNew then aU(a)end end local f=bh(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eH)-1)",
  ],
);

/** 8616 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hk,ez,kD=unpack(ARGV,4,6)",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local d=string.sub(ez,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fQ=redis.call('ZSCORE',e.leased,d)local H,k='l',j if not bK(j,ez)then H=cG(j,ez,nil,e,{d},1)else if hk~=''then bx(a,e,e.bucket,d,j,fQ,a.now+hk)a.rewrites=nil k='L'..string.sub(j,2)end local C,eB=string.match(k,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cz(a,e.bucket,'\\t'..d,(C or k..'\\n\\n')..kD..(eB or''),j)end local eQ,f=a.sooner and bH(a),nil if H=='l'or not a.isNew then f=bh(a,e,i,H)end if f then return f end if eQ then cL(a)end return'ok\\n'..H",
  ],
);

/** 9866 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fZ=KEYS local eG,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local dO,eP={},{}local cS,M,cW=co(bp(fZ,6,eG),0,g,1)for b,R in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dO[b]=R and not eP[d]and'd'or'U'if dO[b]=='d'then eP[d]=true a.tick=a.tick+1 bX(a,M or cW[b],d,cS[b],ch(R%10,a.tick),false)bS(a,'delayed',d)end end local X=table.concat(dO)local eQ,f=a.readied>0 and bH(a),nil if a.readied>0 or not a.isNew then f=bh(a,e,i,X)end if f then return f end if eQ then cL(a)end return'ok\\n'..X",
  ],
);

/** 8943 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local z=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fD,V,H=unpack(ARGV,4,6)local dq=tonumber(fD)",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bq(dq-1))if#g>0 then bU(a,z,6,g,1)local cS,M,cW=co(z,6,g,1)for b,d in ipairs(g)do cv(a,M or cW[b],d,cS[b])aR(a,d,H)end a.from.state,a.from.expiring=g,g if V~=''then bm(a,V,#g)end end local X=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=bh(a,e,i,X)end if f then return f end cO(a,e)return'ok\\n'..X",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH=KEYS[1]local u={'ok'}for Y,v in ipairs(redis.call('ZRANGE',eH,'0','-1'))do if v~=''then u[#u+1]=v end end return table.concat(u,'\\n')",
  ],
);

/** 1052 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fz=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cU=cf(ca(Z),w)if cU then return cU end local x,u=redis.call('HGETALL',fz),{}for b=1,#x,2 do u[#u+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#u..table.concat(u)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gD=KEYS[1]",
    $REPORT_SUFFIX,
    "local ji=redis.call('HMGET',gD,'light'..aK,'deep'..aK)return'ok\\n'..(ji[1]or'-')..'\\n'..(ji[2]or'-')",
  ],
);

/** 7098 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,N={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fj=tonumber(ARGV[4])",
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local iz,f=bG(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fj==0 then if iz then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local C=string.match(iz and x[1]or'','%d+$')if not C then C=bq(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}cE(a,e.meta,'recorded',x[2])end a.fields=bb(a.fields,'events',bq(fj)..' '..C)cE(a,e.meta,'events',x[1])if not iz then a.flags=a.flags..'e'end if a.isNew then aU(a)end end if fj>0 or not a.isNew then f=bh(a,e,i,'-')end if f then return f end if fj==0 then redis.pcall('UNLINK',N)else redis.pcall('XTRIM',N,'MAXLEN',bq(fj))end return'ok\\n-'",
  ],
);

/** 10200 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local ej={unpack(ARGV,4)}",
    $digits,
    $readClock,
    $placeOf,
    $priorityOf,
    $pushPair,
    $appendPair,
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
    $lowerDue,
    $saveOld,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $hasListeners,
    $wake,
    $flagLarge,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $writeField,
    $rewriteField,
    $parseRun,
    $formatRun,
    $rewriteRun,
    $makeReady,
    $redriveJob,
    $commitRedriven,
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end local gX,g,eP={},{},{}for b=1,#ej,3 do gX[#gX+1]=ej[b]end local fx=redis.call('ZMSCORE',e.failed,unpack(gX))local A,M,cW=co(z,6,gX,2)for b,d in ipairs(gX)do local dn,k,m=A[b*2-1],A[b*2],M or cW[b]local ki,eJ=string.sub(k or'',1,17)==ej[b*3-1],ej[b*3]if fx[b]and dn and ki and not eP[d]then eP[d]=true g[#g+1]=d cz(a,m,d,eJ,dn)bz(a,eJ)ct(a,m,d,k,cj(string.sub(eJ,1,16)))end end return bi(a,e,i,g)",
  ],
);

/** 10165 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local dq,fT=tonumber(ARGV[4]),{unpack(ARGV,5)}",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
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
    $lowerDue,
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
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $writeField,
    $rewriteField,
    $placeOf,
    $priorityOf,
    $parseRun,
    $formatRun,
    $rewriteRun,
    $makeReady,
    $hasListeners,
    $wake,
    $redriveJob,
    $commitRedriven,
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local g,eP={},{}if#fT==0 then if dq>0 then g=redis.call('ZRANGE',e.failed,'0',bq(dq-1))end else for b,R in ipairs(redis.call('ZMSCORE',e.failed,unpack(fT)))do if R and not eP[fT[b]]then g[#g+1]=fT[b]eP[fT[b]]=true end end end if#g>0 then local cS,M,cW=co(z,6,g,1)for b,d in ipairs(g)do local cZ=string.match(cS[b]or'','^%a %d+ %d+ %d+ (%d+)')ct(a,M or cW[b],d,cS[b],cZ and cj(cZ)or 5)end end return bi(a,e,i,g)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gg=cc(eH,w)redis.call('ZADD',eH,gg,'',gg,v)return'ok'",
  ],
);

/** 6879 bytes. */
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
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local ju,f=bG(a,'p'),nil if ju then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bh(a,e,i,'-')end if f then return f end if ju then a.readied=redis.call('ZCARD',e.ready)if bH(a)then cL(a)end end return'ok\\n-'",
  ],
);

/** 1449 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fN,fr,fK=unpack(KEYS,1,4)local ek,gH,jU,eP=unpack(KEYS,5,8)local z={unpack(KEYS,9,24)}local hB={unpack(KEYS,25)}local w,hV=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end if bG(a,'p')or bG(a,'e')or redis.call('EXISTS',fN,fr,fK,ek,gH,jU,eP,unpack(z))>0 then return'ok\\n0'end local kA=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(kA[b]or 0)<hV then return'ok\\n0'end end local Y,B=cn(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hB))return'ok\\n1'",
  ],
);

/** 1647 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fz=KEYS[1],KEYS[2]local w,d,kS,X,ia=unpack(ARGV,1,5)local hq=tonumber(ia)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iP(kB)return string.find(kB,'\"status\":\"running\"',1,true)~=nil end local a=ca(Z)local cU=cf(a,w)if cU then return cU end local j=redis.call('HGET',fz,d)local iE=j and string.match(j,'^%d+')or'0'if a.isNew or iE~=kS then return'ok\\n'..(j or'0')end if X==''then redis.call('HDEL',fz,d)return'ok\\n0'end local id=redis.call('HGET',fz,'running')if not j and redis.call('HLEN',fz)-(id and 1 or 0)>=hq then return'full'end local fI=bq(iE+1)..' '..X local hd=(id or 0)+(iP(X)and 1 or 0)-(j and iP(j)and 1 or 0)if hd>0 then redis.call('HSET',fz,d,fI,'running',bq(hd))else redis.call('HSET',fz,d,fI)if id then redis.call('HDEL',fz,'running')end end return'ok\\n'..fI",
  ],
);

/** 6990 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,da=KEYS[1],KEYS[2]local z=KEYS local w,v,jd=unpack(ARGV,1,3)local R,fI=ARGV[4],ARGV[5]local ia,fD,ky,kz=unpack(ARGV,6,9)local hq=tonumber(ia)local dq=tonumber(fD)local iY=tonumber(ky)local iZ=tonumber(kz)local en={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kq=ARGV ",
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
    "local aQ='[^\\31]+'local function by(E,kC)for v in string.gmatch(kC,aQ)do if type(E)~='table'then return nil end local iM=string.match(v,'^%d+$')if E[v]==nil and iM then E=E[iM+1]else E=E[v]end end return E end local function bw(eW)local dz={}for b=1,#eW,4 do if eW[b]=='='then local gN,c=pcall(cjson.decode,'['..eW[b+3]..']')if gN then dz[b]=c[1]end end end return dz end local function bf(dn,eW)local hC=string.find(dn,':',1,true)for b=1,#eW,4 do if not hC or not string.find(dn,eW[b+2],hC+1,true)then return nil end end return hC+1 end local function bY(hi,eW,ga)for b=1,#eW,4 do local fu,E,gb=eW[b],by(hi,eW[b+1]),nil if fu=='='then gb=E~=nil and E==ga[b]elseif fu=='~'then gb=type(E)=='string'and string.find(E,eW[b+3],1,true)~=nil else gb=E~=nil==(fu=='?')end if not gb then return false end end return true end local function bs(dn)local fY=string.match(dn,'^%d+ c(%d+)')if fY then return tonumber(fY)end local cZ=tonumber(string.match(dn,'^%d+'))return cZ and cJ(cZ%900000000000000)or 0 end local function bl(iR,X)local dA=1 while true do local ex=string.find(iR,X,dA,true)if not ex then return false end local kP=string.match(string.sub(iR,1,ex-1),'\\\\*$')if#kP%2==0 then return true end dA=ex+1 end end local function bZ(k,en)local et,fo,u=string.match(k or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if en.attempts~=''and(et or 0)-en.attempts<0 then return false end if en.worker~=''and fo~=en.worker then return false end if en.error==''then return true end for fM in string.gmatch(u or'','\\n%d+ %d+ ([^\\n]*)')do if bl(fM,en.error)then return true end end return false end local function bP(k)return tonumber(string.match(k,'\\n(%d+) %d+ [^\\n]*$'))end local function bv(da,R,k,dn,r)if da=='failed'or da=='done'then return R-r<=0 end local dM=string.match(k or'','^%a (%d+)')if dM and cJ(tonumber(dM))>r then return false end if da=='ready'then return cJ(R%900000000000000)<=r end if da=='leased'then return true end if dM then return(bP(k)or 0)<=r end return bs(dn)<=r end local function kd(X,fb)for b=1,math.min(#X,#fb)do local J,K=string.byte(X,b),string.byte(fb,b)if J~=K then return J>K end end return#X>#fb end local function kF()if R==''then return 0 end if redis.call('ZSCORE',da,fI)==R then return redis.call('ZRANK',da,fI)+1 end local eX,fJ=redis.call('ZCOUNT',da,'-inf','('..R),redis.call('ZCOUNT',da,'-inf',R)while eX<fJ do local gc=(eX+fJ-(eX+fJ)%2)/2 local dg=redis.call('ZRANGE',da,bq(gc),bq(gc))[1]if kd(dg,fI)then fJ=gc else eX=gc+1 end end return eX end local function kv(d)if en.id==''then return true end if en.isPrefix==''then return d==en.id end return string.sub(d,1,#en.id)==en.id end local a=ca(Z)local cU=cf(a,w)if cU then return cU end local jb=en.worker..en.error..en.attempts..en.entered~=''local eW={unpack(kq,18)}local iH=#eW>0 local ja=en.from..en.to~=''or iH local ga=bw(eW)local A,u,dI,dC,hF,eq,fU=0,{},{''},0,0,0,0 local function jg(d)local dn=redis.call('HGET',z[2+bd(d)],d)or''dC=dC+#dn return dn end local function kw(dn)local dA=bf(dn,eW)if not dA then return false end local q,gN,hi=#dn-dA+1,false,nil if q<=iZ then if hF+q>iZ then return nil end hF=hF+q gN,hi=pcall(cjson.decode,string.sub(dn,dA))end if not gN then fU=fU+1 end return gN and bY(hi,eW,ga)end local function ku(d,jS,k,dn)if not kv(d)or jb and not bZ(k,en)then return false,dn end if not dn and(ja or en.entered~=''and v=='delayed'and not k)then dn=jg(d)end if en.entered~=''and not bv(v,jS,k,dn,tonumber(en.entered))then return false,dn end if en.from~=''and bs(dn)-en.from<0 then return false,dn end if en.to~=''and bs(dn)-en.to>0 then return false,dn end if iH then return kw(dn),dn end return true,dn end local dL,iS=fI,R==''and'-'or R local ht=kF()local er,fR=false,false while not er and not fR and eq<hq and A<dq and dC<iY do local jo=math.min(250,hq-eq)local ey=redis.call('ZRANGE',da,bq(ht),bq(ht+jo-1),'WITHSCORES')local g,fx={},{}for b=1,#ey,2 do g[#g+1],fx[#fx+1]=ey[b],ey[b+1]end er=#g<jo ht=ht+#g local S,dz=ja and not bG(a,'l')and 2 or 1,{}if#g>0 and(jb or S==2)then dz=co(z,2,g,S)end for b,d in ipairs(g)do local dn,k,gb=nil,dz[b*S],nil fR=A>=dq or dC>=iY if not fR then if S==2 then dn=dz[b*2-1]or''dC=dC+#dn end gb,dn=ku(d,fx[b],k,dn)fR=gb==nil end if fR then er=false break end eq,dL,iS=eq+1,d,fx[b]if gb then A=A+1 u[A]='\\n'..fx[b]..' '..d if jd=='jobs'then dI[A*2]=dn or jg(d)dI[A*2+1]=k or redis.call('HGET',z[2+bd(d)],'\\t'..d)or''end end end end if jd=='count'then u={'\\n'..bq(A)}end dI[1]='ok\\n'..bq(a.now)..' '..redis.call('ZCARD',da)..' '..bq(eq)..' '..bq(fU)..' '..(er and'-'or iS)..' '..dL..table.concat(u)return dI",
  ],
);

/** 476 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gD=KEYS[1]local fu,w,fq,kI=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "if fq~=''then redis.call('HSET',gD,fu,fq)end redis.pcall('HSET',gD,fu..aK,bq(cn(w))..' '..kI)return'ok'",
  ],
);

/** 11170 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local s=unpack local o=redis.call local D=string.match local at=string.byte local f=redis.pcall local bx=tonumber local z=string.sub local R=string.find local j=string.format local S=type local w,aw,bj,cb,ca,J=s(KEYS,1,6)local ad=ARGV[1]local al=ARGV[2]local az=ARGV[3]local aL=KEYS local cc,cG,cH,cd=s(ARGV,4,7)local bm=KEYS local g=ARGV[8]local M=ARGV local br='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bs='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'local bt='9999999999999'local bu='2  0 0 0 0 0 0||'local bT='-----------------------------------------------------------------'local aH local h,P,aG,aC,aF,ag,aI,ap,aE,aD,t,y,K,cl,ao,cn,L,bP,bo,bq,bO,u,bp,aM,bQ,r,aO,an,bN,cm local F repeat local ae do local p=o('HGET',w,'head')local E,Y h,E,P,aG,aC,aF,ag,aI,ap=D(p or bu,bs)aE,aD=not p,p if not E or not p and o('HEXISTS',w,'layout')==1 then ae='other_layout'else repeat if at(az)~=61 then local aB=f('TIME')if not aB.err then local ba,ax=aB[1]+0,aB[2]+0 t,Y=ba*1000+(ax-ax%1000)/1000,(ba-1600000000)*1000000+ax break end end local aW=bx(D(az,'%d+'))t,Y=aW,(aW-1600000000000)*1000 break until true y=E+0 if y<Y then y=Y end if Y<0 or y>=899000000000000 then ae='bad_clock'else ae=nil end end end if ae then F=ae break end local n=o('HGET',J,ad)if n then local a=D(n,'^%d+')if a==al then if not aE then f('HINCRBY',w,'replayed',1)end F='again\\n'..z(n,#a+2)break end if a-al>0 then F='late'break end elseif al=='0'and o('EXISTS',J)==1 then F='reused'break end K=n F=nil break until true if F then return F end if t-P>=0 or h~=''and R(h,'p',1,true)~=nil or h~=''and R(h,'e',1,true)~=nil then return'not_plain'end if h~=''and R(h,'l',1,true)~=nil and o('EXISTS',cb)==1 then return'not_plain'end cl=true local ac,aU='-',bx(cc)local function bv(bX,A)local a=string.match local b=string.format if not A then return bX end local bc,ah=a(bX,'^(%d+)(.*)$')ah=ah or''for i=A.low,A.high do local c=A[i]if c then local n,cw,cq=a(ah,'^(.-,'..i..'=)(%d+)(.*)$')if n then ah=n..b('%d',cw+c)..cq else ah=ah..','..i..'='..b('%d',c)end end end return b('%d',(bc or 0)+A.sum)..ah end local function aP(A,bk,a)if bk<0 then bk=0 end local bf,i=math.frexp(bk)if not A then A={sum=0,low=i,high=i}end A.sum=A.sum+bk*a A.low,A.high=math.min(A.low,i),math.max(A.high,i)A[i]=(A[i]or 0)+a return A end local function bM(E)return(E-E%1000)/1000+1600000000000 end if M[9]then local i,d=aL[6+bx(g,16)+1],#M-9+1 if bm[23]then d=d-(#bm-23+2)do local cA=9+d ao={}for e=0,#bm-23 do do local a=ao local Q=bm[23+e]local T='C '..j('%d',t)..' '..M[cA+e]local b=#a a[b+1],a[b+2]=Q,T end end cn=M[#M]end end if d>1 then do local a=d repeat local k,q={},{}for e=1,a do local l=z(M[9+e-1],19)k[e],q[e]=l,'\\t'..l end local bn=o('HMGET',i,s(q))for e=1,a do local C=bn[e]if not C or z(C,1,18)..k[e]~=M[9+e-1]then k=nil break end end if not k then ac=nil break end if h~=''and R(h,'l',1,true)~=nil then local X=0 for e=1,a do X=X+o('HSTRLEN',i,k[e])end if X>32000000 then ac=nil break end end local bI,ci,aZ,O=nil,nil,0,0 for e=1,a do local aY=M[9+e-1]local G=z(aY,3,14)if G~=ci then if O>0 then bI=aP(bI,aZ,O)end ci,aZ,O=G,t-bM(G..'000'),0 end O=O+1 end ap=bv(ap,aP(bI,aZ,O))L=k ag=j('%d',ag+a)bP=a bo,bq,bO=i,k,q ac=string.rep('c',a)break until true end else do local aY=M[9]local l=z(aY,19)local af='\\t'..l local C=o('HGET',i,af)if not C or z(C,1,18)..l~=aY then ac=nil else L={l}ag=j('%d',ag+1)bP=1 bo,bq=i,{l,af}local aZ=t-bM(z(aY,3,17))ap=bv(ap,aP(nil,aZ,1))ac='c'end end end end if not ac then return'not_plain'end local ak,x,m local bY=false if aU>0 then local U,G,Z,V,aq do local a,b,bi,bz,c,d,e local i,aa,X,bA=0,0,0,false local aA local bS,cj,bR,O=nil,nil,0,0 local cJ,cp=' '..cd..' 0','\\n'..cH repeat local k if aa==0 then k=o('ZRANGE',aw,'0',cc)else k=o('ZRANGE',aw,j('%d',aa),j('%d',aa+aU-i))end local l,ce=#k,aU-i d=l>ce if d then l=ce end local function aQ(n)local p=string.byte local q,au=p(n,1,2)if q==95 and#n==13 and au<103 and au>47 and(au<58 or au>96)then return au<58 and au-47 or au-86 end do local bc=#n for v=1,#n,8 do local Q,T,ct,cu,cv,cy,cB,cC=p(n,v,v+7)bc=(bc*31+Q+(T or 0)*3+(ct or 0)*5+(cu or 0)*7+(cv or 0)*11+(cy or 0)*13+(cB or 0)*17+(cC or 0)*19)%65521 end return bc%16+1 end end if h~=''and R(h,'l',1,true)~=nil and(l>1 or aa>0)then local aX do local n=k local p=l local q=X local v=0 for A=1,p do local cD=aQ(n[A])q=q+o('HSTRLEN',aL[6+cD],n[A])if q>2000000 then break end v=A end aX=v end if aX==0 and aa==0 then aX=1 end bA=aX<l l=aX d=d or bA end for n=#k,l+1,-1 do k[n]=nil end if l>0 then local ab,I,aJ,q if l==1 then local n=aQ(k[1])I,q=aL[6+n],{k[1],'\\t'..k[1]}ab=o('HMGET',I,q[1],q[2])else do local n=k repeat local p={}for v=1,#n do local A=n[v]p[v*2-1]=A p[v*2]='\\t'..A end local v=aQ(n[1])local ar=aQ(n[#n])if v==ar then local A,bB=nil,true if bB then A=o('HMGET',aL[6+v],s(p))for B=1,#n do if not A[B*2-1]then bB=false break end end end if bB then ab,I,aJ,q=A,aL[6+v],nil,p break end end local A,co,B,bG={},{},{},{}for C=1,#n do local E=aQ(n[C])local H=aL[6+E]A[C]=H if not B[H]then B[H],bG[H]={},{}end local N,bF=B[H],bG[H]for aV=(C-1)*2+1,C*2 do local Q=#N+1 N[Q],bF[Q]=p[aV],aV end end for C,E in pairs(B)do local H,bF=o('HMGET',C,s(E)),bG[C]for aV=1,#E do co[bF[aV]]=H[aV]end end ab,I,aJ,q=co,nil,A,p break until true end end local n=I and u and u[I]or nil if not c then bz=t+cG c=j('%d',bz)end local function bC(B,v)local p=B[v]if not p then p={}B[v]=p end return p end for p=1,l do local v,W,C=k[p],ab[p*2-1],ab[p*2]local A,bh,ck,bK=I or aJ[p],'0',nil,cJ if W and at(W,17)~=58 then local B,bJ=D(W,'^(%d+)([^:]*)')if#(B or'')~=16 then ck,bJ=j('%016d',4500000000000000),''end bh=D(bJ,' x(%d+)')or bh bK=' '..(D(bJ,' m(%d+)')or cd)..' '..bh end if not W or bh~='0'then e=true end if C and L and at(C)==76 then local bW if not bp then bp={}for bf,cz in ipairs(L)do bp[cz]=true end end bW=bp[v]e=e or bW end if W then i=i+1 local E,B=y+i,nil if l==1 then B=j('%015d',E)else local ai=E%100 if ai==0 or not aA then aA=j('%013d',(E-ai)/100)end B=aA..z(br,ai*2+1,ai*2+2)end local H,af,aK,N=v,q[p*2],nil,ck or z(W,1,16)if C then local bg,cs,ch,ah,bl=D(C,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bg,bl=j('%d',(bg or 0)+1),bl or'\\n'H=bg..'\\t'..v aK='L '..B..' '..bg..' '..(cs or'0')..' '..(ch or N)..bK..(ah or'')..cp..bl if at(C)==76 then N=nil else N=ch or N end do local Q=aM local as='H'..bl if not Q then aM={as}else Q[#Q+1]=as aM=Q end end else aK='L '..B..' 1 0 '..N..bK..cp..'\\n'bQ=(bQ or 0)+1 end if N then local cf=z(N,1,13)if cf~=cj then if O>0 then bS=aP(bS,bR,O)end cj,bR,O=cf,t-bM(N%900000000000000),0 end O=O+1 end if C and#aK<=#C then do local as=aK if not r then r={}end r[A..af]=C if#as>#C then if not u then u={}end do local Q=bC(u,A)local T=#Q Q[T+1],Q[T+2]=af,as end else if not aO then aO={}end do local Q=bC(aO,A)local T=#Q Q[T+1],Q[T+2]=af,as end end end else if C then if not r then r={}end r[A..af]=C end if I then do local Q=n local T=aK if not Q then n={af,T}else do local Y=#Q Q[Y+1],Q[Y+2]=af,T end n=Q end end else do local as=aK if not u then u={}end do local Q=bC(u,A)local T=#Q Q[T+1],Q[T+2]=af,as end end end end if i==1 then a,b,bi,aH=H,W,B,{c,v}else if i==2 then a,b={a},{b}end a[i],b[i]=H,W do local Q=aH local T=c local Y=#Q Q[Y+1],Q[Y+2]=T,v end end X=X+#W an=B end end if I and n then if not u then u={[I]=n}else u[I]=n end end end aa=aa+l until e or not d or bA or i>=aU or aa-i>=1000 if O>0 then aI=bv(aI,aP(bS,bR,O))end if aa>0 then bN=aa==1 and'0'or j('%d',aa-1)end if i>0 then y=y+i aF=j('%d',aF+i)if bz-P<0 then P=c end if i>15 then do local k=aH local l=#k k[l+1],k[l+2]='+inf',bT end cm=true end end U,x,m,G,Z,V,aq=a,b,i,bi,c,d,e end if aq then return'not_plain'end if m>0 then do local a=ac local b=U local c=m local d=G local e=Z local i=V if c>1 then b=table.concat(b,'\\n')end ak=a..'\\n- '..e..(i and' 1 'or' 0 ')..P..' -'..h..' '..d..'\\n'..b end bY=not V else if not(h~=''and R(h,'h',1,true)~=nil)then return'not_plain'end ak=ac..'\\n'..j('%d',t)..' - 0 '..P..' -'..h..' -'end else ak=ac..'\\n'..j('%d',t)..' - 0 - -'..h..' -'end if L or aU>0 then local c do local a=ak local p do local bn=(bQ or 0)-(bP or 0)if bn~=0 then aG=j('%d',math.max(0,aG+bn))end an=an or j('%d',y)p='2 '..h..' '..an..' '..P..' '..aG..' '..aC..' '..aF..' '..ag..'|'..aI..'|'..ap end local H=a and al..'\\n'..a local av=H and K and#H<=#K local b for bf=1,2 do b=nil if aH then if not b then local d=f('ZADD',bj,s(aH))if d~=0 and d~=1 and S(d)=='table'then b=d end end end if u and not b then do local B=u local d for v,e in pairs(B)do if not d then local i=f('HSET',v,s(e))if i~=0 and i~=1 and S(i)=='table'then d=i end end end b=d end end if ao then for e=1,#ao,2 do if not b then local d=f('SET',ao[e],ao[e+1],'PX',cn)if d.err then b=d end end end end if H and not av and not b then local d=f('HSET',J,ad,H)if d~=0 and d~=1 and S(d)=='table'then b=d end end if not b then local d d=f('HSET',w,'head',p)do local aR do local e=d aR=e~=0 and e~=1 and S(e)=='table'end if aR then b=d end end end if aO and not b then do local B=aO local d for v,e in pairs(B)do if not d then local i=f('HSET',v,s(e))if i~=0 and i~=1 and S(i)=='table'then d=i end end end b=d end end if av and not b then local d=f('HSET',J,ad,H)if d~=0 and d~=1 and S(d)=='table'then b=d end end if not b or not cl or z(b.err,1,3)~='OOM'then break end o('HDEL',w,'')end if b then local aT={}if aH then aT[bj]=aH end do local n=aD if not r then r={}end r[w..'head']=n end local function am(B,bE,bD,bH,ay)local bw=pairs local d=redis.pcall for v,e in bw(B)do for i=1,#e,2 do local aj=e[i+bD]local n=bE[v..aj]if not n then d(bH,v,aj)elseif ay=='ZADD'then d(ay,v,n,aj)else d(ay,v,aj,n)end end end end am(aO or{},r,0,'HDEL','HSET')local function by(d,Q,T)if not d then return{Q,T}end do local e=#d d[e+1],d[e+2]=Q,T end return d end am({[w]=by(nil,'head',p)},r,0,'HDEL','HSET')if H and not av and K then f('HSET',J,ad,K)end if H and not K then f('HDEL',J,ad)end if ao then for e=1,#ao,2 do f('DEL',ao[e])end end am(u or{},r,0,'HDEL','HSET')am(aT,r,1,'ZREM','ZADD')c=b else aD=p if a and not K then f('PEXPIRE',J,D(az,'%d+$'))end if bN then f('ZREMRANGEBYRANK',aw,'0',bN)end if cm then f('ZREM',bj,bT)end if L and o('ZREM',bj,s(L))<#L then f('ZREM',aw,s(L))f('ZREM',cb,s(L))end if bq then f('HDEL',bo,s(bq))end if bO then f('HDEL',bo,s(bO))end c=nil end end if c then return'not_plain'end end if L then if not L and true then else local a,E,bZ={},an if L then local cx='C'..E for e,l in ipairs(L)do a[e*2-1],a[e*2]=l,cx end bZ=ag-#L==0 end if bZ then f('HSET',ca,'',j('%-65d',t))end local b=f('HSET',ca,s(a))end end if bY and(h~=''and R(h,'h',1,true)~=nil)then do local aS='-'if P~=bt then aS=j('%d',math.max(0,P-t))end local a='0'if 0>0 then a=j('%d',0)end f('PUBLISH',z(w,1,-5)..'wake',a..' '..aS)end end do local bL=ak local a=x local b=m if not a then return'ok\\n'..bL end if b==1 and not aM and#a<4000 then return'ok\\n'..bL..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bL)if aM then for bf,cE in ipairs(aM)do a[#a+1]=cE end end return a end",
  ],
);

/** 25991 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local fO=KEYS local gS={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eR,hT=ARGV[8],ARGV[9]local ej=ARGV ",
    $digits,
    "local af='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bQ(p)return string.sub(af,p*2+1,p*2+2)end ",
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
    "local function aT(eT,hp,p)if hp<0 then hp=0 end local Y,m=math.frexp(hp)if not eT then eT={sum=0,low=m,high=m}end eT.sum=eT.sum+hp*p eT.low,eT.high=math.min(eT.low,m),math.max(eT.high,m)eT[m]=(eT[m]or 0)+p return eT end local function aX(iK,eT)if not eT then return iK end local dh,el=string.match(iK,'^(%d+)(.*)$')el=el or''for m=eT.low,eT.high do local p=eT[m]if p then local j,jP,fI=string.match(el,'^(.-,'..m..'=)(%d+)(.*)$')if j then el=j..bq(jP+p)..fI else el=el..','..m..'='..bq(p)end end end return bq((dh or 0)+eT.sum)..el end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bo(k,ew)k.isUnused=ew=='g'if ew=='b'or ew=='p'then local eY,eZ=tonumber(k.postponed)or 0,tonumber(k.unfinished)or 0 if ew=='p'then eY=eY+1 else eZ=eZ+1 end k.postponed,k.unfinished=bq(eY),bq(eZ)if ew=='p'then k.isUnused=eY<=1000 else k.isUnused=eZ%10~=0 end end if k.isUnused then k.released=bq(k.released+1)end end local function bg(a,e,ew,k,iF)if ew=='c'or ew=='k'then return'c','C','completed',nil end bo(k,ew)if k.isUnused and ew~='p'then return'r','W','released',nil end if ew=='f'or not k.isUnused and k.attempt-k.released>=tonumber(k.max)then return'f','F','failed',nil end a.tick=a.tick+1 if ew=='b'or iF=='0'then return'r','W','retried',a.tick end return'd','W','retried',bF(a,e.delayed,a.now+iF)end local function bT(a,e,d,k,H)local cZ,hK=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cE(a,e.ready,d,cZ)elseif cZ then bS(a,'ready',d)end if H=='f'then cE(a,e.failed,d,hK)elseif hK then bS(a,'failed',d)end if cZ and k.expiresAt~='0'then if H=='r'or H=='d'then cE(a,e.expiring,d,k.expiresAt)else bS(a,'expiring',d)end end return hK end local function bu(a,d,k,H,ew,t)local iQ=H=='r'or H=='d'if H=='r'then bt(a,'ready',k.place,d)a.readied=a.readied+1 elseif H=='d'then bt(a,'delayed',br(t,cj(k.place)),d)a.sooner=true bW(a,cJ(t))elseif H=='f'then bt(a,'failed',bq(a.now),d)elseif ew=='k'then bt(a,'done',bq(a.now),d)end if iQ and k.expiresAt~='0'then bt(a,'expiring',k.expiresAt,d)bW(a,tonumber(k.expiresAt))end return not iQ and ew~='c'end local function cF(a,e,z,P,ej,C,fO,hM)local g,dO,jk,dv,gw,T={},{},{},0,false,nil local hm,q,eL,iJ,ip=bG(a,'l'),0,false,false,nil for ex=C,#ej,4 do g[#g+1]=string.sub(ej[ex+1],19)end local cS,M,cW=co(z,P,g,1)local gx=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,m,ex=g[b],cS[b],M or cW[b],C+b*4-4 local ew,ez,hj,fM=ej[ex],ej[ex+1],ej[ex+2],ej[ex+3]local iI=j and string.sub(j,2,18)==string.sub(ez,2,18)local H,V,k=jk[d],'stale',nil if H=='W'and not iI then H='A'end if not H and(not iI or not string.find(j,'^[LE]'))then H,T=cG(j,ez,T,e,g,b)end if not H and hm then q=q+redis.call('HSTRLEN',m,d)eL=eL or iJ and q>32000000 end if eL then H,V='M',nil end if not H then if ew=='c'then k={expiresAt='-'}else k=cg(j)end H=not k and'U'end if not H then local da,t H,da,V,t=bg(a,e,ew,k,hj)jk[d],iJ=da,true if H~='r'or not k.isUnused or ew=='p'then local dM=string.sub(ez,3,17)ip=aT(ip,a.now-cJ(dM),1)end if t then k.place=ch(cj(k.place),t)end if H=='c'and hj~=''then a.results=bb(a.results,fO[hM],'C '..bq(a.now)..' '..hj)end if gx[b]then bS(a,'leased',d)elseif bT(a,e,d,k,H)then gw=true if H=='f'then V=nil end end if bu(a,d,k,H,ew,t)then dv=dv+1 end if ew=='c'then cv(a,m,d,j)aR(a,d,'C')else if fM~=''and not k.isUnused then k.lines=cM(k.lines,bq(a.now),k.attempt,fM)end cz(a,m,'\\t'..d,bD(k,da),j)end end if hj~=''and(ew=='c'or ew=='k')then hM=hM+1 end if V=='completed'then a.completed=bq(a.completed+1)elseif V then bm(a,V,1)end dO[b]=H end a.runTimes=aX(a.runTimes,ip)return table.concat(dO),dv,gw,eL end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bJ(a,d)if not a.isFinished then a.isFinished={}for Y,jX in ipairs(a.finished)do a.isFinished[jX]=true end end return a.isFinished[d]end local function bR(a,e,z,P,gR,fa)local ft,eN,C,fQ,em,dJ,gO local dx,eq,dC,fR=0,0,0,false local ir local iy,jm,ix,gq=nil,nil,0,0 local kR,jw=' '..gR.max..' 0','\\n'..gR.worker repeat local g if eq==0 then g=redis.call('ZRANGE',e.ready,'0',gR.count)else g=redis.call('ZRANGE',e.ready,bq(eq),bq(eq+fa-dx))end local q,gT=#g,fa-dx dJ=q>gT if dJ then q=gT end if bG(a,'l')and(q>1 or eq>0)then local gB=bn(z,P,g,q,dC)if gB==0 and eq==0 then gB=1 end fR=gB<q q=gB dJ=dJ or fR end for b=#g,q+1,-1 do g[b]=nil end if q>0 then local A,M,cW,x if q==1 then local p=bd(g[1])M,x=z[P+p],{g[1],'\\t'..g[1]}A=redis.call('HMGET',M,x[1],x[2])else A,M,cW,x=co(z,P,g,2)end local c=M and a.writes and a.writes[M]or nil if not em then fQ=a.now+gR.duration em=bq(fQ)end for b=1,q do local d,dn,k=g[b],A[b*2-1],A[b*2]local m,dw,fc,iv=M or cW[b],'0',nil,kR if dn and string.byte(dn,17)~=58 then local p,fH=string.match(dn,'^(%d+)([^:]*)')if#(p or'')~=16 then fc,fH=ch(5,0),''end dw=string.match(fH,' x(%d+)')or dw iv=' '..(string.match(fH,' m(%d+)')or gR.max)..' '..dw if e.delayed and dw~='0'then a.from.expiring=ba(a.from.expiring,d)end end if not e.delayed and(not dn or dw~='0')then gO=true end if not e.delayed and k and a.finished and string.byte(k)==76 then local jY=bJ(a,d)gO=gO or jY end if e.delayed and(not dn or dw~='0'and dw-a.now<=0)then cv(a,m,d,k)if dn then bm(a,'expired',1)aR(a,d,'E')dC=dC+#dn end elseif dn then dx=dx+1 local t,dM=a.tick+dx,nil if q==1 then dM=string.format('%015d',t)else local eX=t%100 if eX==0 or not ir then ir=string.format('%013d',(t-eX)/100)end dM=ir..bQ(eX)end local o,dc,eA,cZ=d,x[b*2],nil,fc or string.sub(dn,1,16)if k then local et,jF,je,el,u=string.match(k,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')et,u=bq((et or 0)+1),u or'\\n'o=et..'\\t'..d eA='L '..dM..' '..et..' '..(jF or'0')..' '..(je or cZ)..iv..(el or'')..jw..u if string.byte(k)==76 then cZ=nil else cZ=je or cZ end a.histories=ba(a.histories,'H'..u)else eA='L '..dM..' 1 0 '..cZ..iv..jw..'\\n'a.runsMore=(a.runsMore or 0)+1 end if cZ then local iX=string.sub(cZ,1,13)if iX~=jm then if gq>0 then iy=aT(iy,ix,gq)end jm,ix,gq=iX,a.now-cJ(cZ%900000000000000),0 end gq=gq+1 end if k and#eA<=#k then cz(a,m,dc,eA,k)else if k then cE(a,m,dc,k)end if M then c=bb(c,dc,eA)else cQ(a,m,dc,eA)end end if dx==1 then ft,eN,C,a.to.leased=o,dn,dM,{em,d}else if dx==2 then ft,eN={ft},{eN}end ft[dx],eN[dx]=o,dn cl(a.to.leased,em,d)end dC=dC+#dn a.lastTick=dM end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end eq=eq+q until gO or not dJ or fR or dx>=fa or eq-dx>=1000 if gq>0 then a.waits=aX(a.waits,aT(iy,ix,gq))end if eq>0 then a.popped=eq==1 and'0'or bq(eq-1)end if dx>0 then a.tick=a.tick+dx a.leased=bq(a.leased+dx)if fQ-a.due<0 then a.due=em end if dx>15 then cl(a.to.leased,'+inf',aG)a.isLong=true end end return ft,eN,dx,C,em,dJ,gO end ",
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
    "local function bC(a,dO,ft,dx,dM,em,dJ)if dx>1 then ft=table.concat(ft,'\\n')end return dO..'\\n- '..em..(dJ and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dM..'\\n'..ft end local function bE(a,dO,dp,dJ)return dO..'\\n'..bq(a.now)..(dJ and' - 1 'or' - 0 ')..dp..' -'..a.flags..' -'end local function cN(a,X,eN,dx)if not eN then return'ok\\n'..X end if dx==1 and not a.histories and#eN<4000 then return'ok\\n'..X..'\\n\\n'..eN end if dx==1 then eN={eN}end table.insert(eN,1,'ok\\n'..X)if a.histories then for Y,gM in ipairs(a.histories)do eN[#eN+1]=gM end end return eN end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=ca(e.meta)local dF=ce(a,i)if dF then return dF end a.frees=true local jl,gV,gd=ej[10]~=nil,gS.count~='0',a.now-a.due>=0 local fa=bG(a,'p')and 0 or tonumber(gS.count)local o=bI(a)local dO,X,eN,dx,eo,fg='-',nil,nil,0,false,0 local function fp(eJ,cX)local f local ho=jl or dx>0 or i.number~='0'if eJ then f=bh(a,e,i,ho and cX)end if f then cx(a,o)else cO(a,e)o=bI(a)if cX and eJ then a.before=i.number..'\\n'..cX end X=cX or X end cw(a)return f end local function jj()local Y,dv,gw,eL,er dO,dv,gw,eL=cF(a,e,z,12,ej,10,fO,29)if a.results then a.resultTtl=string.match(eR,'%S+$')end if dv>0 and not gw then Y,Y,er=cK(a,e,z,12,eR,dv*2+8)end fg=(er or gw)and dv or 0 if eL then gV=false end return not a.isNew or string.find(dO,'%l')~=nil end local function kn(eJ,hQ)local ft,dM,em,dJ if gd then a.due=cb(e)eJ=not a.isNew dJ=a.now-a.due>=0 end if fa>0 then ft,eN,dx,dM,em,dJ=bR(a,e,z,12,gS,fa)dJ=dJ or a.now-a.due>=0 eo=not dJ end if not a.isNew and(dx==0 or hT~='')then local kj=aU(a)eJ=eJ or kj or i.number~='0'end if dx>0 then return true,bC(a,dO,ft,dx,dM,em,dJ)end local dp=hQ and a.due or cb(e)return eJ or a.popped,bE(a,dO,dp,dJ)end local function iT(eJ,hQ)local ke,cX=kn(eJ,hQ)local f=fp(ke,cX)if f then dx,eN,eo=0,nil,false end return f end local function jr(p)if p==0 then return end cK(a,e,z,12,eR,p*2+8)fp(a.from.done or a.from.failed)end local kg=gV if jl then local eJ,f=jj(),nil if gV and not gd and a.readied==0 and not a.from.ready then gV=false f=iT(eJ,true)if f then eJ=jj()end end if not X then f=fp(eJ,bE(a,dO,'-',kg))if f then return f end end end if gV then if gd then local hS=math.min(1000,10+fa*2)local Y,A=cu(a,e,z,12,hS)fp(A>0)local hu,ek=cq(a,e,z,12,hS)local b,er if ek>0 then b,b,er=cK(a,e,z,12,eR,ek*2+8)end local f=fp(hu>0)if er and not f then jr(ek)end local hs=ck(a,e,hS)fp(hs>0)end local f=iT(false,false)if not X then return f end end jr(fg)a.readied=a.readied-dx local kh,eQ=a.readied>0 or a.sooner,false if kh then eQ=bH(a)elseif eo and(dx>0 or gd)then eQ=bG(a,'h')end if eQ then cL(a,eo)end if hT~=''and not a.isNew then if hT=='p'then redis.pcall('HSET',e.meta,'policy',eR)end if gS.worker~=''then cd(e.workers,gS.worker,a.now)end cC(a,e,120000,10000)local ik=bM(a)if not ik and X then X=string.gsub(X,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cN(a,X or bE(a,dO,'-',false),eN,dx)",
  ],
);

/** 2624 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fK,fW=unpack(KEYS,1,3)local z=KEYS local w,hP,fD=unpack(ARGV,1,3)local dA=tonumber(hP)local dq=tonumber(fD)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ca(Z)local cU=cf(a,w)if cU then return cU end local gx=redis.call('ZRANGE',fK,bq(dA),bq(dA+dq-1),'WITHSCORES')local dI={'ok',bq(a.now)..' '..(#gx<dq*2 and'-'or bq(dA+dq))}local gn=dA==0 and redis.call('ZRANGE',fW,'0','999','WITHSCORES')or{}for b=1,#gn,2 do dI[#dI+1]='W '..gn[b+1]..' '..gn[b]end local g={}for b=1,#gx,2 do g[#g+1]=gx[b]end if#g>0 then local cS=co(z,3,g,1)for b,d in ipairs(g)do local dM,fo=string.match(cS[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dI[#dI+1]='H '..gx[b*2]..' '..(dM or'0')..' '..d dI[#dI+1]='-'..(fo or'')end end return table.concat(dI,'\\n')",
  ],
);
