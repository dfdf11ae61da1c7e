// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

const $hashNumber = "local function aS(f)local bY,cN,cO=#f,string.byte(f,-2,-1)return(bY+string.byte(f,(bY+bY%2)/2)+cN+(cO or 0))%16+1 end ";
const $declaredHashes = "local function aK(e,y,cX)local w={}for c=1,#cX do w[tonumber(string.sub(cX,c,c),16)+1]=e[y+c-1]end return w end ";
const $readJobs = "local function bv(w,S,h,D)local x,B,y={},{},nil local cd=true for c=1,#h do local f=h[c]local n=aS(f)if D==2 then x[c*2-1]=f end x[c*D]='\\t'..f B[c]=w[S+n]y=y or n cd=cd and n==y end local F=B[1]if cd then local t=redis.call('HMGET',F,unpack(x))return t,F,nil,x end local cq,q,ce={},{},{}for c=1,#h do local k=B[c]if not q[k]then q[k],ce[k]={},{}end local b,M=q[k],ce[k]for H=(c-1)*D+1,c*D do b[#b+1]=x[H]M[#M+1]=H end end for k,b in pairs(q)do local t,M=redis.call('HMGET',k,unpack(b)),ce[k]for H=1,#b do cq[M[H]]=t[H]end end return cq,nil,B,x end ";
const $addPair = "local function aB(b,O,P)local C=#b b[C+1],b[C+2]=O,P end ";
const $withPair = "local function bP(b,O,P)if not b then return{O,P}end aB(b,O,P)return b end ";
const $with = "local function bN(b,A)if not b then return{A}end b[#b+1]=A return b end ";
const $listOf = "local function bc(q,i)local b=q[i]if not b then b={}q[i]=b end return b end ";
const $digits = "local function aL(n)return string.format('%d',n)end ";
const $readClock = "local function bu(u)if string.byte(u)~=61 then local v=redis.pcall('TIME')if not v.err then local bV,L=v[1]+0,v[2]+0 return bV*1000+(L-L%1000)/1000,(bV-1600000000)*1000000+L end end local N=tonumber(string.match(u,'%d+'))return N,(N-1600000000000)*1000 end ";
const $HEAD = "local af='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'";
const $NEW = "local as='2  0 0 0 0 0 0'";
const $LONG = "local al='-----------------------------------------------------------------'";
const $newUnit = "local function bf(cg)return{meta=cg,readied=0,to={},from={}}end ";
const $openUnit = "local function bm(a,u)local l=redis.call('HGET',a.meta,'head')local o,I a.flags,o,a.due,a.runs,a.enqueued,a.leased,a.completed=string.match(l or as,af)a.isNew,a.head=not l,l if not o or not l and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.now,I=bu(u)a.tick=o+0 if a.tick<I then a.tick=I end return nil end ";
const $openRequest = "local function bl(a,j)local cb=bm(a,j.times)if cb then return cb end local p=redis.call('HGET',j.replies,j.lane)if p then local n=string.match(p,'^%d+')if n==j.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(p,#n+2)end if n-j.number>0 then return'late'end elseif j.number=='0'and redis.call('EXISTS',j.replies)==1 then return'reused'end a.before=p return nil end ";
const $hasFlag = "local function aR(a,cQ)return a.flags~=''and string.find(a.flags,cQ,1,true)~=nil end ";
const $count = "local function aI(a,U,ds)if not a.totals then a.totals={}end a.totals[U]=(a.totals[U]or 0)+ds end ";
const $remember = "local function by(a,i,Q,p)if not a.old then a.old={}end a.old[i..Q]=p end ";
const $dropJob = "local function aM(a,k,f,G)if not a.drops then a.drops={}end local b=bc(a.drops,k)b[#b+1]=f if G then b[#b+1]='\\t'..f a.runsLess=(a.runsLess or 0)+1 end end ";
const $noteEnd = "local function bh(a,f,bT)a.endings=bN(a.endings,f..'\\t'..bT)end ";
const $cutToFreed = "local function aJ(a,w,S,h,I)local cu,C=0,#h if aR(a,'l')then for c=1,C do local n=aS(h[c])cu=cu+redis.call('HSTRLEN',w[S+n],h[c])if cu>64000000 and c>I then for H=C,c,-1 do h[H]=nil end break end end end return#h<C end ";
const $noteEndings = "local function bi(a,e)if not a.finished and not a.endings then return end local o,E=a.lastTick..'\\n',''if a.finished then E=table.concat(a.finished,'\\tC'..o)..'\\tC'..o end if a.endings then E=E..table.concat(a.endings,o)..o end local C=redis.pcall('APPEND',e.endings,E)if type(C)=='number'and C>262144 and C%4096<#E then local y=string.match(redis.call('GETRANGE',e.endings,'0','400'),'\\t%a(%d+)')if a.tick-(y or 0)>120000000 then redis.call('RENAME',e.endings,e.endedBefore)end end end ";
const $headOf = "local function aU(a)local J=(a.runsMore or 0)-(a.runsLess or 0)if J~=0 then a.runs=aL(math.max(0,a.runs+J))end a.lastTick=a.lastTick or aL(a.tick)return'2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed end ";
const $addTotals = "local function aD(a)local K={}if not a.fields then a.fields={}end for r in pairs(a.totals)do K[#K+1]=r end for c,A in ipairs(redis.call('HMGET',a.meta,unpack(K)))do local r=K[c]local U=aL((A or 0)+a.totals[r])aB(a.fields,r,U)by(a,a.meta,r,A)end end ";
const $writeFields = "local function bS(a,q)local d for i,b in pairs(q)do if not d then local g=redis.pcall('HSET',i,unpack(b))if type(g)=='table'then d=g end end end return d end ";
const $takeBack = "local function bF(q,bW,Q,cM,bZ)for i,b in pairs(q)do for c=1,#b,2 do local r,p=b[c+Q],bW and bW[i..b[c+Q]]if not p then redis.call(cM,i,r)elseif bZ=='ZADD'then redis.pcall(bZ,i,p,r)else redis.pcall(bZ,i,r,p)end end end end ";
const $commit = "local function aF(a,e,j,T)local l=aU(a)if a.totals then aD(a)end local z=T and j.number..'\\n'..T local Y=z and a.before and#z<=#a.before local d for ca=1,2 do d=nil for s,b in pairs(a.to)do if not d then local g=redis.pcall('ZADD',e[s],unpack(b))if type(g)=='table'then d=g end end end if a.writes and not d then d=bS(a,a.writes)end if a.results then for c=1,#a.results,2 do if not d then local g=redis.pcall('SET',a.results[c],a.results[c+1],'PX',a.keepResults)if g.err then d=g end end end end if z and not Y and not d then local g=redis.pcall('HSET',j.replies,j.lane,z)if type(g)=='table'then d=g end end if not d then local g if a.fields then g=redis.pcall('HSET',a.meta,'head',l,unpack(a.fields))else g=redis.pcall('HSET',a.meta,'head',l)end if type(g)=='table'then d=g end end if a.rewrites and not d then d=bS(a,a.rewrites)end if Y and not d then local g=redis.pcall('HSET',j.replies,j.lane,z)if type(g)=='table'then d=g end end if not d or not a.frees or string.sub(d.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if d then local ck={}for s,b in pairs(a.to)do ck[e[s]]=b end by(a,a.meta,'head',a.head)bF(a.rewrites or{},a.old,0,'HDEL','HSET')bF({[a.meta]=bP(a.fields,'head',l)},a.old,0,'HDEL','HSET')if z and not Y and a.before then redis.pcall('HSET',j.replies,j.lane,a.before)end if z and not a.before then redis.call('HDEL',j.replies,j.lane)end if a.results then for c=1,#a.results,2 do redis.call('DEL',a.results[c])end end bF(a.writes or{},a.old,0,'HDEL','HSET')bF(ck,a.old,1,'ZREM','ZADD')return d end a.head=l if T and not a.before then redis.call('PEXPIRE',j.replies,string.match(j.times,'%d+$'))end for s,b in pairs(a.from)do redis.call('ZREM',e[s],unpack(b))end if a.popped then redis.call('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.call('ZREM',e.leased,al)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.call('ZREM',e.ready,unpack(a.finished))redis.call('ZREM',e.expiring,unpack(a.finished))end if a.drops then for i,b in pairs(a.drops)do redis.call('HDEL',i,unpack(b))end end if a.dropsToo then for i,b in pairs(a.dropsToo)do redis.call('HDEL',i,unpack(b))end end return nil end ";
const $NEVER = "local ar='9999999999999'";
const $dueBy = "local function aN(a,v)if v-a.due<0 then a.due=aL(v)end end ";
const $rewriteField = "local function bA(a,k,cf,A,p)by(a,k,cf,p)if#A>#p then if not a.writes then a.writes={}end aB(bc(a.writes,k),cf,A)else if not a.rewrites then a.rewrites={}end aB(bc(a.rewrites,k),cf,A)end end ";
const $placeOf = "local function bo(cF,o)return string.format('%016d',cF*900000000000000+o)end ";
const $lastDueScore = "local function aZ(v)return aL((v-1600000000000)*10000+9999)end ";
const $timeOfDue = "local function bJ(W)return(W-W%10000)/10000+1600000000000 end ";
const $placeWhenDue = "local function bp(W)local cF=W%10 return bo(cF,(W-cF)/10)end ";
const $withError = "local function bO(co,N,ct,dX)local p,cE=string.match(co,'^(\\n[^\\n]*\\n[^\\n]*)(.*)$')if not p then p,cE='\\n'..(string.match(co,'\\n([^\\n]*)')or'')..'\\n',''end cE=cE..'\\n'..N..' '..ct..' '..dX while true do local ca,n=string.gsub(cE,'\\n','')if n==1 or n<=5 and#cE<=800 then break end cE=string.match(cE,'^\\n[^\\n]*(.*)$')end return p..cE end ";
const $expire = "local function aQ(a,e,w,S,cw)local h=redis.call('ZRANGE',e.expiring,'-inf',aL(a.now),'BYSCORE','LIMIT','0',aL(cw))local ed=aJ(a,w,S,h,1)local dm=0 if#h>0 then local J,F,B=bv(w,S,h,1)local dQ,el=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for c,f in ipairs(h)do if dQ[c]or el[c]then dm=dm+1 aM(a,F or B[c],f,J[c])bh(a,f,'E')if dQ[c]then a.from.ready=bN(a.from.ready,f)end if el[c]then a.from.delayed=bN(a.from.delayed,f)end end end a.from.expiring=h if dm>0 then aI(a,'expired',dm)end end return dm,#h,ed end ";
const $bringBack = "local function aE(a,e,k,f,G,ci,eK)local bT,cC,ct,X,bU,da,cc,co=string.match(G or'','^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')local dg=bU and ct-X>=tonumber(da)if dg then a.to.failed=bP(a.to.failed,aL(a.now),f)co=bO(co,aL(a.now),ct,eK)bT=ci=='L'and'E'or'F'aI(a,'failed',1)else a.to.ready=bP(a.to.ready,bU or bo(5,0),f)a.readied=a.readied+1 if cc and cc~='0'then a.to.expiring=bP(a.to.expiring,cc,f)aN(a,tonumber(cc))end bT=ci aI(a,'reclaimed',1)end if bU and bT~='L'then local dq=table.concat({bT,cC,ct,X,bU,da,cc},' ')..co bA(a,k,'\\t'..f,dq,G)end a.from.leased=bN(a.from.leased,f)return dg end ";
const $reclaim = "local function bx(a,e,w,S,cw)local h=redis.call('ZRANGE',e.leased,'-inf',aL(a.now),'BYSCORE','LIMIT','0',aL(cw))local de=0 if#h>0 then local J,F,B=bv(w,S,h,1)for c=1,#h do local dg=aE(a,e,F or B[c],h[c],J[c],'L','\"lease expired\"')if dg then de=de+1 end end end return#h,de end ";
const $promoteDue = "local function br(a,e,cw)local ch=redis.call('ZRANGE',e.delayed,'-inf',aZ(a.now),'BYSCORE','LIMIT','0',aL(cw),'WITHSCORES')for c=1,#ch,2 do local bU=bp(ch[c+1])a.to.ready=bP(a.to.ready,bU,ch[c])a.from.delayed=bN(a.from.delayed,ch[c])end a.readied=a.readied+#ch/2 return#ch/2 end ";
const $nextDue = "local function bg(e)local v=ar for ca,s in ipairs({'leased','delayed','expiring'})do local W=redis.call('ZRANGE',e[s],'0','0','WITHSCORES')[2]if W and s=='delayed'then W=bJ(W)end if W and W-v<0 then v=W end end return aL(v)end ";
const $trimEnded = "local function bK(a,e,w,S,dz,cw)local du={}du.doneAge,du.doneCount,du.failedAge,du.failedCount=string.match(dz,'^(%S+) (%S+) (%S+) (%S+)')local h,eM,dF,dZ,cz={},{},0,0,false for ca,s in ipairs({'done','failed'})do local et,cW,bW=tonumber(du[s..'Age']),tonumber(du[s..'Count']),{}local cR=aL(cw-1)if et then bW=redis.call('ZRANGE',e[s],'-inf',aL(a.now-et),'BYSCORE','LIMIT','0',aL(cw))end local M=#(a.to[s]or{})/2 dZ=dZ+M if cW then local ec=redis.call('ZCARD',e[s])+M-cW if ec>#bW then bW=redis.call('ZRANGE',e[s],'0',ec<cw and aL(ec-1)or cR)end end if#bW>=cw then cz=true end for c=1,#bW do h[#h+1]=bW[c]eM[#h]=s end end if#h>0 then local ed=aJ(a,w,S,h,dZ+1)cz=cz or ed local ei={}for ca,s in ipairs({'ready','delayed','leased'})do for c,W in ipairs(redis.call('ZMSCORE',e[s],unpack(h)))do ei[c]=ei[c]or W end end local J,F,B=bv(w,S,h,1)for c=1,#h do local f,ee=h[c],eM[c]=='failed'if ee then a.from.failed=bN(a.from.failed,f)else a.from.done=bN(a.from.done,f)end if not ei[c]then dF=dF+1 aM(a,F or B[c],f,J[c])bh(a,f,ee and'F'or'C')if ee then aI(a,'purged',1)end end end end return dF,cz end ";
const $resetUnit = "local function bz(a)a.to,a.from={},{}a.writes,a.rewrites,a.drops,a.dropsToo,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old=nil,nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $isHeard = "local function aX(a)if a.flags~='h'and not aR(a,'h')then return a.isNew end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $wake = "local function bM(a)local ch='-'if a.due~=ar then local cS=a.due-a.now ch=cS>0 and aL(cS)or'0'end local n=a.readied==1 and'1'or aL(a.readied)redis.call('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..ch)end ";
const $timeOf = "local function bI(o)return(o-o%1000)/1000+1600000000000 end ";
const $priorityOf = "local function bq(bU)return(bU-bU%900000000000000)/900000000000000 end ";
const $dueScore = "local function aO(o,cF)return aL(o*10+cF)end ";
const $tickAt = "local function bH(a,dB,v)if not a.ticks then a.ticks={}end local eI,y,o={},(v-1600000000000)*1000,nil for c=1,1000 do eI[c]=y local dc=a.ticks[y]if not dc then local cG,fM=aL(y*10),aL(y*10+9999)local W=redis.call('ZRANGE',dB,fM,cG,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]dc=W and(W-W%10)/10 or y-1 end if dc<y+999 then o=dc+1 break end y=math.max(y+1000,dc-dc%1000)end o=o or y for ca,eA in ipairs(eI)do a.ticks[eA]=o end return o end ";
const $tickAfter = "local function bG(a,dB,ex)local o=a.tick+ex*1000 local y=o-o%1000 if bI(a.tick)>a.now or a.ticks and a.ticks[y]then return bH(a,dB,a.now+ex)end if not a.ticks then a.ticks={}end a.ticks[y]=o return o end ";
const $listen = "local function bd(a)local p=redis.call('HGET',a.meta,'heard')local dn=aR(a,'h')and p or'0'if dn-a.now>300000 then return false end if not aR(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end aB(a.fields,'heard',aL(a.now+600000))by(a,a.meta,'heard',p)return true end ";
const $isRegistered = "local function aY(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<3600000 end ";
const $endingIn = "local function aP(E,f)local t,cG=nil,1 if string.sub(E,1,#f+1)==f..'\\t'then t=string.match(E,'^%a%d+',#f+2)end repeat local ca,cR=string.find(E,'\\n'..f..'\\t',cG,true)if cR then t=string.match(E,'^%a%d+',cR+1)end cG=cR until not cR return t end ";
const $lastEnding = "local function ba(dO,dN,f)local t for ca,i in ipairs({dN,dO})do local E=redis.call('GETRANGE',i,aL(-1000000),'-1')if#E==1000000 then E=string.match(E,'\\n(.*)$')or''end t=aP(E,f)or t end return t end ";
const $verdictOn = "local function bL(G,cT,f,e)if not G then return string.sub(ba(e.endings,e.endedBefore,f)or'U',1,1)end local ci,cC=string.match(G,'^(%a) (%d+)')if ci=='E'then return'F'end if ci=='L'or ci=='W'and cC~=string.sub(cT,3,17)then return'A'end return ci or'U'end ";
const $holdOn = "local function aV(a,e,k,f,G,cT,p,cP)local ci=string.match(G or'','^[LE]')if not ci or string.sub(G,2,18)~=string.sub(cT,2,18)then return bL(G,cT,f,e)end a.to.leased=bP(a.to.leased,aL(cP),f)aN(a,cP)if p then by(a,e.leased,f,p)elseif ci=='E'then a.from.failed=bN(a.from.failed,f)bA(a,k,'\\t'..f,'L'..string.sub(G,2),G)else a.from.ready=bN(a.from.ready,f)a.from.expiring=bN(a.from.expiring,f)end return'l'end ";
const $MOST_WORKERS = "local aq='-1001'";
const $noteWorker = "local function bk(dV,dH,N)if redis.pcall('ZADD',dV,aL(N),dH)==1 then redis.call('ZREMRANGEBYRANK',dV,'0',aq)end end ";
const $readable = "local function bw(w,S,h,C,cu)local n=0 for c=1,C do local M=aS(h[c])cu=cu+redis.call('HSTRLEN',w[S+M],h[c])if cu>2000000 then break end n=c end return n end ";
const $writeField = "local function bR(a,k,cf,A)if not a.writes then a.writes={}end aB(bc(a.writes,k),cf,A)end ";
const $putInLine = "local function bs(a,k,f,G,bU,fj)local cC,ct,X,da,cc,co=string.match(G or'','^%a (%d+) (%d+) (%d+) %d+ (%d+) (%d+)(.*)$')if fj then ct,X='0','0'end local l=table.concat({'W',cC or'0',ct or'0',X or'0',bU,da or'0',cc or'0'},' ')if G then bA(a,k,'\\t'..f,l..(co or'\\n\\n'),G)else bR(a,k,'\\t'..f,l..'\\n\\n')a.runsMore=(a.runsMore or 0)+1 end a.to.ready=bP(a.to.ready,bU,f)a.readied=a.readied+1 return cc end ";

