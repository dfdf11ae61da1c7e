// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bt(q)return string.format('%d',q)end ";
const $readClock = "local function cs(v)if string.byte(v)~=61 then local r=redis.pcall('TIME')if not r.err then local O,D=r[1]+0,r[2]+0 return O*1000+(D-D%1000)/1000,(O-1600000000)*1000000+D end end local I=tonumber(string.match(v,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function ch(eG,v)return bt(math.max(cs(v),(redis.call('ZSCORE',eG,'')or 0)+1))end ";
const $bucketOfBytes = "local function bh(d)local dq=#d for b=1,#d,8 do local J,K,ed,ee,ef,eg,ek,el=string.byte(d,b,b+7)dq=(dq*31+J+(K or 0)*3+(ed or 0)*5+(ee or 0)*7+(ef or 0)*11+(eg or 0)*13+(ek or 0)*17+(el or 0)*19)%65521 end return dq%16+1 end ";
const $bucketOf = "local function bg(d)local C,G=string.byte(d,1,2)if C==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bh(d)end ";
const $declaredBuckets = "local function bs(e,C,em)local y={}for b=1,#em do y[tonumber(string.sub(em,b,b),16)+1]=e[C+b-1]end return y end ";
const $readJobs = "local function ct(y,P,h,T)local x={}for b=1,#h do local d=h[b]if T==2 then x[b*2-1]=d end x[b*T]='\\t'..d end local N=bg(h[1])local dR=bg(h[#h])if N==dR then local A,dw=nil,T==2 if dw then A=redis.call('HMGET',y[P+N],unpack(x))for b=1,#h do if not A[b*2-1]then dw=false break end end end if dw then return A,y[P+N],nil,x end end local dc,dH,z,dz={},{},{},{}for b=1,#h do local q=bg(h[b])local o=y[P+q]dc[b]=o if not z[o]then z[o],dz[o]={},{}end local c,dj=z[o],dz[o]for R=(b-1)*T+1,b*T do local p=#c+1 c[p],dj[p]=x[R],R end end for o,c in pairs(z)do local A,dj=redis.call('HMGET',o,unpack(c)),dz[o]for R=1,#c do dH[dj[R]]=A[R]end end return dH,nil,dc,x end ";
const $pushPair = "local function cq(c,J,K)local p=#c c[p+1],c[p+2]=J,K end ";
const $appendPair = "local function be(c,J,K)if not c then return{J,K}end cq(c,J,K)return c end ";
const $append = "local function bd(c,F)if not c then return{F}end c[#c+1]=F return c end ";
const $listFor = "local function bZ(z,t)local c=z[t]if not c then c={}z[t]=c end return c end ";
const $HEAD_PATTERN = "local aj='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aH='2  0 0 0 0 0 0|'";
const $PADDING = "local aI='-----------------------------------------------------------------'";
const $newUnit = "local function cf(W)return{meta=W,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function ck(a,v)local l=redis.call('HGET',a.meta,'head')local s,B,cZ a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed,cZ=string.match(l or aH,aj)a.isNew,a.head=not l,l if not s or not l and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(l or aH,cZ)a.now,B=cs(v)a.tick=s+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cj(a,i)local da=ck(a,i.times)if da then return da end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bK(a,dQ)return a.flags~=''and string.find(a.flags,dQ,1,true)~=nil end ";
const $count = "local function bp(a,Y,ec)if not a.totals then a.totals={}end a.totals[Y]=(a.totals[Y]or 0)+ec end ";
const $leave = "local function bW(a,k,d)a.from[k]=bd(a.from[k],d)end ";
const $saveOld = "local function cI(a,t,dm,j)if not a.old then a.old={}end a.old[t..dm]=j end ";
const $removeJob = "local function cz(a,o,d,n)if not a.drops then a.drops={}end local c=bZ(a.drops,o)c[#c+1]=d if n then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aV(a,d,H)a.endings=be(a.endings,d,H)end ";
const $limitFreed = "local function bY(a,y,P,h,fU)local dF,p=0,#h if bK(a,'l')then for b=1,p do local q=bg(h[b])dF=dF+redis.call('HSTRLEN',y[P+q],h[b])if dF>64000000 and b>fU then for R=p,b,-1 do h[R]=nil end break end end end return#h<p end ";
const $beginEndings = "local function bf(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cF(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bf(a,e)end ";
const $writeEndings = "local function cS(a,e)if not a.finished and not a.endings then return end local c,s,ew={},a.lastTick if a.finished then local eI='C'..s for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eI end ew=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cq(c,a.endings[b],a.endings[b+1]..s)end end if e.endedBefore then ew=redis.call('EXISTS',e.endings)==0 end if ew then bf(a,e)end local g=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not ew and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cF(a,e)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bE(a,e)local u,M,dL={},{},{}local U,r=a.endings or{},bt(a.now)for Z,d in ipairs(a.from.done or{})do dL[d]=true end for b=1,#U,2 do local d,H=U[b],a.from.state and'P'or U[b+1]if H~='F'and(H~='C'or not dL[d])then u[#u+1]=H..d end end for Z,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local d=c[b]if d~=aI and not(a.old and a.old[e[k]..d])then u[#u+1]=ai[k]..d end end end local C,p=1,0 for b=1,#u do p=p+#u[b]+1 if p>8000 or b==#u then M[#M+1]=r..'\\n'..table.concat(u,'\\n',C,b)C,p=b+1,0 end end return M end ";
const $writeEvents = "local function cT(a,e,M)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dB,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#M for b,V in ipairs(M)do redis.pcall('XADD',e.events,'MAXLEN',dB,bt(j+b)..'-0','e',V)end end ";
const $isRefused = "local function bP(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bF(a)local cX=(a.runsMore or 0)-(a.runsLess or 0)if cX~=0 then a.runs=bt(math.max(0,a.runs+cX))end a.lastTick=a.lastTick or bt(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bc(a)local db={}if not a.fields then a.fields={}end for w in pairs(a.totals)do db[#db+1]=w end for b,F in ipairs(redis.call('HMGET',a.meta,unpack(db)))do local w=db[b]local Y=bt((F or 0)+a.totals[w])cq(a.fields,w,Y)cI(a,a.meta,w,F)end end ";
const $writeFields = "local function cV(a,z)local f for t,c in pairs(z)do if not f then local g=redis.pcall('HSET',t,unpack(c))if bP(g)then f=g end end end return f end ";
const $revert = "local function cC(z,dD,dm,eo,dp)for t,c in pairs(z)do for b=1,#c,2 do local w=c[b+dm]local j=dD[t..w]if not j then redis.pcall(eo,t,w)elseif dp=='ZADD'then redis.pcall(dp,t,j,w)else redis.pcall(dp,t,w,j)end end end end ";
const $commit = "local function bl(a,e,i,de)local l=bF(a)local Q if e.events and bK(a,'e')then Q=bE(a,e)if#Q>0 then bp(a,'recorded',#Q)end end if a.totals then bc(a)end local E=de and i.number..'\\n'..de local dn=E and a.before and#E<=#a.before local f for Z=1,2 do f=nil for k,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',e[k],unpack(c))if bP(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if bP(g)then f=g end end if a.writes and not f then f=cV(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if E and not dn and not f then local g=redis.pcall('HSET',i.replies,i.lane,E)if bP(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',l,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',l)end if bP(g)then f=g end end if a.rewrites and not f then f=cV(a,a.rewrites)end if dn and not f then local g=redis.pcall('HSET',i.replies,i.lane,E)if bP(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dO={}for k,c in pairs(a.to)do dO[e[k]]=c end cI(a,a.meta,'head',a.head)cC(a.rewrites or{},a.old,0,'HDEL','HSET')cC({[a.meta]=be(a.fields,'head',l)},a.old,0,'HDEL','HSET')if E and not dn and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if E and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cC(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cC({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cC(dO,a.old,1,'ZREM','ZADD')return f end a.head=l if de and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aI)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for t,c in pairs(a.drops)do redis.pcall('HDEL',t,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and Q then cT(a,e,Q)end return nil end ";
const $NEVER = "local aG='9999999999999'";
const $enter = "local function bw(a,k,S,d)a.to[k]=be(a.to[k],S,d)end ";
const $lowerDue = "local function ca(a,r)if r-a.due<0 then a.due=bt(r)end end ";
const $rewriteField = "local function cD(a,o,dh,F,j)cI(a,o,dh,j)if#F>#j then if not a.writes then a.writes={}end cq(bZ(a.writes,o),dh,F)else if not a.rewrites then a.rewrites={}end cq(bZ(a.rewrites,o),dh,F)end end ";
const $placeOf = "local function cm(dY,s)return string.format('%016d',dY*900000000000000+s)end ";
const $lastDueScore = "local function bR(r)return bt((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cM(S)return(S-S%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cn(S)local dY=S%10 return cm(dY,(S-dY)/10)end ";
const $parseRun = "local function cl(n)local df,dT,eB,fV,dl,ex,dK,fn,fo,u=string.match(n or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=df,fence=dT,attempt=eB,released=fV,place=dl,max=ex,expiresAt=dK,postponed=fn,unfinished=fo,lines=u}end ";
const $formatRun = "local function bH(n,df)local eY=n.postponed==''and''or' '..n.postponed..' '..n.unfinished return table.concat({df,n.fence,n.attempt,n.released,n.place,n.max,n.expiresAt},' ')..eY..n.lines end ";
const $withError = "local function cQ(u,I,eB,fM)local j,eC=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,eC='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end eC=string.gsub(eC,'\\t[^\\n]*','')..'\\n'..I..' '..eB..' '..fM local eH,dE={},1 repeat eH[#eH+1]=dE dE=string.find(eC,'\\n',dE+1)until not dE local C=math.max(1,#eH-5+1)while C<#eH and#eC-eH[C]>=800 do C=C+1 end return j..string.sub(eC,eH[C])end ";
const $removeExpired = "local function cy(a,e,y,P,dr)local h=redis.call('ZRANGE',e.expiring,'-inf',bt(a.now),'BYSCORE','LIMIT','0',bt(dr))local eL=bY(a,y,P,h,1)local fk=0 if#h>0 then local cX,N,dc=ct(y,P,h,1)local ha,gM=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for b,d in ipairs(h)do if ha[b]or gM[b]then fk=fk+1 cz(a,N or dc[b],d,cX[b])aV(a,d,'E')if ha[b]then bW(a,'ready',d)end if gM[b]then bW(a,'delayed',d)end end end a.from.expiring=h if fk>0 then bp(a,'expired',fk)end end return fk,#h,eL end ";
const $reclaimJob = "local function cw(a,e,o,d,j,df,hb)local n,fa=cl(j),df local fl=n and n.attempt-n.released>=tonumber(n.max)if fl then bw(a,'failed',bt(a.now),d)n.lines=cQ(n.lines,bt(a.now),n.attempt,hb)fa=df=='L'and'E'or'F'bp(a,'failed',1)else bw(a,'ready',n and n.place or cm(5,0),d)a.readied=a.readied+1 if n and n.expiresAt~='0'then bw(a,'expiring',n.expiresAt,d)ca(a,tonumber(n.expiresAt))end bp(a,'reclaimed',1)end if n and fa~='L'then cD(a,o,'\\t'..d,bH(n,fa),j)end bW(a,'leased',d)return fl end ";
const $reclaimExpired = "local function cv(a,e,y,P,dr)local h=redis.call('ZRANGE',e.leased,'-inf',bt(a.now),'BYSCORE','LIMIT','0',bt(dr))local eh=0 if#h>0 then local cX,N,dc=ct(y,P,h,1)for b=1,#h do local fl=cw(a,e,N or dc[b],h[b],cX[b],'L','\"lease expired\"')if fl then eh=eh+1 end end end return#h,eh end ";
const $promoteDue = "local function cp(a,e,dr)local dv=redis.call('ZRANGE',e.delayed,'-inf',bR(a.now),'BYSCORE','LIMIT','0',bt(dr),'WITHSCORES')for b=1,#dv,2 do local dl=cn(dv[b+1])bw(a,'ready',dl,dv[b])bW(a,'delayed',dv[b])end a.readied=a.readied+#dv/2 return#dv/2 end ";
const $nextDue = "local function cg(e)local r=aG for Z,k in ipairs({'leased','delayed','expiring'})do local S=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if S and k=='delayed'then S=cM(S)end if S and S-r<0 then r=S end end return bt(r)end ";
const $trimEnded = "local function cO(a,e,y,P,eR,dr)local eF,ex={},math.min(1000,dr)eF.doneAge,eF.doneCount,eF.failedAge,eF.failedCount=string.match(eR,'^(%S+) (%S+) (%S+) (%S+)')local h,gh,fs,fB,dG,eu={},{},0,0,false,false for Z,k in ipairs({'done','failed'})do local fi,dB,dD=tonumber(eF[k..'Age']),tonumber(eF[k..'Count']),{}if fi then dD=redis.call('ZRANGE',e[k],'-inf',bt(a.now-fi),'BYSCORE','LIMIT','0',bt(ex))end local dj=#(a.to[k]or{})/2 fB=fB+dj if dB then local p=redis.call('ZCARD',e[k])local fj=p+dj-dB eu=eu or fj>p if fj>#dD then dD=redis.call('ZRANGE',e[k],'0',bt(math.min(fj,ex)-1))end end dG=dG or#dD>=ex for b=1,#dD do h[#h+1]=dD[b]gh[#h]=k end end if#h>0 then local eL=bY(a,y,P,h,fB+1)dG=dG or eL local fF={}for Z,k in ipairs({'ready','delayed','leased'})do for b,S in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do fF[b]=fF[b]or S end end local cX,N,dc=ct(y,P,h,1)for b=1,#h do local d,fD=h[b],gh[b]=='failed'if fD then bW(a,'failed',d)else bW(a,'done',d)end if not fF[b]then fs=fs+1 cz(a,N or dc[b],d,cX[b])aV(a,d,fD and'F'or'C')if fD then bp(a,'purged',1)end end end end return fs,dG,eu end ";
const $rotateOldEndings = "local function cG(a,e,fi,ib)local p=redis.call('HLEN',e.endings)if p<ib then return end local fg=redis.call('HGET',e.endings,'')if not fg then bf(a,e)end if p>=1000000 or fg and a.now-fg>fi then cF(a,e)if p==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cA(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bM(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cB(a,l)a.flags,a.tick,a.due,a.runs=l.flags,l.tick,l.due,l.runs a.leased,a.completed,a.readied,a.sooner=l.leased,l.completed,l.readied,l.sooner a.latencies,a.measured=l.latencies,''end ";
const $hasListeners = "local function bL(a)if a.flags~='h'and not bK(a,'h')then return a.isNew end if bK(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cP(a,ev)local dv='-'if a.due~=aG then dv=bt(math.max(0,a.due-a.now))end local q=ev and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bt(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..dv)end ";
const $timeOfTick = "local function cN(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function co(dl)return(dl-dl%900000000000000)/900000000000000 end ";
const $dueScore = "local function bu(s,dY)return bt(s*10+dY)end ";
const $freeTickAt = "local function bJ(a,fx,r)if not a.ticks then a.ticks={}end local fW,C,s={},(r-1600000000000)*1000,nil for b=1,1000 do fW[b]=C local dA=a.ticks[C]if not dA then local dE,fX=bt(C*10),bt(C*10+9999)local S=redis.call('ZRANGE',fx,fX,dE,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dA=S and(S-S%10)/10 or C-1 end if dA<C+999 then s=dA+1 break end C=math.max(C+1000,dA-dA%1000)end s=s or C for Z,iu in ipairs(fW)do a.ticks[iu]=s end return s end ";
const $addListener = "local function aX(a)local j=redis.call('HGET',a.meta,'heard')local gt=bK(a,'h')and j or'0'if gt-a.now>300000 then return false end if not bK(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cq(a.fields,'heard',bt(a.now+600000))cI(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bQ(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bS(e,h)local A=redis.call('HMGET',e.endings,unpack(h))for b,eI in ipairs(redis.call('HMGET',e.endedBefore,unpack(h)))do A[b]=A[b]or eI end return A end ";
const $staleReason = "local function cK(n,eA,U,e,h,b)if not n then U=U or bS(e,h)return string.sub(U[b]or'U',1,1),U end local df,dT=string.match(n,'^(%a) (%d+)')if df=='E'then return'F',U end if df=='L'or df=='W'and dT~=string.sub(eA,3,17)then return'A',U end return df or'U',U end ";
const $isHeld = "local function bO(n,eA)return n and string.find(n,'^[LE]')and string.sub(n,2,18)==string.sub(eA,2,18)end ";
const $extendLease = "local function bA(a,e,o,d,n,j,er)bw(a,'leased',bt(er),d)ca(a,er)if j and er-j<0 then a.sooner=true end if j then cI(a,e.leased,d,j)elseif string.sub(n,1,1)=='E'then bW(a,'failed',d)cD(a,o,'\\t'..d,'L'..string.sub(n,2),n)else bW(a,'ready',d)bW(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local am='-1001'";
const $noteWorker = "local function ci(fY,fu,I)if redis.pcall('ZADD',fY,bt(I),fu)==1 then redis.call('ZREMRANGEBYRANK',fY,'0',am)end end ";
const $countReadable = "local function bq(y,P,h,p,dF)local q=0 for b=1,p do local hP=bg(h[b])dF=dF+redis.call('HSTRLEN',y[P+hP],h[b])if dF>2000000 then break end q=b end return q end ";
const $writeField = "local function cU(a,o,dh,F)if not a.writes then a.writes={}end cq(bZ(a.writes,o),dh,F)end ";
const $rewriteRun = "local function cE(a,o,d,n,dl,go)local eQ=cl(n)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eQ.place=dl if go then eQ.attempt,eQ.released,eQ.postponed='0','0',''end local eJ=bH(eQ,'W')if n then cD(a,o,'\\t'..d,eJ,n)else cU(a,o,'\\t'..d,eJ)a.runsMore=(a.runsMore or 0)+1 end return eQ.expiresAt end ";
const $makeReady = "local function cb(a,o,d,n,dl,go)local dK=cE(a,o,d,n,dl,go)bw(a,'ready',dl,d)a.readied=a.readied+1 return dK end ";
const $REPORT_SUFFIX = "local aM=':report'";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG,eT=KEYS[1],KEYS[2]local w,v,fL=unpack(ARGV,1,3)local iV,iW=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hp,dh=not redis.call('ZSCORE',eG,w),'\\t'..fL local ds=redis.call('HGET',eT,dh)local kF=redis.call('ZCARD',eG)if hp and iV and kF-1>=iV then return'full\\nmaxQueues'end if hp and iW and(ds or 0)-iW>=0 then return'full\\nmaxQueuesOfMaker'end local gi=ch(eG,v)if hp then redis.call('HSET',eT,w,fL,dh,bt((ds or 0)+1))end local g=redis.pcall('ZADD',eG,gi,'',gi,w)if type(g)=='table'then if hp then redis.call('HDEL',eT,w)if ds then redis.call('HSET',eT,dh,ds)else redis.call('HDEL',eT,dh)end end return g end return'ok'",
  ],
);

