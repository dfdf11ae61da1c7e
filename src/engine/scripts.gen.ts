// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function br(p)return string.format('%d',p)end ";
const $readClock = "local function cp(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local P,D=r[1]+0,r[2]+0 return P*1000+(D-D%1000)/1000,(P-1600000000)*1000000+D end end local I=tonumber(string.match(w,'%d+'))return I,(I-1600000000000)*1000 end ";
const $nextStamp = "local function ce(eH,w)return br(math.max(cp(w),(redis.call('ZSCORE',eH,'')or 0)+1))end ";
const $bucketOfBytes = "local function bf(d)local di=#d for b=1,#d,8 do local J,K,dZ,ea,eb,ec,ef,eg=string.byte(d,b,b+7)di=(di*31+J+(K or 0)*3+(dZ or 0)*5+(ea or 0)*7+(eb or 0)*11+(ec or 0)*13+(ef or 0)*17+(eg or 0)*19)%65521 end return di%16+1 end ";
const $bucketOf = "local function be(d)local H,G=string.byte(d,1,2)if H==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bf(d)end ";
const $declaredBuckets = "local function bq(e,H,eG)local z={}for b=1,#eG do z[tonumber(string.sub(eG,b,b),16)+1]=e[H+b-1]end return z end ";
const $readJobs = "local function cq(z,Q,g,S)local x={}for b=1,#g do local d=g[b]if S==2 then x[b*2-1]=d end x[b*S]='\\t'..d end local N=be(g[1])local dC=be(g[#g])if N==dC then local A,dm=nil,S==2 if dm then A=redis.call('HMGET',z[Q+N],unpack(x))for b=1,#g do if not A[b*2-1]then dm=false break end end end if dm then return A,z[Q+N],nil,x end end local cW,dB,y,dn={},{},{},{}for b=1,#g do local p=be(g[b])local l=z[Q+p]cW[b]=l if not y[l]then y[l],dn[l]={},{}end local c,de=y[l],dn[l]for M=(b-1)*S+1,b*S do local q=#c+1 c[q],de[q]=x[M],M end end for l,c in pairs(y)do local A,de=redis.call('HMGET',l,unpack(c)),dn[l]for M=1,#c do dB[de[M]]=A[M]end end return dB,nil,cW,x end ";
const $pushPair = "local function cn(c,J,K)local q=#c c[q+1],c[q+2]=J,K end ";
const $appendPair = "local function bc(c,J,K)if not c then return{J,K}end cn(c,J,K)return c end ";
const $append = "local function bb(c,C)if not c then return{C}end c[#c+1]=C return c end ";
const $listFor = "local function bX(y,u)local c=y[u]if not c then c={}y[u]=c end return c end ";
const $HEAD_PATTERN = "local ai='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|([%d,=]*)|([%d,=]*)$'";
const $NEW_HEAD = "local aG='2  0 0 0 0 0 0||'";
const $PADDING = "local aH='-----------------------------------------------------------------'";
const $newUnit = "local function cc(Y)return{meta=Y,readied=0,to={},from={}}end ";
const $openUnit = "local function ch(a,w)local o=redis.call('HGET',a.meta,'head')local t,B a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,a.waits,a.runTimes=string.match(o or aG,ai)a.isNew,a.head=not o,o if not t or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,B=cp(w)a.tick=t+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cg(a,i)local cV=ch(a,i.times)if cV then return cV end local k=redis.call('HGET',i.replies,i.lane)if k then local p=string.match(k,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function bI(a,dM)return a.flags~=''and string.find(a.flags,dM,1,true)~=nil end ";
const $count = "local function bn(a,V,dY)if not a.totals then a.totals={}end a.totals[V]=(a.totals[V]or 0)+dY end ";
const $leave = "local function bU(a,m,d)a.from[m]=bb(a.from[m],d)end ";
const $saveOld = "local function cG(a,u,dh,k)if not a.old then a.old={}end a.old[u..dh]=k end ";
const $removeJob = "local function cx(a,l,d,j)if not a.drops then a.drops={}end local c=bX(a.drops,l)c[#c+1]=d if j then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aS(a,d,E)a.endings=bc(a.endings,d,E)end ";
const $limitFreed = "local function bW(a,z,Q,g,fU)local dE,q=0,#g if bI(a,'l')then for b=1,q do local p=be(g[b])dE=dE+redis.call('HSTRLEN',z[Q+p],g[b])if dE>64000000 and b>fU then for M=q,b,-1 do g[M]=nil end break end end end return#g<q end ";
const $beginEndings = "local function bd(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cD(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bd(a,e)end ";
const $writeEndings = "local function cP(a,e)if not a.finished and not a.endings then return end local c,t,ev={},a.lastTick if a.finished then local eJ='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eJ end ev=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cn(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then ev=redis.call('EXISTS',e.endings)==0 end if ev then bd(a,e)end local h=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not ev and type(h)=='table'and string.sub(h.err,1,3)~='OOM'then cD(a,e)end end ";
const $EVENT_LETTERS = "local ah={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bC(a,e)local s,L,dF={},{},{}local cT,r=a.endings or{},br(a.now)for T,d in ipairs(a.from.done or{})do dF[d]=true end for b=1,#cT,2 do local d,E=cT[b],a.from.state and'P'or cT[b+1]if E~='F'and(E~='C'or not dF[d])then s[#s+1]=E..d end end for T,m in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[m]or{}for b=2,#c,2 do local d=c[b]if d~=aH and not(a.old and a.old[e[m]..d])then s[#s+1]=ah[m]..d end end end local H,q=1,0 for b=1,#s do q=q+#s[b]+1 if q>8000 or b==#s then L[#L+1]=r..'\\n'..table.concat(s,'\\n',H,b)H,q=b+1,0 end end return L end ";
const $writeEvents = "local function cQ(a,e,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dx,k=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,X in ipairs(L)do redis.pcall('XADD',e.events,'MAXLEN',dx,br(k+b)..'-0','e',X)end end ";
const $isRefused = "local function bN(h)return h~=0 and h~=1 and type(h)=='table'end ";
const $formatHead = "local function bD(a)local Z=(a.runsMore or 0)-(a.runsLess or 0)if Z~=0 then a.runs=br(math.max(0,a.runs+Z))end a.lastTick=a.lastTick or br(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.waits..'|'..a.runTimes end ";
const $addTotals = "local function ba(a)local cU={}if not a.fields then a.fields={}end for v in pairs(a.totals)do cU[#cU+1]=v end for b,C in ipairs(redis.call('HMGET',a.meta,unpack(cU)))do local v=cU[b]local V=br((C or 0)+a.totals[v])cn(a.fields,v,V)cG(a,a.meta,v,C)end end ";
const $writeFields = "local function cS(a,y)local f for u,c in pairs(y)do if not f then local h=redis.pcall('HSET',u,unpack(c))if bN(h)then f=h end end end return f end ";
const $revert = "local function cA(y,dA,dh,ei,dk)for u,c in pairs(y)do for b=1,#c,2 do local v=c[b+dh]local k=dA[u..v]if not k then redis.pcall(ei,u,v)elseif dk=='ZADD'then redis.pcall(dk,u,k,v)else redis.pcall(dk,u,v,k)end end end end ";
const $commit = "local function bi(a,e,i,cZ)local o=bD(a)local O if e.events and bI(a,'e')then O=bC(a,e)if#O>0 then bn(a,'recorded',#O)end end if a.totals then ba(a)end local F=cZ and i.number..'\\n'..cZ local dj=F and a.before and#F<=#a.before local f for T=1,2 do f=nil for m,c in pairs(a.to)do if not f then local h=redis.pcall('ZADD',e[m],unpack(c))if bN(h)then f=h end end end if a.writes and not f then f=cS(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local h=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if h.err then f=h end end end end if F and not dj and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bN(h)then f=h end end if not f then local h if a.fields then h=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else h=redis.pcall('HSET',a.meta,'head',o)end if bN(h)then f=h end end if a.rewrites and not f then f=cS(a,a.rewrites)end if dj and not f then local h=redis.pcall('HSET',i.replies,i.lane,F)if bN(h)then f=h end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dI={}for m,c in pairs(a.to)do dI[e[m]]=c end cG(a,a.meta,'head',a.head)cA(a.rewrites or{},a.old,0,'HDEL','HSET')cA({[a.meta]=bc(a.fields,'head',o)},a.old,0,'HDEL','HSET')if F and not dj and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cA(a.writes or{},a.old,0,'HDEL','HSET')cA(dI,a.old,1,'ZREM','ZADD')return f end a.head=o if cZ and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for m,c in pairs(a.from)do redis.pcall('ZREM',e[m],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aH)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for u,c in pairs(a.drops)do redis.pcall('HDEL',u,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and O then cQ(a,e,O)end return nil end ";
const $timeOfTick = "local function cL(t)return(t-t%1000)/1000+1600000000000 end ";
const $NEVER = "local aF='9999999999999'";
const $enter = "local function bv(a,m,R,d)a.to[m]=bc(a.to[m],R,d)end ";
const $lowerDue = "local function bY(a,r)if r-a.due<0 then a.due=br(r)end end ";
const $writeField = "local function cR(a,l,cX,C)if not a.writes then a.writes={}end cn(bX(a.writes,l),cX,C)end ";
const $rewriteField = "local function cB(a,l,cX,C,k)cG(a,l,cX,k)if#C>#k then cR(a,l,cX,C)else if not a.rewrites then a.rewrites={}end cn(bX(a.rewrites,l),cX,C)end end ";
const $placeOf = "local function cj(dQ,t)return string.format('%016d',dQ*900000000000000+t)end ";
const $lastDueScore = "local function bP(r)return br((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cK(R)return(R-R%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function ck(R)local dQ=R%10 return cj(dQ,(R-dQ)/10)end ";
const $parseRun = "local function ci(j)local dw,eS,fG,db,ep,dy,eX,eY,eq,fn,fz=string.match(j or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return dw and{fence=dw,attempt=eS,released=fG,place=db,max=ep,expiresAt=dy,postponed=eX,unfinished=eY,worker=eq,progress=fn,attempts=fz}end ";
const $formatRun = "local function bF(j,dd)local el=j.postponed==''and''or' '..j.postponed..' '..j.unfinished return table.concat({dd,j.fence,j.attempt,j.released,j.place,j.max,j.expiresAt},' ')..el..'\\n'..j.worker..'\\n'..j.progress..j.attempts end ";
const $endAttempt = "local function bt(j,I,E,fv)local s=j.attempts local fL,o,dw,dC=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if dw==j.fence then s=fL elseif o then local gr=E~='l'and dC==string.match(fv,'^[^\\t]+')s=fL..o..(gr and'='or dC)end s=s..'\\n'..E..' '..j.attempt..' '..j.fence..' '..br(I-cL(j.fence))..'\\t'..j.worker..'\\t'..fv local T,p=string.gsub(s,'\\n','')while p>1 and(p>10 or#s>800)do local a,go=string.gsub(s,'[^\\t]\\n','')local gh,eN=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',go>5 and 0 or 1)if eN==0 then gh=string.gsub(s,'^\\n[^\\n]*','')end s,p=gh,p-1 end j.attempts=s end ";
const $removeExpired = "local function cw(a,e,z,Q,dr)local g=redis.call('ZRANGE',e.expiring,'-inf',br(a.now),'BYSCORE','LIMIT','0',br(dr))local eK=bW(a,z,Q,g,1)local fj=0 if#g>0 then local Z,N,cW=cq(z,Q,g,1)local hc,gO=redis.call('ZMSCORE',e.ready,unpack(g)),redis.call('ZMSCORE',e.delayed,unpack(g))for b,d in ipairs(g)do if hc[b]or gO[b]then fj=fj+1 cx(a,N or cW[b],d,Z[b])aS(a,d,'E')if hc[b]then bU(a,'ready',d)end if gO[b]then bU(a,'delayed',d)end end end a.from.expiring=g if fj>0 then bn(a,'expired',fj)end end return fj,#g,eK end ";
const $reclaimJob = "local function ct(a,e,l,d,k,dd,hd)local j,fF=ci(k),dd local fm=j and j.attempt-j.released>=tonumber(j.max)if fm then bv(a,'failed',br(a.now),d)fF=dd=='L'and'E'or'F'bn(a,'failed',1)else bv(a,'ready',j and j.place or cj(5,0),d)a.readied=a.readied+1 if j and j.expiresAt~='0'then bv(a,'expiring',j.expiresAt,d)bY(a,tonumber(j.expiresAt))end bn(a,'reclaimed',1)end if j then bt(j,a.now,string.lower(dd),fm and hd or'')cB(a,l,'\\t'..d,bF(j,fF),k)end bU(a,'leased',d)return fm end ";
const $reclaimExpired = "local function cs(a,e,z,Q,dr)local g=redis.call('ZRANGE',e.leased,'-inf',br(a.now),'BYSCORE','LIMIT','0',br(dr))local ek=0 if#g>0 then local Z,N,cW=cq(z,Q,g,1)for b=1,#g do if ct(a,e,N or cW[b],g[b],Z[b],'L','\"lease expired\"')then ek=ek+1 end end end return#g,ek end ";
const $promoteDue = "local function cm(a,e,dr)local dq=redis.call('ZRANGE',e.delayed,'-inf',bP(a.now),'BYSCORE','LIMIT','0',br(dr),'WITHSCORES')for b=1,#dq,2 do local db=ck(dq[b+1])bv(a,'ready',db,dq[b])bU(a,'delayed',dq[b])end a.readied=a.readied+#dq/2 return#dq/2 end ";
const $nextDue = "local function cd(e)local r=aF for T,m in ipairs({'leased','delayed','expiring'})do local R=redis.call('ZRANGE',e[m],'0','0','WITHSCORES')[2]if R and m=='delayed'then R=cK(R)end if R and R-r<0 then r=R end end return br(r)end ";
const $trimEnded = "local function cM(a,e,z,Q,eT,dr)local ge,ep={string.match(eT,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,dr)local g,fI,eN,fy,dL,es={},{},0,0,false,false for M,m in ipairs({'done','failed'})do local fh,dx,dA=tonumber(ge[M*2-1]),tonumber(ge[M*2]),{}if fh then dA=redis.call('ZRANGE',e[m],'-inf',br(a.now-fh),'BYSCORE','LIMIT','0',br(ep))end local de=#(a.to[m]or{})/2 fy=fy+de if dx then local q=redis.call('ZCARD',e[m])local fi=q+de-dx es=es or fi>q if fi>#dA then dA=redis.call('ZRANGE',e[m],'0',br(math.min(fi,ep)-1))end end dL=dL or#dA>=ep for b=1,#dA do g[#g+1]=dA[b]fI[#g]=m end end if#g>0 then local eK=bW(a,z,Q,g,fy+1)dL=dL or eK local fE={}for T,m in ipairs({'ready','delayed','leased'})do for b,R in ipairs(redis.call('ZMSCORE',e[m],unpack(g)))do fE[b]=fE[b]or R end end local Z,N,cW=cq(z,Q,g,1)for b=1,#g do local d,gd=g[b],fI[b]=='failed'bU(a,fI[b],d)if not fE[b]then eN=eN+1 cx(a,N or cW[b],d,Z[b])aS(a,d,gd and'F'or'C')if gd then bn(a,'purged',1)end end end end return eN,dL,es end ";
const $rotateOldEndings = "local function cE(a,e,fh,id)local q=redis.call('HLEN',e.endings)if q<id then return end local ff=redis.call('HGET',e.endings,'')if not ff then bd(a,e)end if q>=1000000 or ff and a.now-ff>fh then cD(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cy(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.finished=nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bK(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,waits=a.waits,runTimes=a.runTimes,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cz(a,o)a.flags,a.tick,a.due,a.runs=o.flags,o.tick,o.due,o.runs a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.waits,a.runTimes=o.waits,o.runTimes end ";
const $hasListeners = "local function bJ(a)if a.flags~='h'and not bI(a,'h')then return a.isNew end if bI(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cN(a,eo)local dq='-'if a.due~=aF then dq=br(math.max(0,a.due-a.now))end local p=eo and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or br(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dq)end ";
const $priorityOf = "local function cl(db)return(db-db%900000000000000)/900000000000000 end ";
const $dueScore = "local function bs(t,dQ)return br(t*10+dQ)end ";
const $freeTickAt = "local function bH(a,fr,r)if not a.ticks then a.ticks={}end local fW,H,t={},(r-1600000000000)*1000,nil for b=1,1000 do fW[b]=H local dz=a.ticks[H]if not dz then local dS,fX=br(H*10),br(H*10+9999)local R=redis.call('ZRANGE',fr,fX,dS,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dz=R and(R-R%10)/10 or H-1 end if dz<H+999 then t=dz+1 break end H=math.max(H+1000,dz-dz%1000)end t=t or H for T,ix in ipairs(fW)do a.ticks[ix]=t end return t end ";
const $addListener = "local function aV(a)local k=redis.call('HGET',a.meta,'heard')local gv=bI(a,'h')and k or'0'if gv-a.now>300000 then return false end if not bI(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cn(a.fields,'heard',br(a.now+600000))cG(a,a.meta,'heard',k)return true end ";
const $flagLarge = "local function bB(a,gG)if#gG>2000 and not bI(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bO(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bR(e,g)local A=redis.call('HMGET',e.endings,unpack(g))for b,eJ in ipairs(redis.call('HMGET',e.endedBefore,unpack(g)))do A[b]=A[b]or eJ end return A end ";
const $staleReason = "local function cI(j,ez,cT,e,g,b)if not j then cT=cT or bR(e,g)return string.sub(cT[b]or'U',1,1),cT end local dd,dw=string.match(j,'^(%a) (%d+)')if dd=='E'then dd='F'elseif dd=='L'or dd=='W'and dw~=string.sub(ez,3,17)then dd='A'end return dd or'U',cT end ";
const $isHeld = "local function bM(j,ez)return j and string.find(j,'^[LE]')and string.sub(j,2,18)==string.sub(ez,2,18)end ";
const $extendLease = "local function bz(a,e,l,d,j,k,em)bv(a,'leased',br(em),d)bY(a,em)if k then if em-k<0 then a.sooner=true end cG(a,e.leased,d,k)elseif string.sub(j,1,1)=='E'then bU(a,'failed',d)cB(a,l,'\\t'..d,'L'..string.sub(j,2),j)else bU(a,'ready',d)bU(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local al='-1001'";
const $noteWorker = "local function cf(fY,eq,I)if eq~=''and redis.pcall('ZADD',fY,br(I),eq)==1 then redis.call('ZREMRANGEBYRANK',fY,'0',al)end end ";
const $countReadable = "local function bo(z,Q,g,q,dE)local p=0 for b=1,q do local hV=be(g[b])dE=dE+redis.call('HSTRLEN',z[Q+hV],g[b])if dE>2000000 then break end p=b end return p end ";
const $rewriteRun = "local function cC(a,l,d,j,db,fB)local eu=ci(j)or ci('W 0 0 0 0 0 0')eu.place=db if fB then eu.attempt,eu.released,eu.postponed='0','0',''end local eA=bF(eu,'W')if j then cB(a,l,'\\t'..d,eA,j)else cR(a,l,'\\t'..d,eA)a.runsMore=(a.runsMore or 0)+1 end return eu.expiresAt end ";
const $makeReady = "local function bZ(a,l,d,j,db,fB)local dy=cC(a,l,d,j,db,fB)bv(a,'ready',db,d)a.readied=a.readied+1 return dy end ";
const $REPORT_SUFFIX = "local aL=':report'";
const $redriveJob = "local function cv(a,l,d,j,dQ)a.tick=a.tick+1 local dy=bZ(a,l,d,j,cj(dQ,a.tick),true)if dy~='0'then bv(a,'expiring',dy,d)bY(a,tonumber(dy))end end ";
const $commitRedriven = "local function bj(a,e,i,g)if#g>0 then a.from.failed=g bn(a,'redriven',#g)end local X=#g..' '..redis.call('ZCARD',e.failed)-#g local eQ,f=a.readied>0 and bJ(a),nil if#g>0 or not a.isNew then f=bi(a,e,i,X)end if f then return f end if eQ then cN(a)end return'ok\\n'..X end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eW=KEYS[1],KEYS[2]local v,w,fO=unpack(ARGV,1,3)local ja,jb=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hr,cX=not redis.call('ZSCORE',eH,v),'\\t'..fO local dl=redis.call('HGET',eW,cX)local kG=redis.call('ZCARD',eH)if hr and ja and kG-1>=ja then return'full\\nmaxQueues'end if hr and jb and(dl or 0)-jb>=0 then return'full\\nmaxQueuesOfMaker'end local gk=ce(eH,w)if hr then redis.call('HSET',eW,v,fO,cX,br((dl or 0)+1))end local h=redis.pcall('ZADD',eH,gk,'',gk,v)if type(h)=='table'then if hr then redis.call('HDEL',eW,v)if dl then redis.call('HSET',eW,cX,dl)else redis.call('HDEL',eW,cX)end end return h end return'ok'",
  ],
);

