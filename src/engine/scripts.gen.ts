// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $digits = "local function bc(q)return string.format('%d',q)end ";
const $readClock = "local function bT(x)if string.byte(x)~=61 then local t=redis.pcall('TIME')if not t.err then local W,G=t[1]+0,t[2]+0 return W*1000+(G-G%1000)/1000,(W-1600000000)*1000000+G end end local M=tonumber(string.match(x,'%d+'))return M,(M-1600000000000)*1000 end ";
const $nextStamp = "local function bH(eb,x)return bc(math.max(bT(x),(redis.call('ZSCORE',eb,'')or 0)+1))end ";
const $bucketOfBytes = "local function aV(e)local cP=#e for b=1,#e,8 do local J,K,dJ,dK,dL,dM,dN,dO=string.byte(e,b,b+7)cP=(cP*31+J+(K or 0)*3+(dJ or 0)*5+(dK or 0)*7+(dL or 0)*11+(dM or 0)*13+(dN or 0)*17+(dO or 0)*19)%65521 end return cP%16+1 end ";
const $bucketOf = "local function aU(e)local A,F=string.byte(e,1,2)if A==95 and#e==13 and F<103 and F>47 and(F<58 or F>96)then return F<58 and F-47 or F-86 end return aV(e)end ";
const $declaredBuckets = "local function bb(d,A,ea)local y={}for b=1,#ea do y[tonumber(string.sub(ea,b,b),16)+1]=d[A+b-1]end return y end ";
const $readJobs = "local function bU(y,O,h,Y)local w={}for b=1,#h do local e=h[b]if Y==2 then w[b*2-1]=e end w[b*Y]='\\t'..e end local N=aU(h[1])local dv=aU(h[#h])if N==dv then local C,cS=nil,Y==2 if cS then C=redis.call('HMGET',y[O+N],unpack(w))for b=1,#h do if not C[b*2-1]then cS=false break end end end if cS then return C,y[O+N],nil,w end end local cx,dp,z,cT={},{},{},{}for b=1,#h do local q=aU(h[b])local n=y[O+q]cx[b]=n if not z[n]then z[n],cT[n]={},{}end local c,cB=z[n],cT[n]for S=(b-1)*Y+1,b*Y do local o=#c+1 c[o],cB[o]=w[S],S end end for n,c in pairs(z)do local C,cB=redis.call('HMGET',n,unpack(c)),cT[n]for S=1,#c do dp[cB[S]]=C[S]end end return dp,nil,cx,w end ";
const $pushPair = "local function bS(c,J,K)local o=#c c[o+1],c[o+2]=J,K end ";
const $appendPair = "local function aS(c,J,K)if not c then return{J,K}end bS(c,J,K)return c end ";
const $append = "local function aR(c,H)if not c then return{H}end c[#c+1]=H return c end ";
const $listFor = "local function bC(z,r)local c=z[r]if not c then c={}z[r]=c end return c end ";
const $HEAD = "local ai='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local aA='2  0 0 0 0 0 0'";
const $LONG = "local ap='-----------------------------------------------------------------'";
const $newUnit = "local function bF(cz)return{meta=cz,readied=0,to={},from={}}end ";
const $openUnit = "local function bK(a,x)local p=redis.call('HGET',a.meta,'head')local s,B a.flags,s,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(p or aA,ai)a.isNew,a.head=not p,p if not s or not p and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,B=bT(x)a.tick=s+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function bJ(a,i)local cA=bK(a,i.times)if cA then return cA end local j=redis.call('HGET',i.replies,i.lane)if j then local q=string.match(j,'^%d+')if q==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#q+2)end if q-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function bn(a,dm)return a.flags~=''and string.find(a.flags,dm,1,true)~=nil end ";
const $count = "local function aZ(a,Q,dA)if not a.totals then a.totals={}end a.totals[Q]=(a.totals[Q]or 0)+dA end ";
const $leave = "local function bz(a,k,e)a.from[k]=aR(a.from[k],e)end ";
const $saveOld = "local function cf(a,r,cI,j)if not a.old then a.old={}end a.old[r..cI]=j end ";
const $dropJob = "local function bd(a,n,e,l)if not a.drops then a.drops={}end local c=bC(a.drops,n)c[#c+1]=e if l then c[#c+1]='\\t'..e a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aK(a,e,E)a.endings=aS(a.endings,e,E)end ";
const $limitFreed = "local function bB(a,y,O,h,B)local df,o=0,#h if bn(a,'l')then for b=1,o do local q=aU(h[b])df=df+redis.call('HSTRLEN',y[O+q],h[b])if df>64000000 and b>B then for S=o,b,-1 do h[S]=nil end break end end end return#h<o end ";
const $beginEndings = "local function aT(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $turnEndings = "local function co(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)aT(a,d)end ";
const $writeEndings = "local function cs(a,d)if not a.finished and not a.endings then return end local c,s,dR={},a.lastTick if a.finished then local ee='C'..s for b,e in ipairs(a.finished)do c[b*2-1],c[b*2]=e,ee end dR=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do bS(c,a.endings[b],a.endings[b+1]..s)end end if d.endedBefore then dR=redis.call('EXISTS',d.endings)==0 end if dR then aT(a,d)end local g=redis.pcall('HSET',d.endings,unpack(c))if d.endedBefore and not dR and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then co(a,d)end end ";
const $EVENT_LETTERS = "local ag={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $eventsOf = "local function bh(a,d)local v,I,da={},{},{}local cG,t=a.endings or{},bc(a.now)for R,e in ipairs(a.from.done or{})do da[e]=true end for b=1,#cG,2 do local e,E=cG[b],a.from.state and'P'or cG[b+1]if E~='F'and(E~='C'or not da[e])then v[#v+1]=E..e end end for R,k in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[k]or{}for b=2,#c,2 do local e=c[b]if e~=ap and not(a.old and a.old[d[k]..e])then v[#v+1]=ag[k]..e end end end local A,o=1,0 for b=1,#v do o=o+#v[b]+1 if o>8000 or b==#v then I[#I+1]=t..'\\n'..table.concat(v,'\\n',A,b)A,o=b+1,0 end end return I end ";
const $writeEvents = "local function ct(a,d,I)local w=redis.pcall('HMGET',a.meta,'events','recorded')local cQ,j=string.match(w[1]or'','^%d+')or'0',(tonumber(w[2])or 0)-#I for b,cC in ipairs(I)do redis.pcall('XADD',d.events,'MAXLEN',cQ,bc(j+b)..'-0','e',cC)end end ";
const $isRefused = "local function bt(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $headOf = "local function bp(a)local T=(a.runsMore or 0)-(a.runsLess or 0)if T~=0 then a.runs=bc(math.max(0,a.runs+T))end a.lastTick=a.lastTick or bc(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aP(a)local X={}if not a.fields then a.fields={}end for u in pairs(a.totals)do X[#X+1]=u end for b,H in ipairs(redis.call('HMGET',a.meta,unpack(X)))do local u=X[b]local Q=bc((H or 0)+a.totals[u])bS(a.fields,u,Q)cf(a,a.meta,u,H)end end ";
const $writeFields = "local function cv(a,z)local f for r,c in pairs(z)do if not f then local g=redis.pcall('HSET',r,unpack(c))if bt(g)then f=g end end end return f end ";
const $revert = "local function cc(z,cR,cI,dF,cJ)for r,c in pairs(z)do for b=1,#c,2 do local u=c[b+cI]local j=cR[r..u]if not j then redis.pcall(dF,r,u)elseif cJ=='ZADD'then redis.pcall(cJ,r,j,u)else redis.pcall(cJ,r,u,j)end end end end ";
const $commit = "local function aW(a,d,i,cy)local p=bp(a)local L if d.events and bn(a,'e')then L=bh(a,d)if#L>0 then aZ(a,'recorded',#L)end end if a.totals then aP(a)end local D=cy and i.number..'\\n'..cy local cH=D and a.before and#D<=#a.before local f for R=1,2 do f=nil for k,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[k],unpack(c))if bt(g)then f=g end end end if a.writes and not f then f=cv(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.keepResults)if g.err then f=g end end end end if D and not cH and not f then local g=redis.pcall('HSET',i.replies,i.lane,D)if bt(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',p,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',p)end if bt(g)then f=g end end if a.rewrites and not f then f=cv(a,a.rewrites)end if cH and not f then local g=redis.pcall('HSET',i.replies,i.lane,D)if bt(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dd={}for k,c in pairs(a.to)do dd[d[k]]=c end cf(a,a.meta,'head',a.head)cc(a.rewrites or{},a.old,0,'HDEL','HSET')cc({[a.meta]=aS(a.fields,'head',p)},a.old,0,'HDEL','HSET')if D and not cH and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if D and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cc(a.writes or{},a.old,0,'HDEL','HSET')cc(dd,a.old,1,'ZREM','ZADD')return f end a.head=p if cy and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,c in pairs(a.from)do redis.pcall('ZREM',d[k],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,ap)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for r,c in pairs(a.drops)do redis.pcall('HDEL',r,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if d.events and L then ct(a,d,L)end return nil end ";
const $NEVER = "local az='9999999999999'";
const $enter = "local function bf(a,k,V,e)a.to[k]=aS(a.to[k],V,e)end ";
const $lowerDue = "local function bD(a,t)if t-a.due<0 then a.due=bc(t)end end ";
const $rewriteField = "local function cd(a,n,cE,H,j)cf(a,n,cE,j)if#H>#j then if not a.writes then a.writes={}end bS(bC(a.writes,n),cE,H)else if not a.rewrites then a.rewrites={}end bS(bC(a.rewrites,n),cE,H)end end ";
const $placeOf = "local function bO(dx,s)return string.format('%016d',dx*900000000000000+s)end ";
const $lastDueScore = "local function bw(t)return bc((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cm(V)return(V-V%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bP(V)local dx=V%10 return bO(dx,(V-dx)/10)end ";
const $parseRun = "local function bN(l)local cK,du,dX,fl,cM,eP,cX,eH,eI,v=string.match(l or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')if not v then return nil end return{state=cK,fence=du,attempt=dX,released=fl,place=cM,max=eP,expiresAt=cX,postponed=eH,unfinished=eI,lines=v}end ";
const $formatRun = "local function bl(l,cK)local eu=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({cK,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..eu..l.lines end ";
const $withError = "local function cq(v,M,dX,fr)local j,dT=string.match(v,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not j then j,dT='\\n'..(string.match(v,'\\n([^\\n]*)')or'')..'\\n',''end dT=string.gsub(dT,'\\t[^\\n]*','')..'\\n'..M..' '..dX..' '..fr local ec,dh={},1 repeat ec[#ec+1]=dh dh=string.find(dT,'\\n',dh+1)until not dh local A=math.max(1,#ec-5+1)while A<#ec and#dT-ec[A]>=800 do A=A+1 end return j..string.sub(dT,ec[A])end ";
const $expire = "local function bi(a,d,y,O,dn)local h=redis.call('ZRANGE',d.expiring,'-inf',bc(a.now),'BYSCORE','LIMIT','0',bc(dn))local eh=bB(a,y,O,h,1)local eD=0 if#h>0 then local T,N,cx=bU(y,O,h,1)local fX,gj=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,e in ipairs(h)do if fX[b]or gj[b]then eD=eD+1 bd(a,N or cx[b],e,T[b])aK(a,e,'E')if fX[b]then bz(a,'ready',e)end if gj[b]then bz(a,'delayed',e)end end end a.from.expiring=h if eD>0 then aZ(a,'expired',eD)end end return eD,#h,eh end ";
const $reclaimJob = "local function bY(a,d,n,e,j,cK,gf)local l,ev=bN(j),cK local eE=l and l.attempt-l.released>=tonumber(l.max)if eE then bf(a,'failed',bc(a.now),e)l.lines=cq(l.lines,bc(a.now),l.attempt,gf)ev=cK=='L'and'E'or'F'aZ(a,'failed',1)else bf(a,'ready',l and l.place or bO(5,0),e)a.readied=a.readied+1 if l and l.expiresAt~='0'then bf(a,'expiring',l.expiresAt,e)bD(a,tonumber(l.expiresAt))end aZ(a,'reclaimed',1)end if l and ev~='L'then cd(a,n,'\\t'..e,bl(l,ev),j)end bz(a,'leased',e)return eE end ";
const $reclaim = "local function bX(a,d,y,O,dn)local h=redis.call('ZRANGE',d.leased,'-inf',bc(a.now),'BYSCORE','LIMIT','0',bc(dn))local dC=0 if#h>0 then local T,N,cx=bU(y,O,h,1)for b=1,#h do local eE=bY(a,d,N or cx[b],h[b],T[b],'L','\"lease expired\"')if eE then dC=dC+1 end end end return#h,dC end ";
const $promoteDue = "local function bR(a,d,dn)local cO=redis.call('ZRANGE',d.delayed,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bc(dn),'WITHSCORES')for b=1,#cO,2 do local cM=bP(cO[b+1])bf(a,'ready',cM,cO[b])bz(a,'delayed',cO[b])end a.readied=a.readied+#cO/2 return#cO/2 end ";
const $nextDue = "local function bG(d)local t=az for R,k in ipairs({'leased','delayed','expiring'})do local V=redis.call('ZRANGE',d[k],'0','0','WITHSCORES')[2]if V and k=='delayed'then V=cm(V)end if V and V-t<0 then t=V end end return bc(t)end ";
const $trimEnded = "local function cn(a,d,y,O,en,ez)local dZ,dn={},math.min(1000,ez)dZ.doneAge,dZ.doneCount,dZ.failedAge,dZ.failedCount=string.match(en,'^(%S+) (%S+) (%S+) (%S+)')local h,ft,eL,eQ,dc,dY={},{},0,0,false,false for R,k in ipairs({'done','failed'})do local eM,cQ,cR=tonumber(dZ[k..'Age']),tonumber(dZ[k..'Count']),{}if eM then cR=redis.call('ZRANGE',d[k],'-inf',bc(a.now-eM),'BYSCORE','LIMIT','0',bc(dn))end local cB=#(a.to[k]or{})/2 eQ=eQ+cB if cQ then local o=redis.call('ZCARD',d[k])local eC=o+cB-cQ dY=dY or eC>o if eC>#cR then cR=redis.call('ZRANGE',d[k],'0',bc(math.min(eC,dn)-1))end end dc=dc or#cR>=dn for b=1,#cR do h[#h+1]=cR[b]ft[#h]=k end end if#h>0 then local eh=bB(a,y,O,h,eQ+1)dc=dc or eh local eV={}for R,k in ipairs({'ready','delayed','leased'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do eV[b]=eV[b]or V end end local T,N,cx=bU(y,O,h,1)for b=1,#h do local e,eS=h[b],ft[b]=='failed'if eS then bz(a,'failed',e)else bz(a,'done',e)end if not eV[b]then eL=eL+1 bd(a,N or cx[b],e,T[b])aK(a,e,eS and'F'or'C')if eS then aZ(a,'purged',1)end end end end return eL,dc,dY end ";
const $ageEndings = "local function aQ(a,d,eM,gP)local o=redis.call('HLEN',d.endings)if o<gP then return end local ey=redis.call('HGET',d.endings,'')if not ey then aT(a,d)end if o>=1000000 or ey and a.now-ey>eM then co(a,d)if o==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function ca(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bq(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cb(a,p)a.flags,a.tick,a.due,a.runs=p.flags,p.tick,p.due,p.runs a.leased,a.completed,a.readied,a.sooner=p.leased,p.completed,p.readied,p.sooner end ";
const $hasListeners = "local function bo(a)if a.flags~='h'and not bn(a,'h')then return a.isNew end if bn(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cp(a,dQ)local cO='-'if a.due~=az then cO=bc(math.max(0,a.due-a.now))end local q=dQ and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bc(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..cO)end ";
const $timeOf = "local function cl(s)return(s-s%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bQ(cM)return(cM-cM%900000000000000)/900000000000000 end ";
const $dueScore = "local function be(s,dx)return bc(s*10+dx)end ";
const $tickAt = "local function ck(a,eR,t)if not a.ticks then a.ticks={}end local ge,A,s={},(t-1600000000000)*1000,nil for b=1,1000 do ge[b]=A local el=a.ticks[A]if not el then local dh,ht=bc(A*10),bc(A*10+9999)local V=redis.call('ZRANGE',eR,ht,dh,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]el=V and(V-V%10)/10 or A-1 end if el<A+999 then s=el+1 break end A=math.max(A+1000,el-el%1000)end s=s or A for R,fS in ipairs(ge)do a.ticks[fS]=s end return s end ";
const $addListener = "local function aM(a)local j=redis.call('HGET',a.meta,'heard')local dP=bn(a,'h')and j or'0'if dP-a.now>300000 then return false end if not bn(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end bS(a.fields,'heard',bc(a.now+600000))cf(a,a.meta,'heard',j)return true end ";
const $isRegistered = "local function bu(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bx(d,h)local C=redis.call('HMGET',d.endings,unpack(h))for b,ee in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do C[b]=C[b]or ee end return C end ";
const $reasonNotHeld = "local function bW(l,dU,di,d,h,b)if not l then di=di or bx(d,h)return string.sub(di[b]or'U',1,1),di end local cK,du=string.match(l,'^(%a) (%d+)')if cK=='E'then return'F',di end if cK=='L'or cK=='W'and du~=string.sub(dU,3,17)then return'A',di end return cK or'U',di end ";
const $isHeld = "local function bs(l,dU)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(dU,2,18)end ";
const $extendLease = "local function bj(a,d,n,e,l,j,dH)bf(a,'leased',bc(dH),e)bD(a,dH)if j and dH-j<0 then a.sooner=true end if j then cf(a,d.leased,e,j)elseif string.sub(l,1,1)=='E'then bz(a,'failed',e)cd(a,n,'\\t'..e,'L'..string.sub(l,2),l)else bz(a,'ready',e)bz(a,'expiring',e)end end ";
const $MOST_WORKERS = "local ay='-1001'";
const $noteWorker = "local function bI(fn,fa,M)if redis.pcall('ZADD',fn,bc(M),fa)==1 then redis.call('ZREMRANGEBYRANK',fn,'0',ay)end end ";
const $countReadable = "local function ba(y,O,h,o,df)local q=0 for b=1,o do local cB=aU(h[b])df=df+redis.call('HSTRLEN',y[O+cB],h[b])if df>2000000 then break end q=b end return q end ";
const $writeField = "local function cu(a,n,cE,H)if not a.writes then a.writes={}end bS(bC(a.writes,n),cE,H)end ";
const $rewriteRun = "local function ce(a,n,e,l,cM,fz)local er=bN(l)or{fence='0',attempt='0',released='0',max='0',expiresAt='0',postponed='',lines='\\n\\n'}er.place=cM if fz then er.attempt,er.released,er.postponed='0','0',''end local ef=bl(er,'W')if l then cd(a,n,'\\t'..e,ef,l)else cu(a,n,'\\t'..e,ef)a.runsMore=(a.runsMore or 0)+1 end return er.expiresAt end ";
const $makeReady = "local function bE(a,n,e,l,cM,fz)local cX=ce(a,n,e,l,cM,fz)bf(a,'ready',cM,e)a.readied=a.readied+1 return cX end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  "local eb,eq=KEYS[1],KEYS[2]local u,x,fd=unpack(ARGV,1,3)local hJ,hK=tonumber(ARGV[4]),tonumber(ARGV[5])",
  $digits,
  $readClock,
  $nextStamp,
  "local gs,cE=not redis.call('ZSCORE',eb,u),'\\t'..fd local cL=redis.call('HGET',eq,cE)local iG=redis.call('ZCARD',eb)if gs and hJ and iG-1>=hJ then return'full\\nmaxQueues'end if gs and hK and(cL or 0)-hK>=0 then return'full\\nmaxQueuesOfMaker'end local fu=bH(eb,x)if gs then redis.call('HSET',eq,u,fd,cE,bc((cL or 0)+1))end local g=redis.pcall('ZADD',eb,fu,'',fu,u)if type(g)=='table'then if gs then redis.call('HDEL',eq,u)if cL then redis.call('HSET',eq,cE,cL)else redis.call('HDEL',eq,cE)end end return g end return'ok'",
);

/** 9473 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fp=KEYS local ea,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local hw={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local y,dk,ex,fO=bb(fp,12,ea),{},{},0 bB(a,y,0,h,1)for b in ipairs(h)do dk[b]='U'end for R,k in ipairs({'ready','delayed','leased','failed','done'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if V then local e=h[b]if not ex[e]then dk[b],ex[e]=hw[k],hw[k]end if string.find(ex[e],'%l')then bz(a,k,e)end end end end local T,N,cx=bU(y,0,h,1)for b,e in ipairs(h)do if string.find(dk[b],'%l')then bd(a,N or cx[b],e,T[b])aK(a,e,'X')bz(a,'expiring',e)fO=fO+1 end end if fO>0 then aZ(a,'cancelled',fO)end local cC=table.concat(dk)local f if fO>0 or not a.isNew then f=aW(a,d,i,cC)end if f then return f end cs(a,d)return'ok\\n'..cC",
);

/** 15440 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12]}local y=KEYS local i={replies=KEYS[29],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eU,iM,en=unpack(ARGV,4,6)local dq=tonumber(eU)",
  $bucketOfBytes,
  $bucketOf,
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
  "local hX='- - 2592000000 100000'local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local fs=a.now-a.due>=0 if en==''then en=redis.call('HGET',d.meta,'policy')or hX end local p=bq(a)local gc,dc,gy=0,false,nil local function eN(eA,cy,q,gX)local f if eA then f=aW(a,d,i,cy)end if f then cb(a,p)gy,q=f,0 else cs(a,d)p=bq(a)gc,dc=gc+q,dc or gX end ca(a)return q end local eD,gx,dC,gw=0,0,0,0 if fs then local q,fy,eh=bi(a,d,y,12,dq)eD=eN(fy>0,nil,q,eh or fy>=dq)local fG,gb=bX(a,d,y,12,dq)fG=eN(fG>0,nil,fG,fG>=dq)dC=math.min(fG,gb)gx=fG-dC local cO=bR(a,d,dq)gw=eN(cO>0,nil,cO,cO>=dq)end local da,gX=cn(a,d,y,12,en,dq)local eL=eN(a.from.done or a.from.failed,nil,da,gX)local fJ=redis.call('ZRANGE',d.seen,'-inf',bc(a.now),'BYSCORE','LIMIT','0',bc(dq))if fJ[1]then a.from.seen=fJ end if fs then a.due=bG(d)end local hQ=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',bc(a.now-iM))dc=dc or#fJ>=dq local cC=table.concat({gx,dC,gw,eD,eL,hQ,dc and 1 or 0},' ')local gt=gc+hQ>0 and not a.isNew and not gy eN(gt or fJ[1]or fs and not a.isNew,gt and cC,0)if gc==0 then aQ(a,d,86400000,1)end if a.readied>0 and bo(a)then cp(a)end if gy and gc==0 then return gy end return'ok\\n'..cC",
);

/** 1482 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cz,fk,eR,fj=unpack(KEYS,1,4)local dC,fQ,fn=unpack(KEYS,5,7)local x,X=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end local dl={bc(a.now)}for R,r in ipairs({fk,eR,fj,dC,fQ,fn})do dl[#dl+1]=redis.call('ZCARD',r)end local ev=redis.call('ZRANGE',fk,'0','0','WITHSCORES')[2]dl[#dl+1]=ev and bc(cl(ev%900000000000000))or'-'local hu=redis.call('HMGET',cz,unpack(X))for b,Q in ipairs(hu)do hu[b]=Q or'0'end return'ok\\n'..table.concat(dl,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hu,' ')",
);

/** 12703 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local x,eU,ih=unpack(ARGV,1,3)local dq=tonumber(eU)",
  $bucketOfBytes,
  $bucketOf,
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
  "local aJ={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function bV(a,y,h)local fT,T={},{}if bn(a,'l')then local C,N,cx=bU(y,0,h,1)for b,e in ipairs(h)do fT[b],T[b]=redis.call('HSTRLEN',N or cx[b],e)>0,C[b]end else local C=bU(y,0,h,2)for b in ipairs(h)do fT[b],T[b]=C[b*2-1]and true,C[b*2]end end return fT,T end local function bZ(n,e,l)local cM,cX=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,e)<100000 then local p=string.match(redis.call('HGET',n,e),'^[^:]*')cM,cX=cM or string.match(p,'^%d+'),string.match(p,' x(%d+)')or cX end return cM and#cM==16 and cM or bO(5,0),cX~='0'and cX end local function aO(d,k,e,V)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[k],V,e))=='number'end ",
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
  "local a=bF(d.meta)local cA=bK(a,x)if cA then return cA end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local hy=redis.call('HGET',d.meta,'audit')local eB,fh=string.match(hy or'','^([1-9]%d*) (%d+)$')eB,fh=tonumber(eB)or 1,fh or'0'if eB>23 then eB=1 end if ih=='0'and eB==1 and fh=='0'then return'ok\\n1 0 0 0 0 0 0'end local he,gK,gb,fD,fF,fy,hp,df,gQ=0,0,0,0,0,0,0,0,false local function hm(ii,r,dn)local cy=redis.call(ii,r,fh,'COUNT',bc(dn))fh=cy[1]return cy[2]end local function gB(k,h)return redis.call('ZCARD',d[k])>0 and redis.call('ZMSCORE',d[k],unpack(h))or{}end local ip=(a.now-1600000000000)*1000+86400000000 local function hx(e,cX)if not cX then return true end bD(a,tonumber(cX))return aO(d,'expiring',e,cX)end local function iI(e,l)gb=gb+1 for R,k in ipairs(aa)do redis.call('ZREM',d[k],e)end redis.call('ZREM',d.expiring,e)if l then redis.call('HDEL',y[aU(e)],'\\t'..e)a.runs=bc(math.max(0,a.runs-1))end end local function ix(e,l,k,fA)gK=gK+1 local eG for R,ez in ipairs(aJ[string.sub(l or'',1,1)]or aa)do eG=eG or fA[ez]and ez end eG=eG or k for R,eX in ipairs(aa)do if eX~=eG then redis.call('ZREM',d[eX],e)end end return eG end local function hz(ep)local h,gA={},{}for b=1,#ep/2 do h[b],gA[b]=ep[b*2-1],ep[b*2]end return h,gA end local function ie(k,ep)local h,gA=hz(ep)if#h==0 then return 0 end local fT,T=bV(a,y,h)local hE={}for R,eX in ipairs(aa)do if eX~=k then hE[eX]=gB(eX,h)end end for b,e in ipairs(h)do local l,fA=T[b],nil for eX,C in pairs(hE)do if C[b]then fA=fA or{[k]=true}fA[eX]=true end end if not fT[b]then iI(e,l)else local eG=fA and ix(e,l,k,fA)or k if eG=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local cM,cX=bZ(y[aU(e)],e,nil)if hx(e,cX)and aO(d,'ready',e,cM)then fD=fD+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,e)end end local s=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if k=='ready'then s=math.max(s,gA[b]%900000000000000-1000)end if s>a.tick and s<ip then a.tick=s fF=1 end end end return#h end local Y=1 local function iK(n,dn)local gr,j=bn(a,'l'),df if gr and fh=='0'and redis.call('HLEN',n)<=dq then return redis.call('HKEYS',n)end local ep,w=hm('HSCAN',n,gr and Y or dn),{}for b=1,#ep,2 do local cE,o=ep[b],#ep[b+1]w[#w+1]=cE df=df+o if o>2100 and string.sub(cE,1,1)~='\\t'and not bn(a,'l')then a.flags=a.flags..'l'end end Y=df-j<100000 and Y*2 or 1 return w end local function id(n,w)local h={}for R,cE in ipairs(w)do if string.sub(cE,1,1)~='\\t'then h[#h+1]=cE elseif redis.call('HEXISTS',n,string.sub(cE,2))==0 then fD=fD+1 redis.call('HDEL',n,cE)end end if#h==0 then return#w end local C={}for R,k in ipairs(aa)do for b,V in ipairs(gB(k,h))do C[b]=C[b]or V end end for b,e in ipairs(h)do if not C[b]then local l=redis.call('HGET',n,'\\t'..e)local cK=string.sub(l or'',1,1)local k,V,cX=cK=='C'and'done',bc(a.now),nil if cK=='F'or cK=='E'then k='failed'end if not k then k='ready'V,cX=bZ(n,e,l)local s=V%900000000000000 if cl(s)>a.now then k,V='delayed',be(s,bQ(V))bD(a,cl(s))a.sooner=true end end if hx(e,cX)and aO(d,k,e,V)then he=he+1 if k=='ready'then a.readied=a.readied+1 end end end end return#w end local function iN()local w,eF=0,0 for b=1,16 do w=w+redis.call('HLEN',y[b])end for R,k in ipairs(aa)do eF=eF+redis.call('ZCARD',d[k])end return w,eF end repeat local q=0 local dn=dq-fy if eB<=5 then q=ie(aa[eB],hm('ZSCAN',d[aa[eB]],dn))elseif eB<22 then local n=y[eB-5]q=id(n,iK(n,dn))elseif eB==22 then local h=hz(hm('ZSCAN',d.expiring,dn))q=#h if q>0 then local fk,eR=gB('ready',h),gB('delayed',h)for b,e in ipairs(h)do if not fk[b]and not eR[b]then fD=fD+1 redis.call('ZREM',d.expiring,e)end end end else local w,eF=iN()if w-eF~=tonumber(a.runs)then a.runs=bc(math.max(0,w-eF))fF=fF+1 end local gz=a.completed+eF-redis.call('ZCARD',d.done)for R,Q in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do gz=gz+(Q or 0)end if gz~=tonumber(a.enqueued)then a.enqueued=bc(gz)fF=fF+1 end fh='0'end fy,hp=fy+q,hp+math.max(q,dq/25)if fh=='0'then gQ=eB==23 eB=eB%23+1 end until gQ or hp>=dq or df>2000000 cf(a,d.meta,'audit',hy)a.fields={'audit',eB..' '..fh}local dP=(a.readied>0 or a.sooner)and bo(a)local f=aW(a,d)if f then return f end if dP then cp(a)end return'ok\\n'..table.concat({gQ and 1 or 0,fy,he,gK,gb,fD,fF},' ')",
);

/** 1853 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  "local cz=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ir=KEYS local gH={unpack(KEYS,35)}",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  "local a=bF(cz)local g=bJ(a,i)if g then return g end if bn(a,'l')then for b=1,16 do local n,eX=y[2+b],ir[18+b]local o=redis.call('HLEN',n)if o>0 and o<=64 then redis.call('RENAME',n,eX)redis.call('PEXPIRE',eX,'1')end end end redis.call('UNLINK',unpack(gH))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
);

/** 4102 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local s=unpack local m=redis.call local J=string.match local f=redis.pcall local B=string.sub local N=string.find local k=string.format local O=type local v,ap,ck,E=s(KEYS,1,4)local Z,ag,at,cn=s(ARGV,1,4)local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local aH=0 local aU local g,H,aA,aw,az,ac,ay,ax,A,x,F,t,ai,r local b repeat local aa do local n=m('HGET',v,'head')local M,W g,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if string.byte(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,W=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=tonumber(J(at,'%d+'))A,W=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<W then x=W end if W<0 or x>=899000000000000 then aa='bad_clock'else aa=nil end end end if aa then b=aa break end local o=m('HGET',E,Z)if o then local i=J(o,'^%d+')if i==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#i+2)break end if i-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if ay or g~=''and N(g,'e',1,true)~=nil then return'odd'end do local bH=cn*900000000000000 local al=bH+x local bX=bH+(A+1-1600000000000)*1000 local aT,q,ar,au for bG=5,#K,2 do local j,bQ=K[bG],K[bG+1]al=al+1 if#K==6 then ar=k('%016d',al)else local ad=al%100 if ad==0 or not au then au=k('%014d',(al-ad)/100)end ar=au..B(bj,ad*2+1,ad*2+2)end local L=ar..(al>=bX and' c'..k('%d',A)..':'or':')..bQ if#bQ>2000 and not(g~=''and N(g,'l',1,true)~=nil)then g=g..'l'end if aT then do local a=aT local I=ar local d=#a a[d+1],a[d+2]=I,j end do local a=q local d=#a a[d+1],a[d+2]=j,L end else aT,q={ar,j},{j,L}end end aU,t=aT,{[ck]=q}aH=#aT/2 x=x+aH aw=k('%d',aw+aH)end local aN if g~='h'and not(g~=''and N(g,'h',1,true)~=nil)then aN=ay else if g~=''and N(g,'p',1,true)~=nil then aN=false else if x%32~=0 or(m('HGET',v,'heard')or'0')-A>0 then aN=true else g=string.gsub(g,'h','')aN=false end end end local c do local n ai=ai or k('%d',x)n='2 '..g..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac local C=ag..'\\n-'local ao=C and F and#C<=#F local a for bk=1,2 do a=nil if aU then if not a then local d=f('ZADD',ap,s(aU))if d~=0 and d~=1 and O(d)=='table'then a=d end end end if t and not a then do local y=t local d for u,e in pairs(y)do if not d then local h=f('HSET',u,s(e))if h~=0 and h~=1 and O(h)=='table'then d=h end end end a=d end end if C and not ao and not a then local d=f('HSET',E,Z,C)if d~=0 and d~=1 and O(d)=='table'then a=d end end if not a then local d d=f('HSET',v,'head',n)do local aK do local e=d aK=e~=0 and e~=1 and O(e)=='table'end if aK then a=d end end end if ao and not a then local d=f('HSET',E,Z,C)if d~=0 and d~=1 and O(d)=='table'then a=d end end if not a or true or B(a.err,1,3)~='OOM'then break end m('HDEL',v,'')end if a then local aM={}if aU then aM[ap]=aU end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local d=redis.pcall for u,e in bl(y)do for h=1,#e,2 do local ae=e[h+bs]local o=bt[u..ae]if not o then d(bv,u,ae)elseif as=='ZADD'then d(as,u,o,ae)else d(as,u,ae,o)end end end end ah({},r,0,'HDEL','HSET')local function bn(d,I,P)if not d then return{I,P}end do local e=#d d[e+1],d[e+2]=I,P end return d end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Z,F)end if C and not F then f('HDEL',E,Z)end ah(t or{},r,0,'HDEL','HSET')ah(aM,r,1,'ZREM','ZADD')c=a else ax=n if not F then f('PEXPIRE',E,J(at,'%d+$'))end c=nil end end if c then return c end if aN then do local aL='-'if H~=bh then aL=k('%d',math.max(0,H-A))end local i='-'if aH>0 then i=aH==1 and'1'or k('%d',aH)end f('PUBLISH',B(v,1,-5)..'wake',i..' '..aL)end end return'ok\\n-'",
);

/** 11097 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fp=KEYS local ea,hI=ARGV[4],ARGV[5]local dS=ARGV ",
  $bucketOfBytes,
  $bucketOf,
  $declaredBuckets,
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
  "local an={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bk(a,gv)if#gv>2000 and not bn(a,'l')then a.flags=a.flags..'l'end end local function ci(a,d,h)local hq={}for b,dH in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if dH and dH-a.now>0 then hq[h[b]]='S'end cf(a,d.seen,h[b],dH)end for R,k in ipairs({'ready','delayed','leased','failed','done'})do for b,V in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if V then hq[h[b]]=an[k]end end end return hq end local function aL(a,d,y,dS,A)local dg,ed={},A while dS[ed]do local q,gl=string.match(dS[ed],'^%d (%d+) %S+ (%S+)')if gl~='-'then for b=1,q do dg[#dg+1]=dS[ed+b*2-1]end end ed=ed+q*2+1 end local di,dk,fP={},{},{}if#dg>0 then di=ci(a,d,dg)end ed=A while dS[ed]do local dx,q,hV,gl,eP,hT,cB=string.match(dS[ed],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fB,go=string.sub(hV,1,1),tonumber(string.sub(hV,2))for b=1,q do local e,gv=dS[ed+b*2-1],dS[ed+b*2]local E=di[e]if not E then a.tick=a.tick+1 local s=a.tick E='r'if fB=='+'and go>0 then E,s='d',ck(a,d.delayed,a.now+go)elseif fB=='@'and go>a.now then E,s='d',ck(a,d.delayed,go)end local cM=bO(dx,s)local eY=cl(s)~=a.now and' c'..bc(a.now)or''if eP~='-'then eY=eY..' m'..eP end if hT~='-'then local cX=a.now+hT eY=eY..' x'..bc(cX)bf(a,'expiring',bc(cX),e)bD(a,cX)end if cB~='-'then eY=eY..' o'..cB end if E=='r'then bf(a,'ready',cM,e)a.readied=a.readied+1 else bf(a,'delayed',be(s,dx),e)a.sooner=true bD(a,cl(s))end bk(a,gv)local n=aU(e)bS(bC(a.writes,y[n]),e,cM..eY..':'..gv)if gl~='-'and gl~='0'then bf(a,'seen',bc(a.now+gl),e)end di[e]=string.upper(E)fP[e]=true end dk[#dk+1]=E end ed=ed+q*2+1 end return table.concat(dk),dg,fP end ",
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.writes={}local dk,dg,fP=aL(a,d,bb(fp,11,ea),dS,6)local R,fE=string.gsub(dk,'%l','')if hI~=''and fE>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+fE>tonumber(hI)then return'full'end if a.to.seen then local fJ=redis.call('ZRANGE',d.seen,'-inf',bc(a.now),'BYSCORE','LIMIT','0',bc(fE*2+8))for b,e in ipairs(fJ)do if not fP[e]then bz(a,'seen',e)end end end a.enqueued=bc(a.enqueued+fE)if fE<#dk then aZ(a,'duplicates',#dk-fE)end local hi=bu(a)local dP=(a.readied>0 or a.sooner)and bo(a)if a.isNew then a.fields={'born',bc(a.now)}aM(a)end local f=aW(a,d,i,dk)if f then return f end local ff={}for b,e in ipairs(dg)do if fP[e]then ff[#ff+1]=fp[11+#ea+b-1]end end if#ff>0 then if redis.call('EXISTS',unpack(ff))>50 then for b,r in ipairs(ff)do redis.pcall('PEXPIRE',r,'1')end else redis.pcall('UNLINK',unpack(ff))end end if dP then cp(a)end return'ok\\n'..dk..(hi and''or'\\nu')",
);

/** 1909 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  "local cz,L=KEYS[1],KEYS[2]local x,ey,dq=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  "local function hR(q)local ef=redis.call('XRANGE',L,bc(q),'+','COUNT','1')[1]if ef then return tonumber(string.match(ef[1],'^%d+')),ef[2][2]end end local a=bF(cz)local cA=bK(a,x)if cA then return cA end if not bn(a,'e')then return'ok\\n-'end local w=redis.call('HMGET',cz,'events','recorded')local dv=tonumber(w[2])or 0 local dh=tonumber(ey)or dv+1 if string.sub(ey,1,1)=='@'then local t,hL=tonumber(string.sub(ey,2)),hR(0)local fc,fW=hL or dv+1,dv+1 while fc<fW do local hb=fc+(fW-fc-(fW-fc)%2)/2 local q,cC=hR(hb)if not q then fW=hb elseif string.match(cC,'^%d+')-t<0 then fc=q+1 else fW=hb end end dh=fc local j=tonumber(string.match(w[1]or'','%d+$'))or 0 if dh==(hL or dv+1)and dh-1>j then dh=dh-1 end end local dl={'ok\\n'..bc(a.now)..' '..bc(dh)..' '..bc(dv)}if ey~=''then for b,ef in ipairs(redis.call('XRANGE',L,bc(dh),'+','COUNT',dq))do dl[b+1]=string.match(ef[1],'^%d+')..'\\n'..ef[2][2]end end return dl",
);

/** 9911 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fp=KEYS local gq,fa,ea,fL=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
  $bucketOfBytes,
  $bucketOf,
  $declaredBuckets,
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local dH,dk,f=a.now+gq,{},nil local h={}for b,dU in ipairs(fL)do h[b]=string.sub(dU,19)end local T,N,cx=bU(bb(fp,11,ea),0,h,1)local fi=redis.call('ZMSCORE',d.leased,unpack(h))local di for b,e in ipairs(h)do if bs(T[b],fL[b])then dk[b]='l'bj(a,d,N or cx[b],e,T[b],fi[b],dH)else dk[b],di=bW(T[b],fL[b],di,d,h,b)end end local cC=table.concat(dk)..'\\n'..bc(dH)local dP=a.sooner and bo(a)if a.to.leased or not a.isNew then f=aW(a,d,i,cC)end if f then return f end if dP then cp(a)end if fa~=''and not a.isNew then bI(d.workers,fa,a.now)end return'ok\\n'..cC",
);

/** 12969 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fa,fU,eU,en=unpack(ARGV,4,7)local dh=tonumber(fU)local dq=tonumber(eU)",
  $bucketOfBytes,
  $bucketOf,
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local h,el,dC=redis.call('ZRANGE',d.leased,bc(dh),bc(dh+dq-1)),0,0 if#h>0 then local T,N,cx=bU(y,11,h,1)for b,e in ipairs(h)do if string.match(T[b]or'','^L[^\\n]*\\n([^\\n]*)')==fa then local eE=bY(a,d,N or cx[b],e,T[b],'W','\"its worker failed\"')el,dC=el+1,dC+(eE and 1 or 0)end end end local hG=#h<dq local cC=el..'\\n'..(hG and'-'or bc(dh+dq-el))local dP,f=a.readied>0 and bo(a),nil local R,dY if dC>0 then R,R,dY=cn(a,d,y,11,en,dC*2+8)end if el>0 or not a.isNew then f=aW(a,d,i,cC)end if f then return f end cs(a,d)if dY then ca(a)cn(a,d,y,11,en,dC*2+8)f=aW(a,d)if not f then cs(a,d)end end if dP then cp(a)end if hG then redis.call('ZREM',d.workers,fa)end return'ok\\n'..cC",
);

/** 1087 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  "local cz,ex=KEYS[1],KEYS[2]local x,dq=ARGV[1],tonumber(ARGV[2])",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end local io=redis.call('ZREMRANGEBYRANK',ex,'0',bc(dq-1))return'ok\\n'..io..' '..math.min(1,redis.call('ZCARD',ex))",
);

/** 542 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  "local eb,eq=KEYS[1],KEYS[2]local dS=ARGV ",
  $digits,
  "local X={}for b=1,#dS,2 do X[#X+1]=dS[b]end local gC=redis.call('ZMSCORE',eb,unpack(X))for b,u in ipairs(X)do if gC[b]==dS[1+b*2-1]then local fd=redis.call('HGET',eq,u)if fd then local cE='\\t'..fd local ga=(redis.call('HGET',eq,cE)or 0)-1 redis.call('HDEL',eq,'')if ga>0 then redis.call('HSET',eq,cE,bc(ga))else redis.call('HDEL',eq,cE)end redis.call('HDEL',eq,u)end redis.call('ZREM',eb,u)end gC[b]=gC[b]or'-'end return'ok\\n'..table.concat(gC,'\\n')",
);

/** 1963 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cz,fk,eR,fj=unpack(KEYS,1,4)local dC,fQ,n,iJ,ex=unpack(KEYS,5,9)local d={endings=KEYS[10],endedBefore=KEYS[11]}local x,e,er=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $lastEndings,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end local dl,fZ={bc(a.now),'-'..a.flags},false for R,r in ipairs({fk,eR,fj,dC,fQ})do local V=redis.call('ZSCORE',r,e)fZ=fZ or V dl[#dl+1]=V or'-'end dl[#dl+1]=redis.call('ZRANK',fk,e)or'-'dl[#dl+1]=redis.call('ZSCORE',ex,e)or'-'local ee=not fZ and bx(d,{e})[1]or'-'local ej=fZ and string.find(er,'d')and redis.call('HGET',n,e)or''if fZ and string.find(er,'h')and redis.call('HSTRLEN',n,e)<100000 then ej=string.match(redis.call('HGET',n,e)or'','^[^:]*:')or''end local cQ=not a.isNew and string.find(er,'r')and redis.call('GET',iJ)if cQ then local gL=string.match(cQ,'^C (%d+)')if not gL or gL-(redis.call('HGET',cz,'born')or gL)<0 then cQ=nil end end return{'ok\\n'..table.concat(dl,' ')..'\\n'..ee,ej,redis.call('HGET',n,'\\t'..e)or'',cQ or''}",
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local fj=KEYS[1]local y=KEYS local fL=ARGV ",
  $bucketOfBytes,
  $bucketOf,
  $readJobs,
  "local h,hB,dl,gT={},{},{''},{}for b,dU in ipairs(fL)do h[b]=string.sub(dU,19)end local fi,C=redis.call('ZMSCORE',fj,unpack(h)),bU(y,1,h,2)for b,dU in ipairs(fL)do local ej,l=C[b*2-1],C[b*2]local fI=fi[b]and ej and l and string.sub(l,1,18)==string.sub(dU,1,18)hB[b]=fI and'1'or'0'if fI then dl[#dl+1]=ej gT[#gT+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for R,gU in ipairs(gT)do dl[#dl+1]=gU end dl[1]='ok\\n'..table.concat(hB)return dl",
);

/** 80 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "note"],
  "local hl=KEYS[1]local fB,iB=ARGV[1],ARGV[2]redis.call('HSET',hl,fB,iB)return'ok'",
);

/** 2722 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cz,cK=KEYS[1],KEYS[2]local y=KEYS local x,fU,eU=unpack(ARGV,1,3)local dh=tonumber(fU)local dq=tonumber(eU)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  $bucketOfBytes,
  $bucketOf,
  $readJobs,
  $countReadable,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end local ep,h,v=redis.call('ZRANGE',cK,bc(dh),bc(dh+dq-1),'WITHSCORES'),{},{}for b=1,#ep,2 do h[#h+1]=ep[b]end if bn(a,'l')then local fM=math.max(1,ba(y,2,h,#h,0))for b=fM+1,#h do h[b]=nil end end local dl={''}if#h>0 then local C=bU(y,2,h,2)for b,e in ipairs(h)do v[b]='\\n'..ep[b*2]..' '..e dl[b*2],dl[b*2+1]=C[b*2-1]or'',C[b*2]or''end end dl[1]='ok\\n'..bc(a.now)..' '..redis.call('ZCARD',cK)..table.concat(v)return dl",
);

/** 6451 bytes. */
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true if not bn(a,'p')then a.flags=a.flags..'p'if a.isNew then aM(a)end end local f=aW(a,d,i,'-')return f or'ok\\n-'",
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  "local eb=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eb)-1)",
);