/** 7674 bytes. */
export const cancel = /* @__PURE__ */ script(
  "cancel",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "endings", "endedBefore", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],endings=KEYS[8],endedBefore=KEYS[9]}local j={replies=KEYS[10],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local dW=KEYS local cX,h=ARGV[4],{unpack(ARGV,5)}",
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
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
  $remember,
  $dropJob,
  $noteEnd,
  $cutToFreed,
  $noteEndings,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  "local fO={ready='r',delayed='d',leased='l',failed='F',done='C'}local a=bf(e.meta)local g=bl(a,j)if g then return g end a.frees=true local w,cn,dr,ev=aK(dW,11,cX),{},{},0 aJ(a,w,0,h,1)for c=1,#h do cn[c]='U'end for ca,s in ipairs({'ready','delayed','leased','failed','done'})do for c,W in ipairs(redis.call('ZMSCORE',e[s],unpack(h)))do if W then local f=h[c]if not dr[f]then cn[c],dr[f]=fO[s],fO[s]end if string.find(dr[f],'%l')then a.from[s]=bN(a.from[s],f)end end end end local J,F,B=bv(w,0,h,1)for c,f in ipairs(h)do if string.find(cn[c],'%l')then aM(a,F or B[c],f,J[c])bh(a,f,'X')a.from.expiring=bN(a.from.expiring,f)ev=ev+1 end end if ev>0 then aI(a,'cancelled',ev)end local E=table.concat(cn)local d if ev>0 or not a.isNew then d=aF(a,e,j,E)end if d then return d end bi(a,e)return'ok\\n'..E",
);

