// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bD(q)return string.format('%d',q)end ";
const $readClock = "local function cN(w)if string.byte(w)~=61 then local t=redis.pcall('TIME')if not t.err then local X,F=t[1]+0,t[2]+0 return X*1000+(F-F%1000)/1000,(X-1600000000)*1000000+F end end local M=tonumber(string.match(w,'%d+'))return M,(M-1600000000000)*1000 end ";
const $nextStamp = "local function cz(fy,w)return bD(math.max(cN(w),(redis.call('ZSCORE',fy,'')or 0)+1))end ";
const $bucketOfBytes = "local function bo(c)local dZ=#c for b=1,#c,8 do local N,O,eL,eM,eO,eP,eS,eT=string.byte(c,b,b+7)dZ=(dZ*31+N+(O or 0)*3+(eL or 0)*5+(eM or 0)*7+(eO or 0)*11+(eP or 0)*13+(eS or 0)*17+(eT or 0)*19)%65521 end return dZ%16+1 end ";
const $bucketOf = "local function bn(c)local C,J=string.byte(c,1,2)if C==95 and#c==13 and J<103 and J>47 and(J<58 or J>96)then return J<58 and J-47 or J-86 end return bo(c)end ";
const $declaredBuckets = "local function bC(d,C,fa)local y={}for b=1,#fa do y[tonumber(string.sub(fa,b,b),16)+1]=d[C+b-1]end return y end ";
const $readJobs = "local function cQ(y,S,h,Z)local x={}for b=1,#h do local c=h[b]if Z==2 then x[b*2-1]=c end x[b*Z]='\\t'..c end local T=bn(h[1])local eq=bn(h[#h])if T==eq then local D,eb=nil,Z==2 if eb then D=redis.call('HMGET',y[S+T],unpack(x))for b=1,#h do if not D[b*2-1]then eb=false break end end end if eb then return D,y[S+T],nil,x end end local dN,eo,z,ec={},{},{},{}for b=1,#h do local q=bn(h[b])local i=y[S+q]dN[b]=i if not z[i]then z[i],ec[i]={},{}end local e,dT=z[i],ec[i]for R=(b-1)*Z+1,b*Z do local p=#e+1 e[p],dT[p]=x[R],R end end for i,e in pairs(z)do local D,dT=redis.call('HMGET',i,unpack(e)),ec[i]for R=1,#e do eo[dT[R]]=D[R]end end return eo,nil,dN,x end ";
const $pushPair = "local function cJ(e,N,O)local p=#e e[p+1],e[p+2]=N,O end ";
const $appendPair = "local function bk(e,N,O)if not e then return{N,O}end cJ(e,N,O)return e end ";
const $append = "local function bj(e,B)if not e then return{B}end e[#e+1]=B return e end ";
const $listFor = "local function cq(z,u)local e=z[u]if not e then e={}z[u]=e end return e end ";
const $HEAD_PATTERN = "local al='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aL='2  0 0 0 0 0 0|'";
const $PADDING = "local aN='-----------------------------------------------------------------'";
const $newUnit = "local function cx(dF)return{meta=dF,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cD(a,w)local o=redis.call('HGET',a.meta,'head')local r,E,dL a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed,dL=string.match(o or aL,al)a.isNew,a.head=not o,o if not r or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(o or aL,dL)a.now,E=cN(w)a.tick=r+0 if a.tick<E then a.tick=E end if E<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cC(a,l)local dM=cD(a,l.times)if dM then return dM end local m=redis.call('HGET',l.replies,l.lane)if m then local q=string.match(m,'^%d+')if q==l.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(m,#q+2)end if q-l.number>0 then return'late'end elseif l.number=='0'and redis.call('EXISTS',l.replies)==1 then return'reused'end a.before=m return nil end ";
const $hasFlag = "local function cb(a,eB)return a.flags~=''and string.find(a.flags,eB,1,true)~=nil end ";
const $count = "local function by(a,dE,eK)if not a.totals then a.totals={}end a.totals[dE]=(a.totals[dE]or 0)+eK end ";
const $leave = "local function cn(a,j,c)a.from[j]=bj(a.from[j],c)end ";
const $saveOld = "local function dj(a,u,dW,m)if not a.old then a.old={}end a.old[u..dW]=m end ";
const $dropField = "local function bE(a,i,G)if not a.drops then a.drops={}end local e=cq(a.drops,i)e[#e+1]=G a.runsLess=(a.runsLess or 0)+1 end ";
const $removeJob = "local function cY(a,i,c,k)if not a.drops then a.drops={}end local e=cq(a.drops,i)e[#e+1]=c if k then bE(a,i,'\\t'..c)end end ";
const $addEnding = "local function bb(a,c,H)a.endings=bk(a.endings,c,H)end ";
const $sizeOfJob = "local function dl(a,i,c)local p=redis.call('HSTRLEN',i,c)if cb(a,'g')then p=p+redis.call('HSTRLEN',i,'\\4'..c)end return p end ";
const $limitFreed = "local function cp(a,y,S,h,gX)local el,p=0,#h if cb(a,'l')then for b=1,p do local q=bn(h[b])el=el+dl(a,y[S+q],h[b])if el>64000000 and b>gX then for R=p,b,-1 do h[R]=nil end break end end end return#h<p end ";
const $beginEndings = "local function bm(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function dg(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)bm(a,d)end ";
const $writeEndings = "local function dx(a,d)if not a.finished and not a.endings then return end local e,r,fn={},a.lastTick if a.finished then local fC='C'..r for b,c in ipairs(a.finished)do e[b*2-1],e[b*2]=c,fC end fn=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cJ(e,a.endings[b],a.endings[b+1]..r)end end if d.endedBefore then fn=redis.call('EXISTS',d.endings)==0 end if fn then bm(a,d)end local g=redis.pcall('HSET',d.endings,unpack(e))if d.endedBefore and not fn and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then dg(a,d)end end ";
const $entryText = "local function bM(j,A,k,dK)local fX if k then fX=string.match(k,'^%a %d+')elseif j=='delayed'and dK then fX=string.match(dK,'^%d+ ?c?%d*')end return j..' '..(j=='leased'and'-'or A)..' '..(fX or'-')end ";
const $needsRecordOfEntry = "local function cw(j,k)return j=='delayed'and not k end ";
const $findUnchanged = "local function bQ(d,y,S,h,V,es)if es==''then return nil end local j,fM,b=string.match(es,'^%l+'),{},0 local eY=redis.call('ZMSCORE',d[j],unpack(h))for Y in string.gmatch(es,'[^\\n]+')do b=b+1 local c,A,k=h[b],eY[b],V[b]if A then local dK=cw(j,k)and redis.call('HGET',y[S+bn(c)],c)if bM(j,A,k,dK)==Y then fM[c]=true end end end return fM end ";
const $removeFollower = "local function cX(a,i,c)local G='\\4'..c if cb(a,'g')and redis.call('HEXISTS',i,G)==1 then bE(a,i,G)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bU(a,d)local s,L,et={},{},{}local dH,t=a.endings or{},bD(a.now)for K,c in ipairs(a.from.done or{})do et[c]=true end for b=1,#dH,2 do local c,H=dH[b],a.from.state and'P'or dH[b+1]if H~='F'and(H~='C'or not et[c])then s[#s+1]=H..c end end for K,c in ipairs(a.failures or{})do s[#s+1]='F'..c end for K,j in ipairs({'done','failed','delayed','ready','leased'})do local e=a.to[j]or{}for b=2,#e,2 do local c=e[b]if c~=aN and not(a.old and a.old[d[j]..c])then s[#s+1]=ai[j]..c end end end local C,p=1,0 for b=1,#s do p=p+#s[b]+1 if p>8000 or b==#s then L[#L+1]=t..'\\n'..table.concat(s,'\\n',C,b)C,p=b+1,0 end end return L end ";
const $writeEvents = "local function dy(a,d,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local ei,m=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,dC in ipairs(L)do redis.pcall('XADD',d.events,'MAXLEN',ei,bD(m+b)..'-0','e',dC)end end ";
const $isRefused = "local function cg(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bV(a)local V=(a.runsMore or 0)-(a.runsLess or 0)if V~=0 then a.runs=bD(math.max(0,a.runs+V))end a.lastTick=a.lastTick or bD(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bi(a)local dJ={}if not a.fields then a.fields={}end for v in pairs(a.totals)do dJ[#dJ+1]=v end for b,B in ipairs(redis.call('HMGET',a.meta,unpack(dJ)))do local v=dJ[b]local dE=bD((B or 0)+a.totals[v])cJ(a.fields,v,dE)dj(a,a.meta,v,B)end end ";
const $writeFields = "local function dA(a,z)local f for u,e in pairs(z)do if not f then local g=redis.pcall('HSET',u,unpack(e))if cg(g)then f=g end end end return f end ";
const $revert = "local function dd(z,en,dW,eV,dY)for u,e in pairs(z)do for b=1,#e,2 do local v=e[b+dW]local m=en[u..v]if not m then redis.pcall(eV,u,v)elseif dY=='ZADD'then redis.pcall(dY,u,m,v)else redis.pcall(dY,u,v,m)end end end end ";
const $commit = "local function br(a,d,l,dP)local o=bV(a)local W if d.events and cb(a,'e')then W=bU(a,d)if#W>0 then by(a,'recorded',#W)end end if a.totals then bi(a)end local I=dP and l.number..'\\n'..dP local dX=I and a.before and#I<=#a.before local f for K=1,2 do f=nil for j,e in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[j],unpack(e))if cg(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if cg(g)then f=g end end if a.writes and not f then f=dA(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if I and not dX and not f then local g=redis.pcall('HSET',l.replies,l.lane,I)if cg(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if cg(g)then f=g end end if a.rewrites and not f then f=dA(a,a.rewrites)end if dX and not f then local g=redis.pcall('HSET',l.replies,l.lane,I)if cg(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local ex={}for j,e in pairs(a.to)do ex[d[j]]=e end dj(a,a.meta,'head',a.head)dd(a.rewrites or{},a.old,0,'HDEL','HSET')dd({[a.meta]=bk(a.fields,'head',o)},a.old,0,'HDEL','HSET')if I and not dX and a.before then redis.pcall('HSET',l.replies,l.lane,a.before)end if I and not a.before then redis.pcall('HDEL',l.replies,l.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end dd(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then dd({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end dd(ex,a.old,1,'ZREM','ZADD')return f end a.head=o if dP and not a.before then redis.pcall('PEXPIRE',l.replies,string.match(l.times,'%d+$'))end for j,e in pairs(a.from)do redis.pcall('ZREM',d[j],unpack(e))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,aN)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for u,e in pairs(a.drops)do redis.pcall('HDEL',u,unpack(e))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if d.events and W then dy(a,d,W)end return nil end ";
const $timeOfTick = "local function ds(r)return(r-r%1000)/1000+1600000000000 end ";
const $placeOf = "local function cF(ej,r)return string.format('%016d',ej*900000000000000+r)end ";
const $priorityOf = "local function cH(U)return(U-U%900000000000000)/900000000000000 end ";
const $dueScore = "local function bF(r,ej)return bD(r*10+ej)end ";
const $lastDueScore = "local function ci(t)return bD((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function dr(A)return(A-A%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cG(A)local ej=A%10 return cF(ej,(A-ej)/10)end ";
const $NEVER = "local aK='9999999999999'";
const $enter = "local function bJ(a,j,A,c)a.to[j]=bk(a.to[j],A,c)end ";
const $lowerDue = "local function cr(a,t)if t-a.due<0 then a.due=bD(t)end end ";
const $freeTickAt = "local function ca(a,fT,t)if not a.ticks then a.ticks={}end local ge,C,r={},(t-1600000000000)*1000,nil for b=1,1000 do ge[b]=C local dU=a.ticks[C]if not dU then local ez,fQ=bD(C*10),bD(C*10+9999)local A=redis.call('ZRANGE',fT,fQ,ez,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dU=A and(A-A%10)/10 or C-1 end if dU<C+999 then r=dU+1 break end C=math.max(C+1000,dU-dU%1000)end r=r or C for K,hG in ipairs(ge)do a.ticks[hG]=r end return r end ";
const $writeField = "local function dz(a,i,G,B)if not a.writes then a.writes={}end cJ(cq(a.writes,i),G,B)end ";
const $rewriteField = "local function de(a,i,G,B,m)dj(a,i,G,m)if#B>#m then dz(a,i,G,B)else if not a.rewrites then a.rewrites={}end cJ(cq(a.rewrites,i),G,B)end end ";
const $putField = "local function cM(a,i,G,B,m)if m then de(a,i,G,B,m)else dz(a,i,G,B)end end ";
const $parseRun = "local function cE(k)local em,fI,gH,U,fk,dG,fP,fR,ff,gp,gB=string.match(k or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return em and{fence=em,attempt=fI,released=gH,place=U,max=fk,expiresAt=dG,postponed=fP,unfinished=fR,worker=ff,progress=gp,attempts=gB}end ";
const $formatRun = "local function bX(k,dS)local fJ=k.postponed==''and''or' '..k.postponed..' '..k.unfinished return table.concat({dS,k.fence,k.attempt,k.released,k.place,k.max,k.expiresAt},' ')..fJ..'\\n'..k.worker..'\\n'..k.progress..k.attempts end ";
const $restartRun = "local function db(k,U,dG)k.attempt,k.released,k.postponed,k.place,k.max,k.expiresAt='0','0','',U,'0',dG end ";
const $endAttempt = "local function bH(k,M,H,gw)local s=k.attempts local hg,o,em,eq=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if em==k.fence then s=hg elseif o then local hA=H~='l'and eq==string.match(gw,'^[^\\t]+')s=hg..o..(hA and'='or eq)end s=s..'\\n'..H..' '..k.attempt..' '..k.fence..' '..bD(M-ds(k.fence))..'\\t'..k.worker..'\\t'..gw local K,q=string.gsub(s,'\\n','')while q>1 and(q>10 or#s>800)do local a,hy=string.gsub(s,'[^\\t]\\n','')local ho,fF=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',hy>5 and 0 or 1)if fF==0 then ho=string.gsub(s,'^\\n[^\\n]*','')end s,q=ho,q-1 end k.attempts=s end ";
const $enterWaiting = "local function bK(a,j,A,c,dG)bJ(a,j,A,c)if j=='ready'then a.readied=a.readied+1 else a.sooner=true cr(a,dr(A))end if dG~='0'then bJ(a,'expiring',dG,c)cr(a,tonumber(dG))end end ";
const $leaveStates = "local function co(a,d,c,fO,iE)local A for K,j in ipairs({'expiring','ready','delayed','leased','failed'})do A=redis.call('ZSCORE',d[j],c)if j==fO or iE and j=='expiring'then dj(a,d[j],c,A)elseif A then cn(a,j,c)end end return A end ";
const $readFollower = "local function cP(a,i,c)return cb(a,'g')and redis.call('HGET',i,'\\4'..c)or nil end ";
const $takeOver = "local function dp(a,d,i,c,eE,m,k)local C,dG=string.match(eE,'^%d+')or cF(5,0),string.match(eE,'^[^:]* x(%d+)')or'0'local ej,eN=cH(C),ds(C%900000000000000)local j,r='ready',a.tick+1 if eN>a.now then j,r='delayed',ca(a,d.delayed,eN)else a.tick=r end local U=cF(ej,r)co(a,d,c,j,dG~='0')bK(a,j,j=='ready'and U or bF(r,ej),c,dG)cM(a,i,c,U..string.sub(eE,17),redis.call('HGET',i,c))bE(a,i,'\\4'..c)if k then a.failures=bj(a.failures,c)db(k,U,dG)de(a,i,'\\t'..c,bX(k,'W'),m)else a.enqueued=bD(a.enqueued+1)if m then bE(a,i,'\\t'..c)end end end ";
const $removeExpired = "local function cW(a,d,y,S,ef)local h=redis.call('ZRANGE',d.expiring,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(ef))local fp=cp(a,y,S,h,1)local gj=0 if#h>0 then local V,T,dN=cQ(y,S,h,1)local iw,id=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,c in ipairs(h)do local i=T or dN[b]local fW=iw[b]or id[b]local eE=fW and cP(a,i,c)if fW then gj=gj+1 bb(a,c,'E')end if eE then dp(a,d,i,c,eE,V[b])else cn(a,'expiring',c)if fW then cY(a,i,c,V[b])end if iw[b]then cn(a,'ready',c)end if id[b]then cn(a,'delayed',c)end end end if gj>0 then by(a,'expired',gj)end end return gj,#h,fp end ";
const $reclaimJob = "local function cT(a,d,i,c,m,dS,ix)local k,fO=cE(m),dS local fD=k and k.attempt-k.released>=tonumber(k.max)local eE=fD and cP(a,i,c)if fD then by(a,'failed',1)end if k then bH(k,a.now,string.lower(dS),fD and ix or'')end if eE then dp(a,d,i,c,eE,m,k)return true end if fD then bJ(a,'failed',bD(a.now),c)fO=dS=='L'and'E'or'F'else bK(a,'ready',k and k.place or cF(5,0),c,k and k.expiresAt or'0')by(a,'reclaimed',1)end if k then de(a,i,'\\t'..c,bX(k,fO),m)end cn(a,'leased',c)return fD end ";
const $reclaimExpired = "local function cS(a,d,y,S,ef)local h=redis.call('ZRANGE',d.leased,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(ef))local fp,eZ=cb(a,'g')and cp(a,y,S,h,1),0 if#h>0 then local V,T,dN=cQ(y,S,h,1)for b=1,#h do if cT(a,d,T or dN[b],h[b],V[b],'L','\"lease expired\"')then eZ=eZ+1 end end end return#h,eZ,fp end ";
const $promoteDue = "local function cI(a,d,ef)local ed=redis.call('ZRANGE',d.delayed,'-inf',ci(a.now),'BYSCORE','LIMIT','0',bD(ef),'WITHSCORES')for b=1,#ed,2 do local U=cG(ed[b+1])bJ(a,'ready',U,ed[b])cn(a,'delayed',ed[b])end a.readied=a.readied+#ed/2 return#ed/2 end ";
const $nextDue = "local function cy(d)local t=aK for K,j in ipairs({'leased','delayed','expiring'})do local A=redis.call('ZRANGE',d[j],'0','0','WITHSCORES')[2]if A and j=='delayed'then A=dr(A)end if A and A-t<0 then t=A end end return bD(t)end ";
const $trimEnded = "local function dt(a,d,y,S,fL,ef)local hl,fk={string.match(fL,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,ef)local h,gJ,fF,gA,er,fi={},{},0,0,false,false for R,j in ipairs({'done','failed'})do local gh,ei,en=tonumber(hl[R*2-1]),tonumber(hl[R*2]),{}if gh then en=redis.call('ZRANGE',d[j],'-inf',bD(a.now-gh),'BYSCORE','LIMIT','0',bD(fk))end local dT=#(a.to[j]or{})/2 gA=gA+dT if ei then local p=redis.call('ZCARD',d[j])local gi=p+dT-ei fi=fi or gi>p if gi>#en then en=redis.call('ZRANGE',d[j],'0',bD(math.min(gi,fk)-1))end end er=er or#en>=fk for b=1,#en do h[#h+1]=en[b]gJ[#h]=j end end if#h>0 then local fp=cp(a,y,S,h,gA+1)er=er or fp local gG={}for K,j in ipairs({'ready','delayed','leased'})do for b,A in ipairs(redis.call('ZMSCORE',d[j],unpack(h)))do gG[b]=gG[b]or A end end local V,T,dN=cQ(y,S,h,1)for b=1,#h do local c,hj=h[b],gJ[b]=='failed'cn(a,gJ[b],c)if not gG[b]then fF=fF+1 cY(a,T or dN[b],c,V[b])bb(a,c,hj and'F'or'C')if hj then by(a,'purged',1)end end end end return fF,er,fi end ";
const $rotateOldEndings = "local function dh(a,d,gh,jB)local p=redis.call('HLEN',d.endings)if p<jB then return end local gd=redis.call('HGET',d.endings,'')if not gd then bm(a,d)end if p>=1000000 or gd and a.now-gd>gh then dg(a,d)if p==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function da(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $HEAD_PARTS = "local ak={'flags','tick','due','runs','enqueued','leased','completed','readied','sooner','latencies'}";
const $copyHead = "local function bx(ez,fQ)for K,iv in ipairs(ak)do fQ[iv]=ez[iv]end end ";
const $headParts = "local function cd(a)local o={}bx(a,o)o.latencies=a.latencies..a.measured return o end ";
const $restoreHead = "local function dc(a,o)bx(o,a)a.measured=''end ";
const $hasListeners = "local function cc(a)if a.flags~='h'and not cb(a,'h')then return a.isNew end if cb(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function du(a,fe)local ed='-'if a.due~=aK then ed=bD(math.max(0,a.due-a.now))end local q=fe and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bD(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..ed)end ";
const $flagLarge = "local function bR(a,gb)if#gb>2000 and not cb(a,'l')then a.flags=a.flags..'l'end end ";
const $addListener = "local function bd(a)local m=redis.call('HGET',a.meta,'heard')local hD=cb(a,'h')and m or'0'if hD-a.now>300000 then return false end if not cb(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cJ(a.fields,'heard',bD(a.now+600000))dj(a,a.meta,'heard',m)return true end ";
const $isRegistered = "local function ch(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function ck(d,h)local D=redis.call('HMGET',d.endings,unpack(h))for b,fC in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do D[b]=D[b]or fC end return D end ";
const $staleReason = "local function dm(k,fr,dH,d,h,b)if not k then dH=dH or ck(d,h)return string.sub(dH[b]or'U',1,1),dH end local dS,em=string.match(k,'^(%a) (%d+)')if dS=='E'then dS='F'elseif dS=='L'or dS=='W'and em~=string.sub(fr,3,17)then dS='A'end return dS or'U',dH end ";
const $isHeld = "local function cf(k,fr)return k and string.find(k,'^[LE]')and string.sub(k,2,18)==string.sub(fr,2,18)end ";
const $extendLease = "local function bO(a,d,i,c,k,m,fc)bJ(a,'leased',bD(fc),c)cr(a,fc)if m then if fc-m<0 then a.sooner=true end dj(a,d.leased,c,m)elseif string.sub(k,1,1)=='E'then cn(a,'failed',c)de(a,i,'\\t'..c,'L'..string.sub(k,2),k)else cn(a,'ready',c)cn(a,'expiring',c)end end ";
const $LAST_REMOVED_RANK = "local ao='-1001'";
const $noteWorker = "local function cB(ha,ff,M)if ff~=''and redis.pcall('ZADD',ha,bD(M),ff)==1 then redis.call('ZREMRANGEBYRANK',ha,'0',ao)end end ";
const $countReadable = "local function bA(y,S,h,p,el)local q=0 for b=1,p do local jp=bn(h[b])el=el+redis.call('HSTRLEN',y[S+jp],h[b])if el>2000000 then break end q=b end return q end ";
const $rewriteRun = "local function df(a,i,c,k,U,gE)local fl=cE(k)or cE('W 0 0 0 0 0 0')fl.place=U if gE then fl.attempt,fl.released,fl.postponed='0','0',''end local Y=bX(fl,'W')if k then de(a,i,'\\t'..c,Y,k)else dz(a,i,'\\t'..c,Y)a.runsMore=(a.runsMore or 0)+1 end return fl.expiresAt end ";
const $makeReady = "local function cs(a,i,c,k,U,gE)local dG=df(a,i,c,k,U,gE)bJ(a,'ready',U,c)a.readied=a.readied+1 return dG end ";
const $REPORT_SUFFIX = "local aR=':report'";
const $redriveJob = "local function cV(a,i,c,k,ej)a.tick=a.tick+1 local dG=cs(a,i,c,k,cF(ej,a.tick),true)if dG~='0'then bJ(a,'expiring',dG,c)cr(a,tonumber(dG))end end ";
const $commitRedriven = "local function bs(a,d,l,h)if#h>0 then a.from.failed=h by(a,'redriven',#h)end local dC=#h..' '..redis.call('ZCARD',d.failed)-#h local fH,f=a.readied>0 and cc(a),nil if#h>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fH then du(a)end return'ok\\n'..dC end ";