/** 8551 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gq,dU,iF=unpack(ARGV,4,6)",
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local e=string.sub(dU,19)local j=redis.call('HGET',d.bucket,'\\t'..e)local fi=redis.call('ZSCORE',d.leased,e)local E,l='l',j if not bs(j,dU)then E=bW(j,dU,nil,d,{e},1)else if gq~=''then bj(a,d,d.bucket,e,j,fi,a.now+gq)a.rewrites=nil l='L'..string.sub(j,2)end local A,dT=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cd(a,d.bucket,'\\t'..e,(A or l..'\\n\\n')..iF..(dT or''),j)end local dP,f=a.sooner and bo(a),nil if E=='l'or not a.isNew then f=aW(a,d,i,E)end if f then return f end if dP then cp(a)end return'ok\\n'..E",
);

/** 9794 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fp=KEYS local ea,h=ARGV[4],{unpack(ARGV,5)}",
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local dk,ex={},{}local T,N,cx=bU(bb(fp,6,ea),0,h,1)for b,V in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local e=h[b]dk[b]=V and not ex[e]and'd'or'U'if dk[b]=='d'then ex[e]=true a.tick=a.tick+1 bE(a,N or cx[b],e,T[b],bO(V%10,a.tick),false)bz(a,'delayed',e)end end local cC=table.concat(dk)local dP,f=a.readied>0 and bo(a),nil if a.readied>0 or not a.isNew then f=aW(a,d,i,cC)end if f then return f end if dP then cp(a)end return'ok\\n'..cC",
);

/** 8869 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eU,Q,E=unpack(ARGV,4,6)local dq=tonumber(eU)",
  $bucketOfBytes,
  $bucketOf,
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local h=redis.call('ZRANGE',d.state,'0',bc(dq-1))if#h>0 then bB(a,y,6,h,1)local T,N,cx=bU(y,6,h,1)for b,e in ipairs(h)do bd(a,N or cx[b],e,T[b])aK(a,e,E)end a.from.state,a.from.expiring=h,h if Q~=''then aZ(a,Q,#h)end end local cC=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=aW(a,d,i,cC)end if f then return f end cs(a,d)return'ok\\n'..cC",
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local eb=KEYS[1]local v={'ok'}for R,u in ipairs(redis.call('ZRANGE',eb,'0','-1'))do if u~=''then v[#v+1]=u end end return table.concat(v,'\\n')",
);

/** 7025 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  "local d,L={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eG=tonumber(ARGV[4])",
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local hv,f=bn(a,'e'),nil local w=redis.call('HMGET',d.meta,'events','recorded')if eG==0 then if hv then a.flags=string.gsub(a.flags,'e','')end if w[1]then a.drops={[d.meta]={'events'}}end else local A=string.match(hv and w[1]or'','%d+$')if not A then A=bc(math.max(a.tick,(w[2]or 0)+1))a.fields={'recorded',A}cf(a,d.meta,'recorded',w[2])end a.fields=aS(a.fields,'events',bc(eG)..' '..A)cf(a,d.meta,'events',w[1])if not hv then a.flags=a.flags..'e'end if a.isNew then aM(a)end end if eG>0 or not a.isNew then f=aW(a,d,i,'-')end if f then return f end if eG==0 then redis.pcall('UNLINK',L)else redis.pcall('XTRIM',L,'MAXLEN',bc(eG))end return'ok\\n-'",
);

/** 9991 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local dq,gd=tonumber(ARGV[4]),{unpack(ARGV,5)}",
  $bucketOfBytes,
  $bucketOf,
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local h,ex={},{}if#gd==0 then if dq>0 then h=redis.call('ZRANGE',d.failed,'0',bc(dq-1))end else for b,V in ipairs(redis.call('ZMSCORE',d.failed,unpack(gd)))do if V and not ex[gd[b]]then h[#h+1]=gd[b]ex[gd[b]]=true end end end if#h>0 then local T,N,cx=bU(y,6,h,1)for b,e in ipairs(h)do local cM=string.match(T[b]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local ev=bO(cM and bQ(cM)or 5,a.tick)local cX=bE(a,N or cx[b],e,T[b],ev,true)if cX~='0'then bf(a,'expiring',cX,e)bD(a,tonumber(cX))end end a.from.failed=h aZ(a,'redriven',#h)end local cC=#h..' '..redis.call('ZCARD',d.failed)-#h local dP,f=a.readied>0 and bo(a),nil if#h>0 or not a.isNew then f=aW(a,d,i,cC)end if f then return f end if dP then cp(a)end return'ok\\n'..cC",
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  "local eb=KEYS[1]local u,x=ARGV[1],ARGV[2]",
  $digits,
  $readClock,
  $nextStamp,
  "local fu=bH(eb,x)redis.call('ZADD',eb,fu,'',fu,u)return'ok'",
);

/** 430 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cz=KEYS[1]local x=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cz)==1 then redis.call('HSET',cz,'registered',bc(bT(x)))end return'ok'",
);

/** 6806 bytes. */
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
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local hU,f=bn(a,'p'),nil if hU then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=aW(a,d,i,'-')end if f then return f end if hU then a.readied=redis.call('ZCARD',d.ready)if bo(a)then cp(a)end end return'ok\\n-'",
);

