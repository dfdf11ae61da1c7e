// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bv(p)return string.format('%d',p)end ";
const $readClock = "local function cv(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local Q,D=r[1]+0,r[2]+0 return Q*1000+(D-D%1000)/1000,(Q-1600000000)*1000000+D end end local I=tonumber(string.match(w,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function ck(eM,w)return bv(math.max(cv(w),(redis.call('ZSCORE',eM,'')or 0)+1))end ";
const $bucketOfBytes = "local function bi(d)local dt=#d for b=1,#d,8 do local J,K,eg,eh,ei,ej,em,en=string.byte(d,b,b+7)dt=(dt*31+J+(K or 0)*3+(eg or 0)*5+(eh or 0)*7+(ei or 0)*11+(ej or 0)*13+(em or 0)*17+(en or 0)*19)%65521 end return dt%16+1 end ";
const $bucketOf = "local function bh(d)local H,G=string.byte(d,1,2)if H==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bi(d)end ";
const $declaredBuckets = "local function bu(e,H,es)local z={}for b=1,#es do z[tonumber(string.sub(es,b,b),16)+1]=e[H+b-1]end return z end ";
const $readJobs = "local function cw(z,R,h,T)local x={}for b=1,#h do local d=h[b]if T==2 then x[b*2-1]=d end x[b*T]='\\t'..d end local O=bh(h[1])local dL=bh(h[#h])if O==dL then local A,dv=nil,T==2 if dv then A=redis.call('HMGET',z[R+O],unpack(x))for b=1,#h do if not A[b*2-1]then dv=false break end end end if dv then return A,z[R+O],nil,x end end local dg,dJ,y,dw={},{},{},{}for b=1,#h do local p=bh(h[b])local m=z[R+p]dg[b]=m if not y[m]then y[m],dw[m]={},{}end local c,dn=y[m],dw[m]for N=(b-1)*T+1,b*T do local q=#c+1 c[q],dn[q]=x[N],N end end for m,c in pairs(y)do local A,dn=redis.call('HMGET',m,unpack(c)),dw[m]for N=1,#c do dJ[dn[N]]=A[N]end end return dJ,nil,dg,x end ";
const $pushPair = "local function ct(c,J,K)local q=#c c[q+1],c[q+2]=J,K end ";
const $appendPair = "local function bf(c,J,K)if not c then return{J,K}end ct(c,J,K)return c end ";
const $append = "local function be(c,C)if not c then return{C}end c[#c+1]=C return c end ";
const $listFor = "local function cc(y,u)local c=y[u]if not c then c={}y[u]=c end return c end ";
const $HEAD_PATTERN = "local aj='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aI='2  0 0 0 0 0 0|'";
const $PADDING = "local aJ='-----------------------------------------------------------------'";
const $newUnit = "local function ci(Z)return{meta=Z,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cn(a,w)local l=redis.call('HGET',a.meta,'head')local t,B,dd a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,dd=string.match(l or aI,aj)a.isNew,a.head=not l,l if not t or not l and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(l or aI,dd)a.now,B=cv(w)a.tick=t+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cm(a,i)local de=cn(a,i.times)if de then return de end local k=redis.call('HGET',i.replies,i.lane)if k then local p=string.match(k,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function bN(a,dU)return a.flags~=''and string.find(a.flags,dU,1,true)~=nil end ";
const $count = "local function br(a,X,ef)if not a.totals then a.totals={}end a.totals[X]=(a.totals[X]or 0)+ef end ";
const $leave = "local function bZ(a,n,d)a.from[n]=be(a.from[n],d)end ";
const $saveOld = "local function cM(a,u,dq,k)if not a.old then a.old={}end a.old[u..dq]=k end ";
const $removeJob = "local function cD(a,m,d,j)if not a.drops then a.drops={}end local c=cc(a.drops,m)c[#c+1]=d if j then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aW(a,d,E)a.endings=bf(a.endings,d,E)end ";
const $limitFreed = "local function cb(a,z,R,h,fZ)local dM,q=0,#h if bN(a,'l')then for b=1,q do local p=bh(h[b])dM=dM+redis.call('HSTRLEN',z[R+p],h[b])if dM>64000000 and b>fZ then for N=q,b,-1 do h[N]=nil end break end end end return#h<q end ";
const $beginEndings = "local function bg(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cJ(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bg(a,e)end ";
const $writeEndings = "local function cV(a,e)if not a.finished and not a.endings then return end local c,t,eD={},a.lastTick if a.finished then local eP='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eP end eD=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do ct(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then eD=redis.call('EXISTS',e.endings)==0 end if eD then bg(a,e)end local g=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eD and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cJ(a,e)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bH(a,e)local s,M,dN={},{},{}local da,r=a.endings or{},bv(a.now)for W,d in ipairs(a.from.done or{})do dN[d]=true end for b=1,#da,2 do local d,E=da[b],a.from.state and'P'or da[b+1]if E~='F'and(E~='C'or not dN[d])then s[#s+1]=E..d end end for W,n in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[n]or{}for b=2,#c,2 do local d=c[b]if d~=aJ and not(a.old and a.old[e[n]..d])then s[#s+1]=ai[n]..d end end end local H,q=1,0 for b=1,#s do q=q+#s[b]+1 if q>8000 or b==#s then M[#M+1]=r..'\\n'..table.concat(s,'\\n',H,b)H,q=b+1,0 end end return M end ";
const $writeEvents = "local function cW(a,e,M)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dD,k=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#M for b,U in ipairs(M)do redis.pcall('XADD',e.events,'MAXLEN',dD,bv(k+b)..'-0','e',U)end end ";
const $isRefused = "local function bS(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bI(a)local cZ=(a.runsMore or 0)-(a.runsLess or 0)if cZ~=0 then a.runs=bv(math.max(0,a.runs+cZ))end a.lastTick=a.lastTick or bv(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bd(a)local db={}if not a.fields then a.fields={}end for v in pairs(a.totals)do db[#db+1]=v end for b,C in ipairs(redis.call('HMGET',a.meta,unpack(db)))do local v=db[b]local X=bv((C or 0)+a.totals[v])ct(a.fields,v,X)cM(a,a.meta,v,C)end end ";
const $writeFields = "local function cY(a,y)local f for u,c in pairs(y)do if not f then local g=redis.pcall('HSET',u,unpack(c))if bS(g)then f=g end end end return f end ";
const $revert = "local function cG(y,dH,dq,ep,ds)for u,c in pairs(y)do for b=1,#c,2 do local v=c[b+dq]local k=dH[u..v]if not k then redis.pcall(ep,u,v)elseif ds=='ZADD'then redis.pcall(ds,u,k,v)else redis.pcall(ds,u,v,k)end end end end ";
const $commit = "local function bm(a,e,i,di)local l=bI(a)local P if e.events and bN(a,'e')then P=bH(a,e)if#P>0 then br(a,'recorded',#P)end end if a.totals then bd(a)end local F=di and i.number..'\\n'..di local dr=F and a.before and#F<=#a.before local f for W=1,2 do f=nil for n,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',e[n],unpack(c))if bS(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if bS(g)then f=g end end if a.writes and not f then f=cY(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if F and not dr and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bS(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',l,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',l)end if bS(g)then f=g end end if a.rewrites and not f then f=cY(a,a.rewrites)end if dr and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bS(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dR={}for n,c in pairs(a.to)do dR[e[n]]=c end cM(a,a.meta,'head',a.head)cG(a.rewrites or{},a.old,0,'HDEL','HSET')cG({[a.meta]=bf(a.fields,'head',l)},a.old,0,'HDEL','HSET')if F and not dr and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cG(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cG({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cG(dR,a.old,1,'ZREM','ZADD')return f end a.head=l if di and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for n,c in pairs(a.from)do redis.pcall('ZREM',e[n],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aJ)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for u,c in pairs(a.drops)do redis.pcall('HDEL',u,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and P then cW(a,e,P)end return nil end ";
const $timeOfTick = "local function cR(t)return(t-t%1000)/1000+1600000000000 end ";
const $NEVER = "local aH='9999999999999'";
const $enter = "local function bz(a,n,S,d)a.to[n]=bf(a.to[n],S,d)end ";
const $lowerDue = "local function cd(a,r)if r-a.due<0 then a.due=bv(r)end end ";
const $writeField = "local function cX(a,m,df,C)if not a.writes then a.writes={}end ct(cc(a.writes,m),df,C)end ";
const $rewriteField = "local function cH(a,m,df,C,k)cM(a,m,df,k)if#C>#k then cX(a,m,df,C)else if not a.rewrites then a.rewrites={}end ct(cc(a.rewrites,m),df,C)end end ";
const $placeOf = "local function cp(dX,t)return string.format('%016d',dX*900000000000000+t)end ";
const $lastDueScore = "local function bU(r)return bv((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cQ(S)return(S-S%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cq(S)local dX=S%10 return cp(dX,(S-dX)/10)end ";
const $parseRun = "local function co(j)local dG,eY,fN,dj,ew,dE,fe,ff,ex,fu,fG=string.match(j or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return dG and{fence=dG,attempt=eY,released=fN,place=dj,max=ew,expiresAt=dE,postponed=fe,unfinished=ff,worker=ex,progress=fu,attempts=fG}end ";
const $formatRun = "local function bK(j,dl)local eZ=j.postponed==''and''or' '..j.postponed..' '..j.unfinished return table.concat({dl,j.fence,j.attempt,j.released,j.place,j.max,j.expiresAt},' ')..eZ..'\\n'..j.worker..'\\n'..j.progress..j.attempts end ";
const $endAttempt = "local function bx(j,I,E,fC)local s=j.attempts local gi,l,dG,dL=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if dG==j.fence then s=gi elseif l then local gz=E~='l'and dL==string.match(fC,'^[^\\t]+')s=gi..l..(gz and'='or dL)end s=s..'\\n'..E..' '..j.attempt..' '..j.fence..' '..bv(I-cR(j.fence))..'\\t'..j.worker..'\\t'..fC local W,p=string.gsub(s,'\\n','')while p>1 and(p>10 or#s>800)do local a,gw=string.gsub(s,'[^\\t]\\n','')local go,eT=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',gw>5 and 0 or 1)if eT==0 then go=string.gsub(s,'^\\n[^\\n]*','')end s,p=go,p-1 end j.attempts=s end ";
const $removeExpired = "local function cC(a,e,z,R,dz)local h=redis.call('ZRANGE',e.expiring,'-inf',bv(a.now),'BYSCORE','LIMIT','0',bv(dz))local eQ=cb(a,z,R,h,1)local fq=0 if#h>0 then local cZ,O,dg=cw(z,R,h,1)local hj,gV=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for b,d in ipairs(h)do if hj[b]or gV[b]then fq=fq+1 cD(a,O or dg[b],d,cZ[b])aW(a,d,'E')if hj[b]then bZ(a,'ready',d)end if gV[b]then bZ(a,'delayed',d)end end end a.from.expiring=h if fq>0 then br(a,'expired',fq)end end return fq,#h,eQ end ";
const $reclaimJob = "local function cz(a,e,m,d,k,dl,hk)local j,fM=co(k),dl local ft=j and j.attempt-j.released>=tonumber(j.max)if ft then bz(a,'failed',bv(a.now),d)fM=dl=='L'and'E'or'F'br(a,'failed',1)else bz(a,'ready',j and j.place or cp(5,0),d)a.readied=a.readied+1 if j and j.expiresAt~='0'then bz(a,'expiring',j.expiresAt,d)cd(a,tonumber(j.expiresAt))end br(a,'reclaimed',1)end if j then bx(j,a.now,string.lower(dl),ft and hk or'')cH(a,m,'\\t'..d,bK(j,fM),k)end bZ(a,'leased',d)return ft end ";
const $reclaimExpired = "local function cy(a,e,z,R,dz)local h=redis.call('ZRANGE',e.leased,'-inf',bv(a.now),'BYSCORE','LIMIT','0',bv(dz))local er=0 if#h>0 then local cZ,O,dg=cw(z,R,h,1)for b=1,#h do if cz(a,e,O or dg[b],h[b],cZ[b],'L','\"lease expired\"')then er=er+1 end end end return#h,er end ";
const $promoteDue = "local function cs(a,e,dz)local dy=redis.call('ZRANGE',e.delayed,'-inf',bU(a.now),'BYSCORE','LIMIT','0',bv(dz),'WITHSCORES')for b=1,#dy,2 do local dj=cq(dy[b+1])bz(a,'ready',dj,dy[b])bZ(a,'delayed',dy[b])end a.readied=a.readied+#dy/2 return#dy/2 end ";
const $nextDue = "local function cj(e)local r=aH for W,n in ipairs({'leased','delayed','expiring'})do local S=redis.call('ZRANGE',e[n],'0','0','WITHSCORES')[2]if S and n=='delayed'then S=cQ(S)end if S and S-r<0 then r=S end end return bv(r)end ";
const $trimEnded = "local function cS(a,e,z,R,fb,dz)local gl,ew={string.match(fb,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,dz)local h,fP,eT,fF,dP,ez={},{},0,0,false,false for N,n in ipairs({'done','failed'})do local fo,dD,dH=tonumber(gl[N*2-1]),tonumber(gl[N*2]),{}if fo then dH=redis.call('ZRANGE',e[n],'-inf',bv(a.now-fo),'BYSCORE','LIMIT','0',bv(ew))end local dn=#(a.to[n]or{})/2 fF=fF+dn if dD then local q=redis.call('ZCARD',e[n])local fp=q+dn-dD ez=ez or fp>q if fp>#dH then dH=redis.call('ZRANGE',e[n],'0',bv(math.min(fp,ew)-1))end end dP=dP or#dH>=ew for b=1,#dH do h[#h+1]=dH[b]fP[#h]=n end end if#h>0 then local eQ=cb(a,z,R,h,fF+1)dP=dP or eQ local fL={}for W,n in ipairs({'ready','delayed','leased'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do fL[b]=fL[b]or S end end local cZ,O,dg=cw(z,R,h,1)for b=1,#h do local d,gk=h[b],fP[b]=='failed'bZ(a,fP[b],d)if not fL[b]then eT=eT+1 cD(a,O or dg[b],d,cZ[b])aW(a,d,gk and'F'or'C')if gk then br(a,'purged',1)end end end end return eT,dP,ez end ";
const $rotateOldEndings = "local function cK(a,e,fo,io)local q=redis.call('HLEN',e.endings)if q<io then return end local fm=redis.call('HGET',e.endings,'')if not fm then bg(a,e)end if q>=1000000 or fm and a.now-fm>fo then cJ(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cE(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bP(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cF(a,l)a.flags,a.tick,a.due,a.runs=l.flags,l.tick,l.due,l.runs a.leased,a.completed,a.readied,a.sooner=l.leased,l.completed,l.readied,l.sooner a.latencies,a.measured=l.latencies,''end ";
const $hasListeners = "local function bO(a)if a.flags~='h'and not bN(a,'h')then return a.isNew end if bN(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cT(a,ev)local dy='-'if a.due~=aH then dy=bv(math.max(0,a.due-a.now))end local p=ev and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bv(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dy)end ";
const $priorityOf = "local function cr(dj)return(dj-dj%900000000000000)/900000000000000 end ";
const $dueScore = "local function bw(t,dX)return bv(t*10+dX)end ";
const $freeTickAt = "local function bM(a,fy,r)if not a.ticks then a.ticks={}end local gb,H,t={},(r-1600000000000)*1000,nil for b=1,1000 do gb[b]=H local dF=a.ticks[H]if not dF then local dZ,gc=bv(H*10),bv(H*10+9999)local S=redis.call('ZRANGE',fy,gc,dZ,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dF=S and(S-S%10)/10 or H-1 end if dF<H+999 then t=dF+1 break end H=math.max(H+1000,dF-dF%1000)end t=t or H for W,iF in ipairs(gb)do a.ticks[iF]=t end return t end ";
const $addListener = "local function aY(a)local k=redis.call('HGET',a.meta,'heard')local gD=bN(a,'h')and k or'0'if gD-a.now>300000 then return false end if not bN(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ct(a.fields,'heard',bv(a.now+600000))cM(a,a.meta,'heard',k)return true end ";
const $flagLarge = "local function bF(a,gO)if#gO>2000 and not bN(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bT(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bW(e,h)local A=redis.call('HMGET',e.endings,unpack(h))for b,eP in ipairs(redis.call('HMGET',e.endedBefore,unpack(h)))do A[b]=A[b]or eP end return A end ";
const $staleReason = "local function cO(j,eH,da,e,h,b)if not j then da=da or bW(e,h)return string.sub(da[b]or'U',1,1),da end local dl,dG=string.match(j,'^(%a) (%d+)')if dl=='E'then dl='F'elseif dl=='L'or dl=='W'and dG~=string.sub(eH,3,17)then dl='A'end return dl or'U',da end ";
const $isHeld = "local function bR(j,eH)return j and string.find(j,'^[LE]')and string.sub(j,2,18)==string.sub(eH,2,18)end ";
const $extendLease = "local function bD(a,e,m,d,j,k,et)bz(a,'leased',bv(et),d)cd(a,et)if k then if et-k<0 then a.sooner=true end cM(a,e.leased,d,k)elseif string.sub(j,1,1)=='E'then bZ(a,'failed',d)cH(a,m,'\\t'..d,'L'..string.sub(j,2),j)else bZ(a,'ready',d)bZ(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local am='-1001'";
const $noteWorker = "local function cl(gd,ex,I)if ex~=''and redis.pcall('ZADD',gd,bv(I),ex)==1 then redis.call('ZREMRANGEBYRANK',gd,'0',am)end end ";
const $countReadable = "local function bs(z,R,h,q,dM)local p=0 for b=1,q do local ib=bh(h[b])dM=dM+redis.call('HSTRLEN',z[R+ib],h[b])if dM>2000000 then break end p=b end return p end ";
const $rewriteRun = "local function cI(a,m,d,j,dj,fI)local eB=co(j)or co('W 0 0 0 0 0 0')eB.place=dj if fI then eB.attempt,eB.released,eB.postponed='0','0',''end local eI=bK(eB,'W')if j then cH(a,m,'\\t'..d,eI,j)else cX(a,m,'\\t'..d,eI)a.runsMore=(a.runsMore or 0)+1 end return eB.expiresAt end ";
const $makeReady = "local function ce(a,m,d,j,dj,fI)local dE=cI(a,m,d,j,dj,fI)bz(a,'ready',dj,d)a.readied=a.readied+1 return dE end ";
const $REPORT_SUFFIX = "local aN=':report'";
const $redriveJob = "local function cB(a,m,d,j,dX)a.tick=a.tick+1 local dE=ce(a,m,d,j,cp(dX,a.tick),true)if dE~='0'then bz(a,'expiring',dE,d)cd(a,tonumber(dE))end end ";
const $commitRedriven = "local function bn(a,e,i,h)if#h>0 then a.from.failed=h br(a,'redriven',#h)end local U=#h..' '..redis.call('ZCARD',e.failed)-#h local eW,f=a.readied>0 and bO(a),nil if#h>0 or not a.isNew then f=bm(a,e,i,U)end if f then return f end if eW then cT(a)end return'ok\\n'..U end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM,fd=KEYS[1],KEYS[2]local v,w,fT=unpack(ARGV,1,3)local jg,jh=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hy,df=not redis.call('ZSCORE',eM,v),'\\t'..fT local du=redis.call('HGET',fd,df)local kO=redis.call('ZCARD',eM)if hy and jg and kO-1>=jg then return'full\\nmaxQueues'end if hy and jh and(du or 0)-jh>=0 then return'full\\nmaxQueuesOfMaker'end local gr=ck(eM,w)if hy then redis.call('HSET',fd,v,fT,df,bv((du or 0)+1))end local g=redis.pcall('ZADD',eM,gr,'',gr,v)if type(g)=='table'then if hy then redis.call('HDEL',fd,v)if du then redis.call('HSET',fd,df,du)else redis.call('HDEL',fd,df)end end return g end return'ok'",
  ],
);

