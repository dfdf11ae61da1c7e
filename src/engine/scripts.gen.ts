// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $digits = "local function bj(p)return string.format('%d',p)end ";
const $readClock = "local function cf(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local R,D=r[1]+0,r[2]+0 return R*1000+(D-D%1000)/1000,(R-1600000000)*1000000+D end end local K=tonumber(string.match(w,'%d+'))return K,(K-1600000000000)*1000 end ";
const $nextStamp = "local function bV(es,w)return bj(math.max(cf(w),(redis.call('ZSCORE',es,'')or 0)+1))end ";
const $bucketOfBytes = "local function aY(d)local cX=#d for b=1,#d,8 do local I,J,dO,dP,dQ,dR,dV,dW=string.byte(d,b,b+7)cX=(cX*31+I+(J or 0)*3+(dO or 0)*5+(dP or 0)*7+(dQ or 0)*11+(dR or 0)*13+(dV or 0)*17+(dW or 0)*19)%65521 end return cX%16+1 end ";
const $bucketOf = "local function aX(d)local A,F=string.byte(d,1,2)if A==95 and#d==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return aY(d)end ";
const $declaredBuckets = "local function bi(e,A,er)local y={}for b=1,#er do y[tonumber(string.sub(er,b,b),16)+1]=e[A+b-1]end return y end ";
const $readJobs = "local function cg(y,N,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local M=aX(g[1])local dE=aX(g[#g])if M==dE then local B,de=nil,S==2 if de then B=redis.call('HMGET',y[N+M],unpack(x))for b=1,#g do if not B[b*2-1]then de=false break end end end if de then return B,y[N+M],nil,x end end local cL,dq,z,df={},{},{},{}for b=1,#g do local p=aX(g[b])local n=y[N+p]cL[b]=n if not z[n]then z[n],df[n]={},{}end local c,cR=z[n],df[n]for P=(b-1)*S+1,b*S do local q=#c+1 c[q],cR[q]=x[P],P end end for n,c in pairs(z)do local B,cR=redis.call('HMGET',n,unpack(c)),df[n]for P=1,#c do dq[cR[P]]=B[P]end end return dq,nil,cL,x end ";
const $pushPair = "local function ce(c,I,J)local q=#c c[q+1],c[q+2]=I,J end ";
const $appendPair = "local function aV(c,I,J)if not c then return{I,J}end ce(c,I,J)return c end ";
const $append = "local function aU(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function bO(z,s)local c=z[s]if not c then c={}z[s]=c end return c end ";
const $HEAD_PATTERN = "local ah='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'";
const $NEW_HEAD = "local aA='2  0 0 0 0 0 0||'";
const $PADDING = "local aB='-----------------------------------------------------------------'";
const $newUnit = "local function bT(Z)return{meta=Z,readied=0,to={},from={}}end ";
const $openUnit = "local function bY(a,w)local o=redis.call('HGET',a.meta,'head')local t,C a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,a.waits,a.runTimes=string.match(o or aA,ah)a.isNew,a.head=not o,o if not t or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,C=cf(w)a.tick=t+0 if a.tick<C then a.tick=C end if C<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bX(a,i)local cJ=bY(a,i.times)if cJ then return cJ end local j=redis.call('HGET',i.replies,i.lane)if j then local p=string.match(j,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bz(a,dA)return a.flags~=''and string.find(a.flags,dA,1,true)~=nil end ";
const $count = "local function bf(a,V,dN)if not a.totals then a.totals={}end a.totals[V]=(a.totals[V]or 0)+dN end ";
const $leave = "local function bL(a,k,d)a.from[k]=aU(a.from[k],d)end ";
const $saveOld = "local function cu(a,s,cW,j)if not a.old then a.old={}end a.old[s..cW]=j end ";
const $removeJob = "local function cm(a,n,d,l)if not a.drops then a.drops={}end local c=bO(a.drops,n)c[#c+1]=d if l then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aL(a,d,H)a.endings=aV(a.endings,d,H)end ";
const $limitFreed = "local function bN(a,y,N,g,fD)local dn,q=0,#g if bz(a,'l')then for b=1,q do local p=aX(g[b])dn=dn+redis.call('HSTRLEN',y[N+p],g[b])if dn>64000000 and b>fD then for P=q,b,-1 do g[P]=nil end break end end end return#g<q end ";
const $beginEndings = "local function aW(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cs(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)aW(a,e)end ";
const $writeEndings = "local function cE(a,e)if not a.finished and not a.endings then return end local c,t,eg={},a.lastTick if a.finished then local eu='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eu end eg=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do ce(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then eg=redis.call('EXISTS',e.endings)==0 end if eg then aW(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eg and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cs(a,e)end end ";
const $EVENT_LETTERS = "local ag={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bt(a,e)local v,L,dt={},{},{}local T,r=a.endings or{},bj(a.now)for W,d in ipairs(a.from.done or{})do dt[d]=true end for b=1,#T,2 do local d,H=T[b],a.from.state and'P'or T[b+1]if H~='F'and(H~='C'or not dt[d])then v[#v+1]=H..d end end for W,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aB and not(a.old and a.old[e[k]..d])then v[#v+1]=ag[k]..d end end end local A,q=1,0 for b=1,#v do q=q+#v[b]+1 if q>8000 or b==#v then L[#L+1]=r..'\\n'..table.concat(v,'\\n',A,b)A,q=b+1,0 end end return L end ";
const $writeEvents = "local function cF(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dh,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,cK in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',dh,bj(j+b)..'-0','e',cK)end end ";
const $isRefused = "local function bE(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bu(a)local Y=(a.runsMore or 0)-(a.runsLess or 0)if Y~=0 then a.runs=bj(math.max(0,a.runs+Y))end a.lastTick=a.lastTick or bj(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.waits..'|'..a.runTimes end ";
const $addTotals = "local function aT(a)local cI={}if not a.fields then a.fields={}end for u in pairs(a.totals)do cI[#cI+1]=u end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(cI)))do local u=cI[b]local V=bj((E or 0)+a.totals[u])ce(a.fields,u,V)cu(a,a.meta,u,E)end end ";
const $writeFields = "local function cH(a,z)local f for s,c in pairs(z)do if not f then local h=redis.pcall('HSET',s,unpack(c))if bE(h)then f=h end end end return f end ";
const $revert = "local function cp(z,dm,cW,dY,cZ)for s,c in pairs(z)do for b=1,#c,2 do local u=c[b+cW]local j=dm[s..u]if not j then redis.pcall(dY,s,u)elseif cZ=='ZADD'then redis.pcall(cZ,s,j,u)else redis.pcall(cZ,s,u,j)end end end end ";
const $commit = "local function bb(a,e,i,cO)local o=bu(a)local O if e.events and bz(a,'e')then O=bt(a,e)if#O>0 then bf(a,'recorded',#O)end end if a.totals then aT(a)end local G=cO and i.number..'\\n'..cO local cY=G and a.before and#G<=#a.before local f for W=1,2 do f=nil for k,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[k],unpack(c))if bE(h)then f=h end end end if a.writes and not f then f=cH(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if G and not cY and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bE(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bE(h)then f=h end end if a.rewrites and not f then f=cH(a,a.rewrites)end if cY and not f then local h=redis.pcall('HSET',i.replies,i.lane,G)if bE(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dx={}for k,c in pairs(a.to)do dx[e[k]]=c end cu(a,a.meta,'head',a.head)cp(a.rewrites or{},a.old,0,'HDEL','HSET')cp({[a.meta]=aV(a.fields,'head',o)},a.old,0,'HDEL','HSET')if G and not cY and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if G and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cp(a.writes or{},a.old,0,'HDEL','HSET')cp(dx,a.old,1,'ZREM','ZADD')return f end a.head=o if cO and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aB)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for s,c in pairs(a.drops)do redis.pcall('HDEL',s,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cF(a,e,O)end return nil end ";
const $NEVER = "local az='9999999999999'";
const $enter = "local function bm(a,k,Q,d)a.to[k]=aV(a.to[k],Q,d)end ";
const $lowerDue = "local function bP(a,r)if r-a.due<0 then a.due=bj(r)end end ";
const $rewriteField = "local function cq(a,n,cU,E,j)cu(a,n,cU,j)if#E>#j then if not a.writes then a.writes={}end ce(bO(a.writes,n),cU,E)else if not a.rewrites then a.rewrites={}end ce(bO(a.rewrites,n),cU,E)end end ";
const $placeOf = "local function ca(dJ,t)return string.format('%016d',dJ*900000000000000+t)end ";
const $lastDueScore = "local function bG(r)return bj((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cy(Q)return(Q-Q%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cb(Q)local dJ=Q%10 return ca(dJ,(Q-dJ)/10)end ";
const $parseRun = "local function bZ(l)local cP,dD,em,fF,cS,eh,ds,eY,eZ,v=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not v then return nil end return{state=cP,fence=dD,attempt=em,released=fF,place=cS,max=eh,expiresAt=ds,postponed=eY,unfinished=eZ,lines=v}end ";
const $formatRun = "local function bw(l,cP)local ee=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cP,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..ee..l.lines end ";
const $withError = "local function cC(v,K,em,fv)local j,en=string.match(v,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,en='\\n'..(string.match(v,'\\n([^\\n]*)')or'')..'\\n',''end en=string.gsub(en,'\\t[^\\n]*','')..'\\n'..K..' '..em..' '..fv local et,dp={},1 repeat et[#et+1]=dp dp=string.find(en,'\\n',dp+1)until not dp local A=math.max(1,#et-5+1)while A<#et and#en-et[A]>=800 do A=A+1 end return j..string.sub(en,et[A])end ";
const $removeExpired = "local function cl(a,e,y,N,da)local g=redis.call('ZRANGE',e.expiring,'-inf',bj(a.now),'BYSCORE','LIMIT','0',bj(da))local ex=bN(a,y,N,g,1)local eV=0 if#g>0 then local Y,M,cL=cg(y,N,g,1)local gF,gs=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if gF[b]or gs[b]then eV=eV+1 cm(a,M or cL[b],d,Y[b])aL(a,d,'E')if gF[b]then bL(a,'ready',d)end if gs[b]then bL(a,'delayed',d)end end end a.from.expiring=g if eV>0 then bf(a,'expired',eV)end end return eV,#g,ex end ";
const $reclaimJob = "local function cj(a,e,n,d,j,cP,gG)local l,eL=bZ(j),cP local eW=l and l.attempt-l.released>=tonumber(l.max)if eW then bm(a,'failed',bj(a.now),d)l.lines=cC(l.lines,bj(a.now),l.attempt,gG)eL=cP=='L'and'E'or'F'bf(a,'failed',1)else bm(a,'ready',l and l.place or ca(5,0),d)a.readied=a.readied+1 if l and l.expiresAt~='0'then bm(a,'expiring',l.expiresAt,d)bP(a,tonumber(l.expiresAt))end bf(a,'reclaimed',1)end if l and eL~='L'then cq(a,n,'\\t'..d,bw(l,eL),j)end bL(a,'leased',d)return eW end ";
const $reclaimExpired = "local function ci(a,e,y,N,da)local g=redis.call('ZRANGE',e.leased,'-inf',bj(a.now),'BYSCORE','LIMIT','0',bj(da))local dS=0 if#g>0 then local Y,M,cL=cg(y,N,g,1)for b=1,#g do local eW=cj(a,e,M or cL[b],g[b],Y[b],'L','\"lease expired\"')if eW then dS=dS+1 end end end return#g,dS end ";
const $promoteDue = "local function cd(a,e,da)local dd=redis.call('ZRANGE',e.delayed,'-inf',bG(a.now),'BYSCORE','LIMIT','0',bj(da),'WITHSCORES')for b=1,#dd,2 do local cS=cb(dd[b+1])bm(a,'ready',cS,dd[b])bL(a,'delayed',dd[b])end a.readied=a.readied+#dd/2 return#dd/2 end ";
const $nextDue = "local function bU(e)local r=az for W,k in ipairs({'leased','delayed','expiring'})do local Q=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if Q and k=='delayed'then Q=cy(Q)end if Q and Q-r<0 then r=Q end end return bj(r)end ";
const $trimEnded = "local function cA(a,e,y,N,eB,da)local eq,eh={},math.min(1000,da)eq.doneAge,eq.doneCount,eq.failedAge,eq.failedCount=string.match(eB,'^(%S+) (%S+) (%S+) (%S+)')local g,fP,fd,fj,dv,ed={},{},0,0,false,false for W,k in ipairs({'done','failed'})do local ff,dh,dm=tonumber(eq[k..'Age']),tonumber(eq[k..'Count']),{}if ff then dm=redis.call('ZRANGE',e[k],'-inf',bj(a.now-ff),'BYSCORE','LIMIT','0',bj(eh))end local cR=#(a.to[k]or{})/2 fj=fj+cR if dh then local q=redis.call('ZCARD',e[k])local eU=q+cR-dh ed=ed or eU>q if eU>#dm then dm=redis.call('ZRANGE',e[k],'0',bj(math.min(eU,eh)-1))end end dv=dv or#dm>=eh for b=1,#dm do g[#g+1]=dm[b]fP[#g]=k end end if#g>0 then local ex=bN(a,y,N,g,fj+1)dv=dv or ex local fo={}for W,k in ipairs({'ready','delayed','leased'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do fo[b]=fo[b]or Q end end local Y,M,cL=cg(y,N,g,1)for b=1,#g do local d,fl=g[b],fP[b]=='failed'if fl then bL(a,'failed',d)else bL(a,'done',d)end if not fo[b]then fd=fd+1 cm(a,M or cL[b],d,Y[b])aL(a,d,fl and'F'or'C')if fl then bf(a,'purged',1)end end end end return fd,dv,ed end ";
const $rotateOldEndings = "local function ct(a,e,ff,hF)local q=redis.call('HLEN',e.endings)if q<hF then return end local eR=redis.call('HGET',e.endings,'')if not eR then aW(a,e)end if q>=1000000 or eR and a.now-eR>ff then cs(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cn(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bB(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,waits=a.waits,runTimes=a.runTimes,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function co(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.waits,a.runTimes=o.waits,o.runTimes end ";
const $hasListeners = "local function bA(a)if a.flags~='h'and not bz(a,'h')then return a.isNew end if bz(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cB(a,ef)local dd='-'if a.due~=az then dd=bj(math.max(0,a.due-a.now))end local p=ef and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bj(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dd)end ";
const $timeOfTick = "local function cz(t)return(t-t%1000)/1000+1600000000000 end ";
const $priorityOf = "local function cc(cS)return(cS-cS%900000000000000)/900000000000000 end ";
const $dueScore = "local function bk(t,dJ)return bj(t*10+dJ)end ";
const $freeTickAt = "local function by(a,fh,r)if not a.ticks then a.ticks={}end local fG,A,t={},(r-1600000000000)*1000,nil for b=1,1000 do fG[b]=A local dg=a.ticks[A]if not dg then local dp,ib=bj(A*10),bj(A*10+9999)local Q=redis.call('ZRANGE',fh,ib,dp,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dg=Q and(Q-Q%10)/10 or A-1 end if dg<A+999 then t=dg+1 break end A=math.max(A+1000,dg-dg%1000)end t=t or A for W,hX in ipairs(fG)do a.ticks[hX]=t end return t end ";
const $addListener = "local function aO(a)local j=redis.call('HGET',a.meta,'heard')local ga=bz(a,'h')and j or'0'if ga-a.now>300000 then return false end if not bz(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ce(a.fields,'heard',bj(a.now+600000))cu(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bF(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bH(e,g)local B=redis.call('HMGET',e.endings,unpack(g))for b,eu in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do B[b]=B[b]or eu end return B end ";
const $staleReason = "local function cw(l,el,T,e,g,b)if not l then T=T or bH(e,g)return string.sub(T[b]or'U',1,1),T end local cP,dD=string.match(l,'^(%a) (%d+)')if cP=='E'then return'F',T end if cP=='L'or cP=='W'and dD~=string.sub(el,3,17)then return'A',T end return cP or'U',T end ";
const $isHeld = "local function bD(l,el)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(el,2,18)end ";
const $extendLease = "local function bq(a,e,n,d,l,j,ea)bm(a,'leased',bj(ea),d)bP(a,ea)if j and ea-j<0 then a.sooner=true end if j then cu(a,e.leased,d,j)elseif string.sub(l,1,1)=='E'then bL(a,'failed',d)cq(a,n,'\\t'..d,'L'..string.sub(l,2),l)else bL(a,'ready',d)bL(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local aj='-1001'";
const $noteWorker = "local function bW(fH,fe,K)if redis.pcall('ZADD',fH,bj(K),fe)==1 then redis.call('ZREMRANGEBYRANK',fH,'0',aj)end end ";
const $countReadable = "local function bg(y,N,g,q,dn)local p=0 for b=1,q do local hv=aX(g[b])dn=dn+redis.call('HSTRLEN',y[N+hv],g[b])if dn>2000000 then break end p=b end return p end ";
const $writeField = "local function cG(a,n,cU,E)if not a.writes then a.writes={}end ce(bO(a.writes,n),cU,E)end ";
const $rewriteRun = "local function cr(a,n,d,l,cS,fV)local eG=bZ(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eG.place=cS if fV then eG.attempt,eG.released,eG.postponed='0','0',''end local ev=bw(eG,'W')if l then cq(a,n,'\\t'..d,ev,l)else cG(a,n,'\\t'..d,ev)a.runsMore=(a.runsMore or 0)+1 end return eG.expiresAt end ";
const $makeReady = "local function bQ(a,n,d,l,cS,fV)local ds=cr(a,n,d,l,cS,fV)bm(a,'ready',cS,d)a.readied=a.readied+1 return ds end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es,eF=KEYS[1],KEYS[2]local u,w,fu=unpack(ARGV,1,3)local iC,iD=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local gU,cU=not redis.call('ZSCORE',es,u),'\\t'..fu local db=redis.call('HGET',eF,cU)local ke=redis.call('ZCARD',es)if gU and iC and ke-1>=iC then return'full\\nmaxQueues'end if gU and iD and(db or 0)-iD>=0 then return'full\\nmaxQueuesOfMaker'end local fQ=bV(es,w)if gU then redis.call('HSET',eF,u,fu,cU,bj((db or 0)+1))end local h=redis.pcall('ZADD',es,fQ,'',fQ,u)if type(h)=='table'then if gU then redis.call('HDEL',eF,u)if db then redis.call('HSET',eF,cU,db)else redis.call('HDEL',eF,cU)end end return h end return'ok'",
  ],
);

