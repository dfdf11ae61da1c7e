// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bw(p)return string.format('%d',p)end ";
const $readClock = "local function cz(w)if string.byte(w)~=61 then local t=redis.pcall('TIME')if not t.err then local S,D=t[1]+0,t[2]+0 return S*1000+(D-D%1000)/1000,(S-1600000000)*1000000+D end end local J=tonumber(string.match(w,'%d+'))return J,(J-1600000000000)*1000 end ";
const $nextStamp = "local function co(eS,w)return bw(math.max(cz(w),(redis.call('ZSCORE',eS,'')or 0)+1))end ";
const $bucketOfBytes = "local function bi(c)local dz=#c for b=1,#c,8 do local K,L,em,en,eo,ep,es,et=string.byte(c,b,b+7)dz=(dz*31+K+(L or 0)*3+(em or 0)*5+(en or 0)*7+(eo or 0)*11+(ep or 0)*13+(es or 0)*17+(et or 0)*19)%65521 end return dz%16+1 end ";
const $bucketOf = "local function bh(c)local H,G=string.byte(c,1,2)if H==95 and#c==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bi(c)end ";
const $declaredBuckets = "local function bv(e,H,ez)local y={}for b=1,#ez do y[tonumber(string.sub(ez,b,b),16)+1]=e[H+b-1]end return y end ";
const $readJobs = "local function cA(y,P,h,U)local x={}for b=1,#h do local c=h[b]if U==2 then x[b*2-1]=c end x[b*U]='\\t'..c end local Q=bh(h[1])local dQ=bh(h[#h])if Q==dQ then local A,dB=nil,U==2 if dB then A=redis.call('HMGET',y[P+Q],unpack(x))for b=1,#h do if not A[b*2-1]then dB=false break end end end if dB then return A,y[P+Q],nil,x end end local dm,dO,z,dC={},{},{},{}for b=1,#h do local p=bh(h[b])local n=y[P+p]dm[b]=n if not z[n]then z[n],dC[n]={},{}end local d,du=z[n],dC[n]for O=(b-1)*U+1,b*U do local q=#d+1 d[q],du[q]=x[O],O end end for n,d in pairs(z)do local A,du=redis.call('HMGET',n,unpack(d)),dC[n]for O=1,#d do dO[du[O]]=A[O]end end return dO,nil,dm,x end ";
const $pushPair = "local function cx(d,K,L)local q=#d d[q+1],d[q+2]=K,L end ";
const $appendPair = "local function bf(d,K,L)if not d then return{K,L}end cx(d,K,L)return d end ";
const $append = "local function be(d,C)if not d then return{C}end d[#d+1]=C return d end ";
const $listFor = "local function cf(z,u)local d=z[u]if not d then d={}z[u]=d end return d end ";
const $HEAD_PATTERN = "local aj='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aI='2  0 0 0 0 0 0|'";
const $PADDING = "local aJ='-----------------------------------------------------------------'";
const $newUnit = "local function cm(de)return{meta=de,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cr(a,w)local m=redis.call('HGET',a.meta,'head')local r,B,di a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed,di=string.match(m or aI,aj)a.isNew,a.head=not m,m if not r or not m and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(m or aI,di)a.now,B=cz(w)a.tick=r+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cq(a,i)local dj=cr(a,i.times)if dj then return dj end local l=redis.call('HGET',i.replies,i.lane)if l then local p=string.match(l,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(l,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=l return nil end ";
const $hasFlag = "local function bQ(a,ea)return a.flags~=''and string.find(a.flags,ea,1,true)~=nil end ";
const $count = "local function br(a,Y,el)if not a.totals then a.totals={}end a.totals[Y]=(a.totals[Y]or 0)+el end ";
const $leave = "local function cc(a,k,c)a.from[k]=be(a.from[k],c)end ";
const $saveOld = "local function cQ(a,u,dw,l)if not a.old then a.old={}end a.old[u..dw]=l end ";
const $removeJob = "local function cH(a,n,c,j)if not a.drops then a.drops={}end local d=cf(a.drops,n)d[#d+1]=c if j then d[#d+1]='\\t'..c a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aW(a,c,E)a.endings=bf(a.endings,c,E)end ";
const $limitFreed = "local function ce(a,y,P,h,gh)local dS,q=0,#h if bQ(a,'l')then for b=1,q do local p=bh(h[b])dS=dS+redis.call('HSTRLEN',y[P+p],h[b])if dS>64000000 and b>gh then for O=q,b,-1 do h[O]=nil end break end end end return#h<q end ";
const $beginEndings = "local function bg(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cN(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bg(a,e)end ";
const $writeEndings = "local function da(a,e)if not a.finished and not a.endings then return end local d,r,eK={},a.lastTick if a.finished then local eV='C'..r for b,c in ipairs(a.finished)do d[b*2-1],d[b*2]=c,eV end eK=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cx(d,a.endings[b],a.endings[b+1]..r)end end if e.endedBefore then eK=redis.call('EXISTS',e.endings)==0 end if eK then bg(a,e)end local g=redis.pcall('HSET',e.endings,unpack(d))if e.endedBefore and not eK and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cN(a,e)end end ";
const $entryText = "local function bD(k,M,j,dl)local fq if j then fq=string.match(j,'^%a %d+')elseif k=='delayed'and dl then fq=string.match(dl,'^%d+ ?c?%d*')end return k..' '..(k=='leased'and'-'or M)..' '..(fq or'-')end ";
const $needsRecordOfEntry = "local function cl(k,j)return k=='delayed'and not j end ";
const $findUnchanged = "local function bH(e,y,P,h,T,dZ)if dZ==''then return nil end local k,fj,b=string.match(dZ,'^%l+'),{},0 local fb=redis.call('ZMSCORE',e[k],unpack(h))for ex in string.gmatch(dZ,'[^\\n]+')do b=b+1 local c,M,j=h[b],fb[b],T[b]if M then local dl=cl(k,j)and redis.call('HGET',y[P+bh(c)],c)if bD(k,M,j,dl)==ex then fj[c]=true end end end return fj end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bK(a,e)local s,I,dT={},{},{}local df,t=a.endings or{},bw(a.now)for W,c in ipairs(a.from.done or{})do dT[c]=true end for b=1,#df,2 do local c,E=df[b],a.from.state and'P'or df[b+1]if E~='F'and(E~='C'or not dT[c])then s[#s+1]=E..c end end for W,k in ipairs({'done','failed','delayed','ready','leased'})do local d=a.to[k]or{}for b=2,#d,2 do local c=d[b]if c~=aJ and not(a.old and a.old[e[k]..c])then s[#s+1]=ai[k]..c end end end local H,q=1,0 for b=1,#s do q=q+#s[b]+1 if q>8000 or b==#s then I[#I+1]=t..'\\n'..table.concat(s,'\\n',H,b)H,q=b+1,0 end end return I end ";
const $writeEvents = "local function db(a,e,I)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dI,l=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#I for b,V in ipairs(I)do redis.pcall('XADD',e.events,'MAXLEN',dI,bw(l+b)..'-0','e',V)end end ";
const $isRefused = "local function bV(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bL(a)local T=(a.runsMore or 0)-(a.runsLess or 0)if T~=0 then a.runs=bw(math.max(0,a.runs+T))end a.lastTick=a.lastTick or bw(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bd(a)local dh={}if not a.fields then a.fields={}end for v in pairs(a.totals)do dh[#dh+1]=v end for b,C in ipairs(redis.call('HMGET',a.meta,unpack(dh)))do local v=dh[b]local Y=bw((C or 0)+a.totals[v])cx(a.fields,v,Y)cQ(a,a.meta,v,C)end end ";
const $writeFields = "local function dd(a,z)local f for u,d in pairs(z)do if not f then local g=redis.pcall('HSET',u,unpack(d))if bV(g)then f=g end end end return f end ";
const $revert = "local function cK(z,dM,dw,ev,dy)for u,d in pairs(z)do for b=1,#d,2 do local v=d[b+dw]local l=dM[u..v]if not l then redis.pcall(ev,u,v)elseif dy=='ZADD'then redis.pcall(dy,u,l,v)else redis.pcall(dy,u,v,l)end end end end ";
const $commit = "local function bl(a,e,i,dp)local m=bL(a)local R if e.events and bQ(a,'e')then R=bK(a,e)if#R>0 then br(a,'recorded',#R)end end if a.totals then bd(a)end local F=dp and i.number..'\\n'..dp local dx=F and a.before and#F<=#a.before local f for W=1,2 do f=nil for k,d in pairs(a.to)do if not f then local g=redis.pcall('ZADD',e[k],unpack(d))if bV(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if bV(g)then f=g end end if a.writes and not f then f=dd(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if F and not dx and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bV(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',m,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',m)end if bV(g)then f=g end end if a.rewrites and not f then f=dd(a,a.rewrites)end if dx and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bV(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dW={}for k,d in pairs(a.to)do dW[e[k]]=d end cQ(a,a.meta,'head',a.head)cK(a.rewrites or{},a.old,0,'HDEL','HSET')cK({[a.meta]=bf(a.fields,'head',m)},a.old,0,'HDEL','HSET')if F and not dx and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cK(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cK({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cK(dW,a.old,1,'ZREM','ZADD')return f end a.head=m if dp and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for k,d in pairs(a.from)do redis.pcall('ZREM',e[k],unpack(d))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aJ)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for u,d in pairs(a.drops)do redis.pcall('HDEL',u,unpack(d))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and R then db(a,e,R)end return nil end ";
const $timeOfTick = "local function cW(r)return(r-r%1000)/1000+1600000000000 end ";
const $NEVER = "local aH='9999999999999'";
const $enter = "local function bA(a,k,M,c)a.to[k]=bf(a.to[k],M,c)end ";
const $lowerDue = "local function cg(a,t)if t-a.due<0 then a.due=bw(t)end end ";
const $writeField = "local function dc(a,n,dk,C)if not a.writes then a.writes={}end cx(cf(a.writes,n),dk,C)end ";
const $rewriteField = "local function cL(a,n,dk,C,l)cQ(a,n,dk,l)if#C>#l then dc(a,n,dk,C)else if not a.rewrites then a.rewrites={}end cx(cf(a.rewrites,n),dk,C)end end ";
const $placeOf = "local function ct(ee,r)return string.format('%016d',ee*900000000000000+r)end ";
const $lastDueScore = "local function bX(t)return bw((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cV(M)return(M-M%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cu(M)local ee=M%10 return ct(ee,(M-ee)/10)end ";
const $parseRun = "local function cs(j)local dL,fe,fV,dr,eD,dJ,fm,fn,eE,fC,fO=string.match(j or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return dL and{fence=dL,attempt=fe,released=fV,place=dr,max=eD,expiresAt=dJ,postponed=fm,unfinished=fn,worker=eE,progress=fC,attempts=fO}end ";
const $formatRun = "local function bN(j,ds)local ff=j.postponed==''and''or' '..j.postponed..' '..j.unfinished return table.concat({ds,j.fence,j.attempt,j.released,j.place,j.max,j.expiresAt},' ')..ff..'\\n'..j.worker..'\\n'..j.progress..j.attempts end ";
const $endAttempt = "local function by(j,J,E,fL)local s=j.attempts local gq,m,dL,dQ=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if dL==j.fence then s=gq elseif m then local gI=E~='l'and dQ==string.match(fL,'^[^\\t]+')s=gq..m..(gI and'='or dQ)end s=s..'\\n'..E..' '..j.attempt..' '..j.fence..' '..bw(J-cW(j.fence))..'\\t'..j.worker..'\\t'..fL local W,p=string.gsub(s,'\\n','')while p>1 and(p>10 or#s>800)do local a,gF=string.gsub(s,'[^\\t]\\n','')local gw,eZ=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',gF>5 and 0 or 1)if eZ==0 then gw=string.gsub(s,'^\\n[^\\n]*','')end s,p=gw,p-1 end j.attempts=s end ";
const $removeExpired = "local function cG(a,e,y,P,dE)local h=redis.call('ZRANGE',e.expiring,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dE))local eW=ce(a,y,P,h,1)local fy=0 if#h>0 then local T,Q,dm=cA(y,P,h,1)local hv,hg=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for b,c in ipairs(h)do if hv[b]or hg[b]then fy=fy+1 cH(a,Q or dm[b],c,T[b])aW(a,c,'E')if hv[b]then cc(a,'ready',c)end if hg[b]then cc(a,'delayed',c)end end end a.from.expiring=h if fy>0 then br(a,'expired',fy)end end return fy,#h,eW end ";
const $reclaimJob = "local function cD(a,e,n,c,l,ds,hw)local j,fU=cs(l),ds local fB=j and j.attempt-j.released>=tonumber(j.max)if fB then bA(a,'failed',bw(a.now),c)fU=ds=='L'and'E'or'F'br(a,'failed',1)else bA(a,'ready',j and j.place or ct(5,0),c)a.readied=a.readied+1 if j and j.expiresAt~='0'then bA(a,'expiring',j.expiresAt,c)cg(a,tonumber(j.expiresAt))end br(a,'reclaimed',1)end if j then by(j,a.now,string.lower(ds),fB and hw or'')cL(a,n,'\\t'..c,bN(j,fU),l)end cc(a,'leased',c)return fB end ";
const $reclaimExpired = "local function cC(a,e,y,P,dE)local h=redis.call('ZRANGE',e.leased,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dE))local ey=0 if#h>0 then local T,Q,dm=cA(y,P,h,1)for b=1,#h do if cD(a,e,Q or dm[b],h[b],T[b],'L','\"lease expired\"')then ey=ey+1 end end end return#h,ey end ";
const $promoteDue = "local function cw(a,e,dE)local dD=redis.call('ZRANGE',e.delayed,'-inf',bX(a.now),'BYSCORE','LIMIT','0',bw(dE),'WITHSCORES')for b=1,#dD,2 do local dr=cu(dD[b+1])bA(a,'ready',dr,dD[b])cc(a,'delayed',dD[b])end a.readied=a.readied+#dD/2 return#dD/2 end ";
const $nextDue = "local function cn(e)local t=aH for W,k in ipairs({'leased','delayed','expiring'})do local M=redis.call('ZRANGE',e[k],'0','0','WITHSCORES')[2]if M and k=='delayed'then M=cV(M)end if M and M-t<0 then t=M end end return bw(t)end ";
const $trimEnded = "local function cX(a,e,y,P,fh,dE)local gt,eD={string.match(fh,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,dE)local h,fX,eZ,fN,dR,eG={},{},0,0,false,false for O,k in ipairs({'done','failed'})do local fw,dI,dM=tonumber(gt[O*2-1]),tonumber(gt[O*2]),{}if fw then dM=redis.call('ZRANGE',e[k],'-inf',bw(a.now-fw),'BYSCORE','LIMIT','0',bw(eD))end local du=#(a.to[k]or{})/2 fN=fN+du if dI then local q=redis.call('ZCARD',e[k])local fx=q+du-dI eG=eG or fx>q if fx>#dM then dM=redis.call('ZRANGE',e[k],'0',bw(math.min(fx,eD)-1))end end dR=dR or#dM>=eD for b=1,#dM do h[#h+1]=dM[b]fX[#h]=k end end if#h>0 then local eW=ce(a,y,P,h,fN+1)dR=dR or eW local fT={}for W,k in ipairs({'ready','delayed','leased'})do for b,M in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do fT[b]=fT[b]or M end end local T,Q,dm=cA(y,P,h,1)for b=1,#h do local c,gs=h[b],fX[b]=='failed'cc(a,fX[b],c)if not fT[b]then eZ=eZ+1 cH(a,Q or dm[b],c,T[b])aW(a,c,gs and'F'or'C')if gs then br(a,'purged',1)end end end end return eZ,dR,eG end ";
const $rotateOldEndings = "local function cO(a,e,fw,iA)local q=redis.call('HLEN',e.endings)if q<iA then return end local fu=redis.call('HGET',e.endings,'')if not fu then bg(a,e)end if q>=1000000 or fu and a.now-fu>fw then cN(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cI(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bS(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cJ(a,m)a.flags,a.tick,a.due,a.runs=m.flags,m.tick,m.due,m.runs a.leased,a.completed,a.readied,a.sooner=m.leased,m.completed,m.readied,m.sooner a.latencies,a.measured=m.latencies,''end ";
const $hasListeners = "local function bR(a)if a.flags~='h'and not bQ(a,'h')then return a.isNew end if bQ(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cY(a,eC)local dD='-'if a.due~=aH then dD=bw(math.max(0,a.due-a.now))end local p=eC and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bw(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dD)end ";
const $priorityOf = "local function cv(dr)return(dr-dr%900000000000000)/900000000000000 end ";
const $dueScore = "local function bx(r,ee)return bw(r*10+ee)end ";
const $freeTickAt = "local function bP(a,fH,t)if not a.ticks then a.ticks={}end local gj,H,r={},(t-1600000000000)*1000,nil for b=1,1000 do gj[b]=H local dK=a.ticks[H]if not dK then local ed,gk=bw(H*10),bw(H*10+9999)local M=redis.call('ZRANGE',fH,gk,ed,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dK=M and(M-M%10)/10 or H-1 end if dK<H+999 then r=dK+1 break end H=math.max(H+1000,dK-dK%1000)end r=r or H for W,iS in ipairs(gj)do a.ticks[iS]=r end return r end ";
const $addListener = "local function aY(a)local l=redis.call('HGET',a.meta,'heard')local gM=bQ(a,'h')and l or'0'if gM-a.now>300000 then return false end if not bQ(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cx(a.fields,'heard',bw(a.now+600000))cQ(a,a.meta,'heard',l)return true end ";
const $flagLarge = "local function bI(a,gZ)if#gZ>2000 and not bQ(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bW(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bZ(e,h)local A=redis.call('HMGET',e.endings,unpack(h))for b,eV in ipairs(redis.call('HMGET',e.endedBefore,unpack(h)))do A[b]=A[b]or eV end return A end ";
const $staleReason = "local function cS(j,eN,df,e,h,b)if not j then df=df or bZ(e,h)return string.sub(df[b]or'U',1,1),df end local ds,dL=string.match(j,'^(%a) (%d+)')if ds=='E'then ds='F'elseif ds=='L'or ds=='W'and dL~=string.sub(eN,3,17)then ds='A'end return ds or'U',df end ";
const $isHeld = "local function bU(j,eN)return j and string.find(j,'^[LE]')and string.sub(j,2,18)==string.sub(eN,2,18)end ";
const $extendLease = "local function bF(a,e,n,c,j,l,eA)bA(a,'leased',bw(eA),c)cg(a,eA)if l then if eA-l<0 then a.sooner=true end cQ(a,e.leased,c,l)elseif string.sub(j,1,1)=='E'then cc(a,'failed',c)cL(a,n,'\\t'..c,'L'..string.sub(j,2),j)else cc(a,'ready',c)cc(a,'expiring',c)end end ";
const $LAST_REMOVED_RANK = "local am='-1001'";
const $noteWorker = "local function cp(gl,eE,J)if eE~=''and redis.pcall('ZADD',gl,bw(J),eE)==1 then redis.call('ZREMRANGEBYRANK',gl,'0',am)end end ";
const $countReadable = "local function bt(y,P,h,q,dS)local p=0 for b=1,q do local ip=bh(h[b])dS=dS+redis.call('HSTRLEN',y[P+ip],h[b])if dS>2000000 then break end p=b end return p end ";
const $rewriteRun = "local function cM(a,n,c,j,dr,fQ)local eI=cs(j)or cs('W 0 0 0 0 0 0')eI.place=dr if fQ then eI.attempt,eI.released,eI.postponed='0','0',''end local ex=bN(eI,'W')if j then cL(a,n,'\\t'..c,ex,j)else dc(a,n,'\\t'..c,ex)a.runsMore=(a.runsMore or 0)+1 end return eI.expiresAt end ";
const $makeReady = "local function ch(a,n,c,j,dr,fQ)local dJ=cM(a,n,c,j,dr,fQ)bA(a,'ready',dr,c)a.readied=a.readied+1 return dJ end ";
const $REPORT_SUFFIX = "local aN=':report'";
const $redriveJob = "local function cF(a,n,c,j,ee)a.tick=a.tick+1 local dJ=ch(a,n,c,j,ct(ee,a.tick),true)if dJ~='0'then bA(a,'expiring',dJ,c)cg(a,tonumber(dJ))end end ";
const $commitRedriven = "local function bm(a,e,i,h)if#h>0 then a.from.failed=h br(a,'redriven',#h)end local V=#h..' '..redis.call('ZCARD',e.failed)-#h local fd,f=a.readied>0 and bR(a),nil if#h>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end if fd then cY(a)end return'ok\\n'..V end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS,fl=KEYS[1],KEYS[2]local v,w,gb=unpack(ARGV,1,3)local jv,jw=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hK,dk=not redis.call('ZSCORE',eS,v),'\\t'..gb local dA=redis.call('HGET',fl,dk)local le=redis.call('ZCARD',eS)if hK and jv and le-1>=jv then return'full\\nmaxQueues'end if hK and jw and(dA or 0)-jw>=0 then return'full\\nmaxQueuesOfMaker'end local gz=co(eS,w)if hK then redis.call('HSET',fl,v,gb,dk,bw((dA or 0)+1))end local g=redis.pcall('ZADD',eS,gz,'',gz,v)if type(g)=='table'then if hK then redis.call('HDEL',fl,v)if dA then redis.call('HSET',fl,dk,dA)else redis.call('HDEL',fl,dk)end end return g end return'ok'",
  ],
);

