// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function bz(p)return string.format('%d',p)end ";
const $readClock = "local function cH(w)if string.byte(w)~=61 then local t=redis.pcall('TIME')if not t.err then local X,F=t[1]+0,t[2]+0 return X*1000+(F-F%1000)/1000,(X-1600000000)*1000000+F end end local P=tonumber(string.match(w,'%d+'))return P,(P-1600000000000)*1000 end ";
const $nextStamp = "local function cu(fu,w)return bz(math.max(cH(w),(redis.call('ZSCORE',fu,'')or 0)+1))end ";
const $bucketOfBytes = "local function bk(c)local dS=#c for b=1,#c,8 do local L,M,eF,eG,eH,eI,eK,eL=string.byte(c,b,b+7)dS=(dS*31+L+(M or 0)*3+(eF or 0)*5+(eG or 0)*7+(eH or 0)*11+(eI or 0)*13+(eK or 0)*17+(eL or 0)*19)%65521 end return dS%16+1 end ";
const $bucketOf = "local function bj(c)local B,H=string.byte(c,1,2)if B==95 and#c==13 and H<103 and H>47 and(H<58 or H>96)then return H<58 and H-47 or H-86 end return bk(c)end ";
const $declaredBuckets = "local function by(d,B,eA)local y={}for b=1,#eA do y[tonumber(string.sub(eA,b,b),16)+1]=d[B+b-1]end return y end ";
const $readJobs = "local function cJ(y,S,h,dw)local x={}for b=1,#h do local c=h[b]if dw==2 then x[b*2-1]=c end x[b*dw]='\\t'..c end local U=bj(h[1])local ep=bj(h[#h])if U==ep then local D,ea=nil,dw==2 if ea then D=redis.call('HMGET',y[S+U],unpack(x))for b=1,#h do if not D[b*2-1]then ea=false break end end end if ea then return D,y[S+U],nil,x end end local dF,em,z,ed={},{},{},{}for b=1,#h do local p=bj(h[b])local k=y[S+p]dF[b]=k if not z[k]then z[k],ed[k]={},{}end local e,dK=z[k],ed[k]for R=(b-1)*dw+1,b*dw do local r=#e+1 e[r],dK[r]=x[R],R end end for k,e in pairs(z)do local D,dK=redis.call('HMGET',k,unpack(e)),ed[k]for R=1,#e do em[dK[R]]=D[R]end end return em,nil,dF,x end ";
const $pushPair = "local function cE(e,L,M)local r=#e e[r+1],e[r+2]=L,M end ";
const $appendPair = "local function bg(e,L,M)if not e then return{L,M}end cE(e,L,M)return e end ";
const $append = "local function bf(e,C)if not e then return{C}end e[#e+1]=C return e end ";
const $listFor = "local function cl(z,u)local e=z[u]if not e then e={}z[u]=e end return e end ";
const $HEAD_PATTERN = "local ak='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEW_HEAD = "local aK='2  0 0 0 0 0 0|'";
const $PADDING = "local aL='-----------------------------------------------------------------'";
const $newUnit = "local function cs(dy)return{meta=dy,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function cx(a,w)local o=redis.call('HGET',a.meta,'head')local q,E,dC a.flags,q,a.due,a.runs,a.enqueued,a.leased,a.completed,dC=string.match(o or aK,ak)a.isNew,a.head=not o,o if not q or not o and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(o or aK,dC)a.now,E=cH(w)a.tick=q+0 if a.tick<E then a.tick=E end if E<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function cw(a,j)local dD=cx(a,j.times)if dD then return dD end local m=redis.call('HGET',j.replies,j.lane)if m then local p=string.match(m,'^%d+')if p==j.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(m,#p+2)end if p-j.number>0 then return'late'end elseif j.number=='0'and redis.call('EXISTS',j.replies)==1 then return'reused'end a.before=m return nil end ";
const $hasFlag = "local function bV(a,es)return a.flags~=''and string.find(a.flags,es,1,true)~=nil end ";
const $count = "local function bt(a,dT,eE)if not a.totals then a.totals={}end a.totals[dT]=(a.totals[dT]or 0)+eE end ";
const $leave = "local function ch(a,i,c)a.from[i]=bf(a.from[i],c)end ";
const $saveOld = "local function dd(a,u,dP,m)if not a.old then a.old={}end a.old[u..dP]=m end ";
const $dropField = "local function bA(a,k,N)if not a.drops then a.drops={}end local e=cl(a.drops,k)e[#e+1]=N a.runsLess=(a.runsLess or 0)+1 end ";
const $removeJob = "local function cS(a,k,c,l)if not a.drops then a.drops={}end local e=cl(a.drops,k)e[#e+1]=c if l then bA(a,k,'\\t'..c)end end ";
const $addEnding = "local function aY(a,c,I)a.endings=bg(a.endings,c,I)end ";
const $limitFreed = "local function cj(a,y,S,h,gT)local dU,r=0,#h if bV(a,'l')then for b=1,r do local p=bj(h[b])local k=y[S+p]dU=dU+redis.call('HSTRLEN',k,h[b])if bV(a,'g')then dU=dU+redis.call('HSTRLEN',k,'\\4'..h[b])end if dU>64000000 and b>gT then for R=r,b,-1 do h[R]=nil end break end end end return#h<r end ";
const $beginEndings = "local function bi(a,d)redis.pcall('HSET',d.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function da(a,d)redis.call('UNLINK',d.endedBefore)redis.call('RENAME',d.endings,d.endedBefore)bi(a,d)end ";
const $writeEndings = "local function dp(a,d)if not a.finished and not a.endings then return end local e,q,ff={},a.lastTick if a.finished then local fv='C'..q for b,c in ipairs(a.finished)do e[b*2-1],e[b*2]=c,fv end ff=a.completed-#a.finished==0 end if a.endings then for b=1,#a.endings,2 do cE(e,a.endings[b],a.endings[b+1]..q)end end if d.endedBefore then ff=redis.call('EXISTS',d.endings)==0 end if ff then bi(a,d)end local g=redis.pcall('HSET',d.endings,unpack(e))if d.endedBefore and not ff and type(g)=='table'and string.sub(g.err,1,3)~='OOM'then da(a,d)end end ";
const $entryText = "local function bH(i,A,l,dx)local fR if l then fR=string.match(l,'^%a %d+')elseif i=='delayed'and dx then fR=string.match(dx,'^%d+ ?c?%d*')end return i..' '..(i=='leased'and'-'or A)..' '..(fR or'-')end ";
const $needsRecordOfEntry = "local function cr(i,l)return i=='delayed'and not l end ";
const $findUnchanged = "local function bL(d,y,S,h,V,dV)if dV==''then return nil end local i,fG,b=string.match(dV,'^%l+'),{},0 local fy=redis.call('ZMSCORE',d[i],unpack(h))for W in string.gmatch(dV,'[^\\n]+')do b=b+1 local c,A,l=h[b],fy[b],V[b]if A then local dx=cr(i,l)and redis.call('HGET',y[S+bj(c)],c)if bH(i,A,l,dx)==W then fG[c]=true end end end return fG end ";
const $removeFollower = "local function cR(a,k,c)local N='\\4'..c if bV(a,'g')and redis.call('HEXISTS',k,N)==1 then bA(a,k,N)end end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',ready='R',leased='L'}";
const $formatEvents = "local function bP(a,d)local s,K,ek={},{},{}local dz,t=a.endings or{},bz(a.now)for J,c in ipairs(a.from.done or{})do ek[c]=true end for b=1,#dz,2 do local c,I=dz[b],a.from.state and'P'or dz[b+1]if I~='F'and(I~='C'or not ek[c])then s[#s+1]=I..c end end for J,c in ipairs(a.failures or{})do s[#s+1]='F'..c end for J,i in ipairs({'done','failed','delayed','ready','leased'})do local e=a.to[i]or{}for b=2,#e,2 do local c=e[b]if c~=aL and not(a.old and a.old[d[i]..c])then s[#s+1]=ai[i]..c end end end local B,r=1,0 for b=1,#s do r=r+#s[b]+1 if r>8000 or b==#s then K[#K+1]=t..'\\n'..table.concat(s,'\\n',B,b)B,r=b+1,0 end end return K end ";
const $writeEvents = "local function dr(a,d,K)local x=redis.pcall('HMGET',a.meta,'events','recorded')local ee,m=string.match(x[1]or'','^%d+')or'0',(tonumber(x[2])or 0)-#K for b,dv in ipairs(K)do redis.pcall('XADD',d.events,'MAXLEN',ee,bz(m+b)..'-0','e',dv)end end ";
const $isRefused = "local function ca(g)return g~=0 and g~=1 and type(g)=='table'end ";
const $writeFields = "local function dt(a,z)local f for u,e in pairs(z)do if not f then local g=redis.pcall('HSET',u,unpack(e))if ca(g)then f=g end end end return f end ";
const $revert = "local function cX(z,eh,dP,eN,dR)for u,e in pairs(z)do for b=1,#e,2 do local v=e[b+dP]local m=eh[u..v]if not m then redis.pcall(eN,u,v)elseif dR=='ZADD'then redis.pcall(dR,u,m,v)else redis.pcall(dR,u,v,m)end end end end ";
const $commit = "local function bn(a,d,j,dG)local V=(a.runsMore or 0)-(a.runsLess or 0)if V~=0 then a.runs=bz(math.max(0,a.runs+V))end a.lastTick=a.lastTick or bz(a.tick)local o='2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured local T if d.events and bV(a,'e')then T=bP(a,d)if#T>0 then bt(a,'recorded',#T)end end if a.totals then local dA={}for v in pairs(a.totals)do dA[#dA+1]=v end for b,C in ipairs(redis.call('HMGET',a.meta,unpack(dA)))do local v=dA[b]a.fields=bg(a.fields,v,bz((C or 0)+a.totals[v]))dd(a,a.meta,v,C)end end local G=dG and j.number..'\\n'..dG local dQ=G and a.before and#G<=#a.before local f for J=1,2 do f=nil for i,e in pairs(a.to)do if not f then local g=redis.pcall('ZADD',d[i],unpack(e))if ca(g)then f=g end end end if a.oneWrite and not f then local g=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if ca(g)then f=g end end if a.writes and not f then f=dt(a,a.writes)end if a.results then for b=1,#a.results,2 do if not f then local g=redis.pcall('SET',a.results[b],a.results[b+1],'PX',a.resultTtl)if g.err then f=g end end end end if G and not dQ and not f then local g=redis.pcall('HSET',j.replies,j.lane,G)if ca(g)then f=g end end if not f then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',o,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',o)end if ca(g)then f=g end end if a.rewrites and not f then f=dt(a,a.rewrites)end if dQ and not f then local g=redis.pcall('HSET',j.replies,j.lane,G)if ca(g)then f=g end end if not f or not a.frees or string.sub(f.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if f then local eo={}for i,e in pairs(a.to)do eo[d[i]]=e end dd(a,a.meta,'head',a.head)cX(a.rewrites or{},a.old,0,'HDEL','HSET')cX({[a.meta]=bg(a.fields,'head',o)},a.old,0,'HDEL','HSET')if G and not dQ and a.before then redis.pcall('HSET',j.replies,j.lane,a.before)end if G and not a.before then redis.pcall('HDEL',j.replies,j.lane)end if a.results then for b=1,#a.results,2 do redis.pcall('DEL',a.results[b])end end cX(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then cX({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end cX(eo,a.old,1,'ZREM','ZADD')return f end a.head=o if dG and not a.before then redis.pcall('PEXPIRE',j.replies,string.match(j.times,'%d+$'))end for i,e in pairs(a.from)do redis.pcall('ZREM',d[i],unpack(e))end if a.popped then redis.pcall('ZREMRANGEBYRANK',d.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',d.leased,aL)end if a.finished and redis.call('ZREM',d.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',d.ready,unpack(a.finished))redis.pcall('ZREM',d.expiring,unpack(a.finished))end if a.drops then for u,e in pairs(a.drops)do redis.pcall('HDEL',u,unpack(e))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if d.events and T then dr(a,d,T)end return nil end ";
const $timeOfTick = "local function dk(q)return(q-q%1000)/1000+1600000000000 end ";
const $placeOf = "local function cA(dY,q)return string.format('%016d',dY*900000000000000+q)end ";
const $priorityOf = "local function cC(Z)return(Z-Z%900000000000000)/900000000000000 end ";
const $dueScore = "local function bB(q,dY)return bz(q*10+dY)end ";
const $lastDueScore = "local function cc(t)return bz((t-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function dj(A)return(A-A%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function cB(A)local dY=A%10 return cA(dY,(A-dY)/10)end ";
const $NEVER = "local aJ='9999999999999'";
const $enter = "local function bE(a,i,A,c)a.to[i]=bg(a.to[i],A,c)end ";
const $lowerDue = "local function cm(a,t)if t-a.due<0 then a.due=bz(t)end end ";
const $freeTickAt = "local function bU(a,fC,t)if not a.ticks then a.ticks={}end local fF,B,q={},(t-1600000000000)*1000,nil for b=1,1000 do fF[b]=B local dJ=a.ticks[B]if not dJ then local eu,fX=bz(B*10),bz(B*10+9999)local A=redis.call('ZRANGE',fC,fX,eu,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dJ=A and(A-A%10)/10 or B-1 end if dJ<B+999 then q=dJ+1 break end B=math.max(B+1000,dJ-dJ%1000)end q=q or B for J,gV in ipairs(fF)do a.ticks[gV]=q end return q end ";
const $writeField = "local function ds(a,k,N,C)if not a.writes then a.writes={}end cE(cl(a.writes,k),N,C)end ";
const $rewriteField = "local function cY(a,k,N,C,m)dd(a,k,N,m)if#C>#m then ds(a,k,N,C)else if not a.rewrites then a.rewrites={}end cE(cl(a.rewrites,k),N,C)end end ";
const $parseRun = "local function cz(l)local ej,fA,gD,Z,eS,dE,fJ,fK,eX,gk,gv=string.match(l or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return ej and{fence=ej,attempt=fA,released=gD,place=Z,max=eS,expiresAt=dE,postponed=fJ,unfinished=fK,worker=eX,progress=gk,attempts=gv}end ";
const $formatRun = "local function bR(l,dL)local fB=l.postponed==''and''or' '..l.postponed..' '..l.unfinished return table.concat({dL,l.fence,l.attempt,l.released,l.place,l.max,l.expiresAt},' ')..fB..'\\n'..l.worker..'\\n'..l.progress..l.attempts end ";
const $endAttempt = "local function bC(l,P,I,gs)local s=l.attempts local gZ,o,ej,ep=string.match(s,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if ej==l.fence then s=gZ elseif o then local hp=I~='l'and ep==string.match(gs,'^[^\\t]+')s=gZ..o..(hp and'='or ep)end s=s..'\\n'..I..' '..l.attempt..' '..l.fence..' '..bz(P-dk(l.fence))..'\\t'..l.worker..'\\t'..gs local J,p=string.gsub(s,'\\n','')while p>1 and(p>10 or#s>800)do local a,hn=string.gsub(s,'[^\\t]\\n','')local hf,fx=string.gsub(s,'\\n[^\\n]*\\t\\n','\\n',hn>5 and 0 or 1)if fx==0 then hf=string.gsub(s,'^\\n[^\\n]*','')end s,p=hf,p-1 end l.attempts=s end ";
const $enterWaiting = "local function bF(a,i,A,c,dE)bE(a,i,A,c)if i=='ready'then a.readied=a.readied+1 else a.sooner=true cm(a,dj(A))end if dE~='0'then bE(a,'expiring',dE,c)cm(a,tonumber(dE))end end ";
const $leaveStates = "local function ci(a,d,c,fI,ip)local A for J,i in ipairs({'expiring','ready','delayed','leased','failed'})do A=redis.call('ZSCORE',d[i],c)if i==fI or ip and i=='expiring'then dd(a,d[i],c,A)elseif A then ch(a,i,c)end end return A end ";
const $takeOver = "local function dh(a,d,k,c,m,l)local fg=bV(a,'g')and redis.call('HGET',k,'\\4'..c)if not fg then return false end local B,dE=string.match(fg,'^%d+')or 0,string.match(fg,'^[^:]* x(%d+)')or'0'local dY,eP=cC(B),dk(B%900000000000000)local i,q='ready',a.tick+1 if eP>a.now then i,q='delayed',bU(a,d.delayed,eP)else a.tick=q end local Z,dx=cA(dY,q),redis.call('HGET',k,c)ci(a,d,c,i,dE~='0')bF(a,i,i=='ready'and Z or bB(q,dY),c,dE)fg=Z..string.sub(fg,17)if dx then cY(a,k,c,fg,dx)else ds(a,k,c,fg)end bA(a,k,'\\4'..c)if l then a.failures=bf(a.failures,c)l.attempt,l.released,l.postponed,l.place,l.max,l.expiresAt='0','0','',Z,'0',dE cY(a,k,'\\t'..c,bR(l,'W'),m)else a.enqueued=bz(a.enqueued+1)if m then bA(a,k,'\\t'..c)end end return true end ";
const $removeExpired = "local function cQ(a,d,y,S,ef)local h=redis.call('ZRANGE',d.expiring,'-inf',bz(a.now),'BYSCORE','LIMIT','0',bz(ef))local fi=cj(a,y,S,h,1)local gb=0 if#h>0 then local V,U,dF=cJ(y,S,h,1)local ig,hN=redis.call('ZMSCORE',d.ready,unpack(h)),redis.call('ZMSCORE',d.delayed,unpack(h))for b,c in ipairs(h)do local k=U or dF[b]local gj=ig[b]or hN[b]if gj then gb=gb+1 aY(a,c,'E')end if not gj or not dh(a,d,k,c,V[b])then ch(a,'expiring',c)if gj then cS(a,k,c,V[b])end if ig[b]then ch(a,'ready',c)end if hN[b]then ch(a,'delayed',c)end end end if gb>0 then bt(a,'expired',gb)end end return gb,#h,fi end ";
const $reclaimJob = "local function cN(a,d,k,c,m,dL,ih)local l,fI=cz(m),dL local gi=l and l.attempt-l.released>=tonumber(l.max)if l then bC(l,a.now,string.lower(dL),gi and ih or'')end if gi then bt(a,'failed',1)if dh(a,d,k,c,m,l)then return true end bE(a,'failed',bz(a.now),c)fI=dL=='L'and'E'or'F'else bF(a,'ready',l and l.place or cA(5,0),c,l and l.expiresAt or'0')bt(a,'reclaimed',1)end if l then cY(a,k,'\\t'..c,bR(l,fI),m)end ch(a,'leased',c)return gi end ";
const $reclaimExpired = "local function cM(a,d,y,S,ef)local h=redis.call('ZRANGE',d.leased,'-inf',bz(a.now),'BYSCORE','LIMIT','0',bz(ef))local fi,eU=bV(a,'g')and cj(a,y,S,h,1),0 if#h>0 then local V,U,dF=cJ(y,S,h,1)for b=1,#h do if cN(a,d,U or dF[b],h[b],V[b],'L','\"lease expired\"')then eU=eU+1 end end end return#h,eU,fi end ";
const $promoteDue = "local function cD(a,d,ef)local dX=redis.call('ZRANGE',d.delayed,'-inf',cc(a.now),'BYSCORE','LIMIT','0',bz(ef),'WITHSCORES')for b=1,#dX,2 do local Z=cB(dX[b+1])bE(a,'ready',Z,dX[b])ch(a,'delayed',dX[b])end a.readied=a.readied+#dX/2 return#dX/2 end ";
const $nextDue = "local function ct(d)local t=aJ for J,i in ipairs({'leased','delayed','expiring'})do local A=redis.call('ZRANGE',d[i],'0','0','WITHSCORES')[2]if A and i=='delayed'then A=dj(A)end if A and A-t<0 then t=A end end return bz(t)end ";
const $trimEnded = "local function dl(a,d,y,S,fE,ef)local hc,eS={string.match(fE,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,ef)local h,gF,fx,gu,eq,fc={},{},0,0,false,false for R,i in ipairs({'done','failed'})do local fY,ee,eh=tonumber(hc[R*2-1]),tonumber(hc[R*2]),{}if fY then eh=redis.call('ZRANGE',d[i],'-inf',bz(a.now-fY),'BYSCORE','LIMIT','0',bz(eS))end local dK=#(a.to[i]or{})/2 gu=gu+dK if ee then local r=redis.call('ZCARD',d[i])local ga=r+dK-ee fc=fc or ga>r if ga>#eh then eh=redis.call('ZRANGE',d[i],'0',bz(math.min(ga,eS)-1))end end eq=eq or#eh>=eS for b=1,#eh do h[#h+1]=eh[b]gF[#h]=i end end if#h>0 then local fi=cj(a,y,S,h,gu+1)eq=eq or fi local gC={}for J,i in ipairs({'ready','delayed','leased'})do for b,A in ipairs(redis.call('ZMSCORE',d[i],unpack(h)))do gC[b]=gC[b]or A end end local V,U,dF=cJ(y,S,h,1)for b=1,#h do local c,hb=h[b],gF[b]=='failed'ch(a,gF[b],c)if not gC[b]then fx=fx+1 cS(a,U or dF[b],c,V[b])aY(a,c,hb and'F'or'C')if hb then bt(a,'purged',1)end end end end return fx,eq,fc end ";
const $rotateOldEndings = "local function db(a,d,fY,jm)local r=redis.call('HLEN',d.endings)if r<jm then return end local fV=redis.call('HGET',d.endings,'')if not fV then bi(a,d)end if r>=1000000 or fV and a.now-fV>fY then da(a,d)if r==1 then redis.call('UNLINK',d.endings,d.endedBefore)end end end ";
const $resetUnit = "local function cV(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $headParts = "local function bX(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,enqueued=a.enqueued,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end ";
const $restoreHead = "local function cW(a,o)a.flags,a.tick,a.due,a.runs,a.enqueued=o.flags,o.tick,o.due,o.runs,o.enqueued a.leased,a.completed,a.readied,a.sooner=o.leased,o.completed,o.readied,o.sooner a.latencies,a.measured=o.latencies,''end ";
const $hasListeners = "local function bW(a)if a.flags~='h'and not bV(a,'h')then return a.isNew end if bV(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function dm(a,eR)local dX='-'if a.due~=aJ then dX=bz(math.max(0,a.due-a.now))end local p=eR and'0'or'-'if a.readied>0 then p=a.readied==1 and'1'or bz(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',p..' '..dX)end ";
const $addListener = "local function ba(a)local m=redis.call('HGET',a.meta,'heard')local gS=bV(a,'h')and m or'0'if gS-a.now>300000 then return false end if not bV(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end cE(a.fields,'heard',bz(a.now+600000))dd(a,a.meta,'heard',m)return true end ";
const $STATE_LETTERS = "local aV={ready='R',delayed='D',leased='L',failed='F',done='C'}";
const $flagLarge = "local function bM(a,fN)if#fN>2000 and not bV(a,'l')then a.flags=a.flags..'l'end end ";
const $isRegistered = "local function cb(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $removeResults = "local function cT(fp)if#fp==0 then return end if redis.call('EXISTS',unpack(fp))>50 then for J,u in ipairs(fp)do redis.pcall('PEXPIRE',u,'1')end else redis.pcall('UNLINK',unpack(fp))end end ";
const $lastEndings = "local function ce(d,h)local D=redis.call('HMGET',d.endings,unpack(h))for b,fv in ipairs(redis.call('HMGET',d.endedBefore,unpack(h)))do D[b]=D[b]or fv end return D end ";
const $staleReason = "local function df(l,fj,dz,d,h,b)if not l then dz=dz or ce(d,h)return string.sub(dz[b]or'U',1,1),dz end local dL,ej=string.match(l,'^(%a) (%d+)')if dL=='E'then dL='F'elseif dL=='L'or dL=='W'and ej~=string.sub(fj,3,17)then dL='A'end return dL or'U',dz end ";
const $isHeld = "local function bZ(l,fj)return l and string.find(l,'^[LE]')and string.sub(l,2,18)==string.sub(fj,2,18)end ";
const $extendLease = "local function bJ(a,d,k,c,l,m,eQ)bE(a,'leased',bz(eQ),c)cm(a,eQ)if m then if eQ-m<0 then a.sooner=true end dd(a,d.leased,c,m)elseif string.sub(l,1,1)=='E'then ch(a,'failed',c)cY(a,k,'\\t'..c,'L'..string.sub(l,2),l)else ch(a,'ready',c)ch(a,'expiring',c)end end ";
const $LAST_REMOVED_RANK = "local an='-1001'";
const $noteWorker = "local function cv(gW,eX,P)if eX~=''and redis.pcall('ZADD',gW,bz(P),eX)==1 then redis.call('ZREMRANGEBYRANK',gW,'0',an)end end ";
const $countReadable = "local function bv(y,S,h,r,dU)local p=0 for b=1,r do local ja=bj(h[b])dU=dU+redis.call('HSTRLEN',y[S+ja],h[b])if dU>2000000 then break end p=b end return p end ";
const $rewriteRun = "local function cZ(a,k,c,l,Z,gA)local fd=cz(l)or cz('W 0 0 0 0 0 0')fd.place=Z if gA then fd.attempt,fd.released,fd.postponed='0','0',''end local W=bR(fd,'W')if l then cY(a,k,'\\t'..c,W,l)else ds(a,k,'\\t'..c,W)a.runsMore=(a.runsMore or 0)+1 end return fd.expiresAt end ";
const $makeReady = "local function cn(a,k,c,l,Z,gA)local dE=cZ(a,k,c,l,Z,gA)bE(a,'ready',Z,c)a.readied=a.readied+1 return dE end ";
const $REPORT_SUFFIX = "local aP=':report'";
const $redriveJob = "local function cP(a,k,c,l,dY)a.tick=a.tick+1 local dE=cn(a,k,c,l,cA(dY,a.tick),true)if dE~='0'then bE(a,'expiring',dE,c)cm(a,tonumber(dE))end end ";
const $commitRedriven = "local function bo(a,d,j,h)if#h>0 then a.from.failed=h bt(a,'redriven',#h)end local dv=#h..' '..redis.call('ZCARD',d.failed)-#h local fq,f=a.readied>0 and bW(a),nil if#h>0 or not a.isNew then f=bn(a,d,j,dv)end if f then return f end if fq then dm(a)end return'ok\\n'..dv end ";

/** 1010 bytes. */
export const admit = /* @__PURE__ */ script(
  "admit",
  ["registry", "makers"],
  ["name", "times", "maker", "maxQueues", "maxQueuesOfMaker"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu,fH=KEYS[1],KEYS[2]local v,w,gJ=unpack(ARGV,1,3)local kg,kh=tonumber(ARGV[4]),tonumber(ARGV[5])",
    $digits,
    $readClock,
    $nextStamp,
    "local ix,N=not redis.call('ZSCORE',fu,v),'\\t'..gJ local dW=redis.call('HGET',fH,N)local lV=redis.call('ZCARD',fu)if ix and kg and lV-1>=kg then return'full\\nmaxQueues'end if ix and kh and(dW or 0)-kh>=0 then return'full\\nmaxQueuesOfMaker'end local hi=cu(fu,w)if ix then redis.call('HSET',fH,v,gJ,N,bz((dW or 0)+1))end local g=redis.pcall('ZADD',fu,hi,'',hi,v)if type(g)=='table'then if ix then redis.call('HDEL',fH,v)if dW then redis.call('HSET',fH,N,dW)else redis.call('HDEL',fH,N)end end return g end return'ok'",
  ],
);

/** 10653 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9],events=KEYS[10]}local j={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gx=KEYS local eA,dV,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    $writeFields,
    $revert,
    $commit,
    "local jJ={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local y,eg,fz,hL=by(gx,12,eA),{},{},0 cj(a,y,0,h,1)for b in ipairs(h)do eg[b]='U'end local V,U,dF=cJ(y,0,h,1)local fG=bL(d,y,0,h,V,dV)for J,i in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[i],unpack(h)))do local c=h[b]if A and(not fG or fG[c])then if not fz[c]then eg[b],fz[c]=jJ[i],jJ[i]end if string.find(fz[c],'%l')then ch(a,i,c)end end end end for b,c in ipairs(h)do if string.find(eg[b],'%l')then cS(a,U or dF[b],c,V[b])cR(a,U or dF[b],c)aY(a,c,'X')ch(a,'expiring',c)hL=hL+1 end end if hL>0 then bt(a,'cancelled',hL)end local dv=table.concat(eg)local f if hL>0 or not a.isNew then f=bn(a,d,j,dv)end if f then return f end dp(a,d)return'ok\\n'..dv",
  ],
);

/** 19094 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "events", "history", "hours", "bulk", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "silence", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11],events=KEYS[12],history=KEYS[13],hours=KEYS[14]}local gw=KEYS[15]local y=KEYS local j={replies=KEYS[32],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gB,mi,fE=unpack(ARGV,4,6)local ef=tonumber(gB)",
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
    $limitFreed,
    $parseRun,
    $formatRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
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
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $headParts,
    $restoreHead,
    "local function cF(e,gt,lH,fY)redis.pcall('LPUSH',e,gt)redis.pcall('LTRIM',e,'0',bz(lH-1))redis.pcall('PEXPIRE',e,bz(fY))end local function dc(a,d)local eu,fX,ep=string.match(redis.call('LINDEX',d.history,'0')or'','^(%d+) (%d+) (.*)$')if fX and a.now-fX<30000 then return end local gt={}for J,i in ipairs({'ready','delayed','leased','failed','done'})do gt[#gt+1]=redis.call('ZCARD',d[i])end local hk=redis.call('HMGET',a.meta,'failed','retried','waits','runTimes')gt[6],gt[7],gt[8],gt[9]=a.enqueued,a.leased,a.completed,hk[1]or'0'gt[10]=(hk[2]or'0')..'|'..(hk[3]or'')..'|'..(hk[4]or'')..'|'..a.latencies local dv,P=table.concat(gt,' '),bz(a.now)if dv==ep and a.now-fX<150000 then redis.pcall('LSET',d.history,'0',eu..' '..P..' '..dv)return end dv=P..' '..P..' '..dv cF(d.history,dv,1440,86400000)if not fX or math.floor(fX/3600000)<math.floor(a.now/3600000)then cF(d.hours,dv,720,2592000000)end end ",
    $hasListeners,
    $wake,
    "local kI='- - 2592000000 100000'local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local hg=a.now-a.due>=0 if fE==''then fE=redis.call('HGET',d.meta,'policy')or kI end local o=bX(a)local id,eq,iG=0,false,nil local function go(fa,dG,p,jh)local f if fa then f=bn(a,d,j,dG)end if f then cW(a,o)iG,p=f,0 else dp(a,d)o=bX(a)id,eq=id+p,eq or jh end cV(a)return p end local gb,iF,eU,iD=0,0,0,0 if hg then local p,fb,fi=cQ(a,d,y,15,ef)gb=go(fb>0,nil,p,fi or fb>=ef)local hz,lh,lv=cM(a,d,y,15,ef)hz=go(hz>0,nil,hz,lv or hz>=ef)eU=math.min(hz,lh)iF=hz-eU local dX=cD(a,d,ef)iD=go(dX>0,nil,dX,dX>=ef)end local ek,jh=dl(a,d,y,15,fE,ef)local fx=go(a.from.done or a.from.failed,nil,ek,jh)local hh=redis.call('ZRANGE',d.seen,'-inf',bz(a.now),'BYSCORE','LIMIT','0',bz(ef))if hh[1]then a.from.seen=hh end if hg then a.due=ct(d)end local kA=redis.call('ZREMRANGEBYSCORE',d.workers,'-inf',bz(a.now-mi))eq=eq or#hh>=ef local dv=table.concat({iF,eU,iD,gb,fx,kA,eq and 1 or 0},' ')local im=redis.call('HGET',gw,'running')if im then dv=dv..' '..im end local iy=id+kA>0 and not a.isNew and not iG go(iy or hh[1]or hg and not a.isNew,iy and dv,0)if id==0 then db(a,d,86400000,1)end if a.readied>0 and bW(a)then dm(a)end if not a.isNew then dc(a,d)end if iG and id==0 then return iG end return'ok\\n'..dv",
  ],
);

/** 1813 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gK,fC,gI=unpack(KEYS,1,4)local eU,hM,gW=unpack(KEYS,5,7)local w,dA=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $timeOfTick,
    $lastDueScore,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local ei={bz(a.now)}for J,u in ipairs({gK,fC,gI,eU,hM,gW})do ei[#ei+1]=redis.call('ZCARD',u)end local fI=redis.call('ZRANGE',gK,'0','0','WITHSCORES')[2]ei[#ei+1]=fI and bz(dk(fI%900000000000000))or'-'local hk=redis.call('HMGET',dy,unpack(dA))local jY=redis.call('HMGET',dy,'waits','runTimes')for b,dT in ipairs(hk)do hk[b]=dT or'0'end return'ok\\n'..table.concat(ei,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(hk,' ')..'\\n'..bz(redis.call('ZCOUNT',fC,'-inf',cc(a.now)))..' '..bz(redis.call('ZCOUNT',gI,'-inf',bz(a.now)))..'\\n-'..(jY[1]or'')..'|'..(jY[2]or'')..'|'..a.latencies",
  ],
);

/** 13498 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local y={unpack(KEYS,8,23)}local w,gB,kR=unpack(ARGV,1,3)local ef=tonumber(gB)",
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
    "local aU={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function cK(a,y,h)local hO,V={},{}if bV(a,'l')then local D,U,dF=cJ(y,0,h,1)for b,c in ipairs(h)do hO[b],V[b]=redis.call('HSTRLEN',U or dF[b],c)>0,D[b]end else local D=cJ(y,0,h,2)for b in ipairs(h)do hO[b],V[b]=D[b*2-1]and true,D[b*2]end end return hO,V end local function cO(k,c,l)local Z,dE=string.match(l or'','^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')if redis.call('HSTRLEN',k,c)<100000 then local o=string.match(redis.call('HGET',k,c),'^[^:]*')Z,dE=Z or string.match(o,'^%d+'),string.match(o,' x(%d+)')or dE end return Z and#Z==16 and Z or cA(5,0),dE~='0'and dE end local function be(d,i,c,A)redis.call('HDEL',d.meta,'')return type(redis.pcall('ZADD',d[i],A,c))=='number'end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local dD=cx(a,w)if dD then return dD end a.frees=true if a.isNew and redis.call('EXISTS',d.ready,d.delayed,d.leased,d.failed,d.done,d.expiring,unpack(y))==0 then return'ok\\n1 0 0 0 0 0 0'end local jM=redis.call('HGET',d.meta,'audit')local fW,gq=string.match(jM or'','^([1-9]%d*) (%d+)$')fW,gq=tonumber(fW)or 1,gq or'0'if fW>23 then fW=1 end if kR=='0'and fW==1 and gq=='0'then return'ok\\n1 0 0 0 0 0 0'end local jr,iQ,jj,hw,hx,fb,jF,dU,iU=0,0,0,0,0,0,0,0,false local function jD(kW,u,fS)local dG=redis.call(kW,u,gq,'COUNT',bz(fS))gq=dG[1]return dG[2]end local function iH(i,h)return redis.call('ZCARD',d[i])>0 and redis.call('ZMSCORE',d[i],unpack(h))or{}end local lI=(a.now-1600000000000)*1000+86400000000 local function jK(c,dE)if not dE then return true end cm(a,tonumber(dE))return be(d,'expiring',c,dE)end local function ma(c,l)jj=jj+1 for J,i in ipairs(aa)do redis.call('ZREM',d[i],c)end redis.call('ZREM',d.expiring,c)if l then redis.call('HDEL',y[bj(c)],'\\t'..c)a.runs=bz(math.max(0,a.runs-1))end end local function lB(c,l,i,ho)iQ=iQ+1 local gc for J,kF in ipairs(aU[string.sub(l or'',1,1)]or aa)do gc=gc or ho[kF]and kF end gc=gc or i for J,fT in ipairs(aa)do if fT~=gc then redis.call('ZREM',d[fT],c)end end return gc end local function kC(dV)local h,fy={},{}for b=1,#dV/2 do h[b],fy[b]=dV[b*2-1],dV[b*2]end return h,fy end local function kP(i,dV)local h,fy=kC(dV)if#h==0 then return 0 end local hO,V=cK(a,y,h)local jZ={}for J,fT in ipairs(aa)do if fT~=i then jZ[fT]=iH(fT,h)end end for b,c in ipairs(h)do local l,ho=V[b],nil for fT,D in pairs(jZ)do if D[b]then ho=ho or{[i]=true}ho[fT]=true end end if not hO[b]then ma(c,l)else local gc=ho and lB(c,l,i,ho)or i if gc=='leased'and not string.find(l or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then local Z,dE=cO(y[bj(c)],c,nil)if jK(c,dE)and be(d,'ready',c,Z)then hw=hw+1 a.readied=a.readied+1 redis.call('ZREM',d.leased,c)end end local q=l and tonumber(string.match(l,'^%a (%d+)'))or 0 if i=='ready'then q=math.max(q,fy[b]%900000000000000-1000)end if q>a.tick and q<lI then a.tick=q hx=1 end end end return#h end local dw=1 local function mg(k,fS)local iw,m=bV(a,'l'),dU if iw and gq=='0'and redis.call('HLEN',k)<=ef then return redis.call('HKEYS',k)end local dV,x=jD('HSCAN',k,iw and dw or fS),{}for b=1,#dV,2 do local N,r=dV[b],#dV[b+1]x[#x+1]=N dU=dU+r if r>2100 and string.sub(N,1,1)~='\\t'and not bV(a,'l')then a.flags=a.flags..'l'end end dw=dU-m<100000 and dw*2 or 1 return x end local function lU(k,c)local N,lr='\\4'..c,redis.call('ZSCORE',d.failed,c)or redis.call('ZSCORE',d.done,c)if not lr and redis.call('HEXISTS',k,c)==1 then return false end redis.call('HDEL',d.meta,'')if ca(redis.pcall('HSET',k,c,redis.call('HGET',k,N)))then return false end for J,i in ipairs(aa)do redis.call('ZREM',d[i],c)end a.runs=bz(math.max(0,a.runs-redis.call('HDEL',k,N,'\\t'..c)))return true end local function kO(k,x)local h,hF={},{}for J,N in ipairs(x)do local kr,c=string.sub(N,1,1),string.sub(N,2)if kr=='\\4'then if not bV(a,'g')then a.flags=a.flags..'g'end if lU(k,c)and not hF[c]then h[#h+1],hF[c]=c,true end elseif kr~='\\t'then if not hF[N]then h[#h+1],hF[N]=N,true end elseif redis.call('HEXISTS',k,c)==0 then hw=hw+1 redis.call('HDEL',k,N)end end if#h==0 then return#x end local D={}for J,i in ipairs(aa)do for b,A in ipairs(iH(i,h))do D[b]=D[b]or A end end for b,c in ipairs(h)do if not D[b]then local l=redis.call('HGET',k,'\\t'..c)local dL=string.sub(l or'',1,1)local i,A,dE=dL=='C'and'done',bz(a.now),nil if dL=='F'or dL=='E'then i='failed'end if not i then i='ready'A,dE=cO(k,c,l)local q=A%900000000000000 if dk(q)>a.now then i,A='delayed',bB(q,cC(A))cm(a,dk(q))a.sooner=true end end if jK(c,dE)and be(d,i,c,A)then jr=jr+1 if i=='ready'then a.readied=a.readied+1 end end end end return#x end local function la()local x,hq=0,0 for b=1,16 do x=x+redis.call('HLEN',y[b])end for J,i in ipairs(aa)do hq=hq+redis.call('ZCARD',d[i])end return x,hq end repeat local p=0 local fS=ef-fb if fW<=5 then p=kP(aa[fW],jD('ZSCAN',d[aa[fW]],fS))elseif fW<22 then local k=y[fW-5]p=kO(k,mg(k,fS))elseif fW==22 then local h=kC(jD('ZSCAN',d.expiring,fS))p=#h if p>0 then local gK,fC=iH('ready',h),iH('delayed',h)for b,c in ipairs(h)do if not gK[b]and not fC[b]then hw=hw+1 redis.call('ZREM',d.expiring,c)end end end else local x,hq=la()if x-hq~=tonumber(a.runs)then a.runs=bz(math.max(0,x-hq))hx=hx+1 end local ha=a.completed+hq-redis.call('ZCARD',d.done)for J,dT in ipairs(redis.call('HMGET',d.meta,'cancelled','expired','purged'))do ha=ha+(dT or 0)end if ha~=tonumber(a.enqueued)then a.enqueued=bz(ha)hx=hx+1 end gq='0'end fb,jF=fb+p,jF+math.max(p,ef/25)if gq=='0'then iU=fW==23 fW=fW%23+1 end until iU or jF>=ef or dU>2000000 dd(a,d.meta,'audit',jM)a.fields={'audit',fW..' '..gq}local fq=(a.readied>0 or a.sooner)and bW(a)local f=bn(a,d)if f then return f end if fq then dm(a)end return'ok\\n'..table.concat({iU and 1 or 0,fb,jr,iQ,jj,hw,hx},' ')",
  ],
);

/** 1911 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["meta", "replies", "jobs*16", "gone*16", "all..."],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy=KEYS[1]local j={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local lp=KEYS local iM={unpack(KEYS,35)}",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    "local a=cs(dy)local en=cw(a,j)if en then return en end if bV(a,'l')then for b=1,16 do local k,fT=y[2+b],lp[18+b]local r=redis.call('HLEN',k)if r>0 and r<=64 then redis.call('RENAME',k,fT)redis.call('PEXPIRE',fT,'1')end end end redis.call('UNLINK',unpack(iM))if not a.isNew then redis.pcall('HSET',j.replies,j.lane,j.number..'\\n-')redis.pcall('PEXPIRE',j.replies,string.match(j.times,'%d+$'))end return'ok\\n-'",
  ],
);

/** 15512 bytes. */
export const enqueueKnown = /* @__PURE__ */ script(
  "enqueueKnown",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local j={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gx=KEYS local eA,ib=ARGV[4],ARGV[5]local ey=ARGV ",
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
    $declaredBuckets,
    $hasListeners,
    $addListener,
    $wake,
    $STATE_LETTERS,
    $flagLarge,
    $dropField,
    $writeField,
    $rewriteField,
    $enterWaiting,
    "local function ck(y,ey,B)local dV,h,gh,hu,ew={},{},{},{},B while ey[ew]do local p,gL=string.match(ey[ew],'^%d (%d+) %S+ (%S+)')for b=1,p do local c=ey[ew+b*2-1]if not dV[c]then h[#h+1]=c dV[c]={id=c,bucket=y[bj(c)]}end if gL~='-'then gh[#gh+1]=c end hu[c]=hu[c]or string.find(gL,'^[ab]')end ew=ew+p*2+1 end return dV,h,gh,hu end local function cL(a,d,dV,h)for b,eQ in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do dV[h[b]].isSeen=eQ and eQ-a.now>0 dd(a,d.seen,h[b],eQ)end for J,i in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[i],unpack(h)))do local W=dV[h[b]]if A then W.set,W.score,W.before,W.beforeScore=i,A,i,A end end end end local function cI(a,d,dV,h,hu)local z,js,fa,dU={},{},{},0 for J,c in ipairs(h)do local W,x=dV[c],{}local i=W.set if i=='ready'or i=='delayed'or hu[c]and(i=='failed'or i=='done')then fa[#fa+1]=c x.record,x.run=c,'\\t'..c end if i and bV(a,'g')then x.follower='\\4'..c end for v,N in pairs(x)do if bV(a,'l')then dU=dU+redis.call('HSTRLEN',W.bucket,N)end cE(cl(js,W.bucket),W,v)local e=cl(z,W.bucket)e[#e+1]=N end end if dU>32000000 then return false end for k,e in pairs(z)do for b,C in ipairs(redis.call('HMGET',k,unpack(e)))do local W,v=js[k][b*2-1],js[k][b*2]W[v]=C or nil end end if#fa>0 then for b,lg in ipairs(redis.call('ZMSCORE',d.expiring,unpack(fa)))do dV[fa[b]].expiry=lg end end return true end local function cy(a,lq)local dY,ir,gL,eS,iq,dK=string.match(lq,'^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+)')local fQ,fZ,eP=string.sub(ir,1,1),tonumber(string.sub(ir,2)),nil if fQ=='+'and fZ>0 then eP=a.now+fZ end if fQ=='@'and fZ>a.now then eP=fZ end return{priority=tonumber(dY),dueAt=eP,window=gL,max=eS,expiresAt=iq=='-'and'0'or bz(a.now+iq),own=dK}end local function bT(fo,gl)local fr=''if fo.max~='-'then fr=fr..' m'..fo.max end if fo.expiresAt~='0'then fr=fr..' x'..fo.expiresAt end if gl then fr=fr..' u'..bz(gl)end if fo.own~='-'then fr=fr..' o'..fo.own end return fr end local function bx(a,eP,dx,ge)local gl=tonumber(string.match(dx or'','^[^:]* u(%d+)'))if not gl and ge~=''then gl=a.now+ge end return math.min(eP,gl or eP),gl end local function bO(a,W,fN,fo,ge)local eP,gl=fo.dueAt,nil if ge then eP,gl=bx(a,eP,W.newFollower or W.follower,ge)end local Z=cA(fo.priority,eP and(eP-1600000000000)*1000 or 0)W.newFollower=Z..' c'..bz(a.now)..bT(fo,gl)..':'..fN end local function cU(a,d,W,fN,fo,ge)local i,A,dY,eP,gl=W.set,W.score,fo.priority,fo.dueAt,nil local q if ge then eP,gl=bx(a,eP,i=='delayed'and(W.head or W.record)or nil,ge)if i=='ready'then eP=nil end end if i=='ready'and not eP and cC(A)==dY then q=A%900000000000000 elseif ge and i=='delayed'and(dj(A)<=a.now or dj(A)==eP)then q=(A-A%10)/10 else a.tick=a.tick+1 q=eP and bU(a,d.delayed,eP)or a.tick end local Z=cA(dY,q)W.set=eP and'delayed'or'ready'W.score,W.place=eP and bB(q,dY)or Z,Z W.expiresAt,W.payload=fo.expiresAt,fN W.head=Z..(dk(q)~=a.now and' c'..bz(a.now)or'')..bT(fo,gl)end local function bh(a,d,W,fN,fo)local iA,fZ=string.match(fo.window,'^(%l?)(.*)$')local i,ge=W.set,iA=='b'and fZ or nil local gj,ki=i=='ready'or i=='delayed',iA=='a'or iA=='b'if not i and W.isSeen then return'S'end if i and not ki and(iA==''or not gj)then return aV[i]end bM(a,fN)if i=='leased'then bO(a,W,fN,fo,ge)return ge and'k'or'q'end cU(a,d,W,fN,fo,ge)if not ki and fZ~='0'and fZ~='-'then W.rememberedUntil=a.now+fZ end local hV=W.set=='ready'if not i or i=='done'then W.isNew=true return hV and'r'or'd'end if i=='failed'then bt(a,'redriven',1)end if ge and i~='failed'then return hV and'i'or'j'end return hV and'n'or'o'end local function du(a,W)local N='\\t'..W.id if W.isNew then bA(a,W.bucket,N)return end local hK=' '..W.place..' 0 '..W.expiresAt local l='W'..string.sub(W.run,2)if W.before=='failed'then l=string.gsub(l,'^W (%d+) %d+ %d+ %d+ %d+ %d+[^\\n]*','W %1 0 0'..hK)else l=string.gsub(l,'^(W %d+ %d+ %d+) %d+ %d+ %d+','%1'..hK)end cY(a,W.bucket,N,l,W.run)end local function cG(a,k,N,C,m)if m then cY(a,k,N,C,m)else ds(a,k,N,C)end end local function dq(a,d,W)local c,k,m,i=W.id,W.bucket,W.before,W.set if W.newFollower then cG(a,k,'\\4'..c,W.newFollower,W.follower)if not W.follower then a.runsMore=(a.runsMore or 0)+1 end if not bV(a,'g')then a.flags=a.flags..'g'end end if not W.head then return end cG(a,k,c,W.head..':'..W.payload,W.record)if W.run then du(a,W)end if W.follower then bA(a,k,'\\4'..c)end if m==i then dd(a,d[i],c,W.beforeScore)elseif m then ch(a,m,c)end if W.expiresAt~='0'then dd(a,d.expiring,c,W.expiry)elseif W.expiry then ch(a,'expiring',c)end bF(a,i,W.score,c,W.expiresAt)if m=='ready'and i==m then a.readied=a.readied-1 end if W.rememberedUntil then bE(a,'seen',bz(W.rememberedUntil),c)end end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $isRegistered,
    $removeResults,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end local dV,h,gh,hu=ck(by(gx,11,eA),ey,6)cL(a,d,dV,h)if not cI(a,d,dV,h,hu)then return'large'end local eg,ew='',6 while ey[ew]do local fo,p=cy(a,ey[ew]),string.match(ey[ew],'^%d (%d+)')for b=1,p do eg=eg..bh(a,d,dV[ey[ew+b*2-1]],ey[ew+b*2],fo)end ew=ew+p*2+1 end for J,c in ipairs(h)do dq(a,d,dV[c])end local J,gn=string.gsub(eg,'[rd]','')local jS=gn+(a.totals and a.totals.redriven or 0)if ib~=''and jS>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+jS>tonumber(ib)then return'full'end if a.to.seen then local hh=redis.call('ZRANGE',d.seen,'-inf',bz(a.now),'BYSCORE','LIMIT','0',bz(gn*2+8))for b,c in ipairs(hh)do if not dV[c]or not dV[c].rememberedUntil then ch(a,'seen',c)end end end a.enqueued=bz(a.enqueued+gn)if gn<#eg then bt(a,'duplicates',#eg-gn)end local ij=cb(a)local fq=(a.readied>0 or a.sooner)and bW(a)if a.isNew then a.fields={'born',bz(a.now)}ba(a)end local f=bn(a,d,j,eg)if f then return f end local fp={}for b,c in ipairs(gh)do if dV[c].isNew then fp[#fp+1]=gx[11+#eA+b-1]end end cT(fp)if fq then dm(a)end return'ok\\n'..eg..(ij and''or'\\nu')",
  ],
);

/** 4123 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "bucket", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local r=redis.call local R=string.match local w=string.sub local g=redis.pcall local W=string.find local m=string.format local S=type local t,ay,cK,J=u(KEYS,1,4)local ag,ao,aB,cO=u(ARGV,1,4)local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local aR=0 local bl local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,aq,V,ap,o local E repeat local ai do local s=r('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(s or aT,by)aH,aG=not s,s if not U or not s and r('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(s or aT,bb)repeat if string.byte(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=tonumber(R(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=r('HGET',J,ag)if l then local f=R(l,'^%d+')if f==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#f+2)break end if f-ao>0 then E='late'break end elseif ao=='0'and r('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if aH or j~=''and W(j,'e',1,true)~=nil then return'not_plain'end do local bZ=cO*900000000000000 local au=bZ+z local cs=bZ+(x+1-1600000000000)*1000 local bk,v,T,aC for aV=5,#M,2 do local n,ci=M[aV],M[aV+1]au=au+1 if#M==6 then T=m('%016d',au)else local al=au%100 if al==0 or not aC then aC=m('%014d',(au-al)/100)end T=aC..w(bx,al*2+1,al*2+2)end local Z=T..(au>=cs and' c'..m('%d',x)..':'or':')..ci if#ci>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end if bk then do local a=bk local Q=T local b=#a a[b+1],a[b+2]=Q,n end do local a=v local b=#a a[b+1],a[b+2]=n,Z end else bk,v={T,n},{n,Z}end end bl,aq,V=bk,cK,v aR=#bk/2 z=z+aR aE=m('%d',aE+aR)end local bj if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then bj=aH else if j~=''and W(j,'p',1,true)~=nil then bj=false else if z%32~=0 or(r('HGET',t,'heard')or'0')-x>0 then bj=true else j=string.gsub(j,'h','')bj=false end end end local e do ap=ap or m('%d',z)local s='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..''local G=ao..'\\n-'local ax=G and K and#G<=#K local a for bA=1,2 do a=nil if bl then if not a then local c=g('ZADD',ay,u(bl))if c~=0 and c~=1 and S(c)=='table'then a=c end end end if V and not a then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then a=c end end if G and not ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a then local c c=g('HSET',t,'head',s)do local aY do local b=c aY=b~=0 and b~=1 and S(b)=='table'end if aY then a=c end end end if ax and not a then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then a=c end end if not a or true or w(a.err,1,3)~='OOM'then break end r('HDEL',t,'')end if a then local ba={}if bl then ba[ay]=bl end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local b=redis.pcall for C,c in bB(H)do for d=1,#c,2 do local am=c[d+bG]local l=bI[C..am]if not l then b(bM,C,am)elseif aA=='ZADD'then b(aA,C,l,am)else b(aA,C,am,l)end end end end ah({},o,0,'HDEL','HSET')local function bC(b,Q,A)if not b then return{Q,A}end do local c=#b b[c+1],b[c+2]=Q,A end return b end ah({[t]=bC(nil,'head',s)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end ah({},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=a else aG=s if not K then g('PEXPIRE',J,R(aB,'%d+$'))end e=nil end end if e then return e end if bj then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local f='-'if aR>0 then f=aR==1 and'1'or m('%d',aR)end g('PUBLISH',w(t,1,-5)..'wake',f..' '..aZ)end end return'ok\\n-'",
  ],
);

/** 11366 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "maxLength", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],events=KEYS[9]}local j={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gx=KEYS local eA,ib=ARGV[4],ARGV[5]local ey=ARGV ",
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
    $STATE_LETTERS,
    $flagLarge,
    "local function dg(a,d,h)local jG={}for b,eQ in ipairs(redis.call('ZMSCORE',d.seen,unpack(h)))do if eQ and eQ-a.now>0 then jG[h[b]]='S'end dd(a,d.seen,h[b],eQ)end for J,i in ipairs({'ready','delayed','leased','failed','done'})do for b,A in ipairs(redis.call('ZMSCORE',d[i],unpack(h)))do if A then jG[h[b]]=aV[i]end end end return jG end local function aZ(a,d,y,ey,B)local gh,ew={},B while ey[ew]do local p,gL=string.match(ey[ew],'^%d (%d+) %S+ (%S+)')if gL~='-'then for b=1,p do gh[#gh+1]=ey[ew+b*2-1]end end ew=ew+p*2+1 end local hr,eg,gY={},{},{}if#gh>0 then hr=dg(a,d,gh)end ew=B while ey[ew]do local dY,p,ir,gL,eS,iq,dK=string.match(ey[ew],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')local fQ,fZ=string.sub(ir,1,1),tonumber(string.sub(ir,2))for b=1,p do local c,fN=ey[ew+b*2-1],ey[ew+b*2]local I=hr[c]if not I then a.tick=a.tick+1 local q=a.tick I='r'if fQ=='+'and fZ>0 then I,q='d',bU(a,d.delayed,a.now+fZ)elseif fQ=='@'and fZ>a.now then I,q='d',bU(a,d.delayed,fZ)end local Z=cA(dY,q)local fr=dk(q)~=a.now and' c'..bz(a.now)or''if eS~='-'then fr=fr..' m'..eS end if iq~='-'then local dE=a.now+iq fr=fr..' x'..bz(dE)bE(a,'expiring',bz(dE),c)cm(a,dE)end if dK~='-'then fr=fr..' o'..dK end if I=='r'then bE(a,'ready',Z,c)a.readied=a.readied+1 else bE(a,'delayed',bB(q,dY),c)a.sooner=true cm(a,dk(q))end bM(a,fN)local k=bj(c)cE(cl(a.writes,y[k]),c,Z..fr..':'..fN)if gL~='-'and gL~='0'then bE(a,'seen',bz(a.now+gL),c)end hr[c]=string.upper(I)gY[c]=true end eg[#eg+1]=I end ew=ew+p*2+1 end return table.concat(eg),gh,gY end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $isRegistered,
    $removeResults,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.writes={}local eg,gh,gY=aZ(a,d,by(gx,11,eA),ey,6)local J,gn=string.gsub(eg,'%l','')if ib~=''and gn>0 and redis.call('ZCARD',d.ready)+redis.call('ZCARD',d.delayed)+gn>tonumber(ib)then return'full'end if a.to.seen then local hh=redis.call('ZRANGE',d.seen,'-inf',bz(a.now),'BYSCORE','LIMIT','0',bz(gn*2+8))for b,c in ipairs(hh)do if not gY[c]then ch(a,'seen',c)end end end a.enqueued=bz(a.enqueued+gn)if gn<#eg then bt(a,'duplicates',#eg-gn)end local ij=cb(a)local fq=(a.readied>0 or a.sooner)and bW(a)if a.isNew then a.fields={'born',bz(a.now)}ba(a)end local f=bn(a,d,j,eg)if f then return f end local fp={}for b,c in ipairs(gh)do if gY[c]then fp[#fp+1]=gx[11+#eA+b-1]end end cT(fp)if fq then dm(a)end return'ok\\n'..eg..(ij and''or'\\nu')",
  ],
);

/** 1957 bytes. */
export const events = /* @__PURE__ */ script(
  "events",
  ["meta", "events"],
  ["times", "since", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,T=KEYS[1],KEYS[2]local w,fV,ef=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local function kD(p)local W=redis.call('XRANGE',T,bz(p),'+','COUNT','1')[1]if W then return tonumber(string.match(W[1],'^%d+')),W[2][2]end end local a=cs(dy)local dD=cx(a,w)if dD then return dD end if not bV(a,'e')then return'ok\\n-'end local x=redis.call('HMGET',dy,'events','recorded')local ep=tonumber(x[2])or 0 local eu=tonumber(fV)or ep+1 if string.sub(fV,1,1)=='@'then local t,ko=tonumber(string.sub(fV,2)),kD(0)local fM,gH=ko or ep+1,ep+1 while fM<gH do local he=fM+(gH-fM-(gH-fM)%2)/2 local p,dv=kD(he)if not p then gH=he elseif string.match(dv,'^%d+')-t<0 then fM=p+1 else gH=he end end eu=fM local m=tonumber(string.match(x[1]or'','%d+$'))or 0 if eu==(ko or ep+1)and eu-1>m then eu=eu-1 end end local ei={'ok\\n'..bz(a.now)..' '..bz(eu)..' '..bz(ep)}if fV~=''then for b,W in ipairs(redis.call('XRANGE',T,bz(eu),'+','COUNT',ef))do ei[b+1]=string.match(W[1],'^%d+')..'\\n'..W[2][2]end end return ei",
  ],
);

/** 10151 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs..."],
  ["lane", "number", "times", "duration", "worker", "buckets", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8],events=KEYS[9]}local j={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gx=KEYS local iv,eX,eA,hI=ARGV[4],ARGV[5],ARGV[6],{unpack(ARGV,7)}",
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
    $writeFields,
    $revert,
    $commit,
    $LAST_REMOVED_RANK,
    $noteWorker,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local eQ,h,eg,dz,f=a.now+iv,{},{}for b,fj in ipairs(hI)do h[b]=string.sub(fj,19)end local V,U,dF=cJ(by(gx,11,eA),0,h,1)local gQ=redis.call('ZMSCORE',d.leased,unpack(h))for b,c in ipairs(h)do if bZ(V[b],hI[b])then eg[b]='l'bJ(a,d,U or dF[b],c,V[b],gQ[b],eQ)else eg[b],dz=df(V[b],hI[b],dz,d,h,b)end end local dv=table.concat(eg)..'\\n'..bz(eQ)local fq=a.sooner and bW(a)if a.to.leased or not a.isNew then f=bn(a,d,j,dv)end if f then return f end if fq then dm(a)end if not a.isNew then cv(d.workers,eX,a.now)end return'ok\\n'..dv",
  ],
);

/** 15469 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "worker", "from", "limit", "policy"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local y=KEYS local j={replies=KEYS[28],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local eX,iX,gB,fE=unpack(ARGV,4,7)local eu=tonumber(iX)local ef=tonumber(gB)",
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
    $limitFreed,
    $parseRun,
    $formatRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
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
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local h,dJ,eU=redis.call('ZRANGE',d.leased,bz(eu),bz(eu+ef-1)),0,0 local jg=#h<ef if bV(a,'g')and cj(a,y,11,h,1)then jg=false end if#h>0 then local V,U,dF=cJ(y,11,h,1)for b,c in ipairs(h)do if string.match(V[b]or'','^L[^\\n]*\\n([^\\n\\31]*)')==eX then local gi=cN(a,d,U or dF[b],c,V[b],'W','\"its worker failed\"')dJ,eU=dJ+1,eU+(gi and 1 or 0)end end end local dv=dJ..'\\n'..(jg and'-'or bz(eu+#h-dJ))local fq,f=a.readied>0 and bW(a),nil local J,fc if eU>0 then J,J,fc=dl(a,d,y,11,fE,eU*2+8)end if dJ>0 or not a.isNew then f=bn(a,d,j,dv)end if f then return f end dp(a,d)if fc then cV(a)dl(a,d,y,11,fE,eU*2+8)f=bn(a,d)if not f then dp(a,d)end end if fq then dm(a)end if jg then redis.call('ZREM',d.workers,eX)end return'ok\\n'..dv",
  ],
);

/** 1142 bytes. */
export const forgetSeen = /* @__PURE__ */ script(
  "forgetSeen",
  ["meta", "seen"],
  ["times", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,fz=KEYS[1],KEYS[2]local w,ef=ARGV[1],tonumber(ARGV[2])",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local ln=redis.call('ZREMRANGEBYRANK',fz,'0',bz(ef-1))return'ok\\n'..ln..' '..math.min(1,redis.call('ZCARD',fz))",
  ],
);

/** 543 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry", "makers"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu,fH=KEYS[1],KEYS[2]local ey=ARGV ",
    $digits,
    "local dA={}for b=1,#ey,2 do dA[#dA+1]=ey[b]end local iI=redis.call('ZMSCORE',fu,unpack(dA))for b,v in ipairs(dA)do if iI[b]==ey[1+b*2-1]then local gJ=redis.call('HGET',fH,v)if gJ then local N='\\t'..gJ local hZ=(redis.call('HGET',fH,N)or 0)-1 redis.call('HDEL',fH,'')if hZ>0 then redis.call('HSET',fH,N,bz(hZ))else redis.call('HDEL',fH,N)end redis.call('HDEL',fH,v)end redis.call('ZREM',fu,v)end iI[b]=iI[b]or'-'end return'ok\\n'..table.concat(iI,'\\n')",
  ],
);

/** 2484 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "bucket", "result", "seen", "history", "endings", "endedBefore"],
  ["times", "id", "parts"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gK,fC,gI=unpack(KEYS,1,4)local eU,hM,k,g,fz=unpack(KEYS,5,9)local hS,d=KEYS[10],{endings=KEYS[11],endedBefore=KEYS[12]}local w,c,fd=unpack(ARGV,1,3)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    $lastEndings,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local ei,hD={bz(a.now),'-'..a.flags},false for J,u in ipairs({gK,fC,gI,eU,hM})do local A=redis.call('ZSCORE',u,c)hD=hD or A ei[#ei+1]=A or'-'end ei[#ei+1]=redis.call('ZRANK',gK,c)or'-'ei[#ei+1]=redis.call('ZSCORE',fz,c)or'-'if hD and bV(a,'g')and redis.call('HEXISTS',k,'\\4'..c)==1 then ei[#ei+1]='+'end local fv=not hD and ce(d,{c})[1]or'-'local dx=hD and string.find(fd,'d')and redis.call('HGET',k,c)or''if hD and string.find(fd,'h')and redis.call('HSTRLEN',k,c)<100000 then dx=string.match(redis.call('HGET',k,c)or'','^[^:]*:')or''end local ee=not a.isNew and string.find(fd,'r')and redis.call('GET',g)if ee then local iR=string.match(ee,'^C (%d+)')if not iR or iR-(redis.call('HGET',dy,'born')or iR)<0 then ee=nil end end local dG={'ok\\n'..table.concat(ei,' ')..'\\n'..fv,dx,redis.call('HGET',k,'\\t'..c)or'',ee or''}if string.find(fd,'s')and(ei[3]~='-'or ei[4]~='-')then local kS=redis.call('HGET',dy,'born')or'-'local s={bz(redis.call('ZCARD',gK))..' '..a.leased..' '..kS}for b,gt in ipairs(redis.call('LRANGE',hS,'0',bz(9)))do s[b+1]=string.match(gt,'^[^|]*')end dG[5]=table.concat(s,'\\n')end return dG",
  ],
);

/** 1540 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gI=KEYS[1]local y=KEYS local hI=ARGV ",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    "local h,jT,ei,je={},{},{''},{}for b,fj in ipairs(hI)do h[b]=string.sub(fj,19)end local gQ,D=redis.call('ZMSCORE',gI,unpack(h)),cJ(y,1,h,2)for b,fj in ipairs(hI)do local dx,l=D[b*2-1],D[b*2]local hC=gQ[b]and dx and l and string.sub(l,1,18)==string.sub(fj,1,18)jT[b]=hC and'1'or'0'if hC then ei[#ei+1]=dx je[#je+1]='H'..(string.match(l,'^[^\\n]*\\n[^\\n]*(.*)$')or'\\n')end end for J,hS in ipairs(je)do ei[#ei+1]=hS end ei[1]='ok\\n'..table.concat(jT)return ei",
  ],
);

/** 1227 bytes. */
export const history = /* @__PURE__ */ script(
  "history",
  ["meta", "samples"],
  ["times", "count", "brief"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,mf=KEYS[1],KEYS[2]local w,mj,kT=unpack(ARGV,1,3)local r=tonumber(mj)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local s=redis.call('LRANGE',mf,'0',bz(r-1))if kT=='1'then for b,G in ipairs(s)do s[b]=string.match(G,'^[^|]*')end end return'ok\\n'..bz(a.now)..(s[1]and'\\n'or'')..table.concat(s,'\\n')",
  ],
);

/** 1012 bytes. */
export const listForClean = /* @__PURE__ */ script(
  "listForClean",
  ["registry", "makers", "rounds"],
  ["kind", "times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu,fH,hJ=unpack(KEYS,1,3)local fQ,w,ls=unpack(ARGV,1,3)local jf=tonumber(ls)",
    $digits,
    $readClock,
    "local s={'ok',redis.call('HGET',hJ,fQ)or'-'}local D,fB,kb={},{},fQ=='deep'local x=redis.call('HGETALL',fH)for b=1,#x,2 do D[x[b]]=x[b+1]end local P=cH(w)local dV=redis.call('ZRANGE',fu,'0','-1','WITHSCORES')for b=1,#dV,2 do local v,hi=dV[b],dV[b+1]if v~=''then local gJ=D[v]if gJ then D[v]=nil fB['\\t'..gJ]=(fB['\\t'..gJ]or 0)+1 end s[#s+1]=v..' '..(gJ or'-')..(kb and P-hi>=jf and' '..hi or'')end end if kb then for N,dW in pairs(fB)do if tonumber(D[N])~=dW then redis.call('HDEL',fH,'')redis.call('HSET',fH,N,bz(dW))end end for N in pairs(D)do if not fB[N]then redis.call('HDEL',fH,N)end end end return table.concat(s,'\\n')",
  ],
);

/** 2962 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,dL=KEYS[1],KEYS[2]local y=KEYS local w,eu,ef,gU=ARGV[1],tonumber(ARGV[2]),tonumber(ARGV[3]),{unpack(ARGV,4)}",
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
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local dV,h,s={},{},{}if#gU==0 then dV=redis.call('ZRANGE',dL,bz(eu),bz(eu+ef-1),'WITHSCORES')else for b,A in ipairs(redis.call('ZMSCORE',dL,unpack(gU)))do if A then cE(dV,gU[b],A)end end end for b=1,#dV,2 do h[#h+1]=dV[b]end if bV(a,'l')then local hH=math.max(1,bv(y,2,h,#h,0))for b=hH+1,#h do h[b]=nil end end local ei={''}if#h>0 then local D=cJ(y,2,h,2)for b,c in ipairs(h)do s[b]='\\n'..dV[b*2]..' '..c ei[b*2],ei[b*2+1]=D[b*2-1]or'',D[b*2]or''end end ei[1]='ok\\n'..bz(a.now)..' '..redis.call('ZCARD',dL)..table.concat(s)return ei",
  ],
);

/** 430 bytes. */
export const noteRegistration = /* @__PURE__ */ script(
  "noteRegistration",
  ["meta"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy=KEYS[1]local w=ARGV[1]",
    $digits,
    $readClock,
    "if redis.call('EXISTS',dy)==1 then redis.call('HSET',dy,'registered',bz(cH(w)))end return'ok'",
  ],
);

/** 6684 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1]}local j={replies=KEYS[2],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    $writeFields,
    $revert,
    $commit,
    $addListener,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true if not bV(a,'p')then a.flags=a.flags..'p'if a.isNew then ba(a)end end local f=bn(a,d,j,'-')return f or'ok\\n-'",
  ],
);

/** 66 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu=KEYS[1]return'ok\\n'..math.max(0,redis.call('ZCARD',fu)-1)",
  ],
);

/** 8801 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "bucket", "events", "replies"],
  ["lane", "number", "times", "duration", "reference", "progress"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],bucket=KEYS[8],events=KEYS[9]}local j={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local iv,fj,gk=unpack(ARGV,4,6)",
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
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local c=string.sub(fj,19)local m=redis.call('HGET',d.bucket,'\\t'..c)local gQ=redis.call('ZSCORE',d.leased,c)local I,l='l',m if not bZ(m,fj)then I=df(m,fj,nil,d,{c},1)else if iv~=''then bJ(a,d,d.bucket,c,m,gQ,a.now+iv)a.rewrites=nil l='L'..string.sub(m,2)end local B,hn=string.match(l,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')cY(a,d.bucket,'\\t'..c,(B or l..'\\n\\n')..gk..(hn or''),m)end local fq,f=a.sooner and bW(a),nil if I=='l'or not a.isNew then f=bn(a,d,j,I)end if f then return f end if fq then dm(a)end return'ok\\n'..I",
  ],
);

/** 10629 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "events", "replies", "jobs..."],
  ["lane", "number", "times", "buckets", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],events=KEYS[4]}local j={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gx=KEYS local eA,dV,h=ARGV[4],ARGV[5],{unpack(ARGV,6)}",
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
    $writeFields,
    $revert,
    $commit,
    $entryText,
    $needsRecordOfEntry,
    $findUnchanged,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local eg,fz={},{}local y=by(gx,6,eA)local V,U,dF=cJ(y,0,h,1)local fG=bL(d,y,0,h,V,dV)for b,A in ipairs(redis.call('ZMSCORE',d.delayed,unpack(h)))do local c=h[b]eg[b]=A and not fz[c]and(not fG or fG[c])and'd'or'U'if eg[b]=='d'then fz[c]=true a.tick=a.tick+1 cn(a,U or dF[b],c,V[b],cA(A%10,a.tick),false)ch(a,'delayed',c)end end local dv=table.concat(eg)local fq,f=a.readied>0 and bW(a),nil if a.readied>0 or not a.isNew then f=bn(a,d,j,dv)end if f then return f end if fq then dm(a)end return'ok\\n'..dv",
  ],
);

/** 9400 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "events", "jobs*16", "replies"],
  ["lane", "number", "times", "limit", "total", "letter"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5],events=KEYS[6]}local y=KEYS local j={replies=KEYS[23],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gB,dT,I=unpack(ARGV,4,6)local ef=tonumber(gB)",
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
    $limitFreed,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $removeFollower,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local h=redis.call('ZRANGE',d.state,'0',bz(ef-1))if#h>0 then cj(a,y,6,h,1)local V,U,dF=cJ(y,6,h,1)for b,c in ipairs(h)do cS(a,U or dF[b],c,V[b])cR(a,U or dF[b],c)aY(a,c,I)end a.from.state,a.from.expiring=h,h if dT~=''then bt(a,dT,#h)end end local dv=#h..' '..(redis.call('ZCARD',d.state)>#h and 1 or 0)local f if#h>0 or not a.isNew then f=bn(a,d,j,dv)end if f then return f end dp(a,d)return'ok\\n'..dv",
  ],
);

/** 142 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu=KEYS[1]local s={'ok'}for J,v in ipairs(redis.call('ZRANGE',fu,'0','-1'))do if v~=''then s[#s+1]=v end end return table.concat(s,'\\n')",
  ],
);

/** 1070 bytes. */
export const readBulk = /* @__PURE__ */ script(
  "readBulk",
  ["meta", "bulk"],
  ["times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gw=KEYS[1],KEYS[2]local w=ARGV[1]",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local dD=cx(cs(dy),w)if dD then return dD end local x,s=redis.call('HGETALL',gw),{}for b=1,#x,2 do s[#s+1]='\\n'..x[b]..' '..x[b+1]end return'ok\\n'..#s..table.concat(s)",
  ],
);

/** 134 bytes. */
export const readRounds = /* @__PURE__ */ script(
  "readRounds",
  ["rounds"],
  [],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hJ=KEYS[1]",
    $REPORT_SUFFIX,
    "local kv=redis.call('HMGET',hJ,'light'..aP,'deep'..aP)return'ok\\n'..(kv[1]or'-')..'\\n'..(kv[2]or'-')",
  ],
);