/** 12109 bytes. */
export const clean = /* @__PURE__ */ script(
  "clean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "workers", "endings", "endedBefore", "jobs*16"],
  ["times", "limit", "silence", "policy"],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8],workers=KEYS[9],endings=KEYS[10],endedBefore=KEYS[11]}local w=KEYS local u,dD,gE,dz=unpack(ARGV,1,4)local cH=tonumber(dD)",
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $count,
  $dueBy,
  $remember,
  $dropJob,
  $noteEnd,
  $rewriteField,
  $cutToFreed,
  $placeOf,
  $lastDueScore,
  $timeOfDue,
  $placeWhenDue,
  $withError,
  $expire,
  $bringBack,
  $reclaim,
  $promoteDue,
  $nextDue,
  $trimEnded,
  $noteEndings,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $resetUnit,
  $isHeard,
  $wake,
  "local gh='- - 2592000000 100000'local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true local dS=a.now-a.due>=0 local dm,fz,de,fv,dF,gd,cz,fA=0,0,0,0,0,0,false,nil if dz==''then dz=redis.call('HGET',e.meta,'policy')or gh end for D=dS and 1 or 4,5 do local l={tick=a.tick,due=a.due,runs=a.runs,readied=a.readied}local t,eT,ej,df,fl=0,0,0,false,false if D==1 then eT,t,fl=aQ(a,e,w,11,cH)elseif D==2 then t,ej=bx(a,e,w,11,cH)elseif D==3 then t=br(a,e,cH)elseif D==4 then eT,fl=bK(a,e,w,11,dz,cH)df=a.from.done or a.from.failed else a.from.seen=redis.call('ZRANGE',e.seen,'-inf',aL(a.now),'BYSCORE','LIMIT','0',aL(cH))t=#a.from.seen if t==0 then a.from.seen=nil end if dS then a.due=bg(e)end df=dS and not a.isNew end local d if df or t>0 then d=aF(a,e)end if d then a.tick,a.due,a.runs,a.readied=l.tick,l.due,l.runs,l.readied fA=d else bi(a,e)if D==1 then dm=eT elseif D==2 then fz,de=t-ej,ej elseif D==3 then fv=t elseif D==4 then dF=eT end cz=cz or fl or t>=cH end bz(a)end gd=redis.call('ZREMRANGEBYSCORE',e.workers,'-inf',aL(a.now-gE))if a.readied>0 and aX(a)then bM(a)end if fA and dm+fz+de+fv+dF==0 then return fA end return'ok\\n'..table.concat({fz,de,fv,dm,dF,gd,cz and 1 or 0},' ')",
);

/** 1426 bytes. */
export const counts = /* @__PURE__ */ script(
  "counts",
  ["meta", "ready", "delayed", "leased", "failed", "done", "workers"],
  ["times", "names..."],
  "local cg,eJ,dB,eh=unpack(KEYS,1,4)local de,fb,dV=unpack(KEYS,5,7)local u,K=ARGV[1],{unpack(ARGV,2)}",
  $digits,
  $readClock,
  $timeOf,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bf(cg)local cb=bm(a,u)if cb then return cb end local cB={aL(a.now)}for ca,i in ipairs({eJ,dB,eh,de,fb,dV})do cB[#cB+1]=redis.call('ZCARD',i)end local fY=redis.call('ZRANGE',eJ,'0','0','WITHSCORES')[2]cB[#cB+1]=fY and aL(bI(fY%900000000000000))or'-'local fN=redis.call('HMGET',cg,unpack(K))for c,U in ipairs(fN)do fN[c]=U or'0'end return'ok\\n'..table.concat(cB,' ')..'\\n-'..a.flags..' '..a.enqueued..' '..a.leased..' '..a.completed..'\\n'..table.concat(fN,' ')",
);

/** 10251 bytes. */
export const deepClean = /* @__PURE__ */ script(
  "deepClean",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs*16"],
  ["times", "limit", "begins"],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7]}local w=KEYS local u,dD,go=unpack(ARGV,1,3)local cH=tonumber(dD)",
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $digits,
  $readClock,
  $timeOf,
  $placeOf,
  $priorityOf,
  $dueScore,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $dueBy,
  $remember,
  "local az={L={'leased','ready','failed'},E={'failed','leased'},W={'ready','delayed'},F={'failed'},C={'done'}}local aa={'leased','ready','delayed','failed','done'}local function be(a,w,S,h)local eC,J={},{}if aR(a,'l')then local t,F,B=bv(w,S,h,1)for c,f in ipairs(h)do eC[c],J[c]=redis.call('HSTRLEN',F or B[c],f)>0,t[c]end else local t=bv(w,S,h,2)for c=1,#h do eC[c],J[c]=t[c*2-1]and true,t[c*2]end end return eC,J end local function aT(w,S,f)local n=aS(f)return w[S+n]end local function bn(k,f,G)local bU=string.match(G or'','^%a %d+ %d+ %d+ (%d+) %d')if not bU and redis.call('HSTRLEN',k,f)<100000 then bU=string.match(redis.call('HGET',k,f)or'','^%d+')end return bU and#bU==16 and bU or bo(5,0)end local function bt(e,s,f,W)redis.call('HDEL',e.meta,'')return type(redis.pcall('ZADD',e[s],W,f))=='number'end ",
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true if a.isNew and redis.call('EXISTS',e.ready,e.delayed,e.leased,e.failed,e.done,e.expiring,unpack(w,8,23))==0 then return'ok\\n1 0 0 0 0 0 0'end local fP=redis.call('HGET',e.meta,'audit')local cV,dI,F=string.match(fP or'','^(%d+) (%d+) (%d+)$')cV,dI,F=tonumber(cV)or 1,dI or'0',tonumber(F)or 0 if cV<1 or cV>24 then cV=1 end if go=='0'and cV==1 and dI=='0'then return'ok\\n1 0 0 0 0 0 0'end local fq,fc,ej,em,eo,eB,fH,cu,fe=0,0,0,0,0,0,0,0,false local function fE(gp,i,cw)local T=redis.call(gp,i,dI,'COUNT',aL(cw))dI=T[1]return T[2]end local function gm(s,dp)local h,gb={},{}for c=1,#dp,2 do h[#h+1]=dp[c]gb[#h]=dp[c+1]end if#h==0 then return 0 end local eC,J=be(a,w,7,h)local fh={}for ca,dy in ipairs(aa)do if dy~=s then fh[dy]=redis.call('ZMSCORE',e[dy],unpack(h))end end for c,f in ipairs(h)do local k,G=aT(w,7,f),J[c]if not eC[c]then ej=ej+1 for ca,dy in ipairs(aa)do redis.call('ZREM',e[dy],f)end redis.call('ZREM',e.expiring,f)if G then redis.call('HDEL',k,'\\t'..f)a.runs=aL(math.max(0,a.runs-1))end else local eG,fr=s,{}for ca,dy in ipairs(aa)do if dy~=s and fh[dy][c]then fr[#fr+1]=dy end end if#fr>0 then fc=fc+1 eG=nil for ca,dA in ipairs(az[string.sub(G or'',1,1)]or aa)do eG=eG or(dA==s or fh[dA][c])and dA end for ca,dy in ipairs(aa)do if dy~=(eG or s)then redis.call('ZREM',e[dy],f)end end end if(eG or s)=='leased'and not string.find(G or'','^L %d+ %d+ %d+ %d+ %d+ %d+')then if bt(e,'ready',f,bn(k,f,nil))then em=em+1 redis.call('ZREM',e.leased,f)end end local o=tonumber(string.match(G or'','^%a (%d+)')or 0)if s=='ready'then o=math.max(o,gb[c]%900000000000000-1000)end if o>a.tick then a.tick=o eo=1 end end end return#h end local function gC(k,cw)local fV=aR(a,'l')if fV and dI=='0'and redis.call('HLEN',k)<=cH then return redis.call('HKEYS',k)end local dp,x=fE('HSCAN',k,fV and 1 or cw),{}for c=1,#dp,2 do local cf,C=dp[c],#dp[c+1]x[#x+1]=cf cu=cu+C if C>2100 and string.sub(cf,1,1)~='\\t'and not aR(a,'l')then a.flags=a.flags..'l'end end return x end local function gl(k,x)local h={}for ca,cf in ipairs(x)do if string.sub(cf,1,1)~='\\t'then h[#h+1]=cf elseif redis.call('HEXISTS',k,string.sub(cf,2))==0 then em=em+1 redis.call('HDEL',k,cf)end end if#h==0 then return#x end local t={}for ca,s in ipairs(aa)do for c,W in ipairs(redis.call('ZMSCORE',e[s],unpack(h)))do t[c]=t[c]or W end end for c,f in ipairs(h)do if not t[c]then local G=redis.call('HGET',k,'\\t'..f)local ci=string.sub(G or'',1,1)local s,W=(ci=='F'or ci=='E')and'failed'or ci=='C'and'done',aL(a.now)if not s then s,W='ready',bn(k,f,G)local o=W%900000000000000 if bI(o)>a.now then s,W='delayed',aO(o,bq(W))aN(a,bI(o))end end if bt(e,s,f,W)then fq=fq+1 end end end return#x end local function ge()local x,di=0,0 for c=1,16 do x=x+redis.call('HLEN',w[7+c])end for ca,s in ipairs(aa)do di=di+redis.call('ZCARD',e[s])end return x,di end repeat local n=0 local cw=cH-eB if cV<6 then n=gm(aa[cV],fE('ZSCAN',e[aa[cV]],cw))elseif cV==23 then local dp,h=fE('ZSCAN',e.expiring,cw),{}for c=1,#dp,2 do h[#h+1]=dp[c]end n=#h if n>0 then local gI,el=redis.call('ZMSCORE',e.ready,unpack(h)),redis.call('ZMSCORE',e.delayed,unpack(h))for c,f in ipairs(h)do if not gI[c]and not el[c]then em=em+1 redis.call('ZREM',e.expiring,f)end end end elseif cV==6 then local x,di=ge()dI='0'F=F%16+1 if aR(a,'l')and x==di+a.runs then cV=6+F-1 else F=0 end elseif cV<23 then local k=w[7+cV-6]n=gl(k,gC(k,cw))else local x,di=ge()if x-di~=tonumber(a.runs)then a.runs=aL(math.max(0,x-di))eo=eo+1 end local eW=a.completed+di-redis.call('ZCARD',e.done)for ca,U in ipairs(redis.call('HMGET',e.meta,'cancelled','expired','purged'))do eW=eW+(U or 0)end if eW~=tonumber(a.enqueued)then a.enqueued=aL(eW)eo=eo+1 end dI='0'end eB,fH=eB+n,fH+math.max(n,cH/25)if dI=='0'then fe=cV==24 if cV>6 and F==cV-6 then cV=22 end cV=cV%24+1 end until fe or fH>=cH or eB>=cH or cu>2000000 by(a,e.meta,'audit',fP)a.fields={'audit',cV..' '..dI..' '..F}local d=aF(a,e)if d then return d end return'ok\\n'..table.concat({fe and 1 or 0,eB,fq,fc,ej,em,eo},' ')",
);