/** 10398 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gp=KEYS local ez,dZ,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    $entryText,
    $needsRecordOfEntry,
    $findUnchanged,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    "local iY={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local y,dX,fc,hd=bv(gp,12,ez),{},{},0 ce(a,y,0,h,1)for b in ipairs(h)do dX[b]='U'end local T,Q,dm=cA(y,0,h,1)local fj=bH(e,y,0,h,T,dZ)for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do local c=h[b]if M and(not fj or fj[c])then if not fc[c]then dX[b],fc[c]=iY[k],iY[k]end if string.find(fc[c],'%l')then cc(a,k,c)end end end end for b,c in ipairs(h)do if string.find(dX[b],'%l')then cH(a,Q or dm[b],c,T[b])aW(a,c,'X')cc(a,'expiring',c)hd=hd+1 end end if hd>0 then br(a,'cancelled',hd)end local V=table.concat(dX)local f if hd>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end da(a,e)return'ok\\n'..V",
  ],
);

/** 17128 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fP=KEYS[15]local y=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fS,lo,fh=unpack(ARGV,4,6)local dE=tonumber(fS)",
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
    "local function cy(d,fM,kS,fw)redis.pcall('LPUSH',d,fM)redis.pcall('LTRIM',d,'0',bw(kS-1))redis.pcall('PEXPIRE',d,bw(fw))end local function cP(a,e)local ed,gk,dQ=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if gk and a.now-gk<30000 then return end local fM={}for W,k in ipairs({'ready','delayed','leased','failed','done'})do fM[#fM+1]=redis.call('ZCARD',e[k])end local gA=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')fM[6],fM[7],fM[8],fM[9]=a.enqueued,a.leased,a.completed,gA[1]or'0'fM[10]=(gA[2]or'0')..'|'..(gA[3]or'')..'|'..(gA[4]or'')..'|'..a.latencies local V,J=table.concat(fM,' '),bw(a.now)if V==dQ and a.now-gk<150000 then redis.pcall('LSET',e.history,'0',ed..' '..J..' '..V)return end V=J..' '..J..' '..V cy(e.history,V,1440,86400000)if not gk or math.floor(gk/3600000)<math.floor(a.now/3600000)then cy(e.hours,V,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jV='- - 2592000000 100000'local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local gx=a.now-a.due>=0 if fh==''then fh=redis.call('HGET',e.meta,'policy')or jV end local m=bS(a)local ht,dR,hS=0,false,nil local function fE(eU,dp,p,iv)local f if eU then f=bl(a,e,i,dp)end if f then cJ(a,m)hS,p=f,0 else da(a,e)m=bS(a)ht,dR=ht+p,dR or iv end cI(a)return p end local fy,hR,ey,hP=0,0,0,0 if gx then local p,eF,eW=cG(a,e,y,15,dE)fy=fE(eF>0,nil,p,eW or eF>=dE)local gT,ku=cC(a,e,y,15,dE)gT=fE(gT>0,nil,gT,gT>=dE)ey=math.min(gT,ku)hR=gT-ey local dD=cw(a,e,dE)hP=fE(dD>0,nil,dD,dD>=dE)end local dT,iv=cX(a,e,y,15,fh,dE)local eZ=fE(a.from.done or a.from.failed,nil,dT,iv)local gY=redis.call('ZRANGE',e.seen,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dE))if gY[1]then a.from.seen=gY end if gx then a.due=cn(e)end local jL=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bw(a.now-lo))dR=dR or#gY>=dE local V=table.concat({hR,ey,hP,fy,eZ,jL,dR and 1 or 0},' ')local hA=redis.call('HGET',fP,'running')if hA then V=V..' '..hA end local hL=ht+jL>0 and not a.isNew and not hS fE(hL or gY[1]or gx and not a.isNew,hL and V,0)if ht==0 then cO(a,e,86400000,1)end if a.readied>0 and bR(a)then cY(a)end if not a.isNew then cP(a,e)end if hS and ht==0 then return hS end return'ok\\n'..V",
  ],
);

/** 1811 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,gc,fH,ga=unpack(KEYS,1,4)local ey,he,gl=unpack(KEYS,5,7)local w,dh=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local dN={bw(a.now)}for W,u in ipairs({gc,fH,ga,ey,he,gl})do dN[#dN+1]=redis.call('ZCARD',u)end local fU=redis.call('ZRANGE',gc,'0','0','WITHSCORES')[2]dN[#dN+1]=fU and bw(cW(fU%900000000000000))or'-'local gA=redis.call('HMGET',de,unpack(dh))local jk=redis.call('HMGET',de,'waits','runTimes')for b,Y in ipairs(gA)do gA[b]=Y or'0'end return'ok\\n'..table.concat(dN,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gA,' ')..'\\n'..bw(redis.call('ZCOUNT',fH,'-inf',bX(a.now)))..' '..bw(redis.call('ZCOUNT',ga,'-inf',bw(a.now)))..'\\n-'..(jk[1]or'')..'|'..(jk[2]or'')..'|'..a.latencies",
  ],
);

/** 12972 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,fS,ke=unpack(ARGV,1,3)local dE=tonumber(fS)",
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
    "local aS={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cB(a,y,h)local hh,T={},{}if bQ(a,'l')then local A,Q,dm=cA(y,0,h,1)for b,c in ipairs(h)do hh[b],T[b]=redis.call('HSTRLEN',Q or dm[b],c)>0,A[b]end else local A=cA(y,0,h,2)for b in ipairs(h)do hh[b],T[b]=A[b*2-1]and true,A[b*2]end end return hh,T end local function cE(n,c,j)local dr,dJ=string.match(j or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',n,c)<100000 then local m=string.match(redis.call('HGET',n,c),'^[^:]*')dr,dJ=dr or string.match(m,'^%d+'),string.match(m,' x(%d+)')or dJ end return dr and#dr==16 and dr or ct(5,0),dJ~='0'and dJ end local function bc(e,k,c,M)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[k],M,c))=='number'end ",
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
    "local a=cm(e.meta)local dj=cr(a,w)if dj then return dj end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local jb=redis.call('HGET',e.meta,'audit')local fv,fG=string.match(jb or'','^([1-9]%d*) (%d+)$')fv,fG=tonumber(fv)or 1,fG or'0'if fv>23 then fv=1 end if ke=='0'and fv==1 and fG=='0'then return'ok\\n1 0 0 0 0 0 0'end local iF,ib,ix,gP,gR,eF,iR,dS,ih=0,0,0,0,0,0,0,0,false local function iP(kj,u,fr)local dp=redis.call(kj,u,fG,'COUNT',bw(fr))fG=dp[1]return dp[2]end local function hT(k,h)return redis.call('ZCARD',e[k])>0 and redis.call('ZMSCORE',e[k],unpack(h))or{}end local kT=(a.now-1600000000000)*1000+86400000000 local function iZ(c,dJ)if not dJ then return true end cg(a,tonumber(dJ))return bc(e,'expiring',c,dJ)end local function lh(c,j)ix=ix+1 for W,k in ipairs(aa)do redis.call('ZREM',e[k],c)end redis.call('ZREM',e.expiring,c)if j then redis.call('HDEL',y[bh(c)],'\\t'..c)a.runs=bw(math.max(0,a.runs-1))end end local function kL(c,j,k,gH)ib=ib+1 local fz for W,jR in ipairs(aS[string.sub(j or'',1,1)]or aa)do fz=fz or gH[jR]and jR end fz=fz or k for W,fs in ipairs(aa)do if fs~=fz then redis.call('ZREM',e[fs],c)end end return fz end local function jN(dZ)local h,fb={},{}for b=1,#dZ/2 do h[b],fb[b]=dZ[b*2-1],dZ[b*2]end return h,fb end local function kc(k,dZ)local h,fb=jN(dZ)if#h==0 then return 0 end local hh,T=cB(a,y,h)local jl={}for W,fs in ipairs(aa)do if fs~=k then jl[fs]=hT(fs,h)end end for b,c in ipairs(h)do local j,gH=T[b],nil for fs,A in pairs(jl)do if A[b]then gH=gH or{[k]=true}gH[fs]=true end end if not hh[b]then lh(c,j)else local fz=gH and kL(c,j,k,gH)or k if fz=='leased'and not string.find(j or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local dr,dJ=cE(y[bh(c)],c,nil)if iZ(c,dJ)and bc(e,'ready',c,dr)then gP=gP+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,c)end end local r=j and tonumber(string.match(j,'^%a (%d+)'))or 0 if k=='ready'then r=math.max(r,fb[b]%900000000000000-1000)end if r>a.tick and r<kT then a.tick=r gR=1 end end end return#h end local U=1 local function lm(n,fr)local hJ,l=bQ(a,'l'),dS if hJ and fG=='0'and redis.call('HLEN',n)<=dE then return redis.call('HKEYS',n)end local dZ,x=iP('HSCAN',n,hJ and U or fr),{}for b=1,#dZ,2 do local dk,q=dZ[b],#dZ[b+1]x[#x+1]=dk dS=dS+q if q>2100 and string.sub(dk,1,1)~='\\t'and not bQ(a,'l')then a.flags=a.flags..'l'end end U=dS-l<100000 and U*2 or 1 return x end local function kb(n,x)local h={}for W,dk in ipairs(x)do if string.sub(dk,1,1)~='\\t'then h[#h+1]=dk elseif redis.call('HEXISTS',n,string.sub(dk,2))==0 then gP=gP+1 redis.call('HDEL',n,dk)end end if#h==0 then return#x end local A={}for W,k in ipairs(aa)do for b,M in ipairs(hT(k,h))do A[b]=A[b]or M end end for b,c in ipairs(h)do if not A[b]then local j=redis.call('HGET',n,'\\t'..c)local ds=string.sub(j or'',1,1)local k,M,dJ=ds=='C'and'done',bw(a.now),nil if ds=='F'or ds=='E'then k='failed'end if not k then k='ready'M,dJ=cE(n,c,j)local r=M%900000000000000 if cW(r)>a.now then k,M='delayed',bx(r,cv(M))cg(a,cW(r))a.sooner=true end end if iZ(c,dJ)and bc(e,k,c,M)then iF=iF+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function kn()local x,gJ=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for W,k in ipairs(aa)do gJ=gJ+redis.call('ZCARD',e[k])end return x,gJ end repeat local p=0 local fr=dE-eF if fv<=5 then p=kc(aa[fv],iP('ZSCAN',e[aa[fv]],fr))elseif fv<22 then local n=y[fv-5]p=kb(n,lm(n,fr))elseif fv==22 then local h=jN(iP('ZSCAN',e.expiring,fr))p=#h if p>0 then local gc,fH=hT('ready',h),hT('delayed',h)for b,c in ipairs(h)do if not gc[b]and not fH[b]then gP=gP+1 redis.call('ZREM',e.expiring,c)end end end else local x,gJ=kn()if x-gJ~=tonumber(a.runs)then a.runs=bw(math.max(0,x-gJ))gR=gR+1 end local gr=a.completed+gJ-redis.call('ZCARD',e.done)for W,Y in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gr=gr+(Y or 0)end if gr~=tonumber(a.enqueued)then a.enqueued=bw(gr)gR=gR+1 end fG='0'end eF,iR=eF+p,iR+math.max(p,dE/25)if fG=='0'then ih=fv==23 fv=fv%23+1 end until ih or iR>=dE or dS>2000000 cQ(a,e.meta,'audit',jb)a.fields={'audit',fv..' '..fG}local fd=(a.readied>0 or a.sooner)and bR(a)local f=bl(a,e)if f then return f end if fd then cY(a)end return'ok\\n'..table.concat({ih and 1 or 0,eF,iF,ib,ix,gP,gR},' ')",
  ],
);

/** 1911 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local kB=KEYS local hX={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cm(de)local dV=cq(a,i)if dV then return dV end if bQ(a,'l')then for b=1,16 do local n,fs=y[2+b],kB[18+b]local q=redis.call('HLEN',n)if q>0 and q<=64 then redis.call('RENAME',n,fs)redis.call('PEXPIRE',fs,'1')end end end redis.call('UNLINK',unpack(hX))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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

/** 11369 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gp=KEYS local ez,ju=ARGV[4],ARGV[5]local eH=ARGV ",
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
    "local function cT(a,e,h)local iT={}for b,eA in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if eA and eA-a.now>0 then iT[h[b]]='S'end cQ(a,e.seen,h[b],eA)end for W,k in ipairs({'ready','delayed','leased','failed','done'})do for b,M in ipairs(redis.call('ZMSCORE',e[k],unpack(h)))do if M then iT[h[b]]=aT[k]end end end return iT end local function aX(a,e,y,eH,H)local gG,eJ={},H while eH[eJ]do local p,hC=string.match(eH[eJ],'^%d (%d+) %S+ (%S+)')if hC~='-'then for b=1,p do gG[#gG+1]=eH[eJ+b*2-1]end end eJ=eJ+p*2+1 end local gK,dX,go={},{},{}if#gG>0 then gK=cT(a,e,gG)end eJ=H while eH[eJ]do local ee,p,jT,hC,eD,jQ,du=string.match(eH[eJ],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fK,hE=string.sub(jT,1,1),tonumber(string.sub(jT,2))for b=1,p do local c,gZ=eH[eJ+b*2-1],eH[eJ+b*2]local E=gK[c]if not E then a.tick=a.tick+1 local r=a.tick E='r'if fK=='+'and hE>0 then E,r='d',bP(a,e.delayed,a.now+hE)elseif fK=='@'and hE>a.now then E,r='d',bP(a,e.delayed,hE)end local dr=ct(ee,r)local fY=cW(r)~=a.now and' c'..bw(a.now)or''if eD~='-'then fY=fY..' m'..eD end if jQ~='-'then local dJ=a.now+jQ fY=fY..' x'..bw(dJ)bA(a,'expiring',bw(dJ),c)cg(a,dJ)end if du~='-'then fY=fY..' o'..du end if E=='r'then bA(a,'ready',dr,c)a.readied=a.readied+1 else bA(a,'delayed',bx(r,ee),c)a.sooner=true cg(a,cW(r))end bI(a,gZ)local n=bh(c)cx(cf(a.writes,y[n]),c,dr..fY..':'..gZ)if hC~='-'and hC~='0'then bA(a,'seen',bw(a.now+hC),c)end gK[c]=string.upper(E)go[c]=true end dX[#dX+1]=E end eJ=eJ+p*2+1 end return table.concat(dX),gG,go end ",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.writes={}local dX,gG,go=aX(a,e,bv(gp,11,ez),eH,6)local W,gQ=string.gsub(dX,'%l','')if ju~=''and gQ>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gQ>tonumber(ju)then return'full'end if a.to.seen then local gY=redis.call('ZRANGE',e.seen,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(gQ*2+8))for b,c in ipairs(gY)do if not go[c]then cc(a,'seen',c)end end end a.enqueued=bw(a.enqueued+gQ)if gQ<#dX then br(a,'duplicates',#dX-gQ)end local iL=bW(a)local fd=(a.readied>0 or a.sooner)and bR(a)if a.isNew then a.fields={'born',bw(a.now)}aY(a)end local f=bl(a,e,i,dX)if f then return f end local gd={}for b,c in ipairs(gG)do if go[c]then gd[#gd+1]=gp[11+#ez+b-1]end end if#gd>0 then if redis.call('EXISTS',unpack(gd))>50 then for b,u in ipairs(gd)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(gd))end end if fd then cY(a)end return'ok\\n'..dX..(iL and''or'\\nu')",
  ],
);

/** 1962 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,R=KEYS[1],KEYS[2]local w,fu,dE=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jO(p)local ex=redis.call('XRANGE',R,bw(p),'+','COUNT','1')[1]if ex then return tonumber(string.match(ex[1],'^%d+')),ex[2][2]end end local a=cm(de)local dj=cr(a,w)if dj then return dj end if not bQ(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',de,'events','recorded')local dQ=tonumber(x[2])or 0 local ed=tonumber(fu)or dQ+1 if string.sub(fu,1,1)=='@'then local t,jC=tonumber(string.sub(fu,2)),jO(0)local fp,fZ=jC or dQ+1,dQ+1 while fp<fZ do local gv=fp+(fZ-fp-(fZ-fp)%2)/2 local p,V=jO(gv)if not p then fZ=gv elseif string.match(V,'^%d+')-t<0 then fp=p+1 else fZ=gv end end ed=fp local l=tonumber(string.match(x[1]or'','%d+$'))or 0 if ed==(jC or dQ+1)and ed-1>l then ed=ed-1 end end local dN={'ok\\n'..bw(a.now)..' '..bw(ed)..' '..bw(dQ)}if fu~=''then for b,ex in ipairs(redis.call('XRANGE',R,bw(ed),'+','COUNT',dE))do dN[b+1]=string.match(ex[1],'^%d+')..'\\n'..ex[2][2]end end return dN",
  ],
);

/** 10187 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gp=KEYS local hH,eE,ez,hb=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local eA,h,dX,df,f=a.now+hH,{},{}for b,eN in ipairs(hb)do h[b]=string.sub(eN,19)end local T,Q,dm=cA(bv(gp,11,ez),0,h,1)local gf=redis.call('ZMSCORE',e.leased,unpack(h))for b,c in ipairs(h)do if bU(T[b],hb[b])then dX[b]='l'bF(a,e,Q or dm[b],c,T[b],gf[b],eA)else dX[b],df=cS(T[b],hb[b],df,e,h,b)end end local V=table.concat(dX)..'\\n'..bw(eA)local fd=a.sooner and bR(a)if a.to.leased or not a.isNew then f=bl(a,e,i,V)end if f then return f end if fd then cY(a)end if not a.isNew then cp(e.workers,eE,a.now)end return'ok\\n'..V",
  ],
);

/** 13562 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eE,il,fS,fh=unpack(ARGV,4,7)local ed=tonumber(il)local dE=tonumber(fS)",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local h,dK,ey=redis.call('ZRANGE',e.leased,bw(ed),bw(ed+dE-1)),0,0 if#h>0 then local T,Q,dm=cA(y,11,h,1)for b,c in ipairs(h)do if string.match(T[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==eE then local fB=cD(a,e,Q or dm[b],c,T[b],'W','\"its worker failed\"')dK,ey=dK+1,ey+(fB and 1 or 0)end end end local jo=#h<dE local V=dK..'\\n'..(jo and'-'or bw(ed+dE-dK))local fd,f=a.readied>0 and bR(a),nil local W,eG if ey>0 then W,W,eG=cX(a,e,y,11,fh,ey*2+8)end if dK>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end da(a,e)if eG then cI(a)cX(a,e,y,11,fh,ey*2+8)f=bl(a,e)if not f then da(a,e)end end if fd then cY(a)end if jo then redis.call('ZREM',e.workers,eE)end return'ok\\n'..V",
  ],
);

/** 1142 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,fc=KEYS[1],KEYS[2]local w,dE=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local kz=redis.call('ZREMRANGEBYRANK',fc,'0',bw(dE-1))return'ok\\n'..kz..' '..math.min(1,redis.call('ZCARD',fc))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS,fl=KEYS[1],KEYS[2]local eH=ARGV ",
    $digits,
    "local dh={}for b=1,#eH,2 do dh[#dh+1]=eH[b]end local hU=redis.call('ZMSCORE',eS,unpack(dh))for b,v in ipairs(dh)do if hU[b]==eH[1+b*2-1]then local gb=redis.call('HGET',fl,v)if gb then local dk='\\t'..gb local hq=(redis.call('HGET',fl,dk)or 0)-1 redis.call('HDEL',fl,'')if hq>0 then redis.call('HSET',fl,dk,bw(hq))else redis.call('HDEL',fl,dk)end redis.call('HDEL',fl,v)end redis.call('ZREM',eS,v)end hU[b]=hU[b]or'-'end return'ok\\n'..table.concat(hU,'\\n')",
  ],
);

/** 2319 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,gc,fH,ga=unpack(KEYS,1,4)local ey,he,n,g,fc=unpack(KEYS,5,9)local hk,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,c,eI=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local dN,hn={bw(a.now),'-'..a.flags},false for W,u in ipairs({gc,fH,ga,ey,he})do local M=redis.call('ZSCORE',u,c)hn=hn or M dN[#dN+1]=M or'-'end dN[#dN+1]=redis.call('ZRANK',gc,c)or'-'dN[#dN+1]=redis.call('ZSCORE',fc,c)or'-'local eV=not hn and bZ(e,{c})[1]or'-'local dl=hn and string.find(eI,'d')and redis.call('HGET',n,c)or''if hn and string.find(eI,'h')and redis.call('HSTRLEN',n,c)<100000 then dl=string.match(redis.call('HGET',n,c)or'','^[^:]*:')or''end local dI=not a.isNew and string.find(eI,'r')and redis.call('GET',g)if dI then local ic=string.match(dI,'^C (%d+)')if not ic or ic-(redis.call('HGET',de,'born')or ic)<0 then dI=nil end end local dp={'ok\\n'..table.concat(dN,' ')..'\\n'..eV,dl,redis.call('HGET',n,'\\t'..c)or'',dI or''}if string.find(eI,'s')and(dN[3]~='-'or dN[4]~='-')then local kf=redis.call('HGET',de,'born')or'-'local s={bw(redis.call('ZCARD',gc))..' '..a.leased..' '..kf}for b,fM in ipairs(redis.call('LRANGE',hk,'0',bw(9)))do s[b+1]=string.match(fM,'^[^|]*')end dp[5]=table.concat(s,'\\n')end return dp",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local ga=KEYS[1]local y=KEYS local hb=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,jg,dN,it={},{},{''},{}for b,eN in ipairs(hb)do h[b]=string.sub(eN,19)end local gf,A=redis.call('ZMSCORE',ga,unpack(h)),cA(y,1,h,2)for b,eN in ipairs(hb)do local dl,j=A[b*2-1],A[b*2]local gW=gf[b]and dl and j and string.sub(j,1,18)==string.sub(eN,1,18)jg[b]=gW and'1'or'0'if gW then dN[#dN+1]=dl it[#it+1]='H'..(string.match(j,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for W,hk in ipairs(it)do dN[#dN+1]=hk end dN[1]='ok\\n'..table.concat(jg)return dN",
  ],
);

/** 1227 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,ll=KEYS[1],KEYS[2]local w,lp,kg=unpack(ARGV,1,3)local q=tonumber(lp)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local s=redis.call('LRANGE',ll,'0',bw(q-1))if kg=='1'then for b,F in ipairs(s)do s[b]=string.match(F,'^[^|]*')end end return'ok\\n'..bw(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS,fl,hc=unpack(KEYS,1,3)local fK,w,kC=unpack(ARGV,1,3)local iu=tonumber(kC)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',hc,fK)or'-'}local A,ff,jn={},{},fK=='deep'local x=redis.call('HGETALL',fl)for b=1,#x,2 do A[x[b]]=x[b+1]end local J=cz(w)local dZ=redis.call('ZRANGE',eS,'0','-1','WITHSCORES')for b=1,#dZ,2 do local v,gz=dZ[b],dZ[b+1]if v~=''then local gb=A[v]if gb then A[v]=nil ff['\\t'..gb]=(ff['\\t'..gb]or 0)+1 end s[#s+1]=v..' '..(gb or'-')..(jn and J-gz>=iu and' '..gz or'')end end if jn then for dk,dA in pairs(ff)do if tonumber(A[dk])~=dA then redis.call('HDEL',fl,'')redis.call('HSET',fl,dk,bw(dA))end end for dk in pairs(A)do if not ff[dk]then redis.call('HDEL',fl,dk)end end end return table.concat(s,'\\n')",
  ],
);

/** 2956 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,ds=KEYS[1],KEYS[2]local y=KEYS local w,ed,dE,gi=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local dZ,h,s={},{},{}if#gi==0 then dZ=redis.call('ZRANGE',ds,bw(ed),bw(ed+dE-1),'WITHSCORES')else for b,M in ipairs(redis.call('ZMSCORE',ds,unpack(gi)))do if M then cx(dZ,gi[b],M)end end end for b=1,#dZ,2 do h[#h+1]=dZ[b]end if bQ(a,'l')then local ha=math.max(1,bt(y,2,h,#h,0))for b=ha+1,#h do h[b]=nil end end local dN={''}if#h>0 then local A=cA(y,2,h,2)for b,c in ipairs(h)do s[b]='\\n'..dZ[b*2]..' '..c dN[b*2],dN[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dN[1]='ok\\n'..bw(a.now)..' '..redis.call('ZCARD',ds)..table.concat(s)return dN",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',de)==1 then redis.call('HSET',de,'registered',bw(cz(w)))end return'ok'",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true if not bQ(a,'p')then a.flags=a.flags..'p'if a.isNew then aY(a)end end local f=bl(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eS)-1)",
  ],
);

/** 8846 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hH,eN,fC=unpack(ARGV,4,6)",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local c=string.sub(eN,19)local l=redis.call('HGET',e.bucket,'\\t'..c)local gf=redis.call('ZSCORE',e.leased,c)local E,j='l',l if not bU(l,eN)then E=cS(l,eN,nil,e,{c},1)else if hH~=''then bF(a,e,e.bucket,c,l,gf,a.now+hH)a.rewrites=nil j='L'..string.sub(l,2)end local H,gF=string.match(j,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cL(a,e.bucket,'\\t'..c,(H or j..'\\n\\n')..fC..(gF or''),l)end local fd,f=a.sooner and bR(a),nil if E=='l'or not a.isNew then f=bl(a,e,i,E)end if f then return f end if fd then cY(a)end return'ok\\n'..E",
  ],
);

/** 10677 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gp=KEYS local ez,dZ,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    $entryText,
    $needsRecordOfEntry,
    $findUnchanged,
    $hasListeners,
    $wake,
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local dX,fc={},{}local y=bv(gp,6,ez)local T,Q,dm=cA(y,0,h,1)local fj=bH(e,y,0,h,T,dZ)for b,M in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local c=h[b]dX[b]=M and not fc[c]and(not fj or fj[c])and'd'or'U'if dX[b]=='d'then fc[c]=true a.tick=a.tick+1 ch(a,Q or dm[b],c,T[b],ct(M%10,a.tick),false)cc(a,'delayed',c)end end local V=table.concat(dX)local fd,f=a.readied>0 and bR(a),nil if a.readied>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end if fd then cY(a)end return'ok\\n'..V",
  ],
);

/** 9140 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fS,Y,E=unpack(ARGV,4,6)local dE=tonumber(fS)",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local h=redis.call('ZRANGE',e.state,'0',bw(dE-1))if#h>0 then ce(a,y,6,h,1)local T,Q,dm=cA(y,6,h,1)for b,c in ipairs(h)do cH(a,Q or dm[b],c,T[b])aW(a,c,E)end a.from.state,a.from.expiring=h,h if Y~=''then br(a,Y,#h)end end local V=#h..' '..(redis.call('ZCARD',e.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bl(a,e,i,V)end if f then return f end da(a,e)return'ok\\n'..V",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS=KEYS[1]local s={'ok'}for W,v in ipairs(redis.call('ZRANGE',eS,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1070 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,fP=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dj=cr(cm(de),w)if dj then return dj end local x,s=redis.call('HGETALL',fP),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hc=KEYS[1]",
    $REPORT_SUFFIX,
    "local jG=redis.call('HMGET',hc,'light'..aN,'deep'..aN)return'ok\\n'..(jG[1]or'-')..'\\n'..(jG[2]or'-')",
  ],
);

/** 7297 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,R={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fz=tonumber(ARGV[4])",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local iX,f=bQ(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fz==0 then if iX then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local H=string.match(iX and x[1]or'','%d+$')if not H then H=bw(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',H}cQ(a,e.meta,'recorded',x[2])end a.fields=bf(a.fields,'events',bw(fz)..' '..H)cQ(a,e.meta,'events',x[1])if not iX then a.flags=a.flags..'e'end if a.isNew then aY(a)end end if fz>0 or not a.isNew then f=bl(a,e,i,'-')end if f then return f end if fz==0 then redis.pcall('UNLINK',R)else redis.pcall('XTRIM',R,'MAXLEN',bw(fz))end return'ok\\n-'",
  ],
);

/** 10350 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local eH={unpack(ARGV,4)}",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end local hu,h,fc={},{},{}for b=1,#eH,3 do hu[#hu+1]=eH[b]end local fb=redis.call('ZMSCORE',e.failed,unpack(hu))local A,Q,dm=cA(y,6,hu,2)for b,c in ipairs(hu)do local dl,j,n=A[b*2-1],A[b*2],Q or dm[b]local gI,eU=string.sub(j or'',1,17)==eH[b*3-1],eH[b*3]if fb[b]and dl and gI and not fc[c]then fc[c]=true h[#h+1]=c cL(a,n,c,eU,dl)bI(a,eU)cF(a,n,c,j,cv(string.sub(eU,1,16)))end end return bm(a,e,i,h)",
  ],
);

/** 11010 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local dE,dZ,gi=tonumber(ARGV[4]),ARGV[5],{unpack(ARGV,6)}",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $entryText,
    $needsRecordOfEntry,
    $findUnchanged,
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local h,fc={},{}if#gi==0 then if dE>0 then h=redis.call('ZRANGE',e.failed,'0',bw(dE-1))end else local fj if dZ~=''then local T=cA(y,6,gi,1)fj=bH(e,y,6,gi,T,dZ)end for b,M in ipairs(redis.call('ZMSCORE',e.failed,unpack(gi)))do local c=gi[b]if M and not fc[c]and(not fj or fj[c])then h[#h+1]=c fc[c]=true end end end if#h>0 then local T,Q,dm=cA(y,6,h,1)for b,c in ipairs(h)do local dr=string.match(T[b]or'','^%a %d+ %d+ %d+ (%d+)')cF(a,Q or dm[b],c,T[b],dr and cv(dr)or 5)end end return bm(a,e,i,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eS=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gz=co(eS,w)redis.call('ZADD',eS,gz,'',gz,v)return'ok'",
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
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local jS,f=bQ(a,'p'),nil if jS then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bl(a,e,i,'-')end if f then return f end if jS then a.readied=redis.call('ZCARD',e.ready)if bR(a)then cY(a)end end return'ok\\n-'",
  ],
);

/** 1468 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,gc,fH,ga=unpack(KEYS,1,4)local ey,he,kt,fc=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local hX={unpack(KEYS,25)}local w,iu=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end if bQ(a,'p')or bQ(a,'e')or redis.call('EXISTS',gc,fH,ga,ey,he,kt,fc,unpack(y))>0 then return'ok\\n0'end local lb=redis.call('HMGET',de,'registered','born')for b=1,2 do if a.now-(lb[b]or 0)<iu then return'ok\\n0'end end local W,B=cz(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hX))return'ok\\n1'",
  ],
);

/** 1665 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,fP=KEYS[1],KEYS[2]local w,c,lu,V,iB=unpack(ARGV,1,5)local gX=tonumber(iB)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function jp(lc)return string.find(lc,'\"status\":\"running\"',1,true)~=nil end local a=cm(de)local dj=cr(a,w)if dj then return dj end local l=redis.call('HGET',fP,c)local je=l and string.match(l,'^%d+')or'0'if a.isNew or je~=lu then return'ok\\n'..(l or'0')end if V==''then redis.call('HDEL',fP,c)return'ok\\n0'end local iE=redis.call('HGET',fP,'running')if not l and redis.call('HLEN',fP)-(iE and 1 or 0)>=gX then return'full'end local gn=bw(je+1)..' '..V local hA=(iE or 0)+(jp(V)and 1 or 0)-(l and jp(l)and 1 or 0)if hA>0 then redis.call('HSET',fP,c,gn,'running',bw(hA))else redis.call('HSET',fP,c,gn)if iE then redis.call('HDEL',fP,'running')end end return'ok\\n'..gn",
  ],
);

/** 8012 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "compared", "isRedacted", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,ds=KEYS[1],KEYS[2]local y=KEYS local w,v,hO=unpack(ARGV,1,3)local M,gn=ARGV[4],ARGV[5]local iB,fS,kZ,la=unpack(ARGV,6,9)local gX=tonumber(iB)local dE=tonumber(fS)local jx=tonumber(kZ)local jz=tonumber(la)local jy=tonumber(ARGV[10])local kI=ARGV[11]local eB={id=ARGV[12],isPrefix=ARGV[13],worker=ARGV[14],error=ARGV[15],attempts=ARGV[16],from=ARGV[17],to=ARGV[18],entered=ARGV[19]}local kR=ARGV ",
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
    $entryText,
    $needsRecordOfEntry,
    "local function bY(j)local dL,lj=string.match(j or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return dL and cW(dL)+lj or 0 end local aU='[^\\31]+'local function bG(C,ld)for v in string.gmatch(ld,aU)do if type(C)~='table'then return nil end local jm=string.match(v,'^%d+$')if C[v]==nil and jm then C=C[jm+1]else C=C[v]end end return C end local function bE(eO)local dO={}for b=1,#eO,4 do if eO[b]=='='then local hl,d=pcall(cjson.decode,'['..eO[b+3]..']')if hl then dO[b]=d[1]end end end return dO end local function cU(eO)local I={}for b=1,#eO,4 do if eO[b+2]~=''then I[#I+1]=string.sub(eO[b+2],-64)end end return I end local function bs(eO)local p=0 for b=1,#eO,4 do if eO[b]=='~'then p=p+1 end end return p end local function bq(dl,ed,I,gX)local q,fF=#dl-ed+1,0 for W,V in ipairs(I)do if fF+q>gX then return nil,fF end fF=fF+q if not string.find(dl,V,ed,true)then return false,fF end end return true,fF end local function cj(hF,eO,gr)for b=1,#eO,4 do local fK,C,gu=eO[b],bG(hF,eO[b+1]),nil if fK=='='then gu=C~=nil and C==gr[b]elseif fK=='~'then gu=type(C)=='string'and string.find(C,eO[b+3],1,true)~=nil else gu=C~=nil==(fK=='?')end if not gu then return false end end return true end local function bz(dl)local go=string.match(dl,'^%d+ c(%d+)')if go then return tonumber(go)end local dr=tonumber(string.match(dl,'^%d+'))return dr and cW(dr%900000000000000)or 0 end local function bp(jr,V)local ed=1 while true do local eJ=string.find(jr,V,ed,true)if not eJ then return false end local lq=string.match(string.sub(jr,1,eJ-1),'\\\\*$')if#lq%2==0 then return true end ed=eJ+1 end end local function ck(j,eB)local fe,eE,s=string.match(j or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if eB.attempts~=''and(fe or 0)-eB.attempts<0 then return false end if eB.worker~=''and eE~=eB.worker then return false end if eB.error==''then return true end for fL in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bp(fL,eB.error)then return true end end return false end local function bC(ds,M,j,dl,r)local t=cW(r)local dL=string.match(j or'','^%a (%d+)')if dL and dL-r>0 then return false end if ds=='failed'or ds=='done'then return M-t<=0 end if ds=='leased'then return true end if bY(j)>t then return false end if ds=='ready'then return M%900000000000000<=r end return dL~=nil or bz(dl)<=t end local function kD(V,fs)for b=1,math.min(#V,#fs)do local K,L=string.byte(V,b),string.byte(fs,b)if K~=L then return K>L end end return#V>#fs end local function lf()if M==''then return 0 end if redis.call('ZSCORE',ds,gn)==M then return redis.call('ZRANK',ds,gn)+1 end local fp,fZ=redis.call('ZCOUNT',ds,'-inf','('..M),redis.call('ZCOUNT',ds,'-inf',M)while fp<fZ do local gv=(fp+fZ-(fp+fZ)%2)/2 local dw=redis.call('ZRANGE',ds,bw(gv),bw(gv))[1]if kD(dw,gn)then fZ=gv else fp=gv+1 end end return fp end local function kW(c)if eB.id==''then return true end if eB.isPrefix==''then return c==eB.id end return string.sub(c,1,#eB.id)==eB.id end local a=cm(de)local dj=cr(a,w)if dj then return dj end local jB=hO=='ids'or eB.worker..eB.error..eB.attempts..eB.entered~=''local eO={unpack(kR,20)}local jh=#eO>0 local jA=eB.from..eB.to~=''or jh local gr=bE(eO)local I,jd=kI==''and cU(eO)or{},bs(eO)local A,s,dN,dS,fF,ia,eF,gj=0,{},{''},0,0,0,0,0 local function iI(c)local dl=redis.call('HGET',y[2+bh(c)],c)or''dS=dS+#dl return dl end local function kX(dl)local jc=string.find(dl,':',1,true)if not jc then return false end local l,ed=fF,jc+1 local io,dR=bq(dl,ed,I,jy-l)fF=l+dR if io==false then return false end if io==nil and l>0 then return nil end local q,hl,hF=#dl-ed+1,false,nil if io and q<=jz then if ia+q>jz or l>0 and fF+q*jd>jy then return nil end ia,fF=ia+q,fF+q*jd hl,hF=pcall(cjson.decode,string.sub(dl,ed))end if not hl then gj=gj+1 end return hl and cj(hF,eO,gr)end local function kV(c,kr,j,dl)if not kW(c)or jB and not ck(j,eB)then return false,dl end if not dl and(jA or eB.entered~=''and v=='delayed'and not j)then dl=iI(c)end if eB.entered~=''and not bC(v,kr,j,dl,tonumber(eB.entered))then return false,dl end if eB.from~=''and bz(dl)-eB.from<0 then return false,dl end if eB.to~=''and bz(dl)-eB.to>0 then return false,dl end if jh then return kX(dl),dl end return true,dl end local dQ,js=gn,M==''and'-'or M local hQ=lf()local eG,gg=false,false while not eG and not gg and eF<gX and A<dE and dS<jx do local jM=math.min(250,gX-eF)local dZ=redis.call('ZRANGE',ds,bw(hQ),bw(hQ+jM-1),'WITHSCORES')local h,fb={},{}for b=1,#dZ,2 do h[#h+1],fb[#fb+1]=dZ[b],dZ[b+1]end eG=#h<jM hQ=hQ+#h local U,dO=jA and not bQ(a,'l')and 2 or 1,{}if#h>0 and(jB or U==2)then dO=cA(y,2,h,U)end for b,c in ipairs(h)do local dl,j,gu=nil,dO[b*U],nil gg=A>=dE or dS>=jx if not gg then if U==2 then dl=dO[b*2-1]or''dS=dS+#dl end gu,dl=kV(c,fb[b],j,dl)gg=gu==nil end if gg then eG=false break end eF,dQ,js=eF+1,c,fb[b]if gu then A=A+1 s[A]='\\n'..fb[b]..' '..c if hO=='ids'then if not dl and cl(v,j)then dl=iI(c)end s[A]=s[A]..'\\t'..bD(v,fb[b],j,dl)elseif hO=='jobs'then dN[A*2]=dl or iI(c)dN[A*2+1]=j or redis.call('HGET',y[2+bh(c)],'\\t'..c)or''end end end end if hO=='count'then s={'\\n'..bw(A)}end local r=string.match(a.head or aI,'^2 %a* (-?%d+)')dN[1]='ok\\n'..bw(a.now)..' '..r..' '..redis.call('ZCARD',ds)..' '..bw(eF)..' '..bw(gj)..' '..(eG and'-'or js)..' '..dQ..table.concat(s)return dN",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hc=KEYS[1]local fK,w,fG,li=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local dk,V=fK..aN,bw(cz(w))..' '..li if fG==''then redis.pcall('HSET',hc,dk,V)else redis.call('HSET',hc,dk,V,fK,fG)end return'ok'",
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

/** 26826 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local gd=KEYS local hM={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fh,ir=ARGV[8],ARGV[9]local eH=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function ca(p)return string.sub(ag,p*2+1,p*2+2)end ",
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
    "local function bj(fg)local n=0 if fg>=1 then n=1 end if fg>=1073741824 then fg=1073741823 end if fg>=65536 then fg,n=fg/65536,n+16 end if fg>=256 then fg,n=fg/256,n+8 end if fg>=16 then fg,n=fg/16,n+4 end if fg>=4 then fg,n=fg/4,n+2 end if fg>=2 then n=n+1 end return n end local function ci(a,is,fg,p)local dX=string.char(is+bj(fg))if p>1 then dX=string.rep(dX,p)end a.measured=a.measured..dX end local function bb(is,ez,E)local dN,q={},0 for p in string.gmatch(is or'','%d+')do q=q+1 dN[q]=p end for b=1,31 do local dR=ez[E+b-1]if dR then for kK=q+1,b do dN[kK]='0'end q=math.max(q,b)dN[b]=bw(dN[b]+dR)end end return table.concat(dN,' ')end local function bJ(a)if#a.latencies+#a.measured>96 then local dX,ez={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#dX do ez[dX[b]]=(ez[dX[b]]or 0)+1 end local l=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bf(a.fields,'waits',bb(l[1],ez,64))cx(a.fields,'runTimes',bb(l[2],ez,96))cQ(a,a.meta,'waits',l[1])cQ(a,a.meta,'runTimes',l[2])a.latencies,a.measured='',''end end ",
    $parseRun,
    $formatRun,
    $endAttempt,
    $staleReason,
    "local function bu(j,eM)j.isUnused=eM=='g'local fm,fn=tonumber(j.postponed)or 0,tonumber(j.unfinished)or 0 if eM=='p'then fm=fm+1 j.isUnused=fm<=1000 elseif eM=='b'then fn=fn+1 j.isUnused=fn%10~=0 end if fm+fn>0 then j.postponed,j.unfinished=bw(fm),bw(fn)end if j.isUnused then j.released=bw(j.released+1)end end local function bk(a,e,eM,j,jf)if eM=='c'or eM=='k'then return'c','C','completed'end bu(j,eM)if j.isUnused and eM~='p'then return'r','W','released'end if eM=='f'or not j.isUnused and j.attempt-j.released>=tonumber(j.max)then return'f','F','failed'end a.tick=a.tick+1 if eM=='b'or jf=='0'then return'r','W','retried',a.tick end return'd','W','retried',bP(a,e.delayed,a.now+jf)end local function cd(a,e,c,j,E)local dr,ig=redis.call('ZSCORE',e.ready,c),redis.call('ZSCORE',e.failed,c)if E=='r'then cQ(a,e.ready,c,dr)elseif dr then cc(a,'ready',c)end if E=='f'then cQ(a,e.failed,c,ig)elseif ig then cc(a,'failed',c)end if dr and j.expiresAt~='0'then if E=='r'or E=='d'then cQ(a,e.expiring,c,j.expiresAt)else cc(a,'expiring',c)end end return ig end local function bB(a,c,j,E,eM,r)local jq=E=='r'or E=='d'if E=='r'then bA(a,'ready',j.place,c)a.readied=a.readied+1 elseif E=='d'then bA(a,'delayed',bx(r,cv(j.place)),c)a.sooner=true cg(a,cW(r))elseif E=='f'then bA(a,'failed',bw(a.now),c)elseif eM=='k'then bA(a,'done',bw(a.now),c)end if jq and j.expiresAt~='0'then bA(a,'expiring',j.expiresAt,c)cg(a,tonumber(j.expiresAt))end return not jq and eM~='c'end local function cR(a,e,y,P,eH,H,gd,ii)local h,dX,jI,dI,gU,df={},{},{},0,false,nil local hJ,q,eW,jj=bQ(a,'l'),0,false,false for eJ=H,#eH,4 do h[#h+1]=string.sub(eH[eJ+1],19)end local T,Q,dm=cA(y,P,h,1)local gV=redis.call('ZMSCORE',e.leased,unpack(h))for b=1,#h do local c,l,n,eJ=h[b],T[b],Q or dm[b],H+b*4-4 local eM,eN,hG,fL=unpack(eH,eJ,eJ+3)local ji=l and string.sub(l,2,18)==string.sub(eN,2,18)local E,Y,j=jI[c],'stale'if E=='W'and not ji then E='A'end if not E and(not ji or not string.find(l,'^[LE]'))then E,df=cS(l,eN,df,e,h,b)end if not E and hJ then q=q+redis.call('HSTRLEN',n,c)eW=eW or jj and q>32000000 end if eW then E,Y='M',nil end if not E then j=eM=='c'and{expiresAt='-'}or cs(l)E=not j and'U'end if not E then local ds,r E,ds,Y,r=bk(a,e,eM,j,hG)jI[c],jj=ds,true if E~='r'or not j.isUnused or eM=='p'then ci(a,96,a.now-1600000000000-string.sub(eN,3,14),1)end if r then j.place=ct(cv(j.place),r)end if E=='c'and hG~=''then a.results=bf(a.results,gd[ii],'C '..bw(a.now)..' '..hG)end if gV[b]then cc(a,'leased',c)elseif cd(a,e,c,j,E)then gU=true if E=='f'then Y=nil end end if bB(a,c,j,E,eM,r)then dI=dI+1 end if eM=='c'then cH(a,n,c,l)aW(a,c,'C')else if eM~='k'then by(j,a.now,E=='f'and E or eM,j.isUnused and''or fL)end cL(a,n,'\\t'..c,bN(j,ds),l)end end if hG~=''and(eM=='c'or eM=='k')then ii=ii+1 end if Y=='completed'then a.completed=bw(a.completed+1)elseif Y then br(a,Y,1)end dX[b]=E end return table.concat(dX),dI,gU,eW end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bT(a,c)if not a.isFinished then a.isFinished={}for W,kw in ipairs(a.finished)do a.isFinished[kw]=true end end return a.isFinished[c]end local function cb(a,e,y,P,hp,fr)local fJ,eY,H,gf,eA,dR,hm local dK,eF,dS,gg=0,0,0,false local iQ local jK,iW,gO=nil,0,0 local lt,jU=' '..hp.max..' 0','\\n'..hp.worker repeat local h if eF==0 then h=redis.call('ZRANGE',e.ready,'0',hp.count)else h=redis.call('ZRANGE',e.ready,bw(eF),bw(eF+fr-dK))end local q,hq=#h,fr-dK dR=q>hq if dR then q=hq end if bQ(a,'l')and(q>1 or eF>0)then local ha=bt(y,P,h,q,dS)if ha==0 and eF==0 then ha=1 end gg=ha<q q=ha dR=dR or gg end for b=#h,q+1,-1 do h[b]=nil end if q>0 then local A,Q,dm,x if q==1 then local p=bh(h[1])Q,x=y[P+p],{h[1],'\\t'..h[1]}A=redis.call('HMGET',Q,x[1],x[2])else A,Q,dm,x=cA(y,P,h,2)end local d=nil if Q and a.oneHash==Q then d=a.oneWrite end if not eA then gf=a.now+hp.duration eA=bw(gf)end for b=1,q do local c,dl,j=h[b],A[b*2-1],A[b*2]local n,dJ,fu,iU=Q or dm[b],'0',nil,lt if dl and string.byte(dl,17)~=58 then local p,fY=string.match(dl,'^(%d+)([^:]*)')if#(p or'')~=16 then fu,fY=ct(5,0),''end dJ=string.match(fY,' x(%d+)')or dJ iU=' '..(string.match(fY,' m(%d+)')or hp.max)..' '..dJ if e.delayed and dJ~='0'then a.from.expiring=be(a.from.expiring,c)end end if not e.delayed and(not dl or dJ~='0')then hm=true end if not e.delayed and j and a.finished and string.byte(j)==76 then local kx=bT(a,c)hm=hm or kx end if e.delayed and(not dl or dJ~='0'and dJ-a.now<=0)then cH(a,n,c,j)if dl then br(a,'expired',1)aW(a,c,'E')dS=dS+#dl end elseif dl then dK=dK+1 local r,dL=a.tick+dK,nil if q==1 then dL=string.format('%015d',r)else local fp=r%100 if fp==0 or not iQ then iQ=string.format('%013d',(r-fp)/100)end dL=iQ..ca(fp)end local m,dk,ex,dr=c,x[b*2],nil,fu or string.sub(dl,1,16)if j then local fe,kd,jD,ff,s=string.match(j,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')fe,s=bw((fe or 0)+1),s or'\\n'm=fe..'\\t'..c ex='L '..dL..' '..fe..' '..(kd or'0')..' '..(jD or dr)..iU..(ff or'')..jU..s if string.byte(j)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then dr=nil else dr=jD or dr end a.histories=be(a.histories,'H'..s)else ex='L '..dL..' 1 0 '..dr..iU..jU..'\\n'a.runsMore=(a.runsMore or 0)+1 end if dr then local iz=string.sub(dr,1,13)if iz~=jK then if gO>0 then ci(a,64,iW,gO)end iW=a.now-1600000000000-(tonumber(iz)or 0)%900000000000 jK,gO=iz,0 end gO=gO+1 end if j and#ex<=#j then cL(a,n,dk,ex,j)else if j then cQ(a,n,dk,j)end if Q then d=bf(d,dk,ex)else dc(a,n,dk,ex)end end if dK==1 then fJ,eY,H,a.to.leased=m,dl,dL,{eA,c}else if dK==2 then fJ,eY={fJ},{eY}end fJ[dK],eY[dK]=m,dl cx(a.to.leased,eA,c)end dS=dS+#dl a.lastTick=dL end end if Q and d then if not a.oneWrite or a.oneHash==Q then a.oneHash,a.oneWrite=Q,d else for eJ=1,#d,2 do dc(a,Q,d[eJ],d[eJ+1])end end end end eF=eF+q until hm or not dR or gg or dK>=fr or eF-dK>=1000 if gO>0 then ci(a,64,iW,gO)end if eF>0 then a.popped=eF==1 and'0'or bw(eF-1)end if dK>0 then a.tick=a.tick+dK a.leased=bw(a.leased+dK)if gf-a.due<0 then a.due=eA end if dK>15 then cx(a.to.leased,'+inf',aJ)a.isLong=true end end return fJ,eY,dK,H,eA,dR,hm end ",
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
    "local function bM(a,dX,fJ,dK,dL,eA,dR)if dK>1 then fJ=table.concat(fJ,'\\n')end return dX..'\\n- '..eA..(dR and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dL..'\\n'..fJ end local function bO(a,dX,dD,dR)return dX..'\\n'..bw(a.now)..(dR and' - 1 'or' - 0 ')..dD..' -'..a.flags..' -'end local function cZ(a,V,eY,dK)if not eY then return'ok\\n'..V end if dK==1 and not a.histories and#eY<4000 then return'ok\\n'..V..'\\n\\n'..eY end if dK==1 then eY={eY}end table.insert(eY,1,'ok\\n'..V)if a.histories then for W,hk in ipairs(a.histories)do eY[#eY+1]=hk end end return eY end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cm(e.meta)local dV=cq(a,i)if dV then return dV end a.frees=true local jJ,hs,gx=eH[10]~=nil,hM.count~='0',a.now-a.due>=0 local fr=bQ(a,'p')and 0 or tonumber(hM.count)local m=bS(a)local dX,V,eY,dK,eC,fx='-',nil,nil,0,false,0 local function fE(eU,dp)local f local hL=jJ or dK>0 or i.number~='0'bJ(a)if eU then f=bl(a,e,i,hL and dp)end if f then cJ(a,m)else da(a,e)m=bS(a)if dp and eU then a.before=i.number..'\\n'..dp end V=dp or V end cI(a)return f end local function jH()local W,dI,gU,eW,eG dX,dI,gU,eW=cR(a,e,y,12,eH,10,gd,29)if a.results then a.resultTtl=string.match(fh,'%S+$')end if dI>0 and not gU then W,W,eG=cX(a,e,y,12,fh,dI*2+8)end fx=(eG or gU)and dI or 0 if eW then hs=false end return not a.isNew or string.find(dX,'%l')~=nil end local function kO(eU,im)local fJ,dL,eA,dR if gx then a.due=cn(e)eU=not a.isNew dR=a.now-a.due>=0 end if fr>0 then fJ,eY,dK,dL,eA,dR=cb(a,e,y,12,hM,fr)dR=dR or a.now-a.due>=0 eC=not dR end if not a.isNew and(dK==0 or ir~='')then local kJ=aY(a)eU=eU or kJ or i.number~='0'end if dK>0 then return true,bM(a,dX,fJ,dK,dL,eA,dR)end local dD=im and a.due or cn(e)return eU or a.popped,bO(a,dX,dD,dR)end local function jt(eU,im)local kE,dp=kO(eU,im)local f=fE(kE,dp)if f then dK,eY,eC=0,nil,false end return f end local function jP(p)if p==0 then return end cX(a,e,y,12,fh,p*2+8)fE(a.from.done or a.from.failed)end local kG=hs if jJ then local eU,f=jH(),nil if hs and not gx and a.readied==0 and not a.from.ready then hs=false f=jt(eU,true)if f then eU=jH()end end if not V then f=fE(eU,bO(a,dX,'-',kG))if f then return f end end end if hs then if gx then local iq=math.min(1000,10+fr*2)local W,A=cG(a,e,y,12,iq)fE(A>0)local hR,ey=cC(a,e,y,12,iq)local b,eG if ey>0 then b,b,eG=cX(a,e,y,12,fh,ey*2+8)end local f=fE(hR>0)if eG and not f then jP(ey)end local hP=cw(a,e,iq)fE(hP>0)end local f=jt(false,false)if not V then return f end end jP(fx)a.readied=a.readied-dK local kH,fd=a.readied>0 or a.sooner,false if kH then fd=bR(a)elseif eC and(dK>0 or gx)then fd=bQ(a,'h')end if fd then cY(a,eC)end if ir~=''and not a.isNew then if ir=='p'then redis.pcall('HSET',e.meta,'policy',fh)end cp(e.workers,string.match(hM.worker,'^[^\\31]*'),a.now)cO(a,e,120000,10000)local iL=bW(a)if not iL and V then V=string.gsub(V,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cZ(a,V or bO(a,dX,'-',false),eY,dK)",
  ],
);

/** 2643 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local de,ga,gl=unpack(KEYS,1,3)local y=KEYS local w,il,fS=unpack(ARGV,1,3)local ed=tonumber(il)local dE=tonumber(fS)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cm(de)local dj=cr(a,w)if dj then return dj end local gV=redis.call('ZRANGE',ga,bw(ed),bw(ed+dE-1),'WITHSCORES')local dN={'ok',bw(a.now)..' '..(#gV<dE*2 and'-'or bw(ed+dE))}local gK=ed==0 and redis.call('ZRANGE',gl,'0','999','WITHSCORES')or{}for b=1,#gK,2 do dN[#dN+1]='W '..gK[b+1]..' '..gK[b]end local h={}for b=1,#gV,2 do h[#h+1]=gV[b]end if#h>0 then local T=cA(y,3,h,1)for b,c in ipairs(h)do local dL,eE=string.match(T[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')dN[#dN+1]='H '..gV[b*2]..' '..(dL or'0')..' '..c dN[#dN+1]='-'..(eE or'')end end return table.concat(dN,'\\n')",
  ],
);