/** 9743 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gc=KEYS local em,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local iA={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local y,dJ,fc,gJ=bs(gc,12,em),{},{},0 bY(a,y,0,h,1)for b in ipairs(h)do dJ[b]='U'end for Z,k in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do if S then local d=h[b]if not fc[d]then dJ[b],fc[d]=iA[k],iA[k]end if string.find(fc[d],'%l')then bW(a,k,d)end end end end local cX,N,dc=ct(y,0,h,1)for b,d in ipairs(h)do if string.find(dJ[b],'%l')then cz(a,N or dc[b],d,cX[b])aV(a,d,'X')bW(a,'expiring',d)gJ=gJ+1 end end if gJ>0 then bp(a,'cancelled',gJ)end local V=table.concat(dJ)local f if gJ>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end cS(a,e)return'ok\\n'..V",
  ],
);

/** 16888 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fC=KEYS[15]local y=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fq,kO,eR=unpack(ARGV,4,6)local dr=tonumber(fq)",
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
    "local function cr(c,fA,ks,fi)redis.pcall('LPUSH',c,fA)redis.pcall('LTRIM',c,'0',bt(ks-1))redis.pcall('PEXPIRE',c,bt(fi))end local function cH(a,e)local dE,fX,dR=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if fX and a.now-fX<30000 then return end local fA={}for Z,k in ipairs({'ready','delayed','leased','failed','done'})do fA[#fA+1]=redis.call('ZCARD',e[k])end local gj=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')fA[6],fA[7],fA[8],fA[9]=a.enqueued,a.leased,a.completed,gj[1]or'0'fA[10]=(gj[2]or'0')..'|'..(gj[3]or'')..'|'..(gj[4]or'')..'|'..a.latencies local V,I=table.concat(fA,' '),bt(a.now)if V==dR and a.now-fX<150000 then redis.pcall('LSET',e.history,'0',dE..' '..I..' '..V)return end V=I..' '..I..' '..V cr(e.history,V,1440,86400000)if not fX or math.floor(fX/3600000)<math.floor(a.now/3600000)then cr(e.hours,V,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jw='- - 2592000000 100000'local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local gg=a.now-a.due>=0 if eR==''then eR=redis.call('HGET',e.meta,'policy')or jw end local l=bM(a)local gZ,dG,hx=0,false,nil local function fv(fd,de,q,hV)local f if fd then f=bl(a,e,i,de)end if f then cB(a,l)hx,q=f,0 else cS(a,e)l=bM(a)gZ,dG=gZ+q,dG or hV end cA(a)return q end local fk,hw,eh,hu=0,0,0,0 if gg then local q,et,eL=cy(a,e,y,15,dr)fk=fv(et>0,nil,q,eL or et>=dr)local gy,jU=cv(a,e,y,15,dr)gy=fv(gy>0,nil,gy,gy>=dr)eh=math.min(gy,jU)hw=gy-eh local dv=cp(a,e,dr)hu=fv(dv>0,nil,dv,dv>=dr)end local dL,hV=cO(a,e,y,15,eR,dr)local fs=fv(a.from.done or a.from.failed,nil,dL,hV)local gC=redis.call('ZRANGE',e.seen,'-inf',bt(a.now),'BYSCORE','LIMIT','0',bt(dr))if gC[1]then a.from.seen=gC end if gg then a.due=cg(e)end local jm=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bt(a.now-kO))dG=dG or#gC>=dr local V=table.concat({hw,eh,hu,fk,fs,jm,dG and 1 or 0},' ')local hf=redis.call('HGET',fC,'running')if hf then V=V..' '..hf end local hq=gZ+jm>0 and not a.isNew and not hx fv(hq or gC[1]or gg and not a.isNew,hq and V,0)if gZ==0 then cG(a,e,86400000,1)end if a.readied>0 and bL(a)then cP(a)end if not a.isNew then cH(a,e)end if hx and gZ==0 then return hx end return'ok\\n'..V",
  ],
);

/** 1805 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fO,fx,fK=unpack(KEYS,1,4)local eh,gK,fY=unpack(KEYS,5,7)local v,db=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cf(W)local da=ck(a,v)if da then return da end local dC={bt(a.now)}for Z,t in ipairs({fO,fx,fK,eh,gK,fY})do dC[#dC+1]=redis.call('ZCARD',t)end local fa=redis.call('ZRANGE',fO,'0','0','WITHSCORES')[2]dC[#dC+1]=fa and bt(cN(fa%900000000000000))or'-'local gj=redis.call('HMGET',W,unpack(db))local iK=redis.call('HMGET',W,'waits','runTimes')for b,Y in ipairs(gj)do gj[b]=Y or'0'end return'ok\\n'..table.concat(dC,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gj,' ')..'\\n'..bt(redis.call('ZCOUNT',fx,'-inf',bR(a.now)))..' '..bt(redis.call('ZCOUNT',fK,'-inf',bt(a.now)))..'\\n-'..(iK[1]or'')..'|'..(iK[2]or'')..'|'..a.latencies",
  ],
);

/** 12975 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local v,fq,jF=unpack(ARGV,1,3)local dr=tonumber(fq)",
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
    "local aR={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cu(a,y,h)local gN,cX={},{}if bK(a,'l')then local A,N,dc=ct(y,0,h,1)for b,d in ipairs(h)do gN[b],cX[b]=redis.call('HSTRLEN',N or dc[b],d)>0,A[b]end else local A=ct(y,0,h,2)for b in ipairs(h)do gN[b],cX[b]=A[b*2-1]and true,A[b*2]end end return gN,cX end local function cx(o,d,n)local dl,dK=string.match(n or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',o,d)<100000 then local l=string.match(redis.call('HGET',o,d),'^[^:]*')dl,dK=dl or string.match(l,'^%d+'),string.match(l,' x(%d+)')or dK end return dl and#dl==16 and dl or cm(5,0),dK~='0'and dK end local function bb(e,k,d,S)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],S,d))=='number'end ",
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
    "local a=cf(e.meta)local da=ck(a,v)if da then return da end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local iD=redis.call('HGET',e.meta,'audit')local fh,fw=string.match(iD or'','^([1-9]%d*) (%d+)$')fh,fw=tonumber(fh)or 1,fw or'0'if fh>23 then fh=1 end if jF=='0'and fh==1 and fw=='0'then return'ok\\n1 0 0 0 0 0 0'end local ih,hG,hX,gv,gx,et,it,dF,hL=0,0,0,0,0,0,0,0,false local function ir(jL,t,fe)local de=redis.call(jL,t,fw,'COUNT',bt(fe))fw=de[1]return de[2]end local function hy(k,h)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(h))or{}end local kt=(a.now-1600000000000)*1000+86400000000 local function iB(d,dK)if not dK then return true end ca(a,tonumber(dK))return bb(e,'expiring',d,dK)end local function kI(d,n)hX=hX+1 for Z,k in ipairs(aa)do redis.call('ZREM',e[k],d)end redis.call('ZREM',e.expiring,d)if n then redis.call('HDEL',y[bg(d)],'\\t'..d)a.runs=bt(math.max(0,a.runs-1))end end local function kl(d,n,k,gp)hG=hG+1 local fm for Z,js in ipairs(aR[string.sub(n or'',1,1)]or aa)do fm=fm or gp[js]and js end fm=fm or k for Z,ff in ipairs(aa)do if ff~=fm then redis.call('ZREM',e[ff],d)end end return fm end local function jo(eE)local h,fQ={},{}for b=1,#eE/2 do h[b],fQ[b]=eE[b*2-1],eE[b*2]end return h,fQ end local function jD(k,eE)local h,fQ=jo(eE)if#h==0 then return 0 end local gN,cX=cu(a,y,h)local iL={}for Z,ff in ipairs(aa)do if ff~=k then iL[ff]=hy(ff,h)end end for b,d in ipairs(h)do local n,gp=cX[b],nil for ff,A in pairs(iL)do if A[b]then gp=gp or{[k]=true}gp[ff]=true end end if not gN[b]then kI(d,n)else local fm=gp and kl(d,n,k,gp)or k if fm=='leased'and not string.find(n or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local dl,dK=cx(y[bg(d)],d,nil)if iB(d,dK)and bb(e,'ready',d,dl)then gv=gv+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local s=n and tonumber(string.match(n,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,fQ[b]%900000000000000-1000)end if s>a.tick and s<kt then a.tick=s gx=1 end end end return#h end local T=1 local function kM(o,fe)local ho,j=bK(a,'l'),dF if ho and fw=='0'and redis.call('HLEN',o)<=dr then return redis.call('HKEYS',o)end local eE,x=ir('HSCAN',o,ho and T or fe),{}for b=1,#eE,2 do local dh,p=eE[b],#eE[b+1]x[#x+1]=dh dF=dF+p if p>2100 and string.sub(dh,1,1)~='\\t'and not bK(a,'l')then a.flags=a.flags..'l'end end T=dF-j<100000 and T*2 or 1 return x end local function jC(o,x)local h={}for Z,dh in ipairs(x)do if string.sub(dh,1,1)~='\\t'then h[#h+1]=dh elseif redis.call('HEXISTS',o,string.sub(dh,2))==0 then gv=gv+1 redis.call('HDEL',o,dh)end end if#h==0 then return#x end local A={}for Z,k in ipairs(aa)do for b,S in ipairs(hy(k,h))do A[b]=A[b]or S end end for b,d in ipairs(h)do if not A[b]then local n=redis.call('HGET',o,'\\t'..d)local df=string.sub(n or'',1,1)local k,S,dK=df=='C'and'done',bt(a.now),nil if df=='F'or df=='E'then k='failed'end if not k then k='ready'S,dK=cx(o,d,n)local s=S%900000000000000 if cN(s)>a.now then k,S='delayed',bu(s,co(S))ca(a,cN(s))a.sooner=true end end if iB(d,dK)and bb(e,k,d,S)then ih=ih+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function jN()local x,gq=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for Z,k in ipairs(aa)do gq=gq+redis.call('ZCARD',e[k])end return x,gq end repeat local q=0 local fe=dr-et if fh<=5 then q=jD(aa[fh],ir('ZSCAN',e[aa[fh]],fe))elseif fh<22 then local o=y[fh-5]q=jC(o,kM(o,fe))elseif fh==22 then local h=jo(ir('ZSCAN',e.expiring,fe))q=#h if q>0 then local fO,fx=hy('ready',h),hy('delayed',h)for b,d in ipairs(h)do if not fO[b]and not fx[b]then gv=gv+1 redis.call('ZREM',e.expiring,d)end end end else local x,gq=jN()if x-gq~=tonumber(a.runs)then a.runs=bt(math.max(0,x-gq))gx=gx+1 end local gd=a.completed+gq-redis.call('ZCARD',e.done)for Z,Y in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gd=gd+(Y or 0)end if gd~=tonumber(a.enqueued)then a.enqueued=bt(gd)gx=gx+1 end fw='0'end et,it=et+q,it+math.max(q,dr/25)if fw=='0'then hL=fh==23 fh=fh%23+1 end until hL or it>=dr or dF>2000000 cI(a,e.meta,'audit',iD)a.fields={'audit',fh..' '..fw}local eV=(a.readied>0 or a.sooner)and bL(a)local f=bl(a,e)if f then return f end if eV then cP(a)end return'ok\\n'..table.concat({hL and 1 or 0,et,ih,hG,hX,gv,gx},' ')",
  ],
);

/** 1907 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local kc=KEYS local hC={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cf(W)local dN=cj(a,i)if dN then return dN end if bK(a,'l')then for b=1,16 do local o,ff=y[2+b],kc[18+b]local p=redis.call('HLEN',o)if p>0 and p<=64 then redis.call('RENAME',o,ff)redis.call('PEXPIRE',ff,'1')end end end redis.call('UNLINK',unpack(hC))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 4125 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local R=string.match local w=string.sub local g=redis.pcall local W=string.find local m=string.format local S=type local t,ay,cK,J=u(KEYS,1,4)local ag,ao,aB,cO=u(ARGV,1,4)local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local aR=0 local bk local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,aq,V,ap,o local E repeat local ai do local p=s('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(p or aT,by)aH,aG=not p,p if not U or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if string.byte(aB)~=61 then local aD=g('TIME')if not aD.err then local bh,az=aD[1]+0,aD[2]+0 x,ac=bh*1000+(az-az%1000)/1000,(bh-1600000000)*1000000+az break end end local be=tonumber(R(aB,'%d+'))x,ac=be,(be-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local f=R(l,'^%d+')if f==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#f+2)break end if f-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if aH or j~=''and W(j,'e',1,true)~=nil then return'not_plain'end do local bZ=cO*900000000000000 local au=bZ+z local cs=bZ+(x+1-1600000000000)*1000 local bj,v,T,aC for aV=5,#M,2 do local n,ci=M[aV],M[aV+1]au=au+1 if#M==6 then T=m('%016d',au)else local al=au%100 if al==0 or not aC then aC=m('%014d',(au-al)/100)end T=aC..w(bx,al*2+1,al*2+2)end local Z=T..(au>=cs and' c'..m('%d',x)..':'or':')..ci if#ci>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end if bj then do local a=bj local Q=T local b=#a a[b+1],a[b+2]=Q,n end do local a=v local b=#a a[b+1],a[b+2]=n,Z end else bj,v={T,n},{n,Z}end end bk,aq,V=bj,cK,v aR=#bj/2 z=z+aR aE=m('%d',aE+aR)end local bi if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then bi=aH else if j~=''and W(j,'p',1,true)~=nil then bi=false else if z%32~=0 or(s('HGET',t,'heard')or'0')-x>0 then bi=true else j=string.gsub(j,'h','')bi=false end end end local e do local p ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..''local G=ao..'\\n-'local ax=G and K and#G<=#K local a for bA=1,2 do a=nil if bk then if not a then local c=g('ZADD',ay,u(bk))if c~=0 and c~=1 and S(c)=='table'then a=c end end end if V and not a then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then a=c end end if G and not ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a then local c c=g('HSET',t,'head',p)do local aY do local b=c aY=b~=0 and b~=1 and S(b)=='table'end if aY then a=c end end end if ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a or true or w(a.err,1,3)~='OOM'then break end s('HDEL',t,'')end if a then local ba={}if bk then ba[ay]=bk end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local b=redis.pcall for C,c in bB(H)do for d=1,#c,2 do local am=c[d+bG]local l=bI[C..am]if not l then b(bM,C,am)elseif aA=='ZADD'then b(aA,C,l,am)else b(aA,C,am,l)end end end end ah({},o,0,'HDEL','HSET')local function bC(b,Q,A)if not b then return{Q,A}end do local c=#b b[c+1],b[c+2]=Q,A end return b end ah({[t]=bC(nil,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end ah({},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=a else aG=p if not K then g('PEXPIRE',J,R(aB,'%d+$'))end e=nil end end if e then return e end if bi then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local f='-'if aR>0 then f=aR==1 and'1'or m('%d',aR)end g('PUBLISH',w(t,1,-5)..'wake',f..' '..aZ)end end return'ok\\n-'",
  ],
);

/** 11366 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gc=KEYS local em,iU=ARGV[4],ARGV[5]local ez=ARGV ",
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
    "local aS={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bC(a,ht)if#ht>2000 and not bK(a,'l')then a.flags=a.flags..'l'end end local function cL(a,e,h)local iv={}for b,er in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if er and er-a.now>0 then iv[h[b]]='S'end cI(a,e.seen,h[b],er)end for Z,k in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do if S then iv[h[b]]=aS[k]end end end return iv end local function aW(a,e,y,ez,C)local gn,eq={},C while ez[eq]do local q,hh=string.match(ez[eq],'^%d (%d+) %S+ (%S+)')if hh~='-'then for b=1,q do gn[#gn+1]=ez[eq+b*2-1]end end eq=eq+q*2+1 end local gr,dJ,gb={},{},{}if#gn>0 then gr=cL(a,e,gn)end eq=C while ez[eq]do local dY,q,ju,hh,ex,jr,dj=string.match(ez[eq],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fz,hj=string.sub(ju,1,1),tonumber(string.sub(ju,2))for b=1,q do local d,ht=ez[eq+b*2-1],ez[eq+b*2]local H=gr[d]if not H then a.tick=a.tick+1 local s=a.tick H='r'if fz=='+'and hj>0 then H,s='d',bJ(a,e.delayed,a.now+hj)elseif fz=='@'and hj>a.now then H,s='d',bJ(a,e.delayed,hj)end local dl=cm(dY,s)local fH=cN(s)~=a.now and' c'..bt(a.now)or''if ex~='-'then fH=fH..' m'..ex end if jr~='-'then local dK=a.now+jr fH=fH..' x'..bt(dK)bw(a,'expiring',bt(dK),d)ca(a,dK)end if dj~='-'then fH=fH..' o'..dj end if H=='r'then bw(a,'ready',dl,d)a.readied=a.readied+1 else bw(a,'delayed',bu(s,dY),d)a.sooner=true ca(a,cN(s))end bC(a,ht)local o=bg(d)cq(bZ(a.writes,y[o]),d,dl..fH..':'..ht)if hh~='-'and hh~='0'then bw(a,'seen',bt(a.now+hh),d)end gr[d]=string.upper(H)gb[d]=true end dJ[#dJ+1]=H end eq=eq+q*2+1 end return table.concat(dJ),gn,gb end ",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.writes={}local dJ,gn,gb=aW(a,e,bs(gc,11,em),ez,6)local Z,gw=string.gsub(dJ,'%l','')if iU~=''and gw>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gw>tonumber(iU)then return'full'end if a.to.seen then local gC=redis.call('ZRANGE',e.seen,'-inf',bt(a.now),'BYSCORE','LIMIT','0',bt(gw*2+8))for b,d in ipairs(gC)do if not gb[d]then bW(a,'seen',d)end end end a.enqueued=bt(a.enqueued+gw)if gw<#dJ then bp(a,'duplicates',#dJ-gw)end local il=bQ(a)local eV=(a.readied>0 or a.sooner)and bL(a)if a.isNew then a.fields={'born',bt(a.now)}aX(a)end local f=bl(a,e,i,dJ)if f then return f end local fP={}for b,d in ipairs(gn)do if gb[d]then fP[#fP+1]=gc[11+#em+b-1]end end if#fP>0 then if redis.call('EXISTS',unpack(fP))>50 then for b,t in ipairs(fP)do redis.pcall('PEXPIRE',t,'1')end else redis.pcall('UNLINK',unpack(fP))end end if eV then cP(a)end return'ok\\n'..dJ..(il and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,Q=KEYS[1],KEYS[2]local v,fg,dr=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jp(q)local eJ=redis.call('XRANGE',Q,bt(q),'+','COUNT','1')[1]if eJ then return tonumber(string.match(eJ[1],'^%d+')),eJ[2][2]end end local a=cf(W)local da=ck(a,v)if da then return da end if not bK(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',W,'events','recorded')local dR=tonumber(x[2])or 0 local dE=tonumber(fg)or dR+1 if string.sub(fg,1,1)=='@'then local r,jb=tonumber(string.sub(fg,2)),jp(0)local eZ,fJ=jb or dR+1,dR+1 while eZ<fJ do local gf=eZ+(fJ-eZ-(fJ-eZ)%2)/2 local q,V=jp(gf)if not q then fJ=gf elseif string.match(V,'^%d+')-r<0 then eZ=q+1 else fJ=gf end end dE=eZ local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dE==(jb or dR+1)and dE-1>j then dE=dE-1 end end local dC={'ok\\n'..bt(a.now)..' '..bt(dE)..' '..bt(dR)}if fg~=''then for b,eJ in ipairs(redis.call('XRANGE',Q,bt(dE),'+','COUNT',dr))do dC[b+1]=string.match(eJ[1],'^%d+')..'\\n'..eJ[2][2]end end return dC",
  ],
);

/** 10170 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gc=KEYS local hm,fu,em,gF=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local er,dJ,f=a.now+hm,{},nil local h={}for b,eA in ipairs(gF)do h[b]=string.sub(eA,19)end local cX,N,dc=ct(bs(gc,11,em),0,h,1)local fS=redis.call('ZMSCORE',e.leased,unpack(h))local U for b,d in ipairs(h)do if bO(cX[b],gF[b])then dJ[b]='l'bA(a,e,N or dc[b],d,cX[b],fS[b],er)else dJ[b],U=cK(cX[b],gF[b],U,e,h,b)end end local V=table.concat(dJ)..'\\n'..bt(er)local eV=a.sooner and bL(a)if a.to.leased or not a.isNew then f=bl(a,e,i,V)end if f then return f end if eV then cP(a)end if fu~=''and not a.isNew then ci(e.workers,fu,a.now)end return'ok\\n'..V",
  ],
);

/** 13306 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fu,gO,fq,eR=unpack(ARGV,4,7)local dE=tonumber(gO)local dr=tonumber(fq)",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local h,dA,eh=redis.call('ZRANGE',e.leased,bt(dE),bt(dE+dr-1)),0,0 if#h>0 then local cX,N,dc=ct(y,11,h,1)for b,d in ipairs(h)do if string.match(cX[b]or'','^L[^\\n]*\\n([^\\n]*)')==fu then local fl=cw(a,e,N or dc[b],d,cX[b],'W','\"its worker failed\"')dA,eh=dA+1,eh+(fl and 1 or 0)end end end local iO=#h<dr local V=dA..'\\n'..(iO and'-'or bt(dE+dr-dA))local eV,f=a.readied>0 and bL(a),nil local Z,eu if eh>0 then Z,Z,eu=cO(a,e,y,11,eR,eh*2+8)end if dA>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end cS(a,e)if eu then cA(a)cO(a,e,y,11,eR,eh*2+8)f=bl(a,e)if not f then cS(a,e)end end if eV then cP(a)end if iO then redis.call('ZREM',e.workers,fu)end return'ok\\n'..V",
  ],
);

/** 1138 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fc=KEYS[1],KEYS[2]local v,dr=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cf(W)local da=ck(a,v)if da then return da end local ka=redis.call('ZREMRANGEBYRANK',fc,'0',bt(dr-1))return'ok\\n'..ka..' '..math.min(1,redis.call('ZCARD',fc))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG,eT=KEYS[1],KEYS[2]local ez=ARGV ",
    $digits,
    "local db={}for b=1,#ez,2 do db[#db+1]=ez[b]end local hz=redis.call('ZMSCORE',eG,unpack(db))for b,w in ipairs(db)do if hz[b]==ez[1+b*2-1]then local fL=redis.call('HGET',eT,w)if fL then local dh='\\t'..fL local gX=(redis.call('HGET',eT,dh)or 0)-1 redis.call('HDEL',eT,'')if gX>0 then redis.call('HSET',eT,dh,bt(gX))else redis.call('HDEL',eT,dh)end redis.call('HDEL',eT,w)end redis.call('ZREM',eG,w)end hz[b]=hz[b]or'-'end return'ok\\n'..table.concat(hz,'\\n')",
  ],
);

/** 2313 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fO,fx,fK=unpack(KEYS,1,4)local eh,gK,o,g,fc=unpack(KEYS,5,9)local gQ,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local v,d,eQ=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=cf(W)local da=ck(a,v)if da then return da end local dC,gT={bt(a.now),'-'..a.flags},false for Z,t in ipairs({fO,fx,fK,eh,gK})do local S=redis.call('ZSCORE',t,d)gT=gT or S dC[#dC+1]=S or'-'end dC[#dC+1]=redis.call('ZRANK',fO,d)or'-'dC[#dC+1]=redis.call('ZSCORE',fc,d)or'-'local eI=not gT and bS(e,{d})[1]or'-'local dt=gT and string.find(eQ,'d')and redis.call('HGET',o,d)or''if gT and string.find(eQ,'h')and redis.call('HSTRLEN',o,d)<100000 then dt=string.match(redis.call('HGET',o,d)or'','^[^:]*:')or''end local dB=not a.isNew and string.find(eQ,'r')and redis.call('GET',g)if dB then local hH=string.match(dB,'^C (%d+)')if not hH or hH-(redis.call('HGET',W,'born')or hH)<0 then dB=nil end end local de={'ok\\n'..table.concat(dC,' ')..'\\n'..eI,dt,redis.call('HGET',o,'\\t'..d)or'',dB or''}if string.find(eQ,'s')and(dC[3]~='-'or dC[4]~='-')then local jG=redis.call('HGET',W,'born')or'-'local u={bt(redis.call('ZCARD',fO))..' '..a.leased..' '..jG}for b,fA in ipairs(redis.call('LRANGE',gQ,'0',bt(9)))do u[b+1]=string.match(fA,'^[^|]*')end de[5]=table.concat(u,'\\n')end return de",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fK=KEYS[1]local y=KEYS local gF=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,iG,dC,hT={},{},{''},{}for b,eA in ipairs(gF)do h[b]=string.sub(eA,19)end local fS,A=redis.call('ZMSCORE',fK,unpack(h)),ct(y,1,h,2)for b,eA in ipairs(gF)do local dt,n=A[b*2-1],A[b*2]local gB=fS[b]and dt and n and string.sub(n,1,18)==string.sub(eA,1,18)iG[b]=gB and'1'or'0'if gB then dC[#dC+1]=dt hT[#hT+1]='H'..(string.match(n,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for Z,gQ in ipairs(hT)do dC[#dC+1]=gQ end dC[1]='ok\\n'..table.concat(iG)return dC",
  ],
);

/** 1229 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,kL=KEYS[1],KEYS[2]local v,kP,jH=unpack(ARGV,1,3)local p=tonumber(kP)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cf(W)local da=ck(a,v)if da then return da end local u=redis.call('LRANGE',kL,'0',bt(p-1))if jH=='1'then for b,E in ipairs(u)do u[b]=string.match(E,'^[^|]*')..'||'end end return'ok\\n'..bt(a.now)..(u[1]and'\\n'or'')..table.concat(u,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG,eT,gG=unpack(KEYS,1,3)local fz,v,kd=unpack(ARGV,1,3)local hU=tonumber(kd)",
    $digits,
    $readClock,
    "local u={'ok',redis.call('HGET',gG,fz)or'-'}local A,eY,iN={},{},fz=='deep'local x=redis.call('HGETALL',eT)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cs(v)local eE=redis.call('ZRANGE',eG,'0','-1','WITHSCORES')for b=1,#eE,2 do local w,gi=eE[b],eE[b+1]if w~=''then local fL=A[w]if fL then A[w]=nil eY['\\t'..fL]=(eY['\\t'..fL]or 0)+1 end u[#u+1]=w..' '..(fL or'-')..(iN and I-gi>=hU and' '..gi or'')end end if iN then for dh,ds in pairs(eY)do if tonumber(A[dh])~=ds then redis.call('HDEL',eT,'')redis.call('HSET',eT,dh,bt(ds))end end for dh in pairs(A)do if not eY[dh]then redis.call('HDEL',eT,dh)end end end return table.concat(u,'\\n')",
  ],
);

/** 2773 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,df=KEYS[1],KEYS[2]local y=KEYS local v,gO,fq=unpack(ARGV,1,3)local dE=tonumber(gO)local dr=tonumber(fq)",
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
    "local a=cf(W)local da=ck(a,v)if da then return da end local eE,h,u=redis.call('ZRANGE',df,bt(dE),bt(dE+dr-1),'WITHSCORES'),{},{}for b=1,#eE,2 do h[#h+1]=eE[b]end if bK(a,'l')then local gE=math.max(1,bq(y,2,h,#h,0))for b=gE+1,#h do h[b]=nil end end local dC={''}if#h>0 then local A=ct(y,2,h,2)for b,d in ipairs(h)do u[b]='\\n'..eE[b*2]..' '..d dC[b*2],dC[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dC[1]='ok\\n'..bt(a.now)..' '..redis.call('ZCARD',df)..table.concat(u)return dC",
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
    "if redis.call('EXISTS',W)==1 then redis.call('HSET',W,'registered',bt(cs(v)))end return'ok'",
  ],
);

/** 6720 bytes. */
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true if not bK(a,'p')then a.flags=a.flags..'p'if a.isNew then aX(a)end end local f=bl(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eG)-1)",
  ],
);