/** 9547 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK=KEYS local er,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local ih={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local y,dC,eN,gp=bi(fK,12,er),{},{},0 bN(a,y,0,g,1)for b in ipairs(g)do dC[b]='U'end for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if Q then local d=g[b]if not eN[d]then dC[b],eN[d]=ih[k],ih[k]end if string.find(eN[d],'%l')then bL(a,k,d)end end end end local Y,M,cL=cg(y,0,g,1)for b,d in ipairs(g)do if string.find(dC[b],'%l')then cm(a,M or cL[b],d,Y[b])aL(a,d,'X')bL(a,'expiring',d)gp=gp+1 end end if gp>0 then bf(a,'cancelled',gp)end local cK=table.concat(dC)local f if gp>0 or not a.isNew then f=bb(a,e,i,cK)end if f then return f end cE(a,e)return'ok\\n'..cK",
  ],
);

/** 15586 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fb,kk,eB=unpack(ARGV,4,6)local da=tonumber(fb)",
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
    "local jc='- - 2592000000 100000'local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local fO=a.now-a.due>=0 if eB==''then eB=redis.call('HGET',e.meta,'policy')or jc end local o=bB(a)local gE,dv,hd=0,false,nil local function fg(eO,cO,p,hB)local f if eO then f=bb(a,e,i,cO)end if f then co(a,o)hd,p=f,0 else cE(a,e)o=bB(a)gE,dv=gE+p,dv or hB end cn(a)return p end local eV,hc,dS,ha=0,0,0,0 if fO then local p,ec,ex=cl(a,e,y,12,da)eV=fg(ec>0,nil,p,ex or ec>=da)local gg,jy=ci(a,e,y,12,da)gg=fg(gg>0,nil,gg,gg>=da)dS=math.min(gg,jy)hc=gg-dS local dd=cd(a,e,da)ha=fg(dd>0,nil,dd,dd>=da)end local dt,hB=cA(a,e,y,12,eB,da)local fd=fg(a.from.done or a.from.failed,nil,dt,hB)local gk=redis.call('ZRANGE',e.seen,'-inf',bj(a.now),'BYSCORE','LIMIT','0',bj(da))if gk[1]then a.from.seen=gk end if fO then a.due=bU(e)end local iS=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bj(a.now-kk))dv=dv or#gk>=da local cK=table.concat({hc,dS,ha,eV,fd,iS,dv and 1 or 0},' ')local gV=gE+iS>0 and not a.isNew and not hd fg(gV or gk[1]or fO and not a.isNew,gV and cK,0)if gE==0 then ct(a,e,86400000,1)end if a.readied>0 and bA(a)then cB(a)end if hd and gE==0 then return hd end return'ok\\n'..cK",
  ],
);

/** 1721 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fE,fh,ft=unpack(KEYS,1,4)local dS,gq,fH=unpack(KEYS,5,7)local w,cI=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local dy={bj(a.now)}for W,s in ipairs({fE,fh,ft,dS,gq,fH})do dy[#dy+1]=redis.call('ZCARD',s)end local eL=redis.call('ZRANGE',fE,'0','0','WITHSCORES')[2]dy[#dy+1]=eL and bj(cz(eL%900000000000000))or'-'local ic=redis.call('HMGET',Z,unpack(cI))for b,V in ipairs(ic)do ic[b]=V or'0'end return'ok\\n'..table.concat(dy,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(ic,' ')..'\\n'..bj(redis.call('ZCOUNT',fh,'-inf',bG(a.now)))..' '..bj(redis.call('ZCOUNT',ft,'-inf',bj(a.now)))..'\\n-'..a.waits..'\\n-'..a.runTimes",
  ],
);

/** 12772 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,fb,jl=unpack(ARGV,1,3)local da=tonumber(fb)",
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
    "local aI={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function ch(a,y,g)local gt,Y={},{}if bz(a,'l')then local B,M,cL=cg(y,0,g,1)for b,d in ipairs(g)do gt[b],Y[b]=redis.call('HSTRLEN',M or cL[b],d)>0,B[b]end else local B=cg(y,0,g,2)for b in ipairs(g)do gt[b],Y[b]=B[b*2-1]and true,B[b*2]end end return gt,Y end local function ck(n,d,l)local cS,ds=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local o=string.match(redis.call('HGET',n,d),'^[^:]*')cS,ds=cS or string.match(o,'^%d+'),string.match(o,' x(%d+)')or ds end return cS and#cS==16 and cS or ca(5,0),ds~='0'and ds end local function aS(e,k,d,Q)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],Q,d))=='number'end ",
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
    "local a=bT(e.meta)local cJ=bY(a,w)if cJ then return cJ end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local ik=redis.call('HGET',e.meta,'audit')local eS,fk=string.match(ik or'','^([1-9]%d*) (%d+)$')eS,fk=tonumber(eS)or 1,fk or'0'if eS>23 then eS=1 end if jl=='0'and eS==1 and fk=='0'then return'ok\\n1 0 0 0 0 0 0'end local hJ,hm,hD,gc,gf,ec,hW,dn,hr=0,0,0,0,0,0,0,0,false local function hU(jo,s,eP)local cO=redis.call(jo,s,fk,'COUNT',bj(eP))fk=cO[1]return cO[2]end local function he(k,g)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(g))or{}end local jT=(a.now-1600000000000)*1000+86400000000 local function ii(d,ds)if not ds then return true end bP(a,tonumber(ds))return aS(e,'expiring',d,ds)end local function kh(d,l)hD=hD+1 for W,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if l then redis.call('HDEL',y[aX(d)],'\\t'..d)a.runs=bj(math.max(0,a.runs-1))end end local function jN(d,l,k,fW)hm=hm+1 local eX for W,iY in ipairs(aI[string.sub(l or'',1,1)]or aa)do eX=eX or fW[iY]and iY end eX=eX or k for W,eQ in ipairs(aa)do if eQ~=eX then redis.call('ZREM',e[eQ],d)end end return eX end local function iU(ep)local g,fy={},{}for b=1,#ep/2 do g[b],fy[b]=ep[b*2-1],ep[b*2]end return g,fy end local function jj(k,ep)local g,fy=iU(ep)if#g==0 then return 0 end local gt,Y=ch(a,y,g)local it={}for W,eQ in ipairs(aa)do if eQ~=k then it[eQ]=he(eQ,g)end end for b,d in ipairs(g)do local l,fW=Y[b],nil for eQ,B in pairs(it)do if B[b]then fW=fW or{[k]=true}fW[eQ]=true end end if not gt[b]then kh(d,l)else local eX=fW and jN(d,l,k,fW)or k if eX=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cS,ds=ck(y[aX(d)],d,nil)if ii(d,ds)and aS(e,'ready',d,cS)then gc=gc+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then t=math.max(t,fy[b]%900000000000000-1000)end if t>a.tick and t<jT then a.tick=t gf=1 end end end return#g end local S=1 local function ki(n,eP)local gT,j=bz(a,'l'),dn if gT and fk=='0'and redis.call('HLEN',n)<=da then return redis.call('HKEYS',n)end local ep,x=hU('HSCAN',n,gT and S or eP),{}for b=1,#ep,2 do local cU,q=ep[b],#ep[b+1]x[#x+1]=cU dn=dn+q if q>2100 and string.sub(cU,1,1)~='\\t'and not bz(a,'l')then a.flags=a.flags..'l'end end S=dn-j<100000 and S*2 or 1 return x end local function ji(n,x)local g={}for W,cU in ipairs(x)do if string.sub(cU,1,1)~='\\t'then g[#g+1]=cU elseif redis.call('HEXISTS',n,string.sub(cU,2))==0 then gc=gc+1 redis.call('HDEL',n,cU)end end if#g==0 then return#x end local B={}for W,k in ipairs(aa)do for b,Q in ipairs(he(k,g))do B[b]=B[b]or Q end end for b,d in ipairs(g)do if not B[b]then local l=redis.call('HGET',n,'\\t'..d)local cP=string.sub(l or'',1,1)local k,Q,ds=cP=='C'and'done',bj(a.now),nil if cP=='F'or cP=='E'then k='failed'end if not k then k='ready'Q,ds=ck(n,d,l)local t=Q%900000000000000 if cz(t)>a.now then k,Q='delayed',bk(t,cc(Q))bP(a,cz(t))a.sooner=true end end if ii(d,ds)and aS(e,k,d,Q)then hJ=hJ+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function jq()local x,fX=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for W,k in ipairs(aa)do fX=fX+redis.call('ZCARD',e[k])end return x,fX end repeat local p=0 local eP=da-ec if eS<=5 then p=jj(aa[eS],hU('ZSCAN',e[aa[eS]],eP))elseif eS<22 then local n=y[eS-5]p=ji(n,ki(n,eP))elseif eS==22 then local g=iU(hU('ZSCAN',e.expiring,eP))p=#g if p>0 then local fE,fh=he('ready',g),he('delayed',g)for b,d in ipairs(g)do if not fE[b]and not fh[b]then gc=gc+1 redis.call('ZREM',e.expiring,d)end end end else local x,fX=jq()if x-fX~=tonumber(a.runs)then a.runs=bj(math.max(0,x-fX))gf=gf+1 end local fL=a.completed+fX-redis.call('ZCARD',e.done)for W,V in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do fL=fL+(V or 0)end if fL~=tonumber(a.enqueued)then a.enqueued=bj(fL)gf=gf+1 end fk='0'end ec,hW=ec+p,hW+math.max(p,da/25)if fk=='0'then hr=eS==23 eS=eS%23+1 end until hr or hW>=da or dn>2000000 cu(a,e.meta,'audit',ik)a.fields={'audit',eS..' '..fk}local eI=(a.readied>0 or a.sooner)and bA(a)local f=bb(a,e)if f then return f end if eI then cB(a)end return'ok\\n'..table.concat({hr and 1 or 0,ec,hJ,hm,hD,gc,gf},' ')",
  ],
);

/** 1893 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local jF=KEYS local hj={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=bT(Z)local dw=bX(a,i)if dw then return dw end if bz(a,'l')then for b=1,16 do local n,eQ=y[2+b],jF[18+b]local q=redis.call('HLEN',n)if q>0 and q<=64 then redis.call('RENAME',n,eQ)redis.call('PEXPIRE',eQ,'1')end end end redis.call('UNLINK',unpack(hj))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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

/** 11169 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK=KEYS local er,iB=ARGV[4],ARGV[5]local ek=ARGV ",
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
    "local aJ={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bs(a,gZ)if#gZ>2000 and not bz(a,'l')then a.flags=a.flags..'l'end end local function cx(a,e,g)local hY={}for b,ea in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if ea and ea-a.now>0 then hY[g[b]]='S'end cu(a,e.seen,g[b],ea)end for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,Q in ipairs(redis.call('ZMSCORE',e[k],unpack(g)))do if Q then hY[g[b]]=aJ[k]end end end return hY end local function aM(a,e,y,ek,A)local fU,ej={},A while ek[ej]do local p,gL=string.match(ek[ej],'^%d (%d+) %S+ (%S+)')if gL~='-'then for b=1,p do fU[#fU+1]=ek[ej+b*2-1]end end ej=ej+p*2+1 end local fY,dC,fJ={},{},{}if#fU>0 then fY=cx(a,e,fU)end ej=A while ek[ej]do local dJ,p,ja,gL,eh,iX,cR=string.match(ek[ej],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fm,gN=string.sub(ja,1,1),tonumber(string.sub(ja,2))for b=1,p do local d,gZ=ek[ej+b*2-1],ek[ej+b*2]local H=fY[d]if not H then a.tick=a.tick+1 local t=a.tick H='r'if fm=='+'and gN>0 then H,t='d',by(a,e.delayed,a.now+gN)elseif fm=='@'and gN>a.now then H,t='d',by(a,e.delayed,gN)end local cS=ca(dJ,t)local fq=cz(t)~=a.now and' c'..bj(a.now)or''if eh~='-'then fq=fq..' m'..eh end if iX~='-'then local ds=a.now+iX fq=fq..' x'..bj(ds)bm(a,'expiring',bj(ds),d)bP(a,ds)end if cR~='-'then fq=fq..' o'..cR end if H=='r'then bm(a,'ready',cS,d)a.readied=a.readied+1 else bm(a,'delayed',bk(t,dJ),d)a.sooner=true bP(a,cz(t))end bs(a,gZ)local n=aX(d)ce(bO(a.writes,y[n]),d,cS..fq..':'..gZ)if gL~='-'and gL~='0'then bm(a,'seen',bj(a.now+gL),d)end fY[d]=string.upper(H)fJ[d]=true end dC[#dC+1]=H end ej=ej+p*2+1 end return table.concat(dC),fU,fJ end ",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.writes={}local dC,fU,fJ=aM(a,e,bi(fK,11,er),ek,6)local W,gd=string.gsub(dC,'%l','')if iB~=''and gd>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gd>tonumber(iB)then return'full'end if a.to.seen then local gk=redis.call('ZRANGE',e.seen,'-inf',bj(a.now),'BYSCORE','LIMIT','0',bj(gd*2+8))for b,d in ipairs(gk)do if not fJ[d]then bL(a,'seen',d)end end end a.enqueued=bj(a.enqueued+gd)if gd<#dC then bf(a,'duplicates',#dC-gd)end local hN=bF(a)local eI=(a.readied>0 or a.sooner)and bA(a)if a.isNew then a.fields={'born',bj(a.now)}aO(a)end local f=bb(a,e,i,dC)if f then return f end local fx={}for b,d in ipairs(fU)do if fJ[d]then fx[#fx+1]=fK[11+#er+b-1]end end if#fx>0 then if redis.call('EXISTS',unpack(fx))>50 then for b,s in ipairs(fx)do redis.pcall('PEXPIRE',s,'1')end else redis.pcall('UNLINK',unpack(fx))end end if eI then cB(a)end return'ok\\n'..dC..(hN and''or'\\nu')",
  ],
);

/** 1945 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,O=KEYS[1],KEYS[2]local w,eR,da=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function iV(p)local ev=redis.call('XRANGE',O,bj(p),'+','COUNT','1')[1]if ev then return tonumber(string.match(ev[1],'^%d+')),ev[2][2]end end local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end if not bz(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dE=tonumber(x[2])or 0 local dp=tonumber(eR)or dE+1 if string.sub(eR,1,1)=='@'then local r,iJ=tonumber(string.sub(eR,2)),iV(0)local eE,fs=iJ or dE+1,dE+1 while eE<fs do local fN=eE+(fs-eE-(fs-eE)%2)/2 local p,cK=iV(fN)if not p then fs=fN elseif string.match(cK,'^%d+')-r<0 then eE=p+1 else fs=fN end end dp=eE local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dp==(iJ or dE+1)and dp-1>j then dp=dp-1 end end local dy={'ok\\n'..bj(a.now)..' '..bj(dp)..' '..bj(dE)}if eR~=''then for b,ev in ipairs(redis.call('XRANGE',O,bj(dp),'+','COUNT',da))do dy[b+1]=string.match(ev[1],'^%d+')..'\\n'..ev[2][2]end end return dy",
  ],
);

/** 9972 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK=KEYS local gR,fe,er,gn=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local ea,dC,f=a.now+gR,{},nil local g={}for b,el in ipairs(gn)do g[b]=string.sub(el,19)end local Y,M,cL=cg(bi(fK,11,er),0,g,1)local fB=redis.call('ZMSCORE',e.leased,unpack(g))local T for b,d in ipairs(g)do if bD(Y[b],gn[b])then dC[b]='l'bq(a,e,M or cL[b],d,Y[b],fB[b],ea)else dC[b],T=cw(Y[b],gn[b],T,e,g,b)end end local cK=table.concat(dC)..'\\n'..bj(ea)local eI=a.sooner and bA(a)if a.to.leased or not a.isNew then f=bb(a,e,i,cK)end if f then return f end if eI then cB(a)end if fe~=''and not a.isNew then bW(e.workers,fe,a.now)end return'ok\\n'..cK",
  ],
);

/** 13043 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fe,gu,fb,eB=unpack(ARGV,4,7)local dp=tonumber(gu)local da=tonumber(fb)",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local g,dg,dS=redis.call('ZRANGE',e.leased,bj(dp),bj(dp+da-1)),0,0 if#g>0 then local Y,M,cL=cg(y,11,g,1)for b,d in ipairs(g)do if string.match(Y[b]or'','^L[^\\n]*\\n([^\\n]*)')==fe then local eW=cj(a,e,M or cL[b],d,Y[b],'W','\"its worker failed\"')dg,dS=dg+1,dS+(eW and 1 or 0)end end end local iw=#g<da local cK=dg..'\\n'..(iw and'-'or bj(dp+da-dg))local eI,f=a.readied>0 and bA(a),nil local W,ed if dS>0 then W,W,ed=cA(a,e,y,11,eB,dS*2+8)end if dg>0 or not a.isNew then f=bb(a,e,i,cK)end if f then return f end cE(a,e)if ed then cn(a)cA(a,e,y,11,eB,dS*2+8)f=bb(a,e)if not f then cE(a,e)end end if eI then cB(a)end if iw then redis.call('ZREM',e.workers,fe)end return'ok\\n'..cK",
  ],
);

/** 1124 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eN=KEYS[1],KEYS[2]local w,da=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local jD=redis.call('ZREMRANGEBYRANK',eN,'0',bj(da-1))return'ok\\n'..jD..' '..math.min(1,redis.call('ZCARD',eN))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es,eF=KEYS[1],KEYS[2]local ek=ARGV ",
    $digits,
    "local cI={}for b=1,#ek,2 do cI[#cI+1]=ek[b]end local hf=redis.call('ZMSCORE',es,unpack(cI))for b,u in ipairs(cI)do if hf[b]==ek[1+b*2-1]then local fu=redis.call('HGET',eF,u)if fu then local cU='\\t'..fu local gC=(redis.call('HGET',eF,cU)or 0)-1 redis.call('HDEL',eF,'')if gC>0 then redis.call('HSET',eF,cU,bj(gC))else redis.call('HDEL',eF,cU)end redis.call('HDEL',eF,u)end redis.call('ZREM',es,u)end hf[b]=hf[b]or'-'end return'ok\\n'..table.concat(hf,'\\n')",
  ],
);

/** 1997 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fE,fh,ft=unpack(KEYS,1,4)local dS,gq,n,h,eN=unpack(KEYS,5,9)local e={endings=KEYS[10],endedBefore=KEYS[11]}local w,d,eG=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local dy,gy={bj(a.now),'-'..a.flags},false for W,s in ipairs({fE,fh,ft,dS,gq})do local Q=redis.call('ZSCORE',s,d)gy=gy or Q dy[#dy+1]=Q or'-'end dy[#dy+1]=redis.call('ZRANK',fE,d)or'-'dy[#dy+1]=redis.call('ZSCORE',eN,d)or'-'local eu=not gy and bH(e,{d})[1]or'-'local dc=gy and string.find(eG,'d')and redis.call('HGET',n,d)or''if gy and string.find(eG,'h')and redis.call('HSTRLEN',n,d)<100000 then dc=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local dh=not a.isNew and string.find(eG,'r')and redis.call('GET',h)if dh then local hn=string.match(dh,'^C (%d+)')if not hn or hn-(redis.call('HGET',Z,'born')or hn)<0 then dh=nil end end return{'ok\\n'..table.concat(dy,' ')..'\\n'..eu,dc,redis.call('HGET',n,'\\t'..d)or'',dh or''}",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ft=KEYS[1]local y=KEYS local gn=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,io,dy,hy={},{},{''},{}for b,el in ipairs(gn)do g[b]=string.sub(el,19)end local fB,B=redis.call('ZMSCORE',ft,unpack(g)),cg(y,1,g,2)for b,el in ipairs(gn)do local dc,l=B[b*2-1],B[b*2]local gj=fB[b]and dc and l and string.sub(l,1,18)==string.sub(el,1,18)io[b]=gj and'1'or'0'if gj then dy[#dy+1]=dc hy[#hy+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for W,hz in ipairs(hy)do dy[#dy+1]=hz end dy[1]='ok\\n'..table.concat(io)return dy",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es,eF,hS=unpack(KEYS,1,3)local fm,w,jG=unpack(ARGV,1,3)local hA=tonumber(jG)",
    $digits,
    $readClock,
    "local v={'ok',redis.call('HGET',hS,fm)or'-'}local B,ee,iv={},{},fm=='deep'local x=redis.call('HGETALL',eF)for b=1,#x,2 do B[x[b]]=x[b+1]end local K=cf(w)local ep=redis.call('ZRANGE',es,'0','-1','WITHSCORES')for b=1,#ep,2 do local u,fQ=ep[b],ep[b+1]if u~=''then local fu=B[u]if fu then B[u]=nil ee['\\t'..fu]=(ee['\\t'..fu]or 0)+1 end v[#v+1]=u..' '..(fu or'-')..(iv and K-fQ>=hA and' '..fQ or'')end end if iv then for cU,db in pairs(ee)do if tonumber(B[cU])~=db then redis.call('HDEL',eF,'')redis.call('HSET',eF,cU,bj(db))end end for cU in pairs(B)do if not ee[cU]then redis.call('HDEL',eF,cU)end end end return table.concat(v,'\\n')",
  ],
);

/** 2759 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,cP=KEYS[1],KEYS[2]local y=KEYS local w,gu,fb=unpack(ARGV,1,3)local dp=tonumber(gu)local da=tonumber(fb)",
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
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local ep,g,v=redis.call('ZRANGE',cP,bj(dp),bj(dp+da-1),'WITHSCORES'),{},{}for b=1,#ep,2 do g[#g+1]=ep[b]end if bz(a,'l')then local gm=math.max(1,bg(y,2,g,#g,0))for b=gm+1,#g do g[b]=nil end end local dy={''}if#g>0 then local B=cg(y,2,g,2)for b,d in ipairs(g)do v[b]='\\n'..ep[b*2]..' '..d dy[b*2],dy[b*2+1]=B[b*2-1]or'',B[b*2]or''end end dy[1]='ok\\n'..bj(a.now)..' '..redis.call('ZCARD',cP)..table.concat(v)return dy",
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
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bj(cf(w)))end return'ok'",
  ],
);

/** 6523 bytes. */
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true if not bz(a,'p')then a.flags=a.flags..'p'if a.isNew then aO(a)end end local f=bb(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',es)-1)",
  ],
);