/** 53 bytes. */
export const destroy = /* @__PURE__ */ script(
  "destroy",
  ["all..."],
  [],
  "local e=KEYS redis.call('UNLINK',unpack(e))return'ok'",
);

/** 3506 bytes. */
export const enqueuePlain = /* @__PURE__ */ script(
  "enqueuePlain",
  ["meta", "ready", "hash", "replies"],
  ["lane", "number", "times", "priority", "items..."],
  "local u=unpack local e=redis.call local E=string.match local i=redis.pcall local A=string.sub local k=string.format local J=type local v,an,bO,C=u(KEYS,1,4)local M,Z,as,bR=u(ARGV,1,4)local P=ARGV local aY='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local aZ='9999999999999'local ba='2  0 0 0 0 0 0'local aL=0 local aM local p,G,ay,au,ax,ac,aw,av,I,x,D,t,ad,q local c repeat local aa do local l=e('HGET',v,'head')local S,W p,S,G,ay,au,ax,ac=E(l or ba,aY)aw,av=not l,l if not S or not l and e('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if string.byte(as)~=61 then local at=i('TIME')if not at.err then local aJ,ap=at[1]+0,at[2]+0 I,W=aJ*1000+(ap-ap%1000)/1000,(aJ-1600000000)*1000000+ap break end end local aG=tonumber(E(as,'%d+'))I,W=aG,(aG-1600000000000)*1000 break until true x=S+0 if x<W then x=W end aa=nil end end if aa then c=aa break end local n=e('HGET',C,M)if n then local g=E(n,'^%d+')if g==Z then if not aw then i('HINCRBY',v,'replayed',1)end c='again\\n'..A(n,#g+2)break end if g-Z>0 then c='late'break end elseif Z=='0'and e('EXISTS',C)==1 then c='reused'break end D=n c=nil break until true if c then return c end if aw then return'odd'end do local bx=bR*900000000000000 local aS=bx+x local bJ=bx+(I+1-1600000000000)*1000 local aK,o for bw=5,#P,2 do local h,bE=P[bw],P[bw+1]aS=aS+1 local aI=k('%016d',aS)local K=aI..(aS>=bJ and' c'..k('%d',I)..':'or':')..bE if#bE>2000 and not(p~=''and string.find(p,'l',1,true)~=nil)then p=p..'l'end if aK then do local a=aK local d=#a a[d+1],a[d+2]=aI,h end do local a=o local d=#a a[d+1],a[d+2]=h,K end else aK,o={aI,h},{h,K}end end aM,t=aK,{[bO]=o}aL=#aK/2 x=x+aL au=k('%d',au+aL)end local aQ if p~='h'and not(p~=''and string.find(p,'h',1,true)~=nil)then aQ=aw else if x%32~=0 or(e('HGET',v,'heard')or'0')-I>0 then aQ=true else p=string.gsub(p,'h','')aQ=false end end local b do local l ad=ad or k('%d',x)l='2 '..p..' '..ad..' '..G..' '..ay..' '..au..' '..ax..' '..ac local B=Z..'\\n-'local am=B and D and#B<=#D local a for bu=1,2 do a=nil if aM then if not a then local d=i('ZADD',an,u(aM))if J(d)=='table'then a=d end end end if t and not a then do local w=t local d for m,f in pairs(w)do if not d then local g=i('HSET',m,u(f))if J(g)=='table'then d=g end end end a=d end end if B and not am and not a then local d=i('HSET',C,M,B)if J(d)=='table'then a=d end end if not a then local d d=i('HSET',v,'head',l)if J(d)=='table'then a=d end end if am and not a then local d=i('HSET',C,M,B)if J(d)=='table'then a=d end end if not a or true or A(a.err,1,3)~='OOM'then break end e('HDEL',v,'')end if a then local aD={}if aM then aD[an]=aM end do local n=av if not q then q={}end q[v..'head']=n end local function ab(w,aH,aE,bi,ar)local T=pairs local d=redis.call local f=redis.pcall for m,g in T(w)do for h=1,#g,2 do local aq,n=g[h+aE],aH and aH[m..g[h+aE]]if not n then d(bi,m,aq)elseif ar=='ZADD'then f(ar,m,n,aq)else f(ar,m,aq,n)end end end end ab({},q,0,'HDEL','HSET')local function bq(d,ak,ae)if not d then return{ak,ae}end do local f=#d d[f+1],d[f+2]=ak,ae end return d end ab({[v]=bq(nil,'head',l)},q,0,'HDEL','HSET')if B and not am and D then i('HSET',C,M,D)end if B and not D then e('HDEL',C,M)end ab(t or{},q,0,'HDEL','HSET')ab(aD,q,1,'ZREM','ZADD')b=a else av=l if not D then e('PEXPIRE',C,E(as,'%d+$'))end b=nil end end if b then return b end if aQ then do local aC='-'if G~=aZ then local ai=G-I aC=ai>0 and k('%d',ai)or'0'end local g=aL==1 and'1'or k('%d',aL)e('PUBLISH',A(v,1,-5)..'wake',g..' '..aC)end end return'ok\\n-'",
);

/** 9628 bytes. */
export const enqueue = /* @__PURE__ */ script(
  "enqueue",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "seen", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "maxLength", "items..."],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],seen=KEYS[8]}local j={replies=KEYS[9],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local dW=KEYS local cX,fX=ARGV[4],ARGV[5]local cZ=ARGV ",
  $hashNumber,
  $declaredHashes,
  $digits,
  $readClock,
  $timeOf,
  $placeOf,
  $dueScore,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $dueBy,
  $remember,
  $tickAt,
  $tickAfter,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $isHeard,
  $listen,
  $wake,
  "local aj={ready='R',delayed='D',leased='L',failed='F',done='C'}local function bj(a,eV)if#eV>2000 and not aR(a,'l')then a.flags=a.flags..'l'end end local function bD(a,e,h)local fI={}for c,cP in ipairs(redis.call('ZMSCORE',e.seen,unpack(h)))do if cP and cP-a.now>0 then fI[h[c]]='S'end by(a,e.seen,h[c],cP)end for ca,s in ipairs({'ready','delayed','leased','failed','done'})do for c,W in ipairs(redis.call('ZMSCORE',e[s],unpack(h)))do if W then fI[h[c]]=aj[s]end end end return fI end local function aA(a,e,w,cZ,y)local X,cY={},y while cZ[cY]do local n,eO=string.match(cZ[cY],'^%d (%d+) %S+ (%S+)')if eO~='-'then for c=1,n do X[#X+1]=cZ[cY+c*2-1]end end cY=cY+n*2+1 end local ef,cn,ew={},{},{}if#X>0 then ef=bD(a,e,X)end cY=y while cZ[cY]do local cF,n,gg,eO,da,gf=string.match(cZ[cY],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+)')local ep,eQ=string.sub(gg,1,1),tonumber(string.sub(gg,2))or 0 for c=1,n do local f,eV=cZ[cY+c*2-1],cZ[cY+c*2]local bT=ef[f]if not bT then a.tick=a.tick+1 local o=a.tick bT='r'if ep=='+'and eQ>0 then bT,o='d',bG(a,e.delayed,eQ)elseif ep=='@'and eQ>a.now then bT,o='d',bH(a,e.delayed,eQ)end local bU=bo(cF,o)local dT=bI(o)~=a.now and' c'..aL(a.now)or''if da~='-'then dT=dT..' m'..da end if gf~='-'then local cc=a.now+gf dT=dT..' x'..aL(cc)a.to.expiring=bP(a.to.expiring,aL(cc),f)aN(a,cc)end if bT=='r'then a.to.ready=bP(a.to.ready,bU,f)a.readied=a.readied+1 else a.to.delayed=bP(a.to.delayed,aO(o,cF),f)a.sooner=true aN(a,bI(o))end bj(a,eV)local k=aS(f)aB(bc(a.writes,w[k]),f,bU..dT..':'..eV)if eO~='-'and eO~='0'then a.to.seen=bP(a.to.seen,aL(a.now+eO),f)end ef[f]=string.upper(bT)ew[f]=true end cn[#cn+1]=bT end cY=cY+n*2+1 end return table.concat(cn),X,ew end ",
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $isRegistered,
  "local a=bf(e.meta)local g=bl(a,j)if g then return g end a.writes={}local cn,X,ew=aA(a,e,aK(dW,10,cX),cZ,6)local ca,en=string.gsub(cn,'%l','')if fX~=''and en>0 and redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+en>tonumber(fX)then return'full'end if a.to.seen then local gz=redis.call('ZRANGE',e.seen,'-inf',aL(a.now),'BYSCORE','LIMIT','0',aL(en*2+8))for b,f in ipairs(gz)do if not ew[f]then a.from.seen=bN(a.from.seen,f)end end end a.enqueued=aL(a.enqueued+en)if en<#cn then aI(a,'duplicates',#cn-en)end local fB=aY(a)local dn=(a.readied>0 or a.sooner)and aX(a)if a.isNew then a.fields={'born',aL(a.now)}bd(a)end local d=aF(a,e,j,cn)if d then return d end local dY={}for c,f in ipairs(X)do if ew[f]then dY[#dY+1]=dW[10+#cX+c-1]end end if#dY>0 then redis.call('DEL',unpack(dY))end if dn then bM(a)end return'ok\\n'..cn..(fB and''or'\\nu')",
);

