// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bu(q)return string.format('%d',q)end ";
const $readClock = "local function ct(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local P,D=r[1]+0,r[2]+0 return P*1000+(D-D%1000)/1000,(P-1600000000)*1000000+D end end local I=tonumber(string.match(w,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function ci(eN,w)return bu(math.max(ct(w),(redis.call('ZSCORE',eN,'')or 0)+1))end ";
const $bucketOfBytes = "local function bh(d)local ds=#d for b=1,#d,8 do local J,K,ef,eg,eh,ei,el,em=string.byte(d,b,b+7)ds=(ds*31+J+(K or 0)*3+(ef or 0)*5+(eg or 0)*7+(eh or 0)*11+(ei or 0)*13+(el or 0)*17+(em or 0)*19)%65521 end return ds%16+1 end ";
const $bucketOf = "local function bg(d)local C,G=string.byte(d,1,2)if C==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bh(d)end ";
const $declaredBuckets = "local function bt(e,C,es)local z={}for b=1,#es do z[tonumber(string.sub(es,b,b),16)+1]=e[C+b-1]end return z end ";
const $readJobs = "local function cu(z,Q,h,T)local x={}for b=1,#h do local d=h[b]if T==2 then x[b*2-1]=d end x[b*T]='\\t'..d end local N=bg(h[1])local dT=bg(h[#h])if N==dT then local A,du=nil,T==2 if du then A=redis.call('HMGET',z[Q+N],unpack(x))for b=1,#h do if not A[b*2-1]then du=false break end end end if du then return A,z[Q+N],nil,x end end local df,dH,y,dv={},{},{},{}for b=1,#h do local q=bg(h[b])local n=z[Q+q]df[b]=n if not y[n]then y[n],dv[n]={},{}end local c,dm=y[n],dv[n]for R=(b-1)*T+1,b*T do local p=#c+1 c[p],dm[p]=x[R],R end end for n,c in pairs(y)do local A,dm=redis.call('HMGET',n,unpack(c)),dv[n]for R=1,#c do dH[dm[R]]=A[R]end end return dH,nil,df,x end ";
const $pushPair = "local function cr(c,J,K)local p=#c c[p+1],c[p+2]=J,K end ";
const $appendPair = "local function be(c,J,K)if not c then return{J,K}end cr(c,J,K)return c end ";
const $append = "local function bd(c,E)if not c then return{E}end c[#c+1]=E return c end ";
const $listFor = "local function ca(y,s)local c=y[s]if not c then c={}y[s]=c end return c end ";
const $HEAD_PATTERN = "local aj='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aH='2  0 0 0 0 0 0|'";
const $PADDING = "local aI='-----------------------------------------------------------------'";
const $newUnit = "local function cg(Z)return{meta=Z,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cl(a,w)local m=redis.call('HGET',a.meta,'head')local t,B,dc a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,dc=string.match(m or aH,aj)a.isNew,a.head=not m,m if not t or not m and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(m or aH,dc)a.now,B=ct(w)a.tick=t+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function ck(a,i)local dd=cl(a,i.times)if dd then return dd end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bL(a,dS)return a.flags~=''and string.find(a.flags,dS,1,true)~=nil end ";
const $count = "local function bq(a,X,ee)if not a.totals then a.totals={}end a.totals[X]=(a.totals[X]or 0)+ee end ";
const $leave = "local function bX(a,l,d)a.from[l]=bd(a.from[l],d)end ";
const $saveOld = "local function cK(a,s,dp,j)if not a.old then a.old={}end a.old[s..dp]=j end ";
const $removeJob = "local function cB(a,n,d,k)if not a.drops then a.drops={}end local c=ca(a.drops,n)c[#c+1]=d if k then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aV(a,d,H)a.endings=be(a.endings,d,H)end ";
const $limitFreed = "local function bZ(a,z,Q,h,fY)local dK,p=0,#h if bL(a,'l')then for b=1,p do local q=bg(h[b])dK=dK+redis.call('HSTRLEN',z[Q+q],h[b])if dK>64000000 and b>fY then for R=p,b,-1 do h[R]=nil end break end end end return#h<p end ";
const $beginEndings = "local function bf(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cH(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bf(a,e)end ";
const $writeEndings = "local function cU(a,e)if not a.finished and not a.endings then return end local c,t,eC={},a.lastTick if a.finished then local eQ='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eQ end eC=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cr(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then eC=redis.call('EXISTS',e.endings)==0 end if eC then bf(a,e)end local g=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eC and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cH(a,e)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bF(a,e)local u,M,dL={},{},{}local V,r=a.endings or{},bu(a.now)for cY,d in ipairs(a.from.done or{})do dL[d]=true end for b=1,#V,2 do local d,H=V[b],a.from.state and'P'or V[b+1]if H~='F'and(H~='C'or not dL[d])then u[#u+1]=H..d end end for cY,l in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[l]or{}for b=2,#c,2 do local d=c[b]if d~=aI and not(a.old and a.old[e[l]..d])then u[#u+1]=ai[l]..d end end end local C,p=1,0 for b=1,#u do p=p+#u[b]+1 if p>8000 or b==#u then M[#M+1]=r..'\\n'..table.concat(u,'\\n',C,b)C,p=b+1,0 end end return M end ";
const $writeEvents = "local function cV(a,e,M)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dC,j=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#M for b,U in ipairs(M)do redis.pcall('XADD',e.events,'MAXLEN',dC,bu(j+b)..'-0','e',U)end end ";
const $isRefused = "local function bQ(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bG(a)local cZ=(a.runsMore or 0)-(a.runsLess or 0)if cZ~=0 then a.runs=bu(math.max(0,a.runs+cZ))end a.lastTick=a.lastTick or bu(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bc(a)local da={}if not a.fields then a.fields={}end for v in pairs(a.totals)do da[#da+1]=v end for b,E in ipairs(redis.call('HMGET',a.meta,unpack(da)))do local v=da[b]local X=bu((E or 0)+a.totals[v])cr(a.fields,v,X)cK(a,a.meta,v,E)end end ";
const $writeFields = "local function cX(a,y)local f for s,c in pairs(y)do if not f then local g=redis.pcall('HSET',s,unpack(c))if bQ(g)then f=g end end end return f end ";
const $revert = "local function cE(y,dF,dp,eo,dr)for s,c in pairs(y)do for b=1,#c,2 do local v=c[b+dp]local j=dF[s..v]if not j then redis.pcall(eo,s,v)elseif dr=='ZADD'then redis.pcall(dr,s,j,v)else redis.pcall(dr,s,v,j)end end end end ";
const $commit = "local function bl(a,e,i,dg)local m=bG(a)local O if e.events and bL(a,'e')then O=bF(a,e)if#O>0 then bq(a,'recorded',#O)end end if a.totals then bc(a)end local F=dg and i.number..'\\n'..dg local dq=F and a.before and#F<=#a.before local f for cY=1,2 do f=nil for l,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',e[l],unpack(c))if bQ(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if bQ(g)then f=g end end if a.writes and not f then f=cX(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if F and not dq and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bQ(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',m,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',m)end if bQ(g)then f=g end end if a.rewrites and not f then f=cX(a,a.rewrites)end if dq and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bQ(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dP={}for l,c in pairs(a.to)do dP[e[l]]=c end cK(a,a.meta,'head',a.head)cE(a.rewrites or{},a.old,0,'HDEL','HSET')cE({[a.meta]=be(a.fields,'head',m)},a.old,0,'HDEL','HSET')if F and not dq and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cE(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cE({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cE(dP,a.old,1,'ZREM','ZADD')return f end a.head=m if dg and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for l,c in pairs(a.from)do redis.pcall('ZREM',e[l],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aI)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for s,c in pairs(a.drops)do redis.pcall('HDEL',s,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cV(a,e,O)end return nil end ";
const $NEVER = "local aG='9999999999999'";
const $enter = "local function bx(a,l,S,d)a.to[l]=be(a.to[l],S,d)end ";
const $lowerDue = "local function cb(a,r)if r-a.due<0 then a.due=bu(r)end end ";
const $rewriteField = "local function cF(a,n,dj,E,j)cK(a,n,dj,j)if#E>#j then if not a.writes then a.writes={}end cr(ca(a.writes,n),dj,E)else if not a.rewrites then a.rewrites={}end cr(ca(a.rewrites,n),dj,E)end end ";
const $placeOf = "local function cn(dZ,t)return string.format('%016d',dZ*900000000000000+t)end ";
const $lastDueScore = "local function bS(r)return bu((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cO(S)return(S-S%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function co(S)local dZ=S%10 return cn(dZ,(S-dZ)/10)end ";
const $parseRun = "local function cm(k)local dh,dX,eB,fM,di,ex,dD,ff,fg,u=string.match(k or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not u then return nil end return{state=dh,fence=dX,attempt=eB,released=fM,place=di,max=ex,expiresAt=dD,postponed=ff,unfinished=fg,lines=u}end ";
const $formatRun = "local function bI(k,dh)local eX=k.postponed==''and''or' '..k.postponed..' '..k.unfinished return table.concat({dh,k.fence,k.attempt,k.released,k.place,k.max,k.expiresAt},' ')..eX..k.lines end ";
const $withError = "local function cS(u,I,eB,fS)local j,eI=string.match(u,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,eI='\\n'..(string.match(u,'\\n([^\\n]*)')or'')..'\\n',''end eI=string.gsub(eI,'\\t[^\\n]*','')..'\\n'..I..' '..eB..' '..fS local eO,dJ={},1 repeat eO[#eO+1]=dJ dJ=string.find(eI,'\\n',dJ+1)until not dJ local C=math.max(1,#eO-5+1)while C<#eO and#eI-eO[C]>=800 do C=C+1 end return j..string.sub(eI,eO[C])end ";
const $removeExpired = "local function cA(a,e,z,Q,dy)local h=redis.call('ZRANGE',e.expiring,'-inf',bu(a.now),'BYSCORE','LIMIT','0',bu(dy))local eR=bZ(a,z,Q,h,1)local fn=0 if#h>0 then local cZ,N,df=cu(z,Q,h,1)local hf,gQ=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for b,d in ipairs(h)do if hf[b]or gQ[b]then fn=fn+1 cB(a,N or df[b],d,cZ[b])aV(a,d,'E')if hf[b]then bX(a,'ready',d)end if gQ[b]then bX(a,'delayed',d)end end end a.from.expiring=h if fn>0 then bq(a,'expired',fn)end end return fn,#h,eR end ";
const $reclaimJob = "local function cx(a,e,n,d,j,dh,hg)local k,fq=cm(j),dh local fo=k and k.attempt-k.released>=tonumber(k.max)if fo then bx(a,'failed',bu(a.now),d)k.lines=cS(k.lines,bu(a.now),k.attempt,hg)fq=dh=='L'and'E'or'F'bq(a,'failed',1)else bx(a,'ready',k and k.place or cn(5,0),d)a.readied=a.readied+1 if k and k.expiresAt~='0'then bx(a,'expiring',k.expiresAt,d)cb(a,tonumber(k.expiresAt))end bq(a,'reclaimed',1)end if k and fq~='L'then cF(a,n,'\\t'..d,bI(k,fq),j)end bX(a,'leased',d)return fo end ";
const $reclaimExpired = "local function cw(a,e,z,Q,dy)local h=redis.call('ZRANGE',e.leased,'-inf',bu(a.now),'BYSCORE','LIMIT','0',bu(dy))local er=0 if#h>0 then local cZ,N,df=cu(z,Q,h,1)for b=1,#h do local fo=cx(a,e,N or df[b],h[b],cZ[b],'L','\"lease expired\"')if fo then er=er+1 end end end return#h,er end ";
const $promoteDue = "local function cq(a,e,dy)local dx=redis.call('ZRANGE',e.delayed,'-inf',bS(a.now),'BYSCORE','LIMIT','0',bu(dy),'WITHSCORES')for b=1,#dx,2 do local di=co(dx[b+1])bx(a,'ready',di,dx[b])bX(a,'delayed',dx[b])end a.readied=a.readied+#dx/2 return#dx/2 end ";
const $nextDue = "local function ch(e)local r=aG for cY,l in ipairs({'leased','delayed','expiring'})do local S=redis.call('ZRANGE',e[l],'0','0','WITHSCORES')[2]if S and l=='delayed'then S=cO(S)end if S and S-r<0 then r=S end end return bu(r)end ";
const $trimEnded = "local function cQ(a,e,z,Q,eZ,dy)local eM,ex={},math.min(1000,dy)eM.doneAge,eM.doneCount,eM.failedAge,eM.failedCount=string.match(eZ,'^(%S+) (%S+) (%S+) (%S+)')local h,gm,ft,fF,dN,ez={},{},0,0,false,false for cY,l in ipairs({'done','failed'})do local fl,dC,dF=tonumber(eM[l..'Age']),tonumber(eM[l..'Count']),{}if fl then dF=redis.call('ZRANGE',e[l],'-inf',bu(a.now-fl),'BYSCORE','LIMIT','0',bu(ex))end local dm=#(a.to[l]or{})/2 fF=fF+dm if dC then local p=redis.call('ZCARD',e[l])local fm=p+dm-dC ez=ez or fm>p if fm>#dF then dF=redis.call('ZRANGE',e[l],'0',bu(math.min(fm,ex)-1))end end dN=dN or#dF>=ex for b=1,#dF do h[#h+1]=dF[b]gm[#h]=l end end if#h>0 then local eR=bZ(a,z,Q,h,fF+1)dN=dN or eR local fL={}for cY,l in ipairs({'ready','delayed','leased'})do for b,S in ipairs(redis.call('ZMSCORE',e[l],unpack(h)))do fL[b]=fL[b]or S end end local cZ,N,df=cu(z,Q,h,1)for b=1,#h do local d,fH=h[b],gm[b]=='failed'if fH then bX(a,'failed',d)else bX(a,'done',d)end if not fL[b]then ft=ft+1 cB(a,N or df[b],d,cZ[b])aV(a,d,fH and'F'or'C')if fH then bq(a,'purged',1)end end end end return ft,dN,ez end ";
const $rotateOldEndings = "local function cI(a,e,fl,ii)local p=redis.call('HLEN',e.endings)if p<ii then return end local fj=redis.call('HGET',e.endings,'')if not fj then bf(a,e)end if p>=1000000 or fj and a.now-fj>fl then cH(a,e)if p==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cC(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bN(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cD(a,m)a.flags,a.tick,a.due,a.runs=m.flags,m.tick,m.due,m.runs a.leased,a.completed,a.readied,a.sooner=m.leased,m.completed,m.readied,m.sooner a.latencies,a.measured=m.latencies,''end ";
const $hasListeners = "local function bM(a)if a.flags~='h'and not bL(a,'h')then return a.isNew end if bL(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cR(a,ew)local dx='-'if a.due~=aG then dx=bu(math.max(0,a.due-a.now))end local q=ew and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bu(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..dx)end ";
const $timeOfTick = "local function cP(t)return(t-t%1000)/1000+1600000000000 end ";
const $priorityOf = "local function cp(di)return(di-di%900000000000000)/900000000000000 end ";
const $dueScore = "local function bv(t,dZ)return bu(t*10+dZ)end ";
const $freeTickAt = "local function bK(a,fy,r)if not a.ticks then a.ticks={}end local ga,C,t={},(r-1600000000000)*1000,nil for b=1,1000 do ga[b]=C local dE=a.ticks[C]if not dE then local dJ,gb=bu(C*10),bu(C*10+9999)local S=redis.call('ZRANGE',fy,gb,dJ,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dE=S and(S-S%10)/10 or C-1 end if dE<C+999 then t=dE+1 break end C=math.max(C+1000,dE-dE%1000)end t=t or C for cY,iA in ipairs(ga)do a.ticks[iA]=t end return t end ";
const $addListener = "local function aX(a)local j=redis.call('HGET',a.meta,'heard')local gy=bL(a,'h')and j or'0'if gy-a.now>300000 then return false end if not bL(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cr(a.fields,'heard',bu(a.now+600000))cK(a,a.meta,'heard',j)return true end ";
const $flagLarge = "local function bD(a,gI)if#gI>2000 and not bL(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bR(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bT(e,h)local A=redis.call('HMGET',e.endings,unpack(h))for b,eQ in ipairs(redis.call('HMGET',e.endedBefore,unpack(h)))do A[b]=A[b]or eQ end return A end ";
const $staleReason = "local function cM(k,eG,V,e,h,b)if not k then V=V or bT(e,h)return string.sub(V[b]or'U',1,1),V end local dh,dX=string.match(k,'^(%a) (%d+)')if dh=='E'then return'F',V end if dh=='L'or dh=='W'and dX~=string.sub(eG,3,17)then return'A',V end return dh or'U',V end ";
const $isHeld = "local function bP(k,eG)return k and string.find(k,'^[LE]')and string.sub(k,2,18)==string.sub(eG,2,18)end ";
const $extendLease = "local function bB(a,e,n,d,k,j,eu)bx(a,'leased',bu(eu),d)cb(a,eu)if j and eu-j<0 then a.sooner=true end if j then cK(a,e.leased,d,j)elseif string.sub(k,1,1)=='E'then bX(a,'failed',d)cF(a,n,'\\t'..d,'L'..string.sub(k,2),k)else bX(a,'ready',d)bX(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local am='-1001'";
const $noteWorker = "local function cj(gc,fv,I)if redis.pcall('ZADD',gc,bu(I),fv)==1 then redis.call('ZREMRANGEBYRANK',gc,'0',am)end end ";
const $countReadable = "local function br(z,Q,h,p,dK)local q=0 for b=1,p do local hW=bg(h[b])dK=dK+redis.call('HSTRLEN',z[Q+hW],h[b])if dK>2000000 then break end q=b end return q end ";
const $writeField = "local function cW(a,n,dj,E)if not a.writes then a.writes={}end cr(ca(a.writes,n),dj,E)end ";
const $rewriteRun = "local function cG(a,n,d,k,di,fI)local eA=cm(k)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}eA.place=di if fI then eA.attempt,eA.released,eA.postponed='0','0',''end local eH=bI(eA,'W')if k then cF(a,n,'\\t'..d,eH,k)else cW(a,n,'\\t'..d,eH)a.runsMore=(a.runsMore or 0)+1 end return eA.expiresAt end ";
const $makeReady = "local function cc(a,n,d,k,di,fI)local dD=cG(a,n,d,k,di,fI)bx(a,'ready',di,d)a.readied=a.readied+1 return dD end ";
const $REPORT_SUFFIX = "local aM=':report'";
const $redriveJob = "local function cz(a,n,d,k,dZ)a.tick=a.tick+1 local dD=cc(a,n,d,k,cn(dZ,a.tick),true)if dD~='0'then bx(a,'expiring',dD,d)cb(a,tonumber(dD))end end ";
const $commitRedriven = "local function bm(a,e,i,h)if#h>0 then a.from.failed=h bq(a,'redriven',#h)end local U=#h..' '..redis.call('ZCARD',e.failed)-#h local eW,f=a.readied>0 and bM(a),nil if#h>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eW then cR(a)end return'ok\\n'..U end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN,fb=KEYS[1],KEYS[2]local v,w,fR=unpack(ARGV,1,3)local jb,jc=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hu,dj=not redis.call('ZSCORE',eN,v),'\\t'..fR local dt=redis.call('HGET',fb,dj)local kL=redis.call('ZCARD',eN)if hu and jb and kL-1>=jb then return'full\\nmaxQueues'end if hu and jc and(dt or 0)-jc>=0 then return'full\\nmaxQueuesOfMaker'end local gn=ci(eN,w)if hu then redis.call('HSET',fb,v,fR,dj,bu((dt or 0)+1))end local g=redis.pcall('ZADD',eN,gn,'',gn,v)if type(g)=='table'then if hu then redis.call('HDEL',fb,v)if dt then redis.call('HSET',fb,dj,dt)else redis.call('HDEL',fb,dj)end end return g end return'ok'",
  ],
);