/** 7258 bytes. */
export const recordEvents = /* @__PURE__ */ script(
  "recordEvents",
  ["meta", "events", "replies"],
  ["lane", "number", "times", "keep"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d,T={meta=KEYS[1]},KEYS[2]local j={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local gc=tonumber(ARGV[4])",
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
    $writeFields,
    $revert,
    $commit,
    $addListener,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local jI,f=bV(a,'e'),nil local x=redis.call('HMGET',d.meta,'events','recorded')if gc==0 then if jI then a.flags=string.gsub(a.flags,'e','')end if x[1]then a.drops={[d.meta]={'events'}}end else local B=string.match(jI and x[1]or'','%d+$')if not B then B=bz(math.max(a.tick,(x[2]or 0)+1))a.fields={'recorded',B}dd(a,d.meta,'recorded',x[2])end a.fields=bg(a.fields,'events',bz(gc)..' '..B)dd(a,d.meta,'events',x[1])if not jI then a.flags=a.flags..'e'end if a.isNew then ba(a)end end if gc>0 or not a.isNew then f=bn(a,d,j,'-')end if f then return f end if gc==0 then redis.pcall('UNLINK',T)else redis.pcall('XTRIM',T,'MAXLEN',bz(gc))end return'ok\\n-'",
  ],
);

/** 10301 bytes. */
export const redriveChanged = /* @__PURE__ */ script(
  "redriveChanged",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local j={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ey={unpack(ARGV,4)}",
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
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end local ie,h,fz={},{},{}for b=1,#ey,3 do ie[#ie+1]=ey[b]end local fy=redis.call('ZMSCORE',d.failed,unpack(ie))local D,U,dF=cJ(y,6,ie,2)for b,c in ipairs(ie)do local dx,l,k=D[b*2-1],D[b*2],U or dF[b]local hp,fa=string.sub(l or'',1,17)==ey[b*3-1],ey[b*3]if fy[b]and dx and hp and not fz[c]then fz[c]=true h[#h+1]=c cY(a,k,c,fa,dx)bM(a,fa)cP(a,k,c,l,cC(string.sub(fa,1,16)))end end return bo(a,d,j,h)",
  ],
);

/** 10956 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "events", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "entries", "ids..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4],events=KEYS[5]}local j={replies=KEYS[6],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local ef,dV,gU=tonumber(ARGV[4]),ARGV[5],{unpack(ARGV,6)}",
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
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local h,fz={},{}if#gU==0 then if ef>0 then h=redis.call('ZRANGE',d.failed,'0',bz(ef-1))end else local fG if dV~=''then local V=cJ(y,6,gU,1)fG=bL(d,y,6,gU,V,dV)end for b,A in ipairs(redis.call('ZMSCORE',d.failed,unpack(gU)))do local c=gU[b]if A and not fz[c]and(not fG or fG[c])then h[#h+1]=c fz[c]=true end end end if#h>0 then local V,U,dF=cJ(y,6,h,1)for b,c in ipairs(h)do local Z=string.match(V[b]or'','^%a %d+ %d+ %d+ (%d+)')cP(a,U or dF[b],c,V[b],Z and cC(Z)or 5)end end return bo(a,d,j,h)",
  ],
);

/** 494 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local fu=KEYS[1]local v,w=ARGV[1],ARGV[2]",
    $digits,
    $readClock,
    $nextStamp,
    "local hi=cu(fu,w)redis.call('ZADD',fu,hi,'',hi,v)return'ok'",
  ],
);

/** 7039 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready", "replies"],
  ["lane", "number", "times"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2]}local j={replies=KEYS[3],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}",
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
    $writeFields,
    $revert,
    $commit,
    $hasListeners,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local kG,f=bV(a,'p'),nil if kG then a.flags=string.gsub(a.flags,'p','')end if not a.isNew then f=bn(a,d,j,'-')end if f then return f end if kG then a.readied=redis.call('ZCARD',d.ready)if bW(a)then dm(a)end end return'ok\\n-'",
  ],
);

/** 1468 bytes. */
export const retire = /* @__PURE__ */ script(
  "retire",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "jobs*16", "all..."],
  ["times", "idle"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gK,fC,gI=unpack(KEYS,1,4)local eU,hM,lf,fz=unpack(KEYS,5,8)local y={unpack(KEYS,9,24)}local iM={unpack(KEYS,25)}local w,jf=ARGV[1],tonumber(ARGV[2])",
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end if bV(a,'p')or bV(a,'e')or redis.call('EXISTS',gK,fC,gI,eU,hM,lf,fz,unpack(y))>0 then return'ok\\n0'end local lQ=redis.call('HMGET',dy,'registered','born')for b=1,2 do if a.now-(lQ[b]or 0)<jf then return'ok\\n0'end end local J,E=cH(w)if a.tick>E then return'ok\\n0'end redis.call('UNLINK',unpack(iM))return'ok\\n1'",
  ],
);