/** 8812 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hm,eA,kE=unpack(ARGV,4,6)",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local d=string.sub(eA,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fS=redis.call('ZSCORE',e.leased,d)local H,n='l',j if not bO(j,eA)then H=cK(j,eA,nil,e,{d},1)else if hm~=''then bA(a,e,e.bucket,d,j,fS,a.now+hm)a.rewrites=nil n='L'..string.sub(j,2)end local C,eC=string.match(n,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cD(a,e.bucket,'\\t'..d,(C or n..'\\n\\n')..kE..(eC or''),j)end local eV,f=a.sooner and bL(a),nil if H=='l'or not a.isNew then f=bl(a,e,i,H)end if f then return f end if eV then cP(a)end return'ok\\n'..H",
  ],
);

/** 10062 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gc=KEYS local em,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local dJ,fc={},{}local cX,N,dc=ct(bs(gc,6,em),0,h,1)for b,S in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local d=h[b]dJ[b]=S and not fc[d]and'd'or'U'if dJ[b]=='d'then fc[d]=true a.tick=a.tick+1 cb(a,N or dc[b],d,cX[b],cm(S%10,a.tick),false)bW(a,'delayed',d)end end local V=table.concat(dJ)local eV,f=a.readied>0 and bL(a),nil if a.readied>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end if eV then cP(a)end return'ok\\n'..V",
  ],
);

/** 9139 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fq,Y,H=unpack(ARGV,4,6)local dr=tonumber(fq)",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local h=redis.call('ZRANGE',e.state,'0',bt(dr-1))if#h>0 then bY(a,y,6,h,1)local cX,N,dc=ct(y,6,h,1)for b,d in ipairs(h)do cz(a,N or dc[b],d,cX[b])aV(a,d,H)end a.from.state,a.from.expiring=h,h if Y~=''then bp(a,Y,#h)end end local V=#h..' '..(redis.call('ZCARD',e.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end cS(a,e)return'ok\\n'..V",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG=KEYS[1]local u={'ok'}for Z,w in ipairs(redis.call('ZRANGE',eG,'0','-1'))do if w~=''then u[#u+1]=w end end return table.concat(u,'\\n')",
  ],
);

/** 1066 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fC=KEYS[1],KEYS[2]local v=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local da=ck(cf(W),v)if da then return da end local x,u=redis.call('HGETALL',fC),{}for b=1,#x,2 do u[#u+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#u..table.concat(u)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gG=KEYS[1]",
    $REPORT_SUFFIX,
    "local jh=redis.call('HMGET',gG,'light'..aM,'deep'..aM)return'ok\\n'..(jh[1]or'-')..'\\n'..(jh[2]or'-')",
  ],
);

/** 7294 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,Q={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fm=tonumber(ARGV[4])",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local iz,f=bK(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fm==0 then if iz then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local C=string.match(iz and x[1]or'','%d+$')if not C then C=bt(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}cI(a,e.meta,'recorded',x[2])end a.fields=be(a.fields,'events',bt(fm)..' '..C)cI(a,e.meta,'events',x[1])if not iz then a.flags=a.flags..'e'end if a.isNew then aX(a)end end if fm>0 or not a.isNew then f=bl(a,e,i,'-')end if f then return f end if fm==0 then redis.pcall('UNLINK',Q)else redis.pcall('XTRIM',Q,'MAXLEN',bt(fm))end return'ok\\n-'",
  ],
);

/** 10260 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local dr,hd=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local h,fc={},{}if#hd==0 then if dr>0 then h=redis.call('ZRANGE',e.failed,'0',bt(dr-1))end else for b,S in ipairs(redis.call('ZMSCORE',e.failed,unpack(hd)))do if S and not fc[hd[b]]then h[#h+1]=hd[b]fc[hd[b]]=true end end end if#h>0 then local cX,N,dc=ct(y,6,h,1)for b,d in ipairs(h)do local dl=string.match(cX[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local fa=cm(dl and co(dl)or 5,a.tick)local dK=cb(a,N or dc[b],d,cX[b],fa,true)if dK~='0'then bw(a,'expiring',dK,d)ca(a,tonumber(dK))end end a.from.failed=h bp(a,'redriven',#h)end local V=#h..' '..redis.call('ZCARD',e.failed)-#h local eV,f=a.readied>0 and bL(a),nil if#h>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end if eV then cP(a)end return'ok\\n'..V",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eG=KEYS[1]local w,v=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gi=ch(eG,v)redis.call('ZADD',eG,gi,'',gi,w)return'ok'",
  ],
);

/** 7075 bytes. */
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
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local jt,f=bK(a,'p'),nil if jt then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bl(a,e,i,'-')end if f then return f end if jt then a.readied=redis.call('ZCARD',e.ready)if bL(a)then cP(a)end end return'ok\\n-'",
  ],
);