/** 1010 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy,fN=KEYS[1],KEYS[2]local v,w,gN=unpack(ARGV,1,3)local kv,kw=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local iL,G=not redis.call('ZSCORE',fy,v),'\\t'..gN local ea=redis.call('HGET',fN,G)local mm=redis.call('ZCARD',fy)if iL and kv and mm-1>=kv then return'full\\nmaxQueues'end if iL and kw and(ea or 0)-kw>=0 then return'full\\nmaxQueuesOfMaker'end local hr=cz(fy,w)if iL then redis.call('HSET',fN,v,gN,G,bD((ea or 0)+1))end local g=redis.pcall('ZADD',fy,hr,'',hr,v)if type(g)=='table'then if iL then redis.call('HDEL',fN,v)if ea then redis.call('HSET',fN,G,ea)else redis.call('HDEL',fN,G)end end return g end return'ok'",
  ],
);

/** 10789 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local l={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fa,es,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    $dropField,
    $removeJob,
    $addEnding,
    $sizeOfJob,
    $limitFreed,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $entryText,
    $needsRecordOfEntry,
    $findUnchanged,
    $removeFollower,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    "local jX={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local y,ev,fG,ia=bC(he,12,fa),{},{},0 cp(a,y,0,h,1)for b in ipairs(h)do ev[b]='U'end local V,T,dN=cQ(y,0,h,1)local fM=bQ(d,y,0,h,V,es)for K,j in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[j],unpack(h)))do local c=h[b]if A and(not fM or fM[c])then if not fG[c]then ev[b],fG[c]=jX[j],jX[j]end if string.find(fG[c],'%l')then cn(a,j,c)end end end end for b,c in ipairs(h)do if string.find(ev[b],'%l')then cY(a,T or dN[b],c,V[b])cX(a,T or dN[b],c)bb(a,c,'X')cn(a,'expiring',c)ia=ia+1 end end if ia>0 then by(a,'cancelled',ia)end local dC=table.concat(ev)local f if ia>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)return'ok\\n'..dC",
  ],
);

/** 19244 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local gC=KEYS[15]local y=KEYS local l={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gF,my,fL=unpack(ARGV,4,6)local ef=tonumber(gF)",
    $digits,
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
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $dropField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $sizeOfJob,
    $limitFreed,
    $parseRun,
    $formatRun,
    $restartRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $readFollower,
    $takeOver,
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
    $HEAD_PARTS,
    $copyHead,
    $headParts,
    $restoreHead,
    "local function cK(e,gz,lY,gh)redis.pcall('LPUSH',e,gz)redis.pcall('LTRIM',e,'0',bD(lY-1))redis.pcall('PEXPIRE',e,bD(gh))end local function di(a,d)local ez,fQ,eq=string.match(redis.call('LINDEX',d.history,'0')or'','^(%d+) (%d+) (.*)$')if fQ and a.now-fQ<30000 then return end local gz={}for K,j in ipairs({'ready','delayed','leased','failed','done'})do gz[#gz+1]=redis.call('ZCARD',d[j])end local ht=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')gz[6],gz[7],gz[8],gz[9]=a.enqueued,a.leased,a.completed,ht[1]or'0'gz[10]=(ht[2]or'0')..'|'..(ht[3]or'')..'|'..(ht[4]or'')..'|'..a.latencies local dC,M=table.concat(gz,' '),bD(a.now)if dC==eq and a.now-fQ<150000 then redis.pcall('LSET',d.history,'0',ez..' '..M..' '..dC)return end dC=M..' '..M..' '..dC cK(d.history,dC,1440,86400000)if not fQ or math.floor(fQ/3600000)<math.floor(a.now/3600000)then cK(d.hours,dC,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local kX='- - 2592000000 100000'local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local hp=a.now-a.due>=0 if fL==''then fL=redis.call('HGET',d.meta,'policy')or kX end local o=cd(a)local it,er,iT=0,false,nil local function gr(fB,dP,q,jw)local f if fB then f=br(a,d,l,dP)end if f then dc(a,o)iT,q=f,0 else dx(a,d)o=cd(a)it,er=it+q,er or jw end da(a)return q end local gj,iS,eZ,iQ=0,0,0,0 if hp then local q,fh,fp=cW(a,d,y,15,ef)gj=gr(fh>0,nil,q,fp or fh>=ef)local hL,lA,lN=cS(a,d,y,15,ef)hL=gr(hL>0,nil,hL,lN or hL>=ef)eZ=math.min(hL,lA)iS=hL-eZ local ed=cI(a,d,ef)iQ=gr(ed>0,nil,ed,ed>=ef)end local et,jw=dt(a,d,y,15,fL,ef)local fF=gr(a.from.done or a.from.failed,nil,et,jw)local hT=redis.call('ZRANGE',d.seen,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(ef))if hT[1]then a.from.seen=hT end if hp then a.due=cy(d)end local kO=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',bD(a.now-my))er=er or#hT>=ef local dC=table.concat({iS,eZ,iQ,gj,fF,kO,er and 1 or 0},' ')local iC=redis.call('HGET',gC,'running')if iC then dC=dC..' '..iC end local iM=it+kO>0 and not a.isNew and not iT gr(iM or hT[1]or hp and not a.isNew,iM and dC,0)if it==0 then dh(a,d,86400000,1)end if a.readied>0 and cc(a)then du(a)end if not a.isNew then di(a,d)end if iT and it==0 then return iT end return'ok\\n'..dC",
  ],
);

/** 1813 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gP,fT,gM=unpack(KEYS,1,4)local eZ,ic,ha=unpack(KEYS,5,7)local w,dJ=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local ek={bD(a.now)}for K,u in ipairs({gP,fT,gM,eZ,ic,ha})do ek[#ek+1]=redis.call('ZCARD',u)end local fO=redis.call('ZRANGE',gP,'0','0','WITHSCORES')[2]ek[#ek+1]=fO and bD(ds(fO%900000000000000))or'-'local ht=redis.call('HMGET',dF,unpack(dJ))local km=redis.call('HMGET',dF,'waits','runTimes')for b,dE in ipairs(ht)do ht[b]=dE or'0'end return'ok\\n'..table.concat(ek,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(ht,' ')..'\\n'..bD(redis.call('ZCOUNT',fT,'-inf',ci(a.now)))..' '..bD(redis.call('ZCOUNT',gM,'-inf',bD(a.now)))..'\\n-'..(km[1]or'')..'|'..(km[2]or'')..'|'..a.latencies",
  ],
);

/** 13590 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,gF,li=unpack(ARGV,1,3)local ef=tonumber(gF)",
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
    "local aX={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cR(a,y,h)local ie,V={},{}if cb(a,'l')then local D,T,dN=cQ(y,0,h,1)for b,c in ipairs(h)do ie[b],V[b]=redis.call('HSTRLEN',T or dN[b],c)>0,D[b]end else local D=cQ(y,0,h,2)for b in ipairs(h)do ie[b],V[b]=D[b*2-1]and true,D[b*2]end end return ie,V end local function cU(i,c,k)local U,dG=string.match(k or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',i,c)<100000 then local o=string.match(redis.call('HGET',i,c),'^[^:]*')U,dG=U or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dG end return U and#U==16 and U or cF(5,0),dG~='0'and dG end local function bh(d,j,c,A)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[j],A,c))=='number'end ",
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
    "local a=cx(d.meta)local dM=cD(a,w)if dM then return dM end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local kb=redis.call('HGET',d.meta,'audit')local gf,gt=string.match(kb or'','^([1-9]%d*) (%d+)$')gf,gt=tonumber(gf)or 1,gt or'0'if gf>23 then gf=1 end if li=='0'and gf==1 and gt=='0'then return'ok\\n1 0 0 0 0 0 0'end local jG,je,jy,hH,hJ,fh,jU,el,ji=0,0,0,0,0,0,0,0,false local function jS(ln,u,fY)local dP=redis.call(ln,u,gt,'COUNT',bD(fY))gt=dP[1]return dP[2]end local function iU(j,h)return redis.call('ZCARD',d[j])>0 and redis.call('ZMSCORE',d[j],unpack(h))or{}end local lZ=(a.now-1600000000000)*1000+86400000000 local function jZ(c,dG)if not dG then return true end cr(a,tonumber(dG))return bh(d,'expiring',c,dG)end local function mq(c,k)jy=jy+1 for K,j in ipairs(aa)do redis.call('ZREM',d[j],c)end redis.call('ZREM',d.expiring,c)if k then redis.call('HDEL',y[bn(c)],'\\t'..c)a.runs=bD(math.max(0,a.runs-1))end end local function lT(c,k,j,hz)je=je+1 local gk for K,kU in ipairs(aX[string.sub(k or'',1,1)]or aa)do gk=gk or hz[kU]and kU end gk=gk or j for K,fZ in ipairs(aa)do if fZ~=gk then redis.call('ZREM',d[fZ],c)end end return gk end local function kQ(es)local h,eY={},{}for b=1,#es/2 do h[b],eY[b]=es[b*2-1],es[b*2]end return h,eY end local function lg(j,es)local h,eY=kQ(es)if#h==0 then return 0 end local ie,V=cR(a,y,h)local kn={}for K,fZ in ipairs(aa)do if fZ~=j then kn[fZ]=iU(fZ,h)end end for b,c in ipairs(h)do local k,hz=V[b],nil for fZ,D in pairs(kn)do if D[b]then hz=hz or{[j]=true}hz[fZ]=true end end if not ie[b]then mq(c,k)else local gk=hz and lT(c,k,j,hz)or j if gk=='leased'and not string.find(k or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local U,dG=cU(y[bn(c)],c,nil)if jZ(c,dG)and bh(d,'ready',c,U)then hH=hH+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,c)end end local r=k and tonumber(string.match(k,'^%a (%d+)'))or 0 if j=='ready'then r=math.max(r,eY[b]%900000000000000-1000)end if r>a.tick and r<lZ then a.tick=r hJ=1 end end end return#h end local Z=1 local function mw(i,fY)local iK,m=cb(a,'l'),el if iK and gt=='0'and redis.call('HLEN',i)<=ef then return redis.call('HKEYS',i)end local es,x=jS('HSCAN',i,iK and Z or fY),{}for b=1,#es,2 do local G,p=es[b],#es[b+1]x[#x+1]=G el=el+p if p>2100 and string.sub(G,1,1)~='\\t'and not cb(a,'l')then a.flags=a.flags..'l'end end Z=el-m<100000 and Z*2 or 1 return x end local function ml(i,c)local G,lJ='\\4'..c,redis.call('ZSCORE',d.failed,c)or redis.call('ZSCORE',d.done,c)if not lJ and redis.call('HEXISTS',i,c)==1 then return false end redis.call('HDEL',d.meta,'')if cg(redis.pcall('HSET',i,c,redis.call('HGET',i,G)))then return false end for K,j in ipairs(aa)do redis.call('ZREM',d[j],c)end a.runs=bD(math.max(0,a.runs-redis.call('HDEL',i,G,'\\t'..c)))return true end local function lf(i,x)local h,hR={},{}for K,G in ipairs(x)do local kE,c=string.sub(G,1,1),string.sub(G,2)if kE=='\\4'then if not cb(a,'g')then a.flags=a.flags..'g'end if ml(i,c)and not hR[c]then h[#h+1],hR[c]=c,true end elseif kE~='\\t'then if not hR[G]then h[#h+1],hR[G]=G,true end elseif redis.call('HEXISTS',i,c)==0 then hH=hH+1 redis.call('HDEL',i,G)end end if#h==0 then return#x end local D={}for K,j in ipairs(aa)do for b,A in ipairs(iU(j,h))do D[b]=D[b]or A end end for b,c in ipairs(h)do if not D[b]then local k=redis.call('HGET',i,'\\t'..c)local dS=string.sub(k or'',1,1)local j,A,dG=dS=='C'and'done',bD(a.now),nil if dS=='F'or dS=='E'then j='failed'end if not j then j='ready'A,dG=cU(i,c,k)local r=A%900000000000000 if ds(r)>a.now then j,A='delayed',bF(r,cH(A))cr(a,ds(r))a.sooner=true end end if jZ(c,dG)and bh(d,j,c,A)then jG=jG+1 if j=='ready'then a.readied=a.readied+1 end end end end return#x end local function lr()local x,hB=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for K,j in ipairs(aa)do hB=hB+redis.call('ZCARD',d[j])end return x,hB end repeat local q=0 local fY=ef-fh if gf<=5 then q=lg(aa[gf],jS('ZSCAN',d[aa[gf]],fY))elseif gf<22 then local i=y[gf-5]q=lf(i,mw(i,fY))elseif gf==22 then local h=kQ(jS('ZSCAN',d.expiring,fY))q=#h if q>0 then local gP,fT=iU('ready',h),iU('delayed',h)for b,c in ipairs(h)do if not gP[b]and not fT[b]then hH=hH+1 redis.call('ZREM',d.expiring,c)end end end else local x,hB=lr()if x-hB~=tonumber(a.runs)then a.runs=bD(math.max(0,x-hB))hJ=hJ+1 end local hh=a.completed+hB-redis.call('ZCARD',d.done)for K,dE in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do hh=hh+(dE or 0)end if hh~=tonumber(a.enqueued)then a.enqueued=bD(hh)hJ=hJ+1 end gt='0'end fh,jU=fh+q,jU+math.max(q,ef/25)if gt=='0'then ji=gf==23 gf=gf%23+1 end until ji or jU>=ef or el>2000000 dj(a,d.meta,'audit',kb)a.fields={'audit',gf..' '..gt}local fH=(a.readied>0 or a.sooner)and cc(a)local f=br(a,d)if f then return f end if fH then du(a)end return'ok\\n'..table.concat({ji and 1 or 0,fh,jG,je,jy,hH,hJ},' ')",
  ],
);

/** 1911 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF=KEYS[1]local l={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local lI=KEYS local ja={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cx(dF)local ew=cC(a,l)if ew then return ew end if cb(a,'l')then for b=1,16 do local i,fZ=y[2+b],lI[18+b]local p=redis.call('HLEN',i)if p>0 and p<=64 then redis.call('RENAME',i,fZ)redis.call('PEXPIRE',fZ,'1')end end end redis.call('UNLINK',unpack(ja))if not a.isNew then redis.pcall('HSET',l.replies,l.lane,l.number..'\\n-')redis.pcall('PEXPIRE',l.replies,string.match(l.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 4125 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local R=string.match local w=string.sub local g=redis.pcall local W=string.find local m=string.format local S=type local t,ay,cK,J=u(KEYS,1,4)local ag,ao,aB,cO=u(ARGV,1,4)local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local aR=0 local bl local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,aq,V,ap,o local E repeat local ai do local p=s('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(p or aT,by)aH,aG=not p,p if not U or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if string.byte(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=tonumber(R(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local f=R(l,'^%d+')if f==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#f+2)break end if f-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if aH or j~=''and W(j,'e',1,true)~=nil then return'not_plain'end do local bZ=cO*900000000000000 local au=bZ+z local cs=bZ+(x+1-1600000000000)*1000 local bk,v,T,aC for aV=5,#M,2 do local n,ci=M[aV],M[aV+1]au=au+1 if#M==6 then T=m('%016d',au)else local al=au%100 if al==0 or not aC then aC=m('%014d',(au-al)/100)end T=aC..w(bx,al*2+1,al*2+2)end local Z=T..(au>=cs and' c'..m('%d',x)..':'or':')..ci if#ci>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end if bk then do local a=bk local Q=T local b=#a a[b+1],a[b+2]=Q,n end do local a=v local b=#a a[b+1],a[b+2]=n,Z end else bk,v={T,n},{n,Z}end end bl,aq,V=bk,cK,v aR=#bk/2 z=z+aR aE=m('%d',aE+aR)end local bj if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then bj=aH else if j~=''and W(j,'p',1,true)~=nil then bj=false else if z%32~=0 or(s('HGET',t,'heard')or'0')-x>0 then bj=true else j=string.gsub(j,'h','')bj=false end end end local e do local p ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..''local G=ao..'\\n-'local ax=G and K and#G<=#K local a for bA=1,2 do a=nil if bl then if not a then local c=g('ZADD',ay,u(bl))if c~=0 and c~=1 and S(c)=='table'then a=c end end end if V and not a then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then a=c end end if G and not ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a then local c c=g('HSET',t,'head',p)do local aY do local b=c aY=b~=0 and b~=1 and S(b)=='table'end if aY then a=c end end end if ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a or true or w(a.err,1,3)~='OOM'then break end s('HDEL',t,'')end if a then local ba={}if bl then ba[ay]=bl end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local b=redis.pcall for C,c in bB(H)do for d=1,#c,2 do local am=c[d+bG]local l=bI[C..am]if not l then b(bM,C,am)elseif aA=='ZADD'then b(aA,C,l,am)else b(aA,C,am,l)end end end end ah({},o,0,'HDEL','HSET')local function bC(b,Q,A)if not b then return{Q,A}end do local c=#b b[c+1],b[c+2]=Q,A end return b end ah({[t]=bC(nil,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end ah({},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=a else aG=p if not K then g('PEXPIRE',J,R(aB,'%d+$'))end e=nil end end if e then return e end if bj then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local f='-'if aR>0 then f=aR==1 and'1'or m('%d',aR)end g('PUBLISH',w(t,1,-5)..'wake',f..' '..aZ)end end return'ok\\n-'",
  ],
);

/** 16492 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fa,ku=ARGV[4],ARGV[5]local fj=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $declaredBuckets,
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $timeOfDue,
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
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $enterWaiting,
    $flagLarge,
    "local function bG(a,iW)local gv,hc=string.sub(iW,1,1),tonumber(string.sub(iW,2))if gv=='+'and hc>0 then return a.now+hc end if gv=='@'and hc>a.now then return hc end return nil end local function bZ(fs,gO)local gg=''if fs.max~='-'then gg=gg..' m'..fs.max end if fs.expiresAt~='0'then gg=gg..' x'..fs.expiresAt end if gO then gg=gg..' u'..bD(gO)end if fs.own~='-'then gg=gg..' o'..fs.own end return gg end local aY={ready='R',delayed='D',leased='L',failed='F',done='C'}local aW={R='ready',D='delayed',L='leased',F='failed',C='done'}local function cA(gy,c,gx)gy=gy or{}gy[c]=gx=='r'and gy[c]or gx=='r'and'r'or'a'return gy end local function cO(a,d,y,gy,hX,eY)local es,z,jH,h,el={},{},{},{},0 for c,gx in pairs(gy)do local j=aW[hX[c]or'']local Y={id=c,bucket=y[bn(c)],letter=hX[c],set=j,score=eY[c],before=j,beforeScore=eY[c]}local fW,ir=j=='ready'or j=='delayed',j and gx=='a'local x={}if fW or ir and j~='leased'then x.record,x.run=c,'\\t'..c h[#h+1]=c end if(fW or ir)and cb(a,'g')then x.follower='\\4'..c end for v,G in pairs(x)do if cb(a,'l')then el=el+redis.call('HSTRLEN',Y.bucket,G)end cJ(cq(jH,Y.bucket),Y,v)local e=cq(z,Y.bucket)e[#e+1]=G end es[c]=Y end if el>32000000 then return nil end for i,e in pairs(z)do for b,B in ipairs(redis.call('HMGET',i,unpack(e)))do local Y,v=jH[i][b*2-1],jH[i][b*2]Y[v]=B or nil end end if#h>0 then for b,lz in ipairs(redis.call('ZMSCORE',d.expiring,unpack(h)))do es[h[b]].expiry=lz or nil end end return es end local function cL(a,dK,gm)local m=tonumber(string.match(dK or'','^[^:]* u(%d+)'))if m or gm==''then return m end return a.now+gm end local function bT(a,Y,gb,fs,gm)local eN,gO=fs.dueAt,nil if gm then gO=cL(a,Y.newFollower or Y.follower,gm)eN=math.min(eN,gO or eN)end local U=cF(fs.priority,eN and(eN-1600000000000)*1000 or 0)Y.newFollower=U..' c'..bD(a.now)..bZ(fs,gO)..':'..gb end local function cZ(a,d,Y,gb,fs,gm)local j,A,ej,eN,gO=Y.set,Y.score,fs.priority,fs.dueAt,nil local r if gm then gO=cL(a,j=='delayed'and(Y.head or Y.record)or nil,gm)eN=math.min(eN,gO or eN)if j=='ready'then eN=nil end end if j=='ready'and not eN and cH(A)==ej then r=A%900000000000000 elseif gm and j=='delayed'and(dr(A)<=a.now or dr(A)==eN)then r=(A-A%10)/10 else a.tick=a.tick+1 r=eN and ca(a,d.delayed,eN)or a.tick end local U=cF(ej,r)Y.set=eN and'delayed'or'ready'Y.score,Y.place=eN and bF(r,ej)or U,U Y.expiresAt,Y.payload=fs.expiresAt,gb Y.head=U..(ds(r)~=a.now and' c'..bD(a.now)or'')..bZ(fs,gO)end local function bl(a,d,Y,gb,fs)local gx,hc=string.match(fs.window,'^(%l?)(%d*)$')local j,gm=Y.set,gx=='b'and hc or nil local fW,ir=j=='ready'or j=='delayed',gx=='a'or gx=='b'if not j and Y.letter=='S'then return'S'end if j and not ir and(gx==''or not fW)then return aY[j]end bR(a,gb)if j=='leased'then bT(a,Y,gb,fs,gm)return gm and'k'or'q'end cZ(a,d,Y,gb,fs,gm)if not ir and hc~='0'then Y.rememberedUntil=a.now+hc end local il=Y.set=='ready'if not j or j=='done'then Y.isNew=true return il and'r'or'd'end if j=='failed'then by(a,'redriven',1)end if gm and j~='failed'then return il and'i'or'j'end return il and'n'or'o'end local function dB(a,Y)local G='\\t'..Y.id if Y.isNew then bE(a,Y.bucket,G)return end local hY=' '..Y.place..' 0 '..Y.expiresAt local k='W'..string.sub(Y.run,2)if Y.before=='failed'then k=string.gsub(k,'^W (%d+) %d+ %d+ %d+ %d+ %d+[^\\n]*','W %1 0 0'..hY)else k=string.gsub(k,'^(W %d+ %d+ %d+) %d+ %d+ %d+','%1'..hY)end de(a,Y.bucket,G,k,Y.run)end local function dw(a,d,Y)local c,i,m,j=Y.id,Y.bucket,Y.before,Y.set if Y.newFollower then cM(a,i,'\\4'..c,Y.newFollower,Y.follower)if not Y.follower then a.runsMore=(a.runsMore or 0)+1 end if not cb(a,'g')then a.flags=a.flags..'g'end end if not Y.head then return end cM(a,i,c,Y.head..':'..Y.payload,Y.record)if Y.run then dB(a,Y)end if Y.follower then bE(a,i,'\\4'..c)end if m==j then dj(a,d[j],c,Y.beforeScore)elseif m then cn(a,m,c)end if Y.expiresAt~='0'then dj(a,d.expiring,c,Y.expiry)elseif Y.expiry then cn(a,'expiring',c)end bK(a,j,Y.score,c,Y.expiresAt)if m=='ready'and j==m then a.readied=a.readied-1 end if Y.rememberedUntil then bJ(a,'seen',bD(Y.rememberedUntil),c)end end ",
    $hasListeners,
    $addListener,
    $wake,
    "local function dn(a,d,h)local hX,eY={},{}for b,fc in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if fc and fc-a.now>0 then hX[h[b]]='S'end dj(a,d.seen,h[b],fc)end for K,j in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[j],unpack(h)))do if A then hX[h[b]],eY[h[b]]=aY[j],A end end end return hX,eY end local function bc(a,d,y,fj,C)local hi,gy,fm={},nil,C while fj[fm]do local q,hI=string.match(fj[fm],'^%d (%d+) %S+ (%S+)')local gx=string.match(hI,'^%l')if hI~='-'then for b=1,q do local c=fj[fm+b*2-1]hi[#hi+1]=c if gx then gy=cA(gy,c,gx)end end end fm=fm+q*2+1 end local hk,eY,ev,hd,hf={},nil,{},{},nil if#hi>0 then hk,eY=dn(a,d,hi)end if gy then hf=cO(a,d,y,gy,hk,eY)if not hf then return nil end end fm=C while fj[fm]do local ej,q,iW,hI,fk,kT,dT=string.match(fj[fm],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local eN,dG=bG(a,iW),kT=='-'and'0'or bD(a.now+kT)local fs={priority=tonumber(ej),dueAt=eN,window=hI,max=fk,expiresAt=dG,own=dT}local gg=bZ(fs,nil)for b=1,q do local c,gb=fj[fm+b*2-1],fj[fm+b*2]local H,kg=hk[c],hf and hf[c]if kg then H=bl(a,d,kg,gb,fs)if H=='r'or H=='d'then hd[c]=true end elseif not H then a.tick=a.tick+1 local r=a.tick H='r'if eN then H,r='d',ca(a,d.delayed,eN)end local U=cF(ej,r)local lt=ds(r)~=a.now and' c'..bD(a.now)or''if H=='r'then bK(a,'ready',U,c,dG)else bK(a,'delayed',bF(r,ej),c,dG)end bR(a,gb)local i=bn(c)cJ(cq(a.writes,y[i]),c,U..lt..gg..':'..gb)if hI~='-'and hI~='0'then bJ(a,'seen',bD(a.now+hI),c)end hk[c]=string.upper(H)hd[c]=true end ev[#ev+1]=H end fm=fm+q*2+1 end for K,c in ipairs(hf and hi or{})do if hf[c]then dw(a,d,hf[c])end hf[c]=nil end return table.concat(ev),hi,hd end ",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.writes={}local ev,hi,hd=bc(a,d,bC(he,11,fa),fj,6)if not ev then return'large'end local K,hZ=string.gsub(ev,'[rd]','')local kh=hZ+(a.totals and a.totals.redriven or 0)if ku~=''and kh>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+kh>tonumber(ku)then return'full'end if a.to.seen then local hT=redis.call('ZRANGE',d.seen,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(hZ*2+8))local kI={}for b=2,#a.to.seen,2 do kI[a.to.seen[b]]=true end for b,c in ipairs(hT)do if not kI[c]then cn(a,'seen',c)end end end a.enqueued=bD(a.enqueued+hZ)if hZ<#ev then by(a,'duplicates',#ev-hZ)end local jN=ch(a)local fH=(a.readied>0 or a.sooner)and cc(a)if a.isNew then a.fields={'born',bD(a.now)}bd(a)end local f=br(a,d,l,ev)if f then return f end local gQ={}for b,c in ipairs(hi)do if hd[c]then gQ[#gQ+1]=he[11+#fa+b-1]end end if#gQ>0 then if redis.call('EXISTS',unpack(gQ))>50 then for b,u in ipairs(gQ)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(gQ))end end if fH then du(a)end return'ok\\n'..ev..(jN and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,W=KEYS[1],KEYS[2]local w,gd,ef=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function kR(q)local Y=redis.call('XRANGE',W,bD(q),'+','COUNT','1')[1]if Y then return tonumber(string.match(Y[1],'^%d+')),Y[2][2]end end local a=cx(dF)local dM=cD(a,w)if dM then return dM end if not cb(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',dF,'events','recorded')local eq=tonumber(x[2])or 0 local ez=tonumber(gd)or eq+1 if string.sub(gd,1,1)=='@'then local t,kC=tonumber(string.sub(gd,2)),kR(0)local fU,gL=kC or eq+1,eq+1 while fU<gL do local hn=fU+(gL-fU-(gL-fU)%2)/2 local q,dC=kR(hn)if not q then gL=hn elseif string.match(dC,'^%d+')-t<0 then fU=q+1 else gL=hn end end ez=fU local m=tonumber(string.match(x[1]or'','%d+$'))or 0 if ez==(kC or eq+1)and ez-1>m then ez=ez-1 end end local ek={'ok\\n'..bD(a.now)..' '..bD(ez)..' '..bD(eq)}if gd~=''then for b,Y in ipairs(redis.call('XRANGE',W,bD(ez),'+','COUNT',ef))do ek[b+1]=string.match(Y[1],'^%d+')..'\\n'..Y[2][2]end end return ek",
  ],
);

/** 10247 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local iI,ff,fa,hV=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local fc,h,ev,dH,f=a.now+iI,{},{}for b,fr in ipairs(hV)do h[b]=string.sub(fr,19)end local V,T,dN=cQ(bC(he,11,fa),0,h,1)local gU=redis.call('ZMSCORE',d.leased,unpack(h))for b,c in ipairs(h)do if cf(V[b],hV[b])then ev[b]='l'bO(a,d,T or dN[b],c,V[b],gU[b],fc)else ev[b],dH=dm(V[b],hV[b],dH,d,h,b)end end local dC=table.concat(ev)..'\\n'..bD(fc)local fH=a.sooner and cc(a)if a.to.leased or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fH then du(a)end if not a.isNew then cB(d.workers,ff,a.now)end return'ok\\n'..dC",
  ],
);

/** 15720 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local l={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ff,jm,gF,fL=unpack(ARGV,4,7)local ez=tonumber(jm)local ef=tonumber(gF)",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $timeOfDue,
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
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $dropField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $sizeOfJob,
    $limitFreed,
    $parseRun,
    $formatRun,
    $restartRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $readFollower,
    $takeOver,
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h,dU,eZ=redis.call('ZRANGE',d.leased,bD(ez),bD(ez+ef-1)),0,0 local jv=#h<ef if cb(a,'g')and cp(a,y,11,h,1)then jv=false end if#h>0 then local V,T,dN=cQ(y,11,h,1)for b,c in ipairs(h)do if string.match(V[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==ff then local fD=cT(a,d,T or dN[b],c,V[b],'W','\"its worker failed\"')dU,eZ=dU+1,eZ+(fD and 1 or 0)end end end local dC=dU..'\\n'..(jv and'-'or bD(ez+#h-dU))local fH,f=a.readied>0 and cc(a),nil local K,fi if eZ>0 then K,K,fi=dt(a,d,y,11,fL,eZ*2+8)end if dU>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)if fi then da(a)dt(a,d,y,11,fL,eZ*2+8)f=br(a,d)if not f then dx(a,d)end end if fH then du(a)end if jv then redis.call('ZREM',d.workers,ff)end return'ok\\n'..dC",
  ],
);

/** 1142 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,fG=KEYS[1],KEYS[2]local w,ef=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local lG=redis.call('ZREMRANGEBYRANK',fG,'0',bD(ef-1))return'ok\\n'..lG..' '..math.min(1,redis.call('ZCARD',fG))",
  ],
);

/** 543 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy,fN=KEYS[1],KEYS[2]local fj=ARGV ",
    $digits,
    "local dJ={}for b=1,#fj,2 do dJ[#dJ+1]=fj[b]end local iV=redis.call('ZMSCORE',fy,unpack(dJ))for b,v in ipairs(dJ)do if iV[b]==fj[1+b*2-1]then local gN=redis.call('HGET',fN,v)if gN then local G='\\t'..gN local ip=(redis.call('HGET',fN,G)or 0)-1 redis.call('HDEL',fN,'')if ip>0 then redis.call('HSET',fN,G,bD(ip))else redis.call('HDEL',fN,G)end redis.call('HDEL',fN,v)end redis.call('ZREM',fy,v)end iV[b]=iV[b]or'-'end return'ok\\n'..table.concat(iV,'\\n')",
  ],
);

/** 2484 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gP,fT,gM=unpack(KEYS,1,4)local eZ,ic,i,g,fG=unpack(KEYS,5,9)local ii,d=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,c,fl=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    $lastEndings,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local ek,hP={bD(a.now),'-'..a.flags},false for K,u in ipairs({gP,fT,gM,eZ,ic})do local A=redis.call('ZSCORE',u,c)hP=hP or A ek[#ek+1]=A or'-'end ek[#ek+1]=redis.call('ZRANK',gP,c)or'-'ek[#ek+1]=redis.call('ZSCORE',fG,c)or'-'if hP and cb(a,'g')and redis.call('HEXISTS',i,'\\4'..c)==1 then ek[#ek+1]='+'end local fC=not hP and ck(d,{c})[1]or'-'local dK=hP and string.find(fl,'d')and redis.call('HGET',i,c)or''if hP and string.find(fl,'h')and redis.call('HSTRLEN',i,c)<100000 then dK=string.match(redis.call('HGET',i,c)or'','^[^:]*:')or''end local ei=not a.isNew and string.find(fl,'r')and redis.call('GET',g)if ei then local jf=string.match(ei,'^C (%d+)')if not jf or jf-(redis.call('HGET',dF,'born')or jf)<0 then ei=nil end end local dP={'ok\\n'..table.concat(ek,' ')..'\\n'..fC,dK,redis.call('HGET',i,'\\t'..c)or'',ei or''}if string.find(fl,'s')and(ek[3]~='-'or ek[4]~='-')then local lj=redis.call('HGET',dF,'born')or'-'local s={bD(redis.call('ZCARD',gP))..' '..a.leased..' '..lj}for b,gz in ipairs(redis.call('LRANGE',ii,'0',bD(9)))do s[b+1]=string.match(gz,'^[^|]*')end dP[5]=table.concat(s,'\\n')end return dP",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gM=KEYS[1]local y=KEYS local hV=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,ki,ek,jt={},{},{''},{}for b,fr in ipairs(hV)do h[b]=string.sub(fr,19)end local gU,D=redis.call('ZMSCORE',gM,unpack(h)),cQ(y,1,h,2)for b,fr in ipairs(hV)do local dK,k=D[b*2-1],D[b*2]local hO=gU[b]and dK and k and string.sub(k,1,18)==string.sub(fr,1,18)ki[b]=hO and'1'or'0'if hO then ek[#ek+1]=dK jt[#jt+1]='H'..(string.match(k,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for K,ii in ipairs(jt)do ek[#ek+1]=ii end ek[1]='ok\\n'..table.concat(ki)return ek",
  ],
);

/** 1227 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,mv=KEYS[1],KEYS[2]local w,mz,lk=unpack(ARGV,1,3)local p=tonumber(mz)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local s=redis.call('LRANGE',mv,'0',bD(p-1))if lk=='1'then for b,I in ipairs(s)do s[b]=string.match(I,'^[^|]*')end end return'ok\\n'..bD(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1012 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy,fN,hW=unpack(KEYS,1,3)local gv,w,lK=unpack(ARGV,1,3)local ju=tonumber(lK)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',hW,gv)or'-'}local D,fJ,kp={},{},gv=='deep'local x=redis.call('HGETALL',fN)for b=1,#x,2 do D[x[b]]=x[b+1]end local M=cN(w)local es=redis.call('ZRANGE',fy,'0','-1','WITHSCORES')for b=1,#es,2 do local v,hr=es[b],es[b+1]if v~=''then local gN=D[v]if gN then D[v]=nil fJ['\\t'..gN]=(fJ['\\t'..gN]or 0)+1 end s[#s+1]=v..' '..(gN or'-')..(kp and M-hr>=ju and' '..hr or'')end end if kp then for G,ea in pairs(fJ)do if tonumber(D[G])~=ea then redis.call('HDEL',fN,'')redis.call('HSET',fN,G,bD(ea))end end for G in pairs(D)do if not fJ[G]then redis.call('HDEL',fN,G)end end end return table.concat(s,'\\n')",
  ],
);

/** 2956 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,dS=KEYS[1],KEYS[2]local y=KEYS local w,ez,ef,gZ=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local es,h,s={},{},{}if#gZ==0 then es=redis.call('ZRANGE',dS,bD(ez),bD(ez+ef-1),'WITHSCORES')else for b,A in ipairs(redis.call('ZMSCORE',dS,unpack(gZ)))do if A then cJ(es,gZ[b],A)end end end for b=1,#es,2 do h[#h+1]=es[b]end if cb(a,'l')then local hU=math.max(1,bA(y,2,h,#h,0))for b=hU+1,#h do h[b]=nil end end local ek={''}if#h>0 then local D=cQ(y,2,h,2)for b,c in ipairs(h)do s[b]='\\n'..es[b*2]..' '..c ek[b*2],ek[b*2+1]=D[b*2-1]or'',D[b*2]or''end end ek[1]='ok\\n'..bD(a.now)..' '..redis.call('ZCARD',dS)..table.concat(s)return ek",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',dF)==1 then redis.call('HSET',dF,'registered',bD(cN(w)))end return'ok'",
  ],
);

/** 6786 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1]}local l={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true if not cb(a,'p')then a.flags=a.flags..'p'if a.isNew then bd(a)end end local f=br(a,d,l,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',fy)-1)",
  ],
);

/** 8903 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local iI,fr,gp=unpack(ARGV,4,6)",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local c=string.sub(fr,19)local m=redis.call('HGET',d.bucket,'\\t'..c)local gU=redis.call('ZSCORE',d.leased,c)local H,k='l',m if not cf(m,fr)then H=dm(m,fr,nil,d,{c},1)else if iI~=''then bO(a,d,d.bucket,c,m,gU,a.now+iI)a.rewrites=nil k='L'..string.sub(m,2)end local C,hy=string.match(k,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')de(a,d.bucket,'\\t'..c,(C or k..'\\n\\n')..gp..(hy or''),m)end local fH,f=a.sooner and cc(a),nil if H=='l'or not a.isNew then f=br(a,d,l,H)end if f then return f end if fH then du(a)end return'ok\\n'..H",
  ],
);

/** 10725 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local l={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fa,es,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local ev,fG={},{}local y=bC(he,6,fa)local V,T,dN=cQ(y,0,h,1)local fM=bQ(d,y,0,h,V,es)for b,A in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local c=h[b]ev[b]=A and not fG[c]and(not fM or fM[c])and'd'or'U'if ev[b]=='d'then fG[c]=true a.tick=a.tick+1 cs(a,T or dN[b],c,V[b],cF(A%10,a.tick),false)cn(a,'delayed',c)end end local dC=table.concat(ev)local fH,f=a.readied>0 and cc(a),nil if a.readied>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fH then du(a)end return'ok\\n'..dC",
  ],
);

/** 9536 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local l={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gF,dE,H=unpack(ARGV,4,6)local ef=tonumber(gF)",
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
    $dropField,
    $removeJob,
    $addEnding,
    $sizeOfJob,
    $limitFreed,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $removeFollower,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h=redis.call('ZRANGE',d.state,'0',bD(ef-1))if#h>0 then cp(a,y,6,h,1)local V,T,dN=cQ(y,6,h,1)for b,c in ipairs(h)do cY(a,T or dN[b],c,V[b])cX(a,T or dN[b],c)bb(a,c,H)end a.from.state,a.from.expiring=h,h if dE~=''then by(a,dE,#h)end end local dC=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)return'ok\\n'..dC",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy=KEYS[1]local s={'ok'}for K,v in ipairs(redis.call('ZRANGE',fy,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1070 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gC=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dM=cD(cx(dF),w)if dM then return dM end local x,s=redis.call('HGETALL',gC),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hW=KEYS[1]",
    $REPORT_SUFFIX,
    "local kJ=redis.call('HMGET',hW,'light'..aR,'deep'..aR)return'ok\\n'..(kJ[1]or'-')..'\\n'..(kJ[2]or'-')",
  ],
);

/** 7360 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d,W={meta=KEYS[1]},KEYS[2]local l={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gk=tonumber(ARGV[4])",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local jW,f=cb(a,'e'),nil local x=redis.call('HMGET',d.meta,'events','recorded')if gk==0 then if jW then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[d.meta]={'events'}}end else local C=string.match(jW and x[1]or'','%d+$')if not C then C=bD(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}dj(a,d.meta,'recorded',x[2])end a.fields=bk(a.fields,'events',bD(gk)..' '..C)dj(a,d.meta,'events',x[1])if not jW then a.flags=a.flags..'e'end if a.isNew then bd(a)end end if gk>0 or not a.isNew then f=br(a,d,l,'-')end if f then return f end if gk==0 then redis.pcall('UNLINK',W)else redis.pcall('XTRIM',W,'MAXLEN',bD(gk))end return'ok\\n-'",
  ],
);

/** 10397 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local l={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fj={unpack(ARGV,4)}",
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
    $writeField,
    $rewriteField,
    $parseRun,
    $formatRun,
    $flagLarge,
    $hasListeners,
    $wake,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $formatHead,
    $addTotals,
    $writeFields,
    $revert,
    $commit,
    $rewriteRun,
    $makeReady,
    $redriveJob,
    $commitRedriven,
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end local iu,h,fG={},{},{}for b=1,#fj,3 do iu[#iu+1]=fj[b]end local eY=redis.call('ZMSCORE',d.failed,unpack(iu))local D,T,dN=cQ(y,6,iu,2)for b,c in ipairs(iu)do local dK,k,i=D[b*2-1],D[b*2],T or dN[b]local hA,fB=string.sub(k or'',1,17)==fj[b*3-1],fj[b*3]if eY[b]and dK and hA and not fG[c]then fG[c]=true h[#h+1]=c de(a,i,c,fB,dK)bR(a,fB)cV(a,i,c,k,cH(string.sub(fB,1,16)))end end return bs(a,d,l,h)",
  ],
);

/** 11052 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local l={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ef,es,gZ=tonumber(ARGV[4]),ARGV[5],{unpack(ARGV,6)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h,fG={},{}if#gZ==0 then if ef>0 then h=redis.call('ZRANGE',d.failed,'0',bD(ef-1))end else local fM if es~=''then local V=cQ(y,6,gZ,1)fM=bQ(d,y,6,gZ,V,es)end for b,A in ipairs(redis.call('ZMSCORE',d.failed,unpack(gZ)))do local c=gZ[b]if A and not fG[c]and(not fM or fM[c])then h[#h+1]=c fG[c]=true end end end if#h>0 then local V,T,dN=cQ(y,6,h,1)for b,c in ipairs(h)do local U=string.match(V[b]or'','^%a %d+ %d+ %d+ (%d+)')cV(a,T or dN[b],c,V[b],U and cH(U)or 5)end end return bs(a,d,l,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fy=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local hr=cz(fy,w)redis.call('ZADD',fy,hr,'',hr,v)return'ok'",
  ],
);

/** 7141 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2]}local l={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local kV,f=cb(a,'p'),nil if kV then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=br(a,d,l,'-')end if f then return f end if kV then a.readied=redis.call('ZCARD',d.ready)if cc(a)then du(a)end end return'ok\\n-'",
  ],
);

/** 1468 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gP,fT,gM=unpack(KEYS,1,4)local eZ,ic,ly,fG=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local ja={unpack(KEYS,25)}local w,ju=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end if cb(a,'p')or cb(a,'e')or redis.call('EXISTS',gP,fT,gM,eZ,ic,ly,fG,unpack(y))>0 then return'ok\\n0'end local mi=redis.call('HMGET',dF,'registered','born')for b=1,2 do if a.now-(mi[b]or 0)<ju then return'ok\\n0'end end local K,E=cN(w)if a.tick>E then return'ok\\n0'end redis.call('UNLINK',unpack(ja))return'ok\\n1'",
  ],
);

/** 1669 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gC=KEYS[1],KEYS[2]local w,c,mE,dC,jC=unpack(ARGV,1,5)local hS=tonumber(jC)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function kq(mj)return string.find(mj,'\"status\":\"running\"',1,true)~=nil end local a=cx(dF)local dM=cD(a,w)if dM then return dM end local m=redis.call('HGET',gC,c)local ke=m and string.match(m,'^%d+')or'0'if a.isNew or ke~=mE then return'ok\\n'..(m or'0')end if dC==''then redis.call('HDEL',gC,c)return'ok\\n0'end local jF=redis.call('HGET',gC,'running')if not m and redis.call('HLEN',gC)-(jF and 1 or 0)>=hS then return'full'end local hb=bD(ke+1)..' '..dC local iC=(jF or 0)+(kq(dC)and 1 or 0)-(m and kq(m)and 1 or 0)if iC>0 then redis.call('HSET',gC,c,hb,'running',bD(iC))else redis.call('HSET',gC,c,hb)if jF then redis.call('HDEL',gC,'running')end end return'ok\\n'..hb",
  ],
);

/** 8017 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "compared", "isRedacted", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,dS=KEYS[1],KEYS[2]local y=KEYS local w,v,iP=unpack(ARGV,1,3)local A,hb=ARGV[4],ARGV[5]local jC,gF,mf,mg=unpack(ARGV,6,9)local hS=tonumber(jC)local ef=tonumber(gF)local kx=tonumber(mf)local kz=tonumber(mg)local ky=tonumber(ARGV[10])local lQ=ARGV[11]local fd={id=ARGV[12],isPrefix=ARGV[13],worker=ARGV[14],error=ARGV[15],attempts=ARGV[16],from=ARGV[17],to=ARGV[18],entered=ARGV[19]}local hR=ARGV ",
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
    "local function cj(k)local em,mt=string.match(k or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return em and ds(em)+mt or 0 end local aZ='[^\\31]+'local function bP(B,mk)for v in string.gmatch(mk,aZ)do if type(B)~='table'then return nil end local ko=string.match(v,'^%d+$')if B[v]==nil and ko then B=B[ko+1]else B=B[v]end end return B end local function bN(ft)local eo={}for b=1,#ft,4 do if ft[b]=='='then local ij,e=pcall(cjson.decode,'['..ft[b+3]..']')if ij then eo[b]=e[1]end end end return eo end local function dq(ft)local L={}for b=1,#ft,4 do if ft[b+2]~=''then L[#L+1]=string.sub(ft[b+2],-64)end end return L end local function bz(ft)local q=0 for b=1,#ft,4 do if ft[b]=='~'then q=q+1 end end return q end local function bw(dK,ez,L,hS)local p,gs=#dK-ez+1,0 for K,dC in ipairs(L)do if gs+p>hS then return nil,gs end gs=gs+p if not string.find(dK,dC,ez,true)then return false,gs end end return true,gs end local function cu(iG,ft,hh)for b=1,#ft,4 do local gv,B,hm=ft[b],bP(iG,ft[b+1]),nil if gv=='='then hm=B~=nil and B==hh[b]elseif gv=='~'then hm=type(B)=='string'and string.find(B,ft[b+3],1,true)~=nil else hm=B~=nil==(gv=='?')end if not hm then return false end end return true end local function bI(dK)local hd=string.match(dK,'^%d+ c(%d+)')if hd then return tonumber(hd)end local U=tonumber(string.match(dK,'^%d+'))return U and ds(U%900000000000000)or 0 end local function bv(kr,dC)local ez=1 while true do local fm=string.find(kr,dC,ez,true)if not fm then return false end local mA=string.match(string.sub(kr,1,fm-1),'\\\\*$')if#mA%2==0 then return true end ez=fm+1 end end local function cv(k,fd)local fI,ff,s=string.match(k or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if fd.attempts~=''and(fI or 0)-fd.attempts<0 then return false end if fd.worker~=''and ff~=fd.worker then return false end if fd.error==''then return true end for gw in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bv(gw,fd.error)then return true end end return false end local function bL(dS,A,k,dK,r)local t=ds(r)local em=string.match(k or'','^%a (%d+)')if em and em-r>0 then return false end if dS=='failed'or dS=='done'then return A-t<=0 end if dS=='leased'then return true end if cj(k)>t then return false end if dS=='ready'then return A%900000000000000<=r end return em~=nil or bI(dK)<=t end local function lL(dC,fZ)for b=1,math.min(#dC,#fZ)do local N,O=string.byte(dC,b),string.byte(fZ,b)if N~=O then return N>O end end return#dC>#fZ end local function mn()if A==''then return 0 end if redis.call('ZSCORE',dS,hb)==A then return redis.call('ZRANK',dS,hb)+1 end local fU,gL=redis.call('ZCOUNT',dS,'-inf','('..A),redis.call('ZCOUNT',dS,'-inf',A)while fU<gL do local hn=(fU+gL-(fU+gL)%2)/2 local dW=redis.call('ZRANGE',dS,bD(hn),bD(hn))[1]if lL(dW,hb)then gL=hn else fU=hn+1 end end return fU end local function mc(c)if fd.id==''then return true end if fd.isPrefix==''then return c==fd.id end return string.sub(c,1,#fd.id)==fd.id end local a=cx(dF)local dM=cD(a,w)if dM then return dM end local kB=iP=='ids'or fd.worker..fd.error..fd.attempts..fd.entered~=''local ft={unpack(hR,20)}local kj=#ft>0 local kA=fd.from..fd.to~=''or kj local hh=bN(ft)local L,kd=lQ==''and dq(ft)or{},bz(ft)local D,s,ek,el,gs,jd,fh,ge=0,{},{''},0,0,0,0,0 local function jK(c)local dK=redis.call('HGET',y[2+bn(c)],c)or''el=el+#dK return dK end local function md(dK)local kc=string.find(dK,':',1,true)if not kc then return false end local m,ez=gs,kc+1 local jo,er=bw(dK,ez,L,ky-m)gs=m+er if jo==false then return false end if jo==nil and m>0 then return nil end local p,ij,iG=#dK-ez+1,false,nil if jo and p<=kz then if jd+p>kz or m>0 and gs+p*kd>ky then return nil end jd,gs=jd+p,gs+p*kd ij,iG=pcall(cjson.decode,string.sub(dK,ez))end if not ij then ge=ge+1 end return ij and cu(iG,ft,hh)end local function mb(c,lw,k,dK)if not mc(c)or kB and not cv(k,fd)then return false,dK end if not dK and(kA or fd.entered~=''and v=='delayed'and not k)then dK=jK(c)end if fd.entered~=''and not bL(v,lw,k,dK,tonumber(fd.entered))then return false,dK end if fd.from~=''and bI(dK)-fd.from<0 then return false,dK end if fd.to~=''and bI(dK)-fd.to>0 then return false,dK end if kj then return md(dK),dK end return true,dK end local eq,ks=hb,A==''and'-'or A local iR=mn()local fi,gW=false,false while not fi and not gW and fh<hS and D<ef and el<kx do local kP=math.min(250,hS-fh)local es=redis.call('ZRANGE',dS,bD(iR),bD(iR+kP-1),'WITHSCORES')local h,eY={},{}for b=1,#es,2 do h[#h+1],eY[#eY+1]=es[b],es[b+1]end fi=#h<kP iR=iR+#h local Z,eo=kA and not cb(a,'l')and 2 or 1,{}if#h>0 and(kB or Z==2)then eo=cQ(y,2,h,Z)end for b,c in ipairs(h)do local dK,k,hm=nil,eo[b*Z],nil gW=D>=ef or el>=kx if not gW then if Z==2 then dK=eo[b*2-1]or''el=el+#dK end hm,dK=mb(c,eY[b],k,dK)gW=hm==nil end if gW then fi=false break end fh,eq,ks=fh+1,c,eY[b]if hm then D=D+1 s[D]='\\n'..eY[b]..' '..c if iP=='ids'then if not dK and cw(v,k)then dK=jK(c)end s[D]=s[D]..'\\t'..bM(v,eY[b],k,dK)elseif iP=='jobs'then ek[D*2]=dK or jK(c)ek[D*2+1]=k or redis.call('HGET',y[2+bn(c)],'\\t'..c)or''end end end end if iP=='count'then s={'\\n'..bD(D)}end local r=string.match(a.head or aL,'^2 %a* (-?%d+)')ek[1]='ok\\n'..bD(a.now)..' '..r..' '..redis.call('ZCARD',dS)..' '..bD(fh)..' '..bD(ge)..' '..(fi and'-'or ks)..' '..eq..table.concat(s)return ek",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hW=KEYS[1]local gv,w,gt,ms=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local G,dC=gv..aR,bD(cN(w))..' '..ms if gt==''then redis.pcall('HSET',hW,G,dC)else redis.call('HSET',hW,G,dC,gv,gt)end return'ok'",
  ],
);

/** 12243 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local s=redis.call local R=string.match local w=string.sub local as=string.byte local g=redis.pcall local bm=tonumber local W=string.find local m=string.format local aU=string.char local aL=string.rep local S=type local t,ay,bq,ce,cd,J=u(KEYS,1,6)local ag=ARGV[1]local ao=ARGV[2]local aB=ARGV[3]local aO=KEYS local cf,cL,cM,cg=u(ARGV,4,7)local bs=KEYS local f=ARGV[8]local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local bX='-----------------------------------------------------------------'local P=''local aK local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,cn,ar,cp,L,bU,bu,bw,bT,aq,V,bv,aQ,bV,o,aa,aS,ap,bS,co,aF local E repeat local ai do local p=s('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(p or aT,by)aH,aG=not p,p if not U or not p and s('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(p or aT,bb)repeat if as(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=bm(R(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=s('HGET',J,ag)if l then local a=R(l,'^%d+')if a==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#a+2)break end if a-ao>0 then E='late'break end elseif ao=='0'and s('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if x-O>=0 or j~=''and W(j,'[peg]')then return'not_plain'end if j~=''and W(j,'l',1,true)~=nil and s('EXISTS',ce)==1 then return'not_plain'end cn=true local i,bd='-',bm(cf)local function aX(q)local h=0 if q>=1 then h=1 end if q>=1073741824 then q=1073741823 end if q>=65536 then q,h=q/65536,h+16 end if q>=256 then q,h=q/256,h+8 end if q>=16 then q,h=q/16,h+4 end if q>=4 then q,h=q/4,h+2 end if q>=2 then h=h+1 end return h end if M[9]then local h,b=aO[6+bm(f,16)+1],#M-9+1 if bs[23]then b=b-(#bs-23+2)do local cD=9+b ar={}for d=0,#bs-23 do do local a=ar local Q=bs[23+d]local A='C '..m('%d',x)..' '..M[cD+d]local c=#a a[c+1],a[c+2]=Q,A end end cp=M[#M]end end if b>1 then do local a=b repeat local k,v={},{}for d=1,a do local n=w(M[9+d-1],19)k[d],v[d]=n,'\\t'..n end local bt=s('HMGET',h,u(v))for d=1,a do local B=bt[d]if not B or w(B,1,18)..k[d]~=M[9+d-1]then k=nil break end end if not k then i=nil break end if j~=''and W(j,'l',1,true)~=nil then local ab=0 for d=1,a do ab=ab+s('HSTRLEN',h,k[d])end if ab>32000000 then i=nil break end end local ck,bN,N=nil,0,0 for d=1,a do local F=w(M[9+d-1],3,14)if F~=ck then if N>0 then do local q=bN local c=N local e=aU(96+aX(q))if c>1 then e=aL(e,c)end P=P..e end end ck,bN,N=F,x-1600000000000-F,0 end N=N+1 end do local q=bN local c=N local d=aU(96+aX(q))if c>1 then d=aL(d,c)end P=P..d end L=k aj=m('%d',aj+a)bU=a bu,bw,bT=h,k,v i=aL('c',a)break until true end else do local bL=M[9]local n=w(bL,19)local X='\\t'..n local B=s('HGET',h,X)if not B or w(B,1,18)..n~=bL then i=nil else L={n}aj=m('%d',aj+1)bU=1 bu,bw=h,{n,X}do local q=x-1600000000000-w(bL,3,14)local a=aU(96+aX(q))if 1>1 then a=aL(a,1)end P=P..a end i='c'end end end end if not i then return'not_plain'end local an,y,r local cb=false if bd>0 then local Y,F,ad,I,at do local a,b,bp,bD,c,d,e local h,ae,ab,bE=0,0,0,false local aC local cl,bW,N=nil,0,0 local cP,cr=' '..cg..' 0','\\n'..cM repeat local k if ae==0 then k=s('ZRANGE',ay,'0',cf)else k=s('ZRANGE',ay,m('%d',ae),m('%d',ae+bd-h))end local l,ch=#k,bd-h d=l>ch if d then l=ch end local function aW(n)local p=string.byte local q,aw=p(n,1,2)if q==95 and#n==13 and aw<103 and aw>47 and(aw<58 or aw>96)then return aw<58 and aw-47 or aw-86 end do local bO=#n for v=1,#n,8 do local Q,A,cw,cy,cz,cB,cE,cF=p(n,v,v+7)bO=(bO*31+Q+(A or 0)*3+(cw or 0)*5+(cy or 0)*7+(cz or 0)*11+(cB or 0)*13+(cE or 0)*17+(cF or 0)*19)%65521 end return bO%16+1 end end if j~=''and W(j,'l',1,true)~=nil and(l>1 or ae>0)then local bh do local n=k local p=l local q=ab local v=0 for A=1,p do local cG=aW(n[A])q=q+s('HSTRLEN',aO[6+cG],n[A])if q>2000000 then break end v=A end bh=v end if bh==0 and ae==0 then bh=1 end bE=bh<l l=bh d=d or bE end for n=#k,l+1,-1 do k[n]=nil end if l>0 then local af,D,aM,v if l==1 then local n=aW(k[1])D,v=aO[6+n],{k[1],'\\t'..k[1]}af=s('HMGET',D,v[1],v[2])else do local n=k repeat local p={}for q=1,#n do local A=n[q]p[q*2-1]=A p[q*2]='\\t'..A end local q=aW(n[1])local au=aW(n[#n])if q==au then local A,bF=nil,true if bF then A=s('HMGET',aO[6+q],u(p))for B=1,#n do if not A[B*2-1]then bF=false break end end end if bF then af,D,aM,v=A,aO[6+q],nil,p break end end local A,cq,H,bK={},{},{},{}for B=1,#n do local C=aW(n[B])local G=aO[6+C]A[B]=G if not H[G]then H[G],bK[G]={},{}end local Q,bJ=H[G],bK[G]for be=(B-1)*2+1,B*2 do local T=#Q+1 Q[T],bJ[T]=p[be],be end end for B,C in pairs(H)do local G,bJ=s('HMGET',B,u(C)),bK[B]for be=1,#C do cq[bJ[be]]=G[be]end end af,D,aM,v=cq,nil,A,p break until true end end local n=nil if D and aq==D then n=V end if not c then bD=x+cL c=m('%d',bD)end local function br(H,C)local p=H[C]if not p then p={}H[C]=p end return p end for p=1,l do local q,Z,B=k[p],af[p*2-1],af[p*2]local A,bo,cm,bQ=D or aM[p],'0',nil,cP if Z and as(Z,17)~=58 then local C,bP=R(Z,'^(%d+)([^:]*)')if#(C or'')~=16 then cm,bP=m('%016d',4500000000000000),''end bo=R(bP,' x(%d+)')or bo bQ=' '..(R(bP,' m(%d+)')or cg)..' '..bo end if not Z or bo~='0'then e=true end if B and L and as(B)==76 then local ca if not bv then bv={}for bA,cC in ipairs(L)do bv[cC]=true end end ca=bv[q]e=e or ca end if Z then h=h+1 local U,C=z+h,nil if l==1 then C=m('%015d',U)else local al=U%100 if al==0 or not aC then aC=m('%013d',(U-al)/100)end C=aC..w(bx,al*2+1,al*2+2)end local G,X,aN,T=q,v[p*2],nil,cm or w(Z,1,16)if B then local bn,cv,cj,cx,bc=R(B,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bn,bc=m('%d',(bn or 0)+1),bc or'\\n'G=bn..'\\t'..q aN='L '..C..' '..bn..' '..(cv or'0')..' '..(cj or T)..bQ..(cx or'')..cr..bc if as(B)==76 or W(bc,'\\n[gbw] [^\\n]*$')then T=nil else T=cj or T end do local H=aQ local ak='H'..bc if not H then aQ={ak}else H[#H+1]=ak aQ=H end end else aN='L '..C..' 1 0 '..T..bQ..cr..'\\n'bV=(bV or 0)+1 end if T then local bH=w(T,1,13)if bH~=cl then if N>0 then do local H=bW local Q=N local ac=aU(64+aX(H))if Q>1 then ac=aL(ac,Q)end P=P..ac end end bW=x-1600000000000-(bm(bH)or 0)%900000000000 cl,N=bH,0 end N=N+1 end if B and#aN<=#B then do local ak=aN if not o then o={}end o[A..X]=B if#ak>#B then if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end else if not aS then aS={}end do local H=br(aS,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end else if B then if not o then o={}end o[A..X]=B end if D then do local H=n local Q=aN if not H then n={X,Q}else do local ac=#H H[ac+1],H[ac+2]=X,Q end n=H end end else do local ak=aN if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end end if h==1 then a,b,bp,aK=G,Z,C,{c,q}else if h==2 then a,b={a},{b}end a[h],b[h]=G,Z do local H=aK local Q=c local ac=#H H[ac+1],H[ac+2]=Q,q end end ab=ab+#Z ap=C end end if D and n then if not V or aq==D then aq,V=D,n else for aV=1,#n,2 do do local p=D local X=n[aV]local ak=n[aV+1]if not aa then aa={}end do local q=br(aa,p)local A=#q q[A+1],q[A+2]=X,ak end end end end end end ae=ae+l until e or not d or bE or h>=bd or ae-h>=1000 if N>0 then do local q=bW local k=N local l=aU(64+aX(q))if k>1 then l=aL(l,k)end P=P..l end end if ae>0 then bS=ae==1 and'0'or m('%d',ae-1)end if h>0 then z=z+h aI=m('%d',aI+h)if bD-O<0 then O=c end if h>15 then do local k=aK local l=#k k[l+1],k[l+2]='+inf',bX end co=true end end Y,y,r,F,ad,I,at=a,b,h,bp,c,d,e end if at then return'not_plain'end if r>0 then do local a=i local b=Y local c=r local d=F local e=ad local h=I if c>1 then b=table.concat(b,'\\n')end an=a..'\\n- '..e..(h and' 1 'or' 0 ')..O..' -'..j..' '..d..'\\n'..b end cb=not I else if not(j~=''and W(j,'h',1,true)~=nil)then return'not_plain'end an=i..'\\n'..m('%d',x)..' - 0 '..O..' -'..j..' -'end else an=i..'\\n'..m('%d',x)..' - 0 - -'..j..' -'end if L or bd>0 then if#av+#P>96 then local a,aP={as(av..P,1,-1)},{}for d=1,#a do aP[a[d]]=(aP[a[d]]or 0)+1 end local l=s('HMGET',t,'waits','runTimes')local function bY(cH,b,cN)local cu=string.gmatch local ct=math.max local c=string.format local bg,d={},0 for e in cu(cH or'','%d+')do d=d+1 bg[d]=e end for e=1,31 do local I=b[cN+e-1]if I then for cJ=d+1,e do bg[cJ]='0'end d=ct(d,e)bg[e]=c('%d',bg[e]+I)end end return table.concat(bg,' ')end do local b=aF local A=bY(l[1],aP,64)if not b then aF={'waits',A}else do local c=#b b[c+1],b[c+2]='waits',A end aF=b end end do local b=aF local A=bY(l[2],aP,96)local c=#b b[c+1],b[c+2]='runTimes',A end do local b=l[1]if not o then o={}end o[t..'waits']=b end do local b=l[2]if not o then o={}end o[t..'runTimes']=b end av,P='',''end local e do local a=an local p do local bt=(bV or 0)-(bU or 0)if bt~=0 then aJ=m('%d',math.max(0,aJ+bt))end ap=ap or m('%d',z)p='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..P end local G=a and ao..'\\n'..a local ax=G and K and#G<=#K local b for bA=1,2 do b=nil if aK then if not b then local c=g('ZADD',bq,u(aK))if c~=0 and c~=1 and S(c)=='table'then b=c end end end if V and not b then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then b=c end end if aa and not b then do local H=aa local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ar then for d=1,#ar,2 do if not b then local c=g('SET',ar[d],ar[d+1],'PX',cp)if c.err then b=c end end end end if G and not ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b then local c if aF then c=g('HSET',t,'head',p,u(aF))else c=g('HSET',t,'head',p)end do local aY do local d=c aY=d~=0 and d~=1 and S(d)=='table'end if aY then b=c end end end if aS and not b then do local H=aS local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b or not cn or w(b.err,1,3)~='OOM'then break end s('HDEL',t,'')end if b then local ba={}if aK then ba[bq]=aK end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local c=redis.pcall for C,d in bB(H)do for h=1,#d,2 do local am=d[h+bG]local l=bI[C..am]if not l then c(bM,C,am)elseif aA=='ZADD'then c(aA,C,l,am)else c(aA,C,am,l)end end end end ah(aS or{},o,0,'HDEL','HSET')local function bC(c,Q,A)if not c then return{Q,A}end do local d=#c c[d+1],c[d+2]=Q,A end return c end ah({[t]=bC(aF,'head',p)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end if ar then for d=1,#ar,2 do g('DEL',ar[d])end end ah(aa or{},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=b else aG=p if a and not K then g('PEXPIRE',J,R(aB,'%d+$'))end if bS then g('ZREMRANGEBYRANK',ay,'0',bS)end if co then g('ZREM',bq,bX)end if L and s('ZREM',bq,u(L))<#L then g('ZREM',ay,u(L))g('ZREM',ce,u(L))end if bw then g('HDEL',bu,u(bw))end if bT then g('HDEL',bu,u(bT))end e=nil end end if e then return'not_plain'end end if L then if not L and true then else local a,U,cc={},ap if L then local cA='C'..U for d,n in ipairs(L)do a[d*2-1],a[d*2]=n,cA end cc=aj-#L==0 end if cc then g('HSET',cd,'',m('%-65d',x))end local c=g('HSET',cd,u(a))end end if cb and(j~=''and W(j,'h',1,true)~=nil)then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local a='0'if 0>0 then a=m('%d',0)end g('PUBLISH',w(t,1,-5)..'wake',a..' '..aZ)end end do local bR=an local a=y local b=r if not a then return'ok\\n'..bR end if b==1 and not aQ and#a<4000 then return'ok\\n'..bR..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bR)if aQ then for bA,cI in ipairs(aQ)do a[#a+1]=cI end end return a end",
  ],
);

/** 27968 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local l={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local gQ=KEYS local iN={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fL,jr=ARGV[8],ARGV[9]local fj=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function cl(q)return string.sub(ag,q*2+1,q*2+2)end ",
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
    $dropField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $sizeOfJob,
    $limitFreed,
    $parseRun,
    $formatRun,
    $restartRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $readFollower,
    $takeOver,
    "local function bp(fK)local i=0 if fK>=1 then i=1 end if fK>=1073741824 then fK=1073741823 end if fK>=65536 then fK,i=fK/65536,i+16 end if fK>=256 then fK,i=fK/256,i+8 end if fK>=16 then fK,i=fK/16,i+4 end if fK>=4 then fK,i=fK/4,i+2 end if fK>=2 then i=i+1 end return i end local function ct(a,js,fK,q)local ev=string.char(js+bp(fK))if q>1 then ev=string.rep(ev,q)end a.measured=a.measured..ev end local function bg(js,fa,H)local ek,p={},0 for q in string.gmatch(js or'','%d+')do p=p+1 ek[p]=q end for b=1,31 do local er=fa[H+b-1]if er then for lS=p+1,b do ek[lS]='0'end p=math.max(p,b)ek[b]=bD(ek[b]+er)end end return table.concat(ek,' ')end local function bS(a)if#a.latencies+#a.measured>96 then local ev,fa={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#ev do fa[ev[b]]=(fa[ev[b]]or 0)+1 end local m=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bk(a.fields,'waits',bg(m[1],fa,64))cJ(a.fields,'runTimes',bg(m[2],fa,96))dj(a,a.meta,'waits',m[1])dj(a,a.meta,'runTimes',m[2])a.latencies,a.measured='',''end end ",
    $staleReason,
    "local function bB(k,fw)k.isUnused=fw=='g'local fP,fR=tonumber(k.postponed)or 0,tonumber(k.unfinished)or 0 if fw=='p'then fP=fP+1 k.isUnused=fP<=1000 elseif fw=='b'then fR=fR+1 k.isUnused=fR%10~=0 end if fP+fR>0 then k.postponed,k.unfinished=bD(fP),bD(fR)end if k.isUnused then k.released=bD(k.released+1)end end local function bq(a,d,fw,k,kf)if fw=='c'or fw=='k'then return'c','C','completed'end bB(k,fw)if k.isUnused and fw~='p'then return'r','W','released'end if fw=='f'or not k.isUnused and k.attempt-k.released>=tonumber(k.max)then return'f','F','failed'end a.tick=a.tick+1 if fw=='b'or kf=='0'then return'r','W','retried',a.tick end return'd','W','retried',ca(a,d.delayed,a.now+kf)end local aM={r='ready',d='delayed',f='failed',c='done'}local function dk(a,d,y,S,fj,C,gQ,jj)local h,ev,kL,ei,hM,dH={},{},{},0,false,nil local iK,p,fp,kl=cb(a,'l'),0,false,false for fm=C,#fj,4 do h[#h+1]=string.sub(fj[fm+1],19)end local V,T,dN=cQ(y,S,h,1)local hN=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local c,m,i,fm=h[b],V[b],T or dN[b],C+b*4-4 local fw,fr,iH,gw=unpack(fj,fm,fm+3)local kk=m and string.sub(m,2,18)==string.sub(fr,2,18)local H,dE,k=kL[c],'stale'if H=='W'and not kk then H='A'end if not H and(not kk or not string.find(m,'^[LE]'))then H,dH=dm(m,fr,dH,d,h,b)end if not H and iK then p=p+dl(a,i,c)fp=fp or kl and p>32000000 end if fp then H,dE='M',nil end if not H then k=fw=='c'and{expiresAt='-'}or cE(m)H=not k and'U'end if not H then local dS,r H,dS,dE,r=bq(a,d,fw,k,iH)kL[c],kl=dS,true if H~='r'or not k.isUnused or fw=='p'then ct(a,96,a.now-1600000000000-string.sub(fr,3,14),1)end if r then k.place=cF(cH(k.place),r)end local j,fW=aM[H],H=='r'or H=='d'local eE=(H=='c'or H=='f')and cP(a,i,c)if H=='c'and iH~=''and not eE then a.results=bk(a.results,gQ[jj],'C '..bD(a.now)..' '..iH)end if H~='c'then bH(k,a.now,H=='f'and H or fw,k.isUnused and''or gw)end if H=='c'and(eE or fw=='c')then bb(a,c,'C')end if eE then dp(a,d,i,c,eE,m,H=='f'and k)else if hN[b]then cn(a,'leased',c)elseif co(a,d,c,j,fW)then hM=true if H=='f'then dE=nil end end if fW then bK(a,j,H=='r'and k.place or bF(r,cH(k.place)),c,k.expiresAt)elseif fw~='c'then bJ(a,j,bD(a.now),c)ei=ei+1 end if fw=='c'then cY(a,i,c,m)else de(a,i,'\\t'..c,bX(k,dS),m)end end end if iH~=''and(fw=='c'or fw=='k')then jj=jj+1 end if dE=='completed'then a.completed=bD(a.completed+1)elseif dE then by(a,dE,1)end ev[b]=H end return table.concat(ev),ei,hM,fp end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function ce(a,c)if not a.isFinished then a.isFinished={}for K,lC in ipairs(a.finished)do a.isFinished[lC]=true end end return a.isFinished[c]end local function cm(a,d,y,S,io,fY)local gu,fE,C,gU,fc,er,ik local dU,fh,el,gW=0,0,0,false local jT local kN,jV,hF=nil,0,0 local mD,kW=' '..io.max..' 0','\\n'..io.worker repeat local h if fh==0 then h=redis.call('ZRANGE',d.ready,'0',io.count)else h=redis.call('ZRANGE',d.ready,bD(fh),bD(fh+fY-dU))end local p,ip=#h,fY-dU er=p>ip if er then p=ip end if cb(a,'l')and(p>1 or fh>0)then local hU=bA(y,S,h,p,el)if hU==0 and fh==0 then hU=1 end gW=hU<p p=hU er=er or gW end for b=#h,p+1,-1 do h[b]=nil end if p>0 then local D,T,dN,x if p==1 then local q=bn(h[1])T,x=y[S+q],{h[1],'\\t'..h[1]}D=redis.call('HMGET',T,x[1],x[2])else D,T,dN,x=cQ(y,S,h,2)end local e=nil if T and a.oneHash==T then e=a.oneWrite end if not fc then gU=a.now+io.duration fc=bD(gU)end for b=1,p do local c,dK,k=h[b],D[b*2-1],D[b*2]local i,dG,gd,hY=T or dN[b],'0',nil,mD if dK and string.byte(dK,17)~=58 then local q,gg=string.match(dK,'^(%d+)([^:]*)')if#(q or'')~=16 then gd,gg=cF(5,0),''end dG=string.match(gg,' x(%d+)')or dG hY=' '..(string.match(gg,' m(%d+)')or io.max)..' '..dG end if not d.delayed and(not dK or dG~='0')then ik=true end if not d.delayed and k and a.finished and string.byte(k)==76 then local lD=ce(a,c)ik=ik or lD end if d.delayed and(not dK or dG~='0'and dG-a.now<=0)then if dK then el=el+#dK end local eE=cP(a,i,c)if dK and eE then bJ(a,'delayed','0',c)cr(a,0)else cY(a,i,c,k)cn(a,'expiring',c)if dK then by(a,'expired',1)bb(a,c,'E')end end elseif dK then dU=dU+1 if d.delayed and dG~='0'then cn(a,'expiring',c)end local r,em=a.tick+dU,nil if p==1 then em=string.format('%015d',r)else local fU=r%100 if fU==0 or not jT then jT=string.format('%013d',(r-fU)/100)end em=jT..cl(fU)end local o,G,Y,U=c,x[b*2],nil,gd or string.sub(dK,1,16)if k then local fI,lh,kD,fJ,s=string.match(k,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')fI,s=bD((fI or 0)+1),s or'\\n'o=fI..'\\t'..c Y='L '..em..' '..fI..' '..(lh or'0')..' '..(kD or U)..hY..(fJ or'')..kW..s if string.byte(k)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then U=nil else U=kD or U end a.histories=bj(a.histories,'H'..s)else Y='L '..em..' 1 0 '..U..hY..kW..'\\n'a.runsMore=(a.runsMore or 0)+1 end if U then local jA=string.sub(U,1,13)if jA~=kN then if hF>0 then ct(a,64,jV,hF)end jV=a.now-1600000000000-(tonumber(jA)or 0)%900000000000 kN,hF=jA,0 end hF=hF+1 end if k and#Y<=#k then de(a,i,G,Y,k)else if k then dj(a,i,G,k)end if T then e=bk(e,G,Y)else dz(a,i,G,Y)end end if dU==1 then gu,fE,C,a.to.leased=o,dK,em,{fc,c}else if dU==2 then gu,fE={gu},{fE}end gu[dU],fE[dU]=o,dK cJ(a.to.leased,fc,c)end el=el+#dK a.lastTick=em end end if T and e then if not a.oneWrite or a.oneHash==T then a.oneHash,a.oneWrite=T,e else for fm=1,#e,2 do dz(a,T,e[fm],e[fm+1])end end end end fh=fh+p until ik or not er or gW or dU>=fY or fh-dU>=1000 if hF>0 then ct(a,64,jV,hF)end if fh>0 then a.popped=fh==1 and'0'or bD(fh-1)end if dU>0 then a.tick=a.tick+dU a.leased=bD(a.leased+dU)if gU-a.due<0 then a.due=fc end if dU>15 then cJ(a.to.leased,'+inf',aN)a.isLong=true end end return gu,fE,dU,C,fc,er,ik end ",
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
    $HEAD_PARTS,
    $copyHead,
    $headParts,
    $restoreHead,
    "local function bW(a,ev,gu,dU,em,fc,er)if dU>1 then gu=table.concat(gu,'\\n')end return ev..'\\n- '..fc..(er and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..em..'\\n'..gu end local function bY(a,ev,ed,er)return ev..'\\n'..bD(a.now)..(er and' - 1 'or' - 0 ')..ed..' -'..a.flags..' -'end local function dv(a,dC,fE,dU)if not fE then return'ok\\n'..dC end if dU==1 and not a.histories and#fE<4000 then return'ok\\n'..dC..'\\n\\n'..fE end if dU==1 then fE={fE}end table.insert(fE,1,'ok\\n'..dC)if a.histories then for K,ii in ipairs(a.histories)do fE[#fE+1]=ii end end return fE end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local kM,is,hp=fj[10]~=nil,iN.count~='0',a.now-a.due>=0 local fY=cb(a,'p')and 0 or tonumber(iN.count)local o=cd(a)local ev,dC,fE,dU,fe,gi='-',nil,nil,0,false,0 local function gr(fB,dP)local f local iM=kM or dU>0 or l.number~='0'bS(a)if fB then f=br(a,d,l,iM and dP)end if f then dc(a,o)else dx(a,d)o=cd(a)if dP and fB then a.before=l.number..'\\n'..dP end dC=dP or dC end da(a)return f end local function kK()local K,ei,hM,fp,fi ev,ei,hM,fp=dk(a,d,y,12,fj,10,gQ,29)if a.results then a.resultTtl=string.match(fL,'%S+$')end if ei>0 and not hM then K,K,fi=dt(a,d,y,12,fL,ei*2+8)end gi=(fi or hM)and ei or 0 if fp then is=false end return not a.isNew or string.find(ev,'%l')~=nil end local function lW(fB,jn)local gu,em,fc,er if hp then a.due=cy(d)fB=not a.isNew er=a.now-a.due>=0 end if fY>0 then gu,fE,dU,em,fc,er=cm(a,d,y,12,iN,fY)er=er or a.now-a.due>=0 fe=not er end if not a.isNew and(dU==0 or jr~='')then local lR=bd(a)fB=fB or lR or l.number~='0'end if dU>0 then return true,bW(a,ev,gu,dU,em,fc,er)end local ed=jn and a.due or cy(d)return fB or a.popped,bY(a,ev,ed,er)end local function kt(fB,jn)local lM,dP=lW(fB,jn)local f=gr(lM,dP)if f then dU,fE,fe=0,nil,false end return f end local function kS(q)if q==0 then return end dt(a,d,y,12,fL,q*2+8)gr(a.from.done or a.from.failed)end local lP=is if kM then local fB,f=kK(),nil if is and not hp and a.readied==0 and not a.from.ready then is=false f=kt(fB,true)if f then fB=kK()end end if not dC then f=gr(fB,bY(a,ev,'-',lP))if f then return f end end end if is then if hp then local jq=math.min(1000,10+fY*2)local K,D=cW(a,d,y,12,jq)gr(D>0)local iS,eZ=cS(a,d,y,12,jq)local b,fi if eZ>0 then b,b,fi=dt(a,d,y,12,fL,eZ*2+8)end local f=gr(iS>0)if fi and not f then kS(eZ)end local iQ=cI(a,d,jq)gr(iQ>0)end local f=kt(false,false)if not dC then return f end end kS(gi)a.readied=a.readied-dU local il,fH=a.readied>0 or a.sooner,false if il then fH=cc(a)elseif fe and(dU>0 or hp)then fH=cb(a,'h')end if fH then du(a,fe)end if jr~=''and not a.isNew then if jr=='p'then redis.pcall('HSET',d.meta,'policy',fL)end cB(d.workers,string.match(iN.worker,'^[^\\31]*'),a.now)dh(a,d,120000,10000)local jN=ch(a)if not jN and dC then dC=string.gsub(dC,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return dv(a,dC or bY(a,ev,'-',false),fE,dU)",
  ],
);

/** 2643 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dF,gM,ha=unpack(KEYS,1,3)local y=KEYS local w,jm,gF=unpack(ARGV,1,3)local ez=tonumber(jm)local ef=tonumber(gF)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dF)local dM=cD(a,w)if dM then return dM end local hN=redis.call('ZRANGE',gM,bD(ez),bD(ez+ef-1),'WITHSCORES')local ek={'ok',bD(a.now)..' '..(#hN<ef*2 and'-'or bD(ez+ef))}local hk=ez==0 and redis.call('ZRANGE',ha,'0','999','WITHSCORES')or{}for b=1,#hk,2 do ek[#ek+1]='W '..hk[b+1]..' '..hk[b]end local h={}for b=1,#hN,2 do h[#h+1]=hN[b]end if#h>0 then local V=cQ(y,3,h,1)for b,c in ipairs(h)do local em,ff=string.match(V[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')ek[#ek+1]='H '..hN[b*2]..' '..(em or'0')..' '..c ek[#ek+1]='-'..(ff or'')end end return table.concat(ek,'\\n')",
  ],
);