/** 9747 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gg=KEYS local es,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local iG={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local z,dQ,eV,gN=bt(gg,12,es),{},{},0 bZ(a,z,0,h,1)for b in ipairs(h)do dQ[b]='U'end for cY,l in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[l],unpack(h)))do if S then local d=h[b]if not eV[d]then dQ[b],eV[d]=iG[l],iG[l]end if string.find(eV[d],'%l')then bX(a,l,d)end end end end local cZ,N,df=cu(z,0,h,1)for b,d in ipairs(h)do if string.find(dQ[b],'%l')then cB(a,N or df[b],d,cZ[b])aV(a,d,'X')bX(a,'expiring',d)gN=gN+1 end end if gN>0 then bq(a,'cancelled',gN)end local U=table.concat(dQ)local f if gN>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cU(a,e)return'ok\\n'..U",
  ],
);

/** 16895 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fG=KEYS[15]local z=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK,kU,eZ=unpack(ARGV,4,6)local dy=tonumber(fK)",
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
    "local function cs(c,fD,ky,fl)redis.pcall('LPUSH',c,fD)redis.pcall('LTRIM',c,'0',bu(ky-1))redis.pcall('PEXPIRE',c,bu(fl))end local function cJ(a,e)local dJ,gb,dT=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if gb and a.now-gb<30000 then return end local fD={}for cY,l in ipairs({'ready','delayed','leased','failed','done'})do fD[#fD+1]=redis.call('ZCARD',e[l])end local go=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')fD[6],fD[7],fD[8],fD[9]=a.enqueued,a.leased,a.completed,go[1]or'0'fD[10]=(go[2]or'0')..'|'..(go[3]or'')..'|'..(go[4]or'')..'|'..a.latencies local U,I=table.concat(fD,' '),bu(a.now)if U==dT and a.now-gb<150000 then redis.pcall('LSET',e.history,'0',dJ..' '..I..' '..U)return end U=I..' '..I..' '..U cs(e.history,U,1440,86400000)if not gb or math.floor(gb/3600000)<math.floor(a.now/3600000)then cs(e.hours,U,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jC='- - 2592000000 100000'local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local gk=a.now-a.due>=0 if eZ==''then eZ=redis.call('HGET',e.meta,'policy')or jC end local m=bN(a)local hd,dN,hB=0,false,nil local function fw(eP,dg,q,ic)local f if eP then f=bl(a,e,i,dg)end if f then cD(a,m)hB,q=f,0 else cU(a,e)m=bN(a)hd,dN=hd+q,dN or ic end cC(a)return q end local fn,hA,er,hy=0,0,0,0 if gk then local q,ey,eR=cA(a,e,z,15,dy)fn=fw(ey>0,nil,q,eR or ey>=dy)local gD,ka=cw(a,e,z,15,dy)gD=fw(gD>0,nil,gD,gD>=dy)er=math.min(gD,ka)hA=gD-er local dx=cq(a,e,dy)hy=fw(dx>0,nil,dx,dx>=dy)end local dL,ic=cQ(a,e,z,15,eZ,dy)local ft=fw(a.from.done or a.from.failed,nil,dL,ic)local gH=redis.call('ZRANGE',e.seen,'-inf',bu(a.now),'BYSCORE','LIMIT','0',bu(dy))if gH[1]then a.from.seen=gH end if gk then a.due=ch(e)end local js=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bu(a.now-kU))dN=dN or#gH>=dy local U=table.concat({hA,er,hy,fn,ft,js,dN and 1 or 0},' ')local hk=redis.call('HGET',fG,'running')if hk then U=U..' '..hk end local hv=hd+js>0 and not a.isNew and not hB fw(hv or gH[1]or gk and not a.isNew,hv and U,0)if hd==0 then cI(a,e,86400000,1)end if a.readied>0 and bM(a)then cR(a)end if not a.isNew then cJ(a,e)end if hB and hd==0 then return hB end return'ok\\n'..U",
  ],
);

/** 1806 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fT,fy,fQ=unpack(KEYS,1,4)local er,gO,gc=unpack(KEYS,5,7)local w,da=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local dG={bu(a.now)}for cY,s in ipairs({fT,fy,fQ,er,gO,gc})do dG[#dG+1]=redis.call('ZCARD',s)end local fq=redis.call('ZRANGE',fT,'0','0','WITHSCORES')[2]dG[#dG+1]=fq and bu(cP(fq%900000000000000))or'-'local go=redis.call('HMGET',Z,unpack(da))local iQ=redis.call('HMGET',Z,'waits','runTimes')for b,X in ipairs(go)do go[b]=X or'0'end return'ok\\n'..table.concat(dG,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(go,' ')..'\\n'..bu(redis.call('ZCOUNT',fy,'-inf',bS(a.now)))..' '..bu(redis.call('ZCOUNT',fQ,'-inf',bu(a.now)))..'\\n-'..(iQ[1]or'')..'|'..(iQ[2]or'')..'|'..a.latencies",
  ],
);

/** 12986 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local z={unpack(KEYS,8,23)}local w,fK,jL=unpack(ARGV,1,3)local dy=tonumber(fK)",
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
    "local aR={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cv(a,z,h)local gR,cZ={},{}if bL(a,'l')then local A,N,df=cu(z,0,h,1)for b,d in ipairs(h)do gR[b],cZ[b]=redis.call('HSTRLEN',N or df[b],d)>0,A[b]end else local A=cu(z,0,h,2)for b in ipairs(h)do gR[b],cZ[b]=A[b*2-1]and true,A[b*2]end end return gR,cZ end local function cy(n,d,k)local di,dD=string.match(k or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,d)<100000 then local m=string.match(redis.call('HGET',n,d),'^[^:]*')di,dD=di or string.match(m,'^%d+'),string.match(m,' x(%d+)')or dD end return di and#di==16 and di or cn(5,0),dD~='0'and dD end local function bb(e,l,d,S)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[l],S,d))=='number'end ",
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
    "local a=cg(e.meta)local dd=cl(a,w)if dd then return dd end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(z))==0 then return'ok\\n1 0 0 0 0 0 0'end local iJ=redis.call('HGET',e.meta,'audit')local fk,fx=string.match(iJ or'','^([1-9]%d*) (%d+)$')fk,fx=tonumber(fk)or 1,fx or'0'if fk>23 then fk=1 end if jL=='0'and fk==1 and fx=='0'then return'ok\\n1 0 0 0 0 0 0'end local io,hL,ie,gA,gC,ey,iz,dK,hQ=0,0,0,0,0,0,0,0,false local function ix(jR,s,fh)local dg=redis.call(jR,s,fx,'COUNT',bu(fh))fx=dg[1]return dg[2]end local function hC(l,h)return redis.call('ZCARD',e[l])>0 and redis.call('ZMSCORE',e[l],unpack(h))or{}end local kz=(a.now-1600000000000)*1000+86400000000 local function iH(d,dD)if not dD then return true end cb(a,tonumber(dD))return bb(e,'expiring',d,dD)end local function kO(d,k)ie=ie+1 for cY,l in ipairs(aa)do redis.call('ZREM',e[l],d)end redis.call('ZREM',e.expiring,d)if k then redis.call('HDEL',z[bg(d)],'\\t'..d)a.runs=bu(math.max(0,a.runs-1))end end local function kr(d,k,l,gu)hL=hL+1 local fp for cY,jy in ipairs(aR[string.sub(k or'',1,1)]or aa)do fp=fp or gu[jy]and jy end fp=fp or l for cY,fi in ipairs(aa)do if fi~=fp then redis.call('ZREM',e[fi],d)end end return fp end local function ju(eF)local h,fE={},{}for b=1,#eF/2 do h[b],fE[b]=eF[b*2-1],eF[b*2]end return h,fE end local function jJ(l,eF)local h,fE=ju(eF)if#h==0 then return 0 end local gR,cZ=cv(a,z,h)local iR={}for cY,fi in ipairs(aa)do if fi~=l then iR[fi]=hC(fi,h)end end for b,d in ipairs(h)do local k,gu=cZ[b],nil for fi,A in pairs(iR)do if A[b]then gu=gu or{[l]=true}gu[fi]=true end end if not gR[b]then kO(d,k)else local fp=gu and kr(d,k,l,gu)or l if fp=='leased'and not string.find(k or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local di,dD=cy(z[bg(d)],d,nil)if iH(d,dD)and bb(e,'ready',d,di)then gA=gA+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=k and tonumber(string.match(k,'^%a (%d+)'))or 0 if l=='ready'then t=math.max(t,fE[b]%900000000000000-1000)end if t>a.tick and t<kz then a.tick=t gC=1 end end end return#h end local T=1 local function kS(n,fh)local ht,j=bL(a,'l'),dK if ht and fx=='0'and redis.call('HLEN',n)<=dy then return redis.call('HKEYS',n)end local eF,x=ix('HSCAN',n,ht and T or fh),{}for b=1,#eF,2 do local dj,p=eF[b],#eF[b+1]x[#x+1]=dj dK=dK+p if p>2100 and string.sub(dj,1,1)~='\\t'and not bL(a,'l')then a.flags=a.flags..'l'end end T=dK-j<100000 and T*2 or 1 return x end local function jI(n,x)local h={}for cY,dj in ipairs(x)do if string.sub(dj,1,1)~='\\t'then h[#h+1]=dj elseif redis.call('HEXISTS',n,string.sub(dj,2))==0 then gA=gA+1 redis.call('HDEL',n,dj)end end if#h==0 then return#x end local A={}for cY,l in ipairs(aa)do for b,S in ipairs(hC(l,h))do A[b]=A[b]or S end end for b,d in ipairs(h)do if not A[b]then local k=redis.call('HGET',n,'\\t'..d)local dh=string.sub(k or'',1,1)local l,S,dD=dh=='C'and'done',bu(a.now),nil if dh=='F'or dh=='E'then l='failed'end if not l then l='ready'S,dD=cy(n,d,k)local t=S%900000000000000 if cP(t)>a.now then l,S='delayed',bv(t,cp(S))cb(a,cP(t))a.sooner=true end end if iH(d,dD)and bb(e,l,d,S)then io=io+1 if l=='ready'then a.readied=a.readied+1 end end end end return#x end local function jT()local x,gv=0,0 for b=1,16 do x=x+redis.call('HLEN',z[b])end for cY,l in ipairs(aa)do gv=gv+redis.call('ZCARD',e[l])end return x,gv end repeat local q=0 local fh=dy-ey if fk<=5 then q=jJ(aa[fk],ix('ZSCAN',e[aa[fk]],fh))elseif fk<22 then local n=z[fk-5]q=jI(n,kS(n,fh))elseif fk==22 then local h=ju(ix('ZSCAN',e.expiring,fh))q=#h if q>0 then local fT,fy=hC('ready',h),hC('delayed',h)for b,d in ipairs(h)do if not fT[b]and not fy[b]then gA=gA+1 redis.call('ZREM',e.expiring,d)end end end else local x,gv=jT()if x-gv~=tonumber(a.runs)then a.runs=bu(math.max(0,x-gv))gC=gC+1 end local gh=a.completed+gv-redis.call('ZCARD',e.done)for cY,X in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gh=gh+(X or 0)end if gh~=tonumber(a.enqueued)then a.enqueued=bu(gh)gC=gC+1 end fx='0'end ey,iz=ey+q,iz+math.max(q,dy/25)if fx=='0'then hQ=fk==23 fk=fk%23+1 end until hQ or iz>=dy or dK>2000000 cK(a,e.meta,'audit',iJ)a.fields={'audit',fk..' '..fx}local eW=(a.readied>0 or a.sooner)and bM(a)local f=bl(a,e)if f then return f end if eW then cR(a)end return'ok\\n'..table.concat({hQ and 1 or 0,ey,io,hL,ie,gA,gC},' ')",
  ],
);

/** 1907 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local kh=KEYS local hG={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cg(Z)local dO=ck(a,i)if dO then return dO end if bL(a,'l')then for b=1,16 do local n,fi=z[2+b],kh[18+b]local p=redis.call('HLEN',n)if p>0 and p<=64 then redis.call('RENAME',n,fi)redis.call('PEXPIRE',fi,'1')end end end redis.call('UNLINK',unpack(hG))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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

/** 11372 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gg=KEYS local es,ja=ARGV[4],ARGV[5]local eq=ARGV ",
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
    "local aS={ready='R',delayed='D',leased='L',failed='F',done='C'}",
    $flagLarge,
    "local function cN(a,e,h)local iB={}for b,eu in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if eu and eu-a.now>0 then iB[h[b]]='S'end cK(a,e.seen,h[b],eu)end for cY,l in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[l],unpack(h)))do if S then iB[h[b]]=aS[l]end end end return iB end local function aW(a,e,z,eq,C)local gt,et={},C while eq[et]do local q,hm=string.match(eq[et],'^%d (%d+) %S+ (%S+)')if hm~='-'then for b=1,q do gt[#gt+1]=eq[et+b*2-1]end end et=et+q*2+1 end local gw,dQ,gf={},{},{}if#gt>0 then gw=cN(a,e,gt)end et=C while eq[et]do local dZ,q,jA,hm,ex,jx,dm=string.match(eq[et],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fB,ho=string.sub(jA,1,1),tonumber(string.sub(jA,2))for b=1,q do local d,gI=eq[et+b*2-1],eq[et+b*2]local H=gw[d]if not H then a.tick=a.tick+1 local t=a.tick H='r'if fB=='+'and ho>0 then H,t='d',bK(a,e.delayed,a.now+ho)elseif fB=='@'and ho>a.now then H,t='d',bK(a,e.delayed,ho)end local di=cn(dZ,t)local fO=cP(t)~=a.now and' c'..bu(a.now)or''if ex~='-'then fO=fO..' m'..ex end if jx~='-'then local dD=a.now+jx fO=fO..' x'..bu(dD)bx(a,'expiring',bu(dD),d)cb(a,dD)end if dm~='-'then fO=fO..' o'..dm end if H=='r'then bx(a,'ready',di,d)a.readied=a.readied+1 else bx(a,'delayed',bv(t,dZ),d)a.sooner=true cb(a,cP(t))end bD(a,gI)local n=bg(d)cr(ca(a.writes,z[n]),d,di..fO..':'..gI)if hm~='-'and hm~='0'then bx(a,'seen',bu(a.now+hm),d)end gw[d]=string.upper(H)gf[d]=true end dQ[#dQ+1]=H end et=et+q*2+1 end return table.concat(dQ),gt,gf end ",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.writes={}local dQ,gt,gf=aW(a,e,bt(gg,11,es),eq,6)local cY,gB=string.gsub(dQ,'%l','')if ja~=''and gB>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gB>tonumber(ja)then return'full'end if a.to.seen then local gH=redis.call('ZRANGE',e.seen,'-inf',bu(a.now),'BYSCORE','LIMIT','0',bu(gB*2+8))for b,d in ipairs(gH)do if not gf[d]then bX(a,'seen',d)end end end a.enqueued=bu(a.enqueued+gB)if gB<#dQ then bq(a,'duplicates',#dQ-gB)end local it=bR(a)local eW=(a.readied>0 or a.sooner)and bM(a)if a.isNew then a.fields={'born',bu(a.now)}aX(a)end local f=bl(a,e,i,dQ)if f then return f end local fU={}for b,d in ipairs(gt)do if gf[d]then fU[#fU+1]=gg[11+#es+b-1]end end if#fU>0 then if redis.call('EXISTS',unpack(fU))>50 then for b,s in ipairs(fU)do redis.pcall('PEXPIRE',s,'1')end else redis.pcall('UNLINK',unpack(fU))end end if eW then cR(a)end return'ok\\n'..dQ..(it and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,O=KEYS[1],KEYS[2]local w,fj,dy=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jv(q)local eH=redis.call('XRANGE',O,bu(q),'+','COUNT','1')[1]if eH then return tonumber(string.match(eH[1],'^%d+')),eH[2][2]end end local a=cg(Z)local dd=cl(a,w)if dd then return dd end if not bL(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dT=tonumber(x[2])or 0 local dJ=tonumber(fj)or dT+1 if string.sub(fj,1,1)=='@'then local r,jh=tonumber(string.sub(fj,2)),jv(0)local fe,fP=jh or dT+1,dT+1 while fe<fP do local gj=fe+(fP-fe-(fP-fe)%2)/2 local q,U=jv(gj)if not q then fP=gj elseif string.match(U,'^%d+')-r<0 then fe=q+1 else fP=gj end end dJ=fe local j=tonumber(string.match(x[1]or'','%d+$'))or 0 if dJ==(jh or dT+1)and dJ-1>j then dJ=dJ-1 end end local dG={'ok\\n'..bu(a.now)..' '..bu(dJ)..' '..bu(dT)}if fj~=''then for b,eH in ipairs(redis.call('XRANGE',O,bu(dJ),'+','COUNT',dy))do dG[b+1]=string.match(eH[1],'^%d+')..'\\n'..eH[2][2]end end return dG",
  ],
);

/** 10173 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gg=KEYS local hr,fv,es,gK=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local eu,dQ,f=a.now+hr,{},nil local h={}for b,eG in ipairs(gK)do h[b]=string.sub(eG,19)end local cZ,N,df=cu(bt(gg,11,es),0,h,1)local fW=redis.call('ZMSCORE',e.leased,unpack(h))local V for b,d in ipairs(h)do if bP(cZ[b],gK[b])then dQ[b]='l'bB(a,e,N or df[b],d,cZ[b],fW[b],eu)else dQ[b],V=cM(cZ[b],gK[b],V,e,h,b)end end local U=table.concat(dQ)..'\\n'..bu(eu)local eW=a.sooner and bM(a)if a.to.leased or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eW then cR(a)end if fv~=''and not a.isNew then cj(e.workers,fv,a.now)end return'ok\\n'..U",
  ],
);

/** 13314 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local z=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fv,hU,fK,eZ=unpack(ARGV,4,7)local dJ=tonumber(hU)local dy=tonumber(fK)",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local h,dE,er=redis.call('ZRANGE',e.leased,bu(dJ),bu(dJ+dy-1)),0,0 if#h>0 then local cZ,N,df=cu(z,11,h,1)for b,d in ipairs(h)do if string.match(cZ[b]or'','^L[^\\n]*\\n([^\\n]*)')==fv then local fo=cx(a,e,N or df[b],d,cZ[b],'W','\"its worker failed\"')dE,er=dE+1,er+(fo and 1 or 0)end end end local iU=#h<dy local U=dE..'\\n'..(iU and'-'or bu(dJ+dy-dE))local eW,f=a.readied>0 and bM(a),nil local cY,ez if er>0 then cY,cY,ez=cQ(a,e,z,11,eZ,er*2+8)end if dE>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cU(a,e)if ez then cC(a)cQ(a,e,z,11,eZ,er*2+8)f=bl(a,e)if not f then cU(a,e)end end if eW then cR(a)end if iU then redis.call('ZREM',e.workers,fv)end return'ok\\n'..U",
  ],
);

/** 1138 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eV=KEYS[1],KEYS[2]local w,dy=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local kf=redis.call('ZREMRANGEBYRANK',eV,'0',bu(dy-1))return'ok\\n'..kf..' '..math.min(1,redis.call('ZCARD',eV))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN,fb=KEYS[1],KEYS[2]local eq=ARGV ",
    $digits,
    "local da={}for b=1,#eq,2 do da[#da+1]=eq[b]end local hD=redis.call('ZMSCORE',eN,unpack(da))for b,v in ipairs(da)do if hD[b]==eq[1+b*2-1]then local fR=redis.call('HGET',fb,v)if fR then local dj='\\t'..fR local ha=(redis.call('HGET',fb,dj)or 0)-1 redis.call('HDEL',fb,'')if ha>0 then redis.call('HSET',fb,dj,bu(ha))else redis.call('HDEL',fb,dj)end redis.call('HDEL',fb,v)end redis.call('ZREM',eN,v)end hD[b]=hD[b]or'-'end return'ok\\n'..table.concat(hD,'\\n')",
  ],
);

/** 2314 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fT,fy,fQ=unpack(KEYS,1,4)local er,gO,n,g,eV=unpack(KEYS,5,9)local gT,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,d,eA=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local dG,gW={bu(a.now),'-'..a.flags},false for cY,s in ipairs({fT,fy,fQ,er,gO})do local S=redis.call('ZSCORE',s,d)gW=gW or S dG[#dG+1]=S or'-'end dG[#dG+1]=redis.call('ZRANK',fT,d)or'-'dG[#dG+1]=redis.call('ZSCORE',eV,d)or'-'local eQ=not gW and bT(e,{d})[1]or'-'local dw=gW and string.find(eA,'d')and redis.call('HGET',n,d)or''if gW and string.find(eA,'h')and redis.call('HSTRLEN',n,d)<100000 then dw=string.match(redis.call('HGET',n,d)or'','^[^:]*:')or''end local dC=not a.isNew and string.find(eA,'r')and redis.call('GET',g)if dC then local hM=string.match(dC,'^C (%d+)')if not hM or hM-(redis.call('HGET',Z,'born')or hM)<0 then dC=nil end end local dg={'ok\\n'..table.concat(dG,' ')..'\\n'..eQ,dw,redis.call('HGET',n,'\\t'..d)or'',dC or''}if string.find(eA,'s')and(dG[3]~='-'or dG[4]~='-')then local jM=redis.call('HGET',Z,'born')or'-'local u={bu(redis.call('ZCARD',fT))..' '..a.leased..' '..jM}for b,fD in ipairs(redis.call('LRANGE',gT,'0',bu(9)))do u[b+1]=string.match(fD,'^[^|]*')end dg[5]=table.concat(u,'\\n')end return dg",
  ],
);

/** 1535 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fQ=KEYS[1]local z=KEYS local gK=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,iM,dG,ia={},{},{''},{}for b,eG in ipairs(gK)do h[b]=string.sub(eG,19)end local fW,A=redis.call('ZMSCORE',fQ,unpack(h)),cu(z,1,h,2)for b,eG in ipairs(gK)do local dw,k=A[b*2-1],A[b*2]local gG=fW[b]and dw and k and string.sub(k,1,18)==string.sub(eG,1,18)iM[b]=gG and'1'or'0'if gG then dG[#dG+1]=dw ia[#ia+1]='H'..(string.match(k,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for cY,gT in ipairs(ia)do dG[#dG+1]=gT end dG[1]='ok\\n'..table.concat(iM)return dG",
  ],
);

/** 1229 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,kR=KEYS[1],KEYS[2]local w,kV,jN=unpack(ARGV,1,3)local p=tonumber(kV)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local u=redis.call('LRANGE',kR,'0',bu(p-1))if jN=='1'then for b,F in ipairs(u)do u[b]=string.match(F,'^[^|]*')..'||'end end return'ok\\n'..bu(a.now)..(u[1]and'\\n'or'')..table.concat(u,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN,fb,gL=unpack(KEYS,1,3)local fB,w,ki=unpack(ARGV,1,3)local ib=tonumber(ki)",
    $digits,
    $readClock,
    "local u={'ok',redis.call('HGET',gL,fB)or'-'}local A,eX,iT={},{},fB=='deep'local x=redis.call('HGETALL',fb)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=ct(w)local eF=redis.call('ZRANGE',eN,'0','-1','WITHSCORES')for b=1,#eF,2 do local v,gn=eF[b],eF[b+1]if v~=''then local fR=A[v]if fR then A[v]=nil eX['\\t'..fR]=(eX['\\t'..fR]or 0)+1 end u[#u+1]=v..' '..(fR or'-')..(iT and I-gn>=ib and' '..gn or'')end end if iT then for dj,dt in pairs(eX)do if tonumber(A[dj])~=dt then redis.call('HDEL',fb,'')redis.call('HSET',fb,dj,bu(dt))end end for dj in pairs(A)do if not eX[dj]then redis.call('HDEL',fb,dj)end end end return table.concat(u,'\\n')",
  ],
);

/** 2952 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dh=KEYS[1],KEYS[2]local z=KEYS local w,dJ,dy,fZ=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local eF,h,u={},{},{}if#fZ==0 then eF=redis.call('ZRANGE',dh,bu(dJ),bu(dJ+dy-1),'WITHSCORES')else for b,S in ipairs(redis.call('ZMSCORE',dh,unpack(fZ)))do if S then cr(eF,fZ[b],S)end end end for b=1,#eF,2 do h[#h+1]=eF[b]end if bL(a,'l')then local gJ=math.max(1,br(z,2,h,#h,0))for b=gJ+1,#h do h[b]=nil end end local dG={''}if#h>0 then local A=cu(z,2,h,2)for b,d in ipairs(h)do u[b]='\\n'..eF[b*2]..' '..d dG[b*2],dG[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dG[1]='ok\\n'..bu(a.now)..' '..redis.call('ZCARD',dh)..table.concat(u)return dG",
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
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bu(ct(w)))end return'ok'",
  ],
);

/** 6723 bytes. */
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true if not bL(a,'p')then a.flags=a.flags..'p'if a.isNew then aX(a)end end local f=bl(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eN)-1)",
  ],
);