/** 1413 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  "local cz,fk,eR,fj=unpack(KEYS,1,4)local dC,fQ,ik,ex=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local gH={unpack(KEYS,25)}local x,gV=ARGV[1],tonumber(ARGV[2])",
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end if bn(a,'p')or bn(a,'e')or redis.call('EXISTS',fk,eR,fj,dC,fQ,ik,ex,unpack(y))>0 then return'ok\\n0'end local iC=redis.call('HMGET',cz,'registered','born')for b=1,2 do if a.now-(iC[b]or 0)<gV then return'ok\\n0'end end local R,B=bT(x)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(gH))return'ok\\n1'",
);

/** 1018 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  "local eb,eq,hl=unpack(KEYS,1,3)local fB,x,is=unpack(ARGV,1,3)local gV=tonumber(is)",
  $digits,
  $readClock,
  "local v={'ok',redis.call('HGET',hl,fB)or'-'}local C,eu,hF={},{},fB=='deep'local w=redis.call('HGETALL',eq)for b=1,#w,2 do C[w[b]]=w[b+1]end local M=bT(x)local ep=redis.call('ZRANGE',eb,'0','-1','WITHSCORES')for b=1,#ep,2 do local u,fu=ep[b],ep[b+1]if u~=''then local fd=C[u]if fd then C[u]=nil eu['\\t'..fd]=(eu['\\t'..fd]or 0)+1 end v[#v+1]=u..' '..(fd or'-')..(hF and M-fu>=gV and' '..fu or'')end end if hF then for cE,cL in pairs(eu)do if tonumber(C[cE])~=cL then redis.call('HDEL',eq,'')redis.call('HSET',eq,cE,bc(cL))end end for cE in pairs(C)do if not eu[cE]then redis.call('HDEL',eq,cE)end end end return table.concat(v,'\\n')",
);

/** 10006 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  "local s=unpack local m=redis.call local J=string.match local aC=string.byte local f=redis.pcall local bm=tonumber local B=string.sub local N=string.find local k=string.format local O=type local v,ap,aZ,bM,bL,E=s(KEYS,1,6)local Z=ARGV[1]local ag=ARGV[2]local at=ARGV[3]local aF=KEYS local bN,cl,cm,bO=s(ARGV,4,7)local bb=KEYS local i=ARGV[8]local K=ARGV local bj='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bg='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local bh='9999999999999'local bi='2  0 0 0 0 0 0'local bF='-----------------------------------------------------------------'local aB local g,H,aA,aw,az,ac,ay,ax,A,x,F,bS,aj,bU,G,bD,bd,bf,bC,t,be,aG,bE,r,aI,ai,bB,bT local b repeat local aa do local n=m('HGET',v,'head')local M,W g,M,H,aA,aw,az,ac=J(n or bi,bg)ay,ax=not n,n if not M or not n and m('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if aC(at)~=61 then local av=f('TIME')if not av.err then local aR,aq=av[1]+0,av[2]+0 A,W=aR*1000+(aq-aq%1000)/1000,(aR-1600000000)*1000000+aq break end end local aP=bm(J(at,'%d+'))A,W=aP,(aP-1600000000000)*1000 break until true x=M+0 if x<W then x=W end if W<0 or x>=899000000000000 then aa='bad_clock'else aa=nil end end end if aa then b=aa break end local o=m('HGET',E,Z)if o then local a=J(o,'^%d+')if a==ag then if not ay then f('HINCRBY',v,'replayed',1)end b='again\\n'..B(o,#a+2)break end if a-ag>0 then b='late'break end elseif ag=='0'and m('EXISTS',E)==1 then b='reused'break end F=o b=nil break until true if b then return b end if A-H>=0 or g~=''and N(g,'p',1,true)~=nil or g~=''and N(g,'e',1,true)~=nil then return'odd'end if g~=''and N(g,'l',1,true)~=nil and m('EXISTS',bM)==1 then return'odd'end bS=true local X,aV='-',bm(bN)if K[9]then local p,d=aF[6+bm(i,16)+1],#K-9+1 if bb[23]then d=d-(#bb-23+2)do local cg=9+d aj={}for e=0,#bb-23 do do local a=aj local I=bb[23+e]local P='C '..k('%d',A)..' '..K[cg+e]local c=#a a[c+1],a[c+2]=I,P end end bU=K[#K]end end if d>1 then do local a=d repeat local h,q={},{}for e=1,a do local j=B(K[9+e-1],19)h[e],q[e]=j,'\\t'..j end local bc=m('HMGET',p,s(q))for e=1,a do local z=bc[e]if not z or B(z,1,18)..h[e]~=K[9+e-1]then h=nil break end end if not h then X=nil break end if g~=''and N(g,'l',1,true)~=nil then local S=0 for e=1,a do S=S+m('HSTRLEN',p,h[e])end if S>32000000 then X=nil break end end G=h ac=k('%d',ac+a)bD=a bd,bf,bC=p,h,q X=string.rep('c',a)break until true end else do local bR=K[9]local j=B(bR,19)local ab='\\t'..j local z=m('HGET',p,ab)if not z or B(z,1,18)..j~=bR then X=nil else G={j}ac=k('%d',ac+1)bD=1 bd,bf=p,{j,ab}X='c'end end end end if not X then return'odd'end local af,w,l local bJ=false if aV>0 then local Q,U,T,R,ak do local a,c,aY,bo,d,e,h local j,Y,S,bp=0,0,0,false local au local co,bW=' '..bO..' 0','\\n'..cm repeat local n if Y==0 then n=m('ZRANGE',ap,'0',bN)else n=m('ZRANGE',ap,k('%d',Y),k('%d',Y+aV-j))end local o,bP=#n,aV-j e=o>bP if e then o=bP end local function aJ(p)local q=string.byte local u,an=q(p,1,2)if u==95 and#p==13 and an<103 and an>47 and(an<58 or an>96)then return an<58 and an-47 or an-86 end do local bx=#p for y=1,#p,8 do local I,P,bZ,cb,cc,cf,ch,ci=q(p,y,y+7)bx=(bx*31+I+(P or 0)*3+(bZ or 0)*5+(cb or 0)*7+(cc or 0)*11+(cf or 0)*13+(ch or 0)*17+(ci or 0)*19)%65521 end return bx%16+1 end end if g~=''and N(g,'l',1,true)~=nil and(o>1 or Y>0)then local aS do local p=n local q=o local u=S local y=0 for z=1,q do local aQ=aJ(p[z])u=u+m('HSTRLEN',aF[6+aQ],p[z])if u>2000000 then break end y=z end aS=y end if aS==0 and Y==0 then aS=1 end bp=aS<o o=aS e=e or bp end for p=#n,o+1,-1 do n[p]=nil end if o>0 then local V,D,aD,q if o==1 then local p=aJ(n[1])D,q=aF[6+p],{n[1],'\\t'..n[1]}V=m('HMGET',D,q[1],q[2])else do local p=n repeat local u={}for y=1,#p do local z=p[y]u[y*2-1]=z u[y*2]='\\t'..z end local y=aJ(p[1])local al=aJ(p[#p])if y==al then local z,bq=nil,true if bq then z=m('HMGET',aF[6+y],s(u))for C=1,#p do if not z[C*2-1]then bq=false break end end end if bq then V,D,aD,q=z,aF[6+y],nil,u break end end local z,bV,C,bu={},{},{},{}for I=1,#p do local L=aJ(p[I])local M=aF[6+L]z[I]=M if not C[M]then C[M],bu[M]={},{}end local P,aQ=C[M],bu[M]for aO=(I-1)*2+1,I*2 do local W=#P+1 P[W],aQ[W]=u[aO],aO end end for I,L in pairs(C)do local M,aQ=m('HMGET',I,s(L)),bu[I]for aO=1,#L do bV[aQ[aO]]=M[aO]end end V,D,aD,q=bV,nil,z,u break until true end end local p=D and t and t[D]or nil if not d then bo=A+cl d=k('%d',bo)end local function br(y,u)local z=y[u]if not z then z={}y[u]=z end return z end for u=1,o do local y,L,z=n[u],V[u*2-1],V[u*2]local C,aX,bw,bz=D or aD[u],'0',nil,co if L and aC(L,17)~=58 then local I,by=J(L,'^(%d+)([^:]*)')if#(I or'')~=16 then bw,by=k('%016d',4500000000000000),''end aX=J(by,' x(%d+)')or aX bz=' '..(J(by,' m(%d+)')or bO)..' '..aX end if not L or aX~='0'then h=true end if z and G and aC(z)==76 then local bI if not be then be={}for bk,cd in ipairs(G)do be[cd]=true end end bI=be[y]h=h or bI end if L then j=j+1 local M,I=x+j,nil if o==1 then I=k('%015d',M)else local ad=M%100 if ad==0 or not au then au=k('%013d',(M-ad)/100)end I=au..B(bj,ad*2+1,ad*2+2)end local P,ab,aE=y,q[u*2],nil if z then local aW,bY,ar,ca,ba=J(z,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')aW,ba=k('%d',(aW or 0)+1),ba or'\\n'P=aW..'\\t'..y aE='L '..I..' '..aW..' '..(bY or'0')..' '..(ar or bw or B(L,1,16))..bz..(ca or'')..bW..ba do local W=aG local am='H'..ba if not W then aG={am}else W[#W+1]=am aG=W end end else aE='L '..I..' 1 0 '..(bw or B(L,1,16))..bz..bW..'\\n'bE=(bE or 0)+1 end if z and#aE<=#z then do local am=aE if not r then r={}end r[C..ab]=z if#am>#z then if not t then t={}end do local W=br(t,C)local aa=#W W[aa+1],W[aa+2]=ab,am end else if not aI then aI={}end do local W=br(aI,C)local aa=#W W[aa+1],W[aa+2]=ab,am end end end else if z then if not r then r={}end r[C..ab]=z end if D then do local W=p local aa=aE if not W then p={ab,aa}else do local ad=#W W[ad+1],W[ad+2]=ab,aa end p=W end end else do local am=aE if not t then t={}end do local W=br(t,C)local aa=#W W[aa+1],W[aa+2]=ab,am end end end end if j==1 then a,c,aY,aB=P,L,I,{d,y}else if j==2 then a,c={a},{c}end a[j],c[j]=P,L do local W=aB local aa=d local ad=#W W[ad+1],W[ad+2]=aa,y end end S=S+#L ai=I end end if D and p then if not t then t={[D]=p}else t[D]=p end end end Y=Y+o until h or not e or bp or j>=aV or Y-j>=1000 if Y>0 then bB=Y==1 and'0'or k('%d',Y-1)end if j>0 then x=x+j az=k('%d',az+j)if bo-H<0 then H=d end if j>15 then do local n=aB local o=#n n[o+1],n[o+2]='+inf',bF end bT=true end end Q,w,l,U,T,R,ak=a,c,j,aY,d,e,h end if ak then return'odd'end if l>0 then do local a=X local c=Q local d=l local e=U local h=T local j=R if d>1 then c=table.concat(c,'\\n')end af=a..'\\n- '..h..(j and' 1 'or' 0 ')..H..' -'..g..' '..e..'\\n'..c end bJ=not R else if not(g~=''and N(g,'h',1,true)~=nil)then return'odd'end af=X..'\\n'..k('%d',A)..' - 0 '..H..' -'..g..' -'end else af=X..'\\n'..k('%d',A)..' - 0 - -'..g..' -'end if G or aV>0 then local c do local a=af local n do local bc=(bE or 0)-(bD or 0)if bc~=0 then aA=k('%d',math.max(0,aA+bc))end ai=ai or k('%d',x)n='2 '..g..' '..ai..' '..H..' '..aA..' '..aw..' '..az..' '..ac end local C=a and ag..'\\n'..a local ao=C and F and#C<=#F local d for bk=1,2 do d=nil if aB then if not d then local e=f('ZADD',aZ,s(aB))if e~=0 and e~=1 and O(e)=='table'then d=e end end end if t and not d then do local y=t local e for u,h in pairs(y)do if not e then local j=f('HSET',u,s(h))if j~=0 and j~=1 and O(j)=='table'then e=j end end end d=e end end if aj then for e=1,#aj,2 do if not d then local h=f('SET',aj[e],aj[e+1],'PX',bU)if h.err then d=h end end end end if C and not ao and not d then local e=f('HSET',E,Z,C)if e~=0 and e~=1 and O(e)=='table'then d=e end end if not d then local e e=f('HSET',v,'head',n)do local aK do local h=e aK=h~=0 and h~=1 and O(h)=='table'end if aK then d=e end end end if aI and not d then do local y=aI local e for u,h in pairs(y)do if not e then local j=f('HSET',u,s(h))if j~=0 and j~=1 and O(j)=='table'then e=j end end end d=e end end if ao and not d then local e=f('HSET',E,Z,C)if e~=0 and e~=1 and O(e)=='table'then d=e end end if not d or not bS or B(d.err,1,3)~='OOM'then break end m('HDEL',v,'')end if d then local aM={}if aB then aM[aZ]=aB end do local o=ax if not r then r={}end r[v..'head']=o end local function ah(y,bt,bs,bv,as)local bl=pairs local e=redis.pcall for u,h in bl(y)do for j=1,#h,2 do local ae=h[j+bs]local o=bt[u..ae]if not o then e(bv,u,ae)elseif as=='ZADD'then e(as,u,o,ae)else e(as,u,ae,o)end end end end ah(aI or{},r,0,'HDEL','HSET')local function bn(e,I,P)if not e then return{I,P}end do local h=#e e[h+1],e[h+2]=I,P end return e end ah({[v]=bn(nil,'head',n)},r,0,'HDEL','HSET')if C and not ao and F then f('HSET',E,Z,F)end if C and not F then f('HDEL',E,Z)end if aj then for e=1,#aj,2 do f('DEL',aj[e])end end ah(t or{},r,0,'HDEL','HSET')ah(aM,r,1,'ZREM','ZADD')c=d else ax=n if a and not F then f('PEXPIRE',E,J(at,'%d+$'))end if bB then f('ZREMRANGEBYRANK',ap,'0',bB)end if bT then f('ZREM',aZ,bF)end if G and m('ZREM',aZ,s(G))<#G then f('ZREM',ap,s(G))f('ZREM',bM,s(G))end if bf then f('HDEL',bd,s(bf))end if bC then f('HDEL',bd,s(bC))end c=nil end end if c then return'odd'end end if G then if not G and true then else local a,M,bK={},ai if G then local ce='C'..M for e,j in ipairs(G)do a[e*2-1],a[e*2]=j,ce end bK=ac-#G==0 end if bK then f('HSET',bL,'',k('%-65d',A))end local c=f('HSET',bL,s(a))end end if bJ and(g~=''and N(g,'h',1,true)~=nil)then do local aL='-'if H~=bh then aL=k('%d',math.max(0,H-A))end local a='0'if 0>0 then a=k('%d',0)end f('PUBLISH',B(v,1,-5)..'wake',a..' '..aL)end end do local bA=af local a=w local c=l if not a then return'ok\\n'..bA end if c==1 and not aG and#a<4000 then return'ok\\n'..bA..'\\n\\n'..a end if c==1 then a={a}end table.insert(a,1,'ok\\n'..bA)if aG then for bk,cj in ipairs(aG)do a[#a+1]=cj end end return a end",
);

/** 24934 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ff=KEYS local gm={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local en,gI=ARGV[8],ARGV[9]local dS=ARGV ",
  $digits,
  "local aB='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bM(q)return string.sub(aB,q*2+1,q*2+2)end ",
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
  $bucketOfBytes,
  $bucketOf,
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
  "local function bm(l,dV)l.isUnused=dV=='g'if dV=='b'or dV=='p'then local eH,eI=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if dV=='p'then eH=eH+1 else eI=eI+1 end l.postponed,l.unfinished=bc(eH),bc(eI)if dV=='p'then l.isUnused=eH<=1000 else l.isUnused=eI%10~=0 end end if l.isUnused then l.released=bc(l.released+1)end end local function bL(a,d,dV,l,hA)if dV=='c'or dV=='k'then return'c','C','completed',nil end bm(l,dV)if l.isUnused and dV~='p'then return'r','W','released',nil end if dV=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed',nil end a.tick=a.tick+1 if dV=='b'or hA=='0'then return'r','W','retried',a.tick end return'd','W','retried',ck(a,d.delayed,a.now+hA)end local function bA(a,d,e,l,E)local cM,gO=redis.call('ZSCORE',d.ready,e),redis.call('ZSCORE',d.failed,e)if E=='r'then cf(a,d.ready,e,cM)elseif cM then bz(a,'ready',e)end if E=='f'then cf(a,d.failed,e,gO)elseif gO then bz(a,'failed',e)end if cM and l.expiresAt~='0'then if E=='r'or E=='d'then cf(a,d.expiring,e,l.expiresAt)else bz(a,'expiring',e)end end return gO end local function bg(a,e,l,E,dV,s)local hH=E=='r'or E=='d'if E=='r'then bf(a,'ready',l.place,e)a.readied=a.readied+1 elseif E=='d'then bf(a,'delayed',be(s,bQ(l.place)),e)a.sooner=true bD(a,cl(s))elseif E=='f'then bf(a,'failed',bc(a.now),e)elseif dV=='k'then bf(a,'done',bc(a.now),e)end if hH and l.expiresAt~='0'then bf(a,'expiring',l.expiresAt,e)bD(a,tonumber(l.expiresAt))end return not hH and dV~='c'end local function cg(a,d,y,O,dS,A,ff,gR)local h,dk,hO,cQ,fH,di={},{},{},0,false,nil local gr,o,eh,hD=bn(a,'l'),0,false,false for ed=A,#dS,4 do h[#h+1]=string.sub(dS[ed+1],19)end local T,N,cx=bU(y,O,h,1)local eF=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local e,j,n,ed=h[b],T[b],N or cx[b],A+b*4-4 local dV,dU,gp,fr=dS[ed],dS[ed+1],dS[ed+2],dS[ed+3]local hC=j and string.sub(j,2,18)==string.sub(dU,2,18)local E,Q,l=hO[e],'stale',nil if E=='W'and not hC then E='A'end if not E and(not hC or not string.find(j,'^[LE]'))then E,di=bW(j,dU,di,d,h,b)end if not E and gr then o=o+redis.call('HSTRLEN',n,e)eh=eh or hD and o>32000000 end if eh then E,Q='M',nil end if not E then if dV=='c'then l={expiresAt='-'}else l=bN(j)end E=not l and'U'end if not E then local cK,s E,cK,Q,s=bL(a,d,dV,l,gp)hO[e],hD=cK,true if s then l.place=bO(bQ(l.place),s)end if E=='c'and gp~=''then a.results=aS(a.results,ff[gR],'C '..bc(a.now)..' '..gp)end if eF[b]then bz(a,'leased',e)elseif bA(a,d,e,l,E)then fH=true if E=='f'then Q=nil end end if bg(a,e,l,E,dV,s)then cQ=cQ+1 end if dV=='c'then bd(a,n,e,j)aK(a,e,'C')else if fr~=''and not l.isUnused then l.lines=cq(l.lines,bc(a.now),l.attempt,fr)end cd(a,n,'\\t'..e,bl(l,cK),j)end end if gp~=''and(dV=='c'or dV=='k')then gR=gR+1 end if Q=='completed'then a.completed=bc(a.completed+1)elseif Q then aZ(a,Q,1)end dk[b]=E end return table.concat(dk),cQ,fH,eh end ",
  $expire,
  $reclaimJob,
  $reclaim,
  $promoteDue,
  $nextDue,
  $countReadable,
  "local function br(a,e)if not a.isFinished then a.isFinished={}for R,fS in ipairs(a.finished)do a.isFinished[fS]=true end end return a.isFinished[e]end local function cj(a,d,y,O,fq,ez)local eO,ek,A,fi,dH,dc,fY local dg,eW,df,gW=0,0,0,false local ho local iQ,hW=' '..fq.max..' 0','\\n'..fq.worker repeat local h if eW==0 then h=redis.call('ZRANGE',d.ready,'0',fq.count)else h=redis.call('ZRANGE',d.ready,bc(eW),bc(eW+ez-dg))end local o,ga=#h,ez-dg dc=o>ga if dc then o=ga end if bn(a,'l')and(o>1 or eW>0)then local fM=ba(y,O,h,o,df)if fM==0 and eW==0 then fM=1 end gW=fM<o o=fM dc=dc or gW end for b=#h,o+1,-1 do h[b]=nil end if o>0 then local C,N,cx,w if o==1 then local q=aU(h[1])N,w=y[O+q],{h[1],'\\t'..h[1]}C=redis.call('HMGET',N,w[1],w[2])else C,N,cx,w=bU(y,O,h,2)end local c=N and a.writes and a.writes[N]or nil if not dH then fi=a.now+fq.duration dH=bc(fi)end for b=1,o do local e,ej,l=h[b],C[b*2-1],C[b*2]local n,cX,ey,hr=N or cx[b],'0',nil,iQ if ej and string.byte(ej,17)~=58 then local q,eY=string.match(ej,'^(%d+)([^:]*)')if#(q or'')~=16 then ey,eY=bO(5,0),''end cX=string.match(eY,' x(%d+)')or cX hr=' '..(string.match(eY,' m(%d+)')or fq.max)..' '..cX if d.delayed and cX~='0'then a.from.expiring=aR(a.from.expiring,e)end end if not d.delayed and(not ej or cX~='0')then fY=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local il=br(a,e)fY=fY or il end if d.delayed and(not ej or cX~='0'and cX-a.now<=0)then bd(a,n,e,l)if ej then aZ(a,'expired',1)aK(a,e,'E')df=df+#ej end elseif ej then dg=dg+1 local s,du=a.tick+dg,nil if o==1 then du=string.format('%015d',s)else local fc=s%100 if fc==0 or not ho then ho=string.format('%013d',(s-fc)/100)end du=ho..bM(fc)end local p,cE,ef=e,w[b*2],nil if l then local dX,ig,cM,eu,v=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')dX,v=bc((dX or 0)+1),v or'\\n'p=dX..'\\t'..e ef='L '..du..' '..dX..' '..(ig or'0')..' '..(cM or ey or string.sub(ej,1,16))..hr..(eu or'')..hW..v a.histories=aR(a.histories,'H'..v)else ef='L '..du..' 1 0 '..(ey or string.sub(ej,1,16))..hr..hW..'\\n'a.runsMore=(a.runsMore or 0)+1 end if l and#ef<=#l then cd(a,n,cE,ef,l)else if l then cf(a,n,cE,l)end if N then c=aS(c,cE,ef)else cu(a,n,cE,ef)end end if dg==1 then eO,ek,A,a.to.leased=p,ej,du,{dH,e}else if dg==2 then eO,ek={eO},{ek}end eO[dg],ek[dg]=p,ej bS(a.to.leased,dH,e)end df=df+#ej a.lastTick=du end end if N and c then if not a.writes then a.writes={[N]=c}else a.writes[N]=c end end end eW=eW+o until fY or not dc or gW or dg>=ez or eW-dg>=1000 if eW>0 then a.popped=eW==1 and'0'or bc(eW-1)end if dg>0 then a.tick=a.tick+dg a.leased=bc(a.leased+dg)if fi-a.due<0 then a.due=dH end if dg>15 then bS(a.to.leased,'+inf',ap)a.isLong=true end end return eO,ek,dg,A,dH,dc,fY end ",
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
  "local function by(a,dk,eO,dg,du,dH,dc)if dg>1 then eO=table.concat(eO,'\\n')end return dk..'\\n- '..dH..(dc and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..du..'\\n'..eO end local function ch(a,dk,cO,dc)return dk..'\\n'..bc(a.now)..(dc and' - 1 'or' - 0 ')..cO..' -'..a.flags..' -'end local function cr(a,cC,ek,dg)if not ek then return'ok\\n'..cC end if dg==1 and not a.histories and#ek<4000 then return'ok\\n'..cC..'\\n\\n'..ek end if dg==1 then ek={ek}end table.insert(ek,1,'ok\\n'..cC)if a.histories then for R,gU in ipairs(a.histories)do ek[#ek+1]=gU end end return ek end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $hasListeners,
  $addListener,
  $wake,
  "local a=bF(d.meta)local g=bJ(a,i)if g then return g end a.frees=true local hP,gk,fs=dS[10]~=nil,gm.count~='0',a.now-a.due>=0 local ez=bn(a,'p')and 0 or tonumber(gm.count)local p=bq(a)local dk,cC,ek,dg,dQ,eC='-',nil,nil,0,false,0 local function eN(eA,cy)local f local gt=hP or dg>0 or i.number~='0'if eA then f=aW(a,d,i,gt and cy)end if f then cb(a,p)else cs(a,d)p=bq(a)if cy and eA then a.before=i.number..'\\n'..cy end cC=cy or cC end ca(a)return f end local function hN()local R,cQ,fH,eh,dY dk,cQ,fH,eh=cg(a,d,y,12,dS,10,ff,29)if a.results then a.keepResults=string.match(en,'%S+$')end if cQ>0 and not fH then R,R,dY=cn(a,d,y,12,en,cQ*2+8)end eC=(dY or fH)and cQ or 0 if eh then gk=false end return not a.isNew or string.find(dk,'%l')~=nil end local function iy(eA,gS)local eO,du,dH,dc if fs then a.due=bG(d)eA=not a.isNew dc=a.now-a.due>=0 end if ez>0 then eO,ek,dg,du,dH,dc=cj(a,d,y,12,gm,ez)dc=dc or a.now-a.due>=0 dQ=not dc end if not a.isNew and(dg==0 or gI~='')then local iw=aM(a)eA=eA or iw or i.number~='0'end if dg>0 then return true,by(a,dk,eO,dg,du,dH,dc)end local cO=gS and a.due or bG(d)return eA or a.popped,ch(a,dk,cO,dc)end local function fq(eA,gS)local it,cy=iy(eA,gS)local f=eN(it,cy)if f then dg,ek,dQ=0,nil,false end return f end local function hS(q)if q==0 then return end cn(a,d,y,12,en,q*2+8)eN(a.from.done or a.from.failed)end local ic=gk if hP then local eA,f=hN(),nil if gk and not fs and a.readied==0 and not a.from.ready then gk=false f=fq(eA,true)if f then eA=hN()end end if not cC then f=eN(eA,ch(a,dk,'-',ic))if f then return f end end end if gk then if fs then local dn=math.min(1000,10+ez*2)local R,C=bi(a,d,y,12,dn)eN(C>0)local gx,dC=bX(a,d,y,12,dn)local b,dY if dC>0 then b,b,dY=cn(a,d,y,12,en,dC*2+8)end local f=eN(gx>0)if dY and not f then hS(dC)end local gw=bR(a,d,dn)eN(gw>0)end local f=fq(false,false)if not cC then return f end end hS(eC)a.readied=a.readied-dg local iv,dP=a.readied>0 or a.sooner,false if iv then dP=bo(a)elseif dQ and(dg>0 or fs)then dP=bn(a,'h')end if dP then cp(a,dQ)end if gI~=''and not a.isNew then if gI=='p'then redis.pcall('HSET',d.meta,'policy',en)end if gm.worker~=''then bI(d.workers,gm.worker,a.now)end aQ(a,d,120000,10000)local hi=bu(a)if not hi and cC then cC=string.gsub(cC,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cr(a,cC or ch(a,dk,'-',false),ek,dg)",
);

/** 2585 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cz,fj,fn=unpack(KEYS,1,3)local y=KEYS local x,fU,eU=unpack(ARGV,1,3)local dh=tonumber(fU)local dq=tonumber(eU)",
  $bucketOfBytes,
  $bucketOf,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bF(cz)local cA=bK(a,x)if cA then return cA end local eF=redis.call('ZRANGE',fj,bc(dh),bc(dh+dq-1),'WITHSCORES')local dl={'ok',bc(a.now)..' '..(#eF<dq*2 and'-'or bc(dh+dq))}local di=dh==0 and redis.call('ZRANGE',fn,'0','999','WITHSCORES')or{}for b=1,#di,2 do dl[#dl+1]='W '..di[b+1]..' '..di[b]end local h={}for b=1,#eF,2 do h[#h+1]=eF[b]end if#h>0 then local T=bU(y,3,h,1)for b,e in ipairs(h)do local du,fa=string.match(T[b]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')dl[#dl+1]='H '..eF[b*2]..' '..(du or'0')..' '..e dl[#dl+1]='-'..(fa or'')end end return table.concat(dl,'\\n')",
);