/** 8615 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gR,el,kd=unpack(ARGV,4,6)",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local d=string.sub(el,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fB=redis.call('ZSCORE',e.leased,d)local H,l='l',j if not bD(j,el)then H=cw(j,el,nil,e,{d},1)else if gR~=''then bq(a,e,e.bucket,d,j,fB,a.now+gR)a.rewrites=nil l='L'..string.sub(j,2)end local A,en=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cq(a,e.bucket,'\\t'..d,(A or l..'\\n\\n')..kd..(en or''),j)end local eI,f=a.sooner and bA(a),nil if H=='l'or not a.isNew then f=bb(a,e,i,H)end if f then return f end if eI then cB(a)end return'ok\\n'..H",
  ],
);

/** 9866 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK=KEYS local er,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local dC,eN={},{}local Y,M,cL=cg(bi(fK,6,er),0,g,1)for b,Q in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dC[b]=Q and not eN[d]and'd'or'U'if dC[b]=='d'then eN[d]=true a.tick=a.tick+1 bQ(a,M or cL[b],d,Y[b],ca(Q%10,a.tick),false)bL(a,'delayed',d)end end local cK=table.concat(dC)local eI,f=a.readied>0 and bA(a),nil if a.readied>0 or not a.isNew then f=bb(a,e,i,cK)end if f then return f end if eI then cB(a)end return'ok\\n'..cK",
  ],
);

/** 8943 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fb,V,H=unpack(ARGV,4,6)local da=tonumber(fb)",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local g=redis.call('ZRANGE',e.state,'0',bj(da-1))if#g>0 then bN(a,y,6,g,1)local Y,M,cL=cg(y,6,g,1)for b,d in ipairs(g)do cm(a,M or cL[b],d,Y[b])aL(a,d,H)end a.from.state,a.from.expiring=g,g if V~=''then bf(a,V,#g)end end local cK=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=bb(a,e,i,cK)end if f then return f end cE(a,e)return'ok\\n'..cK",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es=KEYS[1]local v={'ok'}for W,u in ipairs(redis.call('ZRANGE',es,'0','-1'))do if u~=''then v[#v+1]=u end end return table.concat(v,'\\n')",
  ],
);

/** 1044 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ge=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cJ=bY(bT(Z),w)if cJ then return cJ end local x,v=redis.call('HGETALL',ge),{'ok'}for b=1,#x,2 do v[#v+1]=x[b]..' '..x[b+1]end return table.concat(v,'\\n')",
  ],
);

/** 7097 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eX=tonumber(ARGV[4])",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local ig,f=bz(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if eX==0 then if ig then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local A=string.match(ig and x[1]or'','%d+$')if not A then A=bj(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',A}cu(a,e.meta,'recorded',x[2])end a.fields=aV(a.fields,'events',bj(eX)..' '..A)cu(a,e.meta,'events',x[1])if not ig then a.flags=a.flags..'e'end if a.isNew then aO(a)end end if eX>0 or not a.isNew then f=bb(a,e,i,'-')end if f then return f end if eX==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',bj(eX))end return'ok\\n-'",
  ],
);

/** 10063 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local da,gI=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local g,eN={},{}if#gI==0 then if da>0 then g=redis.call('ZRANGE',e.failed,'0',bj(da-1))end else for b,Q in ipairs(redis.call('ZMSCORE',e.failed,unpack(gI)))do if Q and not eN[gI[b]]then g[#g+1]=gI[b]eN[gI[b]]=true end end end if#g>0 then local Y,M,cL=cg(y,6,g,1)for b,d in ipairs(g)do local cS=string.match(Y[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local eL=ca(cS and cc(cS)or 5,a.tick)local ds=bQ(a,M or cL[b],d,Y[b],eL,true)if ds~='0'then bm(a,'expiring',ds,d)bP(a,tonumber(ds))end end a.from.failed=g bf(a,'redriven',#g)end local cK=#g..' '..redis.call('ZCARD',e.failed)-#g local eI,f=a.readied>0 and bA(a),nil if#g>0 or not a.isNew then f=bb(a,e,i,cK)end if f then return f end if eI then cB(a)end return'ok\\n'..cK",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local es=KEYS[1]local u,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local fQ=bV(es,w)redis.call('ZADD',es,fQ,'',fQ,u)return'ok'",
  ],
);

/** 6878 bytes. */
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
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local iZ,f=bz(a,'p'),nil if iZ then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bb(a,e,i,'-')end if f then return f end if iZ then a.readied=redis.call('ZCARD',e.ready)if bA(a)then cB(a)end end return'ok\\n-'",
  ],
);