/** 7259 bytes. */
export const extend = /* @__PURE__ */ script(
  "extend",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "endings", "endedBefore", "jobs..."],
  ["times", "duration", "worker", "hashes", "items..."],
  "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6],endings=KEYS[7],endedBefore=KEYS[8]}local dW=KEYS local u,eR,dH,cX,eL=ARGV[1],ARGV[2],ARGV[3],ARGV[4],{unpack(ARGV,5)}",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $dueBy,
  $remember,
  $endingIn,
  $lastEnding,
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $rewriteField,
  $verdictOn,
  $holdOn,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $MOST_WORKERS,
  $noteWorker,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true local cP,cn,d=a.now+eR,{},nil local h={}for c,cT in ipairs(eL)do h[c]=string.sub(cT,19)end local J,F,B=bv(aK(dW,9,cX),0,h,1)local dP=redis.call('ZMSCORE',e.leased,unpack(h))for c,f in ipairs(h)do cn[c]=aV(a,e,F or B[c],f,J[c],eL[c],dP[c],cP)end if a.to.leased then d=aF(a,e)end if d then return d end if dH~=''and not a.isNew then bk(e.workers,dH,a.now)end return'ok\\n'..table.concat(cn)..'\\n'..aL(cP)",
);

/** 7590 bytes. */
export const failWorker = /* @__PURE__ */ script(
  "failWorker",
  ["meta", "ready", "leased", "failed", "expiring", "workers", "jobs*16"],
  ["times", "worker", "from", "limit"],
  "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],workers=KEYS[6]}local w=KEYS local u,dH,eD,dD=unpack(ARGV,1,4)local cG=tonumber(eD)local cH=tonumber(dD)",
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $count,
  $dueBy,
  $remember,
  $rewriteField,
  $placeOf,
  $withError,
  $bringBack,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $isHeard,
  $wake,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true local h,dc,d=redis.call('ZRANGE',e.leased,aL(cG),aL(cG+cH-1)),0,nil if#h>0 then local J,F,B=bv(w,6,h,1)for c,f in ipairs(h)do if string.match(J[c]or'','^L[^\\n]*\\n([^\\n]*)')==dH then aE(a,e,F or B[c],f,J[c],'W','\"its worker failed\"')dc=dc+1 end end end local dn=a.readied>0 and aX(a)if dc>0 then d=aF(a,e)end if d then return d end if dn then bM(a)end local fW=#h<cH if fW then redis.call('ZREM',e.workers,dH)end return'ok\\n'..dc..'\\n'..(fW and'-'or aL(cG+cH-dc))",
);

/** 64 bytes. */
export const forget = /* @__PURE__ */ script(
  "forget",
  ["registry"],
  ["name"],
  "local dK=KEYS[1]local r=ARGV[1]redis.call('ZREM',dK,r)return'ok'",
);

/** 2155 bytes. */
export const get = /* @__PURE__ */ script(
  "get",
  ["meta", "ready", "delayed", "leased", "failed", "done", "hash", "result", "seen", "endings", "endedBefore"],
  ["times", "id", "parts"],
  "local cg,eJ,dB,eh=unpack(KEYS,1,4)local de,fb,k,gB,dr=unpack(KEYS,5,9)local dO,dN=KEYS[10],KEYS[11]local u,f,fs=unpack(ARGV,1,3)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $endingIn,
  $lastEnding,
  "local a=bf(cg)local cb=bm(a,u)if cb then return cb end local cB,eF={aL(a.now),'-'..a.flags},false for ca,i in ipairs({eJ,dB,eh,de,fb})do local W=redis.call('ZSCORE',i,f)eF=eF or W cB[#cB+1]=W or'-'end cB[#cB+1]=redis.call('ZRANK',eJ,f)or'-'cB[#cB+1]=redis.call('ZSCORE',dr,f)or'-'local gq=not eF and ba(dO,dN,f)or'-'local db=eF and string.find(fs,'d',1,true)and redis.call('HGET',k,f)or''if eF and string.find(fs,'h',1,true)and redis.call('HSTRLEN',k,f)<100000 then db=string.match(redis.call('HGET',k,f)or'','^[^:]*:')or''end local cW=not a.isNew and string.find(fs,'r',1,true)and redis.call('GET',gB)or''if cW~=''and string.match(cW,'^C (%d+)')-(redis.call('HGET',cg,'born')or 0)<0 then cW=''end return{'ok\\n'..table.concat(cB,' ')..'\\n'..gq,db,redis.call('HGET',k,'\\t'..f)or'',cW}",
);

/** 1054 bytes. */
export const held = /* @__PURE__ */ script(
  "held",
  ["leased", "jobs*16"],
  ["items..."],
  "local eh=KEYS[1]local w=KEYS local eL=ARGV ",
  $hashNumber,
  $readJobs,
  "local h,fS,cB={},{},{''}for c,cT in ipairs(eL)do h[c]=string.sub(cT,19)end local dP,t=redis.call('ZMSCORE',eh,unpack(h)),bv(w,1,h,2)for c,cT in ipairs(eL)do local db,G=t[c*2-1],t[c*2]local fU=dP[c]and db and G and string.sub(G,1,18)==string.sub(cT,1,18)fS[c]=fU and'1'or'0'if fU then cB[#cB+1]=db end end cB[1]='ok\\n'..table.concat(fS)return cB",
);

/** 78 bytes. */
export const leave = /* @__PURE__ */ script(
  "leave",
  ["rounds"],
  ["kind", "name"],
  "local fD=KEYS[1]local ep,r=ARGV[1],ARGV[2]redis.call('HSET',fD,ep,r)return'ok'",
);

/** 2298 bytes. */
export const list = /* @__PURE__ */ script(
  "list",
  ["meta", "state", "jobs*16"],
  ["times", "from", "limit"],
  "local cg,ci=KEYS[1],KEYS[2]local w=KEYS local u,eD,dD=unpack(ARGV,1,3)local cG=tonumber(eD)local cH=tonumber(dD)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  $hasFlag,
  $hashNumber,
  $readJobs,
  $readable,
  "local a=bf(cg)local cb=bm(a,u)if cb then return cb end local dp,h,co=redis.call('ZRANGE',ci,aL(cG),aL(cG+cH-1),'WITHSCORES'),{},{}for c=1,#dp,2 do h[#h+1]=dp[c]end if aR(a,'l')then local er=math.max(1,bw(w,2,h,#h,0))for c=#h,er+1,-1 do h[c]=nil end end local cB={''}if#h>0 then local t=bv(w,2,h,2)for c,f in ipairs(h)do co[c]='\\n'..dp[c*2]..' '..f cB[c*2],cB[c*2+1]=t[c*2-1]or'',t[c*2]or''end end cB[1]='ok\\n'..aL(a.now)..' '..redis.call('ZCARD',ci)..table.concat(co)return cB",
);

/** 4431 bytes. */
export const pause = /* @__PURE__ */ script(
  "pause",
  ["meta"],
  ["times"],
  "local e={meta=KEYS[1]}local u=ARGV[1]",
  $addPair,
  $withPair,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $remember,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end if not aR(a,'p')then a.flags=a.flags..'p'local d=aF(a,e)if d then return d end end return'ok'",
);

/** 52 bytes. */
export const ping = /* @__PURE__ */ script(
  "ping",
  ["registry"],
  [],
  "local dK=KEYS[1]return'ok\\n'..redis.call('ZCARD',dK)",
);

/** 6370 bytes. */
export const progress = /* @__PURE__ */ script(
  "progress",
  ["meta", "ready", "leased", "failed", "expiring", "endings", "endedBefore", "hash"],
  ["times", "duration", "reference", "progress"],
  "local e={meta=KEYS[1],ready=KEYS[2],leased=KEYS[3],failed=KEYS[4],expiring=KEYS[5],endings=KEYS[6],endedBefore=KEYS[7],hash=KEYS[8]}local u,eR,cT,gA=unpack(ARGV,1,4)",
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $dueBy,
  $remember,
  $endingIn,
  $lastEnding,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $rewriteField,
  $verdictOn,
  $holdOn,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true local f=string.sub(cT,19)local p=redis.call('HGET',e.hash,'\\t'..f)local dP=redis.call('ZSCORE',e.leased,f)local ch=a.due local bT=aV(a,e,e.hash,f,p,cT,dP,a.now+(tonumber(eR)or 0))if bT=='l'then local G=p if eR==''then a.to,a.from,a.due={},{},ch else G='L'..string.sub(p,2)end a.writes,a.rewrites=nil,nil local y,cE=string.match(G,'^([^\\n]*\\n[^\\n]*\\n)[^\\n]*(.*)$')bA(a,e.hash,'\\t'..f,(y or G..'\\n\\n')..gA..(cE or''),p)local d=aF(a,e)if d then return d end end return'ok\\n'..bT",
);

/** 7494 bytes. */
export const promote = /* @__PURE__ */ script(
  "promote",
  ["meta", "ready", "delayed", "replies", "jobs..."],
  ["lane", "number", "times", "hashes", "ids..."],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3]}local j={replies=KEYS[4],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local dW=KEYS local cX,h=ARGV[4],{unpack(ARGV,5)}",
  $hashNumber,
  $declaredHashes,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
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
  $remember,
  $writeField,
  $rewriteField,
  $placeOf,
  $putInLine,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $isHeard,
  $wake,
  "local a=bf(e.meta)local g=bl(a,j)if g then return g end a.frees=true local cn,dr={},{}local J,F,B=bv(aK(dW,5,cX),0,h,1)for c,W in ipairs(redis.call('ZMSCORE',e.delayed,unpack(h)))do local f=h[c]cn[c]=W and not dr[f]and'd'or'U'if cn[c]=='d'then dr[f]=true a.tick=a.tick+1 bs(a,F or B[c],f,J[c],bo(W%10,a.tick),false)a.from.delayed=bN(a.from.delayed,f)end end local E=table.concat(cn)local dn,d=a.readied>0 and aX(a),nil if a.readied>0 or not a.isNew then d=aF(a,e,j,E)end if d then return d end if dn then bM(a)end return'ok\\n'..E",
);