/** 9747 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gh=KEYS local es,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local iL={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local z,dS,eV,gS=bu(gh,12,es),{},{},0 cb(a,z,0,h,1)for b in ipairs(h)do dS[b]='U'end for W,n in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do if S then local d=h[b]if not eV[d]then dS[b],eV[d]=iL[n],iL[n]end if string.find(eV[d],'%l')then bZ(a,n,d)end end end end local cZ,O,dg=cw(z,0,h,1)for b,d in ipairs(h)do if string.find(dS[b],'%l')then cD(a,O or dg[b],d,cZ[b])aW(a,d,'X')bZ(a,'expiring',d)gS=gS+1 end end if gS>0 then br(a,'cancelled',gS)end local U=table.concat(dS)local f if gS>0 or not a.isNew then f=bm(a,e,i,U)end if f then return f end cV(a,e)return'ok\\n'..U",
  ],
);

/** 17135 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fH=KEYS[15]local z=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK,kY,fb=unpack(ARGV,4,6)local dz=tonumber(fK)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $timeOfTick,
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
    $writeField,
    $rewriteField,
    $limitFreed,
    $placeOf,
    $lastDueScore,
    $timeOfDue,
    $placeWhenDue,
    $parseRun,
    $formatRun,
    $endAttempt,
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
    "local function cu(c,fD,kC,fo)redis.pcall('LPUSH',c,fD)redis.pcall('LTRIM',c,'0',bv(kC-1))redis.pcall('PEXPIRE',c,bv(fo))end local function cL(a,e)local dZ,gc,dL=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if gc and a.now-gc<30000 then return end local fD={}for W,n in ipairs({'ready','delayed','leased','failed','done'})do fD[#fD+1]=redis.call('ZCARD',e[n])end local gs=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')fD[6],fD[7],fD[8],fD[9]=a.enqueued,a.leased,a.completed,gs[1]or'0'fD[10]=(gs[2]or'0')..'|'..(gs[3]or'')..'|'..(gs[4]or'')..'|'..a.latencies local U,I=table.concat(fD,' '),bv(a.now)if U==dL and a.now-gc<150000 then redis.pcall('LSET',e.history,'0',dZ..' '..I..' '..U)return end U=I..' '..I..' '..U cu(e.history,U,1440,86400000)if not gc or math.floor(gc/3600000)<math.floor(a.now/3600000)then cu(e.hours,U,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jH='- - 2592000000 100000'local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local gp=a.now-a.due>=0 if fb==''then fb=redis.call('HGET',e.meta,'policy')or jH end local l=bP(a)local hh,dP,hG=0,false,nil local function fw(eO,di,p,ii)local f if eO then f=bm(a,e,i,di)end if f then cF(a,l)hG,p=f,0 else cV(a,e)l=bP(a)hh,dP=hh+p,dP or ii end cE(a)return p end local fq,hF,er,hD=0,0,0,0 if gp then local p,ey,eQ=cC(a,e,z,15,dz)fq=fw(ey>0,nil,p,eQ or ey>=dz)local gJ,kf=cy(a,e,z,15,dz)gJ=fw(gJ>0,nil,gJ,gJ>=dz)er=math.min(gJ,kf)hF=gJ-er local dy=cs(a,e,dz)hD=fw(dy>0,nil,dy,dy>=dz)end local dN,ii=cS(a,e,z,15,fb,dz)local eT=fw(a.from.done or a.from.failed,nil,dN,ii)local gN=redis.call('ZRANGE',e.seen,'-inf',bv(a.now),'BYSCORE','LIMIT','0',bv(dz))if gN[1]then a.from.seen=gN end if gp then a.due=cj(e)end local jx=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bv(a.now-kY))dP=dP or#gN>=dz local U=table.concat({hF,er,hD,fq,eT,jx,dP and 1 or 0},' ')local ho=redis.call('HGET',fH,'running')if ho then U=U..' '..ho end local hz=hh+jx>0 and not a.isNew and not hG fw(hz or gN[1]or gp and not a.isNew,hz and U,0)if hh==0 then cK(a,e,86400000,1)end if a.readied>0 and bO(a)then cT(a)end if not a.isNew then cL(a,e)end if hG and hh==0 then return hG end return'ok\\n'..U",
  ],
);

/** 1805 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fU,fy,fS=unpack(KEYS,1,4)local er,gT,gd=unpack(KEYS,5,7)local w,db=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ci(Z)local de=cn(a,w)if de then return de end local dI={bv(a.now)}for W,u in ipairs({fU,fy,fS,er,gT,gd})do dI[#dI+1]=redis.call('ZCARD',u)end local fM=redis.call('ZRANGE',fU,'0','0','WITHSCORES')[2]dI[#dI+1]=fM and bv(cR(fM%900000000000000))or'-'local gs=redis.call('HMGET',Z,unpack(db))local iV=redis.call('HMGET',Z,'waits','runTimes')for b,X in ipairs(gs)do gs[b]=X or'0'end return'ok\\n'..table.concat(dI,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gs,' ')..'\\n'..bv(redis.call('ZCOUNT',fy,'-inf',bU(a.now)))..' '..bv(redis.call('ZCOUNT',fS,'-inf',bv(a.now)))..'\\n-'..(iV[1]or'')..'|'..(iV[2]or'')..'|'..a.latencies",
  ],
);

/** 12979 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local z={unpack(KEYS,8,23)}local w,fK,jQ=unpack(ARGV,1,3)local dz=tonumber(fK)",
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
    "local aS={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cx(a,z,h)local gW,cZ={},{}if bN(a,'l')then local A,O,dg=cw(z,0,h,1)for b,d in ipairs(h)do gW[b],cZ[b]=redis.call('HSTRLEN',O or dg[b],d)>0,A[b]end else local A=cw(z,0,h,2)for b in ipairs(h)do gW[b],cZ[b]=A[b*2-1]and true,A[b*2]end end return gW,cZ end local function cA(m,d,j)local dj,dE=string.match(j or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',m,d)<100000 then local l=string.match(redis.call('HGET',m,d),'^[^:]*')dj,dE=dj or string.match(l,'^%d+'),string.match(l,' x(%d+)')or dE end return dj and#dj==16 and dj or cp(5,0),dE~='0'and dE end local function bc(e,n,d,S)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[n],S,d))=='number'end ",
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
    "local a=ci(e.meta)local de=cn(a,w)if de then return de end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(z))==0 then return'ok\\n1 0 0 0 0 0 0'end local iO=redis.call('HGET',e.meta,'audit')local fn,fx=string.match(iO or'','^([1-9]%d*) (%d+)$')fn,fx=tonumber(fn)or 1,fx or'0'if fn>23 then fn=1 end if jQ=='0'and fn==1 and fx=='0'then return'ok\\n1 0 0 0 0 0 0'end local it,hQ,ik,gF,gH,ey,iE,dM,hV=0,0,0,0,0,0,0,0,false local function iC(jW,u,fj)local di=redis.call(jW,u,fx,'COUNT',bv(fj))fx=di[1]return di[2]end local function hH(n,h)return redis.call('ZCARD',e[n])>0 and redis.call('ZMSCORE',e[n],unpack(h))or{}end local kD=(a.now-1600000000000)*1000+86400000000 local function iM(d,dE)if not dE then return true end cd(a,tonumber(dE))return bc(e,'expiring',d,dE)end local function kR(d,j)ik=ik+1 for W,n in ipairs(aa)do redis.call('ZREM',e[n],d)end redis.call('ZREM',e.expiring,d)if j then redis.call('HDEL',z[bh(d)],'\\t'..d)a.runs=bv(math.max(0,a.runs-1))end end local function kv(d,j,n,gy)hQ=hQ+1 local fr for W,jD in ipairs(aS[string.sub(j or'',1,1)]or aa)do fr=fr or gy[jD]and jD end fr=fr or n for W,fk in ipairs(aa)do if fk~=fr then redis.call('ZREM',e[fk],d)end end return fr end local function jz(eG)local h,fE={},{}for b=1,#eG/2 do h[b],fE[b]=eG[b*2-1],eG[b*2]end return h,fE end local function jO(n,eG)local h,fE=jz(eG)if#h==0 then return 0 end local gW,cZ=cx(a,z,h)local iW={}for W,fk in ipairs(aa)do if fk~=n then iW[fk]=hH(fk,h)end end for b,d in ipairs(h)do local j,gy=cZ[b],nil for fk,A in pairs(iW)do if A[b]then gy=gy or{[n]=true}gy[fk]=true end end if not gW[b]then kR(d,j)else local fr=gy and kv(d,j,n,gy)or n if fr=='leased'and not string.find(j or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local dj,dE=cA(z[bh(d)],d,nil)if iM(d,dE)and bc(e,'ready',d,dj)then gF=gF+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=j and tonumber(string.match(j,'^%a (%d+)'))or 0 if n=='ready'then t=math.max(t,fE[b]%900000000000000-1000)end if t>a.tick and t<kD then a.tick=t gH=1 end end end return#h end local T=1 local function kW(m,fj)local hx,k=bN(a,'l'),dM if hx and fx=='0'and redis.call('HLEN',m)<=dz then return redis.call('HKEYS',m)end local eG,x=iC('HSCAN',m,hx and T or fj),{}for b=1,#eG,2 do local df,q=eG[b],#eG[b+1]x[#x+1]=df dM=dM+q if q>2100 and string.sub(df,1,1)~='\\t'and not bN(a,'l')then a.flags=a.flags..'l'end end T=dM-k<100000 and T*2 or 1 return x end local function jN(m,x)local h={}for W,df in ipairs(x)do if string.sub(df,1,1)~='\\t'then h[#h+1]=df elseif redis.call('HEXISTS',m,string.sub(df,2))==0 then gF=gF+1 redis.call('HDEL',m,df)end end if#h==0 then return#x end local A={}for W,n in ipairs(aa)do for b,S in ipairs(hH(n,h))do A[b]=A[b]or S end end for b,d in ipairs(h)do if not A[b]then local j=redis.call('HGET',m,'\\t'..d)local dl=string.sub(j or'',1,1)local n,S,dE=dl=='C'and'done',bv(a.now),nil if dl=='F'or dl=='E'then n='failed'end if not n then n='ready'S,dE=cA(m,d,j)local t=S%900000000000000 if cR(t)>a.now then n,S='delayed',bw(t,cr(S))cd(a,cR(t))a.sooner=true end end if iM(d,dE)and bc(e,n,d,S)then it=it+1 if n=='ready'then a.readied=a.readied+1 end end end end return#x end local function jY()local x,gA=0,0 for b=1,16 do x=x+redis.call('HLEN',z[b])end for W,n in ipairs(aa)do gA=gA+redis.call('ZCARD',e[n])end return x,gA end repeat local p=0 local fj=dz-ey if fn<=5 then p=jO(aa[fn],iC('ZSCAN',e[aa[fn]],fj))elseif fn<22 then local m=z[fn-5]p=jN(m,kW(m,fj))elseif fn==22 then local h=jz(iC('ZSCAN',e.expiring,fj))p=#h if p>0 then local fU,fy=hH('ready',h),hH('delayed',h)for b,d in ipairs(h)do if not fU[b]and not fy[b]then gF=gF+1 redis.call('ZREM',e.expiring,d)end end end else local x,gA=jY()if x-gA~=tonumber(a.runs)then a.runs=bv(math.max(0,x-gA))gH=gH+1 end local gj=a.completed+gA-redis.call('ZCARD',e.done)for W,X in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gj=gj+(X or 0)end if gj~=tonumber(a.enqueued)then a.enqueued=bv(gj)gH=gH+1 end fx='0'end ey,iE=ey+p,iE+math.max(p,dz/25)if fx=='0'then hV=fn==23 fn=fn%23+1 end until hV or iE>=dz or dM>2000000 cM(a,e.meta,'audit',iO)a.fields={'audit',fn..' '..fx}local eW=(a.readied>0 or a.sooner)and bO(a)local f=bm(a,e)if f then return f end if eW then cT(a)end return'ok\\n'..table.concat({hV and 1 or 0,ey,it,hQ,ik,gF,gH},' ')",
  ],
);

/** 1907 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local km=KEYS local hL={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=ci(Z)local dQ=cm(a,i)if dQ then return dQ end if bN(a,'l')then for b=1,16 do local m,fk=z[2+b],km[18+b]local q=redis.call('HLEN',m)if q>0 and q<=64 then redis.call('RENAME',m,fk)redis.call('PEXPIRE',fk,'1')end end end redis.call('UNLINK',unpack(hL))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 4125 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local S=string.match local w=string.sub local g=redis.pcall local R=string.find local m=string.format local T=type local t,ay,cK,J=u(KEYS,1,4)local ag,ao,aB,cO=u(ARGV,1,4)local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local aR=0 local bl local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,aq,W,ap,o local E repeat local ai do local p=s('HGET',t,'head')local V,ac,bb j,V,O,aJ,aE,aI,aj,bb=S(p or aT,by)aH,aG=not p,p if not V or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if string.byte(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=tonumber(S(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=V+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local f=S(l,'^%d+')if f==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#f+2)break end if f-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if aH or j~=''and R(j,'e',1,true)~=nil then return'not_plain'end do local bZ=cO*900000000000000 local au=bZ+z local cs=bZ+(x+1-1600000000000)*1000 local bk,v,U,aC for aV=5,#M,2 do local n,ci=M[aV],M[aV+1]au=au+1 if#M==6 then U=m('%016d',au)else local al=au%100 if al==0 or not aC then aC=m('%014d',(au-al)/100)end U=aC..w(bx,al*2+1,al*2+2)end local Z=U..(au>=cs and' c'..m('%d',x)..':'or':')..ci if#ci>2000 and not(j~=''and R(j,'l',1,true)~=nil)then j=j..'l'end if bk then do local a=bk local Q=U local b=#a a[b+1],a[b+2]=Q,n end do local a=v local b=#a a[b+1],a[b+2]=n,Z end else bk,v={U,n},{n,Z}end end bl,aq,W=bk,cK,v aR=#bk/2 z=z+aR aE=m('%d',aE+aR)end local bj if j~='h'and not(j~=''and R(j,'h',1,true)~=nil)then bj=aH else if j~=''and R(j,'p',1,true)~=nil then bj=false else if z%32~=0 or(s('HGET',t,'heard')or'0')-x>0 then bj=true else j=string.gsub(j,'h','')bj=false end end end local e do local p ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..''local G=ao..'\\n-'local ax=G and K and#G<=#K local a for bA=1,2 do a=nil if bl then if not a then local c=g('ZADD',ay,u(bl))if c~=0 and c~=1 and T(c)=='table'then a=c end end end if W and not a then local c=g('HSET',aq,u(W))if c~=0 and c~=1 and T(c)=='table'then a=c end end if G and not ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and T(c)=='table'then a=c end end if not a then local c c=g('HSET',t,'head',p)do local aY do local b=c aY=b~=0 and b~=1 and T(b)=='table'end if aY then a=c end end end if ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and T(c)=='table'then a=c end end if not a or true or w(a.err,1,3)~='OOM'then break end s('HDEL',t,'')end if a then local ba={}if bl then ba[ay]=bl end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local b=redis.pcall for C,c in bB(H)do for d=1,#c,2 do local am=c[d+bG]local l=bI[C..am]if not l then b(bM,C,am)elseif aA=='ZADD'then b(aA,C,l,am)else b(aA,C,am,l)end end end end ah({},o,0,'HDEL','HSET')local function bC(b,Q,A)if not b then return{Q,A}end do local c=#b b[c+1],b[c+2]=Q,A end return b end ah({[t]=bC(nil,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end ah({},o,0,'HDEL','HSET')if W then ah({[aq]=W},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=a else aG=p if not K then g('PEXPIRE',J,S(aB,'%d+$'))end e=nil end end if e then return e end if bj then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local f='-'if aR>0 then f=aR==1 and'1'or m('%d',aR)end g('PUBLISH',w(t,1,-5)..'wake',f..' '..aZ)end end return'ok\\n-'",
  ],
);

/** 11370 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gh=KEYS local es,jf=ARGV[4],ARGV[5]local eA=ARGV ",
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
    "local aT={ready='R',delayed='D',leased='L',failed='F',done='C'}",
    $flagLarge,
    "local function cP(a,e,h)local iG={}for b,et in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if et and et-a.now>0 then iG[h[b]]='S'end cM(a,e.seen,h[b],et)end for W,n in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do if S then iG[h[b]]=aT[n]end end end return iG end local function aX(a,e,z,eA,H)local gx,eC={},H while eA[eC]do local p,hq=string.match(eA[eC],'^%d (%d+) %S+ (%S+)')if hq~='-'then for b=1,p do gx[#gx+1]=eA[eC+b*2-1]end end eC=eC+p*2+1 end local gB,dS,gg={},{},{}if#gx>0 then gB=cP(a,e,gx)end eC=H while eA[eC]do local dX,p,jF,hq,ew,jC,dn=string.match(eA[eC],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fB,hs=string.sub(jF,1,1),tonumber(string.sub(jF,2))for b=1,p do local d,gO=eA[eC+b*2-1],eA[eC+b*2]local E=gB[d]if not E then a.tick=a.tick+1 local t=a.tick E='r'if fB=='+'and hs>0 then E,t='d',bM(a,e.delayed,a.now+hs)elseif fB=='@'and hs>a.now then E,t='d',bM(a,e.delayed,hs)end local dj=cp(dX,t)local fQ=cR(t)~=a.now and' c'..bv(a.now)or''if ew~='-'then fQ=fQ..' m'..ew end if jC~='-'then local dE=a.now+jC fQ=fQ..' x'..bv(dE)bz(a,'expiring',bv(dE),d)cd(a,dE)end if dn~='-'then fQ=fQ..' o'..dn end if E=='r'then bz(a,'ready',dj,d)a.readied=a.readied+1 else bz(a,'delayed',bw(t,dX),d)a.sooner=true cd(a,cR(t))end bF(a,gO)local m=bh(d)ct(cc(a.writes,z[m]),d,dj..fQ..':'..gO)if hq~='-'and hq~='0'then bz(a,'seen',bv(a.now+hq),d)end gB[d]=string.upper(E)gg[d]=true end dS[#dS+1]=E end eC=eC+p*2+1 end return table.concat(dS),gx,gg end ",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.writes={}local dS,gx,gg=aX(a,e,bu(gh,11,es),eA,6)local W,gG=string.gsub(dS,'%l','')if jf~=''and gG>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gG>tonumber(jf)then return'full'end if a.to.seen then local gN=redis.call('ZRANGE',e.seen,'-inf',bv(a.now),'BYSCORE','LIMIT','0',bv(gG*2+8))for b,d in ipairs(gN)do if not gg[d]then bZ(a,'seen',d)end end end a.enqueued=bv(a.enqueued+gG)if gG<#dS then br(a,'duplicates',#dS-gG)end local iy=bT(a)local eW=(a.readied>0 or a.sooner)and bO(a)if a.isNew then a.fields={'born',bv(a.now)}aY(a)end local f=bm(a,e,i,dS)if f then return f end local fV={}for b,d in ipairs(gx)do if gg[d]then fV[#fV+1]=gh[11+#es+b-1]end end if#fV>0 then if redis.call('EXISTS',unpack(fV))>50 then for b,u in ipairs(fV)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(fV))end end if eW then cT(a)end return'ok\\n'..dS..(iy and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,P=KEYS[1],KEYS[2]local w,fm,dz=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jA(p)local eI=redis.call('XRANGE',P,bv(p),'+','COUNT','1')[1]if eI then return tonumber(string.match(eI[1],'^%d+')),eI[2][2]end end local a=ci(Z)local de=cn(a,w)if de then return de end if not bN(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dL=tonumber(x[2])or 0 local dZ=tonumber(fm)or dL+1 if string.sub(fm,1,1)=='@'then local r,jm=tonumber(string.sub(fm,2)),jA(0)local fi,fR=jm or dL+1,dL+1 while fi<fR do local gn=fi+(fR-fi-(fR-fi)%2)/2 local p,U=jA(gn)if not p then fR=gn elseif string.match(U,'^%d+')-r<0 then fi=p+1 else fR=gn end end dZ=fi local k=tonumber(string.match(x[1]or'','%d+$'))or 0 if dZ==(jm or dL+1)and dZ-1>k then dZ=dZ-1 end end local dI={'ok\\n'..bv(a.now)..' '..bv(dZ)..' '..bv(dL)}if fm~=''then for b,eI in ipairs(redis.call('XRANGE',P,bv(dZ),'+','COUNT',dz))do dI[b+1]=string.match(eI[1],'^%d+')..'\\n'..eI[2][2]end end return dI",
  ],
);

/** 10192 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gh=KEYS local hv,ex,es,gQ=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    $writeField,
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local et,h,dS,da,f=a.now+hv,{},{}for b,eH in ipairs(gQ)do h[b]=string.sub(eH,19)end local cZ,O,dg=cw(bu(gh,11,es),0,h,1)local fX=redis.call('ZMSCORE',e.leased,unpack(h))for b,d in ipairs(h)do if bR(cZ[b],gQ[b])then dS[b]='l'bD(a,e,O or dg[b],d,cZ[b],fX[b],et)else dS[b],da=cO(cZ[b],gQ[b],da,e,h,b)end end local U=table.concat(dS)..'\\n'..bv(et)local eW=a.sooner and bO(a)if a.to.leased or not a.isNew then f=bm(a,e,i,U)end if f then return f end if eW then cT(a)end if not a.isNew then cl(e.workers,ex,a.now)end return'ok\\n'..U",
  ],
);

/** 13568 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local z=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ex,hZ,fK,fb=unpack(ARGV,4,7)local dZ=tonumber(hZ)local dz=tonumber(fK)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $digits,
    $readClock,
    $timeOfTick,
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
    $writeField,
    $rewriteField,
    $limitFreed,
    $placeOf,
    $parseRun,
    $formatRun,
    $endAttempt,
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local h,dF,er=redis.call('ZRANGE',e.leased,bv(dZ),bv(dZ+dz-1)),0,0 if#h>0 then local cZ,O,dg=cw(z,11,h,1)for b,d in ipairs(h)do if string.match(cZ[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==ex then local ft=cz(a,e,O or dg[b],d,cZ[b],'W','\"its worker failed\"')dF,er=dF+1,er+(ft and 1 or 0)end end end local iZ=#h<dz local U=dF..'\\n'..(iZ and'-'or bv(dZ+dz-dF))local eW,f=a.readied>0 and bO(a),nil local W,ez if er>0 then W,W,ez=cS(a,e,z,11,fb,er*2+8)end if dF>0 or not a.isNew then f=bm(a,e,i,U)end if f then return f end cV(a,e)if ez then cE(a)cS(a,e,z,11,fb,er*2+8)f=bm(a,e)if not f then cV(a,e)end end if eW then cT(a)end if iZ then redis.call('ZREM',e.workers,ex)end return'ok\\n'..U",
  ],
);

/** 1138 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eV=KEYS[1],KEYS[2]local w,dz=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ci(Z)local de=cn(a,w)if de then return de end local kk=redis.call('ZREMRANGEBYRANK',eV,'0',bv(dz-1))return'ok\\n'..kk..' '..math.min(1,redis.call('ZCARD',eV))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM,fd=KEYS[1],KEYS[2]local eA=ARGV ",
    $digits,
    "local db={}for b=1,#eA,2 do db[#db+1]=eA[b]end local hI=redis.call('ZMSCORE',eM,unpack(db))for b,v in ipairs(db)do if hI[b]==eA[1+b*2-1]then local fT=redis.call('HGET',fd,v)if fT then local df='\\t'..fT local he=(redis.call('HGET',fd,df)or 0)-1 redis.call('HDEL',fd,'')if he>0 then redis.call('HSET',fd,df,bv(he))else redis.call('HDEL',fd,df)end redis.call('HDEL',fd,v)end redis.call('ZREM',eM,v)end hI[b]=hI[b]or'-'end return'ok\\n'..table.concat(hI,'\\n')",
  ],
);

/** 2313 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fU,fy,fS=unpack(KEYS,1,4)local er,gT,m,g,eV=unpack(KEYS,5,9)local gY,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,d,eB=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=ci(Z)local de=cn(a,w)if de then return de end local dI,hb={bv(a.now),'-'..a.flags},false for W,u in ipairs({fU,fy,fS,er,gT})do local S=redis.call('ZSCORE',u,d)hb=hb or S dI[#dI+1]=S or'-'end dI[#dI+1]=redis.call('ZRANK',fU,d)or'-'dI[#dI+1]=redis.call('ZSCORE',eV,d)or'-'local eP=not hb and bW(e,{d})[1]or'-'local dx=hb and string.find(eB,'d')and redis.call('HGET',m,d)or''if hb and string.find(eB,'h')and redis.call('HSTRLEN',m,d)<100000 then dx=string.match(redis.call('HGET',m,d)or'','^[^:]*:')or''end local dD=not a.isNew and string.find(eB,'r')and redis.call('GET',g)if dD then local hR=string.match(dD,'^C (%d+)')if not hR or hR-(redis.call('HGET',Z,'born')or hR)<0 then dD=nil end end local di={'ok\\n'..table.concat(dI,' ')..'\\n'..eP,dx,redis.call('HGET',m,'\\t'..d)or'',dD or''}if string.find(eB,'s')and(dI[3]~='-'or dI[4]~='-')then local jR=redis.call('HGET',Z,'born')or'-'local s={bv(redis.call('ZCARD',fU))..' '..a.leased..' '..jR}for b,fD in ipairs(redis.call('LRANGE',gY,'0',bv(9)))do s[b+1]=string.match(fD,'^[^|]*')end di[5]=table.concat(s,'\\n')end return di",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fS=KEYS[1]local z=KEYS local gQ=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,iR,dI,ig={},{},{''},{}for b,eH in ipairs(gQ)do h[b]=string.sub(eH,19)end local fX,A=redis.call('ZMSCORE',fS,unpack(h)),cw(z,1,h,2)for b,eH in ipairs(gQ)do local dx,j=A[b*2-1],A[b*2]local gM=fX[b]and dx and j and string.sub(j,1,18)==string.sub(eH,1,18)iR[b]=gM and'1'or'0'if gM then dI[#dI+1]=dx ig[#ig+1]='H'..(string.match(j,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for W,gY in ipairs(ig)do dI[#dI+1]=gY end dI[1]='ok\\n'..table.concat(iR)return dI",
  ],
);

/** 1229 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,kV=KEYS[1],KEYS[2]local w,kZ,jS=unpack(ARGV,1,3)local q=tonumber(kZ)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ci(Z)local de=cn(a,w)if de then return de end local s=redis.call('LRANGE',kV,'0',bv(q-1))if jS=='1'then for b,F in ipairs(s)do s[b]=string.match(F,'^[^|]*')..'||'end end return'ok\\n'..bv(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM,fd,gR=unpack(KEYS,1,3)local fB,w,kn=unpack(ARGV,1,3)local ih=tonumber(kn)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',gR,fB)or'-'}local A,eZ,iY={},{},fB=='deep'local x=redis.call('HGETALL',fd)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cv(w)local eG=redis.call('ZRANGE',eM,'0','-1','WITHSCORES')for b=1,#eG,2 do local v,gr=eG[b],eG[b+1]if v~=''then local fT=A[v]if fT then A[v]=nil eZ['\\t'..fT]=(eZ['\\t'..fT]or 0)+1 end s[#s+1]=v..' '..(fT or'-')..(iY and I-gr>=ih and' '..gr or'')end end if iY then for df,du in pairs(eZ)do if tonumber(A[df])~=du then redis.call('HDEL',fd,'')redis.call('HSET',fd,df,bv(du))end end for df in pairs(A)do if not eZ[df]then redis.call('HDEL',fd,df)end end end return table.concat(s,'\\n')",
  ],
);

/** 2952 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dl=KEYS[1],KEYS[2]local z=KEYS local w,dZ,dz,ga=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=ci(Z)local de=cn(a,w)if de then return de end local eG,h,s={},{},{}if#ga==0 then eG=redis.call('ZRANGE',dl,bv(dZ),bv(dZ+dz-1),'WITHSCORES')else for b,S in ipairs(redis.call('ZMSCORE',dl,unpack(ga)))do if S then ct(eG,ga[b],S)end end end for b=1,#eG,2 do h[#h+1]=eG[b]end if bN(a,'l')then local gP=math.max(1,bs(z,2,h,#h,0))for b=gP+1,#h do h[b]=nil end end local dI={''}if#h>0 then local A=cw(z,2,h,2)for b,d in ipairs(h)do s[b]='\\n'..eG[b*2]..' '..d dI[b*2],dI[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dI[1]='ok\\n'..bv(a.now)..' '..redis.call('ZCARD',dl)..table.concat(s)return dI",
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
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bv(cv(w)))end return'ok'",
  ],
);

/** 6724 bytes. */
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true if not bN(a,'p')then a.flags=a.flags..'p'if a.isNew then aY(a)end end local f=bm(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eM)-1)",
  ],
);