/** 8815 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hr,eG,kK=unpack(ARGV,4,6)",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local d=string.sub(eG,19)local j=redis.call('HGET',e.bucket,'\\t'..d)local fW=redis.call('ZSCORE',e.leased,d)local H,k='l',j if not bP(j,eG)then H=cM(j,eG,nil,e,{d},1)else if hr~=''then bB(a,e,e.bucket,d,j,fW,a.now+hr)a.rewrites=nil k='L'..string.sub(j,2)end local C,eI=string.match(k,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cF(a,e.bucket,'\\t'..d,(C or k..'\\n\\n')..kK..(eI or''),j)end local eW,f=a.sooner and bM(a),nil if H=='l'or not a.isNew then f=bl(a,e,i,H)end if f then return f end if eW then cR(a)end return'ok\\n'..H",
  ],
);

/** 10065 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gg=KEYS local es,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local dQ,eV={},{}local cZ,N,df=cu(bt(gg,6,es),0,h,1)for b,S in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local d=h[b]dQ[b]=S and not eV[d]and'd'or'U'if dQ[b]=='d'then eV[d]=true a.tick=a.tick+1 cc(a,N or df[b],d,cZ[b],cn(S%10,a.tick),false)bX(a,'delayed',d)end end local U=table.concat(dQ)local eW,f=a.readied>0 and bM(a),nil if a.readied>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eW then cR(a)end return'ok\\n'..U",
  ],
);

/** 9142 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local z=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK,X,H=unpack(ARGV,4,6)local dy=tonumber(fK)",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local h=redis.call('ZRANGE',e.state,'0',bu(dy-1))if#h>0 then bZ(a,z,6,h,1)local cZ,N,df=cu(z,6,h,1)for b,d in ipairs(h)do cB(a,N or df[b],d,cZ[b])aV(a,d,H)end a.from.state,a.from.expiring=h,h if X~=''then bq(a,X,#h)end end local U=#h..' '..(redis.call('ZCARD',e.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cU(a,e)return'ok\\n'..U",
  ],
);

/** 143 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN=KEYS[1]local u={'ok'}for cY,v in ipairs(redis.call('ZRANGE',eN,'0','-1'))do if v~=''then u[#u+1]=v end end return table.concat(u,'\\n')",
  ],
);

/** 1066 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fG=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dd=cl(cg(Z),w)if dd then return dd end local x,u=redis.call('HGETALL',fG),{}for b=1,#x,2 do u[#u+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#u..table.concat(u)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gL=KEYS[1]",
    $REPORT_SUFFIX,
    "local jn=redis.call('HMGET',gL,'light'..aM,'deep'..aM)return'ok\\n'..(jn[1]or'-')..'\\n'..(jn[2]or'-')",
  ],
);

/** 7297 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fp=tonumber(ARGV[4])",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local iF,f=bL(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fp==0 then if iF then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local C=string.match(iF and x[1]or'','%d+$')if not C then C=bu(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}cK(a,e.meta,'recorded',x[2])end a.fields=be(a.fields,'events',bu(fp)..' '..C)cK(a,e.meta,'events',x[1])if not iF then a.flags=a.flags..'e'end if a.isNew then aX(a)end end if fp>0 or not a.isNew then f=bl(a,e,i,'-')end if f then return f end if fp==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',bu(fp))end return'ok\\n-'",
  ],
);

/** 10399 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local eq={unpack(ARGV,4)}",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end local he,h,eV={},{},{}for b=1,#eq,3 do he[#he+1]=eq[b]end local fE=redis.call('ZMSCORE',e.failed,unpack(he))local A,N,df=cu(z,6,he,2)for b,d in ipairs(he)do local dw,k,n=A[b*2-1],A[b*2],N or df[b]local ko,eP=string.sub(k or'',1,17)==eq[b*3-1],eq[b*3]if fE[b]and dw and ko and not eV[d]then eV[d]=true h[#h+1]=d cF(a,n,d,eP,dw)bD(a,eP)cz(a,n,d,k,cp(string.sub(eP,1,16)))end end return bm(a,e,i,h)",
  ],
);

/** 10364 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local dy,fZ=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local h,eV={},{}if#fZ==0 then if dy>0 then h=redis.call('ZRANGE',e.failed,'0',bu(dy-1))end else for b,S in ipairs(redis.call('ZMSCORE',e.failed,unpack(fZ)))do if S and not eV[fZ[b]]then h[#h+1]=fZ[b]eV[fZ[b]]=true end end end if#h>0 then local cZ,N,df=cu(z,6,h,1)for b,d in ipairs(h)do local di=string.match(cZ[b]or'','^%a %d+ %d+ %d+ (%d+)')cz(a,N or df[b],d,cZ[b],di and cp(di)or 5)end end return bm(a,e,i,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eN=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gn=ci(eN,w)redis.call('ZADD',eN,gn,'',gn,v)return'ok'",
  ],
);

/** 7078 bytes. */
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
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local jz,f=bL(a,'p'),nil if jz then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bl(a,e,i,'-')end if f then return f end if jz then a.readied=redis.call('ZCARD',e.ready)if bM(a)then cR(a)end end return'ok\\n-'",
  ],
);