/** 1669 bytes. */
export const saveBulk = /* @__PURE__ */ script(
  "saveBulk",
  ["meta", "bulk"],
  ["times", "id", "version", "text", "most"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gw=KEYS[1],KEYS[2]local w,c,mo,dv,jn=unpack(ARGV,1,5)local hG=tonumber(jn)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local function kc(lR)return string.find(lR,'\"status\":\"running\"',1,true)~=nil end local a=cs(dy)local dD=cx(a,w)if dD then return dD end local m=redis.call('HGET',gw,c)local jP=m and string.match(m,'^%d+')or'0'if a.isNew or jP~=mo then return'ok\\n'..(m or'0')end if dv==''then redis.call('HDEL',gw,c)return'ok\\n0'end local jq=redis.call('HGET',gw,'running')if not m and redis.call('HLEN',gw)-(jq and 1 or 0)>=hG then return'full'end local gX=bz(jP+1)..' '..dv local im=(jq or 0)+(kc(dv)and 1 or 0)-(m and kc(m)and 1 or 0)if im>0 then redis.call('HSET',gw,c,gX,'running',bz(im))else redis.call('HSET',gw,c,gX)if jq then redis.call('HDEL',gw,'running')end end return'ok\\n'..gX",
  ],
);

/** 8028 bytes. */
export const search = /* @__PURE__ */ script(
  "search",
  ["meta", "state", "jobs*16"],
  ["times", "name", "output", "score", "after", "most", "limit", "bytes", "decoded", "compared", "isRedacted", "id", "isPrefix", "worker", "error", "attempts", "from", "to", "entered", "conditions..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,dL=KEYS[1],KEYS[2]local y=KEYS local w,v,iC=unpack(ARGV,1,3)local A,gX=ARGV[4],ARGV[5]local jn,gB,lO,lP=unpack(ARGV,6,9)local hG=tonumber(jn)local ef=tonumber(gB)local kj=tonumber(lO)local kl=tonumber(lP)local kk=tonumber(ARGV[10])local ly=ARGV[11]local eV={id=ARGV[12],isPrefix=ARGV[13],worker=ARGV[14],error=ARGV[15],attempts=ARGV[16],from=ARGV[17],to=ARGV[18],entered=ARGV[19]}local hF=ARGV ",
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
    "local function cd(l)local ej,md=string.match(l or'','\\n%l %d+ (%d+) (%S+)[^\\n]*$')return ej and dk(ej)+md or 0 end local aW='[^\\31]+'local function bK(C,lT)for v in string.gmatch(lT,aW)do if type(C)~='table'then return nil end local ka=string.match(v,'^%d+$')if C[v]==nil and ka then C=C[ka+1]else C=C[v]end end return C end local function bI(fn)local em={}for b=1,#fn,4 do if fn[b]=='='then local hT,e=pcall(cjson.decode,'['..fn[b+3]..']')if hT then em[b]=e[1]end end end return em end local function di(fn)local K={}for b=1,#fn,4 do if fn[b+2]~=''then K[#K+1]=string.sub(fn[b+2],-64)end end return K end local function bu(fn)local p=0 for b=1,#fn,4 do if fn[b]=='~'then p=p+1 end end return p end local function bs(dx,eu,K,hG)local r,gp=#dx-eu+1,0 for J,dv in ipairs(K)do if gp+r>hG then return nil,gp end gp=gp+r if not string.find(dx,dv,eu,true)then return false,gp end end return true,gp end local function cp(it,fn,ha)for b=1,#fn,4 do local fQ,C,hd=fn[b],bK(it,fn[b+1]),nil if fQ=='='then hd=C~=nil and C==ha[b]elseif fQ=='~'then hd=type(C)=='string'and string.find(C,fn[b+3],1,true)~=nil else hd=C~=nil==(fQ=='?')end if not hd then return false end end return true end local function bD(dx)local gY=string.match(dx,'^%d+ c(%d+)')if gY then return tonumber(gY)end local Z=tonumber(string.match(dx,'^%d+'))return Z and dk(Z%900000000000000)or 0 end local function br(kd,dv)local eu=1 while true do local ew=string.find(kd,dv,eu,true)if not ew then return false end local mk=string.match(string.sub(kd,1,ew-1),'\\\\*$')if#mk%2==0 then return true end eu=ew+1 end end local function cq(l,eV)local fA,eX,s=string.match(l or'','^%a %d+ (%d+)[^\\n]*\\n([^\\n\\31]*)[^\\n]*(.*)$')if eV.attempts~=''and(fA or 0)-eV.attempts<0 then return false end if eV.worker~=''and eX~=eV.worker then return false end if eV.error==''then return true end for gs in string.gmatch(s or'','\\n%l %d+ [^\\n\\t]*\\t[^\\n\\t]*\\t([^\\n]*)')do if br(gs,eV.error)then return true end end return false end local function bG(dL,A,l,dx,q)local t=dk(q)local ej=string.match(l or'','^%a (%d+)')if ej and ej-q>0 then return false end if dL=='failed'or dL=='done'then return A-t<=0 end if dL=='leased'then return true end if cd(l)>t then return false end if dL=='ready'then return A%900000000000000<=q end return ej~=nil or bD(dx)<=t end local function lt(dv,fT)for b=1,math.min(#dv,#fT)do local L,M=string.byte(dv,b),string.byte(fT,b)if L~=M then return L>M end end return#dv>#fT end local function lW()if A==''then return 0 end if redis.call('ZSCORE',dL,gX)==A then return redis.call('ZRANK',dL,gX)+1 end local fM,gH=redis.call('ZCOUNT',dL,'-inf','('..A),redis.call('ZCOUNT',dL,'-inf',A)while fM<gH do local he=(fM+gH-(fM+gH)%2)/2 local dP=redis.call('ZRANGE',dL,bz(he),bz(he))[1]if lt(dP,gX)then gH=he else fM=he+1 end end return fM end local function lL(c)if eV.id==''then return true end if eV.isPrefix==''then return c==eV.id end return string.sub(c,1,#eV.id)==eV.id end local a=cs(dy)local dD=cx(a,w)if dD then return dD end local kn=iC=='ids'or eV.worker..eV.error..eV.attempts..eV.entered~=''local fn={unpack(hF,20)}local jV=#fn>0 local km=eV.from..eV.to~=''or jV local ha=bI(fn)local K,jO=ly==''and di(fn)or{},bu(fn)local D,s,ei,dU,gp,iP,fb,fF=0,{},{''},0,0,0,0,0 local function jv(c)local dx=redis.call('HGET',y[2+bj(c)],c)or''dU=dU+#dx return dx end local function lM(dx)local jN=string.find(dx,':',1,true)if not jN then return false end local m,eu=gp,jN+1 local iZ,eq=bs(dx,eu,K,kk-m)gp=m+eq if iZ==false then return false end if iZ==nil and m>0 then return nil end local r,hT,it=#dx-eu+1,false,nil if iZ and r<=kl then if iP+r>kl or m>0 and gp+r*jO>kk then return nil end iP,gp=iP+r,gp+r*jO hT,it=pcall(cjson.decode,string.sub(dx,eu))end if not hT then fF=fF+1 end return hT and cp(it,fn,ha)end local function lK(c,ld,l,dx)if not lL(c)or kn and not cq(l,eV)then return false,dx end if not dx and(km or eV.entered~=''and v=='delayed'and not l)then dx=jv(c)end if eV.entered~=''and not bG(v,ld,l,dx,tonumber(eV.entered))then return false,dx end if eV.from~=''and bD(dx)-eV.from<0 then return false,dx end if eV.to~=''and bD(dx)-eV.to>0 then return false,dx end if jV then return lM(dx),dx end return true,dx end local ep,ke=gX,A==''and'-'or A local iE=lW()local fc,gR=false,false while not fc and not gR and fb<hG and D<ef and dU<kj do local kB=math.min(250,hG-fb)local dV=redis.call('ZRANGE',dL,bz(iE),bz(iE+kB-1),'WITHSCORES')local h,fy={},{}for b=1,#dV,2 do h[#h+1],fy[#fy+1]=dV[b],dV[b+1]end fc=#h<kB iE=iE+#h local dw,em=km and not bV(a,'l')and 2 or 1,{}if#h>0 and(kn or dw==2)then em=cJ(y,2,h,dw)end for b,c in ipairs(h)do local dx,l,hd=nil,em[b*dw],nil gR=D>=ef or dU>=kj if not gR then if dw==2 then dx=em[b*2-1]or''dU=dU+#dx end hd,dx=lK(c,fy[b],l,dx)gR=hd==nil end if gR then fc=false break end fb,ep,ke=fb+1,c,fy[b]if hd then D=D+1 s[D]='\\n'..fy[b]..' '..c if iC=='ids'then if not dx and cr(v,l)then dx=jv(c)end s[D]=s[D]..'\\t'..bH(v,fy[b],l,dx)elseif iC=='jobs'then ei[D*2]=dx or jv(c)ei[D*2+1]=l or redis.call('HGET',y[2+bj(c)],'\\t'..c)or''end end end end if iC=='count'then s={'\\n'..bz(D)}end local q=string.match(a.head or aK,'^2 %a* (-?%d+)')ei[1]='ok\\n'..bz(a.now)..' '..q..' '..redis.call('ZCARD',dL)..' '..bz(fb)..' '..bz(fF)..' '..(fc and'-'or ke)..' '..ep..table.concat(s)return ei",
  ],
);

