// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bD(q)return string.format('%d',q)end ";
const $readClock = "local function cN(w)if string.byte(w)~=61 then local t=redis.pcall('TIME')if not t.err then local X,F=t[1]+0,t[2]+0 return X*1000+(F-F%1000)/1000,(X-1600000000)*1000000+F end end local M=tonumber(string.match(w,'%d+'))return M,(M-1600000000000)*1000 end ";
const $nextStamp = "local function cz(fB,w)return bD(math.max(cN(w),(redis.call('ZSCORE',fB,'')or 0)+1))end ";
const $bucketOfBytes = "local function bo(c)local dZ=#c for b=1,#c,8 do local N,O,eL,eM,eO,eP,eS,eT=string.byte(c,b,b+7)dZ=(dZ*31+N+(O or 0)*3+(eL or 0)*5+(eM or 0)*7+(eO or 0)*11+(eP or 0)*13+(eS or 0)*17+(eT or 0)*19)%65521 end return dZ%16+1 end ";
const $bucketOf = "local function bn(c)local C,J=string.byte(c,1,2)if C==95 and#c==13 and J<103 and J>47 and(J<58 or J>96)then return J<58 and J-47 or J-86 end return bo(c)end ";
const $declaredBuckets = "local function bC(d,C,fc)local y={}for b=1,#fc do y[tonumber(string.sub(fc,b,b),16)+1]=d[C+b-1]end return y end ";
const $readJobs = "local function cQ(y,T,h,Z)local x={}for b=1,#h do local c=h[b]if Z==2 then x[b*2-1]=c end x[b*Z]='\\t'..c end local U=bn(h[1])local eq=bn(h[#h])if U==eq then local D,eb=nil,Z==2 if eb then D=redis.call('HMGET',y[T+U],unpack(x))for b=1,#h do if not D[b*2-1]then eb=false break end end end if eb then return D,y[T+U],nil,x end end local dN,eo,z,ec={},{},{},{}for b=1,#h do local q=bn(h[b])local j=y[T+q]dN[b]=j if not z[j]then z[j],ec[j]={},{}end local e,dT=z[j],ec[j]for S=(b-1)*Z+1,b*Z do local p=#e+1 e[p],dT[p]=x[S],S end end for j,e in pairs(z)do local D,dT=redis.call('HMGET',j,unpack(e)),ec[j]for S=1,#e do eo[dT[S]]=D[S]end end return eo,nil,dN,x end ";
const $pushPair = "local function cJ(e,N,O)local p=#e e[p+1],e[p+2]=N,O end ";
const $appendPair = "local function bk(e,N,O)if not e then return{N,O}end cJ(e,N,O)return e end ";
const $append = "local function bj(e,B)if not e then return{B}end e[#e+1]=B return e end ";
const $listFor = "local function cq(z,u)local e=z[u]if not e then e={}z[u]=e end return e end ";
const $HEAD_PATTERN = "local al='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aL='2  0 0 0 0 0 0|'";
const $PADDING = "local aN='-----------------------------------------------------------------'";
const $newUnit = "local function cx(dG)return{meta=dG,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cD(a,w)local o=redis.call('HGET',a.meta,'head')local r,E,dL a.flags,r,a.due,a.runs,a.enqueued,a.leased,a.completed,dL=string.match(o or aL,al)a.isNew,a.head=not o,o if not r or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(o or aL,dL)a.now,E=cN(w)a.tick=r+0 if a.tick<E then a.tick=E end if E<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cC(a,l)local dM=cD(a,l.times)if dM then return dM end local m=redis.call('HGET',l.replies,l.lane)if m then local q=string.match(m,'^%d+')if q==l.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(m,#q+2)end if q-l.number>0 then return'late'end elseif l.number=='0'and redis.call('EXISTS',l.replies)==1 then return'reused'end a.before=m return nil end ";
const $hasFlag = "local function cb(a,eB)return a.flags~=''and string.find(a.flags,eB,1,true)~=nil end ";
const $count = "local function by(a,dF,eK)if not a.totals then a.totals={}end a.totals[dF]=(a.totals[dF]or 0)+eK end ";
const $leave = "local function cn(a,k,c)a.from[k]=bj(a.from[k],c)end ";
const $saveOld = "local function dj(a,u,dW,m)if not a.old then a.old={}end a.old[u..dW]=m end ";
const $dropField = "local function bE(a,j,G)if not a.drops then a.drops={}end local e=cq(a.drops,j)e[#e+1]=G a.runsLess=(a.runsLess or 0)+1 end ";
const $removeJob = "local function cY(a,j,c,i)if not a.drops then a.drops={}end local e=cq(a.drops,j)e[#e+1]=c if i then bE(a,j,'\\t'..c)end end ";
const $addEnding = "local function bb(a,c,H)a.endings=bk(a.endings,c,H)end ";
const $sizeOfJob = "local function dl(a,j,c)local p=redis.call('HSTRLEN',j,c)if cb(a,'g')then p=p+redis.call('HSTRLEN',j,'\\4'..c)end return p end ";
const $limitFreed = "local function cp(a,y,T,h,gX)local em,p=0,#h if cb(a,'l')then for b=1,p do local q=bn(h[b])em=em+dl(a,y[T+q],h[b])if em>64000000 and b>gX then for S=p,b,-1 do h[S]=nil end break end end end return#h<p end ";
const $beginEndings = "local function bm(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function dg(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)bm(a,d)end ";
const $writeEndings = "local function dx(a,d)if not a.finished and not a.endings then return end local e,r,fn={},a.lastTick if a.finished then local fF='C'..r for b,c in ipairs(a.finished)do e[b*2-1],e[b*2]=c,fF end fn=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cJ(e,a.endings[b],a.endings[b+1]..r)end end if d.endedBefore then fn=redis.call('EXISTS',d.endings)==0 end if fn then bm(a,d)end local g=redis.pcall('HSET',d.endings,unpack(e))if d.endedBefore and not fn and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then dg(a,d)end end ";
const $entryText = "local function bM(k,A,i,dK)local fY if i then fY=string.match(i,'^%a %d+')elseif k=='delayed'and dK then fY=string.match(dK,'^%d+ ?c?%d*')end return k..' '..(k=='leased'and'-'or A)..' '..(fY or'-')end ";
const $needsRecordOfEntry = "local function cw(k,i)return k=='delayed'and not i end ";
const $findUnchanged = "local function bQ(d,y,T,h,V,es)if es==''then return nil end local k,fP,b=string.match(es,'^%l+'),{},0 local eY=redis.call('ZMSCORE',d[k],unpack(h))for Y in string.gmatch(es,'[^\\n]+')do b=b+1 local c,A,i=h[b],eY[b],V[b]if A then local dK=cw(k,i)and redis.call('HGET',y[T+bn(c)],c)if bM(k,A,i,dK)==Y then fP[c]=true end end end return fP end ";
const $removeFollower = "local function cX(a,j,c)local G='\\4'..c if cb(a,'g')and redis.call('HEXISTS',j,G)==1 then bE(a,j,G)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bU(a,d)local s,L,et={},{},{}local dH,t=a.endings or{},bD(a.now)for K,c in ipairs(a.from.done or{})do et[c]=true end for b=1,#dH,2 do local c,H=dH[b],a.from.state and'P'or dH[b+1]if H~='F'and(H~='C'or not et[c])then s[#s+1]=H..c end end for K,c in ipairs(a.failures or{})do s[#s+1]='F'..c end for K,k in ipairs({'done','failed','delayed','ready','leased'})do local e=a.to[k]or{}for b=2,#e,2 do local c=e[b]if c~=aN and not(a.old and a.old[d[k]..c])then s[#s+1]=ai[k]..c end end end local C,p=1,0 for b=1,#s do p=p+#s[b]+1 if p>8000 or b==#s then L[#L+1]=t..'\\n'..table.concat(s,'\\n',C,b)C,p=b+1,0 end end return L end ";
const $writeEvents = "local function dy(a,d,L)local x=redis.pcall('HMGET',a.meta,'events','recorded')local ej,m=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#L for b,dC in ipairs(L)do redis.pcall('XADD',d.events,'MAXLEN',ej,bD(m+b)..'-0','e',dC)end end ";
const $isRefused = "local function cg(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bV(a)local V=(a.runsMore or 0)-(a.runsLess or 0)if V~=0 then a.runs=bD(math.max(0,a.runs+V))end a.lastTick=a.lastTick or bD(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bi(a)local dJ={}if not a.fields then a.fields={}end for v in pairs(a.totals)do dJ[#dJ+1]=v end for b,B in ipairs(redis.call('HMGET',a.meta,unpack(dJ)))do local v=dJ[b]local dF=bD((B or 0)+a.totals[v])cJ(a.fields,v,dF)dj(a,a.meta,v,B)end end ";
const $writeFields = "local function dA(a,z)local f for u,e in pairs(z)do if not f then local g=redis.pcall('HSET',u,unpack(e))if cg(g)then f=g end end end return f end ";
const $revert = "local function dd(z,en,dW,eV,dY)for u,e in pairs(z)do for b=1,#e,2 do local v=e[b+dW]local m=en[u..v]if not m then redis.pcall(eV,u,v)elseif dY=='ZADD'then redis.pcall(dY,u,m,v)else redis.pcall(dY,u,v,m)end end end end ";
const $commit = "local function br(a,d,l,dP)local o=bV(a)local W if d.events and cb(a,'e')then W=bU(a,d)if#W>0 then by(a,'recorded',#W)end end if a.totals then bi(a)end local I=dP and l.number..'\\n'..dP local dX=I and a.before and#I<=#a.before local f for K=1,2 do f=nil for k,e in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[k],unpack(e))if cg(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if cg(g)then f=g end end if a.writes and not f then f=dA(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if I and not dX and not f then local g=redis.pcall('HSET',l.replies,l.lane,I)if cg(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if cg(g)then f=g end end if a.rewrites and not f then f=dA(a,a.rewrites)end if dX and not f then local g=redis.pcall('HSET',l.replies,l.lane,I)if cg(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local ex={}for k,e in pairs(a.to)do ex[d[k]]=e end dj(a,a.meta,'head',a.head)dd(a.rewrites or{},a.old,0,'HDEL','HSET')dd({[a.meta]=bk(a.fields,'head',o)},a.old,0,'HDEL','HSET')if I and not dX and a.before then redis.pcall('HSET',l.replies,l.lane,a.before)end if I and not a.before then redis.pcall('HDEL',l.replies,l.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end dd(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then dd({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end dd(ex,a.old,1,'ZREM','ZADD')return f end a.head=o if dP and not a.before then redis.pcall('PEXPIRE',l.replies,string.match(l.times,'%d+$'))end for k,e in pairs(a.from)do redis.pcall('ZREM',d[k],unpack(e))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,aN)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for u,e in pairs(a.drops)do redis.pcall('HDEL',u,unpack(e))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if d.events and W then dy(a,d,W)end return nil end ";
const $timeOfTick = "local function ds(r)return(r-r%1000)/1000+1600000000000 end ";
const $placeOf = "local function cF(ek,r)return string.format('%016d',ek*900000000000000+r)end ";
const $priorityOf = "local function cH(R)return(R-R%900000000000000)/900000000000000 end ";
const $dueScore = "local function bF(r,ek)return bD(r*10+ek)end ";
const $lastDueScore = "local function ci(t)return bD((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function dr(A)return(A-A%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cG(A)local ek=A%10 return cF(ek,(A-ek)/10)end ";
const $NEVER = "local aK='9999999999999'";
const $enter = "local function bJ(a,k,A,c)a.to[k]=bk(a.to[k],A,c)end ";
const $lowerDue = "local function cr(a,t)if t-a.due<0 then a.due=bD(t)end end ";
const $freeTickAt = "local function ca(a,fV,t)if not a.ticks then a.ticks={}end local gg,C,r={},(t-1600000000000)*1000,nil for b=1,1000 do gg[b]=C local dU=a.ticks[C]if not dU then local ez,fT=bD(C*10),bD(C*10+9999)local A=redis.call('ZRANGE',fV,fT,ez,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dU=A and(A-A%10)/10 or C-1 end if dU<C+999 then r=dU+1 break end C=math.max(C+1000,dU-dU%1000)end r=r or C for K,hH in ipairs(gg)do a.ticks[hH]=r end return r end ";
const $writeField = "local function dz(a,j,G,B)if not a.writes then a.writes={}end cJ(cq(a.writes,j),G,B)end ";
const $rewriteField = "local function de(a,j,G,B,m)dj(a,j,G,m)if#B>#m then dz(a,j,G,B)else if not a.rewrites then a.rewrites={}end cJ(cq(a.rewrites,j),G,B)end end ";
const $putField = "local function cM(a,j,G,B,m)if m then de(a,j,G,B,m)else dz(a,j,G,B)end end ";
const $parseRun = "local function cE(i)local ef,fs,ge,R,fb,dD,fw,fL,eZ,gd,gq=string.match(i or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return ef and{fence=ef,attempt=fs,released=ge,place=R,max=fb,expiresAt=dD,postponed=fw,unfinished=fL,worker=eZ,progress=gd,attempts=gq}end ";
const $formatRun = "local function bX(i,dS)local fz=i.postponed==''and''or' '..i.postponed..' '..i.unfinished return table.concat({dS,i.fence,i.attempt,i.released,i.place,i.max,i.expiresAt},' ')..fz..'\\n'..i.worker..'\\n'..i.progress..i.attempts end ";
const $restartRun = "local function db(i,R,dD)i.attempt,i.released,i.postponed,i.place,i.max,i.expiresAt='0','0','',R,'0',dD end ";
const $endAttempt = "local function bH(i,M,H,gy)local s=i.attempts local hg,o,ef,eq=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if ef==i.fence then s=hg elseif o then local hA=H~='l'and eq==string.match(gy,'^[^\\t]+')s=hg..o..(hA and'='or eq)end s=s..'\\n'..H..' '..i.attempt..' '..i.fence..' '..bD(M-ds(i.fence))..'\\t'..i.worker..'\\t'..gy local K,q=string.gsub(s,'\\n','')while q>1 and(q>10 or#s>800)do local a,hy=string.gsub(s,'[^\\t]\\n','')local ho,fI=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',hy>5 and 0 or 1)if fI==0 then ho=string.gsub(s,'^\\n[^\\n]*','')end s,q=ho,q-1 end i.attempts=s end ";
const $enterWaiting = "local function bK(a,k,A,c,dD)bJ(a,k,A,c)if k=='ready'then a.readied=a.readied+1 else a.sooner=true cr(a,dr(A))end if dD~='0'then bJ(a,'expiring',dD,c)cr(a,tonumber(dD))end end ";
const $leaveStates = "local function co(a,d,c,fS,iD)local A for K,k in ipairs({'expiring','ready','delayed','leased','failed'})do A=redis.call('ZSCORE',d[k],c)if k==fS or iD and k=='expiring'then dj(a,d[k],c,A)elseif A then cn(a,k,c)end end return A end ";
const $readFollower = "local function cP(a,j,c)return cb(a,'g')and redis.call('HGET',j,'\\4'..c)or nil end ";
const $takeOver = "local function dp(a,d,j,c,eE,m,i)local C,dD=string.match(eE,'^%d+')or cF(5,0),string.match(eE,'^[^:]* x(%d+)')or'0'local ek,eN=cH(C),ds(C%900000000000000)local k,r='ready',a.tick+1 if eN>a.now then k,r='delayed',ca(a,d.delayed,eN)else a.tick=r end local R=cF(ek,r)co(a,d,c,k,dD~='0')bK(a,k,k=='ready'and R or bF(r,ek),c,dD)cM(a,j,c,R..string.sub(eE,17),redis.call('HGET',j,c))bE(a,j,'\\4'..c)if i then a.failures=bj(a.failures,c)db(i,R,dD)de(a,j,'\\t'..c,bX(i,'W'),m)else a.enqueued=bD(a.enqueued+1)if m then bE(a,j,'\\t'..c)end end end ";
const $removeExpired = "local function cW(a,d,y,T,eg)local h=redis.call('ZRANGE',d.expiring,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(eg))local fp=cp(a,y,T,h,1)local gl=0 if#h>0 then local V,U,dN=cQ(y,T,h,1)local iw,id=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,c in ipairs(h)do local j=U or dN[b]local fX=iw[b]or id[b]local eE=fX and cP(a,j,c)if fX then gl=gl+1 bb(a,c,'E')end if eE then dp(a,d,j,c,eE,V[b])else cn(a,'expiring',c)if fX then cY(a,j,c,V[b])end if iw[b]then cn(a,'ready',c)end if id[b]then cn(a,'delayed',c)end end end if gl>0 then by(a,'expired',gl)end end return gl,#h,fp end ";
const $reclaimJob = "local function cT(a,d,j,c,m,dS,ix)local i,fS=cE(m),dS local fG=i and i.attempt-i.released>=tonumber(i.max)local eE=fG and cP(a,j,c)if fG then by(a,'failed',1)end if i then bH(i,a.now,string.lower(dS),fG and ix or'')end if eE then dp(a,d,j,c,eE,m,i)return true end if fG then bJ(a,'failed',bD(a.now),c)fS=dS=='L'and'E'or'F'else bK(a,'ready',i and i.place or cF(5,0),c,i and i.expiresAt or'0')by(a,'reclaimed',1)end if i then de(a,j,'\\t'..c,bX(i,fS),m)end cn(a,'leased',c)return fG end ";
const $reclaimExpired = "local function cS(a,d,y,T,eg)local h=redis.call('ZRANGE',d.leased,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(eg))local fp,fa=cb(a,'g')and cp(a,y,T,h,1),0 if#h>0 then local V,U,dN=cQ(y,T,h,1)for b=1,#h do if cT(a,d,U or dN[b],h[b],V[b],'L','\"lease expired\"')then fa=fa+1 end end end return#h,fa,fp end ";
const $promoteDue = "local function cI(a,d,eg)local ed=redis.call('ZRANGE',d.delayed,'-inf',ci(a.now),'BYSCORE','LIMIT','0',bD(eg),'WITHSCORES')for b=1,#ed,2 do local R=cG(ed[b+1])bJ(a,'ready',R,ed[b])cn(a,'delayed',ed[b])end a.readied=a.readied+#ed/2 return#ed/2 end ";
const $nextDue = "local function cy(d)local t=aK for K,k in ipairs({'leased','delayed','expiring'})do local A=redis.call('ZRANGE',d[k],'0','0','WITHSCORES')[2]if A and k=='delayed'then A=dr(A)end if A and A-t<0 then t=A end end return bD(t)end ";
const $trimEnded = "local function dt(a,d,y,T,fO,eg)local hl,fb={string.match(fO,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,eg)local h,gJ,fI,gC,er,fj={},{},0,0,false,false for S,k in ipairs({'done','failed'})do local gj,ej,en=tonumber(hl[S*2-1]),tonumber(hl[S*2]),{}if gj then en=redis.call('ZRANGE',d[k],'-inf',bD(a.now-gj),'BYSCORE','LIMIT','0',bD(fb))end local dT=#(a.to[k]or{})/2 gC=gC+dT if ej then local p=redis.call('ZCARD',d[k])local gk=p+dT-ej fj=fj or gk>p if gk>#en then en=redis.call('ZRANGE',d[k],'0',bD(math.min(gk,fb)-1))end end er=er or#en>=fb for b=1,#en do h[#h+1]=en[b]gJ[#h]=k end end if#h>0 then local fp=cp(a,y,T,h,gC+1)er=er or fp local gH={}for K,k in ipairs({'ready','delayed','leased'})do for b,A in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do gH[b]=gH[b]or A end end local V,U,dN=cQ(y,T,h,1)for b=1,#h do local c,hj=h[b],gJ[b]=='failed'cn(a,gJ[b],c)if not gH[b]then fI=fI+1 cY(a,U or dN[b],c,V[b])bb(a,c,hj and'F'or'C')if hj then by(a,'purged',1)end end end end return fI,er,fj end ";
const $rotateOldEndings = "local function dh(a,d,gj,jA)local p=redis.call('HLEN',d.endings)if p<jA then return end local gf=redis.call('HGET',d.endings,'')if not gf then bm(a,d)end if p>=1000000 or gf and a.now-gf>gj then dg(a,d)if p==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function da(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $HEAD_PARTS = "local ak={'flags','tick','due','runs','enqueued','leased','completed','readied','sooner','latencies'}";
const $copyHead = "local function bx(ez,fT)for K,iv in ipairs(ak)do fT[iv]=ez[iv]end end ";
const $headParts = "local function cd(a)local o={}bx(a,o)o.latencies=a.latencies..a.measured return o end ";
const $restoreHead = "local function dc(a,o)bx(o,a)a.measured=''end ";
const $hasListeners = "local function cc(a)if a.flags~='h'and not cb(a,'h')then return a.isNew end if cb(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function du(a,fg)local ed='-'if a.due~=aK then ed=bD(math.max(0,a.due-a.now))end local q=fg and'0'or'-'if a.readied>0 then q=a.readied==1 and'1'or bD(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',q..' '..ed)end ";
const $flagLarge = "local function bR(a,gb)if#gb>2000 and not cb(a,'l')then a.flags=a.flags..'l'end end ";
const $addListener = "local function bd(a)local m=redis.call('HGET',a.meta,'heard')local hD=cb(a,'h')and m or'0'if hD-a.now>300000 then return false end if not cb(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cJ(a.fields,'heard',bD(a.now+600000))dj(a,a.meta,'heard',m)return true end ";
const $isRegistered = "local function ch(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function ck(d,h)local D=redis.call('HMGET',d.endings,unpack(h))for b,fF in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do D[b]=D[b]or fF end return D end ";
const $staleReason = "local function dm(i,fr,dH,d,h,b)if not i then dH=dH or ck(d,h)return string.sub(dH[b]or'U',1,1),dH end local dS,ef=string.match(i,'^(%a) (%d+)')if dS=='E'then dS='F'elseif dS=='L'or dS=='W'and ef~=string.sub(fr,3,17)then dS='A'end return dS or'U',dH end ";
const $isHeld = "local function cf(i,fr)return i and string.find(i,'^[LE]')and string.sub(i,2,18)==string.sub(fr,2,18)end ";
const $extendLease = "local function bO(a,d,j,c,i,m,fe)bJ(a,'leased',bD(fe),c)cr(a,fe)if m then if fe-m<0 then a.sooner=true end dj(a,d.leased,c,m)elseif string.sub(i,1,1)=='E'then cn(a,'failed',c)de(a,j,'\\t'..c,'L'..string.sub(i,2),i)else cn(a,'ready',c)cn(a,'expiring',c)end end ";
const $LAST_REMOVED_RANK = "local ao='-1001'";
const $noteWorker = "local function cB(ha,eZ,M)if eZ~=''and redis.pcall('ZADD',ha,bD(M),eZ)==1 then redis.call('ZREMRANGEBYRANK',ha,'0',ao)end end ";
const $countReadable = "local function bA(y,T,h,p,em)local q=0 for b=1,p do local jo=bn(h[b])em=em+redis.call('HSTRLEN',y[T+jo],h[b])if em>2000000 then break end q=b end return q end ";
const $rewriteRun = "local function df(a,j,c,i,R,gF)local fl=cE(i)or cE('W 0 0 0 0 0 0')fl.place=R if gF then fl.attempt,fl.released,fl.postponed='0','0',''end local Y=bX(fl,'W')if i then de(a,j,'\\t'..c,Y,i)else dz(a,j,'\\t'..c,Y)a.runsMore=(a.runsMore or 0)+1 end return fl.expiresAt end ";
const $makeReady = "local function cs(a,j,c,i,R,gF)local dD=df(a,j,c,i,R,gF)bJ(a,'ready',R,c)a.readied=a.readied+1 return dD end ";
const $REPORT_SUFFIX = "local aR=':report'";
const $redriveJob = "local function cV(a,j,c,i,ek)a.tick=a.tick+1 local dD=cs(a,j,c,i,cF(ek,a.tick),true)if dD~='0'then bJ(a,'expiring',dD,c)cr(a,tonumber(dD))end end ";
const $commitRedriven = "local function bs(a,d,l,h)if#h>0 then a.from.failed=h by(a,'redriven',#h)end local dC=#h..' '..redis.call('ZCARD',d.failed)-#h local fK,f=a.readied>0 and cc(a),nil if#h>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fK then du(a)end return'ok\\n'..dC end ";