/** 9546 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gb=KEYS local eG,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local iE={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local z,dN,eP,gL=bq(gb,12,eG),{},{},0 bW(a,z,0,g,1)for b in ipairs(g)do dN[b]='U'end for T,m in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[m],unpack(g)))do if R then local d=g[b]if not eP[d]then dN[b],eP[d]=iE[m],iE[m]end if string.find(eP[d],'%l')then bU(a,m,d)end end end end local Z,N,cW=cq(z,0,g,1)for b,d in ipairs(g)do if string.find(dN[b],'%l')then cx(a,N or cW[b],d,Z[b])aS(a,d,'X')bU(a,'expiring',d)gL=gL+1 end end if gL>0 then bn(a,'cancelled',gL)end local X=table.concat(dN)local f if gL>0 or not a.isNew then f=bi(a,e,i,X)end if f then return f end cP(a,e)return'ok\\n'..X",
  ],
);

/** 16825 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fA=KEYS[15]local z=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fD,kQ,eT=unpack(ARGV,4,6)local dr=tonumber(fD)",
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
    "local function co(c,fw,ku,fh)redis.pcall('LPUSH',c,fw)redis.pcall('LTRIM',c,'0',br(ku-1))redis.pcall('PEXPIRE',c,br(fh))end local function cF(a,e)local dS,fX,dC=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if fX and a.now-fX<30000 then return end local fw={}for T,m in ipairs({'ready','delayed','leased','failed','done'})do fw[#fw+1]=redis.call('ZCARD',e[m])end local gK=redis.call('HMGET',a.meta,'failed','retried')fw[6],fw[7],fw[8],fw[9]=a.enqueued,a.leased,a.completed,gK[1]or'0'fw[10]=(gK[2]or'0')..'|'..a.waits..'|'..a.runTimes local X,I=table.concat(fw,' '),br(a.now)if X==dC and a.now-fX<150000 then redis.pcall('LSET',e.history,'0',dS..' '..I..' '..X)return end X=I..' '..I..' '..X co(e.history,X,1440,86400000)if not fX or math.floor(fX/3600000)<math.floor(a.now/3600000)then co(e.hours,X,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jC='- - 2592000000 100000'local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local gi=a.now-a.due>=0 if eT==''then eT=redis.call('HGET',e.meta,'policy')or jC end local o=bK(a)local ha,dL,hz=0,false,nil local function fp(eI,cZ,p,ia)local f if eI then f=bi(a,e,i,cZ)end if f then cz(a,o)hz,p=f,0 else cP(a,e)o=bK(a)ha,dL=ha+p,dL or ia end cy(a)return p end local fj,hy,ek,hw=0,0,0,0 if gi then local p,er,eK=cw(a,e,z,15,dr)fj=fp(er>0,nil,p,eK or er>=dr)local gB,jZ=cs(a,e,z,15,dr)gB=fp(gB>0,nil,gB,gB>=dr)ek=math.min(gB,jZ)hy=gB-ek local dq=cm(a,e,dr)hw=fp(dq>0,nil,dq,dq>=dr)end local dF,ia=cM(a,e,z,15,eT,dr)local eN=fp(a.from.done or a.from.failed,nil,dF,ia)local gF=redis.call('ZRANGE',e.seen,'-inf',br(a.now),'BYSCORE','LIMIT','0',br(dr))if gF[1]then a.from.seen=gF end if gi then a.due=cd(e)end local js=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',br(a.now-kQ))dL=dL or#gF>=dr local X=table.concat({hy,ek,hw,fj,eN,js,dL and 1 or 0},' ')local hh=redis.call('HGET',fA,'running')if hh then X=X..' '..hh end local iT=ha+js>0 and not a.isNew and not hz fp(iT or gF[1]or gi and not a.isNew,iT and X,0)if ha==0 then cE(a,e,86400000,1)end if a.readied>0 and bJ(a)then cN(a)end if not a.isNew then cF(a,e)end if hz and ha==0 then return hz end return'ok\\n'..X",
  ],
);

/** 1721 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fP,fr,fN=unpack(KEYS,1,4)local ek,gM,fY=unpack(KEYS,5,7)local w,cU=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local dK={br(a.now)}for T,u in ipairs({fP,fr,fN,ek,gM,fY})do dK[#dK+1]=redis.call('ZCARD',u)end local fF=redis.call('ZRANGE',fP,'0','0','WITHSCORES')[2]dK[#dK+1]=fF and br(cL(fF%900000000000000))or'-'local gK=redis.call('HMGET',Y,unpack(cU))for b,V in ipairs(gK)do gK[b]=V or'0'end return'ok\\n'..table.concat(dK,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gK,' ')..'\\n'..br(redis.call('ZCOUNT',fr,'-inf',bP(a.now)))..' '..br(redis.call('ZCOUNT',fN,'-inf',br(a.now)))..'\\n-'..a.waits..'\\n-'..a.runTimes",
  ],
);

/** 12774 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local z={unpack(KEYS,8,23)}local w,fD,jL=unpack(ARGV,1,3)local dr=tonumber(fD)",
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
    "local aP={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cr(a,z,g)local gP,Z={},{}if bI(a,'l')then local A,N,cW=cq(z,0,g,1)for b,d in ipairs(g)do gP[b],Z[b]=redis.call('HSTRLEN',N or cW[b],d)>0,A[b]end else local A=cq(z,0,g,2)for b in ipairs(g)do gP[b],Z[b]=A[b*2-1]and true,A[b*2]end end return gP,Z end local function cu(l,d,j)local db,dy=string.match(j or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',l,d)<100000 then local o=string.match(redis.call('HGET',l,d),'^[^:]*')db,dy=db or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dy end return db and#db==16 and db or cj(5,0),dy~='0'and dy end local function aZ(e,m,d,R)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[m],R,d))=='number'end ",
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
    "local a=cc(e.meta)local cV=ch(a,w)if cV then return cV end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(z))==0 then return'ok\\n1 0 0 0 0 0 0'end local iH=redis.call('HGET',e.meta,'audit')local fg,fq=string.match(iH or'','^([1-9]%d*) (%d+)$')fg,fq=tonumber(fg)or 1,fq or'0'if fg>23 then fg=1 end if jL=='0'and fg==1 and fq=='0'then return'ok\\n1 0 0 0 0 0 0'end local ij,hK,ic,gx,gz,er,iw,dE,hP=0,0,0,0,0,0,0,0,false local function iu(jQ,u,fc)local cZ=redis.call(jQ,u,fq,'COUNT',br(fc))fq=cZ[1]return cZ[2]end local function hA(m,g)return redis.call('ZCARD',e[m])>0 and redis.call('ZMSCORE',e[m],unpack(g))or{}end local kv=(a.now-1600000000000)*1000+86400000000 local function iF(d,dy)if not dy then return true end bY(a,tonumber(dy))return aZ(e,'expiring',d,dy)end local function kJ(d,j)ic=ic+1 for T,m in ipairs(aa)do redis.call('ZREM',e[m],d)end redis.call('ZREM',e.expiring,d)if j then redis.call('HDEL',z[be(d)],'\\t'..d)a.runs=br(math.max(0,a.runs-1))end end local function kn(d,j,m,gq)hK=hK+1 local fk for T,jy in ipairs(aP[string.sub(j or'',1,1)]or aa)do fk=fk or gq[jy]and jy end fk=fk or m for T,fd in ipairs(aa)do if fd~=fk then redis.call('ZREM',e[fd],d)end end return fk end local function ju(ey)local g,fx={},{}for b=1,#ey/2 do g[b],fx[b]=ey[b*2-1],ey[b*2]end return g,fx end local function jJ(m,ey)local g,fx=ju(ey)if#g==0 then return 0 end local gP,Z=cr(a,z,g)local iP={}for T,fd in ipairs(aa)do if fd~=m then iP[fd]=hA(fd,g)end end for b,d in ipairs(g)do local j,gq=Z[b],nil for fd,A in pairs(iP)do if A[b]then gq=gq or{[m]=true}gq[fd]=true end end if not gP[b]then kJ(d,j)else local fk=gq and kn(d,j,m,gq)or m if fk=='leased'and not string.find(j or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local db,dy=cu(z[be(d)],d,nil)if iF(d,dy)and aZ(e,'ready',d,db)then gx=gx+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=j and tonumber(string.match(j,'^%a (%d+)'))or 0 if m=='ready'then t=math.max(t,fx[b]%900000000000000-1000)end if t>a.tick and t<kv then a.tick=t gz=1 end end end return#g end local S=1 local function kO(l,fc)local hq,k=bI(a,'l'),dE if hq and fq=='0'and redis.call('HLEN',l)<=dr then return redis.call('HKEYS',l)end local ey,x=iu('HSCAN',l,hq and S or fc),{}for b=1,#ey,2 do local cX,q=ey[b],#ey[b+1]x[#x+1]=cX dE=dE+q if q>2100 and string.sub(cX,1,1)~='\\t'and not bI(a,'l')then a.flags=a.flags..'l'end end S=dE-k<100000 and S*2 or 1 return x end local function jI(l,x)local g={}for T,cX in ipairs(x)do if string.sub(cX,1,1)~='\\t'then g[#g+1]=cX elseif redis.call('HEXISTS',l,string.sub(cX,2))==0 then gx=gx+1 redis.call('HDEL',l,cX)end end if#g==0 then return#x end local A={}for T,m in ipairs(aa)do for b,R in ipairs(hA(m,g))do A[b]=A[b]or R end end for b,d in ipairs(g)do if not A[b]then local j=redis.call('HGET',l,'\\t'..d)local dd=string.sub(j or'',1,1)local m,R,dy=dd=='C'and'done',br(a.now),nil if dd=='F'or dd=='E'then m='failed'end if not m then m='ready'R,dy=cu(l,d,j)local t=R%900000000000000 if cL(t)>a.now then m,R='delayed',bs(t,cl(R))bY(a,cL(t))a.sooner=true end end if iF(d,dy)and aZ(e,m,d,R)then ij=ij+1 if m=='ready'then a.readied=a.readied+1 end end end end return#x end local function jS()local x,gs=0,0 for b=1,16 do x=x+redis.call('HLEN',z[b])end for T,m in ipairs(aa)do gs=gs+redis.call('ZCARD',e[m])end return x,gs end repeat local p=0 local fc=dr-er if fg<=5 then p=jJ(aa[fg],iu('ZSCAN',e[aa[fg]],fc))elseif fg<22 then local l=z[fg-5]p=jI(l,kO(l,fc))elseif fg==22 then local g=ju(iu('ZSCAN',e.expiring,fc))p=#g if p>0 then local fP,fr=hA('ready',g),hA('delayed',g)for b,d in ipairs(g)do if not fP[b]and not fr[b]then gx=gx+1 redis.call('ZREM',e.expiring,d)end end end else local x,gs=jS()if x-gs~=tonumber(a.runs)then a.runs=br(math.max(0,x-gs))gz=gz+1 end local gc=a.completed+gs-redis.call('ZCARD',e.done)for T,V in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gc=gc+(V or 0)end if gc~=tonumber(a.enqueued)then a.enqueued=br(gc)gz=gz+1 end fq='0'end er,iw=er+p,iw+math.max(p,dr/25)if fq=='0'then hP=fg==23 fg=fg%23+1 end until hP or iw>=dr or dE>2000000 cG(a,e.meta,'audit',iH)a.fields={'audit',fg..' '..fq}local eQ=(a.readied>0 or a.sooner)and bJ(a)local f=bi(a,e)if f then return f end if eQ then cN(a)end return'ok\\n'..table.concat({hP and 1 or 0,er,ij,hK,ic,gx,gz},' ')",
  ],
);

/** 1893 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local kf=KEYS local hF={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cc(Y)local dH=cg(a,i)if dH then return dH end if bI(a,'l')then for b=1,16 do local l,fd=z[2+b],kf[18+b]local q=redis.call('HLEN',l)if q>0 and q<=64 then redis.call('RENAME',l,fd)redis.call('PEXPIRE',fd,'1')end end end redis.call('UNLINK',unpack(hF))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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

/** 11171 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gb=KEYS local eG,iZ=ARGV[4],ARGV[5]local et=ARGV ",
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
    "local aQ={ready='R',delayed='D',leased='L',failed='F',done='C'}",
    $flagLarge,
    "local function cJ(a,e,g)local iy={}for b,em in ipairs(redis.call('ZMSCORE',e.seen,unpack(g)))do if em and em-a.now>0 then iy[g[b]]='S'end cG(a,e.seen,g[b],em)end for T,m in ipairs({'ready','delayed','leased','failed','done'})do for b,R in ipairs(redis.call('ZMSCORE',e[m],unpack(g)))do if R then iy[g[b]]=aQ[m]end end end return iy end local function aT(a,e,z,et,H)local gp,eB={},H while et[eB]do local p,hj=string.match(et[eB],'^%d (%d+) %S+ (%S+)')if hj~='-'then for b=1,p do gp[#gp+1]=et[eB+b*2-1]end end eB=eB+p*2+1 end local gt,dN,ga={},{},{}if#gp>0 then gt=cJ(a,e,gp)end eB=H while et[eB]do local dQ,p,jA,hj,ep,jx,de=string.match(et[eB],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fu,hl=string.sub(jA,1,1),tonumber(string.sub(jA,2))for b=1,p do local d,gG=et[eB+b*2-1],et[eB+b*2]local E=gt[d]if not E then a.tick=a.tick+1 local t=a.tick E='r'if fu=='+'and hl>0 then E,t='d',bH(a,e.delayed,a.now+hl)elseif fu=='@'and hl>a.now then E,t='d',bH(a,e.delayed,hl)end local db=cj(dQ,t)local fJ=cL(t)~=a.now and' c'..br(a.now)or''if ep~='-'then fJ=fJ..' m'..ep end if jx~='-'then local dy=a.now+jx fJ=fJ..' x'..br(dy)bv(a,'expiring',br(dy),d)bY(a,dy)end if de~='-'then fJ=fJ..' o'..de end if E=='r'then bv(a,'ready',db,d)a.readied=a.readied+1 else bv(a,'delayed',bs(t,dQ),d)a.sooner=true bY(a,cL(t))end bB(a,gG)local l=be(d)cn(bX(a.writes,z[l]),d,db..fJ..':'..gG)if hj~='-'and hj~='0'then bv(a,'seen',br(a.now+hj),d)end gt[d]=string.upper(E)ga[d]=true end dN[#dN+1]=E end eB=eB+p*2+1 end return table.concat(dN),gp,ga end ",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.writes={}local dN,gp,ga=aT(a,e,bq(gb,11,eG),et,6)local T,gy=string.gsub(dN,'%l','')if iZ~=''and gy>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gy>tonumber(iZ)then return'full'end if a.to.seen then local gF=redis.call('ZRANGE',e.seen,'-inf',br(a.now),'BYSCORE','LIMIT','0',br(gy*2+8))for b,d in ipairs(gF)do if not ga[d]then bU(a,'seen',d)end end end a.enqueued=br(a.enqueued+gy)if gy<#dN then bn(a,'duplicates',#dN-gy)end local ip=bO(a)local eQ=(a.readied>0 or a.sooner)and bJ(a)if a.isNew then a.fields={'born',br(a.now)}aV(a)end local f=bi(a,e,i,dN)if f then return f end local fQ={}for b,d in ipairs(gp)do if ga[d]then fQ[#fQ+1]=gb[11+#eG+b-1]end end if#fQ>0 then if redis.call('EXISTS',unpack(fQ))>50 then for b,u in ipairs(fQ)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(fQ))end end if eQ then cN(a)end return'ok\\n'..dN..(ip and''or'\\nu')",
  ],
);

/** 1943 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,O=KEYS[1],KEYS[2]local w,ff,dr=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jv(p)local eA=redis.call('XRANGE',O,br(p),'+','COUNT','1')[1]if eA then return tonumber(string.match(eA[1],'^%d+')),eA[2][2]end end local a=cc(Y)local cV=ch(a,w)if cV then return cV end if not bI(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Y,'events','recorded')local dC=tonumber(x[2])or 0 local dS=tonumber(ff)or dC+1 if string.sub(ff,1,1)=='@'then local r,jh=tonumber(string.sub(ff,2)),jv(0)local fb,fM=jh or dC+1,dC+1 while fb<fM do local gg=fb+(fM-fb-(fM-fb)%2)/2 local p,X=jv(gg)if not p then fM=gg elseif string.match(X,'^%d+')-r<0 then fb=p+1 else fM=gg end end dS=fb local k=tonumber(string.match(x[1]or'','%d+$'))or 0 if dS==(jh or dC+1)and dS-1>k then dS=dS-1 end end local dK={'ok\\n'..br(a.now)..' '..br(dS)..' '..br(dC)}if ff~=''then for b,eA in ipairs(redis.call('XRANGE',O,br(dS),'+','COUNT',dr))do dK[b+1]=string.match(eA[1],'^%d+')..'\\n'..eA[2][2]end end return dK",
  ],
);

/** 9989 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gb=KEYS local ho,eq,eG,gI=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local em,g,dN,cT,f=a.now+ho,{},{}for b,ez in ipairs(gI)do g[b]=string.sub(ez,19)end local Z,N,cW=cq(bq(gb,11,eG),0,g,1)local fS=redis.call('ZMSCORE',e.leased,unpack(g))for b,d in ipairs(g)do if bM(Z[b],gI[b])then dN[b]='l'bz(a,e,N or cW[b],d,Z[b],fS[b],em)else dN[b],cT=cI(Z[b],gI[b],cT,e,g,b)end end local X=table.concat(dN)..'\\n'..br(em)local eQ=a.sooner and bJ(a)if a.to.leased or not a.isNew then f=bi(a,e,i,X)end if f then return f end if eQ then cN(a)end if not a.isNew then cf(e.workers,eq,a.now)end return'ok\\n'..X",
  ],
);

/** 13300 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local z=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eq,hT,fD,eT=unpack(ARGV,4,7)local dS=tonumber(hT)local dr=tonumber(fD)",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local g,dz,ek=redis.call('ZRANGE',e.leased,br(dS),br(dS+dr-1)),0,0 if#g>0 then local Z,N,cW=cq(z,11,g,1)for b,d in ipairs(g)do if string.match(Z[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==eq then local fm=ct(a,e,N or cW[b],d,Z[b],'W','\"its worker failed\"')dz,ek=dz+1,ek+(fm and 1 or 0)end end end local iS=#g<dr local X=dz..'\\n'..(iS and'-'or br(dS+dr-dz))local eQ,f=a.readied>0 and bJ(a),nil local T,es if ek>0 then T,T,es=cM(a,e,z,11,eT,ek*2+8)end if dz>0 or not a.isNew then f=bi(a,e,i,X)end if f then return f end cP(a,e)if es then cy(a)cM(a,e,z,11,eT,ek*2+8)f=bi(a,e)if not f then cP(a,e)end end if eQ then cN(a)end if iS then redis.call('ZREM',e.workers,eq)end return'ok\\n'..X",
  ],
);

/** 1124 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,eP=KEYS[1],KEYS[2]local w,dr=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local kd=redis.call('ZREMRANGEBYRANK',eP,'0',br(dr-1))return'ok\\n'..kd..' '..math.min(1,redis.call('ZCARD',eP))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eW=KEYS[1],KEYS[2]local et=ARGV ",
    $digits,
    "local cU={}for b=1,#et,2 do cU[#cU+1]=et[b]end local hB=redis.call('ZMSCORE',eH,unpack(cU))for b,v in ipairs(cU)do if hB[b]==et[1+b*2-1]then local fO=redis.call('HGET',eW,v)if fO then local cX='\\t'..fO local gX=(redis.call('HGET',eW,cX)or 0)-1 redis.call('HDEL',eW,'')if gX>0 then redis.call('HSET',eW,cX,br(gX))else redis.call('HDEL',eW,cX)end redis.call('HDEL',eW,v)end redis.call('ZREM',eH,v)end hB[b]=hB[b]or'-'end return'ok\\n'..table.concat(hB,'\\n')",
  ],
);

/** 2299 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fP,fr,fN=unpack(KEYS,1,4)local ek,gM,l,h,eP=unpack(KEYS,5,9)local gR,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,d,eu=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local dK,gU={br(a.now),'-'..a.flags},false for T,u in ipairs({fP,fr,fN,ek,gM})do local R=redis.call('ZSCORE',u,d)gU=gU or R dK[#dK+1]=R or'-'end dK[#dK+1]=redis.call('ZRANK',fP,d)or'-'dK[#dK+1]=redis.call('ZSCORE',eP,d)or'-'local eJ=not gU and bR(e,{d})[1]or'-'local dp=gU and string.find(eu,'d')and redis.call('HGET',l,d)or''if gU and string.find(eu,'h')and redis.call('HSTRLEN',l,d)<100000 then dp=string.match(redis.call('HGET',l,d)or'','^[^:]*:')or''end local dx=not a.isNew and string.find(eu,'r')and redis.call('GET',h)if dx then local hL=string.match(dx,'^C (%d+)')if not hL or hL-(redis.call('HGET',Y,'born')or hL)<0 then dx=nil end end local cZ={'ok\\n'..table.concat(dK,' ')..'\\n'..eJ,dp,redis.call('HGET',l,'\\t'..d)or'',dx or''}if string.find(eu,'s')and(dK[3]~='-'or dK[4]~='-')then local jM=redis.call('HGET',Y,'born')or'-'local s={br(redis.call('ZCARD',fP))..' '..a.leased..' '..jM}for b,fw in ipairs(redis.call('LRANGE',gR,'0',br(9)))do s[b+1]=string.match(fw,'^[^|]*')end cZ[5]=table.concat(s,'\\n')end return cZ",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fN=KEYS[1]local z=KEYS local gI=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local g,iK,dK,hY={},{},{''},{}for b,ez in ipairs(gI)do g[b]=string.sub(ez,19)end local fS,A=redis.call('ZMSCORE',fN,unpack(g)),cq(z,1,g,2)for b,ez in ipairs(gI)do local dp,j=A[b*2-1],A[b*2]local gE=fS[b]and dp and j and string.sub(j,1,18)==string.sub(ez,1,18)iK[b]=gE and'1'or'0'if gE then dK[#dK+1]=dp hY[#hY+1]='H'..(string.match(j,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for T,gR in ipairs(hY)do dK[#dK+1]=gR end dK[1]='ok\\n'..table.concat(iK)return dK",
  ],
);

/** 1215 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,kN=KEYS[1],KEYS[2]local w,kR,jN=unpack(ARGV,1,3)local q=tonumber(kR)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local s=redis.call('LRANGE',kN,'0',br(q-1))if jN=='1'then for b,F in ipairs(s)do s[b]=string.match(F,'^[^|]*')..'||'end end return'ok\\n'..br(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH,eW,gJ=unpack(KEYS,1,3)local fu,w,kg=unpack(ARGV,1,3)local hZ=tonumber(kg)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',gJ,fu)or'-'}local A,el,iR={},{},fu=='deep'local x=redis.call('HGETALL',eW)for b=1,#x,2 do A[x[b]]=x[b+1]end local I=cp(w)local ey=redis.call('ZRANGE',eH,'0','-1','WITHSCORES')for b=1,#ey,2 do local v,gk=ey[b],ey[b+1]if v~=''then local fO=A[v]if fO then A[v]=nil el['\\t'..fO]=(el['\\t'..fO]or 0)+1 end s[#s+1]=v..' '..(fO or'-')..(iR and I-gk>=hZ and' '..gk or'')end end if iR then for cX,dl in pairs(el)do if tonumber(A[cX])~=dl then redis.call('HDEL',eW,'')redis.call('HSET',eW,cX,br(dl))end end for cX in pairs(A)do if not el[cX]then redis.call('HDEL',eW,cX)end end end return table.concat(s,'\\n')",
  ],
);

/** 2938 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,dd=KEYS[1],KEYS[2]local z=KEYS local w,dS,dr,fV=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local ey,g,s={},{},{}if#fV==0 then ey=redis.call('ZRANGE',dd,br(dS),br(dS+dr-1),'WITHSCORES')else for b,R in ipairs(redis.call('ZMSCORE',dd,unpack(fV)))do if R then cn(ey,fV[b],R)end end end for b=1,#ey,2 do g[#g+1]=ey[b]end if bI(a,'l')then local gH=math.max(1,bo(z,2,g,#g,0))for b=gH+1,#g do g[b]=nil end end local dK={''}if#g>0 then local A=cq(z,2,g,2)for b,d in ipairs(g)do s[b]='\\n'..ey[b*2]..' '..d dK[b*2],dK[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dK[1]='ok\\n'..br(a.now)..' '..redis.call('ZCARD',dd)..table.concat(s)return dK",
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
    "if redis.call('EXISTS',Y)==1 then redis.call('HSET',Y,'registered',br(cp(w)))end return'ok'",
  ],
);

/** 6525 bytes. */
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true if not bI(a,'p')then a.flags=a.flags..'p'if a.isNew then aV(a)end end local f=bi(a,e,i,'-')return f or'ok\\n-'",
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