/** 502 bytes. */
export const storeRound = /* @__PURE__ */ script(
  "storeRound",
  ["rounds"],
  ["kind", "times", "cursor", "report"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local hJ=KEYS[1]local fQ,w,gq,mc=unpack(ARGV,1,4)",
    $digits,
    $readClock,
    $REPORT_SUFFIX,
    "local N,dv=fQ..aP,bz(cH(w))..' '..mc if gq==''then redis.pcall('HSET',hJ,N,dv)else redis.call('HSET',hJ,N,dv,fQ,gq)end return'ok'",
  ],
);

/** 12234 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "bucket", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local u=unpack local r=redis.call local R=string.match local w=string.sub local as=string.byte local g=redis.pcall local bm=tonumber local W=string.find local m=string.format local aU=string.char local aL=string.rep local S=type local t,ay,bq,ce,cd,J=u(KEYS,1,6)local ag=ARGV[1]local ao=ARGV[2]local aB=ARGV[3]local aO=KEYS local cf,cL,cM,cg=u(ARGV,4,7)local bs=KEYS local f=ARGV[8]local M=ARGV local bx='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local by='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bz='9999999999999'local aT='2  0 0 0 0 0 0|'local bX='-----------------------------------------------------------------'local P=''local aK local j,O,aJ,aE,aI,aj,aH,aG,av,x,z,K,cn,ar,cp,L,bU,bu,bw,bT,aq,V,bv,aQ,bV,o,aa,aS,ap,bS,co,aF local E repeat local ai do local s=r('HGET',t,'head')local U,ac,bb j,U,O,aJ,aE,aI,aj,bb=R(s or aT,by)aH,aG=not s,s if not U or not s and r('HEXISTS',t,'layout')==1 then ai='other_layout'else av=w(s or aT,bb)repeat if as(aB)~=61 then local aD=g('TIME')if not aD.err then local bi,az=aD[1]+0,aD[2]+0 x,ac=bi*1000+(az-az%1000)/1000,(bi-1600000000)*1000000+az break end end local bf=bm(R(aB,'%d+'))x,ac=bf,(bf-1600000000000)*1000 break until true z=U+0 if z<ac then z=ac end if ac<0 or z>=899000000000000 then ai='bad_clock'else ai=nil end end end if ai then E=ai break end local l=r('HGET',J,ag)if l then local a=R(l,'^%d+')if a==ao then if not aH then g('HINCRBY',t,'replayed',1)end E='again\\n'..w(l,#a+2)break end if a-ao>0 then E='late'break end elseif ao=='0'and r('EXISTS',J)==1 then E='reused'break end K=l E=nil break until true if E then return E end if x-O>=0 or j~=''and W(j,'[peg]')then return'not_plain'end if j~=''and W(j,'l',1,true)~=nil and r('EXISTS',ce)==1 then return'not_plain'end cn=true local i,bd='-',bm(cf)local function aX(p)local h=0 if p>=1 then h=1 end if p>=1073741824 then p=1073741823 end if p>=65536 then p,h=p/65536,h+16 end if p>=256 then p,h=p/256,h+8 end if p>=16 then p,h=p/16,h+4 end if p>=4 then p,h=p/4,h+2 end if p>=2 then h=h+1 end return h end if M[9]then local h,b=aO[6+bm(f,16)+1],#M-9+1 if bs[23]then b=b-(#bs-23+2)do local cD=9+b ar={}for d=0,#bs-23 do do local a=ar local Q=bs[23+d]local A='C '..m('%d',x)..' '..M[cD+d]local c=#a a[c+1],a[c+2]=Q,A end end cp=M[#M]end end if b>1 then do local a=b repeat local k,v={},{}for d=1,a do local n=w(M[9+d-1],19)k[d],v[d]=n,'\\t'..n end local bt=r('HMGET',h,u(v))for d=1,a do local B=bt[d]if not B or w(B,1,18)..k[d]~=M[9+d-1]then k=nil break end end if not k then i=nil break end if j~=''and W(j,'l',1,true)~=nil then local ab=0 for d=1,a do ab=ab+r('HSTRLEN',h,k[d])end if ab>32000000 then i=nil break end end local ck,bN,N=nil,0,0 for d=1,a do local F=w(M[9+d-1],3,14)if F~=ck then if N>0 then do local p=bN local c=N local e=aU(96+aX(p))if c>1 then e=aL(e,c)end P=P..e end end ck,bN,N=F,x-1600000000000-F,0 end N=N+1 end do local p=bN local c=N local d=aU(96+aX(p))if c>1 then d=aL(d,c)end P=P..d end L=k aj=m('%d',aj+a)bU=a bu,bw,bT=h,k,v i=aL('c',a)break until true end else do local bL=M[9]local n=w(bL,19)local X='\\t'..n local B=r('HGET',h,X)if not B or w(B,1,18)..n~=bL then i=nil else L={n}aj=m('%d',aj+1)bU=1 bu,bw=h,{n,X}do local p=x-1600000000000-w(bL,3,14)local a=aU(96+aX(p))if 1>1 then a=aL(a,1)end P=P..a end i='c'end end end end if not i then return'not_plain'end local an,y,q local cb=false if bd>0 then local Y,F,ad,I,at do local a,b,bp,bD,c,d,e local h,ae,ab,bE=0,0,0,false local aC local cl,bW,N=nil,0,0 local cP,cr=' '..cg..' 0','\\n'..cM repeat local k if ae==0 then k=r('ZRANGE',ay,'0',cf)else k=r('ZRANGE',ay,m('%d',ae),m('%d',ae+bd-h))end local l,ch=#k,bd-h d=l>ch if d then l=ch end local function aW(n)local p=string.byte local s,aw=p(n,1,2)if s==95 and#n==13 and aw<103 and aw>47 and(aw<58 or aw>96)then return aw<58 and aw-47 or aw-86 end do local bO=#n for v=1,#n,8 do local Q,A,cw,cy,cz,cB,cE,cF=p(n,v,v+7)bO=(bO*31+Q+(A or 0)*3+(cw or 0)*5+(cy or 0)*7+(cz or 0)*11+(cB or 0)*13+(cE or 0)*17+(cF or 0)*19)%65521 end return bO%16+1 end end if j~=''and W(j,'l',1,true)~=nil and(l>1 or ae>0)then local bh do local n=k local p=l local s=ab local v=0 for A=1,p do local cG=aW(n[A])s=s+r('HSTRLEN',aO[6+cG],n[A])if s>2000000 then break end v=A end bh=v end if bh==0 and ae==0 then bh=1 end bE=bh<l l=bh d=d or bE end for n=#k,l+1,-1 do k[n]=nil end if l>0 then local af,D,aM,v if l==1 then local n=aW(k[1])D,v=aO[6+n],{k[1],'\\t'..k[1]}af=r('HMGET',D,v[1],v[2])else do local n=k repeat local p={}for s=1,#n do local A=n[s]p[s*2-1]=A p[s*2]='\\t'..A end local s=aW(n[1])local au=aW(n[#n])if s==au then local A,bF=nil,true if bF then A=r('HMGET',aO[6+s],u(p))for B=1,#n do if not A[B*2-1]then bF=false break end end end if bF then af,D,aM,v=A,aO[6+s],nil,p break end end local A,cq,H,bK={},{},{},{}for B=1,#n do local C=aW(n[B])local G=aO[6+C]A[B]=G if not H[G]then H[G],bK[G]={},{}end local Q,bJ=H[G],bK[G]for be=(B-1)*2+1,B*2 do local T=#Q+1 Q[T],bJ[T]=p[be],be end end for B,C in pairs(H)do local G,bJ=r('HMGET',B,u(C)),bK[B]for be=1,#C do cq[bJ[be]]=G[be]end end af,D,aM,v=cq,nil,A,p break until true end end local n=nil if D and aq==D then n=V end if not c then bD=x+cL c=m('%d',bD)end local function br(H,C)local p=H[C]if not p then p={}H[C]=p end return p end for p=1,l do local s,Z,B=k[p],af[p*2-1],af[p*2]local A,bo,cm,bQ=D or aM[p],'0',nil,cP if Z and as(Z,17)~=58 then local C,bP=R(Z,'^(%d+)([^:]*)')if#(C or'')~=16 then cm,bP=m('%016d',4500000000000000),''end bo=R(bP,' x(%d+)')or bo bQ=' '..(R(bP,' m(%d+)')or cg)..' '..bo end if not Z or bo~='0'then e=true end if B and L and as(B)==76 then local ca if not bv then bv={}for bA,cC in ipairs(L)do bv[cC]=true end end ca=bv[s]e=e or ca end if Z then h=h+1 local U,C=z+h,nil if l==1 then C=m('%015d',U)else local al=U%100 if al==0 or not aC then aC=m('%013d',(U-al)/100)end C=aC..w(bx,al*2+1,al*2+2)end local G,X,aN,T=s,v[p*2],nil,cm or w(Z,1,16)if B then local bn,cv,cj,cx,bc=R(B,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bn,bc=m('%d',(bn or 0)+1),bc or'\\n'G=bn..'\\t'..s aN='L '..C..' '..bn..' '..(cv or'0')..' '..(cj or T)..bQ..(cx or'')..cr..bc if as(B)==76 or W(bc,'\\n[gbw] [^\\n]*$')then T=nil else T=cj or T end do local H=aQ local ak='H'..bc if not H then aQ={ak}else H[#H+1]=ak aQ=H end end else aN='L '..C..' 1 0 '..T..bQ..cr..'\\n'bV=(bV or 0)+1 end if T then local bH=w(T,1,13)if bH~=cl then if N>0 then do local H=bW local Q=N local ac=aU(64+aX(H))if Q>1 then ac=aL(ac,Q)end P=P..ac end end bW=x-1600000000000-(bm(bH)or 0)%900000000000 cl,N=bH,0 end N=N+1 end if B and#aN<=#B then do local ak=aN if not o then o={}end o[A..X]=B if#ak>#B then if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end else if not aS then aS={}end do local H=br(aS,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end else if B then if not o then o={}end o[A..X]=B end if D then do local H=n local Q=aN if not H then n={X,Q}else do local ac=#H H[ac+1],H[ac+2]=X,Q end n=H end end else do local ak=aN if not aa then aa={}end do local H=br(aa,A)local Q=#H H[Q+1],H[Q+2]=X,ak end end end end if h==1 then a,b,bp,aK=G,Z,C,{c,s}else if h==2 then a,b={a},{b}end a[h],b[h]=G,Z do local H=aK local Q=c local ac=#H H[ac+1],H[ac+2]=Q,s end end ab=ab+#Z ap=C end end if D and n then if not V or aq==D then aq,V=D,n else for aV=1,#n,2 do do local p=D local X=n[aV]local ak=n[aV+1]if not aa then aa={}end do local s=br(aa,p)local A=#s s[A+1],s[A+2]=X,ak end end end end end end ae=ae+l until e or not d or bE or h>=bd or ae-h>=1000 if N>0 then do local p=bW local k=N local l=aU(64+aX(p))if k>1 then l=aL(l,k)end P=P..l end end if ae>0 then bS=ae==1 and'0'or m('%d',ae-1)end if h>0 then z=z+h aI=m('%d',aI+h)if bD-O<0 then O=c end if h>15 then do local k=aK local l=#k k[l+1],k[l+2]='+inf',bX end co=true end end Y,y,q,F,ad,I,at=a,b,h,bp,c,d,e end if at then return'not_plain'end if q>0 then do local a=i local b=Y local c=q local d=F local e=ad local h=I if c>1 then b=table.concat(b,'\\n')end an=a..'\\n- '..e..(h and' 1 'or' 0 ')..O..' -'..j..' '..d..'\\n'..b end cb=not I else if not(j~=''and W(j,'h',1,true)~=nil)then return'not_plain'end an=i..'\\n'..m('%d',x)..' - 0 '..O..' -'..j..' -'end else an=i..'\\n'..m('%d',x)..' - 0 - -'..j..' -'end if L or bd>0 then if#av+#P>96 then local a,aP={as(av..P,1,-1)},{}for d=1,#a do aP[a[d]]=(aP[a[d]]or 0)+1 end local l=r('HMGET',t,'waits','runTimes')local function bY(cH,b,cN)local cu=string.gmatch local ct=math.max local c=string.format local bg,d={},0 for e in cu(cH or'','%d+')do d=d+1 bg[d]=e end for e=1,31 do local I=b[cN+e-1]if I then for cJ=d+1,e do bg[cJ]='0'end d=ct(d,e)bg[e]=c('%d',bg[e]+I)end end return table.concat(bg,' ')end do local b=aF local A=bY(l[1],aP,64)if not b then aF={'waits',A}else do local c=#b b[c+1],b[c+2]='waits',A end aF=b end end do local b=aF local A=bY(l[2],aP,96)local c=#b b[c+1],b[c+2]='runTimes',A end do local b=l[1]if not o then o={}end o[t..'waits']=b end do local b=l[2]if not o then o={}end o[t..'runTimes']=b end av,P='',''end local e do local a=an local bt=(bV or 0)-(bU or 0)if bt~=0 then aJ=m('%d',math.max(0,aJ+bt))end ap=ap or m('%d',z)local s='2 '..j..' '..ap..' '..O..' '..aJ..' '..aE..' '..aI..' '..aj..'|'..av..P local G=a and ao..'\\n'..a local ax=G and K and#G<=#K local b for bA=1,2 do b=nil if aK then if not b then local c=g('ZADD',bq,u(aK))if c~=0 and c~=1 and S(c)=='table'then b=c end end end if V and not b then local c=g('HSET',aq,u(V))if c~=0 and c~=1 and S(c)=='table'then b=c end end if aa and not b then do local H=aa local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ar then for d=1,#ar,2 do if not b then local c=g('SET',ar[d],ar[d+1],'PX',cp)if c.err then b=c end end end end if G and not ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b then local c if aF then c=g('HSET',t,'head',s,u(aF))else c=g('HSET',t,'head',s)end do local aY do local d=c aY=d~=0 and d~=1 and S(d)=='table'end if aY then b=c end end end if aS and not b then do local H=aS local c for C,d in pairs(H)do if not c then local h=g('HSET',C,u(d))if h~=0 and h~=1 and S(h)=='table'then c=h end end end b=c end end if ax and not b then local c=g('HSET',J,ag,G)if c~=0 and c~=1 and S(c)=='table'then b=c end end if not b or not cn or w(b.err,1,3)~='OOM'then break end r('HDEL',t,'')end if b then local ba={}if aK then ba[bq]=aK end do local l=aG if not o then o={}end o[t..'head']=l end local function ah(H,bI,bG,bM,aA)local bB=pairs local c=redis.pcall for C,d in bB(H)do for h=1,#d,2 do local am=d[h+bG]local l=bI[C..am]if not l then c(bM,C,am)elseif aA=='ZADD'then c(aA,C,l,am)else c(aA,C,am,l)end end end end ah(aS or{},o,0,'HDEL','HSET')local function bC(c,Q,A)if not c then return{Q,A}end do local d=#c c[d+1],c[d+2]=Q,A end return c end ah({[t]=bC(aF,'head',s)},o,0,'HDEL','HSET')if G and not ax and K then g('HSET',J,ag,K)end if G and not K then g('HDEL',J,ag)end if ar then for d=1,#ar,2 do g('DEL',ar[d])end end ah(aa or{},o,0,'HDEL','HSET')if V then ah({[aq]=V},o,0,'HDEL','HSET')end ah(ba,o,1,'ZREM','ZADD')e=b else aG=s if a and not K then g('PEXPIRE',J,R(aB,'%d+$'))end if bS then g('ZREMRANGEBYRANK',ay,'0',bS)end if co then g('ZREM',bq,bX)end if L and r('ZREM',bq,u(L))<#L then g('ZREM',ay,u(L))g('ZREM',ce,u(L))end if bw then g('HDEL',bu,u(bw))end if bT then g('HDEL',bu,u(bT))end e=nil end end if e then return'not_plain'end end if L then if not L and true then else local a,U,cc={},ap if L then local cA='C'..U for d,n in ipairs(L)do a[d*2-1],a[d*2]=n,cA end cc=aj-#L==0 end if cc then g('HSET',cd,'',m('%-65d',x))end local c=g('HSET',cd,u(a))end end if cb and(j~=''and W(j,'h',1,true)~=nil)then do local aZ='-'if O~=bz then aZ=m('%d',math.max(0,O-x))end local a='0'if 0>0 then a=m('%d',0)end g('PUBLISH',w(t,1,-5)..'wake',a..' '..aZ)end end do local bR=an local a=y local b=q if not a then return'ok\\n'..bR end if b==1 and not aQ and#a<4000 then return'ok\\n'..bR..'\\n\\n'..a end if b==1 then a={a}end table.insert(a,1,'ok\\n'..bR)if aQ then for bA,cI in ipairs(aQ)do a[#a+1]=cI end end return a end",
  ],
);

/** 27972 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local d={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10],events=KEYS[11]}local j={replies=KEYS[12],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local y=KEYS local fp=KEYS local iz={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local fE,jc=ARGV[8],ARGV[9]local ey=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function cf(p)return string.sub(ag,p*2+1,p*2+2)end ",
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
    $limitFreed,
    $parseRun,
    $formatRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $takeOver,
    "local function bl(fD)local k=0 if fD>=1 then k=1 end if fD>=1073741824 then fD=1073741823 end if fD>=65536 then fD,k=fD/65536,k+16 end if fD>=256 then fD,k=fD/256,k+8 end if fD>=16 then fD,k=fD/16,k+4 end if fD>=4 then fD,k=fD/4,k+2 end if fD>=2 then k=k+1 end return k end local function co(a,jd,fD,p)local eg=string.char(jd+bl(fD))if p>1 then eg=string.rep(eg,p)end a.measured=a.measured..eg end local function bd(jd,eA,I)local ei,r={},0 for p in string.gmatch(jd or'','%d+')do r=r+1 ei[r]=p end for b=1,31 do local eq=eA[I+b-1]if eq then for lA=r+1,b do ei[lA]='0'end r=math.max(r,b)ei[b]=bz(ei[b]+eq)end end return table.concat(ei,' ')end local function bN(a)if#a.latencies+#a.measured>96 then local eg,eA={string.byte(a.latencies..a.measured,1,-1)},{}for b=1,#eg do eA[eg[b]]=(eA[eg[b]]or 0)+1 end local m=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bg(a.fields,'waits',bd(m[1],eA,64))cE(a.fields,'runTimes',bd(m[2],eA,96))dd(a,a.meta,'waits',m[1])dd(a,a.meta,'runTimes',m[2])a.latencies,a.measured='',''end end ",
    $staleReason,
    "local function bw(l,fs)l.isUnused=fs=='g'local fJ,fK=tonumber(l.postponed)or 0,tonumber(l.unfinished)or 0 if fs=='p'then fJ=fJ+1 l.isUnused=fJ<=1000 elseif fs=='b'then fK=fK+1 l.isUnused=fK%10~=0 end if fJ+fK>0 then l.postponed,l.unfinished=bz(fJ),bz(fK)end if l.isUnused then l.released=bz(l.released+1)end end local function bm(a,d,fs,l,jR)if fs=='c'or fs=='k'then return'c','C','completed'end bw(l,fs)if l.isUnused and fs~='p'then return'r','W','released'end if fs=='f'or not l.isUnused and l.attempt-l.released>=tonumber(l.max)then return'f','F','failed'end a.tick=a.tick+1 if fs=='b'or jR=='0'then return'r','W','retried',a.tick end return'd','W','retried',bU(a,d.delayed,a.now+jR)end local function de(a,d,y,S,ey,B,fp,iV)local h,eg,kx,ee,hA,dz={},{},{},0,false,nil local iw,r,fi,jX=bV(a,'l'),0,false,false for ew=B,#ey,4 do h[#h+1]=string.sub(ey[ew+1],19)end local V,U,dF=cJ(y,S,h,1)local hB=redis.call('ZMSCORE',d.leased,unpack(h))for b=1,#h do local c,m,k,ew=h[b],V[b],U or dF[b],B+b*4-4 local fs,fj,iu,gs=unpack(ey,ew,ew+3)local jW=m and string.sub(m,2,18)==string.sub(fj,2,18)local I,dT,l=kx[c],'stale'if I=='W'and not jW then I='A'end if not I and(not jW or not string.find(m,'^[LE]'))then I,dz=df(m,fj,dz,d,h,b)end if not I and iw then r=r+redis.call('HSTRLEN',k,c)if bV(a,'g')then r=r+redis.call('HSTRLEN',k,'\\4'..c)end fi=fi or jX and r>32000000 end if fi then I,dT='M',nil end if not I then l=fs=='c'and{expiresAt='-'}or cz(m)I=not l and'U'end if not I then local dL,q I,dL,dT,q=bm(a,d,fs,l,iu)kx[c],jX=dL,true if I~='r'or not l.isUnused or fs=='p'then co(a,96,a.now-1600000000000-string.sub(fj,3,14),1)end if q then l.place=cA(cC(l.place),q)end local gj=I=='r'or I=='d'local i=I=='r'and'ready'or I=='d'and'delayed'or I=='f'and'failed'or'done'if I~='c'then bC(l,a.now,I=='f'and I or fs,l.isUnused and''or gs)end local ji=not gj and dh(a,d,k,c,m,I=='f'and l)if I=='c'and iu~=''and not ji then a.results=bg(a.results,fp[iV],'C '..bz(a.now)..' '..iu)end if I=='c'and(ji or fs=='c')then aY(a,c,'C')end if not ji then if hB[b]then ch(a,'leased',c)elseif ci(a,d,c,i,gj)then hA=true if I=='f'then dT=nil end end if gj then bF(a,i,I=='r'and l.place or bB(q,cC(l.place)),c,l.expiresAt)elseif fs~='c'then bE(a,i,bz(a.now),c)ee=ee+1 end if fs=='c'then cS(a,k,c,m)else cY(a,k,'\\t'..c,bR(l,dL),m)end end end if iu~=''and(fs=='c'or fs=='k')then iV=iV+1 end if dT=='completed'then a.completed=bz(a.completed+1)elseif dT then bt(a,dT,1)end eg[b]=I end return table.concat(eg),ee,hA,fi end ",
    $removeExpired,
    $reclaimJob,
    $reclaimExpired,
    $promoteDue,
    $nextDue,
    $countReadable,
    "local function bY(a,c)if not a.isFinished then a.isFinished={}for J,lj in ipairs(a.finished)do a.isFinished[lj]=true end end return a.isFinished[c]end local function cg(a,d,y,S,hY,fS)local gr,fw,B,gQ,eQ,eq,hU local dJ,fb,dU,gR=0,0,0,false local jE local kz,jH,hv=nil,0,0 local mn,kH=' '..hY.max..' 0','\\n'..hY.worker repeat local h if fb==0 then h=redis.call('ZRANGE',d.ready,'0',hY.count)else h=redis.call('ZRANGE',d.ready,bz(fb),bz(fb+fS-dJ))end local r,hZ=#h,fS-dJ eq=r>hZ if eq then r=hZ end if bV(a,'l')and(r>1 or fb>0)then local hH=bv(y,S,h,r,dU)if hH==0 and fb==0 then hH=1 end gR=hH<r r=hH eq=eq or gR end for b=#h,r+1,-1 do h[b]=nil end if r>0 then local D,U,dF,x if r==1 then local p=bj(h[1])U,x=y[S+p],{h[1],'\\t'..h[1]}D=redis.call('HMGET',U,x[1],x[2])else D,U,dF,x=cJ(y,S,h,2)end local e=nil if U and a.oneHash==U then e=a.oneWrite end if not eQ then gQ=a.now+hY.duration eQ=bz(gQ)end for b=1,r do local c,dx,l=h[b],D[b*2-1],D[b*2]local k,dE,fV,hK=U or dF[b],'0',nil,mn if dx and string.byte(dx,17)~=58 then local p,fr=string.match(dx,'^(%d+)([^:]*)')if#(p or'')~=16 then fV,fr=cA(5,0),''end dE=string.match(fr,' x(%d+)')or dE hK=' '..(string.match(fr,' m(%d+)')or hY.max)..' '..dE end if not d.delayed and(not dx or dE~='0')then hU=true end if not d.delayed and l and a.finished and string.byte(l)==76 then local lk=bY(a,c)hU=hU or lk end if d.delayed and(not dx or dE~='0'and dE-a.now<=0)then if dx then dU=dU+#dx end if dx and bV(a,'g')and redis.call('HEXISTS',k,'\\4'..c)==1 then local kp=redis.call('ZSCORE',d.ready,c)bE(a,'delayed',bB(kp%900000000000000,cC(kp)),c)cm(a,0)else cS(a,k,c,l)ch(a,'expiring',c)if dx then bt(a,'expired',1)aY(a,c,'E')end end elseif dx then dJ=dJ+1 if d.delayed and dE~='0'then ch(a,'expiring',c)end local q,ej=a.tick+dJ,nil if r==1 then ej=string.format('%015d',q)else local fM=q%100 if fM==0 or not jE then jE=string.format('%013d',(q-fM)/100)end ej=jE..cf(fM)end local o,N,W,Z=c,x[b*2],nil,fV or string.sub(dx,1,16)if l then local fA,kQ,kq,fB,s=string.match(l,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')fA,s=bz((fA or 0)+1),s or'\\n'o=fA..'\\t'..c W='L '..ej..' '..fA..' '..(kQ or'0')..' '..(kq or Z)..hK..(fB or'')..kH..s if string.byte(l)==76 or string.find(s,'\\n[gbw] [^\\n]*$')then Z=nil else Z=kq or Z end a.histories=bf(a.histories,'H'..s)else W='L '..ej..' 1 0 '..Z..hK..kH..'\\n'a.runsMore=(a.runsMore or 0)+1 end if Z then local jl=string.sub(Z,1,13)if jl~=kz then if hv>0 then co(a,64,jH,hv)end jH=a.now-1600000000000-(tonumber(jl)or 0)%900000000000 kz,hv=jl,0 end hv=hv+1 end if l and#W<=#l then cY(a,k,N,W,l)else if l then dd(a,k,N,l)end if U then e=bg(e,N,W)else ds(a,k,N,W)end end if dJ==1 then gr,fw,B,a.to.leased=o,dx,ej,{eQ,c}else if dJ==2 then gr,fw={gr},{fw}end gr[dJ],fw[dJ]=o,dx cE(a.to.leased,eQ,c)end dU=dU+#dx a.lastTick=ej end end if U and e then if not a.oneWrite or a.oneHash==U then a.oneHash,a.oneWrite=U,e else for ew=1,#e,2 do ds(a,U,e[ew],e[ew+1])end end end end fb=fb+r until hU or not eq or gR or dJ>=fS or fb-dJ>=1000 if hv>0 then co(a,64,jH,hv)end if fb>0 then a.popped=fb==1 and'0'or bz(fb-1)end if dJ>0 then a.tick=a.tick+dJ a.leased=bz(a.leased+dJ)if gQ-a.due<0 then a.due=eQ end if dJ>15 then cE(a.to.leased,'+inf',aL)a.isLong=true end end return gr,fw,dJ,B,eQ,eq,hU end ",
    $trimEnded,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $headParts,
    $restoreHead,
    "local function bQ(a,eg,gr,dJ,ej,eQ,eq)if dJ>1 then gr=table.concat(gr,'\\n')end return eg..'\\n- '..eQ..(eq and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..ej..'\\n'..gr end local function bS(a,eg,dX,eq)return eg..'\\n'..bz(a.now)..(eq and' - 1 'or' - 0 ')..dX..' -'..a.flags..' -'end local function dn(a,dv,fw,dJ)if not fw then return'ok\\n'..dv end if dJ==1 and not a.histories and#fw<4000 then return'ok\\n'..dv..'\\n\\n'..fw end if dJ==1 then fw={fw}end table.insert(fw,1,'ok\\n'..dv)if a.histories then for J,hS in ipairs(a.histories)do fw[#fw+1]=hS end end return fw end ",
    $LAST_REMOVED_RANK,
    $noteWorker,
    $isRegistered,
    $hasListeners,
    $addListener,
    $wake,
    "local a=cs(d.meta)local en=cw(a,j)if en then return en end a.frees=true local ky,ic,hg=ey[10]~=nil,iz.count~='0',a.now-a.due>=0 local fS=bV(a,'p')and 0 or tonumber(iz.count)local o=bX(a)local eg,dv,fw,dJ,eR,ga='-',nil,nil,0,false,0 local function go(fa,dG)local f local iy=ky or dJ>0 or j.number~='0'bN(a)if fa then f=bn(a,d,j,iy and dG)end if f then cW(a,o)else dp(a,d)o=bX(a)if dG and fa then a.before=j.number..'\\n'..dG end dv=dG or dv end cV(a)return f end local function kw()local J,ee,hA,fi,fc eg,ee,hA,fi=de(a,d,y,12,ey,10,fp,29)if a.results then a.resultTtl=string.match(fE,'%S+$')end if ee>0 and not hA then J,J,fc=dl(a,d,y,12,fE,ee*2+8)end ga=(fc or hA)and ee or 0 if fi then ic=false end return not a.isNew or string.find(eg,'%l')~=nil end local function lE(fa,iY)local gr,ej,eQ,eq if hg then a.due=ct(d)fa=not a.isNew eq=a.now-a.due>=0 end if fS>0 then gr,fw,dJ,ej,eQ,eq=cg(a,d,y,12,iz,fS)eq=eq or a.now-a.due>=0 eR=not eq end if not a.isNew and(dJ==0 or jc~='')then local lz=ba(a)fa=fa or lz or j.number~='0'end if dJ>0 then return true,bQ(a,eg,gr,dJ,ej,eQ,eq)end local dX=iY and a.due or ct(d)return fa or a.popped,bS(a,eg,dX,eq)end local function kf(fa,iY)local lu,dG=lE(fa,iY)local f=go(lu,dG)if f then dJ,fw,eR=0,nil,false end return f end local function kE(p)if p==0 then return end dl(a,d,y,12,fE,p*2+8)go(a.from.done or a.from.failed)end local lx=ic if ky then local fa,f=kw(),nil if ic and not hg and a.readied==0 and not a.from.ready then ic=false f=kf(fa,true)if f then fa=kw()end end if not dv then f=go(fa,bS(a,eg,'-',lx))if f then return f end end end if ic then if hg then local jb=math.min(1000,10+fS*2)local J,D=cQ(a,d,y,12,jb)go(D>0)local iF,eU=cM(a,d,y,12,jb)local b,fc if eU>0 then b,b,fc=dl(a,d,y,12,fE,eU*2+8)end local f=go(iF>0)if fc and not f then kE(eU)end local iD=cD(a,d,jb)go(iD>0)end local f=kf(false,false)if not dv then return f end end kE(ga)a.readied=a.readied-dJ local hV,fq=a.readied>0 or a.sooner,false if hV then fq=bW(a)elseif eR and(dJ>0 or hg)then fq=bV(a,'h')end if fq then dm(a,eR)end if jc~=''and not a.isNew then if jc=='p'then redis.pcall('HSET',d.meta,'policy',fE)end cv(d.workers,string.match(iz.worker,'^[^\\31]*'),a.now)db(a,d,120000,10000)local ij=cb(a)if not ij and dv then dv=string.gsub(dv,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return dn(a,dv or bS(a,eg,'-',false),fw,dJ)",
  ],
);

/** 2649 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local dy,gI,gW=unpack(KEYS,1,3)local y=KEYS local w,iX,gB=unpack(ARGV,1,3)local eu=tonumber(iX)local ef=tonumber(gB)",
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    "local a=cs(dy)local dD=cx(a,w)if dD then return dD end local hB=redis.call('ZRANGE',gI,bz(eu),bz(eu+ef-1),'WITHSCORES')local ei={'ok',bz(a.now)..' '..(#hB<ef*2 and'-'or bz(eu+ef))}local hr=eu==0 and redis.call('ZRANGE',gW,'0','999','WITHSCORES')or{}for b=1,#hr,2 do ei[#ei+1]='W '..hr[b+1]..' '..hr[b]end local h={}for b=1,#hB,2 do h[#h+1]=hB[b]end if#h>0 then local V=cJ(y,3,h,1)for b,c in ipairs(h)do local ej,eX=string.match(V[b]or'','^L (%d+)[^\\n]*\\n([^\\n\\31]*)')ei[#ei+1]='H '..hB[b*2]..' '..(ej or'0')..' '..c ei[#ei+1]='-'..(eX or'')end end return table.concat(ei,'\\n')",
  ],
);