/** 1010 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fB,fR=KEYS[1],KEYS[2]local v,w,gN=unpack(ARGV,1,3)local kv,kw=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local iK,G=not redis.call('ZSCORE',fB,v),'\\t'..gN local ea=redis.call('HGET',fR,G)local mm=redis.call('ZCARD',fB)if iK and kv and mm-1>=kv then return'full\\nmaxQueues'end if iK and kw and(ea or 0)-kw>=0 then return'full\\nmaxQueuesOfMaker'end local hr=cz(fB,w)if iK then redis.call('HSET',fR,v,gN,G,bD((ea or 0)+1))end local g=redis.pcall('ZADD',fB,hr,'',hr,v)if type(g)=='table'then if iK then redis.call('HDEL',fR,v)if ea then redis.call('HSET',fR,G,ea)else redis.call('HDEL',fR,G)end end return g end return'ok'",
  ],
);

/** 10789 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local l={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fc,es,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    "local jX={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local y,ev,fJ,ia=bC(he,12,fc),{},{},0 cp(a,y,0,h,1)for b in ipairs(h)do ev[b]='U'end local V,U,dN=cQ(y,0,h,1)local fP=bQ(d,y,0,h,V,es)for K,k in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do local c=h[b]if A and(not fP or fP[c])then if not fJ[c]then ev[b],fJ[c]=jX[k],jX[k]end if string.find(fJ[c],'%l')then cn(a,k,c)end end end end for b,c in ipairs(h)do if string.find(ev[b],'%l')then cY(a,U or dN[b],c,V[b])cX(a,U or dN[b],c)bb(a,c,'X')cn(a,'expiring',c)ia=ia+1 end end if ia>0 then by(a,'cancelled',ia)end local dC=table.concat(ev)local f if ia>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)return'ok\\n'..dC",
  ],
);

/** 19244 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local gD=KEYS[15]local y=KEYS local l={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gG,my,fO=unpack(ARGV,4,6)local eg=tonumber(gG)",
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
    "local function cK(e,gB,lY,gj)redis.pcall('LPUSH',e,gB)redis.pcall('LTRIM',e,'0',bD(lY-1))redis.pcall('PEXPIRE',e,bD(gj))end local function di(a,d)local ez,fT,eq=string.match(redis.call('LINDEX',d.history,'0')or'','^(%d+) (%d+) (.*)$')if fT and a.now-fT<30000 then return end local gB={}for K,k in ipairs({'ready','delayed','leased','failed','done'})do gB[#gB+1]=redis.call('ZCARD',d[k])end local ht=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')gB[6],gB[7],gB[8],gB[9]=a.enqueued,a.leased,a.completed,ht[1]or'0'gB[10]=(ht[2]or'0')..'|'..(ht[3]or'')..'|'..(ht[4]or'')..'|'..a.latencies local dC,M=table.concat(gB,' '),bD(a.now)if dC==eq and a.now-fT<150000 then redis.pcall('LSET',d.history,'0',ez..' '..M..' '..dC)return end dC=M..' '..M..' '..dC cK(d.history,dC,1440,86400000)if not fT or math.floor(fT/3600000)<math.floor(a.now/3600000)then cK(d.hours,dC,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local kX='- - 2592000000 100000'local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local hp=a.now-a.due>=0 if fO==''then fO=redis.call('HGET',d.meta,'policy')or kX end local o=cd(a)local it,er,iS=0,false,nil local function gt(fE,dP,q,jv)local f if fE then f=br(a,d,l,dP)end if f then dc(a,o)iS,q=f,0 else dx(a,d)o=cd(a)it,er=it+q,er or jv end da(a)return q end local gl,iR,fa,iP=0,0,0,0 if hp then local q,fi,fp=cW(a,d,y,15,eg)gl=gt(fi>0,nil,q,fp or fi>=eg)local hM,lA,lN=cS(a,d,y,15,eg)hM=gt(hM>0,nil,hM,lN or hM>=eg)fa=math.min(hM,lA)iR=hM-fa local ed=cI(a,d,eg)iP=gt(ed>0,nil,ed,ed>=eg)end local et,jv=dt(a,d,y,15,fO,eg)local fI=gt(a.from.done or a.from.failed,nil,et,jv)local hU=redis.call('ZRANGE',d.seen,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(eg))if hU[1]then a.from.seen=hU end if hp then a.due=cy(d)end local kO=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',bD(a.now-my))er=er or#hU>=eg local dC=table.concat({iR,fa,iP,gl,fI,kO,er and 1 or 0},' ')local iB=redis.call('HGET',gD,'running')if iB then dC=dC..' '..iB end local iL=it+kO>0 and not a.isNew and not iS gt(iL or hU[1]or hp and not a.isNew,iL and dC,0)if it==0 then dh(a,d,86400000,1)end if a.readied>0 and cc(a)then du(a)end if not a.isNew then di(a,d)end if iS and it==0 then return iS end return'ok\\n'..dC",
  ],
);

/** 1813 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,gP,fV,gM=unpack(KEYS,1,4)local fa,ic,ha=unpack(KEYS,5,7)local w,dJ=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local el={bD(a.now)}for K,u in ipairs({gP,fV,gM,fa,ic,ha})do el[#el+1]=redis.call('ZCARD',u)end local fS=redis.call('ZRANGE',gP,'0','0','WITHSCORES')[2]el[#el+1]=fS and bD(ds(fS%900000000000000))or'-'local ht=redis.call('HMGET',dG,unpack(dJ))local km=redis.call('HMGET',dG,'waits','runTimes')for b,dF in ipairs(ht)do ht[b]=dF or'0'end return'ok\\n'..table.concat(el,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(ht,' ')..'\\n'..bD(redis.call('ZCOUNT',fV,'-inf',ci(a.now)))..' '..bD(redis.call('ZCOUNT',gM,'-inf',bD(a.now)))..'\\n-'..(km[1]or'')..'|'..(km[2]or'')..'|'..a.latencies",
  ],
);

/** 13590 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,gG,li=unpack(ARGV,1,3)local eg=tonumber(gG)",
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
    "local aX={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cR(a,y,h)local ie,V={},{}if cb(a,'l')then local D,U,dN=cQ(y,0,h,1)for b,c in ipairs(h)do ie[b],V[b]=redis.call('HSTRLEN',U or dN[b],c)>0,D[b]end else local D=cQ(y,0,h,2)for b in ipairs(h)do ie[b],V[b]=D[b*2-1]and true,D[b*2]end end return ie,V end local function cU(j,c,i)local R,dD=string.match(i or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',j,c)<100000 then local o=string.match(redis.call('HGET',j,c),'^[^:]*')R,dD=R or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dD end return R and#R==16 and R or cF(5,0),dD~='0'and dD end local function bh(d,k,c,A)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[k],A,c))=='number'end ",
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
    "local a=cx(d.meta)local dM=cD(a,w)if dM then return dM end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local kb=redis.call('HGET',d.meta,'audit')local gh,gv=string.match(kb or'','^([1-9]%d*) (%d+)$')gh,gv=tonumber(gh)or 1,gv or'0'if gh>23 then gh=1 end if li=='0'and gh==1 and gv=='0'then return'ok\\n1 0 0 0 0 0 0'end local jF,jd,jx,hI,hK,fi,jT,em,jh=0,0,0,0,0,0,0,0,false local function jR(ln,u,fZ)local dP=redis.call(ln,u,gv,'COUNT',bD(fZ))gv=dP[1]return dP[2]end local function iT(k,h)return redis.call('ZCARD',d[k])>0 and redis.call('ZMSCORE',d[k],unpack(h))or{}end local lZ=(a.now-1600000000000)*1000+86400000000 local function jZ(c,dD)if not dD then return true end cr(a,tonumber(dD))return bh(d,'expiring',c,dD)end local function mq(c,i)jx=jx+1 for K,k in ipairs(aa)do redis.call('ZREM',d[k],c)end redis.call('ZREM',d.expiring,c)if i then redis.call('HDEL',y[bn(c)],'\\t'..c)a.runs=bD(math.max(0,a.runs-1))end end local function lT(c,i,k,hz)jd=jd+1 local gm for K,kU in ipairs(aX[string.sub(i or'',1,1)]or aa)do gm=gm or hz[kU]and kU end gm=gm or k for K,ga in ipairs(aa)do if ga~=gm then redis.call('ZREM',d[ga],c)end end return gm end local function kQ(es)local h,eY={},{}for b=1,#es/2 do h[b],eY[b]=es[b*2-1],es[b*2]end return h,eY end local function lg(k,es)local h,eY=kQ(es)if#h==0 then return 0 end local ie,V=cR(a,y,h)local kn={}for K,ga in ipairs(aa)do if ga~=k then kn[ga]=iT(ga,h)end end for b,c in ipairs(h)do local i,hz=V[b],nil for ga,D in pairs(kn)do if D[b]then hz=hz or{[k]=true}hz[ga]=true end end if not ie[b]then mq(c,i)else local gm=hz and lT(c,i,k,hz)or k if gm=='leased'and not string.find(i or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local R,dD=cU(y[bn(c)],c,nil)if jZ(c,dD)and bh(d,'ready',c,R)then hI=hI+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,c)end end local r=i and tonumber(string.match(i,'^%a (%d+)'))or 0 if k=='ready'then r=math.max(r,eY[b]%900000000000000-1000)end if r>a.tick and r<lZ then a.tick=r hK=1 end end end return#h end local Z=1 local function mw(j,fZ)local iJ,m=cb(a,'l'),em if iJ and gv=='0'and redis.call('HLEN',j)<=eg then return redis.call('HKEYS',j)end local es,x=jR('HSCAN',j,iJ and Z or fZ),{}for b=1,#es,2 do local G,p=es[b],#es[b+1]x[#x+1]=G em=em+p if p>2100 and string.sub(G,1,1)~='\\t'and not cb(a,'l')then a.flags=a.flags..'l'end end Z=em-m<100000 and Z*2 or 1 return x end local function ml(j,c)local G,lJ='\\4'..c,redis.call('ZSCORE',d.failed,c)or redis.call('ZSCORE',d.done,c)if not lJ and redis.call('HEXISTS',j,c)==1 then return false end redis.call('HDEL',d.meta,'')if cg(redis.pcall('HSET',j,c,redis.call('HGET',j,G)))then return false end for K,k in ipairs(aa)do redis.call('ZREM',d[k],c)end a.runs=bD(math.max(0,a.runs-redis.call('HDEL',j,G,'\\t'..c)))return true end local function lf(j,x)local h,hS={},{}for K,G in ipairs(x)do local kE,c=string.sub(G,1,1),string.sub(G,2)if kE=='\\4'then if not cb(a,'g')then a.flags=a.flags..'g'end if ml(j,c)and not hS[c]then h[#h+1],hS[c]=c,true end elseif kE~='\\t'then if not hS[G]then h[#h+1],hS[G]=G,true end elseif redis.call('HEXISTS',j,c)==0 then hI=hI+1 redis.call('HDEL',j,G)end end if#h==0 then return#x end local D={}for K,k in ipairs(aa)do for b,A in ipairs(iT(k,h))do D[b]=D[b]or A end end for b,c in ipairs(h)do if not D[b]then local i=redis.call('HGET',j,'\\t'..c)local dS=string.sub(i or'',1,1)local k,A,dD=dS=='C'and'done',bD(a.now),nil if dS=='F'or dS=='E'then k='failed'end if not k then k='ready'A,dD=cU(j,c,i)local r=A%900000000000000 if ds(r)>a.now then k,A='delayed',bF(r,cH(A))cr(a,ds(r))a.sooner=true end end if jZ(c,dD)and bh(d,k,c,A)then jF=jF+1 if k=='ready'then a.readied=a.readied+1 end end end end return#x end local function lr()local x,hB=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for K,k in ipairs(aa)do hB=hB+redis.call('ZCARD',d[k])end return x,hB end repeat local q=0 local fZ=eg-fi if gh<=5 then q=lg(aa[gh],jR('ZSCAN',d[aa[gh]],fZ))elseif gh<22 then local j=y[gh-5]q=lf(j,mw(j,fZ))elseif gh==22 then local h=kQ(jR('ZSCAN',d.expiring,fZ))q=#h if q>0 then local gP,fV=iT('ready',h),iT('delayed',h)for b,c in ipairs(h)do if not gP[b]and not fV[b]then hI=hI+1 redis.call('ZREM',d.expiring,c)end end end else local x,hB=lr()if x-hB~=tonumber(a.runs)then a.runs=bD(math.max(0,x-hB))hK=hK+1 end local hh=a.completed+hB-redis.call('ZCARD',d.done)for K,dF in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do hh=hh+(dF or 0)end if hh~=tonumber(a.enqueued)then a.enqueued=bD(hh)hK=hK+1 end gv='0'end fi,jT=fi+q,jT+math.max(q,eg/25)if gv=='0'then jh=gh==23 gh=gh%23+1 end until jh or jT>=eg or em>2000000 dj(a,d.meta,'audit',kb)a.fields={'audit',gh..' '..gv}local fK=(a.readied>0 or a.sooner)and cc(a)local f=br(a,d)if f then return f end if fK then du(a)end return'ok\\n'..table.concat({jh and 1 or 0,fi,jF,jd,jx,hI,hK},' ')",
  ],
);

/** 1911 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG=KEYS[1]local l={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local lI=KEYS local iZ={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cx(dG)local ew=cC(a,l)if ew then return ew end if cb(a,'l')then for b=1,16 do local j,ga=y[2+b],lI[18+b]local p=redis.call('HLEN',j)if p>0 and p<=64 then redis.call('RENAME',j,ga)redis.call('PEXPIRE',ga,'1')end end end redis.call('UNLINK',unpack(iZ))if not a.isNew then redis.pcall('HSET',l.replies,l.lane,l.number..'\\n-')redis.pcall('PEXPIRE',l.replies,string.match(l.times,'%d+$'))end return'ok\\n-'",
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

/** 17094 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fc,ku=ARGV[4],ARGV[5]local fk=ARGV ",
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
    $parseRun,
    $formatRun,
    $restartRun,
    $enterWaiting,
    $flagLarge,
    "local function bG(a,iV)local gx,hc=string.sub(iV,1,1),tonumber(string.sub(iV,2))if gx=='+'and hc>0 then return a.now+hc end if gx=='@'and hc>a.now then return hc end return nil end local function bZ(ft,gO)local gi=''if ft.max~='-'then gi=gi..' m'..ft.max end if ft.expiresAt~='0'then gi=gi..' x'..ft.expiresAt end if gO then gi=gi..' u'..bD(gO)end if ft.own~='-'then gi=gi..' o'..ft.own end return gi end local aY={ready='R',delayed='D',leased='L',failed='F',done='C'}local aW={R='ready',D='delayed',L='leased',F='failed',C='done'}local function cA(gA,c,gz)gA=gA or{}gA[c]=gz=='r'and gA[c]or gz=='r'and'r'or'a'return gA end local function cO(a,d,y,gA,hY,eY)local es,z,jG,h,em={},{},{},{},0 for c,gz in pairs(gA)do local k=aW[hY[c]or'']local Y={id=c,bucket=y[bn(c)],letter=hY[c],set=k,score=eY[c],before=k,beforeScore=eY[c]}local fX,ir=k=='ready'or k=='delayed',k and gz=='a'local x={}if fX or ir and k~='leased'then x.record,x.run=c,'\\t'..c h[#h+1]=c end if(fX or ir)and cb(a,'g')then x.follower='\\4'..c end for v,G in pairs(x)do if cb(a,'l')then em=em+redis.call('HSTRLEN',Y.bucket,G)end cJ(cq(jG,Y.bucket),Y,v)local e=cq(z,Y.bucket)e[#e+1]=G end es[c]=Y end if em>32000000 then return nil end for j,e in pairs(z)do for b,B in ipairs(redis.call('HMGET',j,unpack(e)))do local Y,v=jG[j][b*2-1],jG[j][b*2]Y[v]=B or nil end end if#h>0 then for b,lz in ipairs(redis.call('ZMSCORE',d.expiring,unpack(h)))do es[h[b]].expiry=lz or nil end end return es end local function cL(a,dK,go)local m=tonumber(string.match(dK or'','^[^:]* u(%d+)'))if m or go==''then return m end return a.now+go end local function bT(a,Y,gb,ft,go)local eN,gO=ft.dueAt,nil if go then gO=cL(a,Y.newFollower or Y.follower,go)eN=math.min(eN,gO or eN)end local R=cF(ft.priority,eN and(eN-1600000000000)*1000 or 0)Y.newFollower=R..' c'..bD(a.now)..bZ(ft,gO)..':'..gb end local function cZ(a,d,Y,gb,ft,go)local k,A,ek,eN,gO=Y.set,Y.score,ft.priority,ft.dueAt,nil local r if go then gO=cL(a,k=='delayed'and(Y.head or Y.record)or nil,go)eN=math.min(eN,gO or eN)if k=='ready'then eN=nil end end if k=='ready'and not eN and cH(A)==ek then r=A%900000000000000 elseif go and k=='delayed'and(dr(A)<=a.now or dr(A)==eN)then r=(A-A%10)/10 else a.tick=a.tick+1 r=eN and ca(a,d.delayed,eN)or a.tick end local R=cF(ek,r)Y.set=eN and'delayed'or'ready'Y.score,Y.place=eN and bF(r,ek)or R,R Y.expiresAt,Y.payload=ft.expiresAt,gb Y.head=R..(ds(r)~=a.now and' c'..bD(a.now)or'')..bZ(ft,gO)end local function bl(a,d,Y,gb,ft)local gz,hc=string.match(ft.window,'^(%l?)(%d*)$')local k,go=Y.set,gz=='b'and hc or nil local fX,ir=k=='ready'or k=='delayed',gz=='a'or gz=='b'if not k and Y.letter=='S'then return'S'end if k and not ir and(gz==''or not fX)then return aY[k]end bR(a,gb)if k=='leased'then bT(a,Y,gb,ft,go)return go and'k'or'q'end cZ(a,d,Y,gb,ft,go)if not ir and hc~='0'then Y.rememberedUntil=a.now+hc end local il=Y.set=='ready'if not k or k=='done'then Y.isNew=true return il and'r'or'd'end if k=='failed'then by(a,'redriven',1)end if go and k~='failed'then return il and'i'or'j'end return il and'n'or'o'end local function dB(a,Y)local G='\\t'..Y.id if Y.isNew then bE(a,Y.bucket,G)return end local i=cE(Y.run)or cE('W 0 0 0 0 0 0')local fs,ge,fw=i.attempt,i.released,i.postponed db(i,Y.place,Y.expiresAt)if Y.before~='failed'then i.attempt,i.released,i.postponed=fs,ge,fw end de(a,Y.bucket,G,bX(i,'W'),Y.run)end local function dw(a,d,Y)local c,j,m,k=Y.id,Y.bucket,Y.before,Y.set if Y.newFollower then cM(a,j,'\\4'..c,Y.newFollower,Y.follower)if not Y.follower then a.runsMore=(a.runsMore or 0)+1 end if not cb(a,'g')then a.flags=a.flags..'g'end end if not Y.head then return end cM(a,j,c,Y.head..':'..Y.payload,Y.record)if Y.run then dB(a,Y)end if Y.follower then bE(a,j,'\\4'..c)end if m==k then dj(a,d[k],c,Y.beforeScore)elseif m then cn(a,m,c)end if Y.expiresAt~='0'then dj(a,d.expiring,c,Y.expiry)elseif Y.expiry then cn(a,'expiring',c)end bK(a,k,Y.score,c,Y.expiresAt)if m=='ready'and k==m then a.readied=a.readied-1 end if Y.rememberedUntil then bJ(a,'seen',bD(Y.rememberedUntil),c)end end ",
    $hasListeners,
    $addListener,
    $wake,
    "local function dn(a,d,h)local hY,eY={},{}for b,fe in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if fe and fe-a.now>0 then hY[h[b]]='S'end dj(a,d.seen,h[b],fe)end for K,k in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[k],unpack(h)))do if A then hY[h[b]],eY[h[b]]=aY[k],A end end end return hY,eY end local function bc(a,d,y,fk,C)local hi,gA,fm={},nil,C while fk[fm]do local q,hJ=string.match(fk[fm],'^%d (%d+) %S+ (%S+)')local gz=string.match(hJ,'^%l')if hJ~='-'then for b=1,q do local c=fk[fm+b*2-1]hi[#hi+1]=c if gz then gA=cA(gA,c,gz)end end end fm=fm+q*2+1 end local hk,eY,ev,hd,hf={},nil,{},{},nil if#hi>0 then hk,eY=dn(a,d,hi)end if gA then hf=cO(a,d,y,gA,hk,eY)if not hf then return nil end end fm=C while fk[fm]do local ek,q,iV,hJ,fb,kT,dT=string.match(fk[fm],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local eN,dD=bG(a,iV),kT=='-'and'0'or bD(a.now+kT)local ft={priority=tonumber(ek),dueAt=eN,window=hJ,max=fb,expiresAt=dD,own=dT}local gi=bZ(ft,nil)for b=1,q do local c,gb=fk[fm+b*2-1],fk[fm+b*2]local H,kg=hk[c],hf and hf[c]if kg then H=bl(a,d,kg,gb,ft)if H=='r'or H=='d'then hd[c]=true end elseif not H then a.tick=a.tick+1 local r=a.tick H='r'if eN then H,r='d',ca(a,d.delayed,eN)end local R=cF(ek,r)local lt=ds(r)~=a.now and' c'..bD(a.now)or''if H=='r'then bK(a,'ready',R,c,dD)else bK(a,'delayed',bF(r,ek),c,dD)end bR(a,gb)local j=bn(c)cJ(cq(a.writes,y[j]),c,R..lt..gi..':'..gb)if hJ~='-'and hJ~='0'then bJ(a,'seen',bD(a.now+hJ),c)end hk[c]=string.upper(H)hd[c]=true end ev[#ev+1]=H end fm=fm+q*2+1 end for K,c in ipairs(hf and hi or{})do if hf[c]then dw(a,d,hf[c])end hf[c]=nil end return table.concat(ev),hi,hd end ",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.writes={}local ev,hi,hd=bc(a,d,bC(he,11,fc),fk,6)if not ev then return'large'end local K,hZ=string.gsub(ev,'[rd]','')local kh=hZ+(a.totals and a.totals.redriven or 0)if ku~=''and kh>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+kh>tonumber(ku)then return'full'end if a.to.seen then local hU=redis.call('ZRANGE',d.seen,'-inf',bD(a.now),'BYSCORE','LIMIT','0',bD(hZ*2+8))local kI={}for b=2,#a.to.seen,2 do kI[a.to.seen[b]]=true end for b,c in ipairs(hU)do if not kI[c]then cn(a,'seen',c)end end end a.enqueued=bD(a.enqueued+hZ)if hZ<#ev then by(a,'duplicates',#ev-hZ)end local jM=ch(a)local fK=(a.readied>0 or a.sooner)and cc(a)if a.isNew then a.fields={'born',bD(a.now)}bd(a)end local f=br(a,d,l,ev)if f then return f end local gQ={}for b,c in ipairs(hi)do if hd[c]then gQ[#gQ+1]=he[11+#fc+b-1]end end if#gQ>0 then if redis.call('EXISTS',unpack(gQ))>50 then for b,u in ipairs(gQ)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(gQ))end end if fK then du(a)end return'ok\\n'..ev..(jM and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,W=KEYS[1],KEYS[2]local w,gf,eg=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function kR(q)local Y=redis.call('XRANGE',W,bD(q),'+','COUNT','1')[1]if Y then return tonumber(string.match(Y[1],'^%d+')),Y[2][2]end end local a=cx(dG)local dM=cD(a,w)if dM then return dM end if not cb(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',dG,'events','recorded')local eq=tonumber(x[2])or 0 local ez=tonumber(gf)or eq+1 if string.sub(gf,1,1)=='@'then local t,kC=tonumber(string.sub(gf,2)),kR(0)local fW,gL=kC or eq+1,eq+1 while fW<gL do local hn=fW+(gL-fW-(gL-fW)%2)/2 local q,dC=kR(hn)if not q then gL=hn elseif string.match(dC,'^%d+')-t<0 then fW=q+1 else gL=hn end end ez=fW local m=tonumber(string.match(x[1]or'','%d+$'))or 0 if ez==(kC or eq+1)and ez-1>m then ez=ez-1 end end local el={'ok\\n'..bD(a.now)..' '..bD(ez)..' '..bD(eq)}if gf~=''then for b,Y in ipairs(redis.call('XRANGE',W,bD(ez),'+','COUNT',eg))do el[b+1]=string.match(Y[1],'^%d+')..'\\n'..Y[2][2]end end return el",
  ],
);

/** 10247 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local iH,eZ,fc,hW=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local fe,h,ev,dH,f=a.now+iH,{},{}for b,fr in ipairs(hW)do h[b]=string.sub(fr,19)end local V,U,dN=cQ(bC(he,11,fc),0,h,1)local gU=redis.call('ZMSCORE',d.leased,unpack(h))for b,c in ipairs(h)do if cf(V[b],hW[b])then ev[b]='l'bO(a,d,U or dN[b],c,V[b],gU[b],fe)else ev[b],dH=dm(V[b],hW[b],dH,d,h,b)end end local dC=table.concat(ev)..'\\n'..bD(fe)local fK=a.sooner and cc(a)if a.to.leased or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fK then du(a)end if not a.isNew then cB(d.workers,eZ,a.now)end return'ok\\n'..dC",
  ],
);

/** 15720 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local l={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eZ,jl,gG,fO=unpack(ARGV,4,7)local ez=tonumber(jl)local eg=tonumber(gG)",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h,dU,fa=redis.call('ZRANGE',d.leased,bD(ez),bD(ez+eg-1)),0,0 local ju=#h<eg if cb(a,'g')and cp(a,y,11,h,1)then ju=false end if#h>0 then local V,U,dN=cQ(y,11,h,1)for b,c in ipairs(h)do if string.match(V[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==eZ then local fG=cT(a,d,U or dN[b],c,V[b],'W','\"its worker failed\"')dU,fa=dU+1,fa+(fG and 1 or 0)end end end local dC=dU..'\\n'..(ju and'-'or bD(ez+#h-dU))local fK,f=a.readied>0 and cc(a),nil local K,fj if fa>0 then K,K,fj=dt(a,d,y,11,fO,fa*2+8)end if dU>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)if fj then da(a)dt(a,d,y,11,fO,fa*2+8)f=br(a,d)if not f then dx(a,d)end end if fK then du(a)end if ju then redis.call('ZREM',d.workers,eZ)end return'ok\\n'..dC",
  ],
);

/** 1142 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,fJ=KEYS[1],KEYS[2]local w,eg=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local lG=redis.call('ZREMRANGEBYRANK',fJ,'0',bD(eg-1))return'ok\\n'..lG..' '..math.min(1,redis.call('ZCARD',fJ))",
  ],
);

/** 543 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fB,fR=KEYS[1],KEYS[2]local fk=ARGV ",
    $digits,
    "local dJ={}for b=1,#fk,2 do dJ[#dJ+1]=fk[b]end local iU=redis.call('ZMSCORE',fB,unpack(dJ))for b,v in ipairs(dJ)do if iU[b]==fk[1+b*2-1]then local gN=redis.call('HGET',fR,v)if gN then local G='\\t'..gN local ip=(redis.call('HGET',fR,G)or 0)-1 redis.call('HDEL',fR,'')if ip>0 then redis.call('HSET',fR,G,bD(ip))else redis.call('HDEL',fR,G)end redis.call('HDEL',fR,v)end redis.call('ZREM',fB,v)end iU[b]=iU[b]or'-'end return'ok\\n'..table.concat(iU,'\\n')",
  ],
);

/** 2484 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,gP,fV,gM=unpack(KEYS,1,4)local fa,ic,j,g,fJ=unpack(KEYS,5,9)local ii,d=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,c,fl=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    $lastEndings,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local el,hQ={bD(a.now),'-'..a.flags},false for K,u in ipairs({gP,fV,gM,fa,ic})do local A=redis.call('ZSCORE',u,c)hQ=hQ or A el[#el+1]=A or'-'end el[#el+1]=redis.call('ZRANK',gP,c)or'-'el[#el+1]=redis.call('ZSCORE',fJ,c)or'-'if hQ and cb(a,'g')and redis.call('HEXISTS',j,'\\4'..c)==1 then el[#el+1]='+'end local fF=not hQ and ck(d,{c})[1]or'-'local dK=hQ and string.find(fl,'d')and redis.call('HGET',j,c)or''if hQ and string.find(fl,'h')and redis.call('HSTRLEN',j,c)<100000 then dK=string.match(redis.call('HGET',j,c)or'','^[^:]*:')or''end local ej=not a.isNew and string.find(fl,'r')and redis.call('GET',g)if ej then local je=string.match(ej,'^C (%d+)')if not je or je-(redis.call('HGET',dG,'born')or je)<0 then ej=nil end end local dP={'ok\\n'..table.concat(el,' ')..'\\n'..fF,dK,redis.call('HGET',j,'\\t'..c)or'',ej or''}if string.find(fl,'s')and(el[3]~='-'or el[4]~='-')then local lj=redis.call('HGET',dG,'born')or'-'local s={bD(redis.call('ZCARD',gP))..' '..a.leased..' '..lj}for b,gB in ipairs(redis.call('LRANGE',ii,'0',bD(9)))do s[b+1]=string.match(gB,'^[^|]*')end dP[5]=table.concat(s,'\\n')end return dP",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gM=KEYS[1]local y=KEYS local hW=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,ki,el,js={},{},{''},{}for b,fr in ipairs(hW)do h[b]=string.sub(fr,19)end local gU,D=redis.call('ZMSCORE',gM,unpack(h)),cQ(y,1,h,2)for b,fr in ipairs(hW)do local dK,i=D[b*2-1],D[b*2]local hP=gU[b]and dK and i and string.sub(i,1,18)==string.sub(fr,1,18)ki[b]=hP and'1'or'0'if hP then el[#el+1]=dK js[#js+1]='H'..(string.match(i,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for K,ii in ipairs(js)do el[#el+1]=ii end el[1]='ok\\n'..table.concat(ki)return el",
  ],
);

/** 1227 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,mv=KEYS[1],KEYS[2]local w,mz,lk=unpack(ARGV,1,3)local p=tonumber(mz)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local s=redis.call('LRANGE',mv,'0',bD(p-1))if lk=='1'then for b,I in ipairs(s)do s[b]=string.match(I,'^[^|]*')end end return'ok\\n'..bD(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1012 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fB,fR,hX=unpack(KEYS,1,3)local gx,w,lK=unpack(ARGV,1,3)local jt=tonumber(lK)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',hX,gx)or'-'}local D,fz,kp={},{},gx=='deep'local x=redis.call('HGETALL',fR)for b=1,#x,2 do D[x[b]]=x[b+1]end local M=cN(w)local es=redis.call('ZRANGE',fB,'0','-1','WITHSCORES')for b=1,#es,2 do local v,hr=es[b],es[b+1]if v~=''then local gN=D[v]if gN then D[v]=nil fz['\\t'..gN]=(fz['\\t'..gN]or 0)+1 end s[#s+1]=v..' '..(gN or'-')..(kp and M-hr>=jt and' '..hr or'')end end if kp then for G,ea in pairs(fz)do if tonumber(D[G])~=ea then redis.call('HDEL',fR,'')redis.call('HSET',fR,G,bD(ea))end end for G in pairs(D)do if not fz[G]then redis.call('HDEL',fR,G)end end end return table.concat(s,'\\n')",
  ],
);

/** 2956 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,dS=KEYS[1],KEYS[2]local y=KEYS local w,ez,eg,gZ=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local es,h,s={},{},{}if#gZ==0 then es=redis.call('ZRANGE',dS,bD(ez),bD(ez+eg-1),'WITHSCORES')else for b,A in ipairs(redis.call('ZMSCORE',dS,unpack(gZ)))do if A then cJ(es,gZ[b],A)end end end for b=1,#es,2 do h[#h+1]=es[b]end if cb(a,'l')then local hV=math.max(1,bA(y,2,h,#h,0))for b=hV+1,#h do h[b]=nil end end local el={''}if#h>0 then local D=cQ(y,2,h,2)for b,c in ipairs(h)do s[b]='\\n'..es[b*2]..' '..c el[b*2],el[b*2+1]=D[b*2-1]or'',D[b*2]or''end end el[1]='ok\\n'..bD(a.now)..' '..redis.call('ZCARD',dS)..table.concat(s)return el",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',dG)==1 then redis.call('HSET',dG,'registered',bD(cN(w)))end return'ok'",
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
    "local fB=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',fB)-1)",
  ],
);

/** 8903 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local l={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local iH,fr,gd=unpack(ARGV,4,6)",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local c=string.sub(fr,19)local m=redis.call('HGET',d.bucket,'\\t'..c)local gU=redis.call('ZSCORE',d.leased,c)local H,i='l',m if not cf(m,fr)then H=dm(m,fr,nil,d,{c},1)else if iH~=''then bO(a,d,d.bucket,c,m,gU,a.now+iH)a.rewrites=nil i='L'..string.sub(m,2)end local C,hy=string.match(i,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')de(a,d.bucket,'\\t'..c,(C or i..'\\n\\n')..gd..(hy or''),m)end local fK,f=a.sooner and cc(a),nil if H=='l'or not a.isNew then f=br(a,d,l,H)end if f then return f end if fK then du(a)end return'ok\\n'..H",
  ],
);

/** 10725 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local l={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local he=KEYS local fc,es,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local ev,fJ={},{}local y=bC(he,6,fc)local V,U,dN=cQ(y,0,h,1)local fP=bQ(d,y,0,h,V,es)for b,A in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local c=h[b]ev[b]=A and not fJ[c]and(not fP or fP[c])and'd'or'U'if ev[b]=='d'then fJ[c]=true a.tick=a.tick+1 cs(a,U or dN[b],c,V[b],cF(A%10,a.tick),false)cn(a,'delayed',c)end end local dC=table.concat(ev)local fK,f=a.readied>0 and cc(a),nil if a.readied>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end if fK then du(a)end return'ok\\n'..dC",
  ],
);

/** 9536 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local l={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gG,dF,H=unpack(ARGV,4,6)local eg=tonumber(gG)",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h=redis.call('ZRANGE',d.state,'0',bD(eg-1))if#h>0 then cp(a,y,6,h,1)local V,U,dN=cQ(y,6,h,1)for b,c in ipairs(h)do cY(a,U or dN[b],c,V[b])cX(a,U or dN[b],c)bb(a,c,H)end a.from.state,a.from.expiring=h,h if dF~=''then by(a,dF,#h)end end local dC=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=br(a,d,l,dC)end if f then return f end dx(a,d)return'ok\\n'..dC",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fB=KEYS[1]local s={'ok'}for K,v in ipairs(redis.call('ZRANGE',fB,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1070 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,gD=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dM=cD(cx(dG),w)if dM then return dM end local x,s=redis.call('HGETALL',gD),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hX=KEYS[1]",
    $REPORT_SUFFIX,
    "local kJ=redis.call('HMGET',hX,'light'..aR,'deep'..aR)return'ok\\n'..(kJ[1]or'-')..'\\n'..(kJ[2]or'-')",
  ],
);

/** 7360 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d,W={meta=KEYS[1]},KEYS[2]local l={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gm=tonumber(ARGV[4])",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local jW,f=cb(a,'e'),nil local x=redis.call('HMGET',d.meta,'events','recorded')if gm==0 then if jW then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[d.meta]={'events'}}end else local C=string.match(jW and x[1]or'','%d+$')if not C then C=bD(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',C}dj(a,d.meta,'recorded',x[2])end a.fields=bk(a.fields,'events',bD(gm)..' '..C)dj(a,d.meta,'events',x[1])if not jW then a.flags=a.flags..'e'end if a.isNew then bd(a)end end if gm>0 or not a.isNew then f=br(a,d,l,'-')end if f then return f end if gm==0 then redis.pcall('UNLINK',W)else redis.pcall('XTRIM',W,'MAXLEN',bD(gm))end return'ok\\n-'",
  ],
);

/** 10397 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local l={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fk={unpack(ARGV,4)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end local iu,h,fJ={},{},{}for b=1,#fk,3 do iu[#iu+1]=fk[b]end local eY=redis.call('ZMSCORE',d.failed,unpack(iu))local D,U,dN=cQ(y,6,iu,2)for b,c in ipairs(iu)do local dK,i,j=D[b*2-1],D[b*2],U or dN[b]local hA,fE=string.sub(i or'',1,17)==fk[b*3-1],fk[b*3]if eY[b]and dK and hA and not fJ[c]then fJ[c]=true h[#h+1]=c de(a,j,c,fE,dK)bR(a,fE)cV(a,j,c,i,cH(string.sub(fE,1,16)))end end return bs(a,d,l,h)",
  ],
);

/** 11052 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local l={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local eg,es,gZ=tonumber(ARGV[4]),ARGV[5],{unpack(ARGV,6)}",
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
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local h,fJ={},{}if#gZ==0 then if eg>0 then h=redis.call('ZRANGE',d.failed,'0',bD(eg-1))end else local fP if es~=''then local V=cQ(y,6,gZ,1)fP=bQ(d,y,6,gZ,V,es)end for b,A in ipairs(redis.call('ZMSCORE',d.failed,unpack(gZ)))do local c=gZ[b]if A and not fJ[c]and(not fP or fP[c])then h[#h+1]=c fJ[c]=true end end end if#h>0 then local V,U,dN=cQ(y,6,h,1)for b,c in ipairs(h)do local R=string.match(V[b]or'','^%a %d+ %d+ %d+ (%d+)')cV(a,U or dN[b],c,V[b],R and cH(R)or 5)end end return bs(a,d,l,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fB=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local hr=cz(fB,w)redis.call('ZADD',fB,hr,'',hr,v)return'ok'",
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
    "local dG,gP,fV,gM=unpack(KEYS,1,4)local fa,ic,ly,fJ=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local iZ={unpack(KEYS,25)}local w,jt=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end if cb(a,'p')or cb(a,'e')or redis.call('EXISTS',gP,fV,gM,fa,ic,ly,fJ,unpack(y))>0 then return'ok\\n0'end local mi=redis.call('HMGET',dG,'registered','born')for b=1,2 do if a.now-(mi[b]or 0)<jt then return'ok\\n0'end end local K,E=cN(w)if a.tick>E then return'ok\\n0'end redis.call('UNLINK',unpack(iZ))return'ok\\n1'",
  ],
);

/** 1669 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,gD=KEYS[1],KEYS[2]local w,c,mE,dC,jB=unpack(ARGV,1,5)local hT=tonumber(jB)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function kq(mj)return string.find(mj,'\"status\":\"running\"',1,true)~=nil end local a=cx(dG)local dM=cD(a,w)if dM then return dM end local m=redis.call('HGET',gD,c)local ke=m and string.match(m,'^%d+')or'0'if a.isNew or ke~=mE then return'ok\\n'..(m or'0')end if dC==''then redis.call('HDEL',gD,c)return'ok\\n0'end local jE=redis.call('HGET',gD,'running')if not m and redis.call('HLEN',gD)-(jE and 1 or 0)>=hT then return'full'end local hb=bD(ke+1)..' '..dC local iB=(jE or 0)+(kq(dC)and 1 or 0)-(m and kq(m)and 1 or 0)if iB>0 then redis.call('HSET',gD,c,hb,'running',bD(iB))else redis.call('HSET',gD,c,hb)if jE then redis.call('HDEL',gD,'running')end end return'ok\\n'..hb",
  ],
);

/** 8017 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "compared", "isRedacted", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,dS=KEYS[1],KEYS[2]local y=KEYS local w,v,iO=unpack(ARGV,1,3)local A,hb=ARGV[4],ARGV[5]local jB,gG,mf,mg=unpack(ARGV,6,9)local hT=tonumber(jB)local eg=tonumber(gG)local kx=tonumber(mf)local kz=tonumber(mg)local ky=tonumber(ARGV[10])local lQ=ARGV[11]local ff={id=ARGV[12],isPrefix=ARGV[13],worker=ARGV[14],error=ARGV[15],attempts=ARGV[16],from=ARGV[17],to=ARGV[18],entered=ARGV[19]}local hS=ARGV ",
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
    "local function cj(i)local ef,mt=string.match(i or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return ef and ds(ef)+mt or 0 end local aZ='[^\\31]+'local function bP(B,mk)for v in string.gmatch(mk,aZ)do if type(B)~='table'then return nil end local ko=string.match(v,'^%d+$')if B[v]==nil and ko then B=B[ko+1]else B=B[v]end end return B end local function bN(fu)local eo={}for b=1,#fu,4 do if fu[b]=='='then local ij,e=pcall(cjson.decode,'['..fu[b+3]..']')if ij then eo[b]=e[1]end end end return eo end local function dq(fu)local L={}for b=1,#fu,4 do if fu[b+2]~=''then L[#L+1]=string.sub(fu[b+2],-64)end end return L end local function bz(fu)local q=0 for b=1,#fu,4 do if fu[b]=='~'then q=q+1 end end return q end local function bw(dK,ez,L,hT)local p,gu=#dK-ez+1,0 for K,dC in ipairs(L)do if gu+p>hT then return nil,gu end gu=gu+p if not string.find(dK,dC,ez,true)then return false,gu end end return true,gu end local function cu(iF,fu,hh)for b=1,#fu,4 do local gx,B,hm=fu[b],bP(iF,fu[b+1]),nil if gx=='='then hm=B~=nil and B==hh[b]elseif gx=='~'then hm=type(B)=='string'and string.find(B,fu[b+3],1,true)~=nil else hm=B~=nil==(gx=='?')end if not hm then return false end end return true end local function bI(dK)local hd=string.match(dK,'^%d+ c(%d+)')if hd then return tonumber(hd)end local R=tonumber(string.match(dK,'^%d+'))return R and ds(R%900000000000000)or 0 end local function bv(kr,dC)local ez=1 while true do local fm=string.find(kr,dC,ez,true)if not fm then return false end local mA=string.match(string.sub(kr,1,fm-1),'\\\\*$')if#mA%2==0 then return true end ez=fm+1 end end local function cv(i,ff)local fs,eZ,s=string.match(i or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if ff.attempts~=''and(fs or 0)-ff.attempts<0 then return false end if ff.worker~=''and eZ~=ff.worker then return false end if ff.error==''then return true end for gy in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bv(gy,ff.error)then return true end end return false end local function bL(dS,A,i,dK,r)local t=ds(r)local ef=string.match(i or'','^%a (%d+)')if ef and ef-r>0 then return false end if dS=='failed'or dS=='done'then return A-t<=0 end if dS=='leased'then return true end if cj(i)>t then return false end if dS=='ready'then return A%900000000000000<=r end return ef~=nil or bI(dK)<=t end local function lL(dC,ga)for b=1,math.min(#dC,#ga)do local N,O=string.byte(dC,b),string.byte(ga,b)if N~=O then return N>O end end return#dC>#ga end local function mn()if A==''then return 0 end if redis.call('ZSCORE',dS,hb)==A then return redis.call('ZRANK',dS,hb)+1 end local fW,gL=redis.call('ZCOUNT',dS,'-inf','('..A),redis.call('ZCOUNT',dS,'-inf',A)while fW<gL do local hn=(fW+gL-(fW+gL)%2)/2 local dW=redis.call('ZRANGE',dS,bD(hn),bD(hn))[1]if lL(dW,hb)then gL=hn else fW=hn+1 end end return fW end local function mc(c)if ff.id==''then return true end if ff.isPrefix==''then return c==ff.id end return string.sub(c,1,#ff.id)==ff.id end local a=cx(dG)local dM=cD(a,w)if dM then return dM end local kB=iO=='ids'or ff.worker..ff.error..ff.attempts..ff.entered~=''local fu={unpack(hS,20)}local kj=#fu>0 local kA=ff.from..ff.to~=''or kj local hh=bN(fu)local L,kd=lQ==''and dq(fu)or{},bz(fu)local D,s,el,em,gu,jc,fi,gg=0,{},{''},0,0,0,0,0 local function jJ(c)local dK=redis.call('HGET',y[2+bn(c)],c)or''em=em+#dK return dK end local function md(dK)local kc=string.find(dK,':',1,true)if not kc then return false end local m,ez=gu,kc+1 local jn,er=bw(dK,ez,L,ky-m)gu=m+er if jn==false then return false end if jn==nil and m>0 then return nil end local p,ij,iF=#dK-ez+1,false,nil if jn and p<=kz then if jc+p>kz or m>0 and gu+p*kd>ky then return nil end jc,gu=jc+p,gu+p*kd ij,iF=pcall(cjson.decode,string.sub(dK,ez))end if not ij then gg=gg+1 end return ij and cu(iF,fu,hh)end local function mb(c,lw,i,dK)if not mc(c)or kB and not cv(i,ff)then return false,dK end if not dK and(kA or ff.entered~=''and v=='delayed'and not i)then dK=jJ(c)end if ff.entered~=''and not bL(v,lw,i,dK,tonumber(ff.entered))then return false,dK end if ff.from~=''and bI(dK)-ff.from<0 then return false,dK end if ff.to~=''and bI(dK)-ff.to>0 then return false,dK end if kj then return md(dK),dK end return true,dK end local eq,ks=hb,A==''and'-'or A local iQ=mn()local fj,gW=false,false while not fj and not gW and fi<hT and D<eg and em<kx do local kP=math.min(250,hT-fi)local es=redis.call('ZRANGE',dS,bD(iQ),bD(iQ+kP-1),'WITHSCORES')local h,eY={},{}for b=1,#es,2 do h[#h+1],eY[#eY+1]=es[b],es[b+1]end fj=#h<kP iQ=iQ+#h local Z,eo=kA and not cb(a,'l')and 2 or 1,{}if#h>0 and(kB or Z==2)then eo=cQ(y,2,h,Z)end for b,c in ipairs(h)do local dK,i,hm=nil,eo[b*Z],nil gW=D>=eg or em>=kx if not gW then if Z==2 then dK=eo[b*2-1]or''em=em+#dK end hm,dK=mb(c,eY[b],i,dK)gW=hm==nil end if gW then fj=false break end fi,eq,ks=fi+1,c,eY[b]if hm then D=D+1 s[D]='\\n'..eY[b]..' '..c if iO=='ids'then if not dK and cw(v,i)then dK=jJ(c)end s[D]=s[D]..'\\t'..bM(v,eY[b],i,dK)elseif iO=='jobs'then el[D*2]=dK or jJ(c)el[D*2+1]=i or redis.call('HGET',y[2+bn(c)],'\\t'..c)or''end end end end if iO=='count'then s={'\\n'..bD(D)}end local r=string.match(a.head or aL,'^2 %a* (-?%d+)')el[1]='ok\\n'..bD(a.now)..' '..r..' '..redis.call('ZCARD',dS)..' '..bD(fi)..' '..bD(gg)..' '..(fj and'-'or ks)..' '..eq..table.concat(s)return el",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hX=KEYS[1]local gx,w,gv,ms=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local G,dC=gx..aR,bD(cN(w))..' '..ms if gv==''then redis.pcall('HSET',hX,G,dC)else redis.call('HSET',hX,G,dC,gx,gv)end return'ok'",
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
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local l={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local gQ=KEYS local iM={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fO,jq=ARGV[8],ARGV[9]local fk=ARGV ",
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
    "local function bp(fM)local j=0 if fM>=1 then j=1 end if fM>=1073741824 then fM=1073741823 end if fM>=65536 then fM,j=fM/65536,j+16 end if fM>=256 then fM,j=fM/256,j+8 end if fM>=16 then fM,j=fM/16,j+4 end if fM>=4 then fM,j=fM/4,j+2 end if fM>=2 then j=j+1 end return j end local function ct(a,jr,fM,q)local ev=string.char(jr+bp(fM))if q>1 then ev=string.rep(ev,q)end a.measured=a.measured..ev end local function bg(jr,fc,H)local el,p={},0 for q in string.gmatch(jr or'','%d+')do p=p+1 el[p]=q end for b=1,31 do local er=fc[H+b-1]if er then for lS=p+1,b do el[lS]='0'end p=math.max(p,b)el[b]=bD(el[b]+er)end end return table.concat(el,' ')end local function bS(a)if#a.latencies+#a.measured>96 then local ev,fc={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#ev do fc[ev[b]]=(fc[ev[b]]or 0)+1 end local m=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bk(a.fields,'waits',bg(m[1],fc,64))cJ(a.fields,'runTimes',bg(m[2],fc,96))dj(a,a.meta,'waits',m[1])dj(a,a.meta,'runTimes',m[2])a.latencies,a.measured='',''end end ",
    $staleReason,
    "local function bB(i,fy)i.isUnused=fy=='g'local fw,fL=tonumber(i.postponed)or 0,tonumber(i.unfinished)or 0 if fy=='p'then fw=fw+1 i.isUnused=fw<=1000 elseif fy=='b'then fL=fL+1 i.isUnused=fL%10~=0 end if fw+fL>0 then i.postponed,i.unfinished=bD(fw),bD(fL)end if i.isUnused then i.released=bD(i.released+1)end end local function bq(a,d,fy,i,kf)if fy=='c'or fy=='k'then return'c','C','completed'end bB(i,fy)if i.isUnused and fy~='p'then return'r','W','released'end if fy=='f'or not i.isUnused and i.attempt-i.released>=tonumber(i.max)then return'f','F','failed'end a.tick=a.tick+1 if fy=='b'or kf=='0'then return'r','W','retried',a.tick end return'd','W','retried',ca(a,d.delayed,a.now+kf)end local aM={r='ready',d='delayed',f='failed',c='done'}local function dk(a,d,y,T,fk,C,gQ,ji)local h,ev,kL,ej,hN,dH={},{},{},0,false,nil local iJ,p,fp,kl=cb(a,'l'),0,false,false for fm=C,#fk,4 do h[#h+1]=string.sub(fk[fm+1],19)end local V,U,dN=cQ(y,T,h,1)local hO=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local c,m,j,fm=h[b],V[b],U or dN[b],C+b*4-4 local fy,fr,iG,gy=unpack(fk,fm,fm+3)local kk=m and string.sub(m,2,18)==string.sub(fr,2,18)local H,dF,i=kL[c],'stale'if H=='W'and not kk then H='A'end if not H and(not kk or not string.find(m,'^[LE]'))then H,dH=dm(m,fr,dH,d,h,b)end if not H and iJ then p=p+dl(a,j,c)fp=fp or kl and p>32000000 end if fp then H,dF='M',nil end if not H then i=fy=='c'and{expiresAt='-'}or cE(m)H=not i and'U'end if not H then local dS,r H,dS,dF,r=bq(a,d,fy,i,iG)kL[c],kl=dS,true if H~='r'or not i.isUnused or fy=='p'then ct(a,96,a.now-1600000000000-string.sub(fr,3,14),1)end if r then i.place=cF(cH(i.place),r)end local k,fX=aM[H],H=='r'or H=='d'local eE=(H=='c'or H=='f')and cP(a,j,c)if H=='c'and iG~=''and not eE then a.results=bk(a.results,gQ[ji],'C '..bD(a.now)..' '..iG)end if H~='c'then bH(i,a.now,H=='f'and H or fy,i.isUnused and''or gy)end if H=='c'and(eE or fy=='c')then bb(a,c,'C')end if eE then dp(a,d,j,c,eE,m,H=='f'and i)else if hO[b]then cn(a,'leased',c)elseif co(a,d,c,k,fX)then hN=true if H=='f'then dF=nil end end if fX then bK(a,k,H=='r'and i.place or bF(r,cH(i.place)),c,i.expiresAt)elseif fy~='c'then bJ(a,k,bD(a.now),c)ej=ej+1 end if fy=='c'then cY(a,j,c,m)else de(a,j,'\\t'..c,bX(i,dS),m)end end end if iG~=''and(fy=='c'or fy=='k')then ji=ji+1 end if dF=='completed'then a.completed=bD(a.completed+1)elseif dF then by(a,dF,1)end ev[b]=H end return table.concat(ev),ej,hN,fp end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function ce(a,c)if not a.isFinished then a.isFinished={}for K,lC in ipairs(a.finished)do a.isFinished[lC]=true end end return a.isFinished[c]end local function cm(a,d,y,T,io,fZ)local gw,fH,C,gU,fe,er,ik local dU,fi,em,gW=0,0,0,false local jS local kN,jV,hG=nil,0,0 local mD,kW=' '..io.max..' 0','\\n'..io.worker repeat local h if fi==0 then h=redis.call('ZRANGE',d.ready,'0',io.count)else h=redis.call('ZRANGE',d.ready,bD(fi),bD(fi+fZ-dU))end local p,ip=#h,fZ-dU er=p>ip if er then p=ip end if cb(a,'l')and(p>1 or fi>0)then local hV=bA(y,T,h,p,em)if hV==0 and fi==0 then hV=1 end gW=hV<p p=hV er=er or gW end for b=#h,p+1,-1 do h[b]=nil end if p>0 then local D,U,dN,x if p==1 then local q=bn(h[1])U,x=y[T+q],{h[1],'\\t'..h[1]}D=redis.call('HMGET',U,x[1],x[2])else D,U,dN,x=cQ(y,T,h,2)end local e=nil if U and a.oneHash==U then e=a.oneWrite end if not fe then gU=a.now+io.duration fe=bD(gU)end for b=1,p do local c,dK,i=h[b],D[b*2-1],D[b*2]local j,dD,gf,jU=U or dN[b],'0',nil,mD if dK and string.byte(dK,17)~=58 then local q,gi=string.match(dK,'^(%d+)([^:]*)')if#(q or'')~=16 then gf,gi=cF(5,0),''end dD=string.match(gi,' x(%d+)')or dD jU=' '..(string.match(gi,' m(%d+)')or io.max)..' '..dD end if not d.delayed and(not dK or dD~='0')then ik=true end if not d.delayed and i and a.finished and string.byte(i)==76 then local lD=ce(a,c)ik=ik or lD end if d.delayed and(not dK or dD~='0'and dD-a.now<=0)then if dK then em=em+#dK end local eE=cP(a,j,c)if dK and eE then bJ(a,'delayed','0',c)cr(a,0)else cY(a,j,c,i)cn(a,'expiring',c)if dK then by(a,'expired',1)bb(a,c,'E')end end elseif dK then dU=dU+1 if d.delayed and dD~='0'then cn(a,'expiring',c)end local r,ef=a.tick+dU,nil if p==1 then ef=string.format('%015d',r)else local fW=r%100 if fW==0 or not jS then jS=string.format('%013d',(r-fW)/100)end ef=jS..cl(fW)end local o,G,Y,R=c,x[b*2],nil,gf or string.sub(dK,1,16)if i then local fs,lh,kD,fz,s=string.match(i,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')fs,s=bD((fs or 0)+1),s or'\\n'o=fs..'\\t'..c Y='L '..ef..' '..fs..' '..(lh or'0')..' '..(kD or R)..jU..(fz or'')..kW..s if string.byte(i)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then R=nil else R=kD or R end a.histories=bj(a.histories,'H'..s)else Y='L '..ef..' 1 0 '..R..jU..kW..'\\n'a.runsMore=(a.runsMore or 0)+1 end if R then local jz=string.sub(R,1,13)if jz~=kN then if hG>0 then ct(a,64,jV,hG)end jV=a.now-1600000000000-(tonumber(jz)or 0)%900000000000 kN,hG=jz,0 end hG=hG+1 end if i and#Y<=#i then de(a,j,G,Y,i)else if i then dj(a,j,G,i)end if U then e=bk(e,G,Y)else dz(a,j,G,Y)end end if dU==1 then gw,fH,C,a.to.leased=o,dK,ef,{fe,c}else if dU==2 then gw,fH={gw},{fH}end gw[dU],fH[dU]=o,dK cJ(a.to.leased,fe,c)end em=em+#dK a.lastTick=ef end end if U and e then if not a.oneWrite or a.oneHash==U then a.oneHash,a.oneWrite=U,e else for fm=1,#e,2 do dz(a,U,e[fm],e[fm+1])end end end end fi=fi+p until ik or not er or gW or dU>=fZ or fi-dU>=1000 if hG>0 then ct(a,64,jV,hG)end if fi>0 then a.popped=fi==1 and'0'or bD(fi-1)end if dU>0 then a.tick=a.tick+dU a.leased=bD(a.leased+dU)if gU-a.due<0 then a.due=fe end if dU>15 then cJ(a.to.leased,'+inf',aN)a.isLong=true end end return gw,fH,dU,C,fe,er,ik end ",
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
    "local function bW(a,ev,gw,dU,ef,fe,er)if dU>1 then gw=table.concat(gw,'\\n')end return ev..'\\n- '..fe..(er and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..ef..'\\n'..gw end local function bY(a,ev,ed,er)return ev..'\\n'..bD(a.now)..(er and' - 1 'or' - 0 ')..ed..' -'..a.flags..' -'end local function dv(a,dC,fH,dU)if not fH then return'ok\\n'..dC end if dU==1 and not a.histories and#fH<4000 then return'ok\\n'..dC..'\\n\\n'..fH end if dU==1 then fH={fH}end table.insert(fH,1,'ok\\n'..dC)if a.histories then for K,ii in ipairs(a.histories)do fH[#fH+1]=ii end end return fH end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cx(d.meta)local ew=cC(a,l)if ew then return ew end a.frees=true local kM,is,hp=fk[10]~=nil,iM.count~='0',a.now-a.due>=0 local fZ=cb(a,'p')and 0 or tonumber(iM.count)local o=cd(a)local ev,dC,fH,dU,fg,gk='-',nil,nil,0,false,0 local function gt(fE,dP)local f local iL=kM or dU>0 or l.number~='0'bS(a)if fE then f=br(a,d,l,iL and dP)end if f then dc(a,o)else dx(a,d)o=cd(a)if dP and fE then a.before=l.number..'\\n'..dP end dC=dP or dC end da(a)return f end local function kK()local K,ej,hN,fp,fj ev,ej,hN,fp=dk(a,d,y,12,fk,10,gQ,29)if a.results then a.resultTtl=string.match(fO,'%S+$')end if ej>0 and not hN then K,K,fj=dt(a,d,y,12,fO,ej*2+8)end gk=(fj or hN)and ej or 0 if fp then is=false end return not a.isNew or string.find(ev,'%l')~=nil end local function lW(fE,jm)local gw,ef,fe,er if hp then a.due=cy(d)fE=not a.isNew er=a.now-a.due>=0 end if fZ>0 then gw,fH,dU,ef,fe,er=cm(a,d,y,12,iM,fZ)er=er or a.now-a.due>=0 fg=not er end if not a.isNew and(dU==0 or jq~='')then local lR=bd(a)fE=fE or lR or l.number~='0'end if dU>0 then return true,bW(a,ev,gw,dU,ef,fe,er)end local ed=jm and a.due or cy(d)return fE or a.popped,bY(a,ev,ed,er)end local function kt(fE,jm)local lM,dP=lW(fE,jm)local f=gt(lM,dP)if f then dU,fH,fg=0,nil,false end return f end local function kS(q)if q==0 then return end dt(a,d,y,12,fO,q*2+8)gt(a.from.done or a.from.failed)end local lP=is if kM then local fE,f=kK(),nil if is and not hp and a.readied==0 and not a.from.ready then is=false f=kt(fE,true)if f then fE=kK()end end if not dC then f=gt(fE,bY(a,ev,'-',lP))if f then return f end end end if is then if hp then local jp=math.min(1000,10+fZ*2)local K,D=cW(a,d,y,12,jp)gt(D>0)local iR,fa=cS(a,d,y,12,jp)local b,fj if fa>0 then b,b,fj=dt(a,d,y,12,fO,fa*2+8)end local f=gt(iR>0)if fj and not f then kS(fa)end local iP=cI(a,d,jp)gt(iP>0)end local f=kt(false,false)if not dC then return f end end kS(gk)a.readied=a.readied-dU local il,fK=a.readied>0 or a.sooner,false if il then fK=cc(a)elseif fg and(dU>0 or hp)then fK=cb(a,'h')end if fK then du(a,fg)end if jq~=''and not a.isNew then if jq=='p'then redis.pcall('HSET',d.meta,'policy',fO)end cB(d.workers,string.match(iM.worker,'^[^\\31]*'),a.now)dh(a,d,120000,10000)local jM=ch(a)if not jM and dC then dC=string.gsub(dC,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return dv(a,dC or bY(a,ev,'-',false),fH,dU)",
  ],
);

/** 2643 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dG,gM,ha=unpack(KEYS,1,3)local y=KEYS local w,jl,gG=unpack(ARGV,1,3)local ez=tonumber(jl)local eg=tonumber(gG)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cx(dG)local dM=cD(a,w)if dM then return dM end local hO=redis.call('ZRANGE',gM,bD(ez),bD(ez+eg-1),'WITHSCORES')local el={'ok',bD(a.now)..' '..(#hO<eg*2 and'-'or bD(ez+eg))}local hk=ez==0 and redis.call('ZRANGE',ha,'0','999','WITHSCORES')or{}for b=1,#hk,2 do el[#el+1]='W '..hk[b+1]..' '..hk[b]end local h={}for b=1,#hO,2 do h[#h+1]=hO[b]end if#h>0 then local V=cQ(y,3,h,1)for b,c in ipairs(h)do local ef,eZ=string.match(V[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')el[#el+1]='H '..hO[b*2]..' '..(ef or'0')..' '..c el[#el+1]='-'..(eZ or'')end end return table.concat(el,'\\n')",
  ],
);