/** 1464 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fT,fy,fQ=unpack(KEYS,1,4)local er,gO,jZ,eV=unpack(KEYS,5,8)local z={unpack(KEYS,9,24)}local hG={unpack(KEYS,25)}local w,ib=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end if bL(a,'p')or bL(a,'e')or redis.call('EXISTS',fT,fy,fQ,er,gO,jZ,eV,unpack(z))>0 then return'ok\\n0'end local kH=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(kH[b]or 0)<ib then return'ok\\n0'end end local cY,B=ct(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hG))return'ok\\n1'",
  ],
);

/** 1661 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fG=KEYS[1],KEYS[2]local w,d,kZ,U,ij=unpack(ARGV,1,5)local hw=tonumber(ij)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iV(kI)return string.find(kI,'\"status\":\"running\"',1,true)~=nil end local a=cg(Z)local dd=cl(a,w)if dd then return dd end local j=redis.call('HGET',fG,d)local iK=j and string.match(j,'^%d+')or'0'if a.isNew or iK~=kZ then return'ok\\n'..(j or'0')end if U==''then redis.call('HDEL',fG,d)return'ok\\n0'end local im=redis.call('HGET',fG,'running')if not j and redis.call('HLEN',fG)-(im and 1 or 0)>=hw then return'full'end local ge=bu(iK+1)..' '..U local hk=(im or 0)+(iV(U)and 1 or 0)-(j and iV(j)and 1 or 0)if hk>0 then redis.call('HSET',fG,d,ge,'running',bu(hk))else redis.call('HSET',fG,d,ge)if im then redis.call('HDEL',fG,'running')end end return'ok\\n'..ge",
  ],
);

/** 7004 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dh=KEYS[1],KEYS[2]local z=KEYS local w,v,ji=unpack(ARGV,1,3)local S,ge=ARGV[4],ARGV[5]local ij,fK,kF,kG=unpack(ARGV,6,9)local hw=tonumber(ij)local dy=tonumber(fK)local jd=tonumber(kF)local je=tonumber(kG)local ev={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kx=ARGV ",
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
    "local aT='[^\\31]+'local function bC(E,kJ)for v in string.gmatch(kJ,aT)do if type(E)~='table'then return nil end local iS=string.match(v,'^%d+$')if E[v]==nil and iS then E=E[iS+1]else E=E[v]end end return E end local function bA(fd)local dH={}for b=1,#fd,4 do if fd[b]=='='then local gU,c=pcall(cjson.decode,'['..fd[b+3]..']')if gU then dH[b]=c[1]end end end return dH end local function bj(dw,fd)local hH=string.find(dw,':',1,true)for b=1,#fd,4 do if not hH or not string.find(dw,fd[b+2],hH+1,true)then return nil end end return hH+1 end local function ce(hp,fd,gh)for b=1,#fd,4 do local fB,E,gi=fd[b],bC(hp,fd[b+1]),nil if fB=='='then gi=E~=nil and E==gh[b]elseif fB=='~'then gi=type(E)=='string'and string.find(E,fd[b+3],1,true)~=nil else gi=E~=nil==(fB=='?')end if not gi then return false end end return true end local function bw(dw)local gf=string.match(dw,'^%d+ c(%d+)')if gf then return tonumber(gf)end local di=tonumber(string.match(dw,'^%d+'))return di and cP(di%900000000000000)or 0 end local function bp(iX,U)local dJ=1 while true do local et=string.find(iX,U,dJ,true)if not et then return false end local kW=string.match(string.sub(iX,1,et-1),'\\\\*$')if#kW%2==0 then return true end dJ=et+1 end end local function cf(k,ev)local eB,fv,u=string.match(k or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n]*)(.*)$')if ev.attempts~=''and(eB or 0)-ev.attempts<0 then return false end if ev.worker~=''and fv~=ev.worker then return false end if ev.error==''then return true end for fS in string.gmatch(u or'','\\n%d+ %d+ ([^\\n]*)')do if bp(fS,ev.error)then return true end end return false end local function bU(k)return tonumber(string.match(k,'\\n(%d+) %d+ [^\\n]*$'))end local function bz(dh,S,k,dw,r)if dh=='failed'or dh=='done'then return S-r<=0 end local dX=string.match(k or'','^%a (%d+)')if dX and cP(tonumber(dX))>r then return false end if dh=='ready'then return cP(S%900000000000000)<=r end if dh=='leased'then return true end if dX then return(bU(k)or 0)<=r end return bw(dw)<=r end local function kj(U,fi)for b=1,math.min(#U,#fi)do local J,K=string.byte(U,b),string.byte(fi,b)if J~=K then return J>K end end return#U>#fi end local function kM()if S==''then return 0 end if redis.call('ZSCORE',dh,ge)==S then return redis.call('ZRANK',dh,ge)+1 end local fe,fP=redis.call('ZCOUNT',dh,'-inf','('..S),redis.call('ZCOUNT',dh,'-inf',S)while fe<fP do local gj=(fe+fP-(fe+fP)%2)/2 local dp=redis.call('ZRANGE',dh,bu(gj),bu(gj))[1]if kj(dp,ge)then fP=gj else fe=gj+1 end end return fe end local function kC(d)if ev.id==''then return true end if ev.isPrefix==''then return d==ev.id end return string.sub(d,1,#ev.id)==ev.id end local a=cg(Z)local dd=cl(a,w)if dd then return dd end local jg=ev.worker..ev.error..ev.attempts..ev.entered~=''local fd={unpack(kx,18)}local iN=#fd>0 local jf=ev.from..ev.to~=''or iN local gh=bA(fd)local A,u,dG,dK,hK,ey,ga=0,{},{''},0,0,0,0 local function jl(d)local dw=redis.call('HGET',z[2+bg(d)],d)or''dK=dK+#dw return dw end local function kD(dw)local dJ=bj(dw,fd)if not dJ then return false end local p,gU,hp=#dw-dJ+1,false,nil if p<=je then if hK+p>je then return nil end hK=hK+p gU,hp=pcall(cjson.decode,string.sub(dw,dJ))end if not gU then ga=ga+1 end return gU and ce(hp,fd,gh)end local function kB(d,jX,k,dw)if not kC(d)or jg and not cf(k,ev)then return false,dw end if not dw and(jf or ev.entered~=''and v=='delayed'and not k)then dw=jl(d)end if ev.entered~=''and not bz(v,jX,k,dw,tonumber(ev.entered))then return false,dw end if ev.from~=''and bw(dw)-ev.from<0 then return false,dw end if ev.to~=''and bw(dw)-ev.to>0 then return false,dw end if iN then return kD(dw),dw end return true,dw end local dT,iY=ge,S==''and'-'or S local hz=kM()local ez,fX=false,false while not ez and not fX and ey<hw and A<dy and dK<jd do local jt=math.min(250,hw-ey)local eF=redis.call('ZRANGE',dh,bu(hz),bu(hz+jt-1),'WITHSCORES')local h,fE={},{}for b=1,#eF,2 do h[#h+1],fE[#fE+1]=eF[b],eF[b+1]end ez=#h<jt hz=hz+#h local T,dH=jf and not bL(a,'l')and 2 or 1,{}if#h>0 and(jg or T==2)then dH=cu(z,2,h,T)end for b,d in ipairs(h)do local dw,k,gi=nil,dH[b*T],nil fX=A>=dy or dK>=jd if not fX then if T==2 then dw=dH[b*2-1]or''dK=dK+#dw end gi,dw=kB(d,fE[b],k,dw)fX=gi==nil end if fX then ez=false break end ey,dT,iY=ey+1,d,fE[b]if gi then A=A+1 u[A]='\\n'..fE[b]..' '..d if ji=='jobs'then dG[A*2]=dw or jl(d)dG[A*2+1]=k or redis.call('HGET',z[2+bg(d)],'\\t'..d)or''end end end end if ji=='count'then u={'\\n'..bu(A)}end dG[1]='ok\\n'..bu(a.now)..' '..redis.call('ZCARD',dh)..' '..bu(ey)..' '..bu(ga)..' '..(ez and'-'or iY)..' '..dT..table.concat(u)return dG",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gL=KEYS[1]local fB,w,fx,kP=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local dj,U=fB..aM,bu(ct(w))..' '..kP if fx==''then redis.pcall('HSET',gL,dj,U)else redis.call('HSET',gL,dj,U,fB,fx)end return'ok'",
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

/** 26785 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local fU=KEYS local gZ={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eZ,hY=ARGV[8],ARGV[9]local eq=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bV(q)return string.sub(ag,q*2+1,q*2+2)end ",
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
    "local function bi(eY)local n=0 if eY>=1 then n=1 end if eY>=1073741824 then eY=1073741823 end if eY>=65536 then eY,n=eY/65536,n+16 end if eY>=256 then eY,n=eY/256,n+8 end if eY>=16 then eY,n=eY/16,n+4 end if eY>=4 then eY,n=eY/4,n+2 end if eY>=2 then n=n+1 end return n end local function cd(a,hZ,eY,q)local dQ=string.char(hZ+bi(eY))if q>1 then dQ=string.rep(dQ,q)end a.measured=a.measured..dQ end local function ba(hZ,es,H)local dG,p={},0 for q in string.gmatch(hZ or'','%d+')do p=p+1 dG[p]=q end for b=1,31 do local dN=es[H+b-1]if dN then for kq=p+1,b do dG[kq]='0'end p=math.max(p,b)dG[b]=bu(dG[b]+dN)end end return table.concat(dG,' ')end local function bE(a)if#a.latencies+#a.measured>96 then local dQ,es={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#dQ do es[dQ[b]]=(es[dQ[b]]or 0)+1 end local j=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=be(a.fields,'waits',ba(j[1],es,64))cr(a.fields,'runTimes',ba(j[2],es,96))cK(a,a.meta,'waits',j[1])cK(a,a.meta,'runTimes',j[2])a.latencies,a.measured='',''end end ",
    $parseRun,
    $formatRun,
    $withError,
    $staleReason,
    "local function bs(k,eE)k.isUnused=eE=='g'if eE=='b'or eE=='p'then local ff,fg=tonumber(k.postponed)or 0,tonumber(k.unfinished)or 0 if eE=='p'then ff=ff+1 else fg=fg+1 end k.postponed,k.unfinished=bu(ff),bu(fg)if eE=='p'then k.isUnused=ff<=1000 else k.isUnused=fg%10~=0 end end if k.isUnused then k.released=bu(k.released+1)end end local function bk(a,e,eE,k,iL)if eE=='c'or eE=='k'then return'c','C','completed',nil end bs(k,eE)if k.isUnused and eE~='p'then return'r','W','released',nil end if eE=='f'or not k.isUnused and k.attempt-k.released>=tonumber(k.max)then return'f','F','failed',nil end a.tick=a.tick+1 if eE=='b'or iL=='0'then return'r','W','retried',a.tick end return'd','W','retried',bK(a,e.delayed,a.now+iL)end local function bY(a,e,d,k,H)local di,hP=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if H=='r'then cK(a,e.ready,d,di)elseif di then bX(a,'ready',d)end if H=='f'then cK(a,e.failed,d,hP)elseif hP then bX(a,'failed',d)end if di and k.expiresAt~='0'then if H=='r'or H=='d'then cK(a,e.expiring,d,k.expiresAt)else bX(a,'expiring',d)end end return hP end local function by(a,d,k,H,eE,t)local iW=H=='r'or H=='d'if H=='r'then bx(a,'ready',k.place,d)a.readied=a.readied+1 elseif H=='d'then bx(a,'delayed',bv(t,cp(k.place)),d)a.sooner=true cb(a,cP(t))elseif H=='f'then bx(a,'failed',bu(a.now),d)elseif eE=='k'then bx(a,'done',bu(a.now),d)end if iW and k.expiresAt~='0'then bx(a,'expiring',k.expiresAt,d)cb(a,tonumber(k.expiresAt))end return not iW and eE~='c'end local function cL(a,e,z,Q,eq,C,fU,hR)local h,dQ,jp,dC,gE,V={},{},{},0,false,nil local ht,p,eR,iP=bL(a,'l'),0,false,false for et=C,#eq,4 do h[#h+1]=string.sub(eq[et+1],19)end local cZ,N,df=cu(z,Q,h,1)local gF=redis.call('ZMSCORE',e.leased,unpack(h))for b=1,#h do local d,j,n,et=h[b],cZ[b],N or df[b],C+b*4-4 local eE,eG,hq,fS=eq[et],eq[et+1],eq[et+2],eq[et+3]local iO=j and string.sub(j,2,18)==string.sub(eG,2,18)local H,X,k=jp[d],'stale',nil if H=='W'and not iO then H='A'end if not H and(not iO or not string.find(j,'^[LE]'))then H,V=cM(j,eG,V,e,h,b)end if not H and ht then p=p+redis.call('HSTRLEN',n,d)eR=eR or iP and p>32000000 end if eR then H,X='M',nil end if not H then if eE=='c'then k={expiresAt='-'}else k=cm(j)end H=not k and'U'end if not H then local dh,t H,dh,X,t=bk(a,e,eE,k,hq)jp[d],iP=dh,true if H~='r'or not k.isUnused or eE=='p'then cd(a,96,a.now-1600000000000-string.sub(eG,3,14),1)end if t then k.place=cn(cp(k.place),t)end if H=='c'and hq~=''then a.results=be(a.results,fU[hR],'C '..bu(a.now)..' '..hq)end if gF[b]then bX(a,'leased',d)elseif bY(a,e,d,k,H)then gE=true if H=='f'then X=nil end end if by(a,d,k,H,eE,t)then dC=dC+1 end if eE=='c'then cB(a,n,d,j)aV(a,d,'C')else if fS~=''and not k.isUnused then k.lines=cS(k.lines,bu(a.now),k.attempt,fS)end cF(a,n,'\\t'..d,bI(k,dh),j)end end if hq~=''and(eE=='c'or eE=='k')then hR=hR+1 end if X=='completed'then a.completed=bu(a.completed+1)elseif X then bq(a,X,1)end dQ[b]=H end return table.concat(dQ),dC,gE,eR end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bO(a,d)if not a.isFinished then a.isFinished={}for cY,kc in ipairs(a.finished)do a.isFinished[kc]=true end end return a.isFinished[d]end local function bW(a,e,z,Q,gY,fh)local fA,eT,C,fW,eu,dN,gV local dE,ey,dK,fX=0,0,0,false local iy local jr,iE,gz=nil,0,0 local kY,jB=' '..gY.max..' 0','\\n'..gY.worker repeat local h if ey==0 then h=redis.call('ZRANGE',e.ready,'0',gY.count)else h=redis.call('ZRANGE',e.ready,bu(ey),bu(ey+fh-dE))end local p,ha=#h,fh-dE dN=p>ha if dN then p=ha end if bL(a,'l')and(p>1 or ey>0)then local gJ=br(z,Q,h,p,dK)if gJ==0 and ey==0 then gJ=1 end fX=gJ<p p=gJ dN=dN or fX end for b=#h,p+1,-1 do h[b]=nil end if p>0 then local A,N,df,x if p==1 then local q=bg(h[1])N,x=z[Q+q],{h[1],'\\t'..h[1]}A=redis.call('HMGET',N,x[1],x[2])else A,N,df,x=cu(z,Q,h,2)end local c=nil if N and a.oneHash==N then c=a.oneWrite end if not eu then fW=a.now+gY.duration eu=bu(fW)end for b=1,p do local d,dw,k=h[b],A[b*2-1],A[b*2]local n,dD,fj,iC=N or df[b],'0',nil,kY if dw and string.byte(dw,17)~=58 then local q,fO=string.match(dw,'^(%d+)([^:]*)')if#(q or'')~=16 then fj,fO=cn(5,0),''end dD=string.match(fO,' x(%d+)')or dD iC=' '..(string.match(fO,' m(%d+)')or gY.max)..' '..dD if e.delayed and dD~='0'then a.from.expiring=bd(a.from.expiring,d)end end if not e.delayed and(not dw or dD~='0')then gV=true end if not e.delayed and k and a.finished and string.byte(k)==76 then local kd=bO(a,d)gV=gV or kd end if e.delayed and(not dw or dD~='0'and dD-a.now<=0)then cB(a,n,d,k)if dw then bq(a,'expired',1)aV(a,d,'E')dK=dK+#dw end elseif dw then dE=dE+1 local t,dX=a.tick+dE,nil if p==1 then dX=string.format('%015d',t)else local fe=t%100 if fe==0 or not iy then iy=string.format('%013d',(t-fe)/100)end dX=iy..bV(fe)end local m,dj,eH,di=d,x[b*2],nil,fj or string.sub(dw,1,16)if k then local eB,jK,jj,eX,u=string.match(k,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')eB,u=bu((eB or 0)+1),u or'\\n'm=eB..'\\t'..d eH='L '..dX..' '..eB..' '..(jK or'0')..' '..(jj or di)..iC..(eX or'')..jB..u if string.byte(k)==76 then di=nil else di=jj or di end a.histories=bd(a.histories,'H'..u)else eH='L '..dX..' 1 0 '..di..iC..jB..'\\n'a.runsMore=(a.runsMore or 0)+1 end if di then local ih=string.sub(di,1,13)if ih~=jr then if gz>0 then cd(a,64,iE,gz)end iE=a.now-1600000000000-(tonumber(ih)or 0)%900000000000 jr,gz=ih,0 end gz=gz+1 end if k and#eH<=#k then cF(a,n,dj,eH,k)else if k then cK(a,n,dj,k)end if N then c=be(c,dj,eH)else cW(a,n,dj,eH)end end if dE==1 then fA,eT,C,a.to.leased=m,dw,dX,{eu,d}else if dE==2 then fA,eT={fA},{eT}end fA[dE],eT[dE]=m,dw cr(a.to.leased,eu,d)end dK=dK+#dw a.lastTick=dX end end if N and c then if not a.oneWrite or a.oneHash==N then a.oneHash,a.oneWrite=N,c else for et=1,#c,2 do cW(a,N,c[et],c[et+1])end end end end ey=ey+p until gV or not dN or fX or dE>=fh or ey-dE>=1000 if gz>0 then cd(a,64,iE,gz)end if ey>0 then a.popped=ey==1 and'0'or bu(ey-1)end if dE>0 then a.tick=a.tick+dE a.leased=bu(a.leased+dE)if fW-a.due<0 then a.due=eu end if dE>15 then cr(a.to.leased,'+inf',aI)a.isLong=true end end return fA,eT,dE,C,eu,dN,gV end ",
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
    "local function bH(a,dQ,fA,dE,dX,eu,dN)if dE>1 then fA=table.concat(fA,'\\n')end return dQ..'\\n- '..eu..(dN and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dX..'\\n'..fA end local function bJ(a,dQ,dx,dN)return dQ..'\\n'..bu(a.now)..(dN and' - 1 'or' - 0 ')..dx..' -'..a.flags..' -'end local function cT(a,U,eT,dE)if not eT then return'ok\\n'..U end if dE==1 and not a.histories and#eT<4000 then return'ok\\n'..U..'\\n\\n'..eT end if dE==1 then eT={eT}end table.insert(eT,1,'ok\\n'..U)if a.histories then for cY,gT in ipairs(a.histories)do eT[#eT+1]=gT end end return eT end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cg(e.meta)local dO=ck(a,i)if dO then return dO end a.frees=true local jq,hc,gk=eq[10]~=nil,gZ.count~='0',a.now-a.due>=0 local fh=bL(a,'p')and 0 or tonumber(gZ.count)local m=bN(a)local dQ,U,eT,dE,ew,fm='-',nil,nil,0,false,0 local function fw(eP,dg)local f local hv=jq or dE>0 or i.number~='0'bE(a)if eP then f=bl(a,e,i,hv and dg)end if f then cD(a,m)else cU(a,e)m=bN(a)if dg and eP then a.before=i.number..'\\n'..dg end U=dg or U end cC(a)return f end local function jo()local cY,dC,gE,eR,ez dQ,dC,gE,eR=cL(a,e,z,12,eq,10,fU,29)if a.results then a.resultTtl=string.match(eZ,'%S+$')end if dC>0 and not gE then cY,cY,ez=cQ(a,e,z,12,eZ,dC*2+8)end fm=(ez or gE)and dC or 0 if eR then hc=false end return not a.isNew or string.find(dQ,'%l')~=nil end local function ku(eP,hV)local fA,dX,eu,dN if gk then a.due=ch(e)eP=not a.isNew dN=a.now-a.due>=0 end if fh>0 then fA,eT,dE,dX,eu,dN=bW(a,e,z,12,gZ,fh)dN=dN or a.now-a.due>=0 ew=not dN end if not a.isNew and(dE==0 or hY~='')then local kp=aX(a)eP=eP or kp or i.number~='0'end if dE>0 then return true,bH(a,dQ,fA,dE,dX,eu,dN)end local dx=hV and a.due or ch(e)return eP or a.popped,bJ(a,dQ,dx,dN)end local function iZ(eP,hV)local kk,dg=ku(eP,hV)local f=fw(kk,dg)if f then dE,eT,ew=0,nil,false end return f end local function jw(q)if q==0 then return end cQ(a,e,z,12,eZ,q*2+8)fw(a.from.done or a.from.failed)end local km=hc if jq then local eP,f=jo(),nil if hc and not gk and a.readied==0 and not a.from.ready then hc=false f=iZ(eP,true)if f then eP=jo()end end if not U then f=fw(eP,bJ(a,dQ,'-',km))if f then return f end end end if hc then if gk then local hX=math.min(1000,10+fh*2)local cY,A=cA(a,e,z,12,hX)fw(A>0)local hA,er=cw(a,e,z,12,hX)local b,ez if er>0 then b,b,ez=cQ(a,e,z,12,eZ,er*2+8)end local f=fw(hA>0)if ez and not f then jw(er)end local hy=cq(a,e,hX)fw(hy>0)end local f=iZ(false,false)if not U then return f end end jw(fm)a.readied=a.readied-dE local kn,eW=a.readied>0 or a.sooner,false if kn then eW=bM(a)elseif ew and(dE>0 or gk)then eW=bL(a,'h')end if eW then cR(a,ew)end if hY~=''and not a.isNew then if hY=='p'then redis.pcall('HSET',e.meta,'policy',eZ)end if gZ.worker~=''then cj(e.workers,gZ.worker,a.now)end cI(a,e,120000,10000)local it=bR(a)if not it and U then U=string.gsub(U,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cT(a,U or bJ(a,dQ,'-',false),eT,dE)",
  ],
);

/** 2638 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fQ,gc=unpack(KEYS,1,3)local z=KEYS local w,hU,fK=unpack(ARGV,1,3)local dJ=tonumber(hU)local dy=tonumber(fK)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cg(Z)local dd=cl(a,w)if dd then return dd end local gF=redis.call('ZRANGE',fQ,bu(dJ),bu(dJ+dy-1),'WITHSCORES')local dG={'ok',bu(a.now)..' '..(#gF<dy*2 and'-'or bu(dJ+dy))}local gw=dJ==0 and redis.call('ZRANGE',gc,'0','999','WITHSCORES')or{}for b=1,#gw,2 do dG[#dG+1]='W '..gw[b+1]..' '..gw[b]end local h={}for b=1,#gF,2 do h[#h+1]=gF[b]end if#h>0 then local cZ=cu(z,3,h,1)for b,d in ipairs(h)do local dX,fv=string.match(cZ[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dG[#dG+1]='H '..gF[b*2]..' '..(dX or'0')..' '..d dG[#dG+1]='-'..(fv or'')end end return table.concat(dG,'\\n')",
  ],
);