/** 6639 bytes. */
export const purge = /* @__PURE__ */ script(
  "purge",
  ["meta", "state", "expiring", "endings", "endedBefore", "jobs*16"],
  ["times", "limit", "total", "letter"],
  "local e={meta=KEYS[1],state=KEYS[2],expiring=KEYS[3],endings=KEYS[4],endedBefore=KEYS[5]}local w=KEYS local u,dD,U,bT=unpack(ARGV,1,4)local cH=tonumber(dD)",
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $count,
  $remember,
  $dropJob,
  $noteEnd,
  $cutToFreed,
  $noteEndings,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end a.frees=true local h=redis.call('ZRANGE',e.state,'0',aL(cH-1))if#h>0 then aJ(a,w,5,h,1)local J,F,B=bv(w,5,h,1)for c,f in ipairs(h)do aM(a,F or B[c],f,J[c])bh(a,f,bT)end a.from.state,a.from.expiring=h,h if U~=''then aI(a,U,#h)end local d=aF(a,e)if d then return d end bi(a,e)end return'ok\\n'..#h..' '..(#h>0 and redis.call('EXISTS',e.state)or 0)",
);

/** 81 bytes. */
export const queues = /* @__PURE__ */ script(
  "queues",
  ["registry"],
  [],
  "local dK=KEYS[1]return'ok\\n'..table.concat(redis.call('ZRANGE',dK,'0','-1'),'\\n')",
);

/** 7835 bytes. */
export const redrive = /* @__PURE__ */ script(
  "redrive",
  ["meta", "ready", "failed", "expiring", "replies", "jobs*16"],
  ["lane", "number", "times", "limit", "ids..."],
  "local e={meta=KEYS[1],ready=KEYS[2],failed=KEYS[3],expiring=KEYS[4]}local j={replies=KEYS[5],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local w=KEYS local cH,eH=tonumber(ARGV[4]),{unpack(ARGV,5)}",
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $listOf,
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
  $dueBy,
  $remember,
  $writeField,
  $rewriteField,
  $placeOf,
  $priorityOf,
  $putInLine,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $isHeard,
  $wake,
  "local a=bf(e.meta)local g=bl(a,j)if g then return g end a.frees=true local h,dr={},{}if#eH==0 then if cH>0 then h=redis.call('ZRANGE',e.failed,'0',aL(cH-1))end else for c,W in ipairs(redis.call('ZMSCORE',e.failed,unpack(eH)))do if W and not dr[eH[c]]then h[#h+1]=eH[c]dr[eH[c]]=true end end end if#h>0 then local J,F,B=bv(w,5,h,1)for c,f in ipairs(h)do local bU=string.match(J[c]or'','^%a %d+ %d+ %d+ (%d+)')a.tick=a.tick+1 local cc=bs(a,F or B[c],f,J[c],bo(bU and bq(bU)or 5,a.tick),true)if cc and cc~='0'then a.to.expiring=bP(a.to.expiring,cc,f)aN(a,tonumber(cc))end end a.from.failed=h aI(a,'redriven',#h)end local E=#h..' '..redis.call('ZCARD',e.failed)-#h local dn,d=a.readied>0 and aX(a),nil if#h>0 or not a.isNew then d=aF(a,e,j,E)end if d then return d end if dn then bM(a)end return'ok\\n'..E",
);

/** 68 bytes. */
export const register = /* @__PURE__ */ script(
  "register",
  ["registry"],
  ["name"],
  "local dK=KEYS[1]local r=ARGV[1]redis.call('ZADD',dK,'0',r)return'ok'",
);

/** 442 bytes. */
export const registered = /* @__PURE__ */ script(
  "registered",
  ["meta"],
  ["times"],
  "local cg=KEYS[1]local u=ARGV[1]",
  $digits,
  $readClock,
  "if redis.call('EXISTS',cg)==1 then local N=bu(u)redis.call('HSET',cg,'registered',aL(N))end return'ok'",
);

/** 4977 bytes. */
export const resume = /* @__PURE__ */ script(
  "resume",
  ["meta", "ready"],
  ["times"],
  "local e={meta=KEYS[1],ready=KEYS[2]}local u=ARGV[1]",
  $addPair,
  $withPair,
  $digits,
  $readClock,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $hasFlag,
  $remember,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $isHeard,
  $wake,
  "local a=bf(e.meta)local cb=bm(a,u)if cb then return cb end if aR(a,'p')then a.flags=string.gsub(a.flags,'p','')a.frees=true local d=aF(a,e)if d then return d end a.readied=redis.call('ZCARD',e.ready)if aX(a)then bM(a)end end return'ok'",
);

/** 273 bytes. */
export const round = /* @__PURE__ */ script(
  "round",
  ["registry", "rounds"],
  ["kind"],
  "local dK,fD=KEYS[1],KEYS[2]local ep=ARGV[1]local y,K=redis.call('HGET',fD,ep)or'',{'ok'}for ca,r in ipairs(redis.call('ZRANGE',dK,'['..y,'+','BYLEX'))do K[#K+1]=r end for ca,r in ipairs(redis.call('ZRANGE',dK,'-','('..y,'BYLEX'))do K[#K+1]=r end return table.concat(K,'\\n')",
);

