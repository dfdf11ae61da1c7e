// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bp(p)return string.format('%d',p)end ";
const $readClock = "local function cm(v)if string.byte(v)~=61 then local r=redis.pcall('TIME')if not r.err then local N,D=r[1]+0,r[2]+0 return N*1000+(D-D%1000)/1000,(N-1600000000)*1000000+D end end local I=tonumber(string.match(v,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function cb(eA,v)return bp(math.max(cm(v),(redis.call('ZSCORE',eA,'')or 0)+1))end ";
const $bucketOfBytes = "local function be(d)local df=#d for b=1,#d,8 do local J,K,dW,dX,dY,dZ,ed,ee=string.byte(d,b,b+7)df=(df*31+J+(K or 0)*3+(dW or 0)*5+(dX or 0)*7+(dY or 0)*11+(dZ or 0)*13+(ed or 0)*17+(ee or 0)*19)%65521 end return df%16+1 end ";
const $bucketOf = "local function bd(d)local C,G=string.byte(d,1,2)if C==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return be(d)end ";
const $declaredBuckets = "local function bo(e,C,ez)local y={}for b=1,#ez do y[tonumber(string.sub(ez,b,b),16)+1]=e[C+b-1]end return y end ";
const $readJobs = "local function cn(y,O,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local M=bd(g[1])local dJ=bd(g[#g])if M==dJ then local A,dp=nil,S==2 if dp then A=redis.call('HMGET',y[O+M],unpack(x))for b=1,#g do if not A[b*2-1]then dp=false break end end end if dp then return A,y[O+M],nil,x end end local cT,dy,z,ds={},{},{},{}for b=1,#g do local p=bd(g[b])local n=y[O+p]cT[b]=n if not z[n]then z[n],ds[n]={},{}end local c,cZ=z[n],ds[n]for Q=(b-1)*S+1,b*S do local q=#c+1 c[q],cZ[q]=x[Q],Q end end for n,c in pairs(z)do local A,cZ=redis.call('HMGET',n,unpack(c)),ds[n]for Q=1,#c do dy[cZ[Q]]=A[Q]end end return dy,nil,cT,x end ";
const $pushPair = "local function ck(c,J,K)local q=#c c[q+1],c[q+2]=J,K end ";
const $appendPair = "local function bb(c,J,K)if not c then return{J,K}end ck(c,J,K)return c end ";
const $append = "local function ba(c,F)if not c then return{F}end c[#c+1]=F return c end ";
const $listFor = "local function bU(z,t)local c=z[t]if not c then c={}z[t]=c end return c end ";
const $HEAD_PATTERN = "local ai='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'";
const $NEW_HEAD = "local aF='2  0 0 0 0 0 0||'";
const $PADDING = "local aG='-----------------------------------------------------------------'";
const $newUnit = "local function bZ(W)return{meta=W,readied=0,to={},from={}}end ";
const $openUnit = "local function ce(a,v)local o=redis.call('HGET',a.meta,'head')local s,B a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed,a.waits,a.runTimes=string.match(o or aF,ai)a.isNew,a.head=not o,o if not s or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,B=cm(v)a.tick=s+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cd(a,i)local cR=ce(a,i.times)if cR then return cR end local j=redis.call('HGET',i.replies,i.lane)if j then local p=string.match(j,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bF(a,dI)return a.flags~=''and string.find(a.flags,dI,1,true)~=nil end ";
const $count = "local function bl(a,X,dV)if not a.totals then a.totals={}end a.totals[X]=(a.totals[X]or 0)+dV end ";
const $leave = "local function bR(a,k,d)a.from[k]=ba(a.from[k],d)end ";
const $saveOld = "local function cC(a,t,de,j)if not a.old then a.old={}end a.old[t..de]=j end ";
const $removeJob = "local function ct(a,n,d,m)if not a.drops then a.drops={}end local c=bU(a.drops,n)c[#c+1]=d if m then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aR(a,d,H)a.endings=bb(a.endings,d,H)end ";
const $limitFreed = "local function bT(a,y,O,g,fO)local dx,q=0,#g if bF(a,'l')then for b=1,q do local p=bd(g[b])dx=dx+redis.call('HSTRLEN',y[O+p],g[b])if dx>64000000 and b>fO then for Q=q,b,-1 do g[Q]=nil end break end end end return#g<q end ";
const $beginEndings = "local function bc(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cz(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bc(a,e)end ";
const $writeEndings = "local function cM(a,e)if not a.finished and not a.endings then return end local c,s,eo={},a.lastTick if a.finished then local eC='C'..s for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eC end eo=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do ck(c,a.endings[b],a.endings[b+1]..s)end end if e.endedBefore then eo=redis.call('EXISTS',e.endings)==0 end if eo then bc(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eo and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cz(a,e)end end ";
const $EVENT_LETTERS = "local ah={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bz(a,e)local u,L,dC={},{},{}local T,r=a.endings or{},bp(a.now)for U,d in ipairs(a.from.done or{})do dC[d]=true end for b=1,#T,2 do local d,H=T[b],a.from.state and'P'or T[b+1]if H~='F'and(H~='C'or not dC[d])then u[#u+1]=H..d end end for U,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aG and not(a.old and a.old[e[k]..d])then u[#u+1]=ah[k]..d end end end local C,q=1,0 for b=1,#u do q=q+#u[b]+1 if q>8000 or b==#u then L[#L+1]=r..'\\n'..table.concat(u,'\\n',C,b)C,q=b+1,0 end end return L end ";
const $writeEvents = "local function cN(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local du,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,Z in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',du,bp(j+b)..'-0','e',Z)end end ";
const $isRefused = "local function bK(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bA(a)local cQ=(a.runsMore or 0)-(a.runsLess or 0)if cQ~=0 then a.runs=bp(math.max(0,a.runs+cQ))end a.lastTick=a.lastTick or bp(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.waits..'|'..a.runTimes end ";
const $addTotals = "local function aZ(a)local cS={}if not a.fields then a.fields={}end for w in pairs(a.totals)do cS[#cS+1]=w end for b,F in ipairs(redis.call('HMGET',a.meta,unpack(cS)))do local w=cS[b]local X=bp((F or 0)+a.totals[w])ck(a.fields,w,X)cC(a,a.meta,w,F)end end ";
const $writeFields = "local function cP(a,z)local f for t,c in pairs(z)do if not f then local h=redis.pcall('HSET',t,unpack(c))if bK(h)then f=h end end end return f end ";
const $revert = "local function cw(z,dv,de,eg,dh)for t,c in pairs(z)do for b=1,#c,2 do local w=c[b+de]local j=dv[t..w]if not j then redis.pcall(eg,t,w)elseif dh=='ZADD'then redis.pcall(dh,t,j,w)else redis.pcall(dh,t,w,j)end end end end ";
const $commit = "local function bh(a,e,i,cV)local o=bA(a)local P if e.events and bF(a,'e')then P=bz(a,e)if#P>0 then bl(a,'recorded',#P)end end if a.totals then aZ(a)end local E=cV and i.number..'\\n'..cV local dg=E and a.before and#E<=#a.before local f for U=1,2 do f=nil for k,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[k],unpack(c))if bK(h)then f=h end end end if a.writes and not f then f=cP(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if E and not dg and not f then local h=redis.pcall('HSET',i.replies,i.lane,E)if bK(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bK(h)then f=h end end if a.rewrites and not f then f=cP(a,a.rewrites)end if dg and not f then local h=redis.pcall('HSET',i.replies,i.lane,E)if bK(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dG={}for k,c in pairs(a.to)do dG[e[k]]=c end cC(a,a.meta,'head',a.head)cw(a.rewrites or{},a.old,0,'HDEL','HSET')cw({[a.meta]=bb(a.fields,'head',o)},a.old,0,'HDEL','HSET')if E and not dg and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if E and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cw(a.writes or{},a.old,0,'HDEL','HSET')cw(dG,a.old,1,'ZREM','ZADD')return f end a.head=o if cV and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aG)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for t,c in pairs(a.drops)do redis.pcall('HDEL',t,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and P then cN(a,e,P)end return nil end ";
const $NEVER = "local aE='9999999999999'";
const $enter = "local function bs(a,k,R,d)a.to[k]=bb(a.to[k],R,d)end ";
const $lowerDue = "local function bV(a,r)if r-a.due<0 then a.due=bp(r)end end ";
const $rewriteField = "local function cx(a,n,dd,F,j)cC(a,n,dd,j)if#F>#j then if not a.writes then a.writes={}end ck(bU(a.writes,n),dd,F)else if not a.rewrites then a.rewrites={}end ck(bU(a.rewrites,n),dd,F)end end ";
const $placeOf = "local function cg(dR,s)return string.format('%016d',dR*900000000000000+s)end ";
const $lastDueScore = "local function bM(r)return bp((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cG(R)return(R-R%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function ch(R)local dR=R%10 return cg(dR,(R-dR)/10)end ";
const $parseRun = "local function cf(m)local cX,dM,eu,fP,da,ep,dA,fh,fi,u=string.match(m or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=cX,fence=dM,attempt=eu,released=fP,place=da,max=ep,expiresAt=dA,postponed=fh,unfinished=fi,lines=u}end ";
const $formatRun = "local function bC(m,cX)local em=m.postponed==''and''or' '..m.postponed..' '..m.unfinished return table.concat({cX,m.fence,m.attempt,m.released,m.place,m.max,m.expiresAt},' ')..em..m.lines end ";
const $withError = "local function cK(u,I,eu,fG)local j,ev=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,ev='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end ev=string.gsub(ev,'\\t[^\\n]*','')..'\\n'..I..' '..eu..' '..fG local eB,dw={},1 repeat eB[#eB+1]=dw dw=string.find(ev,'\\n',dw+1)until not dw local C=math.max(1,#eB-5+1)while C<#eB and#ev-eB[C]>=800 do C=C+1 end return j..string.sub(ev,eB[C])end ";
const $removeExpired = "local function cs(a,e,y,O,di)local g=redis.call('ZRANGE',e.expiring,'-inf',bp(a.now),'BYSCORE','LIMIT','0',bp(di))local eF=bT(a,y,O,g,1)local fe=0 if#g>0 then local cQ,M,cT=cn(y,O,g,1)local gS,gE=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gS[b]or gE[b]then fe=fe+1 ct(a,M or cT[b],d,cQ[b])aR(a,d,'E')if gS[b]then bR(a,'ready',d)end if gE[b]then bR(a,'delayed',d)end end end a.from.expiring=g if fe>0 then bl(a,'expired',fe)end end return fe,#g,eF end ";
const $reclaimJob = "local function cq(a,e,n,d,j,cX,gT)local m,eT=cf(j),cX local ff=m and m.attempt-m.released>=tonumber(m.max)if ff then bs(a,'failed',bp(a.now),d)m.lines=cK(m.lines,bp(a.now),m.attempt,gT)eT=cX=='L'and'E'or'F'bl(a,'failed',1)else bs(a,'ready',m and m.place or cg(5,0),d)a.readied=a.readied+1 if m and m.expiresAt~='0'then bs(a,'expiring',m.expiresAt,d)bV(a,tonumber(m.expiresAt))end bl(a,'reclaimed',1)end if m and eT~='L'then cx(a,n,'\\t'..d,bC(m,eT),j)end bR(a,'leased',d)return ff end ";
const $reclaimExpired = "local function cp(a,e,y,O,di)local g=redis.call('ZRANGE',e.leased,'-inf',bp(a.now),'BYSCORE','LIMIT','0',bp(di))local ea=0 if#g>0 then local cQ,M,cT=cn(y,O,g,1)for b=1,#g do local ff=cq(a,e,M or cT[b],g[b],cQ[b],'L','\"lease expired\"')if ff then ea=ea+1 end end end return#g,ea end ";
const $promoteDue = "local function cj(a,e,di)local dn=redis.call('ZRANGE',e.delayed,'-inf',bM(a.now),'BYSCORE','LIMIT','0',bp(di),'WITHSCORES')for b=1,#dn,2 do local da=ch(dn[b+1])bs(a,'ready',da,dn[b])bR(a,'delayed',dn[b])end a.readied=a.readied+#dn/2 return#dn/2 end ";
const $nextDue = "local function ca(e)local r=aE for U,k in ipairs({'leased','delayed','expiring'})do local R=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if R and k=='delayed'then R=cG(R)end if R and R-r<0 then r=R end end return bp(r)end ";
const $trimEnded = "local function cI(a,e,y,O,eK,di)local ey,ep={},math.min(1000,di)ey.doneAge,ey.doneCount,ey.failedAge,ey.failedCount=string.match(eK,'^(%S+) (%S+) (%S+) (%S+)')local g,ga,fm,fu,dE,el={},{},0,0,false,false for U,k in ipairs({'done','failed'})do local fc,du,dv=tonumber(ey[k..'Age']),tonumber(ey[k..'Count']),{}if fc then dv=redis.call('ZRANGE',e[k],'-inf',bp(a.now-fc),'BYSCORE','LIMIT','0',bp(ep))end local cZ=#(a.to[k]or{})/2 fu=fu+cZ if du then local q=redis.call('ZCARD',e[k])local fd=q+cZ-du el=el or fd>q if fd>#dv then dv=redis.call('ZRANGE',e[k],'0',bp(math.min(fd,ep)-1))end end dE=dE or#dv>=ep for b=1,#dv do g[#g+1]=dv[b]ga[#g]=k end end if#g>0 then local eF=bT(a,y,O,g,fu+1)dE=dE or eF local fy={}for U,k in ipairs({'ready','delayed','leased'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do fy[b]=fy[b]or R end end local cQ,M,cT=cn(y,O,g,1)for b=1,#g do local d,fw=g[b],ga[b]=='failed'if fw then bR(a,'failed',d)else bR(a,'done',d)end if not fy[b]then fm=fm+1 ct(a,M or cT[b],d,cQ[b])aR(a,d,fw and'F'or'C')if fw then bl(a,'purged',1)end end end end return fm,dE,el end ";
const $rotateOldEndings = "local function cA(a,e,fc,hT)local q=redis.call('HLEN',e.endings)if q<hT then return end local eZ=redis.call('HGET',e.endings,'')if not eZ then bc(a,e)end if q>=1000000 or eZ and a.now-eZ>fc then cz(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cu(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bH(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,waits=a.waits,runTimes=a.runTimes,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cv(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.waits,a.runTimes=o.waits,o.runTimes end ";
const $hasListeners = "local function bG(a)if a.flags~='h'and not bF(a,'h')then return a.isNew end if bF(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cJ(a,en)local dn='-'if a.due~=aE then dn=bp(math.max(0,a.due-a.now))end local p=en and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bp(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dn)end ";
const $timeOfTick = "local function cH(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function ci(da)return(da-da%900000000000000)/900000000000000 end ";
const $dueScore = "local function bq(s,dR)return bp(s*10+dR)end ";
const $freeTickAt = "local function bE(a,fq,r)if not a.ticks then a.ticks={}end local fQ,C,s={},(r-1600000000000)*1000,nil for b=1,1000 do fQ[b]=C local dt=a.ticks[C]if not dt then local dw,fR=bp(C*10),bp(C*10+9999)local R=redis.call('ZRANGE',fq,fR,dw,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dt=R and(R-R%10)/10 or C-1 end if dt<C+999 then s=dt+1 break end C=math.max(C+1000,dt-dt%1000)end s=s or C for U,im in ipairs(fQ)do a.ticks[im]=s end return s end ";
const $addListener = "local function aU(a)local j=redis.call('HGET',a.meta,'heard')local gl=bF(a,'h')and j or'0'if gl-a.now>300000 then return false end if not bF(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ck(a.fields,'heard',bp(a.now+600000))cC(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bL(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bN(e,g)local A=redis.call('HMGET',e.endings,unpack(g))for b,eC in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do A[b]=A[b]or eC end return A end ";
const $staleReason = "local function cE(m,et,T,e,g,b)if not m then T=T or bN(e,g)return string.sub(T[b]or'U',1,1),T end local cX,dM=string.match(m,'^(%a) (%d+)')if cX=='E'then return'F',T end if cX=='L'or cX=='W'and dM~=string.sub(et,3,17)then return'A',T end return cX or'U',T end ";
const $isHeld = "local function bJ(m,et)return m and string.find(m,'^[LE]')and string.sub(m,2,18)==string.sub(et,2,18)end ";
const $extendLease = "local function bw(a,e,n,d,m,j,ei)bs(a,'leased',bp(ei),d)bV(a,ei)if j and ei-j<0 then a.sooner=true end if j then cC(a,e.leased,d,j)elseif string.sub(m,1,1)=='E'then bR(a,'failed',d)cx(a,n,'\\t'..d,'L'..string.sub(m,2),m)else bR(a,'ready',d)bR(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local al='-1001'";
const $noteWorker = "local function cc(fS,fn,I)if redis.pcall('ZADD',fS,bp(I),fn)==1 then redis.call('ZREMRANGEBYRANK',fS,'0',al)end end ";
const $countReadable = "local function bm(y,O,g,q,dx)local p=0 for b=1,q do local hK=bd(g[b])dx=dx+redis.call('HSTRLEN',y[O+hK],g[b])if dx>2000000 then break end p=b end return p end ";
const $writeField = "local function cO(a,n,dd,F)if not a.writes then a.writes={}end ck(bU(a.writes,n),dd,F)end ";
const $rewriteRun = "local function cy(a,n,d,m,da,gg)local eJ=cf(m)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eJ.place=da if gg then eJ.attempt,eJ.released,eJ.postponed='0','0',''end local eD=bC(eJ,'W')if m then cx(a,n,'\\t'..d,eD,m)else cO(a,n,'\\t'..d,eD)a.runsMore=(a.runsMore or 0)+1 end return eJ.expiresAt end ";
const $makeReady = "local function bW(a,n,d,m,da,gg)local dA=cy(a,n,d,m,da,gg)bs(a,'ready',da,d)a.readied=a.readied+1 return dA end ";
const $REPORT_SUFFIX = "local aK=':report'";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA,eN=KEYS[1],KEYS[2]local w,v,fF=unpack(ARGV,1,3)local iP,iQ=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hi,dd=not redis.call('ZSCORE',eA,w),'\\t'..fF local dj=redis.call('HGET',eN,dd)local ky=redis.call('ZCARD',eA)if hi and iP and ky-1>=iP then return'full\\nmaxQueues'end if hi and iQ and(dj or 0)-iQ>=0 then return'full\\nmaxQueuesOfMaker'end local gb=cb(eA,v)if hi then redis.call('HSET',eN,w,fF,dd,bp((dj or 0)+1))end local h=redis.pcall('ZADD',eA,gb,'',gb,w)if type(h)=='table'then if hi then redis.call('HDEL',eN,w)if dj then redis.call('HSET',eN,dd,dj)else redis.call('HDEL',eN,dd)end end return h end return'ok'",
  ],
);