/** 8648 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ho,ez,fn=unpack(ARGV,4,6)",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local d=string.sub(ez,19)local k=redis.call('HGET',e.bucket,'\\t'..d)local fS=redis.call('ZSCORE',e.leased,d)local E,j='l',k if not bM(k,ez)then E=cI(k,ez,nil,e,{d},1)else if ho~=''then bz(a,e,e.bucket,d,k,fS,a.now+ho)a.rewrites=nil j='L'..string.sub(k,2)end local H,go=string.match(j,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cB(a,e.bucket,'\\t'..d,(H or j..'\\n\\n')..fn..(go or''),k)end local eQ,f=a.sooner and bJ(a),nil if E=='l'or not a.isNew then f=bi(a,e,i,E)end if f then return f end if eQ then cN(a)end return'ok\\n'..E",
  ],
);

/** 9816 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gb=KEYS local eG,g=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local dN,eP={},{}local Z,N,cW=cq(bq(gb,6,eG),0,g,1)for b,R in ipairs(redis.call('ZMSCORE',e.delayed,unpack(g)))do local d=g[b]dN[b]=R and not eP[d]and'd'or'U'if dN[b]=='d'then eP[d]=true a.tick=a.tick+1 bZ(a,N or cW[b],d,Z[b],cj(R%10,a.tick),false)bU(a,'delayed',d)end end local X=table.concat(dN)local eQ,f=a.readied>0 and bJ(a),nil if a.readied>0 or not a.isNew then f=bi(a,e,i,X)end if f then return f end if eQ then cN(a)end return'ok\\n'..X",
  ],
);

/** 8942 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local z=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fD,V,E=unpack(ARGV,4,6)local dr=tonumber(fD)",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local g=redis.call('ZRANGE',e.state,'0',br(dr-1))if#g>0 then bW(a,z,6,g,1)local Z,N,cW=cq(z,6,g,1)for b,d in ipairs(g)do cx(a,N or cW[b],d,Z[b])aS(a,d,E)end a.from.state,a.from.expiring=g,g if V~=''then bn(a,V,#g)end end local X=#g..' '..(redis.call('ZCARD',e.state)>#g and 1 or 0)local f if#g>0 or not a.isNew then f=bi(a,e,i,X)end if f then return f end cP(a,e)return'ok\\n'..X",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eH=KEYS[1]local s={'ok'}for T,v in ipairs(redis.call('ZRANGE',eH,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1052 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fA=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local cV=ch(cc(Y),w)if cV then return cV end local x,s=redis.call('HGETALL',fA),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gJ=KEYS[1]",
    $REPORT_SUFFIX,
    "local jn=redis.call('HMGET',gJ,'light'..aL,'deep'..aL)return'ok\\n'..(jn[1]or'-')..'\\n'..(jn[2]or'-')",
  ],
);

/** 7099 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,O={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fk=tonumber(ARGV[4])",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local iD,f=bI(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if fk==0 then if iD then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local H=string.match(iD and x[1]or'','%d+$')if not H then H=br(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',H}cG(a,e.meta,'recorded',x[2])end a.fields=bc(a.fields,'events',br(fk)..' '..H)cG(a,e.meta,'events',x[1])if not iD then a.flags=a.flags..'e'end if a.isNew then aV(a)end end if fk>0 or not a.isNew then f=bi(a,e,i,'-')end if f then return f end if fk==0 then redis.pcall('UNLINK',O)else redis.pcall('XTRIM',O,'MAXLEN',br(fk))end return'ok\\n-'",
  ],
);

/** 10152 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local et={unpack(ARGV,4)}",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end local hb,g,eP={},{},{}for b=1,#et,3 do hb[#hb+1]=et[b]end local fx=redis.call('ZMSCORE',e.failed,unpack(hb))local A,N,cW=cq(z,6,hb,2)for b,d in ipairs(hb)do local dp,j,l=A[b*2-1],A[b*2],N or cW[b]local gr,eI=string.sub(j or'',1,17)==et[b*3-1],et[b*3]if fx[b]and dp and gr and not eP[d]then eP[d]=true g[#g+1]=d cB(a,l,d,eI,dp)bB(a,eI)cv(a,l,d,j,cl(string.sub(eI,1,16)))end end return bj(a,e,i,g)",
  ],
);

/** 10114 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local dr,fV=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local g,eP={},{}if#fV==0 then if dr>0 then g=redis.call('ZRANGE',e.failed,'0',br(dr-1))end else for b,R in ipairs(redis.call('ZMSCORE',e.failed,unpack(fV)))do if R and not eP[fV[b]]then g[#g+1]=fV[b]eP[fV[b]]=true end end end if#g>0 then local Z,N,cW=cq(z,6,g,1)for b,d in ipairs(g)do local db=string.match(Z[b]or'','^%a %d+ %d+ %d+ (%d+)')cv(a,N or cW[b],d,Z[b],db and cl(db)or 5)end end return bj(a,e,i,g)",
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
    "local gk=ce(eH,w)redis.call('ZADD',eH,gk,'',gk,v)return'ok'",
  ],
);

/** 6880 bytes. */
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
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local jz,f=bI(a,'p'),nil if jz then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bi(a,e,i,'-')end if f then return f end if jz then a.readied=redis.call('ZCARD',e.ready)if bJ(a)then cN(a)end end return'ok\\n-'",
  ],
);

