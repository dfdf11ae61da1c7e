// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bo(p)return string.format('%d',p)end ";
const $readClock = "local function cl(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local P,D=r[1]+0,r[2]+0 return P*1000+(D-D%1000)/1000,(P-1600000000)*1000000+D end end local I=tonumber(string.match(w,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function ca(ez,w)return bo(math.max(cl(w),(redis.call('ZSCORE',ez,'')or 0)+1))end ";
const $bucketOfBytes = "local function bd(d)local de=#d for b=1,#d,8 do local J,K,dV,dW,dX,dY,ec,ed=string.byte(d,b,b+7)de=(de*31+J+(K or 0)*3+(dV or 0)*5+(dW or 0)*7+(dX or 0)*11+(dY or 0)*13+(ec or 0)*17+(ed or 0)*19)%65521 end return de%16+1 end ";
const $bucketOf = "local function bc(d)local C,F=string.byte(d,1,2)if C==95 and#d==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return bd(d)end ";
const $declaredBuckets = "local function bn(e,C,ey)local y={}for b=1,#ey do y[tonumber(string.sub(ey,b,b),16)+1]=e[C+b-1]end return y end ";
const $readJobs = "local function cm(y,N,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local M=bc(g[1])local dI=bc(g[#g])if M==dI then local A,dn=nil,S==2 if dn then A=redis.call('HMGET',y[N+M],unpack(x))for b=1,#g do if not A[b*2-1]then dn=false break end end end if dn then return A,y[N+M],nil,x end end local cS,dx,z,dr={},{},{},{}for b=1,#g do local p=bc(g[b])local n=y[N+p]cS[b]=n if not z[n]then z[n],dr[n]={},{}end local c,cY=z[n],dr[n]for Q=(b-1)*S+1,b*S do local q=#c+1 c[q],cY[q]=x[Q],Q end end for n,c in pairs(z)do local A,cY=redis.call('HMGET',n,unpack(c)),dr[n]for Q=1,#c do dx[cY[Q]]=A[Q]end end return dx,nil,cS,x end ";
const $pushPair = "local function cj(c,J,K)local q=#c c[q+1],c[q+2]=J,K end ";
const $appendPair = "local function ba(c,J,K)if not c then return{J,K}end cj(c,J,K)return c end ";
const $append = "local function aZ(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function bT(z,t)local c=z[t]if not c then c={}z[t]=c end return c end ";
const $HEAD_PATTERN = "local ai='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'";
const $NEW_HEAD = "local aF='2  0 0 0 0 0 0||'";
const $PADDING = "local aG='-----------------------------------------------------------------'";
const $newUnit = "local function bY(Y)return{meta=Y,readied=0,to={},from={}}end ";
const $openUnit = "local function cd(a,w)local o=redis.call('HGET',a.meta,'head')local s,B a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed,a.waits,a.runTimes=string.match(o or aF,ai)a.isNew,a.head=not o,o if not s or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,B=cl(w)a.tick=s+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cc(a,i)local cQ=cd(a,i.times)if cQ then return cQ end local j=redis.call('HGET',i.replies,i.lane)if j then local p=string.match(j,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bE(a,dH)return a.flags~=''and string.find(a.flags,dH,1,true)~=nil end ";
const $count = "local function bk(a,W,dU)if not a.totals then a.totals={}end a.totals[W]=(a.totals[W]or 0)+dU end ";
const $leave = "local function bQ(a,k,d)a.from[k]=aZ(a.from[k],d)end ";
const $saveOld = "local function cB(a,t,dd,j)if not a.old then a.old={}end a.old[t..dd]=j end ";
const $removeJob = "local function cs(a,n,d,m)if not a.drops then a.drops={}end local c=bT(a.drops,n)c[#c+1]=d if m then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aQ(a,d,H)a.endings=ba(a.endings,d,H)end ";
const $limitFreed = "local function bS(a,y,N,g,fM)local dw,q=0,#g if bE(a,'l')then for b=1,q do local p=bc(g[b])dw=dw+redis.call('HSTRLEN',y[N+p],g[b])if dw>64000000 and b>fM then for Q=q,b,-1 do g[Q]=nil end break end end end return#g<q end ";
const $beginEndings = "local function bb(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cy(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bb(a,e)end ";
const $writeEndings = "local function cL(a,e)if not a.finished and not a.endings then return end local c,s,en={},a.lastTick if a.finished then local eB='C'..s for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eB end en=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cj(c,a.endings[b],a.endings[b+1]..s)end end if e.endedBefore then en=redis.call('EXISTS',e.endings)==0 end if en then bb(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not en and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cy(a,e)end end ";
const $EVENT_LETTERS = "local ah={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function by(a,e)local u,L,dA={},{},{}local T,r=a.endings or{},bo(a.now)for U,d in ipairs(a.from.done or{})do dA[d]=true end for b=1,#T,2 do local d,H=T[b],a.from.state and'P'or T[b+1]if H~='F'and(H~='C'or not dA[d])then u[#u+1]=H..d end end for U,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aG and not(a.old and a.old[e[k]..d])then u[#u+1]=ah[k]..d end end end local C,q=1,0 for b=1,#u do q=q+#u[b]+1 if q>8000 or b==#u then L[#L+1]=r..'\\n'..table.concat(u,'\\n',C,b)C,q=b+1,0 end end return L end ";
const $writeEvents = "local function cM(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dt,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,Z in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',dt,bo(j+b)..'-0','e',Z)end end ";
const $isRefused = "local function bJ(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bz(a)local cP=(a.runsMore or 0)-(a.runsLess or 0)if cP~=0 then a.runs=bo(math.max(0,a.runs+cP))end a.lastTick=a.lastTick or bo(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.waits..'|'..a.runTimes end ";
const $addTotals = "local function aY(a)local cR={}if not a.fields then a.fields={}end for v in pairs(a.totals)do cR[#cR+1]=v end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(cR)))do local v=cR[b]local W=bo((E or 0)+a.totals[v])cj(a.fields,v,W)cB(a,a.meta,v,E)end end ";
const $writeFields = "local function cO(a,z)local f for t,c in pairs(z)do if not f then local h=redis.pcall('HSET',t,unpack(c))if bJ(h)then f=h end end end return f end ";
const $revert = "local function cv(z,du,dd,ef,dg)for t,c in pairs(z)do for b=1,#c,2 do local v=c[b+dd]local j=du[t..v]if not j then redis.pcall(ef,t,v)elseif dg=='ZADD'then redis.pcall(dg,t,j,v)else redis.pcall(dg,t,v,j)end end end end ";
const $commit = "local function bg(a,e,i,cV)local o=bz(a)local O if e.events and bE(a,'e')then O=by(a,e)if#O>0 then bk(a,'recorded',#O)end end if a.totals then aY(a)end local G=cV and i.number..'\\n'..cV local df=G and a.before and#G<=#a.before local f for U=1,2 do f=nil for k,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[k],unpack(c))if bJ(h)then f=h end end end if a.writes and not f then f=cO(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if G and not df and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bJ(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bJ(h)then f=h end end if a.rewrites and not f then f=cO(a,a.rewrites)end if df and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bJ(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dE={}for k,c in pairs(a.to)do dE[e[k]]=c end cB(a,a.meta,'head',a.head)cv(a.rewrites or{},a.old,0,'HDEL','HSET')cv({[a.meta]=ba(a.fields,'head',o)},a.old,0,'HDEL','HSET')if G and not df and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if G and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cv(a.writes or{},a.old,0,'HDEL','HSET')cv(dE,a.old,1,'ZREM','ZADD')return f end a.head=o if cV and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aG)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for t,c in pairs(a.drops)do redis.pcall('HDEL',t,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cM(a,e,O)end return nil end ";
const $NEVER = "local aE='9999999999999'";
const $enter = "local function br(a,k,R,d)a.to[k]=ba(a.to[k],R,d)end ";
const $lowerDue = "local function bU(a,r)if r-a.due<0 then a.due=bo(r)end end ";
const $rewriteField = "local function cw(a,n,db,E,j)cB(a,n,db,j)if#E>#j then if not a.writes then a.writes={}end cj(bT(a.writes,n),db,E)else if not a.rewrites then a.rewrites={}end cj(bT(a.rewrites,n),db,E)end end ";
const $placeOf = "local function cf(dQ,s)return string.format('%016d',dQ*900000000000000+s)end ";
const $lastDueScore = "local function bL(r)return bo((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cF(R)return(R-R%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cg(R)local dQ=R%10 return cf(dQ,(R-dQ)/10)end ";
const $parseRun = "local function ce(m)local cW,dL,et,fO,cZ,eo,dz,fg,fh,u=string.match(m or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=cW,fence=dL,attempt=et,released=fO,place=cZ,max=eo,expiresAt=dz,postponed=fg,unfinished=fh,lines=u}end ";
const $formatRun = "local function bB(m,cW)local el=m.postponed==''and''or' '..m.postponed..' '..m.unfinished return table.concat({cW,m.fence,m.attempt,m.released,m.place,m.max,m.expiresAt},' ')..el..m.lines end ";
const $withError = "local function cJ(u,I,et,fE)local j,eu=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,eu='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end eu=string.gsub(eu,'\\t[^\\n]*','')..'\\n'..I..' '..et..' '..fE local eA,dv={},1 repeat eA[#eA+1]=dv dv=string.find(eu,'\\n',dv+1)until not dv local C=math.max(1,#eA-5+1)while C<#eA and#eu-eA[C]>=800 do C=C+1 end return j..string.sub(eu,eA[C])end ";
const $removeExpired = "local function cr(a,e,y,N,dh)local g=redis.call('ZRANGE',e.expiring,'-inf',bo(a.now),'BYSCORE','LIMIT','0',bo(dh))local eE=bS(a,y,N,g,1)local fd=0 if#g>0 then local cP,M,cS=cm(y,N,g,1)local gP,gC=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gP[b]or gC[b]then fd=fd+1 cs(a,M or cS[b],d,cP[b])aQ(a,d,'E')if gP[b]then bQ(a,'ready',d)end if gC[b]then bQ(a,'delayed',d)end end end a.from.expiring=g if fd>0 then bk(a,'expired',fd)end end return fd,#g,eE end ";
const $reclaimJob = "local function cp(a,e,n,d,j,cW,gQ)local m,eS=ce(j),cW local fe=m and m.attempt-m.released>=tonumber(m.max)if fe then br(a,'failed',bo(a.now),d)m.lines=cJ(m.lines,bo(a.now),m.attempt,gQ)eS=cW=='L'and'E'or'F'bk(a,'failed',1)else br(a,'ready',m and m.place or cf(5,0),d)a.readied=a.readied+1 if m and m.expiresAt~='0'then br(a,'expiring',m.expiresAt,d)bU(a,tonumber(m.expiresAt))end bk(a,'reclaimed',1)end if m and eS~='L'then cw(a,n,'\\t'..d,bB(m,eS),j)end bQ(a,'leased',d)return fe end ";
const $reclaimExpired = "local function co(a,e,y,N,dh)local g=redis.call('ZRANGE',e.leased,'-inf',bo(a.now),'BYSCORE','LIMIT','0',bo(dh))local dZ=0 if#g>0 then local cP,M,cS=cm(y,N,g,1)for b=1,#g do local fe=cp(a,e,M or cS[b],g[b],cP[b],'L','\"lease expired\"')if fe then dZ=dZ+1 end end end return#g,dZ end ";
const $promoteDue = "local function ci(a,e,dh)local dm=redis.call('ZRANGE',e.delayed,'-inf',bL(a.now),'BYSCORE','LIMIT','0',bo(dh),'WITHSCORES')for b=1,#dm,2 do local cZ=cg(dm[b+1])br(a,'ready',cZ,dm[b])bQ(a,'delayed',dm[b])end a.readied=a.readied+#dm/2 return#dm/2 end ";
const $nextDue = "local function bZ(e)local r=aE for U,k in ipairs({'leased','delayed','expiring'})do local R=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if R and k=='delayed'then R=cF(R)end if R and R-r<0 then r=R end end return bo(r)end ";
const $trimEnded = "local function cH(a,e,y,N,eI,dh)local ex,eo={},math.min(1000,dh)ex.doneAge,ex.doneCount,ex.failedAge,ex.failedCount=string.match(eI,'^(%S+) (%S+) (%S+) (%S+)')local g,fZ,fl,fq,dC,ek={},{},0,0,false,false for U,k in ipairs({'done','failed'})do local fb,dt,du=tonumber(ex[k..'Age']),tonumber(ex[k..'Count']),{}if fb then du=redis.call('ZRANGE',e[k],'-inf',bo(a.now-fb),'BYSCORE','LIMIT','0',bo(eo))end local cY=#(a.to[k]or{})/2 fq=fq+cY if dt then local q=redis.call('ZCARD',e[k])local fc=q+cY-dt ek=ek or fc>q if fc>#du then du=redis.call('ZRANGE',e[k],'0',bo(math.min(fc,eo)-1))end end dC=dC or#du>=eo for b=1,#du do g[#g+1]=du[b]fZ[#g]=k end end if#g>0 then local eE=bS(a,y,N,g,fq+1)dC=dC or eE local fw={}for U,k in ipairs({'ready','delayed','leased'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do fw[b]=fw[b]or R end end local cP,M,cS=cm(y,N,g,1)for b=1,#g do local d,ft=g[b],fZ[b]=='failed'if ft then bQ(a,'failed',d)else bQ(a,'done',d)end if not fw[b]then fl=fl+1 cs(a,M or cS[b],d,cP[b])aQ(a,d,ft and'F'or'C')if ft then bk(a,'purged',1)end end end end return fl,dC,ek end ";
const $rotateOldEndings = "local function cz(a,e,fb,hQ)local q=redis.call('HLEN',e.endings)if q<hQ then return end local eY=redis.call('HGET',e.endings,'')if not eY then bb(a,e)end if q>=1000000 or eY and a.now-eY>fb then cy(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function ct(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bG(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,waits=a.waits,runTimes=a.runTimes,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cu(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.waits,a.runTimes=o.waits,o.runTimes end ";
const $hasListeners = "local function bF(a)if a.flags~='h'and not bE(a,'h')then return a.isNew end if bE(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cI(a,em)local dm='-'if a.due~=aE then dm=bo(math.max(0,a.due-a.now))end local p=em and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bo(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dm)end ";
const $timeOfTick = "local function cG(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function ch(cZ)return(cZ-cZ%900000000000000)/900000000000000 end ";
const $dueScore = "local function bp(s,dQ)return bo(s*10+dQ)end ";
const $freeTickAt = "local function bD(a,fo,r)if not a.ticks then a.ticks={}end local fP,C,s={},(r-1600000000000)*1000,nil for b=1,1000 do fP[b]=C local ds=a.ticks[C]if not ds then local dv,fQ=bo(C*10),bo(C*10+9999)local R=redis.call('ZRANGE',fo,fQ,dv,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]ds=R and(R-R%10)/10 or C-1 end if ds<C+999 then s=ds+1 break end C=math.max(C+1000,ds-ds%1000)end s=s or C for U,ik in ipairs(fP)do a.ticks[ik]=s end return s end ";
const $addListener = "local function aT(a)local j=redis.call('HGET',a.meta,'heard')local gk=bE(a,'h')and j or'0'if gk-a.now>300000 then return false end if not bE(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cj(a.fields,'heard',bo(a.now+600000))cB(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bK(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bM(e,g)local A=redis.call('HMGET',e.endings,unpack(g))for b,eB in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do A[b]=A[b]or eB end return A end ";
const $staleReason = "local function cD(m,es,T,e,g,b)if not m then T=T or bM(e,g)return string.sub(T[b]or'U',1,1),T end local cW,dL=string.match(m,'^(%a) (%d+)')if cW=='E'then return'F',T end if cW=='L'or cW=='W'and dL~=string.sub(es,3,17)then return'A',T end return cW or'U',T end ";
const $isHeld = "local function bI(m,es)return m and string.find(m,'^[LE]')and string.sub(m,2,18)==string.sub(es,2,18)end ";
const $extendLease = "local function bv(a,e,n,d,m,j,eh)br(a,'leased',bo(eh),d)bU(a,eh)if j and eh-j<0 then a.sooner=true end if j then cB(a,e.leased,d,j)elseif string.sub(m,1,1)=='E'then bQ(a,'failed',d)cw(a,n,'\\t'..d,'L'..string.sub(m,2),m)else bQ(a,'ready',d)bQ(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local al='-1001'";
const $noteWorker = "local function cb(fR,fm,I)if redis.pcall('ZADD',fR,bo(I),fm)==1 then redis.call('ZREMRANGEBYRANK',fR,'0',al)end end ";
const $countReadable = "local function bl(y,N,g,q,dw)local p=0 for b=1,q do local hG=bc(g[b])dw=dw+redis.call('HSTRLEN',y[N+hG],g[b])if dw>2000000 then break end p=b end return p end ";
const $writeField = "local function cN(a,n,db,E)if not a.writes then a.writes={}end cj(bT(a.writes,n),db,E)end ";
const $rewriteRun = "local function cx(a,n,d,m,cZ,gf)local eM=ce(m)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eM.place=cZ if gf then eM.attempt,eM.released,eM.postponed='0','0',''end local eC=bB(eM,'W')if m then cw(a,n,'\\t'..d,eC,m)else cN(a,n,'\\t'..d,eC)a.runsMore=(a.runsMore or 0)+1 end return eM.expiresAt end ";
const $makeReady = "local function bV(a,n,d,m,cZ,gf)local dz=cx(a,n,d,m,cZ,gf)br(a,'ready',cZ,d)a.readied=a.readied+1 return dz end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez,eL=KEYS[1],KEYS[2]local v,w,fD=unpack(ARGV,1,3)local iN,iO=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local he,db=not redis.call('ZSCORE',ez,v),'\\t'..fD local di=redis.call('HGET',eL,db)local kt=redis.call('ZCARD',ez)if he and iN and kt-1>=iN then return'full\\nmaxQueues'end if he and iO and(di or 0)-iO>=0 then return'full\\nmaxQueuesOfMaker'end local ga=ca(ez,w)if he then redis.call('HSET',eL,v,fD,db,bo((di or 0)+1))end local h=redis.pcall('ZADD',ez,ga,'',ga,v)if type(h)=='table'then if he then redis.call('HDEL',eL,v)if di then redis.call('HSET',eL,db,di)else redis.call('HDEL',eL,db)end end return h end return'ok'",
  ],
);