/** 1463 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fO,fx,fK=unpack(KEYS,1,4)local eh,gK,jT,fc=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local hC={unpack(KEYS,25)}local v,hU=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cf(W)local da=ck(a,v)if da then return da end if bK(a,'p')or bK(a,'e')or redis.call('EXISTS',fO,fx,fK,eh,gK,jT,fc,unpack(y))>0 then return'ok\\n0'end local kB=redis.call('HMGET',W,'registered','born')for b=1,2 do if a.now-(kB[b]or 0)<hU then return'ok\\n0'end end local Z,B=cs(v)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hC))return'ok\\n1'",
  ],
);

/** 1661 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fC=KEYS[1],KEYS[2]local v,d,kT,V,ic=unpack(ARGV,1,5)local hr=tonumber(ic)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iP(kC)return string.find(kC,'\"status\":\"running\"',1,true)~=nil end local a=cf(W)local da=ck(a,v)if da then return da end local j=redis.call('HGET',fC,d)local iE=j and string.match(j,'^%d+')or'0'if a.isNew or iE~=kT then return'ok\\n'..(j or'0')end if V==''then redis.call('HDEL',fC,d)return'ok\\n0'end local ig=redis.call('HGET',fC,'running')if not j and redis.call('HLEN',fC)-(ig and 1 or 0)>=hr then return'full'end local ga=bt(iE+1)..' '..V local hf=(ig or 0)+(iP(V)and 1 or 0)-(j and iP(j)and 1 or 0)if hf>0 then redis.call('HSET',fC,d,ga,'running',bt(hf))else redis.call('HSET',fC,d,ga)if ig then redis.call('HDEL',fC,'running')end end return'ok\\n'..ga",
  ],
);

/** 7004 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,df=KEYS[1],KEYS[2]local y=KEYS local v,w,jc=unpack(ARGV,1,3)local S,ga=ARGV[4],ARGV[5]local ic,fq,kz,kA=unpack(ARGV,6,9)local hr=tonumber(ic)local dr=tonumber(fq)local iX=tonumber(kz)local iY=tonumber(kA)local es={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kr=ARGV ",
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
    "local aT='[^\\31]+'local function bB(F,kD)for w in string.gmatch(kD,aT)do if type(F)~='table'then return nil end local iM=string.match(w,'^%d+$')if F[w]==nil and iM then F=F[iM+1]else F=F[w]end end return F end local function bz(eX)local dH={}for b=1,#eX,4 do if eX[b]=='='then local gR,c=pcall(cjson.decode,'['..eX[b+3]..']')if gR then dH[b]=c[1]end end end return dH end local function bj(dt,eX)local hD=string.find(dt,':',1,true)for b=1,#eX,4 do if not hD or not string.find(dt,eX[b+2],hD+1,true)then return nil end end return hD+1 end local function cd(hk,eX,gd)for b=1,#eX,4 do local fz,F,ge=eX[b],bB(hk,eX[b+1]),nil if fz=='='then ge=F~=nil and F==gd[b]elseif fz=='~'then ge=type(F)=='string'and string.find(F,eX[b+3],1,true)~=nil else ge=F~=nil==(fz=='?')end if not ge then return false end end return true end local function bv(dt)local gb=string.match(dt,'^%d+ c(%d+)')if gb then return tonumber(gb)end local dl=tonumber(string.match(dt,'^%d+'))return dl and cN(dl%900000000000000)or 0 end local function bo(iR,V)local dE=1 while true do local eq=string.find(iR,V,dE,true)if not eq then return false end local kQ=string.match(string.sub(iR,1,eq-1),'\\\\*$')if#kQ%2==0 then return true end dE=eq+1 end end local function ce(n,es)local eB,fu,u=string.match(n or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if es.attempts~=''and(eB or 0)-es.attempts<0 then return false end if es.worker~=''and fu~=es.worker then return false end if es.error==''then return true end for fM in string.gmatch(u or'','\\n%d+ %d+ ([^\\n]*)')do if bo(fM,es.error)then return true end end return false end local function bT(n)return tonumber(string.match(n,'\\n(%d+) %d+ [^\\n]*$'))end local function by(df,S,n,dt,r)if df=='failed'or df=='done'then return S-r<=0 end local dT=string.match(n or'','^%a (%d+)')if dT and cN(tonumber(dT))>r then return false end if df=='ready'then return cN(S%900000000000000)<=r end if df=='leased'then return true end if dT then return(bT(n)or 0)<=r end return bv(dt)<=r end local function ke(V,ff)for b=1,math.min(#V,#ff)do local J,K=string.byte(V,b),string.byte(ff,b)if J~=K then return J>K end end return#V>#ff end local function kG()if S==''then return 0 end if redis.call('ZSCORE',df,ga)==S then return redis.call('ZRANK',df,ga)+1 end local eZ,fJ=redis.call('ZCOUNT',df,'-inf','('..S),redis.call('ZCOUNT',df,'-inf',S)while eZ<fJ do local gf=(eZ+fJ-(eZ+fJ)%2)/2 local dm=redis.call('ZRANGE',df,bt(gf),bt(gf))[1]if ke(dm,ga)then fJ=gf else eZ=gf+1 end end return eZ end local function kw(d)if es.id==''then return true end if es.isPrefix==''then return d==es.id end return string.sub(d,1,#es.id)==es.id end local a=cf(W)local da=ck(a,v)if da then return da end local ja=es.worker..es.error..es.attempts..es.entered~=''local eX={unpack(kr,18)}local iH=#eX>0 local iZ=es.from..es.to~=''or iH local gd=bz(eX)local A,u,dC,dF,hF,et,fW=0,{},{''},0,0,0,0 local function jf(d)local dt=redis.call('HGET',y[2+bg(d)],d)or''dF=dF+#dt return dt end local function kx(dt)local dE=bj(dt,eX)if not dE then return false end local p,gR,hk=#dt-dE+1,false,nil if p<=iY then if hF+p>iY then return nil end hF=hF+p gR,hk=pcall(cjson.decode,string.sub(dt,dE))end if not gR then fW=fW+1 end return gR and cd(hk,eX,gd)end local function kv(d,jR,n,dt)if not kw(d)or ja and not ce(n,es)then return false,dt end if not dt and(iZ or es.entered~=''and w=='delayed'and not n)then dt=jf(d)end if es.entered~=''and not by(w,jR,n,dt,tonumber(es.entered))then return false,dt end if es.from~=''and bv(dt)-es.from<0 then return false,dt end if es.to~=''and bv(dt)-es.to>0 then return false,dt end if iH then return kx(dt),dt end return true,dt end local dR,iS=ga,S==''and'-'or S local hv=kG()local eu,fT=false,false while not eu and not fT and et<hr and A<dr and dF<iX do local jn=math.min(250,hr-et)local eE=redis.call('ZRANGE',df,bt(hv),bt(hv+jn-1),'WITHSCORES')local h,fQ={},{}for b=1,#eE,2 do h[#h+1],fQ[#fQ+1]=eE[b],eE[b+1]end eu=#h<jn hv=hv+#h local T,dH=iZ and not bK(a,'l')and 2 or 1,{}if#h>0 and(ja or T==2)then dH=ct(y,2,h,T)end for b,d in ipairs(h)do local dt,n,ge=nil,dH[b*T],nil fT=A>=dr or dF>=iX if not fT then if T==2 then dt=dH[b*2-1]or''dF=dF+#dt end ge,dt=kv(d,fQ[b],n,dt)fT=ge==nil end if fT then eu=false break end et,dR,iS=et+1,d,fQ[b]if ge then A=A+1 u[A]='\\n'..fQ[b]..' '..d if jc=='jobs'then dC[A*2]=dt or jf(d)dC[A*2+1]=n or redis.call('HGET',y[2+bg(d)],'\\t'..d)or''end end end end if jc=='count'then u={'\\n'..bt(A)}end dC[1]='ok\\n'..bt(a.now)..' '..redis.call('ZCARD',df)..' '..bt(et)..' '..bt(fW)..' '..(eu and'-'or iS)..' '..dR..table.concat(u)return dC",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gG=KEYS[1]local fz,v,fw,kJ=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local dh,V=fz..aM,bt(cs(v))..' '..kJ if fw==''then redis.pcall('HSET',gG,dh,V)else redis.call('HSET',gG,dh,V,fz,fw)end return'ok'",
  ],
);

/** 12259 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local R=string.match local w=string.sub local as=string.byte local g=redis.pcall local bl=tonumber local W=string.find local m=string.format local aU=string.char local aL=string.rep local S=type local t,ay,bp,ce,cd,J=u(KEYS,1,6)local ag=ARGV[1]local ao=ARGV[2]local aB=ARGV[3]local aO=KEYS local cf,cL,cM,cg=u(ARGV,4,7)local bs=KEYS local f=ARGV[8]local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local bX='-----------------------------------------------------------------'local P=''local aK local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,cn,ar,cp,L,bU,bu,bw,bT,aq,V,bv,aQ,bV,o,aa,aS,ap,bS,co,aF local E repeat local ai do local p=s('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(p or aT,by)aH,aG=not p,p if not U or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if as(aB)~=61 then local aD=g('TIME')if not aD.err then local bh,az=aD[1]+0,aD[2]+0 x,ac=bh*1000+(az-az%1000)/1000,(bh-1600000000)*1000000+az break end end local be=bl(R(aB,'%d+'))x,ac=be,(be-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local a=R(l,'^%d+')if a==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#a+2)break end if a-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if x-O>=0 or j~=''and W(j,'p',1,true)~=nil or j~=''and W(j,'e',1,true)~=nil then return'not_plain'end if j~=''and W(j,'l',1,true)~=nil and s('EXISTS',ce)==1 then return'not_plain'end cn=true local i,bc='-',bl(cf)local function aX(q)local h=0 if q>=1 then h=1 end if q>=1073741824 then q=1073741823 end if q>=65536 then q,h=q/65536,h+16 end if q>=256 then q,h=q/256,h+8 end if q>=16 then q,h=q/16,h+4 end if q>=4 then q,h=q/4,h+2 end if q>=2 then h=h+1 end return h end if M[9]then local h,b=aO[6+bl(f,16)+1],#M-9+1 if bs[23]then b=b-(#bs-23+2)do local cD=9+b ar={}for d=0,#bs-23 do do local a=ar local Q=bs[23+d]local A='C '..m('%d',x)..' '..M[cD+d]local c=#a a[c+1],a[c+2]=Q,A end end cp=M[#M]end end if b>1 then do local a=b repeat local k,v={},{}for d=1,a do local n=w(M[9+d-1],19)k[d],v[d]=n,'\\t'..n end local bt=s('HMGET',h,u(v))for d=1,a do local B=bt[d]if not B or w(B,1,18)..k[d]~=M[9+d-1]then k=nil break end end if not k then i=nil break end if j~=''and W(j,'l',1,true)~=nil then local ab=0 for d=1,a do ab=ab+s('HSTRLEN',h,k[d])end if ab>32000000 then i=nil break end end local ck,bN,N=nil,0,0 for d=1,a do local F=w(M[9+d-1],3,14)if F~=ck then if N>0 then do local q=bN local c=N local e=aU(96+aX(q))if c>1 then e=aL(e,c)end P=P..e end end ck,bN,N=F,x-1600000000000-F,0 end N=N+1 end do local q=bN local c=N local d=aU(96+aX(q))if c>1 then d=aL(d,c)end P=P..d end L=k aj=m('%d',aj+a)bU=a bu,bw,bT=h,k,v i=aL('c',a)break until true end else do local bL=M[9]local n=w(bL,19)local X='\\t'..n local B=s('HGET',h,X)if not B or w(B,1,18)..n~=bL then i=nil else L={n}aj=m('%d',aj+1)bU=1 bu,bw=h,{n,X}do local q=x-1600000000000-w(bL,3,14)local a=aU(96+aX(q))if 1>1 then a=aL(a,1)end P=P..a end i='c'end end end end if not i then return'not_plain'end local an,y,r local cb=false if bc>0 then local Y,F,ad,I,at do local a,b,bo,bD,c,d,e local h,ae,ab,bE=0,0,0,false local aC local cl,bW,N=nil,0,0 local cP,cr=' '..cg..' 0','\\n'..cM repeat local k if ae==0 then k=s('ZRANGE',ay,'0',cf)else k=s('ZRANGE',ay,m('%d',ae),m('%d',ae+bc-h))end local l,ch=#k,bc-h d=l>ch if d then l=ch end local function aW(n)local p=string.byte local q,aw=p(n,1,2)if q==95 and#n==13 and aw<103 and aw>47 and(aw<58 or aw>96)then return aw<58 and aw-47 or aw-86 end do local bO=#n for v=1,#n,8 do local Q,A,cw,cy,cz,cB,cE,cF=p(n,v,v+7)bO=(bO*31+Q+(A or 0)*3+(cw or 0)*5+(cy or 0)*7+(cz or 0)*11+(cB or 0)*13+(cE or 0)*17+(cF or 0)*19)%65521 end return bO%16+1 end end if j~=''and W(j,'l',1,true)~=nil and(l>1 or ae>0)then local bg do local n=k local p=l local q=ab local v=0 for A=1,p do local cG=aW(n[A])q=q+s('HSTRLEN',aO[6+cG],n[A])if q>2000000 then break end v=A end bg=v end if bg==0 and ae==0 then bg=1 end bE=bg<l l=bg d=d or bE end for n=#k,l+1,-1 do k[n]=nil end if l>0 then local af,D,aM,v if l==1 then local n=aW(k[1])D,v=aO[6+n],{k[1],'\\t'..k[1]}af=s('HMGET',D,v[1],v[2])else do local n=k repeat local p={}for q=1,#n do local A=n[q]p[q*2-1]=A p[q*2]='\\t'..A end local q=aW(n[1])local au=aW(n[#n])if q==au then local A,bF=nil,true if bF then A=s('HMGET',aO[6+q],u(p))for B=1,#n do if not A[B*2-1]then bF=false break end end end if bF then af,D,aM,v=A,aO[6+q],nil,p break end end local A,cq,H,bK={},{},{},{}for B=1,#n do local C=aW(n[B])local G=aO[6+C]A[B]=G if not H[G]then H[G],bK[G]={},{}end local Q,bJ=H[G],bK[G]for bd=(B-1)*2+1,B*2 do local T=#Q+1 Q[T],bJ[T]=p[bd],bd end end for B,C in pairs(H)do local G,bJ=s('HMGET',B,u(C)),bK[B]for bd=1,#C do cq[bJ[bd]]=G[bd]end end af,D,aM,v=cq,nil,A,p break until true end end local n=nil if D and aq==D then n=V end if not c then bD=x+cL c=m('%d',bD)end local function br(H,C)local p=H[C]if not p then p={}H[C]=p end return p end for p=1,l do local q,Z,B=k[p],af[p*2-1],af[p*2]local A,bn,cm,bQ=D or aM[p],'0',nil,cP if Z and as(Z,17)~=58 then local C,bP=R(Z,'^(%d+)([^:]*)')if#(C or'')~=16 then cm,bP=m('%016d',4500000000000000),''end bn=R(bP,' x(%d+)')or bn bQ=' '..(R(bP,' m(%d+)')or cg)..' '..bn end if not Z or bn~='0'then e=true end if B and L and as(B)==76 then local ca if not bv then bv={}for bA,cC in ipairs(L)do bv[cC]=true end end ca=bv[q]e=e or ca end if Z then h=h+1 local U,C=z+h,nil if l==1 then C=m('%015d',U)else local al=U%100 if al==0 or not aC then aC=m('%013d',(U-al)/100)end C=aC..w(bx,al*2+1,al*2+2)end local G,X,aN,T=q,v[p*2],nil,cm or w(Z,1,16)if B then local bm,cv,cj,cx,bq=R(B,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bm,bq=m('%d',(bm or 0)+1),bq or'\\n'G=bm..'\\t'..q aN='L '..C..' '..bm..' '..(cv or'0')..' '..(cj or T)..bQ..(cx or'')..cr..bq if as(B)==76 then T=nil else T=cj or T end do local H=aQ local ak='H'..bq if not H then aQ={ak}else H[#H+1]=ak aQ=H end end else aN='L '..C..' 1 0 '..T..bQ..cr..'\\n'bV=(bV or 0)+1 end if T then local bH=w(T,1,13)if bH~=cl then if N>0 then do local H=bW local Q=N local ac=aU(64+aX(H))if Q>1 then ac=aL(ac,Q)end P=P..ac end end bW=x-1600000000000-(bl(bH)or 0)%900000000000 cl,N=bH,0 end N=N+1 end if B and#aN<=#B then do local ak=aN if not o then o={}end o[A..X]=B if#ak>#B then if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end else if not aS then aS={}end do local H=br(aS,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end else if B then if not o then o={}end o[A..X]=B end if D then do local H=n local Q=aN if not H then n={X,Q}else do local ac=#H H[ac+1],H[ac+2]=X,Q end n=H end end else do local ak=aN if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end end if h==1 then a,b,bo,aK=G,Z,C,{c,q}else if h==2 then a,b={a},{b}end a[h],b[h]=G,Z do local H=aK local Q=c local ac=#H H[ac+1],H[ac+2]=Q,q end end ab=ab+#Z ap=C end end if D and n then if not V or aq==D then aq,V=D,n else for aV=1,#n,2 do do local p=D local X=n[aV]local ak=n[aV+1]if not aa then aa={}end do local q=br(aa,p)local A=#q q[A+1],q[A+2]=X,ak end end end end end end ae=ae+l until e or not d or bE or h>=bc or ae-h>=1000 if N>0 then do local q=bW local k=N local l=aU(64+aX(q))if k>1 then l=aL(l,k)end P=P..l end end if ae>0 then bS=ae==1 and'0'or m('%d',ae-1)end if h>0 then z=z+h aI=m('%d',aI+h)if bD-O<0 then O=c end if h>15 then do local k=aK local l=#k k[l+1],k[l+2]='+inf',bX end co=true end end Y,y,r,F,ad,I,at=a,b,h,bo,c,d,e end if at then return'not_plain'end if r>0 then do local a=i local b=Y local c=r local d=F local e=ad local h=I if c>1 then b=table.concat(b,'\\n')end an=a..'\\n- '..e..(h and' 1 'or' 0 ')..O..' -'..j..' '..d..'\\n'..b end cb=not I else if not(j~=''and W(j,'h',1,true)~=nil)then return'not_plain'end an=i..'\\n'..m('%d',x)..' - 0 '..O..' -'..j..' -'end else an=i..'\\n'..m('%d',x)..' - 0 - -'..j..' -'end if L or bc>0 then if#av+#P>96 then local a,aP={as(av..P,1,-1)},{}for d=1,#a do aP[a[d]]=(aP[a[d]]or 0)+1 end local l=s('HMGET',t,'waits','runTimes')local function bY(cH,b,cN)local cu=string.gmatch local ct=math.max local c=string.format local bf,d={},0 for e in cu(cH or'','%d+')do d=d+1 bf[d]=e end for e=1,31 do local I=b[cN+e-1]if I then for cJ=d+1,e do bf[cJ]='0'end d=ct(d,e)bf[e]=c('%d',bf[e]+I)end end return table.concat(bf,' ')end do local b=aF local A=bY(l[1],aP,64)if not b then aF={'waits',A}else do local c=#b b[c+1],b[c+2]='waits',A end aF=b end end do local b=aF local A=bY(l[2],aP,96)local c=#b b[c+1],b[c+2]='runTimes',A end do local b=l[1]if not o then o={}end o[t..'waits']=b end do local b=l[2]if not o then o={}end o[t..'runTimes']=b end av,P='',''end local e do local a=an local p do local bt=(bV or 0)-(bU or 0)if bt~=0 then aJ=m('%d',math.max(0,aJ+bt))end ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..P end local G=a and ao..'\\n'..a local ax=G and K and#G<=#K local b for bA=1,2 do b=nil if aK then if not b then local c=g('ZADD',bp,u(aK))if c~=0 and c~=1 and S(c)=='table'then b=c end end end if V and not b then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then b=c end end if aa and not b then do local H=aa local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ar then for d=1,#ar,2 do if not b then local c=g('SET',ar[d],ar[d+1],'PX',cp)if c.err then b=c end end end end if G and not ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b then local c if aF then c=g('HSET',t,'head',p,u(aF))else c=g('HSET',t,'head',p)end do local aY do local d=c aY=d~=0 and d~=1 and S(d)=='table'end if aY then b=c end end end if aS and not b then do local H=aS local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b or not cn or w(b.err,1,3)~='OOM'then break end s('HDEL',t,'')end if b then local ba={}if aK then ba[bp]=aK end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local c=redis.pcall for C,d in bB(H)do for h=1,#d,2 do local am=d[h+bG]local l=bI[C..am]if not l then c(bM,C,am)elseif aA=='ZADD'then c(aA,C,l,am)else c(aA,C,am,l)end end end end ah(aS or{},o,0,'HDEL','HSET')local function bC(c,Q,A)if not c then return{Q,A}end do local d=#c c[d+1],c[d+2]=Q,A end return c end ah({[t]=bC(aF,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end if ar then for d=1,#ar,2 do g('DEL',ar[d])end end ah(aa or{},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=b else aG=p if a and not K then g('PEXPIRE',J,R(aB,'%d+$'))end if bS then g('ZREMRANGEBYRANK',ay,'0',bS)end if co then g('ZREM',bp,bX)end if L and s('ZREM',bp,u(L))<#L then g('ZREM',ay,u(L))g('ZREM',ce,u(L))end if bw then g('HDEL',bu,u(bw))end if bT then g('HDEL',bu,u(bT))end e=nil end end if e then return'not_plain'end end if L then if not L and true then else local a,U,cc={},ap if L then local cA='C'..U for d,n in ipairs(L)do a[d*2-1],a[d*2]=n,cA end cc=aj-#L==0 end if cc then g('HSET',cd,'',m('%-65d',x))end local c=g('HSET',cd,u(a))end end if cb and(j~=''and W(j,'h',1,true)~=nil)then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local a='0'if 0>0 then a=m('%d',0)end g('PUBLISH',w(t,1,-5)..'wake',a..' '..aZ)end end do local bR=an local a=y local b=r if not a then return'ok\\n'..bR end if b==1 and not aQ and#a<4000 then return'ok\\n'..bR..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bR)if aQ then for bA,cI in ipairs(aQ)do a[#a+1]=cI end end return a end",
  ],
);

/** 26772 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fP=KEYS local gW={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eR,hR=ARGV[8],ARGV[9]local ez=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bU(q)return string.sub(ag,q*2+1,q*2+2)end ",
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
    "local function bi(eP)local o=0 if eP>=1 then o=1 end if eP>=1073741824 then eP=1073741823 end if eP>=65536 then eP,o=eP/65536,o+16 end if eP>=256 then eP,o=eP/256,o+8 end if eP>=16 then eP,o=eP/16,o+4 end if eP>=4 then eP,o=eP/4,o+2 end if eP>=2 then o=o+1 end return o end local function cc(a,hS,eP,q)local dJ=string.char(hS+bi(eP))if q>1 then dJ=string.rep(dJ,q)end a.measured=a.measured..dJ end local function ba(hS,em,H)local dC,p={},0 for q in string.gmatch(hS or'','%d+')do p=p+1 dC[p]=q end for b=1,31 do local dG=em[H+b-1]if dG then for kk=p+1,b do dC[kk]='0'end p=math.max(p,b)dC[b]=bt(dC[b]+dG)end end return table.concat(dC,' ')end local function bD(a)if#a.latencies+#a.measured>96 then local dJ,em={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#dJ do em[dJ[b]]=(em[dJ[b]]or 0)+1 end local j=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=be(a.fields,'waits',ba(j[1],em,64))cq(a.fields,'runTimes',ba(j[2],em,96))cI(a,a.meta,'waits',j[1])cI(a,a.meta,'runTimes',j[2])a.latencies,a.measured='',''end end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function br(n,ey)n.isUnused=ey=='g'if ey=='b'or ey=='p'then local fn,fo=tonumber(n.postponed)or 0,tonumber(n.unfinished)or 0 if ey=='p'then fn=fn+1 else fo=fo+1 end n.postponed,n.unfinished=bt(fn),bt(fo)if ey=='p'then n.isUnused=fn<=1000 else n.isUnused=fo%10~=0 end end if n.isUnused then n.released=bt(n.released+1)end end local function bk(a,e,ey,n,iF)if ey=='c'or ey=='k'then return'c','C','completed',nil end br(n,ey)if n.isUnused and ey~='p'then return'r','W','released',nil end if ey=='f'or not n.isUnused and n.attempt-n.released>=tonumber(n.max)then return'f','F','failed',nil end a.tick=a.tick+1 if ey=='b'or iF=='0'then return'r','W','retried',a.tick end return'd','W','retried',bJ(a,e.delayed,a.now+iF)end local function bX(a,e,d,n,H)local dl,hK=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cI(a,e.ready,d,dl)elseif dl then bW(a,'ready',d)end if H=='f'then cI(a,e.failed,d,hK)elseif hK then bW(a,'failed',d)end if dl and n.expiresAt~='0'then if H=='r'or H=='d'then cI(a,e.expiring,d,n.expiresAt)else bW(a,'expiring',d)end end return hK end local function bx(a,d,n,H,ey,s)local iQ=H=='r'or H=='d'if H=='r'then bw(a,'ready',n.place,d)a.readied=a.readied+1 elseif H=='d'then bw(a,'delayed',bu(s,co(n.place)),d)a.sooner=true ca(a,cN(s))elseif H=='f'then bw(a,'failed',bt(a.now),d)elseif ey=='k'then bw(a,'done',bt(a.now),d)end if iQ and n.expiresAt~='0'then bw(a,'expiring',n.expiresAt,d)ca(a,tonumber(n.expiresAt))end return not iQ and ey~='c'end local function cJ(a,e,y,P,ez,C,fP,hM)local h,dJ,jj,dB,gz,U={},{},{},0,false,nil local ho,p,eL,iJ=bK(a,'l'),0,false,false for eq=C,#ez,4 do h[#h+1]=string.sub(ez[eq+1],19)end local cX,N,dc=ct(y,P,h,1)local gA=redis.call('ZMSCORE',e.leased,unpack(h))for b=1,#h do local d,j,o,eq=h[b],cX[b],N or dc[b],C+b*4-4 local ey,eA,hl,fM=ez[eq],ez[eq+1],ez[eq+2],ez[eq+3]local iI=j and string.sub(j,2,18)==string.sub(eA,2,18)local H,Y,n=jj[d],'stale',nil if H=='W'and not iI then H='A'end if not H and(not iI or not string.find(j,'^[LE]'))then H,U=cK(j,eA,U,e,h,b)end if not H and ho then p=p+redis.call('HSTRLEN',o,d)eL=eL or iJ and p>32000000 end if eL then H,Y='M',nil end if not H then if ey=='c'then n={expiresAt='-'}else n=cl(j)end H=not n and'U'end if not H then local df,s H,df,Y,s=bk(a,e,ey,n,hl)jj[d],iJ=df,true if H~='r'or not n.isUnused or ey=='p'then cc(a,96,a.now-1600000000000-string.sub(eA,3,14),1)end if s then n.place=cm(co(n.place),s)end if H=='c'and hl~=''then a.results=be(a.results,fP[hM],'C '..bt(a.now)..' '..hl)end if gA[b]then bW(a,'leased',d)elseif bX(a,e,d,n,H)then gz=true if H=='f'then Y=nil end end if bx(a,d,n,H,ey,s)then dB=dB+1 end if ey=='c'then cz(a,o,d,j)aV(a,d,'C')else if fM~=''and not n.isUnused then n.lines=cQ(n.lines,bt(a.now),n.attempt,fM)end cD(a,o,'\\t'..d,bH(n,df),j)end end if hl~=''and(ey=='c'or ey=='k')then hM=hM+1 end if Y=='completed'then a.completed=bt(a.completed+1)elseif Y then bp(a,Y,1)end dJ[b]=H end return table.concat(dJ),dB,gz,eL end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bN(a,d)if not a.isFinished then a.isFinished={}for Z,jW in ipairs(a.finished)do a.isFinished[jW]=true end end return a.isFinished[d]end local function bV(a,e,y,P,gV,fe)local fy,eN,C,fS,er,dG,gS local dA,et,dF,fT=0,0,0,false local is local jl,iy,gu=nil,0,0 local kS,jv=' '..gV.max..' 0','\\n'..gV.worker repeat local h if et==0 then h=redis.call('ZRANGE',e.ready,'0',gV.count)else h=redis.call('ZRANGE',e.ready,bt(et),bt(et+fe-dA))end local p,gX=#h,fe-dA dG=p>gX if dG then p=gX end if bK(a,'l')and(p>1 or et>0)then local gE=bq(y,P,h,p,dF)if gE==0 and et==0 then gE=1 end fT=gE<p p=gE dG=dG or fT end for b=#h,p+1,-1 do h[b]=nil end if p>0 then local A,N,dc,x if p==1 then local q=bg(h[1])N,x=y[P+q],{h[1],'\\t'..h[1]}A=redis.call('HMGET',N,x[1],x[2])else A,N,dc,x=ct(y,P,h,2)end local c=nil if N and a.oneHash==N then c=a.oneWrite end if not er then fS=a.now+gV.duration er=bt(fS)end for b=1,p do local d,dt,n=h[b],A[b*2-1],A[b*2]local o,dK,fg,iw=N or dc[b],'0',nil,kS if dt and string.byte(dt,17)~=58 then local q,fH=string.match(dt,'^(%d+)([^:]*)')if#(q or'')~=16 then fg,fH=cm(5,0),''end dK=string.match(fH,' x(%d+)')or dK iw=' '..(string.match(fH,' m(%d+)')or gV.max)..' '..dK if e.delayed and dK~='0'then a.from.expiring=bd(a.from.expiring,d)end end if not e.delayed and(not dt or dK~='0')then gS=true end if not e.delayed and n and a.finished and string.byte(n)==76 then local jX=bN(a,d)gS=gS or jX end if e.delayed and(not dt or dK~='0'and dK-a.now<=0)then cz(a,o,d,n)if dt then bp(a,'expired',1)aV(a,d,'E')dF=dF+#dt end elseif dt then dA=dA+1 local s,dT=a.tick+dA,nil if p==1 then dT=string.format('%015d',s)else local eZ=s%100 if eZ==0 or not is then is=string.format('%013d',(s-eZ)/100)end dT=is..bU(eZ)end local l,dh,eJ,dl=d,x[b*2],nil,fg or string.sub(dt,1,16)if n then local eB,jE,jd,eY,u=string.match(n,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')eB,u=bt((eB or 0)+1),u or'\\n'l=eB..'\\t'..d eJ='L '..dT..' '..eB..' '..(jE or'0')..' '..(jd or dl)..iw..(eY or'')..jv..u if string.byte(n)==76 then dl=nil else dl=jd or dl end a.histories=bd(a.histories,'H'..u)else eJ='L '..dT..' 1 0 '..dl..iw..jv..'\\n'a.runsMore=(a.runsMore or 0)+1 end if dl then local ia=string.sub(dl,1,13)if ia~=jl then if gu>0 then cc(a,64,iy,gu)end iy=a.now-1600000000000-(tonumber(ia)or 0)%900000000000 jl,gu=ia,0 end gu=gu+1 end if n and#eJ<=#n then cD(a,o,dh,eJ,n)else if n then cI(a,o,dh,n)end if N then c=be(c,dh,eJ)else cU(a,o,dh,eJ)end end if dA==1 then fy,eN,C,a.to.leased=l,dt,dT,{er,d}else if dA==2 then fy,eN={fy},{eN}end fy[dA],eN[dA]=l,dt cq(a.to.leased,er,d)end dF=dF+#dt a.lastTick=dT end end if N and c then if not a.oneWrite or a.oneHash==N then a.oneHash,a.oneWrite=N,c else for eq=1,#c,2 do cU(a,N,c[eq],c[eq+1])end end end end et=et+p until gS or not dG or fT or dA>=fe or et-dA>=1000 if gu>0 then cc(a,64,iy,gu)end if et>0 then a.popped=et==1 and'0'or bt(et-1)end if dA>0 then a.tick=a.tick+dA a.leased=bt(a.leased+dA)if fS-a.due<0 then a.due=er end if dA>15 then cq(a.to.leased,'+inf',aI)a.isLong=true end end return fy,eN,dA,C,er,dG,gS end ",
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
    "local function bG(a,dJ,fy,dA,dT,er,dG)if dA>1 then fy=table.concat(fy,'\\n')end return dJ..'\\n- '..er..(dG and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dT..'\\n'..fy end local function bI(a,dJ,dv,dG)return dJ..'\\n'..bt(a.now)..(dG and' - 1 'or' - 0 ')..dv..' -'..a.flags..' -'end local function cR(a,V,eN,dA)if not eN then return'ok\\n'..V end if dA==1 and not a.histories and#eN<4000 then return'ok\\n'..V..'\\n\\n'..eN end if dA==1 then eN={eN}end table.insert(eN,1,'ok\\n'..V)if a.histories then for Z,gQ in ipairs(a.histories)do eN[#eN+1]=gQ end end return eN end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cf(e.meta)local dN=cj(a,i)if dN then return dN end a.frees=true local jk,gY,gg=ez[10]~=nil,gW.count~='0',a.now-a.due>=0 local fe=bK(a,'p')and 0 or tonumber(gW.count)local l=bM(a)local dJ,V,eN,dA,ev,fj='-',nil,nil,0,false,0 local function fv(fd,de)local f local hq=jk or dA>0 or i.number~='0'bD(a)if fd then f=bl(a,e,i,hq and de)end if f then cB(a,l)else cS(a,e)l=bM(a)if de and fd then a.before=i.number..'\\n'..de end V=de or V end cA(a)return f end local function ji()local Z,dB,gz,eL,eu dJ,dB,gz,eL=cJ(a,e,y,12,ez,10,fP,29)if a.results then a.resultTtl=string.match(eR,'%S+$')end if dB>0 and not gz then Z,Z,eu=cO(a,e,y,12,eR,dB*2+8)end fj=(eu or gz)and dB or 0 if eL then gY=false end return not a.isNew or string.find(dJ,'%l')~=nil end local function ko(fd,hO)local fy,dT,er,dG if gg then a.due=cg(e)fd=not a.isNew dG=a.now-a.due>=0 end if fe>0 then fy,eN,dA,dT,er,dG=bV(a,e,y,12,gW,fe)dG=dG or a.now-a.due>=0 ev=not dG end if not a.isNew and(dA==0 or hR~='')then local kj=aX(a)fd=fd or kj or i.number~='0'end if dA>0 then return true,bG(a,dJ,fy,dA,dT,er,dG)end local dv=hO and a.due or cg(e)return fd or a.popped,bI(a,dJ,dv,dG)end local function iT(fd,hO)local kf,de=ko(fd,hO)local f=fv(kf,de)if f then dA,eN,ev=0,nil,false end return f end local function jq(q)if q==0 then return end cO(a,e,y,12,eR,q*2+8)fv(a.from.done or a.from.failed)end local kh=gY if jk then local fd,f=ji(),nil if gY and not gg and a.readied==0 and not a.from.ready then gY=false f=iT(fd,true)if f then fd=ji()end end if not V then f=fv(fd,bI(a,dJ,'-',kh))if f then return f end end end if gY then if gg then local hQ=math.min(1000,10+fe*2)local Z,A=cy(a,e,y,12,hQ)fv(A>0)local hw,eh=cv(a,e,y,12,hQ)local b,eu if eh>0 then b,b,eu=cO(a,e,y,12,eR,eh*2+8)end local f=fv(hw>0)if eu and not f then jq(eh)end local hu=cp(a,e,hQ)fv(hu>0)end local f=iT(false,false)if not V then return f end end jq(fj)a.readied=a.readied-dA local ki,eV=a.readied>0 or a.sooner,false if ki then eV=bL(a)elseif ev and(dA>0 or gg)then eV=bK(a,'h')end if eV then cP(a,ev)end if hR~=''and not a.isNew then if hR=='p'then redis.pcall('HSET',e.meta,'policy',eR)end if gW.worker~=''then ci(e.workers,gW.worker,a.now)end cG(a,e,120000,10000)local il=bQ(a)if not il and V then V=string.gsub(V,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cR(a,V or bI(a,dJ,'-',false),eN,dA)",
  ],
);

/** 2638 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local W,fK,fY=unpack(KEYS,1,3)local y=KEYS local v,gO,fq=unpack(ARGV,1,3)local dE=tonumber(gO)local dr=tonumber(fq)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cf(W)local da=ck(a,v)if da then return da end local gA=redis.call('ZRANGE',fK,bt(dE),bt(dE+dr-1),'WITHSCORES')local dC={'ok',bt(a.now)..' '..(#gA<dr*2 and'-'or bt(dE+dr))}local gr=dE==0 and redis.call('ZRANGE',fY,'0','999','WITHSCORES')or{}for b=1,#gr,2 do dC[#dC+1]='W '..gr[b+1]..' '..gr[b]end local h={}for b=1,#gA,2 do h[#h+1]=gA[b]end if#h>0 then local cX=ct(y,3,h,1)for b,d in ipairs(h)do local dT,fu=string.match(cX[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dC[#dC+1]='H '..gA[b*2]..' '..(dT or'0')..' '..d dC[#dC+1]='-'..(fu or'')end end return table.concat(dC,'\\n')",
  ],
);