/** 8077 bytes. */
export const turnPlain = /* @__PURE__ */ script(
  "turnPlain",
  ["meta", "ready", "leased", "expiring", "endings", "endedBefore", "replies", "jobs*16"],
  ["lane", "number", "times", "count", "duration", "worker", "max", "hash", "items..."],
  "local u=unpack local e=redis.call local E=string.match local al=string.byte local i=redis.pcall local bb=tonumber local A=string.sub local k=string.format local T=pairs local bv=table.concat local J=type local v,an,aR,bN,bf,bM,C=u(KEYS,1,7)local M=ARGV[1]local Z=ARGV[2]local as=ARGV[3]local be=KEYS local bB,bP,bD,bC,g=u(ARGV,4,8)local P=ARGV local aY='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'local aZ='9999999999999'local ba='2  0 0 0 0 0 0'local bt='-----------------------------------------------------------------'local az local p,G,ay,au,ax,ac,aw,av,I,x,D,bG,H,bo,aV,bm,t,aW,bp,q,aB,ad,bn,bH local c repeat local aa do local l=e('HGET',v,'head')local S,W p,S,G,ay,au,ax,ac=E(l or ba,aY)aw,av=not l,l if not S or not l and e('HEXISTS',v,'layout')==1 then aa='other_layout'else repeat if al(as)~=61 then local at=i('TIME')if not at.err then local aJ,ap=at[1]+0,at[2]+0 I,W=aJ*1000+(ap-ap%1000)/1000,(aJ-1600000000)*1000000+ap break end end local aG=bb(E(as,'%d+'))I,W=aG,(aG-1600000000000)*1000 break until true x=S+0 if x<W then x=W end aa=nil end end if aa then c=aa break end local n=e('HGET',C,M)if n then local a=E(n,'^%d+')if a==Z then if not aw then i('HINCRBY',v,'replayed',1)end c='again\\n'..A(n,#a+2)break end if a-Z>0 then c='late'break end elseif Z=='0'and e('EXISTS',C)==1 then c='reused'break end D=n c=nil break until true if c then return c end if I-G>=0 or p~=''and p~='h'then return'odd'end bG=true local Q,aX='-',bb(bB)if P[9]then local r=be[7+bb(g,16)+1]if P[10]then do local s,o,a={},{},#P-9+1 for f=1,a do local h=A(P[9+f-1],19)s[f],o[f]=h,'\\t'..h end local aU=e('HMGET',r,u(o))for f=1,a do local z=aU[f]if not z or A(z,1,18)~=A(P[9+f-1],1,18)then s=nil break end end if not s then Q=nil else H=s ac=k('%d',ac+a)bo=a aV,bm={[r]=s},{[r]=o}Q=string.rep('c',a)end end else do local bF=P[9]local h=A(bF,19)local O='\\t'..h local z=e('HGET',r,O)if not z or A(z,1,18)~=A(bF,1,18)then Q=nil else H={h}ac=k('%d',ac+1)bo=1 aV={[r]={h,O}}Q='c'end end end end if not Q then return'odd'end local Y,y,j local bA=false if aX>0 then local L,U,N,R,ah do local a,b,af,bc,d,f,h local l,X,by=0,0,0 local bS=' '..bC..' 0\\n'..bD repeat local s if X==0 then s=e('ZRANGE',an,'0',bB)else s=e('ZRANGE',an,k('%d',X),k('%d',X+aX-l))end local m,ai=#s,aX-l f=m>ai if f then m=ai end for n=#s,m+1,-1 do s[n]=nil end if m>0 then local V,F,ag,o if m==1 then local n do local r=s[1]local ao,br,bs=#r,al(r,-2,-1)n=(ao+al(r,(ao+ao%2)/2)+br+(bs or 0))%16+1 end F,o=be[7+n],{s[1],'\\t'..s[1]}V=e('HMGET',F,o[1],o[2])else do local n=s local r,w,z={},{},nil local bd=true for B=1,#n do local K=n[B]local O do local ao,br,bs=#K,al(K,-2,-1)O=(ao+al(K,(ao+ao%2)/2)+br+(bs or 0))%16+1 end r[B*2-1]=K r[B*2]='\\t'..K w[B]=be[7+O]z=z or O bd=bd and O==z end local B=w[1]if bd then local K=e('HMGET',B,u(r))V,F,ag,o=K,B,nil,r else local bI,K,bh={},{},{}for O=1,#n do local S=w[O]if not K[S]then K[S],bh[S]={},{}end local W,aT=K[S],bh[S]for aF=(O-1)*2+1,O*2 do W[#W+1]=r[aF]aT[#aT+1]=aF end end for O,S in T(K)do local W,aT=e('HMGET',O,u(S)),bh[O]for aF=1,#S do bI[aT[aF]]=W[aF]end end V,F,ag,o=bI,nil,w,r end end end local n=F and t and t[F]or nil if not d then bc=I+bP d=k('%d',bc)end local function bg(w,r)local z=w[r]if not z then z={}w[r]=z end return z end for r=1,m do local w,K,z=s[r],V[r*2-1],V[r*2]local B,aP,bj,bl=F or ag[r],'0',nil,bS if K and al(K,17)~=58 then local O,bk=E(K,'^(%d+)([^:]*)')if#(O or'')~=16 then bj,bk=k('%016d',4500000000000000),''end aP=E(bk,' x(%d+)')or aP bl=' '..(E(bk,' m(%d+)')or bC)..' '..aP..'\\n'..bD end if not K or aP~='0'then h=true end if z and H and al(z)==76 then local bz if not aW then aW={}for bu,bL in ipairs(H)do aW[bL]=true end end bz=aW[w]h=h or bz end if K then l=l+1 local O=k('%d',x+l)local S,W,aA=w,o[r*2],nil if z then local aO,bK,aI,bQ=E(z,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')aO=k('%d',(aO or 0)+1)S=aO..'\\t'..w aA='L '..O..' '..aO..' '..(bK or'0')..' '..(aI or bj or A(K,1,16))..bl..(bQ or'\\n')else aA='L '..O..' 1 0 '..(bj or A(K,1,16))..bl..'\\n'bp=(bp or 0)+1 end if z and#aA<=#z then do local aN=aA if not q then q={}end q[B..W]=z if#aN>#z then if not t then t={}end do local aa=bg(t,B)local ab=#aa aa[ab+1],aa[ab+2]=W,aN end else if not aB then aB={}end do local aa=bg(aB,B)local ab=#aa aa[ab+1],aa[ab+2]=W,aN end end end else if z then if not q then q={}end q[B..W]=z end if F then do local aa=n local ae=aA if not aa then n={W,ae}else do local ab=#aa aa[ab+1],aa[ab+2]=W,ae end n=aa end end else do local aN=aA if not t then t={}end do local aa=bg(t,B)local ab=#aa aa[ab+1],aa[ab+2]=W,aN end end end end if l==1 then a,b,af,az=S,K,O,{d,w}else if l==2 then a,b={a},{b}end a[l],b[l]=S,K do local aa=az local ak=d local ab=#aa aa[ab+1],aa[ab+2]=ak,w end end by=by+#K ad=O end end if F and n then if not t then t={[F]=n}else t[F]=n end end end X=X+m until h or not f or false or l>=aX or X-l>=1000 if X>0 then bn=X==1 and'0'or k('%d',X-1)end if l>0 then x=x+l ax=k('%d',ax+l)if bc-G<0 then G=d end if l>15 then do local m=az local n=#m m[n+1],m[n+2]='+inf',bt end bH=true end end L,y,j,U,N,R,ah=a,b,l,af,d,f,h end if ah then return'odd'end if j>0 then do local a=Q local b=L local d=j local f=U local h=N local l=R if d>1 then b=bv(b,'\\n')end Y=a..'\\n- '..h..(l and' 1 'or' 0 ')..G..' -'..p..' '..f..'\\n'..b end bA=not R else if p==''then return'odd'end Y=Q..'\\n'..k('%d',I)..' - 0 '..G..' -'..p..' -'end else Y=Q..'\\n'..k('%d',I)..' - 0 - -'..p..' -'end if H or y then local b do local a=Y local l do local aU=(bp or 0)-(bo or 0)if aU~=0 then ay=k('%d',math.max(0,ay+aU))end ad=ad or k('%d',x)l='2 '..p..' '..ad..' '..G..' '..ay..' '..au..' '..ax..' '..ac end local B=a and Z..'\\n'..a local am=B and D and#B<=#D local d for bu=1,2 do d=nil if az then if not d then local f=i('ZADD',aR,u(az))if J(f)=='table'then d=f end end end if t and not d then do local w=t local f for m,h in T(w)do if not f then local n=i('HSET',m,u(h))if J(n)=='table'then f=n end end end d=f end end if B and not am and not d then local f=i('HSET',C,M,B)if J(f)=='table'then d=f end end if not d then local f f=i('HSET',v,'head',l)if J(f)=='table'then d=f end end if aB and not d then do local w=aB local f for m,h in T(w)do if not f then local n=i('HSET',m,u(h))if J(n)=='table'then f=n end end end d=f end end if am and not d then local f=i('HSET',C,M,B)if J(f)=='table'then d=f end end if not d or not bG or A(d.err,1,3)~='OOM'then break end e('HDEL',v,'')end if d then local aD={}if az then aD[aR]=az end do local n=av if not q then q={}end q[v..'head']=n end local function ab(w,aH,aE,bi,ar)local f=pairs local h=redis.call local m=redis.pcall for n,o in f(w)do for r=1,#o,2 do local aq,s=o[r+aE],aH and aH[n..o[r+aE]]if not s then h(bi,n,aq)elseif ar=='ZADD'then m(ar,n,s,aq)else m(ar,n,aq,s)end end end end ab(aB or{},q,0,'HDEL','HSET')local function bq(f,ak,ae)if not f then return{ak,ae}end do local h=#f f[h+1],f[h+2]=ak,ae end return f end ab({[v]=bq(nil,'head',l)},q,0,'HDEL','HSET')if B and not am and D then i('HSET',C,M,D)end if B and not D then e('HDEL',C,M)end ab(t or{},q,0,'HDEL','HSET')ab(aD,q,1,'ZREM','ZADD')b=d else av=l if a and not D then e('PEXPIRE',C,E(as,'%d+$'))end if bn then e('ZREMRANGEBYRANK',an,'0',bn)end if bH then e('ZREM',aR,bt)end if H and e('ZREM',aR,u(H))<#H then e('ZREM',an,u(H))e('ZREM',bN,u(H))end if aV then for m,f in T(aV)do e('HDEL',m,u(f))end end if bm then for m,f in T(bm)do e('HDEL',m,u(f))end end b=nil end end if b then return'odd'end end if H then if not H and true then else local S,aj=ad..'\\n',''if H then aj=bv(H,'\\tC'..S)..'\\tC'..S end local d=i('APPEND',bf,aj)if J(d)=='number'and d>262144 and d%4096<#aj then local af=E(e('GETRANGE',bf,'0','400'),'\\t%a(%d+)')if x-(af or 0)>120000000 then e('RENAME',bf,bM)end end end end if bA and p=='h'then do local aC='-'if G~=aZ then local ai=G-I aC=ai>0 and k('%d',ai)or'0'end local a=k('%d',0)e('PUBLISH',A(v,1,-5)..'wake',a..' '..aC)end end do local aj=Y local a=y local b=j if not a then return'ok\\n'..aj end if b>1 then table.insert(a,1,'ok\\n'..aj)return a end if#a<4000 then return'ok\\n'..aj..'\\n\\n'..a end return{'ok\\n'..aj,a}end",
);