/** 9547 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fU=KEYS local ey,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local is={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local y,dK,eU,gz=bn(fU,12,ey),{},{},0 bS(a,y,0,g,1)for b in ipairs(g)do dK[b]='U'end for U,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then local d=g[b]if not eU[d]then dK[b],eU[d]=is[k],is[k]end if string.find(eU[d],'%l')then bQ(a,k,d)end end end end local cP,M,cS=cm(y,0,g,1)for b,d in ipairs(g)do if string.find(dK[b],'%l')then cs(a,M or cS[b],d,cP[b])aQ(a,d,'X')bQ(a,'expiring',d)gz=gz+1 end end if gz>0 then bk(a,'cancelled',gz)end local Z=table.concat(dK)local f if gz>0 or not a.isNew then f=bg(a,e,i,Z)end if f then return f end cL(a,e)return'ok\\n'..Z",
  ],
);

/** 16587 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fr=KEYS[15]local y=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fj,kB,eI=unpack(ARGV,4,6)local dh=tonumber(fj)",
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
    "local function ck(c,fH,kg,fb)redis.pcall('LPUSH',c,fH)redis.pcall('LTRIM',c,'0',bo(kg-1))redis.pcall('PEXPIRE',c,bo(fb))end local function cA(a,e)local dv,fQ,dI=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if fQ and a.now-fQ<30000 then return end local fH={}for U,k in ipairs({'ready','delayed','leased','failed','done'})do fH[#fH+1]=redis.call('ZCARD',e[k])end local gx=redis.call('HMGET',a.meta,'failed','retried')fH[6],fH[7],fH[8],fH[9]=a.enqueued,a.leased,a.completed,gx[1]or'0'fH[10]=(gx[2]or'0')..'|'..a.waits..'|'..a.runTimes local Z,I=table.concat(fH,' '),bo(a.now)if Z==dI and a.now-fQ<150000 then redis.pcall('LSET',e.history,'0',dv..' '..I..' '..Z)return end Z=I..' '..I..' '..Z ck(e.history,Z,1440,86400000)if not fQ or math.floor(fQ/3600000)<math.floor(a.now/3600000)then ck(e.hours,Z,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jo='- - 2592000000 100000'local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local fY=a.now-a.due>=0 if eI==''then eI=redis.call('HGET',e.meta,'policy')or jo end local o=bG(a)local gO,dC,hn=0,false,nil local function fn(eV,cV,p,hM)local f if eV then f=bg(a,e,i,cV)end if f then cu(a,o)hn,p=f,0 else cL(a,e)o=bG(a)gO,dC=gO+p,dC or hM end ct(a)return p end local fd,hm,dZ,hk=0,0,0,0 if fY then local p,ej,eE=cr(a,e,y,15,dh)fd=fn(ej>0,nil,p,eE or ej>=dh)local gp,jK=co(a,e,y,15,dh)gp=fn(gp>0,nil,gp,gp>=dh)dZ=math.min(gp,jK)hm=gp-dZ local dm=ci(a,e,dh)hk=fn(dm>0,nil,dm,dm>=dh)end local dA,hM=cH(a,e,y,15,eI,dh)local fl=fn(a.from.done or a.from.failed,nil,dA,hM)local gt=redis.call('ZRANGE',e.seen,'-inf',bo(a.now),'BYSCORE','LIMIT','0',bo(dh))if gt[1]then a.from.seen=gt end if fY then a.due=bZ(e)end local je=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bo(a.now-kB))dC=dC or#gt>=dh local Z=table.concat({hm,dZ,hk,fd,fl,je,dC and 1 or 0},' ')local gU=redis.call('HGET',fr,'running')if gU then Z=Z..' '..gU end local hf=gO+je>0 and not a.isNew and not hn fn(hf or gt[1]or fY and not a.isNew,hf and Z,0)if gO==0 then cz(a,e,86400000,1)end if a.readied>0 and bF(a)then cI(a)end if not a.isNew then cA(a,e)end if hn and gO==0 then return hn end return'ok\\n'..Z",
  ],
);

/** 1721 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fN,fo,fC=unpack(KEYS,1,4)local dZ,gA,fR=unpack(KEYS,5,7)local w,cR=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local dF={bo(a.now)}for U,t in ipairs({fN,fo,fC,dZ,gA,fR})do dF[#dF+1]=redis.call('ZCARD',t)end local eS=redis.call('ZRANGE',fN,'0','0','WITHSCORES')[2]dF[#dF+1]=eS and bo(cG(eS%900000000000000))or'-'local gx=redis.call('HMGET',Y,unpack(cR))for b,W in ipairs(gx)do gx[b]=W or'0'end return'ok\\n'..table.concat(dF,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gx,' ')..'\\n'..bo(redis.call('ZCOUNT',fo,'-inf',bL(a.now)))..' '..bo(redis.call('ZCOUNT',fC,'-inf',bo(a.now)))..'\\n-'..a.waits..'\\n-'..a.runTimes",
  ],
);

/** 12779 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,fj,jx=unpack(ARGV,1,3)local dh=tonumber(fj)",
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
    "local aN={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cn(a,y,g)local gD,cP={},{}if bE(a,'l')then local A,M,cS=cm(y,0,g,1)for b,d in ipairs(g)do gD[b],cP[b]=redis.call('HSTRLEN',M or cS[b],d)>0,A[b]end else local A=cm(y,0,g,2)for b in ipairs(g)do gD[b],cP[b]=A[b*2-1]and true,A[b*2]end end return gD,cP end local function cq(n,d,m)local cZ,dz=string.match(m or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local o=string.match(redis.call('HGET',n,d),'^[^:]*')cZ,dz=cZ or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dz end return cZ and#cZ==16 and cZ or cf(5,0),dz~='0'and dz end local function aX(e,k,d,R)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],R,d))=='number'end ",
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
    "local a=bY(e.meta)local cQ=cd(a,w)if cQ then return cQ end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local iv=redis.call('HGET',e.meta,'audit')local eZ,fs=string.match(iv or'','^([1-9]%d*) (%d+)$')eZ,fs=tonumber(eZ)or 1,fs or'0'if eZ>23 then eZ=1 end if jx=='0'and eZ==1 and fs=='0'then return'ok\\n1 0 0 0 0 0 0'end local hV,hx,hO,gm,go,ej,ij,dw,hC=0,0,0,0,0,0,0,0,false local function ih(jA,t,eW)local cV=redis.call(jA,t,fs,'COUNT',bo(eW))fs=cV[1]return cV[2]end local function ho(k,g)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(g))or{}end local kh=(a.now-1600000000000)*1000+86400000000 local function it(d,dz)if not dz then return true end bU(a,tonumber(dz))return aX(e,'expiring',d,dz)end local function kw(d,m)hO=hO+1 for U,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if m then redis.call('HDEL',y[bc(d)],'\\t'..d)a.runs=bo(math.max(0,a.runs-1))end end local function jZ(d,m,k,gg)hx=hx+1 local ff for U,jk in ipairs(aN[string.sub(m or'',1,1)]or aa)do ff=ff or gg[jk]and jk end ff=ff or k for U,eX in ipairs(aa)do if eX~=ff then redis.call('ZREM',e[eX],d)end end return ff end local function jg(ew)local g,fI={},{}for b=1,#ew/2 do g[b],fI[b]=ew[b*2-1],ew[b*2]end return g,fI end local function jv(k,ew)local g,fI=jg(ew)if#g==0 then return 0 end local gD,cP=cn(a,y,g)local iD={}for U,eX in ipairs(aa)do if eX~=k then iD[eX]=ho(eX,g)end end for b,d in ipairs(g)do local m,gg=cP[b],nil for eX,A in pairs(iD)do if A[b]then gg=gg or{[k]=true}gg[eX]=true end end if not gD[b]then kw(d,m)else local ff=gg and jZ(d,m,k,gg)or k if ff=='leased'and not string.find(m or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cZ,dz=cq(y[bc(d)],d,nil)if it(d,dz)and aX(e,'ready',d,cZ)then gm=gm+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local s=m and tonumber(string.match(m,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,fI[b]%900000000000000-1000)end if s>a.tick and s<kh then a.tick=s go=1 end end end return#g end local S=1 local function kz(n,eW)local hd,j=bE(a,'l'),dw if hd and fs=='0'and redis.call('HLEN',n)<=dh then return redis.call('HKEYS',n)end local ew,x=ih('HSCAN',n,hd and S or eW),{}for b=1,#ew,2 do local db,q=ew[b],#ew[b+1]x[#x+1]=db dw=dw+q if q>2100 and string.sub(db,1,1)~='\\t'and not bE(a,'l')then a.flags=a.flags..'l'end end S=dw-j<100000 and S*2 or 1 return x end local function ju(n,x)local g={}for U,db in ipairs(x)do if string.sub(db,1,1)~='\\t'then g[#g+1]=db elseif redis.call('HEXISTS',n,string.sub(db,2))==0 then gm=gm+1 redis.call('HDEL',n,db)end end if#g==0 then return#x end local A={}for U,k in ipairs(aa)do for b,R in ipairs(ho(k,g))do A[b]=A[b]or R end end for b,d in ipairs(g)do if not A[b]then local m=redis.call('HGET',n,'\\t'..d)local cW=string.sub(m or'',1,1)local k,R,dz=cW=='C'and'done',bo(a.now),nil if cW=='F'or cW=='E'then k='failed'end if not k then k='ready'R,dz=cq(n,d,m)local s=R%900000000000000 if cG(s)>a.now then k,R='delayed',bp(s,ch(R))bU(a,cG(s))a.sooner=true end end if it(d,dz)and aX(e,k,d,R)then hV=hV+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function jC()local x,gh=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for U,k in ipairs(aa)do gh=gh+redis.call('ZCARD',e[k])end return x,gh end repeat local p=0 local eW=dh-ej if eZ<=5 then p=jv(aa[eZ],ih('ZSCAN',e[aa[eZ]],eW))elseif eZ<22 then local n=y[eZ-5]p=ju(n,kz(n,eW))elseif eZ==22 then local g=jg(ih('ZSCAN',e.expiring,eW))p=#g if p>0 then local fN,fo=ho('ready',g),ho('delayed',g)for b,d in ipairs(g)do if not fN[b]and not fo[b]then gm=gm+1 redis.call('ZREM',e.expiring,d)end end end else local x,gh=jC()if x-gh~=tonumber(a.runs)then a.runs=bo(math.max(0,x-gh))go=go+1 end local fV=a.completed+gh-redis.call('ZCARD',e.done)for U,W in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do fV=fV+(W or 0)end if fV~=tonumber(a.enqueued)then a.enqueued=bo(fV)go=go+1 end fs='0'end ej,ij=ej+p,ij+math.max(p,dh/25)if fs=='0'then hC=eZ==23 eZ=eZ%23+1 end until hC or ij>=dh or dw>2000000 cB(a,e.meta,'audit',iv)a.fields={'audit',eZ..' '..fs}local eO=(a.readied>0 or a.sooner)and bF(a)local f=bg(a,e)if f then return f end if eO then cI(a)end return'ok\\n'..table.concat({hC and 1 or 0,ej,hV,hx,hO,gm,go},' ')",
  ],
);

/** 1893 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local jR=KEYS local ht={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bY(Y)local dD=cc(a,i)if dD then return dD end if bE(a,'l')then for b=1,16 do local n,eX=y[2+b],jR[18+b]local q=redis.call('HLEN',n)if q>0 and q<=64 then redis.call('RENAME',n,eX)redis.call('PEXPIRE',eX,'1')end end end redis.call('UNLINK',unpack(ht))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fU=KEYS local ey,iM=ARGV[4],ARGV[5]local er=ARGV ",
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
    "local aO={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bx(a,hj)if#hj>2000 and not bE(a,'l')then a.flags=a.flags..'l'end end local function cE(a,e,g)local il={}for b,eh in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if eh and eh-a.now>0 then il[g[b]]='S'end cB(a,e.seen,g[b],eh)end for U,k in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if R then il[g[b]]=aO[k]end end end return il end local function aR(a,e,y,er,C)local ge,eq={},C while er[eq]do local p,gW=string.match(er[eq],'^%d (%d+) %S+ (%S+)')if gW~='-'then for b=1,p do ge[#ge+1]=er[eq+b*2-1]end end eq=eq+p*2+1 end local gi,dK,fT={},{},{}if#ge>0 then gi=cE(a,e,ge)end eq=C while er[eq]do local dQ,p,jm,gW,eo,jj,cY=string.match(er[eq],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fu,gY=string.sub(jm,1,1),tonumber(string.sub(jm,2))for b=1,p do local d,hj=er[eq+b*2-1],er[eq+b*2]local H=gi[d]if not H then a.tick=a.tick+1 local s=a.tick H='r'if fu=='+'and gY>0 then H,s='d',bD(a,e.delayed,a.now+gY)elseif fu=='@'and gY>a.now then H,s='d',bD(a,e.delayed,gY)end local cZ=cf(dQ,s)local fy=cG(s)~=a.now and' c'..bo(a.now)or''if eo~='-'then fy=fy..' m'..eo end if jj~='-'then local dz=a.now+jj fy=fy..' x'..bo(dz)br(a,'expiring',bo(dz),d)bU(a,dz)end if cY~='-'then fy=fy..' o'..cY end if H=='r'then br(a,'ready',cZ,d)a.readied=a.readied+1 else br(a,'delayed',bp(s,dQ),d)a.sooner=true bU(a,cG(s))end bx(a,hj)local n=bc(d)cj(bT(a.writes,y[n]),d,cZ..fy..':'..hj)if gW~='-'and gW~='0'then br(a,'seen',bo(a.now+gW),d)end gi[d]=string.upper(H)fT[d]=true end dK[#dK+1]=H end eq=eq+p*2+1 end return table.concat(dK),ge,fT end ",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.writes={}local dK,ge,fT=aR(a,e,bn(fU,11,ey),er,6)local U,gn=string.gsub(dK,'%l','')if iM~=''and gn>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gn>tonumber(iM)then return'full'end if a.to.seen then local gt=redis.call('ZRANGE',e.seen,'-inf',bo(a.now),'BYSCORE','LIMIT','0',bo(gn*2+8))for b,d in ipairs(gt)do if not fT[d]then bQ(a,'seen',d)end end end a.enqueued=bo(a.enqueued+gn)if gn<#dK then bk(a,'duplicates',#dK-gn)end local hZ=bK(a)local eO=(a.readied>0 or a.sooner)and bF(a)if a.isNew then a.fields={'born',bo(a.now)}aT(a)end local f=bg(a,e,i,dK)if f then return f end local fG={}for b,d in ipairs(ge)do if fT[d]then fG[#fG+1]=fU[11+#ey+b-1]end end if#fG>0 then if redis.call('EXISTS',unpack(fG))>50 then for b,t in ipairs(fG)do redis.pcall('PEXPIRE',t,'1')end else redis.pcall('UNLINK',unpack(fG))end end if eO then cI(a)end return'ok\\n'..dK..(hZ and''or'\\nu')",
  ],
);

/** 1943 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,O=KEYS[1],KEYS[2]local w,eY,dh=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jh(p)local eC=redis.call('XRANGE',O,bo(p),'+','COUNT','1')[1]if eC then return tonumber(string.match(eC[1],'^%d+')),eC[2][2]end end local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end if not bE(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Y,'events','recorded')local dI=tonumber(x[2])or 0 local dv=tonumber(eY)or dI+1 if string.sub(eY,1,1)=='@'then local r,iU=tonumber(string.sub(eY,2)),jh(0)local eR,fB=iU or dI+1,dI+1 while eR<fB do local fX=eR+(fB-eR-(fB-eR)%2)/2 local p,Z=jh(fX)if not p then fB=fX elseif string.match(Z,'^%d+')-r<0 then eR=p+1 else fB=fX end end dv=eR local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dv==(iU or dI+1)and dv-1>j then dv=dv-1 end end local dF={'ok\\n'..bo(a.now)..' '..bo(dv)..' '..bo(dI)}if eY~=''then for b,eC in ipairs(redis.call('XRANGE',O,bo(dv),'+','COUNT',dh))do dF[b+1]=string.match(eC[1],'^%d+')..'\\n'..eC[2][2]end end return dF",
  ],
);

/** 9974 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fU=KEYS local hb,fm,ey,gw=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local eh,dK,f=a.now+hb,{},nil local g={}for b,es in ipairs(gw)do g[b]=string.sub(es,19)end local cP,M,cS=cm(bn(fU,11,ey),0,g,1)local fK=redis.call('ZMSCORE',e.leased,unpack(g))local T for b,d in ipairs(g)do if bI(cP[b],gw[b])then dK[b]='l'bv(a,e,M or cS[b],d,cP[b],fK[b],eh)else dK[b],T=cD(cP[b],gw[b],T,e,g,b)end end local Z=table.concat(dK)..'\\n'..bo(eh)local eO=a.sooner and bF(a)if a.to.leased or not a.isNew then f=bg(a,e,i,Z)end if f then return f end if eO then cI(a)end if fm~=''and not a.isNew then cb(e.workers,fm,a.now)end return'ok\\n'..Z",
  ],
);

/** 13046 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fm,gE,fj,eI=unpack(ARGV,4,7)local dv=tonumber(gE)local dh=tonumber(fj)",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local g,ds,dZ=redis.call('ZRANGE',e.leased,bo(dv),bo(dv+dh-1)),0,0 if#g>0 then local cP,M,cS=cm(y,11,g,1)for b,d in ipairs(g)do if string.match(cP[b]or'','^L[^\\n]*\\n([^\\n]*)')==fm then local fe=cp(a,e,M or cS[b],d,cP[b],'W','\"its worker failed\"')ds,dZ=ds+1,dZ+(fe and 1 or 0)end end end local iG=#g<dh local Z=ds..'\\n'..(iG and'-'or bo(dv+dh-ds))local eO,f=a.readied>0 and bF(a),nil local U,ek if dZ>0 then U,U,ek=cH(a,e,y,11,eI,dZ*2+8)end if ds>0 or not a.isNew then f=bg(a,e,i,Z)end if f then return f end cL(a,e)if ek then ct(a)cH(a,e,y,11,eI,dZ*2+8)f=bg(a,e)if not f then cL(a,e)end end if eO then cI(a)end if iG then redis.call('ZREM',e.workers,fm)end return'ok\\n'..Z",
  ],
);

/** 1124 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,eU=KEYS[1],KEYS[2]local w,dh=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local jP=redis.call('ZREMRANGEBYRANK',eU,'0',bo(dh-1))return'ok\\n'..jP..' '..math.min(1,redis.call('ZCARD',eU))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez,eL=KEYS[1],KEYS[2]local er=ARGV ",
    $digits,
    "local cR={}for b=1,#er,2 do cR[#cR+1]=er[b]end local hp=redis.call('ZMSCORE',ez,unpack(cR))for b,v in ipairs(cR)do if hp[b]==er[1+b*2-1]then local fD=redis.call('HGET',eL,v)if fD then local db='\\t'..fD local gM=(redis.call('HGET',eL,db)or 0)-1 redis.call('HDEL',eL,'')if gM>0 then redis.call('HSET',eL,db,bo(gM))else redis.call('HDEL',eL,db)end redis.call('HDEL',eL,v)end redis.call('ZREM',ez,v)end hp[b]=hp[b]or'-'end return'ok\\n'..table.concat(hp,'\\n')",
  ],
);

/** 1997 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fN,fo,fC=unpack(KEYS,1,4)local dZ,gA,n,h,eU=unpack(KEYS,5,9)local e={endings=KEYS[10],endedBefore=KEYS[11]}local w,d,eM=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local dF,gI={bo(a.now),'-'..a.flags},false for U,t in ipairs({fN,fo,fC,dZ,gA})do local R=redis.call('ZSCORE',t,d)gI=gI or R dF[#dF+1]=R or'-'end dF[#dF+1]=redis.call('ZRANK',fN,d)or'-'dF[#dF+1]=redis.call('ZSCORE',eU,d)or'-'local eB=not gI and bM(e,{d})[1]or'-'local dj=gI and string.find(eM,'d')and redis.call('HGET',n,d)or''if gI and string.find(eM,'h')and redis.call('HSTRLEN',n,d)<100000 then dj=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local dt=not a.isNew and string.find(eM,'r')and redis.call('GET',h)if dt then local hy=string.match(dt,'^C (%d+)')if not hy or hy-(redis.call('HGET',Y,'born')or hy)<0 then dt=nil end end return{'ok\\n'..table.concat(dF,' ')..'\\n'..eB,dj,redis.call('HGET',n,'\\t'..d)or'',dt or''}",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fC=KEYS[1]local y=KEYS local gw=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,iy,dF,hJ={},{},{''},{}for b,es in ipairs(gw)do g[b]=string.sub(es,19)end local fK,A=redis.call('ZMSCORE',fC,unpack(g)),cm(y,1,g,2)for b,es in ipairs(gw)do local dj,m=A[b*2-1],A[b*2]local gs=fK[b]and dj and m and string.sub(m,1,18)==string.sub(es,1,18)iy[b]=gs and'1'or'0'if gs then dF[#dF+1]=dj hJ[#hJ+1]='H'..(string.match(m,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for U,hK in ipairs(hJ)do dF[#dF+1]=hK end dF[1]='ok\\n'..table.concat(iy)return dF",
  ],
);

/** 1119 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,ky=KEYS[1],KEYS[2]local w,q=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local u=redis.call('LRANGE',ky,'0',bo(q-1))return'ok\\n'..bo(a.now)..(u[1]and'\\n'or'')..table.concat(u,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez,eL,ie=unpack(KEYS,1,3)local fu,w,jS=unpack(ARGV,1,3)local hL=tonumber(jS)",
    $digits,
    $readClock,
    "local u={'ok',redis.call('HGET',ie,fu)or'-'}local A,el,iF={},{},fu=='deep'local x=redis.call('HGETALL',eL)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cl(w)local ew=redis.call('ZRANGE',ez,'0','-1','WITHSCORES')for b=1,#ew,2 do local v,ga=ew[b],ew[b+1]if v~=''then local fD=A[v]if fD then A[v]=nil el['\\t'..fD]=(el['\\t'..fD]or 0)+1 end u[#u+1]=v..' '..(fD or'-')..(iF and I-ga>=hL and' '..ga or'')end end if iF then for db,di in pairs(el)do if tonumber(A[db])~=di then redis.call('HDEL',eL,'')redis.call('HSET',eL,db,bo(di))end end for db in pairs(A)do if not el[db]then redis.call('HDEL',eL,db)end end end return table.concat(u,'\\n')",
  ],
);

/** 2759 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,cW=KEYS[1],KEYS[2]local y=KEYS local w,gE,fj=unpack(ARGV,1,3)local dv=tonumber(gE)local dh=tonumber(fj)",
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
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local ew,g,u=redis.call('ZRANGE',cW,bo(dv),bo(dv+dh-1),'WITHSCORES'),{},{}for b=1,#ew,2 do g[#g+1]=ew[b]end if bE(a,'l')then local gv=math.max(1,bl(y,2,g,#g,0))for b=gv+1,#g do g[b]=nil end end local dF={''}if#g>0 then local A=cm(y,2,g,2)for b,d in ipairs(g)do u[b]='\\n'..ew[b*2]..' '..d dF[b*2],dF[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dF[1]='ok\\n'..bo(a.now)..' '..redis.call('ZCARD',cW)..table.concat(u)return dF",
  ],
);

/** 427 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',Y)==1 then redis.call('HSET',Y,'registered',bo(cl(w)))end return'ok'",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true if not bE(a,'p')then a.flags=a.flags..'p'if a.isNew then aT(a)end end local f=bg(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',ez)-1)",
  ],
);

/** 8616 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hb,es,ks=unpack(ARGV,4,6)",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local d=string.sub(es,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fK=redis.call('ZSCORE',e.leased,d)local H,m='l',j if not bI(j,es)then H=cD(j,es,nil,e,{d},1)else if hb~=''then bv(a,e,e.bucket,d,j,fK,a.now+hb)a.rewrites=nil m='L'..string.sub(j,2)end local C,eu=string.match(m,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cw(a,e.bucket,'\\t'..d,(C or m..'\\n\\n')..ks..(eu or''),j)end local eO,f=a.sooner and bF(a),nil if H=='l'or not a.isNew then f=bg(a,e,i,H)end if f then return f end if eO then cI(a)end return'ok\\n'..H",
  ],
);

/** 9866 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fU=KEYS local ey,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local dK,eU={},{}local cP,M,cS=cm(bn(fU,6,ey),0,g,1)for b,R in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dK[b]=R and not eU[d]and'd'or'U'if dK[b]=='d'then eU[d]=true a.tick=a.tick+1 bV(a,M or cS[b],d,cP[b],cf(R%10,a.tick),false)bQ(a,'delayed',d)end end local Z=table.concat(dK)local eO,f=a.readied>0 and bF(a),nil if a.readied>0 or not a.isNew then f=bg(a,e,i,Z)end if f then return f end if eO then cI(a)end return'ok\\n'..Z",
  ],
);

/** 8943 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fj,W,H=unpack(ARGV,4,6)local dh=tonumber(fj)",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bo(dh-1))if#g>0 then bS(a,y,6,g,1)local cP,M,cS=cm(y,6,g,1)for b,d in ipairs(g)do cs(a,M or cS[b],d,cP[b])aQ(a,d,H)end a.from.state,a.from.expiring=g,g if W~=''then bk(a,W,#g)end end local Z=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=bg(a,e,i,Z)end if f then return f end cL(a,e)return'ok\\n'..Z",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez=KEYS[1]local u={'ok'}for U,v in ipairs(redis.call('ZRANGE',ez,'0','-1'))do if v~=''then u[#u+1]=v end end return table.concat(u,'\\n')",
  ],
);

/** 1052 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fr=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cQ=cd(bY(Y),w)if cQ then return cQ end local x,u=redis.call('HGETALL',fr),{}for b=1,#x,2 do u[#u+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#u..table.concat(u)",
  ],
);

/** 7098 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ff=tonumber(ARGV[4])",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local ir,f=bE(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if ff==0 then if ir then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local C=string.match(ir and x[1]or'','%d+$')if not C then C=bo(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}cB(a,e.meta,'recorded',x[2])end a.fields=ba(a.fields,'events',bo(ff)..' '..C)cB(a,e.meta,'events',x[1])if not ir then a.flags=a.flags..'e'end if a.isNew then aT(a)end end if ff>0 or not a.isNew then f=bg(a,e,i,'-')end if f then return f end if ff==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',bo(ff))end return'ok\\n-'",
  ],
);

/** 10064 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local dh,gS=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local g,eU={},{}if#gS==0 then if dh>0 then g=redis.call('ZRANGE',e.failed,'0',bo(dh-1))end else for b,R in ipairs(redis.call('ZMSCORE',e.failed,unpack(gS)))do if R and not eU[gS[b]]then g[#g+1]=gS[b]eU[gS[b]]=true end end end if#g>0 then local cP,M,cS=cm(y,6,g,1)for b,d in ipairs(g)do local cZ=string.match(cP[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eS=cf(cZ and ch(cZ)or 5,a.tick)local dz=bV(a,M or cS[b],d,cP[b],eS,true)if dz~='0'then br(a,'expiring',dz,d)bU(a,tonumber(dz))end end a.from.failed=g bk(a,'redriven',#g)end local Z=#g..' '..redis.call('ZCARD',e.failed)-#g local eO,f=a.readied>0 and bF(a),nil if#g>0 or not a.isNew then f=bg(a,e,i,Z)end if f then return f end if eO then cI(a)end return'ok\\n'..Z",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ez=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local ga=ca(ez,w)redis.call('ZADD',ez,ga,'',ga,v)return'ok'",
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
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local jl,f=bE(a,'p'),nil if jl then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bg(a,e,i,'-')end if f then return f end if jl then a.readied=redis.call('ZCARD',e.ready)if bF(a)then cI(a)end end return'ok\\n-'",
  ],
);

/** 1449 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fN,fo,fC=unpack(KEYS,1,4)local dZ,gA,jJ,eU=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local ht={unpack(KEYS,25)}local w,hL=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end if bE(a,'p')or bE(a,'e')or redis.call('EXISTS',fN,fo,fC,dZ,gA,jJ,eU,unpack(y))>0 then return'ok\\n0'end local kp=redis.call('HMGET',Y,'registered','born')for b=1,2 do if a.now-(kp[b]or 0)<hL then return'ok\\n0'end end local U,B=cl(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(ht))return'ok\\n1'",
  ],
);

/** 1647 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fr=KEYS[1],KEYS[2]local w,d,kF,Z,hR=unpack(ARGV,1,5)local hh=tonumber(hR)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iH(kq)return string.find(kq,'\"status\":\"running\"',1,true)~=nil end local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local j=redis.call('HGET',fr,d)local iw=j and string.match(j,'^%d+')or'0'if a.isNew or iw~=kF then return'ok\\n'..(j or'0')end if Z==''then redis.call('HDEL',fr,d)return'ok\\n0'end local hU=redis.call('HGET',fr,'running')if not j and redis.call('HLEN',fr)-(hU and 1 or 0)>=hh then return'full'end local fz=bo(iw+1)..' '..Z local gU=(hU or 0)+(iH(Z)and 1 or 0)-(j and iH(j)and 1 or 0)if gU>0 then redis.call('HSET',fr,d,fz,'running',bo(gU))else redis.call('HSET',fr,d,fz)if hU then redis.call('HDEL',fr,'running')end end return'ok\\n'..fz",
  ],
);

/** 6990 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,cW=KEYS[1],KEYS[2]local y=KEYS local w,v,iV=unpack(ARGV,1,3)local R,fz=ARGV[4],ARGV[5]local hR,fj,kn,ko=unpack(ARGV,6,9)local hh=tonumber(hR)local dh=tonumber(fj)local iQ=tonumber(kn)local iR=tonumber(ko)local ei={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kf=ARGV ",
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
    "local aP='[^\\31]+'local function bw(E,kr)for v in string.gmatch(kr,aP)do if type(E)~='table'then return nil end local iE=string.match(v,'^%d+$')if E[v]==nil and iE then E=E[iE+1]else E=E[v]end end return E end local function bu(eQ)local dx={}for b=1,#eQ,4 do if eQ[b]=='='then local gG,c=pcall(cjson.decode,'['..eQ[b+3]..']')if gG then dx[b]=c[1]end end end return dx end local function be(dj,eQ)local hu=string.find(dj,':',1,true)for b=1,#eQ,4 do if not hu or not string.find(dj,eQ[b+2],hu+1,true)then return nil end end return hu+1 end local function bW(gZ,eQ,fV)for b=1,#eQ,4 do local fu,E,fW=eQ[b],bw(gZ,eQ[b+1]),nil if fu=='='then fW=E~=nil and E==fV[b]elseif fu=='~'then fW=type(E)=='string'and string.find(E,eQ[b+3],1,true)~=nil else fW=E~=nil==(fu=='?')end if not fW then return false end end return true end local function bq(dj)local fT=string.match(dj,'^%d+ c(%d+)')if fT then return tonumber(fT)end local cZ=tonumber(string.match(dj,'^%d+'))return cZ and cG(cZ%900000000000000)or 0 end local function bj(iJ,Z)local dv=1 while true do local eq=string.find(iJ,Z,dv,true)if not eq then return false end local kC=string.match(string.sub(iJ,1,eq-1),'\\\\*$')if#kC%2==0 then return true end dv=eq+1 end end local function bX(m,ei)local et,fm,u=string.match(m or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if ei.attempts~=''and(et or 0)-ei.attempts<0 then return false end if ei.worker~=''and fm~=ei.worker then return false end if ei.error==''then return true end for fE in string.gmatch(u or'','\\n%d+ %d+ ([^\\n]*)')do if bj(fE,ei.error)then return true end end return false end local function bN(m)return tonumber(string.match(m,'\\n(%d+) %d+ [^\\n]*$'))end local function bt(cW,R,m,dj,r)if cW=='failed'or cW=='done'then return R-r<=0 end local dL=string.match(m or'','^%a (%d+)')if dL and cG(tonumber(dL))>r then return false end if cW=='ready'then return cG(R%900000000000000)<=r end if cW=='leased'then return true end if dL then return(bN(m)or 0)<=r end return bq(dj)<=r end local function jT(Z,eX)for b=1,math.min(#Z,#eX)do local J,K=string.byte(Z,b),string.byte(eX,b)if J~=K then return J>K end end return#Z>#eX end local function ku()if R==''then return 0 end if redis.call('ZSCORE',cW,fz)==R then return redis.call('ZRANK',cW,fz)+1 end local eR,fB=redis.call('ZCOUNT',cW,'-inf','('..R),redis.call('ZCOUNT',cW,'-inf',R)while eR<fB do local fX=(eR+fB-(eR+fB)%2)/2 local dd=redis.call('ZRANGE',cW,bo(fX),bo(fX))[1]if jT(dd,fz)then fB=fX else eR=fX+1 end end return eR end local function kk(d)if ei.id==''then return true end if ei.isPrefix==''then return d==ei.id end return string.sub(d,1,#ei.id)==ei.id end local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local iT=ei.worker..ei.error..ei.attempts..ei.entered~=''local eQ={unpack(kf,18)}local iz=#eQ>0 local iS=ei.from..ei.to~=''or iz local fV=bu(eQ)local A,u,dF,dw,hw,ej,fP=0,{},{''},0,0,0,0 local function iY(d)local dj=redis.call('HGET',y[2+bc(d)],d)or''dw=dw+#dj return dj end local function kl(dj)local dv=be(dj,eQ)if not dv then return false end local q,gG,gZ=#dj-dv+1,false,nil if q<=iR then if hw+q>iR then return nil end hw=hw+q gG,gZ=pcall(cjson.decode,string.sub(dj,dv))end if not gG then fP=fP+1 end return gG and bW(gZ,eQ,fV)end local function kj(d,jH,m,dj)if not kk(d)or iT and not bX(m,ei)then return false,dj end if not dj and(iS or ei.entered~=''and v=='delayed'and not m)then dj=iY(d)end if ei.entered~=''and not bt(v,jH,m,dj,tonumber(ei.entered))then return false,dj end if ei.from~=''and bq(dj)-ei.from<0 then return false,dj end if ei.to~=''and bq(dj)-ei.to>0 then return false,dj end if iz then return kl(dj),dj end return true,dj end local dI,iK=fz,R==''and'-'or R local hl=ku()local ek,fL=false,false while not ek and not fL and ej<hh and A<dh and dw<iQ do local jf=math.min(250,hh-ej)local ew=redis.call('ZRANGE',cW,bo(hl),bo(hl+jf-1),'WITHSCORES')local g,fI={},{}for b=1,#ew,2 do g[#g+1],fI[#fI+1]=ew[b],ew[b+1]end ek=#g<jf hl=hl+#g local S,dx=iS and not bE(a,'l')and 2 or 1,{}if#g>0 and(iT or S==2)then dx=cm(y,2,g,S)end for b,d in ipairs(g)do local dj,m,fW=nil,dx[b*S],nil fL=A>=dh or dw>=iQ if not fL then if S==2 then dj=dx[b*2-1]or''dw=dw+#dj end fW,dj=kj(d,fI[b],m,dj)fL=fW==nil end if fL then ek=false break end ej,dI,iK=ej+1,d,fI[b]if fW then A=A+1 u[A]='\\n'..fI[b]..' '..d if iV=='jobs'then dF[A*2]=dj or iY(d)dF[A*2+1]=m or redis.call('HGET',y[2+bc(d)],'\\t'..d)or''end end end end if iV=='count'then u={'\\n'..bo(A)}end dF[1]='ok\\n'..bo(a.now)..' '..redis.call('ZCARD',cW)..' '..bo(ej)..' '..bo(fP)..' '..(ek and'-'or iK)..' '..dI..table.concat(u)return dF",
  ],
);

/** 80 bytes. */
export const storeCursor = /* @__PURE__ */ script(
  "storeCursor",
  ["rounds"],
  ["kind", "cursor"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ie=KEYS[1]local fu,fs=ARGV[1],ARGV[2]redis.call('HSET',ie,fu,fs)return'ok'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fG=KEYS local gL={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eI,hI=ARGV[8],ARGV[9]local er=ARGV ",
    $digits,
    "local af='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bO(p)return string.sub(af,p*2+1,p*2+2)end ",
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
    "local function aS(eK,hg,p)if hg<0 then hg=0 end local U,n=math.frexp(hg)if not eK then eK={sum=0,low=n,high=n}end eK.sum=eK.sum+hg*p eK.low,eK.high=math.min(eK.low,n),math.max(eK.high,n)eK[n]=(eK[n]or 0)+p return eK end local function aW(iC,eK)if not eK then return iC end local de,el=string.match(iC,'^(%d+)(.*)$')el=el or''for n=eK.low,eK.high do local p=eK[n]if p then local j,jE,fz=string.match(el,'^(.-,'..n..'=)(%d+)(.*)$')if j then el=j..bo(jE+p)..fz else el=el..','..n..'='..bo(p)end end end return bo((de or 0)+eK.sum)..el end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bm(m,ep)m.isUnused=ep=='g'if ep=='b'or ep=='p'then local fg,fh=tonumber(m.postponed)or 0,tonumber(m.unfinished)or 0 if ep=='p'then fg=fg+1 else fh=fh+1 end m.postponed,m.unfinished=bo(fg),bo(fh)if ep=='p'then m.isUnused=fg<=1000 else m.isUnused=fh%10~=0 end end if m.isUnused then m.released=bo(m.released+1)end end local function bf(a,e,ep,m,ix)if ep=='c'or ep=='k'then return'c','C','completed',nil end bm(m,ep)if m.isUnused and ep~='p'then return'r','W','released',nil end if ep=='f'or not m.isUnused and m.attempt-m.released>=tonumber(m.max)then return'f','F','failed',nil end a.tick=a.tick+1 if ep=='b'or ix=='0'then return'r','W','retried',a.tick end return'd','W','retried',bD(a,e.delayed,a.now+ix)end local function bR(a,e,d,m,H)local cZ,hB=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cB(a,e.ready,d,cZ)elseif cZ then bQ(a,'ready',d)end if H=='f'then cB(a,e.failed,d,hB)elseif hB then bQ(a,'failed',d)end if cZ and m.expiresAt~='0'then if H=='r'or H=='d'then cB(a,e.expiring,d,m.expiresAt)else bQ(a,'expiring',d)end end return hB end local function bs(a,d,m,H,ep,s)local iI=H=='r'or H=='d'if H=='r'then br(a,'ready',m.place,d)a.readied=a.readied+1 elseif H=='d'then br(a,'delayed',bp(s,ch(m.place)),d)a.sooner=true bU(a,cG(s))elseif H=='f'then br(a,'failed',bo(a.now),d)elseif ep=='k'then br(a,'done',bo(a.now),d)end if iI and m.expiresAt~='0'then br(a,'expiring',m.expiresAt,d)bU(a,tonumber(m.expiresAt))end return not iI and ep~='c'end local function cC(a,e,y,N,er,C,fG,hD)local g,dK,jb,dt,gq,T={},{},{},0,false,nil local hd,q,eE,iB,ig=bE(a,'l'),0,false,false,nil for eq=C,#er,4 do g[#g+1]=string.sub(er[eq+1],19)end local cP,M,cS=cm(y,N,g,1)local gr=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,n,eq=g[b],cP[b],M or cS[b],C+b*4-4 local ep,es,ha,fE=er[eq],er[eq+1],er[eq+2],er[eq+3]local iA=j and string.sub(j,2,18)==string.sub(es,2,18)local H,W,m=jb[d],'stale',nil if H=='W'and not iA then H='A'end if not H and(not iA or not string.find(j,'^[LE]'))then H,T=cD(j,es,T,e,g,b)end if not H and hd then q=q+redis.call('HSTRLEN',n,d)eE=eE or iB and q>32000000 end if eE then H,W='M',nil end if not H then if ep=='c'then m={expiresAt='-'}else m=ce(j)end H=not m and'U'end if not H then local cW,s H,cW,W,s=bf(a,e,ep,m,ha)jb[d],iB=cW,true if H~='r'or not m.isUnused or ep=='p'then local dL=string.sub(es,3,17)ig=aS(ig,a.now-cG(dL),1)end if s then m.place=cf(ch(m.place),s)end if H=='c'and ha~=''then a.results=ba(a.results,fG[hD],'C '..bo(a.now)..' '..ha)end if gr[b]then bQ(a,'leased',d)elseif bR(a,e,d,m,H)then gq=true if H=='f'then W=nil end end if bs(a,d,m,H,ep,s)then dt=dt+1 end if ep=='c'then cs(a,n,d,j)aQ(a,d,'C')else if fE~=''and not m.isUnused then m.lines=cJ(m.lines,bo(a.now),m.attempt,fE)end cw(a,n,'\\t'..d,bB(m,cW),j)end end if ha~=''and(ep=='c'or ep=='k')then hD=hD+1 end if W=='completed'then a.completed=bo(a.completed+1)elseif W then bk(a,W,1)end dK[b]=H end a.runTimes=aW(a.runTimes,ig)return table.concat(dK),dt,gq,eE end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bH(a,d)if not a.isFinished then a.isFinished={}for U,jM in ipairs(a.finished)do a.isFinished[jM]=true end end return a.isFinished[d]end local function bP(a,e,y,N,gK,eW)local fp,eG,C,fK,eh,dC,gH local ds,ej,dw,fL=0,0,0,false local ii local iq,jd,ip,gl=nil,nil,0,0 local kE,jn=' '..gK.max..' 0','\\n'..gK.worker repeat local g if ej==0 then g=redis.call('ZRANGE',e.ready,'0',gK.count)else g=redis.call('ZRANGE',e.ready,bo(ej),bo(ej+eW-ds))end local q,gM=#g,eW-ds dC=q>gM if dC then q=gM end if bE(a,'l')and(q>1 or ej>0)then local gv=bl(y,N,g,q,dw)if gv==0 and ej==0 then gv=1 end fL=gv<q q=gv dC=dC or fL end for b=#g,q+1,-1 do g[b]=nil end if q>0 then local A,M,cS,x if q==1 then local p=bc(g[1])M,x=y[N+p],{g[1],'\\t'..g[1]}A=redis.call('HMGET',M,x[1],x[2])else A,M,cS,x=cm(y,N,g,2)end local c=M and a.writes and a.writes[M]or nil if not eh then fK=a.now+gK.duration eh=bo(fK)end for b=1,q do local d,dj,m=g[b],A[b*2-1],A[b*2]local n,dz,eY,im=M or cS[b],'0',nil,kE if dj and string.byte(dj,17)~=58 then local p,fy=string.match(dj,'^(%d+)([^:]*)')if#(p or'')~=16 then eY,fy=cf(5,0),''end dz=string.match(fy,' x(%d+)')or dz im=' '..(string.match(fy,' m(%d+)')or gK.max)..' '..dz if e.delayed and dz~='0'then a.from.expiring=aZ(a.from.expiring,d)end end if not e.delayed and(not dj or dz~='0')then gH=true end if not e.delayed and m and a.finished and string.byte(m)==76 then local jN=bH(a,d)gH=gH or jN end if e.delayed and(not dj or dz~='0'and dz-a.now<=0)then cs(a,n,d,m)if dj then bk(a,'expired',1)aQ(a,d,'E')dw=dw+#dj end elseif dj then ds=ds+1 local s,dL=a.tick+ds,nil if q==1 then dL=string.format('%015d',s)else local eR=s%100 if eR==0 or not ii then ii=string.format('%013d',(s-eR)/100)end dL=ii..bO(eR)end local o,db,eC,cZ=d,x[b*2],nil,eY or string.sub(dj,1,16)if m then local et,jw,iW,el,u=string.match(m,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')et,u=bo((et or 0)+1),u or'\\n'o=et..'\\t'..d eC='L '..dL..' '..et..' '..(jw or'0')..' '..(iW or cZ)..im..(el or'')..jn..u if string.byte(m)==76 then cZ=nil else cZ=iW or cZ end a.histories=aZ(a.histories,'H'..u)else eC='L '..dL..' 1 0 '..cZ..im..jn..'\\n'a.runsMore=(a.runsMore or 0)+1 end if cZ then local iP=string.sub(cZ,1,13)if iP~=jd then if gl>0 then iq=aS(iq,ip,gl)end jd,ip,gl=iP,a.now-cG(cZ%900000000000000),0 end gl=gl+1 end if m and#eC<=#m then cw(a,n,db,eC,m)else if m then cB(a,n,db,m)end if M then c=ba(c,db,eC)else cN(a,n,db,eC)end end if ds==1 then fp,eG,C,a.to.leased=o,dj,dL,{eh,d}else if ds==2 then fp,eG={fp},{eG}end fp[ds],eG[ds]=o,dj cj(a.to.leased,eh,d)end dw=dw+#dj a.lastTick=dL end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end ej=ej+q until gH or not dC or fL or ds>=eW or ej-ds>=1000 if gl>0 then a.waits=aW(a.waits,aS(iq,ip,gl))end if ej>0 then a.popped=ej==1 and'0'or bo(ej-1)end if ds>0 then a.tick=a.tick+ds a.leased=bo(a.leased+ds)if fK-a.due<0 then a.due=eh end if ds>15 then cj(a.to.leased,'+inf',aG)a.isLong=true end end return fp,eG,ds,C,eh,dC,gH end ",
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
    "local function bA(a,dK,fp,ds,dL,eh,dC)if ds>1 then fp=table.concat(fp,'\\n')end return dK..'\\n- '..eh..(dC and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dL..'\\n'..fp end local function bC(a,dK,dm,dC)return dK..'\\n'..bo(a.now)..(dC and' - 1 'or' - 0 ')..dm..' -'..a.flags..' -'end local function cK(a,Z,eG,ds)if not eG then return'ok\\n'..Z end if ds==1 and not a.histories and#eG<4000 then return'ok\\n'..Z..'\\n\\n'..eG end if ds==1 then eG={eG}end table.insert(eG,1,'ok\\n'..Z)if a.histories then for U,hK in ipairs(a.histories)do eG[#eG+1]=hK end end return eG end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bY(e.meta)local dD=cc(a,i)if dD then return dD end a.frees=true local jc,gN,fY=er[10]~=nil,gL.count~='0',a.now-a.due>=0 local eW=bE(a,'p')and 0 or tonumber(gL.count)local o=bG(a)local dK,Z,eG,ds,em,fc='-',nil,nil,0,false,0 local function fn(eV,cV)local f local hf=jc or ds>0 or i.number~='0'if eV then f=bg(a,e,i,hf and cV)end if f then cu(a,o)else cL(a,e)o=bG(a)if cV and eV then a.before=i.number..'\\n'..cV end Z=cV or Z end ct(a)return f end local function ja()local U,dt,gq,eE,ek dK,dt,gq,eE=cC(a,e,y,12,er,10,fG,29)if a.results then a.resultTtl=string.match(eI,'%S+$')end if dt>0 and not gq then U,U,ek=cH(a,e,y,12,eI,dt*2+8)end fc=(ek or gq)and dt or 0 if eE then gN=false end return not a.isNew or string.find(dK,'%l')~=nil end local function kc(eV,hF)local fp,dL,eh,dC if fY then a.due=bZ(e)eV=not a.isNew dC=a.now-a.due>=0 end if eW>0 then fp,eG,ds,dL,eh,dC=bP(a,e,y,12,gL,eW)dC=dC or a.now-a.due>=0 em=not dC end if not a.isNew and(ds==0 or hI~='')then local jY=aT(a)eV=eV or jY or i.number~='0'end if ds>0 then return true,bA(a,dK,fp,ds,dL,eh,dC)end local dm=hF and a.due or bZ(e)return eV or a.popped,bC(a,dK,dm,dC)end local function iL(eV,hF)local jU,cV=kc(eV,hF)local f=fn(jU,cV)if f then ds,eG,em=0,nil,false end return f end local function ji(p)if p==0 then return end cH(a,e,y,12,eI,p*2+8)fn(a.from.done or a.from.failed)end local jW=gN if jc then local eV,f=ja(),nil if gN and not fY and a.readied==0 and not a.from.ready then gN=false f=iL(eV,true)if f then eV=ja()end end if not Z then f=fn(eV,bC(a,dK,'-',jW))if f then return f end end end if gN then if fY then local hH=math.min(1000,10+eW*2)local U,A=cr(a,e,y,12,hH)fn(A>0)local hm,dZ=co(a,e,y,12,hH)local b,ek if dZ>0 then b,b,ek=cH(a,e,y,12,eI,dZ*2+8)end local f=fn(hm>0)if ek and not f then ji(dZ)end local hk=ci(a,e,hH)fn(hk>0)end local f=iL(false,false)if not Z then return f end end ji(fc)a.readied=a.readied-ds local jX,eO=a.readied>0 or a.sooner,false if jX then eO=bF(a)elseif em and(ds>0 or fY)then eO=bE(a,'h')end if eO then cI(a,em)end if hI~=''and not a.isNew then if hI=='p'then redis.pcall('HSET',e.meta,'policy',eI)end if gL.worker~=''then cb(e.workers,gL.worker,a.now)end cz(a,e,120000,10000)local hZ=bK(a)if not hZ and Z then Z=string.gsub(Z,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cK(a,Z or bC(a,dK,'-',false),eG,ds)",
  ],
);

/** 2624 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fC,fR=unpack(KEYS,1,3)local y=KEYS local w,gE,fj=unpack(ARGV,1,3)local dv=tonumber(gE)local dh=tonumber(fj)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bY(Y)local cQ=cd(a,w)if cQ then return cQ end local gr=redis.call('ZRANGE',fC,bo(dv),bo(dv+dh-1),'WITHSCORES')local dF={'ok',bo(a.now)..' '..(#gr<dh*2 and'-'or bo(dv+dh))}local gi=dv==0 and redis.call('ZRANGE',fR,'0','999','WITHSCORES')or{}for b=1,#gi,2 do dF[#dF+1]='W '..gi[b+1]..' '..gi[b]end local g={}for b=1,#gr,2 do g[#g+1]=gr[b]end if#g>0 then local cP=cm(y,3,g,1)for b,d in ipairs(g)do local dL,fm=string.match(cP[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dF[#dF+1]='H '..gr[b*2]..' '..(dL or'0')..' '..d dF[#dF+1]='-'..(fm or'')end end return table.concat(dF,'\\n')",
  ],
);