/** 8847 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hv,eH,fu=unpack(ARGV,4,6)",
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
    $writeField,
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local d=string.sub(eH,19)local k=redis.call('HGET',e.bucket,'\\t'..d)local fX=redis.call('ZSCORE',e.leased,d)local E,j='l',k if not bR(k,eH)then E=cO(k,eH,nil,e,{d},1)else if hv~=''then bD(a,e,e.bucket,d,k,fX,a.now+hv)a.rewrites=nil j='L'..string.sub(k,2)end local H,gw=string.match(j,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cH(a,e.bucket,'\\t'..d,(H or j..'\\n\\n')..fu..(gw or''),k)end local eW,f=a.sooner and bO(a),nil if E=='l'or not a.isNew then f=bm(a,e,i,E)end if f then return f end if eW then cT(a)end return'ok\\n'..E",
  ],
);

/** 10017 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gh=KEYS local es,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local dS,eV={},{}local cZ,O,dg=cw(bu(gh,6,es),0,h,1)for b,S in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local d=h[b]dS[b]=S and not eV[d]and'd'or'U'if dS[b]=='d'then eV[d]=true a.tick=a.tick+1 ce(a,O or dg[b],d,cZ[b],cp(S%10,a.tick),false)bZ(a,'delayed',d)end end local U=table.concat(dS)local eW,f=a.readied>0 and bO(a),nil if a.readied>0 or not a.isNew then f=bm(a,e,i,U)end if f then return f end if eW then cT(a)end return'ok\\n'..U",
  ],
);

/** 9143 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local z=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fK,X,E=unpack(ARGV,4,6)local dz=tonumber(fK)",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local h=redis.call('ZRANGE',e.state,'0',bv(dz-1))if#h>0 then cb(a,z,6,h,1)local cZ,O,dg=cw(z,6,h,1)for b,d in ipairs(h)do cD(a,O or dg[b],d,cZ[b])aW(a,d,E)end a.from.state,a.from.expiring=h,h if X~=''then br(a,X,#h)end end local U=#h..' '..(redis.call('ZCARD',e.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bm(a,e,i,U)end if f then return f end cV(a,e)return'ok\\n'..U",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM=KEYS[1]local s={'ok'}for W,v in ipairs(redis.call('ZRANGE',eM,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1066 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fH=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local de=cn(ci(Z),w)if de then return de end local x,s=redis.call('HGETALL',fH),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gR=KEYS[1]",
    $REPORT_SUFFIX,
    "local js=redis.call('HMGET',gR,'light'..aN,'deep'..aN)return'ok\\n'..(js[1]or'-')..'\\n'..(js[2]or'-')",
  ],
);

/** 7298 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,P={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fr=tonumber(ARGV[4])",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local iK,f=bN(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fr==0 then if iK then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local H=string.match(iK and x[1]or'','%d+$')if not H then H=bv(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',H}cM(a,e.meta,'recorded',x[2])end a.fields=bf(a.fields,'events',bv(fr)..' '..H)cM(a,e.meta,'events',x[1])if not iK then a.flags=a.flags..'e'end if a.isNew then aY(a)end end if fr>0 or not a.isNew then f=bm(a,e,i,'-')end if f then return f end if fr==0 then redis.pcall('UNLINK',P)else redis.pcall('XTRIM',P,'MAXLEN',bv(fr))end return'ok\\n-'",
  ],
);

/** 10351 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local eA={unpack(ARGV,4)}",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end local hi,h,eV={},{},{}for b=1,#eA,3 do hi[#hi+1]=eA[b]end local fE=redis.call('ZMSCORE',e.failed,unpack(hi))local A,O,dg=cw(z,6,hi,2)for b,d in ipairs(hi)do local dx,j,m=A[b*2-1],A[b*2],O or dg[b]local gz,eO=string.sub(j or'',1,17)==eA[b*3-1],eA[b*3]if fE[b]and dx and gz and not eV[d]then eV[d]=true h[#h+1]=d cH(a,m,d,eO,dx)bF(a,eO)cB(a,m,d,j,cr(string.sub(eO,1,16)))end end return bn(a,e,i,h)",
  ],
);

/** 10316 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local dz,ga=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local h,eV={},{}if#ga==0 then if dz>0 then h=redis.call('ZRANGE',e.failed,'0',bv(dz-1))end else for b,S in ipairs(redis.call('ZMSCORE',e.failed,unpack(ga)))do if S and not eV[ga[b]]then h[#h+1]=ga[b]eV[ga[b]]=true end end end if#h>0 then local cZ,O,dg=cw(z,6,h,1)for b,d in ipairs(h)do local dj=string.match(cZ[b]or'','^%a %d+ %d+ %d+ (%d+)')cB(a,O or dg[b],d,cZ[b],dj and cr(dj)or 5)end end return bn(a,e,i,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eM=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gr=ck(eM,w)redis.call('ZADD',eM,gr,'',gr,v)return'ok'",
  ],
);

/** 7079 bytes. */
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
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local jE,f=bN(a,'p'),nil if jE then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bm(a,e,i,'-')end if f then return f end if jE then a.readied=redis.call('ZCARD',e.ready)if bO(a)then cT(a)end end return'ok\\n-'",
  ],
);