/** 9547 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fV=KEYS local ez,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local iu={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local y,dL,eV,gB=bo(fV,12,ez),{},{},0 bT(a,y,0,g,1)for b in ipairs(g)do dL[b]='U'end for U,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then local d=g[b]if not eV[d]then dL[b],eV[d]=iu[k],iu[k]end if string.find(eV[d],'%l')then bR(a,k,d)end end end end local cQ,M,cT=cn(y,0,g,1)for b,d in ipairs(g)do if string.find(dL[b],'%l')then ct(a,M or cT[b],d,cQ[b])aR(a,d,'X')bR(a,'expiring',d)gB=gB+1 end end if gB>0 then bl(a,'cancelled',gB)end local Z=table.concat(dL)local f if gB>0 or not a.isNew then f=bh(a,e,i,Z)end if f then return f end cM(a,e)return'ok\\n'..Z",
  ],
);

/** 16587 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fv=KEYS[15]local y=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fk,kH,eK=unpack(ARGV,4,6)local di=tonumber(fk)",
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
    "local function cl(c,ft,kl,fc)redis.pcall('LPUSH',c,ft)redis.pcall('LTRIM',c,'0',bp(kl-1))redis.pcall('PEXPIRE',c,bp(fc))end local function cB(a,e)local dw,fR,dJ=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if fR and a.now-fR<30000 then return end local ft={}for U,k in ipairs({'ready','delayed','leased','failed','done'})do ft[#ft+1]=redis.call('ZCARD',e[k])end local gz=redis.call('HMGET',a.meta,'failed','retried')ft[6],ft[7],ft[8],ft[9]=a.enqueued,a.leased,a.completed,gz[1]or'0'ft[10]=(gz[2]or'0')..'|'..a.waits..'|'..a.runTimes local Z,I=table.concat(ft,' '),bp(a.now)if Z==dJ and a.now-fR<150000 then redis.pcall('LSET',e.history,'0',dw..' '..I..' '..Z)return end Z=I..' '..I..' '..Z cl(e.history,Z,1440,86400000)if not fR or math.floor(fR/3600000)<math.floor(a.now/3600000)then cl(e.hours,Z,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jr='- - 2592000000 100000'local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local fZ=a.now-a.due>=0 if eK==''then eK=redis.call('HGET',e.meta,'policy')or jr end local o=bH(a)local gR,dE,hr=0,false,nil local function fo(eW,cV,p,hP)local f if eW then f=bh(a,e,i,cV)end if f then cv(a,o)hr,p=f,0 else cM(a,e)o=bH(a)gR,dE=gR+p,dE or hP end cu(a)return p end local fe,hq,ea,ho=0,0,0,0 if fZ then local p,ek,eF=cs(a,e,y,15,di)fe=fo(ek>0,nil,p,eF or ek>=di)local gq,jP=cp(a,e,y,15,di)gq=fo(gq>0,nil,gq,gq>=di)ea=math.min(gq,jP)hq=gq-ea local dn=cj(a,e,di)ho=fo(dn>0,nil,dn,dn>=di)end local dC,hP=cI(a,e,y,15,eK,di)local fm=fo(a.from.done or a.from.failed,nil,dC,hP)local gu=redis.call('ZRANGE',e.seen,'-inf',bp(a.now),'BYSCORE','LIMIT','0',bp(di))if gu[1]then a.from.seen=gu end if fZ then a.due=ca(e)end local jh=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bp(a.now-kH))dE=dE or#gu>=di local Z=table.concat({hq,ea,ho,fe,fm,jh,dE and 1 or 0},' ')local gX=redis.call('HGET',fv,'running')if gX then Z=Z..' '..gX end local hj=gR+jh>0 and not a.isNew and not hr fo(hj or gu[1]or fZ and not a.isNew,hj and Z,0)if gR==0 then cA(a,e,86400000,1)end if a.readied>0 and bG(a)then cJ(a)end if not a.isNew then cB(a,e)end if hr and gR==0 then return hr end return'ok\\n'..Z",
  ],
);

/** 1721 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fI,fq,fE=unpack(KEYS,1,4)local ea,gC,fS=unpack(KEYS,5,7)local v,cS=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local dB={bp(a.now)}for U,t in ipairs({fI,fq,fE,ea,gC,fS})do dB[#dB+1]=redis.call('ZCARD',t)end local eT=redis.call('ZRANGE',fI,'0','0','WITHSCORES')[2]dB[#dB+1]=eT and bp(cH(eT%900000000000000))or'-'local gz=redis.call('HMGET',W,unpack(cS))for b,X in ipairs(gz)do gz[b]=X or'0'end return'ok\\n'..table.concat(dB,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gz,' ')..'\\n'..bp(redis.call('ZCOUNT',fq,'-inf',bM(a.now)))..' '..bp(redis.call('ZCOUNT',fE,'-inf',bp(a.now)))..'\\n-'..a.waits..'\\n-'..a.runTimes",
  ],
);

/** 12779 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local v,fk,jA=unpack(ARGV,1,3)local di=tonumber(fk)",
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
    "local aO={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function co(a,y,g)local gF,cQ={},{}if bF(a,'l')then local A,M,cT=cn(y,0,g,1)for b,d in ipairs(g)do gF[b],cQ[b]=redis.call('HSTRLEN',M or cT[b],d)>0,A[b]end else local A=cn(y,0,g,2)for b in ipairs(g)do gF[b],cQ[b]=A[b*2-1]and true,A[b*2]end end return gF,cQ end local function cr(n,d,m)local da,dA=string.match(m or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local o=string.match(redis.call('HGET',n,d),'^[^:]*')da,dA=da or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dA end return da and#da==16 and da or cg(5,0),dA~='0'and dA end local function aY(e,k,d,R)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],R,d))=='number'end ",
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
    "local a=bZ(e.meta)local cR=ce(a,v)if cR then return cR end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local ix=redis.call('HGET',e.meta,'audit')local fa,fp=string.match(ix or'','^([1-9]%d*) (%d+)$')fa,fp=tonumber(fa)or 1,fp or'0'if fa>23 then fa=1 end if jA=='0'and fa==1 and fp=='0'then return'ok\\n1 0 0 0 0 0 0'end local hY,hB,hR,gn,gp,ek,il,dx,hG=0,0,0,0,0,0,0,0,false local function ij(jF,t,eX)local cV=redis.call(jF,t,fp,'COUNT',bp(eX))fp=cV[1]return cV[2]end local function hs(k,g)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(g))or{}end local km=(a.now-1600000000000)*1000+86400000000 local function iv(d,dA)if not dA then return true end bV(a,tonumber(dA))return aY(e,'expiring',d,dA)end local function kB(d,m)hR=hR+1 for U,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if m then redis.call('HDEL',y[bd(d)],'\\t'..d)a.runs=bp(math.max(0,a.runs-1))end end local function ke(d,m,k,gh)hB=hB+1 local fg for U,jn in ipairs(aO[string.sub(m or'',1,1)]or aa)do fg=fg or gh[jn]and jn end fg=fg or k for U,eY in ipairs(aa)do if eY~=fg then redis.call('ZREM',e[eY],d)end end return fg end local function jj(ex)local g,fK={},{}for b=1,#ex/2 do g[b],fK[b]=ex[b*2-1],ex[b*2]end return g,fK end local function jy(k,ex)local g,fK=jj(ex)if#g==0 then return 0 end local gF,cQ=co(a,y,g)local iF={}for U,eY in ipairs(aa)do if eY~=k then iF[eY]=hs(eY,g)end end for b,d in ipairs(g)do local m,gh=cQ[b],nil for eY,A in pairs(iF)do if A[b]then gh=gh or{[k]=true}gh[eY]=true end end if not gF[b]then kB(d,m)else local fg=gh and ke(d,m,k,gh)or k if fg=='leased'and not string.find(m or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local da,dA=cr(y[bd(d)],d,nil)if iv(d,dA)and aY(e,'ready',d,da)then gn=gn+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local s=m and tonumber(string.match(m,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,fK[b]%900000000000000-1000)end if s>a.tick and s<km then a.tick=s gp=1 end end end return#g end local S=1 local function kF(n,eX)local hh,j=bF(a,'l'),dx if hh and fp=='0'and redis.call('HLEN',n)<=di then return redis.call('HKEYS',n)end local ex,x=ij('HSCAN',n,hh and S or eX),{}for b=1,#ex,2 do local dd,q=ex[b],#ex[b+1]x[#x+1]=dd dx=dx+q if q>2100 and string.sub(dd,1,1)~='\\t'and not bF(a,'l')then a.flags=a.flags..'l'end end S=dx-j<100000 and S*2 or 1 return x end local function jx(n,x)local g={}for U,dd in ipairs(x)do if string.sub(dd,1,1)~='\\t'then g[#g+1]=dd elseif redis.call('HEXISTS',n,string.sub(dd,2))==0 then gn=gn+1 redis.call('HDEL',n,dd)end end if#g==0 then return#x end local A={}for U,k in ipairs(aa)do for b,R in ipairs(hs(k,g))do A[b]=A[b]or R end end for b,d in ipairs(g)do if not A[b]then local m=redis.call('HGET',n,'\\t'..d)local cX=string.sub(m or'',1,1)local k,R,dA=cX=='C'and'done',bp(a.now),nil if cX=='F'or cX=='E'then k='failed'end if not k then k='ready'R,dA=cr(n,d,m)local s=R%900000000000000 if cH(s)>a.now then k,R='delayed',bq(s,ci(R))bV(a,cH(s))a.sooner=true end end if iv(d,dA)and aY(e,k,d,R)then hY=hY+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function jH()local x,gi=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for U,k in ipairs(aa)do gi=gi+redis.call('ZCARD',e[k])end return x,gi end repeat local p=0 local eX=di-ek if fa<=5 then p=jy(aa[fa],ij('ZSCAN',e[aa[fa]],eX))elseif fa<22 then local n=y[fa-5]p=jx(n,kF(n,eX))elseif fa==22 then local g=jj(ij('ZSCAN',e.expiring,eX))p=#g if p>0 then local fI,fq=hs('ready',g),hs('delayed',g)for b,d in ipairs(g)do if not fI[b]and not fq[b]then gn=gn+1 redis.call('ZREM',e.expiring,d)end end end else local x,gi=jH()if x-gi~=tonumber(a.runs)then a.runs=bp(math.max(0,x-gi))gp=gp+1 end local fW=a.completed+gi-redis.call('ZCARD',e.done)for U,X in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do fW=fW+(X or 0)end if fW~=tonumber(a.enqueued)then a.enqueued=bp(fW)gp=gp+1 end fp='0'end ek,il=ek+p,il+math.max(p,di/25)if fp=='0'then hG=fa==23 fa=fa%23+1 end until hG or il>=di or dx>2000000 cC(a,e.meta,'audit',ix)a.fields={'audit',fa..' '..fp}local eP=(a.readied>0 or a.sooner)and bG(a)local f=bh(a,e)if f then return f end if eP then cJ(a)end return'ok\\n'..table.concat({hG and 1 or 0,ek,hY,hB,hR,gn,gp},' ')",
  ],
);

/** 1893 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local jW=KEYS local hx={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bZ(W)local dF=cd(a,i)if dF then return dF end if bF(a,'l')then for b=1,16 do local n,eY=y[2+b],jW[18+b]local q=redis.call('HLEN',n)if q>0 and q<=64 then redis.call('RENAME',n,eY)redis.call('PEXPIRE',eY,'1')end end end redis.call('UNLINK',unpack(hx))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fV=KEYS local ez,iO=ARGV[4],ARGV[5]local es=ARGV ",
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
    "local aP={ready='R',delayed='D',leased='L',failed='F',done='C'}local function by(a,hn)if#hn>2000 and not bF(a,'l')then a.flags=a.flags..'l'end end local function cF(a,e,g)local io={}for b,ei in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if ei and ei-a.now>0 then io[g[b]]='S'end cC(a,e.seen,g[b],ei)end for U,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then io[g[b]]=aP[k]end end end return io end local function aS(a,e,y,es,C)local gf,er={},C while es[er]do local p,gZ=string.match(es[er],'^%d (%d+) %S+ (%S+)')if gZ~='-'then for b=1,p do gf[#gf+1]=es[er+b*2-1]end end er=er+p*2+1 end local gj,dL,fU={},{},{}if#gf>0 then gj=cF(a,e,gf)end er=C while es[er]do local dR,p,jp,gZ,ep,jm,cZ=string.match(es[er],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fs,hc=string.sub(jp,1,1),tonumber(string.sub(jp,2))for b=1,p do local d,hn=es[er+b*2-1],es[er+b*2]local H=gj[d]if not H then a.tick=a.tick+1 local s=a.tick H='r'if fs=='+'and hc>0 then H,s='d',bE(a,e.delayed,a.now+hc)elseif fs=='@'and hc>a.now then H,s='d',bE(a,e.delayed,hc)end local da=cg(dR,s)local fA=cH(s)~=a.now and' c'..bp(a.now)or''if ep~='-'then fA=fA..' m'..ep end if jm~='-'then local dA=a.now+jm fA=fA..' x'..bp(dA)bs(a,'expiring',bp(dA),d)bV(a,dA)end if cZ~='-'then fA=fA..' o'..cZ end if H=='r'then bs(a,'ready',da,d)a.readied=a.readied+1 else bs(a,'delayed',bq(s,dR),d)a.sooner=true bV(a,cH(s))end by(a,hn)local n=bd(d)ck(bU(a.writes,y[n]),d,da..fA..':'..hn)if gZ~='-'and gZ~='0'then bs(a,'seen',bp(a.now+gZ),d)end gj[d]=string.upper(H)fU[d]=true end dL[#dL+1]=H end er=er+p*2+1 end return table.concat(dL),gf,fU end ",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.writes={}local dL,gf,fU=aS(a,e,bo(fV,11,ez),es,6)local U,go=string.gsub(dL,'%l','')if iO~=''and go>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+go>tonumber(iO)then return'full'end if a.to.seen then local gu=redis.call('ZRANGE',e.seen,'-inf',bp(a.now),'BYSCORE','LIMIT','0',bp(go*2+8))for b,d in ipairs(gu)do if not fU[d]then bR(a,'seen',d)end end end a.enqueued=bp(a.enqueued+go)if go<#dL then bl(a,'duplicates',#dL-go)end local ic=bL(a)local eP=(a.readied>0 or a.sooner)and bG(a)if a.isNew then a.fields={'born',bp(a.now)}aU(a)end local f=bh(a,e,i,dL)if f then return f end local fJ={}for b,d in ipairs(gf)do if fU[d]then fJ[#fJ+1]=fV[11+#ez+b-1]end end if#fJ>0 then if redis.call('EXISTS',unpack(fJ))>50 then for b,t in ipairs(fJ)do redis.pcall('PEXPIRE',t,'1')end else redis.pcall('UNLINK',unpack(fJ))end end if eP then cJ(a)end return'ok\\n'..dL..(ic and''or'\\nu')",
  ],
);

/** 1943 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,P=KEYS[1],KEYS[2]local v,eZ,di=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jk(p)local eD=redis.call('XRANGE',P,bp(p),'+','COUNT','1')[1]if eD then return tonumber(string.match(eD[1],'^%d+')),eD[2][2]end end local a=bZ(W)local cR=ce(a,v)if cR then return cR end if not bF(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',W,'events','recorded')local dJ=tonumber(x[2])or 0 local dw=tonumber(eZ)or dJ+1 if string.sub(eZ,1,1)=='@'then local r,iW=tonumber(string.sub(eZ,2)),jk(0)local eS,fD=iW or dJ+1,dJ+1 while eS<fD do local fY=eS+(fD-eS-(fD-eS)%2)/2 local p,Z=jk(fY)if not p then fD=fY elseif string.match(Z,'^%d+')-r<0 then eS=p+1 else fD=fY end end dw=eS local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dw==(iW or dJ+1)and dw-1>j then dw=dw-1 end end local dB={'ok\\n'..bp(a.now)..' '..bp(dw)..' '..bp(dJ)}if eZ~=''then for b,eD in ipairs(redis.call('XRANGE',P,bp(dw),'+','COUNT',di))do dB[b+1]=string.match(eD[1],'^%d+')..'\\n'..eD[2][2]end end return dB",
  ],
);

/** 9974 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fV=KEYS local hf,fn,ez,gx=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local ei,dL,f=a.now+hf,{},nil local g={}for b,et in ipairs(gx)do g[b]=string.sub(et,19)end local cQ,M,cT=cn(bo(fV,11,ez),0,g,1)local fM=redis.call('ZMSCORE',e.leased,unpack(g))local T for b,d in ipairs(g)do if bJ(cQ[b],gx[b])then dL[b]='l'bw(a,e,M or cT[b],d,cQ[b],fM[b],ei)else dL[b],T=cE(cQ[b],gx[b],T,e,g,b)end end local Z=table.concat(dL)..'\\n'..bp(ei)local eP=a.sooner and bG(a)if a.to.leased or not a.isNew then f=bh(a,e,i,Z)end if f then return f end if eP then cJ(a)end if fn~=''and not a.isNew then cc(e.workers,fn,a.now)end return'ok\\n'..Z",
  ],
);

/** 13046 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fn,gG,fk,eK=unpack(ARGV,4,7)local dw=tonumber(gG)local di=tonumber(fk)",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local g,dt,ea=redis.call('ZRANGE',e.leased,bp(dw),bp(dw+di-1)),0,0 if#g>0 then local cQ,M,cT=cn(y,11,g,1)for b,d in ipairs(g)do if string.match(cQ[b]or'','^L[^\\n]*\\n([^\\n]*)')==fn then local ff=cq(a,e,M or cT[b],d,cQ[b],'W','\"its worker failed\"')dt,ea=dt+1,ea+(ff and 1 or 0)end end end local iI=#g<di local Z=dt..'\\n'..(iI and'-'or bp(dw+di-dt))local eP,f=a.readied>0 and bG(a),nil local U,el if ea>0 then U,U,el=cI(a,e,y,11,eK,ea*2+8)end if dt>0 or not a.isNew then f=bh(a,e,i,Z)end if f then return f end cM(a,e)if el then cu(a)cI(a,e,y,11,eK,ea*2+8)f=bh(a,e)if not f then cM(a,e)end end if eP then cJ(a)end if iI then redis.call('ZREM',e.workers,fn)end return'ok\\n'..Z",
  ],
);

/** 1124 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,eV=KEYS[1],KEYS[2]local v,di=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local jU=redis.call('ZREMRANGEBYRANK',eV,'0',bp(di-1))return'ok\\n'..jU..' '..math.min(1,redis.call('ZCARD',eV))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA,eN=KEYS[1],KEYS[2]local es=ARGV ",
    $digits,
    "local cS={}for b=1,#es,2 do cS[#cS+1]=es[b]end local ht=redis.call('ZMSCORE',eA,unpack(cS))for b,w in ipairs(cS)do if ht[b]==es[1+b*2-1]then local fF=redis.call('HGET',eN,w)if fF then local dd='\\t'..fF local gP=(redis.call('HGET',eN,dd)or 0)-1 redis.call('HDEL',eN,'')if gP>0 then redis.call('HSET',eN,dd,bp(gP))else redis.call('HDEL',eN,dd)end redis.call('HDEL',eN,w)end redis.call('ZREM',eA,w)end ht[b]=ht[b]or'-'end return'ok\\n'..table.concat(ht,'\\n')",
  ],
);

/** 2299 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fI,fq,fE=unpack(KEYS,1,4)local ea,gC,n,h,eV=unpack(KEYS,5,9)local gI,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local v,d,eJ=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local dB,gL={bp(a.now),'-'..a.flags},false for U,t in ipairs({fI,fq,fE,ea,gC})do local R=redis.call('ZSCORE',t,d)gL=gL or R dB[#dB+1]=R or'-'end dB[#dB+1]=redis.call('ZRANK',fI,d)or'-'dB[#dB+1]=redis.call('ZSCORE',eV,d)or'-'local eC=not gL and bN(e,{d})[1]or'-'local dk=gL and string.find(eJ,'d')and redis.call('HGET',n,d)or''if gL and string.find(eJ,'h')and redis.call('HSTRLEN',n,d)<100000 then dk=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local du=not a.isNew and string.find(eJ,'r')and redis.call('GET',h)if du then local hC=string.match(du,'^C (%d+)')if not hC or hC-(redis.call('HGET',W,'born')or hC)<0 then du=nil end end local cV={'ok\\n'..table.concat(dB,' ')..'\\n'..eC,dk,redis.call('HGET',n,'\\t'..d)or'',du or''}if string.find(eJ,'s')and(dB[3]~='-'or dB[4]~='-')then local jB=redis.call('HGET',W,'born')or'-'local u={bp(redis.call('ZCARD',fI))..' '..a.leased..' '..jB}for b,ft in ipairs(redis.call('LRANGE',gI,'0',bp(9)))do u[b+1]=string.match(ft,'^[^|]*')end cV[5]=table.concat(u,'\\n')end return cV",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fE=KEYS[1]local y=KEYS local gx=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,iA,dB,hN={},{},{''},{}for b,et in ipairs(gx)do g[b]=string.sub(et,19)end local fM,A=redis.call('ZMSCORE',fE,unpack(g)),cn(y,1,g,2)for b,et in ipairs(gx)do local dk,m=A[b*2-1],A[b*2]local gt=fM[b]and dk and m and string.sub(m,1,18)==string.sub(et,1,18)iA[b]=gt and'1'or'0'if gt then dB[#dB+1]=dk hN[#hN+1]='H'..(string.match(m,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for U,gI in ipairs(hN)do dB[#dB+1]=gI end dB[1]='ok\\n'..table.concat(iA)return dB",
  ],
);

/** 1215 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,kE=KEYS[1],KEYS[2]local v,kI,jC=unpack(ARGV,1,3)local q=tonumber(kI)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local u=redis.call('LRANGE',kE,'0',bp(q-1))if jC=='1'then for b,E in ipairs(u)do u[b]=string.match(E,'^[^|]*')..'||'end end return'ok\\n'..bp(a.now)..(u[1]and'\\n'or'')..table.concat(u,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA,eN,gy=unpack(KEYS,1,3)local fs,v,jX=unpack(ARGV,1,3)local hO=tonumber(jX)",
    $digits,
    $readClock,
    "local u={'ok',redis.call('HGET',gy,fs)or'-'}local A,em,iH={},{},fs=='deep'local x=redis.call('HGETALL',eN)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cm(v)local ex=redis.call('ZRANGE',eA,'0','-1','WITHSCORES')for b=1,#ex,2 do local w,gb=ex[b],ex[b+1]if w~=''then local fF=A[w]if fF then A[w]=nil em['\\t'..fF]=(em['\\t'..fF]or 0)+1 end u[#u+1]=w..' '..(fF or'-')..(iH and I-gb>=hO and' '..gb or'')end end if iH then for dd,dj in pairs(em)do if tonumber(A[dd])~=dj then redis.call('HDEL',eN,'')redis.call('HSET',eN,dd,bp(dj))end end for dd in pairs(A)do if not em[dd]then redis.call('HDEL',eN,dd)end end end return table.concat(u,'\\n')",
  ],
);

/** 2759 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,cX=KEYS[1],KEYS[2]local y=KEYS local v,gG,fk=unpack(ARGV,1,3)local dw=tonumber(gG)local di=tonumber(fk)",
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
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local ex,g,u=redis.call('ZRANGE',cX,bp(dw),bp(dw+di-1),'WITHSCORES'),{},{}for b=1,#ex,2 do g[#g+1]=ex[b]end if bF(a,'l')then local gw=math.max(1,bm(y,2,g,#g,0))for b=gw+1,#g do g[b]=nil end end local dB={''}if#g>0 then local A=cn(y,2,g,2)for b,d in ipairs(g)do u[b]='\\n'..ex[b*2]..' '..d dB[b*2],dB[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dB[1]='ok\\n'..bp(a.now)..' '..redis.call('ZCARD',cX)..table.concat(u)return dB",
  ],
);

/** 427 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W=KEYS[1]local v=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',W)==1 then redis.call('HSET',W,'registered',bp(cm(v)))end return'ok'",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true if not bF(a,'p')then a.flags=a.flags..'p'if a.isNew then aU(a)end end local f=bh(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eA)-1)",
  ],
);

/** 8616 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hf,et,kx=unpack(ARGV,4,6)",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local d=string.sub(et,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fM=redis.call('ZSCORE',e.leased,d)local H,m='l',j if not bJ(j,et)then H=cE(j,et,nil,e,{d},1)else if hf~=''then bw(a,e,e.bucket,d,j,fM,a.now+hf)a.rewrites=nil m='L'..string.sub(j,2)end local C,ev=string.match(m,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cx(a,e.bucket,'\\t'..d,(C or m..'\\n\\n')..kx..(ev or''),j)end local eP,f=a.sooner and bG(a),nil if H=='l'or not a.isNew then f=bh(a,e,i,H)end if f then return f end if eP then cJ(a)end return'ok\\n'..H",
  ],
);

/** 9866 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fV=KEYS local ez,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local dL,eV={},{}local cQ,M,cT=cn(bo(fV,6,ez),0,g,1)for b,R in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dL[b]=R and not eV[d]and'd'or'U'if dL[b]=='d'then eV[d]=true a.tick=a.tick+1 bW(a,M or cT[b],d,cQ[b],cg(R%10,a.tick),false)bR(a,'delayed',d)end end local Z=table.concat(dL)local eP,f=a.readied>0 and bG(a),nil if a.readied>0 or not a.isNew then f=bh(a,e,i,Z)end if f then return f end if eP then cJ(a)end return'ok\\n'..Z",
  ],
);

/** 8943 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fk,X,H=unpack(ARGV,4,6)local di=tonumber(fk)",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bp(di-1))if#g>0 then bT(a,y,6,g,1)local cQ,M,cT=cn(y,6,g,1)for b,d in ipairs(g)do ct(a,M or cT[b],d,cQ[b])aR(a,d,H)end a.from.state,a.from.expiring=g,g if X~=''then bl(a,X,#g)end end local Z=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=bh(a,e,i,Z)end if f then return f end cM(a,e)return'ok\\n'..Z",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA=KEYS[1]local u={'ok'}for U,w in ipairs(redis.call('ZRANGE',eA,'0','-1'))do if w~=''then u[#u+1]=w end end return table.concat(u,'\\n')",
  ],
);

/** 1052 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fv=KEYS[1],KEYS[2]local v=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cR=ce(bZ(W),v)if cR then return cR end local x,u=redis.call('HGETALL',fv),{}for b=1,#x,2 do u[#u+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#u..table.concat(u)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gy=KEYS[1]",
    $REPORT_SUFFIX,
    "local jc=redis.call('HMGET',gy,'light'..aK,'deep'..aK)return'ok\\n'..(jc[1]or'-')..'\\n'..(jc[2]or'-')",
  ],
);

/** 7098 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,P={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fg=tonumber(ARGV[4])",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local it,f=bF(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fg==0 then if it then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local C=string.match(it and x[1]or'','%d+$')if not C then C=bp(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}cC(a,e.meta,'recorded',x[2])end a.fields=bb(a.fields,'events',bp(fg)..' '..C)cC(a,e.meta,'events',x[1])if not it then a.flags=a.flags..'e'end if a.isNew then aU(a)end end if fg>0 or not a.isNew then f=bh(a,e,i,'-')end if f then return f end if fg==0 then redis.pcall('UNLINK',P)else redis.pcall('XTRIM',P,'MAXLEN',bp(fg))end return'ok\\n-'",
  ],
);

/** 10064 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local di,gV=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local g,eV={},{}if#gV==0 then if di>0 then g=redis.call('ZRANGE',e.failed,'0',bp(di-1))end else for b,R in ipairs(redis.call('ZMSCORE',e.failed,unpack(gV)))do if R and not eV[gV[b]]then g[#g+1]=gV[b]eV[gV[b]]=true end end end if#g>0 then local cQ,M,cT=cn(y,6,g,1)for b,d in ipairs(g)do local da=string.match(cQ[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eT=cg(da and ci(da)or 5,a.tick)local dA=bW(a,M or cT[b],d,cQ[b],eT,true)if dA~='0'then bs(a,'expiring',dA,d)bV(a,tonumber(dA))end end a.from.failed=g bl(a,'redriven',#g)end local Z=#g..' '..redis.call('ZCARD',e.failed)-#g local eP,f=a.readied>0 and bG(a),nil if#g>0 or not a.isNew then f=bh(a,e,i,Z)end if f then return f end if eP then cJ(a)end return'ok\\n'..Z",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eA=KEYS[1]local w,v=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gb=cb(eA,v)redis.call('ZADD',eA,gb,'',gb,w)return'ok'",
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
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local jo,f=bF(a,'p'),nil if jo then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bh(a,e,i,'-')end if f then return f end if jo then a.readied=redis.call('ZCARD',e.ready)if bG(a)then cJ(a)end end return'ok\\n-'",
  ],
);

/** 1449 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fI,fq,fE=unpack(KEYS,1,4)local ea,gC,jO,eV=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local hx={unpack(KEYS,25)}local v,hO=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end if bF(a,'p')or bF(a,'e')or redis.call('EXISTS',fI,fq,fE,ea,gC,jO,eV,unpack(y))>0 then return'ok\\n0'end local ku=redis.call('HMGET',W,'registered','born')for b=1,2 do if a.now-(ku[b]or 0)<hO then return'ok\\n0'end end local U,B=cm(v)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hx))return'ok\\n1'",
  ],
);

/** 1647 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fv=KEYS[1],KEYS[2]local v,d,kM,Z,hU=unpack(ARGV,1,5)local hl=tonumber(hU)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iJ(kv)return string.find(kv,'\"status\":\"running\"',1,true)~=nil end local a=bZ(W)local cR=ce(a,v)if cR then return cR end local j=redis.call('HGET',fv,d)local iy=j and string.match(j,'^%d+')or'0'if a.isNew or iy~=kM then return'ok\\n'..(j or'0')end if Z==''then redis.call('HDEL',fv,d)return'ok\\n0'end local hX=redis.call('HGET',fv,'running')if not j and redis.call('HLEN',fv)-(hX and 1 or 0)>=hl then return'full'end local fB=bp(iy+1)..' '..Z local gX=(hX or 0)+(iJ(Z)and 1 or 0)-(j and iJ(j)and 1 or 0)if gX>0 then redis.call('HSET',fv,d,fB,'running',bp(gX))else redis.call('HSET',fv,d,fB)if hX then redis.call('HDEL',fv,'running')end end return'ok\\n'..fB",
  ],
);

/** 6990 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,cX=KEYS[1],KEYS[2]local y=KEYS local v,w,iX=unpack(ARGV,1,3)local R,fB=ARGV[4],ARGV[5]local hU,fk,ks,kt=unpack(ARGV,6,9)local hl=tonumber(hU)local di=tonumber(fk)local iS=tonumber(ks)local iT=tonumber(kt)local ej={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kk=ARGV ",
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
    "local aQ='[^\\31]+'local function bx(F,kw)for w in string.gmatch(kw,aQ)do if type(F)~='table'then return nil end local iG=string.match(w,'^%d+$')if F[w]==nil and iG then F=F[iG+1]else F=F[w]end end return F end local function bv(eR)local dy={}for b=1,#eR,4 do if eR[b]=='='then local gJ,c=pcall(cjson.decode,'['..eR[b+3]..']')if gJ then dy[b]=c[1]end end end return dy end local function bf(dk,eR)local hy=string.find(dk,':',1,true)for b=1,#eR,4 do if not hy or not string.find(dk,eR[b+2],hy+1,true)then return nil end end return hy+1 end local function bX(hd,eR,fW)for b=1,#eR,4 do local fs,F,fX=eR[b],bx(hd,eR[b+1]),nil if fs=='='then fX=F~=nil and F==fW[b]elseif fs=='~'then fX=type(F)=='string'and string.find(F,eR[b+3],1,true)~=nil else fX=F~=nil==(fs=='?')end if not fX then return false end end return true end local function br(dk)local fU=string.match(dk,'^%d+ c(%d+)')if fU then return tonumber(fU)end local da=tonumber(string.match(dk,'^%d+'))return da and cH(da%900000000000000)or 0 end local function bk(iL,Z)local dw=1 while true do local er=string.find(iL,Z,dw,true)if not er then return false end local kJ=string.match(string.sub(iL,1,er-1),'\\\\*$')if#kJ%2==0 then return true end dw=er+1 end end local function bY(m,ej)local eu,fn,u=string.match(m or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if ej.attempts~=''and(eu or 0)-ej.attempts<0 then return false end if ej.worker~=''and fn~=ej.worker then return false end if ej.error==''then return true end for fG in string.gmatch(u or'','\\n%d+ %d+ ([^\\n]*)')do if bk(fG,ej.error)then return true end end return false end local function bO(m)return tonumber(string.match(m,'\\n(%d+) %d+ [^\\n]*$'))end local function bu(cX,R,m,dk,r)if cX=='failed'or cX=='done'then return R-r<=0 end local dM=string.match(m or'','^%a (%d+)')if dM and cH(tonumber(dM))>r then return false end if cX=='ready'then return cH(R%900000000000000)<=r end if cX=='leased'then return true end if dM then return(bO(m)or 0)<=r end return br(dk)<=r end local function jY(Z,eY)for b=1,math.min(#Z,#eY)do local J,K=string.byte(Z,b),string.byte(eY,b)if J~=K then return J>K end end return#Z>#eY end local function kz()if R==''then return 0 end if redis.call('ZSCORE',cX,fB)==R then return redis.call('ZRANK',cX,fB)+1 end local eS,fD=redis.call('ZCOUNT',cX,'-inf','('..R),redis.call('ZCOUNT',cX,'-inf',R)while eS<fD do local fY=(eS+fD-(eS+fD)%2)/2 local de=redis.call('ZRANGE',cX,bp(fY),bp(fY))[1]if jY(de,fB)then fD=fY else eS=fY+1 end end return eS end local function kp(d)if ej.id==''then return true end if ej.isPrefix==''then return d==ej.id end return string.sub(d,1,#ej.id)==ej.id end local a=bZ(W)local cR=ce(a,v)if cR then return cR end local iV=ej.worker..ej.error..ej.attempts..ej.entered~=''local eR={unpack(kk,18)}local iB=#eR>0 local iU=ej.from..ej.to~=''or iB local fW=bv(eR)local A,u,dB,dx,hA,ek,fQ=0,{},{''},0,0,0,0 local function ja(d)local dk=redis.call('HGET',y[2+bd(d)],d)or''dx=dx+#dk return dk end local function kq(dk)local dw=bf(dk,eR)if not dw then return false end local q,gJ,hd=#dk-dw+1,false,nil if q<=iT then if hA+q>iT then return nil end hA=hA+q gJ,hd=pcall(cjson.decode,string.sub(dk,dw))end if not gJ then fQ=fQ+1 end return gJ and bX(hd,eR,fW)end local function ko(d,jM,m,dk)if not kp(d)or iV and not bY(m,ej)then return false,dk end if not dk and(iU or ej.entered~=''and w=='delayed'and not m)then dk=ja(d)end if ej.entered~=''and not bu(w,jM,m,dk,tonumber(ej.entered))then return false,dk end if ej.from~=''and br(dk)-ej.from<0 then return false,dk end if ej.to~=''and br(dk)-ej.to>0 then return false,dk end if iB then return kq(dk),dk end return true,dk end local dJ,iM=fB,R==''and'-'or R local hp=kz()local el,fN=false,false while not el and not fN and ek<hl and A<di and dx<iS do local ji=math.min(250,hl-ek)local ex=redis.call('ZRANGE',cX,bp(hp),bp(hp+ji-1),'WITHSCORES')local g,fK={},{}for b=1,#ex,2 do g[#g+1],fK[#fK+1]=ex[b],ex[b+1]end el=#g<ji hp=hp+#g local S,dy=iU and not bF(a,'l')and 2 or 1,{}if#g>0 and(iV or S==2)then dy=cn(y,2,g,S)end for b,d in ipairs(g)do local dk,m,fX=nil,dy[b*S],nil fN=A>=di or dx>=iS if not fN then if S==2 then dk=dy[b*2-1]or''dx=dx+#dk end fX,dk=ko(d,fK[b],m,dk)fN=fX==nil end if fN then el=false break end ek,dJ,iM=ek+1,d,fK[b]if fX then A=A+1 u[A]='\\n'..fK[b]..' '..d if iX=='jobs'then dB[A*2]=dk or ja(d)dB[A*2+1]=m or redis.call('HGET',y[2+bd(d)],'\\t'..d)or''end end end end if iX=='count'then u={'\\n'..bp(A)}end dB[1]='ok\\n'..bp(a.now)..' '..redis.call('ZCARD',cX)..' '..bp(ek)..' '..bp(fQ)..' '..(el and'-'or iM)..' '..dJ..table.concat(u)return dB",
  ],
);

/** 476 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gy=KEYS[1]local fs,v,fp,kC=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "if fp~=''then redis.call('HSET',gy,fs,fp)end redis.pcall('HSET',gy,fs..aK,bp(cm(v))..' '..kC)return'ok'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fJ=KEYS local gO={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eK,hM=ARGV[8],ARGV[9]local es=ARGV ",
    $digits,
    "local af='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bP(p)return string.sub(af,p*2+1,p*2+2)end ",
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
    "local function aT(eM,hk,p)if hk<0 then hk=0 end local U,n=math.frexp(hk)if not eM then eM={sum=0,low=n,high=n}end eM.sum=eM.sum+hk*p eM.low,eM.high=math.min(eM.low,n),math.max(eM.high,n)eM[n]=(eM[n]or 0)+p return eM end local function aX(iE,eM)if not eM then return iE end local df,em=string.match(iE,'^(%d+)(.*)$')em=em or''for n=eM.low,eM.high do local p=eM[n]if p then local j,jJ,fB=string.match(em,'^(.-,'..n..'=)(%d+)(.*)$')if j then em=j..bp(jJ+p)..fB else em=em..','..n..'='..bp(p)end end end return bp((df or 0)+eM.sum)..em end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bn(m,eq)m.isUnused=eq=='g'if eq=='b'or eq=='p'then local fh,fi=tonumber(m.postponed)or 0,tonumber(m.unfinished)or 0 if eq=='p'then fh=fh+1 else fi=fi+1 end m.postponed,m.unfinished=bp(fh),bp(fi)if eq=='p'then m.isUnused=fh<=1000 else m.isUnused=fi%10~=0 end end if m.isUnused then m.released=bp(m.released+1)end end local function bg(a,e,eq,m,iz)if eq=='c'or eq=='k'then return'c','C','completed',nil end bn(m,eq)if m.isUnused and eq~='p'then return'r','W','released',nil end if eq=='f'or not m.isUnused and m.attempt-m.released>=tonumber(m.max)then return'f','F','failed',nil end a.tick=a.tick+1 if eq=='b'or iz=='0'then return'r','W','retried',a.tick end return'd','W','retried',bE(a,e.delayed,a.now+iz)end local function bS(a,e,d,m,H)local da,hF=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cC(a,e.ready,d,da)elseif da then bR(a,'ready',d)end if H=='f'then cC(a,e.failed,d,hF)elseif hF then bR(a,'failed',d)end if da and m.expiresAt~='0'then if H=='r'or H=='d'then cC(a,e.expiring,d,m.expiresAt)else bR(a,'expiring',d)end end return hF end local function bt(a,d,m,H,eq,s)local iK=H=='r'or H=='d'if H=='r'then bs(a,'ready',m.place,d)a.readied=a.readied+1 elseif H=='d'then bs(a,'delayed',bq(s,ci(m.place)),d)a.sooner=true bV(a,cH(s))elseif H=='f'then bs(a,'failed',bp(a.now),d)elseif eq=='k'then bs(a,'done',bp(a.now),d)end if iK and m.expiresAt~='0'then bs(a,'expiring',m.expiresAt,d)bV(a,tonumber(m.expiresAt))end return not iK and eq~='c'end local function cD(a,e,y,O,es,C,fJ,hH)local g,dL,je,du,gr,T={},{},{},0,false,nil local hh,q,eF,iD,ii=bF(a,'l'),0,false,false,nil for er=C,#es,4 do g[#g+1]=string.sub(es[er+1],19)end local cQ,M,cT=cn(y,O,g,1)local gs=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,n,er=g[b],cQ[b],M or cT[b],C+b*4-4 local eq,et,he,fG=es[er],es[er+1],es[er+2],es[er+3]local iC=j and string.sub(j,2,18)==string.sub(et,2,18)local H,X,m=je[d],'stale',nil if H=='W'and not iC then H='A'end if not H and(not iC or not string.find(j,'^[LE]'))then H,T=cE(j,et,T,e,g,b)end if not H and hh then q=q+redis.call('HSTRLEN',n,d)eF=eF or iD and q>32000000 end if eF then H,X='M',nil end if not H then if eq=='c'then m={expiresAt='-'}else m=cf(j)end H=not m and'U'end if not H then local cX,s H,cX,X,s=bg(a,e,eq,m,he)je[d],iD=cX,true if H~='r'or not m.isUnused or eq=='p'then local dM=string.sub(et,3,17)ii=aT(ii,a.now-cH(dM),1)end if s then m.place=cg(ci(m.place),s)end if H=='c'and he~=''then a.results=bb(a.results,fJ[hH],'C '..bp(a.now)..' '..he)end if gs[b]then bR(a,'leased',d)elseif bS(a,e,d,m,H)then gr=true if H=='f'then X=nil end end if bt(a,d,m,H,eq,s)then du=du+1 end if eq=='c'then ct(a,n,d,j)aR(a,d,'C')else if fG~=''and not m.isUnused then m.lines=cK(m.lines,bp(a.now),m.attempt,fG)end cx(a,n,'\\t'..d,bC(m,cX),j)end end if he~=''and(eq=='c'or eq=='k')then hH=hH+1 end if X=='completed'then a.completed=bp(a.completed+1)elseif X then bl(a,X,1)end dL[b]=H end a.runTimes=aX(a.runTimes,ii)return table.concat(dL),du,gr,eF end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bI(a,d)if not a.isFinished then a.isFinished={}for U,jR in ipairs(a.finished)do a.isFinished[jR]=true end end return a.isFinished[d]end local function bQ(a,e,y,O,gN,eX)local fr,eH,C,fM,ei,dE,gK local dt,ek,dx,fN=0,0,0,false local ik local is,jg,ir,gm=nil,nil,0,0 local kL,jq=' '..gN.max..' 0','\\n'..gN.worker repeat local g if ek==0 then g=redis.call('ZRANGE',e.ready,'0',gN.count)else g=redis.call('ZRANGE',e.ready,bp(ek),bp(ek+eX-dt))end local q,gP=#g,eX-dt dE=q>gP if dE then q=gP end if bF(a,'l')and(q>1 or ek>0)then local gw=bm(y,O,g,q,dx)if gw==0 and ek==0 then gw=1 end fN=gw<q q=gw dE=dE or fN end for b=#g,q+1,-1 do g[b]=nil end if q>0 then local A,M,cT,x if q==1 then local p=bd(g[1])M,x=y[O+p],{g[1],'\\t'..g[1]}A=redis.call('HMGET',M,x[1],x[2])else A,M,cT,x=cn(y,O,g,2)end local c=M and a.writes and a.writes[M]or nil if not ei then fM=a.now+gN.duration ei=bp(fM)end for b=1,q do local d,dk,m=g[b],A[b*2-1],A[b*2]local n,dA,eZ,ip=M or cT[b],'0',nil,kL if dk and string.byte(dk,17)~=58 then local p,fA=string.match(dk,'^(%d+)([^:]*)')if#(p or'')~=16 then eZ,fA=cg(5,0),''end dA=string.match(fA,' x(%d+)')or dA ip=' '..(string.match(fA,' m(%d+)')or gN.max)..' '..dA if e.delayed and dA~='0'then a.from.expiring=ba(a.from.expiring,d)end end if not e.delayed and(not dk or dA~='0')then gK=true end if not e.delayed and m and a.finished and string.byte(m)==76 then local jS=bI(a,d)gK=gK or jS end if e.delayed and(not dk or dA~='0'and dA-a.now<=0)then ct(a,n,d,m)if dk then bl(a,'expired',1)aR(a,d,'E')dx=dx+#dk end elseif dk then dt=dt+1 local s,dM=a.tick+dt,nil if q==1 then dM=string.format('%015d',s)else local eS=s%100 if eS==0 or not ik then ik=string.format('%013d',(s-eS)/100)end dM=ik..bP(eS)end local o,dd,eD,da=d,x[b*2],nil,eZ or string.sub(dk,1,16)if m then local eu,jz,iY,em,u=string.match(m,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')eu,u=bp((eu or 0)+1),u or'\\n'o=eu..'\\t'..d eD='L '..dM..' '..eu..' '..(jz or'0')..' '..(iY or da)..ip..(em or'')..jq..u if string.byte(m)==76 then da=nil else da=iY or da end a.histories=ba(a.histories,'H'..u)else eD='L '..dM..' 1 0 '..da..ip..jq..'\\n'a.runsMore=(a.runsMore or 0)+1 end if da then local iR=string.sub(da,1,13)if iR~=jg then if gm>0 then is=aT(is,ir,gm)end jg,ir,gm=iR,a.now-cH(da%900000000000000),0 end gm=gm+1 end if m and#eD<=#m then cx(a,n,dd,eD,m)else if m then cC(a,n,dd,m)end if M then c=bb(c,dd,eD)else cO(a,n,dd,eD)end end if dt==1 then fr,eH,C,a.to.leased=o,dk,dM,{ei,d}else if dt==2 then fr,eH={fr},{eH}end fr[dt],eH[dt]=o,dk ck(a.to.leased,ei,d)end dx=dx+#dk a.lastTick=dM end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end ek=ek+q until gK or not dE or fN or dt>=eX or ek-dt>=1000 if gm>0 then a.waits=aX(a.waits,aT(is,ir,gm))end if ek>0 then a.popped=ek==1 and'0'or bp(ek-1)end if dt>0 then a.tick=a.tick+dt a.leased=bp(a.leased+dt)if fM-a.due<0 then a.due=ei end if dt>15 then ck(a.to.leased,'+inf',aG)a.isLong=true end end return fr,eH,dt,C,ei,dE,gK end ",
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
    "local function bB(a,dL,fr,dt,dM,ei,dE)if dt>1 then fr=table.concat(fr,'\\n')end return dL..'\\n- '..ei..(dE and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dM..'\\n'..fr end local function bD(a,dL,dn,dE)return dL..'\\n'..bp(a.now)..(dE and' - 1 'or' - 0 ')..dn..' -'..a.flags..' -'end local function cL(a,Z,eH,dt)if not eH then return'ok\\n'..Z end if dt==1 and not a.histories and#eH<4000 then return'ok\\n'..Z..'\\n\\n'..eH end if dt==1 then eH={eH}end table.insert(eH,1,'ok\\n'..Z)if a.histories then for U,gI in ipairs(a.histories)do eH[#eH+1]=gI end end return eH end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bZ(e.meta)local dF=cd(a,i)if dF then return dF end a.frees=true local jf,gQ,fZ=es[10]~=nil,gO.count~='0',a.now-a.due>=0 local eX=bF(a,'p')and 0 or tonumber(gO.count)local o=bH(a)local dL,Z,eH,dt,en,fd='-',nil,nil,0,false,0 local function fo(eW,cV)local f local hj=jf or dt>0 or i.number~='0'if eW then f=bh(a,e,i,hj and cV)end if f then cv(a,o)else cM(a,e)o=bH(a)if cV and eW then a.before=i.number..'\\n'..cV end Z=cV or Z end cu(a)return f end local function jd()local U,du,gr,eF,el dL,du,gr,eF=cD(a,e,y,12,es,10,fJ,29)if a.results then a.resultTtl=string.match(eK,'%S+$')end if du>0 and not gr then U,U,el=cI(a,e,y,12,eK,du*2+8)end fd=(el or gr)and du or 0 if eF then gQ=false end return not a.isNew or string.find(dL,'%l')~=nil end local function kh(eW,hJ)local fr,dM,ei,dE if fZ then a.due=ca(e)eW=not a.isNew dE=a.now-a.due>=0 end if eX>0 then fr,eH,dt,dM,ei,dE=bQ(a,e,y,12,gO,eX)dE=dE or a.now-a.due>=0 en=not dE end if not a.isNew and(dt==0 or hM~='')then local kd=aU(a)eW=eW or kd or i.number~='0'end if dt>0 then return true,bB(a,dL,fr,dt,dM,ei,dE)end local dn=hJ and a.due or ca(e)return eW or a.popped,bD(a,dL,dn,dE)end local function iN(eW,hJ)local jZ,cV=kh(eW,hJ)local f=fo(jZ,cV)if f then dt,eH,en=0,nil,false end return f end local function jl(p)if p==0 then return end cI(a,e,y,12,eK,p*2+8)fo(a.from.done or a.from.failed)end local kb=gQ if jf then local eW,f=jd(),nil if gQ and not fZ and a.readied==0 and not a.from.ready then gQ=false f=iN(eW,true)if f then eW=jd()end end if not Z then f=fo(eW,bD(a,dL,'-',kb))if f then return f end end end if gQ then if fZ then local hL=math.min(1000,10+eX*2)local U,A=cs(a,e,y,12,hL)fo(A>0)local hq,ea=cp(a,e,y,12,hL)local b,el if ea>0 then b,b,el=cI(a,e,y,12,eK,ea*2+8)end local f=fo(hq>0)if el and not f then jl(ea)end local ho=cj(a,e,hL)fo(ho>0)end local f=iN(false,false)if not Z then return f end end jl(fd)a.readied=a.readied-dt local kc,eP=a.readied>0 or a.sooner,false if kc then eP=bG(a)elseif en and(dt>0 or fZ)then eP=bF(a,'h')end if eP then cJ(a,en)end if hM~=''and not a.isNew then if hM=='p'then redis.pcall('HSET',e.meta,'policy',eK)end if gO.worker~=''then cc(e.workers,gO.worker,a.now)end cA(a,e,120000,10000)local ic=bL(a)if not ic and Z then Z=string.gsub(Z,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cL(a,Z or bD(a,dL,'-',false),eH,dt)",
  ],
);

/** 2624 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fE,fS=unpack(KEYS,1,3)local y=KEYS local v,gG,fk=unpack(ARGV,1,3)local dw=tonumber(gG)local di=tonumber(fk)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bZ(W)local cR=ce(a,v)if cR then return cR end local gs=redis.call('ZRANGE',fE,bp(dw),bp(dw+di-1),'WITHSCORES')local dB={'ok',bp(a.now)..' '..(#gs<di*2 and'-'or bp(dw+di))}local gj=dw==0 and redis.call('ZRANGE',fS,'0','999','WITHSCORES')or{}for b=1,#gj,2 do dB[#dB+1]='W '..gj[b+1]..' '..gj[b]end local g={}for b=1,#gs,2 do g[#g+1]=gs[b]end if#g>0 then local cQ=cn(y,3,g,1)for b,d in ipairs(g)do local dM,fn=string.match(cQ[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dB[#dB+1]='H '..gs[b*2]..' '..(dM or'0')..' '..d dB[#dB+1]='-'..(fn or'')end end return table.concat(dB,'\\n')",
  ],
);