/** 1449 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fE,fh,ft=unpack(KEYS,1,4)local dS,gq,jx,eN=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local hj={unpack(KEYS,25)}local w,hA=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end if bz(a,'p')or bz(a,'e')or redis.call('EXISTS',fE,fh,ft,dS,gq,jx,eN,unpack(y))>0 then return'ok\\n0'end local kb=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(kb[b]or 0)<hA then return'ok\\n0'end end local W,C=cf(w)if a.tick>C then return'ok\\n0'end redis.call('UNLINK',unpack(hj))return'ok\\n1'",
  ],
);

/** 1342 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ge=KEYS[1],KEYS[2]local w,d,ko,cK,hG=unpack(ARGV,1,5)local gX=tonumber(hG)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local j=redis.call('HGET',ge,d)local il=j and string.match(j,'^%d+')or'0'if a.isNew or il~=ko then return'ok\\n'..(j or'0')end if cK==''then redis.call('HDEL',ge,d)return'ok\\n0'end if not j and redis.call('HLEN',ge)>=gX then return'full'end local fA=bj(il+1)..' '..cK redis.call('HSET',ge,d,fA)return'ok\\n'..fA",
  ],
);

/** 7009 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,cP=KEYS[1],KEYS[2]local y=KEYS local w,u,iK=unpack(ARGV,1,3)local Q,fA=ARGV[4],ARGV[5]local hG,fb,jZ,ka=unpack(ARGV,6,9)local gX=tonumber(hG)local da=tonumber(fb)local iF=tonumber(jZ)local iG=tonumber(ka)local eb={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local eK=ARGV ",
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
    "local aK='[^\\31]+'local function br(E,kc)for u in string.gmatch(kc,aK)do if type(E)~='table'then return nil end local iu=string.match(u,'^%d+$')if E[u]==nil and iu then E=E[iu+1]else E=E[u]end end return E end local function bp(eK,A)local dq={}for b=A,#eK,4 do if eK[b]=='='then local gw,c=pcall(cjson.decode,'['..eK[b+3]..']')if gw then dq[b]=c[1]end end end return dq end local function aZ(dc,eK,A)local gO=string.find(dc,':',1,true)for b=A,#eK,4 do if not gO or not string.find(dc,eK[b+2],gO+1,true)then return nil end end return gO and gO+1 end local function bR(gP,eK,A,fL)for b=A,#eK,4 do local fm,E,fM=eK[b],br(gP,eK[b+1]),nil if fm=='='then fM=E~=nil and E==fL[b]elseif fm=='~'then fM=type(E)=='string'and string.find(E,eK[b+3],1,true)~=nil else fM=E~=nil==(fm=='?')end if not fM then return false end end return true end local function bl(dc)local fJ=string.match(dc,'^%d+ c(%d+)')if fJ then return tonumber(fJ)end local cS=tonumber(string.match(dc,'^%d+'))return cS and cz(cS%900000000000000)or 0 end local function be(iy,cK)local dp=1 while true do local ej=string.find(iy,cK,dp,true)if not ej then return false end local kl=string.match(string.sub(iy,1,ej-1),'\\\\*$')if#kl%2==0 then return true end dp=ej+1 end end local function bS(l,eb)local em,fe,v=string.match(l or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if eb.attempts~=''and(em or 0)-eb.attempts<0 then return false end if eb.worker~=''and fe~=eb.worker then return false end if eb.error==''then return true end for fv in string.gmatch(v or'','\\n%d+ %d+ ([^\\n]*)')do if be(fv,eb.error)then return true end end return false end local function bI(l)return tonumber(string.match(l,'\\n(%d+) %d+ [^\\n]*$'))end local function bo(cP,Q,l,dc,r)if cP=='failed'or cP=='done'then return Q-r<=0 end local dD=string.match(l or'','^%a (%d+)')if dD and cz(tonumber(dD))>r then return false end if cP=='ready'then return cz(Q%900000000000000)<=r end if cP=='leased'then return true end if dD then return(bI(l)or 0)<=r end return bl(dc)<=r end local function jH(cK,eQ)for b=1,math.min(#cK,#eQ)do local I,J=string.byte(cK,b),string.byte(eQ,b)if I~=J then return I>J end end return#cK>#eQ end local function kf()if Q==''then return 0 end if redis.call('ZSCORE',cP,fA)==Q then return redis.call('ZRANK',cP,fA)+1 end local eE,fs=redis.call('ZCOUNT',cP,'-inf','('..Q),redis.call('ZCOUNT',cP,'-inf',Q)while eE<fs do local fN=eE+(fs-eE-(fs-eE)%2)/2 local cW=redis.call('ZRANGE',cP,bj(fN),bj(fN))[1]if jH(cW,fA)then fs=fN else eE=fN+1 end end return eE end local function jW(d)if eb.id==''then return true end if eb.isPrefix==''then return d==eb.id end return string.sub(d,1,#eb.id)==eb.id end local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local iI=eb.worker..eb.error..eb.attempts..eb.entered~=''local ip=eK[18]~=nil local iH=eb.from..eb.to~=''or ip local fL=bp(eK,18)local B,v,dy,dn,hl,ec,fG=0,{},{''},0,0,0,0 local function iM(d)local dc=redis.call('HGET',y[2+aX(d)],d)or''dn=dn+#dc return dc end local function jX(dc)local dp=aZ(dc,eK,18)if not dp then return false end local q,gw,gP=#dc-dp+1,false,nil if q<=iG then if hl+q>iG then return nil end hl=hl+q gw,gP=pcall(cjson.decode,string.sub(dc,dp))end if not gw then fG=fG+1 end return gw and bR(gP,eK,18,fL)end local function jV(d,jv,l,dc)if not jW(d)or iI and not bS(l,eb)then return false,dc end if not dc and(iH or eb.entered~=''and u=='delayed'and not l)then dc=iM(d)end if eb.entered~=''and not bo(u,jv,l,dc,tonumber(eb.entered))then return false,dc end if eb.from~=''and bl(dc)-eb.from<0 then return false,dc end if eb.to~=''and bl(dc)-eb.to>0 then return false,dc end if ip then return jX(dc),dc end return true,dc end local dE,iz=fA,Q==''and'-'or Q local hb=kf()local ed,fC=false,false while not ed and not fC and ec<gX and B<da and dn<iF do local iT=math.min(250,gX-ec)local ep=redis.call('ZRANGE',cP,bj(hb),bj(hb+iT-1),'WITHSCORES')local g,fy={},{}for b=1,#ep,2 do g[#g+1],fy[#fy+1]=ep[b],ep[b+1]end ed=#g<iT hb=hb+#g local S,dq=iH and not bz(a,'l')and 2 or 1,{}if#g>0 and(iI or S==2)then dq=cg(y,2,g,S)end for b,d in ipairs(g)do local dc,l,fM=nil,dq[b*S]or nil,nil fC=B>=da or dn>=iF if not fC then if S==2 then dc=dq[b*2-1]or''dn=dn+#dc end fM,dc=jV(d,fy[b],l,dc)fC=fM==nil end if fC then ed=false break end ec,dE,iz=ec+1,d,fy[b]if fM then B=B+1 v[B]='\\n'..fy[b]..' '..d if iK=='jobs'then dy[B*2]=dc or iM(d)dy[B*2+1]=l or redis.call('HGET',y[2+aX(d)],'\\t'..d)or''end end end end if iK=='count'then v={'\\n'..bj(B)}end dy[1]='ok\\n'..bj(a.now)..' '..redis.call('ZCARD',cP)..' '..bj(ec)..' '..bj(fG)..' '..(ed and'-'or iz)..' '..dE..table.concat(v)return dy",
  ],
);

/** 80 bytes. */
export const storeCursor = /* @__PURE__ */ script(
  "storeCursor",
  ["rounds"],
  ["kind", "cursor"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hS=KEYS[1]local fm,fk=ARGV[1],ARGV[2]redis.call('HSET',hS,fm,fk)return'ok'",
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

/** 25995 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fx=KEYS local gB={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eB,hx=ARGV[8],ARGV[9]local ek=ARGV ",
    $digits,
    "local ae='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bJ(p)return string.sub(ae,p*2+1,p*2+2)end ",
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
    "local function aN(eD,gW,p)if gW<0 then gW=0 end local W,n=math.frexp(gW)if not eD then eD={sum=0,low=n,high=n}end eD.sum=eD.sum+gW*p eD.low,eD.high=math.min(eD.low,n),math.max(eD.high,n)eD[n]=(eD[n]or 0)+p return eD end local function aR(is,eD)if not eD then return is end local cX,ee=string.match(is,'^(%d+)(.*)$')ee=ee or''for n=eD.low,eD.high do local p=eD[n]if p then local j,js,fA=string.match(ee,'^(.-,'..n..'=)(%d+)(.*)$')if j then ee=j..bj(js+p)..fA else ee=ee..','..n..'='..bj(p)end end end return bj((cX or 0)+eD.sum)..ee end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bh(l,ei)l.isUnused=ei=='g'if ei=='b'or ei=='p'then local eY,eZ=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if ei=='p'then eY=eY+1 else eZ=eZ+1 end l.postponed,l.unfinished=bj(eY),bj(eZ)if ei=='p'then l.isUnused=eY<=1000 else l.isUnused=eZ%10~=0 end end if l.isUnused then l.released=bj(l.released+1)end end local function ba(a,e,ei,l,im)if ei=='c'or ei=='k'then return'c','C','completed',nil end bh(l,ei)if l.isUnused and ei~='p'then return'r','W','released',nil end if ei=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if ei=='b'or im=='0'then return'r','W','retried',a.tick end return'd','W','retried',by(a,e.delayed,a.now+im)end local function bM(a,e,d,l,H)local cS,hq=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cu(a,e.ready,d,cS)elseif cS then bL(a,'ready',d)end if H=='f'then cu(a,e.failed,d,hq)elseif hq then bL(a,'failed',d)end if cS and l.expiresAt~='0'then if H=='r'or H=='d'then cu(a,e.expiring,d,l.expiresAt)else bL(a,'expiring',d)end end return hq end local function bn(a,d,l,H,ei,t)local ix=H=='r'or H=='d'if H=='r'then bm(a,'ready',l.place,d)a.readied=a.readied+1 elseif H=='d'then bm(a,'delayed',bk(t,cc(l.place)),d)a.sooner=true bP(a,cz(t))elseif H=='f'then bm(a,'failed',bj(a.now),d)elseif ei=='k'then bm(a,'done',bj(a.now),d)end if ix and l.expiresAt~='0'then bm(a,'expiring',l.expiresAt,d)bP(a,tonumber(l.expiresAt))end return not ix and ei~='c'end local function cv(a,e,y,N,ek,A,fx,hs)local g,dC,iP,dh,gh,T={},{},{},0,false,nil local gT,q,ex,ir,hT=bz(a,'l'),0,false,false,nil for ej=A,#ek,4 do g[#g+1]=string.sub(ek[ej+1],19)end local Y,M,cL=cg(y,N,g,1)local gi=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,j,n,ej=g[b],Y[b],M or cL[b],A+b*4-4 local ei,el,gQ,fv=ek[ej],ek[ej+1],ek[ej+2],ek[ej+3]local iq=j and string.sub(j,2,18)==string.sub(el,2,18)local H,V,l=iP[d],'stale',nil if H=='W'and not iq then H='A'end if not H and(not iq or not string.find(j,'^[LE]'))then H,T=cw(j,el,T,e,g,b)end if not H and gT then q=q+redis.call('HSTRLEN',n,d)ex=ex or ir and q>32000000 end if ex then H,V='M',nil end if not H then if ei=='c'then l={expiresAt='-'}else l=bZ(j)end H=not l and'U'end if not H then local cP,t H,cP,V,t=ba(a,e,ei,l,gQ)iP[d],ir=cP,true if H~='r'or not l.isUnused or ei=='p'then local dD=string.sub(el,3,17)hT=aN(hT,a.now-cz(dD),1)end if t then l.place=ca(cc(l.place),t)end if H=='c'and gQ~=''then a.results=aV(a.results,fx[hs],'C '..bj(a.now)..' '..gQ)end if gi[b]then bL(a,'leased',d)elseif bM(a,e,d,l,H)then gh=true if H=='f'then V=nil end end if bn(a,d,l,H,ei,t)then dh=dh+1 end if ei=='c'then cm(a,n,d,j)aL(a,d,'C')else if fv~=''and not l.isUnused then l.lines=cC(l.lines,bj(a.now),l.attempt,fv)end cq(a,n,'\\t'..d,bw(l,cP),j)end end if gQ~=''and(ei=='c'or ei=='k')then hs=hs+1 end if V=='completed'then a.completed=bj(a.completed+1)elseif V then bf(a,V,1)end dC[b]=H end a.runTimes=aR(a.runTimes,hT)return table.concat(dC),dh,gh,ex end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bC(a,d)if not a.isFinished then a.isFinished={}for W,jA in ipairs(a.finished)do a.isFinished[jA]=true end end return a.isFinished[d]end local function bK(a,e,y,N,gA,eP)local fi,ez,A,fB,ea,dv,gx local dg,ec,dn,fC=0,0,0,false local hV local ie,iR,id,gb=nil,nil,0,0 local kn,jb=' '..gA.max..' 0','\\n'..gA.worker repeat local g if ec==0 then g=redis.call('ZRANGE',e.ready,'0',gA.count)else g=redis.call('ZRANGE',e.ready,bj(ec),bj(ec+eP-dg))end local q,gC=#g,eP-dg dv=q>gC if dv then q=gC end if bz(a,'l')and(q>1 or ec>0)then local gm=bg(y,N,g,q,dn)if gm==0 and ec==0 then gm=1 end fC=gm<q q=gm dv=dv or fC end for b=#g,q+1,-1 do g[b]=nil end if q>0 then local B,M,cL,x if q==1 then local p=aX(g[1])M,x=y[N+p],{g[1],'\\t'..g[1]}B=redis.call('HMGET',M,x[1],x[2])else B,M,cL,x=cg(y,N,g,2)end local c=M and a.writes and a.writes[M]or nil if not ea then fB=a.now+gA.duration ea=bj(fB)end for b=1,q do local d,dc,l=g[b],B[b*2-1],B[b*2]local n,ds,eR,hZ=M or cL[b],'0',nil,kn if dc and string.byte(dc,17)~=58 then local p,fq=string.match(dc,'^(%d+)([^:]*)')if#(p or'')~=16 then eR,fq=ca(5,0),''end ds=string.match(fq,' x(%d+)')or ds hZ=' '..(string.match(fq,' m(%d+)')or gA.max)..' '..ds if e.delayed and ds~='0'then a.from.expiring=aU(a.from.expiring,d)end end if not e.delayed and(not dc or ds~='0')then gx=true end if not e.delayed and l and a.finished and string.byte(l)==76 then local jB=bC(a,d)gx=gx or jB end if e.delayed and(not dc or ds~='0'and ds-a.now<=0)then cm(a,n,d,l)if dc then bf(a,'expired',1)aL(a,d,'E')dn=dn+#dc end elseif dc then dg=dg+1 local t,dD=a.tick+dg,nil if q==1 then dD=string.format('%015d',t)else local eE=t%100 if eE==0 or not hV then hV=string.format('%013d',(t-eE)/100)end dD=hV..bJ(eE)end local o,cU,ev,cS=d,x[b*2],nil,eR or string.sub(dc,1,16)if l then local em,jk,iL,ee,v=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')em,v=bj((em or 0)+1),v or'\\n'o=em..'\\t'..d ev='L '..dD..' '..em..' '..(jk or'0')..' '..(iL or cS)..hZ..(ee or'')..jb..v if string.byte(l)==76 then cS=nil else cS=iL or cS end a.histories=aU(a.histories,'H'..v)else ev='L '..dD..' 1 0 '..cS..hZ..jb..'\\n'a.runsMore=(a.runsMore or 0)+1 end if cS then local iE=string.sub(cS,1,13)if iE~=iR then if gb>0 then ie=aN(ie,id,gb)end iR,id,gb=iE,a.now-cz(cS%900000000000000),0 end gb=gb+1 end if l and#ev<=#l then cq(a,n,cU,ev,l)else if l then cu(a,n,cU,l)end if M then c=aV(c,cU,ev)else cG(a,n,cU,ev)end end if dg==1 then fi,ez,A,a.to.leased=o,dc,dD,{ea,d}else if dg==2 then fi,ez={fi},{ez}end fi[dg],ez[dg]=o,dc ce(a.to.leased,ea,d)end dn=dn+#dc a.lastTick=dD end end if M and c then if not a.writes then a.writes={[M]=c}else a.writes[M]=c end end end ec=ec+q until gx or not dv or fC or dg>=eP or ec-dg>=1000 if gb>0 then a.waits=aR(a.waits,aN(ie,id,gb))end if ec>0 then a.popped=ec==1 and'0'or bj(ec-1)end if dg>0 then a.tick=a.tick+dg a.leased=bj(a.leased+dg)if fB-a.due<0 then a.due=ea end if dg>15 then ce(a.to.leased,'+inf',aB)a.isLong=true end end return fi,ez,dg,A,ea,dv,gx end ",
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
    "local function bv(a,dC,fi,dg,dD,ea,dv)if dg>1 then fi=table.concat(fi,'\\n')end return dC..'\\n- '..ea..(dv and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dD..'\\n'..fi end local function bx(a,dC,dd,dv)return dC..'\\n'..bj(a.now)..(dv and' - 1 'or' - 0 ')..dd..' -'..a.flags..' -'end local function cD(a,cK,ez,dg)if not ez then return'ok\\n'..cK end if dg==1 and not a.histories and#ez<4000 then return'ok\\n'..cK..'\\n\\n'..ez end if dg==1 then ez={ez}end table.insert(ez,1,'ok\\n'..cK)if a.histories then for W,hz in ipairs(a.histories)do ez[#ez+1]=hz end end return ez end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=bT(e.meta)local dw=bX(a,i)if dw then return dw end a.frees=true local iQ,gD,fO=ek[10]~=nil,gB.count~='0',a.now-a.due>=0 local eP=bz(a,'p')and 0 or tonumber(gB.count)local o=bB(a)local dC,cK,ez,dg,ef,eU='-',nil,nil,0,false,0 local function fg(eO,cO)local f local gV=iQ or dg>0 or i.number~='0'if eO then f=bb(a,e,i,gV and cO)end if f then co(a,o)else cE(a,e)o=bB(a)if cO and eO then a.before=i.number..'\\n'..cO end cK=cO or cK end cn(a)return f end local function iO()local W,dh,gh,ex,ed dC,dh,gh,ex=cv(a,e,y,12,ek,10,fx,29)if a.results then a.resultTtl=string.match(eB,'%S+$')end if dh>0 and not gh then W,W,ed=cA(a,e,y,12,eB,dh*2+8)end eU=(ed or gh)and dh or 0 if ex then gD=false end return not a.isNew or string.find(dC,'%l')~=nil end local function jQ(eO,hu)local fi,dD,ea,dv if fO then a.due=bU(e)eO=not a.isNew dv=a.now-a.due>=0 end if eP>0 then fi,ez,dg,dD,ea,dv=bK(a,e,y,12,gB,eP)dv=dv or a.now-a.due>=0 ef=not dv end if not a.isNew and(dg==0 or hx~='')then local jM=aO(a)eO=eO or jM or i.number~='0'end if dg>0 then return true,bv(a,dC,fi,dg,dD,ea,dv)end local dd=hu and a.due or bU(e)return eO or a.popped,bx(a,dC,dd,dv)end local function iA(eO,hu)local jI,cO=jQ(eO,hu)local f=fg(jI,cO)if f then dg,ez,ef=0,nil,false end return f end local function iW(p)if p==0 then return end cA(a,e,y,12,eB,p*2+8)fg(a.from.done or a.from.failed)end local jK=gD if iQ then local eO,f=iO(),nil if gD and not fO and a.readied==0 and not a.from.ready then gD=false f=iA(eO,true)if f then eO=iO()end end if not cK then f=fg(eO,bx(a,dC,'-',jK))if f then return f end end end if gD then if fO then local hw=math.min(1000,10+eP*2)local W,B=cl(a,e,y,12,hw)fg(B>0)local hc,dS=ci(a,e,y,12,hw)local b,ed if dS>0 then b,b,ed=cA(a,e,y,12,eB,dS*2+8)end local f=fg(hc>0)if ed and not f then iW(dS)end local ha=cd(a,e,hw)fg(ha>0)end local f=iA(false,false)if not cK then return f end end iW(eU)a.readied=a.readied-dg local jL,eI=a.readied>0 or a.sooner,false if jL then eI=bA(a)elseif ef and(dg>0 or fO)then eI=bz(a,'h')end if eI then cB(a,ef)end if hx~=''and not a.isNew then if hx=='p'then redis.pcall('HSET',e.meta,'policy',eB)end if gB.worker~=''then bW(e.workers,gB.worker,a.now)end ct(a,e,120000,10000)local hN=bF(a)if not hN and cK then cK=string.gsub(cK,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cD(a,cK or bx(a,dC,'-',false),ez,dg)",
  ],
);

/** 2622 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ft,fH=unpack(KEYS,1,3)local y=KEYS local w,gu,fb=unpack(ARGV,1,3)local dp=tonumber(gu)local da=tonumber(fb)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=bT(Z)local cJ=bY(a,w)if cJ then return cJ end local gi=redis.call('ZRANGE',ft,bj(dp),bj(dp+da-1),'WITHSCORES')local dy={'ok',bj(a.now)..' '..(#gi<da*2 and'-'or bj(dp+da))}local fY=dp==0 and redis.call('ZRANGE',fH,'0','999','WITHSCORES')or{}for b=1,#fY,2 do dy[#dy+1]='W '..fY[b+1]..' '..fY[b]end local g={}for b=1,#gi,2 do g[#g+1]=gi[b]end if#g>0 then local Y=cg(y,3,g,1)for b,d in ipairs(g)do local dD,fe=string.match(Y[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dy[#dy+1]='H '..gi[b*2]..' '..(dD or'0')..' '..d dy[#dy+1]='-'..(fe or'')end end return table.concat(dy,'\\n')",
  ],
);
