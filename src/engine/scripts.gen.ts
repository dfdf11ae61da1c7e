// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bw(p)return string.format('%d',p)end ";
const $readClock = "local function cw(w)if string.byte(w)~=61 then local r=redis.pcall('TIME')if not r.err then local Q,D=r[1]+0,r[2]+0 return Q*1000+(D-D%1000)/1000,(Q-1600000000)*1000000+D end end local J=tonumber(string.match(w,'%d+'))return J,(J-1600000000000)*1000 end ";
const $nextStamp = "local function cl(eP,w)return bw(math.max(cw(w),(redis.call('ZSCORE',eP,'')or 0)+1))end ";
const $bucketOfBytes = "local function bi(d)local dv=#d for b=1,#d,8 do local K,L,ei,ej,ek,el,eo,ep=string.byte(d,b,b+7)dv=(dv*31+K+(L or 0)*3+(ei or 0)*5+(ej or 0)*7+(ek or 0)*11+(el or 0)*13+(eo or 0)*17+(ep or 0)*19)%65521 end return dv%16+1 end ";
const $bucketOf = "local function bh(d)local H,G=string.byte(d,1,2)if H==95 and#d==13 and G<103 and G>47 and(G<58 or G>96)then return G<58 and G-47 or G-86 end return bi(d)end ";
const $declaredBuckets = "local function bv(e,H,eu)local z={}for b=1,#eu do z[tonumber(string.sub(eu,b,b),16)+1]=e[H+b-1]end return z end ";
const $readJobs = "local function cx(z,R,h,T)local x={}for b=1,#h do local d=h[b]if T==2 then x[b*2-1]=d end x[b*T]='\\t'..d end local O=bh(h[1])local dN=bh(h[#h])if O==dN then local A,dy=nil,T==2 if dy then A=redis.call('HMGET',z[R+O],unpack(x))for b=1,#h do if not A[b*2-1]then dy=false break end end end if dy then return A,z[R+O],nil,x end end local di,dL,y,dz={},{},{},{}for b=1,#h do local p=bh(h[b])local m=z[R+p]di[b]=m if not y[m]then y[m],dz[m]={},{}end local c,dq=y[m],dz[m]for N=(b-1)*T+1,b*T do local q=#c+1 c[q],dq[q]=x[N],N end end for m,c in pairs(y)do local A,dq=redis.call('HMGET',m,unpack(c)),dz[m]for N=1,#c do dL[dq[N]]=A[N]end end return dL,nil,di,x end ";
const $pushPair = "local function cu(c,K,L)local q=#c c[q+1],c[q+2]=K,L end ";
const $appendPair = "local function bf(c,K,L)if not c then return{K,L}end cu(c,K,L)return c end ";
const $append = "local function be(c,C)if not c then return{C}end c[#c+1]=C return c end ";
const $listFor = "local function cd(y,u)local c=y[u]if not c then c={}y[u]=c end return c end ";
const $HEAD_PATTERN = "local aj='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aI='2  0 0 0 0 0 0|'";
const $PADDING = "local aJ='-----------------------------------------------------------------'";
const $newUnit = "local function cj(Z)return{meta=Z,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function co(a,w)local l=redis.call('HGET',a.meta,'head')local t,B,df a.flags,t,a.due,a.runs,a.enqueued,a.leased,a.completed,df=string.match(l or aI,aj)a.isNew,a.head=not l,l if not t or not l and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(l or aI,df)a.now,B=cw(w)a.tick=t+0 if a.tick<B then a.tick=B end if B<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cn(a,i)local dg=co(a,i.times)if dg then return dg end local k=redis.call('HGET',i.replies,i.lane)if k then local p=string.match(k,'^%d+')if p==i.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#p+2)end if p-i.number>0 then return'late'end elseif i.number=='0'and redis.call('EXISTS',i.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function bO(a,dW)return a.flags~=''and string.find(a.flags,dW,1,true)~=nil end ";
const $count = "local function br(a,X,eh)if not a.totals then a.totals={}end a.totals[X]=(a.totals[X]or 0)+eh end ";
const $leave = "local function ca(a,n,d)a.from[n]=be(a.from[n],d)end ";
const $saveOld = "local function cN(a,u,ds,k)if not a.old then a.old={}end a.old[u..ds]=k end ";
const $removeJob = "local function cE(a,m,d,j)if not a.drops then a.drops={}end local c=cd(a.drops,m)c[#c+1]=d if j then c[#c+1]='\\t'..d a.runsLess=(a.runsLess or 0)+1 end end ";
const $addEnding = "local function aW(a,d,E)a.endings=bf(a.endings,d,E)end ";
const $limitFreed = "local function cc(a,z,R,h,gc)local dP,q=0,#h if bO(a,'l')then for b=1,q do local p=bh(h[b])dP=dP+redis.call('HSTRLEN',z[R+p],h[b])if dP>64000000 and b>gc then for N=q,b,-1 do h[N]=nil end break end end end return#h<q end ";
const $beginEndings = "local function bg(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function cK(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bg(a,e)end ";
const $writeEndings = "local function cX(a,e)if not a.finished and not a.endings then return end local c,t,eF={},a.lastTick if a.finished then local eS='C'..t for b,d in ipairs(a.finished)do c[b*2-1],c[b*2]=d,eS end eF=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cu(c,a.endings[b],a.endings[b+1]..t)end end if e.endedBefore then eF=redis.call('EXISTS',e.endings)==0 end if eF then bg(a,e)end local g=redis.pcall('HSET',e.endings,unpack(c))if e.endedBefore and not eF and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then cK(a,e)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bI(a,e)local s,I,dQ={},{},{}local dc,r=a.endings or{},bw(a.now)for V,d in ipairs(a.from.done or{})do dQ[d]=true end for b=1,#dc,2 do local d,E=dc[b],a.from.state and'P'or dc[b+1]if E~='F'and(E~='C'or not dQ[d])then s[#s+1]=E..d end end for V,n in ipairs({'done','failed','delayed','ready','leased'})do local c=a.to[n]or{}for b=2,#c,2 do local d=c[b]if d~=aJ and not(a.old and a.old[e[n]..d])then s[#s+1]=ai[n]..d end end end local H,q=1,0 for b=1,#s do q=q+#s[b]+1 if q>8000 or b==#s then I[#I+1]=r..'\\n'..table.concat(s,'\\n',H,b)H,q=b+1,0 end end return I end ";
const $writeEvents = "local function cY(a,e,I)local x=redis.pcall('HMGET',a.meta,'events','recorded')local dF,k=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#I for b,U in ipairs(I)do redis.pcall('XADD',e.events,'MAXLEN',dF,bw(k+b)..'-0','e',U)end end ";
const $isRefused = "local function bT(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $formatHead = "local function bJ(a)local db=(a.runsMore or 0)-(a.runsLess or 0)if db~=0 then a.runs=bw(math.max(0,a.runs+db))end a.lastTick=a.lastTick or bw(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured end ";
const $addTotals = "local function bd(a)local dd={}if not a.fields then a.fields={}end for v in pairs(a.totals)do dd[#dd+1]=v end for b,C in ipairs(redis.call('HMGET',a.meta,unpack(dd)))do local v=dd[b]local X=bw((C or 0)+a.totals[v])cu(a.fields,v,X)cN(a,a.meta,v,C)end end ";
const $writeFields = "local function da(a,y)local f for u,c in pairs(y)do if not f then local g=redis.pcall('HSET',u,unpack(c))if bT(g)then f=g end end end return f end ";
const $revert = "local function cH(y,dJ,ds,er,du)for u,c in pairs(y)do for b=1,#c,2 do local v=c[b+ds]local k=dJ[u..v]if not k then redis.pcall(er,u,v)elseif du=='ZADD'then redis.pcall(du,u,k,v)else redis.pcall(du,u,v,k)end end end end ";
const $commit = "local function bl(a,e,i,dk)local l=bJ(a)local P if e.events and bO(a,'e')then P=bI(a,e)if#P>0 then br(a,'recorded',#P)end end if a.totals then bd(a)end local F=dk and i.number..'\\n'..dk local dt=F and a.before and#F<=#a.before local f for V=1,2 do f=nil for n,c in pairs(a.to)do if not f then local g=redis.pcall('ZADD',e[n],unpack(c))if bT(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if bT(g)then f=g end end if a.writes and not f then f=da(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if F and not dt and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bT(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',l,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',l)end if bT(g)then f=g end end if a.rewrites and not f then f=da(a,a.rewrites)end if dt and not f then local g=redis.pcall('HSET',i.replies,i.lane,F)if bT(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local dT={}for n,c in pairs(a.to)do dT[e[n]]=c end cN(a,a.meta,'head',a.head)cH(a.rewrites or{},a.old,0,'HDEL','HSET')cH({[a.meta]=bf(a.fields,'head',l)},a.old,0,'HDEL','HSET')if F and not dt and a.before then redis.pcall('HSET',i.replies,i.lane,a.before)end if F and not a.before then redis.pcall('HDEL',i.replies,i.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cH(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cH({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cH(dT,a.old,1,'ZREM','ZADD')return f end a.head=l if dk and not a.before then redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end for n,c in pairs(a.from)do redis.pcall('ZREM',e[n],unpack(c))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aJ)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for u,c in pairs(a.drops)do redis.pcall('HDEL',u,unpack(c))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and P then cY(a,e,P)end return nil end ";
const $timeOfTick = "local function cT(t)return(t-t%1000)/1000+1600000000000 end ";
const $NEVER = "local aH='9999999999999'";
const $enter = "local function bA(a,n,S,d)a.to[n]=bf(a.to[n],S,d)end ";
const $lowerDue = "local function ce(a,r)if r-a.due<0 then a.due=bw(r)end end ";
const $writeField = "local function cZ(a,m,dh,C)if not a.writes then a.writes={}end cu(cd(a.writes,m),dh,C)end ";
const $rewriteField = "local function cI(a,m,dh,C,k)cN(a,m,dh,k)if#C>#k then cZ(a,m,dh,C)else if not a.rewrites then a.rewrites={}end cu(cd(a.rewrites,m),dh,C)end end ";
const $placeOf = "local function cq(ea,t)return string.format('%016d',ea*900000000000000+t)end ";
const $lastDueScore = "local function bV(r)return bw((r-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function cS(S)return(S-S%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cr(S)local ea=S%10 return cq(ea,(S-ea)/10)end ";
const $parseRun = "local function cp(j)local dI,fb,fQ,dl,ey,dG,fh,fi,ez,fw,fJ=string.match(j or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return dI and{fence=dI,attempt=fb,released=fQ,place=dl,max=ey,expiresAt=dG,postponed=fh,unfinished=fi,worker=ez,progress=fw,attempts=fJ}end ";
const $formatRun = "local function bL(j,dn)local fc=j.postponed==''and''or' '..j.postponed..' '..j.unfinished return table.concat({dn,j.fence,j.attempt,j.released,j.place,j.max,j.expiresAt},' ')..fc..'\\n'..j.worker..'\\n'..j.progress..j.attempts end ";
const $endAttempt = "local function by(j,J,E,fF)local s=j.attempts local gl,l,dI,dN=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if dI==j.fence then s=gl elseif l then local gC=E~='l'and dN==string.match(fF,'^[^\\t]+')s=gl..l..(gC and'='or dN)end s=s..'\\n'..E..' '..j.attempt..' '..j.fence..' '..bw(J-cT(j.fence))..'\\t'..j.worker..'\\t'..fF local V,p=string.gsub(s,'\\n','')while p>1 and(p>10 or#s>800)do local a,gz=string.gsub(s,'[^\\t]\\n','')local gr,eW=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',gz>5 and 0 or 1)if eW==0 then gr=string.gsub(s,'^\\n[^\\n]*','')end s,p=gr,p-1 end j.attempts=s end ";
const $removeExpired = "local function cD(a,e,z,R,dB)local h=redis.call('ZRANGE',e.expiring,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dB))local eT=cc(a,z,R,h,1)local fs=0 if#h>0 then local db,O,di=cx(z,R,h,1)local hn,gZ=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for b,d in ipairs(h)do if hn[b]or gZ[b]then fs=fs+1 cE(a,O or di[b],d,db[b])aW(a,d,'E')if hn[b]then ca(a,'ready',d)end if gZ[b]then ca(a,'delayed',d)end end end a.from.expiring=h if fs>0 then br(a,'expired',fs)end end return fs,#h,eT end ";
const $reclaimJob = "local function cA(a,e,m,d,k,dn,ho)local j,fP=cp(k),dn local fv=j and j.attempt-j.released>=tonumber(j.max)if fv then bA(a,'failed',bw(a.now),d)fP=dn=='L'and'E'or'F'br(a,'failed',1)else bA(a,'ready',j and j.place or cq(5,0),d)a.readied=a.readied+1 if j and j.expiresAt~='0'then bA(a,'expiring',j.expiresAt,d)ce(a,tonumber(j.expiresAt))end br(a,'reclaimed',1)end if j then by(j,a.now,string.lower(dn),fv and ho or'')cI(a,m,'\\t'..d,bL(j,fP),k)end ca(a,'leased',d)return fv end ";
const $reclaimExpired = "local function cz(a,e,z,R,dB)local h=redis.call('ZRANGE',e.leased,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dB))local et=0 if#h>0 then local db,O,di=cx(z,R,h,1)for b=1,#h do if cA(a,e,O or di[b],h[b],db[b],'L','\"lease expired\"')then et=et+1 end end end return#h,et end ";
const $promoteDue = "local function ct(a,e,dB)local dA=redis.call('ZRANGE',e.delayed,'-inf',bV(a.now),'BYSCORE','LIMIT','0',bw(dB),'WITHSCORES')for b=1,#dA,2 do local dl=cr(dA[b+1])bA(a,'ready',dl,dA[b])ca(a,'delayed',dA[b])end a.readied=a.readied+#dA/2 return#dA/2 end ";
const $nextDue = "local function ck(e)local r=aH for V,n in ipairs({'leased','delayed','expiring'})do local S=redis.call('ZRANGE',e[n],'0','0','WITHSCORES')[2]if S and n=='delayed'then S=cS(S)end if S and S-r<0 then r=S end end return bw(r)end ";
const $trimEnded = "local function cU(a,e,z,R,fe,dB)local go,ey={string.match(fe,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,dB)local h,fS,eW,fI,dO,eB={},{},0,0,false,false for N,n in ipairs({'done','failed'})do local fq,dF,dJ=tonumber(go[N*2-1]),tonumber(go[N*2]),{}if fq then dJ=redis.call('ZRANGE',e[n],'-inf',bw(a.now-fq),'BYSCORE','LIMIT','0',bw(ey))end local dq=#(a.to[n]or{})/2 fI=fI+dq if dF then local q=redis.call('ZCARD',e[n])local fr=q+dq-dF eB=eB or fr>q if fr>#dJ then dJ=redis.call('ZRANGE',e[n],'0',bw(math.min(fr,ey)-1))end end dO=dO or#dJ>=ey for b=1,#dJ do h[#h+1]=dJ[b]fS[#h]=n end end if#h>0 then local eT=cc(a,z,R,h,fI+1)dO=dO or eT local fO={}for V,n in ipairs({'ready','delayed','leased'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do fO[b]=fO[b]or S end end local db,O,di=cx(z,R,h,1)for b=1,#h do local d,gn=h[b],fS[b]=='failed'ca(a,fS[b],d)if not fO[b]then eW=eW+1 cE(a,O or di[b],d,db[b])aW(a,d,gn and'F'or'C')if gn then br(a,'purged',1)end end end end return eW,dO,eB end ";
const $rotateOldEndings = "local function cL(a,e,fq,ir)local q=redis.call('HLEN',e.endings)if q<ir then return end local fo=redis.call('HGET',e.endings,'')if not fo then bg(a,e)end if q>=1000000 or fo and a.now-fo>fq then cK(a,e)if q==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ";
const $resetUnit = "local function cF(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bQ(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cG(a,l)a.flags,a.tick,a.due,a.runs=l.flags,l.tick,l.due,l.runs a.leased,a.completed,a.readied,a.sooner=l.leased,l.completed,l.readied,l.sooner a.latencies,a.measured=l.latencies,''end ";
const $hasListeners = "local function bP(a)if a.flags~='h'and not bO(a,'h')then return a.isNew end if bO(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function cV(a,ex)local dA='-'if a.due~=aH then dA=bw(math.max(0,a.due-a.now))end local p=ex and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bw(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dA)end ";
const $priorityOf = "local function cs(dl)return(dl-dl%900000000000000)/900000000000000 end ";
const $dueScore = "local function bx(t,ea)return bw(t*10+ea)end ";
const $freeTickAt = "local function bN(a,fB,r)if not a.ticks then a.ticks={}end local ge,H,t={},(r-1600000000000)*1000,nil for b=1,1000 do ge[b]=H local dH=a.ticks[H]if not dH then local dY,gf=bw(H*10),bw(H*10+9999)local S=redis.call('ZRANGE',fB,gf,dY,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dH=S and(S-S%10)/10 or H-1 end if dH<H+999 then t=dH+1 break end H=math.max(H+1000,dH-dH%1000)end t=t or H for V,iI in ipairs(ge)do a.ticks[iI]=t end return t end ";
const $addListener = "local function aY(a)local k=redis.call('HGET',a.meta,'heard')local gG=bO(a,'h')and k or'0'if gG-a.now>300000 then return false end if not bO(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cu(a.fields,'heard',bw(a.now+600000))cN(a,a.meta,'heard',k)return true end ";
const $flagLarge = "local function bG(a,gS)if#gS>2000 and not bO(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function bU(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $lastEndings = "local function bX(e,h)local A=redis.call('HMGET',e.endings,unpack(h))for b,eS in ipairs(redis.call('HMGET',e.endedBefore,unpack(h)))do A[b]=A[b]or eS end return A end ";
const $staleReason = "local function cP(j,eJ,dc,e,h,b)if not j then dc=dc or bX(e,h)return string.sub(dc[b]or'U',1,1),dc end local dn,dI=string.match(j,'^(%a) (%d+)')if dn=='E'then dn='F'elseif dn=='L'or dn=='W'and dI~=string.sub(eJ,3,17)then dn='A'end return dn or'U',dc end ";
const $isHeld = "local function bS(j,eJ)return j and string.find(j,'^[LE]')and string.sub(j,2,18)==string.sub(eJ,2,18)end ";
const $extendLease = "local function bE(a,e,m,d,j,k,ev)bA(a,'leased',bw(ev),d)ce(a,ev)if k then if ev-k<0 then a.sooner=true end cN(a,e.leased,d,k)elseif string.sub(j,1,1)=='E'then ca(a,'failed',d)cI(a,m,'\\t'..d,'L'..string.sub(j,2),j)else ca(a,'ready',d)ca(a,'expiring',d)end end ";
const $LAST_REMOVED_RANK = "local am='-1001'";
const $noteWorker = "local function cm(gg,ez,J)if ez~=''and redis.pcall('ZADD',gg,bw(J),ez)==1 then redis.call('ZREMRANGEBYRANK',gg,'0',am)end end ";
const $countReadable = "local function bt(z,R,h,q,dP)local p=0 for b=1,q do local ie=bh(h[b])dP=dP+redis.call('HSTRLEN',z[R+ie],h[b])if dP>2000000 then break end p=b end return p end ";
const $rewriteRun = "local function cJ(a,m,d,j,dl,fL)local eD=cp(j)or cp('W 0 0 0 0 0 0')eD.place=dl if fL then eD.attempt,eD.released,eD.postponed='0','0',''end local eK=bL(eD,'W')if j then cI(a,m,'\\t'..d,eK,j)else cZ(a,m,'\\t'..d,eK)a.runsMore=(a.runsMore or 0)+1 end return eD.expiresAt end ";
const $makeReady = "local function cf(a,m,d,j,dl,fL)local dG=cJ(a,m,d,j,dl,fL)bA(a,'ready',dl,d)a.readied=a.readied+1 return dG end ";
const $REPORT_SUFFIX = "local aN=':report'";
const $redriveJob = "local function cC(a,m,d,j,ea)a.tick=a.tick+1 local dG=cf(a,m,d,j,cq(ea,a.tick),true)if dG~='0'then bA(a,'expiring',dG,d)ce(a,tonumber(dG))end end ";
const $commitRedriven = "local function bm(a,e,i,h)if#h>0 then a.from.failed=h br(a,'redriven',#h)end local U=#h..' '..redis.call('ZCARD',e.failed)-#h local eZ,f=a.readied>0 and bP(a),nil if#h>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eZ then cV(a)end return'ok\\n'..U end ";

/** 1015 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP,fg=KEYS[1],KEYS[2]local v,w,fW=unpack(ARGV,1,3)local jl,jm=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local hC,dh=not redis.call('ZSCORE',eP,v),'\\t'..fW local dx=redis.call('HGET',fg,dh)local kW=redis.call('ZCARD',eP)if hC and jl and kW-1>=jl then return'full\\nmaxQueues'end if hC and jm and(dx or 0)-jm>=0 then return'full\\nmaxQueuesOfMaker'end local gu=cl(eP,w)if hC then redis.call('HSET',fg,v,fW,dh,bw((dx or 0)+1))end local g=redis.pcall('ZADD',eP,gu,'',gu,v)if type(g)=='table'then if hC then redis.call('HDEL',fg,v)if dx then redis.call('HSET',fg,dh,dx)else redis.call('HDEL',fg,dh)end end return g end return'ok'",
  ],
);

/** 9747 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local i={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gk=KEYS local eu,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local iO={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local z,dU,eY,gW=bv(gk,12,eu),{},{},0 cc(a,z,0,h,1)for b in ipairs(h)do dU[b]='U'end for V,n in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do if S then local d=h[b]if not eY[d]then dU[b],eY[d]=iO[n],iO[n]end if string.find(eY[d],'%l')then ca(a,n,d)end end end end local db,O,di=cx(z,0,h,1)for b,d in ipairs(h)do if string.find(dU[b],'%l')then cE(a,O or di[b],d,db[b])aW(a,d,'X')ca(a,'expiring',d)gW=gW+1 end end if gW>0 then br(a,'cancelled',gW)end local U=table.concat(dU)local f if gW>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cX(a,e)return'ok\\n'..U",
  ],
);

/** 17135 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local fK=KEYS[15]local z=KEYS local i={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fN,lg,fe=unpack(ARGV,4,6)local dB=tonumber(fN)",
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
    "local function cv(c,fG,kK,fq)redis.pcall('LPUSH',c,fG)redis.pcall('LTRIM',c,'0',bw(kK-1))redis.pcall('PEXPIRE',c,bw(fq))end local function cM(a,e)local dY,gf,dN=string.match(redis.call('LINDEX',e.history,'0')or'','^(%d+) (%d+) (.*)$')if gf and a.now-gf<30000 then return end local fG={}for V,n in ipairs({'ready','delayed','leased','failed','done'})do fG[#fG+1]=redis.call('ZCARD',e[n])end local gv=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')fG[6],fG[7],fG[8],fG[9]=a.enqueued,a.leased,a.completed,gv[1]or'0'fG[10]=(gv[2]or'0')..'|'..(gv[3]or'')..'|'..(gv[4]or'')..'|'..a.latencies local U,J=table.concat(fG,' '),bw(a.now)if U==dN and a.now-gf<150000 then redis.pcall('LSET',e.history,'0',dY..' '..J..' '..U)return end U=J..' '..J..' '..U cv(e.history,U,1440,86400000)if not gf or math.floor(gf/3600000)<math.floor(a.now/3600000)then cv(e.hours,U,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local jN='- - 2592000000 100000'local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local gs=a.now-a.due>=0 if fe==''then fe=redis.call('HGET',e.meta,'policy')or jN end local l=bQ(a)local hl,dO,hJ=0,false,nil local function fy(eR,dk,p,il)local f if eR then f=bl(a,e,i,dk)end if f then cG(a,l)hJ,p=f,0 else cX(a,e)l=bQ(a)hl,dO=hl+p,dO or il end cF(a)return p end local fs,hI,et,hG=0,0,0,0 if gs then local p,eA,eT=cD(a,e,z,15,dB)fs=fy(eA>0,nil,p,eT or eA>=dB)local gM,km=cz(a,e,z,15,dB)gM=fy(gM>0,nil,gM,gM>=dB)et=math.min(gM,km)hI=gM-et local dA=ct(a,e,dB)hG=fy(dA>0,nil,dA,dA>=dB)end local dQ,il=cU(a,e,z,15,fe,dB)local eW=fy(a.from.done or a.from.failed,nil,dQ,il)local gR=redis.call('ZRANGE',e.seen,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(dB))if gR[1]then a.from.seen=gR end if gs then a.due=ck(e)end local jD=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',bw(a.now-lg))dO=dO or#gR>=dB local U=table.concat({hI,et,hG,fs,eW,jD,dO and 1 or 0},' ')local hs=redis.call('HGET',fK,'running')if hs then U=U..' '..hs end local hD=hl+jD>0 and not a.isNew and not hJ fy(hD or gR[1]or gs and not a.isNew,hD and U,0)if hl==0 then cL(a,e,86400000,1)end if a.readied>0 and bP(a)then cV(a)end if not a.isNew then cM(a,e)end if hJ and hl==0 then return hJ end return'ok\\n'..U",
  ],
);

/** 1805 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fX,fB,fV=unpack(KEYS,1,4)local et,gX,gg=unpack(KEYS,5,7)local w,dd=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local dK={bw(a.now)}for V,u in ipairs({fX,fB,fV,et,gX,gg})do dK[#dK+1]=redis.call('ZCARD',u)end local fP=redis.call('ZRANGE',fX,'0','0','WITHSCORES')[2]dK[#dK+1]=fP and bw(cT(fP%900000000000000))or'-'local gv=redis.call('HMGET',Z,unpack(dd))local ja=redis.call('HMGET',Z,'waits','runTimes')for b,X in ipairs(gv)do gv[b]=X or'0'end return'ok\\n'..table.concat(dK,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(gv,' ')..'\\n'..bw(redis.call('ZCOUNT',fB,'-inf',bV(a.now)))..' '..bw(redis.call('ZCOUNT',fV,'-inf',bw(a.now)))..'\\n-'..(ja[1]or'')..'|'..(ja[2]or'')..'|'..a.latencies",
  ],
);

/** 12979 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local z={unpack(KEYS,8,23)}local w,fN,jW=unpack(ARGV,1,3)local dB=tonumber(fN)",
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
    "local aS={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cy(a,z,h)local ha,db={},{}if bO(a,'l')then local A,O,di=cx(z,0,h,1)for b,d in ipairs(h)do ha[b],db[b]=redis.call('HSTRLEN',O or di[b],d)>0,A[b]end else local A=cx(z,0,h,2)for b in ipairs(h)do ha[b],db[b]=A[b*2-1]and true,A[b*2]end end return ha,db end local function cB(m,d,j)local dl,dG=string.match(j or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',m,d)<100000 then local l=string.match(redis.call('HGET',m,d),'^[^:]*')dl,dG=dl or string.match(l,'^%d+'),string.match(l,' x(%d+)')or dG end return dl and#dl==16 and dl or cq(5,0),dG~='0'and dG end local function bc(e,n,d,S)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[n],S,d))=='number'end ",
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
    "local a=cj(e.meta)local dg=co(a,w)if dg then return dg end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(z))==0 then return'ok\\n1 0 0 0 0 0 0'end local iR=redis.call('HGET',e.meta,'audit')local fp,fA=string.match(iR or'','^([1-9]%d*) (%d+)$')fp,fA=tonumber(fp)or 1,fA or'0'if fp>23 then fp=1 end if jW=='0'and fp==1 and fA=='0'then return'ok\\n1 0 0 0 0 0 0'end local iw,hS,io,gI,gK,eA,iH,dP,hX=0,0,0,0,0,0,0,0,false local function iF(kb,u,fl)local dk=redis.call(kb,u,fA,'COUNT',bw(fl))fA=dk[1]return dk[2]end local function hK(n,h)return redis.call('ZCARD',e[n])>0 and redis.call('ZMSCORE',e[n],unpack(h))or{}end local kL=(a.now-1600000000000)*1000+86400000000 local function iP(d,dG)if not dG then return true end ce(a,tonumber(dG))return bc(e,'expiring',d,dG)end local function kZ(d,j)io=io+1 for V,n in ipairs(aa)do redis.call('ZREM',e[n],d)end redis.call('ZREM',e.expiring,d)if j then redis.call('HDEL',z[bh(d)],'\\t'..d)a.runs=bw(math.max(0,a.runs-1))end end local function kD(d,j,n,gB)hS=hS+1 local ft for V,jJ in ipairs(aS[string.sub(j or'',1,1)]or aa)do ft=ft or gB[jJ]and jJ end ft=ft or n for V,fm in ipairs(aa)do if fm~=ft then redis.call('ZREM',e[fm],d)end end return ft end local function jF(eI)local h,fH={},{}for b=1,#eI/2 do h[b],fH[b]=eI[b*2-1],eI[b*2]end return h,fH end local function jU(n,eI)local h,fH=jF(eI)if#h==0 then return 0 end local ha,db=cy(a,z,h)local jb={}for V,fm in ipairs(aa)do if fm~=n then jb[fm]=hK(fm,h)end end for b,d in ipairs(h)do local j,gB=db[b],nil for fm,A in pairs(jb)do if A[b]then gB=gB or{[n]=true}gB[fm]=true end end if not ha[b]then kZ(d,j)else local ft=gB and kD(d,j,n,gB)or n if ft=='leased'and not string.find(j or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local dl,dG=cB(z[bh(d)],d,nil)if iP(d,dG)and bc(e,'ready',d,dl)then gI=gI+1 a.readied=a.readied+1 redis.call('ZREM',e.leased,d)end end local t=j and tonumber(string.match(j,'^%a (%d+)'))or 0 if n=='ready'then t=math.max(t,fH[b]%900000000000000-1000)end if t>a.tick and t<kL then a.tick=t gK=1 end end end return#h end local T=1 local function le(m,fl)local hB,k=bO(a,'l'),dP if hB and fA=='0'and redis.call('HLEN',m)<=dB then return redis.call('HKEYS',m)end local eI,x=iF('HSCAN',m,hB and T or fl),{}for b=1,#eI,2 do local dh,q=eI[b],#eI[b+1]x[#x+1]=dh dP=dP+q if q>2100 and string.sub(dh,1,1)~='\\t'and not bO(a,'l')then a.flags=a.flags..'l'end end T=dP-k<100000 and T*2 or 1 return x end local function jT(m,x)local h={}for V,dh in ipairs(x)do if string.sub(dh,1,1)~='\\t'then h[#h+1]=dh elseif redis.call('HEXISTS',m,string.sub(dh,2))==0 then gI=gI+1 redis.call('HDEL',m,dh)end end if#h==0 then return#x end local A={}for V,n in ipairs(aa)do for b,S in ipairs(hK(n,h))do A[b]=A[b]or S end end for b,d in ipairs(h)do if not A[b]then local j=redis.call('HGET',m,'\\t'..d)local dn=string.sub(j or'',1,1)local n,S,dG=dn=='C'and'done',bw(a.now),nil if dn=='F'or dn=='E'then n='failed'end if not n then n='ready'S,dG=cB(m,d,j)local t=S%900000000000000 if cT(t)>a.now then n,S='delayed',bx(t,cs(S))ce(a,cT(t))a.sooner=true end end if iP(d,dG)and bc(e,n,d,S)then iw=iw+1 if n=='ready'then a.readied=a.readied+1 end end end end return#x end local function kf()local x,gD=0,0 for b=1,16 do x=x+redis.call('HLEN',z[b])end for V,n in ipairs(aa)do gD=gD+redis.call('ZCARD',e[n])end return x,gD end repeat local p=0 local fl=dB-eA if fp<=5 then p=jU(aa[fp],iF('ZSCAN',e[aa[fp]],fl))elseif fp<22 then local m=z[fp-5]p=jT(m,le(m,fl))elseif fp==22 then local h=jF(iF('ZSCAN',e.expiring,fl))p=#h if p>0 then local fX,fB=hK('ready',h),hK('delayed',h)for b,d in ipairs(h)do if not fX[b]and not fB[b]then gI=gI+1 redis.call('ZREM',e.expiring,d)end end end else local x,gD=kf()if x-gD~=tonumber(a.runs)then a.runs=bw(math.max(0,x-gD))gK=gK+1 end local gm=a.completed+gD-redis.call('ZCARD',e.done)for V,X in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do gm=gm+(X or 0)end if gm~=tonumber(a.enqueued)then a.enqueued=bw(gm)gK=gK+1 end fA='0'end eA,iH=eA+p,iH+math.max(p,dB/25)if fA=='0'then hX=fp==23 fp=fp%23+1 end until hX or iH>=dB or dP>2000000 cN(a,e.meta,'audit',iR)a.fields={'audit',fp..' '..fA}local eZ=(a.readied>0 or a.sooner)and bP(a)local f=bl(a,e)if f then return f end if eZ then cV(a)end return'ok\\n'..table.concat({hX and 1 or 0,eA,iw,hS,io,gI,gK},' ')",
  ],
);

/** 1907 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z=KEYS[1]local i={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local kt=KEYS local hO={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cj(Z)local dS=cn(a,i)if dS then return dS end if bO(a,'l')then for b=1,16 do local m,fm=z[2+b],kt[18+b]local q=redis.call('HLEN',m)if q>0 and q<=64 then redis.call('RENAME',m,fm)redis.call('PEXPIRE',fm,'1')end end end redis.call('UNLINK',unpack(hO))if not a.isNew then redis.pcall('HSET',i.replies,i.lane,i.number..'\\n-')redis.pcall('PEXPIRE',i.replies,string.match(i.times,'%d+$'))end return'ok\\n-'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gk=KEYS local eu,jk=ARGV[4],ARGV[5]local eC=ARGV ",
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
    "local function cQ(a,e,h)local iJ={}for b,ev in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if ev and ev-a.now>0 then iJ[h[b]]='S'end cN(a,e.seen,h[b],ev)end for V,n in ipairs({'ready','delayed','leased','failed','done'})do for b,S in ipairs(redis.call('ZMSCORE',e[n],unpack(h)))do if S then iJ[h[b]]=aT[n]end end end return iJ end local function aX(a,e,z,eC,H)local gA,eE={},H while eC[eE]do local p,hu=string.match(eC[eE],'^%d (%d+) %S+ (%S+)')if hu~='-'then for b=1,p do gA[#gA+1]=eC[eE+b*2-1]end end eE=eE+p*2+1 end local gE,dU,gj={},{},{}if#gA>0 then gE=cQ(a,e,gA)end eE=H while eC[eE]do local ea,p,jL,hu,ey,jI,dq=string.match(eC[eE],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fE,hw=string.sub(jL,1,1),tonumber(string.sub(jL,2))for b=1,p do local d,gS=eC[eE+b*2-1],eC[eE+b*2]local E=gE[d]if not E then a.tick=a.tick+1 local t=a.tick E='r'if fE=='+'and hw>0 then E,t='d',bN(a,e.delayed,a.now+hw)elseif fE=='@'and hw>a.now then E,t='d',bN(a,e.delayed,hw)end local dl=cq(ea,t)local fT=cT(t)~=a.now and' c'..bw(a.now)or''if ey~='-'then fT=fT..' m'..ey end if jI~='-'then local dG=a.now+jI fT=fT..' x'..bw(dG)bA(a,'expiring',bw(dG),d)ce(a,dG)end if dq~='-'then fT=fT..' o'..dq end if E=='r'then bA(a,'ready',dl,d)a.readied=a.readied+1 else bA(a,'delayed',bx(t,ea),d)a.sooner=true ce(a,cT(t))end bG(a,gS)local m=bh(d)cu(cd(a.writes,z[m]),d,dl..fT..':'..gS)if hu~='-'and hu~='0'then bA(a,'seen',bw(a.now+hu),d)end gE[d]=string.upper(E)gj[d]=true end dU[#dU+1]=E end eE=eE+p*2+1 end return table.concat(dU),gA,gj end ",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.writes={}local dU,gA,gj=aX(a,e,bv(gk,11,eu),eC,6)local V,gJ=string.gsub(dU,'%l','')if jk~=''and gJ>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+gJ>tonumber(jk)then return'full'end if a.to.seen then local gR=redis.call('ZRANGE',e.seen,'-inf',bw(a.now),'BYSCORE','LIMIT','0',bw(gJ*2+8))for b,d in ipairs(gR)do if not gj[d]then ca(a,'seen',d)end end end a.enqueued=bw(a.enqueued+gJ)if gJ<#dU then br(a,'duplicates',#dU-gJ)end local iB=bU(a)local eZ=(a.readied>0 or a.sooner)and bP(a)if a.isNew then a.fields={'born',bw(a.now)}aY(a)end local f=bl(a,e,i,dU)if f then return f end local fY={}for b,d in ipairs(gA)do if gj[d]then fY[#fY+1]=gk[11+#eu+b-1]end end if#fY>0 then if redis.call('EXISTS',unpack(fY))>50 then for b,u in ipairs(fY)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(fY))end end if eZ then cV(a)end return'ok\\n'..dU..(iB and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,P=KEYS[1],KEYS[2]local w,fo,dB=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function jG(p)local eK=redis.call('XRANGE',P,bw(p),'+','COUNT','1')[1]if eK then return tonumber(string.match(eK[1],'^%d+')),eK[2][2]end end local a=cj(Z)local dg=co(a,w)if dg then return dg end if not bO(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',Z,'events','recorded')local dN=tonumber(x[2])or 0 local dY=tonumber(fo)or dN+1 if string.sub(fo,1,1)=='@'then local r,js=tonumber(string.sub(fo,2)),jG(0)local fk,fU=js or dN+1,dN+1 while fk<fU do local gq=fk+(fU-fk-(fU-fk)%2)/2 local p,U=jG(gq)if not p then fU=gq elseif string.match(U,'^%d+')-r<0 then fk=p+1 else fU=gq end end dY=fk local k=tonumber(string.match(x[1]or'','%d+$'))or 0 if dY==(js or dN+1)and dY-1>k then dY=dY-1 end end local dK={'ok\\n'..bw(a.now)..' '..bw(dY)..' '..bw(dN)}if fo~=''then for b,eK in ipairs(redis.call('XRANGE',P,bw(dY),'+','COUNT',dB))do dK[b+1]=string.match(eK[1],'^%d+')..'\\n'..eK[2][2]end end return dK",
  ],
);

/** 10192 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gk=KEYS local hz,ez,eu,gU=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local ev,h,dU,dc,f=a.now+hz,{},{}for b,eJ in ipairs(gU)do h[b]=string.sub(eJ,19)end local db,O,di=cx(bv(gk,11,eu),0,h,1)local ga=redis.call('ZMSCORE',e.leased,unpack(h))for b,d in ipairs(h)do if bS(db[b],gU[b])then dU[b]='l'bE(a,e,O or di[b],d,db[b],ga[b],ev)else dU[b],dc=cP(db[b],gU[b],dc,e,h,b)end end local U=table.concat(dU)..'\\n'..bw(ev)local eZ=a.sooner and bP(a)if a.to.leased or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eZ then cV(a)end if not a.isNew then cm(e.workers,ez,a.now)end return'ok\\n'..U",
  ],
);

/** 13568 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local z=KEYS local i={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ez,ib,fN,fe=unpack(ARGV,4,7)local dY=tonumber(ib)local dB=tonumber(fN)",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local h,dH,et=redis.call('ZRANGE',e.leased,bw(dY),bw(dY+dB-1)),0,0 if#h>0 then local db,O,di=cx(z,11,h,1)for b,d in ipairs(h)do if string.match(db[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==ez then local fv=cA(a,e,O or di[b],d,db[b],'W','\"its worker failed\"')dH,et=dH+1,et+(fv and 1 or 0)end end end local je=#h<dB local U=dH..'\\n'..(je and'-'or bw(dY+dB-dH))local eZ,f=a.readied>0 and bP(a),nil local V,eB if et>0 then V,V,eB=cU(a,e,z,11,fe,et*2+8)end if dH>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cX(a,e)if eB then cF(a)cU(a,e,z,11,fe,et*2+8)f=bl(a,e)if not f then cX(a,e)end end if eZ then cV(a)end if je then redis.call('ZREM',e.workers,ez)end return'ok\\n'..U",
  ],
);

/** 1138 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,eY=KEYS[1],KEYS[2]local w,dB=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local kr=redis.call('ZREMRANGEBYRANK',eY,'0',bw(dB-1))return'ok\\n'..kr..' '..math.min(1,redis.call('ZCARD',eY))",
  ],
);

/** 547 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP,fg=KEYS[1],KEYS[2]local eC=ARGV ",
    $digits,
    "local dd={}for b=1,#eC,2 do dd[#dd+1]=eC[b]end local hL=redis.call('ZMSCORE',eP,unpack(dd))for b,v in ipairs(dd)do if hL[b]==eC[1+b*2-1]then local fW=redis.call('HGET',fg,v)if fW then local dh='\\t'..fW local hi=(redis.call('HGET',fg,dh)or 0)-1 redis.call('HDEL',fg,'')if hi>0 then redis.call('HSET',fg,dh,bw(hi))else redis.call('HDEL',fg,dh)end redis.call('HDEL',fg,v)end redis.call('ZREM',eP,v)end hL[b]=hL[b]or'-'end return'ok\\n'..table.concat(hL,'\\n')",
  ],
);

/** 2313 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fX,fB,fV=unpack(KEYS,1,4)local et,gX,m,g,eY=unpack(KEYS,5,9)local hc,e=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,d,eD=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $lastEndings,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local dK,hf={bw(a.now),'-'..a.flags},false for V,u in ipairs({fX,fB,fV,et,gX})do local S=redis.call('ZSCORE',u,d)hf=hf or S dK[#dK+1]=S or'-'end dK[#dK+1]=redis.call('ZRANK',fX,d)or'-'dK[#dK+1]=redis.call('ZSCORE',eY,d)or'-'local eS=not hf and bX(e,{d})[1]or'-'local dw=hf and string.find(eD,'d')and redis.call('HGET',m,d)or''if hf and string.find(eD,'h')and redis.call('HSTRLEN',m,d)<100000 then dw=string.match(redis.call('HGET',m,d)or'','^[^:]*:')or''end local dF=not a.isNew and string.find(eD,'r')and redis.call('GET',g)if dF then local hT=string.match(dF,'^C (%d+)')if not hT or hT-(redis.call('HGET',Z,'born')or hT)<0 then dF=nil end end local dk={'ok\\n'..table.concat(dK,' ')..'\\n'..eS,dw,redis.call('HGET',m,'\\t'..d)or'',dF or''}if string.find(eD,'s')and(dK[3]~='-'or dK[4]~='-')then local jX=redis.call('HGET',Z,'born')or'-'local s={bw(redis.call('ZCARD',fX))..' '..a.leased..' '..jX}for b,fG in ipairs(redis.call('LRANGE',hc,'0',bw(9)))do s[b+1]=string.match(fG,'^[^|]*')end dk[5]=table.concat(s,'\\n')end return dk",
  ],
);

/** 1534 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fV=KEYS[1]local z=KEYS local gU=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,iW,dK,ij={},{},{''},{}for b,eJ in ipairs(gU)do h[b]=string.sub(eJ,19)end local ga,A=redis.call('ZMSCORE',fV,unpack(h)),cx(z,1,h,2)for b,eJ in ipairs(gU)do local dw,j=A[b*2-1],A[b*2]local gP=ga[b]and dw and j and string.sub(j,1,18)==string.sub(eJ,1,18)iW[b]=gP and'1'or'0'if gP then dK[#dK+1]=dw ij[#ij+1]='H'..(string.match(j,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for V,hc in ipairs(ij)do dK[#dK+1]=hc end dK[1]='ok\\n'..table.concat(iW)return dK",
  ],
);

/** 1229 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,ld=KEYS[1],KEYS[2]local w,lh,jY=unpack(ARGV,1,3)local q=tonumber(lh)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local s=redis.call('LRANGE',ld,'0',bw(q-1))if jY=='1'then for b,F in ipairs(s)do s[b]=string.match(F,'^[^|]*')..'||'end end return'ok\\n'..bw(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1018 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP,fg,gV=unpack(KEYS,1,3)local fE,w,ku=unpack(ARGV,1,3)local ik=tonumber(ku)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',gV,fE)or'-'}local A,fc,jd={},{},fE=='deep'local x=redis.call('HGETALL',fg)for b=1,#x,2 do A[x[b]]=x[b+1]end local J=cw(w)local eI=redis.call('ZRANGE',eP,'0','-1','WITHSCORES')for b=1,#eI,2 do local v,gu=eI[b],eI[b+1]if v~=''then local fW=A[v]if fW then A[v]=nil fc['\\t'..fW]=(fc['\\t'..fW]or 0)+1 end s[#s+1]=v..' '..(fW or'-')..(jd and J-gu>=ik and' '..gu or'')end end if jd then for dh,dx in pairs(fc)do if tonumber(A[dh])~=dx then redis.call('HDEL',fg,'')redis.call('HSET',fg,dh,bw(dx))end end for dh in pairs(A)do if not fc[dh]then redis.call('HDEL',fg,dh)end end end return table.concat(s,'\\n')",
  ],
);

/** 2952 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dn=KEYS[1],KEYS[2]local z=KEYS local w,dY,dB,gd=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local eI,h,s={},{},{}if#gd==0 then eI=redis.call('ZRANGE',dn,bw(dY),bw(dY+dB-1),'WITHSCORES')else for b,S in ipairs(redis.call('ZMSCORE',dn,unpack(gd)))do if S then cu(eI,gd[b],S)end end end for b=1,#eI,2 do h[#h+1]=eI[b]end if bO(a,'l')then local gT=math.max(1,bt(z,2,h,#h,0))for b=gT+1,#h do h[b]=nil end end local dK={''}if#h>0 then local A=cx(z,2,h,2)for b,d in ipairs(h)do s[b]='\\n'..eI[b*2]..' '..d dK[b*2],dK[b*2+1]=A[b*2-1]or'',A[b*2]or''end end dK[1]='ok\\n'..bw(a.now)..' '..redis.call('ZCARD',dn)..table.concat(s)return dK",
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
    "if redis.call('EXISTS',Z)==1 then redis.call('HSET',Z,'registered',bw(cw(w)))end return'ok'",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true if not bO(a,'p')then a.flags=a.flags..'p'if a.isNew then aY(a)end end local f=bl(a,e,i,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',eP)-1)",
  ],
);

/** 8847 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local i={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local hz,eJ,fw=unpack(ARGV,4,6)",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local d=string.sub(eJ,19)local k=redis.call('HGET',e.bucket,'\\t'..d)local ga=redis.call('ZSCORE',e.leased,d)local E,j='l',k if not bS(k,eJ)then E=cP(k,eJ,nil,e,{d},1)else if hz~=''then bE(a,e,e.bucket,d,k,ga,a.now+hz)a.rewrites=nil j='L'..string.sub(k,2)end local H,gz=string.match(j,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cI(a,e.bucket,'\\t'..d,(H or j..'\\n\\n')..fw..(gz or''),k)end local eZ,f=a.sooner and bP(a),nil if E=='l'or not a.isNew then f=bl(a,e,i,E)end if f then return f end if eZ then cV(a)end return'ok\\n'..E",
  ],
);

/** 10017 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local i={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gk=KEYS local eu,h=ARGV[4],{unpack(ARGV,5)}",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local dU,eY={},{}local db,O,di=cx(bv(gk,6,eu),0,h,1)for b,S in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local d=h[b]dU[b]=S and not eY[d]and'd'or'U'if dU[b]=='d'then eY[d]=true a.tick=a.tick+1 cf(a,O or di[b],d,db[b],cq(S%10,a.tick),false)ca(a,'delayed',d)end end local U=table.concat(dU)local eZ,f=a.readied>0 and bP(a),nil if a.readied>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end if eZ then cV(a)end return'ok\\n'..U",
  ],
);

/** 9143 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local z=KEYS local i={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local fN,X,E=unpack(ARGV,4,6)local dB=tonumber(fN)",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local h=redis.call('ZRANGE',e.state,'0',bw(dB-1))if#h>0 then cc(a,z,6,h,1)local db,O,di=cx(z,6,h,1)for b,d in ipairs(h)do cE(a,O or di[b],d,db[b])aW(a,d,E)end a.from.state,a.from.expiring=h,h if X~=''then br(a,X,#h)end end local U=#h..' '..(redis.call('ZCARD',e.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bl(a,e,i,U)end if f then return f end cX(a,e)return'ok\\n'..U",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP=KEYS[1]local s={'ok'}for V,v in ipairs(redis.call('ZRANGE',eP,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1066 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fK=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dg=co(cj(Z),w)if dg then return dg end local x,s=redis.call('HGETALL',fK),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gV=KEYS[1]",
    $REPORT_SUFFIX,
    "local jy=redis.call('HMGET',gV,'light'..aN,'deep'..aN)return'ok\\n'..(jy[1]or'-')..'\\n'..(jy[2]or'-')",
  ],
);

/** 7298 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e,P={meta=KEYS[1]},KEYS[2]local i={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local ft=tonumber(ARGV[4])",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local iN,f=bO(a,'e'),nil local x=redis.call('HMGET',e.meta,'events','recorded')if ft==0 then if iN then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[e.meta]={'events'}}end else local H=string.match(iN and x[1]or'','%d+$')if not H then H=bw(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',H}cN(a,e.meta,'recorded',x[2])end a.fields=bf(a.fields,'events',bw(ft)..' '..H)cN(a,e.meta,'events',x[1])if not iN then a.flags=a.flags..'e'end if a.isNew then aY(a)end end if ft>0 or not a.isNew then f=bl(a,e,i,'-')end if f then return f end if ft==0 then redis.pcall('UNLINK',P)else redis.pcall('XTRIM',P,'MAXLEN',bw(ft))end return'ok\\n-'",
  ],
);

/** 10351 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local eC={unpack(ARGV,4)}",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end local hm,h,eY={},{},{}for b=1,#eC,3 do hm[#hm+1]=eC[b]end local fH=redis.call('ZMSCORE',e.failed,unpack(hm))local A,O,di=cx(z,6,hm,2)for b,d in ipairs(hm)do local dw,j,m=A[b*2-1],A[b*2],O or di[b]local gC,eR=string.sub(j or'',1,17)==eC[b*3-1],eC[b*3]if fH[b]and dw and gC and not eY[d]then eY[d]=true h[#h+1]=d cI(a,m,d,eR,dw)bG(a,eR)cC(a,m,d,j,cs(string.sub(eR,1,16)))end end return bm(a,e,i,h)",
  ],
);

/** 10316 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local i={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local dB,gd=tonumber(ARGV[4]),{unpack(ARGV,5)}",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local h,eY={},{}if#gd==0 then if dB>0 then h=redis.call('ZRANGE',e.failed,'0',bw(dB-1))end else for b,S in ipairs(redis.call('ZMSCORE',e.failed,unpack(gd)))do if S and not eY[gd[b]]then h[#h+1]=gd[b]eY[gd[b]]=true end end end if#h>0 then local db,O,di=cx(z,6,h,1)for b,d in ipairs(h)do local dl=string.match(db[b]or'','^%a %d+ %d+ %d+ (%d+)')cC(a,O or di[b],d,db[b],dl and cs(dl)or 5)end end return bm(a,e,i,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local eP=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local gu=cl(eP,w)redis.call('ZADD',eP,gu,'',gu,v)return'ok'",
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
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local jK,f=bO(a,'p'),nil if jK then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bl(a,e,i,'-')end if f then return f end if jK then a.readied=redis.call('ZCARD',e.ready)if bP(a)then cV(a)end end return'ok\\n-'",
  ],
);

/** 1463 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fX,fB,fV=unpack(KEYS,1,4)local et,gX,kl,eY=unpack(KEYS,5,8)local z={unpack(KEYS,9,24)}local hO={unpack(KEYS,25)}local w,ik=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end if bO(a,'p')or bO(a,'e')or redis.call('EXISTS',fX,fB,fV,et,gX,kl,eY,unpack(z))>0 then return'ok\\n0'end local kT=redis.call('HMGET',Z,'registered','born')for b=1,2 do if a.now-(kT[b]or 0)<ik then return'ok\\n0'end end local V,B=cw(w)if a.tick>B then return'ok\\n0'end redis.call('UNLINK',unpack(hO))return'ok\\n1'",
  ],
);

/** 1661 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fK=KEYS[1],KEYS[2]local w,d,lm,U,is=unpack(ARGV,1,5)local gQ=tonumber(is)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function jf(kU)return string.find(kU,'\"status\":\"running\"',1,true)~=nil end local a=cj(Z)local dg=co(a,w)if dg then return dg end local k=redis.call('HGET',fK,d)local iU=k and string.match(k,'^%d+')or'0'if a.isNew or iU~=lm then return'ok\\n'..(k or'0')end if U==''then redis.call('HDEL',fK,d)return'ok\\n0'end local iv=redis.call('HGET',fK,'running')if not k and redis.call('HLEN',fK)-(iv and 1 or 0)>=gQ then return'full'end local gi=bw(iU+1)..' '..U local hs=(iv or 0)+(jf(U)and 1 or 0)-(k and jf(k)and 1 or 0)if hs>0 then redis.call('HSET',fK,d,gi,'running',bw(hs))else redis.call('HSET',fK,d,gi)if iv then redis.call('HDEL',fK,'running')end end return'ok\\n'..gi",
  ],
);

/** 7592 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "compared", "isRedacted", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,dn=KEYS[1],KEYS[2]local z=KEYS local w,v,jt=unpack(ARGV,1,3)local S,gi=ARGV[4],ARGV[5]local is,fN,kR,kS=unpack(ARGV,6,9)local gQ=tonumber(is)local dB=tonumber(fN)local jn=tonumber(kR)local jp=tonumber(kS)local jo=tonumber(ARGV[10])local kA=ARGV[11]local ew={id=ARGV[12],isPrefix=ARGV[13],worker=ARGV[14],error=ARGV[15],attempts=ARGV[16],from=ARGV[17],to=ARGV[18],entered=ARGV[19]}local kJ=ARGV ",
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
    "local function bW(j)local dI,lb=string.match(j or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return dI and cT(dI)+lb or 0 end local aU='[^\\31]+'local function bF(C,kV)for v in string.gmatch(kV,aU)do if type(C)~='table'then return nil end local jc=string.match(v,'^%d+$')if C[v]==nil and jc then C=C[jc+1]else C=C[v]end end return C end local function bD(eL)local dL={}for b=1,#eL,4 do if eL[b]=='='then local hd,c=pcall(cjson.decode,'['..eL[b+3]..']')if hd then dL[b]=c[1]end end end return dL end local function cR(eL)local I={}for b=1,#eL,4 do if eL[b+2]~=''then I[#I+1]=string.sub(eL[b+2],-64)end end return I end local function bs(eL)local p=0 for b=1,#eL,4 do if eL[b]=='~'then p=p+1 end end return p end local function bq(dw,dY,I,gQ)local q,fz=#dw-dY+1,0 for V,U in ipairs(I)do if fz+q>gQ then return nil,fz end fz=fz+q if not string.find(dw,U,dY,true)then return false,fz end end return true,fz end local function ch(hx,eL,gm)for b=1,#eL,4 do local fE,C,gp=eL[b],bF(hx,eL[b+1]),nil if fE=='='then gp=C~=nil and C==gm[b]elseif fE=='~'then gp=type(C)=='string'and string.find(C,eL[b+3],1,true)~=nil else gp=C~=nil==(fE=='?')end if not gp then return false end end return true end local function bz(dw)local gj=string.match(dw,'^%d+ c(%d+)')if gj then return tonumber(gj)end local dl=tonumber(string.match(dw,'^%d+'))return dl and cT(dl%900000000000000)or 0 end local function bp(jh,U)local dY=1 while true do local eE=string.find(jh,U,dY,true)if not eE then return false end local li=string.match(string.sub(jh,1,eE-1),'\\\\*$')if#li%2==0 then return true end dY=eE+1 end end local function ci(j,ew)local fb,ez,s=string.match(j or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if ew.attempts~=''and(fb or 0)-ew.attempts<0 then return false end if ew.worker~=''and ez~=ew.worker then return false end if ew.error==''then return true end for fF in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if bp(fF,ew.error)then return true end end return false end local function bC(dn,S,j,dw,r)if dn=='failed'or dn=='done'then return S-r<=0 end local dI=string.match(j or'','^%a (%d+)')if dI and cT(tonumber(dI))>r then return false end if dn=='leased'then return true end if bW(j)>r then return false end if dn=='ready'then return cT(S%900000000000000)<=r end return dI~=nil or bz(dw)<=r end local function kv(U,fm)for b=1,math.min(#U,#fm)do local K,L=string.byte(U,b),string.byte(fm,b)if K~=L then return K>L end end return#U>#fm end local function kX()if S==''then return 0 end if redis.call('ZSCORE',dn,gi)==S then return redis.call('ZRANK',dn,gi)+1 end local fk,fU=redis.call('ZCOUNT',dn,'-inf','('..S),redis.call('ZCOUNT',dn,'-inf',S)while fk<fU do local gq=(fk+fU-(fk+fU)%2)/2 local ds=redis.call('ZRANGE',dn,bw(gq),bw(gq))[1]if kv(ds,gi)then fU=gq else fk=gq+1 end end return fk end local function kO(d)if ew.id==''then return true end if ew.isPrefix==''then return d==ew.id end return string.sub(d,1,#ew.id)==ew.id end local a=cj(Z)local dg=co(a,w)if dg then return dg end local jr=ew.worker..ew.error..ew.attempts..ew.entered~=''local eL={unpack(kJ,20)}local iX=#eL>0 local jq=ew.from..ew.to~=''or iX local gm=bD(eL)local I,iT=kA==''and cR(eL)or{},bs(eL)local A,s,dK,dP,fz,hR,eA,ge=0,{},{''},0,0,0,0,0 local function jw(d)local dw=redis.call('HGET',z[2+bh(d)],d)or''dP=dP+#dw return dw end local function kP(dw)local iS=string.find(dw,':',1,true)if not iS then return false end local k,dY=fz,iS+1 local id,dO=bq(dw,dY,I,jo-k)fz=k+dO if id==false then return false end if id==nil and k>0 then return nil end local q,hd,hx=#dw-dY+1,false,nil if id and q<=jp then if hR+q>jp or k>0 and fz+q*iT>jo then return nil end hR,fz=hR+q,fz+q*iT hd,hx=pcall(cjson.decode,string.sub(dw,dY))end if not hd then ge=ge+1 end return hd and ch(hx,eL,gm)end local function kN(d,kj,j,dw)if not kO(d)or jr and not ci(j,ew)then return false,dw end if not dw and(jq or ew.entered~=''and v=='delayed'and not j)then dw=jw(d)end if ew.entered~=''and not bC(v,kj,j,dw,tonumber(ew.entered))then return false,dw end if ew.from~=''and bz(dw)-ew.from<0 then return false,dw end if ew.to~=''and bz(dw)-ew.to>0 then return false,dw end if iX then return kP(dw),dw end return true,dw end local dN,ji=gi,S==''and'-'or S local hH=kX()local eB,gb=false,false while not eB and not gb and eA<gQ and A<dB and dP<jn do local jE=math.min(250,gQ-eA)local eI=redis.call('ZRANGE',dn,bw(hH),bw(hH+jE-1),'WITHSCORES')local h,fH={},{}for b=1,#eI,2 do h[#h+1],fH[#fH+1]=eI[b],eI[b+1]end eB=#h<jE hH=hH+#h local T,dL=jq and not bO(a,'l')and 2 or 1,{}if#h>0 and(jr or T==2)then dL=cx(z,2,h,T)end for b,d in ipairs(h)do local dw,j,gp=nil,dL[b*T],nil gb=A>=dB or dP>=jn if not gb then if T==2 then dw=dL[b*2-1]or''dP=dP+#dw end gp,dw=kN(d,fH[b],j,dw)gb=gp==nil end if gb then eB=false break end eA,dN,ji=eA+1,d,fH[b]if gp then A=A+1 s[A]='\\n'..fH[b]..' '..d if jt=='jobs'then dK[A*2]=dw or jw(d)dK[A*2+1]=j or redis.call('HGET',z[2+bh(d)],'\\t'..d)or''end end end end if jt=='count'then s={'\\n'..bw(A)}end dK[1]='ok\\n'..bw(a.now)..' '..redis.call('ZCARD',dn)..' '..bw(eA)..' '..bw(ge)..' '..(eB and'-'or ji)..' '..dN..table.concat(s)return dK",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gV=KEYS[1]local fE,w,fA,la=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local dh,U=fE..aN,bw(cw(w))..' '..la if fA==''then redis.pcall('HSET',gV,dh,U)else redis.call('HSET',gV,dh,U,fE,fA)end return'ok'",
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
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local i={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local z=KEYS local fY=KEYS local hE={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fe,ih=ARGV[8],ARGV[9]local eC=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function bY(p)return string.sub(ag,p*2+1,p*2+2)end ",
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
    "local function bj(fd)local m=0 if fd>=1 then m=1 end if fd>=1073741824 then fd=1073741823 end if fd>=65536 then fd,m=fd/65536,m+16 end if fd>=256 then fd,m=fd/256,m+8 end if fd>=16 then fd,m=fd/16,m+4 end if fd>=4 then fd,m=fd/4,m+2 end if fd>=2 then m=m+1 end return m end local function cg(a,ii,fd,p)local dU=string.char(ii+bj(fd))if p>1 then dU=string.rep(dU,p)end a.measured=a.measured..dU end local function bb(ii,eu,E)local dK,q={},0 for p in string.gmatch(ii or'','%d+')do q=q+1 dK[q]=p end for b=1,31 do local dO=eu[E+b-1]if dO then for kC=q+1,b do dK[kC]='0'end q=math.max(q,b)dK[b]=bw(dK[b]+dO)end end return table.concat(dK,' ')end local function bH(a)if#a.latencies+#a.measured>96 then local dU,eu={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#dU do eu[dU[b]]=(eu[dU[b]]or 0)+1 end local k=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bf(a.fields,'waits',bb(k[1],eu,64))cu(a.fields,'runTimes',bb(k[2],eu,96))cN(a,a.meta,'waits',k[1])cN(a,a.meta,'runTimes',k[2])a.latencies,a.measured='',''end end ",
    $parseRun,
    $formatRun,
    $endAttempt,
    $staleReason,
    "local function bu(j,eH)j.isUnused=eH=='g'local fh,fi=tonumber(j.postponed)or 0,tonumber(j.unfinished)or 0 if eH=='p'then fh=fh+1 j.isUnused=fh<=1000 elseif eH=='b'then fi=fi+1 j.isUnused=fi%10~=0 end if fh+fi>0 then j.postponed,j.unfinished=bw(fh),bw(fi)end if j.isUnused then j.released=bw(j.released+1)end end local function bk(a,e,eH,j,iV)if eH=='c'or eH=='k'then return'c','C','completed'end bu(j,eH)if j.isUnused and eH~='p'then return'r','W','released'end if eH=='f'or not j.isUnused and j.attempt-j.released>=tonumber(j.max)then return'f','F','failed'end a.tick=a.tick+1 if eH=='b'or iV=='0'then return'r','W','retried',a.tick end return'd','W','retried',bN(a,e.delayed,a.now+iV)end local function cb(a,e,d,j,E)local dl,hW=redis.call('ZSCORE',e.ready,d),redis.call('ZSCORE',e.failed,d)if E=='r'then cN(a,e.ready,d,dl)elseif dl then ca(a,'ready',d)end if E=='f'then cN(a,e.failed,d,hW)elseif hW then ca(a,'failed',d)end if dl and j.expiresAt~='0'then if E=='r'or E=='d'then cN(a,e.expiring,d,j.expiresAt)else ca(a,'expiring',d)end end return hW end local function bB(a,d,j,E,eH,t)local jg=E=='r'or E=='d'if E=='r'then bA(a,'ready',j.place,d)a.readied=a.readied+1 elseif E=='d'then bA(a,'delayed',bx(t,cs(j.place)),d)a.sooner=true ce(a,cT(t))elseif E=='f'then bA(a,'failed',bw(a.now),d)elseif eH=='k'then bA(a,'done',bw(a.now),d)end if jg and j.expiresAt~='0'then bA(a,'expiring',j.expiresAt,d)ce(a,tonumber(j.expiresAt))end return not jg and eH~='c'end local function cO(a,e,z,R,eC,H,fY,hY)local h,dU,jA,dF,gN,dc={},{},{},0,false,nil local hB,q,eT,iZ=bO(a,'l'),0,false,false for eE=H,#eC,4 do h[#h+1]=string.sub(eC[eE+1],19)end local db,O,di=cx(z,R,h,1)local gO=redis.call('ZMSCORE',e.leased,unpack(h))for b=1,#h do local d,k,m,eE=h[b],db[b],O or di[b],H+b*4-4 local eH,eJ,hy,fF=unpack(eC,eE,eE+3)local iY=k and string.sub(k,2,18)==string.sub(eJ,2,18)local E,X,j=jA[d],'stale'if E=='W'and not iY then E='A'end if not E and(not iY or not string.find(k,'^[LE]'))then E,dc=cP(k,eJ,dc,e,h,b)end if not E and hB then q=q+redis.call('HSTRLEN',m,d)eT=eT or iZ and q>32000000 end if eT then E,X='M',nil end if not E then j=eH=='c'and{expiresAt='-'}or cp(k)E=not j and'U'end if not E then local dn,t E,dn,X,t=bk(a,e,eH,j,hy)jA[d],iZ=dn,true if E~='r'or not j.isUnused or eH=='p'then cg(a,96,a.now-1600000000000-string.sub(eJ,3,14),1)end if t then j.place=cq(cs(j.place),t)end if E=='c'and hy~=''then a.results=bf(a.results,fY[hY],'C '..bw(a.now)..' '..hy)end if gO[b]then ca(a,'leased',d)elseif cb(a,e,d,j,E)then gN=true if E=='f'then X=nil end end if bB(a,d,j,E,eH,t)then dF=dF+1 end if eH=='c'then cE(a,m,d,k)aW(a,d,'C')else if eH~='k'then by(j,a.now,E=='f'and E or eH,j.isUnused and''or fF)end cI(a,m,'\\t'..d,bL(j,dn),k)end end if hy~=''and(eH=='c'or eH=='k')then hY=hY+1 end if X=='completed'then a.completed=bw(a.completed+1)elseif X then br(a,X,1)end dU[b]=E end return table.concat(dU),dF,gN,eT end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bR(a,d)if not a.isFinished then a.isFinished={}for V,ko in ipairs(a.finished)do a.isFinished[ko]=true end end return a.isFinished[d]end local function bZ(a,e,z,R,hh,fl)local fD,eV,H,ga,ev,dO,he local dH,eA,dP,gb=0,0,0,false local iG local jC,iM,gH=nil,0,0 local ll,jM=' '..hh.max..' 0','\\n'..hh.worker repeat local h if eA==0 then h=redis.call('ZRANGE',e.ready,'0',hh.count)else h=redis.call('ZRANGE',e.ready,bw(eA),bw(eA+fl-dH))end local q,hi=#h,fl-dH dO=q>hi if dO then q=hi end if bO(a,'l')and(q>1 or eA>0)then local gT=bt(z,R,h,q,dP)if gT==0 and eA==0 then gT=1 end gb=gT<q q=gT dO=dO or gb end for b=#h,q+1,-1 do h[b]=nil end if q>0 then local A,O,di,x if q==1 then local p=bh(h[1])O,x=z[R+p],{h[1],'\\t'..h[1]}A=redis.call('HMGET',O,x[1],x[2])else A,O,di,x=cx(z,R,h,2)end local c=nil if O and a.oneHash==O then c=a.oneWrite end if not ev then ga=a.now+hh.duration ev=bw(ga)end for b=1,q do local d,dw,j=h[b],A[b*2-1],A[b*2]local m,dG,fo,iK=O or di[b],'0',nil,ll if dw and string.byte(dw,17)~=58 then local p,fT=string.match(dw,'^(%d+)([^:]*)')if#(p or'')~=16 then fo,fT=cq(5,0),''end dG=string.match(fT,' x(%d+)')or dG iK=' '..(string.match(fT,' m(%d+)')or hh.max)..' '..dG if e.delayed and dG~='0'then a.from.expiring=be(a.from.expiring,d)end end if not e.delayed and(not dw or dG~='0')then he=true end if not e.delayed and j and a.finished and string.byte(j)==76 then local kp=bR(a,d)he=he or kp end if e.delayed and(not dw or dG~='0'and dG-a.now<=0)then cE(a,m,d,j)if dw then br(a,'expired',1)aW(a,d,'E')dP=dP+#dw end elseif dw then dH=dH+1 local t,dI=a.tick+dH,nil if q==1 then dI=string.format('%015d',t)else local fk=t%100 if fk==0 or not iG then iG=string.format('%013d',(t-fk)/100)end dI=iG..bY(fk)end local l,dh,eK,dl=d,x[b*2],nil,fo or string.sub(dw,1,16)if j then local fb,jV,ju,fc,s=string.match(j,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')fb,s=bw((fb or 0)+1),s or'\\n'l=fb..'\\t'..d eK='L '..dI..' '..fb..' '..(jV or'0')..' '..(ju or dl)..iK..(fc or'')..jM..s if string.byte(j)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then dl=nil else dl=ju or dl end a.histories=be(a.histories,'H'..s)else eK='L '..dI..' 1 0 '..dl..iK..jM..'\\n'a.runsMore=(a.runsMore or 0)+1 end if dl then local iq=string.sub(dl,1,13)if iq~=jC then if gH>0 then cg(a,64,iM,gH)end iM=a.now-1600000000000-(tonumber(iq)or 0)%900000000000 jC,gH=iq,0 end gH=gH+1 end if j and#eK<=#j then cI(a,m,dh,eK,j)else if j then cN(a,m,dh,j)end if O then c=bf(c,dh,eK)else cZ(a,m,dh,eK)end end if dH==1 then fD,eV,H,a.to.leased=l,dw,dI,{ev,d}else if dH==2 then fD,eV={fD},{eV}end fD[dH],eV[dH]=l,dw cu(a.to.leased,ev,d)end dP=dP+#dw a.lastTick=dI end end if O and c then if not a.oneWrite or a.oneHash==O then a.oneHash,a.oneWrite=O,c else for eE=1,#c,2 do cZ(a,O,c[eE],c[eE+1])end end end end eA=eA+q until he or not dO or gb or dH>=fl or eA-dH>=1000 if gH>0 then cg(a,64,iM,gH)end if eA>0 then a.popped=eA==1 and'0'or bw(eA-1)end if dH>0 then a.tick=a.tick+dH a.leased=bw(a.leased+dH)if ga-a.due<0 then a.due=ev end if dH>15 then cu(a.to.leased,'+inf',aJ)a.isLong=true end end return fD,eV,dH,H,ev,dO,he end ",
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
    "local function bK(a,dU,fD,dH,dI,ev,dO)if dH>1 then fD=table.concat(fD,'\\n')end return dU..'\\n- '..ev..(dO and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..dI..'\\n'..fD end local function bM(a,dU,dA,dO)return dU..'\\n'..bw(a.now)..(dO and' - 1 'or' - 0 ')..dA..' -'..a.flags..' -'end local function cW(a,U,eV,dH)if not eV then return'ok\\n'..U end if dH==1 and not a.histories and#eV<4000 then return'ok\\n'..U..'\\n\\n'..eV end if dH==1 then eV={eV}end table.insert(eV,1,'ok\\n'..U)if a.histories then for V,hc in ipairs(a.histories)do eV[#eV+1]=hc end end return eV end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cj(e.meta)local dS=cn(a,i)if dS then return dS end a.frees=true local jB,hk,gs=eC[10]~=nil,hE.count~='0',a.now-a.due>=0 local fl=bO(a,'p')and 0 or tonumber(hE.count)local l=bQ(a)local dU,U,eV,dH,ex,fr='-',nil,nil,0,false,0 local function fy(eR,dk)local f local hD=jB or dH>0 or i.number~='0'bH(a)if eR then f=bl(a,e,i,hD and dk)end if f then cG(a,l)else cX(a,e)l=bQ(a)if dk and eR then a.before=i.number..'\\n'..dk end U=dk or U end cF(a)return f end local function jz()local V,dF,gN,eT,eB dU,dF,gN,eT=cO(a,e,z,12,eC,10,fY,29)if a.results then a.resultTtl=string.match(fe,'%S+$')end if dF>0 and not gN then V,V,eB=cU(a,e,z,12,fe,dF*2+8)end fr=(eB or gN)and dF or 0 if eT then hk=false end return not a.isNew or string.find(dU,'%l')~=nil end local function kG(eR,ic)local fD,dI,ev,dO if gs then a.due=ck(e)eR=not a.isNew dO=a.now-a.due>=0 end if fl>0 then fD,eV,dH,dI,ev,dO=bZ(a,e,z,12,hE,fl)dO=dO or a.now-a.due>=0 ex=not dO end if not a.isNew and(dH==0 or ih~='')then local kB=aY(a)eR=eR or kB or i.number~='0'end if dH>0 then return true,bK(a,dU,fD,dH,dI,ev,dO)end local dA=ic and a.due or ck(e)return eR or a.popped,bM(a,dU,dA,dO)end local function jj(eR,ic)local kw,dk=kG(eR,ic)local f=fy(kw,dk)if f then dH,eV,ex=0,nil,false end return f end local function jH(p)if p==0 then return end cU(a,e,z,12,fe,p*2+8)fy(a.from.done or a.from.failed)end local ky=hk if jB then local eR,f=jz(),nil if hk and not gs and a.readied==0 and not a.from.ready then hk=false f=jj(eR,true)if f then eR=jz()end end if not U then f=fy(eR,bM(a,dU,'-',ky))if f then return f end end end if hk then if gs then local ig=math.min(1000,10+fl*2)local V,A=cD(a,e,z,12,ig)fy(A>0)local hI,et=cz(a,e,z,12,ig)local b,eB if et>0 then b,b,eB=cU(a,e,z,12,fe,et*2+8)end local f=fy(hI>0)if eB and not f then jH(et)end local hG=ct(a,e,ig)fy(hG>0)end local f=jj(false,false)if not U then return f end end jH(fr)a.readied=a.readied-dH local kz,eZ=a.readied>0 or a.sooner,false if kz then eZ=bP(a)elseif ex and(dH>0 or gs)then eZ=bO(a,'h')end if eZ then cV(a,ex)end if ih~=''and not a.isNew then if ih=='p'then redis.pcall('HSET',e.meta,'policy',fe)end cm(e.workers,string.match(hE.worker,'^[^\\31]*'),a.now)cL(a,e,120000,10000)local iB=bU(a)if not iB and U then U=string.gsub(U,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return cW(a,U or bM(a,dU,'-',false),eV,dH)",
  ],
);

/** 2641 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local Z,fV,gg=unpack(KEYS,1,3)local z=KEYS local w,ib,fN=unpack(ARGV,1,3)local dY=tonumber(ib)local dB=tonumber(fN)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cj(Z)local dg=co(a,w)if dg then return dg end local gO=redis.call('ZRANGE',fV,bw(dY),bw(dY+dB-1),'WITHSCORES')local dK={'ok',bw(a.now)..' '..(#gO<dB*2 and'-'or bw(dY+dB))}local gE=dY==0 and redis.call('ZRANGE',gg,'0','999','WITHSCORES')or{}for b=1,#gE,2 do dK[#dK+1]='W '..gE[b+1]..' '..gE[b]end local h={}for b=1,#gO,2 do h[#h+1]=gO[b]end if#h>0 then local db=cx(z,3,h,1)for b,d in ipairs(h)do local dI,ez=string.match(db[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')dK[#dK+1]='H '..gO[b*2]..' '..(dI or'0')..' '..d dK[#dK+1]='-'..(ez or'')end end return table.concat(dK,'\\n')",
  ],
);