/** 21142 bytes. */
export const turn = /* @__PURE__ */ script(
  "turn",
  ["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "workers", "endings", "endedBefore", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "beats", "items..."],
  "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],leased=KEYS[4],failed=KEYS[5],done=KEYS[6],expiring=KEYS[7],workers=KEYS[8],endings=KEYS[9],endedBefore=KEYS[10]}local j={replies=KEYS[11],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local w=KEYS local dY=KEYS local dx={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local dz,fQ=ARGV[8],ARGV[9]local cZ=ARGV ",
  $digits,
  $readClock,
  $timeOf,
  $placeOf,
  $priorityOf,
  $dueScore,
  $lastDueScore,
  $timeOfDue,
  $placeWhenDue,
  $HEAD,
  $NEVER,
  $NEW,
  $LONG,
  $newUnit,
  $openUnit,
  $openRequest,
  $hasFlag,
  $count,
  $dueBy,
  $remember,
  $tickAt,
  $tickAfter,
  $noteEndings,
  $endingIn,
  $lastEnding,
  $hashNumber,
  $readJobs,
  $addPair,
  $withPair,
  $with,
  $listOf,
  $dropJob,
  $noteEnd,
  $writeField,
  $rewriteField,
  $cutToFreed,
  $withError,
  $verdictOn,
  "local function bB(a,e,w,S,cZ,y,dY,ff)local h,cn,dr,cW,Y={},{},{},0,false for cY=y,#cZ,4 do h[#h+1]=string.sub(cZ[cY+1],19)end local J,F,B=bv(w,S,h,1)local di=redis.call('ZMSCORE',e.leased,unpack(h))for c=1,#h do local f,G,k,cY=h[c],J[c],F or B[c],y+c*4-4 local dU,cT,ey,dX=cZ[cY],cZ[cY+1],cZ[cY+2],cZ[cY+3]local U,bT,cC,ct,X,bU,da,cc,co='stale',dr[f],nil local fT=G and string.sub(G,2,18)==string.sub(cT,2,18)if bT=='W'and not fT then bT='A'end if not bT and(not fT or not string.find(G,'^[LE]'))then bT=bL(G,cT,f,e)end if not bT then cC,ct,X,bU,da,cc,co=string.match(G,'^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')if not co and dU~='c'then bT='U'end end if not bT then local ci,ch='W',nil if dU=='c'or dU=='k'then bT,ci,U='c','C','completed'if ey~=''then a.results=bP(a.results,dY[ff],'C '..aL(a.now)..' '..ey)end elseif dU=='g'then bT,U,X='r','released',aL(X+1)elseif dU=='f'or ct-X>=tonumber(da)then bT,ci,U='f','F','failed'else bT,U=ey=='0'and'r'or'd','retried'a.tick=a.tick+1 ch=bT=='d'and bG(a,e.delayed,ey)or a.tick bU=bo(bq(bU),ch)end dr[f]=ci if di[c]then a.from.leased=bN(a.from.leased,f)else local dQ=redis.call('ZSCORE',e.ready,f)local dg=redis.call('ZSCORE',e.failed,f)Y=Y or dg if dQ and bT=='r'then by(a,e.ready,f,dQ)elseif dQ then a.from.ready=bN(a.from.ready,f)end if dg and bT=='f'then by(a,e.failed,f,dg)U=nil elseif dg then a.from.failed=bN(a.from.failed,f)end if cc~='0'and ci=='W'then by(a,e.expiring,f,cc)elseif cc~='0'then a.from.expiring=bN(a.from.expiring,f)end end if bT=='r'then a.to.ready=bP(a.to.ready,bU,f)a.readied=a.readied+1 elseif bT=='d'then a.to.delayed=bP(a.to.delayed,aO(ch,bq(bU)),f)a.sooner=true aN(a,bI(ch))elseif bT=='f'then a.to.failed=bP(a.to.failed,aL(a.now),f)cW=cW+1 elseif dU=='k'then a.to.done=bP(a.to.done,aL(a.now),f)cW=cW+1 end if ci=='W'and cc~='0'then a.to.expiring=bP(a.to.expiring,cc,f)aN(a,tonumber(cc))end if dU=='c'then aM(a,k,f,G)bh(a,f,'C')else if dX~=''then co=bO(co,aL(a.now),ct,dX)end local dq=table.concat({ci,cC,ct,X,bU,da,cc},' ')..co bA(a,k,'\\t'..f,dq,G)end end if ey~=''and(dU=='c'or dU=='k')then ff=ff+1 end if U=='completed'then a.completed=aL(a.completed+1)elseif U then aI(a,U,1)end cn[c]=bT end return table.concat(cn),Y and 0 or cW end ",
  $expire,
  $bringBack,
  $reclaim,
  $promoteDue,
  $nextDue,
  $readable,
  "local function aW(a,f)if not a.isFinished then a.isFinished={}for ca,eA in ipairs(a.finished)do a.isFinished[eA]=true end end return a.isFinished[f]end local function bE(a,e,w,S,dx,dA)local dw,dj,y,dP,cP,cz,eE local X,dJ,cu,fk=0,0,0,false local gH=' '..dx.max..' 0\\n'..dx.worker repeat local h if dJ==0 then h=redis.call('ZRANGE',e.ready,'0',dx.count)else h=redis.call('ZRANGE',e.ready,aL(dJ),aL(dJ+dA-X))end local C,cS=#h,dA-X cz=C>cS if cz then C=cS end if e.delayed and aR(a,'l')then local er=bw(w,S,h,C,cu)if er==0 and dJ==0 and C>0 then er=1 end fk=er<C C=er cz=cz or fk end for c=#h,C+1,-1 do h[c]=nil end if C>0 then local t,F,B,x if C==1 then local n=aS(h[1])F,x=w[S+n],{h[1],'\\t'..h[1]}t=redis.call('HMGET',F,x[1],x[2])else t,F,B,x=bv(w,S,h,2)end local b=F and a.writes and a.writes[F]or nil if not cP then dP=a.now+dx.duration cP=aL(dP)end for c=1,C do local f,db,G=h[c],t[c*2-1],t[c*2]local k,cc,fG,fJ=F or B[c],'0',nil,gH if db and string.byte(db,17)~=58 then local n,dT=string.match(db,'^(%d+)([^:]*)')if#(n or'')~=16 then fG,dT=bo(5,0),''end cc=string.match(dT,' x(%d+)')or cc fJ=' '..(string.match(dT,' m(%d+)')or dx.max)..' '..cc..'\\n'..dx.worker if e.delayed and cc~='0'then a.from.expiring=bN(a.from.expiring,f)end end if not e.delayed and(not db or cc~='0')then eE=true end if not e.delayed and G and a.finished and string.byte(G)==76 then local gr=aW(a,f)eE=eE or gr end if e.delayed and(not db or cc~='0'and cc-a.now<=0)then aM(a,k,f,G)if db then aI(a,'expired',1)bh(a,f,'E')cu=cu+#db end elseif db then X=X+1 local cC=aL(a.tick+X)local l,cf,dq=f,x[c*2],nil if G then local ct,gn,bU,co=string.match(G,'^%a %d+ (%d+) (%d+) (%d+)[^\\n]*\\n[^\\n]*(.*)$')ct=aL((ct or 0)+1)l=ct..'\\t'..f dq='L '..cC..' '..ct..' '..(gn or'0')..' '..(bU or fG or string.sub(db,1,16))..fJ..(co or'\\n')else dq='L '..cC..' 1 0 '..(fG or string.sub(db,1,16))..fJ..'\\n'a.runsMore=(a.runsMore or 0)+1 end if G and#dq<=#G then bA(a,k,cf,dq,G)else if G then by(a,k,cf,G)end if F then b=bP(b,cf,dq)else bR(a,k,cf,dq)end end if X==1 then dw,dj,y,a.to.leased=l,db,cC,{cP,f}else if X==2 then dw,dj={dw},{dj}end dw[X],dj[X]=l,db aB(a.to.leased,cP,f)end cu=cu+#db a.lastTick=cC end end if F and b then if not a.writes then a.writes={[F]=b}else a.writes[F]=b end end end dJ=dJ+C until eE or not cz or fk or X>=dA or dJ-X>=1000 if dJ>0 then a.popped=dJ==1 and'0'or aL(dJ-1)end if X>0 then a.tick=a.tick+X a.leased=aL(a.leased+X)if dP-a.due<0 then a.due=cP end if X>15 then aB(a.to.leased,'+inf',al)a.isLong=true end end return dw,dj,X,y,cP,cz,eE end ",
  $trimEnded,
  $headOf,
  $addTotals,
  $writeFields,
  $takeBack,
  $commit,
  $resetUnit,
  "local function bb(a,cn,dw,X,cC,cP,cz)if X>1 then dw=table.concat(dw,'\\n')end return cn..'\\n- '..cP..(cz and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..cC..'\\n'..dw end local function bC(a,cn,ch,cz)return cn..'\\n'..aL(a.now)..(cz and' - 1 'or' - 0 ')..ch..' -'..a.flags..' -'end local function bQ(E,dj,X)if not dj then return'ok\\n'..E end if X>1 then table.insert(dj,1,'ok\\n'..E)return dj end if#dj<4000 then return'ok\\n'..E..'\\n\\n'..dj end return{'ok\\n'..E,dj}end ",
  $MOST_WORKERS,
  $noteWorker,
  $isRegistered,
  $isHeard,
  $listen,
  $wake,
  "local a=bf(e.meta)local g=bl(a,j)if g then return g end a.frees=true local dS,gc=a.now-a.due>=0,cZ[10]~=nil local dA=aR(a,'p')and 0 or tonumber(dx.count)local eS=dx.count~='0'local cw=dS and math.min(1000,10+dA*2)or 0 local D=gc and 1 or eS and 2 or 5 local fa,cn,E,dj,X,fi=false,'-',nil,nil,0,false repeat local fR,T,df=D,nil,false local l={flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,leased=a.leased,completed=a.completed,readied=a.readied}if D==1 then local cW cn,cW=bB(a,e,w,11,cZ,10,dY,28)if a.results then a.keepResults=string.match(dz,'%S+$')end if cW>0 then bK(a,e,w,11,dz,cW*2+8)end df=not a.isNew or string.find(cn,'%l')~=nil if eS and not fa and not dS and a.readied==0 and not a.from.ready then D=5 else T=bC(a,cn,'-',false)end elseif not dS then D=5 end if D==2 then local ca,t=aQ(a,e,w,11,cw)df=t>0 elseif D==3 then local t,de=bx(a,e,w,11,cw)df=t>0 if de>0 then bK(a,e,w,11,dz,de*2+8)end elseif D==4 then df=br(a,e,cw)>0 elseif D==5 and eS then local dw,cC,cP,cz if dS then a.due=bg(e)df=df or not a.isNew cz=a.now-a.due>=0 end if dA>0 then dw,dj,X,cC,cP,cz=bE(a,e,w,11,dx,dA)cz=cz or a.now-a.due>=0 fi=not cz end if X>0 then T=bb(a,cn,dw,X,cC,cP,cz)df=true else if not a.isNew and dA>0 then local gw=bd(a)df=df or gw end df=df or a.popped local ch=fR==1 and a.due or bg(e)T=bC(a,cn,ch,cz)end end local d local gu=gc or X>0 if df then d=aF(a,e,j,gu and T or nil)end if d then a.flags,a.tick,a.due,a.runs=l.flags,l.tick,l.due,l.runs a.leased,a.completed,a.readied=l.leased,l.completed,l.readied X,dj,fi=0,nil,false if fR==1 and D==5 then fa,D=true,0 elseif D==1 or D==5 then if not E then return d end D=5 end else E=T or E if T and df then a.before=j.number..'\\n'..T end bi(a,e)end bz(a)D=D+1 if not eS and D>1 or fa and D>1 then D=6 end until D>5 a.readied=math.max(0,a.readied-X)local dn=false if a.readied>0 or a.sooner then dn=not a.isNew and aX(a)elseif fi and(X>0 or dS)then dn=aR(a,'h')end if dn then bM(a)end if fQ~=''and not a.isNew then if fQ=='p'then redis.pcall('HSET',e.meta,'policy',dz)end if dx.worker~=''then bk(e.workers,dx.worker,a.now)end local fB=aY(a)if not fB and E then E=string.gsub(E,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end end return bQ(E or bC(a,cn,'-',false),dj,X)",
);

/** 2157 bytes. */
export const workers = /* @__PURE__ */ script(
  "workers",
  ["meta", "leased", "workers", "jobs*16"],
  ["times", "from", "limit"],
  "local cg,eh,dV=unpack(KEYS,1,3)local w=KEYS local u,eD,dD=unpack(ARGV,1,3)local cG=tonumber(eD)local cH=tonumber(dD)",
  $hashNumber,
  $readJobs,
  $digits,
  $readClock,
  $HEAD,
  $NEW,
  $newUnit,
  $openUnit,
  "local a=bf(cg)local cb=bm(a,u)if cb then return cb end local di=redis.call('ZRANGE',eh,aL(cG),aL(cG+cH-1),'WITHSCORES')local cB={'ok',aL(a.now)..' '..(#di<cH*2 and'-'or aL(cG+cH))}local ef=cG==0 and redis.call('ZRANGE',dV,'0','999','WITHSCORES')or{}for c=1,#ef,2 do cB[#cB+1]='W '..ef[c+1]..' '..ef[c]end local h={}for c=1,#di,2 do h[#h+1]=di[c]end if#h>0 then local J=bv(w,3,h,1)for c,f in ipairs(h)do local cC,dH=string.match(J[c]or'','^L (%d+)[^\\n]*\\n([^\\n]*)')cB[#cB+1]='H '..di[c*2]..' '..(cC or'0')..' '..f cB[#cB+1]='-'..(dH or'')end end return table.concat(cB,'\\n')",
);