/** 1463 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fU,fy,fS=unpack(KEYS,1,4)local er,gT,ke,eV=unpack(KEYS,5,8)local z={unpack(KEYS,9,24)}local hL={unpack(KEYS,25)}local w,ih=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=ci(Z)local de=cn(a,w)if de then return de end if bN(a,'p')or bN(a,'e')or redis.call('EXISTS',fU,fy,fS,er,gT,ke,eV,unpack(z))>0 then return'ok\\n0'end local kL=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(kL[b]or 0)<ih then return'ok\\n0'end end local W,B=cv(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hL))return'ok\\n1'",
  ],
);

/** 1661 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fH=KEYS[1],KEYS[2]local w,d,ld,U,ip=unpack(ARGV,1,5)local hB=tonumber(ip)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function ja(kM)return string.find(kM,'\"status\":\"running\"',1,true)~=nil end local a=ci(Z)local de=cn(a,w)if de then return de end local k=redis.call('HGET',fH,d)local iP=k and string.match(k,'^%d+')or'0'if a.isNew or iP~=ld then return'ok\\n'..(k or'0')end if U==''then redis.call('HDEL',fH,d)return'ok\\n0'end local is=redis.call('HGET',fH,'running')if not k and redis.call('HLEN',fH)-(is and 1 or 0)>=hB then return'full'end local gf=bv(iP+1)..' '..U local ho=(is or 0)+(ja(U)and 1 or 0)-(k and ja(k)and 1 or 0)if ho>0 then redis.call('HSET',fH,d,gf,'running',bv(ho))else redis.call('HSET',fH,d,gf)if is then redis.call('HDEL',fH,'running')end end return'ok\\n'..gf",
  ],
);

/** 7077 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dl=KEYS[1],KEYS[2]local z=KEYS local w,v,jn=unpack(ARGV,1,3)local S,gf=ARGV[4],ARGV[5]local ip,fK,kJ,kK=unpack(ARGV,6,9)local hB=tonumber(ip)local dz=tonumber(fK)local ji=tonumber(kJ)local jj=tonumber(kK)local eu={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kB=ARGV ",
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
    "local function bV(j)local dG,kT=string.match(j or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return dG and cR(dG)+kT or 0 end local aU='[^\\31]+'local function bE(C,kN)for v in string.gmatch(kN,aU)do if type(C)~='table'then return nil end local iX=string.match(v,'^%d+$')if C[v]==nil and iX then C=C[iX+1]else C=C[v]end end return C end local function bC(fh)local dJ={}for b=1,#fh,4 do if fh[b]=='='then local gZ,c=pcall(cjson.decode,'['..fh[b+3]..']')if gZ then dJ[b]=c[1]end end end return dJ end local function bk(dx,fh)local hM=string.find(dx,':',1,true)for b=1,#fh,4 do if not hM or not string.find(dx,fh[b+2],hM+1,true)then return nil end end return hM+1 end local function cg(ht,fh,gj)for b=1,#fh,4 do local fB,C,gm=fh[b],bE(ht,fh[b+1]),nil if fB=='='then gm=C~=nil and C==gj[b]elseif fB=='~'then gm=type(C)=='string'and string.find(C,fh[b+3],1,true)~=nil else gm=C~=nil==(fB=='?')end if not gm then return false end end return true end local function by(dx)local gg=string.match(dx,'^%d+ c(%d+)')if gg then return tonumber(gg)end local dj=tonumber(string.match(dx,'^%d+'))return dj and cR(dj%900000000000000)or 0 end local function bq(jc,U)local dZ=1 while true do local eC=string.find(jc,U,dZ,true)if not eC then return false end local la=string.match(string.sub(jc,1,eC-1),'\\\\*$')if#la%2==0 then return true end dZ=eC+1 end end local function ch(j,eu)local eY,ex,s=string.match(j or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if eu.attempts~=''and(eY or 0)-eu.attempts<0 then return false end if eu.worker~=''and ex~=eu.worker then return false end if eu.error==''then return true end for fC in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bq(fC,eu.error)then return true end end return false end local function bB(dl,S,j,dx,r)if dl=='failed'or dl=='done'then return S-r<=0 end local dG=string.match(j or'','^%a (%d+)')if dG and cR(tonumber(dG))>r then return false end if dl=='leased'then return true end if bV(j)>r then return false end if dl=='ready'then return cR(S%900000000000000)<=r end return dG~=nil or by(dx)<=r end local function ko(U,fk)for b=1,math.min(#U,#fk)do local J,K=string.byte(U,b),string.byte(fk,b)if J~=K then return J>K end end return#U>#fk end local function kP()if S==''then return 0 end if redis.call('ZSCORE',dl,gf)==S then return redis.call('ZRANK',dl,gf)+1 end local fi,fR=redis.call('ZCOUNT',dl,'-inf','('..S),redis.call('ZCOUNT',dl,'-inf',S)while fi<fR do local gn=(fi+fR-(fi+fR)%2)/2 local dq=redis.call('ZRANGE',dl,bv(gn),bv(gn))[1]if ko(dq,gf)then fR=gn else fi=gn+1 end end return fi end local function kG(d)if eu.id==''then return true end if eu.isPrefix==''then return d==eu.id end return string.sub(d,1,#eu.id)==eu.id end local a=ci(Z)local de=cn(a,w)if de then return de end local jl=eu.worker..eu.error..eu.attempts..eu.entered~=''local fh={unpack(kB,18)}local iS=#fh>0 local jk=eu.from..eu.to~=''or iS local gj=bC(fh)local A,s,dI,dM,hP,ey,gb=0,{},{''},0,0,0,0 local function jq(d)local dx=redis.call('HGET',z[2+bh(d)],d)or''dM=dM+#dx return dx end local function kH(dx)local dZ=bk(dx,fh)if not dZ then return false end local q,gZ,ht=#dx-dZ+1,false,nil if q<=jj then if hP+q>jj then return nil end hP=hP+q gZ,ht=pcall(cjson.decode,string.sub(dx,dZ))end if not gZ then gb=gb+1 end return gZ and cg(ht,fh,gj)end local function kF(d,kc,j,dx)if not kG(d)or jl and not ch(j,eu)then return false,dx end if not dx and(jk or eu.entered~=''and v=='delayed'and not j)then dx=jq(d)end if eu.entered~=''and not bB(v,kc,j,dx,tonumber(eu.entered))then return false,dx end if eu.from~=''and by(dx)-eu.from<0 then return false,dx end if eu.to~=''and by(dx)-eu.to>0 then return false,dx end if iS then return kH(dx),dx end return true,dx end local dL,jd=gf,S==''and'-'or S local hE=kP()local ez,fY=false,false while not ez and not fY and ey<hB and A<dz and dM<ji do local jy=math.min(250,hB-ey)local eG=redis.call('ZRANGE',dl,bv(hE),bv(hE+jy-1),'WITHSCORES')local h,fE={},{}for b=1,#eG,2 do h[#h+1],fE[#fE+1]=eG[b],eG[b+1]end ez=#h<jy hE=hE+#h local T,dJ=jk and not bN(a,'l')and 2 or 1,{}if#h>0 and(jl or T==2)then dJ=cw(z,2,h,T)end for b,d in ipairs(h)do local dx,j,gm=nil,dJ[b*T],nil fY=A>=dz or dM>=ji if not fY then if T==2 then dx=dJ[b*2-1]or''dM=dM+#dx end gm,dx=kF(d,fE[b],j,dx)fY=gm==nil end if fY then ez=false break end ey,dL,jd=ey+1,d,fE[b]if gm then A=A+1 s[A]='\\n'..fE[b]..' '..d if jn=='jobs'then dI[A*2]=dx or jq(d)dI[A*2+1]=j or redis.call('HGET',z[2+bh(d)],'\\t'..d)or''end end end end if jn=='count'then s={'\\n'..bv(A)}end dI[1]='ok\\n'..bv(a.now)..' '..redis.call('ZCARD',dl)..' '..bv(ey)..' '..bv(gb)..' '..(ez and'-'or jd)..' '..dL..table.concat(s)return dI",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gR=KEYS[1]local fB,w,fx,kS=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local df,U=fB..aN,bv(cv(w))..' '..kS if fx==''then redis.pcall('HSET',gR,df,U)else redis.call('HSET',gR,df,U,fB,fx)end return'ok'",
  ],
);

/** 12285 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local S=string.match local w=string.sub local as=string.byte local g=redis.pcall local bm=tonumber local R=string.find local m=string.format local aU=string.char local aL=string.rep local T=type local t,ay,bq,ce,cd,J=u(KEYS,1,6)local ag=ARGV[1]local ao=ARGV[2]local aB=ARGV[3]local aO=KEYS local cf,cL,cM,cg=u(ARGV,4,7)local bs=KEYS local f=ARGV[8]local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local bX='-----------------------------------------------------------------'local P=''local aK local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,cn,ar,cp,L,bU,bu,bw,bT,aq,W,bv,aQ,bV,o,aa,aS,ap,bS,co,aF local E repeat local ai do local p=s('HGET',t,'head')local V,ac,bb j,V,O,aJ,aE,aI,aj,bb=S(p or aT,by)aH,aG=not p,p if not V or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if as(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=bm(S(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=V+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local a=S(l,'^%d+')if a==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#a+2)break end if a-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if x-O>=0 or j~=''and R(j,'p',1,true)~=nil or j~=''and R(j,'e',1,true)~=nil then return'not_plain'end if j~=''and R(j,'l',1,true)~=nil and s('EXISTS',ce)==1 then return'not_plain'end cn=true local i,bd='-',bm(cf)local function aX(q)local h=0 if q>=1 then h=1 end if q>=1073741824 then q=1073741823 end if q>=65536 then q,h=q/65536,h+16 end if q>=256 then q,h=q/256,h+8 end if q>=16 then q,h=q/16,h+4 end if q>=4 then q,h=q/4,h+2 end if q>=2 then h=h+1 end return h end if M[9]then local h,b=aO[6+bm(f,16)+1],#M-9+1 if bs[23]then b=b-(#bs-23+2)do local cD=9+b ar={}for d=0,#bs-23 do do local a=ar local Q=bs[23+d]local A='C '..m('%d',x)..' '..M[cD+d]local c=#a a[c+1],a[c+2]=Q,A end end cp=M[#M]end end if b>1 then do local a=b repeat local k,v={},{}for d=1,a do local n=w(M[9+d-1],19)k[d],v[d]=n,'\\t'..n end local bt=s('HMGET',h,u(v))for d=1,a do local B=bt[d]if not B or w(B,1,18)..k[d]~=M[9+d-1]then k=nil break end end if not k then i=nil break end if j~=''and R(j,'l',1,true)~=nil then local ab=0 for d=1,a do ab=ab+s('HSTRLEN',h,k[d])end if ab>32000000 then i=nil break end end local ck,bN,N=nil,0,0 for d=1,a do local F=w(M[9+d-1],3,14)if F~=ck then if N>0 then do local q=bN local c=N local e=aU(96+aX(q))if c>1 then e=aL(e,c)end P=P..e end end ck,bN,N=F,x-1600000000000-F,0 end N=N+1 end do local q=bN local c=N local d=aU(96+aX(q))if c>1 then d=aL(d,c)end P=P..d end L=k aj=m('%d',aj+a)bU=a bu,bw,bT=h,k,v i=aL('c',a)break until true end else do local bL=M[9]local n=w(bL,19)local X='\\t'..n local B=s('HGET',h,X)if not B or w(B,1,18)..n~=bL then i=nil else L={n}aj=m('%d',aj+1)bU=1 bu,bw=h,{n,X}do local q=x-1600000000000-w(bL,3,14)local a=aU(96+aX(q))if 1>1 then a=aL(a,1)end P=P..a end i='c'end end end end if not i then return'not_plain'end local an,y,r local cb=false if bd>0 then local Y,F,ad,I,at do local a,b,bp,bD,c,d,e local h,ae,ab,bE=0,0,0,false local aC local cl,bW,N=nil,0,0 local cP,cr=' '..cg..' 0','\\n'..cM repeat local k if ae==0 then k=s('ZRANGE',ay,'0',cf)else k=s('ZRANGE',ay,m('%d',ae),m('%d',ae+bd-h))end local l,ch=#k,bd-h d=l>ch if d then l=ch end local function aW(n)local p=string.byte local q,aw=p(n,1,2)if q==95 and#n==13 and aw<103 and aw>47 and(aw<58 or aw>96)then return aw<58 and aw-47 or aw-86 end do local bO=#n for v=1,#n,8 do local Q,A,cw,cy,cz,cB,cE,cF=p(n,v,v+7)bO=(bO*31+Q+(A or 0)*3+(cw or 0)*5+(cy or 0)*7+(cz or 0)*11+(cB or 0)*13+(cE or 0)*17+(cF or 0)*19)%65521 end return bO%16+1 end end if j~=''and R(j,'l',1,true)~=nil and(l>1 or ae>0)then local bh do local n=k local p=l local q=ab local v=0 for A=1,p do local cG=aW(n[A])q=q+s('HSTRLEN',aO[6+cG],n[A])if q>2000000 then break end v=A end bh=v end if bh==0 and ae==0 then bh=1 end bE=bh<l l=bh d=d or bE end for n=#k,l+1,-1 do k[n]=nil end if l>0 then local af,D,aM,v if l==1 then local n=aW(k[1])D,v=aO[6+n],{k[1],'\\t'..k[1]}af=s('HMGET',D,v[1],v[2])else do local n=k repeat local p={}for q=1,#n do local A=n[q]p[q*2-1]=A p[q*2]='\\t'..A end local q=aW(n[1])local au=aW(n[#n])if q==au then local A,bF=nil,true if bF then A=s('HMGET',aO[6+q],u(p))for B=1,#n do if not A[B*2-1]then bF=false break end end end if bF then af,D,aM,v=A,aO[6+q],nil,p break end end local A,cq,H,bK={},{},{},{}for B=1,#n do local C=aW(n[B])local G=aO[6+C]A[B]=G if not H[G]then H[G],bK[G]={},{}end local Q,bJ=H[G],bK[G]for be=(B-1)*2+1,B*2 do local U=#Q+1 Q[U],bJ[U]=p[be],be end end for B,C in pairs(H)do local G,bJ=s('HMGET',B,u(C)),bK[B]for be=1,#C do cq[bJ[be]]=G[be]end end af,D,aM,v=cq,nil,A,p break until true end end local n=nil if D and aq==D then n=W end if not c then bD=x+cL c=m('%d',bD)end local function br(H,C)local p=H[C]if not p then p={}H[C]=p end return p end for p=1,l do local q,Z,B=k[p],af[p*2-1],af[p*2]local A,bo,cm,bQ=D or aM[p],'0',nil,cP if Z and as(Z,17)~=58 then local C,bP=S(Z,'^(%d+)([^:]*)')if#(C or'')~=16 then cm,bP=m('%016d',4500000000000000),''end bo=S(bP,' x(%d+)')or bo bQ=' '..(S(bP,' m(%d+)')or cg)..' '..bo end if not Z or bo~='0'then e=true end if B and L and as(B)==76 then local ca if not bv then bv={}for bA,cC in ipairs(L)do bv[cC]=true end end ca=bv[q]e=e or ca end if Z then h=h+1 local V,C=z+h,nil if l==1 then C=m('%015d',V)else local al=V%100 if al==0 or not aC then aC=m('%013d',(V-al)/100)end C=aC..w(bx,al*2+1,al*2+2)end local G,X,aN,U=q,v[p*2],nil,cm or w(Z,1,16)if B then local bn,cv,cj,cx,bc=S(B,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bn,bc=m('%d',(bn or 0)+1),bc or'\\n'G=bn..'\\t'..q aN='L '..C..' '..bn..' '..(cv or'0')..' '..(cj or U)..bQ..(cx or'')..cr..bc if as(B)==76 or R(bc,'\\n[gbw] [^\\n]*$')then U=nil else U=cj or U end do local H=aQ local ak='H'..bc if not H then aQ={ak}else H[#H+1]=ak aQ=H end end else aN='L '..C..' 1 0 '..U..bQ..cr..'\\n'bV=(bV or 0)+1 end if U then local bH=w(U,1,13)if bH~=cl then if N>0 then do local H=bW local Q=N local ac=aU(64+aX(H))if Q>1 then ac=aL(ac,Q)end P=P..ac end end bW=x-1600000000000-(bm(bH)or 0)%900000000000 cl,N=bH,0 end N=N+1 end if B and#aN<=#B then do local ak=aN if not o then o={}end o[A..X]=B if#ak>#B then if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end else if not aS then aS={}end do local H=br(aS,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end else if B then if not o then o={}end o[A..X]=B end if D then do local H=n local Q=aN if not H then n={X,Q}else do local ac=#H H[ac+1],H[ac+2]=X,Q end n=H end end else do local ak=aN if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end end if h==1 then a,b,bp,aK=G,Z,C,{c,q}else if h==2 then a,b={a},{b}end a[h],b[h]=G,Z do local H=aK local Q=c local ac=#H H[ac+1],H[ac+2]=Q,q end end ab=ab+#Z ap=C end end if D and n then if not W or aq==D then aq,W=D,n else for aV=1,#n,2 do do local p=D local X=n[aV]local ak=n[aV+1]if not aa then aa={}end do local q=br(aa,p)local A=#q q[A+1],q[A+2]=X,ak end end end end end end ae=ae+l until e or not d or bE or h>=bd or ae-h>=1000 if N>0 then do local q=bW local k=N local l=aU(64+aX(q))if k>1 then l=aL(l,k)end P=P..l end end if ae>0 then bS=ae==1 and'0'or m('%d',ae-1)end if h>0 then z=z+h aI=m('%d',aI+h)if bD-O<0 then O=c end if h>15 then do local k=aK local l=#k k[l+1],k[l+2]='+inf',bX end co=true end end Y,y,r,F,ad,I,at=a,b,h,bp,c,d,e end if at then return'not_plain'end if r>0 then do local a=i local b=Y local c=r local d=F local e=ad local h=I if c>1 then b=table.concat(b,'\\n')end an=a..'\\n- '..e..(h and' 1 'or' 0 ')..O..' -'..j..' '..d..'\\n'..b end cb=not I else if not(j~=''and R(j,'h',1,true)~=nil)then return'not_plain'end an=i..'\\n'..m('%d',x)..' - 0 '..O..' -'..j..' -'end else an=i..'\\n'..m('%d',x)..' - 0 - -'..j..' -'end if L or bd>0 then if#av+#P>96 then local a,aP={as(av..P,1,-1)},{}for d=1,#a do aP[a[d]]=(aP[a[d]]or 0)+1 end local l=s('HMGET',t,'waits','runTimes')local function bY(cH,b,cN)local cu=string.gmatch local ct=math.max local c=string.format local bg,d={},0 for e in cu(cH or'','%d+')do d=d+1 bg[d]=e end for e=1,31 do local I=b[cN+e-1]if I then for cJ=d+1,e do bg[cJ]='0'end d=ct(d,e)bg[e]=c('%d',bg[e]+I)end end return table.concat(bg,' ')end do local b=aF local A=bY(l[1],aP,64)if not b then aF={'waits',A}else do local c=#b b[c+1],b[c+2]='waits',A end aF=b end end do local b=aF local A=bY(l[2],aP,96)local c=#b b[c+1],b[c+2]='runTimes',A end do local b=l[1]if not o then o={}end o[t..'waits']=b end do local b=l[2]if not o then o={}end o[t..'runTimes']=b end av,P='',''end local e do local a=an local p do local bt=(bV or 0)-(bU or 0)if bt~=0 then aJ=m('%d',math.max(0,aJ+bt))end ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..P end local G=a and ao..'\\n'..a local ax=G and K and#G<=#K local b for bA=1,2 do b=nil if aK then if not b then local c=g('ZADD',bq,u(aK))if c~=0 and c~=1 and T(c)=='table'then b=c end end end if W and not b then local c=g('HSET',aq,u(W))if c~=0 and c~=1 and T(c)=='table'then b=c end end if aa and not b then do local H=aa local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and T(h)=='table'then c=h end end end b=c end end if ar then for d=1,#ar,2 do if not b then local c=g('SET',ar[d],ar[d+1],'PX',cp)if c.err then b=c end end end end if G and not ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and T(c)=='table'then b=c end end if not b then local c if aF then c=g('HSET',t,'head',p,u(aF))else c=g('HSET',t,'head',p)end do local aY do local d=c aY=d~=0 and d~=1 and T(d)=='table'end if aY then b=c end end end if aS and not b then do local H=aS local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and T(h)=='table'then c=h end end end b=c end end if ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and T(c)=='table'then b=c end end if not b or not cn or w(b.err,1,3)~='OOM'then break end s('HDEL',t,'')end if b then local ba={}if aK then ba[bq]=aK end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local c=redis.pcall for C,d in bB(H)do for h=1,#d,2 do local am=d[h+bG]local l=bI[C..am]if not l then c(bM,C,am)elseif aA=='ZADD'then c(aA,C,l,am)else c(aA,C,am,l)end end end end ah(aS or{},o,0,'HDEL','HSET')local function bC(c,Q,A)if not c then return{Q,A}end do local d=#c c[d+1],c[d+2]=Q,A end return c end ah({[t]=bC(aF,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end if ar then for d=1,#ar,2 do g('DEL',ar[d])end end ah(aa or{},o,0,'HDEL','HSET')if W then ah({[aq]=W},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=b else aG=p if a and not K then g('PEXPIRE',J,S(aB,'%d+$'))end if bS then g('ZREMRANGEBYRANK',ay,'0',bS)end if co then g('ZREM',bq,bX)end if L and s('ZREM',bq,u(L))<#L then g('ZREM',ay,u(L))g('ZREM',ce,u(L))end if bw then g('HDEL',bu,u(bw))end if bT then g('HDEL',bu,u(bT))end e=nil end end if e then return'not_plain'end end if L then if not L and true then else local a,V,cc={},ap if L then local cA='C'..V for d,n in ipairs(L)do a[d*2-1],a[d*2]=n,cA end cc=aj-#L==0 end if cc then g('HSET',cd,'',m('%-65d',x))end local c=g('HSET',cd,u(a))end end if cb and(j~=''and R(j,'h',1,true)~=nil)then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local a='0'if 0>0 then a=m('%d',0)end g('PUBLISH',w(t,1,-5)..'wake',a..' '..aZ)end end do local bR=an local a=y local b=r if not a then return'ok\\n'..bR end if b==1 and not aQ and#a<4000 then return'ok\\n'..bR..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bR)if aQ then for bA,cI in ipairs(aQ)do a[#a+1]=cI end end return a end",
  ],
);

/** 26835 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local fV=KEYS local hA={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fb,id=ARGV[8],ARGV[9]local eA=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bX(p)return string.sub(ag,p*2+1,p*2+2)end ",
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
    "local function bj(fa)local m=0 if fa>=1 then m=1 end if fa>=1073741824 then fa=1073741823 end if fa>=65536 then fa,m=fa/65536,m+16 end if fa>=256 then fa,m=fa/256,m+8 end if fa>=16 then fa,m=fa/16,m+4 end if fa>=4 then fa,m=fa/4,m+2 end if fa>=2 then m=m+1 end return m end local function cf(a,ie,fa,p)local dS=string.char(ie+bj(fa))if p>1 then dS=string.rep(dS,p)end a.measured=a.measured..dS end local function bb(ie,es,E)local dI,q={},0 for p in string.gmatch(ie or'','%d+')do q=q+1 dI[q]=p end for b=1,31 do local dP=es[E+b-1]if dP then for ku=q+1,b do dI[ku]='0'end q=math.max(q,b)dI[b]=bv(dI[b]+dP)end end return table.concat(dI,' ')end local function bG(a)if#a.latencies+#a.measured>96 then local dS,es={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#dS do es[dS[b]]=(es[dS[b]]or 0)+1 end local k=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bf(a.fields,'waits',bb(k[1],es,64))ct(a.fields,'runTimes',bb(k[2],es,96))cM(a,a.meta,'waits',k[1])cM(a,a.meta,'runTimes',k[2])a.latencies,a.measured='',''end end ",
    $parseRun,
    $formatRun,
    $endAttempt,
    $staleReason,
    "local function bt(j,eF)j.isUnused=eF=='g'local fe,ff=tonumber(j.postponed)or 0,tonumber(j.unfinished)or 0 if eF=='p'then fe=fe+1 j.isUnused=fe<=1000 elseif eF=='b'then ff=ff+1 j.isUnused=ff%10~=0 end if fe+ff>0 then j.postponed,j.unfinished=bv(fe),bv(ff)end if j.isUnused then j.released=bv(j.released+1)end end local function bl(a,e,eF,j,iQ)if eF=='c'or eF=='k'then return'c','C','completed'end bt(j,eF)if j.isUnused and eF~='p'then return'r','W','released'end if eF=='f'or not j.isUnused and j.attempt-j.released>=tonumber(j.max)then return'f','F','failed'end a.tick=a.tick+1 if eF=='b'or iQ=='0'then return'r','W','retried',a.tick end return'd','W','retried',bM(a,e.delayed,a.now+iQ)end local function ca(a,e,d,j,E)local dj,hU=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if E=='r'then cM(a,e.ready,d,dj)elseif dj then bZ(a,'ready',d)end if E=='f'then cM(a,e.failed,d,hU)elseif hU then bZ(a,'failed',d)end if dj and j.expiresAt~='0'then if E=='r'or E=='d'then cM(a,e.expiring,d,j.expiresAt)else bZ(a,'expiring',d)end end return hU end local function bA(a,d,j,E,eF,t)local jb=E=='r'or E=='d'if E=='r'then bz(a,'ready',j.place,d)a.readied=a.readied+1 elseif E=='d'then bz(a,'delayed',bw(t,cr(j.place)),d)a.sooner=true cd(a,cR(t))elseif E=='f'then bz(a,'failed',bv(a.now),d)elseif eF=='k'then bz(a,'done',bv(a.now),d)end if jb and j.expiresAt~='0'then bz(a,'expiring',j.expiresAt,d)cd(a,tonumber(j.expiresAt))end return not jb and eF~='c'end local function cN(a,e,z,R,eA,H,fV,hW)local h,dS,ju,dD,gK,da={},{},{},0,false,nil local hx,q,eQ,iU=bN(a,'l'),0,false,false for eC=H,#eA,4 do h[#h+1]=string.sub(eA[eC+1],19)end local cZ,O,dg=cw(z,R,h,1)local gL=redis.call('ZMSCORE',e.leased,unpack(h))for b=1,#h do local d,k,m,eC=h[b],cZ[b],O or dg[b],H+b*4-4 local eF,eH,hu,fC=unpack(eA,eC,eC+3)local iT=k and string.sub(k,2,18)==string.sub(eH,2,18)local E,X,j=ju[d],'stale'if E=='W'and not iT then E='A'end if not E and(not iT or not string.find(k,'^[LE]'))then E,da=cO(k,eH,da,e,h,b)end if not E and hx then q=q+redis.call('HSTRLEN',m,d)eQ=eQ or iU and q>32000000 end if eQ then E,X='M',nil end if not E then j=eF=='c'and{expiresAt='-'}or co(k)E=not j and'U'end if not E then local dl,t E,dl,X,t=bl(a,e,eF,j,hu)ju[d],iU=dl,true if E~='r'or not j.isUnused or eF=='p'then cf(a,96,a.now-1600000000000-string.sub(eH,3,14),1)end if t then j.place=cp(cr(j.place),t)end if E=='c'and hu~=''then a.results=bf(a.results,fV[hW],'C '..bv(a.now)..' '..hu)end if gL[b]then bZ(a,'leased',d)elseif ca(a,e,d,j,E)then gK=true if E=='f'then X=nil end end if bA(a,d,j,E,eF,t)then dD=dD+1 end if eF=='c'then cD(a,m,d,k)aW(a,d,'C')else if eF~='k'then bx(j,a.now,E=='f'and E or eF,j.isUnused and''or fC)end cH(a,m,'\\t'..d,bK(j,dl),k)end end if hu~=''and(eF=='c'or eF=='k')then hW=hW+1 end if X=='completed'then a.completed=bv(a.completed+1)elseif X then br(a,X,1)end dS[b]=E end return table.concat(dS),dD,gK,eQ end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bQ(a,d)if not a.isFinished then a.isFinished={}for W,kh in ipairs(a.finished)do a.isFinished[kh]=true end end return a.isFinished[d]end local function bY(a,e,z,R,hd,fj)local fA,eS,H,fX,et,dP,ha local dF,ey,dM,fY=0,0,0,false local iD local jw,iJ,gE=nil,0,0 local lc,jG=' '..hd.max..' 0','\\n'..hd.worker repeat local h if ey==0 then h=redis.call('ZRANGE',e.ready,'0',hd.count)else h=redis.call('ZRANGE',e.ready,bv(ey),bv(ey+fj-dF))end local q,he=#h,fj-dF dP=q>he if dP then q=he end if bN(a,'l')and(q>1 or ey>0)then local gP=bs(z,R,h,q,dM)if gP==0 and ey==0 then gP=1 end fY=gP<q q=gP dP=dP or fY end for b=#h,q+1,-1 do h[b]=nil end if q>0 then local A,O,dg,x if q==1 then local p=bh(h[1])O,x=z[R+p],{h[1],'\\t'..h[1]}A=redis.call('HMGET',O,x[1],x[2])else A,O,dg,x=cw(z,R,h,2)end local c=nil if O and a.oneHash==O then c=a.oneWrite end if not et then fX=a.now+hd.duration et=bv(fX)end for b=1,q do local d,dx,j=h[b],A[b*2-1],A[b*2]local m,dE,fm,iH=O or dg[b],'0',nil,lc if dx and string.byte(dx,17)~=58 then local p,fQ=string.match(dx,'^(%d+)([^:]*)')if#(p or'')~=16 then fm,fQ=cp(5,0),''end dE=string.match(fQ,' x(%d+)')or dE iH=' '..(string.match(fQ,' m(%d+)')or hd.max)..' '..dE if e.delayed and dE~='0'then a.from.expiring=be(a.from.expiring,d)end end if not e.delayed and(not dx or dE~='0')then ha=true end if not e.delayed and j and a.finished and string.byte(j)==76 then local ki=bQ(a,d)ha=ha or ki end if e.delayed and(not dx or dE~='0'and dE-a.now<=0)then cD(a,m,d,j)if dx then br(a,'expired',1)aW(a,d,'E')dM=dM+#dx end elseif dx then dF=dF+1 local t,dG=a.tick+dF,nil if q==1 then dG=string.format('%015d',t)else local fi=t%100 if fi==0 or not iD then iD=string.format('%013d',(t-fi)/100)end dG=iD..bX(fi)end local l,df,eI,dj=d,x[b*2],nil,fm or string.sub(dx,1,16)if j then local eY,jP,jo,eZ,s=string.match(j,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')eY,s=bv((eY or 0)+1),s or'\\n'l=eY..'\\t'..d eI='L '..dG..' '..eY..' '..(jP or'0')..' '..(jo or dj)..iH..(eZ or'')..jG..s if string.byte(j)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then dj=nil else dj=jo or dj end a.histories=be(a.histories,'H'..s)else eI='L '..dG..' 1 0 '..dj..iH..jG..'\\n'a.runsMore=(a.runsMore or 0)+1 end if dj then local im=string.sub(dj,1,13)if im~=jw then if gE>0 then cf(a,64,iJ,gE)end iJ=a.now-1600000000000-(tonumber(im)or 0)%900000000000 jw,gE=im,0 end gE=gE+1 end if j and#eI<=#j then cH(a,m,df,eI,j)else if j then cM(a,m,df,j)end if O then c=bf(c,df,eI)else cX(a,m,df,eI)end end if dF==1 then fA,eS,H,a.to.leased=l,dx,dG,{et,d}else if dF==2 then fA,eS={fA},{eS}end fA[dF],eS[dF]=l,dx ct(a.to.leased,et,d)end dM=dM+#dx a.lastTick=dG end end if O and c then if not a.oneWrite or a.oneHash==O then a.oneHash,a.oneWrite=O,c else for eC=1,#c,2 do cX(a,O,c[eC],c[eC+1])end end end end ey=ey+q until ha or not dP or fY or dF>=fj or ey-dF>=1000 if gE>0 then cf(a,64,iJ,gE)end if ey>0 then a.popped=ey==1 and'0'or bv(ey-1)end if dF>0 then a.tick=a.tick+dF a.leased=bv(a.leased+dF)if fX-a.due<0 then a.due=et end if dF>15 then ct(a.to.leased,'+inf',aJ)a.isLong=true end end return fA,eS,dF,H,et,dP,ha end ",
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
    "local function bJ(a,dS,fA,dF,dG,et,dP)if dF>1 then fA=table.concat(fA,'\\n')end return dS..'\\n- '..et..(dP and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dG..'\\n'..fA end local function bL(a,dS,dy,dP)return dS..'\\n'..bv(a.now)..(dP and' - 1 'or' - 0 ')..dy..' -'..a.flags..' -'end local function cU(a,U,eS,dF)if not eS then return'ok\\n'..U end if dF==1 and not a.histories and#eS<4000 then return'ok\\n'..U..'\\n\\n'..eS end if dF==1 then eS={eS}end table.insert(eS,1,'ok\\n'..U)if a.histories then for W,gY in ipairs(a.histories)do eS[#eS+1]=gY end end return eS end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=ci(e.meta)local dQ=cm(a,i)if dQ then return dQ end a.frees=true local jv,hg,gp=eA[10]~=nil,hA.count~='0',a.now-a.due>=0 local fj=bN(a,'p')and 0 or tonumber(hA.count)local l=bP(a)local dS,U,eS,dF,ev,fp='-',nil,nil,0,false,0 local function fw(eO,di)local f local hz=jv or dF>0 or i.number~='0'bG(a)if eO then f=bm(a,e,i,hz and di)end if f then cF(a,l)else cV(a,e)l=bP(a)if di and eO then a.before=i.number..'\\n'..di end U=di or U end cE(a)return f end local function jt()local W,dD,gK,eQ,ez dS,dD,gK,eQ=cN(a,e,z,12,eA,10,fV,29)if a.results then a.resultTtl=string.match(fb,'%S+$')end if dD>0 and not gK then W,W,ez=cS(a,e,z,12,fb,dD*2+8)end fp=(ez or gK)and dD or 0 if eQ then hg=false end return not a.isNew or string.find(dS,'%l')~=nil end local function ky(eO,ia)local fA,dG,et,dP if gp then a.due=cj(e)eO=not a.isNew dP=a.now-a.due>=0 end if fj>0 then fA,eS,dF,dG,et,dP=bY(a,e,z,12,hA,fj)dP=dP or a.now-a.due>=0 ev=not dP end if not a.isNew and(dF==0 or id~='')then local kt=aY(a)eO=eO or kt or i.number~='0'end if dF>0 then return true,bJ(a,dS,fA,dF,dG,et,dP)end local dy=ia and a.due or cj(e)return eO or a.popped,bL(a,dS,dy,dP)end local function je(eO,ia)local kp,di=ky(eO,ia)local f=fw(kp,di)if f then dF,eS,ev=0,nil,false end return f end local function jB(p)if p==0 then return end cS(a,e,z,12,fb,p*2+8)fw(a.from.done or a.from.failed)end local kr=hg if jv then local eO,f=jt(),nil if hg and not gp and a.readied==0 and not a.from.ready then hg=false f=je(eO,true)if f then eO=jt()end end if not U then f=fw(eO,bL(a,dS,'-',kr))if f then return f end end end if hg then if gp then local ic=math.min(1000,10+fj*2)local W,A=cC(a,e,z,12,ic)fw(A>0)local hF,er=cy(a,e,z,12,ic)local b,ez if er>0 then b,b,ez=cS(a,e,z,12,fb,er*2+8)end local f=fw(hF>0)if ez and not f then jB(er)end local hD=cs(a,e,ic)fw(hD>0)end local f=je(false,false)if not U then return f end end jB(fp)a.readied=a.readied-dF local ks,eW=a.readied>0 or a.sooner,false if ks then eW=bO(a)elseif ev and(dF>0 or gp)then eW=bN(a,'h')end if eW then cT(a,ev)end if id~=''and not a.isNew then if id=='p'then redis.pcall('HSET',e.meta,'policy',fb)end cl(e.workers,string.match(hA.worker,'^[^\\31]*'),a.now)cK(a,e,120000,10000)local iy=bT(a)if not iy and U then U=string.gsub(U,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cU(a,U or bL(a,dS,'-',false),eS,dF)",
  ],
);

/** 2641 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fS,gd=unpack(KEYS,1,3)local z=KEYS local w,hZ,fK=unpack(ARGV,1,3)local dZ=tonumber(hZ)local dz=tonumber(fK)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=ci(Z)local de=cn(a,w)if de then return de end local gL=redis.call('ZRANGE',fS,bv(dZ),bv(dZ+dz-1),'WITHSCORES')local dI={'ok',bv(a.now)..' '..(#gL<dz*2 and'-'or bv(dZ+dz))}local gB=dZ==0 and redis.call('ZRANGE',gd,'0','999','WITHSCORES')or{}for b=1,#gB,2 do dI[#dI+1]='W '..gB[b+1]..' '..gB[b]end local h={}for b=1,#gL,2 do h[#h+1]=gL[b]end if#h>0 then local cZ=cw(z,3,h,1)for b,d in ipairs(h)do local dG,ex=string.match(cZ[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')dI[#dI+1]='H '..gL[b*2]..' '..(dG or'0')..' '..d dI[#dI+1]='-'..(ex or'')end end return table.concat(dI,'\\n')",
  ],
);