/** 1449 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fP,fr,fN=unpack(KEYS,1,4)local ek,gM,jY,eP=unpack(KEYS,5,8)local z={unpack(KEYS,9,24)}local hF={unpack(KEYS,25)}local w,hZ=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end if bI(a,'p')or bI(a,'e')or redis.call('EXISTS',fP,fr,fN,ek,gM,jY,eP,unpack(z))>0 then return'ok\\n0'end local kD=redis.call('HMGET',Y,'registered','born')for b=1,2 do if a.now-(kD[b]or 0)<hZ then return'ok\\n0'end end local T,B=cp(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hF))return'ok\\n1'",
  ],
);

/** 1647 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fA=KEYS[1],KEYS[2]local w,d,kV,X,ie=unpack(ARGV,1,5)local hu=tonumber(ie)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function iU(kE)return string.find(kE,'\"status\":\"running\"',1,true)~=nil end local a=cc(Y)local cV=ch(a,w)if cV then return cV end local k=redis.call('HGET',fA,d)local iI=k and string.match(k,'^%d+')or'0'if a.isNew or iI~=kV then return'ok\\n'..(k or'0')end if X==''then redis.call('HDEL',fA,d)return'ok\\n0'end local ii=redis.call('HGET',fA,'running')if not k and redis.call('HLEN',fA)-(ii and 1 or 0)>=hu then return'full'end local fK=br(iI+1)..' '..X local hh=(ii or 0)+(iU(X)and 1 or 0)-(k and iU(k)and 1 or 0)if hh>0 then redis.call('HSET',fA,d,fK,'running',br(hh))else redis.call('HSET',fA,d,fK)if ii then redis.call('HDEL',fA,'running')end end return'ok\\n'..fK",
  ],
);

/** 7063 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,dd=KEYS[1],KEYS[2]local z=KEYS local w,v,ji=unpack(ARGV,1,3)local R,fK=ARGV[4],ARGV[5]local ie,fD,kB,kC=unpack(ARGV,6,9)local hu=tonumber(ie)local dr=tonumber(fD)local jd=tonumber(kB)local je=tonumber(kC)local en={id=ARGV[10],isPrefix=ARGV[11],worker=ARGV[12],error=ARGV[13],attempts=ARGV[14],from=ARGV[15],to=ARGV[16],entered=ARGV[17]}local kt=ARGV ",
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
    "local function bQ(j)local dw,kL=string.match(j or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return dw and cL(dw)+kL or 0 end local aR='[^\\31]+'local function bA(C,kF)for v in string.gmatch(kF,aR)do if type(C)~='table'then return nil end local iQ=string.match(v,'^%d+$')if C[v]==nil and iQ then C=C[iQ+1]else C=C[v]end end return C end local function by(fa)local dB={}for b=1,#fa,4 do if fa[b]=='='then local gS,c=pcall(cjson.decode,'['..fa[b+3]..']')if gS then dB[b]=c[1]end end end return dB end local function bg(dp,fa)local hG=string.find(dp,':',1,true)for b=1,#fa,4 do if not hG or not string.find(dp,fa[b+2],hG+1,true)then return nil end end return hG+1 end local function ca(hm,fa,gc)for b=1,#fa,4 do local fu,C,gf=fa[b],bA(hm,fa[b+1]),nil if fu=='='then gf=C~=nil and C==gc[b]elseif fu=='~'then gf=type(C)=='string'and string.find(C,fa[b+3],1,true)~=nil else gf=C~=nil==(fu=='?')end if not gf then return false end end return true end local function bu(dp)local ga=string.match(dp,'^%d+ c(%d+)')if ga then return tonumber(ga)end local db=tonumber(string.match(dp,'^%d+'))return db and cL(db%900000000000000)or 0 end local function bm(iW,X)local dS=1 while true do local eB=string.find(iW,X,dS,true)if not eB then return false end local kS=string.match(string.sub(iW,1,eB-1),'\\\\*$')if#kS%2==0 then return true end dS=eB+1 end end local function cb(j,en)local eS,eq,s=string.match(j or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if en.attempts~=''and(eS or 0)-en.attempts<0 then return false end if en.worker~=''and eq~=en.worker then return false end if en.error==''then return true end for fv in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bm(fv,en.error)then return true end end return false end local function bx(dd,R,j,dp,r)if dd=='failed'or dd=='done'then return R-r<=0 end local dw=string.match(j or'','^%a (%d+)')if dw and cL(tonumber(dw))>r then return false end if dd=='leased'then return true end if bQ(j)>r then return false end if dd=='ready'then return cL(R%900000000000000)<=r end return dw~=nil or bu(dp)<=r end local function kh(X,fd)for b=1,math.min(#X,#fd)do local J,K=string.byte(X,b),string.byte(fd,b)if J~=K then return J>K end end return#X>#fd end local function kH()if R==''then return 0 end if redis.call('ZSCORE',dd,fK)==R then return redis.call('ZRANK',dd,fK)+1 end local fb,fM=redis.call('ZCOUNT',dd,'-inf','('..R),redis.call('ZCOUNT',dd,'-inf',R)while fb<fM do local gg=(fb+fM-(fb+fM)%2)/2 local dh=redis.call('ZRANGE',dd,br(gg),br(gg))[1]if kh(dh,fK)then fM=gg else fb=gg+1 end end return fb end local function ky(d)if en.id==''then return true end if en.isPrefix==''then return d==en.id end return string.sub(d,1,#en.id)==en.id end local a=cc(Y)local cV=ch(a,w)if cV then return cV end local jg=en.worker..en.error..en.attempts..en.entered~=''local fa={unpack(kt,18)}local iL=#fa>0 local jf=en.from..en.to~=''or iL local gc=by(fa)local A,s,dK,dE,hJ,er,fW=0,{},{''},0,0,0,0 local function jl(d)local dp=redis.call('HGET',z[2+be(d)],d)or''dE=dE+#dp return dp end local function kz(dp)local dS=bg(dp,fa)if not dS then return false end local q,gS,hm=#dp-dS+1,false,nil if q<=je then if hJ+q>je then return nil end hJ=hJ+q gS,hm=pcall(cjson.decode,string.sub(dp,dS))end if not gS then fW=fW+1 end return gS and ca(hm,fa,gc)end local function kx(d,jW,j,dp)if not ky(d)or jg and not cb(j,en)then return false,dp end if not dp and(jf or en.entered~=''and v=='delayed'and not j)then dp=jl(d)end if en.entered~=''and not bx(v,jW,j,dp,tonumber(en.entered))then return false,dp end if en.from~=''and bu(dp)-en.from<0 then return false,dp end if en.to~=''and bu(dp)-en.to>0 then return false,dp end if iL then return kz(dp),dp end return true,dp end local dC,iX=fK,R==''and'-'or R local hx=kH()local es,fT=false,false while not es and not fT and er<hu and A<dr and dE<jd do local jt=math.min(250,hu-er)local ey=redis.call('ZRANGE',dd,br(hx),br(hx+jt-1),'WITHSCORES')local g,fx={},{}for b=1,#ey,2 do g[#g+1],fx[#fx+1]=ey[b],ey[b+1]end es=#g<jt hx=hx+#g local S,dB=jf and not bI(a,'l')and 2 or 1,{}if#g>0 and(jg or S==2)then dB=cq(z,2,g,S)end for b,d in ipairs(g)do local dp,j,gf=nil,dB[b*S],nil fT=A>=dr or dE>=jd if not fT then if S==2 then dp=dB[b*2-1]or''dE=dE+#dp end gf,dp=kx(d,fx[b],j,dp)fT=gf==nil end if fT then es=false break end er,dC,iX=er+1,d,fx[b]if gf then A=A+1 s[A]='\\n'..fx[b]..' '..d if ji=='jobs'then dK[A*2]=dp or jl(d)dK[A*2+1]=j or redis.call('HGET',z[2+be(d)],'\\t'..d)or''end end end end if ji=='count'then s={'\\n'..br(A)}end dK[1]='ok\\n'..br(a.now)..' '..redis.call('ZCARD',dd)..' '..br(er)..' '..br(fW)..' '..(es and'-'or iX)..' '..dC..table.concat(s)return dK",
  ],
);

/** 476 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gJ=KEYS[1]local fu,w,fq,kK=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "if fq~=''then redis.call('HSET',gJ,fu,fq)end redis.pcall('HSET',gJ,fu..aL,br(cp(w))..' '..kK)return'ok'",
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

/** 25998 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local fQ=KEYS local ht={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local eT,hX=ARGV[8],ARGV[9]local et=ARGV ",
    $digits,
    "local af='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bS(p)return string.sub(af,p*2+1,p*2+2)end ",
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
    "local function aU(eV,hs,p)if hs<0 then hs=0 end local T,l=math.frexp(hs)if not eV then eV={sum=0,low=l,high=l}end eV.sum=eV.sum+hs*p eV.low,eV.high=math.min(eV.low,l),math.max(eV.high,l)eV[l]=(eV[l]or 0)+p return eV end local function aY(iO,eV)if not eV then return iO end local di,el=string.match(iO,'^(%d+)(.*)$')el=el or''for l=eV.low,eV.high do local p=eV[l]if p then local k,fL,fK=string.match(el,'^(.-,'..l..'=)(%d+)(.*)$')if k then el=k..br(fL+p)..fK else el=el..','..l..'='..br(p)end end end return br((di or 0)+eV.sum)..el end ",
    $parseRun,
    $formatRun,
    $endAttempt,
    $staleReason,
    "local function bp(j,ex)j.isUnused=ex=='g'local eX,eY=tonumber(j.postponed)or 0,tonumber(j.unfinished)or 0 if ex=='p'then eX=eX+1 j.isUnused=eX<=1000 elseif ex=='b'then eY=eY+1 j.isUnused=eY%10~=0 end if eX+eY>0 then j.postponed,j.unfinished=br(eX),br(eY)end if j.isUnused then j.released=br(j.released+1)end end local function bh(a,e,ex,j,iJ)if ex=='c'or ex=='k'then return'c','C','completed'end bp(j,ex)if j.isUnused and ex~='p'then return'r','W','released'end if ex=='f'or not j.isUnused and j.attempt-j.released>=tonumber(j.max)then return'f','F','failed'end a.tick=a.tick+1 if ex=='b'or iJ=='0'then return'r','W','retried',a.tick end return'd','W','retried',bH(a,e.delayed,a.now+iJ)end local function bV(a,e,d,j,E)local db,hO=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if E=='r'then cG(a,e.ready,d,db)elseif db then bU(a,'ready',d)end if E=='f'then cG(a,e.failed,d,hO)elseif hO then bU(a,'failed',d)end if db and j.expiresAt~='0'then if E=='r'or E=='d'then cG(a,e.expiring,d,j.expiresAt)else bU(a,'expiring',d)end end return hO end local function bw(a,d,j,E,ex,t)local iV=E=='r'or E=='d'if E=='r'then bv(a,'ready',j.place,d)a.readied=a.readied+1 elseif E=='d'then bv(a,'delayed',bs(t,cl(j.place)),d)a.sooner=true bY(a,cL(t))elseif E=='f'then bv(a,'failed',br(a.now),d)elseif ex=='k'then bv(a,'done',br(a.now),d)end if iV and j.expiresAt~='0'then bv(a,'expiring',j.expiresAt,d)bY(a,tonumber(j.expiresAt))end return not iV and ex~='c'end local function cH(a,e,z,Q,et,H,fQ,hQ)local g,dN,jp,dx,gC,cT={},{},{},0,false,nil local hq,q,eK,iN,it=bI(a,'l'),0,false,false,nil for eB=H,#et,4 do g[#g+1]=string.sub(et[eB+1],19)end local Z,N,cW=cq(z,Q,g,1)local gD=redis.call('ZMSCORE',e.leased,unpack(g))for b=1,#g do local d,k,l,eB=g[b],Z[b],N or cW[b],H+b*4-4 local ex,ez,hn,fv=unpack(et,eB,eB+3)local iM=k and string.sub(k,2,18)==string.sub(ez,2,18)local E,V,j=jp[d],'stale'if E=='W'and not iM then E='A'end if not E and(not iM or not string.find(k,'^[LE]'))then E,cT=cI(k,ez,cT,e,g,b)end if not E and hq then q=q+redis.call('HSTRLEN',l,d)eK=eK or iN and q>32000000 end if eK then E,V='M',nil end if not E then j=ex=='c'and{expiresAt='-'}or ci(k)E=not j and'U'end if not E then local dd,t E,dd,V,t=bh(a,e,ex,j,hn)jp[d],iN=dd,true if E~='r'or not j.isUnused or ex=='p'then local dw=string.sub(ez,3,17)it=aU(it,a.now-cL(dw),1)end if t then j.place=cj(cl(j.place),t)end if E=='c'and hn~=''then a.results=bc(a.results,fQ[hQ],'C '..br(a.now)..' '..hn)end if gD[b]then bU(a,'leased',d)elseif bV(a,e,d,j,E)then gC=true if E=='f'then V=nil end end if bw(a,d,j,E,ex,t)then dx=dx+1 end if ex=='c'then cx(a,l,d,k)aS(a,d,'C')else if ex~='k'then bt(j,a.now,E=='f'and E or ex,j.isUnused and''or fv)end cB(a,l,'\\t'..d,bF(j,dd),k)end end if hn~=''and(ex=='c'or ex=='k')then hQ=hQ+1 end if V=='completed'then a.completed=br(a.completed+1)elseif V then bn(a,V,1)end dN[b]=E end a.runTimes=aY(a.runTimes,it)return table.concat(dN),dx,gC,eK end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bL(a,d)if not a.isFinished then a.isFinished={}for T,kb in ipairs(a.finished)do a.isFinished[kb]=true end end return a.isFinished[d]end local function bT(a,e,z,Q,gW,fc)local ft,eM,H,fS,em,dL,gT local dz,er,dE,fT=0,0,0,false local iv local iC,jr,iB,gw=nil,nil,0,0 local kU,jB=' '..gW.max..' 0','\\n'..gW.worker repeat local g if er==0 then g=redis.call('ZRANGE',e.ready,'0',gW.count)else g=redis.call('ZRANGE',e.ready,br(er),br(er+fc-dz))end local q,gX=#g,fc-dz dL=q>gX if dL then q=gX end if bI(a,'l')and(q>1 or er>0)then local gH=bo(z,Q,g,q,dE)if gH==0 and er==0 then gH=1 end fT=gH<q q=gH dL=dL or fT end for b=#g,q+1,-1 do g[b]=nil end if q>0 then local A,N,cW,x if q==1 then local p=be(g[1])N,x=z[Q+p],{g[1],'\\t'..g[1]}A=redis.call('HMGET',N,x[1],x[2])else A,N,cW,x=cq(z,Q,g,2)end local c=N and a.writes and a.writes[N]or nil if not em then fS=a.now+gW.duration em=br(fS)end for b=1,q do local d,dp,j=g[b],A[b*2-1],A[b*2]local l,dy,ff,iz=N or cW[b],'0',nil,kU if dp and string.byte(dp,17)~=58 then local p,fJ=string.match(dp,'^(%d+)([^:]*)')if#(p or'')~=16 then ff,fJ=cj(5,0),''end dy=string.match(fJ,' x(%d+)')or dy iz=' '..(string.match(fJ,' m(%d+)')or gW.max)..' '..dy if e.delayed and dy~='0'then a.from.expiring=bb(a.from.expiring,d)end end if not e.delayed and(not dp or dy~='0')then gT=true end if not e.delayed and j and a.finished and string.byte(j)==76 then local kc=bL(a,d)gT=gT or kc end if e.delayed and(not dp or dy~='0'and dy-a.now<=0)then cx(a,l,d,j)if dp then bn(a,'expired',1)aS(a,d,'E')dE=dE+#dp end elseif dp then dz=dz+1 local t,dw=a.tick+dz,nil if q==1 then dw=string.format('%015d',t)else local fb=t%100 if fb==0 or not iv then iv=string.format('%013d',(t-fb)/100)end dw=iv..bS(fb)end local o,cX,eA,db=d,x[b*2],nil,ff or string.sub(dp,1,16)if j then local eS,jK,jj,el,s=string.match(j,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')eS,s=br((eS or 0)+1),s or'\\n'o=eS..'\\t'..d eA='L '..dw..' '..eS..' '..(jK or'0')..' '..(jj or db)..iz..(el or'')..jB..s if string.byte(j)==76 then db=nil else db=jj or db end a.histories=bb(a.histories,'H'..s)else eA='L '..dw..' 1 0 '..db..iz..jB..'\\n'a.runsMore=(a.runsMore or 0)+1 end if db then local jc=string.sub(db,1,13)if jc~=jr then if gw>0 then iC=aU(iC,iB,gw)end jr,iB,gw=jc,a.now-cL(db%900000000000000),0 end gw=gw+1 end if j and#eA<=#j then cB(a,l,cX,eA,j)else if j then cG(a,l,cX,j)end if N then c=bc(c,cX,eA)else cR(a,l,cX,eA)end end if dz==1 then ft,eM,H,a.to.leased=o,dp,dw,{em,d}else if dz==2 then ft,eM={ft},{eM}end ft[dz],eM[dz]=o,dp cn(a.to.leased,em,d)end dE=dE+#dp a.lastTick=dw end end if N and c then if not a.writes then a.writes={[N]=c}else a.writes[N]=c end end end er=er+q until gT or not dL or fT or dz>=fc or er-dz>=1000 if gw>0 then a.waits=aY(a.waits,aU(iC,iB,gw))end if er>0 then a.popped=er==1 and'0'or br(er-1)end if dz>0 then a.tick=a.tick+dz a.leased=br(a.leased+dz)if fS-a.due<0 then a.due=em end if dz>15 then cn(a.to.leased,'+inf',aH)a.isLong=true end end return ft,eM,dz,H,em,dL,gT end ",
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
    "local function bE(a,dN,ft,dz,dw,em,dL)if dz>1 then ft=table.concat(ft,'\\n')end return dN..'\\n- '..em..(dL and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dw..'\\n'..ft end local function bG(a,dN,dq,dL)return dN..'\\n'..br(a.now)..(dL and' - 1 'or' - 0 ')..dq..' -'..a.flags..' -'end local function cO(a,X,eM,dz)if not eM then return'ok\\n'..X end if dz==1 and not a.histories and#eM<4000 then return'ok\\n'..X..'\\n\\n'..eM end if dz==1 then eM={eM}end table.insert(eM,1,'ok\\n'..X)if a.histories then for T,gR in ipairs(a.histories)do eM[#eM+1]=gR end end return eM end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cc(e.meta)local dH=cg(a,i)if dH then return dH end a.frees=true local jq,gZ,gi=et[10]~=nil,ht.count~='0',a.now-a.due>=0 local fc=bI(a,'p')and 0 or tonumber(ht.count)local o=bK(a)local dN,X,eM,dz,eo,fi='-',nil,nil,0,false,0 local function fp(eI,cZ)local f if eI then f=bi(a,e,i,(jq or dz>0 or i.number~='0')and cZ)end if f then cz(a,o)else cP(a,e)o=bK(a)if cZ and eI then a.before=i.number..'\\n'..cZ end X=cZ or X end cy(a)return f end local function jo()local T,dx,gC,eK,es dN,dx,gC,eK=cH(a,e,z,12,et,10,fQ,29)if a.results then a.resultTtl=string.match(eT,'%S+$')end if dx>0 and not gC then T,T,es=cM(a,e,z,12,eT,dx*2+8)end fi=(es or gC)and dx or 0 if eK then gZ=false end return not a.isNew or string.find(dN,'%l')~=nil end local function kq(eI,hU)local ft,dw,em,dL if gi then a.due=cd(e)eI=not a.isNew dL=a.now-a.due>=0 end if fc>0 then ft,eM,dz,dw,em,dL=bT(a,e,z,12,ht,fc)dL=dL or a.now-a.due>=0 eo=not dL end if not a.isNew and(dz==0 or hX~='')then local km=aV(a)eI=eI or km or i.number~='0'end if dz>0 then return true,bE(a,dN,ft,dz,dw,em,dL)end local dq=hU and a.due or cd(e)return eI or a.popped,bG(a,dN,dq,dL)end local function iY(eI,hU)local ki,cZ=kq(eI,hU)local f=fp(ki,cZ)if f then dz,eM,eo=0,nil,false end return f end local function jw(p)if p==0 then return end cM(a,e,z,12,eT,p*2+8)fp(a.from.done or a.from.failed)end local kk=gZ if jq then local eI,f=jo(),nil if gZ and not gi and a.readied==0 and not a.from.ready then gZ=false f=iY(eI,true)if f then eI=jo()end end if not X then f=fp(eI,bG(a,dN,'-',kk))if f then return f end end end if gZ then if gi then local hW=math.min(1000,10+fc*2)local T,A=cw(a,e,z,12,hW)fp(A>0)local hy,ek=cs(a,e,z,12,hW)local b,es if ek>0 then b,b,es=cM(a,e,z,12,eT,ek*2+8)end local f=fp(hy>0)if es and not f then jw(ek)end local hw=cm(a,e,hW)fp(hw>0)end local f=iY(false,false)if not X then return f end end jw(fi)a.readied=a.readied-dz local kl,eQ=a.readied>0 or a.sooner,false if kl then eQ=bJ(a)elseif eo and(dz>0 or gi)then eQ=bI(a,'h')end if eQ then cN(a,eo)end if hX~=''and not a.isNew then if hX=='p'then redis.pcall('HSET',e.meta,'policy',eT)end cf(e.workers,string.match(ht.worker,'^[^\\31]*'),a.now)cE(a,e,120000,10000)local ip=bO(a)if not ip and X then X=string.gsub(X,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cO(a,X or bG(a,dN,'-',false),eM,dz)",
  ],
);

/** 2625 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Y,fN,fY=unpack(KEYS,1,3)local z=KEYS local w,hT,fD=unpack(ARGV,1,3)local dS=tonumber(hT)local dr=tonumber(fD)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cc(Y)local cV=ch(a,w)if cV then return cV end local gD=redis.call('ZRANGE',fN,br(dS),br(dS+dr-1),'WITHSCORES')local dK={'ok',br(a.now)..' '..(#gD<dr*2 and'-'or br(dS+dr))}local gt=dS==0 and redis.call('ZRANGE',fY,'0','999','WITHSCORES')or{}for b=1,#gt,2 do dK[#dK+1]='W '..gt[b+1]..' '..gt[b]end local g={}for b=1,#gD,2 do g[#g+1]=gD[b]end if#g>0 then local Z=cq(z,3,g,1)for b,d in ipairs(g)do local dw,eq=string.match(Z[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')dK[#dK+1]='H '..gD[b*2]..' '..(dw or'0')..' '..d dK[#dK+1]='-'..(eq or'')end end return table.concat(dK,'\\n')",
  ],
);
